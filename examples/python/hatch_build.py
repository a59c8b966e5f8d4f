"""Adds to the wheel what is not in the source tree: the shared library and the generated modules."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from generator import declarations, elf, header, types  # noqa: E402


class RansackBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Bundles the library that `RANSACK_LIBRARY` names, by default the one of `cargo build --profile dist`."""

    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if version == "editable":
            raise SystemExit("ransack cannot be installed in editable mode: the wheel has generated modules")
        library = find_library()
        read = header.read(ROOT / "../../include")
        self._generated = tempfile.TemporaryDirectory()
        for name, text in (("_declarations", declarations.render(read)), ("types", types.render(read))):
            path = Path(self._generated.name, f"{name}.py")
            path.write_text(text, "utf-8")
            build_data["force_include"][str(path)] = f"ransack/{name}.py"
        for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
            build_data["force_include"][str(ROOT / "../.." / licence)] = f"ransack/{licence}"
        soname = "libransack.so." + ".".join(read.version.split(".")[:2])
        build_data["force_include"][str(library)] = f"ransack/{soname}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{elf.platform_tag(library)}"

    def finalize(self, version: str, build_data: Dict[str, Any], artifact_path: str) -> None:
        self._generated.cleanup()


def find_library() -> Path:
    """Returns the library to bundle."""
    named = os.environ.get("RANSACK_LIBRARY")
    library = Path(named) if named else ROOT / "../../target/dist/libransack.so"
    if not library.is_file():
        raise SystemExit(
            f"there is no shared library at {library.resolve()}: run `cargo build --profile dist -p ransack-capi`,"
            " or set RANSACK_LIBRARY to the path of a libransack.so"
        )
    return library.resolve()
