//! Changing files, all or none.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::digest;
use super::disk::{self, step};
use super::examiner::FilePlan;
use super::journal::{Entry, Journal};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::scan::FileVersion;

/// One file with the text that it is to have.
struct Change<'a> {
    plan: &'a FilePlan,
    entry: Entry,
    seen: FileVersion,
    in_place: bool,
}

/// Gives files their new texts. After an error they have their old ones.
///
/// Texts are written beside the files, made durable together, and renamed to
/// their places; until the first rename the token is heeded. `dir` is where
/// the journal lies. Many files are shared among the threads.
pub(super) fn apply(
    plans: &[FilePlan],
    dir: &Path,
    threads: usize,
    token: &CancelToken,
) -> Result<()> {
    token.heartbeat()?;
    let mut journal = Journal::create(dir)?;
    let done = replace(plans, &mut journal, threads, token);
    // Removes what is beside the files, after an error when it has put back
    // what had been replaced.
    match (journal.undo(threads), done) {
        (Ok(()), done) => {
            // What is left the next call removes, by the journal.
            let _ = step().and_then(|()| journal.remove());
            done
        }
        (Err(_), Ok(())) => Ok(()),
        (Err(undo), Err(error)) => {
            let message = format!(
                "{error}; this could not be undone, which the next call tries again: {undo}"
            );
            Err(Error::new(error.kind(), message))
        }
    }
}

fn replace(
    plans: &[FilePlan],
    journal: &mut Journal,
    threads: usize,
    token: &CancelToken,
) -> Result<()> {
    let mut changes = changes(plans)?;
    let of_journal = |error| Error::new(ErrorKind::Io, format!("cannot keep a journal: {error}"));
    let entries: Vec<Entry> = changes.iter().map(|change| change.entry.clone()).collect();
    step().map_err(of_journal)?;
    journal.list(&entries).map_err(of_journal)?;
    let failed = |change: &Change<'_>, error| Error::edit(&change.plan.path, "cannot edit", error);
    disk::for_all(&mut changes, threads, |change| {
        token.heartbeat()?;
        match change.write_beside() {
            Ok(true) => Ok(()),
            Ok(false) => Err(stale(&change.plan.path)),
            Err(error) => Err(failed(change, error)),
        }
    })?;
    disk::sync(changes.iter().map(|change| &change.entry.fresh)).map_err(of_journal)?;
    token.heartbeat()?;
    disk::for_all(&mut changes, threads, |change| {
        match change.put_in_place() {
            Ok(true) => Ok(()),
            Ok(false) => Err(stale(&change.plan.path)),
            Err(error) => Err(failed(change, error)),
        }
    })?;
    disk::sync_dirs(entries.iter().map(|entry| &entry.target)).map_err(of_journal)?;
    step().map_err(of_journal)?;
    journal.mark_done().map_err(of_journal)
}

/// The files behind the paths, each once.
fn changes(plans: &[FilePlan]) -> Result<Vec<Change<'_>>> {
    let id = id();
    let mut changes: Vec<Change<'_>> = Vec::with_capacity(plans.len());
    let mut known = rustc_hash::FxHashMap::default();
    for (number, plan) in plans.iter().enumerate() {
        let fail = |error| Error::edit(&plan.path, "cannot edit", error);
        let mut target = plan.path.clone();
        let mut metadata = fs::symlink_metadata(&target).map_err(fail)?;
        if metadata.is_symlink() {
            target = fs::canonicalize(&target).map_err(fail)?;
            metadata = fs::metadata(&target).map_err(fail)?;
        }
        let seen = FileVersion::of(&metadata);
        let name = seen.inode.map_or_else(|| Err(target.clone()), Ok);
        if let Some(&other) = known.get(&name) {
            let other: &FilePlan = &plans[other];
            if other.new != plan.new {
                let message = format!(
                    "another text would come from the same file's other name {}",
                    other.path.display()
                );
                return Err(Error::new(ErrorKind::OverlappingEdits, message).with_path(&plan.path));
            }
            continue;
        }
        known.insert(name, number);
        changes.push(Change {
            plan,
            entry: Entry::new(target, &id, number, plan.old, plan.new),
            in_place: disk::is_linked(&metadata),
            seen,
        });
    }
    Ok(changes)
}

/// Tells the temporaries of one apply from those of others.
fn id() -> String {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    format!(
        "{:x}-{:x}",
        std::process::id(),
        time.unwrap_or_default().as_nanos()
    )
}

fn stale(path: &Path) -> Error {
    Error::new(ErrorKind::Stale, "the file was changed in the meantime").with_path(path)
}

impl Change<'_> {
    /// Writes the new text beside the file. False if the file has changed.
    fn write_beside(&mut self) -> io::Result<bool> {
        let target = &self.entry.target;
        // A file that may not be written to is not to be replaced either.
        let mut file = OpenOptions::new().read(true).write(true).open(target)?;
        let mut now = Vec::with_capacity(self.plan.bytes.len());
        io::Read::read_to_end(&mut file, &mut now)?;
        if digest(&now) != self.plan.old || FileVersion::of(&file.metadata()?) != self.seen {
            return Ok(false);
        }
        let is_alike = disk::create_like(&self.entry.fresh, &self.plan.bytes, target)?;
        step()?;
        if !is_alike {
            self.in_place = true;
        }
        if self.in_place {
            disk::create_like(&self.entry.backup, &now, target)?;
            File::open(&self.entry.backup)?.sync_all()?;
            step()?;
        }
        Ok(true)
    }

    /// Gives the file its new text. False if it has changed.
    fn put_in_place(&self) -> io::Result<bool> {
        let Entry {
            target,
            fresh,
            backup,
            ..
        } = &self.entry;
        step()?;
        // Not every file system has hard links.
        if !self.in_place && fs::hard_link(target, backup).is_err() {
            disk::create_like(backup, &fs::read(target)?, target)?;
            File::open(backup)?.sync_all()?;
        }
        step()?;
        if FileVersion::of(&fs::symlink_metadata(target)?) != self.seen {
            return Ok(false);
        }
        if self.in_place {
            disk::write_in_place(target, &self.plan.bytes)?;
            return Ok(true);
        }
        fs::rename(fresh, target)?;
        step()?;
        Ok(true)
    }
}

/// The places where a journal may lie that concerns these roots: in them, or
/// in what they are in.
pub(super) fn journal_dirs(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut dirs = Vec::new();
    for root in roots {
        let Ok(root) = std::path::absolute(root) else {
            continue;
        };
        let start = if root.is_dir() {
            Some(root.as_path())
        } else {
            root.parent()
        };
        for dir in start.into_iter().flat_map(Path::ancestors) {
            if !dirs.iter().any(|known| known == dir) {
                dirs.push(dir.to_owned());
            }
        }
    }
    dirs
}
