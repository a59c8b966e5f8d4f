//! Results on their way to JavaScript.

use napi::bindgen_prelude::{Array, Float64Array, Object, Uint8Array};
use napi::{Env, JsString, Result};
use ransack::{GrepMatch, Submatch};

/// Results, taken apart.
///
/// To make an object with its properties through Node-API takes some twenty
/// calls; JavaScript makes it from this in a tenth of the time. `js/batch.js`
/// reads what is written here:
///
/// - `numbers`, for each match: its flags, `lineNumber`,
///   `byteOffset`, the number of submatches, of lines before, of lines after;
///   with `ROOT` the root; with `COUNT` the
///   count; with `CLIP` offset and length of the line; with
///   bytes the length of the path, if it is new, and of the line. Then for each
///   submatch start, end and pattern, and with `COLUMNS` both
///   columns; then for each line before and after its number, whether it was
///   cut, and with bytes its length.
/// - `strings`, for each match: the path, with `PATH`; the line;
///   the lines before and after.
/// - `bytes`, if wanted: those of the strings, in the same order.
pub struct Batch<'env> {
    /// See above.
    numbers: Float64Array,
    strings: Array<'env>,
    bytes: Option<Uint8Array>,
}

/// What a match has besides the usual.
struct Flags;

impl Flags {
    /// The path is not that of the match before.
    const PATH: u8 = 1;
    /// The line was clipped.
    const CLIP: u8 = 2;
    /// Columns differ from offsets.
    const COLUMNS: u8 = 4;
    /// There are several roots.
    const ROOT: u8 = 8;
    /// The match stands for a file.
    const COUNT: u8 = 16;
}

impl<'env> Batch<'env> {
    /// Takes `matches` apart.
    ///
    /// # Errors
    ///
    /// Those of Node-API: a line longer than JavaScript's longest string.
    pub fn new(
        env: &'env Env,
        matches: &[GrepMatch],
        several_roots: bool,
        bytes: bool,
    ) -> Result<Batch<'env>> {
        let strings: usize = matches
            .iter()
            .map(|m| 2 + m.context_before.len() + m.context_after.len())
            .sum();
        let mut writer = Writer {
            env,
            numbers: Vec::with_capacity(matches.len() * 10),
            // The array is as long as it needs to be if every match is in
            // another file; what is left over at its end is never read.
            strings: env.create_array(u32::try_from(strings).unwrap_or(u32::MAX))?,
            used: 0,
            bytes: bytes.then(Vec::new),
            text: Text::default(),
        };
        let mut path: Option<&[u8]> = None;
        for item in matches {
            let new_path = path != Some(item.path.as_bytes());
            path = Some(item.path.as_bytes());
            writer.item(item, new_path, several_roots)?;
        }
        Ok(Batch {
            numbers: Float64Array::new(writer.numbers),
            strings: writer.strings,
            bytes: writer.bytes.map(Uint8Array::new),
        })
    }

    /// Adds the fields to an object.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    pub fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("numbers", self.numbers)?;
        object.set("strings", self.strings)?;
        object.set("bytes", self.bytes)
    }
}

struct Writer<'env> {
    env: &'env Env,
    numbers: Vec<f64>,
    strings: Array<'env>,
    used: u32,
    bytes: Option<Vec<u8>>,
    text: Text,
}

impl Writer<'_> {
    fn item(&mut self, item: &GrepMatch, new_path: bool, several_roots: bool) -> Result<()> {
        if new_path {
            self.string(item.path.as_bytes(), &[])?;
        }
        let columns = self.string(&item.line, &item.submatches)?;
        let is_file = item.line_number == 0;
        let mut flags = 0;
        for (flag, holds) in [
            (Flags::PATH, new_path),
            (Flags::CLIP, item.clip.is_some()),
            (Flags::COLUMNS, columns),
            (Flags::ROOT, several_roots),
            (Flags::COUNT, is_file),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        self.numbers.extend([
            f64::from(flags),
            item.line_number as f64,
            item.byte_offset as f64,
            item.submatches.len() as f64,
            item.context_before.len() as f64,
            item.context_after.len() as f64,
        ]);
        if several_roots {
            self.numbers.push(f64::from(item.root));
        }
        if is_file {
            self.numbers.push(item.match_count as f64);
        }
        if let Some(clip) = item.clip {
            self.numbers
                .extend([clip.offset as f64, clip.line_len as f64]);
        }
        if self.bytes.is_some() {
            if new_path {
                self.numbers.push(item.path.as_bytes().len() as f64);
            }
            self.numbers.push(item.line.len() as f64);
        }
        for (at, sub) in item.submatches.iter().enumerate() {
            self.numbers
                .extend([sub.start as f64, sub.end as f64, f64::from(sub.pattern)]);
            if columns {
                self.numbers.extend(&self.text.columns[2 * at..2 * at + 2]);
            }
        }
        for line in item.context_before.iter().chain(&item.context_after) {
            self.string(&line.line, &[])?;
            self.numbers
                .extend([line.line_number as f64, f64::from(u8::from(line.clipped))]);
            if self.bytes.is_some() {
                self.numbers.push(line.line.len() as f64);
            }
        }
        Ok(())
    }

    /// Adds a string. True if the columns of `submatches` in it differ from
    /// their offsets; they are in `text` then.
    fn string(&mut self, bytes: &[u8], submatches: &[Submatch]) -> Result<bool> {
        if let Some(all) = &mut self.bytes {
            all.extend_from_slice(bytes);
        }
        let ascii = bytes.is_ascii();
        let string: JsString<'_> = if ascii {
            self.env.create_string_latin1(bytes)?
        } else {
            self.text.decode(bytes, submatches);
            self.env.create_string_utf16(&self.text.units)?
        };
        self.strings.set(self.used, string)?;
        self.used += 1;
        Ok(!ascii && !submatches.is_empty())
    }
}

/// Text in UTF-16.
#[derive(Default)]
struct Text {
    units: Vec<u16>,
    /// Start and end of each submatch, in code units.
    columns: Vec<f64>,
}

impl Text {
    /// Decodes UTF-8 with U+FFFD for what is not valid, and finds the columns
    /// of `submatches`, which are in order and do not overlap.
    fn decode(&mut self, bytes: &[u8], submatches: &[Submatch]) {
        self.units.clear();
        self.columns.clear();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                let before = self.units.len();
                self.units
                    .extend_from_slice(character.encode_utf16(&mut [0; 2]));
                at += character.len_utf8();
                self.mark(at, before, submatches);
            }
            if !chunk.invalid().is_empty() {
                let before = self.units.len();
                self.units.push(0xFFFD);
                at += chunk.invalid().len();
                self.mark(at, before, submatches);
            }
        }
        let end = self.units.len();
        self.mark(usize::MAX, end, submatches);
    }

    /// Sets the columns that lie in the character that ends before byte `next`
    /// and began at code unit `before`. Half a character counts as all of it.
    fn mark(&mut self, next: usize, before: usize, submatches: &[Submatch]) {
        while let Some(sub) = submatches.get(self.columns.len() / 2) {
            let is_end = self.columns.len() % 2 == 1;
            let column = if is_end {
                // The end of a match is that of its last character.
                if sub.end > next {
                    return;
                }
                if sub.end == sub.start {
                    before
                } else {
                    self.units.len()
                }
            } else {
                if sub.start >= next {
                    return;
                }
                before
            };
            self.columns.push(column as f64);
        }
    }
}
