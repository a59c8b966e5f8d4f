//! Lines of a text and their ends.

use std::ops::Range;

/// Text with the starts of its lines. A byte order mark is part of no line.
pub(super) struct TextLines<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
}

const BOM: &[u8] = "\u{feff}".as_bytes();

impl<'t> TextLines<'t> {
    pub(super) fn of(text: &'t [u8]) -> TextLines<'t> {
        let first = match text.starts_with(BOM) {
            true => BOM.len(),
            false => 0,
        };
        let mut starts = vec![first];
        starts.extend(memchr::memchr_iter(b'\n', text).map(|at| at + 1));
        if starts.last() == Some(&text.len()) {
            starts.pop();
        }
        TextLines { text, starts }
    }

    /// Returns the number of lines. A line end at the end of the text does not begin another line.
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the offset of the first line.
    pub(super) fn start(&self) -> usize {
        self.starts.first().copied().unwrap_or(self.text.len())
    }

    /// Returns the range of the lines from `first` to `last`, 0-based, with their line ends. Both
    /// must exist.
    pub(super) fn range(&self, first: usize, last: usize) -> Range<usize> {
        let end = self.starts.get(last + 1).copied();
        self.starts[first]..end.unwrap_or(self.text.len())
    }

    /// Returns the 0-based number of the line that contains an offset.
    pub(super) fn number_at(&self, offset: usize) -> usize {
        let next = self.starts.partition_point(|start| *start <= offset);
        next.saturating_sub(1)
    }

    /// Returns the line end in use around an offset: the end of its line or, if the line has no end,
    /// of the line before.
    pub(super) fn end_at(&self, offset: usize) -> &'static [u8] {
        let line_feed = memchr::memchr(b'\n', &self.text[offset..])
            .map(|found| offset + found)
            .or_else(|| memchr::memrchr(b'\n', &self.text[..offset]));
        match line_feed {
            Some(at) if at > 0 && self.text[at - 1] == b'\r' => b"\r\n",
            _ => b"\n",
        }
    }
}

/// Splits a text into its lines and their ends: `(line, end)`; the end of the last line is empty.
/// The last line may be empty.
pub(super) fn split(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = memchr::memchr(b'\n', text) else {
            rest = None;
            return Some((text, &text[text.len()..]));
        };
        rest = Some(&text[at + 1..]);
        let end = match at.checked_sub(1).map(|before| text[before]) {
            Some(b'\r') => at - 1,
            _ => at,
        };
        Some((&text[..end], &text[end..=at]))
    })
}
