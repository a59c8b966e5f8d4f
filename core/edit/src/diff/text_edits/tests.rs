use proptest::prelude::*;

use super::*;

fn edits(old: &[u8], new: &[u8]) -> Vec<TextEdit> {
    let token = CancelToken::new();
    let diff = diff_lines(old, new, &DiffOptions::default(), &token).unwrap();
    diff.text_edits(&token).unwrap()
}

/// Returns the document that an editor has for a text: UTF-16 without a byte order mark.
fn document(text: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(text);
    text.strip_prefix('\u{feff}')
        .unwrap_or(&text)
        .encode_utf16()
        .collect()
}

/// Returns the start and the end of each line, the latter before its line ending.
fn lines(document: &[u16]) -> Vec<(usize, usize)> {
    const CR: u16 = b'\r' as u16;
    const LF: u16 = b'\n' as u16;
    let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
    while at < document.len() {
        let end = match document[at..] {
            [CR, LF, ..] => 2,
            [CR | LF, ..] => 1,
            _ => 0,
        };
        if end > 0 {
            lines.push((start, at));
            start = at + end;
        }
        at += end.max(1);
    }
    lines.push((start, document.len()));
    lines
}

/// Applies edits one by one from the last, and checks that each position exists, and that no two
/// edits touch.
fn apply(old: &[u8], edits: &[TextEdit]) -> Vec<u16> {
    let mut document = document(old);
    let lines = lines(&document);
    let offset = |at: Utf16Position| {
        let (start, end) = lines[at.line as usize];
        let offset = start + at.character as usize;
        assert!(offset <= end, "{at} is beyond the end of the line");
        offset
    };
    let mut next = usize::MAX;
    for TextEdit { range, new_text } in edits.iter().rev() {
        let (start, end) = (offset(range.start), offset(range.end));
        assert!(start <= end && end < next, "edits overlap or touch");
        assert!(
            start < end || !new_text.is_empty(),
            "an edit changes nothing"
        );
        next = start;
        let text = String::from_utf8_lossy(new_text);
        document.splice(start..end, text.encode_utf16());
    }
    document
}

#[test]
fn edits_are_minimal() {
    let at = |from: (u32, u32), to: (u32, u32)| from.into()..to.into();
    for (old, new, expected) in [
        ("same", "same", vec![]),
        ("", "a", vec![(at((0, 0), (0, 0)), "a")]),
        (
            "f(a) + f(b)\n",
            "g(a) + g(b)\n",
            vec![(at((0, 0), (0, 1)), "g"), (at((0, 7), (0, 8)), "g")],
        ),
        (
            "😀 old = 1;\r\nb\r\n",
            "😀 older = 1;\r\nb\r\n",
            vec![(at((0, 6), (0, 6)), "er")],
        ),
        ("a\nb\nc\n", "a\nc\n", vec![(at((1, 0), (2, 0)), "")]),
        ("a\rb\rc", "a\rx\rc", vec![(at((1, 0), (1, 1)), "x")]),
        // A position cannot be between CR and LF, nor between surrogates.
        ("a\r\nb", "a\nb", vec![(at((0, 1), (1, 0)), "\n")]),
        ("a\nb", "a\r\nb", vec![(at((0, 1), (1, 0)), "\r\n")]),
        ("😀", "😁", vec![(at((0, 0), (0, 2)), "😁")]),
        (
            "\u{feff}é\n",
            "\u{feff}e\n",
            vec![(at((0, 0), (0, 1)), "e")],
        ),
        ("\u{feff}a\n", "a\n", vec![]),
    ] {
        let found = edits(old.as_bytes(), new.as_bytes());
        let found: Vec<_> = found
            .into_iter()
            .map(|edit| (edit.range, String::from_utf8(edit.new_text).unwrap()))
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(r, t)| (r, t.to_owned()))
            .collect();
        assert_eq!(found, expected, "{old:?} {new:?}");
    }
}

#[test]
fn blocks_of_many_words_are_replaced_as_a_whole() {
    let words = |word: &str| format!("{}\n", vec![word; MAX_WORDS].join(" "));
    let (old, new) = (words("old"), words("new"));
    let found = edits(old.as_bytes(), new.as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!(apply(old.as_bytes(), &found), document(new.as_bytes()));
}

/// Pieces of text that split and join characters, line ends and byte order marks.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"a",
        b"b ",
        b"f(x)",
        b"\t",
        b"\n",
        b"\r\n",
        b"\r",
        b"\xff",
        b"\xf0\x9f",
        b"\x98",
        b"\x80",
        "é".as_bytes(),
        "😀".as_bytes(),
        "😁".as_bytes(),
        BOM,
    ];
    let text = proptest::collection::vec(proptest::sample::select(pieces), 0..24);
    text.prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn changed_words_give_the_new_text(old in text(), new in text()) {
        let token = CancelToken::new();
        let diff = diff_lines(&old, &new, &DiffOptions::default(), &token).unwrap();
        let (mut built, mut next) = (Vec::new(), 0);
        for words in diff.changed_words(&token).unwrap() {
            prop_assert!(words.old.start >= next);
            built.extend_from_slice(&old[next..words.old.start]);
            prop_assert_eq!(built.len(), words.new.start);
            built.extend_from_slice(&new[words.new]);
            next = words.old.end;
        }
        built.extend_from_slice(&old[next..]);
        prop_assert_eq!(built, new);
    }

    #[test]
    fn applied_edits_give_the_new_text(old in text(), new in text()) {
        prop_assert_eq!(apply(&old, &edits(&old, &new)), document(&new));
    }

    #[test]
    fn changed_parts_of_a_text_are_applied(
        parts in proptest::collection::vec((text(), proptest::option::of(text())), 0..8),
    ) {
        let old: Vec<u8> = parts.iter().flat_map(|(old, _)| old).copied().collect();
        let new = parts.iter().flat_map(|(old, new)| new.as_ref().unwrap_or(old));
        let new: Vec<u8> = new.copied().collect();
        prop_assert_eq!(apply(&old, &edits(&old, &new)), document(&new));
    }
}
