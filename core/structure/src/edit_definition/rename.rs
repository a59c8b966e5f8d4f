//! Renames a declaration together with its overloads, prototypes and clauses.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::{ErrorParts, line_start};
use ransack_languages::internal::{has_word, tables};
use ransack_languages::{ItemKind, Modifier, OutlineItem};

use crate::edit_definition::editor::Editor;
use crate::edit_definition::part::range;
use crate::edit_definition::place::Done;

impl<'a> Editor<'_, 'a, '_> {
    /// Renames a definition.
    pub(super) fn rename(&mut self, item: &'a OutlineItem, name: &str) -> Done {
        let old = range(&item.name_span());
        let written = self.site.source.get(old.clone()).unwrap_or_default();
        if item.kind == ItemKind::Impl || written != item.name.as_bytes() {
            let message = "the definition has no name of its own to change";
            return Err(Error::option(message)
                .with_pattern(item.qualified_name())
                .into());
        }
        if is_quoted(self.site.source, &old) {
            if name.is_empty() || name.contains(['"', '\'', '`', '\\', '\n', '\r']) {
                let message = "the new name needs escapes: replace the code instead";
                return Err(Error::option(message).with_pattern(name).into());
            }
            self.push(old, name.as_bytes().to_vec());
            return Ok(());
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let is_key = item.kind == ItemKind::Key;
        let is_alike = |c: char| is_word(c) || (is_key && c == '-') || item.name.contains(c);
        let is_line = !name.trim().is_empty() && !name.contains(['\n', '\r']);
        // A name with blanks or punctuation occurs where any text is allowed, as in a heading.
        let is_free = item.kind == ItemKind::Section || item.name.contains(char::is_whitespace);
        // Some languages allow one of these marks at the end of a name; the syntax check decides.
        let stem = name.trim_end_matches(['?', '!', '\'', '=']);
        let stem = stem.strip_prefix(['#', '@', '~']).unwrap_or(stem);
        if !is_line || !(is_free || stem.chars().all(is_alike)) || name.trim() != name {
            return Err(Error::option("the new name must be a single identifier")
                .with_pattern(name)
                .into());
        }
        self.require_free(&old, name)?;
        for range in self.declarations(item) {
            self.push(range, name.as_bytes().to_vec());
        }
        let root = self.site.tree.root_node();
        let node = root.descendant_for_byte_range(old.start, old.end);
        let shorthands = self.site.table_at(old.start).shorthands;
        let key = match node.is_some_and(|node| has_word(shorthands, node.kind())) {
            true => [written, b": "].concat(),
            false => Vec::new(),
        };
        self.push(old, [&key, name.as_bytes()].concat());
        Ok(())
    }

    /// Fails if the new name is a reserved word where the old name stands.
    fn require_free(&self, old: &Range<usize>, name: &str) -> Done {
        let language = self.site.language_at(old.start);
        let patterns = tables(language).patterns;
        let root = self.site.tree.root_node();
        let node = root.descendant_for_byte_range(old.start, old.end);
        let is_name = node.is_some_and(|node| has_word(patterns.names, node.kind()));
        let lower_case = name.to_ascii_lowercase();
        let word = if patterns.any_case { &lower_case } else { name };
        if is_name && has_word(patterns.reserved, word) {
            let message = format!("the new name is a reserved word in {}", language.name);
            return Err(Error::option(message).with_pattern(name).into());
        }
        Ok(())
    }

    /// Returns the names of the other declarations of a function: overloads, prototypes and
    /// clauses.
    fn declarations(&self, item: &'a OutlineItem) -> Vec<Range<usize>> {
        use ItemKind::{Constructor, Function, Method};
        let is_function = |item: &OutlineItem| matches!(item.kind, Function | Method | Constructor);
        if !is_function(item) {
            return Vec::new();
        }
        let is_declaration = |item: &OutlineItem| {
            let attributes = item.attributes_span().map(|attributes| range(&attributes));
            let attributes = attributes.and_then(|range| self.site.source.get(range));
            let is_overload = |text: &[u8]| memchr::memmem::find(text, b"overload").is_some();
            item.modifiers.contains(Modifier::Declaration)
                || item.body_span().is_none()
                || attributes.is_some_and(is_overload)
        };
        let own = item.name_span().start.offset;
        let mut names = self.clauses(item);
        self.site.outline.for_each(|other| {
            let is_same = is_function(other)
                && other.name_span().start.offset != own
                && other.name == item.name
                && other.qualified_name() == item.qualified_name();
            if is_same && (is_declaration(other) || is_declaration(item)) {
                names.push(range(&other.name_span()));
                names.extend(self.clauses(other));
            }
        });
        names
    }

    /// Returns the names of a function's clauses after the first. Each begins a line, like the
    /// first.
    pub(super) fn clauses(&self, item: &OutlineItem) -> Vec<Range<usize>> {
        let source = self.site.source;
        let name = range(&item.name_span());
        if !self.site.table_at(name.start).has_clauses {
            return Vec::new();
        }
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_'?!".contains(byte);
        let prefix = &source[line_start(source, name.start)..name.start];
        let mut names = Vec::new();
        let mut at = item.span().start.offset;
        at = line_start(source, at);
        for line in source[at..item.span().end.offset].split_inclusive(|byte| *byte == b'\n') {
            let blanks = crate::edit_definition::site::blanks_at(line, 0).len();
            let head = &line[blanks..];
            // An Erlang or Elixir specification names its function.
            let spec = [&b"-spec "[..], b"@spec "];
            let spec = spec.into_iter().find(|spec| head.starts_with(spec));
            let begins = spec.map_or(prefix.len(), |spec| blanks + spec.len());
            let rest = line.get(begins..).unwrap_or_default();
            let is_head = (spec.is_some() || line.starts_with(prefix))
                && rest.starts_with(item.name.as_bytes())
                && !rest.get(name.len()).is_some_and(is_word);
            let start = at + begins;
            if is_head && start != name.start {
                names.push(start..start + name.len());
            }
            at += line.len();
        }
        names
    }
}

/// Returns whether a name is in quotes.
fn is_quoted(source: &[u8], name: &Range<usize>) -> bool {
    let before = name.start.checked_sub(1).and_then(|at| source.get(at));
    matches!(before, Some(b'"' | b'\'' | b'`')) && before == source.get(name.end)
}
