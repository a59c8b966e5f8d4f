use memchr::{memchr, memrchr};

use super::promise::Promise;
use super::query::{Query, Term};
use super::signature::{Signature, has_own_bit};
use super::text::{Unit, is_letter, is_separator};
use super::typo::misspelt;
use super::variants::Variants;

/// A query as bytes, which tells quickly of most candidates that are ASCII
/// whether they match.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    whole: Vec<u8>,
    whole_promise: Promise,
    terms: Vec<Piece>,
    /// The length of the longest word in which a letter may be wrong.
    longest: usize,
    /// It is one character, which a signature tells of.
    is_in_signature: bool,
}

/// Where path and word have more than this as their product every letter would
/// be compared again and again.
const MAX_PRODUCT: usize = 1 << 16;

/// A term.
#[derive(Clone, Debug)]
struct Piece {
    /// Without the characters that may be wrong.
    fixed: Vec<u8>,
    /// `None` if it is the whole.
    own: Option<(Vec<u8>, Promise)>,
    /// The words in which a letter may be wrong.
    words: Vec<(Vec<u8>, Variants)>,
    /// Whether a word is all of it.
    is_word: bool,
}

/// What the sieve says of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sifted {
    Match,
    /// It is one that is worth more, or is one at all, with letters that are
    /// wrong.
    Misspelt,
    /// It may be one.
    Maybe,
    NoMatch,
}

impl Sieve {
    /// `None` for a query that is not ASCII.
    pub(super) fn new(query: &Query) -> Option<Sieve> {
        let whole = bytes(&query.whole.units)?;
        let piece = |term: &Term| {
            let fixed: Vec<Unit> = term.fixed_units().collect();
            let words = term.words.iter();
            Some(Piece {
                fixed: bytes(&fixed)?,
                own: match query.terms.is_empty() {
                    true => None,
                    false => {
                        let bytes = bytes(&term.units)?;
                        let promise = Promise::new(term, &bytes);
                        Some((bytes, promise))
                    }
                },
                words: words
                    .map(|word| {
                        let word = bytes(&term.units[word.clone()])?;
                        let variants = Variants::new(&word);
                        Some((word, variants))
                    })
                    .collect::<Option<_>>()?,
                is_word: matches!(&term.words[..], [word] if word.len() == term.units.len()),
            })
        };
        Some(Sieve {
            longest: query.longest_word(),
            terms: query.terms().iter().map(piece).collect::<Option<_>>()?,
            is_in_signature: matches!(whole[..], [byte] if has_own_bit(byte)),
            whole_promise: Promise::new(&query.whole, &whole),
            whole,
        })
    }

    /// The most that a candidate with this signature can be worth that
    /// matches, but for the path as a whole: without a letter wrong, or
    /// `is_misspelt`.
    pub(super) fn promise(&self, signature: &Signature, is_misspelt: bool) -> i32 {
        let of = |promise: &Promise| {
            let typed = promise.of(signature);
            match is_misspelt {
                true => typed.max(promise.of_misspelt(signature)),
                false => typed,
            }
        };
        let own = self.terms.iter().filter_map(|term| term.own.as_ref());
        if self.terms.len() > 1 {
            let apart = own.map(|(_, promise)| of(promise)).sum();
            self.whole_promise.of(signature).max(apart)
        } else {
            of(&self.whole_promise)
        }
    }

    /// That of all terms as one.
    pub(super) fn whole_promise(&self) -> &Promise {
        &self.whole_promise
    }

    /// Whether a word can be misspelt in a candidate with this signature.
    pub(super) fn may_be_misspelt(&self, signature: &Signature) -> bool {
        let mut words = self.terms.iter().flat_map(|term| &term.words);
        words.any(|(_, variants)| variants.may_be_in(signature))
    }

    /// Whether the signature's mask tells all there is to know.
    pub(super) fn is_in_signature(&self) -> bool {
        self.is_in_signature
    }

    /// Looks at the lower-case bytes of a candidate. `has_all` is whether it has
    /// all characters; `letters` is a buffer.
    pub(super) fn sift(
        &self,
        has_all: bool,
        signature: &Signature,
        path: &[u8],
        letters: &mut Vec<u8>,
    ) -> Sifted {
        if self.longest.saturating_mul(path.len()) > MAX_PRODUCT {
            return Sifted::Maybe;
        }
        let is_whole = has_all && is_there(&self.whole, path);
        let mut sifted = Sifted::Match;
        for term in &self.terms {
            let mut words = term.words.iter();
            let is_misspelt = words.any(|(word, variants)| {
                variants.may_be_in(signature)
                    && is_there(&term.fixed, path)
                    && is_misspelt(word, path, letters)
            });
            let is_there = is_whole
                || match &term.own {
                    Some((bytes, _)) => is_there(bytes, path),
                    None => false,
                };
            match (is_there, is_misspelt) {
                (false, false) => return Sifted::NoMatch,
                (false, true) if !term.is_word => sifted = Sifted::Maybe,
                (_, true) if sifted == Sifted::Match => sifted = Sifted::Misspelt,
                _ => {}
            }
        }
        sifted
    }
}

fn bytes(units: &[Unit]) -> Option<Vec<u8>> {
    let byte = |unit: &Unit| u8::try_from(*unit).ok().filter(u8::is_ascii);
    units.iter().map(byte).collect()
}

/// Whether the bytes come in this order.
fn is_there(wanted: &[u8], path: &[u8]) -> bool {
    let mut rest = path;
    wanted.iter().all(|wanted| {
        let at = memchr(*wanted, rest);
        rest = at.map_or(rest, |at| &rest[at + 1..]);
        at.is_some()
    })
}

/// Whether the word is there with one letter wrong, by the rules of
/// [`Speller`](super::typo::Speller).
fn is_misspelt(word: &[u8], path: &[u8], letters: &mut Vec<u8>) -> bool {
    let mut end = path.len();
    while let Some(at) = memrchr(word[0], &path[..end]) {
        end = at;
        let [second, third] = letters_after(path, at);
        let may_begin = second == word[1] || second == word[2] || third == word[2];
        if may_begin && fits(word, &path[at..], letters) {
            return true;
        }
        // The first two exchanged.
        if second == word[2]
            && let Some(before) = path[..at].iter().rposition(|b| !is_separator((*b).into()))
            && path[before] == word[1]
            && fits(word, &path[before..], letters)
        {
            return true;
        }
    }
    false
}

/// The next two bytes after one that are no separators, or zero.
fn letters_after(path: &[u8], at: usize) -> [u8; 2] {
    let mut letters = path[at + 1..]
        .iter()
        .filter(|b| !is_separator((**b).into()));
    [(); 2].map(|()| letters.next().copied().unwrap_or(0))
}

fn fits(word: &[u8], path: &[u8], letters: &mut Vec<u8>) -> bool {
    letters.clear();
    let rest = path.iter().filter(|b| !is_separator((**b).into()));
    letters.extend(
        rest.take_while(|b| is_letter((**b).into()))
            .take(word.len()),
    );
    misspelt(word, letters).is_some()
}
