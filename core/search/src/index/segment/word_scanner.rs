//! Finds the words in text, 64 bytes at a time.
//!
//! [`crate::scan::each_word`] is the definition; this is the fast
//! implementation.

const BLOCK: usize = 64;

/// Finds the maximal runs of bytes of one class other than [`ByteClass::Space`] in text that is
/// scanned in parts.
///
/// [`ByteClass::Space`]: crate::scan::ByteClass::Space
#[derive(Default)]
pub(super) struct WordScanner {
    /// 1 if the last byte is a word byte.
    word: u64,
    /// 1 if the last byte is punctuation.
    punctuation: u64,
    /// Start of the run that contains the last byte.
    start: usize,
}

impl WordScanner {
    /// Calls `each` with the start and end of each run that ends in the next
    /// part of the text, which starts at offset `from`. The length of the part
    /// is a multiple of 64, except at the end of the text, where the last run
    /// ends.
    #[inline]
    pub(super) fn scan(
        &mut self,
        text: &[u8],
        from: usize,
        len: usize,
        mut each: impl FnMut(usize, usize),
    ) {
        let (blocks, rest) = text[from..from + len].as_chunks::<BLOCK>();
        let mut at = from;
        for block in blocks {
            self.scan_block(&Classes::of(block), at, &mut each);
            at += BLOCK;
        }
        if from + len == text.len() {
            // The space after the text ends the last run.
            let mut last = [b' '; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            self.scan_block(&Classes::of(&last), at, &mut each);
        }
    }

    #[inline]
    fn scan_block(&mut self, classes: &Classes, at: usize, each: &mut impl FnMut(usize, usize)) {
        let word_before = classes.word << 1 | self.word;
        let punctuation_before = classes.punctuation << 1 | self.punctuation;
        let changes = (classes.word ^ word_before) | (classes.punctuation ^ punctuation_before);
        let mut starts = changes & (classes.word | classes.punctuation);
        let mut ends = changes & (word_before | punctuation_before);
        let mut start = self.start;
        if self.word | self.punctuation == 0 {
            start = at + starts.trailing_zeros() as usize;
            starts &= starts.wrapping_sub(1);
        }
        while ends != 0 {
            each(start, at + ends.trailing_zeros() as usize);
            ends &= ends - 1;
            start = at + starts.trailing_zeros() as usize;
            starts &= starts.wrapping_sub(1);
        }
        self.start = start;
        self.word = classes.word >> (BLOCK - 1);
        self.punctuation = classes.punctuation >> (BLOCK - 1);
    }
}

/// Class of each byte of a block, as bits.
struct Classes {
    word: u64,
    punctuation: u64,
}

impl Classes {
    #[inline]
    fn of(block: &[u8; BLOCK]) -> Classes {
        let mut word = [0; BLOCK];
        let mut space = [0; BLOCK];
        // The compiler vectorizes this loop.
        for at in 0..BLOCK {
            let byte = block[at];
            let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
            let is_digit = byte.wrapping_sub(b'0') < 10;
            let is_word = is_letter | is_digit | (byte == b'_') | (byte >= 0x80);
            word[at] = u8::from(is_word);
            space[at] = u8::from((byte <= b' ') | (byte == 0x7f));
        }
        let word = gather(&word);
        Classes {
            word,
            punctuation: !(word | gather(&space)),
        }
    }
}

/// Collects the lowest bits of 64 bytes, each of which is 0 or 1.
#[inline]
fn gather(flags: &[u8; BLOCK]) -> u64 {
    let mut bits = 0;
    for (at, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
        let eight = u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= eight << (at * 8);
    }
    bits
}

#[cfg(test)]
mod tests;
