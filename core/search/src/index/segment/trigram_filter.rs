//! Filter that finds the blocks that may have a word with a given run of bytes.
//!
//! Each block has a set of hashed trigrams of its words: the case-folded words with [`SEPARATOR`]
//! at both ends, and their ASCII parts likewise. It also includes trigrams of three upper-case
//! letters, because names of constants often differ from frequent words only by case. The sets of
//! the blocks of up to [`STRIPE_PAGES`] index pages are stored by columns: one column for each hash
//! bucket, with a bit for each block. A query thus reads only the columns of its trigrams. If a
//! block lacks the bit of a trigram, none of its words has the trigram.

use std::io::{self, Write};

use crate::scan::fold;

use super::dictionary::SEPARATOR;
use super::format::CHECKSUM_LEN;
use super::output::Output;

/// Number of index pages that share a filter.
pub(super) const STRIPE_PAGES: usize = if cfg!(test) { 4 } else { 256 };

/// Number of hash buckets for trigrams.
const BUCKETS: usize = 28 * 64;

/// Whether `pages` index pages have a filter. For one page, reading all its blocks is just as fast.
pub(super) fn has_filter(pages: usize) -> bool {
    pages > 1
}

/// Returns the length in bytes of a column, excluding its checksum.
pub(super) fn column_len(pages: usize) -> usize {
    pages * 8
}

/// Returns the length in bytes of the filter for a number of index pages.
pub(super) fn filter_len(pages: usize) -> u64 {
    (BUCKETS * (column_len(pages) + CHECKSUM_LEN)) as u64
}

/// Returns the offset in the filter of a bucket's column.
pub(super) fn column_at(bucket: u16, pages: usize) -> u64 {
    u64::from(bucket) * (column_len(pages) + CHECKSUM_LEN) as u64
}

#[inline]
fn bucket(trigram: u32) -> usize {
    let hash = (trigram & 0xff_ffff).wrapping_mul(0x9e37_79b1);
    ((u64::from(hash) * BUCKETS as u64) >> 32) as usize
}

/// Returns the buckets of the trigrams of `run` and `raw`. Every block with a word that contains
/// `run` (ignoring case) and `raw` (in its exact case) has them. `run` may begin and end with
/// [`SEPARATOR`]; `raw` may be empty.
pub(super) fn buckets_of(run: &[u8], raw: &[u8]) -> Vec<u16> {
    let upper = raw
        .windows(3)
        .filter(|t| t.iter().all(u8::is_ascii_uppercase));
    let mut buckets: Vec<u16> = run
        .windows(3)
        .chain(upper)
        .map(|t| bucket(u32::from_be_bytes([0, t[0], t[1], t[2]])) as u16)
        .collect();
    buckets.sort_unstable();
    buckets.dedup();
    buckets
}

/// Collects the filter of a stripe.
pub(super) struct TrigramFilterWriter {
    /// Column of each bucket, for each page; the last page is open.
    pages: Vec<Box<Columns>>,
    /// Bit of the current block in a column of the open page.
    block: u64,
}

/// Columns of one page, which has up to 64 blocks.
type Columns = [u64; BUCKETS];

impl TrigramFilterWriter {
    pub(super) fn new() -> TrigramFilterWriter {
        TrigramFilterWriter {
            pages: Vec::new(),
            block: 0,
        }
    }

    /// Returns the number of pages of the stripe.
    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Begins the block with this number in the page. Block 0 begins a page.
    pub(super) fn begin_block(&mut self, number: usize) {
        if number == 0 {
            self.pages.push(Box::new([0; BUCKETS]));
        }
        self.block = 1 << number;
    }

    /// Adds a word to the current block, given the length of the prefix that it shares with the previous
    /// word in the block, or 0.
    pub(super) fn add(&mut self, word: &[u8], shared: usize) {
        let block = self.block;
        let Some(columns) = self.pages.last_mut() else {
            return;
        };
        let mut add = |trigram: u32| columns[bucket(trigram)] |= block;
        if word.is_ascii() {
            // The trigrams within the shared prefix are already in the block.
            each_trigram(word, shared.saturating_sub(2), add);
        } else {
            each_trigram(word, 0, &mut add);
            each_trigram(&fold(word), 0, &mut add);
            // For runs next to non-ASCII bytes.
            let parts = word.split(|byte| !byte.is_ascii());
            for part in parts.filter(|part| !part.is_empty()) {
                each_trigram(part, 0, &mut add);
            }
        }
    }

    /// Writes the filter of the stripe and begins the next one. Returns its offset, or 0 if the
    /// stripe has no filter.
    pub(super) fn end_stripe<W: Write>(&mut self, out: &mut Output<W>) -> io::Result<u64> {
        let pages = std::mem::take(&mut self.pages);
        if !has_filter(pages.len()) {
            return Ok(0);
        }
        let at = out.offset();
        let mut column = Vec::with_capacity(column_len(pages.len()));
        for bucket in 0..BUCKETS {
            column.clear();
            for page in &pages {
                column.extend_from_slice(&page[bucket].to_le_bytes());
            }
            out.write_part(&column)?;
        }
        Ok(at)
    }
}

/// Calls `each` with the trigrams of a word that end after the two bytes from an offset on. At
/// offset 0, also with the trigram with the preceding separator.
#[inline]
fn each_trigram(word: &[u8], from: usize, mut each: impl FnMut(u32)) {
    let mut lower = u32::from(SEPARATOR);
    let mut raw = 0;
    // Number of upper-case letters directly before this byte.
    let mut upper = 0;
    for (at, &byte) in word[from..].iter().enumerate() {
        lower = lower << 8 | u32::from(byte.to_ascii_lowercase());
        raw = raw << 8 | u32::from(byte);
        upper = if byte.is_ascii_uppercase() {
            upper + 1
        } else {
            0
        };
        if at >= 2 || (at == 1 && from == 0) {
            each(lower);
        }
        if upper >= 3 {
            each(raw);
        }
    }
    each(lower << 8 | u32::from(SEPARATOR));
}

#[cfg(test)]
mod tests;
