//! Lookup of definitions by name path.
//!
//! A name path is the qualified name of a definition, or its end: `Outer.method` and `method` name
//! the same method. `::` and `.` are the same. The lookup is case-sensitive and never guesses: no
//! definition, or several, is an error with candidates.

use std::borrow::Cow;

use super::item::{Outline, OutlineItem};
use super::kind::{ItemKind, Modifier};
use super::nearest::Nearest;
use crate::ast::{Interrupt, WorkBudget};
use crate::error::{Error, ErrorKind, Result};

/// Returns the only definition that `name` names.
///
/// # Errors
///
/// - `UnknownName`: no definition has this name path; the candidates are the nearest.
/// - `AmbiguousName`: several have it; the candidates name each of them.
/// - `InvalidOption`: an empty name.
pub(super) fn find<'a>(
    outline: &'a Outline,
    name: &str,
    budget: &WorkBudget<'_>,
) -> Result<Result<&'a OutlineItem>, Interrupt> {
    if let Err(error) = require(name) {
        return Ok(Err(error));
    }
    let (path, ordinal) = split_ordinal(name);
    let mut found = matches(outline, &normalize(path), budget)?;
    if found.is_empty() {
        return Ok(Err(unknown(outline, name, path, budget)?));
    }
    if let Some(ordinal) = ordinal {
        let of_ordinal = ordinal.checked_sub(1).and_then(|index| found.get(index));
        return Ok(of_ordinal
            .copied()
            .ok_or_else(|| ambiguous("no definition has this number", name, path, &found)));
    }
    if found.len() > 1 {
        // A declaration whose definition is in the same text is not meant.
        let is_definition = |item: &&OutlineItem| !item.modifiers.contains(Modifier::Declaration);
        let definitions: Vec<_> = found.iter().copied().filter(is_definition).collect();
        if definitions.len() == 1 {
            found = definitions;
        }
    }
    Ok(match found.as_slice() {
        [item] => Ok(item),
        _ => Err(ambiguous(
            "several definitions have this name",
            name,
            path,
            &found,
        )),
    })
}

/// Returns all definitions that `name` names, also if there are several, or the one with its number.
pub(super) fn find_all<'a>(
    outline: &'a Outline,
    name: &str,
    budget: &WorkBudget<'_>,
) -> Result<Vec<&'a OutlineItem>, Interrupt> {
    let (path, ordinal) = split_ordinal(name);
    let found = matches(outline, &normalize(path), budget)?;
    Ok(match ordinal {
        Some(ordinal) => {
            let index = ordinal.checked_sub(1);
            let of_ordinal = index.and_then(|index| found.get(index));
            of_ordinal.into_iter().copied().collect()
        }
        None => found,
    })
}

/// Fails for an empty name.
///
/// # Errors
///
/// `InvalidOption`.
pub(super) fn require(name: &str) -> Result<()> {
    match normalize(split_ordinal(name).0).is_empty() {
        true => Err(Error::option("the name of a definition is empty")),
        false => Ok(()),
    }
}

/// Returns the definitions with this qualified name; if there are none, those whose qualified name
/// ends in it.
fn matches<'a>(
    outline: &'a Outline,
    wanted: &str,
    budget: &WorkBudget<'_>,
) -> Result<Vec<&'a OutlineItem>, Interrupt> {
    let (mut whole, mut ends) = (Vec::new(), Vec::new());
    visit_each(outline, budget, |item| {
        let qualified = normalize(item.qualified_name());
        if qualified == wanted {
            whole.push(item);
        } else if item.kind != ItemKind::Impl {
            let end = qualified.strip_suffix(wanted);
            if end.is_some_and(|rest| rest.ends_with('.')) {
                ends.push(item);
            }
        }
    })?;
    Ok(if whole.is_empty() { ends } else { whole })
}

/// Visits each definition, until the budget is used up.
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

/// Splits the number from the end of a name: `name#2`.
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

fn ambiguous(message: &str, name: &str, path: &str, found: &[&OutlineItem]) -> Error {
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
    let mut nearest = Nearest::new(path.trim(), |path| path.rsplit('.').next().unwrap_or(path));
    visit_each(outline, budget, |item| nearest.add(item.qualified_name()))?;
    let error = Error::new(ErrorKind::UnknownName, "no definition has this name");
    Ok(error.with_pattern(name).with_candidates(nearest.names()))
}
