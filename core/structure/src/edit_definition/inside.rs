//! Inserts code into definitions without definitions inside.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::{ErrorParts, line_start};
use ransack_languages::{ItemKind, OutlineItem};

use crate::edit_definition::editor::Editor;
use crate::edit_definition::place::{Done, PlacedCode};
use crate::edit_definition::unit::blanks_of;

impl<'a> Editor<'_, 'a, '_> {
    /// Inserts code into a definition that contains no definitions.
    pub(super) fn insert_into_empty(
        &mut self,
        item: &'a OutlineItem,
        is_first: bool,
        code: PlacedCode<'_>,
    ) -> Done {
        let site = self.site;
        self.require_block(item)?;
        let start = item.signature_span().start.offset;
        let inside = site.inside(Some(item));
        // The header may belong to a group of declarations.
        let closing = inside.as_ref().map(|inside| inside.end);
        let is_bracket = |at: usize| matches!(site.source.get(at), Some(b'}' | b')' | b']'));
        let closing = closing.filter(|at| is_bracket(*at) && site.begins_line(*at));
        let header = site.indent(start);
        let closing = closing.map(|at| site.indent(at));
        let base = closing.filter(|closing| closing.len() > header.len());
        let base = base.unwrap_or(header);
        let inner = [base, &blanks_of(site.unit)].concat();
        let Some(inside) = inside else {
            return match item.kind {
                ItemKind::Section => self.insert_below_heading(item, code),
                _ if self.is_table(item) => {
                    let at = site.line_end(item.signature_span().end.offset);
                    let text = self.fragment(code, at, header)?.render(header, site);
                    self.push(at..at, [site.newline, header, &text].concat());
                    Ok(())
                }
                _ => self.insert_before_end(item, &inner, code),
            };
        };
        let content = &site.source[inside.clone()];
        let body = item.body_span().map_or(start, |body| body.start.offset);
        if !site.has_brackets(&(body..inside.end + 1)) || body == inside.start {
            return self.insert_into_layout(item, inside, is_first, code);
        }
        if content.trim_ascii().is_empty() {
            let mut code = self.fragment(code, body, &inner)?;
            let table = site.table_at(body);
            if table.has_last_comma && !table.commas.is_empty() && is_comma_container(item) {
                code.push_end(b',');
            }
            let text = code.render(&inner, site);
            let text = [site.newline, &inner, &text, site.newline, base].concat();
            self.push(inside, text);
            return Ok(());
        }
        let first = inside.start + content.len() - content.trim_ascii_start().len();
        let end = inside.start + content.trim_ascii_end().len();
        let indent = match site.begins_line(first) {
            true => site.indent(first).to_vec(),
            false => inner,
        };
        let code = self.fragment(code, body, &indent)?;
        let gap = site.newline.repeat(1 + usize::from(code.is_block()));
        let text = code.render(&indent, site);
        if is_first {
            let text = [site.newline, &indent, &text, &gap, &indent].concat();
            self.push(inside.start..first, text);
        } else {
            self.separate(end);
            let mut text = [&gap, indent.as_slice(), &text].concat();
            let is_closed_here = !site.source[end..inside.end].contains(&b'\n');
            if is_closed_here {
                text.extend([site.newline, base].concat());
            }
            let to = if is_closed_here { inside.end } else { end };
            self.push(end..to, text);
        }
        Ok(())
    }

    /// Inserts the text of a section that has only a heading.
    pub(super) fn insert_below_heading(
        &mut self,
        item: &'a OutlineItem,
        code: PlacedCode<'_>,
    ) -> Done {
        let site = self.site;
        let end = item.span().end.offset;
        let text = self.fragment(code, end, b"")?.render(b"", site);
        let at = site.line_end(end);
        self.push(at..at, [&site.newline.repeat(2), text.as_slice()].concat());
        Ok(())
    }

    /// Inserts code before the keyword, such as Ruby's `end`, that closes a definition without a
    /// body.
    fn insert_before_end(
        &mut self,
        item: &'a OutlineItem,
        inner: &[u8],
        code: PlacedCode<'_>,
    ) -> Done {
        let site = self.site;
        let span = item.span().start.offset..item.span().end.offset;
        let text = &site.source[span.clone()];
        let root = site.tree.root_node();
        let last = root.descendant_for_byte_range(span.end - 1, span.end);
        let is_end = last.is_some_and(|last| last.kind() == "end");
        let Some(head) = text.strip_suffix(b"end").filter(|_| is_end) else {
            let message = "the definition has no body, list or object that code can be inserted \
                           into";
            return Err(Error::option(message)
                .with_pattern(item.qualified_name())
                .into());
        };
        let from = span.start + head.trim_ascii_end().len();
        let to = span.start + head.len();
        let code = self.fragment(code, span.start, inner)?;
        let base = site.indent(item.signature_span().start.offset);
        let code = code.render(inner, site);
        let text = [site.newline, inner, &code, site.newline, base].concat();
        self.push(from..to, text);
        Ok(())
    }

    /// Inserts code into a body without brackets.
    fn insert_into_layout(
        &mut self,
        item: &'a OutlineItem,
        body: Range<usize>,
        is_first: bool,
        code: PlacedCode<'_>,
    ) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let written = &site.source[body.clone()];
        let body = match written.trim_ascii() {
            [] => body,
            code => {
                let start = body.end - written.trim_ascii_start().len();
                start..start + code.len()
            }
        };
        let begins_line = site.begins_line(body.start);
        let indent = match begins_line {
            true => site.source[line_start(site.source, body.start)..body.start].to_vec(),
            false => [base, &blanks_of(site.unit)].concat(),
        };
        let code = self.fragment(code, body.start, &indent)?;
        let text = code.render(&indent, site);
        // In prose, a blank line separates paragraphs.
        let has_gap = code.is_block() || item.kind == ItemKind::Section;
        let gap = site.newline.repeat(1 + usize::from(has_gap));
        let doc = item.doc_span().map(|doc| doc.start.offset..doc.end.offset);
        let doc = doc.filter(|doc| body.contains(&doc.start));
        let from = doc.as_ref().map_or(body.start, |doc| doc.end);
        let rest = site.source[from..body.end].trim_ascii();
        let table = site.table_at(body.start);
        let is_placeholder =
            rest == table.placeholder.as_bytes() || rest == table.elided.as_bytes();
        if is_placeholder {
            let end = from + site.source[from..body.end].trim_ascii_end().len();
            let start = end - rest.len();
            if site.begins_line(start) {
                self.push(start..end, text);
            } else {
                let blanks = site.source[..start].trim_ascii_end().len();
                self.push(blanks..end, [site.newline, &indent, &text].concat());
            }
        } else if !begins_line {
            let blanks = site.source[..body.start].trim_ascii_end().len();
            let old = &site.source[body.clone()];
            let (first, last) = if is_first {
                (&*text, old)
            } else {
                (old, &*text)
            };
            let text = [site.newline, &indent, first, &gap, &indent, last].concat();
            self.push(blanks..body.end, text);
        } else if is_first && doc.is_none() {
            let at = line_start(site.source, body.start);
            self.push(at..at, [&indent, text.as_slice(), &gap].concat());
        } else {
            let after = if is_first { from } else { body.end };
            let at = site.end_of_line_after(after).unwrap_or(after);
            self.push(at..at, [&gap, indent.as_slice(), &text].concat());
        }
        Ok(())
    }
}

/// Returns whether the members of a definition, such as fields and variants, are all separated by
/// commas.
fn is_comma_container(item: &OutlineItem) -> bool {
    use ItemKind::{Enum, Struct, Union, Variant};
    matches!(item.kind, Enum | Struct | Union | Variant)
}
