//! Edits of named files: their texts, and files that are created, deleted or renamed.
//!
//! - `options`: edits and their options.
//! - `planner`: plans the text of one file.
//! - `anchors`: edits whose line numbers belong to a snapshot, and lines that no read has shown.

mod anchors;
mod options;
mod planner;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, rel_path, slashed};
use ransack_base::{CancelToken, Error, ErrorKind, OptionName, RelPath, Report, Result};
use ransack_search::Scope;
use ransack_search::internal::{begin_scope, name_paths, scope_pool, shown_file};
use ransack_transaction::{InterruptedEdit, RecoveredFile};

pub use options::{EditOptions, FileEdit, FileEditAction};

use crate::engine::{
    self, EditCall, ExpectedVersions, FileChange, FileOperation, OperationKind, identity, path_in,
};
use crate::text::{MatchLevel, TextAction, TextEditResult};
use anchors::EditAnchor;
use planner::{FileTextEdits, TextPlanner};

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Result of [`edit`]: the changes made or, in a dry run, planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileEditOutcome {
    /// Files with changes. [`root`](FileChange::root) is the index of the first edit of the file.
    pub file_changes: Vec<FileChange>,
    /// Result of each edit, in the order of the options.
    pub edits: Vec<TextEditResult>,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace, in which case no file was written.
    pub applied: bool,
    /// Id of the edit in the undo journal, for [`undo`](crate::undo). `None` if no file was written, and if
    /// the edit was not recorded; the [`hints`](Report::hints) of the report say why.
    pub id: Option<String>,
    /// Token that identifies these exact changes to these exact files; see [`EditOptions::preview`].
    pub preview: String,
    /// Files of interrupted edits that the call repaired before planning.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories of the files.
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call.
    pub report: Report,
}

/// Edits named files: replaces quoted passages or lines, inserts text, creates, deletes and renames
/// files. Changes either all files or none. The default is a dry run, which returns the changes and
/// writes nothing.
///
/// All edits refer to the files as they were before the call, except that the line numbers of an edit
/// with a [`snapshot`](FileEdit::snapshot) refer to that snapshot. Edits of one text follow the rules of
/// [`edit_text`](crate::edit_text). A file may be edited and renamed in the same call, with its old
/// path in all of its edits. Bytes outside the edits stay, in files of every encoding.
///
/// `ast_edit` describes guarantees, open buffers and interrupted edits: a file keeps its mode, its
/// owner, its links and its attributes, a change by another process makes the call fail, and a call
/// after a crash repairs what was left. A created file gets missing parent directories. A directory
/// that becomes empty stays.
///
/// # Cost
///
/// Reads and diffs each file once; see [`edit_text`](crate::edit_text). Making the changes durable
/// takes a few commits of the file system's journal in total.
///
/// # Errors
///
/// - Any error of [`edit_text`](crate::edit_text), with the path of the file.
/// - `InvalidOption`: there are no edits; a file is not text, or larger than the limit; a path to
///   delete or rename is not a regular file; a path to add ends with a slash; a path leads outside
///   the workspace.
/// - [`OverlappingEdits`](ErrorKind::OverlappingEdits): a file is created, deleted or renamed twice,
///   or its text is edited although it is created or deleted.
/// - [`Stale`](ErrorKind::Stale): a file has changed since it was read or since the preview; a file or an
///   open buffer has a path to add; a file does not have the content id in [`FileEdit::if_version`], or is
///   part of another edit that is running; the lines of a snapshot have changed, their place is not
///   certain, or the snapshot is not retained ([`Error::passages`] has the current lines); a hash
///   differs; [`only_seen`](EditOptions::only_seen) is set, and no read has shown a line.
/// - `NotFound`, `PermissionDenied`, `Io`: a file cannot be read or written.
/// - `Aborted` or `Timeout` if the token fires before the first file is replaced.
///
/// If the call fails, no file has changed unless [`Error::paths`] lists it.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, EditOptions, FileEdit, FileEditAction, TextAction, edit};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.txt"), "one\ntwo\n")?;
/// let edits = [
///     FileEdit::new("a.txt", TextAction::replace("two", "2")),
///     FileEdit::new("b/c.txt", FileEditAction::create("new\n")),
/// ];
/// let options = EditOptions::default().path(dir).edits(edits).dry_run(false);
/// assert!(edit(&options, &CancelToken::new())?.applied);
/// assert_eq!(std::fs::read(dir.join("a.txt"))?, b"one\n2\n");
/// assert_eq!(std::fs::read(dir.join("b/c.txt"))?, b"new\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn edit(options: &EditOptions, token: &CancelToken) -> Result<FileEditOutcome> {
    token.heartbeat()?;
    let paths = options.edits.iter().map(|edit| options.locate(&edit.path));
    let mut scope = Scope::default().roots(paths);
    scope.workspace.clone_from(&options.workspace);
    scope = begin_scope(&scope);
    scope.roots.clear();
    let edited = edit_in(options, &scope, token);
    edited.map_err(|error| name_paths(&scope, error))
}

/// Edits files of `scope`, which has no root yet and a call that has begun.
fn edit_in(options: &EditOptions, scope: &Scope, token: &CancelToken) -> Result<FileEditOutcome> {
    if options.edits.is_empty() {
        return Err(Error::option("there are no edits"));
    }
    let mut files = EditedFiles {
        scope,
        options,
        files: Vec::new(),
    };
    for (index, edit) in options.edits.iter().enumerate() {
        let added = files.add(index, edit);
        added.map_err(|error| error.in_element(OptionName::Edits, index))?;
    }
    let (texts, operations) = files.divide();
    let scope_of_texts = scope
        .clone()
        .roots(texts.iter().map(|file| file.path.clone()));
    let mut versions = ExpectedVersions::default();
    for edit in &options.edits {
        if let Some(version) = edit.if_version {
            versions.add(path_in(scope, &options.locate(&edit.path)), version);
        }
    }
    let first_edits: Vec<u32> = texts.iter().map(|file| file.first).collect();
    let planner = Arc::new(TextPlanner::new(texts, options));
    let call = EditCall {
        planner: planner.clone(),
        scope: scope_of_texts,
        operations,
        needs_every_root: true,
        dry_run: options.dry_run,
        preview: options.preview.clone(),
        if_versions: Arc::new(versions),
        request: options.request(),
        max_replacements: None,
        max_files: None,
        fail_on_parse_error: false,
        time_per_file: None,
        max_file_size: options.max_file_size,
        max_held: MAX_TEXT,
        encoding: options.encoding.clone(),
        wait: options.wait,
        journal: options.journal.clone(),
        operation: "edit",
        pool: scope_pool(scope, options.pool.as_ref()),
    };
    let outcome = engine::edit(&call, token)?;
    let mut file_changes = outcome.file_changes;
    // Operations follow the edited texts and have the indices already.
    let texts = file_changes.len() - call.operations.len();
    for change in file_changes.iter_mut().take(texts) {
        change.root = first_edits[change.root as usize];
    }
    let mut results = vec![
        TextEditResult {
            level: MatchLevel::Exact,
            is_changed: true,
            lines: Vec::new(),
        };
        options.edits.len()
    ];
    for (index, result) in planner.results() {
        if let Some(known) = results.get_mut(index) {
            *known = result;
        }
    }
    Ok(FileEditOutcome {
        file_changes,
        edits: results,
        applied: outcome.applied,
        id: outcome.id,
        preview: outcome.preview,
        recovered: outcome.recovered,
        interrupted: outcome.interrupted,
        report: outcome.report,
    })
}

/// Files of a call, in the order of their first edits.
struct EditedFiles<'c> {
    scope: &'c Scope,
    options: &'c EditOptions,
    files: Vec<FileWithEdits>,
}

/// Edits of one file.
struct FileWithEdits {
    /// Path; absolute in a workspace.
    path: PathBuf,
    /// Path as results show it.
    shown: RelPath,
    identity: PathBuf,
    /// Index of the first edit of the file.
    first: u32,
    texts: Vec<(usize, TextAction)>,
    anchors: BTreeMap<usize, EditAnchor>,
    operation: Option<OperationKind>,
}

impl EditedFiles<'_> {
    fn add(&mut self, index: usize, edit: &FileEdit) -> Result<()> {
        let anchor = EditAnchor::of(edit)?;
        let at = self.file(&edit.path, index as u32)?;
        self.files[at]
            .anchors
            .extend(anchor.map(|anchor| (index, anchor)));
        let operation = match &edit.action {
            FileEditAction::Text(action) => {
                self.files[at].texts.push((index, action.clone()));
                None
            }
            FileEditAction::Create { .. } if edit.if_version.is_some() => {
                let message = "a file that is created has no content before; omit its content id";
                return Err(Error::option(message));
            }
            FileEditAction::Create {
                text,
                is_executable,
            } => Some(OperationKind::Create {
                bytes: text.clone().into_bytes(),
                is_executable: *is_executable,
            }),
            FileEditAction::Delete => Some(OperationKind::Delete),
            FileEditAction::Rename { to } if to.as_os_str().is_empty() => {
                return Err(Error::option("the new path is empty"));
            }
            FileEditAction::Rename { to } => {
                let (to, shown) = self.resolve(to)?;
                if absolute(&to).ok() == absolute(&self.files[at].path).ok() {
                    return Err(Error::option("the new path is the old path"));
                }
                Some(OperationKind::Rename { to, shown })
            }
        };
        let file = &mut self.files[at];
        let is_second = operation.is_some() && file.operation.is_some();
        file.operation = file.operation.take().or(operation);
        let is_replaced = !matches!(file.operation, None | Some(OperationKind::Rename { .. }));
        if is_second || is_replaced && !file.texts.is_empty() {
            let message = "another edit creates, deletes or renames the same file";
            let error = Error::new(ErrorKind::OverlappingEdits, message);
            return Err(error.with_path(&edit.path));
        }
        Ok(())
    }

    /// Returns the number of a file in the list, to which it is added.
    fn file(&mut self, given: &Path, first: u32) -> Result<usize> {
        let (path, shown) = self.resolve(given)?;
        let identity = identity(&path);
        let known = self.files.iter().position(|file| file.identity == identity);
        Ok(known.unwrap_or_else(|| {
            self.files.push(FileWithEdits {
                path,
                shown,
                identity,
                first,
                texts: Vec::new(),
                anchors: BTreeMap::new(),
                operation: None,
            });
            self.files.len() - 1
        }))
    }

    /// Returns a caller's path in the form used to open the file, and as results show it: in a
    /// workspace, relative to its root, otherwise as given.
    fn resolve(&self, given: &Path) -> Result<(PathBuf, RelPath)> {
        let located = self.options.locate(given);
        if located.as_os_str().is_empty() {
            return Err(Error::option("the path is empty"));
        }
        let path = path_in(self.scope, &located);
        let shown = match (&self.scope.workspace, given.as_os_str().is_empty()) {
            (Some(_), _) => shown_file(self.scope, &path)?,
            (None, true) => rel_path(slashed(located.as_os_str()).to_vec()),
            (None, false) => rel_path(slashed(given.as_os_str()).to_vec()),
        };
        Ok((path, shown))
    }

    /// Divides the files into those whose texts are edited and the others.
    fn divide(self) -> (Vec<FileTextEdits>, Vec<FileOperation>) {
        let (mut texts, mut operations) = (Vec::new(), Vec::new());
        for file in self.files {
            match file.operation {
                Some(kind) if file.texts.is_empty() => operations.push(FileOperation {
                    path: file.path,
                    shown: file.shown,
                    root: file.first,
                    kind,
                }),
                operation => texts.push(FileTextEdits {
                    path: file.path,
                    shown: file.shown,
                    first: file.first,
                    edits: file.texts,
                    anchors: file.anchors,
                    rename_to: match operation {
                        Some(OperationKind::Rename { to, shown }) => Some((to, shown)),
                        _ => None,
                    },
                }),
            }
        }
        (texts, operations)
    }
}
