//! Lossy UTF-8 decoding of text from C, with a map from the decoded text back to the bytes.
//!
//! Invariant: each ill-formed part (maximal subpart, Unicode Standard 3.9) is one U+FFFD.

use std::borrow::Cow;

use ransack::offsets::LossyText;

/// Bytes with their decoded text.
pub(crate) struct DecodedText<'a> {
    bytes: &'a [u8],
    text: LossyText<'a>,
}

impl<'a> DecodedText<'a> {
    /// Decodes bytes. Allocates only if the bytes are not UTF-8.
    pub(crate) fn new(bytes: &'a [u8]) -> DecodedText<'a> {
        DecodedText {
            bytes,
            text: LossyText::new(bytes),
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the text without the ill-formed parts.
    pub(crate) fn without_ill_formed(&self) -> Cow<'_, str> {
        if !self.text.is_lossy() {
            return Cow::Borrowed(self.text());
        }
        let chunks = self.bytes.utf8_chunks();
        Cow::Owned(chunks.map(|chunk| chunk.valid()).collect())
    }

    /// Returns the original bytes of `part`, or `None` if `part` is not a slice of the decoded
    /// text.
    pub(crate) fn bytes_of(&self, part: &str) -> Option<&'a [u8]> {
        if part.is_empty() {
            return Some(&[]);
        }
        let from = part.as_ptr().addr();
        let start = from.checked_sub(self.text().as_ptr().addr())?;
        let end = start + part.len();
        if end > self.text().len() {
            return None;
        }
        self.bytes.get(self.offset(start)..self.offset(end))
    }

    /// Converts an offset in the decoded text to an offset in the bytes.
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.text.original_offset(at)
    }
}

#[cfg(test)]
mod tests;
