//! The scan step: determines which files a call examines, and reads their content.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `root`, `walk`, `listing` | open roots and list directories, entry by entry in scope |
//! | `classify` | decides which entries are in scope |
//! | `dir` | platform-specific open directories |
//! | `entry_rules` | interface to the rules of a call |
//! | `edit_file` | names of the journals and temporary files of edits |
//! | `root_globs`, `overlap` | roots that are globs; roots that share entries |
//! | `shown_paths` | base of the paths in results |
//! | `start` | starts a walk in the middle |
//! | `seen` | which part of a scope selects nothing |
//! | `rules`, `gitignore`, `source` | ignore rules, changes to their files |
//! | `glob_list`, `glob_syntax` | a call's globs; braces, and notations that are errors |
//! | `folders` | directories to which a file table is limited |
//! | `bounds` | paths that the calls of a workspace may reach |
//! | `table`, `view` | cached file table, and the part of it that a call sees |
//! | `parallel_scan`, `probe` | fill and update a table on several threads |
//! | `words`, `candidates` | words in text, conditions on them, and the files that may satisfy one |
//! | `file_stamp` | version of a file, from its metadata |
//! | `buffers` | unsaved text that replaces files |
//! | `snapshot` | files known to a call before it starts |
//! | `content` | reads files: size limit, byte order mark, encoding, binary detection |
//!
//! Nothing in this folder knows about matches or results.

mod bounds;
mod buffers;
mod candidates;
mod classify;
mod content;
mod dir;
mod edit_file;
mod entry_rules;
mod file_stamp;
mod folders;
mod gitignore;
mod glob_list;
mod glob_syntax;
mod listing;
mod overlap;
mod parallel_scan;
mod probe;
mod root;
mod root_globs;
mod rules;
mod seen;
mod shown_paths;
mod snapshot;
mod source;
mod start;
mod table;
mod view;
mod walk;
mod words;

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use ignore::types::{FileTypeDef, Types, TypesBuilder};
use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, ErrorKind, OptionName, Pool, Result};

pub(crate) use bounds::{DeniedGlobs, PathBounds};
pub use buffers::BufferDocument;
pub(crate) use buffers::{
    Buffer, BufferSet, BufferText, OpenBuffers, plain_key, relative_path, resolve,
};
pub(crate) use candidates::CandidateFiles;
pub use candidates::TextConditions;
pub(crate) use content::{
    BINARY_WINDOW, FileStart, GuardedReader, OpenFile, bom_len, read_full, read_held,
};
pub use content::{
    ChangePolicy, FileEncoding, FileVersion, ReadFault, ReadOutcome, ReadPolicy, UndecodablePolicy,
    encoding_for_label,
};
pub use dir::Dir;
pub use edit_file::{EDIT_FILE_PREFIX, EditFile};
pub use entry_rules::{EntryRules, RuledEntry};
pub(crate) use file_stamp::{EntryKind, FileStamp, Modified};
pub(crate) use folders::Folders;
pub use gitignore::{Case, Gitignore, MatchedRule, Verdict};
pub(crate) use glob_list::GlobList;
pub use glob_list::RootGlobs;
pub(crate) use glob_syntax::escape;
pub(crate) use listing::{EntryRole, Listing, ListingEntry};
pub(crate) use parallel_scan::{AddWatch, ParallelScan, ScanProgress};
pub(crate) use probe::{LastSeen, Probe};
pub(crate) use root::Root;
use root_globs::divide_roots;
pub(crate) use root_globs::resolve_roots;
pub use rules::IgnoreRulePlace;
pub(crate) use rules::{IgnoreFiles, RulesContext};
pub use shown_paths::{PathsFrom, ScopeRoots, shown_file};
pub use snapshot::ScopeWorkspace;
pub(crate) use snapshot::{CallDefaults, FileSource, Snapshot, SourceCache};
pub(crate) use source::IgnoreSource;
pub(crate) use start::{FilePosition, ScanStart};
pub(crate) use table::{DirState, FileTable, Update};
pub use view::View;
pub(crate) use view::ViewId;
pub use walk::Walker;
pub(crate) use walk::{Skips, is_broken_link};
pub use words::{Boundary, WordPattern, WordQuery};
pub(crate) use words::{ByteClass, LONG_UNFOLDED, MAX_WORD, each_word, equal_by_case, fold};

/// Set of files that a call examines in a directory tree.
///
/// By default, hidden files are in scope; ignored files, `.git` and `node_modules` are not. Edit
/// journals and the temporary files of edits (`.ransack-edit-*`) are never in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// Directories to walk and files to examine, in this order. A root that does not exist and
    /// contains `*`, `?`, `[` or `{` is a glob, as in `src/**/*.rs`, and stands for the files that
    /// it matches and everything below the directories that it matches. Ignore rules, globs and
    /// types do not exclude a root itself. Relative paths are resolved against the process's
    /// current directory. If roots overlap, each entry is a result of the first root that selects
    /// it. A root that cannot be opened is reported as
    /// [`Unreadable`](ransack_base::SkipReason::Unreadable); if no root can be opened, the call
    /// fails. Default: `.`.
    pub roots: Vec<PathBuf>,
    /// Base of the paths in results and reports. [`PathsFrom::Workspace`] without a workspace is an
    /// error. Default: `None`, which means the workspace's root in a workspace, and otherwise
    /// [`PathsFrom::Root`].
    pub paths_from: Option<PathsFrom>,
    /// Cursor after which results begin: [`Report::next`](ransack_base::Report::next) of an earlier
    /// call with the same options. Edits refuse it. Default: `None`, which begins with the first
    /// result.
    pub after: Option<String>,
    /// Path globs: `*`, `?`, `[a-z]`, `{a,b}`, `**`. A glob without `/` matches at any depth; a
    /// glob with `/` is matched against the path relative to the root. The last matching glob wins;
    /// `!` negates. The notation and its errors are the same as in
    /// [`GlobOptions::patterns`](crate::GlobOptions::patterns), except that a glob with a trailing
    /// `/` selects everything below the directories it matches: `src/` selects everything below a
    /// directory named `src`, and `src` selects a file of that name. Default: empty, which selects
    /// all files.
    pub globs: Vec<String>,
    /// Whether `globs` match paths regardless of case, under Unicode simple case folding, as in
    /// [`Query::ignore_case`](crate::Query::ignore_case). A root's absolute path at the start of a
    /// glob is compared exactly. Default: false.
    pub glob_ignore_case: bool,
    /// Names of file types to include (`rust`, `js`, ...; see [`file_types`]). Default: empty,
    /// which selects files of every type.
    pub types: Vec<String>,
    /// Names of file types to exclude. Default: empty, which excludes nothing.
    pub types_not: Vec<String>,
    /// Whether files and directories whose names start with `.` are in scope. Default: true.
    pub hidden: bool,
    /// Whether ignore rules apply: `.gitignore`, `.git/info/exclude` and the user's global excludes
    /// inside a repository, and `.ignore` anywhere. Ignore files in nested directories and in
    /// directories above a root also apply. Default: true.
    pub gitignore: bool,
    /// Names of further ignore files, such as `.aiderignore`, in the syntax of `.gitignore`. Like
    /// `.ignore`, such a file applies in its directory and below, inside and outside repositories,
    /// even if it lies in a directory above a root. Its rules take precedence over `.ignore` and
    /// Git's rules; in one directory, a later name takes precedence over an earlier one. The files
    /// apply even if `gitignore` is false. A call through a workspace then walks directories
    /// instead of using the file table. At most 64 names; fails with
    /// [`InvalidOption`](ErrorKind::InvalidOption) if a name is not a single path component.
    /// Default: empty.
    pub ignore_files: Vec<String>,
    /// Whether files in Git's index are in scope even if Git's rules exclude them, as in `git
    /// ls-files --cached`. An `.ignore` file still excludes them. With this option, a call reads
    /// the index of every repository involved, which takes about 10 ms for 100,000 files, and a
    /// call through a workspace walks directories instead of using the file table. Default: false.
    pub tracked: bool,
    /// Whether `node_modules` directories are in scope. They are also in scope if a glob spells out
    /// `node_modules` or a root lies in such a directory. Default: false.
    pub node_modules: bool,
    /// Whether repositories below the roots are in scope: directories that hold `.git`, either a
    /// directory (a repository) or a file (a work tree or submodule). If false, such a directory is
    /// an entry of its parent but is not walked, and the report lists it as a
    /// [`NestedRepository`](ransack_base::SkipReason::NestedRepository). A root may be a
    /// repository. Default: true.
    pub nested_repositories: bool,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: bool,
    /// Maximum depth of entries below a root: 1 for the root's own entries, 2 for the entries of
    /// its subdirectories, and so on. A root that is a file has depth 0 and is always in scope.
    /// Directories at the maximum depth are not read. Default: `None`, no limit.
    pub max_depth: Option<u64>,
    /// Workspace that lists the files; relative roots are resolved against the workspace's root.
    /// Calls fail with [`Closed`](ErrorKind::Closed) once the workspace is closed. Default: `None`,
    /// in which case calls walk directories.
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{CancelToken, GrepOptions, Workspace, WorkspaceOptions, grep};
    ///
    /// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
    /// let options = GrepOptions::new("trait FileSource", "scan").workspace(&workspace);
    /// let outcome = grep(&options, &CancelToken::new())?;
    /// assert!(outcome.items.iter().any(|found| found.path == "scan/snapshot.rs"));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub workspace: Option<ScopeWorkspace>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            roots: vec![PathBuf::from(".")],
            paths_from: None,
            after: None,
            globs: Vec::new(),
            glob_ignore_case: false,
            types: Vec::new(),
            types_not: Vec::new(),
            hidden: true,
            gitignore: true,
            ignore_files: Vec::new(),
            tracked: false,
            node_modules: false,
            nested_repositories: true,
            follow_symlinks: false,
            max_depth: None,
            workspace: None,
        }
    }
}

impl Scope {
    /// Creates a scope with one root and default options.
    pub fn new(root: impl Into<ScopeRoot>) -> Scope {
        Scope::default().with_root(root)
    }

    /// Replaces the roots and the workspace.
    pub(crate) fn with_root(self, root: impl Into<ScopeRoot>) -> Scope {
        let ScopeRoot { path, workspace } = root.into();
        Scope {
            roots: vec![path],
            workspace,
            ..self
        }
    }
}

/// Returns the scope for a call that begins now.
pub fn begin_scope(scope: &Scope) -> Scope {
    let mut scope = scope.clone();
    if let Some(source) = &mut scope.workspace {
        source.begin(scope.roots.iter_mut());
        divide_roots(&mut scope.roots, &*source.0);
    }
    scope
}

/// Returns the pool for a call: the given pool, or the workspace's pool.
pub fn scope_pool(scope: &Scope, given: Option<&Pool>) -> Option<Pool> {
    let own = || scope.workspace.as_ref().and_then(|source| source.0.pool());
    given.or_else(own).cloned()
}

/// Returns the root of the scope's workspace, if it has one.
pub fn workspace_root(scope: &Scope) -> Option<&Path> {
    scope.workspace.as_ref().map(|source| source.0.root())
}

/// Returns whether a buffer is open in the scope's workspace under this absolute path.
pub fn scope_has_buffer(scope: &Scope, path: &Path) -> bool {
    let source = scope.workspace.as_ref();
    source.is_some_and(|source| source.0.has_buffer(path))
}

/// Returns the value of a type that the scope's workspace keeps from call to call; `None` without a
/// workspace. The workspace drops the value when it is closed.
pub fn workspace_value<T: Any + Default + Send + Sync>(scope: &Scope) -> Option<Arc<T>> {
    let source = scope.workspace.as_ref();
    source.map(|source| source.0.cache().get())
}

/// Returns the values for options that a search of the scope leaves unset.
pub(crate) fn call_defaults(scope: &Scope) -> CallDefaults {
    let source = scope.workspace.as_ref();
    source.map_or_else(CallDefaults::default, |source| *source.0.defaults())
}

/// Fails if the scope's workspace is closed, unless the call began before it was closed.
pub fn check_workspace(scope: &Scope) -> Result<()> {
    match &scope.workspace {
        Some(source) => source.0.check_open(),
        None => Ok(()),
    }
}

/// Fails if the scope's workspace does not allow its calls to reach an absolute path.
pub fn check_path(scope: &Scope, path: &Path) -> Result<()> {
    match &scope.workspace {
        Some(source) => source.0.check_path(path),
        None => Ok(()),
    }
}

/// Shows the paths in an error in the form in which the caller gave its paths.
pub fn name_paths(scope: &Scope, error: Error) -> Error {
    match &scope.workspace {
        Some(source) => source.0.name_paths(error),
        None => error,
    }
}

/// Root passed to the constructor of an options struct: a path, or an entire
/// [`Workspace`](crate::Workspace).
#[derive(Clone, Debug)]
pub struct ScopeRoot {
    path: PathBuf,
    workspace: Option<ScopeWorkspace>,
}

impl<P: Into<PathBuf>> From<P> for ScopeRoot {
    fn from(path: P) -> ScopeRoot {
        ScopeRoot {
            path: path.into(),
            workspace: None,
        }
    }
}

impl From<ScopeWorkspace> for ScopeRoot {
    fn from(workspace: ScopeWorkspace) -> ScopeRoot {
        ScopeRoot {
            path: PathBuf::from("."),
            workspace: Some(workspace),
        }
    }
}

/// Adds the setters of [`Scope`].
#[macro_export]
#[doc(hidden)]
macro_rules! scope_setters {
    ($($options:tt)*) => {
        ::ransack_base::setters! { $($options)* Scope {
            list(std::path::PathBuf) roots,
            option($crate::PathsFrom) paths_from,
            some(String) after,
            list(String) globs,
            value(bool) glob_ignore_case,
            list(String) types,
            list(String) types_not,
            value(bool) hidden,
            value(bool) gitignore,
            list(String) ignore_files,
            value(bool) tracked,
            value(bool) node_modules,
            value(bool) nested_repositories,
            value(bool) follow_symlinks,
            option(u64) max_depth,
            some($crate::ScopeWorkspace) workspace,
        }}
    };
}
pub use crate::scope_setters;

scope_setters!();

/// Returns the file types for [`Scope::types`] with their globs, sorted by name. The definitions
/// are ripgrep's.
pub fn file_types() -> &'static [(String, Vec<String>)] {
    static TYPES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let mut builder = TypesBuilder::new();
        builder.add_defaults();
        builder
            .definitions()
            .into_iter()
            .map(|d| (d.name().to_owned(), d.globs().to_vec()))
            .collect()
    })
}

/// Entries that an operation examines. By default, all files.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Whether directories are examined.
    pub dirs: bool,
    /// Whether symbolic links are examined as links.
    pub links: bool,
    /// Globs that paths must match, for an operation on paths.
    pub globs: Option<RootGlobs>,
    /// Whether journals of edits are examined.
    pub edit_journals: EditJournals,
    /// Kinds of roots that are accepted.
    pub roots: RootKinds,
    /// Whether the call fails if any root cannot be opened.
    pub needs_every_root: bool,
    /// Rules that decide, after the ignore rules, which entries are in scope. The examiner of such a
    /// call returns true from [`TextConditions::needs_walk`].
    pub rules: Option<Arc<dyn EntryRules>>,
}

/// Whether an operation examines the journals of edits. Rules, globs and types do not apply to
/// journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditJournals {
    /// Skips journals.
    #[default]
    Excluded,
    /// Examines the journals in the walked directories, in addition to other entries.
    Included,
    /// Examines only the journals in the walked directories. A root that is a file is examined too.
    Only,
}

/// Kinds of roots that an operation accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootKinds {
    #[default]
    /// Files and directories.
    FilesAndDirs,
    /// Files only.
    Files,
    /// Directories only.
    Dirs,
}

impl Wanted {
    /// Returns the globs for the root with this index.
    fn globs_of(&self, root: u32) -> Option<&GlobList> {
        self.globs.as_ref().map(|globs| globs.of(root))
    }
}

/// A scope's compiled globs and types.
#[derive(Debug)]
pub(crate) struct Filter {
    globs: RootGlobs,
    types: Types,
    /// Whether some types are included explicitly.
    selects_types: bool,
}

/// Returns the file types that a caller may have meant by an unknown name. Types that have the name
/// as a file extension come first.
fn nearest_types(name: &str) -> Vec<String> {
    let mut types = TypesBuilder::new();
    let known = types.add_defaults().definitions();
    let glob = format!("*.{}", name.to_lowercase());
    let mut candidates: Vec<String> = (known.iter())
        .filter(|known| known.globs().contains(&glob))
        .map(|known| known.name().to_owned())
        .collect();
    for near in nearest(name, known.iter().map(FileTypeDef::name)) {
        if !candidates.contains(&near) {
            candidates.push(near);
        }
    }
    candidates
}

impl Filter {
    pub(crate) fn new(scope: &Scope) -> Result<Filter> {
        let globs = RootGlobs::filter(&scope.globs, &scope.roots, scope.glob_ignore_case)?;
        let mut types = TypesBuilder::new();
        if !(scope.types.is_empty() && scope.types_not.is_empty()) {
            types.add_defaults();
            for name in &scope.types {
                types.select(name);
            }
            for name in &scope.types_not {
                types.negate(name);
            }
        }
        let types = types.build().map_err(|error| match error {
            ignore::Error::UnrecognizedFileType(name) => {
                let error = Error::new(ErrorKind::UnknownType, "unknown file type")
                    .with_pattern(&name)
                    .with_candidates(nearest_types(&name));
                let lists = [
                    (OptionName::Types, &scope.types),
                    (OptionName::TypesNot, &scope.types_not),
                ];
                let element = lists.iter().find_map(|(list, names)| {
                    let index = names.iter().position(|other| *other == name)?;
                    (names.len() > 1).then_some((*list, index))
                });
                match element {
                    Some((list, index)) => error.in_element(list, index),
                    None => error,
                }
            }
            other => Error::option(other.to_string()),
        })?;
        let selects_types = !scope.types.is_empty();
        Ok(Filter {
            globs,
            types,
            selects_types,
        })
    }

    /// Whether everything is in scope.
    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty() && self.globs.is_empty()
    }

    /// Returns the globs for the root with this index.
    fn globs_of(&self, root: u32) -> &GlobList {
        self.globs.of(root)
    }

    /// Whether the file type of the entry at this path is in scope. File types apply only to files.
    fn admits_type(&self, path: &[u8], is_dir: bool) -> bool {
        if is_dir {
            !self.selects_types
        } else {
            self.types.is_empty()
                || !self
                    .types
                    .matched(ransack_base::internal::os_str(path), false)
                    .is_ignore()
        }
    }
}
