//! Imports of Lua, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("function_call", lua)],
    ..ImportTable::EMPTY
};

/// Reads `require("m")`, `require "m"`, `dofile("f")`.
fn lua(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let name = node
        .child_by_field_name("name")
        .map(|name| reader.bytes(name));
    let kind = match name {
        Some(b"require") => ImportKind::Dynamic,
        Some(b"dofile" | b"loadfile") => ImportKind::Include,
        _ => return Ok(()),
    };
    let arguments = node.child_by_field_name("arguments");
    let first = arguments.and_then(|arguments| match arguments.kind() {
        "string" => Some(arguments),
        _ => arguments.named_child(0),
    });
    let first = first.filter(|first| first.kind() == "string");
    if let Some(module) = first.and_then(|first| reader.literal(first)) {
        reader.push(module, kind, Vec::new(), node);
    }
    Ok(())
}
