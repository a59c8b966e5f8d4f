//! Conditions of `includeIf` sections.

use std::path::{Path, PathBuf};

use ransack_base::internal::slashed;

use super::environment::GitEnvironment;
use super::to_path;
use crate::paths::{Dialect, PathPattern, real_path, with_final_slash};

/// Repository that conditions refer to.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) git_dir: &'a Path,
    /// Content of `HEAD`.
    pub(super) head: &'a [u8],
    pub(super) environment: &'a GitEnvironment,
}

impl Subject<'_> {
    /// Whether a condition holds in the configuration file at `file`, if it is
    /// in one. `urls` are the URLs of all remotes, needed only by `hasconfig`.
    pub(super) fn holds(&self, condition: &[u8], file: Option<&Path>, urls: &[Vec<u8>]) -> bool {
        let after = |prefix: &str| condition.strip_prefix(prefix.as_bytes());
        if let Some(pattern) = after("gitdir:") {
            self.is_git_dir(pattern, file, Dialect::Git)
        } else if let Some(pattern) = after("gitdir/i:") {
            self.is_git_dir(pattern, file, Dialect::GitIgnoreCase)
        } else if let Some(pattern) = after("onbranch:") {
            self.branch()
                .is_some_and(|branch| matches(&with_content(pattern), branch, Dialect::Git))
        } else if let Some(pattern) = after("hasconfig:remote.*.url:") {
            let mut urls = urls.iter();
            urls.any(|url| matches(pattern, url, Dialect::Git))
        } else {
            false
        }
    }

    /// Returns the current branch without `refs/heads/`.
    fn branch(&self) -> Option<&[u8]> {
        let head = self.head.strip_prefix(b"ref:")?.trim_ascii();
        head.strip_prefix(b"refs/heads/")
    }

    fn is_git_dir(&self, pattern: &[u8], file: Option<&Path>, dialect: Dialect) -> bool {
        let expanded = self.environment.expand(pattern).ok();
        let mut pattern = match expanded {
            // The home directory's real path.
            Some(path) if pattern.starts_with(b"~/") => {
                let end: &[u8] = if pattern.ends_with(b"/") { b"/" } else { b"" };
                let path = resolve_home(self.environment, path);
                let path = slashed(path.as_os_str());
                [path.strip_suffix(b"/").unwrap_or(&path), end].concat()
            }
            Some(path) if pattern.starts_with(b"~") => slashed(path.as_os_str()),
            _ => pattern.to_vec(),
        };
        // Leading literal text, in which no character is special.
        let mut prefix = Vec::new();
        if let Some(rest) = pattern.strip_prefix(b"./") {
            let Some(dir) = file.and_then(|f| real_path(f).ok()?.parent().map(Path::to_owned))
            else {
                return false;
            };
            prefix = with_final_slash(dir.as_os_str());
            pattern = rest.to_vec();
        } else if !to_path(&pattern).is_absolute() {
            pattern = [b"**/", &pattern[..]].concat();
        }
        let pattern = with_content(&pattern);
        let real = real_path(self.git_dir).ok();
        let given = std::path::absolute(self.git_dir).ok();
        [real, given].into_iter().flatten().any(|dir| {
            let mut text = slashed(dir.as_os_str());
            if dialect == Dialect::GitIgnoreCase {
                text.make_ascii_lowercase();
                prefix.make_ascii_lowercase();
            }
            let rest = text.strip_prefix(&prefix[..]);
            rest.is_some_and(|rest| matches(&pattern, rest, dialect))
        })
    }
}

fn resolve_home(environment: &GitEnvironment, path: PathBuf) -> PathBuf {
    let home = environment.home.as_deref();
    let real = home.and_then(|home| real_path(home).ok());
    match (home.and_then(|home| path.strip_prefix(home).ok()), real) {
        (Some(rest), Some(real)) => real.join(rest),
        _ => path,
    }
}

/// Makes a pattern with a trailing `/` match everything below.
fn with_content(pattern: &[u8]) -> Vec<u8> {
    let all: &[u8] = if pattern.ends_with(b"/") { b"**" } else { b"" };
    [pattern, all].concat()
}

/// Whether a path or URL matches under the rules of Git's `wildmatch` with
/// `WM_PATHNAME`.
fn matches(pattern: &[u8], text: &[u8], dialect: Dialect) -> bool {
    let (pattern, text) = (&name_empty(pattern)[..], &name_empty(text)[..]);
    // A path pattern has no leading empty component.
    let text = match pattern.strip_prefix(b"/") {
        Some(pattern) => {
            let rest = text.strip_prefix(b"/");
            return rest.is_some_and(|text| matches_relative(pattern, text, dialect));
        }
        None if pattern.starts_with(b"**/") => text.strip_prefix(b"/").unwrap_or(text),
        None => text,
    };
    matches_relative(pattern, text, dialect)
}

/// Names the empty component of `//`, because components of path patterns are
/// not empty.
fn name_empty(text: &[u8]) -> Vec<u8> {
    let mut named: Vec<u8> = Vec::with_capacity(text.len());
    for &byte in text {
        if byte == b'/' && named.last() == Some(&b'/') {
            named.push(0);
        }
        named.push(byte);
    }
    named
}

fn matches_relative(pattern: &[u8], text: &[u8], dialect: Dialect) -> bool {
    let compiled = PathPattern::new(pattern, dialect);
    compiled.is_ok_and(|compiled| compiled.matches(text, dialect))
}
