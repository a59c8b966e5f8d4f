//! Declarations, and conflicts between them.
//!
//! Scopes are numbered in the order in which they start. The offset of a `var` shows whether it is
//! in a scope that is still open, so no list of names is kept per scope.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use rustc_hash::FxHashMap;
use tree_sitter::{Node, TreeCursor};

use super::kinds::Kind;
use super::{ScriptLevel, ScriptWalk};

/// Names declared so far.
#[derive(Default)]
pub(super) struct Names<'t> {
    /// Open scopes.
    scopes: Vec<NameScope>,
    next_scope: u32,
    names: FxHashMap<(u32, &'t [u8]), DeclaredName>,
    /// Declarations in scopes; each links to the previous one with the same name.
    scoped: Vec<Scoped>,
}

#[derive(Clone, Copy)]
struct NameScope {
    id: u32,
    /// Scope of the innermost function.
    function: u32,
    start: usize,
}

/// Declarations of one name in one function.
#[derive(Default)]
struct DeclaredName {
    /// Offset after the last `var` declaration of the name; 0 if there is no such declaration.
    last_var: usize,
    /// 1 + index of the last declaration in a scope that may be open; 0 if there is no such
    /// declaration.
    last_scoped: usize,
}

struct Scoped {
    scope: u32,
    declaration: Declaration,
    previous: usize,
}

/// Form of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaration {
    Var,
    /// `var` in the head of a loop over an iterator, which conflicts with a `catch` parameter.
    VarOf,
    /// Function at the top level of a script or function, which acts like `var`.
    Function,
    /// Function in a block of a sloppy script, which may be redeclared.
    BlockFunction,
    /// `let`, `const`, class, or function in a strict block.
    Lexical,
    /// TypeScript import, which may be a type.
    Import,
    Parameter {
        /// Whether the name must be unique.
        is_unique: bool,
    },
    /// `catch` parameter that is a plain name.
    CatchName,
}

impl<'t> Names<'t> {
    pub(super) fn enter_scope(&mut self, start: usize) {
        let function = self.scopes.last().map_or(0, |scope| scope.function);
        self.push(start, function);
    }

    pub(super) fn enter_function(&mut self, start: usize) {
        self.push(start, self.next_scope);
    }

    fn push(&mut self, start: usize, function: u32) {
        let id = self.next_scope;
        self.next_scope += 1;
        self.scopes.push(NameScope {
            id,
            function,
            start,
        });
    }

    pub(super) fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    /// Returns whether the innermost scope belongs to a function or the program.
    pub(super) fn is_at_function(&self) -> bool {
        let scope = self.scopes.last();
        scope.is_none_or(|scope| scope.id == scope.function)
    }

    /// Returns whether a name is declared at the top level of the program.
    pub(super) fn has_global(&self, name: &'t [u8]) -> bool {
        self.names.get(&(0, name)).is_some_and(|known| {
            let mut at = known.last_scoped;
            let mut is_scoped = false;
            while let Some(scoped) = at.checked_sub(1).and_then(|at| self.scoped.get(at)) {
                is_scoped |= scoped.scope == 0;
                at = scoped.previous;
            }
            known.last_var > 0 || is_scoped
        })
    }

    fn is_open(&self, id: u32) -> bool {
        self.scopes
            .binary_search_by_key(&id, |scope| scope.id)
            .is_ok()
    }

    /// Adds a declaration. Returns whether it conflicts with an earlier one.
    fn add(
        &mut self,
        name: &'t [u8],
        at: usize,
        declaration: Declaration,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let Some(scope) = self.scopes.last().copied() else {
            return Ok(false);
        };
        let key = (scope.function, name);
        let mut last = self.names.get(&key).map_or(0, |known| known.last_scoped);
        while let Some(scoped) = last.checked_sub(1).and_then(|at| self.scoped.get(at)) {
            if self.is_open(scoped.scope) {
                break;
            }
            last = scoped.previous;
        }
        let has_conflict = match declaration {
            Declaration::Var | Declaration::VarOf => {
                self.conflicts_with_var(last, declaration, budget)?
            }
            _ => {
                let scoped = last.checked_sub(1).and_then(|at| self.scoped.get(at));
                let same = scoped.filter(|scoped| scoped.scope == scope.id);
                let last_var = self.names.get(&key).map_or(0, |known| known.last_var);
                let has_var = last_var > scope.start
                    && !matches!(declaration, Declaration::Function | Declaration::Import);
                has_var || same.is_some_and(|same| declaration.excludes(same.declaration))
            }
        };
        let known = self.names.entry(key).or_default();
        known.last_scoped = last;
        match declaration {
            Declaration::Var | Declaration::VarOf | Declaration::Function => {
                known.last_var = at + 1;
            }
            _ => {
                self.scoped.push(Scoped {
                    scope: scope.id,
                    declaration,
                    previous: last,
                });
                known.last_scoped = self.scoped.len();
            }
        }
        Ok(has_conflict)
    }

    /// Returns whether a `var` conflicts with a declaration in an open scope. `last` is the
    /// innermost declaration.
    fn conflicts_with_var(
        &self,
        mut last: usize,
        declaration: Declaration,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        while let Some(scoped) = last.checked_sub(1).and_then(|at| self.scoped.get(at)) {
            budget.step()?;
            last = scoped.previous;
            let is_tolerated = match scoped.declaration {
                Declaration::Parameter { .. } | Declaration::Import => true,
                Declaration::CatchName => declaration == Declaration::Var,
                _ => !self.is_open(scoped.scope),
            };
            if !is_tolerated {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Declaration {
    /// Returns whether a scope cannot have this declaration after `earlier`.
    fn excludes(self, earlier: Declaration) -> bool {
        match (self, earlier) {
            (Declaration::BlockFunction, Declaration::BlockFunction) => false,
            (Declaration::Parameter { is_unique }, Declaration::Parameter { .. }) => is_unique,
            (Declaration::Function, Declaration::Parameter { .. }) => false,
            // A type and a value may have the same name.
            (Declaration::Import, other) | (other, Declaration::Import) => {
                other == Declaration::Import
            }
            _ => true,
        }
    }
}

impl<'t> ScriptWalk<'_, 't> {
    pub(super) fn declare(
        &mut self,
        name: Node<'t>,
        declaration: Declaration,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let text = self.code.slice(name);
        if text.contains(&b'\\') || name.is_missing() {
            return Ok(());
        }
        if self
            .names
            .add(text, name.start_byte(), declaration, budget)?
        {
            self.error_in_function(name, "name is declared already");
        }
        Ok(())
    }

    /// Returns the names that a pattern or a list of parameters binds. Reports other targets as
    /// errors.
    pub(super) fn bindings(
        &mut self,
        pattern: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Vec<Node<'t>>, Interrupt> {
        let mut names = Vec::new();
        if self.kind(pattern) == Kind::Identifier {
            names.push(pattern);
            return Ok(names);
        }
        let mut cursor = pattern.walk();
        // Node kinds on the path.
        let mut path = Vec::new();
        loop {
            budget.step()?;
            let node = cursor.node();
            let kind = self.kind(node);
            let is_skipped = match cursor.field_name() {
                Some("value") => path.last() != Some(&Kind::PairPattern),
                Some("right" | "key" | "type" | "decorator") => true,
                _ => false,
            };
            let has_children = match kind {
                Kind::Identifier | Kind::Shorthand if !is_skipped => {
                    names.push(node);
                    false
                }
                Kind::Member | Kind::Subscript if !is_skipped => {
                    self.error(node, "property where a name is declared");
                    false
                }
                _ => !is_skipped && !node.is_error(),
            };
            if has_children && cursor.goto_first_child() {
                path.push(kind);
                continue;
            }
            while !cursor.goto_next_sibling() {
                path.pop();
                if !cursor.goto_parent() {
                    return Ok(names);
                }
            }
        }
    }

    pub(super) fn declarator(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        cursor: &TreeCursor<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let Some(name) = node.child_by_field_name("name") else {
            return Ok(());
        };
        // Ambient declarations of the same name merge.
        if self.ancestor(1) == Kind::Module {
            return Ok(());
        }
        let has_value = node.child_by_field_name("value").is_some();
        let is_pattern = matches!(self.kind(name), Kind::ObjectPattern | Kind::ArrayPattern);
        if !has_value && is_pattern && node.child_by_field_name("type").is_none() {
            self.error(node, "pattern without a value");
        }
        let is_lexical = parent.kind == Kind::LexicalDeclaration;
        let declaration = match is_lexical {
            true => Declaration::Lexical,
            false => Declaration::Var,
        };
        for name in self.bindings(name, budget)? {
            self.check_binding(name, is_lexical);
            self.declare(name, declaration, budget)?;
        }
        if is_lexical && !has_value && !is_pattern && !self.is_typescript {
            let mut cursor = cursor.clone();
            let is_statement = cursor.goto_parent();
            let word = cursor.node().child_by_field_name("kind");
            if is_statement && word.is_some_and(|word| word.kind() == "const") {
                self.error(node, "`const` without a value");
            }
        }
        Ok(())
    }

    fn check_binding(&mut self, name: Node<'t>, is_lexical: bool) {
        if self.is_strict() {
            self.strict_binding(name);
        }
        if is_lexical && self.code.slice(name) == b"let" {
            self.error(name, "`let` as a name in a lexical declaration");
        }
    }

    /// Reports a name that cannot be bound in strict code.
    pub(super) fn strict_binding(&mut self, name: Node<'t>) {
        if matches!(self.code.slice(name), b"eval" | b"arguments") {
            self.error_in_function(
                name,
                "`eval` and `arguments` cannot be bound in strict mode",
            );
        }
    }

    pub(super) fn for_in(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let Some(left) = node.child_by_field_name("left") else {
            return Ok(());
        };
        let is_of = node
            .child_by_field_name("operator")
            .is_some_and(|operator| operator.kind() == "of");
        let Some(kind) = node.child_by_field_name("kind") else {
            self.target(left, true);
            return Ok(());
        };
        let is_lexical = kind.kind() != "var";
        let declaration = match (is_lexical, is_of) {
            (true, _) => Declaration::Lexical,
            (false, true) => Declaration::VarOf,
            (false, false) => Declaration::Var,
        };
        for name in self.bindings(left, budget)? {
            self.check_binding(name, is_lexical);
            self.declare(name, declaration, budget)?;
        }
        let has_value = node.child_by_field_name("value").is_some();
        let is_sloppy = !is_of && !self.is_strict() && self.kind(left) == Kind::Identifier;
        if has_value && !is_sloppy {
            self.error(node, "initial value in the head of a loop over values");
        }
        Ok(())
    }

    pub(super) fn enter_catch(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        self.names.enter_scope(node.start_byte());
        let Some(parameter) = node.child_by_field_name("parameter") else {
            return Ok(());
        };
        let declaration = match self.kind(parameter) {
            Kind::Identifier => Declaration::CatchName,
            _ => Declaration::Lexical,
        };
        for name in self.bindings(parameter, budget)? {
            self.check_binding(name, false);
            self.declare(name, declaration, budget)?;
        }
        Ok(())
    }

    pub(super) fn declare_function(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let Some(name) = node.child_by_field_name("name") else {
            return Ok(());
        };
        // TypeScript functions merge with namespaces and classes.
        if self.is_typescript || matches!(parent.kind, Kind::If | Kind::Else) {
            return Ok(());
        }
        let is_program = self.functions.len() == 1;
        let declaration = match self.names.is_at_function() {
            true if !(is_program && self.is_module) => Declaration::Function,
            false if !self.is_strict() && self.is_plain_function(node) => {
                Declaration::BlockFunction
            }
            _ => Declaration::Lexical,
        };
        self.declare(name, declaration, budget)
    }

    pub(super) fn declare_class(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let Some(name) = node.child_by_field_name("name") else {
            return Ok(());
        };
        self.strict_binding(name);
        match parent.kind {
            Kind::Module => Ok(()),
            _ => self.declare(name, Declaration::Lexical, budget),
        }
    }
}
