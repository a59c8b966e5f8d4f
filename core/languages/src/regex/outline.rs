//! Outline table for regular expressions. Definitions are capture groups, named by name or else by
//! number.

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::Rule;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, NO_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("named_capturing_group", Rule)
            .child(&["group_name"])
            .body(&[]),
        rule("anonymous_capturing_group", Rule)
            .body(&[])
            .refined(unnamed),
    ],
    opaque: "character_class",
    comments: "",
    doc: DocStyle::NONE,
    arrange: Some(number),
    elided: "...",
    region: NO_REGION,
    ..OutlineTable::EMPTY
};

fn unnamed(draft: &mut Draft<'_, '_>) -> bool {
    draft.name = draft.node.start_byte()..draft.node.start_byte() + 1;
    draft.name_text = Some(String::new());
    true
}

/// Names unnamed groups by their numbers.
fn number(mut groups: Vec<OutlineItem>, _: OutlineText<'_>) -> Vec<OutlineItem> {
    number_from(&mut groups, "", &mut 0);
    groups
}

/// Numbers groups in the order of their opening brackets, including named groups.
fn number_from(groups: &mut [OutlineItem], path: &str, count: &mut u32) {
    for group in groups {
        *count += 1;
        if group.name.is_empty() {
            group.name = count.to_string();
        }
        group.set_qualified_name(&match path {
            "" => group.name.clone(),
            path => format!("{path}.{}", group.name),
        });
        let path = group.qualified_name().to_owned();
        number_from(&mut group.children, &path, count);
    }
}
