//! Text edits: line diffs of two texts, as data, as unified diffs and as edits of the Language
//! Server Protocol; edits of one text; patches; the engine of all edits of files.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the library
//! also use [`internal`], which is not a stable interface. This crate knows no syntax.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `diff` | differences of two texts |
//! | `text` | edits of one text |
//! | `patch` | patches and their application to a text |
//! | `engine` | edits of files: plans all files, then changes all or none |

mod diff;
mod engine;
pub mod internal;
mod patch;
mod text;

pub use diff::{
    DiffLine, DiffOptions, Hunk, LineDiff, LineKind, TextEdit, diff_lines, unified_diff,
};
pub use engine::FileChange;
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
