//! The text format of `diff -u`, as Git writes it.

use std::io::Write;

use ransack_base::{CancelToken, Result};

use super::{DiffOptions, LineDiff, LineKind, diff_lines};
use crate::file_change::FileChangeKind;

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

impl LineDiff<'_> {
    /// Returns the diff in the format of [`unified_diff`](super::unified_diff).
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires.
    pub fn unified(&self, path: &[u8], token: &CancelToken) -> Result<Vec<u8>> {
        self.unified_of([Some(path); 2], token)
    }

    /// Returns the diff of the files at two paths; `None` for a file that does not exist.
    fn unified_of(&self, paths: [Option<&[u8]>; 2], token: &CancelToken) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        if self.hunks().is_empty() {
            return Ok(out);
        }
        for ((mark, side), path) in [("--- ", "a/"), ("+++ ", "b/")].into_iter().zip(paths) {
            out.extend_from_slice(mark.as_bytes());
            match path {
                Some(path) => write_path(&mut out, side, path),
                None => out.extend_from_slice(b"/dev/null"),
            }
            out.push(b'\n');
        }
        for hunk in self.hunks() {
            token.heartbeat()?;
            out.extend_from_slice(b"@@ -");
            write_range(&mut out, hunk.old_line, hunk.old_count);
            out.extend_from_slice(b" +");
            write_range(&mut out, hunk.new_line, hunk.new_count);
            out.extend_from_slice(b" @@\n");
            for (at, line) in self.lines(hunk).enumerate() {
                if at % CHECK_INTERVAL == 0 {
                    token.heartbeat()?;
                }
                out.push(match line.kind {
                    LineKind::Context => b' ',
                    LineKind::Removed => b'-',
                    LineKind::Added => b'+',
                });
                out.extend_from_slice(line.text);
                if !line.text.ends_with(b"\n") {
                    out.extend_from_slice(b"\n\\ No newline at end of file\n");
                }
            }
        }
        Ok(out)
    }
}

/// Line of the header of a Git diff, and the path at its end.
type HeaderLine<'p> = (&'static str, Option<&'p [u8]>);

/// Returns the diff of a created, deleted, renamed or copied file, or of a file whose mode changes, as
/// Git writes it. `is_executable` is the mode of a created file, or the changed mode of another. Of a
/// file that is not text, the diff says only that it differs.
pub(crate) fn git_diff(
    kind: &FileChangeKind,
    is_executable: Option<bool>,
    path: &[u8],
    [old, new]: [&[u8]; 2],
    token: &CancelToken,
) -> Result<Vec<u8>> {
    let mut lines: Vec<HeaderLine<'_>> = match (kind, is_executable) {
        (FileChangeKind::Create, Some(true)) => vec![("new file mode 100755", None)],
        (FileChangeKind::Create, _) => vec![("new file mode 100644", None)],
        (FileChangeKind::Delete, _) => vec![("deleted file mode 100644", None)],
        (_, Some(true)) => vec![("old mode 100644", None), ("new mode 100755", None)],
        (_, Some(false)) => vec![("old mode 100755", None), ("new mode 100644", None)],
        (_, None) => Vec::new(),
    };
    let (from, to) = match kind {
        FileChangeKind::Create => (None, Some(path)),
        FileChangeKind::Delete => (Some(path), None),
        FileChangeKind::Modify => (Some(path), Some(path)),
        FileChangeKind::Rename(to) => {
            lines.extend([("rename from ", Some(path)), ("rename to ", Some(&to[..]))]);
            (Some(path), Some(&to[..]))
        }
        FileChangeKind::Copy(to) => {
            lines.extend([("copy from ", Some(path)), ("copy to ", Some(&to[..]))]);
            (Some(path), Some(&to[..]))
        }
    };
    let mut out = b"diff --git ".to_vec();
    write_name(&mut out, "a/", from.unwrap_or(path));
    out.push(b' ');
    write_name(&mut out, "b/", to.unwrap_or(path));
    out.push(b'\n');
    for (line, path) in lines {
        out.extend_from_slice(line.as_bytes());
        if let Some(path) = path {
            write_name(&mut out, "", path);
        }
        out.push(b'\n');
    }
    if old != new
        && [old, new]
            .iter()
            .any(|text| memchr::memchr(0, text).is_some())
    {
        out.extend_from_slice(b"Binary files differ\n");
        return Ok(out);
    }
    let diff = diff_lines(old, new, &DiffOptions::default(), token)?;
    out.extend(diff.unified_of([from, to], token)?);
    Ok(out)
}

/// Writes a range of lines; the number of lines is omitted if it is 1.
fn write_range(out: &mut Vec<u8>, line: u64, count: u64) {
    // Writing to a vector cannot fail.
    let _ = match count {
        1 => write!(out, "{line}"),
        _ => write!(out, "{line},{count}"),
    };
}

/// Writes a path followed by a tab if it is not quoted and contains a space; the tab ends the name for
/// `patch`.
fn write_path(out: &mut Vec<u8>, side: &str, path: &[u8]) {
    write_name(out, side, path);
    if !out.ends_with(b"\"") && path.contains(&b' ') {
        out.push(b'\t');
    }
}

/// Writes a path as Git does: without slashes at its start; quoted if it contains control
/// characters, quotes or backslashes.
fn write_name(out: &mut Vec<u8>, side: &str, path: &[u8]) {
    let start = path.iter().take_while(|byte| **byte == b'/').count();
    let path = &path[start..];
    let is_plain = |byte: &u8| !matches!(byte, 0..0x20 | 0x7f | b'"' | b'\\');
    if path.iter().all(is_plain) {
        out.extend_from_slice(side.as_bytes());
        out.extend_from_slice(path);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(side.as_bytes());
    for byte in path {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            byte if is_plain(byte) => out.push(*byte),
            byte => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push(b'"');
}
