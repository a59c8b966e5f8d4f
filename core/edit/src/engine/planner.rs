//! Interface of the code that computes new texts.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::{Aborted, CancelToken, Error, RelPath, Result, SkipReason};
use ransack_search::internal::{FileRef, WordQuery};

use super::source_text::SourceText;

/// Planner that computes the new texts of files.
pub trait PlanFile: Send + Sync + 'static {
    /// Change of a text, as results list it.
    type Change: ListedChange;
    /// Memory of one worker, reused from one file to the next.
    type Scratch: Default + Send;
    /// Treatment of a file, as decided from its name and its text.
    type Target: Copy + Send;

    /// Fails if no file can be planned. Runs once, on a worker.
    fn begin(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the call-level error found while planning, if any.
    fn verdict(&self) -> Result<()> {
        Ok(())
    }

    /// Returns advice for a call without changes.
    fn hints(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether a file may change, judged without reading it.
    fn may_plan(&self, _file: &FileRef<'_>) -> bool {
        true
    }

    /// Whether [`may_change`](PlanFile::may_change) rejects texts.
    const FILTERS_TEXTS: bool = false;

    /// Whether a text may change; false is certain. The text is not decoded and has no NUL byte. A
    /// rejected text counts as planned, without changes.
    fn may_change(&self, _text: &[u8], _token: &CancelToken) -> Result<bool, Aborted> {
        Ok(true)
    }

    /// Returns the condition on the words of a text that may change.
    fn words(&self) -> &WordQuery {
        &WordQuery::All
    }

    /// Returns the path of a file as results show it.
    fn shown(&self, file: &FileRef<'_>) -> RelPath {
        file.shown()
    }

    /// Returns the target of a file with this text; `None` to skip the file.
    fn target(&self, file: &FileRef<'_>, text: &[u8]) -> Result<Option<Self::Target>>;

    /// Plans the text of a file below the root with this index, with at most `room` changes.
    fn plan(
        &self,
        source: &SourceText,
        target: Self::Target,
        root: u32,
        room: u64,
        scratch: &mut Self::Scratch,
        limits: PlanLimits<'_>,
    ) -> Result<PlannedText<Self::Change>, PlanStop>;
}

/// Change of a text that results list with its file.
pub trait ListedChange: Send + 'static {
    /// Sets the file of the change.
    fn set_file(&mut self, path: RelPath, root: u32);

    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize;
}

/// Change that results do not list; only its number counts.
impl ListedChange for () {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        0
    }
}

/// Limits for planning one file.
#[derive(Clone, Copy)]
pub struct PlanLimits<'a> {
    /// Token of the call.
    pub token: &'a CancelToken,
    /// Maximum time for the file.
    pub time: Option<Duration>,
}

/// Result of planning one text.
pub struct PlannedText<C> {
    /// Extent to which the text was planned.
    pub status: PlanStatus,
    /// Description of matches that are not replaced because that would remove code; `None` if there
    /// are no such matches.
    pub refused: Option<String>,
    /// Plan of the text; `None` if nothing changes.
    pub plan: Option<TextPlan<C>>,
}

/// Extent to which a text was planned.
pub enum PlanStatus {
    /// The whole text was planned.
    Complete,
    /// The planner's own limit for one text was reached.
    Capped,
    /// Changes may be missing. Holds the reason and a detail for the report.
    Incomplete(SkipReason, String),
    /// The text was not planned.
    Skipped(SkipReason, Option<String>),
}

/// New text of a file and the changes that produce it.
pub struct TextPlan<C> {
    /// New text.
    pub text: Vec<u8>,
    /// Changes, in the order of the results.
    pub changes: Vec<C>,
    /// Whether the same call would change the new text again.
    pub is_unsettled: bool,
    /// Effect on the name of the file.
    pub name: NameEffect,
    /// Whether the new file may be executed; `None` to keep the mode.
    pub is_executable: Option<bool>,
}

/// Effect of a plan on the name of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NameEffect {
    /// The name stays.
    #[default]
    Keep,
    /// The file gets the path.
    Rename(NewPath),
    /// The file is deleted.
    Delete,
}

/// Path that a plan adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPath {
    /// Path in the form used to open the file.
    pub path: PathBuf,
    /// Path as results show it.
    pub shown: RelPath,
}

impl<C> Default for TextPlan<C> {
    fn default() -> TextPlan<C> {
        TextPlan::new(Vec::new(), Vec::new())
    }
}

impl<C> TextPlan<C> {
    /// Wraps the text and the changes that produce it.
    pub fn new(text: Vec<u8>, changes: Vec<C>) -> TextPlan<C> {
        TextPlan {
            text,
            changes,
            is_unsettled: false,
            name: NameEffect::Keep,
            is_executable: None,
        }
    }
}

/// Reason why a text has no plan.
#[derive(Debug)]
pub enum PlanStop {
    /// A limit was reached; the file is skipped.
    Skip(SkipReason),
    /// The whole call fails.
    Error(Error),
    /// The token fired.
    Aborted(Aborted),
}
