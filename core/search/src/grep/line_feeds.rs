//! Text whose lines end with a line feed only, for multi-line matches in text with `\r\n`.

use memchr::memmem::Finder;
use ransack_base::{Aborted, Pool};

use super::engine::{MatchSpan, Meter, SLICE};
use super::sink::copy;

/// Copy of text without the carriage returns that precede a line feed.
pub(super) struct LineFeedText<'a> {
    original: &'a [u8],
    line_end: Finder<'static>,
    pub(super) text: Vec<u8>,
}

/// Position in the copy and in the original; only moves forwards.
pub(super) struct LineFeedPlace<'a> {
    whole: &'a LineFeedText<'a>,
    copy_at: usize,
    at: usize,
}

impl<'a> LineFeedText<'a> {
    /// Returns `None` if the text has no carriage return before a line feed.
    pub(super) fn new(
        original: &'a [u8],
        meter: &mut Meter<'_>,
    ) -> Result<Option<LineFeedText<'a>>, Aborted> {
        let mut whole = LineFeedText {
            original,
            line_end: Finder::new(b"\r\n"),
            text: Vec::new(),
        };
        match whole.fill(meter) {
            Ok(has_pairs) => Ok(has_pairs.then_some(whole)),
            Err(aborted) => {
                // Freeing a large text takes milliseconds, and an abort must not wait for it.
                Pool::shared().drop_later(whole.text);
                Err(aborted)
            }
        }
    }

    /// Copies the text from the first `\r\n` on. Returns whether there is one.
    fn fill(&mut self, meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let original = self.original;
        let mut has_pairs = false;
        let mut at = 0;
        while at < original.len() {
            let end = original.len().min(at + SLICE);
            // Includes one more byte in case the slice ends between the two.
            let found = (self.line_end).find(&original[at..original.len().min(end + 1)]);
            let kept = found.unwrap_or(end - at);
            meter.skip(kept)?;
            if found.is_some() && !has_pairs {
                has_pairs = true;
                self.text = copy(&original[..at], meter)?;
            }
            if has_pairs {
                self.text.extend_from_slice(&original[at..at + kept]);
            }
            at += kept + usize::from(found.is_some());
        }
        Ok(has_pairs)
    }

    pub(super) fn start(&self) -> LineFeedPlace<'_> {
        self.place(0, 0)
    }

    /// Returns the place at an offset in the copy that leads to the offset `at` in the original.
    pub(super) fn place(&self, copy_at: usize, at: usize) -> LineFeedPlace<'_> {
        LineFeedPlace {
            whole: self,
            copy_at,
            at,
        }
    }
}

impl LineFeedPlace<'_> {
    /// Converts a match in the copy to a match in the original. The match must follow all earlier
    /// matches.
    pub(super) fn original(
        &mut self,
        span: MatchSpan,
        meter: &mut Meter<'_>,
    ) -> Result<MatchSpan, Aborted> {
        Ok(MatchSpan {
            start: self.advance(span.start, meter)?,
            end: self.advance(span.end, meter)?,
            ..span
        })
    }

    /// Advances to an offset in the copy and returns the original offset. Before a line feed,
    /// returns the offset of its carriage return.
    pub(super) fn advance(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<usize, Aborted> {
        while self.copy_at < to {
            // Remainder of the copy before `to`, plus the byte that may be a line feed.
            let left = (to - self.copy_at).min(SLICE);
            let original = self.whole.original;
            let end = original.len().min(self.at + left + 1);
            match self.whole.line_end.find(&original[self.at..end]) {
                // The line feed itself lies before `to`.
                Some(len) if len < left => {
                    self.copy_at += len + 1;
                    self.at += len + 2;
                    meter.skip(len)?;
                }
                _ => {
                    self.copy_at += left;
                    self.at += left;
                    meter.skip(left)?;
                }
            }
        }
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests;
