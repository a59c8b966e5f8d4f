//! Compares the syntax errors of a text before and after its edits.
//!
//! Invariant: the shortcuts (incremental parse, known names) only ever accept a text; it is a full
//! parse of both texts that refuses one.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, line_feeds};
use ransack_base::offsets::Position;
use ransack_base::{Error, ErrorKind, OptionName};
use tree_sitter::{InputEdit, Point, Tree};

use super::outcome::AstChange;
use super::renames::{self, KnownNames};
use super::syntax::Trees;
use super::text_plan::PlanError;
use crate::ast::item::Span;
use crate::ast::language::Language;
use crate::ast::parse::{self, Interrupt, Parsers, WorkBudget};

/// Text before its edits.
pub(crate) struct OldText<'a> {
    pub(super) text: &'a [u8],
    /// Syntax trees of the text, if it has been parsed.
    pub(super) trees: Option<Trees>,
}

impl<'a> OldText<'a> {
    /// Wraps a text and its tree, if it has been parsed.
    #[cfg(feature = "outline")]
    pub(crate) fn new(text: &'a [u8], host: &'static Language, tree: Option<Tree>) -> OldText<'a> {
        OldText {
            text,
            trees: Trees::only(host, tree),
        }
    }

    /// Finds out whether `new`, the text after `changes`, has more syntax errors than this text,
    /// counted with and without those in other ones, or one at a change where this text has none.
    ///
    /// Most new texts have no error. An incremental parse shows that at a fraction of the cost of
    /// a parse, and known `names` almost for free.
    pub(super) fn check(
        self,
        new: &[u8],
        changes: &[AstChange],
        host: &'static Language,
        (parsers, names): (&mut Parsers, &mut KnownNames),
        budget: &mut WorkBudget<'_>,
    ) -> Result<Option<SyntaxFault>, PlanError> {
        if let Some((language, mut tree)) = self.trees.and_then(Trees::into_only) {
            let renamings = if tree.root_node().has_error() {
                None
            } else {
                renames::renamings(language, &tree, changes, budget)?
            };
            let renamings = renamings.unwrap_or_default();
            if !renamings.is_empty() && names.has_all(&renamings, new) {
                return Ok(None);
            }
            update_tree(&mut tree, changes, budget)?;
            let tree = parse::parse_edited(parsers.of(language), new, &tree, budget)?;
            if !tree.root_node().has_error() {
                names.learn(language, &renamings, new, &tree, budget)?;
                return Ok(None);
            }
        }
        let new_trees = Trees::of(new, host, parsers, budget)?;
        let now = new_trees.errors(budget)?;
        let Some((_, first)) = now.first() else {
            return Ok(None);
        };
        let old_trees = Trees::of(self.text, host, parsers, budget)?;
        let old = old_trees.errors(budget)?;
        let (old_errors, new_errors) = (ErrorRanges::new(&old), ErrorRanges::new(&now));
        let (mut grown, mut shrunk) = (0, 0);
        let at_change = changes.iter().find_map(|change| {
            let Span { start, end } = change.span;
            let from = start.offset + grown - shrunk;
            grown += change.after.len();
            shrunk += change.before.len();
            let line = new_errors.line_at(from..from + change.after.len())?;
            let is_new = old_errors.line_at(start.offset..end.offset).is_none();
            let index = Some(change.rewrite as usize);
            is_new.then_some(SyntaxFault { line, index })
        });
        // An error that contains others may fall apart into some of them.
        let is_more = now.len() > old.len()
            || new_trees.count_outer_errors(budget)? > old_trees.count_outer_errors(budget)?;
        let elsewhere = || {
            let mut indices = changes.iter().map(|change| change.rewrite as usize);
            let index = indices.next();
            SyntaxFault {
                line: *first,
                index: index.filter(|index| indices.all(|other| other == *index)),
            }
        };
        Ok(at_change.or_else(|| is_more.then(elsewhere)))
    }
}

/// A syntax error that edits would make.
pub(super) struct SyntaxFault {
    /// Number of the line in the new text.
    line: usize,
    /// Index of the rewrite or edit that makes it, if known.
    index: Option<usize>,
}

impl SyntaxFault {
    /// Returns the error of a call whose edits come from `list`.
    pub(super) fn into_error(self, list: OptionName) -> Error {
        let line = self.line;
        let message = format!("the edits would make a syntax error in line {line} of the new text");
        let error = Error::new(ErrorKind::SyntaxError, message);
        match self.index {
            Some(index) => error.in_element(list, index),
            None => error,
        }
    }
}

/// Ranges of a text with syntax errors, each with the number of its first line. Sorted; no two
/// touch.
struct ErrorRanges(Vec<(Range<usize>, usize)>);

impl ErrorRanges {
    fn new(errors: &[(Range<usize>, usize)]) -> ErrorRanges {
        let mut sorted = errors.to_vec();
        sorted.sort_by_key(|(range, _)| range.start);
        let mut merged: Vec<(Range<usize>, usize)> = Vec::new();
        for (range, line) in sorted {
            match merged.last_mut() {
                Some((last, _)) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push((range, line)),
            }
        }
        ErrorRanges(merged)
    }

    /// Line of an error that touches `range`.
    fn line_at(&self, range: Range<usize>) -> Option<usize> {
        let next = self.0.partition_point(|(error, _)| error.end < range.start);
        let (error, line) = self.0.get(next)?;
        (error.start <= range.end).then_some(*line)
    }
}

/// Adjusts a tree's positions to changes of its text, for an incremental parse.
fn update_tree(
    tree: &mut Tree,
    changes: &[AstChange],
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    // Back to front, so that no change moves the positions of another.
    for change in changes.iter().rev() {
        budget.step()?;
        tree.edit(&input_edit(change));
    }
    Ok(())
}

/// Converts a change to the form of the parser.
fn input_edit(change: &AstChange) -> InputEdit {
    let point = |at: Position| {
        let row = usize::try_from(at.line - 1).unwrap_or(usize::MAX);
        Point::new(row, at.column)
    };
    let Span { start, end } = change.span;
    let mut new_end = point(start);
    match memchr::memrchr(b'\n', &change.after) {
        None => new_end.column += change.after.len(),
        Some(last) => {
            new_end.row += line_feeds(&change.after);
            new_end.column = change.after.len() - last - 1;
        }
    }
    InputEdit {
        start_byte: start.offset,
        old_end_byte: end.offset,
        new_end_byte: start.offset + change.after.len(),
        start_position: point(start),
        old_end_position: point(end),
        new_end_position: new_end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_touch_are_merged() {
        let errors = ErrorRanges::new(&[(4..9, 2), (5..6, 3), (9..9, 4), (20..20, 5)]);
        assert_eq!(errors.0, [(4..9, 2), (20..20, 5)]);
        let at = |range| errors.line_at(range);
        assert_eq!(at(0..3), None);
        assert_eq!(at(0..4), Some(2));
        assert_eq!(at(6..7), Some(2));
        assert_eq!(at(10..19), None);
        assert_eq!(at(20..30), Some(5));
        assert_eq!(at(21..30), None);
    }
}
