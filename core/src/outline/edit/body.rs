//! Replaces bodies whose documentation stays.

use std::ops::Range;

use super::editor::Editor;
use super::part::range;
use super::place::{Done, Fault};
use crate::outline::item::OutlineItem;
use crate::outline::leading;
use crate::outline::text::ParsedText;

impl<'a> Editor<'_, 'a, '_> {
    /// Returns the range of the documentation inside a body that stays when `text` replaces the
    /// body; `None` if there is none, or the new body begins with its own.
    pub(super) fn kept_doc(
        &mut self,
        item: &'a OutlineItem,
        body: &Range<usize>,
        text: &[u8],
    ) -> Result<Option<Range<usize>>, Fault> {
        let doc = item.doc_span().map(|doc| range(&doc));
        let Some(doc) = doc.filter(|doc| body.start <= doc.start && doc.end <= body.end) else {
            return Ok(None);
        };
        let site = self.site;
        let language = site.language_at(doc.start);
        let has_doc = if site.table_at(doc.start).doc.is_in_body {
            let parsed = ParsedText::new(text, language, self.parsers, self.budget)?;
            leading::begins_with_doc(parsed.tree.root_node(), text)
        } else {
            // Documentation of another form begins with its own mark.
            let written = &site.source[doc.clone()];
            let is_mark = |byte: &u8| !byte.is_ascii_whitespace();
            let len = written.iter().take_while(|byte| is_mark(byte)).count();
            let inner = text.trim_ascii_start();
            inner.starts_with(&written[..len])
                || inner.get(1..).is_some_and(|inner| {
                    site.has_brackets(body)
                        && inner.trim_ascii_start().starts_with(&written[..len])
                })
        };
        Ok((!has_doc).then_some(doc))
    }

    /// Replaces a body except for the documentation at its start.
    pub(super) fn replace_body_after(
        &mut self,
        item: &'a OutlineItem,
        doc: &Range<usize>,
        old: Range<usize>,
        text: &[u8],
    ) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let inner = [base, &site.unit.blanks()].concat();
        let is_in_brackets = site.has_brackets(&old);
        let end = if is_in_brackets { old.end - 1 } else { old.end };
        // A comment in the line of the documentation stays with it.
        let doc_end = site.end_of_line_after(doc.end).unwrap_or(doc.end).min(end);
        let rest = &site.source[doc_end..end];
        let start = end - rest.trim_ascii_start().len();
        let is_line = site.begins_line(doc.start);
        let indent = match is_line {
            true => site.indent(doc.start),
            false => &inner,
        };
        let text = match is_in_brackets {
            true => without_brackets(text, &site.source[old.clone()]),
            false => text,
        };
        let mut code = Vec::new();
        if !text.trim_ascii().is_empty() {
            let rest = start..end - (rest.len() - rest.trim_ascii_end().len()).min(end - start);
            code = [site.newline, indent].concat();
            code.extend(self.edited(text, &rest, indent)?.render(indent, site));
        }
        let close = match is_in_brackets {
            true => [site.newline, base].concat(),
            false => Vec::new(),
        };
        if is_line {
            // Blank lines after the documentation stay.
            let gap = match memchr::memrchr(b'\n', &site.source[doc_end..start]) {
                Some(feed) if !code.is_empty() && start < end => doc_end + feed,
                _ => doc_end,
            };
            let gap = match site.source[..gap].ends_with(b"\r") && gap > doc_end {
                true => gap - 1,
                false => gap,
            };
            self.push(gap..end, [code, close].concat());
        } else {
            let before = site.source[..doc.start].trim_ascii_end().len();
            let doc = [site.newline, indent, &site.source[doc.start..doc_end]].concat();
            self.push(before..end, [doc, code, close].concat());
        }
        Ok(())
    }
}

/// Returns the code of a body that may be given with the brackets of the old one.
fn without_brackets<'t>(text: &'t [u8], old: &[u8]) -> &'t [u8] {
    let trimmed = text.trim_ascii();
    let open = old.first().map_or(&[][..], std::slice::from_ref);
    let close = old.last().map_or(&[][..], std::slice::from_ref);
    let inner = trimmed.strip_prefix(open);
    inner.and_then(|inner| inner.strip_suffix(close)).unwrap_or(text)
}
