//! Applies a plan to either all files or none.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, for_each_chunked};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use rustc_hash::FxHashSet;

use crate::applied::{self, PreparedCommit};
use crate::disk::{self, fault_point};
use crate::journal::{EnterError, Journal};
use crate::name_change::{PathChange, count_links};
use crate::record::{self, EditRecord, EntryId, EntryPaths, Group, State};
use crate::recovery::{
    self, FILES_PER_CHUNK, GroupAt, GroupFailure, InterruptedEdit, RecoveryMode,
};
use crate::resolve::{PlannedName, PlannedRewrite, Targets};
use crate::target::TargetFile;

/// Function that is called before a transaction commits.
pub(crate) type BeforeCommit<'a> = dyn FnMut(&PreparedCommit<'_>) -> Result<()> + 'a;

/// Makes all changes. If another edit affects the same files, changes nothing and returns that edit.
/// After an error, files are as before unless [`Error::paths`] lists them.
///
/// Checks the token until the first file is changed. Calls `before_commit` once all files are
/// changed; its error fails the edit.
pub(crate) fn apply(
    targets: Targets,
    before_commit: Option<&mut BeforeCommit<'_>>,
    pool: &Pool,
    token: &CancelToken,
) -> Result<Option<InterruptedEdit>> {
    token.heartbeat()?;
    let Targets {
        groups,
        rewrites,
        names,
        ..
    } = targets;
    if groups.is_empty() {
        return Ok(None);
    }
    let mut apply = Apply {
        pool,
        token,
        journal: Journal::create(groups)?,
        state: State::Prepared,
        changed: FxHashSet::default(),
        is_state_known: true,
    };
    // Must come after the journals are created: of two concurrent edits, at least one then sees the
    // other's journal.
    let (other, result) = match apply.other_edit() {
        Ok(None) => {
            let (files, names) = apply.with_paths(rewrites, names);
            (None, apply.change_all(files, names, before_commit))
        }
        Ok(other) => (other, Ok(())),
        Err(error) => (None, Err(error)),
    };
    apply.finish(result)?;
    Ok(other)
}

/// Target of an edit.
trait ApplyTarget: Send + 'static {
    /// Returns the ID of a target that may have changed.
    fn changed(&self) -> Option<EntryId>;
}

impl ApplyTarget for TargetFile {
    fn changed(&self) -> Option<EntryId> {
        self.is_replaced.then_some(self.id)
    }
}

impl ApplyTarget for PathChange {
    fn changed(&self) -> Option<EntryId> {
        self.is_changed.then_some(self.id)
    }
}

/// Edit being applied.
struct Apply<'a> {
    pool: &'a Pool,
    token: &'a CancelToken,
    journal: Journal,
    state: State,
    /// Targets that may have changed.
    changed: FxHashSet<EntryId>,
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
        Ok(recovery::blocking(&outcome.remaining, &record.groups).cloned())
    }

    fn is_own_journal(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(OsStr::to_str);
        let parsed = name.and_then(record::parse_journal_name);
        parsed.is_some_and(|(id, _)| id == self.journal.record.id)
    }

    /// Adds the paths of the temporary files, which contain the ID of the edit.
    fn with_paths(
        &self,
        rewrites: Vec<PlannedRewrite>,
        names: Vec<PlannedName>,
    ) -> (Vec<TargetFile>, Vec<PathChange>) {
        let record = &self.journal.record;
        let groups = record.groups.iter().enumerate();
        let mut paths: Vec<_> = groups
            .map(|(at, group)| record.entry_paths(at, &group.dir).into_iter())
            .collect();
        // The targets of a group are in entry order, rewrites first.
        let mut next = |id: EntryId| -> Option<EntryPaths> { paths[id.0].next() };
        let files = rewrites.into_iter().filter_map(|file| {
            Some(TargetFile {
                path: file.path,
                id: file.id,
                paths: next(file.id)?,
                new_bytes: file.new_bytes,
                old: file.old,
                new: file.new,
                version: file.version,
                attributes: None,
                in_place: file.in_place,
                is_replaced: false,
                displaced: None,
            })
        });
        let files = files.collect();
        let names = names.into_iter().filter_map(|name| {
            Some(PathChange {
                id: name.id,
                paths: next(name.id)?,
                removal: name.removal,
                addition: name.addition,
                is_changed: false,
            })
        });
        (files, names.collect())
    }

    /// Stages and makes all changes, then commits.
    fn change_all(
        &mut self,
        files: Vec<TargetFile>,
        names: Vec<PathChange>,
        before_commit: Option<&mut BeforeCommit<'_>>,
    ) -> Result<()> {
        let token = self.token.clone();
        let files = self.for_all(files, move |file: &mut TargetFile| {
            token.heartbeat()?;
            file.stage()
        })?;
        let token = self.token.clone();
        let mut names = self.for_all(names, move |name: &mut PathChange| {
            token.heartbeat()?;
            name.stage()
        })?;
        count_links(&mut names);
        let unchanged =
            |what: &str, error: io::Error| sync_error(what, "no file has changed", &error);
        let staged = files.iter().map(|file| &*file.paths.staged);
        let added = names.iter().filter(|name| name.addition.is_some());
        let staged: Vec<&Path> = staged
            .chain(added.map(|name| &*name.paths.staged))
            .collect();
        disk::sync_files(&staged).map_err(|e| unchanged("the new texts", e))?;
        self.journal
            .sync_dirs()
            .map_err(|e| unchanged("the directories", e))?;
        self.token.heartbeat()?;
        self.enter(State::Applying)?;
        let files = self.for_all(files, TargetFile::replace)?;
        let names = self.for_all(names, PathChange::remove)?;
        // A name may be free only once all old names are removed.
        let mut names = self.for_all(names, PathChange::add)?;
        count_links(&mut names);
        let restored = |what: &str, error: io::Error| {
            sync_error(what, "the files get their old texts again", &error)
        };
        self.journal
            .sync_dirs()
            .map_err(|e| restored("the directories", e))?;
        fault_point().map_err(|e| restored("the directories", e))?;
        if let Some(before_commit) = before_commit {
            let record = &self.journal.record;
            before_commit(&PreparedCommit {
                changes: applied::describe(&files, &names)?,
                created_dirs: record.all_made_dirs(),
                journal: record.journal(0),
            })?;
        }
        self.for_all(files, |file: &mut TargetFile| file.check_unchanged())?;
        self.for_all(names, |name: &mut PathChange| name.check_unchanged())?;
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

    /// Runs a step for all targets, on the calling thread and on workers. After an error, the step
    /// may have run for some other targets.
    fn for_all<T: ApplyTarget>(
        &mut self,
        targets: Vec<T>,
        step: impl Fn(&mut T) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Vec<T>> {
        if targets.is_empty() {
            return Ok(targets);
        }
        let (targets, result) =
            for_each_chunked(self.pool, self.pool.size(), targets, FILES_PER_CHUNK, step);
        self.changed.extend(targets.iter().filter_map(T::changed));
        result.map(|()| targets)
    }

    /// Rolls back after an error before the commit, and removes temporary files and journals.
    fn finish(self, result: Result<()>) -> Result<()> {
        let record = self.journal.record.clone();
        if !self.is_state_known && self.state == State::Applying {
            let paths = paths_of(&record, &self.changed);
            let note = "the next edit or recovery of these files restores or completes all of them";
            return result.map_err(|error| error.with_note(note).with_paths(paths));
        }
        let groups = record.groups.iter().enumerate();
        let groups = groups.map(|(index, group)| GroupAt {
            index,
            dir: group.dir.clone(),
        });
        let groups = groups.collect();
        let changed = Some(&self.changed);
        let repaired = recovery::repair(&record, self.state, groups, changed, self.pool);
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
                    .filter(|id| self.changed.contains(id)),
            );
        }
        let paths = paths_of(record, &left);
        let problems = problems.join("; ");
        let note = if paths.is_empty() {
            "all files are as before, but temporary files remain, which the next edit or recovery \
             there removes"
        } else {
            "some files are not as before, which the next edit or recovery there repairs"
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
