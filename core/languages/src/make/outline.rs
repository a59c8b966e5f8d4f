//! Outline table for Make. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Macro, Target, Variable};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "conditional",
    rules: &[
        rule("rule", Target)
            .child(&["targets"])
            .body(&["recipe"])
            .refine(target),
        rule("variable_assignment", Variable)
            .body(&[])
            .value(&["operator"]),
        rule("define_directive", Macro)
            .body(&[])
            .value(&["operator", "value"]),
    ],
    opaque: "recipe",
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    indent: IndentUnit::Tab,
    ..OutlineTable::EMPTY
};

/// Rejects special targets such as `.PHONY`, which are settings. The body begins at the first command.
fn target(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(body) = &mut draft.body {
        let recipe = &draft.source[body.clone()];
        let is_before = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b';';
        body.start += recipe.iter().take_while(is_before).count();
    }
    let name = draft.name_bytes();
    let is_special = name.starts_with(b".")
        && name[1..]
            .iter()
            .all(|b| b.is_ascii_uppercase() || *b == b'_');
    !is_special
}
