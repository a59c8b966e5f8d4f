//! The differences of two texts as edits of the old text, as in the Language Server Protocol.
//!
//! A block of changed lines is compared word by word, and each edit is cut to the characters that
//! differ.
//!
//! Invariant: edits begin and end at the boundaries of characters and never between CR and LF, so
//! that a position can express them.

use std::collections::HashMap;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Token};
use ransack_base::internal::Utf16Positions;
use ransack_base::offsets::Utf16Position;
use ransack_base::{CancelToken, Result};

use super::{DiffOptions, LineDiff, diff_lines};

/// Maximum number of words of each text in one comparison; larger blocks are replaced as a whole.
const MAX_WORDS: usize = 512;

/// Upper bound on the sum of words times changed words in all blocks: a thousand blocks of the
/// maximum size without a word in common. The blocks after that are replaced as a whole.
const MAX_WORK: u64 = 1000 * (2 * MAX_WORDS as u64).pow(2);

const BOM: &[u8] = "\u{feff}".as_bytes();

/// Replacement of a range of a text, like `TextEdit` in the Language Server Protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextEdit {
    /// Range in the old text; empty to insert.
    pub range: Range<Utf16Position>,
    /// New text of the range; empty to delete.
    pub new_text: Vec<u8>,
}

/// Part of two texts that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedWords {
    /// Range of bytes in the old text; empty if the new text has more.
    pub old: Range<usize>,
    /// Range of bytes in the new text; empty if the old text has more.
    pub new: Range<usize>,
}

impl LineDiff<'_> {
    /// Returns edits that change the old text to the new text, in ascending order. No two edits
    /// overlap or touch, and all ranges refer to the old text, as the Language Server Protocol
    /// requires.
    ///
    /// A byte order mark is not part of the text of a document: none of the edits adds, removes or
    /// counts it.
    ///
    /// # Cost
    ///
    /// O(n) in the old text, plus a comparison of the words in each block of changed lines.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_edit as ransack;
    /// use ransack::{CancelToken, DiffOptions, diff_lines};
    ///
    /// let (old, new) = ("a\né = f(x)\n", "a\né = g(x)\n");
    /// let token = CancelToken::new();
    /// let diff = diff_lines(old.as_bytes(), new.as_bytes(), &DiffOptions::default(), &token)?;
    /// let edits = diff.text_edits(&token)?;
    /// assert_eq!(edits[0].range, (1, 4).into()..(1, 5).into());
    /// assert_eq!(edits[0].new_text, b"g");
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn text_edits(&self, token: &CancelToken) -> Result<Vec<TextEdit>> {
        let (old, new) = self.part.texts();
        let document = |text| <[u8]>::strip_prefix(text, BOM).unwrap_or(text);
        let (old_document, new_document) = (document(old), document(new));
        if old_document.len() == old.len() && new_document.len() == new.len() {
            return self.edits(token);
        }
        let options = DiffOptions::default();
        diff_lines(old_document, new_document, &options, token)?.edits(token)
    }

    /// Returns the edits, where a byte order mark is a character like any other.
    fn edits(&self, token: &CancelToken) -> Result<Vec<TextEdit>> {
        let (old, new) = self.part.texts();
        let mut positions = Utf16Positions::new(old);
        let words = self.changed_words(token)?.into_iter();
        let edits = words.map(|word| TextEdit {
            range: positions.at(word.old.start)..positions.at(word.old.end),
            new_text: new[word.new].to_vec(),
        });
        Ok(edits.collect())
    }

    /// Returns the parts of the changed lines that differ, in ascending order: words, cut to the
    /// characters that differ. No two parts overlap or touch. A block of more than 512 words without
    /// unchanged lines is one part.
    ///
    /// # Cost
    ///
    /// A comparison of the words in each block of changed lines.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_edit as ransack;
    /// use ransack::{CancelToken, DiffOptions, diff_lines};
    ///
    /// let (old, new) = (b"a\nb = f(x)\n", b"a\nb = g(x, y)\n");
    /// let token = CancelToken::new();
    /// let words = diff_lines(old, new, &DiffOptions::default(), &token)?.changed_words(&token)?;
    /// assert_eq!((&old[words[0].old.clone()], &new[words[0].new.clone()]), (&b"f"[..], &b"g"[..]));
    /// assert_eq!((words[1].old.len(), &new[words[1].new.clone()]), (0, &b", y"[..]));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn changed_words(&self, token: &CancelToken) -> Result<Vec<ChangedWords>> {
        let mut work = 0;
        let mut changed = Vec::new();
        for change in &self.changes {
            token.heartbeat()?;
            let (old_start, old) = self.part.old_block(&change.old);
            let (new_start, new) = self.part.new_block(&change.new);
            for (mut replaced, mut by) in differing_words(old, new, &mut work) {
                trim(old, new, &mut replaced, &mut by);
                changed.push(ChangedWords {
                    old: old_start + replaced.start..old_start + replaced.end,
                    new: new_start + by.start..new_start + by.end,
                });
            }
        }
        Ok(changed)
    }
}

/// Byte range of an old text and the range of a new text that replaces it.
type Replacement = (Range<usize>, Range<usize>);

/// Returns the words in which two blocks of lines differ, as byte ranges in the blocks. Adds the
/// work of the comparison to `work`.
fn differing_words<'t>(old: &'t [u8], new: &'t [u8], work: &mut u64) -> Vec<Replacement> {
    let whole = || vec![(0..old.len(), 0..new.len())];
    if *work > MAX_WORK || old.is_empty() || new.is_empty() {
        return whole();
    }
    let (Some(old_starts), Some(new_starts)) = (word_starts(old), word_starts(new)) else {
        return whole();
    };
    let mut known = HashMap::new();
    let mut numbered = |text: &'t [u8], starts: &[usize]| -> Vec<Token> {
        let words = starts.windows(2).map(|word| &text[word[0]..word[1]]);
        let number = |word| {
            let next = known.len() as u32;
            Token(*known.entry(word).or_insert(next))
        };
        words.map(number).collect()
    };
    let (old_tokens, new_tokens) = (numbered(old, &old_starts), numbered(new, &new_starts));
    let mut diff = Diff::default();
    let count = known.len() as u32;
    diff.compute_with(Algorithm::Histogram, &old_tokens, &new_tokens, count);
    let changed = u64::from(diff.count_additions() + diff.count_removals());
    *work += (old_tokens.len() + new_tokens.len()) as u64 * changed;
    let bytes = |starts: &[usize], words: Range<u32>| {
        starts[words.start as usize]..starts[words.end as usize]
    };
    let hunks = diff.hunks();
    hunks
        .map(|hunk| {
            (
                bytes(&old_starts, hunk.before),
                bytes(&new_starts, hunk.after),
            )
        })
        .collect()
}

/// Returns the starts of the words in a text, followed by its length; `None` if there are too many
/// words. A word is a run of letters, digits, `_` and bytes that are not ASCII, a run of blanks, a
/// line ending, or any other character.
fn word_starts(text: &[u8]) -> Option<Vec<usize>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let run = |from: usize, is_in: &dyn Fn(&u8) -> bool| {
        text[from..].iter().take_while(|byte| is_in(byte)).count()
    };
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at) {
        if starts.len() == MAX_WORDS {
            return None;
        }
        starts.push(at);
        at += match first {
            first if is_letter(first) => run(at, &is_letter),
            first if is_blank(first) => run(at, &is_blank),
            b'\r' if text.get(at + 1) == Some(&b'\n') => 2,
            _ => 1,
        };
    }
    starts.push(text.len());
    Some(starts)
}

/// Cuts a replacement to the characters between the equal characters at its start and at its end.
fn trim(old: &[u8], new: &[u8], replaced: &mut Range<usize>, by: &mut Range<usize>) {
    let (a, b) = (&old[replaced.clone()], &new[by.clone()]);
    let mut prefix = std::iter::zip(a, b).take_while(|(a, b)| a == b).count();
    while !(is_boundary(a, prefix) && is_boundary(b, prefix)) {
        prefix -= 1;
    }
    let (ends_a, ends_b) = (a[prefix..].iter().rev(), b[prefix..].iter().rev());
    let mut suffix = ends_a.zip(ends_b).take_while(|(a, b)| a == b).count();
    while !(is_boundary(a, a.len() - suffix) && is_boundary(b, b.len() - suffix)) {
        suffix -= 1;
    }
    *replaced = replaced.start + prefix..replaced.end - suffix;
    *by = by.start + prefix..by.end - suffix;
}

/// Whether an offset is the start or the end of the text, or between two characters other than CR
/// and LF. A byte that does not continue a character begins one.
fn is_boundary(text: &[u8], at: usize) -> bool {
    match (at.checked_sub(1).map(|before| text[before]), text.get(at)) {
        (None, _) | (_, None) => true,
        (Some(before), Some(next)) => next & 0xC0 != 0x80 && (before, *next) != (b'\r', b'\n'),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
