//! Comments and attributes at the start of code. The line after them shows the indentation of the
//! code.

use ransack_languages::internal::OutlineTable;

use crate::edit_definition::fragment::Line;

/// Returns whether a line is a comment or attribute that stands at the same level as the code
/// below.
pub(super) fn is_prefix(line: &[u8]) -> bool {
    let starts: [&[u8]; 7] = [b"//", b"/*", b"--", b"#", b"@", b"<!--", b"["];
    starts.iter().any(|start| line.starts_with(start))
}

/// Returns whether a line contains only comments and attributes.
pub(super) fn is_whole_prefix(line: &[u8], table: &OutlineTable) -> bool {
    is_prefix(line) && PrefixState::Outside.after(line, mark(table)).is_some()
}

/// Returns the start of a comment in the language.
fn mark(table: &OutlineTable) -> &'static [u8] {
    let mark = table.region[0].split(' ').next();
    mark.unwrap_or_default().as_bytes()
}

/// Returns the indentation of the first line after the leading comments and attributes. Returns
/// `None` if the code does not begin with comments or attributes, or continues on the same line.
pub(super) fn level_below<'l>(lines: &'l [Line], table: &OutlineTable) -> Option<&'l [u8]> {
    let mut state = PrefixState::Outside;
    for (number, line) in lines.iter().enumerate() {
        if line.text.is_empty() {
            continue;
        }
        if line.is_literal {
            return None;
        }
        if matches!(state, PrefixState::Outside) && !is_prefix(&line.text) {
            return (number > 0).then_some(&line.indent);
        }
        state = state.after(&line.text, mark(table))?;
    }
    None
}

/// Position relative to comments and attributes.
#[derive(Clone, Copy)]
enum PrefixState {
    /// Between comments and attributes.
    Outside,
    /// Inside a comment that ends with this text.
    Comment(&'static [u8]),
    /// Inside an attribute, with this number of open brackets.
    Attribute(usize),
}

impl PrefixState {
    /// Returns the state after a line, in a language whose comments begin with `mark`. Returns
    /// `None` if the line contains anything but comments and attributes.
    fn after(self, line: &[u8], mark: &[u8]) -> Option<PrefixState> {
        let (mut state, mut rest) = (self, line);
        loop {
            rest = rest.trim_ascii_start();
            state = match state {
                _ if rest.is_empty() => return Some(state),
                PrefixState::Comment(end) => {
                    let Some(at) = memchr::memmem::find(rest, end) else {
                        return Some(state);
                    };
                    rest = &rest[at + end.len()..];
                    PrefixState::Outside
                }
                PrefixState::Attribute(depth) => {
                    let (depth, len) = skip_brackets(rest, depth);
                    rest = &rest[len..];
                    match depth {
                        0 => PrefixState::Outside,
                        depth => PrefixState::Attribute(depth),
                    }
                }
                PrefixState::Outside if is_line_comment(rest, mark) => {
                    return Some(PrefixState::Outside);
                }
                PrefixState::Outside if rest.starts_with(b"/*") => PrefixState::Comment(b"*/"),
                PrefixState::Outside if rest.starts_with(b"<!--") => PrefixState::Comment(b"-->"),
                PrefixState::Outside => {
                    rest = rest.strip_prefix(b"#").unwrap_or(rest);
                    let is_name = |byte: &u8| {
                        byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_.:@".contains(byte)
                    };
                    let len = match rest.first()? {
                        b'@' => rest.iter().take_while(|byte| is_name(byte)).count(),
                        b'[' => 0,
                        _ => return None,
                    };
                    rest = &rest[len..];
                    match rest.first() {
                        Some(b'(' | b'[') => {
                            rest = &rest[1..];
                            PrefixState::Attribute(1)
                        }
                        Some(byte) if !byte.is_ascii_whitespace() => return None,
                        _ => PrefixState::Outside,
                    }
                }
            };
        }
    }
}

/// Returns whether the rest of a line is a comment. The meaning of `#` depends on the language: a
/// private name in JavaScript, a heading in Markdown.
fn is_line_comment(rest: &[u8], mark: &[u8]) -> bool {
    let is_attribute = rest.starts_with(b"#[");
    rest.starts_with(b"//")
        || (matches!(mark, b"#" | b"--") && rest.starts_with(mark) && !is_attribute)
}

/// Returns the number of open brackets at the end of a line, or 0 if the last one closes, and the
/// length of the text up to that point. Skips strings.
fn skip_brackets(text: &[u8], mut depth: usize) -> (usize, usize) {
    let mut quote = None;
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match (quote, byte) {
            (Some(_), b'\\') => {
                bytes.next();
            }
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => {
                depth -= 1;
                if depth == 0 {
                    return (0, at + 1);
                }
            }
            _ => {}
        }
    }
    (depth, text.len())
}
