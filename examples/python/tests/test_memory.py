"""Operations on text in memory, terminal text and tokens."""

from __future__ import annotations

import base64
import tempfile
import threading
import unittest
from pathlib import Path
from typing import List

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

    def test_decoded_lines(self) -> None:
        (match,) = ransack.search("Ä\nneedle ä\n", "needle", text=str, context_before=1)
        self.assertEqual((match.line, match.context_before[0].line), ("needle ä", "Ä"))
        (match,) = ransack.search(b"needle \xff\n", "needle", text=str)
        self.assertEqual(match.line, "needle \ufffd")

    def test_fuzzy_lists(self) -> None:
        strings = ransack.FuzzyList(["abc", "red blue", "xyz"])
        self.assertEqual([m.index for m in strings.rank("rb")], [1])
        self.assertEqual([m.index for m in strings.rank("rbl", limit=1)], [1])
        self.assertEqual(len(strings), 3)

    def test_diffs(self) -> None:
        diff = ransack.unified_diff("one\ntwo\n", "one\nzwei\n", "a.txt", context=0)
        self.assertEqual(diff, "--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-two\n+zwei\n")
        self.assertEqual(ransack.unified_diff(b"\xff", b"\xff", "a.txt"), b"")

    def test_changed_words(self) -> None:
        old, new = "same\né = f(x)\r\n", "same\nè = f(x, y)\r\n"
        diff, words = ransack.unified_diff(old, new, "a", words=True)
        self.assertEqual(diff, ransack.unified_diff(old, new, "a"))
        # Offsets are bytes of the UTF-8.
        found = [(w.old_start, w.old_end, w.new_start, w.new_end) for w in words]
        self.assertEqual(found, [(5, 7, 5, 7), (13, 13, 13, 16)])
        self.assertEqual(ransack.unified_diff(b"\xff", b"\xff", "a", words=True), (b"", []))
        with self.assertRaisesRegex(TypeError, "words must be bool, not int"):
            ransack.unified_diff("", "", "a", words=1)  # type: ignore[call-overload]


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

    def test_widths_of_several_texts(self) -> None:
        self.assertEqual(ransack.visible_widths(["a", "世", b""]), [1, 2, 0])
        self.assertEqual(ransack.visible_widths("abc"), [3])

    def test_slices_and_segments(self) -> None:
        self.assertEqual(ransack.slice_with_width("a世b", 1, 1), ("世", 2))
        self.assertEqual(ransack.slice_with_width(b"abc", 1, 1, strict=True), (b"b", 1))
        segments = ransack.extract_segments("abcdefgh", 2, 5, 2)
        self.assertEqual((segments.before, segments.after, segments.before_width), ("ab", "fg", 2))

    def test_padding(self) -> None:
        self.assertEqual(ransack.pad_to_width("世", 4), "世  ")
        self.assertEqual(ransack.pad_to_width(b"a", 3, "center"), b" a ")
        with self.assertRaisesRegex(ValueError, "align must be one of 'left'"):
            ransack.pad_to_width("a", 3, "middle")

    def test_graphemes(self) -> None:
        found = [(g.text, g.offset, g.width, g.is_escape) for g in ransack.graphemes("e\u0301\x1b[1m世")]
        self.assertEqual(found, [("e\u0301", 0, 1, False), ("\x1b[1m", 3, 0, True), ("世", 7, 2, False)])
        self.assertEqual([g.text for g in ransack.graphemes(bytearray(b"a\xff"))], [b"a", b"\xff"])

    def test_removing_escapes(self) -> None:
        self.assertEqual(ransack.strip_ansi("\x1b[1ma\x07"), "a\x07")
        self.assertEqual(ransack.sanitize_text(b"\x1b[1ma\x07\r\nb"), b"a\nb")
        self.assertRegex(ransack.unicode_version(), r"^\d+\.\d+\.\d+$")

    def test_wrap(self) -> None:
        self.assertEqual(ransack.wrap_text_with_ansi("one two", 4), ["one", "two"])
        self.assertEqual(ransack.wrap_text_with_ansi(b"one two", 4, keep_spaces=True), [b"one ", b"two"])
        with self.assertRaisesRegex(TypeError, r"wrap_text_with_ansi\(\) got an unexpected keyword argument 'width_'"):
            ransack.wrap_text_with_ansi("", 1, width_=2)  # type: ignore[call-arg]


class Edits(unittest.TestCase):
    def test_edits_of_a_text(self) -> None:
        edits: List[ransack.FileEdit] = [
            {"old_text": "b", "new_text": "c\nd"},
            {"action": "replace_lines", "first_line": 1, "last_line": 1, "new_text": ""},
        ]
        edited = ransack.edit_text("a\r\nb\r\n", edits)
        self.assertEqual(edited.text, "c\r\nd\r\n")
        self.assertEqual([(lines.first, lines.last) for lines in edited.edits[0].lines], [(2, 2)])
        self.assertEqual(ransack.edit_text(b"a\xff", [{"old_text": "a", "new_text": "b"}]).text, b"b\xff")
        tolerant = ransack.edit_text("\u201ca\u201d", [{"old_text": '"a"', "new_text": '"b"'}], tolerant=True)
        self.assertEqual((tolerant.text, tolerant.edits[0].level), ("\u201cb\u201d", ransack.MatchLevel.TYPOGRAPHY))
        with self.assertRaises(ransack.Error) as raised:
            ransack.edit_text("x\nx\n", [{"old_text": "x", "new_text": "y"}])
        self.assertIs(raised.exception.kind, ransack.Status.AMBIGUOUS_TEXT)
        self.assertEqual([p.first_line for p in raised.exception.passages], [1, 2])

    def test_patches(self) -> None:
        diff = ransack.unified_diff(b"a\nb\xff\n", b"a\nB\xff\n", "f.txt")
        patch = ransack.parse_patch(diff)
        self.assertEqual([file.path for file in patch.files], ["f.txt"])
        self.assertEqual([line.text for line in patch.files[0].hunks[0].lines], [b"a\n", b"b\xff\n", b"B\xff\n"])
        patched = patch.apply(0, b"0\na\nb\xff\n")
        self.assertEqual((patched.text, patched.hunks[0].offset), (b"0\na\nB\xff\n", 1))
        back = patch.reversed()
        assert back is not None
        self.assertEqual(back.apply(0, patched.text).text, b"0\na\nb\xff\n")
        with self.assertRaises(ransack.Error) as raised:
            patch.apply(0, "c\n")
        self.assertIs(raised.exception.kind, ransack.Status.PATCH_CONFLICT)
        with self.assertRaises(ransack.Error) as raised:
            ransack.parse_patch("text")
        self.assertIs(raised.exception.kind, ransack.Status.INVALID_PATCH)
        deleted = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"
        self.assertIsNone(ransack.parse_patch(deleted).reversed())


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

    def test_truncation(self) -> None:
        tokenizer = ransack.Tokenizer("o200k_base")
        text = "ä " + "word " * 100
        cut = tokenizer.truncate(text, 10, marker="[...]", from_="middle")
        self.assertTrue(cut.text.startswith("ä word"))
        self.assertIn("[...]", cut.text)
        self.assertLessEqual(tokenizer.count(cut.text), 10)
        self.assertEqual((cut.tokens, cut.total_tokens), (tokenizer.count(cut.text), tokenizer.count(text)))
        whole = tokenizer.truncate(b"word", 10)
        self.assertEqual((whole.text, whole.dropped_start, whole.dropped_end), (b"word", 4, 4))
        lines = tokenizer.truncate("one two\nthree four\n", 4, line_boundary=True)
        self.assertEqual(lines.text, "one two\n")
        special = tokenizer.truncate("<|endoftext|>", 1, allowed_special=["<|endoftext|>"])
        self.assertEqual(special.total_tokens, 1)
        with self.assertRaisesRegex(TypeError, r"truncate\(\) got an unexpected keyword argument 'mark'"):
            tokenizer.truncate(text, 10, mark="")  # type: ignore[call-arg]

    def test_splitting(self) -> None:
        tokenizer = ransack.Tokenizer("o200k_base")
        chunks = tokenizer.split("ä " + "word " * 30, 10)
        self.assertEqual("".join(chunk.text for chunk in chunks), "ä " + "word " * 30)
        self.assertEqual([chunk.tokens for chunk in chunks], [tokenizer.count(chunk.text) for chunk in chunks])
        overlapping = tokenizer.split(b"word " * 30, 10, overlap=3)
        self.assertLess(overlapping[1].start, overlapping[0].end)
        self.assertEqual(tokenizer.split("", 10), [])

    def test_counting(self) -> None:
        tokenizer = ransack.Tokenizer("o200k_base")
        self.assertEqual(tokenizer.count_batch(["word", b"", "word word"]), [1, 0, 2])
        self.assertEqual(tokenizer.count_up_to("word word", 2), 2)
        self.assertIsNone(tokenizer.count_up_to("word word", 1))
        counter = ransack.TokenCounter(tokenizer)
        self.assertEqual([counter.push(part) for part in ("wo", "rd", b" word")], [1, 1, 2])
        self.assertTrue(counter.pop())
        self.assertEqual(counter.total, 1)
        self.assertTrue(counter.pop() and counter.pop())
        self.assertFalse(counter.pop())
        self.assertGreater(ransack.estimate_tokens("some words here", "claude-4.7"), 2)
        by_member = ransack.estimate_tokens("some words", ransack.ModelFamily.GLM5)
        self.assertEqual(by_member, ransack.estimate_tokens("some words", "glm-5"))

    def test_other_vocabularies(self) -> None:
        ranks = b"".join(b"%s %d\n" % (base64.b64encode(bytes([i])), i) for i in range(256))
        special = [("<|end|>", 256)]
        tokenizer = ransack.Tokenizer.from_tiktoken(ranks, pattern=".+", special_tokens=special)
        self.assertEqual(tokenizer.encode("ab<|end|>", all_special=True), [97, 98, 256])
        self.assertEqual([(t.text, t.id) for t in tokenizer.special_tokens()], [("<|end|>", 256)])
        with tempfile.NamedTemporaryFile(suffix=".tiktoken") as file:
            file.write(ranks)
            file.flush()
            tokenizer = ransack.Tokenizer.from_tiktoken_file(Path(file.name), pattern=".+")
            self.assertEqual(repr(tokenizer), f"<Tokenizer: {file.name}>")
        self.assertEqual(tokenizer.count("abc"), 3)
        with self.assertRaises(FileNotFoundError):
            ransack.Tokenizer.from_tokenizer_json_file("missing.json")
        with self.assertRaises(ransack.Error) as raised:
            ransack.Tokenizer.from_tokenizer_json("{}")
        self.assertIs(raised.exception.kind, ransack.Status.INVALID_VOCABULARY)

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
