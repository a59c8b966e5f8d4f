//! Files with changes.

use ransack::{FileChange, FileChangeKind};

use crate::ast_edit::{ransack_file_change, ransack_text_edit};

/// Effect of an edit or a patch on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_file_change_kind {
    /// The text changes.
    Modify = 0,
    /// The file is created.
    Create = 1,
    /// The file is deleted.
    Delete = 2,
    /// The file gets another path, and its text may change.
    Rename = 3,
    /// A copy with another path is created, and its text may differ.
    Copy = 4,
}

/// Converts an effect to a ransack_file_change_kind and the new path, which may be empty.
pub(crate) fn kind_and_path(kind: &FileChangeKind) -> (u32, &[u8]) {
    use ransack_file_change_kind as Kind;
    let (kind, path) = match kind {
        FileChangeKind::Modify => (Kind::Modify, &[][..]),
        FileChangeKind::Create => (Kind::Create, &[][..]),
        FileChangeKind::Delete => (Kind::Delete, &[][..]),
        FileChangeKind::Rename(path) => (Kind::Rename, &path[..]),
        FileChangeKind::Copy(path) => (Kind::Copy, &path[..]),
    };
    (kind as u32, path)
}

/// Files with changes, with all data that their C structs point to.
pub(crate) struct FileChanges {
    pub(crate) shown: Vec<ransack_file_change>,
    _text_edits: Vec<Vec<ransack_text_edit>>,
    _changes: Vec<FileChange>,
}

impl FileChanges {
    pub(crate) fn new(changes: Vec<FileChange>) -> FileChanges {
        let text_edits = |file: &FileChange| file.text_edits.iter().map(Into::into).collect();
        let text_edits: Vec<Vec<_>> = changes.iter().map(text_edits).collect();
        let shown = std::iter::zip(&changes, &text_edits)
            .map(|(file, edits)| ransack_file_change::new(file, edits));
        // Moving vectors does not move their content.
        FileChanges {
            shown: shown.collect(),
            _text_edits: text_edits,
            _changes: changes,
        }
    }
}
