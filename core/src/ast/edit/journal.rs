//! The record of an apply under way, by which the next call undoes what a
//! process that died has left half done.
//!
//! It lies in the directory of the first root, locked by whoever applies. It
//! names every file with the digests of its two texts before anything is
//! written. Next to each file come the new text and, right before the file is
//! replaced, the old one as a backup. Until the journal is marked as done,
//! recovery puts the backups back; after that it only removes them. A file
//! that was changed by others in the meantime is left alone.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::digest;
use super::disk::{self, step};
use crate::error::{Error, ErrorKind, Result};
use crate::path::os_str;

/// The name of the file.
pub(super) const NAME: &str = ".ransack-edit.journal";

/// The marks at the end of the list of files, and of the work on them.
const LISTED: &str = "listed";
const DONE: &str = "done";

/// A journal that this process holds the lock of.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// A file that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) target: PathBuf,
    /// The new text, until it takes the place of the old one.
    pub(super) fresh: PathBuf,
    /// The old text.
    pub(super) backup: PathBuf,
    /// Digests of both.
    pub(super) old: u128,
    pub(super) new: u128,
}

impl Entry {
    /// The entry of this number in the apply called `id`.
    pub(super) fn new(target: PathBuf, id: &str, number: usize, old: u128, new: u128) -> Entry {
        let beside = |kind| target.with_file_name(format!(".ransack-edit-{id}-{number}.{kind}"));
        Entry {
            fresh: beside("new"),
            backup: beside("old"),
            target,
            old,
            new,
        }
    }
}

impl Journal {
    /// The journal of a directory, locked and empty. What an earlier process
    /// left in it is undone first.
    pub(super) fn create(dir: &Path) -> Result<Journal> {
        let path = dir.join(NAME);
        let fail = |error| Error::edit(&path, "cannot keep a journal", error);
        loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path).map_err(fail)?;
            match Journal::lock(path.clone(), file).map_err(fail)? {
                Lock::Busy => {
                    let message = "another edit is being applied";
                    return Err(Error::new(ErrorKind::Stale, message).with_path(dir));
                }
                // Whoever had it has removed it since.
                Lock::Gone => {}
                Lock::Held(mut journal) => {
                    journal.undo(1).map_err(fail)?;
                    journal.file.set_len(0).map_err(fail)?;
                    journal.file.rewind().map_err(fail)?;
                    return Ok(journal);
                }
            }
        }
    }

    /// Undoes what an apply that died left, if there is a journal and it is
    /// not in use.
    pub(super) fn recover(path: &Path) -> Result<()> {
        let fail = |error| Error::edit(path, "cannot undo an edit that was cut off", error);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(fail(error)),
        };
        if let Lock::Held(mut journal) = Journal::lock(path.to_owned(), file).map_err(fail)? {
            journal.undo(1).map_err(fail)?;
            journal.remove().map_err(fail)?;
        }
        Ok(())
    }

    fn lock(path: PathBuf, file: File) -> io::Result<Lock> {
        match file.try_lock() {
            Ok(()) if disk::is_at(&file, &path) => Ok(Lock::Held(Journal { path, file })),
            Ok(()) => Ok(Lock::Gone),
            Err(TryLockError::WouldBlock) => Ok(Lock::Busy),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Lists the files, durably.
    pub(super) fn list(&mut self, entries: &[Entry]) -> io::Result<()> {
        let mut text = format!("{}\n", disk::identity(&self.file, &self.path)?);
        for entry in entries {
            text += &format!("{:032x} {:032x}", entry.old, entry.new);
            for path in [&entry.target, &entry.fresh, &entry.backup] {
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

    /// Marks the work as done: from here on there is no way back.
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

    /// Removes the journal. If its name comes back after a crash it names
    /// nothing.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }

    /// Puts the files back as they were, or, if the work was done, removes
    /// what is left of it. Nothing is done for a journal that is not whole, or
    /// was copied or planted here. An error names the files that may not be as
    /// they were.
    pub(super) fn undo(&mut self, threads: usize) -> io::Result<()> {
        let mut text = String::new();
        self.file.rewind()?;
        // Nothing but a journal is text.
        if self.file.read_to_string(&mut text).is_err() {
            return Ok(());
        }
        let own = disk::identity(&self.file, &self.path)?;
        let Some((mut entries, is_done)) = parse(&text, &own) else {
            return Ok(());
        };
        if !disk::is_own(&self.file)? {
            return Ok(());
        }
        if !is_done {
            let mut stuck = Vec::new();
            for entry in &entries {
                if let Err(error) = roll_back(entry) {
                    stuck.push(format!("{}: {error}", entry.target.display()));
                }
            }
            if !stuck.is_empty() {
                return Err(io::Error::other(stuck.join("; ")));
            }
            // Before the backups go.
            disk::sync_dirs(entries.iter().map(|entry| &entry.target))?;
        }
        disk::for_all(&mut entries, threads, |entry| {
            disk::remove(&entry.fresh)?;
            disk::remove(&entry.backup)?;
            step()
        })?;
        // Before the journal goes, which alone names what is left.
        disk::sync_dirs(entries.iter().map(|entry| &entry.target))
    }
}

enum Lock {
    Held(Journal),
    Busy,
    Gone,
}

/// The files that a journal lists, and whether the work on them was done.
fn parse(text: &str, own: &str) -> Option<(Vec<Entry>, bool)> {
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
        entries.push(Entry {
            old,
            new,
            target: path()?,
            fresh: path()?,
            backup: path()?,
        });
    }
}

/// Puts back the old text of a file if the new one, or a part of it, has come
/// in its place.
fn roll_back(entry: &Entry) -> io::Result<()> {
    step()?;
    let Some(backup) = disk::read_if_any(&entry.backup)? else {
        return Ok(());
    };
    // A backup that was being written when the end came.
    if digest(&backup) != entry.old {
        return Ok(());
    }
    let Some(now) = disk::read_if_any(&entry.target)? else {
        return Ok(());
    };
    if digest(&now) == entry.old {
        return Ok(());
    }
    match disk::read_if_any(&entry.fresh)? {
        // The file was written in place, from its start to its end.
        Some(fresh) => {
            let is_new = digest(&now) == entry.new;
            if is_new || is_between(&backup, &fresh, &now) || is_between(&fresh, &backup, &now) {
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

/// Whether `now` is what is there while `from` is overwritten by `to`.
fn is_between(from: &[u8], to: &[u8], now: &[u8]) -> bool {
    let written = now.iter().zip(to).take_while(|(a, b)| a == b).count();
    now[written..] == *from.get(written..).unwrap_or_default()
}

/// Text without blanks, line feeds and what is not ASCII.
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
    fn an_overwritten_text_is_known_at_every_byte() {
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
                assert!(is_between(from, to, &now), "{now:?}");
            }
        }
        assert!(!is_between(b"old", b"newer", b"other"));
    }

    #[test]
    fn a_journal_is_read_as_it_was_written() {
        let path = PathBuf::from(os_str("/a b/%\u{e4}\n".as_bytes()));
        let entry = Entry::new(path, "1f", 3, 7, u128::MAX);
        let words = [&entry.target, &entry.fresh, &entry.backup]
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
