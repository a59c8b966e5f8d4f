"""Syntax highlighting, themes and languages."""

from __future__ import annotations

import unittest

import ransack


class Highlight(unittest.TestCase):
    def test_ranges(self) -> None:
        found = ransack.highlight("let ä = 1;", "rust")
        self.assertEqual(found.output, "")
        classes = [(span.start, span.end, span.class_) for span in found.spans]
        self.assertIn((0, 3, ransack.HighlightClass.KEYWORD), classes)
        # Offsets are bytes of the UTF-8.
        self.assertIn((9, 10, ransack.HighlightClass.NUMBER), classes)
        self.assertEqual((found.report.language, found.report.complete), ("rust", True))

    def test_forms(self) -> None:
        html = ransack.highlight("let a", "rs", "html")
        self.assertEqual(html.output, '<span class="hl-keyword">let</span> a')
        self.assertEqual(html.spans, ())
        colors: ransack.HighlightColors = {"keyword": "\x1b[1m"}
        self.assertEqual(ransack.highlight(b"let a", "rust", colors).output, b"\x1b[1mlet\x1b[22m a")
        for theme in ("Nord", ransack.Theme("nord")):
            output = ransack.highlight("let a = 'ä';", "rust", theme, depth="ansi256").output
            self.assertIn("\x1b[38;5;", output)
            self.assertEqual(ransack.strip_ansi(output), "let a = 'ä';")
        with self.assertRaises(ransack.Error) as raised:
            ransack.highlight("", "rust", "Nort")
        self.assertIn("Nord", raised.exception.candidates)
        with self.assertRaisesRegex(TypeError, "output has the unexpected key 'keywords'; did you mean 'keyword'"):
            ransack.highlight("", "rust", {"keywords": ""})  # type: ignore[arg-type]

    def test_a_time_limit_of_the_caller(self) -> None:
        token = ransack.CancelToken(timeout_ms=0)
        with self.assertRaises(ransack.TimedOut):
            ransack.highlight("let a", "rust", token=token)
        partial = ransack.highlight("let a" * 100, "rust", token=token, on_timeout="partial")
        self.assertEqual((partial.report.complete, partial.report.stopped_by), (False, ransack.StoppedBy.TIMEOUT))

    def test_streams(self) -> None:
        text = "def f():\n    return 'ä'\n"
        stream, shown = ransack.HighlightStream("python", "html"), b""
        for chunk in (text.encode()[i : i + 5] for i in range(0, len(text.encode()), 5)):
            update = stream.push(chunk)
            shown = shown[: update.keep] + update.append
        self.assertFalse(stream.report.complete)
        update = stream.finish()
        shown = shown[: update.keep] + update.append
        self.assertEqual(shown.decode(), ransack.highlight(text, "python", "html").output)
        self.assertTrue(stream.report.complete)

    def test_themes(self) -> None:
        names = ransack.theme_names()
        self.assertIn("Catppuccin Mocha", names)
        theme = ransack.Theme("catppuccin mocha")
        self.assertEqual((theme.name, theme.is_dark, repr(theme)), ("Catppuccin Mocha", True, "<Theme: Catppuccin Mocha>"))
        self.assertLess(theme.background, theme.foreground)
        self.assertIsNotNone(theme.style("keyword").color)
        self.assertIn(".code .hl-keyword", theme.css(".code"))
        with self.assertRaises(ransack.Error):
            ransack.Theme.from_tm_theme("not a theme")


class Languages(unittest.TestCase):
    def test_names(self) -> None:
        self.assertTrue(ransack.supports_language("PY"))
        self.assertFalse(ransack.supports_language("unheard-of"))
        self.assertIn("python", ransack.supported_languages())
        self.assertEqual(ransack.detect_language("tool", "#!/usr/bin/env python3\n"), "python")
        self.assertEqual(ransack.detect_language("a.rs"), "rust")
        self.assertIsNone(ransack.detect_language("a.unheard-of"))
        engine, reason = ransack.highlight_engine_of("rust")
        self.assertIs(engine, ransack.HighlightEngine.TREE_SITTER)
        self.assertTrue(reason)
        self.assertIn("MIT", ransack.highlight_acknowledgements())

    def test_preparing(self) -> None:
        ransack.warm_language("rust")
        with self.assertRaises(ransack.Error) as raised:
            ransack.warm_language("rusty")
        self.assertIn("rust", raised.exception.candidates)


if __name__ == "__main__":
    unittest.main()
