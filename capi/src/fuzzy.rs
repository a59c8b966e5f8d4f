//! Finding paths by what somebody types of them.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use ransack::{CancelToken, FuzzyFindOptions, FuzzyMatch, Report};

use crate::cancel::{limited, ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::glob::ransack_file_type;
use crate::options::fuzzy::{ransack_fuzzy_find_options, ransack_fuzzy_match_options};
use crate::panic::guard;
use crate::report::{self, ransack_report};
use crate::slice::ransack_bytes;

/// One path that matched. It and all that it points to is valid until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_path {
    /// The path relative to its root, bytes as the file system has them; a
    /// directory's ends in '/'.
    pub path: ransack_bytes,
    /// The bytes of the path where the characters of the query were found, in
    /// ascending order. Each is where a character begins.
    pub positions: *const u32,
    /// The number of positions.
    pub positions_len: usize,
    /// What it is worth, more for better matches; comparable for one query only.
    pub score: i32,
    /// Index of the root in the options, from 0.
    pub root: u32,
    /// What is there.
    pub file_type: ransack_file_type,
}

/// One string that matched. It and all that it points to is valid until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_string {
    /// Where in the list it is, from 0.
    pub index: usize,
    /// The bytes of the string where the characters of the query were found, in
    /// ascending order. Each is where a character begins.
    pub positions: *const u32,
    /// The number of positions.
    pub positions_len: usize,
    /// What it is worth, more for better matches; comparable for one query only.
    pub score: i32,
}

/// Is called for each path, best first, on the thread that made the call. Return
/// 0 to go on and anything else to stop: the call then succeeds, with
/// RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset` that continues
/// after this path. `user_data` is what the call was given.
pub type ransack_on_fuzzy_path =
    Option<unsafe extern "C" fn(item: *const ransack_fuzzy_path, user_data: *mut c_void) -> c_int>;

/// The same for strings.
pub type ransack_on_fuzzy_string = Option<
    unsafe extern "C" fn(item: *const ransack_fuzzy_string, user_data: *mut c_void) -> c_int,
>;

/// Finds files and directories by what somebody types of their path, and shows
/// each to `on_path`, best first, whatever the number of threads.
///
/// A path matches if the characters of the query come in it in this order, in
/// any case and Unicode normalisation form. '_', '-', '.' and white space in the
/// query may be missing in the path; a '/' may not, and divides what is to be
/// found in directories from what is to be found below them. White space divides
/// words, which may come in any order. A word of four or more letters may have
/// one letter wrong; digits must be right. `total_matches` of the report is the
/// number of all that match.
///
/// `token` stops the search from outside; it may be NULL. `on_path` may be NULL
/// if only the report is wanted. `out` gets the report, to be freed with
/// ransack_report_free().
///
/// Fails for a query of more than 10,240 bytes, for a glob, type or option that
/// is not valid, for a root that cannot be opened or is not a directory, when
/// the token fires, and when the time is over unless partial results are asked
/// for. Directories that cannot be read are no failure: see `skipped` in the
/// report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_find(
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_fuzzy_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let find = |core: FuzzyFindOptions, token: &CancelToken, each: &mut OnFuzzyPath<'_>| {
        Ok(ransack::fuzzy_find_each(&core, token, each)?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(options, token, on_path, user_data, out, find) }
}

/// Is given each path.
pub(crate) type OnFuzzyPath<'a> = dyn FnMut(FuzzyMatch) -> ControlFlow<()> + 'a;

/// Finds paths as `find` does.
///
/// # Safety
///
/// The arguments are as the header asks for.
pub(crate) unsafe fn run(
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_fuzzy_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
    find: impl FnOnce(FuzzyFindOptions, &CancelToken, &mut OnFuzzyPath<'_>) -> Result<Report, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = limited(&unsafe { token_or_none(token) }?, options.timeout_ms);
        let mut each = |item: FuzzyMatch| {
            let Some(on_path) = on_path else {
                return ControlFlow::Continue(());
            };
            let view = ransack_fuzzy_path {
                path: ransack_bytes::of(item.path.as_bytes()),
                positions: item.positions.as_ptr(),
                positions_len: item.positions.len(),
                score: item.score,
                root: item.root,
                file_type: item.file_type.into(),
            };
            // SAFETY: a function that takes this `user_data`; the item and what
            // it points to live until it returns.
            flow(unsafe { on_path(&raw const view, user_data) })
        };
        out.set(report::hand_out(find(core, &token, &mut each)?));
        Ok(())
    })
}

/// Ranks strings of any list by the rules of ransack_fuzzy_find() and shows each
/// that matches to `on_string`, best first. A string that ends in '/' counts as
/// a directory. The work is done before the first is shown.
///
/// `token` stops the call; it may be NULL. `on_string` may be NULL if only the
/// report is wanted, of which the strings are the files. Free `out` with
/// ransack_report_free().
///
/// Fails for a query of more than 10,240 bytes or an option that is not valid,
/// and when the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_match(
    query: ransack_bytes,
    strings: *const ransack_bytes,
    strings_len: usize,
    options: *const ransack_fuzzy_match_options,
    token: *const ransack_cancel_token,
    on_string: ransack_on_fuzzy_string,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: the query is valid during the call.
        let query = unsafe { query.text("query") }?;
        // SAFETY: so are the strings.
        let strings = unsafe { ffi::array(strings, strings_len, "strings") }?;
        // SAFETY: each of them.
        let strings = strings.iter().map(|s| unsafe { s.get("strings") });
        let strings = strings.collect::<Result<Vec<&[u8]>, Failure>>()?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        let report = ransack::fuzzy_match_each(&query, &strings, &core, &token, |item| {
            let Some(on_string) = on_string else {
                return ControlFlow::Continue(());
            };
            let view = ransack_fuzzy_string {
                index: item.index,
                positions: item.positions.as_ptr(),
                positions_len: item.positions.len(),
                score: item.score,
            };
            // SAFETY: a function that takes this `user_data`; the item and what
            // it points to live until it returns.
            flow(unsafe { on_string(&raw const view, user_data) })
        })?;
        out.set(report::hand_out(report));
        Ok(())
    })
}

fn flow(answer: c_int) -> ControlFlow<()> {
    match answer {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}
