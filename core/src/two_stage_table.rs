//! Tables of what is known of each code point, looked up in two steps.

/// Code points per block of the second stage.
const BLOCK: usize = 128;
const BLOCKS: usize = 0x11_0000 / BLOCK;

/// Two stages: the number of a block, and the blocks, each distinct uniform
/// block stored once. Built from ranges when this crate is compiled, since
/// ranges are what a person can review.
pub(crate) struct TwoStageTable<const STORED: usize> {
    first: [u16; BLOCKS],
    second: [[u8; BLOCK]; STORED],
}

impl<const STORED: usize> TwoStageTable<STORED> {
    /// From where each range starts, and its value. `STORED` must be what
    /// [`stored`] tells of them.
    pub(crate) const fn new(ranges: &[(u32, u8)]) -> TwoStageTable<STORED> {
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

    /// The value of a code point; none above U+10FFFF.
    #[inline(always)]
    pub(crate) fn get(&self, code: u32) -> Option<u8> {
        let block = *self.first.get(code as usize / BLOCK)?;
        Some(self.second[block as usize][code as usize % BLOCK])
    }
}

/// The number of blocks that the ranges need.
pub(crate) const fn stored_blocks(ranges: &[(u32, u8)]) -> usize {
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

/// Where the range after `range` starts.
const fn end_of(ranges: &[(u32, u8)], range: usize) -> usize {
    if range + 1 < ranges.len() {
        ranges[range + 1].0 as usize
    } else {
        0x11_0000
    }
}
