//! How text is highlighted.

use std::mem::offset_of;

use ransack::highlight::{Engine, HighlightOptions};

use super::{on_timeout, size, unknown};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;

/// The newest version of ransack_highlight_options.
pub const RANSACK_HIGHLIGHT_OPTIONS_VERSION: u32 = 1;

/// What finds the parts of a text that have a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_highlight_engine {
    /// The one that ransack_highlight_engine_of() names. Only in options.
    Default = 0,
    /// A tree-sitter grammar and its queries. Any part of the text may have a
    /// bearing on any other.
    TreeSitter = 1,
    /// A TextMate grammar run by syntect with Oniguruma, line after line.
    Syntect = 2,
    /// None: the text stays plain.
    Plain = 3,
}

/// How text is highlighted. Set up with RANSACK_HIGHLIGHT_OPTIONS_INIT or
/// ransack_highlight_options_init(); wherever these options are asked for, NULL
/// stands for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_options {
    /// RANSACK_HIGHLIGHT_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The engine, a ransack_highlight_engine. One that the language does not
    /// have is not used. Default: RANSACK_HIGHLIGHT_ENGINE_DEFAULT.
    pub engine: u32,
    /// What happens when the deadline of the token passes, a ransack_on_timeout;
    /// with RANSACK_ON_TIMEOUT_PARTIAL what is left stays plain. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Of lines longer than this, in bytes, RANSACK_HIGHLIGHT_ENGINE_SYNTECT
    /// looks at the beginning only; the rest stays plain, and the report says
    /// so. Default: 2048.
    pub max_line: u64,
}

/// Sets every field to its default, as RANSACK_HIGHLIGHT_OPTIONS_INIT does.
/// `version` is RANSACK_HIGHLIGHT_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_options_init(
    options: *mut ransack_highlight_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers.
unsafe impl Versioned for ransack_highlight_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_highlight_options, max_line) + size_of::<u64>()];

    fn defaults() -> ransack_highlight_options {
        ransack_highlight_options {
            version: RANSACK_HIGHLIGHT_OPTIONS_VERSION,
            engine: ransack_highlight_engine::Default as u32,
            on_timeout: 0,
            max_line: HighlightOptions::new("").max_line as u64,
        }
    }
}

/// The core's options; the defaults for NULL.
///
/// # Safety
///
/// As [`ffi::read_versioned`].
pub(crate) unsafe fn highlight_options(
    options: *const ransack_highlight_options,
    language: String,
) -> Result<HighlightOptions, Failure> {
    let mut core = HighlightOptions::new(language);
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    core.engine = match options.engine {
        0 => None,
        1 => Some(Engine::TreeSitter),
        2 => Some(Engine::Syntect),
        3 => Some(Engine::Plain),
        other => return Err(unknown("engine", other)),
    };
    core.on_timeout = on_timeout(options.on_timeout)?;
    core.max_line = size(options.max_line);
    Ok(core)
}
