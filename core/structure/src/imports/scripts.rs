//! Scripts of texts such as Vue components: each script is changed as a text of its own.
//!
//! Invariant: the ranges of the returned changes refer to the whole text.

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::import_scripts;

use crate::ast_edit::outcome::EditStatus;
use crate::imports::add::add;
use crate::imports::change::{ImportsChange, ImportsPlan, TextChange, has_editors};
use crate::imports::organise::organise;
use crate::imports::remove::remove;
use crate::outline::text::ParsedText;

/// Script of a text.
struct Script<'s> {
    text: ParsedText<'s>,
    /// Offset of the script in the whole text.
    start: usize,
    /// Rank among the scripts that new imports can go to.
    rank: u8,
}

/// Returns the changes to the scripts of a text.
///
/// # Errors
///
/// `InvalidOption`, `UnknownName`: see [`add_imports`](crate::imports::add_imports) and
/// [`remove_imports`](crate::imports::remove_imports).
pub(super) fn change_scripts(
    change: &ImportsChange,
    host: &ParsedText<'_>,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Result<ImportsPlan>, Interrupt> {
    let mut scripts = Vec::new();
    for script in import_scripts(host.language, &host.tree, host.source) {
        if !has_editors(script.language) {
            continue;
        }
        let source = host.source.get(script.range.clone()).unwrap_or_default();
        scripts.push(Script {
            text: ParsedText::new(source, script.language, parsers, budget)?,
            start: script.range.start,
            rank: script.rank,
        });
    }
    Ok(planned(change, host, &scripts))
}

fn planned(
    change: &ImportsChange,
    host: &ParsedText<'_>,
    scripts: &[Script<'_>],
) -> Result<ImportsPlan> {
    let texts: Vec<_> = scripts.iter().map(|script| &script.text).collect();
    let (of_scripts, statuses) = match change {
        ImportsChange::Add(requests) => {
            let ranks = scripts.iter().map(|script| script.rank);
            // Of several scripts with the highest rank, the first.
            let best = ranks.enumerate().max_by_key(|(at, rank)| (*rank, usize::MAX - at));
            let Some((best, _)) = best else {
                let message = "the text has no script that imports can be added to";
                return Err(Error::option(message).with_pattern(host.language.name));
            };
            let mut others = texts.clone();
            let target = others.remove(best);
            let (changes, statuses) = add(target, &others, requests)?;
            let mut of_scripts = vec![Vec::new(); scripts.len()];
            of_scripts[best] = changes;
            (of_scripts, statuses)
        }
        ImportsChange::Remove(removals) => {
            let statuses = vec![EditStatus::Applied; removals.len()];
            (remove(&texts, removals)?, statuses)
        }
        ImportsChange::Organise(file_name) => {
            let organised = texts.iter().map(|text| organise(text, file_name.as_deref()));
            (organised.collect::<Result<_>>()?, Vec::new())
        }
    };
    let mut changes = Vec::new();
    for (script, own) in scripts.iter().zip(of_scripts) {
        changes.extend(own.into_iter().map(|change| placed(change, script, host)));
    }
    Ok(ImportsPlan { changes, statuses })
}

/// Returns a change to a script as a change to the whole text.
fn placed(change: TextChange, script: &Script<'_>, host: &ParsedText<'_>) -> TextChange {
    let TextChange { range, mut text } = change;
    // A script without a line ending does not show the line ending of the text.
    let has_line_ending = memchr::memchr(b'\n', script.text.source).is_some();
    let first = memchr::memchr(b'\n', host.source);
    let is_crlf = first.is_some_and(|at| at > 0 && host.source[at - 1] == b'\r');
    if !has_line_ending && is_crlf {
        text = text.replace('\n', "\r\n");
    }
    TextChange {
        range: range.start + script.start..range.end + script.start,
        text,
    }
}
