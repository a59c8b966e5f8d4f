//! Masks directives that the grammars of C, C++ and Objective-C do not accept.
//!
//! - Conditions that split a declaration or a statement, such as `#ifdef A` around one of two lines
//!   that open the same block. The grammars accept only whole declarations and statements in a
//!   branch; anything else breaks the parse up to the end of the file. The directives of such a
//!   group are masked, and one of its branches is read: the first one, or the one that agrees with
//!   the groups before.
//! - A comment in a macro that continues after it. In the grammars, such a comment ends the macro.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::tokens::{CToken, Tokens, Word};
use crate::budget::{Interrupt, WorkBudget};

/// Returns text of the same length with such directives masked, or `None` if nothing changes.
/// O(n log n) time in the number of directives, O(n) in the text.
pub(super) fn masked(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    if !needs_mask(source) {
        return Ok(None);
    }
    let mut groups = Groups {
        source,
        open: Vec::new(),
        outer: DirectiveBranch::default(),
        before: None,
        is_enum: false,
        in_enum: false,
        assumed: FxHashMap::default(),
        masked: Vec::new(),
    };
    let mut tokens = Tokens::new(source);
    loop {
        budget.step()?;
        let token = tokens.next_unclassified();
        if token.is_end() {
            return Ok(groups.finish());
        }
        if token.is(b'#') {
            groups.directive(&token, &tokens);
        } else {
            groups.token(&token);
        }
    }
}

/// Returns whether text has a condition other than an include guard, or a macro of several lines.
fn needs_mask(source: &[u8]) -> bool {
    let mut is_guarded = false;
    let mut directives = 0usize;
    for at in memchr::memchr_iter(b'#', source) {
        let rest = &source[at..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let name = Directive::of(line).name;
        let is_guard = directives == 0 && name == b"ifndef";
        is_guarded |= is_guard;
        directives += usize::from(!name.is_empty());
        let is_condition = name.starts_with(b"if") && !is_guard || name.starts_with(b"el");
        let is_long = name == b"define" && line.trim_ascii_end().ends_with(b"\\");
        // Without the macro of a guard, the first condition is an ordinary one.
        let is_unguarded = is_guarded && directives == 2 && name != b"define";
        if is_condition || is_long || is_unguarded {
            return true;
        }
    }
    false
}

/// Brackets that text closes or leaves open.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct BracketBalance {
    braces: Level,
    parentheses: Level,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Level {
    /// Opening minus closing brackets.
    net: i64,
    /// Minimum of `net` at any point.
    low: i64,
}

impl Level {
    fn add(&mut self, other: Level) {
        self.low = self.low.min(self.net + other.low);
        self.net += other.net;
    }

    fn step(&mut self, net: i64) {
        self.add(Level {
            net,
            low: net.min(0),
        });
    }
}

/// Text between two directives of a group.
#[derive(Default)]
struct DirectiveBranch {
    /// Directive that begins the branch.
    directive: Range<usize>,
    brackets: BracketBalance,
    first: Option<CToken>,
    last: Option<CToken>,
}

/// Position of a group in the code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupStart {
    /// Position at which a statement can begin.
    Statement,
    /// Position at which an enumerator can begin.
    Enumerator,
    /// After a closing parenthesis or an upper-case name, either of which may be a macro.
    Macro,
    /// After a comma, not between enumerators.
    Comma,
    /// After a colon.
    Colon,
    /// Elsewhere inside a statement.
    Inside,
}

/// `#if` with its branches up to the current one.
struct DirectiveGroup {
    start: GroupStart,
    /// Token before the group.
    before: Option<CToken>,
    in_parentheses: bool,
    branches: Vec<DirectiveBranch>,
}

impl DirectiveGroup {
    /// Returns whether a branch is not a list of whole declarations or statements. `next` is the
    /// token after the group.
    fn is_split(&self, source: &[u8], next: &CToken) -> bool {
        if self.in_parentheses || self.start == GroupStart::Inside {
            return true;
        }
        self.branches.iter().any(|branch| {
            if branch.brackets != BracketBalance::default() {
                return true;
            }
            let (Some(first), Some(last)) = (branch.first, branch.last) else {
                return false;
            };
            let ends = match last.word {
                Some(_) => is_upper(source, &last) && begins_line(source, &last),
                None => matches!(last.byte, b';' | b'{' | b'}' | b':' | b','),
            };
            // A macro call, or a function whose body follows.
            let is_followed = next.word.is_some() || next.ends_block() || next.is(b'~');
            let ends = ends || last.is(b')') && is_followed;
            let continues = &source[first.range()] == b"else"
                || self.start == GroupStart::Macro
                    && first.word.is_none()
                    && matches!(first.byte, b'{' | b':' | b'=' | b';' | b')');
            match self.start {
                GroupStart::Comma => true,
                // Bases of a class, or the values of an array or a structure.
                GroupStart::Colon | GroupStart::Statement if last.is(b',') => true,
                _ => continues || !ends,
            }
        })
    }
}

struct Groups<'s> {
    source: &'s [u8],
    open: Vec<DirectiveGroup>,
    /// Text outside all groups.
    outer: DirectiveBranch,
    /// Last token that is not a directive, of the text as it will be read.
    before: Option<CToken>,
    /// Whether the declaration so far, or the one around the innermost block, is an enum.
    is_enum: bool,
    in_enum: bool,
    /// Conditions that the branches read so far imply.
    assumed: FxHashMap<&'s [u8], bool>,
    masked: Vec<Range<usize>>,
}

impl<'s> Groups<'s> {
    fn branch(&mut self) -> &mut DirectiveBranch {
        let branch = self
            .open
            .last_mut()
            .and_then(|group| group.branches.last_mut());
        branch.unwrap_or(&mut self.outer)
    }

    fn token(&mut self, token: &CToken) {
        self.before = Some(*token);
        let branch = self.branch();
        branch.first.get_or_insert(*token);
        branch.last = Some(*token);
        let BracketBalance {
            braces,
            parentheses,
        } = &mut branch.brackets;
        match token.byte {
            _ if token.word.is_some() => {
                self.is_enum |= begins_enum(&self.source[token.range()]);
                return;
            }
            b'{' => braces.step(1),
            b'}' => braces.step(-1),
            b'(' | b'[' => parentheses.step(1),
            b')' | b']' => parentheses.step(-1),
            _ => {}
        }
        match token.byte {
            b'{' => self.in_enum = std::mem::take(&mut self.is_enum),
            b'}' | b';' => (self.is_enum, self.in_enum) = (false, false),
            _ => {}
        }
    }

    fn directive(&mut self, line: &CToken, rest: &Tokens<'_>) {
        let branch = DirectiveBranch {
            directive: line.range(),
            ..DirectiveBranch::default()
        };
        match Directive::of(&self.source[line.range()]).name {
            b"if" | b"ifdef" | b"ifndef" => self.open.push(DirectiveGroup {
                start: self.start(),
                before: self.before,
                in_parentheses: self.in_parentheses(),
                branches: vec![branch],
            }),
            b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                if let Some(group) = self.open.last_mut() {
                    self.before = group.before;
                    group.branches.push(branch);
                }
            }
            b"endif" => self.close(line, &rest.clone().next()),
            b"define" => self.comments(line),
            _ => {}
        }
    }

    /// Masks the comments of a macro that have text after them.
    fn comments(&mut self, line: &CToken) {
        let text = &self.source[line.range()];
        let mut at = 0;
        while let Some(start) = memchr::memmem::find(&text[at..], b"/*") {
            let start = at + start;
            let Some(length) = memchr::memmem::find(&text[start..], b"*/") else {
                return;
            };
            at = start + length + 2;
            if memchr::memchr(b'\n', &text[at..]).is_some() {
                self.masked.push(line.start + start..line.start + at);
            }
        }
    }

    fn start(&self) -> GroupStart {
        match self.before {
            None => GroupStart::Statement,
            Some(token) if is_upper(self.source, &token) => GroupStart::Macro,
            Some(token) if token.word.is_some() => GroupStart::Inside,
            Some(token) => match token.byte {
                b'{' | b',' if self.in_enum => GroupStart::Enumerator,
                b';' | b'{' | b'}' => GroupStart::Statement,
                b':' => GroupStart::Colon,
                b')' => GroupStart::Macro,
                b',' => GroupStart::Comma,
                _ => GroupStart::Inside,
            },
        }
    }

    fn in_parentheses(&self) -> bool {
        let is_open = |branch: &DirectiveBranch| branch.brackets.parentheses.net > 0;
        match self.open.last() {
            Some(group) => group.in_parentheses || group.branches.last().is_some_and(is_open),
            None => is_open(&self.outer),
        }
    }

    /// Ends the innermost group.
    fn close(&mut self, end: &CToken, next: &CToken) {
        let Some(group) = self.open.pop() else {
            return;
        };
        if !group.is_split(self.source, next) {
            return;
        }
        let read = self.read(&group);
        let ends = group.branches[1..]
            .iter()
            .map(|branch| branch.directive.start);
        let ends: Vec<_> = ends.chain([end.start]).collect();
        for (index, (branch, end)) in group.branches.iter().zip(ends).enumerate() {
            let masked = match Some(index) == read {
                true => branch.directive.clone(),
                false => branch.directive.start..end,
            };
            self.masked.push(masked);
        }
        self.masked.push(end.range());
        let read = read.map(|index| &group.branches[index]);
        self.before = read.and_then(|branch| branch.last).or(group.before);
        let outer = self.branch();
        if let Some(read) = read {
            outer.brackets.braces.add(read.brackets.braces);
            outer.brackets.parentheses.add(read.brackets.parentheses);
            outer.first = outer.first.or(read.first);
            outer.last = read.last.or(outer.last);
        }
    }

    /// Returns the branch to read. `#if 0` is never read.
    fn read(&mut self, group: &DirectiveGroup) -> Option<usize> {
        let first = &group.branches[0];
        let Directive { name, argument } = Directive::of(&self.source[first.directive.clone()]);
        let (condition, is_true) = match name {
            b"ifdef" => (argument, true),
            b"ifndef" => (argument, false),
            _ => condition(argument),
        };
        let holds = match condition {
            b"0" => false,
            b"1" => true,
            _ => *self.assumed.entry(condition).or_insert(is_true),
        };
        match holds == is_true {
            true => Some(0),
            false => (group.branches.len() > 1).then_some(1),
        }
    }

    fn finish(mut self) -> Option<Vec<u8>> {
        if self.masked.is_empty() {
            return None;
        }
        self.masked.sort_unstable_by_key(|range| range.start);
        let mut text = self.source.to_vec();
        let mut done = 0;
        for range in self.masked {
            let start = range.start.max(done);
            done = done.max(range.end);
            if start < done {
                let bytes = text[start..done].iter_mut();
                bytes
                    .filter(|byte| **byte != b'\n')
                    .for_each(|byte| *byte = b' ');
            }
        }
        Some(text)
    }
}

fn is_upper(source: &[u8], token: &CToken) -> bool {
    token.word.is_some() && Word::of(&source[token.range()]) == Word::Upper
}

/// Returns whether a word begins an enum: the keyword, or a macro such as `NS_ENUM`.
fn begins_enum(word: &[u8]) -> bool {
    let has = |part| memchr::memmem::find(word, part).is_some();
    match word {
        b"enum" => true,
        [b'A'..=b'Z', _, _, _, ..] => has(b"ENUM") || has(b"OPTIONS"),
        _ => false,
    }
}

/// Returns whether a token is the first one on its line.
fn begins_line(source: &[u8], token: &CToken) -> bool {
    let before = source[..token.start].iter().rev();
    let mut before = before.skip_while(|byte| matches!(byte, b' ' | b'\t'));
    before.next().is_none_or(|byte| *byte == b'\n')
}

/// Name and argument of a directive.
struct Directive<'s> {
    name: &'s [u8],
    argument: &'s [u8],
}

impl<'s> Directive<'s> {
    fn of(line: &'s [u8]) -> Directive<'s> {
        let line = line[1..].trim_ascii_start();
        let length = line.iter().take_while(|byte| byte.is_ascii_lowercase());
        let (name, argument) = line.split_at(length.count());
        let comment =
            memchr::memmem::find(argument, b"/*").or(memchr::memmem::find(argument, b"//"));
        let argument = argument[..comment.unwrap_or(argument.len())].trim_ascii();
        Directive { name, argument }
    }
}

/// Returns a condition without `!` and `defined`, and whether it has no `!`.
fn condition(text: &[u8]) -> (&[u8], bool) {
    let (condition, is_true) = match text.strip_prefix(b"!") {
        Some(rest) => (rest.trim_ascii_start(), false),
        None => (text, true),
    };
    let Some(name) = condition.strip_prefix(b"defined") else {
        return if is_true {
            (condition, true)
        } else {
            (text, true)
        };
    };
    let name = name.trim_ascii();
    let name = name.strip_prefix(b"(").unwrap_or(name);
    let name = name.strip_suffix(b")").unwrap_or(name).trim_ascii();
    let is_name = name.iter().all(|byte| super::tokens::is_word(*byte));
    if is_name {
        (name, is_true)
    } else {
        (text, true)
    }
}
