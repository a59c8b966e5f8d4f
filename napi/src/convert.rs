//! Results on their way to JavaScript.

use napi::bindgen_prelude::{Array, Float64Array, Object, Uint8Array};
use napi::{Env, JsString, Result};
use ransack::Submatch;
use ransack::offsets::{Utf16Cursor, decode_to_utf16};

/// What a batch is made of.
pub trait Item: 'static {
    /// How many strings it takes apart into at most.
    fn strings(&self) -> usize;

    /// Takes it apart; `previous` is the one before in the batch.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    fn write(&self, previous: Option<&Self>, writer: &mut Writer<'_>) -> Result<()>;
}

/// What all items of a call have or have not.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    /// The number of the root.
    pub several_roots: bool,
    /// Raw bytes beside the strings.
    pub bytes: bool,
    /// What metavariables stand for.
    pub meta_variables: bool,
}

/// Results, taken apart.
///
/// To make an object with its properties through Node-API takes some twenty
/// calls; JavaScript makes it from this in a tenth of the time. What is in it is
/// described with each [`Item`], beside which JavaScript has a class that reads
/// it.
pub struct Batch<'env> {
    numbers: Float64Array,
    strings: Array<'env>,
    /// Those strings that are cut out of one.
    joined: JsString<'env>,
    /// If wanted, those of the strings, in the same order.
    bytes: Option<Uint8Array>,
}

impl<'env> Batch<'env> {
    /// Takes `items` apart.
    ///
    /// # Errors
    ///
    /// Those of Node-API: a line longer than JavaScript's longest string.
    pub fn new<T: Item>(env: &'env Env, items: &[T], shape: Shape) -> Result<Batch<'env>> {
        let strings: usize = items.iter().map(Item::strings).sum();
        let mut writer = Writer {
            shape,
            numbers: Vec::with_capacity(items.len() * 10),
            env,
            // What is left over at its end is never read.
            strings: env.create_array(u32::try_from(strings).unwrap_or(u32::MAX))?,
            used: 0,
            joined: Joined::default(),
            bytes: Vec::new(),
            text: Text::default(),
        };
        let mut previous = None;
        for item in items {
            item.write(previous, &mut writer)?;
            previous = Some(item);
        }
        Ok(Batch {
            numbers: Float64Array::new(writer.numbers),
            strings: writer.strings,
            joined: writer.joined.string(env)?,
            bytes: shape.bytes.then(|| Uint8Array::new(writer.bytes)),
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
        object.set("joined", self.joined)?;
        object.set("bytes", self.bytes)
    }
}

/// Where items write what they consist of.
pub struct Writer<'env> {
    /// What to write.
    pub shape: Shape,
    /// The numbers of the batch.
    pub numbers: Vec<f64>,
    env: &'env Env,
    strings: Array<'env>,
    used: u32,
    joined: Joined,
    bytes: Vec<u8>,
    text: Text,
}

impl Writer<'_> {
    /// Adds a string.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    pub fn string(&mut self, bytes: &[u8]) -> Result<()> {
        self.line(bytes, &[]).map(|_| ())
    }

    /// Adds a string. True if the columns of `submatches` in it differ from
    /// their offsets, until the next string is added.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    pub fn line(&mut self, bytes: &[u8], submatches: &[Submatch]) -> Result<bool> {
        if self.shape.bytes {
            self.bytes.extend_from_slice(bytes);
        }
        self.put(bytes, submatches)
    }

    /// Adds a string of which nobody wants the bytes.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    pub fn string_alone(&mut self, bytes: &[u8]) -> Result<()> {
        self.put(bytes, &[]).map(|_| ())
    }

    fn put(&mut self, bytes: &[u8], submatches: &[Submatch]) -> Result<bool> {
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

    /// Adds a string to those that JavaScript cuts out of one, and its length in
    /// code units.
    ///
    /// To make a string through Node-API and put it into an array takes longer.
    /// But whoever keeps one keeps them all, so this is for what is short.
    pub fn join(&mut self, bytes: &[u8]) {
        if self.shape.bytes {
            self.bytes.extend_from_slice(bytes);
        }
        let length = self.joined.push(bytes, &mut self.text);
        self.numbers.push(length as f64);
    }

    /// Adds the columns of a submatch of the last string, if they differ.
    pub fn columns(&mut self, submatch: usize) {
        let columns = &self.text.columns[2 * submatch..2 * submatch + 2];
        self.numbers.extend(columns);
    }

    /// Adds the length that a string has in bytes, if bytes are wanted.
    pub fn length(&mut self, bytes: &[u8]) {
        if self.shape.bytes {
            self.numbers.push(bytes.len() as f64);
        }
    }
}

/// Strings, one behind the other.
#[derive(Default)]
struct Joined {
    /// All, as long as they are ASCII.
    ascii: Vec<u8>,
    /// All, once one is not.
    units: Vec<u16>,
}

impl Joined {
    /// Adds a string and returns its length in code units.
    fn push(&mut self, bytes: &[u8], text: &mut Text) -> usize {
        if self.units.is_empty() && bytes.is_ascii() {
            self.ascii.extend_from_slice(bytes);
            return bytes.len();
        }
        self.units.extend(self.ascii.drain(..).map(u16::from));
        text.decode(bytes, &[]);
        self.units.extend_from_slice(&text.units);
        text.units.len()
    }

    fn string<'env>(&self, env: &'env Env) -> Result<JsString<'env>> {
        if self.units.is_empty() {
            env.create_string_latin1(&self.ascii)
        } else {
            env.create_string_utf16(&self.units)
        }
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
    /// of `submatches`, which are in order and do not overlap. Half a character
    /// counts as all of it.
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

/// UTF-16 offsets of these bytes, which are in ascending order; half a character
/// counts as all of it, U+FFFD stands for what is not valid.
pub fn units_before(bytes: &[u8], positions: &[u32]) -> Vec<f64> {
    let mut cursor = Utf16Cursor::new(bytes);
    let unit = |at: &u32| cursor.floor(*at as usize) as f64;
    positions.iter().map(unit).collect()
}
