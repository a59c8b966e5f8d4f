//! Text edits: line diffs of two texts, as data, as unified diffs and as edits of the Language
//! Server Protocol; edits of one text; patches.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. This crate handles bytes;
//! it reads no files and knows no syntax.

mod diff;
mod patch;
mod text;

pub use diff::{
    DiffLine, DiffOptions, Hunk, LineDiff, LineKind, TextEdit, diff_lines, unified_diff,
};
pub use patch::{
    AppliedHunk, FileChangeKind, FilePatch, Patch, PatchHunk, PatchOptions, PatchedText,
    parse_patch,
};
#[doc(no_inline)]
pub use ransack_base::{CancelToken, Error, ErrorKind, Result};
pub use text::{
    ChangedLines, EditTextOptions, EditedText, ExpectedCount, MatchLevel, TextAction,
    TextEditResult, TextPlace, edit_text,
};
