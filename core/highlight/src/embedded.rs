//! Embedded documents: the parts of a text that injection patterns assign to another language.
//!
//! Invariant: each content node belongs to the matches of one pattern only.

use std::ops::Range as Bytes;

use rustc_hash::FxHashMap;
use tree_sitter::{Node, Range};

use crate::grammar::InjectionRule;

/// Match of an injection pattern.
pub(super) struct EmbeddedMatch {
    pub(super) pattern: usize,
    pub(super) is_combined: bool,
    pub(super) language: String,
    /// Byte ranges of the content nodes.
    pub(super) nodes: Vec<Bytes<usize>>,
    pub(super) ranges: Vec<Range>,
}

/// Language name and ranges of an embedded document.
pub(super) type EmbeddedDocument = (String, Vec<Range>);

/// Builds the embedded documents of the matches. If several patterns match the same content, the last
/// pattern wins.
pub(super) fn build_documents(matches: Vec<EmbeddedMatch>) -> Vec<EmbeddedDocument> {
    let mut winners: FxHashMap<Bytes<usize>, usize> = FxHashMap::default();
    for found in &matches {
        for node in &found.nodes {
            let winner = winners.entry(node.clone()).or_default();
            *winner = found.pattern.max(*winner);
        }
    }
    let mut documents: Vec<EmbeddedDocument> = Vec::new();
    // Indices of documents that combine several matches of a rule, by rule and language.
    let mut combined: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for mut found in matches {
        let is_winner = |node| winners.get(node) == Some(&found.pattern);
        if !found.nodes.iter().all(is_winner) {
            continue;
        }
        if found.is_combined {
            let key = (found.pattern, found.language.clone());
            let at = *combined.entry(key).or_insert(documents.len());
            if let Some((_, all)) = documents.get_mut(at) {
                all.append(&mut found.ranges);
                continue;
            }
        }
        documents.push((found.language, found.ranges));
    }
    documents
}

/// Appends the parts of a content node that are in the embedded language. Unnamed
/// child nodes are part of it: Markdown's grammar has one for each punctuation
/// character.
pub(super) fn push_content(
    node: Node<'_>,
    rule: &InjectionRule,
    within: &[Range],
    ranges: &mut Vec<Range>,
) {
    let mut rest = node.range();
    if !rule.include_children {
        let mut walk = node.walk();
        for child in node.named_children(&mut walk) {
            let child = child.range();
            let before = Range {
                end_byte: child.start_byte,
                end_point: child.start_point,
                ..rest
            };
            push_clipped(before, within, ranges);
            rest.start_byte = child.end_byte;
            rest.start_point = child.end_point;
        }
    }
    push_clipped(rest, within, ranges);
}

/// Appends the intersections of `range` and `within`, which are sorted; an empty `within` stands
/// for the whole text.
fn push_clipped(range: Range, within: &[Range], ranges: &mut Vec<Range>) {
    if within.is_empty() {
        if range.start_byte < range.end_byte {
            ranges.push(range);
        }
        return;
    }
    let first = within.partition_point(|outer| outer.end_byte <= range.start_byte);
    for outer in &within[first..] {
        if outer.start_byte >= range.end_byte {
            break;
        }
        let mut part = range;
        if outer.start_byte > part.start_byte {
            part.start_byte = outer.start_byte;
            part.start_point = outer.start_point;
        }
        if outer.end_byte < part.end_byte {
            part.end_byte = outer.end_byte;
            part.end_point = outer.end_point;
        }
        ranges.push(part);
    }
}

/// Extracts the language from the info string of a code block, such as `rust,ignore`, `{.python}` or
/// `js {1,3}`, or from a media type, such as `application/ld+json` or `text/x-scss`.
pub(super) fn language_word(name: &str) -> &str {
    if let Some((_, subtype)) = name.split_once('/') {
        let name = subtype.rsplit('+').next().unwrap_or(subtype);
        return name.strip_prefix("x-").unwrap_or(name);
    }
    let name = name.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '.'));
    let end = name.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ';' | ':'));
    &name[..end.unwrap_or(name.len())]
}
