//! Options shared by calls of all kinds: time limits, abort signals and pages.

use std::time::Duration;

use napi::bindgen_prelude::FromNapiValue;
use napi::{Result, sys};
use napi_derive::napi;

use crate::number::count;

/// Behaviour when `timeoutMs` has passed: `'fail'` makes the call fail with a `RansackError` whose
/// code is `ERR_RANSACK_TIMEOUT`; `'partial'` returns the results found so far, and sets `complete`
/// to false and `stoppedBy` to `'timeout'` in the report.
#[napi(string_enum = "camelCase")]
pub enum OnTimeout {
    /// Makes the call fail with `ERR_RANSACK_TIMEOUT`.
    Fail,
    /// Returns the results found so far.
    Partial,
}

impl From<OnTimeout> for ransack::OnTimeout {
    fn from(policy: OnTimeout) -> ransack::OnTimeout {
        match policy {
            OnTimeout::Fail => ransack::OnTimeout::Fail,
            OnTimeout::Partial => ransack::OnTimeout::Partial,
        }
    }
}

/// Base of the paths in results: `'root'` is the root of each result, `'workspace'` the root of the
/// workspace, and with `'absolute'` paths are absolute.
#[napi(string_enum = "camelCase")]
pub enum PathsFrom {
    /// Relative to the root.
    Root,
    /// Relative to the workspace's root.
    Workspace,
    /// Absolute.
    Absolute,
}

impl From<PathsFrom> for ransack::PathsFrom {
    fn from(base: PathsFrom) -> ransack::PathsFrom {
        match base {
            PathsFrom::Root => ransack::PathsFrom::Root,
            PathsFrom::Workspace => ransack::PathsFrom::Workspace,
            PathsFrom::Absolute => ransack::PathsFrom::Absolute,
        }
    }
}

/// Options that limit the duration of a call.
#[napi(object, object_to_js = false)]
pub struct TimeoutOptions {
    /// Maximum duration of the call in milliseconds, a whole number. A call that takes longer fails
    /// with a `RansackError` whose code is `ERR_RANSACK_TIMEOUT`, unless its `onTimeout` is
    /// `'partial'`. Default: no limit. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub timeout_ms: Option<f64>,
}

impl TimeoutOptions {
    /// Returns the maximum duration of the call.
    ///
    /// # Errors
    ///
    /// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
    pub fn duration(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }
}

/// Options for all asynchronous calls: a time limit and an abort signal.
#[napi(
    object,
    object_to_js = false,
    js_name = "CallOptions extends TimeoutOptions"
)]
pub struct CallOptions {
    /// Signal that aborts the call. The promise rejects immediately with an `AbortError`, whose
    /// `code` is `'ABORT_ERR'` and whose `cause` is the signal's reason; the work stops within
    /// milliseconds. If the signal has already fired, the call rejects without doing any work.
    /// Synchronous calls ignore the signal. Default: none.
    #[napi(ts_type = "AbortSignalLike | null")]
    pub signal: Option<Unread>,
    /// Key shared by calls that replace each other: a new call aborts the previous call with the
    /// same key if that call is still running, and the aborted call rejects with an `AbortError`.
    /// Any value except null and undefined. Keys are compared like the keys of a `Map`, across all
    /// calls of this thread, as in `fuzzyFind({ query, latest: input })`. Default: none.
    #[napi(ts_type = "{} | null")]
    pub latest: Option<Unread>,
}

/// Options that set where a page of results starts.
#[napi(object, object_to_js = false)]
pub struct PageOptions {
    /// Number of leading results to skip, in result order. To get the next page, pass the
    /// `report.nextOffset` of the current page. Default: 0.
    pub offset: Option<f64>,
}

impl PageOptions {
    /// Returns the number of results to skip.
    ///
    /// # Errors
    ///
    /// Fails if `offset` is not a whole number from 0 to 2^53 - 1.
    pub fn offset(&self) -> Result<Option<u64>> {
        count("offset", self.offset)
    }
}

/// Placeholder for an option that only JavaScript reads.
pub struct Unread;

impl FromNapiValue for Unread {
    // SAFETY: sound for every argument, since neither is used.
    unsafe fn from_napi_value(_: sys::napi_env, _: sys::napi_value) -> Result<Unread> {
        Ok(Unread)
    }
}

/// Converts the value of a `timeoutMs` option.
///
/// # Errors
///
/// Fails if the value is not a whole number from 0 to 2^53 - 1.
pub fn timeout(milliseconds: Option<f64>) -> Result<Option<Duration>> {
    Ok(count("timeoutMs", milliseconds)?.map(Duration::from_millis))
}
