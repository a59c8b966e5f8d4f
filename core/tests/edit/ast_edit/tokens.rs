//! Tokens that an edit would join.

use crate::ast_edit::rewritten;

#[test]
fn words_stay_separate() {
    let mut wrong = Vec::new();
    for (name, text, pattern, new, expected) in [
        (
            "a.py",
            "def f():\n    return(a)\n",
            "($A)",
            "$A",
            "def f():\n    return a\n",
        ),
        (
            "a.py",
            "x = (b)if(c)else(d)\n",
            "($A)",
            "$A",
            "x = b if c else d\n",
        ),
        (
            "a.js",
            "typeof(a);\nvoid(\"b\")\n",
            "($A)",
            "$A",
            "typeof a;\nvoid \"b\"\n",
        ),
        (
            "a.js",
            "if (a) b; else{w(c)}\n",
            "{w($A)}",
            "w($A)",
            "if (a) b; else w(c)\n",
        ),
        (
            "a.rs",
            "fn f() { return(a); }\n",
            "($A)",
            "$A",
            "fn f() { return a; }\n",
        ),
        (
            "a.go",
            "package a\n\nfunc f() int {\n\treturn(a)\n}\n",
            "($A)",
            "$A",
            "package a\n\nfunc f() int {\n\treturn a\n}\n",
        ),
        (
            "A.java",
            "class A { int f() { return(é); } }\n",
            "($A)",
            "$A",
            "class A { int f() { return é; } }\n",
        ),
        (
            "a.c",
            "int x = sizeof(a);\n",
            "($A)",
            "$A",
            "int x = sizeof a;\n",
        ),
        ("a.lua", "return(a)\n", "($A)", "$A", "return a\n"),
        (
            "a.sql",
            "select 1 where not(a)\n",
            "($A)",
            "$A",
            "select 1 where not a\n",
        ),
        (
            "a.php",
            "<?php return($a);\n",
            "($A)",
            "$A",
            "<?php return $a;\n",
        ),
        (
            "a.html",
            "<script>\nthrow(b);\n</script>\n",
            "($A)",
            "$A",
            "<script>\nthrow b;\n</script>\n",
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
fn words_are_joined_where_that_is_the_meaning() {
    for (name, text, pattern, new, expected) in [
        ("a.js", "f(a)\n", "f($A)", "get$A", "geta\n"),
        ("a.sh", "echo a\"b\"c\n", "\"b\"", "b", "echo abc\n"),
        (
            "a.html",
            "<p>a<b>c</b>d</p>\n",
            "<b>c</b>",
            "c",
            "<p>acd</p>\n",
        ),
        ("a.jl", "x = 2(y)\n", "($A)", "$A", "x = 2y\n"),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}

#[test]
fn operators_stay_separate() {
    for (name, text, pattern, new, expected) in [
        (
            "a.c",
            "int x = a/w(*b);\n",
            "w($A)",
            "$A",
            "int x = a/(*b);\n",
        ),
        (
            "a.c",
            "int x = dv(a, *b);\n",
            "dv($A, $B)",
            "$A/$B",
            "int x = a/(*b);\n",
        ),
        (
            "a.c",
            "int x = dv(a, *b);\n",
            "dv($A, $B)",
            "$A / $B",
            "int x = a / *b;\n",
        ),
        (
            "a.c",
            "int x = a-w(-b);\n",
            "w($A)",
            "$A",
            "int x = a-(-b);\n",
        ),
        (
            "a.go",
            "package a\n\nvar x = a<w(-b)\n",
            "w($A)",
            "$A",
            "package a\n\nvar x = a<(-b)\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected);
    }
}
