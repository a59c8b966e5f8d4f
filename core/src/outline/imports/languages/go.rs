//! Go.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ExportKind, ImportKind};
use crate::outline::imports::read::{Grammar, Reader};

pub(in crate::outline::imports) static GO: Grammar = Grammar {
    imports: &[("import_spec", spec)],
    opaque: &[
        "comment",
        "function_declaration",
        "method_declaration",
        "type_declaration",
    ],
    exports: Some(exports),
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

/// The capitalised names of the package.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    // Specifications are in a declaration, those of several variables in a list within it.
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
