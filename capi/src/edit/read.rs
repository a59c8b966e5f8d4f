//! Reads of lines.

use std::path::PathBuf;
use std::ptr;

use ransack::{FileLines, LinesRead, ReadLinesOptions, ReadLinesOutcome};

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_limit, optional_path, optional_text, to_limit,
};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::{elements, ransack_bytes};
use crate::workspace::{self, ransack_workspace};

/// Newest version of ransack_read_lines_options.
pub const RANSACK_READ_LINES_OPTIONS_VERSION: u32 = 1;

/// Consecutive lines of a file. Initialise with RANSACK_FILE_LINES_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_lines {
    /// Path of the file: absolute or relative to `path` in ransack_read_lines_options; empty if that is
    /// the file.
    pub path: ransack_bytes,
    /// First line, from 1; a negative number counts from the end, -1 for the last line. 0 means 1.
    pub first_line: i64,
    /// Last line, in the form of `first_line`. 0 means the last line of the file.
    pub last_line: i64,
}

/// Options for ransack_read_lines(). Initialise with RANSACK_READ_LINES_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_read_lines_options {
    /// RANSACK_READ_LINES_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether each line begins with its number and a tab. Default: 0.
    pub numbered: u8,
    /// Whether each line begins with its number, "#", a hash of the line in four hexadecimal digits,
    /// and a tab, as in "12#3fa9". An edit may pass the hashes as a check. Default: 0.
    pub with_hashes: u8,
    /// File to read, or directory at which the paths of `ranges` start; relative to the current
    /// directory or, in a workspace, to the workspace's root. Default: empty, which means that
    /// directory.
    pub path: ransack_bytes,
    /// First line, from 1; a negative number counts from the end, -1 for the last line. 0 means 1.
    /// Without effect if there are ranges. Default: 0.
    pub first_line: i64,
    /// Last line, in the form of `first_line`. 0 means the last line of the file. Without effect if
    /// there are ranges. Default: 0.
    pub last_line: i64,
    /// Lines of several files, or several parts of a file. Default: none, which reads the lines
    /// `first_line` to `last_line` of the file at `path`.
    pub ranges: *const ransack_file_lines,
    /// Number of ranges. Default: 0.
    pub ranges_len: usize,
    /// Maximum number of tokens in all texts together. Lines that do not fit are left out. Fails in a
    /// build without tokenizers. Default: RANSACK_NO_LIMIT.
    pub max_tokens: u64,
    /// Name of the encoding that counts tokens, as for ransack_encoding_from_name(). Default:
    /// empty, which means "o200k_base".
    pub token_encoding: ransack_bytes,
    /// Maximum number of bytes in all texts together. Lines that do not fit are left out. Default:
    /// RANSACK_NO_LIMIT.
    pub max_bytes: u64,
    /// Maximum size of a file in bytes. RANSACK_NO_LIMIT means 2 GiB. Default: 268435456.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: empty, which means UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Workspace that contains the files. The text of an open buffer replaces the text of its file.
    /// Default: NULL.
    pub workspace: *const ransack_workspace,
}

versioned!(
    ransack_read_lines_options,
    RANSACK_READ_LINES_OPTIONS_VERSION,
    [workspace: 136]
);

impl Defaults for ransack_read_lines_options {
    fn defaults() -> ransack_read_lines_options {
        let core = ReadLinesOptions::default();
        ransack_read_lines_options {
            version: RANSACK_READ_LINES_OPTIONS_VERSION,
            numbered: core.numbered.into(),
            with_hashes: core.hashes.into(),
            path: NO_BYTES,
            first_line: 0,
            last_line: 0,
            ranges: ptr::null(),
            ranges_len: 0,
            max_tokens: from_limit(core.max_tokens),
            token_encoding: NO_BYTES,
            max_bytes: from_limit(core.max_bytes),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            workspace: ptr::null(),
        }
    }
}

impl CallOptions for ransack_read_lines_options {
    type Core = ReadLinesOptions;

    unsafe fn resolve(&self) -> Result<ReadLinesOptions, Failure> {
        let mut core = ReadLinesOptions::default();
        let range = |range: &ransack_file_lines| {
            // SAFETY: the contract of this function.
            let path = unsafe { range.path.path("path") }?;
            let mut lines = FileLines::default();
            lines.path = PathBuf::from(path);
            set_line(&mut lines.from, range.first_line);
            set_line(&mut lines.to, range.last_line);
            Ok(lines)
        };
        // SAFETY: the contract of this function.
        core.ranges = unsafe { elements(self.ranges, self.ranges_len, "ranges", range) }?;
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.path = optional_path(self.path, "path")?;
            core.token_encoding = optional_text(self.token_encoding, "token_encoding")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.workspace = workspace::resolve(self.workspace)?;
        }
        set_line(&mut core.from, self.first_line);
        set_line(&mut core.to, self.last_line);
        core.numbered = self.numbered != 0;
        core.hashes = self.with_hashes != 0;
        core.max_tokens = to_limit(self.max_tokens);
        core.max_bytes = to_limit(self.max_bytes);
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Sets a line number, unless it is 0, which stands for the default.
fn set_line(line: &mut i64, given: i64) {
    if given != 0 {
        *line = given;
    }
}

/// Lines of one range.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_lines_read {
    /// Path of the file as given: of the range or, if that is empty, of the options.
    pub path: ransack_bytes,
    /// Lines with their line ends, decoded to UTF-8 if the file has another encoding. A byte order mark
    /// is part of no line.
    pub text: ransack_bytes,
    /// Content id of the file, which edits with line numbers take as their snapshot, as 32 hexadecimal
    /// digits.
    pub snapshot: ransack_bytes,
    /// First line of the text, from 1.
    pub first_line: u64,
    /// Last line of the text; `first_line - 1` if the text has no lines.
    pub last_line: u64,
    /// Number of lines in the file. A line end at the end does not begin another line.
    pub total_lines: u64,
    /// First line of the range that a limit left out, to be read next; 0 if all fit.
    pub next: u64,
    /// Number of lines of the range that a limit left out.
    pub remaining: u64,
    /// Index of the range in the options, from 0.
    pub range: u32,
}

/// Outcome of ransack_read_lines(). The caller owns it; ransack_read_lines_outcome_free() frees it
/// with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_read_lines_outcome {
    /// Lines of each range, in the order of the options. A range of a file that is not text or too
    /// large has no entry; the report says why.
    pub ranges: *const ransack_lines_read,
    /// Number of entries.
    pub ranges_len: usize,
    /// Number of tokens in all texts together; 0 if tokens are not limited.
    pub tokens: u64,
    /// Report of the call; owned by the outcome. Not complete if a limit left lines out.
    pub report: *const ransack_report,
}

/// Reads lines of a file, or of several files, with the number of lines and a snapshot of each file.
///
/// Lines end with "\n"; a preceding "\r" is part of the line end. A last line beyond the end means
/// the last line of the file; a negative first line before the start means the first. Reads and hashes
/// each file once; a file that has its last snapshot's content is compared instead of hashed.
///
/// The text of each file is retained as a snapshot, so that ransack_edit() and
/// ransack_resolve_lines() can find the lines after the file has changed; see
/// ransack_set_snapshot_memory().
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the outcome; free it with ransack_read_lines_outcome_free().
///
/// Fails if the first line of a range does not exist or the last line is before it; if the first line
/// of the call exceeds a limit; if a file cannot be opened or is a directory; and, without ranges, if
/// the file is not text or is too large.
///
///     ransack_read_lines_options options = RANSACK_READ_LINES_OPTIONS_INIT;
///     options.path = RANSACK_BYTES("a.txt");
///     options.first_line = 10;
///     options.last_line = 20;
///     status = ransack_read_lines(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_read_lines(
    options: *const ransack_read_lines_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_read_lines_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedLines::new(ransack::read_lines(core, token)?))
        })
    }
}

/// Frees the outcome of ransack_read_lines() and everything it points to. Does nothing if the pointer
/// is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_read_lines_outcome_free(outcome: *mut ransack_read_lines_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_read_lines_outcome {
    type Owner = OwnedLines;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedLines {
    shown: ransack_read_lines_outcome,
    _views: Vec<ransack_lines_read>,
    _snapshots: Vec<String>,
    _ranges: Vec<LinesRead>,
    _report: EmbeddedReport,
}

impl OwnedLines {
    fn new(outcome: ReadLinesOutcome) -> OwnedLines {
        let ranges = outcome.ranges;
        let snapshots = ranges.iter().map(|lines| lines.snapshot.to_string());
        let snapshots: Vec<String> = snapshots.collect();
        let views: Vec<_> = std::iter::zip(&ranges, &snapshots)
            .map(|(lines, snapshot)| ransack_lines_read {
                path: ransack_bytes::of(lines.path.as_os_str().as_encoded_bytes()),
                text: ransack_bytes::of(&lines.text),
                snapshot: ransack_bytes::of(snapshot.as_bytes()),
                first_line: lines.from,
                last_line: lines.to,
                total_lines: lines.total_lines,
                next: lines.next.unwrap_or_default(),
                remaining: lines.remaining,
                range: lines.range,
            })
            .collect();
        let report = EmbeddedReport::new(outcome.report);
        // Moving vectors does not move their content.
        OwnedLines {
            shown: ransack_read_lines_outcome {
                ranges: views.as_ptr(),
                ranges_len: views.len(),
                tokens: outcome.tokens.unwrap_or_default(),
                report: report.as_ptr(),
            },
            _views: views,
            _snapshots: snapshots,
            _ranges: ranges,
            _report: report,
        }
    }
}

#[cfg(test)]
mod tests;
