//! Outline table for Dockerfiles. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Stage, Variable};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("from_instruction", Stage).body(&[]).refined(stage),
        rule("arg_instruction", Variable).body(&[]).refined(pair),
        rule("env_pair", Variable).body(&[]).value(&["="]),
    ],
    wrappers: "env_instruction",
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    ..OutlineTable::EMPTY
};

/// Names a stage by its `AS` name, or else by its image.
fn stage(draft: &mut Draft<'_, '_>) -> bool {
    let alias = draft.node.child_by_field_name("as");
    draft.set_name(alias.or_else(|| draft.child(&["image_spec"])))
}

fn pair(draft: &mut Draft<'_, '_>) -> bool {
    let pair = draft.child(&["arg_pair"]);
    draft.set_name(pair.and_then(|pair| pair.child_by_field_name("name")))
}
