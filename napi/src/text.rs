//! Terminal text: what js/text.js asks for through the [mailbox](crate::mailbox).

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::mem::{convert_str_to_utf16, convert_utf16_to_str, utf16_valid_up_to};
use napi_derive::napi;
use ransack::{
    Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, UNICODE_VERSION, WrapOptions,
};

/// What stands for the part that `truncateToWidth` cuts; any string does as
/// well.
#[napi]
pub enum Ellipsis {
    /// `…`, one cell.
    Unicode = 0,
    /// `...`
    Ascii = 1,
    /// Nothing.
    Omit = 2,
}

/// The version of Unicode that widths follow.
#[napi(catch_unwind, skip_typescript)]
pub fn unicode_version() -> String {
    let (major, minor, update) = UNICODE_VERSION;
    format!("{major}.{minor}.{update}")
}

/// Numbers that come before the lengths of the texts:
///
/// | number | what it is |
/// | ---: | --- |
/// | 0 | the operation |
/// | 1 | the flags |
/// | 2-4 | up to three numbers of cells |
/// | 5 | the length of the ellipsis if it is passed, else -1 less its [`Ellipsis`] |
/// | 6 | how many texts there are |
pub const HEAD: usize = 7;
/// Which of them says how many texts there are.
pub const TEXTS: usize = 6;

/// What to do with each text.
enum Operation {
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

/// One call.
pub struct Request {
    operation: Operation,
    options: TextOptions,
}

/// The flags, as in js/text.js: bits 0 to 7 are the width of tabs.
#[derive(Clone, Copy)]
struct Flags(u32);

impl Flags {
    fn has(self, bit: u32) -> bool {
        self.0 & 1 << bit != 0
    }

    /// The two bits from `bit` on.
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
        options.cluster_width = match self.choice(12) {
            0 => ClusterWidth::Capped,
            1 => ClusterWidth::First,
            _ => ClusterWidth::Sum,
        };
        options
    }
}

impl Request {
    /// The options, if the width of one text is asked for: the call that is made
    /// most often, and that takes hardly longer than to say what is asked.
    pub fn width_options(head: &[f64; HEAD]) -> Option<TextOptions> {
        (head[0] == 0.0 && head[TEXTS] == 0.0).then(|| Flags(head[1] as u32).text_options())
    }

    /// The length of the ellipsis that is passed, if one is.
    pub fn ellipsis_len(head: &[f64; HEAD]) -> Option<usize> {
        (head[5] >= 0.0).then_some(head[5] as usize)
    }

    /// What the numbers say, with the ellipsis that was passed; nothing if they
    /// name no operation.
    pub fn new(head: &[f64; HEAD], ellipsis: Option<String>) -> Option<Request> {
        let flags = Flags(head[1] as u32);
        let options = flags.text_options();
        // A cast takes infinity for the maximum.
        let [a, b, c] = [head[2], head[3], head[4]].map(|n| n as usize);
        let operation = match head[0] as u32 {
            0 => Operation::Width,
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
                Operation::Truncate(a, truncate)
            }
            2 => Operation::Slice(a, b, flags.has(14)),
            3 => {
                let mut wrap = WrapOptions::default();
                wrap.text = options;
                wrap.keep_spaces = flags.has(14);
                wrap.keep_urls = flags.has(15);
                Operation::Wrap(a, wrap)
            }
            4 => Operation::Segments(a, b, c, flags.has(14)),
            5 => {
                let align = match flags.choice(16) {
                    0 => Align::Left,
                    1 => Align::Right,
                    _ => Align::Center,
                };
                Operation::Pad(a, align)
            }
            6 => Operation::Graphemes,
            7 => Operation::Strip,
            8 => Operation::Sanitize,
            _ => return None,
        };
        Some(Request { operation, options })
    }
}

/// What has come of the texts so far. js/text.js reads it:
///
/// - a text: from where to where it is a part of the text that was given, and
///   where what follows that part ends in the joined texts of all results, in
///   code units; -1 if the ellipsis follows.
/// - lines: their number, then each.
/// - graphemes: their number, then of each where it ends in the text and its
///   cells; -1 of an escape sequence.
#[derive(Default)]
pub struct Answer {
    /// The numbers.
    pub numbers: Vec<f64>,
    units: Vec<u16>,
    /// How much of `units` is in use.
    used: usize,
    /// The text at hand in UTF-8, and what is left of others behind it.
    utf8: String,
}

impl Answer {
    /// The joined texts of all results.
    pub fn texts(&self) -> &[u16] {
        &self.units[..self.used]
    }

    /// Starts anew.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.used = 0;
    }

    /// Gives back memory for more than `units` code units.
    pub fn shrink(&mut self, units: usize) {
        if self.units.len().max(self.utf8.len() / 3) > units {
            self.units = Vec::new();
            self.utf8 = String::new();
        }
    }

    /// Adds what comes of a text.
    pub fn add(&mut self, request: &Request, units: &[u16]) {
        let options = &request.options;
        match request.operation {
            Operation::Width => {
                return self.number(ransack::visible_width_utf16(units, options));
            }
            Operation::Strip => return self.strip(units),
            _ => {}
        }
        let mut utf8 = std::mem::take(&mut self.utf8);
        let mut given = Given::new(units, &mut utf8);
        let text = given.text;
        match request.operation {
            Operation::Width | Operation::Strip => {}
            Operation::Truncate(width, ref truncate) => {
                let cut = ransack::truncate_to_width(text, width, truncate);
                let rest = self.part(&mut given, &cut);
                if rest == truncate.ellipsis {
                    self.numbers.push(-1.0);
                } else {
                    self.join(rest);
                }
            }
            Operation::Slice(start, length, strict) => {
                let slice = ransack::slice_with_width(text, start, length, strict, options);
                self.text(&mut given, &slice.text);
                self.number(slice.width);
            }
            Operation::Wrap(width, ref wrap) => {
                let lines = ransack::wrap_text_with_ansi(text, width, wrap);
                self.number(lines.len());
                for line in &lines {
                    self.text(&mut given, line);
                }
            }
            Operation::Segments(before_end, after_start, after_len, strict) => {
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
            Operation::Pad(width, align) => {
                let padded = ransack::pad_to_width(text, width, align, options);
                self.text(&mut given, &padded);
            }
            Operation::Graphemes => self.graphemes(text, options),
            Operation::Sanitize if utf16_valid_up_to(units) < units.len() => {
                // No part of it: half surrogate pairs are left out.
                self.numbers.extend([0.0; 2]);
                self.join(&ransack::sanitize_text_utf16(units));
            }
            Operation::Sanitize => self.text(&mut given, &ransack::sanitize_text(text)),
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
                // No part of it: halves of surrogate pairs stay what they are.
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

    /// Adds a result that comes from `given`.
    fn text(&mut self, given: &mut Given<'_>, result: &str) {
        let rest = self.part(given, result);
        self.join(rest);
    }

    /// Adds the part of `given` that a result is or starts with; returns what
    /// follows it.
    fn part<'t>(&mut self, given: &mut Given<'_>, result: &'t str) -> &'t str {
        let (part, rest) = given.split(result);
        self.number(part.start);
        self.number(part.end);
        rest
    }

    /// Adds to the joined texts.
    fn join(&mut self, text: &str) {
        let end = self.used + text.len();
        if self.units.len() < end {
            self.units.resize(end, 0);
        }
        self.used += convert_str_to_utf16(text, &mut self.units[self.used..end]);
        self.number(self.used);
    }

    fn graphemes(&mut self, text: &str, options: &TextOptions) {
        let place = self.numbers.len();
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
        self.numbers[place] = ((self.numbers.len() - place) / 2) as f64;
    }
}

/// The text that was given.
struct Given<'t> {
    /// In UTF-8, with U+FFFD for half surrogate pairs.
    text: &'t str,
    /// Its length in code units.
    units: usize,
    /// A place in it: its offset in bytes and in code units.
    place: (usize, usize),
}

impl<'t> Given<'t> {
    /// Decodes the text into the start of `buffer`.
    fn new(units: &[u16], buffer: &'t mut String) -> Given<'t> {
        let most = 3 * units.len();
        if buffer.len() < most {
            buffer.extend(std::iter::repeat_n('\0', most - buffer.len()));
        }
        let end = convert_utf16_to_str(units, buffer);
        Given {
            text: &buffer[..end],
            units: units.len(),
            place: (0, 0),
        }
    }

    /// The part of the text, in code units, that a result is or starts with, and
    /// what follows it in the result: to cut a string is much cheaper in
    /// JavaScript than to make one here.
    fn split<'r>(&mut self, result: &'r str) -> (Range<usize>, &'r str) {
        let start = (result.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if let Some(end) = start.checked_add(result.len())
            && end <= self.text.len()
        {
            return (self.offset(start)..self.offset(end), "");
        }
        let end = common_start(self.text, result);
        (0..self.count(0, end), &result[end..])
    }

    /// An offset in bytes as one in code units. Those that are asked for ascend.
    fn offset(&mut self, at: usize) -> usize {
        let (bytes, units) = if at < self.place.0 {
            (0, 0)
        } else {
            self.place
        };
        self.place = (at, units + self.count(bytes, at));
        self.place.1
    }

    /// The code units from `from` to `to`.
    fn count(&self, from: usize, to: usize) -> usize {
        if self.text.len() == self.units {
            // It is ASCII.
            return to - from;
        }
        let starts = |byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
        self.text.as_bytes()[from..to].iter().map(starts).sum()
    }
}

/// How many bytes at the start of two texts are the same characters.
fn common_start(a: &str, b: &str) -> usize {
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
