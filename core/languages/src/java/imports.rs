//! Imports and exports in Java.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ExportKind, ImportKind};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, path_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_declaration", import)],
    opaque: &[
        "line_comment",
        "block_comment",
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    ],
    exports: Some(exports),
    editors: &[&EDITOR],
};

fn import(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut kind = ImportKind::Static;
    let (mut path, mut all) = (None, None);
    reader.each_child(node, |_, child, _| {
        match child.kind() {
            "static" => kind = ImportKind::Member,
            "identifier" | "scoped_identifier" => path = Some(child),
            "asterisk" => all = Some(child),
            _ => {}
        }
        Ok(())
    })?;
    let Some(path) = path else {
        return Ok(());
    };
    let module = reader.path(path);
    match (all, module.rsplit_once('.')) {
        (Some(all), _) => {
            let names = vec![reader.name("*", None, all)];
            reader.push(module, kind, names, node);
        }
        (None, Some((module, name))) => {
            let at = path.child_by_field_name("name").unwrap_or(path);
            let names = vec![reader.name(name, None, at)];
            reader.push(module.to_owned(), kind, names, node);
        }
        (None, None) => reader.push(module, kind, Vec::new(), node),
    }
    Ok(())
}

/// Reads the public types in the text.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    reader.each_child(root, |reader, child, _| {
        let mut cursor = child.walk();
        let mut parts = child.named_children(&mut cursor);
        let modifiers = parts.find(|part| part.kind() == "modifiers");
        let is_public = modifiers.is_some_and(|modifiers| {
            let mut cursor = modifiers.walk();
            modifiers
                .children(&mut cursor)
                .any(|word| word.kind() == "public")
        });
        if let (true, Some(name)) = (is_public, child.child_by_field_name("name")) {
            reader.export(name, ExportKind::Named, child);
        }
        Ok(())
    })
}

static EDITOR: ImportRules = ImportRules {
    leading: &["line_comment", "block_comment"],
    read,
    is_header: |_, node| node.kind() == "package_declaration",
    has_sections: true,
    separates_groups: true,
    separator: Some("."),
    group,
    place: group,
    compare: |a, b| a.normalized().cmp(&b.normalized()),
    render,
    ..ImportRules::BASE
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_declaration" {
        return None;
    }
    let mut cursor = node.walk();
    let (mut kind, mut path, mut is_all) = (ImportKind::Static, None, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "static" => kind = ImportKind::Member,
            "identifier" | "scoped_identifier" => path = Some(child),
            "asterisk" => is_all = true,
            _ => {}
        }
    }
    let path_node = path?;
    let path = path_text(source, path_node);
    let (module, name) = match (is_all, path.rsplit_once('.')) {
        (true, _) => (path.clone(), "*"),
        (false, Some((module, name))) => (module.to_owned(), name),
        (false, None) => (String::new(), path.as_str()),
    };
    Some(Statement {
        is_barrier: node.has_error(),
        ..Statement::new(source, node.byte_range(), module, kind).with_name(source, name, None)
    })
}

/// Returns the group: static imports first (google-java-format).
fn group(statement: &Statement) -> u8 {
    u8::from(statement.kind != ImportKind::Member)
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let keyword = match request.kind {
        ImportKind::Static | ImportKind::Wildcard => "import",
        ImportKind::Member => "import static",
        _ => return None,
    };
    let module = &request.module;
    if request.names.is_empty() {
        return Some(vec![format!("{keyword} {module};")]);
    }
    let has_alias = request.names.iter().any(|(_, alias)| alias.is_some());
    let statements = request
        .names
        .iter()
        .map(|(name, _)| format!("{keyword} {module}.{name};"));
    (!has_alias).then(|| statements.collect())
}
