use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::time::SystemTime;

use super::dir::Stamp;

/// A file that ignore rules were read from, or would be if it were there.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The number of the directory whose rules it makes.
    pub(crate) dir: u32,
    path: PathBuf,
    stamp: Option<Stamp>,
    /// Whether a change must give another stamp.
    is_settled: bool,
    content: u64,
}

impl Source {
    /// Notes what is there now. To be called before the rules are read.
    pub(crate) fn new(dir: u32, path: PathBuf) -> Source {
        let mut source = Source {
            dir,
            path,
            stamp: None,
            is_settled: true,
            content: 0,
        };
        source.changed();
        source
    }

    /// Whether there is something else now; notes what.
    pub(crate) fn changed(&mut self) -> bool {
        let now = SystemTime::now();
        let stamp = fs::metadata(&self.path).ok().map(|m| Stamp::of(&m));
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
