//! Numbers, escapes, regular expressions, identifiers.

use tree_sitter::Node;

use super::kinds::Kind;
use super::{ScriptLevel, ScriptWalk};

/// Words reserved in strict code.
const STRICT_WORDS: &[&[u8]] = &[
    b"implements",
    b"interface",
    b"let",
    b"package",
    b"private",
    b"protected",
    b"public",
    b"static",
    b"yield",
];

/// Words that are never names: checked for names with escapes, and for words that the grammar
/// accepts as names.
const RESERVED_WORDS: &[&str] = &[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
];

impl<'t> ScriptWalk<'_, 't> {
    pub(super) fn identifier(&mut self, node: Node<'t>, parent: ScriptLevel) {
        // A name in another module may be any word.
        if matches!(parent.kind, Kind::ExportSpecifier | Kind::ImportSpecifier) {
            return;
        }
        let text = self.code.slice(node);
        let is_word = match self.kind(node) {
            Kind::Shorthand => std::str::from_utf8(text).is_ok_and(|t| RESERVED_WORDS.contains(&t)),
            _ => text == b"export",
        };
        if is_word {
            return self.error(node, "reserved word as a name");
        }
        // The name of a declaration belongs to the code around the function.
        let inner = match parent.kind {
            Kind::FunctionDeclaration => self.functions.pop(),
            _ => None,
        };
        self.reserved_name(node);
        self.functions.extend(inner);
    }

    /// Reports a reserved name.
    pub(super) fn reserved_name(&mut self, node: Node<'t>) {
        let text = self.code.slice(node);
        match text.first() {
            Some(b'a'..=b'z') if (3..=10).contains(&text.len()) => {}
            _ if text.contains(&b'\\') => return self.escaped_name(node, text),
            _ => return,
        }
        if text.contains(&b'\\') {
            return self.escaped_name(node, text);
        }
        // Ambient TypeScript code is not strict, and types reserve other words.
        if self.is_typescript {
            return;
        }
        self.reserved_word(node, text);
    }

    fn reserved_word(&mut self, node: Node<'t>, text: &[u8]) {
        match text {
            b"enum" => self.error(node, "reserved word as a name"),
            b"await" if self.is_module && self.begins_operand(node) => {}
            b"await" if self.is_module => {
                self.error_in_function(node, "`await` as a name in a module");
            }
            _ if self.is_strict() && STRICT_WORDS.contains(&text) => {
                self.error_in_function(node, "word that strict mode reserves as a name");
            }
            _ => self.function_name(node, text),
        }
    }

    fn escaped_name(&mut self, node: Node<'t>, text: &[u8]) {
        let Some(name) = unescape(text) else {
            return self.error(node, "escape of a character that names cannot have");
        };
        let is_letter = |c: char, is_first: bool| {
            !c.is_ascii()
                || c == '$'
                || c == '_'
                || c.is_ascii_alphabetic()
                || (!is_first && c.is_ascii_digit())
        };
        let is_name = name
            .chars()
            .enumerate()
            .all(|(at, c)| is_letter(c, at == 0));
        if !is_name {
            self.error(node, "escape of a character that names cannot have");
        } else if RESERVED_WORDS.contains(&name.as_str()) {
            self.error(node, "reserved word as a name");
        } else if !self.is_typescript {
            self.reserved_word(node, name.as_bytes());
        }
    }

    pub(super) fn number(&mut self, node: Node<'t>) {
        let next = self.code.text.get(node.end_byte()).copied();
        let is_glued = next.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\')
        });
        if is_glued {
            return self.error(node, "name or digit right after a number");
        }
        let text = self.code.slice(node);
        let &[b'0', second, ..] = text else {
            return;
        };
        let digits = text
            .split(|byte| !byte.is_ascii_digit() && *byte != b'_')
            .next();
        let digits = digits.unwrap_or_default();
        if !matches!(second, b'0'..=b'9' | b'_') {
            return;
        }
        if self.is_strict() {
            self.error_in_function(node, "number with a leading zero in strict mode");
        } else if text.ends_with(b"n") || digits.contains(&b'_') {
            self.error(node, "number with a leading zero and a separator or suffix");
        } else if text.contains(&b'.') && digits.iter().all(|byte| *byte < b'8') {
            self.error(node, "octal number with a fraction");
        }
    }

    pub(super) fn regex_flags(&mut self, node: Node<'t>) {
        let flags = self.code.slice(node);
        let is_known = |flag: &u8| b"dgimsuvy".contains(flag);
        let mut sorted = flags.to_vec();
        sorted.sort_unstable();
        let is_repeated = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        let has_both = flags.contains(&b'u') && flags.contains(&b'v');
        let next = self.code.text.get(node.end_byte());
        let is_glued = next.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\')
        });
        if !flags.iter().all(is_known) || is_repeated || has_both || is_glued {
            self.error(node, "invalid flags of a regular expression");
        }
    }

    pub(super) fn escape(&mut self, node: Node<'t>, parent: ScriptLevel) {
        let text = self.code.slice(node);
        let is_template = parent.kind == Kind::TemplateString;
        // A tagged template may contain any escapes.
        let is_tagged = is_template && self.ancestor(1) == Kind::Call;
        if is_tagged || !matches!(parent.kind, Kind::TemplateString | Kind::String) {
            return;
        }
        match text.get(1) {
            Some(b'u') => {
                let digits = text
                    .strip_prefix(b"\\u{")
                    .and_then(|t| t.strip_suffix(b"}"));
                let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
                let is_valid = digits.is_none_or(|digits| {
                    let digits = digits.trim_start_matches('0');
                    digits.is_empty()
                        || u32::from_str_radix(digits, 16).is_ok_and(|code| code <= 0x0010_FFFF)
                });
                if !is_valid {
                    self.error(node, "escape of a code point above U+10FFFF");
                }
            }
            Some(b'0'..=b'9') => {
                let next = self.code.text.get(node.end_byte());
                let is_nul = text == b"\\0" && !next.is_some_and(u8::is_ascii_digit);
                if is_template && !is_nul {
                    self.error(node, "octal escape in a template");
                } else if !is_nul && self.is_strict() {
                    self.error_in_function(node, "octal escape in strict mode");
                }
            }
            _ => {}
        }
    }
}

/// Returns a name with its escapes resolved; `None` if an escape is malformed.
fn unescape(text: &[u8]) -> Option<String> {
    let mut rest = std::str::from_utf8(text).ok()?;
    let mut name = String::new();
    while let Some(at) = rest.find('\\') {
        name.push_str(&rest[..at]);
        rest = rest[at..].strip_prefix("\\u")?;
        let digits = match rest.strip_prefix('{') {
            Some(inner) => {
                let end = inner.find('}')?;
                rest = inner.get(end + 1..)?;
                &inner[..end]
            }
            None => {
                let digits = rest.get(..4)?;
                rest = rest.get(4..)?;
                digits
            }
        };
        name.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
    }
    name.push_str(rest);
    Some(name)
}
