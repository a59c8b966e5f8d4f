//! Cursors: positions in the results of a call, as text for the caller to pass back.
//!
//! In path order, a cursor names the file of the last result and the number of results returned from
//! that file, so a call that continues neither lists nor examines what comes before, and changes to
//! earlier files do not shift it. In any other order all results are needed to sort them, and a
//! cursor is an offset.

use std::fmt::{self, Write as _};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, RelPath, Result};

use crate::scan::{FilePosition, ScanStart};

/// Position in the results of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cursor {
    /// Position in path order.
    Place(ScanStart),
    /// Number of results before the position, in another order.
    Offset(u64),
}

impl Cursor {
    /// Reads a cursor of a call whose results are in path order or, with `is_sorted`, in another.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the text is not a cursor, or is one of the other kind.
    pub(crate) fn parse(text: &str, is_sorted: bool) -> Result<Cursor> {
        let fault = |message: &str| Error::option(message).with_pattern(text);
        let cursor = parse(text).ok_or_else(|| fault("not a cursor that a report returned"))?;
        match (&cursor, is_sorted) {
            (Cursor::Place(_), false) | (Cursor::Offset(_), true) => Ok(cursor),
            _ => Err(fault(
                "the cursor belongs to a call with another order of results",
            )),
        }
    }
}

/// Returns the number of results before a page: the offset of the call plus, if its results are in an
/// order other than path order, the offset of its cursor. An invalid cursor fails elsewhere.
pub(crate) fn results_before(offset: u64, after: Option<&str>) -> u64 {
    match after.and_then(parse) {
        Some(Cursor::Offset(before)) => offset.saturating_add(before),
        _ => offset,
    }
}

/// Position of the consumer of results.
#[derive(Debug, Default)]
pub(crate) struct TakenPosition {
    before_batch: Option<FilePosition>,
    /// Files of the results taken last, with the number of these results in each.
    batch: Vec<FilePosition>,
}

impl TakenPosition {
    /// Records that results with these roots and paths have been taken. Clones one path per file.
    pub(crate) fn take<'i>(&mut self, places: impl Iterator<Item = Option<(u32, &'i RelPath)>>) {
        self.before_batch = self.before_last(0);
        self.batch.clear();
        for (root, path) in places.flatten() {
            match self.batch.last_mut() {
                Some(last) if last.is_in(root, path) => last.count += 1,
                _ => self
                    .batch
                    .extend(FilePosition::after(None, Some((root, path)))),
            }
        }
    }

    /// Returns the position before the last `unused` results.
    pub(crate) fn before_last(&self, unused: usize) -> Option<FilePosition> {
        let mut unused = unused as u64;
        for (at, last) in self.batch.iter().enumerate().rev() {
            if unused < last.count {
                // The file of the batch's first results may have had results before.
                let before = self.before_batch.as_ref().filter(|_| at == 0);
                let before = before.filter(|before| before.is_in(last.root, &last.path));
                return Some(FilePosition {
                    count: last.count - unused + before.map_or(0, |before| before.count),
                    ..last.clone()
                });
            }
            unused -= last.count;
        }
        self.before_batch.clone()
    }
}

fn parse(text: &str) -> Option<Cursor> {
    if let Some(offset) = text.strip_prefix('+') {
        return Some(Cursor::Offset(offset.parse().ok()?));
    }
    let mut fields = text.splitn(3, ':');
    let mut next = || fields.next();
    let (root, passed) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let mut path = Vec::new();
    let mut bytes = next()?.bytes();
    while let Some(byte) = bytes.next() {
        path.push(match byte {
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    Some(Cursor::Place(ScanStart { root, path, passed }))
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cursor::Offset(offset) => write!(f, "+{offset}"),
            Cursor::Place(ScanStart { root, path, passed }) => {
                write!(f, "{root}:{passed}:")?;
                for &byte in path {
                    match byte {
                        b'%' => f.write_str("%25")?,
                        0x21..0x7f => f.write_char(char::from(byte))?,
                        _ => write!(f, "%{byte:02x}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
