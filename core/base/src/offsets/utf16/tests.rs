use super::super::oracle::{chars, long_samples, samples};
use super::*;

#[test]
fn lengths_and_units_agree_with_the_standard_library() {
    for text in samples().into_iter().chain(long_samples(2000)) {
        let expected: Vec<u16> = String::from_utf8_lossy(&text).encode_utf16().collect();
        assert_eq!(utf16_len(&text), expected.len(), "{text:x?}");
        let mut units = vec![7];
        decode_to_utf16(&text, &mut units);
        assert_eq!(units[1..], expected, "{text:x?}");
        assert_eq!(units[0], 7);
    }
}

#[test]
fn cursors_agree_with_the_naive_decoder() {
    for text in samples().into_iter().chain(long_samples(500)) {
        let (mut floors, mut ceils) = (Vec::new(), Vec::new());
        let mut unit = 0;
        for (range, character) in chars(&text) {
            let next = unit + character.len_utf16();
            floors.resize(range.end, unit);
            ceils.push(unit);
            ceils.resize(range.end, next);
            unit = next;
        }
        // An offset one past the end counts as the end.
        floors.extend([unit; 2]);
        ceils.extend([unit; 2]);
        for step in [1, 2, 3, 50] {
            let (mut floor, mut ceil) = (Utf16Cursor::new(&text), Utf16Cursor::new(&text));
            let mut both = Utf16Cursor::new(&text);
            for at in (0..floors.len()).step_by(step) {
                assert_eq!(floor.floor(at), floors[at], "{at} of {text:x?}");
                assert_eq!(ceil.ceil(at), ceils[at], "{at} of {text:x?}");
                assert_eq!((both.ceil(at), both.floor(at)), (ceils[at], floors[at]));
            }
        }
    }
}

#[test]
fn a_descending_offset_does_not_panic() {
    let mut cursor = Utf16Cursor::new("a😀b".as_bytes());
    assert_eq!(cursor.floor(6), 4);
    assert_eq!((cursor.floor(2), cursor.ceil(0)), (4, 4));
}
