//! Decides which entries of a directory are in scope, for walks and for file tables.
//!
//! Invariant: a decision depends only on the options of the call, the path and kind of the entry,
//! and the ignore rules' verdict, so walks and tables come to the same decisions.

use super::edit_file::EditFile;
use super::file_stamp::EntryKind;
use super::gitignore::Verdict;
use super::rules::IgnoreFiles;
use super::seen::Seen;
use super::walk::{NODE_MODULES, Walker};
use super::{EditJournals, GlobList};
use crate::paths::{HiddenNames, NO_HIDDEN_NAMES, is_hidden};

/// Context that decides about an entry, besides its path and kind.
pub(super) struct EntryContext<'a> {
    pub(super) root: u32,
    /// Globs of the call for the root, as of [`Walker::globs_of`].
    pub(super) globs: &'a [&'a GlobList],
    /// Whether `node_modules` directories are in scope.
    pub(super) node_modules: bool,
    /// Hidden names on the path from the root.
    pub(super) hidden: &'a HiddenNames,
}

/// Decision about an entry of a directory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Classification {
    /// Whether the operation examines the entry.
    pub(super) is_item: bool,
    /// Whether the entry is a directory to walk.
    pub(super) is_walked: bool,
    /// Whether the entry would be in scope, or a directory to walk, if the ignore rules did not
    /// exclude it.
    pub(super) is_ignored: bool,
    /// Whether the entry is a `node_modules` directory outside the scope, which the report lists.
    pub(super) is_excluded_node_modules: bool,
    /// Whether the entry is a journal or temporary file of an edit, which no operation counts.
    pub(super) is_edit_file: bool,
}

impl Walker {
    /// Whether a directory below a root, in which these files were found, is a repository that the
    /// scope leaves out.
    pub(super) fn leaves_out(&self, found: IgnoreFiles) -> bool {
        found.git && !self.scope.nested_repositories
    }

    /// Whether no glob, type or other root restricts the files in scope below a root.
    pub(super) fn admits_all_paths(&self, root: u32) -> bool {
        self.filter.is_empty() && self.wanted.globs.is_none() && !self.depends_on_roots(root)
    }

    /// Whether the files in scope below a root depend on its wildcards or on other roots.
    pub(crate) fn depends_on_roots(&self, root: u32) -> bool {
        let root = root as usize;
        self.root_globs[root].is_some()
            || self
                .overlaps
                .get(root)
                .is_some_and(|earlier| !earlier.is_empty())
    }

    /// Returns the globs of the call for a root: the scope's globs, the patterns of a path search,
    /// and the root's own wildcards. Leaves out lists that admit everything.
    pub(super) fn globs_of(&self, root: u32) -> impl Iterator<Item = &GlobList> {
        let patterns = self.wanted.globs_of(root);
        let own = self.root_globs[root as usize]
            .as_ref()
            .map(|own| &own.globs);
        let lists = [Some(self.filter.globs_of(root)), patterns, own];
        let lists = lists.into_iter().flatten();
        lists.filter(|globs| !globs.admits_everything())
    }

    /// Whether `node_modules` directories below a root are in scope. `is_within` states whether the
    /// root lies in such a directory.
    pub(super) fn admits_node_modules(&self, root: u32, is_within: bool) -> bool {
        self.scope.node_modules
            || is_within
            || self.globs_of(root).any(|globs| globs.names(NODE_MODULES))
    }

    /// Decides about the entry at the path `shown`, relative to the root. `leads_to_dir` states
    /// whether the entry is a symbolic link that leads to a directory.
    pub(super) fn classify(
        &self,
        shown: &[u8],
        name: &[u8],
        kind: EntryKind,
        context: &EntryContext<'_>,
        verdict: impl FnOnce() -> Option<Verdict>,
        leads_to_dir: impl FnOnce() -> bool,
    ) -> Classification {
        let globs = || context.globs.iter();
        let is_dir = kind == EntryKind::Dir;
        if let (false, Some(file)) = (is_dir, EditFile::of(name)) {
            return Classification {
                is_item: self.wanted.edit_journals != EditJournals::Excluded
                    && file == EditFile::Journal
                    && kind == EntryKind::File,
                is_edit_file: true,
                ..Classification::default()
            };
        }
        if self.wanted.edit_journals == EditJournals::Only && !is_dir {
            return Classification::default();
        }
        let is_item = match kind {
            EntryKind::File => true,
            EntryKind::Dir => self.wanted.dirs,
            EntryKind::Symlink => self.wanted.links,
            EntryKind::Other => false,
        };
        let has_type = self.filter.admits_type(shown, is_dir);
        let is_item = is_item && has_type;
        // A link counts as its target, as for the file type `Dir`.
        let counts_as_dir = match kind {
            EntryKind::Symlink if is_item && globs().any(|globs| globs.tells_dirs()) => {
                leads_to_dir()
            }
            _ => is_dir,
        };
        let is_item =
            is_item && globs().all(|globs| globs.admits(shown, counts_as_dir, &NO_HIDDEN_NAMES));
        let is_too_deep = is_dir && self.scope.max_depth.is_some_and(|max| depth(shown) >= max);
        let is_walked = is_dir
            && !is_too_deep
            && globs().all(|globs| globs.admits_below(shown, &NO_HIDDEN_NAMES));
        if kind == EntryKind::File {
            let in_globs = || globs().all(|globs| globs.admits(shown, false, &NO_HIDDEN_NAMES));
            self.seen.note_file(has_type, is_item, in_globs);
        } else if is_dir && !is_walked {
            self.seen.note(match is_too_deep {
                true => Seen::TOO_DEEP,
                false => Seen::PRUNED,
            });
        }
        if !(is_item || is_walked) {
            return Classification::default();
        }
        // The ignore rules come last because they are the most expensive check.
        let verdict = verdict();
        let (mut is_item, mut is_walked) = (is_item, is_walked);
        if !self.scope.hidden && (context.hidden.any() || is_hidden(name)) {
            // A rule that includes a hidden file overrides `hidden: false`.
            let is_included = verdict == Some(Verdict::Include);
            if let Some(globs) = self.wanted.globs_of(context.root) {
                let hidden = context
                    .hidden
                    .with(shown.len() - name.len(), name, is_included);
                is_item = is_item && globs.admits(shown, counts_as_dir, &hidden);
                is_walked = is_walked && globs.admits_below(shown, &hidden);
            } else if is_hidden(name) && !is_included {
                return Classification::default();
            }
        }
        if !(is_item || is_walked) {
            return Classification::default();
        }
        if verdict == Some(Verdict::Ignore) {
            if is_dir {
                self.seen.note(Seen::IGNORED_DIR);
            }
            return Classification {
                is_ignored: true,
                ..Classification::default()
            };
        }
        if is_dir && name == NODE_MODULES && !context.node_modules {
            return Classification {
                is_excluded_node_modules: true,
                ..Classification::default()
            };
        }
        Classification {
            is_item: is_item && !self.is_selected_earlier(context.root, shown, counts_as_dir),
            is_walked,
            ..Classification::default()
        }
    }
}

/// Returns the depth of a path relative to the root: 1 for the root's own entries.
pub(super) fn depth(shown: &[u8]) -> u64 {
    memchr::memchr_iter(b'/', shown).count() as u64 + 1
}
