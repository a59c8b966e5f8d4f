//! Tokens of SQL.

use std::ops::Range;

use crate::budget::{Interrupt, WorkBudget};

/// Token of SQL.
#[derive(Clone)]
pub(super) struct SqlToken {
    pub(super) kind: SqlTokenKind,
    pub(super) range: Range<usize>,
}

impl SqlToken {
    /// Token before the text.
    pub(super) const NONE: SqlToken = SqlToken {
        kind: SqlTokenKind::Sign(b';'),
        range: 0..0,
    };
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum SqlTokenKind {
    /// Keyword or name.
    Word,
    /// Name in quotes.
    Name,
    Number,
    String,
    /// `@name`.
    Variable,
    /// Any other byte.
    Sign(u8),
}

/// Tokens of a text, without comments.
#[derive(Clone)]
pub(super) struct SqlTokens<'s> {
    pub(super) source: &'s [u8],
    pub(super) at: usize,
}

impl<'s> SqlTokens<'s> {
    pub(super) fn new(source: &'s [u8]) -> SqlTokens<'s> {
        SqlTokens { source, at: 0 }
    }

    /// Returns whether a token is one of these words, which are in lower case.
    pub(super) fn is_word(&self, token: &SqlToken, words: &[&str]) -> bool {
        let text = &self.source[token.range.clone()];
        token.kind == SqlTokenKind::Word
            && words
                .iter()
                .any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// Skips to the end of a bracket that has just been opened; returns the end of the closing
    /// bracket. `None` if it has none, is very long or contains the end of a statement.
    pub(super) fn skip_brackets(
        &mut self,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Option<usize>, Interrupt> {
        /// Bounds the time for brackets in brackets, which are all read again.
        const MAX_LEN: usize = 4096;
        let (start, mut depth) = (self.at, 1_usize);
        while let Some(token) = self
            .next()
            .filter(|token| token.range.end - start < MAX_LEN)
        {
            budget.step()?;
            match token.kind {
                SqlTokenKind::Sign(b'(') => depth += 1,
                SqlTokenKind::Sign(b')') => depth -= 1,
                SqlTokenKind::Sign(b';') => return Ok(None),
                _ => {}
            }
            if depth == 0 {
                return Ok(Some(token.range.end));
            }
        }
        Ok(None)
    }

    /// Returns the length of a quoted text that begins at the current position. A doubled quote
    /// makes two texts.
    fn quoted(&self, quote: u8) -> usize {
        let rest = &self.source[self.at + 1..];
        memchr::memchr(quote, rest).map_or(rest.len(), |end| end + 1) + 1
    }

    /// Returns the length of a dollar-quoted text, or of the `$` alone in other text.
    fn dollar_quoted(&self) -> usize {
        const MAX_TAG: usize = 64;
        let rest = &self.source[self.at..];
        let is_tag = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let tag = rest[1..].iter().take(MAX_TAG).take_while(is_tag).count() + 2;
        if rest.get(tag - 1) != Some(&b'$') {
            return 1;
        }
        let end = memchr::memmem::find(&rest[tag..], &rest[..tag]);
        end.map_or(rest.len(), |end| end + 2 * tag)
    }

    /// Returns the length of a word at an offset.
    fn word(&self, at: usize) -> usize {
        let is_word = |byte: &&u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'$') || **byte >= 0x80
        };
        let rest = self.source.get(at..).unwrap_or_default();
        rest.iter().take_while(is_word).count()
    }
}

impl Iterator for SqlTokens<'_> {
    type Item = SqlToken;

    fn next(&mut self) -> Option<SqlToken> {
        loop {
            let rest = self.source.get(self.at..)?;
            let comment = match rest {
                [] => return None,
                [b'-', b'-', ..] => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
                [b'/', b'*', text @ ..] => {
                    memchr::memmem::find(text, b"*/").map_or(rest.len(), |end| end + 4)
                }
                [space, ..] if space.is_ascii_whitespace() => 1,
                _ => break,
            };
            self.at += comment;
        }
        let rest = &self.source[self.at..];
        let (kind, len) = match rest[0] {
            b'\'' => (SqlTokenKind::String, self.quoted(b'\'')),
            quote @ (b'"' | b'`') => (SqlTokenKind::Name, self.quoted(quote)),
            b'$' => match self.dollar_quoted() {
                1 => (SqlTokenKind::Sign(b'$'), 1),
                len => (SqlTokenKind::String, len),
            },
            b'0'..=b'9' => {
                let is_number = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.';
                (
                    SqlTokenKind::Number,
                    rest.iter().take_while(is_number).count(),
                )
            }
            b'@' if self.word(self.at + 1) > 0 => {
                (SqlTokenKind::Variable, 1 + self.word(self.at + 1))
            }
            byte => match self.word(self.at) {
                0 => (SqlTokenKind::Sign(byte), 1),
                len => (SqlTokenKind::Word, len),
            },
        };
        let range = self.at..self.at + len;
        self.at = range.end;
        Some(SqlToken { kind, range })
    }
}
