//! Finds interrupted edits through their journals and repairs them.
//!
//! [`journal`] describes the protocol. This module neither plans edits nor parses text.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ransack_base::internal::{ErrorParts, is_missing, may_exist, os_str, pause};
use ransack_base::{Error, Pool, Result};
use ransack_search::internal::{Dir, EditFile};
use rustc_hash::{FxHashMap, FxHashSet};

use super::disk;
use super::journal::{self, EditRecord, State};
use super::outcome::{EditState, InterruptedEdit, RecoveredFile};
use super::repair::{self, GroupAt};

/// Number of attempts to lock a journal, which another process may lock briefly just to read it.
const LOCK_ATTEMPTS: u32 = 20;
/// Pause between attempts.
const LOCK_PAUSE: Duration = Duration::from_millis(1);

/// Search for interrupted edits, and their repair.
pub(super) struct Recovery {
    /// Directory whose journals may name targets in other directories.
    journal_dir: Option<PathBuf>,
    /// Whether to repair interrupted edits or only list them.
    repairs: bool,
    pool: Pool,
    /// Journals already visited.
    seen: FxHashSet<PathBuf>,
    has_repaired: bool,
    pub(super) recovered: Vec<RecoveredFile>,
    remaining: Vec<InterruptedEdit>,
}

/// Edit found through the file that stores its state.
struct FoundEdit {
    /// File whose lock is held while this value exists.
    _file: File,
    record: Arc<EditRecord>,
    state: EditState,
    problem: Option<String>,
    groups: Vec<GroupAt>,
}

/// Result of opening a possible journal path.
enum Opened {
    /// There is no journal, or the journal is not trusted.
    Nothing,
    Journal(File, Metadata),
    /// The journal belongs to another user.
    Foreign(u32),
}

impl Recovery {
    pub(super) fn new(journal_dir: Option<PathBuf>, repairs: bool, pool: &Pool) -> Recovery {
        Recovery {
            journal_dir,
            repairs,
            pool: pool.clone(),
            seen: FxHashSet::default(),
            has_repaired: false,
            recovered: Vec::new(),
            remaining: Vec::new(),
        }
    }

    /// Examines journals and the other journals of the same edits. Repairs or lists those edits.
    pub(super) fn run(&mut self, journals: impl IntoIterator<Item = PathBuf>) {
        let mut edits: FxHashMap<(u64, u64), FoundEdit> = FxHashMap::default();
        let mut queue: Vec<PathBuf> = journals.into_iter().collect();
        while let Some(journal) = queue.pop() {
            let (path, id, group) = match resolve(&journal) {
                Ok(Some(named)) => named,
                Ok(None) => continue,
                Err(problem) => {
                    if self.seen.insert(journal.clone()) {
                        self.remaining.push(unreadable(journal, &problem));
                    }
                    continue;
                }
            };
            if !self.seen.insert(path.clone()) {
                continue;
            }
            match self.visit(&path, &id, group, &mut edits) {
                Ok(hints) => queue.extend(hints),
                Err(problem) => self.remaining.push(unreadable(path, &problem)),
            }
        }
        let mut edits: Vec<FoundEdit> = edits.into_values().collect();
        // The primary goes last, since copies need it.
        edits.sort_unstable_by_key(|edit| std::cmp::Reverse(edit.record.leader));
        for edit in edits {
            self.finish(edit);
        }
    }

    /// Returns whether any files were repaired.
    pub(super) fn has_repaired(&self) -> bool {
        self.has_repaired
    }

    /// Returns the remaining edits, sorted by journal.
    pub(super) fn into_remaining(mut self) -> Vec<InterruptedEdit> {
        self.remaining.sort_by(|a, b| a.journal.cmp(&b.journal));
        self.remaining
    }

    /// Returns an edit that blocks edits of these files, which are given with their directories.
    pub(super) fn blocking<'t>(
        &self,
        targets: impl Iterator<Item = (&'t Path, &'t OsStr)>,
    ) -> Option<&InterruptedEdit> {
        let targets: FxHashSet<(&Path, &OsStr)> = targets.collect();
        self.remaining.iter().find(|edit| {
            let mut files = edit.files.iter();
            match (edit.journal.parent(), edit.state) {
                (Some(dir), EditState::Unknown) if edit.files.is_empty() => {
                    targets.iter().any(|(target, _)| *target == dir)
                }
                _ => files.any(|file| {
                    let target = file.parent().zip(file.file_name());
                    target.is_some_and(|target| targets.contains(&target))
                }),
            }
        })
    }

    /// Examines one journal and adds it to its edit. Returns the paths of the edit's other
    /// journals.
    fn visit(
        &mut self,
        path: &Path,
        id: &str,
        group: usize,
        edits: &mut FxHashMap<(u64, u64), FoundEdit>,
    ) -> io::Result<Vec<PathBuf>> {
        let (file, metadata) = match open(path)? {
            Opened::Nothing => return Ok(Vec::new()),
            Opened::Foreign(owner) => {
                let problem = format!("the journal belongs to the user {owner}");
                return Err(io::Error::other(problem));
            }
            Opened::Journal(file, metadata) => (file, metadata),
        };
        let inode = disk::inode(&metadata).unwrap_or_else(|| name_as_inode(path));
        if !edits.contains_key(&inode) {
            let Some(edit) = self.found(file, &metadata, path, (id, group), edits)? else {
                return Ok(Vec::new());
            };
            edits.insert(inode, edit);
        }
        let Some(edit) = edits.get_mut(&inode) else {
            return Ok(Vec::new());
        };
        let record = edit.record.clone();
        let Some(listed) = record.groups.get(group) else {
            return Ok(Vec::new());
        };
        let Some(place) = path.parent().map(Path::to_owned) else {
            return Ok(Vec::new());
        };
        // Only the host's own journal directory may point to other directories.
        let is_elsewhere = listed.place.is_some();
        if is_elsewhere && self.journal_dir.as_ref() != Some(&place) {
            return Ok(Vec::new());
        }
        edit.groups.push(GroupAt {
            index: group,
            dir: if is_elsewhere {
                listed.dir.clone()
            } else {
                place.clone()
            },
            place: place.clone(),
            journal: path.to_owned(),
        });
        Ok(siblings(&record, group, &place))
    }

    /// Locks and reads a journal; `None` if there is nothing to do.
    fn found(
        &self,
        mut file: File,
        metadata: &Metadata,
        path: &Path,
        (id, group): (&str, usize),
        edits: &FxHashMap<(u64, u64), FoundEdit>,
    ) -> io::Result<Option<FoundEdit>> {
        let is_running = !self.lock(&file)?;
        let Some(text) = journal::read_text(&mut file)? else {
            return Ok(None);
        };
        if !is_running && !disk::is_same_file_at(metadata, path)? {
            // The journal's owner, or another process that repaired the edit, has removed it.
            return Ok(None);
        }
        let Some((record, state)) = EditRecord::parse(&text, id) else {
            let is_ours = text.is_empty() || text.starts_with(&format!("ransack-edit 2 {id} "));
            if is_ours && !is_running && self.repairs {
                disk::remove_if_exists(path)?;
            }
            return Ok(None);
        };
        let mut found = match (is_running, state) {
            (true, _) => EditState::Running,
            (_, State::Prepared) => EditState::Prepared,
            (_, State::Applying) => EditState::Applying,
            (_, State::Committed) => EditState::Committed,
        };
        let mut problem = None;
        if disk::link_count(metadata) > record.groups.len() as u64 {
            found = EditState::Unknown;
            problem = Some("the journal has hard links that its edit did not make".to_owned());
        } else if record.leader != 0 && matches!(found, EditState::Prepared | EditState::Applying) {
            found = self.state_of_primary(&record, group, path, edits)?;
            if found == EditState::Unknown {
                problem = Some(format!(
                    "the state of the edit is in a journal that is missing, {}; if the files are \
                     as they should be, remove this journal",
                    record.journal(0).display()
                ));
            }
        }
        Ok(Some(FoundEdit {
            _file: file,
            record: Arc::new(record),
            state: found,
            problem,
            groups: Vec::new(),
        }))
    }

    /// Locks a journal. Returns false if the editing process holds the lock.
    fn lock(&self, file: &File) -> io::Result<bool> {
        for attempt in 0..LOCK_ATTEMPTS {
            if attempt > 0 {
                pause(LOCK_PAUSE, || true);
            }
            // Processes that only list do not block each other.
            let locked = if self.repairs {
                file.try_lock()
            } else {
                file.try_lock_shared()
            };
            match locked {
                Ok(()) => return Ok(true),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Returns the state of an edit whose record was found in a copy at `path`, read from its
    /// primary journal.
    fn state_of_primary(
        &self,
        record: &EditRecord,
        group: usize,
        path: &Path,
        edits: &FxHashMap<(u64, u64), FoundEdit>,
    ) -> io::Result<EditState> {
        let Some(place) = path.parent() else {
            return Ok(EditState::Unknown);
        };
        if group >= record.groups.len() {
            return Ok(EditState::Unknown);
        }
        let path = hint(record, group, place, 0);
        let Opened::Journal(file, metadata) = open(&path)? else {
            return Ok(EditState::Unknown);
        };
        // This search may already hold the lock.
        let known = disk::inode(&metadata).and_then(|inode| edits.get(&inode));
        if let Some(known) = known {
            return Ok(known.state);
        }
        let primary = self.found(file, &metadata, &path, (&record.id, 0), edits)?;
        Ok(primary.map_or(EditState::Unknown, |primary| primary.state))
    }

    /// Repairs or lists an edit.
    fn finish(&mut self, edit: FoundEdit) {
        let FoundEdit {
            record,
            state,
            problem,
            groups,
            _file,
        } = edit;
        let decided = match state {
            EditState::Prepared => Some(State::Prepared),
            EditState::Applying => Some(State::Applying),
            EditState::Committed => Some(State::Committed),
            EditState::Running | EditState::Unknown => None,
        };
        let Some(decided) = decided.filter(|_| self.repairs) else {
            let edit = |group: GroupAt| InterruptedEdit {
                files: targets(&record, &group),
                journal: group.journal,
                state,
                problem: problem.clone(),
            };
            // A group without files only leads to the other groups.
            let groups = groups.into_iter();
            let groups = groups.filter(|group| !record.groups[group.index].entries.is_empty());
            self.remaining.extend(groups.map(edit));
            return;
        };
        // Journals that lead to a remaining group must be kept.
        let (mut ways, groups): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| record.groups[group.index].entries.is_empty());
        let repaired = repair::repair(&record, decided, groups, None, &self.pool);
        self.has_repaired |= !repaired.files.is_empty();
        self.recovered.extend(repaired.files);
        for (group, failures) in repaired.failures {
            let problems: Vec<String> = failures
                .iter()
                .map(|(path, error)| format!("{}: {error}", path.display()))
                .collect();
            self.remaining.push(InterruptedEdit {
                files: targets(&record, &group),
                journal: group.journal,
                state,
                problem: Some(problems.join("; ")),
            });
        }
        ways.retain(|way| {
            let all = 0..record.groups.len();
            let mut others = all.map(|other| hint(&record, way.index, &way.place, other));
            !others.any(|path| path != way.journal && may_exist(&path))
        });
        for way in ways {
            let _ = disk::remove_if_exists(&way.journal);
        }
    }
}

/// Appends the paths of the journals in a directory. Appends nothing if the directory does not
/// exist.
pub(super) fn journals_in(dir: &Path, journals: &mut Vec<PathBuf>) -> Result<()> {
    let list = |opened: Dir| {
        opened.list(dir.as_os_str().as_encoded_bytes(), |name, _| {
            if EditFile::of(name) == Some(EditFile::Journal) {
                journals.push(dir.join(os_str(name)));
            }
            Ok(())
        })
    };
    match Dir::open(dir).and_then(list) {
        Err(error) if !is_missing(&error) => Err(Error::io(
            "cannot look for interrupted edits in",
            dir,
            error,
        )),
        _ => Ok(()),
    }
}

/// Returns the path with the links in its directory resolved, and the ID and group in its name.
/// Returns `None` if the name is not a journal name or the directory does not exist.
fn resolve(journal: &Path) -> io::Result<Option<(PathBuf, String, usize)>> {
    let name = journal.file_name();
    let parsed = name
        .and_then(OsStr::to_str)
        .and_then(journal::parse_journal_name);
    let (Some(name), Some((id, group)), Some(dir)) = (name, parsed, journal.parent()) else {
        return Ok(None);
    };
    match dir.canonicalize() {
        Ok(dir) => Ok(Some((dir.join(name), id.to_owned(), group))),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
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

fn unreadable(journal: PathBuf, problem: &io::Error) -> InterruptedEdit {
    InterruptedEdit {
        journal,
        state: EditState::Unknown,
        files: Vec::new(),
        problem: Some(problem.to_string()),
    }
}

fn targets(record: &EditRecord, group: &GroupAt) -> Vec<PathBuf> {
    let entries = record.groups[group.index].entries.iter();
    entries.map(|entry| group.dir.join(&entry.name)).collect()
}

/// Returns the paths at which the journals of an edit's other groups may be.
fn siblings(record: &EditRecord, known: usize, place: &Path) -> Vec<PathBuf> {
    let others = (0..record.groups.len()).filter(|other| *other != known);
    others
        .map(|other| hint(record, known, place, other))
        .collect()
}

/// Returns the possible path of the journal of group `wanted`, given that the journal of group
/// `known` is in `place`. Assumes the same relative location if the tree was moved or copied,
/// otherwise the original location.
fn hint(record: &EditRecord, known: usize, place: &Path, wanted: usize) -> PathBuf {
    let was = record.groups[known].place();
    let path = record.journal(wanted);
    if was == place {
        return path;
    }
    // The longest common suffix was not renamed.
    let common = was.iter().rev().zip(place.iter().rev());
    let common = common.take_while(|(a, b)| a == b).count();
    let moved = was
        .ancestors()
        .nth(common)
        .zip(place.ancestors().nth(common));
    let moved = moved.and_then(|(from, to)| Some(to.join(path.strip_prefix(from).ok()?)));
    let is_there = |path: &PathBuf| path.parent().is_some_and(may_exist);
    moved.filter(is_there).unwrap_or(path)
}

/// Returns a substitute for the identity of a file, for platforms without inodes.
fn name_as_inode(path: &Path) -> (u64, u64) {
    let digest = super::digest(path.as_os_str().as_encoded_bytes());
    ((digest >> 64) as u64, digest as u64)
}
