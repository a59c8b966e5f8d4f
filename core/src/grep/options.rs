use super::item::GrepMatch;
use crate::exec::Pool;
use crate::pipeline::{OnTimeout, Request};
use crate::scan::Scope;

/// What to look for.
///
/// The last few queries of the process are kept compiled, so that calling
/// again with an equal one costs next to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Query {
    /// The patterns; a line matches if one of them does. None of them may be
    /// empty. The syntax is that of the `regex` crate, except that a brace
    /// which cannot be a repetition stands for itself, and so does a `$` before
    /// it, as in `${name}`.
    pub patterns: Vec<String>,
    /// Whether patterns are plain text. Default: false.
    pub literal: bool,
    /// Whether case is ignored, with Unicode's simple folding. Default: false.
    pub ignore_case: bool,
    /// Whether case is ignored when no pattern holds an upper-case letter.
    /// Default: false.
    pub smart_case: bool,
    /// Whether a match must not touch a word character outside it, on either
    /// side. Default: false.
    pub word: bool,
    /// Whether the lines are wanted that do *not* match. Default: false.
    pub invert: bool,
    /// Whether a match may span lines. Default: false; a pattern that holds a
    /// line feed is then an error.
    pub multiline: bool,
    /// Whether `.` also matches a line feed; only with `multiline`. Default:
    /// false.
    pub dot_all: bool,
}

impl Query {
    /// One pattern and the defaults for the rest.
    pub fn new(pattern: impl Into<String>) -> Query {
        Query {
            patterns: vec![pattern.into()],
            ..Query::default()
        }
    }
}

/// Which of the matches are wanted, and how much of each.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Select {
    /// What one result is. Default: [`GrepMode::Content`].
    pub mode: GrepMode,
    /// The most results; the search stops when it has seen one more. Default:
    /// `None`, all. Zero is allowed and tells only whether there are any.
    pub limit: Option<u64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// The most matches from one file, in any mode. Default: `None`, all.
    pub max_count_per_file: Option<u64>,
    /// Lines of context before each match. Default: 0.
    pub context_before: usize,
    /// Lines of context after each match. A line is given once: if it could be
    /// context of two matches it comes after the first. Default: 0.
    pub context_after: usize,
    /// The most bytes of a line; of a longer one a window around its first
    /// match is given ([`GrepMatch::clip`](super::GrepMatch::clip)), cut
    /// between characters. Default: `None`, whole lines.
    pub max_columns: Option<usize>,
}

/// What one result of a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GrepMode {
    /// A matching line, or with `multiline` the lines of a match.
    #[default]
    Content,
    /// A file with matches, with the number of its matching lines.
    Count,
    /// A file with matches; the file is left at the first.
    FilesWithMatches,
}

/// Options of [`grep`](super::grep).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GrepOptions {
    /// What to look for.
    pub query: Query,
    /// Where.
    pub scope: Scope,
    /// What to return.
    pub select: Select,
    /// Files of more bytes are skipped and reported. Default: `None`, any
    /// size.
    pub max_file_size: Option<u64>,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard (`latin1`, `gbk`, `shift_jis`, `utf-16le`,
    /// ...). Default: `None`, UTF-8, in which invalid bytes are kept as they
    /// are. Offsets in files that had to be decoded count bytes of the decoded
    /// text.
    pub encoding: Option<String>,
    /// Whether files that hold a NUL byte are searched. Default: false, they
    /// are skipped and reported.
    pub binary: bool,
    /// What to return when the token's deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// The threads to use. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl GrepOptions {
    /// A pattern, a root and the defaults for the rest.
    pub fn new(pattern: impl Into<String>, root: impl Into<std::path::PathBuf>) -> GrepOptions {
        GrepOptions {
            query: Query::new(pattern),
            scope: Scope::new(root),
            ..GrepOptions::default()
        }
    }

    pub(crate) fn run(&self) -> Request<GrepMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.select.offset,
            limit: self.select.limit,
            order: None,
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
            source: None,
        }
    }
}

/// Options of [`search`](super::search).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchOptions {
    /// What to look for.
    pub query: Query,
    /// What to return.
    pub select: Select,
}

impl SearchOptions {
    /// A pattern and the defaults for the rest.
    pub fn new(pattern: impl Into<String>) -> SearchOptions {
        SearchOptions {
            query: Query::new(pattern),
            ..SearchOptions::default()
        }
    }
}
