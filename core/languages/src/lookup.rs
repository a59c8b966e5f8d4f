//! Lookups through the tables: errors that the grammar does not detect, embedded code, highlight
//! queries.

use ransack_grammars::internal::{
    Interrupt, WorkBudget, crate_queries, grammar_of, part_grammar, skip_subtree,
};
use ransack_grammars::{Language, languages};
use tree_sitter::{Node, Tree};

use crate::early_errors::{Code, EarlyError};
use crate::embedded::{EmbeddedRegion, ImportScript, lines_of_script, ranges_between_children};
use crate::highlights::{Highlights, Untagged};
use crate::outline::table::has_word;
use crate::registry::{tables, tables_by_name};

/// Returns the errors in code that the language's grammar accepts, ordered by start; empty for a
/// language without a check.
pub fn early_errors(
    language: &'static Language,
    tree: &Tree,
    text: &[u8],
    is_embedded: bool,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let Some(check) = tables(language).early_errors else {
        return Ok(Vec::new());
    };
    let code = Code {
        language,
        tree,
        text,
        is_embedded,
    };
    let mut errors = check(&code, budget)?;
    errors.sort_by_key(|error| (error.range.start, error.range.end));
    errors.dedup_by(|a, b| a.range == b.range);
    Ok(errors)
}

/// Returns the node kinds of comments, separated by spaces.
pub fn comment_kinds(language: &Language) -> &'static str {
    let outline = tables(language).outline;
    outline.map_or("comment", |table| table.comments)
}

/// Returns whether an early error depends neither on the name `leaf` nor on a name `new` in its place.
pub fn is_plain_use(language: &Language, leaf: Node<'_>, new: &[u8]) -> bool {
    let tables = tables(language);
    let uses = &tables.plain_uses;
    let is_special = |word: &str| {
        let words = [uses.special, tables.patterns.reserved];
        words.iter().any(|words| has_word(words, word))
    };
    has_word(uses.names, leaf.kind())
        && leaf
            .parent()
            .is_some_and(|parent| has_word(uses.parents, parent.kind()))
        && str::from_utf8(new).is_ok_and(|new| !is_special(new))
}

/// Returns whether text in `host` can contain code in other languages.
pub fn is_host(host: &Language) -> bool {
    tables(host).embedded.is_some()
}

/// Returns whether text in `host` can contain code in `language`.
pub fn may_contain(host: &Language, language: &Language) -> bool {
    tables(host).embedded.is_some_and(|embedding| {
        let known = embedding.languages;
        known.is_none_or(|known| known.contains(&language.name))
    })
}

/// Returns whether each line of code that `host` embeds is a range of its own.
pub fn embeds_by_line(host: &Language) -> bool {
    tables(host)
        .embedded
        .is_some_and(|embedding| embedding.by_line)
}

/// Returns the embedded code in the text, ordered by start; empty if `host` cannot embed code.
/// Omits code in unknown languages.
pub fn embedded_regions(
    host: &Language,
    tree: &Tree,
    text: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EmbeddedRegion>, Interrupt> {
    let mut regions = Vec::new();
    let Some(embedding) = tables(host).embedded else {
        return Ok(regions);
    };
    let mut cursor = tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let (name, code) = (embedding.find)(node, text);
        if let (Some(language), Some(code)) = (name.and_then(Language::from_name), code) {
            let ranges = ranges_between_children(code);
            if !ranges.is_empty() {
                regions.push(EmbeddedRegion { language, ranges });
            }
        }
        if !cursor.goto_first_child() && !skip_subtree(&mut cursor) {
            return Ok(regions);
        }
    }
}

/// Returns whether text in `host` can have scripts whose imports can be changed.
pub fn has_import_scripts(host: &Language) -> bool {
    tables(host)
        .embedded
        .is_some_and(|embedding| embedding.script_rank.is_some())
}

/// Returns the scripts of the text whose imports can be changed, ordered by start. O(n) in the
/// children of the root. Omits scripts in unknown languages.
pub fn import_scripts(host: &Language, tree: &Tree, text: &[u8]) -> Vec<ImportScript> {
    let embedding = tables(host).embedded;
    let Some((embedding, rank)) = embedding.and_then(|own| Some((own, own.script_rank?))) else {
        return Vec::new();
    };
    let root = tree.root_node();
    let mut cursor = root.walk();
    let script = |node| {
        let rank = rank(node, text)?;
        let (name, code) = (embedding.find)(node, text);
        Some(ImportScript {
            language: Language::from_name(name?)?,
            range: lines_of_script(text, code?),
            rank,
        })
    };
    root.children(&mut cursor).filter_map(script).collect()
}

/// Query sources of a grammar.
pub struct QuerySources {
    /// Highlight query.
    pub highlights: String,
    /// Injection query, which finds text in other languages.
    pub injections: String,
    /// Whether the first of several patterns for the same node wins.
    pub first_wins: bool,
    /// The grammar.
    pub grammar: tree_sitter::Language,
}

/// Returns how code of a language without its tags is highlighted; `None` if its files have no tags.
pub fn untagged(language: &str) -> Option<&'static Untagged> {
    tables_by_name(language)?.untagged.as_ref()
}

/// Returns whether a language of this build has a highlight query.
pub fn has_highlights(language: &str) -> bool {
    find(language).is_some()
}

/// Returns what a language or a part of one adds to the queries of its crate, and the grammar.
fn find(name: &str) -> Option<(Highlights, tree_sitter::Language)> {
    if let Some(language) = languages().iter().find(|language| language.name == name) {
        return Some((tables(language).highlights?, grammar_of(language)));
    }
    let grammar = part_grammar(name)?;
    let part = |language: &Language| tables(language).highlights?.part;
    let (_, highlights) = languages()
        .iter()
        .filter_map(part)
        .find(|(part, _)| *part == name)?;
    Some((*highlights, grammar))
}

/// Returns the query sources of a language or of a part of one; `None` if it has no queries or is not
/// in the build.
pub fn query_sources(name: &str) -> Option<QuerySources> {
    let (highlights, grammar) = find(name)?;
    let of_crate = crate_queries(name);
    let of_crate =
        |part: fn(&_) -> &'static [&'static str]| of_crate.iter().flat_map(part).copied();
    let mut of_highlights = of_crate(|queries| queries.highlights).collect::<String>();
    for (from, to) in highlights.replaced {
        debug_assert!(of_highlights.contains(from), "{name} has no {from}");
        of_highlights = of_highlights.replace(from, to);
    }
    let added = highlights.highlights.concat();
    let injections = of_crate(|queries| queries.injections);
    Some(QuerySources {
        // The additions have precedence under either rule.
        highlights: match highlights.first_wins {
            true => added + &of_highlights,
            false => of_highlights + &added,
        },
        injections: injections
            .chain(highlights.injections.iter().copied())
            .collect(),
        first_wins: highlights.first_wins,
        grammar,
    })
}
