//! The class of each byte of the text: [`ClassMap`] for one owner, [`SharedClassMap`] for a
//! detached task that writes while its caller waits.
//!
//! Invariants: a map has one class id per byte of its text, unless the token fires while the map is
//! created; [`ClassMap::complete`] adds the missing ids. Writes beyond its end are ignored. Once
//! the caller has taken the map, later writes by the task are lost.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use ransack_base::internal::{lock, offload};
use ransack_base::{Aborted, CancelToken, Result};

use crate::class::{Class, PLAIN};

/// Text of up to this many bytes is classified on the calling thread, without a time limit. The
/// worst steps of parsers take time cubic in the text: 20 ms for 256 bytes, over a second for 2
/// KiB.
pub(super) const INLINE_BYTES: usize = 256;

/// Number of ranges that a [`Painter`] writes under one lock. A lock for each
/// range would take a twentieth of the time.
const PAINT_BATCH: usize = 256;

/// Number of bytes of text or classes that are copied or set between two checks of
/// the token. The first write to a page of new memory takes over a microsecond.
pub(super) const COPY_BYTES: usize = 256 << 10;

/// Class ids of the text, and the lines that are not fully classified.
#[derive(Debug, Default)]
pub(super) struct ClassMap {
    /// Class id of each byte; [`PLAIN`] if it has no class.
    pub(super) classes: Vec<u8>,
    /// Byte offsets of the starts of lines that are not fully classified.
    pub(super) partial_lines: Vec<usize>,
}

impl ClassMap {
    /// Creates the map for text of `len` bytes without classes. Ends early if the token fires.
    pub(super) fn plain(len: usize, token: &CancelToken) -> (ClassMap, Result<(), Aborted>) {
        let mut classes = Vec::with_capacity(len);
        let filled = fill_plain(&mut classes, len, token);
        let map = ClassMap {
            classes,
            partial_lines: Vec::new(),
        };
        (map, filled)
    }

    /// Extends an incomplete map to the `len` bytes of its text.
    pub(super) fn complete(&mut self, len: usize) {
        self.classes.resize(len, PLAIN);
    }
}

/// Extends `classes` to `len` bytes without a class, until the token fires.
pub(super) fn fill_plain(
    classes: &mut Vec<u8>,
    len: usize,
    token: &CancelToken,
) -> Result<(), Aborted> {
    classes.reserve(len.saturating_sub(classes.len()));
    while classes.len() < len {
        token.heartbeat()?;
        classes.resize(len.min(classes.len() + COPY_BYTES), PLAIN);
    }
    Ok(())
}

/// Runs `work` on a copy of the text as a detached task, since it may be slow to notice an abort
/// and slow to free its memory. Returns when the task ends or the token fires, with everything
/// painted by then.
pub(super) fn run_detached<T: Send + 'static>(
    text: &[u8],
    token: &CancelToken,
    work: impl FnOnce(&[u8], &SharedClassMap, &CancelToken) -> Result<T> + Send + 'static,
) -> (ClassMap, Result<T>) {
    let (map, filled) = ClassMap::plain(text.len(), token);
    if let Err(aborted) = filled {
        return (map, Err(aborted.into()));
    }
    let shared = SharedClassMap(Arc::new(Mutex::new(map)));
    let written = shared.clone();
    let result = offload(
        text,
        text.len() <= INLINE_BYTES,
        token,
        move |text, token| work(text, &written, token),
    );
    let map = std::mem::take(&mut *lock(&shared.0));
    (map, result)
}

/// Class map that one thread writes and another may take at any time; later writes are lost.
#[derive(Clone)]
pub(super) struct SharedClassMap(Arc<Mutex<ClassMap>>);

impl SharedClassMap {
    /// Returns a buffered writer to this map.
    pub(super) fn painter(&self) -> Painter<'_> {
        Painter {
            map: self,
            ranges: Vec::with_capacity(PAINT_BATCH),
        }
    }

    /// Copies the map of an embedded text to the parts of this map that the text consists of.
    pub(super) fn write_parts(&self, parts: &[Range<usize>], embedded: &ClassMap) {
        let mut map = lock(&self.0);
        let mut start = 0;
        for part in parts {
            let end = start + part.len();
            if let (Some(classes), Some(source)) = (
                map.classes.get_mut(part.clone()),
                embedded.classes.get(start..end),
            ) {
                classes.copy_from_slice(source);
                let lines = embedded.partial_lines.iter();
                let lines = lines.filter(|line| (start..end).contains(*line));
                map.partial_lines
                    .extend(lines.map(|line| part.start + (line - start)));
            }
            start = end;
        }
    }

    /// Returns whether at least a quarter of the letters, digits and underscores of a range have a
    /// class: in many languages, most names have no class. True without any of them. `text` is the
    /// text of this map; the range may be inverted.
    pub(super) fn has_classes(&self, text: &[u8], range: Range<usize>) -> bool {
        let map = lock(&self.0);
        let classes = map.classes.get(range.clone()).unwrap_or_default();
        let text = text.get(range).unwrap_or_default();
        let (mut words, mut with_class) = (0, 0);
        for (byte, class_id) in text.iter().zip(classes) {
            if byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii() {
                words += 1;
                with_class += usize::from(*class_id != PLAIN);
            }
        }
        4 * with_class >= words
    }

    /// Copies the classes of the text from the offset `start` on to the bytes of the parts that have
    /// no class, except for the class `Error`.
    pub(super) fn fill_plain_parts(&self, parts: &[Range<usize>], start: usize, classes: &[u8]) {
        let mut map = lock(&self.0);
        for part in parts {
            let source = part.start.saturating_sub(start)..part.end.saturating_sub(start);
            let (Some(target), Some(source)) =
                (map.classes.get_mut(part.clone()), classes.get(source))
            else {
                continue;
            };
            for (target, class_id) in target.iter_mut().zip(source) {
                if *target == PLAIN && *class_id != Class::Error.id() {
                    *target = *class_id;
                }
            }
        }
    }
}

/// Buffered writer to a [`SharedClassMap`]. Later ranges overwrite earlier ones. Flushed on drop.
pub(super) struct Painter<'a> {
    map: &'a SharedClassMap,
    ranges: Vec<(Range<usize>, u8)>,
}

impl Painter<'_> {
    pub(super) fn paint(&mut self, range: Range<usize>, class_id: u8) {
        self.ranges.push((range, class_id));
        if self.ranges.len() == PAINT_BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let mut map = lock(&self.map.0);
        for (range, class_id) in self.ranges.drain(..) {
            if let Some(classes) = map.classes.get_mut(range) {
                classes.fill(class_id);
            }
        }
    }
}

impl Drop for Painter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
