//! Rejects edits that would damage code: insertions at places that cannot hold the code, and edits
//! of definitions whose end is unknown.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, line_start};
use ransack_base::{Error, ErrorKind};
use ransack_languages::internal::{has_locals, has_word, tables};
use ransack_languages::{ItemKind, OutlineItem};
use tree_sitter::Node;

use crate::edit_definition::body::is_do_block;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::fragment::Fragment;
use crate::edit_definition::part::range;
use crate::edit_definition::place::{Done, PlacedCode};
use crate::edit_definition::site::Spot;
use crate::outline::item::Outline;

impl<'a> Editor<'_, 'a, '_> {
    /// Fails if a definition continues after its end, in code that the grammar cannot parse.
    pub(super) fn require_end(&self, spot: Spot<'a>, end: usize) -> Done {
        let site = self.site;
        if self.allow_syntax_errors || !site.tree.root_node().has_error() {
            return Ok(());
        }
        let rest = site.source.get(end..).unwrap_or_default();
        let next = end + rest.len() - rest.trim_ascii_start().len();
        let Some(byte) = site.source.get(next) else {
            return Ok(());
        };
        let root = site.tree.root_node();
        let mut node = root.descendant_for_byte_range(next, next + 1);
        while let Some(inner) = node.filter(|inner| inner.start_byte() >= end) {
            if inner.is_error() {
                break;
            }
            node = inner.parent();
        }
        let is_error = node.is_some_and(|node| node.is_error() && node.start_byte() >= end);
        let column = |at: usize| at - line_start(site.source, at);
        let is_deeper = site.table_at(end).is_layout
            && column(next) > site.indent(spot.item.span().start.offset).len();
        let continues = b"})]>,;|&.=?:+*<".contains(byte) || !site.begins_line(next);
        if is_error && (continues || is_deeper) {
            let message = "the code after the definition cannot be parsed and may belong to it; to \
                           edit it anyway, allow syntax errors";
            let error = Error::new(ErrorKind::SyntaxError, message);
            return Err(error.with_pattern(spot.item.qualified_name()).into());
        }
        Ok(())
    }

    /// Fails if the body of a function is an expression, since no code can be inserted into an
    /// expression.
    pub(super) fn require_block(&self, item: &OutlineItem) -> Done {
        let Some(body) = item.body_span().map(|body| range(&body)) else {
            return Ok(());
        };
        match self.is_expression(item, &body) {
            true => {
                let message = "the body is an expression without room for code: replace the body";
                let error = Error::option(message);
                Err(error.with_pattern(item.qualified_name()).into())
            }
            false => Ok(()),
        }
    }

    /// Fails if a key goes after a table, which would then contain it.
    pub(super) fn require_table(&self, table: &OutlineItem, code: &Fragment) -> Done {
        match self.is_table(table) && !code.begins_line(b'[') {
            true => {
                let message = "a key after a table would belong to it: insert it into the table, \
                               or before the first table";
                Err(Error::option(message)
                    .with_pattern(table.qualified_name())
                    .into())
            }
            false => Ok(()),
        }
    }

    /// Returns whether a definition is a table, such as `[a]` in TOML, whose keys follow its header.
    pub(super) fn is_table(&self, item: &OutlineItem) -> bool {
        let header = &self.site.source[item.signature_span().start.offset..];
        item.kind == ItemKind::Key && header.starts_with(b"[")
    }

    /// Fails if a type declares names as well, as in `struct a {} b;`, which would lose their type.
    pub(super) fn require_no_names(&self, spot: Spot<'a>) -> Done {
        let site = self.site;
        let body = spot.item.body_span();
        let body = body.filter(|_| ransack_languages::internal::is_type(spot.item.kind));
        let Some(end) = body.map(|body| body.end.offset) else {
            return Ok(());
        };
        let patterns = tables(site.language_at(end)).patterns;
        let is_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'*');
        let next = site.source[end..].trim_ascii_start().first();
        let line = &site.source[end..site.line_end(end)];
        let is_same_line = !line.trim_ascii().is_empty();
        let has_directives = patterns.c_like.is_some_and(|c_like| c_like.has_directives);
        match has_directives && is_same_line && next.is_some_and(is_name) {
            true => {
                let message = "the type also declares other names: replace the whole declaration";
                let error = Error::option(message);
                Err(error.with_pattern(spot.item.qualified_name()).into())
            }
            false => Ok(()),
        }
    }

    /// Fails if the replaced body contains other clauses of the function and the new code has no
    /// clauses.
    pub(super) fn require_clauses(
        &self,
        item: &OutlineItem,
        body: &Range<usize>,
        text: &[u8],
    ) -> Done {
        let clauses = self.clauses(item).into_iter();
        let mut inside = clauses.filter(|name| body.contains(&name.start));
        let mut lines = text.split(|byte| *byte == b'\n');
        let is_clause = |line: &[u8]| line.trim_ascii_start().starts_with(item.name.as_bytes());
        if inside.next().is_none() || lines.any(is_clause) {
            return Ok(());
        }
        let message = "the body has the other clauses of the function too: replace the whole";
        let error = Error::option(message);
        Err(error.with_pattern(item.qualified_name()).into())
    }

    /// Returns whether a body is an expression rather than statements.
    pub(super) fn is_expression(&self, item: &OutlineItem, body: &Range<usize>) -> bool {
        let site = self.site;
        let table = site.table_at(body.start);
        let written = &site.source[body.clone()];
        if !has_locals(item.kind)
            || table.is_layout
            || table.blocks.is_empty()
            || site.is_block(item, body)
            || is_do_block(written)
        {
            return false;
        }
        let before = site.source[..body.start].trim_ascii_end();
        let is_line = !site.begins_line(body.start);
        let needs_braces = table.elided.starts_with('{');
        written.starts_with(b", do:")
            || before.ends_with(b"=>")
            || (is_line && (needs_braces || before.ends_with(b"=")))
    }

    /// Fails if a member of a type or object literal moves among statements, where it would become
    /// an expression or a label.
    pub(super) fn require_members(
        &self,
        code: PlacedCode<'_>,
        fragment: &Fragment,
        parent: Option<&OutlineItem>,
        is_list: bool,
    ) -> Done {
        let PlacedCode::Moved { is_member, .. } = code else {
            return Ok(());
        };
        let at = parent.map_or(0, |parent| parent.name_span().start.offset);
        let has_members = is_list || parent.is_some_and(is_type);
        if has_members || !self.site.table_at(at).has_objects {
            return Ok(());
        }
        match is_member || is_property(fragment.first()) {
            true => {
                let message = "a member of a type or an object cannot stand among statements";
                Err(Error::option(message).into())
            }
            false => Ok(()),
        }
    }

    /// Fails if a definition is inside an expression, as in `a = 1, b = 2;`, since code next to the
    /// definition would become part of the expression.
    pub(super) fn require_statement(&self, extent: &Range<usize>) -> Done {
        let sequences = self.site.table_at(extent.start).sequences;
        let root = self.site.tree.root_node();
        let mut node = root.descendant_for_byte_range(extent.start, extent.end);
        while let Some(inner) = node {
            let parent = inner.parent();
            let is_whole = |parent: &Node<'_>| parent.byte_range() == *extent;
            if parent.is_some_and(|parent| has_word(sequences, parent.kind())) {
                let message = "the definition is part of an expression, which has no room for code";
                return Err(Error::option(message).into());
            }
            node = parent.filter(is_whole);
        }
        Ok(())
    }
}

/// Returns whether a definition is a member of a type, which may have no name.
pub(super) fn is_member(outline: &Outline, item: &OutlineItem) -> bool {
    let mut found = matches!(item.kind, ItemKind::Field | ItemKind::Property);
    outline.for_each(|other| {
        let mut children = other.children.iter();
        found |= is_type(other) && children.any(|child| std::ptr::eq(child, item));
    });
    found
}

fn is_type(item: &OutlineItem) -> bool {
    use ItemKind::{Class, Enum, Interface, TypeAlias};
    matches!(item.kind, Class | Enum | Interface | TypeAlias)
}

/// Returns whether a line begins with a name and a `:`, like a property of an object literal.
fn is_property(line: &[u8]) -> bool {
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_$\"'`[].".contains(byte);
    let name = line.iter().take_while(|byte| is_name(byte)).count();
    name > 0 && line[name..].trim_ascii_start().starts_with(b":")
}
