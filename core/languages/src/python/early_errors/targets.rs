//! Targets of assignments, `del`, `with` and `:=`.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{PythonLevel, PythonWalk};

impl<'t> PythonWalk<'_, 't> {
    pub(super) fn assignment(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        parent: PythonLevel<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let has_type = node.child_by_field_name("type").is_some();
        let is_plain = kind == Kind::Assignment && !has_type;
        let is_inner = matches!(parent.kind, Kind::Assignment | Kind::AugmentedAssignment);
        if is_inner && !(is_plain && parent.kind == Kind::Assignment) {
            self.error(node, "assignment as the value of an assignment");
        }
        let Some(left) = node.child_by_field_name("left") else {
            return Ok(());
        };
        if has_type && self.has_inner_assignment(node) {
            self.error(node, "assignment as the value of an assignment");
        }
        if left.kind() == "list_splat_pattern" {
            self.error(left, "starred target outside of a list or tuple");
        }
        if !is_plain && self.is_sequence(left) {
            self.error(
                left,
                "several targets of an augmented or annotated assignment",
            );
        }
        self.debug_names(left, budget)
    }

    fn has_inner_assignment(&self, node: Node<'t>) -> bool {
        let right = node.child_by_field_name("right");
        right.is_some_and(|right| self.kind(right) == Kind::Assignment)
    }

    /// Returns whether a target is a list or tuple. A tuple without a comma is a parenthesised
    /// target.
    fn is_sequence(&self, mut target: Node<'t>) -> bool {
        loop {
            match target.kind() {
                "pattern_list" | "list_pattern" => return true,
                "tuple_pattern" => {
                    let mut cursor = target.walk();
                    if target
                        .children(&mut cursor)
                        .any(|child| child.kind() == ",")
                    {
                        return true;
                    }
                    let mut cursor = target.walk();
                    let mut inner = target.named_children(&mut cursor);
                    match inner.find(|child| !child.is_extra()) {
                        Some(inner) => target = inner,
                        None => return true,
                    }
                }
                _ => return false,
            }
        }
    }

    /// Reports `__debug__` among targets.
    fn debug_names(
        &mut self,
        target: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut cursor = target.walk();
        loop {
            budget.step()?;
            let node = cursor.node();
            let parts = match node.kind() {
                "identifier" => {
                    self.debug_name(node);
                    false
                }
                "attribute" => {
                    if let Some(name) = node.child_by_field_name("attribute") {
                        self.debug_name(name);
                    }
                    false
                }
                kind => kind.ends_with("_pattern") || kind == "pattern_list",
            };
            if parts && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Ok(());
                }
            }
        }
    }

    pub(super) fn debug_name(&mut self, name: Node<'t>) {
        if self.code.slice(name) == b"__debug__" {
            self.error(name, "assignment to `__debug__`");
        }
    }

    pub(super) fn named(&mut self, node: Node<'t>, parent: PythonLevel<'t>) {
        if let Some(name) = node.child_by_field_name("name") {
            self.debug_name(name);
        }
        if matches!(parent.kind, Kind::ExpressionStatement | Kind::Assignment) {
            self.error(node, "`:=` without parentheses");
        }
    }

    pub(super) fn delete_statement(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        match node.named_child(0) {
            Some(target) => self.target(target, false, budget),
            None => Ok(()),
        }
    }

    /// Checks the target of `with ... as` and the name of `except ... as`.
    pub(super) fn as_target(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        match node.named_child(0) {
            Some(target) => self.target(target, true, budget),
            None => Ok(()),
        }
    }

    /// Reports expressions that are not targets, including those in lists and tuples.
    fn target(
        &mut self,
        target: Node<'t>,
        allows_star: bool,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut cursor = target.walk();
        loop {
            budget.step()?;
            let node = cursor.node();
            let parts = match node.kind() {
                "tuple" | "list" | "expression_list" | "parenthesized_expression" => true,
                "list_splat" | "list_splat_pattern" if allows_star => true,
                "identifier" => {
                    self.debug_name(node);
                    false
                }
                "attribute" | "subscript" | "tuple_pattern" | "list_pattern" => false,
                _ if !node.is_named() || node.is_extra() || node.is_error() => false,
                _ => {
                    self.error(node, "expression that is no target");
                    false
                }
            };
            if parts && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Ok(());
                }
            }
        }
    }

    pub(super) fn list_splat(&mut self, node: Node<'t>, parent: PythonLevel<'t>) {
        let is_misplaced = matches!(
            parent.kind,
            Kind::Slice | Kind::Pair | Kind::Assignment | Kind::Return | Kind::Parenthesized
        );
        if is_misplaced {
            self.error(node, "starred expression outside of a list, tuple or call");
        }
    }
}
