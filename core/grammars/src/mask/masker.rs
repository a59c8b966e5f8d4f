//! Builds a masked text.

use std::ops::Range;

use crate::budget::Interrupt;

/// Text for the parser, of the same length as the source or as its part with the code.
pub(crate) struct MaskedText {
    /// Offset of the text in the source.
    pub(crate) start: usize,
    pub(crate) text: Vec<u8>,
    /// Tokens of the source that the tree lacks or has as others.
    pub(crate) hidden: Vec<HiddenToken>,
}

impl MaskedText {
    /// Moves the text of concatenated `ranges` to its places in the source.
    pub(super) fn spread(mut self, source: &[u8], ranges: &[Range<usize>]) -> MaskedText {
        let start = ranges.first().map_or(0, |range| range.start);
        let end = ranges.last().map_or(0, |range| range.end);
        let mut text = source[start..end].to_vec();
        self.hidden.sort_by_key(|token| token.range.start);
        let (mut hidden, mut first, mut at) = (Vec::new(), 0, 0);
        for range in ranges {
            let part = at..at + range.len();
            text[range.start - start..range.end - start].copy_from_slice(&self.text[part.clone()]);
            // Hidden tokens do not overlap.
            while let Some(token) = self.hidden.get(first) {
                if token.range.start >= part.end {
                    break;
                }
                hidden.extend(token.moved(&part, range.start));
                if token.range.end > part.end {
                    break;
                }
                first += 1;
            }
            at = part.end;
        }
        MaskedText {
            start,
            text,
            hidden,
        }
    }
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
            start: 0,
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

    /// Sets the whole text, unless it is `None`.
    pub(super) fn set(&mut self, text: Option<Vec<u8>>) -> Result<(), Interrupt> {
        if let Some(text) = text {
            self.masked().text = text;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Option<MaskedText> {
        self.masked
    }
}
