//! Searching one text, with the languages embedded in it.

use std::cmp::Reverse;

use tree_sitter::Tree;

use super::embedded::{self, EmbeddedRegion};
use super::language::Language;
use super::parse::{self, Interrupt, Parsers, WorkBudget, skip_subtree};
use super::prefilter::Candidates;
use super::query::CompiledQuery;
use super::tree_search::{self, AstHit};
use crate::report::SkipReason;

/// What of a text is searched.
#[derive(Clone, Copy)]
pub(super) struct SearchTarget {
    /// The language of the text.
    pub(super) host: &'static Language,
    /// The only language that is wanted, if the text is in another.
    pub(super) within: Option<&'static Language>,
}

/// A match and the language that it is in.
pub(super) type LocatedHit = (&'static Language, AstHit);

/// What came of a text.
pub(super) enum SearchStatus {
    Complete,
    Incomplete(SkipReason, String),
    Skipped(SkipReason, Option<String>),
}

/// Adds the matches in a text to `hits`, in order, at least the first `room`
/// of them. Returns the tree of the text too, if it was parsed.
pub(super) fn search(
    text: &[u8],
    target: SearchTarget,
    query: &CompiledQuery,
    parsers: &mut Parsers,
    room: usize,
    budget: &mut WorkBudget<'_>,
    hits: &mut Vec<LocatedHit>,
) -> Result<(SearchStatus, Option<Tree>), Interrupt> {
    let SearchTarget { host, within } = target;
    let is_host = embedded::is_host(host);
    let here = match query.in_language(within.unwrap_or(host)) {
        Ok(here) => Some(here).filter(|_| within.is_none()),
        Err(error) if !is_host => {
            let status = SearchStatus::Skipped(SkipReason::NoPattern, Some(error.to_string()));
            return Ok((status, None));
        }
        Err(_) => None,
    };
    let here = here
        .map(|here| (here, here.places(text, true)))
        .filter(|(_, places)| *places != Candidates::None);
    if here.is_none() && !is_host {
        return Ok((SearchStatus::Complete, None));
    }
    let mut fault = None;
    let mut found = Vec::new();
    let tree = parse::parse(parsers.of(host), text, &[], budget)?;
    if let Some((here, places)) = here {
        fault = first_error(&tree);
        tree_search::find(&tree, text, here, &places, room, budget, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (host, hit)));
    }
    let regions = embedded::regions(host, &tree, text, budget)?;
    let has_regions = !regions.is_empty();
    for EmbeddedRegion { language, ranges } in regions {
        if within.is_some_and(|wanted| wanted != language) {
            continue;
        }
        let Ok(here) = query.in_language(language) else {
            continue;
        };
        let places = here.places(text, false);
        if places == Candidates::None {
            continue;
        }
        let tree = parse::parse(parsers.of(language), text, &ranges, budget)?;
        fault = fault.or_else(|| first_error(&tree));
        tree_search::find(&tree, text, here, &places, room, budget, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (language, hit)));
    }
    if has_regions {
        hits.sort_by_key(|(_, hit)| (hit.range.start, Reverse(hit.range.end)));
    }
    let status = match fault {
        None => SearchStatus::Complete,
        Some(line) => SearchStatus::Incomplete(
            SkipReason::SyntaxErrors,
            format!("the first in line {line}"),
        ),
    };
    Ok((status, Some(tree)))
}

/// The number of the line of the first syntax error.
fn first_error(tree: &Tree) -> Option<usize> {
    if !tree.root_node().has_error() {
        return None;
    }
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(node.start_position().row + 1);
        }
        let goes_in = node.has_error() && cursor.goto_first_child();
        if !goes_in && !skip_subtree(&mut cursor) {
            return None;
        }
    }
}
