//! Content search over files: `grep` and `grepStream`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, GrepMatch, Scope, Stream, Workspace};

use crate::convert::{BatchItem, BatchWriter};
use crate::files::{self, FileSearch};
use crate::options::{FileSearchCall, GrepCall};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a content search as task `id`, in `workspace` if there is one.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn grep(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: GrepCall,
) -> Result<External<Task>> {
    files::start(options, (workspace, wait), waker, id)
}

impl FileSearch for GrepCall {
    type Options = ransack::GrepOptions;
    type Match = GrepMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::GrepOptions> {
        GrepCall::into_core(self)
    }

    fn scope(options: &mut ransack::GrepOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(
        options: &ransack::GrepOptions,
        workspace: Option<&Workspace>,
        token: &CancelToken,
    ) -> Stream<GrepMatch> {
        match workspace {
            Some(workspace) => workspace.grep_stream(options, token),
            None => ransack::grep_stream(options, token),
        }
    }
}

/// Bits that announce optional parts of a match; `js/grep.js` has the same.
struct Flags;

impl Flags {
    /// The path differs from the previous match's and follows.
    const PATH: u8 = 1;
    /// The line was clipped.
    const CLIP: u8 = 2;
    /// UTF-16 columns differ from byte offsets and follow.
    const COLUMNS: u8 = 4;
    /// The call has several roots; the root number follows.
    const ROOT: u8 = 8;
    /// The match stands for a file; its match count follows.
    const COUNT: u8 = 16;
    /// The line has more submatches than are listed.
    const CAPPED: u8 = 32;
}

/// Layout, as `GrepBatch` in `js/grep.js` reads it:
///
/// - numbers: the flags, `lineNumber`, `byteOffset`, the numbers of submatches, of
///   lines before and of lines after; with `ROOT` the root; with `COUNT` the count;
///   with `CLIP` offset and length of the line; with bytes the byte length of the
///   path, if it follows, and of the line. Then for each submatch start, end and
///   pattern, and with `COLUMNS` both columns; then for each context line its number,
///   whether it was clipped, and with bytes its byte length.
/// - strings: with `PATH` the path; the line; the lines before and after.
impl BatchItem for GrepMatch {
    fn max_strings(&self) -> usize {
        2 + self.context_before.len() + self.context_after.len()
    }

    fn write(&self, previous: Option<&GrepMatch>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let new_path = previous.is_none_or(|p| p.path != self.path);
        if new_path {
            writer.string(path)?;
        }
        let columns = writer.line(&self.line, &self.submatches)?;
        let several_roots = writer.shape.several_roots;
        let is_file = self.line_number == 0;
        let mut flags = 0;
        for (flag, holds) in [
            (Flags::PATH, new_path),
            (Flags::CLIP, self.clip.is_some()),
            (Flags::COLUMNS, columns),
            (Flags::ROOT, several_roots),
            (Flags::COUNT, is_file),
            (Flags::CAPPED, self.submatches_capped),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        writer.numbers.extend([
            f64::from(flags),
            self.line_number as f64,
            self.byte_offset as f64,
            self.submatches.len() as f64,
            self.context_before.len() as f64,
            self.context_after.len() as f64,
        ]);
        if several_roots {
            writer.numbers.push(f64::from(self.root));
        }
        if is_file {
            writer.numbers.push(self.match_count as f64);
        }
        if let Some(clip) = self.clip {
            writer
                .numbers
                .extend([clip.offset as f64, clip.line_len as f64]);
        }
        if new_path {
            writer.byte_len(path);
        }
        writer.byte_len(&self.line);
        for (i, sub) in self.submatches.iter().enumerate() {
            writer
                .numbers
                .extend([sub.start as f64, sub.end as f64, f64::from(sub.pattern)]);
            if columns {
                writer.columns(i);
            }
        }
        for line in self.context_before.iter().chain(&self.context_after) {
            writer.string(&line.line)?;
            writer
                .numbers
                .extend([line.line_number as f64, f64::from(u8::from(line.clipped))]);
            writer.byte_len(&line.line);
        }
        Ok(())
    }
}
