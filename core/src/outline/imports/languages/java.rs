//! Java.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ExportKind, ImportKind};
use crate::outline::imports::read::{Grammar, Reader};

pub(in crate::outline::imports) static JAVA: Grammar = Grammar {
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

/// The public types of the text.
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
