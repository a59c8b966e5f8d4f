//! Journal of an edit: the protocol by which an edit changes all its files or none.
//!
//! # Files
//!
//! All files of one edit share an `ID`, a random number. `GROUP` is the number of a directory with
//! targets, `NUMBER` that of a target in its directory.
//!
//! - `.ransack-edit-ID-GROUP.journal`, the journal, lies in every directory with targets. It is one
//!   file with a hard link in each directory, so all of them show one state. Where no link can be
//!   made (other file system, no hard links), it is a copy that names its *leader*: the first group
//!   whose file it is. The file of group 0 is the *primary*.
//! - `.ransack-edit-ID-GROUP-NUMBER.new`, the staged file, lies beside its target and holds the new
//!   text, after the exchange the old file.
//! - `.ransack-edit-ID-GROUP-NUMBER.old`, the backup, lies beside its target and holds the old text.
//!   It exists only for targets that cannot be exchanged.
//!
//! Names in a journal are names in the journal's own directory. So a directory carries everything
//! that its recovery takes: it can be moved, copied, or mounted elsewhere. The paths of the other
//! directories are hints, by which recovery finds the rest of the edit.
//!
//! If the host sets a journal directory, the journal has a link or copy there too, as a group
//! without files, and directories that are not writable have their journal, staged files and
//! backups there. Such a group names its target directory by its path; only the journals of the
//! journal directory that the host passes are read that way.
//!
//! # Format
//!
//! Lines of ASCII text; a path is percent-encoded.
//!
//! ```text
//! ransack-edit 2 ID LEADER
//! dir TARGET_DIRECTORY [PLACE]         one group; PLACE if its files lie elsewhere
//! OLD NEW NAME                         one target; digests in 32 hexadecimal digits
//! listed DIGEST                        digest of everything before
//! applying
//! committed
//! ```
//!
//! # States
//!
//! A state is entered when its line is synced in the primary.
//!
//! 1. *Incomplete*, without `listed`: nothing else of the edit exists.
//! 2. *Prepared*: the journal is complete in every directory, and their entries are synced. Staged
//!    files and backups of targets to be overwritten are written and synced. No target has changed.
//! 3. *Applying*: staged files are complete. Each target is exchanged with its staged file
//!    (`renameat2`); then the old file is compared with the one that was planned: content, identity,
//!    owner, mode, attributes, links. Any difference, also one found by a second look before the
//!    commit, fails the edit, and the exchange is undone, which puts back whatever the other process
//!    wrote. Where files cannot be exchanged, the old file gets the name of the backup and the
//!    staged file is renamed over the target. A target with several hard links, with attributes that
//!    cannot be copied, in a directory that is not writable, or that is a mount point (`EBUSY`) is
//!    overwritten in place: its backup is a synced copy, and the staged file stays beside it.
//! 4. *Committed*: all targets are new and their directories synced. Copies of the journal get the
//!    line after the primary. Nothing is undone from here on.
//! 5. *Cleaned*: staged files and backups are removed, the directories synced, and last the journals
//!    unlinked, that of group 0 after all others. The unlinking is not synced: a journal that
//!    reappears names no temporary file that exists, and changes nothing.
//!
//! If a line cannot be synced, it is cut off again and that is synced. If that fails too, nobody
//! knows the state: the edit fails, names its files, and leaves them to recovery.
//!
//! # Owners and locks
//!
//! The process that edits holds an exclusive `flock` on the primary from its creation to its
//! removal; the kernel releases it when the process dies. So a journal that can be locked belongs to
//! nobody, and whoever locks it may repair. A copy is locked by the lock of its primary.
//!
//! Before it plans, an edit also locks its roots ([`locks`](super::locks)), so that edits of trees
//! that overlap wait for each other. Locks of roots only order edits. What keeps edits apart where
//! they fail (other names of a tree, file systems without `flock`) is the journal: an edit first
//! creates its journals, then looks for others in the same directories, and gives way if one names a
//! target of its own.
//!
//! A journal is believed if it is a regular file, belongs to this user, cannot be written by others,
//! has no more links than groups, and its digest fits. It is opened without following links and
//! without waiting. Everything else of that name is ignored, except a journal of another user who
//! may write there: it is not touched, files in its directory cannot be edited, and calls report it.
//! In a directory like `/tmp` journals of strangers are ignored.
//!
//! # Recovery
//!
//! Journals are found by themselves, whatever the filters of a call: the walk reports each in a
//! directory that it lists, cached tables included; an edit lists the directories of its targets;
//! and a journal directory is listed whole. From one journal recovery follows the hints to the
//! others of the edit. A group that cannot be reached keeps its own journal and is repaired when it
//! is found. A dry run only reports.
//!
//! - *Incomplete*: the journal is removed.
//! - *Prepared*: temporary files are removed. Targets are not touched.
//! - *Applying*: rolled back, target by target (`roll_back` in [`recovery`](super::recovery)). A
//!   target that is neither old nor new was changed by others, and is kept as it is.
//! - *Committed*: temporary files are removed.
//! - A copy without `committed` has the state of its primary. If that is gone, nobody knows the
//!   state: the group stays as it is and is reported.
//!
//! In each step a failure keeps the journal and the backups of its group. Such a group refuses edits
//! of its own targets, and no others.
//!
//! # Invariants
//!
//! - Whatever is on disk of an edit is named by a synced journal in the same directory.
//! - No target changes before its old text is synced under another name, or is the old file itself.
//! - Temporary files are removed only after the directories of all targets are synced.
//! - A journal is removed only after the temporary files that it names, durably.
//! - After `committed`, no target is touched.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, os_str};
use ransack_base::{Error, Result};

use super::digest;
use super::disk::{self, fault_point};
use crate::scan::EDIT_FILE_PREFIX;

/// Largest size in bytes of a journal that is read.
const MAX_LEN: u64 = 1 << 30;

/// Content of a journal: all targets of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EditRecord {
    pub(super) id: String,
    /// Group of the first link to the file that holds this record.
    pub(super) leader: usize,
    pub(super) groups: Vec<Group>,
}

/// Targets of an edit in one directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Absolute path of the directory of the targets.
    pub(super) dir: PathBuf,
    /// Directory of journal and temporary files, if it is another one.
    pub(super) place: Option<PathBuf>,
    pub(super) entries: Vec<JournalEntry>,
}

/// One target of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalEntry {
    /// Name in the directory of the group.
    pub(super) name: OsString,
    /// Digest of the old bytes.
    pub(super) old: u128,
    /// Digest of the new bytes.
    pub(super) new: u128,
}

/// Paths of a target and of its temporary files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryPaths {
    pub(super) target: PathBuf,
    /// New text; after an exchange the old file.
    pub(super) staged: PathBuf,
    /// Old text of a target that cannot be exchanged.
    pub(super) backup: PathBuf,
}

/// State of an edit whose journal is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Prepared,
    Applying,
    Committed,
}

impl Group {
    /// Directory of journal and temporary files.
    pub(super) fn place(&self) -> &Path {
        self.place.as_deref().unwrap_or(&self.dir)
    }
}

/// Returns the name of a group's journal.
pub(super) fn journal_name(id: &str, group: usize) -> String {
    format!("{EDIT_FILE_PREFIX}{id}-{group}.journal")
}

/// Splits the name of a journal into ID and group.
pub(super) fn parse_journal_name(name: &str) -> Option<(&str, usize)> {
    let numbers = name.strip_prefix(EDIT_FILE_PREFIX)?;
    let (id, group) = numbers.strip_suffix(".journal")?.rsplit_once('-')?;
    Some((id, group.parse().ok()?))
}

impl EditRecord {
    /// Returns the path of the journal of a group.
    pub(super) fn journal(&self, group: usize) -> PathBuf {
        let name = journal_name(&self.id, group);
        self.groups[group].place().join(name)
    }

    /// Returns the paths of a group's entries, with its targets in `dir` and its other files in
    /// `place`.
    pub(super) fn entry_paths(&self, group: usize, dir: &Path, place: &Path) -> Vec<EntryPaths> {
        let entries = self.groups[group].entries.iter().enumerate();
        entries
            .map(|(number, entry)| {
                let temporary = |kind| {
                    let id = &self.id;
                    place.join(format!("{EDIT_FILE_PREFIX}{id}-{group}-{number}.{kind}"))
                };
                EntryPaths {
                    target: dir.join(&entry.name),
                    staged: temporary("new"),
                    backup: temporary("old"),
                }
            })
            .collect()
    }

    fn to_text(&self) -> String {
        let escape_path = |path: &Path| escape(path.as_os_str().as_encoded_bytes());
        let mut text = format!("ransack-edit 2 {} {}\n", self.id, self.leader);
        for group in &self.groups {
            text += &format!("dir {}", escape_path(&group.dir));
            if let Some(place) = &group.place {
                text += &format!(" {}", escape_path(place));
            }
            text.push('\n');
            for JournalEntry { name, old, new } in &group.entries {
                let name = escape(name.as_encoded_bytes());
                text += &format!("{old:032x} {new:032x} {name}\n");
            }
        }
        let sum = digest(text.as_bytes());
        text + &format!("listed {sum:032x}\n")
    }

    /// Parses the journal of the edit `id`. `None` if it is incomplete or malformed.
    pub(super) fn parse(text: &str, id: &str) -> Option<(EditRecord, State)> {
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
            .strip_prefix(&format!("ransack-edit 2 {id} "))?
            .parse()
            .ok()?;
        let mut groups: Vec<Group> = Vec::new();
        for line in lines {
            if let Some(paths) = line.strip_prefix("dir ") {
                let mut paths = paths
                    .split(' ')
                    .map(|path| unescape(path).map(PathBuf::from));
                groups.push(Group {
                    dir: paths.next()??,
                    place: paths.next().flatten(),
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

/// Line of a journal that has entered [`State::Applying`].
const APPLYING: &str = "applying";
/// Line of a journal that has entered [`State::Committed`].
const COMMITTED: &str = "committed";

fn parse_entry(line: &str) -> Option<JournalEntry> {
    let mut words = line.split(' ');
    let mut number = || u128::from_str_radix(words.next()?, 16).ok();
    let (old, new) = (number()?, number()?);
    let name = unescape(words.next()?)?;
    // A name that leaves the directory is not one that an edit wrote.
    let is_name = Path::new(&name).file_name() == Some(&name);
    is_name.then_some(JournalEntry { name, old, new })
}

/// Reads an open journal as text; `None` if it is not one.
pub(super) fn read_text(file: &mut File) -> io::Result<Option<String>> {
    if file.metadata()?.len() > MAX_LEN {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MAX_LEN).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).ok())
}

/// Journal of an edit that this process applies, with its lock.
pub(super) struct Journal {
    pub(super) record: Arc<EditRecord>,
    primary: File,
    /// Journals that are files of their own.
    copies: Vec<PathBuf>,
}

impl Journal {
    /// Creates the journal in the directory of each group.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io`: a directory is not writable. Nothing is left then.
    pub(super) fn create(groups: Vec<Group>) -> Result<Journal> {
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
            // A process that has found the journal in this moment takes it for an orphan.
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

    /// Writes the primary and its links and copies, durably. Adds their paths to `made`.
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
        self.sync_places().map_err(fail(&made[0]))
    }

    /// Syncs the directories of all journals and temporary files.
    pub(super) fn sync_places(&self) -> io::Result<()> {
        disk::sync_dirs(self.record.groups.iter().map(Group::place))
    }

    /// Syncs the directories of all targets.
    pub(super) fn sync_targets(&self) -> io::Result<()> {
        disk::sync_dirs(self.record.groups.iter().map(|group| group.dir.as_path()))
    }

    /// Enters a state.
    ///
    /// # Errors
    ///
    /// The state is the one before, or unknown.
    pub(super) fn enter(&mut self, state: State) -> Result<(), EnterError> {
        let line = match state {
            State::Prepared => return Ok(()),
            State::Applying => APPLYING,
            State::Committed => COMMITTED,
        };
        append(&mut self.primary, line)?;
        if state == State::Committed {
            // The primary decides; a copy decides only where the primary is not found.
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
        // A child process that has inherited the file would keep the lock.
        let _ = self.primary.unlock();
    }
}

/// Failure to enter a state.
#[derive(Debug)]
pub(super) enum EnterError {
    /// The journal is as before.
    Unchanged(io::Error),
    /// Nobody knows which state a later reader will find.
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
        let group = |dir: &str, place: Option<&str>, entries| Group {
            dir: dir.into(),
            place: place.map(PathBuf::from),
            entries,
        };
        EditRecord {
            id: "1f".into(),
            leader: 1,
            groups: vec![
                group("/a b/%\n", None, vec![entry("ä %".as_bytes()), entry(b"x")]),
                group("/c", Some("/journals"), vec![entry(b"listed")]),
                group("/journals", None, vec![]),
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
