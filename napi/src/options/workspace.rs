//! Options of workspaces.

use napi_derive::napi;
use ransack::Validation;

use super::set;

/// How a workspace is kept up to date.
#[napi(string_enum = "camelCase")]
pub enum WorkspaceFreshness {
    /// Not at all: every call walks the tree.
    Walk,
    /// The system tells of changes.
    Watch,
    /// Every directory and ignore file is compared with its last time of change.
    Stat,
    /// By `refresh` and `invalidate` alone.
    Manual,
}

/// Options of `new Workspace`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct WorkspaceOptions {
    /// How calls know that the list of files is up to date. Default: `'watch'`,
    /// which falls back to `'stat'` where it cannot be had.
    pub freshness: Option<WorkspaceFreshness>,
}

impl WorkspaceOptions {
    /// The core's options.
    pub fn into_core(self) -> ransack::WorkspaceOptions {
        let mut core = ransack::WorkspaceOptions::default();
        set(
            &mut core.freshness,
            self.freshness.map(|freshness| match freshness {
                WorkspaceFreshness::Walk => Validation::Walk,
                WorkspaceFreshness::Watch => Validation::Watch,
                WorkspaceFreshness::Stat => Validation::Stat,
                WorkspaceFreshness::Manual => Validation::Manual,
            }),
        );
        core
    }
}
