//! Outline table for TLA+. Documentation is any comment directly above a definition. Named theorems
//! and assumptions are rules, since they hold for the whole module.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_base::internal::{span, span_of};
use tree_sitter::Node;

use crate::outline::doc;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Constant, Function, Module, Namespace, Rule as RuleKind, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, IndentUnit, NO_REGION, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case case_arm case_arrow case_box case_proof_step if_then_else",
    rules: &[
        rule("module", Module).refine(module),
        rule("constant_declaration", Constant)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("variable_declaration", Variable)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("recursive_declaration", Function)
            .name(Name::Each(declared))
            .refine(recursive),
        rule("operator_definition", Function)
            .body(&["definition"])
            .value(&["def_eq"]),
        rule("function_definition", Function)
            .body(&["definition"])
            .value(&["def_eq"]),
        rule("module_definition", Namespace).body(&[]),
        rule("assumption", RuleKind).body(&[]),
        rule("theorem", RuleKind).body(&["proof"]),
    ],
    wrappers: "local_definition",
    comments: "comment block_comment",
    doc: DOC,
    words: &[("LOCAL", Modifier::Private)],
    arrange: Some(arrange),
    elided: "\"...\"",
    is_layout: true,
    indent: IndentUnit::Spaces(2),
    doc_marker: "\\*",
    region: NO_REGION,
    ..OutlineTable::EMPTY
};

const DOC: DocStyle = DocStyle {
    lines: &["\\*"],
    blocks: &[("(*", "*)")],
};

/// Sets the body of a module to the text between its header and its last line.
fn module(draft: &mut Draft<'_, '_>) -> bool {
    let mut cursor = draft.node.walk();
    let mut lines = Vec::new();
    let (mut start, mut end) = (None, draft.node.end_byte());
    for child in draft.node.children(&mut cursor) {
        match child.kind() {
            "header_line" => lines.push(child.byte_range()),
            "double_line" => end = child.start_byte(),
            _ if lines.len() == 2 && start.is_none() => start = Some(child.start_byte()),
            _ => {}
        }
    }
    draft.hidden = lines.first().cloned();
    draft.signature_end = lines.get(1).map(|line| line.start);
    draft.body = start.map(|start| start..end);
    true
}

/// Returns the identifiers and operators declared by a declaration.
fn declared<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut cursor = declaration.walk();
    let children = declaration.named_children(&mut cursor);
    let is_declared =
        |child: &Node<'_>| matches!(child.kind(), "identifier" | "operator_declaration");
    let names: Vec<_> = children.filter(is_declared).collect();
    let first = *names.first()?;
    Some((names, first))
}

fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    draft.is_transparent = true;
    let declarator = draft.declarator;
    let name = declarator.and_then(|declarator| declarator.child_by_field_name("name"));
    draft.set_name(name.or(declarator))
}

fn recursive(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Declaration);
    declaration(draft)
}

/// Moves the comments at the end of a definition to the next one, since the grammar puts comments
/// after a conjunct list inside the list. A PlusCal algorithm is a comment too, but documents
/// nothing.
fn arrange(mut items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    for item in &mut items {
        item.children = arrange(std::mem::take(&mut item.children), text);
        let doc = item.doc.as_deref().unwrap_or("");
        if doc.contains("--algorithm") || doc.contains("--fair algorithm") {
            item.doc = None;
            item.set_doc_span(None);
            item.set_span(span(item.signature_span().start, item.span().end));
        }
    }
    for index in 0..items.len() {
        let (before, after) = items.split_at_mut(index + 1);
        let Some(item) = before.last_mut().filter(|item| item.kind != Module) else {
            continue;
        };
        let whole = item.span().start.offset..item.span().end.offset;
        let end = end_of_code(text.source, &whole);
        if end == whole.end {
            continue;
        }
        let span = |range| span_of(text.lines, text.source, &range);
        item.set_span(span(whole.start..end));
        item.set_body_span(
            item.body_span()
                .map(|body| span(body.start.offset..body.end.offset.min(end))),
        );
        if let Some(next) = after.first_mut().filter(|next| next.doc.is_none()) {
            document(next, end..whole.end, text);
        }
    }
    items
}

/// Returns the end of a definition without trailing comment lines.
fn end_of_code(source: &[u8], whole: &Range<usize>) -> usize {
    let mut end = whole.end;
    loop {
        let code = source
            .get(whole.start..end)
            .unwrap_or_default()
            .trim_ascii_end();
        let line = line_start(source, whole.start + code.len()).max(whole.start);
        let last = source
            .get(line..whole.start + code.len())
            .unwrap_or_default();
        let is_comment = last.trim_ascii_start().starts_with(b"\\*")
            || last.trim_ascii_start().starts_with(b"(*") && last.ends_with(b"*)");
        if !is_comment || line == whole.start {
            return whole.start + code.len();
        }
        end = line;
    }
}

/// Makes comments in a range that end directly above a definition its documentation.
fn document(item: &mut OutlineItem, comments: Range<usize>, text: OutlineText<'_>) {
    let start = item.span().start.offset;
    let gap = text.source.get(comments.end..start).unwrap_or_default();
    if memchr::memchr_iter(b'\n', gap).count() > 1 || !gap.trim_ascii().is_empty() {
        return;
    }
    let mut first = comments.end;
    let mut lines = Vec::new();
    while first > comments.start {
        let line = line_start(text.source, first);
        let comment = text
            .source
            .get(line..first)
            .unwrap_or_default()
            .trim_ascii();
        if line < comments.start || comment.is_empty() {
            break;
        }
        lines.extend(doc::comment_text(comment, &DOC));
        first = line.saturating_sub(1);
    }
    lines.reverse();
    let doc = lines.join("\n");
    if doc.trim().is_empty() {
        return;
    }
    let from = text.source.get(first..comments.end).unwrap_or_default();
    let from = first + from.len() - from.trim_ascii_start().len();
    let span = |range| span_of(text.lines, text.source, &range);
    item.doc = Some(doc);
    item.set_doc_span(Some(span(from..comments.end)));
    item.set_span(span(from..item.span().end.offset));
}
