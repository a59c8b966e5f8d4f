//! Applies planned edits: all files of a call or none.
//!
//! The protocol on disk is described in [`journal`](super::journal). Nothing in here parses or
//! computes texts.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::digest;
use super::disk::{self, fault_point};
use super::examiner::FilePlan;
use super::journal::{FILES_PER_CHUNK, Journal, JournalEntry};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::exec::{self, Pool};
use crate::scan::FileVersion;

/// One file on disk and its new bytes.
struct TargetFile {
    /// Path in the plan, for messages. May be a symbolic link to the target.
    path: PathBuf,
    new_bytes: Vec<u8>,
    entry: JournalEntry,
    /// Version of the file before the first step.
    version: FileVersion,
    /// Whether the file is overwritten rather than replaced.
    in_place: bool,
}

/// Gives files their new bytes, which are moved out of the plans. After an error the files have
/// their old ones, unless the message names them.
///
/// New bytes are staged beside the files, synced together, and renamed over the files. The token is
/// checked until the first rename. `dir` is the directory of the journal.
pub(super) fn apply(
    plans: &mut [FilePlan],
    dir: &Path,
    pool: &Pool,
    token: &CancelToken,
) -> Result<()> {
    token.heartbeat()?;
    let mut journal = Journal::create(dir)?;
    let replaced = replace_all(plans, &mut journal, pool, token);
    // Rolls back after an error, and removes staged files and backups in any case.
    match (journal.recover(Some(pool)), replaced) {
        (Ok(()), replaced) => {
            // A journal that remains is removed by the next call.
            let _ = fault_point().and_then(|()| journal.remove());
            replaced
        }
        (Err(_), Ok(())) => Ok(()),
        (Err(recovery), Err(error)) => {
            let message = format!(
                "{error}; some files were not restored, repeat the call to restore them: {recovery}"
            );
            Err(Error::new(error.kind(), message))
        }
    }
}

/// Stages and replaces all files, and marks the journal as done.
fn replace_all(
    plans: &mut [FilePlan],
    journal: &mut Journal,
    pool: &Pool,
    token: &CancelToken,
) -> Result<()> {
    let targets = resolve_targets(plans)?;
    let of_journal =
        |error| Error::new(ErrorKind::Io, format!("cannot write the journal: {error}"));
    let entries: Vec<JournalEntry> = targets.iter().map(|target| target.entry.clone()).collect();
    fault_point().map_err(of_journal)?;
    journal.write_entries(&entries).map_err(of_journal)?;
    let token_of_workers = token.clone();
    let targets = for_all(pool, targets, move |file| {
        token_of_workers.heartbeat()?;
        file.stage()
    })?;
    disk::sync_files(targets.iter().map(|file| &file.entry.staged)).map_err(of_journal)?;
    token.heartbeat()?;
    for_all(pool, targets, |file| file.replace())?;
    disk::sync_dirs(entries.iter().map(|entry| &entry.target)).map_err(of_journal)?;
    fault_point().map_err(of_journal)?;
    journal.mark_done().map_err(of_journal)
}

/// Runs a step for all files, on the calling thread and on workers. After an error, the step may
/// have run for some of the other files.
fn for_all(
    pool: &Pool,
    targets: Vec<TargetFile>,
    step: impl Fn(&mut TargetFile) -> Result<()> + Send + Sync + 'static,
) -> Result<Vec<TargetFile>> {
    let (targets, result) =
        exec::for_each_chunked(pool, pool.size(), targets, FILES_PER_CHUNK, step);
    result.map(|()| targets)
}

/// Resolves symbolic links and hard links, so that each file is listed once.
///
/// # Errors
///
/// `OverlappingEdits` if two names of a file have different new bytes.
fn resolve_targets(plans: &mut [FilePlan]) -> Result<Vec<TargetFile>> {
    let id = unique_id();
    let mut targets: Vec<TargetFile> = Vec::with_capacity(plans.len());
    let mut known = rustc_hash::FxHashMap::default();
    for (number, plan) in plans.iter_mut().enumerate() {
        let fail = |error| Error::edit(&plan.path, "cannot edit", error);
        let mut target = plan.path.clone();
        let mut metadata = fs::symlink_metadata(&target).map_err(fail)?;
        if metadata.is_symlink() {
            target = fs::canonicalize(&target).map_err(fail)?;
            metadata = fs::metadata(&target).map_err(fail)?;
        }
        let version = FileVersion::of(&metadata);
        let name = version.inode.map_or_else(|| Err(target.clone()), Ok);
        if let Some(&other) = known.get(&name) {
            let other: &TargetFile = &targets[other];
            if other.entry.new != plan.new {
                let message = format!(
                    "the same file is {} as well, whose edits make another text",
                    other.path.display()
                );
                return Err(Error::new(ErrorKind::OverlappingEdits, message).with_path(&plan.path));
            }
            continue;
        }
        known.insert(name, targets.len());
        targets.push(TargetFile {
            path: plan.path.clone(),
            new_bytes: std::mem::take(&mut plan.bytes),
            entry: JournalEntry::new(target, &id, number, plan.old, plan.new),
            in_place: disk::has_hard_links(&metadata),
            version,
        });
    }
    Ok(targets)
}

/// Unique part of the names of an apply's staged files and backups.
fn unique_id() -> String {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    format!(
        "{:x}-{:x}",
        std::process::id(),
        time.unwrap_or_default().as_nanos()
    )
}

fn stale(path: &Path) -> Error {
    Error::new(
        ErrorKind::Stale,
        "the file has changed since it was read; repeat the call",
    )
    .with_path(path)
}

impl TargetFile {
    /// Writes the new bytes beside the file, and a backup of a file that is overwritten in place.
    ///
    /// # Errors
    ///
    /// `Stale` if the file has changed since it was planned.
    fn stage(&mut self) -> Result<()> {
        let staged = self.try_stage();
        self.check_step(staged)
    }

    /// Makes a backup and gives the file its new bytes.
    ///
    /// # Errors
    ///
    /// `Stale` if the file has changed since it was planned.
    fn replace(&self) -> Result<()> {
        let replaced = self.try_replace();
        self.check_step(replaced)
    }

    fn check_step(&self, step: io::Result<bool>) -> Result<()> {
        match step {
            Ok(true) => Ok(()),
            Ok(false) => Err(stale(&self.path)),
            Err(error) => Err(Error::edit(&self.path, "cannot edit", error)),
        }
    }

    /// Returns false if the file has changed.
    fn try_stage(&mut self) -> io::Result<bool> {
        let target = &self.entry.target;
        // Opened for writing so that a read-only file is not replaced.
        let mut file = OpenOptions::new().read(true).write(true).open(target)?;
        let mut now = Vec::with_capacity(self.new_bytes.len());
        io::Read::read_to_end(&mut file, &mut now)?;
        if digest(&now) != self.entry.old || FileVersion::of(&file.metadata()?) != self.version {
            return Ok(false);
        }
        let is_alike = disk::create_like(&self.entry.staged, &self.new_bytes, target)?;
        fault_point()?;
        if !is_alike {
            self.in_place = true;
        }
        if self.in_place {
            disk::create_like(&self.entry.backup, &now, target)?;
            File::open(&self.entry.backup)?.sync_all()?;
            fault_point()?;
        }
        Ok(true)
    }

    /// Returns false if the file has changed.
    fn try_replace(&self) -> io::Result<bool> {
        let JournalEntry {
            target,
            staged,
            backup,
            ..
        } = &self.entry;
        fault_point()?;
        // Some file systems have no hard links.
        if !self.in_place && fs::hard_link(target, backup).is_err() {
            disk::create_like(backup, &fs::read(target)?, target)?;
            File::open(backup)?.sync_all()?;
        }
        fault_point()?;
        if FileVersion::of(&fs::symlink_metadata(target)?) != self.version {
            return Ok(false);
        }
        if self.in_place {
            disk::write_in_place(target, &self.new_bytes)?;
            return Ok(true);
        }
        fs::rename(staged, target)?;
        fault_point()?;
        Ok(true)
    }
}

/// Directories that may hold a journal about files in these roots: the roots and all directories
/// above them. The first one is the directory of the call's own journal.
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
