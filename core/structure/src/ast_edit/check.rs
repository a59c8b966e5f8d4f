//! Compares the syntax errors in the text before and after its edits.
//!
//! Invariant: the shortcuts (incremental parse, known names) can only accept the new text. Only a
//! full parse of both texts can reject it.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, line_feeds};
use ransack_base::offsets::{Position, Span};
use ransack_base::{Error, ErrorKind, OptionName};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, masked, parse_edited};
use ransack_languages::internal::early_errors;
use tree_sitter::{InputEdit, Point, Tree};

use crate::ast_edit::outcome::AstChange;
use crate::ast_edit::renames::{self, Renaming};
use crate::ast_edit::syntax::{TextError, Trees};
use crate::ast_edit::text_plan::{PlanError, PlanScratch};

/// Way in which the check reads the texts before and after their edits, and compares them.
#[derive(Clone, Copy, Default)]
pub(super) struct SyntaxCheck {
    /// Whether the texts are masked for the parser, as for an outline.
    pub(super) is_masked: bool,
    /// Whether an error may be at a new place, as long as the number of errors does not grow.
    pub(super) may_move_errors: bool,
}

impl SyntaxCheck {
    fn errors(
        self,
        text: &[u8],
        host: &'static Language,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Vec<TextError>, Interrupt> {
        let masked = match self.is_masked {
            true => masked(host, text, &[], budget)?,
            false => None,
        };
        let trees = Trees::of(masked.as_deref().unwrap_or(text), host, parsers, budget)?;
        trees.errors(text, budget)
    }
}

/// Text before it is edited.
pub(crate) struct OldText<'a> {
    pub(super) text: &'a [u8],
    /// Syntax trees of the text, if already parsed.
    pub(super) trees: Option<Trees>,
}

impl<'a> OldText<'a> {
    /// Wraps the text and its tree, if already parsed.
    pub(crate) fn new(text: &'a [u8], host: &'static Language, tree: Option<Tree>) -> OldText<'a> {
        OldText {
            text,
            trees: Trees::only(host, tree),
        }
    }

    /// Finds an error of `new`, the text after `changes`, that this text does not have: an error at
    /// a new place, or an additional error at an existing place. A place is a range that errors
    /// cover or touch; it moves with the text around it.
    ///
    /// Most new texts have no errors. An incremental parse shows this at a fraction of the cost of
    /// a full parse, and known `names` show it at almost no cost.
    pub(super) fn check(
        self,
        new: &[u8],
        changes: &[AstChange],
        host: &'static Language,
        check: SyntaxCheck,
        scratch: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Option<SyntaxFault>, PlanError> {
        let PlanScratch { parsers, names } = scratch;
        let tree = self.trees.and_then(Trees::into_only);
        if let Some((language, mut tree)) = tree
            && !needs_mask(self.text, host, parsers, budget)?
            && !needs_mask(new, host, parsers, budget)?
        {
            let renamings = if tree.root_node().has_error() {
                None
            } else {
                renames::renamings(language, &tree, changes, budget)?
            };
            let edits: Vec<InputEdit> = match &renamings {
                Some(renamings) => renamings.iter().map(|renaming| *renaming.edit()).collect(),
                None => changes.iter().map(input_edit).collect(),
            };
            update_tree(&mut tree, &edits, budget)?;
            let renamings = renamings.unwrap_or_default();
            // A known new name leaves all nodes in place.
            let is_known = !renamings.is_empty() && names.has_all(&renamings, new);
            if !is_known {
                tree = parse_edited(parsers.of(language), new, &tree, budget)?;
            }
            if !tree.root_node().has_error() {
                if !is_known {
                    names.learn(language, &renamings, new, &tree, budget)?;
                }
                let is_plain = is_known && renamings.iter().all(Renaming::is_plain_use);
                if is_plain || early_errors(language, &tree, new, false, budget)?.is_empty() {
                    return Ok(None);
                }
            }
        }
        let now = check.errors(new, host, parsers, budget)?;
        if now.is_empty() {
            return Ok(None);
        }
        let old = check.errors(self.text, host, parsers, budget)?;
        let outer = |errors: &[TextError]| errors.iter().filter(|error| error.is_outer).count();
        if check.may_move_errors && outer(&now) <= outer(&old) {
            return Ok(None);
        }
        let at_change = error_at_change(changes, &old, &now);
        Ok(at_change.or_else(|| {
            let error = error_at_new_place(changes, &old, &now)?;
            let mut indices = changes.iter().map(|change| change.rewrite as usize);
            let index = indices.next();
            let index = index.filter(|index| indices.all(|other| other == *index));
            Some(SyntaxFault::new(error, index))
        }))
    }
}

/// Returns whether a grammar cannot read a text as it is. An edit can then change the text for the
/// parser outside its range.
fn needs_mask(
    text: &[u8],
    language: &'static Language,
    parsers: &mut Parsers,
    budget: &WorkBudget<'_>,
) -> Result<bool, Interrupt> {
    let masked = parsers.of(language).masked(text, budget)?;
    Ok(masked.is_some())
}

/// Returns an error that touches the new text of a change, if no error touches its old text.
fn error_at_change(
    changes: &[AstChange],
    old: &[TextError],
    now: &[TextError],
) -> Option<SyntaxFault> {
    let (old_errors, new_errors) = (ErrorRanges::new(old), ErrorRanges::new(now));
    let moves = moves(changes);
    changes.iter().zip(&moves).find_map(|(change, moved)| {
        let error = new_errors.error_at(&moved.new)?;
        let is_new = old_errors.error_at(&moved.old).is_none();
        is_new.then(|| SyntaxFault::new(error, Some(change.rewrite as usize)))
    })
}

/// Returns the first error at a place that has more errors than before. Counts errors both with and
/// without nested errors, since an error that contains others may split into several of them.
fn error_at_new_place<'e>(
    changes: &[AstChange],
    old: &[TextError],
    now: &'e [TextError],
) -> Option<&'e TextError> {
    let moves = moves(changes);
    let old = old.iter().map(|error| TextError {
        range: moved_range(&moves, &error.range),
        ..error.clone()
    });
    let old: Vec<TextError> = old.collect();
    let all: Vec<&TextError> = old.iter().chain(now).collect();
    let places = ErrorRanges::merged(all);
    let count = |errors: &[TextError]| {
        let mut counts = vec![(0, 0); places.0.len()];
        for error in errors {
            if let Some(count) = places.index(&error.range).and_then(|at| counts.get_mut(at)) {
                count.0 += 1;
                count.1 += usize::from(error.is_outer);
            }
        }
        counts
    };
    let (before, after) = (count(&old), count(now));
    let mut pairs = before.iter().zip(&after);
    let at = pairs.position(|(before, after)| after.0 > before.0 || after.1 > before.1)?;
    let mut at_place = now
        .iter()
        .filter(|error| places.index(&error.range) == Some(at));
    let known = |error: &&TextError| old.iter().any(|old| old.range == error.range);
    let first = at_place.clone().find(|error| !known(error));
    first.or_else(|| at_place.next())
}

/// Range of a change in the old and the new text.
struct Move {
    old: Range<usize>,
    new: Range<usize>,
}

fn moves(changes: &[AstChange]) -> Vec<Move> {
    let (mut grown, mut shrunk) = (0, 0);
    let moves = changes.iter().map(|change| {
        let Span { start, end, .. } = change.span;
        let from = start.offset + grown - shrunk;
        grown += change.after.len();
        shrunk += change.before.len();
        Move {
            old: start.offset..end.offset,
            new: from..from + change.after.len(),
        }
    });
    moves.collect()
}

/// Maps a range in the old text to the new text. An end inside a change maps to the corresponding
/// end of its new text.
fn moved_range(moves: &[Move], range: &Range<usize>) -> Range<usize> {
    let moved = |at: usize, is_end: bool| {
        let next = moves.partition_point(|change| match is_end {
            true => change.old.start < at,
            false => change.old.start <= at,
        });
        let Some(change) = next.checked_sub(1).and_then(|last| moves.get(last)) else {
            return at;
        };
        match (at < change.old.end, is_end) {
            (true, true) => change.new.end,
            (true, false) => change.new.start,
            (false, _) => at - change.old.end + change.new.end,
        }
    };
    let start = moved(range.start, false);
    start..moved(range.end, true).max(start)
}

/// Syntax error that edits would introduce.
pub(super) struct SyntaxFault {
    /// Line number in the new text.
    line: usize,
    /// Index of the rewrite or edit that causes the error, if known.
    index: Option<usize>,
    /// Description of an error that the grammar does not detect.
    message: Option<&'static str>,
}

impl SyntaxFault {
    fn new(error: &TextError, index: Option<usize>) -> SyntaxFault {
        SyntaxFault {
            line: error.line,
            index,
            message: error.message,
        }
    }

    /// Converts the fault into an error for a call whose edits come from `list`.
    pub(super) fn into_error(self, list: OptionName) -> Error {
        let line = self.line;
        let mut message =
            format!("the edits would make a syntax error in line {line} of the new text");
        if let Some(description) = self.message {
            message += ": ";
            message += description;
        }
        let error = Error::new(ErrorKind::SyntaxError, message);
        match self.index {
            Some(index) => error.in_element(list, index),
            None => error,
        }
    }
}

/// Ranges of the text covered by errors, each with its first error. Sorted; no two ranges touch.
struct ErrorRanges<'e>(Vec<(Range<usize>, &'e TextError)>);

impl<'e> ErrorRanges<'e> {
    fn new(errors: &'e [TextError]) -> ErrorRanges<'e> {
        ErrorRanges::merged(errors.iter().collect())
    }

    fn merged(mut errors: Vec<&'e TextError>) -> ErrorRanges<'e> {
        errors.sort_by_key(|error| error.range.start);
        let mut merged: Vec<(Range<usize>, &TextError)> = Vec::new();
        for error in errors {
            let range = error.range.clone();
            match merged.last_mut() {
                Some((last, _)) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push((range, error)),
            }
        }
        ErrorRanges(merged)
    }

    /// Returns the index of the first range that touches `range`.
    fn index(&self, range: &Range<usize>) -> Option<usize> {
        let next = self.0.partition_point(|(error, _)| error.end < range.start);
        let (error, _) = self.0.get(next)?;
        (error.start <= range.end).then_some(next)
    }

    /// Returns the first error of the range that touches `range`.
    fn error_at(&self, range: &Range<usize>) -> Option<&'e TextError> {
        self.index(range)
            .and_then(|at| self.0.get(at))
            .map(|(_, error)| *error)
    }
}

/// Adjusts the positions in a tree to the changes of its text, for an incremental parse.
fn update_tree(
    tree: &mut Tree,
    edits: &[InputEdit],
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    // In descending order, so that no change moves the positions of another.
    for edit in edits.iter().rev() {
        budget.step()?;
        tree.edit(edit);
    }
    Ok(())
}

/// Converts a change to the parser's representation.
fn input_edit(change: &AstChange) -> InputEdit {
    let point = |at: Position| {
        let row = usize::try_from(at.line - 1).unwrap_or(usize::MAX);
        Point::new(row, at.column)
    };
    let Span { start, end, .. } = change.span;
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
mod tests;
