//! Gaps that deletions leave in the syntax.

use ransack::ErrorKind;

use crate::ast_edit::{rewritten, rewritten_by};

#[test]
fn a_deleted_body_becomes_an_empty_block() {
    for (name, before, after) in [
        ("a.c", "void f(int x) {\n  ", "\n}\n"),
        ("a.cpp", "void f(int x) {\n  ", "\n}\n"),
        ("a.m", "void f(int x) {\n  ", "\n}\n"),
        ("a.dart", "void f(int x) {\n  ", "\n}\n"),
        ("a.js", "{\n  ", "\n}\n"),
        ("a.ts", "", "\n"),
        ("A.java", "class A { void f(int x) {\n  ", "\n} }\n"),
        ("a.cs", "class A { void f(int x) {\n  ", "\n} }\n"),
        ("a.php", "<?php\n", "\n"),
    ] {
        for (head, tail) in [
            ("if (X)\n    ", "\n  bar();"),
            ("if (X) ", "\n  bar();"),
            ("if (X) ", ""),
            ("if (X) ", " else bar();"),
            ("if (X) bar();\n  else ", "\n  bar();"),
            ("if (X) bar(); else if (X) ", "\n  bar();"),
            ("for (;;) ", "\n  bar();"),
            ("while (X) ", "\n  bar();"),
            ("do ", " while (X);"),
        ] {
            let text = |body: &str| {
                let x = if name == "a.php" { "$x" } else { "x" };
                [
                    before,
                    &head.replace('X', x),
                    body,
                    &tail.replace('X', x),
                    after,
                ]
                .concat()
            };
            let new = rewritten(name, &text("log(1);"), "log($A);", "");
            assert_eq!(new, text("{}"), "{name}");
        }
    }
    for (name, text, pattern, new, expected) in [
        (
            "a.js",
            "if (x) f(1)\ng()\n",
            "f($A)",
            "",
            "if (x) {}\ng()\n",
        ),
        ("a.js", "l: f(1)\ng()\n", "f($A)", "", "l: {}\ng()\n"),
        (
            "a.js",
            "if (x) f(1)\ng()\n",
            "f($A)",
            "// no",
            "if (x) {} // no\ng()\n",
        ),
        (
            "a.js",
            "for (const a of b) f(1)\ng()\n",
            "f($A)",
            "",
            "for (const a of b) {}\ng()\n",
        ),
        (
            "a.c",
            "void g() {\n  l: f(1);\n  h();\n}\n",
            "f($A);",
            "",
            "void g() {\n  l: {}\n  h();\n}\n",
        ),
        (
            "a.kt",
            "fun g() {\n  if (x) f(1)\n  while (x) f(1)\n  h()\n}\n",
            "f($A)",
            "",
            "fun g() {\n  if (x) {}\n  while (x) {}\n  h()\n}\n",
        ),
        (
            "a.scala",
            "def g() = {\n  if (x) f(1)\n  h()\n}\n",
            "f($A)",
            "",
            "def g() = {\n  if (x) {}\n  h()\n}\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}

#[test]
fn the_next_code_does_not_fill_a_gap() {
    for (name, text) in [
        ("a.js", "x = DROP\nf()\n"),
        ("a.js", "let x = DROP\nf()\n"),
        ("a.js", "x = a +\nDROP\n// c\nf()\n"),
        ("a.js", "const g = () => DROP\nf()\n"),
        ("a.js", "f\nDROP;\n(g)()\n"),
        ("a.rb", "x = DROP\nf()\n"),
        ("a.lua", "x = DROP\nf()\n"),
        ("a.kt", "fun g() {\n  x = DROP\n  f()\n}\n"),
    ] {
        let edited = |adjust: fn(&mut _)| rewritten_by(name, text, &[("DROP", "")], adjust);
        let error = edited(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SyntaxError);
        assert!(
            error.to_string().contains("part of the code in line"),
            "{text}{error}"
        );
        assert!(edited(|o: &mut ransack::AstEditOptions| o.allow_syntax_errors = true).is_ok());
    }
    let rewrites = [("DROP", ""), ("f()", "g()")];
    assert!(rewritten_by("a.js", "x = DROP\nf()\n", &rewrites, |_| ()).is_err());
}

#[test]
fn other_deletions_move_no_code() {
    for (name, text, expected) in [
        (
            "a.js",
            "x = a | DROP | b | c\nf()\n",
            "x = a | b | c\nf()\n",
        ),
        ("a.js", "x = a | DROP\nf()\n", "x = a\nf()\n"),
        ("a.js", "{\n  a\n  DROP\n}\nf()\n", "{\n  a\n}\nf()\n"),
        ("a.js", "a;\nDROP\n(f)()\n", "a;\n(f)()\n"),
        (
            "a.js",
            "switch (a) {\n  case 1:\n    DROP;\n  case 2:\n}\n",
            "switch (a) {\n  case 1:\n  case 2:\n}\n",
        ),
        (
            "a.py",
            "if a:\n    b\n    DROP\nf()\n",
            "if a:\n    b\nf()\n",
        ),
        ("a.rb", "f DROP\ng\n", "f \ng\n"),
        ("a.yaml", "a:\n  - DROP\n  - b\n", "a:\n  - \n  - b\n"),
    ] {
        assert_eq!(rewritten(name, text, "DROP", ""), expected);
    }
}

#[test]
fn an_attribute_does_not_pass_to_other_code() {
    for (name, text, pattern) in [
        ("a.rs", "#[test]\nfn a() {}\nfn b() {}\n", "fn a() {}"),
        (
            "a.rs",
            "struct A {\n    #[x]\n    a: u32,\n    b: u32,\n}\n",
            "a: u32",
        ),
        ("a.rs", "fn f() { #[x] let a = 1; g(); }\n", "let a = 1;"),
        (
            "a.ts",
            "class A {\n  @Get()\n  a() {}\n  b() {}\n}\n",
            "a() {}",
        ),
        ("a.cpp", "[[x]] int a();\nint b();\n", "int a();"),
    ] {
        let error = rewritten_by(name, text, &[(pattern, "")], |_| ()).unwrap_err();
        assert!(
            error.to_string().contains("would leave the attribute"),
            "{error}"
        );
    }
    for (pattern, expected) in [
        ("fn b() {}", "#[x]\n#[y]\nfn a() {}\n"),
        ("#[y]", "#[x]\nfn a() {}\nfn b() {}\n"),
        ("#[x]\n#[y]\nfn a() {}", "fn b() {}\n"),
    ] {
        let text = "#[x]\n#[y]\nfn a() {}\nfn b() {}\n";
        assert_eq!(rewritten("a.rs", text, pattern, ""), expected);
    }
}

#[test]
fn a_replaced_body_stays_the_whole_body() {
    for (name, text, pattern, new) in [
        ("a.js", "if (a) f(b)\nelse d()\n", "f($A)", "if ($A) c()"),
        (
            "a.c",
            "void g() { if (a) f(b); else d(); }\n",
            "f($A)",
            "if ($A) c()",
        ),
        (
            "A.java",
            "class A { void g() { if (a) f(b); } }\n",
            "f($A)",
            "x(); y()",
        ),
        (
            "a.c",
            "void g() { while (a) f(b); }\n",
            "f($A);",
            "x(); y();",
        ),
        ("a.py", "if a: f(b)\n", "f($A)", "x()\ny()"),
    ] {
        let error = rewritten_by(name, text, &[(pattern, new)], |_| ()).unwrap_err();
        assert!(error.to_string().contains("whole body"), "{error}");
    }
    for (name, text, pattern, new, expected) in [
        (
            "a.js",
            "if (a) f(b)\n",
            "f($A)",
            "if ($A) c()",
            "if (a) if (b) c()\n",
        ),
        (
            "a.c",
            "void g() { if (a) f(b); }\n",
            "f($A);",
            "{ x(); y(); }",
            "void g() { if (a) { x(); y(); } }\n",
        ),
        (
            "a.js",
            "if (a) f(b)\nelse d()\n",
            "f($A)",
            "x(\n  1\n)",
            "if (a) x(\n  1\n)\nelse d()\n",
        ),
        (
            "a.py",
            "if a:\n    f(b)\n",
            "f($A)",
            "x()\ny()",
            "if a:\n    x()\n    y()\n",
        ),
        (
            "a.py",
            "x = {a: f(b)}\n",
            "f($A)",
            "g(\n$A)",
            "x = {a: g(\nb)}\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}
