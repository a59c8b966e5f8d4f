//! Outline table for Erlang. Documentation is `-doc` and `-moduledoc`, or any comment directly
//! above a definition, as in EDoc.

use std::collections::HashSet;

use crate::outline::clauses::{arity, merge_clauses};
use crate::outline::doc::string_text;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Block, Field, Function, Key, Macro, Method, Module, Struct, TypeAlias,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_expr if_clause if_expr match_expr try_after try_class try_expr try_stack",
    rules: &[
        rule("module_attribute", Module).refine(module),
        rule("record_decl", Struct)
            .value(&["fields"])
            .refine(record),
        rule("record_field", Field).in_type().refine(field),
        rule("type_alias", TypeAlias).named(&["name", "name"]),
        rule("opaque", TypeAlias).named(&["name", "name"]),
        rule("callback", Method).named(&["fun"]).refine(callback),
        rule("pp_define", Macro)
            .named(&["lhs", "name"])
            .value(&["replacement"])
            .refine(unquote),
        rule("fun_decl", Function)
            .named(&["clause", "name"])
            .refine(function),
        // Exports and deprecations of the module, for `arrange`.
        rule("fa", Block).name(Name::Whole).refine(exported),
        rule("deprecated_fa", Key)
            .name(Name::Whole)
            .refine(deprecated),
        rule("compile_options_attribute", Block)
            .name(Name::Whole)
            .refine(compile_options),
        rule("wild_attribute", Module)
            .named(&["name", "name"])
            .refine(wild_attribute),
    ],
    attributes: "spec",
    is_attribute: Some(is_attribute),
    attribute_doc: Some(attribute_doc),
    opaque: "clause_body expr_args string field_type field_expr",
    doc: DocStyle {
        lines: &["%%%", "%%", "%"],
        blocks: &[],
    },
    arrange: Some(arrange),
    // An atom named `...`.
    elided: "-> '...'",
    has_clauses: true,
    blocks: b"",
    region: ["%% #region", "%% #endregion", ""],
    ..OutlineTable::EMPTY
};

/// Names of attributes that [`arrange`] removes.
const MODULE_DOC: &str = "-moduledoc";
const EXPORT_ALL: &str = "export_all";

/// Leaves the name in the module attribute out of name paths.
fn module(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    unquote(draft)
}

/// Takes the text of a quoted atom without its quotes.
fn unquote(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    if name.len() > 2 && name.starts_with(b"'") {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    true
}

fn record(draft: &mut Draft<'_, '_>) -> bool {
    draft.signature_end = Some(draft.name.end);
    unquote(draft)
}

/// Keeps fields of declarations, not of expressions.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let around = draft.ancestor(1).map_or("", |node| node.kind());
    around == "record_decl" && unquote(draft)
}

fn callback(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Abstract);
    unquote(draft)
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    let clause = draft.node.child_by_field_name("clause");
    let body = clause.and_then(|clause| clause.child_by_field_name("body"));
    draft.body = body.map(|body| body.byte_range());
    let name = draft.name_bytes();
    if name.ends_with(b"_test") || name.ends_with(b"_test_") {
        draft.modifiers.insert(Modifier::Test);
    }
    unquote(draft)
}

fn exported(draft: &mut Draft<'_, '_>) -> bool {
    let around = draft.ancestor(1).map_or("", |node| node.kind());
    matches!(around, "export_attribute" | "export_type_attribute")
}

fn deprecated(_: &mut Draft<'_, '_>) -> bool {
    true
}

fn compile_options(draft: &mut Draft<'_, '_>) -> bool {
    draft.name_text = Some(EXPORT_ALL.to_owned());
    memchr::memmem::find(draft.name_bytes(), EXPORT_ALL.as_bytes()).is_some()
}

/// Keeps the documentation of the module.
fn wild_attribute(draft: &mut Draft<'_, '_>) -> bool {
    let text = draft.text(draft.node);
    draft.doc = attribute_doc(text);
    draft.name_text = Some(MODULE_DOC.to_owned());
    text.starts_with(MODULE_DOC.as_bytes())
}

/// Returns whether an attribute belongs to the next definition.
fn is_attribute(text: &[u8]) -> bool {
    text.strip_prefix(b"-")
        .is_some_and(|text| text.trim_ascii_start().starts_with(b"doc"))
}

/// Returns the text of `-doc` and `-moduledoc`.
fn attribute_doc(text: &[u8]) -> Option<String> {
    let names: [&[u8]; 2] = [b"-doc", MODULE_DOC.as_bytes()];
    let value = names.iter().find_map(|name| text.strip_prefix(*name))?;
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'.');
    let start = value.iter().position(|byte| !is_space(byte))?;
    let end = value.iter().rposition(|byte| !is_space(byte))?;
    let value = &value[start..=end];
    let is_string = value.starts_with(b"\"") || value.starts_with(b"~");
    is_string.then(|| string_text(value))
}

/// Merges the clauses of functions, marks exported and deprecated definitions, and completes the
/// module's documentation.
fn arrange(items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let is_fact = |item: &OutlineItem| {
        matches!(item.kind, Block | Key) || item.kind == Module && item.name == MODULE_DOC
    };
    let (facts, mut items): (Vec<_>, Vec<_>) = items.into_iter().partition(is_fact);
    let names = |kind| -> HashSet<String> {
        let facts = facts.iter().filter(|fact| fact.kind == kind);
        facts.map(|fact| fact.name.replace('\'', "")).collect()
    };
    let (exports, deprecated) = (names(Block), names(Key));
    let module_doc = facts.iter().find(|fact| fact.name == MODULE_DOC);
    for item in &mut items {
        let doc = item.doc.take();
        let doc = doc.map(|doc| doc.strip_prefix("@doc ").unwrap_or(&doc).to_owned());
        item.doc = doc;
        if let Some(signature) = item.signature.strip_suffix('.') {
            item.signature = signature.to_owned();
        }
        match item.kind {
            Module => {
                let doc = module_doc.and_then(|fact| fact.doc.clone());
                item.doc = doc.or(item.doc.take());
            }
            Struct | Macro => {
                // The signature ends before the fields or the replacement.
                let open = item.signature.matches('(').count();
                if open > item.signature.matches(')').count() {
                    item.signature.push(')');
                }
            }
            _ => {
                let name = format!("{}/{}", item.name, arity(item));
                let is_exported = exports.contains(&name) || exports.contains(EXPORT_ALL);
                if is_exported && item.kind != Method {
                    item.modifiers.insert(Modifier::Exported);
                }
                if deprecated.contains(&name) {
                    item.modifiers.insert(Modifier::Deprecated);
                }
            }
        }
    }
    merge_clauses(items, text, |item, next| {
        item.kind == Function
            && next.kind == Function
            && item.name == next.name
            && arity(item) == arity(next)
    })
}
