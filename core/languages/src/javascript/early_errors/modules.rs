//! Imports and exports.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::names::Declaration;
use super::{ScriptLevel, ScriptWalk};

impl<'t> ScriptWalk<'_, 't> {
    /// Returns whether a program has an import or export among its top-level statements.
    pub(super) fn has_module_syntax(
        &self,
        root: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let mut cursor = root.walk();
        for child in root.children(&mut cursor) {
            budget.step()?;
            if matches!(self.kind(child), Kind::Import | Kind::Export) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reports an import or export inside another statement.
    fn module_statement(&mut self, node: Node<'t>) {
        let is_outer = match self.ancestor(0) {
            Kind::Program => true,
            // A TypeScript namespace or module.
            Kind::StatementBlock => self.ancestor(1) == Kind::Module,
            _ => self.is_typescript,
        };
        if !is_outer {
            let message = "`import` or `export` inside another statement";
            self.error_in_function(node, message);
        }
    }

    pub(super) fn import(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        self.module_statement(node);
        let declaration = match self.is_typescript {
            true => Declaration::Import,
            false => Declaration::Lexical,
        };
        let mut cursor = node.walk();
        loop {
            budget.step()?;
            let name = cursor.node();
            let parts = match name.kind() {
                "import_specifier" => {
                    let alias = name.child_by_field_name("alias");
                    let local = alias.or_else(|| name.child_by_field_name("name"));
                    if let Some(local) = local {
                        self.imported(local, declaration, budget)?;
                    }
                    false
                }
                "identifier" => {
                    self.imported(name, declaration, budget)?;
                    false
                }
                "import_statement" | "import_clause" | "named_imports" | "namespace_import" => true,
                _ => false,
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

    fn imported(
        &mut self,
        name: Node<'t>,
        declaration: Declaration,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        if !self.is_typescript {
            self.strict_binding(name);
            self.reserved_name(name);
        }
        self.declare(name, declaration, budget)
    }

    pub(super) fn export(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        self.module_statement(node);
        // TypeScript declarations merge, and so do their exports.
        if self.is_typescript || parent.kind != Kind::Program {
            return Ok(());
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            budget.step()?;
            if child.kind() == "default" {
                self.export_name(child, b"default");
            } else if child.kind() == "namespace_export"
                && let Some(name) = child.named_child(0)
            {
                self.export_name(name, self.code.slice(name));
            }
        }
        let is_default = node.child_by_field_name("value").is_some();
        let declared = node.child_by_field_name("declaration");
        let (Some(declared), false) = (declared, is_default) else {
            return Ok(());
        };
        let mut cursor = node.walk();
        if node
            .children(&mut cursor)
            .any(|child| child.kind() == "default")
        {
            return Ok(());
        }
        if let Some(name) = declared.child_by_field_name("name") {
            self.export_name(name, self.code.slice(name));
            return Ok(());
        }
        let mut cursor = declared.walk();
        let names = declared
            .named_children(&mut cursor)
            .filter_map(|declarator| declarator.child_by_field_name("name"));
        for name in names.collect::<Vec<_>>() {
            if self.kind(name) == Kind::Identifier {
                self.export_name(name, self.code.slice(name));
            }
        }
        Ok(())
    }

    fn export_name(&mut self, node: Node<'t>, name: &'t [u8]) {
        let name = match name {
            [b'"' | b'\'', inner @ .., _] => inner,
            name => name,
        };
        if !self.exported.insert(name) {
            self.error_in_function(node, "name is exported already");
        }
    }

    pub(super) fn export_specifier(&mut self, node: Node<'t>) {
        if self.is_typescript {
            return;
        }
        let name = node.child_by_field_name("name");
        let alias = node.child_by_field_name("alias").or(name);
        if let Some(alias) = alias {
            self.export_name(alias, self.code.slice(alias));
        }
        self.export_lists.extend(name);
    }

    /// Reports names in export lists that the module does not declare.
    pub(super) fn check_exports(&mut self) {
        for name in std::mem::take(&mut self.export_lists) {
            let Some(list) = name.parent().and_then(|specifier| specifier.parent()) else {
                continue;
            };
            let statement = list.parent();
            let has_source = statement.is_none_or(|s| s.child_by_field_name("source").is_some());
            let text = self.code.slice(name);
            if has_source || text.contains(&b'\\') {
                continue;
            }
            if !self.names.has_global(text) {
                self.error_in_function(name, "export of a name that is not declared");
            }
        }
    }
}
