//! Line and column after a path in a query, as in `src/main.rs:12:5`.

use std::ops::Range;

use super::query::{MAX_QUERY, is_break};

/// Query whose last word ends with a line, and optionally a column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LocatedQuery<'q> {
    /// Query without the location.
    pub(super) text: &'q str,
    /// Location and the last word as typed.
    pub(super) location: TypedLocation,
}

/// Location at the end of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedLocation {
    /// Line as typed; `None` if only the `:` before it was typed.
    pub(crate) line: Option<u32>,
    /// Column as typed.
    pub(crate) column: Option<u32>,
    /// Whole last word as typed.
    word: Box<[u8]>,
    /// Length in bytes of the part of the word before the location.
    name_len: usize,
}

impl<'q> LocatedQuery<'q> {
    /// Splits the location off the last word of a query. Returns `None` if the word names no location; the whole
    /// query is then text.
    pub(super) fn split(query: &'q str) -> Option<LocatedQuery<'q>> {
        if query.len() > MAX_QUERY {
            return None;
        }
        let query = query.trim_end_matches(is_break);
        let word_start = query
            .char_indices()
            .rfind(|(_, c)| is_break(*c))
            .map_or(0, |(at, c)| at + c.len_utf8());
        let word = &query[word_start..];
        let (name, line, column) = after_bracket(word)
            .or_else(|| after_hash(word))
            .or_else(|| after_colons(word))?;
        let is_name = !name.is_empty() && !name.ends_with([':', '/', '\\']);
        is_name.then(|| LocatedQuery {
            text: &query[..word_start + name.len()],
            location: TypedLocation {
                line,
                column,
                word: word.as_bytes().into(),
                name_len: name.len(),
            },
        })
    }
}

impl TypedLocation {
    /// Whether a path contains the whole word, which is then a name and not a location. Ignores the
    /// case of ASCII letters.
    pub(super) fn is_part_of(&self, path: &[u8]) -> bool {
        self.place_in(path).is_some()
    }

    /// Returns the place in a path of the text that would otherwise be a location.
    pub(super) fn place_in(&self, path: &[u8]) -> Option<Range<usize>> {
        let mut words = path.windows(self.word.len());
        let start = words.rposition(|word| word.eq_ignore_ascii_case(&self.word))?;
        Some(start + self.name_len..start + self.word.len())
    }
}

type NameLineColumn<'w> = (&'w str, Option<u32>, Option<u32>);

/// Parses `NAME(LINE)` or `NAME(LINE,COLUMN)`, with or without the closing bracket, and a `:` after
/// it, as in the messages of compilers.
fn after_bracket(word: &str) -> Option<NameLineColumn<'_>> {
    let (name, numbers) = word.rsplit_once('(')?;
    let numbers = numbers.strip_suffix(':').unwrap_or(numbers);
    let numbers = numbers.strip_suffix(')').unwrap_or(numbers);
    match numbers.split_once([',', ':']) {
        Some((line, "")) => Some((name, Some(number(line)?), None)),
        Some((line, column)) => Some((name, Some(number(line)?), Some(number(column)?))),
        None => Some((name, Some(number(numbers)?), None)),
    }
}

/// Parses `NAME#LLINE`, as in links to a line.
fn after_hash(word: &str) -> Option<NameLineColumn<'_>> {
    let (name, line) = word.rsplit_once("#L")?;
    Some((name, Some(number(line)?), None))
}

/// Parses `NAME:LINE` or `NAME:LINE:COLUMN`, with or without a `:` at the end.
fn after_colons(word: &str) -> Option<NameLineColumn<'_>> {
    let numbers = word.strip_suffix(':').unwrap_or(word);
    let Some((rest, last)) = split_number(numbers) else {
        // The line is not typed yet.
        return (numbers.len() < word.len()).then_some((numbers, None, None));
    };
    let Some((name, line)) = split_number(rest) else {
        return Some((rest, Some(last), None));
    };
    // Three numbers are not a location.
    split_number(name)
        .is_none()
        .then_some((name, Some(line), Some(last)))
}

/// Splits `:NUMBER` off the end of a text.
fn split_number(text: &str) -> Option<(&str, u32)> {
    let (rest, digits) = text.rsplit_once(':')?;
    Some((rest, number(digits)?))
}

fn number(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
