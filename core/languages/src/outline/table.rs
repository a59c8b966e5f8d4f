//! Language tables: which grammar nodes are definitions, and how to find their parts.
//!
//! A table is data; `compiled` resolves its names to grammar numbers, and `walk` interprets it. A
//! test fails if the grammar does not have one of the names.

use std::ops::Range;

use ransack_base::offsets::LineIndex;
use tree_sitter::Node;

use super::item::OutlineItem;
use super::kind::{ItemKind, Modifier, Modifiers};

/// Outline rules of one language. Names in one text are separated by blanks.
pub struct OutlineTable {
    /// Separator in name paths.
    pub separator: &'static str,
    /// Rules; the rules of one node kind are tried in order.
    pub rules: &'static [Rule],
    /// Node kinds that wrap a definition and belong to it: decorators, exports, lists of
    /// declarators. A node with rules is a wrapper where no rule applies.
    pub wrappers: &'static str,
    /// Returns whether a wrapper belongs to the definition inside it; `None` means always.
    pub wraps: Option<fn(Node<'_>) -> bool>,
    /// Node kinds that define nothing but have local variables, such as anonymous functions.
    pub scopes: &'static str,
    /// Node kinds without definitions inside; their children are not visited.
    pub opaque: &'static str,
    /// Node kinds that contain definitions only if a mark occurs in their text.
    pub marked: &'static [Marked],
    /// Node kinds of comments.
    pub comments: &'static str,
    /// Node kinds of attributes, decorators and annotations: siblings before a definition, or nodes
    /// in its header.
    pub attributes: &'static str,
    /// Returns, from its text, whether a node that has rules but is not a definition is an
    /// attribute of the next definition.
    pub is_attribute: Option<fn(&[u8]) -> bool>,
    /// Returns the documentation in an attribute.
    pub attribute_doc: Option<AttributeDoc>,
    /// Returns the string at the start of a body or a file that is its documentation, in languages
    /// with such documentation.
    pub doc_string: Option<for<'t> fn(Node<'t>) -> Option<Node<'t>>>,
    /// Node kinds in a header that contain attributes and other tokens, such as `modifiers` in
    /// Java.
    pub modifier_lists: &'static str,
    /// Node kinds whose words modify all later definitions in the same type, such as `private:` in
    /// C++.
    pub sections: &'static str,
    /// Style of documentation comments.
    pub doc: DocStyle,
    /// Whether an empty comment line separates the documentation from tool directives below it.
    pub separates_directives: bool,
    /// Header words that are modifiers.
    pub words: &'static [(&'static str, Modifier)],
    /// Adjusts each definition after its rule has been applied, for example by naming conventions.
    pub convention: Option<fn(&mut Draft<'_, '_>)>,
    /// Rearranges the definitions in the text where the grammar's tree differs from the outline.
    pub arrange: Option<Arrange>,
    /// Whether to outline embedded code in other languages.
    pub embeds: bool,
    /// Kind whose depth is limited by
    /// `OutlineOptions::key_depth`.
    pub nested_kind: ItemKind,
    /// Kinds of conditions, loops and other nodes whose statements may not run, and of their parts.
    pub conditions: &'static str,
    /// Kind of calls, and the names of those that are such nodes.
    pub condition_calls: (&'static str, &'static str),
    /// Kinds of nodes whose children are at the level of the node.
    pub transparent: &'static str,
    /// Kinds of nodes whose body may be a single statement, in place of which `{}` is an empty body.
    pub branches: &'static str,
    /// Kinds of the other branches of a condition, which have no field for their body.
    pub else_clauses: &'static str,
    /// Kinds of expressions that consist of several expressions, between which there is no room for
    /// other code.
    pub sequences: &'static str,
    /// Tag before code in a file that is text otherwise, such as `<?php`; empty if the file is code.
    pub open_tag: &'static str,
    /// Replacement for a body in a skeleton: `...` in a comment, or the minimum that a body
    /// requires.
    pub elided: &'static str,
    /// Returns the replacement for a long value of a key in a skeleton, given the value; `None` if
    /// the value stays.
    pub elided_value: fn(&[u8]) -> Option<&'static str>,
    /// Opening brackets of function bodies that are blocks; any other bracket around a body is part
    /// of its expression.
    pub blocks: &'static [u8],
    /// Statement required in an otherwise empty block; empty if blocks may be empty.
    pub placeholder: &'static str,
    /// Kinds whose definitions are separated by commas.
    pub commas: &'static [ItemKind],
    /// Node kinds of lists and objects in brackets, and the separator of their elements. If it is the end of
    /// a line, commas separate elements on the same line.
    pub lists: &'static [(&'static str, u8)],
    /// Kinds of nodes around a list whose value is still the list, such as a cast.
    pub list_wrappers: &'static str,
    /// Kind of calls, and the end of the text of those whose value is still the list before it.
    pub list_call: (&'static str, &'static str),
    /// Kinds of elements that must be the last of their list.
    pub list_rests: &'static str,
    /// Whether a multi-line list ends in a comma by convention.
    pub has_last_comma: bool,
    /// Whether a constant without a value repeats the value above it, or takes one from its position.
    pub has_implicit_constants: bool,
    /// Node kinds of names that are the key of a property too, as in `const { a } = b`.
    pub shorthands: &'static str,
    /// Whether a `;` separates a definition from the next, which the last one may lack.
    pub has_separators: bool,
    /// Whether members of values, such as methods of object literals, are separated by commas.
    pub has_objects: bool,
    /// Whether a `;` directly after a definition belongs to the definition, although the node ends
    /// before the `;`.
    pub has_terminator: bool,
    /// Whether the end of a line can end a statement, so that a `;` on a later line can begin the
    /// next one although the grammar puts it at the end.
    pub ends_at_lines: bool,
    /// Whether a function may have several clauses, each with its name.
    pub has_clauses: bool,
    /// Whether indentation is significant.
    pub is_layout: bool,
    /// Conventional number of blank lines between multi-line definitions at the top level.
    pub gap: usize,
    /// Conventional indentation, for files without indented lines.
    pub indent: IndentUnit,
    /// Marker for new documentation, if it differs from the first marker of `doc`.
    pub doc_marker: &'static str,
    /// Starts of the comments that begin and end a region, and the end of both comments; all empty
    /// if the language has no region comments.
    pub region: [&'static str; 3],
}

impl OutlineTable {
    /// Table without rules, the base of each language's table.
    pub const EMPTY: OutlineTable = OutlineTable {
        separator: ".",
        rules: &[],
        wrappers: "",
        wraps: None,
        scopes: "",
        opaque: "",
        marked: &[],
        comments: "comment",
        attributes: "",
        is_attribute: None,
        attribute_doc: None,
        doc_string: None,
        modifier_lists: "",
        sections: "",
        doc: DocStyle::C,
        separates_directives: false,
        words: &[],
        convention: None,
        arrange: None,
        embeds: false,
        nested_kind: ItemKind::Key,
        conditions: "",
        condition_calls: ("", ""),
        transparent: "",
        branches: "",
        else_clauses: "",
        sequences: "",
        open_tag: "",
        elided: "{ /* ... */ }",
        elided_value: |_| None,
        blocks: b"{",
        placeholder: "",
        commas: &[],
        lists: &[],
        list_wrappers: "",
        list_call: ("", ""),
        list_rests: "",
        has_last_comma: false,
        has_implicit_constants: false,
        shorthands: "",
        has_separators: false,
        has_objects: false,
        has_terminator: false,
        ends_at_lines: false,
        has_clauses: false,
        is_layout: false,
        gap: 1,
        indent: IndentUnit::Spaces(4),
        doc_marker: "",
        region: REGION,
    };

    /// Returns the marker for new documentation; empty if the language has none.
    pub fn default_doc(&self) -> &'static str {
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
    pub fn modifier(&self, word: &[u8]) -> Option<Modifier> {
        let known = self.words.iter().find(|(name, _)| name.as_bytes() == word);
        known.map(|(_, modifier)| *modifier)
    }
}

/// Node kinds whose children are visited only if a mark occurs inside, such as the bracket of a
/// body; most expressions contain no mark.
pub struct Marked {
    /// Node kinds.
    pub nodes: &'static [&'static str],
    /// Whether the restriction applies only inside functions.
    pub is_local: bool,
    /// Returns the offset of the first mark at or after an offset; an offset beyond the text if
    /// no mark follows.
    pub next_mark: fn(&[u8], usize) -> usize,
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndentUnit {
    /// A tab.
    Tab,
    /// A number of spaces.
    Spaces(usize),
}

/// Region comments in languages with `//`.
pub(crate) const REGION: [&str; 3] = ["// #region", "// #endregion", ""];
/// Region comments in languages with `#`.
pub(crate) const HASH_REGION: [&str; 3] = ["# region", "# endregion", ""];
/// Region comments in languages with `--`.
pub(crate) const DASH_REGION: [&str; 3] = ["-- #region", "-- #endregion", ""];
/// Region comments in C and C++.
pub const PRAGMA_REGION: [&str; 3] = ["#pragma region", "#pragma endregion", ""];
/// Region comments in markup.
pub(crate) const MARKUP_REGION: [&str; 3] = ["<!-- #region", "<!-- #endregion", " -->"];
/// Value for languages without region comments.
pub(crate) const NO_REGION: [&str; 3] = ["", "", ""];

/// Style of documentation in a language.
#[derive(Clone, Copy)]
pub struct DocStyle {
    /// Starts of documentation line comments, longest first.
    pub lines: &'static [&'static str],
    /// Starts and ends of documentation block comments.
    pub blocks: &'static [(&'static str, &'static str)],
}

impl DocStyle {
    /// Style for languages without documentation.
    pub const NONE: DocStyle = DocStyle {
        lines: &[],
        blocks: &[],
    };

    /// Style of Doxygen, JSDoc and Javadoc: `/** */`, `/*! */`, `///`, `//!`.
    pub const C: DocStyle = DocStyle {
        lines: &["///", "//!"],
        blocks: &[("/**", "*/"), ("/*!", "*/")],
    };

    /// Style in which any comment directly above a definition is documentation, as in Go.
    pub const SLASHES: DocStyle = DocStyle {
        lines: &["//"],
        blocks: &[("/*", "*/")],
    };

    /// Style in which comments with `#` directly above a definition are documentation, as in Ruby
    /// and shells.
    pub const HASH: DocStyle = DocStyle {
        lines: &["##", "#"],
        blocks: &[],
    };

    /// Style in which comments with `--` directly above a definition are documentation, as in SQL,
    /// Lua and Haskell.
    pub const DASHES: DocStyle = DocStyle {
        lines: &["---", "-- |", "--"],
        blocks: &[("--[[", "]]"), ("{-|", "-}"), ("/*", "*/")],
    };
}

/// Part of a node that names its definition.
#[derive(Clone, Copy)]
pub enum Name {
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
pub enum RulePlace {
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
pub(crate) type FindNames = for<'t> fn(Node<'t>, &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)>;

/// Text whose definitions are rearranged.
#[derive(Clone, Copy)]
pub struct OutlineText<'s> {
    /// The text.
    pub source: &'s [u8],
    /// Line index of the text.
    pub lines: &'s LineIndex,
    /// Maximum depth of keys.
    pub key_depth: usize,
}

/// Function that rearranges the definitions in the text.
pub(crate) type Arrange = fn(Vec<OutlineItem>, OutlineText<'_>) -> Vec<OutlineItem>;

/// Function that returns the documentation in the text of an attribute.
pub(crate) type AttributeDoc = fn(&[u8]) -> Option<String>;

/// Function that completes or rejects a definition; returns whether to keep it.
pub(crate) type Refine = fn(&mut Draft<'_, '_>) -> bool;

/// Rule that makes nodes of one kind definitions.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Node kind.
    pub node: &'static str,
    /// Kind of the definition.
    pub kind: ItemKind,
    /// Kind of a definition directly inside a type, if it differs from the kind elsewhere.
    pub member: Option<ItemKind>,
    /// Part that names the definition.
    pub name: Name,
    /// Fields or child kinds of the body; the first one present is used.
    pub body: &'static [&'static str],
    /// Fields or child kinds that end the signature without being a body, such as the value of a
    /// variable.
    pub value: &'static [&'static str],
    /// Required position of the node.
    pub place: RulePlace,
    /// Function that completes or rejects the definition.
    pub refine: Option<Refine>,
    /// Whether headers have no attributes or modifiers, and comments only if they contain a `/`.
    pub is_plain: bool,
}

/// Creates a rule for nodes of kind `node` whose name is the field `name` and whose body is the
/// field `body`.
pub(crate) const fn rule(node: &'static str, kind: ItemKind) -> Rule {
    Rule {
        node,
        kind,
        member: None,
        name: Name::Fields(&["name"]),
        body: &["body"],
        value: &[],
        place: RulePlace::Anywhere,
        refine: None,
        is_plain: false,
    }
}

impl Rule {
    /// Sets the kind of a definition directly inside a type.
    pub const fn member(mut self, kind: ItemKind) -> Rule {
        self.member = Some(kind);
        self
    }

    /// Sets the field of the name, followed by a path of further fields.
    pub const fn named(mut self, fields: &'static [&'static str]) -> Rule {
        self.name = Name::Fields(fields);
        self
    }

    /// Sets the child kinds that can be the name.
    pub const fn child(mut self, kinds: &'static [&'static str]) -> Rule {
        self.name = Name::Child(kinds);
        self
    }

    /// Sets how to find the name.
    pub const fn name(mut self, name: Name) -> Rule {
        self.name = name;
        self
    }

    /// Sets the fields or child kinds of the body.
    pub const fn body(mut self, parts: &'static [&'static str]) -> Rule {
        self.body = parts;
        self
    }

    /// Sets the fields or child kinds that end the signature.
    pub const fn value(mut self, parts: &'static [&'static str]) -> Rule {
        self.value = parts;
        self
    }

    /// Restricts the rule to code outside functions.
    pub const fn not_local(mut self) -> Rule {
        self.place = RulePlace::NotLocal;
        self
    }

    /// Declares that headers have no attributes or modifiers, and comments only if they contain a
    /// `/`.
    pub const fn plain(mut self) -> Rule {
        self.is_plain = true;
        self
    }

    /// Restricts the rule to code directly inside a type.
    pub const fn in_type(mut self) -> Rule {
        self.place = RulePlace::InType;
        self
    }

    /// Restricts the rule to nodes directly inside a node of kind `around`.
    pub const fn within(mut self, around: &'static str) -> Rule {
        self.place = RulePlace::Within(around);
        self
    }

    /// Sets the function that names the definition, and completes or rejects it.
    pub const fn refined(mut self, refine: Refine) -> Rule {
        self.name = Name::Refined;
        self.refine = Some(refine);
        self
    }

    /// Sets the function that completes or rejects the definition.
    pub const fn refine(mut self, refine: Refine) -> Rule {
        self.refine = Some(refine);
        self
    }
}

/// Definition to which a rule is being applied.
pub struct Draft<'t, 's> {
    /// Node that matches the rule.
    pub node: Node<'t>,
    /// Node that declares the name, for rules with [`Name::List`] and [`Name::Each`].
    pub declarator: Option<Node<'t>>,
    /// Ancestors of the node, outermost first. [`Node::parent`] would visit all nodes before the
    /// node.
    pub ancestors: &'s [Node<'t>],
    /// Text of the file.
    pub source: &'s [u8],
    /// Kind and name of the enclosing definition.
    pub parent: Option<(ItemKind, &'s str)>,
    /// Whether variables are local at this node.
    pub is_local: bool,
    /// Kind of the definition.
    pub kind: ItemKind,
    /// Range of the name.
    pub name: Range<usize>,
    /// Name, if it differs from the text of `name`.
    pub name_text: Option<String>,
    /// Name path of the type that owns the definition without containing it.
    pub owner: Option<String>,
    /// Segment in the name paths of nested definitions, if it differs from the name; empty if those
    /// paths have no such segment.
    pub path_text: Option<String>,
    /// Range of the body.
    pub body: Option<Range<usize>>,
    /// Value of a variable, constant, macro, field, variant or key.
    pub value: Option<Range<usize>>,
    /// End of the signature, if it ends before the body.
    pub signature_end: Option<usize>,
    /// End of the definition, if it includes nodes after its node.
    pub end: Option<usize>,
    /// End of the part of a list that belongs to the declarator, if it is after the declarator.
    pub part_end: Option<usize>,
    /// Part of the header excluded from the signature: the body of a type that a declaration
    /// defines along with its names.
    pub hidden: Option<Range<usize>>,
    /// Whether definitions inside the node are siblings of this definition.
    pub is_transparent: bool,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Documentation found by a refinement, and its range.
    pub doc: Option<String>,
    /// Range of the documentation.
    pub doc_range: Option<Range<usize>>,
}

impl<'t, 's> Draft<'t, 's> {
    /// Returns the text of a node.
    pub fn text(&self, node: Node<'_>) -> &'s [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the text of the node's field `name`; empty if the node has no such field.
    pub fn field_text(&self, name: &str) -> &'s [u8] {
        let field = self.node.child_by_field_name(name);
        field.map_or(&[], |node| self.text(node))
    }

    /// Returns the `n`-th ancestor of the node; 1 is the parent.
    pub fn ancestor(&self, n: usize) -> Option<Node<'t>> {
        let index = self.ancestors.len().checked_sub(n)?;
        self.ancestors.get(index).copied()
    }

    /// Returns whether all ancestors of the node have one of `kinds`. Returns false at depths over
    /// 64, so that the cost is bounded.
    pub fn is_only_in(&self, kinds: &[&str]) -> bool {
        let mut around = self.ancestors.iter();
        self.ancestors.len() <= 64 && around.all(|node| kinds.contains(&node.kind()))
    }

    /// Returns the first child of one of `kinds`.
    pub fn child(&self, kinds: &[&str]) -> Option<Node<'t>> {
        child_of_kind(self.node, kinds)
    }

    /// Sets the name to the text of a node. Returns false if `node` is `None`.
    pub fn set_name(&mut self, node: Option<Node<'_>>) -> bool {
        match node {
            Some(node) => {
                self.name = node.byte_range();
                true
            }
            None => false,
        }
    }

    /// Returns the bytes of the name as written.
    pub fn name_bytes(&self) -> &'s [u8] {
        self.source.get(self.name.clone()).unwrap_or_default()
    }
}

/// Returns the first child of one of `kinds`.
pub fn child_of_kind<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .find(|child| kinds.contains(&child.kind()))
}

/// Returns the first child that matches the field or kind `part`.
pub fn part<'t>(node: Node<'t>, part: &str) -> Option<Node<'t>> {
    let field = node.child_by_field_name(part);
    field.or_else(|| child_of_kind(node, &[part]))
}

/// Returns whether a word is one of `words`, which are separated by blanks.
#[inline]
pub fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}
