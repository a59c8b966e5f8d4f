//! Slow but general encoder for pieces with tokens that merge out of order.

use aho_corasick::AhoCorasick;
use ransack_base::{Aborted, CancelToken, Result};

use super::load::{MergeTable, invalid};
use super::merge::{Merge, Symbol, merge};
use super::vocabulary::Vocabulary;

/// Encoder for pieces that contain a token merged out of order: after a merge of a higher rank.
///
/// Such tokens are rare (`.:.:` in Llama 3, runs of tabs in Gemma 3). The linear
/// [`Encoder`](super::encoder::Encoder) handles all other pieces. O(n log n) in the length of the
/// piece.
pub(super) struct MergeEncoder {
    late: AhoCorasick,
    merges: MergeTable,
}

/// Number of merges between two checks of the cancel token.
const CHECK_INTERVAL: u32 = 1 << 12;

impl MergeEncoder {
    /// Builds the encoder from the bytes of the tokens that are merged out of order.
    ///
    /// Fails with [`InvalidVocabulary`](crate::ErrorKind::InvalidVocabulary) if there are too many
    /// tokens for one automaton.
    pub(super) fn new(late: &[&[u8]], merges: MergeTable) -> Result<MergeEncoder> {
        Ok(MergeEncoder {
            late: AhoCorasick::new(late).map_err(|error| invalid(error.to_string()))?,
            merges,
        })
    }

    /// Whether the piece contains a token that is merged out of order.
    pub(super) fn applies_to(&self, piece: &[u8], token: &CancelToken) -> Result<bool, Aborted> {
        /// Number of bytes between two checks of the cancel token.
        const CHECK_INTERVAL: usize = 1 << 18;
        // Parts overlap, so a token across their border is found.
        let overlap = self.late.max_pattern_len();
        for at in (0..piece.len()).step_by(CHECK_INTERVAL) {
            token.heartbeat()?;
            let end = piece.len().min(at + CHECK_INTERVAL + overlap);
            if self.late.is_match(&piece[at..end]) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the ranks of the tokens of a piece.
    ///
    /// `id` maps a rank to its id, which orders the merges of a vocabulary without a merge list.
    /// Merging begins with characters if `char_level`, otherwise with bytes.
    pub(super) fn encode(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        id: impl Fn(u32) -> u32,
        char_level: bool,
        token: &CancelToken,
    ) -> Result<Vec<u32>, Aborted> {
        let is_start = |&at: &usize| !char_level || piece[at] & 0xC0 != 0x80;
        let starts: Vec<usize> = (0..piece.len()).filter(is_start).collect();
        let ends = starts.iter().skip(1).copied().chain([piece.len()]);
        let mut symbols: Vec<Symbol> = starts
            .iter()
            .zip(ends)
            .filter_map(|(&start, end)| {
                let token = vocabulary.rank(&piece[start..end])?;
                Some(Symbol { start, end, token })
            })
            .collect();
        let pair = |left: Symbol, right: Symbol| match &self.merges {
            MergeTable::ById => {
                let token = vocabulary.rank(&piece[left.start..right.end])?;
                let rank = id(token);
                Some(Merge { rank, token })
            }
            MergeTable::Listed(pairs) => pairs.get(&(left.token, right.token)).copied(),
        };
        let mut merged = 0;
        merge(&mut symbols, pair, |_, _| {
            merged += 1;
            if merged % CHECK_INTERVAL == 0 {
                token.heartbeat()?;
            }
            Ok(())
        })?;
        Ok(symbols.iter().map(|symbol| symbol.token).collect())
    }
}
