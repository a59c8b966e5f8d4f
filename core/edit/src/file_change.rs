//! Effect of an edit or a patch on a file.

/// Effect of an edit or a patch on a file. Paths are relative, with `/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileChangeKind {
    /// The file is created.
    Create,
    /// The file is deleted.
    Delete,
    /// The text changes.
    #[default]
    Modify,
    /// The file gets this path, and its text may change.
    Rename(Vec<u8>),
    /// A copy is created at this path; its text may differ.
    Copy(Vec<u8>),
}
