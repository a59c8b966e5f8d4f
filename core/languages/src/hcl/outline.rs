//! Outline table for Terraform and other HCL. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Block, Key};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "conditional for_cond for_expr for_intro for_object_expr for_tuple_expr",
    branches: "for_cond for_expr for_intro for_object_expr for_tuple_expr",
    rules: &[
        rule("block", Block).body(&[]).refined(block),
        rule("attribute", Key).child(&["identifier"]).body(&[]),
    ],
    opaque: "expression",
    doc: DocStyle {
        lines: &["#", "//"],
        blocks: &[("/*", "*/")],
    },
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("object", b'\n'), ("tuple", b',')],
    list_wrappers: "collection_value expression",
    ..OutlineTable::EMPTY
};

/// Names a block by its type and labels: `resource.aws_instance.web`.
fn block(draft: &mut Draft<'_, '_>) -> bool {
    let Some(open) = draft.child(&["block_start"]) else {
        return false;
    };
    let mut cursor = draft.node.walk();
    let mut names = Vec::new();
    for child in draft.node.named_children(&mut cursor) {
        if matches!(child.kind(), "identifier" | "string_lit") {
            let name = String::from_utf8_lossy(draft.text(child));
            names.push(name.trim_matches('"').to_owned());
            draft.name.end = child.end_byte();
        }
    }
    draft.body = Some(open.start_byte()..draft.node.end_byte());
    draft.name_text = Some(names.join("."));
    true
}
