//! The text format of `diff -u`, as Git writes it.

use std::io::Write;

use ransack_base::{CancelToken, Result};

use super::{LineDiff, LineKind};

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

impl LineDiff<'_> {
    /// Returns the diff in the format of [`unified_diff`](super::unified_diff).
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires.
    pub fn unified(&self, path: &[u8], token: &CancelToken) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        if self.hunks().is_empty() {
            return Ok(out);
        }
        for (mark, side) in [("--- ", "a/"), ("+++ ", "b/")] {
            out.extend_from_slice(mark.as_bytes());
            write_path(&mut out, side, path);
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

/// Writes a range of lines; the number of lines is omitted if it is 1.
fn write_range(out: &mut Vec<u8>, line: u64, count: u64) {
    // Writing to a vector cannot fail.
    let _ = match count {
        1 => write!(out, "{line}"),
        _ => write!(out, "{line},{count}"),
    };
}

/// Writes a path as Git does: without slashes at its start; quoted if it contains control
/// characters, quotes or backslashes; otherwise followed by a tab if it contains a space, which ends
/// the name for `patch`.
fn write_path(out: &mut Vec<u8>, side: &str, path: &[u8]) {
    let start = path.iter().take_while(|byte| **byte == b'/').count();
    let path = &path[start..];
    let is_plain = |byte: &u8| !matches!(byte, 0..0x20 | 0x7f | b'"' | b'\\');
    if path.iter().all(is_plain) {
        out.extend_from_slice(side.as_bytes());
        out.extend_from_slice(path);
        if path.contains(&b' ') {
            out.push(b'\t');
        }
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
