//! Ruby. Documentation is any comment directly above (RDoc, YARD).

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Function, Method, Module, Property, Test,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{HASH_REGION, DocStyle, Draft, Name, Table, rule, Unit};

pub(super) static RUBY: Table = Table {
    separator: "::",
    rules: &[
        rule("module", Module).value(&["end"]),
        rule("class", Class).value(&["end"]),
        rule("singleton_class", Class)
            .named(&["value"])
            .refine(singleton_class),
        rule("method", Function)
            .member(Method)
            .value(&["end"])
            .refine(method),
        rule("singleton_method", Method)
            .value(&["end"])
            .refine(singleton_method),
        rule("assignment", Constant)
            .named(&["left"])
            .value(&["right"])
            .not_local()
            .refine(constant),
        rule("call", Test).name(Name::Refined).refine(call),
        rule("alias", Method).named(&["name"]),
    ],
    sections: &["identifier"],
    opaque: &["method_parameters", "string", "heredoc_body", "hash", "array"],
    doc: DocStyle::HASH,
    words: &[
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("public", Modifier::Exported),
    ],
    elided: "# ...",
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

/// Methods of `class << self` are those of the class around.
fn singleton_class(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    let value = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    draft.name_text = Some(format!("<< {value}"));
    true
}

fn method(draft: &mut Draft<'_, '_>) -> bool {
    leave_out_expression(draft);
    if matches!(draft.parent, Some((Module, _))) {
        draft.kind = Method;
    }
    if matches!(draft.parent, Some((_, name)) if name.starts_with("<<")) {
        draft.modifiers.insert(Modifier::Static);
    }
    if draft.kind == Method && draft.name_bytes() == b"initialize" {
        draft.kind = Constructor;
    }
    if draft.kind == Method && draft.name_bytes().starts_with(b"test_") {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// `def self.x` defines a method of the class, `def A.x` one of `A`.
fn singleton_method(draft: &mut Draft<'_, '_>) -> bool {
    leave_out_expression(draft);
    draft.modifiers.insert(Modifier::Static);
    let object = draft.field_text("object");
    if object != b"self" {
        draft.owner = Some(String::from_utf8_lossy(object).into_owned());
    }
    true
}

/// The expression of a method without `end` is no body: nothing can take its place.
fn leave_out_expression(draft: &mut Draft<'_, '_>) {
    if draft.child(&["end"]).is_none() {
        draft.signature_end = draft.body.take().map(|body| body.start);
    }
}

/// Only names in capitals are constants.
fn constant(draft: &mut Draft<'_, '_>) -> bool {
    let left = draft.node.child_by_field_name("left");
    left.is_some_and(|left| matches!(left.kind(), "constant" | "scope_resolution"))
}

/// Keeps `attr_accessor :name` and the like, and blocks of RSpec and Minitest with a title.
fn call(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.field_text("method");
    let arguments = draft.node.child_by_field_name("arguments");
    let Some(first) = arguments.and_then(|arguments| arguments.named_child(0)) else {
        return false;
    };
    let range = first.byte_range();
    match (name, first.kind()) {
        (b"attr_accessor" | b"attr_reader" | b"attr_writer", "simple_symbol") => {
            draft.kind = Property;
            draft.name = range.start + 1..range.end;
            if name == b"attr_reader" {
                draft.modifiers.insert(Modifier::Readonly);
            }
            true
        }
        (
            b"describe" | b"context" | b"it" | b"specify" | b"test" | b"feature" | b"scenario",
            "string" | "constant" | "scope_resolution",
        ) => {
            let Some(block) = draft.node.child_by_field_name("block") else {
                return false;
            };
            draft.name = match first.kind() {
                "string" => range.start + 1..range.end.saturating_sub(1),
                _ => range,
            };
            let body = block.child_by_field_name("body");
            draft.body = body.map(|body| body.byte_range());
            draft.signature_end = Some(block.start_byte());
            true
        }
        _ => false,
    }
}
