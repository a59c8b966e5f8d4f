use std::ops::Range;

use crate::path::RelPath;

/// A piece of code that matched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstMatch {
    /// The file, relative to the root; for a root that is a file, its name.
    /// Empty for a search in memory.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// The language in which it was found, by name; where one language is
    /// embedded in another, the embedded one.
    pub language: &'static str,
    /// Number of the pattern, 0-based, in the order given; the first, if
    /// several match here. A rule comes after all patterns.
    pub pattern: u32,
    /// Where the pattern was thought to stand when it was read: `file`,
    /// `statement`, `expression`, `member`, `type`, ... `rule` for a rule.
    pub context: &'static str,
    /// Where the code is.
    pub span: Span,
    /// The code.
    pub text: Vec<u8>,
    /// What the named metavariables stand for, in the order of their first
    /// occurrence in the pattern, if asked for.
    pub meta_variables: Vec<MetaVariable>,
}

/// What a metavariable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetaVariable {
    /// The name, without `$`.
    pub name: String,
    /// Whether it stands for a list of nodes.
    pub is_list: bool,
    /// The code; of a list, from the first to the last node.
    pub text: Vec<u8>,
    /// Where the code is; `None` for an empty list.
    pub span: Option<Span>,
}

/// From where to where something goes in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Span {
    /// Its first byte.
    pub start: Position,
    /// The byte after its last.
    pub end: Position,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Position {
    /// In bytes from the start of the text, 0-based.
    pub offset: usize,
    /// Number of the line, 1-based.
    pub line: u64,
    /// In bytes from the start of the line, 0-based.
    pub column: usize,
    /// The same in UTF-16 code units, with one for each piece that is not
    /// UTF-8.
    pub column_utf16: usize,
}

impl AstMatch {
    /// About how many bytes this holds.
    pub(super) fn weight(&self) -> usize {
        let meta: usize = self
            .meta_variables
            .iter()
            .map(|m| size_of::<MetaVariable>() + m.name.len() + m.text.len())
            .sum();
        size_of::<AstMatch>() + self.text.len() + meta
    }
}

/// The lines of a text, and its length in UTF-16 up to any place.
pub(super) struct Lines {
    /// Where each begins.
    starts: Vec<usize>,
    /// Places in a text that is not ASCII, with the UTF-16 length up to there.
    marks: Vec<(usize, usize)>,
}

impl Lines {
    /// How far marks are apart, in bytes.
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

    /// Number of the line that a byte is in, 1-based.
    pub(super) fn line_of(&self, offset: usize) -> u64 {
        self.starts.partition_point(|&start| start <= offset) as u64
    }

    /// The first byte of a line that is no blank.
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

    /// The UTF-16 length of the text before `offset`.
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
        let place = |offset| {
            let p = lines.position(text, offset);
            (p.line, p.column, p.column_utf16)
        };
        assert_eq!(place(0), (1, 0, 0));
        assert_eq!(place(3), (1, 3, 2));
        assert_eq!(place(4), (2, 0, 0));
        assert_eq!(place(9), (2, 5, 3));
        assert_eq!(place(11), (3, 0, 0));
        assert_eq!(utf16_len(b"\xff\xe2\x82a"), 3);
    }
}
