//! The packed form of a vocabulary whose ranks rise with the merges:
//!
//! - the number of ranks, then of tokens that merging can produce (`u32` each);
//! - the length of each rank's token (`u8`), 0 where there is none;
//! - where each token falls into the two it is merged from (`u8`), 0 where
//!   merging does not produce it;
//! - the ranks of the tokens that merging can produce, in alphabetical order
//!   (`u32`);
//! - the tokens themselves, by rank.
//!
//! Numbers are little-endian.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::merge::{Merge, Symbol, merge};

/// Packs the tokens, of which those that are empty do not exist. `None` if a
/// token is merged from one of a higher rank.
pub(crate) fn pack(tokens: &[Vec<u8>]) -> Option<Vec<u8>> {
    let len = tokens.iter().rposition(|t| !t.is_empty())? + 1;
    let tokens = &tokens[..len];
    let mut ranks = HashMap::with_capacity(len);
    for (rank, token) in (0..).zip(tokens) {
        if !token.is_empty() {
            ranks.insert(token.as_slice(), rank);
        }
    }
    let splits: Vec<u8> = tokens
        .iter()
        .map(|token| split(token, &ranks))
        .collect::<Option<_>>()?;
    let mut sorted: Vec<u32> = (0..)
        .zip(tokens.iter().zip(&splits))
        .filter(|&(_, (token, &split))| token.len() == 1 || split > 0)
        .map(|(rank, _)| rank)
        .collect();
    sorted.sort_by_key(|&rank| &tokens[rank as usize]);
    let mut packed = Vec::new();
    for number in [len, sorted.len()] {
        packed.extend(u32::try_from(number).ok()?.to_le_bytes());
    }
    for token in tokens {
        packed.push(u8::try_from(token.len()).ok()?);
    }
    packed.extend(&splits);
    packed.extend(sorted.iter().flat_map(|rank| rank.to_le_bytes()));
    packed.extend(tokens.concat());
    Some(packed)
}

/// Where the last merge that makes the token joins; 0 if none does.
fn split(token: &[u8], ranks: &HashMap<&[u8], u32>) -> Option<u8> {
    let mut symbols: Vec<Symbol> = (0..token.len())
        .map(|start| Symbol {
            start,
            end: start + 1,
            token: ranks.get(&token[start..=start]).copied().unwrap_or(0),
        })
        .collect();
    let mut last = 0;
    let mut highest = 0;
    let mut rises = true;
    let pair = |left: Symbol, right: Symbol| {
        let rank = *ranks.get(&token[left.start..right.end])?;
        Some(Merge { rank, token: rank })
    };
    let seen = |merge: Merge, at| {
        rises &= merge.rank >= highest;
        highest = merge.rank;
        last = at;
        Ok::<(), Infallible>(())
    };
    let Ok(()) = merge(&mut symbols, pair, seen);
    if symbols.len() != 1 {
        return Some(0);
    }
    if !rises {
        return None;
    }
    u8::try_from(last).ok()
}
