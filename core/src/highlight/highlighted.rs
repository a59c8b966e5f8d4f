//! Text with the classes of its parts.

use super::class::Class;
use super::options::HighlightReport;
use super::render::{Output, render};
use super::work::line_at;

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
        let mut place = Utf16Place::default();
        self.spans().map(move |span| Span {
            start: place.advance(self.text, span.start),
            end: place.advance(self.text, span.end),
            class: span.class,
        })
    }

    /// The text with what the output form puts around its parts. Whatever is
    /// put in is taken back before the line ends, so that each line can stand
    /// alone.
    pub fn render(&self, output: &Output) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() * 3);
        if self.is_ansi && matches!(output, Output::Ansi(_)) {
            out.extend_from_slice(self.text);
        } else {
            render(self.text, &self.marks, output, &mut out);
        }
        out
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
            let length = marks.iter().position(|&m| m != mark);
            let start = self.at;
            self.at += length.unwrap_or(marks.len());
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

/// The UTF-16 code units of a text as [`String::from_utf8_lossy`] reads it.
pub(super) fn utf16_len(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.utf8_chunks()
        .map(|chunk| {
            chunk.valid().encode_utf16().count() + usize::from(!chunk.invalid().is_empty())
        })
        .sum()
}

/// A place in the text, in bytes and in UTF-16 code units.
#[derive(Default)]
struct Utf16Place {
    byte: usize,
    unit: usize,
}

impl Utf16Place {
    /// Goes on to a byte and tells the unit. Of a byte within a character that
    /// is the unit after it.
    fn advance(&mut self, text: &[u8], to: usize) -> usize {
        while self.byte < to {
            if text[self.byte].is_ascii() {
                self.byte += 1;
                self.unit += 1;
                continue;
            }
            let window = &text[self.byte..text.len().min(self.byte + 4)];
            let Some(chunk) = window.utf8_chunks().next() else {
                break;
            };
            let (bytes, units) = match chunk.valid().chars().next() {
                Some(c) => (c.len_utf8(), c.len_utf16()),
                // What cannot be read becomes one U+FFFD.
                None => (chunk.invalid().len(), 1),
            };
            self.byte += bytes;
            self.unit += units;
        }
        self.unit
    }
}
