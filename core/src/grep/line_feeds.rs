//! Text whose lines end with a line feed alone, for matches that span lines of a text with `\r\n`.

use memchr::memmem;

use super::engine::{MatchSpan, Meter, SLICE};
use crate::cancel::Aborted;

/// Copy of a text without the carriage returns that stand before a line feed.
pub(super) struct LineFeedText<'a> {
    original: &'a [u8],
    pub(super) text: Vec<u8>,
}

/// Position in the copy and in the original; moves forwards.
pub(super) struct Place<'a> {
    original: &'a [u8],
    copy_at: usize,
    at: usize,
}

impl<'a> LineFeedText<'a> {
    /// `None` if the text has no such carriage return.
    pub(super) fn new(
        original: &'a [u8],
        meter: &mut Meter<'_>,
    ) -> Result<Option<LineFeedText<'a>>, Aborted> {
        let finder = memmem::Finder::new(b"\r\n");
        let mut text: Option<Vec<u8>> = None;
        let mut at = 0;
        while at < original.len() {
            let end = original.len().min(at + SLICE);
            // One byte more, in case the slice ends between the two.
            let found = finder.find(&original[at..original.len().min(end + 1)]);
            let kept = found.unwrap_or(end - at);
            meter.skip(kept)?;
            if found.is_some() {
                text.get_or_insert_with(|| {
                    let mut text = Vec::with_capacity(original.len());
                    text.extend_from_slice(&original[..at]);
                    text
                });
            }
            if let Some(text) = &mut text {
                text.extend_from_slice(&original[at..at + kept]);
            }
            at += kept + usize::from(found.is_some());
        }
        Ok(text.map(|text| LineFeedText { original, text }))
    }

    pub(super) fn start(&self) -> Place<'a> {
        Place {
            original: self.original,
            copy_at: 0,
            at: 0,
        }
    }
}

impl Place<'_> {
    /// A match in the original, behind those before it.
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

    /// Moves on to an offset in the copy, and returns the one in the original; in front of a line feed,
    /// the one of its carriage return.
    fn advance(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<usize, Aborted> {
        while self.copy_at < to {
            // The rest of the copy before `to` and the byte that may be a line feed.
            let left = (to - self.copy_at).min(SLICE);
            let end = self.original.len().min(self.at + left + 1);
            let found = memmem::find(&self.original[self.at..end], b"\r\n");
            match found {
                // The line feed itself is before `to`.
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
mod tests {
    use super::*;
    use crate::cancel::CancelToken;

    #[test]
    fn offsets_lead_to_the_same_place() {
        let token = CancelToken::new();
        let meter = &mut Meter::new(&token);
        for number in 0..4usize.pow(7) {
            let original: Vec<u8> = (0..7)
                .map(|digit| b"\r\nab"[number / 4usize.pow(digit) % 4])
                .collect();
            let copy = LineFeedText::new(&original, meter).unwrap();
            let has_pair = original.windows(2).any(|pair| pair == b"\r\n");
            assert_eq!(copy.is_some(), has_pair, "{original:?}");
            let Some(copy) = copy else { continue };
            let mut place = copy.start();
            let (mut at, mut expected) = (0, Vec::new());
            while at < original.len() {
                assert_eq!(
                    place.advance(expected.len(), meter).unwrap(),
                    at,
                    "{original:?}"
                );
                at += usize::from(original[at..].starts_with(b"\r\n"));
                expected.push(original[at]);
                at += 1;
            }
            assert_eq!(copy.text, expected);
            let end = copy.start().advance(expected.len(), meter).unwrap();
            assert_eq!(end, original.len());
        }
    }
}
