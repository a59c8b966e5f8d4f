//! Prefilter: decides from a signature and the raw bytes of a path whether an
//! ASCII query matches.
//!
//! Invariants: the prefilter never rejects a match, and never reports a match
//! for a path that does not match. Its bound is never lower than the score. If
//! it cannot decide, it returns [`PrefilterResult::Unsure`], and
//! [`Scorer::bound`](super::score::Scorer) decides.

use memchr::{memchr, memchr2, memrchr};

use super::bound::ScoreBound;
use super::history::{KnownPrefix, PrefixEnd};
use super::query::{FuzzyQuery, Term};
use super::score::Candidate;
use super::signature::{Signature, has_unique_bit};
use super::text::{CodePoint, is_letter, is_separator};
use super::typo::{TypoVariants, misspelt_len, starts_with_run};

/// Query as ASCII bytes, prepared for checking ASCII paths.
#[derive(Clone, Debug)]
pub(super) struct FuzzyPrefilter {
    whole: Vec<u8>,
    pub(super) whole_bound: ScoreBound,
    terms: Vec<PrefilterTerm>,
    /// Length of the longest word that tolerates a typo.
    longest_typo_word: usize,
    /// Whether the signature alone decides: the query is a single character
    /// with a unique bit.
    is_in_signature: bool,
}

/// Maximum product of path length and longest word length for a check. A larger
/// product could mean comparing every letter many times.
const MAX_PRODUCT: usize = 1 << 16;

/// Term of a query as bytes.
#[derive(Clone, Debug)]
struct PrefilterTerm {
    /// Characters that tolerate no typo.
    exact_chars: Vec<u8>,
    /// Characters and bound of the term; `None` if the term is the whole query.
    own: Option<(Vec<u8>, ScoreBound)>,
    /// Words that tolerate a typo.
    typo_words: Vec<(Vec<u8>, TypoVariants)>,
    /// Whether the whole term is one such word.
    is_typo_word: bool,
}

/// Result of a check.
#[derive(Clone, Copy, Debug)]
pub(super) enum PrefilterResult {
    /// Match. Holds an upper bound on the points, excluding path-level bonuses
    /// and penalties, and the end of the query in the path.
    Match(i32, PrefixEnd),
    /// May or may not match.
    Unsure,
    /// No match.
    NoMatch,
}

/// Buffers reused across checks.
#[derive(Debug, Default)]
pub(super) struct PrefilterBuffers {
    /// Path in lower case.
    path: Vec<u8>,
    word: Vec<u8>,
}

impl FuzzyPrefilter {
    /// Prepares a query. Returns `None` if it is not ASCII.
    pub(super) fn new(query: &FuzzyQuery) -> Option<FuzzyPrefilter> {
        let whole = ascii_bytes(&query.whole.chars)?;
        let terms = query.terms().iter();
        Some(FuzzyPrefilter {
            longest_typo_word: query.longest_typo_word(),
            terms: terms
                .map(|term| PrefilterTerm::new(term, !query.terms.is_empty()))
                .collect::<Option<_>>()?,
            is_in_signature: matches!(whole[..], [byte] if has_unique_bit(byte)),
            whole_bound: ScoreBound::new(&query.whole, &whole),
            whole,
        })
    }

    /// Whether a candidate with this signature can contain a word with a typo.
    /// Never false for a candidate that does.
    pub(super) fn may_match_with_typo(&self, signature: &Signature) -> bool {
        self.terms
            .iter()
            .any(|term| term.may_match_with_typo(signature))
    }

    /// Checks an ASCII candidate. `may_have_all` states whether its signature
    /// has all characters of the query.
    pub(super) fn check(
        &self,
        candidate: &Candidate<'_>,
        may_have_all: bool,
        known: KnownPrefix,
        buffers: &mut PrefilterBuffers,
    ) -> PrefilterResult {
        let signature = candidate.signature;
        if self.is_in_signature {
            return PrefilterResult::Match(self.bound(signature, true), PrefixEnd::Unknown);
        }
        if self.longest_typo_word.saturating_mul(candidate.len()) > MAX_PRODUCT {
            return PrefilterResult::Unsure;
        }
        let end = match may_have_all {
            true => self.find_end(candidate, known),
            false => PrefixEnd::NotFound,
        };
        if end != PrefixEnd::NotFound {
            return PrefilterResult::Match(self.bound(signature, true), end);
        }
        buffers.path.clear();
        let mut is_exact = true;
        for term in &self.terms {
            let own = term.own.as_ref();
            if own.is_some_and(|(chars, _)| subsequence_end(chars, 0, candidate).is_some()) {
                continue;
            }
            if !term.may_match_with_typo(signature) {
                return PrefilterResult::NoMatch;
            }
            if buffers.path.is_empty() {
                buffers.path.extend_from_slice(candidate.path);
                buffers.path.extend(candidate.is_dir.then_some(b'/'));
                buffers.path.make_ascii_lowercase();
            }
            if !term.has_typo_word(signature, buffers) {
                return PrefilterResult::NoMatch;
            }
            if !term.is_typo_word {
                return PrefilterResult::Unsure;
            }
            is_exact = false;
        }
        PrefilterResult::Match(self.bound(signature, is_exact), end)
    }

    /// Finds the end of the whole query as a subsequence, starting from the
    /// prefix that an earlier query has found.
    fn find_end(&self, candidate: &Candidate<'_>, known: KnownPrefix) -> PrefixEnd {
        let (len, from) = match known.end {
            _ if known.len == 0 => (0, 0),
            PrefixEnd::Unknown => (0, 0),
            PrefixEnd::NotFound => return PrefixEnd::NotFound,
            PrefixEnd::At(from) => (known.len, from as usize),
        };
        let end = subsequence_end(&self.whole[len..], from, candidate);
        end.map_or(PrefixEnd::NotFound, |end| PrefixEnd::At(end as u32))
    }

    /// Returns an upper bound on the points of a candidate. If `is_exact`, the
    /// candidate matches without typos.
    fn bound(&self, signature: &Signature, is_exact: bool) -> i32 {
        match &self.terms[..] {
            [term] if is_exact => term.bound(&self.whole_bound, signature),
            [term] => self
                .whole_bound
                .with_typos(signature, term.typo_words.len()),
            terms => {
                let own = terms.iter().filter_map(|term| {
                    let (_, bound) = term.own.as_ref()?;
                    Some(term.bound(bound, signature))
                });
                self.whole_bound.exact(signature).max(own.sum())
            }
        }
    }
}

impl PrefilterTerm {
    fn new(term: &Term, is_one_of_several: bool) -> Option<PrefilterTerm> {
        let exact_chars: Vec<CodePoint> = term.exact_chars().collect();
        let own = if is_one_of_several {
            let chars = ascii_bytes(&term.chars)?;
            let bound = ScoreBound::new(term, &chars);
            Some((chars, bound))
        } else {
            None
        };
        let typo_words = term.typo_words.iter().map(|word| {
            let word = ascii_bytes(&term.chars[word.clone()])?;
            let variants = TypoVariants::new(&word);
            Some((word, variants))
        });
        Some(PrefilterTerm {
            exact_chars: ascii_bytes(&exact_chars)?,
            own,
            typo_words: typo_words.collect::<Option<_>>()?,
            is_typo_word: matches!(&term.typo_words[..], [word] if word.len() == term.chars.len()),
        })
    }

    /// Returns an upper bound on the points of the term, with or without typos.
    /// `bound` is the term's own bound.
    fn bound(&self, bound: &ScoreBound, signature: &Signature) -> i32 {
        let exact = bound.exact(signature);
        if self.typo_words.is_empty() {
            return exact;
        }
        let with_typos = bound.with_typos(signature, self.typo_words.len());
        match with_typos > exact && self.may_match_with_typo(signature) {
            true => with_typos,
            false => exact,
        }
    }

    /// Whether a candidate with this signature can contain a word with a typo.
    fn may_match_with_typo(&self, signature: &Signature) -> bool {
        let mut words = self.typo_words.iter();
        words.any(|(_, variants)| variants.may_be_in(signature))
    }

    /// Whether the path, held in lower case in `buffers`, contains a word with
    /// a typo and all characters that tolerate none.
    fn has_typo_word(&self, signature: &Signature, buffers: &mut PrefilterBuffers) -> bool {
        let PrefilterBuffers { path, word: buffer } = buffers;
        is_subsequence(&self.exact_chars, path)
            && self.typo_words.iter().any(|(word, variants)| {
                variants.may_be_in(signature) && contains_misspelt(word, path, buffer)
            })
    }
}

/// Returns the end of the bytes as a subsequence after `from`, each at its
/// first position, ignoring case.
fn subsequence_end(wanted: &[u8], from: usize, candidate: &Candidate<'_>) -> Option<usize> {
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

fn ascii_bytes(chars: &[CodePoint]) -> Option<Vec<u8>> {
    let byte = |c: &CodePoint| u8::try_from(*c).ok().filter(u8::is_ascii);
    chars.iter().map(byte).collect()
}

/// Whether the path contains the bytes in this order.
fn is_subsequence(wanted: &[u8], path: &[u8]) -> bool {
    let mut rest = path;
    wanted.iter().all(|wanted| {
        let at = memchr(*wanted, rest);
        rest = at.map_or(rest, |at| &rest[at + 1..]);
        at.is_some()
    })
}

/// Whether the path contains the word with a typo, by the rules of
/// [`TypoCorrector`](super::typo::TypoCorrector).
fn contains_misspelt(word: &[u8], path: &[u8], letters: &mut Vec<u8>) -> bool {
    let may_be_repeated = starts_with_run(word);
    let mut end = path.len();
    while let Some(at) = memrchr(word[0], &path[..end]) {
        end = at;
        let [second, third] = two_letters_after(path, at);
        let may_start =
            second == word[1] || second == word[2] || third == word[2] || may_be_repeated;
        if may_start && starts_misspelt(word, &path[at..], letters) {
            return true;
        }
        let may_be_exchanged = second == word[2];
        if may_be_exchanged
            && let Some(before) = path[..at].iter().rposition(|b| !is_separator((*b).into()))
            && path[before] == word[1]
            && starts_misspelt(word, &path[before..], letters)
        {
            return true;
        }
    }
    false
}

/// Returns the next two bytes after a position that are not separators, or
/// zeros.
fn two_letters_after(path: &[u8], at: usize) -> [u8; 2] {
    let mut letters = path[at + 1..]
        .iter()
        .filter(|b| !is_separator((**b).into()));
    [(); 2].map(|()| letters.next().copied().unwrap_or(0))
}

fn starts_misspelt(word: &[u8], path: &[u8], letters: &mut Vec<u8>) -> bool {
    letters.clear();
    let rest = path.iter().filter(|b| !is_separator((**b).into()));
    letters.extend(
        rest.take_while(|b| is_letter((**b).into()))
            .take(word.len()),
    );
    misspelt_len(word, letters).is_some()
}
