//! The tokens of a vocabulary by rank and by their bytes.

use std::borrow::Cow;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The tokens, by rank: the order in which merges are made.
pub(super) struct Vocabulary {
    bytes: Cow<'static, [u8]>,
    /// Where each token begins in `bytes`, and the end of the last.
    starts: Vec<u32>,
    by_bytes: HashTable<u32>,
    byte_ranks: [u32; 256],
    longest: usize,
}

/// No token.
pub(super) const NO_RANK: u32 = u32::MAX;

impl Vocabulary {
    /// Of the tokens that lie one behind the other in `bytes`, by rank. Where
    /// there is none, the length is 0. Of equal tokens the last counts.
    pub(super) fn new(
        bytes: Cow<'static, [u8]>,
        lens: impl ExactSizeIterator<Item = usize>,
    ) -> Vocabulary {
        let ranks = lens.len();
        let mut starts = Vec::with_capacity(ranks + 1);
        let mut by_bytes = HashTable::with_capacity(ranks);
        let mut byte_ranks = [NO_RANK; 256];
        let mut start = 0;
        let mut longest = 0;
        starts.push(0);
        for (rank, len) in (0u32..).zip(lens) {
            let token = &bytes[start..start + len];
            start += len;
            starts.push(start as u32);
            longest = longest.max(len);
            if let [byte] = *token {
                byte_ranks[usize::from(byte)] = rank;
            }
            if len > 0 {
                // Rehashing never happens: there is room for all.
                by_bytes.insert_unique(hash(token), rank, |_| 0);
            }
        }
        Vocabulary {
            bytes,
            starts,
            by_bytes,
            byte_ranks,
            longest,
        }
    }

    /// The number of ranks.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The length of the longest token.
    pub(super) fn longest(&self) -> usize {
        self.longest
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

    /// The token of one byte, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn byte_rank(&self, byte: u8) -> u32 {
        self.byte_ranks[usize::from(byte)]
    }

    /// The rank of the token that is these bytes.
    #[inline]
    pub(super) fn rank(&self, bytes: &[u8]) -> Option<u32> {
        if bytes.len() > self.longest {
            return None;
        }
        self.by_bytes
            .find(hash(bytes), |&rank| self.token(rank) == bytes)
            .copied()
    }
}

#[inline]
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
