//! Code, comments, strings and directives of C-like text.
//!
//! Reads the text once, from the start; offsets are asked for in ascending order.

/// Kind of a stretch of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stretch {
    Code,
    /// Directive of the preprocessor with its continuation lines.
    Directive,
    /// Comment, string or character.
    Other,
}

/// Branch of `#if` that is open.
#[derive(Clone, Copy)]
struct GuardBranch {
    /// Whether the condition mentions `__cplusplus`, and whether it must be defined.
    cpp: (bool, bool),
    /// The same of `__OBJC__`.
    objc: (bool, bool),
}

/// Reader of a text.
pub(super) struct CodeLexer<'t> {
    text: &'t [u8],
    stretch: Stretch,
    /// End of the stretch.
    end: usize,
    branches: Vec<GuardBranch>,
}

impl<'t> CodeLexer<'t> {
    pub(super) fn new(text: &'t [u8]) -> CodeLexer<'t> {
        CodeLexer {
            text,
            stretch: Stretch::Code,
            end: 0,
            branches: Vec::new(),
        }
    }

    /// Returns the kind of the stretch at an offset, which is not before the last one.
    pub(super) fn at(&mut self, offset: usize) -> Stretch {
        while self.end <= offset && self.end < self.text.len() {
            self.advance();
        }
        self.stretch
    }

    /// Whether only a C++ compiler reads the text at the last offset.
    pub(super) fn is_guarded_cpp(&self) -> bool {
        self.branches.iter().any(|b| b.cpp == (true, true))
    }

    /// Whether only an Objective-C compiler reads the text at the last offset.
    pub(super) fn is_guarded_objc(&self) -> bool {
        self.branches.iter().any(|b| b.objc == (true, true))
    }

    fn advance(&mut self) {
        let rest = &self.text[self.end..];
        let before = self.end.checked_sub(1).map(|at| self.text[at]);
        let blanks = rest.iter().take_while(|&&b| is_blank(b)).count();
        let is_first = before.is_none_or(|b| b == b'\n');
        let (stretch, len) = match rest {
            _ if is_first && rest.get(blanks) == Some(&b'#') => {
                let len = directive_len(rest);
                self.open_branch(&rest[blanks + 1..len]);
                (Stretch::Directive, len)
            }
            [b'/', b'/', ..] => (Stretch::Other, line_len(rest)),
            [b'/', b'*', ..] => (Stretch::Other, comment_len(rest)),
            [b'"', ..] => (Stretch::Other, string_len(rest, b'"')),
            // In a number, such as 1'000, it is a separator.
            [b'\'', ..] if !before.is_some_and(|b| b.is_ascii_alphanumeric()) => {
                (Stretch::Other, string_len(rest, b'\''))
            }
            _ => (Stretch::Code, code_len(rest)),
        };
        self.stretch = stretch;
        self.end += len;
    }

    /// Follows the conditions of directives. `directive` begins after the `#`.
    fn open_branch(&mut self, directive: &[u8]) {
        let directive = directive.trim_ascii_start();
        let word = directive.iter().take_while(|b| b.is_ascii_alphabetic());
        let (word, condition) = directive.split_at(word.count());
        let branch = || GuardBranch {
            cpp: mention(condition, b"__cplusplus", word),
            objc: mention(condition, b"__OBJC__", word),
        };
        match word {
            b"if" | b"ifdef" | b"ifndef" => self.branches.push(branch()),
            b"elif" | b"elifdef" | b"elifndef" => {
                if let Some(last) = self.branches.last_mut() {
                    *last = branch();
                }
            }
            b"else" => {
                if let Some(last) = self.branches.last_mut() {
                    last.cpp.1 = !last.cpp.1;
                    last.objc.1 = !last.objc.1;
                }
            }
            b"endif" => {
                self.branches.pop();
            }
            _ => {}
        }
    }
}

/// Returns whether a condition mentions a macro, and whether the macro must be defined.
fn mention(condition: &[u8], name: &[u8], directive: &[u8]) -> (bool, bool) {
    let Some(at) = memchr::memmem::find(condition, name) else {
        return (false, false);
    };
    let before = condition[..at].trim_ascii_end();
    let before = before.strip_suffix(b"(").unwrap_or(before);
    let before = before.trim_ascii_end();
    let before = before.strip_suffix(b"defined").unwrap_or(before);
    let is_negated = directive.ends_with(b"ndef") || before.trim_ascii_end().ends_with(b"!");
    (true, !is_negated)
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

fn line_len(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

/// Returns the length of a comment, which `rest` begins with.
fn comment_len(rest: &[u8]) -> usize {
    let inside = rest.get(2..).unwrap_or_default();
    memchr::memmem::find(inside, b"*/").map_or(rest.len(), |at| at + 4)
}

/// Returns the length of a string, which ends at its quote or at the end of its line.
fn string_len(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(found) = rest
        .get(at..)
        .and_then(|rest| memchr::memchr3(quote, b'\\', b'\n', rest))
    {
        at += found;
        match rest[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            _ => return at + 1,
        }
    }
    rest.len()
}

/// Returns the length of code up to the end of its line, or to a byte that may begin another
/// stretch.
fn code_len(rest: &[u8]) -> usize {
    let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
    let line = rest.get(1..end).unwrap_or_default();
    memchr::memchr3(b'/', b'"', b'\'', line).map_or(end, |at| at + 1)
}

/// Returns the length of a directive with its continuation lines, comments and line ending.
fn directive_len(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = rest
        .get(at..)
        .and_then(|rest| memchr::memchr3(b'\n', b'/', b'"', rest))
    {
        at += found;
        let from = &rest[at..];
        at += match from {
            [b'\n', ..] => {
                let line = rest[..at].strip_suffix(b"\r").unwrap_or(&rest[..at]);
                if !line.ends_with(b"\\") {
                    return at + 1;
                }
                1
            }
            [b'/', b'*', ..] => comment_len(from),
            [b'/', b'/', ..] => line_len(from),
            [b'"', ..] => string_len(from, b'"'),
            _ => 1,
        };
    }
    rest.len()
}
