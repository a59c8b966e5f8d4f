//! Samples and a naive decoder for the tests of this folder.

use std::ops::Range;

/// Fragments of which the samples consist: ASCII, line ends, one character of
/// each UTF-8 length, and ill-formed sequences of each length.
const FRAGMENTS: [&[u8]; 14] = [
    b"a",
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    "é".as_bytes(),
    "€".as_bytes(),
    "😀".as_bytes(),
    b"\xFF",
    b"\x80",
    b"\xC3",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
];

/// Returns all concatenations of up to three fragments, including the empty
/// text.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let mut samples = vec![Vec::new()];
    let mut from = 0;
    // Miri is a thousand times slower.
    for _ in 0..if cfg!(miri) { 2 } else { 3 } {
        let end = samples.len();
        for prefix in from..end {
            for fragment in FRAGMENTS {
                samples.push([&samples[prefix], fragment].concat());
            }
        }
        from = end;
    }
    samples
}

/// Returns pseudo-random concatenations of fragments, of about `len` bytes
/// each.
pub(super) fn long_samples(len: usize) -> Vec<Vec<u8>> {
    let mut seed = 1u64;
    let mut sample = || {
        let mut text = Vec::new();
        while text.len() < len {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let number = (seed >> 33) as usize;
            text.extend_from_slice(FRAGMENTS[number % FRAGMENTS.len()]);
            text.resize(text.len() + number % 7, b'x');
        }
        text
    };
    (0..8).map(|_| sample()).collect()
}

/// Returns the byte range and value of each character of `text`.
pub(super) fn chars(text: &[u8]) -> Vec<(Range<usize>, char)> {
    let mut chars = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let prefixes = (1..=4).filter_map(|len| Some((len, text.get(at..at + len)?)));
        let decoded = prefixes.clone().find_map(|(len, prefix)| {
            let character = std::str::from_utf8(prefix).ok()?.chars().next()?;
            Some((len, character))
        });
        let (len, character) = decoded.unwrap_or_else(|| {
            // Takes the longest prefix of a character, or one byte.
            let is_prefix = |prefix: &[u8]| {
                std::str::from_utf8(prefix)
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
            };
            let lens = prefixes.filter(|(_, prefix)| is_prefix(prefix));
            (
                lens.map(|(len, _)| len).max().unwrap_or(1),
                char::REPLACEMENT_CHARACTER,
            )
        });
        chars.push((at..at + len, character));
        at += len;
    }
    chars
}

#[test]
fn the_naive_decoder_agrees_with_the_standard_library() {
    for text in samples() {
        let decoded: String = chars(&text)
            .iter()
            .map(|(_, character)| character)
            .collect();
        assert_eq!(decoded, String::from_utf8_lossy(&text), "{text:x?}");
    }
}
