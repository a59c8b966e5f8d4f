//! Outline table for Protocol Buffers. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Enum, Field, Message, Method, Module, Service, Variant};
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("package", Module)
            .name(Name::Child(&["full_ident"]))
            .refine(package),
        rule("message", Message)
            .name(Name::Child(&["message_name"]))
            .body(&["message_body"]),
        rule("field", Field)
            .name(Name::Child(&["identifier"]))
            .body(&[]),
        rule("map_field", Field)
            .name(Name::Child(&["identifier"]))
            .body(&[]),
        rule("oneof_field", Field)
            .name(Name::Child(&["identifier"]))
            .body(&[]),
        rule("enum", Enum)
            .name(Name::Child(&["enum_name"]))
            .body(&["enum_body"]),
        rule("enum_field", Variant)
            .name(Name::Child(&["identifier"]))
            .body(&[]),
        rule("service", Service)
            .name(Name::Child(&["service_name"]))
            .body(&["{"]),
        rule("rpc", Method)
            .name(Name::Child(&["rpc_name"]))
            .body(&["{"]),
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
