//! Directories by descriptor, with `openat(2)`.

use std::sync::OnceLock;

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir, ResolveFlags};
use rustix::io::Errno;

use super::*;
use crate::scan::file_stamp::{Modified, since_1970};

/// An open directory.
#[derive(Debug)]
pub struct Dir {
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
// Non-blocking: opening a pipe that has replaced a file since the listing must
// not hang.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

/// Flags for the directories that lead to a name.
const STEP: OFlags = OFlags::PATH
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

impl Dir {
    /// Whether entries are opened by their absolute path.
    pub(crate) const USES_PATHS: bool = false;

    /// Opens a directory.
    pub fn open(path: &Path) -> io::Result<Dir> {
        Ok(rustix::fs::openat(CWD, path, DIR, Mode::empty())?.into())
    }

    /// Opens a directory in order to open its entries by name. It need not be
    /// readable.
    pub(crate) fn open_unlisted(path: &Path) -> io::Result<Dir> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(CWD, path, flags, Mode::empty())?.into())
    }

    /// Opens a subdirectory, through a symbolic link if `follow`.
    pub(crate) fn open_dir(&self, name: &[u8], _path: &[u8], follow: bool) -> io::Result<Dir> {
        let flags = if follow { DIR } else { DIR | OFlags::NOFOLLOW };
        Ok(self.open_at(name, flags)?.into())
    }

    /// Opens an entry. `name` may be a relative path from a table; none of its
    /// directories may be a symbolic link.
    fn open_at(&self, name: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        let none = Mode::empty();
        let Some(slash) = memchr::memrchr(b'/', name) else {
            return Ok(rustix::fs::openat(&self.fd, name, flags, none)?);
        };
        match rustix::fs::openat2(&self.fd, name, flags, none, ResolveFlags::NO_SYMLINKS) {
            // Unavailable before Linux 5.6 and in some sandboxes.
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
    pub(crate) fn open_file(&self, name: &[u8], _path: &[u8], follow: bool) -> io::Result<File> {
        let flags = if follow {
            FILE
        } else {
            FILE | OFlags::NOFOLLOW
        };
        Ok(File::from(self.open_at(name, flags)?))
    }

    /// Whether reading a file in this directory ends inside a page only at the
    /// end of the file. True for files read through the page cache; elsewhere
    /// (`/proc`, FUSE) a read may end anywhere.
    pub(crate) fn reads_whole_pages(&self) -> bool {
        *self.reads_whole_pages.get_or_init(|| {
            rustix::fs::fstatfs(&self.fd)
                .is_ok_and(|stat| PAGE_CACHED.contains(&(stat.f_type as u32)))
        })
    }

    /// Returns the kind of the target of the symbolic link `name`.
    pub(crate) fn link_target(&self, name: &[u8], path: &[u8]) -> io::Result<EntryKind> {
        Ok(self.stat(name, path, true)?.kind)
    }

    /// Returns the stamp of an entry of this directory, or of a link's target if `follow`.
    pub(crate) fn stat(&self, name: &[u8], _path: &[u8], follow: bool) -> io::Result<FileStamp> {
        let flags = if follow {
            AtFlags::empty()
        } else {
            AtFlags::SYMLINK_NOFOLLOW
        };
        Ok(stamp(&rustix::fs::statat(&self.fd, name, flags)?))
    }

    pub(crate) fn identity(&self) -> io::Result<Identity> {
        Ok(self.stamp()?.inode)
    }

    /// Returns the stamp of this directory.
    pub(crate) fn stamp(&self) -> io::Result<FileStamp> {
        Ok(stamp(&rustix::fs::fstat(&self.fd)?))
    }

    /// Whether only this machine's kernel can change the directory, according
    /// to the file system's magic number (`statfs(2)`).
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

    /// Calls `each` with the name and kind of every entry except `.` and `..`,
    /// until it returns an error.
    pub fn list(
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
                // Some file systems do not report the kind.
                FileType::Unknown => match self.stat(name, path, false) {
                    Ok(stat) => stat.kind,
                    // Removed since the listing.
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

fn stamp(stat: &rustix::fs::Stat) -> FileStamp {
    FileStamp {
        kind: kind(FileType::from_raw_mode(stat.st_mode)),
        inode: (stat.st_dev, stat.st_ino),
        size: stat.st_size as u64,
        modified: Modified::new(stat.st_mtime, stat.st_mtime_nsec as u32),
        changed: since_1970(stat.st_ctime, stat.st_ctime_nsec as i64),
        #[allow(clippy::useless_conversion, reason = "32 bits on some architectures")]
        links: stat.st_nlink.into(),
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
