//! Encodes a piece of text in time linear in its length, whatever it holds.
//!
//! Short pieces are merged. For others, what merging ends with is the only row of tokens of
//! which every two neighbours would be left apart if they were encoded by
//! themselves, and that row is found from left to right: the longest token that
//! may follow, a shorter one if nothing can follow that, one step back if there
//! is none. Places that turned out to be dead ends are not tried again. The
//! method is that of the `bpe` crate, where the proof is.
//!
//! It rests on every token having a higher rank than the two that it is merged
//! from.

use super::pairs::{BITS, Pairs, joint, place};
use super::vocabulary::{NONE, Vocabulary};
use crate::cancel::{Aborted, CancelToken};

/// The tokens between two looks at the cancel token.
const BEAT: usize = 4096;

/// What encoding needs to know of the tokens that merging can produce.
pub(super) struct Encoder {
    pairs: Pairs,
    /// The longest token that each token begins with, itself apart.
    shorter: Vec<u32>,
    sorted: Sorted,
    /// Whether merging begins with bytes.
    by_byte: bool,
    /// Whether merging produces every token.
    complete: bool,
}

/// The longest piece that is encoded by merging.
const SHORT: usize = 64;

/// The longest piece that takes less time to merge than to look up.
const TINY: usize = 8;

/// From this length on pieces are tried for whether they repeat, and the
/// longest that they may repeat.
const LONG: usize = 1 << 10;
const LONGEST_PERIOD: usize = 4;

/// Sets of two choices that are remembered, of 8 bytes each.
const CHOICES: usize = 1 << 12;

/// No token, in a choice.
const NOTHING: u64 = (1 << BITS) - 1;

/// What a thread keeps from piece to piece, for one encoder.
#[derive(Default)]
pub(super) struct Scratch {
    tokens: Vec<u32>,
    /// A bit for each place that is a dead end.
    dead: Vec<u64>,
    /// From the highest bit: a token, the longest that may stand behind it, and
    /// the longest that does.
    choices: Vec<[u64; 2]>,
}

impl Encoder {
    /// `splits` tells by rank where the last merge of a token joins, 0 if it is
    /// not merged; `sorted` are the ranks that merging can produce, in
    /// alphabetical order. Merging begins with bytes or with characters.
    pub(super) fn new(
        vocabulary: &Vocabulary,
        splits: impl Iterator<Item = usize>,
        sorted: Vec<u32>,
        by_byte: bool,
    ) -> Encoder {
        let mut shorter = vec![NONE; vocabulary.len()];
        let mut open: Vec<u32> = Vec::new();
        for &rank in &sorted {
            let token = vocabulary.token(rank);
            while let Some(&begin) = open.last()
                && !token.starts_with(vocabulary.token(begin))
            {
                open.pop();
            }
            shorter[rank as usize] = open.last().copied().unwrap_or(NONE);
            open.push(rank);
        }
        let mut parts = vec![[NONE; 2]; vocabulary.len()];
        for (rank, split) in (0..).zip(splits) {
            if split > 0 {
                let mut left = shorter[rank as usize];
                while left != NONE && vocabulary.token_len(left) > split {
                    left = shorter[left as usize];
                }
                let right = vocabulary.rank(&vocabulary.token(rank)[split..]);
                parts[rank as usize] = [left, right.unwrap_or(NONE)];
            }
        }
        let tokens = (0..vocabulary.len() as u32).filter(|&rank| vocabulary.token_len(rank) > 0);
        Encoder {
            complete: tokens.count() == sorted.len(),
            pairs: Pairs::new(vocabulary, parts),
            shorter,
            sorted: Sorted::new(vocabulary, sorted),
            by_byte,
        }
    }

    /// The number of tokens of a piece that is sooner merged than looked up.
    #[inline]
    pub(super) fn quick_count(&self, vocabulary: &Vocabulary, piece: &[u8]) -> Option<usize> {
        if !self.is_quick(piece) {
            return None;
        }
        let starts = self.merge_short(vocabulary, piece, &mut [NONE; TINY]);
        Some(starts.count_ones() as usize)
    }

    /// Whether a piece is sooner merged than looked up should it be a token.
    #[inline]
    pub(super) fn is_quick(&self, piece: &[u8]) -> bool {
        self.complete && self.by_byte && piece.len() <= TINY
    }

    /// The tokens of `piece`. Every byte of it must be the beginning of a
    /// token.
    pub(super) fn encode<'s>(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &'s mut Scratch,
        cancel: &CancelToken,
    ) -> Result<&'s [u32], Aborted> {
        scratch.tokens.clear();
        if self.by_byte && piece.len() <= SHORT {
            let mut token = [NONE; SHORT];
            let mut starts = self.merge_short(vocabulary, piece, &mut token);
            while starts != 0 {
                scratch
                    .tokens
                    .push(token[starts.trailing_zeros() as usize % SHORT]);
                starts &= starts - 1;
            }
            return Ok(&scratch.tokens);
        }
        scratch.choices.resize(CHOICES, [u64::MAX; 2]);
        if piece.len() < LONG || !self.repeat(vocabulary, piece, scratch, cancel)? {
            self.search(vocabulary, piece, scratch, cancel)?;
        }
        Ok(&scratch.tokens)
    }

    /// Puts the tokens of a piece together from those of a part of it if the
    /// piece repeats a few bytes; false if it does not.
    ///
    /// Tokens that repeat are the row that is looked for if the first of them
    /// may follow the last.
    fn repeat(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &mut Scratch,
        cancel: &CancelToken,
    ) -> Result<bool, Aborted> {
        let mut period = 1;
        while !repeats(piece, period, cancel)? {
            period += 1;
            if period > LONGEST_PERIOD {
                return Ok(false);
            }
        }
        self.search(vocabulary, &piece[..LONG / 2], scratch, cancel)?;
        let mut len = 0;
        let mut ends = scratch.tokens.iter().map(|&token| {
            len += vocabulary.token_len(token);
            len
        });
        let Some(count) = ends.position(|end| end % period == 0) else {
            return Ok(false);
        };
        let block = scratch.tokens[..=count].to_vec();
        let rest = LONG / 2 + (piece.len() - LONG / 2) % len;
        self.search(vocabulary, &piece[..rest], scratch, cancel)?;
        let seam = self.may_follow(block[count], block[0]);
        if !seam || !scratch.tokens.starts_with(&block) {
            return Ok(false);
        }
        let row = std::mem::take(&mut scratch.tokens);
        let times = (piece.len() - rest) / len;
        scratch.tokens.reserve(times * block.len() + row.len());
        for time in 0..times {
            if time % BEAT == 0 {
                cancel.heartbeat()?;
            }
            scratch.tokens.extend_from_slice(&block);
        }
        scratch.tokens.extend(row);
        Ok(true)
    }

    /// Finds the tokens of a piece.
    fn search(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        scratch: &mut Scratch,
        cancel: &CancelToken,
    ) -> Result<(), Aborted> {
        scratch.tokens.clear();
        scratch.dead.clear();
        scratch.dead.resize(piece.len() / 64 + 1, 0);
        let mut at = 0;
        let mut candidate = self.longest(vocabulary, piece);
        let mut steps = 0;
        while at < piece.len() {
            steps += 1;
            if steps % BEAT == 0 {
                cancel.heartbeat()?;
            }
            let last = scratch.tokens.last().copied();
            let next = last.map_or(candidate, |last| self.choose(last, candidate, scratch));
            if next != NONE {
                let end = at + vocabulary.token_len(next);
                if scratch.dead[end / 64] >> (end % 64) & 1 == 1 {
                    candidate = self.shorter[next as usize];
                    continue;
                }
                scratch.tokens.push(next);
                at = end;
                candidate = self.longest(vocabulary, &piece[at..]);
                continue;
            }
            // Nothing can stand here.
            scratch.dead[at / 64] |= 1 << (at % 64);
            let Some(last) = scratch.tokens.pop() else {
                break;
            };
            at -= vocabulary.token_len(last);
            candidate = self.shorter[last as usize];
        }
        Ok(())
    }

    /// The first of `candidate` and those that it begins with, from the longest
    /// on, that may follow `last`; none if none may.
    #[inline]
    fn choose(&self, last: u32, candidate: u32, scratch: &mut Scratch) -> u32 {
        if candidate == NONE {
            return NONE;
        }
        let key = joint(last, candidate);
        let set = &mut scratch.choices[place(key, CHOICES)];
        if let Some(known) = set.iter().find(|&known| known >> BITS == key) {
            return match known & NOTHING {
                NOTHING => NONE,
                rank => rank as u32,
            };
        }
        let mut next = candidate;
        while next != NONE && !self.may_follow(last, next) {
            next = self.shorter[next as usize];
        }
        *set = [key << BITS | u64::from(next) & NOTHING, set[0]];
        next
    }

    fn longest(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let before = self.sorted.last_up_to(vocabulary, text);
        if before == NONE {
            return NONE;
        }
        // A token that the text begins with is one that `before` begins with.
        let token = vocabulary.token(before);
        let common = common(token, text);
        let mut found = before;
        while found != NONE && vocabulary.token_len(found) > common {
            found = self.shorter[found as usize];
        }
        found
    }

    /// Whether `left` and `right`, which stands behind it, stay apart when both
    /// are encoded together.
    ///
    /// The last merges are undone one after the other, and each time the two
    /// that then meet are looked at: if they merge, they would have done so
    /// before.
    pub(super) fn may_follow(&self, mut left: u32, mut right: u32) -> bool {
        // Ranks below this have been merged at the time looked at.
        let mut time = NONE;
        loop {
            if self.pairs.get(left, right) < time {
                return false;
            }
            let [_, left_end] = self.pairs.parts(left);
            let [right_begin, _] = self.pairs.parts(right);
            if left_end != NONE && (left > right || right_begin == NONE) {
                time = left;
                left = left_end;
            } else if right_begin != NONE {
                // Of equal ranks the leftmost merges first, and the two meet
                // left of where this one merges.
                time = right + 1;
                right = right_begin;
            } else {
                return true;
            }
        }
    }

    /// Merges as it is defined, which is faster than to search where a piece is
    /// so short that its length squared does not matter.
    /// `token` becomes the tokens by the place where they begin, of which each is
    /// a bit of the result.
    #[inline(always)]
    fn merge_short<const MOST: usize>(
        &self,
        vocabulary: &Vocabulary,
        piece: &[u8],
        token: &mut [u32; MOST],
    ) -> u64 {
        const NEVER: i32 = i32::MAX;
        // Behind the rank, the place of a merge: of equal ranks the leftmost is
        // the lowest number.
        let place = const {
            assert!(MOST.is_power_of_two() && MOST <= u64::BITS as usize);
            assert!(BITS + MOST.ilog2() < i32::BITS);
            MOST.ilog2()
        };
        let merge = |rank: u32, at: usize| match rank {
            NONE => NEVER,
            rank => (rank << place) as i32 | at as i32,
        };
        let Some(&last) = piece.last() else {
            return 0;
        };
        // What the token at each place and the next one merge into.
        let mut merges = [NEVER; MOST];
        for (at, pair) in piece.windows(2).enumerate() {
            token[at] = vocabulary.byte(pair[0]);
            merges[at] = merge(self.pairs.of_bytes(pair[0], pair[1]), at);
        }
        let len = piece.len();
        token[len - 1] = vocabulary.byte(last);
        let mut starts = u64::MAX >> (u64::BITS as usize - len);
        let used = len.next_multiple_of(8).min(MOST);
        loop {
            let lowest = merges[..used].iter().copied().fold(NEVER, i32::min);
            if lowest == NEVER {
                return starts;
            }
            let at = lowest as usize % MOST;
            token[at] = lowest as u32 >> place;
            // The one behind it is gone.
            let behind = starts & !1 << at;
            let gone = behind & behind.wrapping_neg();
            let behind = behind ^ gone;
            starts ^= gone;
            merges[gone.trailing_zeros() as usize % MOST] = NEVER;
            merges[at] = NEVER;
            if behind != 0 {
                let next = behind.trailing_zeros() as usize % MOST;
                merges[at] = merge(self.pairs.get(token[at], token[next]), at);
            }
            if let Some(left) = (starts & ((1 << at) - 1)).checked_ilog2() {
                let left = left as usize % MOST;
                merges[left] = merge(self.pairs.get(token[left], token[at]), left);
            }
        }
    }
}

/// Whether the piece is the same from `period` on.
fn repeats(piece: &[u8], period: usize, cancel: &CancelToken) -> Result<bool, Aborted> {
    /// The bytes between two looks at the cancel token.
    const BEAT: usize = 1 << 18;
    let behind = piece[period..].chunks(BEAT);
    for (part, other) in behind.zip(piece.chunks(BEAT)) {
        cancel.heartbeat()?;
        if !other.starts_with(part) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many bytes the two begin with alike.
#[inline]
fn common(a: &[u8], b: &[u8]) -> usize {
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

/// The tokens in alphabetical order.
struct Sorted {
    ranks: Vec<u32>,
    /// The first eight bytes of each.
    keys: Vec<u64>,
    /// Where the tokens of each bucket or a higher one begin.
    buckets: Vec<u32>,
}

impl Sorted {
    fn new(vocabulary: &Vocabulary, ranks: Vec<u32>) -> Sorted {
        let keys: Vec<u64> = ranks.iter().map(|&r| key(vocabulary.token(r))).collect();
        let mut buckets = Vec::with_capacity(BUCKETS + 1);
        for (at, &key) in (0..).zip(&keys) {
            let bucket = bucket(key);
            while buckets.len() <= bucket {
                buckets.push(at);
            }
        }
        buckets.resize(BUCKETS + 1, keys.len() as u32);
        Sorted {
            ranks,
            keys,
            buckets,
        }
    }

    /// The last token that does not come after `text`.
    fn last_up_to(&self, vocabulary: &Vocabulary, text: &[u8]) -> u32 {
        let wanted = key(text);
        let bucket = bucket(wanted);
        let from = self.buckets[bucket] as usize;
        let to = self.buckets[bucket + 1] as usize;
        let from = from + self.keys[from..to].partition_point(|&key| key < wanted);
        let same = self.keys[from..to].partition_point(|&key| key == wanted);
        let at = from
            + self.ranks[from..from + same].partition_point(|&rank| vocabulary.token(rank) <= text);
        at.checked_sub(1).map_or(NONE, |at| self.ranks[at])
    }
}

/// The first two bytes that begin a character of three bytes.
const WIDE: usize = 0xE000;

const BUCKETS: usize = WIDE + ((0x10000 - WIDE) << 4);

/// Where tokens are looked for: by their first two bytes, and by half a byte
/// more where characters have three.
#[inline(always)]
fn bucket(key: u64) -> usize {
    let two = (key >> 48) as usize;
    if two < WIDE {
        two
    } else {
        WIDE + ((key >> 44) as usize - (WIDE << 4))
    }
}

fn key(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let len = bytes.len().min(8);
    first[..len].copy_from_slice(&bytes[..len]);
    u64::from_be_bytes(first)
}
