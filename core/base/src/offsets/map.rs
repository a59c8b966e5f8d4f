//! Maps offsets in edited text to the text before the edit.

/// Map from offsets in edited text to offsets in the original text.
///
/// Built front to back: [`keep`](OffsetMap::keep) and
/// [`replace`](OffsetMap::replace) describe the edited text in order. The map
/// holds 24 bytes for each replacement and nothing for kept text.
#[derive(Clone, Debug, Default)]
pub struct OffsetMap {
    /// In ascending order of their ends.
    replacements: Vec<ReplacedRange>,
    /// Length of the edited text so far.
    edited_len: usize,
    /// Length of the original text so far.
    original_len: usize,
    /// Map of the preceding edit, which produced this map's original text.
    earlier: Option<Box<OffsetMap>>,
}

/// One replaced part.
#[derive(Clone, Copy, Debug)]
struct ReplacedRange {
    /// Offset after the part in the edited text.
    edited_end: usize,
    /// Offset after the part in the original text.
    original_end: usize,
    /// Length of the part in the edited text.
    edited_len: usize,
}

impl OffsetMap {
    /// Adds `len` bytes that are the same in both texts.
    pub fn keep(&mut self, len: usize) {
        self.edited_len += len;
        self.original_len += len;
    }

    /// Adds `edited_len` bytes of the edited text that replace `original_len`
    /// bytes of the original.
    pub fn replace(&mut self, original_len: usize, edited_len: usize) {
        self.edited_len += edited_len;
        self.original_len += original_len;
        self.replacements.push(ReplacedRange {
            edited_end: self.edited_len,
            original_end: self.original_len,
            edited_len,
        });
    }

    /// Whether the edit replaced nothing.
    pub fn is_identity(&self) -> bool {
        if self.earlier.is_some() {
            return false;
        }
        self.replacements.is_empty()
    }

    /// Maps the offset `at` in the edited text to the original text. An offset
    /// inside a replaced part maps to the start of the text it replaces.
    ///
    /// O(log n) in the number of replacements.
    pub fn original(&self, at: usize) -> usize {
        let passed = self.replacements.partition_point(|r| r.edited_end <= at);
        let (edited_end, original_end) = match passed.checked_sub(1) {
            Some(last) => {
                let last = &self.replacements[last];
                (last.edited_end, last.original_end)
            }
            None => (0, 0),
        };
        let inside = match self.replacements.get(passed) {
            Some(next) => at.saturating_sub(next.edited_end - next.edited_len),
            None => 0,
        };
        let original = original_end + (at - edited_end) - inside;
        if let Some(earlier) = &self.earlier {
            return earlier.original(original);
        }
        original
    }

    /// Chains this map after the map of an earlier edit. This map's original
    /// text is the edited text of `earlier`.
    pub fn after(self, earlier: OffsetMap) -> OffsetMap {
        OffsetMap {
            earlier: Some(Box::new(earlier)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests;
