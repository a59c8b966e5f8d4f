//! Reads file contents: size limit, byte order mark, encoding, binary detection.
//!
//! Every operation that reads file contents does so here, with its own [`ReadPolicy`]. This module
//! knows nothing about patterns, matches or results. The policies are:
//!
//! | file | content search | syntax search | syntax edits |
//! | --- | --- | --- | --- |
//! | larger than `max_file_size` | skipped, `TooLarge` | skipped, `TooLarge` | skipped, `TooLarge` |
//! | larger than memory allows | searched in windows; skipped above 256 MiB if it must be whole | skipped above 2 GiB | skipped above 2 GiB |
//! | UTF-8 byte order mark | not part of the first line; offsets count it | part of the text | part of the text, kept |
//! | UTF-16 byte order mark | decoded, wins over the option | decoded, wins over the option | decoded, written back |
//! | `encoding` option | decoded if the file has no mark | decoded if the file has no mark | decoded, written back |
//! | invalid UTF-8, not decoded | searched as it is | searched as it is | edited around, kept |
//! | undecodable bytes | searched with U+FFFD, reported as `Undecodable` | searched with U+FFFD, reported as `Undecodable` | skipped, `Undecodable`, unless text encodes back to the same bytes |
//! | NUL in the first 1 MiB of the (decoded) text | skipped, `Binary`; `binary` allows it | skipped, `Binary` | skipped, `Binary` |
//! | later NUL | reported as `Undecodable`; the text before it is searched, unless it was decoded | skipped, `Undecodable` | skipped, `Undecodable` |
//! | UTF-16 or UTF-32 without a byte order mark | skipped, `Undecodable` | skipped, `Undecodable` | skipped, `Undecodable` |
//! | changed while it is read | reported as `Unreadable` if the search reopens it | searched, reported as `Unreadable` | skipped, `Unreadable` |
//! | open buffer instead of a file | text as it is, never decoded | text as it is, never decoded | as it is, for a dry run only |
//! | cannot be opened or read | skipped, `Unreadable` | skipped, `Unreadable` | skipped, `Unreadable` |
//!
//! Invariants:
//! - Offsets in text that is not decoded are offsets in the file. Offsets in decoded text count its
//!   UTF-8 bytes, without the byte order mark and with three bytes for each U+FFFD.
//! - At most one byte more of a file than the limit is held in memory.
//! - [`FileVersion`] detects changes, except a change that keeps size and modification time. Edits
//!   compare digests before they write.

mod encoding;
mod open_file;
#[cfg(test)]
mod tests;
mod unmarked;

use std::fs::Metadata;
use std::io::{self, Read, Seek};

use encoding_rs::Encoding;
use ransack_base::{CancelToken, SkipReason};

use super::file_stamp::{FileStamp, Modified};
use super::listing::{Listing, ListingEntry};
use unmarked::{unmarked_encoding, utf32_with_mark};

pub(crate) use encoding::bom_len;
pub use encoding::{FileEncoding, encoding_for_label};
pub(crate) use open_file::OpenFile;

/// Number of bytes at the beginning of a text in which a NUL byte shows that a file is binary.
pub(crate) const BINARY_WINDOW: usize = 1 << 20;

/// Rules for how an operation reads files.
#[derive(Clone, Copy, Debug)]
pub struct ReadPolicy {
    /// Maximum size of a file in bytes; `None` means no limit.
    pub max_size: Option<u64>,
    /// Maximum number of bytes of a file that is held in memory as a whole.
    pub max_held: usize,
    /// Encoding of files without a byte order mark. `None` means UTF-8, with invalid bytes kept
    /// unchanged.
    pub encoding: Option<&'static Encoding>,
    /// Whether text with a NUL byte is read.
    pub binary: bool,
    /// Treatment of bytes that are invalid in the file's encoding.
    pub undecodable: UndecodablePolicy,
    /// Treatment of a file that changes while it is read.
    pub changed: ChangePolicy,
}

/// Treatment of a file that must be decoded and is not valid in its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndecodablePolicy {
    /// Invalid sequences become U+FFFD, and the file is reported.
    Replace,
    /// The file is skipped unless its text encodes back to the same bytes. For operations that
    /// write the text back.
    RequireRoundTrip,
}

/// Treatment of a file that changes while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangePolicy {
    /// Changes are not checked for, which saves two system calls.
    Ignore,
    /// The text is used, and the file is reported.
    Report,
    /// The file is skipped.
    Skip,
}

/// Reason why a file, or a part of it, could not be read as is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// Skip reason for the report.
    pub reason: SkipReason,
    /// Details of the reason, if any.
    pub detail: Option<String>,
}

impl From<SkipReason> for ReadFault {
    fn from(reason: SkipReason) -> ReadFault {
        let detail = None;
        ReadFault { reason, detail }
    }
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> ReadFault {
        ReadFault {
            reason: SkipReason::Unreadable,
            detail: Some(error.to_string()),
        }
    }
}

impl ReadFault {
    /// Creates the fault of a file whose text was searched only up to a NUL byte.
    pub(crate) fn cut_at_nul() -> ReadFault {
        ReadFault {
            reason: SkipReason::Undecodable,
            detail: Some("only the text before a NUL byte was searched".to_owned()),
        }
    }

    /// Creates the fault of a file whose parts were read from different versions.
    pub(crate) fn changed() -> ReadFault {
        ReadFault {
            reason: SkipReason::Unreadable,
            detail: Some("the file changed while it was read".to_owned()),
        }
    }
}

/// Result of reading a whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// The buffer holds the text. `faults` must be reported.
    Text {
        /// Encoding from which the text was decoded.
        encoding: FileEncoding,
        /// Faults that did not prevent reading.
        faults: Vec<ReadFault>,
    },
    /// The policy excludes the file, or the file could not be read. The buffer's content is
    /// unspecified.
    Skipped(ReadFault),
}

impl From<SkipReason> for ReadOutcome {
    fn from(reason: SkipReason) -> ReadOutcome {
        ReadOutcome::Skipped(reason.into())
    }
}

/// Open file whose first bytes have been read into a window.
pub(crate) struct FileStart {
    /// The file, positioned after the bytes in the window.
    pub(crate) file: OpenFile,
    /// Number of bytes in the window.
    pub(crate) len: usize,
    /// Whether the window holds the whole file.
    pub(crate) is_whole: bool,
    pub(crate) encoding: FileEncoding,
}

impl ReadPolicy {
    /// Reads a whole file and decodes it into `text`, replacing its previous content. Calls
    /// `on_bytes` with the bytes before they are decoded.
    pub(crate) fn read(
        &self,
        listing: &Listing,
        entry: ListingEntry,
        text: &mut Vec<u8>,
        on_bytes: impl FnOnce(&[u8]),
    ) -> ReadOutcome {
        let by_pages = listing.reads_whole_pages();
        let outcome = listing
            .open(entry)
            .and_then(|mut file| self.read_file(&mut file, by_pages, text, on_bytes));
        outcome.unwrap_or_else(|error| ReadOutcome::Skipped(error.into()))
    }

    fn read_file(
        &self,
        file: &mut OpenFile,
        by_pages: bool,
        text: &mut Vec<u8>,
        on_bytes: impl FnOnce(&[u8]),
    ) -> io::Result<ReadOutcome> {
        Ok(match self.read_bytes(file, by_pages, text)? {
            Ok(faults) => {
                on_bytes(text);
                self.decode(file.encoding(text, self.encoding), text, faults)
            }
            Err(fault) => ReadOutcome::Skipped(fault),
        })
    }

    /// Reads a whole file like [`read`](ReadPolicy::read), unless its bytes are its text and
    /// `may_match` rejects them. Returns `None` then. `window` is memory for the bytes of a small
    /// file; a larger file is read without asking.
    pub(crate) fn read_if<E>(
        &self,
        listing: &Listing,
        entry: ListingEntry,
        (window, text): (&mut [u8], &mut Vec<u8>),
        may_match: impl FnOnce(&[u8]) -> Result<bool, E>,
    ) -> Result<Option<ReadOutcome>, E> {
        let mut start = match self.open(listing, entry, window) {
            Ok(start) => start,
            Err(fault) => return Ok(Some(ReadOutcome::Skipped(fault))),
        };
        if start.is_whole && !start.encoding.is_decoded() {
            let content = &window[..start.len];
            if let Some(fault) = self.exclude_binary(content) {
                return Ok(Some(ReadOutcome::Skipped(fault)));
            }
            if !may_match(content)? {
                return Ok(None);
            }
        }
        let by_pages = listing.reads_whole_pages();
        let outcome = (start.file.rewind())
            .and_then(|()| self.read_file(&mut start.file, by_pages, text, |_| {}));
        Ok(Some(outcome.unwrap_or_else(|error| {
            ReadOutcome::Skipped(error.into())
        })))
    }

    /// Reads the bytes of a whole file without decoding them. Returns faults to be reported, or the
    /// fault that excludes the file.
    pub(crate) fn read_bytes(
        &self,
        file: &mut OpenFile,
        by_pages: bool,
        text: &mut Vec<u8>,
    ) -> io::Result<Result<Vec<ReadFault>, ReadFault>> {
        let before = file.version()?;
        let max = self.max_len();
        let expected = match usize::try_from(before.len) {
            Ok(len) if len <= max => len,
            _ => return Ok(Err(SkipReason::TooLarge.into())),
        };
        // One byte more, so the first read already detects the end of the file.
        text.clear();
        text.reserve(expected + 1);
        while text.len() <= expected {
            match file.append(text, expected + 1 - text.len()) {
                Ok(0) => break,
                Ok(_) if by_pages && !text.len().is_multiple_of(MIN_PAGE) => break,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if text.len() > expected && text.len() <= max {
            // Longer than its metadata states: the file grew, or belongs to the kernel.
            let rest = (max + 1 - text.len()) as u64;
            file.by_ref().take(rest).read_to_end(text)?;
        }
        if text.len() > max {
            return Ok(Err(SkipReason::TooLarge.into()));
        }
        let mut faults = Vec::new();
        if self.changed != ChangePolicy::Ignore && file.version()? != before {
            if self.changed == ChangePolicy::Skip {
                return Ok(Err(ReadFault::changed()));
            }
            faults.push(ReadFault::changed());
        }
        Ok(Ok(faults))
    }

    /// Opens a file and reads its beginning into `window`. Fails with a fault if the file exceeds
    /// the size limit.
    pub(crate) fn open(
        &self,
        listing: &Listing,
        entry: ListingEntry,
        window: &mut [u8],
    ) -> Result<FileStart, ReadFault> {
        let mut file = listing.open(entry)?;
        let len = read_full(&mut file, window, listing.reads_whole_pages())?;
        let is_whole = len < window.len();
        if let Some(max) = self.max_size
            && (len as u64 > max || (!is_whole && file.version()?.len > max))
        {
            return Err(SkipReason::TooLarge.into());
        }
        Ok(FileStart {
            encoding: file.encoding(&window[..len], self.encoding),
            file,
            len,
            is_whole,
        })
    }

    /// Reads the rest of a file whose beginning is in `window`, and decodes all of it into `text`.
    /// Calls `on_bytes` with the bytes before they are decoded. If the bytes are the text, it ends at
    /// a NUL byte beyond the window. If the token has fired, the file is skipped.
    pub(crate) fn read_rest(
        &self,
        start: FileStart,
        window: &[u8],
        text: &mut Vec<u8>,
        token: &CancelToken,
        on_bytes: impl FnOnce(&[u8]),
    ) -> ReadOutcome {
        text.clear();
        text.extend_from_slice(&window[..start.len]);
        if !start.is_whole {
            let mut reader = GuardedReader::new(start.file, token, true);
            if let Err(error) = read_held(&mut reader, text, self.max_len()) {
                return ReadOutcome::Skipped(error.into());
            }
            if text.len() > self.max_len() {
                return SkipReason::TooLarge.into();
            }
        }
        on_bytes(text);
        let mut faults = Vec::new();
        if !start.encoding.is_decoded()
            && let Some(nul) = self.find_nul(text).filter(|nul| *nul >= start.len)
        {
            text.truncate(nul);
            faults.push(ReadFault::cut_at_nul());
        }
        self.decode(start.encoding, text, faults)
    }

    /// Returns the fault that excludes a file beginning with `content`, whose bytes are the text, if
    /// it contains a NUL byte and the policy does not allow NUL bytes.
    pub(crate) fn exclude_binary(&self, content: &[u8]) -> Option<ReadFault> {
        let nul = self.find_nul(content)?;
        let fault = nul_fault(content, nul);
        Some(match unmarked_encoding(content) {
            Some(encoding) if fault.reason == SkipReason::Binary => {
                undecodable(format!("{encoding} text without a byte order mark"))
            }
            _ => fault,
        })
    }

    /// Returns the offset of the first NUL byte, unless the policy allows NUL bytes.
    pub(crate) fn find_nul(&self, content: &[u8]) -> Option<usize> {
        if self.binary {
            None
        } else {
            memchr::memchr(0, content)
        }
    }

    /// Returns the maximum number of bytes of a file that is read whole.
    fn max_len(&self) -> usize {
        let max = self.max_size.map(usize::try_from);
        match max {
            Some(Ok(max)) => max.min(self.max_held),
            _ => self.max_held,
        }
    }

    /// Decodes the bytes of a whole file in place, and applies the rules for its text.
    pub(crate) fn decode(
        &self,
        encoding: FileEncoding,
        text: &mut Vec<u8>,
        mut faults: Vec<ReadFault>,
    ) -> ReadOutcome {
        if let Some((decoded, had_errors)) = encoding.decode(text) {
            if let Some(nul) = self.find_nul(decoded.as_bytes()) {
                return ReadOutcome::Skipped(nul_fault(text, nul));
            }
            match self.undecodable {
                UndecodablePolicy::Replace if had_errors => {
                    faults.push(SkipReason::Undecodable.into());
                }
                UndecodablePolicy::RequireRoundTrip
                    if encoding.encode(&decoded).as_ref() != Some(text) =>
                {
                    return SkipReason::Undecodable.into();
                }
                _ => {}
            }
            *text = decoded.into_bytes();
        } else if let Some(fault) = self.exclude_binary(text) {
            return ReadOutcome::Skipped(fault);
        }
        ReadOutcome::Text { encoding, faults }
    }
}

/// Returns the fault of a file that begins with `content` and whose text has a NUL byte at the offset
/// `nul`.
fn nul_fault(content: &[u8], nul: usize) -> ReadFault {
    match utf32_with_mark(content) {
        Some(encoding) => undecodable(format!("{encoding} text")),
        None if nul < BINARY_WINDOW => SkipReason::Binary.into(),
        None => undecodable("the text has a NUL byte after its first MiB".to_owned()),
    }
}

fn undecodable(detail: String) -> ReadFault {
    ReadFault {
        reason: SkipReason::Undecodable,
        detail: Some(detail),
    }
}

/// Identity, size and modification time of a file. Equal versions of a file have the same content,
/// unless a change kept the size and happened within the resolution of the file system's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    /// Size in bytes.
    pub len: u64,
    modified: Modified,
    /// Device and inode numbers, where the platform has them.
    pub inode: Option<(u64, u64)>,
}

impl FileVersion {
    /// Returns the version of a file with this metadata.
    pub fn of(metadata: &Metadata) -> FileVersion {
        let stamp = FileStamp::of(metadata);
        FileVersion {
            len: stamp.size,
            modified: stamp.modified,
            inode: cfg!(unix).then_some(stamp.inode),
        }
    }

    /// Whether the beginning of `later` may still be this version: the same file, unchanged or
    /// longer. A file that others append to, such as a log, stays readable.
    pub fn may_continue_in(&self, later: &FileVersion) -> bool {
        self.inode == later.inode && (later.len > self.len || self == later)
    }
}

/// Minimum size of a memory page in bytes on any platform.
const MIN_PAGE: usize = 4096;

/// Reads until the buffer is full or the file ends. Returns the number of bytes.
///
/// `by_pages` states that a read ends inside a page only at the end of the file, which saves the
/// read that returns nothing. A read that ends between two pages may have stopped at an unreadable
/// page.
pub(crate) fn read_full(
    file: &mut impl Read,
    buffer: &mut [u8],
    by_pages: bool,
) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match file.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
        if by_pages && len % MIN_PAGE != 0 {
            break;
        }
    }
    Ok(len)
}

/// Appends the text of `reader` to `text` until `text` holds more than `max` bytes. The reader
/// checks its token at least every 256 KiB. The spare capacity of `text` is used before it grows.
pub(crate) fn read_held(
    reader: &mut GuardedReader<'_, impl Read>,
    text: &mut Vec<u8>,
    max: usize,
) -> io::Result<()> {
    const CHUNK: usize = 256 << 10;
    while text.len() <= max {
        let len = text.len();
        let room = match text.capacity() - len {
            0 => CHUNK,
            room => room.min(CHUNK),
        };
        let end = len + room.min(max + 1 - len);
        text.resize(end, 0);
        let read = read_full(reader, &mut text[len..], false)?;
        text.truncate(len + read);
        if text.len() < end {
            break;
        }
    }
    Ok(())
}

/// Reader that ends before the first NUL byte, unless NUL bytes are allowed, and fails once the
/// token has fired.
pub(crate) struct GuardedReader<'a, R> {
    source: R,
    token: &'a CancelToken,
    binary: bool,
    at_nul: bool,
    pub(crate) has_failed: bool,
}

impl<'a, R> GuardedReader<'a, R> {
    /// Wraps `source`. With `binary`, NUL bytes are ordinary bytes.
    pub(crate) fn new(source: R, token: &'a CancelToken, binary: bool) -> GuardedReader<'a, R> {
        GuardedReader {
            source,
            token,
            binary,
            at_nul: false,
            has_failed: false,
        }
    }

    /// Whether a NUL byte ended the text.
    pub(crate) fn ended_at_nul(&self) -> bool {
        self.at_nul
    }
}

impl<R: Read> Read for GuardedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at_nul {
            return Ok(0);
        }
        let read = loop {
            let aborted = self.token.heartbeat().map_err(io::Error::other);
            match aborted.and_then(|()| self.source.read(buffer)) {
                // `grep-searcher` does not repeat an interrupted read.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.has_failed = read.is_err();
        let read = read?;
        let nul = if self.binary {
            None
        } else {
            memchr::memchr(0, &buffer[..read])
        };
        self.at_nul = nul.is_some();
        Ok(nul.unwrap_or(read))
    }
}
