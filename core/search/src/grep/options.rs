//! Options for content search.

use ransack_base::Pool;
use ransack_base::internal::setters;

use super::item::GrepMatch;
use crate::pipeline::{EnclosingNames, OnTimeout, Order, Request};
use crate::scan::{Scope, ScopeRoot, scope_setters};

/// Patterns and the rules for matching them.
///
/// The process keeps the 16 most recent queries compiled, so repeating one of them does not compile
/// its patterns again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Query {
    /// Patterns; a line matches if any of them does. No pattern may be empty. The syntax follows
    /// the `regex` crate, with two exceptions. First, a brace that cannot be part of a repetition
    /// is literal, and so is a `$` before such a brace, as in `${name}`. Second, a hyphen in a
    /// class is literal next to an escape such as `\w`, as in `[\w-.]`.
    ///
    /// A line ends with a line feed. A carriage return before it is not part of the line: `$`
    /// matches before the carriage return and `.` does not match it. Any other carriage return is
    /// an ordinary character. If a pattern names the carriage return (as `\r`, or in a class such
    /// as `[\x00-\x1F]`), every carriage return is an ordinary character: `\r$` finds lines that
    /// end with `\r\n`.
    pub patterns: Vec<String>,
    /// Patterns that a result must not match, like the patterns of a second `grep -v`. A result
    /// whose lines contain a match of one of them is dropped; it is neither counted nor subject to
    /// a limit, and its lines can be context of other results. This also holds for an inverted
    /// search, whose results are single lines.
    ///
    /// The syntax and all other options are the same as for `patterns`, except that `smart_case` is
    /// decided for this list alone. These patterns see only the lines of one result, without the
    /// last line ending: the matching line or, with `multiline`, all lines of the match. An empty
    /// pattern and a pattern with `\A` or `\z` are errors. Default: empty.
    pub exclude: Vec<String>,
    /// Whether patterns are literal text rather than regular expressions. Default: false.
    pub literal: bool,
    /// Whether matching ignores case, using Unicode simple case folding. Default: false.
    pub ignore_case: bool,
    /// Whether matching ignores case if the patterns contain letters but no upper-case letters.
    /// Class names, as in `\p{Lu}`, are not letters. Letters in a group that sets or clears the
    /// flag `i`, as in `(?i:A)`, do not count. Default: false.
    pub smart_case: bool,
    /// Whether to match whole words only: a match must not have a word character directly before or
    /// after it. Default: false.
    pub word: bool,
    /// Whether to return the lines that do *not* match, instead of those that do. Default: false.
    pub invert: bool,
    /// Whether a match may span lines; `\n` then also matches `\r\n`. Default: false, in which case
    /// a pattern that contains a line feed is an error.
    pub multiline: bool,
    /// Whether `.` matches a line feed. Has no effect without `multiline`. Default: false.
    pub dot_all: bool,
    /// Whether patterns may contain look-around (`(?=a)`, `(?!a)`, `(?<=a)`, `(?<!a)`),
    /// back-references (`\1`, `\k<name>`, `(?P=name)`) and atomic groups (`(?>a)`). Default: false, in
    /// which case such a pattern is an error.
    ///
    /// A backtracking engine matches these patterns. The number of its steps can grow exponentially
    /// with the length of a line, so an attempt to match is limited to 262,144 backtracking steps.
    /// Lines over the limit, and lines that may match but are not UTF-8, are not results. The report
    /// lists their files as [`SkipReason::StepLimit`](crate::SkipReason::StepLimit) and
    /// [`SkipReason::Undecodable`](crate::SkipReason::Undecodable). After eight lines over the
    /// limit, the search tries no further line of the file. A line of more than 16 MiB is over the
    /// limit, and with `multiline` a text of this size. With `multiline`, look-around sees the whole
    /// text, otherwise only the line.
    ///
    /// A pattern of this kind that contains `\A` or `\z` is an error. If one pattern of a list needs
    /// the engine, the engine matches the whole list. Lists that do not need it are matched as
    /// without this option. Requires the feature `backtracking` of the crate, which is on by
    /// default.
    pub backtracking: bool,
    /// Maximum size of the compiled patterns in bytes; larger patterns are an error. Compilation
    /// time, memory and search time grow with the size. In the worst case, search time is
    /// proportional to the size times the length of the text. Default: `None`, which means
    /// [`Query::DEFAULT_SIZE_LIMIT`].
    pub size_limit: Option<usize>,
}

impl Query {
    /// Default for [`Query::size_limit`]: maximum size of the compiled patterns in bytes.
    pub const DEFAULT_SIZE_LIMIT: usize = 10 << 20;

    /// Creates a query with one pattern and default options.
    pub fn new(pattern: impl Into<String>) -> Query {
        Query {
            patterns: vec![pattern.into()],
            ..Query::default()
        }
    }
}

/// Adds the setters of [`Query`].
#[macro_export]
#[doc(hidden)]
macro_rules! query_setters {
    ($($options:tt)*) => {
        ::ransack_base::setters! { $($options)* Query {
            list(String) patterns,
            list(String) exclude,
            value(bool) literal,
            value(bool) ignore_case,
            value(bool) smart_case,
            value(bool) word,
            value(bool) invert,
            value(bool) multiline,
            value(bool) dot_all,
            value(bool) backtracking,
            option(usize) size_limit,
        }}
    };
}
pub use crate::query_setters;

query_setters!();

/// Options for the mode, number and size of results.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Select {
    /// Kind of results to return: lines, counts per file, or files. Default: [`GrepMode::Content`].
    pub mode: GrepMode,
    /// Maximum number of results. The search stops after finding one more than that, to report
    /// whether more results exist. With 0, a call reports only whether any results exist. Default:
    /// `None`, no limit.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum number of matches per file, in every mode. Default: `None`, no limit.
    pub max_count_per_file: Option<u64>,
    /// Number of context lines before each match. Default: 0.
    pub context_before: usize,
    /// Number of context lines after each match. Each line is returned only once: context lines
    /// between two matches belong to the first match. Default: 0.
    pub context_after: usize,
    /// Maximum number of bytes per line. A longer line is clipped to a window around its first
    /// match, at character boundaries, and [`GrepMatch::clip`](super::GrepMatch::clip) is set.
    /// Default: `None`, which returns whole lines.
    pub max_columns: Option<usize>,
}

/// Adds the setters of [`Select`].
macro_rules! select_setters {
    ($($options:tt)*) => {
        setters! { $($options)* Select {
            value(GrepMode) mode,
            option(u64) limit,
            value(u64) offset,
            option(u64) max_count_per_file,
            value(usize) context_before,
            value(usize) context_after,
            option(usize) max_columns,
        }}
    };
}

select_setters!();

/// Kind of results that a content search returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GrepMode {
    /// One result per matching line or, with `multiline`, one result per match, with all lines of
    /// the match.
    #[default]
    Content,
    /// One result per file with matches, giving the number of matching lines.
    Count,
    /// One result per file with matches; the search of each file stops at its first match.
    FilesWithMatches,
}

/// Options for [`grep`](super::grep).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GrepOptions {
    /// Patterns and the rules for matching them.
    pub query: Query,
    /// Files to search.
    pub scope: Scope,
    /// Options for the mode, number and size of results.
    pub select: Select,
    /// Maximum file size in bytes; larger files are skipped and reported. Default: `None`, no
    /// limit.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard
    /// (`latin1`, `gbk`, `shift_jis`, `utf-16le`, ...). Invalid bytes become U+FFFD and the file is
    /// reported. Offsets in decoded files count bytes of the decoded text. Default: `None`, in
    /// which case files are searched as UTF-8 and invalid bytes stay unchanged.
    pub encoding: Option<String>,
    /// Whether to search files that contain a NUL byte. Default: false, in which case such a file is
    /// skipped and reported; if the NUL byte is beyond the first MiB, the text before it is searched.
    pub binary: bool,
    /// Request to set [`GrepMatch::enclosing`], the name path of the definition around each match:
    /// the value that `enclosing_names` returns. Each file with matches is parsed once more, which
    /// takes some 100 ms for a C file of 300 kB; a workspace keeps the syntax trees of recent files.
    /// Files that the call does not reach because of a limit are not parsed. Default: `None`, which
    /// leaves the name unset.
    pub enclosing: Option<EnclosingNames>,
    /// Whether to set [`GrepMatch::version`], the content id of the file, so that a later edit can
    /// require that the file is unchanged. Files with matches are hashed, at about a millisecond per
    /// megabyte, and all files are held in memory as a whole, so that files larger than 256 MiB are
    /// skipped and reported. Default: false.
    pub versions: bool,
    /// Whether results are sorted by the modification time of their files, newest file first, then
    /// by root and path, and within a file by position. A file whose time cannot be read is last.
    /// Offset and limit cut this order. All files are searched before the first result is returned;
    /// with a limit, at most twice as many results as needed are held in memory, otherwise all
    /// results. Default: false, which returns results in path order.
    pub sort_by_mtime: bool,
    /// Behaviour when the deadline passes. Default: [`OnTimeout::Fail`].
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, which means [`Pool::shared`].
    pub pool: Option<Pool>,
}

/// Adds the setter of both kinds of context.
macro_rules! context_setter {
    ($options:ident $(. $select:ident)?) => {
        impl $options {
            /// Sets [`Select::context_before`] and [`Select::context_after`] to the same number of
            /// lines.
            #[must_use]
            pub fn context(mut self, lines: usize) -> Self {
                self $(. $select)? .context_before = lines;
                self $(. $select)? .context_after = lines;
                self
            }
        }
    };
}

context_setter!(Select);
context_setter!(GrepOptions.select);
context_setter!(SearchOptions.select);

impl GrepOptions {
    /// Creates options with one pattern and one root, and defaults for the rest.
    pub fn new(pattern: impl Into<String>, root: impl Into<ScopeRoot>) -> GrepOptions {
        GrepOptions {
            query: Query::new(pattern),
            scope: Scope::new(root),
            ..GrepOptions::default()
        }
    }

    pub(super) fn request(&self) -> Request<GrepMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.select.offset,
            limit: self.select.limit,
            order: self.sort_by_mtime.then_some(Order::NewestFile),
            complete: Some(GrepMatch::complete),
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { GrepOptions {
    value(Query) query,
    value(Scope) scope,
    value(Select) select,
    option(u64) max_file_size,
    some(String) encoding,
    value(bool) binary,
    option(EnclosingNames) enclosing,
    value(bool) versions,
    value(bool) sort_by_mtime,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
query_setters!(GrepOptions.query:);
scope_setters!(GrepOptions.scope:);
select_setters!(GrepOptions.select:);

/// Options for [`search`](super::search).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Patterns and the rules for matching them.
    pub query: Query,
    /// Options for the mode, number and size of results.
    pub select: Select,
}

impl SearchOptions {
    /// Creates options with one pattern, and defaults for the rest.
    pub fn new(pattern: impl Into<String>) -> SearchOptions {
        SearchOptions {
            query: Query::new(pattern),
            ..SearchOptions::default()
        }
    }
}

setters! { SearchOptions {
    value(Query) query,
    value(Select) select,
}}
query_setters!(SearchOptions.query:);
select_setters!(SearchOptions.select:);
