//! Fuzzy path search, fuzzy ranking of strings, and result types.
//!
//! - `options`: options structs and their conversion
//! - `list`: lists of strings for repeated ranking

pub mod list;
pub mod options;

use std::ffi::{c_int, c_void};

use ransack::{FuzzyMatch, FuzzyString};

use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::glob::ransack_file_type;
use crate::report::ransack_report;
use crate::slice::{byte_slices, ransack_bytes};
use crate::stream::{self, ransack_stream};
use options::{ransack_fuzzy_find_options, ransack_fuzzy_match_options};

/// Path that matches a fuzzy query. Valid, with everything it points to, until the callback
/// returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_match {
    /// Path relative to the base that `paths_from` selects, as raw file-system bytes; the path of a
    /// directory ends in '/'.
    pub path: ransack_bytes,
    /// Byte offsets of the matched characters in `path`, ascending. Each is the start of a
    /// character.
    pub positions: *const u32,
    /// Number of positions.
    pub positions_len: usize,
    /// Score; higher is better. Scores are comparable only among results of the same query.
    pub score: i32,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Kind of the entry.
    pub file_type: ransack_file_type,
    /// Line that the query names after the path, as typed, if `has_line` is set, otherwise 0.
    pub line: u32,
    /// Column that the query names after the line, as typed, if `has_column` is set, otherwise 0.
    pub column: u32,
    /// Whether the query names a line and the path does not contain that text itself.
    pub has_line: u8,
    /// Whether the query names a column and the path does not contain that text itself.
    pub has_column: u8,
}

/// String that matches a fuzzy query. Valid, with everything it points to, until the callback
/// returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_string {
    /// Index of the string in the input, 0-based.
    pub index: usize,
    /// Byte offsets of the matched characters in the string, ascending. Each is the start of a
    /// character.
    pub positions: *const u32,
    /// Number of positions.
    pub positions_len: usize,
    /// Score; higher is better. Scores are comparable only among results of the same query.
    pub score: i32,
}

/// Callback for fuzzy path search, called once for each path, best first, on the thread that made
/// the call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the path
/// after this one. `user_data` is the pointer passed to the call.
pub type ransack_on_fuzzy_match =
    Option<unsafe extern "C" fn(item: *const ransack_fuzzy_match, user_data: *mut c_void) -> c_int>;

/// Callback for fuzzy ranking of strings, called once for each match, best first, on the thread
/// that made the call.
///
/// Returns 0 to continue. Any other number stops the call: it succeeds, the report's `stopped_by`
/// is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the string after this
/// one. `user_data` is the pointer passed to the call.
pub type ransack_on_fuzzy_string = Option<
    unsafe extern "C" fn(item: *const ransack_fuzzy_string, user_data: *mut c_void) -> c_int,
>;

/// Finds files and directories by a fuzzy query and passes them to `on_match`, best first. The
/// order does not depend on the number of threads.
///
/// A path matches if it contains the characters of the query in order, regardless of case and
/// Unicode normalisation form. '_', '-', '.' and white space in the query may be missing from the
/// path. A '/' in the query must match: the text before it matches in directories, and the text
/// after it matches below those directories. White space separates terms, which may match in any
/// order. `total_matches` in the report counts all matching paths.
///
/// Typos: a word of four or more letters may have one letter replaced or two adjacent letters
/// swapped. A word of five or more may also have one extra letter, or the same letter several extra
/// times in a row if at least four letters remain without them. The path must contain such a word
/// contiguously, except for separators. The word must start with the right letter, or with its
/// first two letters swapped: "kernal" and "kenrel" find "kernel.c"; "xernel", "krnx" (with gaps)
/// and "keral" (also lacks a letter) do not. Typos in digits are not tolerated.
///
/// A line and column at the end of the query, as in "main.rs:12:5", are not matched but returned
/// with each result, unless the option `location` is 0.
///
/// - `token` cancels the search; NULL for none.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails if the query exceeds 10,240 bytes, if a glob, type or option is invalid, if a root cannot
/// be opened or is not a directory, or if the token fires. Also fails on a timeout, unless the
/// options ask for partial results. A directory that cannot be read does not fail the call: see
/// `skipped` in the report.
///
///     ransack_fuzzy_find_options options = RANSACK_FUZZY_FIND_OPTIONS_INIT;
///     options.query = RANSACK_BYTES("ext4inode");
///     options.scope = &scope;
///     status = ransack_fuzzy_find(&options, NULL, on_match, NULL, &report);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_find(
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_fuzzy_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| {
                Ok(ransack::fuzzy_find_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_fuzzy_find(): the work runs in the background, and
/// ransack_fuzzy_find_stream_next() returns the results. `options` and `token` are as for
/// ransack_fuzzy_find(); `options` need not outlive this call. Free `out` with
/// ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_fuzzy_find_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_find_stream(
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::fuzzy_find_stream) }
}

/// Sets `out` to the next result of ransack_fuzzy_find_stream(), which is valid until the next call
/// on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_find_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_fuzzy_match,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<FuzzyMatch>(stream, wait, out) }
}

/// Ranks an array of strings by the same rules as ransack_fuzzy_find() and passes the matching
/// strings to `on_string`, best first. A string that ends in '/' counts as a directory. All strings
/// are ranked before the first one is passed.
///
/// - `token` cancels the call; NULL for none.
/// - `on_string` may be NULL if only the report is needed.
/// - `out_report` receives the report, in which each string counts as a file, or is NULL if the
///   report is not needed; free it with ransack_report_free().
///
/// Fails if the query exceeds 10,240 bytes, if an option is invalid, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_match_strings(
    query: ransack_bytes,
    strings: *const ransack_bytes,
    strings_len: usize,
    options: *const ransack_fuzzy_match_options,
    token: *const ransack_cancel_token,
    on_string: ransack_on_fuzzy_string,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_string, user_data, out_report),
            |core, token, to| {
                let query = query.text("query")?;
                let strings = byte_slices(strings, strings_len, "strings")?;
                let found = ransack::fuzzy_match(&query, &strings, core, token)?;
                to.pass(found, core.offset, token)
            },
        )
    }
}

impl CallbackItem for FuzzyMatch {
    type View = ransack_fuzzy_match;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_fuzzy_match {
        ransack_fuzzy_match {
            path: ransack_bytes::of(self.path.as_bytes()),
            positions: self.positions.as_ptr(),
            positions_len: self.positions.len(),
            score: self.score,
            root: self.root,
            file_type: self.file_type.into(),
            line: self.line.unwrap_or_default(),
            column: self.column.unwrap_or_default(),
            has_line: self.line.is_some().into(),
            has_column: self.column.is_some().into(),
        }
    }
}

impl CallbackItem for FuzzyString {
    type View = ransack_fuzzy_string;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_fuzzy_string {
        ransack_fuzzy_string {
            index: self.index,
            positions: self.positions.as_ptr(),
            positions_len: self.positions.len(),
            score: self.score,
        }
    }
}
