//! The syntax around edits: literals, ends of statements, errors.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::ast::embed::{self, Region};
use crate::ast::language::Language;
use crate::ast::parse::{self, Parsers, Pulse, Stop};

/// The trees of a text: its own, and those of what it embeds.
pub(super) struct Trees(Vec<(&'static Language, Tree)>);

impl Trees {
    pub(super) fn of(
        text: &[u8],
        host: &'static Language,
        parsers: &mut Parsers,
        pulse: &mut Pulse<'_>,
    ) -> Result<Trees, Stop> {
        let tree = parse::parse(parsers.of(host), text, &[], pulse)?;
        let regions = embed::regions(host, &tree, text, pulse)?;
        let mut trees = vec![(host, tree)];
        for Region { language, ranges } in regions {
            let tree = parse::parse(parsers.of(language), text, &ranges, pulse)?;
            trees.push((language, tree));
        }
        Ok(Trees(trees))
    }

    /// How many syntax errors there are, and the line of the first.
    pub(super) fn errors(&self, pulse: &mut Pulse<'_>) -> Result<(u64, usize), Stop> {
        let (mut count, mut line) = (0, 0);
        for (_, tree) in &self.0 {
            walk(tree, pulse, |node| {
                if node.is_error() || node.is_missing() {
                    count += 1;
                    if count == 1 {
                        line = node.start_position().row + 1;
                    }
                }
                node.has_error()
            })?;
        }
        Ok((count, line))
    }

    /// The code at `range` with the `;` that ends it.
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
                    matches!(rest.trim_ascii(), b"" | b";")
                };
                if node.start_byte() == range.start && is_end(end) {
                    whole.end = whole.end.max(end);
                }
                let Some(parent) = node.parent() else {
                    break;
                };
                // In the head of a loop it does not end a statement.
                if let Some(next) = node.next_sibling()
                    && next.kind() == ";"
                    && !parent.kind().starts_with("for")
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
}

/// Visits all nodes; the children of one only if `each` says so.
fn walk<'t>(
    tree: &'t Tree,
    pulse: &mut Pulse<'_>,
    mut each: impl FnMut(Node<'t>) -> bool,
) -> Result<(), Stop> {
    let mut cursor = tree.walk();
    loop {
        pulse.step()?;
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

/// What is asked about a text while it is edited. It is parsed at the first
/// question: most edits need no answer.
pub(super) struct Syntax<'a, 'k> {
    text: &'a [u8],
    host: &'static Language,
    parsers: &'a mut Parsers,
    pulse: &'a mut Pulse<'k>,
    trees: Option<Trees>,
    /// Literals, and the language for which they were looked up.
    literals: Option<(&'static Language, Vec<Range<usize>>)>,
}

impl<'a, 'k> Syntax<'a, 'k> {
    pub(super) fn new(
        text: &'a [u8],
        host: &'static Language,
        parsers: &'a mut Parsers,
        pulse: &'a mut Pulse<'k>,
    ) -> Syntax<'a, 'k> {
        Syntax {
            text,
            host,
            parsers,
            pulse,
            trees: None,
            literals: None,
        }
    }

    pub(super) fn trees(&mut self) -> Result<&Trees, Stop> {
        let trees = match self.trees.take() {
            Some(trees) => trees,
            None => Trees::of(self.text, self.host, self.parsers, self.pulse)?,
        };
        Ok(self.trees.insert(trees))
    }

    /// Whether blanks at `at` belong to a literal.
    pub(super) fn in_literal(
        &mut self,
        language: &'static Language,
        at: usize,
    ) -> Result<bool, Stop> {
        let literals = match self.literals.take() {
            Some((other, literals)) if other == language => literals,
            _ => {
                let text = self.text;
                self.trees()?;
                let mut found = Vec::new();
                for (other, tree) in self.trees.iter().flat_map(|trees| &trees.0) {
                    if *other == language {
                        walk(tree, self.pulse, |node| {
                            add_literals(node, text, &mut found);
                            true
                        })?;
                    }
                }
                found
            }
        };
        let (_, literals) = self.literals.insert((language, literals));
        Ok(literals.iter().any(|literal| literal.contains(&at)))
    }

    /// The code at `range` with the `;` that ends it.
    pub(super) fn statement(
        &mut self,
        language: &Language,
        range: &Range<usize>,
    ) -> Result<Range<usize>, Stop> {
        let text = self.text;
        Ok(self.trees()?.statement(text, language, range.clone()))
    }
}

/// Adds the pieces of a node over several lines that are text, no blanks
/// between tokens. A node whose grammar makes no token of some of its text is
/// a literal with escapes or the like.
fn add_literals(node: Node<'_>, text: &[u8], found: &mut Vec<Range<usize>>) {
    if node.is_extra() || node.start_position().row == node.end_position().row {
        return;
    }
    if node.child_count() == 0 {
        let range = node.byte_range();
        let token = text.get(range.clone()).unwrap_or_default();
        // Some grammars make a token of a line feed.
        if !token.trim_ascii().is_empty() {
            found.push(range.start + 1..range.end + 1);
        }
        return;
    }
    let mut gaps = Vec::new();
    let mut from = node.start_byte();
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        gaps.push(from..child.start_byte());
        from = child.end_byte();
    }
    gaps.push(from..node.end_byte());
    let is_text = |gap: &Range<usize>| {
        let gap = text.get(gap.clone()).unwrap_or_default();
        !gap.trim_ascii().is_empty() && gap != "\u{feff}".as_bytes()
    };
    if gaps.iter().any(is_text) {
        found.append(&mut gaps);
    }
}
