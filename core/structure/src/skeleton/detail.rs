//! One parsed text at several levels of detail.

use std::ops::Range;
use std::sync::Arc;

use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, skip_subtree};
use ransack_languages::internal::{comment_kinds, has_word};

use crate::outline::item::Outline;
use crate::outline::options::OutlineOptions;
use crate::outline::text::{ParsedText, has_outline};
use crate::skeleton::SkeletonLevel;
use crate::skeleton::counter::SkeletonTokens;
use crate::skeleton::draft::SkeletonDraft;

/// Parsed text that can be shown with less detail.
pub struct DetailedText<'s> {
    text: ParsedText<'s>,
    outline: Arc<Outline>,
}

impl<'s> DetailedText<'s> {
    /// Parses a text.
    ///
    /// # Errors
    ///
    /// Any interrupt of the parser.
    pub fn parse(
        source: &'s [u8],
        language: &'static Language,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<DetailedText<'s>, Interrupt> {
        let text = ParsedText::new(source, language, parsers, budget)?;
        let outline = text.outline(&OutlineOptions::default(), parsers, budget)?;
        Ok(DetailedText { text, outline })
    }

    /// Returns the definitions in the text; empty for a language without outlines.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Returns the text at a level of detail, with the definitions in `kept` as a whole; `None` if
    /// the language has no outline or nothing is elided.
    ///
    /// # Errors
    ///
    /// Any interrupt of the parser.
    pub fn skeleton(
        &self,
        level: SkeletonLevel,
        kept: Vec<Range<usize>>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Option<Vec<u8>>, Interrupt> {
        if !has_outline(self.text.language) {
            return Ok(None);
        }
        let draft = SkeletonDraft {
            text: &self.text,
            outline: &self.outline,
            kept,
            tokens: SkeletonTokens::default(),
        };
        let made = draft.at_level(level, parsers, budget)?;
        Ok(Some(made.text).filter(|text| text != self.text.source))
    }

    /// Returns the text without its comments; `None` if it has none. Lines that contain only
    /// comments are removed. A shebang stays.
    ///
    /// # Errors
    ///
    /// Any interrupt of the budget.
    pub fn without_comments(
        &self,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Option<Vec<u8>>, Interrupt> {
        let comments = comment_kinds(self.text.language);
        let is_comment = |kind: &str| has_word(comments, kind);
        let source = self.text.source;
        let mut comments = Vec::new();
        let mut cursor = self.text.tree.walk();
        loop {
            budget.step()?;
            let node = cursor.node();
            let found = node.is_named() && is_comment(node.kind());
            let is_shebang = node.start_byte() == 0 && source.starts_with(b"#!");
            if found && !is_shebang && !node.byte_range().is_empty() {
                comments.push(node.byte_range());
            }
            if (found || !cursor.goto_first_child()) && !skip_subtree(&mut cursor) {
                break;
            }
        }
        Ok((!comments.is_empty()).then(|| remove_comments(source, &comments)))
    }
}

/// Removes ascending, disjoint ranges, and the lines that contain nothing else.
fn remove_comments(source: &[u8], comments: &[Range<usize>]) -> Vec<u8> {
    let mut text = Vec::with_capacity(source.len());
    let mut copied = 0;
    for comment in comments {
        let end = comment.end.min(source.len());
        let body = source.get(comment.start..end).unwrap_or_default();
        // Some grammars count the line end as part of a line comment.
        let end = end - (body.len() - body.trim_ascii_end().len());
        text.extend_from_slice(source.get(copied..comment.start).unwrap_or_default());
        copied = end.max(copied);
        let line = text.iter().rposition(|byte| *byte == b'\n');
        let line = line.map_or(0, |feed| feed + 1);
        let begins_line = text[line..].trim_ascii().is_empty();
        let rest = &source[copied..];
        let line_end = memchr::memchr(b'\n', rest).map_or(rest.len(), |feed| feed + 1);
        let ends_line = rest[..line_end].trim_ascii().is_empty();
        match (begins_line, ends_line) {
            (true, true) => {
                text.truncate(line);
                copied += line_end;
                // One blank line stays between the code before and after the comment.
                if ends_in_blank_line(&text) {
                    copied += blank_lines(&source[copied..]);
                }
            }
            (false, true) => {
                let code = text.trim_ascii_end().len();
                text.truncate(code);
                let kept = &rest[..line_end];
                copied += kept.len() - line_feed(kept);
            }
            // Code after a comment on several lines stays on a line of its own.
            (false, false) if body.contains(&b'\n') => text.push(b'\n'),
            (false, false) => text.push(b' '),
            (true, false) => copied += rest.len() - rest.trim_ascii_start().len(),
        }
    }
    text.extend_from_slice(source.get(copied..).unwrap_or_default());
    text
}

/// Returns whether a text is empty or its last line is blank.
fn ends_in_blank_line(text: &[u8]) -> bool {
    let Some(line) = text.strip_suffix(b"\n") else {
        return text.is_empty();
    };
    let last = memchr::memrchr(b'\n', line).map_or(0, |feed| feed + 1);
    line[last..].trim_ascii().is_empty()
}

/// Returns the length of the blank lines at the start of a text.
fn blank_lines(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let blank = lines.take_while(|line| line.ends_with(b"\n") && line.trim_ascii().is_empty());
    blank.map(<[u8]>::len).sum()
}

/// Returns the length of the line end of a line.
fn line_feed(line: &[u8]) -> usize {
    match line {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
