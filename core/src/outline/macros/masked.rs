//! Copy of a text in which parts are replaced, made when the first is.

use std::ops::Range;

pub(super) struct Masked<'s> {
    source: &'s [u8],
    text: Option<Vec<u8>>,
}

impl<'s> Masked<'s> {
    pub(super) fn new(source: &'s [u8]) -> Masked<'s> {
        Masked { source, text: None }
    }

    pub(super) fn source(&self) -> &'s [u8] {
        self.source
    }

    /// Returns the text, or `None` if nothing is replaced.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        self.text
    }

    /// Returns the bytes of a range, to be written.
    pub(super) fn bytes(&mut self, range: Range<usize>) -> &mut [u8] {
        let text = self.text.get_or_insert_with(|| self.source.to_vec());
        &mut text[range]
    }

    /// Replaces a range by spaces, except the ends of lines.
    pub(super) fn blank(&mut self, range: Range<usize>) {
        for byte in self.bytes(range).iter_mut().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
}
