//! Whether edits make syntax errors.

use std::ops::Range;

use tree_sitter::{InputEdit, Point, Tree};

use super::outcome::AstChange;
use super::plan::Fault;
use super::renames::{self, Names};
use super::syntax::Trees;
use crate::ast::item::{Position, Span};
use crate::ast::language::Language;
use crate::ast::parse::{self, Interrupt, Parsers, WorkBudget};
use crate::error::{Error, ErrorKind};

/// A text before it is edited.
pub(super) struct Parsed<'a> {
    pub(super) text: &'a [u8],
    /// Its trees, if it has been parsed.
    pub(super) trees: Option<Trees>,
}

impl Parsed<'_> {
    /// Refuses a new text with more syntax errors than this one, or with one
    /// at a change where there was none.
    ///
    /// Most texts are free of errors, which the old tree, told of the changes,
    /// helps to see at a fraction of the cost of a parse, and known `names` at
    /// hardly any. It is the parse without them that refuses.
    pub(super) fn check(
        self,
        new: &[u8],
        changes: &[AstChange],
        host: &'static Language,
        (parsers, names): (&mut Parsers, &mut Names),
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Fault> {
        if let Some((language, mut tree)) = self.trees.and_then(Trees::into_only) {
            let renamings = if tree.root_node().has_error() {
                None
            } else {
                renames::renamings(language, &tree, changes, budget)?
            };
            let renamings = renamings.unwrap_or_default();
            if !renamings.is_empty() && names.has_all(&renamings, new) {
                return Ok(());
            }
            tell(&mut tree, changes, budget)?;
            let tree = parse::parse_edited(parsers.of(language), new, &tree, budget)?;
            if !tree.root_node().has_error() {
                names.learn(language, &renamings, new, &tree, budget)?;
                return Ok(());
            }
        }
        let now = Trees::of(new, host, parsers, budget)?.errors(budget)?;
        let Some((_, first)) = now.first() else {
            return Ok(());
        };
        let old = Trees::of(self.text, host, parsers, budget)?.errors(budget)?;
        let (was, is) = (Faulty::new(&old), Faulty::new(&now));
        let (mut grown, mut shrunk) = (0, 0);
        let at_change = changes.iter().find_map(|change| {
            let Span { start, end } = change.span;
            let from = start.offset + grown - shrunk;
            grown += change.after.len();
            shrunk += change.before.len();
            let line = is.at(from..from + change.after.len())?;
            was.at(start.offset..end.offset).is_none().then_some(line)
        });
        let is_more = now.len() > old.len();
        let Some(line) = at_change.or(is_more.then_some(*first)) else {
            return Ok(());
        };
        let message = format!("the rewrites make a syntax error, in line {line} of what would be");
        Err(Fault::Error(Error::new(ErrorKind::SyntaxError, message)))
    }
}

/// Where a text is not as it should be: ranges that do not touch, in order,
/// and the line of each.
struct Faulty(Vec<(Range<usize>, usize)>);

impl Faulty {
    fn new(errors: &[(Range<usize>, usize)]) -> Faulty {
        let mut sorted = errors.to_vec();
        sorted.sort_by_key(|(range, _)| range.start);
        let mut merged: Vec<(Range<usize>, usize)> = Vec::new();
        for (range, line) in sorted {
            match merged.last_mut() {
                Some((last, _)) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push((range, line)),
            }
        }
        Faulty(merged)
    }

    /// The line of a fault that touches `range`.
    fn at(&self, range: Range<usize>) -> Option<usize> {
        let next = self.0.partition_point(|(fault, _)| fault.end < range.start);
        let (fault, line) = self.0.get(next)?;
        (fault.start <= range.end).then_some(*line)
    }
}

/// Tells a tree of changes to its text.
fn tell(
    tree: &mut Tree,
    changes: &[AstChange],
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    // What comes later does not move what comes before.
    for change in changes.iter().rev() {
        budget.step()?;
        tree.edit(&input_edit(change));
    }
    Ok(())
}

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
            new_end.row += memchr::memchr_iter(b'\n', &change.after).count();
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
    fn faults_that_touch_are_one() {
        let faulty = Faulty::new(&[(4..9, 2), (5..6, 3), (9..9, 4), (20..20, 5)]);
        assert_eq!(faulty.0, [(4..9, 2), (20..20, 5)]);
        let at = |range| faulty.at(range);
        assert_eq!(at(0..3), None);
        assert_eq!(at(0..4), Some(2));
        assert_eq!(at(6..7), Some(2));
        assert_eq!(at(10..19), None);
        assert_eq!(at(20..30), Some(5));
        assert_eq!(at(21..30), None);
    }
}
