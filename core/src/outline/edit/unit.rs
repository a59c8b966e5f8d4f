//! Indentation of a text: its unit.

use crate::outline::table::Unit;

impl Unit {
    /// Maximum number of indented lines that are read.
    const MAX_LINES: usize = 1000;

    /// Returns the unit of a text: a tab if most of its first indented lines begin with one, or the
    /// least number of spaces; `None` if no line is indented.
    pub(super) fn of(source: &[u8]) -> Option<Unit> {
        let (mut tabs, mut spaces, mut least) = (0, 0, usize::MAX);
        let indented = source.split(|byte| *byte == b'\n');
        let indented = indented.filter(|line| {
            matches!(line.first(), Some(b' ' | b'\t')) && !line.trim_ascii().is_empty()
        });
        for line in indented.take(Unit::MAX_LINES) {
            if line[0] == b'\t' {
                tabs += 1;
                continue;
            }
            let width = line.iter().take_while(|byte| **byte == b' ').count();
            // A single space is that of a block comment.
            if width > 1 {
                spaces += 1;
                least = least.min(width);
            }
        }
        match (tabs, spaces) {
            (0, 0) => None,
            _ if tabs > spaces => Some(Unit::Tab),
            _ => Some(Unit::Spaces(least.min(8))),
        }
    }

    /// Returns the blanks of one level.
    pub(super) fn blanks(self) -> Vec<u8> {
        match self {
            Unit::Tab => b"\t".to_vec(),
            Unit::Spaces(count) => vec![b' '; count],
        }
    }
}
