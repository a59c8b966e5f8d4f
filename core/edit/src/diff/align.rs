//! Determines which lines are removed and which are added.
//!
//! Texts of up to [`WINDOW`] lines are compared by the histogram algorithm. Longer texts are first
//! aligned at lines that occur exactly once in both, as in a patience diff. A part without such
//! lines that is longer than a window is compared window by window: each window begins after the
//! last lines that the previous one has in common.
//!
//! The time in a window is O(n * d) for n lines, d of them changed. [`MAX_WORK`] bounds the sum for
//! all windows; what remains then is replaced as a whole.

use std::collections::HashMap;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Token};
use ransack_base::{CancelToken, Error, Result};

use super::Change;
use super::lines::ChangedPart;

/// Maximum number of lines of each text in one comparison, which takes up to 5 ms.
const WINDOW: usize = 2048;

/// Maximum number of lines of each text; longer texts are replaced as a whole.
const MAX_LINES: usize = 1 << 20;

/// Upper bound on the sum of lines times changed lines in all windows: 64 windows without a line in
/// common.
const MAX_WORK: u64 = 64 * (2 * WINDOW as u64).pow(2);

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

/// Returns the changes in a part, in order. No two changes touch.
pub(super) fn changes(part: &ChangedPart<'_>, token: &CancelToken) -> Result<Vec<Change>> {
    let (old, new) = part.differing();
    let mut aligner = Aligner {
        part,
        ids: [Vec::new(), Vec::new()],
        local: Vec::new(),
        changes: Vec::new(),
        work: 0,
        token,
    };
    // Two single lines differ, or they would not be in the ranges.
    let is_single = old.len() == 1 && new.len() == 1;
    let is_whole = is_single || old.len().max(new.len()) > MAX_LINES;
    if old.is_empty() || new.is_empty() || is_whole {
        aligner.push(old, new);
        return Ok(aligner.changes);
    }
    aligner.number_lines(&old, &new)?;
    if old.len().max(new.len()) <= WINDOW {
        aligner.long_gap(old, new)?;
        return Ok(aligner.changes);
    }
    let (mut old_from, mut new_from) = (old.start, new.start);
    for (old_at, new_at) in aligner.anchors(&old, &new)? {
        aligner.long_gap(old_from..old_at, new_from..new_at)?;
        (old_from, new_from) = (old_at + 1, new_at + 1);
    }
    aligner.long_gap(old_from..old.end, new_from..new.end)?;
    Ok(aligner.changes)
}

/// Comparison in progress.
struct Aligner<'a> {
    part: &'a ChangedPart<'a>,
    /// Numbers of the old and of the new lines that are compared; equal lines have equal numbers.
    ids: [Vec<u32>; 2],
    /// Number of each line in the current window plus one, by its number in the part; otherwise 0.
    local: Vec<u32>,
    changes: Vec<Change>,
    /// Sum of lines times changed lines so far.
    work: u64,
    token: &'a CancelToken,
}

impl<'a> Aligner<'a> {
    /// Numbers the lines in two ranges of the part.
    fn number_lines(&mut self, old: &Range<usize>, new: &Range<usize>) -> Result<()> {
        let part = self.part;
        let mut known = HashMap::new();
        let mut number = |lines: &Range<usize>, line: &dyn Fn(usize) -> &'a [u8]| {
            let mut ids = vec![0; lines.end];
            for at in lines.clone() {
                if at % CHECK_INTERVAL == 0 {
                    self.token.heartbeat()?;
                }
                let next = known.len() as u32;
                ids[at] = *known.entry(line(at)).or_insert(next);
            }
            Ok::<_, Error>(ids)
        };
        let old = number(old, &|at| part.old_text(at))?;
        let new = number(new, &|at| part.new_text(at))?;
        self.ids = [old, new];
        self.local = vec![0; known.len()];
        Ok(())
    }

    /// Returns pairs of lines that occur exactly once in both ranges: the longest sequence of them
    /// that is in the same order in both.
    fn anchors(&self, old: &Range<usize>, new: &Range<usize>) -> Result<Vec<(usize, usize)>> {
        let [old_ids, new_ids] = &self.ids;
        // Position of the only occurrence plus one; 0 for none, `REPEATED` for several.
        const REPEATED: usize = usize::MAX;
        let mut places = vec![[0; 2]; self.local.len()];
        for (side, ids, range) in [(0, old_ids, old), (1, new_ids, new)] {
            for at in range.clone() {
                let place = &mut places[ids[at] as usize][side];
                *place = if *place == 0 { at + 1 } else { REPEATED };
            }
        }
        // Longest increasing subsequence of the places in the new text: `tails[k]` is the pair that
        // ends the best sequence of length `k + 1`.
        let mut pairs: Vec<(usize, usize, Option<usize>)> = Vec::new();
        let mut tails: Vec<usize> = Vec::new();
        for at in old.clone() {
            if at % CHECK_INTERVAL == 0 {
                self.token.heartbeat()?;
            }
            let [first, second] = places[old_ids[at] as usize];
            if first == REPEATED || second == REPEATED || second == 0 {
                continue;
            }
            let second = second - 1;
            let length = tails.partition_point(|&tail| pairs[tail].1 < second);
            let previous = length.checked_sub(1).map(|before| tails[before]);
            match tails.get_mut(length) {
                Some(tail) => *tail = pairs.len(),
                None => tails.push(pairs.len()),
            }
            pairs.push((at, second, previous));
        }
        let mut anchors = Vec::with_capacity(tails.len());
        let mut next = tails.last().copied();
        while let Some(pair) = next {
            let (old_at, new_at, previous) = pairs[pair];
            anchors.push((old_at, new_at));
            next = previous;
        }
        anchors.reverse();
        Ok(anchors)
    }

    /// Compares two ranges, window by window.
    fn long_gap(&mut self, mut old: Range<usize>, mut new: Range<usize>) -> Result<()> {
        while !old.is_empty() && !new.is_empty() && self.work <= MAX_WORK {
            self.token.heartbeat()?;
            let old_end = old.end.min(old.start + WINDOW);
            let new_end = new.end.min(new.start + WINDOW);
            let mut changes = self.compare(old.start..old_end, new.start..new_end);
            let mut end = (old_end, new_end);
            if end != (old.end, new.end)
                && let Some(last) = changes.last()
                && (last.old.end, last.new.end) == end
            {
                // Begins the next window after the last common line, unless that would be too soon.
                let start = (last.old.start, last.new.start);
                if start.0 - old.start + start.1 - new.start >= WINDOW {
                    end = start;
                    changes.pop();
                }
            }
            for change in changes {
                self.push(change.old, change.new);
            }
            (old.start, new.start) = end;
        }
        self.push(old, new);
        Ok(())
    }

    /// Compares two ranges of at most [`WINDOW`] lines.
    fn compare(&mut self, old: Range<usize>, new: Range<usize>) -> Vec<Change> {
        let [old_ids, new_ids] = &self.ids;
        let (old_ids, new_ids) = (&old_ids[old.clone()], &new_ids[new.clone()]);
        let local = &mut self.local;
        // Tables of the algorithm are as long as the largest number.
        let mut count = 0;
        let mut numbered = |ids: &[u32]| -> Vec<Token> {
            let number = |id: &u32| {
                let number = &mut local[*id as usize];
                if *number == 0 {
                    count += 1;
                    *number = count;
                }
                Token(*number - 1)
            };
            ids.iter().map(number).collect()
        };
        let (old_tokens, new_tokens) = (numbered(old_ids), numbered(new_ids));
        let mut diff = Diff::default();
        diff.compute_with(Algorithm::Histogram, &old_tokens, &new_tokens, count);
        for id in old_ids.iter().chain(new_ids) {
            local[*id as usize] = 0;
        }
        let changed = u64::from(diff.count_additions() + diff.count_removals());
        self.work += (old_ids.len() + new_ids.len()) as u64 * changed;
        let hunks = diff.hunks().map(|hunk| Change {
            old: old.start + hunk.before.start as usize..old.start + hunk.before.end as usize,
            new: new.start + hunk.after.start as usize..new.start + hunk.after.end as usize,
        });
        hunks.collect()
    }

    /// Adds a change, unless it is empty. Joins it to the last change if both touch.
    fn push(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        match self.changes.last_mut() {
            Some(last) if last.old.end == old.start && last.new.end == new.start => {
                last.old.end = old.end;
                last.new.end = new.end;
            }
            _ => self.changes.push(Change { old, new }),
        }
    }
}
