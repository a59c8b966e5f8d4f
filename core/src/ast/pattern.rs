//! Patterns: fragments of code with metavariables, parsed by a grammar.
//!
//! A fragment may mean different things in different contexts, such as a class
//! member and an assignment. Each meaning is a variant of the pattern; a node
//! matches the pattern if it matches a variant. A pattern has at least one
//! variant, and its variants differ.

use std::ops::Range;

use tree_sitter::{Node, Parser};

use super::context::{ContextCondition, PatternContext};
use super::language::Language;
use super::metavar::{self, MetaVar, PreparedPattern};
use super::options::Strictness;
use super::parse::{self, skip_subtree};
use super::pattern_error::{self, Rejection};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};

/// Pattern compiled for one language.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Names of the capturing metavariables; a slot is an index in them.
    pub(super) names: Vec<String>,
    /// Meanings of the pattern: at least one, without duplicates.
    pub(super) variants: Vec<PatternVariant>,
}

/// One meaning of a pattern: the tree that it has in one context.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PatternVariant {
    pub(super) root: PatternNode,
    /// Kind that a matching node must have; `None` for any kind.
    pub(super) root_kind: Option<u16>,
    /// Name of the context in which the pattern was parsed.
    pub(super) context: &'static str,
}

/// Node of a pattern: what a node of the code has to look like.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PatternNode {
    MetaVar(MetaVar),
    Leaf {
        kind: u16,
        named: bool,
        text: Box<[u8]>,
    },
    Inner {
        kind: u16,
        children: Vec<PatternNode>,
    },
}

/// Maximum depth of a pattern. Matching recurses as deep as the pattern.
pub(super) const MAX_PATTERN_DEPTH: usize = 200;

impl PatternNode {
    /// Returns whether the node is punctuation or a keyword.
    pub(super) fn is_unnamed(&self) -> bool {
        matches!(self, PatternNode::Leaf { named: false, .. })
    }
}

impl Pattern {
    /// Parses a pattern in every context of the language in which it is one
    /// node. With a selector, the first node of that kind is the pattern.
    ///
    /// # Errors
    ///
    /// `InvalidPattern`, with the offset of the syntax error if there is one, if
    /// the pattern is one node in no context or the selector is no node kind.
    pub(super) fn compile(
        text: &str,
        selector: Option<&str>,
        strictness: Strictness,
        language: &Language,
        token: &CancelToken,
    ) -> Result<Pattern> {
        let fragment = text.trim();
        if fragment.is_empty() {
            return Err(pattern_error::empty(text));
        }
        let selected_kind = selector.map(|s| kind_id(language, s)).transpose()?;
        let names = metavar::names(fragment);
        let mut parser = parse::parser(language)?;
        let mut variants: Vec<PatternVariant> = Vec::new();
        let mut rejection = Rejection::SyntaxError;
        let syntax = &language.pattern_syntax;
        let placeholder = |choice: usize| {
            let list_choice = choice.checked_sub(syntax.placeholders.len());
            list_choice.map_or_else(
                || &syntax.placeholders[choice],
                |choice| &syntax.list_placeholders[choice],
            )
        };
        let choices = metavar::list_flags(fragment).into_iter().map(|is_list| {
            let for_lists = if is_list {
                syntax.list_placeholders.len()
            } else {
                0
            };
            syntax.placeholders.len() + for_lists
        });
        for combination in combinations(&choices.collect::<Vec<_>>()) {
            let prepared = metavar::prepare(fragment, &names, |var| placeholder(combination[var]));
            let mut variant_parser = VariantParser {
                parser: &mut parser,
                prepared: &prepared,
                selected_kind,
                rejection: &mut rejection,
                token,
            };
            for variant in variant_parser.parse_all(syntax.contexts)? {
                if !variants.iter().any(|known| known.root == variant.root) {
                    variants.push(variant);
                }
            }
        }
        if variants.is_empty() {
            return Err(pattern_error::explain(
                text, selector, rejection, language, token,
            )?);
        }
        if strictness == Strictness::Template && selector.is_none() {
            for variant in &mut variants {
                variant.root_kind = None;
            }
        }
        Ok(Pattern {
            names: names.into_iter().map(str::to_owned).collect(),
            variants,
        })
    }
}

/// Maximum number of combinations of placeholders to parse: 3 choices for 4
/// metavariables. Patterns that need more are rare.
const MAX_COMBINATIONS: usize = 81;

/// Returns combinations of placeholders, the plainest first: for each
/// metavariable an index below its entry in `choices`.
fn combinations(choices: &[usize]) -> Vec<Vec<usize>> {
    let mut combinations = vec![vec![0; choices.len()]];
    while combinations.len() < MAX_COMBINATIONS {
        // Counts up with the last digit as the lowest, because lists, which
        // have the most choices, tend to be the last metavariables.
        let mut next = combinations[combinations.len() - 1].clone();
        let Some(digit) = (0..choices.len()).rfind(|&at| next[at] + 1 < choices[at]) else {
            break;
        };
        next[digit] += 1;
        next[digit + 1..].fill(0);
        combinations.push(next);
    }
    combinations
}

/// Returns the number of a named node kind of the language.
fn kind_id(language: &Language, kind: &str) -> Result<u16> {
    match language.grammar().id_for_node_kind(kind, true) {
        0 => {
            let message = format!("unknown node kind of {}", language.name);
            Err(Error::new(ErrorKind::InvalidPattern, message).with_pattern(kind))
        }
        id => Ok(id),
    }
}

/// Parses one prepared pattern in the contexts of its language.
struct VariantParser<'a> {
    parser: &'a mut Parser,
    prepared: &'a PreparedPattern,
    /// Kind of the node to select from the pattern.
    selected_kind: Option<u16>,
    /// Most specific rejection so far.
    rejection: &'a mut Rejection,
    token: &'a CancelToken,
}

impl VariantParser<'_> {
    /// Returns the variants in all contexts that apply, and those in fallback
    /// contexts if there is none.
    fn parse_all(&mut self, contexts: &[PatternContext]) -> Result<Vec<PatternVariant>> {
        let conditions = conditions(&self.prepared.text);
        let (applicable, fallback): (Vec<&PatternContext>, Vec<&PatternContext>) =
            contexts.iter().partition(|context| {
                context.condition == ContextCondition::Always
                    || conditions.contains(&context.condition)
            });
        let mut variants = Vec::new();
        for contexts in [applicable, fallback] {
            for context in contexts {
                match self.parse_in(context)? {
                    Ok(variant) => variants.push(variant),
                    Err(rejection) => *self.rejection = rejection.max(*self.rejection),
                }
            }
            if !variants.is_empty() {
                break;
            }
        }
        Ok(variants)
    }

    fn parse_in(&mut self, context: &PatternContext) -> Result<Result<PatternVariant, Rejection>> {
        let (text, range) = context.wrap(&self.prepared.text);
        let tree = parse::parse_unbounded(self.parser, text.as_bytes(), self.token)?;
        let root = tree.root_node();
        if root.has_error() {
            return Ok(Err(Rejection::SyntaxError));
        }
        let Some(node) = node_of_range(root, &range) else {
            return Ok(Err(Rejection::NotOneNode));
        };
        let node = match self.selected_kind {
            None => node,
            Some(kind) => match first_of_kind(node, kind) {
                Some(node) => node,
                None => return Ok(Err(Rejection::NothingSelected)),
            },
        };
        let converter = PatternConverter {
            text: text.as_bytes(),
            vars: &self.prepared.vars,
            start: range.start,
            end: range.end,
        };
        let root = match converter.convert(node, 0) {
            Ok(PatternNode::MetaVar(MetaVar::Many { .. })) => return Ok(Err(Rejection::List)),
            Ok(root) => root,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let root_kind = match &root {
            PatternNode::MetaVar(_) => self.selected_kind,
            PatternNode::Leaf { kind, .. } | PatternNode::Inner { kind, .. } => Some(*kind),
        };
        Ok(Ok(PatternVariant {
            root,
            root_kind,
            context: context.name,
        }))
    }
}

/// Returns the conditions of contexts that a fragment meets: whether it begins
/// with a name and a single colon or equals sign, which may follow the name
/// directly.
fn conditions(text: &str) -> &'static [ContextCondition] {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '@' | '"' | '\'');
    let rest = text.trim_start_matches(is_name);
    if rest.len() == text.len() {
        return &[];
    }
    let colon = rest.trim_start_matches('?').trim_start();
    let equals = rest.trim_start();
    if colon.starts_with(':') && !colon.starts_with("::") && !colon.starts_with(":=") {
        &[ContextCondition::Colon, ContextCondition::Field]
    } else if !equals.starts_with('=') || equals.starts_with("==") || equals.starts_with("=>") {
        &[]
    } else if equals.len() == rest.len() {
        &[ContextCondition::Equals, ContextCondition::Field]
    } else {
        &[ContextCondition::Field]
    }
}

/// Returns the innermost named node that covers `range`, except for a
/// terminator at the end that only one of them has.
fn node_of_range<'t>(root: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut node = root.descendant_for_byte_range(range.start, range.end)?;
    let is_whole = |node: Node<'_>| node.byte_range() == *range;
    if !is_whole(node) {
        if has_extra_terminator(node, range) {
            return Some(node);
        }
        return child_before_terminator(node, range);
    }
    if let Some(child) = child_before_terminator(node, range).filter(|_| node.parent().is_none()) {
        return Some(child);
    }
    // A statement that consists of a keyword: the keyword has no named node of
    // its own.
    while !node.is_named() {
        node = node.parent().filter(|parent| is_whole(*parent))?;
    }
    Some(node)
}

/// Returns whether `node` is `range` followed only by punctuation.
fn has_extra_terminator(node: Node<'_>, range: &Range<usize>) -> bool {
    let mut cursor = node.walk();
    node.start_byte() == range.start
        && node.end_byte() > range.end
        && node.is_named()
        && node.parent().is_some()
        && node.children(&mut cursor).all(|child| {
            child.end_byte() <= range.end || (child.start_byte() >= range.end && !child.is_named())
        })
}

/// Returns the child of `node` that is `range` except for punctuation at the
/// end, which are siblings of the child.
fn child_before_terminator<'t>(node: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    let mut inside = node
        .children(&mut cursor)
        .filter(|child| child.end_byte() > range.start && child.start_byte() < range.end);
    let first = inside.next()?;
    let is_first = first.is_named() && first.start_byte() == range.start;
    (is_first && inside.all(|child| !child.is_named() && child.end_byte() <= range.end))
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

/// Converts a parsed fragment into pattern nodes.
struct PatternConverter<'a> {
    text: &'a [u8],
    /// Metavariables by their range in the fragment.
    vars: &'a [(Range<usize>, MetaVar)],
    /// Start of the fragment in `text`.
    start: usize,
    /// End of the fragment in `text`.
    end: usize,
}

impl PatternConverter<'_> {
    fn convert(&self, node: Node<'_>, depth: usize) -> Result<PatternNode, Rejection> {
        if depth > MAX_PATTERN_DEPTH {
            return Err(Rejection::TooDeep);
        }
        if let Some(var) = self.var(node) {
            return Ok(PatternNode::MetaVar(var));
        }
        let is_prose = self.is_prose(node);
        // Matching compares children only, so the words around the metavariable
        // would not be compared.
        if is_prose && self.contains_var(node) {
            return Err(Rejection::VarInProse);
        }
        if node.child_count() == 0 || is_prose {
            return Ok(PatternNode::Leaf {
                kind: node.kind_id(),
                named: node.is_named(),
                text: self.text.get(node.byte_range()).unwrap_or_default().into(),
            });
        }
        let mut cursor = node.walk();
        let children = node
            .children(&mut cursor)
            .filter(|child| child.start_byte() < self.end)
            .map(|child| self.convert(child, depth + 1))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(PatternNode::Inner {
            kind: node.kind_id(),
            children,
        })
    }

    fn contains_var(&self, node: Node<'_>) -> bool {
        self.vars.iter().any(|(range, _)| {
            let (start, end) = (range.start + self.start, range.end + self.start);
            node.start_byte() <= start && end <= node.end_byte()
        })
    }

    /// Returns whether a part of the node's text belongs to none of its
    /// children, like words in prose, so that its children do not determine it.
    fn is_prose(&self, node: Node<'_>) -> bool {
        if node.end_byte() > self.end || node.child_count() == 0 {
            return false;
        }
        let mut from = node.start_byte();
        let mut has_text_before = |to: usize, next| {
            let gap = self.text.get(from..to).unwrap_or_default();
            from = next;
            !gap.trim_ascii().is_empty()
        };
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .any(|child| has_text_before(child.start_byte(), child.end_byte()))
            || has_text_before(node.end_byte(), 0)
    }

    /// Returns the metavariable whose placeholder is the node.
    fn var(&self, node: Node<'_>) -> Option<MetaVar> {
        // Some grammars include blanks before a value in its node.
        let text = self.text.get(node.byte_range())?;
        let start = node.start_byte() + (text.len() - text.trim_ascii_start().len());
        let start = start.checked_sub(self.start)?;
        let end = node.end_byte().checked_sub(self.start)?;
        let at = self
            .vars
            .binary_search_by_key(&start, |(range, _)| range.start)
            .ok()?;
        let (range, var) = &self.vars[at];
        (range.end == end).then_some(*var)
    }
}
