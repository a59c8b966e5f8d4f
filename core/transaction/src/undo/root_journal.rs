//! Journal of one root: records of edits, checkpoints, limits.
//!
//! A transaction writes its pending records durably before it commits, and renames them afterwards. The
//! writing process holds a lock on each. A pending record without an owner is settled: if the journal
//! of the transaction is gone, the files tell whether it has committed.
//!
//! Invariant: a record is complete before its transaction commits.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ransack_base::internal::{ErrorParts, is_missing};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use super::options::JournalOptions;
use super::record::{FRONT, RecordReader, RecordWriter, UndoRecord};
use super::store::{failed, new_id, time_of};
use crate::disk::{self, fault_point};
use crate::locks::LockDeadline;
use crate::plan::digest;
use crate::recovery::{RecoveredFile, RecoveryMode, repair_or_list};

const EDIT: &str = "edit";
const PENDING: &str = "pending";
const CHECKPOINT: &str = "checkpoint";

/// Number of edits of a process after which it looks for edits to remove from a journal.
const EDITS_PER_CHECK: u64 = 64;

/// Journal of one root. Its directory may not exist.
#[derive(Clone, Debug)]
pub(super) struct RootJournal {
    pub(super) dir: PathBuf,
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

impl RootJournal {
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
        let names = match disk::names_in(&self.dir) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            names => names?,
        };
        let mut ids = Vec::new();
        for name in names {
            let path = PathBuf::from(name);
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
        let mut content = RecordWriter::default();
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
            let mut reader = RecordReader(content);
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
    pub(super) fn evict(&self, options: &JournalOptions, kept: Option<&str>) {
        let mut files = Vec::new();
        let mut total = 0;
        for name in disk::names_in(&self.dir).unwrap_or_default() {
            let path = self.dir.join(name);
            let id = path.file_stem().and_then(|stem| stem.to_str());
            let extension = path.extension().and_then(|extension| extension.to_str());
            let (Some(id), Some(extension)) = (id, extension) else {
                continue;
            };
            let (Some(number), Ok(metadata)) =
                (UndoRecord::number_of(id), fs::symlink_metadata(&path))
            else {
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
    pub(super) fn remove_if_empty(&self) {
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

fn damaged_record(path: &Path) -> Error {
    let message = "the edit in the undo journal is damaged; no file has changed";
    Error::new(ErrorKind::Io, message).with_path(path)
}
