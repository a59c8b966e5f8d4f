//! Tests and conditions: `[ ... ]`, `[[ ... ]]`.

use std::ops::Range;

use super::ShellReader;

impl ShellReader<'_, '_> {
    /// Takes note of a word of a test, which follows the word `last`. Returns whether the word counts.
    pub(super) fn test_word(&mut self, range: Range<usize>, last: Range<usize>) -> bool {
        let source = self.source();
        let text = &source[range.clone()];
        let is_operand = |word: &[u8]| {
            !matches!(
                word,
                [
                    b'-' | b'=' | b'!' | b'<' | b'>' | b'\\' | b'(' | b'~' | b']',
                    ..
                ]
            )
        };
        let command = self.command();
        match text {
            // Negation is no operand.
            b"!" if command.words == 1 => return false,
            // An operator in a variable, such as `[ "$a" "$b" ]`.
            _ if command.words == 2 && is_operand(text) && is_operand(&source[last]) => {
                self.mask_test();
            }
            b"]" => self.end_test(),
            b"\\(" | b"\\)" => command.brackets.push(range.start),
            b"\\<" | b"\\>" => self.masker.blank(range.start..range.start + 1),
            b"~" | b"-" => self.masker.replace(range.start, b"_"),
            _ => {}
        }
        true
    }

    /// Makes the open test, which the grammar cannot read, a command of another name.
    pub(super) fn mask_test(&mut self) {
        let Some(test) = self.command().test.take() else {
            return;
        };
        self.masker.replace(test, b"_");
        self.masker.hide(test..test + 1, "punctuation.bracket");
        let rest = self.source()[test + 1..].iter();
        let first = test + 1 + rest.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if self.byte(first) == b'!' && matches!(self.byte(first + 1), b' ' | b'\t') {
            self.masker.replace(first, b"_");
            self.masker.hide(first..first + 1, "operator");
        }
    }

    /// Masks the brackets in a test.
    fn end_test(&mut self) {
        self.has_tests = true;
        let source = self.source();
        let command = &mut self.frame().command;
        command.test = None;
        let brackets = std::mem::take(&mut command.brackets);
        let mut depth = 0_usize;
        for at in &brackets {
            match source[at + 1] {
                b'(' => depth += 1,
                _ if depth > 0 => depth -= 1,
                _ => return,
            }
        }
        if depth == 0 {
            for at in brackets {
                self.masker.replace(at, b" ");
            }
        }
    }

    /// Returns whether an operator after which a condition continues precedes the position.
    pub(super) fn is_after_connective(&self) -> bool {
        let before = self.source()[..self.at].iter().rev();
        let last = before.copied().find(|byte| !matches!(byte, b' ' | b'\t'));
        matches!(last, Some(b'&' | b'|' | b'~'))
    }
}
