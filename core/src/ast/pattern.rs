//! Patterns, compiled.

use std::ops::Range;

use tree_sitter::{Node, Parser};

use super::context::{ContextCondition, PatternContext};
use super::language::Language;
use super::metavar::{self, MetaVar, PreparedPattern};
use super::options::Strictness;
use super::parse::{self, skip_subtree};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};

/// A pattern for one language.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The names of its metavariables; a slot is an index here.
    pub(super) names: Vec<String>,
    /// What it can mean: at least one, all different.
    pub(super) readings: Vec<PatternVariant>,
}

/// One way to read a pattern.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PatternVariant {
    pub(super) goal: PatternNode,
    /// The kind that a matching node must have, if it is not any.
    pub(super) root_kind: Option<u16>,
    /// The name of the place in which it was read.
    pub(super) context: &'static str,
}

/// What a node must look like.
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

/// Deeper patterns are refused: matching goes as deep as its pattern.
const MAX_DEPTH: usize = 200;

impl PatternNode {
    /// Punctuation and keywords.
    pub(super) fn is_trivial(&self) -> bool {
        matches!(self, PatternNode::Leaf { named: false, .. })
    }
}

impl Pattern {
    /// Reads a pattern in every place of the language where it fits. With a
    /// selector its first node of that kind is the pattern.
    pub(super) fn compile(
        text: &str,
        selector: Option<&str>,
        strictness: Strictness,
        language: &Language,
        token: &CancelToken,
    ) -> Result<Pattern> {
        let fault = |words: &str| {
            let message = format!("not a pattern in {}: {words}", language.name);
            Error::new(ErrorKind::InvalidPattern, message).with_pattern(text)
        };
        let fragment = text.trim();
        if fragment.is_empty() {
            return Err(fault("it is empty"));
        }
        let kind = selector.map(|s| kind_id(language, s)).transpose()?;
        let names = metavar::names(fragment);
        let mut parser = parse::parser(language)?;
        let mut readings: Vec<PatternVariant> = Vec::new();
        let syntax = &language.pattern_syntax;
        let form = |number: usize| {
            let list = number.checked_sub(syntax.placeholders.len());
            list.map_or_else(
                || &syntax.placeholders[number],
                |number| &syntax.list_placeholders[number],
            )
        };
        let choices = metavar::lists(fragment).into_iter().map(|is_list| {
            syntax.placeholders.len()
                + if is_list {
                    syntax.list_placeholders.len()
                } else {
                    0
                }
        });
        for mixture in mixtures(&choices.collect::<Vec<_>>()) {
            let source = metavar::prepare(fragment, &names, |var| form(mixture[var]));
            let mut reader = VariantParser {
                parser: &mut parser,
                source: &source,
                kind,
                token,
            };
            for reading in reader.read_all(language.pattern_syntax.contexts)? {
                if !readings.iter().any(|r| r.goal == reading.goal) {
                    readings.push(reading);
                }
            }
        }
        if readings.is_empty() {
            let words = match selector {
                Some(kind) => format!("no place where it can stand makes a `{kind}` of it"),
                None => "there is no place where it can stand as one node".into(),
            };
            return Err(fault(&words));
        }
        if strictness == Strictness::Template && selector.is_none() {
            for reading in &mut readings {
                reading.root_kind = None;
            }
        }
        Ok(Pattern {
            names: names.into_iter().map(str::to_owned).collect(),
            readings,
        })
    }
}

/// More mixtures of placeholders are not tried: a pattern that needs them is a
/// strange one.
const MAX_MIXTURES: usize = 81;

/// Every mixture of placeholders for metavariables that have so many choices: lists
/// of the number of the form of each.
fn mixtures(choices: &[usize]) -> Vec<Vec<usize>> {
    let mut mixtures = vec![vec![0; choices.len()]];
    while mixtures.len() < MAX_MIXTURES {
        // Counts up, the last place being the lowest: lists come late.
        let mut next = mixtures[mixtures.len() - 1].clone();
        let Some(place) = (0..choices.len()).rfind(|&at| next[at] + 1 < choices[at]) else {
            break;
        };
        next[place] += 1;
        next[place + 1..].fill(0);
        mixtures.push(next);
    }
    mixtures
}

/// The number of a node kind of the language.
fn kind_id(language: &Language, kind: &str) -> Result<u16> {
    match language.grammar().id_for_node_kind(kind, true) {
        0 => {
            let message = format!("no kind of node in {}", language.name);
            Err(Error::new(ErrorKind::InvalidPattern, message).with_pattern(kind))
        }
        id => Ok(id),
    }
}

struct VariantParser<'a> {
    parser: &'a mut Parser,
    source: &'a PreparedPattern,
    /// The kind of the node that is wanted of the fragment.
    kind: Option<u16>,
    token: &'a CancelToken,
}

impl VariantParser<'_> {
    /// The readings in all places that are to be tried.
    fn read_all(&mut self, contexts: &[PatternContext]) -> Result<Vec<PatternVariant>> {
        let keys = keys(&self.source.text);
        let (first, rest): (Vec<&PatternContext>, Vec<&PatternContext>) = contexts
            .iter()
            .partition(|c| c.when == ContextCondition::Always || keys.contains(&c.when));
        let mut found = Vec::new();
        for contexts in [first, rest] {
            for context in contexts {
                found.extend(self.read(context)?);
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    fn read(&mut self, context: &PatternContext) -> Result<Option<PatternVariant>> {
        let text = [context.before, &self.source.text, context.after].concat();
        let tree = parse::parse_unbounded(self.parser, text.as_bytes(), self.token)?;
        let start = context.before.len();
        let span = start..start + self.source.text.len();
        let root = tree.root_node();
        if root.has_error() {
            return Ok(None);
        }
        let Some(node) = constituent(root, &span) else {
            return Ok(None);
        };
        let node = match self.kind {
            None => node,
            Some(kind) => match first_of_kind(node, kind) {
                Some(node) => node,
                None => return Ok(None),
            },
        };
        let converter = PatternConverter {
            text: text.as_bytes(),
            vars: &self.source.vars,
            offset: start,
            end: span.end,
        };
        // A list of nodes is no node.
        let goal = converter.goal(node, 0);
        let Some(goal) =
            goal.filter(|goal| !matches!(goal, PatternNode::MetaVar(MetaVar::Many { .. })))
        else {
            return Ok(None);
        };
        let root_kind = match &goal {
            PatternNode::MetaVar(_) => self.kind,
            PatternNode::Leaf { kind, .. } | PatternNode::Inner { kind, .. } => Some(*kind),
        };
        Ok(Some(PatternVariant {
            goal,
            root_kind,
            context: context.name,
        }))
    }
}

/// What the beginning of a fragment tells of where it stands: whether that is
/// a name and one colon or an equals sign, perhaps right after the name.
fn keys(text: &str) -> &'static [ContextCondition] {
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

/// The innermost named node that is all of `span`, perhaps without or with a
/// terminator at its end.
fn constituent<'t>(root: Node<'t>, span: &Range<usize>) -> Option<Node<'t>> {
    let mut node = root.descendant_for_byte_range(span.start, span.end)?;
    let is_whole = |node: Node<'_>| node.byte_range() == *span;
    if !is_whole(node) {
        if has_only_a_terminator_more(node, span) {
            return Some(node);
        }
        return all_but_a_terminator(node, span);
    }
    if let Some(inner) = all_but_a_terminator(node, span).filter(|_| node.parent().is_none()) {
        return Some(inner);
    }
    // A keyword alone is the statement that it makes.
    while !node.is_named() {
        node = node.parent().filter(|parent| is_whole(*parent))?;
    }
    Some(node)
}

/// Whether `node` is `span` and after it only punctuation.
fn has_only_a_terminator_more(node: Node<'_>, span: &Range<usize>) -> bool {
    let mut cursor = node.walk();
    node.start_byte() == span.start
        && node.end_byte() > span.end
        && node.is_named()
        && node.parent().is_some()
        && node.children(&mut cursor).all(|child| {
            child.end_byte() <= span.end || (child.start_byte() >= span.end && !child.is_named())
        })
}

/// The child of `node` that is `span` up to some punctuation, its siblings.
fn all_but_a_terminator<'t>(node: Node<'t>, span: &Range<usize>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    let mut inside = node
        .children(&mut cursor)
        .filter(|child| child.end_byte() > span.start && child.start_byte() < span.end);
    let first = inside.next()?;
    let is_first = first.is_named() && first.start_byte() == span.start;
    (is_first && inside.all(|child| !child.is_named() && child.end_byte() <= span.end))
        .then_some(first)
}

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

/// Makes a goal of a node.
struct PatternConverter<'a> {
    text: &'a [u8],
    vars: &'a [(Range<usize>, MetaVar)],
    /// Where the fragment begins in `text`, and where it ends.
    offset: usize,
    end: usize,
}

impl PatternConverter<'_> {
    fn goal(&self, node: Node<'_>, depth: usize) -> Option<PatternNode> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(var) = self.var(node) {
            return Some(PatternNode::MetaVar(var));
        }
        let is_prose = self.is_prose(node);
        // What the words around a metavariable are, no node would tell.
        if is_prose && self.has_var(node) {
            return None;
        }
        if node.child_count() == 0 || is_prose {
            return Some(PatternNode::Leaf {
                kind: node.kind_id(),
                named: node.is_named(),
                text: self.text.get(node.byte_range())?.into(),
            });
        }
        let mut cursor = node.walk();
        let children = node
            .children(&mut cursor)
            .filter(|child| child.start_byte() < self.end)
            .map(|child| self.goal(child, depth + 1))
            .collect::<Option<Vec<_>>>()?;
        Some(PatternNode::Inner {
            kind: node.kind_id(),
            children,
        })
    }

    fn has_var(&self, node: Node<'_>) -> bool {
        self.vars.iter().any(|(range, _)| {
            let (start, end) = (range.start + self.offset, range.end + self.offset);
            node.start_byte() <= start && end <= node.end_byte()
        })
    }

    /// Whether some of the node's text is in none of its children, as words in
    /// prose are, so that these do not tell it from others.
    fn is_prose(&self, node: Node<'_>) -> bool {
        if node.end_byte() > self.end || node.child_count() == 0 {
            return false;
        }
        let mut from = node.start_byte();
        let mut has_text = |to: usize, next| {
            let gap = self.text.get(from..to).unwrap_or_default();
            from = next;
            !gap.trim_ascii().is_empty()
        };
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .any(|child| has_text(child.start_byte(), child.end_byte()))
            || has_text(node.end_byte(), 0)
    }

    fn var(&self, node: Node<'_>) -> Option<MetaVar> {
        // Some grammars take blanks before a value for a part of it.
        let text = self.text.get(node.byte_range())?;
        let start = node.start_byte() + (text.len() - text.trim_ascii_start().len());
        let start = start.checked_sub(self.offset)?;
        let end = node.end_byte().checked_sub(self.offset)?;
        let at = self
            .vars
            .binary_search_by_key(&start, |(range, _)| range.start)
            .ok()?;
        let (range, var) = &self.vars[at];
        (range.end == end).then_some(*var)
    }
}
