//! Imports of Just, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import", just)],
    ..ImportTable::EMPTY
};

fn just(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if let Some(file) = node.named_child(0).and_then(|file| reader.literal(file)) {
        reader.push(file, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}
