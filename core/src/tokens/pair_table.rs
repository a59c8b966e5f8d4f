//! What two tokens merge into.

use super::vocabulary::{NO_RANK, Vocabulary};

/// The bits that hold a rank.
pub(super) const RANK_BITS: u32 = 21;

/// The most ranks that a vocabulary can have.
pub(super) const MAX_RANKS: usize = (1 << RANK_BITS) - 1;

/// A slot of no pair; there is no such rank.
const EMPTY: u32 = u32::MAX;

/// The merges of a vocabulary by the two tokens that merge, a hash table with
/// linear probing.
///
/// A token has one entry. In other ways it never comes about, for what merges
/// inside of its bytes is the same whatever stands beside them.
pub(super) struct PairTable {
    /// A bit for each pair, where its hash says; the bits of pairs that are none
    /// are rarely among them. Most that are looked for are none, and this is an
    /// eighth of `slots`, so it stays in a nearer cache.
    filter: Vec<u64>,
    /// Some bits of the hash, and behind them the rank of the result.
    slots: Vec<u32>,
    /// The two that each token is merged from; none for one that is not merged.
    parts: Vec<[u32; 2]>,
    /// The merges of two bytes, the left one first, without a search.
    byte_pairs: Vec<u32>,
}

impl PairTable {
    /// Of the two tokens that each rank is merged from.
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

    /// What the two merge into, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn get(&self, left: u32, right: u32) -> u32 {
        let key = pair_key(left, right);
        let tag = tag(key);
        let bit = filter_bit(key, self.filter.len());
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return NO_RANK;
        }
        // The length is a power of two.
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

    /// The two that this token is merged from; none if it is not merged.
    #[inline(always)]
    pub(super) fn parts(&self, rank: u32) -> [u32; 2] {
        self.parts[rank as usize]
    }

    /// What the tokens of two bytes merge into, or [`NO_RANK`].
    #[inline(always)]
    pub(super) fn byte_pair(&self, first: u8, second: u8) -> u32 {
        self.byte_pairs[byte_pair_index(first, second)]
    }
}

/// Two ranks as one number.
#[inline(always)]
pub(super) fn pair_key(left: u32, right: u32) -> u64 {
    u64::from(left) << RANK_BITS | u64::from(right)
}

/// Where to look for two ranks among this many slots, a power of two.
#[inline(always)]
pub(super) fn slot_index(key: u64, slots: usize) -> usize {
    (mix(key) >> (64 - slots.trailing_zeros())) as usize
}

/// The bit of a key in this many words, a power of two.
#[inline(always)]
fn filter_bit(key: u64, words: usize) -> usize {
    (mix(key) >> 32) as usize & (64 * words - 1)
}

/// The bits of a key that a slot has.
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
