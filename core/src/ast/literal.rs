//! Equality of literals that are written differently.

use super::language::Language;

/// Meaning of the quotes of strings in one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotes {
    /// Whether single and double quotes mean the same, but for escape sequences and
    /// interpolation.
    pub(super) are_equal: bool,
    /// Kinds of strings in single and in double quotes; 0 if both have one kind.
    pub(super) kinds: [u16; 2],
}

impl Quotes {
    pub(super) fn of(language: &Language) -> Quotes {
        let kinds = match language.name {
            "perl" => ["string_literal", "interpolated_string_literal"],
            "php" => ["string", "encapsed_string"],
            _ => [""; 2],
        };
        Quotes {
            are_equal: has_equal_quotes(language),
            kinds: kinds.map(|kind| language.grammar().id_for_node_kind(kind, true)),
        }
    }

    /// Returns whether strings with other quotes than those of kind `kind` have
    /// another kind.
    pub(super) fn has_kind(&self, kind: u16) -> bool {
        kind != 0 && self.kinds.contains(&kind)
    }

    /// Returns whether `a` and `b` are kinds of strings that differ in their quotes,
    /// and `text` means the same in both.
    pub(super) fn are_equal_strings(&self, a: u16, b: u16, text: &[u8]) -> bool {
        let is_special = |byte: &u8| matches!(byte, b'$' | b'@' | b'\\');
        self.are_equal
            && a != 0
            && (self.kinds == [a, b] || self.kinds == [b, a])
            && !text.iter().any(is_special)
    }
}

/// Returns whether single and double quotes mean the same in a language.
pub(super) fn has_equal_quotes(language: &Language) -> bool {
    let languages = [
        "astro",
        "css",
        "dart",
        "html",
        "javascript",
        "lua",
        "perl",
        "php",
        "python",
        "r",
        "starlark",
        "svelte",
        "tsx",
        "typescript",
        "vue",
        "xml",
    ];
    languages.contains(&language.name)
}

/// Returns the text inside the quotes of a string literal without escape
/// sequences and further quotes, or no text for a quote alone; `None` for any
/// other text.
pub(super) fn unquoted(text: &[u8]) -> Option<&[u8]> {
    match text {
        b"'" | b"\"" => Some(b""),
        [first @ (b'\'' | b'"'), inner @ .., last] if first == last => {
            let is_plain = |byte: &u8| !matches!(byte, b'\'' | b'"' | b'\\');
            inner.iter().all(is_plain).then_some(inner)
        }
        _ => None,
    }
}

/// Value of a numeric literal.
#[derive(Debug, PartialEq)]
pub(super) enum Number {
    Integer(u128),
    Float(f64),
}

/// Returns the value of a numeric literal without a type suffix; `None` for any
/// other text. Octal literals begin with `0o`.
pub(super) fn number(text: &[u8]) -> Option<Number> {
    if !text.first()?.is_ascii_digit() {
        return None;
    }
    let digits: String = std::str::from_utf8(text).ok()?.replace(['_', '\''], "");
    let prefixed = |prefixes: [&str; 2], radix| {
        let digits = prefixes
            .iter()
            .find_map(|prefix| digits.strip_prefix(prefix))?;
        u128::from_str_radix(digits, radix).ok()
    };
    let integer = prefixed(["0x", "0X"], 16)
        .or_else(|| prefixed(["0b", "0B"], 2))
        .or_else(|| prefixed(["0o", "0O"], 8));
    if let Some(integer) = integer {
        return Some(Number::Integer(integer));
    }
    // In some languages these are octal.
    if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits
        .parse()
        .map(Number::Integer)
        .or_else(|_| digits.parse().map(Number::Float))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_values() {
        let same = |a: &str, b: &str| number(a.as_bytes()) == number(b.as_bytes());
        assert!(same("10", "0xA") && same("1_000", "1000") && same("0b11", "3"));
        assert!(same("1.50", "1.5") && same("1e3", "1000.0"));
        assert!(!same("1", "1.0") && !same("10", "11"));
        for text in ["", "x", "010", "1u8", "0x", "-1"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn only_plain_strings_are_unquoted() {
        assert_eq!(unquoted(b"'a'"), Some(&b"a"[..]));
        assert_eq!(unquoted(b"\""), Some(&b""[..]));
        for text in [&b"'a\""[..], b"'a\\n'", b"a", b"", b"'a'b'"] {
            assert_eq!(unquoted(text), None);
        }
    }
}
