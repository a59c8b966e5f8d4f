use proptest::prelude::*;

use super::*;
use crate::scan::{ByteClass, MAX_WORD, each_word};

proptest! {
    #[test]
    fn the_runs_are_the_words(
        text in proptest::collection::vec(
            prop_oneof![Just(b' '), Just(b'('), Just(b'a'), Just(b'_'), any::<u8>()],
            0..400,
        ),
        blocks in 1..4_usize,
    ) {
        let mut expected = Vec::new();
        each_word(&text, |word| expected.push(word));
        let mut found = Vec::new();
        let mut scanner = WordScanner::default();
        let mut from = 0;
        while from < text.len() {
            let len = (text.len() - from).min(blocks * BLOCK);
            scanner.scan(&text, from, len, |start, end| {
                if end - start <= MAX_WORD {
                    found.push(&text[start..end]);
                } else {
                    each_word(&text[start..end], |piece| found.push(piece));
                }
            });
            from += len;
        }
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn each_byte_has_its_class() {
    for start in (0..256).step_by(BLOCK) {
        let block = std::array::from_fn(|at| (start + at) as u8);
        let classes = Classes::of(&block);
        for (at, byte) in block.into_iter().enumerate() {
            let class = match (classes.word >> at & 1, classes.punctuation >> at & 1) {
                (1, 0) => ByteClass::Word,
                (0, 1) => ByteClass::Punctuation,
                _ => ByteClass::Space,
            };
            assert_eq!(class, ByteClass::of(byte), "{byte:#x}");
        }
    }
}
