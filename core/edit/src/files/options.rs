//! Edits of files and their options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{ContentId, Pool};
use ransack_search::ScopeWorkspace;
use ransack_transaction::internal::DEFAULT_WAIT;

use crate::engine::request_of;
use crate::text::TextAction;

/// Edit of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FileEdit {
    /// Path of the file: absolute or relative to [`EditOptions::path`]; empty if that is the file. Of a
    /// file that is renamed, its old path.
    pub path: PathBuf,
    /// Effect on the file.
    pub action: FileEditAction,
    /// Content id that the file must have before the call, as results of searches and outlines give
    /// it. Default: `None`, which accepts any content.
    pub if_version: Option<ContentId>,
}

/// Effect of an edit on its file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileEditAction {
    /// Edits the text.
    Text(TextAction),
    /// Creates the file, with missing parent directories. The file must not exist.
    Create {
        /// Text of the file, written as UTF-8.
        text: String,
        /// Whether the file may be executed.
        is_executable: bool,
    },
    /// Deletes the file.
    Delete,
    /// Gives the file another path, at which nothing may exist.
    Rename {
        /// New path: absolute or relative to [`EditOptions::path`].
        to: PathBuf,
    },
}

impl FileEditAction {
    /// Creates a file that is not executable.
    pub fn create(text: impl Into<String>) -> FileEditAction {
        FileEditAction::Create {
            text: text.into(),
            is_executable: false,
        }
    }

    /// Gives the file another path.
    pub fn rename(to: impl Into<PathBuf>) -> FileEditAction {
        FileEditAction::Rename { to: to.into() }
    }
}

impl From<TextAction> for FileEditAction {
    fn from(action: TextAction) -> FileEditAction {
        FileEditAction::Text(action)
    }
}

impl FileEdit {
    /// Creates an edit of the file at `path`, whatever its content.
    pub fn new(path: impl Into<PathBuf>, action: impl Into<FileEditAction>) -> FileEdit {
        FileEdit {
            path: path.into(),
            action: action.into(),
            if_version: None,
        }
    }

    /// Sets [`if_version`](FileEdit::if_version).
    #[must_use]
    pub fn if_version(mut self, version: impl Into<Option<ContentId>>) -> FileEdit {
        self.if_version = version.into();
        self
    }
}

/// Options for [`edit`](super::edit).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EditOptions {
    /// Directory at which relative paths in the edits start, or the file of edits with an empty path;
    /// relative to the current directory or, in a workspace, to the workspace's root. Default:
    /// `None`, the current directory or the workspace's root.
    pub path: Option<PathBuf>,
    /// Edits to make. Default: empty, which is an error.
    pub edits: Vec<FileEdit>,
    /// Workspace that contains the files. If a file with changes has an open buffer, no file is written. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Whether a quoted text that does not occur may be found by more tolerant comparisons; see
    /// [`EditTextOptions::tolerant`](crate::EditTextOptions::tolerant). Default: false.
    pub tolerant: bool,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run. If the changes or the files have changed since, the call fails.
    /// Default: `None`, which skips this check.
    pub preview: Option<String>,
    /// Maximum size of a file in bytes, before and after editing; if a file is larger, the call fails.
    /// Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label of the WHATWG Encoding Standard. Text
    /// is written back in the encoding of its file. Default: `None`, which reads UTF-8.
    pub encoding: Option<String>,
    /// Maximum time to wait for other edits of the same files to end. A dry run does not wait.
    /// Default: 10 seconds.
    pub wait: Duration,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for EditOptions {
    fn default() -> EditOptions {
        EditOptions {
            path: None,
            edits: Vec::new(),
            workspace: None,
            tolerant: false,
            dry_run: true,
            preview: None,
            max_file_size: Some(16 << 20),
            encoding: None,
            wait: DEFAULT_WAIT,
            pool: None,
        }
    }
}

impl EditOptions {
    /// Creates options with one edit and default values.
    pub fn new(path: impl Into<PathBuf>, action: impl Into<FileEditAction>) -> EditOptions {
        EditOptions {
            edits: vec![FileEdit::new(path, action)],
            ..EditOptions::default()
        }
    }

    /// Returns a path of an edit from the current directory or the root of the workspace.
    pub(super) fn locate(&self, path: &Path) -> PathBuf {
        match &self.path {
            None => path.to_owned(),
            Some(root) if path.as_os_str().is_empty() => root.clone(),
            Some(root) => root.join(path),
        }
    }

    /// Returns the hash of the options that determine the changes, excluding the locations of the
    /// files.
    pub(super) fn request(&self) -> u64 {
        let actions = self.edits.iter().map(|edit| match &edit.action {
            FileEditAction::Rename { .. } => None,
            action => Some(action),
        });
        let actions: Vec<_> = actions.collect();
        let EditOptions {
            tolerant,
            max_file_size,
            encoding,
            ..
        } = self;
        request_of(&(actions, tolerant, max_file_size, encoding))
    }
}

setters! { EditOptions {
    some(PathBuf) path,
    list(FileEdit) edits,
    some(ScopeWorkspace) workspace,
    value(bool) tolerant,
    value(bool) dry_run,
    some(String) preview,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    option(Pool) pool,
}}
