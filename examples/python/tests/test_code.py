"""Code in memory: syntax-tree search, definitions, imports, syntax checks."""

from __future__ import annotations

import unittest

import ransack

SOURCE = "class A:\n    def f(self):\n        return 1\n"


class Definitions(unittest.TestCase):
    def test_syntax_tree_search(self) -> None:
        (match,) = ransack.ast_match_source("f(1)\n", "python", "f($A)")
        self.assertEqual((match.text, match.span.end.offset), (b"f(1)", 4))
        (decoded,) = ransack.ast_match_source("f('ä')\n", "python", "f($A)", text=str, include_meta=True)
        self.assertEqual((decoded.text, decoded.meta_variables[0].text), ("f('ä')", "'ä'"))
        with self.assertRaisesRegex(ransack.Error, "unheard-of"):
            ransack.ast_match_source("", "unheard-of", "f")
        kinds = [reading.kind for reading in ransack.explain_pattern("f($A)", "python")]
        self.assertIn("call", kinds)
        python = next(language for language in ransack.ast_languages() if language.name == "python")
        self.assertIn("py", python.extensions)

    def test_outlines(self) -> None:
        outline = ransack.outline_source("def f():\n    return 1\n", "python")
        self.assertEqual([item.signature for item in outline.items], ["def f()"])
        nested = '{"a": {"b": {"c": {"d": 1}}}}'
        self.assertEqual(len(ransack.outline_source(nested, "json").items), 3)
        self.assertEqual(len(ransack.outline_source(nested, "json", key_depth=1).items), 1)

    def test_definitions(self) -> None:
        definition = ransack.definition_source("def f():\n    return 1\n", "python", "f", "body")
        self.assertEqual(definition.text, b"return 1")
        definition = ransack.definition_source("def f():\n    return 1\n", "python", "f")
        self.assertEqual(definition.text, b"def f():\n    return 1")
        definition = ransack.definition_source(SOURCE, "python", "A.f", layout="dedented")
        self.assertEqual(definition.text, b"def f(self):\n    return 1")
        self.assertEqual([part.part for part in definition.parts], [3, 4])
        self.assertEqual(len(definition.version), 32)
        decoded = ransack.definition_source(SOURCE.replace("1", "'ä'"), "python", "A.f", "body", text=str)
        self.assertEqual(decoded.text, "return 'ä'")
        with self.assertRaisesRegex(ValueError, "layout must be one of 'exact'"):
            ransack.definition_source(SOURCE, "python", "A.f", layout="whole")
        with self.assertRaisesRegex(ValueError, r"parts\[1\] must be one of 'whole'"):
            ransack.definition_source("", "python", "f", ["body", "head"])
        with self.assertRaisesRegex(ValueError, "parts must be one of 'whole'"):
            ransack.definition_source("", "python", "f", "head")

    def test_skeletons(self) -> None:
        skeleton = ransack.skeleton_source(SOURCE, "python")
        self.assertNotIn(b"return", skeleton.text)
        self.assertEqual(skeleton.elided, 1)
        names = ransack.skeleton_source(SOURCE, "python", level="names", text=str)
        self.assertEqual(names.text.split(), ["class", "A", "method", "f"])
        self.assertIs(ransack.SkeletonLevel(names.level), ransack.SkeletonLevel.NAMES)
        kept = ransack.skeleton_source(SOURCE, "python", names=["A.f"])
        self.assertEqual(kept.text.decode(), SOURCE)


class Imports(unittest.TestCase):
    def test_reading(self) -> None:
        imports = ransack.imports_source("import os\nfrom a import b as c\n", "python")
        self.assertEqual([i.module for i in imports.items], ["os", "a"])
        (name,) = imports.items[1].names
        self.assertEqual((name.name, name.alias), ("b", "c"))
        exports = ransack.exports_source("export const a = 1\nexport default a\n", "javascript")
        self.assertEqual([e.name for e in exports.items], ["a", "default"])
        self.assertIs(exports.items[1].kind, ransack.ExportKind.DEFAULT)

    def test_adding(self) -> None:
        added, statuses = ransack.add_imports("import os\n", "python", [{"module": "sys"}, {"module": "os"}])
        self.assertEqual(added, "import os\nimport sys\n")
        self.assertEqual(statuses, [ransack.EditStatus.APPLIED, ransack.EditStatus.UNCHANGED])
        request: ransack.ImportRequest = {"module": "a", "names": ["b", {"name": "c", "alias": "d"}]}
        self.assertEqual(ransack.add_imports(b"", "python", [request])[0], b"from a import b, c as d\n")
        self.assertEqual(ransack.add_imports("", "python", [{"module": "a", "names": "bc"}])[0], "from a import bc\n")
        with self.assertRaisesRegex(TypeError, r"imports\[0\] has the unexpected key 'modul'; did you mean 'module'\?"):
            ransack.add_imports("", "python", [{"modul": "a"}])  # type: ignore[typeddict-unknown-key]
        with self.assertRaisesRegex(ValueError, r"imports\[0\].kind must be one of 'static'"):
            ransack.add_imports("", "python", [{"module": "a", "kind": "b"}])  # type: ignore[typeddict-item]
        with self.assertRaisesRegex(TypeError, r"imports\[0\].names\[1\] must be \(name, alias\), not 1"):
            ransack.add_imports("", "python", [{"module": "a", "names": ["b", 1]}])  # type: ignore[list-item]

    def test_removing_and_organising(self) -> None:
        source = "import sys\nimport os\n"
        self.assertEqual(ransack.remove_imports(source, "python", [{"module": "sys"}]), "import os\n")
        with self.assertRaises(ransack.Error) as raised:
            ransack.remove_imports(source, "python", [{"module": "so"}])
        self.assertIs(raised.exception.kind, ransack.Status.UNKNOWN_NAME)
        self.assertEqual(ransack.organise_imports(source, "python"), "import os\nimport sys\n")


class Syntax(unittest.TestCase):
    def test_check(self) -> None:
        self.assertEqual(ransack.check_syntax(SOURCE, "python"), [])
        (error, *_) = ransack.check_syntax("f(\n", "javascript")
        self.assertEqual(error.span.start.line, 1)
        (outside,) = ransack.check_syntax("return 1\n", "python")
        self.assertIn("return", outside.message)

    def test_lookup(self) -> None:
        block = ransack.block_range_at(SOURCE, "python", 1)
        assert block is not None
        self.assertEqual((block.kind, block.last_line), ("class_definition", 3))
        self.assertIsNone(ransack.block_range_at("f(\n)\n", "javascript", 2))
        kinds = [node.kind for node in ransack.node_chain_at(SOURCE, "python", 3)]
        self.assertEqual((kinds[0], kinds[-1]), ("return_statement", "module"))
        code = "function f() {\n  a()\n  b()\n}\n"
        self.assertEqual(ransack.enclosing_block_boundaries(code, "javascript", [(1, 2)]), [4])
        self.assertIsNone(ransack.enclosing_block_boundaries("f(", "javascript", [(1, 1)]))
        with self.assertRaisesRegex(ValueError, "line must be at least 0"):
            ransack.node_chain_at(SOURCE, "python", -1)


if __name__ == "__main__":
    unittest.main()
