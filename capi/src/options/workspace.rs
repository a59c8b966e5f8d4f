//! Options of workspaces.

use std::mem::offset_of;

use ransack::{RefreshMode, WorkspaceOptions};

use super::unknown;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::workspace::ransack_refresh_mode;

/// Newest version of ransack_workspace_options.
pub const RANSACK_WORKSPACE_OPTIONS_VERSION: u32 = 1;

/// Options of ransack_workspace_open(), where NULL means the defaults. Initialise with
/// RANSACK_WORKSPACE_OPTIONS_INIT or ransack_workspace_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_workspace_options {
    /// RANSACK_WORKSPACE_OPTIONS_VERSION of the header that the program was compiled with.
    pub version: u32,
    /// Way in which calls bring the file table up to date, a ransack_refresh_mode. If the directory
    /// cannot be watched, RANSACK_REFRESH_MODE_STAT is used instead of RANSACK_REFRESH_MODE_WATCH
    /// and reports say why. Default: RANSACK_REFRESH_MODE_WATCH.
    pub refresh: u32,
}

/// Writes the default of every field, like RANSACK_WORKSPACE_OPTIONS_INIT.
///
/// `version` is RANSACK_WORKSPACE_OPTIONS_VERSION of the caller's header; nothing is written behind
/// the last field of that version. Fails with RANSACK_STATUS_BAD_VERSION for an unknown version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_options_init(
    options: *mut ransack_workspace_options,
    version: u32,
) -> ransack_status {
    // SAFETY: the header requires `options` to be NULL or a writable struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, a `u32` version first, integers and raw pointers only.
unsafe impl Versioned for ransack_workspace_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_workspace_options, refresh) + size_of::<u32>()];

    fn defaults() -> ransack_workspace_options {
        ransack_workspace_options {
            version: RANSACK_WORKSPACE_OPTIONS_VERSION,
            refresh: ransack_refresh_mode::Watch as u32,
        }
    }
}

impl ransack_workspace_options {
    /// Converts the options.
    pub(crate) fn resolve(&self) -> Result<WorkspaceOptions, Failure> {
        let mut core = WorkspaceOptions::default();
        core.refresh = match self.refresh {
            0 => RefreshMode::Walk,
            1 => RefreshMode::Watch,
            2 => RefreshMode::Stat,
            3 => RefreshMode::Manual,
            other => return Err(unknown("refresh", other)),
        };
        Ok(core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_equal_core() {
        let core = ransack_workspace_options::defaults().resolve().unwrap();
        let expected = WorkspaceOptions::default();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// Sizes of published versions never change.
    #[test]
    fn published_versions_keep_their_size() {
        assert_eq!(ransack_workspace_options::SIZES, [8]);
        assert_eq!(
            RANSACK_WORKSPACE_OPTIONS_VERSION as usize,
            ransack_workspace_options::SIZES.len()
        );
    }
}
