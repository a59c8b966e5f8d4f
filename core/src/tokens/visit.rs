//! What is done with the parts of a text.

use std::ops::{ControlFlow, Range};

use super::cache::Worker;
use super::model::Model;
use crate::cancel::{Aborted, CancelToken};
use crate::offsets::OffsetMap;

/// Looks at the parts of a text that are encoded by themselves, in order, until
/// it breaks off.
pub(super) trait Visit {
    /// Announces that the next pieces are of normalized text; `map` gives their
    /// offsets in the text from `base` on.
    fn normalized(&mut self, _base: usize, _map: &OffsetMap) {}

    /// The piece `text[start..end]`.
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted>;

    fn special(&mut self, range: Range<usize>, id: u32) -> Result<ControlFlow<()>, Aborted>;
}

/// Counts tokens until there are more than a limit.
pub(super) struct Count<'a> {
    model: &'a Model,
    worker: &'a mut Worker,
    token: &'a CancelToken,
    limit: usize,
    count: usize,
}

impl<'a> Count<'a> {
    pub(super) fn new(
        model: &'a Model,
        worker: &'a mut Worker,
        token: &'a CancelToken,
        limit: usize,
    ) -> Count<'a> {
        Count {
            model,
            worker,
            token,
            limit,
            count: 0,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn add(&mut self, count: usize) -> Result<ControlFlow<()>, Aborted> {
        self.count += count;
        Ok(if self.count > self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }
}

impl Visit for Count<'_> {
    #[inline(always)]
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let count = (self.model).count(text, start, end, self.worker, self.token)?;
        self.add(count)
    }

    fn special(&mut self, _: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.add(1)
    }
}

/// Hands the id and end of each token to `take`.
pub(super) struct Take<'a, F> {
    model: &'a Model,
    worker: &'a mut Worker,
    token: &'a CancelToken,
    /// Start of the text that was normalized, and the map back to it.
    normalized: Option<(usize, OffsetMap)>,
    take: F,
}

impl<'a, F: FnMut(u32, usize)> Take<'a, F> {
    pub(super) fn new(
        model: &'a Model,
        worker: &'a mut Worker,
        token: &'a CancelToken,
        take: F,
    ) -> Take<'a, F> {
        Take {
            model,
            worker,
            token,
            normalized: None,
            take,
        }
    }
}

impl<F: FnMut(u32, usize)> Visit for Take<'_, F> {
    fn normalized(&mut self, base: usize, map: &OffsetMap) {
        self.normalized = Some((base, map.clone()));
    }

    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let mut at = start;
        (self.model).encode(&text[start..end], self.worker, self.token, |id, len| {
            at += len;
            let end = match &self.normalized {
                Some((base, map)) => base + map.original(at),
                None => at,
            };
            (self.take)(id, end);
        })?;
        Ok(ControlFlow::Continue(()))
    }

    fn special(&mut self, range: Range<usize>, id: u32) -> Result<ControlFlow<()>, Aborted> {
        (self.take)(id, range.end);
        Ok(ControlFlow::Continue(()))
    }
}
