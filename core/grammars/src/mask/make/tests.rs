use crate::mask::tests::{assert_unchanged, masked};

#[test]
fn continued_lines_of_comments_are_comments() {
    for (source, expected) in [
        ("# a \\\n b\nc: d\n", "# a \\\n#b\nc: d\n"),
        ("# a\\\né: b\\\nc = d\n", "# a\\\n##: b\\\n# = d\n"),
        ("x = y # a \\\nb\n", "x = y # a \\\n#\n"),
        ("x = y \\\n # a \\\nb\n", "x = y \\\n # a \\\n#\n"),
    ] {
        assert_eq!(masked("make", source), expected);
    }
}

#[test]
fn other_lines_stay() {
    assert_unchanged(
        "make",
        &[
            "# a \\\\\nb: c\n",
            "# a\nb = c \\\n d\n",
            "# a \\\n\nb: c\n",
            "a:\n\t# b \\\n\tc\n",
            "a:\n\tb \\\n # c \\\n d\n",
            "a = $(b '#' \\\n c)\n",
            "a = \\# \\\n b\n",
        ],
    );
}
