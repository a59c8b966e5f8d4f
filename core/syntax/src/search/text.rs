//! Searches one text and its embedded code.
//!
//! Decides what to parse: the text or an embedded region is not parsed if it has no candidate for
//! any pattern.

use std::cmp::Reverse;

use ransack_base::SkipReason;
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, skip_subtree};
use ransack_languages::internal::{EmbeddedRegion, embedded_regions, is_host};
use tree_sitter::Tree;

use crate::search::prefilter::Candidates;
use crate::search::query::CompiledQuery;
use crate::search::tree::{self, AstHit};

/// Languages in which to search the text.
#[derive(Clone, Copy)]
pub struct SearchTarget {
    /// Language of the text.
    pub host: &'static Language,
    /// If set, only embedded code in this language is searched, not the text itself.
    pub only: Option<&'static Language>,
}

/// Match with the language of its code.
pub type LocatedHit = (&'static Language, AstHit);

/// Extent to which the text was searched.
pub enum SearchStatus {
    /// The whole text was searched.
    Complete,
    /// The text was searched, but matches may be missing. Holds the reason and a detail for the
    /// report.
    Incomplete(SkipReason, String),
    /// The text was not searched.
    Skipped(SkipReason, Option<String>),
}

/// Appends the matches in the text to `hits`, sorted by start, enclosing matches first.
///
/// Stops each tree after `room` matches, so that at least the first `room` matches of the text are
/// found. Also returns the tree of the text, if it was parsed.
pub fn search(
    text: &[u8],
    target: SearchTarget,
    query: &CompiledQuery,
    parsers: &mut Parsers,
    room: usize,
    budget: &mut WorkBudget<'_>,
    hits: &mut Vec<LocatedHit>,
) -> Result<(SearchStatus, Option<Tree>), Interrupt> {
    let SearchTarget { host, only } = target;
    let is_host = is_host(host);
    let host_query = match query.in_language(only.unwrap_or(host)) {
        Ok(query) => Some(query).filter(|_| only.is_none()),
        Err(error) if !is_host => {
            let status = SearchStatus::Skipped(SkipReason::NoPattern, Some(error.to_string()));
            return Ok((status, None));
        }
        Err(_) => None,
    };
    let host_search = host_query
        .map(|query| (query, query.candidates(text, true)))
        .filter(|(_, candidates)| *candidates != Candidates::None);
    if host_search.is_none() && !is_host {
        return Ok((SearchStatus::Complete, None));
    }
    let mut error_line = None;
    let mut found = Vec::new();
    let tree = parsers.parse(host, text, &[], budget)?;
    if let Some((query, candidates)) = host_search {
        error_line = first_error_line(&tree);
        tree::find(&tree, text, query, &candidates, room, budget, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (host, hit)));
    }
    let regions = embedded_regions(host, &tree, text, budget)?;
    let has_regions = !regions.is_empty();
    for EmbeddedRegion { language, ranges } in regions {
        if only.is_some_and(|only| only != language) {
            continue;
        }
        let Ok(query) = query.in_language(language) else {
            continue;
        };
        let candidates = query.candidates(text, false);
        if candidates == Candidates::None {
            continue;
        }
        let tree = parsers.parse(language, text, &ranges, budget)?;
        error_line = error_line.or_else(|| first_error_line(&tree));
        tree::find(&tree, text, query, &candidates, room, budget, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (language, hit)));
    }
    if has_regions {
        hits.sort_by_key(|(_, hit)| (hit.range.start, Reverse(hit.range.end)));
    }
    let status = match error_line {
        None => SearchStatus::Complete,
        Some(line) => SearchStatus::Incomplete(
            SkipReason::SyntaxErrors,
            format!("the first in line {line}"),
        ),
    };
    Ok((status, Some(tree)))
}

/// Returns the 1-based line of the first syntax error; `None` if the tree has no syntax error.
fn first_error_line(tree: &Tree) -> Option<usize> {
    if !tree.root_node().has_error() {
        return None;
    }
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(node.start_position().row + 1);
        }
        let has_descended = node.has_error() && cursor.goto_first_child();
        if !has_descended && !skip_subtree(&mut cursor) {
            return None;
        }
    }
}
