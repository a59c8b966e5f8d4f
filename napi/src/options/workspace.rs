//! Options of workspaces.

use napi_derive::napi;

use super::set;

/// Method by which a workspace keeps its list of files up to date: `'walk'` keeps no
/// list and walks the tree in every call; `'watch'` processes change notifications of
/// the operating system; `'stat'` compares the change times of every directory and
/// ignore file before each call; `'manual'` relies on `refresh` and `invalidate`.
#[napi(string_enum = "camelCase")]
pub enum RefreshMode {
    /// Walks the tree in every call.
    Walk,
    /// Processes change notifications of the operating system.
    Watch,
    /// Compares change times before each call.
    Stat,
    /// Relies on `refresh` and `invalidate`.
    Manual,
}

/// Options of `new Workspace`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct WorkspaceOptions {
    /// Method by which the list of files is kept up to date. Default: `'watch'`,
    /// which falls back to `'stat'` where watching is not possible;
    /// `report.snapshot.fallback` names the reason.
    pub refresh: Option<RefreshMode>,
}

impl WorkspaceOptions {
    /// Converts to the core's options.
    pub fn into_core(self) -> ransack::WorkspaceOptions {
        let mut core = ransack::WorkspaceOptions::default();
        set(
            &mut core.refresh,
            self.refresh.map(|mode| match mode {
                RefreshMode::Walk => ransack::RefreshMode::Walk,
                RefreshMode::Watch => ransack::RefreshMode::Watch,
                RefreshMode::Stat => ransack::RefreshMode::Stat,
                RefreshMode::Manual => ransack::RefreshMode::Manual,
            }),
        );
        core
    }
}
