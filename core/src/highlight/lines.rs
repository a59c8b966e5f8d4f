//! One call's work: what the engines share.

use std::ops::Range;

use memchr::memchr;
use syntect::parsing::SyntaxReference;

use super::apart;
use super::class::PLAIN;
use super::marked::Marked;
use super::syntaxes::{LineReader, LineState};
use crate::cancel::{Aborted, CancelToken};

/// So many bytes, and the rest of their last line, are handed to another thread
/// at once: far more than it costs to hand them over, and few to copy.
const PIECE: usize = 64 << 10;

/// What the parts of a call have in common.
pub(super) struct Work {
    /// See [`HighlightOptions::max_line`](super::HighlightOptions::max_line).
    max_line: usize,
    /// Where the lines begin that were not looked at in full.
    pub(super) cut: Vec<usize>,
    reader: LineReader,
}

impl Work {
    pub(super) fn new(max_line: usize) -> Work {
        Work {
            max_line,
            cut: Vec::new(),
            reader: LineReader::default(),
        }
    }

    /// Forgets what is known of lines from `start` on.
    pub(super) fn forget_cuts_from(&mut self, start: usize) {
        self.cut.retain(|cut| *cut < start);
    }

    /// Marks `part` of the text, which begins with a line, from a state on.
    /// What is left of `part` is what has not been looked at.
    pub(super) fn go_on(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        part: &mut Range<usize>,
        marks: &mut [u8],
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        while part.start < part.end {
            token.heartbeat()?;
            let line = line_at(text, part.start, part.end);
            let marks = &mut marks[line.start..line.end];
            // It may have been read before, when it was shorter.
            marks.fill(PLAIN);
            let text = &text[line.start..line.end];
            let whole = self.reader.read(state, text, marks, self.max_line);
            if !whole {
                self.cut.push(line.start);
            }
            part.start = line.next;
        }
        Ok(())
    }

    /// The same on another thread, so that whoever aborts does not wait for the
    /// line at hand. A line that takes too long stays plain, and the next goes
    /// on as if it had not been.
    pub(super) fn go_on_apart(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        part: &mut Range<usize>,
        marks: &mut [u8],
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        let mut slow = None;
        while part.start < part.end {
            let start = part.start;
            if slow == Some(start) {
                let next = line_at(text, start, part.end).next;
                marks[start..next].fill(PLAIN);
                self.cut.push(start);
                part.start = next;
                slow = None;
                continue;
            }
            let enough = part.end.min(start + PIECE);
            // What is before a slow line is read again, for the state after it.
            let end = slow.unwrap_or_else(|| line_at(text, enough, part.end).next);
            // What is too long stays so if not all of it is copied.
            let seen = end.min(enough.saturating_add(self.max_line).saturating_add(1));
            let known = self.cut.len();
            let mut done = start;
            apart::read(
                state.clone(),
                &text[start..seen],
                self.max_line,
                token,
                |progress| {
                    done += progress.done;
                    marks[start..done].copy_from_slice(&progress.marks[..progress.done]);
                    self.cut.extend(progress.cut.iter().map(|cut| start + cut));
                    if let Some(after) = progress.state.take()
                        && done == seen
                    {
                        *state = after;
                    }
                },
            )?;
            if done == seen {
                part.start = end;
            } else {
                self.cut.truncate(known);
                slow = Some(done);
            }
        }
        Ok(())
    }
}

/// Marks a text by the lines of a syntax.
pub(super) fn mark_lines(
    syntax: &SyntaxReference,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
) -> (Marked, Result<(), Aborted>) {
    let mut marked = Marked::plain(text.len());
    let mut work = Work::new(max_line);
    let mut state = LineState::new(syntax);
    let mut part = 0..text.len();
    let ended = work.go_on_apart(&mut state, text, &mut part, &mut marked.marks, token);
    marked.cut = work.cut;
    (marked, ended)
}

/// A line without its end, and where the next begins.
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: usize,
}

/// The line that begins at `start`. It ends with LF or CR LF, or at `limit`.
pub(super) fn line_at(text: &[u8], start: usize, limit: usize) -> Line {
    let rest = &text[start..limit];
    let Some(feed) = memchr(b'\n', rest) else {
        return Line {
            start,
            end: limit,
            next: limit,
        };
    };
    let has_return = feed > 0 && rest[feed - 1] == b'\r';
    Line {
        start,
        end: start + feed - usize::from(has_return),
        next: start + feed + 1,
    }
}
