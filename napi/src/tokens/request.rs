//! A call about the tokens of a text, as numbers, and its result, as numbers.

use std::sync::LazyLock;

use ransack::{CancelToken, TokenOptions, Tokenizer, TruncateFrom};

use super::{Texts, Vocabulary, published};

/// The numbers of a request:
///
/// | number | what it is |
/// | ---: | --- |
/// | 0 | the operation |
/// | 1, 2 | up to two numbers of tokens |
/// | 3 | what `truncate` gives up: 0 the end, 1 the start, 2 the middle |
/// | 5 | the place of the encoding; -1 if a [`Vocabulary`] is passed |
pub const HEAD: usize = 6;

/// What to do with a text.
#[derive(Clone, Copy)]
enum Operation {
    Count,
    CountUpTo(usize),
    Truncate(usize, TruncateFrom),
    Split(usize, usize),
    Encode,
    Offsets,
}

/// One call.
pub struct Request<'v> {
    operation: Operation,
    tokenizer: &'v Tokenizer,
    options: &'v TokenOptions,
}

/// A text as JavaScript gave it.
#[derive(Clone, Copy)]
pub enum Given<'t> {
    /// A string, in UTF-8; its places are counted in UTF-16 code units.
    String(&'t [u8]),
    /// Bytes.
    Bytes(&'t [u8]),
}

impl<'v> Request<'v> {
    /// What the numbers say; nothing if they name no operation or vocabulary.
    pub fn new(head: &[f64], vocabulary: Option<&'v Vocabulary>) -> Option<Request<'v>> {
        static PLAIN: LazyLock<TokenOptions> = LazyLock::new(TokenOptions::default);
        let &[operation, a, b, from, _, place] = head.first_chunk::<HEAD>()?;
        // A cast takes infinity for the maximum.
        let (a, b) = (a as usize, b as usize);
        let operation = match operation as u32 {
            0 => Operation::Count,
            1 => Operation::CountUpTo(a),
            2 => {
                let from = match from as u32 {
                    0 => TruncateFrom::End,
                    1 => TruncateFrom::Start,
                    _ => TruncateFrom::Middle,
                };
                Operation::Truncate(a, from)
            }
            3 => Operation::Split(a, b),
            4 => Operation::Encode,
            5 => Operation::Offsets,
            _ => return None,
        };
        let (tokenizer, options) = match vocabulary {
            Some(given) => (&given.tokenizer, &given.options),
            None => (published(place as u32)?, &*PLAIN),
        };
        Some(Request {
            operation,
            tokenizer,
            options,
        })
    }

    /// Adds to `numbers` what comes of a text. js/tokens.js reads it:
    ///
    /// - count: the tokens; -1 if there are more than the limit.
    /// - truncate: where the dropped part starts and ends, the tokens that are
    ///   kept, and all.
    /// - split: the number of chunks, then of each its start, end and tokens.
    /// - encode: the number of tokens, then the id of each.
    /// - offsets: the number of tokens, then of each its id, start and end.
    ///
    /// # Errors
    ///
    /// Those of the core.
    pub fn answer(
        &self,
        given: Given<'_>,
        token: &CancelToken,
        numbers: &mut Vec<f64>,
    ) -> ransack::Result<()> {
        let Request {
            tokenizer, options, ..
        } = *self;
        let (Given::String(text) | Given::Bytes(text)) = given;
        match self.operation {
            Operation::Count => {
                numbers.push(tokenizer.count(text, options, token)? as f64);
            }
            Operation::CountUpTo(limit) => {
                let counted = tokenizer.count_up_to(text, limit, options, token)?;
                numbers.push(counted.map_or(-1.0, |count| count as f64));
            }
            Operation::Truncate(limit, from) => {
                let cut = tokenizer.truncate(text, limit, from, options, token)?;
                let mut places = Places::new(given);
                numbers.push(places.start(cut.dropped.start));
                numbers.push(places.end(cut.dropped.end));
                numbers.extend([cut.tokens as f64, cut.total_tokens as f64]);
            }
            Operation::Split(size, overlap) => {
                let chunks = tokenizer.split(text, size, overlap, options, token)?;
                let mut places = Places::new(given);
                numbers.push(chunks.len() as f64);
                for chunk in &chunks {
                    numbers.push(places.start(chunk.range.start));
                    numbers.push(places.end(chunk.range.end));
                    numbers.push(chunk.tokens as f64);
                }
            }
            Operation::Encode => {
                let ids = tokenizer.encode(text, options, token)?;
                numbers.push(ids.len() as f64);
                numbers.extend(ids.iter().map(|&id| f64::from(id)));
            }
            Operation::Offsets => {
                let tokens = tokenizer.token_offsets(text, options, token)?;
                let mut places = Places::new(given);
                numbers.push(tokens.len() as f64);
                for each in &tokens {
                    numbers.push(f64::from(each.id));
                    numbers.push(places.start(each.range.start));
                    numbers.push(places.end(each.range.end));
                }
            }
        }
        Ok(())
    }

    /// Adds what comes of several texts, one after the other.
    pub(super) fn answer_all(
        &self,
        texts: &Texts,
        token: &CancelToken,
    ) -> ransack::Result<Vec<f64>> {
        let mut numbers = Vec::new();
        if let (Operation::Count, [_, _, ..]) = (self.operation, &texts.0[..]) {
            let counts = (self.tokenizer).count_batch(&texts.0, self.options, token)?;
            numbers.extend(counts.into_iter().map(|count| count as f64));
        } else {
            for text in &texts.0 {
                self.answer(text.given(), token, &mut numbers)?;
            }
        }
        Ok(numbers)
    }
}

/// Finds places in a string by places in its UTF-8, going from one to the next.
struct Places<'t> {
    /// None if they are the same.
    text: Option<&'t [u8]>,
    byte: usize,
    unit: usize,
}

impl<'t> Places<'t> {
    fn new(given: Given<'t>) -> Places<'t> {
        Places {
            text: match given {
                Given::String(text) if !text.is_ascii() => Some(text),
                Given::String(_) | Given::Bytes(_) => None,
            },
            byte: 0,
            unit: 0,
        }
    }

    /// The place of a start; inside of a character, where that starts.
    fn start(&mut self, mut byte: usize) -> f64 {
        if let Some(text) = self.text {
            while is_inside(text, byte) {
                byte -= 1;
            }
        }
        self.at(byte)
    }

    /// The place of an end; inside of a character, where that ends.
    fn end(&mut self, mut byte: usize) -> f64 {
        if let Some(text) = self.text {
            while is_inside(text, byte) {
                byte += 1;
            }
        }
        self.at(byte)
    }

    fn at(&mut self, byte: usize) -> f64 {
        let Some(text) = self.text else {
            return byte as f64;
        };
        if byte >= self.byte {
            self.unit += units(&text[self.byte..byte]);
        } else {
            self.unit -= units(&text[byte..self.byte]);
        }
        self.byte = byte;
        self.unit as f64
    }
}

/// Whether the byte continues a character.
fn is_inside(text: &[u8], byte: usize) -> bool {
    text.get(byte).is_some_and(|byte| byte & 0xC0 == 0x80)
}

/// The UTF-16 code units of UTF-8: one a character, two of one of four bytes.
fn units(text: &[u8]) -> usize {
    let of = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    text.iter().map(of).sum()
}
