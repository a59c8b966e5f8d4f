//! Starts a walk in the middle: a call that continues an earlier one lists only the directories on
//! the path to its first entry, and what comes after.

use ransack_base::RelPath;

use super::listing::{Listing, ListingEntry};
use super::walk::Walker;

/// Starting point of a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScanStart {
    /// 0-based index of the root.
    pub(crate) root: u32,
    /// Sort path of the first entry, relative to the root.
    pub(crate) path: Vec<u8>,
    /// Number of results of that entry to skip.
    pub(crate) passed: u64,
}

/// Position after a result: its file, and the number of results returned from that file.
#[derive(Clone, Debug)]
pub(crate) struct FilePosition {
    pub(crate) root: u32,
    /// Path as results show it.
    pub(crate) path: RelPath,
    pub(crate) count: u64,
}

impl FilePosition {
    /// Returns the position after one more result, whose root and path are given.
    pub(crate) fn after(
        before: Option<FilePosition>,
        place: Option<(u32, &RelPath)>,
    ) -> Option<FilePosition> {
        let (root, path) = place?;
        Some(match before {
            Some(before) if before.is_in(root, path) => FilePosition {
                count: before.count + 1,
                ..before
            },
            _ => FilePosition {
                root,
                path: path.clone(),
                count: 1,
            },
        })
    }

    /// Whether the position is in this file.
    pub(crate) fn is_in(&self, root: u32, path: &RelPath) -> bool {
        self.root == root && self.path == *path
    }
}

impl Walker {
    /// Returns where the walk starts, if not at the first entry of the first root.
    pub(crate) fn start(&self) -> Option<&ScanStart> {
        self.start.as_ref()
    }

    /// Returns the index of the first root to open.
    pub(crate) fn first_root(&self) -> u32 {
        self.start.as_ref().map_or(0, |start| start.root)
    }

    /// Whether the walk starts at this entry.
    pub(crate) fn starts_at(&self, listing: &Listing, entry: ListingEntry) -> bool {
        self.start.as_ref().is_some_and(|start| {
            start.root == listing.root && listing.sort_path(entry) == start.path
        })
    }

    /// Whether an entry below `root`, given by its sort path, comes before the start and contains
    /// nothing that does not.
    pub(super) fn is_passed(&self, root: u32, path: &[u8]) -> bool {
        self.start.as_ref().is_some_and(|start| {
            let leads_there = path.last() == Some(&b'/') && start.path.starts_with(path);
            start.root == root && *path < start.path[..] && !leads_there
        })
    }

    /// Drops the entries of a listing before the start.
    pub(super) fn drop_passed(&self, listing: &mut Listing) {
        if self
            .start
            .as_ref()
            .is_some_and(|start| start.root == listing.root)
        {
            let mut entries = std::mem::take(&mut listing.entries);
            entries.retain(|entry| !self.is_passed(listing.root, &listing.sort_path(*entry)));
            listing.entries = entries;
        }
    }

    /// Returns where a walk starts that continues after a result.
    pub(crate) fn start_after(&self, position: &FilePosition) -> ScanStart {
        let len = self
            .prefix_lens
            .get(position.root as usize)
            .and_then(|len| len.get());
        let path = &position.path.as_bytes()[len.copied().unwrap_or(0)..];
        let start = self.start.as_ref();
        let first = start.filter(|start| start.root == position.root && start.path == path);
        ScanStart {
            root: position.root,
            path: path.to_vec(),
            passed: position.count + first.map_or(0, |first| first.passed),
        }
    }
}
