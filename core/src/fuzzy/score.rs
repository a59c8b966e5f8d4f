use super::align::Aligner;
use super::options::Signals;
use super::promise::Promise;
use super::query::{Query, Term};
use super::sieve::{Letters, Sifted};
use super::signature::Signature;
use super::text::{Text, Unit, is_separator};
use super::typed::Reach;
use super::typo::Speller;

/// What the name as a whole is worth: when the query is all of it, all but the
/// extension, how it begins, or when the query's end is all of it.
pub(super) const WHOLE_NAME: i32 = 70;
const WHOLE_STEM: i32 = 50;
pub(super) const PREFIX: i32 = 30;
pub(super) const END_IS_STEM: i32 = 18;
/// When the name begins with what was typed, separators and all; and, short
/// of that, for each word of the stem when all begin with a match, and the most
/// words.
pub(super) const AS_TYPED: i32 = 12;
pub(super) const ALL_WORDS: (i32, usize) = (5, 4);
/// The most that is taken off for characters of the stem without a match, one
/// for each.
pub(super) const UNMATCHED: i32 = 12;
/// For each letter that was wrong, and for words that are not in the order in
/// which they were typed.
pub(super) const TYPO: i32 = 40;
const OUT_OF_ORDER: i32 = 20;
/// A point is worth more than any agreement in case.
const CASE: i32 = 4;

/// Decides whether candidates match and what they are worth, reusing its
/// buffers.
#[derive(Debug)]
pub(crate) struct Scorer {
    text: Text,
    aligner: Aligner,
    speller: Speller,
    fixed: Term,
    /// The sieve's buffers.
    letters: Letters,
    /// Where the characters of all terms are.
    positions: Vec<usize>,
}

impl Default for Scorer {
    fn default() -> Scorer {
        Scorer {
            text: Text::default(),
            aligner: Aligner::default(),
            speller: Speller::default(),
            fixed: Term::to_be_fixed(),
            letters: Letters::default(),
            positions: Vec::new(),
        }
    }
}

/// A path that is to be judged; a directory's is without its final `/`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) is_dir: bool,
    pub(crate) is_file: bool,
    pub(crate) signature: &'a Signature,
}

impl Candidate<'_> {
    /// In bytes, as results show it.
    pub(super) fn len(&self) -> usize {
        self.path.len() + usize::from(self.is_dir)
    }
}

/// How much of a query was looked for before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    pub(crate) typed: usize,
    pub(crate) reach: Reach,
}

impl Begun {
    pub(crate) const NOTHING: Begun = Begun {
        typed: 0,
        reach: Reach::Unknown,
    };
}

impl Scorer {
    /// `None` if the path does not match, else a number that its score does not
    /// exceed, and how far the query reaches. That is all that most candidates
    /// are looked at for: it costs a fraction of [`bound`](Scorer::bound).
    pub(crate) fn sift(
        &mut self,
        query: &Query,
        signals: &Signals,
        candidate: &Candidate<'_>,
        begun: Begun,
    ) -> Option<(i32, Reach)> {
        let (is_admitted, has_all) = query.admits(candidate.signature);
        if !is_admitted {
            return None;
        }
        let sifted = match query.sieve_for(candidate.signature) {
            Some(sieve) => sieve.sift(candidate, has_all, begun, &mut self.letters),
            None => Sifted::Maybe,
        };
        match sifted {
            Sifted::Match(promise, reach) => Some((limit(promise, signals, candidate), reach)),
            Sifted::Maybe => {
                let bound = self.bound(query, signals, candidate)?;
                Some((bound, Reach::Unknown))
            }
            Sifted::NoMatch => None,
        }
    }

    /// As [`sift`](Scorer::sift), with a number that is closer to the score.
    fn bound(
        &mut self,
        query: &Query,
        signals: &Signals,
        candidate: &Candidate<'_>,
    ) -> Option<i32> {
        self.text.set(candidate.path, candidate.is_dir);
        let most = if query.is_empty() {
            0
        } else if self.aligner.find(&query.whole.units, &self.text) {
            let sieve = query.sieve_for(candidate.signature);
            let promise = sieve.map(|sieve| (sieve.whole_promise(), candidate.signature));
            let most = most(&query.whole, &self.text, promise);
            self.most_otherwise(query, candidate.signature)
                .map_or(most, |other| most.max(other))
        } else {
            self.most_of_terms(query)? - out_of_order(query)
        };
        Some(limit(most, signals, candidate))
    }

    /// What a path is worth that matches.
    pub(crate) fn score(
        &mut self,
        query: &Query,
        signals: &Signals,
        candidate: &Candidate<'_>,
    ) -> i32 {
        self.text.set(candidate.path, candidate.is_dir);
        self.score_taken_up(query, signals, candidate)
    }

    /// The same, or `None` if that is less than `floor`; it costs a part of it
    /// for most that are.
    pub(crate) fn score_from(
        &mut self,
        floor: i32,
        query: &Query,
        signals: &Signals,
        candidate: &Candidate<'_>,
    ) -> Option<i32> {
        let bound = self.bound(query, signals, candidate)?;
        (bound >= floor)
            .then(|| self.score_taken_up(query, signals, candidate))
            .filter(|score| *score >= floor)
    }

    /// What is in `text` is worth.
    fn score_taken_up(
        &mut self,
        query: &Query,
        signals: &Signals,
        candidate: &Candidate<'_>,
    ) -> i32 {
        let path = candidate.path;
        self.positions.clear();
        let score = if query.is_empty() {
            0
        } else if self.aligner.find(&query.whole.units, &self.text) {
            let score = self.aligned(&query.whole, path);
            let positions = std::mem::take(&mut self.positions);
            match self.score_otherwise(query, candidate) {
                Some(other) if other > score => other,
                _ => {
                    self.positions = positions;
                    score
                }
            }
        } else {
            self.term_by_term(query, path) - out_of_order(query) * CASE
        };
        score + (signals.bonus(path) - candidate.signature.distance()) * CASE
    }

    /// The bytes where the characters of the query begin in what was judged
    /// last, in order, each once.
    pub(crate) fn positions(&mut self, path: &[u8]) -> Vec<u32> {
        let offsets = self.positions.iter().map(|at| self.text.offset(path, *at));
        let mut offsets: Vec<u32> = offsets.map(|at| at as u32).collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    }

    /// What is there as it was typed can be worth more when it is taken for
    /// words on their own, or for a misspelling: `thraed` in `thread/thread.c`.
    fn most_otherwise(&mut self, query: &Query, signature: &Signature) -> Option<i32> {
        if query.terms.is_empty() {
            self.misspelt(query, signature)
                .map(|typos| self.most_of_fixed(typos))
        } else {
            self.most_of_terms(query)
        }
    }

    fn score_otherwise(&mut self, query: &Query, candidate: &Candidate<'_>) -> Option<i32> {
        let path = candidate.path;
        if query.terms.is_empty() {
            let typos = self.misspelt(query, candidate.signature)?;
            Some(self.aligned_fixed(typos, path))
        } else {
            Some(self.term_by_term(query, path))
        }
    }

    /// The number of words put right, which `fixed` then has, unless what was
    /// found is good as it is: in one piece, or a good name.
    fn misspelt(&mut self, query: &Query, signature: &Signature) -> Option<i32> {
        if query.typos == 0
            || self.aligner.is_one_piece()
            || !query.may_be_misspelt(signature)
            || name_worth(&query.whole, &self.text) > 0
        {
            return None;
        }
        let fixed = &mut self.fixed;
        let typos = self
            .speller
            .correct(&query.whole, true, &self.text.units, &mut fixed.units)?;
        fixed.find_name();
        Some(typos)
    }

    fn most_of_fixed(&self, typos: i32) -> i32 {
        most(&self.fixed, &self.text, None) - typos * TYPO
    }

    fn aligned_fixed(&mut self, typos: i32, path: &[u8]) -> i32 {
        let fixed = std::mem::replace(&mut self.fixed, Term::to_be_fixed());
        self.aligner.find(&fixed.units, &self.text);
        let score = self.aligned(&fixed, path) - typos * TYPO * CASE;
        self.fixed = fixed;
        score
    }

    /// The most that the words can be worth each by itself, if all are there.
    fn most_of_terms(&mut self, query: &Query) -> Option<i32> {
        let mut sum = 0;
        for term in query.terms() {
            // A query of one term was looked for before.
            if !query.terms.is_empty() && self.aligner.find(&term.units, &self.text) {
                sum += most(term, &self.text, None);
                continue;
            }
            let fixed = &mut self.fixed;
            let typos = self
                .speller
                .correct(term, false, &self.text.units, &mut fixed.units)?;
            fixed.find_name();
            sum += self.most_of_fixed(typos);
        }
        Some(sum)
    }

    /// What a term that was found is worth, but for the path as a whole.
    fn aligned(&mut self, term: &Term, path: &[u8]) -> i32 {
        if self.text.places.is_empty() {
            self.text.find_places(path);
        }
        let (text, aligner) = (&self.text, &mut self.aligner);
        let score = aligner.align(&term.units, text);
        let positions = &aligner.positions;
        let in_stem = positions
            .iter()
            .filter(|at| (text.name..text.stem_end).contains(at))
            .count();
        let same_case = positions
            .iter()
            .zip(&term.raw)
            .filter(|(at, raw)| text.raw(path, **at) == Some(**raw))
            .count();
        let words_before = |at: usize| text.places[..at].last().map_or(0, |place| place.word);
        let words = (words_before(text.stem_end) - words_before(text.name)) as usize;
        let begun = positions
            .iter()
            .filter(|at| (text.name..text.stem_end).contains(at) && text.places[**at].starts);
        let all_words = if begun.count() == words {
            words.min(ALL_WORDS.1)
        } else {
            0
        };
        let case = (CASE as usize - 1) * same_case / term.units.len().max(1);
        self.positions.extend(positions);
        let mut name = name_worth(term, text);
        if name < PREFIX {
            name += all_words as i32 * ALL_WORDS.0;
        }
        (score + name - unmatched(text, in_stem)) * CASE + case as i32
    }

    /// What the words are worth each by itself; letters may be wrong.
    fn term_by_term(&mut self, query: &Query, path: &[u8]) -> i32 {
        let mut score = 0;
        for term in query.terms() {
            if self.aligner.find(&term.units, &self.text) {
                score += self.aligned(term, path);
                continue;
            }
            let fixed = &mut self.fixed;
            let typos = self
                .speller
                .correct(term, false, &self.text.units, &mut fixed.units);
            fixed.find_name();
            score += self.aligned_fixed(typos.unwrap_or(0), path);
        }
        score
    }
}

/// A score that is not exceeded by what its parts are worth.
fn limit(most: i32, signals: &Signals, candidate: &Candidate<'_>) -> i32 {
    let beyond = signals.bonus(candidate.path) - candidate.signature.distance();
    (most + beyond) * CASE + CASE - 1
}

fn out_of_order(query: &Query) -> i32 {
    if query.terms.is_empty() {
        0
    } else {
        OUT_OF_ORDER
    }
}

/// The most that a term which was found can be worth, but for the path as a
/// whole; closer if there is a promise for it.
fn most(term: &Term, text: &Text, promise: Option<(&Promise, &Signature)>) -> i32 {
    let mut end = text.units.len();
    let in_name = term.units.iter().rev().take_while(|wanted| {
        let at = text.rfind(**wanted, text.name..end);
        end = at.unwrap_or(end);
        at.is_some()
    });
    let in_name = in_name.count();
    let name = name_worth(term, text);
    if let Some((promise, signature)) = promise {
        return promise.of_found(signature, in_name, name);
    }
    let all_words = in_name.min(ALL_WORDS.1) as i32 * ALL_WORDS.0;
    Aligner::most(term.units.len(), in_name) + name + all_words - unmatched(text, in_name)
}

/// What is taken off for the part of the stem that the query does not speak of.
fn unmatched(text: &Text, in_stem: usize) -> i32 {
    if in_stem == 0 {
        return UNMATCHED;
    }
    let letters = text.stem().iter().filter(|u| !is_separator(**u)).count();
    let rest = letters.saturating_sub(in_stem);
    i32::try_from(rest).map_or(UNMATCHED, |rest| rest.min(UNMATCHED))
}

/// What the name as a whole is worth; separators in it may be passed over.
fn name_worth(term: &Term, text: &Text) -> i32 {
    let is_dir = text.name_end < text.units.len();
    let wanted = term.name();
    if wanted.is_empty() || (term.is_dir && !is_dir) {
        return 0;
    }
    let name = &text.units[text.name..text.name_end];
    let stem = text.stem_end - text.name;
    let typed = if term.literal.is_empty() {
        wanted
    } else {
        &term.literal
    };
    let as_typed = !term.is_fixed && name.starts_with(typed);
    // A separator at the end tells that something follows it.
    let goes_on = !as_typed && typed.last().is_some_and(|u| is_separator(*u));
    let worth = match prefix(wanted, name) {
        Some(_) if goes_on => PREFIX,
        Some(end) if end == name.len() && !is_dir => WHOLE_NAME,
        Some(end) if end == name.len() || is_blank(name, end, stem) => WHOLE_STEM,
        Some(_) if term.is_fixed => 0,
        Some(_) => PREFIX,
        None if is_end(wanted, name) || is_end(wanted, &name[..stem]) => END_IS_STEM,
        None => 0,
    };
    worth + i32::from(as_typed) * AS_TYPED
}

/// Whether there is nothing but separators from one place to another.
fn is_blank(name: &[Unit], from: usize, to: usize) -> bool {
    name.get(from..to)
        .is_some_and(|rest| rest.iter().all(|u| is_separator(*u)))
}

/// Where in the name what is wanted ends, if it begins with it.
fn prefix(wanted: &[Unit], name: &[Unit]) -> Option<usize> {
    let mut left = wanted.iter();
    let mut next = left.next();
    let mut end = 0;
    for (at, unit) in name.iter().enumerate() {
        if next == Some(unit) {
            next = left.next();
            end = at + 1;
            if next.is_none() {
                break;
            }
        } else if !is_separator(*unit) {
            return None;
        }
    }
    next.is_none().then_some(end)
}

/// Whether what is wanted ends with the name, which has to be of two characters
/// or more.
fn is_end(wanted: &[Unit], name: &[Unit]) -> bool {
    if name.last() != wanted.last() {
        return false;
    }
    let mut letters = name.iter().rev().filter(|u| !is_separator(**u));
    let count = letters.clone().count();
    count > 1
        && count <= wanted.len()
        && wanted
            .iter()
            .rev()
            .take(count)
            .all(|w| letters.next() == Some(w))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_score_exceeds_what_was_promised(
            path in "[abcdAB1]{1,6}([_./-][abcdAB1]{1,6}){0,4}",
            query in "[abcdA]{3,7}([1/ _.-][abcd]{1,5})?",
            is_dir: bool,
        ) {
            let query = Query::new(&query).unwrap();
            let signals = Signals::default();
            let path = path.as_bytes();
            let signature = Signature::new(path, is_dir);
            let candidate = Candidate { path, is_dir, is_file: !is_dir, signature: &signature };
            let mut scorer = Scorer::default();
            if let Some((promise, _)) = scorer.sift(&query, &signals, &candidate, Begun::NOTHING) {
                let score = scorer.score(&query, &signals, &candidate);
                let bound = scorer.bound(&query, &signals, &candidate);
                prop_assert!(Some(score) <= bound && score <= promise, "{} {:?} {}", score, bound, promise);
            }
        }
    }
}
