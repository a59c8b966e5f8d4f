//! Probes single names instead of listing their directories.

use std::io;

use super::parallel_scan::ParallelScan;
use crate::scan::dir::Dir;
use crate::scan::file_stamp::EntryKind;
use crate::scan::listing::EntryRole;
use crate::scan::table::{ListedDir, Presence, SeenNames, SeenRow, TableDir, TableRow};

/// Names of files and links that appeared in or vanished from a directory of the table.
#[derive(Debug)]
pub(crate) struct Probe {
    pub(crate) dir: u32,
    pub(crate) names: Vec<(Box<[u8]>, LastSeen)>,
}

/// Last state of a name according to its change events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastSeen {
    /// An entry of this kind exists.
    Is(EntryKind),
    /// An entry of unknown kind exists, or no entry exists.
    Unknown,
    Gone,
}

impl ParallelScan {
    /// Probes single names of a directory.
    pub(super) fn probe(&self, mut probe: Probe) -> io::Result<SeenNames> {
        let known = &self.base.dirs()[probe.dir as usize];
        if self.base.folders().divide(&known.path) {
            let is_listed = |name: &(Box<[u8]>, LastSeen)| self.admits(&known.path, &name.0);
            probe.names.retain(is_listed);
        }
        let root = self.base.root().len();
        let mut path = [self.base.root(), &known.path[..]].concat();
        let mut dir: Option<Dir> = None;
        if probe
            .names
            .iter()
            .any(|(_, last)| *last == LastSeen::Unknown)
        {
            let name: &[u8] = match known.path.is_empty() {
                true => b".",
                false => &known.path,
            };
            dir = Some(self.root()?.open_dir(name, &path, false)?);
        }
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        let parent_len = path.len();
        let rules = known.state.as_ref().and_then(|state| state.rules.as_ref());
        // In table order, so each name is found near the previous one.
        probe.names.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut near = self.base.first_of(probe.dir);
        let mut seen = SeenNames {
            dir: probe.dir,
            names: Vec::new(),
            rows: Vec::with_capacity(probe.names.len()),
        };
        for (name, last) in &probe.names {
            path.truncate(parent_len);
            path.extend_from_slice(name);
            let kind = match (last, &dir) {
                (LastSeen::Is(kind), _) => Some(*kind),
                (LastSeen::Unknown, Some(dir)) => dir.stat(name, &path, false).ok().map(|s| s.kind),
                (LastSeen::Unknown, None) | (LastSeen::Gone, _) => None,
            };
            let position = self.base.search(near, &path[root..]);
            let (Ok(at) | Err(at)) = position;
            near = at;
            // Another event reports a directory that replaced the entry.
            let kind = kind.filter(|kind| matches!(kind, EntryKind::File | EntryKind::Symlink));
            if kind.is_none() && position.is_err() {
                continue;
            }
            let (Ok(start), Ok(len)) = (u32::try_from(seen.names.len()), u16::try_from(name.len()))
            else {
                return Err(io::Error::other("the directory's listing is too large"));
            };
            seen.names.extend_from_slice(name);
            let row = |role, verdict| TableRow::new(start, len, role, verdict);
            seen.rows.push(match kind {
                Some(kind) => SeenRow {
                    row: row(
                        self.role(&path, kind),
                        rules.and_then(|r| r.verdict(&path, name, false)),
                    ),
                    presence: Presence::Exists,
                    position,
                },
                None => SeenRow {
                    row: row(EntryRole::Item(EntryKind::Other), None),
                    presence: Presence::Gone,
                    position,
                },
            });
        }
        Ok(seen)
    }

    /// Returns the entry for a directory that cannot be opened.
    pub(super) fn unlisted(&self, id: u32) -> ListedDir {
        let known = &self.base.dirs()[id as usize];
        ListedDir::new(
            id,
            TableDir {
                state: None,
                ..known.clone()
            },
        )
    }
}
