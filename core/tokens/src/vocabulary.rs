//! Tokens of a vocabulary, looked up by rank and by bytes.
//!
//! A rank is a token's position in the merge order. [`model`](super::model) handles ids where they
//! differ from ranks.

use std::borrow::Cow;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Immutable two-way map between ranks and the bytes of tokens.
pub(super) struct Vocabulary {
    /// All tokens concatenated in rank order.
    bytes: Cow<'static, [u8]>,
    /// Start of each token in `bytes`, then the end of the last.
    starts: Vec<u32>,
    by_bytes: HashTable<u32>,
    /// Rank of the token of each single byte, or [`NO_RANK`].
    byte_ranks: [u32; 256],
    longest: usize,
}

/// Marks the absence of a token where a rank is expected; no vocabulary has this rank.
pub(super) const NO_RANK: u32 = u32::MAX;

impl Vocabulary {
    /// Builds a vocabulary from tokens concatenated in rank order and their lengths in bytes.
    ///
    /// A length of 0 marks a rank without a token. Tokens should be distinct: for equal tokens,
    /// [`Vocabulary::rank`] returns an unspecified one of their ranks.
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
                // The capacity suffices for all tokens, so the table never rehashes.
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

    /// Returns the number of ranks, including ranks without a token.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the length in bytes of the longest token.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the bytes of the token of this rank, or an empty slice for a rank without a token.
    #[inline]
    pub(super) fn token(&self, rank: u32) -> &[u8] {
        let at = rank as usize;
        match self.starts.get(at..at + 2) {
            Some(&[start, end]) => &self.bytes[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the length in bytes of the token of this rank, which must be below
    /// [`Vocabulary::len`].
    #[inline]
    pub(super) fn token_len(&self, rank: u32) -> usize {
        let at = rank as usize;
        (self.starts[at + 1] - self.starts[at]) as usize
    }

    /// Returns the rank of the token of a single byte, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn byte_rank(&self, byte: u8) -> u32 {
        self.byte_ranks[usize::from(byte)]
    }

    /// Returns the rank of the token with exactly these bytes.
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
