//! Estimates from the syntax of the patterns: work per byte of text, and automaton size.

use regex_syntax::hir::{Class, ClassBytesRange, ClassUnicodeRange, Hir, HirKind};

/// Returns the approximate number of states and transitions of the compiled patterns.
pub(crate) fn weight(patterns: &[Hir]) -> usize {
    total(patterns, &|class| match class {
        Class::Bytes(_) => 1,
        Class::Unicode(class) => class.ranges().len(),
    })
}

/// Returns the number of states that can be active at once in a simulation of the patterns, at
/// least 1. A literal without look-around costs 1, because the search for it needs no automaton.
pub(crate) fn cost(patterns: &[Hir]) -> usize {
    let is_literal = |hir: &Hir| {
        let properties = hir.properties();
        properties.is_alternation_literal() && properties.look_set().is_empty()
    };
    if patterns.iter().all(is_literal) {
        return 1;
    }
    // A thread may have read part of a character.
    total(patterns, &|class| match class {
        Class::Bytes(_) => 1,
        Class::Unicode(class) => class.maximum_len().unwrap_or(1),
    })
}

/// Returns the sum over several expressions, plus 1.
fn total(parts: &[Hir], class: &dyn Fn(&Class) -> usize) -> usize {
    parts.iter().fold(1, |sum: usize, part| {
        sum.saturating_add(states(part, class))
    })
}

/// Returns the states of one expression. A loop without an upper bound repeats its last copy.
fn states(hir: &Hir, class: &dyn Fn(&Class) -> usize) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Class(members) => class(members),
        HirKind::Repetition(repetition) => {
            let copies = repetition
                .max
                .unwrap_or_else(|| repetition.min.saturating_add(1));
            let sub = states(&repetition.sub, class).saturating_add(1);
            (copies as usize).saturating_mul(sub)
        }
        HirKind::Capture(capture) => states(&capture.sub, class),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => total(parts, class),
    }
}

/// Maximum length of an example in bytes.
const MAX_EXAMPLE: usize = 4096;

/// Returns text that an expression matches if its assertions hold, or `None` if the text is too
/// long.
pub(super) fn example(hir: &Hir) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    extend(hir, &mut text).then_some(text)
}

/// Appends text that the expression matches. Returns false if the text is too long or does not
/// exist.
fn extend(hir: &Hir, text: &mut Vec<u8>) -> bool {
    let is_complete = match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => {
            text.extend_from_slice(&literal.0);
            true
        }
        HirKind::Class(Class::Bytes(class)) => {
            text.extend(class.ranges().first().map(ClassBytesRange::start));
            !class.ranges().is_empty()
        }
        HirKind::Class(Class::Unicode(class)) => {
            let first = class.ranges().first().map(ClassUnicodeRange::start);
            let mut buffer = [0; 4];
            text.extend_from_slice(first.map_or("", |c| c.encode_utf8(&mut buffer)).as_bytes());
            first.is_some()
        }
        HirKind::Repetition(repetition) => {
            let begin = text.len();
            let is_complete = repetition.min == 0 || extend(&repetition.sub, text);
            // Each further copy has the same text.
            let copy = text[begin..].to_vec();
            let copies = repetition.min.saturating_sub(1) as usize;
            if copies.saturating_mul(copy.len()) > MAX_EXAMPLE {
                return false;
            }
            text.extend(copy.repeat(copies));
            is_complete
        }
        HirKind::Capture(capture) => extend(&capture.sub, text),
        HirKind::Concat(parts) => parts.iter().all(|part| extend(part, text)),
        HirKind::Alternation(parts) => parts.first().is_some_and(|part| extend(part, text)),
    };
    is_complete && text.len() <= MAX_EXAMPLE
}

#[cfg(test)]
mod tests;
