//! Plans the text of one file from the edits that name it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, RelPath, Result};
use ransack_search::internal::FileRef;

use super::EditOptions;
use crate::engine::{
    ListedChange, PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText, TextPlan,
};
use crate::text::{EditTextOptions, TextAction, TextEditResult, edit_numbered};

/// Edits of the text of one file.
pub(super) struct FileTextEdits {
    /// Path; absolute in a workspace.
    pub(super) path: PathBuf,
    /// Path as results show it.
    pub(super) shown: RelPath,
    /// Index of the first edit of the file.
    pub(super) first: u32,
    /// Edits with their indices.
    pub(super) edits: Vec<(usize, TextAction)>,
    /// Path that the file gets, and the path as results show it.
    pub(super) rename_to: Option<(PathBuf, RelPath)>,
}

/// Planner of the texts of a call, one for each root.
pub(super) struct TextPlanner {
    files: Vec<FileTextEdits>,
    options: EditTextOptions,
    /// Maximum size of a text after the edits, in bytes.
    max_size: u64,
    /// Results of the edits by index, for the most recently planned texts.
    results: Mutex<BTreeMap<usize, TextEditResult>>,
}

impl TextPlanner {
    pub(super) fn new(files: Vec<FileTextEdits>, options: &EditOptions) -> TextPlanner {
        TextPlanner {
            files,
            options: EditTextOptions::default().tolerant(options.tolerant),
            max_size: options.max_file_size.unwrap_or(u64::MAX),
            results: Mutex::default(),
        }
    }

    /// Returns the results of the edits, by index.
    pub(super) fn results(&self) -> BTreeMap<usize, TextEditResult> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *results)
    }
}

/// Changed place of a text.
pub(super) struct ChangedPlace;

impl ListedChange for ChangedPlace {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        size_of::<ChangedPlace>()
    }
}

impl PlanFile for TextPlanner {
    type Change = ChangedPlace;
    type Scratch = ();
    type Target = ();

    fn shown(&self, file: &FileRef<'_>) -> RelPath {
        let known = self.files.get(file.root() as usize);
        known.map_or_else(|| file.shown(), |known| known.shown.clone())
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
    ) -> Result<PlannedText<ChangedPlace>, PlanStop> {
        let unchanged = PlannedText {
            status: PlanStatus::Complete,
            refused: None,
            plan: None,
        };
        let Some(file) = self.files.get(root as usize) else {
            return Ok(unchanged);
        };
        let edits = file.edits.iter().map(|(index, action)| (*index, action));
        let edited = edit_numbered(&source.text, edits, &self.options, limits.token);
        let edited = edited.map_err(|error| match limits.token.heartbeat() {
            Err(aborted) if matches!(error.kind(), ErrorKind::Aborted | ErrorKind::Timeout) => {
                PlanStop::Aborted(aborted)
            }
            _ => PlanStop::Error(error),
        })?;
        let len = edited.text.len() as u64;
        if len > self.max_size {
            let max = self.max_size;
            let message = format!(
                "the edits would make the file {len} bytes long, more than the limit of {max}"
            );
            return Err(PlanStop::Error(Error::option(message)));
        }
        let places = edited.edits.iter().filter(|edit| edit.is_changed);
        let places = places.flat_map(|edit| &edit.lines);
        let changes = places.map(|_| ChangedPlace).collect();
        let indices = file.edits.iter().map(|(index, _)| *index);
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.extend(indices.zip(edited.edits));
        drop(results);
        if edited.text == source.text && file.rename_to.is_none() {
            return Ok(unchanged);
        }
        let mut plan = TextPlan::new(edited.text, changes);
        plan.rename_to.clone_from(&file.rename_to);
        Ok(PlannedText {
            plan: Some(plan),
            ..unchanged
        })
    }
}
