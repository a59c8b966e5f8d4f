//! Imports and exports in Rust.

use std::cmp::Ordering;
use std::ops::Range;

use memchr::memmem;
use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{
    ExportKind, Import, ImportKind, ImportedName, re_export as re_exported,
};
use crate::imports::list::{Brackets, Item, ListStyle, MAX_DEPTH, NameList, list_of};
use crate::imports::order::{PathSegment, use_trees};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, path_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("use_declaration", declaration),
        ("extern_crate_declaration", extern_crate),
        ("macro_invocation", include),
    ],
    opaque: &["line_comment", "block_comment", "string_literal"],
    exports: Some(exports),
    editors: &[&STYLE_2024, &STYLE_2015],
};

/// Reads `use a::{b, c::{d as e, self}}`: one import per list of names.
fn declaration(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(argument) = node.child_by_field_name("argument") else {
        return Ok(());
    };
    let is_public = visibility(reader, node) == Some(true);
    let kind = match is_public {
        true => ImportKind::ReExport,
        false => ImportKind::Static,
    };
    // Lists nest; uses an explicit stack instead of recursion.
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
                    names.push(name);
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

/// Adds the import of one name. A single-segment path is a module: `use a`, `use a as b`.
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

/// Returns whether an item is public without restriction: `None` if the item has no visibility,
/// `Some(false)` for `pub(crate)` and similar.
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

/// Reads `include!("f")`, `include_str!("f")`, `include_bytes!("f")`.
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

/// Reads the `pub` items in the text and in its modules.
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
            re_exported(name, &import.module, false)
        };
        let exports: Vec<_> = import.names.iter().cloned().map(of_name).collect();
        reader.extend_exports(exports);
    }
    Ok(())
}

static STYLE_2024: ImportRules = ImportRules {
    leading: &["line_comment", "block_comment", "attribute_item"],
    read,
    is_header,
    has_lists: true,
    joins_runs: false,
    separator: Some("::"),
    place,
    compare: |a, b| compare(a, b, true),
    compare_names: |a, b| compare_names(a, b, true),
    list: LIST,
    render,
    ..ImportRules::BASE
};

/// Order of the rustfmt styles before 2024.
static STYLE_2015: ImportRules = ImportRules {
    compare: |a, b| compare(a, b, false),
    compare_names: |a, b| compare_names(a, b, false),
    ..STYLE_2024
};

const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: "",
    separator: ",",
    brackets: Brackets::Several,
    width: 100,
    fills: true,
    has_trailing_comma: true,
    indent: "    ",
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "use_declaration" {
        return None;
    }
    let argument = node.child_by_field_name("argument")?;
    let range = node.byte_range();
    let text = node_text(source, node);
    let before = source
        .get(range.start..argument.start_byte())
        .unwrap_or_default();
    let visibility = String::from_utf8_lossy(before);
    let visibility = visibility.trim().trim_end_matches("use").trim().to_owned();
    let kind = match visibility.as_str() {
        "pub" => ImportKind::ReExport,
        _ => ImportKind::Static,
    };
    let found = top_list(source, argument);
    let module = found
        .as_ref()
        .map_or_else(String::new, |(_, list)| list.module.clone());
    let list =
        found.map(|(names, list)| (names.start - range.start..names.end - range.start, list));
    Some(Statement {
        module,
        kind,
        tag: visibility,
        alias: None,
        is_barrier: node.has_error() || list.is_none(),
        is_suppressed: false,
        range,
        text,
        list,
    })
}

/// Returns the outermost list of a tree, or the last segment of a path as a list of one name.
fn top_list(source: &[u8], tree: Node<'_>) -> Option<(Range<usize>, NameList)> {
    let list_node = match tree.kind() {
        "scoped_use_list" => tree.child_by_field_name("list"),
        "use_list" => Some(tree),
        _ => None,
    };
    if let Some(list_node) = list_node {
        let path = tree.child_by_field_name("path");
        let path = path.map_or_else(String::new, |path| path_text(source, path));
        let list = list(source, &join("", &path, is_global(tree)), list_node, 0)?;
        return Some((list_node.byte_range(), list));
    }
    let item = item(source, tree, "", 0)?;
    let text = source.get(tree.byte_range()).unwrap_or_default();
    // The last separator before an alias.
    let path_end = memmem::find(text, b" as ").unwrap_or(text.len());
    let (module, start) = match memmem::rfind(&text[..path_end], b"::") {
        Some(at) if at > 0 => (
            String::from_utf8_lossy(&text[..at])
                .split_whitespace()
                .collect(),
            tree.start_byte() + at + 2,
        ),
        _ => (String::new(), tree.start_byte()),
    };
    let range = start..tree.end_byte();
    let name = Item {
        range: range.clone(),
        text: String::from_utf8_lossy(source.get(range.clone())?)
            .trim()
            .to_owned(),
        name: match module.is_empty() {
            true => item.name.clone(),
            false => item
                .name
                .rsplit("::")
                .next()
                .unwrap_or(&item.name)
                .to_owned(),
        },
        ..item
    };
    let has_comments = memmem::find(text, b"//").is_some() || memmem::find(text, b"/*").is_some();
    Some((
        range.clone(),
        list_of(&module, source, &range, vec![name], has_comments, &LIST),
    ))
}

/// Reads a list in braces; `None` if lists are nested too deeply.
fn list(source: &[u8], module: &str, node: Node<'_>, depth: usize) -> Option<NameList> {
    if depth > MAX_DEPTH {
        return None;
    }
    let (mut items, mut has_comments) = (Vec::new(), false);
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind().ends_with("comment") {
            true => has_comments = true,
            false => items.push(item(source, child, module, depth)?),
        }
    }
    Some(list_of(
        module,
        source,
        &node.byte_range(),
        items,
        has_comments,
        &LIST,
    ))
}

fn item(source: &[u8], node: Node<'_>, module: &str, depth: usize) -> Option<Item> {
    let mut item = Item {
        text: node_text(source, node),
        name: String::new(),
        alias: None,
        is_bare: false,
        list: None,
        range: node.byte_range(),
    };
    match node.kind() {
        "scoped_use_list" | "use_list" => {
            let list_node = match node.kind() {
                "use_list" => node,
                _ => node.child_by_field_name("list")?,
            };
            let path = node.child_by_field_name("path");
            let path = path.map_or_else(String::new, |path| path_text(source, path));
            let inner = list(
                source,
                &join(module, &path, is_global(node)),
                list_node,
                depth + 1,
            )?;
            let head = source.get(node.start_byte()..list_node.start_byte())?;
            item.text = String::from_utf8_lossy(head).into_owned();
            item.name = path;
            item.list = Some(inner);
        }
        "use_as_clause" => {
            item.name = path_text(source, node.child_by_field_name("path")?);
            item.alias = Some(node_text(source, node.child_by_field_name("alias")?));
        }
        _ => item.name = path_text(source, node),
    }
    Some(item)
}

fn is_header(source: &[u8], node: Node<'_>) -> bool {
    let text = source.get(node.byte_range()).unwrap_or_default();
    matches!(
        node.kind(),
        "inner_attribute_item" | "extern_crate_declaration" | "shebang"
    ) || (node.kind() == "mod_item" && text.ends_with(b";"))
}

/// Returns the group: standard library, other crates, this crate.
fn place(statement: &Statement) -> u8 {
    let leaves = statement.leaves();
    let first = leaves.first();
    let path = first.map_or(String::new(), |(module, name, _)| join(module, name, false));
    match path.trim_start_matches("::").split("::").next() {
        Some("std" | "core" | "alloc") => 0,
        Some("crate" | "self" | "super") => 2,
        _ => 1,
    }
}

fn compare(a: &Statement, b: &Statement, by_version: bool) -> Ordering {
    let tree = |statement: &Statement| match &statement.list {
        Some((_, list)) => {
            let mut path = path_segments(&list.module, None);
            path.extend(list_segments(list, by_version));
            path
        }
        None => Vec::new(),
    };
    use_trees(&tree(a), &tree(b), by_version)
}

fn compare_names(a: &Item, b: &Item, by_version: bool) -> Ordering {
    use_trees(
        &item_segments(a, by_version),
        &item_segments(b, by_version),
        by_version,
    )
}

fn list_segments(list: &NameList, by_version: bool) -> Vec<PathSegment> {
    let mut trees: Vec<_> = list
        .items
        .iter()
        .map(|item| item_segments(item, by_version))
        .collect();
    match trees.len() {
        1 if trees[0] != [PathSegment::Own] => trees.remove(0),
        _ => {
            trees.sort_by(|a, b| use_trees(a, b, by_version));
            vec![PathSegment::NameList(trees)]
        }
    }
}

fn item_segments(item: &Item, by_version: bool) -> Vec<PathSegment> {
    let mut segments = path_segments(&item.name, item.alias.as_deref());
    if let Some(list) = &item.list {
        segments.extend(list_segments(list, by_version));
    }
    segments
}

fn path_segments(path: &str, alias: Option<&str>) -> Vec<PathSegment> {
    // A path from the root keeps its `::` in the first segment, as in rustfmt.
    let (root, rest) = match path.strip_prefix("::") {
        Some(rest) => ("::", rest),
        None => ("", path),
    };
    let names: Vec<&str> = rest.split("::").filter(|name| !name.is_empty()).collect();
    let segment = |(index, name): (usize, &&str)| match *name {
        "self" => PathSegment::Own,
        "super" => PathSegment::Super,
        "crate" => PathSegment::Crate,
        "*" => PathSegment::Glob,
        name => {
            let alias = alias
                .filter(|_| index + 1 == names.len())
                .map(str::to_owned);
            let root = if index == 0 { root } else { "" };
            PathSegment::Name(format!("{root}{name}"), alias)
        }
    };
    names.iter().enumerate().map(segment).collect()
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let keyword = match request.kind {
        ImportKind::Static | ImportKind::Wildcard => "use",
        ImportKind::ReExport => "pub use",
        _ => return None,
    };
    let module = &request.module;
    let mut statements = Vec::new();
    let mut names = Vec::new();
    for (name, alias) in &request.names {
        match (name.as_str(), alias) {
            ("*", Some(alias)) => statements.push(format!("{keyword} {module} as {alias};")),
            (name, Some(alias)) => names.push(format!("{name} as {alias}")),
            (name, None) => names.push(name.to_owned()),
        }
    }
    match names.as_slice() {
        [] if request.names.is_empty() => statements.push(format!("{keyword} {module};")),
        [] => {}
        [name] if name != "self" => statements.push(format!("{keyword} {module}::{name};")),
        names => statements.push(format!("{keyword} {module}::{{{}}};", names.join(", "))),
    }
    Some(statements)
}
