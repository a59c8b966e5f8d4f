//! Byte pair encoder for one piece, linear in the length of the piece for any input.
//!
//! Pieces of at most [`MERGE_MAX_LEN`] bytes are merged by definition. Longer ones use a property
//! of byte pair encoding: the result is the only sequence of tokens in which no two neighbours
//! would merge if encoded on their own. Backtracking finds that sequence from left to right: it
//! tries the longest token that may follow, then shorter ones, then goes back one step. A bit set
//! of dead ends prevents any position from being tried twice. The method and its proof come from
//! the `bpe` crate.
//!
//! Invariant: every token has a higher rank than the two tokens it is merged from. Tokens that
//! violate it go to [`merge_encoder`](super::merge_encoder).

use ransack_base::{Aborted, CancelToken};

use super::pair_table::{PairTable, RANK_BITS, pair_key, slot_index};
use super::vocabulary::{NO_RANK, Vocabulary};

/// Number of tokens between two checks of the cancel token.
const CHECK_INTERVAL: usize = 4096;

/// Lookup tables over the tokens that merging can produce.
pub(super) struct Encoder {
    pairs: PairTable,
    /// Rank of each token's longest proper prefix that is itself a token, or [`NO_RANK`].
    longest_prefix: Vec<u32>,
    sorted: SortedTokens,
    /// Whether merging begins with bytes rather than characters.
    byte_level: bool,
    /// Whether merging produces every token.
    complete: bool,
}

/// Maximum length in bytes of a piece that is merged by definition.
const MERGE_MAX_LEN: usize = 64;

/// Maximum length in bytes of a piece that is merged faster than it is looked up in the vocabulary.
const QUICK_MAX_LEN: usize = 8;

/// Minimum length in bytes at which a piece is tested for periodic content.
const REPEAT_MIN_LEN: usize = 1 << 10;
/// Longest period in bytes that the test recognizes.
const MAX_PERIOD: usize = 4;

/// Number of sets in the cache of choices: two entries of 8 bytes each, 64 KiB in total.
const CHOICE_SETS: usize = 1 << 12;

/// Marks the absence of a token in an entry of the cache of choices.
const NO_CHOICE: u64 = (1 << RANK_BITS) - 1;

/// Per-thread buffers for one encoder, reused from piece to piece.
#[derive(Default)]
pub(super) struct EncodeScratch {
    tokens: Vec<u32>,
    /// Bit set of the positions that are dead ends.
    dead_ends: Vec<u64>,
    /// Two-way set-associative cache of [`Encoder::longest_follower`]. From the highest bit: a
    /// token, the candidate, and the longest prefix of the candidate that may follow the token.
    choices: Vec<[u64; 2]>,
}

impl Encoder {
    /// Builds the tables of a vocabulary.
    ///
    /// `splits` holds, by rank, the byte offset at which a token's last merge joins its two parts,
    /// or 0 if the token is not merged. `sorted` holds the ranks that merging can produce, in
    /// bytewise order of their tokens. Merging begins with bytes if `byte_level`, otherwise with
    /// characters.
    pub(super) fn new(
        vocabulary: &Vocabulary,
        splits: impl Iterator<Item = usize>,
        sorted: Vec<u32>,
        byte_level: bool,
    ) -> Encoder {
        let mut longest_prefix = vec![NO_RANK; vocabulary.len()];
        let mut prefixes: Vec<u32> = Vec::new();
        for &rank in &sorted {
            let token = vocabulary.token(rank);
            while let Some(&begin) = prefixes.last()
                && !token.starts_with(vocabulary.token(begin))
            {
                prefixes.pop();
            }
            longest_prefix[rank as usize] = prefixes.last().copied().unwrap_or(NO_RANK);
            prefixes.push(rank);
        }
        let mut parts = vec![[NO_RANK; 2]; vocabulary.len()];
        for (rank, split) in (0..).zip(splits) {
            if split > 0 {
                let mut left = longest_prefix[rank as usize];
                while left != NO_RANK && vocabulary.token_len(left) > split {
                    left = longest_prefix[left as usize];
                }
                let right = vocabulary.rank(&vocabulary.token(rank)[split..]);
                parts[rank as usize] = [left, right.unwrap_or(NO_RANK)];
            }
        }
        let tokens = (0..vocabulary.len() as u32).filter(|&rank| vocabulary.token_len(rank) > 0);
        Encoder {
            complete: tokens.count() == sorted.len(),
            pairs: PairTable::new(vocabulary, parts),
            longest_prefix,
            sorted: SortedTokens::new(vocabulary, sorted),
            byte_level,
        }
    }

    /// Returns the number of tokens of the piece if merging it is faster than looking it up, else
    /// `None`.
    #[inline]
    pub(super) fn quick_count(&self, vocabulary: &Vocabulary, piece: &[u8]) -> Option<usize> {
        if !self.is_quick(piece) {
            return None;
        }
        let starts = self.merge_short(vocabulary, piece, &mut [NO_RANK; QUICK_MAX_LEN]);
        Some(starts.count_ones() as usize)
    }

    /// Whether merging the piece is faster than looking it up in the vocabulary, with the same
    /// result.
    #[inline]
    pub(super) fn is_quick(&self, piece: &[u8]) -> bool {
        self.complete && self.byte_level && piece.len() <= QUICK_MAX_LEN
    }

    /// Returns the ranks of the tokens of `piece`.
    ///
    /// Every byte of the piece (every character, unless merging begins with bytes) must be a token.
    pub(super) fn encode<'s>(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &'s mut EncodeScratch,
        cancel: &CancelToken,
    ) -> Result<&'s [u32], Aborted> {
        scratch.tokens.clear();
        if self.byte_level && piece.len() <= MERGE_MAX_LEN {
            let mut token = [NO_RANK; MERGE_MAX_LEN];
            let mut starts = self.merge_short(vocabulary, piece, &mut token);
            while starts != 0 {
                scratch
                    .tokens
                    .push(token[starts.trailing_zeros() as usize % MERGE_MAX_LEN]);
                starts &= starts - 1;
            }
            return Ok(&scratch.tokens);
        }
        scratch.choices.resize(CHOICE_SETS, [u64::MAX; 2]);
        if piece.len() < REPEAT_MIN_LEN
            || !self.encode_repetitive(vocabulary, piece, scratch, cancel)?
        {
            self.encode_by_search(vocabulary, piece, scratch, cancel)?;
        }
        Ok(&scratch.tokens)
    }

    /// Encodes a piece that repeats at most [`MAX_PERIOD`] bytes from the tokens of a part of it.
    /// Returns false, with unspecified tokens in `scratch`, for any other piece.
    ///
    /// A block of tokens that covers whole periods may be repeated if its first token may follow
    /// its last: then no two neighbours merge, which determines the result.
    fn encode_repetitive(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &mut EncodeScratch,
        cancel: &CancelToken,
    ) -> Result<bool, Aborted> {
        let mut period = 1;
        while !has_period(piece, period, cancel)? {
            period += 1;
            if period > MAX_PERIOD {
                return Ok(false);
            }
        }
        self.encode_by_search(vocabulary, &piece[..REPEAT_MIN_LEN / 2], scratch, cancel)?;
        let mut len = 0;
        let mut ends = scratch.tokens.iter().map(|&token| {
            len += vocabulary.token_len(token);
            len
        });
        let Some(count) = ends.position(|end| end % period == 0) else {
            return Ok(false);
        };
        let block = scratch.tokens[..=count].to_vec();
        let rest = REPEAT_MIN_LEN / 2 + (piece.len() - REPEAT_MIN_LEN / 2) % len;
        self.encode_by_search(vocabulary, &piece[..rest], scratch, cancel)?;
        let seam = self.may_follow(block[count], block[0]);
        if !seam || !scratch.tokens.starts_with(&block) {
            return Ok(false);
        }
        let tail = std::mem::take(&mut scratch.tokens);
        let times = (piece.len() - rest) / len;
        scratch.tokens.reserve(times * block.len() + tail.len());
        for time in 0..times {
            if time % CHECK_INTERVAL == 0 {
                cancel.heartbeat()?;
            }
            scratch.tokens.extend_from_slice(&block);
        }
        scratch.tokens.extend(tail);
        Ok(true)
    }

    /// Encodes a piece by backtracking; see the module's documentation.
    fn encode_by_search(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &mut EncodeScratch,
        cancel: &CancelToken,
    ) -> Result<(), Aborted> {
        scratch.tokens.clear();
        scratch.dead_ends.clear();
        scratch.dead_ends.resize(piece.len() / 64 + 1, 0);
        let mut at = 0;
        let mut candidate = self.longest_match(vocabulary, piece);
        let mut steps = 0;
        while at < piece.len() {
            steps += 1;
            if steps % CHECK_INTERVAL == 0 {
                cancel.heartbeat()?;
            }
            let last = scratch.tokens.last().copied();
            let next = last.map_or(candidate, |last| {
                self.longest_follower(last, candidate, scratch)
            });
            if next != NO_RANK {
                let end = at + vocabulary.token_len(next);
                if scratch.dead_ends[end / 64] >> (end % 64) & 1 == 1 {
                    candidate = self.longest_prefix[next as usize];
                    continue;
                }
                scratch.tokens.push(next);
                at = end;
                candidate = self.longest_match(vocabulary, &piece[at..]);
                continue;
            }

            scratch.dead_ends[at / 64] |= 1 << (at % 64);
            let Some(last) = scratch.tokens.pop() else {
                break;
            };
            at -= vocabulary.token_len(last);
            candidate = self.longest_prefix[last as usize];
        }
        Ok(())
    }

    /// Returns the longest of `candidate` and its prefixes that may follow `last`, or [`NO_RANK`].
    #[inline]
    fn longest_follower(&self, last: u32, candidate: u32, scratch: &mut EncodeScratch) -> u32 {
        if candidate == NO_RANK {
            return NO_RANK;
        }
        let key = pair_key(last, candidate);
        let set = &mut scratch.choices[slot_index(key, CHOICE_SETS)];
        if let Some(known) = set.iter().find(|&known| known >> RANK_BITS == key) {
            return match known & NO_CHOICE {
                NO_CHOICE => NO_RANK,
                rank => rank as u32,
            };
        }
        let mut next = candidate;
        while next != NO_RANK && !self.may_follow(last, next) {
            next = self.longest_prefix[next as usize];
        }
        *set = [key << RANK_BITS | u64::from(next) & NO_CHOICE, set[0]];
        next
    }

    /// Returns the longest token that is a prefix of `text`, or [`NO_RANK`].
    fn longest_match(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let before = self.sorted.predecessor(vocabulary, text);
        if before == NO_RANK {
            return NO_RANK;
        }
        // Every token that is a prefix of the text is also a prefix of its predecessor.
        let token = vocabulary.token(before);
        let common = common_prefix_len(token, text);
        let mut found = before;
        while found != NO_RANK && vocabulary.token_len(found) > common {
            found = self.longest_prefix[found as usize];
        }
        found
    }

    /// Whether `left` and `right` remain two tokens when their bytes are encoded together.
    ///
    /// Undoes the merges next to the border in reverse order. If the two tokens that then meet
    /// would merge before the undone merge, the border would not exist.
    pub(super) fn may_follow(&self, mut left: u32, mut right: u32) -> bool {
        // Merges of ranks below this one precede the state under consideration.
        let mut time = NO_RANK;
        loop {
            if self.pairs.get(left, right) < time {
                return false;
            }
            let [_, left_end] = self.pairs.parts(left);
            let [right_begin, _] = self.pairs.parts(right);
            if left_end != NO_RANK && (left > right || right_begin == NO_RANK) {
                time = left;
                left = left_end;
            } else if right_begin != NO_RANK {
                // Of equal ranks, the leftmost merges first, and the border lies to the left of
                // this merge.
                time = right + 1;
                right = right_begin;
            } else {
                return true;
            }
        }
    }

    /// Merges a piece by definition in O(n²), the fastest way for short pieces.
    ///
    /// The piece must have at most `CAP` bytes. Returns the starts of the tokens as bits, and in
    /// `token` the rank of the token at each start.
    #[inline(always)]
    fn merge_short<const CAP: usize>(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        token: &mut [u32; CAP],
    ) -> u64 {
        const NEVER: i32 = i32::MAX;
        // A merge is encoded as its rank followed by its position in the low bits: the lowest
        // number is the leftmost merge of the lowest rank.
        let position_bits = const {
            assert!(CAP.is_power_of_two() && CAP <= u64::BITS as usize);
            assert!(RANK_BITS + CAP.ilog2() < i32::BITS);
            CAP.ilog2()
        };
        let merge = |rank: u32, at: usize| match rank {
            NO_RANK => NEVER,
            rank => (rank << position_bits) as i32 | at as i32,
        };
        let Some(&last) = piece.last() else {
            return 0;
        };
        // Merge of the token at each position with the next token.
        let mut merges = [NEVER; CAP];
        for (at, pair) in piece.windows(2).enumerate() {
            token[at] = vocabulary.byte_rank(pair[0]);
            merges[at] = merge(self.pairs.byte_pair(pair[0], pair[1]), at);
        }
        let len = piece.len();
        token[len - 1] = vocabulary.byte_rank(last);
        let mut starts = u64::MAX >> (u64::BITS as usize - len);
        let used = len.next_multiple_of(8).min(CAP);
        loop {
            let lowest = merges[..used].iter().copied().fold(NEVER, i32::min);
            if lowest == NEVER {
                return starts;
            }
            let at = lowest as usize % CAP;
            token[at] = lowest as u32 >> position_bits;

            let behind = starts & !1 << at;
            let gone = behind & behind.wrapping_neg();
            let behind = behind ^ gone;
            starts ^= gone;
            merges[gone.trailing_zeros() as usize % CAP] = NEVER;
            merges[at] = NEVER;
            if behind != 0 {
                let next = behind.trailing_zeros() as usize % CAP;
                merges[at] = merge(self.pairs.get(token[at], token[next]), at);
            }
            if let Some(left) = (starts & ((1 << at) - 1)).checked_ilog2() {
                let left = left as usize % CAP;
                merges[left] = merge(self.pairs.get(token[left], token[at]), left);
            }
        }
    }
}

/// Whether each byte of the piece equals the byte `period` bytes before it.
fn has_period(piece: &[u8], period: usize, cancel: &CancelToken) -> Result<bool, Aborted> {
    /// Number of bytes between two checks of the cancel token.
    const CHECK_INTERVAL: usize = 1 << 18;
    let behind = piece[period..].chunks(CHECK_INTERVAL);
    for (part, other) in behind.zip(piece.chunks(CHECK_INTERVAL)) {
        cancel.heartbeat()?;
        if !other.starts_with(part) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the length of the common prefix in bytes.
#[inline]
fn common_prefix_len(a: &[u8], b: &[u8]) -> usize {
    let (eights, _) = a.as_chunks::<8>();
    let (others, _) = b.as_chunks::<8>();
    let mut at = 0;
    for (&eight, &other) in eights.iter().zip(others) {
        let differing = u64::from_le_bytes(eight) ^ u64::from_le_bytes(other);
        if differing != 0 {
            return at + differing.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = a[at..].iter().zip(&b[at..]);
    at + rest.take_while(|(a, b)| a == b).count()
}

/// Tokens in bytewise order, for binary search.
struct SortedTokens {
    ranks: Vec<u32>,
    /// First eight bytes of each token, big-endian.
    keys: Vec<u64>,
    /// Index of the first token of each bucket, then the number of tokens.
    buckets: Vec<u32>,
}

impl SortedTokens {
    fn new(vocabulary: &Vocabulary, ranks: Vec<u32>) -> SortedTokens {
        let keys: Vec<u64> = ranks.iter().map(|&r| key(vocabulary.token(r))).collect();
        let mut buckets = Vec::with_capacity(BUCKETS + 1);
        for (at, &key) in (0..).zip(&keys) {
            let bucket = bucket(key);
            while buckets.len() <= bucket {
                buckets.push(at);
            }
        }
        buckets.resize(BUCKETS + 1, keys.len() as u32);
        SortedTokens {
            ranks,
            keys,
            buckets,
        }
    }

    /// Returns the rank of the last token that is not greater than `text`, or [`NO_RANK`].
    fn predecessor(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let wanted = key(text);
        let bucket = bucket(wanted);
        let from = self.buckets[bucket] as usize;
        let to = self.buckets[bucket + 1] as usize;
        let from = from + self.keys[from..to].partition_point(|&key| key < wanted);
        let same = self.keys[from..to].partition_point(|&key| key == wanted);
        let at = from
            + self.ranks[from..from + same].partition_point(|&rank| vocabulary.token(rank) <= text);
        at.checked_sub(1).map_or(NO_RANK, |at| self.ranks[at])
    }
}

/// Lowest value of the first two bytes of a three-byte character.
const THREE_BYTE_LEAD: usize = 0xE000;

/// Number of buckets of [`SortedTokens`].
const BUCKETS: usize = THREE_BYTE_LEAD + ((0x10000 - THREE_BYTE_LEAD) << 4);

/// Returns the bucket of a key: its first two bytes, plus half a byte from [`THREE_BYTE_LEAD`] on.
#[inline(always)]
fn bucket(key: u64) -> usize {
    let two = (key >> 48) as usize;
    if two < THREE_BYTE_LEAD {
        two
    } else {
        THREE_BYTE_LEAD + ((key >> 44) as usize - (THREE_BYTE_LEAD << 4))
    }
}

/// Returns the first eight bytes as a big-endian number, padded with 0.
fn key(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let len = bytes.len().min(8);
    first[..len].copy_from_slice(&bytes[..len]);
    u64::from_be_bytes(first)
}
