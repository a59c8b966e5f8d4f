//! Masks macros of Apple's frameworks, which the Objective-C grammar cannot parse, with their meaning,
//! and C++ with C.

use std::ops::Range;

use crate::budget::{Interrupt, WorkBudget};
use crate::mask::c;
use crate::mask::objc_cpp;
use crate::mask::words::leading_word;

/// Maximum length of the arguments of a masked macro.
const MAX_ARGUMENTS: usize = 4096;

/// Returns text of the same length with such macros and C++ masked, and macros before declarations as
/// in C, or `None` if nothing changes.
pub(super) fn without_macros(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let plain = objc_cpp::without_cpp(source, budget)?;
    let known = without_known_macros(plain.as_deref().unwrap_or(source), budget)?.or(plain);
    let other = c::without_macros(known.as_deref().unwrap_or(source), budget)?;
    Ok(other.or(known))
}

fn without_known_macros(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut masked: Option<Vec<u8>> = None;
    let mut done = 0;
    for underscore in memchr::memchr_iter(b'_', source) {
        budget.step()?;
        if underscore < done {
            continue;
        }
        let before = source[done..underscore].iter().rev();
        let start = underscore - before.take_while(|byte| is_word(byte)).count();
        let after = source[underscore..].iter();
        done = underscore + after.take_while(|byte| is_word(byte)).count();
        let word = start..done;
        match &source[word.clone()] {
            b"NS_ASSUME_NONNULL_BEGIN"
            | b"NS_ASSUME_NONNULL_END"
            | b"NS_SWIFT_SENDABLE"
            | b"NS_SWIFT_UI_ACTOR"
            | b"NS_SWIFT_NONISOLATED" => {
                blank(masked.get_or_insert_with(|| source.to_vec()), word);
            }
            name if is_macro(name)
                && (name.ends_with(b"_EXPORT") || name.ends_with(b"_EXTERN")) =>
            {
                let text = masked.get_or_insert_with(|| source.to_vec());
                blank(text, word.clone());
                text[word.start..word.start + 6].copy_from_slice(b"extern");
            }
            b"API_AVAILABLE"
            | b"API_UNAVAILABLE"
            | b"API_DEPRECATED"
            | b"API_DEPRECATED_WITH_REPLACEMENT"
            | b"NS_SWIFT_NAME"
            | b"DEFINE_BLOCK_TYPE"
            | b"DEFINE_BLOCK_TYPE_NO_ARGS" => {
                if let Some(arguments) = arguments(source, done) {
                    let text = masked.get_or_insert_with(|| source.to_vec());
                    blank(text, word.start..arguments.end);
                }
            }
            b"NS_ENUM" | b"NS_OPTIONS" | b"NS_CLOSED_ENUM" | b"NS_ERROR_ENUM" => {
                if let Some(arguments) = arguments(source, done) {
                    mask_enum(source, word, arguments, &mut masked);
                }
            }
            b"GS_GENERIC_CLASS" => {
                if let Some(arguments) = arguments(source, done) {
                    let text = masked.get_or_insert_with(|| source.to_vec());
                    let first = memchr::memchr(b',', &source[arguments.clone()]);
                    let first = first.map_or(arguments.end - 1, |comma| arguments.start + comma);
                    blank(text, word.start..arguments.start + 1);
                    blank(text, first..arguments.end);
                }
            }
            name if is_macro(name)
                && (name.ends_with(b"_EXTERN_C_BEGIN") || name.ends_with(b"_EXTERN_C_END")) =>
            {
                blank(masked.get_or_insert_with(|| source.to_vec()), word);
            }
            name if is_macro(name) && precedes_directive(&source[done..]) => {
                blank(masked.get_or_insert_with(|| source.to_vec()), word);
            }
            _ => {}
        }
    }
    Ok(masked)
}

fn is_macro(name: &[u8]) -> bool {
    let mut bytes = name.iter();
    bytes.all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}

/// Returns whether `@interface` or `@protocol` follows at the start of a line, perhaps after
/// another macro.
fn precedes_directive(rest: &[u8]) -> bool {
    let mut text = rest.trim_ascii_start();
    let name = leading_word(text);
    if !name.is_empty() && is_macro(name) {
        text = text[name.len()..].trim_ascii_start();
    }
    text.starts_with(b"@interface") || text.starts_with(b"@protocol")
}

/// Masks `typedef NS_ENUM(Type, Name)` as `enum Name`.
fn mask_enum(
    source: &[u8],
    word: Range<usize>,
    arguments: Range<usize>,
    masked: &mut Option<Vec<u8>>,
) {
    let head = source[..word.start].trim_ascii_end();
    let comma = memchr::memrchr(b',', &source[arguments.clone()]);
    let (Some(head), Some(comma)) = (head.strip_suffix(b"typedef"), comma) else {
        return;
    };
    let text = masked.get_or_insert_with(|| source.to_vec());
    blank(text, head.len()..arguments.start + comma + 1);
    blank(text, arguments.end - 1..arguments.end);
    text[head.len()..head.len() + 4].copy_from_slice(b"enum");
}

/// Returns the range of the parenthesised arguments that start at `start`.
fn arguments(source: &[u8], start: usize) -> Option<Range<usize>> {
    let rest = source.get(start..)?;
    let rest = &rest[..rest.len().min(MAX_ARGUMENTS)];
    if rest.first() != Some(&b'(') {
        return None;
    }
    let mut depth = 0u32;
    let close = rest.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(start..start + close + 1)
}

/// Replaces a range with spaces, except for line ends.
fn blank(text: &mut [u8], range: Range<usize>) {
    for byte in &mut text[range] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}
