//! Text from C, which may be ill-formed UTF-8.

use std::borrow::Cow;

use ransack::offsets::LossyText;

/// Bytes, and what the core sees in their place.
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
    text: LossyText<'a>,
}

impl<'a> Source<'a> {
    /// Puts U+FFFD for each ill-formed part, as the Unicode Standard advises
    /// (3.9, maximal subparts).
    pub(crate) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source {
            bytes,
            text: LossyText::new(bytes),
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The text, with nothing for the ill-formed parts.
    pub(crate) fn without_ill_formed(&self) -> Cow<'_, str> {
        if !self.text.is_lossy() {
            return Cow::Borrowed(self.text());
        }
        let chunks = self.bytes.utf8_chunks();
        Cow::Owned(chunks.map(|chunk| chunk.valid()).collect())
    }

    /// The bytes that a part of the text stands for; none if `part` is not a
    /// part of it in memory.
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

    /// The offset in the bytes of an offset in the text.
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.text.original_offset(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_text_are_the_bytes_they_stand_for() {
        let bytes = b"a\xFFb\xE4\xB8c\xF0\x9F\x98\xED\xA0\x80\xEF\xBF\xBDz\xC3";
        let source = Source::new(bytes);
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
    fn well_formed_text_is_itself() {
        let source = Source::new("a世".as_bytes());
        assert_eq!(
            source.bytes_of(&source.text()[1..]).unwrap(),
            "世".as_bytes()
        );
        assert!(matches!(source.without_ill_formed(), Cow::Borrowed("a世")));
    }
}
