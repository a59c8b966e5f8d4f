//! Content search over files: `grep` and `grepStream`.

use napi::bindgen_prelude::{Either, External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, GrepMatch, Query, Scope, Select, Stream, enclosing_names};

use crate::convert::{BatchItem, BatchWriter, flags};
use crate::files::{self, FileSearch};
use crate::number::{count, length, maximum};
use crate::options::{
    FileContentOptions, FileSearchCall, join, list, option_groups, set, set_some,
};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a content search as task `id`, in `workspace` if given.
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

/// Runs a search, and waits for it to end, in `workspace` if given. Returns an object with the
/// fields of a [`Batch`](crate::convert::Batch) and the `report`, or with the `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn grep_sync<'env>(
    env: &'env Env,
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    options: GrepCall,
) -> Result<Object<'env>> {
    files::run(env, options, (workspace, wait))
}

impl FileSearch for GrepCall {
    type Options = ransack::GrepOptions;
    type Match = GrepMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::GrepOptions> {
        let mut core = ransack::GrepOptions::default();
        self.shared.set_on(
            &mut core.scope,
            &mut core.select.offset,
            &mut core.on_timeout,
        )?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.patterns.set_on(&mut core.query)?;
        self.lines.set_on(&mut core.query, &mut core.select)?;
        set(&mut core.binary, self.grep.binary);
        core.enclosing = self
            .grep
            .enclosing
            .unwrap_or_default()
            .then(enclosing_names);
        set(&mut core.versions, self.grep.versions);
        set(&mut core.sort_by_mtime, self.grep.sort_by_mtime);
        Ok(core)
    }

    fn scope(options: &mut ransack::GrepOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(options: &ransack::GrepOptions, token: &CancelToken) -> Stream<GrepMatch> {
        ransack::grep_stream(options, token)
    }
}

/// Bits that announce optional parts of a match; defined again in `js/internal/grep_batch.js`.
struct Flags;

impl Flags {
    /// The path differs from the previous match's and follows.
    const PATH: u16 = 1;
    /// The line was clipped.
    const CLIP: u16 = 2;
    /// UTF-16 columns differ from byte offsets and follow.
    const COLUMNS: u16 = 4;
    /// The call has several roots; the root number follows.
    const ROOT: u16 = 8;
    /// The match stands for a file whose match count is known and follows.
    const COUNT: u16 = 16;
    /// The line has more submatches than listed.
    const CAPPED: u16 = 32;
    /// The name path of the definition around the match follows.
    const ENCLOSING: u16 = 64;
    /// The line has submatches and spans several lines.
    const SEVERAL: u16 = 128;
    /// The content id of the file follows.
    const VERSION: u16 = 256;
}

/// Layout, read by `GrepBatch` in `js/internal/grep_batch.js`:
///
/// - numbers: the flags, `lineNumber`, `byteOffset`, the numbers of submatches, of lines before and
///   of lines after; with `ROOT`, the root; with `COUNT`, the count; with `CLIP`, offset and length
///   of the line, and the lines and the UTF-16 column before the window; with bytes, the byte length
///   of the path, if it follows, and of the line. Then for each submatch, its start, its end, and
///   twice the pattern plus 1 if it ends the line; with `COLUMNS`, both columns. Then for each
///   context line, its number, whether it was clipped and, with bytes, its byte length.
/// - strings: with `PATH`, the path; the line; with `ENCLOSING`, the name path; with `VERSION` and `PATH`, the
///   content id; the lines before and after.
impl BatchItem for GrepMatch {
    fn max_strings(&self) -> usize {
        4 + self.context_before.len() + self.context_after.len()
    }

    fn write(&self, previous: Option<&GrepMatch>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let new_path = previous.is_none_or(|p| p.path != self.path || p.version != self.version);
        if new_path {
            writer.string(path)?;
        }
        let columns = writer.line(&self.line, &self.submatches)?;
        if let Some(enclosing) = &self.enclosing {
            writer.string_without_bytes(enclosing.as_bytes())?;
        }
        if let Some(version) = self.version.filter(|_| new_path) {
            writer.string_without_bytes(version.to_string().as_bytes())?;
        }
        let several_roots = writer.shape.several_roots;
        let count = self.match_count.filter(|_| self.line_number == 0);
        let several_lines = !self.submatches.is_empty() && self.line.contains(&b'\n');
        let flags = flags([
            (Flags::PATH, new_path),
            (Flags::CLIP, self.clip.is_some()),
            (Flags::COLUMNS, columns),
            (Flags::ROOT, several_roots),
            (Flags::COUNT, count.is_some()),
            (Flags::CAPPED, self.submatches_capped),
            (Flags::ENCLOSING, self.enclosing.is_some()),
            (Flags::SEVERAL, several_lines),
            (Flags::VERSION, self.version.is_some()),
        ]);
        writer.numbers.extend([
            flags,
            self.line_number as f64,
            self.byte_offset as f64,
            self.submatches.len() as f64,
            self.context_before.len() as f64,
            self.context_after.len() as f64,
        ]);
        if several_roots {
            writer.numbers.push(f64::from(self.root));
        }
        if let Some(count) = count {
            writer.numbers.push(count as f64);
        }
        if let Some(clip) = self.clip {
            writer.numbers.extend([
                clip.offset as f64,
                clip.line_len as f64,
                clip.lines as f64,
                clip.column_utf16 as f64,
            ]);
        }
        if new_path {
            writer.byte_len(path);
        }
        writer.byte_len(&self.line);
        for (i, sub) in self.submatches.iter().enumerate() {
            let pattern = 2.0 * f64::from(sub.pattern) + f64::from(u8::from(sub.ends_line));
            writer
                .numbers
                .extend([sub.start as f64, sub.end as f64, pattern]);
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

/// Kind of result that `grep` and `search` return: `'content'` returns matching lines (with
/// `multiline`, the lines of each match); `'count'` returns each file with matches and the number
/// of matching lines in it; `'filesWithMatches'` returns each file with matches, and stops reading
/// a file at the first match.
#[napi(string_enum = "camelCase")]
pub enum GrepMode {
    /// Returns matching lines.
    Content,
    /// Returns files with matches, each with its number of matching lines.
    Count,
    /// Returns files with matches.
    FilesWithMatches,
}

impl From<GrepMode> for ransack::GrepMode {
    fn from(mode: GrepMode) -> ransack::GrepMode {
        match mode {
            GrepMode::Content => ransack::GrepMode::Content,
            GrepMode::Count => ransack::GrepMode::Count,
            GrepMode::FilesWithMatches => ransack::GrepMode::FilesWithMatches,
        }
    }
}

/// Options for all calls that match patterns: `grep`, `search` and `replace`.
#[napi(object, object_to_js = false)]
pub struct PatternOptions {
    /// Pattern to search for: a regular expression in the syntax of Rust's `regex` crate. A brace
    /// that cannot be a repetition is literal. A `$` before such a brace is also literal, as in
    /// `${name}`, as is a hyphen in a class before or after an escape such as `\w`, as in `[\w-.]`.
    /// `pattern` or `patterns` is required. An invalid pattern fails with
    /// `ERR_RANSACK_INVALID_PATTERN`.
    ///
    /// A line ends with a line feed. A carriage return before the line feed is not part of the
    /// line, unless a pattern names it (with `\r`, or a class that lists it). Any other carriage
    /// return is an ordinary character.
    ///
    /// A `RegExp` matches the same text as in JavaScript. The flags `i`, `s`, `u` and `v` of a
    /// `RegExp` apply only to that `RegExp`. The flag `m` is always on in a line search, in which
    /// only a line feed ends a line; `d` and `g` have no effect. A character above U+FFFF counts as
    /// one character, even without `u`. A `RegExp` that cannot behave as in JavaScript throws a
    /// `RansackOptionError` with the offset in UTF-16 code units. Unsupported features are the flag
    /// `y`, back-references, lookaround, `\b` with `i` and `u`, half of a surrogate pair, classes
    /// that contain multi-character strings, and repetition of a part that prefers to match
    /// nothing, as in `(|a)+`.
    #[napi(ts_type = "string | RegExp")]
    pub pattern: Option<String>,
    /// Further patterns, which follow `pattern` if both are given. A line matches if any pattern
    /// matches. Default: none.
    #[napi(ts_type = "Array<string | RegExp>")]
    pub patterns: Option<Vec<String>>,
    /// Pattern or patterns that a result must not match, like the patterns of a second `grep -v`. A
    /// result whose lines contain a match of one of them is dropped, in inverted searches too; it
    /// is not counted, and its lines can be context of other results. Syntax and options are those
    /// of `pattern`; `smartCase` is decided for this list alone. The patterns see the lines of one
    /// result without the last line ending: the matching line or, with `multiline`, all lines of
    /// the match. An empty pattern and a pattern with `\A` or `\z` fail with
    /// `ERR_RANSACK_INVALID_PATTERN`. Default: none.
    #[napi(ts_type = "string | RegExp | Array<string | RegExp>")]
    pub exclude: Option<Either<String, Vec<String>>>,
    /// Whether patterns are plain text instead of regular expressions. Default:
    /// false.
    pub literal: Option<bool>,
    /// Whether to match letters case-insensitively. Default: false.
    pub ignore_case: Option<bool>,
    /// Whether to match case-insensitively if the patterns contain letters but no upper-case
    /// letters. Class names, as in `\p{Lu}`, do not count as letters, nor do letters in a group
    /// that sets or clears the flag `i`, as in `(?i:A)`, or in a `RegExp` with the flag `i`.
    /// Default: false.
    pub smart_case: Option<bool>,
    /// Whether a match must be a whole word: the characters directly before and after the match
    /// must not be word characters. Default: false.
    pub word: Option<bool>,
    /// Whether a match may span several lines; `\n` then also matches `\r\n`. Default: false.
    pub multiline: Option<bool>,
    /// Whether `.` also matches a line feed. Has an effect only with `multiline`. Default: false.
    pub dot_all: Option<bool>,
    /// Whether patterns may contain look-around (`(?=a)`, `(?!a)`, `(?<=a)`, `(?<!a)`),
    /// back-references (`\1`, `\k<name>`) and atomic groups (`(?>a)`), if they are strings; a `RegExp`
    /// cannot contain them. Default: false, in which case such a pattern fails with
    /// `ERR_RANSACK_INVALID_PATTERN`.
    ///
    /// A backtracking engine matches these patterns. The number of its steps can grow exponentially
    /// with the length of a line, so an attempt to match is limited to 262,144 backtracking steps.
    /// Lines over the limit, and lines that may match but are not UTF-8, are not results. The report
    /// lists their files as `'stepLimit'` and `'undecodable'`. After eight lines over the limit, the
    /// search tries no further line of the file. A line of more than 16 MiB is over the limit, and
    /// with `multiline` a text of this size. With `multiline`, look-around sees the whole text,
    /// otherwise only the line.
    ///
    /// A pattern of this kind that contains `\A` or `\z` is an error. If one pattern of a list needs
    /// the engine, the engine matches the whole list. Lists that do not need it are matched as
    /// without this option.
    pub backtracking: Option<bool>,
    /// Maximum size of the compiled patterns in bytes; larger patterns fail with
    /// `ERR_RANSACK_INVALID_PATTERN`. Compilation time and memory use grow with the size of the
    /// compiled patterns. In the worst case, a search takes time proportional to that size times
    /// the length of the text. Default: 10485760. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub size_limit: Option<f64>,
}

impl PatternOptions {
    pub(crate) fn set_on(self, query: &mut Query) -> Result<()> {
        query.patterns = join(self.pattern, self.patterns);
        set(&mut query.exclude, self.exclude.map(list));
        set(&mut query.literal, self.literal);
        set(&mut query.ignore_case, self.ignore_case);
        set(&mut query.smart_case, self.smart_case);
        set(&mut query.word, self.word);
        set(&mut query.multiline, self.multiline);
        set(&mut query.dot_all, self.dot_all);
        set(&mut query.backtracking, self.backtracking);
        set_some(&mut query.size_limit, length("sizeLimit", self.size_limit)?);
        Ok(())
    }
}

/// Options for all line searches, in files (`grep`, `grepStream`) and in memory (`search`).
#[napi(
    object,
    object_to_js = false,
    js_name = "LineSearchOptions extends PatternOptions"
)]
pub struct LineSearchOptions {
    /// Whether to return the lines that do not match, instead of those that do. Default: false.
    pub invert: Option<bool>,
    /// Kind of result to return; in `search`, the text counts as one file. Default: `'content'`.
    pub mode: Option<GrepMode>,
    /// Maximum number of results; the call stops after finding one more. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Second name of `limit`; giving both throws a `RansackOptionError`. Default: `limit`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_count: Option<f64>,
    /// Maximum number of matches per file, whatever the `mode`. Default: no limit. `Infinity` means
    /// no limit.
    #[napi(ts_type = "number | null")]
    pub max_count_per_file: Option<f64>,
    /// Number of lines of context before and after each match. Default: 0. `Infinity` means no
    /// limit.
    #[napi(ts_type = "number | null")]
    pub context: Option<f64>,
    /// Number of lines of context before each match; overrides `context`.
    /// Default: `context`. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub context_before: Option<f64>,
    /// Number of lines of context after each match; overrides `context`. Default:
    /// `context`. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub context_after: Option<f64>,
    /// Maximum length of a returned line in bytes. A longer line is clipped to a
    /// window around its first match and marked `truncated`. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_columns: Option<f64>,
}

impl LineSearchOptions {
    pub(crate) fn set_on(self, query: &mut Query, select: &mut Select) -> Result<()> {
        set(&mut query.invert, self.invert);
        set(&mut select.mode, self.mode.map(ransack::GrepMode::from));
        let max_count = count("maxCount", self.max_count)?;
        set_some(&mut select.limit, count("limit", self.limit)?.or(max_count));
        set_some(
            &mut select.max_count_per_file,
            maximum("maxCountPerFile", self.max_count_per_file)?,
        );
        let context = length("context", self.context)?;
        let before = length("contextBefore", self.context_before)?;
        let after = length("contextAfter", self.context_after)?;
        set(&mut select.context_before, before.or(context));
        set(&mut select.context_after, after.or(context));
        set_some(
            &mut select.max_columns,
            length("maxColumns", self.max_columns)?,
        );
        Ok(())
    }
}

/// Options for `grep` and `grepStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "GrepOptions extends FileSearchOptions, FileContentOptions, LineSearchOptions"
)]
pub struct GrepOptions {
    /// Whether to search files that contain a NUL byte. Otherwise such a file is skipped and reported as
    /// `'binary'` or, if the NUL byte is beyond the first MiB, the text before it is searched and
    /// the file reported as `'undecodable'`. Default: false.
    pub binary: Option<bool>,
    /// Whether each match has `enclosing`, the name path of the definition around it. Each file with
    /// matches is parsed once more, which takes some 100 ms for a C file of 300 kB; a workspace
    /// keeps the syntax trees of recent files. Files beyond a limit are not parsed. Default: false.
    pub enclosing: Option<bool>,
    /// Whether each match has `version`, the content id of its file, so that a later edit can require
    /// that the file is unchanged. Files with matches are hashed, at about a millisecond per
    /// megabyte, and all files are held in memory as a whole, so that files larger than 256 MiB are
    /// skipped and reported. Default: false.
    pub versions: Option<bool>,
    /// Whether to sort results by the modification time of their files, newest file first, then by
    /// root and path, and within a file by position. A file whose time cannot be read is last.
    /// `offset` and `maxCount` cut this order. All files are searched before the first result is
    /// returned; with `maxCount`, at most twice as many results as needed are held in memory,
    /// otherwise all results. Default: false.
    pub sort_by_mtime: Option<bool>,
}

option_groups! {
    /// Options for `grep` and `grepStream`, by group.
    pub struct GrepCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        content: FileContentOptions,
        patterns: PatternOptions,
        lines: LineSearchOptions,
        grep: GrepOptions,
    }
}
