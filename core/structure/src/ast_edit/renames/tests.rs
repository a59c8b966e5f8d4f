use super::*;

#[test]
fn code_differs_in_words_or_in_more() {
    let words = |before: &str, after: &str| changed_words(before.as_bytes(), after.as_bytes());
    assert_eq!(
        words("console.log(1)", "logger.debug(1)"),
        Some(vec![(0..7, 0..6), (8..11, 7..12)])
    );
    assert_eq!(words("log", "log2"), Some(vec![(0..3, 0..4)]));
    assert_eq!(words("a b", "a c"), Some(vec![(2..3, 2..3)]));
    assert_eq!(words("f()", "f()"), Some(vec![]));
    for (before, after) in [
        ("f()", "f(1)"),
        ("a", "a.b"),
        ("a.b", "a"),
        ("a", "(a)"),
        ("a", ""),
        ("", "a"),
        ("a + b", "c - b"),
        ("a b", "c  b"),
    ] {
        assert_eq!(words(before, after), None, "{before} {after}");
    }
}
