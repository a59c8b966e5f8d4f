//! The tokens of a vocabulary by rank and by their bytes.

use std::borrow::Cow;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::key::Key;

/// The tokens, by rank: the order in which merges are made.
pub(super) struct Vocabulary {
    bytes: Cow<'static, [u8]>,
    /// Where each token begins in `bytes`, and the end of the last.
    starts: Vec<u32>,
    short: Short,
    /// Those that are too long for a key.
    long: HashTable<u32>,
    by_byte: [u32; 256],
    /// By the first byte, then the second.
    by_pair: Vec<u32>,
    longest: usize,
}

/// No token.
pub(super) const NONE: u32 = u32::MAX;

impl Vocabulary {
    /// Of the tokens that lie one behind the other in `bytes`, by rank. Where
    /// there is none, the length is 0. Of equal tokens the last counts.
    pub(super) fn new(
        bytes: Cow<'static, [u8]>,
        lens: impl ExactSizeIterator<Item = usize>,
    ) -> Vocabulary {
        let ranks = lens.len();
        let mut starts = Vec::with_capacity(ranks + 1);
        let mut short = Short::new(ranks);
        let mut long = HashTable::new();
        let mut by_byte = [NONE; 256];
        let mut by_pair = vec![NONE; 1 << 16];
        let mut start = 0;
        let mut longest = 0;
        starts.push(0);
        for (rank, len) in (0u32..).zip(lens) {
            let token = &bytes[start..start + len];
            start += len;
            starts.push(start as u32);
            longest = longest.max(len);
            match *token {
                [byte] => by_byte[usize::from(byte)] = rank,
                [first, second] => by_pair[pair_at(first, second)] = rank,
                _ => {}
            }
            match Key::new(&bytes, start - len, start) {
                Some(key) => short.insert(key, rank),
                None if len > 0 => {
                    let rehash = |&rank: &u32| {
                        let [start, end] = [starts[rank as usize], starts[rank as usize + 1]];
                        hash(&bytes[start as usize..end as usize])
                    };
                    long.insert_unique(hash(token), rank, rehash);
                }
                None => {}
            }
        }
        Vocabulary {
            bytes,
            starts,
            short,
            long,
            by_byte,
            by_pair,
            longest,
        }
    }

    /// The number of ranks.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The token of this rank; empty if there is none.
    #[inline]
    pub(super) fn token(&self, rank: u32) -> &[u8] {
        let at = rank as usize;
        match self.starts.get(at..at + 2) {
            Some(&[start, end]) => &self.bytes[start as usize..end as usize],
            _ => &[],
        }
    }

    #[inline]
    pub(super) fn token_len(&self, rank: u32) -> usize {
        let at = rank as usize;
        (self.starts[at + 1] - self.starts[at]) as usize
    }

    /// The token of one byte, or [`NONE`].
    #[inline(always)]
    pub(super) fn byte(&self, byte: u8) -> u32 {
        self.by_byte[usize::from(byte)]
    }

    /// The token of two bytes, or [`NONE`].
    #[inline(always)]
    pub(super) fn pair(&self, first: u8, second: u8) -> u32 {
        self.by_pair[pair_at(first, second)]
    }

    /// The rank of the token that is these bytes.
    pub(super) fn rank(&self, bytes: &[u8]) -> Option<u32> {
        self.rank_at(bytes, 0, bytes.len())
    }

    /// The rank of the token that is `text[start..end]`.
    #[inline]
    pub(super) fn rank_at(&self, text: &[u8], start: usize, end: usize) -> Option<u32> {
        match Key::new(text, start, end) {
            Some(key) => self.short.get(key),
            None => self.long_rank(&text[start..end]),
        }
    }

    fn long_rank(&self, bytes: &[u8]) -> Option<u32> {
        if bytes.len() > self.longest {
            return None;
        }
        self.long
            .find(hash(bytes), |&rank| self.token(rank) == bytes)
            .copied()
    }
}

/// Ranks by key: open addressing with the keys themselves in a table that is
/// at most half full, so that a look takes one access to memory, for most.
struct Short {
    keys: Vec<u128>,
    ranks: Vec<u32>,
    bits: u32,
}

impl Short {
    fn new(tokens: usize) -> Short {
        let size = (2 * tokens).next_power_of_two().max(2);
        Short {
            keys: vec![0; size],
            ranks: vec![0; size],
            bits: size.trailing_zeros(),
        }
    }

    fn insert(&mut self, key: Key, rank: u32) {
        let mut at = key.hash(self.bits);
        while self.keys[at] != 0 && self.keys[at] != key.0 {
            at = (at + 1) & (self.keys.len() - 1);
        }
        self.keys[at] = key.0;
        self.ranks[at] = rank;
    }

    #[inline]
    fn get(&self, key: Key) -> Option<u32> {
        let mut at = key.hash(self.bits);
        loop {
            let found = self.keys[at];
            if found == key.0 {
                return Some(self.ranks[at]);
            }
            if found == 0 {
                return None;
            }
            at = (at + 1) & (self.keys.len() - 1);
        }
    }
}

#[inline(always)]
fn pair_at(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

#[inline]
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
