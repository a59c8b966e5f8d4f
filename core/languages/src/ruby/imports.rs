//! Imports of Ruby, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("call", ruby)],
    ..ImportTable::EMPTY
};

/// Reads `require "m"`, `require_relative "m"`, `load "f"`, `autoload :A, "m"`.
fn ruby(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let method = node
        .child_by_field_name("method")
        .map(|method| reader.bytes(method));
    let receiver = node.child_by_field_name("receiver");
    let (kind, argument) = match method {
        Some(b"require" | b"require_relative") => (ImportKind::Static, 0),
        Some(b"load") => (ImportKind::Include, 0),
        Some(b"autoload") => (ImportKind::Dynamic, 1),
        _ => return Ok(()),
    };
    if receiver.is_some_and(|receiver| reader.bytes(receiver) != b"Kernel") {
        return Ok(());
    }
    let arguments = node.child_by_field_name("arguments");
    let file = arguments.and_then(|arguments| arguments.named_child(argument));
    let file = file.filter(|file| file.kind() == "string");
    let Some(module) = file.and_then(|file| reader.literal(file)) else {
        return Ok(());
    };
    let constant = arguments.and_then(|arguments| arguments.named_child(0));
    let names = match constant.filter(|_| argument == 1) {
        Some(constant) => {
            let name = reader.text(constant).trim_start_matches(':').to_owned();
            vec![reader.name(&name, None, constant)]
        }
        None => Vec::new(),
    };
    reader.push(module, kind, names, node);
    Ok(())
}
