//! Walks a syntax tree and collects imports and exports.

use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, grammar_of, skip_subtree};
use ransack_languages::internal::{
    ImportTable, PerLanguage, ReadImport, Reader, embedded_regions, tables,
};
use tree_sitter::{Node, Tree, TreeCursor};

use crate::imports::item::{Exports, Imports};
use crate::outline::derive::Derive;
use crate::outline::text::{self, ParsedText};

/// Import table with node kinds resolved to numbers.
pub(super) struct CompiledImports {
    pub(super) table: &'static ImportTable,
    /// Actions, indexed by the number of the node kind.
    actions: Vec<ImportAction>,
}

#[derive(Clone, Copy)]
enum ImportAction {
    Descend,
    Skip,
    Read(ReadImport),
}

impl CompiledImports {
    fn new(table: &'static ImportTable, language: &tree_sitter::Language) -> CompiledImports {
        let mut actions = vec![ImportAction::Descend; language.node_kind_count()];
        let skipped = table.opaque.iter().map(|kind| (*kind, ImportAction::Skip));
        let read = table.imports.iter();
        let read = read.map(|(kind, function)| (*kind, ImportAction::Read(*function)));
        for (kind, action) in skipped.chain(read) {
            let id = usize::from(language.id_for_node_kind(kind, true));
            if id != 0 {
                actions[id] = action;
            }
        }
        CompiledImports { table, actions }
    }

    fn action(&self, node: Node<'_>) -> ImportAction {
        let id = usize::from(node.kind_id());
        self.actions
            .get(id)
            .copied()
            .unwrap_or(ImportAction::Descend)
    }
}

/// Returns the compiled table of a language; `None` for a language without imports.
pub(super) fn compiled(language: &Language) -> Option<&'static CompiledImports> {
    static COMPILED: PerLanguage<CompiledImports> = PerLanguage::new();
    let table = tables(language).imports?;
    Some(COMPILED.get(language, || {
        CompiledImports::new(table, &grammar_of(language))
    }))
}

/// Returns whether text in a language can have imports in embedded code.
fn embeds(language: &Language) -> bool {
    tables(language).outline.is_some_and(|table| table.embeds)
}

fn read_imports(
    reader: &mut Reader<'_, '_>,
    tree: &Tree,
    compiled: &CompiledImports,
) -> Result<(), Interrupt> {
    let mut cursor: TreeCursor<'_> = tree.walk();
    loop {
        reader.step()?;
        let node = cursor.node();
        let descends = match compiled.action(node) {
            ImportAction::Descend => true,
            ImportAction::Skip => false,
            ImportAction::Read(read) => {
                read(reader, node)?;
                true
            }
        };
        let has_descended = descends && cursor.goto_first_child();
        if !has_descended && !skip_subtree(&mut cursor) {
            return Ok(());
        }
    }
}

/// Derives the imports in the text.
pub(super) struct ImportReader;

/// Derives the exports in the text.
pub(super) struct ExportReader;

impl Derive for ImportReader {
    type Output = Imports;

    const RESULT: &'static str = "imports";

    fn supports(language: &Language) -> bool {
        compiled(language).is_some() || embeds(language)
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Imports, Interrupt> {
        let mut syntax_errors = text.syntax_errors(budget)?;
        let regions = match embeds(text.language) {
            true => embedded_regions(text.language, &text.tree, text.source, budget)?,
            false => Vec::new(),
        };
        let mut reader = Reader::new(text.source, &text.lines, budget);
        if let Some(compiled) = compiled(text.language) {
            read_imports(&mut reader, &text.tree, compiled)?;
        }
        for region in regions {
            let Some(compiled) = compiled(region.language) else {
                continue;
            };
            let tree = text::parse_region(text.source, &region, parsers, reader.budget)?;
            syntax_errors += text::syntax_errors(&tree, reader.budget)?;
            read_imports(&mut reader, &tree, compiled)?;
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
        compiled(language).is_some_and(|compiled| compiled.table.exports.is_some())
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        _parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Exports, Interrupt> {
        let syntax_errors = text.syntax_errors(budget)?;
        let mut reader = Reader::new(text.source, &text.lines, budget);
        let read = compiled(text.language).and_then(|found| found.table.exports);
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
