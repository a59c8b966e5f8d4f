//! Tables of languages: which nodes of a grammar are definitions, and how their parts are found.
//!
//! A table is data; `compiled` resolves its names to numbers of the grammar, `walk` interprets it.
//! Names that a grammar does not have are an error in a test.

use std::ops::Range;

use tree_sitter::Node;

use super::item::OutlineItem;
use super::kind::{ItemKind, Modifier, Modifiers};
use super::walk::Text;
use crate::ast::{Interrupt, WorkBudget};

/// Outline rules of one language.
pub(super) struct Table {
    /// Separator of name paths.
    pub(super) separator: &'static str,
    /// Rules, tried in order among those of a node kind.
    pub(super) rules: &'static [Rule],
    /// Nodes around a definition that belong to it: decorated and exported definitions, lists of
    /// declarators. A node to which rules apply is a wrapper where it is no definition.
    pub(super) wrappers: &'static [&'static str],
    /// Returns whether a wrapper belongs to the definition inside it; `None` for always.
    pub(super) wraps: Option<fn(Node<'_>) -> bool>,
    /// Nodes that define nothing, but whose variables are local: anonymous functions.
    pub(super) scopes: &'static [&'static str],
    /// Nodes without definitions inside; their children are not visited.
    pub(super) opaque: &'static [&'static str],
    /// Nodes that have definitions inside only with a mark in their text.
    pub(super) marked: &'static [Marked],
    /// Comments.
    pub(super) comments: &'static [&'static str],
    /// Attributes, decorators and annotations: siblings before a definition or nodes in its header.
    pub(super) attributes: &'static [&'static str],
    /// Tells, from its text, whether a node to which rules apply but that is no definition is an
    /// attribute of the next one.
    pub(super) is_attribute: Option<fn(&[u8]) -> bool>,
    /// Returns the documentation in an attribute.
    pub(super) attribute_doc: Option<AttributeDoc>,
    /// Nodes in a header that hold attributes beside other tokens, such as `modifiers` of Java.
    pub(super) modifier_lists: &'static [&'static str],
    /// Nodes whose words are modifiers of all definitions after them in the same type, such as
    /// `private:` in C++.
    pub(super) sections: &'static [&'static str],
    /// Documentation comments.
    pub(super) doc: DocStyle,
    /// Words of a header that are modifiers.
    pub(super) words: &'static [(&'static str, Modifier)],
    /// Adjusts each definition after its rule: conventions of names and the like.
    pub(super) convention: Option<fn(&mut Draft<'_, '_>)>,
    /// Arranges the definitions of a text, where the tree of the grammar is not that of the outline.
    pub(super) arrange: Option<Arrange>,
    /// Returns the text for the parser, with other bytes of the same length in place of code that the
    /// grammar cannot read; `None` for the text as it is.
    pub(super) mask: Option<Mask>,
    /// Whether code of other languages is outlined too.
    pub(super) embeds: bool,
    /// Kind whose depth [`OutlineOptions::key_depth`](super::OutlineOptions::key_depth) limits.
    pub(super) nested_kind: ItemKind,
    /// Text that takes the place of a body in a skeleton: `...` in a comment, or what a body must
    /// have at least.
    pub(super) elided: &'static str,
    /// Brackets that open the body of a function as a block; other brackets around a body are part
    /// of its expression.
    pub(super) blocks: &'static [u8],
    /// Statement that a block without others must have; empty if blocks may be empty.
    pub(super) placeholder: &'static str,
    /// Kinds whose definitions are separated by commas.
    pub(super) commas: &'static [ItemKind],
    /// Whether a list over several lines ends in a comma by convention.
    pub(super) has_last_comma: bool,
    /// Whether members of values are separated by commas, such as the methods of object literals.
    pub(super) has_objects: bool,
    /// Whether a `;` directly after a definition belongs to it although its node ends before.
    pub(super) has_terminator: bool,
    /// Whether a function may have several clauses, each with its name.
    pub(super) has_clauses: bool,
    /// Whether indentation is syntax.
    pub(super) is_layout: bool,
    /// Number of blank lines between definitions of several lines at the top, by convention.
    pub(super) gap: usize,
    /// Indentation of files that have none yet, by convention.
    pub(super) indent: Unit,
    /// Marker of new documentation, if it is another than the first of `doc`.
    pub(super) doc_marker: &'static str,
    /// Starts of the comments that begin and end a region, and the end of both; empty for none.
    pub(super) region: [&'static str; 3],
}

impl Table {
    /// Table without rules; the start of each language's table.
    pub(super) const EMPTY: Table = Table {
        separator: ".",
        rules: &[],
        wrappers: &[],
        wraps: None,
        scopes: &[],
        opaque: &[],
        marked: &[],
        comments: &["comment"],
        attributes: &[],
        is_attribute: None,
        attribute_doc: None,
        modifier_lists: &[],
        sections: &[],
        doc: DocStyle::C,
        words: &[],
        convention: None,
        arrange: None,
        mask: None,
        embeds: false,
        nested_kind: ItemKind::Key,
        elided: "{ /* ... */ }",
        blocks: b"{",
        placeholder: "",
        commas: &[],
        has_last_comma: false,
        has_objects: false,
        has_terminator: false,
        has_clauses: false,
        is_layout: false,
        gap: 1,
        indent: Unit::Spaces(4),
        doc_marker: "",
        region: REGION,
    };

    /// Returns the marker of new documentation; empty for a language without.
    pub(super) fn default_doc(&self) -> &'static str {
        let DocStyle { lines, blocks, .. } = self.doc;
        let block = blocks.first().map(|(open, _)| *open);
        match self.doc_marker {
            // `//!` is one of several, beside blocks as the usual form.
            "" if lines.contains(&"//!") => block.unwrap_or(""),
            "" => lines.last().copied().or(block).unwrap_or(""),
            marker => marker,
        }
    }

    /// Returns the modifier that a word of a header stands for.
    pub(super) fn modifier(&self, word: &[u8]) -> Option<Modifier> {
        let known = self.words.iter().find(|(name, _)| name.as_bytes() == word);
        known.map(|(_, modifier)| *modifier)
    }
}

/// Nodes whose children are visited only if a mark lies inside, such as the bracket of every body:
/// most expressions have none.
pub(super) struct Marked {
    pub(super) nodes: &'static [&'static str],
    /// Whether this holds inside functions only.
    pub(super) is_local: bool,
    /// Returns the offset of the first mark at or after an offset; any offset beyond the text for
    /// none.
    pub(super) next_mark: fn(&[u8], usize) -> usize,
}

/// Blanks of one level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Tab,
    Spaces(usize),
}

/// Comments of regions in languages with `//`.
pub(super) const REGION: [&str; 3] = ["// #region", "// #endregion", ""];
/// Comments of regions in languages with `#`.
pub(super) const HASH_REGION: [&str; 3] = ["# region", "# endregion", ""];
/// Comments of regions in languages with `--`.
pub(super) const DASH_REGION: [&str; 3] = ["-- #region", "-- #endregion", ""];
/// Comments of regions in C and C++.
pub(super) const PRAGMA_REGION: [&str; 3] = ["#pragma region", "#pragma endregion", ""];
/// Comments of regions in markup.
pub(super) const MARKUP_REGION: [&str; 3] = ["<!-- #region", "<!-- #endregion", " -->"];
/// No comments of regions.
pub(super) const NO_REGION: [&str; 3] = ["", "", ""];

/// Convention of documentation.
#[derive(Clone, Copy)]
pub(super) struct DocStyle {
    /// Starts of line comments that are documentation, longest first.
    pub(super) lines: &'static [&'static str],
    /// Starts and ends of block comments that are documentation.
    pub(super) blocks: &'static [(&'static str, &'static str)],
    /// Whether the documentation is a string at the start of the body.
    pub(super) is_in_body: bool,
}

impl DocStyle {
    /// No documentation.
    pub(super) const NONE: DocStyle = DocStyle {
        lines: &[],
        blocks: &[],
        is_in_body: false,
    };

    /// Doxygen, JSDoc, Javadoc: `/** */`, `/*! */`, `///`, `//!`.
    pub(super) const C: DocStyle = DocStyle {
        lines: &["///", "//!"],
        blocks: &[("/**", "*/"), ("/*!", "*/")],
        is_in_body: false,
    };

    /// All comments directly above, as in Go.
    pub(super) const SLASHES: DocStyle = DocStyle {
        lines: &["//"],
        blocks: &[("/*", "*/")],
        is_in_body: false,
    };

    /// Comments with `#` directly above, as in Ruby and shells.
    pub(super) const HASH: DocStyle = DocStyle {
        lines: &["##", "#"],
        blocks: &[],
        is_in_body: false,
    };

    /// Comments with `--` directly above, as in SQL, Lua and Haskell.
    pub(super) const DASHES: DocStyle = DocStyle {
        lines: &["---", "-- |", "--"],
        blocks: &[("--[[", "]]"), ("{-|", "-}"), ("/*", "*/")],
        is_in_body: false,
    };
}

/// Part of a node that is the name of its definition.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// Field of the node, followed through further fields.
    Fields(&'static [&'static str]),
    /// First child of one of these kinds.
    Child(&'static [&'static str]),
    /// Children with this field, each of which is a definition: the declarators of C, or names.
    List(&'static str),
    /// Nodes that a function finds, each of which is the name of a definition: the names that a
    /// pattern binds, the arguments of a call.
    Each(FindNames),
    /// The node itself.
    Whole,
    /// Set by [`Rule::refine`].
    Refined,
}

/// Place in which a rule applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Anywhere.
    Anywhere,
    /// Not inside a function.
    NotLocal,
    /// Directly inside a type.
    InType,
    /// Directly inside a node of this kind.
    Within(&'static str),
}

/// Function that returns the names of the definitions of a node, in the order of the text, and the
/// node that holds all of them; the first of them if there is no such node.
pub(super) type FindNames = for<'t> fn(Node<'t>, &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)>;

/// Function that arranges the definitions of a text.
pub(super) type Arrange = fn(Vec<OutlineItem>, Text<'_>) -> Vec<OutlineItem>;

/// Function that returns the bytes for the parser.
pub(super) type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

/// Function that returns the documentation in the text of an attribute.
pub(super) type AttributeDoc = fn(&[u8]) -> Option<String>;

/// Function that completes or rejects a definition; returns whether to keep it.
pub(super) type Refine = fn(&mut Draft<'_, '_>) -> bool;

/// Rule: nodes of one kind are definitions.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub(super) node: &'static str,
    pub(super) kind: ItemKind,
    /// Kind directly inside a type, if it is another.
    pub(super) member: Option<ItemKind>,
    pub(super) name: Name,
    /// Fields or kinds of children that are the body; the first that is there counts.
    pub(super) body: &'static [&'static str],
    /// Fields or kinds of children at which the signature ends although they are no body, such as
    /// the value of a variable.
    pub(super) value: &'static [&'static str],
    pub(super) place: Place,
    pub(super) refine: Option<Refine>,
    /// Whether the header has no attributes and modifiers, and comments only where it has a `/`.
    pub(super) is_plain: bool,
}

/// Starts a rule for nodes of kind `node`, whose name is their field `name` and whose body is their
/// field `body`.
pub(super) const fn rule(node: &'static str, kind: ItemKind) -> Rule {
    Rule {
        node,
        kind,
        member: None,
        name: Name::Fields(&["name"]),
        body: &["body"],
        value: &[],
        place: Place::Anywhere,
        refine: None,
        is_plain: false,
    }
}

impl Rule {
    /// Sets the kind directly inside a type.
    pub(super) const fn member(mut self, kind: ItemKind) -> Rule {
        self.member = Some(kind);
        self
    }

    /// Sets the field of the name, and the fields to follow from there.
    pub(super) const fn named(mut self, fields: &'static [&'static str]) -> Rule {
        self.name = Name::Fields(fields);
        self
    }

    /// Sets the kinds of children that are the name.
    pub(super) const fn child(mut self, kinds: &'static [&'static str]) -> Rule {
        self.name = Name::Child(kinds);
        self
    }

    /// Sets how the name is found.
    pub(super) const fn name(mut self, name: Name) -> Rule {
        self.name = name;
        self
    }

    /// Sets the fields or kinds of the body.
    pub(super) const fn body(mut self, parts: &'static [&'static str]) -> Rule {
        self.body = parts;
        self
    }

    /// Sets the fields or kinds at which the signature ends.
    pub(super) const fn value(mut self, parts: &'static [&'static str]) -> Rule {
        self.value = parts;
        self
    }

    /// Restricts the rule to code outside functions.
    pub(super) const fn not_local(mut self) -> Rule {
        self.place = Place::NotLocal;
        self
    }

    /// States that headers have no attributes and modifiers, and comments only where they have a `/`.
    pub(super) const fn plain(mut self) -> Rule {
        self.is_plain = true;
        self
    }

    /// Restricts the rule to code directly inside a type.
    pub(super) const fn in_type(mut self) -> Rule {
        self.place = Place::InType;
        self
    }

    /// Restricts the rule to nodes directly inside a node of kind `around`.
    pub(super) const fn within(mut self, around: &'static str) -> Rule {
        self.place = Place::Within(around);
        self
    }

    /// Sets the function that completes or rejects the definition.
    pub(super) const fn refine(mut self, refine: Refine) -> Rule {
        self.refine = Some(refine);
        self
    }
}

/// Definition while its rule is applied.
pub(super) struct Draft<'t, 's> {
    /// Node of the rule.
    pub(super) node: Node<'t>,
    /// Node that declares the name, for rules with [`Name::List`] and [`Name::Each`].
    pub(super) declarator: Option<Node<'t>>,
    /// Nodes around the node, outermost first. [`Node::parent`] would visit all nodes before it.
    pub(super) ancestors: &'s [Node<'t>],
    /// Text of the file.
    pub(super) source: &'s [u8],
    /// Kind and name of the enclosing definition.
    pub(super) parent: Option<(ItemKind, &'s str)>,
    /// Whether variables are local here.
    pub(super) is_local: bool,
    pub(super) kind: ItemKind,
    /// Range of the name.
    pub(super) name: Range<usize>,
    /// Name, if it is not the text of that range.
    pub(super) name_text: Option<String>,
    /// Name path of the type that the definition belongs to although it is not inside it.
    pub(super) owner: Option<String>,
    /// Segment of the name paths of definitions inside, if it is not the name; empty for none.
    pub(super) path_text: Option<String>,
    pub(super) body: Option<Range<usize>>,
    /// Value of a variable, constant, field, variant or key.
    pub(super) value: Option<Range<usize>>,
    /// End of the signature, if it ends before the body.
    pub(super) signature_end: Option<usize>,
    /// Part of the header that the signature leaves out: the body of a type that a declaration
    /// defines beside its names.
    pub(super) hidden: Option<Range<usize>>,
    /// Whether the definitions inside the node are siblings of this one.
    pub(super) is_transparent: bool,
    pub(super) modifiers: Modifiers,
    /// Documentation that a refinement has found, and its range.
    pub(super) doc: Option<String>,
    pub(super) doc_range: Option<Range<usize>>,
}

impl<'t, 's> Draft<'t, 's> {
    /// Returns the text of a node.
    pub(super) fn text(&self, node: Node<'_>) -> &'s [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the text of the field `name` of the node; empty without it.
    pub(super) fn field_text(&self, name: &str) -> &'s [u8] {
        let field = self.node.child_by_field_name(name);
        field.map_or(&[], |node| self.text(node))
    }

    /// Returns the `n`-th node around the node, 1 for the parent.
    pub(super) fn ancestor(&self, n: usize) -> Option<Node<'t>> {
        let index = self.ancestors.len().checked_sub(n)?;
        self.ancestors.get(index).copied()
    }

    /// Returns whether all nodes around the node are of `kinds`. Deeper than 64 nodes none is, so
    /// that the cost does not depend on the depth.
    pub(super) fn is_only_in(&self, kinds: &[&str]) -> bool {
        let mut around = self.ancestors.iter();
        self.ancestors.len() <= 64 && around.all(|node| kinds.contains(&node.kind()))
    }

    /// Returns the first child of one of `kinds`.
    pub(super) fn child(&self, kinds: &[&str]) -> Option<Node<'t>> {
        child_of_kind(self.node, kinds)
    }

    /// Sets the name to the text of a node. Returns false without a node.
    pub(super) fn set_name(&mut self, node: Option<Node<'_>>) -> bool {
        match node {
            Some(node) => {
                self.name = node.byte_range();
                true
            }
            None => false,
        }
    }

    /// Returns the bytes of the name as written.
    pub(super) fn name_bytes(&self) -> &'s [u8] {
        self.source.get(self.name.clone()).unwrap_or_default()
    }
}

/// Returns the first child of one of `kinds`.
pub(super) fn child_of_kind<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .find(|child| kinds.contains(&child.kind()))
}

/// Returns the first child that is field or kind `part`.
pub(super) fn part<'t>(node: Node<'t>, part: &str) -> Option<Node<'t>> {
    let field = node.child_by_field_name(part);
    field.or_else(|| child_of_kind(node, &[part]))
}
