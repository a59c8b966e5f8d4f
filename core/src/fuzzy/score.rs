use super::align::Aligner;
use super::options::Signals;
use super::query::{Query, Term, mask};
use super::text::{Text, Unit, is_separator};
use super::typo::correct;

/// What the name as a whole is worth: when the query is all of it, all but the
/// extension, how it begins, or when the query's end is all of it.
const WHOLE_NAME: i32 = 70;
const WHOLE_STEM: i32 = 50;
const PREFIX: i32 = 30;
const END_IS_STEM: i32 = 18;
/// When separators were typed and are there.
const AS_TYPED: i32 = 8;
/// What is taken off: for each component above, for each eighth of a hundred
/// bytes or so, for each character of the stem without a match, for a name
/// without any, and for a directory; each with its most.
const DEPTH: (i32, i32) = (2, 16);
const LENGTH: (i32, i32) = (8, 12);
const UNMATCHED: i32 = 12;
const DIRECTORY: i32 = 3;
/// For each letter that was wrong, and for words that are not in the order in
/// which they were typed.
const TYPO: i32 = 30;
const OUT_OF_ORDER: i32 = 20;
/// A point is worth more than any agreement in case.
const CASE: i32 = 4;

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does not match.
    No,
    /// It matches and is worth less than was asked for.
    Below,
    /// It matches and is worth this much.
    Match(i32),
}

/// Decides whether candidates match and what they are worth, reusing its
/// buffers.
#[derive(Debug, Default)]
pub(crate) struct Scorer {
    text: Text,
    aligner: Aligner,
    fixed: Term,
    /// Where the characters of all terms are.
    positions: Vec<usize>,
}

impl Scorer {
    /// Judges a path; a result below `floor` need not be exact.
    pub(crate) fn judge(
        &mut self,
        query: &Query,
        signals: &Signals,
        path: &[u8],
        is_dir: bool,
        floor: i32,
    ) -> Verdict {
        let missing = (query.mask & !mask(path, is_dir)).count_ones();
        if missing > query.typos {
            return Verdict::No;
        }
        self.positions.clear();
        self.text.set(path, is_dir);
        if query.is_empty() {
            return Verdict::Match((signals.bonus(path) - self.distance(path)) * CASE);
        }
        let score = if missing == 0 && self.aligner.find(&query.whole.units, &self.text.units) {
            let most = self.most(&query.whole, path) + signals.bonus(path);
            if (most + 1) * CASE <= floor {
                return Verdict::Below;
            }
            self.aligned(&query.whole, path)
        } else {
            match self.term_by_term(query, path) {
                Some(score) => score,
                None => return Verdict::No,
            }
        };
        let rest = (signals.bonus(path) - self.distance(path)) * CASE;
        Verdict::Match(score + rest)
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

    /// What depth and length take off, and that it is a directory.
    fn distance(&self, path: &[u8]) -> i32 {
        let text = &self.text;
        let depth = path.iter().filter(|b| **b == b'/').count() as i32 * DEPTH.0;
        let is_dir = text.name_end < text.units.len();
        let length = path.len() as i32 / LENGTH.0;
        depth.min(DEPTH.1) + length.min(LENGTH.1) + i32::from(is_dir) * DIRECTORY
    }

    /// No score is higher than this, signals and case left out.
    fn most(&mut self, term: &Term, path: &[u8]) -> i32 {
        let text = &self.text;
        let in_name = self.aligner.find_last(&term.units, &text.units, text.name);
        Aligner::most(term.units.len(), in_name) + name_worth(term, text)
            - unmatched(text, in_name)
            - self.distance(path)
    }

    /// What a term that was found is worth, but for the path as a whole.
    fn aligned(&mut self, term: &Term, path: &[u8]) -> i32 {
        if self.text.places.is_empty() {
            self.text.find_places(path);
        }
        let (text, aligner) = (&self.text, &mut self.aligner);
        aligner.find_last(&term.units, &text.units, text.name);
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
        let case = (CASE as usize - 1) * same_case / term.units.len().max(1);
        self.positions.extend(positions);
        (score + name_worth(term, text) - unmatched(text, in_stem)) * CASE + case as i32
    }

    /// The same where not all of the query is there as it is: its words may be
    /// in another order, and letters may be wrong.
    fn term_by_term(&mut self, query: &Query, path: &[u8]) -> Option<i32> {
        let terms = query.terms();
        let mut score = -(i32::from(terms.len() > 1) * OUT_OF_ORDER * CASE);
        let mut fixed = std::mem::take(&mut self.fixed);
        for term in terms {
            if self.aligner.find(&term.units, &self.text.units) {
                score += self.aligned(term, path);
                continue;
            }
            let typos = correct(term, &self.text.units, &mut fixed.units)?;
            fixed.find_name();
            self.aligner.find(&fixed.units, &self.text.units);
            score += self.aligned(&fixed, path) - typos * TYPO * CASE;
        }
        self.fixed = fixed;
        Some(score)
    }
}

/// What is taken off for the part of the stem that the query does not speak of.
fn unmatched(text: &Text, in_stem: usize) -> i32 {
    if in_stem == 0 {
        return UNMATCHED;
    }
    let stem = text.stem_end - text.name;
    i32::try_from(stem.saturating_sub(in_stem)).map_or(UNMATCHED, |rest| rest.min(UNMATCHED))
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
    let worth = match prefix(wanted, name) {
        Some(end) if end == name.len() && !is_dir => WHOLE_NAME,
        Some(end) if end == stem || end == name.len() => WHOLE_STEM,
        Some(_) => PREFIX,
        None if is_end(wanted, name) || is_end(wanted, &name[..stem]) => END_IS_STEM,
        None => 0,
    };
    let as_typed = !term.literal.is_empty() && name.starts_with(&term.literal);
    worth + i32::from(as_typed) * AS_TYPED
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
    let mut letters = name.iter().rev().filter(|u| !is_separator(**u));
    let count = letters.clone().count();
    count > 1 && count <= wanted.len() && wanted.iter().rev().take(count).all(|w| letters.next() == Some(w))
}
