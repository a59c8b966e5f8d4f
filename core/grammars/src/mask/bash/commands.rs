//! Commands: their words, and the masks that depend on them.

use std::ops::Range;

use super::ShellReader;
use super::frames::{ShellFrame, ShellFrameKind};

/// Command at the current position.
#[derive(Default)]
pub(super) struct Command {
    /// Number of words so far, without assignments and redirections.
    pub(super) words: usize,
    /// Offset of the end of the last assignment.
    assigned: Option<usize>,
    /// Ends of the assignments that another follows, after `!`.
    assignments: Vec<usize>,
    is_negated: bool,
    /// Whether the first word, or a bracket in its place, ends a compound command.
    is_compound: bool,
    /// Redirections, each with the lengths of its descriptor and operator, unless a word stands
    /// before them.
    redirections: Vec<(Range<usize>, usize, usize)>,
    /// Redirection whose file name is read.
    redirection: Option<(usize, usize, usize)>,
    /// Offset of `[`, if it is the first word and has no `]` yet.
    pub(super) test: Option<usize>,
    /// Offsets of `\(` and `\)` in the test.
    pub(super) brackets: Vec<usize>,
    /// Words of `for` so far, including itself; 0 for another command.
    loop_words: usize,
    /// Range of the last word.
    last_word: Range<usize>,
    /// Start of the word that is being read.
    open_word: Option<usize>,
}

impl Command {
    /// Returns whether a word is the name of the command.
    pub(super) fn has_name(&self) -> bool {
        self.words > 0
    }

    /// Returns whether `((` here begins arithmetic, including the head of `for`.
    fn begins_arithmetic(&self) -> bool {
        self.words == self.loop_words && self.open_word.is_none()
    }
}

/// Maximum length of a subshell whose end is searched.
const MAX_SUBSHELL: usize = 512;

/// Bytes that neither end a word nor have a meaning in it.
const PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let special = b" \t\r\n;&|<>()\\'\"$`";
    let mut at = 0;
    while at < special.len() {
        plain[special[at] as usize] = false;
        at += 1;
    }
    plain
};

/// Part of a `case` statement.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum CaseCommand {
    /// Before `in`.
    Word,
    Pattern,
    Commands,
}

impl ShellReader<'_, '_> {
    /// Reads a token of commands.
    pub(super) fn step_in_code(&mut self) {
        let rest = self.rest();
        if matches!(
            rest[0],
            b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b')'
        ) {
            self.end_word();
        }
        match rest {
            [b' ' | b'\t' | b'\r', ..] => self.at += 1,
            [b'\\', b'\n', ..] => {
                if self.frame().is_condition && self.is_after_connective() {
                    self.masker.blank(self.at..self.at + 1);
                }
                self.at += 2;
            }
            [b'\n', ..] => {
                self.end_command(b"\n");
                self.at += 1;
                if !self.heredocs.is_empty() {
                    self.read_bodies();
                }
            }
            [b'#', ..] if self.command().open_word.is_none() => {
                self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            }
            [b';', b';', ..] | [b';', b'&', ..] => {
                self.mask_heredocs();
                self.end_command(b";");
                self.at += if rest.starts_with(b";;&") { 3 } else { 2 };
                if let Some(case) = self.frame().cases.last_mut() {
                    *case = CaseCommand::Pattern;
                }
            }
            [b';', ..] => {
                self.mask_heredocs();
                self.end_command(b";");
                self.at += 1;
            }
            [b'&', b'>', ..] => self.redirect(0, if rest.starts_with(b"&>>") { 3 } else { 2 }),
            [b'&', b'&', ..] | [b'|', b'|' | b'&', ..] => self.connect(2),
            [b'&', ..] => {
                self.mask_heredocs();
                self.end_command(b"&");
                self.at += 1;
            }
            [b'|', ..] => self.connect(1),
            [b'<' | b'>', b'(', ..] => {
                self.frame().command.words += 1;
                self.push(ShellFrameKind::Substitution, 2);
            }
            [b'<', b'<', b'<', ..] => self.at += 3,
            [b'<', b'<', ..] => self.open_heredoc(),
            [b'<' | b'>', ..] => self.redirect(0, redirection_len(rest)),
            [b'(', ..] if self.is_glob_bracket() => {
                self.push(ShellFrameKind::Bracket { is_masked: false }, 1);
            }
            [b'(', ..] if self.is_in_pattern() => self.at += 1,
            [b'(', b'(', ..]
                if self.command().begins_arithmetic() && !self.begins_two_subshells() =>
            {
                self.push(ShellFrameKind::ARITHMETIC, 2);
            }
            [b'(', ..] => {
                self.end_word();
                self.mask_heredocs();
                let is_masked = self.begins_brackets_of_backticks() || self.begins_two_subshells();
                if is_masked {
                    self.masker.blank(self.at..self.at + 1);
                    self.masker
                        .hide(self.at..self.at + 1, "punctuation.bracket");
                }
                self.push(ShellFrameKind::Bracket { is_masked }, 1);
            }
            [b')', ..] => self.close_bracket(),
            _ => self.read_word(),
        }
    }

    /// Returns whether `((` is here and begins two subshells, of which the first is masked, and not
    /// arithmetic, which ends with `))`.
    fn begins_two_subshells(&mut self) -> bool {
        if !self.rest().starts_with(b"((") || self.command().words > 0 {
            return false;
        }
        let window = &self.rest()[2..];
        let window = &window[..window.len().min(MAX_SUBSHELL)];
        let mut depth = 2;
        let mut at = 0;
        while let Some(byte) = window.get(at) {
            match byte {
                b'\\' => at += 1,
                b'"' | b'\'' => {
                    let end = memchr::memchr(*byte, &window[at + 1..]);
                    at += end.map_or(window.len(), |end| end + 1);
                }
                b'(' => depth += 1,
                b')' if depth == 2 => return window.get(at + 1).is_some_and(|next| *next != b')'),
                b')' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        false
    }

    fn is_in_pattern(&mut self) -> bool {
        self.frame().cases.last() == Some(&CaseCommand::Pattern)
    }

    /// Reads an operator between commands.
    fn connect(&mut self, len: usize) {
        let rest = self.rest();
        self.end_command(&rest[..len]);
        self.at += len;
        let after = &self.rest();
        let space = after
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\\'));
        // The grammar expects the next command on the same line.
        if matches!(after.get(space.count()), Some(b'\n' | b'#') | None) {
            self.mask_heredocs();
        }
    }

    fn close_bracket(&mut self) {
        self.end_word();
        let pattern = self.command().last_word.clone();
        self.end_command(b")");
        if let Some(case @ CaseCommand::Pattern) = self.frame().cases.last_mut() {
            *case = CaseCommand::Commands;
            self.mask_glob(pattern);
            self.at += 1;
            if self.byte(self.at) == b'{' && self.byte(self.at + 1).is_ascii_whitespace() {
                self.mask_brace();
                self.frame().braces.push(0);
            }
            return;
        }
        match self.frame().kind {
            ShellFrameKind::Text | ShellFrameKind::Backtick => {
                self.at += 1;
                return;
            }
            ShellFrameKind::Bracket { is_masked: true } => {
                self.masker.blank(self.at..self.at + 1);
                self.masker
                    .hide(self.at..self.at + 1, "punctuation.bracket");
                self.mask_heredocs();
            }
            ShellFrameKind::Bracket { .. } => self.mask_heredocs(),
            _ => self.drop_heredocs(self.frames.len() - 1),
        }
        let start = self.frame().start;
        if matches!(self.frame().kind, ShellFrameKind::Substitution) && self.at > start + 2 {
            let text = &self.source()[start + 2..self.at];
            let blank = memchr::memchr2(b' ', b'\t', text);
            if let Some(blank) = blank.filter(|_| text.trim_ascii().is_empty()) {
                self.masker.replace(start + 2 + blank, b":");
            }
        }
        let is_subshell = matches!(self.frame().kind, ShellFrameKind::Bracket { .. });
        self.pop();
        let command = self.command();
        if command.open_word.is_none() {
            command.is_compound |= is_subshell && command.words == 0;
            command.words += 1;
        }
    }

    /// Masks a brace at the current position.
    fn mask_brace(&mut self) {
        let brace = self.at..self.at + 1;
        self.masker.blank(brace.clone());
        self.masker.hide(brace, "punctuation.bracket");
        self.at += 1;
    }

    /// Counts a brace among the commands of a branch whose first brace is masked; returns whether it
    /// is the end of the branch, which is masked then.
    fn count_brace(&mut self, range: &Range<usize>) -> bool {
        let is_open = self.byte(range.start) == b'{';
        match self.frame().braces.last_mut() {
            Some(depth) if is_open => *depth += 1,
            Some(0) => {
                self.frame().braces.pop();
                self.at = range.start;
                self.mask_brace();
                return true;
            }
            Some(depth) => *depth -= 1,
            None => {}
        }
        false
    }

    /// Masks a class with quotes in a pattern of `case`, such as `["$a"]`.
    fn mask_class(&mut self, range: &Range<usize>) {
        let text = &self.source()[range.clone()];
        let end = text
            .strip_prefix(b"[\"")
            .and_then(|rest| memchr::memchr(b']', rest));
        if let Some(end) = end {
            self.masker.replace(range.start, b"_");
            self.masker.replace(range.start + end + 2, b"_");
        }
    }

    /// Masks the first bracket in a class of a regular expression, such as `[^]a]`.
    fn mask_bracket_of_class(&mut self, range: &Range<usize>) {
        let text = &self.source()[range.clone()];
        for class in memchr::memmem::find_iter(text, b"[^]") {
            if memchr::memchr(b']', &text[class + 3..]).is_some() {
                self.masker.replace(range.start + class + 2, b"_");
            }
        }
    }

    /// Masks the quotes in a pattern of a condition, such as `@("a"|"b")`.
    fn mask_alternatives(&mut self, range: &Range<usize>) {
        let text = &self.source()[range.clone()];
        let is_list = matches!(text, [b'@' | b'?' | b'*' | b'+' | b'!', b'(', ..]);
        let has_expansion = memchr::memchr3(b'$', b'`', b'\\', text).is_some();
        if !is_list || has_expansion {
            return;
        }
        for quote in memchr::memchr2_iter(b'"', b'\'', text) {
            self.masker.replace(range.start + quote, b"_");
        }
    }

    /// Masks the `*` before quotes in the last pattern of a branch, which the grammar accepts only if
    /// the quotes have no line feed and commands follow.
    fn mask_glob(&mut self, pattern: Range<usize>) {
        let text = &self.source()[pattern.clone()];
        let is_empty = self.byte(self.at + 1) == b';';
        if text.starts_with(b"*\"") && (is_empty || text.contains(&b'\n')) {
            self.masker.replace(pattern.start, b"_");
        }
    }

    /// Begins a redirection after a descriptor of `number` bytes.
    fn redirect(&mut self, number: usize, operator: usize) {
        let start = self.at;
        self.at += number + operator;
        if self.source()[start + number..].starts_with(b"<>") {
            self.masker.blank(self.at - 1..self.at);
            self.masker.hide(self.at - 2..self.at, "operator");
        }
        while matches!(self.byte(self.at), b' ' | b'\t') {
            self.at += 1;
        }
        self.command().redirection = Some((start, number, operator));
    }

    /// Reads a part of a word.
    fn read_word(&mut self) {
        let (start, source) = (self.at, self.source());
        if self.command().open_word.is_none() {
            let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit());
            let number = digits.count();
            let rest = &source[start + number..];
            match rest {
                [b'<' | b'>', b'(', ..] => {}
                [b'<', b'<', ..] if number > 0 => {
                    self.at += number;
                    return;
                }
                [b'<' | b'>', ..] if number > 0 => {
                    return self.redirect(number, redirection_len(rest));
                }
                _ => {}
            }
            self.command().open_word = Some(start);
        }
        match source[start] {
            b'\\' => self.at += 2,
            b'\'' => self.skip_string(),
            b'"' => self.push(ShellFrameKind::DoubleQuote, 1),
            b'$' | b'`' if self.read_expansion(false) => {}
            b'$' => {
                // The grammar accepts a dollar sign only before white space.
                let next = self.byte(start + 1);
                if !next.is_ascii_whitespace() && next != b'"' {
                    self.masker.replace(start, b"_");
                }
                self.at += 1;
            }
            _ => {
                let rest = &source[start + 1..];
                let plain = rest.iter().take_while(|byte| PLAIN[usize::from(**byte)]);
                self.at += 1 + plain.count();
            }
        }
    }

    /// Ends the word that is being read.
    fn end_word(&mut self) {
        if let Some(start) = self.command().open_word.take() {
            let end = self.at.min(self.source().len());
            self.word(start..end);
        }
    }

    /// Returns whether the bracket at the current position belongs to a pattern such as `@(a|b)`, or
    /// to an array.
    fn is_glob_bracket(&mut self) -> bool {
        let is_in_word = self.command().open_word.is_some();
        is_in_word && b"@?*+!=".contains(&self.byte(self.at - 1)) && !self.is_in_pattern()
    }

    /// Takes note of a word.
    fn word(&mut self, range: Range<usize>) {
        let source = self.source();
        let text = &source[range.clone()];
        if let Some((start, number, operator)) = self.command().redirection.take() {
            if self.command().words == 0 {
                let redirection = (start..range.end, number, operator);
                self.command().redirections.push(redirection);
            }
            return;
        }
        self.separate_keyword(&range);
        match self.frame().cases.last_mut() {
            Some(case @ CaseCommand::Word) if text == b"in" => {
                *case = CaseCommand::Pattern;
                self.frame().command = Command::default();
                return;
            }
            Some(CaseCommand::Pattern) if text == b"esac" => {
                self.frame().cases.pop();
            }
            Some(CaseCommand::Pattern) => {
                self.command().last_word = range.clone();
                self.mask_class(&range);
                return self.mask_pattern(range);
            }
            _ => {}
        }
        let command = &mut self.frame().command;
        let last = std::mem::replace(&mut command.last_word, range.clone());
        let before = last.clone();
        if matches!(&source[last.clone()], b"==" | b"!=" | b"=") {
            self.mask_pattern(range.clone());
            self.mask_alternatives(&range);
        }
        if self.frame().is_condition {
            self.mask_bracket_of_class(&range);
        }
        let is_declaration = matches!(
            &source[before],
            b"export" | b"declare" | b"local" | b"unset"
        );
        if is_declaration && self.command().words == 1 {
            self.mask_name(range.clone());
        }
        if matches!(text, b"{" | b"}") && self.count_brace(&range) {
            return;
        }
        if self.command().words == 0 {
            self.mask_name(range.clone());
        }
        let ShellFrame {
            command,
            cases,
            is_condition,
            ..
        } = self.frame();
        if command.words == 0 {
            match text {
                b"!" => {
                    command.is_negated = true;
                    return;
                }
                b"if" | b"then" | b"else" | b"elif" | b"while" | b"until" | b"do" | b"{"
                | b"time" => return,
                b"case" => {
                    command.words += 1;
                    return cases.push(CaseCommand::Word);
                }
                b"esac" => {
                    cases.pop();
                    command.is_compound = true;
                }
                b"}" | b"fi" | b"done" => command.is_compound = true,
                b"[[" => *is_condition = true,
                b"for" | b"select" => command.loop_words = 1,
                b"[" => command.test = Some(range.start),
                _ if is_assignment(text) => {
                    let name = memchr::memchr2(b'=', b']', text).unwrap_or(0);
                    let before = command.assigned.replace(range.end);
                    command
                        .assignments
                        .extend(before.filter(|_| command.is_negated));
                    self.mask_variables(range.start..range.start + name);
                    return;
                }
                _ => {}
            }
        } else if command.loop_words > 0 {
            command.loop_words += 1;
            if text == b"do" && command.loop_words == 3 {
                if range.start == last.end + 1 || !source[last.end..range.start].contains(&b'\n') {
                    self.masker.replace(range.start - 1, b";");
                }
                self.frame().command = Command::default();
                return;
            }
        } else if command.test.is_some() {
            if !self.test_word(range.clone(), last) {
                return;
            }
        } else if text == b"}" || text == b"{" {
            self.mask_heredocs();
        } else if text == b"]]" {
            *is_condition = false;
        } else if matches!(text, b"==" | b"=~") && !*is_condition {
            // To the grammar, a regular expression follows.
            self.masker.replace(range.start, b"__");
            self.masker.hide(range, "operator");
        }
        self.command().words += 1;
    }

    /// Puts `;` before a keyword that follows the end of a compound command, such as `} fi`.
    fn separate_keyword(&mut self, range: &Range<usize>) {
        let source = self.source();
        let is_keyword = matches!(
            &source[range.clone()],
            b"then" | b"do" | b"done" | b"else" | b"elif" | b"fi" | b"esac" | b"}"
        );
        let is_blank = |at: usize| matches!(source[at], b' ' | b'\t');
        let before = range.start.checked_sub(1).filter(|at| is_blank(*at));
        if let Some(at) = before.filter(|_| is_keyword && self.command().is_compound) {
            self.masker.replace(at, b";");
            self.mask_heredocs();
            *self.command() = Command::default();
        }
    }

    /// Masks each `@` in the name of a command.
    fn mask_name(&mut self, range: Range<usize>) {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@./-".contains(byte);
        let text = self.source()[range.clone()].iter();
        for (at, byte) in range.zip(text.take_while(|byte| is_plain(byte))) {
            if *byte == b'@' && self.byte(at + 1) != b'(' {
                self.masker.replace(at, b"_");
            }
        }
    }

    /// Masks what the grammar does not accept in a word of a pattern: quotes unless they are around a
    /// whole word, and a bracket after a backslash and `*`.
    fn mask_pattern(&mut self, range: Range<usize>) {
        let source = self.source();
        let text = &source[range.clone()];
        for escape in memchr::memmem::find_iter(text, b"*\\") {
            if matches!(text.get(escape + 2), Some(b']' | b')')) {
                self.masker.replace(range.start + escape + 1, b"__");
            }
        }
        let Some(first) = memchr::memchr(b'\'', text) else {
            return;
        };
        let end = memchr::memchr(b'\'', &text[first + 1..]);
        let is_whole = first == 0 && end == text.len().checked_sub(2);
        let has_expansion = memchr::memchr3(b'$', b'`', b'\\', text).is_some();
        if is_whole || has_expansion || !text.iter().any(|byte| b"*?[".contains(byte)) {
            return;
        }
        let (mut quotes, mut quote) = (Vec::new(), None);
        for (at, byte) in (range.start..).zip(text) {
            match (byte, quote) {
                (b'\'', None) => quote = Some(at),
                (b'\'', Some(start)) => {
                    quotes.push(start..at + 1);
                    quote = None;
                }
                (b'"', None) => return,
                _ => {}
            }
        }
        for quoted in quotes {
            self.masker.hide(quoted.clone(), "string");
            for at in quoted {
                if !source[at].is_ascii_alphanumeric() {
                    self.masker.replace(at, b"_");
                }
            }
        }
    }

    /// Ends the command before an operator.
    pub(super) fn end_command(&mut self, operator: &[u8]) {
        self.end_word();
        let source = self.source();
        if matches!(operator, b";" | b"\n") && self.has_tests && self.command().words > 1 {
            // A test without its end is an error only when it runs. In a text without another test,
            // such as a pattern, it is more likely a mistake.
            self.mask_test();
        }
        let ShellFrame { command, cases, .. } = self.frame();
        let command = std::mem::take(command);
        if cases.last() == Some(&CaseCommand::Word) {
            // The line feeds before `in`.
            return;
        }
        let is_loop_without_words =
            command.loop_words == 3 && &source[command.last_word.clone()] == b"in";
        if is_loop_without_words {
            self.masker.blank(command.last_word.clone());
            self.masker.hide(command.last_word, "keyword");
        }
        if command.words == 0 && command.assigned.is_some() && operator != b"|" {
            // The grammar expects one assignment after `!`.
            for end in command.assignments {
                if matches!(source[end], b' ' | b'\t') {
                    self.masker.replace(end, b";");
                }
            }
            for (range, number, len) in command.redirections {
                self.masker.blank(range.clone());
                if number > 0 {
                    self.masker
                        .hide(range.start..range.start + number, "number");
                }
                let start = range.start + number;
                self.masker.hide(start..start + len, "operator");
            }
        }
    }
}

/// Returns whether a word begins like `name=`.
fn is_assignment(word: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = word.iter().take_while(is_name).count();
    let is_name = name > 0 && !word[0].is_ascii_digit();
    let rest = match word.get(name) {
        Some(b'[') => memchr::memchr(b']', word).map_or(&[][..], |end| &word[end + 1..]),
        _ => &word[name..],
    };
    is_name && (rest.starts_with(b"=") || rest.starts_with(b"+="))
}

/// Returns the length of the operator of a redirection.
fn redirection_len(text: &[u8]) -> usize {
    match text {
        [b'<', b'<', ..] => 2,
        [_, b'>' | b'&' | b'|', ..] => 2,
        _ => 1,
    }
}
