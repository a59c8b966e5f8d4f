//! Searching files.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{GrepMatch, Workspace};

use crate::convert::{Item, Shape, Writer};
use crate::options::GrepOptions;
use crate::task::{Task, Waker};
use crate::workspace::cached;

/// Starts a search, of which JavaScript makes the package's `grep` and
/// `grepStream`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn grep(waker: &External<Waker>, id: u32, options: GrepOptions) -> Result<External<Task>> {
    start(waker, id, options, None)
}

/// Starts a search, in a workspace if there is one.
pub(crate) fn start(
    waker: &Waker,
    id: u32,
    options: GrepOptions,
    workspace: Option<Workspace>,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let is_cached = options.cache.unwrap_or_default();
    let mut options = options.into_core()?;
    let workspace = match workspace {
        None if is_cached => cached(&mut options.scope),
        other => other,
    };
    let shape = Shape {
        several_roots: options.scope.roots.len() > 1,
        bytes,
        ..Shape::default()
    };
    Ok(waker.start(id, timeout, shape, |token| match workspace {
        Some(workspace) => workspace.grep_stream(&options, token),
        None => ransack::grep_stream(&options, token),
    }))
}

/// What a match has besides the usual.
struct Flags;

impl Flags {
    /// The path is not that of the match before.
    const PATH: u8 = 1;
    /// The line was clipped.
    const CLIP: u8 = 2;
    /// Columns differ from offsets.
    const COLUMNS: u8 = 4;
    /// There are several roots.
    const ROOT: u8 = 8;
    /// The match stands for a file.
    const COUNT: u8 = 16;
    /// There are more submatches than are listed.
    const CAPPED: u8 = 32;
}

/// `GrepBatch` in `js/grep.js` reads what is written here:
///
/// - numbers: the flags, `lineNumber`, `byteOffset`, the number of submatches,
///   of lines before, of lines after; with `ROOT` the root; with `COUNT` the
///   count; with `CLIP` offset and length of the line; with bytes the length of
///   the path, if it is new, and of the line. Then for each submatch start, end
///   and pattern, and with `COLUMNS` both columns; then for each line before and
///   after its number, whether it was cut, and with bytes its length.
/// - strings: the path, with `PATH`; the line; the lines before and after.
impl Item for GrepMatch {
    fn strings(&self) -> usize {
        2 + self.context_before.len() + self.context_after.len()
    }

    fn write(&self, previous: Option<&GrepMatch>, writer: &mut Writer<'_>) -> Result<()> {
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
            writer.length(path);
        }
        writer.length(&self.line);
        for (at, sub) in self.submatches.iter().enumerate() {
            writer
                .numbers
                .extend([sub.start as f64, sub.end as f64, f64::from(sub.pattern)]);
            if columns {
                writer.columns(at);
            }
        }
        for line in self.context_before.iter().chain(&self.context_after) {
            writer.string(&line.line)?;
            writer
                .numbers
                .extend([line.line_number as f64, f64::from(u8::from(line.clipped))]);
            writer.length(&line.line);
        }
        Ok(())
    }
}
