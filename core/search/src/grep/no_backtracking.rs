//! Replacement for the backtracking engine in builds without it: rejects every pattern.

use std::convert::Infallible;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};

use super::engine::{Following, MatchSpan, Meter};
use super::options::Query;
use super::undecided::BacktrackingEnd;

/// Pattern that only the backtracking engine matches.
pub(super) struct BacktrackingPattern {
    pub(super) approximation: String,
    pub(super) all_parts: String,
}

/// Engine that does not exist.
#[derive(Debug)]
pub(super) struct Backtracker(Infallible);

/// Returns an error.
pub(super) fn parse(pattern: &str, _: &Query) -> Result<BacktrackingPattern> {
    Err(missing(pattern))
}

fn missing(pattern: &str) -> Error {
    let message = "this build of the library matches neither look-around nor back-references";
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

impl Backtracker {
    pub(super) fn compile(pattern: &str, _: &Query, _: bool, _: usize) -> Result<Backtracker> {
        Err(missing(pattern))
    }

    pub(super) fn join(_: Vec<Backtracker>) -> Option<Backtracker> {
        None
    }

    pub(super) fn is_match(&self, _: &[u8], _: &mut Meter<'_>) -> Result<bool, BacktrackingEnd> {
        match self.0 {}
    }

    pub(super) fn each_match(
        &self,
        _: &[u8],
        _: Following,
        _: &mut Meter<'_>,
        _: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), BacktrackingEnd> {
        match self.0 {}
    }
}
