//! Labels, loops and `switch`: targets of `break` and `continue`.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use super::ScriptWalk;
use super::kinds::Kind;

/// Label of an enclosing statement.
pub(super) struct Target<'t> {
    label: &'t [u8],
    is_loop: bool,
}

impl<'t> ScriptWalk<'_, 't> {
    pub(super) fn enter_loop(&mut self) {
        let labels = self.levels.iter().rev();
        let labels = labels
            .take_while(|level| level.kind == Kind::Labeled)
            .count();
        for target in self.targets.iter_mut().rev().take(labels) {
            target.is_loop = true;
        }
        if let Some(function) = self.functions.last_mut() {
            function.loops += 1;
            function.breakables += 1;
        }
    }

    pub(super) fn leave_loop(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.loops = function.loops.saturating_sub(1);
            function.breakables = function.breakables.saturating_sub(1);
        }
    }

    pub(super) fn enter_switch(&mut self, node: Node<'t>) {
        self.names.enter_scope(node.start_byte());
        if let Some(function) = self.functions.last_mut() {
            function.breakables += 1;
        }
        let mut cursor = node.walk();
        let mut defaults = node
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "switch_default");
        if let Some(second) = defaults.nth(1) {
            self.error(second, "second `default` in a `switch`");
        }
    }

    pub(super) fn leave_switch(&mut self) {
        self.names.leave_scope();
        if let Some(function) = self.functions.last_mut() {
            function.breakables = function.breakables.saturating_sub(1);
        }
    }

    /// Returns the labels of the innermost function.
    fn labels(&self) -> &[Target<'t>] {
        let first = self.function().first_label;
        self.targets.get(first..).unwrap_or_default()
    }

    pub(super) fn enter_label(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let name = node.child_by_field_name("label");
        let label = name.map_or(&b""[..], |name| self.code.slice(name));
        let mut is_known = false;
        for target in self.labels() {
            budget.step()?;
            is_known |= target.label == label;
        }
        if let Some(name) = name {
            if is_known {
                self.error_in_function(name, "label inside a statement of the same label");
            }
            self.reserved_name(name);
        }
        self.targets.push(Target {
            label,
            is_loop: false,
        });
        Ok(())
    }

    pub(super) fn jump(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let function = self.function();
        let is_break = kind == Kind::Break;
        let Some(name) = node.child_by_field_name("label") else {
            if is_break && function.breakables == 0 {
                self.error_in_function(node, "`break` outside of a loop or `switch`");
            } else if !is_break && function.loops == 0 {
                self.error_in_function(node, "`continue` outside of a loop");
            }
            return Ok(());
        };
        let label = self.code.slice(name);
        let between = self.code.text.get(node.start_byte()..name.start_byte());
        // After a line end that the grammar ignores, the label is a statement.
        let is_statement = between
            .is_none_or(|text| text.contains(&b'/') || text.contains(&b'\r') || !text.is_ascii());
        let mut is_known = label.contains(&b'\\') || is_statement;
        for target in self.labels() {
            budget.step()?;
            is_known |= target.label == label && (is_break || target.is_loop);
        }
        if !is_known {
            let message = match is_break {
                true => "`break` with a label that no enclosing statement has",
                false => "`continue` with a label that no enclosing loop has",
            };
            self.error_in_function(name, message);
        }
        Ok(())
    }

    pub(super) fn throw_statement(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        let value = node
            .named_children(&mut cursor)
            .find(|child| !child.is_extra());
        let Some(value) = value else {
            return;
        };
        let between = node.start_byte()..value.start_byte();
        let between = self.code.text.get(between).unwrap_or_default();
        if between.contains(&b'\n') {
            self.error(node, "line end after `throw`");
        }
    }

    pub(super) fn try_statement(&mut self, node: Node<'t>) {
        let has = |field| node.child_by_field_name(field).is_some();
        if !node.has_error() && !has("handler") && !has("finalizer") {
            self.error(node, "`try` without `catch` or `finally`");
        }
    }
}
