//! Looking at the tokens of a text without parsing it, in languages that are
//! written like C: words, punctuation, `//` and `/* */` for comments.

use rustc_hash::FxHashSet;

use super::language::Language;

/// How the tokens of a language are told apart.
#[derive(PartialEq, Eq)]
pub(super) struct LexicalRules {
    /// The words that are no names: a node may hold more of them than its
    /// pattern does.
    keywords: FxHashSet<Box<[u8]>>,
    /// Whether a line for the preprocessor is a node of its own.
    has_directives: bool,
}

/// What is next to some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// The token that was asked for, at this place.
    At(usize),
    /// Something else.
    Other,
    /// Hard to tell: a comment, a literal, something far away.
    Unknown,
}

/// How far is looked.
const MAX_DISTANCE: usize = 4096;

impl LexicalRules {
    pub(super) fn of(language: &Language) -> Option<LexicalRules> {
        if !LexicalRules::supports(language) {
            return None;
        }
        let grammar = language.grammar();
        let kinds = 0..grammar.node_kind_count() as u16;
        Some(LexicalRules {
            keywords: kinds
                .filter(|&kind| !grammar.node_kind_is_named(kind))
                .filter_map(|kind| grammar.node_kind_for_id(kind))
                .map(str::as_bytes)
                .filter(|name| name.iter().copied().all(is_word_byte))
                .map(Box::from)
                .collect(),
            has_directives: ["c", "cpp", "objc"].contains(&language.name),
        })
    }

    /// Whether the tokens of a language can be told apart so.
    pub(super) fn supports(language: &Language) -> bool {
        let is_like_c = [
            "c",
            "cpp",
            "csharp",
            "dart",
            "go",
            "java",
            "javascript",
            "kotlin",
            "objc",
            "rust",
            "scala",
            "solidity",
            "swift",
            "tsx",
            "typescript",
            "zig",
        ];
        is_like_c.contains(&language.name)
    }

    /// Whether the text from `start` to `end` is not a part of a word.
    pub(super) fn is_word(&self, text: &[u8], start: usize, end: usize) -> bool {
        let is_begun =
            start > 0 && is_word_byte(text[start - 1]) && !text[start - 1].is_ascii_digit();
        let goes_on = text.get(end).copied().is_some_and(is_word_byte);
        !is_begun && !goes_on
    }

    /// Whether the token before `from` is `token`. Keywords and punctuation in
    /// between are passed over.
    pub(super) fn before(&self, text: &[u8], from: usize, token: &[u8]) -> Neighbour {
        let mut at = from;
        loop {
            if text[..at].ends_with(token) {
                let start = at - token.len();
                if !is_word_byte(token[0]) || self.is_word(text, start, at) {
                    return Neighbour::At(start);
                }
            }
            if at == 0 || from - at > MAX_DISTANCE {
                return end_of_look(at);
            }
            match text[at - 1] {
                b'\n' => match self.end_of_line(line_before(text, at - 1)) {
                    Some(neighbour) => return neighbour,
                    None => at -= 1,
                },
                b'/' if text[..at].ends_with(b"*/") => match comment_start(text, at) {
                    Some(start) => at = start,
                    None => return Neighbour::Unknown,
                },
                // A literal is never passed over.
                b'"' | b'\'' | b'`' => return Neighbour::Other,
                byte if is_word_byte(byte) => {
                    let start = word_start(text, at);
                    if !self.keywords.contains(&text[start..at]) {
                        return Neighbour::Other;
                    }
                    at = start;
                }
                _ => at -= 1,
            }
        }
    }

    /// Whether the token after `to` is `token`; then where it ends.
    pub(super) fn after(&self, text: &[u8], to: usize, token: &[u8]) -> Neighbour {
        let mut at = to;
        loop {
            let rest = &text[at..];
            if rest.starts_with(token) {
                let end = at + token.len();
                if !is_word_byte(token[0]) || self.is_word(text, at, end) {
                    return Neighbour::At(end);
                }
            }
            if rest.is_empty() || at - to > MAX_DISTANCE {
                return end_of_look(rest.len());
            }
            match rest[0] {
                b'/' if rest.starts_with(b"//") || rest.starts_with(b"/*") => {
                    return Neighbour::Unknown;
                }
                b'"' | b'\'' | b'`' => return Neighbour::Other,
                byte if is_word_byte(byte) => {
                    let len = word_len(rest);
                    if !self.keywords.contains(&rest[..len]) {
                        return Neighbour::Other;
                    }
                    at += len;
                }
                _ => at += 1,
            }
        }
    }

    /// Where the bracket opens that closes at `close`.
    pub(super) fn opening_before(&self, text: &[u8], close: usize) -> Neighbour {
        let (opening, closing) = match text.get(close) {
            Some(b')') => (b'(', b')'),
            Some(b']') => (b'[', b']'),
            Some(b'}') => (b'{', b'}'),
            _ => return Neighbour::Unknown,
        };
        let mut depth = 1;
        for at in (close.saturating_sub(MAX_DISTANCE)..close).rev() {
            let byte = text[at];
            if byte == closing {
                depth += 1;
            } else if byte == opening {
                depth -= 1;
                if depth == 0 {
                    // What comes before is looked for from its end on.
                    return Neighbour::At(at + 1);
                }
            } else if matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'\\' | b'#')
                || !byte.is_ascii()
                || (byte == b'\n' && self.end_of_line(line_before(text, at)).is_some())
            {
                return Neighbour::Unknown;
            }
        }
        Neighbour::Unknown
    }

    /// What a line ends with, if it may be no code.
    fn end_of_line(&self, line: &[u8]) -> Option<Neighbour> {
        if line.len() >= MAX_DISTANCE || memchr::memmem::find(line, b"//").is_some() {
            Some(Neighbour::Unknown)
        } else if line.trim_ascii_start().starts_with(b"#") {
            // For the preprocessor, which some grammars make a node of and
            // some pass over.
            Some(if self.has_directives {
                Neighbour::Other
            } else {
                Neighbour::Unknown
            })
        } else {
            None
        }
    }
}

/// Where the comment begins that `*/` ends at `end`, if that is certain.
fn comment_start(text: &[u8], end: usize) -> Option<usize> {
    let near = &text[end.saturating_sub(MAX_DISTANCE)..end - 2];
    let start = memchr::memmem::rfind(near, b"/*")?;
    let before = &near[..start];
    let since = memchr::memmem::rfind(before, b"*/").map_or(0, |at| at + 2);
    let is_certain = memchr::memmem::find(&before[since..], b"/*").is_none();
    is_certain.then(|| end.saturating_sub(MAX_DISTANCE) + start)
}

/// Nothing was found in sight.
fn end_of_look(rest: usize) -> Neighbour {
    if rest == 0 {
        Neighbour::Other
    } else {
        Neighbour::Unknown
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How many of these bytes, up to the first that does not, belong to a word.
pub(super) fn word_len<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> usize {
    let is_word_byte = |byte: &&u8| is_word_byte(**byte);
    bytes.into_iter().take_while(is_word_byte).count()
}

fn word_start(text: &[u8], end: usize) -> usize {
    end - word_len(text[..end].iter().rev())
}

/// The line that ends at `end`, or the part of it that is near.
fn line_before(text: &[u8], end: usize) -> &[u8] {
    let near = &text[end.saturating_sub(MAX_DISTANCE)..end];
    match memchr::memrchr(b'\n', near) {
        Some(at) => &near[at + 1..],
        None => near,
    }
}
