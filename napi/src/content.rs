//! Transfers text from JavaScript, and long text to JavaScript.
//!
//! Node-API copies a string as a whole, which blocks JavaScript. Asynchronous calls therefore
//! transfer long text in parts, over several turns of the event loop: from JavaScript into a
//! [`Texts`], and results out of a [`TextParts`]. `js/internal/content.js` is the counterpart.

use std::ptr::null_mut;

use napi::bindgen_prelude::{Either, External, FromNapiMutRef, FromNapiValue, Uint8Array};
use napi::{Env, JsString, Result, ValueType, check_status, sys, type_of};
use napi_derive::napi;
use ransack::Pool;

/// Text to process on the calling thread: a string or bytes.
pub type Content = Either<String, Uint8Array>;

/// Text copied from JavaScript: from a string, from bytes, or from the only text of a [`Texts`].
pub struct OwnedText {
    /// UTF-8, if the text was a string.
    pub bytes: Vec<u8>,
    /// Whether the text was a string.
    pub is_string: bool,
}

impl From<Content> for OwnedText {
    fn from(content: Content) -> OwnedText {
        let is_string = matches!(content, Either::A(_));
        let bytes = match content {
            Either::A(text) => text.into_bytes(),
            Either::B(bytes) => bytes.to_vec(),
        };
        OwnedText { bytes, is_string }
    }
}

impl FromNapiValue for OwnedText {
    // SAFETY: as for every implementation of this trait, `value` must belong to `env`.
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<OwnedText> {
        if type_of!(env, value)? == ValueType::External {
            // SAFETY: `env` and `value` are this function's arguments, unchanged.
            let texts = unsafe { External::<Texts>::from_napi_mut_ref(env, value)? };
            return Ok(texts.take_only());
        }
        if type_of!(env, value)? == ValueType::String {
            // SAFETY: `env` and `value` are this function's arguments, unchanged.
            let bytes = unsafe { utf8_of(env, value)? };
            let is_string = true;
            return Ok(OwnedText { bytes, is_string });
        }
        // SAFETY: `env` and `value` are this function's arguments, unchanged.
        unsafe { Content::from_napi_value(env, value) }.map(OwnedText::from)
    }
}

/// Length in code units up to which memory is reserved for the longest possible encoding.
const MAX_RESERVED_UNITS: usize = 1 << 24;

/// Copies a string as UTF-8, with U+FFFD for lone surrogates. Encodes it once; the usual conversion
/// measures the string first, which takes as long.
///
/// # Safety
///
/// `value` must be a string of `env`, the environment of the current call.
unsafe fn utf8_of(env: sys::napi_env, value: sys::napi_value) -> Result<Vec<u8>> {
    let mut units = 0;
    // SAFETY: `value` is a string of `env`; without a buffer, only the length is written.
    check_status!(unsafe {
        sys::napi_get_value_string_utf16(env, value, null_mut(), 0, &raw mut units)
    })?;
    // Node-API appends a NUL.
    let capacity = 3 * units + 1;
    let mut bytes: Vec<u8> = Vec::new();
    if units > MAX_RESERVED_UNITS || bytes.try_reserve_exact(capacity).is_err() {
        // SAFETY: `value` is a string of `env`.
        return unsafe { String::from_napi_value(env, value) }.map(String::into_bytes);
    }
    let mut length = 0;
    // SAFETY: `value` is a string of `env`, and the buffer has this capacity.
    check_status!(unsafe {
        sys::napi_get_value_string_utf8(
            env,
            value,
            bytes.as_mut_ptr().cast(),
            capacity,
            &raw mut length,
        )
    })?;
    // SAFETY: Node-API has written `length` bytes, fewer than the capacity.
    unsafe { bytes.set_len(length.min(capacity)) };
    bytes.shrink_to_fit();
    Ok(bytes)
}

/// List of texts copied from JavaScript.
///
/// The texts are stored in few allocations, since freeing a list of 500,000 strings would block the
/// JavaScript thread for too long.
#[derive(Default)]
pub struct Texts {
    blocks: Vec<Vec<u8>>,
    texts: Vec<TextRange>,
}

/// Range that one text occupies in a block of a [`Texts`].
struct TextRange {
    block: usize,
    start: usize,
    end: usize,
    is_string: bool,
}

/// Minimum capacity of a block of short texts, in bytes.
const BLOCK: usize = 1 << 20;

impl Texts {
    /// Iterates over the texts: whether each was a string, and its bytes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (bool, &[u8])> {
        let text = |text: &TextRange| {
            let block = self.blocks.get(text.block).map_or(&[][..], Vec::as_slice);
            let bytes = block.get(text.start..text.end).unwrap_or_default();
            (text.is_string, bytes)
        };
        self.texts.iter().map(text)
    }

    /// Adds `bytes` as a text to a block with enough room.
    fn add(&mut self, bytes: &[u8], is_string: bool) {
        let has_room = |block: &Vec<u8>| block.capacity() - block.len() >= bytes.len();
        if !self.blocks.last().is_some_and(has_room) {
            self.blocks.push(Vec::with_capacity(BLOCK.max(bytes.len())));
        }
        self.begin(is_string);
        self.extend(bytes);
    }

    /// Starts a new, empty text in the last block.
    fn begin(&mut self, is_string: bool) {
        let start = self.blocks.last().map_or(0, Vec::len);
        self.texts.push(TextRange {
            block: self.blocks.len().saturating_sub(1),
            start,
            end: start,
            is_string,
        });
    }

    /// Appends a part to the last text.
    fn extend(&mut self, part: &[u8]) {
        if let (Some(block), Some(text)) = (self.blocks.last_mut(), self.texts.last_mut()) {
            block.extend_from_slice(part);
            text.end = block.len();
        }
    }

    /// Takes the only text in the list, without copying if the text has its own block.
    fn take_only(&mut self) -> OwnedText {
        let Texts { mut blocks, texts } = std::mem::take(self);
        let Some(text) = texts.first() else {
            return OwnedText {
                bytes: Vec::new(),
                is_string: true,
            };
        };
        let mut bytes = blocks.swap_remove(text.block);
        bytes.truncate(text.end);
        bytes.drain(..text.start);
        OwnedText {
            bytes,
            is_string: text.is_string,
        }
    }
}

impl FromNapiValue for Texts {
    // SAFETY: as for every implementation of this trait, `value` must belong to `env`.
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Texts> {
        // SAFETY: `env` and `value` are this function's arguments, unchanged.
        let given = unsafe { Vec::<Content>::from_napi_value(env, value)? };
        let mut texts = Texts::default();
        add_texts_to(&mut texts, &given);
        Ok(texts)
    }
}

fn add_texts_to(texts: &mut Texts, given: &[Content]) {
    for text in given {
        let (bytes, is_string) = bytes_of(text);
        texts.add(bytes, is_string);
    }
}

/// Returns the bytes of `content`, and whether `content` is a string.
fn bytes_of(content: &Content) -> (&[u8], bool) {
    match content {
        Either::A(text) => (text.as_bytes(), true),
        Either::B(bytes) => (bytes, false),
    }
}

/// Creates an empty list of texts for JavaScript to fill.
#[napi(catch_unwind, skip_typescript)]
pub fn texts() -> External<Texts> {
    External::new(Texts::default())
}

/// Adds the texts in `given` to a list.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn add_texts(texts: &mut External<Texts>, given: Vec<Content>) {
    add_texts_to(texts, &given);
}

/// Adds the start of a text that has about `length` bytes; [`extend_text`] adds the rest.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn begin_text(texts: &mut External<Texts>, part: Content, length: f64) {
    let mut block = Vec::new();
    // Only a hint; without it, the block grows as needed.
    let _ = block.try_reserve(length as usize);
    texts.blocks.push(block);
    let (bytes, is_string) = bytes_of(&part);
    texts.begin(is_string);
    texts.extend(bytes);
}

/// Appends a part to the last text; both must be of the same kind.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn extend_text(texts: &mut External<Texts>, part: Content) {
    texts.extend(bytes_of(&part).0);
}

/// Maximum length, in bytes, of a part of a [`TextParts`].
const PART: usize = 1 << 18;

/// Long text that JavaScript fetches part by part with [`next_part`].
pub struct TextParts {
    text: String,
    at: usize,
}

/// Text for JavaScript: a string or, for long text, its parts.
pub type TextAnswer = Either<String, External<TextParts>>;

/// Converts `text` for JavaScript.
pub fn text_answer(text: String) -> TextAnswer {
    match text.len() <= PART {
        true => Either::A(text),
        false => Either::B(External::new(TextParts { text, at: 0 })),
    }
}

/// Returns the next part of the text, or null at the end of the text.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn next_part<'env>(
    env: &'env Env,
    parts: &mut External<TextParts>,
) -> Result<Option<JsString<'env>>> {
    let rest = &parts.text[parts.at..];
    if rest.is_empty() {
        Pool::shared().drop_later(std::mem::take(&mut parts.text).into_bytes());
        parts.at = 0;
        return Ok(None);
    }
    let mut end = PART.min(rest.len());
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let part = &rest[..end];
    let string = match part.is_ascii() {
        true => env.create_string_latin1(part.as_bytes())?,
        false => env.create_string(part)?,
    };
    parts.at += end;
    Ok(Some(string))
}

#[cfg(test)]
mod tests;
