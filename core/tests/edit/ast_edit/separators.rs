//! Commas and operators of lists whose elements are deleted, captured or added.

use crate::ast_edit::{rewritten, rewritten_by};

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
    ("a.py", "del aa, bb\n", "del aa\n"),
    ("a.py", "global aa, bb\n", "global aa\n"),
    (
        "a.go",
        "package a\nfunc f() { return aa, bb }\n",
        "package a\nfunc f() { return aa }\n",
    ),
];

/// Files with an element of a list with operators to delete, and their new texts.
const OPERANDS: &[(&str, &str, &str)] = &[
    (
        "a.js",
        "f(aa && bb && cc, bb || cc, cc ?? bb)\n",
        "f(aa && cc, cc, cc)\n",
    ),
    ("a.js", "f(aa || bb && cc)\n", "f(aa || cc)\n"),
    ("a.js", "f(aa && bb || cc)\n", "f(aa || cc)\n"),
    ("a.js", "f(aa && bb && bb, bb && bb || cc)\n", "f(aa, cc)\n"),
    (
        "a.js",
        "f(\n  aa // one\n  && bb\n  && cc)\n",
        "f(\n  aa // one\n  && cc)\n",
    ),
    ("a.js", "f(aa // one\n  && bb)\n", "f(aa // one\n  )\n"),
    (
        "a.py",
        "f(aa and bb or cc, not aa)\n",
        "f(aa or cc, not aa)\n",
    ),
    ("a.rb", "f(aa && bb, bb || aa)\n", "f(aa, aa)\n"),
    (
        "a.rs",
        "fn f() { match x { A | bb => 1, bb | B => 2 } }\n",
        "fn f() { match x { A => 1, B => 2 } }\n",
    ),
    (
        "a.rs",
        "fn f<T: A + bb>(x: Box<dyn A + bb>) {}\n",
        "fn f<T: A>(x: Box<dyn A>) {}\n",
    ),
    (
        "a.java",
        "class A { boolean f() { return aa && bb; } }\n",
        "class A { boolean f() { return aa; } }\n",
    ),
    (
        "a.go",
        "package a\nvar x = aa || bb\n",
        "package a\nvar x = aa\n",
    ),
    (
        "a.c",
        "int f(void) { return aa | bb; }\n",
        "int f(void) { return aa; }\n",
    ),
    (
        "a.cs",
        "class A { bool x = aa && bb && cc; }\n",
        "class A { bool x = aa && cc; }\n",
    ),
    (
        "a.php",
        "<?php f($a && bb || $c);\n",
        "<?php f($a || $c);\n",
    ),
    ("a.kt", "val x = aa && bb || cc\n", "val x = aa || cc\n"),
    ("a.swift", "let x = aa && bb\n", "let x = aa\n"),
    ("a.scala", "val x = aa && bb\n", "val x = aa\n"),
    (
        "a.lua",
        "local x = aa and bb or cc\n",
        "local x = aa or cc\n",
    ),
    ("a.ex", "x = aa && bb || cc\n", "x = aa || cc\n"),
    ("a.hs", "f = aa && bb\n", "f = aa\n"),
    ("a.sh", "aa && bb && cc\naa | bb\n", "aa && cc\naa\n"),
];

/// Files with an element to delete by a pattern other than `bb`, and their new texts.
const OTHERS: &[(&str, &str, &str, &str)] = &[
    ("a.ts", "type A = B | C | D;\n", "C", "type A = B | D;\n"),
    ("a.ts", "let a: B & C;\n", "C", "let a: B;\n"),
    (
        "a.java",
        "class A { void f() { try { g(); } catch (X | Y | Z e) { } } }\n",
        "Y",
        "class A { void f() { try { g(); } catch (X | Z e) { } } }\n",
    ),
    (
        "a.py",
        "x: int | str | None = 1\n",
        "str",
        "x: int | None = 1\n",
    ),
    (
        "a.php",
        "<?php function f(A|B|null $x) {}\n",
        "B",
        "<?php function f(A|null $x) {}\n",
    ),
    (
        "a.sql",
        "select a from t where a = 1 and b = 2;\n",
        "b = 2",
        "select a from t where a = 1;\n",
    ),
    (
        "a.go",
        "package a\n\ntype A interface{ ~int | ~string | X }\n",
        "X",
        "package a\n\ntype A interface{ ~int | ~string }\n",
    ),
    (
        "a.graphql",
        "union A = B | C | D\n",
        "C",
        "union A = B | D\n",
    ),
    (
        "a.html",
        "<p a=\"1\" b=\"2\" c>x</p>\n",
        "b=\"2\"",
        "<p a=\"1\" c>x</p>\n",
    ),
    (
        "a.jsx",
        "x = <p a=\"1\" b=\"2\"/>\n",
        "b=\"2\"",
        "x = <p a=\"1\"/>\n",
    ),
];

#[test]
fn a_deleted_element_takes_its_separator() {
    let mut wrong = Vec::new();
    let with_pattern = |&(name, text, expected): &(&'static str, &'static str, &'static str)| {
        let is_json = name.ends_with("json");
        (name, text, if is_json { "\"bb\"" } else { "bb" }, expected)
    };
    let cases = DELETED.iter().chain(OPERANDS).map(with_pattern);
    for (name, text, pattern, expected) in cases.chain(OTHERS.iter().copied()) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
        let options = crate::ast_edit::applied(dir.path(), &[(pattern, "")]);
        // Only the tuple, which is left unchanged, has a hole.
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

#[test]
fn an_operator_that_separates_nothing_stays() {
    for (name, text) in [
        ("a.c", "int f(void) { return g(&bb); }\n"),
        ("a.rs", "fn f() { g(|bb| 1, &bb); }\n"),
        ("a.py", "x = aa and not bb\n"),
        ("a.js", "x = aa + bb\n"),
        // The grammar has no operator precedence.
        ("a.hs", "f = aa && bb || cc\n"),
        ("a.js", "x = aa && /* why */ bb\n"),
    ] {
        let edit = rewritten_by(name, text, &[("bb", "")], |_| ());
        assert!(edit.is_err(), "{text}");
    }
}

#[test]
fn an_empty_list_leaves_no_separator_beside_a_trailing_comma() {
    for (name, text, expected) in [
        ("a.js", "f(a, );\n", "g(a);\n"),
        ("a.js", "f(a,);\n", "g(a);\n"),
        ("a.js", "f(a, b,);\n", "g(b, a);\n"),
        ("a.py", "f(a,)\n", "g(a)\n"),
        ("a.rs", "fn x() { f(a,); }\n", "fn x() { g(a); }\n"),
    ] {
        assert_eq!(
            rewritten(name, text, "f($A, $$$B)", "g($$$B, $A)"),
            expected
        );
    }
    let new = rewritten("a.js", "f(a, );\n", "f($A, $$$B)", "g($A, $$$B)");
    assert_eq!(new, "g(a,);\n");
}

#[test]
fn a_pattern_with_a_trailing_separator_covers_the_closing_bracket() {
    for (name, text, pattern, new, expected) in [
        (
            "a.js",
            "f({\n  a: 1,\n  b: 2,\n})\n",
            "f({\n  $$$A,\n})",
            "g({\n  $$$A,\n})",
            "g({\n  a: 1,\n  b: 2,\n})\n",
        ),
        (
            "a.js",
            "f({\n  a: 1,\n  b: 2 // two\n})\n",
            "f({\n  $$$A,\n})",
            "g({\n  $$$A,\n})",
            "g({\n  a: 1,\n  b: 2 // two\n  ,\n})\n",
        ),
        (
            "a.ts",
            "interface A {\n  a: B;\n  c: D;\n}\n",
            "interface A {\n  $$$A;\n}",
            "interface C {\n  $$$A;\n}",
            "interface C {\n  a: B;\n  c: D;\n}\n",
        ),
        (
            "A.java",
            "class A { int[] a = new int[] {\n  1,\n  2,\n}; }\n",
            "new int[] {\n  $$$A,\n}",
            "new long[] {\n  $$$A,\n}",
            "class A { int[] a = new long[] {\n  1,\n  2,\n}; }\n",
        ),
        (
            "a.rs",
            "struct A {\n    a: B,\n    c: D,\n}\n",
            "struct A {\n    $$$A,\n}",
            "struct C {\n    $$$A,\n}",
            "struct C {\n    a: B,\n    c: D,\n}\n",
        ),
        (
            "a.go",
            "package a\nfunc f() { for a, b := range c { d() } }\n",
            "for $$$A := range c { $$$B }",
            "for $$$A := range e { $$$B }",
            "package a\nfunc f() { for a, b := range e { d() } }\n",
        ),
        (
            "a.rb",
            "f.each { |a,| b }\n",
            "f.each { |$$$A,| $$$B }",
            "g.each { |$$$A,| $$$B }",
            "g.each { |a,| b }\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}

#[test]
fn adjacent_lists_share_no_separator() {
    let new = rewritten("a.py", "f(a, b, c)\n", "f($$$A, $$$B)", "g($$$A, $$$B)");
    assert_eq!(new, "g(a, b, c)\n");
}
