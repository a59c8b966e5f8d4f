//! Path search by pattern: options, functions and result type.

use std::ffi::{c_int, c_void};
use std::ptr;

use ransack::{FileType, GlobMatch, GlobOptions};

use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, RANSACK_NO_LIMIT, from_limit, on_timeout, ransack_on_timeout, to_limit, unknown,
};
use crate::panic::guard;
use crate::pool::{self, ransack_pool};
use crate::report::ransack_report;
use crate::slice::{ransack_bytes, texts};
use crate::stream::{self, ransack_stream};
use crate::string::{self, ransack_string};

/// Newest version of ransack_glob_options.
pub const RANSACK_GLOB_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_glob(). Initialise with RANSACK_GLOB_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_glob_options {
    /// RANSACK_GLOB_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8, relative to the root. The last matching pattern wins; a leading '!'
    /// negates. No pattern may be empty. Default: none, which fails with
    /// RANSACK_STATUS_INVALID_OPTION.
    ///
    /// One star and '?' match within a component, '[a-z]' and '[!a-z]' match one character, a
    /// component of two stars matches any number of components, and '{a,b}' matches alternatives,
    /// which may be nested. A pattern that ends in '/' matches only directories and symbolic links
    /// to directories. A backslash makes the next character literal. On Windows, it does so only
    /// before a special character; before any other character, it stands for '/'. An unclosed brace
    /// is closed at the end of the pattern. An unclosed bracket is literal. Matching is
    /// case-sensitive unless `ignore_case` is set.
    ///
    /// A pattern with braces is the union of its expansions. Empty expansions are dropped:
    /// "{a.js,}" is equivalent to "a.js". If all expansions are empty, the braces are literal: "{}"
    /// matches the name {}.
    ///
    /// A leading '/' means the root. A pattern that starts with the absolute path of a root is
    /// relative to that root. "a/../b" is equivalent to "b". The following patterns fail with
    /// RANSACK_STATUS_INVALID_GLOB, and the message says what to write instead: a pattern that
    /// names the root itself (".", "./") or leaves the root through ".."; extended globs such as
    /// "@(a|b)"; ranges such as "{1..3}"; comma lists outside braces whose parts all have a
    /// wildcard or end in '/'. A backslash before the '(', '{' or ',' makes that character literal.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether a pattern without '/' matches at any depth. If not, the pattern matches only entries
    /// directly in the root, and no other directory is read. Default: 1.
    pub recursive: u8,
    /// Whether patterns are relative paths in which no character is special. Default: 0.
    pub literal: u8,
    /// Directories to search, and filters on the results. A pattern that spells out the leading dot
    /// of a name also finds hidden entries that the scope excludes. Default: NULL, which means the
    /// defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Kind of entries to return, a ransack_file_type; 0 returns all kinds. If files or directories
    /// are requested, a symbolic link counts as its target. Default: 0.
    pub file_type: u32,
    /// Whether to return size and modification time, at the cost of one system call for each
    /// result. Default: 0.
    pub stat: u8,
    /// Whether to sort results by modification time, newest first, then by root and path. The
    /// results then include size and modification time, and all of them are held in memory until
    /// the search ends. Default: 0.
    pub sort_by_mtime: u8,
    /// Maximum number of results. An unsorted search stops after finding one more. With 0, the
    /// report still says whether there is a match. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Whether `patterns` match regardless of case, under Unicode simple case folding. A root's
    /// absolute path at the start of a pattern is compared exactly. The globs of the scope have
    /// their own option, `glob_ignore_case`. Default: 0.
    pub ignore_case: u8,
}

versioned!(ransack_glob_options, RANSACK_GLOB_OPTIONS_VERSION, [ignore_case: 89]);

impl Defaults for ransack_glob_options {
    fn defaults() -> ransack_glob_options {
        let core = GlobOptions::default();
        ransack_glob_options {
            version: RANSACK_GLOB_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            recursive: core.recursive.into(),
            literal: core.literal.into(),
            scope: ptr::null(),
            file_type: 0,
            stat: core.stat.into(),
            sort_by_mtime: core.sort_by_mtime.into(),
            limit: from_limit(core.limit),
            offset: core.offset,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            pool: ptr::null(),
            ignore_case: core.ignore_case.into(),
        }
    }
}

impl CallOptions for ransack_glob_options {
    type Core = GlobOptions;

    unsafe fn resolve(&self) -> Result<GlobOptions, Failure> {
        let mut core = GlobOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.patterns = texts(self.patterns, self.patterns_len, "patterns")?;
            scope::resolve(self.scope, &mut core.scope)?;
        }
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.recursive = self.recursive != 0;
        core.literal = self.literal != 0;
        core.ignore_case = self.ignore_case != 0;
        core.file_type = match self.file_type {
            0 => None,
            1 => Some(FileType::File),
            2 => Some(FileType::Dir),
            3 => Some(FileType::Symlink),
            other => {
                return Err(unknown(
                    "file_type",
                    other,
                    ransack_file_type::Symlink as u32,
                ));
            }
        };
        core.stat = self.stat != 0;
        core.sort_by_mtime = self.sort_by_mtime != 0;
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_file_type {
    /// Regular file.
    File = 1,
    /// Directory.
    Dir = 2,
    /// Symbolic link.
    Symlink = 3,
}

impl From<FileType> for ransack_file_type {
    fn from(file_type: FileType) -> ransack_file_type {
        match file_type {
            FileType::File => ransack_file_type::File,
            FileType::Dir => ransack_file_type::Dir,
            FileType::Symlink => ransack_file_type::Symlink,
        }
    }
}

/// Path that matches a glob. Valid, with everything it points to, until the callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_glob_match {
    /// Path relative to the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Modification time in milliseconds since 1970-01-01 UTC if `has_mtime` is set, otherwise 0.
    /// For a symbolic link, the time of its target, or of the link itself if the link is broken.
    pub mtime_ms: i64,
    /// Size in bytes if `has_size` is set, otherwise 0. For a symbolic link, the size of its
    /// target.
    pub size: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Kind of the entry. A symbolic link counts as a link regardless of its target, unless links
    /// are followed.
    pub file_type: ransack_file_type,
    /// Whether `mtime_ms` is known; set if the options request modification times.
    pub has_mtime: u8,
    /// Whether `size` is known; set if the options request the size and the entry is a file or a
    /// link to a file.
    pub has_size: u8,
}

/// Callback for path search, called once for each path, in result order, on the thread that made
/// the call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the path
/// after this one. `user_data` is the pointer passed to the call.
pub type ransack_on_glob_match =
    Option<unsafe extern "C" fn(item: *const ransack_glob_match, user_data: *mut c_void) -> c_int>;

/// Finds files, directories and symbolic links whose paths match a pattern.
///
/// Passes each path to `on_match` as soon as all earlier paths are known, and returns when the
/// search has ended. Paths are ordered by root, then bytewise by path, or newest first if the
/// options ask for it, regardless of the number of threads. Directories in which no pattern can
/// match are not read.
///
/// - `token` cancels the search; NULL for none. After the token fires, no path is passed, except
///   paths found before a timeout if the options ask for partial results.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails if a pattern, glob, type or option is invalid, if a root cannot be opened or is not a
/// directory, or if the token fires. Also fails on a timeout, unless the options ask for partial
/// results. Paths may have been passed before a failure. A directory that cannot be read does not
/// fail the call: see `skipped` in the report.
///
///     ransack_bytes pattern = RANSACK_BYTES("*.c");
///     ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
///     options.patterns = &pattern;
///     options.patterns_len = 1;
///     options.scope = &scope;
///     status = ransack_glob(&options, NULL, on_match, NULL, &report);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob(
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_glob_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| Ok(ransack::glob_stream(core, token).for_each(|item| to.call(&item))?),
        )
    }
}

/// Opens a stream of the results of ransack_glob(): the work runs in the background, and
/// ransack_glob_stream_next() returns the results. `options` and `token` are as for ransack_glob();
/// `options` need not outlive this call. Free `out` with ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_glob_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob_stream(
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::glob_stream) }
}

/// Sets `out` to the next result of ransack_glob_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_glob_match,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<GlobMatch>(stream, wait, out) }
}

/// Returns a pattern in which no character of `path` is special. A pattern without '/' matches at any
/// depth, unless the call is not recursive; put '/' before it for the entry of the root alone. Free `out` with ransack_string_free().
///
/// Fails with RANSACK_STATUS_INVALID_UTF8 if the path is not UTF-8, because patterns must be UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_escape_glob(
    path: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    // SAFETY: the header requires NULL or a valid output, and text that does not change during the
    // call.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let path = path.text("path")?;
        out.write(string::into_handle(ransack::escape_glob(&path)));
        Ok(())
    })
}

impl CallbackItem for GlobMatch {
    type View = ransack_glob_match;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_glob_match {
        ransack_glob_match {
            path: ransack_bytes::of(self.path.as_bytes()),
            mtime_ms: self.mtime_ms.unwrap_or(0),
            size: self.size.unwrap_or(0),
            root: self.root,
            file_type: self.file_type.into(),
            has_mtime: self.mtime_ms.is_some().into(),
            has_size: self.size.is_some().into(),
        }
    }
}

#[cfg(test)]
mod tests;
