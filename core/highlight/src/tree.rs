//! The tree-sitter engine: parses the text, paints the captures of the highlight query, and does
//! the same for embedded text in other languages.
//!
//! With a window, only nodes in the window are painted, and only embedded text in the window is
//! parsed. An open buffer provides the tree of the text.
//!
//! Invariants: an embedded layer is painted after and over its host; every loop checks the token,
//! and so do the parser and the query cursor.

use std::ops::{ControlFlow, Range as Bytes};
use std::sync::Arc;

use ransack_base::{Aborted, CancelToken, Result};
use ransack_grammars::internal::{
    BufferTreeKey, BufferTrees, GrammarParser, WorkBudget, hidden_tokens, interrupt_error, parse,
};
use ransack_languages::internal::{MARKDOWN_INLINE, PHP_ONLY};
use rustc_hash::FxHashMap;
use tree_sitter::{Node, QueryCursor, QueryCursorOptions, Range, StreamingIterator, Tree};

use crate::class::class_id_of_capture;
use crate::class_map::{ClassMap, SharedClassMap, run_detached};
use crate::grammar::{CompiledGrammar, InjectionRule, Injections, grammar};
use crate::language::{Engine, HighlightLanguage};
use crate::lines::classify_lines;
use crate::query_parts::{QueryPart, query_parts};

/// Maximum nesting depth of embedded languages.
const MAX_DEPTH: usize = 5;

/// Maximum number of unfinished matches of a query. Bounds its memory, and its time in very deep
/// trees.
const MAX_MATCHES: u32 = 1 << 10;

/// Parts of the text that form one document in one language.
struct LanguageLayer {
    grammar: Arc<CompiledGrammar>,
    /// Ranges of the document, in order; empty for the whole text.
    ranges: Vec<Range>,
    depth: usize,
}

/// Embedded documents of one layer.
#[derive(Default)]
struct EmbeddedDocuments {
    /// Language name of each document, and its ranges.
    documents: Vec<(String, Vec<Range>)>,
    /// Indices of documents that combine several matches of a rule, by rule and language.
    combined: FxHashMap<(usize, String), usize>,
}

/// Inputs and output of one call.
struct TreeHighlighter<'a> {
    /// Name of the text's language.
    name: &'static str,
    text: &'a [u8],
    window: Bytes<usize>,
    buffer: Option<BufferSource>,
    map: &'a SharedClassMap,
    max_line: usize,
    token: &'a CancelToken,
}

/// Open buffer that the text comes from, and the trees of the workspace's buffers.
#[derive(Clone)]
pub(super) struct BufferSource {
    pub(super) path: Arc<[u8]>,
    pub(super) trees: Arc<BufferTrees>,
}

/// Byte range that stands for the whole text, whatever its length.
pub(super) const WHOLE: Bytes<usize> = 0..usize::MAX;

/// Classifies the text in `window` with the grammar of this name. Returns the byte offset of the
/// start of the last top-level node: a later edit of the text after this offset usually leaves the
/// nodes before it unchanged.
pub(super) fn classify(
    name: &'static str,
    text: &[u8],
    window: Bytes<usize>,
    buffer: Option<BufferSource>,
    max_line: usize,
    token: &CancelToken,
) -> (ClassMap, Result<usize>) {
    run_detached(text, token, move |text, map, token| {
        let Some(grammar) = grammar(variant(name, [text]), token)? else {
            return Ok(0);
        };
        let highlighter = TreeHighlighter {
            name,
            text,
            window,
            buffer,
            map,
            max_line,
            token,
        };
        highlighter.classify(grammar)
    })
}

impl TreeHighlighter<'_> {
    fn classify(&self, grammar: Arc<CompiledGrammar>) -> Result<usize> {
        let mut parser = GrammarParser::default();
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MAX_MATCHES);
        let mut last_start = 0;
        let mut layers = vec![LanguageLayer {
            grammar,
            ranges: Vec::new(),
            depth: 0,
        }];
        while let Some(layer) = layers.pop() {
            let Some(tree) = self.parse(&mut parser, &layer)? else {
                continue;
            };
            if layer.depth == 0 {
                last_start = last_node_start(&tree);
            }
            let parts = query_parts(&tree, self.token)?;
            for part in &parts {
                self.paint(&mut cursor, &layer, part)?;
            }
            self.paint_hidden(&layer)?;
            if let (Some(injections), 0..MAX_DEPTH) = (&layer.grammar.injections, layer.depth) {
                for (language, ranges) in
                    self.find_embedded(&mut cursor, injections, &layer, &parts)?
                {
                    self.classify_embedded(&language, ranges, layer.depth + 1, &mut layers)?;
                }
            }
        }
        Ok(last_start)
    }

    fn parse(&self, parser: &mut GrammarParser, layer: &LanguageLayer) -> Result<Option<Tree>> {
        let LanguageLayer {
            grammar, ranges, ..
        } = layer;
        if parser
            .set_grammar(&grammar.name, &grammar.language)
            .is_err()
        {
            return Ok(None);
        }
        let budget = WorkBudget::new(self.token, None);
        if let (Some(buffer), 0) = (&self.buffer, layer.depth) {
            let key = BufferTreeKey {
                language: self.name,
                path: buffer.path.clone(),
                is_masked: false,
            };
            let tree = buffer.trees.parse(key, self.text, parser, &budget);
            return tree.map(Some).map_err(interrupt_error);
        }
        let tree = parse(parser, self.text, ranges, &budget);
        tree.map(Some).map_err(interrupt_error)
    }

    /// Paints the captures of the highlight query in a part of the tree. Captures are ordered by
    /// start, outer before inner, so the innermost capture of a byte wins.
    fn paint(
        &self,
        cursor: &mut QueryCursor,
        layer: &LanguageLayer,
        part: &QueryPart<'_>,
    ) -> Result<(), Aborted> {
        let grammar = &*layer.grammar;
        if !part.restrict(cursor, &self.window) {
            return Ok(());
        }
        let mut check = |_: &_| flow(self.token);
        let options = QueryCursorOptions::new().progress_callback(&mut check);
        let mut captures =
            cursor.captures_with_options(&grammar.highlights, part.root, self.text, options);
        let mut painter = self.map.painter();
        let mut last = None;
        while let Some((found, index)) = captures.next() {
            // A stopped cursor still returns the captures it has found.
            self.token.heartbeat()?;
            let capture = found.captures()[*index];
            let Some(class_id) = grammar.class_ids[capture.index as usize] else {
                continue;
            };
            let node = capture.node;
            // Earlier parts have painted the rest of the node.
            let start = node.start_byte().max(part.range.start);
            let start = start.max(self.window.start);
            let end = node.end_byte().min(part.range.end);
            let bytes = start..end.min(self.window.end);
            if bytes.is_empty() {
                continue;
            }
            if grammar.first_wins && last == Some(node) {
                continue;
            }
            last = Some(node);
            clip(bytes, &layer.ranges, |bytes| {
                painter.paint(bytes, class_id);
            });
        }
        self.token.heartbeat()
    }

    /// Paints the tokens that the mask of the grammar hides from the tree.
    fn paint_hidden(&self, layer: &LanguageLayer) -> Result<()> {
        let budget = WorkBudget::new(self.token, None);
        let tokens = hidden_tokens(&layer.grammar.name, self.text, &layer.ranges, &budget);
        let mut painter = self.map.painter();
        for token in tokens.map_err(interrupt_error)? {
            let start = token.range.start.max(self.window.start);
            let bytes = start..token.range.end.min(self.window.end);
            let class_id = class_id_of_capture(token.capture);
            if let (Some(class_id), false) = (class_id, bytes.is_empty()) {
                painter.paint(bytes, class_id);
            }
        }
        Ok(())
    }

    /// Finds embedded documents in the window: the language name and the ranges of each.
    fn find_embedded(
        &self,
        cursor: &mut QueryCursor,
        injections: &Injections,
        layer: &LanguageLayer,
        parts: &[QueryPart<'_>],
    ) -> Result<Vec<(String, Vec<Range>)>, Aborted> {
        let mut find = |within: &Bytes<usize>| {
            let mut found = EmbeddedDocuments::default();
            for part in parts {
                self.find_embedded_in(cursor, injections, layer, part, within, &mut found)?;
            }
            Ok::<_, Aborted>(found)
        };
        let mut found = find(&self.window)?;
        if !found.combined.is_empty() && self.window != WHOLE {
            // A document that combines several matches may also have some outside of the window.
            found = find(&WHOLE)?;
        }
        let mut documents = found.documents;
        let is_in_window = |range: &Range| {
            range.start_byte < self.window.end && range.end_byte > self.window.start
        };
        documents.retain(|(_, ranges)| ranges.iter().any(is_in_window));
        Ok(documents)
    }

    fn find_embedded_in(
        &self,
        cursor: &mut QueryCursor,
        injections: &Injections,
        layer: &LanguageLayer,
        part: &QueryPart<'_>,
        within: &Bytes<usize>,
        embedded: &mut EmbeddedDocuments,
    ) -> Result<(), Aborted> {
        if !part.restrict(cursor, within) {
            return Ok(());
        }
        let mut check = |_: &_| flow(self.token);
        let options = QueryCursorOptions::new().progress_callback(&mut check);
        let mut matches =
            cursor.matches_with_options(&injections.query, part.root, self.text, options);
        while let Some(found) = matches.next() {
            self.token.heartbeat()?;
            let pattern = found.pattern_index;
            let Some(rule) = injections.rules.get(pattern) else {
                continue;
            };
            let nodes_of = |index: u32| {
                let captures = found.captures().iter();
                captures.filter(move |c| c.index == index).map(|c| c.node)
            };
            let name = injections.language.and_then(|index| nodes_of(index).next());
            let language = match (&rule.language, name) {
                (Some(language), _) => language.to_string(),
                (None, Some(node)) => {
                    let name = self.text.get(node.byte_range()).unwrap_or_default();
                    String::from_utf8_lossy(name).into_owned()
                }
                (None, None) => continue,
            };
            let mut ranges = Vec::new();
            let is_here = |node: &Node<'_>| part.range.contains(&node.start_byte());
            for node in nodes_of(injections.content).filter(is_here) {
                push_content(node, rule, &layer.ranges, &mut ranges);
            }
            if ranges.is_empty() {
                continue;
            }
            if rule.combined {
                let next = embedded.documents.len();
                let key = (pattern, language.clone());
                let at = *embedded.combined.entry(key).or_insert(next);
                if let Some((_, all)) = embedded.documents.get_mut(at) {
                    all.append(&mut ranges);
                    continue;
                }
            }
            embedded.documents.push((language, ranges));
        }
        self.token.heartbeat()
    }

    /// Adds an embedded document to `layers`, or classifies it immediately if its language has no
    /// grammar.
    fn classify_embedded(
        &self,
        language: &str,
        mut ranges: Vec<Range>,
        depth: usize,
        layers: &mut Vec<LanguageLayer>,
    ) -> Result<(), Aborted> {
        // The ranges of a combined document are grouped by match and may be unsorted.
        ranges.sort_unstable_by_key(|range| range.start_byte);
        ranges.dedup_by(|next, last| next.start_byte < last.end_byte);
        let mut push_layer = |name: &str, ranges| {
            let grammar = grammar(name, self.token)?;
            layers.extend(grammar.map(|grammar| LanguageLayer {
                grammar,
                ranges,
                depth,
            }));
            Ok(())
        };
        if language == MARKDOWN_INLINE {
            return push_layer(language, ranges);
        }
        let Some(language) = HighlightLanguage::named(language_word(language)) else {
            return Ok(());
        };
        let parts = ranges.iter().map(|r| r.start_byte..r.end_byte);
        match language.choice(None).engine {
            Engine::TreeSitter => {
                let parts = parts.map(|part| &self.text[part]);
                push_layer(variant(language.entry.grammar, parts), ranges)
            }
            Engine::Syntect => {
                let Some(syntax) = language.syntax() else {
                    return Ok(());
                };
                for part in parts {
                    let start = part.start;
                    let text = &self.text[part];
                    let (map, result) = classify_lines(syntax, text, self.max_line, self.token);
                    self.map.write_at(start, &map);
                    result?;
                }
                Ok(())
            }
            Engine::Plain => Ok(()),
        }
    }
}

/// Returns the start of the last top-level node; 0 for an empty tree.
fn last_node_start(tree: &Tree) -> usize {
    let root = tree.root_node();
    let mut cursor = root.walk();
    if root.is_error() || !cursor.goto_last_child() {
        return 0;
    }
    cursor.node().start_byte()
}

/// Tells the parser or a query cursor whether to stop.
fn flow(token: &CancelToken) -> ControlFlow<()> {
    if token.is_cancelled() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Calls `each` with the intersections of `bytes` and `ranges`, which are sorted; empty `ranges`
/// stand for the whole text.
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

/// Appends the parts of a content node that are in the embedded language. Unnamed
/// child nodes are part of it: Markdown's grammar has one for each punctuation
/// character.
fn push_content(node: Node<'_>, rule: &InjectionRule, within: &[Range], ranges: &mut Vec<Range>) {
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
            push_clipped(before, within, ranges);
            rest.start_byte = child.end_byte;
            rest.start_point = child.end_point;
        }
    }
    push_clipped(rest, within, ranges);
}

/// Appends the intersections of `range` and `within`, which are sorted; an empty `within` stands
/// for the whole text.
fn push_clipped(range: Range, within: &[Range], ranges: &mut Vec<Range>) {
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

/// Selects the grammar variant for the parts of a document. PHP in snippets and documentation
/// usually has no `<?php` tag.
fn variant<'a>(name: &'static str, parts: impl IntoIterator<Item = &'a [u8]>) -> &'static str {
    if name == "php" && !parts.into_iter().any(is_php_page) {
        return PHP_ONLY;
    }
    name
}

/// Returns whether the text begins with markup or contains a `<?php`, `<?=` or bare `<?` tag.
/// `<?xml` does not count.
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

/// Extracts the language from the info string of a code block, such as
/// `rust,ignore`, `{.python}` or `js {1,3}`.
fn language_word(name: &str) -> &str {
    let name = name.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '.'));
    let end = name.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ';' | ':'));
    &name[..end.unwrap_or(name.len())]
}
