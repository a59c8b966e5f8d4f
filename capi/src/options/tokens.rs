//! How text becomes tokens, and what a vocabulary file does not say.

use std::mem::offset_of;
use std::ptr;

use ransack::{AllowedSpecial, TiktokenOptions, TokenOptions, TruncateFrom};

use super::unknown;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::{ransack_bytes, texts};
use crate::tokens::tokenizer::ransack_special_token;

/// The newest version of ransack_token_options.
pub const RANSACK_TOKEN_OPTIONS_VERSION: u32 = 1;

/// The newest version of ransack_tiktoken_options.
pub const RANSACK_TIKTOKEN_OPTIONS_VERSION: u32 = 1;

/// Which part of a text with too many tokens is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_truncate_from {
    /// The end: the beginning is kept.
    End = 0,
    /// The beginning: the end is kept.
    Start = 1,
    /// The middle: as many tokens are kept of the beginning as of the end, or
    /// one more.
    Middle = 2,
}

/// How text becomes tokens. By default what looks like a special token is
/// ordinary text. Set up with RANSACK_TOKEN_OPTIONS_INIT or
/// ransack_token_options_init(); wherever these options are asked for, NULL
/// stands for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_token_options {
    /// RANSACK_TOKEN_OPTIONS_VERSION of the header that the caller was compiled
    /// with.
    pub version: u32,
    /// Whether every special token of the vocabulary is recognised in the text;
    /// `allowed_special` is ignored then. Default: 0.
    pub all_special: u8,
    /// The special tokens that are recognised in the text; one that the
    /// vocabulary does not have is RANSACK_STATUS_INVALID_OPTION. The list is
    /// compiled at each call. Default: none.
    pub allowed_special: *const ransack_bytes,
    /// Their number.
    pub allowed_special_len: usize,
}

/// Sets every field to its default, as RANSACK_TOKEN_OPTIONS_INIT does.
/// `version` is RANSACK_TOKEN_OPTIONS_VERSION of the caller's header; nothing is
/// written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_options_init(
    options: *mut ransack_token_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

/// What a `.tiktoken` file does not say about its vocabulary. Set up with
/// RANSACK_TIKTOKEN_OPTIONS_INIT or ransack_tiktoken_options_init(); NULL stands
/// for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_tiktoken_options {
    /// RANSACK_TIKTOKEN_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The pattern that cuts text into pieces, in the syntax of the Rust crate
    /// fancy-regex. Those of the published encodings and of GPT-2, Llama 3 and
    /// Qwen 2 are as fast as the built-in ones. Default: empty, which stands for
    /// that of o200k_base.
    pub pattern: ransack_bytes,
    /// The special tokens and their ids. Default: none.
    pub special_tokens: *const ransack_special_token,
    /// Their number.
    pub special_tokens_len: usize,
}

/// Sets every field to its default, as RANSACK_TIKTOKEN_OPTIONS_INIT does.
/// `version` is RANSACK_TIKTOKEN_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tiktoken_options_init(
    options: *mut ransack_tiktoken_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_token_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_token_options, allowed_special_len) + size_of::<usize>()];

    fn defaults() -> ransack_token_options {
        ransack_token_options {
            version: RANSACK_TOKEN_OPTIONS_VERSION,
            all_special: 0,
            allowed_special: ptr::null(),
            allowed_special_len: 0,
        }
    }
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_tiktoken_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_tiktoken_options, special_tokens_len) + size_of::<usize>()];

    fn defaults() -> ransack_tiktoken_options {
        ransack_tiktoken_options {
            version: RANSACK_TIKTOKEN_OPTIONS_VERSION,
            pattern: ransack_bytes {
                data: ptr::null(),
                len: 0,
            },
            special_tokens: ptr::null(),
            special_tokens_len: 0,
        }
    }
}

/// The core's options for tokens; the defaults for NULL.
///
/// # Safety
///
/// As [`ffi::read_versioned`], and what the fields point to is as the header
/// asks for.
pub(crate) unsafe fn token_options(
    options: *const ransack_token_options,
) -> Result<TokenOptions, Failure> {
    let mut core = TokenOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    core.allowed_special = if options.all_special != 0 {
        AllowedSpecial::All
    } else if options.allowed_special_len == 0 {
        AllowedSpecial::None
    } else {
        let (data, len) = (options.allowed_special, options.allowed_special_len);
        // SAFETY: the caller's promise.
        AllowedSpecial::Only(unsafe { texts(data, len, "allowed_special") }?)
    };
    Ok(core)
}

/// The core's options for `.tiktoken` files; the defaults for NULL.
///
/// # Safety
///
/// As [`token_options`].
pub(crate) unsafe fn tiktoken_options(
    options: *const ransack_tiktoken_options,
) -> Result<TiktokenOptions, Failure> {
    let mut core = TiktokenOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the caller's promise.
    let options = unsafe { ffi::read_versioned(options, "options") }?;
    if options.pattern.len > 0 {
        // SAFETY: the caller's promise.
        core.pattern = unsafe { options.pattern.text("pattern") }?;
    }
    let (data, len) = (options.special_tokens, options.special_tokens_len);
    // SAFETY: the caller's promise.
    for special in unsafe { ffi::array(data, len, "special_tokens") }? {
        // SAFETY: the caller's promise, for each text.
        let text = unsafe { special.text.text("special_tokens") }?;
        core.special_tokens.push((text, special.id));
    }
    Ok(core)
}

pub(crate) fn truncate_from(value: u32) -> Result<TruncateFrom, Failure> {
    match value {
        0 => Ok(TruncateFrom::End),
        1 => Ok(TruncateFrom::Start),
        2 => Ok(TruncateFrom::Middle),
        other => Err(unknown("from", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_core() {
        let options = ransack_token_options::defaults();
        // SAFETY: defaults that point to nothing.
        let core = unsafe { token_options(&raw const options) }.unwrap();
        assert_eq!(
            core.allowed_special,
            TokenOptions::default().allowed_special
        );
        let options = ransack_tiktoken_options::defaults();
        // SAFETY: as above.
        let core = unsafe { tiktoken_options(&raw const options) }.unwrap();
        let default = TiktokenOptions::default();
        assert_eq!(core.pattern, default.pattern);
        assert_eq!(core.special_tokens, default.special_tokens);
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_token_options::SIZES, [24]);
        assert_eq!(ransack_tiktoken_options::SIZES, [40]);
        assert_eq!(RANSACK_TOKEN_OPTIONS_VERSION, 1);
        assert_eq!(RANSACK_TIKTOKEN_OPTIONS_VERSION, 1);
    }
}
