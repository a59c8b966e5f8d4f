//! Looks up definitions by name path.
//!
//! A name path is the qualified name of a definition or a trailing part of it: `Outer.method` and
//! `method` name the same method. An exact match takes precedence over definitions whose qualified
//! name only ends with the path. A path ending in `#2` selects the second of the remaining matches.
//! `::` and `.` are equivalent. The lookup is case-sensitive and never guesses: if no definition or
//! more than one matches, the lookup fails and the error lists candidates.

use std::borrow::Cow;

use ransack_base::internal::{ErrorParts, Nearest};
use ransack_base::{Error, ErrorKind, Result};
use ransack_grammars::internal::{Interrupt, WorkBudget};
use ransack_languages::{ItemKind, Modifier, OutlineItem};

use crate::outline::item::Outline;

/// Returns the only definition that matches `name`.
///
/// # Errors
///
/// - `UnknownName`: no definition has this name path; the candidates are the nearest names.
/// - `AmbiguousName`: several definitions match; the candidates name each of them.
/// - `InvalidOption`: an empty name.
pub(crate) fn find<'a>(
    outline: &'a Outline,
    name: &str,
    budget: &WorkBudget<'_>,
) -> Result<Result<&'a OutlineItem>, Interrupt> {
    if let Err(error) = require(name) {
        return Ok(Err(error));
    }
    let FoundItem {
        items: mut found,
        path,
        ordinal,
    } = found(outline, name, budget)?;
    if found.is_empty() {
        return Ok(Err(unknown(outline, name, path, budget)?));
    }
    if let Some(ordinal) = ordinal {
        return Ok(match numbered(&found, ordinal) {
            Some(item) => Ok(item),
            None => Err(unknown_number(outline, name, path, &found, budget)?),
        });
    }
    if found.len() > 1 {
        // A declaration does not count if the same text has the definition.
        let is_definition = |item: &&OutlineItem| !item.modifiers.contains(Modifier::Declaration);
        let definitions: Vec<_> = found.iter().copied().filter(is_definition).collect();
        if definitions.len() == 1 {
            found = definitions;
        }
    }
    Ok(match found.as_slice() {
        [item] => Ok(item),
        _ => Err(ambiguous(name, path, &found)),
    })
}

/// Fails if `name` has no number and matches declarations in addition to a definition.
pub(crate) fn require_single(
    outline: &Outline,
    name: &str,
    budget: &WorkBudget<'_>,
) -> Result<Result<()>, Interrupt> {
    let FoundItem {
        items,
        path,
        ordinal,
    } = found(outline, name, budget)?;
    Ok(match ordinal.is_some() || items.len() < 2 {
        true => Ok(()),
        false => Err(ambiguous(name, path, &items)),
    })
}

/// Returns all definitions that match `name`, even if there are several, or the one selected by its
/// number.
pub(crate) fn find_all<'a>(
    outline: &'a Outline,
    name: &str,
    budget: &WorkBudget<'_>,
) -> Result<Vec<&'a OutlineItem>, Interrupt> {
    let FoundItem { items, ordinal, .. } = found(outline, name, budget)?;
    Ok(match ordinal {
        Some(ordinal) => numbered(&items, ordinal).into_iter().collect(),
        None => items,
    })
}

/// Definitions that match a name.
struct FoundItem<'a, 'n> {
    /// Definitions with the name path, in order of start offset.
    items: Vec<&'a OutlineItem>,
    path: &'n str,
    /// Number of the selected definition, 1-based.
    ordinal: Option<usize>,
}

/// Finds the definitions for a name path that may end in a number.
fn found<'a, 'n>(
    outline: &'a Outline,
    name: &'n str,
    budget: &WorkBudget<'_>,
) -> Result<FoundItem<'a, 'n>, Interrupt> {
    let of_name = matches(outline, &normalize(name), budget)?;
    let whole = |items| FoundItem {
        items,
        path: name,
        ordinal: None,
    };
    let (path, Some(ordinal)) = split_ordinal(name) else {
        return Ok(whole(of_name.preferred()));
    };
    if !of_name.whole.is_empty() {
        return Ok(whole(of_name.whole));
    }
    let items = matches(outline, &normalize(path), budget)?.preferred();
    if items.is_empty() && !of_name.ends.is_empty() {
        return Ok(whole(of_name.ends));
    }
    Ok(FoundItem {
        items,
        path,
        ordinal: Some(ordinal),
    })
}

fn numbered<'a>(found: &[&'a OutlineItem], ordinal: usize) -> Option<&'a OutlineItem> {
    found.get(ordinal.checked_sub(1)?).copied()
}

/// Fails if the name is empty.
///
/// # Errors
///
/// `InvalidOption`.
pub(crate) fn require(name: &str) -> Result<()> {
    match normalize(split_ordinal(name).0).is_empty() {
        true => Err(Error::option("the name of a definition is empty")),
        false => Ok(()),
    }
}

/// Definitions with a name path.
#[derive(Default)]
struct Matches<'a> {
    /// Definitions with exactly this qualified name.
    whole: Vec<&'a OutlineItem>,
    /// Definitions whose qualified name only ends with this name.
    ends: Vec<&'a OutlineItem>,
}

impl<'a> Matches<'a> {
    /// Returns the exact matches, or else the definitions whose qualified name ends with the name.
    fn preferred(self) -> Vec<&'a OutlineItem> {
        match self.whole.is_empty() {
            true => self.ends,
            false => self.whole,
        }
    }
}

fn matches<'a>(
    outline: &'a Outline,
    wanted: &str,
    budget: &WorkBudget<'_>,
) -> Result<Matches<'a>, Interrupt> {
    let mut found = Matches::default();
    visit_each(outline, budget, |item| {
        let qualified = normalize(item.qualified_name());
        if qualified == wanted {
            found.whole.push(item);
        } else if item.kind != ItemKind::Impl {
            let end = qualified.strip_suffix(wanted);
            if end.is_some_and(|rest| rest.ends_with('.')) {
                found.ends.push(item);
            }
        }
    })?;
    Ok(found)
}

/// Visits each definition until the budget is exhausted.
fn visit_each<'a>(
    outline: &'a Outline,
    budget: &WorkBudget<'_>,
    mut visit: impl FnMut(&'a OutlineItem),
) -> Result<(), Interrupt> {
    let mut state = Ok(());
    outline.for_each(|item| {
        if state.is_ok() {
            state = budget.check();
            visit(item);
        }
    });
    state
}

/// Splits the number off the end of a name: `name#2`.
fn split_ordinal(name: &str) -> (&str, Option<usize>) {
    let split = name.rsplit_once('#');
    let number = split.and_then(|(path, number)| Some((path, number.parse().ok()?)));
    match number {
        Some((path, number)) if !path.is_empty() => (path, Some(number)),
        _ => (name, None),
    }
}

fn normalize(path: &str) -> Cow<'_, str> {
    let path = path.trim();
    match path.contains("::") {
        true => path.replace("::", ".").into(),
        false => path.into(),
    }
}

fn ambiguous(name: &str, path: &str, found: &[&OutlineItem]) -> Error {
    let describe = |(index, item): (usize, &&OutlineItem)| {
        let line = item.name_span().start.line;
        let kind = item.kind.name();
        format!(
            "{path}#{} ({kind} {} in line {line})",
            index + 1,
            item.qualified_name()
        )
    };
    let candidates = found.iter().enumerate().map(describe);
    let message = "several definitions have this name";
    Error::new(ErrorKind::AmbiguousName, message)
        .with_pattern(name)
        .with_candidates(candidates.collect())
}

/// Returns the error for a name path that no definition has.
fn unknown(
    outline: &Outline,
    name: &str,
    path: &str,
    budget: &WorkBudget<'_>,
) -> Result<Error, Interrupt> {
    let error = Error::new(ErrorKind::UnknownName, "no definition has this name");
    let nearest = nearest(outline, path, budget)?;
    Ok(error.with_pattern(name).with_candidates(nearest))
}

/// Returns the error for a number that exceeds the number of definitions with a name path.
fn unknown_number(
    outline: &Outline,
    name: &str,
    path: &str,
    found: &[&OutlineItem],
    budget: &WorkBudget<'_>,
) -> Result<Error, Interrupt> {
    let (have, candidates) = match found.len() {
        1 => (
            "1 definition has".to_owned(),
            nearest(outline, path, budget)?,
        ),
        count => {
            let numbers = (1..=count).rev().take(Nearest::MAX);
            let names = numbers.map(|number| format!("{path}#{number}"));
            (format!("{count} definitions have"), names.collect())
        }
    };
    let message = format!("the number is out of range: only {have} this name");
    let error = Error::new(ErrorKind::UnknownName, message);
    Ok(error.with_pattern(name).with_candidates(candidates))
}

/// Returns the names nearest to a name path, best first.
fn nearest(
    outline: &Outline,
    path: &str,
    budget: &WorkBudget<'_>,
) -> Result<Vec<String>, Interrupt> {
    let mut nearest = Nearest::new(path.trim(), |path| path.rsplit('.').next().unwrap_or(path));
    visit_each(outline, budget, |item| nearest.add(item.qualified_name()))?;
    Ok(nearest.names())
}
