//! Compares one node of the code with one pattern.
//!
//! - `arguments`: compares keyword arguments in any order.
//! - `coverage`: code covered by a match, and the code in between that its pattern lacks.
//! - `siblings`: compares the children of a node with the children of a pattern.
//!
//! The algorithm follows ast-grep: siblings are compared from left to right without backtracking,
//! and [`Strictness`] determines which nodes may be skipped. Recursion is limited by the depth of
//! the pattern, not of the code.

mod arguments;
mod coverage;
mod siblings;

use std::ops::Range;

use coverage::Coverage;
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, WorkBudget};
use ransack_languages::internal::{NodeKinds, has_word, tables};
use tree_sitter::{Node, TreeCursor};

use crate::pattern::literal::{self, EqualQuotes};
use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::{PatternNode, PatternVariant};
use crate::strictness::Strictness;

pub(crate) use coverage::Uncovered;

/// Compares nodes of one tree with patterns and records the captures.
pub(crate) struct Matcher<'t, 'p, 'k> {
    source: &'t [u8],
    strictness: Strictness,
    /// String node kinds, if single and double quotes are equivalent.
    equal_quotes: Option<&'p EqualQuotes>,
    block_kinds: &'static str,
    /// Kind of lists of modifiers.
    modifier_list: &'static str,
    kinds: &'static NodeKinds,
    budget: &'p mut WorkBudget<'k>,
    bindings: Vec<(VarSlot, Binding<'t>)>,
    coverage: Coverage,
}

/// Nodes captured by a metavariable.
#[derive(Clone, Debug)]
pub(crate) enum Binding<'t> {
    One(Node<'t>),
    /// Part of a node.
    Part(Range<usize>),
    Many(Vec<Node<'t>>),
}

impl Binding<'_> {
    /// Returns the byte range from the first to the last node; `None` if empty.
    pub(crate) fn range(&self) -> Option<Range<usize>> {
        match self {
            Binding::One(node) => Some(node.byte_range()),
            Binding::Part(range) => Some(range.clone()),
            Binding::Many(nodes) => Some(nodes.first()?.start_byte()..nodes.last()?.end_byte()),
        }
    }
}

/// Result of comparing a pattern node with a code node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchStep {
    Match,
    Differ,
    /// The pattern node may be skipped.
    SkipPattern,
    /// The code node may be skipped.
    SkipNode,
    /// Both nodes may be skipped.
    SkipBoth,
}

impl<'t, 'p, 'k> Matcher<'t, 'p, 'k> {
    pub(crate) fn new(
        source: &'t [u8],
        strictness: Strictness,
        equal_quotes: Option<&'p EqualQuotes>,
        language: &Language,
        budget: &'p mut WorkBudget<'k>,
    ) -> Matcher<'t, 'p, 'k> {
        let patterns = tables(language).patterns;
        Matcher {
            source,
            strictness,
            equal_quotes: equal_quotes.filter(|_| strictness != Strictness::Cst),
            block_kinds: patterns.block_kinds,
            modifier_list: patterns.optional.modifier_list,
            kinds: &tables(language).kinds,
            budget,
            bindings: Vec::new(),
            coverage: Coverage::default(),
        }
    }

    pub(crate) fn budget(&mut self) -> &mut WorkBudget<'k> {
        self.budget
    }

    /// Matches a pattern with the node at the cursor and, for a sequence, its later siblings.
    /// Returns the end of the last node on a match. Restores the cursor.
    pub(crate) fn matches(
        &mut self,
        pattern: &PatternVariant,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<Option<usize>, Interrupt> {
        self.bindings.clear();
        self.coverage.clear();
        let step = match &pattern.root {
            // A metavariable matches a comment only if it is the whole pattern.
            PatternNode::MetaVar(MetaVar::One { named, .. })
                if self.strictness == Strictness::Smart && *named && !cursor.node().is_named() =>
            {
                MatchStep::Differ
            }
            PatternNode::MetaVar(MetaVar::One { slot, .. })
                if self.strictness == Strictness::Smart =>
            {
                self.bind(*slot, Binding::One(cursor.node()))?
            }
            PatternNode::Statement { kinds, .. } if !kinds.contains(&cursor.node().kind_id()) => {
                MatchStep::Differ
            }
            pattern => self.step(pattern, cursor)?,
        };
        if step != MatchStep::Match || is_declared(pattern, cursor) {
            return Ok(None);
        }
        if pattern.following.is_empty() {
            return Ok(Some(cursor.node().end_byte()));
        }
        self.following(&pattern.following, &mut cursor.clone())
    }

    /// Matches patterns with the siblings after the node at the cursor. Returns the end of the last
    /// sibling on a match.
    fn following(
        &mut self,
        patterns: &[PatternNode],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<Option<usize>, Interrupt> {
        let mut end = cursor.node().end_byte();
        let mut patterns = patterns.iter().peekable();
        while let Some(pattern) = patterns.next() {
            if !cursor.goto_next_sibling() {
                let only_lists = std::iter::once(pattern)
                    .chain(patterns)
                    .all(|rest| matches!(rest, PatternNode::MetaVar(MetaVar::Many { .. })));
                return Ok(only_lists.then_some(end));
            }
            if let PatternNode::MetaVar(MetaVar::Many { slot }) = pattern {
                let next = patterns.next();
                let mut nodes = Vec::new();
                if let Some(next) = next {
                    if !self.skip_to(next, cursor, &mut nodes)? {
                        return Ok(None);
                    }
                } else {
                    nodes.push(cursor.node());
                    while cursor.goto_next_sibling() {
                        self.budget.step()?;
                        nodes.push(cursor.node());
                    }
                }
                let is_named = |node: &Node<'t>| node.is_named();
                let first = nodes.iter().position(is_named).unwrap_or(nodes.len());
                let last = nodes.iter().rposition(is_named).map_or(first, |at| at + 1);
                let nodes = nodes[first..last].to_vec();
                if let Some(last) = nodes.last() {
                    end = end.max(last.end_byte());
                }
                if self.bind(*slot, Binding::Many(nodes))? != MatchStep::Match {
                    return Ok(None);
                }
                if next.is_none() {
                    return Ok(Some(end));
                }
            } else {
                while self.step(pattern, cursor)? != MatchStep::Match {
                    // Separators between siblings are not part of the pattern.
                    let node = cursor.node();
                    let is_between = !node.is_named()
                        || (is_comment(node) && self.strictness != Strictness::Cst);
                    if !is_between || !cursor.goto_next_sibling() {
                        return Ok(None);
                    }
                }
            }
            end = end.max(cursor.node().end_byte());
        }
        Ok(Some(end))
    }

    /// Returns the captures of the last match.
    pub(crate) fn bindings(&self) -> &[(VarSlot, Binding<'t>)] {
        &self.bindings
    }

    /// Compares a pattern node with the node at the cursor.
    fn step(
        &mut self,
        pattern: &PatternNode,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        self.budget.step()?;
        let node = cursor.node();
        match pattern {
            PatternNode::MetaVar(_) if self.skips_comments() && is_comment(node) => {
                Ok(MatchStep::SkipNode)
            }
            PatternNode::MetaVar(MetaVar::One { named: true, .. }) if !node.is_named() => {
                Ok(MatchStep::Differ)
            }
            PatternNode::MetaVar(MetaVar::One { slot, .. }) => self.bind(*slot, Binding::One(node)),
            PatternNode::MetaVar(MetaVar::Many { slot }) => {
                self.bind(*slot, Binding::Many(vec![node]))
            }
            PatternNode::Chain(start) => self.chain(start, cursor),
            PatternNode::Statement {
                expression, slot, ..
            } => self.statement(expression, *slot, cursor),
            PatternNode::Leaf { kind, named, text } => {
                let step = self.leaf(*kind, *named, text, node);
                if step == MatchStep::Match {
                    self.coverage.add(node.byte_range());
                }
                Ok(step)
            }
            PatternNode::Sigil { kind, sigil, slot } => {
                let name = self.text(node).strip_prefix(&**sigil);
                let begins_name =
                    |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_' || !byte.is_ascii();
                let has_name = name.and_then(<[u8]>::first).is_some_and(begins_name);
                if *kind == node.kind_id() && has_name {
                    let start = node.start_byte() + sigil.len();
                    self.bind(*slot, Binding::Part(start..node.end_byte()))
                } else if self.skips_comments() && is_comment(node) {
                    Ok(MatchStep::SkipNode)
                } else {
                    Ok(MatchStep::Differ)
                }
            }
            PatternNode::Kind(kind) if *kind == node.kind_id() => {
                self.coverage.add(node.byte_range());
                Ok(MatchStep::Match)
            }
            PatternNode::Kind(_) if self.skips_comments() && is_comment(node) => {
                Ok(MatchStep::SkipNode)
            }
            PatternNode::Kind(_) => Ok(MatchStep::Differ),
            PatternNode::Inner {
                kind,
                children,
                optional,
                is_open,
            } => {
                if !self.is_same_kind(*kind, node) && self.strictness != Strictness::Template {
                    return Ok(MatchStep::Differ);
                }
                if !cursor.goto_first_child() {
                    return Ok(MatchStep::Differ);
                }
                let step = if self.strictness == Strictness::Relaxed
                    && has_word(self.kinds.arguments, node.kind())
                    && arguments::has_keywords(children)
                {
                    self.arguments(children, cursor)?
                } else if self.strictness == Strictness::Smart && node.kind() == self.modifier_list
                {
                    self.modifiers(children, cursor)?
                } else {
                    self.siblings(children, optional, *is_open, cursor)?
                };
                if step == MatchStep::Match && !is_open {
                    self.add_rest_of_block(node, cursor.clone())?;
                }
                cursor.goto_parent();
                Ok(step)
            }
        }
    }

    /// Compares a metavariable as a statement with the node at the cursor. A statement that ends
    /// with a block has no terminator and does not match.
    fn statement(
        &mut self,
        expression: &PatternNode,
        slot: Option<VarSlot>,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let checkpoint = self.checkpoint();
        let step = self.step(expression, cursor)?;
        let node = cursor.node();
        let is_block = self.text(node).ends_with(b"}");
        if step != MatchStep::Differ
            || self.strictness == Strictness::Cst
            || !node.is_named()
            || is_block
        {
            return Ok(step);
        }
        self.rewind(checkpoint);
        if is_comment(node) {
            return Ok(MatchStep::SkipNode);
        }
        self.bind(slot, Binding::One(node))
    }

    /// Returns whether a node has the given kind, or is the same part of a string with different
    /// quotes.
    fn is_same_kind(&self, kind: u16, node: Node<'t>) -> bool {
        kind == node.kind_id()
            || self.equal_quotes.is_some_and(|quotes| {
                quotes.is_same_kind(kind, node.kind_id()) && quotes.is_plain(self.text(node))
            })
    }

    fn leaf(&self, kind: u16, named: bool, text: &[u8], node: Node<'t>) -> MatchStep {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        let same_kind = self.is_same_kind(kind, node);
        // Does not compare the text of unnamed nodes, since grammars may misplace the end of
        // punctuation. A missing node is not in the code.
        if same_kind
            && (self.text(node) == text
                || (!named && !node.is_missing())
                || self.is_same_keyword(text, node))
        {
            return MatchStep::Match;
        }
        if self.skips_comments() && is_comment(node) {
            return MatchStep::SkipNode;
        }
        if self.is_same_literal(same_kind, text, node) {
            return MatchStep::Match;
        }
        let node_is_unnamed = !node.is_named();
        // The operator in `x !is T` is not `is`.
        if self.strictness == Smart
            && node_is_unnamed
            && text.iter().all(u8::is_ascii_alphabetic)
            && !named
            && matches!(self.text(node), b"!" | b"not")
        {
            return MatchStep::Differ;
        }
        match self.strictness {
            Cst => MatchStep::Differ,
            Signature if same_kind => MatchStep::Match,
            Template if self.text(node) == text => MatchStep::Match,
            Smart | Template if node_is_unnamed => MatchStep::SkipNode,
            Smart | Template => MatchStep::Differ,
            Ast | Relaxed | Signature => match (named, node_is_unnamed) {
                (false, true) => MatchStep::SkipBoth,
                (false, false) => MatchStep::SkipPattern,
                (true, true) => MatchStep::SkipNode,
                (true, false) => MatchStep::Differ,
            },
        }
    }

    /// Returns whether a keyword with a named node, as in SQL, equals `text` in any letter case.
    fn is_same_keyword(&self, text: &[u8], node: Node<'t>) -> bool {
        text.eq_ignore_ascii_case(self.text(node)) && self.kinds.keyword(node.kind()).is_some()
    }

    /// Returns whether a literal or quote in the pattern is equivalent to a node with a different
    /// spelling.
    fn is_same_literal(&self, same_kind: bool, text: &[u8], node: Node<'t>) -> bool {
        match text.first() {
            Some(b'\'' | b'"') if self.equal_quotes.is_some() => {
                let pattern = literal::unquoted(text);
                pattern.is_some() && pattern == literal::unquoted(self.text(node))
            }
            Some(digit) if digit.is_ascii_digit() && self.strictness == Strictness::Relaxed => {
                let pattern = literal::number(text);
                same_kind && pattern.is_some() && pattern == literal::number(self.text(node))
            }
            _ => false,
        }
    }

    /// Compares a pattern with the node at the cursor and the nodes that start at the same offset,
    /// from the outside in. Restores the cursor.
    fn chain(
        &mut self,
        start: &PatternNode,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let calls = cursor.node().byte_range();
        let mut depth = 0;
        let step = loop {
            let checkpoint = self.checkpoint();
            let step = self.step(start, cursor)?;
            if step == MatchStep::Match {
                break step;
            }
            self.rewind(checkpoint);
            if !cursor.goto_first_child() {
                break MatchStep::Differ;
            }
            depth += 1;
        };
        for _ in 0..depth {
            cursor.goto_parent();
        }
        if step == MatchStep::Match {
            self.coverage.add(calls);
        }
        Ok(step)
    }

    fn skips_comments(&self) -> bool {
        !matches!(self.strictness, Strictness::Cst | Strictness::Ast)
    }

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Captures nodes, or compares them with the metavariable's previous capture. Without a slot,
    /// captures nothing.
    fn bind(&mut self, slot: Option<VarSlot>, new: Binding<'t>) -> Result<MatchStep, Interrupt> {
        if let Some(range) = new.range() {
            self.coverage.add(range);
        }
        let Some(slot) = slot else {
            return Ok(MatchStep::Match);
        };
        let old = self.bindings.iter().find(|(other, binding)| {
            let is_list = |binding: &Binding<'_>| matches!(binding, Binding::Many(_));
            *other == slot && is_list(binding) == is_list(&new)
        });
        let same = match (old.map(|(_, binding)| binding), &new) {
            (Some(Binding::One(old)), Binding::One(new)) => {
                let pair = (unwrapped(*old), unwrapped(*new));
                self.is_same_code(vec![pair])?
            }
            (Some(Binding::Many(old)), Binding::Many(new)) => {
                let named = |nodes: &[Node<'t>]| -> Vec<Node<'t>> {
                    nodes.iter().copied().filter(Node::is_named).collect()
                };
                let (old, new) = (named(old), named(new));
                old.len() == new.len() && self.is_same_code(old.into_iter().zip(new).collect())?
            }
            (Some(old), new) => {
                let text = |binding: &Binding<'_>| self.source.get(binding.range()?);
                text(old) == text(new)
            }
            (None, _) => {
                self.bindings.push((slot, new));
                true
            }
        };
        Ok(if same {
            MatchStep::Match
        } else {
            MatchStep::Differ
        })
    }

    /// Returns whether both nodes of each pair have equal trees with equal leaves. Iterative, since
    /// code may be nested arbitrarily deeply.
    fn is_same_code(&mut self, mut pairs: Vec<(Node<'t>, Node<'t>)>) -> Result<bool, Interrupt> {
        while let Some((a, b)) = pairs.pop() {
            self.budget.step()?;
            if a == b {
                continue;
            }
            // The kind of a name may depend on its context, so only the text of leaves is compared.
            if a.named_child_count() == 0 || b.named_child_count() == 0 {
                if self.text(a) != self.text(b) {
                    return Ok(false);
                }
                continue;
            }
            if a.kind_id() != b.kind_id() || a.child_count() != b.child_count() {
                return Ok(false);
            }
            let (mut left, mut right) = (a.walk(), b.walk());
            if left.goto_first_child() && right.goto_first_child() {
                pairs.push((left.node(), right.node()));
                while left.goto_next_sibling() && right.goto_next_sibling() {
                    self.budget.step()?;
                    pairs.push((left.node(), right.node()));
                }
            }
        }
        Ok(true)
    }
}

/// Returns whether the node at the cursor is part of a declaration of the kind excluded by the
/// pattern.
fn is_declared(pattern: &PatternVariant, cursor: &TreeCursor<'_>) -> bool {
    pattern.declaration.is_some_and(|declaration| {
        let mut parent = cursor.clone();
        parent.goto_parent() && parent.node().kind_id() == declaration
    })
}

/// Returns the innermost node with the full extent of `node`, such as the expression in an
/// argument.
fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while let Some(child) = node.named_child(0)
        && child.byte_range() == node.byte_range()
    {
        node = child;
    }
    node
}

/// Returns whether a node is a comment or another extra of the grammar, which may occur anywhere.
/// Error nodes are marked as extras but do not count.
fn is_comment(node: Node<'_>) -> bool {
    node.is_extra() && !node.is_error()
}
