//! A directory that is held open: listing it and opening what is in it.
//!
//! On Linux entries are opened relative to the directory's descriptor, which
//! saves the kernel from resolving the whole path for each file; elsewhere the
//! standard library does it by path.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a directory entry is, without following symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Dir,
    Symlink,
    /// A device, socket or pipe: never opened.
    Other,
}

/// Tells one directory from another, to notice loops of symbolic links.
pub(crate) type Identity = (u64, u64);

/// Size and time of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) kind: EntryKind,
    /// Bytes.
    pub(crate) size: u64,
    /// Last modification, in milliseconds since 1970 (UTC).
    pub(crate) mtime_ms: i64,
}

/// What changes when entries are added to a directory, taken out or replaced,
/// or when the directory is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    identity: Identity,
    /// When the system noted the last change, since 1970; no program can set it
    /// where the platform knows such a time.
    changed: Duration,
    is_dir: bool,
}

impl Stamp {
    /// Whether a change after `now` must give another stamp. Times are as
    /// coarse as two seconds on some file systems.
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
            // The time of creation tells one from another.
            identity: (0, since(metadata.created()).as_nanos() as u64),
            changed: since(metadata.modified()),
            is_dir: metadata.is_dir(),
        }
    }
}

#[cfg(unix)]
fn since_1970(seconds: i64, nanoseconds: i64) -> Duration {
    let seconds = u64::try_from(seconds).unwrap_or(0);
    Duration::new(seconds, u32::try_from(nanoseconds).unwrap_or(0))
}

#[cfg(target_os = "linux")]
pub(crate) use linux::Dir;
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::Dir;

/// What is at the end of a path or link.
pub(crate) fn target_kind(metadata: &std::fs::Metadata) -> EntryKind {
    if metadata.is_dir() {
        EntryKind::Dir
    } else if metadata.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::OnceLock;

    use rustix::fd::{AsFd, OwnedFd};
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir, ResolveFlags};
    use rustix::io::Errno;

    use super::*;

    #[derive(Debug)]
    pub(crate) struct Dir {
        fd: OwnedFd,
        reads_whole_pages: OnceLock<bool>,
    }

    impl From<OwnedFd> for Dir {
        fn from(fd: OwnedFd) -> Dir {
            Dir {
                fd,
                reads_whole_pages: OnceLock::new(),
            }
        }
    }

    /// `f_type` of statfs(2) of ext2 to ext4, XFS, Btrfs, F2FS, tmpfs and
    /// overlayfs.
    const PAGE_CACHED: [u32; 6] = [
        0xEF53,
        0x5846_5342,
        0x9123_683E,
        0xF2F5_2010,
        0x0102_1994,
        0x794C_7630,
    ];

    const DIR: OFlags = OFlags::RDONLY
        .union(OFlags::DIRECTORY)
        .union(OFlags::CLOEXEC);
    // Not blocking: a pipe that took the place of a file since the listing
    // must not hang the call.
    const FILE: OFlags = OFlags::RDONLY
        .union(OFlags::CLOEXEC)
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOCTTY);

    /// A directory on the way to a name.
    const STEP: OFlags = OFlags::PATH
        .union(OFlags::DIRECTORY)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::CLOEXEC);

    impl Dir {
        pub(crate) const GOES_BY_PATH: bool = false;

        pub(crate) fn open(path: &Path) -> io::Result<Dir> {
            Ok(rustix::fs::openat(CWD, path, DIR, Mode::empty())?.into())
        }

        /// Opens a directory in this one, through a symbolic link if `follow`.
        pub(crate) fn open_dir(&self, name: &[u8], _path: &[u8], follow: bool) -> io::Result<Dir> {
            let flags = if follow { DIR } else { DIR | OFlags::NOFOLLOW };
            Ok(self.open_at(name, flags)?.into())
        }

        /// Opens what is at a name, which a table may give with the
        /// directories that lead to it. None of those may be a link.
        fn open_at(&self, name: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
            let none = Mode::empty();
            let Some(slash) = memchr::memrchr(b'/', name) else {
                return Ok(rustix::fs::openat(&self.fd, name, flags, none)?);
            };
            match rustix::fs::openat2(&self.fd, name, flags, none, ResolveFlags::NO_SYMLINKS) {
                // Before Linux 5.6, or where a sandbox does not know the call.
                Err(Errno::NOSYS | Errno::PERM) => {}
                opened => return Ok(opened?),
            }
            let mut steps = name[..slash].split(|&b| b == b'/');
            let first = steps.next().unwrap_or_default();
            let mut dir = rustix::fs::openat(&self.fd, first, STEP, none)?;
            for step in steps {
                dir = rustix::fs::openat(&dir, step, STEP, none)?;
            }
            Ok(rustix::fs::openat(&dir, &name[slash + 1..], flags, none)?)
        }

        /// Opens a file in this directory, through a symbolic link if `follow`.
        pub(crate) fn open_file(
            &self,
            name: &[u8],
            _path: &[u8],
            follow: bool,
        ) -> io::Result<File> {
            let flags = if follow {
                FILE
            } else {
                FILE | OFlags::NOFOLLOW
            };
            Ok(File::from(self.open_at(name, flags)?))
        }

        /// Whether a read of a file in this directory ends inside a page only
        /// at the end of the file. So it is where files are read through the
        /// page cache; elsewhere (`/proc`, FUSE) a read may end anywhere.
        pub(crate) fn reads_whole_pages(&self) -> bool {
            *self.reads_whole_pages.get_or_init(|| {
                rustix::fs::fstatfs(&self.fd)
                    .is_ok_and(|stat| PAGE_CACHED.contains(&(stat.f_type as u32)))
            })
        }

        /// What the symbolic link `name` leads to.
        pub(crate) fn link_target(&self, name: &[u8], path: &[u8]) -> io::Result<EntryKind> {
            Ok(self.stat(name, path, true)?.kind)
        }

        pub(crate) fn stat(&self, name: &[u8], _path: &[u8], follow: bool) -> io::Result<Stat> {
            let flags = if follow {
                AtFlags::empty()
            } else {
                AtFlags::SYMLINK_NOFOLLOW
            };
            Ok(size_and_time(&rustix::fs::statat(&self.fd, name, flags)?))
        }

        /// The same for a file that has no other name, so that it changes only
        /// by this one.
        pub(crate) fn stat_alone(&self, name: &[u8], _path: &[u8]) -> Option<Stat> {
            let stat = rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
            (stat.st_nlink == 1).then(|| size_and_time(&stat))
        }

        pub(crate) fn identity(&self) -> io::Result<Identity> {
            Ok(self.stamp()?.identity)
        }

        pub(crate) fn stamp(&self) -> io::Result<Stamp> {
            Ok(stamp(&rustix::fs::fstat(&self.fd)?))
        }

        /// The stamp of what is at a name in this directory.
        pub(crate) fn stamp_of(&self, name: &[u8], _path: &[u8]) -> io::Result<Stamp> {
            let stat = rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(stamp(&stat))
        }

        /// Whether only this machine's own kernel can change what is here, by
        /// the file system's magic number (`statfs(2)`).
        pub(crate) fn is_on_local_disk(&self) -> bool {
            const LOCAL: [i64; 14] = [
                0xef53,      // ext2, 3, 4
                0x5846_5342, // XFS
                0x9123_683e, // Btrfs
                0x0102_1994, // tmpfs
                0x8584_58f6, // ramfs
                0x794c_7630, // overlayfs
                0x2fc1_2fc1, // ZFS
                0xf2f5_2010, // F2FS
                0xca45_1a4e, // bcachefs
                0x3153_464a, // JFS
                0x5265_4973, // ReiserFS
                0x4d44,      // FAT
                0x2011_bab0, // exFAT
                0xe0f5_e1e2, // EROFS
            ];
            #[allow(
                clippy::unnecessary_cast,
                reason = "the type differs between processors"
            )]
            let is_local = |fs: rustix::fs::StatFs| LOCAL.contains(&(fs.f_type as i64));
            rustix::fs::fstatfs(&self.fd).is_ok_and(is_local)
        }

        /// Calls `each` with the name and kind of every entry but `.` and
        /// `..`, until it returns an error.
        pub(crate) fn list(
            &self,
            path: &[u8],
            mut each: impl FnMut(&[u8], EntryKind) -> io::Result<()>,
        ) -> io::Result<()> {
            let mut buffer = Vec::with_capacity(32 * 1024);
            let mut entries = RawDir::new(self.fd.as_fd(), buffer.spare_capacity_mut());
            while let Some(entry) = entries.next() {
                let entry = entry?;
                let name = entry.file_name().to_bytes();
                if name == b"." || name == b".." {
                    continue;
                }
                let kind = match entry.file_type() {
                    // Some file systems do not tell.
                    FileType::Unknown => match self.stat(name, path, false) {
                        Ok(stat) => stat.kind,
                        // Removed in the meantime.
                        Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                        Err(error) => return Err(error),
                    },
                    known => kind(known),
                };
                each(name, kind)?;
            }
            Ok(())
        }
    }

    fn size_and_time(stat: &rustix::fs::Stat) -> Stat {
        Stat {
            kind: kind(FileType::from_raw_mode(stat.st_mode)),
            size: stat.st_size as u64,
            mtime_ms: stat.st_mtime * 1000 + stat.st_mtime_nsec as i64 / 1_000_000,
        }
    }

    fn stamp(stat: &rustix::fs::Stat) -> Stamp {
        Stamp {
            identity: (stat.st_dev, stat.st_ino),
            changed: since_1970(stat.st_ctime, stat.st_ctime_nsec as i64),
            is_dir: FileType::from_raw_mode(stat.st_mode) == FileType::Directory,
        }
    }

    fn kind(file_type: FileType) -> EntryKind {
        match file_type {
            FileType::RegularFile => EntryKind::File,
            FileType::Directory => EntryKind::Dir,
            FileType::Symlink => EntryKind::Symlink,
            _ => EntryKind::Other,
        }
    }
}

#[cfg(any(test, not(target_os = "linux")))]
mod portable {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::path::os_str;

    #[derive(Debug)]
    pub(crate) struct Dir {
        path: PathBuf,
    }

    #[cfg_attr(
        test,
        allow(dead_code, reason = "tests on Linux compare only the listing")
    )]
    impl Dir {
        pub(crate) const GOES_BY_PATH: bool = true;

        pub(crate) fn open(path: &Path) -> io::Result<Dir> {
            fs::read_dir(path)?;
            Ok(Dir {
                path: path.to_owned(),
            })
        }

        pub(crate) fn open_dir(&self, _name: &[u8], path: &[u8], follow: bool) -> io::Result<Dir> {
            let path = Path::new(os_str(path));
            if !follow && path.symlink_metadata()?.is_symlink() {
                return Err(io::Error::other("became a symbolic link"));
            }
            Dir::open(path)
        }

        pub(crate) fn open_file(
            &self,
            _name: &[u8],
            path: &[u8],
            follow: bool,
        ) -> io::Result<File> {
            let path = Path::new(os_str(path));
            if !follow && !path.symlink_metadata()?.is_file() {
                return Err(io::Error::other("is no longer a file"));
            }
            File::open(path)
        }

        /// It is not known, so every file is read until nothing comes.
        pub(crate) fn reads_whole_pages(&self) -> bool {
            false
        }

        pub(crate) fn link_target(&self, _name: &[u8], path: &[u8]) -> io::Result<EntryKind> {
            Ok(target_kind(&fs::metadata(os_str(path))?))
        }

        pub(crate) fn stat(&self, _name: &[u8], path: &[u8], follow: bool) -> io::Result<Stat> {
            let path = os_str(path);
            let metadata = if follow {
                fs::metadata(path)?
            } else {
                fs::symlink_metadata(path)?
            };
            let kind = if metadata.is_symlink() {
                EntryKind::Symlink
            } else {
                target_kind(&metadata)
            };
            let mtime_ms = match metadata.modified()?.duration_since(UNIX_EPOCH) {
                Ok(after) => after.as_millis() as i64,
                Err(before) => -(before.duration().as_millis() as i64),
            };
            Ok(Stat {
                kind,
                size: metadata.len(),
                mtime_ms,
            })
        }

        /// As on Linux; how many names a file has is not looked at here, where
        /// no tree is watched.
        pub(crate) fn stat_alone(&self, name: &[u8], path: &[u8]) -> Option<Stat> {
            self.stat(name, path, false).ok()
        }

        pub(crate) fn identity(&self) -> io::Result<Identity> {
            #[cfg(unix)]
            {
                use std::os::unix::fs::MetadataExt;
                let metadata = fs::metadata(&self.path)?;
                Ok((metadata.dev(), metadata.ino()))
            }
            #[cfg(not(unix))]
            {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut hasher = DefaultHasher::new();
                self.path.canonicalize()?.hash(&mut hasher);
                Ok((0, hasher.finish()))
            }
        }

        pub(crate) fn stamp(&self) -> io::Result<Stamp> {
            Ok(Stamp::of(&fs::metadata(&self.path)?))
        }

        pub(crate) fn stamp_of(&self, _name: &[u8], path: &[u8]) -> io::Result<Stamp> {
            Ok(Stamp::of(&fs::symlink_metadata(os_str(path))?))
        }

        pub(crate) fn list(
            &self,
            _path: &[u8],
            mut each: impl FnMut(&[u8], EntryKind) -> io::Result<()>,
        ) -> io::Result<()> {
            for entry in fs::read_dir(&self.path)? {
                let entry = entry?;
                let file_type = entry.file_type()?;
                let kind = if file_type.is_symlink() {
                    EntryKind::Symlink
                } else if file_type.is_dir() {
                    EntryKind::Dir
                } else if file_type.is_file() {
                    EntryKind::File
                } else {
                    EntryKind::Other
                };
                each(entry.file_name().as_encoded_bytes(), kind)?;
            }
            Ok(())
        }
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
    fn both_ways_of_listing_agree() {
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
            let dir = portable::Dir::open(&dir).unwrap();
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
