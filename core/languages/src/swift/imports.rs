//! Imports in Swift. There are no exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_module, push_path};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, path_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_declaration", swift)],
    editors: &[&EDITOR],
    opaque: &["comment", "multiline_comment"],
    ..ImportTable::EMPTY
};

/// Reads `import M`, `import struct M.T`, `@_exported import M`.
fn swift(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(parts) = SwiftImportParts::read(reader.source, node) else {
        return Ok(());
    };
    let path = reader.path(parts.path);
    match parts.is_member {
        true => push_path(reader, &path, '.', None, node),
        false => push_module(reader, path, None, parts.kind, node),
    }
    Ok(())
}

/// Parts of an import.
struct SwiftImportParts<'t> {
    path: Node<'t>,
    kind: ImportKind,
    /// Whether the import names a declaration of a module: `import struct M.T`.
    is_member: bool,
}

impl<'t> SwiftImportParts<'t> {
    /// Returns `None` if the import has no path.
    fn read(source: &[u8], node: Node<'t>) -> Option<SwiftImportParts<'t>> {
        let (mut path, mut kind, mut is_member) = (None, ImportKind::Static, false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "modifiers" if node_text(source, child).contains("@_exported") => {
                    kind = ImportKind::ReExport;
                }
                "identifier" => path = Some(child),
                "struct" | "class" | "enum" | "protocol" | "func" | "var" | "let" | "typealias" => {
                    is_member = true;
                }
                _ => {}
            }
        }
        Some(SwiftImportParts {
            path: path?,
            kind,
            is_member,
        })
    }
}

/// Order of the rule `OrderedImports` of swift-format.
static EDITOR: ImportRules = ImportRules {
    directive: "directive",
    leading: &["comment", "multiline_comment"],
    read,
    is_header: |_, node| node.kind() == "shebang_line",
    has_sections: true,
    separates_groups: true,
    separator: Some("."),
    group,
    place: group,
    compare: |a, b| {
        let paths = path(a).cmp(&path(b));
        paths.then_with(|| a.normalized().cmp(&b.normalized()))
    },
    render,
    ..ImportRules::BASE
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_declaration" {
        return None;
    }
    let parts = SwiftImportParts::read(source, node)?;
    let path = path_text(source, parts.path);
    let statement = |module: &str| Statement {
        is_barrier: node.has_error(),
        ..Statement::new(source, node.byte_range(), module.to_owned(), parts.kind)
    };
    Some(match path.rsplit_once('.') {
        Some((module, name)) if parts.is_member => statement(module).with_name(source, name, None),
        _ => statement(&path),
    })
}

/// Returns the module with the name of the declaration, if any.
fn path(statement: &Statement) -> String {
    let leaves = statement.leaves();
    let names = leaves.iter().map(|(module, name, _)| match name.as_str() {
        "" => module.clone(),
        name => format!("{module}.{name}"),
    });
    names.collect()
}

/// Returns the group: modules, declarations, then imports whose first attribute is
/// `@_implementationOnly` or `@testable`.
fn group(statement: &Statement) -> u8 {
    match &statement.list {
        _ if statement.text.starts_with("@testable") => 3,
        _ if statement.text.starts_with("@_implementationOnly") => 2,
        Some(_) => 1,
        None => 0,
    }
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let attribute = match request.kind {
        ImportKind::Static => "",
        ImportKind::ReExport => "@_exported ",
        _ => return None,
    };
    let is_module = request.names.is_empty();
    is_module.then(|| vec![format!("{attribute}import {}", request.module)])
}
