//! Opens the roots of a call. Ignore rules, globs and types do not exclude a root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, slashed};
use ransack_base::{CancelToken, Error, Result, SkipReason};

use super::RootKinds;
use super::buffers::BufferRoot;
use super::dir::Dir;
use super::file_stamp::EntryKind;
use super::listing::{EntryRole, Listing, ListingEntry};
use super::rules::Rules;
use super::seen::Seen;
use super::view::View;
use super::walk::{NODE_MODULES, NODE_MODULES_NAME, Skips, Walker, skip};
use crate::paths::{real_path, with_final_slash};

/// An opened root.
#[derive(Debug)]
pub(crate) enum Root {
    Listing(Listing),
    /// The root is in the file table.
    View(View),
}

impl Walker {
    /// Opens a root. Returns a view if the table has the root, otherwise its listing; for a file, a
    /// listing with that file.
    ///
    /// # Errors
    ///
    /// Fails if the root does not exist, cannot be read, is neither a directory nor a file that the
    /// call can examine, or is a directory although the call requires files.
    pub(crate) fn open_root(
        &self,
        root: u32,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> Result<Root> {
        let given = &self.scope.roots[root as usize];
        let failed = |error| Error::root(given, error);
        let buffered = self.buffers.as_ref().and_then(|open| open.at_root(given));
        let (kind, place) = match buffered {
            Some(BufferRoot::File(dir)) => (EntryKind::File, Some(dir)),
            Some(BufferRoot::Dir(path)) => (EntryKind::Dir, Some(path)),
            Some(BufferRoot::Nothing) => return Err(failed(io::ErrorKind::NotFound.into())),
            None => (
                fs::metadata(given).map_err(failed)?.file_type().into(),
                None,
            ),
        };
        match kind {
            EntryKind::Dir if self.wanted.roots == RootKinds::Files => {
                let message = "the root is a directory, not a file";
                Err(Error::option(message).with_path(given))
            }
            EntryKind::Dir => self
                .open_root_dir(root, place, token, skips)
                .map_err(failed),
            EntryKind::File if self.wanted.roots == RootKinds::Dirs => Err(failed(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a directory",
            ))),
            EntryKind::File => self.list_root_file(root, given, place).map_err(failed),
            EntryKind::Symlink | EntryKind::Other => Err(failed(io::Error::new(
                io::ErrorKind::InvalidInput,
                "neither a file nor a directory",
            ))),
        }
    }

    /// Opens a root that is a directory. `only_buffers` is its path if it exists only through open
    /// buffers.
    fn open_root_dir(
        &self,
        root: u32,
        only_buffers: Option<PathBuf>,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> io::Result<Root> {
        let (path, dir) = match only_buffers {
            Some(path) => (path, None),
            None => {
                let path = real_path(&self.scope.roots[root as usize])?;
                let dir = Dir::open(&path)?;
                (path, Some(Arc::new(dir)))
            }
        };
        let mut unreadable = Vec::new();
        let rules = if self.rules.has_rules() {
            Rules::above(&path, &self.rules, &mut unreadable)
        } else {
            None
        };
        for (path, error) in unreadable {
            let bytes = slashed(path.as_os_str());
            let detail = Some(error.to_string());
            skips.push(skip(SkipReason::IgnoreFile, root, &bytes, detail));
        }
        let in_node_modules = path
            .components()
            .any(|c| c.as_os_str() == NODE_MODULES_NAME);
        let bytes = with_final_slash(path.as_os_str());
        let listing = Listing {
            root,
            rules,
            buffers: self.buffers.as_ref().map(|b| b.in_dir(&bytes, false)),
            node_modules: self.scope.node_modules
                || in_node_modules
                || self.globs_of(root).any(|globs| globs.names(NODE_MODULES)),
            follow: self.scope.follow_symlinks,
            ..Listing::of(dir, bytes)
        };
        if self.scope.max_depth == Some(0) {
            self.seen.note(Seen::TOO_DEEP);
            return Ok(Root::Listing(listing));
        }
        let known = self
            .known
            .as_ref()
            .and_then(|known| Some((known, known.find(&listing.path)?)));
        Ok(match known {
            Some((known, id)) => Root::View(View::new(self, known, id, listing)),
            None => Root::Listing(self.fill(listing, token, skips)?),
        })
    }

    /// Returns the listing of a root that is a file. If the file has a buffer, `place` is its
    /// directory with links resolved.
    fn list_root_file(&self, root: u32, given: &Path, place: Option<PathBuf>) -> io::Result<Root> {
        // Uses the name as given, so a link to a file keeps its name.
        let path = std::path::absolute(given)?;
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let parent = path.parent().unwrap_or(Path::new("/"));
        let bytes = with_final_slash(parent.as_os_str());
        let dir = match Dir::open_unlisted(parent) {
            Ok(dir) => Some(Arc::new(dir)),
            Err(_) if place.is_some() => None,
            Err(error) => return Err(error),
        };
        let place = place.map(|place| with_final_slash(place.as_os_str()));
        let buffers = self.buffers.as_ref().zip(place);
        let len = u16::try_from(name.len()).map_err(|_| io::ErrorKind::InvalidFilename)?;
        Ok(Root::Listing(Listing {
            root,
            names: name.to_vec(),
            entries: vec![ListingEntry {
                start: 0,
                len,
                role: EntryRole::Item(EntryKind::File),
                row: 0,
            }],
            names_seen: 1,
            node_modules: true,
            follow: true,
            is_root_file: true,
            buffers: buffers.map(|(open, place)| open.in_dir(&place, false)),
            ..Listing::of(dir, bytes)
        }))
    }
}
