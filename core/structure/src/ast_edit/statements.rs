//! Expressions at the start of a statement, where some languages read them as statements or as the
//! continuation of the previous line.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::Interrupt;
use ransack_languages::internal::{StatementHeads, has_word, tables};
use tree_sitter::Node;

use crate::ast_edit::syntax::TextSyntax;
use crate::ast_edit::text_plan::PlannedEdit;

/// Returns the kind of statements that consist of an expression.
fn expression_statement(language: &Language) -> &'static str {
    tables(language).patterns.expression_statement
}

fn heads(language: &Language) -> StatementHeads {
    tables(language).patterns.statement_heads
}

/// Returns whether `code`, whose innermost node is `node`, is an expression that is read as a
/// statement at its place. `may_stand_alone` is whether it may be a whole statement there.
pub(super) fn is_read_as_statement(
    node: Node<'_>,
    code: &[u8],
    language: &Language,
    may_stand_alone: bool,
) -> bool {
    let heads = heads(language);
    if !heads.may_match(code) {
        return false;
    }
    if !heads.contains(node.kind()) {
        return code.starts_with(b"{");
    }
    let begins_with_code = |parent: &Node<'_>| parent.start_byte() == node.start_byte();
    let mut inner = node;
    while let Some(parent) = inner.parent().filter(begins_with_code) {
        if parent.kind() == expression_statement(language) {
            return inner != node || !heads.stand_alone || !may_stand_alone;
        }
        inner = parent;
    }
    let is_body = |parent: Node<'_>| parent.child_by_field_name("body") == Some(inner);
    let is_arrow = |parent: &Node<'_>| {
        heads
            .ecmascript
            .is_some_and(|kinds| parent.kind() == kinds.arrow)
    };
    let arrow = inner.parent().filter(is_arrow);
    code.starts_with(b"{") && arrow.is_some_and(is_body)
}

impl TextSyntax<'_, '_> {
    /// Returns whether the node in `range` is an expression that needs brackets at the start of a
    /// statement; `None` if it is a block of statements.
    pub(super) fn is_statement_head(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<Option<bool>, Interrupt> {
        let heads = heads(language);
        let code = &self.text()[range.clone()];
        if !heads.may_match(code) {
            return Ok(Some(false));
        }
        let has_brace = code.starts_with(b"{");
        let node = self.trees()?.node(language, range);
        let is_head = node.is_some_and(|node| {
            node.byte_range() == *range
                && heads.contains(node.kind())
                && !(has_brace && is_read_as_statement(node, code, language, true))
        });
        Ok((is_head || !has_brace).then_some(is_head))
    }

    /// Returns whether the code in `range` is a whole statement, or no part of an expression that
    /// begins with it. Looks only at code that `new` replaces, if that may be read as a statement.
    pub(super) fn is_statement(
        &mut self,
        language: &Language,
        range: &Range<usize>,
        new: &[u8],
    ) -> Result<bool, Interrupt> {
        if !heads(language).may_match(new) {
            return Ok(true);
        }
        let node = self.trees()?.whole_node(language, range);
        let parent = node.and_then(|node| node.parent());
        Ok(parent.is_none_or(|parent| {
            parent.start_byte() != range.start || parent.kind() == expression_statement(language)
        }))
    }

    /// Returns whether a statement begins at `at`, at the start of a line, and the previous statement
    /// has no `;`, in a language in which an opening bracket would continue that statement.
    pub(super) fn follows_open_statement(
        &mut self,
        language: &Language,
        at: usize,
    ) -> Result<bool, Interrupt> {
        let text = self.text();
        let before = &text[..at];
        let code = before.trim_ascii_end();
        let is_next_line = before[code.len()..].contains(&b'\n');
        let Some(kinds) = heads(language).ecmascript else {
            return Ok(false);
        };
        if !is_next_line || code.ends_with(b";") {
            return Ok(false);
        }
        let Some(mut node) = self.trees()?.node(language, &(at..at + 1)) else {
            return Ok(false);
        };
        while node.kind() != expression_statement(language) {
            match node.parent().filter(|parent| parent.start_byte() == at) {
                Some(parent) => node = parent,
                None => return Ok(false),
            }
        }
        let mut previous = node.prev_named_sibling();
        while let Some(comment) = previous.filter(Node::is_extra) {
            previous = comment.prev_named_sibling();
        }
        // Blocks and declarations end with their `}`, unlike statements that end with an expression.
        Ok(previous.is_some_and(|previous| {
            let code = &text[previous.byte_range()];
            let ends_with_expression = has_word(kinds.open_statements, previous.kind());
            !code.ends_with(b";") && (!code.ends_with(b"}") || ends_with_expression)
        }))
    }
}

/// Returns whether a line that begins with `code` may continue the statement before it.
pub(super) fn may_continue(code: &[u8]) -> bool {
    code.first().is_some_and(|first| b"([`+-/<".contains(first))
}

/// Adds a `;` to edits that would continue the previous statement.
pub(super) fn separate_statements(edits: &mut [PlannedEdit]) {
    for edit in edits {
        if edit.follows_open_statement && may_continue(&edit.text) {
            edit.text.insert(0, b';');
        }
    }
}
