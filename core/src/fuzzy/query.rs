use std::ops::Range;

use super::sieve::Sieve;
use super::signature::{Signature, bit};
use super::text::{SLASH, Text, Unit, is_letter, is_separator};
use crate::error::{Error, Result};

/// The most bytes that a query may have.
pub(super) const MAX_QUERY: usize = 10 << 10;

/// The fewest letters of a word in which one may be wrong, and in which one
/// may be too much.
pub(super) const TYPO_LETTERS: usize = 4;
pub(super) const EXTRA_LETTERS: usize = 5;

/// What was typed, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// All of it as one; empty if there is nothing to look for.
    pub(super) whole: Term,
    /// What white space divides, if it does.
    pub(super) terms: Vec<Term>,
    /// The characters that are needed, see [`Signature`], and those among them
    /// in whose place no other can be.
    mask: u64,
    fixed_mask: u64,
    /// How many words there are in which a letter may be wrong.
    pub(super) typos: u32,
    /// `None` if it is not ASCII, or nothing but separators.
    sieve: Option<Sieve>,
}

/// What the matches of a query tell of those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrows {
    /// They are all among them.
    All,
    /// Those without a letter wrong are.
    AsTyped,
    Nothing,
}

/// A part of the query without white space.
#[derive(Clone, Debug, Default)]
pub(super) struct Term {
    /// The characters that a candidate must have in this order; a `/` is one,
    /// the other separators are not.
    pub(super) units: Vec<Unit>,
    /// The same before folding.
    pub(super) raw: Vec<Unit>,
    /// Words in which one letter may be wrong, in `units`.
    pub(super) words: Vec<Range<usize>>,
    /// Where in `units` the part begins that is about the name.
    pub(super) name: usize,
    /// Whether it ends in a `/`.
    pub(super) is_dir: bool,
    /// The part about the name as it was typed, if there are separators in it.
    pub(super) literal: Vec<Unit>,
    /// Whether it is not what was typed but a correction of it.
    pub(super) is_fixed: bool,
}

impl Query {
    /// # Errors
    ///
    /// A query longer than [`MAX_QUERY`].
    pub(crate) fn new(query: &str) -> Result<Query> {
        if query.len() > MAX_QUERY {
            return Err(Error::option(format!(
                "the query has {} bytes, and at most {MAX_QUERY} are allowed",
                query.len()
            )));
        }
        let is_break = |c: char| c.is_whitespace() || c.is_control();
        let mut parts: Vec<&str> = query.split(is_break).filter(|p| !p.is_empty()).collect();
        // A separator alone is what is looked for.
        let literal = parts
            .iter()
            .all(|part| Term::new(&[part], false).is_empty());
        if !literal {
            parts.retain(|part| !Term::new(&[part], false).is_empty());
        }
        let whole = Term::new(&parts, literal);
        let mut terms = Vec::new();
        if parts.len() > 1 {
            terms.extend(parts.iter().map(|part| Term::new(&[part], literal)));
        }
        let mut query = Query {
            mask: whole.units.iter().fold(0, |all, unit| all | bit(*unit)),
            fixed_mask: 0,
            typos: 0,
            sieve: None,
            whole,
            terms,
        };
        query.typos = query
            .terms()
            .iter()
            .map(|term| term.words.len() as u32)
            .sum();
        let fixed = query.terms().iter().flat_map(Term::fixed_units);
        query.fixed_mask = fixed.fold(0, |all, unit| all | bit(unit));
        if !literal {
            query.sieve = Sieve::new(&query);
        }
        Ok(query)
    }

    /// Whether everything is a match.
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    /// Whether a candidate with this signature can match, and whether it has all
    /// characters.
    pub(super) fn admits(&self, signature: &Signature) -> (bool, bool) {
        let missing = self.mask & !signature.mask;
        // Without as many as may be wrong.
        let others =
            (0..self.typos.min(u64::BITS)).fold(missing, |rest, _| rest & rest.wrapping_sub(1));
        let admits = others == 0 && self.fixed_mask & !signature.mask == 0;
        (admits, missing == 0)
    }

    /// The sieve, if it is one for a candidate with this signature.
    pub(super) fn sieve_for(&self, signature: &Signature) -> Option<&Sieve> {
        self.sieve.as_ref().filter(|_| signature.is_ascii())
    }

    /// What the matches of `before` tell of those of this query.
    pub(crate) fn narrows(&self, before: &Query) -> Narrows {
        let own = self.terms();
        let old = before.terms();
        if before.is_empty() {
            return Narrows::All;
        }
        let mut pairs = old.iter().zip(own);
        if old.len() > own.len() || !pairs.all(|(old, own)| own.units.starts_with(&old.units)) {
            return Narrows::Nothing;
        }
        let is_all = old.iter().zip(own).all(|(old, own)| {
            // A word that grows to where a letter may be wrong, or too
            // much, matches more than it did.
            let start = old.units.iter().rposition(|u| !is_letter(*u));
            let letters = old.units.len() - start.map_or(0, |at| at + 1);
            own.units.len() == old.units.len()
                || letters == 0
                || letters >= EXTRA_LETTERS
                || !own.words.iter().any(|w| w.contains(&(old.units.len() - 1)))
        });
        match (is_all, &self.sieve) {
            (true, _) => Narrows::All,
            (false, Some(_)) => Narrows::AsTyped,
            (false, None) => Narrows::Nothing,
        }
    }

    /// How many characters of `before` are those that this query begins with;
    /// all or none.
    pub(super) fn typed_after(&self, before: &Query) -> usize {
        match self.whole.units.starts_with(&before.whole.units) {
            true => before.whole.units.len(),
            false => 0,
        }
    }

    /// Whether a candidate with this signature can match with a letter wrong.
    pub(super) fn may_be_misspelt(&self, signature: &Signature) -> bool {
        let (is_admitted, _) = self.admits(signature);
        is_admitted
            && self
                .sieve_for(signature)
                .is_none_or(|sieve| sieve.may_be_misspelt(signature))
    }

    /// The length of the longest word in which a letter may be wrong.
    pub(super) fn longest_word(&self) -> usize {
        let words = self.terms().iter().flat_map(|term| &term.words);
        words.map(ExactSizeIterator::len).max().unwrap_or(0)
    }

    pub(super) fn terms(&self) -> &[Term] {
        if self.terms.is_empty() {
            std::slice::from_ref(&self.whole)
        } else {
            &self.terms
        }
    }
}

impl Term {
    /// `literal` keeps the separators.
    fn new(parts: &[&str], literal: bool) -> Term {
        let mut term = Term::default();
        let mut typed = Vec::new();
        let mut text = Text::default();
        for part in parts {
            text.set(part.as_bytes(), false);
            let start = term.units.len();
            for at in 0..text.units.len() {
                let raw = text.raw(part.as_bytes(), at).unwrap_or_default();
                let unit = match text.units[at] {
                    unit if unit == Unit::from(b'\\') => SLASH,
                    unit => unit,
                };
                if unit == SLASH {
                    typed.clear();
                    // None at the beginning of a word, and none twice.
                    if !literal && term.units[start..].last().is_none_or(|last| *last == SLASH) {
                        continue;
                    }
                } else {
                    typed.push(unit);
                }
                if literal || unit == SLASH || !is_separator(unit) {
                    term.units.push(unit);
                    term.raw.push(raw);
                }
            }
        }
        term.find_name();
        if typed.len() > term.name().len() {
            term.literal = typed;
        }
        let mut start = 0;
        for run in term.units.split(|u| !is_letter(*u)) {
            if run.len() >= TYPO_LETTERS {
                term.words.push(start..start + run.len());
            }
            start += run.len() + 1;
        }
        term
    }

    /// A term for corrections to be put in.
    pub(super) fn to_be_fixed() -> Term {
        Term {
            is_fixed: true,
            ..Term::default()
        }
    }

    /// Finds the part about the name.
    pub(super) fn find_name(&mut self) {
        self.is_dir = self.units.last() == Some(&SLASH);
        let end = self.units.len() - usize::from(self.is_dir);
        let slash = self.units[..end].iter().rposition(|u| *u == SLASH);
        self.name = slash.map_or(0, |at| at + 1);
    }

    /// The characters that cannot be the wrong letter of a word.
    pub(super) fn fixed_units(&self) -> impl Iterator<Item = Unit> {
        let is_fixed = |at: &usize| {
            self.words
                .iter()
                .all(|word| word.start == *at || !word.contains(at))
        };
        let fixed = (0..self.units.len()).filter(is_fixed);
        fixed.map(|at| self.units[at])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The part about the name.
    pub(super) fn name(&self) -> &[Unit] {
        &self.units[self.name..self.units.len() - usize::from(self.is_dir)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(query: &str) -> String {
        let query = Query::new(query).unwrap();
        let show = |t: &Term| t.units.iter().filter_map(|u| char::from_u32(*u)).collect();
        let terms: Vec<String> = query.terms().iter().map(show).collect();
        terms.join(" ")
    }

    #[test]
    fn separators_are_dropped_unless_there_is_nothing_else() {
        assert_eq!(shown("Some-Path_x.ts"), "somepathxts");
        assert_eq!(shown("./src\\a//b/"), "src/a/b/");
        assert_eq!(shown(" a\tb\u{7}.c "), "a b c");
        assert_eq!(shown("a - b"), "a b");
        assert_eq!(shown("._"), "._");
        assert_eq!(shown("/"), "/");
        assert_eq!(shown(" \n"), "");
    }

    #[test]
    fn a_longer_query_narrows_unless_typos_come_in() {
        let narrows = |a: &str, b: &str| {
            let before = Query::new(a).unwrap();
            Query::new(b).unwrap().narrows(&before)
        };
        use Narrows::{All, AsTyped, Nothing};
        for (a, b, expected) in [
            ("", "x", All),
            ("in", "ino", All),
            ("inode", "inodes", All),
            ("ext", "ext4", All),
            ("abc", "abc defgh", All),
            ("ino", "inod", AsTyped),
            ("inod", "inode", AsTyped),
            ("ab", "abcd", AsTyped),
            ("abc d", "ab", Nothing),
            (".", ".g", Nothing),
            (
                "\u{43c}\u{438}\u{440}",
                "\u{43c}\u{438}\u{440}\u{430}",
                Nothing,
            ),
        ] {
            assert_eq!(narrows(a, b), expected, "{a} {b}");
        }
    }
}
