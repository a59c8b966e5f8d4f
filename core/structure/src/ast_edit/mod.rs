//! Structural rewriting: replaces code that matches a pattern, in all files of a scope or in none.
//!
//! - `options`: options for `ast_edit`.
//! - `outcome`: results of the call.
//! - `planner`: plans the text of one file in its languages.
//! - `text_plan`: edits of one text, and the new text.
//! - `rewrite`: matches in one text and their replacements.
//! - `template`: a parsed replacement, rendered for each match.
//! - `brackets`: brackets around inserted expressions.
//! - `operands`: expressions that need brackets although their grammar accepts them without.
//! - `statements`: expressions at the start of a statement.
//! - `separators`: separators of deleted list elements.
//! - `syntax`: literals, indentation and statement ends around a replacement.
//! - `gaps`: gaps that deletions leave in the syntax.
//! - `tokens`: blanks between words that an edit would join.
//! - `literals`: ranges of literals.
//! - `check`: compares syntax errors before and after.
//! - `renames`: a shortcut in the check for edits that only rename.
//!
//! The engine in the crate `ransack-edit` plans all files of a call, and then changes all of them or
//! none.

pub(crate) mod brackets;
pub(crate) mod check;
mod gaps;
mod literals;
mod operands;
pub(crate) mod options;
pub(crate) mod outcome;
pub(crate) mod planner;
mod renames;
mod rewrite;
mod separators;
mod statements;
pub(crate) mod syntax;
mod template;
pub(crate) mod text_plan;
mod tokens;

use ransack_base::{CancelToken, Result};
use ransack_edit::internal::{self as engine, EditCall};
use ransack_search::internal::{begin_scope, name_paths, scope_pool};

use planner::SyntaxPlanner;

pub use options::{AstEditOptions, Keeps, Rewrite};
pub use outcome::{AstChange, AstEditOutcome, EditResult, EditStatus};
pub use ransack_edit::FileChange;
pub use ransack_transaction::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    interrupted_edits, recover_edits,
};

/// Searches files for code that matches patterns and replaces it. The default is a dry run, which
/// returns the replacements and writes nothing.
///
/// Each file is parsed in its own language. If matches of one rewrite are nested, only the
/// outermost is replaced. Bytes outside the replacements are unchanged, even in UTF-16 files. A `;`
/// or comment after the matched code is kept, unless the pattern itself ends with a `;` or comment.
///
/// # Applying
///
/// If [`dry_run`](AstEditOptions::dry_run) is false, all new texts are computed and checked before
/// the first file is written, and either every file gets its new text or none does. A file keeps
/// its mode, its owner, its symbolic and hard links and, on Linux, its access control list and
/// extended attributes. If another process changes a file, its mode or its links before the edit is
/// complete, that change is kept and the call fails. This does not hold for files that cannot be
/// exchanged atomically, where a concurrent write may be lost: files with several hard links, mount
/// points, and all files on systems other than Linux or on file systems without `RENAME_EXCHANGE`.
///
/// Edits of the same files exclude each other, both within a process and across processes: while an
/// edit is in progress, no other edit can have a root that contains, equals or lies inside one of
/// its roots. See [`wait`](AstEditOptions::wait).
///
/// The token is checked until the first file is replaced; after that, the call runs to completion.
///
/// # Open buffers
///
/// A file with an open buffer is never written, because its editor holds the text. If at least one
/// of the changed files has an open buffer in the workspace, no file is written: the call returns
/// like a dry run, with [`applied`](AstEditOutcome::applied) false. The editor then applies
/// [`FileChange::text_edits`] to all files, those without a buffer included, so that either all files
/// change or none. Buffers of other files do not matter.
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{AstEditOptions, CancelToken, Workspace, WorkspaceOptions, ast_edit};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.js"), "old(1);\n")?;
/// std::fs::write(dir.join("b.js"), "old(2);\n")?;
/// let workspace = Workspace::open(dir, &WorkspaceOptions::default())?;
/// workspace.set_buffer("b.js", "// é\nold(3);\n")?;
/// let options = AstEditOptions::new("old($A)", "fresh($A)", &workspace).dry_run(false);
/// let outcome = ast_edit(&options, &CancelToken::new())?;
/// assert!(!outcome.applied);
/// let buffer = &outcome.file_changes[1];
/// assert!(buffer.uri.ends_with("/b.js") && buffer.has_buffer);
/// assert_eq!(buffer.text_edits[0].range, (1, 0).into()..(1, 3).into());
/// assert_eq!(buffer.text_edits[0].new_text, b"fresh");
/// # assert_eq!(std::fs::read(dir.join("a.js"))?, b"old(1);\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Interrupted edits
///
/// If the process dies during an edit, each file has its old or its new text. A file written in
/// place, because it has several hard links or is a mount point, may contain parts of both.
/// Journals (`.ransack-edit-*.journal`) in the directories of the files record the state. The next
/// call with such a directory in scope first repairs the whole edit, regardless of the call's
/// filters and even if the tree has been moved or mounted elsewhere. An incomplete edit is undone; a
/// complete edit never is. A dry run repairs nothing and reports the files of interrupted edits.
/// [`recover_edits`] repairs without editing.
///
/// An interrupted edit that belongs to another user or cannot be read is left unchanged and
/// reported. Other edits fail only if they change the same files.
///
/// # Cost
///
/// New texts are parsed incrementally, starting from the tree of the old text. In languages with
/// C-like tokens, an edit that only changes names needs no parse once an earlier parse has shown
/// that each new name is an identifier in that position.
///
/// A diff is O(n) in the file and is computed on the worker that plans the file. All new texts and
/// diffs are held in memory until the call ends. Making them durable takes a few commits of
/// the file system's journal in total, rather than one per file. On Linux, an edit of more than
/// eight files syncs the whole file system.
///
/// # Errors
///
/// - Any error that [`ast_grep`](super::ast_grep) can return.
/// - `InvalidPattern`: a replacement uses a metavariable that is not in its pattern.
/// - [`OverlappingEdits`](crate::ErrorKind::OverlappingEdits): two replacements overlap.
/// - [`SyntaxError`](crate::ErrorKind::SyntaxError): the edits would add a syntax error, or a
///   deletion would make the code after it part of the code before it.
/// - [`Stale`](crate::ErrorKind::Stale): a file has changed since it was read; files have changed
///   since the preview ([`Error::paths`](crate::Error::paths) lists them); a file does not have its
///   content id in [`if_versions`](AstEditOptions::if_versions); the call makes different changes
///   from those in the preview; the preview token is unknown; or another edit of the same files is
///   running or cannot be repaired.
/// - `Io`, `PermissionDenied`: a file or a journal cannot be written, or the directory of an edited
///   file cannot be listed, so an interrupted edit in it could go unnoticed.
///
/// If the call fails, no file has changed unless [`Error::paths`](crate::Error::paths) lists it. For
/// `Stale`, the paths are the files that caused the error.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{AstEditOptions, CancelToken, ast_edit};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.js"), "var a = 1; // one\n").unwrap();
/// let mut options = AstEditOptions::new("var $A = $B", "let $A = $B", dir);
/// let preview = ast_edit(&options, &CancelToken::new())?;
/// assert_eq!(preview.changes[0].after, b"let a = 1");
///
/// options.dry_run = false;
/// options.preview = Some(preview.preview);
/// assert!(ast_edit(&options, &CancelToken::new())?.applied);
/// assert_eq!(std::fs::read(dir.join("a.js")).unwrap(), b"let a = 1; // one\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn ast_edit(options: &AstEditOptions, token: &CancelToken) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let scope = begin_scope(&options.scope);
    let pool = scope_pool(&scope, options.pool.as_ref());
    let options = AstEditOptions {
        scope,
        pool,
        ..options.clone()
    };
    let edited = options.call(token).and_then(|call| edit(&call, token));
    edited.map_err(|error| name_paths(&options.scope, error))
}

/// Edits files. The call that the scope belongs to has already begun.
pub(crate) fn edit(call: &EditCall<SyntaxPlanner>, token: &CancelToken) -> Result<AstEditOutcome> {
    let outcome = engine::edit(call, token)?;
    let edits = call.planner.results(&outcome.changes);
    Ok(AstEditOutcome::new(outcome, edits))
}
