//! An open directory: lists its entries and opens them.
//!
//! On Linux (`linux`), entries are opened relative to the directory's
//! descriptor, so the kernel does not resolve the whole path for each file.
//! Elsewhere (`portable`), the standard library opens them by path.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    allow(unreachable_pub, reason = "public on other systems")
)]
mod portable;

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::file_stamp::FileStamp;

/// Kind of a directory entry, without following symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    File,
    Dir,
    Symlink,
    /// A device, socket or pipe; never opened.
    Other,
}

/// Device and inode of a directory, to detect symbolic link loops.
pub(crate) type Identity = (u64, u64);

/// Size and modification time of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) kind: EntryKind,
    /// Size in bytes.
    pub(crate) size: u64,
    pub(crate) modified: Modified,
}

/// Modification time of an entry. Values sort in time order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Modified {
    /// Milliseconds since 1970-01-01 UTC, rounded down.
    pub(crate) ms: i64,
    /// Nanoseconds after `ms`, less than a million.
    pub(crate) ns: u32,
}

impl Modified {
    /// Creates a time from whole seconds since 1970, rounded down, and the
    /// nanoseconds after them.
    fn new(seconds: i64, nanoseconds: u32) -> Modified {
        Modified {
            ms: seconds
                .saturating_mul(1000)
                .saturating_add(i64::from(nanoseconds / 1_000_000)),
            ns: nanoseconds % 1_000_000,
        }
    }
}

impl From<SystemTime> for Modified {
    fn from(time: SystemTime) -> Modified {
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Modified::new(after.as_secs() as i64, after.subsec_nanos()),
            Err(before) => {
                let before = before.duration();
                let seconds = -(before.as_secs() as i64);
                match before.subsec_nanos() {
                    0 => Modified::new(seconds, 0),
                    nanoseconds => Modified::new(seconds - 1, 1_000_000_000 - nanoseconds),
                }
            }
        }
    }
}

/// Version of a directory. The version changes after an entry was added, removed or replaced, and
/// differs for another directory at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    identity: Identity,
    /// Time of the last change since 1970. On Unix, the status change time,
    /// which no program can set.
    changed: Duration,
    is_dir: bool,
}

impl Stamp {
    /// Whether every change after `now` gives another stamp. Some file systems
    /// have a time resolution of up to two seconds.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        now.duration_since(UNIX_EPOCH)
            .is_ok_and(|now| self.changed + Duration::from_secs(2) < now)
    }

    pub(crate) fn is_dir(&self) -> bool {
        self.is_dir
    }

    pub(crate) fn is_on_same_disk(&self, other: &Stamp) -> bool {
        self.identity.0 == other.identity.0
    }

    #[cfg(unix)]
    pub(crate) fn of(metadata: &std::fs::Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        Stamp {
            identity: (metadata.dev(), metadata.ino()),
            changed: since_1970(metadata.ctime(), metadata.ctime_nsec()),
            is_dir: metadata.is_dir(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &std::fs::Metadata) -> Stamp {
        let since = |time: io::Result<SystemTime>| {
            time.ok()
                .and_then(|t| t.duration_since(UNIX_EPOCH).ok())
                .unwrap_or_default()
        };
        Stamp {
            // The creation time tells directories apart.
            identity: (0, since(metadata.created()).as_nanos() as u64),
            changed: since(metadata.modified()),
            is_dir: metadata.is_dir(),
        }
    }
}

#[cfg(unix)]
pub(super) fn since_1970(seconds: i64, nanoseconds: i64) -> Duration {
    let seconds = u64::try_from(seconds).unwrap_or(0);
    Duration::new(seconds, u32::try_from(nanoseconds).unwrap_or(0))
}

#[cfg(target_os = "linux")]
pub use linux::Dir;
#[cfg(not(target_os = "linux"))]
pub use portable::PathDir as Dir;

/// Returns the kind of the target of a path or link.
pub(crate) fn target_kind(metadata: &std::fs::Metadata) -> EntryKind {
    if metadata.is_dir() {
        EntryKind::Dir
    } else if metadata.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(list: impl FnOnce(&mut dyn FnMut(&[u8], EntryKind))) -> Vec<(Vec<u8>, String)> {
        let mut all = Vec::new();
        list(&mut |name, kind| all.push((name.to_vec(), format!("{kind:?}"))));
        all.sort();
        all
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_and_portable_listings_agree() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let path = dir.as_os_str().as_encoded_bytes();
        let fast = listing(|each| {
            let dir = Dir::open(&dir).unwrap();
            dir.list(path, |n, k| {
                each(n, k);
                Ok(())
            })
            .unwrap();
        });
        let slow = listing(|each| {
            let dir = portable::PathDir::open(&dir).unwrap();
            dir.list(path, |n, k| {
                each(n, k);
                Ok(())
            })
            .unwrap();
        });
        assert!(fast.len() > 5);
        assert_eq!(fast, slow);
    }
}
