//! Path search: finds files, directories and symbolic links by glob patterns.
//!
//! - `examiner`: conversion of one entry as a step of the pipeline.
//!
//! The scan compiles and matches the patterns. It does not read directories that no pattern can
//! reach.

mod examiner;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::pipeline::{self, OnTimeout, Request};
use crate::scan::{
    RootGlobs, RootKinds, Scope, ScopeRoot, Wanted, begin_scope, escape, scope_setters,
};

use examiner::GlobExaminer;
use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{CancelToken, Error, Outcome, Pool, RelPath, Result, Stream};

/// Matching path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobMatch {
    /// Path relative to the root.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Kind of the entry. A symbolic link is `Symlink` whatever its target is, unless links are
    /// followed.
    pub file_type: FileType,
    /// Modification time in milliseconds since 1970-01-01 UTC, if requested. For a link, the time
    /// of its target, or of the link itself if it is broken. [`GlobMatch::modified`] is more
    /// precise.
    pub mtime_ms: Option<i64>,
    /// Nanoseconds after `mtime_ms`, less than a million.
    mtime_ns: u32,
    /// Size in bytes, if requested, of a file or of a link's target if that is a file.
    pub size: Option<u64>,
}

impl GlobMatch {
    /// Returns the modification time with the file system's resolution, if requested.
    pub fn modified(&self) -> Option<SystemTime> {
        let ms = self.mtime_ms?;
        let distance = Duration::from_millis(ms.unsigned_abs());
        let whole = match ms < 0 {
            true => UNIX_EPOCH.checked_sub(distance),
            false => UNIX_EPOCH.checked_add(distance),
        };
        whole?.checked_add(Duration::from_nanos(self.mtime_ns.into()))
    }
}

/// Kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FileType {
    /// A regular file.
    File = 1,
    /// A directory.
    Dir = 2,
    /// A symbolic link.
    Symlink = 3,
}

/// Options of [`glob()`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GlobOptions {
    /// Patterns, matched against paths relative to the root. The last matching pattern wins; a
    /// leading `!` negates a pattern.
    ///
    /// `*` and `?` match within a component, `[a-z]` and `[!a-z]` match one character, `**` matches
    /// any number of components, and `{a,b}` matches alternatives, which may be nested. A trailing
    /// `/` matches only directories and symbolic links to directories. A backslash makes the next
    /// character literal. On Windows it does so only before `* ? [ ] { } ! ( ) , \`; before other
    /// characters it is a `/`. An unclosed `{` is closed at the end, an unclosed `[` is literal, an
    /// empty range such as `[z-a]` matches nothing. Matching is case-sensitive.
    ///
    /// A pattern with braces means the union of its expansions, each a separate pattern:
    /// `{*.js,src/a}` is `*.js` and `src/a`. Empty expansions do not count: `{*.js,}` is `*.js`. If
    /// all are empty, the braces are literal: `{}` matches the name `{}`.
    ///
    /// A leading `/` stands for the root. A pattern that starts with the absolute path of a root is
    /// relative to that root, and `a/../b` is `b`. The following are errors whose message says what
    /// to write instead: a pattern that stands for the root itself (`.`, `./`) or leaves it by
    /// `..`; extended globs such as `@(a|b)`; ranges of numbers or letters such as `{1..3}`; lists
    /// outside braces such as `*.js,*.ts`, in which each part has a wildcard or ends in `/`. A
    /// backslash before the `(`, `{` or `,` makes it part of a name.
    pub patterns: Vec<String>,
    /// Directories to walk. Its `globs` and `types` filter the results; if types are selected,
    /// results are files only. Its `hidden` defaults to false here, but a pattern that spells out
    /// the leading dot of each hidden component finds the entry: `.a/*` and `**/.a/**` find `.a/b`,
    /// but not `.a/.b`.
    pub scope: Scope,
    /// Whether a pattern without `/` matches at any depth. Default: true. If false, `*.ts` matches
    /// only entries of the root, and no other directory is read.
    pub recursive: bool,
    /// Whether patterns are literal relative paths. Default: false.
    pub literal: bool,
    /// Kind of all results. With `File` and `Dir`, a symbolic link counts as its target. Default:
    /// `None`, all kinds.
    pub file_type: Option<FileType>,
    /// Whether each result has a size and modification time, at the cost of one system call per
    /// result. Default: false.
    pub stat: bool,
    /// Whether results are sorted by modification time with the file system's resolution, newest
    /// first, then by path. All results are then held in memory until the walk ends. Default:
    /// false.
    pub sort_by_mtime: bool,
    /// Maximum number of results. Unless results are sorted by time, the walk stops one result
    /// later, to report whether there are more. With 0, a call only reports whether there are any.
    /// Default: `None`, no limit.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Behaviour when the deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, [`Pool::shared`].
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
    /// Creates options with one pattern, one root and defaults.
    pub fn new(pattern: impl Into<String>, root: impl Into<ScopeRoot>) -> GlobOptions {
        let mut options = GlobOptions {
            patterns: vec![pattern.into()],
            ..GlobOptions::default()
        };
        options.scope = options.scope.with_root(root);
        options
    }

    fn request(&self) -> Request<GlobMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: self
                .sort_by_mtime
                .then_some(|a: &GlobMatch, b: &GlobMatch| {
                    (b.mtime_ms, b.mtime_ns)
                        .cmp(&(a.mtime_ms, a.mtime_ns))
                        .then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
                }),
            complete: None,
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
        }
    }
}

setters! { GlobOptions {
    list(String) patterns,
    value(Scope) scope,
    value(bool) recursive,
    value(bool) literal,
    option(FileType) file_type,
    value(bool) stat,
    value(bool) sort_by_mtime,
    option(u64) limit,
    value(u64) offset,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
scope_setters!(GlobOptions.scope:);

/// Iterator over the results of [`glob_stream`].
pub type GlobStream = Stream<GlobMatch>;

/// Finds files, directories and symbolic links whose paths match.
///
/// Results are in path order, or newest first with [`sort_by_mtime`](GlobOptions::sort_by_mtime).
/// Directories that no pattern can reach are not read.
///
/// # Errors
///
/// - `InvalidGlob`, `UnknownType`, `InvalidOption`: an option is invalid.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `InvalidOption`: a root is not a directory.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, GlobOptions, glob};
///
/// let outcome = glob(&GlobOptions::new("scan/*.rs", "src"), &CancelToken::new())?;
/// assert!(outcome.items.iter().any(|m| m.path == "scan/mod.rs"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn glob(options: &GlobOptions, token: &CancelToken) -> Result<Outcome<GlobMatch>> {
    glob_stream(options, token).collect_outcome()
}

/// Starts a path search on the worker pool and returns immediately. The stream yields results and
/// errors; the walk pauses while its buffer is full.
///
/// # Errors
///
/// The errors of [`glob`].
pub fn glob_stream(options: &GlobOptions, token: &CancelToken) -> GlobStream {
    // Its roots are absolute in a workspace.
    let scope = begin_scope(&options.scope);
    let options = GlobOptions {
        scope,
        ..options.clone()
    };
    pipeline::start(options.request(), token, move || {
        if options.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let globs = RootGlobs::select(
            &options.patterns,
            &options.scope.roots,
            options.recursive,
            options.literal,
        )?;
        let wanted = Wanted {
            dirs: true,
            links: true,
            globs: Some(globs),
            edit_journals: false,
            roots: RootKinds::Dirs,
        };
        Ok((GlobExaminer::new(&options), wanted))
    })
}

/// Returns a pattern that matches exactly this relative path, whatever characters it contains.
///
/// ```
/// # extern crate ransack_search as ransack;
/// assert_eq!(ransack::escape_glob("app/[id]/page.tsx"), r"app/\[id\]/page.tsx");
/// ```
pub fn escape_glob(path: &str) -> String {
    escape(path)
}
