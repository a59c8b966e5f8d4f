//! Builds a model from the tokens and merges of a vocabulary file.
//!
//! Determines how each token is merged and assigns the ranks. `tiktoken` and `huggingface` read the
//! file formats.

use std::borrow::Cow;

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, Error, ErrorKind, Result};
use rustc_hash::FxHashMap;

use super::encoder::Encoder;
use super::merge::{Merge, Symbol, merge};
use super::merge_encoder::MergeEncoder;
use super::model::{BpeModel, CharFallback, IdMap, ModelParts};
use super::pair_table::MAX_RANKS;
use super::vocabulary::Vocabulary;

/// Tokens and merges of a vocabulary file, in no particular order.
pub(super) struct VocabularySource {
    /// Bytes and id of each token.
    pub(super) tokens: Vec<(Vec<u8>, u32)>,
    pub(super) merges: MergeTable,
    /// Encoding of characters that are not tokens; `None` if merging begins with bytes.
    pub(super) fallback: Option<CharFallback>,
    /// Whether a piece that is itself a token becomes that token without merging.
    pub(super) ignore_merges: bool,
}

/// Merges of a vocabulary.
pub(super) enum MergeTable {
    /// Neighbours merge if their concatenation is a token; lower ids merge first.
    ById,
    /// Explicit merges, from two indexes in [`VocabularySource::tokens`] to the resulting token.
    Listed(FxHashMap<(u32, u32), Merge>),
}

impl MergeTable {
    /// Replaces indexes with ranks. `order` holds the token index of each rank.
    fn by_rank(&self, order: &[usize]) -> MergeTable {
        let MergeTable::Listed(pairs) = self else {
            return MergeTable::ById;
        };
        let ranks: FxHashMap<usize, u32> = order.iter().copied().zip(0..).collect();
        let rank = |index: u32| ranks.get(&(index as usize)).copied();
        let pairs = pairs.iter().filter_map(|(&(left, right), merge)| {
            let token = rank(merge.token)?;
            Some(((rank(left)?, rank(right)?), Merge { token, ..*merge }))
        });
        MergeTable::Listed(pairs.collect())
    }
}

/// Origin of a token in merging.
#[derive(Clone, Copy)]
enum TokenOrigin {
    /// Not merged: a single byte or character.
    Base,
    /// Last merge of the token: its rank, and the byte offset at which its two parts join.
    Merged(u32, usize),
    /// Rank of the last merge, which comes after a merge of a higher rank.
    Late(u32),
    /// Merging does not produce the token.
    None,
}

impl VocabularySource {
    /// Builds the model.
    ///
    /// Ranks are assigned to unmerged tokens first, then to merged tokens in the order of their
    /// last merges, then to tokens that merging does not produce. The latter are kept only with
    /// `ignore_merges`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidVocabulary`] if there are too many tokens, or if merging begins
    /// with bytes and a byte has no token.
    pub(super) fn load(self) -> Result<BpeModel> {
        if self.tokens.len() > MAX_RANKS {
            let found = self.tokens.len();
            return Err(invalid(format!(
                "vocabulary has {found} tokens; the maximum is {MAX_RANKS}"
            )));
        }
        let by_bytes: FxHashMap<&[u8], u32> = (0..)
            .zip(&self.tokens)
            .map(|(index, (bytes, _))| (bytes.as_slice(), index))
            .collect();
        let origins = (0..)
            .zip(&self.tokens)
            .map(|(index, (bytes, _))| self.origin(index, bytes, &by_bytes))
            .collect::<Result<Vec<TokenOrigin>>>()?;
        if self.fallback.is_none()
            && let Some(byte) = (0..=255u8).find(|byte| !by_bytes.contains_key([*byte].as_slice()))
        {
            return Err(invalid(format!(
                "byte 0x{byte:02X} is not a token; a byte-level vocabulary needs all 256"
            )));
        }
        let order = self.rank_order(&origins);
        let bytes = order.iter().flat_map(|&index| &self.tokens[index].0);
        let bytes: Vec<u8> = bytes.copied().collect();
        let lens: Vec<usize> = order.iter().map(|&at| self.tokens[at].0.len()).collect();
        let ranks = (0..).zip(order.iter().map(|&index| origins[index]));
        let mut sorted: Vec<u32> = ranks
            .clone()
            .filter(|(_, origin)| matches!(origin, TokenOrigin::Base | TokenOrigin::Merged(..)))
            .map(|(rank, _)| rank)
            .collect();
        sorted.sort_by_key(|&rank| &self.tokens[order[rank as usize]].0);
        let splits = order.iter().map(|&index| match origins[index] {
            TokenOrigin::Merged(_, split) => split,
            TokenOrigin::Base | TokenOrigin::Late(_) | TokenOrigin::None => 0,
        });
        let late: Vec<&[u8]> = ranks
            .filter(|(_, origin)| matches!(origin, TokenOrigin::Late(_)))
            .map(|(rank, _)| self.tokens[order[rank as usize]].0.as_slice())
            .collect();
        let vocabulary = Vocabulary::new(Cow::Owned(bytes), lens.into_iter());
        let encoder = Encoder::new(&vocabulary, splits, sorted, self.fallback.is_none());
        let merge_encoder = if late.is_empty() {
            None
        } else {
            Some(MergeEncoder::new(&late, self.merges.by_rank(&order))?)
        };
        let ids = IdMap::new(order.iter().map(|&index| self.tokens[index].1));
        let parts = ModelParts {
            vocabulary,
            encoder,
            merge_encoder,
            ids: Some(ids),
            fallback: self.fallback,
        };
        Ok(BpeModel::new(parts))
    }

    /// Returns the token index of each rank.
    fn rank_order(&self, origins: &[TokenOrigin]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.tokens.len()).collect();
        order.sort_by_key(|&index| match origins[index] {
            TokenOrigin::Base => (0, 0),
            TokenOrigin::Merged(rank, _) | TokenOrigin::Late(rank) => (1, rank),
            TokenOrigin::None => (2, 0),
        });
        if !self.ignore_merges {
            order.retain(|&index| !matches!(origins[index], TokenOrigin::None));
        }
        order
    }

    /// Merges the bytes of a token by definition to determine its origin.
    fn origin(
        &self,
        index: u32,
        token: &[u8],
        by_bytes: &FxHashMap<&[u8], u32>,
    ) -> Result<TokenOrigin> {
        let Some(mut symbols) = self.symbols(token, by_bytes) else {
            return Ok(TokenOrigin::None);
        };
        if symbols.len() == 1 {
            return Ok(TokenOrigin::Base);
        }
        let pair = |left: Symbol, right: Symbol| match &self.merges {
            MergeTable::ById => {
                let &token = by_bytes.get(&token[left.start..right.end])?;
                let rank = self.tokens[token as usize].1;
                Some(Merge { rank, token })
            }
            MergeTable::Listed(pairs) => pairs.get(&(left.token, right.token)).copied(),
        };
        let mut last = (0, 0);
        let mut rises = true;
        let seen = |merge: Merge, at| {
            rises &= merge.rank >= last.0;
            last = (merge.rank, at);
            Ok::<(), Aborted>(())
        };
        merge(&mut symbols, pair, seen)?;
        if !matches!(symbols[..], [whole] if whole.token == index) {
            return Ok(TokenOrigin::None);
        }
        if !rises {
            return Ok(TokenOrigin::Late(last.0));
        }
        Ok(TokenOrigin::Merged(last.0, last.1))
    }

    /// Returns the bytes or characters that merging begins with, or `None` if one of them is not a
    /// token.
    fn symbols(&self, token: &[u8], by_bytes: &FxHashMap<&[u8], u32>) -> Option<Vec<Symbol>> {
        let starts: Vec<usize> = if self.fallback.is_some() {
            let text = std::str::from_utf8(token).ok()?;
            text.char_indices().map(|(start, _)| start).collect()
        } else {
            (0..token.len()).collect()
        };
        let ends = starts.iter().skip(1).copied().chain([token.len()]);
        let symbol = |(&start, end): (&usize, usize)| {
            let token = *by_bytes.get(&token[start..end])?;
            Some(Symbol { start, end, token })
        };
        starts.iter().zip(ends).map(symbol).collect()
    }
}

/// Creates an error of kind [`ErrorKind::InvalidVocabulary`].
pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidVocabulary, message)
}
