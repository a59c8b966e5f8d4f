"""Platform tag of a shared library, read from its ELF file."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Iterator, List, Tuple

MACHINES = {62: "x86_64", 183: "aarch64"}
# Libraries that the `manylinux` tags promise: they exist wherever glibc does.
PROMISED = re.compile(r"(libc|libm|libgcc_s|libpthread|libdl|librt|ld-linux-[\w-]+)\.so\.\d+")
SHT_DYNAMIC, SHT_GNU_VERNEED, DT_NEEDED = 6, 0x6FFFFFFE, 1


def platform_tag(library: Path) -> str:
    """Returns `manylinux_2_N_ARCH` for a library that needs glibc 2.N and no library beyond it.

    Returns `linux_ARCH`, which promises nothing, for any other library.
    """
    data = library.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        raise SystemExit(f"{library} is not a little-endian 64-bit ELF file")
    (machine,) = struct.unpack_from("<H", data, 18)
    if machine not in MACHINES:
        raise SystemExit(f"{library} is for the unknown machine {machine}")
    versions = [re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)?", name) for name in _versions(data)]
    floor = max((int(version[1]) for version in versions if version), default=None)
    if floor is None or not all(PROMISED.fullmatch(name) for name in _needed(data)):
        return f"linux_{MACHINES[machine]}"
    return f"manylinux_2_{floor}_{MACHINES[machine]}"


def _sections(data: bytes) -> List[Tuple[int, int, int, int]]:
    """Returns type, offset, size and linked section of each section."""
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    rows = (struct.unpack_from("<IIQQQQI", data, table + size * i) for i in range(count))
    return [(row[1], row[4], row[5], row[6]) for row in rows]


def _needed(data: bytes) -> Iterator[str]:
    """Yields the names of the libraries that are loaded with this one."""
    sections = _sections(data)
    for kind, offset, size, link in sections:
        if kind == SHT_DYNAMIC:
            for tag, value in struct.iter_unpack("<qQ", data[offset : offset + size]):
                if tag == DT_NEEDED:
                    yield _string(data, sections[link][1] + value)


def _versions(data: bytes) -> Iterator[str]:
    """Yields the versions of symbols that other libraries must have."""
    sections = _sections(data)
    for kind, at, _, link in sections:
        if kind != SHT_GNU_VERNEED:
            continue
        while True:
            count, _, auxiliary, following = struct.unpack_from("<HIII", data, at + 2)
            entry = at + auxiliary
            for _ in range(count):
                name, step = struct.unpack_from("<II", data, entry + 8)
                yield _string(data, sections[link][1] + name)
                entry += step
            if not following:
                break
            at += following


def _string(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()
