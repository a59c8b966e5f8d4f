//! Updates of a stream's output: the change itself, and positions known both in the text and in the
//! output.

/// Change to the output of a [`HighlightStream`](super::HighlightStream): truncate the output to
/// [`keep`](HighlightUpdate::keep) bytes, then append [`append`](HighlightUpdate::append).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct HighlightUpdate {
    /// Number of bytes to keep at the start of the previous output; the rest is removed.
    pub keep: usize,
    /// Number of UTF-16 code units to keep at the start of the previous output, as decoded by
    /// [`String::from_utf8_lossy`].
    pub keep_utf16: usize,
    /// Bytes to append to the output after truncating it.
    pub append: Vec<u8>,
}

impl HighlightUpdate {
    /// Applies the change to `output`.
    pub fn apply(&self, output: &mut Vec<u8>) {
        output.truncate(self.keep);
        output.extend_from_slice(&self.append);
    }
}

/// Position in the text and in the output rendered from it.
#[derive(Clone, Copy, Default)]
pub(super) struct StreamPosition {
    /// Byte offset in the text.
    pub(super) text: usize,
    /// Byte offset in the output.
    pub(super) output: usize,
    /// UTF-16 offset in the output.
    pub(super) output_utf16: usize,
}

/// Returns the last character of the text, complete or not; empty if it is ASCII.
pub(super) fn last_character(text: &[u8]) -> &[u8] {
    let end = &text[text.len().saturating_sub(4)..];
    match end.iter().rposition(|byte| byte & 0xC0 != 0x80) {
        Some(start) if !end[start].is_ascii() => &end[start..],
        _ => &[],
    }
}

/// Returns the first offset at which two slices of the same length differ.
pub(super) fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    // Compares whole blocks with vector instructions.
    const BLOCK: usize = 4096;
    let pairs = || one.chunks(BLOCK).zip(other.chunks(BLOCK));
    let block = pairs().position(|(one, other)| one != other)?;
    let (one, other) = pairs().nth(block)?;
    let at = one
        .iter()
        .zip(other)
        .position(|(one, other)| one != other)?;
    Some(block * BLOCK + at)
}
