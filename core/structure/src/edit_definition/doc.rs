//! Writes documentation in the comment style of a language.

use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};
use ransack_languages::internal::{DocStyle, OutlineTable, comment_text};

use crate::outline::comments;

/// Returns documentation with comment markers: the markers in `text` or, failing that, the markers
/// of the documentation that `text` replaces or the language's default markers.
///
/// # Errors
///
/// `InvalidOption` if the language has no documentation comments, or if the text would end the
/// comment that contains it.
pub(super) fn written(text: &[u8], table: &OutlineTable, known: Option<&[u8]>) -> Result<Vec<u8>> {
    let trimmed = text.trim_ascii();
    let style = &table.doc;
    if table.doc_string.is_some() {
        return match is_string(trimmed) {
            true => Ok(trimmed.to_vec()),
            false => docstring(trimmed),
        };
    }
    let blocks = style.blocks.iter();
    let open_of = |text: &[u8]| {
        let found = blocks
            .clone()
            .find(|(open, _)| text.starts_with(open.as_bytes()));
        found.copied()
    };
    let marker_of = |text: &[u8]| {
        let mut markers = style.lines.iter();
        markers
            .find(|marker| text.starts_with(marker.as_bytes()))
            .copied()
    };
    if open_of(trimmed).is_some() || marker_of(trimmed).is_some() {
        return Ok(trimmed.to_vec());
    }
    if let Some(known) = known {
        if let Some((open, close)) = open_of(known) {
            return block(trimmed, open, close);
        }
        if let Some(marker) = marker_of(known) {
            return Ok(lines(trimmed, marker));
        }
    }
    let default = table.default_doc();
    let of_block = style.blocks.iter().find(|(open, _)| *open == default);
    match (default, of_block) {
        ("", _) => Err(Error::option("the language has no documentation comments")),
        (_, Some((open, close))) => block(trimmed, open, close),
        (marker, None) => Ok(lines(trimmed, marker)),
    }
}

/// Returns the ranges of the comments inside a documentation range, which may also contain
/// attributes, directives and other comments. Returns the whole range if it does not begin with a
/// comment.
pub(super) fn comments_of(doc: &[u8], style: &DocStyle) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let (mut at, mut was_doc) = (0, false);
    loop {
        at += doc[at..].len() - doc[at..].trim_ascii_start().len();
        let rest = &doc[at..];
        if rest.is_empty() {
            return ranges;
        }
        let block = block_end(rest, style);
        let line = rest.split(|byte| *byte == b'\n').next();
        let len = block.unwrap_or_else(|| line.map_or(0, |line| line.trim_ascii().len()));
        let text = &rest[..len];
        let marks = |marker: &&'static str| {
            // The documentation marker may be on the first line only.
            let short = marker.split(' ').next().unwrap_or(marker);
            text.starts_with(marker.as_bytes()) || (was_doc && text.starts_with(short.as_bytes()))
        };
        let is_doc = !comments::is_directive(text)
            && match block {
                Some(_) => comment_text(text, style).is_some(),
                None => style.lines.iter().any(marks),
            };
        match ranges.last_mut() {
            Some(last) if is_doc && was_doc => last.end = at + len,
            _ if is_doc => ranges.push(at..at + len),
            None => return std::iter::once(0..doc.len()).collect(),
            Some(_) => {}
        }
        was_doc = is_doc;
        at += len;
    }
}

/// Returns the length of the block comment, documentation or not, at the start of a text. A further
/// end that follows without a start closes it, because comments of some languages nest.
fn block_end(text: &[u8], style: &DocStyle) -> Option<usize> {
    let (open, close) = style.blocks.iter().find_map(|(open, close)| {
        // `/**` documents, `/*` begins any block comment.
        let open = &open.as_bytes()[..open.len().min(2)];
        text.starts_with(open).then_some((open, close.as_bytes()))
    })?;
    let next = |from: usize| {
        let found = memchr::memmem::find(&text[from..], close);
        found.map(|at| from + at + close.len())
    };
    let Some(mut end) = next(open.len()) else {
        return Some(text.len());
    };
    while let Some(further) = next(end) {
        if memchr::memmem::find(&text[end..further], open).is_some() {
            break;
        }
        end = further;
    }
    Some(end)
}

/// Returns the lines of the text without the indentation common to all lines but the first.
fn dedented(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split(|byte| *byte == b'\n');
    let lines: Vec<&[u8]> = lines.map(<[u8]>::trim_ascii_end).collect();
    let indent = |line: &&[u8]| line.len() - line.trim_ascii_start().len();
    let rest = lines.iter().skip(1).filter(|line| !line.is_empty());
    let common = rest.map(indent).min().unwrap_or(0);
    let strip = |(number, line): (usize, &&'_ [u8])| match number {
        0 => 0,
        _ => common.min(line.len()),
    };
    let starts: Vec<usize> = lines.iter().enumerate().map(strip).collect();
    lines
        .into_iter()
        .zip(starts)
        .map(|(line, start)| &line[start..])
        .collect()
}

fn lines(text: &[u8], marker: &str) -> Vec<u8> {
    let lines = dedented(text);
    let lines = lines.iter().map(|line| match line.is_empty() {
        true => marker.as_bytes().to_vec(),
        false => [marker.as_bytes(), b" ", line].concat(),
    });
    lines.collect::<Vec<_>>().join(&b'\n')
}

fn block(text: &[u8], open: &str, close: &str) -> Result<Vec<u8>> {
    if memchr::memmem::find(text, close.as_bytes()).is_some() {
        let message = format!("the documentation has a `{close}`, which would end its comment");
        return Err(Error::option(message));
    }
    let lines = dedented(text);
    if let [line] = lines.as_slice() {
        return Ok([open.as_bytes(), b" ", line, b" ", close.as_bytes()].concat());
    }
    let margin: &[u8] = if close == "*/" { b" *" } else { b"" };
    let mut out = open.as_bytes().to_vec();
    for line in lines {
        out.push(b'\n');
        out.extend_from_slice(margin);
        if !line.is_empty() {
            out.extend_from_slice(if margin.is_empty() { b"" } else { b" " });
            out.extend_from_slice(line);
        }
    }
    let end: &[u8] = if margin.is_empty() { b"\n" } else { b"\n " };
    out.extend([end, close.as_bytes()].concat());
    Ok(out)
}

/// Writes a docstring (PEP 257).
fn docstring(text: &[u8]) -> Result<Vec<u8>> {
    let has = |what: &[u8]| memchr::memmem::find(text, what).is_some();
    let quotes: &[u8] = match (has(b"\"\"\""), has(b"'''")) {
        (false, _) if !text.ends_with(b"\"") => b"\"\"\"",
        (_, false) if !text.ends_with(b"'") => b"'''",
        _ => {
            let message = "the documentation has quotes that would end its string";
            return Err(Error::option(message));
        }
    };
    // Backslashes in the text must not become escapes.
    let prefix: &[u8] = if has(b"\\") { b"r" } else { b"" };
    let lines = dedented(text);
    let end: &[u8] = if lines.len() > 1 { b"\n" } else { b"" };
    Ok([prefix, quotes, &lines.join(&b'\n'), end, quotes].concat())
}

/// Returns whether the text is a Python string.
fn is_string(text: &[u8]) -> bool {
    let prefix = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let rest = &text[prefix..];
    let last = rest.last();
    prefix <= 2 && rest.len() > 1 && matches!(last, Some(b'"' | b'\'')) && rest.first() == last
}

#[cfg(test)]
mod tests;
