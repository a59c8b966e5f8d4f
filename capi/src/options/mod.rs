//! Options, versioned: one file a call, and here what they have in common.

pub mod ast;
pub mod fuzzy;
pub mod glob;
pub mod grep;
pub mod highlight;
pub mod search;
pub mod text;
pub mod tokens;
pub mod workspace;

mod scope;

use std::ptr;

use ransack::OnTimeout;

use crate::error::{Failure, ransack_status};
use crate::slice::ransack_bytes;

/// Stands for "no limit" in options that are numbers.
pub const RANSACK_NO_LIMIT: u64 = 0xFFFF_FFFF_FFFF_FFFF;

/// What a call does when its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_on_timeout {
    /// Fail with RANSACK_STATUS_TIMEOUT.
    Fail = 0,
    /// Succeed with what was found so far, and a report that says so.
    Partial = 1,
}

/// No text, as the _INIT macros can spell it.
const NO_BYTES: ransack_bytes = ransack_bytes {
    data: ptr::null(),
    len: 0,
};

fn on_timeout(value: u32) -> Result<OnTimeout, Failure> {
    match value {
        0 => Ok(OnTimeout::Fail),
        1 => Ok(OnTimeout::Partial),
        other => Err(unknown("on_timeout", other)),
    }
}

fn limit(value: u64) -> Option<u64> {
    (value != RANSACK_NO_LIMIT).then_some(value)
}

/// More than fits in memory is as much as fits.
fn size(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

pub(crate) fn unknown(name: &str, value: u32) -> Failure {
    Failure::new(
        ransack_status::InvalidOption,
        format!("`{name}` has the unknown value {value}"),
    )
}
