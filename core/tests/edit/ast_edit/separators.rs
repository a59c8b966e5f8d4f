//! Commas of lists whose elements are deleted, captured or added.

use crate::ast_edit::rewritten;

/// Files with an element to delete, and their new texts.
const DELETED: &[(&str, &str, &str)] = &[
    ("a.js", "x = [aa, bb, cc]\n", "x = [aa, cc]\n"),
    ("a.js", "x = [bb, cc]\n", "x = [cc]\n"),
    ("a.js", "x = [aa, bb]\n", "x = [aa]\n"),
    ("a.js", "x = [aa, bb,]\n", "x = [aa,]\n"),
    ("a.js", "x = [bb, bb, cc, bb, bb]\n", "x = [cc]\n"),
    ("a.js", "x = [bb, bb]\n", "x = []\n"),
    ("a.js", "f(aa, bb)\n", "f(aa)\n"),
    ("a.js", "f(bb)\n", "f()\n"),
    ("a.js", "f([bb], [aa, bb])\n", "f([], [aa])\n"),
    (
        "a.js",
        "x = [\n  aa, // one\n  bb,\n  cc,\n]\n",
        "x = [\n  aa, // one\n  cc,\n]\n",
    ),
    ("a.js", "x = [\n  aa,\n  bb\n]\n", "x = [\n  aa\n]\n"),
    (
        "a.js",
        "x = [\n  bb, // two\n  cc\n]\n",
        "x = [\n  // two\n  cc\n]\n",
    ),
    ("a.rs", "fn f() { g(aa, bb); }\n", "fn f() { g(aa); }\n"),
    ("a.py", "f(aa, bb, cc)\n", "f(aa, cc)\n"),
    ("a.py", "x = (aa, bb, )\n", "x = (aa, , )\n"),
    (
        "a.go",
        "package a\nvar x = f(aa, bb)\n",
        "package a\nvar x = f(aa)\n",
    ),
    (
        "a.java",
        "class A { int x = f(bb, aa); }\n",
        "class A { int x = f(aa); }\n",
    ),
    ("a.php", "<?php f($a, bb);\n", "<?php f($a);\n"),
    (
        "a.cs",
        "class A { int x = f(aa, bb); }\n",
        "class A { int x = f(aa); }\n",
    ),
    ("a.rb", "x = [aa, bb]\n", "x = [aa]\n"),
    ("a.kt", "val x = f(aa, bb, cc)\n", "val x = f(aa, cc)\n"),
    ("a.json", "[1, \"bb\", 2]\n", "[1, 2]\n"),
];

#[test]
fn a_deleted_element_takes_its_separator() {
    let mut wrong = Vec::new();
    for &(name, text, expected) in DELETED {
        let pattern = if name.ends_with("json") {
            "\"bb\""
        } else {
            "bb"
        };
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
        let options = crate::ast_edit::applied(dir.path(), &[(pattern, "")]);
        // Only the tuple, which stays as it is, has a hole.
        let options = options.allow_syntax_errors(expected.contains(", ,"));
        let done = crate::ast_edit::edit(&options);
        let new = std::fs::read_to_string(dir.path().join(name)).unwrap();
        if new != expected {
            wrong.push(format!("{text}{new}{:?}", done.map(|done| done.report)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_captured_list_gives_no_second_separator() {
    for (text, expected) in [
        ("f(a, b,)\n", "f(a, b, x)\n"),
        ("f(a, b)\n", "f(a, b, x)\n"),
        ("f(a, b /* two */)\n", "f(a, b /* two */, x)\n"),
        ("f(\n  a,\n  b,\n)\n", "f(a,\nb, x)\n"),
        ("f(\n  a,\n  b // two\n)\n", "f(a,\nb // two\n, x)\n"),
        ("f(\n  a,\n  b, // two\n)\n", "f(a,\nb, // two\n x)\n"),
    ] {
        assert_eq!(rewritten("a.js", text, "f($$$A)", "f($$$A, x)"), expected);
    }
    let rust = "fn a() { f(1, 2,); }\n";
    assert_eq!(
        rewritten("a.rs", rust, "f($$$A)", "f($$$A, 3)"),
        "fn a() { f(1, 2, 3); }\n"
    );
}
