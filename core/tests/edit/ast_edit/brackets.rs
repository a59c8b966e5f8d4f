//! Brackets around inserted expressions, where the language needs them.

use ransack::ErrorKind;

use crate::ast_edit::{rewritten, rewritten_by};

#[test]
fn inserted_expressions_stay_whole() {
    let mut wrong = Vec::new();
    for (name, text, pattern, new, expected) in [
        (
            "a.js",
            "x = add(a ? 1 : 2, b) * 2\n",
            "add($A, $B)",
            "$A + $B",
            "x = ((a ? 1 : 2) + b) * 2\n",
        ),
        (
            "a.js",
            "x = add(a, b)\n",
            "add($A, $B)",
            "$A + $B",
            "x = a + b\n",
        ),
        (
            "a.js",
            "x = add(a * b, c)\n",
            "add($A, $B)",
            "$A + $B",
            "x = a * b + c\n",
        ),
        (
            "a.js",
            "x = mul(a + b, (c))\n",
            "mul($A, $B)",
            "$A * $B",
            "x = (a + b) * (c)\n",
        ),
        (
            "a.js",
            "f(add(a, b))\n",
            "add($A, $B)",
            "$A + $B",
            "f(a + b)\n",
        ),
        (
            "a.js",
            "x = -add(a, b)\n",
            "add($A, $B)",
            "$A + $B",
            "x = -(a + b)\n",
        ),
        (
            "a.js",
            "x = add(a, b).y\n",
            "add($A, $B)",
            "$A + $B",
            "x = (a + b).y\n",
        ),
        (
            "a.js",
            "return_(len(a + b))\n",
            "len($A)",
            "$A.length",
            "return_((a + b).length)\n",
        ),
        (
            "a.js",
            "x = a - sub(b, c)\n",
            "sub($A, $B)",
            "$A - $B",
            "x = a - (b - c)\n",
        ),
        (
            "a.js",
            "x = `${add(a, b)}`\n",
            "add($A, $B)",
            "$A + $B",
            "x = `${a + b}`\n",
        ),
        (
            "a.js",
            "x = f(a + b) + 1\n",
            "f($A)",
            "g($A)",
            "x = g(a + b) + 1\n",
        ),
        (
            "a.js",
            "x = f(a + b)\n",
            "f($A)",
            "\"$A\"",
            "x = \"a + b\"\n",
        ),
        (
            "a.py",
            "x = mul(a if b else c, d)\n",
            "mul($A, $B)",
            "$A * $B",
            "x = (a if b else c) * d\n",
        ),
        (
            "a.py",
            "x = not_(a and b) == c\n",
            "not_($A)",
            "not $A",
            "x = (not (a and b)) == c\n",
        ),
        (
            "a.rs",
            "fn f() { let x = mul(a + b, c) as u8; }\n",
            "mul($A, $B)",
            "$A * $B",
            "fn f() { let x = ((a + b) * c) as u8; }\n",
        ),
        (
            "a.go",
            "package a\n\nvar x = mul(a+b, c) / 2\n",
            "mul($A, $B)",
            "$A * $B",
            "package a\n\nvar x = (a+b) * c / 2\n",
        ),
        (
            "A.java",
            "class A { int x = mul(a + b, c); }\n",
            "mul($A, $B)",
            "$A * $B",
            "class A { int x = (a + b) * c; }\n",
        ),
        (
            "a.c",
            "int x = mul(a + b, c);\n",
            "mul($A, $B)",
            "$A * $B",
            "int x = (a + b) * c;\n",
        ),
        (
            "a.rb",
            "x = mul(a + b, c)\n",
            "mul($A, $B)",
            "$A * $B",
            "x = (a + b) * c\n",
        ),
        (
            "a.lua",
            "x = mul(a + b, c)\n",
            "mul($A, $B)",
            "$A * $B",
            "x = (a + b) * c\n",
        ),
        (
            "a.kt",
            "val x = mul(a + b, c)\n",
            "mul($A, $B)",
            "$A * $B",
            "val x = (a + b) * c\n",
        ),
        (
            "a.swift",
            "let x = mul(a + b, c)\n",
            "mul($A, $B)",
            "$A * $B",
            "let x = (a + b) * c\n",
        ),
        (
            "a.php",
            "<?php $x = mul($a + 1, $c);\n",
            "mul($A, $B)",
            "$A * $B",
            "<?php $x = ($a + 1) * $c;\n",
        ),
        (
            "a.cs",
            "class A { int x = mul(a + b, c); }\n",
            "mul($A, $B)",
            "$A * $B",
            "class A { int x = (a + b) * c; }\n",
        ),
        (
            "a.clj",
            "(mul (+ a b) c)\n",
            "(mul $A $B)",
            "(* $A $B)",
            "(* (+ a b) c)\n",
        ),
        (
            "a.sh",
            "f \"$(g a)\" b\n",
            "f $A $B",
            "h $B $A",
            "h b \"$(g a)\"\n",
        ),
    ] {
        let got = rewritten(name, text, pattern, new);
        if got != expected {
            wrong.push(format!("{text}{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn statements_get_no_brackets() {
    for (name, text, pattern, new, expected) in [
        (
            "a.py",
            "if a:\n    b.c = d\n",
            "$A = $B",
            "f()\n$A = $B",
            "if a:\n    f()\n    b.c = d\n",
        ),
        (
            "a.rb",
            "if a\n  b\nelsif c\n  d.e\nelse\n  f\nend\n",
            "elsif $A\n  $B\nelse\n  f",
            "elsif $A\n  $B\nelse\n  g",
            "if a\n  b\nelsif c\n  d.e\nelse\n  g\nend\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}

#[test]
fn operands_get_the_brackets_that_only_the_language_needs() {
    let mut wrong = Vec::new();
    for (name, text, expected) in [
        (
            "a.rs",
            "fn f() { for i in w(0..3).rev() {} }\n",
            "fn f() { for i in (0..3).rev() {} }\n",
        ),
        (
            "a.rs",
            "fn f() { for i in w(0..3) {} }\n",
            "fn f() { for i in 0..3 {} }\n",
        ),
        (
            "a.rs",
            "fn f() { let x = -w(a..b); }\n",
            "fn f() { let x = -(a..b); }\n",
        ),
        (
            "a.rs",
            "fn f() { w(a as i32).abs(); }\n",
            "fn f() { (a as i32).abs(); }\n",
        ),
        (
            "a.rs",
            "fn f() { let x = w(a as i32) < 1; }\n",
            "fn f() { let x = (a as i32) < 1; }\n",
        ),
        (
            "a.rs",
            "fn f() { let x = w(a + b as i32) << 1; }\n",
            "fn f() { let x = (a + b as i32) << 1; }\n",
        ),
        (
            "a.rs",
            "fn f() { let x = w(a as i32) <= 1; }\n",
            "fn f() { let x = a as i32 <= 1; }\n",
        ),
        (
            "a.rs",
            "fn f() { let x = w(a == b) == c; }\n",
            "fn f() { let x = (a == b) == c; }\n",
        ),
        ("a.js", "x = w(a == b) == c\n", "x = a == b == c\n"),
        (
            "a.php",
            "<?php $x = w($a == $b) == $c;\n",
            "<?php $x = ($a == $b) == $c;\n",
        ),
        ("a.py", "f\"{w({1: 2})}\"\n", "f\"{({1: 2})}\"\n"),
        ("a.py", "f\"{w(lambda: 1)}\"\n", "f\"{(lambda: 1)}\"\n"),
        ("a.py", "f\"{w(x := 1)}\"\n", "f\"{(x := 1)}\"\n"),
        ("a.py", "f\"{w(g(lambda: 1))}\"\n", "f\"{g(lambda: 1)}\"\n"),
        ("a.py", "x = {w(lambda: 1)}\n", "x = {lambda: 1}\n"),
        ("a.js", "x = w(a?.b).c\n", "x = (a?.b).c\n"),
        ("a.js", "x = w(a?.b.c)[0]\n", "x = (a?.b.c)[0]\n"),
        ("a.js", "x = w(a?.b)()\n", "x = (a?.b)()\n"),
        (
            "a.js",
            "x = w(a?.b) + w(f(a?.b)).c\n",
            "x = a?.b + f(a?.b).c\n",
        ),
        ("a.ts", "x = w(a?.[b])!.c\n", "x = (a?.[b])!.c\n"),
        (
            "a.cs",
            "class A { int x = w(a?.b).c; }\n",
            "class A { int x = (a?.b).c; }\n",
        ),
        ("a.swift", "let x = w(a?.b).c\n", "let x = (a?.b).c\n"),
        (
            "a.php",
            "<?php $x = w($a?->b)->c;\n",
            "<?php $x = ($a?->b)->c;\n",
        ),
        ("a.dart", "var x = w(a?.b).c;\n", "var x = (a?.b).c;\n"),
        ("a.kt", "val x = w(a?.b).c\n", "val x = a?.b.c\n"),
        (
            "a.js",
            "for (let i = w(\"a\" in b); i;) {}\n",
            "for (let i = (\"a\" in b); i;) {}\n",
        ),
        (
            "a.tsx",
            "for (i = c && w(a in b); i;) {}\n",
            "for (i = c && (a in b); i;) {}\n",
        ),
        (
            "a.js",
            "for (let i = w(f(a in b)); w(a in b);) {}\n",
            "for (let i = f(a in b); a in b;) {}\n",
        ),
    ] {
        let got = rewritten(name, text, "w($A)", "$A");
        if got != expected {
            wrong.push(format!("{text}{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (bound, expected) in [("dyn A + B", "(dyn A + B)"), ("dyn A", "dyn A")] {
        let new = rewritten(
            "a.rs",
            &format!("type T = Box<{bound}>;\n"),
            "Box<$A>",
            "&$A",
        );
        assert_eq!(new, format!("type T = &{expected};\n"));
    }
}

#[test]
fn a_spread_is_no_operand() {
    for (name, text) in [
        ("a.py", "x = add(*a, b)\n"),
        ("a.py", "f(add(*a, b))\n"),
        ("a.js", "f(add(...a, b))\n"),
        ("a.rb", "f(add(*a, b))\n"),
        ("a.kt", "val x = f(add(*a, b))\n"),
        ("a.php", "<?php f(add(...$a, $b));\n"),
    ] {
        let edited =
            |replacement| rewritten_by(name, text, &[("add($A, $B)", replacement)], |_| ());
        let error = edited("$A + $B").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SyntaxError);
        assert!(
            error.to_string().contains("cannot be an operand"),
            "{error}"
        );
        assert!(edited("[$A, $B]").is_ok());
        assert!(edited("\"$A $B\"").is_ok());
    }
}

#[test]
fn expressions_on_several_lines_keep_brackets_where_a_line_end_would_end_them() {
    for (name, text, pattern, new, expected) in [
        (
            "a.py",
            "f(\n    a in\n    b)\n",
            "f($A)",
            "assert $A",
            "assert (a in\nb)\n",
        ),
        (
            "a.py",
            "y = f(a and\n    b)\n",
            "f($A)",
            "$A",
            "y = (a and\n    b)\n",
        ),
        (
            "a.py",
            "y = f(\"a\"\n    \"b\")\n",
            "f($A)",
            "$A",
            "y = (\"a\"\n    \"b\")\n",
        ),
        (
            "a.py",
            "y = f(g(\n    b))\n",
            "f($A)",
            "$A",
            "y = g(\n    b)\n",
        ),
        (
            "a.py",
            "y = g(f(a and\n    b))\n",
            "f($A)",
            "$A",
            "y = g(a and\n    b)\n",
        ),
        (
            "a.py",
            "y = f([\n    a])\n",
            "f($A)",
            "$A",
            "y = [\n    a]\n",
        ),
        (
            "a.kt",
            "val y = f(a\n    + b)\n",
            "f($A)",
            "$A",
            "val y = (a\n    + b)\n",
        ),
        (
            "a.kt",
            "fun g() {\n    val y = f(a\n        + b)\n}\n",
            "f($A)",
            "$A",
            "fun g() {\n    val y = (a\n        + b)\n}\n",
        ),
        (
            "a.scala",
            "object O {\n  val y = f(a\n    + b)\n}\n",
            "f($A)",
            "$A",
            "object O {\n  val y = (a\n    + b)\n}\n",
        ),
        (
            "a.R",
            "g <- function() {\n  y <- f(a\n    + b)\n}\n",
            "f($A)",
            "$A",
            "g <- function() {\n  y <- (a\n    + b)\n}\n",
        ),
        (
            "a.kt",
            "val y = f(a +\n    b)\n",
            "f($A)",
            "$A",
            "val y = a +\n    b\n",
        ),
        (
            "a.kt",
            "val y = f(a\n    .b())\n",
            "f($A)",
            "$A",
            "val y = a\n    .b()\n",
        ),
        (
            "a.js",
            "y = f(a\n    + b)\n",
            "f($A)",
            "$A",
            "y = a\n    + b\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}
