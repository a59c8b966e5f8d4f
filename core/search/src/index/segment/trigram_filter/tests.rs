use super::*;

#[test]
fn the_trigrams_of_a_word_are_those_of_its_runs() {
    let mut words = [
        "ab",
        "Abc_DEF",
        "Abc_DEFGh",
        "abc_dxyz",
        "a",
        "AB\u{c9}t\u{e9}ABC",
    ]
    .map(str::as_bytes)
    .to_vec();
    words.sort_unstable();
    let mut filter = TrigramFilterWriter::new();
    filter.begin_block(0);
    filter.begin_block(3);
    let mut before: &[u8] = b"";
    for word in &words {
        let shared = super::super::dictionary::shared_len(before, word);
        filter.add(word, shared);
        before = word;
    }
    let mut expected = [0; BUCKETS];
    for word in &words {
        let parts = word.split(|byte| !byte.is_ascii());
        let parts = parts.map(<[u8]>::to_ascii_lowercase);
        let whole = [word.to_ascii_lowercase(), fold(word).into_owned()];
        for lower in whole.into_iter().chain(parts) {
            let bounded = [&[SEPARATOR], &lower[..], &[SEPARATOR]].concat();
            for bucket in buckets_of(&bounded, word) {
                expected[usize::from(bucket)] = 1 << 3;
            }
        }
    }
    assert_eq!(*filter.pages[0], expected);
}
