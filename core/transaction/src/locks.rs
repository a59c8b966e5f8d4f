//! Locks on the trees that an edit may change.
//!
//! A lock is an advisory `flock` on a directory or file itself, not on a name, so different
//! spellings of a path share one lock. An edit takes an exclusive lock on each of its roots and
//! shared locks on their ancestors, provided that these belong to the same user. Edits of a
//! directory and of its descendants therefore exclude each other; edits of sibling directories do
//! not.
//!
//! The kernel releases the locks of a dead process. If a lock cannot be taken for any reason other
//! than that another edit holds it (no `flock`, no permission), the edit continues without the lock
//! and relies on the journal.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ransack_base::internal::{ErrorParts, pause};
use ransack_base::{CancelToken, Error, ErrorKind, OptionName, Result};
use rustc_hash::FxHashSet;

use crate::disk;

/// Default time that an edit waits for other edits, so that parallel edits of one file run one
/// after another.
pub const DEFAULT_WAIT: Duration = Duration::from_secs(10);

/// Pause between attempts to take a lock.
const PAUSE: Duration = Duration::from_millis(2);

/// Time until which an edit waits for other edits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LockDeadline(Option<Instant>);

impl LockDeadline {
    pub(crate) fn after(wait: Duration) -> LockDeadline {
        // A time beyond the range of the clock means no deadline.
        LockDeadline(Instant::now().checked_add(wait))
    }

    /// Pauses before the next attempt. Returns `busy` after the deadline.
    ///
    /// # Errors
    ///
    /// `Aborted`, `Timeout`: the token fired.
    pub(crate) fn pause(self, token: &CancelToken, busy: impl FnOnce() -> Error) -> Result<()> {
        token.heartbeat()?;
        let is_over = || self.0.is_some_and(|at| Instant::now() >= at);
        if is_over() {
            return Err(busy());
        }
        pause(PAUSE, || token.heartbeat().is_err() || is_over());
        Ok(token.heartbeat()?)
    }
}

/// Locks held by an edit. Released on drop.
#[derive(Debug)]
pub(crate) struct TreeLocks(Vec<File>);

impl Drop for TreeLocks {
    fn drop(&mut self) {
        for file in &self.0 {
            // A child process that inherited the file would keep the lock.
            let _ = file.unlock();
        }
    }
}

impl TreeLocks {
    /// Locks either all roots or none.
    ///
    /// # Errors
    ///
    /// `Stale`: another edit still holds a lock at the deadline.
    pub(crate) fn acquire(
        roots: &[PathBuf],
        deadline: LockDeadline,
        token: &CancelToken,
    ) -> Result<TreeLocks> {
        loop {
            match TreeLocks::try_acquire(roots) {
                Ok(locks) => return Ok(locks),
                Err(path) => deadline.pause(token, || busy(&path))?,
            }
        }
    }

    /// Tries to lock all roots. Returns the path of a lock that another edit holds.
    fn try_acquire(roots: &[PathBuf]) -> Result<TreeLocks, PathBuf> {
        let mut locks = TreeLocks(Vec::new());
        if cfg!(not(unix)) {
            return Ok(locks);
        }
        // A missing root makes the walk fail.
        let mut roots: Vec<PathBuf> = roots.iter().filter_map(|r| r.canonicalize().ok()).collect();
        roots.sort_unstable();
        // The lock of a directory covers everything below it.
        roots.dedup_by(|below, above| below.starts_with(above));
        let mut shared: Vec<PathBuf> = Vec::new();
        // Several roots can be hard links to one file, which has one lock.
        let mut exclusive = FxHashSet::default();
        for root in &roots {
            let inode = fs::symlink_metadata(root)
                .ok()
                .and_then(|m| disk::inode(&m));
            if inode.is_none_or(|inode| !exclusive.contains(&inode)) {
                exclusive.extend(locks.lock(root, true)?);
            }
            let above = root.ancestors().skip(1);
            for dir in above.take_while(|dir| is_own(dir)) {
                if !shared.iter().any(|known| known == dir) {
                    locks.lock(dir, false)?;
                    shared.push(dir.to_owned());
                }
            }
        }
        Ok(locks)
    }

    /// Locks a directory or file. Returns the device and inode that are locked, or the path if another
    /// edit holds the lock.
    fn lock(&mut self, path: &Path, exclusive: bool) -> Result<Option<(u64, u64)>, PathBuf> {
        let Ok(file) = open(path) else {
            return Ok(None);
        };
        let locked = if exclusive {
            file.try_lock()
        } else {
            file.try_lock_shared()
        };
        match locked {
            Ok(()) => {
                // The holder of the file's lock may have exchanged the file.
                let metadata = file.metadata();
                let current = metadata
                    .ok()
                    .filter(|metadata| disk::is_same_file_at(metadata, path).unwrap_or(false));
                self.0.push(file);
                match current {
                    Some(metadata) => Ok(disk::inode(&metadata)),
                    None => Err(path.to_owned()),
                }
            }
            Err(TryLockError::WouldBlock) => Err(path.to_owned()),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }
}

/// Opens a directory or a regular file.
fn open(path: &Path) -> std::io::Result<File> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_dir() {
        return File::open(path);
    }
    let opened = disk::open_plain(path, false)?;
    opened.map_or_else(
        || Err(std::io::ErrorKind::NotFound.into()),
        |(file, _)| Ok(file),
    )
}

/// Returns whether the directory belongs to this user; other users' locks are not trusted.
fn is_own(dir: &Path) -> bool {
    fs::metadata(dir).is_ok_and(|metadata| disk::foreign_owner(&metadata).is_none())
}

/// Returns the error for an edit that stops waiting for another edit.
pub(crate) fn busy(path: &Path) -> Error {
    let message =
        "another edit of these files is being applied; repeat the call when it is complete";
    Error::new(ErrorKind::Stale, message)
        .with_path(path)
        .with_advice("or raise", OptionName::Wait, "")
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
