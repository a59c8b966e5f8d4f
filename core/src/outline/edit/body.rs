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
    /// body; `None` if the body has no documentation, or the new one begins with its own.
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
        let has_doc = if site.table_at(doc.start).doc.is_in_body {
            let language = site.language_at(doc.start);
            let parsed = ParsedText::new(text, language, self.parsers, self.budget)?;
            leading::begins_with_doc(parsed.tree.root_node(), text)
        } else {
            // Documentation of another form begins with its own mark.
            let written = &site.source[doc.clone()];
            let mark = written.split(u8::is_ascii_whitespace).next();
            let frame = Frame::of(&site.source[body.clone()]);
            let inner = frame.inner(text).trim_ascii_start();
            inner.starts_with(mark.unwrap_or(written))
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
        let frame = Frame::of(&site.source[old.clone()]);
        let end = old.end - frame.close.len();
        // A comment in the line of the documentation stays with it.
        let doc_end = site.end_of_line_after(doc.end).unwrap_or(doc.end).min(end);
        let rest = &site.source[doc_end..end];
        let rest_start = end - rest.trim_ascii_start().len();
        let rest_end = rest_start.max(doc_end + rest.trim_ascii_end().len());
        let is_line = site.begins_line(doc.start);
        let indent = match is_line {
            true => site.indent(doc.start),
            false => &inner,
        };
        let mut new = Vec::new();
        let text = frame.inner(text);
        if !text.trim_ascii().is_empty() {
            let code = self.edited(text, &(rest_start..rest_end), indent)?;
            new = [site.newline, indent, &code.render(indent, site)].concat();
        }
        if !frame.close.is_empty() {
            new.extend([site.newline, base].concat());
        }
        if !is_line {
            let before = site.source[..doc.start].trim_ascii_end().len();
            let doc = [site.newline, indent, &site.source[doc.start..doc_end]];
            self.push(before..end, [&doc.concat()[..], &new].concat());
            return Ok(());
        }
        // Blank lines between the documentation and the code stay.
        let gap = &site.source[doc_end..rest_start];
        let gap = match memchr::memrchr(b'\n', gap) {
            Some(feed) if rest_start < end && !text.trim_ascii().is_empty() => {
                gap[..feed].strip_suffix(b"\r").map_or(feed, <[u8]>::len)
            }
            _ => 0,
        };
        self.push(doc_end + gap..end, new);
        Ok(())
    }
}

/// Brackets around a body, or `do` and `end`; empty if it has none.
struct Frame<'a> {
    open: &'a [u8],
    close: &'a [u8],
}

impl<'a> Frame<'a> {
    fn of(body: &'a [u8]) -> Frame<'a> {
        let frames: [(&[u8], &[u8]); 4] =
            [(b"{", b"}"), (b"(", b")"), (b"[", b"]"), (b"do", b"end")];
        let mut frames = frames.into_iter();
        let found = frames.find(|(open, close)| {
            body.len() >= open.len() + close.len()
                && body.starts_with(open)
                && body.ends_with(close)
        });
        let (open, close) = found.unwrap_or_default();
        Frame { open, close }
    }

    /// Returns the code of a body that may be given with its brackets.
    fn inner<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let inner = text.trim_ascii().strip_prefix(self.open);
        let inner = inner.and_then(|inner| inner.strip_suffix(self.close));
        inner.filter(|_| !self.open.is_empty()).unwrap_or(text)
    }
}
