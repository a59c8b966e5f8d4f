//! Options for content search, in files (`ransack_grep`) and in memory (`ransack_search`).

use std::ptr;

use ransack::{GrepMode, GrepOptions, Query, SearchOptions, Select};

use crate::error::Failure;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, enclosing, from_limit, on_timeout, optional_text,
    ransack_on_timeout, to_limit, to_size, unknown,
};
use crate::pool::{self, ransack_pool};
use crate::slice::{ransack_bytes, texts};

/// Newest version of ransack_grep_options.
pub const RANSACK_GREP_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_search_options.
pub const RANSACK_SEARCH_OPTIONS_VERSION: u32 = 1;

/// Kind of results that a content search returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_grep_mode {
    /// One result for each matching line or, with `multiline`, for each match.
    Content = 0,
    /// One result for each file with matches, with the number of matching lines.
    Count = 1,
    /// One result for each file with matches; the search of each file stops at its first match.
    FilesWithMatches = 2,
}

/// Options for ransack_grep(). Initialise with RANSACK_GREP_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_grep_options {
    /// RANSACK_GREP_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8; a line matches if any pattern matches. No pattern may be empty. Patterns
    /// use the syntax of Rust's regex crate, with two exceptions. A brace that cannot be a
    /// repetition is literal, and a '$' before such a brace is literal too, as in ${name}. A hyphen
    /// in a class is literal next to an escape such as \w, as in [\w-.]. A carriage return before a
    /// line feed is not part of the line, unless a pattern names the carriage return ('\r', or a
    /// class that lists it); any other carriage return is an ordinary character. Default: none,
    /// which fails with RANSACK_STATUS_INVALID_OPTION.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether patterns are literal text rather than regular expressions. Default: 0.
    pub literal: u8,
    /// Whether to ignore case, using Unicode's simple case folding. Default: 0.
    pub ignore_case: u8,
    /// Whether to ignore case if the patterns contain letters but no upper-case letters. Class
    /// names such as '\p{Lu}' do not count as letters, nor do letters in a group that sets or
    /// clears the flag i, as in (?i:A). Default: 0.
    pub smart_case: u8,
    /// Whether to match whole words only: a match must not have a word character directly before or
    /// after it. Default: 0.
    pub word: u8,
    /// Whether to return the lines that do not match, instead of those that do. Default: 0.
    pub invert: u8,
    /// Whether a match may span lines; '\n' then also matches '\r\n'. If not, a pattern that
    /// contains a line feed is an error. Default: 0.
    pub multiline: u8,
    /// Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
    pub dot_all: u8,
    /// Files to search. Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Kind of results to return, a ransack_grep_mode. Default: RANSACK_GREP_MODE_CONTENT.
    pub mode: u32,
    /// Maximum number of results; the search stops after finding one more. With 0, the report still
    /// says whether there is a match. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum number of matches in one file, in any mode. Default: RANSACK_NO_LIMIT.
    pub max_count_per_file: u64,
    /// Lines of context before each match. Default: 0.
    pub context_before: u64,
    /// Lines of context after each match. Each line is returned only once: context lines between
    /// two matches belong to the first match. Default: 0.
    pub context_after: u64,
    /// Maximum number of bytes to return for each line. A longer line is cut to a window around its
    /// first match, at character boundaries. Default: RANSACK_NO_LIMIT.
    pub max_columns: u64,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. Default:
    /// RANSACK_NO_LIMIT.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard
    /// ("latin1", "gbk", "utf-16le"). Offsets in a decoded file count bytes of the decoded text.
    /// Default: empty, in which case files are searched as UTF-8 and invalid bytes stay unchanged.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Whether to search files that contain a NUL byte. If not, such a file is skipped and reported; if
    /// the NUL byte is beyond the first MiB, the text before it is searched. Default: 0.
    pub binary: u8,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Maximum size of the compiled patterns in bytes; larger patterns fail with
    /// RANSACK_STATUS_INVALID_PATTERN. Compile time and memory grow with the size. In the worst
    /// case, search time is proportional to the size times the length of the text. Default:
    /// 10485760.
    pub size_limit: u64,
    /// Patterns that a result must not match, UTF-8, like the patterns of a second `grep -v`. A
    /// result whose lines contain a match of one of them is dropped, in inverted searches too; it
    /// is not counted, and its lines can be context of other results. Syntax and options are those
    /// of `patterns`; `smart_case` is decided for this list alone. The patterns see the lines of
    /// one result without the last line ending. An empty pattern and a pattern with \A or \z fail
    /// with RANSACK_STATUS_INVALID_PATTERN. Default: none.
    pub exclude: *const ransack_bytes,
    /// Number of patterns in `exclude`. Default: 0.
    pub exclude_len: usize,
    /// Whether to sort results by the modification time of their files, newest file first, then by
    /// root and path, and within a file by position. A file whose time cannot be read is last.
    /// `offset` and `limit` cut this order. All files are searched before the first result is
    /// passed; with a limit, at most twice as many results as needed are held in memory, otherwise
    /// all results. Default: 0.
    pub sort_by_mtime: u8,
    /// Whether patterns may contain look-around ("(?=a)", "(?!a)", "(?<=a)", "(?<!a)"),
    /// back-references ("\1", "\k<name>") and atomic groups ("(?>a)"). If not, such a pattern fails
    /// with RANSACK_STATUS_INVALID_PATTERN. Default: 0.
    ///
    /// A backtracking engine matches these patterns. The number of its steps can grow exponentially
    /// with the length of a line, so an attempt to match is limited to 262,144 backtracking steps.
    /// Lines over the limit, and lines that may match but are not UTF-8, are not results. The report
    /// lists their files as RANSACK_SKIP_REASON_STEP_LIMIT and RANSACK_SKIP_REASON_UNDECODABLE.
    /// After eight lines over the limit, the search tries no further line of the file. A line of
    /// more than 16 MiB is over the limit, and with `multiline` a text of this size. With
    /// `multiline`, look-around sees the whole text, otherwise only the line.
    ///
    /// A pattern of this kind that contains "\A" or "\z" is an error. If one pattern of a list needs
    /// the engine, the engine matches the whole list. Lists that do not need it are matched as
    /// without this field.
    pub backtracking: u8,
    /// Whether to set `enclosing` of each match, the name path of the definition around it. Each
    /// file with matches is parsed once more, which takes some 100 ms for a C file of 300 kB; a
    /// workspace keeps the syntax trees of recent files. Fails in a build without outlines. Default:
    /// 0.
    pub enclosing: u8,
    /// Whether to set `version` of each match, the content id of the file, so that a later edit can
    /// require that the file is unchanged. Files with matches are hashed, at about a millisecond per
    /// megabyte, and all files are held in memory as a whole, so that files larger than 256 MiB are
    /// skipped and reported. Default: 0.
    pub versions: u8,
}

/// Options for ransack_search() and ransack_has_match(). Every field has the same meaning and the
/// same default as the field with that name in ransack_grep_options. Initialise with
/// RANSACK_SEARCH_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_search_options {
    /// RANSACK_SEARCH_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8; a line matches if any pattern matches. Default: none, which fails with
    /// RANSACK_STATUS_INVALID_OPTION.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether patterns are literal text rather than regular expressions. Default: 0.
    pub literal: u8,
    /// Whether to ignore case, using Unicode's simple case folding. Default: 0.
    pub ignore_case: u8,
    /// Whether to ignore case if the patterns contain letters but no upper-case letters. Class
    /// names such as '\p{Lu}' do not count as letters, nor do letters in a group that sets or
    /// clears the flag i, as in (?i:A). Default: 0.
    pub smart_case: u8,
    /// Whether to match whole words only: a match must not have a word character directly before or
    /// after it. Default: 0.
    pub word: u8,
    /// Whether to return the lines that do not match, instead of those that do. Default: 0.
    pub invert: u8,
    /// Whether a match may span lines; '\n' then also matches '\r\n'. Default: 0.
    pub multiline: u8,
    /// Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
    pub dot_all: u8,
    /// Kind of results to return, a ransack_grep_mode; the text counts as one file. Default:
    /// RANSACK_GREP_MODE_CONTENT.
    pub mode: u32,
    /// Maximum number of results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum number of matches, in any mode. Default: RANSACK_NO_LIMIT.
    pub max_count_per_file: u64,
    /// Lines of context before each match. Default: 0.
    pub context_before: u64,
    /// Lines of context after each match. Default: 0.
    pub context_after: u64,
    /// Maximum number of bytes to return for each line; a longer line is cut to a window around its
    /// first match. Default: RANSACK_NO_LIMIT.
    pub max_columns: u64,
    /// Maximum size of the compiled patterns in bytes. Default: 10485760.
    pub size_limit: u64,
    /// Patterns that a result must not match, UTF-8. Default: none.
    pub exclude: *const ransack_bytes,
    /// Number of patterns in `exclude`. Default: 0.
    pub exclude_len: usize,
    /// Whether patterns may contain look-around, back-references and atomic groups. With such a
    /// pattern, the call copies the text and runs on a worker of the shared pool. The report lists
    /// lines that cannot be matched in `skipped`, with an empty path. Default: 0.
    pub backtracking: u8,
}

versioned!(ransack_grep_options, RANSACK_GREP_OPTIONS_VERSION, [versions: 172]);

impl Defaults for ransack_grep_options {
    fn defaults() -> ransack_grep_options {
        let core = GrepOptions::default();
        ransack_grep_options {
            version: RANSACK_GREP_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            literal: core.query.literal.into(),
            ignore_case: core.query.ignore_case.into(),
            smart_case: core.query.smart_case.into(),
            word: core.query.word.into(),
            invert: core.query.invert.into(),
            multiline: core.query.multiline.into(),
            dot_all: core.query.dot_all.into(),
            scope: ptr::null(),
            mode: ransack_grep_mode::Content as u32,
            limit: from_limit(core.select.limit),
            offset: core.select.offset,
            max_count_per_file: from_limit(core.select.max_count_per_file),
            context_before: core.select.context_before as u64,
            context_after: core.select.context_after as u64,
            max_columns: from_limit(core.select.max_columns.map(|max| max as u64)),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            binary: core.binary.into(),
            pool: ptr::null(),
            size_limit: Query::DEFAULT_SIZE_LIMIT as u64,
            exclude: ptr::null(),
            exclude_len: 0,
            sort_by_mtime: core.sort_by_mtime.into(),
            backtracking: core.query.backtracking.into(),
            enclosing: 0,
            versions: core.versions.into(),
        }
    }
}

versioned!(ransack_search_options, RANSACK_SEARCH_OPTIONS_VERSION, [backtracking: 113]);

impl Defaults for ransack_search_options {
    fn defaults() -> ransack_search_options {
        ransack_search_options {
            version: RANSACK_SEARCH_OPTIONS_VERSION,
            ..ransack_grep_options::defaults().in_memory()
        }
    }
}

impl CallOptions for ransack_grep_options {
    type Core = GrepOptions;

    unsafe fn resolve(&self) -> Result<GrepOptions, Failure> {
        let mut core = GrepOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            let in_memory = self.in_memory().resolve()?;
            core.query = in_memory.query;
            core.select = in_memory.select;
            scope::resolve(self.scope, &mut core.scope)?;
            core.encoding = optional_text(self.encoding, "encoding")?;
        }
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.max_file_size = to_limit(self.max_file_size);
        core.binary = self.binary != 0;
        core.enclosing = enclosing(self.enclosing)?;
        core.versions = self.versions != 0;
        core.sort_by_mtime = self.sort_by_mtime != 0;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl CallOptions for ransack_search_options {
    type Core = SearchOptions;

    unsafe fn resolve(&self) -> Result<SearchOptions, Failure> {
        let mut core = SearchOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        core.query = unsafe { self.query() }?;
        core.select = self.select()?;
        Ok(core)
    }
}

impl ransack_grep_options {
    /// Returns the options that also apply to a search in memory.
    fn in_memory(&self) -> ransack_search_options {
        ransack_search_options {
            version: self.version,
            patterns: self.patterns,
            patterns_len: self.patterns_len,
            literal: self.literal,
            ignore_case: self.ignore_case,
            smart_case: self.smart_case,
            word: self.word,
            invert: self.invert,
            multiline: self.multiline,
            dot_all: self.dot_all,
            mode: self.mode,
            limit: self.limit,
            offset: self.offset,
            max_count_per_file: self.max_count_per_file,
            context_before: self.context_before,
            context_after: self.context_after,
            max_columns: self.max_columns,
            size_limit: self.size_limit,
            exclude: self.exclude,
            exclude_len: self.exclude_len,
            backtracking: self.backtracking,
        }
    }
}

impl ransack_search_options {
    /// Converts the fields up to `dot_all`, and those from `size_limit` on.
    ///
    /// # Safety
    ///
    /// The patterns are valid as the header requires.
    pub(crate) unsafe fn query(&self) -> Result<Query, Failure> {
        let mut query = Query::default();
        // SAFETY: the contract of this function.
        unsafe {
            query.patterns = texts(self.patterns, self.patterns_len, "patterns")?;
            query.exclude = texts(self.exclude, self.exclude_len, "exclude")?;
        }
        query.literal = self.literal != 0;
        query.ignore_case = self.ignore_case != 0;
        query.smart_case = self.smart_case != 0;
        query.word = self.word != 0;
        query.invert = self.invert != 0;
        query.multiline = self.multiline != 0;
        query.dot_all = self.dot_all != 0;
        query.backtracking = self.backtracking != 0;
        let size_limit = to_size(self.size_limit);
        query.size_limit = (size_limit != Query::DEFAULT_SIZE_LIMIT).then_some(size_limit);
        Ok(query)
    }

    fn select(&self) -> Result<Select, Failure> {
        let mut select = Select::default();
        select.mode = match self.mode {
            0 => GrepMode::Content,
            1 => GrepMode::Count,
            2 => GrepMode::FilesWithMatches,
            other => {
                return Err(unknown(
                    "mode",
                    other,
                    ransack_grep_mode::FilesWithMatches as u32,
                ));
            }
        };
        select.limit = to_limit(self.limit);
        select.offset = self.offset;
        select.max_count_per_file = to_limit(self.max_count_per_file);
        select.context_before = to_size(self.context_before);
        select.context_after = to_size(self.context_after);
        select.max_columns = to_limit(self.max_columns).map(to_size);
        Ok(select)
    }
}

#[cfg(test)]
mod tests;
