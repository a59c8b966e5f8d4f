//! One name that a transaction removes, adds, or both, with the steps to do so.
//!
//! A rename is the removal of the old name and the addition of the new one. All removals of a
//! transaction come before all additions. [`journal`](crate::journal) defines how to undo them.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};
use ransack_search::internal::FileVersion;
use rustc_hash::FxHashMap;

use crate::attributes::Attributes;
use crate::disk::{self, fault_point};
use crate::plan::{CreateMode, digest};
use crate::record::{EntryId, EntryPaths};
use crate::target::{IsPlanned, check_step, stale};

/// One name that is removed, added, or both.
pub(crate) struct PathChange {
    pub(crate) id: EntryId,
    pub(crate) paths: EntryPaths,
    pub(crate) removal: Option<Removal>,
    pub(crate) addition: Option<Addition>,
    /// Whether the name may have been removed or added.
    pub(crate) is_changed: bool,
}

/// Removal of a name, because its file is deleted or renamed.
pub(crate) struct Removal {
    /// Path in the plan, for messages.
    pub(crate) path: PathBuf,
    /// Digest of the bytes.
    pub(crate) old: u128,
    /// Version of the file before the first step.
    pub(crate) version: FileVersion,
    /// Number of hard links before the first step.
    pub(crate) links: u64,
    /// Number of hard links that the transaction has added.
    pub(crate) own_links: u64,
    /// Attributes of the file when it was staged.
    pub(crate) attributes: Option<Attributes>,
    /// Absolute new path, and the digest of the bytes there; `None` if the file is deleted.
    pub(crate) renamed: Option<(PathBuf, u128)>,
}

/// Addition of a name.
pub(crate) struct Addition {
    /// Path in the plan, for messages.
    pub(crate) path: PathBuf,
    pub(crate) content: AddedContent,
    /// Number of hard links that were added to the renamed file.
    pub(crate) links: u64,
}

/// File that gets a name.
pub(crate) enum AddedContent {
    New {
        bytes: Vec<u8>,
        new: u128,
        mode: CreateMode,
    },
    Renamed {
        /// Path before the rename, with links in directories resolved.
        source: PathBuf,
        old: u128,
        version: FileVersion,
        /// New bytes, if they change.
        bytes: Option<Vec<u8>>,
        /// Digest of the bytes after the rename.
        new: u128,
    },
}

impl AddedContent {
    /// Returns the digest of the bytes.
    pub(crate) fn new_digest(&self) -> u128 {
        match self {
            AddedContent::New { new, .. } | AddedContent::Renamed { new, .. } => *new,
        }
    }
}

impl PathChange {
    /// Checks the old file and prepares the new one.
    ///
    /// # Errors
    ///
    /// `Stale` if the old file has changed since planning.
    pub(crate) fn stage(&mut self) -> Result<()> {
        let PathChange { paths, .. } = self;
        if let Some(removal) = &mut self.removal {
            let staged = removal.stage(&paths.target);
            removal.check_step(staged, &paths.target)?;
        }
        if let Some(addition) = &mut self.addition {
            let staged = addition.stage(&paths.staged);
            addition.check_step(staged)?;
        }
        Ok(())
    }

    /// Renames the old file to the backup.
    ///
    /// # Errors
    ///
    /// `Stale` if the old file has changed since planning, up to the moment of the rename.
    pub(crate) fn remove(&mut self) -> Result<()> {
        let Some(removal) = &self.removal else {
            return Ok(());
        };
        let EntryPaths { target, backup, .. } = &self.paths;
        let renamed = fault_point().and_then(|()| fs::rename(target, backup));
        self.is_changed |= renamed.is_ok();
        let removed = renamed.and_then(|()| {
            fault_point()?;
            removal.is_old_file(backup)
        });
        removal.check_step(removed, target)
    }

    /// Gives the new file its name.
    ///
    /// # Errors
    ///
    /// `Stale` if the path exists.
    pub(crate) fn add(&mut self) -> Result<()> {
        let Some(addition) = &mut self.addition else {
            return Ok(());
        };
        let needs_marker = self.removal.is_none();
        let added = addition.add(&self.paths, needs_marker);
        self.is_changed |= added.is_ok();
        let added = added.and_then(|()| fault_point());
        addition.check_step(added.map(|()| true))
    }

    /// Checks that the old file has not been written to since its removal.
    ///
    /// # Errors
    ///
    /// `Stale` if the old file has been written to.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let Some(removal) = &self.removal else {
            return Ok(());
        };
        let metadata = fs::symlink_metadata(&self.paths.backup);
        let is_planned = metadata.map(|metadata| removal.is_planned(&metadata));
        removal.check_step(is_planned, &self.paths.target)
    }
}

/// Counts the hard links that the transaction has added to each file that loses a name.
pub(crate) fn count_links(changes: &mut [PathChange]) {
    let mut added: FxHashMap<(u64, u64), u64> = FxHashMap::default();
    for addition in changes.iter().filter_map(|change| change.addition.as_ref()) {
        if let AddedContent::Renamed { version, .. } = &addition.content
            && let Some(inode) = version.inode
        {
            *added.entry(inode).or_default() += addition.links;
        }
    }
    for removal in changes
        .iter_mut()
        .filter_map(|change| change.removal.as_mut())
    {
        let links = removal.version.inode.and_then(|inode| added.get(&inode));
        removal.own_links = links.copied().unwrap_or(0);
    }
}

impl Removal {
    fn stage(&mut self, target: &Path) -> io::Result<IsPlanned> {
        let Some((mut file, metadata)) = disk::open_plain(target, false)? else {
            return Ok(false);
        };
        let mut now = Vec::new();
        file.read_to_end(&mut now)?;
        self.attributes = Some(Attributes::of(&file)?);
        fault_point()?;
        Ok(digest(&now) == self.old && FileVersion::of(&metadata) == self.version)
    }

    /// Returns whether the backup is the planned file, unchanged.
    fn is_old_file(&self, backup: &Path) -> io::Result<IsPlanned> {
        let Some((mut file, metadata)) = disk::open_plain(backup, false)? else {
            return Ok(false);
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(self.is_planned(&metadata)
            && digest(&bytes) == self.old
            && self.attributes == Some(Attributes::of(&file)?))
    }

    /// Returns whether a file has the planned identity, size, time and number of links.
    fn is_planned(&self, metadata: &Metadata) -> bool {
        let links = self.links + self.own_links;
        FileVersion::of(metadata) == self.version
            && (cfg!(not(unix)) || disk::link_count(metadata) == links)
    }

    fn check_step(&self, step: io::Result<IsPlanned>, target: &Path) -> Result<()> {
        let message = match self.renamed {
            None => "cannot delete",
            Some(_) => "cannot rename",
        };
        check_step(step, message, &self.path, target)
    }
}

impl Addition {
    fn stage(&mut self, staged: &Path) -> io::Result<IsPlanned> {
        let is_planned = match &self.content {
            AddedContent::New { bytes, mode, .. } => {
                match mode {
                    CreateMode::Like(attributes) => create_equal(staged, bytes, attributes)?,
                    CreateMode::Default => disk::create_public(staged, bytes, false)?,
                    CreateMode::Executable => disk::create_public(staged, bytes, true)?,
                }
                true
            }
            AddedContent::Renamed {
                source,
                old,
                version,
                bytes,
                ..
            } => {
                if bytes.is_none() && disk::hard_link(source, staged).is_ok() {
                    self.links += 1;
                    FileVersion::of(&fs::symlink_metadata(staged)?) == *version
                } else {
                    copy(source, staged, (*old, version), bytes.as_deref())?
                }
            }
        };
        fault_point()?;
        Ok(is_planned)
    }

    /// Gives the staged file its name. The staged name remains, as evidence for recovery that the
    /// target is the added file. Where files cannot be linked, the evidence is the backup;
    /// `needs_marker` says that an empty one must be made.
    fn add(&mut self, paths: &EntryPaths, needs_marker: bool) -> io::Result<()> {
        fault_point()?;
        // Without inodes, recovery could not recognize the file.
        if cfg!(unix) {
            match disk::hard_link(&paths.staged, &paths.target) {
                Ok(()) => {
                    // A copy has no links to count.
                    self.links *= 2;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
        }
        if needs_marker {
            disk::create_private(&paths.backup)?;
            fault_point()?;
        }
        disk::rename_new(&paths.staged, &paths.target)
    }

    fn check_step(&self, step: io::Result<IsPlanned>) -> Result<()> {
        let is_new = matches!(self.content, AddedContent::New { .. });
        match step {
            Ok(true) => Ok(()),
            Ok(false) => Err(stale(&self.path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(existing(&self.path, "exists since the plan was made"))
            }
            Err(error) => {
                let message = match is_new {
                    true => "cannot create",
                    false => "cannot rename to",
                };
                Err(Error::io(message, &self.path, error))
            }
        }
    }
}

/// Returns the error for an addition at a path that exists.
pub fn existing(path: &Path, exists: &str) -> Error {
    let message =
        format!("the path {exists}; choose another path, or delete or rename the existing file");
    Error::new(ErrorKind::Stale, message).with_path(path)
}

/// Copies a file with its attributes and, unless it gets other bytes, its time. `old` is its digest
/// and version.
fn copy(
    source: &Path,
    staged: &Path,
    (old, version): (u128, &FileVersion),
    bytes: Option<&[u8]>,
) -> io::Result<IsPlanned> {
    // A file that cannot be written does not get other bytes.
    let Some((mut file, metadata)) = disk::open_plain(source, bytes.is_some())? else {
        return Ok(false);
    };
    let mut now = Vec::new();
    file.read_to_end(&mut now)?;
    if digest(&now) != old || FileVersion::of(&metadata) != *version {
        return Ok(false);
    }
    create_equal(staged, bytes.unwrap_or(&now), &Attributes::of(&file)?)?;
    if bytes.is_none() && cfg!(unix) {
        let modified = metadata.modified()?;
        File::open(staged)?.set_modified(modified)?;
    }
    Ok(true)
}

/// Creates a file with exactly these attributes.
fn create_equal(path: &Path, bytes: &[u8], attributes: &Attributes) -> io::Result<()> {
    if disk::create_like(path, bytes, attributes)? {
        return Ok(());
    }
    let message = "the owner, permissions or extended attributes cannot be set";
    Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
}
