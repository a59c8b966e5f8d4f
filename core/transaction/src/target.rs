//! One file on disk and its new bytes, with the steps to stage and replace it.
//!
//! [`journal`](crate::journal) defines the order of the steps and how to undo them.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, is_missing, may_exist};
use ransack_base::{Error, ErrorKind, Result};
use ransack_search::internal::FileVersion;

use crate::attributes::Attributes;
use crate::disk::{self, fault_point};
use crate::plan::digest;
use crate::record::{EntryId, EntryPaths};

/// One file on disk and its new bytes.
pub(crate) struct TargetFile {
    /// Path in the plan, for messages. May be a symbolic link to the target.
    pub(crate) path: PathBuf,
    pub(crate) id: EntryId,
    pub(crate) paths: EntryPaths,
    pub(crate) new_bytes: Vec<u8>,
    /// Digest of the old bytes.
    pub(crate) old: u128,
    /// Digest of the new bytes.
    pub(crate) new: u128,
    /// Version of the file before the first step.
    pub(crate) version: FileVersion,
    /// Attributes of the file when it was staged; the new file gets the same attributes.
    pub(crate) attributes: Option<Attributes>,
    /// Whether the file is overwritten rather than exchanged.
    pub(crate) in_place: bool,
    /// Whether the file may have new bytes.
    pub(crate) is_replaced: bool,
    /// Path of the original file, once another file has replaced it.
    pub(crate) displaced: Option<PathBuf>,
}

/// Whether the file was as planned when a step ran.
pub(crate) type IsPlanned = bool;

impl TargetFile {
    /// Writes the new bytes next to the file, and a backup if the file will be overwritten in
    /// place.
    ///
    /// # Errors
    ///
    /// `Stale` if the file has changed since planning.
    pub(crate) fn stage(&mut self) -> Result<()> {
        let staged = self.try_stage();
        self.check_step(staged)
    }

    /// Gives the file its new bytes.
    ///
    /// # Errors
    ///
    /// `Stale` if the file has changed since planning, up to the moment of the exchange.
    pub(crate) fn replace(&mut self) -> Result<()> {
        let replaced = self.try_replace();
        self.check_step(replaced)
    }

    /// Checks that the old file has not been written to since the exchange.
    ///
    /// # Errors
    ///
    /// `Stale` if the old file has been written to.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let Some(displaced) = &self.displaced else {
            return Ok(());
        };
        let metadata = fs::symlink_metadata(displaced);
        self.check_step(metadata.map(|metadata| self.is_planned(&metadata)))
    }

    fn check_step(&self, step: io::Result<IsPlanned>) -> Result<()> {
        check_step(step, "cannot edit", &self.path, &self.paths.target)
    }

    /// Returns whether a displaced file has the planned identity, size and time, and a single name.
    fn is_planned(&self, metadata: &Metadata) -> bool {
        FileVersion::of(metadata) == self.version && disk::link_count(metadata) == 1
    }

    fn try_stage(&mut self) -> io::Result<IsPlanned> {
        let EntryPaths {
            target,
            staged,
            backup,
            ..
        } = &self.paths;
        // Opened for writing so that a read-only file is not replaced.
        let Some((mut file, metadata)) = disk::open_plain(target, true)? else {
            return Ok(false);
        };
        let mut now = Vec::with_capacity(self.new_bytes.len());
        file.read_to_end(&mut now)?;
        if digest(&now) != self.old || FileVersion::of(&metadata) != self.version {
            return Ok(false);
        }
        let attributes = Attributes::of(&file)?;
        let is_alike = disk::create_like(staged, &self.new_bytes, &attributes)?;
        fault_point()?;
        self.in_place |= !is_alike;
        if self.in_place {
            disk::create_like(backup, &now, &attributes)?;
            File::open(backup)?.sync_all()?;
            fault_point()?;
        }
        self.attributes = Some(attributes);
        Ok(true)
    }

    fn try_replace(&mut self) -> io::Result<IsPlanned> {
        fault_point()?;
        if self.in_place {
            return self.overwrite();
        }
        // From here on the target may be another file, whatever the result.
        self.is_replaced = true;
        let exchanged = disk::exchange(&self.paths.staged, &self.paths.target);
        match exchanged {
            Ok(true) => {
                fault_point()?;
                self.displaced = Some(self.paths.staged.clone());
                self.is_old_file(&self.paths.staged)
            }
            Ok(false) => self.replace_by_rename(),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                self.is_replaced = false;
                self.back_up()?;
                self.overwrite()
            }
            Err(error) => {
                self.is_replaced = false;
                Err(error)
            }
        }
    }

    /// Replaces the file where files cannot be exchanged.
    fn replace_by_rename(&mut self) -> io::Result<IsPlanned> {
        let EntryPaths {
            target,
            staged,
            backup,
            ..
        } = &self.paths;
        self.is_replaced = false;
        let is_link = disk::hard_link(target, backup).is_ok();
        if !is_link {
            // Some file systems have no hard links.
            self.back_up()?;
        }
        fault_point()?;
        if FileVersion::of(&fs::symlink_metadata(target)?) != self.version {
            return Ok(false);
        }
        match fs::rename(staged, target) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                disk::remove_if_exists(backup)?;
                self.back_up()?;
                return self.overwrite();
            }
            renamed => renamed?,
        }
        self.is_replaced = true;
        fault_point()?;
        // A copy says nothing about changes to the original.
        if is_link {
            self.displaced = Some(backup.clone());
            return self.is_old_file(backup);
        }
        Ok(true)
    }

    /// Makes a synced copy of the file.
    fn back_up(&self) -> io::Result<()> {
        let EntryPaths { target, backup, .. } = &self.paths;
        let Some((mut file, _)) = disk::open_plain(target, false)? else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut now = Vec::new();
        file.read_to_end(&mut now)?;
        disk::create_like(backup, &now, &Attributes::of(&file)?)?;
        File::open(backup)?.sync_all()?;
        disk::sync_dirs(backup.parent().into_iter())
    }

    /// Overwrites the file in place. A backup of the file must exist.
    fn overwrite(&mut self) -> io::Result<IsPlanned> {
        self.in_place = true;
        let target = &self.paths.target;
        let Some((mut file, metadata)) = disk::open_plain(target, false)? else {
            return Ok(false);
        };
        let mut now = Vec::new();
        file.read_to_end(&mut now)?;
        if digest(&now) != self.old || FileVersion::of(&metadata) != self.version {
            return Ok(false);
        }
        self.is_replaced = true;
        disk::write_in_place(target, &now, &self.new_bytes)
    }

    /// Returns whether the file that was at the target is the planned one, unchanged, and the
    /// target still exists.
    fn is_old_file(&self, displaced: &Path) -> io::Result<IsPlanned> {
        let Some((mut old, metadata)) = disk::open_plain(displaced, false)? else {
            return Ok(false);
        };
        let mut bytes = Vec::with_capacity(self.new_bytes.len());
        old.read_to_end(&mut bytes)?;
        Ok(self.is_planned(&metadata)
            && digest(&bytes) == self.old
            && self.attributes == Some(Attributes::of(&old)?)
            && disk::open_plain(&self.paths.target, false)?.is_some())
    }
}

/// Converts the result of a step on the file at `target`. `message` begins the error message of a
/// failed system call, and `path` is the path in the plan.
pub(crate) fn check_step(
    step: io::Result<IsPlanned>,
    message: &str,
    path: &Path,
    target: &Path,
) -> Result<()> {
    match step {
        Ok(true) => Ok(()),
        Ok(false) => Err(stale(path)),
        Err(error) if is_missing(&error) && !may_exist(target) => {
            let message = "the file was removed since it was read; repeat the call";
            Err(Error::new(ErrorKind::Stale, message).with_path(path))
        }
        Err(error) => Err(Error::io(message, path, error)),
    }
}

/// Returns the error for a file that differs from the plan.
pub(crate) fn stale(path: &Path) -> Error {
    let message = "the file has changed since it was read; repeat the call";
    Error::new(ErrorKind::Stale, message).with_path(path)
}
