//! Files of a patch: which change of the patch concerns which file on disk.
//!
//! As in Git, renames and copies refer to the files before the patch, so files can swap their names.
//! Other changes of the same path follow each other, so a patch may hold several commits.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::file_change::FileChangeKind;
use crate::patch::{FilePatch, Patch, PatchConflict};

/// File that a patch changes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PatchTarget {
    /// Path before the patch; `None` if the patch creates the file.
    pub(super) source: Option<Vec<u8>>,
    /// Path after the patch; `None` if the patch deletes the file.
    pub(super) result: Option<Vec<u8>>,
    /// Whether the file at `source` stays, and the result is another file.
    pub(super) is_copy: bool,
    /// Indices of the changes in the patch, in order.
    pub(super) steps: Vec<usize>,
}

impl PatchTarget {
    /// Returns the index of the first change of the file in the patch.
    pub(super) fn first_step(&self) -> u32 {
        self.steps.first().map_or(0, |step| *step as u32)
    }
}

/// Conflict of a file with a change of a patch.
#[derive(Clone, Debug)]
pub(super) struct FileConflict {
    /// Index of the change.
    pub(super) step: usize,
    pub(super) conflict: PatchConflict,
}

/// Chooses a path for each file that the patch may name by several: the best one that exists or, for
/// a file to create, the best one of those that need the fewest new directories. If none exists, the
/// best one of all; the others then stay.
pub(super) fn choose_paths(patch: &mut Patch, exists: &dyn Fn(&[u8]) -> bool) {
    // Paths that the changes before have added or removed.
    let mut changed: FxHashMap<Vec<u8>, bool> = FxHashMap::default();
    for file in &mut patch.files {
        if !file.other_paths.is_empty() {
            let exists = |path: &[u8]| {
                let now = changed.get(path).copied();
                now.unwrap_or_else(|| exists(path))
            };
            let missing_parents = |path: &[u8]| {
                let slashes = (0..path.len()).filter(|at| path[*at] == b'/');
                slashes.filter(|at| !exists(&path[..*at])).count()
            };
            let mut paths = std::iter::once(&file.path).chain(&file.other_paths);
            let chosen = match file.change {
                FileChangeKind::Create => paths.min_by_key(|path| missing_parents(path)),
                _ => paths.find(|path| exists(path)),
            };
            if let Some(chosen) = chosen.cloned() {
                file.path = chosen;
                file.other_paths.clear();
            }
        }
        let path = &file.path;
        changed.extend(match &file.change {
            FileChangeKind::Create => vec![(path.clone(), true)],
            FileChangeKind::Modify => Vec::new(),
            FileChangeKind::Delete => vec![(path.clone(), false)],
            FileChangeKind::Rename(to) => vec![(path.clone(), false), (to.clone(), true)],
            FileChangeKind::Copy(to) => vec![(to.clone(), true)],
        });
    }
}

/// Returns the files of a patch, and the conflicts with the files that exist.
pub(super) fn targets(
    patch: &Patch,
    exists: &dyn Fn(&[u8]) -> bool,
) -> (Vec<PatchTarget>, Vec<FileConflict>) {
    let loses_path = |file: &&FilePatch| {
        matches!(
            file.change,
            FileChangeKind::Delete | FileChangeKind::Rename(_)
        )
    };
    let removed = patch.files.iter().filter(loses_path);
    let mut targets = PatchTargets {
        exists,
        all: Vec::new(),
        names: FxHashMap::default(),
        used: FxHashSet::default(),
        removed: removed.map(|file| &*file.path).collect(),
    };
    let mut conflicts = Vec::new();
    for (step, file) in patch.files.iter().enumerate() {
        if let Err(message) = targets.add(step, file) {
            let mut message = message.to_owned();
            if !file.other_paths.is_empty() {
                let tried = file.other_paths.iter();
                let tried = tried.map(|path| format!("`{}`", String::from_utf8_lossy(path)));
                message += &format!("; also tried {}", tried.collect::<Vec<_>>().join(" and "));
            }
            let conflict = PatchConflict::new(message);
            conflicts.push(FileConflict { step, conflict });
        }
    }
    (targets.all, conflicts)
}

struct PatchTargets<'p> {
    exists: &'p dyn Fn(&[u8]) -> bool,
    all: Vec<PatchTarget>,
    /// Target that has a path after the changes so far; `None` if no target has it any more.
    names: FxHashMap<&'p [u8], Option<usize>>,
    /// Paths before the patch of all targets that are no copies.
    used: FxHashSet<&'p [u8]>,
    /// Paths that a change of the patch deletes or renames.
    removed: FxHashSet<&'p [u8]>,
}

impl<'p> PatchTargets<'p> {
    fn add(&mut self, step: usize, file: &'p FilePatch) -> Result<(), &'static str> {
        let path = &*file.path;
        let at = match &file.change {
            FileChangeKind::Create => {
                self.check_free(path)?;
                self.push(None, path, false)
            }
            FileChangeKind::Modify => self.source(path)?,
            FileChangeKind::Delete => {
                let at = self.source(path)?;
                self.all[at].result = None;
                self.names.insert(path, None);
                at
            }
            FileChangeKind::Rename(to) => {
                let at = match self.used.contains(path) {
                    true => self.source(path)?,
                    false => self.file_on_disk(path)?,
                };
                self.check_free(to)?;
                self.all[at].result = Some(to.clone());
                let has_path = self.names.get(path) == Some(&Some(at));
                if has_path || !self.names.contains_key(path) {
                    self.names.insert(path, None);
                }
                self.names.insert(to, Some(at));
                at
            }
            FileChangeKind::Copy(to) => {
                if !(self.exists)(path) {
                    return Err("the file does not exist");
                }
                self.check_free(to)?;
                self.push(Some(path), to, true)
            }
        };
        self.all[at].steps.push(step);
        Ok(())
    }

    /// Returns the target that has a path now.
    fn source(&mut self, path: &'p [u8]) -> Result<usize, &'static str> {
        match self.names.get(path) {
            Some(Some(at)) => Ok(*at),
            Some(None) => Err("the patch has deleted or renamed the file before"),
            None => {
                let at = self.file_on_disk(path)?;
                self.names.insert(path, Some(at));
                Ok(at)
            }
        }
    }

    fn file_on_disk(&mut self, path: &'p [u8]) -> Result<usize, &'static str> {
        if !(self.exists)(path) {
            return Err("the file does not exist");
        }
        self.used.insert(path);
        self.all.push(PatchTarget {
            source: Some(path.to_vec()),
            result: Some(path.to_vec()),
            is_copy: false,
            steps: Vec::new(),
        });
        Ok(self.all.len() - 1)
    }

    /// Adds a target that gets a path.
    fn push(&mut self, source: Option<&'p [u8]>, result: &'p [u8], is_copy: bool) -> usize {
        let at = self.all.len();
        self.all.push(PatchTarget {
            source: source.map(<[u8]>::to_vec),
            result: Some(result.to_vec()),
            is_copy,
            steps: Vec::new(),
        });
        self.names.insert(result, Some(at));
        at
    }

    /// Fails if a path that the patch adds exists.
    fn check_free(&self, path: &[u8]) -> Result<(), &'static str> {
        let exists = match self.names.get(path) {
            Some(now) => now.is_some(),
            None => (self.exists)(path) && !self.removed.contains(path),
        };
        match exists {
            true => Err("the path to add exists"),
            false => Ok(()),
        }
    }
}
