//! Patches: changes to files, with lines of context instead of the whole texts.
//!
//! - `unified`: reads unified diffs, with Git's extensions.
//! - `names`: names of files in their headers.
//! - `begin_patch`: reads the format that starts with `*** Begin Patch`.
//! - `lines`: lines of a patch, and hunks without line numbers.
//! - `apply`: applies the hunks of one file to its text.
//! - `conflict`: describes hunks that do not fit.
//!
//! Invariants:
//! - Every byte of a line in a patch is kept, whatever its encoding.
//! - A patch is read as a whole or refused; no hunk is left out.

mod apply;
mod begin_patch;
mod conflict;
mod lines;
mod names;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod unified;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};

pub use apply::{AppliedHunk, PatchOptions, PatchedText};
pub(crate) use conflict::{MAX_MESSAGES, PatchConflict};

use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

/// Changes to files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patch {
    /// Changes in the order of the patch.
    pub files: Vec<FilePatch>,
}

/// Change to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilePatch {
    /// Path of the file before the change; of a created file, its path. Relative, with `/`. If the
    /// patch gives several names, the best one.
    pub path: Vec<u8>,
    /// Other paths that the patch may mean, the best one first. Empty for most files.
    pub(crate) other_paths: Vec<Vec<u8>>,
    /// Effect on the file.
    pub change: FileChangeKind,
    /// Whether the file is executable before and after the change; `None` where the patch does not
    /// say so.
    pub is_executable: [Option<bool>; 2],
    /// Changes to the text, in the order of the lines. If a deleted file must be empty, one hunk without
    /// lines; without any hunk, a file is deleted whatever its text.
    pub hunks: Vec<PatchHunk>,
}

/// Consecutive lines of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchHunk {
    /// First line in the file before the change, 1-based; `None` if the patch gives no line numbers.
    /// If the hunk has no old lines, the line after which the new lines are inserted, or 0 at the
    /// start of the text.
    pub old_line: Option<u64>,
    /// Lines of the file that precede the hunk, such as the heading of a class, outermost first. Only
    /// in patches without line numbers.
    pub headings: Vec<Vec<u8>>,
    /// Whether the hunk ends at the end of the file.
    pub is_at_end: bool,
    /// Lines with their line endings. Only the last old line and the last new line may lack a line
    /// ending.
    pub lines: Vec<(LineKind, Vec<u8>)>,
}

/// Reads a patch: a unified diff, with the extensions of Git, or the format that starts with
/// `*** Begin Patch`. Text before, between and after the changes, such as a commit message, is
/// skipped.
///
/// Paths in a Git diff lose their first directory (`a/`, `b/`). Paths in another unified diff lose
/// it only if it is `a/` in the old and `b/` in the new path.
///
/// A file is renamed only by the lines `rename from` and `rename to`. If the two names of a file
/// differ otherwise, both may mean the file. As with GNU `patch`, the better one has fewer
/// components, then a shorter last component, then fewer bytes. If only the first components differ,
/// as in the output of `diff -r old new`, the path below them may mean the file too; it comes last.
/// [`apply_patch`](crate::apply_patch()) takes the best one that exists. Outside of Git diffs, an old
/// text that is empty and dated 1970-01-01 00:00 UTC means that the file is created, and such a new
/// text that it is deleted, as in the output of `diff -N`.
///
/// A hunk without line numbers, whose header is `@@` or `@@ HEADING`, is located by its lines. If
/// the lines with the names of a file end in `\r\n`, each line of its hunks loses its `\r`. A missing
/// line feed at the end of the patch is read as if it were there.
///
/// # Cost
///
/// O(n) in the patch. Lines are copied.
///
/// # Errors
///
/// `InvalidPatch`: the patch has no changes, is malformed, has a file without changes, is a context
/// diff or the combined diff of a merge, or changes a binary file, a symbolic link or a submodule. The
/// message gives the line.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, PatchOptions, parse_patch};
///
/// let patch = parse_patch(b"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n")?;
/// let file = &patch.files[0];
/// assert_eq!(file.path, b"f");
/// let patched = file.apply(b"a\nb\n", &PatchOptions::default(), &CancelToken::new())?;
/// assert_eq!(patched.text, b"a\nB\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn parse_patch(patch: &[u8]) -> Result<Patch> {
    let files = match begin_patch::start(patch) {
        Some(lines) => begin_patch::parse(lines)?,
        None => unified::parse(patch)?,
    };
    Ok(Patch { files })
}

impl Patch {
    /// Returns the patch that undoes this one. `None` if it is not known: a file is deleted without the
    /// lines that it had, or copied.
    #[must_use]
    pub fn reversed(&self) -> Option<Patch> {
        let files = self.files.iter().rev().map(FilePatch::reversed);
        Some(Patch {
            files: files.collect::<Option<_>>()?,
        })
    }
}

impl FilePatch {
    fn reversed(&self) -> Option<FilePatch> {
        let (path, change) = match &self.change {
            FileChangeKind::Create => (&self.path, FileChangeKind::Delete),
            FileChangeKind::Delete if self.hunks.is_empty() => return None,
            FileChangeKind::Delete => (&self.path, FileChangeKind::Create),
            FileChangeKind::Modify => (&self.path, FileChangeKind::Modify),
            FileChangeKind::Rename(to) => (to, FileChangeKind::Rename(self.path.clone())),
            FileChangeKind::Copy(_) => return None,
        };
        let mut grown = 0;
        let hunks = self.hunks.iter().map(|hunk| hunk.reversed(&mut grown));
        let mut hunks: Vec<PatchHunk> = hunks.collect();
        if change == FileChangeKind::Delete && hunks.is_empty() {
            hunks.push(PatchHunk::of_empty_file());
        }
        Some(FilePatch {
            path: path.clone(),
            other_paths: self.other_paths.clone(),
            change,
            is_executable: [self.is_executable[1], self.is_executable[0]],
            hunks,
        })
    }
}

impl PatchHunk {
    /// Creates the hunk of a file that is empty before and after the change.
    fn of_empty_file() -> PatchHunk {
        PatchHunk {
            old_line: Some(0),
            headings: Vec::new(),
            is_at_end: false,
            lines: Vec::new(),
        }
    }

    /// Returns the lines before the change, or after it if `kind` is `Added`.
    fn side(&self, kind: LineKind) -> Vec<&[u8]> {
        let lines = self.lines.iter();
        lines
            .filter(|(of_line, _)| *of_line == LineKind::Context || *of_line == kind)
            .map(|(_, line)| line.as_slice())
            .collect()
    }

    /// Returns whether the hunk removes or adds lines.
    fn has_changes(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|(kind, _)| *kind != LineKind::Context)
    }

    /// Returns the line after the old lines, 1-based; `None` if the patch gives no line numbers.
    fn old_end(&self) -> Option<u64> {
        Some(self.old_line? + self.side(LineKind::Removed).len() as u64)
    }

    /// Returns the hunk that undoes this one. `grown` is the number of lines that the hunks before
    /// add, and is updated.
    fn reversed(&self, grown: &mut i64) -> PatchHunk {
        let count = |kind| self.side(kind).len() as i64;
        let (old, new) = (count(LineKind::Removed), count(LineKind::Added));
        let old_line = self.old_line.map(|line| {
            // An empty side names the line before.
            let first = line as i64 + i64::from(old == 0) + *grown - i64::from(new == 0);
            first.max(0) as u64
        });
        *grown += new - old;
        let mut lines: Vec<_> = self.lines.clone();
        for (kind, _) in &mut lines {
            *kind = match kind {
                LineKind::Context => LineKind::Context,
                LineKind::Removed => LineKind::Added,
                LineKind::Added => LineKind::Removed,
            };
        }
        PatchHunk {
            old_line,
            headings: self.headings.clone(),
            is_at_end: self.is_at_end,
            lines,
        }
    }
}

/// Returns the error for a malformed patch. `line` is 1-based.
fn malformed(line: usize, message: &str) -> Error {
    let message = format!("cannot read the patch: {message} in line {line}");
    Error::new(ErrorKind::InvalidPatch, message)
}
