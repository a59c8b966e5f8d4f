"""The generated modules: layouts, functions and options."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, List

import ransack
from ransack import _declarations as declarations
from ransack._inputs import Inputs
from ransack._library import SONAME, Library, is_compatible, lib

PROJECT = Path(__file__).resolve().parents[1]
INCLUDE = PROJECT / "../../include"
sys.path.insert(0, str(PROJECT))

from generator import declarations as generator, header, types  # noqa: E402
from generator.names import camel  # noqa: E402


class Declarations(unittest.TestCase):
    def setUp(self) -> None:
        self.header = header.read(INCLUDE)

    def test_the_installed_modules_follow_the_header(self) -> None:
        for module, text in (
            (declarations, generator.render(self.header)),
            (ransack.types, types.render(self.header)),
        ):
            self.assertEqual(Path(str(module.__file__)).read_text("utf-8"), text)

    def test_layouts_are_those_of_the_c_compiler(self) -> None:
        expected: List[str] = []
        rows: List[str] = []
        for name in self.header.structs:
            struct = getattr(declarations, camel(name))
            rows.append(f'printf("{name} %zu\\n", sizeof(ransack_{name}));')
            expected.append(f"{name} {ctypes.sizeof(struct)}")
            for field, _ in struct._fields_:
                c = field[:-1] if field in ("pass_",) else field
                rows.append(f'printf("{name}.{c} %zu\\n", offsetof(ransack_{name}, {c}));')
                expected.append(f"{name}.{c} {getattr(struct, field).offset}")
        body = "\n".join(rows)
        source = f'#include <stdio.h>\n#include "ransack.h"\nint main(void) {{\n{body}\nreturn 0;\n}}\n'
        with tempfile.TemporaryDirectory() as place:
            Path(place, "layout.c").write_text(source)
            program = str(Path(place, "layout"))
            subprocess.run(["cc", "-I", str(INCLUDE), "-o", program, str(Path(place, "layout.c"))], check=True)
            output = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(output.splitlines(), expected)

    def test_every_function_is_in_the_library(self) -> None:
        self.assertGreater(len(declarations.FUNCTIONS), 100)
        for name in declarations.FUNCTIONS:
            getattr(lib, name)

    def test_features_are_those_of_the_sources(self) -> None:
        names = ("ransack_ast_grep", "ransack_theme_named", "ransack_outline_each", "ransack_tokenizer_count")
        self.assertEqual([declarations.FEATURES[name] for name in names], ["ast", "highlight", "outline", "tokens"])
        self.assertNotIn("ransack_grep", declarations.FEATURES)
        self.assertLess(set(declarations.FEATURES), set(declarations.FUNCTIONS))

    def test_a_missing_function_names_its_feature(self) -> None:
        library = Library(lib.place)
        library._dll = ctypes.CDLL(None)
        with self.assertRaisesRegex(NotImplementedError, r"without the feature 'tokens', which has ransack_tokenizer"):
            library.ransack_tokenizer_get
        with self.assertRaisesRegex(NotImplementedError, r"does not have ransack_grep\(\)"):
            library.ransack_grep

    def test_every_option_is_a_keyword(self) -> None:
        for name in types.OPTIONS:
            typed = getattr(ransack.types, camel(name))
            keys = set(declarations.FIELDS[camel(name)])
            for key, (kind, extra) in declarations.FIELDS[camel(name)].items():
                if kind == "nested":
                    keys = keys - {key} | set(declarations.FIELDS[extra])
            self.assertEqual(set(typed.__annotations__), keys - types.PARAMETERS, name)

    def test_defaults_are_those_of_the_library(self) -> None:
        for name, (c_name, version) in declarations.DEFAULTS.items():
            struct = getattr(declarations, name)()
            lib.ransack_options_init(ctypes.byref(struct), c_name.encode(), version)
            self.assertEqual(fields(Inputs().options(name, "call", {})), fields(struct), name)

    def test_an_option_is_set_where_it_belongs(self) -> None:
        inputs = Inputs()
        values = {"limit": 3, "literal": True, "globs": ["a", b"b"], "hidden": 1}
        options = inputs.options("GrepOptions", "grep", values)
        self.assertEqual((options.limit, options.literal, options.offset), (3, 1, 0))
        scope = options.scope.contents
        self.assertEqual((scope.globs_len, scope.hidden, scope.gitignore), (2, 1, 1))
        self.assertEqual(ctypes.string_at(scope.globs[1].data, scope.globs[1].len), b"b")


class Pages(unittest.TestCase):
    def test_the_names_in_the_tables_exist(self) -> None:
        page = (PROJECT / "../../README.md").read_text("utf-8")
        operations = page[page.index("## Operations") : page.index("## Guarantees")]
        own = (PROJECT / "README.md").read_text("utf-8")
        for table, cell in ((operations, 5), (own, 2)):
            rows = [line.split("|")[cell] for line in table.splitlines() if line.startswith("| ") and "---" not in line]
            names = [name for row in rows[1:] for name in re.findall(r"`(\w+)`", row)]
            self.assertGreater(len(names), 25)
            for name in names:
                self.assertTrue(hasattr(ransack, name) or hasattr(ransack.Tokenizer, name), name)


class Loader(unittest.TestCase):
    def test_the_library_of_the_wheel_comes_first(self) -> None:
        self.assertEqual(Path(lib.place).parent, Path(ransack.__file__).parent)

    def test_versions(self) -> None:
        major, minor, patch = (int(part) for part in declarations.VERSION.split("."))
        self.assertEqual(lib.ransack_version().decode(), declarations.VERSION)
        self.assertTrue(is_compatible(f"{major}.{minor}.{patch + 1}"))
        self.assertFalse(is_compatible(f"{major}.{minor + 1}.0"))
        self.assertFalse(is_compatible(f"{major + 1}.{minor}.{patch}"))

    def test_other_places(self) -> None:
        package = Path(ransack.__file__).parent
        with tempfile.TemporaryDirectory() as place:
            # The same package without its library.
            copy = Path(place, "ransack")
            copy.mkdir()
            for file in package.glob("*.py"):
                (copy / file.name).write_bytes(file.read_bytes())
            command = [sys.executable, "-c", "import ransack; print(ransack._lib.place)"]
            named = str(package / SONAME)
            run = subprocess.run(
                command, cwd=place, env={"RANSACK_LIBRARY": named}, stdout=subprocess.PIPE, text=True, check=True
            )
            self.assertEqual(run.stdout.strip(), named)
            failed = subprocess.run(command, cwd=place, env={}, stderr=subprocess.PIPE, text=True)
            self.assertIn(f"ImportError: cannot load {SONAME}", failed.stderr)
            self.assertIn("set RANSACK_LIBRARY", failed.stderr)
            # A library that is not ransack's.
            other = subprocess.run(
                command, cwd=place, env={"RANSACK_LIBRARY": "libc.so.6"}, stderr=subprocess.PIPE, text=True
            )
            self.assertIn("ImportError: cannot load libc.so.6", other.stderr)


def fields(value: Any) -> Any:
    """Returns the fields of a struct without its padding, and whether a pointer is set."""
    if isinstance(value, ctypes.Structure):
        return [fields(getattr(value, name)) for name, *_ in value._fields_]
    return value if isinstance(value, (int, float)) else bool(value)


if __name__ == "__main__":
    unittest.main()
