//! Import tables, and the reader that collects the imports and exports of a text.

use std::ops::Range;

use ransack_base::internal::span_of;
use ransack_base::offsets::{LineIndex, Span};
use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use super::item::{Export, ExportKind, Import, ImportKind, ImportedName};
use super::statement::ImportRules;

/// Import and export statements of one language.
pub struct ImportTable {
    /// Node kinds that may be imports, each with the function that reads it.
    pub imports: &'static [(&'static str, ReadImport)],
    /// Node kinds that contain no imports.
    pub opaque: &'static [&'static str],
    /// Reads the exports in the text; `None` if the language has no exports.
    pub exports: Option<ReadExports>,
    /// Rules for changing imports; if there are several sets of rules, the set that the text
    /// follows best is used. Empty if the language's imports are read-only.
    pub editors: &'static [&'static ImportRules],
}

impl ImportTable {
    /// Table without statements, the base of the table of a language whose imports are read-only.
    pub(crate) const EMPTY: ImportTable = ImportTable {
        imports: &[],
        opaque: &["comment"],
        exports: None,
        editors: &[],
    };
}

/// Function that reads the imports of a node.
pub type ReadImport = for<'t> fn(&mut Reader<'_, '_>, Node<'t>) -> Result<(), Interrupt>;

/// Function that reads the exports of the root of a tree.
pub(crate) type ReadExports = for<'t> fn(&mut Reader<'_, '_>, Node<'t>) -> Result<(), Interrupt>;

/// Reader that collects the imports or exports in the text.
pub struct Reader<'s, 'b> {
    /// Text that is read.
    pub source: &'s [u8],
    /// Line index of the text.
    pub lines: &'s LineIndex,
    /// Limits of the work.
    pub budget: &'s mut WorkBudget<'b>,
    /// Imports found so far.
    pub imports: Vec<Import>,
    /// Exports found so far.
    pub exports: Vec<Export>,
    /// Range whose imports are only for types.
    pub type_only: Range<usize>,
    /// Range of the last call that belongs to an import already read.
    pub read_call: Range<usize>,
}

impl<'s, 'b> Reader<'s, 'b> {
    /// Creates a reader without results.
    pub fn new(
        source: &'s [u8],
        lines: &'s LineIndex,
        budget: &'s mut WorkBudget<'b>,
    ) -> Reader<'s, 'b> {
        Reader {
            source,
            lines,
            budget,
            imports: Vec::new(),
            exports: Vec::new(),
            type_only: 0..0,
            read_call: 0..0,
        }
    }
}

impl Reader<'_, '_> {
    /// Counts one small step against the work budget.
    pub fn step(&mut self) -> Result<(), Interrupt> {
        self.budget.step()
    }

    /// Returns the text of a node.
    pub fn bytes(&self, node: Node<'_>) -> &[u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the text of a node; invalid UTF-8 is replaced with U+FFFD.
    pub fn text(&self, node: Node<'_>) -> String {
        String::from_utf8_lossy(self.bytes(node)).into_owned()
    }

    /// Returns the text of a node without inner white space and comments, for paths.
    pub fn path(&self, node: Node<'_>) -> String {
        let text = String::from_utf8_lossy(self.bytes(node));
        text.split_whitespace().collect()
    }

    /// Returns the text of a string literal without quotes. Returns `None` if the literal is empty
    /// or has computed parts.
    pub fn literal(&self, node: Node<'_>) -> Option<String> {
        literal(self.source, node)
    }

    /// Returns the span of a node.
    pub fn span(&self, node: Node<'_>) -> Span {
        self.span_of(&node.byte_range())
    }

    /// Returns the span of a byte range.
    pub fn span_of(&self, range: &Range<usize>) -> Span {
        span_of(self.lines, self.source, range)
    }

    /// Creates a name.
    pub fn name(&self, name: &str, alias: Option<String>, at: Node<'_>) -> ImportedName {
        ImportedName {
            name: name.to_owned(),
            alias,
            is_type_only: false,
            span: self.span(at),
        }
    }

    /// Creates a name from the fields `name` and `alias` of a node.
    pub fn name_of_fields(&self, node: Node<'_>) -> Option<ImportedName> {
        let name = node.child_by_field_name("name")?;
        let alias = node
            .child_by_field_name("alias")
            .map(|alias| self.text(alias));
        Some(self.name(&self.path(name), alias, node))
    }

    /// Adds an import.
    pub fn push(
        &mut self,
        module: String,
        kind: ImportKind,
        names: Vec<ImportedName>,
        at: Node<'_>,
    ) {
        let span = self.span(at);
        self.push_import(Import {
            module,
            kind,
            names,
            span,
        });
    }

    /// Adds an import; an import of all names gets the kind `Wildcard`.
    pub fn push_import(&mut self, mut import: Import) {
        let is_all = |name: &ImportedName| name.name == "*" && name.alias.is_none();
        if import.kind == ImportKind::Static && import.names.iter().any(is_all) {
            import.kind = ImportKind::Wildcard;
        }
        if import.kind <= ImportKind::Dynamic && self.type_only.contains(&import.span.start.offset)
        {
            import.kind = ImportKind::TypeOnly;
            import
                .names
                .iter_mut()
                .for_each(|name| name.is_type_only = true);
        }
        self.imports.push(import);
    }

    /// Adds the export of a definition at `at`, named by the node `name`.
    pub fn export(&mut self, name: Node<'_>, kind: ExportKind, at: Node<'_>) {
        let name = self.text(name);
        self.push_export(name, None, None, kind, at);
    }

    /// Adds an export.
    pub fn push_export(
        &mut self,
        name: String,
        local: Option<String>,
        module: Option<String>,
        kind: ExportKind,
        at: Node<'_>,
    ) {
        if name.is_empty() {
            return;
        }
        let span = self.span(at);
        let local = local.filter(|local| *local != name);
        self.exports.push(Export {
            name,
            local,
            module,
            kind,
            span,
        });
    }

    /// Removes and returns the collected imports, which belong to a re-export.
    pub fn take_imports(&mut self) -> Vec<Import> {
        std::mem::take(&mut self.imports)
    }

    /// Adds complete exports.
    pub fn extend_exports(&mut self, exports: impl IntoIterator<Item = Export>) {
        self.exports.extend(exports);
    }

    /// Calls `visit` for each child of a node, including comments and tokens.
    pub fn each_child<'t>(
        &mut self,
        node: Node<'t>,
        mut visit: impl FnMut(&mut Self, Node<'t>, Option<&str>) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        let mut cursor = node.walk();
        let mut is_open = cursor.goto_first_child();
        while is_open {
            self.step()?;
            let field = cursor.field_name();
            visit(self, cursor.node(), field)?;
            is_open = cursor.goto_next_sibling();
        }
        Ok(())
    }
}

/// Returns the text of a string literal without quotes. Returns `None` if the literal is empty or
/// has computed parts.
pub(crate) fn literal(source: &[u8], node: Node<'_>) -> Option<String> {
    let mut cursor = node.walk();
    let is_computed = |child: Node<'_>| {
        matches!(
            child.kind(),
            "template_substitution" | "interpolation" | "expansion"
        )
    };
    if node.named_children(&mut cursor).any(is_computed) {
        return None;
    }
    let bytes = unquote(source.get(node.byte_range()).unwrap_or_default());
    (!bytes.is_empty()).then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// Returns the text between the quotes of a string literal.
fn unquote(literal: &[u8]) -> &[u8] {
    let is_prefix = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'@' || *byte == b'#';
    let start = literal.iter().take_while(|byte| is_prefix(byte)).count();
    let quoted = literal.get(start..).unwrap_or_default();
    let Some(quote @ (b'"' | b'\'' | b'`')) = quoted.first().copied() else {
        return literal;
    };
    let count = match quoted.starts_with(&[quote; 3]) && quoted.len() >= 6 {
        true => 3,
        false => 1,
    };
    let quoted = match start {
        0 => quoted,
        _ => quoted.trim_ascii_end().strip_suffix(b"#").unwrap_or(quoted),
    };
    let end = quoted.len().saturating_sub(count).max(count);
    quoted.get(count..end).unwrap_or_default()
}

/// Splits the last segment off a path: `a.b.C` is the name `C` of the module `a.b`.
pub(crate) fn push_path(
    reader: &mut Reader<'_, '_>,
    path: &str,
    separator: char,
    alias: Option<String>,
    at: Node<'_>,
) {
    match path.rsplit_once(separator) {
        Some((module, name)) if !module.is_empty() => {
            let names = vec![reader.name(name, alias, at)];
            reader.push(module.to_owned(), ImportKind::Static, names, at);
        }
        _ => push_module(reader, path.to_owned(), alias, ImportKind::Static, at),
    }
}

/// Adds the import of a module, with an optional alias.
pub(crate) fn push_module(
    reader: &mut Reader<'_, '_>,
    module: String,
    alias: Option<String>,
    kind: ImportKind,
    at: Node<'_>,
) {
    let names = match alias {
        Some(alias) => vec![reader.name("*", Some(alias), at)],
        None => Vec::new(),
    };
    reader.push(module, kind, names, at);
}
