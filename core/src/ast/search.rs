//! Finding matches in one tree.

use std::ops::Range;

use tree_sitter::Tree;

use super::item::{AstMatch, MetaVariable, Span};
use super::matcher::{Bound, Matcher};
use super::metavar::Slot;
use super::parse::{Pulse, Stop, go_on};
use super::prefilter::Places;
use super::query::LanguageQuery;
use super::rule::{MAX_RULE_DEPTH, Rule, RuledTree};
use crate::offsets::LineIndex;
use crate::path::RelPath;

/// A match, without its text.
#[derive(Debug)]
pub(super) struct Hit {
    pub(super) range: Range<usize>,
    /// Where the code ends that the pattern speaks of: a terminator and
    /// comments may follow in `range`.
    pub(super) end: usize,
    by: By,
    pub(super) vars: Vec<HitVar>,
}

/// What matched.
#[derive(Clone, Copy, Debug)]
enum By {
    /// The entry of this number in the query.
    Entry(u16),
    Rule,
}

/// What a metavariable stands for.
#[derive(Debug)]
pub(super) struct HitVar {
    pub(super) slot: Slot,
    pub(super) is_list: bool,
    /// None for an empty list.
    pub(super) range: Option<Range<usize>>,
}

/// Adds the matches in a tree to `hits`, in the order of their start, outer
/// ones first, up to `room`. Nodes that hold none of `places` are passed over.
pub(super) fn find(
    tree: &Tree,
    source: &[u8],
    query: &LanguageQuery,
    places: &Places,
    room: usize,
    pulse: &mut Pulse<'_>,
    hits: &mut Vec<Hit>,
) -> Result<(), Stop> {
    let ruled = query.rule.as_ref().map(|rule| rule.apply_to(tree, source));
    let tree = ruled.as_ref().map_or(tree, RuledTree::tree);
    let mut places = match places {
        Places::Around(places) => Some(&places[..]),
        Places::Anywhere | Places::Nowhere => None,
    };
    let mut matcher = Matcher::new(source, query.strictness, pulse);
    let mut cursor = tree.walk();
    loop {
        matcher.pulse().step()?;
        let node = cursor.node();
        if let Some(left) = &mut places {
            // Nodes come in the order of their start.
            while left.first().is_some_and(|&at| at < node.start_byte()) {
                *left = &left[1..];
            }
            match left.first() {
                None => return Ok(()),
                Some(&at) if at >= node.end_byte() => {
                    if go_on(&mut cursor) {
                        continue;
                    }
                    return Ok(());
                }
                Some(_) => {}
            }
        }
        let mut matched = None;
        for &at in query.entries_of(node.kind_id()) {
            let entry = &query.entries[usize::from(at)];
            if matched == Some(entry.pattern)
                || !matcher.matches(&entry.reading.goal, &mut cursor)?
            {
                continue;
            }
            if hits.len() >= room {
                return Ok(());
            }
            matched = Some(entry.pattern);
            let range = node.byte_range();
            hits.push(Hit {
                end: Some(matcher.end())
                    .filter(|end| *end > range.start)
                    .unwrap_or(range.end),
                range,
                by: By::Entry(at),
                vars: matcher.bound().iter().map(HitVar::new).collect(),
            });
            if !query.every_pattern {
                break;
            }
        }
        if matched.is_none()
            && let Some(ruled) = &ruled
        {
            if cursor.depth() > MAX_RULE_DEPTH {
                return Err(Stop::TooDeep);
            }
            if let Some(vars) = ruled.matches(node) {
                if hits.len() >= room {
                    return Ok(());
                }
                let range = node.byte_range();
                hits.push(Hit {
                    end: range.end,
                    range,
                    by: By::Rule,
                    vars,
                });
            }
        }
        let goes_in = match places.and_then(<[usize]>::first) {
            Some(&at) => cursor.goto_first_child_for_byte(at).is_some(),
            None => cursor.goto_first_child(),
        };
        if !goes_in && !go_on(&mut cursor) {
            return Ok(());
        }
    }
}

impl HitVar {
    fn new((slot, bound): &(Slot, Bound<'_>)) -> HitVar {
        HitVar {
            slot: *slot,
            is_list: matches!(bound, Bound::Many(_)),
            range: bound.range(),
        }
    }
}

impl Hit {
    /// The number of the pattern, as in [`AstMatch::pattern`].
    pub(super) fn pattern(&self, query: &LanguageQuery) -> u32 {
        match self.by {
            By::Entry(at) => query.entries[usize::from(at)].pattern,
            By::Rule => query.rule_number,
        }
    }

    /// The match, with its text.
    pub(super) fn to_match(
        &self,
        source: &[u8],
        lines: &LineIndex,
        query: &LanguageQuery,
        include_meta: bool,
    ) -> AstMatch {
        let (pattern, context, names) = match self.by {
            By::Entry(at) => {
                let entry = &query.entries[usize::from(at)];
                (entry.pattern, entry.reading.context, &entry.names[..])
            }
            By::Rule => {
                let names = query.rule.as_ref().map_or(&[][..], Rule::names);
                (query.rule_number, "rule", names)
            }
        };
        let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default().to_vec();
        let variable = |var: &HitVar| MetaVariable {
            name: names[usize::from(var.slot)].clone(),
            is_list: var.is_list,
            text: var.range.as_ref().map(text).unwrap_or_default(),
            span: var
                .range
                .as_ref()
                .map(|range| Span::of(lines, source, range)),
        };
        let mut meta_variables = Vec::new();
        if include_meta {
            let mut vars: Vec<_> = self.vars.iter().collect();
            vars.sort_by_key(|var| var.slot);
            meta_variables = vars.into_iter().map(variable).collect();
        }
        AstMatch {
            path: RelPath::default(),
            root: 0,
            language: query.language.name,
            pattern,
            context,
            span: Span::of(lines, source, &self.range),
            text: text(&self.range),
            meta_variables,
        }
    }
}
