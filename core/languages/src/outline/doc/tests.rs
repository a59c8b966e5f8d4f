use super::*;

#[test]
fn markers_of_comments_are_removed() {
    let text = |comment: &str, style| comment_text(comment.as_bytes(), style);
    let c = &DocStyle::C;
    assert_eq!(text("/** a */", c).as_deref(), Some(" a".trim()));
    assert_eq!(
        text("/**\n * a\n *\n *   b\n */", c).as_deref(),
        Some("a\n\n  b")
    );
    assert_eq!(text("/**\n  a\n    b\n*/", c).as_deref(), Some("a\n  b"));
    assert_eq!(text("/// a", c).as_deref(), Some("a"));
    for comment in ["/* a */", "// a", "/**/", "/*** a */", "////////"] {
        assert_eq!(text(comment, c), None, "{comment}");
    }
    assert_eq!(text("# a", &DocStyle::HASH).as_deref(), Some("a"));
    assert_eq!(text("#####", &DocStyle::HASH), None);
}

#[test]
fn strings_are_dedented() {
    assert_eq!(
        string_text(b"\"\"\"a\n\n    b\n      c\n    \"\"\""),
        "a\n\nb\n  c"
    );
    assert_eq!(string_text(b"r'a'"), "a");
}
