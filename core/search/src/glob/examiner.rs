//! Turns entries with matching paths into results, with size and time if requested.
//!
//! The scan has already matched the paths; this module neither compares patterns nor opens files.

use std::convert::Infallible;
use std::io;

use ransack_base::{Aborted, CancelToken, RelPath, SkipReason};

use super::{FileType, GlobMatch, GlobOptions};
use crate::pipeline::{Examine, FileRef, JobOutput};
use crate::scan::{EntryKind, EntryRole, TextConditions, is_broken_link};

/// Examiner of path search.
pub(crate) struct GlobExaminer {
    file_type: Option<FileType>,
    stat: bool,
}

impl GlobExaminer {
    pub(crate) fn new(options: &GlobOptions) -> GlobExaminer {
        GlobExaminer {
            file_type: options.file_type,
            stat: options.stat || options.sort_by_mtime,
        }
    }
}

impl TextConditions for GlobExaminer {}

impl Examine for GlobExaminer {
    type Item = GlobMatch;
    type Scratch = ();
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const RETURNS_SCOPE: bool = true;
    const ENTRIES_PER_JOB: usize = 1024;

    fn scratch(&self) {}

    fn weigh(item: &GlobMatch) -> usize {
        size_of::<GlobMatch>() + item.path.as_bytes().len()
    }

    fn place(item: &GlobMatch) -> Option<(u32, &RelPath)> {
        Some((item.root, &item.path))
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        (): &mut (),
        found: &mut JobOutput<GlobMatch>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let EntryRole::Item(kind) = file.entry.role else {
            return Ok(None);
        };
        let file_type = match kind {
            EntryKind::File => FileType::File,
            EntryKind::Dir => FileType::Dir,
            EntryKind::Symlink => FileType::Symlink,
            EntryKind::Other => return Ok(None),
        };
        let is_link = file_type == FileType::Symlink;
        let counts_as_target =
            is_link && matches!(self.file_type, Some(FileType::File | FileType::Dir));
        let stat = if self.stat || counts_as_target {
            let mut report = |error: &io::Error| {
                let detail = Some(error.to_string());
                let skip = file
                    .listing
                    .skip(file.entry, SkipReason::Unreadable, detail);
                found.skipped.push(skip);
            };
            let stat = match file.listing.stat(file.entry, true) {
                // A link has its own size and time if its target has none or its target's are
                // unknown.
                Err(error) if is_link => {
                    let own = file.listing.stat(file.entry, false);
                    if own.is_ok() && !is_broken_link(&error) {
                        report(&error);
                    }
                    own
                }
                stat => stat,
            };
            match stat {
                Ok(stat) => Some(stat),
                Err(error) => {
                    report(&error);
                    return Ok(None);
                }
            }
        } else {
            None
        };
        let target_kind = stat.map_or(kind, |stat| stat.kind);
        let is_wanted = match self.file_type {
            None => true,
            Some(FileType::File) => target_kind == EntryKind::File,
            Some(FileType::Dir) => target_kind == EntryKind::Dir,
            Some(FileType::Symlink) => is_link,
        };
        if !is_wanted {
            return Ok(None);
        }
        let returned_stat = stat.filter(|_| self.stat);
        let item = GlobMatch {
            path: file.listing.shown(file.entry),
            root: file.listing.root,
            file_type,
            mtime_ms: returned_stat.map(|stat| stat.modified.ms),
            mtime_ns: returned_stat.map_or(0, |stat| stat.modified.ns),
            size: returned_stat
                .filter(|stat| stat.kind == EntryKind::File)
                .map(|stat| stat.size),
        };
        found.bytes += Self::weigh(&item);
        found.items.push(item);
        found.matches += 1;
        found.files_with_matches += u64::from(target_kind == EntryKind::File);
        Ok(None)
    }
}
