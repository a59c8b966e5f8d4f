//! Macros among the parts of one declaration.

use std::ops::Range;

use super::super::masked::Masked;
use super::super::tokens::{Tokens, is_word};
use super::CppHead;
use super::parts::{CppPart, CppParts, PartKind, skip_brackets};

/// Token after the parts of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclarationEnd {
    /// `{`
    Block,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `=` or `,`
    Value,
    /// A directive, the end of the block, or the end of the text.
    Stop,
}

pub(super) struct Specifiers<'a, 's> {
    pub(super) source: &'s [u8],
    /// Name of the class that contains the declaration.
    pub(super) class: Option<&'s [u8]>,
    pub(super) masked: &'a mut Masked<'s>,
}

impl Specifiers<'_, '_> {
    /// Masks the macros of a declaration. Returns its head if it is a class or an enum.
    pub(super) fn declaration(&mut self, parts: &CppParts, end: DeclarationEnd) -> Option<CppHead> {
        for template in &parts.templates {
            self.template(template.clone());
        }
        // Any operand is of the same length as a number.
        for operand in parts.operands.iter().filter(|operand| !operand.is_empty()) {
            self.masked.blank(operand.clone());
            self.masked.bytes(operand.start..operand.start + 1)[0] = b'0';
        }
        let mut rest = parts.parts.as_slice();
        if rest.is_empty() {
            return None;
        }
        let is_call = rest.last().is_some_and(|part| {
            part.kind == PartKind::Call && self.class != Some(&self.source[part.last.clone()])
        });
        if parts.are_macros()
            && (end == DeclarationEnd::Stop || end == DeclarationEnd::Semicolon && is_call)
        {
            self.blank_macros(rest);
            return None;
        }
        if parts.are_macros() && end == DeclarationEnd::Block && is_call {
            // The arguments of a macro that defines a function are no parameters.
            if let Some(call) = rest.last() {
                self.blank_arguments(call);
            }
        }
        if let Some(start) = rest.iter().rposition(|part| part.kind == PartKind::Start) {
            self.blank_macros(&rest[..start]);
            let keyword = self.text(&rest[start]);
            rest = &rest[start + 1..];
            match keyword {
                b"template" | b"typedef" => {}
                b"namespace" => {
                    self.name_of_several(rest);
                    return None;
                }
                b"using" if end == DeclarationEnd::Value => {
                    self.blank_macros(rest.get(1..).unwrap_or_default());
                    return None;
                }
                _ => return None,
            }
        }
        if let Some(head) = self.head(rest, end) {
            return Some(head);
        }
        if !parts.is_unclear {
            self.declarator(rest, end, true);
        }
        None
    }

    /// Masks the macros of a class head. Returns `None` if the parts are not the head of a class.
    fn head(&mut self, parts: &[CppPart], end: DeclarationEnd) -> Option<CppHead> {
        let tag = parts.iter().position(|part| part.kind == PartKind::Tag)?;
        let is_enum = self.text(&parts[tag]) == b"enum";
        let names = parts[tag..]
            .iter()
            .position(|part| part.kind != PartKind::Tag);
        let names = &parts[names.map_or(parts.len(), |at| tag + at)..];
        let is_name = |part: &CppPart| {
            part.is_macro() || matches!(part.kind, PartKind::Name | PartKind::Qualifier)
        };
        if !names.iter().all(is_name) {
            return None;
        }
        match end {
            DeclarationEnd::Block | DeclarationEnd::Colon => {
                self.blank_macros(&parts[..tag]);
                let name = self.name_of_several(names);
                let end = parts[tag].range.end;
                Some(CppHead {
                    name: name.unwrap_or(end..end),
                    is_enum,
                })
            }
            DeclarationEnd::Semicolon => {
                // A variable also has two names: `struct FOO bar;`.
                let is_variable = match names {
                    [first, last] => {
                        let is_type = !self.text(first).contains(&b'_');
                        let is_type = is_type && self.text(&parts[tag]) != b"class";
                        !first.is_macro() || last.kind != PartKind::Name || is_type
                    }
                    _ => names.len() != 1,
                };
                if is_variable {
                    return None;
                }
                self.blank_macros(&parts[..tag]);
                let name = self.name_of_several(names)?;
                Some(CppHead { name, is_enum })
            }
            DeclarationEnd::Value | DeclarationEnd::Stop => None,
        }
    }

    /// Masks all names but one. Returns the range of the last word of the other one.
    fn name_of_several(&mut self, names: &[CppPart]) -> Option<Range<usize>> {
        let of_kind = |kind| names.iter().rposition(|part| part.kind == kind);
        let name = of_kind(PartKind::Name).or_else(|| of_kind(PartKind::Upper));
        for (index, part) in names.iter().enumerate() {
            if Some(index) != name && part.kind != PartKind::Qualifier {
                self.masked.blank(part.range.clone());
            }
        }
        name.map(|index| names[index].last.clone())
    }

    /// Masks the macros of a declaration with a type and a name, or of a parameter.
    fn declarator(&mut self, parts: &[CppPart], end: DeclarationEnd, is_declaration: bool) {
        let parameters = parts
            .iter()
            .position(|part| part.kind == PartKind::Parameters);
        let (mut prefix, tail) = parts.split_at(parameters.unwrap_or(parts.len()));
        if prefix.iter().any(|part| part.kind == PartKind::Other) {
            return;
        }
        if let [list, tail @ ..] = tail
            && is_declaration
        {
            if prefix.is_empty() {
                return;
            }
            match tail {
                [next, ..] if next.kind == PartKind::Parameters => self.member_pointer(list),
                _ => self.parameters(list.range.start + 1..list.range.end),
            }
            let tail = tail.iter().take_while(|part| part.kind != PartKind::Other);
            for part in tail.filter(|part| part.is_macro()) {
                self.masked.blank(part.range.clone());
            }
        }
        if parameters.is_none() {
            let macros = prefix.iter().rev().take_while(|part| part.is_macro());
            let (others, macros) = prefix.split_at(prefix.len() - macros.count());
            let ends_in_name = others.last().is_some_and(|name| {
                name.kind == PartKind::Name && name.is_simple() || name.kind == PartKind::Array
            });
            // The type of `} *name` is a class.
            let after_class = others
                .first()
                .is_some_and(|part| part.kind == PartKind::Pointer);
            if ends_in_name && units(others).len() + usize::from(after_class) > 1 {
                self.blank_macros(macros);
                prefix = others;
            } else if let Some(name) = macros.iter().position(|part| part.kind == PartKind::Call)
                && !others.is_empty()
            {
                // A function with an upper-case name.
                let name = others.len() + name + 1;
                self.blank_macros(&prefix[name..]);
                prefix = &prefix[..name];
            }
        }
        let mut types = units(prefix);
        let mut is_constructor = prefix.iter().any(|part| self.text(part) == b"explicit");
        let name = prefix.last().filter(|part| {
            !matches!(
                part.kind,
                PartKind::Type | PartKind::Pointer | PartKind::Qualifier
            )
        });
        if let Some(name) = name {
            let is_operator = matches!(name.kind, PartKind::Operator | PartKind::Conversion);
            if !is_operator {
                types.pop();
            }
            let has_initialisers = end == DeclarationEnd::Colon
                && (parameters.is_some() || name.kind == PartKind::Call);
            let word = &self.source[name.last.clone()];
            is_constructor |= name.is_destructor
                || name.kind == PartKind::Conversion
                || has_initialisers
                || self.class == Some(word)
                || !name.owner.is_empty() && &self.source[name.owner.clone()] == word;
            if name.kind == PartKind::Call && is_declaration {
                let open = &self.source[name.last.end..name.range.end];
                let open = open.iter().position(|byte| *byte == b'(').unwrap_or(0);
                self.parameters(name.last.end + open + 1..name.range.end);
            }
        }
        let mut surplus = types.len().saturating_sub(usize::from(!is_constructor));
        let mut kept = Vec::new();
        for part in types {
            if part.is_macro() && surplus > 0 {
                surplus -= 1;
                self.replace(part, parts);
            } else {
                kept.push(part);
            }
        }
        if let [first, ..] = kept.as_slice()
            && is_declaration
        {
            let is_macro = first.kind == PartKind::Name && first.is_simple();
            if surplus > 0 && is_macro && parameters.is_some() {
                self.replace(first, parts);
            } else if first.kind == PartKind::Call && name.is_some() {
                // A macro that expands to a type.
                self.masked.blank(first.last.end..first.range.end);
            }
        }
    }

    /// Masks the class in `(Class::*name)`, which the grammar does not accept in a class.
    fn member_pointer(&mut self, list: &CppPart) {
        let text = &self.source[list.range.clone()];
        let Some(path) = memchr::memmem::find(text, b"::*") else {
            return;
        };
        let is_path = |byte: &u8| is_word(*byte) || *byte == b':';
        let start = list.range.start + 1;
        if text[1..path].iter().all(is_path) {
            self.masked.blank(start..list.range.start + path + 2);
        }
    }

    /// Masks a macro of a declaration.
    fn replace(&mut self, part: &CppPart, parts: &[CppPart]) {
        self.masked.blank(part.range.clone());
        let [first, others @ ..] = parts else {
            return;
        };
        let start = part.range.start;
        let is_alone = others
            .first()
            .is_some_and(|next| self.source[first.range.end..next.range.start].contains(&b'\n'));
        let is_friend = others.iter().any(|part| self.text(part) == b"friend");
        if start == first.range.start && !is_alone && !is_friend && part.range.len() >= 5 {
            let word = self.masked.bytes(start..start + 5);
            word.copy_from_slice(b"const");
        }
    }

    /// Masks the macros of parameters in parentheses, and values in braces.
    fn parameters(&mut self, list: Range<usize>) {
        let mut tokens = Tokens::part(self.source, list);
        let mut parts = CppParts::default();
        loop {
            let end = parts.read(&mut tokens);
            if !parts.is_unclear {
                self.declarator(&parts.parts, DeclarationEnd::Stop, false);
            }
            if end.is(b'=') {
                let mut rest = tokens.clone();
                if rest.next().is(b'{') {
                    skip_brackets(&mut rest, self.source.len());
                    self.masked.blank(end.start..rest.at);
                    tokens = rest;
                }
                self.blank_pointers(&parts.parts);
            }
            if end.is_end() {
                return;
            }
        }
    }

    /// Masks code in the parameters of a template: a macro call, which expands to a parameter; the
    /// pointers of a parameter that has a value but no name; and qualifiers and pointers of values.
    fn template(&mut self, list: Range<usize>) {
        let mut tokens = Tokens::part(self.source, list);
        let mut parts = CppParts::default();
        let mut is_value = false;
        loop {
            let end = parts.read(&mut tokens);
            if let [call, rest @ ..] = parts.parts.as_slice()
                && call.kind == PartKind::Call
                && rest.len() < 2
                && !is_value
            {
                let start = call.range.start;
                self.masked.blank(call.range.clone());
                self.masked.bytes(start..start + 3).copy_from_slice(b"int");
            }
            let is_masked = |part: &&CppPart| {
                matches!(part.kind, PartKind::Parameters | PartKind::Array)
                    || self.text(part) == b"const"
            };
            let ranges = parts.parts.iter().filter(is_masked);
            let ranges: Vec<_> = ranges.map(|part| part.range.clone()).collect();
            for range in ranges.into_iter().filter(|_| is_value) {
                self.masked.blank(range);
            }
            if is_value || end.is(b'=') {
                self.blank_pointers(&parts.parts);
            }
            is_value = end.is(b'=');
            if end.is_end() {
                return;
            }
        }
    }

    /// Masks the pointers after a type without a name.
    fn blank_pointers(&mut self, parts: &[CppPart]) {
        let pointers = parts.iter().rev();
        for part in pointers.take_while(|part| part.kind == PartKind::Pointer) {
            self.masked.blank(part.range.clone());
        }
    }

    /// Masks the arguments of a macro call, which can be any text.
    fn blank_arguments(&mut self, call: &CppPart) {
        let open = memchr::memchr(b'(', &self.source[call.last.end..call.range.end]);
        if let Some(open) = open {
            self.masked
                .blank(call.last.end + open + 1..call.range.end - 1);
        }
    }

    /// Masks the macros of the type of an alias: those after parameters, and the class of a pointer
    /// to a member.
    pub(super) fn alias(&mut self, parts: &CppParts) {
        let parts = parts.parts.as_slice();
        let lists = parts
            .iter()
            .filter(|part| part.kind == PartKind::Parameters);
        for list in lists {
            self.member_pointer(list);
        }
        let list = parts
            .iter()
            .position(|part| part.kind == PartKind::Parameters);
        if let Some(list) = list {
            self.blank_macros(&parts[list..]);
        }
    }

    fn blank_macros(&mut self, parts: &[CppPart]) {
        for part in parts.iter().filter(|part| part.is_macro()) {
            self.masked.blank(part.range.clone());
        }
    }

    fn text(&self, part: &CppPart) -> &[u8] {
        &self.source[part.range.clone()]
    }
}

/// Returns the parts that can each be the type of a declaration. For a type of several words, such
/// as `unsigned int` or `struct s`, returns one.
fn units(parts: &[CppPart]) -> Vec<&CppPart> {
    let mut found: Vec<&CppPart> = Vec::new();
    let mut after_tag = false;
    for part in parts {
        match part.kind {
            PartKind::Tag => {
                after_tag = true;
                found.push(part);
                continue;
            }
            PartKind::Type if found.last().is_some_and(|last| last.kind == part.kind) => {}
            PartKind::Type | PartKind::Name | PartKind::Upper | PartKind::Call if !after_tag => {
                found.push(part);
            }
            _ => {}
        }
        after_tag = false;
    }
    found
}
