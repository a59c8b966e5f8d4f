//! Names and values of keys in data files.

use std::ops::Range;

use tree_sitter::Node;

use super::table::Draft;

/// Maximum length, in bytes, of a value shown in a signature.
const MAX_VALUE: usize = 100;

/// Hides a value from the signature if its kind is in `containers` or if it is too long.
pub(crate) fn take_value(draft: &mut Draft<'_, '_>, value: Option<Node<'_>>, containers: &[&str]) {
    let Some(value) = value else {
        return;
    };
    draft.value = Some(value.byte_range());
    let is_container = containers.contains(&value.kind());
    if is_container {
        draft.body = Some(value.byte_range());
    }
    if is_container || value.byte_range().len() > MAX_VALUE {
        draft.signature_end = Some(value.start_byte());
    }
}

/// Returns the replacement for a long value in a skeleton, in the notation that JSON, YAML and TOML
/// share. An inline table has no such notation and stays.
pub(crate) fn elided_value(value: &[u8]) -> Option<&'static str> {
    match value {
        [b'{', ..] => None,
        [b'[', ..] | [b'-', b' ' | b'\n' | b'\r', ..] => Some("[\"...\"]"),
        _ => Some("\"...\""),
    }
}

/// Returns the replacement for a long value in a skeleton, in the notation that JSON and YAML
/// share.
pub(crate) fn elided_object_or_value(value: &[u8]) -> Option<&'static str> {
    elided_value(value).or(Some("{\"...\": \"...\"}"))
}

/// Returns the range from the first to the last child of these kinds.
pub(crate) fn members(node: Node<'_>, kinds: &[&str]) -> Option<Range<usize>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    let mut members = children.filter(|child| kinds.contains(&child.kind()));
    let first = members.next()?;
    let last = members.last().unwrap_or(first);
    Some(first.start_byte()..last.end_byte())
}

/// Takes the name from inside its quotes.
pub(crate) fn unquote(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    let is_quoted = |quote| name.len() >= 2 && name.starts_with(quote) && name.ends_with(quote);
    if is_quoted(b"\"") || is_quoted(b"'") {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    if draft.name.is_empty() {
        // The empty string is a valid key.
        draft.name_text = Some(String::new());
    }
    true
}
