//! Words that begin statements: declarations of types, imports, and `declare`.

use super::{FlowDeclaration, FlowFrameKind, FlowScan, Previous, types};
use crate::mask::words::leading_word;
use crate::scanner::MASKED_HOOK;

/// Keywords that an expression follows.
const OPERATORS: [&[u8]; 17] = [
    b"return",
    b"typeof",
    b"in",
    b"of",
    b"instanceof",
    b"new",
    b"delete",
    b"void",
    b"await",
    b"yield",
    b"throw",
    b"else",
    b"do",
    b"case",
    b"export",
    b"default",
    b"extends",
];

impl<'s> FlowScan<'s> {
    /// Returns the offset and the word after an offset.
    fn next_word(&self, at: usize) -> (usize, &'s [u8]) {
        let start = types::skip_trivia(self.source, at);
        (start, leading_word(&self.source[start..]))
    }

    /// Reads a word.
    pub(super) fn word(&mut self, start: usize, end: usize) {
        let source = self.source;
        let word = &source[start..end];
        let before = &source[source[..start].trim_ascii_end().len()..start];
        let is_first_in_line = memchr::memchr(b'\n', before).is_some();
        let begins = match self.previous {
            Previous::Operand | Previous::Close => is_first_in_line,
            previous => previous == Previous::Start,
        };
        let follows_operand = matches!(self.previous, Previous::Operand | Previous::Close);
        let is_after_parameters =
            self.previous == Previous::Close && self.closed == FlowFrameKind::Parameters;
        self.at = end;
        self.previous = match OPERATORS.contains(&word) {
            true => Previous::Operator,
            false => Previous::Operand,
        };
        let kind = self.frame().kind;
        if kind == FlowFrameKind::Class {
            return self.member(word, start, begins);
        }
        if begins && kind == FlowFrameKind::Block && self.statement(word, start) {
            return;
        }
        match word {
            // A block or a statement follows, not an object.
            b"else" | b"do" | b"try" | b"finally" => self.previous = Previous::Start,
            b"const" | b"let" | b"var" if kind == FlowFrameKind::Block => {
                self.frame().declaration = FlowDeclaration::Name;
            }
            b"case" => self.frame().in_case = true,
            b"default" if self.source.get(types::skip_trivia(source, end)) == Some(&b':') => {
                self.frame().in_case = true;
            }
            b"function" => self.frame().opens_parameters = true,
            b"class" => self.frame().opens_class = true,
            b"implements" if self.frame().opens_class => self.mask_implements(start),
            b"as" if kind == FlowFrameKind::Parameters && ends_with_string(&source[..start]) => {
                // The name of a property of a component.
                let quote = source[..start].trim_ascii_end();
                let (last, rest) = (quote[quote.len() - 1], &quote[..quote.len() - 1]);
                let open = memchr::memrchr(last, rest).unwrap_or(start);
                self.text.blank(open..end);
                self.previous = Previous::Operator;
            }
            b"renders" if is_after_parameters => {
                let mark = usize::from(source.get(end) == Some(&b'*'));
                let end = types::type_end(source, end + mark, true);
                self.text.blank(start..end);
                self.at = end;
                self.previous = Previous::Close;
            }
            b"as" if follows_operand => {
                let end = types::type_end(source, end, true);
                self.text.blank(start..end);
                self.at = end;
            }
            _ => {}
        }
    }

    /// Reads a word of a class body.
    fn member(&mut self, word: &[u8], start: usize, begins: bool) {
        let is_value = self.frame().declaration == FlowDeclaration::Value;
        match word {
            b"declare" | b"readonly" if begins && !self.next_word(self.at).1.is_empty() => {
                self.text.blank(start..self.at);
            }
            b"static" if begins => {}
            b"function" if is_value => {
                self.frame().opens_parameters = true;
                return;
            }
            b"class" if is_value => {
                self.frame().opens_class = true;
                return;
            }
            _ => return,
        }
        self.previous = Previous::Start;
    }

    /// Masks `implements A, B<C>` up to the body of the class.
    fn mask_implements(&mut self, start: usize) {
        let body = memchr::memchr(b'{', self.rest());
        let end = self.at + body.unwrap_or(0);
        self.text.blank(start..end);
        self.at = end;
    }

    /// Reads a statement that only Flow has, or an import. Returns false for other statements.
    fn statement(&mut self, word: &[u8], start: usize) -> bool {
        let (at, next) = self.next_word(self.at);
        match word {
            b"import" => {
                self.import(start);
                true
            }
            b"export" => {
                let is_list = matches!(self.source.get(at), Some(b'{' | b'*'));
                let after_type = types::skip_trivia(self.source, at + next.len());
                let is_type_list =
                    next == b"type" && matches!(self.source.get(after_type), Some(b'{' | b'*'));
                if is_list || is_type_list {
                    self.import(start);
                } else {
                    self.previous = Previous::Start;
                }
                true
            }
            // The words after `export` begin a statement.
            b"default" if matches!(next, b"component" | b"hook") => {
                self.previous = Previous::Start;
                true
            }
            b"default" => false,
            b"async" if next == b"function" => {
                self.previous = Previous::Start;
                true
            }
            b"type" => !next.is_empty() && self.alias(start, at, at + next.len()),
            b"opaque" if next == b"type" => {
                let (at, name) = self.next_word(at + next.len());
                let end = at + name.len();
                !name.is_empty() && self.alias(start, at, end)
            }
            b"enum" if !next.is_empty() => {
                self.text.write(start..start + 4, b"var");
                let name_end = at + next.len();
                let Some(open) = memchr::memchr(b'{', &self.source[name_end..]) else {
                    return false;
                };
                let end = types::bracket_end(self.source, name_end + open);
                self.value(name_end, end);
                self.at = end;
                self.end_statement();
                true
            }
            b"component" | b"hook" if self.has_parameters(at + next.len()) && !next.is_empty() => {
                self.function_keyword(start, word);
                self.frame().opens_parameters = true;
                self.at = at + next.len();
                true
            }
            b"interface" if !next.is_empty() => {
                self.text.write(start..start + 9, b"class");
                self.type_body(at + next.len());
                true
            }
            b"declare" if !next.is_empty() => {
                self.declare(start);
                true
            }
            _ => false,
        }
    }

    /// Returns whether parameters follow a name.
    fn has_parameters(&self, name_end: usize) -> bool {
        let at = types::skip_trivia(self.source, name_end);
        matches!(self.source.get(at), Some(b'(' | b'<'))
    }

    /// Masks `component` or `hook` with `function`.
    fn function_keyword(&mut self, start: usize, word: &[u8]) {
        let keyword: &[u8] = match word {
            b"hook" => &MASKED_HOOK,
            _ => b"function",
        };
        self.text.write(start..start + word.len(), keyword);
    }

    /// Masks `type A<T> = B` with a variable. Returns false if this is no alias.
    fn alias(&mut self, start: usize, name: usize, name_end: usize) -> bool {
        let source = self.source;
        let mut at = types::skip_trivia(source, name_end);
        if source.get(at) == Some(&b'<') {
            match types::angle_end(source, at) {
                Some(end) => at = types::skip_trivia(source, end),
                None => return false,
            }
        }
        if source.get(at) == Some(&b':') {
            let end = types::type_end(source, at + 1, true);
            at = types::skip_trivia(source, end);
        }
        let end = match source.get(at) {
            Some(b'=') => types::type_end(source, at + 1, true),
            _ if at > name_end => at,
            _ => name_end,
        };
        let is_opaque = source[start..].starts_with(b"opaque");
        if source.get(at) != Some(&b'=') && !is_opaque {
            return false;
        }
        self.text.write(start..name, b"var");
        let end = source[..end].trim_ascii_end().len();
        self.value(name_end, end.max(name_end));
        self.at = end;
        self.end_statement();
        true
    }

    /// Masks the words between the name of a class of types and its body, and the members.
    fn type_body(&mut self, name_end: usize) {
        let at = types::skip_trivia(self.source, name_end);
        let parameters = self.source[at..].starts_with(b"<");
        let parameters = parameters
            .then(|| types::angle_end(self.source, at))
            .flatten();
        let at = parameters.unwrap_or(name_end);
        let Some(open) = memchr::memchr(b'{', &self.source[at..]) else {
            return;
        };
        let open = at + open;
        let end = types::bracket_end(self.source, open);
        self.text.blank(name_end..open);
        self.text
            .blank(open + 1..end.saturating_sub(1).max(open + 1));
        self.at = end;
        self.end_statement();
    }

    /// Masks a declaration without a value: `declare function f(): A;`.
    fn declare(&mut self, start: usize) {
        let source = self.source;
        let (mut at, mut word) = self.next_word(start + b"declare".len());
        if word == b"export" {
            self.text.blank(start..at);
            (at, word) = self.next_word(at + word.len());
        }
        let is_default = word == b"default";
        if is_default {
            (at, word) = self.next_word(at + word.len());
        }
        let (name, name_word) = self.next_word(at + word.len());
        let name_end = name + name_word.len();
        let blank_from = |scan: &mut Self| {
            let is_export = source[start..at].starts_with(b"declare");
            if is_export && memchr::memmem::find(&source[start..at], b"export").is_none() {
                scan.text.blank(start..at);
            }
        };
        match word {
            b"var" | b"let" | b"const" => {
                blank_from(self);
                self.at = name_end;
                self.frame().declaration = FlowDeclaration::Name;
                self.previous = Previous::Operand;
                if word == b"const" {
                    self.text.write(at..at + 5, b"var");
                }
            }
            b"function" | b"component" | b"hook" => {
                blank_from(self);
                let open = memchr::memchr(b'(', &source[name_end..]);
                let Some(open) = open.map(|open| name_end + open) else {
                    return;
                };
                if word != b"function" {
                    self.function_keyword(at, word);
                }
                self.declared_function(at, word, name_end, open);
            }
            b"class" | b"interface" => {
                blank_from(self);
                if word == b"interface" {
                    self.text.write(at..at + word.len(), b"class");
                }
                self.type_body(name_end);
            }
            b"type" | b"opaque" => {
                blank_from(self);
                self.at = at;
                self.previous = Previous::Start;
            }
            _ => {
                // `declare module.exports: A`, `declare export default A`, `declare module 'a' {}`.
                let colon = memchr::memchr3(b':', b'{', b';', &source[at..]);
                let end = match (is_default, colon.map(|colon| at + colon)) {
                    (true, _) => types::type_end(source, at, true),
                    (_, Some(colon)) if source[colon] == b':' => {
                        types::type_end(source, colon + 1, true)
                    }
                    (_, Some(open)) if source[open] == b'{' => open,
                    (_, Some(end)) => end,
                    (_, None) => source.len(),
                };
                self.text.blank(start..end);
                self.at = end;
                self.end_statement();
            }
        }
    }

    /// Masks the parameters and the result of a function without a body: with a body or, if there is no
    /// space for it, with a variable.
    fn declared_function(&mut self, start: usize, word: &[u8], name_end: usize, open: usize) {
        let source = self.source;
        let close = types::bracket_end(source, open);
        self.text.blank(name_end..open);
        self.text
            .blank(open + 1..close.saturating_sub(1).max(open + 1));
        let (at, next) = self.next_word(close);
        let result = match source.get(at) {
            Some(b':') => Some(at + 1),
            _ if next == b"renders" => Some(at + next.len()),
            _ => None,
        };
        self.at = close;
        if let Some(result) = result {
            let mark = usize::from(source.get(result) == Some(&b'*'));
            let end = types::type_end(source, result + mark, true);
            self.text.blank(at..end);
            self.text.write(end - 2..end, b"{}");
            self.at = end;
        } else if close >= open + b"(){}".len() {
            self.text.write(open..close, b"(){}");
        } else {
            self.text.write(start..start + word.len(), b"var");
            self.text.blank(open..close);
        }
        self.end_statement();
    }

    /// Masks `type` and `typeof` in an import, or in a list of exports.
    fn import(&mut self, start: usize) {
        let source = self.source;
        let mut depth = 0u32;
        let mut begins_name = true;
        while self.at < source.len() {
            let at = types::skip_trivia(source, self.at);
            let rest = &source[at..];
            let word = leading_word(rest);
            self.at = at + word.len().max(1);
            match rest.first() {
                Some(b'(' | b'.') if depth == 0 && self.source[start..].starts_with(b"import") => {
                    // A call or `import.meta`.
                    self.at = at;
                    self.previous = Previous::Operand;
                    return;
                }
                Some(b'"' | b'\'') => {
                    self.at = types::string_end(source, at);
                    if depth == 0 {
                        break;
                    }
                }
                Some(b'{') => {
                    depth += 1;
                    begins_name = true;
                }
                Some(b'}') => {
                    depth = depth.saturating_sub(1);
                    let next = self.next_word(self.at).1;
                    if depth == 0 && next != b"from" {
                        break;
                    }
                }
                Some(b',') => begins_name = true,
                Some(b';') | None => break,
                _ if word.is_empty() => {}
                _ => {
                    let (next_at, next) = self.next_word(self.at);
                    let is_name = match self.source.get(next_at) {
                        Some(b'{' | b'*') => true,
                        _ => !next.is_empty() && next != b"from" && next != b"as",
                    };
                    if begins_name && is_name && matches!(word, b"type" | b"typeof") {
                        self.text.blank(at..at + word.len());
                    }
                    begins_name = false;
                }
            }
        }
        self.end_statement();
    }
}

/// Returns whether a string is last in a text.
fn ends_with_string(text: &[u8]) -> bool {
    matches!(text.trim_ascii_end().last(), Some(b'"' | b'\''))
}
