use super::*;

#[test]
fn directives_are_no_documentation() {
    for comment in [
        "//go:noinline",
        "//export A",
        "//nolint:all",
        "// @ts-ignore",
        "/* eslint-disable-next-line x */",
        "# rubocop:disable all",
        "# shellcheck disable=SC1",
        "#noqa",
    ] {
        assert!(is_directive(comment.as_bytes()), "{comment}");
    }
    for comment in [
        "// go: far",
        "//note",
        "// A: b",
        "// exports A",
        "# type: a string",
    ] {
        assert!(!is_directive(comment.as_bytes()), "{comment}");
    }
}
