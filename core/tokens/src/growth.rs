//! Upper bound on the length of normalized text.
//!
//! Before each step, each character has a weight: the number of bytes in the final result that it
//! can account for. Weights are computed from the last step to the first. For every text, the sum
//! of the weights is at least the length of the result.

use rustc_hash::FxHashMap;

use super::normalizer::{NormalizationStep, Normalizer};

/// Maximum growth factor, in bytes, of text under normalization form C.
const NFC_GROWTH: f64 = 3.0;

/// Maximum growth factor, in bytes, of text under normalization form KC.
const NFKC_GROWTH: f64 = 11.0;

/// Weights of all characters before one normalization step.
struct Weights {
    /// Weights that differ from the default.
    known: FxHashMap<char, f64>,
    /// Default weight per byte of a non-ASCII character. The default for an ASCII character is 1.
    wide: f64,
}

impl Normalizer {
    /// Returns an upper bound on the bytes of a normalized segment per byte of the segment. An
    /// empty segment stays empty.
    pub(super) fn max_growth(&self) -> f64 {
        let mut weights = Weights {
            known: FxHashMap::default(),
            wide: 1.0,
        };
        // A prefix adds most, relative to the segment, to a segment of one byte.
        let mut prefixes = 0.0;
        let mut composed = None;
        for step in self.0.iter().rev() {
            match step {
                NormalizationStep::Prepend { prefix, .. } => prefixes += weights.sum(prefix),
                NormalizationStep::Replace { from, to } => weights.before_replace(from, to),
                // Composing twice in a row has the effect of composing once.
                NormalizationStep::Nfc if composed.is_some() => {}
                NormalizationStep::Nfc => weights.before_compose(NFC_GROWTH),
                NormalizationStep::Nfkc => {
                    weights.before_compose(NFKC_GROWTH / composed.unwrap_or(1.0));
                }
            }
            composed = match step {
                NormalizationStep::Nfc => composed.or(Some(NFC_GROWTH)),
                NormalizationStep::Nfkc => Some(NFKC_GROWTH),
                NormalizationStep::Prepend { .. } | NormalizationStep::Replace { .. } => None,
            };
        }
        weights.highest() + prefixes
    }
}

impl Weights {
    fn of(&self, c: char) -> f64 {
        let default = if c.is_ascii() {
            1.0
        } else {
            self.wide * len(c)
        };
        self.known.get(&c).copied().unwrap_or(default)
    }

    fn sum(&self, text: &str) -> f64 {
        text.chars().map(|c| self.of(c)).sum()
    }

    /// Returns the highest weight per byte of any character.
    fn highest(&self) -> f64 {
        let known = self.known.iter().map(|(&c, weight)| weight / len(c));
        known.fold(self.wide.max(1.0), f64::max)
    }

    /// Moves the weights before a replacement: each character of `from` accounts for its share of
    /// `to`, or for itself.
    fn before_replace(&mut self, from: &str, to: &str) {
        let share = self.sum(to) / from.chars().count() as f64;
        for c in from.chars() {
            let weight = self.of(c).max(share);
            self.known.insert(c, weight);
        }
    }

    /// Moves the weights before a composition: ASCII characters stay, and other characters may
    /// become any characters.
    fn before_compose(&mut self, growth: f64) {
        self.wide = self.highest() * growth;
        self.known.retain(|c, _| c.is_ascii());
    }
}

fn len(c: char) -> f64 {
    c.len_utf8() as f64
}

#[cfg(test)]
mod tests;
