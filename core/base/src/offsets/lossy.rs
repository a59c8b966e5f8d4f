//! Lossy decoding of bytes, and the boundaries of characters in them.

use std::borrow::Cow;
use std::convert::Infallible;

use super::map::OffsetMap;
use crate::cancel::{Aborted, CancelToken};

/// Bytes decoded as by [`String::from_utf8_lossy`], with a map back to the original offsets.
///
/// Well-formed bytes are borrowed without a copy. Otherwise, each replacement of ill-formed bytes
/// takes 24 bytes of memory in addition to the decoded text.
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::offsets::LossyText;
///
/// let text = LossyText::new(b"a\xFFb");
/// assert_eq!(text.as_str(), "a\u{FFFD}b");
/// assert_eq!(text.original_offset(4), 2);
/// ```
#[derive(Clone, Debug)]
pub struct LossyText<'t> {
    text: Cow<'t, str>,
    map: OffsetMap,
}

/// Number of bytes between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 18;

impl<'t> LossyText<'t> {
    /// Decodes `bytes`. O(n); allocates only for ill-formed bytes.
    pub fn new(bytes: &'t [u8]) -> LossyText<'t> {
        match std::str::from_utf8(bytes) {
            Ok(text) => LossyText::borrowed(text),
            Err(_) => {
                let Ok(decoded) = decode(bytes, || Ok::<(), Infallible>(()));
                decoded
            }
        }
    }

    fn borrowed(text: &'t str) -> LossyText<'t> {
        LossyText {
            text: Cow::Borrowed(text),
            map: OffsetMap::default(),
        }
    }

    /// Returns the decoded text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether any bytes were ill-formed, in which case the text differs from
    /// the bytes.
    pub fn is_lossy(&self) -> bool {
        !self.map.is_identity()
    }

    /// Maps a byte offset in the text to a byte offset in the original bytes. An offset inside a
    /// replacement character maps to the start of the bytes it replaces. O(log n) in the number of
    /// replacements.
    pub fn original_offset(&self, at: usize) -> usize {
        self.map.original(at)
    }
}

#[cold]
fn decode<E>(bytes: &[u8], check: impl Fn() -> Result<(), E>) -> Result<LossyText<'static>, E> {
    let mut text = String::with_capacity(bytes.len());
    let mut map = OffsetMap::default();
    for block in char_blocks(bytes, CHECK_INTERVAL) {
        check()?;
        for chunk in block.utf8_chunks() {
            text.push_str(chunk.valid());
            map.keep(chunk.valid().len());
            if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                map.replace(
                    chunk.invalid().len(),
                    char::REPLACEMENT_CHARACTER.len_utf8(),
                );
            }
        }
    }
    Ok(LossyText {
        text: Cow::Owned(text),
        map,
    })
}

/// Returns the start of the character that contains byte `at`, or `at` itself
/// at the end of the text. In long runs of continuation bytes, returns a
/// boundary between two ill-formed sequences.
pub fn char_start(text: &[u8], at: usize) -> usize {
    let is_continuation = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    // A character has at most three continuation bytes; any further one is
    // ill-formed on its own.
    let mut starts = (at.saturating_sub(3)..=at).rev();
    starts.find(|at| !is_continuation(at)).unwrap_or(at)
}

/// Splits `text` into non-empty blocks of at most `max_len` bytes (at least 4)
/// that end between two characters.
pub fn char_blocks(text: &[u8], max_len: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = char_start(rest, rest.len().min(max_len));
        let (block, after) = rest.split_at(end);
        rest = after;
        (!block.is_empty()).then_some(block)
    })
}

/// Decodes `bytes` and checks the token at bounded intervals.
pub fn decode_lossy<'t>(bytes: &'t [u8], token: &CancelToken) -> Result<LossyText<'t>, Aborted> {
    for block in char_blocks(bytes, CHECK_INTERVAL) {
        token.heartbeat()?;
        if simdutf8::basic::from_utf8(block).is_err() {
            return decode(bytes, || token.heartbeat());
        }
    }
    // SAFETY: the loop above validated every block, the blocks are consecutive
    // and cover `bytes`, and a concatenation of UTF-8 is UTF-8.
    let text = unsafe { std::str::from_utf8_unchecked(bytes) };
    Ok(LossyText::borrowed(text))
}

#[cfg(test)]
mod tests;
