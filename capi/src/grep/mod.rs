//! Content search, in files and in memory, and the type of its results.
//!
//! - `options`: options structs and their conversion

pub mod options;

use std::ffi::{c_int, c_void};

use ransack::{ContextLine, GrepMatch};

use crate::call::{self, CallbackItem, show_version};
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi;
use crate::options::versioned::read_versioned;
use crate::panic::guard;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};
use options::{ransack_grep_options, ransack_search_options};

/// Maximum number of submatches that a ransack_grep_match lists.
pub const RANSACK_MAX_SUBMATCHES: usize = 10_000;

/// Match within a line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_submatch {
    /// Byte offset of the match's first byte in `line` of the ransack_grep_match, 0-based.
    pub start: usize,
    /// Byte offset one past the match's last byte in `line`; equal to `start` for an empty match.
    pub end: usize,
    /// Index in the options of the pattern that matched, 0-based; the lowest index if several
    /// patterns match here.
    pub pattern: u32,
    /// Whether the match extends past the end of `line`, as a match of `a\n` does.
    pub ends_line: u8,
}

/// Context line before or after a match.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_context_line {
    /// Line number, 1-based.
    pub line_number: u64,
    /// Text of the line without its line terminator, truncated to `max_columns` bytes.
    pub line: ransack_bytes,
    /// Whether the line was truncated.
    pub clipped: u8,
}

/// Result of a content search: a matching line, or a file in the modes that count files. Valid,
/// with everything it points to, until the callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_grep_match {
    /// Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
    /// Empty for a search in memory.
    pub path: ransack_bytes,
    /// Line number, 1-based; for a match over several lines, the number of the first. 0 if the
    /// result is a file.
    pub line_number: u64,
    /// Byte offset in the file of the line, or of the first line of a match over several lines,
    /// 0-based. In a decoded file (any encoding other than UTF-8), the offset counts bytes of the
    /// text converted to UTF-8, without the byte order mark.
    pub byte_offset: u64,
    /// Matching line without its line terminator, or a window of the line if `has_clip` is set. For
    /// a match over several lines, all lines of the match without the last terminator. Empty if the
    /// result is a file.
    pub line: ransack_bytes,
    /// Matches in `line`, in order.
    pub submatches: *const ransack_submatch,
    /// Number of submatches, at most RANSACK_MAX_SUBMATCHES; 0 if the search is inverted or the
    /// result is a file.
    pub submatches_len: usize,
    /// Context lines before the match, in file order, except lines returned with an earlier match.
    pub context_before: *const ransack_context_line,
    /// Number of context lines before the match.
    pub context_before_len: usize,
    /// Context lines after the match, in file order.
    pub context_after: *const ransack_context_line,
    /// Number of context lines after the match.
    pub context_after_len: usize,
    /// With RANSACK_GREP_MODE_COUNT, the number of matching lines in the file; with
    /// RANSACK_GREP_MODE_FILES_WITH_MATCHES, which stops at the first match, 0; otherwise 1.
    pub match_count: u64,
    /// Byte offset of `line` in the whole line; 0 unless `has_clip` is set.
    pub clip_offset: u64,
    /// Length of the whole line in bytes; equal to the length of `line` unless `has_clip` is set.
    pub line_len: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Whether `line` is a window of a line longer than `max_columns`.
    pub has_clip: u8,
    /// Whether `line` has more matches than are listed.
    pub submatches_capped: u8,
    /// Name path of the innermost definition around the first match of the line, such as
    /// "Tool.run". Empty unless `enclosing` is set in the options, and for a result that is a file
    /// or is in no definition, for a file in a language without outlines, and for a file that is
    /// larger than 16 MiB or takes more than 2 seconds to parse.
    pub enclosing: ransack_bytes,
    /// Content id of the bytes of the file as they were searched, as 32 hexadecimal digits. Empty
    /// unless `versions` is set in the options.
    pub version: ransack_bytes,
}

/// Callback for content search, called once for each result, in result order, on the thread that
/// made the call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the result
/// after this one. `user_data` is the pointer passed to the call.
pub type ransack_on_grep_match =
    Option<unsafe extern "C" fn(item: *const ransack_grep_match, user_data: *mut c_void) -> c_int>;

/// Searches files for lines that match a pattern.
///
/// Passes each result to `on_match` as soon as all earlier results are known, and returns when the
/// search has ended. Results are ordered by root, then bytewise by path, then by line, or newest
/// file first if the options ask for it, regardless of the number of threads.
///
/// - `token` cancels the search; NULL for none. After the token fires, no result is passed, except
///   results found before a timeout if the options ask for partial results.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails if a pattern, glob, type or option is invalid, if a root cannot be opened, or if the token
/// fires. Also fails on a timeout, unless the options ask for partial results. Results may have
/// been passed before a failure. A file that cannot be searched does not fail the call: see
/// `skipped` in the report.
///
/// Each file is read once. Memory use is bounded by the results in flight, not by the size of the
/// tree.
///
///     static int on_match(const ransack_grep_match *m, void *user_data) {
///       (void)user_data;
///       printf("%" RANSACK_BYTES_FMT ":%llu\n", RANSACK_BYTES_ARG(m->path),
///              (unsigned long long)m->line_number);
///       return 0;
///     }
///
///     options.patterns = &pattern;
///     options.patterns_len = 1;
///     options.scope = &scope;
///     if (ransack_grep(&options, NULL, on_match, NULL, &report) == RANSACK_STATUS_OK) {
///       if (!report->complete) puts("results are incomplete");
///       ransack_report_free(report);
///     }
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_grep(
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_grep_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| Ok(ransack::grep_stream(core, token).for_each(|item| to.call(&item))?),
        )
    }
}

/// Opens a stream of the results of ransack_grep(): the work runs in the background, and
/// ransack_grep_stream_next() returns the results. `options` and `token` are as for ransack_grep();
/// `options` need not outlive this call. Free `out` with ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_grep_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_grep_stream(
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::grep_stream) }
}

/// Sets `out` to the next result of ransack_grep_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_grep_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_grep_match,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<GrepMatch>(stream, wait, out) }
}

/// Searches text in memory for lines that match a pattern, on the calling thread.
///
/// Passes each result to `on_match` in order; the search has finished before the first result is
/// passed. The text is searched as is: no encoding is detected, a byte order mark is the first
/// character of the first line, and NUL bytes have no special meaning.
///
/// - `token` cancels the search; NULL for none.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, in which the text counts as one file, or is NULL if the
///   report is not needed; free it with ransack_report_free().
///
/// Fails if a pattern or option is invalid, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_search(
    content: ransack_bytes,
    options: *const ransack_search_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_grep_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| {
                let content = content.get("content")?;
                let found = ransack::search(content, core, token)?;
                to.pass(found, core.select.offset, token)
            },
        )
    }
}

/// Sets `out` to 1 if text in memory contains a match, otherwise to 0. Only the options that
/// precede `mode` in the struct or follow `max_columns` apply.
///
/// - `token` cancels the search; NULL for none.
///
/// Fails if a pattern is invalid or the token fires. With `backtracking`, also fails if no line
/// matches but some line takes too many steps or is not UTF-8. The search stops at the first match.
/// Without `backtracking`, it takes time linear in the length of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_has_match(
    content: ransack_bytes,
    options: *const ransack_search_options,
    token: *const ransack_cancel_token,
    out: *mut u8,
) -> ransack_status {
    // SAFETY: the header requires NULL or valid pointers: an output, options of the version that
    // they declare, a token, and text that does not change during the call.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let query = read_versioned(options, "options")?.query()?;
        let content = content.get("content")?;
        let token = token_or_new(token)?;
        out.write(ransack::has_match(content, &query, &token)?.into());
        Ok(())
    })
}

/// Arrays of a [`ransack_grep_match`].
#[derive(Default)]
pub(crate) struct GrepArrays {
    submatches: Vec<ransack_submatch>,
    before: Vec<ransack_context_line>,
    after: Vec<ransack_context_line>,
    version: String,
}

impl CallbackItem for GrepMatch {
    type View = ransack_grep_match;
    type Arrays = GrepArrays;

    fn view(&self, arrays: &mut GrepArrays) -> ransack_grep_match {
        arrays.submatches.clear();
        arrays
            .submatches
            .extend(self.submatches.iter().map(|submatch| ransack_submatch {
                start: submatch.start,
                end: submatch.end,
                pattern: submatch.pattern,
                ends_line: submatch.ends_line.into(),
            }));
        fill(&mut arrays.before, &self.context_before);
        fill(&mut arrays.after, &self.context_after);
        show_version(self.version, &mut arrays.version);
        ransack_grep_match {
            path: ransack_bytes::of(self.path.as_bytes()),
            line_number: self.line_number,
            byte_offset: self.byte_offset,
            line: ransack_bytes::of(&self.line),
            submatches: arrays.submatches.as_ptr(),
            submatches_len: arrays.submatches.len(),
            context_before: arrays.before.as_ptr(),
            context_before_len: arrays.before.len(),
            context_after: arrays.after.as_ptr(),
            context_after_len: arrays.after.len(),
            match_count: self.match_count.unwrap_or(0),
            clip_offset: self.clip.map_or(0, |clip| clip.offset) as u64,
            line_len: self.clip.map_or(self.line.len(), |clip| clip.line_len) as u64,
            root: self.root,
            has_clip: self.clip.is_some().into(),
            submatches_capped: self.submatches_capped.into(),
            enclosing: ransack_bytes::of(self.enclosing.as_deref().unwrap_or_default().as_bytes()),
            version: ransack_bytes::of(arrays.version.as_bytes()),
        }
    }
}

fn fill(views: &mut Vec<ransack_context_line>, lines: &[ContextLine]) {
    views.clear();
    views.extend(lines.iter().map(|line| ransack_context_line {
        line_number: line.line_number,
        line: ransack_bytes::of(&line.line),
        clipped: line.clipped.into(),
    }));
}

#[cfg(test)]
mod tests;
