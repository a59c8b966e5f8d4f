//! Outline table for Markdown. Sections are definitions, named by their headings and nested by
//! level.

use std::ops::Range;

use ransack_base::internal::{line_start, span, span_of};

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::Section;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, MARKUP_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("atx_heading", Section).refined(heading),
        rule("setext_heading", Section).refined(heading),
    ],
    comments: "",
    opaque: "paragraph fenced_code_block list pipe_table block_quote",
    doc: DocStyle::NONE,
    arrange: Some(nest_by_level),
    elided: "...",
    region: MARKUP_REGION,
    ..OutlineTable::EMPTY
};

/// Names a heading by its text without markers; the name may be empty.
fn heading(draft: &mut Draft<'_, '_>) -> bool {
    let content = draft.node.child_by_field_name("heading_content");
    let text = content.map(|content| String::from_utf8_lossy(draft.text(content)));
    let text = text.unwrap_or_default();
    let text = match draft.node.kind() {
        "atx_heading" => without_closing(text.trim_end()),
        _ => &text,
    };
    draft.name_text = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
    let name = content.unwrap_or(draft.node);
    // The node of a heading ends after its line feed.
    let len = draft.text(name).trim_ascii_end().len();
    draft.name = name.start_byte()..name.start_byte() + len;
    true
}

/// Removes the closing sequence of a heading: trailing `#` after white space (CommonMark 4.2).
fn without_closing(text: &str) -> &str {
    let rest = text.trim_end_matches('#');
    match rest.is_empty() || rest.ends_with([' ', '\t']) {
        true => rest,
        false => text,
    }
}

/// Returns the level of a heading: the number of `#`, or 1 for an underline of `=` and 2 for `-`.
fn level(heading: &OutlineItem, source: &[u8]) -> usize {
    let text = source.get(heading.span().start.offset..heading.span().end.offset);
    let text = text.unwrap_or_default().trim_ascii();
    match text.iter().take_while(|byte| **byte == b'#').count() {
        0 if text.ends_with(b"=") => 1,
        0 => 2,
        level => level,
    }
}

/// Nests headings: a section extends to the next heading of the same or a higher level, without the
/// blank lines before that heading. Its body begins with the first line that has text.
fn nest_by_level(headings: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let levels: Vec<_> = headings
        .iter()
        .map(|heading| level(heading, text.source))
        .collect();
    let starts: Vec<_> = headings
        .iter()
        .map(|heading| heading.span().start.offset)
        .collect();
    let mut roots: Vec<OutlineItem> = Vec::new();
    // Sections that contain the next heading, each with its level.
    let mut open: Vec<(usize, OutlineItem)> = Vec::new();
    for (index, mut section) in headings.into_iter().enumerate() {
        let later = levels[index + 1..]
            .iter()
            .position(|level| *level <= levels[index]);
        let end = later.map_or(text.source.len(), |later| starts[index + 1 + later]);
        if let Some(body) = body(text.source, section.span().end.offset..end) {
            let body = span_of(text.lines, text.source, &body);
            section.set_body_span(Some(body));
            section.set_span(span(section.span().start, body.end));
        }
        close(&mut open, &mut roots, levels[index]);
        if let Some((_, parent)) = open.last() {
            section.set_qualified_name(&format!("{}.{}", parent.qualified_name(), section.name));
        }
        open.push((levels[index], section));
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Returns the lines of a range that are not blank at its ends, without the last line feed. Returns
/// `None` if all lines are blank.
fn body(source: &[u8], range: Range<usize>) -> Option<Range<usize>> {
    let text = source.get(range.clone())?;
    let first = text.len() - text.trim_ascii_start().len();
    let start = line_start(source, range.start + first);
    (first < text.len()).then(|| start..range.start + text.trim_ascii_end().len())
}

/// Closes the open sections whose level is at least `level`.
fn close(open: &mut Vec<(usize, OutlineItem)>, roots: &mut Vec<OutlineItem>, level: usize) {
    while open.last().is_some_and(|(of, _)| *of >= level) {
        if let Some((_, section)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.children.push(section),
                None => roots.push(section),
            }
        }
    }
}
