//! Journal of an edit: the protocol that makes an edit change all its files or none.
//!
//! # Targets
//!
//! A target is one name in a directory. An edit *rewrites* a target (the file gets new bytes),
//! *removes* it, *adds* it, or *replaces* it (removes it, then adds it). A deletion is a removal and
//! a creation is an addition. A rename is a removal of the old name and an addition of the new one,
//! which may be in another directory or on another file system. Each target is therefore undone from
//! the files of its own directory, and chains and swaps of renames need no order.
//!
//! # Files
//!
//! All files of one edit share an `ID`, a random number. `GROUP` numbers the directories with
//! targets, and `NUMBER` numbers the targets within a directory.
//!
//! - `.ransack-edit-ID-GROUP.journal`, the journal, exists in every directory with targets. It is
//!   one file with a hard link in each directory, so all links show the same state. Where no link
//!   can be made (different file system, no hard links), it is a copy that names its *leader*: the
//!   first group that shares this file. The file of group 0 is the *primary*.
//! - `.ransack-edit-ID-GROUP-NUMBER.new`, the staged file, is in the directory of its target. It
//!   holds the new text, and after an exchange the old file. For a renamed file without new bytes, it
//!   is a hard link to that file, or a copy where the file cannot be linked.
//! - `.ransack-edit-ID-GROUP-NUMBER.old`, the backup, is in the directory of its target. It is the old
//!   file of a removed target, or holds the old text of a rewritten target that cannot be exchanged.
//! - `.ransack-edit-ID-GROUP-NUMBER-0.old`, the withdrawn file, exists for a moment while an addition
//!   is undone.
//!
//! A directory that does not exist is created with its missing parents before its journal is
//! written. The journal of the nearest existing directory, the *home* of the group, lists these
//! directories first. If the edit is undone, they are removed again unless another process uses them.
//!
//! Names in a journal refer to the journal's own directory. A directory therefore contains
//! everything that its recovery needs: it can be moved, copied or mounted elsewhere. The paths of
//! the other directories are hints that help recovery find the rest of the edit.
//!
//! # Format
//!
//! ASCII lines; paths are percent-encoded; digests have 32 hexadecimal digits.
//!
//! ```text
//! ransack-edit 4 ID LEADER
//! dir TARGET_DIRECTORY                 one group
//! made HOME TARGET_DIRECTORY           one group whose directory the edit creates
//! rewrite OLD NEW NAME                 one target, with the digests of its bytes
//! remove NAME
//! add NEW SOURCE NAME                  SOURCE: `-`, or GROUP-NUMBER of the old name of a renamed file
//! replace NEW SOURCE NAME
//! listed DIGEST                        digest of everything before
//! applying
//! committed
//! ```
//!
//! # States
//!
//! An edit enters a state once the state's line is synced in the primary.
//!
//! 1. *Incomplete*, without `listed`: nothing else of the edit exists.
//! 2. *Prepared*: the journal is complete in every directory, and the directory entries are synced.
//!    Staged files, and backups of targets to be overwritten, are written and synced. No target has
//!    changed.
//! 3. *Applying*: staged files are complete. First, targets are rewritten and removed, then targets
//!    are added.
//!    - Rewritten: the target is exchanged with its staged file (`renameat2`). The old file is then
//!      compared with the planned one: content, identity, owner, mode, attributes, links. Any
//!      difference, including one found by a second check before the commit, fails the edit. The
//!      exchange is then undone, which restores whatever the other process wrote. Where files cannot
//!      be exchanged, the old file is linked or copied to the backup and the staged file is renamed
//!      over the target. A target is overwritten in place if it has several hard links, has
//!      attributes that cannot be copied, or is a mount point (`EBUSY`). Its backup is then a synced
//!      copy, and its staged file is kept.
//!    - Removed: the target is renamed to the backup, which is then compared in the same way.
//!    - Added: the target becomes a hard link to the staged file, which fails if the target exists.
//!      Where files cannot be linked, the staged file is renamed, once the backup exists: the old
//!      file, or an empty file as a marker.
//! 4. *Committed*: all changes are made and their directories synced. Copies of the journal get the
//!    line after the primary. From here on nothing is undone.
//! 5. *Cleaned*: temporary files are removed, then the directories synced, and finally the journals
//!    unlinked, group 0 last. The unlinking is not synced: a journal that reappears names no existing
//!    temporary file and changes no file.
//!
//! If a line cannot be synced, it is truncated again and the truncation is synced. If that fails
//! too, the state is unknown: the edit fails, names its files, and leaves them to recovery.
//!
//! # Owners and locks
//!
//! The editing process holds an exclusive `flock` on the primary from its creation to its removal;
//! the kernel releases the lock when the process dies. A journal that can be locked therefore has
//! no owner, and whoever locks it may repair it. The lock of the primary also covers its copies.
//!
//! Before planning, an edit also locks its roots ([`locks`](crate::locks)), so that edits of
//! overlapping trees wait for each other. Root locks only order edits. Where they fail (other names
//! of a tree, file systems without `flock`), the journal separates edits: an edit first creates its
//! journals, then looks for others in the same directories, and gives way if another journal names
//! one of its targets.
//!
//! A journal is trusted if it is a regular file, belongs to this user, cannot be written by others,
//! has no more links than groups, and its digest matches. It is opened without following links and
//! without blocking. Any other file with such a name is ignored, except a journal of another user
//! who may write there: it is left untouched, files in its directory cannot be edited, and calls
//! report it. In a directory like `/tmp`, journals of other users are ignored.
//!
//! # Recovery
//!
//! A transaction recovers before it plans. It finds journals regardless of a call's filters: it walks
//! the directories in scope, including cached tables, and lists the directories of roots that are
//! files or do not exist. From one journal, recovery follows the hints to the other journals of the edit. A group
//! that cannot be reached keeps its own journal and is repaired when it is found. After planning, the
//! transaction lists the directories of the targets, which may be outside the scope. If it repairs an
//! edit there, it plans again. A dry run only reports; the walk that plans also finds the journals.
//!
//! - *Incomplete*: the journal is removed.
//! - *Prepared*: temporary files are removed. Targets are not touched.
//! - *Applying*: rolled back, target by target (`roll_back` in [`recovery`](crate::recovery)): in each
//!   group the additions first, then the rest. A target that another process has changed or created
//!   is left unchanged. An addition is undone only if the target is proven to be the added file: it is
//!   a hard link to the staged file, or the staged file is gone and the backup exists. A renamed file
//!   returns with the bytes that others have written to it meanwhile.
//! - *Committed*: temporary files are removed.
//! - A copy without `committed` has the state of its primary. If the primary is missing, the state
//!   is unknown: the group is left unchanged and reported.
//!
//! A failure in any step keeps the journal and the backups of its group. Such a group refuses edits
//! of its own targets only. The home of a group, and the primary of a copy, stay as long as that group
//! is not repaired. A journal of another format is left alone and reported.
//!
//! # Invariants
//!
//! - Every file of an edit on disk is named by a synced journal in the same directory.
//! - No target changes before its old text is synced under another name, or the old file itself is
//!   kept.
//! - No name is added before all removals of the edit.
//! - Temporary files are removed only after the directories of all targets are synced.
//! - A journal is removed only after the temporary files that it names are durably removed.
//! - After `committed`, no target is touched.

use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, may_exist};
use ransack_base::{Error, ErrorKind, Result};

use crate::disk::{self, fault_point};
use crate::record::{APPLYING, COMMITTED, EditRecord, Group, State};

/// Maximum size, in bytes, of a journal that is read.
const MAX_LEN: u64 = 1 << 30;

/// Reads an open journal as text; `None` if the file is not a journal.
pub(crate) fn read_text(file: &mut File) -> io::Result<Option<String>> {
    if file.metadata()?.len() > MAX_LEN {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MAX_LEN).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).ok())
}

/// Journal of an edit applied by this process, with its lock.
pub(crate) struct Journal {
    pub(crate) record: Arc<EditRecord>,
    primary: File,
    /// Journals that are separate files.
    copies: Vec<PathBuf>,
}

impl Journal {
    /// Creates the journal in the directory of each group. The first group has an existing
    /// directory.
    ///
    /// # Errors
    ///
    /// - `PermissionDenied`, `Io`: a directory is not writable or cannot be created.
    /// - `Stale`: another process creates a directory that the edit would create.
    ///
    /// No files or directories of the edit remain on disk.
    pub(crate) fn create(groups: Vec<Group>) -> Result<Journal> {
        let mut record = EditRecord {
            id: String::new(),
            leader: 0,
            groups,
        };
        let (path, primary) = loop {
            record.id = format!("{:016x}", std::hash::RandomState::new().hash_one(0));
            let path = record.journal(0);
            let fail = |error| Error::io("cannot create the journal", &path, error);
            let file = match disk::create_private(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file.map_err(fail)?,
            };
            // A process that has just found the journal takes it for an orphan.
            let is_found = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if !is_found && disk::link_count(&file.metadata().map_err(fail)?) > 0 {
                break (path, file);
            }
            disk::remove_if_exists(&path).map_err(fail)?;
        };
        let mut journal = Journal {
            record: Arc::new(record),
            primary,
            copies: Vec::new(),
        };
        let mut made = vec![path];
        let result = journal.write(&mut made);
        if result.is_err() {
            for path in made.iter().rev() {
                let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
            }
        }
        result.map(|()| journal)
    }

    /// Writes the primary and its links and copies durably, and creates missing directories. Adds
    /// the paths of all of these to `made`.
    fn write(&mut self, made: &mut Vec<PathBuf>) -> Result<()> {
        let fail = |path: &Path| {
            let path = path.to_owned();
            move |error| Error::io("cannot create the journal", &path, error)
        };
        let text = self.record.to_text();
        let write = |file: &mut File, text: &str| {
            fault_point()?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write(&mut self.primary, &text).map_err(fail(&made[0]))?;
        let mut leader = made[0].clone();
        let mut are_dirs_listed = false;
        for group in 1..self.record.groups.len() {
            let path = self.record.journal(group);
            if let Some(home) = self.record.groups[group].made_in {
                if !are_dirs_listed {
                    // Recovery removes the directories, so their names must be durable first.
                    self.sync_dirs().map_err(fail(&made[0]))?;
                    are_dirs_listed = true;
                }
                let home = &self.record.groups[home].dir;
                create_dirs(self.record.made_dirs(group, home), made)?;
            }
            fault_point().map_err(fail(&path))?;
            if disk::hard_link(&leader, &path).is_err() {
                let mut file = disk::create_private(&path).map_err(fail(&path))?;
                made.push(path.clone());
                let copy = EditRecord {
                    leader: group,
                    ..EditRecord::clone(&self.record)
                };
                write(&mut file, &copy.to_text()).map_err(fail(&path))?;
                self.copies.push(path.clone());
                leader.clone_from(&path);
            }
            made.push(path);
        }
        self.sync_dirs().map_err(fail(&made[0]))
    }

    /// Syncs the directories of all targets, journals and temporary files, if they exist.
    pub(crate) fn sync_dirs(&self) -> io::Result<()> {
        let groups = &self.record.groups;
        let dirs = groups.iter().map(|group| group.dir.as_path());
        if groups.iter().all(|group| group.made_in.is_none()) {
            return disk::sync_dirs(dirs);
        }
        // A created directory is an entry of the directory above it.
        let made = self.record.all_made_dirs();
        let all = dirs.chain(made.iter().map(PathBuf::as_path));
        disk::sync_dirs(all.filter(|dir| may_exist(dir)))
    }

    /// Enters a state.
    ///
    /// # Errors
    ///
    /// [`EnterError::Unchanged`] if the previous state remains, otherwise [`EnterError::Unknown`].
    pub(crate) fn enter(&mut self, state: State) -> Result<(), EnterError> {
        let line = match state {
            State::Prepared => return Ok(()),
            State::Applying => APPLYING,
            State::Committed => COMMITTED,
        };
        append(&mut self.primary, line)?;
        if state == State::Committed {
            // The primary decides; a copy decides only if the primary is not found.
            for path in &self.copies {
                if let Ok(Some((mut file, _))) = disk::open_plain(path, true) {
                    let _ = append(&mut file, &format!("{APPLYING}\n{COMMITTED}"));
                }
            }
        }
        Ok(())
    }
}

/// Creates directories that do not exist, outermost first. `made` lists those that the edit has
/// created.
fn create_dirs(dirs: Vec<PathBuf>, made: &mut Vec<PathBuf>) -> Result<()> {
    for dir in dirs {
        if made.contains(&dir) {
            continue;
        }
        match fault_point().and_then(|()| fs::create_dir(&dir)) {
            Ok(()) => made.push(dir),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = "the directory was created meanwhile; repeat the call";
                return Err(Error::new(ErrorKind::Stale, message).with_path(&dir));
            }
            Err(error) => return Err(Error::io("cannot create the directory", &dir, error)),
        }
    }
    Ok(())
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A child process that inherited the file would keep the lock.
        let _ = self.primary.unlock();
    }
}

/// Failure to enter a state.
#[derive(Debug)]
pub(crate) enum EnterError {
    /// The journal is unchanged.
    Unchanged(io::Error),
    /// The state that a later reader will find is unknown.
    Unknown(io::Error),
}

/// Appends a line durably.
fn append(file: &mut File, line: &str) -> Result<(), EnterError> {
    let end = file.seek(SeekFrom::End(0));
    let end = end.map_err(EnterError::Unchanged)?;
    let written = fault_point()
        .and_then(|()| file.write_all(format!("{line}\n").as_bytes()))
        .and_then(|()| fault_point())
        .and_then(|()| file.sync_all());
    let Err(error) = written else {
        return Ok(());
    };
    let cut = file
        .set_len(end)
        .and_then(|()| fault_point())
        .and_then(|()| file.sync_all());
    Err(match cut {
        Ok(()) => EnterError::Unchanged(error),
        Err(_) => EnterError::Unknown(error),
    })
}
