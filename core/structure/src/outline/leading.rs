//! Comments and attributes before a definition, and its documentation.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_languages::Modifier;
use ransack_languages::internal::{
    Draft, OutlineTable, OutlineText, add_modifier, add_modifiers, comment_text, string_text,
};

use crate::outline::comments;
use crate::outline::header::{self, ItemHeader};
use crate::outline::parts::enclosing;

/// Comment or attribute before a node.
#[derive(Clone)]
pub(crate) struct Leading {
    pub(crate) range: Range<usize>,
    pub(crate) first_row: usize,
    pub(crate) last_row: usize,
    pub(crate) is_comment: bool,
}

/// Keeps the comments and attributes that directly precede `whole`: comments must begin their line
/// or follow another one that does, or the file's header, have no blank line below, not continue a
/// comment that follows other code and, in a layout, not be indented more than `whole`, since they
/// then belong to the block above.
pub(crate) fn attached(
    text: OutlineText<'_>,
    is_layout: bool,
    mut leading: Vec<Leading>,
    header_end: usize,
    whole: &Range<usize>,
) -> Vec<Leading> {
    if leading.is_empty() {
        return leading;
    }
    let source = text.source;
    let own_lines = on_own_lines(source, &leading, header_end);
    let line = text.lines.line_of(whole.start) as usize;
    let mut row = line.saturating_sub(1);
    let mut kept = leading.len();
    let column = |at: usize| at - line_start(source, at);
    let indent = |at: usize| {
        let line = &source[line_start(source, at)..at];
        line.len() - line.trim_ascii_start().len()
    };
    let is_deeper = |lead: &Leading| is_layout && indent(lead.range.start) > column(whole.start);
    for (lead, is_on_own_line) in leading.iter().zip(&own_lines).rev() {
        let is_near = *is_on_own_line && lead.last_row + 1 >= row;
        if lead.is_comment && (!is_near || is_deeper(lead)) {
            break;
        }
        row = lead.first_row.min(row);
        kept -= 1;
    }
    kept += continued(source, &leading, &own_lines, kept, whole);
    leading.drain(..kept);
    leading
}

/// Returns the number of comments from an index on that continue the previous comment, which
/// follows code on its line. They begin in the same column as that comment, and `whole` begins in a
/// different one.
fn continued(
    source: &[u8],
    leading: &[Leading],
    own_lines: &[bool],
    from: usize,
    whole: &Range<usize>,
) -> usize {
    let Some(last) = from.checked_sub(1) else {
        return 0;
    };
    let mut before = &leading[last];
    let column = |at: usize| at - line_start(source, at);
    let margin = column(before.range.start);
    if !before.is_comment || own_lines[last] || margin == column(whole.start) {
        return 0;
    }
    let mut count = 0;
    for lead in &leading[from..] {
        let is_below = lead.first_row == before.last_row + 1;
        if !(lead.is_comment && is_below && column(lead.range.start) == margin) {
            break;
        }
        before = lead;
        count += 1;
    }
    count
}

/// Returns for each comment or attribute whether only others precede it on its line, the first of
/// which begins the line or follows the file's header.
fn on_own_lines(source: &[u8], leading: &[Leading], header_end: usize) -> Vec<bool> {
    let mut known = Vec::with_capacity(leading.len());
    let (mut previous, mut is_on_own_line) = (header_end, true);
    for lead in leading {
        let before = &source[..lead.range.start];
        let blanks = before.iter().rev().take_while(|byte| is_blank(**byte));
        let code_end = before.len() - blanks.count();
        let begins_line = code_end == 0 || before[code_end - 1] == b'\n';
        is_on_own_line = begins_line || is_on_own_line && code_end == previous;
        known.push(is_on_own_line);
        previous = lead.range.end;
    }
    known
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() && byte != b'\n'
}

/// Returns the documentation of a definition. Adds the modifiers implied by attributes and
/// documentation.
pub(crate) fn documentation(
    table: &OutlineTable,
    leading: &[Leading],
    draft: &mut Draft<'_, '_>,
    header: &ItemHeader<'_>,
) -> (Option<String>, Option<Range<usize>>) {
    let source = draft.source;
    let style = &table.doc;
    let has_body_doc = table.doc_string.is_some() && draft.body.is_some();
    let is_bare = leading.is_empty() && header.attributes.is_empty();
    if is_bare && draft.doc.is_none() && !has_body_doc {
        return (None, None);
    }
    let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default();
    let mut docs: Vec<(String, &Range<usize>)> = Vec::new();
    for lead in leading {
        if !lead.is_comment {
            let modifiers = header::attribute_modifiers(text(&lead.range));
            add_modifiers(&mut draft.modifiers, modifiers);
            let doc = table.attribute_doc.and_then(|of| of(text(&lead.range)));
            docs.extend(doc.map(|doc| (doc, &lead.range)));
            continue;
        }
        if comments::is_directive(text(&lead.range)) {
            continue;
        }
        let doc = comment_text(text(&lead.range), style);
        docs.extend(doc.map(|doc| (doc, &lead.range)));
    }
    for attribute in &header.attributes {
        let modifiers = header::attribute_modifiers(text(attribute));
        add_modifiers(&mut draft.modifiers, modifiers);
    }
    let (doc, range) = match (&draft.body, table.doc_string) {
        (Some(body), Some(doc_string)) => {
            let body = draft
                .node
                .named_descendant_for_byte_range(body.start, body.end);
            let string = body.and_then(doc_string).map(|string| string.byte_range());
            let doc = string.clone().map(|range| string_text(text(&range)));
            (doc, string)
        }
        _ => {
            let lines: Vec<_> = docs.iter().map(|(doc, _)| doc.as_str()).collect();
            let range = enclosing(docs.iter().map(|(_, range)| *range));
            (Some(lines.join("\n").trim_matches('\n').to_owned()), range)
        }
    };
    let doc = doc.filter(|doc| !doc.trim().is_empty());
    let known = doc.as_deref().or(draft.doc.as_deref()).unwrap_or("");
    let marks = [
        "@deprecated",
        "\\deprecated",
        "Deprecated:",
        ".. deprecated::",
    ];
    if marks.iter().any(|mark| known.contains(mark)) {
        add_modifier(&mut draft.modifiers, Modifier::Deprecated);
    }
    (doc, range)
}
