//! Outline table for Protocol Buffers. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Enum, Field, Message, Method, Module, Service, Variant};
use crate::outline::table::{DocStyle, Draft, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("package", Module)
            .child(&["full_ident"])
            .refine(package),
        rule("message", Message)
            .child(&["message_name"])
            .body(&["message_body"]),
        rule("field", Field).child(&["identifier"]).body(&[]),
        rule("map_field", Field).child(&["identifier"]).body(&[]),
        rule("oneof_field", Field).child(&["identifier"]).body(&[]),
        rule("enum", Enum)
            .child(&["enum_name"])
            .body(&["enum_body"]),
        rule("enum_field", Variant).child(&["identifier"]).body(&[]),
        rule("service", Service)
            .child(&["service_name"])
            .body(&["{"]),
        rule("rpc", Method).child(&["rpc_name"]).body(&["{"]),
    ],
    doc: DocStyle::SLASHES,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Leaves the name in the package clause out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}
