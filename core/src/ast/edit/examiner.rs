use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use encoding_rs::Encoding;

use super::coding::Text;
use super::digest;
use super::journal;
use super::outcome::AstChange;
use super::plan::{Fault, Plan, Planner, Scratch};
use crate::ast::examiner::target;
use crate::ast::language::Language;
use crate::ast::parse::{Interrupt, WorkBudget};
use crate::ast::text_search::{SearchStatus, SearchTarget};
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::path::{RelPath, os_str};
use crate::pipeline::JobOutput;
use crate::pipeline::{Examine, FileRef};
use crate::report::SkipReason;
use crate::scan::{EntryKind, Role};

/// Computes the edits of files.
pub(super) struct EditExaminer {
    pub(super) planner: Arc<Planner>,
    pub(super) language: Option<&'static Language>,
    pub(super) time_per_file: Option<Duration>,
    pub(super) max_replacements: u64,
    pub(super) encoding: Option<&'static Encoding>,
    /// Journals that were met on the way.
    pub(super) journals: Arc<Mutex<Vec<PathBuf>>>,
}

/// What one thread keeps from file to file.
#[derive(Default)]
pub(super) struct EditScratch {
    buffer: Vec<u8>,
    planning: Scratch,
}

/// The edits of one file.
pub(super) struct FilePlan {
    pub(super) root: u32,
    pub(super) shown: RelPath,
    /// The absolute path.
    pub(super) path: PathBuf,
    /// Digests of the bytes as they are and as they are to be.
    pub(super) old: u128,
    pub(super) new: u128,
    /// The bytes as they are to be.
    pub(super) bytes: Vec<u8>,
    pub(super) changes: Vec<AstChange>,
    pub(super) is_unsettled: bool,
    text: Text,
    target: SearchTarget,
}

impl FilePlan {
    /// The same with at most `room` replacements.
    pub(super) fn cut(
        mut self,
        room: u64,
        planner: &Planner,
        token: &CancelToken,
    ) -> Result<FilePlan> {
        let mut budget = WorkBudget::new(token, None);
        let text = &self.text.bytes;
        let plan = planner.plan(
            text,
            self.target,
            room,
            &mut Scratch::default(),
            &mut budget,
        );
        match plan {
            Ok((_, Some(plan))) => self.adopt(plan)?,
            Ok((_, None)) | Err(Fault::Stop(Interrupt::OutOfTime | Interrupt::TooDeep)) => {}
            Err(Fault::Stop(Interrupt::Aborted(aborted))) => return Err(aborted.into()),
            Err(Fault::Error(error)) => return Err(error.with_path(&self.path)),
        }
        Ok(self)
    }

    fn adopt(&mut self, plan: Plan) -> Result<()> {
        let bytes = self.text.write(plan.text);
        self.bytes = bytes.map_err(|error| error.with_path(&self.path))?;
        self.new = digest(&self.bytes);
        self.changes = plan.changes;
        self.is_unsettled = plan.is_unsettled;
        for change in &mut self.changes {
            change.path = self.shown.clone();
            change.root = self.root;
        }
        Ok(())
    }

    fn weight(&self) -> usize {
        let changes: usize = self.changes.iter().map(AstChange::weight).sum();
        self.bytes.len() + self.text.bytes.len() + changes
    }
}

impl Examine for EditExaminer {
    type Item = Result<FilePlan>;
    type Scratch = EditScratch;
    type Resume = ();

    fn scratch(&self) -> EditScratch {
        EditScratch::default()
    }

    fn weigh(item: &Result<FilePlan>) -> usize {
        item.as_ref().map_or(0, FilePlan::weight)
    }

    fn verdict(&self) -> Result<()> {
        self.planner.query.compile_error()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        scratch: &mut EditScratch,
        found: &mut JobOutput<Result<FilePlan>>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if file.entry.role != Role::Item(EntryKind::File) {
            return Ok(None);
        }
        let path = || PathBuf::from(os_str(&file.listing.path_of(file.entry)));
        if file.listing.name(file.entry) == journal::NAME.as_bytes() {
            let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
            journals.push(path());
            return Ok(None);
        }
        let Some(target) = target(file, self.language) else {
            return Ok(None);
        };
        let EditScratch { buffer, planning } = scratch;
        let skip = |reason, detail| file.listing.skip(file.entry, reason, detail);
        let text = match self.read(file, buffer) {
            Ok(Ok(read)) => read,
            Ok(Err(reason)) => {
                found.skipped.push(skip(reason, None));
                return Ok(None);
            }
            Err(error) => {
                let detail = Some(error.to_string());
                found.skipped.push(skip(SkipReason::Unreadable, detail));
                return Ok(None);
            }
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let room = self.max_replacements;
        let planned = self
            .planner
            .plan(&text.bytes, target, room, planning, &mut budget);
        token.heartbeat()?;
        let plan = match planned {
            Ok((status, plan)) => {
                match status {
                    SearchStatus::Complete => {}
                    SearchStatus::Incomplete(reason, detail) => {
                        found.skipped.push(skip(reason, Some(detail)));
                    }
                    SearchStatus::Skipped(reason, detail) => {
                        found.skipped.push(skip(reason, detail));
                        return Ok(None);
                    }
                }
                plan
            }
            Err(Fault::Stop(Interrupt::Aborted(aborted))) => return Err(aborted),
            Err(Fault::Stop(stop)) => {
                let reason = match stop {
                    Interrupt::TooDeep => SkipReason::TooDeep,
                    _ => SkipReason::ParseTimeout,
                };
                found.skipped.push(skip(reason, None));
                return Ok(None);
            }
            Err(Fault::Error(error)) => {
                found.items.push(Err(error.with_path(&path())));
                return Ok(None);
            }
        };
        found.files_searched += 1;
        let Some(plan) = plan else {
            *buffer = text.bytes;
            return Ok(None);
        };
        let mut planned = FilePlan {
            root: file.listing.root(),
            shown: file.listing.shown(file.entry),
            path: path(),
            old: text.digest(),
            new: 0,
            bytes: Vec::new(),
            changes: Vec::new(),
            is_unsettled: false,
            text,
            target,
        };
        if let Err(error) = planned.adopt(plan) {
            found.items.push(Err(error));
            return Ok(None);
        }
        found.files_with_matches += 1;
        found.matches += planned.changes.len() as u64;
        found.weight += planned.weight();
        found.items.push(Ok(planned));
        Ok(None)
    }
}

impl EditExaminer {
    /// The text of a file, or why it is left out.
    fn read(
        &self,
        file: &FileRef<'_>,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Result<Text, SkipReason>> {
        buffer.clear();
        let max = self.planner.max_size;
        let handle = file.listing.open(file.entry)?;
        let len = handle.metadata()?.len();
        buffer.reserve(usize::try_from(len.min(max)).unwrap_or(0) + 1);
        handle.take(max + 1).read_to_end(buffer)?;
        if buffer.len() as u64 > max {
            return Ok(Err(SkipReason::TooLarge));
        }
        Ok(Text::read(buffer, self.encoding))
    }
}
