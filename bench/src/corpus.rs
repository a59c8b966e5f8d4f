//! Directory to search.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ransack::{CancelToken, FileType, GlobOptions, glob_stream};

/// File name in a corpus that is a single text.
pub(crate) const TEXT: &str = "text";

/// An existing directory.
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

    /// Creates a corpus of one file, [`TEXT`], in `dir`: text files of this
    /// corpus, concatenated up to 64 MB.
    pub(crate) fn in_one_text(&self, dir: &Path) -> Result<Corpus, Box<dyn Error>> {
        let mut text = Vec::new();
        let mut options = GlobOptions::new("**/*.{c,h,rs,js,ts,py,go,java,md,txt}", &self.path);
        options.file_type = Some(FileType::File);
        glob_stream(&options, &CancelToken::new()).for_each(|file| {
            if let Ok(content) = fs::read(self.path.join(&file.path))
                && !content.contains(&0)
            {
                text.extend_from_slice(&content);
            }
            if text.len() < 64_000_000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        fs::write(dir.join(TEXT), text)?;
        Ok(Corpus::open_path(dir)?)
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

/// Makes Git recognise a directory as a repository, so ignore rules apply.
pub(crate) fn make_repository(dir: &Path) -> io::Result<()> {
    for name in ["objects", "refs"] {
        fs::create_dir_all(dir.join(".git").join(name))?;
    }
    fs::write(dir.join(".git/HEAD"), "ref: refs/heads/main\n")
}
