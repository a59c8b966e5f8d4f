//! Byte sequence that a segment is written to.

use std::io::{self, Write};

use super::format::checksum;

/// Counts and buffers the bytes written.
pub(super) struct Output<W> {
    out: W,
    buffer: Vec<u8>,
    /// Number of bytes written, including buffered ones.
    len: u64,
}

/// Number of buffered bytes that triggers a write.
const BUFFER_LEN: usize = 256 * 1024;

impl<W: Write> Output<W> {
    pub(super) fn new(out: W) -> Output<W> {
        Output {
            out,
            buffer: Vec::with_capacity(BUFFER_LEN + BUFFER_LEN / 4),
            len: 0,
        }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.len
    }

    /// Writes bytes without a checksum.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(bytes);
        self.len += bytes.len() as u64;
        if self.buffer.len() >= BUFFER_LEN {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes a part followed by its checksum.
    pub(super) fn write_part(&mut self, part: &[u8]) -> io::Result<()> {
        let checksum = checksum(self.len, part);
        self.write(part)?;
        self.write(&checksum.to_le_bytes())
    }

    /// Writes out the buffered bytes.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
