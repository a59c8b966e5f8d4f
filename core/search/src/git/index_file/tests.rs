use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        version in 2..5_u8,
        count in 0..4_u8,
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        let head = [b"DIRC\0\0\0", &[version, 0, 0, 0, count][..]].concat();
        parse(&[&head[..], &bytes].concat(), 20);
        parse(&bytes, 32);
        Bits::parse(&bytes);
    }
}

#[test]
fn bitmaps_are_unpacked() {
    // Two words of ones, one literal word, then one of zeros.
    let mut bytes = Vec::new();
    bytes.extend(250_u32.to_be_bytes());
    bytes.extend(3_u32.to_be_bytes());
    bytes.extend((1 | 2 << 1 | 1_u64 << 33).to_be_bytes());
    bytes.extend(5_u64.to_be_bytes());
    bytes.extend((1_u64 << 1).to_be_bytes());
    bytes.extend(0_u32.to_be_bytes());
    let bits = Bits::parse(&bytes).unwrap();
    let set: Vec<usize> = (0..300).filter(|&at| bits.contains(at)).collect();
    let expected: Vec<usize> = (0..129).chain([130]).collect();
    assert_eq!(set, expected);
    assert!(Bits::parse(&bytes[..20]).is_none());
}
