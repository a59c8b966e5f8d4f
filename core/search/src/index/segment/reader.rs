//! Reads a segment in place.

use std::fs::File;
use std::io;
use std::sync::OnceLock;

use super::dictionary::{BlockPlace, MAX_PAGE_LEN, decode_page};
use super::doc_key::DocKey;
use super::format::{
    CHECKSUM_LEN, DOCUMENT_LEN, FOOTER_LEN, HEADER_LEN, SegmentFault, check_header, checksum,
    read_footer,
};
use super::page_directory::{PageDirectory, documents_end};
use crate::index::numbers::NumberCursor;

/// Bytes of a segment.
#[derive(Debug)]
pub(crate) enum SegmentData {
    /// A file, which must not change. It is read by position; a change causes a
    /// [`SegmentFault`].
    File(File),
    /// Bytes in memory.
    Memory(Vec<u8>),
}

/// An immutable set of documents, with the documents of each word.
///
/// Several threads can use it at the same time.
#[derive(Debug)]
pub(crate) struct SegmentReader {
    data: SegmentData,
    /// Length in bytes.
    len: u64,
    pub(super) directory: PageDirectory,
    /// Records of the documents.
    documents: Box<[u8]>,
    /// Documents sorted by key, created by the first [`SegmentReader::find`].
    by_key: OnceLock<Box<[u32]>>,
}

/// Counts and sizes of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SegmentStats {
    /// Number of documents.
    pub(crate) documents: u32,
    /// Total size in bytes of the documents' files.
    pub(crate) text_bytes: u64,
    /// Number of distinct words.
    pub(crate) words: u64,
    /// Number of (word, document) pairs.
    pub(crate) postings: u64,
    /// Size in bytes.
    pub(crate) size: u64,
    /// Memory in bytes.
    pub(crate) memory: usize,
}

impl SegmentReader {
    /// Opens a segment and reads its documents and its directory.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a segment of this version, or if some of it cannot be read. Damaged
    /// words are detected when they are read.
    pub(crate) fn open(data: SegmentData) -> Result<SegmentReader, SegmentFault> {
        let len = match &data {
            SegmentData::File(file) => file.metadata().map_err(SegmentFault::Io)?.len(),
            SegmentData::Memory(bytes) => bytes.len() as u64,
        };
        let mut segment = SegmentReader {
            data,
            len,
            directory: PageDirectory::default(),
            documents: Box::default(),
            by_key: OnceLock::new(),
        };
        let mut buffer = Vec::new();
        if len < HEADER_LEN as u64 {
            return Err(SegmentFault::NotASegment);
        }
        check_header(segment.bytes(0, HEADER_LEN, &mut buffer)?)?;
        if len < (HEADER_LEN + FOOTER_LEN) as u64 {
            return Err(SegmentFault::Truncated);
        }
        let footer_at = len - FOOTER_LEN as u64;
        let end = read_footer(
            segment.bytes(footer_at, FOOTER_LEN, &mut buffer)?,
            footer_at,
        )?;
        let directory_len = usize::try_from(footer_at - end)
            .ok()
            .and_then(|len| len.checked_sub(CHECKSUM_LEN))
            .ok_or(SegmentFault::Damaged { offset: footer_at })?;
        let directory = segment.part(end, directory_len, &mut buffer)?;
        let directory =
            PageDirectory::decode(directory, end).ok_or(SegmentFault::Damaged { offset: end })?;
        let documents_len = documents_end(directory.documents) as usize - HEADER_LEN - CHECKSUM_LEN;
        segment.documents = segment
            .part(HEADER_LEN as u64, documents_len, &mut buffer)?
            .into();
        segment.directory = directory;
        Ok(segment)
    }

    /// Returns the number of documents.
    pub(crate) fn doc_count(&self) -> u32 {
        self.directory.documents
    }

    /// Returns the key and file size of a document by its number.
    ///
    /// # Panics
    ///
    /// The segment has no document with this number.
    pub(crate) fn doc(&self, number: u32) -> (DocKey, u64) {
        let (key, file_size) = self.record(number);
        (DocKey::new(*key), file_size)
    }

    fn record(&self, number: u32) -> (&[u8; 20], u64) {
        let (records, _) = self.documents.as_chunks::<DOCUMENT_LEN>();
        let record = &records[number as usize];
        let (key, size) = record.split_first_chunk::<20>().unwrap_or((&[0; 20], &[]));
        (key, NumberCursor::new(size).u64().unwrap_or(0))
    }

    /// Returns the number of the first document with a key. O(log n) in the
    /// documents; the first call sorts them.
    pub(crate) fn find(&self, key: &DocKey) -> Option<u32> {
        let by_key = self.by_key.get_or_init(|| {
            let mut by_key: Box<[u32]> = (0..self.doc_count()).collect();
            by_key.sort_unstable_by_key(|&number| (self.record(number).0, number));
            by_key
        });
        let at = by_key.partition_point(|&number| self.record(number).0 < key.as_bytes());
        let number = *by_key.get(at)?;
        (self.record(number).0 == key.as_bytes()).then_some(number)
    }

    /// Returns counts and sizes. O(n) in the documents.
    pub(crate) fn stats(&self) -> SegmentStats {
        let held = match &self.data {
            SegmentData::File(_) => 0,
            SegmentData::Memory(bytes) => bytes.capacity(),
        };
        let by_key = self.by_key.get().map_or(0, |by_key| by_key.len());
        SegmentStats {
            documents: self.doc_count(),
            text_bytes: (0..self.doc_count())
                .map(|number| self.record(number).1)
                .fold(0, u64::saturating_add),
            words: self.directory.words,
            postings: self.directory.postings,
            size: self.len,
            memory: size_of::<SegmentReader>()
                + held
                + self.documents.len()
                + by_key * size_of::<u32>()
                + self.directory.memory(),
        }
    }

    /// Returns `len` bytes at an offset, read into `buffer` if they are not in
    /// memory.
    pub(super) fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], SegmentFault> {
        let is_within = offset
            .checked_add(len as u64)
            .is_some_and(|end| end <= self.len);
        if !is_within {
            return Err(SegmentFault::Damaged { offset });
        }
        match &self.data {
            SegmentData::Memory(bytes) => Ok(&bytes[offset as usize..offset as usize + len]),
            SegmentData::File(file) => {
                // Grows without copying the existing content.
                if buffer.len() < len {
                    buffer.clear();
                    buffer.resize(len, 0);
                }
                let bytes = &mut buffer[..len];
                match read_exact_at(file, bytes, offset) {
                    Ok(()) => Ok(bytes),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                        Err(SegmentFault::Truncated)
                    }
                    Err(error) => Err(SegmentFault::Io(error)),
                }
            }
        }
    }

    /// Returns the part of `len` bytes at an offset; its checksum follows the
    /// part.
    pub(super) fn part<'a>(
        &'a self,
        offset: u64,
        len: usize,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], SegmentFault> {
        let damaged = SegmentFault::Damaged { offset };
        let Some(with_checksum) = len.checked_add(CHECKSUM_LEN) else {
            return Err(damaged);
        };
        let bytes = self.bytes(offset, with_checksum, buffer)?;
        match bytes.split_last_chunk::<CHECKSUM_LEN>() {
            Some((part, sum)) if u32::from_le_bytes(*sum) == checksum(offset, part) => Ok(part),
            _ => Err(damaged),
        }
    }

    /// Decodes the index page with this number into `places`. Returns how many
    /// of its blocks' first words satisfy a condition.
    pub(super) fn page(
        &self,
        number: usize,
        places: &mut Vec<BlockPlace>,
        buffer: &mut Vec<u8>,
        fulfils: impl Fn(&[u8]) -> bool,
    ) -> Result<usize, SegmentFault> {
        let page = self.directory.pages[number];
        let len = (page.len as usize).min(MAX_PAGE_LEN);
        let count = self.directory.blocks_of(number);
        let bytes = self.part(page.at, len, buffer)?;
        decode_page(bytes, count, page.blocks_at, places, fulfils)
            .ok_or(SegmentFault::Damaged { offset: page.at })
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;

    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(len) => {
                bytes = &mut bytes[len..];
                offset += len as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
