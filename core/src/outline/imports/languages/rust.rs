//! Rust.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ExportKind, Import, ImportKind, ImportedName};
use crate::outline::imports::read::{Grammar, Reader};

pub(in crate::outline::imports) static RUST: Grammar = Grammar {
    imports: &[
        ("use_declaration", declaration),
        ("extern_crate_declaration", extern_crate),
        ("macro_invocation", include),
    ],
    opaque: &["line_comment", "block_comment", "string_literal"],
    exports: Some(exports),
};

/// `use a::{b, c::{d as e, self}}`: one import per list of names.
fn declaration(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(argument) = node.child_by_field_name("argument") else {
        return Ok(());
    };
    let is_public = visibility(reader, node) == Some(true);
    let kind = match is_public {
        true => ImportKind::ReExport,
        false => ImportKind::Static,
    };
    // Lists nest: an explicit stack bounds the depth.
    let mut open = vec![(argument, String::new(), node)];
    while let Some((tree, prefix, at)) = open.pop() {
        reader.step()?;
        let (path, list) = match tree.kind() {
            "scoped_use_list" => {
                let path = tree.child_by_field_name("path");
                let path = path.map_or_else(String::new, |path| reader.path(path));
                (
                    join(&prefix, &path, is_global(tree)),
                    tree.child_by_field_name("list"),
                )
            }
            "use_list" => (prefix, Some(tree)),
            _ => {
                if let Some((path, name)) = leaf(reader, tree) {
                    push_leaf(reader, &join(&prefix, &path, false), name, kind, at);
                }
                continue;
            }
        };
        let Some(list) = list else {
            continue;
        };
        let mut names = Vec::new();
        let first = open.len();
        reader.each_child(list, |reader, child, _| {
            if !child.is_named() || child.kind().ends_with("comment") {
                return Ok(());
            }
            match (child.kind(), leaf(reader, child)) {
                ("scoped_use_list" | "use_list", _) => open.push((child, path.clone(), child)),
                (_, Some((inner, name))) if inner.is_empty() && !path.is_empty() => {
                    names.push(name)
                }
                _ => open.push((child, path.clone(), child)),
            }
            Ok(())
        })?;
        open[first..].reverse();
        if !names.is_empty() {
            reader.push(path, kind, names, at);
        }
    }
    Ok(())
}

/// Adds the import of one name. A path of one segment is a module: `use a`, `use a as b`.
fn push_leaf(
    reader: &mut Reader<'_, '_>,
    path: &str,
    name: ImportedName,
    kind: ImportKind,
    at: Node<'_>,
) {
    if !path.is_empty() {
        reader.push(path.to_owned(), kind, vec![name], at);
        return;
    }
    let names = match name.alias {
        Some(_) => vec![ImportedName {
            name: "*".to_owned(),
            ..name.clone()
        }],
        None => Vec::new(),
    };
    let span = reader.span(at);
    reader.push_import(Import {
        module: name.name,
        kind,
        names,
        span,
    });
}

/// Returns the path and the name of `a::b`, `a::b as c`, `a::*`, `a`.
fn leaf(reader: &Reader<'_, '_>, node: Node<'_>) -> Option<(String, ImportedName)> {
    match node.kind() {
        "use_as_clause" => {
            let (path, mut name) = leaf(reader, node.child_by_field_name("path")?)?;
            name.alias = node
                .child_by_field_name("alias")
                .map(|alias| reader.text(alias));
            name.span = reader.span(node);
            Some((path, name))
        }
        "use_wildcard" => {
            let path = node.named_child(0).map(|path| reader.path(path));
            Some((path.unwrap_or_default(), reader.name("*", None, node)))
        }
        "scoped_identifier" => {
            let path = node
                .child_by_field_name("path")
                .map(|path| reader.path(path));
            let path = path.unwrap_or_else(|| "::".to_owned());
            let name = reader.text(node.child_by_field_name("name")?);
            match path == "::" {
                // `use ::a` is the crate `a`.
                true => Some((String::new(), reader.name(&format!("::{name}"), None, node))),
                false => Some((path, reader.name(&name, None, node))),
            }
        }
        "identifier" | "self" | "super" | "crate" | "metavariable" => {
            Some((String::new(), reader.name(&reader.text(node), None, node)))
        }
        _ => None,
    }
}

/// Returns whether a list begins with `::` instead of a path.
fn is_global(list: Node<'_>) -> bool {
    list.child(0).is_some_and(|first| first.kind() == "::")
}

fn join(prefix: &str, path: &str, is_global: bool) -> String {
    match (prefix, path) {
        ("", "") if is_global => "::".to_owned(),
        ("", path) => path.to_owned(),
        (prefix, "") => prefix.to_owned(),
        ("::", path) => format!("::{path}"),
        (prefix, path) => format!("{prefix}::{path}"),
    }
}

/// Returns whether an item is public to all: `None` without visibility, `Some(false)` for
/// `pub(crate)` and the like.
fn visibility(reader: &Reader<'_, '_>, node: Node<'_>) -> Option<bool> {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor);
    let modifier = children.find(|child| child.kind() == "visibility_modifier")?;
    Some(reader.bytes(modifier) == b"pub")
}

fn extern_crate(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(name) = node.child_by_field_name("name") else {
        return Ok(());
    };
    let names = match node.child_by_field_name("alias") {
        Some(alias) => vec![reader.name("*", Some(reader.text(alias)), node)],
        None => Vec::new(),
    };
    let kind = match visibility(reader, node) {
        Some(true) => ImportKind::ReExport,
        _ => ImportKind::Static,
    };
    reader.push(reader.text(name), kind, names, node);
    Ok(())
}

/// `include!("f")`, `include_str!("f")`, `include_bytes!("f")`.
fn include(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let name = node
        .child_by_field_name("macro")
        .map(|name| reader.bytes(name));
    if !matches!(name, Some(b"include" | b"include_str" | b"include_bytes")) {
        return Ok(());
    }
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor);
    let arguments = children.find(|child| child.kind() == "token_tree");
    let file = arguments.and_then(|arguments| arguments.named_child(0));
    let file = file.filter(|file| file.kind().ends_with("string_literal"));
    if let Some(file) = file.and_then(|file| reader.literal(file)) {
        reader.push(file, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}

/// The `pub` items of the text and of its modules.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    let mut open = vec![root];
    while let Some(scope) = open.pop() {
        let mut is_macro_exported = false;
        reader.each_child(scope, |reader, child, _| {
            if child.kind() == "attribute_item" {
                is_macro_exported |= reader.bytes(child).starts_with(b"#[macro_export");
                return Ok(());
            }
            if child.kind().ends_with("comment") {
                return Ok(());
            }
            let is_public = visibility(reader, child) == Some(true)
                || (child.kind() == "macro_definition" && is_macro_exported);
            is_macro_exported = false;
            match child.kind() {
                "mod_item" => open.extend(child.child_by_field_name("body")),
                // Items of `extern "C" { … }`.
                "foreign_mod_item" => open.extend(child.child_by_field_name("body")),
                _ => {}
            }
            if !is_public {
                return Ok(());
            }
            match child.kind() {
                "use_declaration" => re_exports(reader, child),
                "extern_crate_declaration" => {
                    let name = child.child_by_field_name("name");
                    let exported = child.child_by_field_name("alias").or(name);
                    if let (Some(name), Some(exported)) = (name, exported) {
                        let (name, exported) = (reader.text(name), reader.text(exported));
                        let kind = ExportKind::ReExport;
                        reader.push_export(exported, Some(name.clone()), Some(name), kind, child);
                    }
                    Ok(())
                }
                _ => {
                    if let Some(name) = child.child_by_field_name("name") {
                        reader.export(name, ExportKind::Named, child);
                    }
                    Ok(())
                }
            }
        })?;
    }
    Ok(())
}

fn re_exports(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    declaration(reader, node)?;
    for import in reader.take_imports() {
        if import.names.is_empty() {
            let name = import.module.trim_start_matches("::").to_owned();
            reader.push_export(name, None, Some(import.module), ExportKind::ReExport, node);
            continue;
        }
        let of_name = |mut name: ImportedName| {
            // `use a::{self}` exports the last segment of the path.
            if name.name == "self" && name.alias.is_none() {
                name.alias = import.module.rsplit("::").next().map(str::to_owned);
            }
            super::re_export(name, &import.module, false)
        };
        let exports: Vec<_> = import.names.iter().cloned().map(of_name).collect();
        reader.extend_exports(exports);
    }
    Ok(())
}
