//! Definitions of a file by name, and their positions among their siblings.

use std::collections::HashMap;
use std::ops::Range;

use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{DefinitionPart, InsertPlace, Outline, OutlineItem};

/// Definition of a file.
pub(crate) struct Named<'o> {
    /// Name path, with a number if several definitions have it.
    pub(crate) name: String,
    pub(crate) item: &'o OutlineItem,
    /// Index among its siblings, preceded by the indices of the enclosing definitions.
    pub(crate) place: Vec<usize>,
}

/// Returns the named definitions, in outline order.
pub(crate) fn named(outline: &Outline) -> Vec<Named<'_>> {
    fn add<'o>(items: &'o [OutlineItem], around: &[usize], found: &mut Vec<Named<'o>>) {
        for (index, item) in items.iter().enumerate() {
            let place = [around, &[index]].concat();
            found.push(Named {
                name: item.qualified_name().to_owned(),
                item,
                place: place.clone(),
            });
            add(&item.children, &place, found);
        }
    }
    let mut found = Vec::new();
    add(&outline.items, &[], &mut found);
    let path = |name: &str| name.trim().replace("::", ".");
    let mut counts: HashMap<String, usize> = HashMap::new();
    for named in &found {
        *counts.entry(path(&named.name)).or_default() += 1;
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for named in &mut found {
        let path = path(&named.name);
        if counts[&path] > 1 {
            let number = numbers.entry(path).or_default();
            *number += 1;
            named.name = format!("{}#{number}", named.name);
        }
    }
    found.retain(|named| !named.item.name.is_empty());
    found
}

/// Returns the range of a part of a definition, or `None` if the definition lacks the part.
pub(crate) fn range(part: DefinitionPart, item: &OutlineItem) -> Option<Range<usize>> {
    let span = match part {
        DefinitionPart::Doc => item.doc_span(),
        DefinitionPart::Attributes => item.attributes_span(),
        DefinitionPart::Signature => Some(item.signature_span()),
        DefinitionPart::Body => item.body_span(),
        DefinitionPart::Value => item.value_span(),
        _ => Some(item.span()),
    };
    span.map(|span| span.start.offset..span.end.offset)
}

/// Returns the positions at which a removed definition may be inserted again: after the previous
/// definition, before the next, inside the enclosing definition.
pub(crate) fn places(
    now: &Outline,
    chosen: &Named<'_>,
    all: &[Named<'_>],
) -> Vec<(InsertPlace, String)> {
    let now = named(now);
    let Some((&index, around)) = chosen.place.split_last() else {
        return Vec::new();
    };
    let name_of = |place: &[usize]| {
        let found = now.iter().find(|named| named.place == place);
        found.map(|named| named.name.clone())
    };
    let beside = |index: usize| name_of(&[around, &[index]].concat());
    let parent = match around {
        [] => Some(String::new()),
        _ => name_of(around),
    };
    let is_last = !all
        .iter()
        .any(|named| named.place == [around, &[index + 1]].concat());
    let mut places = vec![
        (After, index.checked_sub(1).and_then(beside)),
        (Before, beside(index)),
    ];
    if index == 0 {
        places.push((FirstMember, parent.clone()));
    }
    if is_last {
        places.push((LastMember, parent));
    }
    let places = places.into_iter();
    places
        .filter_map(|(place, name)| Some((place, name?)))
        .collect()
}
