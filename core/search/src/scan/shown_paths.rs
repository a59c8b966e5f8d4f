//! Base of the paths in results.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, rel_path, slashed};
use ransack_base::{Error, RelPath, Result};

use super::Scope;
use super::root_globs::{RootGlob, resolve_roots};
use super::snapshot::FileSource;
use crate::paths::{real_path, with_final_slash};

/// Base of the paths in results and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathsFrom {
    /// Paths below a root that is a directory are relative to that root. The path of a root that is
    /// a file, and paths that a root with wildcards selects, begin as the root is spelled.
    Root,
    /// Paths are relative to the workspace's root; a path outside the workspace is absolute.
    Workspace,
    /// Paths are absolute, with symbolic links in the root's path resolved.
    Absolute,
}

/// Base of the paths of a call.
#[derive(Debug, Default)]
pub(super) struct ShownPaths {
    /// `None` means [`PathsFrom::Root`].
    from: Option<PathsFrom>,
    /// Root of the call's workspace with a final `/`, as opened and with links resolved.
    workspace: Vec<Vec<u8>>,
}

impl ShownPaths {
    /// Creates the base that a scope selects. `workspace` is the root of its workspace, if any.
    pub(super) fn new(scope: &Scope, workspace: Option<&Path>) -> Result<ShownPaths> {
        if scope.paths_from == Some(PathsFrom::Workspace) && workspace.is_none() {
            return Err(Error::option(
                "there is no workspace that paths are relative to",
            ));
        }
        let spellings = workspace.into_iter().flat_map(|root| {
            let real = real_path(root).ok();
            [Some(root.to_owned()), real].into_iter().flatten()
        });
        Ok(ShownPaths {
            from: scope.paths_from.or(workspace.map(|_| PathsFrom::Workspace)),
            workspace: spellings
                .map(|root| with_final_slash(root.as_os_str()))
                .collect(),
        })
    }

    /// Returns what results show before a path below a root that is a directory. `dir` is the
    /// absolute path of the root with a final `/`, and `spelled` its spelling if it belongs to a
    /// root with wildcards.
    pub(super) fn before_dir(&self, dir: &[u8], spelled: Option<&[u8]>) -> Arc<[u8]> {
        match (self.from, spelled) {
            (Some(PathsFrom::Absolute), _) => dir.into(),
            (Some(PathsFrom::Workspace), _) => self.below_workspace(dir).into(),
            (_, Some(_)) if !self.workspace.is_empty() => self.below_workspace(dir).into(),
            (_, spelled) => spelled.unwrap_or_default().into(),
        }
    }

    /// Returns what results show before the name of a root that is a file. `place` is its
    /// directory with links resolved; `None` looks it up on disk.
    pub(super) fn before_file(
        &self,
        given: &Path,
        place: Option<&Path>,
    ) -> std::io::Result<Arc<[u8]>> {
        if self.workspace.is_empty() && self.from != Some(PathsFrom::Absolute) {
            let bytes = slashed(given.as_os_str());
            let name = memchr::memrchr(b'/', &bytes).map_or(0, |slash| slash + 1);
            return Ok(bytes[..name].into());
        }
        let path = std::path::absolute(given)?;
        let parent = path.parent().unwrap_or(Path::new("/"));
        let is_plain = parent.components().all(|part| part != Component::ParentDir);
        let is_absolute = self.from == Some(PathsFrom::Absolute);
        let dir = match place {
            _ if is_plain && !is_absolute => with_final_slash(parent.as_os_str()),
            Some(place) => with_final_slash(place.as_os_str()),
            None => with_final_slash(real_path(parent)?.as_os_str()),
        };
        Ok(match is_absolute {
            true => dir.into(),
            false => self.below_workspace(&dir).into(),
        })
    }

    /// Returns the path of a missing root.
    pub(super) fn of_missing(&self, given: &Path) -> Vec<u8> {
        let bytes = slashed(given.as_os_str());
        self.below_workspace(&bytes).to_vec()
    }

    /// Returns an absolute path outside the root of the walk that found it.
    pub(super) fn of_outside<'p>(&self, path: &'p [u8]) -> &'p [u8] {
        match self.from {
            Some(PathsFrom::Workspace) => self.below_workspace(path),
            _ => path,
        }
    }

    /// Returns the part of an absolute path below the workspace, or the whole path.
    fn below_workspace<'p>(&self, path: &'p [u8]) -> &'p [u8] {
        let below = |root: &Vec<u8>| path.strip_prefix(&root[..]);
        self.workspace.iter().find_map(below).unwrap_or(path)
    }
}

/// Returns the path of a file, which need not exist, as results show a root that is this file.
///
/// # Errors
///
/// Returns `InvalidOption` if paths are relative to a workspace that the scope lacks.
pub fn shown_file(scope: &Scope, file: &Path) -> Result<RelPath> {
    let workspace = scope.workspace.as_ref().map(|source| source.0.root());
    let shown = ShownPaths::new(scope, workspace)?;
    Ok(rel_path(match shown.before_file(file, None) {
        Ok(before) => [
            &before,
            file.file_name().unwrap_or_default().as_encoded_bytes(),
        ]
        .concat(),
        // `..` after a directory that does not exist.
        Err(_) => shown.of_missing(file),
    }))
}

/// Roots of a scope, for callers that do not walk it.
pub struct ScopeRoots {
    roots: Vec<PathBuf>,
    globs: Vec<Option<RootGlob>>,
    shown: ShownPaths,
}

impl ScopeRoots {
    /// Resolves the roots of a scope of a call that has begun.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if paths are relative to a workspace that the scope lacks.
    pub fn of(scope: &Scope) -> Result<ScopeRoots> {
        let mut scope = scope.clone();
        let source = scope.workspace.take();
        let source = source.as_ref().map(|workspace| &*workspace.0);
        let globs = resolve_roots(&mut scope, source);
        Ok(ScopeRoots {
            globs,
            shown: ShownPaths::new(&scope, source.map(FileSource::root))?,
            roots: scope.roots,
        })
    }

    /// Returns the directories and files that a call walks: a root that is a glob is replaced by
    /// the directory before its first wildcard.
    pub fn walked(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Returns the first root that contains a file, and the file's path as results show it. `file`
    /// is absolute, with links resolved.
    pub fn shown(&self, file: &Path) -> Option<(u32, RelPath)> {
        self.roots.iter().zip(0..).find_map(|(given, at)| {
            let root = real_path(given).unwrap_or_else(|_| given.clone());
            if root == file {
                let name = given.file_name().unwrap_or_default().as_encoded_bytes();
                let before = self.shown.before_file(given, None).ok()?;
                return Some((at, rel_path([&before, name].concat())));
            }
            let rest = slashed(file.strip_prefix(&root).ok()?.as_os_str());
            let spelled = self.globs[at as usize]
                .as_ref()
                .map(|glob| &glob.spelled[..]);
            let before = self
                .shown
                .before_dir(&with_final_slash(root.as_os_str()), spelled);
            Some((at, rel_path([&before, &rest[..]].concat())))
        })
    }
}
