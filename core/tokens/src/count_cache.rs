//! Per-thread cache that maps pieces of text to token counts and persists across calls.
//!
//! Size: the encoder's scratch buffers, plus 4 MiB for each model that the thread counts with, at
//! most [`MAX_CONTEXTS`] models. An entry's pages are touched only when it is written.
//!
//! Invariant: an entry belongs to the model whose `cache_id` its cache has. A model without its own
//! id (0) is never cached across calls.

use std::cell::RefCell;

use super::encoder::EncodeScratch;

/// Number of sets for short pieces: two entries of 16 bytes each, 2 MiB in total.
const SHORT_SETS: usize = 1 << 16;

/// Number of sets for long pieces: two entries of 64 bytes each, 2 MiB in total.
const LONG_SETS: usize = 1 << 14;

/// Maximum length in bytes of a piece that fits a short entry.
const SHORT_MAX_LEN: usize = 15;

/// Number of models for which a thread keeps a cache; the least recently used is evicted first.
const MAX_CONTEXTS: usize = 3;

const LEN_AT: u32 = 8 * SHORT_MAX_LEN as u32;
const COUNT_AT: u32 = LEN_AT + 4;
const COUNT: u128 = 0xF << COUNT_AT;

/// Mask for the bits of a piece, by its length. A table is faster than a shift here.
const MASKS: [u128; SHORT_MAX_LEN + 1] = {
    let mut masks = [0; SHORT_MAX_LEN + 1];
    let mut len = 1;
    while len <= SHORT_MAX_LEN {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// Two-way set-associative cache that maps pieces to token counts. A set keeps the last two pieces
/// inserted.
pub(super) struct CountCache {
    /// [`cache_id`](super::model::BpeModel::cache_id) of the model that the counts belong to.
    model: u16,
    /// Entries for short pieces. From the lowest bit: the piece, its length, its count. A piece is
    /// never empty, so 0 marks a free entry.
    sets: Vec<[u128; 2]>,
    /// Entries for long pieces: the key, with the count in its last byte.
    long_sets: Vec<[[u8; 64]; 2]>,
}

/// Cache key of a piece of at most [`SHORT_MAX_LEN`] bytes: the piece and its length.
#[derive(Clone, Copy)]
pub(super) struct ShortKey(u128);

impl ShortKey {
    /// Returns the key of the piece `text[start..end]`, or `None` if the piece is too long.
    #[inline(always)]
    pub(super) fn new(text: &[u8], start: usize, end: usize) -> Option<ShortKey> {
        let len = end - start;
        if len > SHORT_MAX_LEN {
            return None;
        }
        let piece = match text[start..].first_chunk::<16>() {
            Some(&bytes) => u128::from_le_bytes(bytes) & MASKS[len],
            None => number(&text[start..end]),
        };
        Some(ShortKey(piece | (len as u128) << LEN_AT))
    }

    #[inline(always)]
    fn set(self) -> usize {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed =
            low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed >> (64 - SHORT_SETS.trailing_zeros())) as usize
    }
}

/// Returns the bytes of a short piece as a little-endian number, read in two parts that may
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

/// Cache key of a piece of at most 62 bytes: its bytes, its length in byte 62, and 0 in byte 63.
pub(super) struct LongKey([u8; 64]);

impl LongKey {
    /// Returns the key of a piece, or `None` if the piece is too long for the cache.
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

impl CountCache {
    fn new(model: u16) -> CountCache {
        CountCache {
            model,
            sets: vec![[0; 2]; SHORT_SETS],
            long_sets: vec![[[0; 64]; 2]; LONG_SETS],
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: ShortKey) -> Option<usize> {
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
    pub(super) fn put(&mut self, key: ShortKey, count: usize) {
        debug_assert!(count <= SHORT_MAX_LEN, "a token has at least a byte");
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

/// Per-thread cache and scratch buffers for encoding with one model.
pub(super) struct EncodeContext {
    pub(super) cache: CountCache,
    pub(super) scratch: EncodeScratch,
}

impl EncodeContext {
    /// Runs `work` with the calling thread's context for the model, creating it if necessary.
    ///
    /// The context is taken out of the thread's list while `work` runs: a panic in `work` drops
    /// it, and a nested call gets another.
    #[inline]
    pub(super) fn with<R>(model: u16, work: impl FnOnce(&mut EncodeContext) -> R) -> R {
        // Boxed because each call moves the context out of the list and back.
        type Contexts = RefCell<Vec<Box<EncodeContext>>>;
        thread_local! {
            /// The thread's contexts, least recently used first.
            static CONTEXTS: Contexts = const { RefCell::new(Vec::new()) };
        }
        let remove = |contexts: &Contexts| {
            let mut contexts = contexts.borrow_mut();
            let at = contexts
                .iter()
                .rposition(|context| context.cache.model == model)?;
            Some(contexts.remove(at))
        };
        let own = CONTEXTS.try_with(remove).ok().flatten();
        let mut context = own.unwrap_or_else(|| {
            Box::new(EncodeContext {
                cache: CountCache::new(model),
                scratch: EncodeScratch::default(),
            })
        });
        let result = work(&mut context);
        let append = |contexts: &Contexts| {
            let mut contexts = contexts.borrow_mut();
            if contexts.len() == MAX_CONTEXTS {
                contexts.remove(0);
            }
            contexts.push(context);
        };
        // Several models may share id 0. The thread-local is gone only while the thread ends; the
        // context is then dropped.
        if model != 0 {
            let _ = CONTEXTS.try_with(append);
        }
        result
    }
}
