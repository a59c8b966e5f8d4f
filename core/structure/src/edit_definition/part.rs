//! Replaces parts of a definition: its signature, body, value or attributes, or the whole
//! definition.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::{ErrorParts, line_start};
use ransack_base::offsets::Span;
use ransack_languages::internal::OutlineTable;
use ransack_languages::{ItemKind, OutlineItem};

use crate::ast_edit::text_plan::PlanError;
use crate::definition::DefinitionPart;
use crate::edit_definition::doc;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::fragment::Fragment;
use crate::edit_definition::neighbours::shares_header;
use crate::edit_definition::place::PlacedCode;
use crate::edit_definition::site::Spot;
use crate::edit_definition::unit::blanks_of;
use crate::outline::comments;

type Done = Result<(), PlanError>;

impl<'a> Editor<'_, 'a, '_> {
    /// Replaces a part of a definition with new code.
    pub(super) fn replace(&mut self, spot: Spot<'a>, part: DefinitionPart, text: &[u8]) -> Done {
        let item = spot.item;
        if part == DefinitionPart::Summary {
            let message = "a summary cannot be replaced: replace the whole, or a member";
            return Err(Error::option(message)
                .with_pattern(item.qualified_name())
                .into());
        }
        let old = part.span(item).map(|span| range(&span));
        if let Some(old) = &old
            && self.site.source.get(old.clone()) == Some(text)
        {
            return Ok(());
        }
        if let Some(old) = &old
            && old.end == item.span().end.offset
        {
            self.require_end(spot, old.end)?;
        }
        if part == DefinitionPart::Value {
            self.require_chain(spot, text)?;
        }
        let is_empty = text.trim_ascii().is_empty();
        match (part, old) {
            (DefinitionPart::Doc, old) => self.replace_doc(spot, old, text),
            (DefinitionPart::Attributes, Some(old)) if is_empty => {
                self.remove_with_line(old);
                Ok(())
            }
            (DefinitionPart::Attributes, None) if is_empty => Ok(()),
            (DefinitionPart::Attributes, None) => self.add_attributes(spot, text),
            (DefinitionPart::Body, Some(old)) => match self.kept_doc(item, &old, text)? {
                Some(doc) => self.replace_body_after(item, &doc, old, text),
                None => self.replace_body(item, old, text),
            },
            (DefinitionPart::Body, None) if item.kind == ItemKind::Section => match is_empty {
                true => Ok(()),
                false => self.insert_below_heading(item, PlacedCode::Given(text)),
            },
            (_, None) => {
                let name = part.name();
                let message = format!("the definition has no {name} to replace");
                Err(Error::option(message)
                    .with_pattern(item.qualified_name())
                    .into())
            }
            (_, Some(_)) if is_empty => {
                let message = "the new code is empty: remove the definition instead";
                Err(Error::option(message)
                    .with_pattern(item.qualified_name())
                    .into())
            }
            (DefinitionPart::Signature, Some(old)) => self.replace_signature(spot, old, text),
            (_, Some(old)) => {
                self.require_lines(spot, &old, text)?;
                self.replace_code(old, text)
            }
        }
    }

    /// Reads code that replaces the range `old`.
    pub(super) fn edited(
        &mut self,
        text: &[u8],
        old: &Range<usize>,
        indent: &[u8],
    ) -> Result<Fragment, PlanError> {
        let written = &self.site.source[old.clone()];
        let code = PlacedCode::Edited { text, old: written };
        self.fragment(code, old.start, indent)
    }

    /// Replaces code with new code, adapting its indentation.
    fn replace_code(&mut self, old: Range<usize>, text: &[u8]) -> Done {
        let site = self.site;
        let indent = site.indent(old.start);
        let mut code = self.edited(text, &old, indent)?;
        if let Some(after) = site.separator_after(old.end) {
            let mark = site.source[after - 1];
            if !site.source[old.clone()].ends_with(&[mark]) {
                code.strip_end(mark);
            }
        }
        let text = code.render(indent, site);
        self.push(old, text);
        Ok(())
    }

    fn replace_signature(&mut self, spot: Spot<'a>, old: Range<usize>, text: &[u8]) -> Done {
        let site = self.site;
        let written = &site.source[old.clone()];
        if shares_header(spot) {
            return match text.trim_ascii() == written {
                true => Ok(()),
                false => Err(shared(spot.item)),
            };
        }
        let indent = site.indent(old.start);
        let mut code = self.edited(text, &old, indent)?;
        // A mark that follows the signature in the file may also end the given text.
        for mark in [b'{', b';', b',', b':'] {
            if !written.ends_with(&[mark]) {
                code.strip_end(mark);
            }
        }
        if written.ends_with(b":") {
            code.push_end(b':');
        }
        let text = code.render(indent, site);
        // The last bound of a clause in Rust may end in a comma.
        if has_word(written, b"where")
            && !has_word(&text, b"where")
            && let Some(after) = site.separator_after(old.end)
            && site.source[after..].trim_ascii_start().starts_with(b"{")
        {
            self.push(old.end..after, Vec::new());
        }
        self.push(old, text);
        Ok(())
    }

    fn add_attributes(&mut self, spot: Spot<'a>, text: &[u8]) -> Done {
        if shares_header(spot) {
            return Err(shared(spot.item));
        }
        let site = self.site;
        let at = spot.item.signature_span().start.offset;
        let indent = site.indent(at);
        let code = self.fragment(PlacedCode::Given(text), at, indent)?;
        let mut text = code.render(indent, site);
        match site.begins_line(at) {
            true => text.extend([site.newline, indent].concat()),
            false => text.push(b' '),
        }
        self.push(at..at, text);
        Ok(())
    }

    fn replace_doc(&mut self, spot: Spot<'a>, old: Option<Range<usize>>, text: &[u8]) -> Done {
        let site = self.site;
        let item = spot.item;
        let body = item.body_span().map(|body| range(&body));
        if text.trim_ascii().is_empty() {
            let Some(old) = old else { return Ok(()) };
            if body.as_ref().is_some_and(|body| *body == old) {
                // A body must not be empty.
                let elided = site.table_at(old.start).elided.as_bytes().to_vec();
                self.push(old, elided);
            } else {
                for comment in self.doc_comments(&old) {
                    self.remove_with_line(comment);
                }
            }
            return Ok(());
        }
        let start = item.span().start.offset;
        let table = site.table_at(start);
        let mut comments = old
            .map_or_else(Vec::new, |old| self.doc_comments(&old))
            .into_iter();
        let old = comments.next();
        for comment in comments {
            self.remove_with_line(comment);
        }
        let known = old.as_ref().map(|old| &site.source[old.clone()]);
        let written = doc::written(text, table, known)?;
        if let Some(old) = old {
            let indent = site.indent(old.start);
            let doc = Fragment::of_doc(&written, &site.source[old.clone()], indent);
            let text = doc.render(indent, site);
            self.push(old, text);
            return Ok(());
        }
        let doc = Fragment::of_doc(&written, b"", b"");
        if table.doc_string.is_none() {
            if shares_header(spot) {
                return Err(shared(item));
            }
            let indent = site.indent(start);
            let mut text = doc.render(indent, site);
            let marker = table
                .doc
                .lines
                .first()
                .map_or(&b""[..], |line| line.as_bytes());
            if begins_directive(site.source, start, table) {
                text.extend([site.newline, indent, marker].concat());
            }
            // Comments directly below the file header would become part of it.
            let above = site.source[..line_start(site.source, start)].trim_ascii_end();
            let gap = match site.has_header() && above.len() <= site.code_start() {
                true if site.feeds(above.len()..start) == 1 => [site.newline, indent].concat(),
                _ => Vec::new(),
            };
            self.push(
                start..start,
                [&gap, &text[..], site.newline, indent].concat(),
            );
            return Ok(());
        }
        let Some(body) = body else {
            let message = "the definition has no body for its documentation";
            return Err(Error::option(message)
                .with_pattern(item.qualified_name())
                .into());
        };
        if site.begins_line(body.start) {
            let indent = site.indent(body.start);
            let text = doc.render(indent, site);
            self.push(
                body.start..body.start,
                [&text, site.newline, indent].concat(),
            );
        } else {
            let inner = [
                site.indent(item.signature_span().start.offset),
                &blanks_of(site.unit),
            ];
            let inner = inner.concat();
            let text = doc.render(&inner, site);
            let blanks = site.source[..body.start].trim_ascii_end().len();
            let text = [site.newline, &inner, &text, site.newline, &inner].concat();
            self.push(blanks..body.start, text);
        }
        Ok(())
    }

    /// Returns the ranges of the comments that make up the documentation.
    fn doc_comments(&self, doc: &Range<usize>) -> Vec<Range<usize>> {
        let source = self.site.source;
        let table = self.site.table_at(doc.start);
        if table.doc_string.is_some() {
            return vec![doc.clone()];
        }
        let mut end = doc.end;
        let next = self.site.next_line(end);
        if begins_directive(source, next, table) {
            // Keeps the empty comment line that separates the directives below.
            end = source[..end].strip_suffix(b"\n//").map_or(end, <[u8]>::len);
        }
        let ranges = doc::comments_of(&source[doc.start..end], &table.doc).into_iter();
        let ranges = ranges.map(|range| doc.start + range.start..doc.start + range.end);
        ranges.collect()
    }

    /// Removes a part, including its line if nothing else is on it.
    fn remove_with_line(&mut self, old: Range<usize>) {
        let site = self.site;
        let blanks = crate::edit_definition::site::blanks_at(site.source, old.end).len();
        let is_line = site.begins_line(old.start) && site.line_end(old.end) == old.end + blanks;
        let range = match is_line {
            true => line_start(site.source, old.start)..site.next_line(old.end),
            false => old.start..old.end + blanks,
        };
        self.push(range, Vec::new());
    }
}

pub(super) fn range(span: &Span) -> Range<usize> {
    span.start.offset..span.end.offset
}

/// Returns whether a tool directive begins at an offset, in a language in which an empty comment
/// line separates it from documentation above.
fn begins_directive(source: &[u8], at: usize, table: &OutlineTable) -> bool {
    let line = source.get(at..).unwrap_or_default();
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    table.separates_directives && comments::is_directive(line.trim_ascii())
}

pub(super) fn shared(item: &OutlineItem) -> PlanError {
    let message = "the definition shares its declaration with others: replace the code of all";
    Error::option(message)
        .with_pattern(item.qualified_name())
        .into()
}

/// Returns whether white space separates a word from the rest of the code.
fn has_word(code: &[u8], word: &[u8]) -> bool {
    code.split(u8::is_ascii_whitespace).any(|part| part == word)
}
