//! Import statements that can be changed, in JavaScript and TypeScript.

use std::cmp::Ordering;

use tree_sitter::Node;

use super::require::CALLS;
use super::{follows_type, is_type, unquoted};
use crate::imports::item::ImportKind;
use crate::imports::list::{Brackets, Item, ListStyle, list_of};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{
    FileStyle, ImportRules, Statement, node_text, without_next_semicolon,
};

pub(super) static EDITOR: ImportRules = ImportRules {
    calls: Some(&CALLS),
    ..STATEMENTS
};

/// Rules for statements.
pub(super) const STATEMENTS: ImportRules = ImportRules {
    read,
    is_header,
    has_lists: true,
    merges: true,
    group,
    place: group,
    compare,
    compare_names,
    list: LIST,
    render,
    ..ImportRules::BASE
};

pub(super) const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: " ",
    separator: ",",
    brackets: Brackets::Always,
    width: 80,
    fills: false,
    has_trailing_comma: true,
    indent: "  ",
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_statement" {
        return None;
    }
    let mut cursor = node.walk();
    let (mut clause, mut module, mut requires) = (None, None, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "import_clause" => clause = Some(child),
            "string" => module = Some(child),
            "import_require_clause" => {
                requires = true;
                module = child.child_by_field_name("source");
            }
            _ => {}
        }
    }
    let module = module?;
    let name = node_text(source, module)
        .trim_matches(['"', '\''])
        .to_owned();
    let range = without_next_semicolon(source, node.byte_range());
    let text = source.get(range.clone()).unwrap_or_default();
    let text = String::from_utf8_lossy(text).into_owned();
    let is_type = is_type(node);
    // The words of Flow are not in the nodes that a change would move.
    let has_masked_type = !is_type
        && clause.is_some_and(|clause| {
            let bytes = source.get(range.clone()).unwrap_or_default();
            follows_type(bytes, node, clause) || has_types(source, clause)
        });
    let is_side_effect = clause.is_none() && !requires;
    let list = clause.map(|clause| {
        let (items, has_comments) = items(source, clause);
        let style_list = list_of(
            &name,
            source,
            &clause.byte_range(),
            items,
            has_comments,
            &LIST,
        );
        let names = clause.start_byte() - range.start..clause.end_byte() - range.start;
        (names, style_list)
    });
    let after = text
        .get(module.end_byte() - range.start..)
        .unwrap_or_default();
    Some(Statement {
        module: name,
        kind: match (is_side_effect, is_type) {
            (true, _) => ImportKind::SideEffect,
            (false, true) => ImportKind::TypeOnly,
            (false, false) => ImportKind::Static,
        },
        // Import attributes: `with { type: "json" }`.
        tag: after.trim_matches([';', ' ', '\n', '\r', '\t']).to_owned(),
        alias: None,
        // The order of side-effect imports matters.
        is_barrier: is_side_effect || requires || node.has_error() || has_masked_type,
        is_suppressed: false,
        range,
        text,
        list,
    })
}

/// Returns whether a clause has a name after a masked `type` or `typeof`.
fn has_types(source: &[u8], clause: Node<'_>) -> bool {
    let mut cursor = clause.walk();
    let Some(list) = clause
        .children(&mut cursor)
        .find(|child| child.kind() == "named_imports")
    else {
        return false;
    };
    let text = source.get(list.byte_range()).unwrap_or_default();
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .any(|name| !is_type(name) && follows_type(text, list, name))
}

/// Returns the names of a clause and whether it contains comments.
fn items(source: &[u8], clause: Node<'_>) -> (Vec<Item>, bool) {
    let (mut items, mut has_comments) = (Vec::new(), false);
    let bare = |name: &str, node: Node<'_>, alias: Option<String>| Item {
        text: node_text(source, node),
        name: name.to_owned(),
        alias,
        is_bare: true,
        list: None,
        range: node.byte_range(),
    };
    let mut cursor = clause.walk();
    for child in clause.children(&mut cursor) {
        match child.kind() {
            "comment" => has_comments = true,
            "identifier" => {
                items.push(bare("default", child, Some(node_text(source, child))));
            }
            "namespace_import" => {
                let alias = child.named_child(0).map(|alias| node_text(source, alias));
                items.push(bare("*", child, alias));
            }
            "named_imports" => {
                let mut cursor = child.walk();
                for specifier in child.children(&mut cursor) {
                    has_comments |= specifier.kind() == "comment";
                    if specifier.kind() != "import_specifier" {
                        continue;
                    }
                    let field = |name| {
                        let field = specifier.child_by_field_name(name);
                        field.map(|field| unquoted(&node_text(source, field)))
                    };
                    items.push(Item {
                        text: node_text(source, specifier),
                        name: field("name").unwrap_or_default(),
                        alias: field("alias"),
                        is_bare: false,
                        list: None,
                        range: specifier.byte_range(),
                    });
                }
            }
            _ => {}
        }
    }
    (items, has_comments)
}

/// Returns whether a node belongs to the file header: directives such as `"use strict"` do.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    let inner = node.named_child(0).map(|inner| inner.kind());
    node.kind() == "hash_bang_line"
        || (node.kind() == "expression_statement" && inner == Some("string"))
}

/// Returns the group: packages before relative paths.
fn group(statement: &Statement) -> u8 {
    let module = &statement.module;
    let is_relative = matches!(module.as_str(), "." | "..")
        || module.starts_with("./")
        || module.starts_with("../");
    u8::from(is_relative)
}

fn compare(a: &Statement, b: &Statement) -> Ordering {
    let folded = |text: &str| text.to_lowercase();
    let kind = |statement: &Statement| {
        let first = statement
            .list
            .as_ref()
            .and_then(|(_, list)| list.items.first());
        match first {
            _ if statement.kind == ImportKind::TypeOnly => 0,
            Some(item) if item.is_bare && item.name == "*" => 1,
            Some(item) if item.is_bare => 2,
            _ => 3,
        }
    };
    folded(&a.module)
        .cmp(&folded(&b.module))
        .then_with(|| a.module.cmp(&b.module))
        .then_with(|| kind(a).cmp(&kind(b)))
        .then_with(|| a.normalized().cmp(&b.normalized()))
}

fn compare_names(a: &Item, b: &Item) -> Ordering {
    a.name
        .to_lowercase()
        .cmp(&b.name.to_lowercase())
        .then_with(|| a.name.cmp(&b.name))
        .then_with(|| a.text.cmp(&b.text))
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    let quote = style.quote;
    let end = if style.has_semicolons { ";" } else { "" };
    let module = format!("{quote}{}{quote}{end}", request.module);
    let keyword = match request.kind {
        ImportKind::Static | ImportKind::SideEffect => "import",
        ImportKind::TypeOnly => "import type",
        _ => return None,
    };
    if request.names.is_empty() {
        let is_type = request.kind == ImportKind::TypeOnly;
        return (!is_type).then(|| vec![format!("import {module}")]);
    }
    if request.kind == ImportKind::SideEffect {
        return None;
    }
    let mut statements = Vec::new();
    let mut names = Vec::new();
    let mut default = None;
    for (name, alias) in &request.names {
        match (name.as_str(), alias) {
            ("*", None) => return None,
            ("*", Some(alias)) => statements.push(format!("{keyword} * as {alias} from {module}")),
            ("default", Some(alias)) if default.is_none() => default = Some(alias.as_str()),
            (name, Some(alias)) => names.push(format!("{name} as {alias}")),
            ("default", None) => return None,
            (name, None) => names.push(name.to_owned()),
        }
    }
    let names = (!names.is_empty()).then(|| format!("{{ {} }}", names.join(", ")));
    match (default, names) {
        (Some(default), Some(names)) if request.kind == ImportKind::TypeOnly => {
            statements.push(format!("{keyword} {default} from {module}"));
            statements.push(format!("{keyword} {names} from {module}"));
        }
        (Some(default), Some(names)) => {
            statements.push(format!("{keyword} {default}, {names} from {module}"));
        }
        (Some(clause), None) => statements.push(format!("{keyword} {clause} from {module}")),
        (None, Some(clause)) => statements.push(format!("{keyword} {clause} from {module}")),
        (None, None) => {}
    }
    Some(statements)
}
