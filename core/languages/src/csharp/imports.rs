//! Imports of C#, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_module};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("using_directive", csharp)],
    ..ImportTable::EMPTY
};

/// Reads `using A.B;`, `using static A.B;`, `global using A;`, `using C = A.B;`.
fn csharp(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let alias = node
        .child_by_field_name("name")
        .map(|alias| reader.text(alias));
    let mut kind = ImportKind::Static;
    let mut path = None;
    reader.each_child(node, |_, child, field| {
        match child.kind() {
            "static" => kind = ImportKind::Member,
            _ if child.is_named() && field != Some("name") => path = Some(child),
            _ => {}
        }
        Ok(())
    })?;
    if let Some(path) = path {
        push_module(reader, reader.path(path), alias, kind, node);
    }
    Ok(())
}
