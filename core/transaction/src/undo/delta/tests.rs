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
