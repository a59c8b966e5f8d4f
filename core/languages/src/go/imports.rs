//! Imports and exports in Go.

use std::cmp::Ordering;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ExportKind, ImportKind};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_spec", spec)],
    opaque: &[
        "comment",
        "function_declaration",
        "method_declaration",
        "type_declaration",
    ],
    exports: Some(exports),
    editors: &[&EDITOR],
};

fn spec(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let path = node.child_by_field_name("path");
    let Some(module) = path.and_then(|path| reader.literal(path)) else {
        return Ok(());
    };
    let mut kind = ImportKind::Static;
    let mut names = Vec::new();
    if let Some(name) = node.child_by_field_name("name") {
        match name.kind() {
            "dot" => names.push(reader.name("*", None, name)),
            "blank_identifier" => kind = ImportKind::SideEffect,
            _ => names.push(reader.name("*", Some(reader.text(name)), name)),
        }
    }
    reader.push(module, kind, names, node);
    Ok(())
}

/// Reads the capitalised names of the package.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    // Specifications are inside a declaration; a declaration of several variables nests them in a
    // list.
    let mut open = vec![root];
    while let Some(scope) = open.pop() {
        reader.each_child(scope, |reader, child, _| {
            match child.kind() {
                "function_declaration" | "type_spec" | "type_alias" => {
                    if let Some(name) = child.child_by_field_name("name") {
                        export(reader, name, child);
                    }
                }
                "const_spec" | "var_spec" => {
                    reader.each_child(child, |reader, name, field| {
                        if field == Some("name") && name.is_named() {
                            export(reader, name, child);
                        }
                        Ok(())
                    })?;
                }
                "type_declaration" | "const_declaration" | "var_declaration" | "var_spec_list" => {
                    open.push(child);
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn export(reader: &mut Reader<'_, '_>, name: Node<'_>, at: Node<'_>) {
    let text = reader.text(name);
    if text.starts_with(char::is_uppercase) {
        reader.export(name, ExportKind::Named, at);
    }
}

static EDITOR: ImportRules = ImportRules {
    containers: &["import_declaration", "import_spec_list"],
    read,
    is_header: |_, node| node.kind() == "package_clause",
    separates_groups: true,
    joins_runs: false,
    group,
    place: group,
    compare,
    render,
    prelude: "package p\n",
    list_keyword: Some("import "),
    ..ImportRules::BASE
};

/// Reads a declaration of one import, or a specification in a list.
fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let spec = match node.kind() {
        "import_spec" => node,
        "import_declaration" => node
            .named_child(0)
            .filter(|child| child.kind() == "import_spec")?,
        _ => return None,
    };
    let path = node_text(source, spec.child_by_field_name("path")?);
    let module = path.trim_matches(['"', '`']).to_owned();
    let name = spec
        .child_by_field_name("name")
        .map(|name| node_text(source, name));
    Some(Statement {
        kind: match name.as_deref() {
            Some("_") => ImportKind::SideEffect,
            Some(".") => ImportKind::Wildcard,
            _ => ImportKind::Static,
        },
        // The comment above `import "C"` is code.
        is_barrier: module == "C" || node.has_error(),
        is_suppressed: false,
        tag: name.clone().unwrap_or_default(),
        alias: name.filter(|name| name != "_" && name != "."),
        module,
        range: node.byte_range(),
        text: node_text(source, node),
        list: None,
    })
}

/// Returns the group: standard library, then packages with a dot in the first path segment
/// (goimports).
fn group(statement: &Statement) -> u8 {
    let first = statement.module.split('/').next().unwrap_or("");
    u8::from(first.contains('.'))
}

fn compare(a: &Statement, b: &Statement) -> Ordering {
    a.module.cmp(&b.module).then_with(|| a.tag.cmp(&b.tag))
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    let names: Vec<_> = request
        .names
        .iter()
        .map(|(name, alias)| (name.as_str(), alias.as_deref()))
        .collect();
    let name = match (request.kind, names.as_slice()) {
        (ImportKind::Static, []) => String::new(),
        (ImportKind::SideEffect, []) => "_ ".to_owned(),
        (ImportKind::Static, [("*", Some(alias))]) => format!("{alias} "),
        (ImportKind::Static | ImportKind::Wildcard, [("*", None)]) => ". ".to_owned(),
        _ => return None,
    };
    Some(vec![format!("import {name}\"{module}\"")])
}
