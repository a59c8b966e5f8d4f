//! The tree-sitter engine: a grammar's tree, what its queries find in it, and
//! the same again for text of other languages within.

use std::ops::{ControlFlow, Range as Bytes};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tree_sitter::{
    Node, ParseOptions, Parser, QueryCursor, QueryCursorOptions, Range, StreamingIterator, Tree,
};

use super::grammar::{Grammar, Injections, Rule, grammar};
use super::language::{Engine, Language};
use super::marked::{Marked, Sheet, mark_apart};
use super::work::mark_lines;
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;

/// How deep languages are looked for in each other.
const MAX_DEPTH: usize = 5;

/// How many unfinished matches a query may hold: this bounds its memory, and
/// its time in very deep trees.
const MAX_MATCHES: u32 = 1 << 10;

/// Text in one language.
struct Layer {
    grammar: Arc<Grammar>,
    /// The parts of the text; none stands for all of it.
    ranges: Vec<Range>,
    depth: usize,
}

/// What a call works with.
struct Call<'a> {
    text: &'a [u8],
    sheet: &'a Sheet,
    max_line: usize,
    token: &'a CancelToken,
}

/// Marks a text in the language with this grammar. Tells where the last of the
/// pieces begins that the text as a whole consists of.
pub(super) fn mark(
    name: &'static str,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
) -> (Marked, Result<usize>) {
    mark_apart(text, token, move |text, sheet, token| {
        let Some(grammar) = grammar(variant(name, [text]), token)? else {
            return Ok(0);
        };
        let call = Call {
            text,
            sheet,
            max_line,
            token,
        };
        Ok(call.mark(grammar)?)
    })
}

impl Call<'_> {
    fn mark(&self, grammar: Arc<Grammar>) -> Result<usize, Aborted> {
        let mut parser = Parser::new();
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MAX_MATCHES);
        let mut last = 0;
        let mut layers = vec![Layer {
            grammar,
            ranges: Vec::new(),
            depth: 0,
        }];
        // What is within a layer comes after it, and is marked over it.
        while let Some(layer) = layers.pop() {
            let Some(tree) = self.parse(&mut parser, &layer)? else {
                continue;
            };
            if layer.depth == 0 {
                last = last_piece(&tree);
            }
            self.paint(&mut cursor, &layer, &tree)?;
            if let (Some(injections), 0..MAX_DEPTH) = (&layer.grammar.injections, layer.depth) {
                for (language, ranges) in self.find(&mut cursor, injections, &layer, &tree)? {
                    self.add(&language, ranges, layer.depth + 1, &mut layers)?;
                }
            }
        }
        Ok(last)
    }

    fn parse(&self, parser: &mut Parser, layer: &Layer) -> Result<Option<Tree>, Aborted> {
        self.token.heartbeat()?;
        if parser.set_language(&layer.grammar.language).is_err()
            || parser.set_included_ranges(&layer.ranges).is_err()
        {
            return Ok(None);
        }
        let mut go_on = |_: &_| flow(self.token);
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let mut read = |at: usize, _| self.text.get(at..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        self.token.heartbeat()?;
        Ok(tree)
    }

    /// Marks what the highlight query finds. Its captures come in the order in
    /// which they begin, the outer before the inner, so that the last to mark a
    /// byte is the one that holds.
    fn paint(&self, cursor: &mut QueryCursor, layer: &Layer, tree: &Tree) -> Result<(), Aborted> {
        let grammar = &*layer.grammar;
        let mut go_on = |_: &_| flow(self.token);
        let options = QueryCursorOptions::new().progress_callback(&mut go_on);
        let root = tree.root_node();
        let mut captures =
            cursor.captures_with_options(&grammar.highlights, root, self.text, options);
        let mut pen = self.sheet.pen();
        let mut last = None;
        while let Some((found, index)) = captures.next() {
            // A query that is stopped still hands out what it has found.
            self.token.heartbeat()?;
            let capture = found.captures()[*index];
            let Some(mark) = grammar.marks[capture.index as usize] else {
                continue;
            };
            let node = capture.node;
            if grammar.first_holds && last == Some(node) {
                continue;
            }
            last = Some(node);
            clip(node.byte_range(), &layer.ranges, |part| {
                pen.mark(part, mark);
            });
        }
        self.token.heartbeat()
    }

    /// The texts in other languages: the name of each language, and its parts.
    fn find(
        &self,
        cursor: &mut QueryCursor,
        injections: &Injections,
        layer: &Layer,
        tree: &Tree,
    ) -> Result<Vec<(String, Vec<Range>)>, Aborted> {
        let mut go_on = |_: &_| flow(self.token);
        let options = QueryCursorOptions::new().progress_callback(&mut go_on);
        let root = tree.root_node();
        let mut matches = cursor.matches_with_options(&injections.query, root, self.text, options);
        let mut texts: Vec<(String, Vec<Range>)> = Vec::new();
        let mut combined: FxHashMap<(usize, String), usize> = FxHashMap::default();
        while let Some(found) = matches.next() {
            self.token.heartbeat()?;
            let pattern = found.pattern_index;
            let Some(rule) = injections.rules.get(pattern) else {
                continue;
            };
            let of = |number: u32| {
                let captures = found.captures().iter();
                captures.filter(move |c| c.index == number).map(|c| c.node)
            };
            let named = injections.language.and_then(|number| of(number).next());
            let language = match (&rule.language, named) {
                (Some(language), _) => language.to_string(),
                (None, Some(node)) => {
                    let name = self.text.get(node.byte_range()).unwrap_or_default();
                    String::from_utf8_lossy(name).into_owned()
                }
                (None, None) => continue,
            };
            let mut ranges = Vec::new();
            for node in of(injections.content) {
                content(node, rule, &layer.ranges, &mut ranges);
            }
            if ranges.is_empty() {
                continue;
            }
            if rule.combined {
                let at = *combined
                    .entry((pattern, language.clone()))
                    .or_insert(texts.len());
                if let Some((_, all)) = texts.get_mut(at) {
                    all.append(&mut ranges);
                    continue;
                }
            }
            texts.push((language, ranges));
        }
        self.token.heartbeat()?;
        Ok(texts)
    }

    /// Puts text in another language where it is worked on next, or works on it
    /// here if its language has no grammar.
    fn add(
        &self,
        language: &str,
        mut ranges: Vec<Range>,
        depth: usize,
        layers: &mut Vec<Layer>,
    ) -> Result<(), Aborted> {
        // The parts of a combined text come by pattern, not always by place.
        ranges.sort_unstable_by_key(|range| range.start_byte);
        ranges.dedup_by(|next, last| next.start_byte < last.end_byte);
        let mut push = |name: &str, ranges| {
            let grammar = grammar(name, self.token)?;
            layers.extend(grammar.map(|grammar| Layer {
                grammar,
                ranges,
                depth,
            }));
            Ok(())
        };
        #[cfg(feature = "lang-markdown")]
        if language == super::queries::MARKDOWN_INLINE {
            return push(language, ranges);
        }
        let Some(language) = Language::named(first_word(language)) else {
            return Ok(());
        };
        let parts = ranges.iter().map(|r| r.start_byte..r.end_byte);
        match language.choice(None).engine {
            Engine::TreeSitter => {
                let parts = parts.map(|part| &self.text[part]);
                push(variant(language.kind.grammar, parts), ranges)
            }
            Engine::Syntect => {
                let Some(syntax) = language.syntax() else {
                    return Ok(());
                };
                for part in parts {
                    let start = part.start;
                    let text = &self.text[part];
                    let (found, ended) = mark_lines(syntax, text, self.max_line, self.token);
                    self.sheet.insert(start, &found);
                    ended?;
                }
                Ok(())
            }
            Engine::Plain => Ok(()),
        }
    }
}

fn last_piece(tree: &Tree) -> usize {
    let root = tree.root_node();
    let mut cursor = root.walk();
    if root.is_error() || !cursor.goto_last_child() {
        return 0;
    }
    cursor.node().start_byte()
}

fn flow(token: &CancelToken) -> ControlFlow<()> {
    if token.is_cancelled() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// The parts of `bytes` that are in `ranges`, which are in order.
fn clip(bytes: Bytes<usize>, ranges: &[Range], mut each: impl FnMut(Bytes<usize>)) {
    if ranges.is_empty() {
        return each(bytes);
    }
    let first = ranges.partition_point(|range| range.end_byte <= bytes.start);
    for range in &ranges[first..] {
        if range.start_byte >= bytes.end {
            break;
        }
        each(bytes.start.max(range.start_byte)..bytes.end.min(range.end_byte));
    }
}

/// The parts of a node that are text of the other language. Tokens without a
/// name are, as Markdown's grammar has them for all punctuation.
fn content(node: Node<'_>, rule: &Rule, within: &[Range], ranges: &mut Vec<Range>) {
    let mut rest = node.range();
    if !rule.include_children {
        let mut walk = node.walk();
        for child in node.named_children(&mut walk) {
            let child = child.range();
            let before = Range {
                end_byte: child.start_byte,
                end_point: child.start_point,
                ..rest
            };
            push(before, within, ranges);
            rest.start_byte = child.end_byte;
            rest.start_point = child.end_point;
        }
    }
    push(rest, within, ranges);
}

/// Adds what of `range` is in one of `within`.
fn push(range: Range, within: &[Range], ranges: &mut Vec<Range>) {
    if within.is_empty() {
        if range.start_byte < range.end_byte {
            ranges.push(range);
        }
        return;
    }
    let first = within.partition_point(|outer| outer.end_byte <= range.start_byte);
    for outer in &within[first..] {
        if outer.start_byte >= range.end_byte {
            break;
        }
        let mut part = range;
        if outer.start_byte > part.start_byte {
            part.start_byte = outer.start_byte;
            part.start_point = outer.start_point;
        }
        if outer.end_byte < part.end_byte {
            part.end_byte = outer.end_byte;
            part.end_point = outer.end_point;
        }
        ranges.push(part);
    }
}

/// The grammar for these parts of a text in the language that has this one: PHP
/// as people paste it and show it in documents is without the tag around it.
#[cfg_attr(
    not(feature = "lang-php"),
    expect(
        unused_variables,
        clippy::needless_pass_by_value,
        reason = "no other language has two"
    )
)]
fn variant<'a>(name: &'static str, parts: impl IntoIterator<Item = &'a [u8]>) -> &'static str {
    #[cfg(feature = "lang-php")]
    if name == "php" && !parts.into_iter().any(is_php_page) {
        return super::queries::PHP_ONLY;
    }
    name
}

/// Whether a text begins with markup or has a `<?php`, a `<?=` or a bare `<?`;
/// `<?xml` is none.
#[cfg(feature = "lang-php")]
fn is_php_page(text: &[u8]) -> bool {
    let is_tag = |at: usize| match &text[at + 2..] {
        [] => true,
        [byte, ..] if byte.is_ascii_whitespace() || *byte == b'=' => true,
        rest => rest
            .get(..3)
            .is_some_and(|name| name.eq_ignore_ascii_case(b"php")),
    };
    text.trim_ascii_start().starts_with(b"<") || memchr::memmem::find_iter(text, "<?").any(is_tag)
}

/// Of `rust,ignore`, `{.python}` or `js {1,3}` the language.
fn first_word(name: &str) -> &str {
    let name = name.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '.'));
    let end = name.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ';' | ':'));
    &name[..end.unwrap_or(name.len())]
}
