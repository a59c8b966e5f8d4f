//! Walks a syntax tree and collects imports and exports.

use std::ops::Range;

use ransack_base::offsets::LineIndex;
use tree_sitter::{Node, Tree, TreeCursor};

use super::item::{Export, ExportKind, Exports, Import, ImportKind, ImportedName, Imports};
use super::languages;
use super::statement::Editor;
use crate::ast::{
    Interrupt, Language, Parsers, Span, WorkBudget, embedded_regions, parse_ranges, skip_subtree,
};
use crate::outline::derive::Derive;
use crate::outline::text::{self, ParsedText};

/// Statements of one language.
pub(super) struct Grammar {
    /// Node kinds that may be imports, each with the function that reads it.
    pub(super) imports: &'static [(&'static str, ReadImport)],
    /// Node kinds that contain no imports.
    pub(super) opaque: &'static [&'static str],
    /// Reads the exports in the text; `None` if the language has no exports.
    pub(super) exports: Option<ReadExports>,
    /// Rules for changing imports; if there are several sets of rules, the set that the text
    /// follows best is used. Empty if the language's imports are read-only.
    pub(super) editors: &'static [&'static Editor],
}

/// Function that reads the imports of a node.
pub(super) type ReadImport = for<'t> fn(&mut Reader<'_, '_>, Node<'t>) -> Result<(), Interrupt>;

/// Function that reads the exports of the root of a tree.
pub(super) type ReadExports = for<'t> fn(&mut Reader<'_, '_>, Node<'t>) -> Result<(), Interrupt>;

/// Grammar with node kinds resolved to numbers.
pub(super) struct CompiledGrammar {
    pub(super) grammar: &'static Grammar,
    /// Actions, indexed by the number of the node kind.
    actions: Vec<Action>,
}

#[derive(Clone, Copy)]
enum Action {
    Descend,
    Skip,
    Read(ReadImport),
}

impl CompiledGrammar {
    pub(super) fn new(
        grammar: &'static Grammar,
        language: &tree_sitter::Language,
    ) -> CompiledGrammar {
        let mut actions = vec![Action::Descend; language.node_kind_count()];
        let skipped = grammar.opaque.iter().map(|kind| (*kind, Action::Skip));
        let read = grammar.imports.iter();
        let read = read.map(|(kind, function)| (*kind, Action::Read(*function)));
        for (kind, action) in skipped.chain(read) {
            let id = usize::from(language.id_for_node_kind(kind, true));
            if id != 0 {
                actions[id] = action;
            }
        }
        CompiledGrammar { grammar, actions }
    }

    fn action(&self, node: Node<'_>) -> Action {
        let id = usize::from(node.kind_id());
        self.actions.get(id).copied().unwrap_or(Action::Descend)
    }
}

/// Reader that collects the imports or exports in the text.
pub(super) struct Reader<'s, 'b> {
    pub(super) source: &'s [u8],
    lines: &'s LineIndex,
    budget: &'s mut WorkBudget<'b>,
    imports: Vec<Import>,
    exports: Vec<Export>,
    /// Range whose imports are only for types.
    pub(super) type_only: Range<usize>,
    /// Range of the last call that belongs to an import already read.
    pub(super) read_call: Range<usize>,
}

impl Reader<'_, '_> {
    /// Counts one small step against the work budget.
    pub(super) fn step(&mut self) -> Result<(), Interrupt> {
        self.budget.step()
    }

    /// Returns the text of a node.
    pub(super) fn bytes(&self, node: Node<'_>) -> &[u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the text of a node; invalid UTF-8 is replaced with U+FFFD.
    pub(super) fn text(&self, node: Node<'_>) -> String {
        String::from_utf8_lossy(self.bytes(node)).into_owned()
    }

    /// Returns the text of a node without inner white space and comments, for paths.
    pub(super) fn path(&self, node: Node<'_>) -> String {
        let text = String::from_utf8_lossy(self.bytes(node));
        text.split_whitespace().collect()
    }

    /// Returns the text of a string literal without quotes. Returns `None` if the literal is empty
    /// or has computed parts.
    pub(super) fn literal(&self, node: Node<'_>) -> Option<String> {
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
        let bytes = unquote(self.bytes(node));
        (!bytes.is_empty()).then(|| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Returns the span of a node.
    pub(super) fn span(&self, node: Node<'_>) -> Span {
        self.span_of(&node.byte_range())
    }

    /// Returns the span of a byte range.
    pub(super) fn span_of(&self, range: &Range<usize>) -> Span {
        Span::of(self.lines, self.source, range)
    }

    /// Creates a name.
    pub(super) fn name(&self, name: &str, alias: Option<String>, at: Node<'_>) -> ImportedName {
        ImportedName {
            name: name.to_owned(),
            alias,
            is_type_only: false,
            span: self.span(at),
        }
    }

    /// Creates a name from the fields `name` and `alias` of a node.
    pub(super) fn name_of_fields(&self, node: Node<'_>) -> Option<ImportedName> {
        let name = node.child_by_field_name("name")?;
        let alias = node
            .child_by_field_name("alias")
            .map(|alias| self.text(alias));
        Some(self.name(&self.path(name), alias, node))
    }

    /// Adds an import.
    pub(super) fn push(
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
    pub(super) fn push_import(&mut self, mut import: Import) {
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
    pub(super) fn export(&mut self, name: Node<'_>, kind: ExportKind, at: Node<'_>) {
        let name = self.text(name);
        self.push_export(name, None, None, kind, at);
    }

    /// Adds an export.
    pub(super) fn push_export(
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
    pub(super) fn take_imports(&mut self) -> Vec<Import> {
        std::mem::take(&mut self.imports)
    }

    /// Adds complete exports.
    pub(super) fn extend_exports(&mut self, exports: impl IntoIterator<Item = Export>) {
        self.exports.extend(exports);
    }

    /// Calls `visit` for each child of a node, including comments and tokens.
    pub(super) fn each_child<'t>(
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

    fn read_imports(&mut self, tree: &Tree, compiled: &CompiledGrammar) -> Result<(), Interrupt> {
        let mut cursor: TreeCursor<'_> = tree.walk();
        loop {
            self.step()?;
            let node = cursor.node();
            let descends = match compiled.action(node) {
                Action::Descend => true,
                Action::Skip => false,
                Action::Read(read) => {
                    read(self, node)?;
                    true
                }
            };
            let has_descended = descends && cursor.goto_first_child();
            if !has_descended && !skip_subtree(&mut cursor) {
                return Ok(());
            }
        }
    }
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

/// Derives the imports in the text.
pub(super) struct ImportReader;

/// Derives the exports in the text.
pub(super) struct ExportReader;

impl Derive for ImportReader {
    type Output = Imports;

    const RESULT: &'static str = "imports";

    fn supports(language: &Language) -> bool {
        languages::compiled(language).is_some() || languages::embeds(language)
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Imports, Interrupt> {
        let mut syntax_errors = text::syntax_errors(&text.tree, budget)?;
        let regions = match languages::embeds(text.language) {
            true => embedded_regions(text.language, &text.tree, text.source, budget)?,
            false => Vec::new(),
        };
        let mut reader = reader(text, budget);
        if let Some(compiled) = languages::compiled(text.language) {
            reader.read_imports(&text.tree, compiled)?;
        }
        for region in regions {
            let Some(compiled) = languages::compiled(region.language) else {
                continue;
            };
            let parser = parsers.of(region.language);
            let tree = parse_ranges(parser, text.source, &region.ranges, reader.budget)?;
            syntax_errors += text::syntax_errors(&tree, reader.budget)?;
            reader.read_imports(&tree, compiled)?;
        }
        let mut items = reader.imports;
        items.sort_by_key(|import| import.span.start.offset);
        Ok(Imports {
            language: text.language.name,
            items,
            syntax_errors,
            ..Default::default()
        })
    }
}

impl Derive for ExportReader {
    type Output = Exports;

    const RESULT: &'static str = "exports";

    fn supports(language: &Language) -> bool {
        languages::compiled(language).is_some_and(|compiled| compiled.grammar.exports.is_some())
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        _parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Exports, Interrupt> {
        let syntax_errors = text::syntax_errors(&text.tree, budget)?;
        let mut reader = reader(text, budget);
        let read = languages::compiled(text.language).and_then(|found| found.grammar.exports);
        if let Some(read) = read {
            read(&mut reader, text.tree.root_node())?;
        }
        let mut items = reader.exports;
        items.sort_by_key(|export| export.span.start.offset);
        Ok(Exports {
            language: text.language.name,
            items,
            syntax_errors,
            ..Default::default()
        })
    }
}

fn reader<'s, 'b>(text: &'s ParsedText<'_>, budget: &'s mut WorkBudget<'b>) -> Reader<'s, 'b> {
    Reader {
        source: text.source,
        lines: &text.lines,
        budget,
        imports: Vec::new(),
        exports: Vec::new(),
        type_only: 0..0,
        read_call: 0..0,
    }
}
