//! Format of packed parse tables: a deflated sequence of little-endian `u16`s.
//!
//! - the number of symbols, which is the length of a row;
//! - for each row, the number of distinct non-zero values and, for each value, the value, the
//!   number of symbols with this value, and these symbols.
//!
//! Also compiled into the build script, so it must not depend on the crate.

use miniz_oxide::inflate::decompress_to_vec;

/// Unpacks a table into `table`, which must contain zeros. Returns `None` if `packed` is not a
/// packed table of that size; the content of `table` is then unspecified.
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
