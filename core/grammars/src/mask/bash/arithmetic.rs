//! Arithmetic: `$((...))`, `((...))`.

use super::ShellReader;
use super::frames::ShellFrameKind;

impl ShellReader<'_, '_> {
    /// Begins `$[ ... ]`, which becomes `$((...))` if it has a space at both ends.
    pub(super) fn open_old_arithmetic(&mut self) {
        if self.byte(self.at + 2) == b' ' {
            self.masker.replace(self.at + 1, b"((");
            self.push(ShellFrameKind::ARITHMETIC, 3);
        } else {
            self.push(ShellFrameKind::ARITHMETIC, 2);
        }
    }

    /// Ends `$[ ... ]`, or a subscript in it.
    fn close_old_bracket(&mut self, start: usize, depth: usize) {
        if depth > 2 {
            self.frame().kind = ShellFrameKind::Arithmetic {
                depth: depth - 1,
                is_after_operand: true,
            };
            self.at += 1;
            return;
        }
        if self.byte(start + 2) == b' ' {
            match self.byte(self.at - 1) {
                b' ' => self.masker.replace(self.at - 1, b"))"),
                _ => self.masker.replace(start + 1, b"[ "),
            }
        }
        self.pop();
    }

    /// Reads arithmetic. If its brackets do not close together, it was a subshell in another.
    pub(super) fn step_in_arithmetic(&mut self) {
        let start = self.frame().start;
        let ShellFrameKind::Arithmetic {
            mut depth,
            is_after_operand,
        } = self.frame().kind
        else {
            return;
        };
        let set = |reader: &mut Self, depth, is_after_operand| {
            reader.frame().kind = ShellFrameKind::Arithmetic {
                depth,
                is_after_operand,
            };
        };
        let byte = self.byte(self.at);
        let is_old = self.byte(start) == b'$' && self.byte(start + 1) == b'[';
        match byte {
            b'[' if is_old => {
                set(self, depth + 1, false);
                self.at += 1;
            }
            b']' | b')' if is_old => self.close_old_bracket(start, depth),
            b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
            b'(' => {
                set(self, depth + 1, false);
                self.at += 1;
            }
            b')' if depth == 2 && self.byte(self.at + 1) != b')' => self.split_subshells(),
            b')' if depth == 1 => self.pop(),
            b')' => {
                depth -= 1;
                set(self, depth, true);
                self.at += 1;
            }
            b'\\' => self.at += 2,
            b'\'' => self.skip_string(),
            b'"' => {
                set(self, depth, true);
                self.push(ShellFrameKind::DoubleQuote, 1);
            }
            b'$' if self.byte(start) == b'(' && self.rest().starts_with(b"$((") => {
                // The grammar takes it as a command substitution after `for`.
                self.masker.blank(self.at..self.at + 1);
                self.at += 1;
            }
            b'$' if self.byte(self.at + 1) == b'"' => {
                self.masker.blank(self.at..self.at + 1);
                self.at += 1;
            }
            b'$' if is_after_operand && self.name_after(self.at + 1) > 0 => {
                self.mask_operator();
                set(self, depth, false);
            }
            b'$' | b'`' => {
                set(self, depth, true);
                if !self.read_expansion(false) {
                    self.at += 1;
                }
            }
            _ if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let is_whole = self.read_operand();
                set(self, depth, is_whole);
            }
            _ => {
                set(self, depth, byte == b']');
                self.at += 1;
            }
        }
    }

    /// Returns the length of the name at an offset.
    pub(super) fn name_after(&self, at: usize) -> usize {
        let rest = self.source().get(at..).unwrap_or_default().iter();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        rest.take_while(is_name).count()
    }

    /// Masks a variable after an operand, which contains an operator, and possibly an operand.
    fn mask_operator(&mut self) {
        let end = self.at + 1 + self.name_after(self.at + 1);
        let after = self.source()[end..].iter();
        let space = after.take_while(|byte| byte.is_ascii_whitespace()).count();
        self.masker.blank(self.at..end);
        if self.byte(end + space) != b')' {
            self.masker.replace(self.at, b"+");
        }
        self.masker.hide(self.at..end, "variable");
        self.at = end;
    }

    /// Reads a name or a number; masks the start of a number that an expansion continues. Returns
    /// whether it is an operand of its own.
    fn read_operand(&mut self) -> bool {
        let is_number = self.byte(self.at).is_ascii_digit();
        let mut end = self.at + self.name_after(self.at);
        end += usize::from(self.byte(end) == b'#');
        let is_start = is_number && self.byte(end) == b'$';
        if is_start {
            self.masker.blank(self.at..end);
            self.masker.hide(self.at..end, "number");
        }
        self.at = end;
        !is_start
    }

    /// Turns `((a) b)`, which was read as arithmetic, into a subshell whose outer brackets are
    /// masked; of `$((a) b)`, the inner ones are.
    pub(super) fn split_subshells(&mut self) {
        let start = self.frame().start;
        let is_substitution = self.byte(start) == b'$';
        let (blank, kind) = match is_substitution {
            true => (start + 2, ShellFrameKind::Substitution),
            false => (start, ShellFrameKind::Bracket { is_masked: true }),
        };
        self.masker.blank(blank..blank + 1);
        self.masker.hide(blank..blank + 1, "punctuation.bracket");
        if is_substitution {
            self.masker.blank(self.at..self.at + 1);
            self.masker
                .hide(self.at..self.at + 1, "punctuation.bracket");
        }
        self.frame().kind = kind;
        self.command().words = 1;
        self.at += 1;
    }
}
