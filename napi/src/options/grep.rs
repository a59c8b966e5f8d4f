//! Options of the calls that search content.

use std::time::Duration;

use napi::Result;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use ransack::{Query, Select};

use super::{Signal, TimeoutPolicy, join, scope_options, set, timeout};
use crate::number::{count, length};

/// What one result is.
#[napi(string_enum = "camelCase")]
pub enum GrepMode {
    /// A matching line, or with `multiline` the lines of a match.
    Content,
    /// A file with matches, with the number of its matching lines.
    Count,
    /// A file with matches; the file is left at the first.
    FilesWithMatches,
}

/// Options of `grep` and `grepStream`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct GrepOptions {
    /// What to look for: a regular expression in the syntax of Rust's `regex`
    /// crate, in which a brace that cannot be a repetition stands for itself, and
    /// so does a `$` before it, as in `${name}`.
    pub pattern: Option<String>,
    /// Several patterns, after `pattern` if that is given too; a line matches if
    /// one of them does.
    pub patterns: Option<Vec<String>>,
    /// The directory or file to search. Default: the current directory.
    pub path: Option<String>,
    /// Several, searched in this order, after `path` if that is given too.
    pub paths: Option<Vec<String>>,
    /// Path globs. One without `/` matches at any depth, one with `/` from the
    /// root; `!` before it takes paths out; the last one that matches decides.
    pub glob: Option<Either<String, Vec<String>>>,
    /// File types that are let in; `fileTypes()` lists them.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// File types that are left out.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether patterns are plain text. Default: false.
    pub literal: Option<bool>,
    /// Whether case is ignored. Default: false.
    pub ignore_case: Option<bool>,
    /// Whether case is ignored when no pattern holds an upper-case letter.
    /// Default: false.
    pub smart_case: Option<bool>,
    /// Whether a match must not touch a word character outside it. Default:
    /// false.
    pub word: Option<bool>,
    /// Whether the lines are wanted that do not match. Default: false.
    pub invert: Option<bool>,
    /// Whether a match may span lines. Default: false.
    pub multiline: Option<bool>,
    /// Whether `.` also matches a line feed; only with `multiline`. Default:
    /// false.
    pub dot_all: Option<bool>,
    /// Whether files and directories whose name starts with `.` are searched.
    /// Default: true.
    pub hidden: Option<bool>,
    /// Whether ignore files hold. Default: true.
    pub gitignore: Option<bool>,
    /// Whether `node_modules` directories are searched. They also are when a
    /// glob spells out `node_modules`. Default: false.
    pub include_node_modules: Option<bool>,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: Option<bool>,
    /// What one result is. Default: `'content'`.
    pub mode: Option<GrepMode>,
    /// The most results. Default: all.
    pub max_count: Option<f64>,
    /// The most matches from one file. Default: all.
    pub max_count_per_file: Option<f64>,
    /// How many results are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Lines of context before and after each match. Default: 0.
    pub context: Option<f64>,
    /// Lines of context before each match, instead of `context`.
    pub context_before: Option<f64>,
    /// Lines of context after each match, instead of `context`.
    pub context_after: Option<f64>,
    /// The most bytes of a line; of a longer one a window around its first match
    /// is given. Default: whole lines.
    pub max_columns: Option<f64>,
    /// Files of more bytes are skipped and reported. Default: any size.
    pub max_file_size: Option<f64>,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
    pub encoding: Option<String>,
    /// Whether files that hold a NUL byte are searched. Default: false, they are
    /// skipped and reported.
    pub binary: Option<bool>,
    /// Whether the list of files is kept for the next such call on the same root.
    /// It is brought up to date before every call, so answers are the same; the
    /// last eight roots are kept. Default: false. A `Workspace` does more.
    pub cache: Option<bool>,
    /// Milliseconds after which the call ends. Default: none.
    pub timeout_ms: Option<f64>,
    /// What happens then. Default: `'fail'`.
    pub on_timeout: Option<TimeoutPolicy>,
    /// Aborts the call.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
    /// Whether raw `pathBytes` and `lineBytes` are wanted beside the strings.
    /// Default: false.
    pub bytes: Option<bool>,
}

/// Options of `search`; as in `GrepOptions`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct SearchOptions {
    /// What to look for.
    pub pattern: Option<String>,
    /// Several patterns, after `pattern` if that is given too.
    pub patterns: Option<Vec<String>>,
    /// Whether patterns are plain text. Default: false.
    pub literal: Option<bool>,
    /// Whether case is ignored. Default: false.
    pub ignore_case: Option<bool>,
    /// Whether case is ignored when no pattern holds an upper-case letter.
    /// Default: false.
    pub smart_case: Option<bool>,
    /// Whether a match must not touch a word character outside it. Default:
    /// false.
    pub word: Option<bool>,
    /// Whether the lines are wanted that do not match. Default: false.
    pub invert: Option<bool>,
    /// Whether a match may span lines. Default: false.
    pub multiline: Option<bool>,
    /// Whether `.` also matches a line feed; only with `multiline`. Default:
    /// false.
    pub dot_all: Option<bool>,
    /// What one result is; the content counts as one file. Default: `'content'`.
    pub mode: Option<GrepMode>,
    /// The most results. Default: all.
    pub max_count: Option<f64>,
    /// The most matches in all, in any mode. Default: all.
    pub max_count_per_file: Option<f64>,
    /// How many results are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Lines of context before and after each match. Default: 0.
    pub context: Option<f64>,
    /// Lines of context before each match, instead of `context`.
    pub context_before: Option<f64>,
    /// Lines of context after each match, instead of `context`.
    pub context_after: Option<f64>,
    /// The most bytes of a line. Default: whole lines.
    pub max_columns: Option<f64>,
    /// Milliseconds after which the call fails. Default: none.
    pub timeout_ms: Option<f64>,
    /// Whether raw `lineBytes` are wanted beside the strings. Default: false.
    pub bytes: Option<bool>,
}

impl GrepOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<ransack::GrepOptions> {
        let mut core = ransack::GrepOptions::default();
        scope_options!(self).set_on(&mut core.scope);
        core.max_file_size = count("maxFileSize", self.max_file_size)?;
        core.encoding = self.encoding;
        set(&mut core.binary, self.binary);
        set(&mut core.on_timeout, self.on_timeout.map(Into::into));
        let shared = SearchOptions {
            pattern: self.pattern,
            patterns: self.patterns,
            literal: self.literal,
            ignore_case: self.ignore_case,
            smart_case: self.smart_case,
            word: self.word,
            invert: self.invert,
            multiline: self.multiline,
            dot_all: self.dot_all,
            mode: self.mode,
            max_count: self.max_count,
            max_count_per_file: self.max_count_per_file,
            offset: self.offset,
            context: self.context,
            context_before: self.context_before,
            context_after: self.context_after,
            max_columns: self.max_columns,
            timeout_ms: self.timeout_ms,
            bytes: self.bytes,
        };
        let shared = shared.into_core()?;
        core.query = shared.query;
        core.select = shared.select;
        Ok(core)
    }
}

impl SearchOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<ransack::SearchOptions> {
        let mut query = Query::default();
        query.patterns = join(self.pattern, self.patterns);
        set(&mut query.literal, self.literal);
        set(&mut query.ignore_case, self.ignore_case);
        set(&mut query.smart_case, self.smart_case);
        set(&mut query.word, self.word);
        set(&mut query.invert, self.invert);
        set(&mut query.multiline, self.multiline);
        set(&mut query.dot_all, self.dot_all);

        let mut select = Select::default();
        set(&mut select.mode, self.mode.map(ransack::GrepMode::from));
        select.limit = count("maxCount", self.max_count)?;
        select.max_count_per_file = count("maxCountPerFile", self.max_count_per_file)?;
        set(&mut select.offset, count("offset", self.offset)?);
        let around = length("context", self.context)?;
        let before = length("contextBefore", self.context_before)?;
        let after = length("contextAfter", self.context_after)?;
        set(&mut select.context_before, before.or(around));
        set(&mut select.context_after, after.or(around));
        select.max_columns = length("maxColumns", self.max_columns)?;

        let mut core = ransack::SearchOptions::default();
        core.query = query;
        core.select = select;
        Ok(core)
    }
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
