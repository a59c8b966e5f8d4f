//! Applies a plan to either all files or none.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, for_each_chunked};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::internal::FileVersion;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::disk::{self, fault_point};
use crate::journal::{self, EditRecord, EnterError, Group, Journal, JournalEntry, State};
use crate::plan::{ChangeAction, PlannedChange};
use crate::recovery::{
    self, EntryId, FILES_PER_CHUNK, GroupAt, GroupFailure, InterruptedEdit, RecoveryMode,
};
use crate::target::TargetFile;

/// Planned files by directory, with links resolved.
#[derive(Default)]
pub(crate) struct Targets {
    groups: Vec<Group>,
    files: Vec<PlannedFile>,
}

/// One file of [`Targets`].
struct PlannedFile {
    /// Path in the plan.
    path: PathBuf,
    new_bytes: Vec<u8>,
    id: EntryId,
    version: FileVersion,
    in_place: bool,
}

impl Targets {
    /// Resolves symbolic links and hard links, so that each file is listed once.
    ///
    /// # Errors
    ///
    /// `OverlappingEdits` if two names of one file have different new bytes.
    pub(crate) fn resolve(changes: Vec<PlannedChange>) -> Result<Targets> {
        let mut targets = Targets::default();
        let mut new_digests: FxHashMap<_, (PathBuf, u128)> = FxHashMap::default();
        let mut dirs = FxHashMap::default();
        let mut groups: FxHashMap<PathBuf, usize> = FxHashMap::default();
        for PlannedChange { path, old, action } in changes {
            let ChangeAction::Rewrite { bytes, new } = action;
            let fail = |error| Error::io("cannot edit", &path, error);
            let (target, metadata) = resolve_path(&path, &mut dirs).map_err(fail)?;
            let version = FileVersion::of(&metadata);
            let identity = version.inode.map_or_else(|| Err(target.clone()), Ok);
            if let Some((other, other_new)) = new_digests.get(&identity) {
                if *other_new != new {
                    let message = format!(
                        "the same file is {} as well, whose edits make another text",
                        other.display()
                    );
                    let error = Error::new(ErrorKind::OverlappingEdits, message);
                    return Err(error.with_path(&path));
                }
                continue;
            }
            new_digests.insert(identity, (path.clone(), new));
            // Nothing to write; a replacement may equal the original code.
            if new == old {
                continue;
            }
            let (Some(dir), Some(name)) = (target.parent(), target.file_name()) else {
                return Err(fail(io::ErrorKind::InvalidFilename.into()));
            };
            let group = *groups.entry(dir.to_owned()).or_insert_with(|| {
                targets.groups.push(Group {
                    dir: dir.to_owned(),
                    entries: Vec::new(),
                });
                targets.groups.len() - 1
            });
            let entries = &mut targets.groups[group].entries;
            targets.files.push(PlannedFile {
                path,
                new_bytes: bytes,
                id: (group, entries.len()),
                version,
                in_place: disk::link_count(&metadata) > 1,
            });
            let name = name.to_owned();
            entries.push(JournalEntry { name, old, new });
        }
        Ok(targets)
    }

    /// Returns the directories of the targets.
    pub(crate) fn dirs(&self) -> impl Iterator<Item = &Path> {
        self.groups.iter().map(|group| group.dir.as_path())
    }

    /// Returns the directory and name of each target.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&Path, &OsStr)> {
        names(&self.groups)
    }
}

fn names(groups: &[Group]) -> impl Iterator<Item = (&Path, &OsStr)> {
    groups.iter().flat_map(|group| {
        let entries = group.entries.iter();
        entries.map(|entry| (group.dir.as_path(), entry.name.as_os_str()))
    })
}

/// Returns the directories of the files of a plan, with links resolved. Leaves out files that do not
/// exist.
pub(crate) fn target_dirs<'p>(changes: impl Iterator<Item = &'p PlannedChange>) -> Vec<PathBuf> {
    let mut real_dirs = FxHashMap::default();
    let resolved = changes.filter_map(|change| resolve_path(&change.path, &mut real_dirs).ok());
    let mut dirs: Vec<PathBuf> = resolved
        .filter_map(|(target, _)| target.parent().map(Path::to_owned))
        .collect();
    dirs.sort_unstable();
    dirs.dedup();
    dirs
}

/// Returns the path and metadata of a file, with links resolved. `dirs` caches directories.
fn resolve_path(
    path: &Path,
    dirs: &mut FxHashMap<PathBuf, PathBuf>,
) -> io::Result<(PathBuf, fs::Metadata)> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        let target = fs::canonicalize(path)?;
        let metadata = fs::metadata(&target)?;
        return Ok((target, metadata));
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    if let Some(dir) = dirs.get(parent) {
        return Ok((dir.join(name), metadata));
    }
    let dir = fs::canonicalize(parent)?;
    let target = dir.join(name);
    dirs.insert(parent.to_owned(), dir);
    Ok((target, metadata))
}

/// Writes the new bytes to all files. If another edit affects the same files, changes nothing and
/// returns that edit. After an error, files have their old bytes unless [`Error::paths`] lists them.
///
/// Checks the token until the first file is replaced.
pub(crate) fn apply(
    targets: Targets,
    pool: &Pool,
    token: &CancelToken,
) -> Result<Option<InterruptedEdit>> {
    token.heartbeat()?;
    if targets.files.is_empty() {
        return Ok(None);
    }
    let Targets { groups, files } = targets;
    let mut apply = Apply {
        pool,
        token,
        journal: Journal::create(groups)?,
        state: State::Prepared,
        replaced: FxHashSet::default(),
        is_state_known: true,
    };
    // Must come after the journals are created: of two concurrent edits, at least one then sees the
    // other's journal.
    let (other, result) = match apply.other_edit() {
        Ok(None) => {
            let files = apply.target_files(files);
            (None, apply.replace_all(files))
        }
        Ok(other) => (other, Ok(())),
        Err(error) => (None, Err(error)),
    };
    apply.finish(result)?;
    Ok(other)
}

/// Edit being applied.
struct Apply<'a> {
    pool: &'a Pool,
    token: &'a CancelToken,
    journal: Journal,
    state: State,
    /// Files that may have new bytes.
    replaced: FxHashSet<EntryId>,
    /// Whether the journal is known to record the current state.
    is_state_known: bool,
}

impl Apply<'_> {
    /// Returns another edit that affects the same files.
    fn other_edit(&self) -> Result<Option<InterruptedEdit>> {
        let record = &self.journal.record;
        let dirs = record.groups.iter().map(|group| group.dir.as_path());
        let mut journals = recovery::journals_in(dirs)?;
        journals.retain(|path| !self.is_own_journal(path));
        let outcome = recovery::repair_or_list(journals, RecoveryMode::List, self.pool);
        Ok(recovery::blocking(&outcome.remaining, names(&record.groups)).cloned())
    }

    fn is_own_journal(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(OsStr::to_str);
        let parsed = name.and_then(journal::parse_journal_name);
        parsed.is_some_and(|(id, _)| id == self.journal.record.id)
    }

    fn target_files(&self, files: Vec<PlannedFile>) -> Vec<TargetFile> {
        let record = &self.journal.record;
        let groups = record.groups.iter().enumerate();
        let mut paths: Vec<_> = groups
            .map(|(at, group)| record.entry_paths(at, &group.dir).into_iter())
            .collect();
        let files = files.into_iter().filter_map(|file| {
            Some(TargetFile {
                path: file.path,
                id: file.id,
                // The files of a group are in entry order.
                paths: paths[file.id.0].next()?,
                new_bytes: file.new_bytes,
                old: record.groups[file.id.0].entries[file.id.1].old,
                version: file.version,
                attributes: None,
                in_place: file.in_place,
                is_replaced: false,
                displaced: None,
            })
        });
        files.collect()
    }

    /// Stages and replaces all files, then commits.
    fn replace_all(&mut self, files: Vec<TargetFile>) -> Result<()> {
        let token = self.token.clone();
        let files = self.for_all(files, move |file| {
            token.heartbeat()?;
            file.stage()
        })?;
        let unchanged =
            |what: &str, error: io::Error| sync_error(what, "no file has changed", &error);
        let staged: Vec<&Path> = files.iter().map(|file| &*file.paths.staged).collect();
        disk::sync_files(&staged).map_err(|e| unchanged("the new texts", e))?;
        self.journal
            .sync_dirs()
            .map_err(|e| unchanged("the directories", e))?;
        self.token.heartbeat()?;
        self.enter(State::Applying)?;
        let files = self.for_all(files, TargetFile::replace)?;
        let restored = |what: &str, error: io::Error| {
            sync_error(what, "the files get their old texts again", &error)
        };
        self.journal
            .sync_dirs()
            .map_err(|e| restored("the directories", e))?;
        fault_point().map_err(|e| restored("the directories", e))?;
        self.for_all(files, |file| file.check_unchanged())?;
        self.enter(State::Committed)
    }

    fn enter(&mut self, state: State) -> Result<()> {
        let entered = self.journal.enter(state);
        let (error, result) = match entered {
            Ok(()) => {
                self.state = state;
                return Ok(());
            }
            Err(EnterError::Unchanged(error)) => (error, "the files have their old texts"),
            Err(EnterError::Unknown(error)) => {
                self.is_state_known = false;
                (error, "it is unknown whether the edit is complete")
            }
        };
        Err(sync_error("the journal", result, &error))
    }

    /// Runs a step for all files, on the calling thread and on workers. After an error, the step
    /// may have run for some other files.
    fn for_all(
        &mut self,
        files: Vec<TargetFile>,
        step: impl Fn(&mut TargetFile) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Vec<TargetFile>> {
        let (files, result) =
            for_each_chunked(self.pool, self.pool.size(), files, FILES_PER_CHUNK, step);
        let replaced = files.iter().filter(|file| file.is_replaced);
        self.replaced.extend(replaced.map(|file| file.id));
        result.map(|()| files)
    }

    /// Rolls back after an error before the commit, and removes temporary files and journals.
    fn finish(self, result: Result<()>) -> Result<()> {
        let record = self.journal.record.clone();
        if !self.is_state_known && self.state == State::Applying {
            let paths = paths_of(&record, &self.replaced);
            let note = "the next edit or recovery of these files restores or completes all of them";
            return result.map_err(|error| error.with_note(note).with_paths(paths));
        }
        let groups = record.groups.iter().enumerate();
        let groups = groups.map(|(index, group)| GroupAt {
            index,
            dir: group.dir.clone(),
        });
        let groups = groups.collect();
        let replaced = Some(&self.replaced);
        let repaired = recovery::repair(&record, self.state, groups, replaced, self.pool);
        match result {
            // The next call removes any remaining files of a committed edit.
            Ok(()) => Ok(()),
            Err(error) if repaired.failures.is_empty() => Err(error),
            Err(error) => Err(self.not_restored(error, &repaired.failures)),
        }
    }

    /// Returns the error for an edit that was not completely undone.
    fn not_restored(&self, error: Error, failures: &[GroupFailure]) -> Error {
        let record = &self.journal.record;
        let mut problems = Vec::new();
        let mut left = FxHashSet::default();
        for (group, files) in failures {
            problems.extend(files.iter().map(|(p, e)| format!("{}: {e}", p.display())));
            let failed: FxHashSet<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
            let names = record.groups[group.index].entries.iter().enumerate();
            left.extend(
                names
                    .filter(|(_, entry)| failed.contains(&*group.dir.join(&entry.name)))
                    .map(|(number, _)| (group.index, number))
                    .filter(|id| self.replaced.contains(id)),
            );
        }
        let paths = paths_of(record, &left);
        let problems = problems.join("; ");
        let note = if paths.is_empty() {
            "all files have their old texts, but temporary files remain, which the next edit or \
             recovery there removes"
        } else {
            "some files have their new texts and were not restored, which the next edit or \
             recovery there does"
        };
        error
            .with_note(&format!("{note}: {problems}"))
            .with_paths(paths)
    }
}

fn paths_of(record: &EditRecord, ids: &FxHashSet<EntryId>) -> Vec<PathBuf> {
    ids.iter()
        .map(|&(group, number)| {
            let Group { dir, entries, .. } = &record.groups[group];
            dir.join(&entries[number].name)
        })
        .collect()
}

/// Returns the error for a failed sync, including the state of the files.
fn sync_error(what: &str, state: &str, error: &io::Error) -> Error {
    Error::new(
        ErrorKind::Io,
        format!("cannot sync {what}: {error}; {state}"),
    )
}
