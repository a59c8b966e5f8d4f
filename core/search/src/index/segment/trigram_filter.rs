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

/// Number of `u64`s that hold one bit for each bucket.
const ROW_LEN: usize = BUCKETS / 64;

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
    /// Trigrams of the current block.
    row: [u64; ROW_LEN],
    /// Trigrams of the blocks of the current page.
    rows: Vec<[u64; ROW_LEN]>,
    /// Column of each bucket, for each page.
    pages: Vec<Box<[u64; BUCKETS]>>,
}

impl TrigramFilterWriter {
    pub(super) fn new() -> TrigramFilterWriter {
        TrigramFilterWriter {
            row: [0; ROW_LEN],
            rows: Vec::new(),
            pages: Vec::new(),
        }
    }

    /// Returns the number of pages of the stripe.
    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Adds a word to the block, given the length of the prefix that it shares with the previous
    /// word in the block, or 0.
    pub(super) fn add(&mut self, word: &[u8], shared: usize) {
        if word.is_ascii() {
            // The trigrams within the shared prefix are already in the row.
            self.add_trigrams(word, shared.saturating_sub(2));
        } else {
            self.add_trigrams(word, 0);
            let folded = fold(word);
            self.add_trigrams(&folded, 0);
            // For runs next to non-ASCII bytes.
            let parts = word.split(|byte| !byte.is_ascii());
            for part in parts.filter(|part| !part.is_empty()) {
                self.add_trigrams(part, 0);
            }
        }
    }

    /// Adds the trigrams of a word that end after the two bytes from an offset on. At offset 0,
    /// also adds the trigram with the preceding separator.
    #[inline]
    fn add_trigrams(&mut self, word: &[u8], from: usize) {
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
                self.insert(lower);
            }
            if upper >= 3 {
                self.insert(raw);
            }
        }
        self.insert(lower << 8 | u32::from(SEPARATOR));
    }

    #[inline]
    fn insert(&mut self, trigram: u32) {
        let bucket = bucket(trigram);
        self.row[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Ends a block.
    pub(super) fn end_block(&mut self) {
        self.rows.push(self.row);
        self.row = [0; ROW_LEN];
    }

    /// Ends a page of up to 64 blocks.
    pub(super) fn end_page(&mut self) {
        let mut columns = Box::new([0; BUCKETS]);
        for (at, columns) in columns.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            for (bits, row) in columns.iter_mut().zip(&self.rows) {
                *bits = row[at];
            }
            transpose(columns);
        }
        self.rows.clear();
        self.pages.push(columns);
    }

    /// Writes the filter of the stripe and begins the next one.
    pub(super) fn write<W: Write>(&mut self, out: &mut Output<W>) -> io::Result<()> {
        let mut column = Vec::with_capacity(column_len(self.pages.len()));
        for bucket in 0..BUCKETS {
            column.clear();
            for page in &self.pages {
                column.extend_from_slice(&page[bucket].to_le_bytes());
            }
            out.write_part(&column)?;
        }
        self.pages.clear();
        Ok(())
    }

    /// Drops the filter of the stripe and begins the next one.
    pub(super) fn discard(&mut self) {
        self.pages.clear();
    }
}

/// Transposes a bit matrix: bit `i` of number `j` becomes bit `j` of number `i`.
fn transpose(bits: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swapped = (bits[at] >> width ^ bits[at + width]) & mask;
            bits[at] ^= swapped << width;
            bits[at + width] ^= swapped;
            at = (at + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let is_set = |row: usize, column: usize| (row * 67 + column * 31) % 7 < 2;
        let bits_of = |is_set: &dyn Fn(usize) -> bool| {
            (0..64).fold(0, |bits, at| bits | u64::from(is_set(at)) << at)
        };
        let mut bits = std::array::from_fn(|row| bits_of(&|column| is_set(row, column)));
        transpose(&mut bits);
        let expected = std::array::from_fn(|column| bits_of(&|row| is_set(row, column)));
        assert_eq!(bits, expected);
    }

    #[test]
    fn the_trigrams_of_a_word_are_those_of_its_runs() {
        let mut words = [
            "ab",
            "Abc_DEF",
            "Abc_DEFGh",
            "abc_dxyz",
            "a",
            "AB\u{c9}t\u{e9}ABC",
        ]
        .map(str::as_bytes)
        .to_vec();
        words.sort_unstable();
        let mut filter = TrigramFilterWriter::new();
        let mut before: &[u8] = b"";
        for word in &words {
            let shared = super::super::dictionary::shared_len(before, word);
            filter.add(word, shared);
            before = word;
        }
        let mut expected = [0; ROW_LEN];
        for word in &words {
            let parts = word.split(|byte| !byte.is_ascii());
            let parts = parts.map(<[u8]>::to_ascii_lowercase);
            let whole = [word.to_ascii_lowercase(), fold(word).into_owned()];
            for lower in whole.into_iter().chain(parts) {
                let bounded = [&[SEPARATOR], &lower[..], &[SEPARATOR]].concat();
                for bucket in buckets_of(&bounded, word) {
                    expected[usize::from(bucket) / 64] |= 1 << (bucket % 64);
                }
            }
        }
        assert_eq!(filter.row, expected);
    }
}
