use super::has_line_numbers;

#[test]
fn listings_are_recognized() {
    for listing in [
        "7\ta\n8\tb\n",
        "     7\u{2192}a",
        "7\ta",
        "9:a\n10:b",
        "9 | a\n10 | b\n\n12 | d",
        "7\ta\n",
        "7#3fa9\ta\n8#0c1e\tb\n",
        "7#3fa9\t",
        "7#3fa9:a",
    ] {
        assert!(has_line_numbers(listing.as_bytes(), None), "{listing}");
    }
    // A single number before a colon counts at its own line only.
    assert!(has_line_numbers(b"7: a\n", Some(7)));
    assert!(has_line_numbers(b"7: a", Some(6)));
    assert!(!has_line_numbers(b"7: a", Some(8)));
}

#[test]
fn code_is_no_listing() {
    for code in [
        "",
        "\n",
        "a\n",
        "7: a",
        "7 a\n8 b",
        "7\ta\n9\tb",
        "7:a\nb",
        "case 7:\n8:",
        "1.\ta\n2.\tb",
        "7#3fa9a",
        "7#comment\n8#more",
    ] {
        assert!(!has_line_numbers(code.as_bytes(), Some(1)), "{code}");
    }
}
