//! Merges the clauses of a function, which are separate nodes, into one definition.

use ransack_base::internal::span_of;
use ransack_base::offsets::Span;

use crate::outline::item::OutlineItem;
use crate::outline::table::OutlineText;

/// Merges adjacent definitions that are equal according to `is_same`, at every depth.
///
/// The result has the signature and documentation of the first clause; its range and body extend to
/// the end of the last.
pub(crate) fn merge_clauses(
    items: Vec<OutlineItem>,
    text: OutlineText<'_>,
    is_same: fn(&OutlineItem, &OutlineItem) -> bool,
) -> Vec<OutlineItem> {
    let mut merged: Vec<OutlineItem> = Vec::with_capacity(items.len());
    for mut item in items {
        item.children = merge_clauses(item.children, text, is_same);
        match merged.last_mut() {
            Some(last) if is_same(last, &item) => merge(last, item, text),
            _ => merged.push(item),
        }
    }
    merged
}

fn merge(first: &mut OutlineItem, next: OutlineItem, text: OutlineText<'_>) {
    let join = |from: Span, to: Span| {
        let range = from.start.offset..to.end.offset;
        span_of(text.lines, text.source, &range)
    };
    first.set_span(join(first.span(), next.span()));
    first.set_body_span(match (first.body_span(), next.body_span()) {
        (Some(body), Some(next)) => Some(join(body, next)),
        (body, next) => body.or(next),
    });
    first.has_error |= next.has_error;
    first.doc = first.doc.take().or(next.doc);
    first.children.extend(next.children);
}

/// Returns the number of arguments in the first parentheses after the name in the signature.
pub(crate) fn arity(item: &OutlineItem) -> usize {
    let start = item.signature.find(&item.name).unwrap_or(0) + item.name.len();
    let rest = item.signature.get(start..).unwrap_or("");
    // Quoted names are stored without quotes.
    let rest = rest.strip_prefix('\'').unwrap_or(rest);
    let Some(list) = rest.strip_prefix('(') else {
        return 0;
    };
    let (mut depth, mut commas, mut is_empty) = (0usize, 0, true);
    let mut quote = None;
    let mut bytes = list.bytes();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(_), b'\\') => {
                bytes.next();
            }
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')') if depth == 0 => break,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b',') if depth == 0 => commas += 1,
            _ => {}
        }
        is_empty &= byte.is_ascii_whitespace();
    }
    if is_empty { 0 } else { commas + 1 }
}
