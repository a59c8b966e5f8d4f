//! Scope of file operations: roots, filters and ignore rules.
//!
//! Invariant: every options struct for files refers to a [`ransack_scope`] by pointer, and NULL
//! means the defaults for the operation. No other struct repeats these fields.

use std::path::PathBuf;
use std::ptr;

use ransack::{PathsFrom, Scope};

use super::{NO_BYTES, from_limit, optional_text, to_limit, unknown};
use crate::error::Failure;
#[cfg(feature = "outline")]
use crate::error::ransack_status;
use crate::options::versioned::{self, Defaults, versioned};
use crate::slice::{paths, ransack_bytes, texts};
use crate::workspace::{self, ransack_workspace};

/// Newest version of ransack_scope.
pub const RANSACK_SCOPE_VERSION: u32 = 1;

/// Treatment of files and directories whose names start with '.'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_hidden {
    /// Hidden entries are skipped.
    Exclude = 0,
    /// Hidden entries are searched.
    Include = 1,
    /// Default for the operation: path searches (glob, fuzzy search) exclude hidden entries; all
    /// other operations include them.
    Default = 2,
}

/// Base of the paths in results and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_paths_from {
    /// The workspace's root in a workspace; otherwise as RANSACK_PATHS_FROM_ROOT.
    Default = 0,
    /// Paths below a root that is a directory are relative to that root. The path of a root that is
    /// a file, and paths that a root with wildcards selects, begin as the root is spelled.
    Root = 1,
    /// Paths are relative to the workspace's root; a path outside the workspace is absolute. Without
    /// a workspace, the call fails with RANSACK_STATUS_INVALID_OPTION.
    Workspace = 2,
    /// Paths are absolute, with symbolic links in the root's path resolved.
    Absolute = 3,
}

/// Files and directories that an operation examines.
///
/// Every options struct for files refers to a scope through its `scope` field; NULL is equivalent
/// to a scope with all defaults. Any number of options structs and calls may share a scope, which
/// is read only during a call and never written.
///
/// Initialise with RANSACK_SCOPE_INIT.
///
///     ransack_bytes root = RANSACK_BYTES("src");
///     ransack_bytes glob = RANSACK_BYTES("*.{c,h}");
///     ransack_scope scope = RANSACK_SCOPE_INIT;
///     scope.roots = &root;
///     scope.roots_len = 1;
///     scope.globs = &glob;
///     scope.globs_len = 1;
///     options.scope = &scope;
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_scope {
    /// RANSACK_SCOPE_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Treatment of hidden entries, a ransack_hidden. Default: RANSACK_HIDDEN_DEFAULT.
    pub hidden: u32,
    /// Directories to walk and files to read, in this order. A root that does not exist and contains
    /// a star, '?', '[' or '{' is a glob, and stands for the files that it matches and everything
    /// below the directories that it matches. A root is searched even if ignore files, globs or
    /// types exclude it. If roots overlap, each entry is a result of the first root that selects it.
    /// A root that cannot be opened is reported as RANSACK_SKIP_REASON_UNREADABLE; if no root can be
    /// opened, the call fails. Relative paths start at the root of `workspace` or, without a
    /// workspace, at the current directory. Default: none, which means the whole workspace; without
    /// a workspace, the call fails with RANSACK_STATUS_INVALID_OPTION.
    pub roots: *const ransack_bytes,
    /// Number of roots. Default: 0.
    pub roots_len: usize,
    /// Path globs, UTF-8: '?', '[a-z]', '{a,b}', one star within a directory, two stars across
    /// directories. A glob without '/' matches at any depth; a glob with '/' is matched against the
    /// path from the root. The last matching glob wins; a leading '!' excludes. The notation and
    /// its errors are the same as for the patterns of ransack_glob_options, except that a glob with
    /// a trailing '/' selects everything below the directories it matches: "src/" selects
    /// everything below a directory src, and "src" selects a file of that name. Default: none,
    /// which selects all files.
    pub globs: *const ransack_bytes,
    /// Number of globs. Default: 0.
    pub globs_len: usize,
    /// Names of file types to include; see ransack_file_types(). Directories have no type, so glob
    /// and fuzzy search return no directories if a type is given. Default: none, which selects
    /// files of every type.
    pub types: *const ransack_bytes,
    /// Number of included types. Default: 0.
    pub types_len: usize,
    /// Names of file types to exclude. Default: none, which excludes nothing.
    pub types_not: *const ransack_bytes,
    /// Number of excluded types. Default: 0.
    pub types_not_len: usize,
    /// Whether ignore rules apply: .gitignore, .git/info/exclude and the user's global excludes
    /// inside a Git repository, and .ignore anywhere. Ignore files in nested directories and in
    /// directories above a root also apply. Default: 1.
    pub gitignore: u8,
    /// Whether to walk node_modules directories. They are also walked if a pattern or glob spells
    /// out node_modules or if a root lies in such a directory. Default: 0.
    pub node_modules: u8,
    /// Whether to follow symbolic links below the roots. Default: 0.
    pub follow_symlinks: u8,
    /// Whether files in Git's index are in scope even if Git's rules exclude them; a .ignore file
    /// still excludes them. Reading the index of each repository encountered takes about 10 ms for
    /// 100,000 files. With this option, a call through a workspace walks directories instead of
    /// using the file table. Default: 0.
    pub tracked: u8,
    /// Workspace that lists the files. Relative roots start at the workspace's root, an empty list
    /// of roots means the whole workspace, and the text of an open buffer replaces the file on
    /// disk. An edit that would change a file with an open buffer writes no file; see
    /// ransack_ast_edit(). A call that begins after
    /// ransack_workspace_close() fails with RANSACK_STATUS_CLOSED; a call in progress finishes
    /// normally. A stream counts as a call that begins when the stream is opened; afterwards, the
    /// stream needs neither the scope nor this handle. Default: NULL, in which case calls walk
    /// directories.
    pub workspace: *const ransack_workspace,
    /// Base of the paths in results and reports, a ransack_paths_from. Default:
    /// RANSACK_PATHS_FROM_DEFAULT.
    pub paths_from: u32,
    /// Cursor after which results begin, UTF-8: `next` in the report of an earlier call with the
    /// same options. ransack_ast_edit() refuses it. Default: empty, which begins with the first
    /// result.
    pub after: ransack_bytes,
    /// Maximum depth of entries below a root: 1 for the root's own entries, 2 for the entries of
    /// its subdirectories, and so on. A root that is a file has depth 0 and is always in scope.
    /// Directories at the maximum depth are not read. Default: RANSACK_NO_LIMIT.
    pub max_depth: u64,
    /// Names of further ignore files, such as ".aiderignore", UTF-8, in the syntax of .gitignore.
    /// Such a file applies in its directory and below, inside and outside repositories, even if it
    /// lies in a directory above a root. Its rules take precedence over .ignore and Git's rules; in
    /// one directory, a later name takes precedence over an earlier one. The files apply even if
    /// `gitignore` is 0. With this option, a call through a workspace walks directories instead of
    /// using the file table. More than 64 names, or a name that is not a single path component,
    /// fail with RANSACK_STATUS_INVALID_OPTION. Default: none.
    pub ignore_files: *const ransack_bytes,
    /// Number of names in `ignore_files`. Default: 0.
    pub ignore_files_len: usize,
    /// Whether `globs` match regardless of case, under Unicode simple case folding. A root's
    /// absolute path at the start of a glob is compared exactly. Default: 0.
    pub glob_ignore_case: u8,
    /// Whether to walk repositories below the roots: directories that hold .git, either a directory
    /// (a repository) or a file (a work tree or submodule). If not, such a directory is an entry of
    /// its parent but is not walked, and the report lists it with
    /// RANSACK_SKIP_REASON_NESTED_REPOSITORY. A root may be a repository. Default: 1.
    pub nested_repositories: u8,
}

versioned!(ransack_scope, RANSACK_SCOPE_VERSION, [nested_repositories: 138]);

impl Defaults for ransack_scope {
    fn defaults() -> ransack_scope {
        let core = Scope::default();
        ransack_scope {
            version: RANSACK_SCOPE_VERSION,
            hidden: ransack_hidden::Default as u32,
            roots: ptr::null(),
            roots_len: 0,
            globs: ptr::null(),
            globs_len: 0,
            types: ptr::null(),
            types_len: 0,
            types_not: ptr::null(),
            types_not_len: 0,
            gitignore: core.gitignore.into(),
            node_modules: core.node_modules.into(),
            follow_symlinks: core.follow_symlinks.into(),
            tracked: core.tracked.into(),
            workspace: ptr::null(),
            paths_from: ransack_paths_from::Default as u32,
            after: NO_BYTES,
            max_depth: from_limit(core.max_depth),
            ignore_files: ptr::null(),
            ignore_files_len: 0,
            glob_ignore_case: core.glob_ignore_case.into(),
            nested_repositories: core.nested_repositories.into(),
        }
    }
}

/// Applies a scope to `core`, which holds the defaults of the operation. Leaves no root if the
/// scope is NULL or names neither a root nor a workspace: C has no default root.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`]; the arrays and the workspace of the scope are
/// valid as the header requires.
pub(crate) unsafe fn resolve(scope: *const ransack_scope, core: &mut Scope) -> Result<(), Failure> {
    core.roots.clear();
    if scope.is_null() {
        return Ok(());
    }
    // SAFETY: the contract of this function.
    let scope = unsafe { versioned::read_versioned(scope, "scope") }?;
    // SAFETY: the array and its paths are valid by the contract of this function.
    core.roots = unsafe { paths(scope.roots, scope.roots_len, "roots") }?;
    // SAFETY: NULL or valid by the contract of this function.
    core.workspace = unsafe { workspace::resolve(scope.workspace) }?;
    if core.roots.is_empty() && core.workspace.is_some() {
        core.roots.push(PathBuf::from("."));
    }
    // SAFETY: the arrays and their texts are valid by the contract of this function.
    unsafe {
        core.globs = texts(scope.globs, scope.globs_len, "globs")?;
        core.types = texts(scope.types, scope.types_len, "types")?;
        core.types_not = texts(scope.types_not, scope.types_not_len, "types_not")?;
        core.ignore_files = texts(scope.ignore_files, scope.ignore_files_len, "ignore_files")?;
        core.after = optional_text(scope.after, "after")?;
    }
    match scope.hidden {
        0 => core.hidden = false,
        1 => core.hidden = true,
        2 => {}
        other => return Err(unknown("hidden", other, ransack_hidden::Default as u32)),
    }
    core.paths_from = match scope.paths_from {
        0 => None,
        1 => Some(PathsFrom::Root),
        2 => Some(PathsFrom::Workspace),
        3 => Some(PathsFrom::Absolute),
        other => {
            let last = ransack_paths_from::Absolute as u32;
            return Err(unknown("paths_from", other, last));
        }
    };
    core.gitignore = scope.gitignore != 0;
    core.node_modules = scope.node_modules != 0;
    core.follow_symlinks = scope.follow_symlinks != 0;
    core.tracked = scope.tracked != 0;
    core.max_depth = to_limit(scope.max_depth);
    core.glob_ignore_case = scope.glob_ignore_case != 0;
    core.nested_repositories = scope.nested_repositories != 0;
    Ok(())
}

/// Refuses a scope with roots, for a call that takes the path of one file.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`].
#[cfg(feature = "outline")]
pub(crate) unsafe fn require_no_roots(scope: *const ransack_scope) -> Result<(), Failure> {
    if scope.is_null() {
        return Ok(());
    }
    // SAFETY: the contract of this function.
    match unsafe { versioned::read_versioned(scope, "scope") }?.roots_len {
        0 => Ok(()),
        _ => Err(Failure::new(
            ransack_status::InvalidOption,
            "`scope.roots` must be empty: the call takes one `path`",
        )),
    }
}

#[cfg(test)]
mod tests;
