//! Kinds of entries that a walk has seen, used to tell which part of its scope selects nothing.

use std::sync::atomic::{AtomicU8, Ordering};

use super::walk::Walker;

/// Kinds of entries that a walk has seen, regardless of the ignore rules.
#[derive(Debug, Default)]
pub(super) struct Seen(AtomicU8);

impl Seen {
    /// A file.
    const FILE: u8 = 1;
    /// A file that the types admit.
    const TYPE: u8 = 2;
    /// A file that the globs admit.
    const GLOB: u8 = 4;
    /// A directory below which the globs admit nothing.
    pub(super) const PRUNED: u8 = 8;
    /// A directory at the maximum depth.
    pub(super) const TOO_DEEP: u8 = 16;
    /// An ignored directory below which the globs admit entries.
    pub(super) const IGNORED_DIR: u8 = 32;

    fn has(&self, kind: u8) -> bool {
        self.0.load(Ordering::Relaxed) & kind != 0
    }

    pub(super) fn note(&self, kind: u8) {
        // Shared by workers, so it is written only when it changes.
        if !self.has(kind) {
            self.0.fetch_or(kind, Ordering::Relaxed);
        }
    }

    pub(super) fn note_file(&self, has_type: bool, is_item: bool, in_globs: impl FnOnce() -> bool) {
        self.note(Seen::FILE);
        if has_type {
            self.note(Seen::TYPE);
        }
        if is_item || (!has_type && !self.has(Seen::GLOB) && in_globs()) {
            self.note(Seen::GLOB);
        }
    }
}

impl Walker {
    /// Returns hints about the part of the scope that selects nothing, after a walk that found no
    /// file.
    pub(crate) fn empty_scope_hints(&self) -> Vec<String> {
        let scope = &self.scope;
        let mut hints = Vec::new();
        let seen = |kind| self.seen.has(kind);
        if !seen(Seen::FILE) && !seen(Seen::PRUNED) {
            hints.push(match (seen(Seen::TOO_DEEP), seen(Seen::IGNORED_DIR)) {
                (true, _) => "no file is within the maximum depth".to_owned(),
                (false, true) => "each file is in an ignored directory".to_owned(),
                (false, false) => "there is no file below the given paths".to_owned(),
            });
        } else if !seen(Seen::GLOB) {
            let outside = match seen(Seen::IGNORED_DIR) {
                true => " outside ignored directories",
                false => "",
            };
            hints.push(match self.wanted.globs {
                Some(_) => format!("no path{outside} matches the patterns and globs"),
                None => format!("no file{outside} matches the globs"),
            });
        } else if !seen(Seen::TYPE) {
            hints.push(match scope.types.is_empty() {
                true => "every file has one of the excluded types".to_owned(),
                false => format!("no file has the type {}", scope.types.join(" or ")),
            });
        } else {
            let message = "each file is ignored, hidden, or excluded by one of globs and types";
            hints.push(message.to_owned());
        }
        hints.extend(self.wanted.rules.as_ref().and_then(|rules| rules.hint()));
        // Filters select files, and a directory is not a file.
        let names_dir = |glob: &&String| {
            let is_path = !glob.starts_with('!') && !glob.ends_with('/');
            is_path && scope.roots.iter().any(|root| root.join(glob).is_dir())
        };
        for glob in scope.globs.iter().filter(names_dir) {
            let below = format!("`{glob}` is a directory; `{glob}/` selects what is below it");
            hints.push(below);
        }
        hints
    }
}
