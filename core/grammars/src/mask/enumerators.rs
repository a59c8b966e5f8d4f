//! Macros and directives in an `enum` list. In such a list, the grammar accepts only enumerators
//! and conditions; anything else breaks the parse up to the end of the list.

use std::ops::Range;

use super::MAX_CALLS;
use super::tokens::{CToken, Tokens, Word, is_word};
use crate::budget::{Interrupt, WorkBudget};
use crate::mask::masked::Masked;

/// Masks macros and directives up to the end of the list and advances past it. `tokens` starts
/// after the opening brace.
pub(super) fn mask_list(
    tokens: &mut Tokens<'_>,
    masked: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let mut list = EnumList {
        place: EnumPlace::Start,
        conditions: 0,
        writes_name: &[],
    };
    loop {
        budget.step()?;
        let token = tokens.next();
        match token.byte {
            _ if token.is_end() => return Ok(()),
            _ if token.word.is_some() => list.word(&token, tokens, masked),
            b'{' | b'}' | b';' => return Ok(()),
            b'#' => list.directive(&token, masked),
            b',' => list.place = EnumPlace::Start,
            b'(' => {
                tokens.pass_arguments(token.start + MAX_CALLS);
            }
            _ => list.place = EnumPlace::Value,
        }
    }
}

/// Position in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EnumPlace {
    /// Position at which an enumerator can begin.
    Start,
    /// After the name of an enumerator.
    Name,
    /// After the `=` of an enumerator.
    Value,
}

struct EnumList<'s> {
    place: EnumPlace,
    /// Number of enclosing conditions.
    conditions: usize,
    /// Last macro whose call was an enumerator.
    writes_name: &'s [u8],
}

impl<'s> EnumList<'s> {
    fn word(&mut self, word: &CToken, tokens: &mut Tokens<'s>, masked: &mut Masked<'_>) {
        let mut rest = tokens.clone();
        let next = rest.next();
        let is_call = next.is(b'(');
        match self.place {
            EnumPlace::Start if is_call => self.call(word, tokens, masked),
            // A macro that expands to a list.
            EnumPlace::Start
                if next.word.is_some() && tokens.source[word.end..next.start].contains(&b'\n') =>
            {
                masked.blank(word.range());
            }
            EnumPlace::Start => self.place = EnumPlace::Name,
            // An attribute, as in `A DEPRECATED(2) = 1`.
            EnumPlace::Name if word.word == Some(Word::Upper) => {
                if is_call && rest.pass_arguments(word.start + MAX_CALLS) {
                    *tokens = rest;
                }
                masked.blank(word.start..tokens.at);
            }
            EnumPlace::Name | EnumPlace::Value => {}
        }
    }

    /// Masks a macro call. `NAME(A, 1),` is an enumerator, assumed to be named by the first
    /// argument; a call without a following comma expands to a list.
    fn call(&mut self, word: &CToken, tokens: &mut Tokens<'s>, masked: &mut Masked<'_>) {
        let mut rest = tokens.clone();
        rest.next();
        let name = first_argument(&rest);
        if !rest.pass_arguments(word.start + MAX_CALLS) {
            self.place = EnumPlace::Value;
            return;
        }
        let call = word.start..rest.at;
        let macro_name = &tokens.source[word.range()];
        *tokens = rest.clone();
        let next = rest.next();
        let is_enumerator = next.is(b',') || next.is(b'}') && macro_name == self.writes_name;
        match name.filter(|_| is_enumerator) {
            Some(name) => {
                masked.blank(call.start..name.start);
                masked.blank(name.end..call.end);
                self.writes_name = macro_name;
                self.place = EnumPlace::Value;
            }
            None => masked.blank(call),
        }
    }

    /// Masks a directive other than a condition. The grammar accepts other directives only outside
    /// conditions and before a comma: `#define A B` becomes `#define A`, a line ending and a comma.
    fn directive(&mut self, line: &CToken, masked: &mut Masked<'_>) {
        let text = masked.source();
        let words = text[line.start + 1..line.end].trim_ascii_start();
        let name_start = line.end - words.len();
        let length = words.iter().take_while(|byte| byte.is_ascii_lowercase());
        let (directive, rest) = words.split_at(length.count());
        match directive {
            b"if" | b"ifdef" | b"ifndef" => self.conditions += 1,
            b"endif" => self.conditions = self.conditions.saturating_sub(1),
            b"else" | b"elif" | b"elifdef" | b"elifndef" => {}
            b"define" if self.place == EnumPlace::Start && self.conditions == 0 => {
                let name_end = name_start + directive.len() + macro_name_length(rest);
                if name_end < line.end && text.get(line.end) == Some(&b'\n') {
                    let end = masked.bytes(name_end..line.end + 1);
                    end.fill(b' ');
                    let comma = end.len() - 1;
                    end[comma - 1..].copy_from_slice(b"\n,");
                } else {
                    masked.blank(line.range());
                }
            }
            _ => masked.blank(line.range()),
        }
    }
}

/// Returns the length of the name in ` NAME value`, including the leading spaces.
fn macro_name_length(text: &[u8]) -> usize {
    let blanks = text
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    blanks
        + text[blanks..]
            .iter()
            .take_while(|byte| is_word(**byte))
            .count()
}

/// Returns the first argument of a call if it is a single word. `tokens` starts after the opening
/// bracket.
fn first_argument(tokens: &Tokens<'_>) -> Option<Range<usize>> {
    let mut tokens = tokens.clone();
    let name = tokens.next();
    let end = tokens.next();
    (name.word.is_some() && (end.is(b',') || end.is(b')'))).then(|| name.range())
}
