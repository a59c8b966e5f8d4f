//! Imports of Swift, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_module, push_path};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_declaration", swift)],
    ..ImportTable::EMPTY
};

/// Reads `import M`, `import struct M.T`, `@_exported import M`.
fn swift(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut kind = ImportKind::Static;
    let (mut path, mut is_member) = (None, false);
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "modifiers" if reader.bytes(child).starts_with(b"@_exported") => {
                kind = ImportKind::ReExport;
            }
            "identifier" => path = Some(reader.path(child)),
            "struct" | "class" | "enum" | "protocol" | "func" | "var" | "let" | "typealias" => {
                is_member = true;
            }
            _ => {}
        }
        Ok(())
    })?;
    match path {
        Some(path) if is_member => push_path(reader, &path, '.', None, node),
        Some(path) => push_module(reader, path, None, kind, node),
        None => {}
    }
    Ok(())
}
