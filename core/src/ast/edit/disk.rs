//! Single steps of applying and recovery on the file system: create, overwrite, sync, compare.
//!
//! Every step that tests interrupt passes a [`fault_point`]. Order and recovery are the journal's.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::scan::FileVersion;

#[cfg(test)]
pub(super) use fault::fault_point;

/// Point at which tests end the process or let a call fail.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests let it fail")]
pub(super) fn fault_point() -> io::Result<()> {
    Ok(())
}

/// Creates a file with this content and with the mode, owner and extended attributes of `like`.
/// False if not all of these could be copied.
pub(super) fn create_like(path: &Path, text: &[u8], like: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};

        let source = File::open(like)?;
        let old = source.metadata()?;
        let mut options = OpenOptions::new();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        fault_point()?;
        file.write_all(text)?;
        let new = file.metadata()?;
        let is_owned = (new.uid(), new.gid()) == (old.uid(), old.gid())
            || fchown(&file, Some(old.uid()), Some(old.gid())).is_ok();
        let is_alike = copy_attributes(&source, &file);
        // Last, as a change of owner clears bits of the mode.
        file.set_permissions(old.permissions())?;
        Ok(is_owned && is_alike)
    }
    #[cfg(not(unix))]
    {
        fs::copy(like, path)?;
        fault_point()?;
        let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
        file.write_all(text)?;
        Ok(true)
    }
}

/// Copies extended attributes, access control lists included. False if one could not be copied.
#[cfg(target_os = "linux")]
fn copy_attributes(from: &File, to: &File) -> bool {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, flistxattr_query, fsetxattr};

    /// Maximum size in bytes of all names, and of one value.
    const MAX: usize = 64 << 10;

    // Most files have none, and need no buffers.
    if flistxattr_query(from).is_ok_and(|len| len == 0) {
        return true;
    }
    let mut names = vec![0; MAX];
    // The file system has no attributes.
    let Ok(len) = flistxattr(from, &mut names) else {
        return true;
    };
    let mut value = vec![0; MAX];
    names[..len]
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
        .all(|name| {
            let Ok(len) = fgetxattr(from, name, &mut value) else {
                return false;
            };
            let mut has = [0; 256];
            // Setting a security label takes a privilege, even to the value that it has.
            fgetxattr(to, name, &mut has).is_ok_and(|n| has[..n] == value[..len])
                || fsetxattr(to, name, &value[..len], XattrFlags::empty()).is_ok()
        })
}

#[cfg(all(unix, not(target_os = "linux")))]
fn copy_attributes(_: &File, _: &File) -> bool {
    true
}

/// Overwrites a file front to back and syncs it.
pub(super) fn write_in_place(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(text)?;
    fault_point()?;
    file.set_len(text.len() as u64)?;
    fault_point()?;
    file.sync_all()
}

/// Reads a file; `None` if it does not exist.
pub(super) fn read_if_exists(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file if it exists.
pub(super) fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Number of paths above which whole file systems are synced instead of single files. A `syncfs`
/// costs about as much as two `fsync`s.
#[cfg(target_os = "linux")]
const SYNCFS_THRESHOLD: usize = 8;

/// Syncs the content of files.
pub(super) fn sync_files<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
    let paths: Vec<&Path> = paths.map(PathBuf::as_path).collect();
    #[cfg(target_os = "linux")]
    if paths.len() > SYNCFS_THRESHOLD {
        use std::os::unix::fs::MetadataExt;

        let mut synced = Vec::new();
        for path in paths {
            let device = fs::symlink_metadata(path)?.dev();
            if !synced.contains(&device) {
                rustix::fs::syncfs(File::open(path)?)?;
                synced.push(device);
            }
        }
        return Ok(());
    }
    paths
        .iter()
        .try_for_each(|path| File::open(path)?.sync_all())
}

/// Syncs the directories of files, so that renames and removals in them are durable. Does nothing
/// where directories cannot be synced.
pub(super) fn sync_dirs<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let mut dirs: Vec<PathBuf> = paths
        .filter_map(|path| path.parent().map(Path::to_owned))
        .collect();
    dirs.sort_unstable();
    dirs.dedup();
    sync_files(dirs.iter())
}

/// Whether the file has several hard links.
pub(super) fn has_hard_links(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata) > 1
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Whether the path still leads to the open file.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(at_path)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    FileVersion::of(&open).inode == FileVersion::of(&at_path).inode
}

/// First line of a journal. A copy of the journal at another path has another one.
pub(super) fn identity(file: &File, path: &Path) -> io::Result<String> {
    Ok(match FileVersion::of(&file.metadata()?).inode {
        Some((device, inode)) => format!("ransack-edit 1 {device:x}:{inode:x}"),
        None => format!("ransack-edit 1 {}", path.display()),
    })
}

/// Whether the user of this process owns the file. Always true on platforms other than Linux.
#[cfg_attr(
    not(unix),
    expect(clippy::unnecessary_wraps, reason = "the owner is known on Linux only")
)]
pub(super) fn is_own(file: &File) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        let user = fs::metadata("/proc/self")?.uid();
        Ok(file.metadata()?.uid() == user)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        Ok(true)
    }
}

#[cfg(test)]
pub(super) mod fault {
    use std::cell::Cell;
    use std::io;

    /// Event at a fault point.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::ast::edit) enum InjectedFault {
        /// Aborts the process.
        Death,
        /// Fails this call.
        Failure,
        /// Fails this call and all later ones.
        Failures,
        /// Runs the function, as another process might at this moment.
        Meanwhile(fn()),
    }

    thread_local! {
        /// Number of fault points before the next fault, and the fault.
        static NEXT: Cell<Option<(u32, InjectedFault)>> = const { Cell::new(None) };
    }

    /// Sets the fault at the fault point of this number from here; `None` for no fault. Returns the
    /// previous setting with the points that remained.
    pub(in crate::ast::edit) fn set(
        next: Option<(u32, InjectedFault)>,
    ) -> Option<(u32, InjectedFault)> {
        NEXT.replace(next)
    }

    pub(in crate::ast::edit) fn fault_point() -> io::Result<()> {
        let Some((points, fault)) = NEXT.get() else {
            return Ok(());
        };
        if let Some(remaining) = points.checked_sub(1) {
            NEXT.set(Some((remaining, fault)));
            return Ok(());
        }
        match fault {
            InjectedFault::Death => std::process::abort(),
            InjectedFault::Failure => NEXT.set(None),
            InjectedFault::Failures => {}
            InjectedFault::Meanwhile(happen) => {
                NEXT.set(None);
                happen();
                return Ok(());
            }
        }
        Err(io::Error::other("injected fault"))
    }
}
