//! Terminal text: widths, grapheme clusters, stripping and sanitizing.

use proptest::prelude::*;
use ransack_text::{
    ClusterWidth, TextOptions, UNICODE_VERSION, graphemes, sanitize_text, sanitize_text_utf16,
    strip_ansi, strip_ansi_utf16, visible_width, visible_width_latin1, visible_width_utf16,
};
use unicode_segmentation::UnicodeSegmentation;

fn width(text: &str) -> usize {
    visible_width(text, &TextOptions::default())
}

fn width_with(text: &str, change: impl FnOnce(&mut TextOptions)) -> usize {
    let mut options = TextOptions::default();
    change(&mut options);
    visible_width(text, &options)
}

#[test]
fn widths_of_every_class() {
    let cases: &[(&str, usize)] = &[
        // ASCII and Latin.
        ("", 0),
        (" ", 1),
        ("a", 1),
        ("~", 1),
        ("hello, world", 12),
        ("é", 1),
        ("\u{A0}", 1),
        ("\u{A1}", 1),
        ("ÿ", 1),
        ("ß", 1),
        ("Ω", 1),
        ("Я", 1),
        ("…", 1),
        ("—", 1),
        ("“”", 2),
        ("│", 1),
        ("█", 1),
        ("░", 1),
        ("①", 1),
        ("\u{FFFD}", 1),
        // Controls.
        ("\0", 0),
        ("\x07", 0),
        ("\x08", 0),
        ("ab\x08", 2),
        ("\n", 0),
        ("\r", 0),
        ("\r\n", 0),
        ("\x0B\x0C", 0),
        ("\x7F", 0),
        ("\u{84}", 0),
        ("\u{85}", 0),
        ("\u{9C}", 0),
        ("ab\ncd", 4),
        ("ab\rcd", 4),
        ("\u{2028}\u{2029}", 0),
        // Tabs.
        ("\t", 8),
        ("a\t", 8),
        ("1234567\t", 8),
        ("12345678\t", 16),
        ("日\t", 8),
        ("a\tb\tc", 17),
        ("abc\n\t", 11),
        ("abc\r\t", 8),
        ("abc\r\n\t", 11),
        ("\x1b[31mabc\t", 8),
        // East Asian.
        ("世", 2),
        ("界", 2),
        ("漢字", 4),
        ("ひらがな", 8),
        ("カタカナ", 8),
        ("Ａ", 2),
        ("！", 2),
        ("\u{3000}", 2),
        ("。", 2),
        ("㌔", 2),
        ("ㄅ", 2),
        ("\u{4DC0}", 2),
        ("\u{20000}", 2),
        ("\u{3FFFD}", 2),
        ("\u{2FFE0}", 2),
        ("\u{3400}", 2),
        // Half-width kana with voicing marks.
        ("ｶ", 1),
        ("ｶﾞ", 2),
        ("ﾊﾟ", 2),
        ("ﾞ", 1),
        ("ｱｲｳ", 3),
        // Hangul.
        ("한", 2),
        ("한국어", 6),
        ("\u{1100}", 2),
        ("\u{1100}\u{1161}", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("\u{AC00}\u{11A8}", 2),
        ("\u{1100}\u{1100}\u{1161}", 2),
        ("\u{1161}", 1),
        ("\u{11A8}", 1),
        ("\u{3131}", 2),
        ("\u{3164}", 0),
        ("\u{115F}", 0),
        ("\u{FFA1}", 1),
        ("\u{FFA0}", 0),
        // Combining marks.
        ("e\u{301}", 1),
        ("\u{301}", 0),
        ("a\u{300}\u{301}\u{302}", 1),
        ("Z\u{324}\u{351}\u{36B}a", 2),
        ("a\u{20DD}", 1),
        ("世\u{301}", 2),
        ("か\u{3099}", 2),
        ("\u{5D0}\u{5B0}", 1),
        ("\u{627}\u{64B}", 1),
        // Zero width and default-ignorable.
        ("\u{200B}", 0),
        ("\u{200C}", 0),
        ("\u{200D}", 0),
        ("\u{200E}\u{200F}", 0),
        ("\u{202A}\u{202E}", 0),
        ("\u{2060}", 0),
        ("\u{2064}", 0),
        ("\u{206F}", 0),
        ("\u{FEFF}", 0),
        ("\u{61C}", 0),
        ("\u{180E}", 0),
        ("\u{34F}", 0),
        ("a\u{200D}b", 2),
        ("\u{E0001}", 0),
        ("\u{E0041}", 0),
        ("\u{1D173}", 0),
        ("\u{FFF9}", 0),
        // Soft hyphen.
        ("\u{AD}", 0),
        ("co\u{AD}op", 4),
        // Prepended marks.
        ("\u{600}", 1),
        ("\u{600}1", 2),
        ("\u{605}1", 1),
        // Indic.
        ("क", 1),
        ("का", 2),
        ("कि", 2),
        ("कु", 1),
        ("क्ष", 2),
        ("क्\u{200C}ष", 2),
        ("नमस्ते", 4),
        ("ন্দ", 2),
        ("மி", 2),
        // South East Asian.
        ("ก", 1),
        ("กิ", 1),
        ("กำ", 2),
        ("ກຳ", 2),
        ("ကျ", 2),
        ("\u{1780}\u{17D2}\u{1780}", 2),
        // Emoji.
        ("😀", 2),
        ("🚀", 2),
        ("⌚", 2),
        ("✅", 2),
        ("☀", 1),
        ("☀\u{FE0F}", 2),
        ("☀\u{FE0E}", 1),
        ("❤\u{FE0F}", 2),
        ("©", 1),
        ("©\u{FE0F}", 2),
        ("⌚\u{FE0E}", 1),
        ("😀\u{FE0E}", 2),
        ("😀\u{FE0F}", 2),
        ("✅\u{FE0E}", 1),
        ("a\u{FE0F}", 1),
        ("世\u{FE0F}", 2),
        ("世\u{FE00}", 2),
        ("\u{FE0F}", 0),
        ("1\u{FE0F}\u{20E3}", 2),
        ("#\u{FE0F}\u{20E3}", 2),
        ("1\u{20E3}", 1),
        ("👍🏽", 2),
        ("🏽", 2),
        ("☝🏽", 2),
        ("☝\u{FE0F}🏽", 2),
        ("✌🏿", 2),
        ("👩\u{200D}💻", 2),
        ("👩🏽\u{200D}💻", 2),
        ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2),
        ("🏳\u{FE0F}\u{200D}🌈", 2),
        ("🏳\u{200D}🌈", 2),
        ("❤\u{FE0F}\u{200D}🔥", 2),
        ("👩\u{200D}", 2),
        ("👩\u{200D}a", 3),
        (
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            2,
        ),
        ("🇩🇪", 2),
        ("🇩🇪🇫🇷", 4),
        ("🇩", 2),
        ("🇩🇪🇫", 4),
        ("a🇩b", 4),
        ("\u{1F18E}", 2),
        ("🀄", 2),
        ("🃏", 2),
        ("\u{1F0A1}", 1),
        ("🈁", 2),
        // New in Unicode 17.
        ("\u{1FAC8}", 2),
        ("\u{1FAEA}", 2),
        ("\u{16EA0}", 1),
        // Private use and unassigned.
        ("\u{E000}", 1),
        ("\u{F0000}", 1),
        ("\u{378}", 1),
        ("\u{10FFFF}", 1),
    ];
    assert!(cases.len() >= 120);
    for &(text, expected) in cases {
        assert_eq!(width(text), expected, "{text:?} {}", text.escape_unicode());
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(
            visible_width_utf16(&units, &TextOptions::default()),
            expected,
            "{text:?}"
        );
    }
    assert_eq!(UNICODE_VERSION, (17, 0, 0));
}

#[test]
fn options_change_widths() {
    assert_eq!(width_with("a\tb", |o| o.tab_width = 4), 5);
    assert_eq!(width_with("a\tb", |o| o.tab_width = 0), 2);
    assert_eq!(width_with("Ω§①\u{E000}", |o| o.ambiguous_wide = true), 8);
    assert_eq!(width_with("aé中", |o| o.ambiguous_wide = true), 5);
    assert_eq!(
        width_with("☀\u{FE0F}1\u{FE0F}\u{20E3}", |o| o.emoji_variation =
            false),
        2
    );
    assert_eq!(width_with("⌚\u{FE0E}", |o| o.text_variation = false), 2);
    assert_eq!(width_with("🇩 🇩🇪", |o| o.lone_regional_wide = false), 4);
    let first = |text| width_with(text, |o| o.cluster_width = ClusterWidth::First);
    assert_eq!(first("का"), 1);
    assert_eq!(first("क्ष"), 1);
    assert_eq!(first("กำ"), 2);
    assert_eq!(first("👩\u{200D}👩\u{200D}👧"), 2);
    assert_eq!(first("❤\u{FE0F}\u{200D}🔥🇩🇪"), 4);
    let sum = |text| width_with(text, |o| o.cluster_width = ClusterWidth::Sum);
    assert_eq!(sum("👩\u{200D}👩\u{200D}👧"), 6);
    assert_eq!(sum("👍🏽"), 4);
    assert_eq!(sum("\u{1112}\u{1161}\u{11AB}\u{11AB}"), 2);
    assert_eq!(sum("\u{1161}"), 0);
    assert_eq!(sum("🇩🇪"), 2);
}

/// Returns the grapheme clusters of a text.
fn clusters(text: &str) -> Vec<&str> {
    graphemes(text, &TextOptions::default())
        .map(|g| g.text)
        .collect()
}

/// Returns the cases of Unicode 17's `GraphemeBreakTest.txt`: a text and its
/// clusters. The crate `unicode-segmentation` contains them as Rust code,
/// followed by the legacy clusters where these differ.
fn grapheme_break_cases() -> Vec<(String, Vec<String>)> {
    let path =
        ransack_testing_base::package::folder("unicode-segmentation").join("tests/testdata/mod.rs");
    let code = std::fs::read_to_string(path).unwrap();
    assert!(code.contains("/17.0.0/ucd/auxiliary/GraphemeBreakTest.txt"));
    let mut cases = Vec::new();
    for name in ["TEST_SAME", "TEST_DIFF"] {
        let (_, list) = code.split_once(&format!("const {name}:")).unwrap();
        let (list, _) = list.split_once("];").unwrap();
        let (_, list) = list.split_once("= &[").unwrap();
        for case in list.split('(').skip(1) {
            let mut parts = case.split('[').map(string_literals);
            let text = parts.next().unwrap().concat();
            cases.push((text, parts.next().unwrap()));
        }
    }
    cases
}

/// Returns the string literals in Rust code that consist of `\u{...}` escapes.
fn string_literals(code: &str) -> Vec<String> {
    let decode = |hex: &str| {
        let (hex, _) = hex.split_once('}').unwrap();
        char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap()
    };
    let quoted = code.split('"').skip(1).step_by(2);
    quoted
        .map(|string| string.split("\\u{").skip(1).map(decode).collect())
        .collect()
}

#[test]
fn clusters_match_the_unicode_test_cases() {
    let cases = grapheme_break_cases();
    for (text, expected) in &cases {
        assert_eq!(&expected.concat(), text);
        assert_eq!(clusters(text), *expected, "{}", text.escape_unicode());
    }
    assert_eq!(cases.len(), 766);
}

#[test]
fn every_emoji_takes_two_cells() {
    let mut seen = 0;
    let variants = emojis::iter().flat_map(|emoji| {
        emoji
            .skin_tones()
            .into_iter()
            .flatten()
            .chain(std::iter::once(emoji))
    });
    for emoji in variants {
        let since = emoji.unicode_version();
        if (since.major(), since.minor()) > (17, 0) {
            continue;
        }
        let text = emoji.as_str();
        assert_eq!(width(text), 2, "{text} {}", text.escape_unicode());
        assert_eq!(clusters(text), [text]);
        // Without variation selectors, some have text presentation and are one
        // cell wide.
        let bare = text.replace('\u{FE0F}', "");
        let narrow = !bare.starts_with(['〰', '〽', '㊗', '㊙', '🈂', '🈷']);
        let alone =
            bare.chars().count() == 1 && bare != text && narrow || bare.contains('\u{20E3}');
        assert_eq!(
            width(&bare),
            if alone { 1 } else { 2 },
            "{}",
            bare.escape_unicode()
        );
        assert_eq!(clusters(&bare), [bare.as_str()]);
        seen += 1;
    }
    assert!(seen > 3700, "{seen}");
}

#[test]
fn graphemes_have_offset_and_width() {
    let text = "a\x1b[1m\te\u{301}\r\n世";
    let all: Vec<_> = graphemes(text, &TextOptions::default())
        .map(|g| (g.offset, g.text, g.width, g.is_escape))
        .collect();
    assert_eq!(
        all,
        [
            (0, "a", 1, false),
            (1, "\x1b[1m", 0, true),
            (5, "\t", 7, false),
            (6, "e\u{301}", 1, false),
            (9, "\r\n", 0, false),
            (11, "世", 2, false),
        ]
    );
}

#[test]
fn utf16_and_latin1_have_the_widths_of_utf8() {
    let options = TextOptions::default();
    let all: Vec<u8> = (0..=255).collect();
    let as_text: String = all.iter().map(|&b| char::from(b)).collect();
    assert_eq!(
        visible_width_latin1(&all, &options),
        visible_width(&as_text, &options)
    );
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let bytes = [a, b, b'm', b'x'];
            let text: String = bytes.iter().map(|&b| char::from(b)).collect();
            assert_eq!(
                visible_width_latin1(&bytes, &options),
                visible_width(&text, &options)
            );
        }
    }
    assert_eq!(visible_width_utf16(&[0xD83D], &options), 1);
    assert_eq!(visible_width_utf16(&[0xDE00, 0xD83D, 0x41], &options), 3);
    assert_eq!(
        visible_width_utf16(&[0x1B, 0x5B, 0x31, 0x6D, 0x61], &options),
        1
    );
}

#[test]
fn strip_and_sanitize() {
    assert_eq!(strip_ansi("plain\r\n\x07"), "plain\r\n\x07");
    assert_eq!(strip_ansi("\u{9b}1mx\u{85}"), "x\u{85}");
    assert_eq!(strip_ansi("世\x1b[1m界"), "世界");
    assert_eq!(sanitize_text("a\rb\r\nc\nd\r"), "a\nb\nc\nd\n");
    assert_eq!(sanitize_text("\0\x08a\u{85}\u{9c}\u{7f}\tb"), "a\tb");
    assert_eq!(sanitize_text("x\x1b]0;title"), "x");
    assert_eq!(sanitize_text_utf16(&[0xDC00, 0x61, 0xD800, 0x62]), "ab");
    // Unpaired surrogates are kept, even if removing a sequence pairs them.
    let halves = [0xD800, 0x1B, 0x63, 0xDC00, 0x61, 0xDC00];
    assert_eq!(
        strip_ansi_utf16(&halves).as_ref(),
        [0xD800, 0xDC00, 0x61, 0xDC00]
    );
    assert!(matches!(
        sanitize_text("é\t\n世"),
        std::borrow::Cow::Borrowed(_)
    ));
    assert!(matches!(
        strip_ansi("é\t\n世"),
        std::borrow::Cow::Borrowed(_)
    ));
}

/// Returns the width of a cluster under the documented policy, character by
/// character.
fn naive_cells(cluster: &str) -> usize {
    let mut cells = 0;
    let mut previous = '\0';
    let mut half_flag = false;
    for (i, c) in cluster.chars().enumerate() {
        let alone = width(c.encode_utf8(&mut [0; 4]));
        let flag_ends = half_flag;
        half_flag = ('🇦'..='🇿').contains(&c) && !flag_ends;
        cells = match c {
            '\u{FE0E}' | '\u{FE0F}' if i > 0 => {
                cells + width(&format!("{previous}{c}")) - width(&previous.to_string())
            }
            // A vowel or trailing consonant inside a syllable adds nothing.
            '\u{1160}'..='\u{11FF}'
            | '\u{D7B0}'..='\u{D7FF}'
            | '\u{16D63}'
            | '\u{16D67}'..='\u{16D6A}'
                if i > 0 =>
            {
                cells
            }
            _ if flag_ends => cells,
            _ => cells + alone,
        };
        previous = c;
    }
    cells.min(2)
}

/// Texts of ASCII, characters of all cluster classes and escape sequences.
fn mixed_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[ -~]{0,6}",
        2 => prop::sample::select(vec![
            "\u{301}", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "🇩", "🇪", "👩", "👍", "🏽", "世", "한",
            "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "क", "\u{94D}", "ा", "ำ", "\u{600}",
            "\u{20E3}", "1", "☀", "\u{200B}", "\u{200C}", "\u{AD}", "ｶ", "ﾞ", "\t", "\n", "\r",
            "\x1b", "\x1b[1m", "\x1b[", "\x1b]8;;u\x07", "\u{9b}4m", "\x1b]8;;", "\x07", "\x1b\\",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn clusters_agree_with_another_implementation(text in mixed_text()) {
        let text = strip_ansi(&text).replace(|c: char| c == '\x1b' || ('\u{80}'..'\u{a0}').contains(&c), "");
        let expected: Vec<_> = text.graphemes(true).collect();
        prop_assert_eq!(clusters(&text), expected);
    }

    #[test]
    fn width_equals_that_of_a_naive_walk(text in mixed_text()) {
        let text = sanitize_text(&text).replace('\t', "");
        let naive: usize = text.graphemes(true).map(naive_cells).sum();
        prop_assert_eq!(width(&text), naive);
    }

    #[test]
    fn width_is_the_sum_of_the_clusters(text in mixed_text(), tab in 0u8..9) {
        for kind in [ClusterWidth::Capped, ClusterWidth::First, ClusterWidth::Sum] {
            let mut options = TextOptions::default();
            options.tab_width = tab;
            options.cluster_width = kind;
            let all: Vec<_> = graphemes(&text, &options).collect();
            let sum: usize = all.iter().map(|g| g.width).sum();
            prop_assert_eq!(visible_width(&text, &options), sum);
            let joined: String = all.iter().map(|g| g.text).collect();
            prop_assert_eq!(&joined, &text);
            let units: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(visible_width_utf16(&units, &options), sum);
            if kind == ClusterWidth::Capped {
                prop_assert!(all.iter().all(|g| g.width <= 2 || g.text == "\t"));
            }
            let plain: String = all.iter().filter(|g| !g.is_escape).map(|g| g.text).collect();
            prop_assert_eq!(strip_ansi(&text), plain.as_str());
            let plain: Vec<u16> = plain.encode_utf16().collect();
            prop_assert_eq!(strip_ansi_utf16(&units).into_owned(), plain);
        }
    }

    #[test]
    fn clean_text_stays_clean(text in mixed_text()) {
        let clean = sanitize_text(&text).into_owned();
        prop_assert!(clean.chars().all(|c| matches!(c, '\t' | '\n') || !c.is_control()));
        prop_assert_eq!(sanitize_text(&clean), clean.as_str());
    }

    #[test]
    fn any_units_are_measured(units in prop::collection::vec(any::<u16>(), 0..40)) {
        let text = String::from_utf16_lossy(&units);
        let options = TextOptions::default();
        prop_assert_eq!(visible_width_utf16(&units, &options), visible_width(&text, &options));
        let mut kept = units.iter();
        prop_assert!(strip_ansi_utf16(&units).iter().all(|unit| kept.any(|other| other == unit)));
    }
}
