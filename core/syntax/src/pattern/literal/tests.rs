use super::*;

#[test]
fn numbers_have_values() {
    let same = |a: &str, b: &str| number(a.as_bytes()) == number(b.as_bytes());
    assert!(same("10", "0xA") && same("1_000", "1000") && same("0b11", "3"));
    assert!(same("1.50", "1.5") && same("1e3", "1000.0"));
    assert!(!same("1", "1.0") && !same("10", "11"));
    for text in ["", "x", "010", "1u8", "0x", "-1"] {
        assert_eq!(number(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn only_plain_strings_are_unquoted() {
    assert_eq!(unquoted(b"'a'"), Some(&b"a"[..]));
    assert_eq!(unquoted(b"\""), Some(&b""[..]));
    for text in [&b"'a\""[..], b"'a\\n'", b"a", b"", b"'a'b'"] {
        assert_eq!(unquoted(text), None);
    }
}
