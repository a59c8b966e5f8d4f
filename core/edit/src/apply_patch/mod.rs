//! Patches applied to files.
//!
//! - `options`: options of the call.
//! - `targets`: which change of the patch concerns which file.
//! - `planner`: plans the text of one file.
//!
//! Invariant: a patch is applied as a whole or not at all.

mod options;
mod planner;
mod targets;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, os_str};
use ransack_base::{CancelToken, Error, ErrorKind, Report, Result};
use ransack_search::Scope;
use ransack_search::internal::{begin_scope, check_path, name_paths, scope_has_buffer, scope_pool};
use ransack_transaction::internal::metadata_of_file;
use ransack_transaction::{InterruptedEdit, RecoveredFile};

pub use options::ApplyPatchOptions;

use crate::engine::{
    self, EditCall, ExpectedVersions, FileChange, FileOperation, OperationKind, path_in,
};
use crate::file_change::FileChangeKind;
use crate::patch::{AppliedHunk, FilePatch, Patch, PatchOptions, parse_patch};
use planner::{PatchCall, PatchPlanner};
use targets::{FileConflict, PatchTarget, choose_paths, targets};

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Result of [`apply_patch`]: the changes made or, in a dry run, planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApplyPatchOutcome {
    /// Files with changes, with paths relative to the directory of the call or, in a workspace, to the
    /// workspace's root.
    /// [`root`](FileChange::root) is the index of the first change of the file in the patch; `count` is
    /// the number of hunks.
    pub file_changes: Vec<FileChange>,
    /// Places of the hunks, for each change to a file in the order of the patch or, with
    /// [`reverse`](ApplyPatchOptions::reverse), of the reversed patch.
    pub patched: Vec<PatchedFile>,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes has
    /// an open buffer in the workspace: nothing at all was written then.
    pub applied: bool,
    /// Id of the edit in the undo journal, for [`undo`](crate::undo). `None` if no file was written, and if
    /// the edit was not recorded; the [`hints`](Report::hints) of the report say why.
    pub id: Option<String>,
    /// Token that identifies these exact changes to these exact files; see
    /// [`ApplyPatchOptions::preview`].
    pub preview: String,
    /// Files of interrupted edits that the call repaired before planning.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories of the files.
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call.
    pub report: Report,
}

/// Change of a patch that fits its file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchedFile {
    /// Path of the file in the patch, before the change.
    pub path: Vec<u8>,
    /// Place of each hunk.
    pub hunks: Vec<AppliedHunk>,
}

/// Applies a patch to the files below a directory. Changes either all files or none. The default is a
/// dry run, which returns the changes and writes nothing.
///
/// The patch is a unified diff, with the extensions of Git, or has the format that starts with
/// `*** Begin Patch`; see [`parse_patch`]. Hunks are placed by the rules of
/// [`FilePatch::apply`]. Files keep their encoding, their byte order mark and the ends of the lines
/// that do not change.
///
/// Renames and copies refer to the files before the patch, so two files can swap their names. A copy is
/// made from the bytes on disk, and listed as a created file. Several other changes to one path are
/// applied one after the other, as the patches of several commits require. A patch that makes a file
/// executable, or no longer so, changes its mode: the file is then replaced by a new one with the same
/// owner and attributes, and other hard links keep the old file. On Windows, this part of a patch is
/// ignored.
///
/// Of several names that may mean a file, the best one that exists is taken; see [`parse_patch`]. A
/// file to create gets the best one of those that need the fewest new directories.
///
/// `ast_edit` describes guarantees, open buffers and interrupted edits.
///
/// # Cost
///
/// Reads and diffs each file once; see [`FilePatch::apply`]. Making the changes durable takes a few
/// commits of the file system's journal in total.
///
/// # Errors
///
/// - [`InvalidPatch`](ErrorKind::InvalidPatch): any error of [`parse_patch`]; a path is absolute or
///   leads out of the directory or into a `.git` directory; the patch changes nothing, or cannot be reversed because it copies a
///   file or deletes one without its lines.
/// - [`PatchConflict`](ErrorKind::PatchConflict): hunks do not fit, a file does not exist, or a path to
///   add exists. The message names all conflicts of all files, up to 20; [`Error::passages`] returns
///   the places or the most similar lines of each, and [`Error::paths`] the files.
/// - `InvalidOption`: a file is not text, or larger than the limit; a path to delete or rename is not a
///   regular file; a path to add ends with a slash; the path of the call is not a directory; the
///   workspace does not allow a path.
/// - [`Stale`](ErrorKind::Stale): a file has changed since it was read or since the preview, or is part
///   of another edit that is running.
/// - `NotFound`, `PermissionDenied`, `Io`: a file cannot be read or written.
/// - `Aborted` or `Timeout` if the token fires before the first file is replaced.
///
/// If the call fails with another error than `PatchConflict`, no file has changed unless
/// [`Error::paths`] lists it.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{ApplyPatchOptions, CancelToken, apply_patch};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join("f"), "x\na\nb\n")?;
/// let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
/// let options = ApplyPatchOptions::new(patch, dir).dry_run(false);
/// let outcome = apply_patch(&options, &CancelToken::new())?;
/// assert_eq!(outcome.patched[0].hunks[0].offset, 1);
/// assert_eq!(std::fs::read(dir.join("f"))?, b"x\na\nB\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_patch(options: &ApplyPatchOptions, token: &CancelToken) -> Result<ApplyPatchOutcome> {
    token.heartbeat()?;
    let patch = parse_patch(&options.patch)?;
    let patch = match options.reverse {
        false => patch,
        true => patch.reversed().ok_or_else(|| {
            let message = "cannot reverse the patch: it copies a file, or deletes one without its \
                           lines";
            Error::new(ErrorKind::InvalidPatch, message)
        })?,
    };
    let mut scope = Scope::new(&options.path);
    scope.workspace.clone_from(&options.workspace);
    scope = begin_scope(&scope);
    scope.roots.clear();
    let applied = apply_in(options, patch, &scope, token);
    applied.map_err(|error| name_paths(&scope, error))
}

/// Returns the paths that a patch names.
///
/// # Errors
///
/// As for [`checked_path`].
fn paths_of(patch: &Patch) -> Result<Vec<PathBuf>> {
    let paths = patch.files.iter().flat_map(|file| {
        let to = match &file.change {
            FileChangeKind::Rename(to) | FileChangeKind::Copy(to) => Some(to),
            _ => None,
        };
        std::iter::once(&file.path).chain(to)
    });
    paths
        .map(|path| checked_path(path).map(Path::to_owned))
        .collect()
}

/// Returns a path of a patch.
///
/// # Errors
///
/// `InvalidPatch` if the path is absolute, has a component `..` or is in a `.git` directory.
fn checked_path(path: &[u8]) -> Result<&Path> {
    if cfg!(not(unix)) && std::str::from_utf8(path).is_err() {
        let message = "the patch names a path that is not UTF-8";
        let error = Error::new(ErrorKind::InvalidPatch, message);
        return Err(error.with_pattern(&String::from_utf8_lossy(path)));
    }
    let path = Path::new(os_str(path));
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    match !path.as_os_str().is_empty() && path.components().all(is_plain) {
        true => refuse_git(path, path).map(|()| path),
        false => Err(outside(path)),
    }
}

fn outside(path: &Path) -> Error {
    let message = "the patch names a path that is not below the directory of the call";
    let error = Error::new(ErrorKind::InvalidPatch, message);
    error.with_pattern(&path.to_string_lossy())
}

/// Fails if the place of a path of the patch, relative to the directory of the call, is in a `.git`
/// directory: hooks and settings there run commands. File systems have other names for it.
fn refuse_git(path: &Path, place: &Path) -> Result<()> {
    // Some file systems ignore these characters.
    let is_ignored = |letter: &char| matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    let is_git = |component: Component<'_>| {
        let name = component.as_os_str().to_string_lossy();
        let name = name.split(':').next().unwrap_or_default();
        let name: String = name.chars().filter(|letter| !is_ignored(letter)).collect();
        let name = name.trim_end_matches([' ', '.']);
        name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
    };
    if place.components().any(is_git) {
        let message = "the patch names a path in a `.git` directory, which no patch may change";
        let error = Error::new(ErrorKind::InvalidPatch, message);
        return Err(error.with_pattern(&path.to_string_lossy()));
    }
    Ok(())
}

/// Fails if links lead a path of the patch out of the directory of the call or into a `.git`
/// directory.
fn check_links(root: &Path, paths: &[PathBuf]) -> Result<()> {
    let dir = match root.as_os_str().is_empty() {
        true => Path::new("."),
        false => root,
    };
    let real = dir
        .canonicalize()
        .map_err(|error| Error::root(root, error))?;
    if !real.is_dir() {
        let message = "the path that a patch is applied to must be a directory";
        return Err(Error::option(message).with_path(root));
    }
    for path in paths {
        // The nearest directory or file that exists.
        let mut above = path.ancestors().map(|above| real.join(above));
        let found = above.find_map(|above| above.canonicalize().ok());
        let Some(found) = found else { continue };
        let place = found.strip_prefix(&real).map_err(|_| outside(path))?;
        refuse_git(path, place)?;
    }
    Ok(())
}

/// Applies a patch in `scope`, which has no root yet and a call that has begun.
fn apply_in(
    options: &ApplyPatchOptions,
    mut patch: Patch,
    scope: &Scope,
    token: &CancelToken,
) -> Result<ApplyPatchOutcome> {
    let root = path_in(scope, &options.path);
    let exists = |path: &[u8]| {
        let path = root.join(os_str(path));
        fs::symlink_metadata(&path).is_ok() || scope_has_buffer(scope, &path)
    };
    choose_paths(&mut patch, &|path| {
        checked_path(path).is_ok() && exists(path)
    });
    let paths = paths_of(&patch)?;
    for path in &paths {
        check_path(scope, &root.join(path))?;
    }
    check_links(&root, &paths)?;
    let (targets, conflicts) = targets(&patch, &exists);
    let call = Arc::new(PatchCall {
        patch,
        root: root.clone(),
        scope: scope.clone(),
        options: PatchOptions::default().fuzz(options.fuzz),
        max_size: options.max_file_size.unwrap_or(u64::MAX),
    });
    let mut files = PatchedFiles {
        call: &call,
        texts: Vec::new(),
        operations: Vec::new(),
        patched: call.patch.files.iter().map(PatchedFile::of).collect(),
        conflicts,
    };
    for target in targets {
        files.add(target, token)?;
    }
    let PatchedFiles {
        texts,
        operations,
        mut patched,
        conflicts,
        ..
    } = files;
    if texts.is_empty() {
        let message = "the patch changes nothing";
        let nothing = Error::new(ErrorKind::InvalidPatch, message);
        match call.conflict_error(conflicts.clone()) {
            Some(error) => return Err(error),
            None if operations.is_empty() => return Err(nothing),
            None => {}
        }
    }
    let first_steps: Vec<u32> = texts.iter().map(PatchTarget::first_step).collect();
    let sources = texts.iter().filter_map(|target| target.source.as_ref());
    let roots: Vec<PathBuf> = sources.map(|source| call.path_of(source)).collect();
    let planner = Arc::new(PatchPlanner::new(call.clone(), texts, conflicts));
    let call = EditCall {
        planner: planner.clone(),
        scope: scope.clone().roots(roots),
        operations,
        needs_every_root: true,
        dry_run: options.dry_run,
        preview: options.preview.clone(),
        if_versions: Arc::new(ExpectedVersions::default()),
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
        operation: "apply_patch",
        pool: scope_pool(scope, options.pool.as_ref()),
    };
    let outcome = engine::edit(&call, token)?;
    let mut file_changes = outcome.file_changes;
    // Operations follow the patched texts and have the indices already.
    let texts = file_changes.len() - call.operations.len();
    for change in file_changes.iter_mut().take(texts) {
        change.root = first_steps[change.root as usize];
    }
    for (step, hunks) in planner.hunks() {
        patched[step].hunks = hunks;
    }
    Ok(ApplyPatchOutcome {
        file_changes,
        patched,
        applied: outcome.applied,
        id: outcome.id,
        preview: outcome.preview,
        recovered: outcome.recovered,
        interrupted: outcome.interrupted,
        report: outcome.report,
    })
}

/// Files of a patch, by how they are planned.
struct PatchedFiles<'c> {
    call: &'c PatchCall,
    /// Files whose texts are patched.
    texts: Vec<PatchTarget>,
    /// Files that are created, or deleted or renamed with the bytes that they have.
    operations: Vec<FileOperation>,
    patched: Vec<PatchedFile>,
    conflicts: Vec<FileConflict>,
}

impl PatchedFiles<'_> {
    fn add(&mut self, target: PatchTarget, token: &CancelToken) -> Result<()> {
        let files = target
            .steps
            .iter()
            .map(|step| &self.call.patch.files[*step]);
        let has_text = files.clone().any(|file| !file.hunks.is_empty())
            || self.call.mode_after(&target.steps).is_some();
        let (path, kind) = match (&target.source, &target.result) {
            (source, Some(result)) if source.is_none() || target.is_copy => {
                let Some(kind) = self.create(&target, token)? else {
                    return Ok(());
                };
                (result, kind)
            }
            (None, _) => return Ok(()),
            (Some(source), None) if !has_text => (source, OperationKind::Delete),
            (Some(source), Some(result)) if !has_text && !target.is_copy && source != result => {
                let to = self.call.path_of(result);
                let shown = self.call.shown(result);
                (source, OperationKind::Rename { to, shown })
            }
            _ => {
                self.texts.push(target);
                return Ok(());
            }
        };
        self.operations.push(FileOperation {
            path: self.call.path_of(path),
            shown: self.call.shown(path),
            root: target.first_step(),
            kind,
        });
        Ok(())
    }
}

impl PatchedFiles<'_> {
    /// Returns the creation of a new file or of a copy; `None` after a conflict.
    fn create(
        &mut self,
        target: &PatchTarget,
        token: &CancelToken,
    ) -> Result<Option<OperationKind>> {
        let mut source = Vec::new();
        let mut is_executable = self.call.mode_after(&target.steps);
        if let Some(path) = &target.source {
            let path = self.call.path_of(path);
            let len = metadata_of_file("copy", &path)?.len();
            if len > self.call.max_size {
                let max = self.call.max_size;
                let message = format!("the file has {len} bytes, more than the limit of {max}");
                return Err(Error::option(message).with_path(&path));
            }
            source = fs::read(&path).map_err(|error| Error::io("cannot copy", &path, error))?;
            is_executable = is_executable.or_else(|| planner::is_executable(&path));
        }
        let (bytes, hunks) = match self.call.apply(&source, &target.steps, token)? {
            Ok(patched) => patched,
            Err(conflicts) => {
                self.conflicts.extend(conflicts);
                return Ok(None);
            }
        };
        for (step, hunks) in hunks {
            self.patched[step].hunks = hunks;
        }
        Ok(Some(OperationKind::Create {
            bytes,
            is_executable: is_executable == Some(true),
        }))
    }
}

impl PatchedFile {
    /// Creates the result of a change whose hunks are not placed yet.
    fn of(file: &FilePatch) -> PatchedFile {
        PatchedFile {
            path: file.path.clone(),
            hunks: Vec::new(),
        }
    }
}
