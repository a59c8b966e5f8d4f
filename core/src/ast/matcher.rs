//! Matching one node against a goal.
//!
//! The rules are those of ast-grep: siblings are compared from left to right
//! without going back; what may differ between pattern and code is up to the
//! strictness. Matching goes as deep as the pattern, never as the code.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use super::metavar::{MetaVar, VarSlot};
use super::options::Strictness;
use super::parse::{Interrupt, WorkBudget};
use super::pattern::PatternNode;

/// Compares nodes of one tree with goals.
pub(super) struct Matcher<'t, 'p, 'k> {
    source: &'t [u8],
    strictness: Strictness,
    budget: &'p mut WorkBudget<'k>,
    bound: Vec<(VarSlot, Binding<'t>)>,
    end: usize,
}

/// What a metavariable stands for in one match.
#[derive(Clone, Debug)]
pub(super) enum Binding<'t> {
    One(Node<'t>),
    Many(Vec<Node<'t>>),
}

impl Binding<'_> {
    /// The bytes from the first to the last node; `None` if there is none.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        match self {
            Binding::One(node) => Some(node.byte_range()),
            Binding::Many(nodes) => Some(nodes.first()?.start_byte()..nodes.last()?.end_byte()),
        }
    }
}

/// How a goal and a node relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchStep {
    Match,
    Differ,
    /// The goal may be passed over, or the node, or both.
    SkipPattern,
    SkipNode,
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
            bound: Vec::new(),
            end: 0,
        }
    }

    pub(super) fn budget(&mut self) -> &mut WorkBudget<'k> {
        self.budget
    }

    /// Whether the node at the cursor looks like the goal. The cursor is left
    /// where it is.
    pub(super) fn matches(
        &mut self,
        goal: &PatternNode,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<bool, Interrupt> {
        self.bound.clear();
        self.end = 0;
        let step = match goal {
            // As a whole pattern it also stands for a comment.
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
            goal => self.step(goal, cursor)?,
        };
        Ok(step == MatchStep::Match)
    }

    /// What the metavariables of the last match stand for.
    pub(super) fn bound(&self) -> &[(VarSlot, Binding<'t>)] {
        &self.bound
    }

    /// Where the last node ends that the pattern of the last match speaks of.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    fn step(
        &mut self,
        goal: &PatternNode,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        self.budget.step()?;
        let node = cursor.node();
        match goal {
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
        // Grammars are not always right about where punctuation ends. What the
        // parser had to add is no code.
        if same_kind && (self.text(node) == text || (!named && !node.is_missing())) {
            return MatchStep::Match;
        }
        if self.skips_comments() && is_comment(node) {
            return MatchStep::SkipNode;
        }
        let other = !node.is_named();
        match self.strictness {
            Cst => MatchStep::Differ,
            Signature if same_kind => MatchStep::Match,
            Template if self.text(node) == text => MatchStep::Match,
            Smart | Template if other => MatchStep::SkipNode,
            Smart | Template => MatchStep::Differ,
            Ast | Relaxed | Signature => match (named, other) {
                (false, true) => MatchStep::SkipBoth,
                (false, false) => MatchStep::SkipPattern,
                (true, true) => MatchStep::SkipNode,
                (true, false) => MatchStep::Differ,
            },
        }
    }

    /// Compares goals with the node at the cursor and its later siblings.
    fn siblings(
        &mut self,
        goals: &[PatternNode],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let mut goals = goals.iter().peekable();
        let mut more = true;
        while let Some(goal) = goals.next() {
            if let PatternNode::MetaVar(MetaVar::Many { slot }) = goal {
                let mut nodes = Vec::new();
                // Punctuation after it is taken for granted.
                let mut closing = goals.next_if(|goal| goal.is_trivial());
                while goals.next_if(|goal| goal.is_trivial()).is_some() {}
                match goals.peek() {
                    None => {
                        while more {
                            self.budget.step()?;
                            nodes.push(cursor.node());
                            more = cursor.goto_next_sibling();
                        }
                    }
                    // Of two in a row the first stands for one node.
                    Some(PatternNode::MetaVar(MetaVar::Many { .. })) => {
                        if more {
                            nodes.push(cursor.node());
                            more = cursor.goto_next_sibling();
                        }
                        closing = None;
                    }
                    Some(next) => {
                        if !more || !self.skip_to(next, cursor, &mut nodes)? {
                            return Ok(MatchStep::Differ);
                        }
                        more = cursor.goto_next_sibling();
                        goals.next();
                    }
                }
                if let Some(PatternNode::Leaf { kind, .. }) = closing {
                    let at = nodes.iter().rposition(|node| node.kind_id() == *kind);
                    if let Some(at) = at {
                        self.end = self.end.max(nodes[at].end_byte());
                        nodes.truncate(at);
                    }
                }
                if self.bind(*slot, Binding::Many(nodes))? != MatchStep::Match {
                    return Ok(MatchStep::Differ);
                }
                continue;
            }
            let mut goal = goal;
            loop {
                if !more {
                    let rest = std::iter::once(goal).chain(goals);
                    return Ok(self.all_skipped(rest));
                }
                match self.step(goal, cursor)? {
                    MatchStep::Match => {
                        more = cursor.goto_next_sibling();
                        break;
                    }
                    MatchStep::Differ => return Ok(MatchStep::Differ),
                    MatchStep::SkipNode => more = cursor.goto_next_sibling(),
                    skip => {
                        if skip == MatchStep::SkipBoth {
                            more = cursor.goto_next_sibling();
                        }
                        match goals.next_if(|next| {
                            !matches!(next, PatternNode::MetaVar(MetaVar::Many { .. }))
                        }) {
                            Some(next) => goal = next,
                            None => break,
                        }
                    }
                }
            }
        }
        self.trail(more, cursor)
    }

    /// Collects nodes up to the first that looks like `next`, and stops there.
    fn skip_to(
        &mut self,
        next: &PatternNode,
        cursor: &mut TreeCursor<'t>,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Interrupt> {
        loop {
            let bound = self.bound.len();
            if self.step(next, cursor)? == MatchStep::Match {
                return Ok(true);
            }
            // A try that failed must leave no trace.
            self.bound.truncate(bound);
            nodes.push(cursor.node());
            if !cursor.goto_next_sibling() {
                return Ok(false);
            }
        }
    }

    /// Whether goals may remain when the nodes have run out.
    fn all_skipped<'g>(&self, mut goals: impl Iterator<Item = &'g PatternNode>) -> MatchStep {
        use Strictness::{Ast, Relaxed, Signature};

        let by_meaning = matches!(self.strictness, Ast | Relaxed | Signature);
        let skipped = goals.all(|goal| match goal {
            PatternNode::MetaVar(MetaVar::Many { .. }) => true,
            PatternNode::MetaVar(MetaVar::One { named, .. }) => by_meaning && !named,
            PatternNode::Leaf { named, .. } => by_meaning && !named,
            PatternNode::Inner { .. } => false,
        });
        if skipped {
            MatchStep::Match
        } else {
            MatchStep::Differ
        }
    }

    /// Whether nodes may remain when the goals have run out.
    fn trail(
        &mut self,
        mut more: bool,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        if self.strictness == Smart {
            return Ok(MatchStep::Match);
        }
        while more {
            self.budget.step()?;
            let node = cursor.node();
            let may_trail = match self.strictness {
                Cst => false,
                Smart => true,
                Ast => !node.is_named(),
                Relaxed | Signature => !node.is_named() || is_comment(node),
                Template => is_comment(node),
            };
            if !may_trail {
                return Ok(MatchStep::Differ);
            }
            more = cursor.goto_next_sibling();
        }
        Ok(MatchStep::Match)
    }

    fn skips_comments(&self) -> bool {
        !matches!(self.strictness, Strictness::Cst | Strictness::Ast)
    }

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Binds a metavariable, or compares with what it is bound to.
    fn bind(&mut self, slot: Option<VarSlot>, new: Binding<'t>) -> Result<MatchStep, Interrupt> {
        if let Some(range) = new.range() {
            self.end = self.end.max(range.end);
        }
        let Some(slot) = slot else {
            return Ok(MatchStep::Match);
        };
        let old = self.bound.iter().find(|(other, bound)| {
            *other == slot && matches!(bound, Binding::One(_)) == matches!(new, Binding::One(_))
        });
        let same = match (old.map(|(_, bound)| bound), &new) {
            (Some(Binding::One(old)), Binding::One(new)) => {
                let pair = (*old, *new);
                self.same(vec![pair])?
            }
            (Some(Binding::Many(old)), Binding::Many(new)) => {
                let named = |nodes: &[Node<'t>]| -> Vec<Node<'t>> {
                    nodes.iter().copied().filter(Node::is_named).collect()
                };
                let (old, new) = (named(old), named(new));
                old.len() == new.len() && self.same(old.into_iter().zip(new).collect())?
            }
            _ => {
                self.bound.push((slot, new));
                true
            }
        };
        Ok(if same {
            MatchStep::Match
        } else {
            MatchStep::Differ
        })
    }

    /// Whether nodes are the same code: the same tree over the same leaves.
    fn same(&mut self, mut pairs: Vec<(Node<'t>, Node<'t>)>) -> Result<bool, Interrupt> {
        while let Some((a, b)) = pairs.pop() {
            self.budget.step()?;
            if a == b {
                continue;
            }
            // Grammars call the same name different things by its place.
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

/// Comments, and whatever else may stand anywhere. What could not be parsed
/// is no such thing.
fn is_comment(node: Node<'_>) -> bool {
    node.is_extra() && !node.is_error()
}
