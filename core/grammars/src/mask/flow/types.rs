//! Ends of types, brackets, strings and comments.

use crate::mask::words::leading_word;

/// Maximum length in bytes of type arguments that may be a comparison instead.
const MAX_ARGUMENTS: usize = 2 << 10;

/// Words that an operand of a type follows.
const PREFIXES: [&[u8]; 6] = [
    b"typeof", b"keyof", b"renders", b"implies", b"infer", b"new",
];

/// Returns the end of the type that begins at or after `start`, without white space after it.
pub(super) fn type_end(source: &[u8], start: usize, allows_arrow: bool) -> usize {
    let (mut at, mut end) = (start, start);
    let mut has_operand = false;
    let mut conditions = 0u32;
    loop {
        let next = skip_trivia(source, at);
        let is_same_line = memchr::memchr(b'\n', &source[at..next]).is_none();
        at = next;
        let rest = &source[at..];
        let word = leading_word(rest);
        match rest {
            [b'=', b'>', ..] if has_operand && allows_arrow => {
                has_operand = false;
                at += 2;
            }
            [b'|' | b'&', ..] if !rest.starts_with(b"|}") => {
                has_operand = false;
                at += 1;
            }
            [b'?' | b':', ..] if has_operand && conditions > 0 => {
                conditions -= u32::from(rest[0] == b':');
                has_operand = false;
                at += 1;
            }
            [b'?', b'.', b'[', ..] if has_operand => at = bracket_end(source, at + 2),
            [b'[', ..] if has_operand && is_same_line => at = bracket_end(source, at),
            [b'<', ..] if has_operand && is_same_line => match angle_end(source, at) {
                Some(close) => at = close,
                None => return end,
            },
            [b'.', ..] if has_operand => {
                has_operand = false;
                at += 1;
            }
            [b'%', ..] if rest.starts_with(b"%checks") => {
                has_operand = true;
                at += b"%checks".len();
                if source.get(at) == Some(&b'(') {
                    at = bracket_end(source, at);
                }
            }
            _ if has_operand && matches!(word, b"is" | b"extends" | b"renders") => {
                conditions += u32::from(word == b"extends");
                has_operand = false;
                at += word.len();
            }
            _ if has_operand => return end,
            [b'?' | b'+' | b'-', ..] => at += 1,
            [b'<', ..] => match angle_end(source, at) {
                Some(close) => at = close,
                None => return end,
            },
            [b'(' | b'[' | b'{', ..] => {
                at = bracket_end(source, at);
                has_operand = true;
            }
            [b'"' | b'\'' | b'`', ..] => {
                at = string_end(source, at);
                has_operand = true;
            }
            [b'*', ..] => {
                at += 1;
                has_operand = true;
            }
            [byte, ..] if byte.is_ascii_digit() => {
                let is_digit = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.';
                at += rest.iter().take_while(is_digit).count();
                has_operand = true;
            }
            _ if !word.is_empty() => {
                at += word.len();
                let next = skip_trivia(source, at);
                let is_alone = leading_word(&source[next..]).is_empty();
                has_operand = match word {
                    b"interface" => false,
                    b"component" | b"hook" if source.get(next) == Some(&b'(') => {
                        at = bracket_end(source, next);
                        true
                    }
                    b"component" | b"hook" if source.get(next) == Some(&b'<') => false,
                    word => !PREFIXES.contains(&word) || is_alone,
                };
            }
            _ => return end,
        }
        end = at;
    }
}

/// Returns the end of the bracket that opens at `start`.
pub(super) fn bracket_end(source: &[u8], start: usize) -> usize {
    let mut depth = 0u32;
    let mut at = start;
    while let Some(&byte) = source.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            b'"' | b'\'' | b'`' => {
                at = string_end(source, at);
                continue;
            }
            b'/' if matches!(source.get(at + 1), Some(b'/' | b'*')) => {
                at = trivia_end(source, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Returns the end of the type parameters or arguments that open at `start`; `None` if they are
/// none, or longer than [`MAX_ARGUMENTS`].
pub(super) fn short_angle_end(source: &[u8], start: usize) -> Option<usize> {
    angle_end(&source[..source.len().min(start + MAX_ARGUMENTS)], start)
}

/// Returns the end of the type parameters or arguments that open at `start`; `None` if they are
/// none.
pub(super) fn angle_end(source: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0u32;
    let mut at = start;
    while let Some(&byte) = source.get(at) {
        match byte {
            b'<' => depth += 1,
            b'>' if source[at - 1] != b'=' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'(' | b'[' | b'{' => {
                at = bracket_end(source, at);
                continue;
            }
            b'"' | b'\'' | b'`' => {
                at = string_end(source, at);
                continue;
            }
            b'/' if matches!(source.get(at + 1), Some(b'/' | b'*')) => {
                at = trivia_end(source, at);
                continue;
            }
            b')' | b']' | b'}' | b';' | b'/' => return None,
            b'&' if source.get(at + 1) == Some(&b'&') => return None,
            b'|' if source.get(at + 1) == Some(&b'|') => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns whether the parentheses at `open` are the parameters of an arrow function.
pub(super) fn begins_arrow(source: &[u8], open: usize) -> bool {
    let limit = source.len().min(open + MAX_ARGUMENTS);
    let source = &source[..limit];
    let close = bracket_end(source, open);
    let rest = &source[skip_trivia(source, close)..];
    rest.starts_with(b"=>") || rest.starts_with(b":")
}

/// Returns the offset of the first byte at or after `at` that is neither white space nor in a
/// comment.
pub(super) fn skip_trivia(source: &[u8], mut at: usize) -> usize {
    loop {
        match source.get(at..).unwrap_or_default() {
            [byte, ..] if byte.is_ascii_whitespace() => at += 1,
            [b'/', b'/' | b'*', ..] => at = trivia_end(source, at),
            _ => return at.min(source.len()),
        }
    }
}

/// Returns the end of the comment at `at`.
pub(super) fn trivia_end(source: &[u8], at: usize) -> usize {
    let end = |start: usize, mark: &[u8]| {
        let found = memchr::memmem::find(source.get(start..).unwrap_or_default(), mark);
        found.map_or(source.len(), |found| start + found + mark.len())
    };
    match source.get(at + 1) {
        Some(b'*') => end(at + 2, b"*/"),
        _ => end(at, b"\n"),
    }
}

/// Returns the end of the string at `start`; a string in quotes ends with its line.
pub(super) fn string_end(source: &[u8], start: usize) -> usize {
    let quote = source[start];
    let mut at = start + 1;
    while let Some(&byte) = source.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' if quote != b'`' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    source.len()
}
