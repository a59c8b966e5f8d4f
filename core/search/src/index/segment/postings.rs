//! Lists of the documents that contain a word.
//!
//! The lists of a block of words are encoded in word order. Each begins with a
//! varint that has the kind in its lowest two bits:
//!
//! | kind | the other bits | then |
//! | --- | --- | --- |
//! | `SAME` | 0 | nothing: same list as the previous word |
//! | `SINGLE` | first document, relative | nothing |
//! | `SHORT` | number of documents - 2 | first document, relative; differences - 1 |
//! | `LONG` | length in bytes | nothing: the list follows the block |
//!
//! The first document is relative to the first document of the block's previous
//! single or short list, because neighbouring words often occur in the same
//! documents. A long list begins with its form: differences of the documents, or
//! a bitmap.

use super::doc_set::{DocSet, bitmap_len};
use super::format::CHECKSUM_LEN;
use crate::index::numbers::{NumberCursor, put_varint, unzigzag, zigzag};

const SAME: u64 = 0;
const SINGLE: u64 = 1;
const SHORT: u64 = 2;
const LONG: u64 = 3;

/// Maximum length in bytes of the differences of a short list.
const MAX_SHORT_LEN: usize = 48;

/// Maximum length in bytes of a list in a block.
pub(super) const MAX_INLINE_LEN: usize = 10 + 10 + MAX_SHORT_LEN;

const DIFFERENCES: u8 = 0;
const BITMAP: u8 = 1;

/// Returns the maximum length in bytes of a long list for a number of
/// documents.
pub(super) fn max_long_len(docs: u32) -> usize {
    1 + bitmap_len(docs)
}

/// Encodes the lists of one block after another.
pub(super) struct ListWriter {
    /// Number of documents of the segment.
    docs: u32,
    /// Previous list in the block, if any.
    before: Vec<u32>,
    /// First document of the last single or short list of the block, or 0.
    context: u32,
    scratch: Vec<u8>,
}

/// Encoded lists of one block.
#[derive(Default)]
pub(super) struct BlockLists {
    pub(super) inline: Vec<u8>,
    /// Long lists, concatenated.
    pub(super) long: Vec<u8>,
    pub(super) long_lens: Vec<usize>,
}

impl BlockLists {
    pub(super) fn clear(&mut self) {
        self.inline.clear();
        self.long.clear();
        self.long_lens.clear();
    }
}

impl ListWriter {
    pub(super) fn new(docs: u32) -> ListWriter {
        ListWriter {
            docs,
            before: Vec::new(),
            context: 0,
            scratch: Vec::new(),
        }
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.before.clear();
        self.context = 0;
    }

    /// Appends a list, which must be ascending and non-empty.
    pub(super) fn push(&mut self, list: &[u32], block: &mut BlockLists) {
        if list == self.before {
            put_varint(&mut block.inline, SAME);
            return;
        }
        self.before.clear();
        self.before.extend_from_slice(list);
        let first = list[0];
        let relative = zigzag(i64::from(first) - i64::from(self.context));
        if list.len() == 1 {
            put_varint(&mut block.inline, relative << 2 | SINGLE);
            self.context = first;
            return;
        }
        if list.len() <= MAX_SHORT_LEN {
            self.scratch.clear();
            put_differences(&mut self.scratch, &list[1..], first + 1);
            if self.scratch.len() <= MAX_SHORT_LEN {
                put_varint(&mut block.inline, (list.len() as u64 - 2) << 2 | SHORT);
                put_varint(&mut block.inline, relative);
                block.inline.extend_from_slice(&self.scratch);
                self.context = first;
                return;
            }
        }
        let start = block.long.len();
        put_long(&mut block.long, list, self.docs);
        let len = block.long.len() - start;
        block.long_lens.push(len);
        put_varint(&mut block.inline, (len as u64) << 2 | LONG);
    }
}

/// Appends the differences of ascending documents, starting from `next`.
fn put_differences(out: &mut Vec<u8>, docs: &[u32], mut next: u32) {
    for &doc in docs {
        put_varint(out, u64::from(doc - next));
        next = doc.wrapping_add(1);
    }
}

fn put_long(out: &mut Vec<u8>, list: &[u32], docs: u32) {
    let start = out.len();
    let max = max_long_len(docs);
    if list.len() < max {
        out.push(DIFFERENCES);
        put_differences(out, list, 0);
        if out.len() - start <= max {
            return;
        }
        out.truncate(start);
    }
    out.push(BITMAP);
    let bitmap = out.len();
    out.resize(start + max, 0);
    for &doc in list {
        out[bitmap + doc as usize / 8] |= 1 << (doc % 8);
    }
}

/// Adds the documents of a long list to a set. Returns `None` if the list is
/// not valid for the segment.
pub(super) fn add_long(list: &[u8], set: &mut DocSet) -> Option<()> {
    match list.split_first()? {
        (&BITMAP, bitmap) => set.insert_bitmap(bitmap).then_some(()),
        _ => each_of_long(list, set.universe(), |doc| set.insert(doc)),
    }
}

/// Calls `each` with the documents of a long list, ascending. Returns `None` if
/// the list is not valid for a segment of `docs` documents.
pub(super) fn each_of_long(list: &[u8], docs: u32, mut each: impl FnMut(u32)) -> Option<()> {
    let (&form, encoded) = list.split_first()?;
    let mut cursor = NumberCursor::new(encoded);
    match form {
        DIFFERENCES => {
            let mut next = 0;
            while !cursor.is_empty() {
                let doc = next_doc(&mut cursor, next, docs)?;
                each(doc);
                next = u64::from(doc) + 1;
            }
        }
        BITMAP => {
            let mut set = DocSet::empty(docs);
            if !set.insert_bitmap(encoded) {
                return None;
            }
            set.iter().for_each(each);
        }
        _ => return None,
    }
    Some(())
}

#[inline]
fn next_doc(cursor: &mut NumberCursor<'_>, next: u64, docs: u32) -> Option<u32> {
    let doc = next.checked_add(cursor.varint()?)?;
    (doc < u64::from(docs)).then_some(doc as u32)
}

/// A list as located in a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum DocList {
    /// A list in the block.
    Inline {
        first: u32,
        /// Number of documents after the first.
        more: u32,
        /// Offset of their differences in the lists of the block.
        at: u32,
    },
    /// A list after the block.
    Long {
        /// Offset from the end of the block.
        at: u64,
        /// Length in bytes, excluding the checksum.
        len: usize,
    },
}

/// Calls `each` with the documents of an inline list of a block, ascending.
/// Returns `None` if the list is not valid for a segment of `docs` documents.
#[inline]
pub(super) fn each_of_inline(
    lists: &[u8],
    (first, more, at): (u32, u32, u32),
    docs: u32,
    mut each: impl FnMut(u32),
) -> Option<()> {
    each(first);
    let mut next = u64::from(first) + 1;
    let mut cursor = NumberCursor::new(lists.get(at as usize..)?);
    for _ in 0..more {
        let doc = next_doc(&mut cursor, next, docs)?;
        each(doc);
        next = u64::from(doc) + 1;
    }
    Some(())
}

/// Reads the lists of a block in word order.
pub(super) struct ListReader<'a> {
    lists: &'a [u8],
    cursor: NumberCursor<'a>,
    docs: u32,
    context: u32,
    before: Option<DocList>,
    long_at: u64,
}

impl<'a> ListReader<'a> {
    /// Creates a reader for the lists of a block in a segment of `docs`
    /// documents.
    pub(super) fn new(lists: &'a [u8], docs: u32) -> ListReader<'a> {
        ListReader {
            lists,
            cursor: NumberCursor::new(lists),
            docs,
            context: 0,
            before: None,
            long_at: 0,
        }
    }

    /// Returns the next list, or `None` if the bytes are not a list.
    #[inline]
    pub(super) fn next(&mut self) -> Option<DocList> {
        let head = self.cursor.varint()?;
        let value = head >> 2;
        let list = match head & 3 {
            SAME if value == 0 => return self.before,
            SINGLE => DocList::Inline {
                first: self.first(value)?,
                more: 0,
                at: 0,
            },
            SHORT if value < MAX_SHORT_LEN as u64 => {
                let relative = self.cursor.varint()?;
                let first = self.first(relative)?;
                let more = value as u32 + 1;
                let at = (self.lists.len() - self.cursor.rest.len()) as u32;
                for _ in 0..more {
                    self.cursor.varint()?;
                }
                DocList::Inline { first, more, at }
            }
            LONG if value <= max_long_len(self.docs) as u64 => {
                let at = self.long_at;
                self.long_at += value + CHECKSUM_LEN as u64;
                DocList::Long {
                    at,
                    len: value as usize,
                }
            }
            _ => return None,
        };
        self.before = Some(list);
        Some(list)
    }

    #[inline]
    fn first(&mut self, relative: u64) -> Option<u32> {
        let first = i64::from(self.context).checked_add(unzigzag(relative))?;
        if !(0..i64::from(self.docs)).contains(&first) {
            return None;
        }
        self.context = first as u32;
        Some(first as u32)
    }
}

#[cfg(test)]
mod tests;
