//! Turns type-only imports into value imports when a value is added.

use ransack_languages::ImportKind;
use ransack_languages::internal::{ImportRules, Item, Statement};

use crate::imports::block::ImportBlock;

/// Keyword of a type-only name in a list.
const TYPE: &str = "type ";

/// Takes the names of `statement` out of type-only imports of its module, so that each name is
/// imported once. An import without other names becomes a value import. Marks the changed units and
/// returns whether there are any.
pub(super) fn promote(
    statement: &Statement,
    block: &mut ImportBlock<'_>,
    changed: &mut [bool],
    editor: &ImportRules,
) -> bool {
    let Some((_, wanted)) = statement
        .list
        .as_ref()
        .filter(|_| statement.kind == ImportKind::Static)
    else {
        return false;
    };
    let is_wanted = |item: &Item| {
        let same = |new: &Item| {
            let key = (&item.name, &item.alias, item.is_bare);
            (&new.name, &new.alias, new.is_bare) == key && !new.text.starts_with(TYPE)
        };
        wanted.items.iter().any(same)
    };
    let is_inline = |item: &Item| item.text.starts_with(TYPE) && is_wanted(item);
    let eol = block.style.eol;
    let mut has_changed = false;
    for (unit, changed) in block.units.iter_mut().zip(changed) {
        let own = &mut unit.statement;
        let can_change = own.module == statement.module
            && own.tag == statement.tag
            && !unit.is_conditional
            && unit.is_utf8;
        let Some((range, list)) = own.list.as_mut().filter(|_| can_change) else {
            continue;
        };
        let is_type = own.kind == ImportKind::TypeOnly;
        if is_type && list.items.iter().all(is_wanted) {
            // `import type { a }`: the keyword precedes the list.
            let keyword = own.text[..range.start].replacen(TYPE, "", 1);
            let text = format!("{keyword}{}", &own.text[range.start..]);
            let removed = own.text.len() - text.len();
            *range = range.start - removed..range.end - removed;
            list.move_items(&|at| at.saturating_sub(removed));
            own.text = text;
            own.kind = ImportKind::Static;
        } else if is_type && list.items.iter().any(is_wanted) {
            own.remove_names(&|_, item| is_wanted(item), editor, eol, true);
        } else if let Some(index) = list.items.iter().position(is_inline) {
            let mut next = Some(index);
            while let Some(item) = next.map(|index| &mut list.items[index]) {
                let start = item.range.start;
                item.text.drain(..TYPE.len());
                own.text.replace_range(start..start + TYPE.len(), "");
                range.end -= TYPE.len();
                list.move_items(&|at| if at > start { at - TYPE.len() } else { at });
                next = list.items.iter().position(is_inline);
            }
        } else {
            continue;
        }
        *changed = true;
        has_changed = true;
    }
    has_changed
}
