//! How a terminal lays out text, and how text is cut and wrapped.

use std::mem::offset_of;
use std::ptr;

use ransack::{Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions};

use super::unknown;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// The newest version of ransack_text_options.
pub const RANSACK_TEXT_OPTIONS_VERSION: u32 = 1;

/// The newest version of ransack_truncate_options.
pub const RANSACK_TRUNCATE_OPTIONS_VERSION: u32 = 1;

/// The newest version of ransack_wrap_options.
pub const RANSACK_WRAP_OPTIONS_VERSION: u32 = 1;

/// What a grapheme cluster of several characters takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_cluster_width {
    /// The sum of its characters, at most two cells: ghostty, WezTerm, Windows
    /// Terminal.
    Capped = 0,
    /// What its first character takes, marks taking nothing: kitty.
    First = 1,
    /// The sum of its characters, however many: terminals without grapheme
    /// clustering (mode 2027).
    Sum = 2,
}

/// Which part of a text that is too wide is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_cut_at {
    /// The end.
    End = 0,
    /// The start.
    Start = 1,
    /// The middle; the part before it gets the odd cell.
    Middle = 2,
}

/// On which side text stands that is filled up with spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_align {
    /// Spaces come after the text.
    Left = 0,
    /// Spaces come before the text.
    Right = 1,
    /// Spaces come on both sides, the odd one after the text.
    Center = 2,
}

/// How a terminal lays out text. The defaults are what kitty, ghostty, WezTerm
/// and Windows Terminal show. Set up with RANSACK_TEXT_OPTIONS_INIT or
/// ransack_text_options_init(); wherever these options are asked for, NULL
/// stands for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_options {
    /// RANSACK_TEXT_OPTIONS_VERSION of the header that the caller was compiled
    /// with.
    pub version: u32,
    /// What a cluster of several characters takes, a ransack_cluster_width.
    /// Default: RANSACK_CLUSTER_WIDTH_CAPPED.
    pub cluster_width: u32,
    /// Cells from one tab stop to the next; with 0 a tab takes no cell.
    /// Default: 8.
    pub tab_width: u8,
    /// Whether characters of ambiguous East Asian width (UAX #11) take two
    /// cells. Default: 0.
    pub ambiguous_wide: u8,
    /// Whether U+FE0F after a character that can be an emoji makes it two cells
    /// wide. Default: 1; 0 for terminals that ignore it (xterm, VTE).
    pub emoji_variation: u8,
    /// Whether U+FE0E after an emoji that has a text form makes it one cell
    /// wide. Default: 1.
    pub text_variation: u8,
    /// Whether a regional indicator that is no half of a flag takes two cells.
    /// Default: 1.
    pub lone_regional_wide: u8,
}

/// Sets every field to its default, as RANSACK_TEXT_OPTIONS_INIT does. `version`
/// is RANSACK_TEXT_OPTIONS_VERSION of the caller's header; nothing is written
/// past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_text_options_init(
    options: *mut ransack_text_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

/// Options of ransack_truncate_to_width(). Set up with
/// RANSACK_TRUNCATE_OPTIONS_INIT or ransack_truncate_options_init(); NULL stands
/// for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_truncate_options {
    /// RANSACK_TRUNCATE_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// Where to cut, a ransack_cut_at. Default: RANSACK_CUT_AT_END.
    pub cut_at: u32,
    /// How the terminal lays out text. Default: NULL, the defaults.
    pub text: *const ransack_text_options,
    /// What stands for the part that was cut; may hold escapes, and may be
    /// empty. Cut itself where it is wider than the width. Default: NULL, which
    /// stands for U+2026.
    pub ellipsis: *const ransack_bytes,
    /// Whether to cut between words, where that leaves at least one. Default:
    /// 0.
    pub word_boundary: u8,
    /// Whether to fill up to the width with spaces at the end. Default: 0.
    pub pad: u8,
}

/// Sets every field to its default, as RANSACK_TRUNCATE_OPTIONS_INIT does.
/// `version` is RANSACK_TRUNCATE_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_truncate_options_init(
    options: *mut ransack_truncate_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

/// Options of ransack_wrap_text_with_ansi(). Set up with
/// RANSACK_WRAP_OPTIONS_INIT or ransack_wrap_options_init(); NULL stands for the
/// defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_wrap_options {
    /// RANSACK_WRAP_OPTIONS_VERSION of the header that the caller was compiled
    /// with.
    pub version: u32,
    /// Whether spaces at a break are kept: they stay at the end of the line as
    /// long as they fit, and the rest starts the next. Default: 0, they are
    /// dropped.
    pub keep_spaces: u8,
    /// Whether a word that holds "://" is left whole even where it is wider
    /// than the line. Default: 0.
    pub keep_urls: u8,
    /// How the terminal lays out text. Default: NULL, the defaults.
    pub text: *const ransack_text_options,
}

/// Sets every field to its default, as RANSACK_WRAP_OPTIONS_INIT does. `version`
/// is RANSACK_WRAP_OPTIONS_VERSION of the caller's header; nothing is written
/// past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_wrap_options_init(
    options: *mut ransack_wrap_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers.
unsafe impl Versioned for ransack_text_options {
    const SIZES: &'static [usize] = &[offset_of!(ransack_text_options, lone_regional_wide) + 1];

    fn defaults() -> ransack_text_options {
        ransack_text_options {
            version: RANSACK_TEXT_OPTIONS_VERSION,
            cluster_width: ransack_cluster_width::Capped as u32,
            tab_width: 8,
            ambiguous_wide: 0,
            emoji_variation: 1,
            text_variation: 1,
            lone_regional_wide: 1,
        }
    }
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_truncate_options {
    const SIZES: &'static [usize] = &[offset_of!(ransack_truncate_options, pad) + 1];

    fn defaults() -> ransack_truncate_options {
        ransack_truncate_options {
            version: RANSACK_TRUNCATE_OPTIONS_VERSION,
            cut_at: ransack_cut_at::End as u32,
            text: ptr::null(),
            ellipsis: ptr::null(),
            word_boundary: 0,
            pad: 0,
        }
    }
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_wrap_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_wrap_options, text) + size_of::<*const ransack_text_options>()];

    fn defaults() -> ransack_wrap_options {
        ransack_wrap_options {
            version: RANSACK_WRAP_OPTIONS_VERSION,
            keep_spaces: 0,
            keep_urls: 0,
            text: ptr::null(),
        }
    }
}

/// The core's options for text; the defaults for NULL.
///
/// # Safety
///
/// As [`ffi::read_versioned`].
pub(crate) unsafe fn text_options(
    options: *const ransack_text_options,
) -> Result<TextOptions, Failure> {
    let mut core = TextOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    core.tab_width = options.tab_width;
    core.ambiguous_wide = options.ambiguous_wide != 0;
    core.cluster_width = match options.cluster_width {
        0 => ClusterWidth::Capped,
        1 => ClusterWidth::First,
        2 => ClusterWidth::Sum,
        other => return Err(unknown("cluster_width", other)),
    };
    core.emoji_variation = options.emoji_variation != 0;
    core.text_variation = options.text_variation != 0;
    core.lone_regional_wide = options.lone_regional_wide != 0;
    Ok(core)
}

/// The core's options for truncation; the defaults for NULL.
///
/// # Safety
///
/// As [`ffi::read_versioned`], and what the fields point to is as the header
/// asks for.
pub(crate) unsafe fn truncate_options(
    options: *const ransack_truncate_options,
) -> Result<TruncateOptions, Failure> {
    let mut core = TruncateOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    // SAFETY: the caller's promise.
    core.text = unsafe { text_options(options.text) }?;
    // SAFETY: NULL, or a view of the caller.
    if let Some(ellipsis) = unsafe { options.ellipsis.as_ref() } {
        // SAFETY: the caller's promise.
        core.ellipsis = unsafe { ellipsis.text("ellipsis") }?.into();
    }
    core.cut_at = match options.cut_at {
        0 => CutAt::End,
        1 => CutAt::Start,
        2 => CutAt::Middle,
        other => return Err(unknown("cut_at", other)),
    };
    core.word_boundary = options.word_boundary != 0;
    core.pad = options.pad != 0;
    Ok(core)
}

/// The core's options for wrapping; the defaults for NULL.
///
/// # Safety
///
/// As [`truncate_options`].
pub(crate) unsafe fn wrap_options(
    options: *const ransack_wrap_options,
) -> Result<WrapOptions, Failure> {
    let mut core = WrapOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    // SAFETY: the caller's promise.
    core.text = unsafe { text_options(options.text) }?;
    core.keep_spaces = options.keep_spaces != 0;
    core.keep_urls = options.keep_urls != 0;
    Ok(core)
}

pub(crate) fn align_of(value: u32) -> Result<Align, Failure> {
    match value {
        0 => Ok(Align::Left),
        1 => Ok(Align::Right),
        2 => Ok(Align::Center),
        other => Err(unknown("align", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_core() {
        let text = ransack_text_options::defaults();
        // SAFETY: defaults that point to nothing.
        let core = unsafe { text_options(&raw const text) }.unwrap();
        assert_eq!(core, TextOptions::default());
        let truncate = ransack_truncate_options::defaults();
        // SAFETY: as above.
        let core = unsafe { truncate_options(&raw const truncate) }.unwrap();
        assert_eq!(core, TruncateOptions::default());
        let wrap = ransack_wrap_options::defaults();
        // SAFETY: as above.
        let core = unsafe { wrap_options(&raw const wrap) }.unwrap();
        assert_eq!(core, WrapOptions::default());
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_text_options::SIZES, [13]);
        assert_eq!(ransack_truncate_options::SIZES, [26]);
        assert_eq!(ransack_wrap_options::SIZES, [16]);
        assert_eq!(RANSACK_TEXT_OPTIONS_VERSION, 1);
        assert_eq!(RANSACK_TRUNCATE_OPTIONS_VERSION, 1);
        assert_eq!(RANSACK_WRAP_OPTIONS_VERSION, 1);
    }
}
