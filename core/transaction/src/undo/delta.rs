//! Bytes of a text as compressed differences from another text.
//!
//! The common beginning and end are left out. What is between them is divided into blocks, and each
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_small_change_of_a_large_text_is_small() {
        let old: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut new = old.clone();
        new.splice(600_000..600_004, *b"other words");
        assert!(encode(&old, &new).len() < 100);
        // Changes all over the text.
        for at in (0..new.len()).step_by(40_000).rev() {
            new.insert(at, b'x');
        }
        let delta = encode(&old, &new);
        assert!(delta.len() < old.len() / 50, "{}", delta.len());
        assert_eq!(decode(&delta, &new), Some(old));
    }

    #[test]
    fn a_torn_delta_is_malformed() {
        let delta = encode(b"one two three", b"four");
        for len in 0..delta.len() {
            assert_eq!(decode(&delta[..len], b"four"), None);
        }
        assert_eq!(decode(&delta, b""), Some(b"one two three".to_vec()));
    }

    proptest! {
        #[test]
        fn bytes_decode_as_they_were_encoded(
            words in prop::collection::vec("[ab]{0,3}|\\PC{0,4}", 0..40),
            repeat in 1..900_usize,
            cut in 0..100_usize,
            other in "[ab]{0,30}",
        ) {
            let bytes = words.concat().repeat(repeat).into_bytes();
            let at = bytes.len() * cut / 100;
            let other = [&bytes[..at], other.as_bytes(), &bytes[at / 2..]].concat();
            prop_assert_eq!(decode(&encode(&bytes, &other), &other), Some(bytes));
        }

        #[test]
        fn no_delta_makes_decoding_fail_otherwise(
            delta in prop::collection::vec(any::<u8>(), 0..80),
            sizes in [0..9_u64, 0..9, 0..90_000],
            other in "[a-c]{0,9}",
        ) {
            let header: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
            decode(&[header, delta].concat(), other.as_bytes());
        }
    }
}
