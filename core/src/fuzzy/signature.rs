use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use super::class::Class;
use super::text::{Unit, is_separator};

/// What is taken off: for each component above, for each eighth of a hundred
/// bytes or so, each with its most; and for a directory.
const DEPTH: (usize, usize) = (2, 16);
const LENGTH: (usize, usize) = (8, 12);
const DIRECTORY: usize = 3;

/// How many characters of the name are kept.
const HEAD: usize = 5;

/// What there is to know of a candidate without looking at it again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// A set of characters as bits: letters, digits, and the rest by hash. A
    /// candidate without the bits of a query cannot match it; one that is not
    /// ASCII has all of them.
    pub(super) mask: u64,
    /// The same of the name, and of where words may begin, as
    /// [`Text`](super::text::Text) has it.
    pub(super) name: u64,
    pub(super) starts: u64,
    /// Those that follow each other, whatever else is between them, and those
    /// that follow with one of them between.
    pairs: Pairs,
    skips: Pairs,
    /// How the name begins, but for separators, in lower case.
    head: [u8; HEAD],
    /// How many characters of the stem are no separators; not more than 255.
    pub(super) letters: u8,
    /// What depth and length take off, and that it is a directory.
    distance: u8,
    /// How many words the stem has; not more than 255.
    words: u8,
}

impl Signature {
    /// A directory's path is without its final `/`.
    pub(crate) fn new(path: &[u8], is_dir: bool) -> Signature {
        let name = &path[memrchr(b'/', path).map_or(0, |slash| slash + 1)..];
        let stem = match memrchr(b'.', name) {
            Some(dot) if dot > 0 && !is_dir => &name[..dot],
            _ => name,
        };
        let is_letter = |byte: &&u8| !is_separator(Unit::from(**byte));
        let mut head = [0; HEAD];
        for (at, byte) in head.iter_mut().zip(name.iter().filter(is_letter)) {
            *at = byte.to_ascii_lowercase();
        }
        let depth = memchr_iter(b'/', path).count() * DEPTH.0;
        let length = path.len() / LENGTH.0;
        let distance = depth.min(DEPTH.1) + length.min(LENGTH.1) + usize::from(is_dir) * DIRECTORY;
        let end = if is_dir { bit(Unit::from(b'/')) } else { 0 };
        let mut signature = Signature {
            mask: set_of(path) | end,
            name: set_of(name) | end,
            starts: 0,
            pairs: Pairs::default(),
            skips: Pairs::default(),
            head,
            letters: u8::try_from(stem.iter().filter(is_letter).count()).unwrap_or(u8::MAX),
            distance: distance as u8,
            words: 0,
        };
        let start = path.len() - name.len();
        signature.find_words(path, start..start + stem.len());
        signature
    }

    /// Finds where words begin, as [`Text`](super::text::Text) has it, and pairs.
    fn find_words(&mut self, path: &[u8], stem: Range<usize>) {
        let mut classes = path.iter().map(|byte| Class::of_ascii(*byte));
        let mut before = Class::Separator;
        let mut class = classes.next().unwrap_or(Class::Separator);
        let mut last = [None; 2];
        for (at, byte) in path.iter().enumerate() {
            let next = classes.next().unwrap_or(Class::Separator);
            let starts = match (before, class) {
                (_, Class::Separator) | (Class::Upper, Class::Lower) => false,
                // Of capitals in a row the last begins a word.
                (Class::Upper, Class::Upper) => next == Class::Lower,
                (before, class) => before != class,
            };
            if starts {
                self.starts |= BITS[usize::from(*byte)];
                if stem.contains(&at) {
                    self.words = self.words.saturating_add(1);
                }
            }
            if class != Class::Separator {
                let byte = byte.to_ascii_lowercase();
                if let Some(last) = last[0] {
                    self.pairs.add(Pair::of(last, byte));
                }
                if let Some(last) = last[1] {
                    self.skips.add(Pair::of(last, byte));
                }
                last = [Some(byte), last[0]];
            }
            (before, class) = (class, next);
        }
    }

    pub(super) fn has(&self, pair: Pair) -> bool {
        self.pairs.0[pair.word] & pair.bit != 0
    }

    /// Whether it may have all of these pairs, and these with one between.
    pub(super) fn has_all(&self, pairs: &Pairs, skips: &Pairs) -> bool {
        pairs.missing_in(&self.pairs) | skips.missing_in(&self.skips) == 0
    }

    /// The first character of the name that is no separator, or zero.
    pub(super) fn first(&self) -> u8 {
        self.head[0]
    }

    /// Whether the name may begin with these, which are no separators.
    pub(super) fn begins_with(&self, name: &[u8]) -> bool {
        // Not as slices, which are compared by a call.
        self.head.iter().zip(name).all(|(head, byte)| head == byte)
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.mask != u64::MAX
    }

    /// How many words the stem has.
    pub(super) fn words(&self) -> usize {
        usize::from(self.words)
    }

    pub(super) fn distance(&self) -> i32 {
        i32::from(self.distance)
    }
}

/// A set of pairs of letters and digits, by hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs([u64; 2]);

impl Pairs {
    /// Not zero if it lacks some.
    fn missing_in(&self, set: &Pairs) -> u64 {
        let missing = self.0.iter().zip(&set.0);
        missing.fold(0, |all, (wanted, has)| all | wanted & !has)
    }

    pub(super) fn add(&mut self, pair: Pair) {
        self.0[pair.word] |= pair.bit;
    }
}

/// Where a pair of letters or digits is in the set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    word: usize,
    bit: u64,
}

impl Pair {
    /// `None` if one of them is neither.
    pub(super) fn new(first: u8, second: u8) -> Option<Pair> {
        if !(first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric()) {
            return None;
        }
        Some(Pair::of(
            first.to_ascii_lowercase(),
            second.to_ascii_lowercase(),
        ))
    }

    /// Of lower-case letters and digits.
    fn of(first: u8, second: u8) -> Pair {
        let hash = first.wrapping_mul(29).wrapping_add(second);
        Pair {
            word: usize::from(hash >> 6 & 1),
            bit: 1 << (hash & 63),
        }
    }
}

fn set_of(bytes: &[u8]) -> u64 {
    let bits = bytes.iter().map(|byte| BITS[usize::from(*byte)]);
    bits.fold(0, |all, bit| all | bit)
}

/// The bit of a character.
pub(super) fn bit(unit: Unit) -> u64 {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => BITS[usize::from(byte)],
        // Only candidates that have all bits hold it.
        _ => 1 << 63,
    }
}

/// Whether no other character has its bit.
pub(super) fn has_own_bit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'/'
}

static BITS: [u64; 256] = {
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
