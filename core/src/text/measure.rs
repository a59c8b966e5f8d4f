use super::escape::{ESC, sequence_end};
use super::graphemes::Rules;
use super::options::TextOptions;
use super::pieces::Pieces;
use super::units::Units;

/// The cells that a text takes in a terminal.
///
/// A text of several lines takes the sum of its lines; the columns that tabs
/// refer to start again with each.
///
/// # Policy
///
/// Widths are those of terminals that cluster graphemes (mode 2027): kitty,
/// ghostty, WezTerm, Windows Terminal. Text is split into extended grapheme
/// clusters (UAX #29), and a cluster takes the sum of its characters, at most
/// two cells. Where those terminals differ, the majority decides, and an
/// option covers the others.
///
/// | what | cells | why |
/// | --- | --- | --- |
/// | East Asian wide and fullwidth, unassigned in their blocks | 2 | UAX #11 |
/// | ambiguous, private use | 1 | what all have as default; [`TextOptions::ambiguous_wide`] |
/// | emoji presentation, skin tones, ZWJ sequences, tag sequences | 2 | one cluster, one wide glyph |
/// | flags | 2 | one glyph |
/// | a lone regional indicator | 2 | kitty and ghostty; [`TextOptions::lone_regional_wide`] |
/// | text-default symbol | 1 | East Asian Width; as the terminals do |
/// | the same with U+FE0F, keycaps with it | 2 | UTS #51; [`TextOptions::emoji_variation`] |
/// | a keycap without U+FE0F | 1 | its digit; the key is a mark on it |
/// | an emoji with U+FE0E | 1 | kitty, ghostty, WezTerm; [`TextOptions::text_variation`] |
/// | a variation selector after anything else | 0 | it has no meaning there |
/// | combining and enclosing marks, default-ignorable, soft hyphen, format characters | 0 | nothing is drawn, or in the cell before |
/// | spacing marks, Thai and Lao AM | 1 | they advance; with their base 2, as ghostty draws them; kitty: [`ClusterWidth::First`](crate::ClusterWidth::First) |
/// | Indic conjuncts | 2 | two consonants, capped |
/// | Hangul: a leading consonant with vowel and trailing consonant | 2 | one syllable |
/// | a vowel or trailing consonant alone | 1 | it needs a cell of its own |
/// | compatibility jamo / half-width jamo | 2 / 1 | UAX #11 |
/// | half-width kana with a voicing mark | 2 | the mark has a cell |
/// | CR, LF, BS, NUL and every other control but tab | 0 | they draw nothing; CR and BS take nothing back |
/// | tab | up to the next stop | of the column it stands in, which LF and CR LF set to 0 |
///
/// # Escapes
///
/// An escape sequence takes no cell: control sequences (`ESC [` or U+009B),
/// control strings (OSC and APC, ended by BEL or ST; DCS, PM and SOS, ended by
/// ST), charset selects and everything else that ESC introduces. A sequence
/// ends before a character that cannot stand in it, and at the end of the
/// text. It ends the grapheme cluster before it.
///
/// # Cost
///
/// Linear, nothing allocated. Printable ASCII is scanned as vectors. Nothing is
/// set up that many texts could share: to measure them is to call this for each.
///
/// ```
/// use ransack::{TextOptions, visible_width};
///
/// let options = TextOptions::default();
/// assert_eq!(visible_width("\x1b[31mhello\x1b[0m 世界", &options), 10);
/// assert_eq!(visible_width("👩‍👩‍👧‍👦🇩🇪☀\u{FE0F}", &options), 6);
/// ```
pub fn visible_width(text: &str, options: &TextOptions) -> usize {
    measure(text, options)
}

/// As [`visible_width`], of UTF-16, well formed or not; a surrogate without
/// its other half counts as U+FFFD.
///
/// ```
/// let units: Vec<u16> = "日本 \u{1F600}".encode_utf16().collect();
/// assert_eq!(ransack::visible_width_utf16(&units, &Default::default()), 7);
/// ```
pub fn visible_width_utf16(text: &[u16], options: &TextOptions) -> usize {
    measure(text, options)
}

/// As [`visible_width`], of Latin-1, where each byte is the character of its
/// value.
///
/// ```
/// assert_eq!(ransack::visible_width_latin1(b"caf\xE9", &Default::default()), 4);
/// ```
pub fn visible_width_latin1(text: &[u8], options: &TextOptions) -> usize {
    measure(text, options)
}

#[inline(always)]
fn measure<U: Units>(text: U, options: &TextOptions) -> usize {
    let mut at = 0;
    let mut width = 0;
    loop {
        let end = text.printable_end(at, text.len());
        width += end - at;
        if end == text.len() {
            return width;
        }
        if text.unit(end) != ESC {
            // The last character of the run may be the base of a cluster.
            let back = usize::from(end > at);
            return measure_from(text, end - back, width - back, options);
        }
        at = sequence_end(text, end).unwrap_or(end + 1);
    }
}

/// The cells up to the end, where those before `at` take `width`.
#[inline(never)]
fn measure_from<U: Units>(text: U, at: usize, mut width: usize, options: &TextOptions) -> usize {
    let rules = Rules::new(options);
    let mut pieces = Pieces::resume(text, &rules, at, width);
    while let Some(piece) = pieces.next(usize::MAX) {
        width += piece.width;
        if piece.width > 0 {
            width += pieces.skip_clusters(usize::MAX);
        }
    }
    width
}
