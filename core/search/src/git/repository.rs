//! Whether a directory is a repository, by the rules of Git's `setup.c`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::is_missing;

use super::{Trace, to_path};

/// A repository with a work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repository {
    /// Top directory of the work tree.
    pub(crate) top: PathBuf,
    /// Directory of this work tree: `HEAD`, `index`, `config.worktree`.
    pub(super) git_dir: PathBuf,
    /// Directory shared by all work trees: `config`, `info/exclude`.
    pub(crate) common_dir: PathBuf,
    /// Content of `HEAD`.
    pub(super) head: Vec<u8>,
    /// Whether Git recognises the directory as a repository.
    pub(crate) is_valid: bool,
}

/// Maximum size of a `.git` file, `commondir` and `HEAD`, in bytes.
const MAX_SIZE: u64 = 1 << 20;

impl Repository {
    /// Returns the path of the repository's own ignore rules.
    pub(crate) fn exclude_file(&self) -> PathBuf {
        self.common_dir.join("info/exclude")
    }

    /// Returns the repository whose work tree is `top`. Returns `None` if `top/.git` is not a
    /// repository: an empty directory, or a file that does not lead to one.
    pub(crate) fn at(top: &Path, trace: &mut Trace) -> Option<Repository> {
        Repository::open(&top.join(".git"), top, trace)
    }

    /// Returns the repository that an empty or broken `top/.git` stands for when no valid
    /// repository encloses it. Its `info/exclude` applies; its configuration does not.
    pub(crate) fn broken_at(top: &Path) -> Repository {
        let git_dir = top.join(".git");
        Repository {
            top: top.to_owned(),
            common_dir: git_dir.clone(),
            git_dir,
            head: Vec::new(),
            is_valid: false,
        }
    }

    /// Returns the repository with the work tree `top` whose `.git` is a directory, a link to a
    /// directory, or a file that names one (linked work trees and submodules).
    pub(super) fn open(dot_git: &Path, top: &Path, trace: &mut Trace) -> Option<Repository> {
        let git_dir = if trace.is_dir(dot_git) {
            dot_git.to_owned()
        } else {
            let text = trace.read(dot_git, MAX_SIZE)?;
            let name = trim_line_ends(text.strip_prefix(b"gitdir: ")?);
            dot_git.parent()?.join(to_path(name))
        };
        let head = read_head(&git_dir.join("HEAD"), trace)?;
        let common_dir = match trace.read(&git_dir.join("commondir"), MAX_SIZE) {
            Some(name) => git_dir.join(to_path(trim_line_ends(&name))),
            None => git_dir.clone(),
        };
        for name in ["objects", "refs"] {
            if !trace.is_dir(&common_dir.join(name)) {
                return None;
            }
        }
        Some(Repository {
            top: top.to_owned(),
            git_dir,
            common_dir,
            head,
            is_valid: true,
        })
    }
}

/// Returns the content of `HEAD` if it is valid, that is, names a reference or a commit.
fn read_head(path: &Path, trace: &mut Trace) -> Option<Vec<u8>> {
    // A link, as written by old versions, need not lead to a file.
    match fs::read_link(path) {
        Ok(target) => {
            trace.inputs.push(path.to_owned());
            let target = target.as_os_str().as_encoded_bytes();
            if target.starts_with(b"refs/") {
                return Some([b"ref: ", target].concat());
            }
        }
        // Not a link.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput || is_missing(&error) => {}
        Err(error) => trace.faults.push((path.to_owned(), error)),
    }
    let head = trace.read(path, MAX_SIZE)?;
    let is_valid = match head.strip_prefix(b"ref:") {
        Some(name) => name.trim_ascii_start().starts_with(b"refs/"),
        None => head.len() >= 40 && head[..40].iter().all(u8::is_ascii_hexdigit),
    };
    is_valid.then_some(head)
}

fn trim_line_ends(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !b"\r\n".contains(b));
    &text[..end.map_or(0, |last| last + 1)]
}
