//! Constructor parameters that declare members of the class, in PHP and TypeScript.

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{Constructor, Field, Property};
use crate::outline::table::OutlineText;

/// Moves constructor parameters that are class members to follow their constructor.
pub(crate) fn promote(items: Vec<OutlineItem>, _: OutlineText<'_>) -> Vec<OutlineItem> {
    promoted(items)
}

fn promoted(items: Vec<OutlineItem>) -> Vec<OutlineItem> {
    let mut arranged = Vec::with_capacity(items.len());
    for mut item in items {
        let mut children = promoted(std::mem::take(&mut item.children));
        let body = item
            .body_span()
            .map_or(usize::MAX, |body| body.start.offset);
        let is_member = |child: &mut OutlineItem| {
            let is_parameter = item.kind == Constructor && child.span().start.offset < body;
            is_parameter && matches!(child.kind, Field | Property)
        };
        let members: Vec<_> = children.extract_if(.., is_member).collect();
        item.children = children;
        let class = item.qualified_name().strip_suffix(item.name.as_str());
        let class = class.unwrap_or_default().to_owned();
        arranged.push(item);
        arranged.extend(members.into_iter().map(|mut member| {
            member.set_qualified_name(&format!("{class}{}", member.name));
            member
        }));
    }
    arranged
}
