//! Byte pair encoding model: a vocabulary and its encoders for one piece of text.
//!
//! The tokenizer handles normalization, splitting and special tokens. Ranks are used only in this
//! module and below; everything above uses ids.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use ransack_base::{Aborted, CancelToken};
use rustc_hash::FxHashMap;

use super::count_cache::{EncodeContext, LongKey, ShortKey};
use super::encoder::Encoder;
use super::encoding::Encoding;
use super::merge_encoder::MergeEncoder;
use super::vocabulary::Vocabulary;

/// Two-way map between ranks and ids.
pub(super) struct IdMap {
    of_rank: Vec<u32>,
    rank_of: FxHashMap<u32, u32>,
}

impl IdMap {
    /// Builds the map from the ids in rank order.
    pub(super) fn new(ids: impl Iterator<Item = u32>) -> IdMap {
        let of_rank: Vec<u32> = ids.collect();
        let rank_of = of_rank.iter().copied().zip(0..).collect();
        IdMap { of_rank, rank_of }
    }
}

/// Number of tokens or of bytes between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 16;

/// Byte pair encoding with one vocabulary. Immutable and shared by threads.
pub(super) struct BpeModel {
    parts: ModelParts,
    /// Key in the per-thread [`count_cache`](super::count_cache), unique to the model. Once the
    /// 65,535 keys are used up it is 0, which disables caching across calls.
    pub(super) cache_id: u16,
}

/// Components of a [`BpeModel`].
pub(super) struct ModelParts {
    pub(super) vocabulary: Vocabulary,
    pub(super) encoder: Encoder,
    /// Encoder for tokens that merge out of order, if the vocabulary has any.
    pub(super) merge_encoder: Option<MergeEncoder>,
    /// Ids, if they differ from the ranks.
    pub(super) ids: Option<IdMap>,
    /// Encoding of characters that are not tokens. `None` if merging begins with bytes, each of
    /// which is then a token.
    pub(super) fallback: Option<CharFallback>,
}

impl BpeModel {
    /// Returns the model for a published encoding, loaded on the first call and kept.
    ///
    /// Encodings that differ only in special tokens share a model.
    pub(super) fn published(encoding: Encoding) -> Arc<BpeModel> {
        static O200K: OnceLock<Arc<BpeModel>> = OnceLock::new();
        static CL100K: OnceLock<Arc<BpeModel>> = OnceLock::new();
        static P50K: OnceLock<Arc<BpeModel>> = OnceLock::new();
        static R50K: OnceLock<Arc<BpeModel>> = OnceLock::new();
        let loaded = match encoding {
            Encoding::O200kBase | Encoding::O200kHarmony => &O200K,
            Encoding::Cl100kBase => &CL100K,
            Encoding::P50kBase | Encoding::P50kEdit => &P50K,
            Encoding::R50kBase => &R50K,
        };
        let load = || {
            let (packed, ranks) = encoding.packed();
            Arc::new(BpeModel::unpack(packed, ranks))
        };
        loaded.get_or_init(load).clone()
    }

    /// Reads the first `max_ranks` ranks of a packed vocabulary; `pack.rs` describes the format.
    fn unpack(packed: &'static [u8], max_ranks: usize) -> BpeModel {
        let (numbers, _) = packed.as_chunks::<4>();
        let number = |at: usize| u32::from_le_bytes(numbers[at]);
        let (all, merged) = (number(0) as usize, number(1) as usize);
        let (lens, rest) = packed[8..].split_at(all);
        let (splits, rest) = rest.split_at(all);
        let (sorted, bytes) = rest.split_at(4 * merged);
        let ranks = all.min(max_ranks);
        let (sorted, _) = sorted.as_chunks::<4>();
        let sorted = sorted
            .iter()
            .map(|&rank| u32::from_le_bytes(rank))
            .filter(|&rank| (rank as usize) < ranks)
            .collect();
        let lens = lens[..ranks].iter().map(|&len| usize::from(len));
        let splits = splits[..ranks].iter().map(|&split| usize::from(split));
        let vocabulary = Vocabulary::new(Cow::Borrowed(bytes), lens);
        let encoder = Encoder::new(&vocabulary, splits, sorted, true);
        BpeModel::new(ModelParts {
            vocabulary,
            encoder,
            merge_encoder: None,
            ids: None,
            fallback: None,
        })
    }

    /// Assembles a model and assigns it a unique cache key.
    pub(super) fn new(parts: ModelParts) -> BpeModel {
        static NEXT_ID: AtomicU32 = AtomicU32::new(1);
        BpeModel {
            parts,
            cache_id: u16::try_from(NEXT_ID.fetch_add(1, Ordering::Relaxed)).unwrap_or(0),
        }
    }

    /// Returns the id of the token of this rank.
    fn id(&self, rank: u32) -> u32 {
        match &self.parts.ids {
            Some(ids) => ids.of_rank[rank as usize],
            None => rank,
        }
    }

    /// Returns the bytes of the token with this id, or an empty slice for an unknown id.
    pub(super) fn token(&self, id: u32) -> &[u8] {
        let fallback = self.parts.fallback.as_ref();
        if let Some(token) = fallback.and_then(|fallback| fallback.token(id)) {
            return token;
        }
        match &self.parts.ids {
            Some(ids) => match ids.rank_of.get(&id) {
                Some(&rank) => self.parts.vocabulary.token(rank),
                None => &[],
            },
            None => self.parts.vocabulary.token(id),
        }
    }

    /// Returns the number of tokens of the piece `text[start..end]`, from the cache if present.
    #[inline(always)]
    pub(super) fn count(
        &self,
        text: &[u8],
        start: usize,
        end: usize,
        context: &mut EncodeContext,
        cancel: &CancelToken,
    ) -> Result<usize, Aborted> {
        let Some(key) = ShortKey::new(text, start, end) else {
            return self.count_long(&text[start..end], context, cancel);
        };
        match context.cache.get(key) {
            Some(count) => Ok(count),
            None => self.count_new(&text[start..end], key, context, cancel),
        }
    }

    /// Counts a short piece that is not in the cache and inserts it.
    #[inline(never)]
    fn count_new(
        &self,
        piece: &[u8],
        key: ShortKey,
        context: &mut EncodeContext,
        cancel: &CancelToken,
    ) -> Result<usize, Aborted> {
        let ModelParts {
            vocabulary,
            encoder,
            ..
        } = &self.parts;
        let mut count = encoder.quick_count(vocabulary, piece).unwrap_or(0);
        if count == 0 {
            self.encode(piece, context, cancel, |_, _| count += 1)?;
        }
        context.cache.put(key, count);
        Ok(count)
    }

    /// Counts a piece that is too long for a short key.
    #[inline(never)]
    fn count_long(
        &self,
        piece: &[u8],
        context: &mut EncodeContext,
        cancel: &CancelToken,
    ) -> Result<usize, Aborted> {
        let key = LongKey::new(piece);
        if let Some(key) = &key
            && let Some(count) = context.cache.get_long(key)
        {
            return Ok(count);
        }
        let mut count = 0;
        self.encode(piece, context, cancel, |_, _| count += 1)?;
        if let Some(key) = &key {
            context.cache.put_long(key, count);
        }
        Ok(count)
    }

    /// Encodes a piece and calls `emit` with the id and byte range of each token. Characters
    /// without a token are in no range.
    pub(super) fn encode(
        &self,
        piece: &[u8],
        context: &mut EncodeContext,
        cancel: &CancelToken,
        mut emit: impl FnMut(u32, Range<usize>),
    ) -> Result<(), Aborted> {
        let Some(fallback) = &self.parts.fallback else {
            return self.encode_known(piece, 0, context, cancel, &mut emit);
        };
        let mut at = 0;
        while at < piece.len() {
            let known = self.known_len(&piece[at..], cancel)?;
            if known > 0 {
                let run = &piece[at..at + known];
                self.encode_known(run, at, context, cancel, &mut emit)?;
                at += known;
                continue;
            }
            cancel.heartbeat()?;
            at += fallback.encode(
                &piece[at..],
                at,
                |text| !self.starts_with_known_char(text),
                &mut emit,
            );
        }
        Ok(())
    }

    /// Encodes a piece whose bytes or characters are all tokens. Ranges begin at `start`.
    fn encode_known(
        &self,
        piece: &[u8],
        mut start: usize,
        context: &mut EncodeContext,
        cancel: &CancelToken,
        emit: &mut impl FnMut(u32, Range<usize>),
    ) -> Result<(), Aborted> {
        if !self.parts.encoder.is_quick(piece)
            && let Some(rank) = self.parts.vocabulary.rank(piece)
        {
            emit(self.id(rank), start..start + piece.len());
            return Ok(());
        }
        let vocabulary = &self.parts.vocabulary;
        let merged;
        let ranks = match &self.parts.merge_encoder {
            Some(merge_encoder) if merge_encoder.applies_to(piece, cancel)? => {
                let char_level = self.parts.fallback.is_some();
                let id = |rank| self.id(rank);
                merged = merge_encoder.encode(vocabulary, piece, id, char_level, cancel)?;
                &merged
            }
            _ => (self.parts.encoder).encode(vocabulary, piece, &mut context.scratch, cancel)?,
        };
        for part in ranks.chunks(CHECK_INTERVAL) {
            cancel.heartbeat()?;
            for &rank in part {
                let end = start + vocabulary.token_len(rank);
                emit(self.id(rank), start..end);
                start = end;
            }
        }
        Ok(())
    }

    /// Returns the length in bytes above which [`BpeModel::merged_ranks`] yields the tokens of any
    /// piece, or `None` if there is no such length.
    pub(super) fn merged_above(&self) -> Option<usize> {
        let alone = self.parts.merge_encoder.is_none() && self.parts.fallback.is_none();
        alone.then(|| self.parts.vocabulary.longest())
    }

    /// Returns the ranks that a part of a piece is merged into when encoded alone.
    pub(super) fn merged_ranks<'w>(
        &self,
        part: &[u8],
        context: &'w mut EncodeContext,
        cancel: &CancelToken,
    ) -> Result<&'w [u32], Aborted> {
        let ModelParts {
            vocabulary,
            encoder,
            ..
        } = &self.parts;
        encoder.encode(vocabulary, part, &mut context.scratch, cancel)
    }

    /// Whether two adjacent parts encoded separately give the same tokens as encoded together,
    /// where `left` is the last rank of the first part and `right` the first rank of the second.
    pub(super) fn may_follow(&self, left: u32, right: u32) -> bool {
        self.parts.encoder.may_follow(left, right)
    }

    /// Returns the length in bytes of the token of this rank.
    pub(super) fn len_of_rank(&self, rank: u32) -> usize {
        self.parts.vocabulary.token_len(rank)
    }

    /// Returns the length in bytes of the leading characters of the text that are tokens.
    fn known_len(&self, text: &[u8], cancel: &CancelToken) -> Result<usize, Aborted> {
        let mut at = 0;
        let mut next_check = 0;
        while self.starts_with_known_char(&text[at..]) {
            if at >= next_check {
                cancel.heartbeat()?;
                next_check = at + CHECK_INTERVAL;
            }
            at += char_len(text[at]);
        }
        Ok(at)
    }

    /// Whether the first character of the text is a token; false for empty text.
    fn starts_with_known_char(&self, text: &[u8]) -> bool {
        let first = text.first().and_then(|&byte| text.get(..char_len(byte)));
        first.is_some_and(|first| self.parts.vocabulary.rank(first).is_some())
    }
}

/// All bytes in order.
static BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut byte = 0;
    while byte < bytes.len() {
        bytes[byte] = byte as u8;
        byte += 1;
    }
    bytes
};

/// Encoding of characters that are not tokens.
pub(super) struct CharFallback {
    /// Ids of the tokens of single bytes, by byte; takes precedence over `unknown`.
    pub(super) bytes: Option<Box<[u32; 256]>>,
    /// Id and text of the token for any unknown character. If `None`, unknown characters are left
    /// out.
    pub(super) unknown: Option<(u32, Box<str>)>,
    /// Whether one `unknown` token covers a whole run of unknown characters.
    pub(super) fuses_unknown: bool,
}

impl CharFallback {
    /// Encodes the unknown character, or run of unknown characters, at the start of the text and
    /// returns its length in bytes.
    ///
    /// Ranges begin at `start`. `is_unknown` is called with the rest of the text; the first
    /// character must be unknown.
    fn encode(
        &self,
        text: &[u8],
        start: usize,
        is_unknown: impl Fn(&[u8]) -> bool,
        emit: &mut impl FnMut(u32, Range<usize>),
    ) -> usize {
        let mut len = char_len(text[0]).min(text.len());
        if let Some(ids) = &self.bytes {
            for (at, &byte) in text[..len].iter().enumerate() {
                emit(ids[usize::from(byte)], start + at..start + at + 1);
            }
            return len;
        }
        while self.fuses_unknown && len < text.len() && is_unknown(&text[len..]) {
            len = (len + char_len(text[len])).min(text.len());
        }
        if let Some((id, _)) = self.unknown {
            emit(id, start..start + len);
        }
        len
    }

    /// Returns the bytes of the token with this id if it stands for a byte or for unknown
    /// characters.
    fn token(&self, id: u32) -> Option<&[u8]> {
        let byte = self
            .bytes
            .as_ref()
            .and_then(|ids| ids.iter().position(|&of| of == id));
        match (byte, &self.unknown) {
            (Some(byte), _) => BYTES.get(byte..=byte),
            (None, Some((unknown, text))) if *unknown == id => Some(text.as_bytes()),
            _ => None,
        }
    }
}

/// Returns the length in bytes of the UTF-8 character that begins with this byte.
fn char_len(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    }
}
