//! Writes a segment in one pass over its words in ascending order.
//!
//! Memory: one document list, the lists of one block, and the filter of one stripe (4 MB).

use std::io::Write;

use ransack_base::CancelToken;

use super::dictionary::{
    BLOCK_WORDS, BlockPlace, PAGE_BLOCKS, put_block_words, put_page_entry, put_word, shared_len,
};
use super::doc_key::DocKey;
use super::format::{CHECKSUM_LEN, DOCUMENT_LEN, WriteError, footer, header};
use super::output::Output;
use super::page_directory::PageDirectory;
use super::postings::{BlockLists, ListWriter};
use super::trigram_filter::{STRIPE_PAGES, TrigramFilterWriter};

/// A segment being written.
pub(super) struct SegmentWriter<'t, W> {
    out: Output<W>,
    token: &'t CancelToken,
    directory: PageDirectory,
    filter: TrigramFilterWriter,
    list_writer: ListWriter,
    lists: BlockLists,
    /// The last word.
    word: Vec<u8>,
    /// Encoded words of the current block.
    words: Vec<u8>,
    /// Number of words in the block.
    word_count: usize,
    /// Encoded block.
    block: Vec<u8>,
    /// First word of the block.
    block_word: Vec<u8>,
    /// Encoded page.
    page: Vec<u8>,
    /// Number of blocks in the page.
    block_count: usize,
    /// First word of the last block of the page.
    last_block_word: Vec<u8>,
}

impl<'t, W: Write> SegmentWriter<'t, W> {
    /// Begins a segment with its `count` documents.
    pub(super) fn new(
        out: W,
        count: u32,
        documents: impl Iterator<Item = (DocKey, u64)>,
        token: &'t CancelToken,
    ) -> Result<SegmentWriter<'t, W>, WriteError> {
        let mut out = Output::new(out);
        out.write(&header())?;
        let mut records = Vec::with_capacity(count as usize * DOCUMENT_LEN);
        for (key, file_size) in documents {
            records.extend_from_slice(key.as_bytes());
            records.extend_from_slice(&file_size.to_le_bytes());
        }
        token.heartbeat()?;
        out.write_part(&records)?;
        Ok(SegmentWriter {
            out,
            token,
            directory: PageDirectory::new(count),
            filter: TrigramFilterWriter::new(),
            list_writer: ListWriter::new(count),
            lists: BlockLists::default(),
            word: Vec::new(),
            words: Vec::new(),
            word_count: 0,
            block: Vec::new(),
            block_word: Vec::new(),
            page: Vec::new(),
            block_count: 0,
            last_block_word: Vec::new(),
        })
    }

    /// Appends a word, which must be greater than the last one, and its documents, which must be
    /// ascending and non-empty.
    pub(super) fn push(&mut self, word: &[u8], documents: &[u32]) -> Result<(), WriteError> {
        if self.word_count == BLOCK_WORDS {
            self.end_block()?;
        }
        if self.word_count == 0 {
            self.word.clear();
            self.block_word.clear();
            self.block_word.extend_from_slice(word);
            self.list_writer.begin_block();
            self.filter.begin_block(self.block_count);
        }
        let shared = shared_len(&self.word, word);
        put_word(&mut self.words, &self.word, word, shared);
        self.filter.add(word, shared);
        self.list_writer.push(documents, &mut self.lists);
        self.word.truncate(shared);
        self.word.extend_from_slice(&word[shared..]);
        self.word_count += 1;
        self.directory.words += 1;
        self.directory.postings += documents.len() as u64;
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), WriteError> {
        self.token.heartbeat()?;
        self.block.clear();
        put_block_words(&mut self.block, self.word_count, &self.words);
        self.block.extend_from_slice(&self.lists.inline);
        let at = self.out.offset();
        self.out.write_part(&self.block)?;
        let mut lists = &self.lists.long[..];
        for &len in &self.lists.long_lens {
            let (list, rest) = lists.split_at(len);
            self.out.write_part(list)?;
            lists = rest;
        }
        let len = self.block.len();
        let place = BlockPlace {
            at,
            len,
            lists_len: self.out.offset() - at - (len + CHECKSUM_LEN) as u64,
        };
        if self.block_count == 0 {
            self.directory.begin_page(&self.block_word, at);
            self.last_block_word.clear();
        }
        put_page_entry(
            &mut self.page,
            &self.last_block_word,
            &self.block_word,
            &place,
        );
        std::mem::swap(&mut self.last_block_word, &mut self.block_word);
        self.directory.blocks += 1;
        self.block_count += 1;
        self.words.clear();
        self.word_count = 0;
        self.lists.clear();
        if self.block_count == PAGE_BLOCKS {
            self.end_page()?;
        }
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), WriteError> {
        let at = self.out.offset();
        self.out.write_part(&self.page)?;
        self.directory.end_page(at, self.page.len());
        self.page.clear();
        self.block_count = 0;
        if self.filter.page_count() == STRIPE_PAGES {
            self.end_stripe()?;
        }
        Ok(())
    }

    fn end_stripe(&mut self) -> Result<(), WriteError> {
        self.token.heartbeat()?;
        let filter = self.filter.end_stripe(&mut self.out)?;
        self.directory.filters.push(filter);
        Ok(())
    }

    /// Finishes the segment. It is complete once this returns.
    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        if self.word_count > 0 {
            self.end_block()?;
        }
        if self.block_count > 0 {
            self.end_page()?;
        }
        if self.filter.page_count() > 0 {
            self.end_stripe()?;
        }
        let directory_at = self.out.offset();
        let directory = self.directory.encode();
        self.out.write_part(&directory)?;
        let footer = footer(directory_at, self.out.offset());
        self.out.write(&footer)?;
        Ok(())
    }
}
