//! Searching one text, with the languages embedded in it.

use std::cmp::Reverse;

use tree_sitter::Tree;

use super::embed::{self, Region};
use super::language::Language;
use super::parse::{self, Parsers, Pulse, Stop, go_on};
use super::prefilter::Places;
use super::query::Query;
use super::search::{self, Hit};
use crate::report::SkipReason;

/// What of a text is searched.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The language of the text.
    pub(super) host: &'static Language,
    /// The only language that is wanted, if the text is in another.
    pub(super) within: Option<&'static Language>,
}

/// A match and the language that it is in.
pub(super) type Located = (&'static Language, Hit);

/// What came of a text.
pub(super) enum Ended {
    Searched,
    SearchedBut(SkipReason, String),
    Skipped(SkipReason, Option<String>),
}

/// Adds the matches in a text to `hits`, in order, at least the first `room`
/// of them. Returns the tree of the text too, if it was parsed.
pub(super) fn search(
    text: &[u8],
    target: Target,
    query: &Query,
    parsers: &mut Parsers,
    room: usize,
    pulse: &mut Pulse<'_>,
    hits: &mut Vec<Located>,
) -> Result<(Ended, Option<Tree>), Stop> {
    let Target { host, within } = target;
    let is_host = embed::is_host(host);
    let here = match query.in_language(within.unwrap_or(host)) {
        Ok(here) => Some(here).filter(|_| within.is_none()),
        Err(error) if !is_host => {
            let ended = Ended::Skipped(SkipReason::NoPattern, Some(error.to_string()));
            return Ok((ended, None));
        }
        Err(_) => None,
    };
    let here = here
        .map(|here| (here, here.places(text, true)))
        .filter(|(_, places)| *places != Places::Nowhere);
    if here.is_none() && !is_host {
        return Ok((Ended::Searched, None));
    }
    let mut fault = None;
    let mut found = Vec::new();
    let tree = parse::parse(parsers.of(host), text, &[], pulse)?;
    if let Some((here, places)) = here {
        fault = first_error(&tree);
        search::find(&tree, text, here, &places, room, pulse, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (host, hit)));
    }
    let regions = embed::regions(host, &tree, text, pulse)?;
    let has_regions = !regions.is_empty();
    for Region { language, ranges } in regions {
        if within.is_some_and(|wanted| wanted != language) {
            continue;
        }
        let Ok(here) = query.in_language(language) else {
            continue;
        };
        let places = here.places(text, false);
        if places == Places::Nowhere {
            continue;
        }
        let tree = parse::parse(parsers.of(language), text, &ranges, pulse)?;
        fault = fault.or_else(|| first_error(&tree));
        search::find(&tree, text, here, &places, room, pulse, &mut found)?;
        hits.extend(found.drain(..).map(|hit| (language, hit)));
    }
    if has_regions {
        hits.sort_by_key(|(_, hit)| (hit.range.start, Reverse(hit.range.end)));
    }
    let ended = match fault {
        None => Ended::Searched,
        Some(line) => Ended::SearchedBut(
            SkipReason::SyntaxErrors,
            format!("the first in line {line}"),
        ),
    };
    Ok((ended, Some(tree)))
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
        if !goes_in && !go_on(&mut cursor) {
            return None;
        }
    }
}
