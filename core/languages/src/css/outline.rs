//! Outline table for CSS. Definitions are rules, named by their selectors, at-rules and custom
//! properties.

use crate::outline::kind::ItemKind::{Rule, Variable};
use crate::outline::table::{DocStyle, Draft, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    comments: "comment js_comment",
    rules: &[
        rule("rule_set", Rule)
            .child(&["selectors"])
            .body(&["block"])
            .refine(header),
        rule("media_statement", Rule)
            .body(&["block"])
            .refined(header),
        rule("supports_statement", Rule)
            .body(&["block"])
            .refined(header),
        rule("keyframes_statement", Rule)
            .body(&["keyframe_block_list"])
            .refined(header),
        rule("at_rule", Rule).body(&["block"]).refined(header),
        rule("declaration", Variable)
            .child(&["property_name"])
            .body(&[])
            .refine(custom_property),
    ],
    opaque: "keyframe_block_list selectors",
    doc: DocStyle {
        lines: &[],
        blocks: &[("/*", "*/")],
    },
    elided: "{ /* ... */ }",
    region: ["/* #region", "/* #endregion", " */"],
    indent: IndentUnit::Spaces(2),
    has_separators: true,
    ..OutlineTable::EMPTY
};

/// Names a rule by everything before its block.
fn header(draft: &mut Draft<'_, '_>) -> bool {
    let start = draft.node.start_byte();
    let end = draft
        .body
        .as_ref()
        .map_or(draft.node.end_byte(), |body| body.start);
    let text = draft.source.get(start..end).unwrap_or_default();
    let len = text
        .iter()
        .rposition(|byte| !b"; \n".contains(byte))
        .map_or(0, |last| last + 1);
    draft.name = start..start + len;
    let text = String::from_utf8_lossy(&text[..len]);
    draft.name_text = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
    true
}

fn custom_property(draft: &mut Draft<'_, '_>) -> bool {
    draft.name_bytes().starts_with(b"--")
}
