//! Rules that depend on the enclosing function, class or loop.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::kinds::Kind;
use super::{PythonLevel, PythonWalk};

/// Module, class or function.
#[derive(Default)]
pub(super) struct PythonFrame<'t> {
    role: PythonRole,
    is_async: bool,
    /// Whether the grammar parsed the whole frame without errors.
    is_sound: bool,
    loops: u32,
    pub(super) parameters: FxHashSet<&'t [u8]>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum PythonRole {
    #[default]
    Module,
    Class,
    Function,
}

impl<'t> PythonFrame<'t> {
    pub(super) fn module(is_sound: bool) -> PythonFrame<'t> {
        PythonFrame {
            is_sound,
            ..PythonFrame::default()
        }
    }
}

impl<'t> PythonWalk<'_, 't> {
    /// Reports an error that depends on the enclosing frame.
    fn error_in_frame(&mut self, node: Node<'t>, message: &'static str) {
        if self.frames.last().is_some_and(|frame| frame.is_sound) {
            self.error(node, message);
        }
    }

    fn role(&self) -> PythonRole {
        self.frames
            .last()
            .map_or(PythonRole::Module, |frame| frame.role)
    }

    pub(super) fn function_definition(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let frame = self.frame(node, budget)?;
        self.next_frame = Some(frame);
        Ok(())
    }

    pub(super) fn enter_lambda(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let frame = self.frame(node, budget)?;
        self.frames.push(frame);
        Ok(())
    }

    fn frame(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<PythonFrame<'t>, Interrupt> {
        let mut frame = PythonFrame {
            role: PythonRole::Function,
            is_async: is_async(node),
            is_sound: !node.has_error(),
            ..PythonFrame::default()
        };
        if let Some(list) = node.child_by_field_name("parameters") {
            self.parameters(list, &mut frame, budget)?;
        }
        Ok(frame)
    }

    pub(super) fn enter_block(&mut self, node: Node<'t>, parent: PythonLevel<'t>) {
        self.empty_block(node);
        match parent.kind {
            Kind::FunctionDefinition => {
                let frame = self.next_frame.take().unwrap_or_default();
                self.frames.push(frame);
            }
            Kind::ClassDefinition => self.frames.push(PythonFrame {
                role: PythonRole::Class,
                is_sound: !node.has_error(),
                ..PythonFrame::default()
            }),
            Kind::For | Kind::While => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.loops += 1;
                }
            }
            _ => {}
        }
    }

    pub(super) fn leave_block(&mut self, parent: Kind) {
        match parent {
            Kind::FunctionDefinition | Kind::ClassDefinition => {
                self.frames.pop();
            }
            Kind::For | Kind::While => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.loops = frame.loops.saturating_sub(1);
                }
            }
            _ => {}
        }
    }

    pub(super) fn return_statement(&mut self, node: Node<'t>) {
        if self.role() != PythonRole::Function {
            self.error_in_frame(node, "`return` outside of a function");
        }
    }

    pub(super) fn yield_expression(&mut self, node: Node<'t>) {
        if self.role() != PythonRole::Function {
            self.error_in_frame(node, "`yield` outside of a function");
        } else if self.is_async() && node.child(1).is_some_and(|child| child.kind() == "from") {
            self.error_in_frame(node, "`yield from` in an async function");
        }
    }

    fn is_async(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_async)
    }

    pub(super) fn await_expression(&mut self, node: Node<'t>) {
        // A generator expression is a function of its own, and `await` makes it asynchronous.
        let mut levels = self.levels.iter().rev();
        let scope = levels.find(|level| {
            matches!(
                level.kind,
                Kind::Generator | Kind::FunctionDefinition | Kind::Lambda
            )
        });
        let is_in_generator = scope.is_some_and(|level| level.kind == Kind::Generator);
        if !self.is_async() && !is_in_generator {
            self.error_in_frame(node, "`await` outside of an async function");
        }
    }

    pub(super) fn async_statement(&mut self, node: Node<'t>) {
        if is_async(node) && !self.is_async() {
            self.error_in_frame(node, "`async` statement outside of an async function");
        }
    }

    pub(super) fn jump(&mut self, node: Node<'t>, kind: Kind) {
        if self.frames.last().is_some_and(|frame| frame.loops == 0) {
            let message = match kind {
                Kind::Break => "`break` outside of a loop",
                _ => "`continue` outside of a loop",
            };
            self.error_in_frame(node, message);
        }
    }

    pub(super) fn global(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        let names = node.named_children(&mut cursor).filter(|name| {
            let frame = self.frames.last();
            frame.is_some_and(|frame| frame.parameters.contains(self.code.slice(*name)))
        });
        if let Some(name) = names.collect::<Vec<_>>().first() {
            self.error_in_frame(*name, "parameter that is declared global or nonlocal");
        }
    }

    pub(super) fn nonlocal(&mut self, node: Node<'t>) {
        let functions = self
            .frames
            .iter()
            .filter(|frame| frame.role == PythonRole::Function);
        let own = usize::from(self.role() == PythonRole::Function);
        // A method can rebind its own class.
        let text = self.code.slice(node);
        let is_class = memchr::memmem::find(text, b"__class__").is_some();
        if functions.count() == own && !is_class {
            self.error_in_frame(node, "`nonlocal` without an enclosing function");
        } else {
            self.global(node);
        }
    }

    pub(super) fn wildcard(&mut self, node: Node<'t>) {
        let is_sound = self.frames.last().is_some_and(|frame| frame.is_sound);
        if self.role() != PythonRole::Module && is_sound {
            self.modern_error(node, "`import *` inside a function or class");
        }
    }

    pub(super) fn future_import(&mut self, node: Node<'t>, parent: PythonLevel<'t>) {
        if self.is_past_future || parent.kind != Kind::Module {
            self.error_in_frame(node, "`__future__` import after other statements");
        }
    }

    /// Records a statement of the module, in order.
    pub(super) fn note_statement(&mut self, node: Node<'t>, kind: Kind, parent: PythonLevel<'t>) {
        let is_docstring = kind == Kind::ExpressionStatement
            && parent.last == Kind::Other
            && node.named_child(0).is_some_and(|value| {
                matches!(self.kind(value), Kind::String | Kind::ConcatenatedString)
            });
        self.is_past_future |= !is_docstring && kind != Kind::FutureImport;
    }

    pub(super) fn try_statement(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut clauses = Vec::new();
        let mut has_finally = false;
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            budget.step()?;
            match child.kind() {
                "except_clause" => clauses.push(child),
                "finally_clause" => has_finally = true,
                "ERROR" => return Ok(()),
                _ => {}
            }
        }
        if node.has_error() {
            return Ok(());
        }
        if clauses.is_empty() {
            let has_else = node
                .named_child(1)
                .is_some_and(|c| c.kind() == "else_clause");
            if !has_finally || has_else {
                self.error(node, "`try` without `except` or `finally`");
            }
            return Ok(());
        }
        let is_group = |clause: &Node<'_>| {
            let token = clause.child(1);
            token.is_some_and(|token| token.kind() == "*")
        };
        let first = clauses.first().is_some_and(is_group);
        let mixed = clauses.iter().find(|clause| is_group(clause) != first);
        if let Some(mixed) = mixed {
            self.error(*mixed, "`except` and `except*` of the same `try`");
        }
        let is_bare = |clause: &&Node<'_>| clause.child_by_field_name("value").is_none();
        let bare = clauses.iter().rev().skip(1).find(is_bare);
        if let Some(bare) = bare {
            self.error(*bare, "`except` without a type before another `except`");
        }
        Ok(())
    }

    pub(super) fn except(&mut self, node: Node<'t>) {
        let is_group = node.child(1).is_some_and(|token| token.kind() == "*");
        let value = node.child_by_field_name("value");
        if is_group && value.is_none() && !node.has_error() {
            self.error(node, "`except*` without a type");
        }
        let mut cursor = node.walk();
        let has_list = node.children(&mut cursor).any(|child| child.kind() == ",");
        let mut cursor = node.walk();
        let has_name = node
            .named_children(&mut cursor)
            .any(|child| child.kind() == "as_pattern");
        if has_list && has_name {
            self.error(node, "several types of `except ... as` without parentheses");
        }
    }

    pub(super) fn raise_statement(&mut self, node: Node<'t>) {
        let first = node.named_child(0);
        if let Some(list) = first.filter(|value| self.kind(*value) == Kind::ExpressionList) {
            self.modern_error(list, "`raise` of several values");
        }
    }
}

fn is_async(node: Node<'_>) -> bool {
    node.child(0).is_some_and(|token| token.kind() == "async")
}
