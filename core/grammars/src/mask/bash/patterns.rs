//! Patterns and other text in expansions such as `${name%]*}`, `${name:-(text)}`.

use std::ops::Range;

use super::ShellReader;
use super::frames::ShellFrameKind;

/// Maximum length of a subscript with its brackets.
const MAX_SUBSCRIPT: usize = 256;

/// Expansion `${...}`.
#[derive(Clone, Copy)]
pub(super) struct ShellExpansion {
    /// Whether it is in double quotes.
    is_quoted: bool,
    part: PatternPart,
    /// Number of square brackets that the grammar takes as open.
    brackets: usize,
    /// Number of round brackets open in the pattern.
    groups: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum PatternPart {
    /// Pattern, which a slash may end.
    Pattern { is_replaced: bool },
    /// Text after the pattern, or a default.
    Text,
    /// Offset and length of a substring, or nothing.
    Other,
}

impl ShellReader<'_, '_> {
    /// Reads the name and the operator of `${name%pattern}`.
    pub(super) fn open_expansion(&mut self, is_quoted: bool) {
        if self.mask_flags() {
            return;
        }
        let source = self.source();
        let start = self.at + 2;
        let mut at = start + usize::from(self.byte(start) == b'!');
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let len = source.get(at..).unwrap_or_default().iter();
        at += match len.take_while(|byte| is_name(byte)).count() {
            // A special parameter such as `$@`.
            0 => usize::from(b"@*#?-$!".contains(&self.byte(at))),
            len => len,
        };
        if self.byte(at) == b'[' {
            let subscript = source.get(at..).unwrap_or_default();
            let subscript = &subscript[..subscript.len().min(MAX_SUBSCRIPT)];
            let end = memchr::memchr3(b']', b'\n', b'}', subscript);
            self.mask_base(at + 1);
            self.mask_variables(at..at + end.unwrap_or(0));
            at += end.map_or(0, |end| end + 1);
        }
        let is_default = |byte: u8| b"-+=?".contains(&byte);
        let part = match self.byte(at) {
            _ if at == start => PatternPart::Other,
            b'%' | b'#' | b'^' | b',' => PatternPart::Pattern { is_replaced: false },
            b'/' => PatternPart::Pattern { is_replaced: true },
            b':' if is_default(self.byte(at + 1)) => PatternPart::Text,
            byte if is_default(byte) => PatternPart::Text,
            _ => PatternPart::Other,
        };
        match part {
            PatternPart::Text => at += usize::from(self.byte(at) == b':') + 1,
            PatternPart::Other if at > start && self.byte(at) == b':' => self.mask_offset(at + 1),
            _ => {}
        }
        if matches!(part, PatternPart::Pattern { .. }) {
            at += 1;
            let (operator, next) = (self.byte(at - 1), self.byte(at));
            let is_long = next == operator || operator == b'/' && b"#%".contains(&next);
            at += usize::from(is_long);
        }
        let expansion = ShellExpansion {
            is_quoted,
            part,
            brackets: 0,
            groups: 0,
        };
        self.push(ShellFrameKind::ShellExpansion(expansion), at - self.at);
    }

    /// Masks the base of a number that begins a subscript and whose digits are a variable.
    fn mask_base(&mut self, start: usize) {
        let digits = self.source().get(start..).unwrap_or_default().iter();
        let end = start + digits.take_while(|byte| byte.is_ascii_digit()).count();
        if end > start && self.byte(end) == b'#' && self.byte(end + 1) == b'$' {
            self.masker.blank(start..end + 1);
            self.masker.hide(start..end + 1, "number");
        }
    }

    /// Masks the `$` of variables after a variable and a comma in the subscript in `range`.
    pub(super) fn mask_variables(&mut self, range: Range<usize>) {
        let text = &self.source()[range.clone()];
        let Some(first) = memchr::memchr(b'$', text) else {
            return;
        };
        for comma in memchr::memmem::find_iter(&text[first..], b",$") {
            let dollar = range.start + first + comma + 1;
            let end = dollar + 1 + self.name_after(dollar + 1);
            if end > dollar + 1 {
                self.masker.replace(dollar, b"_");
                self.masker.hide(dollar..end, "variable");
            }
        }
    }

    /// Masks `${(flags)...}` of zsh with a name; returns whether there is one.
    fn mask_flags(&mut self) -> bool {
        let source = self.source();
        let start = self.at + 2;
        let window = &source[start.min(source.len())..source.len().min(start + MAX_SUBSCRIPT)];
        if window.first() != Some(&b'(') {
            return false;
        }
        let mut depth = 1;
        let end = window.iter().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0 || *byte == b'\n'
        });
        let Some(end) = end.filter(|_| depth == 0) else {
            return false;
        };
        self.masker.replace(start, &vec![b'_'; end]);
        self.masker.hide(start..start + end, "variable");
        self.at = start + end + 1;
        true
    }

    /// Masks the `$` that begins the offset of a substring.
    fn mask_offset(&mut self, at: usize) {
        if self.byte(at) == b'$' && self.name_after(at + 1) > 0 {
            self.masker.blank(at..at + 1);
            self.masker.hide(at..at + 1, "variable");
        }
    }

    /// Returns whether the backtick at `start` follows `:` and another operator of an expansion,
    /// whose first two bytes a mask can spare.
    pub(super) fn is_default_of_expansion(&self, start: usize) -> bool {
        let before = &self.source()[start.saturating_sub(2)..start];
        let is_text = match self.frames.last().map(|frame| frame.kind) {
            Some(ShellFrameKind::ShellExpansion(expansion)) => expansion.part == PatternPart::Text,
            _ => false,
        };
        is_text && matches!(before, [b':', b'-' | b'+' | b'=' | b'?'])
    }

    pub(super) fn step_in_expansion(&mut self) {
        let ShellFrameKind::ShellExpansion(mut expansion) = self.frame().kind else {
            return;
        };
        let is_pattern = matches!(expansion.part, PatternPart::Pattern { .. });
        let is_text = expansion.part == PatternPart::Text;
        match self.byte(self.at) {
            b'}' => return self.pop(),
            // To the grammar, brackets after a backslash are brackets.
            b'\\' if is_pattern && matches!(self.byte(self.at + 1), b'[' | b']') => {}
            b'\\' => {
                if is_text && matches!(self.byte(self.at + 1), b'<' | b'>') {
                    self.masker.replace(self.at, b"__");
                }
                self.at += 2;
                return;
            }
            b'<' | b'>' if !expansion.is_quoted && self.byte(self.at + 1) == b'(' => {
                return self.push(ShellFrameKind::Substitution, 2);
            }
            b'\'' if is_pattern || !expansion.is_quoted => return self.skip_string(),
            b'"' => return self.push(ShellFrameKind::DoubleQuote, 1),
            b'$' | b'`' if self.read_expansion(expansion.is_quoted) => return,
            b'/' if expansion.part == (PatternPart::Pattern { is_replaced: true }) => {
                expansion.part = PatternPart::Text;
            }
            // A negative length, which the grammar expects to be a number.
            b'-' if expansion.part == PatternPart::Other
                && self.byte(self.at - 1) == b':'
                && self.name_after(self.at + 1) > 0
                && !self.byte(self.at + 1).is_ascii_digit() =>
            {
                self.masker.blank(self.at..self.at + 1);
                self.masker.hide(self.at..self.at + 1, "operator");
            }
            // The grammar takes them as operators.
            b'(' | b')' | b'|' | b'&' | b';' | b'<' | b'>' if is_text => {
                self.masker.replace(self.at, b"_");
            }
            b'(' if is_pattern => expansion.groups += 1,
            b')' if is_pattern && expansion.groups > 0 => expansion.groups -= 1,
            b')' if is_pattern => self.masker.replace(self.at, b"_"),
            b'[' if is_pattern => expansion.brackets += 1,
            b']' if is_pattern && expansion.brackets > 0 => expansion.brackets -= 1,
            // The grammar ends the pattern at a bracket without a partner.
            b']' | b'{' if is_pattern => self.masker.replace(self.at, b"_"),
            _ => {}
        }
        self.frame().kind = ShellFrameKind::ShellExpansion(expansion);
        self.at += 1;
    }
}
