use super::*;

#[test]
fn the_last_word_may_end_with_a_location() {
    for (query, text, line, column) in [
        ("src/main.rs:12:5", "src/main.rs", Some(12), Some(5)),
        ("main.rs:12", "main.rs", Some(12), None),
        ("main.rs:12:", "main.rs", Some(12), None),
        ("main.rs:12:5:", "main.rs", Some(12), Some(5)),
        ("main.rs:", "main.rs", None, None),
        ("main.rs(12,5)", "main.rs", Some(12), Some(5)),
        ("main.rs(12)", "main.rs", Some(12), None),
        ("main.rs(12,5):", "main.rs", Some(12), Some(5)),
        ("main.rs(12", "main.rs", Some(12), None),
        ("main.rs(12,", "main.rs", Some(12), None),
        ("main.rs#L12", "main.rs", Some(12), None),
        ("core main:7 \t", "core main", Some(7), None),
        (
            "\u{e9}t\u{e9}\u{3000}caf\u{e9}:3",
            "\u{e9}t\u{e9}\u{3000}caf\u{e9}",
            Some(3),
            None,
        ),
        ("a:b:3", "a:b", Some(3), None),
        ("app/[id](1):2", "app/[id](1)", Some(2), None),
    ] {
        let located = LocatedQuery::split(query).expect(query);
        let TypedLocation {
            line: l, column: c, ..
        } = located.location;
        assert_eq!((located.text, l, c), (text, line, column), "{query}");
    }
}

#[test]
fn other_text_stays_text() {
    for query in [
        "",
        "main.rs",
        ":12",
        "main :12",
        "a::",
        "a:1:2:3",
        "a:x",
        "a:-1",
        "a:1.5",
        "a()",
        "a(x)",
        "a(1,x)",
        "a(1,2,3)",
        "a#12",
        "a#Lx",
        "#L1",
        "(1)",
        "a/:3",
        "a:4294967296",
        "a:\u{661}",
        "a:1 b",
        "1,2",
        "::1",
    ] {
        assert_eq!(LocatedQuery::split(query), None, "{query}");
    }
    assert_eq!(
        LocatedQuery::split(&format!("{}:1", "a".repeat(MAX_QUERY))),
        None
    );
}

#[test]
fn a_path_that_contains_the_word_has_it_as_a_name() {
    let located = LocatedQuery::split("log Day:12").unwrap();
    assert_eq!(located.location.place_in(b"logs/day:12.txt"), Some(8..11));
    assert!(!located.location.is_part_of(b"logs/day12.txt"));
    assert!(!located.location.is_part_of(b"12"));
}
