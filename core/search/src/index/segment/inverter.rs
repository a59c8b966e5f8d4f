//! Collects documents in memory and writes them as a segment.

use std::io::Write;

use ransack_base::{Aborted, CancelToken};

use crate::scan::{MAX_WORD, each_word};

use super::doc_key::DocKey;
use super::format::WriteError;
use super::word_scanner::WordScanner;
use super::word_table::{DocumentWords, HashKeys, MAX_TEXT, WordTable};
use super::writer::SegmentWriter;

/// Number of bytes of text between two checks of the token.
const CHECK_INTERVAL: usize = 64 * 1024;

/// Message for callers that do not finish an inverter in time.
pub(super) const TOO_LARGE: &str = "an inverter holds at most 4 GiB";

/// Documents that become a segment.
///
/// Memory grows with the number of distinct words, plus four bytes for each
/// distinct word of each document.
pub(crate) struct SegmentInverter {
    documents: Vec<(DocKey, u64)>,
    /// End of each document's numbers in `numbers`.
    ends: Vec<usize>,
    /// Word numbers of each document, without repetition.
    numbers: Vec<u32>,
    keys: HashKeys,
    table: WordTable,
    found: DocumentWords,
}

impl SegmentInverter {
    pub(crate) fn new() -> SegmentInverter {
        SegmentInverter {
            documents: Vec::new(),
            ends: Vec::new(),
            numbers: Vec::new(),
            keys: HashKeys::random(),
            table: WordTable::new(),
            found: DocumentWords::new(),
        }
    }

    /// Returns the number of documents.
    pub(crate) fn doc_count(&self) -> u32 {
        self.documents.len() as u32
    }

    /// Returns the memory in bytes, including unused capacity.
    /// [`finish`](SegmentInverter::finish) takes up to a quarter more, plus 5
    /// MB.
    pub(crate) fn memory(&self) -> usize {
        self.documents.capacity() * size_of::<(DocKey, u64)>()
            + self.ends.capacity() * size_of::<usize>()
            + self.numbers.capacity() * size_of::<u32>()
            + self.table.memory()
            + size_of::<DocumentWords>()
    }

    /// Adds a document, given its text and the key and size of its file. Returns the 0-based number
    /// of the document. O(n) in the text.
    ///
    /// An inverter holds up to 4 GiB of words; callers finish it far below that
    /// limit.
    ///
    /// # Errors
    ///
    /// Returns [`Aborted`] if the token fires. The document is then not added.
    pub(crate) fn add(
        &mut self,
        key: DocKey,
        file_size: u64,
        text: &[u8],
        token: &CancelToken,
    ) -> Result<u32, Aborted> {
        let start = self.numbers.len();
        let added = self.add_words(text, start, token);
        self.found.clear();
        if let Err(aborted) = added {
            self.numbers.truncate(start);
            return Err(aborted);
        }
        assert!(u32::try_from(self.numbers.len()).is_ok(), "{TOO_LARGE}");
        self.documents.push((key, file_size));
        self.ends.push(self.numbers.len());
        Ok(self.doc_count() - 1)
    }

    /// Appends the numbers of the text's words to the numbers, which begin at `first`.
    fn add_words(&mut self, text: &[u8], first: usize, token: &CancelToken) -> Result<(), Aborted> {
        // No text in memory is longer.
        let text = &text[..text.len().min(MAX_TEXT)];
        let mut repeats = Repeats {
            first,
            limit: first + CHECK_INTERVAL,
            may_repeat: false,
        };
        let mut scanner = WordScanner::default();
        for from in (0..text.len()).step_by(CHECK_INTERVAL) {
            token.heartbeat()?;
            let len = CHECK_INTERVAL.min(text.len() - from);
            scanner.scan(text, from, len, |start, end| {
                if end - start > MAX_WORD {
                    each_word(&text[start..end], |piece| {
                        // A word may be as long as the text.
                        if !token.is_cancelled() {
                            let (_, hash) = self.keys.head_and_hash(piece, 0, piece.len());
                            self.numbers.push(self.table.number(hash, piece));
                        }
                    });
                    repeats.may_repeat = true;
                } else if self.found.add(self.keys, text, start, end) {
                    self.table
                        .numbers(text, self.found.found(), &mut self.numbers);
                    self.found.clear();
                    repeats.may_repeat = true;
                }
            });
            repeats.remove(&mut self.numbers);
        }
        token.heartbeat()?;
        self.table
            .numbers(text, self.found.found(), &mut self.numbers);
        repeats.limit = first;
        repeats.remove(&mut self.numbers);
        Ok(())
    }

    /// Writes the segment.
    ///
    /// # Errors
    ///
    /// Fails if writing fails or the token fires. The partial output is then unusable.
    pub(crate) fn finish(
        self,
        out: &mut impl Write,
        token: &CancelToken,
    ) -> Result<(), WriteError> {
        let word_count = self.table.len();
        token.heartbeat()?;
        let words = self.table.into_sorted();
        let lists = Lists::invert(self.numbers, &self.ends, word_count, token)?;
        let count = self.documents.len() as u32;
        let documents = self.documents.into_iter();
        let mut writer = SegmentWriter::new(out, count, documents, token)?;
        words.each(|word, number| match lists.of(number) {
            // Only documents that were not added contain this word.
            [] => Ok(()),
            list => writer.push(word, list),
        })?;
        writer.finish()
    }
}

/// Removes repeated numbers of one document.
struct Repeats {
    /// Offset of the document's first number.
    first: usize,
    /// Number of entries above which repetitions are removed.
    limit: usize,
    may_repeat: bool,
}

impl Repeats {
    /// Removes repeated numbers if there are enough entries.
    fn remove(&mut self, numbers: &mut Vec<u32>) {
        if !self.may_repeat || numbers.len() < self.limit {
            return;
        }
        let document = &mut numbers[self.first..];
        document.sort_unstable();
        let mut kept = 0;
        for at in 0..document.len() {
            if kept == 0 || document[kept - 1] != document[at] {
                document[kept] = document[at];
                kept += 1;
            }
        }
        numbers.truncate(self.first + kept);
        self.limit = self.first + kept * 2 + CHECK_INTERVAL;
    }
}

/// Documents of each word.
struct Lists {
    documents: Vec<u32>,
    /// End of the documents of each word.
    ends: Vec<u32>,
}

impl Lists {
    /// Converts the words of each document to the documents of each word.
    fn invert(
        numbers: Vec<u32>,
        document_ends: &[usize],
        word_count: u32,
        token: &CancelToken,
    ) -> Result<Lists, Aborted> {
        let mut next = vec![0_u32; word_count as usize];
        for chunk in numbers.chunks(CHECK_INTERVAL) {
            token.heartbeat()?;
            for &number in chunk {
                next[number as usize] += 1;
            }
        }
        let mut sum = 0;
        for next in &mut next {
            sum += std::mem::replace(next, sum);
        }
        let mut documents = vec![0; numbers.len()];
        let mut start = 0;
        for (document, &end) in document_ends.iter().enumerate() {
            token.heartbeat()?;
            for &number in &numbers[start..end] {
                let next = &mut next[number as usize];
                documents[*next as usize] = document as u32;
                *next += 1;
            }
            start = end;
        }
        drop(numbers);
        Ok(Lists {
            documents,
            ends: next,
        })
    }

    fn of(&self, word: u32) -> &[u32] {
        let start = match word {
            0 => 0,
            _ => self.ends[word as usize - 1],
        };
        &self.documents[start as usize..self.ends[word as usize] as usize]
    }
}
