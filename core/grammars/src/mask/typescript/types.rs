//! Types that the grammar does not know: `import("m").T<U>`, `import("m").T["a"]`, and type
//! parameters with `in` or `out`.

use super::Masked;
use crate::budget::{Interrupt, WorkBudget};
use crate::mask::words::{after, before_comments, is_word, is_word_byte, leading_word};

/// Maximum length in bytes of `import("m", ...)`, and of the type arguments after it that are
/// searched for their end.
const MAX_IMPORT: usize = 1024;

/// Masks `import("m")` before a member or an index of a type with an identifier.
/// O(n · [`MAX_IMPORT`]) in the worst case.
pub(super) fn mask_imports(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for start in memchr::memmem::find_iter(source, "import(") {
        budget.step()?;
        let window = &source[start..source.len().min(start + MAX_IMPORT)];
        let previous = start.checked_sub(1).and_then(|at| source.get(at));
        let is_member = previous.is_some_and(|byte| is_word_byte(*byte) || *byte == b'.');
        let Some(close) = end_of_import(window).filter(|_| !is_member) else {
            continue;
        };
        let mut at = close;
        while let Some(rest) = after(window, at).strip_prefix(b".") {
            let name = leading_word(rest.trim_ascii_start());
            if name.is_empty() {
                break;
            }
            at = window.len() - rest.trim_ascii_start().len() + name.len();
        }
        let is_type = match &window[at..] {
            [b'[', ..] => true,
            rest @ [b'<', ..] => !is_call(rest),
            rest => at > close && after(rest, 0).first() != Some(&b'('),
        };
        if is_type {
            let name: Vec<u8> = window[..close]
                .iter()
                .map(|byte| {
                    if byte.is_ascii_alphanumeric() {
                        *byte
                    } else {
                        b'_'
                    }
                })
                .collect();
            text.write(start..start + close, &name);
        }
    }
    Ok(())
}

/// Returns the length of `import("m")` or `import("m", { ... })` on one line.
fn end_of_import(text: &[u8]) -> Option<usize> {
    let open = text.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
    if !text[b"import(".len()..open].trim_ascii().is_empty() {
        return None;
    }
    let quote = open + 1 + memchr::memchr(text[open], &text[open + 1..])?;
    let close = quote + memchr::memchr(b')', &text[quote..])? + 1;
    memchr::memchr(b'\n', &text[..close])
        .is_none()
        .then_some(close)
}

/// Masks the type arguments of a template with a tag, ``tag<T>`text` ``, with spaces.
/// O(n · [`MAX_IMPORT`]) in the worst case.
pub(super) fn mask_template_arguments(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for close in memchr::memmem::find_iter(source, ">`") {
        budget.step()?;
        let from = close.saturating_sub(MAX_IMPORT);
        let Some(open) = start_of_arguments(&source[from..=close]).map(|open| from + open) else {
            continue;
        };
        let has_tag = open > 0 && is_word_byte(source[open - 1]);
        let is_text = memchr::memchr2(b'`', b'$', &source[open..close]).is_some();
        // Arguments of several lines in comments contain the marks of the comments.
        let has_lines = memchr::memchr(b'\n', &source[open..close]).is_some();
        let has_comment = memchr::memmem::find(&source[open..close], b"//").is_some();
        if has_tag && !is_text && !(has_lines && has_comment) {
            text.blank(open..close + 1);
        }
    }
    Ok(())
}

/// Returns the offset of the `<` that belongs to the `>` at the end of the text.
fn start_of_arguments(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, &byte) in text.iter().enumerate().rev() {
        match byte {
            b'>' if at == 0 || text[at - 1] != b'=' => depth += 1,
            b'<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (byte == b'<').then_some(at);
        }
    }
    None
}

/// Returns whether arguments follow the type arguments that begin the text.
fn is_call(text: &[u8]) -> bool {
    let (mut depth, mut previous) = (0, b' ');
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if previous != b'=' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text[at + 1..].starts_with(b"(");
        }
        previous = byte;
    }
    false
}

/// Masks `in` and `out` before the name of a type parameter with spaces. O(n).
pub(super) fn mask_variance(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for word in ["in", "out"] {
        let spaced: &[u8] = if word == "in" { b"in " } else { b"out " };
        for start in memchr::memmem::find_iter(source, spaced) {
            budget.step()?;
            let range = start..start + word.len();
            if !is_word(source, range.clone()) {
                continue;
            }
            if !is_type_parameter(after(source, range.end)) {
                continue;
            }
            let head = source[..start].trim_ascii_end();
            let head = match head.strip_suffix(b"in").filter(|_| word == "out") {
                Some(head) => before_comments(head, head.len()),
                None => before_comments(head, head.len()),
            };
            let begins_parameter = match head {
                [.., b','] => true,
                [.., name, b'<'] => is_word_byte(*name),
                _ => false,
            };
            if begins_parameter {
                text.blank(range);
            }
        }
    }
    Ok(())
}

/// Returns whether text begins with the name of a type parameter, which may follow `out`.
fn is_type_parameter(text: &[u8]) -> bool {
    let text = match text.strip_prefix(b"out ") {
        Some(rest) if !leading_word(rest.trim_ascii_start()).is_empty() => rest.trim_ascii_start(),
        _ => text,
    };
    let name = leading_word(text);
    let rest = after(text, name.len());
    // An attribute of an element has a value in quotes or brackets.
    let is_attribute = |value: &[u8]| matches!(value.first(), Some(b'"' | b'\'' | b'{'));
    !name.is_empty()
        && match rest {
            [b',' | b'>', ..] => true,
            [b'=', value @ ..] => !is_attribute(value),
            rest => leading_word(rest) == b"extends",
        }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
