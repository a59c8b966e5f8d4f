//! Copy of the text with some parts replaced. The copy is made on the first replacement.

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

    /// Returns the copy, or `None` if nothing was replaced.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        self.text
    }

    /// Returns the bytes of a range for writing.
    pub(super) fn bytes(&mut self, range: Range<usize>) -> &mut [u8] {
        let text = self.text.get_or_insert_with(|| self.source.to_vec());
        &mut text[range]
    }

    /// Replaces a range with spaces, except for line ends.
    pub(super) fn blank(&mut self, range: Range<usize>) {
        for byte in self.bytes(range).iter_mut().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
}
