//! Parameters of constructors that declare members of the class, in PHP and TypeScript.

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{Constructor, Field, Property};
use crate::outline::walk::Text;

/// Moves the parameters of each constructor that are members of its class behind the constructor.
pub(super) fn promote(items: Vec<OutlineItem>, text: Text<'_>) -> Vec<OutlineItem> {
    let mut promoted = Vec::with_capacity(items.len());
    for mut item in items {
        let mut children = promote(std::mem::take(&mut item.children), text);
        let body = item.body_span.map_or(usize::MAX, |body| body.start.offset);
        let is_member = |child: &mut OutlineItem| {
            let is_parameter = item.kind == Constructor && child.span.start.offset < body;
            is_parameter && matches!(child.kind, Field | Property)
        };
        let members: Vec<_> = children.extract_if(.., is_member).collect();
        item.children = children;
        let class = item.qualified_name.strip_suffix(item.name.as_str());
        let class = class.unwrap_or_default().to_owned();
        promoted.push(item);
        promoted.extend(members.into_iter().map(|mut member| {
            member.qualified_name = format!("{class}{}", member.name);
            member
        }));
    }
    promoted
}
