//! Widths of text in cells, and the width policy.

use super::cell_spans::CellSpans;
use super::code_units::CodeUnits;
use super::escape::{ESC, sequence_end};
use super::graphemes::WidthRules;
use super::options::TextOptions;

/// Returns the width of `text` in a terminal, in cells.
///
/// If the text has several lines, the result is the sum of their widths. Tab stops count from the
/// start of each line.
///
/// # Policy
///
/// Widths match terminals that cluster graphemes (mode 2027): kitty, ghostty, WezTerm, Windows
/// Terminal. Text is split into extended grapheme clusters (UAX #29). The width of a cluster is the
/// sum of its characters' widths, at most two cells. Where these terminals differ, the default
/// follows the majority, and an option covers the others.
///
/// | text | cells | reason |
/// | --- | --- | --- |
/// | East Asian wide and fullwidth, unassigned in their blocks | 2 | UAX #11 |
/// | ambiguous, private use | 1 | default of all these terminals; [`TextOptions::ambiguous_wide`] |
/// | emoji presentation, skin tones, ZWJ sequences, tag sequences | 2 | one cluster, one wide glyph |
/// | flags | 2 | one glyph |
/// | a lone regional indicator | 2 | kitty and ghostty; [`TextOptions::lone_regional_wide`] |
/// | symbol with text presentation | 1 | East Asian Width, as in these terminals |
/// | symbol or keycap with U+FE0F | 2 | UTS #51; [`TextOptions::emoji_variation`] |
/// | a keycap without U+FE0F | 1 | a digit with a mark |
/// | an emoji with U+FE0E | 1 | kitty, ghostty, WezTerm; [`TextOptions::text_variation`] |
/// | a variation selector after another character | 0 | no effect |
/// | combining and enclosing marks, default-ignorable, soft hyphen, format characters | 0 | not drawn, or drawn in the cell before |
/// | spacing marks, Thai and Lao AM | 1 | they advance; 2 with their base, as in ghostty; kitty: [`ClusterWidth::First`](crate::ClusterWidth::First) |
/// | Indic conjuncts | 2 | two consonants, capped |
/// | Hangul: a leading consonant with vowel and trailing consonant | 2 | one syllable |
/// | a vowel or trailing consonant alone | 1 | it needs its own cell |
/// | compatibility jamo / half-width jamo | 2 / 1 | UAX #11 |
/// | half-width kana with a voicing mark | 2 | the mark has a cell |
/// | CR, LF, BS, NUL and every other control except tab | 0 | not drawn; CR and BS do not reduce the width |
/// | tab | up to the next tab stop | counted from the last LF or CR LF; [`fixed_tabs`](TextOptions::fixed_tabs) makes all tabs equal |
///
/// # Escapes
///
/// Escape sequences have width 0: control sequences (`ESC [` or U+009B), control strings (OSC and
/// APC, terminated by BEL or ST; DCS, PM and SOS, terminated by ST), charset selections and
/// everything else that ESC introduces. A sequence ends before a character that is invalid in it,
/// and at the end of the text. An escape sequence also ends the preceding grapheme cluster.
///
/// # Cost
///
/// O(n); allocates nothing. Printable ASCII is scanned with vector instructions. There is no setup
/// cost on first use.
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{TextOptions, visible_width};
///
/// let options = TextOptions::default();
/// assert_eq!(visible_width("\x1b[31mhello\x1b[0m 世界", &options), 10);
/// assert_eq!(visible_width("👩‍👩‍👧‍👦🇩🇪☀\u{FE0F}", &options), 6);
/// ```
pub fn visible_width(text: &str, options: &TextOptions) -> usize {
    measure(text, options)
}

/// Returns the width of UTF-16 text in a terminal, in cells, by the same rules as
/// [`visible_width`]. An unpaired surrogate counts as U+FFFD.
///
/// ```
/// # extern crate ransack_text as ransack;
/// let units: Vec<u16> = "日本 \u{1F600}".encode_utf16().collect();
/// assert_eq!(ransack::visible_width_utf16(&units, &Default::default()), 7);
/// ```
pub fn visible_width_utf16(text: &[u16], options: &TextOptions) -> usize {
    measure(text, options)
}

/// Returns the width of Latin-1 text in a terminal, in cells, by the same rules as
/// [`visible_width`]. Each byte is its own code point.
///
/// ```
/// # extern crate ransack_text as ransack;
/// assert_eq!(ransack::visible_width_latin1(b"caf\xE9", &Default::default()), 4);
/// ```
pub fn visible_width_latin1(text: &[u8], options: &TextOptions) -> usize {
    measure(text, options)
}

#[inline(always)]
fn measure<U: CodeUnits>(text: U, options: &TextOptions) -> usize {
    let mut at = 0;
    let mut width = 0;
    loop {
        let end = text.printable_end(at, text.len());
        width += end - at;
        if end == text.len() {
            return width;
        }
        if text.unit(end) != ESC {
            // The last character may be the base of a cluster.
            let back = usize::from(end > at);
            return measure_from(text, end - back, width - back, options);
        }
        at = sequence_end(text, end).unwrap_or(end + 1);
    }
}

/// Returns the width of the whole text, given that `text[..at]` has the width
/// `width`.
#[inline(never)]
fn measure_from<U: CodeUnits>(
    text: U,
    at: usize,
    mut width: usize,
    options: &TextOptions,
) -> usize {
    let rules = WidthRules::new(options);
    let mut spans = CellSpans::resume(text, &rules, at, width);
    while let Some(span) = spans.next(usize::MAX) {
        width += span.width;
        if span.width > 0 {
            width += spans.skip_clusters(usize::MAX);
        }
    }
    width
}
