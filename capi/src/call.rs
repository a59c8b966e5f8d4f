//! Runs every call that takes options: converts the arguments, runs the operation, passes each
//! result to the callback and returns the report.
//!
//! Invariants: outputs are written only on success; no panic crosses the boundary to C; a callback
//! runs on the calling thread, and never again after it returns a number other than 0.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use ransack::{CancelToken, ContentId, Outcome, Report, StoppedBy};

use crate::cancel::{ransack_cancel_token, token_or_new, with_time_limit};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::CallOptions;
use crate::options::versioned::read_versioned;
use crate::panic::guard;
use crate::report::{OwnedReport, ransack_report};

/// Callback for results with the C view `V`. Every `ransack_on_...` type that takes an item is an
/// instance of this type.
pub(crate) type Callback<V> =
    Option<unsafe extern "C" fn(item: *const V, user_data: *mut c_void) -> c_int>;

/// Core result that callbacks receive as a C struct.
pub(crate) trait CallbackItem {
    /// C struct.
    type View;

    /// Arrays that a view points to, reused for each item.
    type Arrays: Default;

    /// Builds the C struct, which is valid while the item lives and the arrays do not change.
    fn view(&self, arrays: &mut Self::Arrays) -> Self::View;
}

/// Replaces the text with the digits of a content id; without an id, the text becomes empty.
pub(crate) fn show_version(version: Option<ContentId>, text: &mut String) {
    text.clear();
    text.extend(version.map(|version| version.to_string()));
}

/// Callback with its user data.
pub(crate) struct Receiver<T: CallbackItem> {
    callback: Callback<T::View>,
    user_data: *mut c_void,
    arrays: T::Arrays,
}

impl<T: CallbackItem> Receiver<T> {
    /// Wraps a callback; if the callback is NULL, every item is ignored.
    ///
    /// # Safety
    ///
    /// `callback` is NULL, or may be called with `user_data` on this thread while the receiver
    /// lives.
    pub(crate) unsafe fn new(callback: Callback<T::View>, user_data: *mut c_void) -> Receiver<T> {
        Receiver {
            callback,
            user_data,
            arrays: T::Arrays::default(),
        }
    }

    /// Passes an item to the callback.
    pub(crate) fn call(&mut self, item: &T) -> ControlFlow<()> {
        let Some(callback) = self.callback else {
            return ControlFlow::Continue(());
        };
        let view = item.view(&mut self.arrays);
        // SAFETY: `callback` may be called with `user_data` by the contract of `new`; the view and
        // its pointees live until the callback returns.
        match unsafe { callback(&raw const view, self.user_data) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    /// Passes the results of a call that has finished, of which `offset` were skipped, to the
    /// callback, and returns the report.
    pub(crate) fn pass(
        &mut self,
        found: Outcome<T>,
        offset: u64,
        token: &CancelToken,
    ) -> Result<Report, Failure> {
        let Outcome { items, mut report } = found;
        let mut next_offset = offset;
        for item in items {
            next_offset += 1;
            if self.call(&item).is_break() {
                report.complete = false;
                report.stopped_by = Some(StoppedBy::Callback);
                report.next_offset = Some(next_offset);
                break;
            }
            token.heartbeat().map_err(ransack::Error::from)?;
        }
        Ok(report)
    }
}

/// Arguments of every function with a callback: options, token, callback, user data, and the output
/// for the report.
pub(crate) type CallbackArguments<O, V> = (
    *const O,
    *const ransack_cancel_token,
    Callback<V>,
    *mut c_void,
    *mut *mut ransack_report,
);

/// Runs an operation that passes results to a callback and returns a report, which the caller may
/// not want.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function.
pub(crate) unsafe fn run<O: CallOptions, T: CallbackItem>(
    (options, token, on_item, user_data, out_report): CallbackArguments<O, T::View>,
    operation: impl FnOnce(&mut O::Core, &CancelToken, &mut Receiver<T>) -> Result<Report, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the contract of `run`.
        let (out_report, mut receiver) = unsafe {
            (
                ffi::optional_param(out_report),
                Receiver::new(on_item, user_data),
            )
        };
        let with_callback =
            |core: &mut O::Core, token: &CancelToken| operation(core, token, &mut receiver);
        // SAFETY: the contract of `run`.
        let report = unsafe { with_options(options, token, with_callback) }?;
        if let Some(out) = out_report {
            out.write(ffi::into_handle(OwnedReport::new(report)));
        }
        Ok(())
    })
}

/// Runs an operation that returns a handle.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function.
pub(crate) unsafe fn run_into<O: CallOptions, C: Handle>(
    options: *const O,
    token: *const ransack_cancel_token,
    out: *mut *mut C,
    operation: impl FnOnce(&mut O::Core, &CancelToken) -> Result<C::Owner, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the contract of this function.
        let owner = unsafe { with_options(options, token, operation) }?;
        out.write(ffi::into_handle(owner));
        Ok(())
    })
}

/// Converts options and a token, and runs an operation with both. The time limit of the options
/// adds to the limit of the token.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function: options of the version that
/// they declare with valid pointers, and a token that is not freed during the call.
pub(crate) unsafe fn with_options<O: CallOptions, R>(
    options: *const O,
    token: *const ransack_cancel_token,
    operation: impl FnOnce(&mut O::Core, &CancelToken) -> Result<R, Failure>,
) -> Result<R, Failure> {
    // SAFETY: the contract of this function.
    let (options, token) = unsafe { (read_versioned(options, "options")?, token_or_new(token)?) };
    // SAFETY: the contract of this function.
    let mut core = unsafe { options.resolve() }?;
    let token = match options.timeout_ms() {
        Some(timeout_ms) => with_time_limit(&token, timeout_ms)?,
        None => token,
    };
    operation(&mut core, &token)
}
