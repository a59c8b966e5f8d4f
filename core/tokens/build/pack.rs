//! Writer of packed vocabularies.
//!
//! A packed vocabulary has ranks that increase in merge order. It consists of:
//!
//! - the number of ranks, then the number of tokens that merging produces (`u32` each);
//! - the length of the token of each rank (`u8`), 0 for a rank without a token;
//! - the byte offset at which the last merge of each token joins its two parts (`u8`), 0 for an
//!   unmerged token;
//! - the ranks of the tokens that merging produces, in bytewise order of the tokens (`u32`);
//! - the tokens themselves, by rank.
//!
//! Numbers are little-endian. `model.rs` reads this format.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::merge::{Merge, Symbol, merge};

/// Packs the tokens, given in rank order; an empty token marks a rank without a token.
///
/// Returns `None` if there are no tokens, or if a token is longer than 255 bytes or merged from a
/// token of a higher rank.
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

/// Returns the byte offset at which the token's last merge joins its two parts, or 0 if the token
/// is not merged. Returns `None` if the merges are out of order.
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
