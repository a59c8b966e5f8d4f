//! Options for terminal text functions: layout, truncation, wrapping.

use std::ptr;

use ransack::{Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions};

use crate::error::Failure;
use crate::options::unknown;
use crate::options::versioned::{self, Defaults, versioned};
use crate::slice::ransack_bytes;

/// Newest version of ransack_text_options.
pub const RANSACK_TEXT_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_truncate_options.
pub const RANSACK_TRUNCATE_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_wrap_options.
pub const RANSACK_WRAP_OPTIONS_VERSION: u32 = 1;

/// Policy for the width of a grapheme cluster of several characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_cluster_width {
    /// Sum of the widths of the cluster's characters, at most two cells, as in ghostty, WezTerm and
    /// Windows Terminal.
    Capped = 0,
    /// Width of the cluster's first character, ignoring marks, as in kitty.
    First = 1,
    /// Sum of the widths of the cluster's characters, as in terminals without grapheme clustering
    /// (mode 2027).
    Sum = 2,
}

/// Part of the text that truncation removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_cut_at {
    /// End of the text.
    End = 0,
    /// Start of the text.
    Start = 1,
    /// Middle of the text; if the number of kept cells is odd, the part before the cut gets the
    /// extra cell.
    Middle = 2,
}

/// Alignment of padded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_align {
    /// Spaces follow the text.
    Left = 0,
    /// Spaces precede the text.
    Right = 1,
    /// Spaces on both sides; if their number is odd, the extra space follows the text.
    Center = 2,
}

/// Text layout of a terminal. The defaults match kitty, ghostty, WezTerm and Windows Terminal.
/// Initialise with RANSACK_TEXT_OPTIONS_INIT. Wherever these options
/// are a parameter, NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_options {
    /// RANSACK_TEXT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Policy for the width of a grapheme cluster of several characters, a ransack_cluster_width.
    /// Default: RANSACK_CLUSTER_WIDTH_CAPPED.
    pub cluster_width: u32,
    /// Distance between tab stops in cells; with 0, a tab has no width. Default: 8.
    pub tab_width: u8,
    /// Whether characters of ambiguous East Asian width (UAX #11) are two cells wide. Default: 0.
    pub ambiguous_wide: u8,
    /// Whether U+FE0F makes the preceding character, if it can be an emoji, two cells wide. Set
    /// this field to 0 for terminals that ignore U+FE0F (xterm, VTE). Default: 1.
    pub emoji_variation: u8,
    /// Whether U+FE0E makes the preceding emoji, if it has a text form, one cell wide. Default: 1.
    pub text_variation: u8,
    /// Whether a regional indicator that is not part of a flag is two cells wide. Default: 1.
    pub lone_regional_wide: u8,
    /// Whether every tab is `tab_width` cells wide, as if replaced by that many spaces. Default: 0,
    /// which extends a tab to the next tab stop.
    pub fixed_tabs: u8,
}

/// Options for ransack_truncate_to_width(), where NULL means the defaults. Initialise with
/// RANSACK_TRUNCATE_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_truncate_options {
    /// RANSACK_TRUNCATE_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Part to remove, a ransack_cut_at. Default: RANSACK_CUT_AT_END.
    pub cut_at: u32,
    /// Text layout of the terminal. Default: NULL, which means the defaults of
    /// ransack_text_options.
    pub text: *const ransack_text_options,
    /// Text that replaces the removed part, UTF-8. May be empty or contain escape sequences; an
    /// ellipsis wider than the maximum width is truncated. Default: NULL, which means U+2026.
    pub ellipsis: *const ransack_bytes,
    /// Whether to cut between words if at least one word remains. Default: 0.
    pub word_boundary: u8,
    /// Whether to pad the result with spaces at the end, up to the maximum width. Default: 0.
    pub pad: u8,
}

/// Options for ransack_wrap_text_with_ansi(), where NULL means the defaults. Initialise with
/// RANSACK_WRAP_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_wrap_options {
    /// RANSACK_WRAP_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether to keep spaces at a line break: as many spaces as fit stay at the end of the line,
    /// and the rest go to the start of the next line. If not, such spaces are removed. Default: 0.
    pub keep_spaces: u8,
    /// Whether to keep a word that contains "://" unbroken, even if the word is wider than the
    /// line. Default: 0.
    pub keep_urls: u8,
    /// Text layout of the terminal. Default: NULL, which means the defaults of
    /// ransack_text_options.
    pub text: *const ransack_text_options,
    /// Whether to break words that are wider than the line. If not, such a word gets a line of its
    /// own, which is wider than the width. Default: 1.
    pub hard: u8,
    /// Whether to break between words. If not, every line is filled to the width and breaks between
    /// any two clusters, and `hard` has no effect. Default: 1.
    pub word_wrap: u8,
    /// Whether a line may break after a hyphen inside a word: "-", U+2010, U+2012 and U+2013.
    /// Several hyphens and slashes stay together. A line does not break after those at the start of
    /// a word, after a colon or after opening punctuation. Default: 0.
    pub break_after_hyphens: u8,
    /// Whether a line may break after a slash or backslash inside a word, under the conditions of
    /// `break_after_hyphens`. Default: 0.
    pub break_after_slashes: u8,
}

versioned!(ransack_text_options, RANSACK_TEXT_OPTIONS_VERSION, [fixed_tabs: 14]);

impl Defaults for ransack_text_options {
    fn defaults() -> ransack_text_options {
        let core = TextOptions::default();
        ransack_text_options {
            version: RANSACK_TEXT_OPTIONS_VERSION,
            cluster_width: ransack_cluster_width::Capped as u32,
            tab_width: core.tab_width,
            ambiguous_wide: core.ambiguous_wide.into(),
            emoji_variation: core.emoji_variation.into(),
            text_variation: core.text_variation.into(),
            lone_regional_wide: core.lone_regional_wide.into(),
            fixed_tabs: core.fixed_tabs.into(),
        }
    }
}

versioned!(ransack_truncate_options, RANSACK_TRUNCATE_OPTIONS_VERSION, [pad: 26]);

impl Defaults for ransack_truncate_options {
    fn defaults() -> ransack_truncate_options {
        let core = TruncateOptions::default();
        ransack_truncate_options {
            version: RANSACK_TRUNCATE_OPTIONS_VERSION,
            cut_at: ransack_cut_at::End as u32,
            text: ptr::null(),
            ellipsis: ptr::null(),
            word_boundary: core.word_boundary.into(),
            pad: core.pad.into(),
        }
    }
}

versioned!(ransack_wrap_options, RANSACK_WRAP_OPTIONS_VERSION, [break_after_slashes: 20]);

impl Defaults for ransack_wrap_options {
    fn defaults() -> ransack_wrap_options {
        let core = WrapOptions::default();
        ransack_wrap_options {
            version: RANSACK_WRAP_OPTIONS_VERSION,
            keep_spaces: core.keep_spaces.into(),
            keep_urls: core.keep_urls.into(),
            text: ptr::null(),
            hard: core.hard.into(),
            word_wrap: core.word_wrap.into(),
            break_after_hyphens: core.break_after_hyphens.into(),
            break_after_slashes: core.break_after_slashes.into(),
        }
    }
}

/// Converts the parameter `options`; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`].
pub(crate) unsafe fn text_options(
    options: *const ransack_text_options,
) -> Result<TextOptions, Failure> {
    // SAFETY: the contract of this function.
    unsafe { named_text_options(options, "options") }
}

/// Converts text options from the field or parameter `name`; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`].
unsafe fn named_text_options(
    options: *const ransack_text_options,
    name: &str,
) -> Result<TextOptions, Failure> {
    let mut core = TextOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, name) }?;
    core.tab_width = options.tab_width;
    core.ambiguous_wide = options.ambiguous_wide != 0;
    core.cluster_width = match options.cluster_width {
        0 => ClusterWidth::Capped,
        1 => ClusterWidth::First,
        2 => ClusterWidth::Sum,
        other => {
            return Err(unknown(
                "cluster_width",
                other,
                ransack_cluster_width::Sum as u32,
            ));
        }
    };
    core.emoji_variation = options.emoji_variation != 0;
    core.text_variation = options.text_variation != 0;
    core.lone_regional_wide = options.lone_regional_wide != 0;
    core.fixed_tabs = options.fixed_tabs != 0;
    Ok(core)
}

/// Converts truncation options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`]; the pointers in the struct are valid as the
/// header requires.
pub(crate) unsafe fn truncate_options(
    options: *const ransack_truncate_options,
) -> Result<TruncateOptions, Failure> {
    let mut core = TruncateOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    // SAFETY: the contract of this function.
    core.text = unsafe { named_text_options(options.text, "text") }?;
    // SAFETY: NULL or valid by the contract of this function.
    if let Some(ellipsis) = unsafe { options.ellipsis.as_ref() } {
        // SAFETY: the text is valid by the contract of this function.
        core.ellipsis = unsafe { ellipsis.text("ellipsis") }?.into();
    }
    core.cut_at = match options.cut_at {
        0 => CutAt::End,
        1 => CutAt::Start,
        2 => CutAt::Middle,
        other => return Err(unknown("cut_at", other, ransack_cut_at::Middle as u32)),
    };
    core.word_boundary = options.word_boundary != 0;
    core.pad = options.pad != 0;
    Ok(core)
}

/// Converts wrap options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`truncate_options`].
pub(crate) unsafe fn wrap_options(
    options: *const ransack_wrap_options,
) -> Result<WrapOptions, Failure> {
    let mut core = WrapOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    // SAFETY: the contract of this function.
    core.text = unsafe { named_text_options(options.text, "text") }?;
    core.keep_spaces = options.keep_spaces != 0;
    core.keep_urls = options.keep_urls != 0;
    core.hard = options.hard != 0;
    core.word_wrap = options.word_wrap != 0;
    core.break_after_hyphens = options.break_after_hyphens != 0;
    core.break_after_slashes = options.break_after_slashes != 0;
    Ok(core)
}

pub(crate) fn align_of(value: u32) -> Result<Align, Failure> {
    match value {
        0 => Ok(Align::Left),
        1 => Ok(Align::Right),
        2 => Ok(Align::Center),
        other => Err(unknown("align", other, ransack_align::Center as u32)),
    }
}

#[cfg(test)]
mod tests;
