//! Gaps that deletions leave in the syntax: the body of a condition or a loop becomes an empty
//! block, and other gaps that the next code would fill are found, so that the call can fail.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, line_feeds, line_start};
use ransack_base::{Error, ErrorKind, OptionName};
use ransack_grammars::Language;
use ransack_grammars::internal::Interrupt;
use ransack_languages::internal::{has_word, tables};
use tree_sitter::Node;

use crate::ast_edit::statements::may_continue;
use crate::ast_edit::syntax::{TextSyntax, Trees, is_comment};
use crate::ast_edit::text_plan::{PlannedEdit, spliced};

/// Empty block, for languages with brackets around blocks.
const BLOCK: &[u8] = b"{}";

/// Puts an empty block in place of each deleted body of a condition, a loop or a label. `edits` have
/// the ranges of the deleted code.
pub(super) fn fill_bodies(
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    for edit in edits {
        if is_void(&edit.text, edit.language)
            && !branches(edit.language).is_empty()
            && syntax.is_body(edit.language, &edit.range)?
        {
            let gap: &[u8] = if edit.text.is_empty() { b"" } else { b" " };
            edit.text = [BLOCK, gap, &edit.text].concat();
        }
    }
    Ok(())
}

fn branches(language: &Language) -> &'static str {
    let outline = tables(language).outline;
    outline.map_or("", |table| table.branches)
}

/// Returns whether code consists of blanks and comments.
fn is_void(code: &[u8], language: &Language) -> bool {
    let is_c_like = tables(language).patterns.c_like.is_some();
    let mut rest = code.trim_ascii_start();
    while !rest.is_empty() {
        let len = if rest.starts_with(b"/*") {
            memchr::memmem::find(rest, b"*/").map(|end| end + 2)
        } else if rest.starts_with(b"//")
            || (!is_c_like && matches!(rest, [b'#', ..] | [b'-', b'-', ..]))
        {
            memchr::memchr(b'\n', rest).or(Some(rest.len()))
        } else {
            None
        };
        let Some(len) = len else {
            return false;
        };
        rest = rest[len..].trim_ascii_start();
    }
    true
}

impl TextSyntax<'_, '_> {
    /// Returns whether `range` is the body of a condition, a loop or a label.
    fn is_body(&mut self, language: &Language, range: &Range<usize>) -> Result<bool, Interrupt> {
        let text = self.text();
        let Some(node) = self.trees()?.whole_node(language, range) else {
            return Ok(false);
        };
        let Some(parent) = node.parent() else {
            return Ok(false);
        };
        let labelled = tables(language).kinds.labelled;
        let mut before = node.prev_sibling();
        while let Some(comment) = before.filter(|node| is_comment(*node)) {
            before = comment.prev_sibling();
        }
        let follows_head = before.is_some_and(|before| {
            text[before.byte_range()].ends_with(b")")
                || matches!(before.kind(), "else" | "do" | "then")
                || (before.kind() == ":" && has_word(labelled, parent.kind()))
        });
        Ok(follows_head && has_word(branches(language), parent.kind()))
    }
}

/// Code that a deletion would make part of the code before it.
pub(super) struct MovedCode {
    /// Index of the rewrite that deletes code.
    index: usize,
    message: String,
}

impl MovedCode {
    pub(super) fn into_error(self) -> Error {
        let error = Error::new(ErrorKind::SyntaxError, self.message);
        error.in_element(OptionName::Rewrites, self.index)
    }
}

/// Finds the first code that a deletion moves into a construct that did not contain it, such as
/// `f()` in `x = \nf()` after the old value was deleted. `edits` are sorted and disjoint.
pub(super) fn moved_code(
    text: &[u8],
    edits: &[PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<Option<MovedCode>, Interrupt> {
    let mut gaps = Vec::new();
    // Replaced bodies, with the length of the `;` after the replacement.
    let mut bodies = Vec::new();
    for (at, edit) in edits.iter().enumerate() {
        if !is_void(&edit.text, edit.language) {
            if is_line_block(text, edit) {
                return Ok(Some(left_body(text, edit)));
            }
            if may_be_several(&edit.text) {
                let whole = syntax.statement(edit.language, &edit.range)?;
                if syntax.is_body(edit.language, &whole)? {
                    bodies.push((at, whole.end - edit.range.end));
                }
            }
            continue;
        }
        if let Some(attribute) = attribute_before(text, edits, at, syntax.trees()?) {
            let line = line_feeds(&text[..attribute]) + 1;
            let message = format!(
                "a deletion would leave the attribute in line {line} to other code: delete both"
            );
            let index = edit.index as usize;
            return Ok(Some(MovedCode { index, message }));
        }
        if may_move(text, edit, syntax.trees()?) {
            gaps.push(at);
        }
    }
    if gaps.is_empty() && bodies.is_empty() {
        return Ok(None);
    }
    let (new, places) = spliced(text, edits);
    let new_trees = syntax.trees_of(&new)?;
    let left = bodies.into_iter().find(|(at, terminator)| {
        let (language, place) = (edits[*at].language, places[*at]);
        let body = place..place + edits[*at].text.trim_ascii_end().len() + terminator;
        let node = new_trees.whole_node(language, &body);
        let parent = node.and_then(|node| node.parent());
        parent.is_none_or(|parent| !has_word(branches(language), parent.kind()))
    });
    if let Some((at, _)) = left {
        return Ok(Some(left_body(text, &edits[at])));
    }
    let old_trees = syntax.trees()?;
    let to_old = |at: usize| {
        let next = places.partition_point(|place| *place <= at);
        let Some(last) = next.checked_sub(1) else {
            return at;
        };
        let (range, end) = (&edits[last].range, places[last] + edits[last].text.len());
        match at < end {
            true => range.start,
            false => at - end + range.end,
        }
    };
    for at in gaps {
        let (language, place) = (edits[at].language, places[at]);
        let end = place + edits[at].text.len();
        let Some(next) = code_after(&new_trees, language, &new, end) else {
            continue;
        };
        let old_next = to_old(next.start_byte());
        let old_at = |at: usize| old_trees.node(language, &(at..at + 1));
        let old_outer: Vec<_> = ancestors(old_at(old_next)).collect();
        let outer: Vec<_> = ancestors(next.parent()).collect();
        let is_new = |node: &Node<'_>| {
            let start = to_old(node.start_byte());
            let is_same = |old: &Node<'_>| old.kind() == node.kind() && old.start_byte() == start;
            let counted = outer.iter().filter(|other| {
                other.kind() == node.kind() && other.start_byte() == node.start_byte()
            });
            node.start_byte() < place
                && !node.is_error()
                && counted.count() > old_outer.iter().filter(|old| is_same(old)).count()
                && ancestors(old_at(start)).any(|old| is_same(&old) && old.end_byte() <= old_next)
        };
        if let Some(node) = outer.iter().find(|node| is_new(node)) {
            let line = line_feeds(&new[..next.start_byte()]) + 1;
            let outer_line = line_feeds(&new[..node.start_byte()]) + 1;
            let message = format!(
                "a deletion would make line {line} of the new text part of the code in line \
                 {outer_line}: delete the whole construct, or give a replacement"
            );
            let index = edits[at].index as usize;
            return Ok(Some(MovedCode { index, message }));
        }
    }
    Ok(None)
}

/// Returns whether code may be several statements, or a condition that takes the `else` after it.
fn may_be_several(code: &[u8]) -> bool {
    let code = code.trim_ascii();
    let inner = code.strip_suffix(b";").unwrap_or(code);
    inner.contains(&b';') || inner.contains(&b'\n') || inner.starts_with(b"if")
}

/// Returns whether an edit puts several lines after the `:` of a block on one line.
fn is_line_block(text: &[u8], edit: &PlannedEdit) -> bool {
    let before = &text[line_start(text, edit.range.start)..edit.range.start];
    tables(edit.language).patterns.has_colon_blocks
        && before.trim_ascii_end().ends_with(b":")
        && !before.contains(&b'{')
        && edit
            .text
            .trim_ascii()
            .split(|byte| *byte == b'\n')
            .skip(1)
            .any(|line| !matches!(line.first(), None | Some(b' ' | b'\t' | b')' | b']' | b'}')))
}

/// Returns the error for a replacement of a body that would not be the whole body.
fn left_body(text: &[u8], edit: &PlannedEdit) -> MovedCode {
    let line = line_feeds(&text[..edit.range.start]) + 1;
    let message = format!(
        "the replacement in line {line} would not be the whole body of its condition or loop: \
         write a block"
    );
    let index = edit.index as usize;
    MovedCode { index, message }
}

/// Returns the start of the attribute, such as `#[test]`, before the code that an edit deletes. The
/// attribute would apply to the next code.
fn attribute_before(text: &[u8], edits: &[PlannedEdit], at: usize, trees: &Trees) -> Option<usize> {
    let (language, range) = (edits[at].language, &edits[at].range);
    let attributes = tables(language).outline?.attributes;
    let attribute_at = |at: usize| {
        let found = ancestors(trees.node(language, &(at..at + 1)));
        found
            .filter(|node| has_word(attributes, node.kind()))
            .last()
    };
    let before = text[..range.start].trim_ascii_end().len();
    let attribute = attribute_at(before.checked_sub(1)?)?;
    let code = range.start + (range.len() - text[range.clone()].trim_ascii_start().len());
    let is_deleted = edits[..at]
        .iter()
        .any(|edit| edit.range.end >= attribute.end_byte());
    let is_own = code >= range.end || attribute_at(code).is_some() || attribute.end_byte() > code;
    (!is_deleted && !is_own).then_some(attribute.start_byte())
}

/// Returns whether an edit ends the code of a node that began before it, or may let the next code
/// continue the code before it.
fn may_move(text: &[u8], edit: &PlannedEdit, trees: &Trees) -> bool {
    let (language, range) = (edit.language, &edit.range);
    let Some(next) = code_after(trees, language, text, range.end) else {
        return false;
    };
    let before = text[..range.start].trim_ascii_end().len();
    let last = before
        .checked_sub(1)
        .and_then(|last| trees.node(language, &(last..before)));
    let contains_next = |node: &Node<'_>| node.end_byte() > next.start_byte();
    let outer = ancestors(last)
        .take_while(|node| !contains_next(node))
        .last();
    may_continue(&text[next.byte_range()])
        || outer.is_some_and(|outer| outer.end_byte() > range.start)
}

fn ancestors<'t>(node: Option<Node<'t>>) -> impl Iterator<Item = Node<'t>> {
    std::iter::successors(node, Node::parent)
}

/// Returns the first token at or after `at`, except comments.
fn code_after<'t>(
    trees: &'t Trees,
    language: &Language,
    text: &[u8],
    mut at: usize,
) -> Option<Node<'t>> {
    loop {
        at = text.len() - text.get(at..)?.trim_ascii_start().len();
        let node = trees.node(language, &(at..at + 1))?;
        if !is_comment(node) {
            return (node.child_count() == 0 && node.start_byte() == at).then_some(node);
        }
        at = node.end_byte().max(at + 1);
    }
}
