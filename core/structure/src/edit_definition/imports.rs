//! Edits of the imports in one text. Each edit sees the result of the previous edits.
//!
//! Invariant: the ranges of the returned edits refer to the text before all edits.

use std::collections::VecDeque;
use std::ops::Range;

use ransack_base::OptionName;
use ransack_grammars::Language;
use ransack_grammars::internal::{Parsers, WorkBudget};

use crate::ast_edit::outcome::{EditResult, EditStatus};
use crate::ast_edit::text_plan::{PlanError, PlannedEdit};
use crate::edit_definition::planner::{Step, StepKind};
use crate::imports::{ImportsPlan, TextChange, apply};
use crate::outline::text::ParsedText;

/// Results of steps, each with the index of its edit.
type Results = Vec<(u32, EditResult)>;

/// Returns the edits of the steps that change imports, ascending and disjoint, and the results of
/// the steps.
pub(super) fn plan(
    text: &ParsedText<'_>,
    steps: &[Step],
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<(Vec<PlannedEdit>, Results), PlanError> {
    let mut composition = Composition::new(text.source.len());
    let mut current: Option<Vec<u8>> = None;
    let mut results = Vec::new();
    for step in steps {
        let StepKind::Imports(change) = &step.kind else {
            continue;
        };
        budget.step()?;
        let planned = match &current {
            None => change.changes(text, parsers, budget)?,
            Some(source) => {
                let parsed = ParsedText::new(source, text.language, parsers, budget)?;
                change.changes(&parsed, parsers, budget)?
            }
        };
        let of_edit = |error| PlanError::Error(error).in_element(OptionName::Edits, step.index);
        let ImportsPlan { changes, statuses } = planned.map_err(of_edit)?;
        let mut result = EditResult::from(EditStatus::of(!changes.is_empty()));
        result.imports = statuses;
        results.push((step.index, result));
        let source = current.as_deref().unwrap_or(text.source);
        current = Some(apply(source, &changes));
        composition.add(&changes, step.index);
    }
    Ok((composition.edits(text.source, text.language), results))
}

/// Part of the text after changes.
enum Segment {
    /// Range of the original text.
    Old(Range<usize>),
    /// New text, which may be empty, from the edit with this index.
    New(Vec<u8>, u32),
}

impl Segment {
    fn len(&self) -> usize {
        match self {
            Segment::Old(range) => range.len(),
            Segment::New(text, _) => text.len(),
        }
    }

    /// Splits the segment after its first `len` bytes.
    fn split(self, len: usize) -> (Segment, Segment) {
        match self {
            Segment::Old(Range { start, end }) => {
                let middle = start + len;
                (Segment::Old(start..middle), Segment::Old(middle..end))
            }
            Segment::New(mut head, index) => {
                let tail = head.split_off(len);
                (Segment::New(head, index), Segment::New(tail, index))
            }
        }
    }
}

/// Sequence of changes, stored as the segments of the resulting text.
struct Composition(VecDeque<Segment>);

impl Composition {
    fn new(len: usize) -> Composition {
        Composition(VecDeque::from([Segment::Old(0..len)]))
    }

    /// Applies changes, ascending and disjoint, to the text that the previous changes produced.
    /// O(segments + changes).
    fn add(&mut self, changes: &[TextChange], index: u32) {
        let mut segments = VecDeque::new();
        let mut at = 0;
        for TextChange { range, text } in changes {
            self.take(range.start - at, |kept| segments.push_back(kept));
            self.take(range.len(), drop);
            segments.push_back(Segment::New(text.clone().into_bytes(), index));
            at = range.end;
        }
        segments.append(&mut self.0);
        self.0 = segments;
    }

    /// Takes the next `len` bytes of the text.
    fn take(&mut self, mut len: usize, mut each: impl FnMut(Segment)) {
        while len > 0 {
            let Some(segment) = self.0.pop_front() else {
                return;
            };
            if segment.len() <= len {
                len -= segment.len();
                each(segment);
                continue;
            }
            let (head, tail) = segment.split(len);
            each(head);
            self.0.push_front(tail);
            return;
        }
    }

    /// Returns the edits that turn the original text into the final one. An edit produced by
    /// several changes has the index of the first.
    fn edits(self, source: &[u8], language: &'static Language) -> Vec<PlannedEdit> {
        let mut edits = Vec::new();
        let (mut from, mut new) = (0, None::<(Vec<u8>, u32)>);
        let end = Segment::Old(source.len()..source.len());
        for segment in self.0.into_iter().chain([end]) {
            let range = match segment {
                Segment::New(text, index) => {
                    new.get_or_insert((Vec::new(), index)).0.extend(text);
                    continue;
                }
                Segment::Old(range) => range,
            };
            let replaced = from..range.start;
            from = range.end;
            let Some((text, index)) = new.take() else {
                continue;
            };
            if source.get(replaced.clone()) != Some(&text[..]) {
                edits.push(PlannedEdit {
                    range: replaced,
                    text,
                    index,
                    language,
                    lost: Vec::new(),
                    operands: Vec::new(),
                    is_statement: true,
                    follows_open_statement: false,
                });
            }
        }
        edits
    }
}
