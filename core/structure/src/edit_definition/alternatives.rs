//! Constructors of a type that are separated by `|`.

use std::ops::Range;

use ransack_languages::ItemKind;

use crate::edit_definition::editor::Editor;
use crate::edit_definition::site::Spot;

impl<'a> Editor<'_, 'a, '_> {
    /// Returns whether a definition is one of the alternatives of a type, as in `data A = B | C`.
    pub(super) fn is_alternative(&self, spot: Spot<'a>) -> bool {
        let extent = self.extent(spot);
        let before = self.token_before(extent.start);
        spot.item.kind == ItemKind::Variant
            && (before.is_some_and(|(_, kind)| matches!(kind, "|" | "="))
                || self.bar_after(extent.end).is_some())
    }

    /// Returns the range to remove for one of several alternatives, with one `|`. Returns `None` for
    /// the only one, and if a comment or other code follows on the line.
    pub(super) fn alternative(&self, spot: Spot<'a>) -> Option<Range<usize>> {
        if !self.is_alternative(spot) {
            return None;
        }
        let site = self.site;
        let Range { start, end } = self.extent(spot);
        let after = self.bar_after(end);
        let ends_line = site.is_blank(end..site.line_end(end));
        let is_only = spot.siblings.len() < 2;
        match self.token_before(start)? {
            (bar, "|") if !is_only && (ends_line || after.is_some()) => {
                let from = site.source[..bar].trim_ascii_end().len();
                Some(from..end)
            }
            (_, "=") => {
                let next = after? + 1;
                let rest = site.source.get(next..)?;
                Some(start..next + rest.len() - rest.trim_ascii_start().len())
            }
            _ => None,
        }
    }

    /// Returns whether the line of an alternative begins with its `|` or with the `=` of its type.
    pub(super) fn begins_line_of_alternative(&self, start: usize) -> bool {
        let token = self.token_before(start);
        token.is_some_and(|(at, _)| self.site.begins_line(at))
    }

    /// Returns the `|` after a definition.
    fn bar_after(&self, end: usize) -> Option<usize> {
        let rest = self.site.source.get(end..)?;
        let at = end + rest.len() - rest.trim_ascii_start().len();
        (self.token_at(at)? == "|").then_some(at)
    }

    /// Returns the offset and the kind of the token of one byte before an offset.
    fn token_before(&self, start: usize) -> Option<(usize, &'a str)> {
        let before = self.site.source.get(..start)?.trim_ascii_end();
        let at = before.len().checked_sub(1)?;
        Some((at, self.token_at(at)?))
    }

    fn token_at(&self, at: usize) -> Option<&'a str> {
        let root = self.site.tree.root_node();
        let node = root.descendant_for_byte_range(at, at + 1)?;
        Some(node.kind()).filter(|_| node.byte_range() == (at..at + 1))
    }
}
