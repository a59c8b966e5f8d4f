//! Outline table for Dockerfiles. Documentation is any comment directly above a definition. A stage
//! extends to the next one.

use ransack_base::internal::{span, span_of};

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{Stage, Variable};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, OutlineTable, OutlineText, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("from_instruction", Stage).body(&[]).refined(stage),
        rule("arg_instruction", Variable).body(&[]).refined(pair),
        rule("env_pair", Variable).body(&[]).value(&["="]),
    ],
    wrappers: "env_instruction",
    arrange: Some(nest_in_stages),
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

/// Extends each stage to the next one, and nests the variables in their stages.
fn nest_in_stages(items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let mut roots: Vec<OutlineItem> = Vec::new();
    for mut item in items {
        match roots.last_mut() {
            Some(stage) if stage.kind == Stage && item.kind != Stage => {
                item.set_qualified_name(&format!("{}.{}", stage.name, item.name));
                stage.children.push(item);
            }
            _ => roots.push(item),
        }
    }
    let mut end = text.source.len();
    for item in roots.iter_mut().rev() {
        let start = item.span().start;
        if item.kind == Stage {
            let code = text.source.get(start.offset..end).unwrap_or_default();
            let whole = start.offset..start.offset + code.trim_ascii_end().len();
            item.set_span(span(start, span_of(text.lines, text.source, &whole).end));
        }
        end = start.offset;
    }
    roots
}
