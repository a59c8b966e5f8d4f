//! Masks C macros where the grammar does not accept them, such as `API` in `API int f(void);` and
//! `struct PACKED s {`.
//!
//! Without a preprocessor, a macro is recognised by its upper-case name and the adjacent words,
//! since a declaration can have only one type. A macro call that stands for whole declarations or
//! enumerators is recognised by what follows it. Works on words and brackets, not on syntax.

use std::ops::Range;

use super::masked::Masked;
use super::tokens::{CToken, Tokens, Word};
use super::{MAX_CALLS, enumerators};
use crate::budget::{Interrupt, WorkBudget};

/// Maximum number of words in a declaration up to its name; in longer declarations, no macro is
/// recognised.
const MAX_WORDS: usize = 64;

/// Returns text of the same length with such macros masked, or `None` if nothing changes. A macro
/// that begins a declaration is replaced with a word that can begin one, so the declaration keeps
/// its start. O(n) time; stores the words of one declaration.
pub(super) fn without_macros(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut tokens = Tokens::new(source);
    let mut masked = Masked::new(source);
    let mut words = Words::default();
    // Number of enclosing blocks.
    let mut depth = 0usize;
    loop {
        budget.step()?;
        let token = tokens.next();
        if token.word.is_some() {
            words.push(token);
            continue;
        }
        if depth == 0
            && let Some(word) = words.without_type(&token, &tokens)
        {
            add_type(masked.bytes(word));
        }
        if depth == 0
            && let Some(pointers) = words.pointers(&token, &tokens)
        {
            masked.blank(pointers);
        }
        if let Some(standing) = words.take_standing(&token, &tokens) {
            masked.blank(standing);
        }
        for (range, is_first) in words.macros(&token, &tokens) {
            replace(masked.bytes(range), is_first);
        }
        if let Some(call) = words.calls(&token, &tokens) {
            tokens.at = call.end;
            masked.blank(call);
            words.restart();
            continue;
        }
        if let Some(call) = words.attribute(&token, &tokens) {
            tokens.at = call.end;
            masked.blank(call);
            words.pop();
            continue;
        }
        if let Some(TypedCall { open, close }) = words.typed_call(&token, &tokens) {
            let is_first = words.words.len() == 1;
            replace(masked.bytes(open), is_first);
            masked.blank(close);
        }
        if let Some(EnumMacro { call, name }) = words.enum_macro(&token, &tokens) {
            tokens.at = call.end;
            masked.blank(call.start..name.start);
            masked.blank(name.end..call.end);
            masked
                .bytes(call.start..call.start + 4)
                .copy_from_slice(b"enum");
            tokens.next();
            enumerators::mask_list(&mut tokens, &mut masked, budget)?;
        } else if token.is(b'{') && words.is_enum(source) {
            enumerators::mask_list(&mut tokens, &mut masked, budget)?;
        } else if token.is(b'{') {
            depth += 1;
        } else if token.is(b'}') {
            depth = depth.saturating_sub(1);
        }
        if token.is_end() {
            return Ok(masked.finish());
        }
        words.clear(&token);
    }
}

fn replace(word: &mut [u8], is_first: bool) {
    let specifier: &[u8] = match (is_first, word.len()) {
        (true, 5..) => b"const",
        (true, 4) => b"auto",
        _ => b"",
    };
    word.fill(b' ');
    word[..specifier.len()].copy_from_slice(specifier);
}

/// Replaces a specifier with a type, or splits a name into a type and the rest of the name.
fn add_type(word: &mut [u8]) {
    match &*word {
        b"static" | b"extern" | b"inline" | b"register" | b"const" => {
            word.fill(b' ');
            word[..3].copy_from_slice(b"int");
        }
        _ => word[1] = b' ',
    }
}

/// Range from a `typedef` to the end of a call such as `NS_ENUM(int, Name)`, and the range of the
/// name.
struct EnumMacro {
    call: Range<usize>,
    name: Range<usize>,
}

/// Ranges of the name with the opening bracket, and of the closing bracket, for a call around the
/// type of a declaration.
struct TypedCall {
    open: Range<usize>,
    close: Range<usize>,
}

/// Consecutive words, and the byte before the first word.
#[derive(Default)]
struct Words {
    before: u8,
    words: Vec<CToken>,
    /// Number of words, which may exceed the number stored.
    count: usize,
}

impl Words {
    fn push(&mut self, word: CToken) {
        self.count += 1;
        if self.count <= MAX_WORDS {
            self.words.push(word);
        }
    }

    fn pop(&mut self) {
        self.count -= 1;
        self.words.truncate(self.count);
    }

    /// Starts over after a token that is not a word.
    fn clear(&mut self, before: &CToken) {
        self.before = before.byte;
        self.restart();
    }

    /// Starts over after the same token.
    fn restart(&mut self) {
        self.words.clear();
        self.count = 0;
    }

    /// Returns the macros among the words before the token `end`, each with whether it is the first
    /// word. `rest` contains the tokens after `end`.
    fn macros(&self, end: &CToken, rest: &Tokens<'_>) -> Vec<(Range<usize>, bool)> {
        let Words { before, words, .. } = self;
        // The first word after `@` is a directive of Objective-C.
        let words = &words[usize::from(*before == b'@').min(words.len())..];
        let mut found = Vec::new();
        let is_macro = |token: &CToken| matches!(token.word, Some(Word::Upper | Word::Reserved));
        if self.count > MAX_WORDS || !words.iter().any(is_macro) {
            return found;
        }
        // `(WORD *name)(`
        if let ([word], b'(') = (words, before)
            && end.is(b'*')
            && rest.encloses_word()
        {
            return vec![(word.range(), false)];
        }
        // The last name after `struct` names the type; earlier names are macros.
        let tag = words
            .iter()
            .rposition(|token| token.word == Some(Word::Tag));
        if let Some(tag) = tag.filter(|_| end.is(b'{')) {
            let (before, after) = words.split_at(tag);
            let after = &after[1..];
            let macros = before.iter().chain(&after[..after.len().saturating_sub(1)]);
            let macros = macros.filter(|token| is_macro(token));
            found.extend(macros.map(|token| (token.range(), token.start == words[0].start)));
            return found;
        }
        // `} __macro;`, `x[1] __macro = y`, `f(x) __macro {`
        if let [word] = words
            && word.word == Some(Word::Reserved)
            && match before {
                b'}' => end.is(b';'),
                b']' => end.is_any(b"=;,"),
                b')' => end.is_any(b";{"),
                _ => false,
            }
        {
            return vec![(word.range(), false)];
        }
        let mut types = types_of(words);
        if let [_, .., name, last] = types.as_slice()
            && last.word == Some(Word::Reserved)
            && name.word == Some(Word::Name)
            && end.is_any(b"=;,")
        {
            found.push((last.range(), false));
            types.pop();
        }
        if ends_in_name(words, end, rest) {
            types.pop();
        }
        let mut surplus = types.len().saturating_sub(1);
        // A name with underscores is less often a type.
        types.sort_by_key(|token| token.word != Some(Word::Reserved));
        for token in types.into_iter().filter(|token| is_macro(token)) {
            if surplus == 0 {
                break;
            }
            surplus -= 1;
            found.push((token.range(), token.start == words[0].start));
        }
        found
    }

    /// Finds a function definition without a type, such as `main() {` or `DEFINE(name) {`, whose words
    /// and the bracket `end` begin it. Returns the word to replace: a specifier before the name, or the
    /// name, which must have three bytes.
    fn without_type(&self, end: &CToken, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let (name, specifiers) = self.words.split_last()?;
        let is_specifier = |token: &CToken| {
            matches!(
                &rest.source[token.range()],
                b"static" | b"extern" | b"inline" | b"register" | b"const"
            )
        };
        let word = specifiers.first().unwrap_or(name);
        let is_statement = matches!(
            &rest.source[name.range()],
            b"if" | b"for" | b"while" | b"switch"
        );
        if !(self.begins()
            && end.is(b'(')
            && matches!(name.word, Some(Word::Name | Word::Upper))
            && !is_statement
            && specifiers.iter().all(is_specifier)
            && word.range().len() > 2)
        {
            return None;
        }
        let limit = name.start + MAX_CALLS;
        let mut tokens = rest.clone();
        if !tokens.pass_arguments(limit) {
            return None;
        }
        let is_definition = match name.word {
            Some(Word::Upper) => tokens.next().is(b'{'),
            _ => begins_body(tokens, limit),
        };
        is_definition.then(|| word.range())
    }

    /// Finds the `*` before the name of an old definition, such as `char *f(a) char a; {`, whose last
    /// word and the bracket `end` begin the parameters.
    fn pointers(&self, end: &CToken, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let [name] = self.words.as_slice() else {
            return None;
        };
        if !(end.is(b'(') && self.before == b'*') {
            return None;
        }
        let limit = name.start + MAX_CALLS;
        let mut tokens = rest.clone();
        let has_names = loop {
            let is_word = tokens.next().word.is_some();
            let separator = tokens.next();
            match separator.byte {
                b',' if is_word && separator.start < limit => {}
                byte => break is_word && byte == b')',
            }
        };
        let declares = tokens.clone().next().word.is_some();
        if !(has_names && declares && begins_body(tokens, limit)) {
            return None;
        }
        let before = &rest.source[..name.start];
        let is_part = |byte: &&u8| **byte == b'*' || byte.is_ascii_whitespace();
        let count = before.iter().rev().take_while(is_part).count();
        Some(name.start - count..name.start)
    }

    /// Finds a macro call after a declarator or the end of a structure, such as `__aligned(8)` in
    /// `int a __aligned(8);`, whose name is the last word and whose bracket is `end`.
    fn attribute(&self, end: &CToken, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let (last, others) = self.words.split_last()?;
        let is_macro = |token: &CToken| matches!(token.word, Some(Word::Upper | Word::Reserved));
        let (ends_declarator, following) = match (others.last(), self.before) {
            (Some(name), _) => {
                let is_name = name.word == Some(Word::Name) && types_of(others).len() > 1;
                (is_name, &b";,="[..])
            }
            (None, b'}') => (last.word == Some(Word::Reserved), &b";"[..]),
            (None, b']') => (true, &b";,="[..]),
            (None, b')') => (last.word == Some(Word::Reserved), &b";{"[..]),
            _ => (false, &b""[..]),
        };
        if !(end.is(b'(') && is_macro(last) && ends_declarator) {
            return None;
        }
        let mut tokens = rest.clone();
        if !tokens.pass_arguments(last.start + MAX_CALLS) {
            return None;
        }
        let call = last.start..tokens.at;
        let next = tokens.next();
        let ends = next.is_any(following) || is_macro(&next);
        // Parameters have types.
        let mut arguments = Tokens::part(rest.source, end.end..call.end);
        let mut before = None;
        let has_parameters = std::iter::from_fn(|| {
            let token = arguments.next();
            (!token.is_end()).then_some(token)
        })
        .any(|token| {
            let follows_word = std::mem::replace(&mut before, token.word).is_some();
            matches!(token.word, Some(Word::Type | Word::Tag | Word::Qualifier))
                || follows_word && (token.word.is_some() || token.is(b'*'))
        });
        (ends && !has_parameters).then_some(call)
    }

    /// Returns whether the words begin an `enum`.
    fn is_enum(&self, source: &[u8]) -> bool {
        let mut words = self.words.iter().rev();
        let tag = words.find(|token| token.word == Some(Word::Tag));
        tag.is_some_and(|token| &source[token.range()] == b"enum")
    }

    /// Finds a macro that begins an `enum`, such as `typedef NS_ENUM(int, Name) {`; the words and
    /// the bracket `end` begin the call. The macro's name contains `ENUM` or `OPTIONS`, and its
    /// last argument is the name of the enum.
    fn enum_macro(&self, end: &CToken, rest: &Tokens<'_>) -> Option<EnumMacro> {
        let [first, word] = self.words.as_slice() else {
            return None;
        };
        let text = &rest.source[word.range()];
        let has = |part| memchr::memmem::find(text, part).is_some();
        let is_macro = word.word == Some(Word::Upper) && (has(b"ENUM") || has(b"OPTIONS"));
        if !(end.is(b'(') && is_macro && &rest.source[first.range()] == b"typedef") {
            return None;
        }
        let mut tokens = rest.clone();
        let name = tokens.last_argument(word.start + MAX_CALLS)?;
        let call = first.start..tokens.at;
        tokens.next().is(b'{').then_some(EnumMacro { call, name })
    }

    /// Returns whether the words start where a declaration can start.
    fn begins(&self) -> bool {
        matches!(self.before, 0 | b'#' | b'{' | b'}' | b';')
    }

    /// Removes leading words that are macros alone on their lines, such as `BEGIN_DECLARATIONS`, if
    /// another declaration, a directive or the end of the block follows. Before other words, such a
    /// word is the type of a declaration. Returns the range of the removed words.
    fn take_standing(&mut self, end: &CToken, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let is_first_upper = self.words.first()?.word == Some(Word::Upper);
        if !(self.begins() && is_first_upper) || self.count > MAX_WORDS {
            return None;
        }
        let ends = end.ends_block();
        let starts = self
            .words
            .iter()
            .skip(1)
            .chain([end])
            .map(|token| token.start);
        let stands = |(token, next): &(&CToken, usize)| {
            let between = &rest.source[token.end..*next];
            token.word == Some(Word::Upper)
                && (between.contains(&b'\n') || *next == end.start && ends)
        };
        let standing = self.words.iter().zip(starts).take_while(stands).count();
        let count = (1..=standing).rev().find(|count| {
            let others = self.without_first(*count);
            others.words.is_empty() && ends || others.begin_declaration(end, rest)
        })?;
        let range = self.words[0].start..self.words[count - 1].end;
        *self = self.without_first(count);
        Some(range)
    }

    fn without_first(&self, count: usize) -> Words {
        Words {
            before: self.before,
            words: self.words[count..].to_vec(),
            count: self.count - count,
        }
    }

    /// Returns whether the words up to the token `end` form a complete start of a declaration.
    fn begin_declaration(&self, end: &CToken, rest: &Tokens<'_>) -> bool {
        let words = self.words.as_slice();
        match words {
            [first, ..] if first.word == Some(Word::Tag) => true,
            [first, ..] if begins_declaration(rest.source, first) => true,
            [_] if end.is(b'(') => {
                self.calls(end, rest).is_some() || self.typed_call(end, rest).is_some()
            }
            _ => types_of(words).len() > usize::from(ends_in_name(words, end, rest)),
        }
    }

    /// Finds a macro whose argument is the type of a declaration: `API(int) f(void);`. The last
    /// word and the bracket `end` begin the call.
    fn typed_call(&self, end: &CToken, rest: &Tokens<'_>) -> Option<TypedCall> {
        let (last, qualifiers) = self.words.split_last()?;
        let is_prefix = qualifiers
            .iter()
            .all(|token| token.word == Some(Word::Qualifier));
        let has_room = last.end - last.start >= 4;
        if !(self.begins()
            && end.is(b'(')
            && last.word == Some(Word::Upper)
            && is_prefix
            && has_room)
        {
            return None;
        }
        let mut tokens = rest.clone();
        let mut has_type = false;
        let close = loop {
            let token = tokens.next();
            match token.word {
                _ if tokens.at > last.start + MAX_CALLS => return None,
                Some(_) => has_type = true,
                None if token.is(b'*') && has_type => {}
                None if token.is(b')') && has_type => break token.range(),
                None => return None,
            }
        };
        let mut name = tokens.next();
        while name.is(b'*') {
            name = tokens.next();
        }
        let is_name = matches!(name.word, Some(Word::Name | Word::Upper)) && tokens.next().is(b'(');
        is_name.then_some(TypedCall {
            open: last.start..end.end,
            close,
        })
    }

    /// Returns the range of the macro calls that begin with the only word and the bracket `end`, if
    /// they stand alone: where a declaration can start, and followed by another declaration, a
    /// directive or the end of the block. `NAME(a) f(void);` is a declaration whose type comes from
    /// a macro.
    fn calls(&self, end: &CToken, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let [word] = self.words.as_slice() else {
            return None;
        };
        let is_macro = matches!(word.word, Some(Word::Upper | Word::Reserved));
        if !(self.begins() && end.is(b'(') && is_macro) {
            return None;
        }
        let mut tokens = rest.clone();
        let limit = word.start + MAX_CALLS;
        let mut previous = None;
        while tokens.pass_arguments(limit) {
            let call = word.start..tokens.at;
            let next = tokens.next();
            let stands = match next.word {
                Some(Word::Upper) => {
                    let after = tokens.next();
                    if after.is(b'(') {
                        previous = Some(call);
                        continue;
                    }
                    // `API int f(void);` or `END_DECLARATIONS` on the next line.
                    let begins_line = rest.source[call.end..next.start].contains(&b'\n');
                    begins_line && (after.word.is_some() || after.is(b'*') || after.ends_block())
                }
                Some(Word::Tag | Word::Type) => true,
                Some(Word::Qualifier) => begins_declaration(rest.source, &next),
                Some(_) => false,
                None => next.ends_block(),
            };
            // The last of several calls may be the type of a declaration.
            let is_type = next.word == Some(Word::Name) || next.is(b'*');
            return if is_type {
                previous
            } else {
                stands.then_some(call)
            };
        }
        None
    }
}

/// Returns whether the body of a function follows, or the declarations of the parameters of an old
/// definition and its body.
fn begins_body(mut tokens: Tokens<'_>, limit: usize) -> bool {
    let mut before = b';';
    loop {
        let token = tokens.next();
        match token.byte {
            _ if token.is_end() || token.start > limit => return false,
            b'{' if token.word.is_none() => return before == b';',
            b'#' | b'}' | b'=' | b'(' | b')' if token.word.is_none() => return false,
            byte => before = byte,
        }
    }
}

/// Returns whether a qualifier can only begin a declaration.
fn begins_declaration(source: &[u8], token: &CToken) -> bool {
    matches!(&source[token.range()], b"typedef" | b"static" | b"extern")
}

/// Returns the words that can each be the type of a declaration, and the declared name. For a type
/// of several words, such as `unsigned int` or `struct s`, returns the first word.
fn types_of(words: &[CToken]) -> Vec<&CToken> {
    let mut types: Vec<&CToken> = Vec::new();
    let mut words = words.iter();
    while let Some(token) = words.next() {
        match token.word {
            Some(Word::Statement) => types.clear(),
            Some(Word::Tag) => {
                types.push(token);
                words.next();
            }
            Some(Word::Type) if types.last().is_some_and(|last| last.word == token.word) => {}
            Some(Word::Type | Word::Upper | Word::Reserved | Word::Name) => types.push(token),
            Some(Word::Qualifier) | None => {}
        }
    }
    types
}

/// Returns whether the last word before the token `end` is the declared name rather than part of
/// its type. Returns true if the words are not a declaration.
fn ends_in_name(words: &[CToken], end: &CToken, rest: &Tokens<'_>) -> bool {
    let last = words.last().and_then(|token| token.word);
    if end.is(b'*') || last == Some(Word::Type) {
        return false;
    }
    // `int (name)(void)`
    let is_parenthesised = end.is(b'(') && rest.encloses_word();
    !is_parenthesised
}
