//! Text that was changed, and where each place of it was before.

/// Text as it is after a change.
#[derive(Clone, Default)]
pub(super) struct OffsetMap {
    pub(super) bytes: Vec<u8>,
    /// Where each changed part ends after and before the change, and its length
    /// after it.
    changes: Vec<(usize, usize, usize)>,
    /// How much is taken of the text before.
    taken: usize,
    /// The change that was made first, without its text.
    first: Option<Box<OffsetMap>>,
}

impl OffsetMap {
    /// Takes the next part as it is.
    pub(super) fn keep(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.taken += part.len();
    }

    /// Puts `part` in the place of the next `len` bytes.
    pub(super) fn replace(&mut self, len: usize, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.taken += len;
        self.changes
            .push((self.bytes.len(), self.taken, part.len()));
    }

    /// Where a place was before. One inside of a changed part is where that
    /// began.
    pub(super) fn before(&self, at: usize) -> usize {
        let passed = self.changes.partition_point(|&(end, ..)| end <= at);
        let (end, before) = match passed.checked_sub(1) {
            Some(last) => (self.changes[last].0, self.changes[last].1),
            None => (0, 0),
        };
        let inside = match self.changes.get(passed) {
            Some(&(next, _, len)) => at.saturating_sub(next - len),
            None => 0,
        };
        let before = before + (at - end) - inside;
        match &self.first {
            Some(first) => first.before(before),
            None => before,
        }
    }

    /// This change, which was made to the text of `first`.
    pub(super) fn after(self, mut first: OffsetMap) -> OffsetMap {
        first.bytes = Vec::new();
        OffsetMap {
            first: Some(Box::new(first)),
            ..self
        }
    }
}
