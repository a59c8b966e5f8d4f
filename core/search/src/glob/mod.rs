//! Path search: finds files, directories and symbolic links by glob patterns.
//!
//! - `examiner`: conversion of one entry as a step of the pipeline.
//!
//! The scan compiles and matches the patterns. It does not read directories that no pattern can
//! reach.

mod examiner;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::pipeline::{self, OnTimeout, Order, Request};
use crate::scan::{
    EditJournals, RootGlobs, RootKinds, Scope, ScopeRoot, Wanted, begin_scope, escape,
    scope_setters,
};

use examiner::GlobExaminer;
use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{CancelToken, Error, Outcome, Pool, RelPath, Result, Stream};

/// Path that matches a glob search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobMatch {
    /// Path relative to the base that [`Scope::paths_from`](crate::Scope::paths_from) selects.
    pub path: RelPath,
    /// 0-based index of the root in [`Scope::roots`](crate::Scope::roots).
    pub root: u32,
    /// Kind of the entry. A symbolic link is `Symlink` regardless of its target, unless links are
    /// followed.
    pub file_type: FileType,
    /// Modification time in milliseconds since 1970-01-01 UTC, if requested. For a link, the time
    /// of its target, or of the link itself if the link is broken. [`GlobMatch::modified`] returns
    /// a more precise time.
    pub mtime_ms: Option<i64>,
    /// Nanoseconds after `mtime_ms`, less than a million.
    mtime_ns: u32,
    /// Size in bytes, if requested. Set for files, and for links whose target is a file.
    pub size: Option<u64>,
}

impl GlobMatch {
    /// Returns the modification time at the file system's resolution, if it was requested.
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

/// Options for [`glob()`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GlobOptions {
    /// Patterns, matched against paths relative to the root. The last matching pattern wins; a
    /// leading `!` negates a pattern.
    ///
    /// `*` and `?` match within a component, `[a-z]` and `[!a-z]` match one character, `**` matches
    /// any number of components, and `{a,b}` matches alternatives, which may be nested. A trailing
    /// `/` matches only directories and symbolic links to directories. A backslash makes the next
    /// character literal. On Windows, it does so only before `* ? [ ] { } ! ( ) , \`; before other
    /// characters, it stands for `/`. An unclosed `{` is closed at the end of the pattern. An
    /// unclosed `[` is literal. An empty range such as `[z-a]` matches nothing. Matching is
    /// case-sensitive unless [`ignore_case`](GlobOptions::ignore_case) is set.
    ///
    /// A pattern with braces is the union of its expansions, each of which is a separate pattern:
    /// `{*.js,src/a}` is equivalent to `*.js` and `src/a`. Empty expansions are dropped: `{*.js,}`
    /// is equivalent to `*.js`. If all expansions are empty, the braces are literal: `{}` matches
    /// the name `{}`.
    ///
    /// A leading `/` stands for the root. A pattern that starts with the absolute path of a root is
    /// relative to that root. `a/../b` is equivalent to `b`. The following patterns are errors, and
    /// the message says what to write instead: a pattern that names the root itself (`.`, `./`) or
    /// leaves the root through `..`; extended globs such as `@(a|b)`; ranges of numbers or letters
    /// such as `{1..3}`; lists outside braces such as `*.js,*.ts`, in which each part has a
    /// wildcard or ends in `/`. A backslash before the `(`, `{` or `,` makes that character part of
    /// a name.
    pub patterns: Vec<String>,
    /// Directories to walk. The scope's `globs` and `types` filter the results; if `types` is not
    /// empty, only files are returned. The scope's `hidden` defaults to false here, but a pattern
    /// that spells out the leading dot of each hidden component finds the entry: `.a/*` and
    /// `**/.a/**` find `.a/b`, but not `.a/.b`.
    pub scope: Scope,
    /// Whether a pattern without `/` matches at any depth. Default: true. If false, `*.ts` matches
    /// only entries directly in the root, and no other directory is read.
    pub recursive: bool,
    /// Whether patterns are relative paths in which no character is special. Default: false.
    pub literal: bool,
    /// Whether `patterns` match paths regardless of case, under Unicode simple case folding: `ä`
    /// matches `Ä`, and `ss` does not match `ß`. A root's absolute path at the start of a pattern
    /// is compared exactly. The scope's globs have
    /// [their own option](crate::Scope::glob_ignore_case). Default: false.
    pub ignore_case: bool,
    /// Kind of entries to return. With `File` and `Dir`, a symbolic link counts as its target.
    /// Default: `None`, which returns all kinds.
    pub file_type: Option<FileType>,
    /// Whether each result has a size and modification time, at the cost of one system call per
    /// result. Default: false.
    pub stat: bool,
    /// Whether results are sorted by modification time at the file system's resolution, newest
    /// first, then by path. All results are then held in memory until the walk ends. Default:
    /// false.
    pub sort_by_mtime: bool,
    /// Maximum number of results. Unless results are sorted by time, the walk stops after finding
    /// one more than that, to report whether more results exist. With 0, a call reports only
    /// whether any results exist. Default: `None`, no limit.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Behaviour when the deadline passes. Default: [`OnTimeout::Fail`].
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, which means [`Pool::shared`].
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
            ignore_case: false,
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
    /// Creates options with one pattern and one root, and defaults for the rest.
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
            order: self.sort_by_mtime.then_some(Order::By(|a, b| {
                (b.mtime_ms, b.mtime_ns)
                    .cmp(&(a.mtime_ms, a.mtime_ns))
                    .then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
            })),
            complete: None,
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { GlobOptions {
    list(String) patterns,
    value(Scope) scope,
    value(bool) recursive,
    value(bool) literal,
    value(bool) ignore_case,
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

/// Finds files, directories and symbolic links whose paths match glob patterns.
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
/// errors; the walk pauses while the stream's buffer is full.
///
/// # Errors
///
/// The stream yields any error that [`glob`] can return.
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
            options.ignore_case,
        )?;
        let wanted = Wanted {
            dirs: true,
            links: true,
            globs: Some(globs),
            edit_journals: EditJournals::Excluded,
            roots: RootKinds::Dirs,
            needs_every_root: false,
            rules: None,
        };
        Ok((GlobExaminer::new(&options), wanted))
    })
}

/// Returns a glob pattern in which no character of `path` is special. A pattern without `/` matches at
/// any depth, unless the call is not recursive; put `/` before it for the entry of the root alone.
///
/// ```
/// # extern crate ransack_search as ransack;
/// assert_eq!(ransack::escape_glob("app/[id]/page.tsx"), r"app/\[id\]/page.tsx");
/// ```
pub fn escape_glob(path: &str) -> String {
    escape(path)
}
