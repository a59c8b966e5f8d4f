//! Finds tokens around an offset in unparsed text, for languages with the lexical structure of C:
//! words, punctuation, `//` and `/* */` comments.
//!
//! The result is used to reject candidates, so it is definite only where it is certain: inside
//! comments, literals and preprocessor lines, it is [`TokenNeighbour::Unknown`]. Looks at most
//! [`MAX_DISTANCE`] bytes ahead or back.

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::tables;
use rustc_hash::FxHashSet;

/// Lexical rules for one C-like language.
#[derive(PartialEq, Eq)]
pub(crate) struct LexicalRules {
    /// Words that are not identifiers. They are skipped, since a node may contain keywords that its
    /// pattern lacks.
    keywords: FxHashSet<Box<[u8]>>,
    /// Whether a preprocessor line has a node of its own.
    has_directives: bool,
}

/// Result of looking for a token next to an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenNeighbour {
    /// The token is adjacent. Holds the start of the token when looking back, and its end when
    /// looking ahead.
    At(usize),
    /// A different token is adjacent.
    Other,
    /// The neighbour is uncertain: inside a comment or literal, or beyond [`MAX_DISTANCE`].
    Unknown,
}

/// Maximum distance, in bytes, from the starting offset.
const MAX_DISTANCE: usize = 4096;

impl LexicalRules {
    /// Returns the rules of a language; `None` if it is not C-like.
    pub(crate) fn of(language: &Language) -> Option<LexicalRules> {
        let c_like = tables(language).patterns.c_like?;
        let grammar = grammar_of(language);
        let kinds = 0..grammar.node_kind_count() as u16;
        Some(LexicalRules {
            keywords: kinds
                .filter(|&kind| !grammar.node_kind_is_named(kind))
                .filter_map(|kind| grammar.node_kind_for_id(kind))
                .map(str::as_bytes)
                .filter(|name| name.iter().copied().all(is_word_byte))
                .map(Box::from)
                .collect(),
            has_directives: c_like.has_directives,
        })
    }

    /// Returns whether no word crosses `start` or `end`. A digit before `start` does not count,
    /// since it may end a number.
    pub(crate) fn is_word(&self, text: &[u8], start: usize, end: usize) -> bool {
        let continues_before =
            start > 0 && is_word_byte(text[start - 1]) && !text[start - 1].is_ascii_digit();
        let continues_after = text.get(end).copied().is_some_and(is_word_byte);
        !continues_before && !continues_after
    }

    /// Returns whether the token before `from` is `token`; skips blanks,
    /// comments, other punctuation and keywords.
    pub(crate) fn token_before(&self, text: &[u8], from: usize, token: &[u8]) -> TokenNeighbour {
        let mut at = from;
        loop {
            if text[..at].ends_with(token) {
                let start = at - token.len();
                if !is_word_byte(token[0]) || self.is_word(text, start, at) {
                    return TokenNeighbour::At(start);
                }
            }
            if at == 0 || from - at > MAX_DISTANCE {
                return not_found(at);
            }
            match text[at - 1] {
                b'\n' => match self.uncertain_line(line_before(text, at - 1)) {
                    Some(neighbour) => return neighbour,
                    None => at -= 1,
                },
                b'/' if text[..at].ends_with(b"*/") => match comment_start(text, at) {
                    Some(start) => at = start,
                    None => return TokenNeighbour::Unknown,
                },
                // Literals are not skipped.
                b'"' | b'\'' | b'`' => return TokenNeighbour::Other,
                byte if is_word_byte(byte) => {
                    let start = word_start(text, at);
                    if !self.keywords.contains(&text[start..at]) {
                        return TokenNeighbour::Other;
                    }
                    at = start;
                }
                _ => at -= 1,
            }
        }
    }

    /// Returns whether the token after `to` is `token`; skips blanks, other
    /// punctuation and keywords.
    pub(crate) fn token_after(&self, text: &[u8], to: usize, token: &[u8]) -> TokenNeighbour {
        let mut at = to;
        loop {
            let rest = &text[at..];
            if rest.starts_with(token) {
                let end = at + token.len();
                if !is_word_byte(token[0]) || self.is_word(text, at, end) {
                    return TokenNeighbour::At(end);
                }
            }
            if rest.is_empty() || at - to > MAX_DISTANCE {
                return not_found(rest.len());
            }
            match rest[0] {
                b'/' if rest.starts_with(b"//") || rest.starts_with(b"/*") => {
                    return TokenNeighbour::Unknown;
                }
                b'"' | b'\'' | b'`' => return TokenNeighbour::Other,
                byte if is_word_byte(byte) => {
                    let len = word_len(rest);
                    if !self.keywords.contains(&rest[..len]) {
                        return TokenNeighbour::Other;
                    }
                    at += len;
                }
                _ => at += 1,
            }
        }
    }

    /// Returns the offset after the opening bracket that the bracket at `close` closes.
    pub(crate) fn opening_before(&self, text: &[u8], close: usize) -> TokenNeighbour {
        let (opening, closing) = match text.get(close) {
            Some(b')') => (b'(', b')'),
            Some(b']') => (b'[', b']'),
            Some(b'}') => (b'{', b'}'),
            _ => return TokenNeighbour::Unknown,
        };
        let mut depth = 1;
        for at in (close.saturating_sub(MAX_DISTANCE)..close).rev() {
            let byte = text[at];
            if byte == closing {
                depth += 1;
            } else if byte == opening {
                depth -= 1;
                if depth == 0 {
                    // The search for the bracket itself then starts after it.
                    return TokenNeighbour::At(at + 1);
                }
            } else if matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'\\' | b'#')
                || !byte.is_ascii()
                || (byte == b'\n' && self.uncertain_line(line_before(text, at)).is_some())
            {
                return TokenNeighbour::Unknown;
            }
        }
        TokenNeighbour::Unknown
    }

    /// Returns the result of a backward search that reaches the end of `line`, if the line may not
    /// end with code.
    fn uncertain_line(&self, line: &[u8]) -> Option<TokenNeighbour> {
        if line.len() >= MAX_DISTANCE || memchr::memmem::find(line, b"//").is_some() {
            Some(TokenNeighbour::Unknown)
        } else if line.trim_ascii_start().starts_with(b"#") {
            // A preprocessor line, which is a node in some grammars and an extra in others.
            Some(if self.has_directives {
                TokenNeighbour::Other
            } else {
                TokenNeighbour::Unknown
            })
        } else {
            None
        }
    }
}

/// Returns the start of the comment whose `*/` ends at `end`; `None` if uncertain.
fn comment_start(text: &[u8], end: usize) -> Option<usize> {
    let near = &text[end.saturating_sub(MAX_DISTANCE)..end - 2];
    let start = memchr::memmem::rfind(near, b"/*")?;
    let before = &near[..start];
    let since = memchr::memmem::rfind(before, b"*/").map_or(0, |at| at + 2);
    let is_certain = memchr::memmem::find(&before[since..], b"/*").is_none();
    is_certain.then(|| end.saturating_sub(MAX_DISTANCE) + start)
}

/// Returns the result of a search that ended with `rest` bytes of the text remaining.
fn not_found(rest: usize) -> TokenNeighbour {
    if rest == 0 {
        TokenNeighbour::Other
    } else {
        TokenNeighbour::Unknown
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the number of leading bytes that belong to a word: ASCII letters,
/// digits and `_`.
pub fn word_len<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> usize {
    let is_word_byte = |byte: &&u8| is_word_byte(**byte);
    bytes.into_iter().take_while(is_word_byte).count()
}

fn word_start(text: &[u8], end: usize) -> usize {
    end - word_len(text[..end].iter().rev())
}

/// Returns the line that ends at `end`, limited to its last [`MAX_DISTANCE`] bytes.
fn line_before(text: &[u8], end: usize) -> &[u8] {
    let near = &text[end.saturating_sub(MAX_DISTANCE)..end];
    match memchr::memrchr(b'\n', near) {
        Some(at) => &near[at + 1..],
        None => near,
    }
}
