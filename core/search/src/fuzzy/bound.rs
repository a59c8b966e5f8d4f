//! Upper bounds on scores.
//!
//! Invariant: a bound is never lower than the score it bounds. Ranking relies
//! on it: it drops candidates whose bound is below the cutoff. A change to the
//! scores of [`QueryAligner`] or [`name_bonus`] requires a change of the bounds
//! here; `tests::no_score_exceeds_its_bounds` compares them.
//!
//! There are three bounds of increasing cost and precision: [`ScoreBound`]
//! reads only a signature, [`term_bound`] reads the name, and
//! [`Scorer::bound`](super::score::Scorer) combines them over all terms.

use super::align::{
    COMPLETE, CONSECUTIVE, IN_NAME, INSIDE_OTHER, INSIDE_WORD, MATCH, QueryAligner, SAME_CAPITAL,
};
use super::options::PathBonuses;
use super::query::{FuzzyQuery, Term};
use super::score::{
    AS_TYPED, CAPITALS, CASE_SCALE, Candidate, DIR_AS_TYPED, END_IS_STEM, MAX_STEM_WORDS, PREFIX,
    STEM_WORD, TYPO, UNMATCHED, WHOLE_NAME, name_bonus, substring_bonus, unmatched_penalty,
};
use super::signature::{PairSlot, Signature, char_bit};
use super::text::{COMPONENT_START, FoldedText, NAME_START};

/// Upper bound on a term's score, computed from the signature alone; excludes
/// path-level bonuses and penalties.
#[derive(Clone, Debug)]
pub(super) struct ScoreBound {
    chars: Vec<BoundChar>,
    /// Name part of the term, without a trailing `/`.
    name: Vec<u8>,
    /// Points if the text contains the term contiguously.
    run_bonus: i32,
    /// Number of capitals, or zero if there is only one.
    capitals: usize,
}

/// Character of a term with its signature bits.
#[derive(Clone, Copy, Debug)]
struct BoundChar {
    byte: u8,
    bit: u64,
    /// Pair with the previous character; `None` if either is not a letter or
    /// digit.
    pair: Option<PairSlot>,
    /// Whether the character is one of [`Term::capitals`].
    is_capital: bool,
}

impl BoundChar {
    fn is_alphanumeric(&self) -> bool {
        self.byte.is_ascii_alphanumeric()
    }

    fn may_start_word(&self, signature: &Signature) -> bool {
        self.is_alphanumeric() && self.bit & signature.word_starts != 0
    }

    /// Whether the character may come directly after the previous one.
    fn may_follow(&self, signature: &Signature) -> bool {
        self.pair.is_none_or(|pair| signature.may_have_pair(pair))
    }
}

impl ScoreBound {
    /// Prepares the bound for an ASCII term. `bytes` are the term's characters.
    pub(super) fn new(term: &Term, bytes: &[u8]) -> ScoreBound {
        let before = std::iter::once(None).chain(bytes.iter().copied().map(Some));
        let capitals = term
            .capitals
            .iter()
            .copied()
            .chain(std::iter::repeat(false));
        let chars = bytes.iter().zip(before).zip(capitals);
        let chars = chars.map(|((byte, before), is_capital)| BoundChar {
            byte: *byte,
            bit: char_bit((*byte).into()),
            pair: before.and_then(|before| PairSlot::new(before, *byte)),
            is_capital,
        });
        let end = bytes.len() - usize::from(term.is_dir);
        ScoreBound {
            chars: chars.collect(),
            name: bytes[term.name..end].to_vec(),
            run_bonus: max_run_bonus(term),
            capitals: count_capitals(term),
        }
    }

    /// Bounds the score of a match without typos.
    pub(super) fn exact(&self, signature: &Signature) -> i32 {
        if self.chars.is_empty() {
            return 0;
        }
        let in_name = self.max_in_name(signature, 0);
        let may_cover_stem = usize::from(signature.stem_len) <= in_name;
        let name = if self.name.is_empty() {
            0
        } else if in_name >= self.name.len() && signature.may_start_with(&self.name) {
            AS_TYPED + if may_cover_stem { WHOLE_NAME } else { PREFIX }
        } else if may_cover_stem {
            END_IS_STEM
        } else {
            0
        };
        self.exact_with_name(signature, in_name, name)
    }

    /// Returns an upper bound on the number of characters in the name, `typos`
    /// of which may differ.
    fn max_in_name(&self, signature: &Signature, mut typos: usize) -> usize {
        let may_be_in_name = |c: &&BoundChar| {
            c.bit & !signature.name_chars == 0
                || match typos.checked_sub(1) {
                    Some(rest) => {
                        typos = rest;
                        true
                    }
                    None => false,
                }
        };
        let backwards = self.chars.iter().rev();
        backwards.take_while(may_be_in_name).count()
    }

    /// Bounds the score of a match without typos, with at most `in_name`
    /// characters in the name and a name bonus of at most `name`.
    pub(super) fn exact_with_name(&self, signature: &Signature, in_name: usize, name: i32) -> i32 {
        let count = self.chars.len();
        let matches = MATCH * count as i32 + IN_NAME * in_name as i32;
        matches
            + self.boundary_points(signature, count - in_name)
            + name_points(signature, in_name, name)
    }

    /// Bounds the score of a match with at least one typo, and at most one in
    /// each of `typo_words` words.
    pub(super) fn with_typos(&self, signature: &Signature, typo_words: usize) -> i32 {
        let count = self.chars.len();
        let in_name = self.max_in_name(signature, typo_words);
        let name = match usize::from(signature.stem_len) <= in_name {
            true if in_name + typo_words >= self.name.len() => WHOLE_NAME,
            true => END_IS_STEM,
            false => 0,
        };
        let elsewhere = MATCH + COMPLETE + i32::from(COMPONENT_START);
        let alignment =
            elsewhere * (count - in_name) as i32 + QueryAligner::upper_bound(in_name, in_name);
        alignment + name_points(signature, in_name, name) - TYPO
    }

    /// Returns an upper bound on the points for word boundaries and contiguous
    /// runs, as [`QueryAligner`] counts them. No character before `name_from` is in
    /// the name.
    fn boundary_points(&self, signature: &Signature, name_from: usize) -> i32 {
        let mut points = match self.capitals {
            0 => 0,
            _ => self.capital_points(signature),
        };
        let mut run_bonus = 0;
        let mut is_run = true;
        let first = signature.name_first();
        for (at, c) in self.chars.iter().enumerate() {
            let is_alphanumeric = c.is_alphanumeric();
            let may_start_name = c.byte == first || !first.is_ascii_alphanumeric();
            let bonus = if !c.may_start_word(signature) {
                0
            } else if at >= name_from && may_start_name {
                i32::from(NAME_START)
            } else {
                i32::from(COMPONENT_START)
            };
            let after_gap = match bonus {
                0 if !is_alphanumeric => 0,
                0 if at == 0 => -INSIDE_OTHER,
                0 => -INSIDE_WORD,
                bonus => bonus,
            };
            if at > 0 && c.may_follow(signature) {
                // A gap follows a match that completes a word. It scores less
                // than a longer run unless a word starts there.
                let next = self.chars.get(at + 1);
                let may_end_word = next.is_none_or(|next| {
                    !next.is_alphanumeric()
                        || next.may_start_word(signature)
                        || !next.may_follow(signature)
                });
                let complete = if is_alphanumeric && may_end_word {
                    COMPLETE
                } else {
                    0
                };
                let in_run = run_bonus.max(bonus).max(CONSECUTIVE) + complete;
                points += after_gap.max(in_run);
                run_bonus = run_bonus.max(bonus);
            } else {
                points += after_gap;
                run_bonus = bonus;
                is_run &= at == 0 || (c.is_capital && bonus > 0);
            }
        }
        if is_run {
            points += self.run_bonus;
        }
        points
    }

    /// Returns an upper bound on the points for capitals.
    fn capital_points(&self, signature: &Signature) -> i32 {
        let capitals = self.chars.iter().filter(|c| c.is_capital);
        let starts = capitals.filter(|c| c.may_start_word(signature)).count();
        let all = if starts == self.capitals { CAPITALS } else { 0 };
        SAME_CAPITAL * starts as i32 + all
    }
}

/// Returns an upper bound on the points for the name as a whole, given a name
/// bonus of at most `name` and at most `in_name` characters that match in the
/// name.
fn name_points(signature: &Signature, in_name: usize, name: i32) -> i32 {
    let unmatched = match in_name {
        0 => UNMATCHED,
        _ => {
            let rest = usize::from(signature.stem_len).saturating_sub(in_name);
            rest.min(UNMATCHED as usize) as i32
        }
    };
    let stem_words = match signature.stem_words() {
        words if words <= in_name => words.min(MAX_STEM_WORDS) as i32 * STEM_WORD,
        _ => 0,
    };
    // From `PREFIX` on, a name bonus excludes points for words.
    name.max(name.min(END_IS_STEM) + stem_words) - unmatched
}

/// Returns an upper bound on the score of a term that the text contains;
/// excludes path-level bonuses and penalties. Tighter with the term's
/// [`ScoreBound`].
pub(super) fn term_bound(
    term: &Term,
    text: &FoldedText,
    bound: Option<(&ScoreBound, &Signature)>,
) -> i32 {
    let mut end = text.chars.len();
    let in_name = term.chars.iter().rev().take_while(|wanted| {
        let at = text.rfind(**wanted, text.name..end);
        end = at.unwrap_or(end);
        at.is_some()
    });
    let in_name = in_name.count();
    let name = name_bonus(term, text);
    if let Some((bound, signature)) = bound {
        return bound.exact_with_name(signature, in_name, name);
    }
    let stem_words = in_name.min(MAX_STEM_WORDS) as i32 * STEM_WORD;
    let capitals = match count_capitals(term) {
        0 => 0,
        count => SAME_CAPITAL * count as i32 + CAPITALS,
    };
    QueryAligner::upper_bound(term.chars.len(), in_name)
        + name
        + stem_words
        + capitals
        + max_run_bonus(term)
        - unmatched_penalty(text, in_name)
}

/// Returns the points if the text contains the term contiguously from the start
/// of a component.
fn max_run_bonus(term: &Term) -> i32 {
    match term.has_dir() && !term.is_corrected {
        true => substring_bonus(term) + DIR_AS_TYPED,
        false => substring_bonus(term),
    }
}

fn count_capitals(term: &Term) -> usize {
    term.capitals
        .iter()
        .filter(|is_capital| **is_capital)
        .count()
}

/// Returns an upper bound on a candidate's final score, from a bound on the
/// points of the terms.
pub(super) fn total_bound(
    points: i32,
    query: &FuzzyQuery,
    bonuses: &PathBonuses,
    candidate: &Candidate<'_>,
) -> i32 {
    let path_points = bonuses.bonus(candidate.path) - candidate.signature.penalty();
    let max_case = (CASE_SCALE - 1) * query.terms().len() as i32;
    (points + path_points) * CASE_SCALE + max_case
}
