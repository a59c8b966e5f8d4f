use super::with_case_of;

#[test]
fn the_replacement_has_the_case_of_the_match() {
    for (old, new, expected) in [
        ("foo", "bar", "bar"),
        ("foo", "Bar", "bar"),
        ("Foo", "bar", "Bar"),
        ("FOO", "bar", "BAR"),
        ("fooBar", "BazQux", "bazQux"),
        ("FooBar", "bazQux", "BazQux"),
        ("F", "bar", "BAR"),
        ("foo-bar", "baz-qux", "baz-qux"),
        ("Foo-Bar", "baz-qux", "Baz-Qux"),
        ("FOO_bar", "baz_qux", "BAZ_qux"),
        ("Foo-Bar", "baz-qux-end", "Baz-qux-end"),
        ("Foo-Bar", "baz", "Baz"),
        ("Foo_x-Bar", "a_b-c", "A_b-c"),
        ("ÄÖ", "ß", "SS"),
        ("Éa", "über", "Über"),
        ("éA", "Über", "über"),
        ("12", "bar", "bar"),
        ("", "Bar", "Bar"),
        ("1Foo", "bar", "bar"),
        ("FOO", "", ""),
    ] {
        let found = with_case_of(old.as_bytes(), new.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), expected, "{old} {new}");
    }
    assert_eq!(with_case_of(b"FOO", b"a\xffb"), b"A\xffB");
    assert_eq!(with_case_of(b"Foo", b"\xffb"), b"\xffb");
    assert_eq!(with_case_of(b"FO\xff", b"b"), b"B");
}
