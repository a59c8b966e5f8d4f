use super::super::oracle::{chars, long_samples, samples};
use super::*;

fn assert_maps(bytes: &[u8], text: &LossyText<'_>) {
    assert_eq!(text.as_str(), String::from_utf8_lossy(bytes), "{bytes:x?}");
    assert_eq!(text.is_lossy(), std::str::from_utf8(bytes).is_err());
    let mut at = 0;
    for (range, character) in chars(bytes) {
        let is_replaced = character == char::REPLACEMENT_CHARACTER;
        for inside in 0..character.len_utf8() {
            let expected = range.start + if is_replaced { 0 } else { inside };
            assert_eq!(text.original_offset(at + inside), expected, "{bytes:x?}");
        }
        at += character.len_utf8();
    }
    assert_eq!(text.original_offset(at), bytes.len());
}

#[test]
fn text_and_offsets_agree_with_the_naive_decoder() {
    for bytes in samples().into_iter().chain(long_samples(2000)) {
        assert_maps(&bytes, &LossyText::new(&bytes));
    }
}

#[test]
fn decoding_with_a_token_gives_the_same_text() {
    let token = CancelToken::new();
    for bytes in samples() {
        assert_maps(&bytes, &decode_lossy(&bytes, &token).unwrap());
    }
    // Miri is a thousand times slower.
    let (characters, cuts) = match cfg!(miri) {
        true => (&["€"][..], 1..2),
        false => (&["é", "€", "😀"][..], 0..4),
    };
    for character in characters {
        for before in cuts.clone() {
            let mut bytes = vec![b'x'; CHECK_INTERVAL - before];
            bytes.extend_from_slice(character.as_bytes());
            assert!(!decode_lossy(&bytes, &token).unwrap().is_lossy());
            bytes.pop();
            let text = decode_lossy(&bytes, &token).unwrap();
            assert_eq!(text.as_str(), String::from_utf8_lossy(&bytes));
            assert_eq!(text.original_offset(text.as_str().len()), bytes.len());
        }
    }
    token.cancel(crate::cancel::AbortReason::User);
    assert!(decode_lossy(b"a", &token).is_err());
}

#[test]
fn blocks_end_between_characters() {
    for text in samples().into_iter().chain(long_samples(2000)) {
        let starts: Vec<_> = chars(&text).iter().map(|(range, _)| range.start).collect();
        for max_len in [4, 5, 7, 64] {
            let mut at = 0;
            for block in char_blocks(&text, max_len) {
                assert!(!block.is_empty() && block.len() <= max_len);
                assert!(starts.binary_search(&at).is_ok(), "{at} of {text:x?}");
                at += block.len();
            }
            assert_eq!(at, text.len());
        }
    }
    let run = [0x80; 100];
    assert_eq!(char_blocks(&run, 8).map(<[u8]>::len).sum::<usize>(), 100);
}
