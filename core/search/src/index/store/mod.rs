//! Directory of indexes on disk, shared by processes and workspaces.
//!
//! | path | content |
//! | --- | --- |
//! | `segments/<name>.seg` | one segment; never changes |
//! | `roots/<hash of the path>.files` | the manifest of one root |
//! | `roots/<hash of the path>.lock` | locked by the process that builds for the root |
//!
//! `stored_index` is the index of one root, `manifest` the list of its files.
//!
//! Files are written under a temporary name in the same directory and then renamed, so readers see
//! the old or the new file. Invariants: the directory is private to the user; nothing read from it
//! is trusted without its checksum; no failure is fatal, because the index can be built again.

mod manifest;
mod stored_index;

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ransack_base::internal::{ErrorParts, is_missing, may_exist, os_str};
use ransack_base::{Error, ErrorKind, OptionName, Result};
use rustc_hash::FxHashSet;

use self::manifest::Manifest;
use super::segment::{DocKey, SegmentData, SegmentFault, SegmentReader};
use crate::scan::Dir;

pub(super) use manifest::SegmentName;
pub(super) use stored_index::StoredIndex;

/// An open store.
#[derive(Debug)]
pub(super) struct Store {
    dir: PathBuf,
}

/// Minimum age at which a segment that no manifest names is removed. A manifest may be about to
/// name a younger one.
const MIN_AGE: Duration = Duration::from_secs(3600);

/// Minimum age at which the manifest of a root that does not exist is removed. The root's file
/// system may just not be mounted.
const MAX_ROOT_AGE: Duration = Duration::from_secs(7 * 24 * 3600);

impl Store {
    /// Opens the store in `dir`, or in the user's cache directory. Creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if there is no cache directory, or if the directory cannot be created or belongs to
    /// another user.
    pub(super) fn open(dir: Option<&Path>) -> Result<Store> {
        dir.map_or(Ok(()), check_path)?;
        let dir = match dir {
            Some(dir) => std::path::absolute(dir).map_err(|e| failed(dir, e))?,
            None => cache_dir()?,
        };
        for dir in [dir.clone(), dir.join("segments"), dir.join("roots")] {
            create_private(&dir).map_err(|e| failed(&dir, e))?;
        }
        check_owner(&dir)?;
        Ok(Store { dir })
    }

    /// Returns the path of a root's file with this extension.
    fn root_file(&self, root: &[u8], extension: &str) -> PathBuf {
        let hash = DocKey::of(root);
        let name: String = hash.as_bytes().iter().map(|b| format!("{b:02x}")).collect();
        self.dir.join("roots").join(format!("{name}.{extension}"))
    }

    fn segment_path(&self, name: SegmentName) -> PathBuf {
        self.dir
            .join("segments")
            .join(format!("{:032x}.seg", name.0))
    }

    /// Opens a segment. Returns `None` if it is missing or damaged.
    fn segment(&self, name: SegmentName) -> Option<SegmentReader> {
        SegmentReader::open(SegmentData::File(File::open(self.segment_path(name)).ok()?)).ok()
    }

    /// Writes a segment with `write` and opens it. Opening fails if the file was damaged or removed
    /// in the meantime.
    pub(super) fn add(
        &self,
        write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
    ) -> Result<(SegmentName, Result<SegmentReader>)> {
        let name = SegmentName(unique());
        let path = self.segment_path(name);
        replace(&path, write)?;
        let file = File::open(&path).map_err(SegmentFault::Io);
        let opened = file.and_then(|file| SegmentReader::open(SegmentData::File(file)));
        Ok((name, opened.map_err(|fault| failed(&path, fault))))
    }

    /// Returns the names of all segments, most recent first.
    fn segments(&self) -> Vec<SegmentName> {
        // Segments that are not found are built again.
        let entries = entries(&self.dir.join("segments"), "seg").unwrap_or_default();
        let mut names: Vec<(SystemTime, SegmentName)> = entries
            .into_iter()
            .filter_map(|(path, modified)| {
                let name = u128::from_str_radix(path.file_stem()?.to_str()?, 16).ok()?;
                Some((modified, SegmentName(name)))
            })
            .collect();
        names.sort_unstable_by_key(|&(modified, name)| (std::cmp::Reverse(modified), name));
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// Removes segments that no manifest names, and manifests of roots that no longer exist.
    /// `replaced` are segments that this process no longer uses.
    fn collect_garbage(&self, replaced: &[SegmentName]) {
        // Unless all manifests can be read, the segments they name are unknown.
        let Ok(named) = self.collect_manifests() else {
            return;
        };
        // Files that cannot be removed now are removed another time.
        let segments = self.dir.join("segments");
        let unnamed = [entries(&segments, "seg"), entries(&segments, "new")];
        for (path, modified) in unnamed.into_iter().flatten().flatten() {
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let name = name.and_then(|name| u128::from_str_radix(name, 16).ok());
            let is =
                |names: &dyn Fn(&SegmentName) -> bool| name.is_some_and(|n| names(&SegmentName(n)));
            let is_old = age(modified) > MIN_AGE || is(&|name| replaced.contains(name));
            if is_old && !is(&|name| named.contains(name)) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Removes damaged manifests and manifests of roots that no longer exist. Returns the segments
    /// named by the others.
    fn collect_manifests(&self) -> io::Result<FxHashSet<SegmentName>> {
        let mut named = FxHashSet::default();
        for (path, modified) in entries(&self.dir.join("roots"), "files")? {
            let manifest = match File::open(&path) {
                Err(error) if is_missing(&error) => continue,
                file => Manifest::read(BufReader::new(file?))?,
            };
            let is_gone = |root: &[u8]| !may_exist(Path::new(os_str(root)));
            match manifest {
                Some(manifest) if is_gone(&manifest.root) && age(modified) > MAX_ROOT_AGE => {
                    let _ = fs::remove_file(path);
                }
                Some(manifest) => named.extend(manifest.segments.iter().map(|(name, _)| *name)),
                None if age(modified) > MIN_AGE => {
                    let _ = fs::remove_file(path);
                }
                None => {}
            }
        }
        Ok(named)
    }
}

/// Returns the time since a modification.
fn age(modified: SystemTime) -> Duration {
    modified.elapsed().unwrap_or_default()
}

/// Returns the files in a directory with the given extension, and their modification times. The
/// standard library panics if a directory cannot be closed.
fn entries(dir: &Path, extension: &str) -> io::Result<Vec<(PathBuf, SystemTime)>> {
    let mut entries = Vec::new();
    Dir::open(dir)?.list(dir.as_os_str().as_encoded_bytes(), |name, _| {
        let path = dir.join(os_str(name));
        if path.extension().is_some_and(|found| found == extension) {
            match fs::symlink_metadata(&path) {
                Err(error) if is_missing(&error) => {}
                metadata => entries.push((path, metadata?.modified()?)),
            }
        }
        Ok(())
    })?;
    Ok(entries)
}

/// Fails if no file can exist at this path.
pub(super) fn check_path(path: &Path) -> Result<()> {
    let message = if path.as_os_str().is_empty() {
        "the path of an index is empty"
    } else if path.as_os_str().as_encoded_bytes().contains(&0) {
        "the path of an index contains a NUL byte"
    } else {
        return Ok(());
    };
    Err(Error::option(message).with_path(path))
}

/// Writes a file under a temporary name in the same directory and renames it.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    let new = path.with_file_name(format!("{:032x}.new", unique()));
    let written = File::create_new(&new)
        .map_err(|e| failed(&new, e))
        .and_then(|file| {
            let mut file = BufWriter::with_capacity(1 << 18, file);
            write(&mut file)?;
            file.flush().map_err(|e| failed(&new, e))
        })
        .and_then(|()| fs::rename(&new, path).map_err(|e| failed(path, e)));
    if written.is_err() {
        // The directory may be gone too.
        let _ = fs::remove_file(&new);
    }
    written
}

/// Returns a number that no other call in any process returns.
fn unique() -> u128 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let count = COUNT.fetch_add(1, Ordering::Relaxed) & 0xffff;
    nanos.as_nanos() << 48 | u128::from(std::process::id()) << 16 | u128::from(count)
}

/// Returns the index directory in the user's cache directory.
fn cache_dir() -> Result<PathBuf> {
    let var = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let cache = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Caches"))
    } else {
        var("XDG_CACHE_HOME").or_else(|| Some(var("HOME")?.join(".cache")))
    };
    let cache = cache.ok_or_else(|| {
        let error = Error::option("the user has no cache directory");
        error.with_advice("set", OptionName::IndexPath, "to a directory for the index")
    })?;
    Ok(cache.join("ransack").join("index"))
}

#[cfg(unix)]
fn create_private(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
}

#[cfg(not(unix))]
fn create_private(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

/// Fails if other users could have written files in the directory.
#[cfg(unix)]
fn check_owner(dir: &Path) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let metadata = fs::metadata(dir).map_err(|e| failed(dir, e))?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw();
    if is_own && metadata.permissions().mode() & 0o022 == 0 {
        return Ok(());
    }
    let message = match is_own {
        false => "the directory of the index belongs to another user",
        true => "other users may write to the directory of the index",
    };
    Err(Error::option(message).with_path(dir))
}

#[cfg(not(unix))]
fn check_owner(_: &Path) -> Result<()> {
    Ok(())
}

pub(super) fn failed(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::new(
        ErrorKind::Io,
        format!("cannot use the index on disk: {error}"),
    )
    .with_path(path)
}

#[cfg(test)]
mod tests;
