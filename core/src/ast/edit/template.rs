//! The text that takes the place of code.

use std::ops::Range;

use super::syntax::{Indent, Syntax, blanks};
use crate::ast::language::Language;
use crate::ast::metavar::{self, PatternSegment, VarSlot};
use crate::ast::parse::Interrupt;
use crate::ast::text_search::LocatedHit;
use crate::error::{Error, ErrorKind, Result};

/// A replacement, read.
#[derive(Debug)]
pub(super) struct Template {
    parts: Vec<Part>,
    /// Whether the pattern has no `;` at its end and the replacement has.
    pub(super) adds_terminator: bool,
}

#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Var {
        slot: VarSlot,
        is_list: bool,
        /// The indentation of the line that it is in.
        indent: String,
    },
}

impl Template {
    pub(super) fn read(replacement: &str, pattern: &str) -> Result<Template> {
        let names = metavar::names(pattern);
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut line = 0;
        let mut rest = replacement;
        while let Some(dollar) = rest.find('$') {
            let (before, from) = rest.split_at(dollar);
            let plain = before.trim_end_matches('\\');
            let backslashes = before.len() - plain.len();
            text += plain;
            text.extend(std::iter::repeat_n('\\', backslashes / 2));
            if backslashes % 2 == 1 {
                text.push('$');
                rest = &from[1..];
                continue;
            }
            let at = replacement.len() - from.len();
            if let Some(feed) = replacement[line..at].rfind('\n') {
                line += feed + 1;
            }
            let Some((PatternSegment::MetaVar { dollars, name }, len)) = metavar::var_at(from)
            else {
                let after = from.trim_start_matches('$');
                text += &from[..from.len() - after.len()];
                rest = after;
                continue;
            };
            let slot = names.iter().position(|known| *known == name);
            let Some(slot) = slot.and_then(|at| VarSlot::try_from(at).ok()) else {
                let message = format!(
                    "the pattern has no `{}`; a dollar sign is written `\\$`",
                    &from[..len]
                );
                let error = Error::new(ErrorKind::InvalidPattern, message);
                return Err(error.with_pattern(replacement).with_offset(at));
            };
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Var {
                slot,
                is_list: dollars == 3,
                indent: replacement[line..][..blanks(&replacement.as_bytes()[line..])].to_owned(),
            });
            rest = &from[len..];
        }
        parts.push(Part::Text(text + rest));
        parts.retain(|part| *part != Part::Text(String::new()));
        let ends = |text: &str| text.trim_end().ends_with(';');
        Ok(Template {
            parts,
            adds_terminator: ends(replacement) && !ends(pattern),
        })
    }

    /// Whether what it stands for is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The replacement of a match.
    pub(super) fn render(
        &self,
        source: &[u8],
        (language, hit): &LocatedHit,
        syntax: &mut Syntax<'_, '_>,
    ) -> Result<Vec<u8>, Interrupt> {
        let here = syntax.indent(language, hit.range.start)?;
        let feed = line_feed(source, hit.range.start);
        let mut out = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    for (number, line) in text.split('\n').enumerate() {
                        if number > 0 {
                            out.extend_from_slice(feed);
                            out.extend_from_slice(if line.is_empty() {
                                here.margin.trim_ascii_end()
                            } else {
                                here.whole
                            });
                        }
                        out.extend_from_slice(line.as_bytes());
                    }
                }
                Part::Var {
                    slot,
                    is_list,
                    indent,
                } => {
                    let of_name = || hit.vars.iter().filter(|var| var.slot == *slot);
                    let var = of_name()
                        .find(|var| var.is_list == *is_list)
                        .or_else(|| of_name().next());
                    if let Some(range) = var.and_then(|var| var.range.clone()) {
                        let target = [here.whole, indent.as_bytes()].concat();
                        insert(source, range, &target, language, syntax, &mut out)?;
                    }
                }
            }
        }
        Ok(out)
    }
}

/// Adds code from `source`, with the lines after the first indented so that it
/// is as if the line in which it begins were indented by `target`.
fn insert(
    source: &[u8],
    range: Range<usize>,
    target: &[u8],
    language: &'static Language,
    syntax: &mut Syntax<'_, '_>,
    out: &mut Vec<u8>,
) -> Result<(), Interrupt> {
    let code = source.get(range.clone()).unwrap_or_default();
    let Indent { whole: base, .. } = syntax.indent(language, range.start)?;
    if base == target {
        out.extend_from_slice(code);
        return Ok(());
    }
    let mut start = range.start;
    for line in code.split_inclusive(|byte| *byte == b'\n') {
        let mut kept = line;
        if start != range.start && !syntax.in_literal(language, start)? {
            let Indent { whole: old, .. } = syntax.indent(language, start)?;
            let rest = line.get(old.len()..).unwrap_or_default();
            if rest.trim_ascii().is_empty() {
                // A blank line stays.
            } else if let Some(deeper) = old.strip_prefix(base) {
                out.extend_from_slice(target);
                kept = &line[old.len() - deeper.len()..];
            } else if let Some(missing) = base.strip_prefix(old) {
                let len = target.len().saturating_sub(missing.len());
                out.extend_from_slice(&target[..len]);
                kept = rest;
            }
        }
        out.extend_from_slice(kept);
        start += line.len();
    }
    Ok(())
}

/// How lines end near `at`.
fn line_feed(source: &[u8], at: usize) -> &'static [u8] {
    let next = memchr::memchr(b'\n', &source[at..]).map(|feed| at + feed);
    let feed = next.or_else(|| memchr::memrchr(b'\n', &source[..at]));
    match feed {
        Some(feed) if source[..feed].ends_with(b"\r") => b"\r\n",
        _ => b"\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(replacement: &str) -> Vec<Part> {
        Template::read(replacement, "f($A, $$$B)").unwrap().parts
    }

    fn text(text: &str) -> Part {
        Part::Text(text.into())
    }

    fn var(slot: VarSlot, is_list: bool, indent: &str) -> Part {
        let indent = indent.into();
        Part::Var {
            slot,
            is_list,
            indent,
        }
    }

    #[test]
    fn dollars_are_metavariables_text_or_escaped() {
        assert_eq!(
            parts("g($$$B, $A)"),
            [
                text("g("),
                var(1, true, ""),
                text(", "),
                var(0, false, ""),
                text(")")
            ]
        );
        assert_eq!(parts(r"\$A\n $a $1 $"), [text(r"$A\n $a $1 $")]);
        assert_eq!(parts(r"\\$A"), [text(r"\"), var(0, false, "")]);
        assert_eq!(parts(r"\$$A"), [text("$"), var(0, false, "")]);
        assert_eq!(parts("{\n  $A;\n}")[1], var(0, false, "  "));
        assert!(parts("").is_empty());
    }

    #[test]
    fn an_unknown_metavariable_is_an_error() {
        for replacement in ["g($C)", "g($_)", "g($$$)"] {
            let error = Template::read(replacement, "f($A, $$$B)").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidPattern);
            assert_eq!(error.offset(), Some(2));
        }
    }
}
