//! Places of code beside and inside definitions, and the range that is removed with one.
//!
//! Lines stay whole: a definition that has its lines for itself is inserted and removed by lines,
//! with the blank lines that are usual between its neighbours.

use std::ops::Range;

use super::editor::Editor;
use super::fragment::Fragment;
use super::options::InsertPlace;
use super::site::Spot;
use crate::ast::{Interrupt, PlannedEdit};
use crate::error::Error;
use crate::offsets::line_start;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind;

/// Code to insert.
#[derive(Clone, Copy)]
pub(super) enum Code<'c> {
    /// Code in the form in which the caller gives it.
    Given(&'c [u8]),
    /// Code in the form in which the caller gives it, to replace `old`.
    Edited { text: &'c [u8], old: &'c [u8] },
    /// Cut out of a file in which its first line has the indentation `base`.
    Moved { text: &'c [u8], base: &'c [u8] },
}

/// Reason for which an edit is not planned.
pub(super) enum Fault {
    Stop(Interrupt),
    Error(Error),
}

impl From<Interrupt> for Fault {
    fn from(stop: Interrupt) -> Fault {
        Fault::Stop(stop)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Error(error)
    }
}

type Done = Result<(), Fault>;

impl<'a> Editor<'_, 'a, '_> {
    /// Inserts code at a place relative to a definition; `None` is the file itself.
    pub(super) fn insert(
        &mut self,
        place: InsertPlace,
        target: Option<Spot<'a>>,
        code: Code<'_>,
    ) -> Done {
        let is_first = match (place, target) {
            (InsertPlace::Before, Some(spot)) => return self.insert_before(spot, code),
            (InsertPlace::After, Some(spot)) => return self.insert_after(spot, code),
            (InsertPlace::Before | InsertPlace::After, None) => {
                let message = "an empty name is the file itself: insert as first or last member";
                return Err(Error::option(message).into());
            }
            (InsertPlace::FirstMember, _) => true,
            (InsertPlace::LastMember, _) => false,
        };
        let container = target.map(|spot| spot.item);
        let siblings: &'a [OutlineItem] = match container {
            Some(item) => &item.children,
            None => &self.site.outline.items,
        };
        let inside = self.site.inside(container);
        let is_inside = |item: &&OutlineItem| {
            let start = item.span().start.offset;
            // Code goes below the name of a file's package.
            let is_clause = item.kind == ItemKind::Module && item.body_span().is_none();
            !is_clause
                && inside
                    .as_ref()
                    .is_some_and(|inside| inside.contains(&start))
        };
        let found = match is_first {
            true => siblings.iter().find(is_inside),
            false => siblings.iter().rfind(is_inside),
        };
        let index = found.and_then(|found| siblings.iter().position(|s| std::ptr::eq(s, found)));
        let (Some(item), Some(index)) = (found, index) else {
            return match container {
                Some(item) => self.insert_into_empty(item, is_first, code),
                None => self.insert_into_file(code),
            };
        };
        let spot = Spot {
            item,
            parent: container,
            siblings,
            index,
        };
        match is_first {
            true => self.insert_before(spot, code),
            false => self.insert_after(spot, code),
        }
    }

    fn insert_before(&mut self, spot: Spot<'a>, code: Code<'_>) -> Done {
        let site = self.site;
        let mut extent = self.extent(spot);
        let indent = site.indent(extent.start);
        let mut code = self.fragment(code, extent.start, indent)?;
        let declaration = self.declaration_beside(spot, &code);
        let is_list = declaration.is_none() && self.is_comma_list(spot);
        extent = declaration.unwrap_or(extent);
        match is_list {
            true => code.push_end(b','),
            false => self.end_like(&mut code, extent.end),
        }
        if !site.begins_line(extent.start) {
            let mut text = code.render(indent, site);
            match code.has_several_lines() {
                true => text.extend([site.newline, indent].concat()),
                false => text.push(b' '),
            }
            self.push(extent.start..extent.start, text);
            return Ok(());
        }
        let at = line_start(site.source, extent.start).max(site.text_start());
        let below = self.usual_gap(spot, code.is_block(), is_block(spot.item))?;
        let above = match self.is_first(spot, at) {
            true => 0,
            false => {
                let previous = spot.previous().map_or(code.is_block(), is_block);
                let usual = self.usual_gap(spot, previous, code.is_block())?;
                usual.saturating_sub(site.feeds(site.blank_above(at)))
            }
        };
        let mut text = site.newline.repeat(above);
        text.extend_from_slice(indent);
        text.extend(code.render(indent, site));
        text.extend(site.newline.repeat(below + 1));
        self.push(at..at, text);
        Ok(())
    }

    fn insert_after(&mut self, spot: Spot<'a>, code: Code<'_>) -> Done {
        let site = self.site;
        let mut extent = self.extent(spot);
        let indent = site.indent(extent.start);
        let mut code = self.fragment(code, extent.start, indent)?;
        let declaration = self.declaration_beside(spot, &code);
        let is_list = declaration.is_none() && self.is_comma_list(spot);
        let separator = match &declaration {
            Some(whole) => site.separator_after(whole.end),
            None => self.separator_after(spot, extent.end),
        };
        extent = declaration.unwrap_or(extent);
        if is_list {
            match separator {
                Some(_) => code.push_end(b','),
                None => {
                    // The last of a list without comma at its end.
                    self.push(extent.end..extent.end, b",".to_vec());
                    code.strip_end(b',');
                }
            }
        } else {
            self.end_like(&mut code, extent.end);
        }
        let end = separator.unwrap_or(extent.end);
        let line_end = site.end_of_line_after(end);
        let Some(at) = line_end.filter(|_| site.begins_line(extent.start)) else {
            let has_line = code.has_several_lines() || site.begins_line(extent.start);
            let mut text = match has_line {
                true => [site.newline, indent].concat(),
                false => b" ".to_vec(),
            };
            text.extend(code.render(indent, site));
            self.push(end..end, text);
            return Ok(());
        };
        let above = self.usual_gap(spot, is_block(spot.item), code.is_block())?;
        let next_line = site.next_line(at);
        let below = match self.is_last(spot, next_line) {
            true => 0,
            false => {
                let next = spot.next().map_or(code.is_block(), is_block);
                let usual = self.usual_gap(spot, code.is_block(), next)?;
                usual.saturating_sub(site.feeds(site.blank_below(next_line)))
            }
        };
        let mut text = site.newline.repeat(above + 1);
        text.extend_from_slice(indent);
        text.extend(code.render(indent, site));
        text.extend(site.newline.repeat(below));
        self.push(at..at, text);
        Ok(())
    }

    /// Inserts code into a definition without definitions inside.
    fn insert_into_empty(&mut self, item: &'a OutlineItem, is_first: bool, code: Code<'_>) -> Done {
        let site = self.site;
        let start = item.signature_span().start.offset;
        let inside = site.inside(Some(item));
        // The header may be that of a group of declarations.
        let closing = inside.as_ref().map(|inside| inside.end);
        let is_bracket = |at: usize| matches!(site.source.get(at), Some(b'}' | b')' | b']'));
        let closing = closing.filter(|at| is_bracket(*at) && site.begins_line(*at));
        let header = site.indent(start);
        let closing = closing.map(|at| site.indent(at));
        let base = closing.filter(|closing| closing.len() > header.len());
        let base = base.unwrap_or(header);
        let inner = [base, &site.unit.blanks()].concat();
        let Some(inside) = inside else {
            return self.insert_before_end(item, &inner, code);
        };
        let content = &site.source[inside.clone()];
        let body = item.body_span().map_or(start, |body| body.start.offset);
        if !site.has_brackets(&(body..inside.end + 1)) || body == inside.start {
            return self.insert_into_layout(item, inside, is_first, code);
        }
        if content.trim_ascii().is_empty() {
            let mut code = self.fragment(code, body, &inner)?;
            if site.table_at(body).has_last_comma && is_comma_container(item) {
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

    /// Inserts code before the word that ends a definition without body, such as `end` in Ruby.
    fn insert_before_end(&mut self, item: &'a OutlineItem, inner: &[u8], code: Code<'_>) -> Done {
        let site = self.site;
        let span = item.span().start.offset..item.span().end.offset;
        let text = &site.source[span.clone()];
        let Some(head) = text.strip_suffix(b"end") else {
            let message = "the definition has no body to insert code into";
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
        code: Code<'_>,
    ) -> Done {
        let site = self.site;
        let base = site.indent(item.signature_span().start.offset);
        let begins_line = site.begins_line(body.start);
        let indent = match begins_line {
            true => site.indent(body.start).to_vec(),
            false => [base, &site.unit.blanks()].concat(),
        };
        let code = self.fragment(code, body.start, &indent)?;
        let text = code.render(&indent, site);
        let gap = site.newline.repeat(1 + usize::from(code.is_block()));
        let doc = item.doc_span().map(|doc| doc.start.offset..doc.end.offset);
        let doc = doc.filter(|doc| body.contains(&doc.start));
        let from = doc.as_ref().map_or(body.start, |doc| doc.end);
        let rest = site.source[from..body.end].trim_ascii();
        let is_placeholder = rest == b"pass" || rest == site.table_at(body.start).elided.as_bytes();
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

    /// Inserts code into a file without definitions.
    fn insert_into_file(&mut self, code: Code<'_>) -> Done {
        let site = self.site;
        let start = site.text_start();
        let kept = start + site.source[start..].trim_ascii_end().len();
        let leading = site.source[start..].len() - site.source[start..].trim_ascii_start().len();
        let content = start + leading..kept.max(start + leading);
        if site.has_brackets(&content) && site.is_blank(content.start + 1..content.end - 1) {
            let inner = site.unit.blanks();
            let code = self.fragment(code, start, &inner)?.render(&inner, site);
            let text = [site.newline, &inner, &code, site.newline].concat();
            self.push(content.start + 1..content.end - 1, text);
            return Ok(());
        }
        let code = self.fragment(code, start, b"")?;
        let (from, before) = match self.last_edit_behind(kept) {
            Some((at, before)) => (at, before),
            None if content.is_empty() => (start, Vec::new()),
            None => (kept, site.source[..kept].to_vec()),
        };
        let feeds = before[before.trim_ascii_end().len()..].iter();
        let feeds = feeds.filter(|byte| **byte == b'\n').count();
        let usual = match code.is_block() {
            true => 1 + site.table_at(start).gap,
            false => 2,
        };
        let gap = match before.trim_ascii().is_empty() {
            true => Vec::new(),
            false => site.newline.repeat(usual.saturating_sub(feeds)),
        };
        let code = code.render(b"", site);
        let text = [&gap, code.as_slice(), site.newline].concat();
        self.push(from..site.source.len(), text);
        Ok(())
    }

    /// Returns the end of the last edit that ends behind `kept`, the end of the text without the
    /// white space there, and what precedes that end afterwards: imports that are added to a file
    /// without definitions, or code that is inserted before.
    fn last_edit_behind(&self, kept: usize) -> Option<(usize, Vec<u8>)> {
        let is_behind = |edit: &&PlannedEdit| edit.range.start >= kept || edit.range.end > kept;
        let edits = self.edits.iter().filter(is_behind);
        let edit = edits.max_by_key(|edit| edit.range.end)?;
        let before = match edit.text.is_empty() {
            true => self.site.source[self.site.text_start()..edit.range.start].to_vec(),
            false => edit.text.clone(),
        };
        Some((edit.range.end, before))
    }

    /// Removes a definition, its separator and the blank lines that it leaves.
    pub(super) fn remove(&mut self, spot: Spot<'a>) -> Done {
        let site = self.site;
        let extent = self.extent(spot);
        let separator = self.separator_after(spot, extent.end);
        let end = separator.unwrap_or(extent.end);
        let has_comma = separator.is_some_and(|after| site.source[after - 1] == b',');
        let comma = match has_comma {
            true => None,
            false => self.comma_before(spot, extent.start),
        };
        if let Some(line_end) = site.end_of_line_after(end)
            && site.begins_line(extent.start)
        {
            if let Some(comma) = comma {
                self.push(comma..comma + 1, Vec::new());
            }
            return self.remove_lines(spot, extent.start, line_end);
        }
        let range = match comma {
            // The last of a list that goes on in the line.
            Some(comma) => comma..end,
            None => {
                let blanks = super::site::blanks_at(site.source, end).len();
                match site.line_end(end) == end + blanks {
                    true => site.source[..extent.start].trim_ascii_end().len()..end,
                    false => extent.start..end + blanks,
                }
            }
        };
        self.push(range, Vec::new());
        Ok(())
    }

    /// Removes the lines of a definition; keeps the larger gap of those around it, and none at the
    /// ends of its container.
    fn remove_lines(&mut self, spot: Spot<'a>, start: usize, line_end: usize) -> Done {
        let site = self.site;
        let from = line_start(site.source, start).max(site.text_start());
        let to = site.next_line(line_end);
        let (above, below) = (site.blank_above(from), site.blank_below(to));
        let (is_first, is_last) = (self.is_first(spot, from), self.is_last(spot, to));
        let table = site.table_at(start);
        if is_first && is_last && table.is_layout && spot.parent.is_some() {
            let text = [site.indent(start), table.elided.as_bytes()].concat();
            self.push(from..line_end, text);
            return Ok(());
        }
        let mut range = match (is_first, is_last) {
            (true, _) if spot.parent.is_none() || !is_last => from..below.end,
            (_, true) => above.start..to,
            _ if site.feeds(above.clone()) >= site.feeds(below.clone()) => from..below.end,
            _ => above.start..to,
        };
        if range.end == site.source.len() && !site.source.ends_with(b"\n") {
            // The line before becomes the last one, without line feed like this one.
            range.start = site.source[..range.start].trim_ascii_end().len();
        }
        self.push(range, Vec::new());
        Ok(())
    }

    /// Puts the comments of a region around two definitions and all between them.
    pub(super) fn region(&mut self, first: Spot<'a>, last: Spot<'a>, title: &str) -> Done {
        let site = self.site;
        let (start, end) = (self.extent(first).start, self.extent(last).end);
        let [open, close, suffix] = site.table_at(start).region;
        if open.is_empty() {
            return Err(Error::option("the language has no comments for regions").into());
        }
        let is_sibling = std::ptr::eq(first.siblings, last.siblings);
        if !is_sibling || first.index > last.index {
            let message = "a region ends at a sibling that comes after its first definition";
            let error = Error::option(message).with_pattern(last.item.qualified_name());
            return Err(error.into());
        }
        if title.contains(['\n', '\r']) || (!suffix.is_empty() && title.contains(suffix.trim())) {
            return Err(Error::option("the title of a region is one line of a comment").into());
        }
        let end = self.separator_after(last, end).unwrap_or(end);
        let line_end = site.end_of_line_after(end);
        let Some(at) = line_end.filter(|_| site.begins_line(start)) else {
            let message = "a region needs definitions that have their lines for themselves";
            return Err(Error::option(message).into());
        };
        let indent = site.indent(start);
        let blank = if title.is_empty() { "" } else { " " };
        let head = [open, blank, title, suffix].concat();
        let tail = [close, suffix].concat();
        let from = line_start(site.source, start).max(site.text_start());
        self.push(from..from, [indent, head.as_bytes(), site.newline].concat());
        self.push(at..at, [site.newline, indent, tail.as_bytes()].concat());
        Ok(())
    }

    /// Returns the range of a definition; of one that shares its header with others, that of its
    /// declarator.
    pub(super) fn extent(&self, spot: Spot<'a>) -> Range<usize> {
        let item = spot.item;
        let mut start = item.span().start.offset;
        if shares_header(spot) && start <= item.signature_span().start.offset {
            let source = &self.site.source[..item.name_span().start.offset];
            let is_prefix = |byte: &&u8| matches!(byte, b'*' | b'&' | b'(');
            start = source.len() - source.iter().rev().take_while(is_prefix).count();
        }
        start..item.span().end.offset
    }

    /// Returns the offset after the separator that follows a definition.
    fn separator_after(&self, spot: Spot<'a>, end: usize) -> Option<usize> {
        let after = self.site.separator_after(end)?;
        // The `;` after a list ends the list, that after several declarators the declaration.
        let is_comma = self.site.source[after - 1] == b',';
        (is_comma || !(self.is_comma_list(spot) || shares_header(spot))).then_some(after)
    }

    /// Returns the offset of the comma before a definition that separates it from the previous one.
    fn comma_before(&self, spot: Spot<'a>, start: usize) -> Option<usize> {
        let commas = self.site.table_at(start).commas;
        let is_of_list = |item: &OutlineItem| commas.contains(&item.kind);
        // The comma after the last field of a type in Zig is not that of a method below.
        let ends_list = spot.previous().is_some_and(is_of_list) && !is_of_list(spot.item);
        if ends_list {
            return None;
        }
        let comma = self.site.comma_before(start)?;
        // A comma inside the previous definition, as in `x = 1,` of Python, makes a tuple.
        let is_inside = |item: &OutlineItem| comma < item.span().end.offset;
        (!spot.previous().is_some_and(is_inside)).then_some(comma)
    }

    /// Returns whether the siblings of a definition are separated by commas.
    fn is_comma_list(&self, spot: Spot<'a>) -> bool {
        let extent = self.extent(spot);
        let after = self.site.separator_after(extent.end);
        let is_followed = after.is_some_and(|after| self.site.source[after - 1] == b',');
        let has_previous = spot.previous().is_some();
        if is_followed || (has_previous && self.comma_before(spot, extent.start).is_some()) {
            return true;
        }
        let table = self.site.table_at(extent.start);
        let in_value = |parent: &OutlineItem| {
            use ItemKind::{Constant, Field, Property, Variable};
            table.has_objects && matches!(parent.kind, Constant | Field | Property | Variable)
        };
        let is_of_list = |item: &&OutlineItem| table.commas.contains(&item.kind);
        let is_only_of_list =
            is_of_list(&spot.item) && spot.siblings.iter().filter(is_of_list).nth(1).is_none();
        let is_only_of_value = spot.siblings.len() == 1 && spot.parent.is_some_and(in_value);
        is_only_of_list || is_only_of_value || (table.has_objects && self.is_in_object(spot))
    }

    /// Returns the range of the declaration that a definition shares with others, as `let a, b`, if
    /// the code beside it is a declaration too, and none of its names.
    fn declaration_beside(&self, spot: Spot<'a>, code: &Fragment) -> Option<Range<usize>> {
        if !shares_header(spot) {
            return None;
        }
        let start = spot.item.signature_span().start.offset;
        let is_shared = |item: &&OutlineItem| item.signature_span().start.offset == start;
        let shared = || spot.siblings.iter().filter(is_shared);
        let first_name = shared().map(|item| item.name_span().start.offset).min()?;
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let has_keyword = self.site.source[start..first_name].iter().any(is_word);
        let first = code.first();
        let word = first.iter().take_while(|byte| is_word(byte)).count();
        let after = first[word..].trim_ascii_start();
        let has_second = after.len() < first.len() - word && after.first().is_some_and(is_word);
        // Without keyword its names are a pattern, as in `a, b = 1, 2`.
        let is_assignment = !has_keyword && after.starts_with(b"=");
        let is_declaration = (word > 0 && has_second) || code.last().ends_with(b";");
        (is_declaration || is_assignment).then(|| {
            let from = shared().map(|item| item.span().start.offset).min();
            let to = shared().map(|item| item.span().end.offset).max();
            // Comments above are before the declaration, its keyword before the first name.
            from.map_or(start, |from| from.min(start))..to.unwrap_or(start)
        })
    }

    /// Returns whether a definition has the form of a member of an object literal: its name comes
    /// first, a `:` or parameters follow, and it is no member of a type.
    fn is_in_object(&self, spot: Spot<'a>) -> bool {
        use ItemKind::{Class, Enum, Interface, Module, Namespace, TypeAlias};
        let kind = spot.parent.map(|parent| parent.kind);
        if matches!(
            kind,
            Some(Class | Enum | Interface | Module | Namespace | TypeAlias)
        ) {
            return false;
        }
        let source = self.site.source;
        let name = spot.item.name_span();
        let head = &source[spot.item.signature_span().start.offset..name.start.offset];
        let mut words = head
            .split(|byte| byte.is_ascii_whitespace() || b"*[\"'".contains(byte))
            .filter(|word| !word.is_empty());
        let tail = source[name.end.offset..].trim_ascii_start();
        let tail = match tail {
            [b'"' | b'\'' | b']', tail @ ..] => tail.trim_ascii_start(),
            tail => tail,
        };
        let is_statement = source[..self.extent(spot).end].ends_with(b";");
        words.all(|word| matches!(word, b"async" | b"get" | b"set"))
            && matches!(tail.first(), Some(b':' | b'(' | b'<'))
            && !is_statement
    }

    /// Ends code in `;` if the definition that ends at `end` does.
    fn end_like(&self, code: &mut Fragment, end: usize) {
        let source = self.site.source;
        let after = self.site.separator_after(end).unwrap_or(end);
        let is_statement = !matches!(code.last().last(), Some(b'}' | b','))
            && !code.has_directive()
            && memchr::memmem::find(code.last(), b"//").is_none();
        if is_statement && source[..after].ends_with(b";") {
            code.push_end(b';');
        }
    }

    /// Returns whether nothing precedes a definition in its container; `from` is the start of its
    /// line.
    fn is_first(&self, spot: Spot<'a>, from: usize) -> bool {
        let inside = self.site.inside(spot.parent);
        let start = inside
            .map_or(from, |inside| inside.start)
            .max(self.site.text_start());
        self.site.is_blank(start.min(from)..from)
    }

    /// Returns whether nothing follows a definition in its container; `to` is the start of the
    /// line after it.
    fn is_last(&self, spot: Spot<'a>, to: usize) -> bool {
        let inside = self.site.inside(spot.parent);
        let end = inside.map_or(to, |inside| inside.end);
        self.site.is_blank(to..end.max(to))
    }

    /// Returns the number of blank lines that is most common between neighbours like these, several
    /// lines long or not, beside a definition.
    fn usual_gap(&mut self, spot: Spot<'a>, first: bool, second: bool) -> Result<usize, Fault> {
        let site = self.site;
        // By number of blank lines; more count as the last.
        let (mut counts, mut all) = ([0usize; 8], [0usize; 8]);
        for pair in spot.siblings.windows(2) {
            self.budget.step()?;
            let [a, b] = pair else { continue };
            let (end, start) = (a.span().end.offset, b.span().start.offset);
            let end = site.separator_after(end).unwrap_or(end);
            let (Some(end), true) = (site.end_of_line_after(end), site.begins_line(start)) else {
                continue;
            };
            let from = site.next_line(end);
            let to = line_start(site.source, start);
            if from <= to && site.is_blank(from..to) {
                let gap = site.feeds(from..to).min(counts.len() - 1);
                all[gap] += 1;
                counts[gap] += usize::from((is_block(a), is_block(b)) == (first, second));
            }
        }
        // Without neighbours like these, a gap that all others have.
        let is_same = all.iter().filter(|count| **count > 0).count() == 1;
        let counts = match counts.iter().any(|count| *count > 0) {
            false if is_same && (first || second) => all,
            _ => counts,
        };
        let most = counts.iter().max().copied().unwrap_or(0);
        if most > 0 {
            return Ok(counts.iter().position(|count| *count == most).unwrap_or(0));
        }
        let is_list = spot.item.kind == ItemKind::Key || self.is_comma_list(spot);
        Ok(match spot.parent {
            _ if is_list || !(first || second) => 0,
            None => site.table_at(spot.item.span().start.offset).gap,
            Some(_) => 1,
        })
    }
}

/// Returns whether all members of a definition are separated by commas, where fields and variants are.
fn is_comma_container(item: &OutlineItem) -> bool {
    use ItemKind::{Enum, Struct, Union, Variant};
    matches!(item.kind, Enum | Struct | Union | Variant)
}

/// Returns whether a definition has several lines without documentation and attributes.
fn is_block(item: &OutlineItem) -> bool {
    item.signature_span().start.line != item.span().end.line
}

/// Returns whether a definition is declared in one header with a sibling, as in `int a, b;`.
pub(super) fn shares_header(spot: Spot<'_>) -> bool {
    let start = |item: &OutlineItem| item.signature_span().start.offset;
    let own = start(spot.item);
    [spot.previous(), spot.next()]
        .iter()
        .flatten()
        .any(|other| start(other) == own)
}
