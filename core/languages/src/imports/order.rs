//! Sort order of modules and names.

use std::cmp::Ordering;

/// Compares names, with digit runs compared by value: `a2` is before `a10`.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (x, y) = (digits(&mut left), digits(&mut right));
        let ordering = match (x, y) {
            (None, None) => return a.cmp(b),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(x), Some(y)) => match (number(x), number(y)) {
                (Some(x), Some(y)) => x.cmp(&y),
                _ => x.cmp(y),
            },
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
}

/// Takes a run of digits or of other characters from the start of the text.
fn digits<'a>(text: &mut &'a str) -> Option<&'a str> {
    let is_digit = |c: char| c.is_ascii_digit();
    let first = is_digit(text.chars().next()?);
    let end = text.find(|c| is_digit(c) != first).unwrap_or(text.len());
    let (chunk, rest) = text.split_at(end);
    *text = rest;
    Some(chunk)
}

/// Compares identifiers like the 2024 style of rustfmt: `_` sorts first, digit runs compare by
/// value.
pub(crate) fn version(a: &str, b: &str) -> Ordering {
    let mut left = Chunks(a);
    let mut right = Chunks(b);
    let mut zeros = Ordering::Equal;
    loop {
        let ordering = match (left.next(), right.next()) {
            (None, None) => return zeros,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some("_"), Some("_")) => Ordering::Equal,
            (Some("_"), Some(_)) => Ordering::Less,
            (Some(_), Some("_")) => Ordering::Greater,
            (Some(a), Some(b)) => match (number(a), number(b)) {
                (Some(x), Some(y)) => {
                    let of_zeros = b.len().cmp(&a.len());
                    zeros = zeros.then(if x == y { of_zeros } else { Ordering::Equal });
                    x.cmp(&y)
                }
                _ => a.cmp(b),
            },
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
}

fn number(chunk: &str) -> Option<u128> {
    chunk.parse().ok()
}

/// Iterator over runs of digits, single `_`, and runs of other characters.
struct Chunks<'a>(&'a str);

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let first = self.0.chars().next()?;
        let class = |c: char| match c {
            '_' => 0,
            c if c.is_ascii_digit() => 1,
            _ => 2,
        };
        let end = match first {
            '_' => 1,
            _ => self
                .0
                .find(|c| class(c) != class(first))
                .unwrap_or(self.0.len()),
        };
        let (chunk, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(chunk)
    }
}

/// Segment of a Rust path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathSegment {
    Own,
    Super,
    Crate,
    Name(String, Option<String>),
    Glob,
    NameList(Vec<Vec<PathSegment>>),
}

/// Compares `use` trees like rustfmt. `by_version` selects the order of its 2024 style; earlier
/// styles sort `snake_case`, then `CamelCase`, then `UPPER_CASE`.
pub(crate) fn use_trees(a: &[PathSegment], b: &[PathSegment], by_version: bool) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let ordering = segments(a, b, by_version);
        // Aliases are compared only if the paths are equal: `a as c` is before `a::b`.
        let without = segments(&without_alias(a), &without_alias(b), by_version);
        if ordering != Ordering::Equal && without != Ordering::Equal {
            return ordering;
        }
    }
    let by_length = a.len().cmp(&b.len());
    by_length.then_with(|| match (a.last(), b.last()) {
        (Some(a), Some(b)) => segments(a, b, by_version),
        _ => Ordering::Equal,
    })
}

fn without_alias(segment: &PathSegment) -> PathSegment {
    match segment {
        PathSegment::Name(name, _) => PathSegment::Name(name.clone(), None),
        other => other.clone(),
    }
}

fn segments(a: &PathSegment, b: &PathSegment, by_version: bool) -> Ordering {
    let rank = |segment: &PathSegment| match segment {
        PathSegment::Own => 0,
        PathSegment::Super => 1,
        PathSegment::Crate => 2,
        PathSegment::Name(..) => 3,
        PathSegment::Glob => 4,
        PathSegment::NameList(_) => 5,
    };
    match (a, b) {
        (PathSegment::Name(a, a_alias), PathSegment::Name(b, b_alias)) => {
            let names = match by_version {
                true => version(a.trim_start_matches("r#"), b.trim_start_matches("r#")),
                false => by_case(a, b),
            };
            names.then_with(|| a_alias.cmp(b_alias))
        }
        (PathSegment::NameList(a), PathSegment::NameList(b)) => {
            let pairs = a.iter().zip(b);
            let orderings = pairs.map(|(a, b)| use_trees(a, b, by_version));
            let first = orderings
                .into_iter()
                .find(|ordering| *ordering != Ordering::Equal);
            first.unwrap_or(a.len().cmp(&b.len()))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn by_case(a: &str, b: &str) -> Ordering {
    let is_upper = |name: &str| {
        name.chars()
            .all(|c| c.is_uppercase() || c == '_' || c.is_numeric())
    };
    let class = |name: &str| match name.chars().next() {
        Some(first) if first.is_lowercase() => 0,
        Some(first) if first.is_uppercase() => 1,
        // `_` and similar names have no case.
        _ => 2,
    };
    let by_first = match (class(a), class(b)) {
        (2, _) | (_, 2) => Ordering::Equal,
        (a, b) => a.cmp(&b),
    };
    by_first
        .then_with(|| is_upper(a).cmp(&is_upper(b)))
        .then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests;
