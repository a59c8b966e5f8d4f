//! Replacement with references to capture groups.
//!
//! Invariant: a parsed template refers only to groups of every pattern of its query.

use ransack_base::internal::{ErrorParts, clip_end};
use ransack_base::{Error, ErrorKind, Result};
use ransack_search::internal::{FoundMatch, GroupNames};

/// Parsed replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReplacementTemplate {
    parts: Vec<ReplacementPart>,
    /// Number of groups that each pattern has for the references, in the order of the patterns.
    references: Vec<Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplacementPart {
    Text(Vec<u8>),
    /// Whole match.
    Match,
    /// Capture group; an index into `references` of the pattern.
    Group(usize),
}

/// Name of a group in a template.
enum GroupReference<'t> {
    Number(&'t str),
    Name(&'t str),
}

impl ReplacementTemplate {
    /// Creates a template without references.
    pub(super) fn literal(replacement: &str) -> ReplacementTemplate {
        ReplacementTemplate {
            parts: vec![ReplacementPart::Text(replacement.into())],
            references: Vec::new(),
        }
    }

    /// Parses a replacement for patterns with these groups.
    ///
    /// # Errors
    ///
    /// `InvalidPattern`, with the offset of the reference, if a pattern lacks the group.
    pub(super) fn parse(replacement: &str, groups: &[GroupNames]) -> Result<ReplacementTemplate> {
        let mut template = ReplacementTemplate {
            parts: Vec::new(),
            references: vec![Vec::new(); groups.len()],
        };
        let mut text = Vec::new();
        let mut rest = replacement;
        while let Some(dollar) = memchr::memchr(b'$', rest.as_bytes()) {
            let (before, from) = rest.split_at(dollar);
            text.extend_from_slice(before.as_bytes());
            let fail = |problem: &str, len: usize, detail: &str| {
                let reference = clip_end(&from[..len]);
                let message =
                    format!("{problem} `{reference}`{detail}; write `$$` for a dollar sign");
                let error = Error::new(ErrorKind::InvalidPattern, message);
                let offset = replacement.len() - from.len();
                error.with_pattern(replacement).with_offset(offset)
            };
            let after = &from[1..];
            let (reference, len) = match after.as_bytes().first() {
                Some(b'$') => {
                    text.push(b'$');
                    rest = &after[1..];
                    continue;
                }
                Some(b'&') => (GroupReference::Number("0"), 2),
                Some(open @ (b'{' | b'<')) => {
                    let close = if *open == b'{' { b'}' } else { b'>' };
                    let name = &after[1..];
                    let Some(end) = memchr::memchr(close, name.as_bytes()) else {
                        return Err(fail("unclosed group", from.len(), ""));
                    };
                    let name = &name[..end];
                    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
                    let reference = match is_number {
                        true => GroupReference::Number(name),
                        false => GroupReference::Name(name),
                    };
                    (reference, end + 3)
                }
                Some(b'0'..=b'9') => {
                    let name = leading(after, |byte| byte.is_ascii_digit());
                    (GroupReference::Number(name), 1 + name.len())
                }
                Some(byte) if is_name(*byte) => {
                    let name = leading(after, is_name);
                    (GroupReference::Name(name), 1 + name.len())
                }
                _ => {
                    text.push(b'$');
                    rest = after;
                    continue;
                }
            };
            if !text.is_empty() {
                template
                    .parts
                    .push(ReplacementPart::Text(std::mem::take(&mut text)));
            }
            let added = template.refer(&reference, groups);
            added.map_err(|detail| fail("unknown group", len, &detail))?;
            rest = &from[len..];
        }
        text.extend_from_slice(rest.as_bytes());
        if !text.is_empty() {
            template.parts.push(ReplacementPart::Text(text));
        }
        Ok(template)
    }

    /// Adds a reference. If a pattern lacks the group, returns which groups it has.
    fn refer(
        &mut self,
        reference: &GroupReference<'_>,
        groups: &[GroupNames],
    ) -> std::result::Result<(), String> {
        let number_in = |names: &GroupNames| match reference {
            GroupReference::Number(digits) => {
                let number = digits.parse().ok();
                number.filter(|number| *number <= names.len())
            }
            GroupReference::Name(name) => {
                let at = names
                    .iter()
                    .position(|known| known.as_deref() == Some(*name));
                at.map(|at| at + 1)
            }
        };
        let numbers: Option<Vec<usize>> = groups.iter().map(number_in).collect();
        let Some(numbers) = numbers else {
            let at = groups.iter().position(|names| number_in(names).is_none());
            let at = at.unwrap_or_default();
            let pattern = match groups.len() {
                1 => "the pattern".to_owned(),
                _ => format!("pattern {}", at + 1),
            };
            return Err(format!(": {pattern} {}", described(&groups[at])));
        };
        if numbers.iter().all(|number| *number == 0) {
            self.parts.push(ReplacementPart::Match);
            return Ok(());
        }
        let at = self.references.first().map_or(0, Vec::len);
        for (references, number) in self.references.iter_mut().zip(numbers) {
            references.push(number);
        }
        self.parts.push(ReplacementPart::Group(at));
        Ok(())
    }

    /// Whether the template refers to groups other than the whole match.
    pub(super) fn uses_groups(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part, ReplacementPart::Group(_)))
    }

    /// Appends the replacement of a match in `text`. A line feed of the template that does not follow
    /// a carriage return becomes `line_end`. A group that took no part in the match is empty.
    pub(super) fn render(
        &self,
        text: &[u8],
        found: &FoundMatch<'_>,
        line_end: impl Fn() -> &'static [u8],
        out: &mut Vec<u8>,
    ) {
        for part in &self.parts {
            match part {
                ReplacementPart::Text(part) => extend_with_ends(out, part, &line_end),
                ReplacementPart::Match => out.extend_from_slice(&text[found.range.clone()]),
                ReplacementPart::Group(at) => {
                    let references = self.references.get(found.pattern as usize);
                    let number = references.and_then(|references| references.get(*at));
                    let group = number.and_then(|number| found.group(*number));
                    out.extend_from_slice(&text[group.unwrap_or_default()]);
                }
            }
        }
    }
}

/// Appends text with `line_end` for each line feed that does not follow a carriage return.
fn extend_with_ends(out: &mut Vec<u8>, text: &[u8], line_end: &impl Fn() -> &'static [u8]) {
    let mut from = 0;
    for feed in memchr::memchr_iter(b'\n', text) {
        if feed == 0 || text[feed - 1] != b'\r' {
            out.extend_from_slice(&text[from..feed]);
            out.extend_from_slice(line_end());
            from = feed + 1;
        }
    }
    out.extend_from_slice(&text[from..]);
}

/// Describes the groups of a pattern.
fn described(groups: &GroupNames) -> String {
    let named = groups.iter().flatten();
    let named: Vec<String> = named.map(|name| format!("`{name}`")).collect();
    let count = match groups.len() {
        0 => return "has no groups".to_owned(),
        1 => "has 1 group".to_owned(),
        count => format!("has {count} groups"),
    };
    match named.is_empty() {
        true => count,
        false => format!("{count} ({})", named.join(", ")),
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the longest start of `text` with only these bytes, which are ASCII.
fn leading(text: &str, is_in: impl Fn(u8) -> bool) -> &str {
    let len = text.bytes().take_while(|byte| is_in(*byte)).count();
    &text[..len]
}
