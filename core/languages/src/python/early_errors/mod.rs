//! Errors in Python code that the grammar accepts, found in one pass over the tree.
//!
//! Every rule holds for all versions from 3.8 on; code that a later version allows is accepted.
//! Code with a `print` or `exec` statement is taken to be Python 2, and Python 2 syntax is then not
//! reported, unless the code has syntax that only Python 3 accepts: an annotation, `async`,
//! `nonlocal`, an interpolated string or `:=`.
//!
//! - `kinds`: node kinds.
//! - `layout`: indentation and empty blocks.
//! - `functions`: rules that depend on the enclosing function, class or loop.
//! - `parameters`: parameters and arguments.
//! - `targets`: assignment targets.
//! - `literals`: numbers and strings.

mod functions;
mod kinds;
mod layout;
mod literals;
mod parameters;
mod targets;

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use self::functions::PythonFrame;
use self::kinds::Kind;
use crate::early_errors::kinds::KindTable;
use crate::early_errors::{Code, EarlyError};

/// Node on the path from the root to the current node.
#[derive(Clone, Copy, Default)]
struct PythonLevel<'t> {
    kind: Kind,
    /// Kind of the last non-comment child visited.
    last: Kind,
    /// Indentation of a statement that begins its line.
    indent: Option<&'t [u8]>,
    /// Indentation of the statements of a block.
    base: Option<&'t [u8]>,
}

struct PythonWalk<'c, 't> {
    code: &'c Code<'t>,
    kinds: KindTable<Kind>,
    errors: Vec<EarlyError>,
    /// Errors that do not apply to Python 2.
    modern_errors: Vec<EarlyError>,
    is_python2: bool,
    is_python3: bool,
    levels: Vec<PythonLevel<'t>>,
    frames: Vec<PythonFrame<'t>>,
    /// Function whose body has not begun.
    next_frame: Option<PythonFrame<'t>>,
    /// Whether a previous statement rules out further `__future__` imports.
    is_past_future: bool,
}

/// Finds errors in code that the Python grammar accepts.
pub(super) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let root = code.tree.root_node();
    let mut walk = PythonWalk {
        code,
        kinds: Kind::table(code.language),
        errors: Vec::new(),
        modern_errors: Vec::new(),
        is_python2: false,
        is_python3: false,
        levels: Vec::new(),
        frames: vec![PythonFrame::module(!root.has_error() && !code.is_embedded)],
        next_frame: None,
        is_past_future: code.is_embedded,
    };
    let mut cursor = root.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let kind = walk.kind(node);
        if !node.is_error() {
            let parent = walk.parent();
            if parent.kind == Kind::Module && node.is_named() && kind != Kind::Comment {
                walk.note_statement(node, kind, parent);
            }
            walk.enter(node, kind, parent, budget)?;
            let level = walk.layout(node, kind, parent);
            walk.levels.push(level);
            if cursor.goto_first_child() {
                continue;
            }
            walk.leave(node);
        }
        loop {
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return Ok(walk.into_errors());
            }
            walk.leave(cursor.node());
        }
    }
}

impl<'t> PythonWalk<'_, 't> {
    fn into_errors(mut self) -> Vec<EarlyError> {
        if !self.is_python2 || self.is_python3 {
            self.errors.append(&mut self.modern_errors);
        }
        self.errors
    }

    fn kind(&self, node: Node<'_>) -> Kind {
        let id = usize::from(node.kind_id());
        self.kinds.get(id).copied().unwrap_or_default()
    }

    fn parent(&self) -> PythonLevel<'t> {
        self.levels.last().copied().unwrap_or_default()
    }

    fn error(&mut self, node: Node<'_>, message: &'static str) {
        self.errors.push(EarlyError::at(node, message));
    }

    /// Reports an error that does not apply to Python 2.
    fn modern_error(&mut self, node: Node<'_>, message: &'static str) {
        self.modern_errors.push(EarlyError::at(node, message));
    }

    fn enter(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        parent: PythonLevel<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        match kind {
            Kind::Python2 => self.python2_statement(node),
            Kind::Python3 | Kind::Type => self.is_python3 = true,
            Kind::ConstrainedType => self.constrained_type(node),
            Kind::Raise => self.raise_statement(node),
            Kind::Return => self.return_statement(node),
            Kind::Delete => self.delete_statement(node, budget)?,
            Kind::Break | Kind::Continue => self.jump(node, kind),
            Kind::Nonlocal => {
                self.is_python3 = true;
                self.nonlocal(node);
            }
            Kind::Statement if node.kind() == "global_statement" => self.global(node),
            Kind::FutureImport => self.future_import(node, parent),
            Kind::Wildcard => self.wildcard(node),
            Kind::For | Kind::With => self.async_statement(node),
            Kind::Try => self.try_statement(node, budget)?,
            Kind::Except => self.except(node),
            Kind::FunctionDefinition => self.function_definition(node, budget)?,
            Kind::Lambda => self.enter_lambda(node, budget)?,
            Kind::Block => self.enter_block(node, parent),
            Kind::Yield => self.yield_expression(node),
            Kind::Await => self.await_expression(node),
            Kind::Assignment | Kind::AugmentedAssignment => {
                self.assignment(node, kind, parent, budget)?;
            }
            Kind::Named => {
                self.is_python3 = true;
                self.named(node, parent);
            }
            Kind::AsTarget => self.as_target(node, budget)?,
            Kind::Arguments => self.arguments(node, budget)?,
            Kind::ClassPattern | Kind::DictPattern => self.pattern(node, kind, budget)?,
            Kind::ListSplat => self.list_splat(node, parent),
            Kind::Integer => self.integer(node),
            Kind::String => self.string(node),
            Kind::ConcatenatedString => self.concatenated(node),
            Kind::NotEqual => self.modern_error(node, "`<>` as an operator"),
            Kind::Comma => self.comma(node, parent),
            _ => {}
        }
        Ok(())
    }

    /// Reports a statement that Python 3 cannot read as an expression, such as `print >> a, b`.
    fn python2_statement(&mut self, node: Node<'t>) {
        self.is_python2 = true;
        let begins_operand =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'"' | b'\'');
        let argument = node.child(1).map(|argument| self.code.slice(argument));
        if argument.and_then(<[u8]>::first).is_some_and(begins_operand) {
            self.modern_error(node, "statement of Python 2");
        }
    }

    /// Reports a type after a type, which only type parameters may have.
    fn constrained_type(&mut self, node: Node<'t>) {
        let is_parameter = |level: &PythonLevel<'t>| level.kind == Kind::TypeParameter;
        if !self.levels.iter().rev().take(4).any(is_parameter) {
            self.error(node, "annotation of an annotation");
        }
    }

    fn leave(&mut self, node: Node<'t>) {
        let Some(level) = self.levels.pop() else {
            return;
        };
        let parent = self.parent().kind;
        match level.kind {
            Kind::Lambda => {
                self.frames.pop();
            }
            Kind::Block => self.leave_block(parent),
            Kind::Import | Kind::ImportFrom | Kind::FutureImport if level.last == Kind::Comma => {
                self.error(node, "comma at the end of an import without parentheses");
            }
            _ => {}
        }
        if level.kind != Kind::Comment
            && let Some(parent) = self.levels.last_mut()
        {
            parent.last = level.kind;
        }
    }

    fn comma(&mut self, node: Node<'t>, parent: PythonLevel<'t>) {
        match (parent.kind, parent.last) {
            (Kind::ForInClause, _) => {
                self.modern_error(node, "tuple without parentheses in a comprehension");
            }
            (Kind::Arguments, Kind::OpenParenthesis) | (Kind::Dictionary, Kind::OpenBrace) => {
                self.error(node, "comma without an element before it");
            }
            _ => {}
        }
    }
}
