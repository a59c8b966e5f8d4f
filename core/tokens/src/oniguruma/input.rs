//! Reader of a pattern, and the errors of its parts.

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};

/// Pattern with the position of the reader.
pub(super) struct Input<'p> {
    pub(super) pattern: &'p str,
    /// Offset of the next character.
    pub(super) at: usize,
}

impl<'p> Input<'p> {
    pub(super) fn rest(&self) -> &'p str {
        &self.pattern[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Takes text up to `end`, which is taken too.
    pub(super) fn take_until(&mut self, end: &str) -> Option<&'p str> {
        let len = self.rest().find(end)?;
        let text = &self.rest()[..len];
        self.at += len + end.len();
        Some(text)
    }

    /// Returns the error for an invalid part of the pattern that begins at `start`.
    pub(super) fn fault(&self, start: usize, message: &str) -> Error {
        self.error(start, format!("cannot parse the pattern: {message}"))
    }

    /// Returns the error for a part without an equivalent, from `start` to the current position.
    pub(super) fn unsupported(&self, start: usize) -> Error {
        let part = self.pattern.get(start..self.at).unwrap_or_default();
        self.error(
            start,
            format!("`{part}` in a pattern of Oniguruma is not supported"),
        )
    }

    pub(super) fn error(&self, start: usize, message: String) -> Error {
        Error::new(ErrorKind::InvalidPattern, message)
            .with_pattern(self.pattern)
            .with_offset(start)
    }

    /// Reads a character that is escaped by its code or a letter, after the backslash. Returns
    /// `None` if the escape is another one.
    pub(super) fn escaped_char(&mut self) -> Result<Option<char>> {
        let start = self.at.saturating_sub(1);
        let code = |input: &mut Self, digits: &str, radix| {
            let code = u32::from_str_radix(digits, radix).ok();
            let found = code.and_then(char::from_u32);
            found.map(Some).ok_or_else(|| input.unsupported(start))
        };
        let Some(letter) = self.peek() else {
            return Err(self.fault(start, "it ends with a backslash"));
        };
        let control = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0C',
            'v' => '\x0B',
            'a' => '\x07',
            'e' => '\x1B',
            'x' => {
                self.at += 1;
                if self.take("{") {
                    let digits = self.take_until("}").unwrap_or_default();
                    return code(self, digits, 16);
                }
                let digits = self.take_digits(2, 16);
                // Higher codes are single bytes of a character.
                return match digits {
                    [b'0'..=b'7', _] | [_] => code(self, as_text(digits), 16),
                    _ => Err(self.unsupported(start)),
                };
            }
            'u' => {
                self.at += 1;
                let digits = self.take_digits(4, 16);
                return match digits.len() {
                    4 => code(self, as_text(digits), 16),
                    _ => Err(self.unsupported(start)),
                };
            }
            '0' => {
                let digits = self.take_digits(3, 8);
                return code(self, as_text(digits), 8);
            }
            _ if letter.is_ascii_alphanumeric() => return Ok(None),
            other => other,
        };
        self.at += letter.len_utf8();
        Ok(Some(control))
    }

    fn take_digits(&mut self, max: usize, radix: u32) -> &'p [u8] {
        let bytes = self.rest().as_bytes();
        let is_digit = |b: &&u8| char::from(**b).is_digit(radix);
        let len = bytes.iter().take(max).take_while(is_digit).count();
        self.at += len;
        &bytes[..len]
    }
}

fn as_text(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).unwrap_or_default()
}
