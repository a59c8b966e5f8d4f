//! Version of a file or directory, derived from its metadata.

use std::fs::{FileType, Metadata};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Kind of a directory entry, without following symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    File,
    Dir,
    Symlink,
    /// A device, socket or pipe; never opened.
    Other,
}

impl From<FileType> for EntryKind {
    fn from(file_type: FileType) -> EntryKind {
        if file_type.is_symlink() {
            EntryKind::Symlink
        } else if file_type.is_dir() {
            EntryKind::Dir
        } else if file_type.is_file() {
            EntryKind::File
        } else {
            EntryKind::Other
        }
    }
}

/// Time of the last write of an entry. Values sort in time order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Modified {
    /// Milliseconds since 1970-01-01 UTC, rounded down.
    pub(crate) ms: i64,
    /// Nanoseconds after `ms`, less than a million.
    pub(crate) ns: u32,
}

impl Modified {
    /// Creates a time from whole seconds since 1970, rounded down, and the nanoseconds after them.
    pub(super) fn new(seconds: i64, nanoseconds: u32) -> Modified {
        Modified {
            ms: seconds
                .saturating_mul(1000)
                .saturating_add(i64::from(nanoseconds / 1_000_000)),
            ns: nanoseconds % 1_000_000,
        }
    }

    /// Returns the time since 1970, or 0 for an earlier time.
    pub(crate) fn since_1970(self) -> Duration {
        let ms = u64::try_from(self.ms);
        ms.map_or(Duration::ZERO, |ms| {
            Duration::from_millis(ms) + Duration::from_nanos(self.ns.into())
        })
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

/// Metadata that change when a file is written or replaced, when its permissions change, and when
/// an entry of a directory is added, removed or replaced.
///
/// A write within the resolution of the file system's clock, or through a memory map whose page is
/// already dirty, does not change them; see [`is_settled`](FileStamp::is_settled).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileStamp {
    pub(crate) kind: EntryKind,
    /// Device and inode; zero on platforms without them.
    pub(crate) inode: (u64, u64),
    /// Size in bytes.
    pub(crate) size: u64,
    pub(crate) modified: Modified,
    /// Time of the last status change since 1970, which no program can set. On
    /// platforms without it, the creation time.
    pub(crate) changed: Duration,
    /// Number of hard links to the file.
    pub(crate) links: u64,
}

impl FileStamp {
    /// Creates the stamp of an entry that does not exist on disk.
    pub(super) fn virtual_entry(kind: EntryKind, size: u64, modified: SystemTime) -> FileStamp {
        FileStamp {
            kind,
            inode: (0, 0),
            size,
            modified: modified.into(),
            changed: Duration::ZERO,
            links: 1,
        }
    }

    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> FileStamp {
        use std::os::unix::fs::MetadataExt;
        FileStamp {
            kind: metadata.file_type().into(),
            inode: (metadata.dev(), metadata.ino()),
            size: metadata.len(),
            modified: Modified::new(metadata.mtime(), metadata.mtime_nsec() as u32),
            changed: since_1970(metadata.ctime(), metadata.ctime_nsec()),
            links: metadata.nlink(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &Metadata) -> FileStamp {
        let modified = metadata.modified().map(Modified::from);
        let created = metadata
            .created()
            .map(|time| Modified::from(time).since_1970());
        FileStamp {
            kind: metadata.file_type().into(),
            inode: (0, 0),
            size: metadata.len(),
            modified: modified.unwrap_or_default(),
            changed: created.unwrap_or_default(),
            links: 1,
        }
    }

    /// Whether every change after `now` gives another stamp. Some file systems
    /// have a time resolution of up to two seconds.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let last = match cfg!(unix) {
            true => self.changed,
            false => self.modified.since_1970(),
        };
        now.duration_since(UNIX_EPOCH)
            .is_ok_and(|now| last + Duration::from_secs(2) < now)
    }

    pub(crate) fn is_dir(&self) -> bool {
        self.kind == EntryKind::Dir
    }

    /// Returns the digest for a file that is about to be read. If a write after
    /// now may leave the stamp unchanged, returns 0, or 1 if the file has
    /// several names.
    pub(crate) fn digest_if_settled(&self) -> u64 {
        match self.is_settled(SystemTime::now()) {
            true => self.digest(),
            false => u64::from(self.links > 1),
        }
    }

    /// Returns a hash of the stamp, excluding the device, whose number changes
    /// when it is mounted again. The hash is never 0, and is odd if the file
    /// has several names.
    pub(crate) fn digest(&self) -> u64 {
        let words = [
            self.inode.1,
            self.size,
            self.modified.since_1970().as_nanos() as u64,
            self.changed.as_nanos() as u64,
            self.kind as u64,
        ];
        let hash = words.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |hash, &word| {
            // The finalizer of SplitMix64, which is a bijection.
            let mut mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        });
        (hash & !1 | u64::from(self.links > 1)).max(2)
    }
}

#[cfg(unix)]
pub(super) fn since_1970(seconds: i64, nanoseconds: i64) -> Duration {
    let seconds = u64::try_from(seconds).unwrap_or(0);
    Duration::new(seconds, u32::try_from(nanoseconds).unwrap_or(0))
}
