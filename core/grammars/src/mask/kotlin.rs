//! Kotlin declarations that the grammar takes for expressions, since modifiers and `object` are
//! also names and expressions: `internal open class A {}` can be a call of the infix function `A`.
//!
//! An annotation makes a declaration of what follows, and so does a single modifier without an
//! annotation. So the other modifiers are masked with spaces. The keyword of a named object is
//! masked with `class`, which is never an expression; so is `companion` after a modifier, and the
//! keyword after it is the name unless one follows. The grammar also wants a separator before the
//! end of a class body on one line, so a blank before it becomes `;`. Context parameters before a
//! declaration, which are a call for the grammar, are masked.

use std::ops::Range;

use crate::budget::{Interrupt, WorkBudget};
use crate::mask::masked::Masked;
use crate::mask::words::{after, is_word, is_word_byte, leading_word, trailing_word};

const MODIFIERS: [&[u8]; 24] = [
    b"public",
    b"private",
    b"protected",
    b"internal",
    b"expect",
    b"actual",
    b"final",
    b"open",
    b"abstract",
    b"sealed",
    b"const",
    b"external",
    b"override",
    b"lateinit",
    b"tailrec",
    b"vararg",
    b"suspend",
    b"inner",
    b"inline",
    b"value",
    b"annotation",
    b"data",
    b"infix",
    b"operator",
];

/// Returns text of the same length with such modifiers and objects masked, or `None` if nothing
/// changes. O(n).
pub(super) fn with_declarations(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut text = Masked::new(source);
    for keyword in ["class", "interface", "object", "fun"] {
        for start in memchr::memmem::find_iter(source, keyword) {
            budget.step()?;
            let range = start..start + keyword.len();
            let next = after(source, range.end);
            let has_name = !leading_word(next).is_empty() || next.starts_with(b"<");
            if !is_word(source, range.clone()) {
                continue;
            }
            if keyword == "object" || has_name && keyword != "fun" {
                separate_body(&mut text, start);
            }
            if keyword == "object" {
                let before = source[..start].trim_ascii_end();
                if trailing_word(before) == b"companion" {
                    mask_companion(
                        &mut text,
                        before.len() - b"companion".len(),
                        range,
                        has_name,
                    );
                    continue;
                }
            }
            if !has_name {
                continue;
            }
            if keyword == "object" {
                text.write(range, b"class");
            }
            mask_modifiers(&mut text, start);
        }
    }
    for start in memchr::memmem::find_iter(source, "context(") {
        budget.step()?;
        mask_context(&mut text, start);
    }
    Ok(text.finish())
}

/// Masks `context(...)` before a declaration.
fn mask_context(text: &mut Masked<'_>, start: usize) {
    let source = text.source();
    let open = start + b"context".len();
    let window = &source[open..source.len().min(open + MAX_ARGUMENTS)];
    let mut depth = 0;
    let close = window.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(end) = close.map(|close| open + close + 1) else {
        return;
    };
    let next = after(source, end);
    let word = leading_word(next);
    let is_declaration = next.starts_with(b"@")
        || MODIFIERS.contains(&word)
        || matches!(
            word,
            b"fun" | b"val" | b"var" | b"class" | b"interface" | b"object"
        );
    let begins = !matches!(
        source[..start].trim_ascii_end().last(),
        Some(b'.' | b':' | b'=' | b'(' | b',')
    );
    if is_declaration && begins && is_word(source, start..open) {
        text.blank(start..end);
    }
}

/// Masks a companion object after a modifier.
fn mask_companion(text: &mut Masked<'_>, companion: usize, object: Range<usize>, has_name: bool) {
    let before = text.source()[..companion].trim_ascii_end();
    if !MODIFIERS.contains(&trailing_word(before)) {
        return;
    }
    text.write(companion..companion + b"companion".len(), b"class");
    match has_name {
        true => text.blank(object),
        false => text.write(object, b"Object"),
    }
    mask_modifiers(text, companion);
}

/// Maximum length in bytes of a declaration on one line whose body gets a separator.
const MAX_LINE: usize = 1024;

/// Masks the blank before the end of a class body that ends in the line of its declaration, unless a
/// separator or nothing precedes it. Skips lines with strings and comments, which may have brackets.
fn separate_body(text: &mut Masked<'_>, declaration: usize) {
    let rest = &text.source()[declaration..];
    let window = &rest[..rest.len().min(MAX_LINE)];
    let line = &window[..memchr::memchr(b'\n', window).unwrap_or(window.len())];
    let Some(open) = memchr::memchr(b'{', line) else {
        return;
    };
    let mut depth = 0;
    let close = line[open..].iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close.map(|close| open + close) else {
        return;
    };
    let body = &line[open + 1..close];
    let is_plain = !body.iter().any(|byte| matches!(byte, b'"' | b'\'' | b'/'));
    let has_blank = body.last().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let content = body.trim_ascii_end();
    if is_plain && has_blank && !content.is_empty() && !content.ends_with(b";") {
        let at = declaration + close - 1;
        text.write(at..at + 1, b";");
    }
}

/// Maximum length in bytes of the arguments of an annotation.
const MAX_ARGUMENTS: usize = 1024;

/// Masks the modifiers before a keyword, except the first if no annotation precedes it.
fn mask_modifiers(text: &mut Masked<'_>, keyword: usize) {
    let mut first: Option<Range<usize>> = None;
    let mut before = text.source()[..keyword].trim_ascii_end();
    for introduction in [&b"enum"[..], b"fun"] {
        let is_whole = |rest: &&[u8]| !rest.last().is_some_and(|byte| is_word_byte(*byte));
        let rest = before.strip_suffix(introduction).filter(is_whole);
        before = rest.unwrap_or(before).trim_ascii_end();
    }
    loop {
        let word = trailing_word(before);
        if !MODIFIERS.contains(&word) {
            break;
        }
        let start = before.len() - word.len();
        if let Some(later) = first.replace(start..before.len()) {
            text.blank(later);
        }
        before = before[..start].trim_ascii_end();
    }
    if let Some(first) = first.filter(|_| ends_with_annotation(before)) {
        text.blank(first);
    }
}

/// Returns whether text ends with `@A`, `@a.A` or `@A(...)`.
fn ends_with_annotation(mut text: &[u8]) -> bool {
    if text.ends_with(b")") {
        let window = &text[text.len().saturating_sub(MAX_ARGUMENTS)..];
        let mut depth = 0;
        let open = window.iter().rposition(|byte| {
            match byte {
                b')' => depth += 1,
                b'(' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(open) = open else {
            return false;
        };
        text = &text[..text.len() - window.len() + open];
    }
    let is_name = |byte: &&u8| is_word_byte(**byte) || **byte == b'.';
    let len = text.iter().rev().take_while(is_name).count();
    len > 0 && text[..text.len() - len].ends_with(b"@")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
