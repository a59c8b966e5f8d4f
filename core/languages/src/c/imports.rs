//! Imports and exports in C and C++.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ExportKind, Import, ImportKind};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text};
use crate::outline::declarator::innermost_declarator;

pub(crate) static IMPORTS: ImportTable = ImportTable {
    imports: &[("preproc_include", include)],
    opaque: &["comment"],
    exports: Some(exports),
    editors: &[&EDITOR],
};

/// Reads `#include "f"`, `#include <f>`. An argument that is a macro is not a module.
fn include(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(path) = node.child_by_field_name("path") else {
        return Ok(());
    };
    let (kind, module) = match path.kind() {
        "string_literal" => (ImportKind::Include, reader.literal(path)),
        "system_lib_string" => {
            let text = reader.text(path);
            let module = text
                .trim_start_matches('<')
                .trim_end_matches('>')
                .to_owned();
            (ImportKind::SystemInclude, Some(module))
        }
        _ => return Ok(()),
    };
    if let Some(module) = module {
        let mut directive = reader.span(node);
        // The directive node includes the line ending.
        directive.end = reader.span(path).end;
        let names = Vec::new();
        reader.push_import(Import {
            module,
            kind,
            names,
            span: directive,
        });
    }
    Ok(())
}

/// Reads functions and variables with external linkage.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    let mut open = vec![root];
    while let Some(scope) = open.pop() {
        reader.each_child(scope, |reader, child, _| {
            match child.kind() {
                "preproc_if"
                | "preproc_ifdef"
                | "preproc_elif"
                | "preproc_else"
                | "linkage_specification"
                | "declaration_list"
                | "preproc_elifdef" => {
                    open.push(child);
                }
                "namespace_definition" => {
                    // Names in an anonymous namespace are local to this text.
                    let is_named = child.child_by_field_name("name").is_some();
                    open.extend(child.child_by_field_name("body").filter(|_| is_named));
                }
                "template_declaration" => open.push(child),
                "function_definition" | "declaration" => declaration(reader, child)?,
                _ => {}
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn declaration(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut is_static = false;
    let mut declarators = Vec::new();
    reader.each_child(node, |reader, child, field| {
        if child.kind() == "storage_class_specifier" {
            is_static |= reader.bytes(child) == b"static";
        }
        declarators.extend((field == Some("declarator")).then_some(child));
        Ok(())
    })?;
    if is_static {
        return Ok(());
    }
    for declarator in declarators {
        let name = innermost_declarator(declarator);
        if matches!(name.kind(), "identifier" | "operator_name") {
            let at = if node.kind() == "declaration" {
                declarator
            } else {
                node
            };
            reader.export(name, ExportKind::Named, at);
        }
    }
    Ok(())
}

static EDITOR: ImportRules = ImportRules {
    containers: &[
        "preproc_if",
        "preproc_ifdef",
        "preproc_elif",
        "preproc_elifdef",
        "preproc_else",
    ],
    // A comment ends a block, like in clang-format.
    leading: &[],
    read,
    is_header,
    group,
    place: group,
    compare: |a, b| a.module.cmp(&b.module),
    render,
    sorts_conditions: true,
    ..ImportRules::BASE
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "preproc_include" {
        return None;
    }
    let path = node.child_by_field_name("path")?;
    let text = node_text(source, path);
    let kind = match path.kind() {
        "string_literal" => ImportKind::Include,
        "system_lib_string" => ImportKind::SystemInclude,
        _ => return None,
    };
    let module = text.trim_matches(['"', '<', '>']).to_owned();
    let range = node.start_byte()..path.end_byte();
    let statement = source.get(range.clone())?;
    // A file included for the code it generates may occur more than once, and its position matters.
    let is_header = [".h", ".hh", ".hpp", ".hxx", ".cuh", ".H"]
        .iter()
        .any(|end| module.ends_with(end));
    let has_extension = module
        .rsplit('/')
        .next()
        .is_some_and(|file| file.contains('.'));
    Some(Statement {
        module,
        kind,
        tag: String::new(),
        alias: None,
        is_barrier: node.has_error() || (has_extension && !is_header),
        is_suppressed: false,
        text: String::from_utf8_lossy(statement).into_owned(),
        range,
        list: None,
    })
}

/// Recognises `#pragma once`, `#define GUARD`, and macros for the headers below, such as
/// `_GNU_SOURCE`.
fn is_header(source: &[u8], node: Node<'_>) -> bool {
    match node.kind() {
        "preproc_def" => true,
        "preproc_call" => {
            let text = String::from_utf8_lossy(source.get(node.byte_range()).unwrap_or_default());
            let words: Vec<_> = text.split_whitespace().collect();
            matches!(
                words.as_slice(),
                ["#pragma", "once", ..] | ["#", "pragma", "once", ..]
            )
        }
        _ => false,
    }
}

/// Returns the category of the LLVM style of clang-format.
fn group(statement: &Statement) -> u8 {
    let first = statement.module.split('/').next().unwrap_or("");
    let has_directory = statement.module.contains('/');
    match statement.kind {
        ImportKind::SystemInclude => 3,
        _ if has_directory && matches!(first, "gtest" | "gmock" | "isl" | "json") => 3,
        _ if has_directory && matches!(first, "llvm" | "llvm-c" | "clang" | "clang-c") => 2,
        _ => 1,
    }
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    let statement = match request.kind {
        ImportKind::Include => format!("#include \"{module}\""),
        ImportKind::SystemInclude | ImportKind::Static => format!("#include <{module}>"),
        _ => return None,
    };
    request.names.is_empty().then(|| vec![statement])
}
