use std::convert::Infallible;

use super::options::Signals;
use super::query::{Query, mask};
use super::rank::{Hit, Top};
use super::score::Scorer;
use super::{FuzzyFindOptions, FuzzyMatch};
use crate::cancel::{Aborted, CancelToken};
use crate::collect::Found;
use crate::error::Result;
use crate::examine::{Examine, FileRef};
use crate::glob::FileType;
use crate::path::RelPath;
use crate::pipeline::room;
use crate::scan::{EntryKind, Role};

/// Judges entries by their path.
pub(crate) struct FuzzyExaminer {
    query: Query,
    signals: Signals,
    /// How many results can matter.
    count: usize,
}

/// What a thread keeps from entry to entry.
pub(crate) struct Scratch {
    scorer: Scorer,
    path: Vec<u8>,
    /// The scores of the best that this thread has seen: what is worth less
    /// than all of these cannot be among the results.
    top: Top,
}

impl FuzzyExaminer {
    pub(crate) fn new(options: &FuzzyFindOptions) -> Result<FuzzyExaminer> {
        Ok(FuzzyExaminer {
            query: Query::new(&options.query)?,
            signals: Signals::new(&options.signals),
            count: room(options.offset, options.limit),
        })
    }
}

impl Examine for FuzzyExaminer {
    type Item = FuzzyMatch;
    type Scratch = Scratch;
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const AT_ONCE: usize = 1024;

    fn scratch(&self) -> Scratch {
        Scratch {
            scorer: Scorer::default(),
            path: Vec::new(),
            top: Top::new(self.count),
        }
    }

    fn weigh(item: &FuzzyMatch) -> usize {
        size_of::<FuzzyMatch>() + item.path.as_bytes().len() + size_of_val(&item.positions[..])
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        scratch: &mut Scratch,
        found: &mut Found<FuzzyMatch>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let Role::Item(kind) = file.entry.role else {
            return Ok(None);
        };
        let file_type = match kind {
            EntryKind::File => FileType::File,
            EntryKind::Dir => FileType::Dir,
            EntryKind::Symlink => FileType::Symlink,
            EntryKind::Other => return Ok(None),
        };
        let Scratch { scorer, path, top } = scratch;
        file.listing.write_shown(file.entry, path);
        let is_dir = file_type == FileType::Dir;
        let mask = mask(path, is_dir);
        let Some(bound) = scorer.bound(&self.query, &self.signals, path, is_dir, mask) else {
            return Ok(None);
        };
        found.matches += 1;
        found.files_with_matches += u64::from(file_type == FileType::File);
        if bound < top.floor() {
            return Ok(None);
        }
        let score = scorer.score(&self.query, &self.signals, path, is_dir);
        if score < top.floor() {
            return Ok(None);
        }
        top.add(Hit { index: 0, score }, |a, b| b.score.cmp(&a.score));
        let positions = scorer.positions(path);
        if is_dir {
            path.push(b'/');
        }
        let item = FuzzyMatch {
            path: RelPath::new(path.as_slice()),
            root: file.listing.root(),
            file_type,
            score,
            positions,
        };
        found.weight += Self::weigh(&item);
        found.items.push(item);
        Ok(None)
    }
}
