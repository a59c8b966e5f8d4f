//! Separators, declarations and blank lines that a definition shares with its neighbours.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_languages::{ItemKind, OutlineItem};

use crate::ast_edit::text_plan::PlanError;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::fragment::Fragment;
use crate::edit_definition::site::Spot;

impl<'a> Editor<'_, 'a, '_> {
    /// Returns the range of a definition; if it shares its header with others, the range of its
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
    pub(super) fn separator_after(&self, spot: Spot<'a>, end: usize) -> Option<usize> {
        let after = self.site.separator_after(end)?;
        // A `;` after a list ends the list; a `;` after several declarators ends the declaration.
        let is_comma = self.site.source[after - 1] == b',';
        (is_comma || !(self.is_comma_list(spot) || shares_header(spot))).then_some(after)
    }

    /// Returns the offset of the comma that separates a definition from the previous one.
    pub(super) fn comma_before(&self, spot: Spot<'a>, start: usize) -> Option<usize> {
        let commas = self.site.table_at(start).commas;
        let is_of_list = |item: &OutlineItem| commas.contains(&item.kind);
        // In Zig, the comma after the last field does not belong to a method below it.
        let ends_list = spot.previous().is_some_and(is_of_list) && !is_of_list(spot.item);
        if ends_list {
            return None;
        }
        let comma = self.site.comma_before(start)?;
        // A comma inside the previous definition, as in Python's `x = 1,`, makes a tuple.
        let is_inside = |item: &OutlineItem| comma < item.span().end.offset;
        (!spot.previous().is_some_and(is_inside)).then_some(comma)
    }

    /// Returns whether the siblings of a definition are separated by commas.
    pub(super) fn is_comma_list(&self, spot: Spot<'a>) -> bool {
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
        let in_list = |parent: &OutlineItem| {
            let list = self.site.list(parent);
            list.is_some_and(|list| list.has_commas() && list.has(spot.item))
        };
        is_only_of_list
            || is_only_of_value
            || (table.has_objects && self.is_in_object(spot))
            || spot.parent.is_some_and(in_list)
    }

    /// Returns the range of the declaration that a definition shares with others, such as `let a,
    /// b`, if `code` is itself a declaration rather than another name for the list.
    pub(super) fn declaration_beside(
        &self,
        spot: Spot<'a>,
        code: &Fragment,
    ) -> Option<Range<usize>> {
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
        // A Ruby symbol, as in `attr_reader :a`, is a name too.
        let name = after.strip_prefix(b":").unwrap_or(after);
        let has_second = after.len() < first.len() - word && name.first().is_some_and(is_word);
        // Without a keyword, the names form a pattern, as in `a, b = 1, 2`.
        let is_assignment = !has_keyword && after.starts_with(b"=");
        let last = shared().map(|item| item.span().end.offset).max()?;
        let head = &self.site.source[start..first_name];
        let group_end = self.group_end(head, last);
        let is_declaration = match group_end {
            // Entries of a Go group have no keyword.
            Some(_) => {
                let keyword = head.split(|byte| !is_word(byte)).next();
                let first = &first[..word];
                first == b"func" || keyword == Some(first)
            }
            None => (word > 0 && has_second) || code.last().ends_with(b";"),
        };
        (is_declaration || is_assignment).then(|| {
            let end_of = |item: &OutlineItem| {
                // The value of a pattern such as `a, b = 1, 2` belongs to all its names.
                let value = item.value_span().map_or(0, |value| value.end.offset);
                item.span().end.offset.max(value)
            };
            let from = shared().map(|item| item.span().start.offset).min();
            let to = group_end.or_else(|| shared().map(end_of).max());
            // Comments precede the declaration; its keyword precedes the first name.
            from.map_or(start, |from| from.min(start))..to.unwrap_or(start)
        })
    }

    /// Returns the end of a group such as `type (...)` in Go, given the text from its keyword to the
    /// first name and the end of its last definition. Returns `None` for other declarations.
    fn group_end(&self, head: &[u8], last: usize) -> Option<usize> {
        let source = self.site.source;
        let keyword = head.iter().take_while(|byte| byte.is_ascii_lowercase());
        let keyword = keyword.count();
        let is_open = keyword > 0 && head[keyword..].trim_ascii_start().starts_with(b"(");
        let rest = source[last..].trim_ascii_start();
        let end = source.len() - rest.strip_prefix(b")")?.len();
        (is_open && self.site.is_blank(end..self.site.line_end(end))).then_some(end)
    }

    /// Returns whether a definition looks like a member of an object literal: it starts with its
    /// name, a `:` or parameters follow, and it is not a member of a type.
    pub(super) fn is_in_object(&self, spot: Spot<'a>) -> bool {
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

    /// Ends code with `;` if the definition that ends at `end` has one.
    pub(super) fn end_like(&self, code: &mut Fragment, end: usize) {
        let source = self.site.source;
        let after = self.site.separator_after(end).unwrap_or(end);
        let is_statement = !matches!(code.last().last(), Some(b'}' | b','))
            && !code.has_directive()
            && memchr::memmem::find(code.last(), b"//").is_none();
        if is_statement && source[..after].ends_with(b";") {
            code.push_end(b';');
        }
    }

    /// Returns whether only a `;` can separate a definition that ends at `end` from code on the same
    /// line.
    pub(super) fn needs_semicolon(&self, spot: Spot<'a>, end: usize) -> bool {
        let before = &self.site.source[..end];
        let is_block = before.ends_with(b"}") && spot.item.value_span().is_none();
        self.site.table_at(end).ends_at_lines && !is_block && !before.ends_with(b";")
    }

    /// Returns whether only the file header precedes a definition in its container. `from` is the
    /// start of the definition's line.
    pub(super) fn is_first(&self, spot: Spot<'a>, from: usize) -> bool {
        let inside = self.site.inside(spot.parent);
        let start = inside
            .map_or(from, |inside| inside.start)
            .max(self.site.code_start());
        self.site.is_blank(start.min(from)..from)
    }

    /// Returns whether nothing follows a definition in its container. `to` is the start of the next
    /// line.
    pub(super) fn is_last(&self, spot: Spot<'a>, to: usize) -> bool {
        let inside = self.site.inside(spot.parent);
        let end = inside.map_or(to, |inside| inside.end);
        self.site.is_blank(to..end.max(to))
    }

    /// Returns the most common number of blank lines between neighbours of the same kinds and the
    /// same lengths (one line or several). If there are no such neighbours, considers neighbours of
    /// the same lengths.
    pub(super) fn usual_gap(
        &mut self,
        spot: Spot<'a>,
        first: Neighbour,
        second: Neighbour,
    ) -> Result<usize, PlanError> {
        let site = self.site;
        // Indexed by number of blank lines; the last element counts all larger gaps.
        let [mut same_kinds, mut same_lengths, mut all] = [[0usize; 8]; 3];
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
                let gap = site.feeds(from..to).min(all.len() - 1);
                let has_lengths = (is_block(a), is_block(b)) == (first.is_block, second.is_block);
                let has_kinds = (a.kind, b.kind) == (first.kind, second.kind);
                all[gap] += 1;
                same_lengths[gap] += usize::from(has_lengths);
                same_kinds[gap] += usize::from(has_lengths && has_kinds);
            }
        }
        // Without a blank line, a paragraph above a heading may become part of it.
        let least = usize::from(spot.item.kind == ItemKind::Section);
        let has_block = first.is_block || second.is_block;
        // Without comparable neighbours, uses a gap only if all neighbours have it.
        let is_same = all.iter().filter(|count| **count > 0).count() == 1;
        let found = |counts: &[usize]| counts.iter().any(|count| *count > 0);
        let counts = match (found(&same_kinds), found(&same_lengths)) {
            (true, _) => same_kinds,
            (false, false) if is_same && has_block => all,
            _ => same_lengths,
        };
        let most = counts.iter().max().copied().unwrap_or(0);
        if most > 0 {
            let usual = counts.iter().position(|count| *count == most);
            return Ok(usual.unwrap_or(0).max(least));
        }
        let is_list = spot.item.kind == ItemKind::Key || self.is_comma_list(spot);
        Ok(match spot.parent {
            _ if is_list || !has_block => least,
            None => site.table_at(spot.item.span().start.offset).gap,
            Some(_) => 1,
        })
    }
}

/// Code next to other code.
#[derive(Clone, Copy)]
pub(super) struct Neighbour {
    kind: ItemKind,
    /// Whether the code has several lines.
    is_block: bool,
}

impl Neighbour {
    /// Describes a definition as a neighbour.
    pub(super) fn of(item: &OutlineItem) -> Neighbour {
        Neighbour {
            kind: item.kind,
            is_block: is_block(item),
        }
    }

    /// Describes code to be inserted next to a definition. Assumes that both have the same kind.
    pub(super) fn inserted(spot: Spot<'_>, code: &Fragment) -> Neighbour {
        Neighbour {
            kind: spot.item.kind,
            is_block: code.is_block(),
        }
    }
}

/// Returns whether a definition has several lines, not counting documentation and attributes.
fn is_block(item: &OutlineItem) -> bool {
    let (header, whole) = (item.signature_span().start, item.span());
    // In a group, the shared header begins before the definition.
    let start = match header.offset < whole.start.offset {
        true => item.name_span().start,
        false => header,
    };
    start.line != whole.end.line
}

/// Returns whether a definition shares a declaration header with a sibling, as in `int a, b;`.
pub(super) fn shares_header(spot: Spot<'_>) -> bool {
    let start = |item: &OutlineItem| item.signature_span().start.offset;
    let own = start(spot.item);
    [spot.previous(), spot.next()]
        .iter()
        .flatten()
        .any(|other| start(other) == own)
}
