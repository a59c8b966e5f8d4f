//! Temporary tree to search, with access to its files by short names.

use std::fs;
use std::path::{Path, PathBuf};

use ransack_search::{CancelToken, GrepMatch, GrepMode, GrepOptions, Outcome, grep};
use ransack_testing_base::samples;
use tempfile::TempDir;

/// Temporary directory with files.
pub struct Tree {
    dir: TempDir,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    pub fn new() -> Tree {
        Tree {
            dir: TempDir::new().unwrap(),
        }
    }

    /// Waits until a write would change the metadata of every file: timestamps have a resolution of
    /// up to two seconds.
    pub fn settle(&self) {
        std::thread::sleep(std::time::Duration::from_millis(2100));
    }

    pub fn of(files: &[(&str, &str)]) -> Tree {
        let tree = Tree::new();
        for (path, content) in files {
            tree.write(path, content);
        }
        tree
    }

    /// Returns a tree of the small files of all languages.
    pub fn samples() -> Tree {
        let tree = Tree::new();
        for file in samples::files() {
            fs::copy(&file, tree.root().join(file.file_name().unwrap())).unwrap();
        }
        tree
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Makes Git recognise a directory of the tree as a repository.
    pub fn make_repository(&self, dir: &str) {
        self.write(&format!("{dir}/.git/HEAD"), "ref: refs/heads/main\n");
        for name in ["objects", "refs"] {
            fs::create_dir_all(self.path(&format!("{dir}/.git/{name}"))).unwrap();
        }
    }

    pub fn grep(&self, pattern: &str) -> Outcome<GrepMatch> {
        run(&GrepOptions::new(pattern, self.root()))
    }

    /// Paths of the files in scope, all of which must contain an `x`.
    pub fn files(&self, adjust: impl FnOnce(&mut GrepOptions)) -> Vec<String> {
        files_below(self.root(), adjust)
    }
}

/// Paths of the files below `root` that contain an `x`.
pub fn files_below(root: &Path, adjust: impl FnOnce(&mut GrepOptions)) -> Vec<String> {
    let mut options = GrepOptions::new("x", root);
    options.select.mode = GrepMode::FilesWithMatches;
    adjust(&mut options);
    paths(&run(&options).items)
}

pub fn run(options: &GrepOptions) -> Outcome<GrepMatch> {
    grep(options, &CancelToken::new()).unwrap()
}

pub fn paths(items: &[GrepMatch]) -> Vec<String> {
    items
        .iter()
        .map(|m| m.path.to_string_lossy().into_owned())
        .collect()
}

/// Generator of small pseudo-random numbers, identical in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Next number, less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}
