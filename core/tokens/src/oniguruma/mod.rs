//! Regular expressions of `tokenizer.json` files, translated from the syntax of Oniguruma to the syntax of
//! `fancy-regex`.
//!
//! A translated pattern matches the same text as in Oniguruma with UTF-8 and its default syntax.
//! Whatever has another meaning there and no equivalent here is an error; nothing is passed on
//! unread.
//!
//! | module | translates |
//! | --- | --- |
//! | `class` | character classes and properties |
//! | `fold` | which text folds to a different number of characters where case is ignored |
//! | `input` | characters, and errors with their offsets |
//!
//! Differences that matter: lines begin and end at every `^` and `$`; `(?m)` lets a dot match line
//! feeds; `\w` has superscript digits and no joiners, but not within a class; `{n,m}+` repeats
//! instead of being possessive; `a(?i)b|c` is `a(?i:b|c)`; unknown escapes are literals.

mod class;
mod fold;
mod input;

use std::ops::Range;

use fancy_regex::Regex;
use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};

use crate::splitter;

use class::{DIGITS16, WORD};
use input::Input;

/// Characters of `\w` outside a class.
const WORD_OUTSIDE: &str = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾]";

/// Compiles a pattern in the syntax of Oniguruma.
///
/// # Errors
///
/// Returns [`ErrorKind::InvalidPattern`] for the errors of [`translate`], or if the translated
/// pattern does not compile.
pub(super) fn compile(pattern: &str) -> Result<Regex> {
    let translated = translate(pattern)?;
    splitter::compile(&translated).map_err(|error| {
        let message = format!("{error}; translated from Oniguruma");
        Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
    })
}

/// Maximum depth of groups within groups.
const MAX_DEPTH: usize = 256;

/// Translates a pattern. O(n) in its length, times the depth of its groups.
///
/// # Errors
///
/// Returns [`ErrorKind::InvalidPattern`] with the byte offset of the part that is invalid or has no
/// equivalent.
fn translate(pattern: &str) -> Result<String> {
    let mut translator = Translator {
        input: Input { pattern, at: 0 },
        output: String::with_capacity(pattern.len() * 2),
        groups: vec![RegexGroup::default()],
        flags: Flags::default(),
        last: Last::None,
        literal: None,
        has_names: has_named_group(pattern),
    };
    while translator.input.at < pattern.len() {
        translator.step()?;
    }
    translator.close_group()?;
    match translator.groups.is_empty() {
        true => Ok(translator.output),
        false => Err(translator
            .input
            .fault(pattern.len(), "a group is not closed")),
    }
}

/// Returns whether the pattern may have a named group, which makes other groups non-capturing.
fn has_named_group(pattern: &str) -> bool {
    let mut after = pattern
        .match_indices("(?<")
        .map(|(at, _)| &pattern[at + 3..]);
    after.any(|name| !name.starts_with(['=', '!'])) || pattern.contains("(?'")
}

/// Flags in effect.
#[derive(Clone, Copy, Default)]
struct Flags {
    ignores_case: bool,
    is_extended: bool,
    dot_matches_line_feed: bool,
}

/// Group that is open in the output.
#[derive(Default)]
struct RegexGroup {
    /// Offset of the group in the output.
    start: usize,
    /// Flags after the group.
    flags: Flags,
    is_look_around: bool,
    /// Number of brackets that close flags set inside.
    inner: usize,
}

/// Part that a quantifier would repeat, by its offset in the output.
#[derive(Clone, Copy)]
enum Last {
    /// The start of the pattern, of a group or of an alternative.
    None,
    Atom(usize),
    /// Repetition of an atom by `{n,m}`.
    Interval(usize),
    /// Anything that cannot be repeated.
    Fixed,
}

struct Translator<'p> {
    input: Input<'p>,
    output: String,
    groups: Vec<RegexGroup>,
    flags: Flags,
    last: Last,
    /// Character before the current position, if it ignores case.
    literal: Option<char>,
    has_names: bool,
}

impl Translator<'_> {
    /// Translates the next part.
    fn step(&mut self) -> Result<()> {
        let start = self.input.at;
        let Some(next) = self.input.next() else {
            return Ok(());
        };
        match next {
            ' ' | '\t' | '\n' | '\r' | '\x0B' | '\x0C' if self.flags.is_extended => {}
            '#' if self.flags.is_extended => {
                let len = self.input.rest().find('\n');
                self.input.at += len.unwrap_or(self.input.rest().len());
            }
            '\\' => self.escape(start)?,
            '[' => {
                let class = class::translate(&mut self.input, self.flags.ignores_case)?;
                self.atom(&class);
            }
            '(' => self.open_group(start)?,
            ')' => {
                if self.groups.len() < 2 {
                    return Err(self.input.fault(start, "unmatched `)`"));
                }
                self.close_group()?;
            }
            '|' => {
                self.output.push('|');
                (self.last, self.literal) = (Last::None, None);
            }
            '.' => self.dot(self.flags.dot_matches_line_feed),
            // There is no line after a final line feed, but it has an end.
            '^' => self.anchor(r"(?:(?m:^)(?!\z))"),
            '$' => self.anchor("(?m:$)"),
            '*' | '+' | '?' => self.repeat(start, next)?,
            '{' => self.interval(start)?,
            literal => self.char(start, literal)?,
        }
        Ok(())
    }

    /// Appends something that can be repeated.
    fn atom(&mut self, text: &str) {
        (self.last, self.literal) = (Last::Atom(self.output.len()), None);
        self.output.push_str(text);
    }

    /// Appends a condition on the position.
    fn anchor(&mut self, text: &str) {
        self.last = Last::Fixed;
        self.output.push_str(text);
    }

    fn dot(&mut self, matches_line_feed: bool) {
        self.atom(match matches_line_feed {
            true => "(?s:.)",
            false => r"[^\n]",
        });
    }

    /// Appends a literal character.
    fn char(&mut self, start: usize, literal: char) -> Result<()> {
        let before = self.literal;
        let mut text = String::new();
        push_char(&mut text, literal);
        self.atom(&text);
        if self.flags.ignores_case {
            if fold::is_multiple(literal..=literal)
                || before.is_some_and(|before| fold::may_join(before, literal))
            {
                let message = format!(
                    "`{literal}` where case is ignored is not supported: it may fold with its neighbours"
                );
                return Err(self.input.error(start, message));
            }
            self.literal = Some(literal);
        }
        Ok(())
    }

    /// Translates an escape, after the backslash.
    fn escape(&mut self, start: usize) -> Result<()> {
        if let Some(literal) = self.input.escaped_char()? {
            return self.char(start, literal);
        }
        let letter = self.input.next().unwrap_or_default();
        let word = WORD_OUTSIDE;
        match letter {
            'd' | 'D' | 's' | 'S' => self.atom(&format!("\\{letter}")),
            'w' => self.atom(word),
            'W' => self.atom(&format!("[^{word}]")),
            'h' => self.atom(&format!("[{DIGITS16}]")),
            'H' => self.atom(&format!("[^{DIGITS16}]")),
            'N' => self.dot(false),
            'O' => self.dot(true),
            'R' => self.atom(r"(?>\r\n|[\n-\r\x{85}\x{2028}\x{2029}])"),
            'A' => self.anchor(r"\A"),
            'z' => self.anchor(r"\z"),
            'Z' => self.anchor(r"(?=\n?\z)"),
            'b' => self.anchor(&format!("(?:(?<={word})(?!{word})|(?<!{word})(?={word}))")),
            'B' => self.anchor(&format!("(?:(?<={word})(?={word})|(?<!{word})(?!{word}))")),
            'p' | 'P' if self.input.peek() == Some('{') => {
                let set = class::property(&mut self.input, letter == 'P')?;
                let set = set.replace(WORD, word);
                // Outside a class, properties distinguish case.
                self.atom(&match self.flags.ignores_case {
                    true => format!("(?-i:{set})"),
                    false => set,
                });
            }
            '1'..='9' => self.back_reference(start, &letter.to_string())?,
            'k' if self.input.take("<") => {
                let name = self.input.take_until(">").unwrap_or_default();
                if !is_name(name) {
                    return Err(self.input.unsupported(start));
                }
                self.back_reference(start, &format!("k<{name}>"))?;
            }
            _ => return Err(self.input.unsupported(start)),
        }
        Ok(())
    }

    fn back_reference(&mut self, start: usize, reference: &str) -> Result<()> {
        let is_number = !reference.starts_with('k');
        let continues = is_number && self.input.peek().is_some_and(|c| c.is_ascii_digit());
        if continues || is_number == self.has_names || self.flags.ignores_case {
            return Err(self.input.unsupported(start));
        }
        self.atom(&format!("(?:\\{reference})"));
        Ok(())
    }

    /// Translates the start of a group, after its bracket.
    fn open_group(&mut self, start: usize) -> Result<()> {
        if self.groups.len() > MAX_DEPTH {
            return Err(self.input.fault(start, "too many groups within groups"));
        }
        if self.input.rest().starts_with('*') {
            self.input.at += 1;
            return Err(self.input.unsupported(start));
        }
        if self.input.take("?#") {
            let comment = self.input.take_until(")");
            return comment
                .map(|_| ())
                .ok_or_else(|| self.input.fault(start, "a comment is not closed"));
        }
        if !self.input.take("?") {
            let open = match self.has_names {
                true => "(?:",
                false => "(",
            };
            self.push_group(open, false);
            return Ok(());
        }
        for (open, is_look_around) in [
            (":", false),
            (">", false),
            ("=", true),
            ("!", true),
            ("<=", true),
            ("<!", true),
        ] {
            if self.input.take(open) {
                self.push_group(&format!("(?{open}"), is_look_around);
                return Ok(());
            }
        }
        for (open, close) in [("<", ">"), ("'", "'")] {
            if self.input.take(open) {
                let name = self.input.take_until(close).unwrap_or_default();
                if !is_name(name) {
                    return Err(self.input.unsupported(start));
                }
                self.push_group(&format!("(?<{name}>"), false);
                return Ok(());
            }
        }
        self.flags(start)
    }

    /// Translates the flags of a group, or flags that hold up to the end of the current group.
    fn flags(&mut self, start: usize) -> Result<()> {
        let mut flags = self.flags;
        let mut is_set = true;
        loop {
            match self.input.next() {
                Some('-') if is_set => is_set = false,
                Some('i') => flags.ignores_case = is_set,
                Some('x') => flags.is_extended = is_set,
                Some('m') => flags.dot_matches_line_feed = is_set,
                Some(end @ (':' | ')')) => {
                    let open = match flags.ignores_case {
                        true => "(?i:",
                        false => "(?-i:",
                    };
                    if end == ':' {
                        self.push_group(open, false);
                    } else {
                        // The alternatives that follow belong to the flags.
                        self.output.push_str(open);
                        let group = self.groups.last_mut().filter(|g| g.inner < MAX_DEPTH);
                        let deep = || self.input.fault(start, "too many flags in a group");
                        group.ok_or_else(deep)?.inner += 1;
                        (self.last, self.literal) = (Last::None, None);
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => return Err(self.input.unsupported(start)),
            }
        }
    }

    fn push_group(&mut self, open: &str, is_look_around: bool) {
        self.groups.push(RegexGroup {
            start: self.output.len(),
            flags: self.flags,
            is_look_around,
            inner: 0,
        });
        self.output.push_str(open);
        self.last = Last::None;
    }

    /// Closes the current group, or the pattern.
    fn close_group(&mut self) -> Result<()> {
        let Some(group) = self.groups.pop() else {
            return Ok(());
        };
        self.output.extend(std::iter::repeat_n(')', group.inner));
        if self.groups.is_empty() {
            return Ok(());
        }
        self.output.push(')');
        self.flags = group.flags;
        self.last = match group.is_look_around {
            true => Last::Fixed,
            false => Last::Atom(group.start),
        };
        Ok(())
    }

    /// Translates a quantifier of one character, with its suffix.
    fn repeat(&mut self, start: usize, quantifier: char) -> Result<()> {
        match self.last {
            Last::Atom(_) => {
                self.output.push(quantifier);
                if let Some(suffix) = self.input.peek().filter(|c| matches!(c, '?' | '+')) {
                    self.input.at += 1;
                    self.output.push(suffix);
                }
                self.last = Last::Fixed;
                Ok(())
            }
            Last::Interval(atom) => {
                self.output.insert_str(atom, "(?:");
                self.output.push(')');
                self.output.push(quantifier);
                self.last = Last::Fixed;
                Ok(())
            }
            Last::None | Last::Fixed => Err(self.input.fault(start, &not_repeated(quantifier))),
        }
    }

    /// Translates `{n,m}`. Braces with other text are literals.
    fn interval(&mut self, start: usize) -> Result<()> {
        let Some((counts, len)) = counts(self.input.rest()) else {
            return self.char(start, '{');
        };
        let atom = match self.last {
            Last::Atom(atom) => atom,
            Last::None | Last::Interval(_) | Last::Fixed => {
                return Err(self.input.fault(start, &not_repeated('{')));
            }
        };
        self.input.at += len;
        let Range {
            start: min,
            end: max,
        } = counts;
        match (min, max) {
            (min, Some(max)) if min > Some(max) => return Err(self.input.unsupported(start)),
            (min, max) => {
                let max = max.map_or(String::new(), |max| max.to_string());
                let min = min.unwrap_or_default();
                self.output.push_str(&format!("{{{min},{max}}}"));
            }
        }
        self.last = Last::Interval(atom);
        // Only an interval of one count is always greedy.
        if min != max && self.input.take("?") {
            self.output.push('?');
            self.last = Last::Fixed;
        }
        Ok(())
    }
}

/// Reads the counts of `n}`, `n,}`, `,m}` or `n,m}`. Returns them with their length.
fn counts(text: &str) -> Option<(Range<Option<u32>>, usize)> {
    let end = text.find('}')?;
    let (min, max) = match text[..end].split_once(',') {
        Some((min, max)) => (min, max),
        None => (&text[..end], &text[..end]),
    };
    let count = |digits: &str| {
        let is_number = digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse().ok())
    };
    let counts = count(min)?..count(max)?;
    (counts.start.is_some() || counts.end.is_some()).then_some((counts, end + 1))
}

fn not_repeated(quantifier: char) -> String {
    format!("nothing that `{quantifier}` can repeat")
}

/// Returns whether a name of a group is plain.
fn is_name(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit())
}

/// Appends a character that stands for itself, in a class and outside.
fn push_char(output: &mut String, literal: char) {
    match literal.is_ascii_alphanumeric() || !literal.is_ascii() {
        true => output.push(literal),
        false => output.push_str(&format!("\\x{:02X}", u32::from(literal))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
