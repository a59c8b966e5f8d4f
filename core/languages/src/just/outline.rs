//! Outline table for Just. Recipes and aliases are targets. Documentation is any comment directly
//! above a definition; Just itself shows only its last line.

use crate::outline::kind::ItemKind::{Module, Target, Variable};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "if_expression",
    rules: &[
        rule("recipe", Target)
            .body(&["recipe_body"])
            .refined(recipe),
        rule("alias", Target).named(&["left"]).body(&[]),
        rule("assignment", Variable).named(&["left"]).body(&[]),
        rule("module", Module).body(&[]),
    ],
    wrappers: "export",
    opaque: "recipe_body expression setting import",
    attributes: "attribute",
    doc: DocStyle::HASH,
    words: &[("export", Modifier::Exported)],
    convention: Some(private),
    elided: "# ...",
    region: HASH_REGION,
    ..OutlineTable::EMPTY
};

fn recipe(draft: &mut Draft<'_, '_>) -> bool {
    let header = draft.child(&["recipe_header"]);
    draft.set_name(header.and_then(|header| header.child_by_field_name("name")))
}

/// Marks names with `_` and definitions with `[private]`, which Just does not list.
fn private(draft: &mut Draft<'_, '_>) {
    let mut cursor = draft.node.walk();
    let mut children = draft.node.children(&mut cursor);
    let is_private = children.any(|child| {
        child.kind() == "attribute"
            && draft
                .text(child)
                .trim_ascii()
                .strip_prefix(b"[")
                .is_some_and(|list| {
                    let list = list.strip_suffix(b"]").unwrap_or(list);
                    let mut names = list.split(|byte| *byte == b',');
                    names.any(|name| name.trim_ascii() == b"private")
                })
    });
    if is_private || draft.name_bytes().starts_with(b"_") {
        draft.modifiers.insert(Modifier::Private);
    }
}
