//! Text whose definitions are edited: its lines and the neighbours of a definition.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, WorkBudget};
use ransack_languages::OutlineItem;
use ransack_languages::internal::{
    Directives, IndentUnit, OutlineTable, embedded_regions, has_locals, tables,
};
use tree_sitter::Tree;

use crate::edit_definition::unit::{indent_unit, indent_unit_of_code};
use crate::outline::comments;
use crate::outline::compiled::outline_table;
use crate::outline::item::Outline;
use crate::outline::text::ParsedText;

/// Text whose definitions are edited.
pub(super) struct Site<'a> {
    pub(super) source: &'a [u8],
    /// Syntax tree of the text, without embedded code.
    pub(super) tree: &'a Tree,
    pub(super) outline: &'a Outline,
    /// Line ending of the file.
    pub(super) newline: &'static [u8],
    pub(super) unit: IndentUnit,
    /// End of the leading comments about the whole file.
    header_end: usize,
    host: &'static Language,
    /// Embedded code: its ranges and its language.
    embedded: Vec<(Range<usize>, &'static Language)>,
}

/// Definition with its parent and siblings.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) item: &'a OutlineItem,
    /// Enclosing definition; `None` at the top level.
    pub(super) parent: Option<&'a OutlineItem>,
    /// Definitions with the same parent, including this one.
    pub(super) siblings: &'a [OutlineItem],
    /// Index in `siblings`.
    pub(super) index: usize,
}

impl<'a> Spot<'a> {
    pub(super) fn previous(&self) -> Option<&'a OutlineItem> {
        self.siblings.get(self.index.checked_sub(1)?)
    }

    pub(super) fn next(&self) -> Option<&'a OutlineItem> {
        self.siblings.get(self.index + 1)
    }
}

impl<'a> Site<'a> {
    /// Collects the properties of the text that edits need. If no line is indented, uses the unit
    /// of the `given` code, or else of the language.
    pub(super) fn new<'g>(
        text: &'a ParsedText<'a>,
        outline: &'a Outline,
        mut given: impl Iterator<Item = &'g [u8]>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Site<'a>, Interrupt> {
        let source = text.source;
        let table = outline_table(text.language);
        let default = table.map_or(IndentUnit::Spaces(4), |table| table.indent);
        let mut embedded = Vec::new();
        if table.is_some_and(|table| table.embeds) {
            for region in embedded_regions(text.language, &text.tree, source, budget)? {
                let ranges = region.ranges.iter();
                let ranges = ranges.map(|range| range.start_byte..range.end_byte);
                embedded.extend(ranges.map(|range| (range, region.language)));
            }
        }
        let feed = memchr::memchr(b'\n', source);
        let is_crlf = feed.is_some_and(|feed| source[..feed].ends_with(b"\r"));
        Ok(Site {
            source,
            tree: &text.tree,
            outline,
            newline: if is_crlf { b"\r\n" } else { b"\n" },
            unit: indent_unit(source)
                .or_else(|| given.find_map(indent_unit_of_code))
                .unwrap_or(default),
            header_end: table.map_or(0, |table| {
                comments::header_end(text.tree.root_node(), source, table)
            }),
            host: text.language,
            embedded,
        })
    }

    /// Returns the language of the code at an offset.
    pub(super) fn language_at(&self, at: usize) -> &'static Language {
        let embedded = self.embedded.iter().find(|(range, _)| range.contains(&at));
        embedded.map_or(self.host, |(_, language)| language)
    }

    /// Returns the preprocessor directives of the text.
    pub(super) fn directives(&self) -> &'static Directives {
        &tables(self.host).directives
    }

    /// Returns the table of the language at an offset.
    pub(super) fn table_at(&self, at: usize) -> &'static OutlineTable {
        outline_table(self.language_at(at)).unwrap_or(&OutlineTable::EMPTY)
    }

    /// Finds the neighbours of a definition of the outline.
    pub(super) fn spot(&self, item: &'a OutlineItem) -> Spot<'a> {
        let mut parent: Option<&'a OutlineItem> = None;
        let mut siblings = self.outline.items.as_slice();
        loop {
            let is_item = |sibling: &OutlineItem| std::ptr::eq(sibling, item);
            // Siblings may overlap if one declaration has several names.
            let around = siblings
                .iter()
                .find(|sibling| !is_item(sibling) && holds(sibling, item));
            let Some(around) = around else {
                return Spot {
                    item,
                    parent,
                    siblings,
                    index: siblings.iter().position(is_item).unwrap_or(0),
                };
            };
            parent = Some(around);
            siblings = &around.children;
        }
    }

    /// Returns the start of the text after the byte order mark.
    pub(super) fn text_start(&self) -> usize {
        let mark = "\u{feff}".as_bytes();
        if self.source.starts_with(mark) {
            mark.len()
        } else {
            0
        }
    }

    /// Returns whether the text begins with comments about the whole file.
    pub(super) fn has_header(&self) -> bool {
        self.header_end > 0
    }

    /// Returns the start of the text after its header.
    pub(super) fn code_start(&self) -> usize {
        self.header_end.max(self.text_start())
    }

    /// Returns the blanks at the start of the line of `at`.
    pub(super) fn indent(&self, at: usize) -> &'a [u8] {
        blanks_at(self.source, line_start(self.source, at))
    }

    /// Returns the end of the line of `at`, before its line feed.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.source.get(at..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(self.source.len(), |feed| at + feed);
        match self.source[at..end].ends_with(b"\r") {
            true => end - 1,
            false => end,
        }
    }

    /// Returns the start of the line after the line of `at`, or the end of the text.
    pub(super) fn next_line(&self, at: usize) -> usize {
        let rest = self.source.get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.source.len(), |feed| at + feed + 1)
    }

    /// Returns whether only blanks precede `at` in its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        self.is_blank(line_start(self.source, at).max(self.text_start())..at)
    }

    /// Returns whether a range is only white space.
    pub(super) fn is_blank(&self, range: Range<usize>) -> bool {
        let text = self.source.get(range).unwrap_or_default();
        text.trim_ascii().is_empty()
    }

    /// Returns the end of a definition's line if only blanks or a comment follow the definition
    /// there.
    pub(super) fn end_of_line_after(&self, end: usize) -> Option<usize> {
        let line_end = self.line_end(end);
        let rest = self.source[end..line_end].trim_ascii();
        (rest.is_empty() || is_comment(rest)).then_some(line_end)
    }

    /// Returns the offset after the `,` or `;` that follows a definition on its line.
    pub(super) fn separator_after(&self, end: usize) -> Option<usize> {
        separator_after(self.source, end)
    }

    /// Returns the end of the code: the start of the data after `__END__`, or the end of the text.
    pub(super) fn code_limit(&self) -> usize {
        const MARK: &[u8] = b"
__END__";
        let root = self.tree.root_node();
        let mut marks = memchr::memmem::find_iter(self.source, MARK);
        let is_mark = |at: &usize| {
            let found = root.descendant_for_byte_range(at + 1, at + MARK.len());
            found.is_some_and(|node| node == root || node.start_byte() > *at)
        };
        marks.find(is_mark).map_or(self.source.len(), |at| at + 1)
    }

    /// Returns the offset of the comma before a definition if only white space and comments are
    /// between them.
    pub(super) fn comma_before(&self, start: usize) -> Option<usize> {
        let last = self.code_end(start).checked_sub(1)?;
        (self.source[last] == b',').then_some(last)
    }

    /// Returns the end of the last code before an offset, without comments.
    pub(super) fn code_end(&self, before: usize) -> usize {
        let root = self.tree.root_node();
        let mut end = self.source[..before].trim_ascii_end().len();
        while let Some(last) = end.checked_sub(1)
            && let Some(node) = root.descendant_for_byte_range(last, end)
            && node.is_extra()
            && !node.is_error()
            && node.start_byte() < end
        {
            end = self.source[..node.start_byte()].trim_ascii_end().len();
        }
        end
    }

    /// Returns the range of the blank lines directly above the line that starts at `from`.
    pub(super) fn blank_above(&self, from: usize) -> Range<usize> {
        let mut start = from;
        while start > 0 {
            let line = line_start(self.source, start - 1);
            if !self.is_blank(line..start) {
                break;
            }
            start = line;
        }
        start..from
    }

    /// Returns the range of the blank lines starting at `from`, the start of a line.
    pub(super) fn blank_below(&self, from: usize) -> Range<usize> {
        let mut end = from;
        while end < self.source.len() {
            let next = self.next_line(end);
            if !self.is_blank(end..next) {
                break;
            }
            end = next;
        }
        from..end
    }

    /// Returns the number of line feeds in a range.
    pub(super) fn feeds(&self, range: Range<usize>) -> usize {
        memchr::memchr_iter(b'\n', &self.source[range]).count()
    }

    /// Returns the code inside a definition: its body without brackets, or the whole text if `item`
    /// is `None`.
    pub(super) fn inside(&self, item: Option<&OutlineItem>) -> Option<Range<usize>> {
        let Some(item) = item else {
            return Some(0..self.source.len());
        };
        let body = item.body_span()?;
        let body = body.start.offset..body.end.offset;
        Some(match self.has_brackets(&body) {
            true => body.start + 1..body.end - 1,
            false => body,
        })
    }

    /// Returns whether the body of a definition is in brackets that are not part of an expression.
    /// In `() => [1, 2]`, for example, the brackets are part of the expression.
    pub(super) fn is_block(&self, item: &OutlineItem, body: &Range<usize>) -> bool {
        let open = self.source.get(body.start);
        let blocks = self.table_at(body.start).blocks;
        let is_statement = !has_locals(item.kind) || open.is_some_and(|open| blocks.contains(open));
        is_statement && self.has_brackets(body)
    }

    /// Returns whether code is in brackets.
    pub(super) fn has_brackets(&self, range: &Range<usize>) -> bool {
        let code = self.source.get(range.clone()).unwrap_or_default();
        match (code.first(), code.last()) {
            (Some(open), Some(close)) => {
                code.len() > 1
                    && matches!((open, close), (b'{', b'}') | (b'(', b')') | (b'[', b']'))
            }
            _ => false,
        }
    }
}

/// Returns whether `around` contains `item`.
fn holds(around: &OutlineItem, item: &OutlineItem) -> bool {
    let mut found = false;
    around.for_each(&mut |inner| found |= std::ptr::eq(inner, item));
    found
}

/// Returns the spaces and tabs at an offset.
pub(super) fn blanks_at(text: &[u8], at: usize) -> &[u8] {
    let rest = text.get(at..).unwrap_or_default();
    let len = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    &rest[..len]
}

/// Returns the offset after the `,` or `;` that follows `end` on its line.
fn separator_after(source: &[u8], end: usize) -> Option<usize> {
    let rest = source.get(end..).unwrap_or_default();
    let blanks = blanks_at(rest, 0).len();
    matches!(rest.get(blanks), Some(b',' | b';')).then_some(end + blanks + 1)
}

/// Returns the comment, with the blanks before it, that follows a definition and its separator, if
/// the definition has its lines to itself. Otherwise returns an empty text.
pub(super) fn comment_after<'s>(source: &'s [u8], definition: &Range<usize>) -> &'s [u8] {
    let line = line_start(source, definition.start);
    if line + blanks_at(source, line).len() != definition.start {
        return b"";
    }
    let end = definition.end;
    let from = separator_after(source, end).unwrap_or(end);
    let rest = source.get(from..).unwrap_or_default();
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let comment = line.trim_ascii_end();
    match is_comment(comment.trim_ascii_start()) {
        true => comment,
        false => b"",
    }
}

/// Returns whether the rest of a line is a comment.
fn is_comment(rest: &[u8]) -> bool {
    match rest {
        [b'/', b'*', ..] => rest.ends_with(b"*/"),
        [b'<', b'!', b'-', b'-', ..] => rest.ends_with(b"-->"),
        [b'(', b'*', ..] => rest.ends_with(b"*)"),
        [b'/', b'/', ..] | [b'-', b'-', ..] | [b'%', ..] => true,
        [b'#', rest @ ..] => !rest.starts_with(b"["),
        _ => false,
    }
}
