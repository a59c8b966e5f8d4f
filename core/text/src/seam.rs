//! Joins pieces of text that were not adjacent, so that each displays as it does alone.
//!
//! CAN (ECMA-48, 8.3.6) separates the pieces where needed: it ends an escape sequence that would
//! consume the second piece, and it is a cluster boundary.

use super::escape::{ends_inside, is_open};
use super::graphemes::{WidthRules, may_change_width};

const CAN: char = '\x18';

/// Appends text. O(n) in `out`.
pub(super) fn push_apart(out: &mut String, text: &str, rules: &WidthRules) {
    if !text.is_empty() && !starts_with_esc(text) && ends_inside(out) {
        out.push(CAN);
    }
    push_beside(out, text, rules);
}

/// Appends text to `out`, which must not end inside an escape sequence. O(n) in
/// the text alone.
pub(super) fn push_beside(out: &mut String, text: &str, rules: &WidthRules) {
    if let Some(last) = out.chars().next_back()
        && may_change_width(last, text, rules)
    {
        out.push(CAN);
    }
    out.push_str(text);
}

/// Appends an escape sequence to `out`, which is empty or ends with the escape
/// sequence `last`. O(n) in both.
pub(super) fn push_escape_beside(out: &mut String, sequence: &str, last: &str) {
    if !starts_with_esc(sequence) && !last.is_empty() && is_open(last) {
        out.push(CAN);
    }
    out.push_str(sequence);
}

/// Appends `n` visible spaces. O(n) in `out`.
pub(super) fn push_padding(out: &mut String, n: usize, rules: &WidthRules) {
    if n > 0 {
        push_apart(out, " ", rules);
        push_spaces(out, n - 1);
    }
}

/// Appends `n` visible spaces to `out`, which ends with `sequence`, or with no
/// escape sequence if `sequence` is empty. O(n) in the sequence.
pub(super) fn push_spaces_beside(out: &mut String, n: usize, sequence: &str, rules: &WidthRules) {
    if n > 0 {
        if !sequence.is_empty() && is_open(sequence) {
            out.push(CAN);
        }
        push_beside(out, " ", rules);
        push_spaces(out, n - 1);
    }
}

/// Whether the text starts with ESC, which ends any sequence.
fn starts_with_esc(text: &str) -> bool {
    text.starts_with('\x1b')
}

/// Appends `n` spaces.
pub(super) fn push_spaces(out: &mut String, n: usize) {
    out.extend(std::iter::repeat_n(' ', n));
}
