//! Text that has its colours already: only its escape sequences have a class.

use super::class::Class;
use super::syntaxes::push_same_length;
use crate::cancel::{Aborted, CancelToken};
use crate::text::escape_end;

/// How many sequences are marked between two looks at the token.
const SEQUENCES_AT_ONCE: usize = 1024;

pub(super) fn mark(text: &[u8], marks: &mut [u8], token: &CancelToken) -> Result<(), Aborted> {
    let mut readable = String::with_capacity(text.len());
    push_same_length(text, &mut readable);
    let starts = readable.match_indices(['\x1b', '\u{90}', '\u{9b}', '\u{9d}']);
    let mut done = 0;
    for (count, (start, _)) in starts.enumerate() {
        if count % SEQUENCES_AT_ONCE == 0 {
            token.heartbeat()?;
        }
        if start < done {
            continue;
        }
        if let Some(end) = escape_end(&readable, start) {
            marks[start..end].fill(Class::Escape.mark());
            done = end;
        }
    }
    Ok(())
}
