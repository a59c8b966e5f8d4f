//! Encodes a piece of text in time linear in its length, whatever it holds.
//!
//! Merging is not carried out. What it ends with is the only row of tokens of
//! which every two neighbours would be left apart if they were encoded by
//! themselves, and that row is found from left to right: the longest token that
//! may follow, a shorter one if nothing can follow that, one step back if there
//! is none. Places that turned out to be dead ends are not tried again. The
//! method is that of the `bpe` crate, where the proof is.
//!
//! It rests on every token having a higher rank than the two that it is merged
//! from.

use super::vocabulary::{NONE, Vocabulary};
use crate::cancel::{Aborted, CancelToken};

/// The tokens between two looks at the cancel token.
const BEAT: usize = 4096;

/// What encoding needs to know of the tokens that merging can produce.
pub(super) struct Encoder {
    /// The two that each token is merged from; none for one that is not merged.
    parts: Vec<[u32; 2]>,
    /// The longest token that each token begins with, itself apart.
    shorter: Vec<u32>,
    sorted: Sorted,
    /// Whether merging begins with bytes.
    by_byte: bool,
}

/// The longest piece that is encoded by merging.
const SHORT: usize = 24;

/// Sets of two neighbours that are remembered, of 8 bytes each.
const KNOWN: usize = 1 << 12;

/// What a thread keeps from piece to piece, for one encoder.
#[derive(Default)]
pub(super) struct Scratch {
    tokens: Vec<u32>,
    /// A bit for each place that is a dead end.
    dead: Vec<u64>,
    /// Neighbours that were looked at: left, right, and whether they stay
    /// apart, in the lowest bit.
    known: Vec<[u64; 2]>,
}

impl Encoder {
    /// `splits` tells by rank where the last merge of a token joins, 0 if it is
    /// not merged; `sorted` are the ranks that merging can produce, in
    /// alphabetical order. Merging begins with bytes or with characters.
    pub(super) fn new(
        vocabulary: &Vocabulary,
        splits: impl Iterator<Item = usize>,
        sorted: Vec<u32>,
        by_byte: bool,
    ) -> Encoder {
        let mut shorter = vec![NONE; vocabulary.len()];
        let mut open: Vec<u32> = Vec::new();
        for &rank in &sorted {
            let token = vocabulary.token(rank);
            while let Some(&begin) = open.last()
                && !token.starts_with(vocabulary.token(begin))
            {
                open.pop();
            }
            shorter[rank as usize] = open.last().copied().unwrap_or(NONE);
            open.push(rank);
        }
        let mut parts = vec![[NONE; 2]; vocabulary.len()];
        for (rank, split) in (0..).zip(splits) {
            if split > 0 {
                let mut left = shorter[rank as usize];
                while left != NONE && vocabulary.token_len(left) > split {
                    left = shorter[left as usize];
                }
                let right = vocabulary.rank(&vocabulary.token(rank)[split..]);
                parts[rank as usize] = [left, right.unwrap_or(NONE)];
            }
        }
        Encoder {
            parts,
            shorter,
            sorted: Sorted::new(vocabulary, sorted),
            by_byte,
        }
    }

    /// The tokens of `piece`. Every byte of it must be the beginning of a
    /// token.
    pub(super) fn encode<'s>(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &'s mut Scratch,
        cancel: &CancelToken,
    ) -> Result<&'s [u32], Aborted> {
        let Scratch {
            tokens,
            dead,
            known,
        } = scratch;
        tokens.clear();
        if self.by_byte && piece.len() <= SHORT {
            merge_short(vocabulary, piece, tokens);
            return Ok(tokens);
        }
        known.resize(KNOWN, [0; 2]);
        dead.clear();
        dead.resize(piece.len() / 64 + 1, 0);
        let mut at = 0;
        let mut next = self.longest(vocabulary, piece);
        let mut steps = 0;
        while next != NONE {
            steps += 1;
            if steps % BEAT == 0 {
                cancel.heartbeat()?;
            }
            let end = at + vocabulary.token_len(next);
            let is_dead = dead[end / 64] >> (end % 64) & 1 == 1;
            let mut follows = |&last: &u32| {
                // Never 0, which is no entry.
                let pair = (u64::from(last) + 1) << 32 | u64::from(next) << 1;
                let place = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - KNOWN.ilog2());
                let set = &mut known[place as usize];
                if let Some(seen) = set.iter().find(|&seen| seen & !1 == pair) {
                    return seen & 1 == 1;
                }
                let found = self.may_follow(vocabulary, piece, at, last, next);
                *set = [pair | u64::from(found), set[0]];
                found
            };
            if !is_dead && tokens.last().is_none_or(&mut follows) {
                tokens.push(next);
                at = end;
                next = self.longest(vocabulary, &piece[at..]);
                continue;
            }
            next = self.shorter[next as usize];
            while next == NONE {
                // Nothing can stand here.
                dead[at / 64] |= 1 << (at % 64);
                let Some(last) = tokens.pop() else {
                    return Ok(tokens);
                };
                at -= vocabulary.token_len(last);
                next = self.shorter[last as usize];
            }
        }
        Ok(tokens)
    }

    fn longest(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let before = self.sorted.last_up_to(vocabulary, text);
        if before == NONE {
            return NONE;
        }
        // A token that the text begins with is one that `before` begins with.
        let token = vocabulary.token(before);
        let common = token.iter().zip(text).take_while(|(a, b)| a == b).count();
        let mut found = before;
        while found != NONE && vocabulary.token_len(found) > common {
            found = self.shorter[found as usize];
        }
        found
    }

    /// Whether `left`, which ends at `seam` in `piece`, and `right`, which
    /// begins there, stay apart when both are encoded together.
    ///
    /// The last merges are undone one after the other, and each time the two
    /// that then meet at the seam are looked at: if they merge, they would have
    /// done so before.
    fn may_follow(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        seam: usize,
        mut left: u32,
        mut right: u32,
    ) -> bool {
        // Ranks below this have been merged at the time looked at.
        let mut time = NONE;
        loop {
            let from = seam - vocabulary.token_len(left);
            let to = seam + vocabulary.token_len(right);
            if vocabulary
                .rank(&piece[from..to])
                .is_some_and(|joined| joined < time)
            {
                return false;
            }
            let [_, left_end] = self.parts[left as usize];
            let [right_begin, _] = self.parts[right as usize];
            if left_end != NONE && (left > right || right_begin == NONE) {
                time = left;
                left = left_end;
            } else if right_begin != NONE {
                // Of equal ranks the leftmost merges first, and the seam is
                // left of where this one merges.
                time = right + 1;
                right = right_begin;
            } else {
                return true;
            }
        }
    }
}

/// Merges as it is defined, which is faster than to search where a piece is so
/// short that its length squared does not matter.
fn merge_short(vocabulary: &Vocabulary, piece: &[u8], tokens: &mut Vec<u32>) {
    /// A token, and what it and the next one would be.
    #[derive(Clone, Copy)]
    struct Part {
        start: u8,
        token: u32,
        joined: u32,
    }
    let mut parts = [Part {
        start: piece.len() as u8,
        token: NONE,
        joined: NONE,
    }; SHORT + 1];
    let mut len = piece.len();
    for (at, part) in parts[..len].iter_mut().enumerate() {
        part.start = at as u8;
        part.token = vocabulary.byte(piece[at]);
        if let Some(&after) = piece.get(at + 1) {
            part.joined = vocabulary.pair(piece[at], after);
        }
    }
    loop {
        let mut lowest = NONE;
        let mut at = 0;
        for (i, part) in parts[..len].iter().enumerate() {
            if part.joined < lowest {
                lowest = part.joined;
                at = i;
            }
        }
        if lowest == NONE {
            break;
        }
        parts[at].token = lowest;
        parts.copy_within(at + 2..=len, at + 1);
        len -= 1;
        let joined = |parts: &[Part], at: usize| {
            if at + 2 > len {
                return NONE;
            }
            let range = usize::from(parts[at].start)..usize::from(parts[at + 2].start);
            vocabulary.rank(&piece[range]).unwrap_or(NONE)
        };
        parts[at].joined = joined(&parts, at);
        if at > 0 {
            parts[at - 1].joined = joined(&parts, at - 1);
        }
    }
    tokens.extend(parts[..len].iter().map(|part| part.token));
}

/// The tokens in alphabetical order.
struct Sorted {
    ranks: Vec<u32>,
    /// The first eight bytes of each.
    keys: Vec<u64>,
    /// Where the tokens begin whose first two bytes are these or higher.
    buckets: Vec<u32>,
}

impl Sorted {
    fn new(vocabulary: &Vocabulary, ranks: Vec<u32>) -> Sorted {
        let keys: Vec<u64> = ranks.iter().map(|&r| key(vocabulary.token(r))).collect();
        let mut buckets = Vec::with_capacity((1 << 16) + 1);
        for (at, key) in (0..).zip(&keys) {
            let bucket = (key >> 48) as usize;
            while buckets.len() <= bucket {
                buckets.push(at);
            }
        }
        buckets.resize((1 << 16) + 1, keys.len() as u32);
        Sorted {
            ranks,
            keys,
            buckets,
        }
    }

    /// The last token that does not come after `text`.
    fn last_up_to(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let wanted = key(text);
        let bucket = (wanted >> 48) as usize;
        let from = self.buckets[bucket] as usize;
        let to = self.buckets[bucket + 1] as usize;
        let from = from + self.keys[from..to].partition_point(|&key| key < wanted);
        let same = self.keys[from..to].partition_point(|&key| key == wanted);
        let at = from
            + self.ranks[from..from + same].partition_point(|&rank| vocabulary.token(rank) <= text);
        at.checked_sub(1).map_or(NONE, |at| self.ranks[at])
    }
}

fn key(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let len = bytes.len().min(8);
    first[..len].copy_from_slice(&bytes[..len]);
    u64::from_be_bytes(first)
}
