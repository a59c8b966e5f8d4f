//! Workspaces, which are cached, watched directories, and the shared cache of the `cache` option.

use std::cell::RefCell;
use std::sync::{Arc, Weak};
use std::time::Duration;

use napi::bindgen_prelude::{Either, External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, Pool, Workspace, WorkspaceCache};

use crate::content::OwnedText;
use crate::error::failure;
use crate::index::IndexMode;
use crate::number::{count, length, whole};
use crate::options::{list, set, set_some, timeout};
use crate::path::PathArgument;
use crate::report::{Report, SnapshotInfo};
use crate::task::{Task, TaskAnswer, Waker};

/// Workspace that a JavaScript `Workspace` object holds.
pub struct WorkspaceHandle(Arc<Workspace>);

/// Workspaces opened by a thread. When the thread ends, the workspaces that are still open are
/// closed.
struct Opened(Vec<Weak<Workspace>>);

impl Drop for Opened {
    fn drop(&mut self) {
        for workspace in self.0.iter().filter_map(Weak::upgrade) {
            workspace.close();
        }
    }
}

thread_local! {
    /// Bun does not free the objects of a terminated worker thread.
    static OPENED: RefCell<Opened> = const { RefCell::new(Opened(Vec::new())) };
}

impl Opened {
    fn add(&mut self, workspace: &Arc<Workspace>) {
        self.0.retain(|opened| opened.strong_count() > 0);
        self.0.push(Arc::downgrade(workspace));
    }
}

impl WorkspaceHandle {
    /// Returns the workspace. If `wait` is false, calls do not wait for the initial scan.
    pub(crate) fn workspace(&self, wait: bool) -> Workspace {
        // Admits the call now; it may run later.
        let call = self.0.admit();
        if wait { call } else { call.without_waiting() }
    }
}

/// Opens a workspace. Returns an object with the handle as `workspace`, or with the
/// `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type, or if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn open_workspace(
    env: &Env,
    root: PathArgument,
    options: WorkspaceOptions,
) -> Result<Object<'_>> {
    let mut opened = Object::new(env)?;
    match Workspace::open(root.0, &options.into_core()?) {
        Ok(workspace) => {
            let workspace = Arc::new(workspace);
            OPENED.with_borrow_mut(|opened| opened.add(&workspace));
            opened.set("workspace", External::new(WorkspaceHandle(workspace)))?;
        }
        Err(error) => opened.set("error", failure(env, &error)?)?,
    }
    Ok(opened)
}

/// Starts bringing a workspace's file list up to date as task `id`.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_refresh(
    handle: &External<WorkspaceHandle>,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |_| workspace.refresh())
    }))
}

impl TaskAnswer for ransack::SnapshotInfo {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", SnapshotInfo::new(&self))
    }
}

/// Starts listing the files that changed since the call that returned the token `since` as task `id`.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_changes(
    handle: &External<WorkspaceHandle>,
    since: Option<String>,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        let token = token.clone();
        Pool::shared().run(&CancelToken::new(), move |_| {
            workspace.changes(since.as_deref(), &token)
        })
    }))
}

/// Starts reporting changes of a workspace as task `id`. Returns an object with the `task` or the
/// `error`.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_on_change<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    waker: &External<Waker>,
    id: u32,
) -> Result<Object<'env>> {
    let mut started = Object::new(env)?;
    // Closing the task drops the stream, which ends the notifications.
    match handle.0.on_change(&CancelToken::new()) {
        Ok(notifications) => {
            started.set("task", waker.start_single(id, None, |_| notifications))?;
        }
        Err(error) => started.set("error", failure(env, &error)?)?,
    }
    Ok(started)
}

/// File that was created, modified or deleted.
#[napi(object, object_from_js = false)]
pub struct ChangedFile {
    /// Path relative to the root of the workspace. Invalid UTF-8 is replaced with U+FFFD.
    pub path: String,
    /// Difference between the two calls. `'created'`: the file exists now, and did not exist. `'modified'`: its
    /// content, permissions or names changed, or it was replaced. `'deleted'`: it existed, and does
    /// not exist now or is no longer in scope.
    #[napi(ts_type = "'created' | 'modified' | 'deleted'")]
    pub kind: &'static str,
}

/// Result of `Workspace.changes`.
#[napi(object, object_from_js = false)]
pub struct Changes {
    /// Changed files, sorted by path.
    pub files: Vec<ChangedFile>,
    /// Token for the next call.
    pub next: String,
    /// Report of the examination of all files, which says whether it was complete.
    pub report: Report,
}

impl TaskAnswer for ransack::Changes {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let change = |change: &ransack::ChangedFile| ChangedFile {
            path: change.path.to_string_lossy().into_owned(),
            kind: match change.kind {
                ransack::ChangeKind::Created => "created",
                ransack::ChangeKind::Modified => "modified",
                ransack::ChangeKind::Deleted => "deleted",
            },
        };
        let answer = Changes {
            files: self.files.iter().map(change).collect(),
            report: Report::new(&self.report, false),
            next: self.next,
        };
        object.set("answer", answer)
    }
}

/// Marks a path and everything below it stale. Without a path, marks the whole workspace stale.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_invalidate(handle: &External<WorkspaceHandle>, path: Option<PathArgument>) {
    handle.0.invalidate(path.as_ref().map(|path| &*path.0));
}

/// Replaces the content of a file with text in memory. Returns the error on failure.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_set_buffer<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    text: OwnedText,
) -> Result<Option<Object<'env>>> {
    let set = handle.0.set_buffer(path.0, text.bytes);
    set.err().map(|error| failure(env, &error)).transpose()
}

/// Position in a text as in the Language Server Protocol. Lines end with LF, CR LF or CR.
#[napi(object, object_to_js = false)]
pub struct Utf16Position {
    /// 0-based line number.
    pub line: f64,
    /// 0-based offset in the line, in UTF-16 code units. A byte order mark at the start of the text
    /// does not count. An offset beyond the end of the line means the end of the line.
    pub character: f64,
}

/// Range of a text as in the Language Server Protocol.
#[napi(object, object_to_js = false)]
pub struct Utf16Range {
    /// Start of the range.
    pub start: Utf16Position,
    /// End of the range, exclusive.
    pub end: Utf16Position,
}

/// Change to the text of an open buffer: a `TextDocumentContentChangeEvent` of the Language Server
/// Protocol. Its deprecated field `rangeLength` has no effect.
#[napi(object, object_to_js = false)]
pub struct BufferChange {
    /// Range to replace, empty to insert. Default: the whole text.
    pub range: Option<Utf16Range>,
    /// New text of the range.
    #[napi(ts_type = "string | Uint8Array")]
    pub text: OwnedText,
}

impl Utf16Position {
    fn into_core(self) -> Result<ransack::Utf16Position> {
        // No text has as many lines or characters.
        let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        let line = number(whole("line", self.line)?);
        let character = number(whole("character", self.character)?);
        Ok(ransack::Utf16Position::new(line, character))
    }
}

impl BufferChange {
    /// Converts to the core's change.
    ///
    /// # Errors
    ///
    /// Fails if a number is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::BufferChange> {
        Ok(match self.range {
            None => ransack::BufferChange::whole(self.text.bytes),
            Some(Utf16Range { start, end }) => {
                let range = start.into_core()?..end.into_core()?;
                ransack::BufferChange::replace(range, self.text.bytes)
            }
        })
    }
}

/// Applies changes to the text of an open buffer. Returns the error on failure.
///
/// # Errors
///
/// Fails if a number is not a whole number from 0 to 2^53 - 1, or if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_update_buffer<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    changes: Vec<BufferChange>,
    version: i32,
) -> Result<Option<Object<'env>>> {
    let changes = changes.into_iter().map(BufferChange::into_core);
    let changes: Vec<ransack::BufferChange> = changes.collect::<Result<_>>()?;
    let updated = handle.0.update_buffer(path.0, &changes, version);
    updated.err().map(|error| failure(env, &error)).transpose()
}

/// Removes the buffer of a file, or all buffers. Returns the error on failure.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_clear_buffer<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: Option<PathArgument>,
) -> Result<Option<Object<'env>>> {
    let cleared = handle.0.clear_buffer(path.as_ref().map(|path| &*path.0));
    cleared.err().map(|error| failure(env, &error)).transpose()
}

/// Size of a workspace's file list.
#[napi(object, object_from_js = false)]
pub struct TableSize {
    /// Number of files, directories and symbolic links in the file list.
    pub entries: f64,
    /// Memory used by the file list in bytes, excluding parsed ignore rules.
    pub bytes: f64,
}

/// Returns the size of a workspace's file list.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_table_size(handle: &External<WorkspaceHandle>) -> TableSize {
    let size = handle.0.table_size();
    TableSize {
        entries: size.entries as f64,
        bytes: size.bytes as f64,
    }
}

/// Returns the absolute path of a workspace's root.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_root(handle: &External<WorkspaceHandle>) -> String {
    handle.0.root().to_string_lossy().into_owned()
}

/// Resolves a path within a workspace. Returns an object with the absolute path as `path`, or with
/// the `error`.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_resolve<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
) -> Result<Object<'env>> {
    let mut resolved = Object::new(env)?;
    match handle.0.resolve(path.0) {
        Ok(path) => resolved.set("path", path.to_string_lossy().into_owned())?,
        Err(error) => resolved.set("error", failure(env, &error)?)?,
    }
    Ok(resolved)
}

/// Closes a workspace.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_close(handle: &External<WorkspaceHandle>) {
    handle.0.close();
}

/// Drops file lists that the `cache` option keeps: the lists for `path` and for roots below `path`
/// or, without `path`, all lists. In lists for roots above `path`, marks `path` stale. Unless a
/// call in flight uses a dropped list, the list's descriptors and memory are released before this
/// function returns, so that the file system can be unmounted. Calls with `cache` always bring
/// their file list up to date, so this function is needed only on file systems that do not record
/// change times.
///
/// ```js
/// invalidateFsScanCache('packages/app')
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn invalidate_fs_scan_cache(
    #[napi(ts_arg_type = "string | Uint8Array | UrlLike | undefined | null")] path: Option<
        PathArgument,
    >,
) {
    WorkspaceCache::shared().invalidate(path.as_ref().map(|path| &*path.0));
}

/// Method of keeping a workspace's file list up to date: `'walk'` keeps no list and walks the tree
/// in every call; `'watch'` processes change notifications from the operating system; `'stat'`
/// compares the change times of all directories and ignore files before each call; `'manual'`
/// updates the list only after a call to `refresh` or `invalidate`.
#[napi(string_enum = "camelCase")]
pub enum RefreshMode {
    /// Walks the tree in every call.
    Walk,
    /// Processes change notifications from the operating system.
    Watch,
    /// Compares the change times of directories and ignore files before each call.
    Stat,
    /// Updates the file list only after a call to `refresh` or `invalidate`.
    Manual,
}

/// Set of default values for the limits of searches in a workspace. `'none'`: no limits.
/// `'agent'`: limits for a program that passes results to a language model: 100 results, 500 bytes
/// per line of `grep`, and 10 seconds, after which a search returns the results found so far. Calls
/// wait for the initial scan within this time, unless `wait` is false.
#[napi(string_enum = "camelCase")]
pub enum Preset {
    /// No limits.
    None,
    /// Limits for a program that passes results to a language model.
    Agent,
}

/// Options for `new Workspace`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct WorkspaceOptions {
    /// Method of keeping the file list up to date. Default: `'watch'`, which falls back to `'stat'`
    /// if the directory cannot be watched; `report.snapshot.fallback` gives the reason.
    pub refresh: Option<RefreshMode>,
    /// Whether the paths of a call may lead outside the root of the workspace or its folders through
    /// an absolute path, `..` or a symbolic link. Default: false, which makes such a call reject with
    /// a `RansackOptionError`, unless `allow` lists the path.
    pub allow_outside: Option<bool>,
    /// Kind of content index to keep. With an index, searches for selective patterns read fewer
    /// files but return the same results. Building the index takes some seconds of background work
    /// per gigabyte; its size is about a tenth of the size of the text. An index cannot be combined
    /// with `refresh: 'walk'`, which keeps no file list: the constructor then throws a
    /// `RansackOptionError`. Default: `'none'`.
    pub index: Option<IndexMode>,
    /// Directory for indexes on disk, which workspaces and processes may share; used only if
    /// `index` is `'disk'`. The path is absolute or relative to the current directory. A new
    /// directory is accessible only to the current user. If the directory cannot be created,
    /// belongs to another user or is writable by other users, the constructor throws
    /// `ERR_RANSACK_IO`. Default: `ransack/index` in the user's cache directory.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub index_path: Option<PathArgument>,
    /// Directories that make up the workspace, like the folders of a multi-root workspace in an
    /// editor: absolute paths, or paths relative to the root. All of them must be below the root.
    /// The workspace then scans, watches and indexes only these directories. A `path` of a call
    /// that holds folders and is in none, such as the default `.`, stands for these folders, in
    /// this order. A path with wildcards above folders, such as `**/*.js`, selects in the folders that it
    /// reaches. Any other path must be in a folder. Paths in results stay relative to the root.
    /// Default: none, which means the whole root.
    #[napi(ts_type = "Array<string | Uint8Array | UrlLike>")]
    pub folders: Option<Vec<PathArgument>>,
    /// Default values for the limits of searches: `grep`, `astGrep`, `glob`, `fuzzyFind`, `outline`,
    /// `definition` and `skeleton`. A value in the options of a call takes precedence, where
    /// `Infinity` is no limit, and so does the default that a call has without a workspace. Edits have
    /// no default limits. Default: `'none'`.
    pub preset: Option<Preset>,
    /// Maximum number of results of a search whose options set none; `Infinity` means no limit.
    /// Default: the preset's value.
    #[napi(ts_type = "number | null")]
    pub default_limit: Option<f64>,
    /// Maximum number of bytes per line of a `grep` whose options set none; `Infinity` means no
    /// limit. Default: the preset's value.
    #[napi(ts_type = "number | null")]
    pub default_max_columns: Option<f64>,
    /// Time in milliseconds after which a search returns the results found so far, unless its
    /// options set `timeoutMs`; `Infinity` means no limit. Default: the preset's value.
    #[napi(ts_type = "number | null")]
    pub default_time_limit_ms: Option<f64>,
    /// Directories and files outside the root that calls may reach, with everything below the
    /// directories: absolute paths, or relative to the root. They need not exist; links are resolved
    /// when the workspace is opened. Calls walk these directories as without a workspace, and an edit
    /// of a file writes its temporary files next to it. Buffers can only be opened below the root.
    /// Default: none.
    #[napi(ts_type = "Array<string | Uint8Array | UrlLike>")]
    pub allow: Option<Vec<PathArgument>>,
    /// Glob or globs of paths that no call may reach, looked at before all other options. A path is judged
    /// with its links resolved; a call that names a denied path rejects with a `RansackOptionError`,
    /// and reports list denied entries as `'denied'`. A glob without `/` matches at any depth; a
    /// glob with `/` is relative to the root and to each directory in `allow`, or is an absolute
    /// path. Globs match entries below the root and below the directories in `allow`, and with
    /// `allowOutside` entries outside, but neither the root nor a directory above it or above a path in
    /// `allow`. A glob that matches a directory denies everything below it; with a trailing `/`, it
    /// matches only directories. The last matching glob wins; `!` negates, as in `.env*` and
    /// `!.env.sample`. On Windows and macOS, case is ignored. A glob that cannot be parsed throws
    /// `ERR_RANSACK_INVALID_GLOB`. Default: none.
    pub deny: Option<Either<String, Vec<String>>>,
}

impl WorkspaceOptions {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a number is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::WorkspaceOptions> {
        let mut core = ransack::WorkspaceOptions::default();
        set(
            &mut core.refresh,
            self.refresh.map(|mode| match mode {
                RefreshMode::Walk => ransack::RefreshMode::Walk,
                RefreshMode::Watch => ransack::RefreshMode::Watch,
                RefreshMode::Stat => ransack::RefreshMode::Stat,
                RefreshMode::Manual => ransack::RefreshMode::Manual,
            }),
        );
        set(&mut core.allow_outside, self.allow_outside);
        set(&mut core.index, self.index.map(Into::into));
        set_some(&mut core.index_path, self.index_path.map(|path| path.0));
        let folders = self.folders.unwrap_or_default().into_iter();
        core.folders = folders.map(|folder| folder.0).collect();
        let allow = self.allow.unwrap_or_default().into_iter();
        core.allow = allow.map(|path| path.0).collect();
        set(&mut core.deny, self.deny.map(list));
        set(
            &mut core.preset,
            self.preset.map(|preset| match preset {
                Preset::None => ransack::Preset::None,
                Preset::Agent => ransack::Preset::Agent,
            }),
        );
        core.default_limit = count("defaultLimit", self.default_limit)?;
        core.default_max_columns = length("defaultMaxColumns", self.default_max_columns)?;
        core.default_time_limit =
            count("defaultTimeLimitMs", self.default_time_limit_ms)?.map(Duration::from_millis);
        Ok(core)
    }
}
