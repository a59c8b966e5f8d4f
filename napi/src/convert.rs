//! Converts matches to JavaScript, in batches.
//!
//! Converts positions from byte offsets to UTF-16 code units. Each ill-formed UTF-8 sequence
//! becomes one U+FFFD.

use std::{mem, vec};

use napi::bindgen_prelude::{Array, Object};
use napi::{Env, JsString, Result};
use ransack::Submatch;
use ransack::offsets::{Utf16Cursor, decode_to_utf16};

use crate::typed_array::ResultArray;

/// Match that can be written to a batch.
pub trait BatchItem: 'static {
    /// Returns the number of strings to reserve space for; at least the number that `write` adds.
    fn max_strings(&self) -> usize;

    /// Writes the match to a batch. `previous` is the previous match in the batch.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    fn write(&self, previous: Option<&Self>, writer: &mut BatchWriter<'_>) -> Result<()>;

    /// Writes the parts that `write` leaves out, until the match is complete or the batch is full.
    /// Returns whether the match is complete; if not, a later batch begins with the remaining
    /// parts. `_is_continued` says whether an earlier batch contains part of the match.
    ///
    /// For matches too large to write in one turn of the event loop.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    fn write_rest(&mut self, _is_continued: bool, _writer: &mut BatchWriter<'_>) -> Result<bool> {
        Ok(true)
    }
}

/// Returns the bitwise OR of the flags whose condition holds. The result is the first number of a
/// match and announces the match's optional parts.
pub fn flags<const N: usize>(parts: [(u16, bool); N]) -> f64 {
    let held = parts.into_iter().filter(|(_, holds)| *holds);
    f64::from(held.fold(0, |flags, (flag, _)| flags | flag))
}

/// Optional parts shared by all matches of a call.
#[derive(Clone, Copy, Default)]
pub struct BatchShape {
    /// Whether matches carry the index of their root.
    pub several_roots: bool,
    /// Whether matches carry raw bytes along with strings.
    pub bytes: bool,
    /// Whether matches carry metavariables.
    pub meta_variables: bool,
    /// Whether matches carry the interpretation of their pattern.
    pub readings: bool,
}

/// Batch of matches as arrays of numbers and strings.
///
/// Creating an object with its properties through Node-API takes about twenty calls; JavaScript
/// creates it from these arrays in a tenth of the time. Each implementation of [`BatchItem`]
/// documents its layout and names the JavaScript class that reads it.
pub struct Batch<'env> {
    numbers: ResultArray<f64>,
    strings: Array<'env>,
    /// Joined string, from which JavaScript slices the individual strings.
    joined: JsString<'env>,
    /// Bytes of the strings, in the same order, if requested.
    bytes: Option<ResultArray<u8>>,
}

/// Total length of strings, in bytes, at which a batch of [`Batch::of_turn`] is full. Decoding them
/// takes about a millisecond.
const TURN_BYTES: usize = 1 << 19;

/// Number of strings at which a batch of [`Batch::of_turn`] is full. Creating them takes about a
/// millisecond.
const TURN_STRINGS: u32 = 4000;

/// Matches that JavaScript has not yet fetched.
pub struct Unfetched<T> {
    items: vec::IntoIter<T>,
    /// Whether a batch already contains part of the first match.
    is_continued: bool,
}

impl<T> Unfetched<T> {
    /// Creates a list with all `items` unfetched.
    pub fn new(items: Vec<T>) -> Unfetched<T> {
        Unfetched {
            items: items.into_iter(),
            is_continued: false,
        }
    }

    /// Returns the number of matches not yet completely fetched.
    pub fn count(&self) -> usize {
        self.items.len()
    }
}

impl<'env> Batch<'env> {
    /// Writes `items` to a batch. Their [`BatchItem::write`] must write them completely.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails, for example for a line that exceeds JavaScript's maximum string
    /// length.
    pub fn new<T: BatchItem>(
        env: &'env Env,
        items: &[T],
        shape: BatchShape,
    ) -> Result<Batch<'env>> {
        let mut writer = BatchWriter::new(env, items, shape, u32::MAX)?;
        let mut previous = None;
        for item in items {
            item.write(previous, &mut writer)?;
            previous = Some(item);
        }
        writer.finish()
    }

    /// Writes the first matches of `unfetched` to a batch and drops them. Writes at most `max`
    /// matches and no more than fits in one turn of the event loop, but at least one match or part
    /// of a match.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Batch::new`] can return.
    pub fn of_turn<T: BatchItem>(
        env: &'env Env,
        unfetched: &mut Unfetched<T>,
        max: usize,
        shape: BatchShape,
    ) -> Result<Batch<'env>> {
        let items = unfetched.items.as_mut_slice();
        let max = items.len().min(max.max(1));
        let mut writer = BatchWriter::new(env, &items[..max], shape, TURN_STRINGS)?;
        let mut written = 0;
        while written < max {
            let (before, left) = items.split_at_mut(written);
            let item = &mut left[0];
            let is_continued = mem::take(&mut unfetched.is_continued);
            if !is_continued {
                item.write(before.last(), &mut writer)?;
            }
            if !item.write_rest(is_continued, &mut writer)? {
                unfetched.is_continued = true;
                break;
            }
            written += 1;
            if writer.is_full() {
                break;
            }
        }
        unfetched.items.by_ref().take(written).for_each(drop);
        writer.finish()
    }

    /// Sets the fields as properties of `object`.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    pub fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("numbers", self.numbers)?;
        object.set("strings", self.strings)?;
        object.set("joined", self.joined)?;
        object.set("bytes", self.bytes)
    }
}

/// Writer for the parts of matches.
pub struct BatchWriter<'env> {
    /// Optional parts to write.
    pub shape: BatchShape,
    /// Numbers of the batch.
    pub numbers: Vec<f64>,
    env: &'env Env,
    strings: Array<'env>,
    used: u32,
    /// Length in bytes of all strings.
    string_bytes: usize,
    joined: JoinedStrings,
    bytes: Vec<u8>,
    decoder: Utf16Decoder,
}

impl<'env> BatchWriter<'env> {
    /// Creates the writer for a batch of `items`, which is full at `max_strings` strings.
    fn new<T: BatchItem>(
        env: &'env Env,
        items: &[T],
        shape: BatchShape,
        max_strings: u32,
    ) -> Result<BatchWriter<'env>> {
        let strings: usize = items.iter().map(BatchItem::max_strings).sum();
        let strings = u32::try_from(strings).unwrap_or(u32::MAX);
        Ok(BatchWriter {
            shape,
            numbers: Vec::with_capacity(items.len() * 10),
            env,
            // JavaScript never reads the unused elements.
            strings: env.create_array(strings.min(max_strings))?,
            used: 0,
            string_bytes: 0,
            joined: JoinedStrings::default(),
            bytes: Vec::new(),
            decoder: Utf16Decoder::default(),
        })
    }

    fn finish(self) -> Result<Batch<'env>> {
        Ok(Batch {
            numbers: ResultArray(self.numbers),
            strings: self.strings,
            joined: self.joined.string(self.env)?,
            bytes: self.shape.bytes.then_some(ResultArray(self.bytes)),
        })
    }

    /// Returns whether the batch contains as much as fits in one turn of the event loop.
    pub fn is_full(&self) -> bool {
        self.string_bytes >= TURN_BYTES || self.used >= TURN_STRINGS
    }

    /// Adds a string, and its bytes if requested.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    pub fn string(&mut self, bytes: &[u8]) -> Result<()> {
        self.line(bytes, &[]).map(|_| ())
    }

    /// Adds a line, and its bytes if requested. Returns whether the UTF-16 columns of `submatches`
    /// differ from their byte offsets; if so, [`columns`](BatchWriter::columns) returns them until
    /// the next string is added.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    pub fn line(&mut self, bytes: &[u8], submatches: &[Submatch]) -> Result<bool> {
        if self.shape.bytes {
            self.bytes.extend_from_slice(bytes);
        }
        self.put(bytes, submatches)
    }

    /// Adds bytes without a string, and their length to the numbers. Only for a batch with bytes.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.string_bytes += bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.numbers.push(bytes.len() as f64);
    }

    /// Adds a string without its bytes.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    pub fn string_without_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.put(bytes, &[]).map(|_| ())
    }

    fn put(&mut self, bytes: &[u8], submatches: &[Submatch]) -> Result<bool> {
        self.string_bytes += bytes.len();
        let ascii = bytes.is_ascii();
        let string: JsString<'_> = if ascii {
            self.env.create_string_latin1(bytes)?
        } else {
            self.decoder.decode(bytes, submatches);
            self.env.create_string_utf16(&self.decoder.units)?
        };
        self.strings.set(self.used, string)?;
        self.used += 1;
        Ok(!ascii && !submatches.is_empty())
    }

    /// Adds a string to the joined string, and its length in code units to the numbers.
    ///
    /// Faster than a separate string, but a caller that keeps one slice keeps the whole joined
    /// string in memory. Use only for short strings.
    pub fn join(&mut self, bytes: &[u8]) {
        self.string_bytes += bytes.len();
        if self.shape.bytes {
            self.bytes.extend_from_slice(bytes);
        }
        let length = self.joined.push(bytes, &mut self.decoder);
        self.numbers.push(length as f64);
    }

    /// Adds the UTF-16 columns of a submatch of the last line.
    pub fn columns(&mut self, submatch: usize) {
        let columns = &self.decoder.columns[2 * submatch..2 * submatch + 2];
        self.numbers.extend(columns);
    }

    /// Adds the byte length of a string if bytes are requested.
    pub fn byte_len(&mut self, bytes: &[u8]) {
        if self.shape.bytes {
            self.numbers.push(bytes.len() as f64);
        }
    }
}

/// Strings joined into one.
#[derive(Default)]
struct JoinedStrings {
    /// Joined strings, while all of them are ASCII.
    ascii: Vec<u8>,
    /// Joined strings, from the first non-ASCII string on.
    units: Vec<u16>,
}

impl JoinedStrings {
    /// Adds a string and returns its length in code units.
    fn push(&mut self, bytes: &[u8], decoder: &mut Utf16Decoder) -> usize {
        if self.units.is_empty() && bytes.is_ascii() {
            self.ascii.extend_from_slice(bytes);
            return bytes.len();
        }
        self.units.extend(self.ascii.drain(..).map(u16::from));
        decoder.decode(bytes, &[]);
        self.units.extend_from_slice(&decoder.units);
        decoder.units.len()
    }

    fn string<'env>(&self, env: &'env Env) -> Result<JsString<'env>> {
        if self.units.is_empty() {
            env.create_string_latin1(&self.ascii)
        } else {
            env.create_string_utf16(&self.units)
        }
    }
}

/// Decoder from UTF-8 to UTF-16 that also converts positions.
#[derive(Default)]
struct Utf16Decoder {
    /// Decoded text.
    units: Vec<u16>,
    /// Start and end column of each submatch, in code units.
    columns: Vec<f64>,
}

impl Utf16Decoder {
    /// Decodes UTF-8, with U+FFFD for each ill-formed sequence, and converts the offsets of
    /// `submatches`, ascending and disjoint, to columns. A submatch that covers part of a character
    /// is extended to the whole character.
    fn decode(&mut self, bytes: &[u8], submatches: &[Submatch]) {
        self.units.clear();
        self.columns.clear();
        decode_to_utf16(bytes, &mut self.units);
        let mut cursor = Utf16Cursor::new(bytes);
        for submatch in submatches {
            let start = cursor.floor(submatch.start);
            let end = match submatch.start == submatch.end {
                true => start,
                false => cursor.ceil(submatch.end),
            };
            self.columns.extend([start as f64, end as f64]);
        }
    }
}

/// Converts ascending byte offsets to offsets in UTF-16 code units. An offset inside a character
/// becomes the offset of the character; an ill-formed sequence counts as one code unit.
pub fn utf16_offsets(bytes: &[u8], positions: &[u32]) -> Vec<f64> {
    let mut cursor = Utf16Cursor::new(bytes);
    let unit = |at: &u32| cursor.floor(*at as usize) as f64;
    positions.iter().map(unit).collect()
}
