//! Lines of the part in which two texts differ.
//!
//! Invariant: the texts are equal before and after the part, and the part begins and ends at the
//! boundaries of lines in both texts.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use ransack_base::{CancelToken, Result};

use super::{DiffLine, LineKind};

/// Number of bytes between two checks of the token.
const CHECK_INTERVAL: usize = 1 << 18;

/// Numbers of bytes that are compared at once, one after the other up to the first difference.
const BLOCKS: [usize; 4] = [4096, 64, 8, 1];

/// Lengths of the lines that two texts have in common at their ends.
pub(super) struct EqualEnds {
    prefix: usize,
    suffix: usize,
}

impl EqualEnds {
    pub(super) fn of(old: &[u8], new: &[u8], token: &CancelToken) -> Result<EqualEnds> {
        let prefix = prefix_lines(old, new, token)?;
        let suffix = suffix_lines(&old[prefix..], &new[prefix..], token)?;
        Ok(EqualEnds { prefix, suffix })
    }
}

/// Part of two texts that contains all differences.
#[derive(Clone, Debug)]
pub(super) struct ChangedPart<'t> {
    old: Lines<'t>,
    new: Lines<'t>,
    /// Whole old text and whole new text.
    texts: (&'t [u8], &'t [u8]),
    /// Length of the text before the part, equal in both texts.
    start: usize,
    /// Number of lines before the part.
    first_line: u64,
    /// Number of equal lines at the start of the part.
    head: usize,
    /// Number of equal lines at the end of the part.
    tail: usize,
}

/// Text and the starts of its lines.
#[derive(Clone, Debug)]
struct Lines<'t> {
    text: &'t [u8],
    /// Starts of the lines, followed by the length of the text.
    starts: Vec<usize>,
}

impl<'t> ChangedPart<'t> {
    /// Creates the part between the equal ends of the texts. It includes `margin` unchanged lines at
    /// each end, as far as there are any.
    pub(super) fn of(
        old: &'t [u8],
        new: &'t [u8],
        &EqualEnds { prefix, suffix }: &EqualEnds,
        margin: usize,
        token: &CancelToken,
    ) -> Result<ChangedPart<'t>> {
        let (start, head) = back(&old[..prefix], margin, token)?;
        let (end, tail) = forward(&old[old.len() - suffix..], margin, token)?;
        let end = suffix - end;
        let mut first_line = 0;
        for chunk in old[..start].chunks(CHECK_INTERVAL) {
            token.heartbeat()?;
            first_line += memchr_iter(b'\n', chunk).count() as u64;
        }
        Ok(ChangedPart {
            old: Lines::of(&old[start..old.len() - end], token)?,
            new: Lines::of(&new[start..new.len() - end], token)?,
            texts: (old, new),
            start,
            first_line,
            head,
            tail,
        })
    }

    /// Returns the whole old text and the whole new text.
    pub(super) fn texts(&self) -> (&'t [u8], &'t [u8]) {
        self.texts
    }

    /// Returns the bytes of consecutive old lines, and their offset in the whole old text.
    pub(super) fn old_block(&self, lines: &Range<usize>) -> (usize, &'t [u8]) {
        (
            self.start + self.old.starts[lines.start],
            self.old.block(lines),
        )
    }

    /// Returns the bytes of consecutive new lines, and their offset in the whole new text.
    pub(super) fn new_block(&self, lines: &Range<usize>) -> (usize, &'t [u8]) {
        (
            self.start + self.new.starts[lines.start],
            self.new.block(lines),
        )
    }

    /// Returns the number of equal lines at the start of the part.
    pub(super) fn head(&self) -> usize {
        self.head
    }

    /// Returns the number of old lines.
    pub(super) fn old_len(&self) -> usize {
        self.old.len()
    }

    /// Returns the number of new lines.
    pub(super) fn new_len(&self) -> usize {
        self.new.len()
    }

    /// Returns the number of lines before the part, equal in both texts.
    pub(super) fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Returns the old and the new lines between the equal lines at both ends of the part.
    pub(super) fn differing(&self) -> (Range<usize>, Range<usize>) {
        let (head, tail) = (self.head, self.tail);
        (head..self.old_len() - tail, head..self.new_len() - tail)
    }

    /// Returns the bytes of an old line.
    pub(super) fn old_text(&self, at: usize) -> &'t [u8] {
        self.old.get(at)
    }

    /// Returns the bytes of a new line.
    pub(super) fn new_text(&self, at: usize) -> &'t [u8] {
        self.new.get(at)
    }

    /// Returns an old line as a line of a hunk.
    pub(super) fn old_line(&self, kind: LineKind, at: usize) -> DiffLine<'t> {
        let text = self.old.get(at);
        DiffLine { kind, text }
    }

    /// Returns a new line as an added line of a hunk.
    pub(super) fn new_line(&self, at: usize) -> DiffLine<'t> {
        let kind = LineKind::Added;
        let text = self.new.get(at);
        DiffLine { kind, text }
    }
}

impl<'t> Lines<'t> {
    fn of(text: &'t [u8], token: &CancelToken) -> Result<Lines<'t>> {
        let mut starts = vec![0];
        for (chunk, at) in text
            .chunks(CHECK_INTERVAL)
            .zip((0..).step_by(CHECK_INTERVAL))
        {
            token.heartbeat()?;
            starts.extend(memchr_iter(b'\n', chunk).map(|end| at + end + 1));
        }
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        Ok(Lines { text, starts })
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn get(&self, at: usize) -> &'t [u8] {
        self.block(&(at..at + 1))
    }

    fn block(&self, lines: &Range<usize>) -> &'t [u8] {
        &self.text[self.starts[lines.start]..self.starts[lines.end]]
    }
}

/// Returns the length of the equal lines at the start of both texts.
fn prefix_lines(old: &[u8], new: &[u8], token: &CancelToken) -> Result<usize> {
    let is_equal = |range: Range<usize>| old[range.clone()] == new[range];
    let equal = equal_bytes(old.len().min(new.len()), is_equal, token)?;
    if equal == old.len() && equal == new.len() {
        return Ok(equal);
    }
    Ok(memrchr(b'\n', &old[..equal]).map_or(0, |end| end + 1))
}

/// Returns the length of the equal lines at the end of both texts, which begin with lines.
fn suffix_lines(old: &[u8], new: &[u8], token: &CancelToken) -> Result<usize> {
    let is_equal = |range: Range<usize>| {
        let of = |text: &'_ [u8]| text.len() - range.end..text.len() - range.start;
        old[of(old)] == new[of(new)]
    };
    let equal = equal_bytes(old.len().min(new.len()), is_equal, token)?;
    let begins_line = |text: &[u8]| {
        let start = text.len() - equal;
        start == 0 || text[start - 1] == b'\n'
    };
    if begins_line(old) && begins_line(new) {
        return Ok(equal);
    }
    let suffix = &old[old.len() - equal..];
    Ok(memchr(b'\n', suffix).map_or(0, |end| equal - end - 1))
}

/// Returns the number of bytes before the first difference, at most `max`. `is_equal` compares the
/// bytes in a range.
fn equal_bytes(
    max: usize,
    is_equal: impl Fn(Range<usize>) -> bool,
    token: &CancelToken,
) -> Result<usize> {
    let mut equal = 0;
    for block in BLOCKS {
        while equal + block <= max && is_equal(equal..equal + block) {
            equal += block;
            if block == BLOCKS[0] {
                token.heartbeat()?;
            }
        }
    }
    Ok(equal)
}

/// Returns the start of the last `count` lines of a text that consists of whole lines, and the
/// number of lines if there are fewer.
fn back(text: &[u8], count: usize, token: &CancelToken) -> Result<(usize, usize)> {
    let mut start = text.len();
    for lines in 0..count {
        if start == 0 {
            return Ok((0, lines));
        }
        if lines % 1024 == 0 {
            token.heartbeat()?;
        }
        // The line ends right before `start`; only the last line of a text may lack the line end.
        let line = &text[..start - 1];
        start = memrchr(b'\n', line).map_or(0, |end| end + 1);
    }
    Ok((start, count))
}

/// Returns the end of the first `count` lines of a text, and the number of lines if there are
/// fewer.
fn forward(text: &[u8], count: usize, token: &CancelToken) -> Result<(usize, usize)> {
    let mut end = 0;
    for lines in 0..count {
        if end == text.len() {
            return Ok((end, lines));
        }
        if lines % 1024 == 0 {
            token.heartbeat()?;
        }
        end = memchr(b'\n', &text[end..]).map_or(text.len(), |at| end + at + 1);
    }
    Ok((end, count))
}
