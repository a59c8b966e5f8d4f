//! Plans the edits of one file: reads it under the read policy for edits and plans its
//! replacements.
//!
//! Writes nothing to disk. A file that could not be written back byte for byte, apart from its
//! replacements, is skipped and reported.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use encoding_rs::Encoding;
use ransack_base::internal::{ErrorParts, skipped_path};
use ransack_base::{Aborted, CancelToken, RelPath, Result, SkipReason, SkippedPath};
use ransack_edit::{DiffOptions, TextEdit, diff_lines};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, MAX_TEXT, WorkBudget, unknown_language_of_file};
use ransack_search::internal::{
    BufferDocument, ChangePolicy, Examine, FileRef, JobOutput, ReadOutcome, ReadPolicy,
    TextConditions, UndecodablePolicy,
};
use ransack_syntax::internal::{SearchStatus, SearchTarget, may_search, target};
use ransack_transaction::internal::{ChangeAction, PlannedChange, Unplanned};

use crate::ast_edit::call::ExpectedVersions;
use crate::ast_edit::outcome::AstChange;
use crate::ast_edit::source_text::SourceText;
use crate::ast_edit::text_plan::{PlanError, PlanScratch, PlanText, PlannedText, TextPlan};

/// Examiner that plans syntax edits.
pub(super) struct EditExaminer {
    pub(super) planner: Arc<dyn PlanText>,
    pub(super) language: Option<&'static Language>,
    pub(super) time_per_file: Option<Duration>,
    pub(super) max_replacements: u64,
    /// Whether a file in another language is an error.
    pub(super) needs_every_root: bool,
    pub(super) policy: ReadPolicy,
    /// Paths of journals found by the walk.
    pub(super) journals: Arc<Mutex<Vec<PathBuf>>>,
    /// Files that had changes in the preview but have none now.
    pub(super) unplanned: Arc<Unplanned>,
    pub(super) if_versions: Arc<ExpectedVersions>,
}

/// Buffers and parsers of one worker, reused across files.
#[derive(Default)]
pub(super) struct EditScratch {
    buffer: Vec<u8>,
    planning: PlanScratch,
}

/// Edits of one file.
pub(super) struct FilePlan {
    pub(super) root: u32,
    /// Path shown in results.
    pub(super) shown: RelPath,
    /// Change of the bytes.
    pub(super) change: PlannedChange,
    pub(super) changes: Vec<AstChange>,
    /// Unified diff of the text before and after all passes.
    pub(super) diff: Vec<u8>,
    /// Edits of the text before the first pass that give the text after the last.
    pub(super) text_edits: Vec<TextEdit>,
    pub(super) is_unsettled: bool,
    /// Relative path of the open buffer that provided the text.
    pub(super) buffer: Option<Arc<[u8]>>,
    /// Absolute path under which this buffer was set.
    pub(super) document: Option<BufferDocument>,
    source: SourceText,
    target: SearchTarget,
}

/// Returns the read policy for edits, which excludes any text that was not read exactly.
pub(super) fn read_policy(
    max_size: Option<u64>,
    encoding: Option<&'static Encoding>,
) -> ReadPolicy {
    ReadPolicy {
        max_size,
        max_held: MAX_TEXT,
        encoding,
        binary: false,
        undecodable: UndecodablePolicy::RequireRoundTrip,
        changed: ChangePolicy::Skip,
    }
}

impl FilePlan {
    fn new(
        file: &FileRef<'_>,
        shown: RelPath,
        source: SourceText,
        target: SearchTarget,
        plan: TextPlan,
        token: &CancelToken,
    ) -> Result<FilePlan> {
        let path = file.path();
        let (diff, text_edits) = diff_of(&source, &plan, &shown, token)?;
        let action = rewrite_of(&source, &path, plan.text)?;
        let mut planned = FilePlan {
            root: file.root(),
            shown,
            change: PlannedChange {
                path,
                old: source.version().as_u128(),
                action,
            },
            changes: Vec::new(),
            diff,
            text_edits,
            is_unsettled: plan.is_unsettled,
            buffer: file.buffer_path(),
            document: file.buffer_document(),
            source,
            target,
        };
        planned.set_changes(plan.changes);
        Ok(planned)
    }

    /// Plans the file again with at most `max_replacements` replacements. If planning stops at a
    /// limit, returns the reason, and the plan is void.
    pub(super) fn limit_to(
        &mut self,
        max_replacements: u64,
        planner: &dyn PlanText,
        time: Option<Duration>,
        token: &CancelToken,
    ) -> Result<Option<(SkipReason, SkippedPath)>> {
        let mut budget = WorkBudget::new(token, time);
        let plan = planner.plan(
            &self.source,
            self.target,
            self.root,
            max_replacements,
            &mut PlanScratch::default(),
            &mut budget,
        );
        token.heartbeat()?;
        let (reason, detail) = match plan {
            Ok(PlannedText {
                plan: Some(plan), ..
            }) => {
                (self.diff, self.text_edits) = diff_of(&self.source, &plan, &self.shown, token)?;
                self.change.action = rewrite_of(&self.source, &self.change.path, plan.text)?;
                self.is_unsettled = plan.is_unsettled;
                self.set_changes(plan.changes);
                return Ok(None);
            }
            Ok(PlannedText {
                status: SearchStatus::Skipped(reason, detail),
                ..
            }) => (reason, detail),
            Ok(_) => {
                self.changes.clear();
                self.diff.clear();
                self.text_edits.clear();
                return Ok(None);
            }
            Err(PlanError::Stop(interrupt)) => (skip_reason(interrupt)?, None),
            Err(PlanError::Error(error)) => return Err(error.with_path(&self.change.path)),
        };
        let path = skipped_path(self.root, self.shown.clone(), detail);
        Ok(Some((reason, path)))
    }

    /// Sets the replacements, with the path of this file.
    fn set_changes(&mut self, changes: Vec<AstChange>) {
        self.changes = changes;
        for change in &mut self.changes {
            change.path = self.shown.clone();
            change.root = self.root;
        }
    }

    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize {
        let changes: usize = self.changes.iter().map(AstChange::weight).sum();
        let ChangeAction::Rewrite { bytes, .. } = &self.change.action;
        let edits = self.text_edits.iter();
        let edits = edits.map(|edit| size_of::<TextEdit>() + edit.new_text.len());
        bytes.len() + self.source.text.len() + self.diff.len() + edits.sum::<usize>() + changes
    }
}

impl TextConditions for EditExaminer {}

impl Examine for EditExaminer {
    type Item = Result<FilePlan>;
    type Scratch = EditScratch;
    type Resume = ();

    fn scratch(&self) -> EditScratch {
        EditScratch::default()
    }

    fn weigh(item: &Result<FilePlan>) -> usize {
        item.as_ref().map_or(0, FilePlan::weight)
    }

    fn verdict(&self) -> Result<()> {
        self.planner.verdict()
    }

    fn hints(&self) -> Vec<String> {
        self.planner.hints()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        scratch: &mut EditScratch,
        found: &mut JobOutput<Result<FilePlan>>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if !file.is_file() {
            return Ok(None);
        }
        if file.is_edit_journal() {
            let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
            journals.push(file.path());
            return Ok(None);
        }
        if !may_search(file, self.language) {
            return Ok(None);
        }
        let EditScratch { buffer, planning } = scratch;
        let encoding = match file.read(&self.policy, buffer) {
            ReadOutcome::Text { encoding, .. } => encoding,
            ReadOutcome::Skipped(fault) => {
                self.unplanned.add(&file.path(), || None);
                found.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let Some(target) = target(file, self.language, buffer) else {
            if self.needs_every_root {
                let error = unknown_language_of_file(&file.path(), "an outline");
                found.items.push(Err(error));
            }
            return Ok(None);
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let root = file.root();
        let room = self.max_replacements;
        let source = SourceText::new(std::mem::take(buffer), encoding);
        if let Err(error) = self.if_versions.check(&file.path(), || source.version()) {
            found.items.push(Err(error));
            return Ok(None);
        }
        let plan = self
            .planner
            .plan(&source, target, root, room, planning, &mut budget);
        token.heartbeat()?;
        let planned = match plan {
            Ok(planned) => planned,
            Err(PlanError::Stop(interrupt)) => PlannedText {
                status: SearchStatus::Skipped(skip_reason(interrupt)?, None),
                refused: None,
                plan: None,
            },
            Err(PlanError::Error(error)) => {
                let error = error.with_path(&file.path());
                found.items.push(Err(error));
                return Ok(None);
            }
        };
        match planned.status {
            SearchStatus::Complete => {}
            SearchStatus::Incomplete(reason, detail) => {
                found.skipped.push(file.skip(reason, Some(detail)));
            }
            SearchStatus::Skipped(reason, detail) => {
                found.skipped.push(file.skip(reason, detail));
                // Keeps the buffer for the next file.
                *buffer = source.text;
                return Ok(None);
            }
        }
        if planned.refused.is_some() {
            found
                .skipped
                .push(file.skip(SkipReason::LossyRewrite, planned.refused));
        }
        found.files_searched += 1;
        let Some(plan) = planned.plan else {
            let digest = || Some(source.version().as_u128());
            self.unplanned.add(&file.path(), digest);
            // Keeps the buffer for the next file.
            *buffer = source.text;
            return Ok(None);
        };
        let planned = FilePlan::new(file, file.shown(), source, target, plan, token);
        token.heartbeat()?;
        if let Ok(planned) = &planned {
            found.files_with_matches += 1;
            found.matches += planned.changes.len() as u64;
            found.bytes += planned.weight();
        }
        found.items.push(planned);
        Ok(None)
    }
}

/// Returns the reason for skipping a file if work on the file stopped at a limit.
fn skip_reason(interrupt: Interrupt) -> Result<SkipReason, Aborted> {
    match interrupt {
        Interrupt::Aborted(aborted) => Err(aborted),
        Interrupt::TooDeep => Ok(SkipReason::TooDeep),
        Interrupt::OutOfTime => Ok(SkipReason::ParseTimeout),
        Interrupt::NoStack => Ok(SkipReason::TooLarge),
    }
}

/// Returns the change of the file at `path` to a new text.
fn rewrite_of(source: &SourceText, path: &Path, text: Vec<u8>) -> Result<ChangeAction> {
    let bytes = source.to_file_bytes(text);
    let bytes = bytes.map_err(|error| error.with_path(path))?;
    Ok(ChangeAction::rewrite(bytes))
}

/// Returns the differences of the text of a file and its new text, as a unified diff and as edits.
fn diff_of(
    source: &SourceText,
    plan: &TextPlan,
    shown: &RelPath,
    token: &CancelToken,
) -> Result<(Vec<u8>, Vec<TextEdit>)> {
    let diff = diff_lines(&source.text, &plan.text, &DiffOptions::default(), token)?;
    Ok((
        diff.unified(shown.as_bytes(), token)?,
        diff.text_edits(token)?,
    ))
}
