//! Parsed texts that a workspace keeps from call to call.
//!
//! A text is identified by the content id of its bytes, so a cached text is never stale. Calls for
//! one file, and searches that name definitions, add texts. Other calls over many files only use
//! them, and do not displace texts that are in use. Of an open buffer, only the latest text is
//! kept, and its tree is updated from the text before it. The size is bounded by
//! [`Outline::MAX_CACHED_FILES`] and [`Outline::MAX_CACHED_BYTES`].

use std::sync::{Arc, Mutex};

use ransack_base::ContentId;
use ransack_base::internal::lock;
use ransack_base::offsets::LineIndex;
use ransack_grammars::Language;
use ransack_grammars::internal::{BYTES_PER_NODE, BufferTrees, Interrupt, Parsers, WorkBudget};
use ransack_search::Scope;
use ransack_search::internal::{FileEncoding, workspace_value};
use tree_sitter::Tree;

use crate::outline::item::Outline;
use crate::outline::text::{ParsedText, TextBuffer};

/// Identity of a parsed text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextKey {
    pub(crate) language: &'static Language,
    version: ContentId,
    encoding: FileEncoding,
}

impl TextKey {
    /// Returns the key of a text that was decoded from bytes with the content id `version`.
    pub(crate) fn new(
        language: &'static Language,
        version: ContentId,
        encoding: FileEncoding,
    ) -> TextKey {
        TextKey {
            language,
            version,
            encoding,
        }
    }
}

/// Source of parsed texts for a call: the cache of the call's workspace, if any, or the parser.
pub(crate) struct TextSource {
    cache: Option<Arc<TextCache>>,
    /// Trees of the workspace's open buffers.
    buffers: Option<Arc<BufferTrees>>,
    /// Whether texts that are parsed are added to the cache.
    fills_cache: bool,
}

impl TextSource {
    /// Creates the source for a call with this scope.
    pub(crate) fn new(scope: &Scope, fills_cache: bool) -> TextSource {
        TextSource {
            cache: workspace_value(scope),
            buffers: workspace_value(scope),
            fills_cache,
        }
    }

    /// Creates the source for a call that may need a text several times: without a workspace, the
    /// call has its own cache.
    pub(crate) fn for_call(scope: &Scope) -> TextSource {
        TextSource {
            cache: Some(workspace_value(scope).unwrap_or_default()),
            buffers: workspace_value(scope),
            fills_cache: true,
        }
    }

    /// Returns a parsed text, from the cache if possible. `buffer` is the path of the open buffer that
    /// the text comes from, if any.
    pub(crate) fn parsed<'s>(
        &self,
        source: &'s [u8],
        key: TextKey,
        buffer: Option<&Arc<[u8]>>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<ParsedText<'s>, Interrupt> {
        let cached = self.cache.as_ref().and_then(|cache| cache.get(&key));
        if let Some(cached) = cached {
            return Ok(ParsedText::of_cached(source, key.language, cached));
        }
        let buffer = buffer.zip(self.buffers.as_deref());
        let buffer = buffer.map(|(path, trees)| TextBuffer { path, trees });
        let text = ParsedText::of_buffer(source, key.language, buffer, parsers, budget)?;
        Ok(match self.fills_cache && self.cache.is_some() {
            true => text.shared(),
            false => text,
        })
    }

    /// Adds a text and the results computed from it to the cache. A text of an open buffer replaces
    /// the earlier text of the buffer.
    pub(crate) fn keep(&self, key: TextKey, buffer: Option<Arc<[u8]>>, text: &ParsedText<'_>) {
        if let (Some(cache), Some(text)) = (&self.cache, text.cached()) {
            cache.add(key, buffer, text);
        }
    }
}

/// Parsed text without its bytes, and the results computed from it so far.
pub(crate) struct CachedText {
    pub(super) tree: Tree,
    pub(super) lines: Arc<LineIndex>,
    pub(super) is_masked: bool,
    pub(super) dropped_branches: u64,
    outlines: Mutex<Vec<CachedOutline>>,
    /// Number of tokens in the text, by name of the encoding.
    #[cfg(feature = "tokens")]
    token_counts: Mutex<Vec<(&'static str, u64)>>,
    skeletons: Mutex<Vec<(SkeletonKey, Arc<CachedSkeleton>)>>,
}

/// Options that a cached skeleton depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SkeletonKey {
    /// Name of the level.
    pub(crate) level: &'static str,
    /// Name of the encoding that counts tokens.
    pub(crate) encoding: &'static str,
}

/// Skeleton of a text, without definitions that are kept in full.
pub(crate) struct CachedSkeleton {
    pub(crate) text: Vec<u8>,
    pub(crate) elided: u64,
    pub(crate) tokens: u64,
}

/// Outline with a limit on the depth of keys.
#[derive(Clone)]
pub(super) struct CachedOutline {
    /// Maximum depth of keys in the outline.
    pub(super) key_depth: usize,
    /// Depth of the deepest key that the walk visited; a walk does not visit keys below the first
    /// omitted key.
    pub(super) deepest_key: usize,
    pub(super) outline: Arc<Outline>,
}

impl CachedOutline {
    /// Whether an outline with another limit has the same definitions.
    fn is_valid_for(&self, key_depth: usize) -> bool {
        self.key_depth.min(self.deepest_key) == key_depth.min(self.deepest_key)
    }
}

impl CachedText {
    pub(super) fn new(text: &ParsedText<'_>) -> CachedText {
        CachedText {
            tree: text.tree.clone(),
            lines: text.lines.clone(),
            is_masked: text.is_masked(),
            dropped_branches: text.dropped_branches(),
            outlines: Mutex::default(),
            #[cfg(feature = "tokens")]
            token_counts: Mutex::default(),
            skeletons: Mutex::default(),
        }
    }

    /// Returns the outline with a limit on the depth of keys, if it was computed before.
    pub(super) fn outline(&self, key_depth: usize) -> Option<Arc<Outline>> {
        let outlines = lock(&self.outlines);
        let known = outlines.iter().find(|known| known.is_valid_for(key_depth));
        known.map(|known| known.outline.clone())
    }

    /// Adds an outline.
    pub(super) fn add_outline(&self, outline: CachedOutline) {
        lock(&self.outlines).push(outline);
    }

    /// Returns the number of tokens of the text in an encoding, which `count` computes on the first
    /// call.
    #[cfg(feature = "tokens")]
    pub(crate) fn token_count(&self, encoding: &'static str, count: impl FnOnce() -> u64) -> u64 {
        let known = |counts: &[(&str, u64)]| {
            let known = counts.iter().find(|(name, _)| *name == encoding);
            known.map(|(_, tokens)| *tokens)
        };
        if let Some(tokens) = known(&lock(&self.token_counts)) {
            return tokens;
        }
        let tokens = count();
        lock(&self.token_counts).push((encoding, tokens));
        tokens
    }

    /// Returns the skeleton with these options, if it was computed before.
    pub(crate) fn skeleton(&self, key: SkeletonKey) -> Option<Arc<CachedSkeleton>> {
        let skeletons = lock(&self.skeletons);
        let known = skeletons.iter().find(|(known, _)| *known == key);
        known.map(|(_, skeleton)| skeleton.clone())
    }

    /// Adds a skeleton.
    pub(crate) fn add_skeleton(&self, key: SkeletonKey, skeleton: CachedSkeleton) {
        lock(&self.skeletons).push((key, Arc::new(skeleton)));
    }

    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize {
        let nodes = self.tree.root_node().descendant_count();
        let outlines: usize = lock(&self.outlines)
            .iter()
            .map(|known| size_of::<CachedOutline>() + size_of::<Outline>() + known.outline.weight)
            .sum();
        let skeletons = lock(&self.skeletons);
        let skeletons = skeletons.iter().map(|(_, known)| known.text.len());
        let results = outlines + skeletons.sum::<usize>();
        size_of::<CachedText>() + nodes * BYTES_PER_NODE + self.lines.weight() + results
    }
}

/// Parsed texts of a workspace, least recently used first.
#[derive(Default)]
pub(crate) struct TextCache(Mutex<Vec<Entry>>);

struct Entry {
    key: TextKey,
    /// Path of the open buffer that the text comes from.
    buffer: Option<Arc<[u8]>>,
    text: Arc<CachedText>,
    weight: usize,
}

impl TextCache {
    /// Returns the text with a key, which becomes the most recently used text.
    pub(crate) fn get(&self, key: &TextKey) -> Option<Arc<CachedText>> {
        let mut entries = lock(&self.0);
        let at = entries.iter().position(|entry| entry.key == *key)?;
        let entry = entries.remove(at);
        let text = entry.text.clone();
        entries.push(entry);
        Some(text)
    }

    /// Adds a text as the most recently used text, and drops the least recently used texts that
    /// exceed the bounds. A text that is already known is weighed again.
    pub(crate) fn add(&self, key: TextKey, buffer: Option<Arc<[u8]>>, text: Arc<CachedText>) {
        let weight = text.weight();
        let mut entries = lock(&self.0);
        let is_replaced = |entry: &mut Entry| {
            let is_same_buffer = buffer.is_some() && buffer == entry.buffer;
            key == entry.key || is_same_buffer && key.language == entry.key.language
        };
        let mut dropped: Vec<Entry> = entries.extract_if(.., is_replaced).collect();
        if weight <= Outline::MAX_CACHED_BYTES {
            entries.push(Entry {
                key,
                buffer,
                text,
                weight,
            });
        }
        let mut total: usize = entries.iter().map(|entry| entry.weight).sum();
        while entries.len() > Outline::MAX_CACHED_FILES || total > Outline::MAX_CACHED_BYTES {
            let oldest = entries.remove(0);
            total -= oldest.weight;
            dropped.push(oldest);
        }
        drop(entries);
        // Freeing a large tree takes time, so drop it outside the lock.
        drop(dropped);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
