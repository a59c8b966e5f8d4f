//! Encoding of the words of a segment: blocks of up to [`BLOCK_WORDS`] words in
//! ascending order, and index pages with the first words of up to [`PAGE_BLOCKS`]
//! blocks.
//!
//! A word is encoded by the number of bytes that it drops from the end of the word
//! before, and the bytes that it adds. Decoded words are separated by
//! [`SEPARATOR`], which is in no word, so that one search finds a run at the start
//! or at the end of a word.

use crate::scan::MAX_WORD;

use super::format::{CHECKSUM_LEN, Cursor, put_varint};
use super::postings::MAX_INLINE_LEN;

/// Maximum number of words of a block.
pub(super) const BLOCK_WORDS: usize = 64;

/// Maximum number of blocks of an index page.
pub(super) const PAGE_BLOCKS: usize = 64;

/// Byte before, between and after decoded words.
pub(super) const SEPARATOR: u8 = 0;

/// Maximum length in bytes of a block without its long lists and checksum.
pub(super) const MAX_BLOCK_LEN: usize = 1 + 10 + BLOCK_WORDS * (3 + MAX_WORD + MAX_INLINE_LEN);

/// Maximum length in bytes of an index page without its checksum.
pub(super) const MAX_PAGE_LEN: usize = PAGE_BLOCKS * (3 + MAX_WORD + 10 + 10);

/// Number of a nibble whose value is in a byte of its own.
const ESCAPE: usize = 15;

/// Number of bytes that two words have in common at the start.
pub(super) fn shared_len(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Appends a word, given the word before or an empty one, and the number of bytes
/// that both have in common at the start.
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

/// Replaces the word before by the next word.
#[inline]
fn read_word(cursor: &mut Cursor<'_>, word: &mut WordBuffer) -> Option<()> {
    let head = usize::from(cursor.byte()?);
    let mut dropped = head >> 4;
    let mut added = head & 15;
    if dropped == ESCAPE {
        dropped = usize::from(cursor.byte()?);
    }
    if added == ESCAPE {
        added = usize::from(cursor.byte()?);
    }
    let shared = word.len.checked_sub(dropped)?;
    if shared + added > MAX_WORD {
        return None;
    }
    word.bytes[shared..shared + added].copy_from_slice(cursor.take(added)?);
    word.len = shared + added;
    Some(())
}

/// One word.
struct WordBuffer {
    bytes: [u8; MAX_WORD],
    len: usize,
}

impl WordBuffer {
    fn new() -> WordBuffer {
        WordBuffer {
            bytes: [0; MAX_WORD],
            len: 0,
        }
    }

    fn word(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The words of a block.
#[derive(Default)]
pub(super) struct DecodedWords {
    /// The words, each after [`SEPARATOR`], and one at the end.
    pub(super) bytes: Vec<u8>,
    /// Offsets of the words in `bytes`.
    starts: Vec<u32>,
}

impl DecodedWords {
    /// Number of words.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns a word by its number.
    #[inline]
    pub(super) fn word(&self, number: usize) -> &[u8] {
        &self.bytes[self.starts[number] as usize..self.end(number)]
    }

    /// Offset in `bytes` of the separator behind a word.
    #[inline]
    pub(super) fn end(&self, number: usize) -> usize {
        let next = self.starts.get(number + 1).map(|&next| next as usize);
        next.unwrap_or(self.bytes.len()) - 1
    }

    /// Returns the number of the word that has the byte at an offset in `bytes`, or
    /// that follows the separator there.
    pub(super) fn number_at(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|&start| start as usize <= offset + 1)
            .saturating_sub(1)
    }
}

/// Appends the part of a block before its lists.
pub(super) fn put_block_words(out: &mut Vec<u8>, count: usize, words: &[u8]) {
    out.push(count as u8);
    put_varint(out, words.len() as u64);
    out.extend_from_slice(words);
}

/// Decodes the words of a block into `words`, and returns its encoded lists.
pub(super) fn decode_block<'a>(block: &'a [u8], words: &mut DecodedWords) -> Option<&'a [u8]> {
    let mut cursor = Cursor::new(block);
    let count = usize::from(cursor.byte()?);
    if count == 0 || count > BLOCK_WORDS {
        return None;
    }
    let len = cursor.length(block.len())?;
    let mut encoded = Cursor::new(cursor.take(len)?);
    words.bytes.clear();
    words.starts.clear();
    words.bytes.push(SEPARATOR);
    let mut word = WordBuffer::new();
    for _ in 0..count {
        read_word(&mut encoded, &mut word)?;
        words.starts.push(words.bytes.len() as u32);
        words.bytes.extend_from_slice(word.word());
        words.bytes.push(SEPARATOR);
    }
    encoded.is_empty().then_some(cursor.rest)
}

/// Entry of an index page.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    /// Offset in the segment.
    pub(super) at: u64,
    /// Length in bytes without the checksum.
    pub(super) len: usize,
    /// Length in bytes of the long lists, which follow the checksum, with theirs.
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

/// Decodes an index page of `count` blocks into `places`, the first of which is at
/// the offset `at`. Returns how many first words of the blocks, from the start,
/// fulfil a condition; no first word fulfils it after one that does not.
pub(super) fn decode_page(
    page: &[u8],
    count: usize,
    mut at: u64,
    places: &mut Vec<BlockPlace>,
    fulfils: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    let mut cursor = Cursor::new(page);
    let mut word = WordBuffer::new();
    let mut fulfilling = 0;
    places.clear();
    for number in 0..count {
        read_word(&mut cursor, &mut word)?;
        if fulfilling == number && fulfils(word.word()) {
            fulfilling += 1;
        }
        let len = cursor.length(MAX_BLOCK_LEN)?;
        let lists_len = cursor.varint()?;
        places.push(BlockPlace { at, len, lists_len });
        at = place_end(at, len, lists_len)?;
    }
    cursor.is_empty().then_some(fulfilling)
}

/// Offset behind a block and its lists.
fn place_end(at: u64, len: usize, lists_len: u64) -> Option<u64> {
    at.checked_add(len as u64 + CHECKSUM_LEN as u64)?
        .checked_add(lists_len)
}
