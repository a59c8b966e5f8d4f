//! What the text of a file must hold for a pattern to match in it.

use std::sync::Arc;

use memchr::memmem::Finder;
use rustc_hash::FxHashSet;

use super::language::Language;
use super::lexical::{LexicalRules, Neighbour};
use super::metavar::MetaVar;
use super::options::Strictness;
use super::pattern::{PatternNode, PatternVariant};

/// Text that every match of a reading holds.
pub(super) struct Prefilter {
    /// All of them are in every match, the most telling first.
    needles: Vec<Finder<'static>>,
    /// What surrounds the first of them.
    around: Option<TokenContext>,
}

impl PartialEq for Prefilter {
    fn eq(&self, other: &Prefilter) -> bool {
        let needles = |filter: &Prefilter| -> Vec<Vec<u8>> {
            let needle = |finder: &Finder<'_>| finder.needle().to_vec();
            filter.needles.iter().map(needle).collect()
        };
        self.around == other.around && needles(self) == needles(other)
    }
}

/// Where in a text matches can be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Candidates {
    None,
    All,
    /// Every match holds one of these bytes; they are in order.
    At(Vec<usize>),
}

/// The tokens around one of a pattern.
#[derive(PartialEq)]
struct TokenContext {
    tokens: Arc<LexicalRules>,
    /// Those before it, the nearest first, and those after it.
    before: Vec<PatternToken>,
    after: Vec<PatternToken>,
    /// Whether it is a word that is never a part of a longer one.
    is_word: bool,
}

/// A piece of the text of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternToken {
    /// What a match holds as it is.
    Literal(Box<[u8]>),
    /// A metavariable or something else that may differ.
    Gap,
    /// Such a thing, alone between brackets.
    Bracketed,
}

/// More needles tell hardly more.
const MAX_NEEDLES: usize = 4;

impl Prefilter {
    pub(super) fn new(
        reading: &PatternVariant,
        strictness: Strictness,
        language: &Language,
        tokens: Option<&Arc<LexicalRules>>,
    ) -> Prefilter {
        let keeps_punctuation = matches!(strictness, Strictness::Cst | Strictness::Smart);
        let mut flat = LeafSequence {
            leaves: Vec::new(),
            nodes: 0,
            keeps_punctuation: keeps_punctuation && !language.pattern_syntax.any_case,
        };
        if strictness != Strictness::Signature {
            flat.add(&reading.goal, 0);
        }
        let grammar = language.grammar();
        let is_name = |kind: u16| {
            let kind = grammar.node_kind_for_id(kind);
            kind.is_some_and(|kind| kind.contains("identifier"))
        };
        let leaves = &flat.leaves;
        let mut needles: Vec<usize> = (0..leaves.len())
            .filter(|&at| leaves[at].as_ref().is_some_and(RequiredLeaf::is_telling))
            .collect();
        // Names tell more than keywords, and long ones more than short ones.
        needles.sort_by_key(|&at| {
            let leaf = leaves[at].as_ref();
            std::cmp::Reverse(leaf.map(|leaf| (leaf.named, leaf.text.len())))
        });
        let around = needles.first().and_then(|&at| {
            let tokens = tokens.filter(|_| keeps_punctuation)?.clone();
            let leaf = leaves[at].as_ref()?;
            let mut before = pattern_tokens(&leaves[..at]);
            before.reverse();
            Some(TokenContext {
                tokens,
                before,
                after: pattern_tokens(&leaves[at + 1..]),
                is_word: !leaf.named || is_name(leaf.kind),
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
            around,
        }
    }

    /// Whether what is looked for is no part of a comment.
    pub(super) fn is_of_code(&self) -> bool {
        self.around.as_ref().is_some_and(|around| around.is_word)
    }

    /// Where in the text matches can be.
    pub(super) fn places(&self, text: &[u8]) -> Candidates {
        let Some((first, others)) = self.needles.split_first() else {
            return Candidates::All;
        };
        if others.iter().any(|needle| needle.find(text).is_none()) {
            return Candidates::None;
        }
        let len = first.needle().len();
        let places = first.find_iter(text).filter(|&at| {
            let around = self.around.as_ref();
            around.is_none_or(|around| around.fits(text, at, at + len))
        });
        let places: Vec<usize> = places.collect();
        if places.is_empty() {
            Candidates::None
        } else {
            Candidates::At(places)
        }
    }
}

impl TokenContext {
    /// False only if no match has its token at `start..end`.
    fn fits(&self, text: &[u8], start: usize, end: usize) -> bool {
        if self.is_word && !self.tokens.is_word(text, start, end) {
            return false;
        }
        let mut from = start;
        for piece in &self.before {
            let neighbour = match piece {
                PatternToken::Gap => break,
                PatternToken::Literal(token) => self.tokens.before(text, from, token),
                PatternToken::Bracketed => self.tokens.opening_before(text, from),
            };
            match neighbour {
                Neighbour::At(at) => from = at,
                Neighbour::Unknown => break,
                Neighbour::Other => return false,
            }
        }
        let mut to = end;
        for piece in &self.after {
            let PatternToken::Literal(token) = piece else {
                break;
            };
            match self.tokens.after(text, to, token) {
                Neighbour::At(at) => to = at,
                Neighbour::Unknown => break,
                Neighbour::Other => return false,
            }
        }
        true
    }
}

/// A leaf that every match holds.
struct RequiredLeaf<'g> {
    kind: u16,
    named: bool,
    text: &'g [u8],
    /// The number of the node that it is a child of.
    parent: usize,
}

impl RequiredLeaf<'_> {
    /// Whether it is worth looking for.
    fn is_telling(&self) -> bool {
        self.named || self.text.iter().all(u8::is_ascii_alphabetic)
    }
}

/// The leaves of a goal; `None` for what may be anything.
struct LeafSequence<'g> {
    leaves: Vec<Option<RequiredLeaf<'g>>>,
    /// How many inner nodes there have been.
    nodes: usize,
    keeps_punctuation: bool,
}

impl<'g> LeafSequence<'g> {
    fn add(&mut self, goal: &'g PatternNode, parent: usize) {
        match goal {
            PatternNode::MetaVar(_) => self.leaves.push(None),
            PatternNode::Leaf { kind, named, text } => {
                // `#if` may be written `# if`.
                let is_plain = self.keeps_punctuation && !text.contains(&b'#');
                let is_held = !text.is_empty() && (*named || is_plain);
                self.leaves.push(is_held.then_some(RequiredLeaf {
                    kind: *kind,
                    named: *named,
                    text,
                    parent,
                }));
            }
            PatternNode::Inner { children, .. } => {
                self.nodes += 1;
                let node = self.nodes;
                let mut after_list = false;
                for child in children {
                    // `$$$` takes the punctuation after it with it.
                    after_list = match child {
                        PatternNode::MetaVar(MetaVar::Many { .. }) => true,
                        child => after_list && child.is_trivial(),
                    };
                    if after_list {
                        self.leaves.push(None);
                    } else {
                        self.add(child, node);
                    }
                }
                // The node may go on with what the pattern does not name,
                // unless it has been closed.
                let is_closed = matches!(
                    children.last(),
                    Some(PatternNode::Leaf { named: false, text, .. })
                        if matches!(&**text, b")" | b"]" | b"}" | b";")
                );
                if !is_closed {
                    self.leaves.push(None);
                }
            }
        }
    }
}

/// The pattern_tokens of a row of leaves.
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
