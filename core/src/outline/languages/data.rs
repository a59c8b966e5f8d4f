//! Outline tables for data files: JSON, YAML, TOML and INI. Definitions are keys. Elements of
//! arrays, and keys inside them, are not definitions.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::Key;
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, NO_REGION, Name, Table, Unit, child_of_kind, rule,
};

pub(super) static JSON: Table = Table {
    rules: &[rule("pair", Key).named(&["key"]).body(&[]).refine(json)],
    opaque: &["array"],
    doc: DocStyle::NONE,
    elided: "{}",
    commas: &[Key],
    region: NO_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

pub(super) static YAML: Table = Table {
    rules: &[
        rule("block_mapping_pair", Key)
            .named(&["key"])
            .body(&[])
            .refine(yaml),
        rule("flow_pair", Key)
            .named(&["key"])
            .body(&[])
            .refine(yaml),
    ],
    opaque: &["block_sequence", "flow_sequence"],
    doc: DocStyle::HASH,
    elided: "# ...",
    is_layout: true,
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

pub(super) static TOML: Table = Table {
    rules: &[
        rule("table", Key)
            .name(Name::Refined)
            .body(&[])
            .refine(toml_table),
        rule("table_array_element", Key)
            .name(Name::Refined)
            .body(&[])
            .refine(toml_table),
        rule("pair", Key)
            .name(Name::Refined)
            .body(&[])
            .refine(toml_pair),
    ],
    opaque: &["array"],
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

pub(super) static INI: Table = Table {
    rules: &[
        rule("section", Key)
            .name(Name::Refined)
            .body(&[])
            .refine(ini_section),
        rule("setting", Key)
            .name(Name::Refined)
            .body(&[])
            .refine(ini_setting),
    ],
    doc: DocStyle {
        lines: &["#", ";"],
        ..DocStyle::NONE
    },
    elided: "# ...",
    region: HASH_REGION,
    ..Table::EMPTY
};

/// Maximum length, in bytes, of a value shown in a signature.
const MAX_VALUE: usize = 100;

fn json(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    take_value(draft, value, &["object", "array"]);
    unquote(draft)
}

fn yaml(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    take_value(draft, value, &["block_node"]);
    unquote(draft)
}

/// Takes the name of a table from inside its brackets; the signature is the line of the brackets.
fn toml_table(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.child(&["bare_key", "dotted_key", "quoted_key"]);
    let close = draft.child(&["]", "]]"]);
    draft.signature_end = close.map(|close| close.end_byte());
    draft.set_name(name) && unquote(draft)
}

fn toml_pair(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.child(&["bare_key", "dotted_key", "quoted_key"]);
    let count = draft.node.named_child_count();
    let value = count
        .checked_sub(1)
        .and_then(|last| draft.node.named_child(last as u32));
    take_value(draft, value, &["inline_table", "array"]);
    draft.set_name(name) && unquote(draft)
}

fn ini_section(draft: &mut Draft<'_, '_>) -> bool {
    let Some(header) = draft.child(&["section_name"]) else {
        return false;
    };
    draft.signature_end = Some(header.end_byte());
    draft.set_name(child_of_kind(header, &["text"]))
}

fn ini_setting(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.child(&["setting_value"]);
    take_value(draft, value, &[]);
    draft.set_name(draft.child(&["setting_name"]))
}

/// Hides a value from the signature if its kind is in `containers` or if it is too long.
fn take_value(draft: &mut Draft<'_, '_>, value: Option<Node<'_>>, containers: &[&str]) {
    let Some(value) = value else {
        return;
    };
    draft.value = Some(value.byte_range());
    let is_container = containers.contains(&value.kind());
    if is_container {
        draft.body = Some(value.byte_range());
    }
    if is_container || value.byte_range().len() > MAX_VALUE {
        draft.signature_end = Some(value.start_byte());
    }
}

fn unquote(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    let is_quoted = |quote| name.len() >= 2 && name.starts_with(quote) && name.ends_with(quote);
    if is_quoted(b"\"") || is_quoted(b"'") {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    if draft.name.is_empty() {
        // The empty string is a valid key.
        draft.name_text = Some(String::new());
    }
    true
}
