//! Grammars with their queries, compiled when they are first used.

use std::panic::catch_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tree_sitter::Query;

use super::class::mark_of_capture;
use super::queries::{Sources, sources};
use crate::cancel::{Aborted, CancelToken};
use crate::exec::{Pool, Task};

/// A grammar that is ready to be used.
pub(super) struct Grammar {
    pub(super) language: tree_sitter::Language,
    pub(super) highlights: Query,
    /// The mark for each name in the query.
    pub(super) marks: Vec<Option<u8>>,
    pub(super) first_holds: bool,
    pub(super) injections: Option<Injections>,
}

/// What a grammar says of text in other languages.
pub(super) struct Injections {
    pub(super) query: Query,
    /// The number of the name for the text.
    pub(super) content: u32,
    /// The number of the name for what names the language.
    pub(super) language: Option<u32>,
    /// One for each pattern.
    pub(super) rules: Vec<Rule>,
}

/// How the matches of one pattern are to be taken.
#[derive(Default)]
pub(super) struct Rule {
    /// The language, if the text does not name it.
    pub(super) language: Option<Box<str>>,
    /// All matches together are one text.
    pub(super) combined: bool,
    /// What is in named nodes within the text belongs to it.
    pub(super) include_children: bool,
}

/// A grammar, or the place where it will be.
#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
enum State {
    #[default]
    Unknown,
    Compiling,
    /// `None` if it cannot be used.
    Known(Option<Arc<Grammar>>),
}

/// The grammar with this name, if it is built in and has queries.
///
/// Compiling the queries takes up to 30 ms, once, and cannot be interrupted:
/// another thread does it, and whoever aborts does not wait for it.
pub(super) fn grammar(name: &str, token: &CancelToken) -> Result<Option<Arc<Grammar>>, Aborted> {
    static SLOTS: Mutex<Option<FxHashMap<Box<str>, Arc<Slot>>>> = Mutex::new(None);
    let Some(sources) = sources(name) else {
        return Ok(None);
    };
    let slot = {
        let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = slots.get_or_insert_default();
        slots.entry(name.into()).or_default().clone()
    };
    if let State::Known(grammar) = &*slot.lock() {
        return Ok(grammar.clone());
    }
    let woken = slot.clone();
    let _subscription = token.on_cancel(move |_| {
        // Under the lock, so that whoever is about to wait sees it.
        let _state = woken.lock();
        woken.changed.notify_all();
    });
    let mut state = slot.lock();
    loop {
        match &*state {
            State::Known(grammar) => return Ok(grammar.clone()),
            State::Compiling => {
                token.heartbeat()?;
                let woken = slot.changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
            State::Unknown => {
                *state = State::Compiling;
                drop(state);
                let task = Arc::new(Compile {
                    name: name.into(),
                    sources,
                    slot: slot.clone(),
                });
                if compilers().submit(task.clone()).is_err() {
                    task.run();
                }
                state = slot.lock();
            }
        }
    }
}

/// Threads of its own, since those of other calls may all wait for it.
fn compilers() -> &'static Pool {
    static COMPILERS: OnceLock<Pool> = OnceLock::new();
    COMPILERS.get_or_init(|| Pool::new(1))
}

struct Compile {
    name: Box<str>,
    sources: Sources,
    slot: Arc<Slot>,
}

impl Task for Compile {
    fn run(self: Arc<Self>) -> bool {
        let compiled = catch_unwind(|| compile(&self.name, self.sources)).ok();
        *self.slot.lock() = State::Known(compiled.flatten().map(Arc::new));
        self.slot.changed.notify_all();
        false
    }
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn language(name: &str) -> Option<tree_sitter::Language> {
    #[cfg(feature = "lang-markdown")]
    if name == super::queries::MARKDOWN_INLINE {
        return Some(tree_sitter_md::INLINE_LANGUAGE.into());
    }
    #[cfg(feature = "lang-php")]
    if name == super::queries::PHP_ONLY {
        return Some(tree_sitter_php::LANGUAGE_PHP_ONLY.into());
    }
    let known = crate::ast::languages().iter().find(|l| l.name == name)?;
    Some(known.grammar())
}

fn compile(name: &str, sources: Sources) -> Option<Grammar> {
    let language = language(name)?;
    let highlights = query(&language, sources.highlights).ok()?;
    let marks = highlights.capture_names().iter();
    let marks = marks.map(|name| mark_of_capture(name)).collect();
    let injections = query(&language, sources.injections)
        .ok()
        .and_then(Injections::new);
    Some(Grammar {
        language,
        highlights,
        marks,
        first_holds: sources.first_holds,
        injections,
    })
}

/// Conditions that editors add and that are not looked at here: patterns that
/// have them say too much without.
const CONDITIONS: [&str; 5] = [
    "has-ancestor?",
    "has-parent?",
    "contains?",
    "any-contains?",
    "kind-eq?",
];

fn query(
    language: &tree_sitter::Language,
    sources: &[&str],
) -> Result<Query, tree_sitter::QueryError> {
    // The few Lua patterns in use are regular expressions but for the names of
    // two character classes.
    let source = sources
        .concat()
        .replace("lua-match?", "match?")
        .replace("%u", r"\\p{Lu}")
        .replace("%d", r"\\d");
    let mut query = Query::new(language, &source)?;
    for pattern in 0..query.pattern_count() {
        let conditions = query.general_predicates(pattern).iter();
        let mut names = conditions.map(|condition| &*condition.operator);
        // Which names are local to a function is not looked into.
        let mut properties = query.property_predicates(pattern).iter();
        if names.any(|name| CONDITIONS.contains(&name))
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
            let mut rule = Rule::default();
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
mod tests {
    use super::*;
    use crate::highlight::languages::KINDS;

    #[test]
    fn every_query_compiles() {
        let mut names: Vec<_> = KINDS.iter().map(|kind| kind.grammar).collect();
        #[cfg(feature = "lang-markdown")]
        names.push(crate::highlight::queries::MARKDOWN_INLINE);
        #[cfg(feature = "lang-php")]
        names.push(crate::highlight::queries::PHP_ONLY);
        let mut faults = Vec::new();
        for name in names {
            let Some(sources) = sources(name) else {
                continue;
            };
            let language = language(name).unwrap();
            for texts in [sources.highlights, sources.injections] {
                if let Err(error) = query(&language, texts) {
                    faults.push(format!("{name}: {error}"));
                }
            }
        }
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn every_name_in_a_query_that_says_something_is_known() {
        // Names for other uses than colour, and for text that cannot be parsed,
        // which is no fault in a text that is being written.
        const OTHERS: [&str; 10] = [
            "array",
            "assignvalue",
            "clean",
            "conceal",
            "error",
            "markup",
            "nospell",
            "spell",
            "text",
            "text.note",
        ];
        let mut unknown = Vec::new();
        for kind in KINDS {
            let token = CancelToken::new();
            let Some(grammar) = grammar(kind.grammar, &token).unwrap() else {
                continue;
            };
            for (name, mark) in grammar
                .highlights
                .capture_names()
                .iter()
                .zip(&grammar.marks)
            {
                if mark.is_none() && !name.starts_with('_') && !OTHERS.contains(name) {
                    unknown.push(format!("{} in {}", name, kind.name));
                }
            }
        }
        assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    }
}
