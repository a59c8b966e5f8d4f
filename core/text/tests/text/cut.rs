//! Terminal text: slicing, truncating, padding, overlays.

use std::borrow::Cow;

use proptest::prelude::*;
use ransack_text::{
    Align, CutAt, TextOptions, TruncateOptions, WrapOptions, extract_segments, graphemes,
    pad_to_width, slice_with_width, strip_ansi, truncate_to_width, visible_width,
    wrap_text_with_ansi,
};

fn slice(line: &str, start: usize, length: usize, strict: bool) -> (String, usize) {
    let slice = slice_with_width(line, start, length, strict, &TextOptions::default());
    (slice.text.into_owned(), slice.width)
}

fn truncate(text: &str, width: usize, change: impl FnOnce(&mut TruncateOptions)) -> String {
    let mut options = TruncateOptions::default();
    change(&mut options);
    truncate_to_width(text, width, &options).into_owned()
}

#[test]
fn slice_cases() {
    let cases: &[(&str, usize, usize, bool, &str, usize)] = &[
        ("hello", 0, 5, false, "hello", 5),
        ("hello", 1, 3, false, "ell", 3),
        ("hello", 0, 0, false, "", 0),
        ("hello", 5, 3, false, "", 0),
        ("hello", 9, 3, true, "", 0),
        ("hello", 3, usize::MAX, true, "lo", 2),
        ("日本語", 0, 3, false, "日本", 4),
        ("日本語", 0, 3, true, "日 ", 3),
        ("日本語", 1, 3, false, "本", 2),
        ("日本語", 1, 3, true, " 本", 3),
        ("日本語", 1, 2, true, "  ", 2),
        ("日本語", 1, 4, true, " 本 ", 4),
        ("日", 1, 1, true, " ", 1),
        ("e\u{301}a\u{200B}b", 0, 1, true, "e\u{301}", 1),
        ("e\u{301}a\u{200B}b", 1, 1, true, "a\u{200B}", 1),
        ("e\u{301}a\u{200B}b", 2, 1, true, "b", 1),
        ("a\tb", 0, 4, false, "a   ", 4),
        ("a\tb", 4, 9, false, "    b", 5),
        ("ab\tcd\te", 1, 20, false, "b      cd      e", 16),
        (
            "\x1b[31mhello\x1b[39m",
            1,
            3,
            false,
            "\x1b[31mell\x1b[39m",
            3,
        ),
        (
            "\x1b[31mhello\x1b[39m",
            2,
            3,
            false,
            "\x1b[31mllo\x1b[39m",
            3,
        ),
        ("\x1b[31mhe\x1b[39mllo", 2, 3, false, "llo", 3),
        (
            "\x1b[31mhe\x1b[39mllo",
            0,
            2,
            false,
            "\x1b[31mhe\x1b[39m",
            2,
        ),
        ("he\x1b[31mllo", 0, 2, false, "he", 2),
        ("\x1b[31mhello", 2, 9, false, "\x1b[31mllo", 3),
        ("\x1b[1;31m日本\x1b[0m", 1, 2, true, "  ", 2),
        (
            "\x1b]8;id=a;u\x07link\x1b]8;;\x07",
            1,
            2,
            true,
            "\x1b]8;id=a;u\x07in\x1b]8;;\x07",
            2,
        ),
        ("ab\x1b_c\x07cd", 2, 2, true, "\x1b_c\x07cd", 2),
        ("ab\x1b_c\x07cd", 0, 2, true, "ab", 2),
    ];
    for &(line, start, length, strict, text, width) in cases {
        assert_eq!(
            slice(line, start, length, strict),
            (text.to_owned(), width),
            "{line:?} {start}"
        );
    }
    let options = TextOptions::default();
    let plain = slice_with_width("\x1b[1mhello\x1b[22m x", 6, 3, true, &options);
    assert!(matches!(plain.text, Cow::Borrowed(_)));
}

#[test]
fn unchanged_text_is_borrowed() {
    let options = TextOptions::default();
    for text in [
        "plain",
        "\x1b[1mstyled\x1b[22m",
        "漢字 👩\u{200D}💻",
        "a\tb",
    ] {
        let results = [
            truncate_to_width(text, 20, &TruncateOptions::default()),
            slice_with_width(text, 0, 20, true, &options).text,
            wrap_text_with_ansi(text, 20, &WrapOptions::default()).remove(0),
            extract_segments(text, 20, 30, 5, true, &options).before,
            pad_to_width(text, 3, Align::Right, &options),
        ];
        for result in results {
            assert!(matches!(result, Cow::Borrowed(same) if same == text));
        }
    }
}

#[test]
fn truncation_cases() {
    let cases: &[(&str, usize, &str)] = &[
        ("hello", 5, "hello"),
        ("hello", 4, "hel…"),
        ("hello", 1, "…"),
        ("hello", 0, ""),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("日本語", 2, "…"),
        ("\x1b[31mhello\x1b[39m", 4, "\x1b[31mhel…\x1b[39m"),
        ("\x1b[31mhe\x1b[39mllo", 3, "\x1b[31mhe…\x1b[39m"),
        ("he\u{301}llo", 3, "he\u{301}…"),
        (
            "\x1b]8;;u\x1b\\hello\x1b]8;;\x1b\\",
            3,
            "\x1b]8;;u\x1b\\he…\x1b]8;;\x1b\\",
        ),
        ("a\tb", 5, "a…"),
    ];
    for &(text, width, expected) in cases {
        assert_eq!(
            truncate(text, width, |_| {}),
            expected,
            "{text:?} at {width}"
        );
    }
    let at = |text, width, cut_at| truncate(text, width, |o| o.cut_at = cut_at);
    assert_eq!(at("hello world", 6, CutAt::Start), "…world");
    assert_eq!(at("hello world", 6, CutAt::Middle), "hel…ld");
    assert_eq!(at("hello world", 7, CutAt::Middle), "hel…rld");
    assert_eq!(at("日本語", 4, CutAt::Start), "…語");
    assert_eq!(at("日本語", 5, CutAt::Middle), "日…語");
    assert_eq!(at("\x1b[31mab\x1b[39m cd", 3, CutAt::Start), "…cd");
    assert_eq!(
        at("ab \x1b[31mcd\x1b[39m", 3, CutAt::Start),
        "\x1b[31m…cd\x1b[39m"
    );
    assert_eq!(
        at("\x1b[31mabcd\x1b[39m\x1b[1mefgh\x1b[22m", 5, CutAt::Middle),
        "\x1b[31mab…\x1b[39;1mgh\x1b[22m"
    );
    let words = |text, width, cut_at| {
        truncate(text, width, |o| {
            o.cut_at = cut_at;
            o.word_boundary = true;
        })
    };
    assert_eq!(words("hello brave world", 13, CutAt::End), "hello brave…");
    assert_eq!(words("hello brave world", 12, CutAt::End), "hello brave…");
    assert_eq!(words("hello brave world", 11, CutAt::End), "hello…");
    assert_eq!(words("helloooo", 5, CutAt::End), "hell…");
    assert_eq!(words("hello brave world", 9, CutAt::Start), "…world");
    assert_eq!(words("hello brave world", 12, CutAt::Start), "…brave world");
    assert_eq!(words("hello brave world", 14, CutAt::Middle), "hello…world");
    let ellipsis = |text, width, ellipsis: &'static str| {
        truncate(text, width, |o| o.ellipsis = ellipsis.into())
    };
    assert_eq!(ellipsis("hello", 4, "..."), "h...");
    assert_eq!(ellipsis("hello", 2, "..."), "..");
    assert_eq!(ellipsis("hello", 3, ""), "hel");
    assert_eq!(ellipsis("日本語", 3, ""), "日");
    assert_eq!(truncate("日本語", 4, |o| o.pad = true), "日… ");
    assert_eq!(truncate("ab", 4, |o| o.pad = true), "ab  ");
}

#[test]
fn huge_widths_return_the_whole_text() {
    let options = TextOptions::default();
    for text in ["", "ab", "a\tb", "\x1b[1m世\x1b[22m", "e\u{301}"] {
        let cells = visible_width(text, &options);
        for width in [usize::MAX, usize::MAX - 1, 1 << 40] {
            for cut_at in [CutAt::End, CutAt::Start, CutAt::Middle] {
                for words in [false, true] {
                    let change = |o: &mut TruncateOptions| {
                        o.cut_at = cut_at;
                        o.word_boundary = words;
                    };
                    assert_eq!(truncate(text, width, change), text);
                }
            }
            for strict in [false, true] {
                assert_eq!(slice(text, 0, width, strict), (text.to_owned(), cells));
                assert_eq!(slice(text, width, width, strict), (String::new(), 0));
                let parts = extract_segments(text, width, width, width, strict, &options);
                assert_eq!((&*parts.before, parts.after_width), (text, 0));
                let parts = extract_segments(text, 0, 0, width, strict, &options);
                assert_eq!((&*parts.after, parts.before_width), (text, 0));
            }
            assert_eq!(
                wrap_text_with_ansi(text, width, &WrapOptions::default()),
                [text]
            );
        }
    }
}

#[test]
fn padding_cases() {
    let options = TextOptions::default();
    assert_eq!(pad_to_width("ab", 2, Align::Center, &options), "ab");
    assert_eq!(
        pad_to_width("\x1b[1mab\x1b[22m", 4, Align::Right, &options),
        "  \x1b[1mab\x1b[22m"
    );
    assert_eq!(
        pad_to_width("a\tb", 11, Align::Right, &options),
        "  a       b"
    );
    assert_eq!(
        pad_to_width("", usize::MAX, Align::Left, &options).len(),
        65_535
    );
}

#[test]
fn overlay_cases() {
    let options = TextOptions::default();
    let segments = |line, end, start, len, strict| {
        let s = extract_segments(line, end, start, len, strict, &options);
        (
            s.before.into_owned(),
            s.before_width,
            s.after.into_owned(),
            s.after_width,
        )
    };
    let expect =
        |before: &str, b: usize, after: &str, a: usize| (before.to_owned(), b, after.to_owned(), a);
    assert_eq!(
        segments("0123456789", 3, 6, 2, true),
        expect("012", 3, "67", 2)
    );
    assert_eq!(segments("012", 5, 8, 2, true), expect("012", 3, "", 0));
    assert_eq!(
        segments("0123456789", 6, 3, 9, true),
        expect("012345", 6, "3456789", 7)
    );
    assert_eq!(
        segments("日本語です", 3, 5, 9, true),
        expect("日 ", 3, " です", 5)
    );
    assert_eq!(
        segments("日本語です", 3, 5, 9, false),
        expect("日 ", 3, "です", 4)
    );
    assert_eq!(
        segments("\x1b[4ma\x1b[31mbcdef\x1b[0m", 2, 4, 9, true),
        expect("\x1b[4ma\x1b[31mb\x1b[39;24m", 2, "\x1b[31;4mef\x1b[0m", 2)
    );
    for (line, end, before) in [
        ("\x1b[31mred", 5, "\x1b[31mred\x1b[39m"),
        ("\x1b[31mred", 3, "\x1b[31mred\x1b[39m"),
        ("\x1b[31mred\x1b[m", 3, "\x1b[31mred\x1b[m"),
        ("red\x1b[31m", 3, "red\x1b[31m\x1b[39m"),
        (
            "\x1b]8;;u\x07l\x1b[1m",
            2,
            "\x1b]8;;u\x07l\x1b[1m\x1b]8;;\x07\x1b[22m",
        ),
        ("\x1b[31m", 0, ""),
    ] {
        let width = visible_width(before, &options);
        assert_eq!(
            segments(line, end, 8, 3, true),
            expect(before, width, "", 0)
        );
    }
}

fn styled_line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-d ]{0,5}",
        3 => prop::sample::select(vec![
            "\x1b[1m", "\x1b[22m", "\x1b[31m", "\x1b[0m", "\x1b]8;;u\x07", "\x1b]8;;\x07", "世",
            "\r", "한", "e\u{301}", "👩\u{200D}💻", "\t", "\u{200B}", "\u{301}", "🇩", "\x1b_x\x07",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// Unterminated escape sequences for the end of a line.
fn unterminated_sequence() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "",
        "\x1b",
        "\x1b[",
        "\x1b[3;",
        "\x1b(",
        "\x1b]8;;u",
        "\x1b]\u{9B}1m",
        "\x1bP\x1b",
        "\u{9B}1",
        "\u{9D}0;x",
        "\u{9B}1m",
    ])
}

/// Returns the content of each cell of a line, found by a naive walk. The second cell of a wide
/// cluster is the cluster after `<`.
fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    for piece in graphemes(line, &TextOptions::default()) {
        match (piece.text, piece.width) {
            ("\t", n) => cells.extend(std::iter::repeat_n(" ".to_owned(), n)),
            (text, n) => {
                for part in 0..n {
                    cells.push(if part == 0 {
                        text.to_owned()
                    } else {
                        format!("<{text}")
                    });
                }
            }
        }
    }
    cells
}

#[test]
fn tabs_of_an_ellipsis_do_not_change_their_width() {
    let cut = |text: &str, width, cut_at, pad| {
        truncate(text, width, |o| {
            o.ellipsis = "a\t".into();
            o.cut_at = cut_at;
            o.pad = pad;
        })
    };
    let long = "0123456789012345678901234567890";
    assert_eq!(cut(long, 15, CutAt::End, false), "0123456a       ");
    assert_eq!(cut(long, 11, CutAt::End, true), "012a       ");
    assert_eq!(cut(long, 12, CutAt::Middle, true), "01a       90");
    assert_eq!(cut(long, 11, CutAt::Start, false), "a\t890");
    assert_eq!(cut("\u{e9}\txyz", 9, CutAt::End, true), "\u{e9}a       ");
    assert_eq!(cut("\u{e9}\tx", 8, CutAt::End, true), "a\t");
}

proptest! {
    #[test]
    fn strict_slices_have_the_cells_of_the_line(line in styled_line(), start in 0usize..20, length in 0usize..20) {
        let all = cells(&line);
        let end = all.len().min(start + length);
        let mut expected = all[start.min(end)..end].to_vec();
        // Halves of wide clusters become spaces.
        if let Some(first) = expected.first_mut()
            && first.starts_with('<')
        {
            *first = " ".to_owned();
        }
        if let (Some(next), Some(last)) = (all.get(end), expected.last_mut())
            && next.starts_with('<')
        {
            *last = " ".to_owned();
        }
        let (text, width) = slice(&line, start, length, true);
        prop_assert_eq!(width, expected.len());
        prop_assert_eq!(visible_width(&text, &TextOptions::default()), width);
        // A mark after a tab joins the last of the spaces that replace the tab.
        let squash = |s: &String| match s.starts_with(' ') {
            true => Cow::Borrowed(" "),
            false => Cow::Owned(strip_ansi(s).replace('\u{200B}', "")),
        };
        let shown: Vec<_> = cells(&text).iter().map(squash).collect();
        let expected: Vec<_> = expected.iter().map(squash).collect();
        prop_assert_eq!(shown, expected);
    }

    #[test]
    fn joined_slices_are_the_line(line in styled_line(), cut in 0usize..20) {
        let (before, a) = slice(&line, 0, cut, false);
        let (after, b) = slice(&line, a.max(cut), usize::MAX - 100, false);
        let total = visible_width(&line, &TextOptions::default());
        prop_assert_eq!(a + b, total);
        if cut > 0 && !line.contains('\t') {
            let joined = before + &after;
            prop_assert_eq!(strip_ansi(&joined), strip_ansi(&line));
        }
    }

    #[test]
    fn slice_width_is_its_visible_width(line in styled_line(), start in 0usize..20, length in 0usize..20) {
        let (text, width) = slice(&line, start, length, false);
        prop_assert_eq!(visible_width(&text, &TextOptions::default()), width);
        prop_assert!(width <= length + 1);
    }

    #[test]
    fn truncated_text_fits_the_width(
        line in (styled_line(), unterminated_sequence()).prop_map(|(line, end)| line + end),
        width in 0usize..20,
        cut in 0usize..3,
        words in any::<bool>(),
        pad in any::<bool>(),
        ellipsis in prop::sample::select(vec!["…", "...", "", "世", "\x1b[1m>\x1b[0m"]),
    ) {
        let cut_at = [CutAt::End, CutAt::Start, CutAt::Middle][cut];
        let change = |o: &mut TruncateOptions| {
            o.cut_at = cut_at;
            o.word_boundary = words;
            o.pad = pad;
            o.ellipsis = ellipsis.into();
        };
        let once = truncate(&line, width, change);
        let options = TextOptions::default();
        let shown = visible_width(&once, &options);
        prop_assert!(if pad { shown == width } else { shown <= width }, "{:?}", once);
        prop_assert_eq!(&truncate(&once, width, change), &once);
        if visible_width(&line, &options) <= width && !pad {
            prop_assert_eq!(once, line);
        }
    }

    #[test]
    fn segments_equal_slices(line in styled_line(), end in 0usize..12, gap in 0usize..9, len in 0usize..12) {
        let options = TextOptions::default();
        let segments = extract_segments(&line, end, end + gap, len, true, &options);
        let before = slice_with_width(&line, 0, end, true, &options);
        let after = slice_with_width(&line, end + gap, len, true, &options);
        prop_assert!(segments.before.starts_with(&*before.text));
        prop_assert_eq!(segments.before_width, before.width);
        if before.width > 0 {
            let next = segments.before.into_owned() + "\x18x";
            prop_assert_eq!(&*slice_with_width(&next, before.width, 1, true, &options).text, "x");
        }
        prop_assert_eq!((segments.after, segments.after_width), (after.text, after.width));
    }

    #[test]
    fn padded_text_fills_the_width(
        line in (styled_line(), unterminated_sequence()).prop_map(|(line, end)| line + end),
        width in 0usize..30,
        side in 0usize..3,
    ) {
        let options = TextOptions::default();
        let align = [Align::Left, Align::Right, Align::Center][side];
        let padded = pad_to_width(&line, width, align, &options);
        let expected = visible_width(&line, &options).max(width);
        prop_assert_eq!(visible_width(&padded, &options), expected);
    }
}
