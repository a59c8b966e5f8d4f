//! Code units of the supported encodings: UTF-8, plus UTF-16 and Latin-1, which
//! JavaScript engines use for strings.

/// Text as a sequence of code units, in UTF-8, UTF-16 or Latin-1.
pub(super) trait CodeUnits: Copy {
    /// Returns the number of code units.
    fn len(self) -> usize;

    /// Returns the code unit at `at`, which must be below [`CodeUnits::len`].
    fn unit(self, at: usize) -> u32;

    /// Returns the code point that starts at `at`, and its length in code
    /// units. An unpaired surrogate decodes to U+FFFD.
    fn decode(self, at: usize) -> (u32, usize);

    /// Returns the end of the run of printable ASCII that starts at `from`, at
    /// most `to`.
    fn printable_end(self, from: usize, to: usize) -> usize;
}

/// Whether a code unit is printable ASCII, including the space.
pub(super) fn is_printable(unit: u32) -> bool {
    (0x20..0x7F).contains(&unit)
}

impl CodeUnits for &str {
    #[inline(always)]
    fn len(self) -> usize {
        str::len(self)
    }

    #[inline(always)]
    fn unit(self, at: usize) -> u32 {
        u32::from(self.as_bytes()[at])
    }

    #[inline(always)]
    fn decode(self, at: usize) -> (u32, usize) {
        let bytes = &self.as_bytes()[at..];
        let tail = |i: usize| u32::from(bytes[i] & 0x3F);
        let lead = u32::from(bytes[0]);
        match lead {
            0..0x80 => (lead, 1),
            0x80..0xE0 => ((lead & 0x1F) << 6 | tail(1), 2),
            0xE0..0xF0 => ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3),
            _ => (
                (lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3),
                4,
            ),
        }
    }

    #[inline(always)]
    fn printable_end(self, from: usize, to: usize) -> usize {
        printable_bytes(self.as_bytes(), from, to)
    }
}

/// Latin-1: each byte is its own code point.
impl CodeUnits for &[u8] {
    #[inline(always)]
    fn len(self) -> usize {
        <[u8]>::len(self)
    }

    #[inline(always)]
    fn unit(self, at: usize) -> u32 {
        u32::from(self[at])
    }

    #[inline(always)]
    fn decode(self, at: usize) -> (u32, usize) {
        (u32::from(self[at]), 1)
    }

    #[inline(always)]
    fn printable_end(self, from: usize, to: usize) -> usize {
        printable_bytes(self, from, to)
    }
}

/// UTF-16, possibly with unpaired surrogates.
impl CodeUnits for &[u16] {
    #[inline(always)]
    fn len(self) -> usize {
        <[u16]>::len(self)
    }

    #[inline(always)]
    fn unit(self, at: usize) -> u32 {
        u32::from(self[at])
    }

    #[inline(always)]
    fn decode(self, at: usize) -> (u32, usize) {
        let unit = u32::from(self[at]);
        if unit & 0xF800 != 0xD800 {
            return (unit, 1);
        }
        match self.get(at + 1) {
            Some(&low) if unit < 0xDC00 && low & 0xFC00 == 0xDC00 => (
                0x1_0000 + ((unit & 0x3FF) << 10 | u32::from(low & 0x3FF)),
                2,
            ),
            _ => (0xFFFD, 1),
        }
    }

    #[inline(always)]
    fn printable_end(self, from: usize, to: usize) -> usize {
        let mut at = from;
        while to - at >= 64 {
            let chunk = &self[at..at + 64];
            // No early exit inside the chunk: the compiler vectorizes the loop.
            if !chunk
                .iter()
                .fold(true, |all, &u| all & (u.wrapping_sub(0x20) < 0x5F))
            {
                break;
            }
            at += 64;
        }
        while let Some((units, _)) = self[at..to].split_first_chunk::<4>() {
            let word = units.iter().rev().fold(0, |w, &u| w << 16 | u64::from(u));
            let odd = not_printable(word, 16);
            if odd != 0 {
                return at + odd.trailing_zeros() as usize / 16;
            }
            at += 4;
        }
        while at < to && is_printable(u32::from(self[at])) {
            at += 1;
        }
        at
    }
}

#[inline(always)]
fn printable_bytes(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut at = from;
    while to - at >= 64 {
        let chunk = &bytes[at..at + 64];
        // No early exit inside the chunk: the compiler vectorizes the loop.
        if !chunk
            .iter()
            .fold(true, |all, &b| all & (b.wrapping_sub(0x20) < 0x5F))
        {
            break;
        }
        at += 64;
    }
    while let Some((word, _)) = bytes[at..to].split_first_chunk::<8>() {
        let odd = not_printable(u64::from_le_bytes(*word), 8);
        if odd != 0 {
            return at + odd.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < to && is_printable(u32::from(bytes[at])) {
        at += 1;
    }
    at
}

/// Returns a word in which the high bit of each `bits`-bit unit is set if the
/// unit is not printable ASCII. No carry crosses units, so every bit is exact
/// ("SIMD within a register", Lamport 1975).
#[inline(always)]
fn not_printable(word: u64, bits: u32) -> u64 {
    let ones = u64::MAX / ((1 << bits) - 1);
    let high = ones << (bits - 1);
    let low = word & !high;
    let at_least_space = low + (high - 0x20 * ones);
    let delete = low + (high - 0x7F * ones);
    (word | !at_least_space | delete) & high
}

#[cfg(test)]
mod tests;
