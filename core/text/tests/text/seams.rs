//! Terminal text: visible text stays visible where texts that were not adjacent are joined.

use proptest::prelude::*;
use ransack_testing_base::tier;
use ransack_text::{
    Align, CutAt, TextOptions, TruncateOptions, WrapOptions, extract_segments, pad_to_width,
    slice_with_width, strip_ansi, truncate_to_width, visible_width, wrap_text_with_ansi,
};

fn width(text: &str) -> usize {
    visible_width(text, &TextOptions::default())
}

fn slice(line: &str, start: usize, length: usize) -> String {
    let slice = slice_with_width(line, start, length, true, &TextOptions::default());
    assert_eq!(
        width(&slice.text),
        slice.width,
        "{line:?}: {:?}",
        slice.text
    );
    slice.text.into_owned()
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let lines = wrap_text_with_ansi(text, width, &WrapOptions::default());
    lines
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

fn pad(text: &str, width: usize, align: Align) -> String {
    pad_to_width(text, width, align, &TextOptions::default()).into_owned()
}

fn truncate(text: &str, width: usize, change: impl FnOnce(&mut TruncateOptions)) -> String {
    let mut options = TruncateOptions::default();
    change(&mut options);
    truncate_to_width(text, width, &options).into_owned()
}

#[test]
fn an_open_sequence_before_a_cut_does_not_consume_what_follows() {
    assert_eq!(slice("\x1b한", 0, 1), "\x1b\x18 ");
    assert_eq!(slice("\x1b[3한", 0, 1), "\x1b[3\x18 ");
    assert_eq!(slice("a\u{9b}1한b", 0, 2), "a\u{9b}1\x18 ");
    assert_eq!(slice("\x1b[31m한", 0, 1), "\x1b[31m \x1b[39m");
    // The first space replaces a tab.
    assert_eq!(slice("ab\x1b\tc", 1, 9), "b\x1b\x18      c");

    let options = TextOptions::default();
    let segments = extract_segments("\x1b한abc\x1b(한d", 1, 4, 3, true, &options);
    assert_eq!(segments.before, "\x1b\x18 ");
    assert_eq!(segments.after, "c\x1b(한");
    let segments = extract_segments("\x1b한abc\x1b(한d", 2, 4, 2, true, &options);
    assert_eq!((&*segments.after, segments.after_width), ("c\x1b(\x18 ", 2));

    let dots = |o: &mut TruncateOptions| o.ellipsis = "...".into();
    assert_eq!(truncate("\x1b한한한", 4, dots), "\x1b\x18...");
    assert_eq!(truncate("\x1b[한한한", 2, |_| ()), "\x1b[\x18…");
    let middle = |o: &mut TruncateOptions| (o.ellipsis, o.cut_at) = ("".into(), CutAt::Middle);
    assert_eq!(truncate("\x1b한a", 2, middle), "\x1b\x18a");
    assert_eq!(pad("a\x1b\tb", 12, Align::Right), "   a\x1b\x18       b");
}

#[test]
fn a_sequence_that_moves_to_the_next_line_does_not_consume_it() {
    assert_eq!(wrap("ab \x1b]\x1b[mcd", 2), ["ab", "\x1b]\x18cd"]);
    assert_eq!(wrap("\x1b\n1", 5), ["", "\x1b\x181"]);
    assert_eq!(wrap("ab\x1b\ncd", 5), ["ab", "\x1b\x18cd"]);
    assert_eq!(
        wrap("ab\x1b[3\n\u{9b}1K한", 5),
        ["ab", "\x1b[3\x18\u{9b}1K한"]
    );
    // Text that starts with an escape sequence ends the preceding sequence.
    assert_eq!(wrap("ab \x1b]\x1b[1mcd", 2), ["ab", "\x1b]\x1b[1mcd"]);
}

#[test]
fn spaces_do_not_join_the_clusters_beside_them() {
    for text in [
        "🏻a",
        "\u{903}a",
        "\u{e33}",
        "a\u{600}",
        "\u{600}",
        "🏻\u{600}\u{600}",
    ] {
        for align in [Align::Left, Align::Center, Align::Right] {
            let padded = pad(text, 9, align);
            assert_eq!(width(&padded), 9, "{text:?}: {padded:?}");
            assert_eq!(padded.replace(['\x18', ' '], ""), text);
        }
        let cut = truncate(&format!("한{text}한"), 3, |o| o.pad = true);
        assert_eq!(width(&cut), 3, "{cut:?}");
    }
    assert_eq!(pad("\u{600}", 3, Align::Left), "\u{600}\x18  ");
    // A mark without a cell may be drawn on a space.
    assert_eq!(pad("\u{301}a", 3, Align::Right), "  \u{301}a");
}

fn line() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b ",
        " ",
        "한",
        "世",
        "e\u{301}",
        "👩\u{200D}💻",
        "\t",
        "\u{301}",
        "🏻",
        "🇩",
        "\u{600}",
        "\u{903}",
        "\u{e33}",
        "\u{fe0f}",
        "\u{200d}",
        "\x1b",
        "\x1b[",
        "\x1b[3;",
        "\x1b[31m",
        "\x1b[m",
        "\x1b(",
        "\x1b]",
        "\x1b]8;;u\x07",
        "\x1b]8;;\x07",
        "\x1bP",
        "\u{9b}",
        "\u{9b}1",
        "\u{9d}0;",
        "\x1b_x\x07",
        "\x07",
        "\x18",
        "\r",
        "\u{1100}",
        "\u{1161}",
        "1",
        "[",
        "m",
        "क",
        "\u{94d}",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Returns the visible characters, except those that cuts and breaks may add or drop.
fn solid(text: &str) -> String {
    strip_ansi(text).replace(['\x18', ' ', '\n', '\t', '\r', '\x07'], "")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tier::cases(3000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn slices_have_the_width_that_they_say(line in line(), start in 0..8usize, length in 0..8usize) {
        for strict in [true, false] {
            let slice = slice_with_width(&line, start, length, strict, &TextOptions::default());
            prop_assert_eq!(width(&slice.text), slice.width, "{:?}", slice.text);
        }
        let end = start + length;
        let both = extract_segments(&line, start, end, 5, true, &TextOptions::default());
        prop_assert_eq!(width(&both.before), both.before_width, "{:?}", both.before);
        prop_assert_eq!(width(&both.after), both.after_width, "{:?}", both.after);
    }

    #[test]
    fn padded_and_truncated_lines_have_their_width(
        line in line(), most in 0..12usize, at in 0..3usize, words in any::<bool>(), pads in any::<bool>(),
        ellipsis in prop::sample::select(vec!["…", "...", "", "世", "\u{600}"]),
    ) {
        let align = [Align::Left, Align::Center, Align::Right][at];
        let padded = pad(&line, most, align);
        prop_assert_eq!(width(&padded), width(&line).max(most), "{:?}", padded);
        prop_assert_eq!(solid(&padded), solid(&line), "{:?}", padded);

        let cut = truncate(&line, most, |o| {
            o.cut_at = [CutAt::End, CutAt::Middle, CutAt::Start][at];
            o.word_boundary = words;
            o.pad = pads;
            o.ellipsis = ellipsis.into();
        });
        prop_assert!(if pads { width(&cut) == most } else { width(&cut) <= most }, "{:?}", cut);
    }

    #[test]
    fn no_line_break_hides_a_character(
        lines in prop::collection::vec(line(), 1..4), most in 0..9usize, keep in any::<bool>(),
    ) {
        let text = lines.join("\n");
        let mut options = WrapOptions::default();
        options.keep_spaces = keep;
        let wrapped = wrap_text_with_ansi(&text, most, &options);
        let shown: String = wrapped.iter().map(|line| solid(line)).collect();
        prop_assert_eq!(shown, solid(&text), "{:?}", wrapped);
    }
}
