//! Outline table for YAML. Definitions are keys. Elements of arrays, and keys inside them, are not
//! definitions.

use crate::outline::keys::{elided_object_or_value, take_value, unquote};
use crate::outline::kind::ItemKind::Key;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
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
    opaque: "block_sequence flow_sequence",
    doc: DocStyle::HASH,
    elided: "# ...",
    is_layout: true,
    elided_value: elided_object_or_value,
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("flow_mapping flow_sequence", b',')],
    list_wrappers: "flow_node",
    ..OutlineTable::EMPTY
};

fn yaml(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    take_value(draft, value, &["block_node"]);
    unquote(draft)
}
