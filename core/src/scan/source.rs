use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dir::Stamp;

/// A file that ignore rules were read from, or would be if it were there.
#[derive(Clone, Debug)]
pub(crate) struct RuleSource {
    /// The number of the directory whose rules it makes.
    pub(crate) dir: u32,
    path: PathBuf,
    /// Whether it lies in that directory.
    is_in_dir: bool,
    /// Whether all that happens to it is told without a look.
    is_watched: bool,
    stamp: Option<Stamp>,
    /// Whether a change must give another stamp.
    is_settled: bool,
    content: u64,
}

impl RuleSource {
    /// Notes what is there now. To be called before the rules are read.
    /// `dir_path` is the path of the directory.
    pub(crate) fn new(dir: u32, dir_path: &Path, path: PathBuf) -> RuleSource {
        let mut source = RuleSource {
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

    /// Whether every change is told of as long as its directory is watched.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Has it watched by `add`, which tells whether it will be, unless it is. To
    /// be called before [`changed`](RuleSource::changed).
    pub(crate) fn watch(&mut self, add: impl FnOnce(&Path) -> bool) {
        // One that is not settled may be another with the same stamp.
        if !(self.is_watched && self.is_settled) {
            self.is_watched = self.is_in_dir && add(&self.path);
        }
    }

    /// Whether there is something else now; notes what.
    pub(crate) fn changed(&mut self) -> bool {
        let now = SystemTime::now();
        let mut found = fs::symlink_metadata(&self.path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_symlink) {
            // Where it leads to nobody watches.
            self.is_watched = false;
            found = fs::metadata(&self.path).ok();
        }
        let stamp = found.map(|m| Stamp::of(&m));
        if stamp == self.stamp && self.is_settled {
            return false;
        }
        // It may be another file now.
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
