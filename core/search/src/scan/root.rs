//! Opens the roots of a call. Ignore rules, globs and types do not exclude a root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ransack_base::internal::{ErrorParts, slashed};
use ransack_base::{CancelToken, Error, ErrorKind, Result, SkipReason};

use super::RootKinds;
use super::buffers::BufferRoot;
use super::dir::Dir;
use super::file_stamp::EntryKind;
use super::listing::{EntryRole, Listing, ListingEntry};
use super::rules::Rules;
use super::seen::Seen;
use super::view::View;
use super::walk::{NODE_MODULES_NAME, Skips, Walker, skip};
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
    /// call can examine, or is a directory although the call requires files. If the call has other
    /// roots and does not need every root, one that cannot be opened is skipped with its reason in
    /// `skips`, unless all the others have been skipped too.
    pub(crate) fn open_root(
        &self,
        root: u32,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> Result<Option<Root>> {
        match self.open_one(root, token, skips) {
            Err(error) if is_unopened(&error) && !self.wanted.needs_every_root => {
                let missing = self.missing.fetch_add(1, Ordering::Relaxed) + 1;
                if missing == self.roots() {
                    // The same error whichever root was opened last.
                    return match self.open_one(0, token, skips) {
                        Ok(_) => Err(error),
                        Err(first) => Err(first),
                    };
                }
                let shown = self
                    .shown_paths
                    .of_missing(&self.scope.roots[root as usize]);
                let detail = error.io_error().map(ToString::to_string);
                skips.push(skip(SkipReason::Unreadable, root, &shown, detail));
                Ok(None)
            }
            opened => {
                if let Ok(opened) = &opened {
                    let prefix = match opened {
                        Root::Listing(listing) => listing.shown_prefix(),
                        Root::View(view) => view.shown_prefix(),
                    };
                    self.prefix_lens[root as usize].get_or_init(|| prefix.len());
                }
                opened.map(Some)
            }
        }
    }

    fn open_one(&self, root: u32, token: &CancelToken, skips: &mut Skips) -> Result<Root> {
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
                let message = "the root is a directory, and this call takes one file";
                Err(Error::option(message).with_path(given))
            }
            EntryKind::Dir if self.is_repeated(root) => {
                Ok(Root::Listing(Listing::of(None, b"/".to_vec())))
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
            let shown = self.shown_paths.of_outside(&bytes);
            skips.push(skip(SkipReason::IgnoreFile, root, shown, detail));
        }
        let in_node_modules = path
            .components()
            .any(|c| c.as_os_str() == NODE_MODULES_NAME);
        let bytes = with_final_slash(path.as_os_str());
        let listing = Listing {
            root,
            rules,
            buffers: self.buffers.as_ref().map(|b| b.in_dir(&bytes, false)),
            node_modules: self.admits_node_modules(root, in_node_modules),
            shown_prefix: {
                let glob = self.root_globs[root as usize].as_ref();
                self.shown_paths
                    .before_dir(&bytes, glob.map(|glob| &glob.spelled[..]))
            },
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
        let shown_prefix = self.shown_paths.before_file(given, place.as_deref())?;
        let place = place.map(|place| with_final_slash(place.as_os_str()));
        let buffers = self.buffers.as_ref().zip(place);
        let len = u16::try_from(name.len()).map_err(|_| io::ErrorKind::InvalidFilename)?;
        let entry = ListingEntry {
            start: 0,
            len,
            role: EntryRole::Item(EntryKind::File),
            row: 0,
        };
        let is_new = !self.is_file_selected_earlier(root);
        Ok(Root::Listing(Listing {
            root,
            shown_prefix,
            names: name.to_vec(),
            entries: is_new.then_some(entry).into_iter().collect(),
            names_seen: 1,
            node_modules: true,
            follow: true,
            is_root_file: true,
            buffers: buffers.map(|(open, place)| open.in_dir(&place, false)),
            ..Listing::of(dir, bytes)
        }))
    }
}

/// Whether an error says that a root could not be opened.
fn is_unopened(error: &Error) -> bool {
    error.io_error().is_some() && error.kind() != ErrorKind::InvalidOption
}
