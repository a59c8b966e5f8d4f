//! Options shared by all file operations: which files to read, how to read them, and the cache of
//! file lists.

use napi::Result;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use ransack::Scope;

use super::{
    CallOptions, OnTimeout, PageOptions, PathsFrom, TimeoutOptions, list, option_groups, set,
    set_some,
};
use crate::number::{count, maximum};
use crate::path::PathArgument;

/// Options for all file operations: which files and directories are in scope. `.git` is never in
/// scope.
#[napi(
    object,
    object_to_js = false,
    js_name = "FileOptions extends CallOptions"
)]
pub struct FileOptions {
    /// Root of the call: a directory or a file, either absolute or relative to the current
    /// directory of the process (in a `Workspace`, relative to the workspace's root). `glob` and
    /// `fuzzyFind` accept only directories. A root is in scope even if `glob`, `type` or an ignore
    /// rule from a directory above the root excludes it. Default: the current directory.
    ///
    /// For a path that is not UTF-8, pass bytes (a `Buffer`) or a `file:` URL.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Further roots, which follow `path` if both are given. Results are in root order and carry
    /// the index of their root as `root`. A root that does not exist and contains `*`, `?`, `[` or
    /// `{` is a glob, as in `src/*/lib.rs`, and stands for the files that it matches and everything
    /// below the directories that it matches. If roots overlap, each entry is a result of the first
    /// root that selects it. A root that cannot be opened is reported as `'unreadable'`; if no root
    /// can be opened, the call fails. Default: none.
    #[napi(ts_type = "Array<string | Uint8Array | UrlLike>")]
    pub paths: Option<Vec<PathArgument>>,
    /// Base of the paths in results and reports. `'root'`: paths below a root that is a directory
    /// are relative to that root; the path of a root that is a file, and paths that a root with
    /// wildcards selects, begin as the root is spelled. `'workspace'`: paths are relative to the
    /// workspace's root, and absolute outside of it; without a workspace, the call fails.
    /// `'absolute'`: paths are absolute, with symbolic links in the root's path resolved. Default:
    /// `'workspace'` in a workspace, `'root'` otherwise.
    pub paths_from: Option<PathsFrom>,
    /// Cursor after which results begin: `report.next` of an earlier call with the same options.
    /// `astEdit` and `replace` refuse it. Default: none, which begins with the first result.
    pub after: Option<String>,
    /// Path globs that restrict the scope: `*`, `?`, `[a-z]`, `{a,b}`, `**`. A glob without `/`
    /// matches at any depth; a glob with `/` is matched against the path from the root. The last
    /// matching glob wins; a leading `!` excludes. The syntax and its errors are the same as for
    /// the `pattern` of `glob`, except that a glob with a trailing `/` selects everything below the
    /// matching directories: `src/` selects everything below a directory `src`, while `src` selects
    /// a file of that name. Default: all paths.
    pub glob: Option<Either<String, Vec<String>>>,
    /// Whether `glob` matches regardless of case, under Unicode simple case folding. A root's
    /// absolute path at the start of a glob is compared exactly. The call `glob` has its own option
    /// for its patterns, `ignoreCase`. Default: false.
    pub glob_ignore_case: Option<bool>,
    /// Names of file types to include, such as `'rust'` or `'js'`; `fileTypes()` lists them.
    /// Directories have no type, so they are excluded from results if this option is set. An
    /// unknown name fails with `ERR_RANSACK_UNKNOWN_TYPE`. Default: all files.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// Names of file types to exclude. An unknown name fails with `ERR_RANSACK_UNKNOWN_TYPE`.
    /// Default: none, which excludes nothing.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether files and directories whose names start with `.` are in scope. The `pattern` of
    /// `glob` always finds such entries if the pattern spells out the `.`. Default: false for
    /// `glob` and `fuzzyFind`, true for the other calls.
    pub hidden: Option<bool>,
    /// Whether ignore rules apply: `.gitignore`, `.git/info/exclude` and the
    /// user's global excludes inside a repository, `.ignore` everywhere. Default:
    /// true.
    pub gitignore: Option<bool>,
    /// Names of further ignore files, such as `.aiderignore`, in the syntax of `.gitignore`. Such a
    /// file applies in its directory and below, inside and outside repositories, even if it lies in
    /// a directory above a root. Its rules take precedence over `.ignore` and Git's rules; in one
    /// directory, a later name takes precedence over an earlier one. The files apply even if
    /// `gitignore` is false. In a `Workspace`, the call walks the tree instead of using the file
    /// list. More than 64 names, or a name that is not a single path component, fail with a
    /// `RansackOptionError`. Default: none.
    pub ignore_files: Option<Either<String, Vec<String>>>,
    /// Whether repositories below the roots are in scope: directories that hold `.git`, either a
    /// directory (a repository) or a file (a work tree or submodule). If false, such a directory is
    /// an entry of its parent but is not walked, and the report lists it as `'nestedRepository'`. A
    /// root may be a repository. Default: true.
    pub nested_repositories: Option<bool>,
    /// Maximum depth of entries below a root: 1 for the root's own entries, 2 for the entries of
    /// its subdirectories, and so on. A root that is a file has depth 0 and is always in scope.
    /// Directories at the maximum depth are not read. Default: no limit. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_depth: Option<f64>,
    /// Whether `node_modules` directories are in scope. They are always in scope if a glob or
    /// pattern spells out `node_modules`, or if a root lies inside such a directory. Default:
    /// false.
    pub include_node_modules: Option<bool>,
    /// Whether to follow symbolic links below the roots. A link to one of its own ancestor
    /// directories is skipped and reported. Default: false.
    pub follow_symlinks: Option<bool>,
    /// Whether files in Git's index are in scope even if Git's rules exclude them; an `.ignore`
    /// file still excludes them. Reads the index of each repository encountered, which takes about
    /// 10 ms for 100,000 files. In a `Workspace`, the call walks the tree instead of using the file
    /// list. Default: false.
    pub tracked: Option<bool>,
    /// Whether results carry raw bytes along with strings: `pathBytes` and, where applicable,
    /// `lineBytes`, `textBytes`, `beforeBytes` and `afterBytes`. The bytes are needed to
    /// distinguish names and lines that are not valid UTF-8. Default: false.
    pub bytes: Option<bool>,
}

impl FileOptions {
    /// Copies the options set by the caller to `scope`.
    ///
    /// # Errors
    ///
    /// Fails if the maximum depth is not a whole number from 0 to 2^53 - 1.
    pub fn set_on(self, scope: &mut Scope) -> Result<()> {
        if self.path.is_some() || self.paths.is_some() {
            let roots = self.path.into_iter().chain(self.paths.unwrap_or_default());
            scope.roots = roots.map(|root| root.0).collect();
        }
        set_some(
            &mut scope.paths_from,
            self.paths_from.map(ransack::PathsFrom::from),
        );
        set_some(&mut scope.after, self.after);
        set(&mut scope.globs, self.glob.map(list));
        set(&mut scope.types, self.types.map(list));
        set(&mut scope.types_not, self.type_not.map(list));
        set(&mut scope.hidden, self.hidden);
        set(&mut scope.gitignore, self.gitignore);
        set(&mut scope.node_modules, self.include_node_modules);
        set(&mut scope.follow_symlinks, self.follow_symlinks);
        set(&mut scope.tracked, self.tracked);
        set(&mut scope.glob_ignore_case, self.glob_ignore_case);
        set(&mut scope.ignore_files, self.ignore_files.map(list));
        set(&mut scope.nested_repositories, self.nested_repositories);
        set_some(&mut scope.max_depth, maximum("maxDepth", self.max_depth)?);
        Ok(())
    }
}

/// Options for all calls that read the content of files.
#[napi(object, object_to_js = false)]
pub struct FileContentOptions {
    /// Maximum size of a file in bytes; larger files are skipped and reported as `'tooLarge'`.
    /// Edits of named files fail instead, and so does an edit that would make a file larger. Default:
    /// no limit for `grep`, 2 GiB for `conflicts`, 256 MiB for `readLines` and `resolveLines`, 16 MiB
    /// for every other call. `Infinity` means no limit for `grep` and 2 GiB for every other call.
    #[napi(ts_type = "number | null")]
    pub max_file_size: Option<f64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Byte offsets in a decoded file count bytes of the text converted to UTF-8. An edit
    /// writes a file in the encoding in which the file was read, and skips the file if that would
    /// change bytes outside the edits. An unknown label fails with a `RansackOptionError`. Default: UTF-8,
    /// with invalid bytes preserved.
    pub encoding: Option<String>,
}

impl FileContentOptions {
    pub(crate) fn set_on(
        self,
        max_file_size: &mut Option<u64>,
        encoding: &mut Option<String>,
    ) -> Result<()> {
        set_some(max_file_size, count("maxFileSize", self.max_file_size)?);
        set_some(encoding, self.encoding);
        Ok(())
    }
}

/// Options for all file searches.
#[napi(
    object,
    object_to_js = false,
    js_name = "FileSearchOptions extends FileOptions, PageOptions"
)]
pub struct FileSearchOptions {
    /// Whether to keep the file list for later calls that set `cache` and have the same root. Every
    /// call first brings the list up to date, so results are the same as without `cache`. The
    /// process keeps the file lists for the last 8 roots. Applies only to calls with a single root.
    /// Prefer a `Workspace`, which is faster and can be closed. Default: false.
    pub cache: Option<bool>,
    /// Behaviour when `timeoutMs` has passed: `'fail'` rejects with `ERR_RANSACK_TIMEOUT`,
    /// `'partial'` resolves with the results found so far. Default: `'fail'`.
    pub on_timeout: Option<OnTimeout>,
}

option_groups! {
    /// Options shared by all file searches.
    pub struct FileSearchCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Options that select the files in scope.
        pub files: FileOptions,
        /// Options that set where the page of results starts.
        pub page: PageOptions,
        /// Options for the cache and the timeout policy.
        pub search: FileSearchOptions,
    }
}

impl FileSearchCall {
    pub(crate) fn set_on(
        self,
        scope: &mut Scope,
        offset: &mut u64,
        on_timeout: &mut ransack::OnTimeout,
    ) -> Result<()> {
        self.files.set_on(scope)?;
        set(offset, self.page.offset()?);
        set(on_timeout, self.search.on_timeout.map(Into::into));
        Ok(())
    }
}
