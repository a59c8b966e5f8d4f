//! Plans the text of one file from the edits that name it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, OptionName, RelPath, Result};
use ransack_search::internal::FileRef;

use super::EditOptions;
use super::anchors::{EditAnchor, ShownLines};
use crate::engine::{
    NameEffect, NewPath, PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText,
    TextPlan,
};
use crate::snapshot::{CurrentText, SnapshotId};
use crate::text::{EditTextOptions, EditedText, TextAction, TextEditResult, edit_numbered};

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
    /// Anchors of edits, by index.
    pub(super) anchors: BTreeMap<usize, EditAnchor>,
    /// Path that the file gets, and the path as results show it.
    pub(super) rename_to: Option<(PathBuf, RelPath)>,
}

/// Planner of the texts of a call, one for each root.
pub(super) struct TextPlanner {
    files: Vec<FileTextEdits>,
    options: EditTextOptions,
    /// Whether changes of lines that no read has shown are refused.
    only_seen: bool,
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
            only_seen: options.only_seen,
            max_size: options.max_file_size.unwrap_or(u64::MAX),
            results: Mutex::default(),
        }
    }

    /// Returns the results of the edits, by index.
    pub(super) fn results(&self) -> BTreeMap<usize, TextEditResult> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *results)
    }

    /// Edits the text of a file.
    fn edit(
        &self,
        file: &FileTextEdits,
        source: &SourceText,
        token: &CancelToken,
    ) -> Result<EditedText> {
        let has_anchors = !file.anchors.is_empty();
        if !has_anchors && !self.only_seen {
            let edits = file.edits.iter().map(|(index, action)| (*index, action));
            return edit_numbered(&source.text, edits, &self.options, token);
        }
        let current = CurrentText {
            id: SnapshotId {
                content: source.version(),
                encoding: source.encoding.name(),
            },
            text: &source.text,
        };
        let mut located = Vec::with_capacity(file.edits.len());
        let mut seen = BTreeSet::new();
        for (index, action) in &file.edits {
            let action = match file.anchors.get(index) {
                None => Cow::Borrowed(action),
                Some(anchor) => {
                    let found = anchor.locate(action, &current, token);
                    let (action, is_seen) = found.map_err(|error| {
                        let error = error.in_element(OptionName::Edits, *index);
                        match error.kind() {
                            ErrorKind::Stale => error.with_paths(vec![file.path.clone()]),
                            _ => error,
                        }
                    })?;
                    if is_seen {
                        seen.insert(*index);
                    }
                    Cow::Owned(action)
                }
            };
            located.push((*index, action));
        }
        let edits = located.iter().map(|(index, action)| (*index, &**action));
        let edited = edit_numbered(&source.text, edits, &self.options, token)?;
        if self.only_seen {
            let shown = ShownLines::of(&file.path, &current, token)?;
            for ((index, action), result) in std::iter::zip(&located, &edited.edits) {
                if !seen.contains(index) {
                    shown.check(*index, action, result)?;
                }
            }
        }
        Ok(edited)
    }
}

impl PlanFile for TextPlanner {
    type Change = ();
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
    ) -> Result<PlannedText<()>, PlanStop> {
        let unchanged = PlannedText {
            status: PlanStatus::Complete,
            refused: None,
            plan: None,
        };
        let Some(file) = self.files.get(root as usize) else {
            return Ok(unchanged);
        };
        let edited = self.edit(file, source, limits.token);
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
        let changes = places.map(|_| ()).collect();
        let indices = file.edits.iter().map(|(index, _)| *index);
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.extend(indices.zip(edited.edits));
        drop(results);
        if edited.text == source.text && file.rename_to.is_none() {
            return Ok(unchanged);
        }
        let mut plan = TextPlan::new(edited.text, changes);
        if let Some((path, shown)) = file.rename_to.clone() {
            plan.name = NameEffect::Rename(NewPath { path, shown });
        }
        Ok(PlannedText {
            plan: Some(plan),
            ..unchanged
        })
    }
}
