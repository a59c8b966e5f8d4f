//! Scores of matching candidates.
//!
//! A score is a number of points times [`CASE_SCALE`], plus the case agreement.
//! Points are the sum, over the terms, of their alignment ([`QueryAligner`]) and of
//! the name as a whole, plus bonuses and penalties of the path
//! ([`PathBonuses`], [`Signature`]), minus penalties for typos and order.
//!
//! Invariants: [`Scorer::check`] never rejects a match. Neither it nor
//! [`Scorer::bound`] returns less than [`Scorer::score`].

use super::align::QueryAligner;
use super::bound::{term_bound, total_bound};
use super::history::{KnownPrefix, PrefixEnd};
use super::options::PathBonuses;
use super::prefilter::{PrefilterBuffers, PrefilterResult};
use super::query::{FuzzyQuery, Term};
use super::signature::Signature;
use super::text::{CodePoint, FoldedText, SLASH, is_joint, is_separator};
use super::typo::TypoCorrector;

/// Points if the term is the whole name.
pub(super) const WHOLE_NAME: i32 = 70;
/// Points if the term is the name without its extension, or a directory's name.
const WHOLE_STEM: i32 = 50;
/// Points if the term is a prefix of the name.
pub(super) const PREFIX: i32 = 30;
/// Points if the end of the term is the whole name or stem.
pub(super) const END_IS_STEM: i32 = 18;
/// Points if the name starts with the term, including separators.
pub(super) const AS_TYPED: i32 = 12;
/// Points if the term is a directory and an entry directly below it, including
/// separators.
pub(super) const DIR_AS_TYPED: i32 = 34;
/// Points per character of a term beyond the third if the text contains the
/// term contiguously.
const SUBSTRING: i32 = 13;
/// Maximum number of characters that get [`SUBSTRING`].
const MAX_SUBSTRING: usize = 5;
/// Points if the term has two or more capitals and each matches a capital that
/// starts a word.
pub(super) const CAPITALS: i32 = 48;
/// Points per word of the stem if a match starts each word and the name bonus
/// is less than [`PREFIX`].
pub(super) const STEM_WORD: i32 = 5;
/// Maximum number of words that get [`STEM_WORD`].
pub(super) const MAX_STEM_WORDS: usize = 4;
/// Maximum penalty for characters of the stem without a match, one point each.
pub(super) const UNMATCHED: i32 = 12;
/// Penalty for each word with a typo.
pub(super) const TYPO: i32 = 48;
/// Penalty if the terms match in another order than typed.
const OUT_OF_ORDER: i32 = 20;
/// Units of the final score per point. A term's case agreement adds less than
/// one point: 0 to `CASE_SCALE - 1` units.
pub(super) const CASE_SCALE: i32 = 4;

/// Matches and scores candidates. Reuses its buffers.
#[derive(Debug)]
pub(crate) struct Scorer {
    text: FoldedText,
    aligner: QueryAligner,
    typo_corrector: TypoCorrector,
    /// Term with its typos corrected.
    corrected: Term,
    prefilter_buffers: PrefilterBuffers,
    /// Positions in `text` of the characters of all terms.
    positions: Vec<usize>,
}

impl Default for Scorer {
    fn default() -> Scorer {
        Scorer {
            text: FoldedText::default(),
            aligner: QueryAligner::default(),
            typo_corrector: TypoCorrector::default(),
            corrected: Term::for_correction(),
            prefilter_buffers: PrefilterBuffers::default(),
            positions: Vec::new(),
        }
    }
}

/// Path to be matched, without a directory's trailing `/`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) is_dir: bool,
    pub(crate) is_file: bool,
    pub(crate) signature: &'a Signature,
}

impl Candidate<'_> {
    /// Returns the length in bytes, including a directory's trailing `/`.
    pub(super) fn len(&self) -> usize {
        self.path.len() + usize::from(self.is_dir)
    }
}

impl Scorer {
    /// Returns `None` if the candidate does not match, else an upper bound on
    /// its score and the position where the query ends in it. Costs a fraction
    /// of [`bound`](Scorer::bound); most candidates are only checked.
    pub(crate) fn check(
        &mut self,
        query: &FuzzyQuery,
        bonuses: &PathBonuses,
        candidate: &Candidate<'_>,
        known: KnownPrefix,
    ) -> Option<(i32, PrefixEnd)> {
        let (is_admitted, may_have_all) = query.admits(candidate.signature);
        if !is_admitted {
            return None;
        }
        let result = match query.prefilter_for(candidate.signature) {
            Some(prefilter) => {
                prefilter.check(candidate, may_have_all, known, &mut self.prefilter_buffers)
            }
            None => PrefilterResult::Unsure,
        };
        match result {
            PrefilterResult::Match(points, end) => {
                Some((total_bound(points, query, bonuses, candidate), end))
            }
            PrefilterResult::Unsure => {
                let bound = self.bound(query, bonuses, candidate)?;
                Some((bound, PrefixEnd::Unknown))
            }
            PrefilterResult::NoMatch => None,
        }
    }

    /// Returns `None` if the candidate does not match, else an upper bound on
    /// its score, usually tighter than the bound from [`check`](Scorer::check).
    pub(super) fn bound(
        &mut self,
        query: &FuzzyQuery,
        bonuses: &PathBonuses,
        candidate: &Candidate<'_>,
    ) -> Option<i32> {
        self.text.set(candidate.path, candidate.is_dir);
        let points = if query.is_empty() {
            0
        } else if self.aligner.find(&query.whole.chars, &self.text) {
            let prefilter = query.prefilter_for(candidate.signature);
            let bound = prefilter.map(|prefilter| (&prefilter.whole_bound, candidate.signature));
            let whole = term_bound(&query.whole, &self.text, bound);
            self.alternative_bound(query, candidate.signature)
                .map_or(whole, |alternative| whole.max(alternative))
        } else {
            self.bound_by_terms(query)? - order_penalty(query)
        };
        Some(total_bound(points, query, bonuses, candidate))
    }

    /// Scores a matching candidate.
    pub(crate) fn score(
        &mut self,
        query: &FuzzyQuery,
        bonuses: &PathBonuses,
        candidate: &Candidate<'_>,
    ) -> i32 {
        self.text.set(candidate.path, candidate.is_dir);
        self.score_text(query, bonuses, candidate)
    }

    /// Returns the score of a candidate, or `None` if it does not match or
    /// scores less than `cutoff`. Cheaper than [`score`](Scorer::score) for
    /// most candidates below `cutoff`.
    pub(crate) fn score_if_at_least(
        &mut self,
        cutoff: i32,
        query: &FuzzyQuery,
        bonuses: &PathBonuses,
        candidate: &Candidate<'_>,
    ) -> Option<i32> {
        let bound = self.bound(query, bonuses, candidate)?;
        (bound >= cutoff)
            .then(|| self.score_text(query, bonuses, candidate))
            .filter(|score| *score >= cutoff)
    }

    /// Scores the candidate that is in `text`.
    fn score_text(
        &mut self,
        query: &FuzzyQuery,
        bonuses: &PathBonuses,
        candidate: &Candidate<'_>,
    ) -> i32 {
        let path = candidate.path;
        self.positions.clear();
        let score = if query.is_empty() {
            0
        } else if self.aligner.find(&query.whole.chars, &self.text) {
            let score = self.align(&query.whole, path);
            let positions = std::mem::take(&mut self.positions);
            match self.alternative_score(query, candidate) {
                Some(alternative) if alternative > score => alternative,
                _ => {
                    self.positions = positions;
                    score
                }
            }
        } else {
            self.score_by_terms(query, path) - order_penalty(query) * CASE_SCALE
        };
        score + (bonuses.bonus(path) - candidate.signature.penalty()) * CASE_SCALE
    }

    /// Returns the byte offsets of the matched characters of the last scored
    /// candidate, ascending and without duplicates.
    pub(crate) fn positions(&mut self, path: &[u8]) -> Vec<u32> {
        let offsets = self
            .positions
            .iter()
            .map(|at| self.text.byte_offset(path, *at));
        let mut offsets: Vec<u32> = offsets.map(|at| at as u32).collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    }

    /// Bounds [`alternative_score`](Scorer::alternative_score).
    fn alternative_bound(&mut self, query: &FuzzyQuery, signature: &Signature) -> Option<i32> {
        if query.terms.is_empty() {
            self.correct_scattered(query, signature)
                .map(|typos| self.corrected_bound(typos))
        } else {
            self.bound_by_terms(query)
        }
    }

    /// Scores text that contains the whole query, with each term matched separately or with a typo,
    /// which can score higher: `thraed` in `thread/thread.c`.
    fn alternative_score(&mut self, query: &FuzzyQuery, candidate: &Candidate<'_>) -> Option<i32> {
        let path = candidate.path;
        if query.terms.is_empty() {
            let typos = self.correct_scattered(query, candidate.signature)?;
            Some(self.align_corrected(typos, path))
        } else {
            Some(self.score_by_terms(query, path))
        }
    }

    /// Corrects typos of a query that the text contains only scattered and
    /// without a name bonus. Sets `corrected` and returns the number of typos.
    fn correct_scattered(&mut self, query: &FuzzyQuery, signature: &Signature) -> Option<i32> {
        if query.typo_words == 0
            || self.aligner.is_contiguous()
            || !query.may_match_with_typo(signature)
            || name_bonus(&query.whole, &self.text) > 0
        {
            return None;
        }
        let corrected = &mut self.corrected;
        let typos = self.typo_corrector.correct(
            &query.whole,
            true,
            &self.text.chars,
            &mut corrected.chars,
        )?;
        corrected.find_name();
        Some(typos)
    }

    fn corrected_bound(&self, typos: i32) -> i32 {
        term_bound(&self.corrected, &self.text, None) - typos * TYPO
    }

    fn align_corrected(&mut self, typos: i32, path: &[u8]) -> i32 {
        let corrected = std::mem::replace(&mut self.corrected, Term::for_correction());
        self.aligner.find(&corrected.chars, &self.text);
        let score = self.align(&corrected, path) - typos * TYPO * CASE_SCALE;
        self.corrected = corrected;
        score
    }

    /// Bounds the sum of the points of all terms. Returns `None` if a term does
    /// not match.
    fn bound_by_terms(&mut self, query: &FuzzyQuery) -> Option<i32> {
        let mut sum = 0;
        for term in query.terms() {
            // The only term of a query is `whole`, which the caller has already
            // searched for.
            if !query.terms.is_empty() && self.aligner.find(&term.chars, &self.text) {
                sum += term_bound(term, &self.text, None);
                continue;
            }
            let corrected = &mut self.corrected;
            let typos =
                self.typo_corrector
                    .correct(term, false, &self.text.chars, &mut corrected.chars)?;
            corrected.find_name();
            sum += self.corrected_bound(typos);
        }
        Some(sum)
    }

    /// Scores the term that `aligner` has found, excluding path-level bonuses
    /// and penalties, and appends its positions.
    fn align(&mut self, term: &Term, path: &[u8]) -> i32 {
        if self.text.info.is_empty() {
            self.text.find_words(path);
        }
        let (text, aligner) = (&self.text, &mut self.aligner);
        let mut alignment = aligner.align(&term.chars, &term.capitals, text);
        let mut bonus = run_bonus(term, &aligner.positions, text);
        if bonus == 0 && substring_bonus(term) > 0 {
            let positions = std::mem::take(&mut aligner.positions);
            match aligner.align_run(&term.chars, &term.capitals, text) {
                Some(in_run) if in_run + run_bonus(term, &aligner.positions, text) > alignment => {
                    bonus = run_bonus(term, &aligner.positions, text);
                    alignment = in_run;
                }
                _ => aligner.positions = positions,
            }
        }
        alignment += bonus;
        let positions = &aligner.positions;
        let stem = text.name..text.stem_end;
        let in_stem = positions.iter().filter(|at| stem.contains(at)).count();
        let same_case = positions
            .iter()
            .zip(&term.raw)
            .filter(|(at, raw)| text.raw_char(path, **at) == Some(**raw))
            .count();
        let words_before = |at: usize| text.info[..at].last().map_or(0, |info| info.word);
        let words = (words_before(stem.end) - words_before(stem.start)) as usize;
        let started = positions
            .iter()
            .filter(|at| stem.contains(at) && text.info[**at].starts_word());
        let stem_words = if started.count() == words {
            words.min(MAX_STEM_WORDS)
        } else {
            0
        };
        let case = (CASE_SCALE as usize - 1) * same_case / term.chars.len().max(1);
        self.positions.extend(positions);
        let mut name = name_bonus(term, text);
        if name < PREFIX {
            name += stem_words as i32 * STEM_WORD;
        }
        (alignment + name - unmatched_penalty(text, in_stem)) * CASE_SCALE + case as i32
    }

    /// Scores each term separately, with typos corrected.
    fn score_by_terms(&mut self, query: &FuzzyQuery, path: &[u8]) -> i32 {
        let mut score = 0;
        for term in query.terms() {
            if self.aligner.find(&term.chars, &self.text) {
                score += self.align(term, path);
                continue;
            }
            let corrected = &mut self.corrected;
            let typos =
                self.typo_corrector
                    .correct(term, false, &self.text.chars, &mut corrected.chars);
            corrected.find_name();
            score += self.align_corrected(typos.unwrap_or(0), path);
        }
        score
    }
}

/// Returns the penalty if the text does not contain the terms in the order
/// typed.
fn order_penalty(query: &FuzzyQuery) -> i32 {
    if query.terms.is_empty() {
        0
    } else {
        OUT_OF_ORDER
    }
}

/// Returns the penalty for characters of the stem beyond `in_stem` matched
/// ones.
pub(super) fn unmatched_penalty(text: &FoldedText, in_stem: usize) -> i32 {
    if in_stem == 0 {
        return UNMATCHED;
    }
    let letters = text.stem().iter().filter(|c| !is_separator(**c)).count();
    let rest = letters.saturating_sub(in_stem);
    i32::try_from(rest).map_or(UNMATCHED, |rest| rest.min(UNMATCHED))
}

/// Returns the points for how much of the name the term covers. Skips
/// separators in the name that the term lacks.
pub(super) fn name_bonus(term: &Term, text: &FoldedText) -> i32 {
    let is_dir = text.name_end < text.chars.len();
    let wanted = term.name();
    if wanted.is_empty() || (term.is_dir && !is_dir) {
        return 0;
    }
    let name = &text.chars[text.name..text.name_end];
    let stem = text.stem_end - text.name;
    let typed = if term.name_as_typed.is_empty() {
        wanted
    } else {
        &term.name_as_typed
    };
    let as_typed = !term.is_corrected && name.starts_with(typed);
    // A separator at the end of the query means that the name continues.
    let goes_on = !as_typed && typed.last().is_some_and(|c| is_separator(*c));
    let bonus = match prefix_len(wanted, name) {
        Some(_) if goes_on => PREFIX,
        Some(end) if end == name.len() && !is_dir => WHOLE_NAME,
        Some(end) if end == name.len() || is_separators(name, end, stem) => WHOLE_STEM,
        Some(_) if term.is_corrected => 0,
        Some(_) => PREFIX,
        None if ends_with_name(wanted, name) || ends_with_name(wanted, &name[..stem]) => {
            END_IS_STEM
        }
        None => 0,
    };
    bonus + i32::from(as_typed) * AS_TYPED
}

/// Returns the points if the text contains the term contiguously.
pub(super) fn substring_bonus(term: &Term) -> i32 {
    if term.is_corrected {
        return 0;
    }
    SUBSTRING * term.chars.len().saturating_sub(3).min(MAX_SUBSTRING) as i32
}

/// Returns the points for a term that matches at positions without a gap, and
/// for its capitals. A gap before a matched capital does not count.
fn run_bonus(term: &Term, positions: &[usize], text: &FoldedText) -> i32 {
    let is_hump = |at: usize| {
        let info = text.info[positions[at]];
        term.capitals[at] && info.is_capital && info.starts_word()
    };
    let has_humps = !term.capitals.is_empty()
        && (0..positions.len()).all(|at| !term.capitals[at] || is_hump(at));
    let is_run = (1..positions.len()).all(|at| {
        let gap = &text.chars[positions[at - 1] + 1..positions[at]];
        gap.iter().all(|c| is_joint(*c)) || (has_humps && is_hump(at))
    });
    let mut bonus = 0;
    if has_humps {
        bonus += CAPITALS;
    }
    if is_run {
        bonus += substring_bonus(term);
        if term.has_dir() && !term.is_corrected && is_component_start(text, positions[0]) {
            bonus += DIR_AS_TYPED;
        }
    }
    bonus
}

/// Whether the character at a position is the first of a component.
fn is_component_start(text: &FoldedText, at: usize) -> bool {
    at.checked_sub(1)
        .is_none_or(|before| text.chars[before] == SLASH)
}

/// Whether a range is valid and contains only separators.
fn is_separators(name: &[CodePoint], from: usize, to: usize) -> bool {
    name.get(from..to)
        .is_some_and(|rest| rest.iter().all(|c| is_separator(*c)))
}

/// Returns the length of the prefix of the name that equals `wanted` when
/// separators are skipped.
fn prefix_len(wanted: &[CodePoint], name: &[CodePoint]) -> Option<usize> {
    let mut rest = wanted.iter();
    let mut next = rest.next();
    let mut end = 0;
    for (at, c) in name.iter().enumerate() {
        if next == Some(c) {
            next = rest.next();
            end = at + 1;
            if next.is_none() {
                break;
            }
        } else if !is_separator(*c) {
            return None;
        }
    }
    next.is_none().then_some(end)
}

/// Whether `wanted` ends with the name without separators, which must have at
/// least two characters.
fn ends_with_name(wanted: &[CodePoint], name: &[CodePoint]) -> bool {
    if name.last() != wanted.last() {
        return false;
    }
    let mut letters = name.iter().rev().filter(|c| !is_separator(**c));
    let count = letters.clone().count();
    count > 1
        && count <= wanted.len()
        && wanted
            .iter()
            .rev()
            .take(count)
            .all(|w| letters.next() == Some(w))
}
