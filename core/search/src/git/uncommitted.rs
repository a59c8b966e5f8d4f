//! Files of a repository that differ from its index.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ransack_base::internal::slashed;
use rustc_hash::FxHashMap;

use super::config::read as read_config;
use super::{GitEnvironment, GitIndex, Trace};
use crate::paths::real_path;

/// Metadata of the tracked files of a repository, as its index has it.
#[derive(Debug)]
pub struct UncommittedFiles {
    /// Top directory of the work tree, with links resolved.
    top: PathBuf,
    by_name: FxHashMap<Vec<u8>, TrackedFile>,
}

#[derive(Debug)]
struct TrackedFile {
    /// Low 32 bits of the size in bytes.
    size: u32,
    /// Seconds and nanoseconds of the modification time; no nanoseconds if they are not known.
    modified: (u32, u32),
}

impl UncommittedFiles {
    /// Reads the index of the repository that contains a path. Returns `None` outside of repositories
    /// and if the index cannot be read.
    pub fn around(path: &Path) -> Option<UncommittedFiles> {
        let path = real_path(path).ok()?;
        let environment = GitEnvironment::current();
        let mut trace = Trace::default();
        let mut above = path.ancestors();
        let repository = above.find_map(|dir| environment.repository_at(dir, &mut trace))?;
        let config = read_config(&repository, &environment, &mut trace);
        let index = GitIndex::read(&repository, &environment, &config, &mut trace)?;
        let by_name = index.entries.into_iter().map(|entry| {
            let tracked = TrackedFile {
                size: entry.size,
                modified: entry.modified,
            };
            (entry.name, tracked)
        });
        Some(UncommittedFiles {
            by_name: by_name.collect(),
            top: repository.top,
        })
    }

    /// Returns whether a file of the repository is not tracked, or differs from the index in its size
    /// or its modification time. `path` is absolute, with links in its directory resolved.
    pub fn contains(&self, path: &Path, metadata: &Metadata) -> bool {
        let Ok(name) = path.strip_prefix(&self.top) else {
            return false;
        };
        let Some(tracked) = self.by_name.get(&slashed(name.as_os_str())) else {
            return true;
        };
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let is_same_time = since.is_none_or(|since| {
            let (seconds, nanoseconds) = tracked.modified;
            since.as_secs() as u32 == seconds
                && (nanoseconds == 0 || since.subsec_nanos() == nanoseconds)
        });
        tracked.size != metadata.len() as u32 || !is_same_time
    }
}
