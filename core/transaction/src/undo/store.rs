//! Directory of the undo journals of all roots.
//!
//! | path | content |
//! | --- | --- |
//! | `swept` | time of the last search for old edits of all roots |
//! | `<hash of the root>/root` | path of the root |
//! | `<hash of the root>/lock` | locked by a call that undoes or redoes edits |
//! | `<hash of the root>/<id>.edit` | one edit |
//! | `<hash of the root>/<id>.pending` | state of the edit after a transaction that has not committed yet |
//! | `<hash of the root>/<id>.checkpoint` | one checkpoint |
//!
//! Invariants:
//! - Directories and files are private to the user; a directory that others can write to is not used.
//! - Nothing read from here is trusted without its digest.

use std::fs;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ransack_base::internal::{ErrorParts, is_missing, os_str};
use ransack_base::{Error, ErrorKind, Result};

use super::options::JournalOptions;
use super::root_journal::RootJournal;
use crate::disk::{self, fault_point};
use crate::plan::digest;

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
        let names = match disk::names_in(&self.dir) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            names => names.map_err(|error| failed(&self.dir, &error))?,
        };
        check_private(&self.dir)?;
        let mut related = Vec::new();
        for name in names {
            let dir = self.dir.join(name);
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
        for name in disk::names_in(&self.dir).unwrap_or_default() {
            let journal = RootJournal {
                dir: self.dir.join(name),
            };
            if disk::exists(&journal.dir.join("root")).unwrap_or(false) {
                journal.evict(options, None);
                journal.remove_if_empty();
            }
        }
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

pub(super) fn failed(path: &Path, error: &io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::NotFound => ErrorKind::NotFound,
        io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
        _ => ErrorKind::Io,
    };
    Error::new(kind, format!("cannot use the undo journal: {error}")).with_path(path)
}
