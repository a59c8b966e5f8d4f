use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dir::Stamp;

/// A file that ignore rules were read from, or would be if it were there.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The number of the directory whose rules it makes.
    pub(crate) dir: u32,
    path: PathBuf,
    /// Whether it lies in that directory.
    is_in_dir: bool,
    /// Whether it is no link and has no other name.
    is_alone: bool,
    stamp: Option<Stamp>,
    /// Whether a change must give another stamp.
    is_settled: bool,
    content: u64,
}

impl Source {
    /// Notes what is there now. To be called before the rules are read.
    /// `dir_path` is the path of the directory.
    pub(crate) fn new(dir: u32, dir_path: &Path, path: PathBuf) -> Source {
        let mut source = Source {
            dir,
            is_in_dir: path.parent() == Some(dir_path),
            is_alone: false,
            path,
            stamp: None,
            is_settled: true,
            content: 0,
        };
        source.changed();
        source
    }

    /// Whether who watches the directory is told of every change.
    pub(crate) fn is_watched_with_dir(&self) -> bool {
        self.is_in_dir && self.is_alone
    }

    /// Whether there is something else now; notes what.
    pub(crate) fn changed(&mut self) -> bool {
        let now = SystemTime::now();
        let found = fs::symlink_metadata(&self.path).ok();
        self.is_alone = found.as_ref().is_none_or(is_alone);
        let found = match &found {
            Some(link) if link.is_symlink() => fs::metadata(&self.path).ok(),
            _ => found,
        };
        let stamp = found.map(|m| Stamp::of(&m));
        if stamp == self.stamp && self.is_settled {
            return false;
        }
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

/// Whether it is a file that has one name.
fn is_alone(metadata: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(metadata);
    // Nothing is watched elsewhere.
    #[cfg(not(unix))]
    let names = 0;
    metadata.is_file() && names == 1
}
