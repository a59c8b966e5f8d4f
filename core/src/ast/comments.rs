//! Comments in text that is not parsed, in JavaScript and TypeScript, whose
//! documentation speaks much of the code that is looked for.
//!
//! The tokens of ECMAScript's lexical grammar are told apart up to the first
//! place where that takes a parser: whether a `/` divides or begins a regular
//! expression is not always to be seen.

use std::ops::Range;

use super::language::Language;
use super::lexical::word_len;

/// Longer texts are not looked at: a token is not heeded meanwhile.
const MAX_LEN: usize = 1 << 20;

/// Drops those of `places`, which are in order, that are certainly in
/// comments. All of the text must be in this language.
pub(super) fn drop_places(language: &Language, text: &[u8], places: &mut Vec<usize>) {
    let has = |what: &str| memchr::memmem::find(text, what.as_bytes()).is_some();
    let is_known = match language.name {
        "typescript" => true,
        // Text between tags of JSX is nothing that is known here.
        "javascript" => !has("</") && !has("/>"),
        _ => false,
    };
    if !is_known || text.len() > MAX_LEN || has("<!--") || has("-->") {
        return;
    }
    let comments = comments(text);
    let mut left = &comments[..];
    places.retain(|&at| {
        let passed = left.iter().take_while(|comment| comment.end <= at).count();
        left = &left[passed..];
        left.first().is_none_or(|comment| at < comment.start)
    });
}

/// The comments of a text up to where they cannot be told; none if the text is
/// broken.
fn comments(text: &[u8]) -> Vec<Range<usize>> {
    let mut look = CommentScanner::new(text);
    let mut comments = Vec::new();
    loop {
        match look.next_comment() {
            Ok(comment) => comments.push(comment),
            Err(ScanEnd::Broken) => return Vec::new(),
            Err(ScanEnd::EndOfText | ScanEnd::Unclear) => return comments,
        }
    }
}

/// A look at the tokens of a text, from its start on.
struct CommentScanner<'t> {
    text: &'t [u8],
    at: usize,
    /// The last byte that is neither blank nor in a comment.
    last: Option<usize>,
    /// How many braces are open in each of the open parts of templates.
    braces: Vec<usize>,
}

/// Why there is no other comment.
enum ScanEnd {
    EndOfText,
    /// What a `/` is cannot be told.
    Unclear,
    /// Something is not closed: what a parser makes of that is not known.
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
                b'"' | b'\'' => self.string(byte)?,
                b'`' => self.template()?,
                b'{' => {
                    if let Some(open) = self.braces.last_mut() {
                        *open += 1;
                    }
                }
                b'}' => match self.braces.last_mut() {
                    Some(0) => {
                        self.braces.pop();
                        self.template()?;
                    }
                    Some(open) => *open -= 1,
                    None => {}
                },
                b'/' => match self.text.get(self.at) {
                    Some(b'/') => {
                        let rest = &self.text[start..];
                        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                        self.at = start + len;
                        // Such a separator ends a line too.
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
                        if !self.divides().ok_or(ScanEnd::Unclear)? {
                            self.regex()?;
                        }
                    }
                },
                byte if byte.is_ascii_whitespace() => continue,
                _ => {}
            }
            self.last = Some(self.at - 1);
        }
    }

    /// Goes to the end of a string.
    fn string(&mut self, quote: u8) -> Result<(), ScanEnd> {
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

    /// Goes to the end of a template, or into the next code in it.
    fn template(&mut self) -> Result<(), ScanEnd> {
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

    /// Goes to the end of a regular expression.
    fn regex(&mut self) -> Result<(), ScanEnd> {
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

    /// Whether a `/` after the last token divides; `None` if that cannot be
    /// told.
    fn divides(&self) -> Option<bool> {
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
                // After any other keyword there is no `/` or a rare one.
                let is_keyword = word.is_ascii() && KEYWORDS.contains(&word);
                (!is_keyword).then_some(true)
            }
            _ => None,
        }
    }
}

/// The keywords after which an expression may begin.
const KEYWORDS: [&[u8]; 16] = [
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
mod tests {
    use super::*;

    /// The comments that are seen in a text.
    fn seen(text: &str) -> Vec<&str> {
        let ranges = comments(text.as_bytes());
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn comments_are_told_from_code() {
        assert_eq!(
            seen("a /* b */ // c\r\nd; /** `e' */"),
            ["/* b */", "// c", "/** `e' */"]
        );
        for code in [
            r#"a = "/*"; b = '\'//'; c = "*/""#,
            "a = `// ${b + `/* ${{ c: '`' }}`} */`",
            r#"a = /\/*[/*"]/; b = c / d; e = [/'/, f[0] / '//'.length]"#,
            "#!/usr/bin/env node",
        ] {
            assert_eq!(seen(&format!("{code}\n// seen")), ["// seen"], "{code}");
        }
    }

    #[test]
    fn what_cannot_be_told_ends_the_look() {
        for code in [
            "if (a) /'/",
            "{} /'/",
            "return /'/",
            "a! / 2",
            "a++ / 2",
            "// \u{2028}",
        ] {
            let text = format!("// seen\n{code} ;\n// unseen");
            assert_eq!(seen(&text), ["// seen"], "{code}");
        }
        for broken in ["'", "`", "a = /", "/*", "'\\", "`${"] {
            assert!(seen(&format!("// unseen\n{broken}")).is_empty(), "{broken}");
        }
    }
}
