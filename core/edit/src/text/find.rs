//! Finds the passages of a text that equal a given text, exactly or up to a level of tolerance.

use std::ops::Range;

use memchr::memmem;
use ransack_base::{CancelToken, Result};

use super::MatchLevel;
use super::folded::{Fold, Folded};

/// Number of passages that are found between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

/// Passage of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) range: Range<usize>,
    /// Change of the indentation of each line from the given text to the passage.
    pub(super) shift: Shift,
}

/// Difference of indentations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Shift {
    #[default]
    None,
    /// The passage has these additional blanks at the start of each line.
    Add(Vec<u8>),
    /// The passage lacks these blanks at the start of each line.
    Cut(Vec<u8>),
}

impl Shift {
    /// Returns a line of new text with the indentation of the passage; `None` if the line is less
    /// indented than the shift.
    pub(super) fn apply(&self, line: &[u8]) -> Option<Vec<u8>> {
        if line.trim_ascii().is_empty() {
            return Some(line.to_vec());
        }
        match self {
            Shift::None => Some(line.to_vec()),
            Shift::Add(blanks) => Some([blanks, line].concat()),
            Shift::Cut(blanks) => line.strip_prefix(&**blanks).map(<[u8]>::to_vec),
        }
    }

    /// Returns the lines of inserted text with the indentation of the passage; `None` if a line is
    /// less indented than the shift. If `joins_line` is set, the first line continues another one.
    pub(super) fn apply_to_lines(&self, text: &[u8], joins_line: bool) -> Option<Vec<u8>> {
        let mut shifted = Vec::with_capacity(text.len());
        for (number, line) in text.split_inclusive(|b| *b == b'\n').enumerate() {
            match joins_line && number == 0 {
                true => shifted.extend_from_slice(line),
                false => shifted.extend(self.apply(line)?),
            }
        }
        Some(shifted)
    }
}

/// Finds all passages of `text` that equal `wanted` at a level of tolerance, in order. Passages may
/// overlap.
pub(super) fn passages(
    text: &[u8],
    wanted: &[u8],
    level: MatchLevel,
    token: &CancelToken,
) -> Result<Vec<Passage>> {
    let fold = match level {
        MatchLevel::Exact => Fold::LineEnds,
        MatchLevel::Typography => Fold::Typography,
        MatchLevel::TrailingBlanks => Fold::TrailingBlanks,
        MatchLevel::Indentation => return indented(text, wanted, token),
    };
    let original = text;
    let text = Folded::of(text, fold);
    let wanted = Folded::of(wanted, fold);
    let (wanted, must_end_line) = match level {
        MatchLevel::TrailingBlanks => without_last_blanks(&wanted.text),
        _ => (&*wanted.text, false),
    };
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let finder = memmem::Finder::new(wanted);
    let mut passages = Vec::new();
    let mut from = 0;
    while let Some(found) = finder.find(&text.text[from..]) {
        if passages.len() % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let start = from + found;
        let end = start + wanted.len();
        if !must_end_line || matches!(text.text.get(end), None | Some(b'\n' | b' ' | b'\t')) {
            let end = match (text.original_offset(end), level) {
                (end, MatchLevel::TrailingBlanks) => with_last_blanks(original, end),
                (end, _) => end,
            };
            passages.push(Passage {
                range: text.original_offset(start)..end,
                shift: Shift::None,
            });
        }
        from = start + 1;
    }
    Ok(passages)
}

/// Cuts the blanks after the last line. Returns whether there are any.
fn without_last_blanks(text: &[u8]) -> (&[u8], bool) {
    let blanks = text.iter().rev().take_while(|b| matches!(b, b' ' | b'\t'));
    let len = text.len() - blanks.count();
    (&text[..len], len < text.len())
}

/// Returns the end of a passage with the blanks that end its last line.
fn with_last_blanks(text: &[u8], end: usize) -> usize {
    let rest = &text[end..];
    let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t'));
    let after = end + blanks.count();
    let ends_line = matches!(&text[after..], [b'\n', ..] | [b'\r', b'\n', ..]);
    match ends_line && !text[..end].ends_with(b"\n") {
        true => after,
        false => end,
    }
}

/// Finds passages of whole lines whose indentation differs by the same blanks in each line.
fn indented(text: &[u8], wanted: &[u8], token: &CancelToken) -> Result<Vec<Passage>> {
    let original = text;
    let text = Folded::of(text, Fold::TrailingBlanks);
    let wanted = Folded::of(wanted, Fold::TrailingBlanks);
    let (body, has_line_end) = match wanted.text.strip_suffix(b"\n") {
        Some(body) => (body, true),
        None => (&*wanted.text, false),
    };
    let (body, _) = without_last_blanks(body);
    let wanted: Vec<IndentedLine<'_>> = body.split(|b| *b == b'\n').map(IndentedLine::of).collect();
    // A line with code aligns the search.
    let Some(anchor) = wanted.iter().position(|line| !line.code.is_empty()) else {
        return Ok(Vec::new());
    };
    let code = wanted[anchor].code;
    let starts: Vec<usize> = std::iter::once(0)
        .chain(memchr::memchr_iter(b'\n', &text.text).map(|at| at + 1))
        .collect();
    let line_at = |number: usize| {
        let start = *starts.get(number)?;
        let end = starts
            .get(number + 1)
            .map_or(text.text.len(), |next| next - 1);
        Some(IndentedLine::of(&text.text[start..end]))
    };
    let mut passages = Vec::new();
    for (steps, found) in memmem::find_iter(&text.text, code).enumerate() {
        if steps % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let number = starts.partition_point(|start| *start <= found) - 1;
        let Some(first) = number.checked_sub(anchor) else {
            continue;
        };
        let lines = (first..).map_while(line_at).take(wanted.len());
        let Some(shift) = shift_between(&wanted, lines) else {
            continue;
        };
        let after = first + wanted.len();
        let end = match starts.get(after) {
            Some(next) => next - usize::from(!has_line_end),
            None if has_line_end => continue,
            None => text.text.len(),
        };
        passages.push(Passage {
            range: text.original_offset(starts[first])
                ..with_last_blanks(original, text.original_offset(end)),
            shift,
        });
    }
    passages.dedup();
    Ok(passages)
}

/// Line, split into indentation and code. A line of blanks has neither.
#[derive(Clone, Copy)]
struct IndentedLine<'t> {
    indent: &'t [u8],
    code: &'t [u8],
}

impl<'t> IndentedLine<'t> {
    fn of(line: &'t [u8]) -> IndentedLine<'t> {
        let indent = line
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        let (indent, code) = line.split_at(indent);
        match code {
            [] => IndentedLine { indent: &[], code },
            _ => IndentedLine { indent, code },
        }
    }
}

/// Returns the shift that makes `wanted` equal `lines`, if there is one.
fn shift_between<'t>(
    wanted: &[IndentedLine<'_>],
    lines: impl Iterator<Item = IndentedLine<'t>>,
) -> Option<Shift> {
    let mut shift = None;
    let mut count = 0;
    for (wanted, line) in wanted.iter().zip(lines) {
        count += 1;
        if wanted.code != line.code {
            return None;
        }
        if line.code.is_empty() {
            continue;
        }
        let now = if let Some(more) = line.indent.strip_suffix(wanted.indent) {
            Shift::Add(more.to_vec())
        } else if let Some(less) = wanted.indent.strip_suffix(line.indent) {
            Shift::Cut(less.to_vec())
        } else {
            return None;
        };
        match &shift {
            None => shift = Some(now),
            Some(first) if *first == now => {}
            Some(_) => return None,
        }
    }
    shift.filter(|_| count == wanted.len())
}
