//! Patterns: fragments of code with metavariables, parsed by a grammar.
//!
//! A fragment may have different meanings in different contexts: for example, it may be a class
//! member or an assignment. Each meaning is a variant of the pattern; a node matches the pattern if
//! it matches any variant. A pattern has at least one variant, and no two variants are the same.
//!
//! - `metavar`: metavariables in pattern text and their placeholders.
//! - `placeholder`: chooses the placeholders.
//! - `condition`: selects contexts by the way a fragment begins.
//! - `closing`: code that completes a header.
//! - `reading`: parses a fragment in each context; `readings`: the interpretations found, and the
//!   choice among them.
//! - `tree`: conversion of a syntax tree into pattern nodes.
//! - `optional`: children that code may have although a pattern lacks them.
//! - `export`: decorated classes that may be exported.
//! - `literal`: equality of literals with different spellings.
//! - `reserved`: reserved words that a grammar may read as names.
//! - `error`: explains why a pattern has no valid interpretation; `suggestion`: alternatives to it.
//! - `explain`: the interpretations of a pattern.

mod closing;
mod condition;
pub(crate) mod error;
pub(crate) mod explain;
mod export;
pub(crate) mod literal;
pub(crate) mod metavar;
pub(crate) mod optional;
mod placeholder;
mod reading;
mod readings;
mod reserved;
pub(crate) mod suggestion;
mod tree;

use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{CancelToken, Error, ErrorKind, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{grammar_of, parser};
use ransack_languages::internal::{Placeholder, tables};

use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::optional::{DeclaredKinds, OptionalChild, OptionalKinds};
use crate::pattern::reading::ReadingParser;
use crate::pattern::readings::Readings;
use crate::strictness::Strictness;

/// Pattern compiled for one language.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Names of the capturing metavariables, indexed by slot.
    pub(crate) names: Vec<String>,
    /// Meanings of the pattern: at least one, without duplicates.
    pub(crate) variants: Vec<PatternVariant>,
}

/// One meaning of a pattern: its tree in one context.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PatternVariant {
    pub(crate) root: PatternNode,
    /// For a sequence, the siblings that follow `root`; otherwise empty.
    pub(crate) following: Vec<PatternNode>,
    pub(crate) shape: PatternShape,
    /// Required kind of a matching node; `None` for any kind.
    pub(crate) root_kind: Option<u16>,
    /// Parent kind in which a node is part of a declaration and therefore not a match.
    pub(crate) declaration: Option<u16>,
    /// Name of the context in which the pattern was parsed.
    pub(crate) context: &'static str,
}

/// Part of the code described by a meaning of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternShape {
    /// One node.
    Node,
    /// Beginning of one node, with any further children.
    Header,
    /// Consecutive siblings.
    Sequence,
}

/// Node of a pattern, which describes matching nodes of the code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PatternNode {
    MetaVar(MetaVar),
    Leaf {
        kind: u16,
        named: bool,
        text: Box<[u8]>,
    },
    Inner {
        kind: u16,
        children: Vec<PatternNode>,
        /// Children that code may have although `children` lacks them.
        optional: Box<[OptionalChild]>,
        /// Whether code may have further children after `children`.
        is_open: bool,
    },
    /// Any node of a kind, such as any string literal: `"$$$"`.
    Kind(u16),
    /// Sigil and name that form one token: `@$A`. The metavariable captures the name.
    Sigil {
        kind: u16,
        sigil: Box<[u8]>,
        slot: Option<VarSlot>,
    },
    /// Start of a chain of calls and member accesses: matches a node that begins with the pattern
    /// and continues with any number of calls and accesses.
    Chain(Box<PatternNode>),
    /// Metavariable as a statement: `$S;`. Matches an expression statement as `expression`, with
    /// the metavariable capturing the expression. Also matches any other statement that does not
    /// end with a block, with the metavariable capturing the whole statement.
    Statement {
        expression: Box<PatternNode>,
        slot: Option<VarSlot>,
        /// Kinds of statements. A match at the root of a pattern must have one of them; elsewhere,
        /// the position implies a statement.
        kinds: Box<[u16]>,
    },
}

/// Maximum depth of a pattern. Matching recurses to the depth of the pattern.
pub(crate) const MAX_PATTERN_DEPTH: usize = 200;

impl PatternNode {
    /// Returns whether the node is punctuation or a keyword.
    pub(crate) fn is_unnamed(&self) -> bool {
        matches!(self, PatternNode::Leaf { named: false, .. })
    }

    /// Returns the kind required of a matching node, if any.
    pub(crate) fn kind(&self) -> Option<u16> {
        match self {
            PatternNode::Leaf { kind, .. }
            | PatternNode::Inner { kind, .. }
            | PatternNode::Kind(kind)
            | PatternNode::Sigil { kind, .. } => Some(*kind),
            PatternNode::MetaVar(_) | PatternNode::Chain(_) | PatternNode::Statement { .. } => None,
        }
    }

    /// Returns whether the node is punctuation between or after siblings.
    pub(crate) fn is_separator(&self) -> bool {
        match self {
            PatternNode::Leaf {
                named: false, text, ..
            } => matches!(&**text, b";" | b"," | b"\n" | b""),
            _ => false,
        }
    }

    /// Returns whether the node contains a chain or a sigil, which ast-grep patterns do not have.
    pub(crate) fn has_extension(&self) -> bool {
        match self {
            PatternNode::Chain(_) | PatternNode::Sigil { .. } => true,
            PatternNode::Inner { children, .. } => children.iter().any(PatternNode::has_extension),
            PatternNode::MetaVar(_)
            | PatternNode::Leaf { .. }
            | PatternNode::Kind(_)
            | PatternNode::Statement { .. } => false,
        }
    }

    /// Returns whether both nodes have equal trees, regardless of the further children that they
    /// allow.
    pub(crate) fn has_tree_of(&self, other: &PatternNode) -> bool {
        match (self, other) {
            (
                PatternNode::Inner { kind, children, .. },
                PatternNode::Inner {
                    kind: other_kind,
                    children: other_children,
                    ..
                },
            ) => {
                kind == other_kind
                    && children.len() == other_children.len()
                    && children
                        .iter()
                        .zip(other_children)
                        .all(|(a, b)| a.has_tree_of(b))
            }
            (a, b) => a == b,
        }
    }
}

impl Pattern {
    /// Parses a pattern in every context of the language in which it is one node or the header of a
    /// node or, if there is no such context, in every context in which it is a sequence of
    /// siblings. With a selector, the first node of that kind becomes the pattern.
    ///
    /// # Errors
    ///
    /// `InvalidPattern` if the pattern has no meaning in any context, with the offset of the syntax
    /// error if there is one; or if the selector is not a node kind.
    pub(crate) fn compile(
        text: &str,
        selector: Option<&str>,
        strictness: Strictness,
        language: &Language,
        token: &CancelToken,
    ) -> Result<Pattern> {
        let fragment = text.trim();
        if fragment.is_empty() {
            return Err(error::empty(text));
        }
        let selected_kind = selector.map(|s| kind_id(language, s)).transpose()?;
        if let Some((name, at)) = metavar::two_meanings(fragment) {
            let start = text.len() - text.trim_start().len();
            return Err(error::two_meanings(text, name, start + at));
        }
        if let Some((word, keyword)) = suggestion::misspelt_start(fragment, language) {
            return Err(error::misspelt(text, word, &keyword, language));
        }
        let names = metavar::names(fragment);
        let optional = OptionalKinds::of(language);
        let mut parser = parser(language)?;
        let mut readings = Readings::default();
        let variables = tables(language).patterns.predefined;
        let mut read =
            |choices: &[Vec<&'static Placeholder>], readings: &mut Readings| -> Result<()> {
                let lengths: Vec<usize> = choices.iter().map(Vec::len).collect();
                for combination in combinations(&lengths) {
                    let prepared = metavar::prepare(fragment, &names, variables, |var| {
                        choices[var][combination[var]]
                    });
                    let reading_parser = ReadingParser {
                        parser: &mut parser,
                        language,
                        prepared: &prepared,
                        optional,
                        selected_kind,
                        token,
                    };
                    reading_parser.parse_all(readings)?;
                }
                Ok(())
            };
        let mut choices = placeholder_choices(fragment, variables, language);
        read(&choices, &mut readings)?;
        let mut variants = readings.variants(language);
        if variants.is_empty() && add_blocks(fragment, variables, &mut choices) {
            let mut readings = Readings::default();
            read(&choices, &mut readings)?;
            variants = readings.variants(language);
        }
        if variants.is_empty() {
            let rejection = readings.rejection;
            return Err(error::explain(text, selector, rejection, language, token)?);
        }
        if strictness == Strictness::Template && selector.is_none() {
            for variant in &mut variants {
                variant.root_kind = None;
            }
        }
        let declared = DeclaredKinds::of(language);
        for variant in &mut variants {
            variant.declaration = variant
                .root_kind
                .and_then(|kind| declared.and_then(|declared| declared.declaration_of(kind)));
        }
        Ok(Pattern {
            names: names.into_iter().map(str::to_owned).collect(),
            variants,
        })
    }
}

/// Returns the placeholders to try for each metavariable of a fragment.
fn placeholder_choices(
    fragment: &str,
    variables: &'static [&'static str],
    language: &Language,
) -> Vec<Vec<&'static Placeholder>> {
    let syntax = &tables(language).patterns;
    let places = metavar::places(fragment, variables);
    let choices = places.iter().map(|place| {
        let for_lists = if place.is_list {
            syntax.list_placeholders
        } else {
            &[]
        };
        let is_last = place.after.trim_start().starts_with(['}', ')', ']']);
        let mut choices: Vec<&'static Placeholder> = Vec::new();
        for placeholder in syntax.placeholders.iter().chain(for_lists) {
            let is_known = choices.iter().any(|known| {
                known.before == placeholder.before
                    && (known.after == placeholder.after
                        || (is_last && placeholder::is_without_separator_of(known, placeholder)))
            });
            if !is_known && placeholder::fits(placeholder, place) {
                choices.push(placeholder);
            }
        }
        choices
    });
    choices.collect()
}

/// Adds [`placeholder::BLOCK`] to the choices of each metavariable that may stand for a block.
/// Returns whether there is such a metavariable.
fn add_blocks(
    fragment: &str,
    variables: &'static [&'static str],
    choices: &mut [Vec<&'static Placeholder>],
) -> bool {
    let mut has_blocks = false;
    for (place, choices) in metavar::places(fragment, variables).iter().zip(choices) {
        if placeholder::may_be_block(place) {
            choices.insert(0, &placeholder::BLOCK);
            has_blocks = true;
        }
    }
    has_blocks
}

/// Maximum number of placeholder combinations to parse: 3 choices for 4 metavariables. Few patterns
/// need more.
const MAX_COMBINATIONS: usize = 81;

/// Returns combinations of placeholders, plainest first: for each metavariable, an index below its
/// entry in `choices`.
fn combinations(choices: &[usize]) -> Vec<Vec<usize>> {
    let mut combinations = vec![vec![0; choices.len()]];
    while combinations.len() < MAX_COMBINATIONS {
        // Varies the last metavariable fastest, since lists, which have the most choices, tend to
        // be last.
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
    let grammar = grammar_of(language);
    match grammar.id_for_node_kind(kind, true) {
        0 => {
            let message = format!("unknown node kind of {}", language.name);
            let ids = 0..grammar.node_kind_count() as u16;
            let named = ids.filter(|id| grammar.node_kind_is_named(*id));
            let kinds = named.filter_map(|id| grammar.node_kind_for_id(id));
            Err(Error::new(ErrorKind::InvalidPattern, message)
                .with_pattern(kind)
                .with_candidates(nearest(kind, kinds)))
        }
        id => Ok(id),
    }
}
