//! Looking at single names instead of listing their directory.

use std::io;

use super::Survey;
use crate::scan::dir::{Dir, EntryKind};
use crate::scan::listing::Role;
use crate::scan::table::{ListedDir, Presence, Row, SeenNames, SeenRow, TableDir};

/// Names in a directory of the base that files and links, but no directories,
/// have come at or gone from.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) dir: u32,
    pub(crate) names: Vec<(Box<[u8]>, Last)>,
}

/// What was last heard of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// This is there.
    Is(EntryKind),
    /// Something is there.
    There,
    Gone,
}

impl Survey {
    /// Looks at single names of a directory.
    pub(super) fn look(&self, mut look: Look) -> io::Result<SeenNames> {
        let known = &self.base.dirs()[look.dir as usize];
        let root = self.base.root().len();
        let mut path = [self.base.root(), &known.path[..]].concat();
        let mut dir: Option<Dir> = None;
        if look.names.iter().any(|(_, last)| *last == Last::There) {
            let name: &[u8] = match known.path.is_empty() {
                true => b".",
                false => &known.path,
            };
            dir = Some(self.root.open_dir(name, &path, false)?);
        }
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        let above = path.len();
        let rules = known.state.as_ref().and_then(|state| state.rules.as_ref());
        // In the order of the table, where each is then found near the last.
        look.names.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut near = self.base.first_of(look.dir);
        let mut seen = SeenNames {
            dir: look.dir,
            names: Vec::new(),
            rows: Vec::with_capacity(look.names.len()),
        };
        for (name, last) in &look.names {
            path.truncate(above);
            path.extend_from_slice(name);
            let kind = match (last, &dir) {
                (Last::Is(kind), _) => Some(*kind),
                (Last::There, Some(dir)) => dir.stat(name, &path, false).ok().map(|s| s.kind),
                (Last::There, None) | (Last::Gone, _) => None,
            };
            let place = self.base.search(near, &path[root..]);
            let (Ok(at) | Err(at)) = place;
            near = at;
            // That it is a directory by now will be told.
            let kind = kind.filter(|kind| matches!(kind, EntryKind::File | EntryKind::Symlink));
            if kind.is_none() && place.is_err() {
                continue;
            }
            let (Ok(start), Ok(len)) = (u32::try_from(seen.names.len()), u16::try_from(name.len()))
            else {
                return Err(io::Error::other("the directory's listing is too large"));
            };
            seen.names.extend_from_slice(name);
            let row = |kind, verdict| Row::new(start, len, Role::Item(kind), verdict);
            seen.rows.push(match kind {
                Some(kind) => SeenRow {
                    row: row(kind, rules.and_then(|r| r.verdict(&path, name, false))),
                    presence: Presence::There,
                    place,
                },
                None => SeenRow {
                    row: row(EntryKind::Other, None),
                    presence: Presence::Gone,
                    place,
                },
            });
        }
        Ok(seen)
    }

    /// What is known of a directory of the base that cannot be opened.
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
