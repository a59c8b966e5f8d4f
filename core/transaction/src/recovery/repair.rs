//! Repairs the groups of an edit according to its state: rolls back and removes temporary files.
//!
//! Used by recovery, by failing edits, and to clean up after a commit. Invariant: a group whose
//! repair fails keeps its journal and its backups.

use std::fs;
use std::io;
use std::path::PathBuf;

use ransack_base::internal::{ErrorParts, for_each_chunked, may_exist};
use ransack_base::{Error, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{RecoveredFile, RecoveryAction};
use crate::disk::{self, fault_point};
use crate::journal::{self, EditRecord, EntryPaths, JournalEntry, State};
use crate::plan::digest;

/// Number of files that a worker takes at once.
pub(crate) const FILES_PER_CHUNK: usize = 64;

/// Group of an edit, at its current location.
pub(crate) struct GroupAt {
    pub(crate) index: usize,
    /// Directory of the targets and of all files of the group.
    pub(crate) dir: PathBuf,
}

impl GroupAt {
    /// Returns the path of the journal.
    pub(super) fn journal(&self, record: &EditRecord) -> PathBuf {
        self.dir.join(journal::journal_name(&record.id, self.index))
    }

    /// Returns the paths of the targets.
    pub(super) fn targets(&self, record: &EditRecord) -> Vec<PathBuf> {
        let entries = record.groups[self.index].entries.iter();
        entries.map(|entry| self.dir.join(&entry.name)).collect()
    }
}

/// Group that was not repaired, with the paths that caused it.
pub(crate) type GroupFailure = (GroupAt, Vec<(PathBuf, io::Error)>);

/// Result of a repair.
#[derive(Default)]
pub(crate) struct Repaired {
    /// Targets of the repaired groups that had temporary files.
    pub(crate) files: Vec<RecoveredFile>,
    /// Remaining groups, with the paths that could not be repaired.
    pub(crate) failures: Vec<GroupFailure>,
}

/// Indices of a group and of an entry.
pub(crate) type EntryId = (usize, usize);

/// Repairs groups of an edit. `replaced` lists targets known to be replaced; failing to roll one
/// back is a failure.
pub(crate) fn repair(
    record: &EditRecord,
    state: State,
    groups: Vec<GroupAt>,
    replaced: Option<&FxHashSet<EntryId>>,
    pool: &Pool,
) -> Repaired {
    let mut repaired = Repaired::default();
    let mut rest = Vec::with_capacity(groups.len());
    let mut files: FxHashMap<usize, Vec<RecoveredFile>> = FxHashMap::default();
    for group in groups {
        match restore(record, state, &group, replaced) {
            Ok(of_group) => {
                files.insert(group.index, of_group);
                rest.push(group);
            }
            Err(failures) => repaired.failures.push((group, failures)),
        }
    }
    // A restored target must survive a crash before its backup is removed.
    if state == State::Applying
        && let Err(error) = sync_present(&rest)
    {
        fail_all(&mut repaired, rest, &error);
        return repaired;
    }
    let mut rest = remove_temporary_files(record, rest, &mut repaired, pool);
    // A journal may be removed only when none of the files it names can reappear.
    if let Err(error) = sync_present(&rest) {
        fail_all(&mut repaired, rest, &error);
        return repaired;
    }
    // The first group has the primary, which the others may need.
    rest.sort_unstable_by_key(|group| std::cmp::Reverse(group.index));
    for group in rest {
        let path = group.journal(record);
        let removed = fault_point().and_then(|()| disk::remove_if_exists(&path));
        match removed {
            Ok(()) => repaired
                .files
                .extend(files.remove(&group.index).unwrap_or_default()),
            Err(error) => repaired.failures.push((group, vec![(path, error)])),
        }
    }
    repaired
}

/// Syncs the directories that still exist.
fn sync_present(groups: &[GroupAt]) -> io::Result<()> {
    let dirs = groups.iter().map(|group| group.dir.as_path());
    disk::sync_dirs(dirs.filter(|dir| may_exist(dir)))
}

fn fail_all(repaired: &mut Repaired, groups: Vec<GroupAt>, error: &io::Error) {
    for group in groups {
        let path = group.dir.clone();
        let error = io::Error::new(error.kind(), format!("cannot sync the directory: {error}"));
        repaired.failures.push((group, vec![(path, error)]));
    }
}

/// Restores the targets of a group if the state implies that they may have changed.
fn restore(
    record: &EditRecord,
    state: State,
    group: &GroupAt,
    replaced: Option<&FxHashSet<EntryId>>,
) -> Result<Vec<RecoveredFile>, Vec<(PathBuf, io::Error)>> {
    let entries = record.groups[group.index].entries.iter();
    let paths = record.entry_paths(group.index, &group.dir);
    let (mut files, mut failures) = (Vec::new(), Vec::new());
    for (number, (entry, paths)) in entries.zip(paths).enumerate() {
        let action = match state {
            State::Prepared => Ok(Some(RecoveryAction::Unchanged)),
            State::Applying => roll_back(entry, &paths),
            State::Committed => Ok(Some(RecoveryAction::Complete)),
        };
        let is_replaced = replaced.is_some_and(|all| all.contains(&(group.index, number)));
        match action {
            Ok(None) if is_replaced && state == State::Applying => {
                let message = "the file or its directory was moved or removed meanwhile";
                failures.push((paths.target, io::Error::other(message)));
            }
            Ok(action) => files.extend(action.map(|action| RecoveredFile {
                path: paths.target,
                action,
            })),
            Err(error) => failures.push((paths.target, error)),
        }
    }
    if failures.is_empty() {
        Ok(files)
    } else {
        Err(failures)
    }
}

/// Removes the temporary files of groups. Returns the groups for which this succeeded.
fn remove_temporary_files(
    record: &EditRecord,
    groups: Vec<GroupAt>,
    repaired: &mut Repaired,
    pool: &Pool,
) -> Vec<GroupAt> {
    let all: Vec<(usize, EntryPaths)> = groups
        .iter()
        .enumerate()
        .flat_map(|(at, group)| {
            let paths = record.entry_paths(group.index, &group.dir);
            paths.into_iter().map(move |paths| (at, paths))
        })
        .collect();
    let remove = |paths: &EntryPaths| {
        disk::remove_if_exists(&paths.staged)?;
        disk::remove_if_exists(&paths.backup)?;
        fault_point()
    };
    let (all, removed) = for_each_chunked(
        pool,
        pool.size(),
        all,
        FILES_PER_CHUNK,
        move |(_, paths)| {
            remove(paths).map_err(|error| {
                Error::io("cannot remove temporary files of", &paths.target, error)
            })
        },
    );
    let Err(error) = removed else {
        return groups;
    };
    // Checks on disk which files remain.
    let left: FxHashSet<usize> = all
        .iter()
        .filter(|(_, paths)| may_exist(&paths.staged) || may_exist(&paths.backup))
        .map(|(at, _)| *at)
        .collect();
    let mut rest = Vec::new();
    for (at, group) in groups.into_iter().enumerate() {
        if left.is_empty() || left.contains(&at) {
            let path = group.dir.clone();
            let error = io::Error::other(error.to_string());
            repaired.failures.push((group, vec![(path, error)]));
        } else {
            rest.push(group);
        }
    }
    rest
}

/// Restores the old bytes of a target that contains some or all of the new bytes. Returns `None` if
/// the target has no temporary files.
///
/// In [`State::Applying`], the staged file is complete. Therefore, if the target is new and the
/// staged file is not, the staged file is the old target.
fn roll_back(entry: &JournalEntry, paths: &EntryPaths) -> io::Result<Option<RecoveryAction>> {
    fault_point()?;
    let EntryPaths {
        target,
        staged,
        backup,
    } = paths;
    if disk::is_special(staged)? {
        return put_back(entry, paths).map(Some);
    }
    let (staged_bytes, backup_bytes) = (disk::read_plain(staged)?, disk::read_plain(backup)?);
    if staged_bytes.is_none() && backup_bytes.is_none() {
        return Ok(None);
    }
    let Some(now) = disk::read_plain(target)? else {
        // A directory that was moved away does not count as a removed file.
        fs::symlink_metadata(target.parent().unwrap_or(target))?;
        return Ok(Some(RecoveryAction::Kept));
    };
    let now_digest = digest(&now);
    if now_digest == entry.old && backup_bytes.is_some() {
        return Ok(Some(RecoveryAction::Unchanged));
    }
    let is_new = now_digest == entry.new;
    match (staged_bytes, backup_bytes) {
        (Some(staged_bytes), None) => {
            if digest(&staged_bytes) == entry.new {
                // Not exchanged, or exchanged back.
                Ok(Some(RecoveryAction::Unchanged))
            } else if is_new {
                undo_exchange(entry, paths).map(Some)
            } else if now_digest == entry.old {
                Ok(Some(RecoveryAction::Unchanged))
            } else {
                Ok(Some(RecoveryAction::Kept))
            }
        }
        (Some(staged_bytes), Some(backup_bytes)) => {
            let is_ours = is_new
                || is_partly_overwritten(&backup_bytes, &staged_bytes, &now)
                || is_partly_overwritten(&staged_bytes, &backup_bytes, &now);
            // The process died while writing the backup; the target is not ours.
            let is_whole = digest(&backup_bytes) == entry.old;
            if is_whole
                && is_ours
                && !disk::is_same_file(backup, target)
                && disk::write_in_place(target, &now, &backup_bytes)?
            {
                Ok(Some(RecoveryAction::Restored))
            } else {
                Ok(Some(RecoveryAction::Kept))
            }
        }
        (None, Some(_)) if is_new => {
            fs::rename(backup, target)?;
            Ok(Some(RecoveryAction::Restored))
        }
        _ => Ok(Some(RecoveryAction::Kept)),
    }
}

/// Puts back a link, directory or special file that another process had put in the target's place
/// before the exchange.
fn put_back(entry: &JournalEntry, paths: &EntryPaths) -> io::Result<RecoveryAction> {
    match disk::read_plain(&paths.target)? {
        Some(now) if digest(&now) == entry.new => undo_exchange(entry, paths),
        _ => Ok(RecoveryAction::Kept),
    }
}

/// Puts back the file that was exchanged for the new one.
fn undo_exchange(entry: &JournalEntry, paths: &EntryPaths) -> io::Result<RecoveryAction> {
    let EntryPaths { target, staged, .. } = paths;
    if !disk::exchange(staged, target)? {
        fs::rename(staged, target)?;
        return Ok(RecoveryAction::Restored);
    }
    // Another process may have replaced the target since it was read; its file is put back.
    let is_ours = disk::read_plain(staged)?.is_some_and(|bytes| digest(&bytes) == entry.new);
    if is_ours {
        return Ok(RecoveryAction::Restored);
    }
    disk::exchange(staged, target)?;
    Ok(RecoveryAction::Kept)
}

/// Returns whether `now` is an intermediate state of overwriting `from` with `to`, front to back.
fn is_partly_overwritten(from: &[u8], to: &[u8], now: &[u8]) -> bool {
    let written = now.iter().zip(to).take_while(|(a, b)| a == b).count();
    now[written..] == *from.get(written..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partly_overwritten_text_is_recognized_at_every_byte() {
        for (from, to) in [
            ("old", "newer"),
            ("older", "new"),
            ("", "x"),
            ("aab", "aaab"),
        ] {
            let (from, to) = (from.as_bytes(), to.as_bytes());
            for written in 0..=to.len() {
                let rest = from.get(written..).unwrap_or_default();
                let now = [&to[..written], rest].concat();
                assert!(is_partly_overwritten(from, to, &now), "{now:?}");
            }
        }
        assert!(!is_partly_overwritten(b"old", b"newer", b"other"));
    }
}
