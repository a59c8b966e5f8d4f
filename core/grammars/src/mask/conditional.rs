//! Conditional directives of C#, Swift and Objective-C between any two tokens, such as around the
//! cases of a `switch`, the members of an `enum` or the first half of a function.
//!
//! Without the directives, all branches are code. Only the first branch is left if the branches
//! are alternatives, such as `class A {` and `class A : B {`: the brackets in a branch are
//! unbalanced, or a branch ends amid a statement. In Objective-C, `@interface` and `@end` are
//! brackets, and the brackets of `extern "C" {` in C++ are masked.

use std::ops::Range;

use crate::budget::{Interrupt, WorkBudget};
use crate::language::Language;
use crate::mask::masked::Masked;
use crate::mask::words::{leading_word, trailing_word};

/// Text without conditional directives.
pub struct UnconditionalText {
    /// Text of the same length.
    pub text: Vec<u8>,
    /// Number of branches with code that the text lacks.
    pub dropped: u64,
}

/// Tokens of a language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenStyle {
    CSharp,
    Swift,
    ObjC,
}

/// Returns the tokens of a language with such directives.
pub(super) fn style_of(language: &Language) -> Option<TokenStyle> {
    match language.name {
        "csharp" => Some(TokenStyle::CSharp),
        "swift" => Some(TokenStyle::Swift),
        "objc" => Some(TokenStyle::ObjC),
        _ => None,
    }
}

/// Code between two directives.
#[derive(Default)]
struct ConditionalBranch {
    range: Range<usize>,
    /// Opening minus closing brackets.
    balance: i64,
    /// Last byte of code; 0 if there is no code.
    last: u8,
    /// Whether only C++ has the branch.
    is_cpp: bool,
}

/// Branches between `#if` and `#endif`. The last one is being read.
struct ConditionalGroup(Vec<ConditionalBranch>);

/// Returns the text without its conditional directives; `None` if it has none. O(n).
pub(super) fn without_conditions(
    source: &[u8],
    style: TokenStyle,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<UnconditionalText>, Interrupt> {
    if memchr::memmem::find(source, b"#endif").is_none() {
        return Ok(None);
    }
    let mut text = Masked::new(source);
    let mut groups: Vec<ConditionalGroup> = Vec::new();
    let mut dropped = 0;
    let mut at = 0;
    let mut begins_line = true;
    while let Some(&byte) = source.get(at) {
        budget.step()?;
        if let Some(end) = trivia_or_string(source, at, style) {
            if source[at] != b'/' {
                note(&mut groups, |branch| branch.last = b'"');
            }
            at = end;
            continue;
        }
        match byte {
            b'\n' => begins_line = true,
            b'#' if begins_line => {
                let end = line_end(source, at);
                let blanks = source[at + 1..end].iter();
                let blanks = blanks.take_while(|byte| matches!(byte, b' ' | b'\t'));
                let word = leading_word(&source[at + 1 + blanks.count()..end]);
                let is_known = match word {
                    b"if" | b"ifdef" | b"ifndef" => {
                        groups.push(ConditionalGroup(vec![ConditionalBranch {
                            is_cpp: is_cpp_condition(&source[at..end]),
                            ..ConditionalBranch::from(end)
                        }]));
                        true
                    }
                    b"elif" | b"elseif" | b"else" if !groups.is_empty() => {
                        close(&mut groups, at);
                        if let Some(group) = groups.last_mut() {
                            group.0.push(ConditionalBranch::from(end));
                        }
                        true
                    }
                    b"endif" if !groups.is_empty() => {
                        close(&mut groups, at);
                        dropped += end_group(&mut groups, &mut text, style);
                        true
                    }
                    _ => false,
                };
                if is_known {
                    text.blank(at..end);
                }
                at = if is_known {
                    end
                } else {
                    directive_end(source, at)
                };
                continue;
            }
            b'@' if style == TokenStyle::ObjC => {
                begins_line = false;
                let word = leading_word(&source[at + 1..]);
                let change = match word {
                    b"interface" | b"implementation" => 1,
                    b"protocol" if opens_protocol(&source[at + 1 + word.len()..]) => 1,
                    b"end" => -1,
                    _ => 0,
                };
                note(&mut groups, |branch| {
                    branch.balance += change;
                    branch.last = b';';
                });
                at += word.len();
            }
            byte if byte.is_ascii_whitespace() => {}
            byte => {
                begins_line = false;
                let change = match byte {
                    b'{' => 1,
                    b'}' => -1,
                    _ => 0,
                };
                note(&mut groups, |branch| {
                    branch.balance += change;
                    branch.last = byte;
                });
            }
        }
        at += 1;
    }
    if style == TokenStyle::ObjC {
        mask_cpp_types(&mut text, budget)?;
    }
    let finished = text.finish();
    Ok(finished.map(|text| UnconditionalText { text, dropped }))
}

/// Returns whether the condition of a directive holds only in C++.
fn is_cpp_condition(directive: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(directive, word).is_some();
    has(b"__cplusplus") && !has(b"ifndef") && !has(b"!")
}

/// Returns whether the text after `@protocol` declares its members, unlike `@protocol A, B;`.
fn opens_protocol(rest: &[u8]) -> bool {
    let names = |byte: &u8| !matches!(byte, b';' | b'<' | b'@' | b'-' | b'+' | b'/' | b'#' | b'(');
    let end = rest.iter().position(|byte| !names(byte));
    end.is_some_and(|end| !matches!(rest[end], b';' | b'('))
}

/// Returns the end of a directive, which a backslash continues on the next line.
fn directive_end(source: &[u8], at: usize) -> usize {
    let mut end = line_end(source, at);
    while source[..end].trim_ascii_end().ends_with(b"\\") && end < source.len() {
        end = line_end(source, end + 1);
    }
    end
}

/// Masks namespaces and references of C++, which the grammar of Objective-C does not know.
fn mask_cpp_types(text: &mut Masked<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = text.source();
    for at in memchr::memmem::find_iter(source, b"::") {
        budget.step()?;
        let name = trailing_word(&source[..at]);
        text.blank(at - name.len()..at + 2);
    }
    for at in memchr::memmem::find_iter(source, b"&)") {
        budget.step()?;
        text.blank(at..at + 1);
    }
    Ok(())
}

impl ConditionalBranch {
    fn from(start: usize) -> ConditionalBranch {
        ConditionalBranch {
            range: start..start,
            ..ConditionalBranch::default()
        }
    }
}

/// Passes the branch that is being read to `change`.
fn note(groups: &mut [ConditionalGroup], change: impl FnOnce(&mut ConditionalBranch)) {
    if let Some(branch) = groups.last_mut().and_then(|group| group.0.last_mut()) {
        change(branch);
    }
}

fn close(groups: &mut [ConditionalGroup], end: usize) {
    note(groups, |branch| branch.range.end = end);
}

/// Masks the alternatives of the innermost group, which becomes part of the branch around it.
/// Returns the number of masked branches with code.
fn end_group(groups: &mut Vec<ConditionalGroup>, text: &mut Masked<'_>, style: TokenStyle) -> u64 {
    let Some(ConditionalGroup(branches)) = groups.pop() else {
        return 0;
    };
    let is_partial = |branch: &ConditionalBranch| {
        let is_open = style != TokenStyle::Swift && !b"\0;},{:]".contains(&branch.last);
        branch.balance != 0 || is_open
    };
    let mut kept = &branches[..];
    let mut dropped = 0;
    if let [branch] = kept
        && style == TokenStyle::ObjC
        && branch.is_cpp
        && branch.balance != 0
    {
        text.blank(branch.range.clone());
        kept = &[];
    }
    if branches.len() > 1 && branches.iter().any(is_partial) {
        let of_style = |branch: &ConditionalBranch| style != TokenStyle::ObjC || !branch.is_cpp;
        let first = branches
            .iter()
            .position(|branch| branch.last != 0 && of_style(branch));
        let first = first.unwrap_or(0);
        kept = &branches[first..=first];
        for (_, branch) in branches.iter().enumerate().filter(|(n, _)| *n != first) {
            text.blank(branch.range.clone());
            dropped += u64::from(branch.last != 0);
        }
    }
    let balance: i64 = kept.iter().map(|branch| branch.balance).sum();
    let last = kept.iter().rev().map(|branch| branch.last);
    let last = last.clone().find(|last| *last != 0);
    note(groups, |branch| {
        branch.balance += balance;
        branch.last = last.unwrap_or(branch.last);
    });
    dropped
}

/// Returns the end of the comment or string at an offset; `None` if neither begins there. A
/// string without an end extends to the end of its line.
fn trivia_or_string(source: &[u8], at: usize, style: TokenStyle) -> Option<usize> {
    let rest = &source[at..];
    let end_of = |start: usize, mark: &[u8]| {
        let found = memchr::memmem::find(rest.get(start..)?, mark);
        Some(found.map_or(source.len(), |found| at + start + found + mark.len()))
    };
    match rest {
        [b'/', b'/', ..] => Some(line_end(source, at)),
        [b'/', b'*', ..] => end_of(2, b"*/"),
        [b'"', b'"', b'"', ..] => end_of(3, b"\"\"\""),
        [b'@', b'"', ..] | [b'@', b'$', b'"', ..] | [b'$', b'@', b'"', ..]
            if style == TokenStyle::CSharp =>
        {
            let mut end = at + memchr::memchr(b'"', rest)? + 1;
            // Two quotes are one character.
            loop {
                end += memchr::memchr(b'"', &source[end..]).unwrap_or(source.len() - end);
                if source.get(end..end + 2) != Some(b"\"\"") {
                    return Some((end + 1).min(source.len()));
                }
                end += 2;
            }
        }
        [b'"', ..] => Some(quoted_end(source, at)),
        [b'\'', ..] if style != TokenStyle::Swift => Some(quoted_end(source, at)),
        _ => None,
    }
}

/// Returns the end of the string at an offset, at the latest at the end of its line.
fn quoted_end(source: &[u8], start: usize) -> usize {
    let quote = source[start];
    let mut at = start + 1;
    while let Some(&byte) = source.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    source.len()
}

fn line_end(source: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &source[at..]).map_or(source.len(), |feed| at + feed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
