//! Computes the changes that reverse journaled edits, and the records after them.
//!
//! The edits are reversed one after another in memory, on the files as they are on disk. The difference
//! between these files and the result is one plan, whatever the number of edits.
//!
//! Nothing in this module writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use super::delta;
use super::record::{OldBytes, RecordedChange, UndoRecord};
use super::root_journal::StoredRecord;
use super::store::next_number;
use crate::applied::AppliedAction;
use crate::attributes::Attributes;
use crate::disk;
use crate::plan::{ChangeAction, CreateMode, PlannedChange, digest};

/// File in memory.
#[derive(Clone)]
struct ReversedFile {
    /// Path on disk of the file that it is; `None` for a file that is created.
    origin: Option<PathBuf>,
    bytes: Arc<Vec<u8>>,
    digest: u128,
    /// Attributes of a file that is created.
    attributes: Option<Attributes>,
}

/// Files that the edits change, in memory.
#[derive(Default)]
struct FileStates {
    /// Current state by path; `None` for a missing file.
    files: FxHashMap<PathBuf, Option<ReversedFile>>,
    /// Digests on disk of the existing files.
    on_disk: FxHashMap<PathBuf, u128>,
}

/// Edits to reverse: the plan, and the records after it.
pub(super) struct Reversal {
    pub(super) plan: Vec<PlannedChange>,
    /// Records after the plan, in the order of the reversal.
    pub(super) records: Vec<UndoRecord>,
    /// Absolute paths of the files that are not as the edits left them.
    pub(super) foreign: Vec<PathBuf>,
}

impl Reversal {
    /// Reverses edits in this order. The records have no payload yet.
    ///
    /// # Errors
    ///
    /// - `NotFound`, `Io`, `PermissionDenied`: a record cannot be read or is damaged.
    /// - `Io`, `PermissionDenied`: a file cannot be read.
    /// - `Aborted`, `Timeout`: the token fired.
    pub(super) fn of(records: &[StoredRecord], token: &CancelToken) -> Result<Reversal> {
        let mut states = FileStates::default();
        let mut reversal = Reversal {
            plan: Vec::new(),
            records: Vec::new(),
            foreign: Vec::new(),
        };
        for stored in records {
            token.heartbeat()?;
            let record = stored.journal.record(&stored.record.id)?;
            let foreign = states.foreign(&record)?;
            if !foreign.is_empty() {
                reversal.foreign = foreign;
                return Ok(reversal);
            }
            let reversed = states.reverse(&record)?;
            let reversed = reversed.ok_or_else(|| stored.journal.damaged(&record.id))?;
            reversal.records.push(reversed);
        }
        if reversal.records.len() > 1 {
            let evidence = states.evidence();
            for record in &mut reversal.records {
                record.evidence.clone_from(&evidence);
            }
        }
        reversal.plan = states.into_plan();
        Ok(reversal)
    }
}

impl FileStates {
    /// Returns the state of a file, and reads the file if the state is not known yet. Anything other
    /// than a regular file is missing.
    fn get(&mut self, path: &Path) -> Result<Option<&ReversedFile>> {
        if !self.files.contains_key(path) {
            let bytes =
                disk::read_plain(path).map_err(|error| Error::io("cannot read", path, error))?;
            let state = bytes.map(|bytes| ReversedFile {
                origin: Some(path.to_owned()),
                digest: digest(&bytes),
                bytes: Arc::new(bytes),
                attributes: None,
            });
            if let Some(state) = &state {
                self.on_disk.insert(path.to_owned(), state.digest);
            }
            self.files.insert(path.to_owned(), state);
        }
        Ok(self.files.get(path).and_then(Option::as_ref))
    }

    /// Returns the paths of the files that are not as the edit left them.
    fn foreign(&mut self, record: &UndoRecord) -> Result<Vec<PathBuf>> {
        let changes = &record.changes;
        let after: FxHashSet<&Path> = changes
            .iter()
            .filter_map(RecordedChange::path_after)
            .collect();
        let mut foreign = Vec::new();
        for change in changes {
            if let Some(path) = change.path_after() {
                let state = self.get(path)?;
                if state.map(|state| state.digest) != change.new {
                    foreign.push(path.to_owned());
                }
            }
            if let Some(path) = change.path_before().filter(|path| !after.contains(path))
                && (self.get(path)?.is_some()
                    || disk::is_special(path).unwrap_or(true)
                    || is_below_file(path))
            {
                foreign.push(path.to_owned());
            }
        }
        foreign.sort_unstable();
        foreign.dedup();
        Ok(foreign)
    }

    /// Reverses an edit whose files are as it left them. Returns the record after it; `None` if the
    /// payload is damaged.
    fn reverse(&mut self, record: &UndoRecord) -> Result<Option<UndoRecord>> {
        let taken: Vec<Option<ReversedFile>> = record
            .changes
            .iter()
            .map(|change| {
                let after = change.path_after()?.to_owned();
                self.files.insert(after, None).flatten()
            })
            .collect();
        let mut changes = Vec::with_capacity(taken.len());
        for (change, after) in record.changes.iter().zip(taken) {
            let none = Arc::default();
            let bytes_after = after.as_ref().map_or(&none, |state| &state.bytes);
            let (path, action) = change.opposite();
            let mut opposite = RecordedChange {
                path,
                action,
                old: change.new,
                new: change.old,
                attributes: change.attributes.clone(),
                old_bytes: OldBytes::Delta(Vec::new()),
            };
            let Some(before_path) = change.path_before() else {
                // The created file goes, with the attributes that it has now.
                let origin = after.as_ref().and_then(|state| state.origin.as_deref());
                if let Some(attributes) = origin.and_then(attributes_of) {
                    opposite.attributes = attributes;
                }
                opposite.old_bytes = OldBytes::Delta(delta::encode(bytes_after, &[]));
                changes.push(opposite);
                continue;
            };
            let is_same = change.old == change.new;
            let bytes = match is_same {
                true => bytes_after.clone(),
                false => match change.bytes_before(bytes_after) {
                    Some(bytes) => Arc::new(bytes),
                    None => return Ok(None),
                },
            };
            if !is_same && change.action != AppliedAction::Deleted {
                opposite.old_bytes = OldBytes::Delta(delta::encode(bytes_after, &bytes));
            }
            let before = ReversedFile {
                origin: after.as_ref().and_then(|state| state.origin.clone()),
                digest: change.old.unwrap_or_default(),
                bytes,
                attributes: match after {
                    Some(after) => after.attributes,
                    None => Some(change.attributes.clone()),
                },
            };
            self.files.insert(before_path.to_owned(), Some(before));
            changes.push(opposite);
        }
        Ok(Some(UndoRecord {
            state: record.state.other(),
            changed: next_number(),
            journal: PathBuf::new(),
            created_dirs: Vec::new(),
            removed_dirs: record.created_dirs.clone(),
            evidence: Vec::new(),
            changes,
            ..record.clone()
        }))
    }

    /// Returns the digests that all changed files will have.
    fn evidence(&self) -> Vec<(PathBuf, Option<u128>)> {
        let files = self.files.iter();
        let digests = files.map(|(path, state)| (path, state.as_ref().map(|state| state.digest)));
        let changed = digests.filter(|(path, digest)| self.on_disk.get(*path) != digest.as_ref());
        changed
            .map(|(path, digest)| (path.clone(), digest))
            .collect()
    }

    /// Returns the changes that make the files on disk as the files in memory.
    fn into_plan(self) -> Vec<PlannedChange> {
        let FileStates { files, on_disk } = self;
        let kept: FxHashSet<PathBuf> = files
            .values()
            .filter_map(|state| state.as_ref()?.origin.clone())
            .collect();
        let mut plan = Vec::new();
        let deleted = on_disk.iter().filter(|(path, _)| !kept.contains(*path));
        plan.extend(deleted.map(|(path, old)| PlannedChange {
            path: path.clone(),
            action: ChangeAction::Delete { old: *old },
        }));
        for (path, state) in files {
            let Some(state) = state else {
                continue;
            };
            let bytes = || Vec::clone(&state.bytes);
            let old = state.origin.as_ref().and_then(|origin| on_disk.get(origin));
            let (path, action) = match (state.origin.clone(), old) {
                (Some(origin), Some(&old)) if origin == path => {
                    if state.digest == old {
                        continue;
                    }
                    (path, ChangeAction::rewrite(old, bytes()))
                }
                (Some(origin), Some(&old)) => {
                    let new = (state.digest != old).then(bytes);
                    (origin, ChangeAction::rename(old, path, new))
                }
                _ => {
                    let mode = state.attributes.clone();
                    let mode = mode.map_or(CreateMode::Default, CreateMode::Like);
                    (path, ChangeAction::create(bytes(), mode))
                }
            };
            plan.push(PlannedChange { path, action });
        }
        plan.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        plan
    }
}

/// Returns whether something other than a directory is above a path.
fn is_below_file(path: &Path) -> bool {
    let mut above = path.ancestors().skip(1);
    let nearest = above.find_map(|dir| fs::metadata(dir).ok());
    nearest.is_some_and(|metadata| !metadata.is_dir())
}

fn attributes_of(path: &Path) -> Option<Attributes> {
    let (file, _) = disk::open_plain(path, false).ok()??;
    Attributes::of(&file).ok()
}

/// Returns the error for files that are not as an edit left them.
pub(super) fn foreign_error(verb: &str, paths: Vec<PathBuf>) -> Error {
    let message = match paths.len() {
        1 => format!("cannot {verb} the edit: the file is not as the edit left it"),
        count => format!("cannot {verb} the edit: {count} files are not as the edit left them"),
    };
    let error = Error::new(ErrorKind::Stale, message);
    match paths.first().cloned() {
        Some(first) => error.with_path(&first).with_paths(paths),
        None => error,
    }
}
