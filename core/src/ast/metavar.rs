//! Metavariables in the text of a pattern.

use std::ops::Range;

use super::language::Placeholder;

/// What a metavariable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetaVar {
    /// One node: `$A`, `$_`; with `$$A` also punctuation and keywords.
    One { slot: Option<VarSlot>, named: bool },
    /// Any number of siblings: `$$$A`, `$$$`.
    Many { slot: Option<VarSlot> },
}

/// The number of a name among those of its pattern.
pub(super) type VarSlot = u16;

/// The text of a pattern, made so that a grammar can read it.
pub(super) struct PreparedPattern {
    /// With a placeholder for each metavariable.
    pub(super) text: String,
    /// The metavariables and where they are in `text`, in order.
    pub(super) vars: Vec<(Range<usize>, MetaVar)>,
}

/// The names in a pattern, each once, in the order of their first occurrence.
/// One that begins with `_` is not among them: it may differ each time.
pub(super) fn names(pattern: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for segment in segments(pattern) {
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

/// Whether each metavariable of a pattern stands for a list, in order.
pub(super) fn lists(pattern: &str) -> Vec<bool> {
    segments(pattern)
        .filter_map(|segment| match segment {
            PatternSegment::Text(_) => None,
            PatternSegment::MetaVar { dollars, .. } => Some(dollars == 3),
        })
        .collect()
}

/// Puts `placeholder(n)` for the metavariable number `n`.
pub(super) fn prepare(
    pattern: &str,
    names: &[&str],
    placeholder: impl Fn(usize) -> &'static Placeholder,
) -> PreparedPattern {
    let mut source = PreparedPattern {
        text: String::with_capacity(pattern.len() + 8),
        vars: Vec::new(),
    };
    for segment in segments(pattern) {
        match segment {
            PatternSegment::Text(text) => source.text.push_str(text),
            PatternSegment::MetaVar { dollars, name } => {
                let placeholder = placeholder(source.vars.len());
                let start = source.text.len();
                source.text.push_str(placeholder.before);
                if let Some(after) = placeholder.after {
                    let name = if name.is_empty() { "_" } else { name };
                    source.text.push_str(name);
                    source.text.push_str(after);
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
                source.vars.push((start..source.text.len(), var));
            }
        }
    }
    source
}

pub(super) enum PatternSegment<'a> {
    Text(&'a str),
    MetaVar { dollars: usize, name: &'a str },
}

/// Cuts a pattern into text and metavariables. `$name` and `$1` are text.
fn segments(pattern: &str) -> impl Iterator<Item = PatternSegment<'_>> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((var, len)) = var_at(rest) {
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

/// The metavariable that `text` begins with, and its length.
pub(super) fn var_at(text: &str) -> Option<(PatternSegment<'_>, usize)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str) -> (String, Vec<MetaVar>) {
        const PLACEHOLDER: Placeholder = Placeholder {
            before: "µ",
            after: Some("!"),
        };
        let source = prepare(pattern, &names(pattern), |_| &PLACEHOLDER);
        assert_eq!(source.vars.len(), lists(pattern).len());
        for (range, _) in &source.vars {
            let text = &source.text[range.clone()];
            assert!(text.starts_with('µ') && text.ends_with('!'), "{text}");
        }
        (source.text, source.vars.into_iter().map(|v| v.1).collect())
    }

    #[test]
    fn every_form_is_known() {
        let one = |slot, named| MetaVar::One { slot, named };
        let many = |slot| MetaVar::Many { slot };
        assert_eq!(
            read("f($A, $_, $$B, $$$C, $$$, $A1_)"),
            (
                "f(µA!, µ_!, µB!, µC!, µ_!, µA1_!)".into(),
                vec![
                    one(Some(0), true),
                    one(None, true),
                    one(Some(1), false),
                    many(Some(2)),
                    many(None),
                    one(Some(3), true),
                ]
            )
        );
        assert_eq!(read("$A == $A").1, vec![one(Some(0), true); 2]);
        assert_eq!(read("$$$_ARGS").1, vec![many(None)]);
    }

    #[test]
    fn other_dollars_are_text() {
        for text in [
            "$a", "$", "$$", "$1", "$$$$A", "$Foo", "a$", "${A}", "$$$a", "$Aé",
        ] {
            assert_eq!(read(text), (text.into(), vec![]), "{text}");
        }
    }
}
