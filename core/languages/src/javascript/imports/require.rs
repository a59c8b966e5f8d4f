//! Imports of CommonJS, `const { a } = require("m")`, which are read to find existing imports, and
//! written in texts without `import` and `export` statements.

use std::ops::Range;

use tree_sitter::Node;

use super::statement::{LIST, STATEMENTS};
use super::unquoted;
use crate::imports::item::ImportKind;
use crate::imports::list::{Item, NameList, list_of};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{
    CallImports, FileStyle, ImportRules, Statement, node_text, without_next_semicolon,
};

pub(super) static CALLS: CallImports = CallImports {
    rules: &RULES,
    is_style,
};

static RULES: ImportRules = ImportRules {
    read,
    render,
    ..STATEMENTS
};

/// Tag of statements that await `import("m")`, which modules have too.
const AWAITED: &str = "import";

/// Returns whether the imports of a text are calls of `require`, except type-only imports.
fn is_style(source: &[u8], root: Node<'_>) -> bool {
    let mut has_require = false;
    let mut cursor = root.walk();
    for node in root.children(&mut cursor) {
        if node.kind() == "export_statement" {
            return false;
        }
        match read(source, node) {
            Some(statement) if statement.kind == ImportKind::TypeOnly => {}
            Some(statement) if statement.tag == AWAITED => return false,
            Some(_) if node.kind() == "import_statement" => return false,
            Some(_) => has_require = true,
            None if node.kind() == "import_statement" => return false,
            None => {}
        }
    }
    has_require
}

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    match node.kind() {
        "import_statement" => (STATEMENTS.read)(source, node),
        "lexical_declaration" | "variable_declaration" => declaration(source, node),
        "export_statement" => read(source, node.child_by_field_name("declaration")?),
        "expression_statement" => {
            let (module, is_awaited) = module_of(source, node.named_child(0)?)?;
            let range = without_next_semicolon(source, node.byte_range());
            let statement = Statement::new(source, range, module, ImportKind::SideEffect);
            Some(Statement {
                tag: tag(is_awaited),
                is_barrier: true,
                ..statement
            })
        }
        _ => None,
    }
}

fn tag(is_awaited: bool) -> String {
    String::from(if is_awaited { AWAITED } else { "" })
}

/// Reads a declaration whose values are all calls of `require`.
fn declaration(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let mut lists = Vec::new();
    let mut cursor = node.walk();
    for declarator in node.named_children(&mut cursor) {
        if declarator.kind() == "variable_declarator" {
            lists.extend(names(source, declarator));
        }
    }
    let range = without_next_semicolon(source, node.byte_range());
    let is_only = lists.len() == 1 && node.named_child_count() == 1;
    let first = lists.first()?;
    let statement = Statement::new(
        source,
        range.clone(),
        first.list.module.clone(),
        ImportKind::Static,
    );
    let tag = tag(lists.iter().any(|names| names.is_awaited));
    if let Some(names) = lists.pop_if(|_| is_only) {
        let place = names.place.start - range.start..names.place.end - range.start;
        return Some(Statement {
            tag,
            is_barrier: names.is_fixed || node.has_error(),
            list: Some((place, names.list)),
            ..statement
        });
    }
    // Nothing is added to several declarations.
    let items = lists.into_iter().map(|names| Item {
        text: String::new(),
        name: String::new(),
        alias: None,
        is_bare: false,
        range: names.place,
        list: Some(names.list),
    });
    let list = list_of("", source, &range, items.collect(), true, &LIST);
    Some(Statement {
        tag,
        is_barrier: true,
        list: Some((0..range.len(), list)),
        ..statement
    })
}

/// Names of a declarator.
struct DeclaredNames {
    list: NameList,
    /// Range of the names in the text.
    place: Range<usize>,
    /// Whether no names can be added.
    is_fixed: bool,
    is_awaited: bool,
}

/// Reads `a = require("m")`, `{ a, b: c } = require("m")` and `a = require("m").b`.
fn names(source: &[u8], declarator: Node<'_>) -> Option<DeclaredNames> {
    let target = declarator.child_by_field_name("name")?;
    let mut value = declarator.child_by_field_name("value")?;
    let member = match value.kind() {
        "member_expression" => {
            let member = value.child_by_field_name("property")?;
            value = value.child_by_field_name("object")?;
            Some(node_text(source, member))
        }
        _ => None,
    };
    if value.kind() == "parenthesized_expression" {
        value = value.named_child(0)?;
    }
    let (module, is_awaited) = module_of(source, value)?;
    let mut is_fixed = member.is_some() || declarator.child_by_field_name("type").is_some();
    let mut has_comments = false;
    let items = match (target.kind(), member) {
        ("identifier", member) => {
            let name = member.filter(|member| member != "default");
            let local = node_text(source, target);
            let is_bare = name.is_none();
            let name = name.unwrap_or_else(|| "*".to_owned());
            vec![Item {
                alias: (name != local).then(|| local.clone()),
                text: local,
                name,
                is_bare,
                list: None,
                range: target.byte_range(),
            }]
        }
        ("object_pattern", None) => {
            let mut items = Vec::new();
            let mut cursor = target.walk();
            for property in target.named_children(&mut cursor) {
                has_comments |= property.kind() == "comment";
                let item = property_name(source, property);
                is_fixed |= property.kind() != "comment" && !is_plain(property);
                items.extend(item);
            }
            items
        }
        _ => return None,
    };
    let place = target.byte_range();
    let list = list_of(&module, source, &place, items, has_comments, &LIST);
    Some(DeclaredNames {
        list,
        place,
        is_fixed,
        is_awaited,
    })
}

/// Returns whether a property is `a` or `a: b`.
fn is_plain(property: Node<'_>) -> bool {
    let value = property.child_by_field_name("value");
    property.kind() == "shorthand_property_identifier_pattern"
        || value.is_some_and(|value| value.kind() == "identifier")
}

/// Returns the name that a property of a pattern imports.
fn property_name(source: &[u8], property: Node<'_>) -> Option<Item> {
    let field = |name| property.child_by_field_name(name);
    let (name, alias) = match property.kind() {
        "shorthand_property_identifier_pattern" => (node_text(source, property), None),
        "pair_pattern" => {
            let value = field("value").filter(|value| value.kind() == "identifier")?;
            let name = unquoted(&node_text(source, field("key")?));
            (name, Some(node_text(source, value)))
        }
        "object_assignment_pattern" => (node_text(source, field("left")?), None),
        _ => return None,
    };
    Some(Item {
        text: node_text(source, property),
        name,
        alias,
        is_bare: false,
        list: None,
        range: property.byte_range(),
    })
}

/// Returns the module of `require("m")` or `await import("m")`, and whether it is the latter.
fn module_of(source: &[u8], mut value: Node<'_>) -> Option<(String, bool)> {
    let is_awaited = value.kind() == "await_expression";
    if is_awaited {
        value = value.named_child(0)?;
    }
    let function = value.child_by_field_name("function")?;
    let is_import = match is_awaited {
        true => function.kind() == "import",
        false => node_text(source, function) == "require",
    };
    let arguments = value.child_by_field_name("arguments")?;
    let module = arguments.named_child(0)?;
    let is_literal = arguments.named_child_count() == 1 && module.kind() == "string";
    let module = node_text(source, module);
    let module = module.trim_matches(['"', '\'']).to_owned();
    (is_import && is_literal).then_some((module, is_awaited))
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    if request.kind == ImportKind::TypeOnly {
        return (STATEMENTS.render)(request, style);
    }
    let quote = style.quote;
    let end = if style.has_semicolons { ";" } else { "" };
    let call = format!("require({quote}{}{quote}){end}", request.module);
    match (request.kind, request.names.as_slice()) {
        (ImportKind::Static | ImportKind::SideEffect, []) => return Some(vec![call]),
        (ImportKind::Static, _) => {}
        _ => return None,
    }
    let mut statements = Vec::new();
    let mut names = Vec::new();
    for (name, alias) in &request.names {
        let local = alias.as_deref().unwrap_or(name);
        match (name.as_str(), alias) {
            ("*" | "default", Some(_)) if is_identifier(local) => {
                statements.push(format!("const {local} = {call}"));
            }
            ("*" | "default", _) => return None,
            _ if !is_identifier(name) || !is_identifier(local) => return None,
            (name, Some(local)) if name != local => names.push(format!("{name}: {local}")),
            (name, _) => names.push(name.to_owned()),
        }
    }
    if !names.is_empty() {
        statements.push(format!("const {{ {} }} = {call}", names.join(", ")));
    }
    Some(statements)
}

/// Returns whether a name has only characters of identifiers.
fn is_identifier(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
}
