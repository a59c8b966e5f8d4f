//! The tree-sitter engine: parses the text, paints the captures of the highlight query, and does
//! the same for embedded text in other languages.
//!
//! With a window, only nodes in the window are painted, and only embedded text in the window is
//! parsed. An open buffer provides the tree of the text. Where a syntax error leaves text without a
//! class, the syntect engine provides it.
//!
//! Invariants: an embedded layer is painted after and over its host; every loop checks the token,
//! and so do the parser and the query cursor.

use std::ops::{ControlFlow, Range as Bytes};
use std::sync::Arc;

use ransack_base::{Aborted, CancelToken, Result};
use ransack_grammars::internal::{
    BufferTreeKey, BufferTrees, GrammarParser, WorkBudget, hidden_tokens, interrupt_error, parse,
};
use ransack_languages::internal::{MARKDOWN_INLINE, untagged};
use tree_sitter::{Node, QueryCursor, QueryCursorOptions, Range, StreamingIterator, Tree};

use crate::class::class_id_of_capture;
use crate::class_map::{ClassMap, SharedClassMap, run_detached};
use crate::damage::{damaged_parts, group_by_lines};
use crate::embedded::{
    EmbeddedDocument, EmbeddedMatch, build_documents, language_word, push_content,
};
use crate::grammar::{CaptureExtent, CapturePaint, CompiledGrammar, Injections, grammar};
use crate::language::{Engine, HighlightLanguage};
use crate::lines::classify_lines;
use crate::query_parts::{QueryPart, query_parts};

/// Maximum nesting depth of embedded languages.
const MAX_DEPTH: usize = 5;

/// Maximum number of unfinished matches of a query. Bounds its memory, and its time in very deep
/// trees.
const MAX_MATCHES: u32 = 1 << 10;

/// Maximum number of bytes before the window in which the syntect engine may begin.
const MAX_LEAD: usize = 16 << 10;

/// Parts of the text that form one document in one language.
struct LanguageLayer {
    grammar: Arc<CompiledGrammar>,
    /// Language for the syntect engine; `None` for a part of one.
    language: Option<HighlightLanguage>,
    /// Ranges of the document, in order; empty for the whole text.
    ranges: Vec<Range>,
    depth: usize,
}

/// Inputs and output of one call.
struct TreeHighlighter<'a> {
    language: HighlightLanguage,
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

/// Classifies the text in `window` with the grammar of the language. Returns the byte offset of the
/// start of the last top-level node: a later edit of the text after this offset usually leaves the
/// nodes before it unchanged.
pub(super) fn classify(
    language: HighlightLanguage,
    text: &[u8],
    window: Bytes<usize>,
    buffer: Option<BufferSource>,
    max_line: usize,
    token: &CancelToken,
) -> (ClassMap, Result<usize>) {
    run_detached(text, token, move |text, map, token| {
        let Some(grammar) = grammar(variant(language.entry.grammar, [text]), token)? else {
            return Ok(0);
        };
        let highlighter = TreeHighlighter {
            language,
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
            language: Some(self.language),
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
            self.fill_damage(&layer, &tree)?;
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
                language: self.language.entry.grammar,
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
        let mut last: Option<(Node<'_>, CapturePaint, Bytes<usize>)> = None;
        // End of the last node in which other captures are ignored.
        let mut covered = 0;
        while let Some((found, index)) = captures.next() {
            // A stopped cursor still returns the captures it has found.
            self.token.heartbeat()?;
            let capture = found.captures()[*index];
            let Some(paint) = grammar.captures[capture.index as usize] else {
                continue;
            };
            let node = capture.node;
            if node.start_byte() < covered {
                continue;
            }
            let extent = match paint.extent {
                CaptureExtent::Whole => node.byte_range(),
                CaptureExtent::All => {
                    covered = node.end_byte();
                    node.byte_range()
                }
                extent => self.part_of_node(node, extent),
            };
            // Earlier parts have painted the rest of the node.
            let start = extent.start.max(part.range.start).max(self.window.start);
            let end = extent.end.min(part.range.end).min(self.window.end);
            let bytes = start..end;
            if bytes.is_empty() {
                continue;
            }
            if let Some((last_node, last_paint, last_bytes)) = &last
                && *last_bytes == bytes
                && match *last_node == node {
                    true => grammar.first_wins,
                    // A word that is a keyword elsewhere may be the only child of a name.
                    false => last_paint.is_name && !node.is_named(),
                }
            {
                continue;
            }
            last = Some((node, paint, bytes.clone()));
            clip(bytes, &layer.ranges, |bytes| {
                painter.paint(bytes, paint.class_id);
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

    /// Returns the byte range of a part of a node.
    fn part_of_node(&self, node: Node<'_>, extent: CaptureExtent) -> Bytes<usize> {
        let Bytes { mut start, mut end } = node.byte_range();
        match extent {
            CaptureExtent::Whole | CaptureExtent::All => {}
            CaptureExtent::Head => {
                end = node.child(0).map_or(end, |child| child.start_byte());
                let head = self.text.get(start..end).unwrap_or_default();
                end = start + head.trim_ascii_end().len();
            }
            CaptureExtent::FromHash => {
                let text = self.text.get(start..end).unwrap_or_default();
                let is_start = |at: &usize| !text[..*at].ends_with(b"\\");
                let hash = memchr::memchr_iter(b'#', text).find(is_start);
                start += hash.unwrap_or(text.len());
            }
        }
        start..end
    }

    /// Fills in the classes that syntax errors prevent, with the syntect engine.
    fn fill_damage(&self, layer: &LanguageLayer, tree: &Tree) -> Result<(), Aborted> {
        let Some(language) = layer.language else {
            return Ok(());
        };
        let len = match layer.ranges.last() {
            Some(range) => range.end_byte,
            None => self.text.len(),
        };
        let has_classes = |range: Bytes<usize>| {
            let end = range.end.min(self.window.end);
            let range = range.start.max(self.window.start)..end;
            self.map.has_classes(self.text, range)
        };
        let mut parts = Vec::new();
        for part in damaged_parts(tree, len, has_classes, self.token)? {
            let is_in_window = part.start < self.window.end && part.end > self.window.start;
            if !is_in_window || has_classes(part.clone()) {
                continue;
            }
            let start = part.start.max(self.window.start.saturating_sub(MAX_LEAD));
            let end = part.end.min(self.window.end);
            clip(start..end, &layer.ranges, |part| parts.push(part));
        }
        // An embedded document may have several ranges, with text of the host between them.
        let begin = |at: usize| {
            let before = layer.ranges.partition_point(|range| range.start_byte <= at);
            let range = before
                .checked_sub(1)
                .and_then(|index| layer.ranges.get(index));
            range.map_or(0, |range| range.start_byte)
        };
        for group in group_by_lines(self.text, parts, begin) {
            let lines = &self.text[group.lines.clone()];
            let Some(syntax) = language.syntax_of(lines) else {
                return Ok(());
            };
            let (found, result) = classify_lines(syntax, lines, self.max_line, self.token);
            self.map
                .fill_plain_parts(&group.parts, group.lines.start, &found.classes);
            result?;
        }
        Ok(())
    }

    /// Finds embedded documents in the window.
    fn find_embedded(
        &self,
        cursor: &mut QueryCursor,
        injections: &Injections,
        layer: &LanguageLayer,
        parts: &[QueryPart<'_>],
    ) -> Result<Vec<EmbeddedDocument>, Aborted> {
        let mut find = |within: &Bytes<usize>| {
            let mut found = Vec::new();
            for part in parts {
                self.find_embedded_in(cursor, injections, layer, part, within, &mut found)?;
            }
            Ok::<_, Aborted>(found)
        };
        let mut found = find(&self.window)?;
        if self.window != WHOLE && found.iter().any(|found| found.is_combined) {
            // A document that combines several matches may also have some outside of the window.
            found = find(&WHOLE)?;
        }
        let mut documents = build_documents(found);
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
        embedded: &mut Vec<EmbeddedMatch>,
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
            let (mut nodes, mut ranges) = (Vec::new(), Vec::new());
            let is_here = |node: &Node<'_>| part.range.contains(&node.start_byte());
            for node in nodes_of(injections.content).filter(is_here) {
                nodes.push(node.byte_range());
                push_content(node, rule, &layer.ranges, &mut ranges);
            }
            if !ranges.is_empty() {
                embedded.push(EmbeddedMatch {
                    pattern,
                    is_combined: rule.combined,
                    language,
                    nodes,
                    ranges,
                });
            }
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
        let mut push_layer = |name: &str, language, ranges| {
            let grammar = grammar(name, self.token)?;
            layers.extend(grammar.map(|grammar| LanguageLayer {
                grammar,
                language,
                ranges,
                depth,
            }));
            Ok(())
        };
        if language == MARKDOWN_INLINE {
            return push_layer(language, None, ranges);
        }
        let Some(language) = HighlightLanguage::named(language_word(language)) else {
            return Ok(());
        };
        let parts = ranges.iter().map(|r| r.start_byte..r.end_byte);
        match language.choice(None).engine {
            Engine::TreeSitter => {
                let parts = parts.map(|part| &self.text[part]);
                let name = variant(language.entry.grammar, parts);
                push_layer(name, Some(language), ranges)
            }
            Engine::Syntect => {
                let parts: Vec<_> = parts.collect();
                let text: Vec<_> = parts.iter().map(|part| &self.text[part.clone()]).collect();
                let text = text.concat();
                let Some(syntax) = language.syntax_of(&text) else {
                    return Ok(());
                };
                let (map, result) = classify_lines(syntax, &text, self.max_line, self.token);
                self.map.write_parts(&parts, &map);
                result
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

/// Selects the grammar for the parts of a document. Snippets and documentation usually lack the tags
/// of a file.
fn variant<'a>(name: &'static str, parts: impl IntoIterator<Item = &'a [u8]>) -> &'static str {
    match untagged(name) {
        Some(untagged) if !parts.into_iter().any(untagged.has_tags) => untagged.grammar,
        _ => name,
    }
}
