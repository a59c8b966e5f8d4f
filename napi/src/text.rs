//! Terminal text: native operations called by `js/text.js` through the [shared
//! buffer](crate::shared_buffer).
//!
//! A result that is part of the given text is returned as a range, since slicing a string in
//! JavaScript is much cheaper than creating one here.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::mem::{convert_str_to_utf16, convert_utf16_to_str, utf16_valid_up_to};
use napi_derive::napi;
use ransack::{
    Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, UNICODE_VERSION, WrapOptions,
};

/// Text that `truncateToWidth` inserts in place of the removed part. `truncateToWidth` also accepts
/// any string.
#[napi]
pub enum Ellipsis {
    /// `…`, one cell wide.
    Unicode = 0,
    /// `...`, three cells wide.
    Ascii = 1,
    /// No text.
    Omit = 2,
}

/// Returns the Unicode version used for widths.
#[napi(catch_unwind, skip_typescript)]
pub fn unicode_version() -> String {
    let (major, minor, update) = UNICODE_VERSION;
    format!("{major}.{minor}.{update}")
}

/// Number of slots before the lengths of the texts:
///
/// | slot | content |
/// | ---: | --- |
/// | 0 | operation |
/// | 1 | flags |
/// | 2-4 | up to three numbers of cells |
/// | 5 | length of the ellipsis if it is passed, otherwise -1 minus its [`Ellipsis`] |
/// | 6 | number of texts; 0 for one text that is not in an array |
pub const HEAD: usize = 7;
/// Index of the slot that contains the number of texts.
pub const TEXTS: usize = 6;

/// Operation on each text of a call.
enum TextOperation {
    Width,
    Truncate(usize, TruncateOptions),
    Slice(usize, usize, bool),
    Wrap(usize, WrapOptions),
    Segments(usize, usize, usize, bool),
    Pad(usize, Align),
    Graphemes,
    Strip,
    Sanitize,
}

/// Call that processes one or more texts.
pub struct TextRequest {
    operation: TextOperation,
    options: TextOptions,
}

/// Flags of a call, as in `js/text.js`: bits 0 to 7 are the tab width.
#[derive(Clone, Copy)]
struct Flags(u32);

impl Flags {
    fn has(self, bit: u32) -> bool {
        self.0 & 1 << bit != 0
    }

    /// Returns the two bits starting at `bit`.
    fn choice(self, bit: u32) -> u32 {
        self.0 >> bit & 3
    }

    fn text_options(self) -> TextOptions {
        let mut options = TextOptions::default();
        options.tab_width = (self.0 & 0xFF) as u8;
        options.ambiguous_wide = self.has(8);
        options.emoji_variation = self.has(9);
        options.text_variation = self.has(10);
        options.lone_regional_wide = self.has(11);
        options.fixed_tabs = self.has(18);
        options.cluster_width = match self.choice(12) {
            0 => ClusterWidth::Capped,
            1 => ClusterWidth::First,
            _ => ClusterWidth::Sum,
        };
        options
    }
}

/// Returns the flags of the core's default text options.
pub fn default_flags() -> u32 {
    let options = TextOptions::default();
    let cluster_width = match options.cluster_width {
        ClusterWidth::First => 1,
        ClusterWidth::Sum => 2,
        _ => 0,
    };
    u32::from(options.tab_width)
        | u32::from(options.ambiguous_wide) << 8
        | u32::from(options.emoji_variation) << 9
        | u32::from(options.text_variation) << 10
        | u32::from(options.lone_regional_wide) << 11
        | u32::from(options.fixed_tabs) << 18
        | cluster_width << 12
}

impl TextRequest {
    /// Returns the options if the call measures a single text. This is the most frequent call, and
    /// it skips the general path.
    pub fn width_options(head: &[f64; HEAD]) -> Option<TextOptions> {
        (head[0] == 0.0 && head[TEXTS] == 0.0).then(|| Flags(head[1] as u32).text_options())
    }

    /// Returns the length of the ellipsis if the ellipsis is passed as a string.
    pub fn ellipsis_len(head: &[f64; HEAD]) -> Option<usize> {
        (head[5] >= 0.0).then_some(head[5] as usize)
    }

    /// Decodes the numbers of a call; `ellipsis` is the ellipsis passed as a string.
    /// Returns `None` for an unknown operation.
    pub fn new(head: &[f64; HEAD], ellipsis: Option<String>) -> Option<TextRequest> {
        let flags = Flags(head[1] as u32);
        let options = flags.text_options();
        // The cast converts infinity to the maximum.
        let [a, b, c] = [head[2], head[3], head[4]].map(|n| n as usize);
        let operation = match head[0] as u32 {
            0 => TextOperation::Width,
            1 => {
                let mut truncate = TruncateOptions::default();
                truncate.text = options;
                truncate.pad = flags.has(14);
                truncate.word_boundary = flags.has(15);
                truncate.cut_at = match flags.choice(16) {
                    0 => CutAt::End,
                    1 => CutAt::Start,
                    _ => CutAt::Middle,
                };
                truncate.ellipsis = match (ellipsis, head[5] as i32) {
                    (Some(text), _) => Cow::Owned(text),
                    (None, -1) => Cow::Borrowed("\u{2026}"),
                    (None, -2) => Cow::Borrowed("..."),
                    (None, _) => Cow::Borrowed(""),
                };
                TextOperation::Truncate(a, truncate)
            }
            2 => TextOperation::Slice(a, b, flags.has(14)),
            3 => {
                let mut wrap = WrapOptions::default();
                wrap.text = options;
                wrap.keep_spaces = flags.has(14);
                wrap.keep_urls = flags.has(15);
                wrap.hard = !flags.has(19);
                wrap.word_wrap = !flags.has(20);
                wrap.break_after_hyphens = flags.has(21);
                wrap.break_after_slashes = flags.has(22);
                TextOperation::Wrap(a, wrap)
            }
            4 => TextOperation::Segments(a, b, c, flags.has(14)),
            5 => {
                let align = match flags.choice(16) {
                    0 => Align::Left,
                    1 => Align::Right,
                    _ => Align::Center,
                };
                TextOperation::Pad(a, align)
            }
            6 => TextOperation::Graphemes,
            7 => TextOperation::Strip,
            8 => TextOperation::Sanitize,
            _ => return None,
        };
        Some(TextRequest { operation, options })
    }
}

/// Results of a call, which `js/text.js` reads:
///
/// - a text: start and end of the part shared with the given text, then the end of the remaining
///   part in the joined texts of all results, all in code units; -1 if the remaining part is the
///   ellipsis.
/// - lines: the number of lines, then each line as a text.
/// - graphemes: the number of graphemes, then for each its end in the text and its width in cells,
///   or -1 for an escape sequence.
#[derive(Default)]
pub struct TextResults {
    /// Numbers of the results.
    pub numbers: Vec<f64>,
    /// Joined texts; only the first `used` code units are valid.
    units: Vec<u16>,
    used: usize,
    /// Buffer for the given text in UTF-8. The end of the buffer may contain remnants of earlier
    /// calls.
    utf8: String,
}

impl TextResults {
    /// Returns the joined texts of all results.
    pub fn texts(&self) -> &[u16] {
        &self.units[..self.used]
    }

    /// Removes all results.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.used = 0;
    }

    /// Frees buffers that are longer than `units` code units.
    pub fn shrink(&mut self, units: usize) {
        if self.units.len().max(self.utf8.len() / 3) > units {
            self.units = Vec::new();
            self.utf8 = String::new();
        }
    }

    /// Runs the operation of `request` on one text and adds the result.
    pub fn add(&mut self, request: &TextRequest, units: &[u16]) {
        let options = &request.options;
        match request.operation {
            TextOperation::Width => {
                return self.number(ransack::visible_width_utf16(units, options));
            }
            TextOperation::Strip => return self.strip(units),
            _ => {}
        }
        let mut utf8 = std::mem::take(&mut self.utf8);
        let mut given = GivenText::new(units, &mut utf8);
        let text = given.text;
        match request.operation {
            TextOperation::Width | TextOperation::Strip => {}
            TextOperation::Truncate(width, ref truncate) => {
                let cut = ransack::truncate_to_width(text, width, truncate);
                let rest = self.part(&mut given, &cut);
                if rest == truncate.ellipsis {
                    self.numbers.push(-1.0);
                } else {
                    self.join(rest);
                }
            }
            TextOperation::Slice(start, length, strict) => {
                let slice = ransack::slice_with_width(text, start, length, strict, options);
                self.text(&mut given, &slice.text);
                self.number(slice.width);
            }
            TextOperation::Wrap(width, ref wrap) => {
                let lines = ransack::wrap_text_with_ansi(text, width, wrap);
                self.number(lines.len());
                for line in &lines {
                    self.text(&mut given, line);
                }
            }
            TextOperation::Segments(before_end, after_start, after_len, strict) => {
                let segments = ransack::extract_segments(
                    text,
                    before_end,
                    after_start,
                    after_len,
                    strict,
                    options,
                );
                self.text(&mut given, &segments.before);
                self.number(segments.before_width);
                self.text(&mut given, &segments.after);
                self.number(segments.after_width);
            }
            TextOperation::Pad(width, align) => {
                let padded = ransack::pad_to_width(text, width, align, options);
                self.text(&mut given, &padded);
            }
            TextOperation::Graphemes => self.graphemes(text, options),
            TextOperation::Sanitize if utf16_valid_up_to(units) < units.len() => {
                // Not part of the text, since lone surrogates are removed.
                self.numbers.extend([0.0; 2]);
                self.join(&ransack::sanitize_text_utf16(units));
            }
            TextOperation::Sanitize => self.text(&mut given, &ransack::sanitize_text(text)),
        }
        self.utf8 = utf8;
    }

    fn strip(&mut self, units: &[u16]) {
        match ransack::strip_ansi_utf16(units) {
            Cow::Borrowed(_) => {
                self.numbers.push(0.0);
                self.number(units.len());
            }
            Cow::Owned(rest) => {
                // Not compared with the text, which may contain lone surrogates.
                self.numbers.extend([0.0; 2]);
                self.units.truncate(self.used);
                self.units.extend_from_slice(&rest);
                self.used = self.units.len();
            }
        }
        self.number(self.used);
    }

    fn number(&mut self, n: usize) {
        self.numbers.push(n as f64);
    }

    /// Adds `result`, a text derived from `given`.
    fn text(&mut self, given: &mut GivenText<'_>, result: &str) {
        let rest = self.part(given, result);
        self.join(rest);
    }

    /// Adds the range of the part that `result` shares with `given`. Returns the rest of `result`.
    fn part<'t>(&mut self, given: &mut GivenText<'_>, result: &'t str) -> &'t str {
        let (part, rest) = given.split(result);
        self.number(part.start);
        self.number(part.end);
        rest
    }

    /// Adds `text` to the joined texts.
    fn join(&mut self, text: &str) {
        let end = self.used + text.len();
        if self.units.len() < end {
            self.units.resize(end, 0);
        }
        self.used += convert_str_to_utf16(text, &mut self.units[self.used..end]);
        self.number(self.used);
    }

    fn graphemes(&mut self, text: &str, options: &TextOptions) {
        let count_at = self.numbers.len();
        self.numbers.push(0.0);
        let mut end = 0;
        for grapheme in ransack::graphemes(text, options) {
            end += grapheme.text.chars().map(char::len_utf16).sum::<usize>();
            self.number(end);
            match grapheme.is_escape {
                true => self.numbers.push(-1.0),
                false => self.number(grapheme.width),
            }
        }
        self.numbers[count_at] = ((self.numbers.len() - count_at) / 2) as f64;
    }
}

/// Text passed by the caller.
struct GivenText<'t> {
    /// Text in UTF-8, with U+FFFD for lone surrogates.
    text: &'t str,
    /// Length in UTF-16 code units.
    units: usize,
    /// Last converted offset, in bytes and in code units.
    cursor: (usize, usize),
}

impl<'t> GivenText<'t> {
    /// Decodes `units` into the start of `buffer`.
    fn new(units: &[u16], buffer: &'t mut String) -> GivenText<'t> {
        let most = 3 * units.len();
        if buffer.len() < most {
            buffer.extend(std::iter::repeat_n('\0', most - buffer.len()));
        }
        let end = convert_utf16_to_str(units, buffer);
        GivenText {
            text: &buffer[..end],
            units: units.len(),
            cursor: (0, 0),
        }
    }

    /// Splits a result into the part that it shares with the text, as a range in code units, and
    /// the rest. If the result borrows from the text, the shared part is the whole result,
    /// otherwise the common prefix.
    fn split<'r>(&mut self, result: &'r str) -> (Range<usize>, &'r str) {
        let start = (result.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if let Some(end) = start.checked_add(result.len())
            && end <= self.text.len()
        {
            return (self.offset(start)..self.offset(end), "");
        }
        let end = common_prefix_len(self.text, result);
        (0..self.count(0, end), &result[end..])
    }

    /// Converts an offset in bytes to code units. If offsets ascend, takes time linear in the
    /// distance from the last offset, otherwise in the offset.
    fn offset(&mut self, at: usize) -> usize {
        let (bytes, units) = if at < self.cursor.0 {
            (0, 0)
        } else {
            self.cursor
        };
        self.cursor = (at, units + self.count(bytes, at));
        self.cursor.1
    }

    /// Counts the code units between two byte offsets.
    fn count(&self, from: usize, to: usize) -> usize {
        if self.text.len() == self.units {
            // The text is ASCII.
            return to - from;
        }
        let starts = |byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
        self.text.as_bytes()[from..to].iter().map(starts).sum()
    }
}

/// Returns the length in bytes of the longest common prefix of `a` and `b`.
fn common_prefix_len(a: &str, b: &str) -> usize {
    let blocks = a
        .as_bytes()
        .as_chunks::<8>()
        .0
        .iter()
        .zip(b.as_bytes().as_chunks::<8>().0);
    let same = 8 * blocks.take_while(|(a, b)| a == b).count();
    let bytes = a.as_bytes()[same..].iter().zip(&b.as_bytes()[same..]);
    let same = same + bytes.take_while(|(a, b)| a == b).count();
    (0..=same)
        .rev()
        .find(|&end| a.is_char_boundary(end))
        .unwrap_or(0)
}
