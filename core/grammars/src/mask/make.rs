//! Comments of Make that a backslash at the end of a line continues. To the grammar, each line begins
//! anew, so the first character of a continued line becomes `#`.

use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

/// Kind of a line that continues on the next line.
#[derive(Clone, Copy, PartialEq)]
enum MakeLine {
    Comment,
    /// Line for a shell, in which a backslash does not continue a comment.
    Recipe,
    Other,
}

/// Masks the continued lines of comments. Linear in the source.
pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    if memchr::memmem::find(source, b"\\\n").is_none() {
        return Ok(());
    }
    let (mut start, mut continued) = (0, None);
    for line in source.split_inclusive(|byte| *byte == b'\n') {
        budget.step()?;
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let kind = match continued {
            Some(MakeLine::Comment | MakeLine::Recipe) => continued,
            _ if text.starts_with(b"\t") => Some(MakeLine::Recipe),
            _ if has_comment(text) => Some(MakeLine::Comment),
            _ => Some(MakeLine::Other),
        };
        if continued == Some(MakeLine::Comment) && !text.is_empty() {
            let rest = text[1..].iter();
            let len = 1 + rest.take_while(|byte| **byte & 0xC0 == 0x80).count();
            masker.replace(start, &b"####"[..len.min(4)]);
        }
        let slashes = text.iter().rev().take_while(|byte| **byte == b'\\');
        continued = kind.filter(|_| slashes.count() % 2 == 1);
        start += line.len();
    }
    Ok(())
}

/// Returns whether a `#` begins a comment. Before it must be neither a call nor a quote, in which it
/// may be text.
fn has_comment(line: &[u8]) -> bool {
    let Some(hash) = memchr::memchr(b'#', line) else {
        return false;
    };
    let before = &line[..hash];
    before
        .last()
        .is_none_or(|byte| matches!(byte, b' ' | b'\t'))
        && memchr::memchr3(b'$', b'"', b'\'', before).is_none()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
