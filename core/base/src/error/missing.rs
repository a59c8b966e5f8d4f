//! Existing paths nearest to a missing path.

use std::fs;
use std::path::{Path, PathBuf};

use crate::nearest::nearest;

/// Maximum number of directory entries compared with a missing name.
const MAX_NAMES: usize = 10_000;

/// Returns the existing paths nearest to a missing path: siblings with a name similar to its first
/// missing component, or else the directory that lacks the component.
pub(super) fn nearest_existing(path: &Path) -> Vec<String> {
    let mut missing = path;
    let (parent, name) = loop {
        let (Some(parent), Some(name)) = (missing.parent(), missing.file_name()) else {
            return Vec::new();
        };
        if parent.as_os_str().is_empty() || parent.is_dir() {
            break (parent, name);
        }
        missing = parent;
    };
    // The name exists: it is a link whose target is missing.
    if missing.is_symlink() {
        return Vec::new();
    }
    let place = match parent.as_os_str().is_empty() {
        true => Path::new("."),
        false => parent,
    };
    let names: Vec<String> = (fs::read_dir(place).into_iter().flatten())
        .take(MAX_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let near = nearest(&name.to_string_lossy(), names.iter().map(String::as_str));
    let shown = |path: PathBuf| path.to_string_lossy().into_owned();
    match near.is_empty() {
        false => (near.iter().map(|name| shown(parent.join(name)))).collect(),
        true if parent.as_os_str().is_empty() => Vec::new(),
        true => vec![shown(parent.to_owned())],
    }
}
