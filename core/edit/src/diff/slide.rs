//! Moves a change to the most readable of its equivalent positions.
//!
//! Lines that are only added, or only removed, can often be exchanged with equal lines next to
//! them. The best position is the one whose first line has the least indentation; among equals, the
//! last.

use std::ops::Range;

use super::Change;
use super::lines::ChangedPart;

/// Maximum number of lines by which a change moves.
pub(super) const MAX_SLIDE: usize = 64;

/// Moves each change that only adds or only removes lines.
pub(super) fn slide(part: &ChangedPart<'_>, changes: &mut [Change]) {
    for at in 0..changes.len() {
        let change = &changes[at];
        if !change.can_slide() {
            continue;
        }
        let is_added = change.old.is_empty();
        let line = |at| match is_added {
            true => part.new_text(at),
            false => part.old_text(at),
        };
        // A change must not touch its neighbours, with which it would be one change.
        let up = match at.checked_sub(1).map(|before| &changes[before]) {
            Some(before) => (change.old.start - before.old.end).saturating_sub(1),
            None => change.old.start,
        };
        let down = match changes.get(at + 1) {
            Some(next) => (next.old.start - change.old.end).saturating_sub(1),
            None => part.old_len() - change.old.end,
        };
        let range = if is_added { &change.new } else { &change.old };
        let distance = best(range, line, up.min(MAX_SLIDE), down.min(MAX_SLIDE));
        changes[at].shift(distance);
    }
}

/// Returns the distance to the best position of the lines in `range`, which can move by at most
/// `up` and `down` lines.
fn best<'t>(
    range: &Range<usize>,
    line: impl Fn(usize) -> &'t [u8],
    up: usize,
    down: usize,
) -> isize {
    let (start, end) = (range.start, range.end);
    let up = (0..up).take_while(|by| line(start - by - 1) == line(end - by - 1));
    let down = (0..down).take_while(|by| line(start + by) == line(end + by));
    let (up, down) = (up.count() as isize, down.count() as isize);
    (-up..=down)
        .min_by_key(|by| (indentation(line(start.wrapping_add_signed(*by))), -by))
        .unwrap_or(0)
}

/// Returns the width of the blanks at the start of a line, tabs counting as 8. A blank line is
/// wider than any other.
fn indentation(line: &[u8]) -> usize {
    let mut width = 0;
    for byte in line.iter().take(MAX_INDENTATION) {
        match byte {
            b' ' => width += 1,
            b'\t' => width += 8 - width % 8,
            b'\r' | b'\n' => return usize::MAX,
            _ => return width,
        }
    }
    width
}

/// Number of bytes that are examined for blanks.
const MAX_INDENTATION: usize = 256;
