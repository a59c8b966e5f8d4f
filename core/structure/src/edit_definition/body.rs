//! Replaces bodies, but keeps their documentation and the token before an expression, such as `=`.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_languages::OutlineItem;
use ransack_languages::internal::OutlineTable;

use crate::ast_edit::text_plan::PlanError;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::part::range;
use crate::edit_definition::place::Done;
use crate::edit_definition::site::blanks_at;
use crate::edit_definition::unit::blanks_of;
use crate::outline::text::ParsedText;

impl<'a> Editor<'_, 'a, '_> {
    /// Returns the range of the documentation inside a body that is kept when `text` replaces the
    /// body. Returns `None` if the body has no documentation or if `text` begins with
    /// documentation.
    pub(super) fn kept_doc(
        &mut self,
        item: &'a OutlineItem,
        body: &Range<usize>,
        text: &[u8],
    ) -> Result<Option<Range<usize>>, PlanError> {
        let doc = item.doc_span().map(|doc| range(&doc));
        let Some(doc) = doc.filter(|doc| body.start <= doc.start && doc.end <= body.end) else {
            return Ok(None);
        };
        let site = self.site;
        let has_doc = if let Some(doc_string) = site.table_at(doc.start).doc_string {
            let language = site.language_at(doc.start);
            let parsed = ParsedText::new(text, language, self.parsers, self.budget)?;
            doc_string(parsed.tree.root_node()).is_some()
        } else {
            // Documentation in another form begins with a marker of its own.
            let written = &site.source[doc.clone()];
            let mark = written.split(u8::is_ascii_whitespace).next();
            let frame = Frame::of(&site.source[body.clone()]);
            let inner = frame.inner(text).trim_ascii_start();
            inner.starts_with(mark.unwrap_or(written))
        };
        Ok((!has_doc).then_some(doc))
    }

    /// Replaces a body. If the old body is a block, its brackets are kept around code without
    /// brackets.
    pub(super) fn replace_body(
        &mut self,
        item: &'a OutlineItem,
        old: Range<usize>,
        text: &[u8],
    ) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let is_empty = text.trim_ascii().is_empty();
        self.require_clauses(item, &old, text)?;
        let written = &site.source[old.clone()];
        if site.is_block(item, &old) || is_do_block(written) {
            return self.replace_block(item, old, text);
        }
        let table = site.table_at(old.start);
        let is_block = text.trim_ascii_start().starts_with(b"{");
        let is_expression = self.is_expression(item, &old);
        let (mut old, before) = match is_empty {
            true => (old, &b""[..]),
            false => after_mark(site.source, old, text, table),
        };
        if is_block && is_arrow(item, written) && site.source[old.end..].starts_with(b";") {
            old.end += 1;
        }
        let text = match is_empty && table.is_layout {
            true => table.elided.as_bytes(),
            false => text,
        };
        let begins_line = site.begins_line(old.start);
        let inner = [base, &blanks_of(site.unit)].concat();
        let indent = match begins_line {
            true => &site.source[line_start(site.source, old.start)..old.start],
            false if table.is_layout => &inner,
            false => base,
        };
        let gets_lines = !begins_line && table.is_layout && !written.contains(&b'\n');
        // No line of the file has the indentation of the new lines.
        let code = self.edited(text, &old, if gets_lines { base } else { indent })?;
        let text = code.render(indent, site);
        if gets_lines && code.has_several_lines() {
            let blanks = site.source[..old.start].trim_ascii_end().len();
            self.push(
                blanks..old.end,
                [before, site.newline, indent, &text].concat(),
            );
        } else {
            let is_expression = is_expression && !is_empty && !is_block;
            let is_terminated = site.source[old.end..].starts_with(b";");
            let code = text.strip_suffix(b";").filter(|_| is_expression);
            let mark = MARKS.iter().find_map(|mark| text.strip_prefix(*mark));
            let mark = mark.map_or(0, |rest| text.len() - rest.trim_ascii_start().len());
            let operand = before.len() + mark..before.len() + code.unwrap_or(&text).len();
            let text = code.filter(|_| is_terminated).unwrap_or(&text);
            self.push(old, [before, text].concat());
            if is_expression && let Some(edit) = self.edits.last_mut() {
                edit.operands.push(operand);
            }
        }
        Ok(())
    }

    /// Replaces a body in brackets, or between `do` and `end`.
    fn replace_block(&mut self, item: &'a OutlineItem, old: Range<usize>, text: &[u8]) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let inner = [base, &blanks_of(site.unit)].concat();
        let written = &site.source[old.clone()];
        let Frame { open, close } = Frame::of(written);
        let table = site.table_at(old.start);
        let before = site.source[..old.start].trim_ascii_end();
        if let Some(code) = expression(
            text,
            open,
            before.ends_with(b"=>") || before.ends_with(b"="),
        ) {
            let mut code = self.edited(code, &old, base)?;
            if is_arrow(item, code.first()) && !code.last().ends_with(b";") {
                code.push_end(b';');
            }
            let code = code.render(base, site);
            self.push(old, code);
            return Ok(());
        }
        let is_whole = text.trim_ascii().starts_with(open) && text.trim_ascii().ends_with(close)
            || is_do_block(written) && text.trim_ascii_start().starts_with(b", do:");
        let ends_statements = open == b"{" && table.elided.ends_with("; }");
        let is_empty = text.trim_ascii().is_empty();
        if is_whole {
            let text = self.edited(text, &old, base)?.render(base, site);
            // Drops the blank before `do`.
            let start = match text.starts_with(b",") {
                true => site.source[..old.start].trim_ascii_end().len(),
                false => old.start,
            };
            self.push(start..old.end, text);
            return Ok(());
        }
        if is_empty && table.placeholder.is_empty() && open != b"do" {
            self.push(old, [open, close].concat());
            return Ok(());
        }
        if is_empty && open == b"do" {
            self.push(old, [open, site.newline, base, close].concat());
            return Ok(());
        }
        let text = match is_empty {
            true => table.placeholder.as_bytes(),
            false => text,
        };
        let mut code = self.edited(text, &old, &inner)?;
        let is_line = !code.has_several_lines() && !written.contains(&b'\n');
        if is_line && ends_statements && !matches!(code.last().last(), Some(b'}' | b'&')) {
            code.push_end(b';');
        }
        let code = code.render(&inner, site);
        let text = match is_line {
            true => [open, b" ", &code, b" ", close].concat(),
            false => [open, site.newline, &inner, &code, site.newline, base, close].concat(),
        };
        self.push(old, text);
        Ok(())
    }

    /// Replaces a body except the documentation at its start.
    pub(super) fn replace_body_after(
        &mut self,
        item: &'a OutlineItem,
        doc: &Range<usize>,
        old: Range<usize>,
        text: &[u8],
    ) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let inner = [base, &blanks_of(site.unit)].concat();
        let frame = Frame::of(&site.source[old.clone()]);
        let end = old.end - frame.close.len();
        // A comment on the same line as the documentation is kept with it.
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
        // Keeps the blank lines between the documentation and the code.
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

/// Returns the expression that replaces a block in braces: `=> a`, `= a`. Includes the mark unless
/// the file already has it. Returns `None` for other code.
fn expression<'t>(text: &'t [u8], open: &[u8], has_mark: bool) -> Option<&'t [u8]> {
    let text = text.trim_ascii();
    let rest = text
        .strip_prefix(b"=>")
        .or_else(|| text.strip_prefix(b"="))?;
    let is_expression = open == b"{" && !rest.starts_with(b"=");
    let code = if has_mark {
        rest.trim_ascii_start()
    } else {
        text
    };
    is_expression.then_some(code)
}

/// Returns whether a body is an arrow and an expression, after which the definition ends with `;`, as
/// in C# and Dart.
fn is_arrow(item: &OutlineItem, body: &[u8]) -> bool {
    body.starts_with(b"=>") && item.value_span().is_none()
}

/// Returns whether a body is enclosed in `do` and `end`.
pub(super) fn is_do_block(body: &[u8]) -> bool {
    let after = body.strip_prefix(b"do").and_then(<[u8]>::first);
    after.is_some_and(u8::is_ascii_whitespace) && body.ends_with(b"end")
}

/// Returns the range that the new body replaces, and the text to put before the new code. A mark
/// that begins the old body, such as `=` or `->`, is kept unless the new code has its own mark or
/// is a block.
fn after_mark<'t>(
    source: &[u8],
    old: Range<usize>,
    text: &[u8],
    table: &OutlineTable,
) -> (Range<usize>, &'t [u8]) {
    let text = text.trim_ascii_start();
    let is_block = text.first().is_some_and(|open| table.blocks.contains(open));
    let written = &source[old.clone()];
    let mark = MARKS.into_iter().find(|mark| written.starts_with(mark));
    let brings = |mark: &[u8]| text.starts_with(mark) || (mark == b"=" && text.starts_with(b"|"));
    match mark {
        Some(b", do:") if is_do_block(text.trim_ascii_end()) => (old, b" "),
        // An Elixir tuple.
        Some(mark) if brings(mark) || (is_block && mark != b", do:") => (old, b""),
        Some(mark) => {
            let blanks = blanks_at(written, mark.len()).len();
            let rest = old.start + mark.len() + blanks;
            let has_blank = blanks > 0 || source.get(rest) == Some(&b'\n');
            (rest..old.end, if has_blank { b"" } else { b" " })
        }
        // Haskell guards.
        None if written.starts_with(b"|") && !text.starts_with(b"|") && !text.starts_with(b"=") => {
            (old, b"= ")
        }
        None => (old, b""),
    }
}

/// Marks before a body that is an expression.
const MARKS: [&[u8]; 4] = [b", do:", b"=>", b"->", b"="];

/// Brackets around a body, or `do` and `end`. Empty if the body has neither.
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

    /// Returns the code of a body without its brackets, if it has any.
    fn inner<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let inner = text.trim_ascii().strip_prefix(self.open);
        let inner = inner.and_then(|inner| inner.strip_suffix(self.close));
        inner.filter(|_| !self.open.is_empty()).unwrap_or(text)
    }
}
