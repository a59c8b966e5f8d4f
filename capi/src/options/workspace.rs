//! How a workspace keeps up to date.

use std::mem::offset_of;

use ransack::{RefreshMode, WorkspaceOptions};

use super::unknown;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::workspace::ransack_refresh_mode;

/// The newest version of ransack_workspace_options.
pub const RANSACK_WORKSPACE_OPTIONS_VERSION: u32 = 1;

/// Options of ransack_workspace_open(). Set up with
/// RANSACK_WORKSPACE_OPTIONS_INIT or ransack_workspace_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_workspace_options {
    /// RANSACK_WORKSPACE_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// How calls know that the table is up to date, a ransack_refresh_mode.
    /// Default: RANSACK_REFRESH_MODE_WATCH, which falls back to
    /// RANSACK_REFRESH_MODE_STAT where it cannot be had.
    pub refresh: u32,
}

/// Sets every field to its default, as RANSACK_WORKSPACE_OPTIONS_INIT does.
/// `version` is RANSACK_WORKSPACE_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_options_init(
    options: *mut ransack_workspace_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers.
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
    /// The options as the core has them.
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
    fn the_defaults_are_those_of_the_core() {
        let core = ransack_workspace_options::defaults().resolve().unwrap();
        let expected = WorkspaceOptions::default();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// The sizes belong to published versions and never change.
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_workspace_options::SIZES, [8]);
        assert_eq!(
            RANSACK_WORKSPACE_OPTIONS_VERSION as usize,
            ransack_workspace_options::SIZES.len()
        );
    }
}
