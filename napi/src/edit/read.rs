//! Reads of lines, and places of lines that were read: `readLines`, `resolveLines`.

use napi::Result;
use napi::bindgen_prelude::{External, Object};
use napi_derive::napi;
use ransack::{
    ContentId, FileLines, Pool, ReadLinesOptions, ReadLinesOutcome, ResolveLinesOptions,
};

use crate::number::{length, maximum};
use crate::options::{
    CallOptions, FileContentOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, TaskAnswer, Waker};
use crate::typed_array::ResultArray;
use crate::workspace::WorkspaceHandle;

/// Lines of a file, as passed by `js/read_lines.js`, which has checked them: the path, the first and the
/// last line.
pub type RangeFields = (Option<PathArgument>, Option<f64>, Option<f64>);

/// Options for `readLines`.
#[napi(
    object,
    object_to_js = false,
    js_name = "ReadLinesOptions extends CallOptions, FileContentOptions"
)]
pub struct LineReadOptions {
    /// File to read, or directory at which the paths of `ranges` start. Default: the current directory
    /// of the process or, in a `Workspace`, the workspace's root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// 1-based number of the first line; a negative number counts from the end, -1 for the last line.
    /// Without effect if there are ranges. Default: 1.
    pub from: Option<f64>,
    /// Number of the last line, inclusive, in the form of `from`. Without effect if there are ranges.
    /// Default: -1, the last line.
    pub to: Option<f64>,
    /// Lines of several files, or several parts of a file. Default: the lines `from` to `to` of the
    /// file at `path`.
    #[napi(ts_type = "readonly FileLines[]")]
    pub ranges: Option<Vec<RangeFields>>,
    /// Whether each line begins with its number and a tab. Default: false.
    pub numbered: Option<bool>,
    /// Whether each line begins with its number, `#`, a hash of the line in four hexadecimal digits, and
    /// a tab, as in `12#3fa9`. An edit may pass the hashes as a check. Default: false.
    pub hashes: Option<bool>,
    /// Maximum number of tokens in all texts together. Lines that do not fit are left out. Default: no
    /// limit. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_tokens: Option<f64>,
    /// Name of the encoding that counts tokens. Default: `'o200k_base'`.
    pub token_encoding: Option<String>,
    /// Maximum number of bytes in all texts together, in UTF-8. Lines that do not fit are left out.
    /// Default: no limit. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_bytes: Option<f64>,
    /// Whether results carry the raw bytes of texts along with the strings. Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `readLines`, by group.
    pub struct LineReadCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        read: LineReadOptions,
    }
}

impl LineReadCall {
    fn into_core(self) -> Result<ReadLinesOptions> {
        let mut core = ReadLinesOptions::default();
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        let read = self.read;
        core.path = read.path.map(|path| path.0);
        set(&mut core.from, line(read.from));
        set(&mut core.to, line(read.to));
        let ranges = read.ranges.unwrap_or_default().into_iter();
        let range = |(path, from, to): RangeFields| {
            let mut range = FileLines::default();
            set(&mut range.path, path.map(|path| path.0));
            set(&mut range.from, line(from));
            set(&mut range.to, line(to));
            range
        };
        core.ranges = ranges.map(range).collect();
        set(&mut core.numbered, read.numbered);
        set(&mut core.hashes, read.hashes);
        set_some(&mut core.max_tokens, maximum("maxTokens", read.max_tokens)?);
        set_some(&mut core.token_encoding, read.token_encoding);
        set_some(&mut core.max_bytes, maximum("maxBytes", read.max_bytes)?);
        Ok(core)
    }
}

/// Converts a line number, which JavaScript has checked.
fn line(number: Option<f64>) -> Option<i64> {
    number.map(|number| number as i64)
}

/// Lines of one range.
#[napi(object, object_from_js = false)]
pub struct LinesRead {
    /// Index of the range in the options, 0-based.
    pub range: f64,
    /// Path of the file as given: of the range or, if it has none, of the call. Invalid UTF-8 is
    /// replaced with U+FFFD.
    pub path: String,
    /// 1-based number of the first line of `text`.
    pub from: f64,
    /// Number of the last line of `text`; `from - 1` if the text has no lines.
    pub to: f64,
    /// Lines with their line ends. A byte order mark is part of no line. Invalid UTF-8 is replaced with
    /// U+FFFD.
    pub text: String,
    /// Number of lines in the file. A line end at the end does not begin another line.
    pub total_lines: f64,
    /// Content id of the file, which edits with line numbers take as their `snapshot`.
    pub snapshot: String,
    /// First line of the range that a limit left out, to be read next. Absent if all fit.
    pub next: Option<f64>,
    /// Number of lines of the range that a limit left out.
    pub remaining: f64,
    /// Raw bytes of `text`, in UTF-8 if the file has an encoding that is decoded. Absent unless `bytes`
    /// is set.
    #[napi(ts_type = "Uint8Array")]
    pub text_bytes: Option<ResultArray<u8>>,
}

/// Result of `readLines` with `ranges`.
#[napi(object, object_from_js = false)]
pub struct ReadRangesResult {
    /// Lines of each range, in the order given. A range of a file that is not text or too large has no
    /// entry; `report.skipped` says why.
    pub ranges: Vec<LinesRead>,
    /// Number of tokens in all texts together. Absent if tokens are not limited.
    pub tokens: Option<f64>,
    /// Report on the call. Not complete if a limit left lines out.
    pub report: Report,
}

/// Outcome for JavaScript, with raw texts if `bytes` is true.
struct LinesAnswer {
    outcome: ReadLinesOutcome,
    bytes: bool,
}

impl TaskAnswer for LinesAnswer {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let LinesAnswer { outcome, bytes } = self;
        let lines = outcome.ranges.into_iter().map(|lines| LinesRead {
            range: f64::from(lines.range),
            path: lines.path.to_string_lossy().into_owned(),
            from: lines.from as f64,
            to: lines.to as f64,
            text: String::from_utf8_lossy(&lines.text).into_owned(),
            total_lines: lines.total_lines as f64,
            snapshot: lines.snapshot.to_string(),
            next: lines.next.map(|line| line as f64),
            remaining: lines.remaining as f64,
            text_bytes: bytes.then_some(ResultArray(lines.text)),
        });
        let answer = ReadRangesResult {
            ranges: lines.collect(),
            tokens: outcome.tokens.map(|tokens| tokens as f64),
            report: Report::new(&outcome.report, bytes),
        };
        object.set("answer", answer)
    }
}

/// Starts reading lines as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn read_lines(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: LineReadCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.read.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(waker.start_single(id, timeout, |token| {
        Pool::shared().run(token, move |token| {
            let outcome = ransack::read_lines(&options, token)?;
            Ok(LinesAnswer { outcome, bytes })
        })
    }))
}

/// Options for `resolveLines`.
#[napi(
    object,
    object_to_js = false,
    js_name = "ResolveLinesOptions extends CallOptions, FileContentOptions"
)]
pub struct LinePlaceOptions {
    /// Path of the file: absolute or relative to the current directory of the process or, in a
    /// `Workspace`, to the workspace's root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: PathArgument,
    /// Snapshot in which the lines have their numbers, as `readLines` gives it.
    pub snapshot: String,
    /// 1-based number of the first line.
    pub from: f64,
    /// Number of the last line, inclusive. Default: `from`.
    pub to: Option<f64>,
    /// Hash of each line in the snapshot, as `readLines` gives it with `hashes`. Default: none, which
    /// checks none.
    #[napi(ts_type = "readonly string[]")]
    pub hashes: Option<Vec<String>>,
}

option_groups! {
    /// Options for `resolveLines`, by group.
    pub struct LinePlaceCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        place: LinePlaceOptions,
    }
}

impl LinePlaceCall {
    fn into_core(self) -> Result<ResolveLinesOptions> {
        let place = self.place;
        let mut core = ResolveLinesOptions::default();
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        core.path = place.path.0;
        // JavaScript has checked the form.
        core.snapshot = place.snapshot.parse::<ContentId>().unwrap_or_default();
        core.from = place.from as u64;
        core.to = place.to.map_or(core.from, |to| to as u64);
        core.hashes = place.hashes.unwrap_or_default();
        Ok(core)
    }
}

/// Place of lines in a file.
#[napi(object, object_from_js = false)]
pub struct ResolvedLines {
    /// 1-based number of the first line now.
    pub from: f64,
    /// Number of the last line now.
    pub to: f64,
    /// Number of lines in the file now.
    pub total_lines: f64,
    /// Content id of the file now: the snapshot in which the lines have these numbers.
    pub snapshot: String,
}

impl TaskAnswer for ransack::ResolvedLines {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let answer = ResolvedLines {
            from: self.from as f64,
            to: self.to as f64,
            total_lines: self.total_lines as f64,
            snapshot: self.snapshot.to_string(),
        };
        object.set("answer", answer)
    }
}

/// Starts finding lines as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn resolve_lines(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: LinePlaceCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(waker.start_single(id, timeout, |token| {
        Pool::shared().run(token, move |token| ransack::resolve_lines(&options, token))
    }))
}

/// Memory of the process for snapshots of read files.
#[napi(object, object_from_js = false)]
pub struct SnapshotMemory {
    /// Number of retained snapshots.
    pub count: f64,
    /// Memory that they take, in bytes.
    pub bytes: f64,
    /// Maximum memory, in bytes.
    pub max_bytes: f64,
}

/// Returns the memory that the process uses for snapshots of files that `readLines` and `resolveLines`
/// have read.
///
/// ```js
/// snapshotMemory().maxBytes // 67108864
/// ```
#[napi(catch_unwind)]
pub fn snapshot_memory() -> SnapshotMemory {
    let memory = ransack::snapshot_memory();
    SnapshotMemory {
        count: memory.count as f64,
        bytes: memory.bytes as f64,
        max_bytes: memory.max_bytes as f64,
    }
}

/// Sets the maximum memory that the process uses for snapshots of read files, in bytes; 64 MiB by
/// default. Drops the snapshots that exceed it, those that were read longest ago first; 0 retains none.
/// Throws a `RansackOptionError` if `maxBytes` is not a whole number from 0 to 2^53 - 1.
///
/// ```js
/// setSnapshotMemory(16 * 1024 * 1024)
/// ```
#[napi(catch_unwind)]
pub fn set_snapshot_memory(max_bytes: f64) -> Result<()> {
    if let Some(max_bytes) = length("maxBytes", Some(max_bytes))? {
        ransack::set_snapshot_memory(max_bytes);
    }
    Ok(())
}
