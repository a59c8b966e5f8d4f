//! UTF-16 lengths and offsets of byte text.

/// Returns the number of UTF-16 code units in `text`. Each ill-formed sequence counts as one. O(n).
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::offsets::utf16_len;
///
/// assert_eq!(utf16_len("aé😀".as_bytes()), 4);
/// assert_eq!(utf16_len(b"a\xFF"), 2);
/// ```
pub fn utf16_len(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let units = |chunk: std::str::Utf8Chunk<'_>| {
        str_utf16_len(chunk.valid()) + usize::from(!chunk.invalid().is_empty())
    };
    text.utf8_chunks().map(units).sum()
}

fn str_utf16_len(text: &str) -> usize {
    // Counts one unit for each byte that starts a character, and a second one
    // for the first byte of a four-byte character. Sums in `u8` let the
    // compiler vectorize; 64 bytes have at most 128 units.
    let units = |byte: &u8| u8::from(byte & 0xC0 != 0x80) + u8::from(*byte >= 0xF0);
    let blocks = text.as_bytes().chunks(64);
    blocks
        .map(|block| usize::from(block.iter().map(units).sum::<u8>()))
        .sum()
}

/// Appends `text` to `units` in UTF-16, with U+FFFD for each ill-formed
/// sequence. O(n).
pub fn decode_to_utf16(text: &[u8], units: &mut Vec<u16>) {
    let start = units.len();
    // The converter requires room for one more unit than there are bytes.
    units.resize(start + text.len() + 1, 0);
    let written = encoding_rs::mem::convert_utf8_to_utf16(text, &mut units[start..]);
    units.truncate(start + written);
}

/// Cursor that converts ascending byte offsets in text to UTF-16 offsets in one pass over the text.
///
/// An offset beyond the end counts as the end. An offset smaller than an
/// earlier one counts as the start of the character that contains the largest
/// offset so far.
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::offsets::Utf16Cursor;
///
/// let mut cursor = Utf16Cursor::new("aé😀b".as_bytes());
/// assert_eq!([1, 3, 7].map(|at| cursor.floor(at)), [1, 2, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Utf16Cursor<'t> {
    text: &'t [u8],
    /// Start of a character, at or before every offset requested next.
    byte: usize,
    /// UTF-16 offset of `byte`.
    unit: usize,
}

impl<'t> Utf16Cursor<'t> {
    /// Creates a cursor at the start of `text`.
    pub fn new(text: &'t [u8]) -> Utf16Cursor<'t> {
        Utf16Cursor {
            text,
            byte: 0,
            unit: 0,
        }
    }

    /// Returns the UTF-16 offset of byte `offset`, rounded down to the start of
    /// a character.
    pub fn floor(&mut self, offset: usize) -> usize {
        self.advance(offset.min(self.text.len()));
        self.unit
    }

    /// Returns the UTF-16 offset of byte `offset`, rounded up to the end of a
    /// character.
    pub fn ceil(&mut self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        self.advance(offset);
        match self.byte < offset {
            true => self.unit + utf16_len(self.character()),
            false => self.unit,
        }
    }

    /// Moves to the start of the character that contains byte `offset`.
    fn advance(&mut self, offset: usize) {
        let Some(passed) = self.text.get(self.byte..offset) else {
            return; // Below an earlier offset.
        };
        if passed.is_ascii() {
            self.byte = offset;
            self.unit += passed.len();
            return;
        }
        for chunk in passed.utf8_chunks() {
            self.byte += chunk.valid().len();
            self.unit += str_utf16_len(chunk.valid());
            if !chunk.invalid().is_empty() {
                // Whether the character is ill-formed may depend on bytes at
                // and after `offset`.
                let len = self.character().len();
                if self.byte + len > offset {
                    return;
                }
                self.byte += len;
                self.unit += 1;
            }
        }
    }

    /// Returns the bytes of the character at the cursor.
    fn character(&self) -> &'t [u8] {
        let rest = &self.text[self.byte..self.text.len().min(self.byte + 4)];
        let len = rest
            .utf8_chunks()
            .next()
            .map_or(0, |chunk| match chunk.valid().chars().next() {
                Some(character) => character.len_utf8(),
                None => chunk.invalid().len(),
            });
        &rest[..len]
    }
}

#[cfg(test)]
mod tests;
