//! JavaScript, TypeScript, TSX.

use std::cmp::Ordering;

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::change::ImportRequest;
use crate::outline::imports::item::{ExportKind, ImportKind, ImportedName};
use crate::outline::imports::list::{Brackets, Item, ListStyle, list_of};
use crate::outline::imports::read::{Grammar, Reader};
use crate::outline::imports::statement::{Editor, FileStyle, Statement, no_split, node_text};

pub(in crate::outline::imports) static ECMASCRIPT: Grammar = Grammar {
    imports: &[
        ("import_statement", import),
        ("export_statement", re_export),
        ("variable_declarator", declarator),
        ("call_expression", call),
        ("type_annotation", types),
        ("type_arguments", types),
        ("type_alias_declaration", types),
        ("interface_declaration", types),
    ],
    opaque: &["comment", "string"],
    exports: Some(exports),
    editors: &[&EDITOR],
};

fn import(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut names = Vec::new();
    let mut source = node.child_by_field_name("source");
    let mut is_type_only = false;
    let mut has_clause = false;
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "type" | "typeof" => is_type_only = true,
            "import_clause" => {
                has_clause = true;
                clause(reader, child, &mut names)?;
            }
            // `import a = require("m")` of TypeScript.
            "import_require_clause" => {
                has_clause = true;
                source = child.child_by_field_name("source");
                let alias = child.named_child(0).map(|alias| reader.text(alias));
                names.push(reader.name("*", alias, child));
            }
            _ => {}
        }
        Ok(())
    })?;
    let Some(module) = source.and_then(|source| reader.literal(source)) else {
        return Ok(());
    };
    let kind = match (is_type_only, has_clause) {
        (true, _) => ImportKind::TypeOnly,
        (false, true) => ImportKind::Static,
        (false, false) => ImportKind::SideEffect,
    };
    mark_type_only(&mut names, is_type_only);
    reader.push(module, kind, names, node);
    Ok(())
}

/// `a`, `* as a`, `{ a, b as c }` and combinations.
fn clause(
    reader: &mut Reader<'_, '_>,
    node: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "identifier" => {
                names.push(reader.name("default", Some(reader.text(child)), child));
            }
            "namespace_import" => {
                let alias = child.named_child(0).map(|alias| reader.text(alias));
                names.push(reader.name("*", alias, child));
            }
            "named_imports" => specifiers(reader, child, names)?,
            _ => {}
        }
        Ok(())
    })
}

/// The names of `{ a, type b, c as d }`.
fn specifiers(
    reader: &mut Reader<'_, '_>,
    list: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(list, |reader, child, _| {
        let is_specifier = matches!(child.kind(), "import_specifier" | "export_specifier");
        let name = reader.name_of_fields(child).filter(|_| is_specifier);
        names.extend(name.map(|name| ImportedName {
            name: unquoted(&name.name),
            alias: name.alias.map(|alias| unquoted(&alias)),
            is_type_only: is_type(child),
            ..name
        }));
        Ok(())
    })
}

/// Returns whether a statement or specifier has the keyword `type` or `typeof`.
fn is_type(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut tokens = node.children(&mut cursor).take(3);
    tokens.any(|token| matches!(token.kind(), "type" | "typeof"))
}

fn mark_type_only(names: &mut [ImportedName], is_type_only: bool) {
    if is_type_only {
        names.iter_mut().for_each(|name| name.is_type_only = true);
    }
}

/// Names may be strings: `export { a as "b c" }`.
fn unquoted(name: &str) -> String {
    name.trim_matches(['"', '\'']).to_owned()
}

/// `export … from "m"`.
fn re_export(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let source = node.child_by_field_name("source");
    let Some(module) = source.and_then(|source| reader.literal(source)) else {
        return Ok(());
    };
    let is_type_only = is_type(node);
    let mut names = Vec::new();
    reader.each_child(node, |reader, child, _| {
        match child.kind() {
            "*" => names.push(reader.name("*", None, child)),
            "namespace_export" => {
                let alias = child
                    .named_child(0)
                    .map(|alias| unquoted(&reader.text(alias)));
                names.push(reader.name("*", alias, child));
            }
            "export_clause" => specifiers(reader, child, &mut names)?,
            _ => {}
        }
        Ok(())
    })?;
    mark_type_only(&mut names, is_type_only);
    let kind = match is_type_only {
        true => ImportKind::TypeOnly,
        false => ImportKind::ReExport,
    };
    reader.push(module, kind, names, node);
    Ok(())
}

/// Returns the module of `require("m")` or `import("m")`.
fn module_of_call(reader: &Reader<'_, '_>, call: Node<'_>) -> Option<String> {
    let function = call.child_by_field_name("function")?;
    let is_import = match function.kind() {
        "import" => true,
        "identifier" => reader.bytes(function) == b"require",
        _ => false,
    };
    let arguments = call
        .child_by_field_name("arguments")
        .filter(|_| is_import)?;
    let module = arguments.named_child(0)?;
    let is_literal = matches!(module.kind(), "string" | "template_string");
    is_literal.then(|| reader.literal(module)).flatten()
}

fn call(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if reader.read_call == node.byte_range() {
        return Ok(());
    }
    if let Some(module) = module_of_call(reader, node) {
        reader.push(module, ImportKind::Dynamic, Vec::new(), node);
    }
    Ok(())
}

/// In a type, `import("m").T` runs no code.
fn types(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if !reader.type_only.contains(&node.start_byte()) {
        reader.type_only = node.byte_range();
    }
    Ok(())
}

/// `a = require("m")`, `{ a, b: c } = await import("m")`, `a = require("m").b`.
fn declarator(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let (Some(target), Some(mut value)) = (
        node.child_by_field_name("name"),
        node.child_by_field_name("value"),
    ) else {
        return Ok(());
    };
    let mut member = None;
    if value.kind() == "member_expression" {
        member = value.child_by_field_name("property");
        let Some(object) = value.child_by_field_name("object") else {
            return Ok(());
        };
        value = object;
    }
    if value.kind() == "await_expression" {
        value = value.named_child(0).unwrap_or(value);
    }
    if value.kind() != "call_expression" {
        return Ok(());
    }
    let Some(module) = module_of_call(reader, value) else {
        return Ok(());
    };
    let mut names = Vec::new();
    match (target.kind(), member) {
        ("identifier", None) => {
            names.push(reader.name("*", Some(reader.text(target)), target));
        }
        ("identifier", Some(member)) => {
            let alias = Some(reader.text(target));
            let name = reader.text(member);
            let alias = alias.filter(|alias| *alias != name);
            names.push(reader.name(&name, alias, target));
        }
        ("object_pattern", None) => properties(reader, target, &mut names)?,
        _ => {}
    }
    reader.read_call = value.byte_range();
    reader.push(module, ImportKind::Dynamic, names, node);
    Ok(())
}

/// The names of `{ a, b: c, d = 1 }`.
fn properties(
    reader: &mut Reader<'_, '_>,
    pattern: Node<'_>,
    names: &mut Vec<ImportedName>,
) -> Result<(), Interrupt> {
    reader.each_child(pattern, |reader, child, _| {
        match child.kind() {
            "shorthand_property_identifier_pattern" => {
                names.push(reader.name(&reader.text(child), None, child));
            }
            "pair_pattern" => {
                if let Some(key) = child.child_by_field_name("key") {
                    let value = child.child_by_field_name("value");
                    let value = value.filter(|value| value.kind() == "identifier");
                    let alias = value.map(|value| reader.text(value));
                    names.push(reader.name(&unquoted(&reader.text(key)), alias, child));
                }
            }
            "object_assignment_pattern" => {
                if let Some(left) = child.child_by_field_name("left") {
                    names.push(reader.name(&reader.text(left), None, child));
                }
            }
            _ => {}
        }
        Ok(())
    })
}

fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    reader.each_child(root, |reader, child, _| match child.kind() {
        "export_statement" => export(reader, child),
        "expression_statement" => assignment(reader, child),
        _ => Ok(()),
    })
}

fn export(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if node.child_by_field_name("source").is_some() {
        re_export(reader, node)?;
        let imports = reader.take_imports();
        reader.extend_exports(imports.into_iter().flat_map(|import| {
            let is_type_only = import.kind == ImportKind::TypeOnly;
            let module = import.module;
            import
                .names
                .into_iter()
                .map(move |name| super::re_export(name, &module, is_type_only))
        }));
        return Ok(());
    }
    let is_type_only = is_type(node);
    let mut is_default = false;
    reader.each_child(node, |reader, child, field| {
        match (child.kind(), field) {
            ("default", _) => is_default = true,
            ("export_clause", _) => {
                let mut names = Vec::new();
                specifiers(reader, child, &mut names)?;
                reader.extend_exports(
                    names
                        .into_iter()
                        .map(|name| super::local_export(name, is_type_only)),
                );
            }
            // `export = a` and `export as namespace A` of TypeScript.
            ("identifier", None) => {
                let name = Some(reader.text(child));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("declaration")) if is_default => {
                let name = child
                    .child_by_field_name("name")
                    .map(|name| reader.text(name));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("value")) => {
                let name = (child.kind() == "identifier").then(|| reader.text(child));
                reader.push_export("default".to_owned(), name, None, ExportKind::Default, node);
            }
            (_, Some("declaration")) => declaration(reader, child, node)?,
            _ => {}
        }
        Ok(())
    })
}

/// Exports the names of a declaration.
fn declaration(reader: &mut Reader<'_, '_>, node: Node<'_>, at: Node<'_>) -> Result<(), Interrupt> {
    let kind = match node.kind() {
        "interface_declaration" | "type_alias_declaration" => ExportKind::TypeOnly,
        _ => ExportKind::Named,
    };
    match node.kind() {
        "lexical_declaration" | "variable_declaration" => {
            reader.each_child(node, |reader, child, _| {
                match child.child_by_field_name("name") {
                    Some(name) => bindings(reader, name, child),
                    None => Ok(()),
                }
            })
        }
        "ambient_declaration" => reader.each_child(node, |reader, child, _| {
            match child.is_named() && child.kind() != "comment" {
                true => declaration(reader, child, at),
                false => Ok(()),
            }
        }),
        _ => {
            if let Some(name) = node.child_by_field_name("name") {
                reader.export(name, kind, at);
            }
            Ok(())
        }
    }
}

/// Exports the names that a pattern binds. Patterns nest: an explicit stack bounds the depth.
fn bindings(reader: &mut Reader<'_, '_>, pattern: Node<'_>, at: Node<'_>) -> Result<(), Interrupt> {
    let mut open = vec![pattern];
    while let Some(node) = open.pop() {
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                reader.export(node, ExportKind::Named, at);
            }
            "pair_pattern" => open.extend(node.child_by_field_name("value")),
            "assignment_pattern" | "object_assignment_pattern" => {
                open.extend(node.child_by_field_name("left"));
            }
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let start = open.len();
                reader.each_child(node, |_, child, _| {
                    open.extend(child.is_named().then_some(child));
                    Ok(())
                })?;
                open[start..].reverse();
            }
            _ => {}
        }
    }
    Ok(())
}

/// `module.exports = …`, `exports.a = …`, `module.exports.a = …`.
fn assignment(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut assigned = node.named_child(0);
    // `exports.a = exports.b = …` exports both.
    while let Some(assignment) = assigned.filter(|node| node.kind() == "assignment_expression") {
        reader.step()?;
        let (Some(left), Some(right)) = (
            assignment.child_by_field_name("left"),
            assignment.child_by_field_name("right"),
        ) else {
            break;
        };
        let object = left
            .child_by_field_name("object")
            .map(|object| reader.text(object));
        if reader.bytes(left) == b"module.exports" {
            exported_value(reader, right, assignment)?;
        }
        let is_member = matches!(object.as_deref(), Some("exports" | "module.exports"));
        let name = left.child_by_field_name("property").filter(|_| is_member);
        if let Some(name) = name {
            let kind = match reader.bytes(name) {
                b"default" => ExportKind::Default,
                _ => ExportKind::Named,
            };
            let local = (right.kind() == "identifier").then(|| reader.text(right));
            reader.push_export(reader.text(name), local, None, kind, assignment);
        }
        assigned = Some(right);
    }
    Ok(())
}

/// An object that is `module.exports` exports its properties; another value is the default export.
fn exported_value(
    reader: &mut Reader<'_, '_>,
    value: Node<'_>,
    at: Node<'_>,
) -> Result<(), Interrupt> {
    if value.kind() != "object" {
        let local = match value.kind() {
            "identifier" => Some(reader.text(value)),
            _ => value
                .child_by_field_name("name")
                .map(|name| reader.text(name)),
        };
        reader.push_export("default".to_owned(), local, None, ExportKind::Default, at);
        return Ok(());
    }
    reader.each_child(value, |reader, child, _| {
        match child.kind() {
            "shorthand_property_identifier" => reader.export(child, ExportKind::Named, child),
            "pair" => {
                if let Some(key) = child.child_by_field_name("key") {
                    let value = child.child_by_field_name("value");
                    let value = value.filter(|value| value.kind() == "identifier");
                    let local = value.map(|value| reader.text(value));
                    let name = unquoted(&reader.text(key));
                    reader.push_export(name, local, None, ExportKind::Named, child);
                }
            }
            "method_definition" => {
                if let Some(name) = child.child_by_field_name("name") {
                    reader.export(name, ExportKind::Named, child);
                }
            }
            _ => {}
        }
        Ok(())
    })
}

static EDITOR: Editor = Editor {
    containers: &[],
    leading: &["comment"],
    read,
    is_header,
    has_sections: false,
    separates_groups: false,
    has_lists: true,
    merges: true,
    joins_runs: true,
    separator: None,
    group,
    place: group,
    compare,
    compare_names,
    list: LIST,
    split: no_split,
    render,
    prelude: "",
    list_keyword: None,
};

const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: " ",
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
    let range = node.byte_range();
    let text = node_text(source, node);
    let is_type = is_type(node);
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
        // Attributes: `with { type: "json" }`.
        tag: after.trim_matches([';', ' ', '\n', '\r', '\t']).to_owned(),
        alias: None,
        // The order of modules that are imported for their effects matters.
        is_barrier: is_side_effect || requires || node.has_error(),
        range,
        text,
        list,
    })
}

/// Returns the names of a clause, and whether comments are among them.
fn items(source: &[u8], clause: Node<'_>) -> (Vec<Item>, bool) {
    let (mut items, mut has_comments) = (Vec::new(), false);
    let bare = |name: &str, text: String, alias: Option<String>| Item {
        text,
        name: name.to_owned(),
        alias,
        is_bare: true,
        list: None,
        start: 0,
    };
    let mut cursor = clause.walk();
    for child in clause.children(&mut cursor) {
        match child.kind() {
            "comment" => has_comments = true,
            "identifier" => {
                let name = node_text(source, child);
                items.push(bare("default", name.clone(), Some(name)));
            }
            "namespace_import" => {
                let alias = child.named_child(0).map(|alias| node_text(source, alias));
                items.push(bare("*", node_text(source, child), alias));
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
                        start: specifier.start_byte(),
                    });
                }
            }
            _ => {}
        }
    }
    (items, has_comments)
}

/// Directives are at the start: `"use strict"`.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    let inner = node.named_child(0).map(|inner| inner.kind());
    node.kind() == "hash_bang_line"
        || (node.kind() == "expression_statement" && inner == Some("string"))
}

/// Packages before relative paths.
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
