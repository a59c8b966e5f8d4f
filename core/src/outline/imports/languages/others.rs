//! Languages whose imports are read-only: they have no exports, and imports cannot be changed.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ImportKind, ImportedName};
use crate::outline::imports::read::{Grammar, Reader};

/// Grammar without statements, the base of every grammar in this file.
const EMPTY: Grammar = Grammar {
    imports: &[],
    opaque: &["comment"],
    exports: None,
    editors: &[],
};

pub(in crate::outline::imports) static BASH: Grammar = Grammar {
    imports: &[("command", bash)],
    ..EMPTY
};

pub(in crate::outline::imports) static CSHARP: Grammar = Grammar {
    imports: &[("using_directive", csharp)],
    ..EMPTY
};

pub(in crate::outline::imports) static CSS: Grammar = Grammar {
    imports: &[("import_statement", css)],
    ..EMPTY
};

pub(in crate::outline::imports) static JUST: Grammar = Grammar {
    imports: &[("import", just)],
    ..EMPTY
};

pub(in crate::outline::imports) static KOTLIN: Grammar = Grammar {
    imports: &[("import_header", kotlin)],
    ..EMPTY
};

pub(in crate::outline::imports) static LUA: Grammar = Grammar {
    imports: &[("function_call", lua)],
    ..EMPTY
};

pub(in crate::outline::imports) static PHP: Grammar = Grammar {
    imports: &[
        ("namespace_use_declaration", php_use),
        ("include_expression", php_include),
        ("include_once_expression", php_include),
        ("require_expression", php_include),
        ("require_once_expression", php_include),
    ],
    ..EMPTY
};

pub(in crate::outline::imports) static PROTOBUF: Grammar = Grammar {
    imports: &[("import", protobuf)],
    ..EMPTY
};

pub(in crate::outline::imports) static RUBY: Grammar = Grammar {
    imports: &[("call", ruby)],
    ..EMPTY
};

pub(in crate::outline::imports) static SCALA: Grammar = Grammar {
    imports: &[("import_declaration", scala)],
    ..EMPTY
};

pub(in crate::outline::imports) static SWIFT: Grammar = Grammar {
    imports: &[("import_declaration", swift)],
    ..EMPTY
};

type Read = Result<(), Interrupt>;

/// Splits the last segment off a path: `a.b.C` is the name `C` of the module `a.b`.
fn push_path(
    reader: &mut Reader<'_, '_>,
    path: &str,
    separator: char,
    alias: Option<String>,
    at: Node<'_>,
) {
    match path.rsplit_once(separator) {
        Some((module, name)) if !module.is_empty() => {
            let names = vec![reader.name(name, alias, at)];
            reader.push(module.to_owned(), ImportKind::Static, names, at);
        }
        _ => push_module(reader, path.to_owned(), alias, ImportKind::Static, at),
    }
}

/// Adds the import of a module, with an optional alias.
fn push_module(
    reader: &mut Reader<'_, '_>,
    module: String,
    alias: Option<String>,
    kind: ImportKind,
    at: Node<'_>,
) {
    let names = match alias {
        Some(alias) => vec![reader.name("*", Some(alias), at)],
        None => Vec::new(),
    };
    reader.push(module, kind, names, at);
}

/// Reads `source f`, `. f`.
fn bash(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    let name = node
        .child_by_field_name("name")
        .map(|name| reader.bytes(name));
    if !matches!(name, Some(b"source" | b".")) {
        return Ok(());
    }
    let Some(file) = node.child_by_field_name("argument") else {
        return Ok(());
    };
    // A computed file name counts as an import; its source text is the module.
    let module = match file.kind() {
        "string" | "raw_string" => reader
            .literal(file)
            .unwrap_or_else(|| reader.text(file).trim_matches('"').to_owned()),
        _ => reader.text(file),
    };
    reader.push(module, ImportKind::Include, Vec::new(), node);
    Ok(())
}

/// Reads `using A.B;`, `using static A.B;`, `global using A;`, `using C = A.B;`.
fn csharp(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    let alias = node
        .child_by_field_name("name")
        .map(|alias| reader.text(alias));
    let mut kind = ImportKind::Static;
    let mut path = None;
    reader.each_child(node, |_, child, field| {
        match child.kind() {
            "static" => kind = ImportKind::Member,
            _ if child.is_named() && field != Some("name") => path = Some(child),
            _ => {}
        }
        Ok(())
    })?;
    if let Some(path) = path {
        push_module(reader, reader.path(path), alias, kind, node);
    }
    Ok(())
}

/// Reads `@import "f";`, `@import url("f") screen;`.
fn css(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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

fn just(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    if let Some(file) = node.named_child(0).and_then(|file| reader.literal(file)) {
        reader.push(file, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}

/// Reads `import a.b.C`, `import a.b.C as D`, `import a.b.*`.
fn kotlin(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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

/// Reads `require("m")`, `require "m"`, `dofile("f")`.
fn lua(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    let name = node
        .child_by_field_name("name")
        .map(|name| reader.bytes(name));
    let kind = match name {
        Some(b"require") => ImportKind::Dynamic,
        Some(b"dofile" | b"loadfile") => ImportKind::Include,
        _ => return Ok(()),
    };
    let arguments = node.child_by_field_name("arguments");
    let first = arguments.and_then(|arguments| match arguments.kind() {
        "string" => Some(arguments),
        _ => arguments.named_child(0),
    });
    let first = first.filter(|first| first.kind() == "string");
    if let Some(module) = first.and_then(|first| reader.literal(first)) {
        reader.push(module, kind, Vec::new(), node);
    }
    Ok(())
}

/// Reads `use A\B as C;`, `use function A\f;`, `use A\{B, C};`.
fn php_use(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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
fn php_include(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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

/// Reads `import "f";`, `import public "f";`.
fn protobuf(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    let mut kind = ImportKind::Static;
    reader.each_child(node, |_, child, _| {
        if child.kind() == "public" {
            kind = ImportKind::ReExport;
        }
        Ok(())
    })?;
    let file = node.child_by_field_name("path");
    if let Some(file) = file.and_then(|file| reader.literal(file)) {
        reader.push(file, kind, Vec::new(), node);
    }
    Ok(())
}

/// Reads `require "m"`, `require_relative "m"`, `load "f"`, `autoload :A, "m"`.
fn ruby(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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

/// Reads `import a.b.C`, `import a.{B, C => D}`, `import a.*`, `import a._`, `import a.b as c`.
fn scala(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
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

/// Reads `import M`, `import struct M.T`, `@_exported import M`.
fn swift(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Read {
    let mut kind = ImportKind::Static;
    let (mut path, mut is_member) = (None, false);
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "modifiers" if reader.bytes(child).starts_with(b"@_exported") => {
                kind = ImportKind::ReExport;
            }
            "identifier" => path = Some(reader.path(child)),
            "struct" | "class" | "enum" | "protocol" | "func" | "var" | "let" | "typealias" => {
                is_member = true;
            }
            _ => {}
        }
        Ok(())
    })?;
    match path {
        Some(path) if is_member => push_path(reader, &path, '.', None, node),
        Some(path) => push_module(reader, path, None, kind, node),
        None => {}
    }
    Ok(())
}
