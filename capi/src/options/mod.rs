//! Shared code for options. The options for each operation are defined next to the functions of
//! that operation.
//!
//! Defaults come from the core; the bindings add none. To add a field, append it to its struct,
//! raise the `_VERSION`, and name the last field in [`versioned!`]. The `_INIT` macros in the
//! header are generated from [`Defaults`](versioned::Defaults).
//!
//! - `versioned`: structs that begin with a version
//! - `init`: list of these structs, and their defaults by name
//! - `scope`: files and directories that an operation examines

pub mod init;
pub mod scope;
pub(crate) mod versioned;

use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use ransack::{EnclosingNames, OnTimeout};

use crate::error::{Failure, ransack_status};
use crate::options::versioned::Versioned;
use crate::slice::ransack_bytes;

/// Value of a numeric option that means "no limit".
pub const RANSACK_NO_LIMIT: u64 = 0xFFFF_FFFF_FFFF_FFFF;

/// Value of RANSACK_NO_LIMIT, for languages that cannot use macros.
#[unsafe(no_mangle)]
pub static ransack_no_limit: u64 = RANSACK_NO_LIMIT;

/// Behaviour of a call when its time limit passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_on_timeout {
    /// The call fails with RANSACK_STATUS_TIMEOUT.
    Fail = 0,
    /// The call succeeds with the results found so far; the report's `stopped_by` is
    /// RANSACK_STOPPED_BY_TIMEOUT.
    Partial = 1,
}

/// Options struct of a call.
pub(crate) trait CallOptions: Versioned {
    /// Core options of the same call.
    type Core;

    /// Converts the options.
    ///
    /// # Safety
    ///
    /// Every pointer in the struct is valid, as the header requires, during the conversion.
    unsafe fn resolve(&self) -> Result<Self::Core, Failure>;

    /// Time limit of the call in milliseconds; [`RANSACK_NO_LIMIT`] if there is no limit, `None` if
    /// the call has no such option.
    fn timeout_ms(&self) -> Option<u64> {
        None
    }
}

/// Empty text, as spelled in the `_INIT` macros.
pub(crate) const NO_BYTES: ransack_bytes = ransack_bytes {
    data: ptr::null(),
    len: 0,
};

/// Converts a ransack_on_timeout.
pub(crate) fn on_timeout(value: u32) -> Result<OnTimeout, Failure> {
    match value {
        0 => Ok(OnTimeout::Fail),
        1 => Ok(OnTimeout::Partial),
        other => Err(unknown(
            "on_timeout",
            other,
            ransack_on_timeout::Partial as u32,
        )),
    }
}

/// Converts a number to an optional limit.
pub(crate) fn to_limit(value: u64) -> Option<u64> {
    (value != RANSACK_NO_LIMIT).then_some(value)
}

/// Converts an optional limit to a number.
pub(crate) fn from_limit(limit: Option<u64>) -> u64 {
    limit.unwrap_or(RANSACK_NO_LIMIT)
}

/// Converts an optional duration to milliseconds.
pub(crate) fn from_duration(limit: Option<Duration>) -> u64 {
    from_limit(limit.and_then(|limit| u64::try_from(limit.as_millis()).ok()))
}

/// Converts a size to `usize`, saturating on 32-bit targets.
pub(crate) fn to_size(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// Converts text in which empty means "none".
///
/// # Safety
///
/// Same contract as [`array`](crate::ffi::array).
pub(crate) unsafe fn optional_text(
    text: ransack_bytes,
    name: &str,
) -> Result<Option<String>, Failure> {
    // SAFETY: the contract of this function.
    let text = unsafe { text.text(name) }?;
    Ok((!text.is_empty()).then_some(text))
}

/// Converts a path in which empty means "none".
///
/// # Safety
///
/// Same contract as [`ransack_bytes::path`].
pub(crate) unsafe fn optional_path(
    path: ransack_bytes,
    name: &str,
) -> Result<Option<PathBuf>, Failure> {
    // SAFETY: the contract of this function.
    let path = unsafe { path.path(name) }?;
    Ok((!path.is_empty()).then(|| PathBuf::from(path)))
}

/// Parses a content id; empty for none.
///
/// # Safety
///
/// `version` is valid as the header requires.
#[cfg(feature = "ast")]
pub(crate) unsafe fn optional_version(
    version: ransack_bytes,
    name: &str,
) -> Result<Option<ransack::ContentId>, Failure> {
    // SAFETY: the contract of this function.
    let version = unsafe { version.text(name) }?;
    match version.as_str() {
        "" => Ok(None),
        version => Ok(Some(version.parse()?)),
    }
}

/// Returns the value of an enumeration whose numbers are the indexes of `all`.
#[cfg(any(feature = "highlight", feature = "outline"))]
pub(crate) fn value_of<'a, T>(all: &'a [T], name: &str, value: u32) -> Result<&'a T, Failure> {
    let known = all.get(value as usize);
    known.ok_or_else(|| unknown(name, value, all.len() as u32 - 1))
}

/// Converts the flag that asks for the definitions around matches.
pub(crate) fn enclosing(is_set: u8) -> Result<Option<EnclosingNames>, Failure> {
    match is_set {
        0 => Ok(None),
        #[cfg(feature = "outline")]
        _ => Ok(Some(ransack::enclosing_names())),
        #[cfg(not(feature = "outline"))]
        _ => Err(Failure::new(
            ransack_status::InvalidOption,
            "this build has no outlines".to_owned(),
        )),
    }
}

/// Returns the error for an integer that is not a value of its enumeration, whose values are 0 to
/// `last`.
pub(crate) fn unknown(name: &str, value: u32, last: u32) -> Failure {
    Failure::new(
        ransack_status::InvalidOption,
        format!("unknown value {value} of `{name}`: expected 0 to {last}"),
    )
}
