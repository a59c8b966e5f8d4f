//! Options of workspaces.

use napi_derive::napi;
use ransack::RefreshMode;

use super::set;

/// How a workspace is kept up to date.
#[napi(string_enum = "camelCase")]
pub enum RefreshMode {
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
    pub refresh: Option<RefreshMode>,
}

impl WorkspaceOptions {
    /// The core's options.
    pub fn into_core(self) -> ransack::WorkspaceOptions {
        let mut core = ransack::WorkspaceOptions::default();
        set(
            &mut core.refresh,
            self.refresh.map(|refresh| match refresh {
                RefreshMode::Walk => RefreshMode::Walk,
                RefreshMode::Watch => RefreshMode::Watch,
                RefreshMode::Stat => RefreshMode::Stat,
                RefreshMode::Manual => RefreshMode::Manual,
            }),
        );
        core
    }
}
