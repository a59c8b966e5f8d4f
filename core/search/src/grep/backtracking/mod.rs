//! Look-around and back-references, which need an engine that backtracks.
//!
//! A pattern with such a construct has an approximation for the other engines, which matches in
//! every text in which the pattern matches: look-around is left out, and a back-reference stands for
//! any text. The other engines find candidates by it, and the backtracking engine decides.
//!
//! - `engine`: the engine, and the approximation; `missing` replaces it in builds without the feature
//!   `backtracking`.
//! - `undecided`: texts for which there is no answer.
//!
//! Invariant: a text without a match of the approximation has no match of the pattern.

#[cfg(feature = "backtracking")]
mod engine;
#[cfg(not(feature = "backtracking"))]
#[path = "missing.rs"]
mod engine;
mod undecided;

pub(super) use engine::{Backtracker, BacktrackingPattern, parse};
pub(super) use undecided::{BacktrackingEnd, UndecidedLines};

use super::engine::{Following, MatchSpan, Meter, each_match_by};

/// Maximum length in bytes of a text to match.
const MAX_TEXT: usize = 16 << 20;

impl Backtracker {
    /// Whether `text` contains a match.
    pub(super) fn is_match(
        &self,
        text: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<bool, BacktrackingEnd> {
        let text = checked(text, meter)?;
        Ok(self.find_at(text, 0, meter)?.is_some())
    }

    /// Calls `each` with each match, in order, until it returns false. Matches do not overlap.
    pub(super) fn each_match(
        &self,
        text: &[u8],
        following: Following,
        meter: &mut Meter<'_>,
        each: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), BacktrackingEnd> {
        let checked = checked(text, meter)?;
        let find = |at, meter: &mut Meter<'_>| self.find_at(checked, at, meter);
        each_match_by(text, following, meter, find, each)
    }
}

/// Returns the text if the engine can match it.
fn checked<'t>(text: &'t [u8], meter: &mut Meter<'_>) -> Result<&'t str, BacktrackingEnd> {
    if text.len() > MAX_TEXT || meter.is_exhausted() {
        return Err(BacktrackingEnd::StepLimit);
    }
    meter.skip(text.len())?;
    std::str::from_utf8(text).map_err(|_| BacktrackingEnd::NotUtf8)
}
