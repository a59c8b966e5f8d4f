//! C and C++.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ExportKind, ImportKind};
use crate::outline::imports::read::{Grammar, Reader};
use crate::outline::walk::innermost_declarator;

pub(in crate::outline::imports) static C: Grammar = Grammar {
    imports: &[("preproc_include", include)],
    opaque: &["comment"],
    exports: Some(exports),
};

/// `#include "f"`, `#include <f>`; an argument that is a macro is no module.
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
        // The node of a directive includes the end of its line.
        directive.end = reader.span(path).end;
        let names = Vec::new();
        reader.push_import(crate::outline::Import {
            module,
            kind,
            names,
            span: directive,
        });
    }
    Ok(())
}

/// The functions and variables with external linkage.
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
                    // Names of a namespace without name are of this text only.
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
