//! Table of a vocabulary's merges, keyed by the two tokens that merge.

use super::vocabulary::{NO_RANK, Vocabulary};

/// Number of bits in a rank.
pub(super) const RANK_BITS: u32 = 21;

/// Maximum number of ranks in a vocabulary.
pub(super) const MAX_RANKS: usize = (1 << RANK_BITS) - 1;

/// Free slot; its rank bits hold a rank that no vocabulary has.
const EMPTY: u32 = u32::MAX;

/// Hash table with linear probing that maps two tokens to the token they merge into.
///
/// Each merged token has one entry: the last merge that produces it. No other pair ever produces
/// it, because the merges inside its bytes are the same whatever text surrounds them.
pub(super) struct PairTable {
    /// Bloom filter with one bit per pair. Most lookups are for pairs that do not merge. The
    /// filter, an eighth of the size of `slots`, answers them from a nearer CPU cache.
    filter: Vec<u64>,
    /// Tag (high bits) and result rank (low [`RANK_BITS`] bits) of each entry.
    slots: Vec<u32>,
    /// Ranks of each token's two parts; [`NO_RANK`] twice if the token is not merged.
    parts: Vec<[u32; 2]>,
    /// Merges of two single bytes, indexed by [`byte_pair_index`].
    byte_pairs: Vec<u32>,
}

impl PairTable {
    /// Builds the table from the two parts of each rank; [`NO_RANK`] marks ranks without parts.
    pub(super) fn new(vocabulary: &Vocabulary, parts: Vec<[u32; 2]>) -> PairTable {
        let mut slots = vec![EMPTY; (2 * parts.len()).next_power_of_two().max(16)];
        let mut filter = vec![0u64; slots.len() / 16];
        let mut byte_pairs = vec![NO_RANK; 1 << 16];
        for (rank, &[left, right]) in (0u32..).zip(&parts) {
            if left == NO_RANK || right == NO_RANK {
                continue;
            }
            if let [first, second] = *vocabulary.token(rank) {
                byte_pairs[byte_pair_index(first, second)] = rank;
            }
            let key = pair_key(left, right);
            let bit = filter_bit(key, filter.len());
            filter[bit / 64] |= 1 << (bit % 64);
            let mut at = slot_index(key, slots.len());
            while slots[at] != EMPTY {
                at = (at + 1) % slots.len();
            }
            slots[at] = tag(key) << RANK_BITS | rank;
        }
        PairTable {
            filter,
            slots,
            parts,
            byte_pairs,
        }
    }

    /// Returns the rank of the token that the two merge into, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn get(&self, left: u32, right: u32) -> u32 {
        let key = pair_key(left, right);
        let tag = tag(key);
        let bit = filter_bit(key, self.filter.len());
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return NO_RANK;
        }
        // A mask suffices because the number of slots is a power of two.
        let last = self.slots.len() - 1;
        let mut at = slot_index(key, self.slots.len());
        loop {
            let slot = self.slots[at & last];
            if slot == EMPTY {
                return NO_RANK;
            }
            let rank = slot & MAX_RANKS as u32;
            if slot >> RANK_BITS == tag && self.parts[rank as usize] == [left, right] {
                return rank;
            }
            at += 1;
        }
    }

    /// Returns the ranks of the token's two parts; [`NO_RANK`] twice if the token is not merged.
    #[inline(always)]
    pub(super) fn parts(&self, rank: u32) -> [u32; 2] {
        self.parts[rank as usize]
    }

    /// Returns the rank of the token that two single bytes merge into, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn byte_pair(&self, first: u8, second: u8) -> u32 {
        self.byte_pairs[byte_pair_index(first, second)]
    }
}

/// Returns the hash key of two ranks: both in one number of 2 × [`RANK_BITS`] bits.
#[inline(always)]
pub(super) fn pair_key(left: u32, right: u32) -> u64 {
    u64::from(left) << RANK_BITS | u64::from(right)
}

/// Returns the index of a key's first slot. The number of `slots` must be a power of two.
#[inline(always)]
pub(super) fn slot_index(key: u64, slots: usize) -> usize {
    (mix(key) >> (64 - slots.trailing_zeros())) as usize
}

/// Returns the bit of a key in a filter of `words` words, a power of two.
#[inline(always)]
fn filter_bit(key: u64, words: usize) -> usize {
    (mix(key) >> 32) as usize & (64 * words - 1)
}

/// Returns the hash bits stored in a slot to tell keys apart.
#[inline(always)]
fn tag(key: u64) -> u32 {
    mix(key) as u32 >> RANK_BITS
}

#[inline(always)]
fn mix(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline(always)]
fn byte_pair_index(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}
