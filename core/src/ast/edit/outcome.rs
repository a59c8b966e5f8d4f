//! Results of syntax edits.

use crate::ast::item::Span;
use crate::path::RelPath;
use crate::report::Report;

/// Result of [`ast_edit`](super::ast_edit): the replacements that it made or, in a dry run, would
/// make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstEditOutcome {
    /// Replacements, sorted by path, then by pass, then by position.
    pub changes: Vec<AstChange>,
    /// Files with replacements, sorted by path.
    pub file_changes: Vec<FileChange>,
    /// Number of replacements; equal to the length of `changes`.
    pub total_replacements: u64,
    /// Whether the changes are on disk. False for a dry run, which writes nothing.
    pub applied: bool,
    /// Token of exactly these changes of exactly these texts. Pass it as
    /// [`AstEditOptions::preview`](super::AstEditOptions::preview) to apply them.
    pub preview: String,
    /// Completeness of the changes. `total_matches` counts replacements; `next_offset` is always
    /// `None`.
    pub report: Report,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstChange {
    /// Path of the file relative to its root; for a root that is a file, its name.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language in which the match was found.
    pub language: &'static str,
    /// Index of the rewrite in [`AstEditOptions::rewrites`](super::AstEditOptions::rewrites),
    /// 0-based.
    pub rewrite: u32,
    /// Number of the pass over the file, 0-based; see
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat).
    pub pass: u32,
    /// Range of the replaced code in the text at the start of the pass. Offsets in a file that had
    /// to be decoded, such as UTF-16, count bytes of its text in UTF-8.
    pub span: Span,
    /// Replaced code.
    pub before: Vec<u8>,
    /// New code.
    pub after: Vec<u8>,
}

/// Number of replacements in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChange {
    /// Path of the file relative to its root; for a root that is a file, its name.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Number of replacements.
    pub count: u64,
    /// Whether the text still has matches after the last pass that
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat) allows. Always false if `repeat`
    /// is 1: the new text is not searched then.
    pub is_unsettled: bool,
}

impl AstChange {
    /// Approximate memory in bytes.
    pub(super) fn weight(&self) -> usize {
        size_of::<AstChange>() + self.before.len() + self.after.len()
    }
}
