//! What two tokens merge into.

use super::vocabulary::{NONE, Vocabulary};

/// The bits that hold a rank.
pub(super) const BITS: u32 = 21;

/// The most ranks that a vocabulary can have.
pub(super) const MOST_RANKS: usize = (1 << BITS) - 1;

/// Higher than any slot: the bits of two ranks and a result are 63.
const EMPTY: u64 = u64::MAX;

/// The merges of a vocabulary by the two tokens that merge, a hash table with
/// linear probing.
///
/// A token has one entry. In other ways it never comes about, for what merges
/// inside of its bytes is the same whatever stands beside them.
pub(super) struct Pairs {
    /// From the highest bit: the left token, the right one, and the result.
    slots: Vec<u64>,
    /// The merges of two bytes, the left one first, without a search.
    of_bytes: Vec<u32>,
}

impl Pairs {
    /// Of the two tokens that each rank is merged from.
    pub(super) fn new(vocabulary: &Vocabulary, parts: &[[u32; 2]]) -> Pairs {
        let mut slots = vec![EMPTY; (2 * parts.len()).next_power_of_two().max(2)];
        let mut of_bytes = vec![NONE; 1 << 16];
        for (rank, &[left, right]) in (0u32..).zip(parts) {
            if left == NONE || right == NONE {
                continue;
            }
            if let [first, second] = *vocabulary.token(rank) {
                of_bytes[of_bytes_at(first, second)] = rank;
            }
            let key = joint(left, right);
            let mut at = place(key, slots.len());
            while slots[at] != EMPTY {
                at = (at + 1) % slots.len();
            }
            slots[at] = key << BITS | u64::from(rank);
        }
        Pairs { slots, of_bytes }
    }

    /// What the two merge into, or [`NONE`].
    #[inline(always)]
    pub(super) fn get(&self, left: u32, right: u32) -> u32 {
        let key = joint(left, right);
        // The length is a power of two.
        let last = self.slots.len() - 1;
        let mut at = place(key, self.slots.len());
        loop {
            let slot = self.slots[at & last];
            if slot >> BITS == key {
                return slot as u32 & MOST_RANKS as u32;
            }
            if slot == EMPTY {
                return NONE;
            }
            at += 1;
        }
    }

    /// What the tokens of two bytes merge into, or [`NONE`].
    #[inline(always)]
    pub(super) fn of_bytes(&self, first: u8, second: u8) -> u32 {
        self.of_bytes[of_bytes_at(first, second)]
    }
}

/// Two ranks as one number.
#[inline(always)]
pub(super) fn joint(left: u32, right: u32) -> u64 {
    u64::from(left) << BITS | u64::from(right)
}

/// Where to look for two ranks among this many slots, a power of two.
#[inline(always)]
pub(super) fn place(key: u64, slots: usize) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - slots.trailing_zeros())) as usize
}

#[inline(always)]
fn of_bytes_at(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}
