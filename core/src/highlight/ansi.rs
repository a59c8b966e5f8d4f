//! Text that has its colours already: only its escape sequences have a class.

use std::ops::Range;

use super::class::Class;
use super::marked::{Marked, mark_apart};
use super::syntaxes::push_same_length;
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::text::escape_end;

/// How many sequences are marked between two looks at the token.
const SEQUENCES_AT_ONCE: usize = 1024;

pub(super) fn mark(text: &[u8], token: &CancelToken) -> (Marked, Result<()>) {
    mark_apart(text, token, |text, sheet, token| {
        let mut pen = sheet.pen();
        find(text, token, |sequence| {
            pen.mark(sequence, Class::Escape.mark());
        })
    })
}

fn find(text: &[u8], token: &CancelToken, mut each: impl FnMut(Range<usize>)) -> Result<()> {
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
            each(start..end);
            done = end;
        }
    }
    Ok(())
}
