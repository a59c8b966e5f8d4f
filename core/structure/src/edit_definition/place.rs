//! Inserts code next to and inside definitions.
//!
//! Lines stay whole: a definition that occupies whole lines is inserted as lines, with the blank
//! lines that are usual between its neighbours.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::{ErrorParts, line_start};
use ransack_languages::{ItemKind, OutlineItem};

use crate::ast_edit::text_plan::{PlanError, PlannedEdit};
use crate::edit_definition::construct::Construct;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::fragment::Fragment;
use crate::edit_definition::neighbours::Neighbour;
use crate::edit_definition::options::InsertPlace;
use crate::edit_definition::site::Spot;
use crate::edit_definition::unit::blanks_of;

/// Code to insert.
#[derive(Clone, Copy)]
pub(super) enum PlacedCode<'c> {
    /// Code as supplied by the caller.
    Given(&'c [u8]),
    /// Code as supplied by the caller, replacing `old`.
    Edited { text: &'c [u8], old: &'c [u8] },
    /// Code cut out of a file, where its first line had the indentation `base`.
    Moved {
        text: &'c [u8],
        /// Comment after the code on its line, with the blanks before it.
        comment: &'c [u8],
        base: &'c [u8],
        /// Whether the code is a member of a type in that file.
        is_member: bool,
    },
}

pub(super) type Done = Result<(), PlanError>;

impl<'a> Editor<'_, 'a, '_> {
    /// Inserts code at a place relative to a definition; `None` stands for the file itself.
    pub(super) fn insert(
        &mut self,
        place: InsertPlace,
        target: Option<Spot<'a>>,
        code: PlacedCode<'_>,
    ) -> Done {
        let is_first = match (place, target) {
            (InsertPlace::Before, Some(spot)) => return self.insert_before(spot, code, None),
            (InsertPlace::After, Some(spot)) => return self.insert_after(spot, code, None),
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
        let list = target.filter(|spot| !shares_value(*spot));
        let list = list.and_then(|spot| self.site.list(spot.item));
        let inside = self.site.inside(container);
        let inside = inside.or_else(|| list.as_ref().map(|list| list.inside.clone()));
        let guard = self.guard().filter(|_| container.is_none());
        let is_inside = |item: &&OutlineItem| {
            let start = item.span().start.offset;
            // Code goes below the package clause of a file and the macro of its include guard.
            let is_clause = matches!(item.kind, ItemKind::Module | ItemKind::Namespace)
                && item.body_span().is_none();
            let is_clause = is_clause || (is_first && guard == Some(item.name.as_bytes()));
            let is_member = list
                .as_ref()
                .is_none_or(|list| list.is_at_end(item, is_first));
            !is_clause
                && is_member
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
            let fragment = self.fragment(code, 0, b"")?;
            self.require_members(code, &fragment, container, list.is_some())?;
            return match (container, list) {
                (_, Some(list)) => {
                    let is_data = container.is_some_and(|item| item.kind == ItemKind::Key);
                    self.insert_into_list(&list, is_data, is_first, code)
                }
                (Some(item), None) => self.insert_into_empty(item, is_first, code),
                (None, None) => self.insert_into_file(code),
            };
        };
        let spot = Spot {
            item,
            parent: container,
            siblings,
            index,
        };
        let construct = inside.and_then(|inside| self.construct(container, item, &inside));
        match is_first {
            true => self.insert_before(spot, code, construct),
            false => self.insert_after(spot, code, construct),
        }
    }

    /// Inserts code before a definition, or before the construct around the definition.
    fn insert_before(
        &mut self,
        spot: Spot<'a>,
        code: PlacedCode<'_>,
        construct: Option<Construct<'a>>,
    ) -> Done {
        let site = self.site;
        let mut extent = self.extent(spot);
        let Beside {
            mut code,
            indent,
            declaration,
            is_list,
        } = self.beside(spot, code, &extent, construct)?;
        let is_alternative = declaration.is_none() && self.is_alternative(spot);
        extent = declaration.unwrap_or(extent);
        match is_list {
            true => code.push_end(b','),
            false if site.table_at(extent.start).has_separators && !code.last().ends_with(b"}") => {
                code.push_end(b';');
            }
            false => self.end_like(&mut code, extent.end),
        }
        if is_alternative && code.last().last() != Some(&b'|') {
            code.push_end(b' ');
            code.push_end(b'|');
        }
        if !site.begins_line(extent.start) {
            let has_lines = site.table_at(extent.start).ends_at_lines;
            if has_lines && !is_list && !code.last().ends_with(b"}") {
                code.push_end(b';');
            }
            let mut text = code.render(indent, site);
            match code.has_several_lines() {
                true => text.extend([site.newline, indent].concat()),
                false => text.push(b' '),
            }
            self.push(extent.start..extent.start, text);
            return Ok(());
        }
        let at = line_start(site.source, extent.start).max(site.text_start());
        let inserted = Neighbour::inserted(spot, &code);
        let below = self.usual_gap(spot, inserted, Neighbour::of(spot.item))?;
        let above = match self.is_first(spot, at) {
            true => 0,
            false => {
                let previous = spot.previous().map_or(inserted, Neighbour::of);
                let usual = self.usual_gap(spot, previous, inserted)?;
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

    /// Inserts code after a definition, or after the construct around the definition.
    fn insert_after(
        &mut self,
        spot: Spot<'a>,
        code: PlacedCode<'_>,
        construct: Option<Construct<'a>>,
    ) -> Done {
        let site = self.site;
        let mut extent = self.extent(spot);
        let Beside {
            mut code,
            indent,
            declaration,
            is_list,
        } = self.beside(spot, code, &extent, construct)?;
        self.require_table(spot.item, &code)?;
        let separator = match &declaration {
            Some(whole) => site.separator_after(whole.end),
            None => self.separator_after(spot, extent.end),
        };
        let is_alternative = declaration.is_none() && self.is_alternative(spot);
        extent = declaration.unwrap_or(extent);
        self.require_end(spot, extent.end)?;
        if is_alternative {
            code.push_start(b'|');
        }
        let end = separator.unwrap_or(extent.end);
        let line_end = site.end_of_line_after(end);
        let line_end = line_end.filter(|_| site.begins_line(extent.start));
        if is_list {
            match separator {
                Some(_) => code.push_end(b','),
                None => {
                    // The last element of a list without a trailing comma.
                    let at = line_end.unwrap_or(end);
                    self.separate_element(site.code_end(extent.end), at, b',');
                    code.strip_end(b',');
                }
            }
        } else if separator.is_none() {
            self.separate(extent.end);
            self.end_like(&mut code, extent.end);
        } else {
            self.end_like(&mut code, extent.end);
        }
        let Some(at) = line_end else {
            let has_line = code.has_several_lines()
                || site.begins_line(extent.start)
                || (is_alternative && self.begins_line_of_alternative(extent.start));
            let mut text = match has_line {
                true => [site.newline, indent].concat(),
                false if !is_list && self.needs_semicolon(spot, end) => b"; ".to_vec(),
                false => b" ".to_vec(),
            };
            text.extend(code.render(indent, site));
            self.push(end..end, text);
            return Ok(());
        };
        let inserted = Neighbour::inserted(spot, &code);
        let above = self.usual_gap(spot, Neighbour::of(spot.item), inserted)?;
        let next_line = site.next_line(at);
        let below = match self.is_last(spot, next_line) {
            true => 0,
            false => {
                let next = spot.next().map_or(inserted, Neighbour::of);
                let usual = self.usual_gap(spot, inserted, next)?;
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

    /// Ends the code before `end` with a `;` if the language needs one before the next code.
    pub(super) fn separate(&mut self, end: usize) {
        let end = self.site.code_end(end);
        let has_separators = self.site.table_at(end.saturating_sub(1)).has_separators;
        let last = self.site.source[..end].last();
        if has_separators && !matches!(last, None | Some(b';' | b'}' | b'{')) {
            self.push(end..end, b";".to_vec());
        }
    }

    /// Reads code for a place next to a definition, next to the declaration that the definition
    /// shares with others, or next to the construct around the definition.
    fn beside(
        &mut self,
        spot: Spot<'a>,
        given: PlacedCode<'_>,
        extent: &Range<usize>,
        construct: Option<Construct<'a>>,
    ) -> Result<Beside<'a>, PlanError> {
        let mut indent = self.site.indent(extent.start);
        let mut code = self.fragment(given, extent.start, indent)?;
        let level = construct.as_ref().map(|construct| construct.indent);
        let declaration = match construct {
            Some(construct) => Some(construct.range),
            None => self.declaration_beside(spot, &code),
        };
        // The first line of a multi-line declaration is less indented than its names.
        let start = declaration
            .as_ref()
            .map_or(extent.start, |whole| whole.start);
        let own = level.unwrap_or_else(|| self.site.indent(start));
        if own != indent {
            indent = own;
            code = self.fragment(given, start, indent)?;
        }
        let is_list = declaration.is_none() && self.is_comma_list(spot);
        self.require_members(given, &code, spot.parent, is_list)?;
        self.require_statement(extent)?;
        Ok(Beside {
            code,
            indent,
            declaration,
            is_list,
        })
    }

    /// Inserts code into a file without definitions.
    fn insert_into_file(&mut self, code: PlacedCode<'_>) -> Done {
        let site = self.site;
        let start = site.text_start();
        let end = site.code_limit();
        let kept = start + site.source[start..end].trim_ascii_end().len();
        let leading = site.source[start..].len() - site.source[start..].trim_ascii_start().len();
        let content = start + leading..kept.max(start + leading);
        if site.has_brackets(&content) && site.is_blank(content.start + 1..content.end - 1) {
            let inner = blanks_of(site.unit);
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
        let mut text = [&gap, code.as_slice(), site.newline].concat();
        if end < site.source.len() {
            text.extend_from_slice(site.newline);
        }
        self.push(from..end.max(from), text);
        Ok(())
    }

    /// Returns the end of the last edit that ends after `kept`, and the text that precedes this end
    /// after the edit. `kept` is the end of the text without trailing white space. Such an edit
    /// adds imports to a file without definitions, or inserts code before the current edit does.
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

    /// Wraps two definitions and everything between them in region comments.
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
}

/// Code next to a definition.
struct Beside<'a> {
    code: Fragment,
    indent: &'a [u8],
    /// Range of the declaration that the definition shares with others, or of the construct around
    /// the definition, if the code goes next to the whole of it.
    declaration: Option<Range<usize>>,
    /// Whether the code is an element of a list.
    is_list: bool,
}

/// Returns whether another name has the same value.
fn shares_value(spot: Spot<'_>) -> bool {
    let value = spot.item.value_span();
    let is_other = |other: &&OutlineItem| !std::ptr::eq(*other, spot.item);
    let mut others = spot.siblings.iter().filter(is_other);
    value.is_some() && others.any(|other| other.value_span() == value)
}
