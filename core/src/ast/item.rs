//! Matches of AST searches, their positions, and the line index that computes
//! positions from byte offsets.

use std::ops::Range;

use crate::path::RelPath;

/// Match of a pattern or rule: one syntax-tree node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstMatch {
    /// Path of the file relative to its root, or the file name if the root is a
    /// file. Empty for a search in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language of the matched code: for code embedded in a file of
    /// another language, the embedded language.
    pub language: &'static str,
    /// Index of the matched pattern in
    /// [`AstQuery::patterns`](crate::AstQuery::patterns), 0-based; the lowest if
    /// several match. For the rule, the number of patterns.
    pub pattern: u32,
    /// Syntactic context in which the pattern was parsed: `file`, `statement`,
    /// `expression`, `member`, `type` and others, by language. `rule` for a rule.
    pub context: &'static str,
    /// Location of the code in the file.
    pub span: Span,
    /// Matched code, as bytes of the file.
    pub text: Vec<u8>,
    /// Captures of the named metavariables, in the order of their first
    /// occurrence in the pattern, or by name for a rule. Empty unless
    /// [`AstSelect::include_meta`](crate::AstSelect::include_meta) is set.
    pub meta_variables: Vec<MetaVariable>,
}

/// Capture of one named metavariable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetaVariable {
    /// Name of the metavariable, without `$`.
    pub name: String,
    /// Whether the metavariable captures a list of siblings (`$$$NAME`).
    pub is_list: bool,
    /// Captured code; for a list, everything from the first to the last node.
    pub text: Vec<u8>,
    /// Location of the captured code; `None` for an empty list.
    pub span: Option<Span>,
}

/// Half-open range of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Span {
    /// Position of the first byte.
    pub start: Position,
    /// Position after the last byte.
    pub end: Position,
}

/// Position in a text, as byte offset and as line and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Position {
    /// Byte offset in the text, 0-based.
    pub offset: usize,
    /// Line number, 1-based.
    pub line: u64,
    /// Column in bytes from the start of the line, 0-based.
    pub column: usize,
    /// Column in UTF-16 code units from the start of the line, 0-based. Each
    /// maximal sequence of invalid UTF-8 counts as one unit.
    pub column_utf16: usize,
}

impl AstMatch {
    /// Returns the approximate memory of the match in bytes.
    pub(super) fn weight(&self) -> usize {
        let meta: usize = self
            .meta_variables
            .iter()
            .map(|m| size_of::<MetaVariable>() + m.name.len() + m.text.len())
            .sum();
        size_of::<AstMatch>() + self.text.len() + meta
    }
}

/// Line index of a text, with UTF-16 offsets if the text is not ASCII.
///
/// Built in O(n) in the text; a position costs O(log n) plus the decoding of at
/// most [`Lines::STRIDE`] bytes.
pub(super) struct Lines {
    /// Byte offset of the start of each line.
    starts: Vec<usize>,
    /// Sampled byte offsets with the UTF-16 length of the text before each;
    /// empty for ASCII.
    marks: Vec<(usize, usize)>,
}

impl Lines {
    /// Minimum distance of two marks in bytes.
    const STRIDE: usize = 256;

    pub(super) fn of(text: &[u8]) -> Lines {
        let feeds = memchr::memchr_iter(b'\n', text);
        let mut starts = Vec::with_capacity(feeds.clone().count() + 1);
        starts.push(0);
        starts.extend(feeds.map(|at| at + 1));
        let mut lines = Lines {
            starts,
            marks: Vec::new(),
        };
        if !text.is_ascii() {
            lines.mark(text);
        }
        lines
    }

    fn mark(&mut self, text: &[u8]) {
        let (mut at, mut units, mut next) = (0, 0, 0);
        let mut pass = |bytes: usize, len: usize| {
            if at >= next {
                self.marks.push((at, units));
                next = at + Lines::STRIDE;
            }
            at += bytes;
            units += len;
        };
        for chunk in text.utf8_chunks() {
            for c in chunk.valid().chars() {
                pass(c.len_utf8(), c.len_utf16());
            }
            if !chunk.invalid().is_empty() {
                pass(chunk.invalid().len(), 1);
            }
        }
    }

    pub(super) fn span(&self, text: &[u8], range: &Range<usize>) -> Span {
        Span {
            start: self.position(text, range.start),
            end: self.position(text, range.end),
        }
    }

    /// Returns the 1-based number of the line that contains the byte at
    /// `offset`.
    pub(super) fn line_of(&self, offset: usize) -> u64 {
        self.starts.partition_point(|&start| start <= offset) as u64
    }

    /// Returns the offset of the first byte of a line that is not ASCII white
    /// space; `None` for a blank or absent line.
    pub(super) fn first_of(&self, text: &[u8], line: u64) -> Option<usize> {
        let line = usize::try_from(line).ok()?;
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied().unwrap_or(text.len());
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let blanks = text[start..end].iter().take_while(|b| is_blank(b)).count();
        (start + blanks < end).then_some(start + blanks)
    }

    pub(super) fn position(&self, text: &[u8], offset: usize) -> Position {
        let line = self.line_of(offset);
        let start = self.starts[line as usize - 1];
        Position {
            offset,
            line,
            column: offset - start,
            column_utf16: self.utf16(text, offset) - self.utf16(text, start),
        }
    }

    /// Returns the UTF-16 length of the text before `offset`.
    fn utf16(&self, text: &[u8], offset: usize) -> usize {
        match self.marks.partition_point(|(at, _)| *at <= offset) {
            0 => offset,
            after => {
                let (at, units) = self.marks[after - 1];
                units + utf16_len(text.get(at..offset).unwrap_or_default())
            }
        }
    }
}

fn utf16_len(text: &[u8]) -> usize {
    let units = |chunk: std::str::Utf8Chunk<'_>| {
        let valid: usize = chunk.valid().chars().map(char::len_utf16).sum();
        valid + usize::from(!chunk.invalid().is_empty())
    };
    text.utf8_chunks().map(units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_bytes_and_code_units() {
        let text = "aä\n😀x\r\n".as_bytes();
        let lines = Lines::of(text);
        let line_and_columns = |offset| {
            let p = lines.position(text, offset);
            (p.line, p.column, p.column_utf16)
        };
        assert_eq!(line_and_columns(0), (1, 0, 0));
        assert_eq!(line_and_columns(3), (1, 3, 2));
        assert_eq!(line_and_columns(4), (2, 0, 0));
        assert_eq!(line_and_columns(9), (2, 5, 3));
        assert_eq!(line_and_columns(11), (3, 0, 0));
        assert_eq!(utf16_len(b"\xff\xe2\x82a"), 3);
    }
}
