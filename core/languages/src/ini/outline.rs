//! Outline table for INI files. Definitions are keys.

use crate::outline::keys::{members, take_value};
use crate::outline::kind::ItemKind::Key;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("section", Key).body(&[]).refined(ini_section),
        rule("setting", Key).body(&[]).refined(ini_setting),
    ],
    doc: DocStyle {
        lines: &["#", ";"],
        ..DocStyle::NONE
    },
    elided: "# ...",
    region: HASH_REGION,
    ..OutlineTable::EMPTY
};

fn ini_section(draft: &mut Draft<'_, '_>) -> bool {
    let Some(header) = draft.child(&["section_name"]) else {
        return false;
    };
    draft.signature_end = Some(header.end_byte());
    draft.body = members(draft.node, &["setting"]);
    draft.set_name(child_of_kind(header, &["text"]))
}

fn ini_setting(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.child(&["setting_value"]);
    take_value(draft, value, &[]);
    draft.set_name(draft.child(&["setting_name"]))
}
