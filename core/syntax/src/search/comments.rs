//! Finds comments in JavaScript and TypeScript without parsing.
//!
//! Doc comments often mention the searched code; candidates inside comments need no parse. The
//! scanner follows the lexical grammar of ECMAScript and stops at the first token that needs a
//! parser, such as a `/` that may be a division or start a regular expression. A range is reported
//! only if every parser would treat it as a comment.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_languages::internal::tables;

use crate::search::lexical::word_len;

/// Maximum length, in bytes, of text to scan, since the scan does not check the token.
const MAX_LEN: usize = 1 << 20;

/// Removes the offsets that are certainly inside comments from `offsets`, which are ascending. The
/// whole text must be in `language`.
pub(crate) fn drop_commented(language: &Language, text: &[u8], offsets: &mut Vec<usize>) {
    let has = |what: &str| memchr::memmem::find(text, what.as_bytes()).is_some();
    let scan = tables(language).patterns.comments;
    let is_supported = scan.is_some_and(|scan| {
        // JSX has text between tags, which this scanner does not recognise.
        !scan.may_have_tags || !has("</") && !has("/>")
    });
    if !is_supported || text.len() > MAX_LEN || has("<!--") || has("-->") {
        return;
    }
    let comments = comments(text);
    let mut remaining = &comments[..];
    offsets.retain(|&at| {
        let before = remaining.iter().take_while(|comment| comment.end <= at);
        remaining = &remaining[before.count()..];
        remaining.first().is_none_or(|comment| at < comment.start)
    });
}

/// Returns the comments in the text up to the first token that needs a parser; empty if the text
/// has an unclosed token.
fn comments(text: &[u8]) -> Vec<Range<usize>> {
    let mut scanner = CommentScanner::new(text);
    let mut comments = Vec::new();
    loop {
        match scanner.next_comment() {
            Ok(comment) => comments.push(comment),
            Err(ScanEnd::Broken) => return Vec::new(),
            Err(ScanEnd::EndOfText | ScanEnd::Unclear) => return comments,
        }
    }
}

/// Scanner over the tokens of the text.
struct CommentScanner<'t> {
    text: &'t [u8],
    at: usize,
    /// Offset of the last byte that is neither blank nor part of a comment.
    last: Option<usize>,
    /// Number of open braces in each open template literal substitution.
    braces: Vec<usize>,
}

/// Reason why the scan ended.
enum ScanEnd {
    EndOfText,
    /// The next token needs a parser.
    Unclear,
    /// A token is not closed, and parsers differ in how they recover.
    Broken,
}

impl<'t> CommentScanner<'t> {
    fn new(text: &'t [u8]) -> CommentScanner<'t> {
        // `#!`
        let at = match text {
            [b'#', b'!', rest @ ..] => memchr::memchr(b'\n', rest).map_or(text.len(), |n| n + 2),
            _ => 0,
        };
        CommentScanner {
            text,
            at,
            last: None,
            braces: Vec::new(),
        }
    }

    fn next_comment(&mut self) -> Result<Range<usize>, ScanEnd> {
        loop {
            let start = self.at;
            let Some(&byte) = self.text.get(start) else {
                let is_closed = self.braces.is_empty();
                return Err(if is_closed {
                    ScanEnd::EndOfText
                } else {
                    ScanEnd::Broken
                });
            };
            self.at += 1;
            match byte {
                b'"' | b'\'' => self.skip_string(byte)?,
                b'`' => self.skip_template()?,
                b'{' => {
                    if let Some(open) = self.braces.last_mut() {
                        *open += 1;
                    }
                }
                b'}' => match self.braces.last_mut() {
                    Some(0) => {
                        self.braces.pop();
                        self.skip_template()?;
                    }
                    Some(open) => *open -= 1,
                    None => {}
                },
                b'/' => match self.text.get(self.at) {
                    Some(b'/') => {
                        let rest = &self.text[start..];
                        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                        self.at = start + len;
                        // These separators also end a line comment.
                        let is_separated = ["\u{2028}", "\u{2029}"].iter().any(|separator| {
                            memchr::memmem::find(&rest[..len], separator.as_bytes()).is_some()
                        });
                        return if is_separated {
                            Err(ScanEnd::Unclear)
                        } else {
                            Ok(start..self.at)
                        };
                    }
                    Some(b'*') => {
                        let rest = &self.text[start + 2..];
                        let len = memchr::memmem::find(rest, b"*/").ok_or(ScanEnd::Broken)?;
                        self.at = start + len + 4;
                        return Ok(start..self.at);
                    }
                    _ => {
                        if !self.is_division().ok_or(ScanEnd::Unclear)? {
                            self.skip_regex()?;
                        }
                    }
                },
                byte if byte.is_ascii_whitespace() => continue,
                _ => {}
            }
            self.last = Some(self.at - 1);
        }
    }

    /// Advances past the end of a string.
    fn skip_string(&mut self, quote: u8) -> Result<(), ScanEnd> {
        loop {
            let rest = self.text.get(self.at..).ok_or(ScanEnd::Broken)?;
            let len = memchr::memchr3(quote, b'\\', b'\n', rest).ok_or(ScanEnd::Broken)?;
            self.at += len + 1;
            match rest[len] {
                b'\\' => self.at += 1,
                b'\n' => return Err(ScanEnd::Broken),
                _ => return Ok(()),
            }
        }
    }

    /// Advances past the end of a template literal, or past the start of its next substitution.
    fn skip_template(&mut self) -> Result<(), ScanEnd> {
        loop {
            let rest = self.text.get(self.at..).ok_or(ScanEnd::Broken)?;
            let len = memchr::memchr3(b'`', b'\\', b'$', rest).ok_or(ScanEnd::Broken)?;
            self.at += len + 1;
            match rest[len] {
                b'\\' => self.at += 1,
                b'$' if rest.get(len + 1) == Some(&b'{') => {
                    self.at += 1;
                    self.braces.push(0);
                    return Ok(());
                }
                b'$' => {}
                _ => return Ok(()),
            }
        }
    }

    /// Advances past the end of a regular expression.
    fn skip_regex(&mut self) -> Result<(), ScanEnd> {
        let mut in_class = false;
        loop {
            let byte = *self.text.get(self.at).ok_or(ScanEnd::Broken)?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => return Ok(()),
                b'\n' => return Err(ScanEnd::Broken),
                _ => {}
            }
        }
    }

    /// Returns whether a `/` after the last token is a division; `None` if uncertain.
    fn is_division(&self) -> Option<bool> {
        let Some(last) = self.last else {
            return Some(false);
        };
        let before = &self.text[..last];
        match self.text[last] {
            b'(' | b',' | b'=' | b':' | b'[' | b'{' | b';' | b'&' | b'|' | b'?' => Some(false),
            b'>' if before.ends_with(b"=") => Some(false),
            b']' | b'"' | b'\'' | b'`' => Some(true),
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let word = &self.text[..=last];
                let word = &word[word.len() - word_len(word.iter().rev())..];
                // Other keywords are rarely followed by a `/`.
                let is_keyword = word.is_ascii() && EXPRESSION_KEYWORDS.contains(&word);
                (!is_keyword).then_some(true)
            }
            _ => None,
        }
    }
}

/// Keywords that an expression may follow.
const EXPRESSION_KEYWORDS: [&[u8]; 16] = [
    b"await",
    b"case",
    b"default",
    b"delete",
    b"do",
    b"else",
    b"extends",
    b"in",
    b"instanceof",
    b"new",
    b"of",
    b"return",
    b"throw",
    b"typeof",
    b"void",
    b"yield",
];

#[cfg(test)]
mod tests;
