//! Options and results of reads of lines.

use std::path::PathBuf;

use ransack_base::internal::setters;
use ransack_base::{ContentId, Pool, Report};
use ransack_search::ScopeWorkspace;

/// Maximum size of a file by default, in bytes.
const MAX_FILE_SIZE: u64 = 256 << 20;

/// Consecutive lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FileLines {
    /// Path of the file: absolute or relative to [`ReadLinesOptions::path`]. Empty for the file at
    /// that path.
    pub path: PathBuf,
    /// First line, 1-based; a negative number counts from the end, -1 for the last line. Default: 1.
    pub from: i64,
    /// Last line, in the form of `from`. Default: -1, the last line.
    pub to: i64,
}

impl Default for FileLines {
    fn default() -> FileLines {
        FileLines::new("", 1, -1)
    }
}

impl FileLines {
    /// Creates a range of lines.
    pub fn new(path: impl Into<PathBuf>, from: i64, to: i64) -> FileLines {
        FileLines {
            path: path.into(),
            from,
            to,
        }
    }
}

/// Options for [`read_lines`](super::read_lines).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadLinesOptions {
    /// File to read, or directory at which the paths of `ranges` start; relative to the current
    /// directory or, in a workspace, to the workspace's root. Default: `None`, the current directory
    /// or the workspace's root.
    pub path: Option<PathBuf>,
    /// First line, 1-based; a negative number counts from the end, -1 for the last line. Without
    /// effect if there are ranges. Default: 1.
    pub from: i64,
    /// Last line, in the form of `from`. Without effect if there are ranges. Default: -1, the last
    /// line.
    pub to: i64,
    /// Lines of several files, or several parts of a file. Default: empty, which reads the lines
    /// `from` to `to` of the file at `path`.
    pub ranges: Vec<FileLines>,
    /// Workspace that contains the files. The text of an open buffer replaces the text of its file.
    /// Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Whether each line begins with its number and a tab. Default: false.
    pub numbered: bool,
    /// Whether each line begins with its number, `#`, a hash of the line in four hexadecimal digits,
    /// and a tab, as in `12#3fa9`. An edit may pass the hashes as a check. Default: false.
    pub hashes: bool,
    /// Maximum number of tokens in all texts together. Lines that do not fit are left out.
    /// Default: `None`, no limit.
    pub max_tokens: Option<u64>,
    /// Name of the encoding that counts tokens, as in `o200k_base`. Default: `None`, which is
    /// `o200k_base`.
    pub token_encoding: Option<String>,
    /// Maximum number of bytes in all texts together. Lines that do not fit are left out. Default:
    /// `None`, no limit.
    pub max_bytes: Option<u64>,
    /// Maximum size of a file in bytes. Default: 256 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label of the WHATWG Encoding Standard.
    /// Default: `None`, which reads UTF-8.
    pub encoding: Option<String>,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for ReadLinesOptions {
    fn default() -> ReadLinesOptions {
        ReadLinesOptions {
            path: None,
            from: 1,
            to: -1,
            ranges: Vec::new(),
            workspace: None,
            numbered: false,
            hashes: false,
            max_tokens: None,
            token_encoding: None,
            max_bytes: None,
            max_file_size: Some(MAX_FILE_SIZE),
            encoding: None,
            pool: None,
        }
    }
}

setters! { ReadLinesOptions {
    some(PathBuf) path,
    value(i64) from,
    value(i64) to,
    list(FileLines) ranges,
    some(ScopeWorkspace) workspace,
    value(bool) numbered,
    value(bool) hashes,
    option(u64) max_tokens,
    some(String) token_encoding,
    option(u64) max_bytes,
    option(u64) max_file_size,
    some(String) encoding,
    option(Pool) pool,
}}

impl ReadLinesOptions {
    /// Creates options for the lines from `from` to `to` of a file; see [`FileLines`].
    pub fn new(path: impl Into<PathBuf>, from: i64, to: i64) -> ReadLinesOptions {
        ReadLinesOptions {
            path: Some(path.into()),
            from,
            to,
            ..ReadLinesOptions::default()
        }
    }

    /// Returns the ranges to read.
    pub(super) fn wanted(&self) -> Vec<FileLines> {
        match self.ranges.is_empty() {
            true => vec![FileLines::new("", self.from, self.to)],
            false => self.ranges.clone(),
        }
    }

    /// Returns the beginning of a line with this 0-based number in the results.
    pub(super) fn prefix(&self, line: u64, text: &[u8]) -> Option<String> {
        let number = line + 1;
        match (self.hashes, self.numbered) {
            (true, _) => Some(format!("{number}#{}\t", crate::snapshot::line_hash(text))),
            (false, true) => Some(format!("{number}\t")),
            (false, false) => None,
        }
    }
}

/// Result of [`read_lines`](super::read_lines).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadLinesOutcome {
    /// Lines of each range, in the order of the options. A range of a file that is not text or too
    /// large has no entry; the report says why.
    pub ranges: Vec<LinesRead>,
    /// Number of tokens in all texts together; `None` if tokens are not limited.
    pub tokens: Option<u64>,
    /// Report of the call. Not complete if a limit left lines out.
    pub report: Report,
}

/// Lines of one range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinesRead {
    /// Index of the range in the options, 0-based.
    pub range: u32,
    /// Path of the file as given: of the range or, if that is empty, of the options.
    pub path: PathBuf,
    /// First line of the text, 1-based.
    pub from: u64,
    /// Last line of the text, 1-based; `from - 1` if the text has no lines.
    pub to: u64,
    /// Lines with their line ends, decoded to UTF-8 if the file has another encoding. A byte order
    /// mark is part of no line.
    pub text: Vec<u8>,
    /// Number of lines in the file. A line end at the end does not begin another line.
    pub total_lines: u64,
    /// Content id of the file, which edits with line numbers take as their snapshot.
    pub snapshot: ContentId,
    /// First line of the range that a limit left out, to be read next; `None` if all fit.
    pub next: Option<u64>,
    /// Number of lines of the range that a limit left out.
    pub remaining: u64,
}

/// Options for [`resolve_lines`](super::resolve_lines).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResolveLinesOptions {
    /// Path of the file: absolute or relative to the current directory or, in a workspace, to the
    /// workspace's root.
    pub path: PathBuf,
    /// Snapshot in which the lines have their numbers, as [`LinesRead::snapshot`] gives it.
    pub snapshot: ContentId,
    /// First line, 1-based.
    pub from: u64,
    /// Last line, 1-based; at least `from`.
    pub to: u64,
    /// Hash of each line in the snapshot, as [`ReadLinesOptions::hashes`] gives it. Default: empty,
    /// which checks none.
    pub hashes: Vec<String>,
    /// Workspace that contains the file. The text of an open buffer replaces the text of the file.
    /// Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Maximum size of the file in bytes. Default: 256 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of a file without a byte order mark, as a label of the WHATWG Encoding Standard;
    /// the same as when the lines were read. Default: `None`, which reads UTF-8.
    pub encoding: Option<String>,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for ResolveLinesOptions {
    fn default() -> ResolveLinesOptions {
        ResolveLinesOptions {
            path: PathBuf::new(),
            snapshot: ContentId::default(),
            from: 1,
            to: 1,
            hashes: Vec::new(),
            workspace: None,
            max_file_size: Some(MAX_FILE_SIZE),
            encoding: None,
            pool: None,
        }
    }
}

setters! { ResolveLinesOptions {
    into(PathBuf) path,
    value(ContentId) snapshot,
    value(u64) from,
    value(u64) to,
    list(String) hashes,
    some(ScopeWorkspace) workspace,
    option(u64) max_file_size,
    some(String) encoding,
    option(Pool) pool,
}}

impl ResolveLinesOptions {
    /// Creates options for the lines from `from` to `to` of a snapshot.
    pub fn new(
        path: impl Into<PathBuf>,
        snapshot: ContentId,
        from: u64,
        to: u64,
    ) -> ResolveLinesOptions {
        ResolveLinesOptions {
            path: path.into(),
            snapshot,
            from,
            to,
            ..ResolveLinesOptions::default()
        }
    }
}

/// Result of [`resolve_lines`](super::resolve_lines).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolvedLines {
    /// First line now, 1-based.
    pub from: u64,
    /// Last line now, 1-based.
    pub to: u64,
    /// Number of lines in the file now.
    pub total_lines: u64,
    /// Content id of the file now: the snapshot in which the lines have these numbers.
    pub snapshot: ContentId,
}
