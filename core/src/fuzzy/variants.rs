use super::query::EXTRA_LETTERS;
use super::signature::{Pair, Pairs, Signature};

/// The ways to misspell a word, by the rules of
/// [`Speller`](super::typo::Speller), each as the pairs of letters that it
/// leaves, of neighbours and with one between.
#[derive(Clone, Debug)]
pub(super) struct Variants {
    /// `None` if there are too many of them.
    pairs: Option<Vec<[Pairs; 2]>>,
}

/// The most letters of a word whose variants are told apart.
const MAX_LETTERS: usize = 32;

impl Variants {
    pub(super) fn new(word: &[u8]) -> Variants {
        let pairs = (word.len() <= MAX_LETTERS).then(|| {
            let mut all: Vec<[Pairs; 2]> = Vec::new();
            for variant in variants(word) {
                let pairs = [1, 2].map(|distance| pairs(&variant, distance));
                if !all.contains(&pairs) {
                    all.push(pairs);
                }
            }
            all
        });
        Variants { pairs }
    }

    /// Whether a candidate with this signature can have one of them.
    pub(super) fn may_be_in(&self, signature: &Signature) -> bool {
        match &self.pairs {
            Some(pairs) => pairs
                .iter()
                .any(|[pairs, skips]| signature.has_all(pairs, skips)),
            None => true,
        }
    }
}

/// The letters of each; `None` stands for any.
fn variants(word: &[u8]) -> impl Iterator<Item = Vec<Option<u8>>> {
    let letters: Vec<Option<u8>> = word.iter().copied().map(Some).collect();
    let exchanged = |at: usize| {
        let mut variant = letters.clone();
        variant.swap(at, at + 1);
        variant
    };
    let other = |at: usize| {
        let mut variant = letters.clone();
        variant[at] = None;
        variant
    };
    let without = |at: usize| {
        let mut variant = letters.clone();
        variant.remove(at);
        variant
    };
    let last = word.len() - 1;
    let mut all: Vec<Vec<Option<u8>>> = (0..last).map(exchanged).collect();
    all.extend((1..=last).map(other));
    if word.len() >= EXTRA_LETTERS {
        all.extend((1..=last).map(without));
    }
    all.into_iter()
}

fn pairs(letters: &[Option<u8>], distance: usize) -> Pairs {
    let mut pairs = Pairs::default();
    for letters in letters.windows(distance + 1) {
        if let [Some(first), .., Some(second)] = letters
            && let Some(pair) = Pair::new(*first, *second)
        {
            pairs.add(pair);
        }
    }
    pairs
}
