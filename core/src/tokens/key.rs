//! Short pieces as numbers.

/// The longest piece that is a key.
pub(super) const LONGEST: usize = 15;

/// Where the length is in the number; four bits above it are free.
pub(super) const LEN_AT: u32 = 8 * LONGEST as u32;

/// The bits of a piece, by its length; a shift takes longer.
const MASKS: [u128; LONGEST + 1] = {
    let mut masks = [0; LONGEST + 1];
    let mut len = 1;
    while len <= LONGEST {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// A piece and its length, from the lowest bit on. No key is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(pub(super) u128);

impl Key {
    /// The key of `text[start..end]`, if that is short enough and not empty.
    /// It is made fastest if the text goes on for some bytes.
    #[inline(always)]
    pub(super) fn new(text: &[u8], start: usize, end: usize) -> Option<Key> {
        let len = end - start;
        if len > LONGEST || len == 0 {
            return None;
        }
        let bytes = match text[start..].first_chunk::<16>() {
            Some(&bytes) => bytes,
            None => {
                let mut bytes = [0; 16];
                bytes[..len].copy_from_slice(&text[start..end]);
                bytes
            }
        };
        let piece = u128::from_le_bytes(bytes) & MASKS[len];
        Some(Key(piece | (len as u128) << LEN_AT))
    }

    /// A hash of so many bits.
    #[inline(always)]
    pub(super) fn hash(self, bits: u32) -> usize {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed =
            low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed >> (64 - bits)) as usize
    }
}
