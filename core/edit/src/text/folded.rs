//! Texts in a normal form, with a way back to the offsets of the original text.
//!
//! Invariant: a folded text has as many line feeds as its original, and an offset at the boundary of
//! characters maps to the boundary of characters.

use std::borrow::Cow;

/// Differences that a comparison ignores. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fold {
    /// The form of line endings.
    LineEnds,
    /// Typographic forms of characters: quotes, dashes, spaces.
    Typography,
    /// Blanks at the ends of lines.
    TrailingBlanks,
}

/// Text in a normal form.
pub(super) struct Folded<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// Offsets in the folded text from which more bytes are missing, each with the number of missing
    /// bytes so far.
    jumps: Vec<(usize, usize)>,
}

impl<'t> Folded<'t> {
    pub(super) fn of(original: &'t [u8], fold: Fold) -> Folded<'t> {
        let mut folded = Folder {
            original,
            text: Vec::new(),
            copied: 0,
            jumps: Vec::new(),
        };
        let mut at = 0;
        while let Some(found) = next_candidate(original, at, fold) {
            at = match fold {
                Fold::LineEnds => folded.line_end(found),
                Fold::Typography => match original[found] {
                    b'\r' => folded.line_end(found),
                    _ => folded.character(found),
                },
                Fold::TrailingBlanks => match original[found] {
                    b'\r' => folded.line_end(found),
                    b' ' | b'\t' => folded.blanks(found),
                    _ => folded.character(found),
                },
            };
        }
        folded.finish()
    }

    /// Returns the offset in the original text. Bytes that are missing at `at` follow the returned
    /// offset.
    pub(super) fn original_offset(&self, at: usize) -> usize {
        let next = self.jumps.partition_point(|(from, _)| *from <= at);
        at + next.checked_sub(1).map_or(0, |last| self.jumps[last].1)
    }
}

/// Returns the offset of the next byte that may be folded.
fn next_candidate(text: &[u8], from: usize, fold: Fold) -> Option<usize> {
    let rest = text.get(from..)?;
    let found = match fold {
        Fold::LineEnds => memchr::memchr(b'\r', rest),
        Fold::Typography => rest.iter().position(|b| *b == b'\r' || *b >= 0x80),
        Fold::TrailingBlanks => {
            let may_fold = |b: &u8| matches!(b, b'\r' | b' ' | b'\t') || *b >= 0x80;
            rest.iter().position(may_fold)
        }
    };
    found.map(|found| from + found)
}

struct Folder<'t> {
    original: &'t [u8],
    text: Vec<u8>,
    /// Number of bytes of the original that are in `text` or left out.
    copied: usize,
    jumps: Vec<(usize, usize)>,
}

impl<'t> Folder<'t> {
    /// Folds a `\r` that ends a line together with the following `\n`. Returns the next offset.
    fn line_end(&mut self, at: usize) -> usize {
        if self.original.get(at + 1) == Some(&b'\n') {
            self.replace(at, 2, b"\n");
            return at + 2;
        }
        at + 1
    }

    /// Folds the character at `at`. Returns the next offset.
    fn character(&mut self, at: usize) -> usize {
        match decode(&self.original[at..]) {
            Some((character, len)) => {
                if let Some(plain) = plain_character(character) {
                    self.replace(at, len, &[plain]);
                }
                at + len
            }
            None => at + 1,
        }
    }

    /// Folds blanks that end a line. Returns the next offset.
    fn blanks(&mut self, at: usize) -> usize {
        let rest = &self.original[at..];
        let count = rest
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        let end = match &rest[count..] {
            [b'\n', ..] => b"\n".len(),
            [b'\r', b'\n', ..] => b"\r\n".len(),
            _ => return at + count,
        };
        self.replace(at, count + end, b"\n");
        at + count + end
    }

    fn replace(&mut self, at: usize, len: usize, by: &[u8]) {
        self.text.extend_from_slice(&self.original[self.copied..at]);
        self.text.extend_from_slice(by);
        self.copied = at + len;
        let missing = self.copied - self.text.len();
        self.jumps.push((self.text.len(), missing));
    }

    fn finish(mut self) -> Folded<'t> {
        if self.jumps.is_empty() {
            return Folded {
                text: Cow::Borrowed(self.original),
                jumps: Vec::new(),
            };
        }
        self.text.extend_from_slice(&self.original[self.copied..]);
        Folded {
            text: Cow::Owned(self.text),
            jumps: self.jumps,
        }
    }
}

/// Returns the first character of a text and its length in bytes; `None` if the text does not begin
/// with UTF-8.
pub(super) fn decode(text: &[u8]) -> Option<(char, usize)> {
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).ok()?,
    };
    let character = valid.chars().next()?;
    Some((character, character.len_utf8()))
}

/// Returns the ASCII character that people type for a typographic one.
pub(super) fn plain_character(character: char) -> Option<u8> {
    Some(match character {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' | '\u{2039}'
        | '\u{203a}' => b'\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => {
            b'"'
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => b'-',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => b' ',
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
