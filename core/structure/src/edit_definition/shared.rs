//! Removes one of several names from a declaration or an assignment.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::ErrorParts;
use ransack_languages::ItemKind::{self, Constant, Field, Property, Variable};
use ransack_languages::OutlineItem;

use crate::ast_edit::text_plan::PlanError;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::neighbours::shares_header;
use crate::edit_definition::part::range;
use crate::edit_definition::place::Done;
use crate::edit_definition::site::Spot;

impl<'a> Editor<'_, 'a, '_> {
    /// Removes a name from a chain of assignments, `a = b = 1`. Returns false if there is no chain.
    pub(super) fn remove_from_chain(&mut self, spot: Spot<'a>) -> bool {
        let Some(value) = spot.item.value_span().filter(|_| is_in_chain(spot)) else {
            return false;
        };
        let name = spot.item.name_span().start.offset;
        self.push(name..value.start.offset, Vec::new());
        true
    }

    /// Fails if the value of a definition is a chain of assignments, such as `b = 1` in `a = b =
    /// 1`, and the new value does not assign to the same name first.
    pub(super) fn require_chain(&self, spot: Spot<'a>, text: &[u8]) -> Done {
        let item = spot.item;
        let is_kept = |inner: &OutlineItem| {
            let rest = text.trim_ascii_start().strip_prefix(inner.name.as_bytes());
            rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"="))
        };
        let mut beside = spot.siblings.iter().chain(&item.children);
        let inner = beside.find(|other| !std::ptr::eq(*other, item) && is_assigned(other, item));
        match inner {
            Some(inner) if !is_kept(inner) => Err(shared_value(item)),
            _ => Ok(()),
        }
    }

    /// Fails if multi-line code would replace one of several names of a statement that a line
    /// ending terminates.
    pub(super) fn require_lines(&self, spot: Spot<'a>, old: &Range<usize>, text: &[u8]) -> Done {
        let table = self.site.table_at(old.start);
        let is_shared = is_in_chain(spot) || shares_header(spot);
        let has_lines = text.trim_ascii().contains(&b'\n');
        match table.is_layout && is_shared && has_lines && !self.site.begins_line(old.start) {
            true => Err(shared_value(spot.item)),
            false => Ok(()),
        }
    }

    /// Fails if a definition shares its code with others and cannot move without them.
    pub(super) fn require_own_code(&self, spot: Spot<'a>) -> Done {
        match is_in_chain(spot) || shares_header(spot) {
            true => Err(shared_value(spot.item)),
            false => self.require_own_value(spot),
        }
    }

    /// Fails if removing this name would remove the other names of the declaration or change their
    /// values.
    pub(super) fn require_own_value(&self, spot: Spot<'a>) -> Done {
        let item = spot.item;
        if !is_variable(item.kind) {
            return Ok(());
        }
        let source = self.site.source;
        let name = range(&item.name_span());
        let header = item.signature_span().start.offset;
        let before = &source[header.min(name.start)..name.start];
        if !shares_header(spot) {
            let is_pattern = self.is_in_pattern(item);
            let value = item.value_span().map_or(name.end, |value| value.end.offset);
            let goes_on = |at: usize| {
                let rest = source.get(at..item.span().end.offset).unwrap_or_default();
                rest.trim_ascii_start().starts_with(b",")
            };
            return match is_pattern || goes_on(name.end) || goes_on(value) {
                true => Err(shared_value(item)),
                false => Ok(()),
            };
        }
        let shared = |other: &&OutlineItem| {
            other.signature_span().start.offset == header && !std::ptr::eq(*other, item)
        };
        let value = item.value_span();
        let has_same_value = |other: &OutlineItem| value.is_some() && other.value_span() == value;
        let count = |mark: u8| memchr::memchr_iter(mark, before).count();
        // The names in an object pattern are its keys.
        let is_key = count(b'{') > count(b'}') && !self.has_rest(item);
        let has_same_value = spot.siblings.iter().filter(shared).any(has_same_value);
        // A type or value after the name that is not part of the definition would stay.
        let rest = source.get(name.end..).unwrap_or_default();
        let has_rest = matches!(rest.trim_ascii_start().first(), Some(b':' | b'='));
        let is_cut = range(&item.span()) == name && has_rest;
        if (has_same_value || is_cut) && !is_key {
            return Err(shared_value(item));
        }
        let mut after = spot.siblings[spot.index + 1..]
            .iter()
            .filter(shared)
            .peekable();
        let is_implicit = |next: &&OutlineItem| next.value_span().is_none();
        let table = self.site.table_at(name.start);
        let may_depend = table.has_implicit_constants && item.kind == Constant;
        let has_iota = |next: &OutlineItem| {
            let value = next
                .value_span()
                .and_then(|value| source.get(range(&value)));
            value.is_some_and(|value| memchr::memmem::find(value, b"iota").is_some())
        };
        if may_depend && (after.peek().is_some_and(is_implicit) || after.any(has_iota)) {
            let message = "the constants below take their values from the position of this one: \
                           replace the code of all";
            let error = Error::option(message).with_pattern(item.qualified_name());
            return Err(error.into());
        }
        Ok(())
    }

    /// Returns whether a definition is one of the names in `a, b = 1, 2`, and consists only of that
    /// name.
    fn is_in_pattern(&self, item: &OutlineItem) -> bool {
        let site = self.site;
        let name = range(&item.name_span());
        let rest = &site.source[name.end..site.line_end(name.end)];
        let is_list = rest.trim_ascii_start().starts_with(b",")
            || site.source[..name.start].trim_ascii_end().ends_with(b",");
        let is_name = |byte: &&u8| {
            byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_!,. \t".contains(byte)
        };
        let names = rest.iter().take_while(is_name).count();
        range(&item.span()) == name && is_list && rest[names..].starts_with(b"=")
    }

    /// Returns whether an object pattern has a rest element for the keys it does not name.
    fn has_rest(&self, item: &OutlineItem) -> bool {
        let end = item.value_span().map_or(0, |value| value.start.offset);
        let pattern = self
            .site
            .source
            .get(item.signature_span().start.offset..end);
        pattern.is_some_and(|pattern| memchr::memmem::find(pattern, b"...").is_some())
    }
}

/// Returns whether a definition belongs to a chain of assignments.
fn is_in_chain(spot: Spot<'_>) -> bool {
    let item = spot.item;
    let beside = spot.siblings.iter().chain(&item.children);
    let mut beside = beside.chain(spot.parent);
    beside.any(|other| is_assigned(other, item) || is_assigned(item, other))
}

/// Returns whether the value of `outer` is the assignment of `inner`.
fn is_assigned(inner: &OutlineItem, outer: &OutlineItem) -> bool {
    let at = inner.name_span().start.offset;
    let value = outer.value_span().map(|value| value.start.offset);
    let are_variables = is_variable(inner.kind) && is_variable(outer.kind);
    value == Some(at) && inner.value_span().is_some() && are_variables
}

fn is_variable(kind: ItemKind) -> bool {
    matches!(kind, Constant | Field | Property | Variable)
}

fn shared_value(item: &OutlineItem) -> PlanError {
    let message = "the definition shares its declaration and values with others: replace the code \
                   of all";
    let error = Error::option(message).with_pattern(item.qualified_name());
    error.into()
}
