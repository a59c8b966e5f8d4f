//! Imports of Scala, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ImportKind, ImportedName};
use crate::imports::read::{ImportTable, Reader, push_path};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_declaration", scala)],
    ..ImportTable::EMPTY
};

/// Reads `import a.b.C`, `import a.{B, C => D}`, `import a.*`, `import a._`, `import a.b as c`.
fn scala(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut path = String::new();
    let mut is_single = true;
    let mut parts = Vec::new();
    let mut last = None;
    reader.each_child(node, |reader, child, field| {
        match (child.kind(), field) {
            (",", _) => {
                is_single = false;
                parts.push((std::mem::take(&mut path), None, last.take()));
            }
            (_, Some("path")) => {
                path.push_str(&reader.path(child));
                last = Some(child);
            }
            (_, _) if child.is_named() && child.kind() != "comment" => {
                let path = std::mem::take(&mut path).trim_end_matches('.').to_owned();
                parts.push((path, Some(child), None));
            }
            _ => {}
        }
        Ok(())
    })?;
    parts.push((path, None, last));
    for (path, selector, last) in parts {
        if path.is_empty() {
            continue;
        }
        match (selector, last) {
            (Some(selector), _) => {
                let names = scala_names(reader, selector)?;
                reader.push(
                    path,
                    ImportKind::Static,
                    names,
                    if is_single { node } else { selector },
                );
            }
            (None, Some(last)) => {
                push_path(
                    reader,
                    &path,
                    '.',
                    None,
                    if is_single { node } else { last },
                );
            }
            (None, None) => {}
        }
    }
    Ok(())
}

fn scala_names(
    reader: &mut Reader<'_, '_>,
    selector: Node<'_>,
) -> Result<Vec<ImportedName>, Interrupt> {
    fn name(reader: &Reader<'_, '_>, node: Node<'_>) -> Option<ImportedName> {
        match node.kind() {
            "namespace_wildcard" | "wildcard" => Some(reader.name("*", None, node)),
            "as_renamed_identifier" | "arrow_renamed_identifier" => reader.name_of_fields(node),
            "identifier" | "operator_identifier" => {
                Some(reader.name(&reader.text(node), None, node))
            }
            _ => None,
        }
    }
    let mut names = Vec::new();
    if selector.kind() == "namespace_selectors" {
        reader.each_child(selector, |reader, child, _| {
            names.extend(name(reader, child));
            Ok(())
        })?;
    } else {
        names.extend(name(reader, selector));
    }
    Ok(names)
}
