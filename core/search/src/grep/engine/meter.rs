//! Step counting for searches, with token checks in between.

use ransack_base::{Aborted, CancelToken};

use super::super::backtracking::{BacktrackingEnd, UndecidedLines};

/// Number of steps between two checks of the token; a step takes 1 to 10 ns.
pub(super) const CHECK_INTERVAL: usize = 1 << 18;

/// Number of bytes copied or scanned at once, at several GB/s.
pub(in crate::grep) const SLICE: usize = 1 << 20;

/// Counter of steps that checks the token at bounded intervals.
pub(crate) struct Meter<'a> {
    token: &'a CancelToken,
    /// Texts that could not be matched, if the search decides about results.
    undecided: Option<&'a UndecidedLines>,
    /// Steps until the next check.
    left: usize,
    #[cfg(test)]
    pub(crate) total: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(token: &'a CancelToken) -> Meter<'a> {
        Meter {
            token,
            undecided: None,
            left: CHECK_INTERVAL,
            #[cfg(test)]
            total: 0,
        }
    }

    /// Creates a meter for a search that decides about results.
    pub(crate) fn with_undecided(
        token: &'a CancelToken,
        undecided: &'a UndecidedLines,
    ) -> Meter<'a> {
        Meter {
            undecided: Some(undecided),
            ..Meter::new(token)
        }
    }

    /// Whether the search should no longer try to match texts that take many steps.
    pub(in crate::grep) fn is_exhausted(&self) -> bool {
        self.undecided.is_some_and(UndecidedLines::is_exhausted)
    }

    /// Returns the answer of the backtracking engine. Without an answer, counts the text and returns
    /// `if_undecided`.
    pub(in crate::grep) fn settle<T>(
        &self,
        answer: Result<T, BacktrackingEnd>,
        if_undecided: T,
    ) -> Result<T, Aborted> {
        match (answer, self.undecided) {
            (Ok(answer), _) => return Ok(answer),
            (Err(end), Some(undecided)) => undecided.add(end)?,
            (Err(BacktrackingEnd::Aborted(aborted)), None) => return Err(aborted),
            (Err(_), None) => {}
        }
        Ok(if_undecided)
    }

    /// Counts steps. Fails if the token has fired and a check is due.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Aborted> {
        #[cfg(test)]
        {
            self.total += steps as u64;
        }
        if steps < self.left {
            self.left -= steps;
            return Ok(());
        }
        self.left = CHECK_INTERVAL;
        self.token.heartbeat()
    }

    /// Counts steps. Fails if the token has fired.
    pub(crate) fn spend_and_check(&mut self, steps: usize) -> Result<(), Aborted> {
        self.spend(steps)?;
        self.token.heartbeat()
    }

    /// Counts bytes that were scanned or copied; 16 bytes are one step.
    pub(crate) fn skip(&mut self, bytes: usize) -> Result<(), Aborted> {
        self.spend(bytes / 16 + 1)
    }

    /// Counts the bytes of a search that cannot be interrupted, and checks the token first.
    pub(crate) fn run_uninterrupted(&mut self, bytes: usize) -> Result<(), Aborted> {
        #[cfg(test)]
        {
            self.total += bytes as u64;
        }
        let _ = bytes;
        self.token.heartbeat()
    }
}

/// Returns the offset after the first line feed at or after `from`, or the length of the text.
pub(crate) fn line_end(
    text: &[u8],
    mut from: usize,
    meter: &mut Meter<'_>,
) -> Result<usize, Aborted> {
    while from < text.len() {
        let end = text.len().min(from + SLICE);
        let found = memchr::memchr(b'\n', &text[from..end]);
        meter.skip(found.unwrap_or(end - from))?;
        if let Some(feed) = found {
            return Ok(from + feed + 1);
        }
        from = end;
    }
    Ok(text.len())
}

/// Returns the offset after the last line feed before `to`, or `from`.
pub(crate) fn line_start(
    text: &[u8],
    from: usize,
    mut to: usize,
    meter: &mut Meter<'_>,
) -> Result<usize, Aborted> {
    while to > from {
        let start = from.max(to.saturating_sub(SLICE));
        let found = memchr::memrchr(b'\n', &text[start..to]);
        meter.skip(to - found.map_or(start, |feed| start + feed))?;
        if let Some(feed) = found {
            return Ok(start + feed + 1);
        }
        to = start;
    }
    Ok(from)
}
