use std::convert::Infallible;
use std::sync::Arc;

use super::options::Signals;
use super::query::Query;
use super::rank::{Candidates, Hit, Ranking, Top, Worth};
use super::score::{Begun, Candidate, Scorer};
use super::session::{CandidateCache, InView, Rows, SessionKey};
use super::signature::Signature;
use super::{FuzzyFindOptions, FuzzyMatch};
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::exec::Pool;
use crate::glob::FileType;
use crate::path::RelPath;
use crate::pipeline::JobOutput;
use crate::pipeline::needed_items;
use crate::pipeline::{Examine, FileRef};
use crate::scan::{EntryKind, Role, Scope, View, Walker};

/// Judges entries by their path.
pub(crate) struct FuzzyExaminer {
    query: Arc<Query>,
    signals: Arc<Signals>,
    /// How many results can matter.
    count: usize,
    /// What a workspace remembers.
    cache: Option<Arc<CandidateCache>>,
    scope: Scope,
    dirs: bool,
    links: bool,
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
    pub(crate) fn new(
        options: &FuzzyFindOptions,
        cache: Option<Arc<CandidateCache>>,
    ) -> Result<FuzzyExaminer> {
        Ok(FuzzyExaminer {
            query: Arc::new(Query::new(&options.query)?),
            signals: Arc::new(Signals::new(&options.signals)),
            count: needed_items(options.offset, options.limit),
            cache,
            scope: Scope {
                roots: Vec::new(),
                ..options.scope.clone()
            },
            dirs: options.dirs,
            links: options.symlinks,
        })
    }

    /// The result for what was scored last.
    fn found(
        scorer: &mut Scorer,
        candidate: &Candidate<'_>,
        root: u32,
        file_type: FileType,
        score: i32,
    ) -> FuzzyMatch {
        let slash: &[u8] = if candidate.is_dir { b"/" } else { b"" };
        FuzzyMatch {
            path: RelPath::new([candidate.path, slash].concat()),
            root,
            file_type,
            score,
            positions: scorer.positions(candidate.path),
        }
    }
}

impl Examine for FuzzyExaminer {
    type Item = FuzzyMatch;
    type Scratch = Scratch;
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const ENTRIES_PER_JOB: usize = 1024;

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
        found: &mut JobOutput<FuzzyMatch>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let Some(file_type) = file_type(file.entry.role) else {
            return Ok(None);
        };
        let Scratch { scorer, path, top } = scratch;
        file.listing.write_shown(file.entry, path);
        let is_dir = file_type == FileType::Dir;
        let signature = Signature::new(path, is_dir);
        let candidate = Candidate {
            path,
            is_dir,
            is_file: file_type == FileType::File,
            signature: &signature,
        };
        let sifted = scorer.sift(&self.query, &self.signals, &candidate, Begun::NOTHING);
        let Some((promise, _)) = sifted else {
            return Ok(None);
        };
        found.matches += 1;
        found.files_with_matches += u64::from(candidate.is_file);
        if top.is_above(Worth::new(promise, &candidate)) {
            return Ok(None);
        }
        let floor = top.floor();
        let Some(score) = scorer.score_from(floor, &self.query, &self.signals, &candidate) else {
            return Ok(None);
        };
        let worth = Worth::new(score, &candidate);
        top.add(Hit { index: 0, worth }, |a, b| b.worth.cmp(&a.worth));
        let item = Self::found(scorer, &candidate, file.listing.root(), file_type, score);
        found.bytes += Self::weigh(&item);
        found.items.push(item);
        Ok(None)
    }

    fn examine_view(
        &self,
        view: &Arc<View>,
        walker: &Walker,
        pool: &Pool,
        found: &mut JobOutput<FuzzyMatch>,
        token: &CancelToken,
    ) -> Result<bool> {
        let Some(cache) = &self.cache else {
            return Ok(false);
        };
        let key = SessionKey {
            view: view.id(),
            scope: self.scope.clone(),
            dirs: self.dirs,
            links: self.links,
        };
        let known = cache.rows(&key, &self.query, || Rows::collect(view, walker, token))?;
        let Some((rows, among)) = known else {
            return Ok(false);
        };
        found.files_searched += rows.names_seen;
        found
            .skipped
            .extend(rows.skips.iter().cloned().map(|mut skip| {
                skip.1.root = view.root();
                skip
            }));
        let candidates = Arc::new(InView {
            view: view.clone(),
            rows,
        });
        let ranking = Ranking {
            candidates: candidates.clone(),
            among,
            query: self.query.clone(),
            signals: self.signals.clone(),
            count: self.count,
            list_all: true,
        };
        let ranked = ranking.run(pool, token)?;
        found.matches += ranked.total;
        found.files_with_matches += ranked.files;
        let mut scorer = Scorer::default();
        for hit in ranked.best {
            let index = hit.index as usize;
            let Some(file_type) = file_type(candidates.role(index)) else {
                continue;
            };
            let candidate = candidates.get(index);
            let score = scorer.score(&self.query, &self.signals, &candidate);
            let item = Self::found(&mut scorer, &candidate, view.root(), file_type, score);
            found.bytes += Self::weigh(&item);
            found.items.push(item);
        }
        cache.remember(&key, self.query.clone(), ranked.all);
        Ok(true)
    }
}

fn file_type(role: Role) -> Option<FileType> {
    match role {
        Role::Item(EntryKind::File) => Some(FileType::File),
        Role::Item(EntryKind::Dir) => Some(FileType::Dir),
        Role::Item(EntryKind::Symlink) => Some(FileType::Symlink),
        Role::Item(EntryKind::Other) | Role::Walk => None,
    }
}
