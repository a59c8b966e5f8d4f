//! Reads the patch format that starts with `*** Begin Patch`.
//!
//! ```text
//! *** Begin Patch
//! *** Add File: PATH            lines with `+` follow
//! *** Delete File: PATH
//! *** Update File: PATH
//! *** Move to: PATH             optional, after `Update File`
//! @@ HEADING                    a line above the changed lines; several narrow down the place
//!  context, -removed, +added
//! *** End of File               the hunk ends at the end of the file
//! *** End Patch
//! ```

use ransack_base::Result;

use super::lines::PatchLines;
use super::{FilePatch, PatchHunk, malformed};
use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

const BEGIN: &[u8] = b"*** Begin Patch";
const END: &[u8] = b"*** End Patch";
const END_OF_FILE: &[u8] = b"*** End of File";

/// Returns the lines after the first line of the format; `None` if the patch has another format.
/// Lines before it, such as the start of a here-document, are skipped.
pub(super) fn start(patch: &[u8]) -> Option<PatchLines<'_>> {
    let mut lines = PatchLines::of(patch);
    lines.strips_returns = true;
    pass_begin(&mut lines).then_some(lines)
}

/// Reads the lines up to the first line of the format. Returns false if it does not follow.
fn pass_begin(lines: &mut PatchLines<'_>) -> bool {
    while let Some(line) = lines.next() {
        if line.trim_ascii() == BEGIN {
            return true;
        }
    }
    false
}

/// Reads the lines after the first line of the format.
pub(super) fn parse(lines: PatchLines<'_>) -> Result<Vec<FilePatch>> {
    let mut parser = PatchParser { lines };
    let mut files = Vec::new();
    loop {
        let Some(line) = parser.lines.next() else {
            return Err(parser.lines.malformed("`*** End Patch` is missing"));
        };
        let path_after = |head: &str| {
            let path = line.strip_prefix(head.as_bytes())?.trim_ascii();
            (!path.is_empty()).then(|| path.to_vec())
        };
        if line.trim_ascii() == END {
            if !pass_begin(&mut parser.lines) {
                break;
            }
        } else if let Some(path) = path_after("*** Add File:") {
            files.push(file(path, FileChangeKind::Create, parser.added()?));
        } else if let Some(path) = path_after("*** Delete File:") {
            files.push(file(path, FileChangeKind::Delete, Vec::new()));
        } else if let Some(path) = path_after("*** Update File:") {
            let number = parser.lines.number();
            let target = parser.target()?;
            let hunks = parser.hunks()?;
            let change = match target {
                Some(target) => FileChangeKind::Rename(target),
                None if hunks.is_empty() => {
                    return Err(malformed(number, "a file without changes"));
                }
                None => FileChangeKind::Modify,
            };
            files.push(file(path, change, hunks));
        } else if !line.trim_ascii().is_empty() {
            return Err(parser.lines.malformed("expected the header of a file"));
        }
    }
    match files.is_empty() {
        true => Err(parser.lines.malformed("there are no changes")),
        false => Ok(files),
    }
}

fn file(path: Vec<u8>, change: FileChangeKind, hunks: Vec<PatchHunk>) -> FilePatch {
    FilePatch {
        path,
        other_paths: Vec::new(),
        change,
        is_executable: [None; 2],
        hunks,
    }
}

struct PatchParser<'p> {
    lines: PatchLines<'p>,
}

impl PatchParser<'_> {
    /// Reads the new path of an updated file.
    fn target(&mut self) -> Result<Option<Vec<u8>>> {
        let head = b"*** Move to:";
        let Some(line) = self.lines.next_if(|line| line.starts_with(head)) else {
            return Ok(None);
        };
        match line[head.len()..].trim_ascii() {
            b"" => Err(self.lines.malformed("the new path is missing")),
            path => Ok(Some(path.to_vec())),
        }
    }

    /// Reads the text of a created file.
    fn added(&mut self) -> Result<Vec<PatchHunk>> {
        let mut lines = Vec::new();
        while let Some(line) = self.lines.next_if(|line| !line.starts_with(b"*** ")) {
            match line.strip_prefix(b"+") {
                Some(text) => lines.push((LineKind::Added, [text, b"\n"].concat())),
                None => return Err(self.lines.malformed("expected `+` before a new line")),
            }
        }
        Ok(match lines.is_empty() {
            true => Vec::new(),
            false => vec![PatchHunk {
                lines,
                ..PatchHunk::of_empty_file()
            }],
        })
    }

    /// Reads the hunks of an updated file.
    fn hunks(&mut self) -> Result<Vec<PatchHunk>> {
        let mut hunks = Vec::new();
        loop {
            let headings = self.lines.headings();
            let is_end = |lines: &PatchLines<'_>| {
                [&b"@@"[..], b"*** "]
                    .iter()
                    .any(|start| lines.starts_with(0, start))
            };
            let lines = self.lines.hunk_lines(is_end)?;
            let is_at_end = self.lines.next_if(|line| line.trim_ascii() == END_OF_FILE);
            if lines.is_empty() && headings.is_none() {
                return Ok(hunks);
            }
            let headings = headings.unwrap_or_default();
            let hunk = self
                .lines
                .unnumbered_hunk(headings, lines, is_at_end.is_some())?;
            hunks.push(hunk);
        }
    }
}
