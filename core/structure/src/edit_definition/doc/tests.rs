use super::*;

#[test]
fn comments_of_documentation_are_found_on_one_line() {
    for (text, expected) in [
        ("/** A */ /* x */ /** B */", &["/** A */", "/** B */"][..]),
        ("/** A */ /** B */\n// x", &["/** A */ /** B */"]),
        (
            "/** É\n * /* x\n */ /**/ /// C\n/// D",
            &["/** É\n * /* x\n */", "/// C\n/// D"],
        ),
        (
            "/** a /* b */ c */ /* d */ /// E",
            &["/** a /* b */ c */", "/// E"],
        ),
        ("/// A\n#[inline]\n/// B", &["/// A", "/// B"]),
        ("/** A", &["/** A"]),
        ("name()", &["name()"]),
    ] {
        let ranges = comments_of(text.as_bytes(), &DocStyle::C).into_iter();
        let found: Vec<_> = ranges.map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }
}
