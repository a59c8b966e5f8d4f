//! Byte pair encoding by definition: among all neighbours that may merge, the leftmost pair of the
//! lowest rank merges first, until no pair may merge.
//!
//! O(n log n) in the number of symbols. The build script and vocabulary loading use it to find the
//! merges that produce each token. [`merge_encoder`](super::merge_encoder) encodes with it where
//! the ranks of a vocabulary do not increase in merge order. All other text is encoded by the
//! linear [`encoder`](super::encoder).
//!
//! The build script includes this file, so it must not use any other item of the crate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Token at a byte range of the text being merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) token: u32,
}

/// Token that two neighbours merge into, and the rank of that merge; lower ranks merge first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Merge {
    pub(crate) rank: u32,
    pub(crate) token: u32,
}

const NO_INDEX: usize = usize::MAX;

/// Merges neighbours until `pair` allows no more merges.
///
/// `on_merge` is called for each merge, in order, with the byte offset between the two parts. If it
/// returns an error, merging stops and the error is returned.
pub(crate) fn merge<X>(
    symbols: &mut Vec<Symbol>,
    mut pair: impl FnMut(Symbol, Symbol) -> Option<Merge>,
    mut on_merge: impl FnMut(Merge, usize) -> Result<(), X>,
) -> Result<(), X> {
    // A symbol that was merged into its predecessor has itself as `next`.
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
        // Entries are stale once either symbol has changed. Symbols only grow, so an unchanged end
        // proves that the entry is valid.
        if right == left || right >= len || symbols[right].end != end {
            continue;
        }
        on_merge(found, symbols[left].end)?;
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
