//! Signatures lost in a skeleton.

use std::collections::HashMap;
use std::ops::Range;

use ransack::{DefinitionPart, ItemKind, Outline, OutlineItem, SkeletonLevel};

use super::named::range;

/// Returns the signatures outside functions that are missing from the outline of a skeleton.
pub(super) fn lost<'o>(shape: &'o Outline, now: &'o Outline, level: SkeletonLevel) -> Vec<&'o str> {
    // The signature of a type alias includes the comments of its members.
    let key = |item: &'o OutlineItem| match level {
        SkeletonLevel::Signatures => (item.kind, item.qualified_name(), ""),
        _ => (item.kind, item.qualified_name(), item.signature.as_str()),
    };

    let mut elided: Vec<Range<usize>> = Vec::new();
    shape.for_each(|item| {
        if is_elided(item) {
            elided.extend(range(DefinitionPart::Body, item));
        }
    });
    let mut counts: HashMap<(ItemKind, &str, &str), i64> = HashMap::new();
    now.for_each(|item| *counts.entry(key(item)).or_default() += 1);
    let mut lost = Vec::new();
    shape.for_each(|item| {
        let start = item.name_span().start.offset;
        if elided.iter().any(|body| body.contains(&start)) {
            return;
        }
        let count = counts.entry(key(item)).or_default();
        *count -= 1;
        if *count < 0 {
            lost.push(item.signature.as_str());
        }
    });
    lost
}

/// Returns whether a skeleton elides the body of a definition.
fn is_elided(item: &OutlineItem) -> bool {
    use ItemKind::{Constructor, Function, Macro, Method, Test};
    match item.kind {
        Test => item.children.is_empty(),
        kind => matches!(kind, Function | Method | Constructor | Macro),
    }
}
