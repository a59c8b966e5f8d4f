//! Results on their way to JavaScript.

use napi::bindgen_prelude::{Array, Float64Array, Object, Uint8Array};
use napi::{Env, JsString, Result};
use ransack::Submatch;

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

/// The code units of UTF-16 before each of these bytes, which are in ascending
/// order; half a character counts as all of it, U+FFFD stands for what is not
/// valid.
pub fn units_before(bytes: &[u8], positions: &[u32]) -> Vec<f64> {
    let mut before = Vec::with_capacity(positions.len());
    let mut rest = positions.iter().map(|at| *at as usize).peekable();
    let (mut at, mut units) = (0, 0);
    let mut pass = |len: usize, width: usize| {
        at += len;
        while rest.next_if(|position| *position < at).is_some() {
            before.push(units as f64);
        }
        units += width;
    };
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            pass(character.len_utf8(), character.len_utf16());
        }
        if !chunk.invalid().is_empty() {
            pass(chunk.invalid().len(), 1);
        }
    }
    before
}
