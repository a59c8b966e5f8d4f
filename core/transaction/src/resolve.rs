//! Resolves the paths of a plan: finds the file of each path, merges the changes of one name, and
//! groups the names by directory.
//!
//! Nothing in this module writes.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, is_missing};
use ransack_base::{Error, ErrorKind, Result};
use ransack_search::internal::{EditFile, FileVersion};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::disk;
use crate::name_change::{AddedContent, Addition, Removal, existing};
use crate::plan::{ChangeAction, PlannedChange};
use crate::record::{Added, EntryId, Group, JournalEntry, JournalEntryKind};

/// Changes of a plan by directory, with links resolved.
#[derive(Default)]
pub(crate) struct Targets {
    pub(crate) groups: Vec<Group>,
    /// Files that get new bytes. The files of a group are in entry order.
    pub(crate) rewrites: Vec<PlannedRewrite>,
    /// Names that are removed or added, after the rewrites of their groups, in entry order.
    pub(crate) names: Vec<PlannedName>,
    group_of_dir: FxHashMap<PathBuf, usize>,
}

/// File that gets new bytes.
pub(crate) struct PlannedRewrite {
    /// Path in the plan.
    pub(crate) path: PathBuf,
    pub(crate) new_bytes: Vec<u8>,
    /// Digest of the old bytes.
    pub(crate) old: u128,
    /// Digest of `new_bytes`.
    pub(crate) new: u128,
    pub(crate) id: EntryId,
    pub(crate) version: FileVersion,
    pub(crate) in_place: bool,
}

/// Name that is removed, added, or both.
pub(crate) struct PlannedName {
    pub(crate) id: EntryId,
    pub(crate) removal: Option<Removal>,
    pub(crate) addition: Option<Addition>,
}

/// Identity of a file: its inode, or its path on platforms without inodes.
type Identity = Result<(u64, u64), PathBuf>;

fn identity(version: &FileVersion, target: &Path) -> Identity {
    version.inode.ok_or_else(|| target.to_owned())
}

impl Targets {
    /// Resolves symbolic links and hard links, so that each file with new bytes and each other name is
    /// listed once.
    ///
    /// # Errors
    ///
    /// - `OverlappingEdits`: two names of one file have different new bytes, or two changes of one
    ///   path or file exclude each other.
    /// - `Stale`: a path to be created exists.
    /// - `InvalidOption`: a path cannot be deleted, renamed or created.
    /// - `NotFound`, `PermissionDenied`, `Io`: a path cannot be resolved.
    pub(crate) fn resolve(changes: Vec<PlannedChange>) -> Result<Targets> {
        let mut targets = Targets::default();
        let mut rewrites = Rewrites::default();
        let mut names = PlannedNames::default();
        for PlannedChange { path, action } in changes {
            match action {
                ChangeAction::Rewrite { old, bytes, new } => {
                    rewrites.add(path, (old, bytes, new), &mut targets)?;
                }
                ChangeAction::Create { bytes, new, mode } => {
                    names.create(path, AddedContent::New { bytes, new, mode })?;
                }
                ChangeAction::Delete { old } => {
                    names.remove(path, old, None)?;
                }
                ChangeAction::Rename { old, to, new } => names.rename(path, old, to, new)?,
            }
        }
        names.check(&rewrites)?;
        names.group(&mut targets);
        Ok(targets)
    }

    /// Returns the number of the group of a directory.
    fn group(&mut self, dir: &Path, made_in: Option<usize>) -> usize {
        if let Some(number) = self.group_of_dir.get(dir) {
            return *number;
        }
        self.groups.push(Group {
            dir: dir.to_owned(),
            made_in,
            entries: Vec::new(),
        });
        self.group_of_dir
            .insert(dir.to_owned(), self.groups.len() - 1);
        self.groups.len() - 1
    }

    fn push_entry(&mut self, group: usize, name: OsString, kind: JournalEntryKind) -> EntryId {
        let entries = &mut self.groups[group].entries;
        entries.push(JournalEntry { name, kind });
        (group, entries.len() - 1)
    }

    /// Returns the paths of the targets, with links in their directories resolved.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let groups = self.groups.iter();
        let paths = groups.flat_map(|group| {
            let entries = group.entries.iter();
            entries.map(|entry| group.dir.join(&entry.name))
        });
        paths.collect()
    }

    /// Returns the directories of the targets.
    pub(crate) fn dirs(&self) -> impl Iterator<Item = &Path> {
        self.groups.iter().map(|group| group.dir.as_path())
    }
}

/// Files that get new bytes.
#[derive(Default)]
struct Rewrites {
    /// Path in the plan and new digest of each file.
    new_digests: FxHashMap<Identity, (PathBuf, u128)>,
    dirs: FxHashMap<PathBuf, PathBuf>,
}

impl Rewrites {
    fn add(
        &mut self,
        path: PathBuf,
        (old, bytes, new): (u128, Vec<u8>, u128),
        targets: &mut Targets,
    ) -> Result<()> {
        let fail = |error| Error::io("cannot edit", &path, error);
        let (target, metadata) = resolve_path(&path, &mut self.dirs).map_err(fail)?;
        let version = FileVersion::of(&metadata);
        let identity = identity(&version, &target);
        if let Some((other, other_new)) = self.new_digests.get(&identity) {
            if *other_new != new {
                let message = format!(
                    "the same file is {} as well, whose edits make another text",
                    other.display()
                );
                return Err(overlapping(message, &path));
            }
            return Ok(());
        }
        self.new_digests.insert(identity, (path.clone(), new));
        // Nothing to write; a replacement may equal the original code.
        if new == old {
            return Ok(());
        }
        let (Some(dir), Some(name)) = (target.parent(), target.file_name()) else {
            return Err(fail(io::ErrorKind::InvalidFilename.into()));
        };
        let group = targets.group(dir, None);
        let kind = JournalEntryKind::Rewrite { old, new };
        let id = targets.push_entry(group, name.to_owned(), kind);
        targets.rewrites.push(PlannedRewrite {
            path,
            new_bytes: bytes,
            old,
            new,
            id,
            version,
            in_place: disk::link_count(&metadata) > 1,
        });
        Ok(())
    }
}

/// Names that are removed or added, in the order of the plan.
#[derive(Default)]
struct PlannedNames {
    all: Vec<NamePlan>,
    by_target: FxHashMap<PathBuf, usize>,
}

/// Changes of one name.
struct NamePlan {
    location: NameLocation,
    removal: Option<Removal>,
    addition: Option<Addition>,
    /// Index of the name that a renamed file loses.
    source: Option<usize>,
}

impl PlannedNames {
    /// Adds the removal of a name. Returns its index.
    fn remove(
        &mut self,
        path: PathBuf,
        old: u128,
        renamed: Option<(PathBuf, u128)>,
    ) -> Result<usize> {
        let verb = if renamed.is_some() {
            "rename"
        } else {
            "delete"
        };
        let metadata = metadata_of_file(verb, &path)?;
        let location = NameLocation::of(&path)
            .map_err(|error| Error::io(&format!("cannot {verb}"), &path, error))?;
        let at = self.index(location);
        if self.all[at].removal.is_some() {
            let message = "another change deletes or renames the same file".to_owned();
            return Err(overlapping(message, &path));
        }
        self.all[at].removal = Some(Removal {
            path,
            old,
            version: FileVersion::of(&metadata),
            links: disk::link_count(&metadata),
            own_links: 0,
            attributes: None,
            renamed,
        });
        Ok(at)
    }

    fn create(&mut self, path: PathBuf, content: AddedContent) -> Result<()> {
        let location = NameLocation::of(&path);
        let location = location.map_err(|error| Error::io("cannot create", &path, error))?;
        self.add(path, location, content).map(|_| ())
    }

    /// Adds the addition of a name. Returns its index.
    fn add(
        &mut self,
        path: PathBuf,
        location: NameLocation,
        content: AddedContent,
    ) -> Result<usize> {
        if EditFile::of(location.name.as_encoded_bytes()).is_some() {
            let message = "the name is reserved for the temporary files of edits";
            return Err(Error::new(ErrorKind::InvalidOption, message).with_path(&path));
        }
        let at = self.index(location);
        if self.all[at].addition.is_some() {
            let message = "another change creates the same file".to_owned();
            return Err(overlapping(message, &path));
        }
        self.all[at].addition = Some(Addition {
            path,
            content,
            links: 0,
        });
        Ok(at)
    }

    fn rename(
        &mut self,
        path: PathBuf,
        old: u128,
        to: PathBuf,
        new: Option<(Vec<u8>, u128)>,
    ) -> Result<()> {
        let new_digest = new.as_ref().map_or(old, |(_, new)| *new);
        let resolved = NameLocation::of(&to);
        let resolved = resolved.map_err(|error| Error::io("cannot rename to", &to, error))?;
        let renamed = (resolved.target(), new_digest);
        let source = self.remove(path, old, Some(renamed))?;
        let NamePlan {
            location,
            removal: Some(removal),
            ..
        } = &self.all[source]
        else {
            return Ok(());
        };
        if location.target() == resolved.target() {
            let message = "the file already has the path of its rename";
            return Err(Error::new(ErrorKind::InvalidOption, message).with_path(&to));
        }
        let content = AddedContent::Renamed {
            source: location.target(),
            old,
            version: removal.version.clone(),
            // Equal bytes need no new file.
            bytes: new.filter(|(_, new)| *new != old).map(|(bytes, _)| bytes),
            new: new_digest,
        };
        let target = self.add(to, resolved, content)?;
        self.all[target].source = Some(source);
        Ok(())
    }

    fn index(&mut self, location: NameLocation) -> usize {
        let next = self.all.len();
        let at = *self.by_target.entry(location.target()).or_insert(next);
        if at == next {
            self.all.push(NamePlan {
                location,
                removal: None,
                addition: None,
                source: None,
            });
        }
        at
    }

    /// Checks that no file has a rewrite as well, and that paths to be created do not exist.
    fn check(&self, rewrites: &Rewrites) -> Result<()> {
        for name in &self.all {
            if let Some(file) = self.file_above(&name.location) {
                let message = format!("another change creates the file {}", file.display());
                return Err(overlapping(message, &name.location.target()));
            }
            if let Some(removal) = &name.removal {
                let identity = identity(&removal.version, &name.location.target());
                if let Some((other, _)) = rewrites.new_digests.get(&identity) {
                    let message = format!(
                        "the same file is {} as well, which another change edits",
                        other.display()
                    );
                    return Err(overlapping(message, &removal.path));
                }
            } else if let Some(addition) = &name.addition {
                let fail = |error| Error::io("cannot create", &addition.path, error);
                if self.is_taken(&name.location).map_err(fail)? {
                    return Err(existing(&addition.path, "exists"));
                }
            }
        }
        Ok(())
    }

    /// Returns a path that becomes a file, although it is above a location.
    fn file_above(&self, location: &NameLocation) -> Option<PathBuf> {
        let dirs = location.below.ancestors();
        let mut dirs = dirs.filter(|dir| !dir.as_os_str().is_empty());
        let is_added = |dir: &PathBuf| {
            let at = self.by_target.get(dir);
            at.is_some_and(|at| self.all[*at].addition.is_some())
        };
        dirs.find_map(|dir| Some(location.home.join(dir)).filter(is_added))
    }

    /// Whether there is anything at a location, except a file that loses another spelling of the name.
    fn is_taken(&self, location: &NameLocation) -> io::Result<bool> {
        let target = location.target();
        let metadata = match fs::symlink_metadata(&target) {
            Err(error) if is_missing(&error) => return Ok(false),
            metadata => metadata?,
        };
        let is_same = |name: &NamePlan| {
            let removal = name.removal.as_ref();
            let Some(removal) = removal.filter(|_| name.location.home == location.home) else {
                return false;
            };
            match disk::inode(&metadata) {
                None => fs::canonicalize(&target).is_ok_and(|path| path == name.location.target()),
                inode => inode == removal.version.inode,
            }
        };
        if !self.all.iter().any(is_same) {
            return Ok(true);
        }
        // Two hard links, or two spellings of one name?
        Ok(disk::names_in(&location.home)?.contains(&location.name))
    }

    /// Adds the names to the groups of their directories.
    fn group(self, targets: &mut Targets) {
        // Groups of existing directories come first.
        for name in &self.all {
            targets.group(&name.location.home, None);
        }
        let mut ids = Vec::with_capacity(self.all.len());
        for name in &self.all {
            let location = &name.location;
            let home = targets.group(&location.home, None);
            let group = match location.below.as_os_str().is_empty() {
                true => home,
                false => targets.group(&location.home.join(&location.below), Some(home)),
            };
            let entries = targets.groups[group].entries.len();
            ids.push((group, entries));
            // The sources are not known yet.
            targets.push_entry(group, location.name.clone(), JournalEntryKind::Remove);
        }
        for (name, id) in self.all.into_iter().zip(&ids) {
            let added = name.addition.as_ref().map(|addition| Added {
                new: addition.content.new_digest(),
                source: name.source.map(|source| ids[source]),
            });
            let kind = &mut targets.groups[id.0].entries[id.1].kind;
            match (added, &name.removal) {
                (Some(added), None) => *kind = JournalEntryKind::Add(added),
                (Some(added), Some(_)) => *kind = JournalEntryKind::Replace(added),
                (None, _) => {}
            }
            targets.names.push(PlannedName {
                id: *id,
                removal: name.removal,
                addition: name.addition,
            });
        }
    }
}

/// Location of a name whose directory may not exist yet.
struct NameLocation {
    /// Nearest existing directory, with links resolved.
    home: PathBuf,
    /// Path from `home` to the directory of the name; empty if that directory exists.
    below: PathBuf,
    name: OsString,
}

impl NameLocation {
    fn of(path: &Path) -> io::Result<NameLocation> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidFilename);
        let name = path.file_name().ok_or_else(invalid)?;
        let mut missing: Vec<&OsStr> = Vec::new();
        let mut dir = path.parent().ok_or_else(invalid)?;
        let home = loop {
            if dir.as_os_str().is_empty() {
                break fs::canonicalize(".")?;
            }
            match fs::canonicalize(dir) {
                Err(error) if is_missing(&error) && !disk::exists(dir)? => {
                    missing.push(dir.file_name().ok_or_else(invalid)?);
                    dir = dir.parent().ok_or_else(invalid)?;
                }
                home => break home?,
            }
        };
        if !fs::metadata(&home)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(NameLocation {
            home,
            below: missing.iter().rev().collect(),
            name: name.to_owned(),
        })
    }

    fn target(&self) -> PathBuf {
        let dir = self.home.join(&self.below);
        dir.join(&self.name)
    }
}

/// Returns the metadata of the regular file at a path. `verb` names the intended change.
///
/// # Errors
///
/// `InvalidOption` if there is something else at the path; `NotFound`, `PermissionDenied`, `Io`.
pub fn metadata_of_file(verb: &str, path: &Path) -> Result<Metadata> {
    let metadata = fs::symlink_metadata(path)
        .map_err(|error| Error::io(&format!("cannot {verb}"), path, error))?;
    if metadata.is_file() {
        return Ok(metadata);
    }
    let what = match () {
        () if metadata.is_symlink() => "a symbolic link",
        () if metadata.is_dir() => "a directory",
        () => "not a regular file",
    };
    let message = format!("cannot {verb} a path that is {what}");
    Err(Error::new(ErrorKind::InvalidOption, message).with_path(path))
}

fn overlapping(message: String, path: &Path) -> Error {
    Error::new(ErrorKind::OverlappingEdits, message).with_path(path)
}

/// Returns the existing directories of the files of a plan, with links resolved. `is_link` says whether
/// the path of a file with new bytes is a symbolic link.
pub(crate) fn target_dirs<'p>(
    changes: impl Iterator<Item = &'p PlannedChange>,
    is_link: impl Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    let mut parents = FxHashSet::default();
    let mut dirs = Vec::new();
    for PlannedChange { path, action } in changes {
        match action {
            ChangeAction::Rewrite { .. } if is_link(path) => {
                let target = fs::canonicalize(path).ok();
                dirs.extend(target.and_then(|target| target.parent().map(Path::to_owned)));
            }
            ChangeAction::Rewrite { .. } => {
                parents.extend(path.parent());
            }
            _ => {
                let to = match action {
                    ChangeAction::Rename { to, .. } => Some(to),
                    _ => None,
                };
                let paths = std::iter::once(path).chain(to);
                dirs.extend(paths.filter_map(|path| Some(NameLocation::of(path).ok()?.home)));
            }
        }
    }
    dirs.extend(
        parents
            .into_iter()
            .filter_map(|dir| fs::canonicalize(dir).ok()),
    );
    dirs.sort_unstable();
    dirs.dedup();
    dirs
}

/// Returns the path and metadata of a file, with links resolved. `dirs` caches directories.
fn resolve_path(
    path: &Path,
    dirs: &mut FxHashMap<PathBuf, PathBuf>,
) -> io::Result<(PathBuf, Metadata)> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        let target = fs::canonicalize(path)?;
        let metadata = fs::metadata(&target)?;
        return Ok((target, metadata));
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    if let Some(dir) = dirs.get(parent) {
        return Ok((dir.join(name), metadata));
    }
    let dir = fs::canonicalize(parent)?;
    let target = dir.join(name);
    dirs.insert(parent.to_owned(), dir);
    Ok((target, metadata))
}
