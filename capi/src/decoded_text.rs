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
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_text_map_to_their_bytes() {
        let bytes = b"a\xFFb\xE4\xB8c\xF0\x9F\x98\xED\xA0\x80\xEF\xBF\xBDz\xC3";
        let source = DecodedText::new(bytes);
        assert_eq!(source.text(), String::from_utf8_lossy(bytes));
        assert_eq!(source.without_ill_formed(), "abc\u{FFFD}z");
        let parts = source.text().split_inclusive(|_| true);
        let back: Vec<_> = parts.map(|part| source.bytes_of(part).unwrap()).collect();
        assert_eq!(
            back,
            [
                b"a".as_slice(),
                b"\xFF",
                b"b",
                b"\xE4\xB8",
                b"c",
                b"\xF0\x9F\x98",
                b"\xED",
                b"\xA0",
                b"\x80",
                "\u{FFFD}".as_bytes(),
                b"z",
                b"\xC3",
            ]
        );
        assert_eq!(source.bytes_of(source.text()).unwrap(), bytes);
        assert_eq!(source.bytes_of("elsewhere"), None);
        assert_eq!(source.bytes_of("").unwrap(), b"");
    }

    #[test]
    fn well_formed_text_is_borrowed() {
        let source = DecodedText::new("a世".as_bytes());
        assert_eq!(
            source.bytes_of(&source.text()[1..]).unwrap(),
            "世".as_bytes()
        );
        assert!(matches!(source.without_ill_formed(), Cow::Borrowed("a世")));
    }
}
