//! Compile-time tables with one byte for each code point.
//!
//! A base module: it uses no other module of the crate.

/// Code points per block of the second stage.
const BLOCK: usize = 128;
/// Number of blocks that cover all code points.
const BLOCKS: usize = 0x11_0000 / BLOCK;

/// Two-stage table: the first stage maps each block to its index in the second stage. Blocks with a
/// single value are stored once per value. Built from ranges at compile time, which keeps the
/// source reviewable. Look-up is O(1).
pub struct TwoStageTable<const STORED: usize> {
    first: [u16; BLOCKS],
    second: [[u8; BLOCK]; STORED],
}

impl<const STORED: usize> TwoStageTable<STORED> {
    /// Creates a table from ranges, each given by its start and value, in ascending order from 0.
    /// `STORED` must equal [`stored_blocks`] of the ranges.
    pub const fn new(ranges: &[(u32, u8)]) -> TwoStageTable<STORED> {
        let mut first = [0; BLOCKS];
        let mut second = [[0; BLOCK]; STORED];
        let mut uniform = [u16::MAX; 256];
        let mut stored = 0;
        let mut range = 0;
        let mut block = 0;
        while block < BLOCKS {
            while end_of(ranges, range) <= block * BLOCK {
                range += 1;
            }
            let value = ranges[range].1;
            let is_uniform = end_of(ranges, range) >= (block + 1) * BLOCK;
            if is_uniform && uniform[value as usize] != u16::MAX {
                first[block] = uniform[value as usize];
            } else {
                if is_uniform {
                    uniform[value as usize] = stored as u16;
                }
                first[block] = stored as u16;
                let mut within = range;
                let mut i = 0;
                while i < BLOCK {
                    while end_of(ranges, within) <= block * BLOCK + i {
                        within += 1;
                    }
                    second[stored][i] = ranges[within].1;
                    i += 1;
                }
                stored += 1;
            }
            block += 1;
        }
        TwoStageTable { first, second }
    }

    /// Returns the value of a code point, or `None` above U+10FFFF.
    #[inline(always)]
    pub fn get(&self, code: u32) -> Option<u8> {
        let block = *self.first.get(code as usize / BLOCK)?;
        Some(self.second[block as usize][code as usize % BLOCK])
    }
}

/// Returns the number of blocks that a table of these ranges stores.
pub const fn stored_blocks(ranges: &[(u32, u8)]) -> usize {
    let mut seen = [false; 256];
    let mut stored = 0;
    let mut range = 0;
    let mut block = 0;
    while block < BLOCKS {
        while end_of(ranges, range) <= block * BLOCK {
            range += 1;
        }
        let value = ranges[range].1 as usize;
        if end_of(ranges, range) < (block + 1) * BLOCK {
            stored += 1;
        } else if !seen[value] {
            seen[value] = true;
            stored += 1;
        }
        block += 1;
    }
    stored
}

/// Returns the end of range number `range`: the start of the next range.
const fn end_of(ranges: &[(u32, u8)], range: usize) -> usize {
    if range + 1 < ranges.len() {
        ranges[range + 1].0 as usize
    } else {
        0x11_0000
    }
}
