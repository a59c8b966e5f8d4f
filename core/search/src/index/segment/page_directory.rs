//! The part of a segment that a reader keeps in memory: counts, and the
//! locations of index pages and filters. Takes one word and 24 bytes per 4,096
//! words.

use super::dictionary::{BLOCK_WORDS, MAX_PAGE_LEN, PAGE_BLOCKS};
use super::format::{CHECKSUM_LEN, DOCUMENT_LEN, HEADER_LEN};
use super::trigram_filter::{STRIPE_PAGES, filter_len, has_filter};
use crate::index::numbers::{NumberCursor, put_varint};

/// Location of an index page and its blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct PagePlace {
    /// End of the page's first word in `first_words`.
    word_end: u32,
    /// Offset of the first block.
    pub(super) blocks_at: u64,
    /// Offset of the page.
    pub(super) at: u64,
    /// Length in bytes of the page, excluding its checksum.
    pub(super) len: u32,
}

/// Counts and locations.
#[derive(Debug, Default)]
pub(super) struct PageDirectory {
    /// Number of documents.
    pub(super) documents: u32,
    /// Number of words.
    pub(super) words: u64,
    /// Number of (word, document) pairs.
    pub(super) postings: u64,
    /// Number of blocks of words.
    pub(super) blocks: u64,
    /// First words of all pages.
    first_words: Vec<u8>,
    pub(super) pages: Vec<PagePlace>,
    /// Offset of each stripe's filter, or 0 if it has none.
    pub(super) filters: Vec<u64>,
}

impl PageDirectory {
    /// Creates the directory of a segment without words.
    pub(super) fn new(documents: u32) -> PageDirectory {
        PageDirectory {
            documents,
            ..PageDirectory::default()
        }
    }

    /// Adds a page whose blocks begin at `blocks_at`. [`end_page`](PageDirectory::end_page) completes
    /// it.
    pub(super) fn begin_page(&mut self, first_word: &[u8], blocks_at: u64) {
        self.first_words.extend_from_slice(first_word);
        self.pages.push(PagePlace {
            word_end: self.first_words.len() as u32,
            blocks_at,
            at: 0,
            len: 0,
        });
    }

    pub(super) fn end_page(&mut self, at: u64, len: usize) {
        if let Some(page) = self.pages.last_mut() {
            (page.at, page.len) = (at, len as u32);
        }
    }

    /// Returns the number of blocks of a page.
    pub(super) fn blocks_of(&self, page: usize) -> usize {
        let before = (page * PAGE_BLOCKS) as u64;
        (self.blocks - before).min(PAGE_BLOCKS as u64) as usize
    }

    /// Returns the pages of a stripe.
    pub(super) fn pages_of(&self, stripe: usize) -> std::ops::Range<usize> {
        let start = stripe * STRIPE_PAGES;
        start..self.pages.len().min(start + STRIPE_PAGES)
    }

    fn first_word(&self, page: usize) -> &[u8] {
        let start = match page {
            0 => 0,
            _ => self.pages[page - 1].word_end as usize,
        };
        &self.first_words[start..self.pages[page].word_end as usize]
    }

    /// Returns the last page whose first word satisfies a condition that no
    /// word after a failing one satisfies. O(log n) in the pages.
    pub(super) fn last_page(&self, fulfils: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let (mut from, mut to) = (0, self.pages.len());
        while from < to {
            let middle = (from + to) / 2;
            match fulfils(self.first_word(middle)) {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from.checked_sub(1)
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.first_words.capacity()
            + self.pages.capacity() * size_of::<PagePlace>()
            + self.filters.capacity() * size_of::<u64>()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, u64::from(self.documents));
        put_varint(&mut out, self.words);
        put_varint(&mut out, self.postings);
        put_varint(&mut out, self.blocks);
        for (number, page) in self.pages.iter().enumerate() {
            let word = self.first_word(number);
            put_varint(&mut out, word.len() as u64);
            out.extend_from_slice(word);
            put_varint(&mut out, page.blocks_at);
            put_varint(&mut out, page.at);
            put_varint(&mut out, u64::from(page.len));
        }
        for &filter in &self.filters {
            put_varint(&mut out, filter);
        }
        out
    }

    /// Reads a directory at the offset `end` of a segment. Returns `None` if
    /// the bytes are not a directory, or if a location is not before it.
    pub(super) fn decode(bytes: &[u8], end: u64) -> Option<PageDirectory> {
        let mut cursor = NumberCursor::new(bytes);
        let mut directory = PageDirectory {
            documents: u32::try_from(cursor.varint()?).ok()?,
            words: cursor.varint()?,
            postings: cursor.varint()?,
            blocks: cursor.varint()?,
            ..PageDirectory::default()
        };
        let start = documents_end(directory.documents);
        if start > end
            || directory.blocks > directory.words
            || directory.words.div_ceil(BLOCK_WORDS as u64) > directory.blocks
        {
            return None;
        }
        let page_count = directory.blocks.div_ceil(PAGE_BLOCKS as u64);
        // Each page takes more than one byte.
        if page_count > bytes.len() as u64 {
            return None;
        }
        directory.pages.reserve_exact(page_count as usize);
        for _ in 0..page_count {
            let word_len = cursor.length(crate::scan::MAX_WORD)?;
            let word = cursor.take(word_len)?;
            let blocks_at = cursor.varint()?;
            let at = cursor.varint()?;
            let len = cursor.length(MAX_PAGE_LEN)?;
            if blocks_at < start || at < blocks_at || at >= end {
                return None;
            }
            directory.begin_page(word, blocks_at);
            directory.end_page(at, len);
        }
        let stripes = (page_count as usize).div_ceil(STRIPE_PAGES);
        for stripe in 0..stripes {
            let filter = cursor.varint()?;
            let pages = directory.pages_of(stripe).len();
            let is_valid = match has_filter(pages) {
                true => filter >= start && filter.checked_add(filter_len(pages))? <= end,
                false => filter == 0,
            };
            if !is_valid {
                return None;
            }
            directory.filters.push(filter);
        }
        directory.first_words.shrink_to_fit();
        cursor.is_empty().then_some(directory)
    }
}

/// Returns the offset after the documents.
pub(super) fn documents_end(documents: u32) -> u64 {
    (HEADER_LEN + CHECKSUM_LEN) as u64 + u64::from(documents) * DOCUMENT_LEN as u64
}

#[cfg(test)]
mod tests;
