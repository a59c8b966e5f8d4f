//! Git's repositories, configuration and index; knows no walk and no ignore rules.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `repository` | whether a directory is a repository, and the directories of a repository |
//! | `syntax` | the syntax of configuration files |
//! | `config` | the configuration in force: files, includes, environment |
//! | `condition` | conditions of `includeIf` |
//! | `environment` | environment variables of the process that Git reads |
//! | `index_file` | entries of the index: tracked paths, their metadata and blob ids |
//! | `uncommitted` | files that differ from the index |
//!
//! No program is run and nothing is written. Each function records the files it reads, whether they
//! exist or not, so that later changes can be detected. Git stops at a fault; here the fault is
//! recorded and the valid settings apply.

mod condition;
mod config;
mod environment;
mod index_file;
mod repository;
mod syntax;
mod uncommitted;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ransack_base::internal::is_missing;

pub(crate) use config::{GitConfig, read as read_config};
pub(crate) use environment::GitEnvironment;
pub(crate) use index_file::{GitIndex, GitIndexEntry, TrackedPaths};
pub(crate) use repository::Repository;
pub use uncommitted::UncommittedFiles;

/// A file that could not be read or understood, with the error.
pub(crate) type GitFault = (PathBuf, io::Error);

/// Files that were read, whether they exist or not, and their faults.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) faults: Vec<GitFault>,
}

impl Trace {
    /// Reads a regular file of at most `limit` bytes. Returns `None` if there is no file or it
    /// could not be read.
    pub(crate) fn read(&mut self, path: &Path, limit: u64) -> Option<Vec<u8>> {
        self.inputs.push(path.to_owned());
        match read_file(path, limit) {
            Ok(content) => Some(content),
            Err(error) => {
                if !is_missing(&error) {
                    self.faults.push((path.to_owned(), error));
                }
                None
            }
        }
    }

    /// Reads a file of the user as [`read`](Trace::read) does. If this process may not search the
    /// directory, the file counts as missing, as in Git: services and containers run without a
    /// home.
    pub(crate) fn read_of_user(&mut self, path: &Path, limit: u64) -> Option<Vec<u8>> {
        let is_closed = |error: io::Error| error.kind() == io::ErrorKind::PermissionDenied;
        if fs::metadata(path).is_err_and(is_closed) {
            self.inputs.push(path.to_owned());
            return None;
        }
        self.read(path, limit)
    }

    /// Whether a directory exists at the path, following links. Records a fault if that cannot be
    /// determined.
    pub(crate) fn is_dir(&mut self, path: &Path) -> bool {
        self.inputs.push(path.to_owned());
        match fs::metadata(path) {
            Ok(metadata) => metadata.is_dir(),
            Err(error) => {
                if !is_missing(&error) {
                    self.faults.push((path.to_owned(), error));
                }
                false
            }
        }
    }

    pub(crate) fn fault(&mut self, path: &Path, message: impl Into<String>) {
        let error = io::Error::new(io::ErrorKind::InvalidData, message.into());
        self.faults.push((path.to_owned(), error));
    }
}

/// Reads a regular file of at most `limit` bytes. An entry of another kind counts as absent, as in
/// Git.
pub(crate) fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut content = Vec::new();
    File::open(path)?
        .take(limit + 1)
        .read_to_end(&mut content)?;
    if content.len() as u64 > limit {
        let message = format!("the file is larger than {} MiB", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(content)
}

/// Returns the path that a configuration value names.
#[cfg(unix)]
fn to_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn to_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
