//! Paths that the calls of a workspace may reach. All paths are judged here: roots of calls, targets of
//! links, files of edits, entries of walks and of file tables.
//!
//! A path is judged with its links resolved: first by the denied globs, then by the allowed directories
//! and files. A denied directory denies everything below it. No glob denies the root or a directory
//! above it.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, os_str, slashed};
use ransack_base::{Error, OptionName, Result, SkipReason};

use super::buffers::resolve;
use super::glob_list::{GlobList, RootGlobs};
use crate::paths::{real_path, with_final_slash};

/// Maximum number of allowed directories and files in a message.
const MAX_NAMED: usize = 3;

/// Globs of denied paths.
#[derive(Debug, Default)]
pub(crate) struct DeniedGlobs {
    globs: Vec<String>,
    /// Directories that globs are relative to, with links resolved and a final `/`. The root is the
    /// first.
    bases: Vec<(Vec<u8>, GlobList)>,
    /// Globs for paths that are neither in nor above these directories.
    elsewhere: GlobList,
}

impl DeniedGlobs {
    /// Compiles globs that are relative to each of `dirs`, whose first is the root.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidGlob`](ransack_base::ErrorKind::InvalidGlob) if a glob cannot be parsed.
    pub(crate) fn new(globs: &[String], dirs: &[PathBuf]) -> Result<DeniedGlobs> {
        if globs.is_empty() {
            return Ok(DeniedGlobs::default());
        }
        let mut bases = Vec::with_capacity(dirs.len());
        for dir in dirs {
            let Ok(real) = resolve(dir) else { continue };
            let list = RootGlobs::denied(globs, dir)?;
            bases.push((with_final_slash(real.as_os_str()), list));
        }
        Ok(DeniedGlobs {
            globs: globs.to_vec(),
            bases,
            elsewhere: RootGlobs::denied(globs, Path::new("/"))?,
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.globs.is_empty()
    }

    /// Whether a glob matches the entry at an absolute path with links resolved. The directories above
    /// are not considered.
    pub(crate) fn match_entry(&self, path: &[u8], is_dir: bool) -> bool {
        self.glob_of(path, is_dir).is_some()
    }

    fn glob_of(&self, path: &[u8], is_dir: bool) -> Option<&str> {
        let is_above = |base: &[u8]| {
            let rest = base.strip_prefix(path);
            rest.is_some_and(|rest| path.ends_with(b"/") || rest.starts_with(b"/"))
        };
        if self.bases.first().is_some_and(|(root, _)| is_above(root)) {
            return None;
        }
        let mut is_elsewhere = true;
        let mut index = None;
        for (base, list) in &self.bases {
            let relative = path.strip_prefix(&base[..]);
            is_elsewhere &= relative.is_none() && !is_above(base);
            index = index.or_else(|| list.selecting(relative?, is_dir));
        }
        if is_elsewhere {
            let start = memchr::memchr(b'/', path).map_or(0, |slash| slash + 1);
            index = self.elsewhere.selecting(&path[start..], is_dir);
        }
        Some(&self.globs[index?])
    }

    /// Returns the glob that denies an absolute path with links resolved, or a directory above it.
    fn glob_denying(&self, path: &Path) -> Option<&str> {
        if self.is_empty() {
            return None;
        }
        let bytes = slashed(path.as_os_str());
        let mut above = memchr::memchr_iter(b'/', &bytes).skip(1);
        let of_dirs = above.find_map(|slash| self.glob_of(&bytes[..slash], true));
        of_dirs.or_else(|| {
            let is_dir = fs::metadata(path).is_ok_and(|found| found.is_dir());
            self.glob_of(&bytes, is_dir)
        })
    }
}

/// Paths that the calls of a workspace may reach.
#[derive(Debug)]
pub(crate) struct PathBounds {
    /// Directories and files that contain all paths, as given and with links resolved; `None` for no
    /// limit.
    allowed: Option<Vec<PathBuf>>,
    /// Allowed directories and files as messages name them.
    named: Vec<PathBuf>,
    denied: Arc<DeniedGlobs>,
}

impl PathBounds {
    /// Creates bounds. `named` are the allowed directories and files as given, and `real` those that
    /// exist, with links resolved; `None` allows every path that is not denied.
    pub(crate) fn new(
        named: Vec<PathBuf>,
        real: Option<Vec<PathBuf>>,
        denied: Arc<DeniedGlobs>,
    ) -> PathBounds {
        let allowed = real.map(|mut real| {
            // Only a path that cannot be resolved begins with an unresolved one.
            real.extend(named.iter().cloned());
            real
        });
        PathBounds {
            allowed,
            named,
            denied,
        }
    }

    /// Fails if an absolute path may not be reached. A path that cannot be resolved is judged as
    /// spelled, with the targets of broken links.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the path is denied or not allowed.
    pub(crate) fn check(&self, given: &Path) -> Result<()> {
        self.judge(given).map(drop)
    }

    /// Returns an absolute path with its links resolved. The path need not exist.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the path is denied or not allowed, and a system error if it cannot be
    /// resolved.
    pub(crate) fn resolve(&self, given: &Path) -> Result<PathBuf> {
        let resolved = self.judge(given)?;
        resolved.map_err(|error| Error::root(given, error))
    }

    fn judge(&self, given: &Path) -> Result<io::Result<PathBuf>> {
        let resolved = resolve(given);
        let spelled;
        let path = match &resolved {
            Ok(real) => real,
            Err(_) => {
                spelled = spelled_target(given);
                &spelled
            }
        };
        if let Some(glob) = self.denied.glob_denying(path) {
            return Err(Error::option("the workspace denies the path")
                .with_pattern(glob)
                .with_path(given));
        }
        if !self.allows(path) {
            return Err(self.outside(given));
        }
        Ok(resolved)
    }

    fn allows(&self, path: &Path) -> bool {
        let allowed = self.allowed.as_ref();
        allowed.is_none_or(|allowed| allowed.iter().any(|above| path.starts_with(above)))
    }

    fn outside(&self, path: &Path) -> Error {
        let named = self.named.iter().take(MAX_NAMED);
        let mut list: Vec<String> = named.map(|path| format!("`{}`", path.display())).collect();
        if self.named.len() > MAX_NAMED {
            list.push(format!("{} more", self.named.len() - MAX_NAMED));
        }
        let list = list.join(", ");
        Error::option(format!(
            "the path leads outside the workspace, which allows {list}"
        ))
        .with_path(path)
        .with_advice("list it in", OptionName::Allow, "to allow it")
    }

    /// Whether some paths are denied.
    pub(super) fn deny_some(&self) -> bool {
        !self.denied.is_empty()
    }

    /// Whether a glob denies the entry at an absolute path with links resolved, whose directory is not
    /// denied.
    pub(super) fn deny_entry(&self, path: &[u8], is_dir: bool) -> bool {
        self.denied.match_entry(path, is_dir)
    }

    /// Returns the reason for which a symbolic link is not followed. A broken link leads nowhere.
    pub(super) fn refuse_link(&self, link: &[u8]) -> Option<SkipReason> {
        let target = real_path(Path::new(os_str(link))).ok()?;
        if self.denied.glob_denying(&target).is_some() {
            return Some(SkipReason::Denied);
        }
        (!self.allows(&target)).then_some(SkipReason::Outside)
    }

    /// Whether a symbolic link leads to a denied path.
    pub(super) fn deny_target(&self, link: &[u8]) -> bool {
        self.deny_some() && self.refuse_link(link) == Some(SkipReason::Denied)
    }
}

/// Returns where an absolute path leads. Neither its components nor the targets of its links need to
/// exist.
fn spelled_target(path: &Path) -> PathBuf {
    /// Number of links that are followed, as in Linux.
    const MAX_LINKS: usize = 40;
    let mut links = 0;
    let mut resolved = PathBuf::new();
    let mut left: Vec<PathBuf> = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        let mut components = path.components();
        let Some(first) = components.next() else {
            continue;
        };
        left.push(components.as_path().to_owned());
        match first {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            _ => resolved.push(first),
        }
        if links < MAX_LINKS
            && matches!(first, Component::Normal(_))
            && let Ok(target) = fs::read_link(&resolved)
        {
            links += 1;
            resolved.pop();
            left.push(target);
        }
    }
    resolved
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
