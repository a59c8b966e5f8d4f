//! What a thread keeps from call to call: how many tokens recent pieces have.

use std::cell::RefCell;

use super::encoder::Scratch;
use super::key::{Key, LEN_AT, LONGEST};

/// Sets of two entries, of 16 bytes each.
const SETS: usize = 1 << 14;

/// The models whose pieces a thread remembers.
const MODELS: usize = 3;

const COUNT_AT: u32 = LEN_AT + 4;
const COUNT: u128 = 0xF << COUNT_AT;

/// Remembers counts by piece. Of the pieces that share a set the latest two
/// stay.
pub(super) struct Cache {
    /// The number of the model that they are of.
    model: u16,
    /// From the lowest bit: the piece, its length, its count. A piece is not
    /// empty, so no entry is 0.
    sets: Vec<[u128; 2]>,
}

impl Cache {
    fn new(model: u16) -> Cache {
        Cache {
            model,
            sets: vec![[0; 2]; SETS],
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<usize> {
        let [newer, older] = self.sets[key.hash(SETS.trailing_zeros())];
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
        let set = &mut self.sets[key.hash(SETS.trailing_zeros())];
        *set = [key.0 | (count as u128) << COUNT_AT, set[0]];
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
