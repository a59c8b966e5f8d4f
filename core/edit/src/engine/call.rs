//! Settings for one edit, independent of the code that computes its new texts.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ransack_base::internal::ErrorParts;
use ransack_base::{ContentId, Error, ErrorKind, Pool, Result, SkipReason};
use ransack_search::Scope;
use ransack_search::internal::{RootKinds, workspace_root};
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::digest;

use super::operations::FileOperation;

/// Returns a hash of the options that determine the changes of an edit.
pub fn request_of(options: &impl std::fmt::Debug) -> u64 {
    digest(format!("{options:?}").as_bytes()) as u64
}

/// Returns the path that identifies a file, independent of links and spelling. The file need not be
/// on disk, nor its last directories.
pub fn identity(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => {
            identity(Path::new(".")).join(name)
        }
        (Some(parent), Some(name)) => identity(parent).join(name),
        _ => path.to_owned(),
    }
}

/// Returns the error of opening a file that was skipped, if it was for that.
pub(crate) fn cannot_open(path: &Path, skipped: Option<SkipReason>) -> Option<Error> {
    // Anything else, such as a pipe, is not opened.
    let is_unreadable = skipped == Some(SkipReason::Unreadable);
    let error = is_unreadable.then(|| File::open(path).err())??;
    Some(Error::io("cannot read", path, error))
}

/// Returns a caller's path in the form used to open the file: in a workspace, relative to its root.
pub fn path_in(scope: &Scope, path: &Path) -> PathBuf {
    match workspace_root(scope) {
        Some(root) => root.join(path),
        None => path.to_owned(),
    }
}

/// Returns a path of an element of the options from the current directory or the root of the workspace.
/// `root` is the path of the options, at which the path starts; an empty path is `root` itself.
pub(crate) fn path_below(root: Option<&Path>, path: &Path) -> PathBuf {
    match root {
        None => path.to_owned(),
        Some(root) if path.as_os_str().is_empty() => root.to_owned(),
        Some(root) => root.join(path),
    }
}

/// Content ids that files must have.
#[derive(Default)]
pub struct ExpectedVersions(Vec<ExpectedVersion>);

struct ExpectedVersion {
    /// Path in the form used to open the file.
    path: PathBuf,
    identity: PathBuf,
    version: ContentId,
    /// Whether the call has read the file.
    is_checked: AtomicBool,
}

impl ExpectedVersions {
    /// Adds a file with its content id.
    pub fn add(&mut self, path: PathBuf, version: ContentId) {
        self.0.push(ExpectedVersion {
            identity: identity(&path),
            path,
            version,
            is_checked: AtomicBool::new(false),
        });
    }

    /// Whether no file must have a version.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares the content of a file that the call has read.
    ///
    /// # Errors
    ///
    /// `Stale` if the content differs.
    pub fn check(&self, path: &Path, version: impl Fn() -> ContentId) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let identity = identity(path);
        for expected in self
            .0
            .iter()
            .filter(|expected| expected.identity == identity)
        {
            expected.is_checked.store(true, Ordering::Relaxed);
            let now = version();
            if now != expected.version {
                let message =
                    format!("the file has changed since it was read; its content id is now {now}");
                let error = Error::new(ErrorKind::Stale, message).with_path(path);
                return Err(error.with_paths(vec![path.to_owned()]));
            }
        }
        Ok(())
    }

    /// Checks that the call has read every file.
    ///
    /// # Errors
    ///
    /// `Stale` if a file is not in the scope or could not be read.
    pub fn check_all_read(&self) -> Result<()> {
        let is_unchecked =
            |expected: &&ExpectedVersion| !expected.is_checked.load(Ordering::Relaxed);
        match self.0.iter().find(is_unchecked) {
            Some(expected) => {
                let message = "cannot compare the file: it does not exist in the scope, or it \
                               could not be read as text";
                let error = Error::new(ErrorKind::Stale, message).with_path(&expected.path);
                Err(error.with_paths(vec![expected.path.clone()]))
            }
            None => Ok(()),
        }
    }
}

/// One edit: its files, its limits, and the planner that computes the new texts.
pub struct EditCall<P> {
    /// Computes the new texts.
    pub planner: Arc<P>,
    /// Files of the edit whose texts are planned; its call has begun.
    pub scope: Scope,
    /// Files that are created, deleted or renamed with the bytes that they have.
    pub operations: Vec<FileOperation>,
    /// Whether every root must be a file that can be planned; otherwise the call fails.
    pub needs_every_root: bool,
    /// Whether nothing is written.
    pub dry_run: bool,
    /// Token of a preview whose changes the call must make.
    pub preview: Option<String>,
    /// Content ids that files must have.
    pub if_versions: Arc<ExpectedVersions>,
    /// Hash of the options that determine the changes, excluding the locations of the files.
    pub request: u64,
    /// Maximum number of changes.
    pub max_replacements: Option<u64>,
    /// Maximum number of files with changes.
    pub max_files: Option<u64>,
    /// Whether a file with syntax errors fails the call.
    pub fail_on_parse_error: bool,
    /// Maximum time for planning one file.
    pub time_per_file: Option<Duration>,
    /// Maximum size of a file in bytes.
    pub max_file_size: Option<u64>,
    /// Maximum number of bytes of a file that is held in memory.
    pub max_held: usize,
    /// Encoding of files without a byte order mark.
    pub encoding: Option<String>,
    /// Maximum time to wait for other edits of the same trees.
    pub wait: Duration,
    /// Settings of the undo journal.
    pub journal: JournalOptions,
    /// Name of the operation in the undo journal, in `snake_case`.
    pub operation: &'static str,
    /// Worker pool; `None` for the shared pool.
    pub pool: Option<Pool>,
}

impl<P> EditCall<P> {
    /// Returns the kinds of roots that the call accepts.
    pub(super) fn root_kinds(&self) -> RootKinds {
        match self.needs_every_root {
            true => RootKinds::Files,
            false => RootKinds::FilesAndDirs,
        }
    }
}
