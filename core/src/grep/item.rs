use crate::path::RelPath;

/// One result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrepMatch {
    /// The file, relative to the root; for a root that is a file, its name.
    /// Empty for a search in memory.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// Number of the (first) line, 1-based; 0 where the result is a file.
    pub line_number: u64,
    /// Where the line begins, in bytes from the start of the file, 0-based.
    pub byte_offset: u64,
    /// The line without its line end, or the window of it that
    /// [`clip`](GrepMatch::clip) describes. Of a match over several lines, all
    /// of them, without the last line end. Empty where the result is a file.
    pub line: Vec<u8>,
    /// The matches in `line`, in order, at most
    /// [`GrepMatch::MAX_SUBMATCHES`]. Empty for inverted searches and where the
    /// result is a file.
    pub submatches: Vec<Submatch>,
    /// Whether `line` holds more matches than are listed.
    pub submatches_capped: bool,
    /// Lines before that belong to no earlier match, nearest last.
    pub context_before: Vec<ContextLine>,
    /// Lines after, nearest first.
    pub context_after: Vec<ContextLine>,
    /// Set if `line` is not the whole line.
    pub clip: Option<Clip>,
    /// The number of matching lines in the file, where that is the result;
    /// else 1.
    pub match_count: u64,
}

/// A match within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Submatch {
    /// First byte, 0-based, in [`GrepMatch::line`].
    pub start: usize,
    /// One past the last byte. Equal to `start` for an empty match.
    pub end: usize,
    /// Number of the pattern, 0-based, in the order given; the first, if
    /// several match here.
    pub pattern: u32,
}

/// A line near a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ContextLine {
    /// Number of the line, 1-based.
    pub line_number: u64,
    /// The line without its line end, cut at `max_columns` bytes.
    pub line: Vec<u8>,
    /// Whether `line` was cut.
    pub clipped: bool,
}

/// How much of a long line is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clip {
    /// Where the window begins, in bytes from the start of the line.
    pub offset: usize,
    /// Length of the whole line in bytes.
    pub line_len: usize,
}

impl GrepMatch {
    /// How many matches are listed of one line, so that a line of a million
    /// matches does not cost a hundred times its size.
    pub const MAX_SUBMATCHES: usize = 10_000;

    /// About how many bytes this holds.
    pub(crate) fn weight(&self) -> usize {
        let context: usize = self
            .context_before
            .iter()
            .chain(&self.context_after)
            .map(|c| c.line.len() + size_of::<ContextLine>())
            .sum();
        size_of::<GrepMatch>()
            + self.line.len()
            + self.submatches.len() * size_of::<Submatch>()
            + context
    }
}

/// The window of at most `max` bytes of `line` around `focus` (a range in it),
/// on character boundaries.
pub(crate) fn window(line: &[u8], focus: (usize, usize), max: usize) -> (usize, usize) {
    if line.len() <= max {
        return (0, line.len());
    }
    let focus_len = (focus.1 - focus.0).min(max);
    let lead = (max - focus_len) / 2;
    let start = focus.0.saturating_sub(lead).min(line.len() - max);
    // Inwards, so that the window never exceeds `max`; a match that begins on
    // a boundary is not cut by this.
    let mut from = start;
    while from < line.len() && from < start + 3 && is_continuation(line[from]) {
        from += 1;
    }
    let end = start + max;
    let mut to = end;
    while to > from && to + 3 > end && to < line.len() && is_continuation(line[to]) {
        to -= 1;
    }
    (from, to)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_window_lies_around_the_match() {
        let line = b"0123456789abcdefghij";
        assert_eq!(window(line, (10, 12), 100), (0, 20));
        assert_eq!(window(line, (10, 12), 6), (8, 14));
        assert_eq!(window(line, (0, 1), 6), (0, 6));
        assert_eq!(window(line, (19, 20), 6), (14, 20));
        assert_eq!(
            window(line, (2, 18), 6),
            (2, 8),
            "a long match from its start"
        );
        assert_eq!(window(line, (2, 2), 0), (2, 2));
    }

    #[test]
    fn the_window_is_cut_between_characters() {
        let line = "ääääXääää".as_bytes();
        for max in 0..line.len() {
            let (from, to) = window(line, (8, 9), max);
            assert!(to - from <= max);
            let text = std::str::from_utf8(&line[from..to]).unwrap();
            assert_eq!(text.contains('X'), max >= 1, "{max} {text}");
        }
    }
}
