//! Reads unified diffs, with and without the extensions of Git.

use std::borrow::Cow;

use ransack_base::Result;

use super::lines::{HunkLine, PatchLines, hunk_line, without_return};
use super::names::{FileName, below_first, candidates, common_path, unquoted};
use super::{FilePatch, PatchHunk};
use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

const GIT: &[u8] = b"diff --git ";
const COMBINED: &str = "a combined diff of a merge";
const MISCOUNTED: &str = "more or fewer lines than the header of the hunk says";

/// Reads a unified diff.
pub(super) fn parse(patch: &[u8]) -> Result<Vec<FilePatch>> {
    let mut parser = UnifiedParser {
        lines: PatchLines::of(patch),
    };
    parser.skip_mail_header();
    let mut files = Vec::new();
    while let Some(line) = parser.lines.peek(0) {
        if line.starts_with(GIT) {
            files.push(parser.git_file()?);
        } else if starts_file(&parser.lines) {
            files.push(parser.file()?);
        } else {
            parser.check_text(line)?;
            parser.lines.next();
        }
    }
    match files.is_empty() {
        true => Err(parser.lines.malformed("there are no changes")),
        false => Ok(files),
    }
}

/// Returns whether the next lines name a file. One of the two names may be missing before a hunk.
fn starts_file(lines: &PatchLines<'_>) -> bool {
    let is_before_hunk = lines.starts_with(1, b"@@");
    let old = lines.starts_with(0, b"--- ") && (is_before_hunk || lines.starts_with(1, b"+++ "));
    old || lines.starts_with(0, b"+++ ") && is_before_hunk
}

/// Header lines of one file in a Git diff.
#[derive(Default)]
struct GitHeader {
    /// Old and new path of a file that is renamed or copied.
    moved: [Option<Vec<u8>>; 2],
    is_copy: bool,
    is_new: bool,
    is_deleted: bool,
    is_executable: [Option<bool>; 2],
}

struct UnifiedParser<'p> {
    lines: PatchLines<'p>,
}

impl UnifiedParser<'_> {
    /// Skips the message of a patch in the form of a mail, which may contain anything.
    fn skip_mail_header(&mut self) {
        let first = self.lines.peek(0).unwrap_or_default();
        let commit = first.strip_prefix(b"From ").unwrap_or_default();
        let digits = commit.iter().take_while(|byte| byte.is_ascii_hexdigit());
        if digits.count() < 40 {
            return;
        }
        let is_separator = |line: &[u8]| without_return(line) == b"---";
        let mut lines = (0..).map_while(|ahead| self.lines.peek(ahead));
        if let Some(ahead) = lines.position(is_separator) {
            self.lines.skip(ahead + 1);
        }
    }

    /// Fails if the next line, which is outside of files, is part of a change that is not read.
    fn check_text(&self, line: &[u8]) -> Result<()> {
        let text = line.trim_ascii();
        let is_indented = line.starts_with(b" ") || line.starts_with(b"\t");
        let is_hunk = text == b"@@" || text.starts_with(b"@@ -");
        let is_combined = [&b"@@@ "[..], b"diff --cc ", b"diff --combined "];
        let is_binary = line.starts_with(b"Binary files ") && text.ends_with(b"differ");
        Err(self.lines.malformed_next(match () {
            () if is_indented && is_hunk => "blanks before the `@@` of a hunk",
            () if is_hunk || line.starts_with(b"@@ ") => "a hunk belongs to no file",
            () if is_combined.iter().any(|start| line.starts_with(start)) => COMBINED,
            () if is_binary || text == b"GIT binary patch" => "a change of a binary file",
            () if line.starts_with(b"--- ") && self.lines.starts_with(1, b"***************") => {
                "a context diff instead of a unified diff"
            }
            () => return Ok(()),
        }))
    }

    /// Reads a file of a Git diff.
    fn git_file(&mut self) -> Result<FilePatch> {
        let names = self.lines.next().unwrap_or_default();
        let names = &names[GIT.len()..];
        let header = self.git_header()?;
        let (mut paths, mut is_new, mut is_deleted) =
            (Vec::new(), header.is_new, header.is_deleted);
        let mut hunks = Vec::new();
        if starts_file(&self.lines) {
            let [old, new] = self.names()?;
            let is_null =
                |name: &Option<FileName>| matches!(name, Some(FileName { path: None, .. }));
            is_new |= is_null(&old);
            is_deleted |= is_null(&new);
            let path = |name: Option<FileName>| {
                let path = name?.path?;
                Some(below_first(&path).unwrap_or(&path).to_vec())
            };
            paths = candidates(path(old), path(new));
            hunks = self.hunks()?;
        } else if let Some(line) = self.lines.peek(0) {
            self.check_text(line)?;
        }
        let change = match (header.moved, is_new, is_deleted) {
            ([Some(from), Some(to)], ..) => {
                paths = vec![from];
                match header.is_copy {
                    true => FileChangeKind::Copy(to),
                    false => FileChangeKind::Rename(to),
                }
            }
            (_, true, _) => FileChangeKind::Create,
            (_, _, true) => FileChangeKind::Delete,
            _ if hunks.is_empty() && header.is_executable == [None; 2] => {
                return Err(self.lines.malformed("a file without changes"));
            }
            _ => FileChangeKind::Modify,
        };
        if paths.is_empty() {
            let path = common_path(names);
            paths.push(path.ok_or_else(|| self.lines.malformed("the header names no file"))?);
        }
        Ok(file(paths, change, header.is_executable, hunks))
    }

    /// Reads the lines between `diff --git` and the names of the file.
    fn git_header(&mut self) -> Result<GitHeader> {
        const KEYS: [&str; 11] = [
            "rename from ",
            "rename to ",
            "copy from ",
            "copy to ",
            "old mode ",
            "new mode ",
            "deleted file mode ",
            "new file mode ",
            "index ",
            "similarity index ",
            "dissimilarity index ",
        ];
        let mut header = GitHeader::default();
        while let Some(line) = self.lines.peek(0) {
            let value = |key: &'static str| Some((key, line.strip_prefix(key.as_bytes())?));
            let Some((key, value)) = KEYS.into_iter().find_map(value) else {
                break;
            };
            self.lines.next();
            let is_new_side = ["rename to ", "copy to ", "new mode ", "new file mode "];
            let side = usize::from(is_new_side.contains(&key));
            match key {
                "rename from " | "rename to " | "copy from " | "copy to " => {
                    let path = unquoted(value).map(Cow::into_owned);
                    let path = path.ok_or_else(|| self.lines.malformed("a malformed name"))?;
                    header.moved[side] = Some(path);
                    header.is_copy = key.starts_with("copy");
                }
                "index " => {
                    if let Some(space) = value.iter().position(|byte| *byte == b' ') {
                        self.mode(&value[space..])?;
                    }
                }
                key if key.contains("mode") => {
                    header.is_executable[side] = Some(self.mode(value)?);
                    header.is_new |= key.starts_with("new file");
                    header.is_deleted |= key.starts_with("deleted");
                }
                _ => {}
            }
        }
        Ok(header)
    }

    /// Returns whether the mode in the last line makes a file executable.
    fn mode(&self, mode: &[u8]) -> Result<bool> {
        Err(self.lines.malformed(match mode.trim_ascii() {
            b"100644" => return Ok(false),
            b"100755" => return Ok(true),
            b"120000" => "a change of a symbolic link",
            b"160000" => "a change of a submodule",
            _ => "an unknown file mode",
        }))
    }

    /// Reads a file that begins with its names.
    fn file(&mut self) -> Result<FilePatch> {
        let [old, new] = self.names()?;
        let hunks = self.hunks()?;
        // Git and this crate write `a/` and `b/` before the paths.
        let has_prefix = |name: &Option<FileName>, prefix: &[u8]| {
            let path = name.as_ref().and_then(|name| name.path.as_ref());
            path.is_none_or(|path| path.starts_with(prefix))
        };
        let skipped = match has_prefix(&old, b"a/") && has_prefix(&new, b"b/") {
            true => 2,
            false => 0,
        };
        let is_empty = |kind| hunks.iter().all(|hunk| hunk.side(kind).is_empty());
        let is_missing = |name: &Option<FileName>, kind| {
            let is_missing =
                |name: &FileName| name.path.is_none() || name.is_epoch && is_empty(kind);
            name.as_ref().is_some_and(is_missing)
        };
        let change = match (
            is_missing(&old, LineKind::Removed),
            is_missing(&new, LineKind::Added),
        ) {
            (true, false) => FileChangeKind::Create,
            (false, true) => FileChangeKind::Delete,
            _ => FileChangeKind::Modify,
        };
        let path = |name: Option<FileName>| Some(name?.path?[skipped..].to_vec());
        let paths = candidates(path(old), path(new));
        match paths.is_empty() {
            true => Err(self.lines.malformed("both names are `/dev/null`")),
            false => Ok(file(paths, change, [None; 2], hunks)),
        }
    }

    /// Reads the names of a file. At least one of them is there.
    fn names(&mut self) -> Result<[Option<FileName>; 2]> {
        self.lines.strips_returns = false;
        let mut names = [None, None];
        // Whether a tool has converted the line endings of the patch.
        let mut is_converted = false;
        for (name, start) in names.iter_mut().zip([b"--- ", b"+++ "]) {
            let Some(line) = self.lines.next_if(|line| line.starts_with(start)) else {
                continue;
            };
            let read = FileName::of(&line[start.len()..]);
            *name = Some(read.ok_or_else(|| self.lines.malformed("a malformed name"))?);
            is_converted |= line.ends_with(b"\r");
        }
        self.lines.strips_returns = is_converted;
        Ok(names)
    }

    /// Reads the hunks of a file, at least one.
    fn hunks(&mut self) -> Result<Vec<PatchHunk>> {
        let mut hunks: Vec<PatchHunk> = Vec::new();
        while let Some(line) = self.lines.peek(0).filter(|line| line.starts_with(b"@@")) {
            let hunk = match line {
                [b'@', b'@', b'@', ..] => return Err(self.lines.malformed_next(COMBINED)),
                [b'@', b'@', b' ', b'-', b'0'..=b'9', ..] => self.numbered_hunk()?,
                _ => self.unnumbered_hunk()?,
            };
            let end = hunks.last().and_then(PatchHunk::old_end);
            if hunk
                .old_line
                .is_some_and(|line| end.is_some_and(|end| line < end))
            {
                return Err(self
                    .lines
                    .malformed("a hunk before the end of the one above it"));
            }
            hunks.push(hunk);
        }
        let Some(line) = self.lines.peek(0) else {
            return match hunks.is_empty() {
                true => Err(self.lines.malformed("a file without hunks")),
                false => Ok(hunks),
            };
        };
        self.check_text(line)?;
        // The separators of mails are not lines of a hunk.
        let is_text = matches!(line.trim_ascii(), b"" | b"--" | b"---");
        let is_line = matches!(line[..], [b' ' | b'+' | b'-', ..]);
        match () {
            () if hunks.is_empty() => Err(self.lines.malformed("a file without hunks")),
            () if is_line && !is_text && !starts_file(&self.lines) => {
                Err(self.lines.malformed_next(MISCOUNTED))
            }
            () => Ok(hunks),
        }
    }

    /// Reads a hunk whose header has line numbers.
    fn numbered_hunk(&mut self) -> Result<PatchHunk> {
        let header = self.lines.next().unwrap_or_default();
        let ranges = ranges(header).ok_or_else(|| {
            self.lines
                .malformed("expected `@@ -LINE,COUNT +LINE,COUNT @@`")
        })?;
        let [(old_line, mut old), (_, mut new)] = ranges;
        let mut lines: Vec<HunkLine> = Vec::new();
        while old > 0 || new > 0 {
            if self.lines.ends_without_feed(&mut lines)? {
                continue;
            }
            let line = self.lines.next().and_then(hunk_line);
            let counted = line.and_then(|(kind, line)| {
                old = old.checked_sub(u32::from(kind != LineKind::Added))?;
                new = new.checked_sub(u32::from(kind != LineKind::Removed))?;
                Some((kind, line))
            });
            lines.push(counted.ok_or_else(|| self.lines.malformed(MISCOUNTED))?);
        }
        self.lines.ends_without_feed(&mut lines)?;
        let hunk = PatchHunk {
            old_line: Some(old_line.into()),
            headings: Vec::new(),
            is_at_end: false,
            lines,
        };
        self.lines.check(&hunk)?;
        Ok(hunk)
    }

    /// Reads a hunk whose header has no line numbers.
    fn unnumbered_hunk(&mut self) -> Result<PatchHunk> {
        let headings = self.lines.headings().unwrap_or_default();
        let is_end = |lines: &PatchLines<'_>| {
            let starts = [&b"@@"[..], b"diff ", b"Index: "];
            starts.iter().any(|start| lines.starts_with(0, start)) || starts_file(lines)
        };
        let mut lines = self.lines.hunk_lines(is_end)?;
        // Empty lines at the end separate the hunk from the next file.
        let empty = self.lines.empty_before().min(lines.len());
        lines.truncate(lines.len() - empty);
        self.lines.unnumbered_hunk(headings, lines, false)
    }
}

/// Returns the first line and the number of lines, for the old and the new text, of the header
/// `@@ -LINE,COUNT +LINE,COUNT @@`. A count of 1 may be left out.
fn ranges(header: &[u8]) -> Option<[(u32, u32); 2]> {
    let header = String::from_utf8_lossy(header);
    let (ranges, _) = header.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let range = |text: &str| {
        let (line, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((line.parse().ok()?, count.parse().ok()?))
    };
    Some([range(old)?, range(new)?])
}

/// Creates the change of a file. There is at least one path.
fn file(
    mut paths: Vec<Vec<u8>>,
    change: FileChangeKind,
    is_executable: [Option<bool>; 2],
    mut hunks: Vec<PatchHunk>,
) -> FilePatch {
    if change == FileChangeKind::Delete && hunks.is_empty() {
        hunks.push(PatchHunk::of_empty_file());
    }
    FilePatch {
        path: paths.remove(0),
        other_paths: paths,
        change,
        is_executable,
        hunks,
    }
}
