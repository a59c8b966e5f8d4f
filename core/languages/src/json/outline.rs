//! Outline table for JSON. Definitions are keys. Elements of arrays, and keys inside them, are not
//! definitions.

use crate::outline::keys::{elided_object_or_value, take_value, unquote};
use crate::outline::kind::ItemKind::Key;
use crate::outline::table::{DocStyle, Draft, IndentUnit, NO_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[rule("pair", Key).named(&["key"]).body(&[]).refine(json)],
    opaque: "array",
    doc: DocStyle::NONE,
    elided: "{}",
    commas: &[Key],
    elided_value: elided_object_or_value,
    region: NO_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("array object", b',')],
    ..OutlineTable::EMPTY
};

fn json(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    take_value(draft, value, &["object", "array"]);
    unquote(draft)
}
