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
mod tests {
    use super::*;
    use proptest::prelude::*;

    use ransack_base::CancelToken;

    fn replace(from: &str, to: &str) -> NormalizationStep {
        NormalizationStep::Replace {
            from: from.into(),
            to: to.into(),
        }
    }

    fn growth(steps: Vec<NormalizationStep>) -> f64 {
        Normalizer(steps).max_growth()
    }

    #[test]
    fn bounds_of_common_and_of_growing_chains() {
        let mark = || replace(" ", "▁");
        assert_eq!(growth(vec![]), 1.0);
        assert_eq!(growth(vec![mark()]), 3.0);
        assert_eq!(growth(vec![NormalizationStep::Nfc]), 3.0);
        assert_eq!(growth(vec![NormalizationStep::Nfkc, mark()]), 33.0);
        let twice = vec![
            NormalizationStep::Nfkc,
            NormalizationStep::Nfc,
            NormalizationStep::Nfkc,
        ];
        assert_eq!(growth(twice), 11.0);
        let distinct = (b'!'..=b'/').map(|c| replace(&char::from(c).to_string(), "▁"));
        assert_eq!(growth(distinct.collect()), 3.0);
        let doubling = (0..10).map(|_| replace("a", "aa"));
        assert_eq!(growth(doubling.collect()), 1024.0);
        let chain = vec![replace("a", "bb"), replace("b", "cc"), replace("c", "dd")];
        assert_eq!(growth(chain), 8.0);
        let pairs = (0..10).map(|_| replace("aa", "aaa"));
        assert!(growth(pairs.collect()) > 50.0);
    }

    fn step() -> impl Strategy<Value = NormalizationStep> {
        let text = |len| proptest::string::string_regex(len).unwrap_or_else(|e| panic!("{e}"));
        prop_oneof![
            4 => (text("[abé\u{301} ]{1,2}"), text("[abé\u{301}ﷺ ]{0,4}"))
                .prop_map(|(from, to)| NormalizationStep::Replace { from, to }),
            1 => Just(NormalizationStep::Nfc),
            1 => Just(NormalizationStep::Nfkc),
            1 => (text("[abﷺ]{1,3}"), any::<bool>()).prop_map(|(prefix, unless_present)| {
                NormalizationStep::Prepend { prefix, unless_present, first_only: false }
            }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_text_grows_beyond_the_bound(
            steps in prop::collection::vec(step(), 0..6),
            text in "[abé\u{301}ﷺ\u{1d160} ]{0,12}",
        ) {
            let normalizer = Normalizer(steps);
            let normalized = normalizer.apply(text.as_bytes(), true, &CancelToken::new());
            let len = normalized.map_or(0, |normalized| normalized.bytes.len());
            let bound = normalizer.max_growth() * text.len() as f64;
            prop_assert!(len as f64 <= bound * (1.0 + 1e-9), "{} bytes, {}", len, bound);
        }
    }
}
