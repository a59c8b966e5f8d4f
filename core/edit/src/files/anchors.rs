//! Edits whose line numbers belong to a snapshot, and edits of lines that no read has shown.

use std::path::Path;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, ContentId, Error, ErrorKind, OptionName, Result};

use super::FileEdit;
use crate::diff::{DiffOptions, diff_lines};
use crate::engine::identity;
use crate::snapshot::{Anchor, CurrentText, SeenLines, with_snapshots};
use crate::text::{TextAction, TextEditResult, TextPlace};

/// Snapshot and hashes of an edit.
#[derive(Clone, Debug, Default)]
pub(super) struct EditAnchor {
    snapshot: Option<ContentId>,
    hashes: Vec<String>,
}

impl EditAnchor {
    /// Returns the anchor of an edit; `None` if it names neither a snapshot nor hashes.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the edit has no line numbers.
    pub(super) fn of(edit: &FileEdit) -> Result<Option<EditAnchor>> {
        if edit.snapshot.is_none() && edit.hashes.is_empty() {
            return Ok(None);
        }
        let has_lines = match &edit.action {
            super::FileEditAction::Text(action) => lines(action).is_some(),
            _ => false,
        };
        if !has_lines {
            let message = "a snapshot or a hash belongs to line numbers, which the edit lacks";
            return Err(Error::option(message));
        }
        Ok(Some(EditAnchor {
            snapshot: edit.snapshot,
            hashes: edit.hashes.clone(),
        }))
    }

    /// Returns the action with the numbers that its lines have in the text now, and whether reads of
    /// the snapshot have shown these lines.
    pub(super) fn locate(
        &self,
        action: &TextAction,
        current: &CurrentText<'_>,
        token: &CancelToken,
    ) -> Result<(TextAction, bool)> {
        let Some((from, to)) = lines(action) else {
            return Ok((action.clone(), false));
        };
        let anchor = Anchor {
            snapshot: self.snapshot,
            from,
            to,
            hashes: &self.hashes,
        };
        let located = anchor.locate(current, token)?;
        let (first, last) = (located.lines.start as u64 + 1, located.lines.end as u64);
        Ok((with_lines(action, first, last), located.is_seen))
    }
}

/// Returns the first and the last line that an action names, 1-based.
fn lines(action: &TextAction) -> Option<(u64, u64)> {
    match action {
        TextAction::ReplaceLines { first, last, .. } => Some((*first, *last)),
        TextAction::Insert {
            place: TextPlace::BeforeLine(line) | TextPlace::AfterLine(line),
            ..
        } => Some((*line, *line)),
        _ => None,
    }
}

/// Returns an action with other line numbers.
fn with_lines(action: &TextAction, first: u64, last: u64) -> TextAction {
    let mut action = action.clone();
    match &mut action {
        TextAction::ReplaceLines {
            first: from,
            last: to,
            ..
        } => (*from, *to) = (first, last),
        TextAction::Insert {
            place: TextPlace::BeforeLine(line) | TextPlace::AfterLine(line),
            ..
        } => *line = first,
        _ => {}
    }
    action
}

/// Lines of a text that reads have shown.
pub(super) struct ShownLines(SeenLines);

impl ShownLines {
    /// Collects the lines from the snapshots of a file. Lines of other versions count if they are
    /// unchanged.
    pub(super) fn of(
        file: &Path,
        current: &CurrentText<'_>,
        token: &CancelToken,
    ) -> Result<ShownLines> {
        let file = identity(file);
        let snapshots = with_snapshots(|snapshots| snapshots.of_file(&file, current.id.encoding));
        let mut shown = SeenLines::default();
        for (id, text, seen) in snapshots {
            if seen.len() == 0 {
                continue;
            }
            // For equal texts, the diff is a single run.
            debug_assert!(id != current.id || *text == current.text);
            let diff = diff_lines(&text, current.text, &DiffOptions::default(), token)?;
            shown.add_unchanged(&seen, &diff.unchanged());
        }
        Ok(ShownLines(shown))
    }

    /// Checks that all lines of an edit have been shown. `result` is the result of the edit.
    ///
    /// # Errors
    ///
    /// `Stale` if a line has not been shown.
    pub(super) fn check(
        &self,
        index: usize,
        action: &TextAction,
        result: &TextEditResult,
    ) -> Result<()> {
        let quoted = |quoted: &str| {
            let ends_line = usize::from(quoted.ends_with('\n'));
            (quoted.matches('\n').count() - ends_line, ends_line)
        };
        for place in &result.lines {
            let (first, last) = (place.first as usize - 1, place.last as usize);
            let lines = match action {
                TextAction::Insert { place, .. } => match place {
                    TextPlace::Start | TextPlace::End => continue,
                    TextPlace::BeforeLine(line) | TextPlace::AfterLine(line) => {
                        let line = *line as usize;
                        line - 1..line
                    }
                    TextPlace::Before(text) => first..first + 1 + quoted(text).0,
                    TextPlace::After(text) => {
                        let (more, ends_line) = quoted(text);
                        let last = last - ends_line;
                        last - 1 - more..last
                    }
                },
                _ => first..last,
            };
            if let Some(missing) = self.0.first_missing(&lines) {
                let message = format!(
                    "no read has shown line {}; read the lines before changing them",
                    missing + 1
                );
                let error = Error::new(ErrorKind::Stale, message);
                return Err(error.in_element(OptionName::Edits, index));
            }
        }
        Ok(())
    }
}
