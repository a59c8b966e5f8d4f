use crate::ast::item::Span;
use crate::path::RelPath;
use crate::report::Report;

/// What [`ast_edit`](super::ast_edit) changed or would change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstEditOutcome {
    /// The replacements, by path, then pass, then position.
    pub changes: Vec<AstChange>,
    /// The files with replacements, by path.
    pub file_changes: Vec<FileChange>,
    /// Number of replacements: as many as there are `changes`.
    pub total_replacements: u64,
    /// Whether the files on disk are now as the changes say. False for a
    /// preview, in which case none of them is.
    pub applied: bool,
    /// Stands for exactly these changes of exactly these texts; see
    /// [`AstEditOptions::preview`](super::AstEditOptions::preview).
    pub preview: String,
    /// How far the changes are all that could be made. `total_matches` counts
    /// replacements, and there is no `next_offset`.
    pub report: Report,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstChange {
    /// The file, relative to the root; for a root that is a file, its name.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// The language in which the match was found, by name.
    pub language: &'static str,
    /// Number of the rewrite, 0-based, in the order given.
    pub rewrite: u32,
    /// Number of the pass over the file, 0-based; see
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat).
    pub pass: u32,
    /// What is replaced, in the text that the pass began with. Offsets in a
    /// file in UTF-16 count bytes of it as UTF-8.
    pub span: Span,
    /// What was there.
    pub before: Vec<u8>,
    /// What comes in its place.
    pub after: Vec<u8>,
}

/// The replacements in one file, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChange {
    /// The file, as in [`AstChange::path`].
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// Number of replacements.
    pub count: u64,
    /// Whether there still is something to replace after the last pass that
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat) allows. Not
    /// looked at if that is 1.
    pub is_unsettled: bool,
}

impl AstChange {
    /// About how many bytes this holds.
    pub(super) fn weight(&self) -> usize {
        size_of::<AstChange>() + self.before.len() + self.after.len()
    }
}
