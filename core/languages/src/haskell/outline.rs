//! Outline table for Haskell. Documentation is Haddock: `-- |` and `{-| -}` above, `-- ^` after a
//! constructor or field.

use std::collections::HashMap;

use ransack_base::internal::span_of;
use tree_sitter::Node;

use crate::outline::clauses::merge_clauses;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Block, Constant, Enum, Field, Function, Impl, Method, Module, Struct, Test, Trait, TypeAlias,
    Variant,
};
use crate::outline::kind::{Modifier, has_locals};
use crate::outline::table::{
    DASH_REGION, DocStyle, Draft, IndentUnit, Name, OutlineTable, OutlineText, child_of_kind, part,
    rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case conditional match",
    rules: &[
        rule("header", Module)
            .named(&["module"])
            .value(&["exports", "where"])
            .refine(module),
        rule("export", Block).refined(export),
        rule("data_type", Enum).value(&["=", "where", "deriving"]),
        rule("newtype", Struct).value(&["=", "where", "deriving"]),
        rule("data_constructor", Variant).refined(constructor),
        rule("newtype_constructor", Variant).value(&["record"]),
        rule("gadt_constructor", Variant).refined(names),
        rule("field", Field).name(Name::List("name")).in_type(),
        rule("type_synonym", TypeAlias),
        rule("type_family", TypeAlias).value(&["where"]),
        rule("data_family", TypeAlias),
        rule("type_instance", TypeAlias),
        rule("class", Trait).body(&["where"]).refine(class),
        rule("instance", Impl).body(&["where"]).refined(instance),
        rule("deriving_instance", Impl).refined(instance),
        rule("signature", Function)
            .member(Method)
            .refined(signature),
        rule("function", Function).member(Method).refined(function),
        rule("bind", Function)
            .member(Method)
            .not_local()
            .refine(function),
        rule("foreign_import", Function)
            .named(&["signature", "name"])
            .refine(foreign),
        rule("pattern_synonym", Function).refined(pattern),
        rule("infix", Test).refined(test),
    ],
    comments: "comment haddock",
    attributes: "pragma",
    opaque: "import patterns type_params type_patterns context deriving literal",
    doc: DocStyle {
        lines: &["-- |"],
        blocks: &[("{-|", "-}"), ("{- |", "-}")],
    },
    arrange: Some(arrange),
    // An operator in parentheses is an expression.
    elided: "= (...)",
    has_clauses: true,
    blocks: b"",
    region: DASH_REGION,
    is_layout: true,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Leaves the name in the module header out of name paths.
fn module(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

/// Keeps exported names for [`arrange`].
fn export(draft: &mut Draft<'_, '_>) -> bool {
    let name = ["variable", "operator", "type"];
    let name = name.iter().find_map(|name| part(draft.node, name));
    set_plain_name(draft, name)
}

/// Takes a name without the parentheses around an operator or the back quotes around a function.
fn set_plain_name(draft: &mut Draft<'_, '_>, name: Option<Node<'_>>) -> bool {
    let Some(name) = name else {
        return false;
    };
    draft.name = name.byte_range();
    if matches!(name.kind(), "prefix_id" | "infix_id") {
        draft.name = draft.name.start + 1..draft.name.end.saturating_sub(1);
    }
    true
}

/// Takes the name of a constructor: the name of its record, or its operator.
fn constructor(draft: &mut Draft<'_, '_>) -> bool {
    let Some(constructor) = draft.node.child_by_field_name("constructor") else {
        return false;
    };
    let name = constructor.child_by_field_name("name");
    let fields = constructor.child_by_field_name("fields");
    draft.signature_end = fields.map(|fields| fields.start_byte());
    set_plain_name(
        draft,
        name.or_else(|| constructor.child_by_field_name("operator"))
            .or(Some(constructor)),
    )
}

/// Takes one name, or a list of names for [`arrange`] to split.
fn names(draft: &mut Draft<'_, '_>) -> bool {
    let list = draft.node.child_by_field_name("names");
    match list {
        Some(_) => draft.set_name(list),
        None => set_plain_name(draft, draft.node.child_by_field_name("name")),
    }
}

fn class(draft: &mut Draft<'_, '_>) -> bool {
    take_declarations(draft);
    true
}

/// Names an instance by its class and types.
fn instance(draft: &mut Draft<'_, '_>) -> bool {
    take_declarations(draft);
    let Some(name) = draft.node.child_by_field_name("name") else {
        return false;
    };
    let patterns = draft.node.child_by_field_name("patterns");
    draft.name = name.start_byte()..patterns.map_or(name.end_byte(), |types| types.end_byte());
    let name = String::from_utf8_lossy(draft.name_bytes());
    draft.name_text = Some(name.split_whitespace().collect::<Vec<_>>().join(" "));
    true
}

fn take_declarations(draft: &mut Draft<'_, '_>) {
    let end = draft.node.end_byte();
    draft.body = draft.body.take().map(|start| start.start..end);
}

/// Keeps type signatures of functions for [`arrange`], and methods of classes.
fn signature(draft: &mut Draft<'_, '_>) -> bool {
    let around = draft.ancestor(1).map_or("", |node| node.kind());
    if !matches!(
        around,
        "declarations" | "class_declarations" | "instance_declarations" | "local_binds"
    ) {
        return false;
    }
    draft.modifiers.insert(match around {
        "class_declarations" => Modifier::Abstract,
        _ => Modifier::Declaration,
    });
    names(draft)
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    let node = draft.node;
    let Some(first) = node.child_by_field_name("match") else {
        return false;
    };
    draft.body = Some(first.start_byte()..node.end_byte());
    let mut head = node;
    while let Some(inner) = head.child_by_field_name("parens") {
        head = inner;
    }
    let name = head.child_by_field_name("name");
    let operator = || child_of_kind(head, &["infix"])?.child_by_field_name("operator");
    set_plain_name(draft, name.or_else(operator))
}

fn foreign(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Extern);
    true
}

/// Takes the name of a pattern synonym from its type or its equation.
fn pattern(draft: &mut Draft<'_, '_>) -> bool {
    let part = draft.child(&["signature", "equation"]);
    let mut name = part.and_then(|part| part.child_by_field_name("synonym"));
    while let Some(inner) = name.and_then(|name| name.child_by_field_name("function")) {
        name = Some(inner);
    }
    if part.is_some_and(|part| part.kind() == "signature") {
        draft.modifiers.insert(Modifier::Declaration);
    }
    let inner = |field| name.and_then(|name| name.child_by_field_name(field));
    set_plain_name(draft, inner("operator").or(inner("constructor")).or(name))
}

/// Keeps Hspec tests: `it "title" $ ...`.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    let Some(call) = draft.node.child_by_field_name("left_operand") else {
        return false;
    };
    let word = call.child_by_field_name("function");
    let title = call.child_by_field_name("argument");
    let is_test = word.is_some_and(|word| {
        matches!(
            draft.text(word),
            b"describe" | b"context" | b"it" | b"prop" | b"specify" | b"testCase" | b"testGroup"
        )
    });
    let Some(title) = title.filter(|title| is_test && title.kind() == "literal") else {
        return false;
    };
    let text = draft.text(title);
    if draft.field_text("operator") != b"$" || !text.starts_with(b"\"") {
        return false;
    }
    draft.signature_end = Some(call.end_byte());
    draft.name = title.start_byte() + 1..title.end_byte().saturating_sub(1);
    true
}

/// Splits declarations of several names; merges the type, the clauses and the documentation of each
/// function; and marks the exports listed in the header.
fn arrange(items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let mut items = merge_clauses(items, text, |item, next| {
        let is_clause = |item: &OutlineItem| {
            matches!(item.kind, Function | Method)
                && item.body_span().is_some()
                && !item.modifiers.contains(Modifier::Extern)
        };
        is_clause(item) && is_clause(next) && item.name == next.name
    });
    items = join_types(items, text, false);
    take_trailing_docs(&mut items, text);
    export_all(&mut items);
    items
}

/// Joins the type signatures of functions with their definitions.
fn join_types(items: Vec<OutlineItem>, text: OutlineText<'_>, is_local: bool) -> Vec<OutlineItem> {
    let mut joined: Vec<Option<OutlineItem>> = Vec::with_capacity(items.len());
    let mut types: HashMap<String, usize> = HashMap::new();
    for mut item in items.into_iter().flat_map(|item| split(item, text)) {
        let is_function = has_locals(item.kind);
        item.children = join_types(std::mem::take(&mut item.children), text, is_function);
        let has_type = [Modifier::Declaration, Modifier::Abstract]
            .iter()
            .any(|modifier| item.modifiers.contains(*modifier));
        if has_type {
            types.insert(item.name.clone(), joined.len());
        } else if let Some(at) = types.remove(&item.name) {
            let is_adjacent = at + 1 == joined.len();
            if let Some(declared) = joined[at].take() {
                let is_method = declared.modifiers.contains(Modifier::Abstract);
                join_type(&mut item, declared, is_adjacent, text);
                if is_adjacent || is_method {
                    finish(&mut item, text);
                    joined[at] = Some(item);
                    continue;
                }
            }
        }
        finish(&mut item, text);
        joined.push(Some(item));
    }
    let is_kept = |item: &OutlineItem| !is_local || !item.modifiers.contains(Modifier::Declaration);
    joined.into_iter().flatten().filter(is_kept).collect()
}

/// Gives a definition the signature and documentation of its type signature.
fn join_type(
    item: &mut OutlineItem,
    declared: OutlineItem,
    is_adjacent: bool,
    text: OutlineText<'_>,
) {
    if is_adjacent || declared.modifiers.contains(Modifier::Abstract) {
        let range = declared.span().start.offset..item.span().end.offset;
        item.set_span(span_of(text.lines, text.source, &range));
        item.set_name_span(declared.name_span());
        item.set_signature_span(declared.signature_span());
        item.set_doc_span(declared.doc_span().or(item.doc_span()));
        item.set_attributes_span(declared.attributes_span().or(item.attributes_span()));
    }
    item.signature = declared.signature;
    item.doc = declared.doc.or(item.doc.take());
    item.has_error |= declared.has_error;
}

/// Marks a value without parameters as a constant, unless its type or text is a function.
fn finish(item: &mut OutlineItem, text: OutlineText<'_>) {
    if item.kind != Function || item.modifiers.contains(Modifier::Declaration) {
        return;
    }
    let Some(body) = item.body_span() else {
        return;
    };
    let has_parameters = match item.signature.split_once("::") {
        Some((_, ty)) => ty.contains("->"),
        None => item.signature != item.name,
    };
    let body = text.source.get(body.start.offset..body.end.offset);
    let value = body.and_then(|body| body.strip_prefix(b"="));
    let value = value.unwrap_or_default().trim_ascii_start();
    let is_code = value.starts_with(b"do") || value.starts_with(b"\\") || value.is_empty();
    if !has_parameters && !is_code {
        item.kind = Constant;
        item.set_body_span(None);
    }
}

/// Splits a declaration of several names.
fn split(item: OutlineItem, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    let is_list = item.name.contains(',') && item.name.split(',').all(|name| is_name(name.trim()));
    let has_names = matches!(item.kind, Function | Method | Variant) && item.children.is_empty();
    if !is_list || !has_names {
        return vec![item];
    }
    let rest = item.signature.strip_prefix(&item.name).unwrap_or("");
    let prefix = item.qualified_name().strip_suffix(&item.name).unwrap_or("");
    let mut items: Vec<OutlineItem> = Vec::new();
    let names = item.name_span();
    let mut at = names.start.offset;
    let names = text.source.get(at..names.end.offset).unwrap_or_default();
    let is_bracket = |byte: &&u8| b"()".contains(byte);
    for part in names.split(|byte| *byte == b',') {
        let written = part.trim_ascii();
        let start = at + part.len() - part.trim_ascii_start().len();
        at += part.len() + 1;
        let whole = match items.is_empty() {
            true => item.span().start.offset..start + written.len(),
            false => start..start + written.len(),
        };
        let open = written.iter().take_while(is_bracket).count();
        let close = written[open..].iter().rev().take_while(is_bracket).count();
        let name_range = start + open..start + written.len() - close;
        let name = String::from_utf8_lossy(&written[open..written.len() - close]);
        let written_text = String::from_utf8_lossy(written);
        let span = |range| span_of(text.lines, text.source, &range);
        let mut named = OutlineItem {
            name: name.clone().into_owned(),
            signature: format!("{written_text}{rest}"),
            ..item.clone()
        };
        named.set_qualified_name(&format!("{prefix}{name}"));
        named.set_span(span(whole));
        named.set_name_span(span(name_range));
        named.set_signature_span(span(start..start + written.len()));
        if !items.is_empty() {
            named.set_doc_span(None);
            named.set_attributes_span(None);
        }
        items.push(named);
    }
    items
}

/// Takes `-- ^` after constructors and fields as their documentation.
fn take_trailing_docs(items: &mut [OutlineItem], text: OutlineText<'_>) {
    for item in items {
        take_trailing_docs(&mut item.children, text);
        if item.doc.is_some() || !matches!(item.kind, Variant | Field) {
            continue;
        }
        let rest = text
            .source
            .get(item.span().end.offset..)
            .unwrap_or_default();
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b"-- ^") else {
            continue;
        };
        let mut lines = Vec::new();
        for (number, line) in rest.split(|byte| *byte == b'\n').enumerate() {
            let line = line.trim_ascii();
            let line = match (number, line.strip_prefix(b"--")) {
                (0, _) => line,
                (_, Some(line)) => line.trim_ascii(),
                (_, None) => break,
            };
            lines.push(String::from_utf8_lossy(line).into_owned());
        }
        item.doc = Some(lines.join("\n")).filter(|doc| !doc.is_empty());
    }
}

/// Marks the exported definitions; without an export list, all of them.
fn export_all(items: &mut [OutlineItem]) {
    let Some(module) = items.iter_mut().find(|item| item.kind == Module) else {
        return;
    };
    let exports = std::mem::take(&mut module.children);
    let exports: HashMap<&str, &str> = exports
        .iter()
        .map(|export| (export.name.as_str(), export.signature.as_str()))
        .collect();
    let has_list = !exports.is_empty();
    for item in items.iter_mut().filter(|item| item.kind != Impl) {
        let export = exports.get(item.name.as_str());
        if item.kind == Module || has_list && export.is_none() {
            continue;
        }
        item.modifiers.insert(Modifier::Exported);
        if matches!(item.kind, Enum | Struct | Trait) {
            let list = export.map_or("(..)", |export| export);
            export_parts(&mut item.children, list);
        }
    }
}

/// Marks the exported constructors, fields and methods of a type.
fn export_parts(items: &mut [OutlineItem], list: &str) {
    let list = list.split_once('(').map_or("", |(_, list)| list);
    let is_exported = |name: &str| {
        let mut names = list.split([',', '(', ')']).map(str::trim);
        names.any(|exported| exported == ".." || exported == name)
    };
    for item in items {
        if is_exported(&item.name) {
            item.modifiers.insert(Modifier::Exported);
        }
        export_parts(&mut item.children, &format!("({list}"));
    }
}
