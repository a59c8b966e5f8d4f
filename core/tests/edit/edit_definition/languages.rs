//! Places and names that follow the rules of one language.

use ransack::DefinitionAction::Remove;
use ransack::InsertPlace::{After, FirstMember, LastMember};

use super::{check, edit, insert, move_to, rename};

#[test]
fn places_follow_the_rules_of_the_language() {
    let proto = "syntax = \"proto3\";\nservice S {\n  rpc F (A) returns (B);\n}\n";
    let html = "<div id=\"a\">\n  <p>x</p>\n</div>\n";
    for (file, source, name, place, code, expected) in [
        (
            "a.css",
            ".a {\n  color: red\n}\n",
            ".a",
            LastMember,
            "top: 0;",
            ".a {\n  color: red;\n  top: 0;\n}\n",
        ),
        (
            "a.css",
            ":root {\n  --x: 1 /* x */\n}\n",
            "--x",
            After,
            "--y: 2",
            ":root {\n  --x: 1; /* x */\n  --y: 2\n}\n",
        ),
        (
            "a.sql",
            "CREATE TABLE a (x int)\n",
            "a",
            After,
            "CREATE TABLE b (x int);",
            "CREATE TABLE a (x int);\nCREATE TABLE b (x int);\n",
        ),
        (
            "a.php",
            "<?php\n\nnamespace A;\n\nfunction f() {}\n",
            "",
            FirstMember,
            "function g() {}",
            "<?php\n\nnamespace A;\n\nfunction g() {}\n\nfunction f() {}\n",
        ),
        (
            "a.rb",
            "x = 1\n__END__\ndata\n",
            "",
            LastMember,
            "def g; end",
            "x = 1\n\ndef g; end\n\n__END__\ndata\n",
        ),
        (
            "a.proto",
            proto,
            "S",
            LastMember,
            "rpc G (A) returns (B);",
            "syntax = \"proto3\";\nservice S {\n  rpc F (A) returns (B);\n  rpc G (A) returns (B);\n}\n",
        ),
        (
            "a.html",
            html,
            "div#a",
            LastMember,
            "<b>y</b>",
            "<div id=\"a\">\n  <p>x</p>\n  <b>y</b>\n</div>\n",
        ),
        (
            "a.toml",
            "[a]\nb = 1 # b\n\n[c]\n",
            "a",
            LastMember,
            "d = 2",
            "[a]\nb = 1 # b\nd = 2\n\n[c]\n",
        ),
        (
            "a.toml",
            "[a]\n\n[b]\nc = 1\n",
            "a",
            FirstMember,
            "d = 2",
            "[a]\nd = 2\n\n[b]\nc = 1\n",
        ),
        (
            "a.ini",
            "[a]\nx=1\n",
            "a",
            LastMember,
            "y=2",
            "[a]\nx=1\ny=2\n",
        ),
        (
            "a.kt",
            "class A {\n    val x: Int\n        get() = 1\n}\n",
            "A.x",
            After,
            "val y = 2",
            "class A {\n    val x: Int\n        get() = 1\n\n    val y = 2\n}\n",
        ),
    ] {
        check(file, source, name, insert(place, code), expected);
    }
    let toml = "a = 1\n\n[b]\nc = 2\n";
    for (name, action) in [
        ("b", insert(After, "d = 3")),
        ("", insert(LastMember, "d = 3")),
        ("a", move_to(None, After, "b")),
    ] {
        let error = edit("a.toml", toml, &[(name, action)]).unwrap_err();
        assert!(error.to_string().contains("would belong to it"), "{error}");
    }
}

#[test]
fn names_that_the_language_does_not_allow_are_refused() {
    for (file, source, name) in [
        ("a.ts", "function f() {}\n", "class"),
        ("a.rs", "fn f() {}\n", "match"),
        ("a.c", "int f(void) { return 0; }\n", "return"),
    ] {
        let error = edit(file, source, &[("f", rename(name))]).unwrap_err();
        assert!(error.to_string().contains("reserved word"), "{error}");
    }
    check(
        "a.ts",
        "const { a, b } = x\n",
        "a",
        rename("c"),
        "const { a: c, b } = x\n",
    );
    // A method may have any name.
    check(
        "a.js",
        "class A {\n  f() {}\n}\n",
        "A.f",
        rename("class"),
        "class A {\n  class() {}\n}\n",
    );
    check(
        "a.sql",
        "CREATE TABLE \"a\" (b int);\n",
        "a",
        rename("c"),
        "CREATE TABLE \"c\" (b int);\n",
    );
    let error = edit("a.c", "struct a {\n  int b;\n} c;\n", &[("a", Remove)]).unwrap_err();
    assert!(
        error.to_string().contains("declares other names"),
        "{error}"
    );
}
