//! Visitors of the pieces and special tokens in text: counting and encoding.

use std::ops::{ControlFlow, Range};

use ransack_base::internal::OffsetMap;
use ransack_base::{Aborted, CancelToken};

use super::count_cache::EncodeContext;
use super::model::BpeModel;

/// Callback for the parts of the text that are encoded separately, in order.
///
/// Returning `ControlFlow::Break` ends the visit.
pub(super) trait PieceVisitor {
    /// Called before the pieces of a normalized segment. `map` maps offsets in the pieces to
    /// offsets in the original text, relative to `base`.
    fn normalized(&mut self, _base: usize, _map: &OffsetMap) {}

    /// Called for the piece `text[start..end]`.
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted>;

    /// Called for the special token with this id at `range` of the original text.
    fn special(&mut self, range: Range<usize>, id: u32) -> Result<ControlFlow<()>, Aborted>;
}

/// Counts tokens and stops above a limit.
pub(super) struct CountVisitor<'a> {
    model: &'a BpeModel,
    context: &'a mut EncodeContext,
    token: &'a CancelToken,
    limit: usize,
    count: usize,
}

impl<'a> CountVisitor<'a> {
    pub(super) fn new(
        model: &'a BpeModel,
        context: &'a mut EncodeContext,
        token: &'a CancelToken,
        limit: usize,
    ) -> CountVisitor<'a> {
        CountVisitor {
            model,
            context,
            token,
            limit,
            count: 0,
        }
    }

    /// Returns the number of tokens so far.
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

impl PieceVisitor for CountVisitor<'_> {
    #[inline(always)]
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let count = (self.model).count(text, start, end, self.context, self.token)?;
        self.add(count)
    }

    fn special(&mut self, _: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.add(1)
    }
}

/// Encodes text and calls `emit` with the id of each token and its range in the original text.
pub(super) struct EncodeVisitor<'a, F> {
    model: &'a BpeModel,
    context: &'a mut EncodeContext,
    token: &'a CancelToken,
    normalized: Option<NormalizedSegment>,
    emit: F,
}

/// Map of a normalized segment to the original text.
struct NormalizedSegment {
    /// Start of the segment in the original text.
    base: usize,
    map: OffsetMap,
    /// Last mapped offset and its result: most tokens begin there.
    last: Option<(usize, usize)>,
}

impl NormalizedSegment {
    fn original(&mut self, at: usize) -> usize {
        match self.last {
            Some((last, original)) if last == at => original,
            _ => {
                let original = self.base + self.map.original(at);
                self.last = Some((at, original));
                original
            }
        }
    }
}

impl<'a, F: FnMut(u32, Range<usize>)> EncodeVisitor<'a, F> {
    pub(super) fn new(
        model: &'a BpeModel,
        context: &'a mut EncodeContext,
        token: &'a CancelToken,
        emit: F,
    ) -> EncodeVisitor<'a, F> {
        EncodeVisitor {
            model,
            context,
            token,
            normalized: None,
            emit,
        }
    }
}

impl<F: FnMut(u32, Range<usize>)> PieceVisitor for EncodeVisitor<'_, F> {
    fn normalized(&mut self, base: usize, map: &OffsetMap) {
        self.normalized = Some(NormalizedSegment {
            base,
            map: map.clone(),
            last: None,
        });
    }

    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        (self.model).encode(&text[start..end], self.context, self.token, |id, range| {
            let (from, to) = (start + range.start, start + range.end);
            let range = match &mut self.normalized {
                Some(segment) => segment.original(from)..segment.original(to),
                None => from..to,
            };
            (self.emit)(id, range);
        })?;
        Ok(ControlFlow::Continue(()))
    }

    fn special(&mut self, range: Range<usize>, id: u32) -> Result<ControlFlow<()>, Aborted> {
        (self.emit)(id, range);
        Ok(ControlFlow::Continue(()))
    }
}
