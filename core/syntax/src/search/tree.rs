//! Searches one syntax tree for the patterns and the rule of a query.
//!
//! Produces hits, which contain only byte ranges. A hit becomes an [`AstMatch`], with copies of the
//! text, when it is emitted.

use std::ops::Range;

use ransack_base::RelPath;
use ransack_base::internal::span_of;
use ransack_base::offsets::LineIndex;
use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};
use tree_sitter::Tree;

use crate::item::{AstMatch, MetaVariable};
use crate::options::AstSelect;
use crate::pattern::metavar::{HitVar, VarSlot};
use crate::rule::{CompiledRule, RuleTree};
use crate::search::hidden::HiddenTokens;
use crate::search::matcher::{Binding, Matcher, Uncovered};
use crate::search::prefilter::Candidates;
use crate::search::query::LanguageQuery;

/// Match in a tree, as byte ranges.
#[derive(Debug)]
pub struct AstHit {
    /// Range of the matched node, or of the matched siblings.
    pub range: Range<usize>,
    /// Start of the code covered by the pattern itself; modifiers that the pattern lacks may
    /// precede it in `range`.
    pub start: usize,
    /// End of the code covered by the pattern itself; a terminator and comments may follow it in
    /// `range`.
    pub end: usize,
    /// Code not covered by the match of a rewrite; empty for a search.
    pub uncovered: Uncovered,
    origin: HitOrigin,
    /// Captures.
    pub vars: Vec<HitVar>,
}

/// Part of the query that produced a hit.
#[derive(Clone, Copy, Debug)]
enum HitOrigin {
    /// Index of a query entry.
    Entry(u16),
    Rule,
}

/// Appends the matches in a tree to `hits`, sorted by start, enclosing matches
/// first, until `hits` has `room` elements.
///
/// Does not enter subtrees without a candidate. A rule must be applied to every node, so a query
/// with a rule requires `Candidates::All`.
pub(crate) fn find(
    tree: &Tree,
    source: &[u8],
    query: &LanguageQuery,
    candidates: &Candidates,
    room: usize,
    budget: &mut WorkBudget<'_>,
    hits: &mut Vec<AstHit>,
) -> Result<(), Interrupt> {
    let rule_tree = query
        .rule
        .as_ref()
        .map(|rule| rule.apply_to(tree, source, budget.limits()));
    let tree = rule_tree.as_ref().map_or(tree, RuleTree::tree);
    let mut remaining = match candidates {
        Candidates::At(offsets) => Some(&offsets[..]),
        Candidates::All | Candidates::None => None,
    };
    let mut matcher = Matcher::new(
        source,
        query.strictness,
        query.equal_quotes.as_ref(),
        query.language,
        budget,
    );
    let mut hidden = HiddenTokens::new(tree, source, query.language);
    let mut cursor = tree.walk();
    loop {
        matcher.budget().step()?;
        let node = cursor.node();
        if let Some(offsets) = &mut remaining {
            // Nodes are visited in start order, so a candidate before this node is not inside any
            // later node.
            while offsets.first().is_some_and(|&at| at < node.start_byte()) {
                *offsets = &offsets[1..];
            }
            match offsets.first() {
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
        let mut matched_pattern = None;
        for &index in query.entries_of(node.kind_id()) {
            let entry = &query.entries[usize::from(index)];
            if matched_pattern == Some(entry.pattern) {
                continue;
            }
            let Some(end) = matcher.matches(&entry.variant, &mut cursor)? else {
                continue;
            };
            let range = node.start_byte()..end;
            let vars: Vec<HitVar> = matcher.bindings().iter().map(HitVar::new).collect();
            if !hidden.equal(&range, &vars, &entry.hidden, matcher.budget())? {
                continue;
            }
            if hits.len() >= room {
                return Ok(());
            }
            matched_pattern = Some(entry.pattern);
            let uncovered = match query.every_pattern {
                true => matcher.uncovered(cursor.clone())?,
                false => Uncovered::default(),
            };
            hits.push(AstHit {
                start: matcher.start(node),
                uncovered,
                end: Some(matcher.end())
                    .filter(|end| *end > range.start)
                    .unwrap_or(range.end),
                range,
                origin: HitOrigin::Entry(index),
                vars,
            });
            if !query.every_pattern {
                break;
            }
        }
        if matched_pattern.is_none()
            && let Some(rule_tree) = &rule_tree
            && let Some(vars) = rule_tree.matches(node)?
        {
            if hits.len() >= room {
                return Ok(());
            }
            let range = node.byte_range();
            hits.push(AstHit {
                start: range.start,
                uncovered: Uncovered::default(),
                end: range.end,
                range,
                origin: HitOrigin::Rule,
                vars,
            });
        }
        let has_descended = match remaining.and_then(<[usize]>::first) {
            Some(&at) => cursor.goto_first_child_for_byte(at).is_some(),
            None => cursor.goto_first_child(),
        };
        if !has_descended && !skip_subtree(&mut cursor) {
            return Ok(());
        }
    }
}

impl HitVar {
    fn new((slot, binding): &(VarSlot, Binding<'_>)) -> HitVar {
        HitVar {
            slot: *slot,
            is_list: matches!(binding, Binding::Many(_)),
            range: binding.range(),
        }
    }
}

impl AstHit {
    /// Returns the value of [`AstMatch::pattern`] for this hit.
    pub fn pattern(&self, query: &LanguageQuery) -> u32 {
        match self.origin {
            HitOrigin::Entry(index) => query.entries[usize::from(index)].pattern,
            HitOrigin::Rule => query.rule_index,
        }
    }

    /// Builds the match with the detail requested by `select`, with copies of its text. Leaves the
    /// path empty.
    pub(crate) fn to_match(
        &self,
        source: &[u8],
        lines: &LineIndex,
        query: &LanguageQuery,
        select: &AstSelect,
    ) -> AstMatch {
        let (context, names, reading) = match self.origin {
            HitOrigin::Entry(index) => {
                let entry = &query.entries[usize::from(index)];
                let reading = select.explain.then(|| entry.reading(query.language));
                (entry.variant.context, &entry.names[..], reading)
            }
            HitOrigin::Rule => {
                let names = query.rule.as_ref().map_or(&[][..], CompiledRule::names);
                ("rule", names, None)
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
                .map(|range| span_of(lines, source, range)),
        };
        let mut meta_variables = Vec::new();
        if select.include_meta {
            let mut vars: Vec<_> = self.vars.iter().collect();
            vars.sort_by_key(|var| var.slot);
            meta_variables = vars.into_iter().map(variable).collect();
        }
        AstMatch {
            path: RelPath::default(),
            root: 0,
            language: query.language.name,
            pattern: self.pattern(query),
            context,
            span: span_of(lines, source, &self.range),
            text: text(&self.range),
            meta_variables,
            reading,
            enclosing: None,
            version: None,
        }
    }
}
