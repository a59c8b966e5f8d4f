"""Workspaces."""

from __future__ import annotations

import os
import unittest
from typing import List

import ransack
from tree import TreeTest


class Workspaces(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write({"a.py": "def f():\n    needle = 1\n", "sub/b.txt": "needle\n"})

    def test_operations(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            matches = workspace.grep("needle")
            self.assertEqual([m.path for m in matches], ["a.py", "sub/b.txt"])
            self.assertIs(matches.report.snapshot.mode, ransack.RefreshMode.WATCH)
            self.assertEqual([m.path for m in workspace.grep("needle", "sub")], ["sub/b.txt"])
            self.assertEqual([m.path for m in workspace.glob("*.txt")], ["sub/b.txt"])
            self.assertEqual(next(workspace.fuzzy_find("bt")).path, "sub/b.txt")
            self.assertEqual([m.text for m in workspace.ast_grep("needle = $A")], [b"needle = 1"])
            self.assertEqual(workspace.ast_edit([("needle", "pin")]).changes[0].after, b"pin")
            (outline,) = workspace.outline()
            self.assertEqual(workspace.outline_file("a.py")[0], outline)
            definition, _ = workspace.definition_in_file("a.py", "f", parts=["signature"])
            assert definition is not None
            self.assertEqual(definition.text, b"def f()")
            self.assertEqual(workspace.table_size.entries, 3)

    def test_changes(self) -> None:
        with ransack.Workspace(self.root, refresh="manual") as workspace:
            self.assertEqual(len(list(workspace.grep("needle"))), 2)
            self.write({"new.txt": "needle\n"})
            self.assertEqual(len(list(workspace.grep("needle"))), 2)
            workspace.invalidate(self.root / "new.txt")
            self.assertEqual(len(list(workspace.grep("needle"))), 3)
            self.write({"newer.txt": "needle\n"})
            self.assertIs(workspace.refresh().mode, ransack.RefreshMode.MANUAL)
            self.assertEqual(len(list(workspace.grep("needle"))), 4)

    def test_changed_files(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            before = workspace.changes()
            self.assertEqual(before.files, ())
            self.write({"new.txt": "", "a.py": "changed = 1\n"})
            os.remove(self.root / "sub/b.txt")
            after = workspace.changes(before.next)
            kinds = [(file.path, str(file.kind)) for file in after.files]
            self.assertEqual(kinds, [("a.py", "modified"), ("new.txt", "created"), ("sub/b.txt", "deleted")])
            self.assertEqual((after.report.total_matches, after.report.complete), (3, True))
            self.assertEqual(workspace.changes(after.next).files, ())
            with self.assertRaises(ransack.Error) as raised:
                workspace.changes("other")
            self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)

    def test_paths(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual(workspace.resolve("sub/../a.py"), os.path.realpath(self.root / "a.py"))
            with self.assertRaises(ransack.Error) as raised:
                workspace.resolve("/etc/passwd")
            self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)

    def test_folders_and_default_limits(self) -> None:
        with ransack.Workspace(self.root, folders=[self.root / "sub"], default_limit=1) as workspace:
            self.assertEqual([m.path for m in workspace.grep("needle")], ["sub/b.txt"])
        with ransack.Workspace(self.root, default_limit=1, preset="agent") as workspace:
            matches = workspace.grep("needle")
            self.assertEqual(len(list(matches)), 1)
            self.assertIs(matches.report.stopped_by, ransack.StoppedBy.LIMIT)
            self.assertEqual(len(list(workspace.grep("needle", limit=ransack.NO_LIMIT - 1))), 2)

    def test_structure_and_edits(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual([s.elided for s in workspace.skeleton()], [1])
            decoded, _ = workspace.skeleton_file("a.py", text=str, names="f")
            assert decoded is not None
            self.assertIn("needle", decoded.text)
            self.assertEqual([i.items for i in workspace.imports()], [()])
            imports, _ = workspace.imports_file("a.py")
            exports, _ = workspace.exports_file("a.py")
            assert imports is not None and exports is not None
            self.assertEqual((imports.items, [e.name for e in exports.items]), ((), ["f"]))
            self.assertEqual([[e.name for e in x.items] for x in workspace.exports()], [["f"]])
            self.assertEqual([m.line for m in workspace.grep("needle", "sub", text=str)], ["needle"])
            edit: ransack.DefinitionEdit = {"action": "rename", "name": "f", "text": "g"}
            workspace.edit_definition([edit], path="a.py", dry_run=False)
            self.assertTrue((self.root / "a.py").read_text().startswith("def g():"))

    def test_caches(self) -> None:
        cache = ransack.WorkspaceCache(1, refresh="stat")
        self.assertEqual(len(list(cache.get(self.root).grep("needle"))), 2)
        cache.invalidate(self.root)
        with self.assertRaises(ransack.Error):
            ransack.WorkspaceCache(0)

    def test_buffers(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            workspace.set_buffer("a.py", "unsaved needle\n")
            self.assertEqual([m.line for m in workspace.grep("needle", "a.py")], [b"unsaved needle"])
            outcome = workspace.ast_edit([("needle", "pin")], dry_run=False)
            self.assertFalse(outcome.applied)
            workspace.clear_buffer("a.py")
            self.assertEqual([m.line for m in workspace.grep("needle", "a.py")], [b"    needle = 1"])

    def test_index(self) -> None:
        progress: List[ransack.IndexProgress] = []
        with ransack.Workspace(self.root, index="memory") as workspace:
            workspace.ready(on_progress=progress.append)
            stats = workspace.index_stats()
            self.assertEqual((stats.files, stats.mode, stats.is_building), (2, ransack.IndexMode.MEMORY, False))
            matches = workspace.grep("absent")
            self.assertEqual(list(matches), [])
            self.assertTrue(matches.report.index.used)
            workspace.export_index(self.root / "index")
        self.assertGreater((self.root / "index").stat().st_size, 0)
        with ransack.Workspace(self.root, index="memory") as workspace:
            workspace.import_index(self.root / "index")

    def test_closed(self) -> None:
        workspace = ransack.Workspace(self.root)
        other = workspace.without_waiting()
        workspace.close()
        with self.assertRaises(ransack.Error) as raised:
            list(other.grep("needle"))
        self.assertIs(raised.exception.kind, ransack.Status.CLOSED)

    def test_subclasses(self) -> None:
        class Named(ransack.Workspace):
            pass

        with Named(self.root) as workspace:
            self.assertEqual(len(list(workspace.grep("needle"))), 2)
        with self.assertRaisesRegex(TypeError, "workspace must be Workspace, not Pool"):
            ransack.grep("needle", [], workspace=ransack.Pool(1))  # type: ignore[call-arg]

    def test_wrong_arguments(self) -> None:
        with self.assertRaisesRegex(TypeError, r"Workspace\(\) got an unexpected keyword argument 'watch'"):
            ransack.Workspace(self.root, watch=True)  # type: ignore[call-arg]
        with self.assertRaises(ransack.Error) as raised:
            ransack.Workspace(self.root / "missing")
        self.assertEqual(raised.exception.path, str(self.root / "missing"))


if __name__ == "__main__":
    unittest.main()
