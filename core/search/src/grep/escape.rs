//! Lenient pattern syntax: braces and hyphens are literal where `regex-syntax` would report a
//! misplaced operator.
//!
//! Invariant: only backslashes are added. A pattern that `regex-syntax` accepts keeps its meaning,
//! except for a `$` before a literal brace.

/// Escapes three kinds of literals: each `{` that cannot begin a repetition, with its closing `}`;
/// a `$` directly before such a brace, where an anchor could match nothing; and each `-` in a class
/// next to an escape that is itself a class, as in `[\w-.]`. Also returns the offsets of the added
/// backslashes.
pub(super) fn escape_literals(pattern: &str) -> (String, Vec<usize>) {
    let bytes = pattern.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() + 8);
    let mut inserted = Vec::new();
    let mut at = 0;
    let mut class_depth = 0usize;
    // Whether a repetition here would have an atom to repeat.
    let mut atom = false;
    let mut after_dollar = false;
    while at < bytes.len() {
        let byte = bytes[at];
        let rest = &bytes[at..];
        let len = match byte {
            b'[' => {
                class_depth += 1;
                class_start_len(rest)
            }
            b']' if class_depth > 0 => {
                class_depth -= 1;
                1
            }
            _ if class_depth > 0 => match class_item(rest) {
                ClassItem::Whole(len) => len,
                ClassItem::BeforeHyphen(len) => {
                    out.extend_from_slice(&rest[..len]);
                    inserted.push(out.len());
                    out.extend_from_slice(br"\-");
                    at += len + 1;
                    continue;
                }
            },
            b'\\' => escape_len(rest),
            b'(' if rest.get(1) == Some(&b'?') => {
                // Group names and flags contain no braces.
                rest.iter()
                    .position(|b| matches!(b, b')' | b':' | b'>'))
                    .map_or(1, |end| end + 1)
            }
            b'{' => match repetition_len(rest) {
                Some(len) if atom => len,
                _ => {
                    if after_dollar {
                        inserted.push(out.len() - 1);
                        out.insert(out.len() - 1, b'\\');
                    }
                    inserted.push(out.len());
                    out.push(b'\\');
                    1
                }
            },
            b'}' => {
                inserted.push(out.len());
                out.push(b'\\');
                1
            }
            _ => 1,
        };
        atom = class_depth > 0 || !matches!(byte, b'(' | b'|');
        after_dollar = class_depth == 0 && byte == b'$';
        out.extend_from_slice(&rest[..len]);
        at += len;
    }
    // Only ASCII was inserted between characters, so the text remains valid UTF-8.
    let text = String::from_utf8(out).unwrap_or_else(|_| pattern.to_owned());
    (text, inserted)
}

/// Returns the length of the start of a class: `[` or `[^`, plus the hyphens or `]` that are
/// literal only there.
fn class_start_len(text: &[u8]) -> usize {
    let start = 1 + usize::from(text.get(1) == Some(&b'^'));
    let hyphens = text[start..].iter().take_while(|&&b| b == b'-').count();
    let bracket = hyphens == 0 && text.get(start) == Some(&b']');
    start + hyphens + usize::from(bracket)
}

/// Item of a class.
enum ClassItem {
    /// Length of a character, an escape, a range or an operator.
    Whole(usize),
    /// Length of a character or escape before a hyphen that cannot form a range.
    BeforeHyphen(usize),
}

/// Reads the class item at the start of `text`.
fn class_item(text: &[u8]) -> ClassItem {
    if matches!(text, [b'-', b'-', ..] | [b'&', b'&', ..] | [b'~', b'~', ..]) {
        return ClassItem::Whole(2);
    }
    let len = item_len(text);
    match &text[len..] {
        [] | [b'-'] | [b'-', b']' | b'-', ..] => ClassItem::Whole(len),
        [b'-', last @ ..] if is_class(text) || is_class(last) => ClassItem::BeforeHyphen(len),
        [b'-', last @ ..] => ClassItem::Whole(len + 1 + item_len(last)),
        _ => ClassItem::Whole(len),
    }
}

/// Returns the length of the character or escape at the start of `text`.
fn item_len(text: &[u8]) -> usize {
    match text {
        [b'\\', ..] => escape_len(text),
        _ => text.first().map_or(0, |&lead| char_len(lead)),
    }
}

/// Whether `text` starts with an escape that is a class.
fn is_class(text: &[u8]) -> bool {
    matches!(
        text,
        [
            b'\\',
            b'd' | b'D' | b's' | b'S' | b'w' | b'W' | b'p' | b'P',
            ..
        ]
    )
}

/// Returns the length of the escape at the start of `text`, including its braces, as in
/// `\p{Greek}`, `\x{1F600}` and `\b{start}`.
fn escape_len(text: &[u8]) -> usize {
    let takes_braces = matches!(text.get(1), Some(b'p' | b'P' | b'x' | b'u' | b'U' | b'b'));
    if takes_braces
        && text.get(2) == Some(&b'{')
        && let Some(end) = text.iter().position(|&b| b == b'}')
    {
        let inside = &text[3..end];
        let is_boundary = inside.iter().all(|b| b.is_ascii_alphabetic() || *b == b'-');
        if text[1] != b'b' || (is_boundary && !inside.is_empty()) {
            return end + 1;
        }
    }
    // Takes the whole character, so no character is split.
    1 + text.get(1).map_or(0, |&lead| char_len(lead))
}

/// Returns the length of the character that starts with `lead`.
fn char_len(lead: u8) -> usize {
    match lead {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Returns the length of `{n}`, `{n,}` or `{n,m}` at the start of `text`, or `None` if there is no
/// repetition.
fn repetition_len(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|&b| b == b'}')?;
    let inside = std::str::from_utf8(&text[1..end]).ok()?;
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let fits = match inside.split_once(',') {
        None => number(inside.trim()),
        Some((low, high)) => number(low.trim()) && (high.trim().is_empty() || number(high.trim())),
    };
    fits.then_some(end + 1)
}

#[cfg(test)]
mod tests;
