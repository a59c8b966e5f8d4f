//! Comparison of one node of the code with one pattern.
//!
//! The algorithm is that of ast-grep: siblings are compared from left to right
//! without backtracking, and [`Strictness`] decides which nodes may be skipped.
//! Recursion is as deep as the pattern, never as deep as the code.

use std::iter::Peekable;
use std::ops::Range;
use std::slice;

use tree_sitter::{Node, TreeCursor};

use super::metavar::{MetaVar, VarSlot};
use super::options::Strictness;
use super::parse::{Interrupt, WorkBudget};
use super::pattern::PatternNode;

/// Compares nodes of one tree with patterns and records the captures.
pub(super) struct Matcher<'t, 'p, 'k> {
    source: &'t [u8],
    strictness: Strictness,
    budget: &'p mut WorkBudget<'k>,
    bindings: Vec<(VarSlot, Binding<'t>)>,
    /// End of the last node of the code that the pattern covers.
    end: usize,
}

/// Nodes captured by a metavariable.
#[derive(Clone, Debug)]
pub(super) enum Binding<'t> {
    One(Node<'t>),
    Many(Vec<Node<'t>>),
}

impl Binding<'_> {
    /// Returns the byte range from the first to the last node; `None` without a
    /// node.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        match self {
            Binding::One(node) => Some(node.byte_range()),
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
    pub(super) fn new(
        source: &'t [u8],
        strictness: Strictness,
        budget: &'p mut WorkBudget<'k>,
    ) -> Matcher<'t, 'p, 'k> {
        Matcher {
            source,
            strictness,
            budget,
            bindings: Vec::new(),
            end: 0,
        }
    }

    pub(super) fn budget(&mut self) -> &mut WorkBudget<'k> {
        self.budget
    }

    /// Returns whether the node at the cursor matches the pattern. The cursor is
    /// at the same node afterwards.
    pub(super) fn matches(
        &mut self,
        pattern: &PatternNode,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<bool, Interrupt> {
        self.bindings.clear();
        self.end = 0;
        let step = match pattern {
            // Only as the whole pattern does a metavariable match a comment.
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
            pattern => self.step(pattern, cursor)?,
        };
        Ok(step == MatchStep::Match)
    }

    /// Returns the captures of the last match.
    pub(super) fn bindings(&self) -> &[(VarSlot, Binding<'t>)] {
        &self.bindings
    }

    /// Returns the end of the last node that the pattern of the last match
    /// covers; 0 if it covers none.
    pub(super) fn end(&self) -> usize {
        self.end
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
            PatternNode::Leaf { kind, named, text } => {
                let step = self.leaf(*kind, *named, text, node);
                if step == MatchStep::Match {
                    self.end = self.end.max(node.end_byte());
                }
                Ok(step)
            }
            PatternNode::Inner { kind, children } => {
                if *kind != node.kind_id() && self.strictness != Strictness::Template {
                    return Ok(MatchStep::Differ);
                }
                if !cursor.goto_first_child() {
                    return Ok(MatchStep::Differ);
                }
                let step = self.siblings(children, cursor)?;
                cursor.goto_parent();
                Ok(step)
            }
        }
    }

    fn leaf(&self, kind: u16, named: bool, text: &[u8], node: Node<'t>) -> MatchStep {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        let same_kind = kind == node.kind_id();
        // The text of unnamed nodes is not compared, because grammars may place
        // the end of punctuation wrongly. A missing node is not in the code.
        if same_kind && (self.text(node) == text || (!named && !node.is_missing())) {
            return MatchStep::Match;
        }
        if self.skips_comments() && is_comment(node) {
            return MatchStep::SkipNode;
        }
        let node_is_unnamed = !node.is_named();
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

    /// Compares pattern siblings with the node at the cursor and its later
    /// siblings.
    fn siblings(
        &mut self,
        patterns: &[PatternNode],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let mut patterns = patterns.iter().peekable();
        let mut has_node = true;
        while let Some(pattern) = patterns.next() {
            if let PatternNode::MetaVar(MetaVar::Many { slot }) = pattern {
                match self.list(*slot, &mut patterns, cursor, &mut has_node)? {
                    MatchStep::Match => continue,
                    _ => return Ok(MatchStep::Differ),
                }
            }
            let mut pattern = pattern;
            loop {
                if !has_node {
                    let rest = std::iter::once(pattern).chain(patterns);
                    return Ok(self.allows_unmatched(rest));
                }
                match self.step(pattern, cursor)? {
                    MatchStep::Match => {
                        has_node = cursor.goto_next_sibling();
                        break;
                    }
                    MatchStep::Differ => return Ok(MatchStep::Differ),
                    MatchStep::SkipNode => has_node = cursor.goto_next_sibling(),
                    skip => {
                        if skip == MatchStep::SkipBoth {
                            has_node = cursor.goto_next_sibling();
                        }
                        match patterns.next_if(|next| {
                            !matches!(next, PatternNode::MetaVar(MetaVar::Many { .. }))
                        }) {
                            Some(next) => pattern = next,
                            None => break,
                        }
                    }
                }
            }
        }
        self.allows_rest(has_node, cursor)
    }

    /// Matches a list metavariable, and the pattern node after it, with the node
    /// at the cursor and its later siblings, if `has_node`. Advances `patterns`
    /// and the cursor past what matched.
    fn list(
        &mut self,
        slot: Option<VarSlot>,
        patterns: &mut Peekable<slice::Iter<'_, PatternNode>>,
        cursor: &mut TreeCursor<'t>,
        has_node: &mut bool,
    ) -> Result<MatchStep, Interrupt> {
        let mut nodes = Vec::new();
        // A list metavariable also matches the punctuation after it.
        let mut closing = patterns.next_if(|next| next.is_unnamed());
        while patterns.next_if(|next| next.is_unnamed()).is_some() {}
        match patterns.peek() {
            None => {
                while *has_node {
                    self.budget.step()?;
                    nodes.push(cursor.node());
                    *has_node = cursor.goto_next_sibling();
                }
            }
            // The first of two adjacent list metavariables matches one node.
            Some(PatternNode::MetaVar(MetaVar::Many { .. })) => {
                if *has_node {
                    nodes.push(cursor.node());
                    *has_node = cursor.goto_next_sibling();
                }
                closing = None;
            }
            Some(next) => {
                if !*has_node || !self.skip_to(next, cursor, &mut nodes)? {
                    return Ok(MatchStep::Differ);
                }
                *has_node = cursor.goto_next_sibling();
                patterns.next();
            }
        }
        if let Some(PatternNode::Leaf { kind, .. }) = closing {
            let at = nodes.iter().rposition(|node| node.kind_id() == *kind);
            if let Some(at) = at {
                self.end = self.end.max(nodes[at].end_byte());
                nodes.truncate(at);
            }
        }
        self.bind(slot, Binding::Many(nodes))
    }

    /// Collects nodes up to the first that matches `next`, and leaves the cursor
    /// there. Returns false if no sibling matches.
    fn skip_to(
        &mut self,
        next: &PatternNode,
        cursor: &mut TreeCursor<'t>,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Interrupt> {
        loop {
            let binding_count = self.bindings.len();
            if self.step(next, cursor)? == MatchStep::Match {
                return Ok(true);
            }
            // A failed comparison may have captured something.
            self.bindings.truncate(binding_count);
            nodes.push(cursor.node());
            if !cursor.goto_next_sibling() {
                return Ok(false);
            }
        }
    }

    /// Returns `Match` if pattern nodes may remain after the last code node.
    fn allows_unmatched<'g>(
        &self,
        mut patterns: impl Iterator<Item = &'g PatternNode>,
    ) -> MatchStep {
        use Strictness::{Ast, Relaxed, Signature};

        let skips_unnamed = matches!(self.strictness, Ast | Relaxed | Signature);
        let all_skipped = patterns.all(|pattern| match pattern {
            PatternNode::MetaVar(MetaVar::Many { .. }) => true,
            PatternNode::MetaVar(MetaVar::One { named, .. }) => skips_unnamed && !named,
            PatternNode::Leaf { named, .. } => skips_unnamed && !named,
            PatternNode::Inner { .. } => false,
        });
        if all_skipped {
            MatchStep::Match
        } else {
            MatchStep::Differ
        }
    }

    /// Returns `Match` if the node at the cursor and its later siblings, if
    /// `has_node`, may remain after the last pattern node.
    fn allows_rest(
        &mut self,
        mut has_node: bool,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        if self.strictness == Smart {
            return Ok(MatchStep::Match);
        }
        while has_node {
            self.budget.step()?;
            let node = cursor.node();
            let may_remain = match self.strictness {
                Cst => false,
                Smart => true,
                Ast => !node.is_named(),
                Relaxed | Signature => !node.is_named() || is_comment(node),
                Template => is_comment(node),
            };
            if !may_remain {
                return Ok(MatchStep::Differ);
            }
            has_node = cursor.goto_next_sibling();
        }
        Ok(MatchStep::Match)
    }

    fn skips_comments(&self) -> bool {
        !matches!(self.strictness, Strictness::Cst | Strictness::Ast)
    }

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Captures nodes, or compares them with what the metavariable has captured
    /// before. Without a slot nothing is captured.
    fn bind(&mut self, slot: Option<VarSlot>, new: Binding<'t>) -> Result<MatchStep, Interrupt> {
        if let Some(range) = new.range() {
            self.end = self.end.max(range.end);
        }
        let Some(slot) = slot else {
            return Ok(MatchStep::Match);
        };
        let old = self.bindings.iter().find(|(other, binding)| {
            *other == slot && matches!(binding, Binding::One(_)) == matches!(new, Binding::One(_))
        });
        let same = match (old.map(|(_, binding)| binding), &new) {
            (Some(Binding::One(old)), Binding::One(new)) => {
                let pair = (*old, *new);
                self.is_same_code(vec![pair])?
            }
            (Some(Binding::Many(old)), Binding::Many(new)) => {
                let named = |nodes: &[Node<'t>]| -> Vec<Node<'t>> {
                    nodes.iter().copied().filter(Node::is_named).collect()
                };
                let (old, new) = (named(old), named(new));
                old.len() == new.len() && self.is_same_code(old.into_iter().zip(new).collect())?
            }
            _ => {
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

    /// Returns whether both nodes of each pair have equal trees with equal
    /// leaves. Iterative, because code may be nested arbitrarily deep.
    fn is_same_code(&mut self, mut pairs: Vec<(Node<'t>, Node<'t>)>) -> Result<bool, Interrupt> {
        while let Some((a, b)) = pairs.pop() {
            self.budget.step()?;
            if a == b {
                continue;
            }
            // The kind of a name may depend on its context, so only the text of
            // leaves is compared.
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

/// Returns whether a node is a comment or another extra of the grammar, which
/// may occur anywhere. Error nodes are marked as extras too, but are not.
fn is_comment(node: Node<'_>) -> bool {
    node.is_extra() && !node.is_error()
}
