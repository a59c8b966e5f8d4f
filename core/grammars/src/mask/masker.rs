//! Builds a masked text.

use std::ops::Range;

/// Text for the parser, of the same length as the source.
pub(crate) struct MaskedText {
    pub(crate) text: Vec<u8>,
    /// Tokens of the source that the tree lacks or has as others.
    pub(crate) hidden: Vec<HiddenToken>,
}

/// Token that a mask hides from the parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenToken {
    /// Byte range of the token.
    pub range: Range<usize>,
    /// Name of its capture in highlight queries.
    pub capture: &'static str,
}

impl HiddenToken {
    /// Returns the part of the token in `part`, moved so that `part` starts at `start`.
    pub(super) fn moved(&self, part: &Range<usize>, start: usize) -> Option<HiddenToken> {
        let range = self.range.start.max(part.start)..self.range.end.min(part.end);
        (range.start < range.end).then(|| HiddenToken {
            range: range.start - part.start + start..range.end - part.start + start,
            capture: self.capture,
        })
    }
}

/// Source, and the changes to it so far.
pub(crate) struct Masker<'s> {
    pub(super) source: &'s [u8],
    masked: Option<MaskedText>,
}

impl<'s> Masker<'s> {
    pub(super) fn new(source: &'s [u8]) -> Masker<'s> {
        Masker {
            source,
            masked: None,
        }
    }

    fn masked(&mut self) -> &mut MaskedText {
        self.masked.get_or_insert_with(|| MaskedText {
            text: self.source.to_vec(),
            hidden: Vec::new(),
        })
    }

    /// Replaces the bytes at `at`.
    pub(super) fn replace(&mut self, at: usize, bytes: &[u8]) {
        self.masked().text[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Replaces a range with spaces, except for line ends.
    pub(super) fn blank(&mut self, range: Range<usize>) {
        for byte in &mut self.masked().text[range] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }

    /// Gives a range of the source the class of a capture, whatever the tree has there.
    pub(super) fn hide(&mut self, range: Range<usize>, capture: &'static str) {
        self.masked().hidden.push(HiddenToken { range, capture });
    }

    pub(super) fn finish(self) -> Option<MaskedText> {
        self.masked
    }
}
