//! Bytes of a text as compressed differences from another text.
//!
//! The common beginning and end are left out. The text between them is divided into blocks, and each
//! block is compressed with the passage of the other text at the same relative position as its
//! dictionary. Time and size are linear in the text.

/// Number of bytes of a block.
const BLOCK: usize = 24 << 10;
/// Number of bytes of a dictionary before and after the position of its block. Together with the
/// block, they fit into the window of LZ4, which has 64 KiB.
const BEFORE: usize = 8 << 10;
const AFTER: usize = 31 << 10;

/// Returns the passage of `other` that is the dictionary of the block at `at` in a text of `len`
/// bytes.
fn dictionary(other: &[u8], at: usize, len: usize) -> &[u8] {
    let position = (at as u128 * other.len() as u128 / len.max(1) as u128) as usize;
    let start = position.saturating_sub(BEFORE);
    &other[start..other.len().min(position + AFTER)]
}

/// Encodes `bytes` as differences from `other`.
pub(super) fn encode(bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let prefix = common(bytes.iter(), other.iter());
    let suffix = common(bytes[prefix..].iter().rev(), other[prefix..].iter().rev());
    let middle = &bytes[prefix..bytes.len() - suffix];
    let other = &other[prefix..other.len() - suffix];
    let mut delta = Vec::new();
    for number in [prefix, suffix, middle.len()] {
        delta.extend((number as u64).to_le_bytes());
    }
    for (number, block) in middle.chunks(BLOCK).enumerate() {
        let dictionary = dictionary(other, number * BLOCK, middle.len());
        let compressed = lz4_flex::block::compress_with_dict(block, dictionary);
        delta.extend((compressed.len() as u32).to_le_bytes());
        delta.extend(compressed);
    }
    delta
}

/// Decodes what [`encode`] has made with the same `other`; `None` if `delta` is malformed. Other bytes
/// than the encoded ones are possible if `delta` or `other` differs.
pub(super) fn decode(delta: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    let mut rest = delta;
    let mut take = |len: usize| {
        let (part, after) = rest.split_at_checked(len)?;
        rest = after;
        Some(part)
    };
    let mut number = || usize::try_from(u64::from_le_bytes(take(8)?.try_into().ok()?)).ok();
    let (prefix, suffix, len) = (number()?, number()?, number()?);
    let end = other.len().checked_sub(suffix)?;
    let other_middle = other.get(prefix..end)?;
    let mut bytes = other[..prefix].to_vec();
    let mut at = 0;
    while at < len {
        let compressed = u32::from_le_bytes(take(4)?.try_into().ok()?) as usize;
        let size = BLOCK.min(len - at);
        let dictionary = dictionary(other_middle, at, len);
        let block = lz4_flex::block::decompress_with_dict(take(compressed)?, size, dictionary);
        let block = block.ok().filter(|block| block.len() == size)?;
        bytes.extend(block);
        at += size;
    }
    bytes.extend(&other[end..]);
    rest.is_empty().then_some(bytes)
}

/// Returns the number of leading bytes that are equal.
fn common<'b>(a: impl Iterator<Item = &'b u8>, b: impl Iterator<Item = &'b u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
