//! What an apply does to files, one step each.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::scan::FileVersion;

#[cfg(test)]
pub(super) use fault::step;

/// Where tests end the process, or let a call fail.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests let it fail")]
pub(super) fn step() -> io::Result<()> {
    Ok(())
}

/// The fewest files that are worth a thread.
const SHARE: usize = 64;

/// Does `each` for all, on up to `threads` threads. The error is the first
/// that there was; some of the rest may have been done then.
pub(super) fn for_all<T: Send, E: Send>(
    items: &mut [T],
    threads: usize,
    each: impl Fn(&mut T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let threads = threads.min(items.len().div_ceil(SHARE));
    let shares = Mutex::new(items.chunks_mut(SHARE));
    let failed = Mutex::new(None);
    let work = || {
        loop {
            let share = lock(&shares).next();
            let Some(share) = share.filter(|_| lock(&failed).is_none()) else {
                return;
            };
            if let Err(error) = share.iter_mut().try_for_each(&each) {
                lock(&failed).get_or_insert(error);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // This thread does what no other does.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file with this text and all that `like` has besides its text.
/// False if not all of it could be carried over.
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
        step()?;
        file.write_all(text)?;
        let new = file.metadata()?;
        let is_owned = (new.uid(), new.gid()) == (old.uid(), old.gid())
            || fchown(&file, Some(old.uid()), Some(old.gid())).is_ok();
        let is_alike = copy_attributes(&source, &file);
        // After the owner, whose change may take bits away.
        file.set_permissions(old.permissions())?;
        Ok(is_owned && is_alike)
    }
    #[cfg(not(unix))]
    {
        fs::copy(like, path)?;
        step()?;
        let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
        file.write_all(text)?;
        Ok(true)
    }
}

/// Copies extended attributes, among which access lists are. False if one
/// could not be.
#[cfg(target_os = "linux")]
fn copy_attributes(from: &File, to: &File) -> bool {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, flistxattr_query, fsetxattr};

    /// The most bytes that the names, or the value of one, can have.
    const MAX: usize = 64 << 10;

    // Most files have none, which needs no room.
    if flistxattr_query(from).is_ok_and(|len| len == 0) {
        return true;
    }
    let mut names = vec![0; MAX];
    // A file system without them has none to lose.
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
            // Labels that every file gets are not to be set by everyone.
            fgetxattr(to, name, &mut has).is_ok_and(|n| has[..n] == value[..len])
                || fsetxattr(to, name, &value[..len], XattrFlags::empty()).is_ok()
        })
}

#[cfg(all(unix, not(target_os = "linux")))]
fn copy_attributes(_: &File, _: &File) -> bool {
    true
}

/// Overwrites a file from its start to its end, durably.
pub(super) fn write_in_place(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(text)?;
    step()?;
    file.set_len(text.len() as u64)?;
    step()?;
    file.sync_all()
}

pub(super) fn read_if_any(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// More paths than this are made durable with the rest of their file system
/// in one go, which costs about as much as two files on their own.
#[cfg(target_os = "linux")]
const MANY: usize = 8;

/// Makes the content of files durable.
pub(super) fn sync<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
    let paths: Vec<&Path> = paths.map(PathBuf::as_path).collect();
    #[cfg(target_os = "linux")]
    if paths.len() > MANY {
        use std::os::unix::fs::MetadataExt;

        let mut done = Vec::new();
        for path in paths {
            let device = fs::symlink_metadata(path)?.dev();
            if !done.contains(&device) {
                rustix::fs::syncfs(File::open(path)?)?;
                done.push(device);
            }
        }
        return Ok(());
    }
    paths
        .iter()
        .try_for_each(|path| File::open(path)?.sync_all())
}

/// Makes the names of files durable, where directories can be synced.
pub(super) fn sync_dirs<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let mut dirs: Vec<PathBuf> = paths
        .filter_map(|path| path.parent().map(Path::to_owned))
        .collect();
    dirs.sort_unstable();
    dirs.dedup();
    sync(dirs.iter())
}

/// Whether the file has several names.
pub(super) fn is_linked(metadata: &Metadata) -> bool {
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

/// Whether an open file still is what is at the path.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    FileVersion::of(&open).inode == FileVersion::of(&there).inode
}

/// What a journal has that a copy of it elsewhere has not.
pub(super) fn identity(file: &File, path: &Path) -> io::Result<String> {
    Ok(match FileVersion::of(&file.metadata()?).inode {
        Some((device, inode)) => format!("ransack-edit 1 {device:x}:{inode:x}"),
        None => format!("ransack-edit 1 {}", path.display()),
    })
}

/// Whether the file belongs to the user of this process.
#[cfg_attr(
    not(unix),
    expect(clippy::unnecessary_wraps, reason = "nothing to ask")
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

    /// What happens at a step.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::ast::edit) enum Fault {
        /// The process ends.
        Death,
        /// The call fails.
        Failure,
        /// This call and all later ones fail.
        Failures,
        /// Something else happens meanwhile.
        Meanwhile(fn()),
    }

    thread_local! {
        /// Steps until the fault.
        static NEXT: Cell<Option<(u32, Fault)>> = const { Cell::new(None) };
    }

    /// Sets what happens at the step of this number from here; nothing for
    /// none. Returns the rest of the last one.
    pub(in crate::ast::edit) fn set(next: Option<(u32, Fault)>) -> Option<(u32, Fault)> {
        NEXT.replace(next)
    }

    pub(in crate::ast::edit) fn step() -> io::Result<()> {
        let Some((steps, fault)) = NEXT.get() else {
            return Ok(());
        };
        if let Some(left) = steps.checked_sub(1) {
            NEXT.set(Some((left, fault)));
            return Ok(());
        }
        match fault {
            Fault::Death => std::process::abort(),
            Fault::Failure => NEXT.set(None),
            Fault::Failures => {}
            Fault::Meanwhile(happen) => {
                NEXT.set(None);
                happen();
                return Ok(());
            }
        }
        Err(io::Error::other("a fault of the test"))
    }
}
