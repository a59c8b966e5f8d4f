//! Operations on the tokens in text, with calls and results encoded as numbers.

use std::sync::LazyLock;

use ransack::{CancelToken, TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions};

use super::{Vocabulary, published};
use crate::content::Texts;

/// Number of slots of a call:
///
/// | slot | content |
/// | ---: | --- |
/// | 0 | operation |
/// | 1, 2 | up to two numbers of tokens |
/// | 3 | part that `truncate` removes: 0 the end, 1 the start, 2 the middle; plus 4 to cut between lines |
/// | 4 | unused |
/// | 5 | index of the encoding; -1 if a [`Vocabulary`] is passed |
pub const HEAD: usize = 6;

/// Operation on each text of a call.
enum TokenOperation {
    Count,
    CountUpTo(usize),
    Truncate(usize, TruncateTokensOptions),
    Split(usize, usize),
    Encode,
    Offsets,
}

/// Call that processes one or more texts.
pub struct TokenRequest<'v> {
    operation: TokenOperation,
    tokenizer: &'v Tokenizer,
    options: &'v TokenOptions,
}

/// Result of a task.
pub enum TokenAnswer {
    /// Ids of the tokens in a single text.
    Ids(Vec<u32>),
    /// Tokens in a single text, with their ranges.
    Offsets(TokenColumns),
    /// Results as written by [`TokenRequest::answer`].
    Numbers(Vec<f64>),
}

/// Tokens in text, with one column for each property.
#[derive(Default)]
pub struct TokenColumns {
    pub(super) ids: Vec<u32>,
    pub(super) starts: Vec<f64>,
    pub(super) ends: Vec<f64>,
}

/// Text passed by JavaScript.
#[derive(Clone, Copy)]
pub enum TokenInput<'t> {
    /// String, in UTF-8. Offsets in the string count UTF-16 code units.
    String(&'t [u8]),
    /// Byte array. Offsets in the array count bytes.
    Bytes(&'t [u8]),
}

impl<'t> TokenInput<'t> {
    /// Returns the bytes of the text.
    fn bytes(self) -> &'t [u8] {
        let (TokenInput::String(text) | TokenInput::Bytes(text)) = self;
        text
    }
}

impl<'v> TokenRequest<'v> {
    /// Decodes the numbers of a call. Returns `None` for an unknown operation or
    /// encoding.
    pub fn new(head: &[f64], vocabulary: Option<&'v Vocabulary>) -> Option<TokenRequest<'v>> {
        static PLAIN: LazyLock<TokenOptions> = LazyLock::new(TokenOptions::default);
        let &[operation, a, b, from, _, encoding] = head.first_chunk::<HEAD>()?;
        // The cast converts infinity to the maximum.
        let (a, b) = (a as usize, b as usize);
        let operation = match operation as u32 {
            0 => TokenOperation::Count,
            1 => TokenOperation::CountUpTo(a),
            2 => {
                let part = match from as u32 & 3 {
                    0 => TruncateFrom::End,
                    1 => TruncateFrom::Start,
                    _ => TruncateFrom::Middle,
                };
                let how = TruncateTokensOptions::default()
                    .from(part)
                    .line_boundary(from as u32 & 4 != 0);
                TokenOperation::Truncate(a, how)
            }
            3 => TokenOperation::Split(a, b),
            4 => TokenOperation::Encode,
            5 => TokenOperation::Offsets,
            _ => return None,
        };
        let (tokenizer, options) = match vocabulary {
            Some(given) => (&given.tokenizer, &given.options),
            None => (published(encoding as u32)?, &*PLAIN),
        };
        Some(TokenRequest {
            operation,
            tokenizer,
            options,
        })
    }

    /// Runs the operation on `input` and adds the result to `numbers`, which `js/tokens.js` reads:
    ///
    /// - count: the number of tokens; -1 if it exceeds the limit.
    /// - truncate: start and end of the removed part, the number of remaining tokens, and the
    ///   number of all tokens.
    /// - split: the number of chunks, then for each its start, end and tokens.
    /// - encode: the number of tokens, then the id of each.
    /// - offsets: the number of tokens, then the id of each, then the start of each,
    ///   then the end of each.
    ///
    /// # Errors
    ///
    /// Returns any error that the core returns.
    pub fn answer(
        &self,
        input: TokenInput<'_>,
        token: &CancelToken,
        numbers: &mut Vec<f64>,
    ) -> ransack::Result<()> {
        let TokenRequest {
            tokenizer, options, ..
        } = *self;
        let text = input.bytes();
        match &self.operation {
            TokenOperation::Count => {
                numbers.push(tokenizer.count(text, options, token)? as f64);
            }
            TokenOperation::CountUpTo(limit) => {
                let counted = tokenizer.count_up_to(text, *limit, options, token)?;
                numbers.push(counted.map_or(-1.0, |count| count as f64));
            }
            TokenOperation::Truncate(limit, how) => {
                self.truncate(input, *limit, how, token, numbers)?;
            }
            TokenOperation::Split(size, overlap) => {
                let chunks = tokenizer.split(text, *size, *overlap, options, token)?;
                let mut offsets = OffsetCursor::new(input);
                numbers.push(chunks.len() as f64);
                for chunk in &chunks {
                    numbers.push(offsets.start(chunk.range.start));
                    numbers.push(offsets.end(chunk.range.end));
                    numbers.push(chunk.tokens as f64);
                }
            }
            TokenOperation::Encode => {
                let ids = tokenizer.encode(text, options, token)?;
                numbers.push(ids.len() as f64);
                numbers.extend(ids.iter().map(|&id| f64::from(id)));
            }
            TokenOperation::Offsets => {
                let columns = self.locate(input, token)?;
                numbers.push(columns.ids.len() as f64);
                numbers.extend(columns.ids.iter().map(|&id| f64::from(id)));
                numbers.extend(columns.starts);
                numbers.extend(columns.ends);
            }
        }
        Ok(())
    }

    /// Truncates `input` and adds the result to `numbers`.
    fn truncate(
        &self,
        input: TokenInput<'_>,
        limit: usize,
        how: &TruncateTokensOptions,
        token: &CancelToken,
        numbers: &mut Vec<f64>,
    ) -> ransack::Result<()> {
        let cut = (self.tokenizer).truncate(input.bytes(), limit, how, self.options, token)?;
        let mut offsets = OffsetCursor::new(input);
        numbers.push(offsets.start(cut.dropped.start));
        numbers.push(offsets.end(cut.dropped.end));
        numbers.extend([cut.tokens as f64, cut.total_tokens as f64]);
        Ok(())
    }

    /// Returns the tokens in `input`, with their ranges in the caller's units.
    fn locate(&self, input: TokenInput<'_>, token: &CancelToken) -> ransack::Result<TokenColumns> {
        let tokens = (self.tokenizer).token_offsets(input.bytes(), self.options, token)?;
        let mut offsets = OffsetCursor::new(input);
        let mut columns = TokenColumns::default();
        columns.ids.extend(tokens.iter().map(|each| each.id));
        columns.starts.reserve_exact(tokens.len());
        columns.ends.reserve_exact(tokens.len());
        for each in tokens {
            columns.starts.push(offsets.start(each.range.start));
            columns.ends.push(offsets.end(each.range.end));
        }
        Ok(columns)
    }

    /// Runs the operation as a task. If the operation returns arrays for a single text, returns the
    /// arrays unchanged.
    pub(super) fn answer_task(
        &self,
        texts: &Texts,
        token: &CancelToken,
    ) -> ransack::Result<TokenAnswer> {
        let mut inputs = inputs(texts);
        match (&self.operation, inputs.next(), inputs.next()) {
            (TokenOperation::Encode, Some(text), None) => {
                let ids = self.tokenizer.encode(text.bytes(), self.options, token)?;
                Ok(TokenAnswer::Ids(ids))
            }
            (TokenOperation::Offsets, Some(text), None) => {
                self.locate(text, token).map(TokenAnswer::Offsets)
            }
            _ => self.answer_all(texts, token).map(TokenAnswer::Numbers),
        }
    }

    /// Runs the operation on each text and returns the results in order. A truncation takes one
    /// text, followed by its marker.
    pub(super) fn answer_all(
        &self,
        texts: &Texts,
        token: &CancelToken,
    ) -> ransack::Result<Vec<f64>> {
        let mut inputs = inputs(texts);
        let mut numbers = Vec::new();
        if let TokenOperation::Truncate(limit, how) = &self.operation {
            if let (Some(text), Some(marker)) = (inputs.next(), inputs.next()) {
                let how = how.clone().marker(String::from_utf8_lossy(marker.bytes()));
                self.truncate(text, *limit, &how, token, &mut numbers)?;
            }
        } else if matches!(self.operation, TokenOperation::Count) && inputs.len() > 1 {
            let texts: Vec<&[u8]> = inputs.map(TokenInput::bytes).collect();
            let counts = (self.tokenizer).count_batch(&texts, self.options, token)?;
            numbers.extend(counts.into_iter().map(|count| count as f64));
        } else {
            for text in inputs {
                self.answer(text, token, &mut numbers)?;
            }
        }
        Ok(numbers)
    }
}

fn inputs(texts: &Texts) -> impl ExactSizeIterator<Item = TokenInput<'_>> {
    texts.iter().map(|(is_string, bytes)| match is_string {
        true => TokenInput::String(bytes),
        false => TokenInput::Bytes(bytes),
    })
}

/// Converter from byte offsets to offsets in the caller's text: UTF-16 code units for a string,
/// bytes for a byte array. Advances from one offset to the next.
struct OffsetCursor<'t> {
    /// Text to convert offsets for; `None` if the two kinds of offsets are equal.
    text: Option<&'t [u8]>,
    byte: usize,
    unit: usize,
}

impl<'t> OffsetCursor<'t> {
    fn new(input: TokenInput<'t>) -> OffsetCursor<'t> {
        OffsetCursor {
            text: match input {
                TokenInput::String(text) if !text.is_ascii() => Some(text),
                TokenInput::String(_) | TokenInput::Bytes(_) => None,
            },
            byte: 0,
            unit: 0,
        }
    }

    /// Converts the start of a range. A start inside a character becomes the start of the
    /// character.
    fn start(&mut self, mut byte: usize) -> f64 {
        if let Some(text) = self.text {
            while is_inside(text, byte) {
                byte -= 1;
            }
        }
        self.at(byte)
    }

    /// Converts the end of a range. An end inside a character becomes the end of the character.
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

/// Returns whether the offset is inside a character.
fn is_inside(text: &[u8], byte: usize) -> bool {
    text.get(byte).is_some_and(|byte| byte & 0xC0 == 0x80)
}

/// Counts the UTF-16 code units of UTF-8 text: one per character, two for a four-byte character.
fn units(text: &[u8]) -> usize {
    let of = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    text.iter().map(of).sum()
}
