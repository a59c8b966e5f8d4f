//! Interpretations found for a fragment, and the choice among them.

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{has_word, tables};

use crate::pattern::error::Rejection;
use crate::pattern::{PatternNode, PatternShape, PatternVariant, export, reserved};

/// Variants found so far, by shape.
pub(crate) struct Readings {
    nodes: Vec<PatternVariant>,
    headers: Vec<PatternVariant>,
    pub(crate) sequences: Vec<PatternVariant>,
    /// Most specific reason for rejecting an interpretation.
    pub(crate) rejection: Rejection,
}

impl Default for Readings {
    fn default() -> Readings {
        Readings {
            nodes: Vec::new(),
            headers: Vec::new(),
            sequences: Vec::new(),
            rejection: Rejection::SyntaxError,
        }
    }
}

impl Readings {
    /// Returns the variants: nodes, then headers; sequences only if there are neither.
    pub(crate) fn variants(&mut self, language: &Language) -> Vec<PatternVariant> {
        let mut variants = std::mem::take(&mut self.nodes);
        variants.append(&mut self.headers);
        drop_keyword_names(&mut variants, &self.sequences, language);
        drop_expressions(&mut variants, language);
        self.drop_reserved_names(&mut variants, language);
        let exports: Vec<PatternVariant> = variants
            .iter()
            .filter_map(|variant| export::exported(variant, language))
            .collect();
        variants.extend(exports);
        if variants.is_empty() {
            variants.append(&mut self.sequences);
            self.drop_reserved_names(&mut variants, language);
        }
        variants
    }

    /// Drops the variants that begin with a reserved word used as a name, and the sequences that
    /// contain such a node.
    fn drop_reserved_names(&mut self, variants: &mut Vec<PatternVariant>, language: &Language) {
        let grammar = grammar_of(language);
        let patterns = tables(language).patterns;
        let reserved_kind = |node: &PatternNode, is_whole: bool| {
            let (kind, text) = first_named_leaf(node)?;
            let name = grammar.node_kind_for_id(kind)?;
            let word = std::str::from_utf8(text).ok()?;
            // A member may have any name, but the name alone is not a pattern for it.
            let compared = match is_whole && has_word(patterns.member_names, name) {
                true => patterns.names.split(' ').next().unwrap_or_default(),
                false => name,
            };
            reserved::reserved_word(language, compared, word).map(|word| (word, kind))
        };
        let kind_in = |variant: &PatternVariant| {
            let is_whole =
                matches!(variant.root, PatternNode::Leaf { .. }) && variant.following.is_empty();
            let mut following = variant.following.iter();
            reserved_kind(&variant.root, is_whole)
                .or_else(|| following.find_map(|node| reserved_kind(node, false)))
                .map(|(word, kind)| Rejection::Keyword {
                    word,
                    kind,
                    context: variant.context,
                })
        };
        let rejected: Vec<Option<Rejection>> = variants.iter().map(kind_in).collect();
        let mut kept = rejected.iter().map(Option::is_none);
        variants.retain(|_| kept.next().unwrap_or(true));
        for rejection in rejected.into_iter().flatten() {
            self.reject(rejection);
        }
    }

    /// Records the reason for rejecting an interpretation.
    pub(crate) fn reject(&mut self, rejection: Rejection) {
        if rejection.rank() > self.rejection.rank() {
            self.rejection = rejection;
        }
    }

    /// Returns whether a node or header begins with a name that equals `keyword`.
    pub(crate) fn has_keyword_name(&self, keyword: &str, language: &Language) -> bool {
        let mut variants = self.nodes.iter().chain(&self.headers);
        let name = Some((true, keyword.as_bytes()));
        variants.any(|variant| first_leaf(&variant.root, language) == name)
    }

    /// Adds a variant unless its tree is already known.
    pub(crate) fn add(&mut self, variant: PatternVariant) {
        let is_known = |known: &PatternVariant| {
            known.root.has_tree_of(&variant.root) && known.following == variant.following
        };
        let list = match variant.shape {
            PatternShape::Node => &mut self.nodes,
            PatternShape::Header if self.nodes.iter().any(is_known) => return,
            PatternShape::Header => &mut self.headers,
            PatternShape::Sequence => &mut self.sequences,
        };
        if !list.iter().any(is_known) {
            list.push(variant);
        }
    }
}

/// Drops the variants that begin with a name that is a keyword in another variant, such as the call
/// of a function named `if`.
fn drop_keyword_names(
    variants: &mut Vec<PatternVariant>,
    sequences: &[PatternVariant],
    language: &Language,
) {
    let keywords: Vec<Box<[u8]>> = variants
        .iter()
        .chain(sequences)
        .filter_map(|variant| first_leaf(&variant.root, language))
        .filter(|(named, _)| !named)
        .map(|(_, text)| text.into())
        .collect();
    variants.retain(|variant| {
        first_leaf(&variant.root, language).is_none_or(|(named, text)| {
            !named || !keywords.iter().any(|keyword| **keyword == *text)
        })
    });
}

/// Drops variants that are an expression if another variant is the corresponding statement.
fn drop_expressions(variants: &mut Vec<PatternVariant>, language: &Language) {
    let statement = tables(language).patterns.expression_statement;
    let statement = grammar_of(language).id_for_node_kind(statement, true);
    let statements: Vec<PatternNode> = variants
        .iter()
        .filter_map(|variant| match &variant.root {
            PatternNode::Inner { kind, children, .. } if *kind == statement => {
                let (expression, terminator) = children.split_first()?;
                (!terminator.is_empty()).then(|| expression.clone())
            }
            _ => None,
        })
        .collect();
    variants.retain(|variant| {
        let root = &variant.root;
        !statements
            .iter()
            .any(|statement| statement.has_tree_of(root))
    });
}

/// Returns the first leaf of a pattern: whether it is a name or literal, and its text.
fn first_leaf<'p>(node: &'p PatternNode, language: &Language) -> Option<(bool, &'p [u8])> {
    let (kind, is_named, text) = first_token(node)?;
    let grammar = grammar_of(language);
    let name = grammar.node_kind_for_id(kind);
    let name = name.unwrap_or_default();
    let is_keyword = name.as_bytes() == text || tables(language).kinds.keyword(name).is_some();
    Some((is_named && !is_keyword, text))
}

/// Returns the kind and text of the first leaf of a pattern if it is a name or
/// literal.
fn first_named_leaf(node: &PatternNode) -> Option<(u16, &[u8])> {
    let (kind, is_named, text) = first_token(node)?;
    is_named.then_some((kind, text))
}

/// Returns the kind of the first token of a pattern, whether it has a named node, and
/// its text; `None` if a metavariable is first.
fn first_token(mut node: &PatternNode) -> Option<(u16, bool, &[u8])> {
    loop {
        match node {
            PatternNode::MetaVar(_) | PatternNode::Kind(_) | PatternNode::Sigil { .. } => {
                return None;
            }
            PatternNode::Chain(start) => node = start,
            PatternNode::Statement { expression, .. } => node = expression,
            PatternNode::Leaf { kind, named, text } => return Some((*kind, *named, text)),
            PatternNode::Inner { children, .. } => node = children.first()?,
        }
    }
}
