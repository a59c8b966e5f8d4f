//! Masks of shell code.
//!
//! Reads the text as a shell does, without a syntax tree: a stack of open brackets and quotes, and
//! the words of the current command. The masks, and what the grammar lacks:
//!
//! - `patterns`: brackets in `${name%pattern}`, operators in `${name:-text}`, variables in subscripts, flags
//!   of zsh.
//! - `heredocs`: several here-documents on a line, or further code after one.
//! - `arithmetic`: operators in variables, `0x$name`, brackets in `$[ ... ]`.
//! - `commands`: `for name do`, redirections of assignments, keywords directly after compound commands,
//!   `<>`, `@` in names, patterns of `case`, `{` next to them, `==` without `[`, empty substitutions,
//!   `((` of two subshells.
//! - `conditions`: brackets and operators in `[ \( ... \) ]`, tests without an end.
//!
//! Invariant: linear in the text; each byte is read by one mask at a time.

mod arithmetic;
mod commands;
mod conditions;
mod frames;
mod heredocs;
mod patterns;

use self::commands::Command;
use self::frames::{ShellFrame, ShellFrameKind};
use self::heredocs::Heredoc;
use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

/// Masks a shell script.
pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let mut reader = ShellReader::new(masker);
    while reader.at < reader.masker.source.len() {
        budget.step()?;
        reader.step();
    }
    reader.end_command(b"\n");
    Ok(())
}

/// Position in a script, and the constructs open at the position.
struct ShellReader<'m, 's> {
    masker: &'m mut Masker<'s>,
    at: usize,
    /// Open brackets and quotes; the first stands for the whole text.
    frames: Vec<ShellFrame>,
    /// Here-documents whose bodies begin after the current line.
    heredocs: Vec<Heredoc>,
    /// Whether a substitution in backticks precedes the position.
    has_backticks: bool,
    /// Whether a test with its end precedes the position.
    has_tests: bool,
}

impl<'m, 's> ShellReader<'m, 's> {
    fn new(masker: &'m mut Masker<'s>) -> ShellReader<'m, 's> {
        ShellReader {
            masker,
            at: 0,
            frames: vec![ShellFrame::new(ShellFrameKind::Text, 0)],
            heredocs: Vec::new(),
            has_backticks: false,
            has_tests: false,
        }
    }

    fn source(&self) -> &'s [u8] {
        self.masker.source
    }

    /// Returns the byte at an offset; a line feed at the end of the text.
    fn byte(&self, at: usize) -> u8 {
        self.source().get(at).copied().unwrap_or(b'\n')
    }

    fn rest(&self) -> &'s [u8] {
        self.source().get(self.at..).unwrap_or_default()
    }

    fn frame(&mut self) -> &mut ShellFrame {
        // The first frame is never removed.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Opens a frame with a token of `len` bytes.
    fn push(&mut self, kind: ShellFrameKind, len: usize) {
        let index = self.frames.len();
        let outer = self.frame();
        let (backtick, body) = (outer.backtick, outer.body);
        let is_bracket = matches!(kind, ShellFrameKind::Bracket { .. });
        let is_condition = is_bracket && outer.is_condition;
        let (backtick, body) = match kind {
            ShellFrameKind::Backtick => (Some(index), body),
            ShellFrameKind::Body { .. } => (backtick, Some(index)),
            _ => (backtick, body),
        };
        self.frames.push(ShellFrame {
            backtick,
            body,
            is_condition,
            ..ShellFrame::new(kind, self.at)
        });
        self.at += len;
    }

    /// Removes the innermost frame.
    fn pop(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
        self.at += 1;
    }

    /// Reads one token or byte.
    fn step(&mut self) {
        let kind = self.frame().kind;
        match kind {
            ShellFrameKind::DoubleQuote => self.step_in_quotes(),
            ShellFrameKind::ShellExpansion(_) => self.step_in_expansion(),
            ShellFrameKind::Arithmetic { .. } => self.step_in_arithmetic(),
            ShellFrameKind::Body { .. } => self.step_in_quotes(),
            _ => self.step_in_code(),
        }
        self.leave_ended_body();
    }

    /// Closes what a body of a here-document leaves open.
    fn leave_ended_body(&mut self) {
        if let Some(index) = self.frame().body
            && let Some(ShellFrameKind::Body { end }) =
                self.frames.get(index).map(|frame| frame.kind)
            && self.at >= end
        {
            self.at = end;
            self.frames.truncate(index);
        }
    }

    /// Reads what `$` or a backtick begins; returns whether there is anything.
    fn read_expansion(&mut self, is_quoted: bool) -> bool {
        let rest = self.rest();
        match rest {
            [b'$', b'(', b'(', ..] => self.push(ShellFrameKind::ARITHMETIC, 3),
            [b'$', b'[', ..] => self.open_old_arithmetic(),
            [b'$', b'(', ..] => self.push(ShellFrameKind::Substitution, 2),
            [b'$', b'{', ..] => self.open_expansion(is_quoted),
            [b'$', b'\'', ..] if !is_quoted => self.skip_ansi_string(),
            [b'$', next, ..] if next.is_ascii_alphanumeric() || b"_@*#?$!-".contains(next) => {
                self.at += 2;
            }
            [b'`', ..] => match self.frame().backtick {
                Some(open) => {
                    self.frames.truncate(open + 1);
                    self.end_command(b"`");
                    self.drop_heredocs(open);
                    let start = self.frame().start;
                    self.pop();
                    self.mask_backticks(start, self.at - 1);
                }
                None => self.push(ShellFrameKind::Backtick, 1),
            },
            _ => return false,
        }
        true
    }

    /// Returns whether the position is the start of the text in backticks that become brackets, with
    /// which a bracket would begin arithmetic.
    fn begins_brackets_of_backticks(&mut self) -> bool {
        let at = self.at;
        let frame = self.frame();
        let is_first = matches!(frame.kind, ShellFrameKind::Backtick) && frame.start + 2 == at;
        is_first && self.has_backticks && matches!(self.byte(at - 1), b' ' | b'\t')
    }

    /// Turns a substitution in backticks into one in brackets, if there is space for them: the grammar
    /// takes the end of one and the start of another one for a substitution, and does not expect
    /// backticks in defaults.
    fn mask_backticks(&mut self, start: usize, end: usize) {
        let has_backticks = std::mem::replace(&mut self.has_backticks, true);
        if self.is_default_of_expansion(start) {
            // `:-` without its colon.
            let operator = self.byte(start - 1);
            self.masker.replace(start - 2, &[operator, b'$', b'(']);
            self.masker.hide(start - 2..start, "operator");
        } else if has_backticks && matches!(self.byte(start + 1), b' ' | b'\t') {
            self.masker.replace(start, b"$(");
        } else {
            return;
        }
        self.masker.replace(end, b")");
    }

    fn step_in_quotes(&mut self) {
        match self.byte(self.at) {
            b'\\' => {
                let is_body = matches!(self.frame().kind, ShellFrameKind::Body { .. });
                if is_body && matches!(self.byte(self.at + 1), b'$' | b'`') {
                    // The grammar takes it as an expansion.
                    self.masker.replace(self.at + 1, b"_");
                }
                self.at += 2;
            }
            b'"' if matches!(self.frame().kind, ShellFrameKind::DoubleQuote) => self.pop(),
            b'$' | b'`' if self.read_expansion(true) => {}
            _ => {
                let rest = &self.rest()[1..];
                let next = match self.frame().kind {
                    ShellFrameKind::DoubleQuote => memchr::memchr3(b'\\', b'"', b'$', rest),
                    _ => memchr::memchr2(b'\\', b'$', rest),
                };
                let tick = memchr::memchr(b'`', &rest[..next.unwrap_or(rest.len())]);
                self.at += 1 + tick.or(next).unwrap_or(rest.len());
            }
        }
    }

    /// Skips a string in single quotes; only the quote if it has no end.
    fn skip_string(&mut self) {
        let end = memchr::memchr(b'\'', &self.rest()[1..]);
        self.at += end.map_or(1, |end| end + 2);
    }

    /// Skips `$'...'`.
    fn skip_ansi_string(&mut self) {
        self.at += 2;
        loop {
            match self.rest() {
                [b'\\', ..] => self.at += 2,
                [b'\'', ..] => {
                    self.at += 1;
                    return;
                }
                [_, ..] => self.at += 1,
                [] => return,
            }
        }
    }

    fn command(&mut self) -> &mut Command {
        &mut self.frame().command
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
