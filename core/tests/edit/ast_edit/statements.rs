//! Expressions at the start of a statement.

use crate::ast_edit::rewritten;

#[test]
fn an_expression_is_not_read_as_a_statement() {
    let mut wrong = Vec::new();
    for (name, text, pattern, new, expected) in [
        (
            "a.js",
            "f({ a: 1 }, y)\n",
            "f($A, $B)",
            "$A",
            "({ a: 1 })\n",
        ),
        (
            "a.ts",
            "const g = () => f({ a: 1 }, y);\n",
            "f($A, $B)",
            "$A",
            "const g = () => ({ a: 1 });\n",
        ),
        (
            "a.js",
            "const g = () => f(y)\n",
            "f($A)",
            "{ a: $A }",
            "const g = () => ({ a: y })\n",
        ),
        (
            "a.js",
            "const g = () => f({ a: 1 }, y)\n",
            "f($A, $B)",
            "$A.z",
            "const g = () => ({ a: 1 }).z\n",
        ),
        (
            "a.js",
            "f({ a: é }, y)\n",
            "f($A, $B)",
            "$A.z",
            "({ a: é }).z\n",
        ),
        (
            "a.js",
            "f(function () {}, y)\n",
            "f($A, $B)",
            "$A()",
            "(function () {})()\n",
        ),
        (
            "a.js",
            "f(class {}, y)\n",
            "f($A, $B)",
            "$A",
            "(class {})\n",
        ),
        (
            "a.rs",
            "fn m() { f(if a { b } else { c }, d); }\n",
            "f($A, $B)",
            "$A + $B",
            "fn m() { (if a { b } else { c }) + d; }\n",
        ),
        // Where no statement begins, or the expression may be one, nothing is added.
        (
            "a.js",
            "function g() { return f({ a: 1 }, y) }\n",
            "f($A, $B)",
            "$A",
            "function g() { return { a: 1 } }\n",
        ),
        (
            "a.js",
            "x = f({ a: 1 }, y)\n",
            "f($A, $B)",
            "$A",
            "x = { a: 1 }\n",
        ),
        (
            "a.js",
            "x = (y) => { z }\n",
            "($A) => $B",
            "async ($A) => $B",
            "x = async (y) => { z }\n",
        ),
        (
            "a.js",
            "x = (y) => {}\n",
            "($A) => $B",
            "async ($A) => $B",
            "x = async (y) => {}\n",
        ),
        (
            "a.ts",
            "x = (y) => {}\n",
            "($A) => $B",
            "async ($A) => $B",
            "x = async (y) => {}\n",
        ),
        (
            "a.ts",
            "x = (y) => { z }\n",
            "($A) => $B",
            "async ($A) => $B",
            "x = async (y) => { z }\n",
        ),
        (
            "a.ts",
            "x = (y) => { z: 1 }\n",
            "($A) => $B",
            "async ($A) => $B",
            "x = async (y) => { z: 1 }\n",
        ),
        (
            "a.rs",
            "fn m() { f(if a { b } else { c }); }\n",
            "f($A)",
            "$A",
            "fn m() { if a { b } else { c }; }\n",
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
fn a_statement_does_not_continue_the_previous_one() {
    let mut wrong = Vec::new();
    for (name, text, new, expected) in [
        (
            "a.js",
            "x = a\nf(b)\n",
            "[$A].map(c)",
            "x = a\n;[b].map(c)\n",
        ),
        ("a.ts", "let x = {}\nf(b)\n", "($A)", "let x = {}\n;(b)\n"),
        (
            "a.js",
            "x = a // y\n\nf(b)\n",
            "`${$A}`",
            "x = a // y\n\n;`${b}`\n",
        ),
        (
            "a.js",
            "x = a\nf({ a: 1 })\n",
            "$A.z",
            "x = a\n;({ a: 1 }).z\n",
        ),
        // The previous statement has an end, or the line is a part of it.
        ("a.js", "x = a;\nf(b)\n", "[$A]", "x = a;\n[b]\n"),
        ("a.js", "if (x) {}\nf(b)\n", "[$A]", "if (x) {}\n[b]\n"),
        ("a.js", "x = a +\n  f(b)\n", "[$A]", "x = a +\n  [b]\n"),
        ("a.js", "f(b)\n", "[$A]", "[b]\n"),
        ("a.js", "x = a\nf(b)\n", "g($A)", "x = a\ng(b)\n"),
        ("a.kt", "val x = a\nf(b)\n", "(c)", "val x = a\n(c)\n"),
    ] {
        let got = rewritten(name, text, "f($A)", new);
        if got != expected {
            wrong.push(format!("{text}{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_block_that_begins_a_larger_expression_is_no_statement() {
    let code = |expression: &str| format!("fn f() -> i32 {{\n    {expression}\n}}\n");
    for block in [
        "match a { _ => 1 }",
        "if a { 1 } else { 2 }",
        "unsafe { 1 }",
        "loop { break 1 }",
    ] {
        let new = rewritten("a.rs", &code(&format!("w({block}) - 1")), "w($A)", "$A");
        assert_eq!(new, code(&format!("({block}) - 1")));
        let new = rewritten(
            "a.rs",
            &code(&format!("sub({block}, 1)")),
            "sub($A, $B)",
            "$A - $B",
        );
        assert_eq!(new, code(&format!("({block}) - 1")));
        for end in ["", ";", ";\n    g()"] {
            let new = rewritten("a.rs", &code(&format!("w({block}){end}")), "w($A)", "$A");
            assert_eq!(new, code(&format!("{block}{end}")));
        }
    }
}
