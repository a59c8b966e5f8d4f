//! What a thread keeps from call to call: how many tokens recent pieces have.

use std::cell::RefCell;

use super::encoder::Scratch;

/// Sets of two entries for short pieces, of 16 bytes each.
const SHORT_SETS: usize = 1 << 16;

/// Sets of two entries for long pieces, of 32 bytes each.
const LONG_SETS: usize = 1 << 14;

/// The longest pieces that are remembered as short and as long ones.
const SHORT: usize = 15;
const LONG: usize = 30;

/// The models whose pieces a thread remembers.
const MODELS: usize = 3;

/// The bits of a piece, by its length; a shift takes longer.
const MASKS: [u128; 17] = {
    let mut masks = [0; 17];
    let mut len = 1;
    while len < masks.len() {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// A piece of at most [`SHORT`] bytes: from the lowest bit the bytes, four bits
/// of their number, and four that are free for the count.
type Short = u128;

const SHORT_LEN: u32 = 120;
const SHORT_COUNT: u32 = 124;

/// A longer piece of at most [`LONG`] bytes: in the second number, above the
/// bytes, a byte of their number and one that is free for the count.
type Long = [u128; 2];

const LONG_LEN: u32 = 112;
const LONG_COUNT: u32 = 120;

/// Remembers counts by piece. Of the pieces that share a set the latest two
/// stay.
pub(super) struct Cache {
    /// The number of the model that they are of.
    model: u16,
    /// A piece is not empty, so no entry is 0.
    short: Vec<[Short; 2]>,
    long: Vec<[Long; 2]>,
}

/// A piece that can be remembered.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Short(Short),
    Long(Long),
}

impl Key {
    /// The key of the piece `text[start..end]`, if it can be remembered.
    #[inline(always)]
    pub(super) fn new(text: &[u8], start: usize, end: usize) -> Option<Key> {
        let len = end - start;
        if len <= SHORT {
            let bytes = chunk(text, start, end) & MASKS[len];
            Some(Key::Short(bytes | (len as u128) << SHORT_LEN))
        } else if len <= LONG {
            let rest = chunk(text, start + 16, end) & MASKS[len - 16];
            let rest = rest | (len as u128) << LONG_LEN;
            Some(Key::Long([chunk(text, start, end), rest]))
        } else {
            None
        }
    }
}

/// The 16 bytes from `start` on. What lies beyond `end` can be anything.
#[inline(always)]
fn chunk(text: &[u8], start: usize, end: usize) -> u128 {
    let bytes = match text[start..].first_chunk::<16>() {
        Some(&bytes) => bytes,
        None => {
            let mut bytes = [0; 16];
            bytes[..end - start].copy_from_slice(&text[start..end]);
            bytes
        }
    };
    u128::from_le_bytes(bytes)
}

#[inline(always)]
fn mix(bytes: u128) -> u64 {
    let (low, high) = (bytes as u64, (bytes >> 64) as u64);
    low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
}

#[inline(always)]
fn short_set(key: Short) -> usize {
    (mix(key) >> (64 - SHORT_SETS.trailing_zeros())) as usize
}

#[inline(always)]
fn long_set([first, second]: Long) -> usize {
    let mixed = mix(first).rotate_left(32) ^ mix(second);
    (mixed >> (64 - LONG_SETS.trailing_zeros())) as usize
}

impl Cache {
    fn new(model: u16) -> Cache {
        Cache {
            model,
            short: vec![[0; 2]; SHORT_SETS],
            long: vec![[[0; 2]; 2]; LONG_SETS],
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<usize> {
        match key {
            Key::Short(key) => {
                let [newer, older] = self.short[short_set(key)];
                let known = |entry: Short| entry & !(0xF << SHORT_COUNT) == key;
                let found = if known(newer) {
                    newer
                } else if known(older) {
                    older
                } else {
                    return None;
                };
                Some((found >> SHORT_COUNT) as usize)
            }
            Key::Long(key) => self.get_long(key),
        }
    }

    fn get_long(&self, [first, second]: Long) -> Option<usize> {
        let set = &self.long[long_set([first, second])];
        let known = |entry: &&Long| entry[0] == first && entry[1] & !(0xFF << LONG_COUNT) == second;
        let found = set.iter().find(known)?;
        Some((found[1] >> LONG_COUNT) as usize)
    }

    #[inline]
    pub(super) fn put(&mut self, key: Key, count: usize) {
        debug_assert!(count <= LONG, "a token has at least a byte");
        let count = count as u128;
        match key {
            Key::Short(key) => {
                let set = &mut self.short[short_set(key)];
                *set = [key | count << SHORT_COUNT, set[0]];
            }
            Key::Long(key) => {
                let set = &mut self.long[long_set(key)];
                *set = [[key[0], key[1] | count << LONG_COUNT], set[0]];
            }
        }
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
