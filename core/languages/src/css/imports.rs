//! Imports of CSS, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_statement", css)],
    ..ImportTable::EMPTY
};

/// Reads `@import "f";`, `@import url("f") screen;`.
fn css(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(first) = node.named_child(0) else {
        return Ok(());
    };
    let module = match first.kind() {
        "string_value" => reader.literal(first),
        _ => {
            let text = reader.text(first);
            let inner = text
                .strip_prefix("url(")
                .and_then(|text| text.strip_suffix(')'));
            inner.map(|inner| inner.trim().trim_matches(['"', '\'']).to_owned())
        }
    };
    if let Some(module) = module {
        reader.push(module, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}
