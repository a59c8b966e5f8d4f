//! Language tables: which grammar nodes are definitions, and how to find their parts.
//!
//! A table is data; `compiled` resolves its names to grammar numbers, and `walk` interprets it. A
//! test fails if the grammar does not have one of the names.

use std::ops::Range;

use tree_sitter::Node;

use super::item::OutlineItem;
use super::kind::{ItemKind, Modifier, Modifiers};
use super::walk::Text;
use crate::ast::{Interrupt, WorkBudget};

/// Outline rules of one language.
pub(super) struct Table {
    /// Separator in name paths.
    pub(super) separator: &'static str,
    /// Rules; the rules of one node kind are tried in order.
    pub(super) rules: &'static [Rule],
    /// Node kinds that wrap a definition and belong to it: decorators, exports, lists of
    /// declarators. A node with rules is a wrapper where no rule applies.
    pub(super) wrappers: &'static [&'static str],
    /// Returns whether a wrapper belongs to the definition inside it; `None` means always.
    pub(super) wraps: Option<fn(Node<'_>) -> bool>,
    /// Node kinds that define nothing but have local variables, such as anonymous functions.
    pub(super) scopes: &'static [&'static str],
    /// Node kinds without definitions inside; their children are not visited.
    pub(super) opaque: &'static [&'static str],
    /// Node kinds that contain definitions only if a mark occurs in their text.
    pub(super) marked: &'static [Marked],
    /// Node kinds of comments.
    pub(super) comments: &'static [&'static str],
    /// Node kinds of attributes, decorators and annotations: siblings before a definition, or nodes
    /// in its header.
    pub(super) attributes: &'static [&'static str],
    /// Returns, from its text, whether a node that has rules but is not a definition is an
    /// attribute of the next definition.
    pub(super) is_attribute: Option<fn(&[u8]) -> bool>,
    /// Returns the documentation in an attribute.
    pub(super) attribute_doc: Option<AttributeDoc>,
    /// Node kinds in a header that contain attributes and other tokens, such as `modifiers` in
    /// Java.
    pub(super) modifier_lists: &'static [&'static str],
    /// Node kinds whose words modify all later definitions in the same type, such as `private:` in
    /// C++.
    pub(super) sections: &'static [&'static str],
    /// Style of documentation comments.
    pub(super) doc: DocStyle,
    /// Header words that are modifiers.
    pub(super) words: &'static [(&'static str, Modifier)],
    /// Adjusts each definition after its rule has been applied, for example by naming conventions.
    pub(super) convention: Option<fn(&mut Draft<'_, '_>)>,
    /// Rearranges the definitions in the text where the grammar's tree differs from the outline.
    pub(super) arrange: Option<Arrange>,
    /// Returns the text for the parser, in which code that the grammar cannot parse is replaced
    /// with the same number of other bytes. `None` to parse the text unchanged.
    pub(super) mask: Option<Mask>,
    /// Whether to outline embedded code in other languages.
    pub(super) embeds: bool,
    /// Kind whose depth is limited by
    /// [`OutlineOptions::key_depth`](super::OutlineOptions::key_depth).
    pub(super) nested_kind: ItemKind,
    /// Replacement for a body in a skeleton: `...` in a comment, or the minimum that a body
    /// requires.
    pub(super) elided: &'static str,
    /// Opening brackets of function bodies that are blocks; any other bracket around a body is part
    /// of its expression.
    pub(super) blocks: &'static [u8],
    /// Statement required in an otherwise empty block; empty if blocks may be empty.
    pub(super) placeholder: &'static str,
    /// Kinds whose definitions are separated by commas.
    pub(super) commas: &'static [ItemKind],
    /// Whether a multi-line list ends in a comma by convention.
    pub(super) has_last_comma: bool,
    /// Whether members of values, such as methods of object literals, are separated by commas.
    pub(super) has_objects: bool,
    /// Whether a `;` directly after a definition belongs to the definition, although the node ends
    /// before the `;`.
    pub(super) has_terminator: bool,
    /// Whether a function may have several clauses, each with its name.
    pub(super) has_clauses: bool,
    /// Whether indentation is significant.
    pub(super) is_layout: bool,
    /// Conventional number of blank lines between multi-line definitions at the top level.
    pub(super) gap: usize,
    /// Conventional indentation, for files without indented lines.
    pub(super) indent: Unit,
    /// Marker for new documentation, if it differs from the first marker of `doc`.
    pub(super) doc_marker: &'static str,
    /// Starts of the comments that begin and end a region, and the end of both comments; all empty
    /// if the language has no region comments.
    pub(super) region: [&'static str; 3],
}

impl Table {
    /// Table without rules, the base of each language's table.
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

    /// Returns the marker for new documentation; empty if the language has none.
    pub(super) fn default_doc(&self) -> &'static str {
        let DocStyle { lines, blocks, .. } = self.doc;
        let block = blocks.first().map(|(open, _)| *open);
        match self.doc_marker {
            // If `//!` is one of several markers, the usual form is a block comment.
            "" if lines.contains(&"//!") => block.unwrap_or(""),
            "" => lines.last().copied().or(block).unwrap_or(""),
            marker => marker,
        }
    }

    /// Returns the modifier for a header word.
    pub(super) fn modifier(&self, word: &[u8]) -> Option<Modifier> {
        let known = self.words.iter().find(|(name, _)| name.as_bytes() == word);
        known.map(|(_, modifier)| *modifier)
    }
}

/// Node kinds whose children are visited only if a mark occurs inside, such as the bracket of a
/// body; most expressions contain no mark.
pub(super) struct Marked {
    pub(super) nodes: &'static [&'static str],
    /// Whether the restriction applies only inside functions.
    pub(super) is_local: bool,
    /// Returns the offset of the first mark at or after an offset; an offset beyond the text if
    /// no mark follows.
    pub(super) next_mark: fn(&[u8], usize) -> usize,
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Tab,
    Spaces(usize),
}

/// Region comments in languages with `//`.
pub(super) const REGION: [&str; 3] = ["// #region", "// #endregion", ""];
/// Region comments in languages with `#`.
pub(super) const HASH_REGION: [&str; 3] = ["# region", "# endregion", ""];
/// Region comments in languages with `--`.
pub(super) const DASH_REGION: [&str; 3] = ["-- #region", "-- #endregion", ""];
/// Region comments in C and C++.
pub(super) const PRAGMA_REGION: [&str; 3] = ["#pragma region", "#pragma endregion", ""];
/// Region comments in markup.
pub(super) const MARKUP_REGION: [&str; 3] = ["<!-- #region", "<!-- #endregion", " -->"];
/// Value for languages without region comments.
pub(super) const NO_REGION: [&str; 3] = ["", "", ""];

/// Style of documentation in a language.
#[derive(Clone, Copy)]
pub(super) struct DocStyle {
    /// Starts of documentation line comments, longest first.
    pub(super) lines: &'static [&'static str],
    /// Starts and ends of documentation block comments.
    pub(super) blocks: &'static [(&'static str, &'static str)],
    /// Whether the documentation is a string at the start of the body.
    pub(super) is_in_body: bool,
}

impl DocStyle {
    /// Style for languages without documentation.
    pub(super) const NONE: DocStyle = DocStyle {
        lines: &[],
        blocks: &[],
        is_in_body: false,
    };

    /// Style of Doxygen, JSDoc and Javadoc: `/** */`, `/*! */`, `///`, `//!`.
    pub(super) const C: DocStyle = DocStyle {
        lines: &["///", "//!"],
        blocks: &[("/**", "*/"), ("/*!", "*/")],
        is_in_body: false,
    };

    /// Style in which any comment directly above a definition is documentation, as in Go.
    pub(super) const SLASHES: DocStyle = DocStyle {
        lines: &["//"],
        blocks: &[("/*", "*/")],
        is_in_body: false,
    };

    /// Style in which comments with `#` directly above a definition are documentation, as in Ruby
    /// and shells.
    pub(super) const HASH: DocStyle = DocStyle {
        lines: &["##", "#"],
        blocks: &[],
        is_in_body: false,
    };

    /// Style in which comments with `--` directly above a definition are documentation, as in SQL,
    /// Lua and Haskell.
    pub(super) const DASHES: DocStyle = DocStyle {
        lines: &["---", "-- |", "--"],
        blocks: &[("--[[", "]]"), ("{-|", "-}"), ("/*", "*/")],
        is_in_body: false,
    };
}

/// Part of a node that names its definition.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// Field of the node, then a path of further fields.
    Fields(&'static [&'static str]),
    /// First child of one of these kinds.
    Child(&'static [&'static str]),
    /// Children with this field, each of which is a definition: C declarators, or names.
    List(&'static str),
    /// Nodes found by a function, each of which names a definition: names bound by a pattern,
    /// arguments of a call.
    Each(FindNames),
    /// The node itself.
    Whole,
    /// Name set by [`Rule::refine`].
    Refined,
}

/// Condition on the position of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The node may be anywhere.
    Anywhere,
    /// The node must not be inside a function.
    NotLocal,
    /// The node must be directly inside a type.
    InType,
    /// The node must be directly inside a node of this kind.
    Within(&'static str),
}

/// Function that returns the name nodes of all definitions of a node, in text order, and the node
/// that contains all of them, or the first name if there is no such node.
pub(super) type FindNames = for<'t> fn(Node<'t>, &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)>;

/// Function that rearranges the definitions in the text.
pub(super) type Arrange = fn(Vec<OutlineItem>, Text<'_>) -> Vec<OutlineItem>;

/// Function that returns the bytes for the parser.
pub(super) type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

/// Function that returns the documentation in the text of an attribute.
pub(super) type AttributeDoc = fn(&[u8]) -> Option<String>;

/// Function that completes or rejects a definition; returns whether to keep it.
pub(super) type Refine = fn(&mut Draft<'_, '_>) -> bool;

/// Rule that makes nodes of one kind definitions.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub(super) node: &'static str,
    pub(super) kind: ItemKind,
    /// Kind of a definition directly inside a type, if it differs from the kind elsewhere.
    pub(super) member: Option<ItemKind>,
    pub(super) name: Name,
    /// Fields or child kinds of the body; the first one present is used.
    pub(super) body: &'static [&'static str],
    /// Fields or child kinds that end the signature without being a body, such as the value of a
    /// variable.
    pub(super) value: &'static [&'static str],
    pub(super) place: Place,
    pub(super) refine: Option<Refine>,
    /// Whether headers have no attributes or modifiers, and comments only if they contain a `/`.
    pub(super) is_plain: bool,
}

/// Creates a rule for nodes of kind `node` whose name is the field `name` and whose body is the
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
    /// Sets the kind of a definition directly inside a type.
    pub(super) const fn member(mut self, kind: ItemKind) -> Rule {
        self.member = Some(kind);
        self
    }

    /// Sets the field of the name, followed by a path of further fields.
    pub(super) const fn named(mut self, fields: &'static [&'static str]) -> Rule {
        self.name = Name::Fields(fields);
        self
    }

    /// Sets the child kinds that can be the name.
    pub(super) const fn child(mut self, kinds: &'static [&'static str]) -> Rule {
        self.name = Name::Child(kinds);
        self
    }

    /// Sets how to find the name.
    pub(super) const fn name(mut self, name: Name) -> Rule {
        self.name = name;
        self
    }

    /// Sets the fields or child kinds of the body.
    pub(super) const fn body(mut self, parts: &'static [&'static str]) -> Rule {
        self.body = parts;
        self
    }

    /// Sets the fields or child kinds that end the signature.
    pub(super) const fn value(mut self, parts: &'static [&'static str]) -> Rule {
        self.value = parts;
        self
    }

    /// Restricts the rule to code outside functions.
    pub(super) const fn not_local(mut self) -> Rule {
        self.place = Place::NotLocal;
        self
    }

    /// Declares that headers have no attributes or modifiers, and comments only if they contain a
    /// `/`.
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

/// Definition to which a rule is being applied.
pub(super) struct Draft<'t, 's> {
    /// Node that matches the rule.
    pub(super) node: Node<'t>,
    /// Node that declares the name, for rules with [`Name::List`] and [`Name::Each`].
    pub(super) declarator: Option<Node<'t>>,
    /// Ancestors of the node, outermost first. [`Node::parent`] would visit all nodes before the
    /// node.
    pub(super) ancestors: &'s [Node<'t>],
    /// Text of the file.
    pub(super) source: &'s [u8],
    /// Kind and name of the enclosing definition.
    pub(super) parent: Option<(ItemKind, &'s str)>,
    /// Whether variables are local at this node.
    pub(super) is_local: bool,
    pub(super) kind: ItemKind,
    /// Range of the name.
    pub(super) name: Range<usize>,
    /// Name, if it differs from the text of `name`.
    pub(super) name_text: Option<String>,
    /// Name path of the type that owns the definition without containing it.
    pub(super) owner: Option<String>,
    /// Segment in the name paths of nested definitions, if it differs from the name; empty if those
    /// paths have no such segment.
    pub(super) path_text: Option<String>,
    pub(super) body: Option<Range<usize>>,
    /// Value of a variable, constant, field, variant or key.
    pub(super) value: Option<Range<usize>>,
    /// End of the signature, if it ends before the body.
    pub(super) signature_end: Option<usize>,
    /// Part of the header excluded from the signature: the body of a type that a declaration
    /// defines along with its names.
    pub(super) hidden: Option<Range<usize>>,
    /// Whether definitions inside the node are siblings of this definition.
    pub(super) is_transparent: bool,
    pub(super) modifiers: Modifiers,
    /// Documentation found by a refinement, and its range.
    pub(super) doc: Option<String>,
    pub(super) doc_range: Option<Range<usize>>,
}

impl<'t, 's> Draft<'t, 's> {
    /// Returns the text of a node.
    pub(super) fn text(&self, node: Node<'_>) -> &'s [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the text of the node's field `name`; empty if the node has no such field.
    pub(super) fn field_text(&self, name: &str) -> &'s [u8] {
        let field = self.node.child_by_field_name(name);
        field.map_or(&[], |node| self.text(node))
    }

    /// Returns the `n`-th ancestor of the node; 1 is the parent.
    pub(super) fn ancestor(&self, n: usize) -> Option<Node<'t>> {
        let index = self.ancestors.len().checked_sub(n)?;
        self.ancestors.get(index).copied()
    }

    /// Returns whether all ancestors of the node have one of `kinds`. Returns false at depths over
    /// 64, so that the cost is bounded.
    pub(super) fn is_only_in(&self, kinds: &[&str]) -> bool {
        let mut around = self.ancestors.iter();
        self.ancestors.len() <= 64 && around.all(|node| kinds.contains(&node.kind()))
    }

    /// Returns the first child of one of `kinds`.
    pub(super) fn child(&self, kinds: &[&str]) -> Option<Node<'t>> {
        child_of_kind(self.node, kinds)
    }

    /// Sets the name to the text of a node. Returns false if `node` is `None`.
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

/// Returns the first child that matches the field or kind `part`.
pub(super) fn part<'t>(node: Node<'t>, part: &str) -> Option<Node<'t>> {
    let field = node.child_by_field_name(part);
    field.or_else(|| child_of_kind(node, &[part]))
}
