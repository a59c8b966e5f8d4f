//! Headers: the signature and modifiers of a definition.

use std::borrow::Cow;
use std::ops::Range;

use ransack_languages::internal::{OutlineTable, add_modifier, add_modifiers, has_word};
use ransack_languages::{Modifier, Modifiers, OutlineItem};
use tree_sitter::{Node, TreeCursor};

use crate::outline::compiled::{CompiledTable, NodeAction};

/// Header of a definition: the parts of the text that precede its body.
pub(crate) struct ItemHeader<'s> {
    source: &'s [u8],
    compiled: &'s CompiledTable,
    /// Range excluded from the header.
    hidden: Option<Range<usize>>,
    /// Parts of the header, ascending, without attributes and comments.
    parts: Vec<Range<usize>>,
    /// Attributes inside the header.
    pub(crate) attributes: Vec<Range<usize>>,
}

impl<'s> ItemHeader<'s> {
    pub(crate) fn new(
        source: &'s [u8],
        compiled: &'s CompiledTable,
        hidden: Option<Range<usize>>,
    ) -> ItemHeader<'s> {
        ItemHeader {
            source,
            compiled,
            hidden,
            parts: Vec::new(),
            attributes: Vec::new(),
        }
    }

    /// Adds a range of `node` without its attributes and comments.
    pub(crate) fn add<'t>(
        &mut self,
        node: Node<'t>,
        range: Range<usize>,
        cursor: &mut TreeCursor<'t>,
    ) {
        let mut excluded = Vec::new();
        self.exclude(node, &range, &mut excluded, cursor);
        let hidden = self.hidden.clone();
        excluded.extend(hidden.filter(|hidden| range.contains(&hidden.start)));
        excluded.sort_by_key(|part| part.start);
        let mut start = range.start;
        for part in excluded {
            self.push(start..part.start.min(range.end));
            start = part.end;
        }
        self.push(start..range.end);
    }

    /// Adds the start of a node that wraps definitions, without the opening bracket of their list.
    pub(crate) fn add_prefix<'t>(
        &mut self,
        node: Node<'t>,
        end: usize,
        cursor: &mut TreeCursor<'t>,
    ) {
        self.add(node, node.start_byte()..end, cursor);
        while let Some(part) = self.parts.last_mut() {
            let text = self.source.get(part.clone()).unwrap_or_default();
            let is_kept = |byte: &u8| *byte != b'(' && !byte.is_ascii_whitespace();
            match text.iter().rposition(is_kept) {
                Some(last) => {
                    part.end = part.start + last + 1;
                    return;
                }
                None => self.parts.pop(),
            };
        }
    }

    /// Returns whether a range contains a `/`.
    pub(crate) fn has_slash(&self, range: Range<usize>) -> bool {
        let text = self.source.get(range).unwrap_or_default();
        memchr::memchr(b'/', text).is_some()
    }

    /// Adds a range unchanged.
    pub(crate) fn push(&mut self, range: Range<usize>) {
        if range.start < range.end {
            self.parts.push(range);
        }
    }

    fn exclude<'t>(
        &mut self,
        node: Node<'t>,
        range: &Range<usize>,
        excluded: &mut Vec<Range<usize>>,
        cursor: &mut TreeCursor<'t>,
    ) {
        let modifier_lists = self.compiled.table.modifier_lists;
        let mut lists = Vec::new();
        for child in node.children(cursor) {
            if child.start_byte() >= range.end {
                break;
            }
            if child.start_byte() < range.start {
                continue;
            }
            match self.compiled.action(child) {
                NodeAction::Attribute => {
                    excluded.push(child.byte_range());
                    self.attributes.push(child.byte_range());
                }
                NodeAction::Comment => excluded.push(child.byte_range()),
                _ if modifier_lists.is_empty() => {}
                _ if has_word(modifier_lists, child.kind()) => lists.push(child),
                _ => {}
            }
        }
        for list in lists {
            self.exclude(list, range, excluded, cursor);
        }
    }

    /// Returns the modifiers given by the words before `name_start`. Ignores words in brackets and
    /// quotes.
    pub(crate) fn modifiers(&self, name_start: usize, table: &OutlineTable) -> Modifiers {
        let mut modifiers = Modifiers::default();
        if table.words.is_empty() {
            return modifiers;
        }
        for part in &self.parts {
            let text = self.source.get(part.start..part.end.min(name_start));
            add_modifiers(
                &mut modifiers,
                word_modifiers(text.unwrap_or_default(), table),
            );
        }
        modifiers
    }

    /// Returns the range of the header, without the text between it and the body.
    pub(crate) fn range(&self) -> Range<usize> {
        let start = self.parts.first().map_or(0, |part| part.start);
        let end = self.parts.last().map_or(start, |part| part.end);
        let text = self.source.get(start..end).unwrap_or_default();
        let leading = text.len() - text.trim_ascii_start().len();
        let trailing = text.len() - without_body_start(text).len();
        match leading < text.len() {
            true => start + leading..end - trailing,
            false => start..start,
        }
    }

    /// Returns the header as one line.
    pub(crate) fn signature(&self) -> String {
        // Text beyond this length is never shown.
        let parts = self.parts.iter().map(|part| {
            let text = self.source.get(part.clone()).unwrap_or_default();
            &text[..text.len().min(4 * OutlineItem::MAX_SIGNATURE)]
        });
        let mut signature = String::with_capacity(parts.clone().map(<[u8]>::len).sum());
        for text in parts {
            push_in_one_line(&mut signature, &lossy(text));
        }
        signature.truncate(without_body_start(signature.as_bytes()).len());
        if signature.len() > OutlineItem::MAX_SIGNATURE {
            let mut end = OutlineItem::MAX_SIGNATURE - '…'.len_utf8();
            while !signature.is_char_boundary(end) {
                end -= 1;
            }
            signature.truncate(end);
            signature.push('…');
        }
        signature
    }
}

/// Removes the separator between a header and its body: white space, `{`, `:`, `=`, `=>`, `;`, `,`,
/// `\\`.
fn without_body_start(mut header: &[u8]) -> &[u8] {
    loop {
        header = header.trim_ascii_end();
        header = match header {
            [rest @ .., b'{' | b':' | b';' | b',' | b'\\'] => rest,
            [rest @ .., b' ', b'=', b'>'] | [rest @ .., b' ', b'='] => rest,
            _ => return header,
        };
    }
}

/// Appends the words of the text, joined by spaces. A line break next to a bracket adds no space,
/// so that the result looks like it was written on one line.
fn push_in_one_line(line: &mut String, text: &str) {
    let text = text.trim_ascii_end();
    if is_one_line(text.as_bytes()) {
        push_blank_separated(line, text);
        return;
    }
    let mut rest = text;
    loop {
        let word_start = rest.trim_start();
        let gap = &rest[..rest.len() - word_start.len()];
        let word_len = word_start
            .find(char::is_whitespace)
            .unwrap_or(word_start.len());
        let word = &word_start[..word_len];
        if word.is_empty() {
            return;
        }
        let is_break = gap.contains('\n');
        if is_break && word.starts_with([')', ']']) {
            let len = line.trim_end_matches(',').len();
            line.truncate(len);
        } else if !(line.is_empty() || is_break && line.ends_with(['(', '['])) {
            line.push(' ');
        }
        line.push_str(word);
        rest = &word_start[word_len..];
    }
}

/// Returns whether the text is ASCII without line breaks. Has no branch per byte.
fn is_one_line(text: &[u8]) -> bool {
    let fits = |byte: u8| matches!(byte, b' '..=b'~' | b'\t');
    text.iter().fold(true, |all, byte| all & fits(*byte))
}

/// Appends the words of the text, joined by spaces. The text must contain no white space except
/// spaces and tabs.
fn push_blank_separated(line: &mut String, text: &str) {
    let mut push = |words: &str| {
        if !line.is_empty() && !words.is_empty() {
            line.push(' ');
        }
        line.push_str(words);
    };
    let text = text.trim_ascii_start();
    let blanks = |byte: u8| (byte == b' ') | (byte == b'\t');
    let pairs = text.bytes().zip(text.bytes().skip(1));
    let has_run = pairs.fold(false, |any, (a, b)| any | (blanks(a) & blanks(b)));
    match has_run || text.contains('\t') {
        true => text.split_ascii_whitespace().for_each(push),
        false => push(text),
    }
}

/// Returns the text with invalid UTF-8 replaced with U+FFFD.
pub(crate) fn lossy(text: &[u8]) -> Cow<'_, str> {
    // Validating a whole text is several times as fast as validating its chunks.
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(text),
    }
}

/// Returns the modifiers given by the words of the text. Ignores words in brackets and quotes.
pub(crate) fn word_modifiers(text: &[u8], table: &OutlineTable) -> Modifiers {
    let mut modifiers = Modifiers::default();
    each_word(text, |word| {
        if let Some(modifier) = table.modifier(word) {
            add_modifier(&mut modifiers, modifier);
        }
    });
    modifiers
}

/// Returns the modifiers of an attribute, decorator or annotation.
pub(crate) fn attribute_modifiers(attribute: &[u8]) -> Modifiers {
    let mut modifiers = Modifiers::default();
    let path = attribute
        .trim_ascii_start()
        .split(|byte| {
            !matches!(byte, b'#' | b'!' | b'@' | b'[' | b'.' | b':' | b'_')
                && !byte.is_ascii_alphanumeric()
        })
        .next()
        .unwrap_or_default();
    let name = path
        .rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
        .next()
        .unwrap_or_default();
    match name {
        b"deprecated" | b"Deprecated" | b"Obsolete" | b"available" => {
            let is_versioned = name == b"available";
            if !is_versioned || memchr::memmem::find(attribute, b"deprecated").is_some() {
                add_modifier(&mut modifiers, Modifier::Deprecated);
            }
        }
        b"test" | b"Test" | b"Fact" | b"Theory" | b"TestMethod" | b"TestCase"
        | b"ParameterizedTest" | b"RepeatedTest" | b"rstest" => {
            add_modifier(&mut modifiers, Modifier::Test);
        }
        b"abstractmethod" => add_modifier(&mut modifiers, Modifier::Abstract),
        b"staticmethod" => add_modifier(&mut modifiers, Modifier::Static),
        b"override" | b"Override" | b"impl" => add_modifier(&mut modifiers, Modifier::Override),
        b"property" | b"cached_property" => add_modifier(&mut modifiers, Modifier::Getter),
        b"setter" => add_modifier(&mut modifiers, Modifier::Setter),
        _ => {}
    }
    modifiers
}

/// Calls `each` with the words of the text outside brackets and quotes.
fn each_word(text: &[u8], mut each: impl FnMut(&[u8])) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut depth = 0u32;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => {
                let rest = &text[at + 1..];
                at += memchr::memchr(byte, rest).unwrap_or(rest.len()) + 1;
            }
            _ if is_word(byte) => {
                let rest = &text[at..];
                let len = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
                // `private(set)` applies only to the setter.
                if depth == 0 && !rest[len..].starts_with(b"(set)") {
                    each(&rest[..len]);
                }
                at += len;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests;
