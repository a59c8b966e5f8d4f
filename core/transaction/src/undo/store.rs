//! Directory of the undo journals of all roots.
//!
//! | path | content |
//! | --- | --- |
//! | `swept` | time of the last search for old edits of all roots |
//! | `<hash of the root>/root` | path of the root |
//! | `<hash of the root>/lock` | locked by a call that undoes, redoes or settles edits |
//! | `<hash of the root>/<id>.edit` | one edit |
//! | `<hash of the root>/<id>.pending` | state of the edit after a transaction that has not committed yet |
//! | `<hash of the root>/<id>.checkpoint` | one checkpoint |
//!
//! A transaction writes its pending records durably before it commits, and renames them afterwards. The
//! writing process holds a lock on each. A pending record without an owner is settled: if the journal
//! of the transaction is gone, the files tell whether it has committed.
//!
//! Invariants:
//! - Directories and files are private to the user; a directory that others can write to is not used.
//! - A record is complete before its transaction commits.
//! - Nothing read from here is trusted without its digest.

use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ransack_base::internal::{ErrorParts, is_missing, os_str};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use super::options::JournalOptions;
use super::record::{FRONT, Reader, UndoRecord, Writer};
use crate::disk::{self, fault_point};
use crate::locks::LockDeadline;
use crate::plan::digest;
use crate::recovery::{RecoveredFile, RecoveryMode, repair_or_list};

const EDIT: &str = "edit";
const PENDING: &str = "pending";
const CHECKPOINT: &str = "checkpoint";

/// Number of edits of a process after which it looks for edits to remove from a journal.
const EDITS_PER_CHECK: u64 = 64;

/// Minimum time between two searches for old edits in the journals of all roots.
const SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 3600);

/// Returns a number for a new edit, checkpoint or transaction: nanoseconds since the Unix epoch,
/// greater than all earlier ones of this process.
pub(super) fn next_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as u64);
    let next = |last: u64| Some(now.max(last + 1));
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    last.map_or(now, |last| now.max(last + 1))
}

/// Returns a new id.
pub(super) fn new_id(number: u64) -> String {
    let random = std::hash::RandomState::new().hash_one(0) as u32;
    format!("{number:016x}{random:08x}")
}

/// Returns the time of a number.
pub(super) fn time_of(number: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_nanos(number)
}

/// Returns the name of the session of a call.
pub(super) fn session_of(options: &JournalOptions) -> String {
    static OWN: OnceLock<String> = OnceLock::new();
    let own = || {
        let random = std::hash::RandomState::new().hash_one(0);
        format!("{}-{random:016x}", std::process::id())
    };
    options
        .session
        .clone()
        .unwrap_or_else(|| OWN.get_or_init(own).clone())
}

/// Directory of the journals of all roots.
#[derive(Clone, Debug)]
pub(super) struct UndoStore {
    dir: PathBuf,
}

/// Journal of one root. Its directory may not exist.
#[derive(Clone, Debug)]
pub(super) struct RootJournal {
    dir: PathBuf,
}

/// Lock on a journal or a record.
#[derive(Debug)]
pub(super) struct JournalLock(File);

impl Drop for JournalLock {
    fn drop(&mut self) {
        // A child process that inherited the file would keep the lock.
        let _ = self.0.unlock();
    }
}

/// Pending record of this process.
#[derive(Debug)]
pub(super) struct PendingRecord {
    journal: RootJournal,
    id: String,
    removed_dirs: Vec<PathBuf>,
    bytes: u64,
    _lock: JournalLock,
}

/// Record of an edit in the journal.
pub(super) struct StoredRecord {
    pub(super) journal: RootJournal,
    pub(super) root: PathBuf,
    pub(super) record: UndoRecord,
    pub(super) bytes: u64,
}

/// Checkpoint in the journal.
pub(super) struct StoredCheckpoint {
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) session: String,
    /// Directory or file that it concerns.
    pub(super) path: PathBuf,
}

impl UndoStore {
    /// Determines the directory of the journals.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the options give no valid path, or if the user has no state directory.
    pub(super) fn new(options: &JournalOptions) -> Result<UndoStore> {
        if options.session.as_deref() == Some("") {
            return Err(Error::option("the name of the session is empty"));
        }
        let dir = match &options.journal_path {
            Some(path) if path.as_os_str().is_empty() => {
                return Err(Error::option("the path of the undo journal is empty"));
            }
            Some(path) => std::path::absolute(path).map_err(|e| failed(path, &e))?,
            None => state_dir()?,
        };
        Ok(UndoStore { dir })
    }

    /// Returns the journal of a root, which may not exist.
    pub(super) fn journal(&self, root: &Path) -> RootJournal {
        let hash = digest(root.as_os_str().as_encoded_bytes());
        RootJournal {
            dir: self.dir.join(format!("{hash:032x}")),
        }
    }

    /// Returns the journals of all roots that are above, at or below a path, with their roots.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if the directory cannot be read or may not be used.
    pub(super) fn related(&self, path: &Path) -> Result<Vec<(PathBuf, RootJournal)>> {
        let entries = match fs::read_dir(&self.dir) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            entries => entries.map_err(|error| failed(&self.dir, &error))?,
        };
        check_private(&self.dir)?;
        let mut related = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failed(&self.dir, &error))?;
            let dir = entry.path();
            // A journal without a root is being created.
            let Ok(Some(root)) = disk::read_plain(&dir.join("root")) else {
                continue;
            };
            let root = PathBuf::from(os_str(&root));
            let is_related = root.starts_with(path) || path.starts_with(&root);
            if is_related && self.journal(&root).dir == dir {
                check_private(&dir)?;
                related.push((root, RootJournal { dir }));
            }
        }
        related.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Ok(related)
    }

    /// Creates the journal of a root if it does not exist.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if the directory cannot be created or may not be used.
    pub(super) fn create(&self, root: &Path) -> Result<RootJournal> {
        let journal = self.journal(root);
        let fail = |error: io::Error| failed(&journal.dir, &error);
        let marker = journal.dir.join("root");
        if !disk::exists(&marker).map_err(fail)? {
            create_private_dirs(&journal.dir).map_err(fail)?;
            check_private(&self.dir)?;
            let new = journal.dir.join(format!("{}.new", new_id(next_number())));
            let write = || {
                fault_point()?;
                let mut file = disk::create_private(&new)?;
                file.write_all(root.as_os_str().as_encoded_bytes())?;
                file.sync_all()?;
                fs::rename(&new, &marker)?;
                disk::sync_dirs([&*self.dir, &*journal.dir].into_iter())
            };
            let written = write();
            if written.is_err() {
                let _ = fs::remove_file(&new);
            }
            written.map_err(fail)?;
        }
        check_private(&self.dir)?;
        check_private(&journal.dir)?;
        Ok(journal)
    }

    /// Removes edits of all roots that are too old, and journals without edits, at most once a day.
    pub(super) fn remove_old(&self, options: &JournalOptions) {
        let marker = self.dir.join("swept");
        let modified = fs::metadata(&marker).and_then(|metadata| metadata.modified());
        if modified.is_ok_and(|modified| modified.elapsed().unwrap_or_default() < SWEEP_INTERVAL) {
            return;
        }
        let created = disk::remove_if_exists(&marker).and_then(|()| disk::create_private(&marker));
        if created.is_err() {
            return;
        }
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let journal = RootJournal { dir: entry.path() };
            if disk::exists(&journal.dir.join("root")).unwrap_or(false) {
                journal.evict(options, None);
                journal.remove_if_empty();
            }
        }
    }
}

impl RootJournal {
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether there is a file for an edit, which may be damaged.
    pub(super) fn has(&self, id: &str) -> bool {
        disk::exists(&self.file(id, EDIT)).unwrap_or(true)
    }

    fn file(&self, id: &str, extension: &str) -> PathBuf {
        self.dir.join(format!("{id}.{extension}"))
    }

    /// Locks the journal until the lock is dropped. Where files cannot be locked, concurrent calls rely
    /// on the digests of the files.
    ///
    /// # Errors
    ///
    /// `Stale` if another call still holds the lock at the deadline.
    pub(super) fn lock(
        &self,
        deadline: LockDeadline,
        token: &CancelToken,
    ) -> Result<Option<JournalLock>> {
        let path = self.dir.join("lock");
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let Ok(file) = options.open(path) else {
            return Ok(None);
        };
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(JournalLock(file))),
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) => deadline.pause(token, || {
                    let message = "another call undoes or redoes edits of this root; repeat the \
                                   call when it is complete";
                    Error::new(ErrorKind::Stale, message).with_path(&self.dir)
                })?,
            }
        }
    }

    /// Returns the names of the files with an extension, without it, in ascending order.
    fn ids(&self, extension: &str) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.dir) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut ids = Vec::new();
        for entry in entries {
            let path = PathBuf::from(entry?.file_name());
            let id = path.file_stem().and_then(|stem| stem.to_str());
            if path.extension().is_some_and(|found| found == extension)
                && let Some(id) = id.filter(|id| UndoRecord::number_of(id).is_some())
            {
                ids.push(id.to_owned());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Writes a record durably. The record stays pending until it is promoted.
    ///
    /// # Errors
    ///
    /// The reason why the record cannot be written. No file of it remains.
    pub(super) fn write(
        &self,
        record: &UndoRecord,
        options: &JournalOptions,
    ) -> Result<PendingRecord> {
        let Some(bytes) = record.to_bytes(options.journal_max_bytes) else {
            let max = options.journal_max_bytes;
            let message = format!("the edit takes more than the maximum of {max} bytes");
            return Err(Error::new(ErrorKind::Io, message).with_path(&self.dir));
        };
        let path = self.file(&record.id, PENDING);
        let fail = |error: io::Error| failed(&path, &error);
        fault_point().map_err(fail)?;
        let mut file = loop {
            let file = disk::create_private(&path).map_err(fail)?;
            // A process that has just found the file takes it for an orphan.
            let is_found = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if !is_found && disk::link_count(&file.metadata().map_err(fail)?) > 0 {
                break file;
            }
            disk::remove_if_exists(&path).map_err(fail)?;
        };
        let mut write = || {
            fault_point()?;
            file.write_all(&bytes)?;
            fault_point()?;
            file.sync_all()?;
            fault_point()?;
            disk::sync_dirs([self.dir.as_path()].into_iter())
        };
        let written = write();
        if let Err(error) = written {
            let _ = fs::remove_file(&path);
            return Err(fail(error));
        }
        Ok(PendingRecord {
            journal: self.clone(),
            id: record.id.clone(),
            removed_dirs: record.removed_dirs.clone(),
            bytes: bytes.len() as u64,
            _lock: JournalLock(file),
        })
    }

    /// Decides about pending records without an owner. With a pool, first repairs the transactions that
    /// are not complete, and returns the repaired files.
    ///
    /// A failure leaves a record pending.
    pub(super) fn settle(&self, repair: Option<&Pool>) -> Vec<RecoveredFile> {
        let mut recovered = Vec::new();
        for id in self.ids(PENDING).unwrap_or_default() {
            let path = self.file(&id, PENDING);
            let Ok(Some((file, _))) = disk::open_plain(&path, false) else {
                continue;
            };
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                continue;
            }
            let _lock = JournalLock(file);
            let Ok(record) = read_record(&path) else {
                continue;
            };
            let Some((record, _)) = record else {
                // Torn, so the transaction has not committed.
                let _ = fs::remove_file(&path);
                continue;
            };
            let exists = || disk::exists(&record.journal).unwrap_or(true);
            if let Some(pool) = repair.filter(|_| exists()) {
                let journals = vec![record.journal.clone()];
                recovered.extend(repair_or_list(journals, RecoveryMode::Repair, pool).recovered);
            }
            if exists() {
                continue;
            }
            match is_committed(&record) {
                true => {
                    remove_dirs(&record.removed_dirs);
                    let _ = fs::rename(&path, self.file(&id, EDIT));
                }
                false => {
                    let _ = fs::remove_file(&path);
                }
            }
        }
        recovered
    }

    /// Reads the headers of all edits, oldest first. Adds the files that are damaged to `damaged`.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if the directory cannot be read.
    pub(super) fn records(
        &self,
        root: &Path,
        damaged: &mut Vec<PathBuf>,
    ) -> Result<Vec<StoredRecord>> {
        let ids = self.ids(EDIT).map_err(|error| failed(&self.dir, &error))?;
        let mut records = Vec::with_capacity(ids.len());
        for id in ids {
            let path = self.file(&id, EDIT);
            match read_record(&path) {
                Ok(Some((record, bytes))) if record.id == id => records.push(StoredRecord {
                    journal: self.clone(),
                    root: root.to_owned(),
                    record,
                    bytes,
                }),
                Err(error) if is_missing(&error) => {}
                _ => damaged.push(path),
            }
        }
        Ok(records)
    }

    /// Reads an edit with its payload.
    ///
    /// # Errors
    ///
    /// `NotFound` if it does not exist; `Io`, `PermissionDenied` if it cannot be read or is damaged.
    pub(super) fn record(&self, id: &str) -> Result<UndoRecord> {
        let path = self.file(id, EDIT);
        let bytes = fs::read(&path).map_err(|error| failed(&path, &error))?;
        let record = UndoRecord::from_bytes(&bytes).filter(|record| record.id == id);
        record.ok_or_else(|| damaged_record(&path))
    }

    /// Returns the error for an edit whose payload is damaged.
    pub(super) fn damaged(&self, id: &str) -> Error {
        damaged_record(&self.file(id, EDIT))
    }

    /// Removes an edit.
    pub(super) fn remove(&self, id: &str) {
        let _ = fs::remove_file(self.file(id, EDIT));
    }

    /// Sets a checkpoint. Replaces an earlier one of the session with the same name and path.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if it cannot be written.
    pub(super) fn set_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<()> {
        let mut content = Writer::default();
        for text in [&checkpoint.session, &checkpoint.name] {
            content.bytes(text.as_bytes());
        }
        content.path(&checkpoint.path);
        let mut bytes = digest(&content.0).to_le_bytes().to_vec();
        bytes.extend(content.0);
        let id = new_id(checkpoint.number);
        let (new, path) = (self.file(&id, "new"), self.file(&id, CHECKPOINT));
        let earlier = self.checkpoints()?;
        let write = || {
            let mut file = disk::create_private(&new)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            disk::sync_dirs([self.dir.as_path()].into_iter())
        };
        if let Err(error) = write() {
            let _ = fs::remove_file(&new);
            return Err(failed(&path, &error));
        }
        let is_same = |other: &StoredCheckpoint| {
            (&other.session, &other.name, &other.path)
                == (&checkpoint.session, &checkpoint.name, &checkpoint.path)
        };
        for (id, _) in earlier.iter().filter(|(_, earlier)| is_same(earlier)) {
            let _ = fs::remove_file(self.file(id, CHECKPOINT));
        }
        Ok(())
    }

    /// Returns all checkpoints with their ids, oldest first. Leaves out damaged ones.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if the directory cannot be read.
    pub(super) fn checkpoints(&self) -> Result<Vec<(String, StoredCheckpoint)>> {
        let ids = self.ids(CHECKPOINT);
        let ids = ids.map_err(|error| failed(&self.dir, &error))?;
        let read = |id: String| {
            let bytes = fs::read(self.file(&id, CHECKPOINT)).ok()?;
            let (expected, content) = bytes.split_at_checked(16)?;
            if digest(content).to_le_bytes() != expected {
                return None;
            }
            let mut reader = Reader(content);
            let number = UndoRecord::number_of(&id)?;
            let (session, name, path) = (reader.text()?, reader.text()?, reader.path()?);
            let checkpoint = StoredCheckpoint {
                number,
                name,
                session,
                path,
            };
            Some((id, checkpoint))
        };
        Ok(ids.into_iter().filter_map(read).collect())
    }

    /// Removes the oldest files until the limits hold, except the edit `kept`. A failure leaves files for
    /// the next call.
    fn evict(&self, options: &JournalOptions, kept: Option<&str>) {
        let mut files = Vec::new();
        let mut total = 0;
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let path = entry.path();
            let id = path.file_stem().and_then(|stem| stem.to_str());
            let extension = path.extension().and_then(|extension| extension.to_str());
            let (Some(id), Some(extension)) = (id, extension) else {
                continue;
            };
            let (Some(number), Ok(metadata)) = (UndoRecord::number_of(id), entry.metadata()) else {
                continue;
            };
            total += metadata.len();
            // A pending record belongs to a transaction, or is settled by the next call.
            if extension != PENDING && kept != Some(id) {
                files.push((number, metadata.len(), path));
            }
        }
        files.sort_unstable();
        for (number, len, path) in files {
            let age = time_of(number).elapsed().unwrap_or_default();
            if total <= options.journal_max_bytes && age <= options.journal_max_age {
                return;
            }
            if fs::remove_file(path).is_ok() {
                total -= len;
            }
        }
    }

    /// Removes the directory of a journal without edits, checkpoints and pending records.
    fn remove_if_empty(&self) {
        let is_empty = |extension: &str| self.ids(extension).is_ok_and(|ids| ids.is_empty());
        if [EDIT, PENDING, CHECKPOINT].into_iter().all(is_empty) {
            // Does not remove a directory in which an edit is recorded meanwhile.
            for name in ["lock", "root"] {
                let _ = fs::remove_file(self.dir.join(name));
            }
            let _ = fs::remove_dir(&self.dir);
        }
    }

    /// Removes old edits if enough has been written since the last time that this process did so.
    fn evict_after(&self, bytes: u64, options: &JournalOptions, kept: &str) {
        /// Bytes and edits that this process has written since it looked at a journal.
        static WRITTEN: Mutex<Option<FxHashMap<PathBuf, (u64, u64)>>> = Mutex::new(None);
        {
            let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
            let written = written.get_or_insert_default();
            let start = (u64::MAX, EDITS_PER_CHECK);
            let (total, edits) = written.entry(self.dir.clone()).or_insert(start);
            *total = total.saturating_add(bytes);
            *edits += 1;
            if *total <= options.journal_max_bytes / 16 && *edits < EDITS_PER_CHECK {
                return;
            }
            (*total, *edits) = (0, 0);
        }
        self.evict(options, Some(kept));
    }
}

impl PendingRecord {
    /// Makes the record the state of its edit, and removes old edits from the journal. The transaction
    /// has committed. Returns the size of the record.
    ///
    /// # Errors
    ///
    /// `PermissionDenied`, `Io` if the record cannot be renamed. It stays pending.
    pub(super) fn promote(self, options: &JournalOptions) -> Result<u64> {
        remove_dirs(&self.removed_dirs);
        let path = self.journal.file(&self.id, EDIT);
        let rename = || {
            fault_point()?;
            match fs::rename(self.journal.file(&self.id, PENDING), &path) {
                // Another process has settled it, where files cannot be locked.
                Err(error) if is_missing(&error) && disk::exists(&path)? => Ok(()),
                renamed => renamed,
            }
        };
        rename().map_err(|error| failed(&path, &error))?;
        self.journal.evict_after(self.bytes, options, &self.id);
        Ok(self.bytes)
    }

    /// Removes the record of a failed transaction, unless it is unknown whether the transaction has
    /// committed: a later call settles the record then.
    pub(super) fn discard(self, is_unknown: bool) {
        if !is_unknown {
            let _ = fs::remove_file(self.journal.file(&self.id, PENDING));
        }
    }
}

/// Reads a record without its payload, and the length of its file; `None` if it is damaged.
fn read_record(path: &Path) -> io::Result<Option<(UndoRecord, u64)>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    // Most headers fit.
    let mut bytes = Vec::new();
    (&mut file).take(4 << 10).read_to_end(&mut bytes)?;
    let Some(header) = UndoRecord::header_len(&bytes) else {
        return Ok(None);
    };
    let rest = (FRONT + header).saturating_sub(bytes.len());
    (&mut file).take(rest as u64).read_to_end(&mut bytes)?;
    Ok(UndoRecord::from_bytes(&bytes).map(|record| (record, len)))
}

/// Returns whether the transaction of a pending record has committed: all files are as it leaves them.
fn is_committed(record: &UndoRecord) -> bool {
    let mut expected = record.expected().into_iter();
    expected.all(|(path, expected)| match disk::read_plain(&path) {
        Ok(bytes) => bytes.as_deref().map(digest) == expected,
        Err(_) => false,
    })
}

/// Removes directories that are empty, innermost first.
pub(super) fn remove_dirs(dirs: &[PathBuf]) {
    let distinct: FxHashSet<&PathBuf> = dirs.iter().collect();
    let mut distinct: Vec<&PathBuf> = distinct.into_iter().collect();
    distinct.sort_unstable();
    for dir in distinct.into_iter().rev() {
        let _ = fs::remove_dir(dir);
    }
}

/// Returns the directory of the journals in the user's state directory.
fn state_dir() -> Result<PathBuf> {
    let var = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_STATE_HOME").or_else(|| Some(var("HOME")?.join(".local/state")))
    };
    let message = "the user has no state directory; choose a directory for the undo journal";
    let state = state.ok_or_else(|| Error::option(message))?;
    Ok(state.join("ransack").join("undo"))
}

#[cfg(unix)]
fn create_private_dirs(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
}

#[cfg(not(unix))]
fn create_private_dirs(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

/// Fails if other users could have written files in the directory.
fn check_private(dir: &Path) -> Result<()> {
    let metadata = fs::metadata(dir).map_err(|error| failed(dir, &error))?;
    let message = match () {
        () if disk::foreign_owner(&metadata).is_some() => {
            "the directory of the undo journal belongs to another user"
        }
        () if disk::is_writable_by_others(&metadata) => {
            "other users may write to the directory of the undo journal"
        }
        () => return Ok(()),
    };
    Err(Error::new(ErrorKind::PermissionDenied, message).with_path(dir))
}

fn failed(path: &Path, error: &io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::NotFound => ErrorKind::NotFound,
        io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
        _ => ErrorKind::Io,
    };
    Error::new(kind, format!("cannot use the undo journal: {error}")).with_path(path)
}

fn damaged_record(path: &Path) -> Error {
    let message = "the edit in the undo journal is damaged; no file has changed";
    Error::new(ErrorKind::Io, message).with_path(path)
}
