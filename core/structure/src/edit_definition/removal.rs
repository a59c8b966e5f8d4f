//! Removes a definition with its lines, its separator and its blank lines.

use ransack_base::internal::line_start;

use crate::ast_edit::text_plan::PlannedEdit;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::place::Done;
use crate::edit_definition::site::{Spot, blanks_at};

impl<'a> Editor<'_, 'a, '_> {
    /// Removes a definition, its separator and its blank lines. A placeholder replaces the only
    /// statement of a block that must not be empty.
    pub(super) fn remove(&mut self, spot: Spot<'a>) -> Done {
        let site = self.site;
        if self.remove_from_chain(spot) {
            return Ok(());
        }
        self.require_own_value(spot)?;
        self.require_no_names(spot)?;
        let extent = self.extent(spot);
        self.require_end(spot, extent.end)?;
        if let Some(range) = self.alternative(spot) {
            self.push(range, Vec::new());
            return Ok(());
        }
        if let Some(placeholder) = self.placeholder(spot, &extent) {
            self.push(extent, placeholder.as_bytes().to_vec());
            return Ok(());
        }
        let separator = self.separator_after(spot, extent.end);
        let end = separator.unwrap_or(extent.end);
        let has_comma = separator.is_some_and(|after| site.source[after - 1] == b',');
        let comma = match has_comma {
            true => None,
            false => self.comma_before(spot, extent.start),
        };
        self.removed_commas.extend(comma);
        if let Some(line_end) = site.end_of_line_after(end)
            && site.begins_line(extent.start)
        {
            if let Some(comma) = comma {
                self.push(comma..comma + 1, Vec::new());
            }
            return self.remove_lines(spot, extent.start, line_end);
        }
        let range = match comma {
            // The last element of a list that continues on the line.
            Some(comma) if site.is_blank(comma + 1..extent.start) => comma..end,
            _ => {
                if let Some(comma) = comma {
                    self.push(comma..comma + 1, Vec::new());
                }
                let blanks = blanks_at(site.source, end).len();
                match site.line_end(end) == end + blanks {
                    true => site.source[..extent.start].trim_ascii_end().len()..end,
                    false => extent.start..end + blanks,
                }
            }
        };
        self.push(range, Vec::new());
        Ok(())
    }

    /// Joins removals of several elements at the end of a list. The comma before the last element
    /// goes with the previous one if that is removed too; the comma before them all must go instead.
    pub(super) fn join_list_ends(&mut self) {
        for comma in std::mem::take(&mut self.removed_commas) {
            let is_last = |edit: &PlannedEdit| edit.range.start == comma;
            let removed_around = |at: usize| {
                let is_around = |edit: &&PlannedEdit| {
                    edit.text.is_empty() && edit.range.start < at && at < edit.range.end
                };
                self.edits
                    .iter()
                    .find(is_around)
                    .map(|edit| edit.range.clone())
            };
            let last = self.edits.iter().position(is_last);
            let (Some(last), Some(previous)) = (last, removed_around(comma)) else {
                continue;
            };
            let mut start = previous.start;
            let mut before = self.site.comma_before(start);
            while let Some(range) = before.and_then(removed_around) {
                start = range.start;
                before = self.site.comma_before(start);
            }
            let mut last = self.edits.swap_remove(last);
            last.range.start = previous.end.min(last.range.end);
            self.index = last.index;
            if !last.range.is_empty() {
                self.edits.push(last);
            }
            if let Some(before) = before {
                let gap = before + 1..start;
                let is_on_line = self.site.feeds(gap.clone()) == 0 && self.site.is_blank(gap);
                self.push(
                    before..if is_on_line { start } else { before + 1 },
                    Vec::new(),
                );
            }
        }
    }

    /// Removes the lines of a definition. Keeps the larger of the two surrounding gaps, and no gap
    /// at either end of the container.
    fn remove_lines(&mut self, spot: Spot<'a>, start: usize, line_end: usize) -> Done {
        let site = self.site;
        let from = line_start(site.source, start).max(site.text_start());
        let to = site.next_line(line_end);
        let (above, below) = (site.blank_above(from), site.blank_below(to));
        let (is_first, is_last) = (self.is_first(spot, from), self.is_last(spot, to));
        let mut range = match (is_first, is_last) {
            (true, false) => from..below.end,
            (true, true) if spot.parent.is_none() && !site.has_header() => from..below.end,
            (_, true) => above.start..to,
            _ if site.feeds(above.clone()) >= site.feeds(below.clone()) => from..below.end,
            _ => above.start..to,
        };
        if range.end == site.source.len() && !site.source.ends_with(b"\n") {
            // The previous line becomes the last one and has no line feed, like the removed one.
            range.start = site.source[..range.start].trim_ascii_end().len();
        }
        self.push(range, Vec::new());
        Ok(())
    }
}
