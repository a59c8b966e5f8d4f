//! Journal of an edit: the protocol that makes an edit change all its files or none.
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
//!   holds the new text, and after the exchange the old file.
//! - `.ransack-edit-ID-GROUP-NUMBER.old`, the backup, is in the directory of its target and holds
//!   the old text. It exists only for targets that cannot be exchanged.
//!
//! Names in a journal refer to the journal's own directory. A directory therefore contains
//! everything that its recovery needs: it can be moved, copied or mounted elsewhere. The paths of
//! the other directories are hints that help recovery find the rest of the edit.
//!
//! # Format
//!
//! ASCII lines; paths are percent-encoded.
//!
//! ```text
//! ransack-edit 3 ID LEADER
//! dir TARGET_DIRECTORY                 one group
//! OLD NEW NAME                         one target; digests in 32 hexadecimal digits
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
//! 3. *Applying*: staged files are complete. Each target is exchanged with its staged file
//!    (`renameat2`). The old file is then compared with the planned one: content, identity, owner,
//!    mode, attributes, links. Any difference, including one found by a second check before the
//!    commit, fails the edit. The exchange is then undone, which restores whatever the other
//!    process wrote. Where files cannot be exchanged, the old file is renamed to the backup and the
//!    staged file is renamed over the target. A target is overwritten in place if it has several
//!    hard links, has attributes that cannot be copied, or is a mount point (`EBUSY`). Its backup is
//!    then a synced copy, and its staged file is kept.
//! 4. *Committed*: all targets are new and their directories synced. Copies of the journal get the
//!    line after the primary. From here on nothing is undone.
//! 5. *Cleaned*: staged files and backups are removed, then the directories synced, and finally the
//!    journals unlinked, group 0 last. The unlinking is not synced: a journal that reappears names
//!    no existing temporary file and changes nothing.
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
//! files. From one journal, recovery follows the hints to the other journals of the edit. A group
//! that cannot be reached keeps its own journal and is repaired when it is found. After planning, the
//! transaction lists the directories of the targets, which may be outside the scope. If it repairs an
//! edit there, it plans again. A dry run only reports; the walk that plans also finds the journals.
//!
//! - *Incomplete*: the journal is removed.
//! - *Prepared*: temporary files are removed. Targets are not touched.
//! - *Applying*: rolled back, target by target (`roll_back` in [`recovery`](crate::recovery)). A
//!   target that is neither old nor new was changed by another process and is left unchanged.
//! - *Committed*: temporary files are removed.
//! - A copy without `committed` has the state of its primary. If the primary is missing, the state
//!   is unknown: the group is left unchanged and reported.
//!
//! A failure in any step keeps the journal and the backups of its group. Such a group refuses edits
//! of its own targets only.
//!
//! # Invariants
//!
//! - Every file of an edit on disk is named by a synced journal in the same directory.
//! - No target changes before its old text is synced under another name, or the old file itself is
//!   kept.
//! - Temporary files are removed only after the directories of all targets are synced.
//! - A journal is removed only after the temporary files that it names are durably removed.
//! - After `committed`, no target is touched.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, os_str};
use ransack_base::{Error, Result};
use ransack_search::internal::EDIT_FILE_PREFIX;

use crate::disk::{self, fault_point};
use crate::plan::digest;

/// Maximum size, in bytes, of a journal that is read.
const MAX_LEN: u64 = 1 << 30;

/// Content of a journal: all targets of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditRecord {
    pub(crate) id: String,
    /// Group of the first link to the file that stores this record.
    pub(crate) leader: usize,
    pub(crate) groups: Vec<Group>,
}

/// Targets of an edit in one directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Absolute path of the directory of the targets.
    pub(crate) dir: PathBuf,
    pub(crate) entries: Vec<JournalEntry>,
}

/// One target of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalEntry {
    /// Name in the directory of the group.
    pub(crate) name: OsString,
    /// Digest of the old bytes.
    pub(crate) old: u128,
    /// Digest of the new bytes.
    pub(crate) new: u128,
}

/// Paths of a target and of its temporary files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryPaths {
    pub(crate) target: PathBuf,
    /// New text; after an exchange, the old file.
    pub(crate) staged: PathBuf,
    /// Old text of a target that cannot be exchanged.
    pub(crate) backup: PathBuf,
}

/// State of an edit with a complete journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    Prepared,
    Applying,
    Committed,
}

/// Returns the name of a group's journal.
pub(crate) fn journal_name(id: &str, group: usize) -> String {
    format!("{EDIT_FILE_PREFIX}{id}-{group}.journal")
}

/// Splits the name of a journal into ID and group.
pub(crate) fn parse_journal_name(name: &str) -> Option<(&str, usize)> {
    let numbers = name.strip_prefix(EDIT_FILE_PREFIX)?;
    let (id, group) = numbers.strip_suffix(".journal")?.rsplit_once('-')?;
    Some((id, group.parse().ok()?))
}

impl EditRecord {
    /// Returns the path of the journal of a group.
    pub(crate) fn journal(&self, group: usize) -> PathBuf {
        let name = journal_name(&self.id, group);
        self.groups[group].dir.join(name)
    }

    /// Returns the paths of a group's entries, for a group that is now in `dir`.
    pub(crate) fn entry_paths(&self, group: usize, dir: &Path) -> Vec<EntryPaths> {
        let entries = self.groups[group].entries.iter().enumerate();
        entries
            .map(|(number, entry)| {
                let temporary = |kind| {
                    let id = &self.id;
                    dir.join(format!("{EDIT_FILE_PREFIX}{id}-{group}-{number}.{kind}"))
                };
                EntryPaths {
                    target: dir.join(&entry.name),
                    staged: temporary("new"),
                    backup: temporary("old"),
                }
            })
            .collect()
    }

    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{FORMAT}{} {}\n", self.id, self.leader);
        for group in &self.groups {
            let dir = escape(group.dir.as_os_str().as_encoded_bytes());
            text += &format!("dir {dir}\n");
            for JournalEntry { name, old, new } in &group.entries {
                let name = escape(name.as_encoded_bytes());
                text += &format!("{old:032x} {new:032x} {name}\n");
            }
        }
        let sum = digest(text.as_bytes());
        text + &format!("listed {sum:032x}\n")
    }

    /// Parses the journal of the edit `id`; `None` if it is incomplete or malformed.
    pub(crate) fn parse(text: &str, id: &str) -> Option<(EditRecord, State)> {
        let (listed, end) = text.split_at(text.find("\nlisted ")? + 1);
        let mut ends = end
            .split_inclusive('\n')
            .map_while(|line| line.strip_suffix('\n'));
        let sum = ends.next()?.strip_prefix("listed ")?;
        if u128::from_str_radix(sum, 16).ok()? != digest(listed.as_bytes()) {
            return None;
        }
        let state = match (ends.next(), ends.next()) {
            (Some(APPLYING), Some(COMMITTED)) => State::Committed,
            (Some(APPLYING), _) => State::Applying,
            _ => State::Prepared,
        };
        let mut lines = listed.lines();
        let leader = lines
            .next()?
            .strip_prefix(FORMAT)?
            .strip_prefix(id)?
            .strip_prefix(' ')?
            .parse()
            .ok()?;
        let mut groups: Vec<Group> = Vec::new();
        for line in lines {
            if let Some(dir) = line.strip_prefix("dir ") {
                groups.push(Group {
                    dir: PathBuf::from(unescape(dir)?),
                    entries: Vec::new(),
                });
            } else {
                groups.last_mut()?.entries.push(parse_entry(line)?);
            }
        }
        let record = EditRecord {
            id: id.to_owned(),
            leader,
            groups,
        };
        (leader < record.groups.len()).then_some((record, state))
    }
}

/// First words of a journal, with the version of the format.
const FORMAT: &str = "ransack-edit 3 ";
/// Journal line for [`State::Applying`].
const APPLYING: &str = "applying";
/// Journal line for [`State::Committed`].
const COMMITTED: &str = "committed";

fn parse_entry(line: &str) -> Option<JournalEntry> {
    let mut words = line.split(' ');
    let mut number = || u128::from_str_radix(words.next()?, 16).ok();
    let (old, new) = (number()?, number()?);
    let name = unescape(words.next()?)?;
    // No edit writes a name that leaves the directory.
    let is_name = Path::new(&name).file_name() == Some(&name);
    is_name.then_some(JournalEntry { name, old, new })
}

/// Returns whether a text without a complete record may be the beginning of the journal of the edit
/// `id`.
pub(crate) fn is_beginning(text: &str, id: &str) -> bool {
    text.is_empty() || text.starts_with(&format!("{FORMAT}{id} "))
}

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
    /// Creates the journal in the directory of each group.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io`: a directory is not writable. No files remain on disk.
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
                let _ = fs::remove_file(path);
            }
        }
        result.map(|()| journal)
    }

    /// Writes the primary and its links and copies durably. Adds their paths to `made`.
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
        for group in 1..self.record.groups.len() {
            let path = self.record.journal(group);
            fault_point().map_err(fail(&path))?;
            if fs::hard_link(&leader, &path).is_err() {
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

    /// Syncs the directories of all targets, journals and temporary files.
    pub(crate) fn sync_dirs(&self) -> io::Result<()> {
        disk::sync_dirs(self.record.groups.iter().map(|group| group.dir.as_path()))
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

/// Percent-encodes everything except visible ASCII characters.
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

/// Decodes percent-encoded bytes; `None` if malformed.
fn unescape(text: &str) -> Option<OsString> {
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
    Some(os_str(&bytes).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> EditRecord {
        let entry = |name: &[u8]| JournalEntry {
            name: os_str(name).to_owned(),
            old: 7,
            new: u128::MAX,
        };
        let group = |dir: &str, entries| Group {
            dir: dir.into(),
            entries,
        };
        EditRecord {
            id: "1f".into(),
            leader: 1,
            groups: vec![
                group("/a b/%\n", vec![entry("ä %".as_bytes()), entry(b"x")]),
                group("/c", vec![entry(b"listed")]),
            ],
        }
    }

    #[test]
    fn a_journal_parses_back_in_every_state() {
        let (record, text) = (record(), record().to_text());
        for (end, state) in [
            ("", State::Prepared),
            ("applyi", State::Prepared),
            ("applying\n", State::Applying),
            ("applying\ncommitted", State::Applying),
            ("applying\ncommitted\n", State::Committed),
        ] {
            let parsed = EditRecord::parse(&format!("{text}{end}"), "1f");
            assert_eq!(parsed, Some((record.clone(), state)), "{end}");
        }
        assert_eq!(EditRecord::parse(&text, "1e"), None);
    }

    #[test]
    fn a_torn_or_altered_journal_is_incomplete() {
        let text = record().to_text();
        for len in 0..text.len() {
            assert_eq!(EditRecord::parse(&text[..len], "1f"), None, "{len}");
        }
        assert_eq!(EditRecord::parse(&text.replacen("/c", "/d", 1), "1f"), None);
    }

    #[test]
    fn names_that_leave_the_directory_are_malformed() {
        for name in ["..", ".", "", "a/b", "/etc/passwd", "a/"] {
            let mut record = record();
            record.groups[0].entries[0].name = name.into();
            assert_eq!(EditRecord::parse(&record.to_text(), "1f"), None, "{name}");
        }
    }

    #[test]
    fn a_journal_name_has_an_id_and_a_group() {
        assert_eq!(
            parse_journal_name(&journal_name("1f", 12)),
            Some(("1f", 12))
        );
        assert_eq!(parse_journal_name(".ransack-edit-1f.journal"), None);
        assert_eq!(parse_journal_name(".ransack-edit-1f-x.journal"), None);
    }
}
