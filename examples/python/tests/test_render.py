"""Results as text within a number of tokens."""

from __future__ import annotations

import unittest
from typing import Any, List

import ransack
from tree import TreeTest


class Render(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write({"a.py": "def f():\n    needle = 1\n", "b.txt": "one\nneedle ä\n" * 50})

    def test_streams(self) -> None:
        rendering = ransack.render(ransack.grep("needle", self.root, globs="*.py"))
        self.assertEqual(rendering.text, "a.py\n2:    needle = 1\n\nshown 1 of 1 match\n")
        self.assertEqual((rendering.shown, rendering.total, rendering.next_offset), (1, 1, None))
        decoded = ransack.render(ransack.grep("needle", self.root, globs="*.py", text=str))
        self.assertEqual(decoded, rendering)
        paths = ransack.render(ransack.glob("*", self.root))
        self.assertEqual(paths.text.splitlines()[:2], ["a.py", "b.txt"])
        self.assertEqual(ransack.render(ransack.fuzzy_find("apy", self.root, limit=1)).text.splitlines()[0], "a.py")
        code = ransack.render(ransack.ast_grep("needle = $A", self.root))
        self.assertIn("2:needle = 1", code.text)

    def test_within_tokens(self) -> None:
        rendering = ransack.render(ransack.grep("needle", self.root), max_tokens=60)
        self.assertLessEqual(rendering.tokens, 60)
        self.assertEqual(rendering.tokens, ransack.count_tokens(rendering.text, "o200k_base"))
        self.assertEqual((rendering.next_offset, rendering.total), (rendering.shown, 51))
        with self.assertRaises(ransack.Error):
            ransack.render(ransack.grep("needle", self.root), max_tokens=1)

    def test_lists(self) -> None:
        matches = [m for m in ransack.grep("needle", self.root, context_before=1, max_columns=4) if m.path == "b.txt"]
        rendering = ransack.render(matches[:1], group="flat")
        self.assertEqual(rendering.text.splitlines()[:2], ["b.txt-1-one", "b.txt:2:need…"])
        found = ransack.render(ransack.search("one\nneedle\n", "needle"), line_numbers=False)
        self.assertIn("needle\n", found.text)
        self.assertIn("shown 1 of 1 match", found.text)
        with self.assertRaisesRegex(TypeError, "item must be a match, a path, an outline.* not str"):
            ransack.render(["a"])  # type: ignore[list-item]

    def test_outlines_and_changes(self) -> None:
        outline, _ = ransack.outline_file(self.root / "a.py")
        assert outline is not None
        self.assertIn("1:def f()", ransack.render(outline).text)
        outcome = ransack.ast_edit([("needle", "pin")], self.root)
        self.assertIn("+    pin = 1\n", ransack.render(outcome).text)

    def test_a_report_tells_what_was_not_searched(self) -> None:
        renderer = ransack.Renderer()
        stream = ransack.grep("needle", self.root, max_file_size=30)
        for match in stream:
            renderer.push(match)
        renderer.push(stream.report)
        self.assertIn("incomplete: 1 file too large (b.txt)\n", renderer.finish().text)

    def test_the_struct_of_a_result_is_read_back(self) -> None:
        """The C struct of each result has all its fields, and they are equal."""
        from ransack._inputs import Inputs
        from ransack._render import _struct

        outcome = ransack.ast_edit([("needle", "pin")], self.root)
        results: List[Any] = [
            *ransack.grep("needle", self.root / "b.txt", context_before=1, max_columns=4, limit=2),
            *ransack.glob("*", self.root, stat=True),
            *ransack.fuzzy_find("a.py:3", self.root, location=True),
            *ransack.ast_grep("$A = $B", self.root, include_meta=True, explain=True),
            *ransack.outline(self.root),
            *outcome.file_changes,
            outcome.report,
        ]
        for result in results:
            inputs = Inputs()
            self.assertEqual(type(result)._read(_struct(inputs, result)), result)


if __name__ == "__main__":
    unittest.main()
