//! A root kept warm: its file table, and what keeps that up to date.

mod cache;
mod freshness;
mod options;
mod stale;
mod upkeep;
#[cfg_attr(not(target_os = "linux"), path = "unwatched.rs")]
mod watch;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

#[cfg(feature = "ast")]
use crate::ast::{self, AstEditOptions, AstEditOutcome, AstGrepOptions, AstGrepStream, AstMatch};
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::fuzzy::{self, FuzzyFindOptions, FuzzyFindStream, FuzzyMatch};
use crate::glob::{self, GlobMatch, GlobOptions, GlobStream};
use crate::grep::{self, GrepMatch, GrepOptions, GrepStream};
use crate::pipeline::Request;
use crate::report::{Outcome, Report};
use crate::scan::{EntryKind, KnownTable, Scope};

pub use cache::WorkspaceCache;
pub use freshness::{Fallback, Freshness, Rescan, Validation};
pub use options::WorkspaceOptions;

use upkeep::Shared;

/// A directory whose file table is kept, so that calls need not walk it.
///
/// Every call gives what the same call with the whole path gives, and sees
/// every change to the tree that was made before it began; only
/// [`Validation::Manual`] leaves that to the caller. [`Report::freshness`]
/// tells how it is known.
///
/// The `scope.roots` of a call's options are paths from the workspace's root:
/// `.`, the default, is all of it. Roots outside the table (ignored
/// directories, `node_modules`, files, other places) are walked or read as by
/// a call without a workspace, and so are all if symbolic links are followed.
///
/// Clones are the same workspace. It is closed by [`close`](Workspace::close)
/// or when the last clone is dropped.
///
/// # Cost
///
/// About 70 bytes a file, and from the first [`fuzzy_find`](Workspace::fuzzy_find)
/// on 70 more, and up to 100 while something is typed. While it is watched there
/// is one thread, which sleeps, and one of the system's watches for each
/// directory in the table and each ignore file; no thread is left after it was closed. Where some
/// thousand changes have been made, the pool takes them in before a query has
/// to, which makes another table. A query costs next to nothing before it
/// begins if nothing has changed and it is watched, and otherwise one `stat` for
/// each ignore file, and one for each directory if it is not watched.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, GlobOptions, Workspace, WorkspaceOptions};
///
/// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
/// let outcome = workspace.glob(&GlobOptions::new("**/mod.rs", "."), &CancelToken::new())?;
/// assert!(outcome.items.iter().any(|m| m.path == "scan/mod.rs"));
/// workspace.close();
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone)]
pub struct Workspace {
    owner: Arc<Owner>,
    /// Whether calls wait for the first scan.
    waits: bool,
}

/// Closes the workspace when nobody can use it any more.
struct Owner(Arc<Shared>, Arc<fuzzy::CandidateCache>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What a call may know of the tree before it begins.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) table: Option<KnownTable>,
    pub(crate) freshness: Freshness,
    /// Whether there is more than the table tells.
    pub(crate) is_partial: bool,
}

/// What a watcher was told.
#[derive(Debug, Default)]
struct Changes {
    /// Directories in which there are other names.
    dirty: FxHashSet<u32>,
    /// Directories that are gone, or no longer where they were.
    gone: FxHashSet<u32>,
    /// Directories that came, went or changed, by where they are and by name.
    swapped: FxHashSet<(u32, Box<[u8]>)>,
    /// What happened last at names that are no directories', by directory.
    touched: FxHashMap<u32, FxHashMap<Box<[u8]>, Touch>>,
    /// How many those are.
    touches: usize,
    /// Something happened to a file that is watched by itself.
    files: bool,
    /// Some were not kept.
    lost: bool,
    /// Other file systems are mounted.
    mounts: bool,
}

/// What happened to a file, link or the like.
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "nothing tells of it there")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// It has other content or another time.
    Written,
    /// It was made, or moved to its name; and what it is, where that has been
    /// looked at since.
    Made(Option<EntryKind>),
    /// It was removed, or moved from its name.
    Gone,
}

/// How large a workspace's table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableSize {
    /// Files, directories and symbolic links.
    pub entries: u64,
    /// Bytes in memory, without the parsed ignore rules.
    pub bytes: u64,
}

impl Workspace {
    /// Opens a workspace and begins its first scan, which calls then wait for.
    ///
    /// # Errors
    ///
    /// `root` is not a directory or cannot be opened.
    pub fn open(root: impl AsRef<Path>, options: &WorkspaceOptions) -> Result<Workspace> {
        let shared = Shared::open(root.as_ref(), options)?;
        Ok(Workspace {
            owner: Arc::new(Owner(shared, Arc::default())),
            waits: true,
        })
    }

    /// The same workspace, whose calls do not wait for the first scan: until
    /// it ends they see what is listed so far, and
    /// [`Report::complete`](Report::complete) is false.
    pub fn without_waiting(&self) -> Workspace {
        Workspace {
            owner: self.owner.clone(),
            waits: false,
        }
    }

    /// The root, absolute.
    pub fn root(&self) -> &Path {
        self.owner.0.root()
    }

    /// Searches the workspace's files; see [`grep`](crate::grep()).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn grep(&self, options: &GrepOptions, token: &CancelToken) -> Result<Outcome<GrepMatch>> {
        self.grep_stream(options, token).collect_outcome()
    }

    /// See [`grep_each`](crate::grep_each).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn grep_each(
        &self,
        options: &GrepOptions,
        token: &CancelToken,
        each: impl FnMut(GrepMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.grep_stream(options, token).for_each_item(each)
    }

    /// See [`grep_stream`](crate::grep_stream).
    pub fn grep_stream(&self, options: &GrepOptions, token: &CancelToken) -> GrepStream {
        grep::start(self.run(options.run()), options, token)
    }

    /// Finds the workspace's paths by pattern; see [`glob`](crate::glob()).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn glob(&self, options: &GlobOptions, token: &CancelToken) -> Result<Outcome<GlobMatch>> {
        self.glob_stream(options, token).collect_outcome()
    }

    /// See [`glob_each`](crate::glob_each).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn glob_each(
        &self,
        options: &GlobOptions,
        token: &CancelToken,
        each: impl FnMut(GlobMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.glob_stream(options, token).for_each_item(each)
    }

    /// See [`glob_stream`](crate::glob_stream).
    pub fn glob_stream(&self, options: &GlobOptions, token: &CancelToken) -> GlobStream {
        glob::start(self.run(options.run()), options, token)
    }

    /// Finds the workspace's paths by what somebody types of them; see
    /// [`fuzzy_find`](crate::fuzzy_find).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn fuzzy_find(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyMatch>> {
        self.fuzzy_find_stream(options, token).collect_outcome()
    }

    /// See [`fuzzy_find_each`](crate::fuzzy_find_each).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    pub fn fuzzy_find_each(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
        each: impl FnMut(FuzzyMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.fuzzy_find_stream(options, token).for_each_item(each)
    }

    /// See [`fuzzy_find_stream`](crate::fuzzy_find_stream).
    pub fn fuzzy_find_stream(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
    ) -> FuzzyFindStream {
        fuzzy::start(
            self.run(options.run()),
            Some(self.owner.1.clone()),
            options,
            token,
        )
    }

    /// Searches the workspace's files by syntax; see
    /// [`ast_grep`](crate::ast_grep()).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    #[cfg(feature = "ast")]
    pub fn ast_grep(
        &self,
        options: &AstGrepOptions,
        token: &CancelToken,
    ) -> Result<Outcome<AstMatch>> {
        self.ast_grep_stream(options, token).collect_outcome()
    }

    /// See [`ast_grep_each`](crate::ast_grep_each).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    #[cfg(feature = "ast")]
    pub fn ast_grep_each(
        &self,
        options: &AstGrepOptions,
        token: &CancelToken,
        each: impl FnMut(AstMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.ast_grep_stream(options, token).for_each_item(each)
    }

    /// See [`ast_grep_stream`](crate::ast_grep_stream).
    #[cfg(feature = "ast")]
    pub fn ast_grep_stream(&self, options: &AstGrepOptions, token: &CancelToken) -> AstGrepStream {
        ast::start(self.run(options.request()), options, token)
    }

    /// Replaces code in the workspace's files by syntax; see
    /// [`ast_edit`](crate::ast_edit()).
    ///
    /// # Errors
    ///
    /// As there; and the workspace has been closed.
    #[cfg(feature = "ast")]
    pub fn ast_edit(
        &self,
        options: &AstEditOptions,
        token: &CancelToken,
    ) -> Result<AstEditOutcome> {
        self.owner.0.check_open()?;
        let mut options = options.clone();
        self.place(&mut options.scope.roots);
        options.pool = options.pool.or_else(|| self.owner.0.pool().cloned());
        ast::edit(&options, Some(self), token)
    }

    /// Brings the table up to date on the calling thread, as the next call
    /// would; with [`Validation::Manual`] as with [`Validation::Stat`].
    ///
    /// # Errors
    ///
    /// The root is no longer there; the workspace has been closed.
    pub fn refresh(&self) -> Result<Freshness> {
        Ok(self.owner.0.refresh(true)?.freshness)
    }

    /// Has the next call list anew what is at this path and below, a path from
    /// the root or an absolute one; without a path, everything.
    pub fn invalidate(&self, path: Option<&Path>) {
        self.owner.0.invalidate(path);
    }

    /// How large the table is now.
    pub fn table_size(&self) -> TableSize {
        self.owner.0.table_size()
    }

    /// Ends the first scan and the watching. Calls under way end as they
    /// would have; later ones fail with
    /// [`ErrorKind::Closed`](crate::ErrorKind::Closed). Closing again does
    /// nothing.
    pub fn close(&self) {
        self.owner.0.close();
        self.owner.1.clear();
    }

    /// What a call begins with.
    pub(crate) fn known(&self, scope: &Scope) -> Result<Known> {
        // Where links lead, the table does not go.
        if scope.follow_symlinks {
            self.owner.0.check_open()?;
            return Ok(Known::default());
        }
        if !self.waits
            && let Some(known) = self.owner.0.so_far()?
        {
            return Ok(known);
        }
        self.owner.0.refresh(false)
    }

    /// A call, placed in the workspace.
    fn run<T>(&self, mut run: Request<T>) -> Request<T> {
        self.place(&mut run.scope.roots);
        run.pool = run.pool.or_else(|| self.owner.0.pool().cloned());
        run.workspace = Some(self.clone());
        run
    }

    /// Makes the roots of a call absolute.
    fn place(&self, roots: &mut [PathBuf]) {
        for root in roots {
            // An empty one is an error, and not all of the workspace.
            if !root.as_os_str().is_empty() {
                *root = self.root().join(&root);
            }
        }
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace")
            .field("root", &self.root())
            .finish_non_exhaustive()
    }
}
