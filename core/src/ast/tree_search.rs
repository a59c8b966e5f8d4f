//! Finding matches in one tree.

use std::ops::Range;

use tree_sitter::Tree;

use super::item::{AstMatch, Lines, MetaVariable};
use super::matcher::{Binding, Matcher};
use super::metavar::VarSlot;
use super::parse::{Interrupt, WorkBudget, skip_subtree};
use super::prefilter::Candidates;
use super::query::LanguageQuery;
use super::rule::{CompiledRule, MAX_RULE_DEPTH, RuleTree};
use crate::path::RelPath;

/// A match, without its text.
#[derive(Debug)]
pub(super) struct AstHit {
    pub(super) range: Range<usize>,
    /// Where the code ends that the pattern speaks of: a terminator and
    /// comments may follow in `range`.
    pub(super) end: usize,
    by: HitSource,
    pub(super) vars: Vec<HitVar>,
}

/// What matched.
#[derive(Clone, Copy, Debug)]
enum HitSource {
    /// The entry of this number in the query.
    Entry(u16),
    CompiledRule,
}

/// What a metavariable stands for.
#[derive(Debug)]
pub(super) struct HitVar {
    pub(super) slot: VarSlot,
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
    places: &Candidates,
    room: usize,
    budget: &mut WorkBudget<'_>,
    hits: &mut Vec<AstHit>,
) -> Result<(), Interrupt> {
    let ruled = query.rule.as_ref().map(|rule| rule.apply_to(tree, source));
    let tree = ruled.as_ref().map_or(tree, RuleTree::tree);
    let mut places = match places {
        Candidates::At(places) => Some(&places[..]),
        Candidates::All | Candidates::None => None,
    };
    let mut matcher = Matcher::new(source, query.strictness, budget);
    let mut cursor = tree.walk();
    loop {
        matcher.budget().step()?;
        let node = cursor.node();
        if let Some(left) = &mut places {
            // Nodes come in the order of their start.
            while left.first().is_some_and(|&at| at < node.start_byte()) {
                *left = &left[1..];
            }
            match left.first() {
                None => return Ok(()),
                Some(&at) if at >= node.end_byte() => {
                    if skip_subtree(&mut cursor) {
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
            hits.push(AstHit {
                end: Some(matcher.end())
                    .filter(|end| *end > range.start)
                    .unwrap_or(range.end),
                range,
                by: HitSource::Entry(at),
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
                return Err(Interrupt::TooDeep);
            }
            if let Some(vars) = ruled.matches(node) {
                if hits.len() >= room {
                    return Ok(());
                }
                let range = node.byte_range();
                hits.push(AstHit {
                    end: range.end,
                    range,
                    by: HitSource::CompiledRule,
                    vars,
                });
            }
        }
        let goes_in = match places.and_then(<[usize]>::first) {
            Some(&at) => cursor.goto_first_child_for_byte(at).is_some(),
            None => cursor.goto_first_child(),
        };
        if !goes_in && !skip_subtree(&mut cursor) {
            return Ok(());
        }
    }
}

impl HitVar {
    fn new((slot, bound): &(VarSlot, Binding<'_>)) -> HitVar {
        HitVar {
            slot: *slot,
            is_list: matches!(bound, Binding::Many(_)),
            range: bound.range(),
        }
    }
}

impl AstHit {
    /// The number of the pattern, as in [`AstMatch::pattern`].
    pub(super) fn pattern(&self, query: &LanguageQuery) -> u32 {
        match self.by {
            HitSource::Entry(at) => query.entries[usize::from(at)].pattern,
            HitSource::CompiledRule => query.rule_number,
        }
    }

    /// The match, with its text.
    pub(super) fn to_match(
        &self,
        source: &[u8],
        lines: &Lines,
        query: &LanguageQuery,
        include_meta: bool,
    ) -> AstMatch {
        let (pattern, context, names) = match self.by {
            HitSource::Entry(at) => {
                let entry = &query.entries[usize::from(at)];
                (entry.pattern, entry.reading.context, &entry.names[..])
            }
            HitSource::CompiledRule => {
                let names = query.rule.as_ref().map_or(&[][..], CompiledRule::names);
                (query.rule_number, "rule", names)
            }
        };
        let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default().to_vec();
        let variable = |var: &HitVar| MetaVariable {
            name: names[usize::from(var.slot)].clone(),
            is_list: var.is_list,
            text: var.range.as_ref().map(text).unwrap_or_default(),
            span: var.range.as_ref().map(|range| lines.span(source, range)),
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
            span: lines.span(source, &self.range),
            text: text(&self.range),
            meta_variables,
        }
    }
}
