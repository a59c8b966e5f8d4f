//! Journal of an apply under way, from which the next call recovers after a crash.
//!
//! # Files
//!
//! - `.ransack-edit.journal` ([`NAME`]) lies in the first root of the call, or beside the first root
//!   if that is a file. An exclusive advisory lock on it belongs to the process that applies; the
//!   system releases it when the process dies.
//! - `.ransack-edit-ID-NUMBER.new`, the staged file, lies beside each target and holds its new
//!   bytes. `ID` is made of the process id and the time, `NUMBER` is the index of the file's plan.
//! - `.ransack-edit-ID-NUMBER.old`, the backup, lies beside each target and holds its old bytes. It
//!   is a hard link to the old file, or a copy of it: for targets written in place, and where the
//!   file system has no hard links.
//!
//! # Format
//!
//! Lines of ASCII text; a path is percent-encoded.
//!
//! ```text
//! ransack-edit 1 DEVICE:INODE          identity of the journal itself, hexadecimal
//! OLD NEW TARGET STAGED BACKUP         one line a file; digests in 32 hexadecimal digits
//! listed
//! done
//! ```
//!
//! # States
//!
//! 1. *Empty*: the lock is held, and nothing else of this apply is on disk.
//! 2. *Listed*: every target is named, and the journal is synced. From here on staged files are
//!    written and synced together, and each target is replaced: its backup is made, its version is
//!    compared with the one that was planned, and the staged file is renamed over it. A target with
//!    several hard links, or with attributes that cannot be copied, is overwritten in place
//!    instead; its backup is a synced copy made before, together with its staged file, which then
//!    stays until the end.
//! 3. *Done*: all targets are replaced, their directories synced, and the journal is synced with
//!    `done` at its end. Only staged files and backups remain to be removed.
//! 4. *Removed*: staged files and backups are gone, their directories synced, and the journal is
//!    unlinked. The unlinking itself is not synced: a journal that reappears after a power failure
//!    names nothing that exists.
//!
//! # Recovery
//!
//! An apply that fails recovers itself before it returns. For an apply that died, every later edit
//! looks for unlocked journals, dry runs included: in its roots and all directories above them,
//! and wherever its own walk meets one; then it plans again. A locked journal is passed over there;
//! it is an error only for an apply that needs the same journal.
//!
//! - An empty journal, one without `listed`, one that names another identity (a copy) and, on
//!   Linux, one of another user change nothing. They are removed.
//! - A listed journal rolls back. For each file whose backup is whole (its digest is `OLD`): if the
//!   staged file is gone and the target's digest is `NEW`, the backup is renamed over the target.
//!   If the staged file is there and the target is `NEW` or a mixture that writing one over the
//!   other leaves, the backup's bytes are written in place. A target with any other content has
//!   been changed by others, and stays as it is. If a file cannot be restored, everything remains
//!   for the next call, and the error names the file.
//! - Then, and at once for a done journal, staged files and backups are removed, and the journal
//!   after them.
//!
//! # Invariants
//!
//! - Whatever is on disk of an apply is named by a synced journal.
//! - A backup is whole and synced, or a link to the old file, before its target changes.
//! - Backups are removed only after the directories of all restored or replaced targets are synced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::digest;
use super::disk::{self, fault_point};
use crate::error::{Error, ErrorKind, Result};
use crate::exec::{self, Pool};
use crate::path::os_str;

/// Name of the journal file.
pub(super) const NAME: &str = ".ransack-edit.journal";

/// Number of files that a worker takes at a time.
pub(super) const FILES_PER_CHUNK: usize = 64;

/// Line that ends the list of files.
const LISTED: &str = "listed";
/// Line that says that all files are replaced.
const DONE: &str = "done";

/// Journal whose lock this process holds.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// One target of an apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalEntry {
    pub(super) target: PathBuf,
    /// Path of the new bytes until they replace the target.
    pub(super) staged: PathBuf,
    /// Path of the old bytes.
    pub(super) backup: PathBuf,
    /// Digest of the old bytes.
    pub(super) old: u128,
    /// Digest of the new bytes.
    pub(super) new: u128,
}

impl JournalEntry {
    /// Creates the entry of this number in the apply called `id`.
    pub(super) fn new(
        target: PathBuf,
        id: &str,
        number: usize,
        old: u128,
        new: u128,
    ) -> JournalEntry {
        let beside = |kind| target.with_file_name(format!(".ransack-edit-{id}-{number}.{kind}"));
        JournalEntry {
            staged: beside("new"),
            backup: beside("old"),
            target,
            old,
            new,
        }
    }

    /// Removes the staged file and the backup, if they exist.
    fn remove_temporary_files(&self) -> io::Result<()> {
        disk::remove_if_exists(&self.staged)?;
        disk::remove_if_exists(&self.backup)?;
        fault_point()
    }
}

impl Journal {
    /// Creates and locks the empty journal of a directory. Recovers from one that it finds there.
    ///
    /// # Errors
    ///
    /// `Stale` if another process applies an edit by this journal.
    pub(super) fn create(dir: &Path) -> Result<Journal> {
        let path = dir.join(NAME);
        let fail = |error| Error::edit(&path, "cannot write the journal", error);
        loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path).map_err(fail)?;
            match Journal::try_lock(path.clone(), file).map_err(fail)? {
                JournalLock::Busy => {
                    let message = "another edit is being applied; wait for it and repeat the call";
                    return Err(Error::new(ErrorKind::Stale, message).with_path(dir));
                }
                // Its owner removed it between open and lock.
                JournalLock::Removed => {}
                JournalLock::Acquired(mut journal) => {
                    journal.recover(None)?;
                    journal.file.set_len(0).map_err(fail)?;
                    journal.file.rewind().map_err(fail)?;
                    return Ok(journal);
                }
            }
        }
    }

    /// Recovers from the journal at `path` and removes it. Does nothing if there is none, or if it
    /// is in use.
    pub(super) fn recover_at(path: &Path) -> Result<()> {
        let fail = |error| Error::edit(path, "cannot recover from an interrupted edit", error);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(fail(error)),
        };
        if let JournalLock::Acquired(mut journal) =
            Journal::try_lock(path.to_owned(), file).map_err(fail)?
        {
            journal.recover(None)?;
            journal.remove().map_err(fail)?;
        }
        Ok(())
    }

    fn try_lock(path: PathBuf, file: File) -> io::Result<JournalLock> {
        match file.try_lock() {
            Ok(()) if disk::is_at(&file, &path) => {
                Ok(JournalLock::Acquired(Journal { path, file }))
            }
            Ok(()) => Ok(JournalLock::Removed),
            Err(TryLockError::WouldBlock) => Ok(JournalLock::Busy),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Writes and syncs the list of files.
    pub(super) fn write_entries(&mut self, entries: &[JournalEntry]) -> io::Result<()> {
        let mut text = format!("{}\n", disk::identity(&self.file, &self.path)?);
        for entry in entries {
            text += &format!("{:032x} {:032x}", entry.old, entry.new);
            for path in [&entry.target, &entry.staged, &entry.backup] {
                text.push(' ');
                text += &escape(path.as_os_str().as_encoded_bytes());
            }
            text.push('\n');
        }
        text += LISTED;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        disk::sync_dirs(std::iter::once(&self.path))
    }

    /// Commits the apply: after the mark is synced, recovery no longer rolls back. After an error
    /// the journal is without the mark.
    pub(super) fn mark_done(&mut self) -> io::Result<()> {
        let len = self.file.metadata()?.len();
        let mark = format!("{DONE}\n");
        let marked = self.file.write_all(mark.as_bytes());
        let marked = marked.and_then(|()| self.file.sync_all());
        if marked.is_err() {
            self.file.set_len(len)?;
        }
        marked
    }

    /// Removes the journal file without syncing its directory.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }

    /// Rolls back a listed apply, and removes staged files and backups. Does nothing for a journal
    /// that is incomplete, copied, or of another user. Without a pool, everything is done on the
    /// calling thread.
    ///
    /// # Errors
    ///
    /// Names the files that could not be restored. Backups remain then.
    pub(super) fn recover(&mut self, pool: Option<&Pool>) -> Result<()> {
        let path = self.path.clone();
        let fail = |error| Error::edit(&path, "cannot recover from an interrupted edit", error);
        let Some((entries, is_done)) = self.read_own().map_err(fail)? else {
            return Ok(());
        };
        if !is_done {
            roll_back_all(&entries).map_err(fail)?;
        }
        let workers = pool.map_or(1, Pool::size);
        let pool = pool.unwrap_or(Pool::shared());
        let (entries, removed) =
            exec::for_each_chunked(pool, workers, entries, FILES_PER_CHUNK, |entry| {
                let removed = entry.remove_temporary_files();
                removed.map_err(|error| {
                    Error::edit(&entry.target, "cannot remove temporary files of", error)
                })
            });
        removed?;
        // The journal may be removed only when nothing that it names can reappear.
        disk::sync_dirs(entries.iter().map(|entry| &entry.target)).map_err(fail)
    }

    /// Reads the journal's entries, and whether it is done; `None` if they do not apply.
    fn read_own(&mut self) -> io::Result<Option<(Vec<JournalEntry>, bool)>> {
        let mut text = String::new();
        self.file.rewind()?;
        // A file that is not text is no journal.
        if self.file.read_to_string(&mut text).is_err() {
            return Ok(None);
        }
        let own = disk::identity(&self.file, &self.path)?;
        let Some(parsed) = parse(&text, &own) else {
            return Ok(None);
        };
        Ok(disk::is_own(&self.file)?.then_some(parsed))
    }
}

/// Result of locking a journal file.
enum JournalLock {
    Acquired(Journal),
    /// Another process holds the lock.
    Busy,
    /// The file that is locked is no longer the one at the path.
    Removed,
}

/// Parses a journal: its files, and whether it is done. `None` if it is incomplete or its identity
/// is not `own`.
fn parse(text: &str, own: &str) -> Option<(Vec<JournalEntry>, bool)> {
    let mut lines = text.lines();
    if lines.next() != Some(own) {
        return None;
    }
    let mut entries = Vec::new();
    loop {
        let line = lines.next()?;
        if line == LISTED {
            return Some((entries, lines.next() == Some(DONE)));
        }
        let mut words = line.split(' ');
        let mut number = || u128::from_str_radix(words.next()?, 16).ok();
        let (old, new) = (number()?, number()?);
        let mut path = || unescape(words.next()?);
        entries.push(JournalEntry {
            old,
            new,
            target: path()?,
            staged: path()?,
            backup: path()?,
        });
    }
}

/// Restores the old bytes of all targets, durably.
///
/// # Errors
///
/// Names the targets that could not be restored; the others are.
fn roll_back_all(entries: &[JournalEntry]) -> io::Result<()> {
    let mut failures = Vec::new();
    for entry in entries {
        if let Err(error) = roll_back(entry) {
            failures.push(format!("{}: {error}", entry.target.display()));
        }
    }
    if !failures.is_empty() {
        return Err(io::Error::other(failures.join("; ")));
    }
    // A restored target must survive a crash before its backup is removed.
    disk::sync_dirs(entries.iter().map(|entry| &entry.target))
}

/// Restores the old bytes of a target that holds the new ones or a part of them.
fn roll_back(entry: &JournalEntry) -> io::Result<()> {
    fault_point()?;
    let Some(backup) = disk::read_if_exists(&entry.backup)? else {
        return Ok(());
    };
    // The process died while it wrote the backup; the target is unchanged.
    if digest(&backup) != entry.old {
        return Ok(());
    }
    let Some(now) = disk::read_if_exists(&entry.target)? else {
        return Ok(());
    };
    if digest(&now) == entry.old {
        return Ok(());
    }
    match disk::read_if_exists(&entry.staged)? {
        // A staged file that still exists means that the target is written in place.
        Some(staged) => {
            let is_new = digest(&now) == entry.new;
            if is_new
                || is_partly_overwritten(&backup, &staged, &now)
                || is_partly_overwritten(&staged, &backup, &now)
            {
                disk::write_in_place(&entry.target, &backup)?;
            }
        }
        None => {
            if digest(&now) == entry.new {
                fs::rename(&entry.backup, &entry.target)?;
            }
        }
    }
    Ok(())
}

/// Whether `now` is an intermediate content of writing `to` over `from`, front to back.
fn is_partly_overwritten(from: &[u8], to: &[u8], now: &[u8]) -> bool {
    let written = now.iter().zip(to).take_while(|(a, b)| a == b).count();
    now[written..] == *from.get(written..).unwrap_or_default()
}

/// Percent-encodes everything but visible ASCII characters.
fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_graphic() && byte != b'%' {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02x}");
        }
    }
    text
}

/// Decodes percent-encoded bytes; `None` if they are malformed.
fn unescape(text: &str) -> Option<PathBuf> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let code = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(code, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    Some(PathBuf::from(os_str(&bytes)))
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

    #[test]
    fn a_journal_parses_back() {
        let path = PathBuf::from(os_str("/a b/%\u{e4}\n".as_bytes()));
        let entry = JournalEntry::new(path, "1f", 3, 7, u128::MAX);
        let words = [&entry.target, &entry.staged, &entry.backup]
            .map(|p| escape(p.as_os_str().as_encoded_bytes()))
            .join(" ");
        let line = format!("{:x} {:x} {words}", entry.old, entry.new);
        let text = format!("me\n{line}\nlisted\n");
        assert_eq!(parse(&text, "me"), Some((vec![entry.clone()], false)));
        assert_eq!(parse(&text, "you"), None);
        assert_eq!(parse(&text[..text.len() - 3], "me"), None);
        let text = text + "done\n";
        assert_eq!(parse(&text, "me"), Some((vec![entry], true)));
    }
}
