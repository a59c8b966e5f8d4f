//! Ranges of literals, whose white space is content.

use std::ops::Range;

use ransack_languages::internal::{NodeKinds, has_word};
use tree_sitter::Node;

/// Adds the ranges of a multi-line node whose blanks are content rather than space between tokens.
///
/// Leaves and here-documents are content. If any gap between the children of a node contains more
/// than blanks, all its gaps are content: its grammar makes no token of that text, as in a string
/// with escapes. Only bytes in `code`, the parsed ranges, count.
pub(super) fn add_literals(
    node: Node<'_>,
    text: &[u8],
    code: &[tree_sitter::Range],
    kinds: &NodeKinds,
    found: &mut Vec<Range<usize>>,
) {
    if node.start_position().row == node.end_position().row {
        return;
    }
    if has_word(kinds.here_documents, node.kind()) {
        // A whole here-document begins with code. Its terminator determines how much of the
        // indentation belongs to the text.
        let code = text.get(node.byte_range()).unwrap_or_default();
        let start = node.start_byte() + usize::from(code.starts_with(b"<<"));
        found.push(start..node.end_byte() + 1);
        return;
    }
    if node.is_extra() {
        return;
    }
    if node.child_count() == 0 {
        let range = node.byte_range();
        let token = text.get(range.clone()).unwrap_or_default();
        // A token of line feeds alone, which some grammars have, is not a literal.
        if !token.trim_ascii().is_empty() {
            // The content of a string may lack the line feed after the quote.
            let is_inner = has_word(kinds.string_contents, node.kind())
                && node
                    .parent()
                    .is_some_and(|literal| literal.start_byte() < range.start);
            found.push(range.start + usize::from(!is_inner)..range.end + 1);
        }
        return;
    }
    let mut gaps = Vec::new();
    let mut from = node.start_byte();
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        gaps.push(from..child.start_byte());
        from = child.end_byte();
    }
    gaps.push(from..node.end_byte());
    let is_text = |gap: &Range<usize>| {
        let first = code.partition_point(|range| range.end_byte <= gap.start);
        let within = code[first..].iter();
        let mut within = within.take_while(|range| range.start_byte < gap.end);
        within.any(|range| {
            let (start, end) = (range.start_byte.max(gap.start), range.end_byte.min(gap.end));
            let gap = text.get(start..end).unwrap_or_default();
            !is_space(gap) && gap != "\u{feff}".as_bytes()
        })
    };
    if gaps.iter().any(is_text) {
        found.append(&mut gaps);
    }
}

/// Returns whether text between tokens is white space, including `\` at the end of a line, which
/// joins it to the next line.
fn is_space(gap: &[u8]) -> bool {
    let mut parts = gap.split(|byte| *byte == b'\\');
    let first = parts.next().unwrap_or_default();
    let is_joined = |part: &[u8]| part.starts_with(b"\n") || part.starts_with(b"\r\n");
    let is_blank = |part: &[u8]| part.trim_ascii().is_empty();
    is_blank(first) && parts.all(|part| is_joined(part) && is_blank(part))
}
