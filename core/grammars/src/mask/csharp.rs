//! Extension blocks of C# 14, which are masked as classes with a primary constructor.

use std::ops::Range;

use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

const EXTENSION: &[u8] = b"extension";

/// Masks `extension<T>(Type name) where T : U {` as `class ion<T>(Type name) where T : U {`.
pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    // No part of the text is read again for a later block.
    let mut read = 0;
    for at in memchr::memmem::find_iter(source, EXTENSION) {
        budget.step()?;
        if at < read || !begins_member(&source[read..at]) {
            continue;
        }
        let mut head = BlockHead {
            source,
            at: at + EXTENSION.len(),
        };
        let receiver = head.receiver();
        read = head.at.min(source.len());
        let Some(receiver) = receiver else {
            continue;
        };
        masker.replace(at, b"class ion");
        masker.hide(at..at + EXTENSION.len(), "keyword");
        if !has_name(&source[receiver.clone()]) {
            masker.blank(receiver.clone());
            masker.hide(receiver, "type");
        }
    }
    Ok(())
}

/// Returns whether a member of a type can begin after `text`. Does not look for comments in code.
fn begins_member(mut text: &[u8]) -> bool {
    let line = memchr::memrchr(b'\n', text).map_or(0, |feed| feed + 1);
    if memchr::memmem::find(&text[line..], b"//").is_some() {
        return false;
    }
    loop {
        text = text.trim_ascii_end();
        let start = memchr::memrchr(b'\n', text).map_or(0, |feed| feed + 1);
        let line = text[start..].trim_ascii_start();
        if line.starts_with(b"//") || line.starts_with(b"#") {
            text = &text[..start];
        } else if let Some(comment) = text.strip_suffix(b"*/") {
            match memchr::memmem::rfind(comment, b"/*") {
                Some(start) => text = &text[..start],
                None => return false,
            }
        } else if let Some(comment) = memchr::memmem::find(line, b"//") {
            text = &text[..text.len() - line.len() + comment];
        } else {
            return matches!(text, [.., b'{' | b'}' | b';' | b']']);
        }
    }
}

/// Returns whether a receiver has a name, rather than only a type.
fn has_name(receiver: &[u8]) -> bool {
    let receiver = receiver.trim_ascii_end();
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@') || *byte >= 0x80;
    let name = receiver
        .iter()
        .rev()
        .take_while(|byte| is_word(byte))
        .count();
    let before = &receiver[..receiver.len() - name];
    let kind = before.trim_ascii_end();
    let word = kind.iter().rev().take_while(|byte| is_word(byte)).count();
    let word = &kind[kind.len() - word..];
    let is_modifier = matches!(
        word,
        b"ref" | b"in" | b"out" | b"scoped" | b"readonly" | b"params"
    );
    let is_type = matches!(kind, [.., b'>' | b'?' | b'*' | b')'])
        || matches!(kind, [.., b'[' | b',', b']'])
        || !word.is_empty() && !is_modifier && kind.len() < before.len();
    name > 0 && is_type
}

/// Position in the head of a possible extension block.
struct BlockHead<'s> {
    source: &'s [u8],
    at: usize,
}

impl BlockHead<'_> {
    fn rest(&self) -> &[u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
            let space = space.count();
            let comment = match &rest[space..] {
                [b'/', b'/', line @ ..] => 2 + memchr::memchr(b'\n', line).unwrap_or(line.len()),
                [b'/', b'*', text @ ..] => {
                    2 + memchr::memmem::find(text, b"*/").map_or(text.len(), |end| end + 2)
                }
                _ => {
                    self.at += space;
                    return;
                }
            };
            self.at += space + comment;
        }
    }

    /// Skips brackets; returns the range of their content.
    fn skip_brackets(&mut self, open: u8, close: u8) -> Option<Range<usize>> {
        self.skip_space();
        let start = self.at + 1;
        let mut depth = 0_usize;
        while let Some(&byte) = self.rest().first() {
            match byte {
                b'{' | b'}' | b';' => return None,
                _ if byte == open => depth += 1,
                _ if byte == close => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return (self.at > start).then(|| start..self.at - 1);
            }
        }
        None
    }

    /// Returns the range of the receiver of an extension block; `None` if this is not one.
    fn receiver(&mut self) -> Option<Range<usize>> {
        self.skip_space();
        if self.rest().first() == Some(&b'<') {
            self.skip_brackets(b'<', b'>')?;
            self.skip_space();
        }
        if self.rest().first() != Some(&b'(') {
            return None;
        }
        let receiver = self.skip_brackets(b'(', b')')?;
        self.skip_space();
        if self.rest().starts_with(b"where") {
            let end = self
                .rest()
                .iter()
                .position(|byte| matches!(byte, b'{' | b'}' | b';'));
            self.at += end?;
        }
        (self.rest().first() == Some(&b'{')).then_some(receiver)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
