//! Writer of packed parse tables; `src/ast/unpack.rs` describes the form and reads it.

use miniz_oxide::deflate::compress_to_vec;

/// Packs rows of `(symbol, value)` pairs of a table with `symbols` columns. Returns `None` if a
/// number exceeds 16 bits.
pub(crate) fn pack(symbols: u16, rows: &[Vec<(u16, u16)>]) -> Option<Vec<u8>> {
    let mut numbers = vec![symbols];
    for row in rows {
        let mut row = row.clone();
        row.sort_by_key(|&(symbol, value)| (value, symbol));
        let groups = row.chunk_by(|a, b| a.1 == b.1);
        numbers.push(u16::try_from(groups.clone().count()).ok()?);
        for group in groups {
            numbers.push(group[0].1);
            numbers.push(u16::try_from(group.len()).ok()?);
            numbers.extend(group.iter().map(|&(symbol, _)| symbol));
        }
    }
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    Some(compress_to_vec(&bytes, 9))
}
