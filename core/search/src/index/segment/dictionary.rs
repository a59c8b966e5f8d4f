//! Encoding of a segment's words: blocks of up to [`BLOCK_WORDS`] words in
//! ascending order, and index pages with the first words of up to
//! [`PAGE_BLOCKS`] blocks.
//!
//! A word is encoded as the number of bytes to drop from the end of the
//! previous word, and the bytes to add. Decoded words are separated by
//! [`SEPARATOR`], which occurs in no word: a single search finds a run at the
//! start or end of a word.

use crate::scan::MAX_WORD;

use super::format::CHECKSUM_LEN;
use super::postings::MAX_INLINE_LEN;
use crate::index::numbers::{NumberCursor, put_varint};

/// Maximum number of words in a block.
pub(super) const BLOCK_WORDS: usize = 64;

/// Maximum number of blocks in an index page.
pub(super) const PAGE_BLOCKS: usize = 64;

/// Byte before, between and after decoded words.
pub(super) const SEPARATOR: u8 = 0;

/// Maximum length in bytes of a block, excluding long lists and checksum.
pub(super) const MAX_BLOCK_LEN: usize = 1 + 10 + BLOCK_WORDS * (3 + MAX_WORD + MAX_INLINE_LEN);

/// Maximum length in bytes of an index page, excluding its checksum.
pub(super) const MAX_PAGE_LEN: usize = PAGE_BLOCKS * (3 + MAX_WORD + 10 + 10);

/// Nibble value that marks a number stored in a separate byte.
const ESCAPE: usize = 15;

/// Returns the length in bytes of the common prefix of two words.
pub(super) fn shared_len(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Appends a word, given the previous word (or an empty one) and the length in
/// bytes of their common prefix.
pub(super) fn put_word(out: &mut Vec<u8>, before: &[u8], word: &[u8], shared: usize) {
    let dropped = before.len() - shared;
    let added = word.len() - shared;
    out.push((dropped.min(ESCAPE) << 4 | added.min(ESCAPE)) as u8);
    if dropped >= ESCAPE {
        out.push(dropped as u8);
    }
    if added >= ESCAPE {
        out.push(added as u8);
    }
    out.extend_from_slice(&word[shared..]);
}

/// Reads the number of bytes that a word drops and adds.
#[inline]
fn word_head(cursor: &mut NumberCursor<'_>) -> Option<(usize, usize)> {
    let head = usize::from(cursor.byte()?);
    let mut dropped = head >> 4;
    let mut added = head & 15;
    if dropped == ESCAPE {
        dropped = usize::from(cursor.byte()?);
    }
    if added == ESCAPE {
        added = usize::from(cursor.byte()?);
    }
    Some((dropped, added))
}

/// Words of a block.
#[derive(Default)]
pub(super) struct DecodedWords {
    /// Words, each preceded by [`SEPARATOR`], and one more at the end.
    pub(super) bytes: Vec<u8>,
    /// Offsets of the words in `bytes`.
    starts: Vec<u32>,
}

impl DecodedWords {
    /// Returns the number of words.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns a word by its number.
    #[inline]
    pub(super) fn word(&self, number: usize) -> &[u8] {
        &self.bytes[self.starts[number] as usize..self.end(number)]
    }

    /// Returns the offset in `bytes` of the separator after a word.
    #[inline]
    pub(super) fn end(&self, number: usize) -> usize {
        let next = self.starts.get(number + 1).map(|&next| next as usize);
        next.unwrap_or(self.bytes.len()) - 1
    }

    /// Returns the number of the word that contains the byte at an offset in
    /// `bytes`, or that follows the separator there.
    pub(super) fn number_at(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|&start| start as usize <= offset + 1)
            .saturating_sub(1)
    }

    /// Decodes words one after the other, without the last separator.
    fn decode(&mut self, cursor: &mut NumberCursor<'_>, count: usize) -> Option<()> {
        self.starts.clear();
        // Copies whole fixed-length pieces, because such copies are fast.
        self.bytes.resize((count + 1) * (MAX_WORD + 1), SEPARATOR);
        let bytes = &mut self.bytes[..];
        bytes[0] = SEPARATOR;
        let (mut before, mut start, mut len) = (1, 1, 0_usize);
        for _ in 0..count {
            let (dropped, added) = word_head(cursor)?;
            let shared = len.checked_sub(dropped)?;
            if shared + added > MAX_WORD {
                return None;
            }
            bytes.copy_within(before..before + MAX_WORD, start);
            let suffix = &mut bytes[start + shared..start + shared + MAX_WORD];
            match cursor.rest.first_chunk::<MAX_WORD>() {
                Some(chunk) => {
                    suffix.copy_from_slice(chunk);
                    cursor.rest = &cursor.rest[added..];
                }
                None => suffix[..added].copy_from_slice(cursor.take(added)?),
            }
            len = shared + added;
            bytes[start + len] = SEPARATOR;
            self.starts.push(start as u32);
            before = start;
            start += len + 1;
        }
        self.bytes.truncate(start);
        Some(())
    }
}

/// Appends the part of a block that precedes its lists.
pub(super) fn put_block_words(out: &mut Vec<u8>, count: usize, words: &[u8]) {
    out.push(count as u8);
    put_varint(out, words.len() as u64);
    out.extend_from_slice(words);
}

/// Decodes the words of a block into `words` and returns its encoded lists.
pub(super) fn decode_block<'a>(block: &'a [u8], words: &mut DecodedWords) -> Option<&'a [u8]> {
    let mut cursor = NumberCursor::new(block);
    let count = usize::from(cursor.byte()?);
    if count == 0 || count > BLOCK_WORDS {
        return None;
    }
    let len = cursor.length(block.len())?;
    let mut encoded = NumberCursor::new(cursor.take(len)?);
    words.decode(&mut encoded, count)?;
    encoded.is_empty().then_some(cursor.rest)
}

/// Entry of an index page.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    /// Offset in the segment.
    pub(super) at: u64,
    /// Length in bytes, excluding the checksum.
    pub(super) len: usize,
    /// Length in bytes of the long lists, which follow the checksum, including
    /// their checksums.
    pub(super) lists_len: u64,
}

/// Appends the entry of a block to an index page.
pub(super) fn put_page_entry(
    out: &mut Vec<u8>,
    before: &[u8],
    first_word: &[u8],
    place: &BlockPlace,
) {
    let shared = shared_len(before, first_word);
    put_word(out, before, first_word, shared);
    put_varint(out, place.len as u64);
    put_varint(out, place.lists_len);
}

/// Decodes an index page of `count` blocks into `places`; the first block is at
/// the offset `at`. Returns how many first words of the blocks, from the start,
/// satisfy a condition that no word after a failing one satisfies.
pub(super) fn decode_page(
    page: &[u8],
    count: usize,
    mut at: u64,
    places: &mut Vec<BlockPlace>,
    fulfils: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    let mut cursor = NumberCursor::new(page);
    let mut word = [0; MAX_WORD];
    let mut word_len = 0_usize;
    let mut fulfilling = 0;
    places.clear();
    for number in 0..count {
        let (dropped, added) = word_head(&mut cursor)?;
        let shared = word_len.checked_sub(dropped)?;
        word_len = shared + added;
        if word_len > MAX_WORD {
            return None;
        }
        word[shared..word_len].copy_from_slice(cursor.take(added)?);
        if fulfilling == number && fulfils(&word[..word_len]) {
            fulfilling += 1;
        }
        let len = cursor.length(MAX_BLOCK_LEN)?;
        let lists_len = cursor.varint()?;
        places.push(BlockPlace { at, len, lists_len });
        at = place_end(at, len, lists_len)?;
    }
    cursor.is_empty().then_some(fulfilling)
}

/// Returns the offset after a block and its lists.
fn place_end(at: u64, len: usize, lists_len: u64) -> Option<u64> {
    at.checked_add(len as u64 + CHECKSUM_LEN as u64)?
        .checked_add(lists_len)
}

#[cfg(test)]
mod tests;
