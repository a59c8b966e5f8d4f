//! Syntax around edits: literals, indentation, ends of statements and syntax errors.
//!
//! Trees are parsed on first use. Nothing in this module changes text.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::{
    EmbeddedRegion, comment_kinds, early_errors, embedded_regions, embeds_by_line, has_word,
    is_host, tables,
};
use tree_sitter::{Node, Tree};

use crate::ast_edit::brackets::{WideSpread, add_brackets};
use crate::ast_edit::literals::add_literals;
use crate::ast_edit::separators::is_operator;
use crate::ast_edit::text_plan::PlannedEdit;

/// Start of a code line.
#[derive(Clone, Copy)]
pub(super) struct Indent<'a> {
    /// Quote markers or list indentation around code embedded in Markdown.
    pub(super) margin: &'a [u8],
    /// `margin` and the blanks after it.
    pub(super) whole: &'a [u8],
}

/// Syntax error in the text.
#[derive(Clone, Debug)]
pub(super) struct TextError {
    pub(super) range: Range<usize>,
    /// Number of the first line, 1-based.
    pub(super) line: usize,
    /// Whether no other grammar error contains this error.
    pub(super) is_outer: bool,
    /// Description of an error that the grammar does not detect.
    pub(super) message: Option<&'static str>,
}

/// Syntax trees of the text: its own tree, followed by the trees of embedded languages.
pub(crate) struct Trees(Vec<(&'static Language, Tree)>);

impl Trees {
    /// Wraps the tree of an already parsed text; `None` for languages that embed others.
    pub(super) fn only(host: &'static Language, tree: Option<Tree>) -> Option<Trees> {
        let tree = tree.filter(|_| !is_host(host))?;
        Some(Trees(vec![(host, tree)]))
    }

    /// Parses the text and all embedded code.
    pub(super) fn of(
        text: &[u8],
        host: &'static Language,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Trees, Interrupt> {
        let tree = parsers.parse(host, text, &[], budget)?;
        let regions = embedded_regions(host, &tree, text, budget)?;
        let mut trees = vec![(host, tree)];
        for EmbeddedRegion { language, ranges } in regions {
            let tree = parsers.parse(language, text, &ranges, budget)?;
            trees.push((language, tree));
        }
        Ok(Trees(trees))
    }

    /// Returns the only tree, if the language cannot embed others.
    pub(super) fn into_only(mut self) -> Option<(&'static Language, Tree)> {
        let only = self.0.pop()?;
        (self.0.is_empty() && !is_host(only.0)).then_some(only)
    }

    /// Returns the syntax errors, including those in embedded languages.
    pub(super) fn errors(
        &self,
        text: &[u8],
        budget: &mut WorkBudget<'_>,
    ) -> Result<Vec<TextError>, Interrupt> {
        let mut errors = Vec::new();
        for (at, (language, tree)) in self.0.iter().enumerate() {
            let mut outer_end = 0;
            walk(tree, budget, |node| {
                if is_syntax_error(node) {
                    let range = node.byte_range();
                    let is_outer = range.end > outer_end || outer_end == 0;
                    outer_end = outer_end.max(range.end);
                    errors.push(TextError {
                        range,
                        line: node.start_position().row + 1,
                        is_outer,
                        message: None,
                    });
                }
                node.has_error()
            })?;
            let found = early_errors(language, tree, text, at > 0, budget)?;
            errors.extend(found.into_iter().map(|error| TextError {
                range: error.range,
                line: error.row + 1,
                is_outer: true,
                message: Some(error.message),
            }));
        }
        Ok(errors)
    }

    /// Extends `range` by the `;` that ends its statement.
    fn statement(&self, text: &[u8], language: &Language, range: Range<usize>) -> Range<usize> {
        let mut whole = range.clone();
        for (other, tree) in &self.0 {
            let found = tree
                .root_node()
                .descendant_for_byte_range(range.start, range.end);
            let Some(mut node) = found.filter(|_| *other == language) else {
                continue;
            };
            loop {
                let end = node.end_byte().max(range.end);
                let is_end = |to: usize| {
                    let rest = text.get(range.end..to).unwrap_or_default();
                    rest.trim_ascii() == b";"
                };
                // The node may include the line end.
                if node.start_byte() == range.start && is_end(end) {
                    let len = text[..end].trim_ascii_end().len();
                    whole.end = whole.end.max(len);
                }
                let Some(parent) = node.parent() else {
                    break;
                };
                // A `;` in the head of a loop separates expressions.
                if let Some(next) = node.next_sibling()
                    && next.kind() == ";"
                    && !has_word(tables(language).kinds.loop_heads, parent.kind())
                    && node.start_byte() == range.start
                    && is_end(next.end_byte())
                {
                    whole.end = whole.end.max(next.end_byte());
                }
                if parent.start_byte() != range.start {
                    break;
                }
                node = parent;
            }
        }
        whole
    }

    /// Returns the outermost node with exactly this range in code of `language`.
    pub(super) fn whole_node(&self, language: &Language, range: &Range<usize>) -> Option<Node<'_>> {
        let is_whole = |node: &Node<'_>| node.byte_range() == *range;
        let mut node = self.node(language, range).filter(is_whole)?;
        while let Some(parent) = node.parent().filter(is_whole) {
            node = parent;
        }
        Some(node)
    }

    /// Returns the innermost node that contains `range` in code of `language`.
    pub(super) fn node(&self, language: &Language, range: &Range<usize>) -> Option<Node<'_>> {
        let mut trees = self.0.iter().filter(|(other, _)| *other == language);
        trees.find_map(|(_, tree)| {
            let node = tree
                .root_node()
                .descendant_for_byte_range(range.start, range.end)?;
            (node.start_byte() <= range.start && range.end <= node.end_byte()).then_some(node)
        })
    }
}

/// Returns whether a list is or may be a tuple.
fn is_tuple(list: Node<'_>, language: &Language) -> bool {
    let operands = tables(language).patterns.operands;
    let is_plain = |parent: Node<'_>| parent.kind() == operands.plain_lists;
    has_word(tables(language).kinds.tuples, list.kind())
        || (has_word(operands.bare_tuples, list.kind()) && !list.parent().is_some_and(is_plain))
}

/// Last tokens of a list.
#[derive(Clone, Copy, Default)]
pub(super) struct ListEnd {
    /// Whether the last token is a comma, possibly followed by comments.
    pub(super) has_comma: bool,
    /// Whether the list ends in a comment.
    pub(super) has_comment: bool,
}

pub(super) fn is_comment(node: Node<'_>) -> bool {
    node.is_extra() && !node.is_error()
}

fn is_syntax_error(node: Node<'_>) -> bool {
    node.is_error() || node.is_missing()
}

/// Visits nodes in preorder. Visits the children of a node only if `each` returns true for it.
fn walk<'t>(
    tree: &'t Tree,
    budget: &mut WorkBudget<'_>,
    mut each: impl FnMut(Node<'t>) -> bool,
) -> Result<(), Interrupt> {
    let mut cursor = tree.walk();
    loop {
        budget.step()?;
        if each(cursor.node()) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
        }
    }
}

/// Lazily parsed syntax of an edited text. Most edits need no tree.
pub(crate) struct TextSyntax<'a, 'k> {
    text: &'a [u8],
    host: &'static Language,
    parsers: &'a mut Parsers,
    budget: &'a mut WorkBudget<'k>,
    trees: Option<Trees>,
    /// Ranges of literals, and the language for which they were computed.
    literals: Option<(&'static Language, Vec<Range<usize>>)>,
}

impl<'a, 'k> TextSyntax<'a, 'k> {
    pub(crate) fn new(
        text: &'a [u8],
        host: &'static Language,
        trees: Option<Trees>,
        parsers: &'a mut Parsers,
        budget: &'a mut WorkBudget<'k>,
    ) -> TextSyntax<'a, 'k> {
        TextSyntax {
            text,
            host,
            parsers,
            budget,
            trees,
            literals: None,
        }
    }

    /// Counts a step of work on the text.
    pub(crate) fn step(&mut self) -> Result<(), Interrupt> {
        self.budget.step()
    }

    /// Returns the trees, if any operation has needed them.
    pub(super) fn into_trees(self) -> Option<Trees> {
        self.trees
    }

    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the trees of the text, parsed on first use.
    pub(super) fn trees(&mut self) -> Result<&Trees, Interrupt> {
        let trees = match self.trees.take() {
            Some(trees) => trees,
            None => Trees::of(self.text, self.host, self.parsers, self.budget)?,
        };
        Ok(self.trees.insert(trees))
    }

    /// Parses `new`, the text after its edits.
    pub(super) fn trees_of(&mut self, new: &[u8]) -> Result<Trees, Interrupt> {
        Trees::of(new, self.host, self.parsers, self.budget)
    }

    /// Returns whether a blank at `at` is part of a literal in code of `language`. In YAML, the
    /// text of a scalar is indented with its key.
    pub(crate) fn in_literal(
        &mut self,
        language: &'static Language,
        at: usize,
    ) -> Result<bool, Interrupt> {
        if tables(language).patterns.has_indented_literals {
            return Ok(false);
        }
        let literals = match self.literals.take() {
            Some((other, literals)) if other == language => literals,
            _ => {
                let text = self.text;
                self.trees()?;
                let mut found = Vec::new();
                let kinds = &tables(language).kinds;
                let comments = comment_kinds(language);
                for (other, tree) in self.trees.iter().flat_map(|trees| &trees.0) {
                    if *other == language {
                        let code = tree.included_ranges();
                        walk(tree, self.budget, |node| {
                            // Some grammars split comments into tokens that end after the line feed.
                            let is_code = !has_word(comments, node.kind());
                            if is_code {
                                add_literals(node, text, &code, kinds, &mut found);
                            }
                            is_code
                        })?;
                    }
                }
                found
            }
        };
        let (_, literals) = self.literals.insert((language, literals));
        Ok(literals.iter().any(|literal| literal.contains(&at)))
    }

    /// Returns the length of the comment at the end of the text, if the text ends with one.
    pub(crate) fn comment_at_end(
        &mut self,
        language: &'static Language,
    ) -> Result<Option<usize>, Interrupt> {
        let len = self.text.len();
        let last = len.saturating_sub(1)..len;
        let comment = self
            .trees()?
            .node(language, &last)
            .filter(|node| is_comment(*node));
        Ok(comment.map(|node| len - node.start_byte()))
    }

    /// Returns the indentation of the line of `at`, in code of `language`.
    pub(super) fn indent(
        &mut self,
        language: &'static Language,
        at: usize,
    ) -> Result<Indent<'a>, Interrupt> {
        let start = line_start(self.text, at);
        let line = &self.text[start..];
        let mut margin = 0;
        if embeds_by_line(self.host) && self.host != language {
            let len = memchr::memchr(b'\n', line).unwrap_or(line.len());
            let starts = self.trees()?.0[1..]
                .iter()
                .filter(|(other, _)| *other == language)
                .flat_map(|(_, tree)| tree.included_ranges())
                .map(|range| range.start_byte.wrapping_sub(start));
            margin = starts.filter(|margin| *margin <= len).min().unwrap_or(0);
        }
        let blanks = blanks(&line[margin..]);
        Ok(Indent {
            margin: &line[..margin],
            whole: &line[..margin + blanks],
        })
    }

    /// Extends `range` by the `;` that ends its statement, if any.
    pub(super) fn statement(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<Range<usize>, Interrupt> {
        let text = self.text;
        Ok(self.trees()?.statement(text, language, range.clone()))
    }

    /// Adds brackets to inserted expressions that need them; see [`add_brackets`].
    pub(super) fn bracket(
        &mut self,
        edits: &mut [PlannedEdit],
    ) -> Result<Option<WideSpread>, Interrupt> {
        add_brackets(self.text, edits, self.host, self.parsers, self.budget)
    }

    /// Returns whether `range` is a node in code of `language`.
    pub(super) fn is_node(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<bool, Interrupt> {
        let node = self.trees()?.node(language, range);
        Ok(node.is_some_and(|node| node.byte_range() == *range))
    }

    /// Returns whether `range` is an element of a comma-separated list that is not a tuple.
    pub(super) fn is_element(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<bool, Interrupt> {
        let found = self.trees()?.node(language, range);
        let Some(mut node) = found.filter(|node| node.byte_range() == *range) else {
            return Ok(false);
        };
        while let Some(parent) = node.parent() {
            if parent.byte_range() != *range {
                let is_comma = |node: Option<Node<'_>>| node.is_some_and(|node| node.kind() == ",");
                let has_comma = is_comma(node.next_sibling()) || is_comma(node.prev_sibling());
                return Ok(has_comma && !is_tuple(parent, language));
            }
            node = parent;
        }
        Ok(false)
    }

    /// Returns the operator between the node with exactly this range and its neighbour in code of
    /// `language`: the operator after the node, or else the one before it.
    pub(super) fn operator(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<Option<Range<usize>>, Interrupt> {
        let text = self.text;
        let Some(node) = self.trees()?.whole_node(language, range) else {
            return Ok(None);
        };
        let Some(parent) = node.parent() else {
            return Ok(None);
        };
        let kinds = &tables(language).kinds;
        let is_bound = has_word(kinds.bounds, parent.kind());
        let is_between = |token: &Node<'_>| {
            let is_named = |node: Option<Node<'_>>| node.is_some_and(|node| node.is_named());
            is_operator(&text[token.byte_range()], is_bound)
                && (!token.is_named()
                    || kinds.keyword(token.kind()).is_some()
                    || has_word(kinds.operators, token.kind()))
                && is_named(token.next_sibling())
        };
        // A unary operator separates nothing.
        let has_two = |token: &Node<'_>| token.prev_sibling().is_some_and(|node| node.is_named());
        let after = node.next_sibling().filter(is_between);
        let before = || node.prev_sibling().filter(is_between).filter(has_two);
        Ok(after.or_else(before).map(|token| token.byte_range()))
    }

    /// Returns whether `range` is an attribute in code of `language`.
    pub(super) fn is_attribute(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<bool, Interrupt> {
        let node = self.trees()?.whole_node(language, range);
        let attributes = tables(language).kinds.attributes;
        Ok(node.is_some_and(|node| has_word(attributes, node.kind())))
    }

    /// Returns the last tokens of the siblings in `range`.
    pub(super) fn list_end(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<ListEnd, Interrupt> {
        let last = range.end.saturating_sub(1)..range.end;
        let mut node = self.trees()?.node(language, &last);
        let mut end = ListEnd::default();
        while let Some(comment) = node.filter(|node| is_comment(*node)) {
            end.has_comment = true;
            node = comment.prev_sibling();
        }
        end.has_comma =
            node.is_some_and(|node| node.kind() == "," && node.start_byte() >= range.start);
        Ok(end)
    }
}

/// Returns the number of spaces and tabs at the start of a line.
pub(super) fn blanks(line: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    line.iter().take_while(is_blank).count()
}
