//! Braces in globs, and notations of other tools, which are errors here.
//!
//! Invariant: a glob with braces means the union of its expansions, each of which is a glob without
//! braces. This module knows nothing about paths.

use ransack_base::internal::clip_end;

use crate::paths::is_special;

/// Maximum number of expansions of one glob.
const MAX_EXPANSIONS: usize = 4096;
/// Maximum nesting depth of braces.
const MAX_DEPTH: usize = 64;
/// Maximum number of range values listed in an error message.
const MAX_LISTED: i64 = 16;

/// Fault of a glob, with the correct notation in the message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GlobFault {
    pub(super) message: String,
    /// Offending part of the glob; empty for the whole glob.
    pub(super) part: String,
}

impl GlobFault {
    fn new(message: impl Into<String>) -> GlobFault {
        GlobFault {
            message: message.into(),
            part: String::new(),
        }
    }
}

/// Puts a backslash before each character that is special in a glob. On Windows, a backslash in the
/// text is a separator.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if cfg!(windows) && c == '\\' {
            escaped.push('/');
            continue;
        }
        if u8::try_from(c).is_ok_and(is_special) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Expands `{a,b}` groups, nested or not. An unclosed group ends with the text. Empty expansions
/// are dropped; if all are empty, the braces are literal.
pub(super) fn expand_braces(text: &str) -> Result<Vec<String>, GlobFault> {
    let mut all = alternatives(text, &mut 0, 0)?;
    all.retain(|expansion| !expansion.is_empty());
    if all.is_empty() && !text.is_empty() {
        all.push(text.to_owned());
    }
    Ok(all)
}

/// Parses alternatives up to the `}` that ends a group (`depth > 0`), or to the end of the text.
fn alternatives(text: &str, at: &mut usize, depth: usize) -> Result<Vec<String>, GlobFault> {
    if depth > MAX_DEPTH {
        return Err(GlobFault::new(format!(
            "braces are nested more than {MAX_DEPTH} deep"
        )));
    }
    let too_many = || {
        GlobFault::new(format!(
            "the glob's braces have more than {MAX_EXPANSIONS} combinations (use several globs)"
        ))
    };
    let mut all: Vec<String> = Vec::new();
    let mut current = vec![String::new()];
    let mut in_class = false;
    while let Some(c) = text[*at..].chars().next() {
        let start = *at;
        *at += c.len_utf8();
        match c {
            '\\' => *at += text[*at..].chars().next().map_or(0, char::len_utf8),
            '[' if text[*at..].contains(']') => in_class = true,
            ']' => in_class = false,
            '{' if !in_class => {
                let group = alternatives(text, at, depth + 1)?;
                if let ([only], Some(part)) = (&group[..], text.get(start..*at)) {
                    check_range(only, part)?;
                }
                if current.len().saturating_mul(group.len()) > MAX_EXPANSIONS {
                    return Err(too_many());
                }
                current = current
                    .iter()
                    .flat_map(|head| group.iter().map(move |tail| [&head[..], tail].concat()))
                    .collect();
                continue;
            }
            ',' if depth > 0 && !in_class => {
                all.append(&mut current);
                current.push(String::new());
                continue;
            }
            '}' if depth > 0 && !in_class => break,
            _ => {}
        }
        let literal = &text[start..*at];
        current.iter_mut().for_each(|c| c.push_str(literal));
    }
    all.append(&mut current);
    match all.len() <= MAX_EXPANSIONS {
        true => Ok(all),
        false => Err(too_many()),
    }
}

/// Fails if the only alternative of the group `part` is a shell range: `1..3`, `a..c`.
fn check_range(only: &str, part: &str) -> Result<(), GlobFault> {
    let ends: Vec<&str> = only.split("..").collect();
    let is_letter = |end: &str| matches!(end.as_bytes(), [byte] if byte.is_ascii_alphabetic());
    let number = |end: &str| end.parse::<i64>().ok();
    let is_step = |step: Option<&&str>| step.is_none_or(|step| number(step).is_some());
    let (instead, step) = match ends[..] {
        [low, high, ..] if is_letter(low) && is_letter(high) => {
            (format!("`[{low}-{high}]`"), ends.get(2))
        }
        [low, high, ..] => match (number(low), number(high)) {
            (Some(low), Some(high)) => {
                let is_listed = (0..MAX_LISTED).contains(&high.saturating_sub(low));
                let values = match is_listed && ends.len() == 2 {
                    true => (low..=high)
                        .map(|value| value.to_string())
                        .collect::<Vec<_>>()
                        .join(","),
                    false => "1,2,3".to_owned(),
                };
                (format!("the values, as `{{{values}}}`"), ends.get(2))
            }
            _ => return Ok(()),
        },
        _ => return Ok(()),
    };
    if ends.len() > 3 || !is_step(step) {
        return Ok(());
    }
    Err(GlobFault {
        message: format!(
            "`{}` is a range, which globs do not have (write {instead}, or `\\{{` for a brace in a name)",
            clip_end(part)
        ),
        part: part.to_owned(),
    })
}

/// Fails if a glob without braces uses a notation of other tools: an extended glob such as
/// `@(a|b)`, or a list such as `*.js,*.ts`. `negated` states whether the glob followed a `!`.
pub(super) fn check(text: &str, negated: bool) -> Result<(), GlobFault> {
    // The preceding character, if it can turn a parenthesis into an extended glob, and its end.
    let mut operator = negated.then_some(('!', 0));
    let mut opened = None;
    let mut part_start = 0;
    let mut has_wildcard = false;
    let mut commas = 0;
    let mut are_globs = true;
    let is_glob = |part: &str, has_wildcard: bool| {
        let part = part.trim();
        let selects_all = part.chars().all(|c| matches!(c, '*' | '?'));
        part.len() > 1 && (part.ends_with('/') || has_wildcard && !selects_all)
    };
    for (at, c) in unescaped(text) {
        match c {
            '(' if opened.is_none() => {
                let made_by = operator.filter(|(_, end)| *end == at);
                opened = made_by.map(|(operator, _)| (operator, at));
            }
            ')' => {
                if let Some((operator, start)) = opened.take() {
                    check_extended(operator, &text[start + 1..at])?;
                }
            }
            '/' => opened = None,
            ',' => {
                commas += 1;
                are_globs &= is_glob(&text[part_start..at], has_wildcard);
                (part_start, has_wildcard) = (at + 1, false);
            }
            _ => has_wildcard |= matches!(c, '*' | '?' | '['),
        }
        operator = "@!+?*".contains(c).then_some((c, at + 1));
    }
    if commas == 0 || !are_globs || !is_glob(&text[part_start..], has_wildcard) {
        return Ok(());
    }
    Err(GlobFault {
        message: format!(
            "a comma separates alternatives only in braces (write `{{{}}}` or several globs, or `\\,` for a comma in a name)",
            clip_end(text)
        ),
        part: text.to_owned(),
    })
}

/// Fails if the glob is an extended glob: an operator followed by a group in parentheses.
fn check_extended(operator: char, group: &str) -> Result<(), GlobFault> {
    let list = group.replace('|', ",");
    let list = clip_end(&list);
    let instead = match operator {
        // With a single alternative, it is more likely a name: `+page@(app).svelte`.
        '@' if !group.contains('|') => return Ok(()),
        '@' => format!("`{{{list}}}`"),
        '?' => format!("`{{,{list}}}`"),
        '!' if list.contains(',') => format!("a further glob `!{{{list}}}` that excludes"),
        '!' => format!("a further glob `!{list}` that excludes"),
        _ => "`*` for any text, or the texts in braces".to_owned(),
    };
    let part = format!("{operator}({group})");
    Err(GlobFault {
        message: format!(
            "`{}` is an extended glob, which is not supported (write {instead}, or `\\(` for a parenthesis in a name)",
            clip_end(&part)
        ),
        part,
    })
}

/// Returns the characters of a glob with their offsets, skipping escaped characters and the
/// contents of classes except the `[`.
fn unescaped(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut chars = text.char_indices();
    let last_bracket = text.rfind(']').unwrap_or(0);
    let mut class_end = 0;
    std::iter::from_fn(move || {
        loop {
            let (at, c) = chars.next()?;
            match c {
                _ if at < class_end => {}
                '\\' => drop(chars.next()),
                '[' if at < last_bracket => {
                    class_end = at + text[at..].find(']').unwrap_or(0);
                    return Some((at, c));
                }
                '[' => {}
                _ => return Some((at, c)),
            }
        }
    })
}

#[cfg(test)]
mod tests;
