//! Finds lines of an old text in a new text.
//!
//! A diff aligns two texts in one of several equally good ways, so it does not prove where a line is
//! now. This module relies on landmarks instead: lines with a letter or a digit that occur exactly once
//! in each text. The lines are found if they are between two landmarks, and everything from the first
//! to the second landmark is unchanged. A landmark may be one of the lines itself; the start and the
//! end of the text are landmarks too. Lines without a letter or a digit at the ends, such as a closing
//! brace, need not be between the landmarks if other lines are. In addition, some line around the lines
//! must have stayed, so that an equal line in another context is no result.
//!
//! Invariants:
//! - The lines at the result have the text of the old lines, apart from line ends.
//! - If the lines have been changed, or the same text could as well be a copy, there is no result.
//! - O(n) in the texts.

use std::ops::Range;

use ransack_base::{CancelToken, Result};
use rustc_hash::FxHashMap;

use crate::text::{TextLines, without_line_end};

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

/// Maximum number of comparisons of two lines in the search for equal text.
const MAX_WORK: usize = 1 << 22;

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
    let search = Search {
        old: &old,
        new: &new,
        known: &numbers.known,
        lines,
    };
    if let Some(start) = search.proven() {
        return Ok(Relocation::Found(start..start + lines.len()));
    }
    let places = search.places();
    Ok(match places.is_empty() {
        true => Relocation::Missing,
        false => Relocation::Unproven(places),
    })
}

/// Distinct lines of both texts, by their numbers: equal lines have equal numbers.
#[derive(Default)]
struct LineNumbers<'t> {
    numbers: FxHashMap<&'t [u8], u32>,
    known: Vec<KnownLine>,
}

/// Distinct line.
#[derive(Default)]
struct KnownLine {
    /// Number of occurrences in the old and in the new text.
    counts: [usize; 2],
    /// Last occurrence in the new text.
    place: usize,
    /// Whether the line has a letter or a digit.
    has_word: bool,
}

impl<'t> LineNumbers<'t> {
    /// Numbers the lines of the old (0) or the new text (1).
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
            let number = *self.numbers.entry(line).or_insert(next);
            if number == next {
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
                self.known.push(KnownLine {
                    has_word: line.iter().any(is_word),
                    ..KnownLine::default()
                });
            }
            let known = &mut self.known[number as usize];
            known.counts[side] += 1;
            if side == 1 {
                known.place = at;
            }
            numbers.push(number);
        }
        Ok(numbers)
    }
}

/// Search for one range of lines.
struct Search<'a> {
    old: &'a [u32],
    new: &'a [u32],
    known: &'a [KnownLine],
    lines: &'a Range<usize>,
}

impl Search<'_> {
    fn has_word(&self, line: u32) -> bool {
        self.known[line as usize].has_word
    }

    /// Returns the place of an old line in the new text, if the line is a landmark.
    fn landmark(&self, at: usize) -> Option<usize> {
        let line = &self.known[self.old[at] as usize];
        (line.has_word && line.counts == [1, 1]).then_some(line.place)
    }

    /// Returns the first line of the proven place, if any.
    fn proven(&self) -> Option<usize> {
        let Range { start, end } = *self.lines;
        let has_word = |at: &usize| self.has_word(self.old[*at]);
        let first_word = self.lines.clone().find(has_word);
        let last_word = self.lines.clone().rfind(has_word);
        let landmark = |at: usize| Some((at, self.landmark(at)?));
        let upper = (0..first_word.map_or(start, |at| at + 1))
            .rev()
            .find_map(landmark);
        let lower = (last_word.unwrap_or(end)..self.old.len()).find_map(landmark);
        // The place as each landmark gives it.
        let by_upper = upper.map_or(Some(start), |(at, now)| (now + start).checked_sub(at));
        let by_lower = match lower {
            Some((at, now)) => (now + start).checked_sub(at),
            None => (self.new.len() + start).checked_sub(self.old.len()),
        };
        let place = by_upper.filter(|_| by_upper == by_lower)?;
        let from = upper.map_or(0, |(at, _)| at.min(start));
        let to = lower.map_or(self.old.len(), |(at, _)| end.max(at + 1));
        let now = (from + place).checked_sub(start)?..to + place - start;
        let is_unchanged = self.new.get(now) == Some(&self.old[from..to]);
        (is_unchanged && self.has_context(place, first_word.is_some())).then_some(place)
    }

    /// Whether a line around the lines at a place has stayed: a line with a letter or a digit, or the
    /// start or the end of the text next to lines that have one.
    fn has_context(&self, place: usize, has_word: bool) -> bool {
        let Range { start, end } = *self.lines;
        let (old, new) = (&self.old[..start], &self.new[..place]);
        let before = std::iter::zip(old.iter().rev(), new.iter().rev());
        let before = before.take_while(|(a, b)| a == b);
        let (old_rest, new_rest) = (&self.old[end..], &self.new[place + end - start..]);
        let after = std::iter::zip(old_rest, new_rest).take_while(|(a, b)| a == b);
        before.chain(after).any(|(line, _)| self.has_word(*line))
            || has_word && (old == new || old_rest == new_rest)
    }

    /// Returns the first lines of places in the new text with the text of the lines.
    fn places(&self) -> Vec<usize> {
        let wanted = &self.old[self.lines.clone()];
        let count = |line: &u32| self.known[*line as usize].counts[1];
        let rarest = wanted
            .iter()
            .enumerate()
            .min_by_key(|(_, line)| count(line));
        let Some((offset, rarest)) = rarest else {
            return Vec::new();
        };
        let mut places = Vec::new();
        let mut work = 0;
        for at in (0..self.new.len()).filter(|at| self.new[*at] == *rarest) {
            let Some(start) = at.checked_sub(offset) else {
                continue;
            };
            if self.new.get(start..start + wanted.len()) == Some(wanted) {
                places.push(start);
            }
            work += wanted.len();
            if places.len() == MAX_PLACES || work > MAX_WORK {
                break;
            }
        }
        places
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
