//! Merges segments into one.
//!
//! Reads the words of all inputs in order at the same time. Memory: four bytes
//! per document, one block per input, and the writer's memory.

use std::io::{self, Write};

use ransack_base::CancelToken;

use super::dictionary::{BlockPlace, DecodedWords, decode_block};
use super::doc_set::DocSet;
use super::format::{CHECKSUM_LEN, SegmentFault, WriteError};
use super::postings::{DocList, ListReader, each_of_inline, each_of_long};
use super::reader::SegmentReader;
use super::writer::SegmentWriter;

/// Marks a document that is not kept.
const DROPPED: u32 = u32::MAX;

/// Writes a segment with some documents of other segments, keeping their order.
///
/// # Errors
///
/// Fails if an input cannot be read, writing fails, or the token fires. The partial output is then
/// unusable.
pub(crate) fn merge(
    inputs: &[(&SegmentReader, &DocSet)],
    out: &mut impl Write,
    token: &CancelToken,
) -> Result<(), WriteError> {
    let total: u64 = inputs.iter().map(|(_, kept)| u64::from(kept.count())).sum();
    let count = u32::try_from(total).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let documents = inputs
        .iter()
        .flat_map(|(segment, kept)| kept.iter().map(|number| segment.doc(number)));
    let mut writer = SegmentWriter::new(out, count, documents, token)?;
    let mut next = 0;
    let mut readers = Vec::with_capacity(inputs.len());
    for (segment, kept) in inputs {
        readers.push(WordReader::new(segment, kept, &mut next));
    }
    // Readers ordered by their words, the smallest last; of equal words, the
    // first reader last.
    let mut order = Vec::with_capacity(readers.len());
    for number in (0..readers.len()).rev() {
        advance(&mut readers, number, &mut order)?;
    }
    let mut word = Vec::new();
    let mut list = Vec::new();
    let mut same = Vec::new();
    while let Some(first) = order.pop() {
        word.clear();
        word.extend_from_slice(readers[first].word());
        list.clear();
        same.clear();
        same.push(first);
        while let Some(&other) = order.last()
            && readers[other].word() == word
        {
            same.push(other);
            order.pop();
        }
        for &number in &same {
            let read = readers[number].append_list(&mut list);
            read.map_err(|fault| WriteError::Input { number, fault })?;
        }
        if !list.is_empty() {
            writer.push(&word, &list)?;
        }
        for &number in &same {
            advance(&mut readers, number, &mut order)?;
        }
    }
    writer.finish()
}

/// Moves a reader to its next word and inserts it into the order if it has one.
fn advance(
    readers: &mut [WordReader<'_>],
    number: usize,
    order: &mut Vec<usize>,
) -> Result<(), WriteError> {
    let has_word = readers[number].advance();
    if has_word.map_err(|fault| WriteError::Input { number, fault })? {
        let key = (readers[number].word(), number);
        let at = order.partition_point(|&other| (readers[other].word(), other) > key);
        order.insert(at, number);
    }
    Ok(())
}

/// Reads the words of a segment in order.
struct WordReader<'s> {
    segment: &'s SegmentReader,
    /// New number of each document.
    numbers: Vec<u32>,
    /// Number of the next page.
    next_page: usize,
    /// Blocks of the current page.
    places: Vec<BlockPlace>,
    /// Number of the next block in the page.
    next_block: usize,
    words: DecodedWords,
    /// Offset of the end of the block.
    block_end: u64,
    /// Encoded lists of the block.
    encoded: Vec<u8>,
    /// Lists of the words.
    lists: Vec<DocList>,
    /// Number of the current word in the block.
    at: usize,
    /// Previous word.
    last: Vec<u8>,
    buffer: Vec<u8>,
}

impl<'s> WordReader<'s> {
    /// Reads from the start. `next` is the next free document number.
    fn new(segment: &'s SegmentReader, kept: &DocSet, next: &mut u32) -> WordReader<'s> {
        let mut numbers = vec![DROPPED; segment.doc_count() as usize];
        for document in kept.iter() {
            numbers[document as usize] = *next;
            *next += 1;
        }
        WordReader {
            segment,
            numbers,
            next_page: 0,
            places: Vec::new(),
            next_block: 0,
            words: DecodedWords::default(),
            block_end: 0,
            encoded: Vec::new(),
            lists: Vec::new(),
            at: 0,
            last: Vec::new(),
            buffer: Vec::new(),
        }
    }

    /// Returns the current word. There is one once [`WordReader::advance`] has
    /// returned true.
    fn word(&self) -> &[u8] {
        self.words.word(self.at)
    }

    /// Moves to the next word. Returns false at the end.
    fn advance(&mut self) -> Result<bool, SegmentFault> {
        self.last.clear();
        if self.words.len() > 0 {
            self.last.extend_from_slice(self.words.word(self.at));
        }
        if self.at + 1 < self.words.len() {
            self.at += 1;
        } else {
            if self.next_block == self.places.len() {
                if self.next_page == self.segment.directory.pages.len() {
                    return Ok(false);
                }
                let (places, buffer) = (&mut self.places, &mut self.buffer);
                self.segment
                    .page(self.next_page, places, buffer, |_| false)?;
                self.next_page += 1;
                self.next_block = 0;
            }
            self.read_block(self.places[self.next_block])?;
            self.next_block += 1;
            self.at = 0;
        }
        match self.last[..] < *self.word() {
            true => Ok(true),
            false => Err(self.damaged()),
        }
    }

    fn read_block(&mut self, place: BlockPlace) -> Result<(), SegmentFault> {
        let damaged = SegmentFault::Damaged { offset: place.at };
        self.block_end = place.at + (place.len + CHECKSUM_LEN) as u64;
        let block = self.segment.part(place.at, place.len, &mut self.buffer)?;
        let Some(encoded) = decode_block(block, &mut self.words) else {
            return Err(damaged);
        };
        self.encoded.clear();
        self.encoded.extend_from_slice(encoded);
        self.lists.clear();
        let mut reader = ListReader::new(encoded, self.segment.doc_count());
        for _ in 0..self.words.len() {
            match reader.next() {
                Some(list) => self.lists.push(list),
                None => return Err(damaged),
            }
        }
        Ok(())
    }

    /// Appends the new numbers of the kept documents of the current word.
    fn append_list(&mut self, out: &mut Vec<u32>) -> Result<(), SegmentFault> {
        let docs = self.segment.doc_count();
        let append = |document: u32| {
            let number = self.numbers[document as usize];
            if number != DROPPED {
                out.push(number);
            }
        };
        let appended = match self.lists[self.at] {
            DocList::Inline { first, more, at } => {
                each_of_inline(&self.encoded, (first, more, at), docs, append)
            }
            DocList::Long { at, len } => {
                let list = self
                    .segment
                    .part(self.block_end + at, len, &mut self.buffer)?;
                each_of_long(list, docs, append)
            }
        };
        appended.ok_or_else(|| self.damaged())
    }

    fn damaged(&self) -> SegmentFault {
        SegmentFault::Damaged {
            offset: self.block_end,
        }
    }
}
