//! Plans of changes. The scripts of a text such as a Vue component are changed like texts.
//!
//! Invariant: the ranges of the returned changes refer to the whole text.

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::{ImportScript, has_import_scripts, import_scripts};

use crate::ast_edit::outcome::EditStatus;
use crate::imports::add::add;
use crate::imports::change::{ImportsChange, ImportsPlan, TextChange, has_editors};
use crate::imports::organise::organise;
use crate::imports::remove::remove;
use crate::outline::text::ParsedText;

/// Returns the changes to the imports of a text.
///
/// # Errors
///
/// `InvalidOption`, `UnknownName`: see [`add_imports`](crate::imports::add_imports) and
/// [`remove_imports`](crate::imports::remove_imports).
pub(super) fn plan(
    change: &ImportsChange,
    host: &ParsedText<'_>,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Result<ImportsPlan>, Interrupt> {
    if !has_import_scripts(host.language) {
        let plan = planned(change, &[host], Some(0));
        return Ok(plan.map(|(mut changes, statuses)| ImportsPlan {
            changes: changes.swap_remove(0),
            statuses,
        }));
    }
    let mut scripts = import_scripts(host.language, &host.tree, host.source);
    scripts.retain(|script| has_editors(script.language));
    let mut texts = Vec::with_capacity(scripts.len());
    for script in &scripts {
        let source = host.source.get(script.range.clone()).unwrap_or_default();
        texts.push(ParsedText::new(source, script.language, parsers, budget)?);
    }
    // Of several scripts with the highest rank, the first.
    let ranks = scripts.iter().map(|script| script.rank).enumerate();
    let best = ranks.max_by_key(|(at, rank)| (*rank, usize::MAX - at));
    let texts: Vec<_> = texts.iter().collect();
    let plan = planned(change, &texts, best.map(|(at, _)| at));
    Ok(plan.map(|(of_scripts, statuses)| {
        let mut changes = Vec::new();
        for (script, own) in scripts.iter().zip(of_scripts) {
            changes.extend(own.into_iter().map(|change| placed(change, script, host)));
        }
        ImportsPlan { changes, statuses }
    }))
}

/// Returns the changes to each of several texts that form one module, and the status of each import
/// to add or remove. `target` is the index of the text that new imports go to.
fn planned(
    change: &ImportsChange,
    texts: &[&ParsedText<'_>],
    target: Option<usize>,
) -> Result<(Vec<Vec<TextChange>>, Vec<EditStatus>)> {
    Ok(match change {
        ImportsChange::Add(requests) => {
            let Some(target) = target else {
                let message = "the text has no script that imports can be added to";
                return Err(Error::option(message));
            };
            let mut others = texts.to_vec();
            let text = others.remove(target);
            let (changes, statuses) = add(text, &others, requests)?;
            let mut of_texts = vec![Vec::new(); texts.len()];
            of_texts[target] = changes;
            (of_texts, statuses)
        }
        ImportsChange::Remove(removals) => {
            let statuses = vec![EditStatus::Applied; removals.len()];
            (remove(texts, removals)?, statuses)
        }
        ImportsChange::Organise(file_name) => {
            let organised = texts
                .iter()
                .map(|text| organise(text, file_name.as_deref()));
            (organised.collect::<Result<_>>()?, Vec::new())
        }
    })
}

/// Returns a change to a script as a change to the whole text.
fn placed(change: TextChange, script: &ImportScript, host: &ParsedText<'_>) -> TextChange {
    let TextChange { range, mut text } = change;
    // A script without a line ending does not show the line ending of the text.
    let source = host.source.get(script.range.clone()).unwrap_or_default();
    let has_line_ending = memchr::memchr(b'\n', source).is_some();
    let first = memchr::memchr(b'\n', host.source);
    let is_crlf = first.is_some_and(|at| at > 0 && host.source[at - 1] == b'\r');
    if !has_line_ending && is_crlf {
        text = text.replace('\n', "\r\n");
    }
    TextChange {
        range: range.start + script.range.start..range.end + script.range.start,
        text,
    }
}
