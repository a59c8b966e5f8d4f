//! What a call finds; it is there for whoever waits while the work goes on.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::class::PLAIN;
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::exec;

/// Up to this many bytes are worked on where the caller is.
const SHORT: usize = 2 << 10;

/// So many parts are marked at once: to make a lock for each costs a twentieth
/// of the time.
const BATCH: usize = 256;

/// What is known of a text.
#[derive(Debug, Default)]
pub(super) struct Marked {
    /// For each byte its class, by number.
    pub(super) marks: Vec<u8>,
    /// Where the lines begin that were not looked at in full.
    pub(super) cut: Vec<usize>,
}

impl Marked {
    pub(super) fn plain(len: usize) -> Marked {
        Marked {
            marks: vec![PLAIN; len],
            cut: Vec::new(),
        }
    }
}

/// Does `work` on a text where nobody waits for it after an abort, which it may
/// be slow to see and slow to clear up after. What had been marked by then
/// holds.
pub(super) fn mark_apart<T: Send + 'static>(
    text: &[u8],
    token: &CancelToken,
    work: impl FnOnce(&[u8], &Sheet, &CancelToken) -> Result<T> + Send + 'static,
) -> (Marked, Result<T>) {
    let sheet = Sheet(Arc::new(Mutex::new(Marked::plain(text.len()))));
    let written = sheet.clone();
    let ended = exec::offload(text, text.len() <= SHORT, token, move |text, token| {
        work(text, &written, token)
    });
    let marked = std::mem::take(&mut *sheet.lock());
    (marked, ended)
}

/// What is marked on one thread and may be taken on another; what is marked
/// from then on is lost.
#[derive(Clone)]
pub(super) struct Sheet(Arc<Mutex<Marked>>);

impl Sheet {
    fn lock(&self) -> MutexGuard<'_, Marked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks parts of the text, each over what is there.
    pub(super) fn pen(&self) -> Pen<'_> {
        Pen {
            sheet: self,
            parts: Vec::with_capacity(BATCH),
        }
    }

    /// Puts in what was found by itself of the text from `start` on.
    #[cfg(feature = "ast")]
    pub(super) fn insert(&self, start: usize, found: &Marked) {
        let mut marked = self.lock();
        let end = start + found.marks.len();
        if let Some(marks) = marked.marks.get_mut(start..end) {
            marks.copy_from_slice(&found.marks);
            marked.cut.extend(found.cut.iter().map(|cut| start + cut));
        }
    }
}

/// Marks parts one after the other.
pub(super) struct Pen<'a> {
    sheet: &'a Sheet,
    parts: Vec<(Range<usize>, u8)>,
}

impl Pen<'_> {
    pub(super) fn mark(&mut self, part: Range<usize>, mark: u8) {
        self.parts.push((part, mark));
        if self.parts.len() == BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let mut marked = self.sheet.lock();
        for (part, mark) in self.parts.drain(..) {
            if let Some(marks) = marked.marks.get_mut(part) {
                marks.fill(mark);
            }
        }
    }
}

impl Drop for Pen<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::cancel::AbortReason;
    use crate::error::ErrorKind;

    const TEXT: [u8; 2 * SHORT] = [b' '; 2 * SHORT];

    #[cfg(feature = "ast")]
    #[test]
    fn what_is_marked_before_an_abort_holds_and_nobody_waits_for_the_rest() {
        let token = CancelToken::new();
        let (open, gate) = mpsc::channel::<()>();
        let (ended, ends) = mpsc::channel();
        let (marked, result) = mark_apart(&TEXT, &token.clone(), move |_, sheet, _| {
            sheet.pen().mark(1..3, 7);
            let mut found = Marked::plain(2);
            found.cut.push(1);
            sheet.insert(2, &found);
            token.cancel(AbortReason::User);
            gate.recv().unwrap();
            sheet.pen().mark(5..6, 8);
            sheet.insert(8, &found);
            ended.send(()).unwrap();
            Ok(())
        });
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Aborted);
        assert_eq!(marked.marks[..8], [0, 7, 0, 0, 0, 0, 0, 0]);
        assert_eq!((marked.marks.len(), marked.cut), (TEXT.len(), vec![3]));
        open.send(()).unwrap();
        ends.recv().unwrap();
    }

    #[test]
    fn a_panic_is_an_error_and_what_was_marked_holds() {
        let (marked, result) =
            mark_apart(&TEXT, &CancelToken::new(), |_, sheet, _| -> Result<()> {
                sheet.pen().mark(0..1, 7);
                panic!("the work's own fault");
            });
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Internal);
        assert_eq!(marked.marks[..2], [7, 0]);
    }

    #[test]
    fn more_parts_than_are_marked_at_once() {
        let (marked, result) = mark_apart(&TEXT, &CancelToken::new(), |text, sheet, _| {
            let mut pen = sheet.pen();
            for at in 0..text.len() - 1 {
                pen.mark(at..at + 2, (at % 251) as u8);
            }
            pen.mark(text.len()..text.len() + 1, 9);
            Ok(text.len())
        });
        assert_eq!(result.unwrap(), TEXT.len());
        let last = TEXT.len() - 1;
        assert!((0..last).all(|at| marked.marks[at] == (at % 251) as u8));
        assert_eq!(marked.marks[last], ((last - 1) % 251) as u8);
    }
}
