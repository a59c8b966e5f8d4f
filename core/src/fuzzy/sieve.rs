use memchr::{memchr, memchr2, memrchr};

use super::promise::Promise;
use super::query::{Query, Term};
use super::score::{Begun, Candidate};
use super::signature::{Signature, has_own_bit};
use super::text::{Unit, is_letter, is_separator};
use super::typed::Reach;
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
#[derive(Clone, Copy, Debug)]
pub(super) enum Sifted {
    /// It matches, is worth no more than this, but for the path as a whole, and
    /// so far does the query reach.
    Match(i32, Reach),
    /// It may match.
    Maybe,
    NoMatch,
}

/// Buffers.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// A path in lower case.
    path: Vec<u8>,
    word: Vec<u8>,
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

    /// That of all terms as one.
    pub(super) fn whole_promise(&self) -> &Promise {
        &self.whole_promise
    }

    /// Whether a word can be misspelt in a candidate with this signature.
    pub(super) fn may_be_misspelt(&self, signature: &Signature) -> bool {
        self.terms
            .iter()
            .any(|term| term.may_be_misspelt(signature))
    }

    /// Looks at a candidate that is ASCII. `has_all` is whether it has all
    /// characters.
    pub(super) fn sift(
        &self,
        candidate: &Candidate<'_>,
        has_all: bool,
        begun: Begun,
        letters: &mut Letters,
    ) -> Sifted {
        let signature = candidate.signature;
        if self.is_in_signature {
            return Sifted::Match(self.promise(signature, true), Reach::Unknown);
        }
        if self.longest.saturating_mul(candidate.len()) > MAX_PRODUCT {
            return Sifted::Maybe;
        }
        let reach = match has_all {
            true => self.reach(candidate, begun),
            false => Reach::Nowhere,
        };
        if reach != Reach::Nowhere {
            return Sifted::Match(self.promise(signature, true), reach);
        }
        letters.path.clear();
        let mut is_typed = true;
        for term in &self.terms {
            let own = term.own.as_ref();
            if own.is_some_and(|(own, _)| self::reach(own, 0, candidate).is_some()) {
                continue;
            }
            if !term.may_be_misspelt(signature) {
                return Sifted::NoMatch;
            }
            if letters.path.is_empty() {
                letters.path.extend_from_slice(candidate.path);
                letters.path.extend(candidate.is_dir.then_some(b'/'));
                letters.path.make_ascii_lowercase();
            }
            if !term.is_misspelt(signature, letters) {
                return Sifted::NoMatch;
            }
            if !term.is_word {
                return Sifted::Maybe;
            }
            is_typed = false;
        }
        Sifted::Match(self.promise(signature, is_typed), reach)
    }

    /// How far all characters reach.
    fn reach(&self, candidate: &Candidate<'_>, begun: Begun) -> Reach {
        let (typed, from) = match begun.reach {
            _ if begun.typed == 0 => (0, 0),
            Reach::Unknown => (0, 0),
            Reach::Nowhere => return Reach::Nowhere,
            Reach::To(from) => (begun.typed, from as usize),
        };
        let end = reach(&self.whole[typed..], from, candidate);
        end.map_or(Reach::Nowhere, |end| Reach::To(end as u32))
    }

    /// The most that a candidate with this signature can be worth, where all is
    /// as it was typed or not.
    fn promise(&self, signature: &Signature, is_typed: bool) -> i32 {
        let whole = || self.whole_promise.of(signature);
        match &self.terms[..] {
            [term] if is_typed => term.promise(&self.whole_promise, signature),
            [term] => self.whole_promise.of_misspelt(signature, term.words.len()),
            terms => {
                let own = terms.iter().filter_map(|term| {
                    let (_, promise) = term.own.as_ref()?;
                    Some(term.promise(promise, signature))
                });
                whole().max(own.sum())
            }
        }
    }
}

impl Piece {
    /// The most that it can be worth by its promise, misspelt or not.
    fn promise(&self, promise: &Promise, signature: &Signature) -> i32 {
        let typed = promise.of(signature);
        if self.words.is_empty() {
            return typed;
        }
        let misspelt = promise.of_misspelt(signature, self.words.len());
        match misspelt > typed && self.may_be_misspelt(signature) {
            true => misspelt,
            false => typed,
        }
    }

    /// Whether a word can be misspelt in a candidate with this signature.
    fn may_be_misspelt(&self, signature: &Signature) -> bool {
        let mut words = self.words.iter();
        words.any(|(_, variants)| variants.may_be_in(signature))
    }

    /// Whether the term can be there with a word misspelt.
    fn is_misspelt(&self, signature: &Signature, letters: &mut Letters) -> bool {
        let Letters { path, word: buffer } = letters;
        is_there(&self.fixed, path)
            && self.words.iter().any(|(word, variants)| {
                variants.may_be_in(signature) && is_misspelt(word, path, buffer)
            })
    }
}

/// Where the bytes end that come in this order after `from`, in any case.
fn reach(wanted: &[u8], from: usize, candidate: &Candidate<'_>) -> Option<usize> {
    let path = candidate.path;
    let mut end = from;
    for byte in wanted {
        let found = memchr2(*byte, byte.to_ascii_uppercase(), path.get(end..)?);
        end = match found {
            Some(at) => end + at + 1,
            None if *byte == b'/' && candidate.is_dir => path.len() + 1,
            None => return None,
        };
    }
    Some(end)
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
