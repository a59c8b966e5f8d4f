//! Outline table for Clojure and ClojureScript. Documentation is the string after the name, or
//! `:doc` in metadata.

use tree_sitter::Node;

use crate::outline::doc::string_text;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Class, Constant, Field, Function, Impl, Interface, Macro, Method, Module, Struct, Test,
    TypeAlias, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("list_lit", Function).refined(list),
        rule("sym_lit", Field).in_type().refined(field),
    ],
    opaque: "quoting_lit syn_quoting_lit dis_expr meta_lit old_meta_lit map_lit set_lit",
    doc: DocStyle::NONE,
    arrange: Some(arrange),
    elided: "...",
    blocks: b"",
    region: [";; #region", ";; #endregion", ""],
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Keeps lists that define something, recognised by their first symbol.
fn list(draft: &mut Draft<'_, '_>) -> bool {
    let word = word(draft, draft.node);
    let around = draft
        .ancestor(1)
        .map_or(&b""[..], |list| self::word(draft, list));
    let is_definition = word.starts_with(b"def") || word.starts_with(b"extend-") || word == b"ns";
    if word.is_empty() || !is_definition && word != b"testing" && !is_type(around) {
        return false;
    }
    let values = values(draft.node);
    let [head, rest @ ..] = values.as_slice() else {
        return false;
    };
    if is_type(around) {
        let name = head.child_by_field_name("name").unwrap_or(*head);
        let is_abstract = matches!(around, b"defprotocol" | b"definterface");
        return method(draft, name, rest, is_abstract);
    }
    let Some((name, rest)) = rest.split_first() else {
        return false;
    };
    if word == b"testing" && name.kind() == "str_lit" {
        draft.kind = Test;
        draft.name = name.start_byte() + 1..name.end_byte().saturating_sub(1);
        draft.signature_end = Some(name.end_byte());
        set_body(draft, rest);
        return true;
    }
    let mut ancestors = draft.ancestors.iter().rev().take(64);
    let is_in_comment = ancestors.any(|list| self::word(draft, *list) == b"comment");
    if !is_definition || is_in_comment {
        return false;
    }
    draft.kind = match word {
        b"ns" => Module,
        b"def" if name.kind() == "kwd_lit" => TypeAlias,
        b"def" | b"defonce" => Variable,
        b"defn" | b"defn-" | b"definline" | b"defmulti" | b"defmethod" | b"deftest" => Function,
        b"defmacro" => Macro,
        b"defprotocol" | b"definterface" => Interface,
        b"defrecord" => Struct,
        b"deftype" => Class,
        b"extend-type" | b"extend-protocol" => Impl,
        // Defining macros of libraries, only at top level, where they cannot be calls.
        _ if draft
            .ancestor(1)
            .is_some_and(|around| around.kind() == "source") =>
        {
            Variable
        }
        _ => return false,
    };
    if !matches!(name.kind(), "sym_lit" | "kwd_lit") {
        return false;
    }
    take_head(draft, *name, rest);
    match word {
        b"ns" => draft.path_text = Some(String::new()),
        b"defn-" => draft.modifiers.insert(Modifier::Private),
        b"deftest" => draft.modifiers.insert(Modifier::Test),
        b"defmethod" => take_dispatch_value(draft, rest),
        _ => {}
    }
    let is_public = !draft.modifiers.contains(Modifier::Private);
    if is_public && !matches!(draft.kind, Module | Impl) {
        draft.modifiers.insert(Modifier::Exported);
    }
    true
}

/// Returns the forms of a list.
fn values(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    list.children_by_field_name("value", &mut cursor)
        .filter(|value| value.kind() != "dis_expr")
        .collect()
}

/// Returns the first symbol of a list, without its namespace.
fn word<'s>(draft: &Draft<'_, 's>, list: Node<'_>) -> &'s [u8] {
    let first = match list.kind() {
        "list_lit" => list.child_by_field_name("value"),
        _ => None,
    };
    let name = first.and_then(|first| first.child_by_field_name("name"));
    name.map_or(&[], |name| draft.text(name))
}

/// Returns whether lists inside a list with this first symbol are methods.
fn is_type(word: &[u8]) -> bool {
    matches!(
        word,
        b"defprotocol"
            | b"definterface"
            | b"defrecord"
            | b"deftype"
            | b"extend-type"
            | b"extend-protocol"
    )
}

/// Takes the name, its metadata, the documentation and the parameters.
fn take_head(draft: &mut Draft<'_, '_>, name: Node<'_>, rest: &[Node<'_>]) {
    let symbol = match name.kind() {
        "sym_lit" => name.child_by_field_name("name").unwrap_or(name),
        _ => name,
    };
    draft.name = symbol.byte_range();
    let namespace = name.child_by_field_name("namespace");
    if let (Some(namespace), "sym_lit") = (namespace, name.kind()) {
        draft.name.start = namespace.start_byte();
    }
    draft.signature_end = Some(name.end_byte());
    let mut cursor = name.walk();
    for meta in name.children_by_field_name("meta", &mut cursor) {
        if let Some(value) = meta.child_by_field_name("value") {
            take_metadata(draft, value);
        }
    }
    let mut rest = rest;
    if let [first, tail @ ..] = rest {
        // If a variable has no other value, the string is its value.
        let is_doc = first.kind() == "str_lit" && !(draft.kind == Variable && tail.is_empty());
        if is_doc {
            draft.doc = Some(string_text(draft.text(*first))).filter(|doc| !doc.is_empty());
            rest = tail;
        }
    }
    if let [first, tail @ ..] = rest
        && first.kind() == "map_lit"
        && matches!(draft.kind, Function | Macro | Module)
    {
        take_metadata(draft, *first);
        rest = tail;
    }
    match draft.kind {
        Function | Macro => {
            // The dispatch value of a method precedes its parameters.
            let parameters = rest.iter().position(|form| form.kind() == "vec_lit");
            match parameters.filter(|at| *at <= 1) {
                Some(at) => {
                    draft.signature_end = Some(rest[at].end_byte());
                    draft.hidden = Some(name.end_byte()..rest[0].start_byte());
                    set_body(draft, &rest[at + 1..]);
                }
                None => set_body(draft, rest),
            }
            // Keeps the words on both sides of the hidden range separate.
            draft.hidden = draft
                .hidden
                .take()
                .map(|hidden| hidden.start + 1..hidden.end);
        }
        Struct | Class => {
            if let Some(fields) = rest.first().filter(|form| form.kind() == "vec_lit") {
                draft.signature_end = Some(fields.end_byte());
            }
            set_body(draft, rest.get(1..).unwrap_or_default());
        }
        Interface | Impl => set_body(draft, rest),
        _ => {}
    }
}

fn set_body(draft: &mut Draft<'_, '_>, forms: &[Node<'_>]) {
    if let [first, .., last] | [first @ last] = forms {
        draft.body = Some(first.start_byte()..last.end_byte());
    }
}

/// Reads `:private`, `:deprecated`, `:const` and `:doc` of metadata.
fn take_metadata(draft: &mut Draft<'_, '_>, meta: Node<'_>) {
    let mut keys = vec![meta];
    if meta.kind() == "map_lit" {
        keys = values(meta);
    }
    for (index, key) in keys.iter().enumerate() {
        match draft.text(*key) {
            b":private" => draft.modifiers.insert(Modifier::Private),
            b":deprecated" => draft.modifiers.insert(Modifier::Deprecated),
            b":const" if draft.kind == Variable => {
                draft.kind = Constant;
                draft.modifiers.insert(Modifier::Const);
            }
            b":doc" => {
                let doc = keys.get(index + 1).map(|doc| string_text(draft.text(*doc)));
                draft.doc = draft.doc.take().or(doc);
            }
            _ => {}
        }
    }
}

/// Names a multimethod's method by the multimethod and the dispatch value.
fn take_dispatch_value(draft: &mut Draft<'_, '_>, rest: &[Node<'_>]) {
    if let Some(value) = rest.first() {
        let name = String::from_utf8_lossy(draft.name_bytes()).into_owned();
        let value = String::from_utf8_lossy(draft.text(*value));
        draft.name_text = Some(format!("{name} {value}"));
    }
}

/// Takes a method of a protocol or of a type.
fn method(draft: &mut Draft<'_, '_>, name: Node<'_>, rest: &[Node<'_>], is_abstract: bool) -> bool {
    draft.kind = Method;
    draft.name = name.byte_range();
    let parameters = rest.iter().position(|form| form.kind() == "vec_lit");
    if is_abstract {
        draft.modifiers.insert(Modifier::Abstract);
        let doc = rest.last().filter(|last| last.kind() == "str_lit");
        draft.doc = doc.map(|doc| string_text(draft.text(*doc)));
        let last = rest.iter().rev().find(|form| form.kind() == "vec_lit");
        draft.signature_end = last.map(Node::end_byte);
    } else if let Some(at) = parameters {
        draft.signature_end = Some(rest[at].end_byte());
        set_body(draft, &rest[at + 1..]);
    }
    true
}

/// Keeps the fields of records and types: the symbols of the first vector.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let (Some(fields), Some(list)) = (draft.ancestor(1), draft.ancestor(2)) else {
        return false;
    };
    let is_record = matches!(word(draft, list), b"defrecord" | b"deftype");
    if fields.kind() != "vec_lit" || !is_record {
        return false;
    }
    let mut cursor = list.walk();
    let mut values = list.children_by_field_name("value", &mut cursor);
    let is_first = values.nth(2).map(|value| value.id()) == Some(fields.id());
    is_first && draft.set_name(draft.node.child_by_field_name("name"))
}

/// Removes from each signature the parenthesis that opens the list.
fn arrange(mut items: Vec<OutlineItem>, _text: OutlineText<'_>) -> Vec<OutlineItem> {
    strip_parentheses(&mut items);
    items
}

fn strip_parentheses(items: &mut [OutlineItem]) {
    for item in items {
        let signature = item.signature.strip_prefix('(');
        if let Some(signature) = signature {
            let is_closed = signature.matches(')').count() > signature.matches('(').count();
            let signature = match is_closed {
                true => signature.strip_suffix(')').unwrap_or(signature),
                false => signature,
            };
            item.signature = signature.to_owned();
        }
        strip_parentheses(&mut item.children);
    }
}
