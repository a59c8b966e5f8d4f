//! Outline table for Elixir. Documentation is `@doc`, `@typedoc` and `@moduledoc`.

use tree_sitter::Node;

use crate::outline::clauses::{arity, merge_clauses};
use crate::outline::doc::string_text;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Constant, Field, Function, Impl, Interface, Macro, Method, Module, Struct, Test, TypeAlias,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    condition_calls: ("call", "case cond for if try unless with"),
    rules: &[
        rule("call", Function).refined(call),
        rule("unary_operator", Constant)
            .not_local()
            .refined(module_attribute),
        rule("atom", Field).in_type().refined(field),
        rule("pair", Field).in_type().refined(field),
    ],
    opaque: "string charlist sigil map tuple bitstring",
    is_attribute: Some(is_attribute),
    attribute_doc: Some(attribute_doc),
    doc: DocStyle::NONE,
    words: &[
        ("def", Modifier::Exported),
        ("defmacro", Modifier::Exported),
        ("defguard", Modifier::Exported),
        ("defdelegate", Modifier::Exported),
        ("type", Modifier::Exported),
        ("opaque", Modifier::Exported),
        ("defp", Modifier::Private),
        ("defmacrop", Modifier::Private),
        ("defguardp", Modifier::Private),
        ("typep", Modifier::Private),
    ],
    arrange: Some(arrange),
    elided: "do ... end",
    has_clauses: true,
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("list map", b',')],
    list_wrappers: "arguments",
    ..OutlineTable::EMPTY
};

/// Keeps calls that define something.
fn call(draft: &mut Draft<'_, '_>) -> bool {
    let Some(first) = first_argument(draft.node) else {
        return false;
    };
    let is_member = matches!(draft.parent, Some((Interface | Impl, _)));
    match draft.field_text("target") {
        b"defmodule" => {
            draft.kind = Module;
            container(draft, first)
        }
        b"defprotocol" => {
            draft.kind = Interface;
            container(draft, first)
        }
        b"defimpl" => {
            draft.kind = Impl;
            implementation(draft, first)
        }
        b"defstruct" | b"defexception" => {
            draft.kind = Struct;
            draft.path_text = Some(String::new());
            draft.signature_end = Some(first.start_byte());
            draft.set_name(draft.node.child_by_field_name("target"))
        }
        b"def" | b"defp" | b"defdelegate" | b"defn" | b"defnp" => {
            if is_member {
                draft.kind = Method;
            }
            function(draft, first)
        }
        b"defmacro" | b"defmacrop" | b"defguard" | b"defguardp" => {
            draft.kind = Macro;
            function(draft, first)
        }
        b"test" | b"describe" | b"property" if first.kind() == "string" => {
            draft.kind = Test;
            draft.name_text = Some(string_text(draft.text(first)));
            draft.body = draft.child(&["do_block"]).map(|block| block.byte_range());
            draft.set_name(Some(first))
        }
        _ => false,
    }
}

fn first_argument(call: Node<'_>) -> Option<Node<'_>> {
    let arguments = child_of_kind(call, &["arguments"]);
    arguments.and_then(|arguments| arguments.named_child(0))
}

/// Takes the name of a module and the documentation at its start.
fn container(draft: &mut Draft<'_, '_>, name: Node<'_>) -> bool {
    if !matches!(
        name.kind(),
        "alias" | "atom" | "quoted_atom" | "dot" | "identifier" | "call"
    ) {
        return false;
    }
    let block = draft.child(&["do_block"]);
    if let Some(block) = block {
        let mut cursor = block.walk();
        let mut attributes = block
            .named_children(&mut cursor)
            .take_while(|child| child.kind() != "call" || !is_definition(draft.text(*child)))
            .filter(|child| child.kind() == "unary_operator");
        let found = attributes.find(|child| draft.text(*child).starts_with(b"@moduledoc"));
        draft.doc = found.and_then(|found| attribute_doc(draft.text(found)));
        draft.doc_range = found
            .filter(|_| draft.doc.is_some())
            .map(|found| found.byte_range());
    }
    draft.body = block.map(|block| block.byte_range());
    draft.set_name(Some(name))
}

fn is_definition(text: &[u8]) -> bool {
    text.starts_with(b"def")
}

/// Names an implementation like its module: protocol and type.
fn implementation(draft: &mut Draft<'_, '_>, protocol: Node<'_>) -> bool {
    let keywords = child_of_kind(draft.node, &["arguments"])
        .and_then(|arguments| child_of_kind(arguments, &["keywords"]));
    let pair = keywords.and_then(|keywords| child_of_kind(keywords, &["pair"]));
    let target = pair.and_then(|pair| pair.child_by_field_name("value"));
    let text = |node: Node<'_>| String::from_utf8_lossy(draft.text(node)).into_owned();
    if let Some(target) = target {
        let (protocol, target) = (text(protocol), text(target));
        draft.path_text = Some(format!("{protocol}.{target}"));
        draft.name_text = Some(format!("{protocol} for {target}"));
    }
    container(draft, protocol)
}

fn function(draft: &mut Draft<'_, '_>, head: Node<'_>) -> bool {
    draft.body = match draft.child(&["do_block"]) {
        Some(block) => Some(block.byte_range()),
        None => one_line_body(draft, head),
    };
    if draft.body.is_none()
        && draft.kind == Method
        && draft.parent.is_some_and(|p| p.0 == Interface)
    {
        draft.modifiers.insert(Modifier::Abstract);
    }
    set_head_name(draft, head)
}

/// Returns the range of `, do: expression`.
fn one_line_body(draft: &Draft<'_, '_>, head: Node<'_>) -> Option<std::ops::Range<usize>> {
    let arguments = draft.child(&["arguments"])?;
    let keywords = child_of_kind(arguments, &["keywords"])?;
    let is_open = draft.text(arguments).starts_with(b"(");
    let is_body = draft.text(keywords).starts_with(b"do:");
    (is_body && !is_open).then(|| head.end_byte()..keywords.end_byte())
}

/// Takes the name from the head of a function or type: a call, an operator with its operands, or
/// either with a guard or a result.
fn set_head_name(draft: &mut Draft<'_, '_>, head: Node<'_>) -> bool {
    let mut head = head;
    loop {
        let operator = head.child_by_field_name("operator");
        match (head.kind(), operator.map(|operator| draft.text(operator))) {
            ("binary_operator", Some(b"when" | b"::")) => match head.child_by_field_name("left") {
                Some(left) => head = left,
                None => return false,
            },
            ("binary_operator" | "unary_operator", _) => return draft.set_name(operator),
            ("call", _) => {
                let target = head.child_by_field_name("target");
                let is_name = target.is_some_and(|target| draft.text(target) != b"unquote");
                return draft.set_name(target.filter(|_| is_name).or(Some(head)));
            }
            ("identifier" | "alias", _) => return draft.set_name(Some(head)),
            _ => return false,
        }
    }
}

/// Keeps types, callbacks and constants: `@name value`.
fn module_attribute(draft: &mut Draft<'_, '_>) -> bool {
    let operand = draft.node.child_by_field_name("operand");
    let Some(call) = operand.filter(|operand| operand.kind() == "call") else {
        return false;
    };
    let Some(name) = call.child_by_field_name("target") else {
        return false;
    };
    let Some(value) = first_argument(call) else {
        return false;
    };
    let word = draft.text(name);
    match word {
        b"type" | b"typep" | b"opaque" => {
            draft.kind = TypeAlias;
            set_head_name(draft, value)
        }
        b"callback" | b"macrocallback" => {
            draft.kind = if word == b"callback" { Method } else { Macro };
            draft.modifiers.insert(Modifier::Abstract);
            set_head_name(draft, value)
        }
        b"moduledoc"
        | b"behaviour"
        | b"before_compile"
        | b"after_compile"
        | b"after_verify"
        | b"compile"
        | b"on_load"
        | b"on_definition"
        | b"external_resource"
        | b"vsn"
        | b"file"
        | b"optional_callbacks"
        | b"nifs" => false,
        _ if is_attribute(draft.text(draft.node)) => false,
        _ => {
            let is_operator = draft.field_text("operator") == b"@";
            draft.signature_end = Some(value.start_byte());
            draft.value = Some(value.byte_range());
            is_operator && draft.set_name(Some(name))
        }
    }
}

/// Returns whether a module attribute belongs to the next definition.
fn is_attribute(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"@").unwrap_or_default();
    let end = name
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    matches!(
        &name[..end.unwrap_or(name.len())],
        b"doc"
            | b"typedoc"
            | b"spec"
            | b"impl"
            | b"deprecated"
            | b"since"
            | b"dialyzer"
            | b"derive"
            | b"enforce_keys"
            | b"tag"
            | b"describetag"
    )
}

/// Returns the text of `@doc`, `@typedoc` and `@moduledoc`.
fn attribute_doc(text: &[u8]) -> Option<String> {
    let names: [&[u8]; 3] = [b"@doc", b"@typedoc", b"@moduledoc"];
    let value = names.iter().find_map(|name| text.strip_prefix(*name))?;
    let value = value.trim_ascii_start();
    let is_string = value.starts_with(b"\"") || value.starts_with(b"~");
    is_string.then(|| string_text(value))
}

/// Keeps the fields of a struct: the atoms and keys of its list.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let kind = |n| draft.ancestor(n).map_or("", |node| node.kind());
    let depth = match (draft.node.kind(), kind(1), kind(2)) {
        ("atom", "list", "arguments") | ("pair", "keywords", "arguments") => 3,
        ("pair", "keywords", "list") if kind(3) == "arguments" => 4,
        _ => return false,
    };
    let owner = draft.ancestor(depth);
    let target = owner.and_then(|owner| owner.child_by_field_name("target"));
    let is_struct = target.is_some_and(|target| draft.text(target).starts_with(b"def"));
    if !is_struct || draft.parent.is_none_or(|(kind, _)| kind != Struct) {
        return false;
    }
    match draft.node.child_by_field_name("key") {
        Some(key) => {
            let text = draft.text(key).trim_ascii_end();
            draft.name = key.start_byte()..key.start_byte() + text.len().saturating_sub(1);
        }
        None => draft.name = draft.node.start_byte() + 1..draft.node.end_byte(),
    }
    true
}

/// Merges the clauses of each function into one definition.
fn arrange(items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    merge_clauses(items, text, |item, next| {
        matches!(item.kind, Function | Method | Macro)
            && item.kind == next.kind
            && item.name == next.name
            && item.modifiers.contains(Modifier::Private)
                == next.modifiers.contains(Modifier::Private)
            && !item.modifiers.contains(Modifier::Abstract)
            && arity(item) == arity(next)
    })
}
