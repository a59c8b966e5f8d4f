//! Line numbers that were copied from a numbered listing into a text.

use std::ops::Range;

use super::lines::TextLines;

/// Returns whether every line that is not blank begins with its line number, as a listing shows it:
/// consecutive numbers, each followed by a tab, `:`, `|` or an arrow, possibly after a hash as in
/// `12#3fa9`. A single line counts only if a tab, an arrow or a hash follows its number, or if its
/// number is `line`, the 1-based number of the line in question, or the next.
pub(super) fn has_line_numbers(text: &[u8], line: Option<u64>) -> bool {
    let mut first: Option<(u64, Mark)> = None;
    let mut next = 0;
    let mut count = 0;
    for (step, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let Some((number, mark)) = line_number(line) else {
            match line.trim_ascii().is_empty() && step > 0 {
                true => {
                    next += 1;
                    continue;
                }
                false => return false,
            }
        };
        if first.is_some() && number != next {
            return false;
        }
        first.get_or_insert((number, mark));
        next = number.saturating_add(1);
        count += 1;
    }
    match first {
        Some((number, Mark::Punctuation)) if count == 1 => {
            line.is_some_and(|line| (line..=line + 1).contains(&number))
        }
        first => first.is_some(),
    }
}

/// Returns whether the lines of a new text begin with line numbers, and the lines that it replaces, or
/// next to which it is inserted, do not.
pub(super) fn are_copied(
    new: &[u8],
    text: &[u8],
    lines: &TextLines<'_>,
    range: &Range<usize>,
) -> bool {
    let line = lines.number_at(range.start);
    if !has_line_numbers(new, Some(line as u64 + 1)) {
        return false;
    }
    let old = match range.is_empty() && line < lines.count() {
        true => lines.get(line),
        false => &text[range.clone()],
    };
    !has_line_numbers(old, None)
}

/// Mark after a line number.
enum Mark {
    /// Tab, arrow or hash.
    Clear,
    /// Character that often follows a number.
    Punctuation,
}

/// Returns the number at the start of a line of a listing.
fn line_number(line: &[u8]) -> Option<(u64, Mark)> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = line.split_at(digits);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let hash = rest
        .strip_prefix(b"#")
        .and_then(|rest| rest.split_at_checked(4));
    let mark = match (hash, rest) {
        (Some((hash, [b'\t' | b' ' | b':' | b'|', ..])), _)
            if hash.iter().all(u8::is_ascii_hexdigit) =>
        {
            Mark::Clear
        }
        (_, [b'\t', ..]) => Mark::Clear,
        (_, [b':' | b'|', ..] | [b' ', b'|', ..]) => Mark::Punctuation,
        (_, rest) if rest.starts_with("\u{2192}".as_bytes()) => Mark::Clear,
        _ => return None,
    };
    Some((number, mark))
}

#[cfg(test)]
mod tests;
