"""Directory trees, and paths that a workspace allows and denies."""

from __future__ import annotations

import unittest

import ransack
from tree import TreeTest


class DirectoryTree(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write({"README.md": "# Title\n", "src/lib.rs": "fn a() {}\nfn b() {}\n", "src/deep/x.txt": "x"})

    def test_nodes_and_text(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            tree = workspace.tree(lines=True, symbols=True)
            self.assertIn("  src/ (3 lines, 2 symbols)\n    deep/ (1 line, 0 symbols)\n", tree.text)
            names = [(node.name, node.depth, node.lines) for node in tree.nodes]
            self.assertEqual(names[:3], [(".", 0, 4), ("README.md", 1, 1), ("src", 1, 3)])
            self.assertIs(tree.nodes[2].file_type, ransack.FileType.DIR)
            self.assertIsNone(tree.nodes[2].size)
            collapsed = workspace.tree(max_tokens=16)
            self.assertLessEqual(collapsed.tokens, 16)
            self.assertEqual(ransack.count_tokens(collapsed.text, "o200k_base"), collapsed.tokens)
            with self.assertRaises(ransack.Error):
                workspace.tree(max_tokens=1)
        tree = ransack.tree(self.root, depth=1, style="ascii")
        self.assertEqual(tree.text.splitlines()[1:], ["|-- README.md", "`-- src/ (2 files, 1 directory)"])

    def test_allowed_and_denied_paths(self) -> None:
        with ransack.Workspace(self.root / "src", allow=["../README.md"], deny=["deep/"]) as workspace:
            self.assertEqual(len(list(workspace.grep("Title", "../README.md"))), 1)
            for path in ("deep/x.txt", ".."):
                with self.assertRaises(ransack.Error) as raised:
                    workspace.resolve(path)
                self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)
            tree = workspace.tree()
            self.assertEqual(tree.text, "./\n  lib.rs\n")
            self.assertIs(tree.report.skipped[0].reason, ransack.SkipReason.DENIED)


if __name__ == "__main__":
    unittest.main()
