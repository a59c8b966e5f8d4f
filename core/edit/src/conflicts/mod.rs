//! Conflicts that merges have left in files.
//!
//! - `options`: options and results.
//! - `markers`: conflicts of one text.
//! - `examiner`: conflicts of one file, as a step of the pipeline.

mod examiner;
mod markers;
mod options;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use ransack_base::{CancelToken, Outcome, Result, Stream};
use ransack_search::internal::{Wanted, start};

pub use options::{Conflict, ConflictSide, ConflictsOptions};

use examiner::ConflictExaminer;

/// Iterator over the results of [`conflicts_stream`].
pub type ConflictStream = Stream<Conflict>;

/// Finds the conflicts that merges have left in files: the lines between `<<<<<<<` and `>>>>>>>`, with
/// both sides and, in the styles `diff3` and `zdiff3` of Git, the base.
///
/// Results are in path order, then in order of position. Markers longer than seven characters, which
/// the attribute `conflict-marker-size` of Git selects, are found as well; shorter ones are not. A
/// marker `<<<<<<<` or `>>>>>>>` without the others is a result that is not
/// [complete](Conflict::is_complete). A line `=======` outside a conflict, such as the underline of a
/// heading, is no marker, and neither is a line `>>>>>>>` in quoted mail. If several lines of a
/// conflict may separate its sides, the first one does.
///
/// # Cost
///
/// As for a content search for the markers: only files that contain them are split into lines.
///
/// # Errors
///
/// - `InvalidGlob`, `UnknownType`, `InvalidOption`: an option is invalid.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, ConflictsOptions, conflicts};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join("f"), "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n")?;
/// let outcome = conflicts(&ConflictsOptions::new(dir), &CancelToken::new())?;
/// let conflict = &outcome.items[0];
/// assert_eq!((conflict.first_line, conflict.last_line), (2, 6));
/// let theirs = conflict.theirs.as_ref().unwrap();
/// assert_eq!((&theirs.label[..], &theirs.text[..]), (&b"topic"[..], &b"c\n"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflicts(options: &ConflictsOptions, token: &CancelToken) -> Result<Outcome<Conflict>> {
    conflicts_stream(options, token).collect_outcome()
}

/// Starts a search for conflicts on the worker pool and returns immediately. The stream yields results
/// and errors; the search pauses while the stream's buffer is full.
///
/// # Errors
///
/// The stream yields any error that [`conflicts`](conflicts()) can return.
pub fn conflicts_stream(options: &ConflictsOptions, token: &CancelToken) -> ConflictStream {
    let options = options.clone();
    start(options.request(), token, move || {
        Ok((ConflictExaminer::new(&options)?, Wanted::default()))
    })
}
