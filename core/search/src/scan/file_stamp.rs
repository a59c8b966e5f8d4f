//! Version of a file's content, derived from its metadata.

#[cfg(not(unix))]
use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::dir::EntryKind;

/// Metadata that change when a file is written or replaced, or its permissions
/// change.
///
/// A write within the resolution of the file system's clock, or through a
/// memory map whose page is already dirty, does not change them; see
/// [`is_settled`](FileStamp::is_settled).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileStamp {
    pub(crate) kind: EntryKind,
    /// Device and inode; zero on platforms without them.
    pub(crate) inode: (u64, u64),
    /// Size in bytes.
    pub(crate) size: u64,
    /// Time of the last write since 1970.
    pub(crate) modified: Duration,
    /// Time of the last status change since 1970, which no program can set. On
    /// platforms without it, the creation time.
    pub(crate) changed: Duration,
    /// Number of hard links to the file.
    pub(crate) links: u64,
}

impl FileStamp {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &std::fs::Metadata) -> FileStamp {
        use std::os::unix::fs::MetadataExt;
        FileStamp {
            kind: super::dir::target_kind(metadata),
            inode: (metadata.dev(), metadata.ino()),
            size: metadata.len(),
            modified: super::dir::since_1970(metadata.mtime(), metadata.mtime_nsec()),
            changed: super::dir::since_1970(metadata.ctime(), metadata.ctime_nsec()),
            links: metadata.nlink(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &std::fs::Metadata) -> FileStamp {
        let since = |time: io::Result<SystemTime>| {
            time.ok()
                .and_then(|t| t.duration_since(UNIX_EPOCH).ok())
                .unwrap_or_default()
        };
        FileStamp {
            kind: super::dir::target_kind(metadata),
            inode: (0, 0),
            size: metadata.len(),
            modified: since(metadata.modified()),
            changed: since(metadata.created()),
            links: 1,
        }
    }

    /// Whether every write after `now` gives another stamp. Some file systems
    /// have a time resolution of up to two seconds.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        now.duration_since(UNIX_EPOCH)
            .is_ok_and(|now| self.modified.max(self.changed) + Duration::from_secs(2) < now)
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
            self.modified.as_nanos() as u64,
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
