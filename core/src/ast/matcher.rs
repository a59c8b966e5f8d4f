//! Matching one node against a goal.
//!
//! The rules are those of ast-grep: siblings are compared from left to right
//! without going back; what may differ between pattern and code is up to the
//! strictness. Matching goes as deep as the pattern, never as the code.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use super::metavar::{Slot, Var};
use super::options::Strictness;
use super::parse::{Pulse, Stop};
use super::pattern::Goal;

/// Compares nodes of one tree with goals.
pub(super) struct Matcher<'t, 'p, 'k> {
    source: &'t [u8],
    strictness: Strictness,
    pulse: &'p mut Pulse<'k>,
    bound: Vec<(Slot, Bound<'t>)>,
    end: usize,
}

/// What a metavariable stands for in one match.
#[derive(Clone, Debug)]
pub(super) enum Bound<'t> {
    One(Node<'t>),
    Many(Vec<Node<'t>>),
}

impl Bound<'_> {
    /// The bytes from the first to the last node; `None` if there is none.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        match self {
            Bound::One(node) => Some(node.byte_range()),
            Bound::Many(nodes) => Some(nodes.first()?.start_byte()..nodes.last()?.end_byte()),
        }
    }
}

/// How a goal and a node relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Match,
    Differ,
    /// The goal may be passed over, or the node, or both.
    SkipGoal,
    SkipNode,
    SkipBoth,
}

impl<'t, 'p, 'k> Matcher<'t, 'p, 'k> {
    pub(super) fn new(
        source: &'t [u8],
        strictness: Strictness,
        pulse: &'p mut Pulse<'k>,
    ) -> Matcher<'t, 'p, 'k> {
        Matcher {
            source,
            strictness,
            pulse,
            bound: Vec::new(),
            end: 0,
        }
    }

    pub(super) fn pulse(&mut self) -> &mut Pulse<'k> {
        self.pulse
    }

    /// Whether the node at the cursor looks like the goal. The cursor is left
    /// where it is.
    pub(super) fn matches(
        &mut self,
        goal: &Goal,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<bool, Stop> {
        self.bound.clear();
        self.end = 0;
        let step = match goal {
            // As a whole pattern it also stands for a comment.
            Goal::Var(Var::One { named, .. })
                if self.strictness == Strictness::Smart && *named && !cursor.node().is_named() =>
            {
                Step::Differ
            }
            Goal::Var(Var::One { slot, .. }) if self.strictness == Strictness::Smart => {
                self.bind(*slot, Bound::One(cursor.node()))?
            }
            goal => self.step(goal, cursor)?,
        };
        Ok(step == Step::Match)
    }

    /// What the metavariables of the last match stand for.
    pub(super) fn bound(&self) -> &[(Slot, Bound<'t>)] {
        &self.bound
    }

    /// Where the last node ends that the pattern of the last match speaks of.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    fn step(&mut self, goal: &Goal, cursor: &mut TreeCursor<'t>) -> Result<Step, Stop> {
        self.pulse.step()?;
        let node = cursor.node();
        match goal {
            Goal::Var(_) if self.skips_comments() && is_comment(node) => Ok(Step::SkipNode),
            Goal::Var(Var::One { named: true, .. }) if !node.is_named() => Ok(Step::Differ),
            Goal::Var(Var::One { slot, .. }) => self.bind(*slot, Bound::One(node)),
            Goal::Var(Var::Many { slot }) => self.bind(*slot, Bound::Many(vec![node])),
            Goal::Leaf { kind, named, text } => {
                let step = self.leaf(*kind, *named, text, node);
                if step == Step::Match {
                    self.end = self.end.max(node.end_byte());
                }
                Ok(step)
            }
            Goal::Inner { kind, children } => {
                if *kind != node.kind_id() && self.strictness != Strictness::Template {
                    return Ok(Step::Differ);
                }
                if !cursor.goto_first_child() {
                    return Ok(Step::Differ);
                }
                let step = self.siblings(children, cursor)?;
                cursor.goto_parent();
                Ok(step)
            }
        }
    }

    fn leaf(&self, kind: u16, named: bool, text: &[u8], node: Node<'t>) -> Step {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        let same_kind = kind == node.kind_id();
        // Grammars are not always right about where punctuation ends. What the
        // parser had to add is no code.
        if same_kind && (self.text(node) == text || (!named && !node.is_missing())) {
            return Step::Match;
        }
        if self.skips_comments() && is_comment(node) {
            return Step::SkipNode;
        }
        let other = !node.is_named();
        match self.strictness {
            Cst => Step::Differ,
            Signature if same_kind => Step::Match,
            Template if self.text(node) == text => Step::Match,
            Smart | Template if other => Step::SkipNode,
            Smart | Template => Step::Differ,
            Ast | Relaxed | Signature => match (named, other) {
                (false, true) => Step::SkipBoth,
                (false, false) => Step::SkipGoal,
                (true, true) => Step::SkipNode,
                (true, false) => Step::Differ,
            },
        }
    }

    /// Compares goals with the node at the cursor and its later siblings.
    fn siblings(&mut self, goals: &[Goal], cursor: &mut TreeCursor<'t>) -> Result<Step, Stop> {
        let mut goals = goals.iter().peekable();
        let mut more = true;
        while let Some(goal) = goals.next() {
            if let Goal::Var(Var::Many { slot }) = goal {
                let mut nodes = Vec::new();
                // Punctuation after it is taken for granted.
                let mut closing = goals.next_if(|goal| goal.is_trivial());
                while goals.next_if(|goal| goal.is_trivial()).is_some() {}
                match goals.peek() {
                    None => {
                        while more {
                            self.pulse.step()?;
                            nodes.push(cursor.node());
                            more = cursor.goto_next_sibling();
                        }
                    }
                    // Of two in a row the first stands for one node.
                    Some(Goal::Var(Var::Many { .. })) => {
                        if more {
                            nodes.push(cursor.node());
                            more = cursor.goto_next_sibling();
                        }
                        closing = None;
                    }
                    Some(next) => {
                        if !more || !self.skip_to(next, cursor, &mut nodes)? {
                            return Ok(Step::Differ);
                        }
                        more = cursor.goto_next_sibling();
                        goals.next();
                    }
                }
                if let Some(Goal::Leaf { kind, .. }) = closing {
                    let at = nodes.iter().rposition(|node| node.kind_id() == *kind);
                    if let Some(at) = at {
                        self.end = self.end.max(nodes[at].end_byte());
                        nodes.truncate(at);
                    }
                }
                if self.bind(*slot, Bound::Many(nodes))? != Step::Match {
                    return Ok(Step::Differ);
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
                    Step::Match => {
                        more = cursor.goto_next_sibling();
                        break;
                    }
                    Step::Differ => return Ok(Step::Differ),
                    Step::SkipNode => more = cursor.goto_next_sibling(),
                    skip => {
                        if skip == Step::SkipBoth {
                            more = cursor.goto_next_sibling();
                        }
                        match goals.next_if(|next| !matches!(next, Goal::Var(Var::Many { .. }))) {
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
        next: &Goal,
        cursor: &mut TreeCursor<'t>,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Stop> {
        loop {
            let bound = self.bound.len();
            if self.step(next, cursor)? == Step::Match {
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
    fn all_skipped<'g>(&self, mut goals: impl Iterator<Item = &'g Goal>) -> Step {
        use Strictness::{Ast, Relaxed, Signature};

        let by_meaning = matches!(self.strictness, Ast | Relaxed | Signature);
        let skipped = goals.all(|goal| match goal {
            Goal::Var(Var::Many { .. }) => true,
            Goal::Var(Var::One { named, .. }) => by_meaning && !named,
            Goal::Leaf { named, .. } => by_meaning && !named,
            Goal::Inner { .. } => false,
        });
        if skipped { Step::Match } else { Step::Differ }
    }

    /// Whether nodes may remain when the goals have run out.
    fn trail(&mut self, mut more: bool, cursor: &mut TreeCursor<'t>) -> Result<Step, Stop> {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        if self.strictness == Smart {
            return Ok(Step::Match);
        }
        while more {
            self.pulse.step()?;
            let node = cursor.node();
            let may_trail = match self.strictness {
                Cst => false,
                Smart => true,
                Ast => !node.is_named(),
                Relaxed | Signature => !node.is_named() || is_comment(node),
                Template => is_comment(node),
            };
            if !may_trail {
                return Ok(Step::Differ);
            }
            more = cursor.goto_next_sibling();
        }
        Ok(Step::Match)
    }

    fn skips_comments(&self) -> bool {
        !matches!(self.strictness, Strictness::Cst | Strictness::Ast)
    }

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Binds a metavariable, or compares with what it is bound to.
    fn bind(&mut self, slot: Option<Slot>, new: Bound<'t>) -> Result<Step, Stop> {
        if let Some(range) = new.range() {
            self.end = self.end.max(range.end);
        }
        let Some(slot) = slot else {
            return Ok(Step::Match);
        };
        let old = self.bound.iter().find(|(other, bound)| {
            *other == slot && matches!(bound, Bound::One(_)) == matches!(new, Bound::One(_))
        });
        let same = match (old.map(|(_, bound)| bound), &new) {
            (Some(Bound::One(old)), Bound::One(new)) => {
                let pair = (*old, *new);
                self.same(vec![pair])?
            }
            (Some(Bound::Many(old)), Bound::Many(new)) => {
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
        Ok(if same { Step::Match } else { Step::Differ })
    }

    /// Whether nodes are the same code: the same tree over the same leaves.
    fn same(&mut self, mut pairs: Vec<(Node<'t>, Node<'t>)>) -> Result<bool, Stop> {
        while let Some((a, b)) = pairs.pop() {
            self.pulse.step()?;
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
                    self.pulse.step()?;
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
