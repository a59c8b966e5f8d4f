//! Roots that are globs: `src/**/*.rs` stands for the directory `src` and a glob below it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use ransack_base::Result;
use ransack_base::internal::slashed;

use super::Scope;
use super::glob_list::{GlobList, RootGlobs};
use super::glob_syntax::expand_braces;
use super::snapshot::FileSource;
use crate::paths::{Dialect, PathPattern};

/// Glob of a root, relative to the directory that takes the root's place.
#[derive(Debug)]
pub(crate) struct RootGlob {
    glob: String,
    /// Directory as the caller spelled it, with `/` between components and, unless it is empty, a
    /// final `/`.
    pub(super) spelled: Vec<u8>,
}

/// Compiled glob of a root.
#[derive(Debug)]
pub(super) struct CompiledRootGlob {
    pub(super) globs: GlobList,
    /// Directory as the caller spelled it, with `/` between components and, unless it is empty, a
    /// final `/`.
    pub(super) spelled: Vec<u8>,
}

impl RootGlob {
    /// Compiles the glob. It selects the files that it matches, and everything below the
    /// directories that it matches.
    pub(super) fn compile(self, dir: &Path) -> Result<CompiledRootGlob> {
        let globs = [format!("{}/", self.glob), self.glob];
        Ok(CompiledRootGlob {
            globs: RootGlobs::root(&globs, dir)?,
            spelled: self.spelled,
        })
    }
}

/// Replaces each root that holds folders of a workspace, and is in none, by these folders. A root that
/// is a glob is replaced by globs below the folders that it reaches.
pub(super) fn divide_roots(roots: &mut Vec<PathBuf>, source: &dyn FileSource) {
    let divide = |root: PathBuf| {
        let (dir, glob) = match resolve(&root, Some(source)) {
            Some((dir, RootGlob { glob, .. })) => (dir, Some(glob)),
            None => (root.clone(), None),
        };
        let mut divided = Vec::new();
        for (folder, relative) in source.folders_below(&dir) {
            let globs = match &glob {
                Some(glob) => globs_below(glob, &slashed(relative.as_os_str())),
                None => vec![String::new()],
            };
            divided.extend(globs.iter().map(|glob| match glob.is_empty() {
                true => folder.clone(),
                false => folder.join(glob),
            }));
        }
        if divided.is_empty() {
            divided.push(root);
        }
        divided
    };
    *roots = std::mem::take(roots).into_iter().flat_map(divide).collect();
}

/// Returns globs, relative to a directory, that together select the paths below it that `glob`
/// selects. An empty glob selects everything below the directory; any other begins with a wildcard.
/// `dir` is relative to the directory of `glob`. Empty if `glob` selects nothing below `dir` or cannot be
/// parsed.
fn globs_below(glob: &str, dir: &[u8]) -> Vec<String> {
    let mut globs = Vec::new();
    for text in expand_braces(glob).unwrap_or_default() {
        let segments: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
        for count in 1..=segments.len() {
            let (before, after) = segments.split_at(count);
            let Ok(pattern) = PathPattern::new(before.join("/").as_bytes(), Dialect::Glob) else {
                continue;
            };
            let mut ends = memchr::memchr_iter(b'/', dir);
            let matches = |end: usize| pattern.matches(&dir[..end], Dialect::Glob);
            if after.is_empty() && ends.any(matches) {
                return vec![String::new()];
            }
            if matches(dir.len()) {
                // A `**` that matches the directory also matches directories below it.
                let from = count - usize::from(before.last() == Some(&"**"));
                globs.push(as_glob(&segments[from..]));
            }
        }
    }
    match globs.iter().any(String::is_empty) {
        true => vec![String::new()],
        false => globs,
    }
}

/// Joins segments to a glob. Braces without alternatives make a literal first segment part of it, so that
/// the glob need not match a file.
fn as_glob(segments: &[&str]) -> String {
    let literal_end = match segments.first() {
        Some(first) if !is_wildcard(first) => first.len(),
        _ => return segments.join("/"),
    };
    let mut glob = segments.join("/");
    glob.insert_str(literal_end, "{}");
    glob
}

/// Replaces each root that is a glob by the directory before its first wildcard, and returns the
/// glob of each root. A root that exists, or has a buffer in `source`, is not a glob.
pub(crate) fn resolve_roots(
    scope: &mut Scope,
    source: Option<&dyn FileSource>,
) -> Vec<Option<RootGlob>> {
    let roots = scope.roots.iter_mut();
    let globs = roots.map(|root| {
        let (dir, glob) = resolve(root, source)?;
        *root = dir;
        Some(glob)
    });
    globs.collect()
}

/// Splits a root that is a glob. Returns `None` for any other root.
fn resolve(root: &Path, source: Option<&dyn FileSource>) -> Option<(PathBuf, RootGlob)> {
    let text = root.to_str()?;
    if !is_wildcard(text)
        || fs::symlink_metadata(root).is_ok()
        || source.is_some_and(|source| source.has_buffer(root))
    {
        return None;
    }
    let mut dir = PathBuf::new();
    let mut components = root.components();
    let mut rest = components.as_path();
    while let Some(component) = components.next() {
        if let Component::Normal(name) = component
            && name.to_str().is_none_or(is_wildcard)
            && fs::symlink_metadata(dir.join(name)).is_err()
        {
            break;
        }
        dir.push(component);
        rest = components.as_path();
    }
    // The directories exist up to the first wildcard, or the root is missing.
    let glob = String::from_utf8(slashed(rest.as_os_str())).ok()?;
    let mut spelled = slashed(dir.as_os_str());
    if spelled.last().is_some_and(|last| *last != b'/') {
        spelled.push(b'/');
    }
    if dir.as_os_str().is_empty() {
        dir.push(".");
    }
    Some((dir, RootGlob { glob, spelled }))
}

/// Whether a path or a component of it contains a wildcard.
fn is_wildcard(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

#[cfg(test)]
mod tests;
