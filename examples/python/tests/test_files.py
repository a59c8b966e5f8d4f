"""Operations over files."""

from __future__ import annotations

import errno
import os
import pickle
import re
import unittest
from pathlib import Path
from typing import List

import ransack
from tree import TreeTest


class Grep(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write({"a.txt": "one\nneedle two\n", b"c\xff.txt": b"\xfe needle\n", "sub/d.rs": "// Needle\n"})

    def test_results_in_order_and_report(self) -> None:
        with ransack.grep("needle", self.root) as matches:
            found = [(m.path, m.line_number, m.line) for m in matches]
        self.assertEqual(found, [("a.txt", 2, b"needle two"), ("c\udcff.txt", 1, b"\xfe needle")])
        self.assertEqual(os.fsencode(found[1][0]), b"c\xff.txt")
        self.assertTrue(matches.report.complete)
        self.assertEqual(matches.report.files_searched, 3)
        self.assertIs(matches.report.stopped_by, ransack.StoppedBy.NONE)
        self.assertIsNone(matches.report.next_offset)

    def test_decoded_lines(self) -> None:
        lines = [m.line for m in ransack.grep("needle", self.root, text=str)]
        self.assertEqual(lines, ["needle two", "\ufffd needle"])

    def test_options(self) -> None:
        matches = ransack.grep(
            ["NEEDLE", b"one"], [str(self.root)], ignore_case=True, globs="*.txt", limit=1, context_after=1
        )
        (match,) = matches
        self.assertEqual(match.line, b"one")
        self.assertEqual(match.submatches[0].pattern, 1)
        # The next line matches, too, but is beyond the limit.
        self.assertEqual([line.line for line in match.context_after], [b"needle two"])
        self.assertIs(matches.report.stopped_by, ransack.StoppedBy.LIMIT)
        self.assertEqual(matches.report.next_offset, 1)

    def test_enumerations_are_members_or_names(self) -> None:
        by_member = ransack.grep("e", self.root / "a.txt", mode=ransack.GrepMode.COUNT)
        by_name = ransack.grep("e", self.root / "a.txt", mode="count")
        for counts in (by_member, by_name):
            self.assertEqual([(m.path, m.match_count) for m in counts], [(str(self.root / "a.txt"), 2)])
        with self.assertRaisesRegex(ValueError, "mode must be one of 'content', 'count', 'files_with_matches'"):
            ransack.grep("e", self.root, mode="lines")  # type: ignore[arg-type]

    def test_numbers_of_newer_libraries(self) -> None:
        reason = ransack.SkipReason(1000)
        self.assertEqual((reason, str(reason)), (1000, "unknown_1000"))
        with self.assertRaisesRegex(ransack.Error, "mode"):
            list(ransack.grep("e", self.root, mode=ransack.GrepMode(1000)))

    def test_paths_of_all_types(self) -> None:
        for root in (self.root, str(self.root), os.fsencode(self.root), [self.root], (str(self.root),)):
            self.assertEqual(len(list(ransack.grep("needle", root))), 2)

    def test_none_is_the_default(self) -> None:
        matches = ransack.grep("needle", self.root, limit=None, encoding=None, mode=None, token=None)
        self.assertEqual(len(list(matches)), 2)

    def test_wrong_arguments(self) -> None:
        with self.assertRaisesRegex(TypeError, r"grep\(\) .* 'ignorecase'; did you mean 'ignore_case'\?$"):
            ransack.grep("x", self.root, ignorecase=True)  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, "limit must be int, not str"):
            ransack.grep("x", self.root, limit="1")  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'glob'; did you mean 'globs'"):
            ransack.grep("x", self.root, glob="*")  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, r"patterns\[1\] must be str, bytes, bytearray or memoryview, not int"):
            ransack.grep(["x", 1], self.root)  # type: ignore[list-item]
        with self.assertRaisesRegex(TypeError, r"globs\[0\] must be str, bytes, bytearray or memoryview, not NoneType"):
            ransack.grep("x", self.root, globs=[None])  # type: ignore[list-item]
        with self.assertRaisesRegex(TypeError, "globs must be iterable, not int"):
            ransack.grep("x", self.root, globs=1)  # type: ignore[arg-type]
        token = ransack.CancelToken()
        with self.assertRaisesRegex(TypeError, "pool must be Pool, not CancelToken"):
            ransack.grep("x", self.root, pool=token)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "token must be CancelToken, not Pool"):
            ransack.grep("x", self.root, token=ransack.Pool(1))  # type: ignore[arg-type]
        for limit in (-1, ransack.NO_LIMIT + 1):
            with self.assertRaisesRegex(ValueError, "limit must be at least 0"):
                ransack.grep("x", self.root, limit=limit)

    def test_errors(self) -> None:
        with self.assertRaises(ransack.Error) as raised:
            list(ransack.grep(["ok", "a("], self.root))
        error = raised.exception
        self.assertIs(error.kind, ransack.Status.INVALID_PATTERN)
        self.assertEqual((error.pattern, error.offset, error.path), ("a(", 1, None))
        self.assertIn("at byte 1", str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.kind, again.pattern, str(again)), (error.kind, error.pattern, str(error)))
        missing = self.root / "missing"
        with self.assertRaises(ransack.Error) as raised:
            list(ransack.grep("x", missing))
        self.assertIs(raised.exception.kind, ransack.Status.NOT_FOUND)
        self.assertEqual(raised.exception.path, str(missing))

    def test_errors_of_the_operating_system(self) -> None:
        missing = self.root / "missing"
        with self.assertRaises(FileNotFoundError) as raised:
            list(ransack.grep("x", missing))
        error = raised.exception
        assert isinstance(error, ransack.NotFound)
        self.assertEqual((error.errno, error.filename, error.kind), (errno.ENOENT, str(missing), ransack.Status.NOT_FOUND))
        again = pickle.loads(pickle.dumps(error))
        self.assertIs(type(again), ransack.NotFound)
        self.assertEqual((again.filename, again.errno, str(again)), (error.filename, error.errno, str(error)))
        with self.assertRaises(TimeoutError) as timed_out:
            list(ransack.grep("x", self.root, timeout_ms=0))
        self.assertEqual(timed_out.exception.errno, errno.ETIMEDOUT)
        self.assertTrue(issubclass(ransack.PermissionDenied, PermissionError))

    def test_closed_stream(self) -> None:
        with ransack.grep("needle", self.root) as matches:
            next(matches)
        self.assertEqual(list(matches), [])
        report = matches.report
        self.assertEqual((report.complete, report.total_is_exact, report.total_matches), (False, False, 1))
        self.assertIs(report.stopped_by, ransack.StoppedBy.CALLBACK)
        matches.close()
        for _ in (open_matches := ransack.grep("needle", self.root)):
            break
        self.assertFalse(open_matches.report.complete)
        self.assertIs(open_matches.report.stopped_by, ransack.StoppedBy.NONE)
        self.assertEqual(len(list(open_matches)), 1)
        self.assertTrue(open_matches.report.complete)

    def test_skipped_paths(self) -> None:
        self.write({"nul.bin": b"needle\0"})
        matches = ransack.grep("needle", self.root)
        list(matches)
        (skipped,) = matches.report.skipped
        self.assertIs(skipped.reason, ransack.SkipReason.BINARY)
        self.assertEqual(str(skipped.reason), "binary")
        self.assertEqual([path.path for path in skipped.paths], ["nul.bin"])
        self.assertTrue(matches.report.complete)

    def test_back_pressure(self) -> None:
        # 16 MB of results; the library buffers 8 MiB.
        self.write({f"many/{i:03}.txt": f"{i} needle {'x' * 2000}\n" * 20 for i in range(400)})
        pool = ransack.Pool(1)
        with ransack.grep("needle", self.root / "many", pool=pool) as matches:
            first = next(matches)
            # The pool is fair: without back-pressure the first search would end no later than this one.
            self.assertEqual(sum(1 for _ in ransack.grep("needle", self.root / "many", pool=pool)), 8_000)
            self.write({"many/399.txt": "changed needle\n"})
            last = [m.line for m in matches][-1]
        self.assertEqual((first.line[:8], last), (b"0 needle", b"changed needle"))


class Structure(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write({"a.py": "import os\n\ndef f():\n    return 'ä'\n", "b.js": "export const b = 1\n"})

    def test_skeletons(self) -> None:
        skeletons = {s.path: s for s in ransack.skeleton(self.root, level="signatures", types="py")}
        self.assertEqual(list(skeletons), ["a.py"])
        self.assertEqual(skeletons["a.py"].elided, 1)
        decoded, report = ransack.skeleton_file(self.root / "a.py", names=["f"], text=str)
        assert decoded is not None
        self.assertIn("return 'ä'", decoded.text)
        self.assertTrue(report.complete)
        with self.assertRaisesRegex(TypeError, r"skeleton\(\) got .* 'levels'; did you mean 'level'"):
            ransack.skeleton(self.root, levels="names")  # type: ignore[call-arg]

    def test_imports_and_exports(self) -> None:
        modules = [(i.path, [m.module for m in i.items]) for i in ransack.imports(self.root, globs="*.py")]
        self.assertEqual(modules, [("a.py", ["os"])])
        imports, _ = ransack.imports_file(self.root / "a.py")
        assert imports is not None
        self.assertEqual(imports.items[0].kind, ransack.ImportKind.STATIC)
        names = {e.path: [x.name for x in e.items] for e in ransack.exports(self.root)}
        self.assertEqual(names["b.js"], ["b"])
        exports, _ = ransack.exports_file(self.root / "b.js")
        assert exports is not None
        self.assertEqual(exports.items[0].name, "b")

    def test_edits_by_name(self) -> None:
        path = self.root / "a.py"
        edits: List[ransack.DefinitionEdit] = [
            {"action": "replace", "name": "f", "part": "body", "text": "return sys.argv"},
            {"action": "add_imports", "imports": [{"module": "sys"}]},
        ]
        preview = ransack.edit_definition(edits, path=path)
        self.assertFalse(preview.applied)
        self.assertEqual([c.after for c in preview.changes if c.before], [b"return sys.argv"])
        applied = ransack.edit_definition(edits, path=path, preview=preview.preview, dry_run=False)
        self.assertTrue(applied.applied)
        self.assertEqual(path.read_text(), "import os\nimport sys\n\ndef f():\n    return sys.argv\n")
        with self.assertRaises(ransack.Error) as raised:
            ransack.edit_definition([{"action": "rename", "path": path, "name": "g", "text": "h"}])
        self.assertIn("f", raised.exception.candidates)
        renamed = ransack.edit_definition(
            [{"action": "rename", "path": path, "name": "f", "text": "g"}], text=str, dry_run=False
        )
        self.assertEqual(renamed.changes[0].before, "f")
        self.assertIs(ransack.EditStatus(renamed.edits[0].status), ransack.EditStatus.APPLIED)
        self.assertIn("def g():", path.read_text())
        with self.assertRaisesRegex(TypeError, r"edits\[0\] has the unexpected key 'nam'; did you mean 'name'"):
            ransack.edit_definition([{"nam": "f"}])  # type: ignore[typeddict-unknown-key]
        with self.assertRaisesRegex(ValueError, r"edits\[0\].action must be one of 'replace'"):
            ransack.edit_definition([{"action": "change"}])  # type: ignore[typeddict-item]
        with self.assertRaisesRegex(TypeError, r"edits\[0\] must be \(path, name, "):
            ransack.edit_definition(["f"])  # type: ignore[list-item]

    def test_edits_of_files(self) -> None:
        path = self.root / "a.py"
        edits: List[ransack.FileEdit] = [
            {"path": "a.py", "old_text": "def f", "new_text": "def g"},
            {"path": "a.py", "action": "insert", "place": "start", "new_text": "# top"},
            {"path": "new/c.py", "action": "create", "new_text": "x = 1\n"},
            {"path": "b.js", "action": "rename", "new_path": "c.js"},
        ]
        before = path.read_text()
        preview = ransack.edit(edits, path=self.root)
        self.assertEqual((preview.applied, path.read_text()), (False, before))
        kinds = [(c.path, c.new_path, ransack.FileChangeKind(c.kind)) for c in preview.file_changes]
        kind = ransack.FileChangeKind
        self.assertEqual(
            kinds, [("a.py", "", kind.MODIFY), ("new/c.py", "", kind.CREATE), ("b.js", "c.js", kind.RENAME)]
        )
        self.assertTrue(ransack.edit(edits, path=self.root, preview=preview.preview, dry_run=False).applied)
        self.assertEqual(path.read_text(), "# top\n" + before.replace("def f", "def g"))
        self.assertEqual((self.root / "new/c.py").read_text(), "x = 1\n")
        self.assertFalse((self.root / "b.js").exists())
        same = ransack.edit([{"old_text": "top", "new_text": "top"}], path=path, dry_run=False)
        self.assertIs(ransack.EditStatus(same.edits[0].status), ransack.EditStatus.UNCHANGED)
        with self.assertRaises(ransack.Error) as raised:
            ransack.edit([{"old_text": "def  g", "new_text": ""}], path=path)
        self.assertIs(raised.exception.kind, ransack.Status.UNKNOWN_TEXT)
        self.assertIn(b"def g", raised.exception.passages[0].text)
        self.assertEqual(raised.exception.path, str(path))
        with self.assertRaisesRegex(TypeError, r"edits\[0\] has the unexpected key 'old_txt'; did you mean 'old_text'"):
            ransack.edit([{"old_txt": "f"}])  # type: ignore[typeddict-unknown-key]

    def test_replacements(self) -> None:
        path = self.root / "a.txt"
        path.write_text("10px 20PX\n30pt\n")
        preview = ransack.replace(r"(\d+)px", "${1}pt", self.root, ignore_case=True, globs="*.txt", text=str)
        self.assertEqual([(c.path, c.before, c.after) for c in preview.changes], [
            ("a.txt", "10px", "10pt"), ("a.txt", "20PX", "20pt"),
        ])
        self.assertEqual((preview.applied, preview.unchanged_matches, preview.file_changes[0].count), (False, 0, 2))
        applied = ransack.replace(
            r"(\d+)px", "${1}pt", self.root, ignore_case=True, globs="*.txt", preview=preview.preview, dry_run=False
        )
        self.assertTrue(applied.applied)
        self.assertEqual(path.read_text(), "10pt 20pt\n30pt\n")
        cut = ransack.replace(["30", "pt"], "x", path, literal=True, max_replacements_per_file=2)
        self.assertEqual([c.pattern for c in cut.changes], [1, 1])
        self.assertEqual((cut.report.complete, cut.unchanged_matches), (False, None))
        same = ransack.replace("pt", "PT", path, ignore_case=True, preserve_case=True, dry_run=False)
        self.assertEqual((same.changes, same.unchanged_matches, same.applied), ((), 3, True))
        with self.assertRaisesRegex(ransack.Error, r"unknown group `\$2`"):
            ransack.replace("(a)", "$2", self.root)

    def test_lines_with_snapshots(self) -> None:
        path = self.root / "lines.txt"
        path.write_text("python one\ntwö\nthree\n")
        read = ransack.read_lines(path=path, first_line=-2, numbered=True, max_tokens=100, text=str)
        lines = read.ranges[0]
        self.assertEqual((lines.text, lines.total_lines, lines.next), ("2\ttwö\n3\tthree\n", 3, 0))
        self.assertGreater(read.tokens, 0)
        self.assertTrue(read.report.complete)
        ranges: List[ransack.FileLines] = [{"path": "lines.txt", "last_line": 1}, {"path": "lines.txt", "first_line": 3}]
        texts = [lines.text for lines in ransack.read_lines(path=self.root, ranges=ranges).ranges]
        self.assertEqual(texts, [b"python one\n", b"three\n"])
        path.write_text("zero\npython one\ntwö\nthree\n")
        place = ransack.resolve_lines(path=path, snapshot=lines.snapshot, first_line=2, last_line=3)
        self.assertEqual((place.first_line, place.last_line, place.total_lines), (3, 4, 4))
        edit: ransack.FileEdit = {
            "action": "replace_lines", "first_line": 2, "last_line": 2, "new_text": "2", "snapshot": lines.snapshot
        }
        self.assertTrue(ransack.edit([edit], path=path, only_seen=True, dry_run=False).applied)
        self.assertEqual(path.read_text(), "zero\npython one\n2\nthree\n")
        with self.assertRaises(ransack.Error) as raised:
            ransack.edit([edit], path=path)
        self.assertIs(raised.exception.kind, ransack.Status.STALE)
        self.assertIn(b"2\n", raised.exception.passages[0].text)
        with self.assertRaisesRegex(ValueError, r"first_line must be at least -2\*\*63"):
            ransack.read_lines(path=path, first_line=1 << 63)
        self.assertGreater(ransack.snapshot_memory().count, 0)
        ransack.set_snapshot_memory(ransack.snapshot_memory().max_bytes)

    def test_patches_of_files(self) -> None:
        path = self.root / "patched.txt"
        path.write_bytes(b"x\na\nb\n")
        patch = "--- a/patched.txt\n+++ b/patched.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n"
        preview = ransack.apply_patch(patch, path=self.root)
        self.assertEqual((preview.applied, path.read_bytes()), (False, b"x\na\nb\n"))
        self.assertEqual([(f.path, [h.offset for h in f.hunks]) for f in preview.patched], [("patched.txt", [1])])
        self.assertTrue(ransack.apply_patch(patch, path=self.root, preview=preview.preview, dry_run=False).applied)
        self.assertEqual(path.read_bytes(), b"x\na\nB\n")
        self.assertTrue(ransack.apply_patch(patch.encode(), path=self.root, reverse=True, dry_run=False).applied)
        path.write_bytes(b"a\n")
        with self.assertRaises(ransack.Error) as raised:
            ransack.apply_patch(patch, path=self.root)
        self.assertIs(raised.exception.kind, ransack.Status.PATCH_CONFLICT)
        self.assertEqual([p.path for p in raised.exception.passages], ["patched.txt"])

    def test_conflicts(self) -> None:
        (self.root / "c.txt").write_bytes(b"<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> topic\n>>>>>>> left\n")
        found = list(ransack.conflicts(self.root, text=str))
        self.assertEqual([(c.path, c.first_line, c.is_complete) for c in found], [("c.txt", 1, True), ("c.txt", 6, False)])
        ours, theirs = found[0].ours, found[0].theirs
        assert ours is not None and theirs is not None
        self.assertEqual((ours.text, theirs.text), ("1\n", "2\n"))
        self.assertIsNone(found[0].base)
        self.assertIsNone(found[1].ours)
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual(len(list(workspace.conflicts(limit=1))), 1)

    def test_interrupted_edits(self) -> None:
        for outcome in (ransack.interrupted_edits(self.root), ransack.recover_edits([self.root])):
            self.assertEqual((outcome.recovered, outcome.remaining), ((), ()))
            self.assertTrue(outcome.report.complete)


    def test_undo(self) -> None:
        journal = self.root / "state"
        path = self.root / "a.py"
        old = path.read_bytes()

        def rename(name: str, new: str) -> str:
            edit: ransack.DefinitionEdit = {"action": "rename", "path": path, "name": name, "text": new}
            return ransack.edit_definition([edit], dry_run=False, session="s", journal_path=journal).id

        first = rename("f", "g")
        ransack.checkpoint(name="start", path=self.root, session="s", journal_path=journal)
        second = rename("g", "h")
        listed = ransack.edits(path=self.root, journal_path=journal)
        self.assertEqual([edit.id for edit in listed.edits], [second, first])
        self.assertEqual([edit.operation for edit in listed.edits], ["edit_definition"] * 2)
        self.assertEqual([edit.checkpoints for edit in listed.edits], [("start",), ()])
        self.assertEqual([mark.name for mark in listed.checkpoints], ["start"])
        self.assertEqual(listed.edits[0].files[0].path, str(path.resolve()))
        self.assertIs(listed.edits[0].files[0].action, ransack.AppliedAction.REWRITTEN)
        undone = ransack.undo(checkpoint="start", path=self.root, session="s", journal_path=journal)
        self.assertTrue(undone.applied)
        self.assertEqual([edit.id for edit in undone.edits], [second])
        self.assertIs(undone.edits[0].state, ransack.JournaledState.UNDONE)
        ransack.undo(id=first, path=path, journal_path=journal)
        self.assertEqual(path.read_bytes(), old)
        ransack.redo(path=self.root, session="s", journal_path=journal)
        self.assertIn("def g():", path.read_text())
        path.write_text("foreign")
        with self.assertRaises(ransack.Error) as raised:
            ransack.undo(id=first, path=path, journal_path=journal)
        self.assertEqual([*raised.exception.paths], [str(path.resolve())])
        self.assertEqual(path.read_text(), "foreign")
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual(workspace.edits(journal_path=journal).edits[0].id, first)
        path.write_bytes(old)
        edit: ransack.DefinitionEdit = {"action": "rename", "path": path, "name": "f", "text": "g"}
        applied = ransack.edit_definition([edit], dry_run=False, record_edits=False)
        self.assertEqual((applied.applied, applied.id), (True, ""))


class OtherOperations(TreeTest):
    def test_names(self) -> None:
        self.assertEqual(ransack.escape_glob("a[1].py"), r"a\[1\].py")
        python = next(kind for kind in ransack.file_types() if kind.name == "py")
        self.assertIn("*.py", python.globs)

    def test_glob(self) -> None:
        self.write({"a.py": "", "sub/b.py": "12", "sub/c.txt": ""})
        found = [(m.path, m.size, m.file_type) for m in ransack.glob("*.py", self.root, stat=True)]
        self.assertEqual(found, [("a.py", 0, ransack.FileType.FILE), ("sub/b.py", 2, ransack.FileType.FILE)])
        self.assertEqual([m.path for m in ransack.glob("*", self.root, file_type="dir")], ["sub"])
        self.assertIsNone(next(ransack.glob("a.py", self.root)).size)

    def test_fuzzy_find(self) -> None:
        self.write({"src/main_window.py": "", "src/other.py": "", "README.md": ""})
        best = next(ransack.fuzzy_find("mainwin", self.root))
        self.assertEqual(best.path, "src/main_window.py")
        self.assertEqual(len(best.positions), 7)
        weighted = ransack.fuzzy_find("", self.root, dirs=False, frecency=[("README.md", 9.0)], recent=["src/other.py"])
        self.assertEqual({m.path for m in weighted}, {"src/main_window.py", "src/other.py", "README.md"})
        with self.assertRaisesRegex(TypeError, r"frecency\[0\] must be \(path, weight\), not 'README.md'"):
            ransack.fuzzy_find("", self.root, frecency=["README.md"])  # type: ignore[list-item]
        with self.assertRaisesRegex(TypeError, r"frecency\[1\].path must be str, bytes or os.PathLike, not int"):
            ransack.fuzzy_find("", self.root, frecency=[("a", 1.0), (1, 1.0)])  # type: ignore[list-item]

    def test_ast_grep(self) -> None:
        self.write({"a.js": "foo(1, 2);\nbar(3);\n"})
        (match,) = ransack.ast_grep("foo($$$ARGS)", self.root, include_meta=True, explain=True)
        self.assertEqual((match.text, match.language), (b"foo(1, 2)", "javascript"))
        (args,) = match.meta_variables
        self.assertEqual((args.name, args.text, args.is_list), ("ARGS", b"1, 2", True))
        assert match.reading is not None
        self.assertEqual(match.reading.kind, "call_expression")
        (by_rule,) = ransack.ast_grep((), self.root, rule="kind: number\nregex: '3'")
        self.assertIsNone(by_rule.reading)

    def test_ast_edit(self) -> None:
        self.write({"a.js": "foo(1);\n", "b.js": "foo(2);\n"})
        rewrites = [("foo($A)", "bar($A)")]
        preview = ransack.ast_edit(rewrites, self.root)
        self.assertFalse(preview.applied)
        self.assertEqual([(c.path, c.before, c.after) for c in preview.changes][0], ("a.js", b"foo(1)", b"bar(1)"))
        self.assertEqual(Path(self.root, "a.js").read_text(), "foo(1);\n")
        self.write({"b.js": "foo(3);\n"})
        with self.assertRaises(ransack.Error) as raised:
            ransack.ast_edit(rewrites, self.root, preview=preview.preview, dry_run=False)
        self.assertIs(raised.exception.kind, ransack.Status.STALE)
        self.assertEqual(Path(self.root, "a.js").read_text(), "foo(1);\n")
        preview = ransack.ast_edit(rewrites, self.root)
        applied = ransack.ast_edit(rewrites, self.root, preview=preview.preview, dry_run=False)
        self.assertTrue(applied.applied)
        self.assertEqual([change.count for change in applied.file_changes], [1, 1])
        self.assertEqual(Path(self.root, "b.js").read_text(), "bar(3);\n")

    def test_outlines_and_definitions(self) -> None:
        self.write({"a.py": 'class A:\n    """Doc."""\n    def method(self):\n        pass\n', "b.txt": ""})
        (outline,) = ransack.outline(self.root)
        names = [(i.qualified_name, i.kind, i.parent, i.body_span is not None) for i in outline.items]
        kinds = ransack.ItemKind
        self.assertEqual(names, [("A", kinds.CLASS, None, True), ("A.method", kinds.METHOD, 0, True)])
        file, report = ransack.outline_file(self.root / "a.py")
        assert file
        self.assertEqual((file.path, outline.path), (str(self.root / "a.py"), "a.py"))
        self.assertEqual((file.items, report.complete), (outline.items, True))
        skipped, report = ransack.outline_file(self.root / "a.py", max_file_size=1)
        self.assertIsNone(skipped)
        self.assertIs(report.skipped[0].reason, ransack.SkipReason.TOO_LARGE)
        definition, _ = ransack.definition_in_file(self.root / "a.py", "A.method", "body")
        assert definition is not None
        self.assertEqual(definition.text, b"pass")
        body = ransack.DefinitionPart.BODY
        definition, _ = ransack.definition_in_file(self.root / "a.py", "A.method", [body, "signature"])
        assert definition is not None
        self.assertEqual(definition.text, b"def method(self)\npass")
        with self.assertRaises(ransack.Error) as raised:
            ransack.definition_in_file(self.root / "a.py", "A.methods")
        self.assertIs(raised.exception.kind, ransack.Status.UNKNOWN_NAME)
        self.assertIn("A.method", raised.exception.candidates)


class Pack(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        body = "    total = a + b\n    # keeps it\n    return total\n\n\n"
        functions = "".join(f"def f{i}(a, b):\n{body}" for i in range(30))
        self.write({"a.py": functions, "b.txt": "text\n", "c.log": "log\n"})

    def test_texts_and_treatments(self) -> None:
        packed = ransack.pack(self.root, levels={"a.py": "outline"}, sections={"Diff": "-a"}, format="plain")
        self.assertTrue(packed.text.startswith("==== Files\n./ ("))
        self.assertIn("\n\n==== a.py (outline)\nfunction f0\n", packed.text)
        self.assertTrue(packed.text.endswith("==== b.txt\ntext\n\n==== Diff\n-a\n"))
        self.assertEqual([file.path for file in packed.files], ["a.py", "b.txt"])
        self.assertIs(packed.files[0].treatment, ransack.PackLevel.OUTLINE)
        self.assertIs(packed.files[0].reason, ransack.PackReason.LEVEL)
        self.assertEqual(packed.directories[0].files, 2)
        self.assertTrue(packed.report.complete)

    def test_maximum_and_relevance(self) -> None:
        for relevant in ("f20", [re.compile("^f20$")]):
            packed = ransack.pack(self.root, max_tokens=450, relevant=relevant, weights={"b.txt": 0.5})
            self.assertLessEqual(packed.tokens, 450)
            self.assertIn("def f20(a, b):\n    total = a + b", packed.text)
            self.assertNotIn("def f21(a, b):\n    total", packed.text)
        with self.assertRaises(ransack.Error) as raised:
            ransack.pack(self.root, max_tokens=1, max_bytes=1)
        self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)

    def test_parts_of_a_stream(self) -> None:
        with ransack.Workspace(self.root) as workspace:
            for pack, stream in ((ransack.pack, ransack.pack_stream), (workspace.pack, workspace.pack_stream)):
                for options in ({"max_tokens": 450}, {"tree": False}, {"sections": {"Diff": "-a"}}):
                    packed = pack(self.root, **options)
                    with stream(self.root, **options) as parts:
                        found = list(parts)
                    self.assertEqual("".join(part.text for part in found), packed.text)
                    self.assertEqual([part.file for part in found if part.file is not None], list(packed.files))
                    self.assertTrue(parts.report.complete)
        with self.assertRaises(ransack.Error) as raised:
            next(ransack.pack_stream(self.root, explain=True))
        self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)

    def test_rules(self) -> None:
        packed = ransack.pack(self.root, rules=["*.log"], explain=True, list_only=True)
        self.assertEqual(packed.text, "c.log\n")
        (decision,) = [decision for decision in packed.decisions if decision.path == "c.log"]
        self.assertEqual((decision.is_included, decision.line, decision.rule), (True, 1, "*.log"))
        self.assertIs(decision.source, ransack.RuleSource.CALLER)
        with ransack.Workspace(self.root) as workspace:
            self.assertEqual(len(workspace.pack(use_rules=False).files), 3)


if __name__ == "__main__":
    unittest.main()
