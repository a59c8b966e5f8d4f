//! Walks directories and turns them into listings.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};

use ransack_base::internal::{ErrorParts, is_missing, os_str, rel_path, skipped_path, slashed};
use ransack_base::{CancelToken, Error, OptionName, Result, SkipReason, SkippedPath};

use super::bounds::PathBounds;
use super::buffers::OpenBuffers;
use super::candidates::CandidateFiles;
use super::classify::EntryContext;
use super::dir::Identity;
use super::entry_rules::RuledEntry;
use super::file_stamp::EntryKind;
use super::gitignore::Verdict;
use super::listing::{EntryRole, Listing, ListingEntry, sort_key};
use super::overlap::{EarlierRoots, find_overlaps};
use super::root_globs::{CompiledRootGlob, RootGlob};
use super::rules::{IgnoreFiles, Rules, RulesContext};
use super::seen::Seen;
use super::shown_paths::ShownPaths;
use super::snapshot::Snapshot;
use super::start::ScanStart;
use super::table::FileTable;
use super::view::last;
use super::{Filter, Scope, Wanted};
use crate::paths::{HiddenNames, is_hidden};

/// Lists the entries in scope of roots and directories, one directory per call. The caller
/// determines order and threads.
#[derive(Debug)]
pub struct Walker {
    pub(super) scope: Scope,
    pub(super) filter: Filter,
    pub(super) wanted: Wanted,
    /// File table that makes reading directories unnecessary.
    pub(super) known: Option<Arc<FileTable>>,
    /// Files of the table that may match; `None` for all.
    pub(super) candidates: Option<Arc<CandidateFiles>>,
    /// Unsaved text that replaces files.
    pub(super) buffers: Option<Arc<OpenBuffers>>,
    /// Paths that the call may reach.
    bounds: Option<Arc<PathBounds>>,
    pub(super) rules: RulesContext,
    pub(super) seen: Seen,
    pub(super) shown_paths: ShownPaths,
    /// Roots that are globs, by root.
    pub(super) root_globs: Vec<Option<CompiledRootGlob>>,
    /// Overlaps with earlier roots, by root; empty for a single root.
    pub(super) overlaps: Vec<EarlierRoots>,
    /// Starting point of the walk; `None` for the first entry of the first root.
    pub(super) start: Option<ScanStart>,
    /// Length of the text before the relative path in results, by root, once the root is open.
    pub(super) prefix_lens: Vec<OnceLock<usize>>,
    /// Number of roots that could not be opened.
    pub(super) missing: AtomicU32,
}

/// Chain of directories above a directory, kept only while symbolic links are followed.
#[derive(Debug)]
pub(super) struct Ancestor {
    identity: Identity,
    above: Option<Arc<Ancestor>>,
}

impl Drop for Ancestor {
    fn drop(&mut self) {
        unlink(self.above.take(), |ancestor| ancestor.above.take());
    }
}

/// Drops a chain link by link. A chain can be as long as directories can nest, and dropping such a
/// chain recursively would overflow the stack.
pub(super) fn unlink<T>(first: Option<Arc<T>>, next: impl Fn(&mut T) -> Option<Arc<T>>) {
    let mut link = first;
    while let Some(mut last) = link.and_then(Arc::into_inner) {
        link = next(&mut last);
    }
}

/// Skipped paths with their reasons.
pub(crate) type Skips = Vec<(SkipReason, SkippedPath)>;

impl Walker {
    /// Compiles a scope whose roots have been resolved. `workspace` is the root of its workspace.
    pub(crate) fn new(
        scope: &Scope,
        globs: Vec<Option<RootGlob>>,
        wanted: Wanted,
        snapshot: &Snapshot,
        workspace: Option<&Path>,
        start: Option<ScanStart>,
    ) -> Result<Walker> {
        if scope.roots.is_empty() {
            return Err(Error::option("the list of roots is empty"));
        }
        for (index, root) in scope.roots.iter().enumerate() {
            let error = if root.as_os_str().is_empty() {
                Error::option("the path is empty")
            } else if root.as_os_str().as_encoded_bytes().contains(&0) {
                Error::option("the path contains a NUL byte").with_path(root)
            } else {
                continue;
            };
            return Err(match scope.roots.len() {
                1 => error,
                _ => error.in_element(OptionName::Roots, index),
            });
        }
        let globs = scope.roots.iter().zip(globs).enumerate();
        let compiled = globs.map(|(index, (dir, glob))| {
            let compiled = glob.map(|glob| glob.compile(dir)).transpose();
            compiled.map_err(|error| match scope.roots.len() {
                1 => error,
                _ => error.in_element(OptionName::Roots, index),
            })
        });
        let root_globs = compiled.collect::<Result<Vec<_>>>()?;
        let is_glob = |root: u32| root_globs[root as usize].is_some();
        let overlaps = find_overlaps(&scope.roots, is_glob, snapshot.buffers.as_deref());
        Ok(Walker {
            filter: Filter::new(scope)?,
            shown_paths: ShownPaths::new(scope, workspace)?,
            root_globs,
            prefix_lens: scope.roots.iter().map(|_| OnceLock::new()).collect(),
            start,
            overlaps,
            missing: AtomicU32::new(0),
            scope: scope.clone(),
            wanted,
            known: snapshot.table.clone(),
            candidates: snapshot.candidates.clone(),
            buffers: snapshot.buffers.clone(),
            bounds: snapshot.bounds.clone(),
            rules: RulesContext::of_call(scope)?,
            seen: Seen::default(),
        })
    }

    pub(crate) fn roots(&self) -> u32 {
        self.scope.roots.len() as u32
    }

    /// Lists the directory `entry` of `parent`. Returns `None` if it could not be listed, with the
    /// reason in `skips`.
    pub(crate) fn open_dir(
        &self,
        parent: &Listing,
        entry: ListingEntry,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> Option<Listing> {
        let mut path = parent.path_of(entry);
        let holds_buffers = parent.has_buffers_below(entry);
        // A link on disk does not replace buffers.
        let follow = parent.follow && !holds_buffers;
        let opened = parent
            .disk()
            .and_then(|dir| dir.open_dir(parent.name(entry), &path, follow))
            .and_then(|dir| {
                let identity = parent.follow.then(|| dir.identity()).transpose()?;
                Ok((dir, identity))
            });
        let (dir, identity) = match opened {
            Ok((dir, identity)) => (Some(Arc::new(dir)), identity),
            Err(error) => {
                if !(holds_buffers && (is_missing(&error) || is_link(&error))) {
                    skips.push(parent.skip(entry, SkipReason::Unreadable, Some(error.to_string())));
                }
                if !holds_buffers {
                    return None;
                }
                (None, None)
            }
        };
        let mut above = None;
        if let Some(identity) = identity {
            // A followed link may lead to a parent directory.
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
            root: parent.root,
            shown_from: parent.shown_from,
            shown_prefix: parent.shown_prefix.clone(),
            rules: match &parent.view {
                Some(view) if self.scope.gitignore => view.rules_at(parent.name(entry)),
                _ => self.rules_to(parent, entry),
            },
            node_modules: parent.node_modules,
            above,
            follow: parent.follow,
            hidden: self.hidden_to(parent, entry),
            buffers: match (&self.buffers, &parent.buffers) {
                (Some(open), _) if dir.is_some() => Some(open.in_dir(&path, parent.follow)),
                (_, Some(above)) => Some(above.child(parent.name(entry))),
                (_, None) => None,
            },
            ..Listing::of(dir, path)
        };
        match self.fill(listing, token, skips) {
            Ok(listing) => Some(listing),
            Err(error) => {
                skips.push(parent.skip(entry, SkipReason::Unreadable, Some(error.to_string())));
                None
            }
        }
    }

    /// Returns the rules in force on the path to a directory of `parent`.
    fn rules_to(&self, parent: &Listing, entry: ListingEntry) -> Option<Arc<Rules>> {
        let rules = parent.rules.clone()?;
        let path = parent.path_of(entry);
        let verdict = || rules.verdict(&path, parent.name(entry), true);
        if self.rules.tracked && verdict() == Some(Verdict::Tracked) {
            return Some(Rules::within_ignored(rules, Path::new(os_str(&path))));
        }
        Some(rules)
    }

    /// Whether hidden names are in scope only if a pattern spells them out.
    pub(super) fn needs_hidden_names(&self) -> bool {
        !self.scope.hidden && self.wanted.globs.is_some()
    }

    /// Returns the hidden names on the path to a directory of `parent`.
    fn hidden_to(&self, parent: &Listing, entry: ListingEntry) -> HiddenNames {
        if !self.needs_hidden_names() {
            return HiddenNames::default();
        }
        // In a view, a name is a relative path.
        let name = last(parent.name(entry));
        let at = parent.path.len() - parent.shown_from + parent.name(entry).len() - name.len();
        if let Some(view) = &parent.view {
            let (above, verdict) = view.hidden_at(entry.row);
            let is_included = self.scope.gitignore && verdict == Some(Verdict::Include);
            return above.with(at, name, is_included);
        }
        let verdict = || {
            let rules = parent.rules.as_ref()?;
            rules.verdict(&parent.path_of(entry), name, true)
        };
        let is_included = is_hidden(name) && verdict() == Some(Verdict::Include);
        parent.hidden.with(at, name, is_included)
    }

    /// Reads a directory and keeps the entries in scope.
    pub(super) fn fill(
        &self,
        mut listing: Listing,
        token: &CancelToken,
        skips: &mut Skips,
    ) -> io::Result<Listing> {
        if let Some(dir) = listing.dir.as_ref().filter(|_| listing.follow)
            && listing.above.is_none()
        {
            let identity = dir.identity()?;
            listing.above = Some(Arc::new(Ancestor {
                identity,
                above: None,
            }));
        }
        let (mut all, found) = match listing.dir {
            Some(_) => read(&mut listing, &self.rules, token)?,
            None => Default::default(),
        };
        if self.leaves_out(found) && listing.path.len() > listing.shown_from {
            let below = trim_slash(&listing.path[listing.shown_from..]);
            let shown = [listing.shown_prefix(), below].concat();
            let skip = skip(SkipReason::NestedRepository, listing.root, &shown, None);
            skips.push(skip);
            return Ok(listing);
        }
        if let Some(buffers) = listing.buffers.clone() {
            buffers.overlay(&mut listing, &mut all);
        }
        if self.rules.has_rules() {
            let dir = Path::new(os_str(trim_slash(&listing.path)));
            let mut unreadable = Vec::new();
            let above = listing.rules.take();
            listing.rules = Rules::enter(above, dir, found, &self.rules, &mut unreadable);
            for (path, error) in unreadable {
                let bytes = slashed(path.as_os_str());
                let root = &listing.path[..listing.shown_from];
                let shown = match bytes.strip_prefix(root) {
                    Some(relative) => [&listing.shown_prefix, relative].concat(),
                    None => self.shown_paths.of_outside(&bytes).to_vec(),
                };
                let detail = Some(error.to_string());
                skips.push(skip(SkipReason::IgnoreFile, listing.root, &shown, detail));
            }
        }
        let globs: Vec<_> = self.globs_of(listing.root).collect();
        let denying = self.bounds.as_deref().filter(|bounds| bounds.deny_some());
        let real_dir = denying.map(|_| listing.real_path());
        let mut path = listing.path.clone();
        let mut entries = Vec::with_capacity(all.len());
        listing.names_seen = all.len() as u64;
        for (start, len, kind) in all {
            let name = &listing.names[start as usize..][..usize::from(len)];
            path.truncate(listing.path.len());
            path.extend_from_slice(name);
            let entry = |role| ListingEntry {
                start,
                len,
                role,
                row: 0,
            };
            let is_followed = kind == EntryKind::Symlink && listing.follow;
            let bounds = self.bounds.as_ref().filter(|_| is_followed);
            if let Some(reason) = bounds.and_then(|bounds| bounds.refuse_link(&path)) {
                skips.push(listing.skip(entry(EntryRole::Item(kind)), reason, None));
                continue;
            }
            let kind = if is_followed {
                match listing.disk().and_then(|dir| dir.link_target(name, &path)) {
                    Ok(target) => target,
                    // A broken link is still a link.
                    Err(_) if self.wanted.links => EntryKind::Symlink,
                    Err(error) => {
                        let entry = entry(EntryRole::Item(kind));
                        let detail = Some(error.to_string());
                        skips.push(listing.skip(entry, SkipReason::Unreadable, detail));
                        continue;
                    }
                }
            } else {
                kind
            };
            let is_denied = match (denying, &real_dir) {
                (Some(denying), Some(dir)) => {
                    let is_dir = kind == EntryKind::Dir;
                    denying.deny_entry(&[dir, name].concat(), is_dir)
                }
                _ => false,
            };
            let shown = &path[listing.shown_from..];
            let verdict = || {
                self.verdict(&RuledEntry {
                    path: &path,
                    name_len: name.len(),
                    root_len: listing.shown_from,
                    is_dir: kind == EntryKind::Dir,
                    rules: listing.rules.as_deref(),
                })
            };
            let context = EntryContext {
                root: listing.root,
                globs: &globs,
                node_modules: listing.node_modules,
                hidden: &listing.hidden,
            };
            let leads_to_dir = || listing.leads_to_dir(name, skips);
            let class = self.classify(shown, name, kind, &context, verdict, leads_to_dir);
            if class.is_edit_file {
                listing.names_seen -= 1;
            }
            let role = EntryRole::Item(kind);
            let is_denied_target =
                || class.is_item && self.denies_target_of(role, &listing.path, name);
            if is_denied || is_denied_target() {
                if class.is_item || class.is_walked {
                    skips.push(listing.skip(entry(role), SkipReason::Denied, None));
                }
                continue;
            }
            if class.is_excluded_node_modules {
                skips.push(listing.skip(entry(EntryRole::Walk), SkipReason::NodeModules, None));
            }
            listing.ignored += u64::from(class.is_ignored);
            if class.is_item {
                entries.push(entry(EntryRole::Item(kind)));
            }
            if class.is_walked {
                entries.push(entry(EntryRole::Walk));
            }
        }
        let names = &listing.names;
        entries.sort_unstable_by(|a, b| sort_key(names, a).cmp(&sort_key(names, b)));
        listing.entries = entries;
        self.drop_passed(&mut listing);
        Ok(listing)
    }

    /// Returns the decision about an entry by the rules of the call, or else by the ignore rules.
    pub(super) fn verdict(&self, entry: &RuledEntry<'_>) -> Option<Verdict> {
        match &self.wanted.rules {
            Some(rules) => rules.verdict(entry),
            None => entry.by_ignore_rules(),
        }
    }

    /// Whether an entry is a symbolic link, which the call examines as a link, to a denied path.
    pub(super) fn denies_target_of(&self, role: EntryRole, dir: &[u8], name: &[u8]) -> bool {
        let bounds = self.bounds.as_deref();
        let bounds = bounds.filter(|_| role == EntryRole::Item(EntryKind::Symlink));
        bounds.is_some_and(|bounds| bounds.deny_target(&[dir, name].concat()))
    }
}

/// Position of each name of a directory in its listing, with its kind.
pub(super) type Names = Vec<(u32, u16, EntryKind)>;

/// Reads the names of a directory, except names that are never in scope. Also returns which ignore
/// files of `rules` it has.
pub(super) fn read(
    listing: &mut Listing,
    rules: &RulesContext,
    token: &CancelToken,
) -> io::Result<(Names, IgnoreFiles)> {
    let mut found = IgnoreFiles::default();
    let mut all: Names = Vec::new();
    let dir = listing.disk()?.clone();
    let names = &mut listing.names;
    dir.list(&listing.path, |name, kind| {
        if all.len() % 1024 == 1023 && token.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        found.note(name, rules);
        let (Ok(start), Ok(len)) = (u32::try_from(names.len()), u16::try_from(name.len())) else {
            return Err(io::Error::other("the directory's listing is too large"));
        };
        if name != b".git" && kind != EntryKind::Other {
            names.extend_from_slice(name);
            all.push((start, len, kind));
        }
        Ok(())
    })?;
    Ok((all, found))
}

pub(super) const NODE_MODULES_NAME: &str = "node_modules";
pub(super) const NODE_MODULES: &[u8] = NODE_MODULES_NAME.as_bytes();

pub(super) fn skip(
    reason: SkipReason,
    root: u32,
    path: &[u8],
    detail: Option<String>,
) -> (SkipReason, SkippedPath) {
    (reason, skipped_path(root, rel_path(path), detail))
}

/// Whether opening a directory failed because it is a symbolic link, which is not followed.
#[cfg(unix)]
fn is_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_link(_: &io::Error) -> bool {
    false
}

/// Whether a symbolic link cannot be followed because its target does not exist or it is part of a
/// loop.
pub(crate) fn is_broken_link(error: &io::Error) -> bool {
    is_missing(error) || is_link(error)
}

fn trim_slash(path: &[u8]) -> &[u8] {
    match path {
        [head @ .., b'/'] if !head.is_empty() => head,
        _ => path,
    }
}
