use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dir::{Dir, EntryKind, Identity, Stat, target_kind};
use super::gitignore::Verdict;
use super::rules::{IgnoreFiles, Rules};
use super::{Filter, Scope, Wanted};
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::path::{RelPath, os_str};
use crate::report::{SkipReason, SkippedPath};

/// Turns roots and directories into listings of what is in scope. One level a
/// call; who calls decides the order and the threads.
#[derive(Debug)]
pub(crate) struct Walker {
    scope: Scope,
    filter: Filter,
    wanted: Wanted,
}

/// The entries of one directory that are in scope, in path order, with the
/// directory held open.
#[derive(Debug)]
pub(crate) struct Listing {
    dir: Dir,
    root: u32,
    /// Absolute path with a final `/`.
    path: Vec<u8>,
    /// Where in `path` the part that results show begins.
    shown_from: usize,
    /// All names, one after the other.
    names: Vec<u8>,
    entries: Vec<Entry>,
    /// How many names the directory holds, in scope or not.
    names_seen: u64,
    rules: Option<Arc<Rules>>,
    /// Whether `node_modules` is no longer left out here.
    node_modules: bool,
    above: Option<Arc<Ancestor>>,
    follow: bool,
}

/// One entry of a [`Listing`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    start: u32,
    len: u16,
    pub(crate) role: Role,
}

/// What an entry of a listing is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// To be examined as what it is.
    Item(EntryKind),
    /// A directory to be walked. It sorts where its content does.
    Walk,
}

impl Entry {
    pub(crate) fn is_walked(self) -> bool {
        self.role == Role::Walk
    }
}

/// The directories that lead to one, kept only while symbolic links are
/// followed.
#[derive(Debug)]
struct Ancestor {
    identity: Identity,
    above: Option<Arc<Ancestor>>,
}

impl Drop for Ancestor {
    fn drop(&mut self) {
        unlink(self.above.take(), |ancestor| ancestor.above.take());
    }
}

/// Frees a chain link by link: as deep as directories can nest, the compiler's
/// way would overflow the stack.
pub(super) fn unlink<T>(first: Option<Arc<T>>, next: impl Fn(&mut T) -> Option<Arc<T>>) {
    let mut link = first;
    while let Some(mut last) = link.and_then(Arc::into_inner) {
        link = next(&mut last);
    }
}

/// Paths left out, with the reason.
pub(crate) type Skips = Vec<(SkipReason, SkippedPath)>;

impl Walker {
    pub(crate) fn new(scope: &Scope, wanted: Wanted) -> Result<Walker> {
        if scope.roots.is_empty() {
            return Err(Error::option("no root was given"));
        }
        for root in &scope.roots {
            if root.as_os_str().is_empty() {
                return Err(Error::option("a root is the empty path"));
            }
            if root.as_os_str().as_encoded_bytes().contains(&0) {
                return Err(Error::option("a root holds a NUL byte"));
            }
        }
        Ok(Walker {
            filter: Filter::new(scope)?,
            scope: scope.clone(),
            wanted,
        })
    }

    pub(crate) fn roots(&self) -> u32 {
        self.scope.roots.len() as u32
    }

    /// Opens a root: its own listing, or for a file one of just that file.
    pub(crate) fn open_root(
        &self,
        root: u32,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> Result<Listing> {
        let given = &self.scope.roots[root as usize];
        let failed = |error| Error::root(given, error);
        let metadata = fs::metadata(given).map_err(failed)?;
        match target_kind(&metadata) {
            EntryKind::Dir => {
                let path = real_path(given).map_err(failed)?;
                let dir = Dir::open(&path).map_err(failed)?;
                let mut faults = Vec::new();
                let rules = if self.scope.gitignore {
                    Rules::above(&path, &mut faults)
                } else {
                    None
                };
                for (path, error) in faults {
                    let bytes = path.as_os_str().as_encoded_bytes();
                    skips.push(skip(
                        SkipReason::IgnoreFile,
                        root,
                        bytes,
                        Some(error.to_string()),
                    ));
                }
                let in_node_modules = path
                    .components()
                    .any(|c| c.as_os_str() == NODE_MODULES_NAME);
                let mut bytes = path.into_os_string().into_encoded_bytes();
                if bytes.last() != Some(&b'/') {
                    bytes.push(b'/');
                }
                let listing = Listing {
                    dir,
                    root,
                    shown_from: bytes.len(),
                    path: bytes,
                    names: Vec::new(),
                    entries: Vec::new(),
                    names_seen: 0,
                    rules,
                    node_modules: self.scope.node_modules
                        || in_node_modules
                        || self.filter.names(NODE_MODULES)
                        || self.wanted.names(NODE_MODULES),
                    above: None,
                    follow: self.scope.follow_symlinks,
                };
                self.fill(listing, token, skips).map_err(failed)
            }
            EntryKind::File if self.wanted.globs.is_some() => {
                Err(failed(io::ErrorKind::NotADirectory.into()))
            }
            EntryKind::File => {
                // The name as it was given, so that a link to a file keeps its.
                let path = std::path::absolute(given).map_err(failed)?;
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .as_encoded_bytes()
                    .to_vec();
                let parent = path.parent().unwrap_or(Path::new("/"));
                let dir = Dir::open(parent).map_err(failed)?;
                let mut bytes = parent.as_os_str().as_encoded_bytes().to_vec();
                if bytes.last() != Some(&b'/') {
                    bytes.push(b'/');
                }
                let len = u16::try_from(name.len())
                    .map_err(|_| failed(io::ErrorKind::InvalidFilename.into()))?;
                Ok(Listing {
                    dir,
                    root,
                    shown_from: bytes.len(),
                    path: bytes,
                    names: name,
                    entries: vec![Entry {
                        start: 0,
                        len,
                        role: Role::Item(EntryKind::File),
                    }],
                    names_seen: 1,
                    rules: None,
                    node_modules: true,
                    above: None,
                    follow: true,
                })
            }
            EntryKind::Symlink | EntryKind::Other => Err(failed(io::Error::new(
                io::ErrorKind::InvalidInput,
                "neither a file nor a directory",
            ))),
        }
    }

    /// The listing of the directory that is `entry` in `parent`. `None` if
    /// it could not be listed, which `skips` then says.
    pub(crate) fn open_dir(
        &self,
        parent: &Listing,
        entry: Entry,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> Option<Listing> {
        let mut path = parent.path_of(entry);
        let opened = parent
            .dir
            .open_dir(parent.name(entry), &path, parent.follow);
        let dir = match opened {
            Ok(dir) => dir,
            Err(error) => {
                skips.push(parent.skip(entry, SkipReason::Unreadable, Some(error.to_string())));
                return None;
            }
        };
        let mut above = None;
        if parent.follow {
            // A followed link may lead back up.
            let identity = dir.identity().ok()?;
            let mut up = parent.above.as_ref();
            while let Some(ancestor) = up {
                if ancestor.identity == identity {
                    skips.push(parent.skip(entry, SkipReason::SymlinkLoop, None));
                    return None;
                }
                up = ancestor.above.as_ref();
            }
            above = Some(Arc::new(Ancestor {
                identity,
                above: parent.above.clone(),
            }));
        }
        path.push(b'/');
        let listing = Listing {
            dir,
            root: parent.root,
            path,
            shown_from: parent.shown_from,
            names: Vec::new(),
            entries: Vec::new(),
            names_seen: 0,
            rules: parent.rules.clone(),
            node_modules: parent.node_modules,
            above,
            follow: parent.follow,
        };
        match self.fill(listing, token, skips) {
            Ok(listing) => Some(listing),
            Err(error) => {
                skips.push(parent.skip(entry, SkipReason::Unreadable, Some(error.to_string())));
                None
            }
        }
    }

    /// Reads the directory and keeps what is in scope.
    fn fill(
        &self,
        mut listing: Listing,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> io::Result<Listing> {
        if listing.follow && listing.above.is_none() {
            let identity = listing.dir.identity()?;
            listing.above = Some(Arc::new(Ancestor {
                identity,
                above: None,
            }));
        }
        let mut found = IgnoreFiles::default();
        let mut all: Vec<(u32, u16, EntryKind)> = Vec::new();
        let names = &mut listing.names;
        listing.dir.list(&listing.path, |name, kind| {
            if all.len() % 1024 == 1023 && token.is_cancelled() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            found.note(name);
            let (Ok(start), Ok(len)) = (u32::try_from(names.len()), u16::try_from(name.len()))
            else {
                return Err(io::Error::other("the directory's listing is too large"));
            };
            if name != b".git" && kind != EntryKind::Other {
                names.extend_from_slice(name);
                all.push((start, len, kind));
            }
            Ok(())
        })?;
        if self.scope.gitignore {
            let dir = Path::new(os_str(trim_slash(&listing.path)));
            let mut faults = Vec::new();
            listing.rules = Rules::enter(listing.rules.take(), dir, found, &mut faults);
            for (path, error) in faults {
                let bytes = path.as_os_str().as_encoded_bytes();
                let shown = bytes.get(listing.shown_from..).unwrap_or(bytes);
                let detail = Some(error.to_string());
                skips.push(skip(SkipReason::IgnoreFile, listing.root, shown, detail));
            }
        }
        let mut path = listing.path.clone();
        let mut entries = Vec::with_capacity(all.len());
        listing.names_seen = all.len() as u64;
        for (start, len, kind) in all {
            let name = &listing.names[start as usize..][..usize::from(len)];
            path.truncate(listing.path.len());
            path.extend_from_slice(name);
            let entry = |role| Entry { start, len, role };
            let kind = if kind == EntryKind::Symlink && listing.follow {
                match listing.dir.link_target(name, &path) {
                    Ok(target) => target,
                    // A link to nowhere is still a link.
                    Err(_) if self.wanted.links => EntryKind::Symlink,
                    Err(error) => {
                        let entry = entry(Role::Item(kind));
                        let detail = Some(error.to_string());
                        skips.push(listing.skip(entry, SkipReason::Unreadable, detail));
                        continue;
                    }
                }
            } else {
                kind
            };
            let shown = &path[listing.shown_from..];
            let is_item = match kind {
                EntryKind::File => self.filter.admits_file(shown),
                EntryKind::Dir => self.wanted.dirs,
                EntryKind::Symlink => self.wanted.links && self.filter.admits_file(shown),
                EntryKind::Other => false,
            } && self.wanted.matches(shown, kind == EntryKind::Dir);
            let is_walked = kind == EntryKind::Dir
                && self.filter.admits_dir(shown)
                && self.wanted.may_match_below(shown);
            // The rules come last: they are the dearest to ask.
            if !(is_item || is_walked) || !self.admits(&listing, name, &path, kind) {
                continue;
            }
            if kind == EntryKind::Dir && name == NODE_MODULES && !listing.node_modules {
                skips.push(listing.skip(entry(Role::Walk), SkipReason::NodeModules, None));
                continue;
            }
            if is_item {
                entries.push(entry(Role::Item(kind)));
            }
            if is_walked {
                entries.push(entry(Role::Walk));
            }
        }
        let names = &listing.names;
        entries.sort_unstable_by(|a, b| sort_key(names, a).cmp(&sort_key(names, b)));
        listing.entries = entries;
        Ok(listing)
    }

    /// Whether the ignore rules and the policy on hidden names let an entry
    /// in.
    fn admits(&self, listing: &Listing, name: &[u8], path: &[u8], kind: EntryKind) -> bool {
        let is_dir = kind == EntryKind::Dir;
        match listing
            .rules
            .as_ref()
            .and_then(|r| r.verdict(path, name, is_dir))
        {
            Some(Verdict::Ignore) => false,
            // A rule that asks for a hidden file shows it.
            Some(Verdict::Include) => true,
            None => {
                self.scope.hidden || name.first() != Some(&b'.') || self.wanted.names_hidden(name)
            }
        }
    }
}

const NODE_MODULES_NAME: &str = "node_modules";
const NODE_MODULES: &[u8] = NODE_MODULES_NAME.as_bytes();

impl Listing {
    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn names_seen(&self) -> u64 {
        self.names_seen
    }

    pub(crate) fn name(&self, entry: Entry) -> &[u8] {
        &self.names[entry.start as usize..][..usize::from(entry.len)]
    }

    /// The path that results show, relative to the root.
    pub(crate) fn shown(&self, entry: Entry) -> RelPath {
        RelPath::new([&self.path[self.shown_from..], self.name(entry)].concat())
    }

    /// The same as bytes to sort by: with a `/` after a directory's name.
    pub(crate) fn sort_path(&self, entry: Entry) -> Vec<u8> {
        let slash: &[u8] = if entry.is_walked() { b"/" } else { b"" };
        [&self.path[self.shown_from..], self.name(entry), slash].concat()
    }

    /// The size and time of an entry; of a symbolic link's target if `follow`.
    pub(crate) fn stat(&self, entry: Entry, follow: bool) -> io::Result<Stat> {
        self.dir
            .stat(self.name(entry), &self.path_to_open(entry), follow)
    }

    /// Opens a file of the listing for reading.
    pub(crate) fn open(&self, entry: Entry) -> io::Result<File> {
        self.dir
            .open_file(self.name(entry), &self.path_to_open(entry), self.follow)
    }

    /// The absolute path, on platforms where [`Dir`] goes by it.
    fn path_to_open(&self, entry: Entry) -> Vec<u8> {
        if Dir::GOES_BY_PATH {
            self.path_of(entry)
        } else {
            Vec::new()
        }
    }

    pub(crate) fn skip(
        &self,
        entry: Entry,
        reason: SkipReason,
        detail: Option<String>,
    ) -> (SkipReason, SkippedPath) {
        (
            reason,
            SkippedPath {
                root: self.root,
                path: self.shown(entry),
                detail,
            },
        )
    }

    fn path_of(&self, entry: Entry) -> Vec<u8> {
        [&self.path[..], self.name(entry)].concat()
    }
}

/// Entries sort as their paths do: what is in a directory comes where the
/// directory's name followed by `/` does.
fn sort_key<'a>(names: &'a [u8], entry: &Entry) -> SortKey<'a> {
    let name = &names[entry.start as usize..][..usize::from(entry.len)];
    SortKey {
        name,
        is_walked: entry.is_walked(),
    }
}

#[derive(PartialEq, Eq)]
struct SortKey<'a> {
    name: &'a [u8],
    is_walked: bool,
}

impl Ord for SortKey<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let common = self.name.len().min(other.name.len());
        self.name[..common]
            .cmp(&other.name[..common])
            .then_with(|| {
                let next = |key: &Self| match key.name.get(common) {
                    Some(&byte) => Some(byte),
                    None if key.is_walked => Some(b'/'),
                    None => None,
                };
                next(self).cmp(&next(other))
            })
    }
}

impl PartialOrd for SortKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

fn skip(
    reason: SkipReason,
    root: u32,
    path: &[u8],
    detail: Option<String>,
) -> (SkipReason, SkippedPath) {
    (
        reason,
        SkippedPath {
            root,
            path: RelPath::new(path),
            detail,
        },
    )
}

fn trim_slash(path: &[u8]) -> &[u8] {
    match path {
        [head @ .., b'/'] if !head.is_empty() => head,
        _ => path,
    }
}

/// The absolute path with links resolved where Git's rules see it so.
#[cfg(unix)]
fn real_path(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Windows canonicalises to a form that does not accept `/`.
#[cfg(not(unix))]
fn real_path(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(path)
}
