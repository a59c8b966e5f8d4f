//! Options for [`apply_patch`](super::apply_patch).

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::ScopeWorkspace;
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::{DEFAULT_WAIT, digest};

use crate::engine::request_of;

/// Options for [`apply_patch`](super::apply_patch).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ApplyPatchOptions {
    /// Patch, in a format that [`parse_patch`](crate::parse_patch) reads. Default: empty, which is an
    /// error.
    pub patch: Vec<u8>,
    /// Directory that the paths in the patch are relative to: absolute or relative to the current
    /// directory or, in a workspace, to the workspace's root. Default: empty, the current directory
    /// or the workspace's root.
    pub path: PathBuf,
    /// Workspace that contains the files. If a file with changes has an open buffer, no file is
    /// written. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Whether to undo the patch: to change files that have its new lines so that they have its old
    /// lines. Default: false.
    pub reverse: bool,
    /// Number of context lines at each end of a hunk that may differ from the file, if the hunk fits
    /// nowhere otherwise. Default: 0.
    pub fuzz: usize,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run. If the changes or the files have changed since, the call fails.
    /// Default: `None`, which skips this check.
    pub preview: Option<String>,
    /// Maximum size of a file in bytes, before and after patching; if a file is larger, the call
    /// fails. Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label of the WHATWG Encoding Standard. The
    /// patch is then UTF-8, and text is written back in the encoding of its file. Default: `None`,
    /// which compares the bytes of the patch with the bytes of the file.
    pub encoding: Option<String>,
    /// Maximum time to wait for other edits of the same files to end. A dry run does not wait.
    /// Default: 10 seconds.
    pub wait: Duration,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: the user's
    /// journal, and a session for this process.
    pub journal: JournalOptions,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for ApplyPatchOptions {
    fn default() -> ApplyPatchOptions {
        ApplyPatchOptions {
            patch: Vec::new(),
            path: PathBuf::new(),
            workspace: None,
            reverse: false,
            fuzz: 0,
            dry_run: true,
            preview: None,
            max_file_size: Some(16 << 20),
            encoding: None,
            wait: DEFAULT_WAIT,
            journal: JournalOptions::default(),
            pool: None,
        }
    }
}

impl ApplyPatchOptions {
    /// Creates options with a patch, the directory that its paths are relative to, and default values.
    pub fn new(patch: impl Into<Vec<u8>>, path: impl Into<PathBuf>) -> ApplyPatchOptions {
        ApplyPatchOptions {
            patch: patch.into(),
            path: path.into(),
            ..ApplyPatchOptions::default()
        }
    }

    /// Returns the hash of the options that determine the changes, excluding the locations of the
    /// files.
    pub(super) fn request(&self) -> u64 {
        let ApplyPatchOptions {
            patch,
            reverse,
            fuzz,
            max_file_size,
            encoding,
            ..
        } = self;
        request_of(&(digest(patch), reverse, fuzz, max_file_size, encoding))
    }
}

setters! { ApplyPatchOptions {
    into(Vec<u8>) patch,
    into(PathBuf) path,
    some(ScopeWorkspace) workspace,
    value(bool) reverse,
    value(usize) fuzz,
    value(bool) dry_run,
    some(String) preview,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    value(JournalOptions) journal,
    option(Pool) pool,
}}
