//! Styles: colours and attributes set by SGR (Select Graphic Rendition) sequences.
//!
//! Parameters follow ECMA-48 8.3.117 with common terminal extensions: underline
//! styles (`4:3`), underline colour (58, 59), and colours as separate
//! parameters (`38;2;r;g;b`) or subparameters (`38:2::r:g:b`).

use super::escape::{sequence_end, sgr_parameters};

/// On/off attributes: the parameter that sets each and the parameter that
/// resets it.
const ATTRIBUTES: [(u8, u8); 15] = [
    (1, 22),
    (2, 22),
    (3, 23),
    (20, 23),
    (5, 25),
    (6, 25),
    (7, 27),
    (8, 28),
    (9, 29),
    (26, 50),
    (51, 54),
    (52, 54),
    (53, 55),
    (73, 75),
    (74, 75),
];

/// Number of attributes with a value. Values are kept as written, because not
/// every terminal accepts both notations.
const VALUES: usize = 6;
const FOREGROUND: usize = 0;
const BACKGROUND: usize = 1;
const UNDERLINE_COLOR: usize = 2;
const UNDERLINE: usize = 3;
const FONT: usize = 4;
const IDEOGRAM: usize = 5;
/// Parameter that resets each attribute with a value.
const RESETS: [u8; VALUES] = [39, 49, 59, 24, 10, 65];

/// Returns the sequence that resets exactly the styles set by the sequences in
/// `text`, or all styles if one sequence is unknown.
pub fn undo_styles(text: &str) -> String {
    let mut style = SgrStyle::default();
    let mut known = true;
    let mut at = 0;
    while at < text.len() {
        let end = sequence_end(text, at).unwrap_or(text.len());
        known &= sgr_parameters(&text[at..end]).is_some_and(|parameters| style.apply(parameters));
        at = end;
    }
    if !known {
        return "\x1b[0m".into();
    }
    let mut undone = String::new();
    style.write_change(&SgrStyle::default(), &mut undone);
    undone
}

/// Style set by SGR sequences. The default is no style.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SgrStyle<'a> {
    /// Bit `i` is set if `ATTRIBUTES[i]` is on.
    attributes: u16,
    /// Parameters that set each value; empty if not set.
    values: [&'a str; VALUES],
}

impl<'a> SgrStyle<'a> {
    /// Whether this is the default style.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.attributes == 0 && self.values.iter().all(|value| value.is_empty())
    }

    fn is_same(&self, other: &SgrStyle<'_>) -> bool {
        let mut values = self.values.iter().zip(&other.values);
        self.attributes == other.attributes && values.all(|(a, b)| is_equal(a, b))
    }

    /// Applies the parameters of one sequence. Returns whether all of them are
    /// known.
    pub(super) fn apply(&mut self, parameters: &'a str) -> bool {
        let mut known = true;
        let mut at = 0;
        while at <= parameters.len() {
            let end = field_end(parameters, at);
            let field = &parameters[at..end];
            // Fields are short: setting up a vectorized search would cost more.
            let (number, parts) = match field.bytes().position(|b| b == b':') {
                Some(colon) => field.split_at(colon),
                None => (field, ""),
            };
            let mut next = end + 1;
            match (number_of(number), parts) {
                (38, _) => known &= self.set_color(FOREGROUND, parameters, at, &mut next),
                (48, _) => known &= self.set_color(BACKGROUND, parameters, at, &mut next),
                (58, _) => known &= self.set_color(UNDERLINE_COLOR, parameters, at, &mut next),
                (4, ":0") | (24, "") => self.values[UNDERLINE] = "",
                (4, _) | (21, "") => self.values[UNDERLINE] = field,
                (0, "") => *self = SgrStyle::default(),
                (number, "") => known &= self.set(number, field),
                _ => known = false,
            }
            at = next;
        }
        known
    }

    fn set(&mut self, number: u8, field: &'a str) -> bool {
        match number {
            30..=37 | 90..=97 => self.values[FOREGROUND] = field,
            40..=47 | 100..=107 => self.values[BACKGROUND] = field,
            11..=19 => self.values[FONT] = field,
            60..=64 => self.values[IDEOGRAM] = field,
            _ => {
                if let Some(i) = RESETS.iter().position(|&reset| reset == number) {
                    self.values[i] = "";
                    return true;
                }
                let mut known = false;
                for (i, &(set, reset)) in ATTRIBUTES.iter().enumerate() {
                    if number == set {
                        // Slow and rapid blink, framed and encircled, and
                        // superscript and subscript replace each other.
                        if matches!(reset, 25 | 54 | 75) {
                            self.reset(reset);
                        }
                        self.attributes |= 1 << i;
                        return true;
                    }
                    known |= number == reset;
                }
                self.reset(number);
                return known;
            }
        }
        true
    }

    fn reset(&mut self, number: u8) {
        self.attributes &= !attributes_reset_by(number);
    }

    /// Sets a colour whose parameters start at `at`, and moves `next` past them.
    /// Returns whether the colour is known.
    fn set_color(&mut self, which: usize, all: &'a str, at: usize, next: &mut usize) -> bool {
        let end = field_end(all, at);
        if let Some(colon) = all[at..end].find(':') {
            let kind = all[at + colon + 1..end].split(':').next();
            // The standard's colour spaces: transparent, RGB, CMY, CMYK and
            // indexed; and 6, which terminals use for RGBA.
            if kind.is_some_and(|kind| matches!(kind, "1" | "2" | "3" | "4" | "5" | "6")) {
                self.values[which] = &all[at..end];
                return true;
            }
            return false;
        }
        let mut last = end;
        let mut take = |n: usize| {
            for _ in 0..n {
                if last >= all.len() {
                    return false;
                }
                last = field_end(all, last + 1);
            }
            true
        };
        let kind_end = if take(1) {
            field_end(all, end + 1)
        } else {
            end
        };
        let rest = match all.get(end + 1..kind_end) {
            Some("5") => 1,
            Some("2") => 3,
            // The number of its parameters is unknown. Terminals skip the rest
            // of the sequence too.
            _ => {
                *next = all.len() + 1;
                return false;
            }
        };
        if !take(rest) {
            *next = all.len() + 1;
            return false;
        }
        self.values[which] = &all[at..last];
        *next = last + 1;
        true
    }

    /// Appends the single sequence that changes this style to `to`. It contains
    /// only differences, and each reset once.
    pub(super) fn write_change(&self, to: &SgrStyle<'_>, out: &mut String) {
        if self.is_same(to) {
            return;
        }
        let mut list = SgrParameters { out, any: false };
        let gone = self.attributes & !to.attributes;
        // Attributes that survive: a shared reset turns off several.
        let mut there = self.attributes;
        for (i, reset) in bits(gone).map(|i| (i, ATTRIBUTES[i].1)) {
            if there & 1 << i != 0 {
                list.push_number(reset);
                there &= !attributes_reset_by(reset);
            }
        }
        for (i, &reset) in RESETS.iter().enumerate() {
            if !self.values[i].is_empty() && to.values[i].is_empty() {
                list.push_number(reset);
            }
        }
        for i in bits(to.attributes & !there) {
            list.push_number(ATTRIBUTES[i].0);
        }
        for (old, new) in self.values.iter().zip(&to.values) {
            if !new.is_empty() && old != new {
                list.push(new);
            }
        }
        list.out.push('m');
    }
}

/// Whether two strings are equal. Most are empty, and with some C libraries the call to compare
/// zero bytes dominates the cost.
pub(super) fn is_equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && (a.is_empty() || a == b)
}

/// Returns the attributes that the parameter `reset` resets, as a bit mask.
fn attributes_reset_by(reset: u8) -> u16 {
    let all = ATTRIBUTES.iter().enumerate();
    all.fold(0, |set, (i, &(_, other))| {
        set | u16::from(other == reset) << i
    })
}

/// Returns the indexes of the set bits in ascending order.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// Writer of the parameters of one SGR sequence.
struct SgrParameters<'o> {
    out: &'o mut String,
    /// Whether a parameter has been written.
    any: bool,
}

impl SgrParameters<'_> {
    fn push(&mut self, parameter: &str) {
        self.out.push_str(if self.any { ";" } else { "\x1b[" });
        self.out.push_str(parameter);
        self.any = true;
    }

    fn push_number(&mut self, number: u8) {
        let digits = [b'0' + number / 10, b'0' + number % 10];
        let from = usize::from(number < 10);
        self.push(std::str::from_utf8(&digits[from..]).unwrap_or_default());
    }
}

/// Returns the end of the field that starts at `at`, which may be the end of
/// the parameters.
fn field_end(parameters: &str, at: usize) -> usize {
    let rest = &parameters.as_bytes()[at..];
    at + rest.iter().position(|&b| b == b';').unwrap_or(rest.len())
}

/// Returns the value of a parameter: 0 if empty, 255 for values above 254.
fn number_of(digits: &str) -> u8 {
    digits.bytes().fold(0u8, |n, b| {
        let next = u16::from(n) * 10 + u16::from(b - b'0');
        u8::try_from(next).unwrap_or(u8::MAX)
    })
}
