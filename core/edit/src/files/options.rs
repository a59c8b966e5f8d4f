//! Edits of files and their options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{ContentId, Pool};
use ransack_search::ScopeWorkspace;
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::DEFAULT_WAIT;

use crate::engine::{path_below, request_of};
use crate::text::TextAction;

/// Edit of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FileEdit {
    /// Path of the file: absolute or relative to [`EditOptions::path`]; empty if that is the file.
    /// For a rename, the old path.
    pub path: PathBuf,
    /// Effect on the file.
    pub action: FileEditAction,
    /// Content id that the file must have before the call, as returned by searches and outlines.
    /// Default: `None`, which accepts any content.
    pub if_version: Option<ContentId>,
    /// Snapshot in which the line numbers of the edit count, as
    /// [`LinesRead::snapshot`](crate::LinesRead::snapshot) gives it. If the file has changed since, the
    /// edit goes where the lines are now, as [`resolve_lines`](crate::resolve_lines) finds them;
    /// otherwise the call fails. Default: `None`, which counts lines in the file as it is.
    pub snapshot: Option<ContentId>,
    /// Hash of each line that the edit replaces, or of the line next to which it inserts text, as
    /// [`ReadLinesOptions::hashes`](crate::ReadLinesOptions::hashes) gives it. A check, never the
    /// address. Default: empty, which checks none.
    pub hashes: Vec<String>,
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
    /// Moves the file to another path, which must not exist.
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

    /// Moves the file to another path.
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
            snapshot: None,
            hashes: Vec::new(),
        }
    }

    /// Sets [`if_version`](FileEdit::if_version).
    #[must_use]
    pub fn if_version(mut self, version: impl Into<Option<ContentId>>) -> FileEdit {
        self.if_version = version.into();
        self
    }

    /// Sets [`snapshot`](FileEdit::snapshot).
    #[must_use]
    pub fn snapshot(mut self, snapshot: impl Into<Option<ContentId>>) -> FileEdit {
        self.snapshot = snapshot.into();
        self
    }

    /// Sets [`hashes`](FileEdit::hashes), replacing all entries.
    #[must_use]
    pub fn hashes(mut self, hashes: impl IntoIterator<Item = impl Into<String>>) -> FileEdit {
        self.hashes = hashes.into_iter().map(Into::into).collect();
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
    /// Whether to find a quoted text that does not occur exactly by more tolerant comparisons; see
    /// [`EditTextOptions::tolerant`](crate::EditTextOptions::tolerant). Default: false.
    pub tolerant: bool,
    /// Whether to refuse changes of lines that no read of this process has shown: lines that an edit
    /// replaces, quotes, or names as the place of new text. Lines count that
    /// [`read_lines`](crate::read_lines) has returned from a retained snapshot of the file and that
    /// have not changed since. Default: false.
    pub only_seen: bool,
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
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: the user's
    /// journal, and a session for this process.
    pub journal: JournalOptions,
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
            only_seen: false,
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
        path_below(self.path.as_deref(), path)
    }

    /// Returns the hash of the options that determine the changes, excluding the locations of the
    /// files.
    pub(super) fn request(&self) -> u64 {
        let actions = self.edits.iter().map(|edit| match &edit.action {
            FileEditAction::Rename { .. } => None,
            action => Some((action, edit.snapshot, &edit.hashes)),
        });
        let actions: Vec<_> = actions.collect();
        let EditOptions {
            tolerant,
            only_seen,
            max_file_size,
            encoding,
            ..
        } = self;
        request_of(&(actions, tolerant, only_seen, max_file_size, encoding))
    }
}

setters! { EditOptions {
    some(PathBuf) path,
    list(FileEdit) edits,
    some(ScopeWorkspace) workspace,
    value(bool) tolerant,
    value(bool) only_seen,
    value(bool) dry_run,
    some(String) preview,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    value(JournalOptions) journal,
    option(Pool) pool,
}}
