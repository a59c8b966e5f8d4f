//! Lines of a text within limits.

use std::ops::Range;

use memchr::memchr_iter;
use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, OptionName, Result};

use super::options::{FileLines, LinesRead, ReadLinesOptions};
use super::tokens::LineTokens;

/// Number of bytes in which line ends are counted at once.
const BLOCK: usize = 1 << 16;

const BOM: &[u8] = "\u{feff}".as_bytes();

/// Returns the number of lines in a text. A line end at the end does not begin another line.
pub(super) fn count_lines(text: &[u8]) -> u64 {
    let ends = memchr_iter(b'\n', text).count() as u64;
    let has_open_line = !text.is_empty() && text != BOM && !text.ends_with(b"\n");
    ends + u64::from(has_open_line)
}

/// Returns the bytes of consecutive lines, 0-based. The lines must exist.
pub(super) fn lines_of<'t>(text: &'t [u8], lines: &Range<u64>) -> &'t [u8] {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let start = end_of_lines(text, lines.start);
    let text = &text[start..];
    &text[..end_of_lines(text, lines.end - lines.start)]
}

/// Returns the offset after the first lines of a text.
fn end_of_lines(text: &[u8], mut count: u64) -> usize {
    if count == 0 {
        return 0;
    }
    for (number, block) in text.chunks(BLOCK).enumerate() {
        let ends = memchr_iter(b'\n', block).count() as u64;
        if ends < count {
            count -= ends;
            continue;
        }
        let last = memchr_iter(b'\n', block).nth(count as usize - 1);
        return number * BLOCK + last.map_or(block.len(), |at| at + 1);
    }
    text.len()
}

impl FileLines {
    /// Returns the lines of a file with this number of lines, 0-based.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the first line does not exist or the last line is before it.
    pub(super) fn resolve(&self, total: u64) -> Result<Range<u64>> {
        if self.from == 0 || self.to == 0 {
            return Err(Error::option("line 0 does not exist; the first line is 1"));
        }
        let from_end = |line: i64| total.checked_sub(line.unsigned_abs());
        let start = match self.from {
            1.. => self.from as u64 - 1,
            _ => from_end(self.from).unwrap_or(0),
        };
        let end = match self.to {
            1.. => (self.to as u64).min(total),
            _ => from_end(self.to).map_or(0, |line| line + 1),
        };
        let (from, to) = (self.from, self.to);
        if from.signum() == to.signum() && from > to {
            let message = format!("lines {from} to {to}: the last line is before the first");
            return Err(Error::option(message));
        }
        if start >= total && !(total == 0 && from <= 1) {
            let message = format!("line {from} does not exist; the file has {total} lines");
            return Err(Error::option(message));
        }
        if start >= end && total > 0 {
            let message = format!("lines {from} to {to} are none in a file with {total} lines");
            return Err(Error::option(message));
        }
        Ok(start..end.max(start))
    }
}

/// Limits of a call, and how much of them the lines so far have used.
pub(super) struct Budget<'o> {
    options: &'o ReadLinesOptions,
    tokens: Option<LineTokens>,
    bytes: u64,
    /// Whether a limit has left lines out.
    is_exhausted: bool,
}

impl<'o> Budget<'o> {
    pub(super) fn new(options: &'o ReadLinesOptions) -> Result<Budget<'o>> {
        Ok(Budget {
            options,
            tokens: LineTokens::new(options)?,
            bytes: 0,
            is_exhausted: false,
        })
    }

    /// Returns the number of tokens so far; `None` if they are not limited.
    pub(super) fn tokens(&self) -> Option<u64> {
        self.tokens.as_ref().map(LineTokens::total)
    }

    /// Whether a limit has left lines out.
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Sets the text of a range, from the bytes of its lines, to the lines that fit.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the first line of the call does not fit.
    pub(super) fn take(
        &mut self,
        bytes: &[u8],
        lines: &Range<u64>,
        read: &mut LinesRead,
        token: &CancelToken,
    ) -> Result<()> {
        let options = self.options;
        let has_limit = self.tokens.is_some() || options.max_bytes.is_some();
        let mut count = 0;
        if !has_limit && !options.numbered && !options.hashes {
            read.text = bytes.to_vec();
            count = lines.end - lines.start;
        } else {
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                if count % 1024 == 0 {
                    token.heartbeat()?;
                }
                let prefix = options
                    .prefix(lines.start + count, line)
                    .unwrap_or_default();
                if self.is_exhausted || !self.fits(prefix.as_bytes(), line, token)? {
                    break;
                }
                read.text.extend_from_slice(prefix.as_bytes());
                read.text.extend_from_slice(line);
                count += 1;
            }
        }
        read.from = lines.start + 1;
        read.to = lines.start + count;
        read.remaining = lines.end - lines.start - count;
        read.next = (read.remaining > 0).then(|| lines.start + count + 1);
        Ok(())
    }

    /// Adds a line, unless it exceeds a limit.
    fn fits(&mut self, prefix: &[u8], line: &[u8], token: &CancelToken) -> Result<bool> {
        let len = (prefix.len() + line.len()) as u64;
        let max_bytes = self.options.max_bytes;
        if let Some(max) = max_bytes.filter(|max| self.bytes.saturating_add(len) > *max) {
            return self.exceed(
                format!("the first line has {len} bytes, more than {max}"),
                None,
            );
        }
        if let (Some(tokens), Some(max)) = (&mut self.tokens, self.options.max_tokens) {
            let count = match prefix.is_empty() {
                true => tokens.push(line, token)?,
                false => tokens.push(&[prefix, line].concat(), token)?,
            };
            if count > max {
                tokens.pop();
                let message = format!("the first line has {count} tokens, more than {max}");
                return self.exceed(message, Some(OptionName::MaxTokens));
            }
        }
        self.bytes += len;
        Ok(true)
    }

    /// Records that a line does not fit. Fails if it is the first line of the call, since a later call
    /// could not continue.
    fn exceed(&mut self, message: String, option: Option<OptionName>) -> Result<bool> {
        self.is_exhausted = true;
        match self.bytes {
            0 => {
                let option = option.unwrap_or(OptionName::MaxBytes);
                Err(Error::option(message).with_advice("raise", option, ""))
            }
            _ => Ok(false),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
