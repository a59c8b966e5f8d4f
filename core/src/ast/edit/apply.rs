//! Applies planned edits to either all files in a call or none.
//!
//! [`journal`](super::journal) describes the on-disk protocol. This module neither parses text nor
//! computes it.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, for_each_chunked};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::internal::FileVersion;
use rustc_hash::{FxHashMap, FxHashSet};

use super::disk::{self, fault_point};
use super::examiner::FilePlan;
use super::journal::{EditRecord, EnterError, Group, Journal, JournalEntry, State};
use super::outcome::InterruptedEdit;
use super::recovery::{self, Recovery};
use super::repair::{self, EntryId, FILES_PER_CHUNK, GroupAt};
use super::target::TargetFile;

/// Planned files by directory, with links resolved.
pub(super) struct Targets {
    groups: Vec<Group>,
    files: Vec<PlannedFile>,
}

/// One file of [`Targets`].
struct PlannedFile {
    /// Index of the plan.
    plan: usize,
    id: EntryId,
    version: FileVersion,
    in_place: bool,
}

/// Result of an attempt to apply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Applied {
    Done,
    /// Nothing was done because another edit affects the same files.
    Met(Box<InterruptedEdit>),
}

impl Targets {
    /// Resolves symbolic links and hard links, so that each file is listed once.
    ///
    /// # Errors
    ///
    /// `OverlappingEdits` if two names of one file have different new bytes.
    pub(super) fn resolve(plans: &[FilePlan], journal_dir: Option<&Path>) -> Result<Targets> {
        let mut targets = Targets {
            groups: Vec::new(),
            files: Vec::with_capacity(plans.len()),
        };
        let mut known = FxHashMap::default();
        let mut dirs = FxHashMap::default();
        let mut groups: FxHashMap<PathBuf, usize> = FxHashMap::default();
        for (at, plan) in plans.iter().enumerate() {
            let fail = |error| Error::io("cannot edit", &plan.path, error);
            let (target, metadata) = match resolve_path(&plan.path, &mut dirs) {
                // Preview of a buffer that is not on disk.
                Err(_) if plan.buffer.is_some() => continue,
                resolved => resolved.map_err(fail)?,
            };
            let version = FileVersion::of(&metadata);
            let name = version.inode.map_or_else(|| Err(target.clone()), Ok);
            if let Some(&other) = known.get(&name) {
                let other: &FilePlan = &plans[other];
                if other.new != plan.new {
                    let message = format!(
                        "the same file is {} as well, whose edits make another text",
                        other.path.display()
                    );
                    let error = Error::new(ErrorKind::OverlappingEdits, message);
                    return Err(error.with_path(&plan.path));
                }
                continue;
            }
            known.insert(name, at);
            // Nothing to write; a replacement may equal the original code.
            if plan.new == plan.old {
                continue;
            }
            let (Some(dir), Some(name)) = (target.parent(), target.file_name()) else {
                return Err(fail(io::ErrorKind::InvalidFilename.into()));
            };
            let group = *groups.entry(dir.to_owned()).or_insert_with(|| {
                let place = journal_dir.filter(|_| !disk::is_writable(dir));
                targets.groups.push(Group {
                    dir: dir.to_owned(),
                    place: place.map(Path::to_owned),
                    entries: Vec::new(),
                });
                targets.groups.len() - 1
            });
            let Group { place, entries, .. } = &mut targets.groups[group];
            targets.files.push(PlannedFile {
                plan: at,
                id: (group, entries.len()),
                version,
                in_place: disk::link_count(&metadata) > 1 || place.is_some(),
            });
            entries.push(JournalEntry {
                name: name.to_owned(),
                old: plan.old,
                new: plan.new,
            });
        }
        if let (Some(dir), false) = (journal_dir, targets.files.is_empty()) {
            targets.groups.push(Group {
                dir: dir.to_owned(),
                place: None,
                entries: Vec::new(),
            });
        }
        Ok(targets)
    }

    /// Returns the directory and name of each target.
    pub(super) fn names(&self) -> impl Iterator<Item = (&Path, &OsStr)> {
        self.groups.iter().flat_map(|group| {
            let entries = group.entries.iter();
            entries.map(|entry| (group.dir.as_path(), entry.name.as_os_str()))
        })
    }

    /// Returns the paths of the journals of all edits in the directories of the targets.
    pub(super) fn journals(&self) -> Result<Vec<PathBuf>> {
        let mut places: Vec<&Path> = self.groups.iter().map(Group::place).collect();
        places.extend(self.groups.iter().map(|group| group.dir.as_path()));
        places.sort_unstable();
        places.dedup();
        let mut journals = Vec::new();
        for place in places {
            recovery::journals_in(place, &mut journals)?;
        }
        Ok(journals)
    }
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

/// Writes the new bytes, moved out of the plans, to all files. After an error, files have their old
/// bytes unless [`Error::paths`] lists them.
///
/// Checks the token until the first file is replaced.
pub(super) fn apply(
    plans: &mut [FilePlan],
    targets: Targets,
    journal_dir: Option<&Path>,
    pool: &Pool,
    token: &CancelToken,
) -> Result<Applied> {
    token.heartbeat()?;
    if targets.files.is_empty() {
        return Ok(Applied::Done);
    }
    let Targets { groups, files } = targets;
    let journal = Journal::create(groups.clone())?;
    let mut apply = Apply {
        pool,
        token,
        journal,
        state: State::Prepared,
        replaced: FxHashSet::default(),
        is_state_known: true,
    };
    // Must come after the journals are created: of two concurrent edits, at least one then sees the
    // other's journal.
    let others = Targets {
        groups,
        files: Vec::new(),
    };
    let result = match apply.met(&others, journal_dir) {
        Ok(Some(edit)) => {
            apply.finish(Ok(()))?;
            return Ok(Applied::Met(Box::new(edit)));
        }
        Ok(None) => {
            let files = apply.target_files(files, plans);
            apply.replace_all(files)
        }
        Err(error) => Err(error),
    };
    apply.finish(result)?;
    Ok(Applied::Done)
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
    fn met(
        &self,
        targets: &Targets,
        journal_dir: Option<&Path>,
    ) -> Result<Option<InterruptedEdit>> {
        let mut journals = targets.journals()?;
        journals.retain(|path| !self.is_own_journal(path));
        let mut recovery = Recovery::new(journal_dir.map(Path::to_owned), false, self.pool);
        recovery.run(journals);
        Ok(recovery.blocking(targets.names()).cloned())
    }

    fn is_own_journal(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(OsStr::to_str);
        let parsed = name.and_then(super::journal::parse_journal_name);
        parsed.is_some_and(|(id, _)| id == self.journal.record.id)
    }

    fn target_files(&self, files: Vec<PlannedFile>, plans: &mut [FilePlan]) -> Vec<TargetFile> {
        let record = &self.journal.record;
        let mut paths: Vec<_> = record
            .groups
            .iter()
            .enumerate()
            .map(|(at, group)| {
                record
                    .entry_paths(at, &group.dir, group.place())
                    .into_iter()
            })
            .collect();
        files
            .into_iter()
            .filter_map(|file| {
                let plan = &mut plans[file.plan];
                Some(TargetFile {
                    path: plan.path.clone(),
                    id: file.id,
                    // The files of a group are in entry order.
                    paths: paths[file.id.0].next()?,
                    new_bytes: std::mem::take(&mut plan.bytes),
                    old: plan.old,
                    version: file.version,
                    attributes: None,
                    in_place: file.in_place,
                    is_replaced: false,
                    displaced: None,
                })
            })
            .collect()
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
            .sync_places()
            .map_err(|e| unchanged("the directories", e))?;
        self.token.heartbeat()?;
        self.enter(State::Applying)?;
        let files = self.for_all(files, TargetFile::replace)?;
        let restored = |what: &str, error: io::Error| {
            sync_error(what, "the files get their old texts again", &error)
        };
        self.journal
            .sync_targets()
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
        let group = |index: usize| GroupAt {
            index,
            dir: record.groups[index].dir.clone(),
            place: record.groups[index].place().to_owned(),
            journal: record.journal(index),
        };
        let all = (0..record.groups.len()).map(group);
        let (ways, groups): (Vec<_>, Vec<_>) =
            all.partition(|group| record.groups[group.index].entries.is_empty());
        let repaired = repair::repair(&record, self.state, groups, Some(&self.replaced), self.pool);
        if repaired.failures.is_empty() {
            for way in ways {
                // The next call removes any remaining journal.
                let _ = disk::remove_if_exists(&way.journal);
            }
        }
        match result {
            // The next call removes any remaining files of a committed edit.
            Ok(()) => Ok(()),
            Err(error) if repaired.failures.is_empty() => Err(error),
            Err(error) => Err(self.not_restored(error, &repaired.failures)),
        }
    }

    /// Returns the error for an edit that was not completely undone.
    fn not_restored(
        &self,
        error: Error,
        failures: &[(GroupAt, Vec<(PathBuf, io::Error)>)],
    ) -> Error {
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
