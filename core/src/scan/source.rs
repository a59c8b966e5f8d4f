//! Files that ignore rules come from, and whether they have changed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dir::Stamp;

/// A file that ignore rules were read from, or would be if it existed.
#[derive(Clone, Debug)]
pub(crate) struct IgnoreSource {
    /// Number of the directory whose rules depend on it.
    pub(crate) dir: u32,
    path: PathBuf,
    /// Whether the file lies in that directory.
    is_in_dir: bool,
    /// Whether change events report every change of it.
    is_watched: bool,
    stamp: Option<Stamp>,
    /// Whether every change gives another stamp.
    is_settled: bool,
    /// Hash of the content.
    content: u64,
}

impl IgnoreSource {
    /// Records the current version of the file. Call it before the rules are
    /// read, so that a change in between is found. `dir_path` is the path of the
    /// directory `dir`.
    pub(crate) fn new(dir: u32, dir_path: &Path, path: PathBuf) -> IgnoreSource {
        let mut source = IgnoreSource {
            dir,
            is_in_dir: path.parent() == Some(dir_path),
            is_watched: false,
            path,
            stamp: None,
            is_settled: true,
            content: 0,
        };
        source.changed();
        source
    }

    /// Whether change events report every change while the directory is watched.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Watches the file through `add`, unless it is watched. `add` returns whether
    /// every change is reported from then on. Call it before
    /// [`changed`](IgnoreSource::changed).
    pub(crate) fn watch(&mut self, add: impl FnOnce(&Path) -> bool) {
        // Without a settled stamp another file may be at the path.
        if !(self.is_watched && self.is_settled) {
            self.is_watched = self.is_in_dir && add(&self.path);
        }
    }

    /// Returns whether the content differs from the recorded one, and records it.
    pub(crate) fn changed(&mut self) -> bool {
        let now = SystemTime::now();
        let mut found = fs::symlink_metadata(&self.path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_symlink) {
            // The target of a link is not watched.
            self.is_watched = false;
            found = fs::metadata(&self.path).ok();
        }
        let stamp = found.map(|m| Stamp::of(&m));
        if stamp == self.stamp && self.is_settled {
            return false;
        }
        // Another file may be at the path, which is not watched.
        self.is_watched &= stamp == self.stamp;
        let content = self.digest(stamp);
        let changed = content != self.content;
        self.stamp = stamp;
        self.is_settled = stamp.is_none_or(|s| s.is_settled(now));
        self.content = content;
        changed
    }

    fn digest(&self, stamp: Option<Stamp>) -> u64 {
        let mut hasher = DefaultHasher::new();
        match stamp {
            None => return 0,
            Some(stamp) if stamp.is_dir() => return 1,
            Some(_) => match fs::read(&self.path) {
                Ok(content) => content.hash(&mut hasher),
                Err(error) => error.kind().hash(&mut hasher),
            },
        }
        hasher.finish()
    }
}
