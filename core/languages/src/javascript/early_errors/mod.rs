//! Early errors in JavaScript and TypeScript, found in one pass over the tree.
//!
//! Text whose goal is uncertain is valid if it is valid as a script, as a module, or as the body of
//! a CommonJS module: `return` and `await` are accepted at the top level unless `import` or
//! `export` makes the text a module.
//!
//! - `kinds`: node kinds.
//! - `functions`: functions, and rules that depend on the innermost function.
//! - `names`: declarations and their scopes.
//! - `labels`: targets of `break` and `continue`.
//! - `classes`: members and private names.
//! - `targets`: assignment targets and operators.
//! - `literals`: numbers, strings, regular expressions and identifiers.
//! - `modules`: imports and exports.

mod classes;
mod functions;
mod kinds;
mod labels;
mod literals;
mod modules;
mod names;
mod targets;

use ransack_grammars::internal::{Interrupt, WorkBudget};
use rustc_hash::FxHashSet;
use tree_sitter::{Node, TreeCursor};

use self::classes::ClassScope;
use self::functions::Function;
use self::kinds::Kind;
use self::labels::Target;
use self::names::Names;
use crate::early_errors::kinds::KindTable;
use crate::early_errors::{Code, EarlyError, PlainUses};

/// Names in calls, their arguments and members. The special words are not names in all code.
pub(crate) const PLAIN_USES: PlainUses = PlainUses {
    names: "identifier property_identifier",
    parents: "arguments call_expression member_expression",
    special: "arguments async await enum eval implements interface let package private protected \
        public static yield",
};

/// Node on the path from the root to the current node.
#[derive(Clone, Copy, Default)]
struct ScriptLevel {
    kind: Kind,
    /// Kind of the last non-comment child visited.
    last: Kind,
    /// End of the last non-comment child visited.
    last_end: usize,
    /// Operators of a binary expression and of its unparenthesised operands.
    operator: Kind,
    operand: Kind,
}

struct ScriptWalk<'c, 't> {
    code: &'c Code<'t>,
    kinds: KindTable<Kind>,
    is_typescript: bool,
    is_module: bool,
    errors: Vec<EarlyError>,
    levels: Vec<ScriptLevel>,
    functions: Vec<Function>,
    names: Names<'t>,
    targets: Vec<Target<'t>>,
    classes: Vec<ClassScope<'t>>,
    /// Names exported by the module.
    exported: FxHashSet<&'t [u8]>,
    /// Local names in export lists.
    export_lists: Vec<Node<'t>>,
}

/// Finds the early errors in the text.
pub(crate) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let root = code.tree.root_node();
    let mut walk = ScriptWalk {
        code,
        kinds: Kind::table(code.language),
        is_typescript: code.language.name != "javascript",
        is_module: false,
        errors: Vec::new(),
        levels: Vec::new(),
        functions: Vec::new(),
        names: Names::default(),
        targets: Vec::new(),
        classes: Vec::new(),
        exported: FxHashSet::default(),
        export_lists: Vec::new(),
    };
    walk.is_module = walk.has_module_syntax(root, budget)?;
    let mut program = Function::program(walk.is_module, !root.has_error() && !code.is_embedded);
    program.is_strict |= walk.is_strict_body(root);
    walk.names.enter_scope(root.start_byte());
    walk.functions.push(program);
    let mut cursor = root.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let kind = walk.kind(node);
        if !node.is_error() {
            walk.enter(node, kind, &cursor, budget)?;
            walk.levels.push(ScriptLevel {
                kind,
                ..ScriptLevel::default()
            });
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
                walk.check_exports();
                return Ok(walk.errors);
            }
            walk.leave(cursor.node());
        }
    }
}

impl<'t> ScriptWalk<'_, 't> {
    fn kind(&self, node: Node<'_>) -> Kind {
        let id = usize::from(node.kind_id());
        self.kinds.get(id).copied().unwrap_or_default()
    }

    fn child_kind(&self, node: Option<Node<'_>>) -> Kind {
        node.map_or(Kind::Other, |node| self.kind(node))
    }

    /// Returns the level of the parent of the current node.
    fn parent(&self) -> ScriptLevel {
        self.levels.last().copied().unwrap_or_default()
    }

    /// Returns the kind of the ancestor `up` levels above the parent.
    fn ancestor(&self, up: usize) -> Kind {
        let at = self.levels.len().checked_sub(up + 1);
        at.and_then(|at| self.levels.get(at))
            .map_or(Kind::Other, |level| level.kind)
    }

    fn function(&self) -> Function {
        self.functions.last().copied().unwrap_or_default()
    }

    fn is_strict(&self) -> bool {
        self.function().is_strict
    }

    fn error(&mut self, node: Node<'_>, message: &'static str) {
        self.errors.push(EarlyError::at(node, message));
    }

    /// Reports an error that depends on the enclosing function.
    fn error_in_function(&mut self, node: Node<'_>, message: &'static str) {
        if self.function().is_sound {
            self.error(node, message);
        }
    }

    fn enter(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        cursor: &TreeCursor<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let parent = self.parent();
        match kind {
            Kind::Other | Kind::Comment => {}
            Kind::Identifier | Kind::Shorthand => self.identifier(node, parent),
            Kind::PrivateName => self.private_name(node, parent, budget)?,
            Kind::Number => self.number(node),
            Kind::RegexFlags => self.regex_flags(node),
            Kind::EscapeSequence => self.escape(node, parent),
            Kind::Super => self.super_keyword(node, parent, cursor),
            Kind::MetaProperty => self.meta_property(node),
            Kind::Comma => self.comma(node, parent),
            Kind::Equals if parent.kind == Kind::FieldDefinition => {
                self.functions.push(self.function().field());
            }
            Kind::FatArrow => self.arrow(node, parent),
            Kind::Coalesce | Kind::Logical if parent.kind == Kind::Binary => {
                if let Some(level) = self.levels.last_mut() {
                    level.operator = kind;
                }
            }
            Kind::Power if parent.last == Kind::Unary => {
                let message = "unary operator before `**` needs parentheses";
                self.error(node, message);
            }
            Kind::FunctionDeclaration => {
                self.statement_position(node, kind, parent);
                self.declare_function(node, parent, budget)?;
                self.enter_function(node, kind, budget)?;
            }
            // Templates of other languages hold expressions that are parsed as statements.
            Kind::ExpressionStatement if !self.code.is_embedded => {
                self.statement_head(node.child(0), kind, budget)?;
            }
            Kind::Function | Kind::Arrow => {
                if kind == Kind::Arrow {
                    let body = node.child_by_field_name("body");
                    self.statement_head(body, kind, budget)?;
                }
                self.operand(node, kind, parent);
                self.enter_function(node, kind, budget)?;
            }
            Kind::FormalParameters => {
                if parent.kind == Kind::Method {
                    self.enter_method(node, cursor, budget)?;
                }
                if let Some(function) = self.functions.last_mut() {
                    function.in_parameters = true;
                }
            }
            Kind::StaticBlock => {
                self.names.enter_function(node.start_byte());
                self.functions.push(self.function().static_block());
            }
            Kind::Class | Kind::ClassDeclaration | Kind::AbstractClass => {
                match kind {
                    Kind::ClassDeclaration => self.statement_position(node, kind, parent),
                    _ => self.operand(node, kind, parent),
                }
                if kind != Kind::Class {
                    self.declare_class(node, parent, budget)?;
                }
                self.functions.push(self.function().class());
            }
            Kind::ClassBody => self.enter_class_body(node, budget)?,
            Kind::StatementBlock if !is_function_or_catch(parent.kind) => {
                if parent.kind == Kind::Module {
                    self.names.enter_function(node.start_byte());
                    self.functions.push(self.function().namespace());
                } else {
                    self.names.enter_scope(node.start_byte());
                }
            }
            Kind::Switch => self.enter_switch(node),
            Kind::VariableDeclarator => self.declarator(node, parent, cursor, budget)?,
            Kind::LexicalDeclaration => self.statement_position(node, kind, parent),
            Kind::For | Kind::ForIn | Kind::While | Kind::Do => {
                self.enter_loop();
                if matches!(kind, Kind::For | Kind::ForIn) {
                    self.names.enter_scope(node.start_byte());
                }
                if kind == Kind::ForIn {
                    self.for_in(node, budget)?;
                }
            }
            Kind::With if self.is_strict() => {
                self.error_in_function(node, "`with` in strict mode");
            }
            Kind::Catch => self.enter_catch(node, budget)?,
            Kind::Labeled => self.enter_label(node, budget)?,
            Kind::Break | Kind::Continue => self.jump(node, kind, budget)?,
            Kind::Return => self.return_statement(node),
            Kind::Throw => self.throw_statement(node),
            Kind::Try => self.try_statement(node),
            Kind::Import => self.import(node, budget)?,
            Kind::Export => {
                self.statement_head(node.child_by_field_name("value"), kind, budget)?;
                self.export(node, parent, budget)?;
            }
            Kind::ExportSpecifier => self.export_specifier(node),
            Kind::Assignment | Kind::AugmentedAssignment => {
                self.operand(node, kind, parent);
                self.assignment(node, kind);
            }
            Kind::Update => self.update(node),
            Kind::Unary => {
                self.operand(node, kind, parent);
                self.unary(node);
            }
            Kind::Binary => self.operand(node, kind, parent),
            Kind::Await => self.await_expression(node),
            Kind::Yield => self.yield_expression(node),
            Kind::Call | Kind::New => self.call(node, kind),
            Kind::Object => self.object(node, budget)?,
            Kind::JsxElement => self.jsx_element(node),
            _ => {}
        }
        Ok(())
    }

    fn leave(&mut self, node: Node<'t>) {
        let Some(level) = self.levels.pop() else {
            return;
        };
        let kind = level.kind;
        let parent = self.parent().kind;
        match kind {
            Kind::Function | Kind::FunctionDeclaration | Kind::Arrow => self.leave_function(),
            // Without parameters, no function was entered because its head is broken.
            Kind::Method if self.function().is_of(node) => self.leave_function(),
            Kind::StaticBlock => self.leave_function(),
            Kind::FieldDefinition if self.function().is_field() => {
                self.functions.pop();
            }
            Kind::Class | Kind::ClassDeclaration | Kind::AbstractClass => {
                self.functions.pop();
            }
            Kind::ClassBody => {
                self.classes.pop();
            }
            Kind::FormalParameters => {
                if let Some(function) = self.functions.last_mut() {
                    function.in_parameters = false;
                }
            }
            Kind::StatementBlock if !is_function_or_catch(parent) => {
                if parent == Kind::Module {
                    self.leave_function();
                } else {
                    self.names.leave_scope();
                }
            }
            Kind::Switch => self.leave_switch(),
            Kind::For | Kind::ForIn => {
                self.names.leave_scope();
                self.leave_loop();
            }
            Kind::While | Kind::Do => self.leave_loop(),
            Kind::Catch => self.names.leave_scope(),
            Kind::Labeled => {
                self.targets.pop();
            }
            Kind::Binary => self.mixed_operators(node, level),
            _ => {}
        }
        if kind != Kind::Comment
            && let Some(parent) = self.levels.last_mut()
        {
            parent.last = kind;
            parent.last_end = node.end_byte();
            parent.operand = match level.operator {
                Kind::Other => parent.operand,
                operator => operator,
            };
        }
    }

    /// Reports a comma without a preceding element where the language does not allow it.
    fn comma(&mut self, node: Node<'t>, parent: ScriptLevel) {
        let is_hole = match parent.kind {
            Kind::Object | Kind::ObjectPattern => {
                matches!(parent.last, Kind::OpenBrace | Kind::Comma)
            }
            Kind::Arguments => matches!(parent.last, Kind::OpenParenthesis | Kind::Comma),
            Kind::ArrayPattern | Kind::FormalParameters => {
                if parent.last == Kind::RestPattern {
                    self.error(node, "comma after a rest element");
                }
                false
            }
            _ => false,
        };
        if is_hole {
            self.error(node, "comma without an element before it");
        }
        if parent.kind == Kind::ObjectPattern && parent.last == Kind::RestPattern {
            self.error(node, "comma after a rest element");
        }
    }

    /// Reports a declaration where only a statement is allowed.
    fn statement_position(&mut self, node: Node<'t>, kind: Kind, parent: ScriptLevel) {
        let is_body = match parent.kind {
            Kind::For => parent.last != Kind::OpenParenthesis,
            Kind::While | Kind::ForIn | Kind::Do | Kind::With | Kind::If | Kind::Else => true,
            Kind::Labeled => true,
            _ => false,
        };
        if !is_body {
            return;
        }
        // A sloppy script may label a function or use it as a branch of `if`.
        let allows_function = kind == Kind::FunctionDeclaration
            && matches!(parent.kind, Kind::If | Kind::Else | Kind::Labeled)
            && !self.is_strict()
            && self.is_plain_function(node)
            && !(parent.kind == Kind::Labeled && self.is_label_of_body());
        if !allows_function {
            self.error(node, "declaration where a statement is expected");
        }
    }

    /// Returns whether the innermost labels belong to the body of a loop or a branch.
    fn is_label_of_body(&self) -> bool {
        let mut levels = self.levels.iter().rev();
        let outer = levels.find(|level| level.kind != Kind::Labeled);
        outer.is_some_and(|level| {
            matches!(
                level.kind,
                Kind::For | Kind::ForIn | Kind::While | Kind::Do | Kind::If | Kind::Else
            ) || level.kind == Kind::With
        })
    }

    fn jsx_element(&mut self, node: Node<'t>) {
        let name = |field| {
            let tag = node.child_by_field_name(field)?;
            let name = tag.child_by_field_name("name");
            let text = name.map_or(&b""[..], |name| self.code.slice(name));
            // A name may contain spaces and comments.
            let is_plain = text.iter().all(|byte| !matches!(byte, b' ' | b'\n' | b'/'));
            (is_plain && !tag.has_error()).then_some((tag, text))
        };
        if let (Some((_, open)), Some((tag, close))) = (name("open_tag"), name("close_tag"))
            && open != close
        {
            self.error(tag, "closing tag does not match its opening tag");
        }
    }
}

/// Returns whether the body of a node of this kind shares the scope of its parameters.
fn is_function_or_catch(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Function
            | Kind::FunctionDeclaration
            | Kind::Arrow
            | Kind::Method
            | Kind::StaticBlock
            | Kind::Catch
    )
}
