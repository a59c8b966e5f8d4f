//! Patterns in expansions such as `${name%]*}`.

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
}

#[derive(Clone, Copy, PartialEq)]
enum PatternPart {
    /// Pattern, which a slash may end.
    Pattern { is_replaced: bool },
    /// Text after the pattern, or a default.
    Other,
}

impl ShellReader<'_, '_> {
    /// Reads the name and the operator of `${name%pattern}`.
    pub(super) fn open_expansion(&mut self, is_quoted: bool) {
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
            at += end.map_or(0, |end| end + 1);
        }
        let part = match self.byte(at) {
            b'%' | b'#' | b'^' | b',' if at > start => PatternPart::Pattern { is_replaced: false },
            b'/' if at > start => PatternPart::Pattern { is_replaced: true },
            _ => PatternPart::Other,
        };
        if part != PatternPart::Other {
            at += 1;
            let (operator, next) = (self.byte(at - 1), self.byte(at));
            let is_long = next == operator || operator == b'/' && b"#%".contains(&next);
            at += usize::from(is_long);
        }
        let expansion = ShellExpansion {
            is_quoted,
            part,
            brackets: 0,
        };
        self.push(ShellFrameKind::ShellExpansion(expansion), at - self.at);
    }

    pub(super) fn step_in_expansion(&mut self) {
        let ShellFrameKind::ShellExpansion(mut expansion) = self.frame().kind else {
            return;
        };
        let is_pattern = expansion.part != PatternPart::Other;
        match self.byte(self.at) {
            b'}' => return self.pop(),
            // To the grammar, brackets after a backslash are brackets.
            b'\\' if is_pattern && matches!(self.byte(self.at + 1), b'[' | b']') => {}
            b'\\' => {
                self.at += 2;
                return;
            }
            b'\'' if is_pattern || !expansion.is_quoted => return self.skip_string(),
            b'"' => return self.push(ShellFrameKind::DoubleQuote, 1),
            b'$' | b'`' if self.read_expansion(expansion.is_quoted) => return,
            b'/' if expansion.part == (PatternPart::Pattern { is_replaced: true }) => {
                expansion.part = PatternPart::Other;
            }
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
