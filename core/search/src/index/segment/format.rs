//! Encoding of the parts of a segment: checksums, header and footer.
//!
//! All numbers are little-endian. Every part ends with a checksum of its bytes,
//! seeded with its offset: a part read from the wrong place is not mistaken for
//! another one.
//!
//! ```text
//! header    magic, version
//! documents key and file size of each
//! words     blocks of words with their document lists, index pages, filters
//! directory counts, first word and location of each index page, locations of the filters
//! footer    location of the directory, end mark
//! ```

use std::fmt;
use std::io;

use ransack_base::Aborted;

use crate::index::numbers::NumberCursor;

/// First bytes of a segment.
const MAGIC: [u8; 8] = *b"\x89ransack";

/// Version of the format. Readers reject all other versions.
const VERSION: u32 = 2;

/// Last bytes of a segment.
const END_MARK: [u8; 4] = *b"end\n";

/// Length in bytes of the header.
pub(super) const HEADER_LEN: usize = MAGIC.len() + 4;

/// Length in bytes of the footer.
pub(super) const FOOTER_LEN: usize = 8 + CHECKSUM_LEN + END_MARK.len();

/// Length in bytes of a checksum.
pub(super) const CHECKSUM_LEN: usize = 4;

/// Length in bytes of the record of a document: key and file size.
pub(super) const DOCUMENT_LEN: usize = 20 + 8;

/// Reason why bytes are not a readable segment.
#[derive(Debug)]
pub(crate) enum SegmentFault {
    /// The bytes do not begin with a segment's magic number.
    NotASegment,
    /// The segment has another version of the format.
    OtherVersion(u32),
    /// The end is missing.
    Truncated,
    /// The bytes from this offset on are not as written.
    Damaged {
        /// Offset of the part in the segment.
        offset: u64,
    },
    /// The file cannot be read.
    Io(io::Error),
}

impl fmt::Display for SegmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SegmentFault::NotASegment => f.write_str("not an index file"),
            SegmentFault::OtherVersion(version) => {
                write!(f, "index format {version}; this version reads {VERSION}")
            }
            SegmentFault::Truncated => f.write_str("the index file is truncated"),
            SegmentFault::Damaged { offset } => {
                write!(f, "the index file is damaged at byte {offset}")
            }
            SegmentFault::Io(error) => write!(f, "cannot read the index file: {error}"),
        }
    }
}

/// Error from a search in a segment.
#[derive(Debug)]
pub(crate) enum SearchError {
    /// The segment cannot be read, for a [`SegmentFault`].
    Fault,
    /// The token fired.
    Aborted(Aborted),
}

/// Error while writing a segment. The partial output is unusable.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// A segment to be merged cannot be read.
    Input {
        /// Position of the segment among the inputs.
        number: usize,
        /// Reason.
        fault: SegmentFault,
    },
    /// The output cannot be written.
    Output(io::Error),
    /// The token fired.
    Aborted(Aborted),
}

impl From<SegmentFault> for SearchError {
    fn from(_: SegmentFault) -> SearchError {
        SearchError::Fault
    }
}

impl From<Aborted> for SearchError {
    fn from(aborted: Aborted) -> SearchError {
        SearchError::Aborted(aborted)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Output(error)
    }
}

impl From<Aborted> for WriteError {
    fn from(aborted: Aborted) -> WriteError {
        WriteError::Aborted(aborted)
    }
}

/// Returns the checksum of a part that begins at `offset`.
pub(super) fn checksum(offset: u64, part: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(offset as u32);
    hasher.update(part);
    hasher.finalize()
}

/// Returns the header of a segment.
pub(super) fn header() -> [u8; HEADER_LEN] {
    let mut header = [0; HEADER_LEN];
    header[..MAGIC.len()].copy_from_slice(&MAGIC);
    header[MAGIC.len()..].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// Checks the header of a segment.
pub(super) fn check_header(header: &[u8]) -> Result<(), SegmentFault> {
    let mut cursor = NumberCursor::new(header);
    if cursor.take(MAGIC.len()) != Some(&MAGIC) {
        return Err(SegmentFault::NotASegment);
    }
    match cursor.u32() {
        Some(VERSION) => Ok(()),
        Some(version) => Err(SegmentFault::OtherVersion(version)),
        None => Err(SegmentFault::Truncated),
    }
}

/// Returns the last bytes of a segment, which start at `offset`.
pub(super) fn footer(directory_at: u64, offset: u64) -> Vec<u8> {
    let mut footer = directory_at.to_le_bytes().to_vec();
    footer.extend_from_slice(&checksum(offset, &footer).to_le_bytes());
    footer.extend_from_slice(&END_MARK);
    footer
}

/// Reads the last bytes of a segment, which start at `offset`. Returns the offset of the directory,
/// which ends there.
pub(super) fn read_footer(footer: &[u8], offset: u64) -> Result<u64, SegmentFault> {
    let mut cursor = NumberCursor::new(footer);
    let (directory_at, sum) = (cursor.u64(), cursor.u32());
    if cursor.rest != END_MARK {
        return Err(SegmentFault::Truncated);
    }
    let is_valid = |at: &u64| *at < offset && sum == Some(checksum(offset, &at.to_le_bytes()));
    directory_at
        .filter(is_valid)
        .ok_or(SegmentFault::Damaged { offset })
}
