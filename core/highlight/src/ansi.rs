//! Classifies text that already contains escape sequences: each sequence is [`Class::Escape`],
//! everything else stays plain.

use std::ops::Range;

use ransack_base::{CancelToken, Result};
use ransack_text::internal::escape_end;

use crate::class::Class;
use crate::class_map::{ClassMap, run_detached};
use crate::textmate::push_same_length;

/// Number of sequences between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

pub(super) fn classify(text: &[u8], token: &CancelToken) -> (ClassMap, Result<()>) {
    run_detached(text, token, |text, map, token| {
        let mut painter = map.painter();
        for_each_sequence(text, token, |sequence| {
            painter.paint(sequence, Class::Escape.id());
        })
    })
}

/// Calls `each` with the byte range of every escape sequence, in order.
fn for_each_sequence(
    text: &[u8],
    token: &CancelToken,
    mut each: impl FnMut(Range<usize>),
) -> Result<()> {
    let mut readable = String::with_capacity(text.len());
    push_same_length(text, &mut readable);
    let introducers = readable.match_indices(['\x1b', '\u{90}', '\u{9b}', '\u{9d}']);
    let mut done = 0;
    for (count, (start, _)) in introducers.enumerate() {
        if count % CHECK_INTERVAL == 0 {
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
