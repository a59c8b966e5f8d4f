//! Roots that overlap: each entry is a result of the first root that selects it.
//!
//! A walk decides about an entry without knowing the walks of other roots. It asks here whether an
//! earlier root selects the entry too, which depends only on the path and on the options. The
//! answer does not depend on the order in which the walks run.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ransack_base::internal::{os_str, slashed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::buffers::{BufferRoot, OpenBuffers};
use super::classify::depth;
use super::entry_rules::RuledEntry;
use super::gitignore::Verdict;
use super::rules::Rules;
use super::walk::{NODE_MODULES, NODE_MODULES_NAME, Walker};
use crate::paths::{HiddenNames, NO_HIDDEN_NAMES, is_hidden, real_path, with_final_slash};

/// Earlier roots that may select entries below a root.
#[derive(Debug, Default)]
pub(super) struct EarlierRoots {
    /// Paths of earlier roots that are files, relative to the root.
    files: FxHashSet<Vec<u8>>,
    dirs: Vec<EarlierDir>,
    /// Whether an earlier root is the same file or, without wildcards, the same directory.
    is_repeated: bool,
}

/// An earlier root that is a directory.
#[derive(Debug)]
struct EarlierDir {
    root: u32,
    place: Place,
}

/// Place of an earlier directory relative to a root.
#[derive(Debug)]
enum Place {
    /// The directory is the root or lies above it. The path leads to the root from the
    /// directory, with a final `/` unless empty.
    Above {
        path: Vec<u8>,
        /// Whether the walk of the directory reaches the root.
        is_reached: OnceLock<bool>,
    },
    /// The directory lies below the root, at this relative path with a final `/`.
    Below(Vec<u8>),
}

impl EarlierRoots {
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.dirs.is_empty() && !self.is_repeated
    }
}

/// Finds the overlaps of roots; `is_glob` states which roots have wildcards. Roots that do not exist
/// overlap with none. O(n) in the number of roots times their depth, plus the number of pairs of
/// different roots of which one contains the other.
pub(super) fn find_overlaps(
    roots: &[PathBuf],
    is_glob: impl Fn(u32) -> bool,
    open: Option<&OpenBuffers>,
) -> Vec<EarlierRoots> {
    let mut overlaps: Vec<EarlierRoots> = Vec::new();
    if roots.len() < 2 {
        return overlaps;
    }
    overlaps.resize_with(roots.len(), EarlierRoots::default);
    // Absolute paths; a directory ends in `/`.
    let paths: Vec<Option<Vec<u8>>> = roots.iter().map(|root| absolute(root, open)).collect();
    let mut by_path: FxHashMap<&[u8], Vec<u32>> = FxHashMap::default();
    for (path, root) in paths.iter().zip(0..) {
        let Some(path) = path else { continue };
        let same = by_path.entry(path).or_default();
        // A root without wildcards stands before those with the same path.
        if !is_glob(root) && same.first().is_some_and(|&first| !is_glob(first)) {
            overlaps[root as usize].is_repeated = true;
        } else if is_glob(root) {
            same.push(root);
        } else {
            same.insert(0, root);
        }
    }
    for (path, root) in paths.iter().zip(0..) {
        let Some(path) = path else { continue };
        if overlaps[root as usize].is_repeated {
            continue;
        }
        let is_dir = path.ends_with(b"/");
        let ends = memchr::memchr_iter(b'/', path).map(|slash| slash + 1);
        let above = ends.chain((!is_dir).then_some(path.len()));
        for end in above {
            let Some(others) = by_path.get(&path[..end]) else {
                continue;
            };
            let rest = path[end..].to_vec();
            for &other in others {
                let (earlier, later) = (other.min(root), other.max(root));
                if earlier == later {
                    continue;
                }
                let found = &mut overlaps[later as usize];
                let place = if other == earlier {
                    let is_reached = OnceLock::new();
                    Place::Above {
                        path: rest.clone(),
                        is_reached,
                    }
                } else if rest.is_empty() {
                    // The other root of the pair adds it.
                    continue;
                } else if is_dir {
                    Place::Below(rest.clone())
                } else {
                    found.files.insert(rest.clone());
                    continue;
                };
                found.dirs.push(EarlierDir {
                    root: earlier,
                    place,
                });
            }
        }
    }
    overlaps
}

/// Returns the absolute path of a root with links in its directory resolved, and a final `/` for a
/// directory. Open buffers hide entries at their paths on disk.
fn absolute(root: &Path, open: Option<&OpenBuffers>) -> Option<Vec<u8>> {
    match open.and_then(|open| open.at_root(root)) {
        Some(BufferRoot::Dir(path)) => return Some(with_final_slash(path.as_os_str())),
        Some(BufferRoot::File(dir)) => {
            let mut bytes = with_final_slash(dir.as_os_str());
            bytes.extend_from_slice(root.file_name()?.as_encoded_bytes());
            return Some(bytes);
        }
        Some(BufferRoot::Nothing) => return None,
        None => {}
    }
    if root.is_dir() {
        return Some(with_final_slash(real_path(root).ok()?.as_os_str()));
    }
    let path = std::path::absolute(root).ok()?;
    let mut bytes = with_final_slash(real_path(path.parent()?).ok()?.as_os_str());
    bytes.extend_from_slice(path.file_name()?.as_encoded_bytes());
    Some(bytes)
}

impl Walker {
    /// Whether an earlier root selects the entry at a path relative to a root. The entry is in
    /// scope below the root.
    pub(super) fn is_selected_earlier(&self, root: u32, path: &[u8], is_dir: bool) -> bool {
        let Some(earlier) = self.overlaps.get(root as usize) else {
            return false;
        };
        earlier.files.contains(path)
            || earlier.dirs.iter().any(|dir| match &dir.place {
                Place::Above {
                    path: above,
                    is_reached,
                } => {
                    let reaches = || self.reaches(dir.root, above);
                    *is_reached.get_or_init(reaches)
                        && self.selects(dir.root, &[above, path].concat(), above.len(), is_dir)
                }
                Place::Below(below) => path
                    .strip_prefix(&below[..])
                    .is_some_and(|path| self.selects(dir.root, path, 0, is_dir)),
            })
    }

    /// Whether an earlier root is the same, so that this one selects nothing else.
    pub(super) fn is_repeated(&self, root: u32) -> bool {
        let earlier = self.overlaps.get(root as usize);
        earlier.is_some_and(|earlier| earlier.is_repeated)
    }

    /// Whether an earlier root selects a root that is a file.
    pub(super) fn is_file_selected_earlier(&self, root: u32) -> bool {
        let Some(earlier) = self.overlaps.get(root as usize) else {
            return false;
        };
        let is_link = || {
            let is_hidden = |open: &OpenBuffers| {
                let path = self.absolute_root(root);
                path.is_some_and(|path| open.is_buffer(&path))
            };
            self.scope.roots[root as usize].is_symlink()
                && !self.buffers.as_deref().is_some_and(is_hidden)
        };
        earlier.is_repeated
            || earlier.dirs.iter().any(|dir| {
                let Place::Above { path, is_reached } = &dir.place else {
                    return false;
                };
                (self.scope.follow_symlinks || !is_link())
                    && *is_reached.get_or_init(|| self.reaches(dir.root, path))
            })
    }

    /// Returns the absolute path of a root with links in its directory resolved, and a final `/` for
    /// a directory. `None` if the root does not exist.
    fn absolute_root(&self, root: u32) -> Option<Vec<u8>> {
        absolute(&self.scope.roots[root as usize], self.buffers.as_deref())
    }

    /// Whether the walk of a root enters the directories on the path to an entry; `path` ends in
    /// `/` for a directory. Of a file, also whether the root selects it.
    fn reaches(&self, root: u32, path: &[u8]) -> bool {
        let Some(top) = self.absolute_root(root) else {
            return false;
        };
        let top_len = top.len();
        let top = Path::new(os_str(&top));
        let ends = memchr::memchr_iter(b'/', path);
        let mut ends: Vec<usize> = ends.collect();
        let is_dir = path.is_empty() || path.ends_with(b"/");
        if !is_dir {
            ends.push(path.len());
        }
        let is_admitted = |end: &usize| {
            let is_dir = *end < path.len();
            let whole = top.join(os_str(&path[..*end]));
            let name = whole.file_name().unwrap_or_default().as_encoded_bytes();
            let rules = self.rules.has_rules();
            let rules = rules.then(|| Rules::above(&whole, &self.rules, &mut Vec::new()));
            let verdict = self.verdict(&RuledEntry {
                path: &slashed(whole.as_os_str()),
                name_len: name.len(),
                root_len: top_len,
                is_dir,
                rules: rules.flatten().as_deref(),
            });
            let is_shown = self.scope.hidden
                || self.wanted.globs.is_some()
                || !is_hidden(name)
                || verdict == Some(Verdict::Include);
            let is_left_out = is_dir
                && !self.scope.nested_repositories
                && whole.join(".git").symlink_metadata().is_ok();
            verdict != Some(Verdict::Ignore) && is_shown && !is_left_out
        };
        ends.iter().all(is_admitted)
            && (is_dir || self.selects(root, path, 0, false))
            && (!is_dir || self.enters(root, path, 0))
    }

    /// Whether a root's globs select the entry at a relative path, below directories that they
    /// admit from the offset `from` on.
    fn selects(&self, root: u32, path: &[u8], from: usize, is_dir: bool) -> bool {
        let hidden = self.hidden_names(path);
        (self.scope.max_depth).is_none_or(|max| depth(path) <= max)
            && self.enters(root, path, from)
            && self
                .globs_of(root)
                .all(|globs| globs.admits(path, is_dir, &NO_HIDDEN_NAMES))
            && (self.wanted.globs_of(root)).is_none_or(|globs| globs.admits(path, is_dir, &hidden))
    }

    /// Whether the walk of a root enters the directories above a path that end after `from`, as far
    /// as names and globs decide.
    fn enters(&self, root: u32, path: &[u8], from: usize) -> bool {
        memchr::memchr_iter(b'/', path)
            .filter(|end| *end >= from)
            .all(|end| {
                let dir = &path[..end];
                let start = memchr::memrchr(b'/', dir).map_or(0, |slash| slash + 1);
                let hidden = self.hidden_names(dir);
                (dir[start..] != *NODE_MODULES || self.has_node_modules(root))
                    && self
                        .globs_of(root)
                        .all(|globs| globs.admits_below(dir, &NO_HIDDEN_NAMES))
                    && (self.wanted.globs_of(root))
                        .is_none_or(|globs| globs.admits_below(dir, &hidden))
            })
    }

    /// Returns the hidden names on a path, which patterns must spell out.
    fn hidden_names(&self, path: &[u8]) -> HiddenNames {
        let mut names = HiddenNames::default();
        if self.needs_hidden_names() {
            let mut at = 0;
            for name in path.split(|&byte| byte == b'/') {
                names = names.with(at, name, false);
                at += name.len() + 1;
            }
        }
        names
    }

    /// Whether `node_modules` directories below a root are in scope.
    fn has_node_modules(&self, root: u32) -> bool {
        let is_within = self.absolute_root(root).is_some_and(|path| {
            Path::new(os_str(&path))
                .components()
                .any(|part| part.as_os_str() == NODE_MODULES_NAME)
        });
        self.admits_node_modules(root, is_within)
    }
}
