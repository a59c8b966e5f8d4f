//! Imports of Kotlin, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_path};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_header", kotlin)],
    ..ImportTable::EMPTY
};

/// Reads `import a.b.C`, `import a.b.C as D`, `import a.b.*`.
fn kotlin(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let (mut path, mut alias, mut all) = (None, None, None);
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "identifier" => path = Some(reader.path(child)),
            "import_alias" => alias = child.named_child(0).map(|alias| reader.text(alias)),
            "wildcard_import" => all = Some(child),
            _ => {}
        }
        Ok(())
    })?;
    match (path, all) {
        (Some(path), Some(all)) => {
            let names = vec![reader.name("*", None, all)];
            reader.push(path, ImportKind::Wildcard, names, node);
        }
        (Some(path), None) => push_path(reader, &path, '.', alias, node),
        _ => {}
    }
    Ok(())
}
