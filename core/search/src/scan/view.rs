//! Part of a file table that a call sees.

use std::ops::Range;
use std::sync::{Arc, Weak};

use ransack_base::SkipReason;

use super::GlobList;
use super::buffers::DirBuffers;
use super::classify::EntryContext;
use super::dir::Dir;
use super::file_stamp::EntryKind;
use super::gitignore::Verdict;
use super::listing::{EntryRole, Listing, ListingEntry};
use super::rules::{IgnoreFiles, Rules};
use super::table::{FileTable, TableRow};
use super::walk::{Skips, Walker, skip};
use crate::paths::{HiddenNames, NO_HIDDEN_NAMES};

/// Rows of a table below a call's root, restricted to the directories that a
/// walk with the call's options would enter.
#[derive(Debug)]
pub struct View {
    table: Arc<FileTable>,
    pub(crate) root: u32,
    /// `None` if the root exists only through open buffers.
    dir: Option<Arc<Dir>>,
    buffers: Option<DirBuffers>,
    /// Absolute path of the root with a trailing `/`.
    path: Vec<u8>,
    /// Length of the prefix of the table's paths that leads to the root.
    shown_from: usize,
    /// Text before the path relative to the root in results.
    shown_prefix: Arc<[u8]>,
    rows: Range<usize>,
    /// Whether a directory is entered, by directory number.
    walked: Vec<bool>,
    /// Hidden names on the path to a directory, by directory number; empty for
    /// a call that needs none.
    hidden: Vec<HiddenNames>,
    node_modules: bool,
    pub(super) is_on_one_disk: bool,
}

/// Identity of a view among the views with the same scope.
#[derive(Clone, Debug)]
pub(crate) struct ViewId {
    table: Weak<FileTable>,
    shown_from: usize,
    rows: Range<usize>,
}

impl PartialEq for ViewId {
    fn eq(&self, other: &ViewId) -> bool {
        self.table.ptr_eq(&other.table)
            && (self.shown_from, &self.rows) == (other.shown_from, &other.rows)
    }
}

impl ViewId {
    /// Whether the table still exists.
    pub(crate) fn is_alive(&self) -> bool {
        self.table.strong_count() > 0
    }
}

/// Number of rows in one job.
const ROWS_PER_JOB: usize = 4096;

impl View {
    /// Creates the view of a table's directory `id`, which is the root `top` of
    /// a call.
    pub(super) fn new(walker: &Walker, table: &Arc<FileTable>, id: u32, top: Listing) -> View {
        let table = table.clone();
        let prefix = &table.dirs()[id as usize].path;
        let mut view = View {
            root: top.root,
            dir: top.dir,
            buffers: top.buffers,
            path: top.path,
            shown_prefix: top.shown_prefix,
            shown_from: prefix.len() + usize::from(!prefix.is_empty()),
            rows: table.below(id),
            walked: vec![false; table.dirs().len()],
            hidden: Vec::new(),
            node_modules: top.node_modules,
            is_on_one_disk: table.is_on_one_disk(),
            table,
        };
        view.walked[id as usize] = true;
        if walker.needs_hidden_names() {
            view.hidden = vec![HiddenNames::default(); view.walked.len()];
        }
        let globs: Vec<_> = walker.globs_of(view.root).collect();
        for at in id as usize + 1..view.walked.len() {
            let dir = &view.table.dirs()[at];
            let Some(state) = dir
                .state
                .as_ref()
                .filter(|_| view.walked[dir.parent as usize])
            else {
                continue;
            };
            let shown = &dir.path[view.shown_from..];
            let name = last(shown);
            let verdict = dir.verdict.filter(|_| walker.scope.gitignore);
            let context = view.context(dir.parent, &globs);
            let class =
                walker.classify(shown, name, EntryKind::Dir, &context, || verdict, || false);
            view.walked[at] = class.is_walked && !walker.leaves_out(state.ignore_files);
            if view.walked[at] && !view.hidden.is_empty() {
                let is_included = verdict == Some(Verdict::Include);
                let above = &view.hidden[dir.parent as usize];
                view.hidden[at] = above.with(shown.len() - name.len(), name, is_included);
            }
        }
        view
    }

    /// Splits the rows into jobs. The path of each job is its sort key, which
    /// is greater than all paths of the previous job.
    pub(crate) fn parts(&self) -> Vec<(Vec<u8>, Range<usize>)> {
        let starts = self.rows.clone().step_by(ROWS_PER_JOB);
        starts
            .map(|start| {
                let before = match start > self.rows.start {
                    true => self.shown(&self.table.rows(start - 1..start)[0]),
                    false => &[],
                };
                let key = [before, b"\0"].concat();
                (key, start..self.rows.end.min(start + ROWS_PER_JOB))
            })
            .collect()
    }

    pub(crate) fn id(&self) -> ViewId {
        ViewId {
            table: Arc::downgrade(&self.table),
            shown_from: self.shown_from,
            rows: self.rows.clone(),
        }
    }

    /// Returns the text before the path relative to the root in results.
    pub(crate) fn shown_prefix(&self) -> &[u8] {
        &self.shown_prefix
    }

    /// Returns the path of a row relative to the root, and its role.
    pub(crate) fn row(&self, row: u32) -> (&[u8], EntryRole) {
        let row = &self.table.rows(row as usize..row as usize + 1)[0];
        (self.shown(row), row.role)
    }

    /// Returns the rules in force in the parent directory of `path`.
    pub(super) fn rules_at(&self, path: &[u8]) -> Option<Arc<Rules>> {
        let parent = memchr::memrchr(b'/', path).map_or(0, |slash| slash);
        let prefix = &self.path[self.table.root().len()..];
        let whole = [prefix, &path[..parent]].concat();
        let id = self
            .table
            .dir_at(whole.strip_suffix(b"/").unwrap_or(&whole))?;
        self.table.dirs()[id as usize].state.as_ref()?.rules.clone()
    }

    /// Returns the hidden names on the path to a row's parent directory, and
    /// the ignore rules' decision about the row.
    pub(super) fn hidden_at(&self, row: u32) -> (&HiddenNames, Option<Verdict>) {
        let row = &self.table.rows(row as usize..row as usize + 1)[0];
        (self.hidden_in(row.dir), row.verdict)
    }

    /// Returns the context that decides about the entries of a directory.
    fn context<'a>(&'a self, dir: u32, globs: &'a [&'a GlobList]) -> EntryContext<'a> {
        EntryContext {
            root: self.root,
            globs,
            node_modules: self.node_modules,
            hidden: self.hidden_in(dir),
        }
    }

    /// Returns the hidden names on the path to a directory.
    fn hidden_in(&self, dir: u32) -> &HiddenNames {
        self.hidden.get(dir as usize).unwrap_or(&NO_HIDDEN_NAMES)
    }

    /// Returns the ignore files in the directory of a row; none if the table does not list it.
    fn ignore_files(&self, row: &TableRow) -> IgnoreFiles {
        let id = self.table.dir_at(self.table.path(row));
        let dir = id.and_then(|id| self.table.dirs()[id as usize].state.as_ref());
        dir.map(|state| state.ignore_files).unwrap_or_default()
    }

    fn shown(&self, row: &TableRow) -> &[u8] {
        &self.table.path(row)[self.shown_from..]
    }
}

impl Walker {
    /// Lists the entries in scope in a part of a view. Files that are not
    /// candidates are counted if `searches` returns true for their name, which
    /// means that the call searches such files.
    pub(crate) fn open_part(
        &self,
        view: &Arc<View>,
        part: Range<usize>,
        skips: &mut Skips,
        searches: impl Fn(&[u8]) -> bool,
    ) -> Listing {
        let mut listing = Listing {
            root: view.root,
            node_modules: view.node_modules,
            buffers: view.buffers.clone(),
            shown_prefix: view.shown_prefix.clone(),
            view: Some(view.clone()),
            ..Listing::of(view.dir.clone(), view.path.clone())
        };
        let globs: Vec<_> = self.globs_of(view.root).collect();
        let candidates = self.candidates.as_deref();
        let selective = candidates.filter(|_| self.admits_all_paths(view.root));
        for (row, at) in view
            .table
            .rows(part.clone())
            .iter()
            .zip(part.start as u32..)
        {
            if !view.walked[row.dir as usize] {
                continue;
            }
            let shown = view.shown(row);
            if self.is_passed(view.root, shown) {
                continue;
            }
            let name_start = view.table.name_start(row) - view.shown_from;
            // The common case in an indexed tree. Names that start with a dot
            // have special rules.
            if row.role == EntryRole::Item(EntryKind::File)
                && selective.is_some_and(|candidates| !candidates.contains(at as usize))
                && shown.get(name_start).is_some_and(|&first| first != b'.')
            {
                listing.names_seen += 1;
                self.seen.note_file(true, true, || true);
                if self.scope.gitignore && row.verdict == Some(Verdict::Ignore) {
                    listing.ignored += 1;
                } else {
                    let is_searched = searches(&shown[name_start..]);
                    listing.index_counts.excluded += u64::from(is_searched);
                }
                continue;
            }
            let (shown, kind) = match row.role {
                EntryRole::Item(kind) | EntryRole::Denied(kind) => {
                    listing.names_seen += 1;
                    (shown, kind)
                }
                EntryRole::Walk => (&shown[..shown.len() - 1], EntryKind::Dir),
            };
            let name = &shown[name_start..];
            let verdict = || row.verdict.filter(|_| self.scope.gitignore);
            let leads_to_dir = || listing.leads_to_dir(shown, skips);
            let context = view.context(row.dir, &globs);
            let class = self.classify(shown, name, kind, &context, verdict, leads_to_dir);
            if class.is_edit_file {
                listing.names_seen -= 1;
            }
            // A directory may have a second row.
            if row.role != EntryRole::Walk {
                listing.ignored += u64::from(class.is_ignored);
            }
            let is_denied = match row.role {
                EntryRole::Denied(_) => class.is_item || class.is_walked,
                role => class.is_item && self.denies_target_of(role, &view.path, shown),
            };
            if is_denied {
                let shown = [view.shown_prefix(), shown].concat();
                skips.push(skip(SkipReason::Denied, view.root, &shown, None));
            }
            if is_denied || matches!(row.role, EntryRole::Denied(_)) {
                continue;
            }
            let is_repository = || view.ignore_files(row).git;
            if class.is_walked && !self.scope.nested_repositories && is_repository() {
                let shown = [view.shown_prefix(), shown].concat();
                let skip = skip(SkipReason::NestedRepository, view.root, &shown, None);
                skips.push(skip);
            }
            let role = match row.role {
                EntryRole::Item(_) if !class.is_item && !class.is_excluded_node_modules => continue,
                EntryRole::Walk if !class.is_walked => continue,
                role => role,
            };
            if let Some(candidates) = candidates
                && role == EntryRole::Item(EntryKind::File)
                && !class.is_edit_file
            {
                let counts = &mut listing.index_counts;
                let is_searched = u64::from(searches(name));
                if !candidates.contains(at as usize) {
                    counts.excluded += is_searched;
                    continue;
                }
                counts.candidates += is_searched;
                if candidates.is_unknown(at as usize) {
                    counts.unknown += is_searched;
                }
            }
            // The paths of a job fit in 32 bits, because all paths of the table
            // do.
            let entry = ListingEntry {
                start: listing.names.len() as u32,
                len: shown.len() as u16,
                role,
                row: at,
            };
            listing.names.extend_from_slice(shown);
            if class.is_excluded_node_modules {
                let entry = ListingEntry {
                    role: EntryRole::Walk,
                    ..entry
                };
                skips.push(listing.skip(entry, SkipReason::NodeModules, None));
            } else {
                listing.entries.push(entry);
            }
        }
        listing
    }
}

/// Returns the last component of a path.
pub(super) fn last(path: &[u8]) -> &[u8] {
    memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..])
}
