//! Replacement templates: parses their metavariables and renders them for a match.
//!
//! Invariant: a parsed template refers only to metavariables of its pattern.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, clip_end, line_start};
use ransack_base::{Error, ErrorKind, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::Interrupt;
use ransack_languages::internal::tables;
use ransack_syntax::internal::{
    LocatedHit, PatternSegment, VarSlot, metavariable_at, metavariable_names,
};

use crate::ast_edit::brackets::is_operand;
use crate::ast_edit::syntax::{Indent, TextSyntax, blanks};

/// Parsed replacement.
#[derive(Debug)]
pub(super) struct Template {
    parts: Vec<TemplatePart>,
    /// Whether the replacement ends in `;` and its pattern does not.
    pub(super) adds_terminator: bool,
    /// Whether the last lines of the replacement and of its pattern have the same indentation, so
    /// that statements after them stay in the same block.
    pub(super) ends_in_same_block: bool,
}

#[derive(Debug, PartialEq)]
enum TemplatePart {
    Literal(String),
    /// Code captured by a metavariable.
    Capture {
        slot: VarSlot,
        is_list: bool,
        /// Text of the metavariable.
        text: String,
        /// Indentation of the metavariable's line in the replacement.
        indent: String,
    },
}

impl Template {
    /// Parses a replacement for `pattern`.
    ///
    /// # Errors
    ///
    /// `InvalidPattern`, with the offset of the metavariable, if the pattern lacks a metavariable
    /// of the replacement.
    pub(super) fn parse(replacement: &str, pattern: &str) -> Result<Template> {
        let names = metavariable_names(pattern);
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
            let Some((PatternSegment::MetaVar { dollars, name }, len)) = metavariable_at(from)
            else {
                let after = from.trim_start_matches('$');
                text += &from[..from.len() - after.len()];
                rest = after;
                continue;
            };
            let slot = names.iter().position(|known| *known == name);
            let Some(slot) = slot.and_then(|at| VarSlot::try_from(at).ok()) else {
                let named = names
                    .iter()
                    .filter(|name| !name.is_empty() && !name.starts_with('_'));
                let known: Vec<String> = named.map(|name| format!("`${name}`")).collect();
                let message = format!(
                    "unknown metavariable `{}`: the pattern has {}; write `\\$` for a dollar sign",
                    clip_end(&from[..len]),
                    match known.is_empty() {
                        true => "no metavariable".to_owned(),
                        false => known.join(", "),
                    }
                );
                let error = Error::new(ErrorKind::InvalidPattern, message);
                return Err(error.with_pattern(replacement).with_offset(at));
            };
            parts.push(TemplatePart::Literal(std::mem::take(&mut text)));
            parts.push(TemplatePart::Capture {
                slot,
                is_list: dollars == 3,
                text: from[..len].to_owned(),
                indent: replacement[line..][..blanks(&replacement.as_bytes()[line..])].to_owned(),
            });
            rest = &from[len..];
        }
        parts.push(TemplatePart::Literal(text + rest));
        parts.retain(|part| *part != TemplatePart::Literal(String::new()));
        let ends = |text: &str| text.trim_end().ends_with(';');
        Ok(Template {
            parts,
            adds_terminator: ends(replacement) && !ends(pattern),
            ends_in_same_block: last_indent(pattern)
                .is_some_and(|indent| last_indent(replacement) == Some(indent)),
        })
    }

    /// Returns whether the replacement is empty, which deletes code.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Renders the replacement for a match in `source`. Also returns the ranges of captured
    /// expressions that may need brackets.
    pub(super) fn render(
        &self,
        source: &[u8],
        (language, hit): &LocatedHit,
        syntax: &mut TextSyntax<'_, '_>,
    ) -> Result<(Vec<u8>, Vec<Range<usize>>), Interrupt> {
        let mut operands = Vec::new();
        let here = syntax.indent(language, hit.range.start)?;
        let feed = line_feed(source, hit.range.start);
        let mut out = Vec::new();
        // Punctuation made superfluous by the preceding code.
        let mut superfluous = None;
        // Indentation of the line to start, because the preceding code is a block of its own lines.
        let mut next_line: Option<Vec<u8>> = None;
        for (index, part) in self.parts.iter().enumerate() {
            match part {
                TemplatePart::Literal(text) => {
                    let text = match superfluous.take() {
                        Some(mark) => text.strip_prefix(mark).unwrap_or(text),
                        None => text,
                    };
                    let text = match next_line.take() {
                        Some(_) if text.starts_with('\n') => text,
                        Some(indent) => {
                            out.extend_from_slice(feed);
                            out.extend_from_slice(&indent);
                            &text[blanks(text.as_bytes())..]
                        }
                        None => text,
                    };
                    let has_more = index + 1 < self.parts.len();
                    let mut lines = text.split('\n').enumerate().peekable();
                    while let Some((number, line)) = lines.next() {
                        if number > 0 {
                            out.extend_from_slice(feed);
                            // A capture may begin the last line.
                            let is_blank = line.is_empty() && (lines.peek().is_some() || !has_more);
                            out.extend_from_slice(if is_blank {
                                here.margin.trim_ascii_end()
                            } else {
                                here.whole
                            });
                        }
                        out.extend_from_slice(line.as_bytes());
                    }
                }
                TemplatePart::Capture {
                    slot,
                    is_list,
                    text,
                    indent,
                } => {
                    let of_name = || hit.vars.iter().filter(|var| var.slot == *slot);
                    let var = of_name()
                        .find(|var| var.is_list == *is_list)
                        .or_else(|| of_name().next());
                    if var.is_none() && !is_list {
                        // In this language, it is a variable.
                        out.extend_from_slice(text.as_bytes());
                    } else if let Some(mut range) = var.and_then(|var| var.range.clone()) {
                        // A Ruby block begins with the preceding line end, and a Scala block ends
                        // with the last one.
                        let code = &source[range.clone()];
                        let blanks = code.len() - code.trim_ascii_start().len();
                        range.end -= code.len() - without_line_ends(code).len();
                        if memchr::memchr(b'\n', &code[..blanks]).is_some() && blanks < code.len() {
                            range.start += blanks;
                        }
                        let mut target = [here.whole, indent.as_bytes()].concat();
                        // In brackets, the lines of an expression have any indentation.
                        let line = line_start(source, range.start);
                        let leaves_brackets = is_open(&source[..line]) && !is_open(&out);
                        if let Some(deeper) = block_indent(source, &range, language, syntax)?
                            && !leaves_brackets
                            && !begins_line(&out, &target, source, hit.range.start, here)
                        {
                            out.truncate(out.trim_ascii_end().len());
                            out.extend_from_slice(feed);
                            // In brackets, other code may follow on the last line.
                            let rest = &source[range.end..];
                            let ends_line = rest.is_empty() || is_line_end(rest);
                            next_line = ends_line.then(|| target.clone());
                            target.extend_from_slice(&deeper);
                            out.extend_from_slice(&target);
                        }
                        // A captured statement includes its terminator.
                        superfluous = source[range.clone()].ends_with(b";").then_some(";");
                        let at = out.len();
                        push_capture(source, range.clone(), &target, language, syntax, &mut out)?;
                        let after = match self.parts.get(index + 1) {
                            Some(TemplatePart::Literal(next)) => next.as_bytes(),
                            _ => b"",
                        };
                        let (before, code) = out.split_at(at);
                        if !is_list
                            && is_operand(code, true, before, after, &range, language, syntax)?
                        {
                            operands.push(at..out.len());
                        }
                        if let Some(TemplatePart::Literal(next)) = self.parts.get(index + 1)
                            && *is_list
                            && !next.starts_with('\n')
                        {
                            let end = syntax.list_end(language, &range)?;
                            if end.has_comma {
                                superfluous = Some(",");
                            }
                            // The comment may end with its line.
                            if end.has_comment && is_line_end(&source[range.end..]) {
                                out.extend_from_slice(feed);
                                out.extend_from_slice(&target);
                            }
                        }
                    } else if *is_list {
                        // An empty list has no separator.
                        let end = out.trim_ascii_end().len();
                        if !out[..end].ends_with(b",") {
                            superfluous = Some(", ");
                        } else if has_last_comma(source, &hit.range) {
                            out.truncate(end);
                        } else {
                            out.truncate(end - 1);
                        }
                    }
                }
            }
        }
        Ok((out, operands))
    }
}

/// Returns `code` without the blank lines at its end, the line ending of its last line included.
pub(super) fn without_line_ends(code: &[u8]) -> &[u8] {
    let kept = code.trim_ascii_end();
    match memchr::memchr(b'\n', &code[kept.len()..]) {
        Some(_) => kept,
        None => code,
    }
}

/// Returns whether code ends after an opening bracket or a comma.
fn is_open(code: &[u8]) -> bool {
    matches!(
        code.trim_ascii_end().last(),
        Some(b'(' | b'[' | b'{' | b',')
    )
}

/// Returns the indentation of a captured block relative to the code around it, in a language in
/// which it decides what belongs to the block. `None` if only the first line of the captured code
/// has this indentation: such code may follow other code on a line.
fn block_indent(
    source: &[u8],
    range: &Range<usize>,
    language: &'static Language,
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let Indent { whole: base, .. } = syntax.indent(language, range.start)?;
    let first = line_start(source, range.start);
    if !tables(language).patterns.has_layout || first + base.len() != range.start {
        return Ok(None);
    }
    let mut is_block = false;
    for feed in memchr::memchr_iter(b'\n', &source[range.clone()]) {
        let at = range.start + feed + 1;
        let Indent { whole, .. } = syntax.indent(language, at)?;
        let is_blank = is_line_end(&source[at + whole.len()..]) || at + whole.len() >= range.end;
        is_block |= whole == base && !is_blank && !syntax.in_literal(language, at)?;
    }
    if !is_block {
        return Ok(None);
    }
    let mut at = first;
    while at > 0 {
        at = line_start(source, at - 1);
        let Indent { whole, .. } = syntax.indent(language, at)?;
        if let Some(deeper) = base.strip_prefix(whole)
            && !deeper.is_empty()
            && !is_line_end(&source[at + whole.len()..])
        {
            return Ok(Some(deeper.to_vec()));
        }
    }
    Ok(None)
}

/// Returns whether code appended to `out`, the replacement of the code at `at`, begins a line.
fn begins_line(out: &[u8], indent: &[u8], source: &[u8], at: usize, here: Indent<'_>) -> bool {
    let line = &out[line_start(out, out.len())..];
    let is_first = line.len() == out.len();
    let is_blank = line.trim_ascii().is_empty() || line == indent;
    is_blank && (!is_first || line_start(source, at) + here.whole.len() == at)
}

/// Returns whether only blanks precede the end of a line.
fn is_line_end(rest: &[u8]) -> bool {
    let rest = &rest[blanks(rest)..];
    rest.starts_with(b"\n") || rest.starts_with(b"\r\n")
}

/// Returns the indentation of the last line of `code`; `None` if `code` is a single line.
fn last_indent(code: &str) -> Option<&str> {
    let (_, last) = code.trim_end().rsplit_once('\n')?;
    Some(&last[..blanks(last.as_bytes())])
}

/// Returns whether code has a comma before its closing bracket, which makes a one-element tuple in
/// some languages.
fn has_last_comma(source: &[u8], range: &Range<usize>) -> bool {
    let code = source.get(range.clone()).unwrap_or_default();
    code.split_last().is_some_and(|(last, inner)| {
        matches!(last, b')' | b']' | b'}') && inner.trim_ascii_end().ends_with(b",")
    })
}

/// Appends captured code. Lines after the first are indented as if the code's first line were
/// indented by `target`.
fn push_capture(
    source: &[u8],
    range: Range<usize>,
    target: &[u8],
    language: &'static Language,
    syntax: &mut TextSyntax<'_, '_>,
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
                // A blank line keeps its blanks.
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

/// Returns the line ending of the line of `at`, or of the previous line.
fn line_feed(source: &[u8], at: usize) -> &'static [u8] {
    let next = memchr::memchr(b'\n', &source[at..]).map(|feed| at + feed);
    let feed = next.or_else(|| memchr::memrchr(b'\n', &source[..at]));
    match feed {
        Some(feed) if source[..feed].ends_with(b"\r") => b"\r\n",
        _ => b"\n",
    }
}

#[cfg(test)]
mod tests;
