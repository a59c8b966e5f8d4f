//! Terminal text: wrapping.

use std::borrow::Cow;

use proptest::prelude::*;
use ransack_text::{
    TextOptions, WrapOptions, graphemes, strip_ansi, visible_width, wrap_text_with_ansi,
};

fn wrap(text: &str, width: usize) -> Vec<Cow<'_, str>> {
    wrap_text_with_ansi(text, width, &WrapOptions::default())
}

fn wrap_with(text: &str, width: usize, change: impl FnOnce(&mut WrapOptions)) -> Vec<String> {
    let mut options = WrapOptions::default();
    change(&mut options);
    wrap_text_with_ansi(text, width, &options)
        .into_iter()
        .map(Cow::into_owned)
        .collect()
}

#[test]
fn line_breaks() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("", 5, &[""]),
        ("hello", 5, &["hello"]),
        ("hello world", 5, &["hello", "world"]),
        ("hello world", 11, &["hello world"]),
        ("hello world", 10, &["hello", "world"]),
        ("a b c d e", 3, &["a b", "c d", "e"]),
        ("hello   world", 7, &["hello", "world"]),
        ("trailing   ", 20, &["trailing   "]),
        ("trailing   ", 9, &["trailing"]),
        ("  indent", 10, &["  indent"]),
        ("  abcdefgh", 5, &["  abc", "defgh"]),
        ("      ab", 3, &["ab"]),
        ("      ", 3, &[""]),
        ("abcdefghij", 4, &["abcd", "efgh", "ij"]),
        ("hi abcdefghij", 4, &["hi", "abcd", "efgh", "ij"]),
        ("abc", 0, &["a", "b", "c"]),
        ("a\tb", 5, &["a", "b"]),
        ("a\tb", 9, &["a\tb"]),
        ("ab\u{200B}cd", 3, &["ab\u{200B}", "cd"]),
        ("a\u{A0}b c", 3, &["a\u{A0}b", "c"]),
        ("a\u{2003}b", 1, &["a", "b"]),
        // Line breaks in the text.
        ("a\nb", 5, &["a", "b"]),
        ("a\r\nb", 5, &["a", "b"]),
        ("a\n\nb\n", 5, &["a", "", "b", ""]),
        ("hello world\nfoo", 5, &["hello", "world", "foo"]),
        ("a \n  b", 5, &["a ", "  b"]),
        // Wide clusters.
        ("世界", 3, &["世", "界"]),
        ("世界", 1, &["世", "界"]),
        ("a世", 1, &["a", "世"]),
        ("ab 世界和平", 6, &["ab 世", "界和平"]),
        ("你好，世界", 4, &["你", "好，", "世界"]),
        ("「引用」と", 4, &["「引", "用」", "と"]),
        ("한국어 텍스트", 8, &["한국어", "텍스트"]),
        (
            "👩\u{200D}💻👩\u{200D}💻",
            3,
            &["👩\u{200D}💻", "👩\u{200D}💻"],
        ),
        (
            "e\u{301}e\u{301}e\u{301}",
            2,
            &["e\u{301}e\u{301}", "e\u{301}"],
        ),
        ("\u{200D}世", 1, &["\u{200D}世"]),
    ];
    for &(text, width, expected) in cases {
        assert_eq!(wrap(text, width), expected, "{text:?} at {width}");
    }
}

#[test]
fn styles_are_closed_and_reopened() {
    let cases: &[(&str, usize, &[&str])] = &[
        (
            "\x1b[31mab cd\x1b[39m",
            2,
            &["\x1b[31mab\x1b[39m", "\x1b[31mcd\x1b[39m"],
        ),
        ("\x1b[31mab\x1b[39m cd", 2, &["\x1b[31mab\x1b[39m", "cd"]),
        ("ab \x1b[31mcd\x1b[39m", 2, &["ab", "\x1b[31mcd\x1b[39m"]),
        ("ab\x1b[31m cd\x1b[39m", 2, &["ab", "\x1b[31mcd\x1b[39m"]),
        (
            "\x1b[31mab \x1b[32mcd",
            2,
            &["\x1b[31mab\x1b[39m", "\x1b[32mcd"],
        ),
        (
            "\x1b[1;2mab cd\x1b[0m",
            2,
            &["\x1b[1;2mab\x1b[22m", "\x1b[1;2mcd\x1b[0m"],
        ),
        (
            "\x1b[1m\x1b[4mabcd",
            2,
            &["\x1b[1m\x1b[4mab\x1b[22;24m", "\x1b[1;4mcd"],
        ),
        (
            "\x1b[38;5;208mab cd",
            2,
            &["\x1b[38;5;208mab\x1b[39m", "\x1b[38;5;208mcd"],
        ),
        (
            "\x1b[48;2;1;2;3mab cd",
            2,
            &["\x1b[48;2;1;2;3mab\x1b[49m", "\x1b[48;2;1;2;3mcd"],
        ),
        (
            "\x1b[38:2::1:2:3mab cd",
            2,
            &["\x1b[38:2::1:2:3mab\x1b[39m", "\x1b[38:2::1:2:3mcd"],
        ),
        (
            "\x1b[4:3;58:5:9mab cd",
            2,
            &["\x1b[4:3;58:5:9mab\x1b[59;24m", "\x1b[58:5:9;4:3mcd"],
        ),
        ("\x1b[21mab cd", 2, &["\x1b[21mab\x1b[24m", "\x1b[21mcd"]),
        (
            "\x1b[3;5;7;8;9;53mab cd",
            2,
            &[
                "\x1b[3;5;7;8;9;53mab\x1b[23;25;27;28;29;55m",
                "\x1b[3;5;7;8;9;53mcd",
            ],
        ),
        (
            "\x1b[1;31mab\x1b[22m cd",
            2,
            &["\x1b[1;31mab\x1b[22;39m", "\x1b[31mcd"],
        ),
        ("\x1b[31;mab cd", 2, &["\x1b[31;mab", "cd"]),
        ("\x1b[4mab\x1b[4:0m cd", 2, &["\x1b[4mab\x1b[24m", "cd"]),
        ("\u{9b}31mab cd", 2, &["\u{9b}31mab\x1b[39m", "\x1b[31mcd"]),
        (
            "\x1b[31mab\ncd\x1b[39m",
            5,
            &["\x1b[31mab\x1b[39m", "\x1b[31mcd\x1b[39m"],
        ),
        ("\x1b[31mab\n\x1b[39mcd", 5, &["\x1b[31mab\x1b[39m", "cd"]),
        (
            "\x1b[31mab\n\ncd",
            5,
            &["\x1b[31mab\x1b[39m", "", "\x1b[31mcd"],
        ),
        // Sequences other than styles stay in place.
        ("ab \x1b_cursor\x07cd", 2, &["ab", "\x1b_cursor\x07cd"]),
        ("\x1b[>4;1mab cd", 2, &["\x1b[>4;1mab", "cd"]),
    ];
    for &(text, width, expected) in cases {
        assert_eq!(wrap(text, width), expected, "{text:?} at {width}");
    }
}

#[test]
fn every_attribute_is_reset_by_its_parameter() {
    let pairs = [
        ("1", "22"),
        ("2", "22"),
        ("3", "23"),
        ("4", "24"),
        ("4:3", "24"),
        ("21", "24"),
        ("5", "25"),
        ("6", "25"),
        ("7", "27"),
        ("8", "28"),
        ("9", "29"),
        ("31", "39"),
        ("97", "39"),
        ("38;5;208", "39"),
        ("38:5:208", "39"),
        ("38;2;1;2;3", "39"),
        ("38:2::1:2:3", "39"),
        ("41", "49"),
        ("107", "49"),
        ("48;5;208", "49"),
        ("48;2;1;2;3", "49"),
        ("48:2::1:2:3", "49"),
        ("53", "55"),
        ("58;5;9", "59"),
        ("58:2::1:2:3", "59"),
    ];
    for (set, reset) in pairs {
        let text = format!("\x1b[{set}mab cd\x1b[{reset}m ef");
        let line = |shown| format!("\x1b[{set}m{shown}\x1b[{reset}m");
        assert_eq!(wrap(&text, 2), [line("ab"), line("cd"), "ef".into()]);
    }
}

#[test]
fn a_hyperlink_longer_than_terminals_accept_is_not_reopened() {
    let link = format!("\x1b]8;;http://a.b/{}\x07", "x".repeat(3_000));
    let text = format!("{link}ab cd ef\x1b]8;;\x07");
    let lines = wrap(&text, 2);
    assert_eq!(lines[0], format!("{link}ab\x1b]8;;\x07"));
    assert!(
        lines[1..].iter().all(|line| !line.contains('x')),
        "{lines:?}"
    );
}

#[test]
fn hyperlinks_are_closed_and_reopened() {
    let link = "\x1b]8;id=7;http://a.b\x1b\\";
    let text = format!("{link}ab cd\x1b]8;;\x1b\\ ef");
    assert_eq!(
        wrap(&text, 2),
        [
            format!("{link}ab\x1b]8;;\x1b\\"),
            format!("{link}cd\x1b]8;;\x1b\\"),
            "ef".to_owned()
        ]
    );
    let text = "\x1b[1m\x1b]8;;u\x07ab cd\x1b]8;;\x07\x1b[0m";
    assert_eq!(
        wrap(text, 2),
        [
            "\x1b[1m\x1b]8;;u\x07ab\x1b]8;;\x07\x1b[22m",
            "\x1b]8;;u\x07\x1b[1mcd\x1b]8;;\x07\x1b[0m",
        ]
    );
}

#[test]
fn keep_spaces_and_keep_urls() {
    let keep = |text, width| wrap_with(text, width, |o| o.keep_spaces = true);
    assert_eq!(keep("ab   cd", 4), ["ab  ", " cd"]);
    assert_eq!(keep("abcd efgh", 4), ["abcd", " ", "efgh"]);
    assert_eq!(keep("     ", 2), ["  ", "  ", " "]);
    let urls = |text, width| wrap_with(text, width, |o| o.keep_urls = true);
    assert_eq!(
        urls("see https://a.b/cdef now", 6),
        ["see", "https://a.b/cdef", "now"]
    );
    assert_eq!(urls("见https://a.b/c。", 4), ["见", "https://a.b/c。"]);
    assert_eq!(urls("abcdefgh", 4), ["abcd", "efgh"]);
    assert_eq!(urls("\x1b]8;;http://a.b\x07abcdef\x1b]8;;\x07", 4).len(), 2);
    let options = TextOptions::default();
    let lines = wrap("plain text that is wrapped", 10);
    assert!(lines.iter().all(|line| matches!(line, Cow::Borrowed(_))));
    assert!(lines.iter().all(|line| visible_width(line, &options) <= 10));
}

/// Returns each visible cluster with the styles and hyperlinks in force there.
fn styled(text: &str) -> Vec<(String, Vec<String>)> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for piece in graphemes(text, &TextOptions::default()) {
        match piece.text {
            "\x1b[1m" | "\x1b[31m" | "\x1b]8;;u\x07" if !open.contains(&piece.text.to_owned()) => {
                open.push(piece.text.to_owned());
                open.sort();
            }
            "\x1b[22m" => open.retain(|o| o != "\x1b[1m"),
            "\x1b[39m" => open.retain(|o| o != "\x1b[31m"),
            "\x1b[22;39m" => open.retain(|o| o.starts_with("\x1b]")),
            "\x1b[1;31m" => {
                open.retain(|o| o.starts_with("\x1b]"));
                open.extend(["\x1b[1m".to_owned(), "\x1b[31m".to_owned()]);
                open.sort();
            }
            "\x1b]8;;\x07" => open.retain(|o| o != "\x1b]8;;u\x07"),
            _ if piece.width > 0 && !piece.text.trim().is_empty() => {
                all.push((piece.text.to_owned(), open.clone()));
            }
            _ => {}
        }
    }
    all
}

/// Text to wrap. Tests that join the lines remove its CRs, because a CR at the end of a line would
/// become part of the line break.
fn styled_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-d ]{0,7}",
        3 => prop::sample::select(vec![
            "\x1b[1m", "\x1b[22m", "\x1b[31m", "\x1b[39m", "\x1b]8;;u\x07", "\x1b]8;;\x07",
            "\r", "\x08", "世", "界", "。", "（", "한", "e\u{301}", "👩\u{200D}💻", "\n", "\t", "\u{200B}", "  ",
            "\u{3000}", "http://ab",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

/// Wraps word by word and cluster by cluster. Only for text without escape sequences, indentation
/// and characters next to which lines break.
fn wrap_naively(text: &str, width: usize) -> Vec<String> {
    let options = TextOptions::default();
    let cells = |text: &str| visible_width(text, &options);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut rest = paragraph;
        while !rest.is_empty() {
            let word_start = rest.find(|c| c != ' ').unwrap_or(rest.len());
            let (spaces, after) = rest.split_at(word_start);
            let (word, after) = after.split_at(after.find(' ').unwrap_or(after.len()));
            rest = after;
            if cells(&line) + spaces.len() + cells(word) <= width {
                line.push_str(spaces);
                line.push_str(word);
                continue;
            }
            if word.is_empty() {
                break;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for cluster in graphemes(word, &options) {
                if !line.is_empty() && cells(&line) + cluster.width > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push_str(cluster.text);
            }
        }
        lines.push(line);
    }
    lines
}

fn plain_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => "[a-d,(]{1,12}",
        1 => prop::sample::select(vec!["한국어", "e\u{301}o", "né", "한e\u{301}x"]).prop_map(str::to_owned),
    ];
    let gap = prop::sample::select(vec![" ", " ", " ", "  ", "   ", "\n"]);
    prop::collection::vec((word, gap), 0..24).prop_map(|all| {
        let joined: String = all.into_iter().map(|(word, gap)| word + gap).collect();
        joined
    })
}

proptest! {
    #[test]
    fn plain_text_wraps_as_by_the_naive_walk(text in plain_text(), width in 1usize..40) {
        prop_assert_eq!(wrap(&text, width), wrap_naively(&text, width));
    }

    #[test]
    fn joined_lines_are_the_text(text in styled_text(), width in 0usize..12) {
        let text = text.replace('\r', "");
        let kept = wrap_with(&text, width, |o| o.keep_spaces = true).concat();
        prop_assert_eq!(strip_ansi(&kept), strip_ansi(&text).replace('\n', ""));
        if !text.contains('\t') {
            let options = TextOptions::default();
            prop_assert_eq!(visible_width(&kept, &options), visible_width(&text, &options));
        }
        let solid = |text: &str| strip_ansi(text).replace([' ', '\t', '\n', '\u{3000}'], "");
        prop_assert_eq!(solid(&wrap(&text, width).concat()), solid(&text));
        let urls = wrap_with(&text, width, |o| o.keep_urls = true);
        prop_assert_eq!(solid(&urls.concat()), solid(&text));
    }

    #[test]
    fn lines_fit_the_width(text in styled_text(), width in 0usize..12, keep in any::<bool>()) {
        let options = TextOptions::default();
        for line in wrap_with(&text, width, |o| o.keep_spaces = keep) {
            let drawn = graphemes(&line, &options).filter(|g| g.width > 0).count();
            prop_assert!(visible_width(&line, &options) <= width || drawn == 1, "{:?}", line);
        }
    }

    #[test]
    fn every_cluster_keeps_its_style(text in styled_text(), width in 0usize..12) {
        prop_assert_eq!(styled(&wrap(&text, width).concat()), styled(&text));
    }

    #[test]
    fn lines_end_in_the_default_state(text in styled_text(), width in 0usize..12) {
        let lines = wrap(&text, width);
        for line in &lines[..lines.len() - 1] {
            let end = format!("{line}x");
            prop_assert_eq!(&styled(&end).pop().unwrap().1, &Vec::<String>::new());
        }
    }

    #[test]
    fn wrapping_is_idempotent(text in styled_text(), width in 2usize..12) {
        let text = text.replace('\r', "");
        let once = wrap(&text, width).join("\n");
        let twice = wrap(&once, width).join("\n");
        prop_assert_eq!(&twice, &once);
    }

    #[test]
    fn paragraphs_wrap_independently(first in styled_text(), second in styled_text(), width in 1usize..12) {
        let first = strip_ansi(&first).replace('\r', "");
        let second = strip_ansi(&second);
        let both = format!("{first}\n{second}");
        let mut apart = wrap(&first, width);
        apart.extend(wrap(&second, width));
        prop_assert_eq!(wrap(&both, width), apart);
    }
}

#[test]
fn words_are_kept_whole_on_request() {
    let soft = |text: &str, width| wrap_with(text, width, |options| options.hard = false);
    assert_eq!(soft("abcdefghij", 4), ["abcdefghij"]);
    assert_eq!(soft("ab abcdefghij cd", 4), ["ab", "abcdefghij", "cd"]);
    assert_eq!(soft("  abcdefghij k", 4), ["abcdefghij", "k"]);
    assert_eq!(soft("abc\u{301}defghij é", 4), ["abc\u{301}defghij", "é"]);
    assert_eq!(
        soft("x \x1b[1mabcdef\x1b[22mgh i", 4),
        ["x", "\x1b[1mabcdef\x1b[22mgh", "i"]
    );
    // East Asian text still breaks between characters.
    assert_eq!(soft("世界和平 abc", 4), ["世界", "和平", "abc"]);
    assert_eq!(soft("abc", 0), ["abc"]);
}

#[test]
fn lines_break_anywhere_on_request() {
    let anywhere = |text: &str, width| wrap_with(text, width, |options| options.word_wrap = false);
    assert_eq!(anywhere("ab cd ef", 4), ["ab c", "d ef"]);
    assert_eq!(anywhere("abcd ef", 4), ["abcd", "ef"]);
    assert_eq!(anywhere("one two\nthree", 5), ["one t", "wo", "three"]);
    assert_eq!(anywhere("a 世界", 3), ["a", "世", "界"]);
    // A character without a width does not keep the spaces before it in the line.
    assert_eq!(anywhere("abc  \u{200b}d", 4), ["abc", "\u{200b}d"]);
    let both = wrap_with("abcdefgh", 4, |options| {
        options.word_wrap = false;
        options.hard = false;
    });
    assert_eq!(both, ["abcd", "efgh"]);
    let kept = wrap_with("ab  cd", 3, |options| {
        options.word_wrap = false;
        options.keep_spaces = true;
    });
    assert_eq!(kept, ["ab ", " cd"]);
    let urls = |text| {
        wrap_with(text, 6, |options| {
            options.word_wrap = false;
            options.keep_urls = true;
        })
    };
    assert_eq!(urls("ab http://a cdef"), ["ab", "http://a", "cdef"]);
    assert_eq!(urls("x a://b cdefgh"), ["x", "a://b", "cdefgh"]);
}

#[test]
fn lines_break_after_hyphens_and_slashes_on_request() {
    let broken = |text: &str, width| {
        wrap_with(text, width, |options| {
            options.break_after_hyphens = true;
            options.break_after_slashes = true;
        })
    };
    assert_eq!(broken("well-known", 6), ["well-", "known"]);
    assert_eq!(broken("a well-known", 7), ["a well-", "known"]);
    assert_eq!(broken("src/text/wrap.rs", 9), ["src/text/", "wrap.rs"]);
    assert_eq!(broken("C:\\a\\bcd", 5), ["C:\\a\\", "bcd"]);
    assert_eq!(broken("ab--cd", 5), ["ab--", "cd"]);
    assert_eq!(
        broken("ab \x1b[1mcd-\x1b[22mef", 4),
        ["ab", "\x1b[1mcd-\x1b[22m", "ef"]
    );
    assert_eq!(broken("naïve\u{2010}ish", 7), ["naïve\u{2010}", "ish"]);
    assert_eq!(broken("ab-(cd", 4), ["ab-", "(cd"]);
    // Not at the start of a word, after a colon or an opening bracket, or before a closing one.
    assert_eq!(broken("ab --flag", 6), ["ab", "--flag"]);
    assert_eq!(broken("abc:/d", 5), ["abc:/", "d"]);
    assert_eq!(broken("x abc:/d", 7), ["x", "abc:/d"]);
    assert_eq!(broken("xyz (-ab", 6), ["xyz", "(-ab"]);
    assert_eq!(broken("abc-) d", 4), ["abc-", ") d"]);
    // Each option alone.
    let hyphens = wrap_with("a/b-c/d", 4, |options| options.break_after_hyphens = true);
    assert_eq!(hyphens, ["a/b-", "c/d"]);
    let slashes = wrap_with("a-b/c-d", 4, |options| options.break_after_slashes = true);
    assert_eq!(slashes, ["a-b/", "c-d"]);
    assert_eq!(wrap("a-b c-d", 4), ["a-b", "c-d"]);
    let whole = wrap_with("see-it http://a-b/c-d", 8, |options| {
        options.break_after_hyphens = true;
        options.break_after_slashes = true;
        options.keep_urls = true;
    });
    assert_eq!(whole, ["see-it", "http://a-b/c-d"]);
}

#[test]
fn tabs_have_a_fixed_width_on_request() {
    let options = TextOptions::default().tab_width(4).fixed_tabs(true);
    for (text, width) in [
        ("\t", 4),
        ("a\tb", 6),
        ("世\t\tb", 11),
        ("abc\t", 7),
        ("a\n\tb", 6),
    ] {
        assert_eq!(visible_width(text, &options), width, "{text:?}");
        // As if each tab were four spaces.
        let spaces = text.replace('\t', "    ");
        assert_eq!(visible_width(&spaces, &options), width, "{text:?}");
    }
    let wrap = WrapOptions::default().text(options);
    assert_eq!(wrap_text_with_ansi("a\tb", 6, &wrap), ["a\tb"]);
    assert_eq!(wrap_text_with_ansi("a\tb", 5, &wrap), ["a", "b"]);
    assert_eq!(visible_width("a\tb", &options.tab_width(0)), 2);
}

/// Results of wrap-ansi 10.0.2 for words with single spaces between them, without escape sequences.
#[test]
fn lines_are_those_of_wrap_ansi() {
    let table = include_str!("../data/wrap_ansi.json");
    let table: Vec<serde_json::Value> = serde_json::from_str(table).unwrap();
    for row in table {
        let text = row["text"].as_str().unwrap();
        let width = row["width"].as_u64().unwrap() as usize;
        let lines = wrap_with(text, width, |options| {
            options.hard = row["hard"].as_bool().unwrap();
            options.word_wrap = row["wordWrap"].as_bool().unwrap();
        });
        let lines: Vec<_> = lines.iter().map(|line| strip_ansi(line)).collect();
        assert_eq!(serde_json::json!(lines), row["lines"], "{row}");
    }
}

proptest! {
    #[test]
    fn no_option_loses_text(
        text in "([a-zé世]{0,9}|[-/\\\\:(). \t]{0,3}|\x1b\\[1m|\n|–|e\u{301}){0,20}",
        width in 0..12usize,
        flags in 0..32u8,
    ) {
        let has = |bit: u8| flags & 1 << bit != 0;
        let mut options = WrapOptions::default();
        options.keep_urls = has(0);
        options.hard = has(1);
        options.word_wrap = has(2);
        options.break_after_hyphens = has(3);
        options.break_after_slashes = has(4);
        let visible = |text: &str| strip_ansi(text).replace([' ', '\t', '\n'], "");
        let lines = wrap_text_with_ansi(&text, width, &options);
        prop_assert_eq!(visible(&lines.concat()), visible(&text));
        if options.hard || !options.word_wrap {
            for line in lines.iter().filter(|line| !line.contains("://")) {
                // A cluster wider than the width has its own line.
                let clusters = graphemes(line, &options.text).filter(|part| part.width > 0).count();
                prop_assert!(visible_width(line, &options.text) <= width || clusters == 1, "{line:?}");
            }
        }
        if !options.hard && options.word_wrap && text.is_ascii() && flags < 8 {
            let words = |text: &str| -> Vec<String> {
                strip_ansi(text).split_ascii_whitespace().map(str::to_owned).collect()
            };
            let found: Vec<String> = lines.iter().flat_map(|line| words(line)).collect();
            prop_assert_eq!(found, words(&text));
        }
        options.keep_spaces = true;
        let lines = wrap_text_with_ansi(&text, width, &options);
        let joined = lines.concat();
        prop_assert_eq!(strip_ansi(&joined), strip_ansi(&text).replace('\n', ""));
    }
}
