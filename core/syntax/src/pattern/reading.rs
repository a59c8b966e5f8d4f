//! Interprets a prepared fragment: finds the nodes that the fragment forms in each context of its
//! language.
//!
//! A fragment is read as one node, as the header of a node that a closing and the context complete,
//! or as consecutive siblings.

use std::borrow::Cow;
use std::ops::Range;

use ransack_base::{CancelToken, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    GrammarParser, WorkBudget, grammar_of, parse_unbounded, skip_subtree,
};
use ransack_languages::internal::{
    ContextCondition, NodeKinds, PatternContext, PatternSyntax, has_word, tables,
};
use tree_sitter::Node;

use crate::pattern::closing::{closings, end_tag};
use crate::pattern::condition::{conditions, first_word, has_two_words};
use crate::pattern::error::Rejection;
use crate::pattern::metavar::{MetaVar, PreparedPattern};
use crate::pattern::optional::OptionalKinds;
use crate::pattern::readings::Readings;
use crate::pattern::tree::PatternConverter;
use crate::pattern::{PatternNode, PatternShape, PatternVariant};

/// Names of the contexts for a single node. After such a node, parsers accept further statements on
/// the same line.
const ONE_NODE: [&str; 6] = ["catch", "else", "except", "rescue", "specifier", "when"];

/// Parses one prepared fragment in the contexts of its language.
pub(crate) struct ReadingParser<'a> {
    pub(crate) parser: &'a mut GrammarParser,
    pub(crate) language: &'a Language,
    pub(crate) prepared: &'a PreparedPattern,
    pub(crate) optional: &'a OptionalKinds,
    /// Kind of the node to select from the pattern.
    pub(crate) selected_kind: Option<u16>,
    pub(crate) token: &'a CancelToken,
}

impl ReadingParser<'_> {
    /// Adds the interpretations in all applicable contexts or, if no context applies, in the
    /// fallback contexts.
    pub(crate) fn parse_all(mut self, readings: &mut Readings) -> Result<()> {
        let mut conditions = conditions(&self.prepared.text);
        // An equals sign after a metavariable is an assignment.
        if self.begins_with_var() && conditions.contains(&ContextCondition::Field) {
            conditions.retain(|condition| *condition != ContextCondition::Entry);
        }
        let contexts = tables(self.language).patterns.contexts;
        let may_apply = |context: &&PatternContext| {
            !matches!(
                context.condition,
                ContextCondition::Brace
                    | ContextCondition::Else
                    | ContextCondition::Entry
                    | ContextCondition::Tag
            ) || conditions.contains(&context.condition)
        };
        let (applicable, fallback): (Vec<&PatternContext>, Vec<&PatternContext>) =
            contexts.iter().filter(may_apply).partition(|context| {
                context.condition == ContextCondition::Always
                    || conditions.contains(&context.condition)
            });
        let closings = self.closings();
        let keyword = self.keyword().unwrap_or_default().to_owned();
        for contexts in [applicable, fallback] {
            let mut is_read = false;
            let sequences = readings.sequences.len();
            for context in contexts {
                let is_node = self.parse_in(context, readings)?;
                is_read |= is_node;
                // An element that needs no end tag is not a header.
                let is_needed = |closing: &&Cow<'_, str>| !is_node || !closing.starts_with("</");
                for closing in closings.iter().filter(is_needed) {
                    is_read |= self.parse_header(context, closing, readings)?;
                }
            }
            // Several lines of code cannot be a parameter or another part of a line.
            is_read |= readings.sequences.len() > sequences && self.prepared.text.contains('\n');
            if is_read && !readings.has_keyword_name(&keyword, self.language) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the closings to try; empty if the fragment cannot be a header.
    fn closings(&self) -> Vec<Cow<'static, str>> {
        let text = &self.prepared.text;
        if let Some(tag) = end_tag(self.language, text) {
            return vec![tag.into()];
        }
        let closings = closings(self.language).iter().copied();
        if text.ends_with(';') || !self.may_be_header() {
            return Vec::new();
        }
        let continues_block = |closing: &str| {
            closing.starts_with(' ') && closing[1..].starts_with(|c: char| c.is_alphabetic())
        };
        let is_closed = text.ends_with('}');
        let is_directive = text.starts_with('#');
        closings
            .filter(|closing| !is_closed || continues_block(closing))
            .filter(|closing| closing.trim_end().ends_with("#endif") == is_directive)
            .map(Cow::from)
            .collect()
    }

    /// Returns the keyword at the start of the fragment.
    fn keyword(&self) -> Option<&str> {
        let word = self.first_word();
        let grammar = grammar_of(self.language);
        let kinds = &tables(self.language).kinds;
        let prefix = kinds.keyword_prefix;
        let is_keyword = |word: &str| {
            grammar.id_for_node_kind(word, false) != 0
                || has_word(kinds.keywords, word)
                || (!prefix.is_empty()
                    && grammar.id_for_node_kind(&[prefix, word].concat(), true) != 0)
        };
        let is_known = !word.is_empty()
            && !self.begins_with_var()
            && (is_keyword(word)
                || is_keyword(&word.to_lowercase())
                || is_keyword(&word.to_uppercase()));
        is_known.then_some(word)
    }

    fn begins_with_var(&self) -> bool {
        let first = self.prepared.vars.first();
        first.is_some_and(|(range, _)| range.start == 0)
    }

    fn first_word(&self) -> &str {
        first_word(&self.prepared.text)
    }

    /// Returns whether the fragment begins like a header: with a keyword, with
    /// two words and a parenthesis, or with a closure's parameters.
    fn may_be_header(&self) -> bool {
        let text = &self.prepared.text;
        let starts = ["|", "@", "#if"];
        if starts.iter().any(|start| text.starts_with(start))
            || text.ends_with("=>")
            || text.ends_with("->")
        {
            return true;
        }
        let has_bare_blocks = tables(self.language).patterns.has_bare_blocks;
        self.keyword().is_some() || (has_two_words(text) && (text.contains('(') || has_bare_blocks))
    }

    /// Adds the interpretation of the fragment as a node or as siblings. Returns whether the
    /// fragment is a node.
    fn parse_in(&mut self, context: &PatternContext, readings: &mut Readings) -> Result<bool> {
        let (text, range) = context.wrap(&self.prepared.text, "");
        let tree = parse_unbounded(self.parser, text.as_bytes(), self.token)?;
        let root = tree.root_node();
        if root.has_error() {
            return Ok(false);
        }
        let syntax = tables(self.language).patterns;
        if let Some(node) = node_of_range(root, &range).filter(|node| {
            !is_container(*node, syntax) && !is_misread(*node, &text[range.clone()], syntax)
        }) {
            let variant = self.variant(context, &text, &range, node, PatternShape::Node);
            return Ok(add_variant(readings, variant));
        }
        let siblings = siblings_of_range(root, &range);
        match siblings {
            Some(siblings)
                if self.selected_kind.is_none() && self.may_have_siblings(context, &siblings) =>
            {
                let variant = self.sequence(context, &text, &range, &siblings);
                add_variant(readings, variant);
            }
            _ => readings.reject(not_one_node(root, &range, context)),
        }
        Ok(false)
    }

    /// Returns whether siblings in a context form a unit; in a context for one node, only if they
    /// begin with a keyword.
    fn may_have_siblings(&self, context: &PatternContext, siblings: &[Node<'_>]) -> bool {
        let keywords = tables(self.language).kinds.keywords;
        let is_keyword = |node: &Node<'_>| {
            let is_token = !node.is_named() || has_word(keywords, node.kind());
            is_token && node.kind().starts_with(|c: char| c.is_alphabetic())
        };
        match context.condition {
            ContextCondition::Equals => {
                conditions(&self.prepared.text).contains(&context.condition)
            }
            _ => !ONE_NODE.contains(&context.name) || siblings.first().is_some_and(is_keyword),
        }
    }

    /// Adds the interpretation of the fragment as a header. Returns whether the fragment is a
    /// header.
    fn parse_header(
        &mut self,
        context: &PatternContext,
        closing: &str,
        readings: &mut Readings,
    ) -> Result<bool> {
        let (text, range) = context.wrap(&self.prepared.text, closing);
        let tree = parse_unbounded(self.parser, text.as_bytes(), self.token)?;
        let root = tree.root_node();
        if root.has_error() {
            return Ok(false);
        }
        let Some(node) = header_of_range(root, &text, &range) else {
            return Ok(false);
        };
        let variant = self.variant(context, &text, &range, node, PatternShape::Header);
        Ok(add_variant(readings, variant))
    }

    fn variant(
        &self,
        context: &PatternContext,
        text: &str,
        range: &Range<usize>,
        node: Node<'_>,
        shape: PatternShape,
    ) -> Result<PatternVariant, Rejection> {
        let node = match self.selected_kind {
            None => node,
            Some(kind) => first_of_kind(node, kind).ok_or(Rejection::NothingSelected)?,
        };
        let root = self.converter(text, range).convert(node, 0)?;
        let root_kind = match &root {
            PatternNode::MetaVar(MetaVar::Many { .. }) => return Err(Rejection::List),
            PatternNode::MetaVar(MetaVar::One { .. }) => self.selected_kind,
            PatternNode::Leaf { kind, .. }
            | PatternNode::Inner { kind, .. }
            | PatternNode::Kind(kind)
            | PatternNode::Sigil { kind, .. } => Some(*kind),
            PatternNode::Statement { .. } => None,
            PatternNode::Chain(_) => return Err(Rejection::List),
        };
        Ok(PatternVariant {
            root,
            following: Vec::new(),
            shape,
            root_kind,
            declaration: None,
            context: context.name,
        })
    }

    fn sequence(
        &self,
        context: &PatternContext,
        text: &str,
        range: &Range<usize>,
        siblings: &[Node<'_>],
    ) -> Result<PatternVariant, Rejection> {
        let mut nodes = self.converter(text, range).convert_all(siblings, 0)?;
        if matches!(
            nodes.first(),
            Some(PatternNode::MetaVar(MetaVar::Many { .. }))
        ) {
            return Err(Rejection::List);
        }
        // Terminators and separators between siblings may differ.
        let mut is_first = true;
        nodes.retain(|node| std::mem::take(&mut is_first) || !node.is_separator());
        if nodes.len() < 2 {
            return Err(Rejection::List);
        }
        let root = nodes.remove(0);
        let root_kind = match &root {
            PatternNode::MetaVar(_) | PatternNode::Chain(_) | PatternNode::Statement { .. } => None,
            PatternNode::Leaf { kind, .. }
            | PatternNode::Inner { kind, .. }
            | PatternNode::Kind(kind)
            | PatternNode::Sigil { kind, .. } => Some(*kind),
        };
        Ok(PatternVariant {
            root,
            following: nodes,
            shape: PatternShape::Sequence,
            root_kind,
            declaration: None,
            context: context.name,
        })
    }

    fn converter<'a>(&'a self, text: &'a str, range: &Range<usize>) -> PatternConverter<'a> {
        let budget = WorkBudget::new(self.token, None);
        // A parse of the text has succeeded before.
        let masked = self.parser.masked(text.as_bytes(), &budget);
        let masked = masked.ok().flatten();
        PatternConverter {
            text: text.as_bytes(),
            masked: masked.map_or(text.as_bytes().into(), Cow::Owned),
            vars: &self.prepared.vars,
            start: range.start,
            end: range.end,
            optional: self.optional,
            kinds: &tables(self.language).kinds,
            syntax: tables(self.language).patterns,
        }
    }
}

/// Returns the rejection for a range that is part of a node.
fn not_one_node(root: Node<'_>, range: &Range<usize>, context: &PatternContext) -> Rejection {
    let node = root.named_descendant_for_byte_range(range.start, range.end);
    Rejection::NotOneNode {
        kind: node.unwrap_or(root).kind_id(),
        context: context.name,
    }
}

/// Adds a variant or records the reason for rejecting it. Returns whether the variant was added.
fn add_variant(readings: &mut Readings, variant: Result<PatternVariant, Rejection>) -> bool {
    match variant {
        Ok(variant) => {
            readings.add(variant);
            true
        }
        Err(rejection) => {
            readings.reject(rejection);
            false
        }
    }
}

/// Returns whether a node is a file or statement group with several children, or a list of pairs
/// without brackets. As a pattern, it would match only a file, group or list that begins with these
/// children.
fn is_container(node: Node<'_>, syntax: &PatternSyntax) -> bool {
    let is_group = node.parent().is_none()
        || is_pair_list(node, syntax.pair_list)
        || (has_word(syntax.block_kinds, node.kind())
            && node.child(0).is_some_and(|c| c.is_named()));
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    is_group && children.filter(|child| !child.is_extra()).count() > 1
}

/// Returns whether a node is a list whose children are the parts of pairs.
fn is_pair_list(node: Node<'_>, kind: &str) -> bool {
    let mut cursor = node.walk();
    node.kind() == kind && node.children(&mut cursor).any(|child| child.kind() == "=>")
}

/// Returns whether code that ends with a semicolon is misread as a function without parameters: a
/// variable with an initializer in braces.
fn is_misread(node: Node<'_>, text: &str, syntax: &PatternSyntax) -> bool {
    let declarator = node.child_by_field_name("declarator");
    node.kind() == syntax.misread_function
        && text.ends_with(';')
        && declarator.is_some_and(|declarator| NodeKinds::is_identifier(declarator.kind()))
}

/// Returns the node that begins with `range` and has further named children after it, none of which
/// crosses the end of the range.
fn header_of_range<'t>(root: Node<'t>, text: &str, range: &Range<usize>) -> Option<Node<'t>> {
    let mut node = root.descendant_for_byte_range(range.start, range.end)?;
    // With a single child, only closure parameters and start tags are headers.
    if node.byte_range() == *range && !text[range.clone()].starts_with(['|', '<']) {
        return None;
    }
    while node.byte_range() == *range {
        node = node.parent()?;
    }
    if node.start_byte() != range.start || node.parent().is_none() {
        return None;
    }
    let mut cursor = node.walk();
    let mut is_continued = false;
    for child in node.children(&mut cursor) {
        if child.start_byte() < range.end && child.end_byte() > range.end {
            return None;
        }
        is_continued |= child.start_byte() >= range.end && child.is_named();
    }
    is_continued.then_some(node)
}

/// Returns the children of one node that together cover `range`, except trailing punctuation.
fn siblings_of_range<'t>(root: Node<'t>, range: &Range<usize>) -> Option<Vec<Node<'t>>> {
    let parent = root.descendant_for_byte_range(range.start, range.end)?;
    let mut cursor = parent.walk();
    let inside: Vec<Node<'t>> = parent
        .children(&mut cursor)
        .filter(|child| child.end_byte() > range.start && child.start_byte() < range.end)
        .collect();
    let (first, last) = (inside.first()?, inside.last()?);
    let is_exact = first.start_byte() == range.start
        && (last.end_byte() == range.end || has_extra_terminator(*last, range.end));
    is_exact.then_some(inside)
}

/// Returns the innermost named node that covers `range`, except for a terminator at the end that
/// only the node or only the range has.
fn node_of_range<'t>(root: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut node = root.descendant_for_byte_range(range.start, range.end)?;
    let is_whole = |node: Node<'_>| node.byte_range() == *range;
    if !is_whole(node) {
        if node.start_byte() == range.start && has_extra_terminator(node, range.end) {
            return Some(node);
        }
        return child_before_terminator(node, range);
    }
    if let Some(child) = child_before_terminator(node, range).filter(|_| node.parent().is_none()) {
        return Some(child);
    }
    // A statement that consists of a keyword has no named node for the keyword.
    while !node.is_named() {
        node = node.parent().filter(|parent| is_whole(*parent))?;
    }
    Some(node)
}

/// Returns whether `node` consists of code up to `end` followed only by punctuation.
fn has_extra_terminator(node: Node<'_>, end: usize) -> bool {
    let mut cursor = node.walk();
    node.end_byte() > end
        && node.is_named()
        && node.parent().is_some()
        // A comment ends with text that is not a child.
        && !node.is_extra()
        && node.children(&mut cursor).all(|child| {
            child.end_byte() <= end
                || (child.start_byte() >= end && !child.is_named())
                || (child.start_byte() < end && has_extra_terminator(child, end))
        })
}

/// Returns whether a node terminates the previous node and is therefore optional in patterns.
fn is_terminator(node: Node<'_>) -> bool {
    !node.is_named() && !OPERATORS.contains(&node.kind())
}

/// Punctuation after which a node must be followed by another node.
const OPERATORS: [&str; 18] = [
    "=", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "::", "->", "=>", "?", "!", "&&", "||",
];

/// Returns the child of `node` that covers `range` except trailing punctuation, which is a sibling
/// of the child.
fn child_before_terminator<'t>(node: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    let mut inside = node
        .children(&mut cursor)
        .filter(|child| child.end_byte() > range.start && child.start_byte() < range.end);
    let first = inside.next()?;
    let is_first = first.is_named() && first.start_byte() == range.start;
    (is_first && inside.all(|child| is_terminator(child) && child.end_byte() <= range.end))
        .then_some(first)
}

/// Returns the first node of a kind in a subtree, in pre-order.
fn first_of_kind(node: Node<'_>, kind: u16) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    loop {
        if cursor.node().kind_id() == kind {
            return Some(cursor.node());
        }
        if !cursor.goto_first_child() && !skip_subtree(&mut cursor) {
            return None;
        }
    }
}
