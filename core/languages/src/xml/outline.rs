//! Outline table for XML. Definitions are elements, named by their tags and by the value of an
//! `id`, or else of a `name`, if present: `dependency`, `rect#logo`, `xs:element[size]`.
//! `key_depth` limits their depth. Documentation is any comment directly above a definition.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::Element;
use crate::outline::table::{
    DocStyle, Draft, IndentUnit, MARKUP_REGION, OutlineTable, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[rule("element", Element).body(&["content"]).refined(element)],
    opaque: "STag ETag EmptyElemTag doctypedecl XMLDecl PI CDSect",
    comments: "Comment",
    doc: DocStyle {
        lines: &[],
        blocks: &[("<!--", "-->")],
    },
    nested_kind: Element,
    elided: "<!-- ... -->",
    region: MARKUP_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Maximum length, in bytes, of an element whose text is shown in its signature.
const MAX_ELEMENT: usize = 100;

fn element(draft: &mut Draft<'_, '_>) -> bool {
    let Some(tag) = draft.child(&["STag", "EmptyElemTag"]) else {
        return false;
    };
    let Some(tag_name) = child_of_kind(tag, &["Name"]) else {
        return false;
    };
    draft.set_name(Some(tag_name));
    let name = String::from_utf8_lossy(draft.text(tag_name));
    if let Some(id) = attribute(draft, tag, b"id") {
        draft.name_text = Some(format!("{name}#{id}"));
    } else if let Some(value) = attribute(draft, tag, b"name") {
        draft.name_text = Some(format!("{name}[{value}]"));
    }
    let has_elements = draft
        .child(&["content"])
        .is_some_and(|content| child_of_kind(content, &["element"]).is_some());
    // The text of a short element is its value.
    if !has_elements && draft.node.byte_range().len() <= MAX_ELEMENT {
        draft.body = None;
    } else {
        draft.signature_end = Some(tag.end_byte());
    }
    true
}

/// Returns the value of the first attribute with this name, ignoring its prefix and case.
fn attribute(draft: &Draft<'_, '_>, tag: Node<'_>, name: &[u8]) -> Option<String> {
    let mut cursor = tag.walk();
    let found = tag.named_children(&mut cursor).find(|child| {
        let key = (child.kind() == "Attribute")
            .then(|| child_of_kind(*child, &["Name"]))
            .flatten();
        key.is_some_and(|key| {
            let key = draft.text(key);
            let local = key.rsplit(|byte| *byte == b':').next();
            local.is_some_and(|local| local.eq_ignore_ascii_case(name))
        })
    })?;
    let value = child_of_kind(found, &["AttValue"])?;
    let value = String::from_utf8_lossy(draft.text(value));
    let value = value.trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.to_owned())
}
