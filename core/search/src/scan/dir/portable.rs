//! Directories by path, using the standard library.

use std::fs;
use std::path::PathBuf;

use ransack_base::internal::os_str;

use super::*;

/// A directory that was readable when it was opened.
#[derive(Debug)]
pub struct PathDir {
    path: PathBuf,
}

#[cfg_attr(
    test,
    allow(dead_code, reason = "tests on Linux compare only the listing")
)]
impl PathDir {
    /// Whether entries are opened by their absolute path.
    pub(crate) const USES_PATHS: bool = true;

    /// Opens a directory.
    pub fn open(path: &Path) -> io::Result<PathDir> {
        fs::read_dir(path)?;
        PathDir::open_unlisted(path)
    }

    /// Opens a directory in order to open its entries by name. It need not be readable.
    pub(crate) fn open_unlisted(path: &Path) -> io::Result<PathDir> {
        Ok(PathDir {
            path: path.to_owned(),
        })
    }

    pub(crate) fn open_dir(&self, _name: &[u8], path: &[u8], follow: bool) -> io::Result<PathDir> {
        let path = Path::new(os_str(path));
        if !follow && path.symlink_metadata()?.is_symlink() {
            return Err(io::Error::other(
                "the directory was replaced by a symbolic link",
            ));
        }
        PathDir::open(path)
    }

    pub(crate) fn open_file(&self, _name: &[u8], path: &[u8], follow: bool) -> io::Result<File> {
        let path = Path::new(os_str(path));
        if !follow && !path.symlink_metadata()?.is_file() {
            return Err(io::Error::other("the file was replaced"));
        }
        File::open(path)
    }

    /// Returns false: not known on this platform, so files are read until a read returns nothing.
    pub(crate) fn reads_whole_pages(&self) -> bool {
        false
    }

    pub(crate) fn link_target(&self, _name: &[u8], path: &[u8]) -> io::Result<EntryKind> {
        Ok(fs::metadata(os_str(path))?.file_type().into())
    }

    pub(crate) fn stat(&self, _name: &[u8], path: &[u8], follow: bool) -> io::Result<FileStamp> {
        let path = os_str(path);
        let metadata = if follow {
            fs::metadata(path)?
        } else {
            fs::symlink_metadata(path)?
        };
        Ok(FileStamp::of(&metadata))
    }

    pub(crate) fn identity(&self) -> io::Result<Identity> {
        #[cfg(unix)]
        {
            Ok(self.stamp()?.inode)
        }
        #[cfg(not(unix))]
        {
            use std::hash::{DefaultHasher, Hash, Hasher};
            let mut hasher = DefaultHasher::new();
            self.path.canonicalize()?.hash(&mut hasher);
            Ok((0, hasher.finish()))
        }
    }

    pub(crate) fn stamp(&self) -> io::Result<FileStamp> {
        Ok(FileStamp::of(&fs::metadata(&self.path)?))
    }

    /// Calls `each` with the name and the kind of each entry, in no order.
    pub fn list(
        &self,
        _path: &[u8],
        mut each: impl FnMut(&[u8], EntryKind) -> io::Result<()>,
    ) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let kind = entry.file_type()?.into();
            each(entry.file_name().as_encoded_bytes(), kind)?;
        }
        Ok(())
    }
}
