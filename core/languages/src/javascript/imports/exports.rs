//! Names that a JavaScript or TypeScript module exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use super::{is_type, re_export, specifiers, unquoted};
use crate::imports::item::{ExportKind, ImportKind, local_export, re_export as re_exported};
use crate::imports::read::Reader;

pub(super) fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    reader.each_child(root, |reader, child, _| match child.kind() {
        "export_statement" => export(reader, child),
        "expression_statement" => assignment(reader, child),
        _ => Ok(()),
    })
}

fn export(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if node.child_by_field_name("source").is_some() {
        re_export(reader, node)?;
        let imports = reader.take_imports();
        reader.extend_exports(imports.into_iter().flat_map(|import| {
            let is_type_only = import.kind == ImportKind::TypeOnly;
            let module = import.module;
            import
                .names
                .into_iter()
                .map(move |name| re_exported(name, &module, is_type_only))
        }));
        return Ok(());
    }
    let is_type_only = is_type(node);
    let (mut is_default, mut is_namespace) = (false, false);
    reader.each_child(node, |reader, child, field| {
        match (child.kind(), field) {
            ("default", _) => is_default = true,
            ("export_clause", _) => {
                let mut names = Vec::new();
                specifiers(reader, child, &mut names)?;
                reader.extend_exports(
                    names
                        .into_iter()
                        .map(|name| local_export(name, is_type_only)),
                );
            }
            ("namespace", _) => is_namespace = true,
            // TypeScript's `export as namespace A`.
            ("identifier", None) if is_namespace => {
                reader.export(child, ExportKind::Named, node);
            }
            // TypeScript's `export = a`.
            ("identifier", None) => {
                let name = Some(reader.text(child));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("declaration")) if is_default => {
                let name = child
                    .child_by_field_name("name")
                    .map(|name| reader.text(name));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("value")) => {
                let name = (child.kind() == "identifier").then(|| reader.text(child));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("declaration")) => declaration(reader, child, node)?,
            _ => {}
        }
        Ok(())
    })
}

/// Exports the names of a declaration.
fn declaration(reader: &mut Reader<'_, '_>, node: Node<'_>, at: Node<'_>) -> Result<(), Interrupt> {
    let kind = match node.kind() {
        "interface_declaration" | "type_alias_declaration" => ExportKind::TypeOnly,
        _ => ExportKind::Named,
    };
    match node.kind() {
        "lexical_declaration" | "variable_declaration" => {
            reader.each_child(node, |reader, child, _| {
                match child.child_by_field_name("name") {
                    Some(name) => bindings(reader, name, child),
                    None => Ok(()),
                }
            })
        }
        // TypeScript's `export import a = b.c`.
        "import_alias" => {
            if let Some(name) = node.named_child(0) {
                reader.export(name, kind, at);
            }
            Ok(())
        }
        "ambient_declaration" => reader.each_child(node, |reader, child, _| {
            match child.is_named() && child.kind() != "comment" {
                true => declaration(reader, child, at),
                false => Ok(()),
            }
        }),
        _ => {
            if let Some(name) = node.child_by_field_name("name") {
                reader.export(name, kind, at);
            }
            Ok(())
        }
    }
}

/// Exports the names bound by a pattern. Patterns nest; uses an explicit stack instead of
/// recursion.
fn bindings(reader: &mut Reader<'_, '_>, pattern: Node<'_>, at: Node<'_>) -> Result<(), Interrupt> {
    let mut open = vec![pattern];
    while let Some(node) = open.pop() {
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                reader.export(node, ExportKind::Named, at);
            }
            "pair_pattern" => open.extend(node.child_by_field_name("value")),
            "assignment_pattern" | "object_assignment_pattern" => {
                open.extend(node.child_by_field_name("left"));
            }
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let start = open.len();
                reader.each_child(node, |_, child, _| {
                    open.extend(child.is_named().then_some(child));
                    Ok(())
                })?;
                open[start..].reverse();
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads `module.exports = …`, `exports.a = …`, `module.exports.a = …`.
fn assignment(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut assigned = node.named_child(0);
    // `exports.a = exports.b = …` exports both names.
    while let Some(assignment) = assigned.filter(|node| node.kind() == "assignment_expression") {
        reader.step()?;
        let (Some(left), Some(right)) = (
            assignment.child_by_field_name("left"),
            assignment.child_by_field_name("right"),
        ) else {
            break;
        };
        let object = left
            .child_by_field_name("object")
            .map(|object| reader.text(object));
        if reader.bytes(left) == b"module.exports" {
            exported_value(reader, right, assignment)?;
        }
        let is_member = matches!(object.as_deref(), Some("exports" | "module.exports"));
        let name = left.child_by_field_name("property").filter(|_| is_member);
        if let Some(name) = name {
            let kind = match reader.bytes(name) {
                b"default" => ExportKind::Default,
                _ => ExportKind::Named,
            };
            let local = (right.kind() == "identifier").then(|| reader.text(right));
            reader.push_export(reader.text(name), local, None, kind, assignment);
        }
        assigned = Some(right);
    }
    Ok(())
}

/// Exports the properties of an object assigned to `module.exports`; any other value is the default
/// export.
fn exported_value(
    reader: &mut Reader<'_, '_>,
    value: Node<'_>,
    at: Node<'_>,
) -> Result<(), Interrupt> {
    if value.kind() != "object" {
        let local = match value.kind() {
            "identifier" => Some(reader.text(value)),
            _ => value
                .child_by_field_name("name")
                .map(|name| reader.text(name)),
        };
        reader.push_export("default".to_owned(), local, None, ExportKind::Default, at);
        return Ok(());
    }
    reader.each_child(value, |reader, child, _| {
        match child.kind() {
            "shorthand_property_identifier" => reader.export(child, ExportKind::Named, child),
            "pair" => {
                if let Some(key) = child.child_by_field_name("key") {
                    let value = child.child_by_field_name("value");
                    let value = value.filter(|value| value.kind() == "identifier");
                    let local = value.map(|value| reader.text(value));
                    let name = unquoted(&reader.text(key));
                    reader.push_export(name, local, None, ExportKind::Named, child);
                }
            }
            "method_definition" => {
                if let Some(name) = child.child_by_field_name("name") {
                    reader.export(name, ExportKind::Named, child);
                }
            }
            _ => {}
        }
        Ok(())
    })
}
