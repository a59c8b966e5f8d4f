//! TypeScript call signatures that begin a line, such as `<A>(self: A): A` in an object type, with
//! no `;` before them.
//!
//! Type arguments must begin on the line on which their type ends
//! (`parseTypeArgumentsOfTypeReference` in TypeScript's `parser.ts`). The grammar nevertheless
//! takes `<A>` as type arguments of a type that ends the previous line, and the resulting error can
//! spread over the file.

use super::Masked;
use crate::budget::{Interrupt, WorkBudget};

/// Maximum length in bytes of a signature's type parameters; longer ones are not recognised.
const MAX_PARAMETERS: usize = 2048;

/// Writes `;` before such signatures. O(n · [`MAX_PARAMETERS`]) in the worst case.
pub(super) fn mask(text: &mut Masked<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let mut last = 0;
    let source = text.source();
    for at in memchr::memchr_iter(b'<', source) {
        budget.step()?;
        // Starts at the last `<` that begins a line, so that no comment is read twice.
        let Some(before) = line_before(&source[last..at]) else {
            continue;
        };
        last = at;
        if ends_type(before) && has_parameters(&source[at..]) {
            text.write(at - 1..at, b";");
        }
    }
    Ok(())
}

/// Returns `text` up to its last line feed, if only indentation follows; otherwise `None`.
fn line_before(text: &[u8]) -> Option<&[u8]> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let indentation = text.iter().rev().take_while(is_blank).count();
    let before = &text[..text.len() - indentation];
    before.strip_suffix(b"\n").filter(|_| indentation > 0)
}

/// Returns whether `text` ends like a type, ignoring comments. A line with a single word may be a
/// method name.
fn ends_type(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_end();
        let start = memchr::memrchr(b'\n', text).map_or(0, |feed| feed + 1);
        let line = text[start..].trim_ascii_start();
        if let Some(comment) = text.strip_suffix(b"*/") {
            match memchr::memmem::rfind(comment, b"/*") {
                Some(start) => text = &text[..start],
                None => return false,
            }
        } else if let Some(comment) = memchr::memmem::find(line, b"//") {
            text = &text[..text.len() - line.len() + comment];
        } else {
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
            return match line {
                [.., b'=', b'>'] => false,
                [.., b'>' | b']' | b')' | b'}' | b'"' | b'\'' | b'`'] => true,
                [.., end] => is_word(end) && !line.iter().all(is_word),
                [] => false,
            };
        }
    }
}

/// Returns whether `text` begins with type parameters and an opening bracket.
fn has_parameters(text: &[u8]) -> bool {
    let text = &text[..text.len().min(MAX_PARAMETERS)];
    let (mut depth, mut previous) = (0, b' ');
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if previous != b'=' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text[at + 1..].trim_ascii_start().starts_with(b"(");
        }
        previous = byte;
    }
    false
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
