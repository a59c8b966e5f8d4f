"""Annotations, representations and help of the public names."""

from __future__ import annotations

import inspect
import pydoc
import re
import typing
import unittest
from pathlib import Path
from typing import Any, Iterator, Tuple

import ransack
from tree import TreeTest


def public() -> Iterator[Tuple[str, Any]]:
    """Yields the public functions, classes, methods and properties with their names."""
    for name in ransack.__all__:
        value = getattr(ransack, name)
        if inspect.isfunction(value) or inspect.isclass(value):
            yield name, value
        if inspect.isclass(value) and value.__module__.startswith("ransack"):
            for key, member in vars(value).items():
                function = getattr(member, "fget", getattr(member, "__func__", member))
                if inspect.isfunction(function) and (not key.startswith("_") or key in ("__init__", "__next__")):
                    yield f"{name}.{key}", function


class Annotations(unittest.TestCase):
    def test_type_hints_of_all_public_names(self) -> None:
        names = dict(public())
        self.assertGreater(len(names), 250)
        for name, value in names.items():
            with self.subTest(name):
                typing.get_type_hints(value)
        self.assertIn("path", typing.get_type_hints(ransack.GrepMatch))
        self.assertIn("globs", typing.get_type_hints(ransack.GrepOptions))
        self.assertIs(typing.get_type_hints(ransack.has_match)["return"], bool)

    def test_every_public_name_has_documentation(self) -> None:
        for name, value in public():
            if not name.endswith(("__init__", "__next__")):
                self.assertTrue(value.__doc__, name)


class Help(unittest.TestCase):
    def test_help_of_options_shows_the_fields(self) -> None:
        text = pydoc.plain(pydoc.render_doc(ransack.GrepOptions))
        self.assertIn("max_count_per_file: int", text)
        self.assertIn("Also has the fields of `Scope`.", text)
        edit = pydoc.plain(pydoc.render_doc(ransack.DefinitionEdit))
        self.assertIn("part: Union[DefinitionPart, Literal['whole', ", edit)
        for name in ransack.__all__:
            value = getattr(ransack, name)
            if hasattr(value, "__total__") and value.__module__ == "ransack.types":
                above = re.findall(r"Also has the fields of `(\w+)`", value.__doc__)
                known = value.__doc__ + "".join(getattr(ransack, base).__doc__ for base in above)
                for field in value.__annotations__:
                    self.assertIn(f"\n    {field}: ", known, name)


class Representations(TreeTest):
    def test_results_and_options(self) -> None:
        found = ransack.search("needle\n", "needle")
        self.assertRegex(repr(found), r"^Results\(\[GrepMatch\(path='', line_number=1, .*line=b'needle'.*Report\(")
        self.assertEqual(repr(ransack.GrepOptions(limit=3, globs=["*.py"])), "{'limit': 3, 'globs': ['*.py']}")

    def test_objects(self) -> None:
        self.write({"a.txt": "needle\nneedle\n"})
        token = ransack.CancelToken()
        self.assertEqual(repr(token), "<CancelToken: reason none>")
        token.cancel()
        self.assertEqual(repr(token), "<CancelToken: reason user>")
        self.assertEqual(repr(ransack.Pool(3)), "<Pool: size 3>")
        stream = ransack.grep("needle", self.root)
        self.assertEqual(repr(stream), "<Stream of grep(): open, 0 results taken>")
        list(stream)
        self.assertEqual(repr(stream), "<Stream of grep(): ended, 2 results taken>")
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual(repr(workspace), f"<Workspace: {self.root!r}>")
        self.assertEqual(repr(ransack.WorkspaceCache(2)), "<WorkspaceCache: capacity 2>")
        self.assertEqual(repr(ransack.Tokenizer("gpt-4o")), "<Tokenizer: gpt-4o>")
        self.assertEqual(repr(ransack.FuzzyList(["a", "b"])), "<FuzzyList: 2 strings>")
        self.assertEqual(repr(ransack.HighlightStream("rust", "html")), "<HighlightStream: 'rust'>")
        renderer = ransack.Renderer()
        renderer.push(ransack.search("needle", "needle")[0])
        self.assertEqual(repr(renderer), "<Renderer: 1 results>")
        counter = ransack.TokenCounter("o200k_base")
        counter.push("word")
        self.assertEqual(repr(counter), "<TokenCounter: 1 tokens>")


class Texts(unittest.TestCase):
    def test_paths_are_no_texts(self) -> None:
        here = Path(__file__)
        message = "content must be str, bytes, bytearray or memoryview, not PosixPath; read the file first"
        with self.assertRaisesRegex(TypeError, message):
            ransack.search(here, "needle")  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, r"patterns\[0\] must be str, .* not PosixPath"):
            ransack.has_match("", here)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "text must be str, .* not PosixPath"):
            ransack.visible_width(here)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, r"globs\[0\] must be str, .* not PosixPath"):
            ransack.grep("a", here, globs=here)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, r"roots\[0\] must be str, bytes or os.PathLike, not bytearray"):
            ransack.grep("a", bytearray(b"a"))  # type: ignore[arg-type]

    def test_buffers_are_texts(self) -> None:
        for text in (bytearray(b"needle"), memoryview(b"needle"), memoryview(b"-n-e-e-d-l-e")[1::2]):
            self.assertEqual(ransack.search(text, bytearray(b"needle"))[0].line, b"needle")
        self.assertEqual(ransack.truncate_to_width(bytearray(b"needle"), 2), bytearray("n…".encode()))
        self.assertEqual(ransack.strip_ansi(memoryview(b"\x1b[1ma")), memoryview(b"a"))
        with self.assertRaisesRegex(TypeError, "text must be bytes or str, not <class 'int'>"):
            ransack.search("", "needle", text=int)  # type: ignore[type-var]
        self.assertEqual(ransack.count_tokens(memoryview(b"word"), "o200k_base"), 1)


if __name__ == "__main__":
    unittest.main()
