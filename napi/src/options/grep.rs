//! Options of `grep`, `grepStream` and `search`.

use napi::Result;
use napi_derive::napi;
use ransack::{Query, Select};

use super::files::FileContentOptions;
use super::{FileSearchCall, PageOptions, TimeoutOptions, join, option_groups, set, set_some};
use crate::number::{count, length};

/// Kind of result that `grep` and `search` return: `'content'` returns matching
/// lines (with `multiline`, the lines of each match); `'count'` returns each file
/// with matches and its number of matching lines; `'filesWithMatches'` returns each
/// file with matches and stops reading it at the first match.
#[napi(string_enum = "camelCase")]
pub enum GrepMode {
    /// Matching lines.
    Content,
    /// Files with matches, and their numbers of matching lines.
    Count,
    /// Files with matches.
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

/// Options of every search for lines, in files (`grep`, `grepStream`) and in memory
/// (`search`).
#[napi(object, object_to_js = false)]
pub struct LineSearchOptions {
    /// Pattern to search for: a regular expression in the syntax of Rust's `regex`
    /// crate. A brace that cannot be a repetition is literal, and so is a `$`
    /// before it, as in `${name}`. `pattern` or `patterns` is required. An invalid
    /// pattern fails with `ERR_RANSACK_INVALID_PATTERN`.
    pub pattern: Option<String>,
    /// Further patterns, after `pattern` if that is given too. A line matches if
    /// any pattern matches. Default: none.
    pub patterns: Option<Vec<String>>,
    /// Whether patterns are plain text instead of regular expressions. Default:
    /// false.
    pub literal: Option<bool>,
    /// Whether letter case is ignored. Default: false.
    pub ignore_case: Option<bool>,
    /// Whether letter case is ignored if no pattern contains an upper-case letter.
    /// Default: false.
    pub smart_case: Option<bool>,
    /// Whether a match must be delimited by word boundaries: no word character
    /// outside the match touches it. Default: false.
    pub word: Option<bool>,
    /// Whether to return the lines that do not match. Default: false.
    pub invert: Option<bool>,
    /// Whether a match may span several lines. Default: false.
    pub multiline: Option<bool>,
    /// Whether `.` also matches a line feed. Applies only with `multiline`.
    /// Default: false.
    pub dot_all: Option<bool>,
    /// Kind of result; the text of `search` counts as one file. Default:
    /// `'content'`.
    pub mode: Option<GrepMode>,
    /// Maximum number of results; the call stops when it has found one more.
    /// Default: no limit.
    pub max_count: Option<f64>,
    /// Maximum number of matches per file, in every mode. Default: no limit.
    pub max_count_per_file: Option<f64>,
    /// Number of lines of context before and after each match. Default: 0.
    pub context: Option<f64>,
    /// Number of lines of context before each match; overrides `context`.
    /// Default: `context`.
    pub context_before: Option<f64>,
    /// Number of lines of context after each match; overrides `context`. Default:
    /// `context`.
    pub context_after: Option<f64>,
    /// Maximum length of a returned line in bytes. A longer line is clipped to a
    /// window around its first match and marked `truncated`. Default: no limit.
    pub max_columns: Option<f64>,
}

impl LineSearchOptions {
    fn set_on(self, query: &mut Query, select: &mut Select) -> Result<()> {
        query.patterns = join(self.pattern, self.patterns);
        set(&mut query.literal, self.literal);
        set(&mut query.ignore_case, self.ignore_case);
        set(&mut query.smart_case, self.smart_case);
        set(&mut query.word, self.word);
        set(&mut query.invert, self.invert);
        set(&mut query.multiline, self.multiline);
        set(&mut query.dot_all, self.dot_all);

        set(&mut select.mode, self.mode.map(ransack::GrepMode::from));
        set_some(&mut select.limit, count("maxCount", self.max_count)?);
        set_some(
            &mut select.max_count_per_file,
            count("maxCountPerFile", self.max_count_per_file)?,
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

/// Options of `grep` and `grepStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "GrepOptions extends FileSearchOptions, FileContentOptions, LineSearchOptions"
)]
pub struct GrepOptions {
    /// Whether files that contain a NUL byte are searched. Otherwise they are
    /// skipped and reported as `'binary'`. Default: false.
    pub binary: Option<bool>,
}

option_groups! {
    /// Options of `grep` and `grepStream`, by group.
    pub struct GrepCall {
        /// Options of every search over files.
        pub shared: FileSearchCall,
        content: FileContentOptions,
        lines: LineSearchOptions,
        grep: GrepOptions,
    }
}

impl GrepCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::GrepOptions> {
        let mut core = ransack::GrepOptions::default();
        self.shared.set_on(
            &mut core.scope,
            &mut core.select.offset,
            &mut core.on_timeout,
        )?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.lines.set_on(&mut core.query, &mut core.select)?;
        set(&mut core.binary, self.grep.binary);
        Ok(core)
    }
}

/// Options of `search`, which searches text in memory.
#[napi(
    object,
    object_to_js = false,
    js_name = "SearchOptions extends LineSearchOptions, PageOptions, TimeoutOptions"
)]
pub struct SearchOptions {
    /// Whether matches carry the raw bytes of their lines (`lineBytes`) beside the
    /// strings. Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options of `search`, by group.
    pub struct SearchCall {
        /// Time limit.
        pub timeout: TimeoutOptions,
        page: PageOptions,
        lines: LineSearchOptions,
        /// Options of `search` alone.
        pub search: SearchOptions,
    }
}

impl SearchCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::SearchOptions> {
        let mut core = ransack::SearchOptions::default();
        self.lines.set_on(&mut core.query, &mut core.select)?;
        set(&mut core.select.offset, self.page.offset()?);
        Ok(core)
    }
}
