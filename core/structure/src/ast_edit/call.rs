//! Settings for one edit, independent of the code that computes its new texts.

use std::sync::Arc;
use std::time::Duration;

use ransack_base::{Pool, RelPath};
use ransack_search::Scope;
use ransack_search::internal::RootKinds;
use ransack_transaction::internal::digest;

use crate::ast_edit::text_plan::PlanText;

/// Returns a hash of the options that determine the changes of an edit.
pub(crate) fn request_of(options: &impl std::fmt::Debug) -> u64 {
    digest(format!("{options:?}").as_bytes()) as u64
}

/// One edit: its files, its limits, and the planner that computes the new texts.
pub(crate) struct EditCall {
    pub(crate) planner: Arc<dyn PlanText>,
    pub(crate) scope: Scope,
    /// Paths of the files in results, by index of the root. Empty for paths relative to the root.
    pub(crate) shown: Vec<RelPath>,
    /// Whether every root must be a file that can be planned; otherwise the call fails.
    pub(crate) needs_every_root: bool,
    pub(crate) language: Option<String>,
    pub(crate) dry_run: bool,
    pub(crate) preview: Option<String>,
    /// Hash of the options that determine the changes, excluding the locations of the files.
    pub(crate) request: u64,
    pub(crate) max_replacements: Option<u64>,
    pub(crate) max_files: Option<u64>,
    pub(crate) fail_on_parse_error: bool,
    pub(crate) time_per_file: Option<Duration>,
    pub(crate) max_file_size: Option<u64>,
    pub(crate) encoding: Option<String>,
    pub(crate) wait: Duration,
    pub(crate) pool: Option<Pool>,
}

impl EditCall {
    /// Returns the kinds of roots that the call accepts.
    pub(super) fn root_kinds(&self) -> RootKinds {
        match self.needs_every_root {
            true => RootKinds::Files,
            false => RootKinds::FilesAndDirs,
        }
    }
}
