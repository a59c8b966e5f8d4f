//! Equality of literals with different spellings.

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{Quotes, tables};

/// String node kinds of a language in which single and double quotes are equivalent.
pub(crate) struct EqualQuotes {
    /// Kinds of double-quoted strings and their parts, each paired with its single-quoted
    /// counterpart, if the grammar distinguishes them.
    kinds: Vec<(u16, u16)>,
    /// Whether double-quoted text may contain variables and escape sequences that single-quoted
    /// text may not.
    is_interpolated: bool,
}

impl EqualQuotes {
    /// Returns the kinds of a language; `None` if its quotes are not equivalent.
    pub(crate) fn of(language: &Language) -> Option<EqualQuotes> {
        if !has_equal_quotes(language) {
            return None;
        }
        let patterns = tables(language).patterns;
        let grammar = grammar_of(language);
        let id = |name: &str| grammar.id_for_node_kind(name, true);
        let kinds = patterns.quote_kinds.iter();
        Some(EqualQuotes {
            kinds: kinds
                .map(|(double, single)| (id(double), id(single)))
                .collect(),
            is_interpolated: patterns.quotes == Quotes::Interpolated,
        })
    }

    /// Returns whether both kinds are the same part of a string, regardless of quotes.
    pub(crate) fn is_same_kind(&self, a: u16, b: u16) -> bool {
        let is_pair = |pair: &(u16, u16)| *pair == (a, b) || *pair == (b, a);
        a == b || self.kinds.iter().any(is_pair)
    }

    /// Returns whether a string has the same meaning in single and double quotes.
    pub(crate) fn is_plain(&self, text: &[u8]) -> bool {
        !self.is_interpolated || !text.iter().any(|byte| matches!(byte, b'$' | b'@' | b'\\'))
    }
}

/// Returns whether single and double quotes are equivalent in a language.
pub(crate) fn has_equal_quotes(language: &Language) -> bool {
    matches!(
        tables(language).patterns.quotes,
        Quotes::Equal | Quotes::Interpolated
    )
}

/// Returns the text inside the quotes of a string literal without escape sequences and inner
/// quotes, or empty text for a lone quote; `None` for any other text.
pub(crate) fn unquoted(text: &[u8]) -> Option<&[u8]> {
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
pub(crate) enum Number {
    Integer(u128),
    Float(f64),
}

/// Returns the value of a numeric literal without a type suffix; `None` for any
/// other text. Octal literals begin with `0o`.
pub(crate) fn number(text: &[u8]) -> Option<Number> {
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
    // Octal in some languages.
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
mod tests;
