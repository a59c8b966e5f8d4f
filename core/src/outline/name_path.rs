//! Lookup of definitions by name path.
//!
//! A name path is the qualified name of a definition, or its end: `Outer.method` and `method` name
//! the same method. `::` and `.` are the same. The lookup is case-sensitive and never guesses: no
//! definition, or several, is an error with candidates.

use super::item::{Outline, OutlineItem};
use super::kind::{ItemKind, Modifier};
use crate::error::{Error, ErrorKind, Result};

/// Maximum number of candidates of an error.
const MAX_CANDIDATES: usize = 100;

/// Maximum number of nearest names of an error, and the least similarity of them.
const MAX_NEAREST: usize = 5;
const MIN_SIMILARITY: f64 = 0.5;

/// Returns the only definition that `name` names.
///
/// # Errors
///
/// - `UnknownName`: no definition has this name path; the candidates are the nearest.
/// - `AmbiguousName`: several have it; the candidates name each of them.
/// - `InvalidOption`: an empty name.
pub(super) fn find<'a>(outline: &'a Outline, name: &str) -> Result<&'a OutlineItem> {
    require(name)?;
    let (path, ordinal) = split_ordinal(name);
    let wanted = normalize(path);
    let mut found = matches(outline, &wanted);
    if let Some(ordinal) = ordinal {
        let of_ordinal = ordinal.checked_sub(1).and_then(|index| found.get(index));
        return match of_ordinal {
            Some(item) => Ok(item),
            None if found.is_empty() => Err(unknown(outline, name, &wanted)),
            None => Err(ambiguous(
                "no definition has this number",
                name,
                path,
                &found,
            )),
        };
    }
    if found.len() > 1 {
        // A declaration whose definition is in the same text is not meant.
        let is_definition = |item: &&OutlineItem| !item.modifiers.contains(Modifier::Declaration);
        let definitions: Vec<_> = found.iter().copied().filter(is_definition).collect();
        if definitions.len() == 1 {
            found = definitions;
        }
    }
    match found.as_slice() {
        [item] => Ok(item),
        [] => Err(unknown(outline, name, &wanted)),
        _ => Err(ambiguous(
            "several definitions have this name",
            name,
            path,
            &found,
        )),
    }
}

/// Returns all definitions that `name` names, also if there are several, or the one with its number.
pub(super) fn find_all<'a>(outline: &'a Outline, name: &str) -> Vec<&'a OutlineItem> {
    let (path, ordinal) = split_ordinal(name);
    let found = matches(outline, &normalize(path));
    match ordinal {
        Some(ordinal) => {
            let index = ordinal.checked_sub(1);
            let of_ordinal = index.and_then(|index| found.get(index));
            of_ordinal.into_iter().copied().collect()
        }
        None => found,
    }
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
fn matches<'a>(outline: &'a Outline, wanted: &str) -> Vec<&'a OutlineItem> {
    let (mut whole, mut ends) = (Vec::new(), Vec::new());
    outline.for_each(|item| {
        let qualified = normalize(item.qualified_name());
        if qualified == wanted {
            whole.push(item);
        } else if item.kind != ItemKind::Impl {
            let end = qualified.strip_suffix(wanted);
            if end.is_some_and(|rest| rest.ends_with('.')) {
                ends.push(item);
            }
        }
    });
    if whole.is_empty() { ends } else { whole }
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

fn normalize(path: &str) -> String {
    path.trim().replace("::", ".")
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
        .with_candidates(candidates.take(MAX_CANDIDATES).collect())
}

fn unknown(outline: &Outline, name: &str, wanted: &str) -> Error {
    let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_lowercase();
    let wanted_last = last(wanted);
    let mut nearest: Vec<(f64, &str)> = Vec::new();
    outline.for_each(|item| {
        let own = last(&normalize(item.qualified_name()));
        let similarity = strsim::normalized_damerau_levenshtein(&own, &wanted_last);
        if similarity >= MIN_SIMILARITY {
            nearest.push((similarity, item.qualified_name()));
        }
    });
    nearest.sort_by(|a, b| b.0.total_cmp(&a.0));
    nearest.dedup_by(|a, b| a.1 == b.1);
    let nearest = nearest.into_iter().map(|(_, name)| name.to_owned());
    Error::new(ErrorKind::UnknownName, "no definition has this name")
        .with_pattern(name)
        .with_candidates(nearest.take(MAX_NEAREST).collect())
}
