//! Grammars with their highlight and injection queries, compiled on first use.
//!
//! Invariant: a grammar is compiled once per process, even if the call that requested it was
//! aborted.

use std::sync::{Arc, Mutex};

use ransack_base::internal::{SharedOnce, lock};
use ransack_base::{Aborted, CancelToken};
use ransack_languages::internal::{has_highlights, query_sources};
use rustc_hash::FxHashMap;
use tree_sitter::Query;

use crate::class::{Class, class_id_of_capture};

/// A grammar with compiled queries.
pub(super) struct CompiledGrammar {
    /// Name of the language, or of a part of one.
    pub(super) name: Box<str>,
    pub(super) language: tree_sitter::Language,
    pub(super) highlights: Query,
    /// Each capture name of the highlight query; `None` if the name has no class.
    pub(super) captures: Vec<Option<CapturePaint>>,
    /// See [`QuerySources::first_wins`](ransack_languages::internal::QuerySources::first_wins).
    pub(super) first_wins: bool,
    pub(super) injections: Option<Injections>,
}

/// Class and extent of a capture.
#[derive(Clone, Copy)]
pub(super) struct CapturePaint {
    pub(super) class_id: u8,
    pub(super) extent: CaptureExtent,
    /// Whether the class is one of names that may be words of the language.
    pub(super) is_name: bool,
}

/// Part of a node that a capture paints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CaptureExtent {
    Whole,
    /// Whole node, in which other captures are ignored.
    All,
    /// Text before the first child: a keyword that is no node of its own.
    Head,
    /// Text from the first `#` on that has no backslash before it: a comment that is no node of its
    /// own.
    FromHash,
}

/// Injection query of a grammar, which finds text in other languages.
pub(super) struct Injections {
    pub(super) query: Query,
    /// Index of the capture of the embedded text.
    pub(super) content: u32,
    /// Index of the capture of the language name.
    pub(super) language: Option<u32>,
    /// One rule per pattern of the query.
    pub(super) rules: Vec<InjectionRule>,
}

/// Settings of one pattern in an injection query.
#[derive(Default)]
pub(super) struct InjectionRule {
    /// Name of the language; `None` if a capture provides it.
    pub(super) language: Option<Box<str>>,
    /// Whether the contents of all matches form one document.
    pub(super) combined: bool,
    /// Whether named child nodes of the content belong to the embedded text.
    pub(super) include_children: bool,
}

/// Cache entry of a grammar; `None` if the grammar cannot be used.
type GrammarCell = SharedOnce<Option<Arc<CompiledGrammar>>>;

/// Returns the compiled grammar with this name; `None` if it is not built in or
/// has no queries.
///
/// The first call for a name compiles the queries, which takes up to 30 ms and cannot be
/// interrupted. Compilation runs as a detached task, or on the calling worker, whose own caller is
/// released by the token. An abort therefore does not wait for it.
pub(super) fn grammar(
    name: &str,
    token: &CancelToken,
) -> Result<Option<Arc<CompiledGrammar>>, Aborted> {
    static CELLS: Mutex<Option<FxHashMap<Box<str>, GrammarCell>>> = Mutex::new(None);
    if !has_highlights(name) {
        return Ok(None);
    }
    let name: Box<str> = name.into();
    let cell = {
        let mut cells = lock(&CELLS);
        let cells = cells.get_or_insert_default();
        cells.entry(name.clone()).or_default().clone()
    };
    cell.get_or_compute(token, move || compile(name).map(Arc::new))
}

fn compile(name: Box<str>) -> Option<CompiledGrammar> {
    let sources = query_sources(&name)?;
    let language = sources.grammar;
    let highlights = compile_query(&language, &sources.highlights).ok()?;
    let names = highlights.capture_names().iter();
    let captures = names.map(|name| capture_paint(name)).collect();
    let injections = compile_query(&language, &sources.injections)
        .ok()
        .and_then(Injections::new);
    Some(CompiledGrammar {
        name,
        language,
        highlights,
        captures,
        first_wins: sources.first_wins,
        injections,
    })
}

fn capture_paint(name: &str) -> Option<CapturePaint> {
    let extent = match name.rsplit('.').next() {
        Some("all") => CaptureExtent::All,
        Some("head") => CaptureExtent::Head,
        Some("from_hash") => CaptureExtent::FromHash,
        _ => CaptureExtent::Whole,
    };
    let class_id = class_id_of_capture(name)?;
    let names = [Class::Function, Class::Property, Class::Variable];
    Some(CapturePaint {
        class_id,
        extent,
        is_name: names.iter().any(|class| class.id() == class_id),
    })
}

/// Editor predicates that are not evaluated here. Patterns that use one are disabled, since they
/// match too much without it.
const UNSUPPORTED_PREDICATES: [&str; 5] = [
    "has-ancestor?",
    "has-parent?",
    "contains?",
    "any-contains?",
    "kind-eq?",
];

fn compile_query(
    language: &tree_sitter::Language,
    source: &str,
) -> Result<Query, tree_sitter::QueryError> {
    // The few Lua patterns in use are regular expressions except for two character class names.
    let source = source
        .replace("lua-match?", "match?")
        .replace("%u", r"\\p{Lu}")
        .replace("%d", r"\\d");
    let mut query = Query::new(language, &source)?;
    for pattern in 0..query.pattern_count() {
        let predicates = query.general_predicates(pattern).iter();
        let mut names = predicates.map(|predicate| &*predicate.operator);
        // Local names of functions are not tracked.
        let mut properties = query.property_predicates(pattern).iter();
        if names.any(|name| UNSUPPORTED_PREDICATES.contains(&name))
            || properties.any(|(property, _)| &*property.key == "local")
        {
            query.disable_pattern(pattern);
        }
    }
    Ok(query)
}

impl Injections {
    fn new(query: Query) -> Option<Injections> {
        let content = query.capture_index_for_name("injection.content")?;
        let language = query.capture_index_for_name("injection.language");
        let rules = (0..query.pattern_count()).map(|pattern| {
            let mut rule = InjectionRule::default();
            for setting in query.property_settings(pattern) {
                match &*setting.key {
                    "injection.language" => rule.language.clone_from(&setting.value),
                    "injection.combined" => rule.combined = true,
                    "injection.include-children" => rule.include_children = true,
                    _ => {}
                }
            }
            rule
        });
        Some(Injections {
            rules: rules.collect(),
            content,
            language,
            query,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
