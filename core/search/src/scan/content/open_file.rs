//! A file that is open for reading, on disk or as an open buffer.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::time::SystemTime;

use encoding_rs::Encoding;
#[cfg(unix)]
use rustix::buffer::spare_capacity;

use super::{FileEncoding, FileVersion};
use crate::scan::buffers::{Buffer, BufferText};

/// Content of a file, read from disk or from the open buffer that replaces it.
#[derive(Debug)]
pub(crate) enum OpenFile {
    Disk(File),
    Buffer {
        text: Cursor<BufferText>,
        modified: SystemTime,
    },
}

impl From<File> for OpenFile {
    fn from(file: File) -> OpenFile {
        OpenFile::Disk(file)
    }
}

impl From<&Buffer> for OpenFile {
    fn from(buffer: &Buffer) -> OpenFile {
        OpenFile::Buffer {
            text: Cursor::new(buffer.text.clone()),
            modified: buffer.modified,
        }
    }
}

impl OpenFile {
    /// Appends at least one byte to `text`, except at the end of the file, in memory that is not
    /// cleared first. Reads at most `room` bytes, or, from a file on disk, as many as the spare
    /// capacity of `text` holds, which is not empty. Returns the number of bytes.
    pub(crate) fn append(&mut self, text: &mut Vec<u8>, room: usize) -> io::Result<usize> {
        #[cfg(unix)]
        if let OpenFile::Disk(file) = self {
            return Ok(rustix::io::read(file, spare_capacity(text))?);
        }
        self.by_ref().take(room as u64).read_to_end(text)
    }

    pub(crate) fn version(&self) -> io::Result<FileVersion> {
        Ok(match self {
            OpenFile::Disk(file) => FileVersion::of(&file.metadata()?),
            OpenFile::Buffer { text, modified } => FileVersion {
                len: text.get_ref().as_ref().len() as u64,
                modified: (*modified).into(),
                inode: None,
            },
        })
    }

    /// Returns the encoding of the content, which begins with `content`. A buffer is already text,
    /// whatever its first bytes and the option are.
    pub(crate) fn encoding(
        &self,
        content: &[u8],
        default: Option<&'static Encoding>,
    ) -> FileEncoding {
        match self {
            OpenFile::Disk(_) => FileEncoding::of(content, default),
            OpenFile::Buffer { .. } => FileEncoding::of(&[], None),
        }
    }
}

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            OpenFile::Disk(file) => file.read(buffer),
            OpenFile::Buffer { text, .. } => text.read(buffer),
        }
    }
}

impl Seek for OpenFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            OpenFile::Disk(file) => file.seek(to),
            OpenFile::Buffer { text, .. } => text.seek(to),
        }
    }
}
