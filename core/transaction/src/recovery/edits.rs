//! Reads and locks journals, and follows each to the other journals of its edit.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ransack_base::internal::{is_missing, may_exist, pause};
use rustc_hash::{FxHashMap, FxHashSet};

use super::repair::GroupAt;
use super::{EditState, InterruptedEdit, RecoveryMode};
use crate::disk;
use crate::journal;
use crate::plan::digest;
use crate::record::{self, EditRecord, State};

/// Number of attempts to lock a journal, which another process may lock briefly just to read it.
const LOCK_ATTEMPTS: u32 = 20;
/// Pause between attempts.
const LOCK_PAUSE: Duration = Duration::from_millis(1);

/// Edit found through the file that stores its state.
pub(super) struct FoundEdit {
    /// File whose lock is held while this value exists.
    _file: File,
    pub(super) record: Arc<EditRecord>,
    pub(super) condition: EditCondition,
    /// Groups whose journals were found.
    pub(super) groups: Vec<GroupAt>,
}

/// Condition of an edit whose journal is complete.
#[derive(Clone, Debug)]
pub(super) enum EditCondition {
    /// Another process holds the lock.
    Running,
    Interrupted(State),
    /// The state cannot be determined for this reason.
    Unknown(String),
}

impl EditCondition {
    /// Returns the public state, and the problem of an edit that cannot be repaired.
    pub(super) fn describe(&self) -> (EditState, Option<String>) {
        match self {
            EditCondition::Running => (EditState::Running, None),
            EditCondition::Interrupted(State::Committed) => (EditState::Complete, None),
            EditCondition::Interrupted(_) => (EditState::Incomplete, None),
            EditCondition::Unknown(problem) => (EditState::Unknown, Some(problem.clone())),
        }
    }
}

/// Edits by the inode of the file that stores their state.
type Edits = FxHashMap<(u64, u64), FoundEdit>;

/// Reads journals and the other journals of the same edits. Returns the edits, and those whose
/// journals cannot be read.
pub(super) fn read(
    mut queue: Vec<PathBuf>,
    mode: RecoveryMode,
) -> (Vec<FoundEdit>, Vec<InterruptedEdit>) {
    let mut edits = Edits::default();
    let mut unreadable = Vec::new();
    let mut seen = FxHashSet::default();
    while let Some(journal) = queue.pop() {
        let name = match resolve(&journal) {
            Ok(Some(name)) => name,
            Ok(None) => continue,
            Err(problem) => {
                if seen.insert(journal.clone()) {
                    unreadable.push(InterruptedEdit::unreadable(journal, &problem));
                }
                continue;
            }
        };
        if !seen.insert(name.path.clone()) {
            continue;
        }
        match visit(&name, mode, &mut edits) {
            Ok(others) => queue.extend(others),
            Err(problem) => unreadable.push(InterruptedEdit::unreadable(name.path, &problem)),
        }
    }
    let mut edits: Vec<FoundEdit> = edits.into_values().collect();
    // The primary goes last, since copies need it.
    edits.sort_unstable_by_key(|edit| std::cmp::Reverse(edit.record.leader));
    (edits, unreadable)
}

/// Path of a journal, with links resolved, and its parts.
struct JournalPath {
    path: PathBuf,
    dir: PathBuf,
    id: String,
    group: usize,
}

/// Resolves the path of a journal. Returns `None` if it has no journal name or its directory does
/// not exist.
fn resolve(journal: &Path) -> io::Result<Option<JournalPath>> {
    let name = journal.file_name().and_then(OsStr::to_str);
    let parsed = name.and_then(record::parse_journal_name);
    let (Some(name), Some((id, group)), Some(dir)) = (name, parsed, journal.parent()) else {
        return Ok(None);
    };
    match dir.canonicalize() {
        Ok(dir) => Ok(Some(JournalPath {
            path: dir.join(name),
            dir,
            id: id.to_owned(),
            group,
        })),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Examines one journal and adds it to its edit. Returns the paths of the edit's other journals.
fn visit(name: &JournalPath, mode: RecoveryMode, edits: &mut Edits) -> io::Result<Vec<PathBuf>> {
    let (file, metadata) = match open(&name.path)? {
        Opened::Nothing => return Ok(Vec::new()),
        Opened::Foreign(owner) => {
            let problem = format!("the journal belongs to the user {owner}");
            return Err(io::Error::other(problem));
        }
        Opened::Journal(file, metadata) => (file, metadata),
    };
    let inode = disk::inode(&metadata).unwrap_or_else(|| name_as_inode(&name.path));
    if !edits.contains_key(&inode) {
        let Some(edit) = found(file, &metadata, name, mode, edits)? else {
            return Ok(Vec::new());
        };
        edits.insert(inode, edit);
    }
    let Some(edit) = edits.get_mut(&inode) else {
        return Ok(Vec::new());
    };
    let groups = edit.record.groups.len();
    if name.group >= groups {
        return Ok(Vec::new());
    }
    edit.groups.push(GroupAt {
        index: name.group,
        dir: name.dir.clone(),
    });
    let others = (0..groups).filter(|other| *other != name.group);
    Ok(others
        .map(|other| hint(&edit.record, name, other))
        .collect())
}

/// Locks and reads a journal; `None` if there is nothing to do.
fn found(
    mut file: File,
    metadata: &Metadata,
    name: &JournalPath,
    mode: RecoveryMode,
    edits: &Edits,
) -> io::Result<Option<FoundEdit>> {
    let is_running = !lock(&file, mode)?;
    let Some(text) = journal::read_text(&mut file)? else {
        return Ok(None);
    };
    if !is_running && !disk::is_same_file_at(metadata, &name.path)? {
        // The journal's owner, or another process that repaired the edit, has removed it.
        return Ok(None);
    }
    let Some((record, state)) = EditRecord::parse(&text, &name.id) else {
        if let Some(version) = record::other_version(&text, &name.id) {
            let problem = format!("the journal has the format {version} of another version");
            return Err(io::Error::other(problem));
        }
        let is_ours = record::is_beginning(&text, &name.id);
        if is_ours && !is_running && mode == RecoveryMode::Repair {
            disk::remove_if_exists(&name.path)?;
        }
        return Ok(None);
    };
    let condition = if name.group < record.leader {
        // The leader is the first group that shares the file.
        let problem = "the journal has the name of another journal of its edit; remove the copy";
        EditCondition::Unknown(problem.to_owned())
    } else if disk::link_count(metadata) > record.groups.len() as u64 {
        let problem = "the journal has hard links that its edit did not make";
        EditCondition::Unknown(problem.to_owned())
    } else if is_running {
        EditCondition::Running
    } else if record.leader != 0 && state != State::Committed {
        condition_of_primary(&record, name, mode, edits)?
    } else {
        EditCondition::Interrupted(state)
    };
    Ok(Some(FoundEdit {
        _file: file,
        record: Arc::new(record),
        condition,
        groups: Vec::new(),
    }))
}

/// Locks a journal. Returns false if the editing process holds the lock.
fn lock(file: &File, mode: RecoveryMode) -> io::Result<bool> {
    for attempt in 0..LOCK_ATTEMPTS {
        if attempt > 0 {
            pause(LOCK_PAUSE, || true);
        }
        let locked = match mode {
            RecoveryMode::Repair => file.try_lock(),
            // Processes that only list do not block each other.
            RecoveryMode::List => file.try_lock_shared(),
        };
        match locked {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

/// Returns the condition of an edit whose record was found in a copy, read from its primary journal.
fn condition_of_primary(
    record: &EditRecord,
    copy: &JournalPath,
    mode: RecoveryMode,
    edits: &Edits,
) -> io::Result<EditCondition> {
    let missing = || {
        EditCondition::Unknown(format!(
            "the state of the edit is in a journal that is missing, {}; if the files are as they \
             should be, remove this journal",
            record.journal(0).display()
        ))
    };
    if copy.group >= record.groups.len() {
        return Ok(missing());
    }
    let Some(primary) = resolve(&hint(record, copy, 0))? else {
        return Ok(missing());
    };
    let Opened::Journal(file, metadata) = open(&primary.path)? else {
        return Ok(missing());
    };
    // This search may already hold the lock.
    let locked = disk::inode(&metadata).and_then(|inode| edits.get(&inode));
    if let Some(primary) = locked {
        return Ok(primary.condition.clone());
    }
    let found = found(file, &metadata, &primary, mode, edits)?;
    Ok(found.map_or_else(missing, |primary| primary.condition))
}

/// Result of opening a possible journal path.
enum Opened {
    /// There is no journal, or the journal is not trusted.
    Nothing,
    Journal(File, Metadata),
    /// The journal belongs to another user.
    Foreign(u32),
}

fn open(path: &Path) -> io::Result<Opened> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if is_missing(&error) => return Ok(Opened::Nothing),
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Ok(Opened::Nothing);
    }
    if let Some(owner) = disk::foreign_owner(&metadata) {
        let is_trusted = path
            .parent()
            .is_some_and(|dir| disk::is_trusted_in(dir, owner));
        return Ok(if is_trusted {
            Opened::Foreign(owner)
        } else {
            Opened::Nothing
        });
    }
    // Some file systems lock only files opened for writing.
    let opened = match disk::open_plain(path, true) {
        Err(error) if is_read_only(&error) => disk::open_plain(path, false),
        opened => opened,
    };
    Ok(match opened? {
        // Another file may have appeared between the two checks.
        Some((_, metadata)) if disk::foreign_owner(&metadata).is_some() => Opened::Nothing,
        Some((_, metadata)) if disk::is_writable_by_others(&metadata) => Opened::Nothing,
        Some((file, metadata)) => Opened::Journal(file, metadata),
        None => Opened::Nothing,
    })
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

/// Returns the possible path of the journal of group `wanted`. Assumes the same location relative to
/// `journal` if the tree was moved or copied, otherwise the original location.
fn hint(record: &EditRecord, journal: &JournalPath, wanted: usize) -> PathBuf {
    let (was, is) = (&record.groups[journal.group].dir, &journal.dir);
    let path = record.journal(wanted);
    if was == is {
        return path;
    }
    // The longest common suffix was not renamed.
    let common = was.iter().rev().zip(is.iter().rev());
    let common = common.take_while(|(a, b)| a == b).count();
    let moved = was.ancestors().nth(common).zip(is.ancestors().nth(common));
    let moved = moved.and_then(|(from, to)| Some(to.join(path.strip_prefix(from).ok()?)));
    let is_there = |path: &PathBuf| path.parent().is_some_and(may_exist);
    moved.filter(is_there).unwrap_or(path)
}

/// Returns a substitute for the identity of a file, for platforms without inodes.
fn name_as_inode(path: &Path) -> (u64, u64) {
    let digest = digest(path.as_os_str().as_encoded_bytes());
    ((digest >> 64) as u64, digest as u64)
}
