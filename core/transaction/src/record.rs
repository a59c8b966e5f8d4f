//! Content of a journal, and its text form. [`journal`](crate::journal) documents both.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ransack_base::internal::os_str;
use ransack_search::internal::EDIT_FILE_PREFIX;

use crate::plan::digest;

/// Content of a journal: all targets of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditRecord {
    pub(crate) id: String,
    /// Group of the first link to the file that stores this record.
    pub(crate) leader: usize,
    /// Groups with an existing directory come first.
    pub(crate) groups: Vec<Group>,
}

/// Targets of an edit in one directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Absolute path of the directory of the targets.
    pub(crate) dir: PathBuf,
    /// Group of the nearest existing ancestor, if the edit creates the directory.
    pub(crate) made_in: Option<usize>,
    pub(crate) entries: Vec<JournalEntry>,
}

/// Indices of a group and of an entry.
pub(crate) type EntryId = (usize, usize);

/// One target of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalEntry {
    /// Name in the directory of the group.
    pub(crate) name: OsString,
    pub(crate) kind: JournalEntryKind,
}

/// Effect of an edit on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JournalEntryKind {
    /// The file gets new bytes. Both fields are digests.
    Rewrite { old: u128, new: u128 },
    /// The name is removed.
    Remove,
    /// The name comes into being.
    Add(Added),
    /// The name is removed, then added.
    Replace(Added),
}

/// File that an edit adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Added {
    /// Digest of the bytes.
    pub(crate) new: u128,
    /// Entry that removes the old name of a renamed file; `None` for a new file.
    pub(crate) source: Option<EntryId>,
}

impl JournalEntryKind {
    /// Whether the old file of the target is renamed to the backup.
    pub(crate) fn removes(self) -> bool {
        matches!(
            self,
            JournalEntryKind::Remove | JournalEntryKind::Replace(_)
        )
    }

    pub(crate) fn added(self) -> Option<Added> {
        match self {
            JournalEntryKind::Add(added) | JournalEntryKind::Replace(added) => Some(added),
            JournalEntryKind::Rewrite { .. } | JournalEntryKind::Remove => None,
        }
    }
}

/// Paths of a target and of its temporary files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryPaths {
    pub(crate) target: PathBuf,
    /// New file; after an exchange, the old file.
    pub(crate) staged: PathBuf,
    /// Old file of a target that is not exchanged.
    pub(crate) backup: PathBuf,
    /// Added file that is being removed again; `None` if the entry adds no file.
    pub(crate) withdrawn: Option<PathBuf>,
}

impl EntryPaths {
    /// Returns the paths of all temporary files.
    pub(crate) fn temporary(&self) -> impl Iterator<Item = &Path> {
        let always = [&self.staged, &self.backup].into_iter();
        always.chain(&self.withdrawn).map(PathBuf::as_path)
    }
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

impl Group {
    /// Returns the absolute paths of the targets, for a group that is now in `dir`.
    pub(crate) fn targets(&self, dir: &Path) -> impl Iterator<Item = PathBuf> {
        self.entries.iter().map(move |entry| dir.join(&entry.name))
    }
}

impl EditRecord {
    /// Returns the path of the journal of a group.
    pub(crate) fn journal(&self, group: usize) -> PathBuf {
        let name = journal_name(&self.id, group);
        self.groups[group].dir.join(name)
    }

    /// Returns the paths of a group's entries, for a group that is now in `dir`.
    pub(crate) fn entry_paths(&self, group: usize, dir: &Path) -> Vec<EntryPaths> {
        let numbers = 0..self.groups[group].entries.len();
        numbers.map(|at| self.paths_of((group, at), dir)).collect()
    }

    /// Returns the paths of one entry, for a group that is now in `dir`.
    pub(crate) fn paths_of(&self, (group, number): EntryId, dir: &Path) -> EntryPaths {
        let entry = &self.groups[group].entries[number];
        let temporary = |end| {
            let id = &self.id;
            dir.join(format!("{EDIT_FILE_PREFIX}{id}-{group}-{number}{end}"))
        };
        EntryPaths {
            target: dir.join(&entry.name),
            staged: temporary(".new"),
            backup: temporary(".old"),
            withdrawn: entry.kind.added().map(|_| temporary("-0.old")),
        }
    }

    /// Returns the directories that the edit creates for a group, outermost first. They are below
    /// `home`, where the directory of the group named by [`Group::made_in`] is now. Empty if the
    /// directory of the group exists.
    pub(crate) fn made_dirs(&self, group: usize, home: &Path) -> Vec<PathBuf> {
        let Group { dir, made_in, .. } = &self.groups[group];
        let Some(below) = made_in.and_then(|at| dir.strip_prefix(&self.groups[at].dir).ok()) else {
            return Vec::new();
        };
        let mut dirs: Vec<PathBuf> = below.ancestors().map(|part| home.join(part)).collect();
        // The last ancestor is the empty path.
        dirs.pop();
        dirs.reverse();
        dirs
    }

    /// Returns the directories that the edit creates, outermost first within each group. A directory
    /// that several groups need occurs once for each of them.
    pub(crate) fn all_made_dirs(&self) -> Vec<PathBuf> {
        let groups = self.groups.iter().enumerate();
        let made = groups.flat_map(|(number, group)| {
            let home = group.made_in.map(|home| self.groups[home].dir.as_path());
            home.map(|home| self.made_dirs(number, home))
        });
        made.flatten().collect()
    }

    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{FORMAT}{} {}\n", self.id, self.leader);
        for group in &self.groups {
            let dir = escape(group.dir.as_os_str().as_encoded_bytes());
            text += &match group.made_in {
                None => format!("dir {dir}\n"),
                Some(home) => format!("made {home} {dir}\n"),
            };
            for JournalEntry { name, kind } in &group.entries {
                let name = escape(name.as_encoded_bytes());
                let added = |added: &Added| {
                    let source = match added.source {
                        Some((group, number)) => format!("{group}-{number}"),
                        None => "-".to_owned(),
                    };
                    format!("{:032x} {source}", added.new)
                };
                text += &match kind {
                    JournalEntryKind::Rewrite { old, new } => {
                        format!("rewrite {old:032x} {new:032x} {name}\n")
                    }
                    JournalEntryKind::Remove => format!("remove {name}\n"),
                    JournalEntryKind::Add(file) => format!("add {} {name}\n", added(file)),
                    JournalEntryKind::Replace(file) => format!("replace {} {name}\n", added(file)),
                };
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
            let (word, rest) = line.split_once(' ')?;
            let (made_in, dir) = match word {
                "dir" => (None, rest),
                "made" => {
                    let (home, dir) = rest.split_once(' ')?;
                    (Some(home.parse().ok()?), dir)
                }
                _ => {
                    groups.last_mut()?.entries.push(parse_entry(word, rest)?);
                    continue;
                }
            };
            groups.push(Group {
                dir: PathBuf::from(unescape(dir)?),
                made_in,
                entries: Vec::new(),
            });
        }
        let record = EditRecord {
            id: id.to_owned(),
            leader,
            groups,
        };
        record.is_consistent().then_some((record, state))
    }

    /// Whether all indices lead to their entries.
    fn is_consistent(&self) -> bool {
        let entry = |(group, number): EntryId| self.groups.get(group)?.entries.get(number);
        let is_made_below = |group: &Group| match group.made_in {
            None => true,
            Some(home) => self.groups.get(home).is_some_and(|home| {
                home.made_in.is_none() && group.dir != home.dir && group.dir.starts_with(&home.dir)
            }),
        };
        let is_moved = |added: Added| {
            let mut source = added.source.into_iter();
            source.all(|id| entry(id).is_some_and(|entry| entry.kind.removes()))
        };
        let mut kinds = self.groups.iter().flat_map(|group| &group.entries);
        self.leader < self.groups.len()
            && self.groups.iter().all(is_made_below)
            && kinds.all(|entry| entry.kind.added().is_none_or(is_moved))
    }
}

/// First words of a journal.
const MAGIC: &str = "ransack-edit ";
/// First words of a journal, with the version of the format.
const FORMAT: &str = "ransack-edit 4 ";
/// Journal line for [`State::Applying`].
pub(crate) const APPLYING: &str = "applying";
/// Journal line for [`State::Committed`].
pub(crate) const COMMITTED: &str = "committed";

/// Parses the line of an entry, without the first word.
fn parse_entry(word: &str, rest: &str) -> Option<JournalEntry> {
    let mut words = rest.split(' ');
    let mut next = || words.next();
    let number = |word: &str| u128::from_str_radix(word, 16).ok();
    let kind = match word {
        "rewrite" => JournalEntryKind::Rewrite {
            old: number(next()?)?,
            new: number(next()?)?,
        },
        "remove" => JournalEntryKind::Remove,
        "add" | "replace" => {
            let new = number(next()?)?;
            let source = match next()? {
                "-" => None,
                id => {
                    let (group, number) = id.split_once('-')?;
                    Some((group.parse().ok()?, number.parse().ok()?))
                }
            };
            let added = Added { new, source };
            match word {
                "add" => JournalEntryKind::Add(added),
                _ => JournalEntryKind::Replace(added),
            }
        }
        _ => return None,
    };
    let name = unescape(next()?)?;
    // No edit writes a name that leaves the directory.
    let is_name = Path::new(&name).file_name() == Some(&name);
    is_name.then_some(JournalEntry { name, kind })
}

/// Returns whether a text without a complete record may be the beginning of the journal of the edit
/// `id`.
pub(crate) fn is_beginning(text: &str, id: &str) -> bool {
    text.is_empty() || text.starts_with(&format!("{FORMAT}{id} "))
}

/// Returns the version of the format, if the text is a journal of the edit `id` in another format.
pub(crate) fn other_version<'t>(text: &'t str, id: &str) -> Option<&'t str> {
    let (version, rest) = text.strip_prefix(MAGIC)?.split_once(' ')?;
    let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    let is_of_edit = rest.strip_prefix(id)?.starts_with(' ');
    (is_version && is_of_edit && !text.starts_with(FORMAT)).then_some(version)
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
mod tests;
