//! Features of text from which token counts are estimated: the tokens of `o200k_base` by shape,
//! script and frequency.
//!
//! Invariant: `bench/python/estimate_tokens.py` fits one coefficient for each feature, in this
//! order, so any change here needs a new fit.

use std::ops::Range;

/// Number of features.
pub(super) const FEATURES: usize = OTHER + 2;

/// Number of frequency classes of tokens, from their rank in the vocabulary.
const RANKS: usize = 8;
/// Number of positions of a word: after white space, after a letter, after anything else.
const POSITIONS: usize = 3;

const SPACE: usize = 0;
/// First feature of lower-case, capitalised and upper-case words, by position and rank.
const WORDS: usize = SPACE + 9;
/// First feature of the letters in lower-case and capitalised words, by rank.
const LETTERS: usize = WORDS + 3 * POSITIONS * RANKS;
const UPPER_LETTERS: usize = LETTERS + RANKS;
/// First feature of digits, by number, outside and inside a word.
const DIGITS: usize = UPPER_LETTERS + 1;
/// First feature of punctuation, by length, with a space before it or a line ending in it.
const PUNCTUATION: usize = DIGITS + 6;
const PUNCTUATION_RANKS: usize = PUNCTUATION + 16;
/// First feature of other ASCII tokens, by position and rank.
const MIXED: usize = PUNCTUATION_RANKS + RANKS;
const MIXED_BYTES: usize = MIXED + POSITIONS * RANKS / 2;
/// First feature of tokens of each script, by rank, and of their characters.
const SCRIPTS: usize = MIXED_BYTES + 1;
const SCRIPT_FEATURES: usize = RANKS / 2 + 1;
/// Tokens that hold part of a character.
const PARTIAL: usize = SCRIPTS + (SCRIPT_ENDS.len() + 1) * SCRIPT_FEATURES;
const OTHER: usize = PARTIAL + 1;

/// Ranks at which the next frequency class begins.
const RANK_ENDS: [u32; RANKS - 1] = [1_000, 4_000, 12_000, 30_000, 60_000, 100_000, 150_000];

/// Ends of groups of Unicode blocks, each mostly of one script.
const SCRIPT_ENDS: [u32; 39] = [
    0x250, 0x370, 0x400, 0x530, 0x590, 0x600, 0x780, 0x900, 0x980, 0xA00, 0xA80, 0xB00, 0xB80,
    0xC00, 0xC80, 0xD00, 0xD80, 0xE00, 0xE80, 0xF00, 0x1000, 0x10A0, 0x1100, 0x1200, 0x1400,
    0x1780, 0x1800, 0x1E00, 0x1F00, 0x2000, 0x3000, 0x3040, 0x3100, 0x3400, 0xA000, 0xAC00, 0xD800,
    0xFE00, 0x1_0000,
];

/// Counts of the features of a text.
pub(super) struct FeatureCounts {
    counts: [u32; FEATURES],
    tokens: usize,
    before: Before,
}

/// Text before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Space,
    Letter,
    Other,
}

impl FeatureCounts {
    pub(super) fn new() -> FeatureCounts {
        FeatureCounts {
            counts: [0; FEATURES],
            tokens: 0,
            before: Before::Space,
        }
    }

    /// Adds the token `id`, which lies at `range` of the text.
    pub(super) fn add(&mut self, text: &str, id: u32, range: Range<usize>) {
        self.tokens += 1;
        let rank = RANK_ENDS.partition_point(|&end| end <= id);
        let Some(token) = text.get(range) else {
            self.count(PARTIAL, 1);
            self.before = Before::Other;
            return;
        };
        let word = token.trim_start();
        if word.is_empty() {
            self.add_space(token);
            return;
        }
        let is_spaced = word.len() < token.len();
        let position = match (is_spaced, self.before) {
            (true, _) => 0,
            (false, Before::Letter) => 1,
            (false, _) => 2,
        };
        if let Some(wide) = word.chars().find(|c| !c.is_ascii()) {
            let script = SCRIPT_ENDS.partition_point(|&end| end <= u32::from(wide));
            let first = SCRIPTS + script * SCRIPT_FEATURES;
            self.count(first + rank / 2, 1);
            self.count(first + RANKS / 2, word.chars().count());
            self.before = Before::Letter;
        } else {
            self.add_ascii(word.as_bytes(), is_spaced, position, rank);
        }
    }

    fn add_space(&mut self, token: &str) {
        let kind = match token {
            _ if token.contains('\n') => 0,
            _ if token.contains('\t') => 1,
            _ => 2,
        };
        self.count(SPACE + 3 * kind + token.len().clamp(1, 3) - 1, 1);
        self.before = Before::Space;
    }

    fn add_ascii(&mut self, word: &[u8], is_spaced: bool, position: usize, rank: usize) {
        let lower = word.iter().filter(|b| b.is_ascii_lowercase()).count();
        let upper = word.iter().filter(|b| b.is_ascii_uppercase()).count();
        let shape = match (word[0].is_ascii_uppercase(), lower, upper) {
            (false, n, _) if n == word.len() => Some(0),
            (true, n, 1) if n > 0 && n + 1 == word.len() => Some(1),
            (true, _, n) if n == word.len() => Some(2),
            _ => None,
        };
        if let Some(shape) = shape {
            self.count(WORDS + (shape * POSITIONS + position) * RANKS + rank, 1);
            let letters = if shape == 2 {
                UPPER_LETTERS
            } else {
                LETTERS + rank
            };
            self.count(letters, word.len());
            self.before = Before::Letter;
        } else if word.iter().all(u8::is_ascii_digit) {
            let inside = usize::from(position == 1);
            self.count(DIGITS + 3 * inside + word.len().min(3) - 1, 1);
            self.before = Before::Other;
        } else if !word.iter().any(u8::is_ascii_alphanumeric) {
            let len = word.trim_ascii_end().len().clamp(1, 4);
            let kind = 2 * usize::from(is_spaced) + usize::from(word.contains(&b'\n'));
            self.count(PUNCTUATION + 4 * kind + len - 1, 1);
            self.count(PUNCTUATION_RANKS + rank, 1);
            self.before = Before::Other;
        } else {
            self.count(MIXED + position * RANKS / 2 + rank / 2, 1);
            self.count(MIXED_BYTES, word.len());
            self.before = Before::Letter;
        }
    }

    fn count(&mut self, feature: usize, n: usize) {
        let count = &mut self.counts[feature];
        *count = count.saturating_add(u32::try_from(n).unwrap_or(u32::MAX));
    }

    /// Returns the value of each feature. The last two features describe the whole text: 1 unless
    /// it is empty, and the square root of its number of tokens.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        let whole = [self.tokens.min(1) as f64, (self.tokens as f64).sqrt()];
        (self.counts[..OTHER].iter().copied().map(f64::from)).chain(whole)
    }
}
