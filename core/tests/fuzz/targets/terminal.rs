//! Terminal text: widths, cuts, line breaks and removal of escape sequences.

use ransack::{
    Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions, extract_segments,
    graphemes, pad_to_width, sanitize_text, slice_with_width, strip_ansi, strip_ansi_utf16,
    truncate_to_width, visible_width, visible_width_latin1, visible_width_utf16,
    wrap_text_with_ansi,
};

use super::Input;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let bit = |number: u8| flags >> number & 1 == 1;
    let clusters = [
        ClusterWidth::Capped,
        ClusterWidth::First,
        ClusterWidth::Sum,
        ClusterWidth::Capped,
    ];
    let options = TextOptions::default()
        .ambiguous_wide(bit(0))
        .emoji_variation(!bit(1))
        .text_variation(!bit(2))
        .lone_regional_wide(!bit(3))
        .cluster_width(clusters[usize::from(flags >> 4 & 3)])
        .tab_width([8, 0, 1, 4][usize::from(flags >> 6)]);
    let (width, start) = (input.below(40), input.below(40));
    let mode = input.byte();
    let text = String::from_utf8_lossy(input.rest()).into_owned();

    measure(&text, &options);
    strip(&text, &options);
    wrap(&text, width, mode, &options);
    truncate(&text, width, mode, &options);
    // These work on one line.
    for line in text.split('\n') {
        slice(line, start, width, &options);
    }
}

fn measure(text: &str, options: &TextOptions) {
    let all: Vec<_> = graphemes(text, options).collect();
    let width = visible_width(text, options);
    assert_eq!(all.iter().map(|g| g.width).sum::<usize>(), width);
    assert_eq!(all.iter().map(|g| g.text).collect::<String>(), text);
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(visible_width_utf16(&units, options), width);
    if let Ok(bytes) = units
        .iter()
        .map(|&u| u8::try_from(u))
        .collect::<Result<Vec<_>, _>>()
    {
        assert_eq!(visible_width_latin1(&bytes, options), width);
    }
}

fn strip(text: &str, options: &TextOptions) {
    let plain: String = graphemes(text, options)
        .filter(|g| !g.is_escape)
        .map(|g| g.text)
        .collect();
    assert_eq!(strip_ansi(text), plain);
    let units: Vec<u16> = text.encode_utf16().collect();
    let plain: Vec<u16> = plain.encode_utf16().collect();
    assert_eq!(strip_ansi_utf16(&units).into_owned(), plain);
    let clean = sanitize_text(text);
    assert!(
        clean
            .chars()
            .all(|c| matches!(c, '\t' | '\n') || !c.is_control())
    );
    assert_eq!(sanitize_text(&clean), clean);
}

/// Visible characters, without spaces.
fn solid(text: &str) -> String {
    let is_blank = |c: char| c.is_control() || matches!(c, ' ' | '\u{3000}');
    let stripped = strip_ansi(text);
    stripped
        .chars()
        .filter(|c| !is_blank(*c) && !c.is_whitespace())
        .collect()
}

fn wrap(text: &str, width: usize, mode: u8, options: &TextOptions) {
    let keep = mode & 1 == 1;
    let wrapping = WrapOptions::default().text(*options).keep_spaces(keep);
    let lines = wrap_text_with_ansi(text, width, &wrapping);
    for line in &lines {
        // A line end inside an escape sequence does not count.
        let breaks = graphemes(line, options).filter(|g| !g.is_escape && g.text.contains('\n'));
        assert_eq!(breaks.count(), 0, "{line:?}");
        let drawn = graphemes(line, options).filter(|g| g.width > 0).count();
        assert!(
            visible_width(line, options) <= width || drawn == 1,
            "{line:?}"
        );
    }
    let shown: String = lines.iter().map(|line| solid(line)).collect();
    assert_eq!(shown, solid(text), "{lines:?}");
    let urls = wrap_text_with_ansi(text, width, &wrapping.clone().keep_urls(true));
    let shown: String = urls.iter().map(|line| solid(line)).collect();
    assert_eq!(shown, solid(text), "{urls:?}");
}

fn truncate(text: &str, width: usize, mode: u8, options: &TextOptions) {
    let cut_at = [CutAt::End, CutAt::Start, CutAt::Middle, CutAt::End][usize::from(mode & 3)];
    let ellipsis = [
        "\u{2026}",
        "...",
        "",
        "世",
        "\x1b[1m>\x1b[0m",
        "\u{600}",
        "\t",
        "\x1b",
    ];
    let pad = mode & 4 == 4;
    let truncating = TruncateOptions::default()
        .text(*options)
        .cut_at(cut_at)
        .pad(pad)
        .word_boundary(mode & 8 == 8)
        .ellipsis(ellipsis[usize::from(mode >> 5)]);
    let cut = truncate_to_width(text, width, &truncating);
    let shown = visible_width(&cut, options);
    assert!(shown <= width && (!pad || shown == width), "{cut:?}");
    if !pad && visible_width(text, options) <= width {
        assert_eq!(cut, text);
    }
    let align = [Align::Left, Align::Center, Align::Right, Align::Left][usize::from(mode & 3)];
    let padded = pad_to_width(text, width, align, options);
    let expected = visible_width(text, options).max(width);
    assert_eq!(visible_width(&padded, options), expected, "{padded:?}");
}

fn slice(line: &str, start: usize, length: usize, options: &TextOptions) {
    for strict in [false, true] {
        let slice = slice_with_width(line, start, length, strict, options);
        assert_eq!(
            visible_width(&slice.text, options),
            slice.width,
            "{:?}",
            slice.text
        );
        assert!(!strict || slice.width <= length, "{:?}", slice.text);
    }
    let gap = length / 2;
    let segments = extract_segments(line, start, start + gap, length, true, options);
    let before = slice_with_width(line, 0, start, true, options);
    let after = slice_with_width(line, start + gap, length, true, options);
    // The end of the line closes styles only before an overlay.
    assert!(segments.before.starts_with(&*before.text), "{segments:?}");
    assert_eq!(segments.before_width, before.width);
    assert_eq!(
        (segments.after, segments.after_width),
        (after.text, after.width)
    );
}
