use super::{FileType, GlobMatch};
use crate::exec::Pool;
use crate::pipeline::{OnTimeout, Request};
use crate::scan::Scope;

/// Options of [`glob`](super::glob).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GlobOptions {
    /// The patterns, from the root on; a path matches if the last of them that
    /// speaks of it is not negated with `!`.
    ///
    /// `*` and `?` match within a component, `[a-z]` and `[!a-z]` one
    /// character, `**` any number of components, `{a,b}` alternatives, nested
    /// too; a final `/` only directories. A backslash before one of
    /// `* ? [ ] { } ! ( ) , \` makes it literal and is a `/` otherwise. A `{`
    /// that is not closed is closed at the end, a `[` that is not closed is
    /// literal, an empty range such as `[z-a]` matches nothing. Upper and lower
    /// case differ.
    pub patterns: Vec<String>,
    /// Where to look. Its `globs` and `types` narrow the results further, to
    /// files where types are let in; its `hidden` is false by default here, but
    /// a pattern that spells out the leading dot of a name reaches it.
    pub scope: Scope,
    /// Whether a pattern without `/` matches at any depth. Default: true. If
    /// not, `*.ts` means the root's own entries, and nothing else is read.
    pub recursive: bool,
    /// Whether patterns are plain relative paths. Default: false.
    pub literal: bool,
    /// The only kind of result wanted. For files and directories a symbolic
    /// link counts as what it leads to. Default: `None`, all kinds.
    pub file_type: Option<FileType>,
    /// Whether size and time are returned, at the cost of one call to the
    /// system for each result. Default: false.
    pub stat: bool,
    /// Whether results come newest first, equal ones by path. All of them are
    /// then held until the last is found. Default: false.
    pub sort_by_mtime: bool,
    /// The most results; unless they are sorted, the search stops when it has
    /// seen one more. Default: `None`, all. Zero is allowed and tells only
    /// whether there are any.
    pub limit: Option<u64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// What to return when the token's deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// The threads to use. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for GlobOptions {
    fn default() -> GlobOptions {
        GlobOptions {
            patterns: Vec::new(),
            scope: Scope {
                hidden: false,
                ..Scope::default()
            },
            recursive: true,
            literal: false,
            file_type: None,
            stat: false,
            sort_by_mtime: false,
            limit: None,
            offset: 0,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl GlobOptions {
    /// A pattern, a root and the defaults for the rest.
    pub fn new(pattern: impl Into<String>, root: impl Into<std::path::PathBuf>) -> GlobOptions {
        let mut options = GlobOptions {
            patterns: vec![pattern.into()],
            ..GlobOptions::default()
        };
        options.scope.roots = vec![root.into()];
        options
    }

    pub(crate) fn run(&self) -> Request<GlobMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: self
                .sort_by_mtime
                .then_some(|a: &GlobMatch, b: &GlobMatch| {
                    b.mtime_ms
                        .cmp(&a.mtime_ms)
                        .then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
                }),
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
            source: None,
        }
    }
}
