use super::*;

#[test]
fn parts_of_the_text_map_to_their_bytes() {
    let bytes = b"a\xFFb\xE4\xB8c\xF0\x9F\x98\xED\xA0\x80\xEF\xBF\xBDz\xC3";
    let source = DecodedText::new(bytes);
    assert_eq!(source.text(), String::from_utf8_lossy(bytes));
    assert_eq!(source.without_ill_formed(), "abc\u{FFFD}z");
    let parts = source.text().split_inclusive(|_| true);
    let back: Vec<_> = parts.map(|part| source.bytes_of(part).unwrap()).collect();
    assert_eq!(
        back,
        [
            b"a".as_slice(),
            b"\xFF",
            b"b",
            b"\xE4\xB8",
            b"c",
            b"\xF0\x9F\x98",
            b"\xED",
            b"\xA0",
            b"\x80",
            "\u{FFFD}".as_bytes(),
            b"z",
            b"\xC3",
        ]
    );
    assert_eq!(source.bytes_of(source.text()).unwrap(), bytes);
    assert_eq!(source.bytes_of("elsewhere"), None);
    assert_eq!(source.bytes_of("").unwrap(), b"");
}

#[test]
fn well_formed_text_is_borrowed() {
    let source = DecodedText::new("a世".as_bytes());
    assert_eq!(
        source.bytes_of(&source.text()[1..]).unwrap(),
        "世".as_bytes()
    );
    assert!(matches!(source.without_ill_formed(), Cow::Borrowed("a世")));
}
