//! Parts of a text that have one class.

use ransack_base::internal::line_at;

use crate::class::Class;

/// Part of the text that has one class. Offsets count bytes or UTF-16 code units, depending on the
/// method that returns the span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HighlightSpan {
    /// Offset of the start of the span, 0-based.
    pub start: usize,
    /// Offset just past the end of the span.
    pub end: usize,
    /// Class of the text in the span.
    pub class: Class,
}

/// Iterator over runs of equal class ids, each within one line.
pub(super) struct SpanIter<'a> {
    text: &'a [u8],
    classes: &'a [u8],
    at: usize,
    line_end: usize,
    next_line: usize,
}

impl<'a> SpanIter<'a> {
    /// Creates an iterator that starts at `at`, which must be the start of a line.
    pub(super) fn new(text: &'a [u8], classes: &'a [u8], at: usize) -> SpanIter<'a> {
        SpanIter {
            text,
            classes,
            at,
            line_end: at,
            next_line: at,
        }
    }
}

impl Iterator for SpanIter<'_> {
    type Item = HighlightSpan;

    fn next(&mut self) -> Option<HighlightSpan> {
        loop {
            if self.at >= self.line_end {
                if self.next_line >= self.text.len() {
                    return None;
                }
                let line = line_at(self.text, self.next_line, self.text.len());
                (self.at, self.line_end, self.next_line) = (line.start, line.end, line.next);
                continue;
            }
            let classes = &self.classes[self.at..self.line_end];
            let class_id = classes[0];
            let start = self.at;
            self.at += run_len(classes, class_id);
            if let Some(class) = Class::from_id(class_id) {
                return Some(HighlightSpan {
                    start,
                    end: self.at,
                    class,
                });
            }
        }
    }
}

/// Returns the length of the leading run of `class_id`.
fn run_len(classes: &[u8], class_id: u8) -> usize {
    // Compares whole blocks with vector instructions, for long runs.
    const BLOCK: usize = 64;
    let blocks = classes.chunks_exact(BLOCK);
    let same = blocks.take_while(|block| block.iter().all(|&id| id == class_id));
    let same = same.count() * BLOCK;
    let rest = classes[same..].iter().position(|&id| id != class_id);
    rest.map_or(classes.len(), |rest| same + rest)
}
