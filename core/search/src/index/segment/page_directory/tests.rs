use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn no_bytes_make_decoding_panic(
        numbers in proptest::collection::vec(
            prop_oneof![0..300_u64, 0..1_000_000_u64, any::<u64>()],
            0..40,
        ),
        end in any::<u64>(),
    ) {
        let mut bytes = Vec::new();
        for number in numbers {
            put_varint(&mut bytes, number);
        }
        for end in [end, end % 10_000] {
            if let Some(directory) = PageDirectory::decode(&bytes, end) {
                prop_assert_eq!(directory.encode(), &bytes[..]);
            }
        }
    }
}
