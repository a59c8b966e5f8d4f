//! Result of a highlighting call: the spans, and rendering of the text.
//!
//! Invariants: spans are in order, do not overlap and do not cross a line ending.

use std::borrow::Cow;
use std::ops::Range;

use ransack_base::offsets::{Utf16Cursor, utf16_len};
use ransack_base::{AbortReason, Aborted, CancelToken, Pool, Result};
use ransack_search::OnTimeout;

use crate::options::HighlightReport;
use crate::render::{Output, Palette, chunks, render, rendered_len};
use crate::span::{HighlightSpan, SpanIter};

/// Text together with the classes of its parts, returned by [`highlight`](super::highlight).
#[derive(Clone, Debug)]
pub struct Highlighted<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// Byte range of the highlighted lines.
    pub(super) range: Range<usize>,
    /// Class id of each byte.
    pub(super) classes: Vec<u8>,
    pub(super) is_ansi: bool,
    pub(super) on_timeout: OnTimeout,
    pub(super) report: HighlightReport,
}

impl Highlighted<'_> {
    /// Returns the original text, unchanged: the whole text, even if only some of its lines are
    /// highlighted.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the report on the call, which gives the engine and says whether the classes are
    /// complete.
    pub fn report(&self) -> &HighlightReport {
        &self.report
    }

    /// Iterates over the spans that have a class, in order and without overlap. No span crosses a
    /// line ending. Offsets count bytes of the whole text.
    pub fn spans(&self) -> impl Iterator<Item = HighlightSpan> + '_ {
        let Range { start, end } = self.range;
        SpanIter::new(&self.text[..end], &self.classes[..end], start)
    }

    /// Iterates over the spans that have a class, with offsets in UTF-16 code units of the text as
    /// decoded by [`String::from_utf8_lossy`]. No span crosses a line ending.
    pub fn spans_utf16(&self) -> impl Iterator<Item = HighlightSpan> + '_ {
        let mut cursor = Utf16Cursor::new(&self.text);
        self.spans().map(move |span| HighlightSpan {
            start: cursor.ceil(span.start),
            end: cursor.ceil(span.end),
            class: span.class,
        })
    }

    /// Renders the text, or the highlighted lines, in the form given by `output`. Each style or tag is closed before the line
    /// ends, so that lines can be displayed separately.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires. If the text was highlighted under
    /// [`OnTimeout::Partial`], a passed deadline is not an error.
    pub fn render(&self, output: &Output, token: &CancelToken) -> Result<Vec<u8>> {
        // Additional escape sequences would break the styles of the text.
        let plain = Output::Ansi(Palette::default());
        let output = match output {
            Output::Ansi(_) if self.is_ansi => &plain,
            output => output,
        };
        let check = || self.heartbeat(token);
        let range = self.range.clone();
        let (text, classes) = (&self.text[range.clone()], &self.classes[range]);
        let mut out = Vec::with_capacity(rendered_len(text, classes, output, &check)?);
        match render(text, classes, output, &mut out, &check) {
            Ok(()) => Ok(out),
            Err(aborted) => {
                Pool::shared().drop_later(out);
                Err(aborted.into())
            }
        }
    }

    /// Checks the token, for callers that iterate over many spans.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token has fired. If the text was highlighted under
    /// [`OnTimeout::Partial`], a passed deadline is not an error.
    pub fn heartbeat(&self, token: &CancelToken) -> Result<(), Aborted> {
        match token.heartbeat() {
            Err(Aborted(AbortReason::Timeout)) if self.on_timeout == OnTimeout::Partial => Ok(()),
            checked => checked,
        }
    }
}

/// Counts the UTF-16 code units of the text as [`String::from_utf8_lossy`] decodes it. Calls
/// `check` about every 64 KiB.
pub(super) fn count_utf16(
    text: &[u8],
    check: &impl Fn() -> Result<(), Aborted>,
) -> Result<usize, Aborted> {
    let mut units = 0;
    for chunk in chunks(text) {
        check()?;
        units += utf16_len(chunk);
    }
    Ok(units)
}
