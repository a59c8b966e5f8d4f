//! File system steps for applying and recovery: create, exchange, overwrite, sync.
//!
//! Every step that tests can interrupt passes a [`fault_point`]. The journal module defines the
//! order of steps and how recovery works. Nothing in this module follows a symbolic link in the
//! last path component, or opens anything but regular files and directories.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use ransack_base::internal::{is_missing, os_str};
use ransack_search::internal::Dir;

use crate::attributes::Attributes;

#[cfg(test)]
#[path = "fault.rs"]
pub(crate) mod fault;

#[cfg(test)]
pub(crate) use fault::fault_point;

/// Point at which tests can end the process or make a call fail.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests let it fail")]
pub(crate) fn fault_point() -> io::Result<()> {
    Ok(())
}

/// Returns the names of the entries of a directory. `std::fs::read_dir` panics if the directory cannot
/// be closed.
pub(crate) fn names_in(dir: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    Dir::open(dir)?.list(dir.as_os_str().as_encoded_bytes(), |name, _| {
        names.push(OsString::from(os_str(name)));
        Ok(())
    })?;
    Ok(names)
}

/// Creates a file that only this user can read, opened for reading and writing.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a file with this content and these attributes. Returns false if some attributes could
/// not be set; only this user can then read the file.
pub(crate) fn create_like(path: &Path, text: &[u8], attributes: &Attributes) -> io::Result<bool> {
    let mut file = create_private(path)?;
    fault_point()?;
    file.write_all(text)?;
    attributes.give_to(&file)
}

/// Creates a file with this content that other users can access as far as the umask, or the default
/// access control list of the directory, allows.
pub(crate) fn create_public(path: &Path, text: &[u8], is_executable: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        let mode = if is_executable { 0o777 } else { 0o666 };
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    }
    #[cfg(not(unix))]
    let _ = is_executable;
    let mut file = options.open(path)?;
    fault_point()?;
    file.write_all(text)
}

/// Opens a regular file; `None` if there is no regular file at the path. `write` also allows
/// reading.
pub(crate) fn open_plain(path: &Path, write: bool) -> io::Result<Option<(File, Metadata)>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Ok(None),
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut options = OpenOptions::new();
    options.read(true).write(write);
    // The path may lead to a different file by now.
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = match options.open(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        file => file?,
    };
    let metadata = file.metadata()?;
    Ok(metadata.is_file().then_some((file, metadata)))
}

/// Returns whether there is something other than a regular file at the path.
pub(crate) fn is_special(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(!metadata.is_file()),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads a regular file; `None` if there is no regular file at the path.
pub(crate) fn read_plain(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let Some((mut file, _)) = open_plain(path, false)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Exchanges two files atomically: both names exist at all times. Returns false if the system or
/// the file system does not support exchanges.
pub(crate) fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
    #[cfg(test)]
    if let Some(result) = fault::injected_exchange() {
        return result;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (a, b);
        Ok(false)
    }
}

/// Makes a hard link. Fails if `to` exists, and where the file system has no hard links.
pub(crate) fn hard_link(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(test)]
    if !fault::are_links_supported() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    fs::hard_link(from, to)
}

/// Renames a file, link or directory to a path that does not exist; fails if it exists. Where the
/// system neither renames without replacement nor links, a file that another process creates between
/// the check and the rename is replaced.
pub(crate) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if is_rename_new_supported() {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    match hard_link(from, to) {
        Ok(()) => return fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // A directory, or no hard links.
        Err(_) => {}
    }
    if exists(to)? {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

#[cfg(target_os = "linux")]
fn is_rename_new_supported() -> bool {
    #[cfg(test)]
    return fault::is_rename_new_supported();
    #[cfg(not(test))]
    true
}

/// Returns whether there is anything at the path, which may be a symbolic link to nothing.
pub(crate) fn exists(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Overwrites a file front to back and syncs it. `old_len` is its previous length. Returns false,
/// with the leading bytes restored from `old`, if another process extends the file meanwhile.
pub(crate) fn write_in_place(path: &Path, old: &[u8], new: &[u8]) -> io::Result<bool> {
    let Some((mut file, metadata)) = open_plain(path, true)? else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let len = metadata.len();
    let (first, rest) = new.split_at(new.len().min(usize::try_from(len).unwrap_or(usize::MAX)));
    file.write_all(first)?;
    fault_point()?;
    if file.metadata()?.len() != len {
        file.rewind()?;
        file.write_all(&old[..first.len().min(old.len())])?;
        return Ok(false);
    }
    file.write_all(rest)?;
    file.set_len(new.len() as u64)?;
    fault_point()?;
    file.sync_all()?;
    Ok(true)
}

/// Removes a file if it exists.
pub(crate) fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if !is_missing(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Number of paths above which whole file systems are synced instead of single files. One `syncfs`
/// costs about as much as two `fsync` calls.
#[cfg(target_os = "linux")]
const SYNCFS_THRESHOLD: usize = 8;

/// Syncs the contents of files.
pub(crate) fn sync_files(paths: &[&Path]) -> io::Result<()> {
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

/// Syncs directories, which makes renames and removals in them durable. Does nothing where
/// directories cannot be synced.
pub(crate) fn sync_dirs<'a>(dirs: impl Iterator<Item = &'a Path>) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let mut dirs: Vec<&Path> = dirs.collect();
    dirs.sort_unstable();
    dirs.dedup();
    sync_files(&dirs)
}

/// Returns the number of hard links of a file.
pub(crate) fn link_count(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        1
    }
}

/// Returns the device and inode of a file; `None` on platforms without them.
pub(crate) fn inode(metadata: &Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        None
    }
}

/// Returns whether two paths name the same file.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let (Ok(a), Ok(b)) = (fs::symlink_metadata(a), fs::symlink_metadata(b)) else {
        return false;
    };
    inode(&a).is_some() && inode(&a) == inode(&b)
}

/// Returns whether the path leads to the file with this metadata.
pub(crate) fn is_same_file_at(metadata: &Metadata, path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if is_missing(&error) => Ok(false),
        now => Ok(inode(&now?) == inode(metadata)),
    }
}

/// Returns the owner of a file if the owner is not the user of this process; otherwise, and on
/// platforms without owners, returns `None`.
pub(crate) fn foreign_owner(metadata: &Metadata) -> Option<u32> {
    #[cfg(target_os = "linux")]
    {
        let owner = std::os::unix::fs::MetadataExt::uid(metadata);
        (owner != rustix::process::geteuid().as_raw()).then_some(owner)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = metadata;
        None
    }
}

/// Returns whether users other than the owner may write to the file.
pub(crate) fn is_writable_by_others(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::mode(metadata) & 0o022 != 0
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Returns whether a file placed in this directory by `owner` can be trusted: the directory is not
/// sticky, or `owner` owns it. In a sticky directory such as `/tmp`, everybody may create files.
pub(crate) fn is_trusted_in(dir: &Path, owner: u32) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        const STICKY: u32 = 0o1000;
        fs::metadata(dir)
            .is_ok_and(|metadata| metadata.mode() & STICKY == 0 || metadata.uid() == owner)
    }
    #[cfg(not(unix))]
    {
        let _ = (dir, owner);
        true
    }
}
