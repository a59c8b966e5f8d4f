//! Fixed-size summary of a candidate that allows most candidates to be rejected or bounded without
//! reading their path.
//!
//! Invariant: the character and pair sets of an ASCII path contain everything in the path. Hash
//! collisions only add members: a missing bit proves absence, a set bit proves nothing. The
//! signature of a non-ASCII path has every character bit and takes no part in the prefilter.

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use super::text::{CharClass, CodePoint, is_separator};

/// Penalty for each directory above the candidate.
const PENALTY_PER_LEVEL: usize = 2;
/// Maximum penalty for depth.
const MAX_DEPTH_PENALTY: usize = 16;
/// Path length in bytes per penalty point.
const BYTES_PER_PENALTY: usize = 8;
/// Maximum penalty for length.
const MAX_LENGTH_PENALTY: usize = 12;
/// Penalty for a directory.
const DIRECTORY_PENALTY: usize = 3;

/// Number of leading characters of the name in a signature.
const HEAD: usize = 5;

/// Character sets, name and penalty of a candidate, in 64 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// Characters of the path: one bit per letter, digit and `/`, one hashed bit per other
    /// character. All ones if the path is not ASCII.
    pub(super) chars: u64,
    /// Characters of the name.
    pub(super) name_chars: u64,
    /// Characters that start a word, as defined by [`FoldedText`](super::text::FoldedText).
    pub(super) word_starts: u64,
    /// Pairs of letters or digits that are adjacent once everything else is removed.
    pairs: PairSet,
    /// Pairs of letters or digits with exactly one between them once everything else is removed.
    skip_pairs: PairSet,
    /// First characters of the name without separators, in lower case, padded
    /// with zeros.
    name_head: [u8; HEAD],
    /// Number of characters of the stem that are not separators, at most 255.
    pub(super) stem_len: u8,
    /// Penalty for depth, length and being a directory.
    penalty: u8,
    /// Number of words of the stem, at most 255.
    stem_words: u8,
}

const _: () = assert!(size_of::<Signature>() == 64);

impl Signature {
    /// Summarizes a path, given without a directory's trailing `/`. O(n) in the path; allocates
    /// nothing.
    pub(crate) fn new(path: &[u8], is_dir: bool) -> Signature {
        let name = &path[memrchr(b'/', path).map_or(0, |slash| slash + 1)..];
        let stem = match memrchr(b'.', name) {
            Some(dot) if dot > 0 && !is_dir => &name[..dot],
            _ => name,
        };
        let counts = |byte: &&u8| !is_separator(CodePoint::from(**byte));
        let mut name_head = [0; HEAD];
        for (at, byte) in name_head.iter_mut().zip(name.iter().filter(counts)) {
            *at = byte.to_ascii_lowercase();
        }
        let depth = memchr_iter(b'/', path).count() * PENALTY_PER_LEVEL;
        let length = path.len() / BYTES_PER_PENALTY;
        let penalty = depth.min(MAX_DEPTH_PENALTY)
            + length.min(MAX_LENGTH_PENALTY)
            + usize::from(is_dir) * DIRECTORY_PENALTY;
        let end = if is_dir {
            char_bit(CodePoint::from(b'/'))
        } else {
            0
        };
        let mut signature = Signature {
            chars: char_set(path) | end,
            name_chars: char_set(name) | end,
            word_starts: 0,
            pairs: PairSet::default(),
            skip_pairs: PairSet::default(),
            name_head,
            stem_len: u8::try_from(stem.iter().filter(counts).count()).unwrap_or(u8::MAX),
            penalty: penalty as u8,
            stem_words: 0,
        };
        let start = path.len() - name.len();
        signature.add_words_and_pairs(path, start..start + stem.len());
        signature
    }

    /// Fills in pairs, and word starts as [`FoldedText`](super::text::FoldedText) finds them.
    fn add_words_and_pairs(&mut self, path: &[u8], stem: Range<usize>) {
        let mut classes = path.iter().map(|byte| CharClass::of_ascii(*byte));
        let mut before = CharClass::Separator;
        let mut class = classes.next().unwrap_or(CharClass::Separator);
        let mut last = [None; 2];
        for (at, byte) in path.iter().enumerate() {
            let next = classes.next().unwrap_or(CharClass::Separator);
            let starts = match (before, class) {
                (_, CharClass::Separator) | (CharClass::Upper, CharClass::Lower) => false,
                // The last of several capitals in a row starts a word.
                (CharClass::Upper, CharClass::Upper) => next == CharClass::Lower,
                (before, class) => before != class,
            };
            if starts {
                self.word_starts |= CHAR_BITS[usize::from(*byte)];
                if stem.contains(&at) {
                    self.stem_words = self.stem_words.saturating_add(1);
                }
            }
            if class != CharClass::Separator {
                let byte = byte.to_ascii_lowercase();
                if let Some(last) = last[0] {
                    self.pairs.add(PairSlot::of_folded(last, byte));
                }
                if let Some(last) = last[1] {
                    self.skip_pairs.add(PairSlot::of_folded(last, byte));
                }
                last = [Some(byte), last[0]];
            }
            (before, class) = (class, next);
        }
    }

    /// Whether the path may contain an adjacent pair.
    pub(super) fn may_have_pair(&self, pair: PairSlot) -> bool {
        self.pairs.0[pair.word] & pair.bit != 0
    }

    /// Whether the path may contain all adjacent pairs and all pairs with one between.
    pub(super) fn may_have_pairs(&self, pairs: &PairSet, skip_pairs: &PairSet) -> bool {
        pairs.missing_in(&self.pairs) | skip_pairs.missing_in(&self.skip_pairs) == 0
    }

    /// Returns the first character of the name that is not a separator, in lower case; zero if the
    /// name has none.
    pub(super) fn name_first(&self) -> u8 {
        self.name_head[0]
    }

    /// Whether the name without separators may start with `prefix`, which contains no separator.
    pub(super) fn may_start_with(&self, prefix: &[u8]) -> bool {
        // Byte by byte, because comparing slices of a few bytes costs a call to `memcmp`.
        self.name_head
            .iter()
            .zip(prefix)
            .all(|(head, byte)| head == byte)
    }

    /// Whether the path is ASCII.
    pub(super) fn is_ascii(&self) -> bool {
        self.chars != u64::MAX
    }

    /// Returns the number of words of the stem, at most 255.
    pub(super) fn stem_words(&self) -> usize {
        usize::from(self.stem_words)
    }

    /// Returns the penalty for depth, length and being a directory.
    pub(super) fn penalty(&self) -> i32 {
        i32::from(self.penalty)
    }
}

/// Set of pairs of letters and digits: 128 bits indexed by a hash of the pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairSet([u64; 2]);

impl PairSet {
    /// Returns zero if `set` contains every pair of this one.
    fn missing_in(&self, set: &PairSet) -> u64 {
        let missing = self.0.iter().zip(&set.0);
        missing.fold(0, |all, (wanted, has)| all | wanted & !has)
    }

    pub(super) fn add(&mut self, pair: PairSlot) {
        self.0[pair.word] |= pair.bit;
    }
}

/// Bit of a pair of letters or digits in a [`PairSet`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PairSlot {
    word: usize,
    bit: u64,
}

impl PairSlot {
    /// Returns `None` if either byte is not an ASCII letter or digit.
    pub(super) fn new(first: u8, second: u8) -> Option<PairSlot> {
        if !(first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric()) {
            return None;
        }
        Some(PairSlot::of_folded(
            first.to_ascii_lowercase(),
            second.to_ascii_lowercase(),
        ))
    }

    /// Returns the bit of two digits or lower-case letters.
    fn of_folded(first: u8, second: u8) -> PairSlot {
        let hash = first.wrapping_mul(29).wrapping_add(second);
        PairSlot {
            word: usize::from(hash >> 6 & 1),
            bit: 1 << (hash & 63),
        }
    }
}

/// Returns the union of the bits of all characters; all ones if one is not ASCII.
fn char_set(bytes: &[u8]) -> u64 {
    let bits = bytes.iter().map(|byte| CHAR_BITS[usize::from(*byte)]);
    bits.fold(0, |all, bit| all | bit)
}

/// Returns the bit of a character, ignoring case.
pub(super) fn char_bit(c: CodePoint) -> u64 {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => CHAR_BITS[usize::from(byte)],
        // No ASCII character has this bit, so only non-ASCII paths contain it.
        _ => 1 << 63,
    }
}

/// Whether no other character shares the bit of this one.
pub(super) fn has_unique_bit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'/'
}

static CHAR_BITS: [u64; 256] = {
    let mut bits = [u64::MAX; 256];
    let mut byte = 0;
    while byte < 128 {
        let lower = (byte as u8).to_ascii_lowercase();
        bits[byte] = 1
            << match lower {
                b'a'..=b'z' => lower - b'a',
                b'0'..=b'9' => 26 + lower - b'0',
                b'/' => 36,
                _ => 37 + lower % 26,
            };
        byte += 1;
    }
    bits
};
