use crate::mask::tests::{assert_unchanged, masked};

#[test]
fn extension_blocks_are_classes() {
    for (head, expected) in [
        (
            "extension<K>(List<K> items) where K : struct",
            "class ion<K>(List<K> items) where K : struct",
        ),
        ("extension(string)", "class ion(      )"),
        (
            "extension(ref readonly int x) // c\n",
            "class ion(ref readonly int x) // c\n",
        ),
        (
            "extension <T> ( IEnumerable<T> )",
            "class ion <T> (                )",
        ),
        ("extension([A] int[] x)", "class ion([A] int[] x)"),
        ("extension(int?)", "class ion(    )"),
        ("extension((int, int) x)", "class ion((int, int) x)"),
        ("extension(ref int)", "class ion(       )"),
        ("extension(N.T é)", "class ion(N.T é)"),
    ] {
        for before in [
            "class A {\n#region\n ",
            "class A { int a; // b\n#region\n  /// <c/>\n  /* d */ ",
            "class A { void B() { }\n#region C\n",
        ] {
            let rest = " {\n int D => 1;\n}\n#endregion\n}";
            let source = format!("{before}{head}{rest}");
            assert_eq!(
                masked("csharp", &source),
                format!("{before}{expected}{rest}")
            );
        }
    }
}

#[test]
fn other_code_stays() {
    assert_unchanged(
        "csharp",
        &[
            "class A { void extension(int a) { } }",
            "class A { void B() { extension(1); } }",
            "class A { void B() { var extension = 1; extension<int>(2); } }",
            "class A { public string extension { get; } }",
            "class A { extension(int a",
            "extension",
            "class A { b = extension(c) }",
        ],
    );
}
