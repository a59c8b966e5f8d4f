//! Plans the edits of one file: reads it under the read policy for edits and plans its
//! replacements.
//!
//! Writes nothing to disk. A file that could not be written back byte for byte, apart from its
//! replacements, is skipped and reported.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use encoding_rs::Encoding;
use ransack_base::internal::{ErrorParts, skipped_path};
use ransack_base::{Aborted, CancelToken, Error, RelPath, Result, SkipReason, SkippedPath};
use ransack_search::internal::{
    BufferDocument, ChangePolicy, Examine, FileRef, FileVersion, JobOutput, ReadOutcome,
    ReadPolicy, TextConditions, UndecodablePolicy, WordQuery,
};
use ransack_transaction::internal::{ChangeAction, CreateMode, PlannedChange, Unplanned};

use super::call::ExpectedVersions;
use super::planner::{
    ListedChange, NameEffect, PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, TextPlan,
};
use super::source_text::SourceText;
use crate::diff::{DiffOptions, TextEdit, diff_lines, git_diff};
use crate::file_change::FileChangeKind;

/// Examiner that plans edits.
pub(super) struct EditExaminer<P> {
    pub(super) planner: Arc<P>,
    pub(super) time_per_file: Option<Duration>,
    pub(super) max_replacements: u64,
    pub(super) policy: ReadPolicy,
    /// Paths of journals found by the walk.
    pub(super) journals: Arc<Mutex<Vec<PathBuf>>>,
    /// Files that had changes in the preview but have none now.
    pub(super) unplanned: Arc<Unplanned>,
    pub(super) if_versions: Arc<ExpectedVersions>,
}

/// Buffer and planner's memory of one worker, reused across files.
#[derive(Default)]
pub(super) struct EditScratch<S> {
    buffer: Vec<u8>,
    /// Bytes of a small file of which it is not yet known whether it may change.
    window: Vec<u8>,
    planning: S,
}

/// Edits of one file.
pub(super) struct FilePlan<C, T> {
    pub(super) root: u32,
    /// Path shown in results.
    pub(super) shown: RelPath,
    /// Change of the bytes.
    pub(super) change: PlannedChange,
    /// Creation of a file that replaces the deleted one.
    pub(super) recreated: Option<PlannedChange>,
    pub(super) changes: Vec<C>,
    /// Unified diff of the text before and after all passes.
    pub(super) diff: Vec<u8>,
    /// Edits of the text before the first pass that give the text after the last.
    pub(super) text_edits: Vec<TextEdit>,
    pub(super) is_unsettled: bool,
    /// Effect on the file.
    pub(super) kind: FileChangeKind,
    /// Relative path of the open buffer that provided the text.
    pub(super) buffer: Option<Arc<[u8]>>,
    /// Absolute path under which this buffer was set.
    pub(super) document: Option<BufferDocument>,
    /// Device and inode numbers of the file; `None` with a buffer, and where the platform has none.
    pub(super) inode: Option<(u64, u64)>,
    /// Whether the path is a symbolic link. False with a buffer.
    pub(super) is_link: bool,
    /// Text before the edits; empty if there is no limit on the number of replacements.
    source: SourceText,
    target: T,
}

/// Returns the read policy for edits, which excludes any text that was not read exactly.
pub(super) fn read_policy(
    max_size: Option<u64>,
    max_held: usize,
    encoding: Option<&'static Encoding>,
) -> ReadPolicy {
    ReadPolicy {
        max_size,
        max_held,
        encoding,
        binary: false,
        undecodable: UndecodablePolicy::RequireRoundTrip,
        changed: ChangePolicy::Skip,
    }
}

impl<C: ListedChange, T: Copy> FilePlan<C, T> {
    fn new(
        file: &FileRef<'_>,
        shown: RelPath,
        source: SourceText,
        target: T,
        plan: TextPlan<C>,
        token: &CancelToken,
    ) -> Result<FilePlan<C, T>> {
        let path = file.path();
        let is_executable = plan.is_executable;
        let kind = kind_of(&plan.name);
        let is_plain = kind == FileChangeKind::Modify && is_executable.is_none();
        let (diff, text_edits) = match kind {
            _ if is_plain => diff_of(&source, &plan, &shown, token)?,
            FileChangeKind::Delete => (
                named_diff(&kind, &source, &plan, &shown, token)?,
                Vec::new(),
            ),
            _ => {
                let (_, text_edits) = diff_of(&source, &plan, &shown, token)?;
                (
                    named_diff(&kind, &source, &plan, &shown, token)?,
                    text_edits,
                )
            }
        };
        let old = source.version().as_u128();
        let recreate = |path: PathBuf, bytes| -> Result<PlannedChange> {
            let mode = mode_like(file, is_executable)?;
            let action = ChangeAction::create(bytes, mode);
            Ok(PlannedChange { path, action })
        };
        let bytes = file_bytes(&source, &path, plan.text)?;
        // A file with another mode is a new file, so that the old one can be restored as it was.
        let (action, recreated) = match (plan.name, is_executable) {
            (NameEffect::Keep, None) => (ChangeAction::rewrite(old, bytes), None),
            (NameEffect::Keep, Some(_)) => (
                ChangeAction::Delete { old },
                Some(recreate(path.clone(), bytes)?),
            ),
            (NameEffect::Rename(to), None) => {
                (ChangeAction::rename(old, to.path, Some(bytes)), None)
            }
            (NameEffect::Rename(to), Some(_)) => (
                ChangeAction::Delete { old },
                Some(recreate(to.path, bytes)?),
            ),
            (NameEffect::Delete, _) => (ChangeAction::Delete { old }, None),
        };
        let buffer = file.buffer_path();
        let (inode, is_link) = match buffer {
            None => place_of(&path),
            Some(_) => (None, false),
        };
        let mut planned = FilePlan {
            root: file.root(),
            shown,
            change: PlannedChange { path, action },
            recreated,
            changes: Vec::new(),
            diff,
            text_edits,
            is_unsettled: plan.is_unsettled,
            kind,
            buffer,
            document: file.buffer_document(),
            inode,
            is_link,
            source,
            target,
        };
        planned.set_changes(plan.changes);
        Ok(planned)
    }

    /// Plans the file again with at most `max_replacements` replacements. If planning stops at a
    /// limit, returns the reason, and the plan is void.
    pub(super) fn limit_to<P: PlanFile<Change = C, Target = T>>(
        &mut self,
        max_replacements: u64,
        planner: &P,
        limits: PlanLimits<'_>,
    ) -> Result<Option<(SkipReason, SkippedPath)>> {
        let token = limits.token;
        let plan = planner.plan(
            &self.source,
            self.target,
            self.root,
            max_replacements,
            &mut P::Scratch::default(),
            limits,
        );
        token.heartbeat()?;
        let (reason, detail) = match plan {
            Ok(PlannedText {
                plan: Some(plan), ..
            }) => {
                (self.diff, self.text_edits) = diff_of(&self.source, &plan, &self.shown, token)?;
                self.change.action = rewrite_of(&self.source, &self.change.path, plan.text)?;
                self.is_unsettled = plan.is_unsettled;
                self.set_changes(plan.changes);
                return Ok(None);
            }
            Ok(PlannedText {
                status: PlanStatus::Skipped(reason, detail),
                ..
            }) => (reason, detail),
            Ok(_) => {
                self.changes.clear();
                self.diff.clear();
                self.text_edits.clear();
                return Ok(None);
            }
            Err(PlanStop::Skip(reason)) => (reason, None),
            Err(PlanStop::Aborted(aborted)) => return Err(aborted.into()),
            Err(PlanStop::Error(error)) => return Err(error.with_path(&self.change.path)),
        };
        let path = skipped_path(self.root, self.shown.clone(), detail);
        Ok(Some((reason, path)))
    }

    /// Sets the replacements, with the path of this file.
    fn set_changes(&mut self, changes: Vec<C>) {
        self.changes = changes;
        for change in &mut self.changes {
            change.set_file(self.shown.clone(), self.root);
        }
    }

    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize {
        let changes: usize = self.changes.iter().map(ListedChange::weight).sum();
        let edits = self.text_edits.iter();
        let edits = edits.map(|edit| size_of::<TextEdit>() + edit.new_text.len());
        let recreated = self.recreated.as_ref();
        self.change.action.new_bytes().len()
            + recreated.map_or(0, |change| change.action.new_bytes().len())
            + self.source.text.len()
            + self.diff.len()
            + edits.sum::<usize>()
            + changes
    }
}

impl<P: PlanFile> TextConditions for EditExaminer<P> {
    fn of_all(&self) -> Option<&WordQuery> {
        // The index holds the text of files read without an explicit encoding. A file with an expected
        // version, or one that has changed since its preview, must be read.
        let is_indexed = self.policy.encoding.is_none() && self.may_pass_over();
        Some(match is_indexed {
            true => self.planner.words(),
            false => &WordQuery::All,
        })
    }

    fn max_file_size(&self) -> Option<u64> {
        self.policy.max_size
    }
}

impl<P: PlanFile> EditExaminer<P> {
    /// Whether files without changes need not be read to the end.
    fn may_pass_over(&self) -> bool {
        self.if_versions.is_empty() && self.unplanned.is_empty()
    }
}

impl<P: PlanFile> Examine for EditExaminer<P> {
    type Item = Result<FilePlan<P::Change, P::Target>>;
    type Scratch = EditScratch<P::Scratch>;
    type Resume = ();

    fn scratch(&self) -> EditScratch<P::Scratch> {
        EditScratch::default()
    }

    fn weigh(item: &Self::Item) -> usize {
        item.as_ref().map_or(0, FilePlan::weight)
    }

    fn verdict(&self) -> Result<()> {
        self.planner.verdict()
    }

    fn hints(&self) -> Vec<String> {
        self.planner.hints()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        scratch: &mut EditScratch<P::Scratch>,
        found: &mut JobOutput<Self::Item>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if !file.is_file() {
            return Ok(None);
        }
        if file.is_edit_journal() {
            let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
            journals.push(file.path());
            return Ok(None);
        }
        if !self.planner.may_plan(file) {
            return Ok(None);
        }
        let EditScratch {
            buffer,
            window,
            planning,
        } = scratch;
        let outcome = match P::FILTERS_TEXTS && self.may_pass_over() {
            true => {
                let may_change = |text: &[u8]| self.planner.may_change(text, token);
                let Some(outcome) = file.read_if(&self.policy, window, buffer, may_change)? else {
                    found.files_searched += 1;
                    return Ok(None);
                };
                outcome
            }
            false => file.read(&self.policy, buffer),
        };
        let encoding = match outcome {
            ReadOutcome::Text { encoding, .. } => encoding,
            ReadOutcome::Skipped(fault) => {
                self.unplanned.add(&file.path(), || None);
                found.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let target = match self.planner.target(file, buffer) {
            Ok(Some(target)) => target,
            Ok(None) => return Ok(None),
            Err(error) => {
                found.items.push(Err(error));
                return Ok(None);
            }
        };
        let limits = PlanLimits {
            token,
            time: self.time_per_file,
        };
        let root = file.root();
        let room = self.max_replacements;
        let source = SourceText::new(std::mem::take(buffer), encoding);
        if let Err(error) = self.if_versions.check(&file.path(), || source.version()) {
            found.items.push(Err(error));
            return Ok(None);
        }
        let plan = self
            .planner
            .plan(&source, target, root, room, planning, limits);
        token.heartbeat()?;
        let planned = match plan {
            Ok(planned) => planned,
            Err(PlanStop::Aborted(aborted)) => return Err(aborted),
            Err(PlanStop::Skip(reason)) => PlannedText {
                status: PlanStatus::Skipped(reason, None),
                refused: None,
                plan: None,
            },
            Err(PlanStop::Error(error)) => {
                let error = error.with_path(&file.path());
                found.items.push(Err(error));
                return Ok(None);
            }
        };
        match planned.status {
            PlanStatus::Complete => {}
            PlanStatus::Capped => found.files_capped += 1,
            PlanStatus::Incomplete(reason, detail) => {
                found.skipped.push(file.skip(reason, Some(detail)));
            }
            PlanStatus::Skipped(reason, detail) => {
                found.skipped.push(file.skip(reason, detail));
                // Keeps the buffer for the next file.
                *buffer = source.text;
                return Ok(None);
            }
        }
        if planned.refused.is_some() {
            found
                .skipped
                .push(file.skip(SkipReason::LossyRewrite, planned.refused));
        }
        found.files_searched += 1;
        let Some(plan) = planned.plan else {
            let digest = || Some(source.version().as_u128());
            self.unplanned.add(&file.path(), digest);
            // Keeps the buffer for the next file.
            *buffer = source.text;
            return Ok(None);
        };
        let mut planned =
            FilePlan::new(file, self.planner.shown(file), source, target, plan, token);
        token.heartbeat()?;
        if let Ok(planned) = &mut planned
            && room == u64::MAX
        {
            // Without a limit, the file is not planned again.
            *buffer = std::mem::take(&mut planned.source.text);
        }
        if let Ok(planned) = &planned {
            found.files_with_matches += 1;
            found.matches += planned.changes.len() as u64;
            found.bytes += planned.weight();
        }
        found.items.push(planned);
        Ok(None)
    }
}

/// Returns the change of the file at `path` to a new text.
fn rewrite_of(source: &SourceText, path: &Path, text: Vec<u8>) -> Result<ChangeAction> {
    let bytes = file_bytes(source, path, text)?;
    Ok(ChangeAction::rewrite(source.version().as_u128(), bytes))
}

fn file_bytes(source: &SourceText, path: &Path, text: Vec<u8>) -> Result<Vec<u8>> {
    let bytes = source.to_file_bytes(text);
    bytes.map_err(|error| error.with_path(path))
}

/// Returns the device and inode numbers of the file at a path, and whether the path is a link.
fn place_of(path: &Path) -> (Option<(u64, u64)>, bool) {
    let found = fs::symlink_metadata(path).ok();
    let is_link = found.as_ref().is_some_and(Metadata::is_symlink);
    let found = match is_link {
        true => fs::metadata(path).ok(),
        false => found,
    };
    let inode = found.and_then(|metadata| FileVersion::of(&metadata).inode);
    (inode, is_link)
}

/// Returns the mode of a new file that replaces a file.
fn mode_like(file: &FileRef<'_>, is_executable: Option<bool>) -> Result<CreateMode> {
    if file.buffer_path().is_some() {
        return Ok(CreateMode::Default);
    }
    let path = file.path();
    let mode = CreateMode::like_file(&path, is_executable);
    mode.map_err(|error| Error::io("cannot read the mode of", &path, error))
}

/// Returns the effect on a file, for its results.
fn kind_of(name: &NameEffect) -> FileChangeKind {
    match name {
        NameEffect::Keep => FileChangeKind::Modify,
        NameEffect::Rename(to) => FileChangeKind::Rename(to.shown.as_bytes().to_vec()),
        NameEffect::Delete => FileChangeKind::Delete,
    }
}

/// Returns the diff of a file whose name or mode changes.
fn named_diff<C>(
    kind: &FileChangeKind,
    source: &SourceText,
    plan: &TextPlan<C>,
    shown: &RelPath,
    token: &CancelToken,
) -> Result<Vec<u8>> {
    let texts = [&source.text[..], &plan.text[..]];
    git_diff(kind, plan.is_executable, shown.as_bytes(), texts, token)
}

/// Returns the differences of the text of a file and its new text, as a unified diff and as edits.
fn diff_of<C>(
    source: &SourceText,
    plan: &TextPlan<C>,
    shown: &RelPath,
    token: &CancelToken,
) -> Result<(Vec<u8>, Vec<TextEdit>)> {
    let diff = diff_lines(&source.text, &plan.text, &DiffOptions::default(), token)?;
    Ok((
        diff.unified(shown.as_bytes(), token)?,
        diff.text_edits(token)?,
    ))
}
