//! What a thread keeps from call to call: how many tokens recent pieces have.

use std::cell::RefCell;

use super::encoder::Scratch;

/// Entries, of 24 bytes each.
const SIZE: usize = 1 << 13;

/// The longest piece that is remembered.
const LONGEST: usize = 15;

/// Remembers counts by piece and vocabulary; a later piece takes the place of
/// an earlier one with the same hash.
pub(super) struct Cache {
    /// The piece in two numbers, and vocabulary and count. Zeroes are no entry,
    /// for a piece is not empty.
    entries: Vec<[u64; 3]>,
}

/// A piece that can be remembered.
#[derive(Clone, Copy)]
pub(super) struct Key {
    low: u64,
    high: u64,
}

impl Key {
    /// The key of the piece `text[start..end]`.
    #[inline(always)]
    pub(super) fn new(text: &[u8], start: usize, end: usize) -> Option<Key> {
        let len = end - start;
        if len > LONGEST {
            return None;
        }
        let bytes = match text.get(start..start + 16) {
            Some(window) => window.try_into().unwrap_or([0; 16]),
            None => {
                let mut bytes = [0; 16];
                bytes[..len].copy_from_slice(&text[start..end]);
                bytes
            }
        };
        let number = u128::from_le_bytes(bytes) & ((1 << (8 * len)) - 1) | (len as u128) << 120;
        Some(Key {
            low: number as u64,
            high: (number >> 64) as u64,
        })
    }

    #[inline(always)]
    fn place(self) -> usize {
        let mixed = self.low.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed >> (64 - SIZE.trailing_zeros())) as usize
    }
}

impl Cache {
    fn new() -> Cache {
        Cache {
            entries: vec![[0; 3]; SIZE],
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key, vocabulary: u32) -> Option<usize> {
        let [low, high, value] = self.entries[key.place()];
        let is_hit = low == key.low && high == key.high && value >> 32 == u64::from(vocabulary);
        is_hit.then_some(value as u32 as usize)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: Key, vocabulary: u32, count: usize) {
        let value = u64::from(vocabulary) << 32 | count as u64;
        self.entries[key.place()] = [key.low, key.high, value];
    }
}

/// What a thread uses to encode.
pub(super) struct Worker {
    pub(super) cache: Cache,
    pub(super) scratch: Scratch,
}

impl Worker {
    /// Hands the thread's own to `work`.
    #[inline]
    pub(super) fn with<R>(work: impl FnOnce(&mut Worker) -> R) -> R {
        thread_local! {
            static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
        }
        // Taken out meanwhile, so that nothing is borrowed when `work` panics.
        let own = WORKER.try_with(RefCell::take).ok().flatten();
        let mut worker = own.unwrap_or_else(|| Worker {
            cache: Cache::new(),
            scratch: Scratch::default(),
        });
        let result = work(&mut worker);
        // Only a thread that is ending has no place for it.
        let _ = WORKER.try_with(|place| place.replace(Some(worker)));
        result
    }
}
