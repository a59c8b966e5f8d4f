//! Plans the text of one file in its languages, for the engine of edits.

use std::sync::Arc;

use ransack_base::{Result, SkipReason};
use ransack_edit::internal::{PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText};
use ransack_grammars::Language;
use ransack_grammars::internal::{FileLanguages, Interrupt, WorkBudget, unknown_language_of_file};
use ransack_search::internal::FileRef;
use ransack_syntax::internal::{SearchStatus, SearchTarget, may_search, target};

use crate::ast_edit::outcome::{AstChange, EditResult};
use crate::ast_edit::text_plan::{PlanError, PlanScratch, PlanText};

/// Planner of texts in languages.
pub(crate) struct SyntaxPlanner {
    planner: Arc<dyn PlanText>,
    /// If set, the language of all files.
    language: Option<&'static Language>,
    /// Whether a file without a language fails the call.
    needs_language: bool,
}

impl SyntaxPlanner {
    pub(crate) fn new(
        planner: Arc<dyn PlanText>,
        language: Option<&'static Language>,
        needs_language: bool,
    ) -> SyntaxPlanner {
        SyntaxPlanner {
            planner,
            language,
            needs_language,
        }
    }

    /// Returns the result of each rewrite or edit of the call, given the `changes` of the call.
    pub(super) fn results(&self, changes: &[AstChange]) -> Vec<EditResult> {
        self.planner.results(changes)
    }
}

impl PlanFile for SyntaxPlanner {
    type Change = AstChange;
    type Scratch = PlanScratch;
    type Target = SearchTarget;

    fn begin(&self) -> Result<()> {
        match self.language {
            Some(language) => self.planner.require(language),
            None => Ok(()),
        }
    }

    fn verdict(&self) -> Result<()> {
        self.planner.verdict()
    }

    fn hints(&self) -> Vec<String> {
        self.planner.hints()
    }

    fn may_plan(&self, file: &FileRef<'_>) -> bool {
        may_search(file, FileLanguages::of(file.name()), self.language)
    }

    fn target(&self, file: &FileRef<'_>, text: &[u8]) -> Result<Option<SearchTarget>> {
        let languages = FileLanguages::of(file.name());
        let target = target(file, languages, self.language, text);
        match target.is_none() && self.needs_language {
            true => Err(unknown_language_of_file(&file.path(), "an outline")),
            false => Ok(target),
        }
    }

    fn plan(
        &self,
        source: &SourceText,
        target: SearchTarget,
        root: u32,
        room: u64,
        scratch: &mut PlanScratch,
        limits: PlanLimits<'_>,
    ) -> Result<PlannedText<AstChange>, PlanStop> {
        let mut budget = WorkBudget::new(limits.token, limits.time);
        let planned = self
            .planner
            .plan(source, target, root, room, scratch, &mut budget);
        planned.map_err(|error| match error {
            PlanError::Error(error) => PlanStop::Error(error),
            PlanError::Stop(Interrupt::Aborted(aborted)) => PlanStop::Aborted(aborted),
            PlanError::Stop(Interrupt::TooDeep) => PlanStop::Skip(SkipReason::TooDeep),
            PlanError::Stop(Interrupt::OutOfTime) => PlanStop::Skip(SkipReason::ParseTimeout),
            PlanError::Stop(Interrupt::NoStack) => PlanStop::Skip(SkipReason::TooLarge),
        })
    }
}

/// Returns the extent to which a searched text was planned.
pub(super) fn plan_status(status: SearchStatus) -> PlanStatus {
    match status {
        SearchStatus::Complete => PlanStatus::Complete,
        SearchStatus::Incomplete(reason, detail) => PlanStatus::Incomplete(reason, detail),
        SearchStatus::Skipped(reason, detail) => PlanStatus::Skipped(reason, detail),
    }
}
