//! Prefilters: byte strings that text must contain for a pattern to match.
//!
//! A prefilter may accept text without a match, but never rejects text or an offset with a match.
//! If uncertain, it accepts.

use std::sync::Arc;

use memchr::memmem::Finder;
use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{NodeKinds, tables};
use ransack_search::internal::{Boundary, WordQuery};
use rustc_hash::FxHashSet;

use crate::pattern::metavar::MetaVar;
use crate::pattern::{PatternNode, PatternVariant, literal};
use crate::search::lexical::{LexicalRules, TokenNeighbour};
use crate::strictness::Strictness;

/// Byte strings, and tokens around one of them, contained in every match of a pattern variant.
pub(crate) struct Prefilter {
    /// Strings contained in every match, estimated rarest first.
    needles: Vec<Finder<'static>>,
    /// Tokens around the first needle, if known.
    token_context: Option<TokenContext>,
    /// Whether the node at which a match starts contains the first needle.
    has_offsets: bool,
}

impl PartialEq for Prefilter {
    fn eq(&self, other: &Prefilter) -> bool {
        let needles = |filter: &Prefilter| -> Vec<Vec<u8>> {
            let needle = |finder: &Finder<'_>| finder.needle().to_vec();
            filter.needles.iter().map(needle).collect()
        };
        self.token_context == other.token_context
            && self.has_offsets == other.has_offsets
            && needles(self) == needles(other)
    }
}

/// Offsets in the text where matches are possible.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// The text has no match.
    None,
    /// Matches are possible anywhere.
    All,
    /// Every match contains the byte at one of these ascending offsets.
    At(Vec<usize>),
}

/// Tokens of a pattern before and after its first needle.
#[derive(PartialEq)]
struct TokenContext {
    rules: Arc<LexicalRules>,
    /// Tokens before the needle, nearest first.
    before: Vec<PatternToken>,
    /// Tokens after the needle, nearest first.
    after: Vec<PatternToken>,
    /// Whether the needle is a keyword or an identifier, which is never part of
    /// a longer word.
    is_word: bool,
}

/// Token of a pattern, as seen by its prefilter.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternToken {
    /// Text that every match contains at this position.
    Literal(Box<[u8]>),
    /// Code that varies between matches, such as the code for a metavariable.
    Gap,
    /// Code that varies between matches and is alone inside a pair of brackets.
    Bracketed,
}

/// Maximum number of needles; further ones would reject little additional text.
const MAX_NEEDLES: usize = 4;

impl Prefilter {
    pub(crate) fn new(
        variant: &PatternVariant,
        strictness: Strictness,
        language: &Language,
        rules: Option<&Arc<LexicalRules>>,
    ) -> Prefilter {
        let keeps_punctuation = matches!(strictness, Strictness::Cst | Strictness::Smart);
        let mut sequence = LeafSequence {
            leaves: Vec::new(),
            nodes: 0,
            keeps_punctuation: keeps_punctuation && !tables(language).patterns.any_case,
            equal_quotes: strictness != Strictness::Cst && literal::has_equal_quotes(language),
            equal_numbers: strictness == Strictness::Relaxed,
            grammar: grammar_of(language),
            kinds: &tables(language).kinds,
        };
        if strictness != Strictness::Signature {
            sequence.add(&variant.root, 0);
        }
        let of_first = sequence.leaves.len();
        if strictness != Strictness::Signature {
            for sibling in &variant.following {
                // Anything may occur between siblings.
                sequence.leaves.push(None);
                sequence.add(sibling, 0);
            }
        }
        let grammar = grammar_of(language);
        let is_identifier = |kind: u16| {
            let kind = grammar.node_kind_for_id(kind);
            kind.is_some_and(NodeKinds::is_identifier)
        };
        let leaves = &sequence.leaves;
        let mut needles: Vec<usize> = (0..leaves.len())
            .filter(|&at| leaves[at].as_ref().is_some_and(RequiredLeaf::is_selective))
            .collect();
        // Names are rarer than keywords, and long strings rarer than short ones.
        needles.sort_by_key(|&at| {
            let leaf = leaves[at].as_ref();
            // Candidates are offsets in the first of several siblings.
            std::cmp::Reverse((
                at < of_first,
                leaf.map(|leaf| (leaf.named, leaf.text.len())),
            ))
        });
        let has_offsets = needles.first().is_none_or(|&at| at < of_first);
        let token_context = needles.first().and_then(|&at| {
            let rules = rules.filter(|_| keeps_punctuation)?.clone();
            let leaf = leaves[at].as_ref()?;
            let mut before = pattern_tokens(&leaves[..at]);
            before.reverse();
            Some(TokenContext {
                rules,
                before,
                after: pattern_tokens(&leaves[at + 1..]),
                is_word: !leaf.named || is_identifier(leaf.kind),
            })
        });
        let mut words: Vec<&[u8]> = needles
            .iter()
            .filter_map(|&at| leaves[at].as_ref().map(|leaf| leaf.text))
            .collect();
        let mut seen = FxHashSet::default();
        words.retain(|word| seen.insert(*word));
        words.truncate(MAX_NEEDLES);
        Prefilter {
            needles: words
                .into_iter()
                .map(|word| Finder::new(word).into_owned())
                .collect(),
            token_context,
            has_offsets,
        }
    }

    /// Returns whether the first needle is never matched inside a comment.
    pub(crate) fn is_outside_comments(&self) -> bool {
        let context = self.token_context.as_ref();
        context.is_some_and(|context| context.is_word)
    }

    /// Returns a condition that holds for every text for which [`Prefilter::candidates`] is not
    /// `None`.
    pub(crate) fn word_query(&self) -> WordQuery {
        let is_token = |at: usize| at == 0 && self.has_offsets && self.is_outside_comments();
        let needles = self.needles.iter().enumerate().map(|(at, needle)| {
            // Word bytes in the lexical rules are ASCII, and a digit before a token does not count.
            let (start, end) = match is_token(at) {
                true => (Boundary::NoLetter, Boundary::ClosedOrNonAscii),
                false => (Boundary::Open, Boundary::Open),
            };
            WordQuery::literal(needle.needle(), start, end)
        });
        WordQuery::all_of(needles)
    }

    /// Returns the offsets in the text where matches are possible.
    pub(crate) fn candidates(&self, text: &[u8]) -> Candidates {
        let Some((first, others)) = self.needles.split_first() else {
            return Candidates::All;
        };
        if others.iter().any(|needle| needle.find(text).is_none()) {
            return Candidates::None;
        }
        if !self.has_offsets {
            return match first.find(text) {
                Some(_) => Candidates::All,
                None => Candidates::None,
            };
        }
        let len = first.needle().len();
        let offsets = first.find_iter(text).filter(|&at| {
            let context = self.token_context.as_ref();
            context.is_none_or(|context| context.accepts(text, at, at + len))
        });
        let offsets: Vec<usize> = offsets.collect();
        if offsets.is_empty() {
            Candidates::None
        } else {
            Candidates::At(offsets)
        }
    }
}

impl TokenContext {
    /// Returns false only if no match has its first needle at `start..end`.
    fn accepts(&self, text: &[u8], start: usize, end: usize) -> bool {
        if self.is_word && !self.rules.is_word(text, start, end) {
            return false;
        }
        let mut from = start;
        for token in &self.before {
            let neighbour = match token {
                PatternToken::Gap => break,
                PatternToken::Literal(token) => self.rules.token_before(text, from, token),
                PatternToken::Bracketed => self.rules.opening_before(text, from),
            };
            match neighbour {
                TokenNeighbour::At(at) => from = at,
                TokenNeighbour::Unknown => break,
                TokenNeighbour::Other => return false,
            }
        }
        let mut to = end;
        for token in &self.after {
            let PatternToken::Literal(token) = token else {
                break;
            };
            match self.rules.token_after(text, to, token) {
                TokenNeighbour::At(at) => to = at,
                TokenNeighbour::Unknown => break,
                TokenNeighbour::Other => return false,
            }
        }
        true
    }
}

/// Leaf that every match contains.
struct RequiredLeaf<'g> {
    kind: u16,
    named: bool,
    text: &'g [u8],
    /// Number of the parent node.
    parent: usize,
}

impl RequiredLeaf<'_> {
    /// Returns whether searching for the leaf rejects a significant share of files; punctuation
    /// does not, since every file contains it.
    fn is_selective(&self) -> bool {
        self.named || self.text.iter().all(u8::is_ascii_alphabetic)
    }
}

/// Leaves of a pattern in order; `None` for code that varies between matches.
struct LeafSequence<'g> {
    leaves: Vec<Option<RequiredLeaf<'g>>>,
    /// Number of inner nodes so far.
    nodes: usize,
    keeps_punctuation: bool,
    /// Whether a string may match with different quotes.
    equal_quotes: bool,
    /// Whether a number may match with a different spelling.
    equal_numbers: bool,
    grammar: tree_sitter::Language,
    kinds: &'static NodeKinds,
}

impl<'g> LeafSequence<'g> {
    /// Returns whether a kind is a keyword with a named node, as in SQL, which may differ in letter
    /// case.
    fn is_keyword(&self, kind: u16) -> bool {
        let name = self.grammar.node_kind_for_id(kind);
        name.is_some_and(|name| self.kinds.keyword(name).is_some())
    }

    fn add(&mut self, pattern: &'g PatternNode, parent: usize) {
        match pattern {
            PatternNode::MetaVar(_)
            | PatternNode::Kind(_)
            | PatternNode::Sigil { .. }
            | PatternNode::Statement { .. } => {
                self.leaves.push(None);
            }
            PatternNode::Chain(start) => {
                self.add(start, parent);
                self.leaves.push(None);
            }
            PatternNode::Leaf { kind, named, text } => {
                // `#if` may be written `# if`.
                let is_fixed = self.keeps_punctuation && !text.contains(&b'#');
                let is_rewritable = (self.equal_quotes && literal::unquoted(text).is_some())
                    || (self.equal_numbers && literal::number(text).is_some())
                    || (*named && self.is_keyword(*kind));
                let is_required = !text.is_empty() && (*named || is_fixed) && !is_rewritable;
                self.leaves.push(is_required.then_some(RequiredLeaf {
                    kind: *kind,
                    named: *named,
                    text,
                    parent,
                }));
            }
            PatternNode::Inner {
                children,
                optional,
                is_open,
                ..
            } => {
                self.nodes += 1;
                let node = self.nodes;
                let mut after_list = false;
                // Optional children may precede each child.
                let has_optional = !optional.is_empty();
                if has_optional {
                    self.leaves.push(None);
                }
                for child in children {
                    // A list metavariable also matches the punctuation after it.
                    after_list = match child {
                        PatternNode::MetaVar(MetaVar::Many { .. }) => true,
                        child => after_list && child.is_unnamed(),
                    };
                    if after_list {
                        self.leaves.push(None);
                    } else {
                        self.add(child, node);
                    }
                    if has_optional {
                        self.leaves.push(None);
                    }
                }
                // Without a closing token, code that is not in the pattern may follow.
                let is_closed = matches!(
                    children.last(),
                    Some(PatternNode::Leaf { named: false, text, .. })
                        if matches!(&**text, b")" | b"]" | b"}" | b";")
                );
                if !is_closed || *is_open {
                    self.leaves.push(None);
                }
            }
        }
    }
}

/// Returns the tokens of consecutive leaves.
fn pattern_tokens(leaves: &[Option<RequiredLeaf<'_>>]) -> Vec<PatternToken> {
    let mut pattern_tokens: Vec<PatternToken> = Vec::new();
    for (at, leaf) in leaves.iter().enumerate() {
        match leaf {
            Some(leaf) => pattern_tokens.push(PatternToken::Literal(leaf.text.into())),
            None => {
                let around = at.checked_sub(1).map(|before| &leaves[before..]);
                let is_bracketed = matches!(
                    around,
                    Some([Some(open), None, Some(close), ..])
                        if open.parent == close.parent
                            && matches!(
                                (open.text, close.text),
                                (b"(", b")") | (b"[", b"]") | (b"{", b"}")
                            )
                );
                pattern_tokens.push(if is_bracketed {
                    PatternToken::Bracketed
                } else {
                    PatternToken::Gap
                });
            }
        }
    }
    pattern_tokens
}
