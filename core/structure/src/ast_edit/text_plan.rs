//! Plan of one text: its edits, the new text, and the checks on the new text.
//!
//! Types that compute edits implement [`PlanText`]: the rewrites of a call, or edits of
//! definitions. Does not read or write files.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, span_of};
use ransack_base::offsets::LineIndex;
use ransack_base::{Aborted, Error, ErrorKind, OptionName, RelPath, Result};
use ransack_edit::internal::{PlannedText, SourceText};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, MAX_TEXT, Parsers, WorkBudget};
use ransack_syntax::internal::SearchTarget;

use crate::ast_edit::check::{OldText, SyntaxCheck};
use crate::ast_edit::outcome::{AstChange, EditResult};
use crate::ast_edit::renames::KnownNames;

/// Planner that computes edits to text.
pub(crate) trait PlanText: Send + Sync + 'static {
    /// Fails if text in a language cannot be edited.
    fn require(&self, language: &'static Language) -> Result<()>;

    /// Returns the call-level error found while planning, if any.
    fn verdict(&self) -> Result<()> {
        Ok(())
    }

    /// Returns advice for a call without changes.
    fn hints(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the result of each rewrite or edit of the call for the most recently planned texts,
    /// given the `changes` of the call.
    fn results(&self, changes: &[AstChange]) -> Vec<EditResult>;

    /// Plans the text of a file below the root with this index, with at most `room` edits.
    fn plan(
        &self,
        source: &SourceText,
        target: SearchTarget,
        root: u32,
        room: u64,
        scratch: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<PlannedText<AstChange>, PlanError>;
}

/// Parsers and known names of one worker, reused from one text to the next.
#[derive(Default)]
pub(crate) struct PlanScratch {
    pub(crate) parsers: Parsers,
    pub(super) names: KnownNames,
}

/// Reason why the text has no plan.
#[derive(Debug)]
pub(crate) enum PlanError {
    /// A limit was reached; the file is skipped or the call aborted.
    Stop(Interrupt),
    /// The whole call fails.
    Error(Error),
}

impl PlanError {
    /// Adds the index of the offending list element to the error.
    pub(crate) fn in_element(self, list: OptionName, index: u32) -> PlanError {
        match self {
            PlanError::Error(error) => PlanError::Error(error.in_element(list, index as usize)),
            stop @ PlanError::Stop(_) => stop,
        }
    }
}

impl From<Interrupt> for PlanError {
    fn from(stop: Interrupt) -> PlanError {
        PlanError::Stop(stop)
    }
}

impl From<Aborted> for PlanError {
    fn from(aborted: Aborted) -> PlanError {
        PlanError::Stop(Interrupt::Aborted(aborted))
    }
}

impl From<Error> for PlanError {
    fn from(error: Error) -> PlanError {
        PlanError::Error(error)
    }
}

/// Replacement for one range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedEdit {
    pub(crate) range: Range<usize>,
    pub(crate) text: Vec<u8>,
    /// Index of the rewrite or edit that requests the replacement.
    pub(crate) index: u32,
    pub(crate) language: &'static Language,
    /// Code in `range` that the edit removes although the pattern does not name it.
    pub(crate) lost: Vec<Range<usize>>,
    /// Ranges of expressions in `text` that may need brackets.
    pub(crate) operands: Vec<Range<usize>>,
    /// Whether `text` may be a whole statement rather than the start of an expression.
    pub(crate) is_statement: bool,
    /// Whether an opening bracket at the start of `text` would continue the previous statement.
    pub(crate) follows_open_statement: bool,
}

/// Checks on every new text.
#[derive(Clone, Copy)]
pub(crate) struct TextChecks {
    /// Option that contains the edits.
    list: OptionName,
    allow_syntax_errors: bool,
    max_size: u64,
    syntax: SyntaxCheck,
}

impl TextChecks {
    pub(crate) fn new(
        list: OptionName,
        allow_syntax_errors: bool,
        max_file_size: Option<u64>,
    ) -> TextChecks {
        TextChecks {
            list,
            allow_syntax_errors,
            max_size: max_file_size.unwrap_or(u64::MAX).min(MAX_TEXT as u64),
            syntax: SyntaxCheck::default(),
        }
    }

    /// Returns the checks of a text that is read as an outline reads it.
    pub(crate) fn of_definitions(mut self) -> TextChecks {
        self.syntax.is_masked = true;
        self
    }

    /// Returns the checks of edits that may move syntax errors along with the code around them.
    pub(crate) fn allow_moved_errors(mut self, is_allowed: bool) -> TextChecks {
        self.syntax.may_move_errors = is_allowed;
        self
    }

    /// Returns whether edits may add syntax errors.
    pub(crate) fn allows_syntax_errors(&self) -> bool {
        self.allow_syntax_errors
    }

    /// Applies `edits`, which are sorted and disjoint. Returns the new text and its changes, after
    /// checking the text.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the text is too long; `SyntaxError` if the text has a new syntax error,
    /// naming the edit that causes the first error, if known.
    pub(crate) fn apply(
        self,
        old: OldText<'_>,
        edits: Vec<PlannedEdit>,
        pass: u32,
        host: &'static Language,
        scratch: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(Vec<u8>, Vec<AstChange>), PlanError> {
        let (new, changes) = self.new_text(old.text, edits, pass)?;
        if !self.allow_syntax_errors {
            let fault = old.check(&new, &changes, host, self.syntax, scratch, budget)?;
            if let Some(fault) = fault {
                return Err(PlanError::Error(fault.into_error(self.list)));
            }
        }
        Ok((new, changes))
    }

    fn new_text(
        self,
        text: &[u8],
        edits: Vec<PlannedEdit>,
        pass: u32,
    ) -> Result<(Vec<u8>, Vec<AstChange>)> {
        let lines = LineIndex::new(text);
        let more: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let less: usize = edits.iter().map(|edit| edit.range.len()).sum();
        let len = text.len() + more - less;
        if len as u64 > self.max_size {
            let max = self.max_size;
            let message = format!(
                "the edits would make the file {len} bytes long, more than the limit of {max}"
            );
            return Err(Error::option(message));
        }
        let mut changes = Vec::with_capacity(edits.len());
        let mut new = Vec::with_capacity(len);
        let mut from = 0;
        for edit in edits {
            new.extend_from_slice(&text[from..edit.range.start]);
            new.extend_from_slice(&edit.text);
            from = edit.range.end;
            changes.push(AstChange {
                path: RelPath::default(),
                root: 0,
                language: edit.language.name,
                rewrite: edit.index,
                pass,
                span: span_of(&lines, text, &edit.range),
                before: text[edit.range].to_vec(),
                after: edit.text,
                lost: edit
                    .lost
                    .into_iter()
                    .map(|lost| text[lost].to_vec())
                    .collect(),
            });
        }
        new.extend_from_slice(&text[from..]);
        Ok((new, changes))
    }
}

/// Returns the text with `edits` applied, which are sorted and disjoint, and the start of each edit in
/// the new text.
pub(super) fn spliced(text: &[u8], edits: &[PlannedEdit]) -> (Vec<u8>, Vec<usize>) {
    let mut new = Vec::with_capacity(text.len());
    let mut places = Vec::with_capacity(edits.len());
    let mut from = 0;
    for edit in edits {
        new.extend_from_slice(&text[from..edit.range.start]);
        places.push(new.len());
        new.extend_from_slice(&edit.text);
        from = edit.range.end;
    }
    new.extend_from_slice(&text[from..]);
    (new, places)
}

/// Fails if two of the sorted edits overlap. `list` is the option that contains the edits.
///
/// # Errors
///
/// `OverlappingEdits`, with the positions of the first two.
pub(crate) fn refuse_overlap(text: &[u8], edits: &[PlannedEdit], list: OptionName) -> Result<()> {
    let mut pairs = edits.windows(2);
    let Some([a, b]) = pairs.find(|pair| pair[1].range.start < pair[0].range.end) else {
        return Ok(());
    };
    let lines = LineIndex::new(text);
    let describe = |edit: &PlannedEdit| {
        let at = lines.position(text, edit.range.start);
        let (list, index) = (list.name(), edit.index);
        let (line, column) = (at.line, at.column + 1);
        format!("`{list}[{index}]` at line {line}, column {column}")
    };
    let message = format!("{} overlaps {}", describe(a), describe(b));
    Err(Error::new(ErrorKind::OverlappingEdits, message))
}
