//! Kotlin declarations that the grammar takes for expressions, since modifiers and `object` are
//! also names and expressions: `internal open class A {}` can be a call of the infix function `A`.
//!
//! The first modifier alone makes a class of the declaration, and `class` is never an expression.
//! So the other modifiers are masked with spaces, and the keyword of a named object with `class`.

use crate::mask::masked::Masked;
use crate::mask::words::{after, is_word, is_word_byte, leading_word, trailing_word};
use crate::parse::{Interrupt, WorkBudget};

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
    for keyword in ["class", "interface", "object"] {
        for start in memchr::memmem::find_iter(source, keyword) {
            budget.step()?;
            let range = start..start + keyword.len();
            let has_name = !leading_word(after(source, range.end)).is_empty();
            if !has_name || !is_word(source, range.clone()) {
                continue;
            }
            if keyword == "object" {
                if trailing_word(source[..start].trim_ascii_end()) == b"companion" {
                    continue;
                }
                text.write(range, b"class");
            }
            mask_modifiers(&mut text, start);
        }
    }
    Ok(text.finish())
}

/// Masks the modifiers before a keyword, except the first.
fn mask_modifiers(text: &mut Masked<'_>, keyword: usize) {
    let mut last = None;
    let mut before = text.source()[..keyword].trim_ascii_end();
    for introduction in [&b"enum"[..], b"fun"] {
        let is_whole = |rest: &&[u8]| !rest.last().is_some_and(|byte| is_word_byte(*byte));
        let rest = before.strip_suffix(introduction).filter(is_whole);
        before = rest.unwrap_or(before).trim_ascii_end();
    }
    loop {
        let word = trailing_word(before);
        if !MODIFIERS.contains(&word) {
            return;
        }
        let start = before.len() - word.len();
        if let Some(last) = last.replace(start..before.len()) {
            text.blank(last);
        }
        before = before[..start].trim_ascii_end();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use ransack_base::CancelToken;

    fn masked(source: &str) -> Option<String> {
        let token = CancelToken::new();
        let mut budget = WorkBudget::new(&token, None);
        let text = with_declarations(source.as_bytes(), &mut budget).unwrap();
        text.map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn one_modifier_is_left_and_objects_become_classes() {
        for (source, expected) in [
            ("internal open class A {}", "internal      class A {}"),
            ("private sealed\ninterface É", "private       \ninterface É"),
            ("public actual enum class E", "public        enum class E"),
            ("@X internal data object A", "@X internal      class  A"),
            ("object A; object B", "class  A; class  B"),
        ] {
            assert_eq!(masked(source).as_deref(), Some(expected));
        }
    }

    #[test]
    fn other_words_stay() {
        for source in [
            "open class A",
            "companion object A {}",
            "val a = object : B {}",
            "val b = object { }",
            "A::class.java",
            "val internal = subclass x",
            "fun interface A",
            "class",
        ] {
            assert_eq!(masked(source), None, "{source}");
        }
    }
}
