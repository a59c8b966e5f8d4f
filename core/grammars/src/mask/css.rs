//! `if()`, lists in `@scope`, heads of other at-rules, addresses without quotes and stray marks.
//!
//! The grammar reads the arguments of `if()` like the arguments of any function, so branches and conditions
//! are masked as lists of values. It reads one selector in each bracket of `@scope`, and no end
//! without a start. In the heads of other rules it lacks comparisons such as `(width >= 1px)`, names of
//! containers, layers and pages, and conditions of imports. Elsewhere it lacks addresses without quotes
//! that begin with `.` or `/`, `;` that ends nothing, `! important` and `var(--name,)`.

use std::ops::Range;

use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

/// Maximum length of an address without quotes that is masked.
const MAX_ADDRESS: usize = 2 << 10;

pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    let mut code = CssCode { source, at: 0 };
    let mut brackets = memchr::memchr_iter(b'(', source).peekable();
    let mut rules = memchr::memchr_iter(b'@', source).peekable();
    let mut marks = memchr::memchr2_iter(b';', b'!', source).peekable();
    loop {
        let others = rules.peek().into_iter().chain(marks.peek());
        let Some(&first) = brackets.peek().into_iter().chain(others).min() else {
            return Ok(());
        };
        budget.step()?;
        brackets.next_if_eq(&first);
        rules.next_if_eq(&first);
        marks.next_if_eq(&first);
        if !code.reach(first) {
            continue;
        }
        match source[first] {
            b'@' => mask_rule(masker, &mut code),
            b'(' => mask_call(masker, &mut code),
            _ => mask_mark(masker, &code),
        }
    }
}

/// Masks a call whose bracket is at the current position, if it is `if()`, `url()` without quotes, or
/// `var()` with an empty default.
fn mask_call(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    let source = code.source;
    let at = code.at;
    let name = source[..at].iter().rev().take_while(|byte| is_name(**byte));
    match &source[at - name.count()..at] {
        b"if" => mask_if(masker, code),
        b"url" => {
            let rest = code.rest();
            let rest = &rest[..rest.len().min(MAX_ADDRESS)];
            let end = memchr::memchr3(b')', b'"', b'\'', rest);
            let Some(end) = end.filter(|end| rest[*end] == b')') else {
                return;
            };
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace();
            let mut begins = true;
            for (index, byte) in rest[..end].iter().enumerate().skip(1) {
                begins &= !is_word(byte) || byte.is_ascii_whitespace();
                let is_mark = matches!(byte, b'?' | b'&' | b'=');
                if is_mark || begins && !is_word(byte) {
                    masker.replace(at + index, b"_");
                }
            }
            code.at += end;
        }
        b"var" => {
            let rest = code.rest();
            let end = memchr::memchr3(b')', b'(', b';', &rest[1..]).map_or(0, |end| end + 1);
            let content = rest[..end].trim_ascii_end();
            if rest.get(end) == Some(&b')') && content.ends_with(b",") {
                let comma = at + content.len() - 1;
                masker.blank(comma..comma + 1);
                masker.hide(comma..comma + 1, "punctuation.delimiter");
            }
        }
        _ => {}
    }
}

/// Masks the `;` at the current position if it ends nothing, or moves the `!` before `important` to
/// its word.
fn mask_mark(masker: &mut Masker<'_>, code: &CssCode<'_>) {
    let (source, at) = (code.source, code.at);
    let rest = &source[at + 1..];
    if source[at] == b'!' {
        let word = rest.trim_ascii_start();
        let space = rest.len() - word.len();
        if space > 0 && word.starts_with(b"important") {
            masker.blank(at..at + 1);
            masker.replace(at + space, b"!");
        }
        return;
    }
    let before = source[..at].trim_ascii_end();
    if matches!(before.last(), Some(b';' | b'{')) {
        masker.blank(at..at + 1);
        masker.hide(at..at + 1, "punctuation.delimiter");
    }
}

/// Masks the head of the rule at the current position.
fn mask_rule(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    let name = code.rest()[1..].iter().take_while(|byte| is_name(**byte));
    let name = &code.rest()[1..=name.count()];
    match name {
        b"scope" => mask_scope(masker, code),
        b"media" | b"container" | b"custom-media" | b"layer" | b"page" | b"import" => {
            code.at += 1 + name.len();
            mask_head(masker, code, name);
        }
        _ => code.at += 1,
    }
}

/// Masks the head of a rule of this name, after the name.
fn mask_head(masker: &mut Masker<'_>, code: &mut CssCode<'_>, rule: &[u8]) {
    let source = code.source;
    let begin = code.at;
    // Open brackets: their starts and comparisons.
    let mut open: Vec<(usize, Vec<Range<usize>>)> = Vec::new();
    while let Some(&byte) = code.rest().first() {
        if code.skip() {
            continue;
        }
        let at = code.at;
        code.at += 1;
        match byte {
            b'{' | b'}' | b';' => {
                code.at = at;
                return;
            }
            b'(' => open.push((at, Vec::new())),
            b')' => {
                if let Some((start, comparisons)) = open.pop() {
                    mask_comparisons(masker, source, start + 1..at, &comparisons);
                }
            }
            b'<' | b'>' | b'=' => {
                if let Some((_, comparisons)) = open.last_mut() {
                    code.at += usize::from(source.get(at + 1) == Some(&b'='));
                    comparisons.push(at..code.at);
                }
            }
            b'.' if rule == b"layer" => masker.replace(at, b"-"),
            b':' if rule == b"page" => {
                let name = source[code.at..].iter();
                code.at += name.take_while(|byte| is_name(**byte)).count();
                masker.blank(at..code.at);
                masker.hide(at..code.at, "attribute");
            }
            _ if is_name(byte) && open.is_empty() => {
                let word = source[at..].iter().take_while(|byte| is_name(**byte));
                code.at = at + word.count();
                mask_word(masker, code, rule, at, begin);
            }
            _ => {}
        }
    }
}

/// Masks the word in the head of a rule from `at` to the current position. `begin` is the start of the
/// head.
fn mask_word(
    masker: &mut Masker<'_>,
    code: &mut CssCode<'_>,
    rule: &[u8],
    at: usize,
    begin: usize,
) {
    let word = &code.source[at..code.at];
    let is_first = code.source[begin..at].trim_ascii().is_empty();
    let is_call = code.rest().starts_with(b"(");
    let capture = match rule {
        b"container" if is_call => "function",
        b"container" | b"custom-media" if is_first && word != b"not" => {
            match code.byte_after(code.at) {
                None | Some(b'{' | b';') => return,
                _ => "variable",
            }
        }
        b"import" if is_call && matches!(word, b"layer" | b"supports") => "function",
        _ => return,
    };
    let mut end = code.at;
    if rule == b"import" {
        let close = memchr::memchr2(b')', b';', code.rest());
        let close = close.filter(|close| code.rest()[*close] == b')');
        end += close.map_or(0, |close| close + 1);
        masker.blank(code.at..end);
    }
    masker.blank(at..code.at);
    masker.hide(at..code.at, capture);
    code.at = end;
}

/// Masks comparisons in brackets, which become the feature with a value, or the feature alone.
fn mask_comparisons(
    masker: &mut Masker<'_>,
    source: &[u8],
    brackets: Range<usize>,
    comparisons: &[Range<usize>],
) {
    let (Some(first), Some(last)) = (comparisons.first(), comparisons.last()) else {
        return;
    };
    let is_name = source[brackets.start..first.start]
        .trim_ascii_start()
        .first()
        .is_some_and(u8::is_ascii_alphabetic);
    match (comparisons.len(), is_name) {
        // The value comes first.
        (1, false) => masker.blank(brackets.start..last.end),
        (count, _) => {
            if count > 1 {
                masker.blank(brackets.start..first.end);
            }
            masker.blank(last.clone());
            masker.replace(last.start, b":");
        }
    }
    for comparison in comparisons {
        masker.hide(comparison.clone(), "operator");
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'@' | b'\\') || byte >= 0x80
}

/// Style sheet, and a position in it outside comments and strings.
struct CssCode<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> CssCode<'s> {
    fn rest(&self) -> &'s [u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Moves to `target`; returns false, at a position after it, if it is in a comment or string.
    fn reach(&mut self, target: usize) -> bool {
        while self.at < target {
            let before = &self.source[self.at..target];
            let Some(next) = memchr::memchr3(b'/', b'"', b'\'', before) else {
                self.at = target;
                break;
            };
            self.at += next;
            if !self.skip() {
                self.at += 1;
            }
        }
        self.at == target
    }

    /// Skips the comment or string at the current position; returns whether there is one.
    fn skip(&mut self) -> bool {
        let rest = self.rest();
        let len = match rest {
            [b'/', b'*', ..] => {
                let end = memchr::memmem::find(&rest[2..], b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            [quote @ (b'"' | b'\''), ..] => {
                let mut end = 1;
                loop {
                    match rest.get(end) {
                        Some(b'\\') => end += 2,
                        Some(b'\n') | None => break end,
                        Some(byte) if byte == quote => break end + 1,
                        Some(_) => end += 1,
                    }
                }
            }
            _ => return false,
        };
        self.at += len.min(rest.len());
        true
    }

    /// Returns the first byte at or after `at` that is not white space.
    fn byte_after(&self, at: usize) -> Option<u8> {
        let rest = self.source.get(at..)?;
        rest.iter()
            .find(|byte| !byte.is_ascii_whitespace())
            .copied()
    }
}

/// Masks the selectors of the `@scope` at the current position.
fn mask_scope(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    code.at += b"@scope".len();
    let (mut depth, mut has_start) = (0_usize, false);
    while let Some(&byte) = code.rest().first() {
        if code.skip() {
            continue;
        }
        let at = code.at;
        match byte {
            b'{' | b'}' | b';' => return,
            b'(' => (depth, has_start) = (depth + 1, true),
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 1 => {
                masker.replace(at, b" ");
                masker.hide(at..at + 1, "punctuation.delimiter");
            }
            b't' if depth == 0 && !has_start && code.rest().starts_with(b"to") => {
                masker.replace(at, b"  ");
                masker.hide(at..at + 2, "keyword");
                code.at += 1;
            }
            _ => {}
        }
        code.at += 1;
    }
}

/// Open bracket in `if()`.
struct Bracket {
    /// Whether it is the bracket of an `if()`.
    is_if: bool,
    /// Whether the position is in a condition rather than a value.
    is_condition: bool,
    /// Whether the bracket is masked.
    is_masked: bool,
}

/// Masks the `if()` at the current position. Changes nothing if it has no end.
fn mask_if(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    const OPENING: Bracket = Bracket {
        is_if: true,
        is_condition: true,
        is_masked: false,
    };
    code.at += 1;
    let mut brackets = vec![OPENING];
    let mut changes: Vec<(usize, u8, Option<&'static str>)> = Vec::new();
    while let Some(bracket) = brackets.last_mut() {
        if code.skip() {
            continue;
        }
        let (at, rest) = (code.at, code.rest());
        let Some(&byte) = rest.first() else {
            return;
        };
        code.at += 1;
        match byte {
            b'{' | b'}' => return,
            b'\\' => code.at += 1,
            b'(' if code.source[..at].ends_with(b"url") => {
                code.at += memchr::memchr(b')', rest).unwrap_or(rest.len() - 1);
            }
            b'(' => {
                let before = &code.source[..at];
                let is_if = before.ends_with(b"if") && !is_name(before[at - 3]);
                let is_masked = bracket.is_condition && !is_name(before[at - 1]);
                if is_masked {
                    changes.push((at, b' ', Some("punctuation.bracket")));
                }
                let is_condition = bracket.is_condition;
                brackets.push(Bracket {
                    is_if,
                    is_condition: is_condition || is_if,
                    is_masked,
                });
            }
            b')' => {
                if bracket.is_masked {
                    changes.push((at, b' ', Some("punctuation.bracket")));
                }
                brackets.pop();
            }
            b':' if bracket.is_condition => {
                // A value is missing.
                let is_empty = matches!(code.byte_after(at + 1), Some(b';' | b')'));
                let hidden = is_empty.then_some("punctuation.delimiter");
                changes.push((at, if is_empty { b' ' } else { b',' }, hidden));
                bracket.is_condition = !bracket.is_if;
            }
            b'<' | b'>' | b'=' if bracket.is_condition => {
                let is_first = !matches!(code.source[at - 1], b'<' | b'>' | b'=');
                changes.push((at, if is_first { b',' } else { b' ' }, Some("operator")));
            }
            b';' if bracket.is_if => {
                bracket.is_condition = true;
                if code.byte_after(at + 1) == Some(b')') {
                    changes.push((at, b' ', Some("punctuation.delimiter")));
                }
            }
            _ => {}
        }
    }
    for (at, byte, hidden) in changes {
        masker.replace(at, &[byte]);
        if let Some(capture) = hidden {
            masker.hide(at..at + 1, capture);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
