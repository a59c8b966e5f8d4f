//! Numbers and strings.

use tree_sitter::Node;

use super::PythonWalk;
use super::kinds::Kind;

impl<'t> PythonWalk<'_, 't> {
    pub(super) fn integer(&mut self, node: Node<'t>) {
        let text = self.code.slice(node);
        if text.len() < 2 {
            return;
        }
        let is_decimal = text
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'_');
        let is_zero = text.iter().all(|byte| matches!(byte, b'0' | b'_'));
        if is_decimal && text.starts_with(b"0") && !is_zero {
            self.modern_error(node, "leading zero of a decimal number");
        } else if text.ends_with(b"L") || text.ends_with(b"l") {
            self.modern_error(node, "number with the suffix of Python 2");
        }
    }

    pub(super) fn string(&mut self, node: Node<'t>) {
        let text = self.code.slice(node);
        let prefix = text
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let (prefix, content) = text.split_at(prefix);
        let has = |letter: u8| prefix.iter().any(|byte| byte.eq_ignore_ascii_case(&letter));
        if has(b'b') && !content.is_ascii() {
            self.modern_error(node, "bytes literal with characters outside of ASCII");
        }
        let is_plain =
            !has(b'r') && !has(b'f') && !has(b't') && memchr::memchr(b'\\', content).is_some();
        if is_plain && !is_escaped_well(content, has(b'b')) {
            self.modern_error(node, "string with an incomplete escape");
        }
    }

    pub(super) fn concatenated(&mut self, node: Node<'t>) {
        let is_bytes = |part: &Node<'t>| {
            let text = self.code.slice(*part);
            let prefix = text.iter().take_while(|byte| byte.is_ascii_alphabetic());
            prefix.clone().any(|byte| byte.eq_ignore_ascii_case(&b'b'))
        };
        let mut cursor = node.walk();
        let parts: Vec<_> = node
            .named_children(&mut cursor)
            .filter(|part| self.kind(*part) == Kind::String)
            .collect();
        let first = parts.first().is_some_and(is_bytes);
        if parts.iter().any(|part| is_bytes(part) != first) {
            self.modern_error(node, "bytes and text in one literal");
        }
    }
}

/// Returns whether all hexadecimal escapes in a literal are complete.
fn is_escaped_well(mut text: &[u8], is_bytes: bool) -> bool {
    while let Some(at) = memchr::memchr(b'\\', text) {
        let escape = text.get(at + 1..).unwrap_or_default();
        let digits = match escape.first() {
            Some(b'x') => 2,
            Some(b'u') if !is_bytes => 4,
            Some(b'U') if !is_bytes => 8,
            _ => 0,
        };
        let given = escape.get(1..=digits).unwrap_or_default();
        if given.len() < digits || !given.iter().all(u8::is_ascii_hexdigit) {
            return false;
        }
        if digits == 8 && given.to_ascii_lowercase() > b"0010ffff".to_vec() {
            return false;
        }
        text = escape.get(1..).unwrap_or_default();
    }
    true
}
