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

use super::{FilePatch, PatchHunk, malformed};
use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

const BEGIN: &[u8] = b"*** Begin Patch";
const END: &[u8] = b"*** End Patch";
const END_OF_FILE: &[u8] = b"*** End of File";

/// Line with its 1-based number.
type PatchLine<'p> = (usize, &'p [u8]);

/// Returns the lines after the first line of the format; `None` if the patch has another format.
/// Lines before it, such as the start of a here-document, are skipped.
pub(super) fn start(patch: &[u8]) -> Option<Vec<PatchLine<'_>>> {
    let lines = patch.split(|byte| *byte == b'\n').enumerate();
    let mut lines = lines.map(|(at, line)| (at + 1, line.strip_suffix(b"\r").unwrap_or(line)));
    lines.find(|(_, line)| line.trim_ascii() == BEGIN)?;
    Some(lines.collect())
}

/// Reads the lines after the first line of the format.
pub(super) fn parse(lines: Vec<PatchLine<'_>>) -> Result<Vec<FilePatch>> {
    let mut parser = PatchParser {
        lines: lines.into_iter().peekable(),
        last: 1,
    };
    let mut files = Vec::new();
    loop {
        let Some((number, line)) = parser.next() else {
            return Err(malformed(parser.last, "`*** End Patch` is missing"));
        };
        let path_after = |head: &str| {
            let path = line.strip_prefix(head.as_bytes())?.trim_ascii();
            (!path.is_empty()).then(|| path.to_vec())
        };
        if line.trim_ascii() == END {
            break;
        } else if let Some(path) = path_after("*** Add File:") {
            files.push(file(path, FileChangeKind::Create, parser.added()?));
        } else if let Some(path) = path_after("*** Delete File:") {
            files.push(file(path, FileChangeKind::Delete, Vec::new()));
        } else if let Some(path) = path_after("*** Update File:") {
            let target = parser.target();
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
            return Err(malformed(number, "expected the header of a file"));
        }
    }
    match files.is_empty() {
        true => Err(malformed(parser.last, "there are no changes")),
        false => Ok(files),
    }
}

fn file(path: Vec<u8>, change: FileChangeKind, hunks: Vec<PatchHunk>) -> FilePatch {
    FilePatch {
        path,
        change,
        is_executable: [None; 2],
        hunks,
    }
}

struct PatchParser<'p> {
    lines: std::iter::Peekable<std::vec::IntoIter<PatchLine<'p>>>,
    /// Number of the last line.
    last: usize,
}

impl<'p> PatchParser<'p> {
    fn next(&mut self) -> Option<PatchLine<'p>> {
        let line = self.lines.next()?;
        self.last = line.0;
        Some(line)
    }

    fn next_if(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<&'p [u8]> {
        let (_, line) = *self.lines.peek()?;
        is_wanted(line).then(|| self.next().map_or(line, |(_, line)| line))
    }

    /// Reads the new path of an updated file.
    fn target(&mut self) -> Option<Vec<u8>> {
        let head = b"*** Move to:";
        let line = self.next_if(|line| line.starts_with(head))?;
        Some(line[head.len()..].trim_ascii().to_vec())
    }

    /// Reads the text of a created file.
    fn added(&mut self) -> Result<Vec<PatchHunk>> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_if(|line| !line.starts_with(b"*** ")) {
            match line.strip_prefix(b"+") {
                Some(text) => lines.push((LineKind::Added, [text, b"\n"].concat())),
                None => return Err(malformed(self.last, "expected `+` before a new line")),
            }
        }
        Ok(match lines.is_empty() {
            true => Vec::new(),
            false => vec![PatchHunk {
                old_line: Some(0),
                headings: Vec::new(),
                is_at_end: false,
                lines,
            }],
        })
    }

    /// Reads the hunks of an updated file.
    fn hunks(&mut self) -> Result<Vec<PatchHunk>> {
        let mut hunks = Vec::new();
        loop {
            let mut headings = Vec::new();
            let mut is_begun = false;
            while let Some(line) = self.next_if(|line| line.starts_with(b"@@")) {
                is_begun = true;
                let heading = line[2..].trim_ascii();
                let heading = heading
                    .strip_suffix(b"@@")
                    .unwrap_or(heading)
                    .trim_ascii_end();
                if !heading.is_empty() {
                    headings.push(heading.to_vec());
                }
            }
            let lines = self.hunk_lines()?;
            let is_at_end = self
                .next_if(|line| line.trim_ascii() == END_OF_FILE)
                .is_some();
            match (lines.is_empty(), is_begun) {
                (true, false) => return Ok(hunks),
                (true, true) => return Err(malformed(self.last, "a hunk without lines")),
                _ => {}
            }
            if lines.iter().all(|(kind, _)| *kind == LineKind::Context) {
                return Err(malformed(self.last, "a hunk without changes"));
            }
            hunks.push(PatchHunk {
                old_line: None,
                headings,
                is_at_end,
                lines,
            });
        }
    }

    fn hunk_lines(&mut self) -> Result<Vec<(LineKind, Vec<u8>)>> {
        let mut lines = Vec::new();
        let is_in_hunk = |line: &[u8]| !line.starts_with(b"@@") && !line.starts_with(b"*** ");
        while let Some(line) = self.next_if(is_in_hunk) {
            let (kind, text) = match line {
                [b' ', text @ ..] => (LineKind::Context, text),
                [b'-', text @ ..] => (LineKind::Removed, text),
                [b'+', text @ ..] => (LineKind::Added, text),
                // Editors and models cut the blank of an empty line.
                [] => (LineKind::Context, line),
                _ => {
                    let message = "expected ` `, `-` or `+` at the start of a line of a hunk";
                    return Err(malformed(self.last, message));
                }
            };
            lines.push((kind, [text, b"\n"].concat()));
        }
        Ok(lines)
    }
}
