//! The directory that is searched.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A directory that exists.
pub(crate) struct Corpus {
    path: PathBuf,
}

impl Corpus {
    pub(crate) fn open(path: &str) -> io::Result<Corpus> {
        Corpus::open_path(Path::new(path))
    }

    pub(crate) fn open_path(path: &Path) -> io::Result<Corpus> {
        let path = path.canonicalize()?;
        if !path.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Corpus { path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if !self.path.ancestors().any(|dir| dir.join(".git").exists()) {
            write!(f, " (no repository: .gitignore files do not hold)")?;
        }
        Ok(())
    }
}
