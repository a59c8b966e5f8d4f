//! Imports of PHP, which are read-only: there are no exports, and imports cannot be changed.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_path};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("namespace_use_declaration", php_use),
        ("include_expression", php_include),
        ("include_once_expression", php_include),
        ("require_expression", php_include),
        ("require_once_expression", php_include),
    ],
    ..ImportTable::EMPTY
};

/// Reads `use A\B as C;`, `use function A\f;`, `use A\{B, C};`.
fn php_use(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut prefix = String::new();
    let mut clauses = Vec::new();
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "namespace_name" => prefix = reader.path(child),
            "namespace_use_clause" => clauses.push(child),
            "namespace_use_group" => {
                reader.each_child(child, |_, clause, _| {
                    let is_clause = clause.kind() == "namespace_use_clause";
                    clauses.extend(is_clause.then_some(clause));
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    })?;
    let is_single = clauses.len() == 1;
    for clause in clauses {
        let alias = clause.child_by_field_name("alias");
        let mut cursor = clause.walk();
        let mut parts = clause.named_children(&mut cursor);
        let name = parts.find(|part| matches!(part.kind(), "name" | "qualified_name"));
        let Some(name) = name else {
            continue;
        };
        let path = match prefix.as_str() {
            "" => reader.path(name),
            prefix => format!("{prefix}\\{}", reader.path(name)),
        };
        let alias = alias.map(|alias| reader.text(alias));
        push_path(
            reader,
            &path,
            '\\',
            alias,
            if is_single { node } else { clause },
        );
    }
    Ok(())
}

/// Reads `require "f";` and its variants. Skips computed file names.
fn php_include(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut file = node.named_child(0);
    if let Some(inner) = file.filter(|file| file.kind() == "parenthesized_expression") {
        file = inner.named_child(0);
    }
    let file = file.filter(|file| matches!(file.kind(), "string" | "encapsed_string"));
    if let Some(file) = file.and_then(|file| reader.literal(file)) {
        reader.push(file, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}
