"""Operations on text in memory, terminal text and tokens."""

from __future__ import annotations

import threading
import unittest

import ransack


class Memory(unittest.TestCase):
    def test_search(self) -> None:
        found = ransack.search("one\nÄ two\n", "TWO", ignore_case=True)
        self.assertEqual([(m.line_number, m.line) for m in found], [(2, "Ä two".encode())])
        # Offsets are bytes of the UTF-8.
        self.assertEqual((found[0].submatches[0].start, found[0].submatches[0].end), (3, 6))
        self.assertEqual(found.report.total_matches, 1)
        self.assertTrue(ransack.has_match(b"\xff needle", "needle"))
        self.assertFalse(ransack.has_match(b"", "needle"))

    def test_calls_of_other_threads(self) -> None:
        found = []
        thread = threading.Thread(target=lambda: found.append(ransack.search("a\nb\n", "b")))
        thread.start()
        thread.join()
        self.assertEqual(found[0][0].line, b"b")

    def test_fuzzy_match_strings(self) -> None:
        found = ransack.fuzzy_match_strings("rb", ["abc", "red blue", "xyz"])
        self.assertEqual([(m.index, m.positions) for m in found], [(1, (0, 4))])
        self.assertEqual(ransack.fuzzy_match_strings("x", []), [])

    def test_code(self) -> None:
        (match,) = ransack.ast_match_source("f(1)\n", "python", "f($A)")
        self.assertEqual((match.text, match.span.end.offset), (b"f(1)", 4))
        with self.assertRaisesRegex(ransack.Error, "unheard-of"):
            ransack.ast_match_source("", "unheard-of", "f")
        outline = ransack.outline_source("def f():\n    return 1\n", "python")
        self.assertEqual([item.signature for item in outline.items], ["def f()"])
        nested = '{"a": {"b": {"c": {"d": 1}}}}'
        self.assertEqual(len(ransack.outline_source(nested, "json").items), 3)
        self.assertEqual(len(ransack.outline_source(nested, "json", key_depth=1).items), 1)
        definition = ransack.definition_source("def f():\n    return 1\n", "python", "f", "body")
        self.assertEqual(definition.text, b"return 1")
        definition = ransack.definition_source("def f():\n    return 1\n", "python", "f")
        self.assertEqual(definition.text, b"def f():\n    return 1")
        nested = "class A:\n    def f(self):\n        return 1\n"
        definition = ransack.definition_source(nested, "python", "A.f", layout="dedented")
        self.assertEqual(definition.text, b"def f(self):\n    return 1")
        self.assertEqual([part.part for part in definition.parts], [3, 4])
        self.assertEqual(len(definition.version), 32)
        with self.assertRaisesRegex(ValueError, "layout must be one of 'exact'"):
            ransack.definition_source(nested, "python", "A.f", layout="whole")
        with self.assertRaisesRegex(ValueError, r"parts\[1\] must be one of 'whole'"):
            ransack.definition_source("", "python", "f", ["body", "head"])
        with self.assertRaisesRegex(ValueError, "parts must be one of 'whole'"):
            ransack.definition_source("", "python", "f", "head")


class TerminalText(unittest.TestCase):
    def test_width(self) -> None:
        self.assertEqual(ransack.visible_width("世界\x1b[1m!"), 5)
        self.assertEqual(ransack.visible_width(b"\t", tab_width=3), 3)
        self.assertEqual(ransack.visible_width("±", ambiguous_wide=True), 2)
        with self.assertRaisesRegex(ValueError, r"tab_width must be at least 0 and less than 2\*\*8, not 256"):
            ransack.visible_width("\t", tab_width=256)

    def test_truncate_keeps_the_type(self) -> None:
        self.assertEqual(ransack.truncate_to_width("hello world", 6), "hello…")
        self.assertEqual(ransack.truncate_to_width(b"hello world", 6, ellipsis="..."), b"hel...")
        self.assertEqual(ransack.truncate_to_width("hello world", 6, ellipsis="", cut_at="start"), " world")
        self.assertEqual(ransack.truncate_to_width("a\tb", 3, tab_width=1), "a\tb")
        self.assertEqual(ransack.truncate_to_width("", 0), "")

    def test_wrap(self) -> None:
        self.assertEqual(ransack.wrap_text_with_ansi("one two", 4), ["one", "two"])
        self.assertEqual(ransack.wrap_text_with_ansi(b"one two", 4, keep_spaces=True), [b"one ", b"two"])
        with self.assertRaisesRegex(TypeError, r"wrap_text_with_ansi\(\) got an unexpected keyword argument 'width_'"):
            ransack.wrap_text_with_ansi("", 1, width_=2)  # type: ignore[call-arg]


class Tokens(unittest.TestCase):
    def test_tokens(self) -> None:
        tokenizer = ransack.Tokenizer.for_model("gpt-4o")
        text = "Hello, 世界"
        ids = tokenizer.encode(text)
        self.assertEqual(tokenizer.decode(ids), text.encode())
        self.assertEqual(tokenizer.count(text), len(ids))
        self.assertEqual([t.id for t in tokenizer.token_offsets(text)], ids)
        self.assertEqual(ransack.encode(text, "o200k_base"), ids)
        self.assertEqual(ransack.count_tokens(text, ransack.Encoding.O200K_BASE), len(ids))
        self.assertEqual(ransack.count_tokens("word " * 50_000, "o200k_base"), 50_001)
        self.assertEqual(ransack.encode("", "o200k_base"), [])

    def test_special_tokens(self) -> None:
        text = "<|endoftext|>"
        self.assertEqual(ransack.count_tokens(text, "cl100k_base", all_special=True), 1)
        self.assertEqual(ransack.count_tokens(text, "cl100k_base", allowed_special=[text]), 1)
        self.assertGreater(ransack.count_tokens(text, "cl100k_base"), 1)
        with self.assertRaises(ransack.Error) as raised:
            ransack.count_tokens(text, "cl100k_base", allowed_special="<|unheard-of|>")
        self.assertIs(raised.exception.kind, ransack.Status.INVALID_OPTION)

    def test_unknown_names(self) -> None:
        with self.assertRaises(ransack.Error) as raised:
            ransack.Tokenizer.for_model("unheard-of")
        self.assertIs(raised.exception.kind, ransack.Status.UNKNOWN_MODEL)
        with self.assertRaises(ransack.Error) as raised:
            ransack.Tokenizer("o200k_bsae")
        self.assertIs(raised.exception.kind, ransack.Status.UNKNOWN_MODEL)
        self.assertEqual(raised.exception.candidates[0], "o200k_base")
        for name in ("gpt2", "R50KBASE"):
            self.assertEqual(ransack.encode("word", name), ransack.encode("word", ransack.Encoding.R50K_BASE))
        with self.assertRaisesRegex(ValueError, r"ids\[1\] must be at least 0"):
            ransack.Tokenizer("o200k_base").decode([1, -1])
        with self.assertRaisesRegex(TypeError, r"ids\[0\] must be int, not str"):
            ransack.Tokenizer("o200k_base").decode(["a"])  # type: ignore[list-item]
        with self.assertRaisesRegex(ransack.Error, r"`ids\[1\]`: unknown token id 4294967295"):
            ransack.Tokenizer("o200k_base").decode([1, 4294967295])


if __name__ == "__main__":
    unittest.main()
