//! Passages of a text that resemble a text that is not in it.
//!
//! Lines are compared by the sets of their trigrams. A passage begins where the most similar lines
//! are on one diagonal: line `i` of the wanted text resembles line `start + i` of the text. Lines
//! that are missing or added move the diagonal by one, so neighbouring diagonals count together.

use std::ops::Range;

use ransack_base::{CancelToken, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use super::folded::{Fold, Folded};
use super::lines::TextLines;

/// Maximum number of passages.
const MAX_PASSAGES: usize = 3;

/// Minimum similarity of a passage, from 0 to 1.
const MIN_SIMILARITY: f32 = 0.4;

/// Maximum number of lines of the wanted text that are compared: the first ones.
const MAX_LINES: usize = 200;

/// Maximum number of wanted lines with the same trigram that are compared with a line.
const MAX_LINES_OF_TRIGRAM: usize = 16;

/// Maximum number of bytes of a line that are compared.
const MAX_LINE: usize = 1000;

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

/// Returns the passages most similar to `wanted`, best first, as ranges of 0-based line numbers.
pub(super) fn nearest(
    text: &[u8],
    lines: &TextLines<'_>,
    wanted: &[u8],
    token: &CancelToken,
) -> Result<Vec<Range<usize>>> {
    let wanted = WantedLines::of(wanted);
    if wanted.total == 0 {
        return Ok(Vec::new());
    }
    // Shared trigrams of the pairs of lines, by the difference of their numbers.
    let mut diagonals: FxHashMap<isize, u32> = FxHashMap::default();
    let mut shared = vec![0u32; wanted.count];
    let mut touched = Vec::new();
    for number in 0..lines.count() {
        if number % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let line = &text[lines.range(number, number)];
        for trigram in trigrams(line) {
            for wanted_line in wanted.with(trigram) {
                if shared[*wanted_line] == 0 {
                    touched.push(*wanted_line);
                }
                shared[*wanted_line] += 1;
            }
        }
        for wanted_line in touched.drain(..) {
            let count = std::mem::take(&mut shared[wanted_line]);
            // A line of the text may be longer, since a quoted text may begin and end inside lines.
            if 2 * count as usize >= wanted.lens[wanted_line] {
                let diagonal = number as isize - wanted_line as isize;
                *diagonals.entry(diagonal).or_default() += count;
            }
        }
    }
    Ok(wanted.best(&diagonals, lines.count()))
}

/// Wanted lines by trigram.
struct WantedLines {
    by_trigram: FxHashMap<u32, Vec<usize>>,
    /// Number of trigrams of each line.
    lens: Vec<usize>,
    count: usize,
    /// Number of trigrams of all lines.
    total: usize,
}

impl WantedLines {
    fn of(wanted: &[u8]) -> WantedLines {
        let body = wanted.strip_suffix(b"\n").unwrap_or(wanted);
        let mut by_trigram: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        let mut lens = Vec::new();
        for (number, line) in body.split(|b| *b == b'\n').take(MAX_LINES).enumerate() {
            let of_line = trigrams(line);
            lens.push(of_line.len());
            for trigram in of_line {
                let lines = by_trigram.entry(trigram).or_default();
                if lines.len() < MAX_LINES_OF_TRIGRAM {
                    lines.push(number);
                }
            }
        }
        WantedLines {
            by_trigram,
            count: lens.len(),
            total: lens.iter().sum(),
            lens,
        }
    }

    fn with(&self, trigram: u32) -> &[usize] {
        self.by_trigram.get(&trigram).map_or(&[], Vec::as_slice)
    }

    /// Returns the best passages of a text with `count` lines.
    fn best(&self, diagonals: &FxHashMap<isize, u32>, count: usize) -> Vec<Range<usize>> {
        let mut scores: Vec<(u32, isize)> = diagonals
            .iter()
            .map(|(diagonal, own)| {
                let at = |diagonal| diagonals.get(&diagonal).copied().unwrap_or(0);
                let beside = at(diagonal - 1).max(at(diagonal + 1));
                // The own diagonal decides between equal sums.
                (
                    2 * own.saturating_add(beside) + u32::from(*own >= beside),
                    *diagonal,
                )
            })
            .collect();
        scores.sort_unstable_by_key(|(score, diagonal)| (std::cmp::Reverse(*score), *diagonal));
        let mut found: Vec<Range<usize>> = Vec::new();
        for (score, diagonal) in scores {
            let similarity = (score / 2) as f32 / self.total as f32;
            if similarity < MIN_SIMILARITY || found.len() == MAX_PASSAGES {
                break;
            }
            let start = diagonal.max(0) as usize;
            let end = (diagonal + self.count as isize).clamp(0, count as isize) as usize;
            let is_new = found
                .iter()
                .all(|known| end <= known.start || known.end <= start);
            if start < end && is_new {
                found.push(start..end);
            }
        }
        found
    }
}

/// Returns the trigrams of a line, without blanks and with plain characters, in lower case. A
/// shorter line is one trigram.
fn trigrams(line: &[u8]) -> FxHashSet<u32> {
    let line = &line[..line.len().min(MAX_LINE)];
    let folded = Folded::of(line, Fold::Typography);
    let bytes: Vec<u8> = folded
        .text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| match byte {
            // All quotation marks are alike.
            b'"' | b'`' => b'\'',
            byte => byte.to_ascii_lowercase(),
        })
        .collect();
    let of = |part: &[u8]| {
        part.iter()
            .fold(0, |hash, byte| hash << 8 | u32::from(*byte))
    };
    match bytes.len() {
        0 => FxHashSet::default(),
        1 | 2 => std::iter::once(of(&bytes)).collect(),
        _ => bytes.windows(3).map(of).collect(),
    }
}
