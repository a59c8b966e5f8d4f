//! Replacement for the engine in builds without it: rejects every pattern.

use std::convert::Infallible;
use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, Error, ErrorKind, Result};

use super::super::engine::{MatchSpan, Meter};
use super::super::options::Query;
use super::super::parsed_query::GroupNames;
use super::undecided::BacktrackingEnd;

/// Pattern that only the backtracking engine matches.
pub(in crate::grep) struct BacktrackingPattern {
    pub(in crate::grep) approximation: String,
    pub(in crate::grep) all_parts: String,
}

/// Engine that does not exist.
#[derive(Debug)]
pub(in crate::grep) struct Backtracker(Infallible);

/// Returns an error.
pub(in crate::grep) fn parse(pattern: &str, _: &Query) -> Result<BacktrackingPattern> {
    Err(missing(pattern))
}

fn missing(pattern: &str) -> Error {
    let message = "this build of the library matches neither look-around nor back-references";
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

impl Backtracker {
    pub(in crate::grep) fn compile(
        pattern: &str,
        _: &Query,
        _: bool,
        _: usize,
    ) -> Result<Backtracker> {
        Err(missing(pattern))
    }

    pub(in crate::grep) fn join(_: Vec<Backtracker>) -> Option<Backtracker> {
        None
    }

    pub(in crate::grep) fn group_names(&self) -> Vec<GroupNames> {
        match self.0 {}
    }

    pub(in crate::grep) fn groups_of(
        &self,
        _: &str,
        _: MatchSpan,
        _: &mut Vec<Option<Range<usize>>>,
        _: &mut Meter<'_>,
    ) -> Result<bool, Aborted> {
        match self.0 {}
    }

    pub(super) fn find_at(
        &self,
        _: &str,
        _: usize,
        _: &mut Meter<'_>,
    ) -> Result<Option<MatchSpan>, BacktrackingEnd> {
        match self.0 {}
    }
}
