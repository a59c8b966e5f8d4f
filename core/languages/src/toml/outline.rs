//! Outline table for TOML. Definitions are keys. Elements of arrays, and keys inside them, are not
//! definitions.

use crate::outline::keys::{elided_value, members, take_value, unquote};
use crate::outline::kind::ItemKind::Key;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("table", Key).body(&[]).refined(toml_table),
        rule("table_array_element", Key)
            .body(&[])
            .refined(toml_table),
        rule("pair", Key).body(&[]).refined(toml_pair),
    ],
    opaque: "array",
    doc: DocStyle::HASH,
    elided: "# ...",
    elided_value,
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("array inline_table", b',')],
    ..OutlineTable::EMPTY
};

/// Takes the name of a table from inside its brackets; the signature is the line of the brackets, and
/// the body is the pairs.
fn toml_table(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.child(&["bare_key", "dotted_key", "quoted_key"]);
    let close = draft.child(&["]", "]]"]);
    draft.signature_end = close.map(|close| close.end_byte());
    draft.body = members(draft.node, &["pair"]);
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
