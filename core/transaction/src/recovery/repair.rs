//! Repairs the groups of an edit according to its state: rolls back and removes temporary files.
//!
//! Used by recovery, by failing edits, and to clean up after a commit. Invariant: a group whose
//! repair fails keeps its journal and its backups.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, for_each_chunked, is_missing, may_exist};
use ransack_base::{Error, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::roll_back::{roll_back, undo_addition, undo_removal};
use super::{RecoveredFile, RecoveryAction};
use crate::disk::{self, fault_point};
use crate::record::{self, EditRecord, EntryId, EntryPaths, JournalEntryKind, State};

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
        self.dir.join(record::journal_name(&record.id, self.index))
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

/// Repairs groups of an edit. `changed` lists targets known to be changed; failing to roll one back
/// is a failure.
pub(crate) fn repair(
    record: &EditRecord,
    state: State,
    groups: Vec<GroupAt>,
    changed: Option<&FxHashSet<EntryId>>,
    pool: &Pool,
) -> Repaired {
    let mut repaired = Repaired::default();
    let mut rest = Vec::with_capacity(groups.len());
    let mut files: FxHashMap<usize, Vec<RecoveredFile>> = FxHashMap::default();
    let dirs: FxHashMap<usize, PathBuf> = groups
        .iter()
        .map(|group| (group.index, group.dir.clone()))
        .collect();
    for group in groups {
        match restore(record, state, &group, &dirs, changed) {
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
    // The first group has the primary, which the others may need. Created directories come last.
    rest.sort_unstable_by_key(|group| std::cmp::Reverse(group.index));
    let has_made_dirs = record.groups.last().is_some_and(|g| g.made_in.is_some());
    for group in rest {
        let path = group.journal(record);
        let needed = match group.index {
            0 => keep_primary(record, &path, &repaired.failures),
            _ => Ok(()),
        };
        let emptied = needed.and_then(|()| match state {
            State::Prepared | State::Applying if has_made_dirs => remove_made_dirs(record, &group),
            _ => Ok(()),
        });
        let removed = emptied
            .and_then(|()| fault_point())
            .and_then(|()| disk::remove_if_exists(&path));
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

/// Fails if a group that was not repaired has a copy of the journal, whose state only the primary
/// knows.
fn keep_primary(record: &EditRecord, primary: &Path, failures: &[GroupFailure]) -> io::Result<()> {
    for (group, _) in failures {
        let journal = group.journal(record);
        if disk::exists(&journal)? && !disk::is_same_file(primary, &journal) {
            let dir = group.dir.display();
            let message = format!("the files of the edit in {dir} are not repaired yet");
            return Err(io::Error::other(message));
        }
    }
    Ok(())
}

/// Removes the directories that the edit has created below the directory of a group. Leaves
/// directories that are not empty.
///
/// # Errors
///
/// A group in such a directory is not repaired yet: the journal of `home` must stay, since only the
/// group of `home` removes the directory.
fn remove_made_dirs(record: &EditRecord, home: &GroupAt) -> io::Result<()> {
    for (number, group) in record.groups.iter().enumerate() {
        if group.made_in != Some(home.index) {
            continue;
        }
        for dir in record.made_dirs(number, &home.dir).iter().rev() {
            let journal = dir.join(record::journal_name(&record.id, number));
            match fault_point().and_then(|()| fs::remove_dir(dir)) {
                Err(error) if is_missing(&error) => {}
                Err(error) if is_in_use(&error) && !disk::exists(&journal)? => break,
                removed => removed?,
            }
        }
    }
    Ok(())
}

/// Whether a directory could not be removed because it is not empty.
fn is_in_use(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::DirectoryNotEmpty
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::ResourceBusy
    )
}

/// Restores the targets of a group if the state implies that they may have changed. `dirs` are the
/// directories of the groups that were found.
fn restore(
    record: &EditRecord,
    state: State,
    group: &GroupAt,
    dirs: &FxHashMap<usize, PathBuf>,
    changed: Option<&FxHashSet<EntryId>>,
) -> Result<Vec<RecoveredFile>, Vec<(PathBuf, io::Error)>> {
    let entries = &record.groups[group.index].entries;
    let paths = record.entry_paths(group.index, &group.dir);
    let same = |action| entries.iter().map(|_| Ok(Some(action))).collect();
    let actions: Vec<io::Result<Option<RecoveryAction>>> = match state {
        State::Prepared => same(RecoveryAction::Unchanged),
        State::Applying => undo(record, group, &paths, dirs),
        State::Committed => same(RecoveryAction::Complete),
    };
    let (mut files, mut failures) = (Vec::new(), Vec::new());
    for (number, (action, paths)) in actions.into_iter().zip(paths).enumerate() {
        let is_changed = changed.is_some_and(|all| all.contains(&(group.index, number)));
        match action {
            Ok(None)
                if is_changed
                    && state == State::Applying
                    && is_lost(&entries[number].kind, &paths) =>
            {
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

/// Whether a changed target without temporary files cannot be undone. An added file that another
/// process has removed needs nothing.
fn is_lost(kind: &JournalEntryKind, paths: &EntryPaths) -> bool {
    match kind {
        JournalEntryKind::Add(_) => !paths.target.parent().is_some_and(may_exist),
        JournalEntryKind::Rewrite { .. }
        | JournalEntryKind::Remove
        | JournalEntryKind::Replace(_) => true,
    }
}

/// Undoes the changes of all targets of a group, in the reverse order of applying: the additions,
/// then the rest. Returns a result for each target; `None` if it has no temporary files.
fn undo(
    record: &EditRecord,
    group: &GroupAt,
    paths: &[EntryPaths],
    dirs: &FxHashMap<usize, PathBuf>,
) -> Vec<io::Result<Option<RecoveryAction>>> {
    let entries = &record.groups[group.index].entries;
    let kinds = entries.iter().map(|entry| entry.kind);
    // An edit adds names only once all old ones are removed, so without one of the backups, no
    // target of the group is an added file.
    let may_be_added = kinds.clone().zip(paths).all(|(kind, paths)| {
        let exists = || disk::exists(&paths.backup).unwrap_or(true);
        !kind.removes() || exists()
    });
    let undo_addition = |(kind, paths): (JournalEntryKind, &EntryPaths)| match kind.added() {
        None => Ok(None),
        Some(_) if !may_be_added => {
            Ok(disk::exists(&paths.staged)?.then_some(RecoveryAction::Unchanged))
        }
        Some(added) => {
            let source = added.source.map(|id| {
                let dir = dirs.get(&id.0).unwrap_or(&record.groups[id.0].dir);
                record.paths_of(id, dir)
            });
            undo_addition(added.new, source.as_ref(), paths)
        }
    };
    let additions: Vec<_> = kinds.clone().zip(paths).map(undo_addition).collect();
    // Without a backup, a later recovery would take the addition for undone.
    let needs_backups = additions.iter().any(io::Result::is_err);
    let undo_removal = |paths| match needs_backups {
        true => {
            let message = "an added file of the same directory could not be removed";
            Err(io::Error::other(message))
        }
        false => undo_removal(paths),
    };
    let all = kinds.zip(paths).zip(additions);
    all.map(|((kind, paths), addition)| match kind {
        JournalEntryKind::Rewrite { old, new } => roll_back((old, new), paths),
        JournalEntryKind::Remove => undo_removal(paths),
        JournalEntryKind::Add(_) => addition,
        JournalEntryKind::Replace(_) => addition.and_then(|_| undo_removal(paths)),
    })
    .collect()
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
        paths.temporary().try_for_each(disk::remove_if_exists)?;
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
        .filter(|(_, paths)| paths.temporary().any(may_exist))
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
