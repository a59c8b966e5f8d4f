//! The packed form of a dense parse table: deflated `u16`s, little-endian.
//!
//! - how many symbols there are, which is the length of a row;
//! - for each row how many values it has and, for each of these, the value,
//!   how many symbols have it, and the symbols. All others have 0.

use miniz_oxide::inflate::decompress_to_vec;

/// Unpacks into a table that holds zeros. `None` if that was not such a table.
pub(crate) fn unpack(packed: &[u8], table: &mut [u16]) -> Option<()> {
    let bytes = decompress_to_vec(packed).ok()?;
    let (numbers, _) = bytes.as_chunks();
    let mut numbers = numbers.iter().map(|&bytes| u16::from_le_bytes(bytes));
    let symbols = usize::from(numbers.next()?);
    if symbols == 0 {
        return None;
    }
    for row in table.chunks_exact_mut(symbols) {
        for _ in 0..numbers.next()? {
            let value = numbers.next()?;
            for _ in 0..numbers.next()? {
                *row.get_mut(usize::from(numbers.next()?))? = value;
            }
        }
    }
    numbers.next().is_none().then_some(())
}
