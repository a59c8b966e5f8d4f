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
mod tests {
    use super::*;

    fn denied(globs: &[&str], dirs: &[&Path]) -> DeniedGlobs {
        let globs: Vec<String> = globs.iter().map(|glob| (*glob).to_owned()).collect();
        let dirs: Vec<PathBuf> = dirs.iter().map(|dir| (*dir).to_owned()).collect();
        DeniedGlobs::new(&globs, &dirs).unwrap()
    }

    #[test]
    fn globs_are_relative_to_the_directory_that_holds_the_path() {
        let (root, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root_path = root.path().canonicalize().unwrap();
        let other_path = other.path().canonicalize().unwrap();
        let globs = ["*.key", "private/", "a/b.txt", ".env*", "!.env.sample"];
        let denied = denied(&globs, &[&root_path, &other_path]);
        fs::create_dir_all(root_path.join("private/deep")).unwrap();
        for (path, glob) in [
            ("x.key", Some("*.key")),
            ("d/ü.key", Some("*.key")),
            ("d/x.keys", None),
            ("private", Some("private/")),
            ("private/deep/x", Some("private/")),
            ("d/private/x", Some("private/")),
            ("a/b.txt", Some("a/b.txt")),
            ("c/a/b.txt", None),
            (".env.local", Some(".env*")),
            (".env.sample", None),
            ("", None),
        ] {
            assert_eq!(denied.glob_denying(&root_path.join(path)), glob, "{path}");
        }
        assert_eq!(
            denied.glob_denying(&other_path.join("a/b.txt")),
            Some("a/b.txt")
        );
        assert_eq!(
            denied.glob_denying(Path::new("/elsewhere/x.key")),
            Some("*.key")
        );
        assert_eq!(denied.glob_denying(Path::new("/elsewhere/a/b.txt")), None);
    }

    #[test]
    fn globs_match_only_below_the_root_and_the_allowed_directories() {
        let outer = tempfile::tempdir().unwrap();
        let outer = outer.path().canonicalize().unwrap();
        let (root, given) = (outer.join("above/proj"), outer.join("given"));
        fs::create_dir_all(root.join("src")).unwrap();
        fs::create_dir_all(given.join("src")).unwrap();
        let except_src = ["*", "!src", "!src/**"];
        let all = [&root, &given];
        let nested = [&root, &outer];
        for (globs, dirs, path, is_denied) in [
            (&["above/"][..], all, "above/proj/a", false),
            (&["above/"], all, "above/proj/above/a", true),
            (&["proj/"], all, "above/proj", false),
            (&["proj/"], all, "above", false),
            (&["given"], all, "given/a", false),
            (&["given"], all, "given", false),
            (&["given"], all, "given/given", true),
            (&["above"], all, "above/other", false),
            (&["other"], all, "above/other", true),
            (&except_src, all, "", false),
            (&except_src, all, "above/proj/src/d/a", false),
            (&except_src, all, "above/proj/a", true),
            (&except_src, all, "given/src/a", false),
            (&except_src, all, "given/a", true),
            (&except_src, all, "other", true),
            (&["above/"], nested, "above/proj/a", false),
            (&["proj/a"], nested, "above/proj/a", false),
            (&["above/proj/a"], nested, "above/proj/a", true),
            (&["given"], nested, "given/a", true),
        ] {
            let dirs = dirs.map(PathBuf::as_path);
            let glob = denied(globs, &dirs)
                .glob_denying(&outer.join(path))
                .is_some();
            assert_eq!(glob, is_denied, "{globs:?} {path}");
        }
    }

    #[test]
    fn an_absolute_glob_denies_its_path_wherever_it_lies() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().canonicalize().unwrap();
        let inside = format!("{}/secret", path.display());
        let denied = denied(&[&inside, "/elsewhere/secret"], &[&path]);
        assert!(denied.glob_denying(&path.join("secret")).is_some());
        assert!(denied.glob_denying(&path.join("secret/x")).is_some());
        assert!(denied.glob_denying(&path.join("a/secret")).is_none());
        assert!(
            denied
                .glob_denying(Path::new("/elsewhere/secret/x"))
                .is_some()
        );
        assert!(denied.glob_denying(Path::new("/elsewhere/other")).is_none());
    }

    #[test]
    fn a_broken_link_leads_to_its_target() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().canonicalize().unwrap();
        fs::create_dir(path.join("d")).unwrap();
        symlink("../none", path.join("d/up")).unwrap();
        symlink("/none/a", path.join("far")).unwrap();
        symlink("far/b", path.join("chain")).unwrap();
        symlink("loop", path.join("loop")).unwrap();
        for (given, target) in [
            ("d/up", path.join("none")),
            ("d/up/x/../y", path.join("none/y")),
            ("far", "/none/a".into()),
            ("chain/c", "/none/a/b/c".into()),
            ("none/../d/up/..", path.clone()),
            ("loop", path.join("loop")),
        ] {
            assert_eq!(spelled_target(&path.join(given)), target, "{given}");
        }
    }

    #[test]
    fn a_message_names_a_few_allowed_paths_and_counts_the_rest() {
        let named: Vec<PathBuf> = (0..5).map(|n| format!("/allowed{n}").into()).collect();
        let bounds = PathBounds::new(named, Some(Vec::new()), Arc::default());
        let message = bounds.check(Path::new("/other")).unwrap_err().to_string();
        assert!(
            message.contains("allows `/allowed0`, `/allowed1`, `/allowed2`, 2 more: /other"),
            "{message}"
        );
    }

    #[test]
    fn a_path_below_a_missing_directory_is_judged_through_its_links() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root_path = root.path().canonicalize().unwrap();
        std::os::unix::fs::symlink(outside.path(), root_path.join("out")).unwrap();
        let real = Some(vec![root_path.clone()]);
        let bounds = PathBounds::new(vec![root_path.clone()], real, Arc::default());
        assert!(bounds.check(&root_path.join("new/file")).is_ok());
        for path in ["out/new/file", "../file", "new/../../file"] {
            assert!(bounds.check(&root_path.join(path)).is_err(), "{path}");
        }
    }
}
