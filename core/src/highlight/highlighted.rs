//! Text with the classes of its parts.

use super::class::Class;
use super::options::HighlightReport;
use super::render::{Output, Palette, render, rendered_len};
use crate::cancel::{AbortReason, Aborted, CancelToken};
use crate::error::Result;
use crate::exec::Pool;
use crate::offsets::{Utf16Cursor, line_at};
use crate::pipeline::OnTimeout;

/// A part of the text with one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it is.
    pub class: Class,
}

/// Text and the classes of its parts; made by [`highlight`](super::highlight).
#[derive(Clone, Debug)]
pub struct Highlighted<'t> {
    pub(super) text: &'t [u8],
    /// For each byte its class, by number.
    pub(super) marks: Vec<u8>,
    pub(super) is_ansi: bool,
    pub(super) on_timeout: OnTimeout,
    pub(super) report: HighlightReport,
}

impl<'t> Highlighted<'t> {
    /// The text, as it was given.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// How far the classes can be trusted.
    pub fn report(&self) -> &HighlightReport {
        &self.report
    }

    /// The parts that have a class, in order and apart from each other; none
    /// reaches over the end of a line. Offsets are in bytes.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        Spans::new(self.text, &self.marks, 0)
    }

    /// As [`spans`](Highlighted::spans), with offsets in UTF-16 code units of
    /// the text as [`String::from_utf8_lossy`] reads it.
    pub fn spans_utf16(&self) -> impl Iterator<Item = Span> + '_ {
        let mut cursor = Utf16Cursor::new(self.text);
        self.spans().map(move |span| Span {
            start: cursor.ceil(span.start),
            end: cursor.ceil(span.end),
            class: span.class,
        })
    }

    /// The text with what the output form puts around its parts. Whatever is
    /// put in is taken back before the line ends, so that each line can stand
    /// alone.
    ///
    /// # Errors
    ///
    /// Those of [`heartbeat`](Highlighted::heartbeat).
    pub fn render(&self, output: &Output, token: &CancelToken) -> Result<Vec<u8>> {
        // Colours of its own would break those that are there.
        let plain = Output::Ansi(Palette::default());
        let output = match output {
            Output::Ansi(_) if self.is_ansi => &plain,
            output => output,
        };
        let check = || self.heartbeat(token);
        let (text, marks) = (self.text, &self.marks);
        let mut out = Vec::with_capacity(rendered_len(text, marks, output, &check)?);
        match render(text, marks, output, &mut out, &check) {
            Ok(()) => Ok(out),
            Err(aborted) => {
                Pool::shared().drop_later(out);
                Err(aborted.into())
            }
        }
    }

    /// As [`CancelToken::heartbeat`], but if the text was highlighted with
    /// [`OnTimeout::Partial`] a deadline is no error: for whoever goes through
    /// the spans.
    ///
    /// # Errors
    ///
    /// That the token has fired.
    pub fn heartbeat(&self, token: &CancelToken) -> Result<(), Aborted> {
        match token.heartbeat() {
            Err(Aborted(AbortReason::Timeout)) if self.on_timeout == OnTimeout::Partial => Ok(()),
            beat => beat,
        }
    }
}

/// The runs of equal marks, each within a line.
pub(super) struct Spans<'a> {
    text: &'a [u8],
    marks: &'a [u8],
    at: usize,
    line_end: usize,
    next_line: usize,
}

impl<'a> Spans<'a> {
    /// Those from `at` on, which is the start of a line.
    pub(super) fn new(text: &'a [u8], marks: &'a [u8], at: usize) -> Spans<'a> {
        Spans {
            text,
            marks,
            at,
            line_end: at,
            next_line: at,
        }
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            if self.at >= self.line_end {
                if self.next_line >= self.text.len() {
                    return None;
                }
                let line = line_at(self.text, self.next_line, self.text.len());
                (self.at, self.line_end, self.next_line) = (line.start, line.end, line.next);
                continue;
            }
            let marks = &self.marks[self.at..self.line_end];
            let mark = marks[0];
            let start = self.at;
            self.at += run(marks, mark);
            if let Some(class) = Class::from_mark(mark) {
                return Some(Span {
                    start,
                    end: self.at,
                    class,
                });
            }
        }
    }
}

/// How many marks from the start on are this one.
fn run(marks: &[u8], mark: u8) -> usize {
    // Most runs are short; a long one is compared by many bytes at once.
    const BLOCK: usize = 64;
    let blocks = marks.chunks_exact(BLOCK);
    let same = blocks.take_while(|block| block.iter().all(|&m| m == mark));
    let same = same.count() * BLOCK;
    let rest = marks[same..].iter().position(|&m| m != mark);
    rest.map_or(marks.len(), |rest| same + rest)
}
