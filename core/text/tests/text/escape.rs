//! Terminal text: escape sequences and hostile input.

use ransack_text::{
    Align, CutAt, TextOptions, TruncateOptions, WrapOptions, extract_segments, graphemes,
    pad_to_width, sanitize_text, slice_with_width, strip_ansi, truncate_to_width, visible_width,
    visible_width_utf16, wrap_text_with_ansi,
};

/// Sequences of each form.
const SEQUENCES: &[&str] = &[
    // Control sequences.
    "\x1b[m",
    "\x1b[0m",
    "\x1b[1;31m",
    "\x1b[38;5;208m",
    "\x1b[38;2;1;2;3m",
    "\x1b[38:2::1:2:3m",
    "\x1b[4:3m",
    "\x1b[58:5:1m",
    "\x1b[2J",
    "\x1b[10;20H",
    "\x1b[?25l",
    "\x1b[?2026$p",
    "\x1b[>4;1m",
    "\x1b[!p",
    "\x1b[ q",
    "\x1b[3~",
    "\x1b[@",
    "\u{9b}31m",
    "\u{9b}K",
    // Operating system commands and other strings.
    "\x1b]0;title\x07",
    "\x1b]0;title\x1b\\",
    "\x1b]0;title\u{9c}",
    "\u{9d}0;title\u{9c}",
    "\u{9d}0;t\x07",
    "\x1b]8;;http://a.b/c\x1b\\",
    "\x1b]8;id=1:x=2;http://a.b/c\x07",
    "\x1b]8;;\x1b\\",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x1b]0;日本語\u{201c}x\x07",
    "\x1b]0;two\nlines\x07",
    "\x1bP1$r0m\x1b\\",
    "\x1bPq#0;2;0;0;0~~\x07@@\x1b\\",
    "\u{90}x\u{9c}",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b_pi:c\x07",
    "\u{9f}x\x07",
    "\x1b^private\x1b\\",
    "\u{9e}private\u{9c}",
    "\x1bXstart\x1b\\",
    "\u{98}start\x07end\u{9c}",
    // ESC and one or more characters.
    "\x1b7",
    "\x1b8",
    "\x1b=",
    "\x1b>",
    "\x1bc",
    "\x1bM",
    "\x1bD",
    "\x1bE",
    "\x1bN",
    "\x1bO",
    "\x1b\\",
    "\x1b(B",
    "\x1b)0",
    "\x1b*A",
    "\x1b#8",
    "\x1b%G",
    "\x1b F",
    "\x1b$(C",
];

#[test]
fn every_sequence_is_one_grapheme_of_width_zero() {
    let options = TextOptions::default();
    for &sequence in SEQUENCES {
        let text = format!("ab{sequence}cd");
        let all: Vec<_> = graphemes(&text, &options)
            .map(|g| (g.text, g.is_escape))
            .collect();
        let expected = [
            ("a", false),
            ("b", false),
            (sequence, true),
            ("c", false),
            ("d", false),
        ];
        assert_eq!(all, expected);
        assert_eq!(visible_width(&text, &options), 4, "{sequence:?}");
        assert_eq!(strip_ansi(&text), "abcd");
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(visible_width_utf16(&units, &options), 4, "{sequence:?}");
    }
}

#[test]
fn no_operation_cuts_a_sequence() {
    let options = TextOptions::default();
    let mut truncate = TruncateOptions::default();
    truncate.ellipsis = "".into();
    for sequence in SEQUENCES {
        let text = format!("ab{sequence}cd");
        for cut in 0..=4 {
            let slice = |start, length| slice_with_width(&text, start, length, true, &options).text;
            let sides = [slice(0, cut), slice(cut, 4)].map(|side| strip_ansi(&side).into_owned());
            assert_eq!(sides, [&"abcd"[..cut], &"abcd"[cut..]], "{sequence:?}");
            for cut_at in [CutAt::End, CutAt::Start, CutAt::Middle] {
                truncate.cut_at = cut_at;
                let left = truncate_to_width(&text, cut, &truncate);
                assert_eq!(strip_ansi(&left).len(), cut, "{sequence:?}: {left:?}");
            }
            let lines = wrap_text_with_ansi(&text, cut, &WrapOptions::default());
            assert_eq!(
                strip_ansi(&lines.concat()),
                "abcd",
                "{sequence:?}: {lines:?}"
            );
        }
    }
}

#[test]
fn malformed_sequences_end_where_terminals_end_them() {
    let cases = [
        // Unterminated at the end of the text.
        ("a\x1b", "a"),
        ("a\x1b[", "a"),
        ("a\x1b[38;5", "a"),
        ("a\x1b[?", "a"),
        ("a\x1b]8;;http://x", "a"),
        ("a\x1b]8;;http://x\x1b", "a"),
        ("a\x1bPabc", "a"),
        ("a\x1b(", "a"),
        ("a\u{9b}1", "a"),
        // An ESC inside a sequence starts another one.
        ("\x1b[1\x1b[2mx", "x"),
        ("\x1b]0;t\x1b[1mx", "x"),
        ("\x1b\x1b[1mx", "x"),
        ("\x1b\x1b\x1bx", ""),
        ("\x1b(\x1b[1mx", "x"),
        ("\x1bPtmux;\x1b\x1b]52;c;x\x07\x1b\\y", "y"),
        // Cancelled, or ended by an invalid character.
        ("\x1b[1\x18x", "\x18x"),
        ("\x1b]0;t\x1ax", "\x1ax"),
        ("\x1b[1\nx", "\nx"),
        ("\x1b[1世x", "世x"),
        ("\x1b世", "世"),
        ("\x1b\n", "\n"),
    ];
    for (text, left) in cases {
        assert_eq!(strip_ansi(text), left, "{text:?}");
    }
    let long = format!("\x1b[{}mx", "1;".repeat(5000));
    assert_eq!(strip_ansi(&long), "x");
}

/// Every input here takes quadratic or unbounded time in some implementation. In quadratic time,
/// the test would not finish.
#[test]
fn hostile_input_takes_linear_time() {
    const SIZE: usize = if cfg!(debug_assertions) {
        1 << 17
    } else {
        10 << 20
    };
    let repeated = |part: &str| part.repeat(SIZE / part.len());
    let mut inputs: Vec<String> = [
        "\x1b",
        "\x1b[",
        "\x1b]",
        "\x1b]8;;u\x07",
        "\x1b[1m",
        "\x1b[31m \x1b[39m",
        "\u{9b}",
        "\u{90}",
        "e\u{301}",
        "\u{301}",
        "🇩",
        "👩\u{200D}",
        "\u{1100}",
        "क\u{94D}",
        "\u{600}",
        "\u{200B}",
        "\t",
        " ",
        "\n",
        "\r",
        "\x08",
        "a",
        "a ",
        "世",
        "世。",
        "a\x1b[4mb c\x1b[24m\t",
    ]
    .map(repeated)
    .into();
    inputs.push(format!("\x1b[{}", "1".repeat(SIZE)));
    inputs.push(format!(
        "\x1b[{}m {}",
        "38;5;1;".repeat(SIZE / 8),
        repeated("x ")
    ));
    inputs.push(format!("\x1b]8;id=1;{}", repeated("http://")));
    inputs.push(format!("a{} b", "\u{301}".repeat(SIZE / 2)));
    inputs.push(format!("a{} b", repeated("\x1b[0m")));
    inputs.push(format!("\x1b[1m{}", repeated("http://")));
    let options = TextOptions::default();
    let mut truncate = TruncateOptions::default();
    truncate.word_boundary = true;
    let mut wrap = WrapOptions::default();
    for text in &inputs {
        let width = visible_width(text, &options);
        let half = width / 2;
        assert!(slice_with_width(text, half, 10, true, &options).width <= 10);
        extract_segments(text, 10, half, usize::MAX, false, &options);
        for cut_at in [CutAt::End, CutAt::Start, CutAt::Middle] {
            truncate.cut_at = cut_at;
            let cut = truncate_to_width(text, half, &truncate);
            assert!(visible_width(&cut, &options) <= half);
        }
        for keep in [false, true] {
            wrap.keep_spaces = keep;
            wrap.keep_urls = keep;
            assert!(!wrap_text_with_ansi(text, 20, &wrap).is_empty());
        }
        pad_to_width(text, width + 100, Align::Center, &options);
        assert!(graphemes(text, &options).count() > 0);
        strip_ansi(text);
        sanitize_text(text);
    }
}
