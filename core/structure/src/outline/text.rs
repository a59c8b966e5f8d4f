//! Outline of one text: parses it, walks its tree and adds embedded code.

use std::sync::Arc;

use ransack_base::offsets::LineIndex;
use ransack_base::{ContentId, RelPath, Report, SkipReason};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    BufferTreeKey, BufferTrees, Interrupt, Parsers, WorkBudget, masked, parse as parse_ranges,
    skip_subtree, unconditional,
};
use ransack_languages::OutlineItem;
use ransack_languages::internal::{EmbeddedRegion, OutlineText, embedded_regions, item_weight};
use tree_sitter::{Node, Tree};

use crate::outline::cache::{CachedOutline, CachedText};
use crate::outline::compiled::compiled_table;
use crate::outline::derive::{self, Derive, Derived, syntax_fault};
use crate::outline::item::Outline;
use crate::outline::options::OutlineOptions;
use crate::outline::walk;

/// Average line length, and length of a line near the start, above which text counts as minified.
const MINIFIED_AVERAGE: usize = 500;
const MINIFIED_LINE: usize = 5_000;

/// Number of leading bytes searched for signs of minified and generated code.
const MINIFIED_WINDOW: usize = 64 << 10;
const GENERATED_WINDOW: usize = 4 << 10;

/// Returns whether a language has an outline.
pub(crate) fn has_outline(language: &Language) -> bool {
    compiled_table(language).is_some()
}

/// Text with its tree and line index, the input of `outline`.
pub(crate) struct ParsedText<'s> {
    pub(crate) source: &'s [u8],
    pub(crate) language: &'static Language,
    pub(crate) tree: Tree,
    pub(crate) lines: Arc<LineIndex>,
    /// Whether the tree belongs to a masked text.
    is_masked: bool,
    /// Number of branches between conditional directives that the tree lacks.
    dropped_branches: u64,
    /// Results kept for later calls; `None` if no later call needs them.
    cached: Option<Arc<CachedText>>,
}

/// Open buffer that a text comes from, and the trees of the workspace's buffers.
#[derive(Clone, Copy)]
pub(crate) struct TextBuffer<'a> {
    pub(crate) path: &'a Arc<[u8]>,
    pub(crate) trees: &'a BufferTrees,
}

impl<'s> ParsedText<'s> {
    /// Parses the text.
    pub(crate) fn new(
        source: &'s [u8],
        language: &'static Language,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<ParsedText<'s>, Interrupt> {
        ParsedText::of_buffer(source, language, None, parsers, budget)
    }

    /// Parses the text, which may be the text of an open buffer.
    pub(crate) fn of_buffer(
        source: &'s [u8],
        language: &'static Language,
        buffer: Option<TextBuffer<'_>>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<ParsedText<'s>, Interrupt> {
        let masked = masked(language, source, &[], budget)?;
        let text = masked.as_deref().unwrap_or(source);
        let parser = parsers.of(language);
        let mut tree = match buffer {
            None => parse_ranges(parser, text, &[], budget)?,
            Some(TextBuffer { path, trees }) => {
                let key = BufferTreeKey {
                    language: language.name,
                    path: path.clone(),
                    is_masked: masked.is_some(),
                };
                trees.parse(key, text, parser, budget)?
            }
        };
        let mut is_masked = masked.is_some();
        let mut dropped_branches = 0;
        if tree.root_node().has_error()
            && let Some(other) = unconditional(language, text, budget)?
        {
            let other_tree = parse_ranges(parser, &other.text, &[], budget)?;
            if error_bytes(&other_tree, budget)? < error_bytes(&tree, budget)? {
                tree = other_tree;
                is_masked = true;
                dropped_branches = other.dropped;
            }
        }
        Ok(ParsedText {
            source,
            language,
            tree,
            lines: Arc::new(LineIndex::new(source)),
            is_masked,
            dropped_branches,
            cached: None,
        })
    }

    /// Returns a text that was parsed before. `source` must be the text that `cached` was parsed
    /// from.
    pub(crate) fn of_cached(
        source: &'s [u8],
        language: &'static Language,
        cached: Arc<CachedText>,
    ) -> ParsedText<'s> {
        ParsedText {
            source,
            language,
            // Shares its nodes.
            tree: cached.tree.clone(),
            lines: cached.lines.clone(),
            is_masked: cached.is_masked,
            dropped_branches: cached.dropped_branches,
            cached: Some(cached),
        }
    }

    /// Returns the number of outermost syntax errors, and of branches that the tree lacks.
    pub(crate) fn syntax_errors(&self, budget: &mut WorkBudget<'_>) -> Result<u64, Interrupt> {
        Ok(syntax_errors(&self.tree, budget)? + self.dropped_branches)
    }

    /// Returns whether the tree belongs to a masked text.
    pub(crate) fn is_masked(&self) -> bool {
        self.is_masked
    }

    /// Returns the number of branches between conditional directives that the tree lacks.
    pub(crate) fn dropped_branches(&self) -> u64 {
        self.dropped_branches
    }

    /// Keeps the results that are computed from now on, for later calls.
    pub(crate) fn shared(self) -> ParsedText<'s> {
        let cached = CachedText::new(&self);
        ParsedText {
            cached: Some(Arc::new(cached)),
            ..self
        }
    }

    /// Returns the results kept for later calls.
    pub(crate) fn cached(&self) -> Option<Arc<CachedText>> {
        self.cached.clone()
    }

    /// Returns the tree; `None` if it belongs to a masked text.
    pub(crate) fn into_tree(self) -> Option<Tree> {
        Some(self.tree).filter(|_| !self.is_masked)
    }

    /// Returns the definitions in the text; empty for a language without a table.
    pub(crate) fn outline(
        &self,
        options: &OutlineOptions,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Arc<Outline>, Interrupt> {
        let key_depth = options.key_depth.unwrap_or(usize::MAX);
        let known = self.cached.as_ref().map(|cached| cached.outline(key_depth));
        if let Some(outline) = known.flatten() {
            return Ok(outline);
        }
        let (outline, deepest_key) = self.compute_outline(key_depth, parsers, budget)?;
        let outline = Arc::new(outline);
        if let Some(cached) = &self.cached {
            cached.add_outline(CachedOutline {
                key_depth,
                deepest_key,
                outline: outline.clone(),
            });
        }
        Ok(outline)
    }

    /// Returns the outline, and the depth of the deepest key that the walk visited.
    fn compute_outline(
        &self,
        key_depth: usize,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(Outline, usize), Interrupt> {
        let mut outline = Outline {
            language: self.language.name,
            separator: ".",
            is_minified: is_minified(self.source),
            is_generated: is_generated(self.source),
            ..Outline::default()
        };
        let Some(compiled) = compiled_table(self.language) else {
            return Ok((outline, 0));
        };
        outline.separator = compiled.table.separator;
        let text = OutlineText {
            source: self.source,
            lines: &self.lines,
            key_depth,
        };
        let found = walk::walk(&self.tree, text, compiled, budget)?;
        outline.items = match compiled.table.arrange {
            Some(arrange) => arrange(found.items, text),
            None => found.items,
        };
        outline.too_deep = found.too_deep;
        let mut deepest_key = found.deepest_key;
        outline.syntax_errors = self.syntax_errors(budget)?;
        if compiled.table.embeds {
            let embedded = self.add_embedded(&mut outline, text, parsers, budget)?;
            deepest_key = deepest_key.max(embedded);
        }
        // Outlines of large files may be buffered until the consumer takes them.
        outline.items.shrink_to_fit();
        outline.weight = outline.items.iter().map(item_weight).sum();
        Ok((outline, deepest_key))
    }

    /// Adds the definitions of embedded code to the innermost host definitions that contain the
    /// code. Returns the depth of the deepest key in embedded code.
    fn add_embedded(
        &self,
        outline: &mut Outline,
        text: OutlineText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<usize, Interrupt> {
        let mut deepest_key = 0;
        for region in embedded_regions(self.language, &self.tree, self.source, budget)? {
            let Some(compiled) = compiled_table(region.language) else {
                continue;
            };
            let tree = parse_region(self.source, &region, parsers, budget)?;
            let found = walk::walk(&tree, text, compiled, budget)?;
            outline.too_deep += found.too_deep;
            deepest_key = deepest_key.max(found.deepest_key);
            outline.syntax_errors += syntax_errors(&tree, budget)?;
            let start = region.ranges.first().map_or(0, |range| range.start_byte);
            insert(&mut outline.items, start, found.items);
        }
        Ok(deepest_key)
    }
}

impl Derive for OutlineOptions {
    type Output = Outline;

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Outline, Interrupt> {
        text.outline(self, parsers, budget)
            .map(Arc::unwrap_or_clone)
    }
}

impl Outline {
    /// Returns the report that a call would give for a file with this text, without the path. The
    /// report is complete unless the text has syntax errors or definitions nested too deeply.
    pub fn report(&self) -> Report {
        derive::report_of_text(self.has_items(), self.faults())
    }
}

impl Derived for Outline {
    fn set_file(&mut self, path: RelPath, root: u32) {
        self.path = path;
        self.root = root;
    }

    fn place(&self) -> Option<(u32, &RelPath)> {
        Some((self.root, &self.path))
    }

    fn set_version(&mut self, version: ContentId) {
        self.version = version;
    }

    fn weight(&self) -> usize {
        size_of::<Outline>() + self.weight
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        let mut faults: Vec<_> = syntax_fault(self.syntax_errors).into_iter().collect();
        if self.too_deep > 0 {
            let detail = format!("definitions nested too deeply: {}", self.too_deep);
            faults.push((SkipReason::TooDeep, detail));
        }
        faults
    }

    fn has_items(&self) -> bool {
        !self.items.is_empty()
    }
}

/// Inserts definitions that begin at or after `start` at their position in the tree.
fn insert(items: &mut Vec<OutlineItem>, start: usize, new: Vec<OutlineItem>) {
    let contains =
        |item: &OutlineItem| item.span().start.offset <= start && start < item.span().end.offset;
    match items.iter_mut().rev().find(|item| contains(item)) {
        Some(host) => insert(&mut host.children, start, new),
        None => {
            let before = |item: &OutlineItem| item.span().start.offset <= start;
            let at = items.iter().take_while(|item| before(item)).count();
            items.splice(at..at, new);
        }
    }
}

/// Parses embedded code, masked as text of its own is.
pub(crate) fn parse_region(
    source: &[u8],
    region: &EmbeddedRegion,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    let masked = masked(region.language, source, &region.ranges, budget)?;
    let text = masked.as_deref().unwrap_or(source);
    parse_ranges(parsers.of(region.language), text, &region.ranges, budget)
}

/// Returns the number of outermost syntax errors in a tree.
pub(crate) fn syntax_errors(tree: &Tree, budget: &mut WorkBudget<'_>) -> Result<u64, Interrupt> {
    let mut count = 0;
    each_error(tree, budget, |_| count += 1)?;
    Ok(count)
}

/// Returns the length of the outermost syntax errors; the length of a missing token is 1.
fn error_bytes(tree: &Tree, budget: &mut WorkBudget<'_>) -> Result<usize, Interrupt> {
    let mut bytes = 0;
    each_error(tree, budget, |node| bytes += node.byte_range().len().max(1))?;
    Ok(bytes)
}

/// Visits the outermost syntax errors, and otherwise only nodes that contain one.
fn each_error(
    tree: &Tree,
    budget: &mut WorkBudget<'_>,
    mut visit: impl FnMut(Node<'_>),
) -> Result<(), Interrupt> {
    if !tree.root_node().has_error() {
        return Ok(());
    }
    let mut cursor = tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let is_fault = node.is_error() || node.is_missing();
        if is_fault {
            visit(node);
        }
        let has_descended = node.has_error() && !is_fault && cursor.goto_first_child();
        if !has_descended && !skip_subtree(&mut cursor) {
            return Ok(());
        }
    }
}

fn is_minified(source: &[u8]) -> bool {
    let window = &source[..source.len().min(MINIFIED_WINDOW)];
    let lines = memchr::memchr_iter(b'\n', window).count() + 1;
    if window.len() / lines > MINIFIED_AVERAGE {
        return true;
    }
    let mut start = 0;
    let mut ends = memchr::memchr_iter(b'\n', window).chain([window.len()]);
    ends.any(|end| end - std::mem::replace(&mut start, end) > MINIFIED_LINE)
}

fn is_generated(source: &[u8]) -> bool {
    let window = source[..source.len().min(GENERATED_WINDOW)].to_ascii_lowercase();
    let marks: [&[u8]; 6] = [
        b"@generated",
        b"do not edit",
        b"do not modify",
        b"auto-generated",
        b"autogenerated",
        b"automatically generated",
    ];
    // Only lines that begin with a comment marker count.
    window.split(|byte| *byte == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        let marks_of_comments: [&[u8]; 9] =
            [b"//", b"/*", b"*", b"#", b"--", b"<!--", b";", b"%", b"(*"];
        marks_of_comments.iter().any(|mark| line.starts_with(mark))
            && marks
                .iter()
                .any(|mark| memchr::memmem::find(line, mark).is_some())
    })
}
