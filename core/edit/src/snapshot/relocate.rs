//! Finds lines of an old text in a new text.
//!
//! A diff aligns two texts in one of several equally good ways, so it does not prove where a line
//! is now. This module compares the lines around each place with the same text instead:
//!
//! - If the lines are elsewhere too, in either text, the lines directly before them and the lines
//!   directly after them must both have stayed, to a length that no other place has.
//! - Some text around the lines must have stayed in any case: a line that occurs once in each text
//!   on one side, an ordinary line on both sides, or the start or the end of the text.
//!
//! Invariants:
//! - The lines at the result have the text of the old lines, apart from line ends.
//! - Of two places that these rules cannot tell apart, neither is a result.
//! - O(n) in the texts, plus [`MAX_WORK`] comparisons of lines.

use std::ops::Range;

use ransack_base::{CancelToken, Result};
use rustc_hash::FxHashMap;

use crate::text::{TextLines, without_line_end};

/// Maximum number of comparisons of two lines; a search that takes more has no result.
const MAX_WORK: usize = 1 << 24;

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

/// Maximum number of places in [`Relocation::Unproven`].
const MAX_PLACES: usize = 10;

/// Place of old lines in a new text, 0-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relocation {
    /// The only place where the lines can be.
    Found(Range<usize>),
    /// The lines are nowhere.
    Missing,
    /// First lines of the places with the same text, of which none is proven.
    Unproven(Vec<usize>),
}

/// Finds the lines of `old` with these 0-based numbers, of which there is at least one, in `new`.
pub(crate) fn relocate(
    old: &TextLines<'_>,
    new: &TextLines<'_>,
    lines: &Range<usize>,
    token: &CancelToken,
) -> Result<Relocation> {
    let mut numbers = LineNumbers::default();
    let old = numbers.number(0, old, token)?;
    let new = numbers.number(1, new, token)?;
    let mut search = Search {
        old: &old,
        new: &new,
        numbers: &numbers,
        lines,
        work: 0,
    };
    let places = search.places(&new, 1);
    if places.is_empty() && search.work <= MAX_WORK {
        return Ok(Relocation::Missing);
    }
    let found = search.proven(&places);
    token.heartbeat()?;
    Ok(match found.filter(|_| search.work <= MAX_WORK) {
        Some(start) => Relocation::Found(start..start + lines.len()),
        None => Relocation::Unproven(places.into_iter().take(MAX_PLACES).collect()),
    })
}

/// Numbers of distinct lines: equal lines have equal numbers.
#[derive(Default)]
struct LineNumbers<'t> {
    known: FxHashMap<&'t [u8], u32>,
    /// Numbers of occurrences in both texts, by the number of the line.
    counts: Vec<[usize; 2]>,
    /// Whether a line has a letter or a digit.
    has_word: Vec<bool>,
}

impl<'t> LineNumbers<'t> {
    /// Numbers the lines of one of the texts.
    fn number(
        &mut self,
        side: usize,
        lines: &TextLines<'t>,
        token: &CancelToken,
    ) -> Result<Vec<u32>> {
        let mut numbers = Vec::with_capacity(lines.count());
        for at in 0..lines.count() {
            if at % CHECK_INTERVAL == 0 {
                token.heartbeat()?;
            }
            let line = without_line_end(lines.get(at));
            let next = self.known.len() as u32;
            let number = *self.known.entry(line).or_insert(next);
            if number == next {
                self.counts.push([0; 2]);
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
                self.has_word.push(line.iter().any(is_word));
            }
            self.counts[number as usize][side] += 1;
            numbers.push(number);
        }
        Ok(numbers)
    }
}

/// Search for one range of lines.
struct Search<'a> {
    old: &'a [u32],
    new: &'a [u32],
    numbers: &'a LineNumbers<'a>,
    lines: &'a Range<usize>,
    /// Number of comparisons so far.
    work: usize,
}

/// Numbers of lines before and after a place that equal those around the old lines. The start and the
/// end of both texts count as one more equal line.
#[derive(Clone, Copy)]
struct Context {
    before: usize,
    after: usize,
}

impl Search<'_> {
    /// Returns the first lines of all places in one of the texts with the text of the lines.
    fn places(&mut self, text: &[u32], side: usize) -> Vec<usize> {
        let wanted = &self.old[self.lines.clone()];
        let counts = wanted
            .iter()
            .map(|number| self.numbers.counts[*number as usize][side]);
        let Some((rarest, count)) = counts.enumerate().min_by_key(|(_, count)| *count) else {
            return Vec::new();
        };
        if count == 0 {
            return Vec::new();
        }
        let mut places = Vec::new();
        let rare = wanted[rarest];
        let occurrences = text.iter().enumerate().filter(|(_, line)| **line == rare);
        for start in occurrences.filter_map(|(at, _)| at.checked_sub(rarest)) {
            let Some(found) = text.get(start..start + wanted.len()) else {
                continue;
            };
            let pairs = std::iter::zip(found, wanted);
            let equal = pairs.take_while(|(a, b)| a == b).count();
            self.work += equal + 1;
            if self.work > MAX_WORK {
                break;
            }
            if equal == wanted.len() {
                places.push(start);
            }
        }
        places
    }

    /// Returns the first line of the place that is proven, if any.
    fn proven(&mut self, places: &[usize]) -> Option<usize> {
        let elsewhere: Vec<usize> = self.places(self.old, 0);
        let mut contexts = Vec::new();
        for &start in places {
            contexts.push((start, self.context(self.new, start)));
        }
        let (start, context) = contexts
            .iter()
            .copied()
            .max_by_key(|(_, context)| context.before.min(context.after))?;
        let others = contexts.iter().filter(|(other, _)| *other != start);
        let mut others: Vec<Context> = others.map(|(_, other)| *other).collect();
        for other in elsewhere {
            if other != self.lines.start {
                others.push(self.context(self.old, other));
            }
        }
        let is_unlike =
            |other: &Context| other.before < context.before && other.after < context.after;
        (others.iter().all(is_unlike) && self.is_evident(context)).then_some(start)
    }

    /// Compares the lines around a place in a text with those around the old lines.
    fn context(&mut self, text: &[u32], start: usize) -> Context {
        if self.work > MAX_WORK {
            return Context {
                before: 0,
                after: 0,
            };
        }
        let Range {
            start: old_start,
            end: old_end,
        } = *self.lines;
        let (old_before, before) = (&self.old[..old_start], &text[..start]);
        let pairs = std::iter::zip(old_before.iter().rev(), before.iter().rev());
        let equal = pairs.take_while(|(a, b)| a == b).count();
        let at_start = equal == old_before.len() && equal == before.len();
        let before = equal + usize::from(at_start);
        let (old_after, after) = (&self.old[old_end..], &text[start + self.lines.len()..]);
        let pairs = std::iter::zip(old_after, after);
        let equal = pairs.take_while(|(a, b)| a == b).count();
        let at_end = equal == old_after.len() && equal == after.len();
        let after = equal + usize::from(at_end);
        self.work += before + after;
        Context { before, after }
    }

    /// Whether enough text around the old lines has stayed.
    fn is_evident(&self, context: Context) -> bool {
        let Range { start, end } = *self.lines;
        let before = &self.old[start - context.before.min(start)..start];
        let after = &self.old[end..(end + context.after).min(self.old.len())];
        let has_word = |line: &u32| self.numbers.has_word[*line as usize];
        let is_unique = |line: &u32| self.numbers.counts[*line as usize] == [1, 1];
        let around = || before.iter().rev().chain(after);
        let reaches_end = context.before > before.len() || context.after > after.len();
        before.iter().any(has_word) && after.iter().any(has_word)
            || around().any(|line| has_word(line) && is_unique(line))
            || reaches_end && around().chain(&self.old[start..end]).any(has_word)
    }
}
