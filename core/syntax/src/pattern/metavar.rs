//! Metavariables in pattern text: `$NAME`, `$$NAME`, `$$$NAME` and `$$$`.
//!
//! Splits a pattern into text and metavariables and substitutes placeholders that a grammar can
//! parse. Independent of any grammar. `$name` and `$1` are plain text.

use std::ops::Range;

use ransack_languages::internal::Placeholder;

/// Metavariable of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetaVar {
    /// Matches one node: a named node (`$A`, `$_`), or any node (`$$A`), including punctuation and
    /// keywords.
    One { slot: Option<VarSlot>, named: bool },
    /// Matches any number of siblings: `$$$A`, `$$$`.
    Many { slot: Option<VarSlot> },
}

/// Index of a metavariable's name in the names of its pattern.
pub type VarSlot = u16;

/// Capture of a metavariable, as a byte range.
#[derive(Debug)]
pub struct HitVar {
    /// Metavariable.
    pub slot: VarSlot,
    /// Whether the capture is a list of siblings.
    pub is_list: bool,
    /// Captured range; `None` for an empty list.
    pub range: Option<Range<usize>>,
}

/// Pattern text with placeholders, which a grammar can parse.
pub(crate) struct PreparedPattern {
    /// Pattern text with a placeholder in place of each metavariable.
    pub(crate) text: String,
    /// Ranges of the placeholders in `text`, ascending, with their metavariables.
    pub(crate) vars: Vec<(Range<usize>, MetaVar)>,
    /// Names of the language's variables, as in [`places`].
    variables: &'static [&'static str],
}

impl PreparedPattern {
    /// Maps a byte offset in the prepared text to the original `pattern`; an offset inside a
    /// placeholder maps to the start of its metavariable.
    pub(crate) fn original_offset(&self, pattern: &str, offset: usize) -> usize {
        let mut vars = self.vars.iter();
        let (mut original, mut prepared) = (0, 0);
        for segment in segments(pattern, self.variables) {
            let (original_len, prepared_len, shift) = match segment {
                PatternSegment::Text(text) => (text.len(), text.len(), offset - prepared),
                PatternSegment::MetaVar { dollars, name } => {
                    let placeholder_len = vars.next().map_or(0, |(range, _)| range.len());
                    (dollars + name.len(), placeholder_len, 0)
                }
            };
            if offset < prepared + prepared_len {
                return original + shift;
            }
            original += original_len;
            prepared += prepared_len;
        }
        original
    }
}

/// Returns the names of the capturing metavariables, without duplicates, in order of first
/// occurrence. Names that begin with `_` do not capture.
pub fn names(pattern: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for segment in segments(pattern, &[]) {
        if let PatternSegment::MetaVar { name, .. } = segment
            && !name.is_empty()
            && !name.starts_with('_')
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// Returns the name of a metavariable that stands for one node in one position and for a list in
/// another, and the byte offset of the second position; `None` if there is no such metavariable.
pub(crate) fn two_meanings(pattern: &str) -> Option<(&str, usize)> {
    let mut at = 0;
    let mut seen: Vec<(&str, bool)> = Vec::new();
    for segment in segments(pattern, &[]) {
        match segment {
            PatternSegment::Text(text) => at += text.len(),
            PatternSegment::MetaVar { dollars, name } => {
                let is_list = dollars == 3;
                if seen.contains(&(name, !is_list)) {
                    return Some((name, at));
                }
                if !name.is_empty() && !name.starts_with('_') {
                    seen.push((name, is_list));
                }
                at += dollars + name.len();
            }
        }
    }
    None
}

/// Position of a metavariable in a pattern.
pub(crate) struct VarPlace<'a> {
    /// Whether the metavariable matches a list.
    pub(crate) is_list: bool,
    /// Text of the pattern before the metavariable.
    pub(crate) before: &'a str,
    /// Text of the pattern after the metavariable.
    pub(crate) after: &'a str,
}

/// Returns the positions of the metavariables, in order. `variables` are names of variables of the
/// language, which count as text; a name may end with a bracket that must follow it.
pub(crate) fn places<'a>(
    pattern: &'a str,
    variables: &'static [&'static str],
) -> Vec<VarPlace<'a>> {
    let mut at = 0;
    let mut places = Vec::new();
    for segment in segments(pattern, variables) {
        match segment {
            PatternSegment::Text(text) => at += text.len(),
            PatternSegment::MetaVar { dollars, name } => {
                let end = at + dollars + name.len();
                places.push(VarPlace {
                    is_list: dollars == 3,
                    before: &pattern[..at],
                    after: &pattern[end..],
                });
                at = end;
            }
        }
    }
    places
}

/// Replaces each metavariable with `placeholder(n)`, where `n` is its index. Slots are indices in
/// `names`; `variables` is as in [`places`].
pub(crate) fn prepare(
    pattern: &str,
    names: &[&str],
    variables: &'static [&'static str],
    placeholder: impl Fn(usize) -> &'static Placeholder,
) -> PreparedPattern {
    let mut prepared = PreparedPattern {
        text: String::with_capacity(pattern.len() + 8),
        vars: Vec::new(),
        variables,
    };
    for segment in segments(pattern, variables) {
        match segment {
            PatternSegment::Text(text) => prepared.text.push_str(text),
            PatternSegment::MetaVar { dollars, name } => {
                let placeholder = placeholder(prepared.vars.len());
                let start = prepared.text.len();
                prepared.text.push_str(placeholder.before);
                if let Some(after) = placeholder.after {
                    let name = if name.is_empty() { "_" } else { name };
                    prepared.text.push_str(name);
                    prepared.text.push_str(after);
                }
                let slot = names
                    .iter()
                    .position(|known| *known == name)
                    .and_then(|at| VarSlot::try_from(at).ok());
                let var = if dollars == 3 {
                    MetaVar::Many { slot }
                } else {
                    MetaVar::One {
                        slot,
                        named: dollars == 1,
                    }
                };
                prepared.vars.push((start..prepared.text.len(), var));
            }
        }
    }
    prepared
}

/// Part of the text of a pattern.
pub enum PatternSegment<'a> {
    /// Code.
    Text(&'a str),
    /// Metavariable.
    MetaVar {
        /// Number of `$` before the name.
        dollars: usize,
        /// Name without `$`.
        name: &'a str,
    },
}

/// Splits a pattern into text and metavariables. `$name`, `$1` and the `variables`, as in
/// [`places`], count as text.
fn segments<'a>(
    pattern: &'a str,
    variables: &'static [&'static str],
) -> impl Iterator<Item = PatternSegment<'a>> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let var = var_at(rest).filter(|(_, len)| !is_variable(rest, *len, variables));
        if let Some((var, len)) = var {
            rest = &rest[len..];
            return Some(var);
        }
        let dollars = rest.len() - rest.trim_start_matches('$').len();
        let len = rest[dollars..]
            .find('$')
            .map_or(rest.len(), |at| dollars + at);
        let (text, after) = rest.split_at(len);
        rest = after;
        Some(PatternSegment::Text(text))
    })
}

/// Returns whether the metavariable of length `len` at the start of `text` is one of `variables`.
fn is_variable(text: &str, len: usize, variables: &[&str]) -> bool {
    let name = &text.as_bytes()[1..];
    variables.iter().any(|variable| {
        let word = variable.trim_end_matches(['[', '{']);
        name.starts_with(variable.as_bytes()) && word.len() + 1 == len
    })
}

/// Returns the metavariable at the start of `text` and its length in bytes; `None` if `text` does
/// not begin with a metavariable.
pub fn var_at(text: &str) -> Option<(PatternSegment<'_>, usize)> {
    let after = text.trim_start_matches('$');
    let dollars = text.len() - after.len();
    if !(1..=3).contains(&dollars) {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let name_len = after.find(|c| !is_word(c)).unwrap_or(after.len());
    let name = &after[..name_len];
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let is_var = is_name || (dollars == 3 && name.is_empty());
    is_var.then_some((
        PatternSegment::MetaVar { dollars, name },
        dollars + name_len,
    ))
}

/// Returns the first `$name` in a pattern that counts as code because of its lower-case letters,
/// and the pattern with all such names in upper case; `None` if there is no such name.
pub(crate) fn upper_case(pattern: &str) -> Option<(&str, String)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut first = None;
    let mut upper = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        upper += before;
        let after = from.trim_start_matches('$');
        let name = &after[..after.find(|c| !is_word(c)).unwrap_or(after.len())];
        let len = from.len() - after.len() + name.len();
        let text = &from[..len];
        let is_inside = upper.ends_with(is_word);
        let is_name = name.is_ascii() && name.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_code = var_at(from).is_none() && len - name.len() <= 3;
        if is_code && is_name && !is_inside {
            first = first.or(Some(text));
            upper += &text.to_ascii_uppercase();
        } else {
            upper += text;
        }
        rest = &from[len..];
    }
    first.map(|first| (first, upper + rest))
}

#[cfg(test)]
mod tests;
