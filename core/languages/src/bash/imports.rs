//! Imports of Bash and other shells, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("command", bash)],
    ..ImportTable::EMPTY
};

/// Reads `source f`, `. f`.
fn bash(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let name = node
        .child_by_field_name("name")
        .map(|name| reader.bytes(name));
    if !matches!(name, Some(b"source" | b".")) {
        return Ok(());
    }
    let Some(file) = node.child_by_field_name("argument") else {
        return Ok(());
    };
    // A computed file name counts as an import; its source text is the module.
    let module = match file.kind() {
        "string" | "raw_string" => reader
            .literal(file)
            .unwrap_or_else(|| reader.text(file).trim_matches('"').to_owned()),
        _ => reader.text(file),
    };
    reader.push(module, ImportKind::Include, Vec::new(), node);
    Ok(())
}
