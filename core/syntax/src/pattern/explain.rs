//! Explains patterns: the ways in which a language can interpret a pattern.

use ransack_base::{CancelToken, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{grammar_of, offload};

use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::{Pattern, PatternNode, PatternShape, PatternVariant, suggestion};
use crate::strictness::Strictness;

/// One interpretation of a pattern. Code matches a pattern if it matches any of the pattern's
/// interpretations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternReading {
    /// Syntactic context in which the pattern was parsed, as in
    /// [`AstMatch::context`](crate::AstMatch::context).
    pub context: &'static str,
    /// Kind of code that the interpretation describes.
    pub shape: ReadingShape,
    /// Required kind of the matching node, or of the first matching sibling, as named by the
    /// grammar; `None` if a node of any kind matches.
    pub kind: Option<String>,
    /// Syntax tree of the interpretation as an S-expression: `(kind child ...)` for a node with
    /// children, `(kind "text")` for a name or literal, `"text"` for punctuation and keywords, and
    /// metavariables as in the pattern. Siblings are separated by a line feed. `...` stands for any
    /// further children. `(chain node ...)` stands for a node that begins with `node` and continues
    /// with any calls and member accesses. `(statement node)` stands for a statement that consists
    /// of `node` or, if `node` is a metavariable, for a whole statement that the metavariable
    /// captures.
    pub tree: String,
}

/// Kind of code that an interpretation of a pattern describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadingShape {
    /// One node.
    Node,
    /// Beginning of a node, such as `if ($A)`, with any body.
    Header,
    /// Consecutive siblings, such as two statements.
    Sequence,
}

impl ReadingShape {
    /// All shapes, each with its name.
    pub const ALL: [(&'static str, ReadingShape); 3] = [
        ("node", ReadingShape::Node),
        ("header", ReadingShape::Header),
        ("sequence", ReadingShape::Sequence),
    ];
}

/// Returns the interpretations of a pattern, in the order in which they are tried. The result
/// contains at least one interpretation and no duplicates. `language` is the name or an alias of
/// the pattern's language.
///
/// Parses only the pattern, which takes a few milliseconds for a typical pattern and longer for a
/// long one. A long pattern is parsed on [`Pool::shared`](crate::Pool::shared).
///
/// # Errors
///
/// - `InvalidPattern`: the pattern has no valid interpretation, so it cannot match any code in the
///   language. This happens if, for example, a metavariable is inside a name or literal, or a
///   reserved word is used as a name. The message gives the line and column, the node kinds read up
///   to that point and, if known, a similar pattern that is valid.
/// - `InvalidOption`: the language is unknown.
/// - `Aborted`, `Timeout`: the token fired.
///
/// # Example
///
/// ```
/// # extern crate ransack_syntax as ransack;
/// use ransack::{CancelToken, ReadingShape, explain_pattern};
///
/// let readings = explain_pattern("if ($A)", "c", &CancelToken::new())?;
/// assert_eq!(readings[0].shape, ReadingShape::Header);
/// assert_eq!(readings[0].kind.as_deref(), Some("if_statement"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn explain_pattern(
    pattern: &str,
    language: &str,
    token: &CancelToken,
) -> Result<Vec<PatternReading>> {
    let text = pattern.to_owned();
    offload(
        pattern.as_bytes(),
        0,
        language,
        token,
        move |_, language, token| {
            let compiled = Pattern::compile(&text, None, Strictness::Smart, language, token)
                .map_err(|error| suggestion::with_suggestion(error, language, token))?;
            let readings = compiled.variants.iter();
            Ok(readings
                .map(|variant| reading(variant, &compiled.names, language))
                .collect())
        },
    )
}

/// Returns the public form of a pattern variant. `names` are the names of its metavariables.
pub(crate) fn reading(
    variant: &PatternVariant,
    names: &[String],
    language: &Language,
) -> PatternReading {
    let mut printer = TreePrinter {
        grammar: grammar_of(language),
        names,
        text: String::new(),
    };
    printer.node(&variant.root);
    for sibling in &variant.following {
        printer.text.push('\n');
        printer.node(sibling);
    }
    PatternReading {
        context: variant.context,
        shape: match variant.shape {
            PatternShape::Node => ReadingShape::Node,
            PatternShape::Header => ReadingShape::Header,
            PatternShape::Sequence => ReadingShape::Sequence,
        },
        kind: variant
            .root_kind
            .and_then(|kind| printer.grammar.node_kind_for_id(kind))
            .map(str::to_owned),
        tree: printer.text,
    }
}

/// Prints pattern nodes as S-expressions. Recurses to the depth of the pattern.
struct TreePrinter<'a> {
    grammar: tree_sitter::Language,
    names: &'a [String],
    text: String,
}

impl TreePrinter<'_> {
    fn node(&mut self, node: &PatternNode) {
        match node {
            PatternNode::MetaVar(MetaVar::One { slot, named }) => {
                self.var(if *named { "$" } else { "$$" }, *slot, "_");
            }
            PatternNode::MetaVar(MetaVar::Many { slot }) => self.var("$$$", *slot, ""),
            PatternNode::Statement { expression, .. } => {
                self.text.push_str("(statement ");
                self.node(expression);
                self.text.push(')');
            }
            PatternNode::Chain(start) => {
                self.text.push_str("(chain ");
                self.node(start);
                self.text.push_str(" ...)");
            }
            PatternNode::Leaf {
                named: false, text, ..
            } => self.quoted(text),
            PatternNode::Leaf { kind, text, .. } => {
                self.open(*kind);
                self.text.push(' ');
                self.quoted(text);
                self.text.push(')');
            }
            PatternNode::Sigil { kind, sigil, slot } => {
                self.open(*kind);
                self.text.push(' ');
                self.quoted(sigil);
                self.text.push(' ');
                self.var("$", *slot, "_");
                self.text.push(')');
            }
            PatternNode::Kind(kind) => {
                self.open(*kind);
                self.text.push_str(" $$$)");
            }
            PatternNode::Inner {
                kind,
                children,
                is_open,
                ..
            } => {
                self.open(*kind);
                for child in children {
                    self.text.push(' ');
                    self.node(child);
                }
                self.text.push_str(if *is_open { " ...)" } else { ")" });
            }
        }
    }

    fn open(&mut self, kind: u16) {
        self.text.push('(');
        let name = self.grammar.node_kind_for_id(kind);
        self.text.push_str(name.unwrap_or_default());
    }

    fn quoted(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        self.text.push('"');
        self.text
            .push_str(&text.replace('\\', "\\\\").replace('"', "\\\""));
        self.text.push('"');
    }

    fn var(&mut self, dollars: &str, slot: Option<VarSlot>, unnamed: &str) {
        let name = slot.and_then(|slot| self.names.get(usize::from(slot)));
        self.text.push_str(dollars);
        self.text.push_str(name.map_or(unnamed, String::as_str));
    }
}
