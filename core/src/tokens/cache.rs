//! What a thread keeps from call to call: how many tokens recent pieces have.

use std::cell::RefCell;

use super::encoder::Scratch;

/// Sets of two entries for short pieces, of 16 bytes each.
const SETS: usize = 1 << 16;

/// Sets of two entries for long pieces, of 64 bytes each.
const LONG_SETS: usize = 1 << 14;

/// The longest piece that is remembered as a short one.
const LONGEST: usize = 15;

/// The models whose pieces a thread remembers.
const MODELS: usize = 3;

const LEN_AT: u32 = 8 * LONGEST as u32;
const COUNT_AT: u32 = LEN_AT + 4;
const COUNT: u128 = 0xF << COUNT_AT;

/// The bits of a piece, by its length; a shift takes longer.
const MASKS: [u128; LONGEST + 1] = {
    let mut masks = [0; LONGEST + 1];
    let mut len = 1;
    while len <= LONGEST {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// Remembers counts by piece. Of the pieces that share a set the latest two
/// stay.
pub(super) struct Cache {
    /// The number of the model that they are of.
    model: u16,
    /// From the lowest bit: the piece, its length, its count. A piece is not
    /// empty, so no entry is 0.
    sets: Vec<[u128; 2]>,
    /// Keys with the count in the last byte.
    long_sets: Vec<[[u8; 64]; 2]>,
}

/// A short piece.
#[derive(Clone, Copy)]
pub(super) struct Key(u128);

impl Key {
    /// The key of the piece `text[start..end]`, if it is short.
    #[inline(always)]
    pub(super) fn new(text: &[u8], start: usize, end: usize) -> Option<Key> {
        let len = end - start;
        if len > LONGEST {
            return None;
        }
        let piece = match text[start..].first_chunk::<16>() {
            Some(&bytes) => u128::from_le_bytes(bytes) & MASKS[len],
            None => number(&text[start..end]),
        };
        Some(Key(piece | (len as u128) << LEN_AT))
    }

    #[inline(always)]
    fn set(self) -> usize {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed =
            low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed >> (64 - SETS.trailing_zeros())) as usize
    }
}

/// The bytes of a short piece from the lowest on, read in two parts that may
/// overlap.
#[inline]
fn number(piece: &[u8]) -> u128 {
    let (len, first, last) = if let Some(&first) = piece.first_chunk() {
        let last = piece.last_chunk().copied().unwrap_or(first);
        (8, u64::from_le_bytes(first), u64::from_le_bytes(last))
    } else if let Some(&first) = piece.first_chunk() {
        let last = piece.last_chunk().copied().unwrap_or(first);
        (
            4,
            u32::from_le_bytes(first).into(),
            u32::from_le_bytes(last).into(),
        )
    } else {
        let bytes = piece.iter().rev();
        return bytes.fold(0, |number, &byte| number << 8 | u128::from(byte));
    };
    u128::from(first) | u128::from(last) << (8 * (piece.len() - len))
}

/// A longer piece: its bytes, its length in the last byte but one, and 0.
pub(super) struct LongKey([u8; 64]);

impl LongKey {
    /// The key of a piece, if it is not too long to be remembered.
    pub(super) fn new(piece: &[u8]) -> Option<LongKey> {
        let mut key = [0; 64];
        let (bytes, [len, _]) = key.split_last_chunk_mut()?;
        bytes.get_mut(..piece.len())?.copy_from_slice(piece);
        *len = piece.len() as u8;
        Some(LongKey(key))
    }

    fn set(&self) -> usize {
        let (words, _) = self.0.as_chunks();
        let mixed = words.iter().fold(0, |mixed: u64, &word| {
            (mixed.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> (64 - LONG_SETS.trailing_zeros())) as usize
    }
}

impl Cache {
    fn new(model: u16) -> Cache {
        Cache {
            model,
            sets: vec![[0; 2]; SETS],
            long_sets: vec![[[0; 64]; 2]; LONG_SETS],
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<usize> {
        let [newer, older] = self.sets[key.set()];
        let found = if newer & !COUNT == key.0 {
            newer
        } else if older & !COUNT == key.0 {
            older
        } else {
            return None;
        };
        Some((found >> COUNT_AT) as usize & 0xF)
    }

    #[inline]
    pub(super) fn put(&mut self, key: Key, count: usize) {
        debug_assert!(count <= LONGEST, "a token has at least a byte");
        let set = &mut self.sets[key.set()];
        *set = [key.0 | (count as u128) << COUNT_AT, set[0]];
    }

    pub(super) fn get_long(&self, key: &LongKey) -> Option<usize> {
        let set = &self.long_sets[key.set()];
        let found = set.iter().find(|entry| entry[..63] == key.0[..63])?;
        Some(usize::from(found[63]))
    }

    pub(super) fn put_long(&mut self, key: &LongKey, count: usize) {
        let mut entry = key.0;
        entry[63] = count as u8;
        let set = &mut self.long_sets[key.set()];
        *set = [entry, set[0]];
    }
}

/// What a thread uses to encode with one model.
pub(super) struct Worker {
    pub(super) cache: Cache,
    pub(super) scratch: Scratch,
}

impl Worker {
    /// Hands the thread's own to `work`.
    #[inline]
    pub(super) fn with<R>(model: u16, work: impl FnOnce(&mut Worker) -> R) -> R {
        // Boxed, for a worker is moved at each call.
        type Workers = RefCell<Vec<Box<Worker>>>;
        thread_local! {
            /// The one that was used last is the last.
            static WORKERS: Workers = const { RefCell::new(Vec::new()) };
        }
        let take = |workers: &Workers| {
            let mut workers = workers.borrow_mut();
            let at = workers.iter().rposition(|w| w.cache.model == model)?;
            Some(workers.remove(at))
        };
        // Taken out meanwhile, so that nothing is borrowed when `work` panics.
        let own = WORKERS.try_with(take).ok().flatten();
        let mut worker = own.unwrap_or_else(|| {
            Box::new(Worker {
                cache: Cache::new(model),
                scratch: Scratch::default(),
            })
        });
        let result = work(&mut worker);
        let put = |workers: &Workers| {
            let mut workers = workers.borrow_mut();
            if workers.len() == MODELS {
                workers.remove(0);
            }
            workers.push(worker);
        };
        // What no model has a number for is not kept; and only a thread that is
        // ending has no place for it.
        if model != 0 {
            let _ = WORKERS.try_with(put);
        }
        result
    }
}
