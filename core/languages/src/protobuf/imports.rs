//! Imports of Protocol Buffers, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import", protobuf)],
    ..ImportTable::EMPTY
};

/// Reads `import "f";`, `import public "f";`.
fn protobuf(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut kind = ImportKind::Static;
    reader.each_child(node, |_, child, _| {
        if child.kind() == "public" {
            kind = ImportKind::ReExport;
        }
        Ok(())
    })?;
    let file = node.child_by_field_name("path");
    if let Some(file) = file.and_then(|file| reader.literal(file)) {
        reader.push(file, kind, Vec::new(), node);
    }
    Ok(())
}
