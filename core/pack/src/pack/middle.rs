//! Counts the tokens of a text once, although it occurs in several texts.
//!
//! A file's text occurs in its part of the pack and in the pack. Tokens are the same in all of them
//! between two positions that every encoding separates: after an ASCII letter and before a space or a
//! line feed. Only the text before the first and after the last such position is counted again.

use std::ops::Range;

use ransack_base::{CancelToken, Result};
use ransack_tokens::Encoding;

use super::measure::MeasuredSize;

/// Part of a text between two positions that every encoding separates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Middle {
    pub(super) range: Range<usize>,
    pub(super) tokens: u64,
}

/// Tokens of a text and of the piece that contains it.
pub(super) struct PieceTokens {
    pub(super) text: u64,
    pub(super) piece: u64,
    /// Middle of the piece; `None` if the piece does not contain the text.
    pub(super) middle: Option<Middle>,
}

/// Minimum length of a middle in bytes. A shorter text is counted again.
const MIN_LENGTH: usize = 256;

/// Whether every encoding separates the text before a position from the text after it.
fn is_separated(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1].is_ascii_alphabetic() && matches!(text.get(at), Some(b' ' | b'\n'))
}

/// Returns the range between the first and the last position at which a text is separated.
fn middle_of(text: &[u8]) -> Option<Range<usize>> {
    let is_end = |at: &usize| is_separated(text, *at);
    let start = memchr::memchr2_iter(b' ', b'\n', text).find(is_end)?;
    let end = memchr::memrchr2_iter(b' ', b'\n', text).find(is_end)?;
    (end - start >= MIN_LENGTH).then_some(start..end)
}

/// Finds a long text; unlike a general search, it does not prepare the whole text.
fn find_long(bytes: &[u8], text: &[u8]) -> Option<usize> {
    /// Length in bytes of the start of the text that is searched.
    const SEARCHED: usize = 64;
    /// Maximum number of places that are compared.
    const MAX_COMPARED: usize = 16;
    let start = &text[..text.len().min(SEARCHED)];
    let mut places = memchr::memmem::find_iter(bytes, start).take(MAX_COMPARED);
    places.find(|at| bytes[*at..].starts_with(text))
}

/// Counts the tokens of a text and of a piece that may contain it.
pub(super) fn count_piece(text: &str, piece: &str, encoding: Encoding) -> PieceTokens {
    let count = |text: &str| MeasuredSize::of(text.as_bytes(), encoding).tokens;
    let middle = middle_of(text.as_bytes());
    let found =
        middle.and_then(|middle| Some((middle, find_long(piece.as_bytes(), text.as_bytes())?)));
    let Some((middle, at)) = found else {
        return PieceTokens {
            text: count(text),
            piece: count(piece),
            middle: None,
        };
    };
    let tokens = count(&text[middle.clone()]);
    let range = at + middle.start..at + middle.end;
    PieceTokens {
        text: count(&text[..middle.start]) + tokens + count(&text[middle.end..]),
        piece: count(&piece[..range.start]) + tokens + count(&piece[range.end..]),
        middle: Some(Middle { range, tokens }),
    }
}

/// Counts the tokens of a text that contains other texts with known numbers of tokens, in this order.
/// `count` counts the text between them.
pub(super) fn count_joined<'a>(
    text: &str,
    middles: impl Iterator<Item = (&'a str, u64)>,
    token: &CancelToken,
    mut count: impl FnMut(&str) -> Result<u64>,
) -> Result<u64> {
    let (mut tokens, mut counted) = (0, 0);
    for (middle, known) in middles {
        token.heartbeat()?;
        let found = find_long(&text.as_bytes()[counted..], middle.as_bytes());
        let Some(start) = found.map(|found| counted + found) else {
            continue;
        };
        let end = start + middle.len();
        let bytes = text.as_bytes();
        if is_separated(bytes, start) && is_separated(bytes, end) {
            tokens += count(&text[counted..start])? + known;
            counted = end;
        }
    }
    Ok(tokens + count(&text[counted..])?)
}

#[cfg(test)]
mod tests;
