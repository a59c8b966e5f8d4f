//! Nodes in the form required by ast-grep, which bound its work.
//!
//! ast-grep matches recursively, does not check a cancellation token and cannot return early. Every
//! step between nodes and every access to a node's text therefore goes through a [`RuleGuard`],
//! which checks the token, the time limit of the file and the stack depth. Invariant: once a guard
//! has stopped, nodes have no parent, children, siblings, text or kind, so all recursion ends at
//! its next step; the result of such a match is void. Outside a match, nodes have neither parent
//! nor identity; otherwise debug builds of ast-grep would use them to check, in quadratic time,
//! that a node belongs to its tree.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use ast_grep_core::Position;
use ast_grep_core::source::SgNode;
use ast_grep_core::tree_sitter::TsPre;
use ransack_grammars::internal::{Interrupt, WorkLimits};
use tree_sitter::{Node, TreeCursor};

/// Maximum stack, in bytes, for the match of one node. The smallest stack of a matching thread is a
/// worker's, 2 MiB, except for text searched on the calling thread.
const MAX_STACK: usize = 256 << 10;

/// Number of steps between two checks of token and clock. A step takes some ten nanoseconds; a
/// longer operation counts as several steps.
const CHECK_INTERVAL: u32 = 1024;

/// Number of steps counted for moving up or sideways, since the grammar library searches for the
/// node from the root.
const CLIMB_STEPS: u32 = 16;

/// Number of text bytes whose comparison takes about as long as a step.
const TEXT_BYTES_PER_STEP: usize = 64;

/// Limits for matching one rule in one tree.
#[derive(Clone)]
pub(crate) struct RuleGuard {
    limits: WorkLimits,
    /// Whether a match is in progress.
    is_active: Cell<bool>,
    /// Reason why the match is void.
    stopped: Cell<Option<Interrupt>>,
    steps_left: Cell<u32>,
    /// Address on the stack at which the match began.
    stack_start: Cell<usize>,
}

impl RuleGuard {
    pub(crate) fn new(limits: WorkLimits) -> RuleGuard {
        RuleGuard {
            limits,
            is_active: Cell::new(false),
            stopped: Cell::new(None),
            steps_left: Cell::new(CHECK_INTERVAL),
            stack_start: Cell::new(0),
        }
    }

    /// Runs one match under the limits.
    pub(crate) fn watch<R>(&self, find: impl FnOnce() -> R) -> Result<R, Interrupt> {
        self.stack_start.set(stack_position());
        self.is_active.set(true);
        let found = find();
        self.is_active.set(false);
        self.stopped.get().map_or(Ok(found), Err)
    }

    /// Counts steps of work. Returns whether the match may continue.
    #[inline]
    fn proceed(&self, steps: u32) -> bool {
        if !self.is_active.get() {
            return true;
        }
        if self.stack_start.get().abs_diff(stack_position()) > MAX_STACK {
            self.stop(Interrupt::TooDeep);
        }
        match self.steps_left.get().checked_sub(steps) {
            Some(left) => self.steps_left.set(left),
            None => {
                self.steps_left.set(CHECK_INTERVAL);
                if let Err(interrupt) = self.limits.check() {
                    self.stop(interrupt);
                }
            }
        }
        self.stopped.get().is_none()
    }

    /// Counts an access to `bytes` bytes of text. Returns whether the match may continue.
    pub(crate) fn read(&self, bytes: usize) -> bool {
        self.proceed(u32::try_from(bytes / TEXT_BYTES_PER_STEP).unwrap_or(u32::MAX))
    }

    #[cold]
    fn stop(&self, interrupt: Interrupt) {
        if self.stopped.get().is_none() {
            self.stopped.set(Some(interrupt));
        }
    }
}

/// Returns an address in the caller's frame.
#[inline(never)]
fn stack_position() -> usize {
    let local = 0u8;
    (&raw const local).addr()
}

/// Node matched under the limits of a guard.
#[derive(Clone)]
pub(crate) struct RuleNode<'t> {
    pub(crate) node: Node<'t>,
    pub(crate) guard: &'t RuleGuard,
}

impl<'t> RuleNode<'t> {
    fn wrap(&self, node: Option<Node<'t>>) -> Option<RuleNode<'t>> {
        node.map(|node| RuleNode {
            node,
            guard: self.guard,
        })
    }

    /// Wraps the nodes of an iterator, which ends early when the guard stops.
    fn wrap_all(
        &self,
        nodes: impl Iterator<Item = Node<'t>>,
    ) -> impl Iterator<Item = RuleNode<'t>> {
        let guard = self.guard;
        nodes
            .take_while(move |_| guard.proceed(1))
            .map(move |node| RuleNode { node, guard })
    }

    /// Returns a cursor in the parent, positioned at this node; a cursor in the node itself if it
    /// has no parent.
    fn cursor_at(&self) -> TreeCursor<'t> {
        let parent = self.node.parent().unwrap_or(self.node);
        let mut cursor = parent.walk();
        if parent != self.node {
            cursor.goto_first_child();
            while cursor.node() != self.node && self.guard.proceed(1) {
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        cursor
    }
}

/// Children of a node.
struct Children<'t> {
    cursor: TreeCursor<'t>,
    guard: &'t RuleGuard,
    left: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = RuleNode<'t>;

    fn next(&mut self) -> Option<RuleNode<'t>> {
        if self.left == 0 || !self.guard.proceed(1) {
            return None;
        }
        let node = self.cursor.node();
        self.left -= 1;
        self.cursor.goto_next_sibling();
        Some(RuleNode {
            node,
            guard: self.guard,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Children<'_> {}

impl<'t> SgNode<'t> for RuleNode<'t> {
    fn parent(&self) -> Option<Self> {
        if !self.guard.is_active.get() || !self.guard.proceed(CLIMB_STEPS) {
            return None;
        }
        self.wrap(self.node.parent())
    }

    fn ancestors(&self, root: Self) -> impl Iterator<Item = Self> {
        // From the root down, since each step up would search from the root.
        let mut path = Vec::new();
        let mut next = Some(root.node);
        while let Some(node) = next.filter(|node| *node != self.node && self.guard.proceed(1)) {
            path.push(node);
            next = node.child_with_descendant(self.node);
        }
        self.wrap_all(path.into_iter().rev())
    }

    fn dfs(&self) -> impl Iterator<Item = Self> {
        self.wrap_all(TsPre::new(&self.node))
    }

    fn child(&self, nth: usize) -> Option<Self> {
        let child = u32::try_from(nth).ok().and_then(|n| self.node.child(n));
        self.wrap(child.filter(|_| self.guard.proceed(CLIMB_STEPS)))
    }

    fn children(&self) -> impl ExactSizeIterator<Item = Self> {
        let mut cursor = self.node.walk();
        let has_child = self.guard.proceed(1) && cursor.goto_first_child();
        Children {
            cursor,
            guard: self.guard,
            left: if has_child {
                self.node.child_count() as usize
            } else {
                0
            },
        }
    }

    fn child_by_field_id(&self, field_id: u16) -> Option<Self> {
        let may_go = self.guard.proceed(1);
        self.wrap(self.node.child_by_field_id(field_id).filter(|_| may_go))
    }

    fn next(&self) -> Option<Self> {
        let may_go = self.guard.proceed(CLIMB_STEPS);
        self.wrap(self.node.next_sibling().filter(|_| may_go))
    }

    fn prev(&self) -> Option<Self> {
        let may_go = self.guard.proceed(CLIMB_STEPS);
        self.wrap(self.node.prev_sibling().filter(|_| may_go))
    }

    fn next_all(&self) -> impl Iterator<Item = Self> {
        let mut cursor = self.cursor_at();
        self.wrap_all(std::iter::from_fn(move || {
            cursor.goto_next_sibling().then(|| cursor.node())
        }))
    }

    fn prev_all(&self) -> impl Iterator<Item = Self> {
        // From the first sibling on, since each step back would search from there.
        let mut siblings = Vec::new();
        if let Some(parent) = self.node.parent() {
            let mut cursor = parent.walk();
            let mut has_node = cursor.goto_first_child();
            while has_node && cursor.node() != self.node && self.guard.proceed(1) {
                siblings.push(cursor.node());
                has_node = cursor.goto_next_sibling();
            }
        }
        self.wrap_all(siblings.into_iter().rev())
    }

    fn is_named(&self) -> bool {
        self.node.is_named()
    }

    fn is_named_leaf(&self) -> bool {
        !self.guard.proceed(1) || self.node.named_child_count() == 0
    }

    fn is_leaf(&self) -> bool {
        !self.guard.proceed(1) || self.node.child_count() == 0
    }

    fn kind(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.node.kind())
    }

    fn kind_id(&self) -> u16 {
        match self.guard.proceed(1) {
            true => self.node.kind_id(),
            false => 0,
        }
    }

    fn node_id(&self) -> usize {
        match self.guard.is_active.get() {
            true => self.node.id(),
            false => 0,
        }
    }

    fn range(&self) -> Range<usize> {
        self.node.byte_range()
    }

    fn start_pos(&self) -> Position {
        let point = self.node.start_position();
        Position::new(point.row, point.column, self.node.start_byte())
    }

    fn end_pos(&self) -> Position {
        let point = self.node.end_position();
        Position::new(point.row, point.column, self.node.end_byte())
    }

    fn is_missing(&self) -> bool {
        self.node.is_missing()
    }

    fn is_error(&self) -> bool {
        self.node.is_error()
    }

    fn is_extra(&self) -> bool {
        self.node.is_extra()
    }

    fn field(&self, name: &str) -> Option<Self> {
        let may_go = self.guard.proceed(1);
        self.wrap(self.node.child_by_field_name(name).filter(|_| may_go))
    }

    fn field_children(&self, field_id: Option<u16>) -> impl Iterator<Item = Self> {
        let field_id = field_id.and_then(std::num::NonZero::new);
        let mut cursor = self.node.walk();
        let mut has_node = field_id.is_some() && cursor.goto_first_child();
        self.wrap_all(std::iter::from_fn(move || {
            while has_node {
                let found = (cursor.field_id() == field_id).then(|| cursor.node());
                has_node = cursor.goto_next_sibling();
                if found.is_some() {
                    return found;
                }
            }
            None
        }))
    }
}
