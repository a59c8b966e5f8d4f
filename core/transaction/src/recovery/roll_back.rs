//! Undoes the change of one target from the files that are on disk.
//!
//! [`journal`](crate::journal) describes which files exist at each step.

use std::fs;
use std::io;

use ransack_base::internal::is_missing;

use super::RecoveryAction;
use crate::disk::{self, fault_point};
use crate::plan::digest;
use crate::record::EntryPaths;

/// Restores the old bytes of a rewritten target that contains some or all of the new bytes. `old` and
/// `new` are the digests. Returns `None` if the target has no temporary files.
///
/// While an edit is applied, the staged file is complete. Therefore, if the target is new and the
/// staged file is not, the staged file is the old target.
pub(super) fn roll_back(
    (old, new): (u128, u128),
    paths: &EntryPaths,
) -> io::Result<Option<RecoveryAction>> {
    fault_point()?;
    let EntryPaths {
        target,
        staged,
        backup,
        ..
    } = paths;
    if disk::is_special(staged)? {
        return put_back(new, paths).map(Some);
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
    if now_digest == old && backup_bytes.is_some() {
        return Ok(Some(RecoveryAction::Unchanged));
    }
    let is_new = now_digest == new;
    match (staged_bytes, backup_bytes) {
        (Some(staged_bytes), None) => {
            if digest(&staged_bytes) == new {
                // Not exchanged, or exchanged back.
                Ok(Some(RecoveryAction::Unchanged))
            } else if is_new {
                undo_exchange(new, paths).map(Some)
            } else if now_digest == old {
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
            let is_whole = digest(&backup_bytes) == old;
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
fn put_back(new: u128, paths: &EntryPaths) -> io::Result<RecoveryAction> {
    match disk::read_plain(&paths.target)? {
        Some(now) if digest(&now) == new => undo_exchange(new, paths),
        _ => Ok(RecoveryAction::Kept),
    }
}

/// Puts back the file that was exchanged for the new one.
fn undo_exchange(new: u128, paths: &EntryPaths) -> io::Result<RecoveryAction> {
    let EntryPaths { target, staged, .. } = paths;
    if !disk::exchange(staged, target)? {
        fs::rename(staged, target)?;
        return Ok(RecoveryAction::Restored);
    }
    // Another process may have replaced the target since it was read; its file is put back.
    let is_ours = disk::read_plain(staged)?.is_some_and(|bytes| digest(&bytes) == new);
    if is_ours {
        return Ok(RecoveryAction::Restored);
    }
    disk::exchange(staged, target)?;
    Ok(RecoveryAction::Kept)
}

/// Removes the name of an added file. `new` is the digest of its bytes, and `source` has the paths of
/// the old name of a renamed file. Returns `None` if the target has no temporary files.
///
/// The target is the added file if it is a hard link to the staged file or, where files cannot be
/// linked, if the staged file is gone while the backup exists.
pub(super) fn undo_addition(
    new: u128,
    source: Option<&EntryPaths>,
    paths: &EntryPaths,
) -> io::Result<Option<RecoveryAction>> {
    fault_point()?;
    let EntryPaths {
        target,
        staged,
        backup,
        withdrawn,
    } = paths;
    let Some(withdrawn) = withdrawn else {
        return Ok(None);
    };
    let is_staged = disk::exists(staged)?;
    if !disk::exists(withdrawn)? {
        let is_added = match is_staged {
            true => disk::is_same_file(staged, target),
            false => disk::exists(backup)? && disk::exists(target)?,
        };
        if !is_added {
            return Ok(is_staged.then_some(RecoveryAction::Unchanged));
        }
        // Another process may replace the target before it can be removed; its file is put back.
        fs::rename(target, withdrawn)?;
        fault_point()?;
    }
    // Bytes written to a renamed file meanwhile return with it to its old name.
    let is_renamed = source.is_some_and(|source| {
        let names = [&source.backup, &source.target];
        is_staged && names.iter().any(|name| disk::is_same_file(staged, name))
    });
    let is_link = disk::is_same_file(staged, withdrawn);
    let is_ours = match is_renamed {
        true => is_link,
        false => {
            let bytes = disk::read_plain(withdrawn)?;
            (is_link || !is_staged) && bytes.is_some_and(|bytes| digest(&bytes) == new)
        }
    };
    if is_ours {
        fs::remove_file(withdrawn)?;
        return Ok(Some(RecoveryAction::Removed));
    }
    match disk::rename_new(withdrawn, target) {
        // A still newer file.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        renamed => renamed?,
    }
    Ok(Some(RecoveryAction::Kept))
}

/// Gives a removed file its name again. Returns `None` if neither the file nor its backup exists.
pub(super) fn undo_removal(paths: &EntryPaths) -> io::Result<Option<RecoveryAction>> {
    fault_point()?;
    let EntryPaths { target, backup, .. } = paths;
    if !disk::exists(backup)? {
        return Ok(disk::exists(target)?.then_some(RecoveryAction::Unchanged));
    }
    match fs::symlink_metadata(target) {
        Err(error) if is_missing(&error) => {
            disk::rename_new(backup, target)?;
            Ok(Some(RecoveryAction::Restored))
        }
        Err(error) => Err(error),
        Ok(_) if disk::is_same_file(backup, target) => Ok(Some(RecoveryAction::Restored)),
        // A file written meanwhile would have replaced the old one.
        Ok(metadata) if metadata.is_file() => Ok(Some(RecoveryAction::Kept)),
        Ok(_) => {
            let message = "another process has created a directory or link with the name of a \
                           removed file; move it away";
            Err(io::Error::other(message))
        }
    }
}

/// Returns whether `now` is an intermediate state of overwriting `from` with `to`, front to back.
fn is_partly_overwritten(from: &[u8], to: &[u8], now: &[u8]) -> bool {
    let written = now.iter().zip(to).take_while(|(a, b)| a == b).count();
    now[written..] == *from.get(written..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
