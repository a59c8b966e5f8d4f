//! A vocabulary with what it takes to encode a piece of text.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use super::cache::{Key, Worker};
use super::encoder::Encoder;
use super::encoding::Encoding;
use super::vocabulary::Vocabulary;
use crate::cancel::{Aborted, CancelToken};

/// Byte pair encoding with one vocabulary.
pub(super) struct Model {
    pub(super) vocabulary: Vocabulary,
    encoder: Encoder,
    /// Tells what threads remember apart; 0 is remembered by none.
    number: u16,
}

impl Model {
    /// That of a published encoding, loaded at the first call. Encodings that
    /// differ in special tokens only share one.
    pub(super) fn of(encoding: Encoding) -> Arc<Model> {
        static O200K: OnceLock<Arc<Model>> = OnceLock::new();
        static CL100K: OnceLock<Arc<Model>> = OnceLock::new();
        static P50K: OnceLock<Arc<Model>> = OnceLock::new();
        static R50K: OnceLock<Arc<Model>> = OnceLock::new();
        let place = match encoding {
            Encoding::O200kBase | Encoding::O200kHarmony => &O200K,
            Encoding::Cl100kBase => &CL100K,
            Encoding::P50kBase | Encoding::P50kEdit => &P50K,
            Encoding::R50kBase => &R50K,
        };
        let load = || {
            let (packed, ranks) = encoding.packed();
            Arc::new(Model::unpack(packed, ranks))
        };
        place.get_or_init(load).clone()
    }

    /// Reads what `pack` wrote, at most `most` ranks of it.
    fn unpack(packed: &'static [u8], most: usize) -> Model {
        let (numbers, _) = packed.as_chunks::<4>();
        let number = |at: usize| u32::from_le_bytes(numbers[at]);
        let (all, merged) = (number(0) as usize, number(1) as usize);
        let (lens, rest) = packed[8..].split_at(all);
        let (splits, rest) = rest.split_at(all);
        let (sorted, bytes) = rest.split_at(4 * merged);
        let ranks = all.min(most);
        let (sorted, _) = sorted.as_chunks::<4>();
        let sorted = sorted
            .iter()
            .map(|&rank| u32::from_le_bytes(rank))
            .filter(|&rank| (rank as usize) < ranks)
            .collect();
        let lens = lens[..ranks].iter().map(|&len| usize::from(len));
        let splits = splits[..ranks].iter().map(|&split| usize::from(split));
        let vocabulary = Vocabulary::new(Cow::Borrowed(bytes), lens);
        let encoder = Encoder::new(&vocabulary, splits, sorted);
        Model::new(vocabulary, encoder)
    }

    fn new(vocabulary: Vocabulary, encoder: Encoder) -> Model {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        Model {
            vocabulary,
            encoder,
            number: u16::try_from(NUMBER.fetch_add(1, Ordering::Relaxed)).unwrap_or(0),
        }
    }

    /// The number of tokens of the piece `text[start..end]`.
    #[inline(always)]
    pub(super) fn count(
        &self,
        text: &[u8],
        start: usize,
        end: usize,
        worker: &mut Worker,
        cancel: &CancelToken,
    ) -> Result<usize, Aborted> {
        let key = Key::new(text, start, end, self.number);
        if let Some(key) = key
            && let Some(count) = worker.cache.get(key)
        {
            return Ok(count);
        }
        self.count_new(&text[start..end], key, worker, cancel)
    }

    #[inline(never)]
    fn count_new(
        &self,
        piece: &[u8],
        key: Option<Key>,
        worker: &mut Worker,
        cancel: &CancelToken,
    ) -> Result<usize, Aborted> {
        let count = self.encode(piece, worker, cancel, <[u32]>::len)?;
        if let Some(key) = key {
            worker.cache.put(key, count);
        }
        Ok(count)
    }

    /// Hands the ranks of the piece's tokens to `use_them`.
    pub(super) fn encode<R>(
        &self,
        piece: &[u8],
        worker: &mut Worker,
        cancel: &CancelToken,
        use_them: impl FnOnce(&[u32]) -> R,
    ) -> Result<R, Aborted> {
        if let Some(rank) = self.vocabulary.rank(piece) {
            return Ok(use_them(&[rank]));
        }
        let scratch = worker.scratch.of(self.number);
        self.encoder
            .encode(&self.vocabulary, piece, scratch, cancel)
            .map(use_them)
    }
}
