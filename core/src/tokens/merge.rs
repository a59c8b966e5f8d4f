//! Byte pair encoding as it is defined: of all neighbours that may merge, those
//! of the lowest rank do, the leftmost first, until none may.
//!
//! This is what a vocabulary means, not how text is encoded: it takes
//! O(n log n), and the build script and the loading of vocabularies use it to
//! find out how each token comes about. Where the ranks of a vocabulary do not
//! rise with the merges, it is the encoder as well.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A token in the text that is being merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) token: u32,
}

/// What two neighbours become, and how early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Merge {
    pub(crate) rank: u32,
    pub(crate) token: u32,
}

const NO_INDEX: usize = usize::MAX;

/// Merges neighbours until `pair` allows none. `seen` is told of each merge and
/// of the place between the two, in order; an error from it ends the work.
pub(crate) fn merge<X>(
    symbols: &mut Vec<Symbol>,
    mut pair: impl FnMut(Symbol, Symbol) -> Option<Merge>,
    mut seen: impl FnMut(Merge, usize) -> Result<(), X>,
) -> Result<(), X> {
    // A symbol that was merged into the one before it has itself as the next.
    let len = symbols.len();
    let mut next: Vec<usize> = (1..=len).collect();
    let mut previous: Vec<usize> = (0..len).map(|at| at.wrapping_sub(1)).collect();
    let mut queue = BinaryHeap::new();
    for at in 1..len {
        if let Some(found) = pair(symbols[at - 1], symbols[at]) {
            queue.push(Reverse((found, at - 1, symbols[at].end)));
        }
    }
    while let Some(Reverse((found, left, end))) = queue.pop() {
        let right = next[left];
        // What was queued before one of the two changed is void. Symbols only
        // grow, so this is the pair that was queued if its end is the same.
        if right == left || right >= len || symbols[right].end != end {
            continue;
        }
        seen(found, symbols[left].end)?;
        symbols[left].end = end;
        symbols[left].token = found.token;
        next[left] = next[right];
        next[right] = right;
        if next[left] < len {
            previous[next[left]] = left;
            let after = symbols[next[left]];
            if let Some(found) = pair(symbols[left], after) {
                queue.push(Reverse((found, left, after.end)));
            }
        }
        if previous[left] != NO_INDEX
            && let Some(found) = pair(symbols[previous[left]], symbols[left])
        {
            queue.push(Reverse((found, previous[left], end)));
        }
    }
    let mut at = 0;
    let mut kept = 0;
    while at < len {
        symbols[kept] = symbols[at];
        kept += 1;
        at = next[at];
    }
    symbols.truncate(kept);
    Ok(())
}
