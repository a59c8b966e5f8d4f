//! Byte sequence that a segment is written to.

use std::io::{self, Write};

use super::format::checksum;

/// Counts the bytes written.
pub(super) struct Output<W> {
    out: W,
    /// Number of bytes written.
    len: u64,
}

impl<W: Write> Output<W> {
    pub(super) fn new(out: W) -> Output<W> {
        Output { out, len: 0 }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.len
    }

    /// Writes bytes without a checksum.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.len += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes a part followed by its checksum.
    pub(super) fn write_part(&mut self, part: &[u8]) -> io::Result<()> {
        let checksum = checksum(self.len, part);
        self.write(part)?;
        self.write(&checksum.to_le_bytes())
    }
}
