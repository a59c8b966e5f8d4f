//! Plans the text of one file from the changes of a patch.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ransack_base::internal::{ErrorParts, os_str, rel_path};
use ransack_base::{CancelToken, Error, ErrorKind, RelPath, Result};
use ransack_search::Scope;
use ransack_search::internal::{FileRef, shown_file};

use super::targets::{FileConflict, PatchTarget};
use crate::engine::{
    NameEffect, NewPath, PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText,
    TextPlan,
};
use crate::file_change::FileChangeKind;
use crate::patch::{AppliedHunk, MAX_MESSAGES, Patch, PatchOptions};

/// Text after the changes of a patch, and the places of the hunks of each change.
pub(super) type PatchedSteps = (Vec<u8>, Vec<(usize, Vec<AppliedHunk>)>);

/// Patch and the directory that its paths are relative to.
pub(super) struct PatchCall {
    pub(super) patch: Patch,
    /// Directory in the form used to open files.
    pub(super) root: PathBuf,
    /// Scope of the call, without roots.
    pub(super) scope: Scope,
    pub(super) options: PatchOptions,
    /// Maximum size of a text after the changes, in bytes.
    pub(super) max_size: u64,
}

impl PatchCall {
    /// Returns a path of the patch in the form used to open the file.
    pub(super) fn path_of(&self, path: &[u8]) -> PathBuf {
        self.root.join(os_str(path))
    }

    /// Returns a path of the patch as results show it: in a workspace, relative to its root.
    pub(super) fn shown(&self, path: &[u8]) -> RelPath {
        let in_workspace = match self.scope.workspace {
            Some(_) => shown_file(&self.scope, &self.path_of(path)).ok(),
            None => None,
        };
        in_workspace.unwrap_or_else(|| rel_path(path.to_vec()))
    }

    /// Applies changes of the patch one after the other.
    pub(super) fn apply(
        &self,
        text: &[u8],
        steps: &[usize],
        token: &CancelToken,
    ) -> Result<Result<PatchedSteps, Vec<FileConflict>>> {
        let mut text = text.to_vec();
        let mut hunks = Vec::with_capacity(steps.len());
        for &step in steps {
            match self.patch.files[step].try_apply(&text, &self.options, token)? {
                Ok(patched) => {
                    text = patched.text;
                    hunks.push((step, patched.hunks));
                }
                Err(conflicts) => {
                    let conflicts = conflicts.into_iter();
                    let conflicts = conflicts.map(|conflict| FileConflict { step, conflict });
                    return Ok(Err(conflicts.collect()));
                }
            }
        }
        let (len, max) = (text.len() as u64, self.max_size);
        if len > max {
            let message = format!(
                "the patch would make the file {len} bytes long, more than the limit of {max}"
            );
            return Err(Error::option(message));
        }
        Ok(Ok((text, hunks)))
    }

    /// Returns whether the last of some changes with a mode makes the file executable; `None` if none
    /// has a mode.
    pub(super) fn mode_after(&self, steps: &[usize]) -> Option<bool> {
        let files = steps.iter().rev().map(|step| &self.patch.files[*step]);
        let files = files.filter(|file| file.change != FileChangeKind::Delete);
        files.filter_map(|file| file.is_executable[1]).next()
    }

    /// Returns the error for conflicts; `None` without conflicts.
    pub(super) fn conflict_error(&self, mut conflicts: Vec<FileConflict>) -> Option<Error> {
        conflicts.sort_by_key(|found| found.step);
        let path = |found: &FileConflict| self.patch.files[found.step].path.clone();
        let mut described = Vec::new();
        for found in conflicts.iter().take(MAX_MESSAGES) {
            let path = String::from_utf8_lossy(&self.patch.files[found.step].path);
            described.push(format!("{path}: {}", found.conflict.message));
        }
        if described.is_empty() {
            return None;
        }
        let mut message = format!("the patch does not fit: {}", described.join("; "));
        if conflicts.len() > described.len() {
            message += &format!("; and {} more", conflicts.len() - described.len());
        }
        let mut paths: Vec<PathBuf> = conflicts.iter().map(|f| self.path_of(&path(f))).collect();
        paths.sort_unstable();
        paths.dedup();
        let passages = conflicts.into_iter().flat_map(|found| {
            let path = self.shown(&path(&found));
            let passages = found.conflict.passages.into_iter();
            passages.map(move |mut passage| {
                passage.path = Some(path.clone());
                passage
            })
        });
        let passages = passages.collect();
        let error = Error::new(ErrorKind::PatchConflict, message).with_paths(paths);
        Some(error.with_passages(passages))
    }
}

/// Planner of the texts of a patch, one for each root.
pub(super) struct PatchPlanner {
    call: Arc<PatchCall>,
    targets: Vec<PatchTarget>,
    /// Conflicts found before planning, in the order of the patch.
    known: Vec<FileConflict>,
    results: Mutex<PatchResults>,
}

/// Results of planning, for the most recently planned texts.
#[derive(Default)]
struct PatchResults {
    hunks: BTreeMap<usize, Vec<AppliedHunk>>,
    conflicts: Vec<FileConflict>,
}

impl PatchPlanner {
    pub(super) fn new(
        call: Arc<PatchCall>,
        targets: Vec<PatchTarget>,
        known: Vec<FileConflict>,
    ) -> PatchPlanner {
        PatchPlanner {
            call,
            targets,
            known,
            results: Mutex::default(),
        }
    }

    /// Returns the places of the hunks, by the index of their change in the patch.
    pub(super) fn hunks(&self) -> BTreeMap<usize, Vec<AppliedHunk>> {
        std::mem::take(&mut self.results().hunks)
    }

    fn results(&self) -> MutexGuard<'_, PatchResults> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlanFile for PatchPlanner {
    type Change = ();
    type Scratch = ();
    type Target = ();

    fn begin(&self) -> Result<()> {
        *self.results() = PatchResults::default();
        Ok(())
    }

    fn verdict(&self) -> Result<()> {
        let mut conflicts = self.known.clone();
        conflicts.append(&mut self.results().conflicts);
        self.call.conflict_error(conflicts).map_or(Ok(()), Err)
    }

    fn shown(&self, file: &FileRef<'_>) -> RelPath {
        let target = self.targets.get(file.root() as usize);
        let source = target.and_then(|target| target.source.as_ref());
        source.map_or_else(|| file.shown(), |source| self.call.shown(source))
    }

    fn target(&self, _file: &FileRef<'_>, _text: &[u8]) -> Result<Option<()>> {
        Ok(Some(()))
    }

    fn plan(
        &self,
        source: &SourceText,
        _target: (),
        root: u32,
        _room: u64,
        _scratch: &mut (),
        limits: PlanLimits<'_>,
    ) -> Result<PlannedText<()>, PlanStop> {
        let mut planned = PlannedText {
            status: PlanStatus::Complete,
            refused: None,
            plan: None,
        };
        let Some(target) = self.targets.get(root as usize) else {
            return Ok(planned);
        };
        let patched = self.call.apply(&source.text, &target.steps, limits.token);
        let patched = patched.map_err(|error| match limits.token.heartbeat() {
            Err(aborted) if matches!(error.kind(), ErrorKind::Aborted | ErrorKind::Timeout) => {
                PlanStop::Aborted(aborted)
            }
            _ => PlanStop::Error(error),
        })?;
        let (text, hunks) = match patched {
            Ok(patched) => patched,
            Err(conflicts) => {
                self.results().conflicts.extend(conflicts);
                return Ok(planned);
            }
        };
        let count = hunks.iter().map(|(_, hunks)| hunks.len()).sum::<usize>();
        self.results().hunks.extend(hunks);
        let name = self.name_effect(target);
        let is_executable = self.new_mode(target);
        if text == source.text && name == NameEffect::Keep && is_executable.is_none() {
            return Ok(planned);
        }
        let changes = (0..count.max(1)).map(|_| ()).collect();
        let mut plan = TextPlan::new(text, changes);
        plan.name = name;
        plan.is_executable = is_executable;
        planned.plan = Some(plan);
        Ok(planned)
    }
}

impl PatchPlanner {
    fn name_effect(&self, target: &PatchTarget) -> NameEffect {
        let Some(result) = &target.result else {
            return NameEffect::Delete;
        };
        let to = NewPath {
            path: self.call.path_of(result),
            shown: self.call.shown(result),
        };
        match target.source.as_ref() == Some(result) {
            true => NameEffect::Keep,
            false => NameEffect::Rename(to),
        }
    }

    /// Returns the mode that the patch gives to a file that has another mode.
    fn new_mode(&self, target: &PatchTarget) -> Option<bool> {
        let mode = self.call.mode_after(&target.steps)?;
        let now = is_executable(&self.call.path_of(target.source.as_ref()?))?;
        (mode != now).then_some(mode)
    }
}

/// Returns whether the owner of a file may execute it; `None` if files have no such mode, or if the
/// file cannot be examined.
#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = path.metadata().ok()?;
    Some(metadata.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
pub(super) fn is_executable(_path: &Path) -> Option<bool> {
    None
}
