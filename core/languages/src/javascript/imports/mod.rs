//! Imports and exports in JavaScript, TypeScript and TSX.

mod exports;
mod require;
mod statement;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ImportKind, ImportedName};
use crate::imports::read::{ImportTable, Reader};

pub(crate) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("import_statement", import),
        ("export_statement", re_export),
        ("variable_declarator", declarator),
        ("call_expression", call),
        ("identifier", masked_import),
        ("type_identifier", masked_import),
        ("type_annotation", types),
        ("type_arguments", types),
        ("type_alias_declaration", types),
        ("interface_declaration", types),
    ],
    opaque: &["comment", "string"],
    exports: Some(exports::exports),
    editors: &[&statement::EDITOR],
};

fn import(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut names = Vec::new();
    let mut source = node.child_by_field_name("source");
    let mut is_type_only = false;
    let mut has_clause = false;
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "type" | "typeof" => is_type_only = true,
            "import_clause" => {
                has_clause = true;
                is_type_only |= follows_type(reader.bytes(node), node, child);
                clause(reader, child, &mut names)?;
            }
            // TypeScript's `import a = require("m")`.
            "import_require_clause" => {
                has_clause = true;
                source = child.child_by_field_name("source");
                let alias = child.named_child(0).map(|alias| reader.text(alias));
                names.push(reader.name("*", alias, child));
            }
            _ => {}
        }
        Ok(())
    })?;
    let Some(module) = source.and_then(|source| reader.literal(source)) else {
        return Ok(());
    };
    let kind = match (is_type_only, has_clause) {
        (true, _) => ImportKind::TypeOnly,
        (false, true) => ImportKind::Static,
        (false, false) => ImportKind::SideEffect,
    };
    mark_type_only(&mut names, is_type_only);
    reader.push(module, kind, names, node);
    Ok(())
}

/// Reads `a`, `* as a`, `{ a, b as c }` and combinations.
fn clause(
    reader: &mut Reader<'_, '_>,
    node: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "identifier" => {
                names.push(reader.name("default", Some(reader.text(child)), child));
            }
            "namespace_import" => {
                let alias = child.named_child(0).map(|alias| reader.text(alias));
                names.push(reader.name("*", alias, child));
            }
            "named_imports" => specifiers(reader, child, names)?,
            _ => {}
        }
        Ok(())
    })
}

/// Returns the names of `{ a, type b, c as d }`.
pub(super) fn specifiers(
    reader: &mut Reader<'_, '_>,
    list: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(list, |reader, child, _| {
        let is_specifier = matches!(child.kind(), "import_specifier" | "export_specifier");
        let is_type_only = is_type(child) || follows_type(reader.bytes(list), list, child);
        let name = reader.name_of_fields(child).filter(|_| is_specifier);
        names.extend(name.map(|name| ImportedName {
            name: unquoted(&name.name),
            alias: name.alias.map(|alias| unquoted(&alias)),
            is_type_only,
            ..name
        }));
        Ok(())
    })
}

/// Returns whether a statement or specifier has the keyword `type` or `typeof`.
pub(super) fn is_type(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut tokens = node.children(&mut cursor).take(3);
    tokens.any(|token| matches!(token.kind(), "type" | "typeof"))
}

/// Returns whether `type` or `typeof` precedes a child of `node`, whose text is `text`. The tokens of
/// Flow are masked, so no node has them.
pub(super) fn follows_type(text: &[u8], node: Node<'_>, child: Node<'_>) -> bool {
    let before = text.get(..child.start_byte() - node.start_byte());
    let before = before.unwrap_or_default().trim_ascii_end();
    before.ends_with(b"type") || before.ends_with(b"typeof")
}

pub(super) fn mark_type_only(names: &mut [ImportedName], is_type_only: bool) {
    if is_type_only {
        names.iter_mut().for_each(|name| name.is_type_only = true);
    }
}

/// Returns a name without quotes: `export { a as "b c" }`.
pub(super) fn unquoted(name: &str) -> String {
    name.trim_matches(['"', '\'']).to_owned()
}

/// Reads `export … from "m"`.
pub(super) fn re_export(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let source = node.child_by_field_name("source");
    let Some(module) = source.and_then(|source| reader.literal(source)) else {
        return Ok(());
    };
    let mut is_type_only = is_type(node);
    let mut names = Vec::new();
    reader.each_child(node, |reader, child, _| {
        if matches!(child.kind(), "*" | "export_clause") {
            is_type_only |= follows_type(reader.bytes(node), node, child);
        }
        match child.kind() {
            "*" => names.push(reader.name("*", None, child)),
            "namespace_export" => {
                let alias = child
                    .named_child(0)
                    .map(|alias| unquoted(&reader.text(alias)));
                names.push(reader.name("*", alias, child));
            }
            "export_clause" => specifiers(reader, child, &mut names)?,
            _ => {}
        }
        Ok(())
    })?;
    mark_type_only(&mut names, is_type_only);
    let kind = match is_type_only {
        true => ImportKind::TypeOnly,
        false => ImportKind::ReExport,
    };
    reader.push(module, kind, names, node);
    Ok(())
}

/// Returns the module of `require("m")` or `import("m")`.
fn module_of_call(reader: &Reader<'_, '_>, call: Node<'_>) -> Option<String> {
    let function = call.child_by_field_name("function")?;
    let is_import = match function.kind() {
        "import" => true,
        "identifier" => reader.bytes(function) == b"require",
        _ => false,
    };
    let arguments = call
        .child_by_field_name("arguments")
        .filter(|_| is_import)?;
    let module = arguments.named_child(0)?;
    let is_literal = matches!(module.kind(), "string" | "template_string");
    is_literal.then(|| reader.literal(module)).flatten()
}

fn call(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if reader.read_call == node.byte_range() {
        return Ok(());
    }
    if let Some(module) = module_of_call(reader, node) {
        reader.push(module, ImportKind::Dynamic, Vec::new(), node);
    }
    Ok(())
}

/// Reads `import("m")` in a type that the grammar does not know, which is masked with an identifier.
fn masked_import(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(arguments) = reader.bytes(node).strip_prefix(b"import(") else {
        return Ok(());
    };
    let mut quotes = arguments.split(|byte| matches!(byte, b'"' | b'\''));
    if let Some(module) = quotes.nth(1) {
        let module = String::from_utf8_lossy(module).into_owned();
        reader.push(module, ImportKind::TypeOnly, Vec::new(), node);
    }
    Ok(())
}

/// Marks a type as type-only, since `import("m").T` in a type runs no code.
fn types(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if !reader.type_only.contains(&node.start_byte()) {
        reader.type_only = node.byte_range();
    }
    Ok(())
}

/// Reads `a = require("m")`, `{ a, b: c } = await import("m")`, `a = require("m").b`.
fn declarator(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let (Some(target), Some(mut value)) = (
        node.child_by_field_name("name"),
        node.child_by_field_name("value"),
    ) else {
        return Ok(());
    };
    let mut member = None;
    if value.kind() == "member_expression" {
        member = value.child_by_field_name("property");
        let Some(object) = value.child_by_field_name("object") else {
            return Ok(());
        };
        value = object;
    }
    if value.kind() == "await_expression" {
        value = value.named_child(0).unwrap_or(value);
    }
    if value.kind() != "call_expression" {
        return Ok(());
    }
    let Some(module) = module_of_call(reader, value) else {
        return Ok(());
    };
    let mut names = Vec::new();
    match (target.kind(), member) {
        ("identifier", None) => {
            names.push(reader.name("*", Some(reader.text(target)), target));
        }
        ("identifier", Some(member)) => {
            let alias = Some(reader.text(target));
            let name = reader.text(member);
            let alias = alias.filter(|alias| *alias != name);
            names.push(reader.name(&name, alias, target));
        }
        ("object_pattern", None) => properties(reader, target, &mut names)?,
        _ => {}
    }
    reader.read_call = value.byte_range();
    reader.push(module, ImportKind::Dynamic, names, node);
    Ok(())
}

/// Returns the names of `{ a, b: c, d = 1 }`.
fn properties(
    reader: &mut Reader<'_, '_>,
    pattern: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(pattern, |reader, child, _| {
        match child.kind() {
            "shorthand_property_identifier_pattern" => {
                names.push(reader.name(&reader.text(child), None, child));
            }
            "pair_pattern" => {
                if let Some(key) = child.child_by_field_name("key") {
                    let value = child.child_by_field_name("value");
                    let value = value.filter(|value| value.kind() == "identifier");
                    let alias = value.map(|value| reader.text(value));
                    names.push(reader.name(&unquoted(&reader.text(key)), alias, child));
                }
            }
            "object_assignment_pattern" => {
                if let Some(left) = child.child_by_field_name("left") {
                    names.push(reader.name(&reader.text(left), None, child));
                }
            }
            _ => {}
        }
        Ok(())
    })
}
