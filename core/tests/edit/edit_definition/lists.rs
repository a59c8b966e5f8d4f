//! Insertion into lists and objects that are values of definitions.

use ransack::DefinitionAction;
use ransack::InsertPlace::{self, After, FirstMember, LastMember};

use super::{check, edit, insert, move_to};

/// Inserts two elements in one call and compares the new text.
fn check_two(file: &str, source: &str, place: InsertPlace, texts: [&str; 2], expected: &str) {
    let edits = texts.map(|text| ("a", insert(place, text)));
    assert_eq!(edit(file, source, &edits).unwrap(), expected, "{source}");
}

fn last(text: &str) -> DefinitionAction {
    insert(LastMember, text)
}

#[test]
fn elements_on_a_line_stay_on_it() {
    for (file, source, text, expected) in [
        ("a.js", "const a = [1, 2];\n", "3", "const a = [1, 2, 3];\n"),
        (
            "a.ts",
            "let a = { b: 1 } as const\n",
            "c",
            "let a = { b: 1, c } as const\n",
        ),
        (
            "a.ts",
            "type a = { b: 1 }\n",
            "c: 2",
            "type a = { b: 1; c: 2 }\n",
        ),
        (
            "a.ts",
            "let a: { b: 1 } = { b: 1 }\n",
            "c",
            "let a: { b: 1 } = { b: 1, c }\n",
        ),
        ("a.py", "a = {'b': 1}\n", "'c': 2", "a = {'b': 1, 'c': 2}\n"),
        ("a.py", "a = (1,)\n", "2", "a = (1, 2,)\n"),
        (
            "a.go",
            "var a = &T{B: 1}\n",
            "C: 2",
            "var a = &T{B: 1, C: 2}\n",
        ),
        (
            "a.rs",
            "const a: &[u8] = &[1];\n",
            "2,",
            "const a: &[u8] = &[1, 2];\n",
        ),
        (
            "a.rs",
            "const a: T = T { b: 1 };\n",
            "c: 2",
            "const a: T = T { b: 1, c: 2 };\n",
        ),
        (
            "a.php",
            "<?php\nconst a = array(1);\n",
            "2",
            "<?php\nconst a = array(1, 2);\n",
        ),
        (
            "a.lua",
            "local a = { b = 1 }\n",
            "c = 2",
            "local a = { b = 1, c = 2 }\n",
        ),
        ("a.c", "int a[] = {1};\n", "2", "int a[] = {1, 2};\n"),
        ("a.cpp", "int a[] = {1};\n", "2", "int a[] = {1, 2};\n"),
        (
            "a.swift",
            "let a = [\"b\": 1]\n",
            "\"c\": 2",
            "let a = [\"b\": 1, \"c\": 2]\n",
        ),
        (
            "a.dart",
            "final a = {'b': 1};\n",
            "'c': 2",
            "final a = {'b': 1, 'c': 2};\n",
        ),
        ("a.yaml", "a: {b: 1}\n", "c: 2", "a: {b: 1, c: 2}\n"),
        (
            "a.toml",
            "a = { b = 1 }\n",
            "c = 2",
            "a = { b = 1, c = 2 }\n",
        ),
        ("a.json", "{\"a\": [1]}\n", "2", "{\"a\": [1, 2]}\n"),
        (
            "a.zig",
            "const a = .{ .b = 1 };\n",
            ".c = 2",
            "const a = .{ .b = 1, .c = 2 };\n",
        ),
    ] {
        check(file, source, "a", last(text), expected);
    }
    for (file, source, name, text, expected) in [
        ("a.rb", "A = [1].freeze\n", "A", "2", "A = [1, 2].freeze\n"),
        (
            "a.java",
            "class K { int[] a = new int[] {1}; }\n",
            "K.a",
            "2",
            "class K { int[] a = new int[] {1, 2}; }\n",
        ),
        (
            "a.cs",
            "class K { T a = new T { B = 1 }; }\n",
            "K.a",
            "C = 2",
            "class K { T a = new T { B = 1, C = 2 }; }\n",
        ),
        (
            "a.ex",
            "defmodule K do\n  @a %{b: 1}\nend\n",
            "K.a",
            "c: 2",
            "defmodule K do\n  @a %{b: 1, c: 2}\nend\n",
        ),
    ] {
        check(file, source, name, last(text), expected);
    }
}

#[test]
fn elements_on_lines_get_a_line() {
    let source = "a = {\n    'b': 1,  # b\n    'c': 2  # c\n}\n";
    let expected = "a = {\n    'b': 1,  # b\n    'c': 2,  # c\n    'x': 1,\n    'y': 2\n}\n";
    check_two("a.py", source, LastMember, ["'x': 1", "'y': 2,"], expected);
    let source = "var a = []int{\n\t1, // one\n}\n";
    let expected = "var a = []int{\n\t1, // one\n\t2,\n\t3,\n}\n";
    check_two("a.go", source, LastMember, ["2", "3"], expected);
    let source = "const a = {\n  // b\n  b: 1,\n}\n";
    let expected = "const a = {\n  x: 1,\n  y: {\n    z: 1,\n  },\n  // b\n  b: 1,\n}\n";
    let texts = ["x: 1", "y: {\n  z: 1,\n}"];
    check_two("a.js", source, FirstMember, texts, expected);
    let expected = "let a = [0, 1, 2, 3]\n";
    check_two(
        "a.ts",
        "let a = [2, 3]\n",
        FirstMember,
        ["0", "1"],
        expected,
    );
}

#[test]
fn some_elements_stay_last() {
    let source = "const a: T = T { b: 1, ..D };\n";
    let expected = "const a: T = T { b: 1, c: 2, d: 3, ..D };\n";
    check_two("a.rs", source, LastMember, ["c: 2", "d: 3"], expected);
    let source = "const a: T = T {\n    ..D\n};\n";
    let expected = "const a: T = T {\n    b: 1,\n    c: 2,\n    ..D\n};\n";
    check_two("a.rs", source, LastMember, ["b: 1", "c: 2"], expected);
}

#[test]
fn initialisers_in_braces_are_values() {
    let expected = "std::vector<int> a{1, 2};\n";
    check(
        "a.cpp",
        "std::vector<int> a{1};\n",
        "a",
        last("2"),
        expected,
    );
}

#[test]
fn comments_stay_with_their_elements() {
    let expected = "const a = [1, // one\n  2,\n  3\n]\n";
    let source = "const a = [1 // one\n]\n";
    check_two("a.js", source, LastMember, ["2", "3"], expected);
    for (file, source, expected) in [
        (
            "a.js",
            "const a = [1 /* y */ ] /* z */\n",
            "const a = [1, /* y */ 3 ] /* z */\n",
        ),
        (
            "a.lua",
            "a = {\n  1 --[[ m\n  ]]\n}\n",
            "a = {\n  1, --[[ m\n  ]]\n  3\n}\n",
        ),
        ("a.lua", "a = { 1, --[[y]] }\n", "a = { 1, --[[y]] 3, }\n"),
        (
            "a.js",
            "const a = [\n  /* x */ 1,\n  /* y */ 2\n]\n",
            "const a = [\n  /* x */ 1,\n  /* y */ 2,\n  3\n]\n",
        ),
    ] {
        check(file, source, "a", last("3"), expected);
    }
}

#[test]
fn the_type_of_a_function_is_not_its_body() {
    let source = "function f(): { a: 1 } {\n  return x\n}\n";
    let expected = "function f(): { a: 1 } {\n  return x\n  y()\n}\n";
    check("a.ts", source, "f", last("y()"), expected);
    let source = "class K {\n  f(): { a: 1 } {\n    function g() {}\n  }\n}\n";
    let expected = source.replace("g() {}\n", "g() {}\n    y()\n");
    check("a.ts", source, "K.f", last("y()"), &expected);
}

#[test]
fn lines_may_separate_elements() {
    let source = "a = {\n  # b\n  b = 1 # one\n}\n";
    let expected = "a = {\n  # b\n  b = 1 # one\n  c = 2\n  d = 3\n}\n";
    check_two("a.tf", source, LastMember, ["c = 2", "d = 3"], expected);
    let expected = "a = {\n  c = 2\n  d = 3\n  # b\n  b = 1 # one\n}\n";
    check_two("a.tf", source, FirstMember, ["c = 2", "d = 3"], expected);
    let expected = "a = {\n  c = 2\n  d = 3\n}\n";
    check_two("a.tf", "a = {}\n", LastMember, ["c = 2", "d = 3"], expected);
    check(
        "a.tf",
        "a = { b = 1 }\n",
        "a",
        last("c = 2"),
        "a = { b = 1, c = 2 }\n",
    );
    let source = "a = {\n  b = 1,\n  c = 2,\n}\n";
    let expected = "a = {\n  b = 1,\n  c = 2,\n  d = 3,\n}\n";
    check("a.tf", source, "a", last("d = 3"), expected);
}

#[test]
fn nothing_follows_a_comment_on_its_line() {
    let expected = "a = [1, 2  # two\n]\n";
    check("a.py", "a = [1]\n", "a", last("2  # two"), expected);
    let first = insert(FirstMember, "0 // zero");
    let expected = "const a = [0, // zero\n1];\n";
    check("a.js", "const a = [1];\n", "a", first, expected);
    let expected = "const a = [1, 2 /* two */];\n";
    check(
        "a.js",
        "const a = [1];\n",
        "a",
        last("2 /* two */"),
        expected,
    );
}

#[test]
fn the_first_elements_get_lines() {
    let lines = "const a = {\n  x: 1,\n  y: 2\n}\n";
    for source in ["const a = {}\n", "const a = { }\n", "const a = {\n}\n"] {
        check_two("a.js", source, LastMember, ["x: 1", "y: 2"], lines);
    }
    let source = "const a = {\n  // none\n}\n";
    let expected = "const a = {\n  // none\n  x: 1,\n  y: 2\n}\n";
    check_two("a.js", source, LastMember, ["x: 1", "y: 2"], expected);
    let expected = "var a = []int{\n\t1,\n\t2,\n}\n";
    check_two(
        "a.go",
        "var a = []int{}\n",
        LastMember,
        ["1", "2"],
        expected,
    );
    let expected = "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n";
    let source = "{\n  \"a\": {}\n}\n";
    check_two(
        "a.json",
        source,
        LastMember,
        ["\"b\": 1", "\"c\": 2"],
        expected,
    );
    let source = "interface I {\n  a: {}\n}\n";
    let expected = "interface I {\n  a: {\n    b: 1\n  }\n}\n";
    check("a.ts", source, "I.a", last("b: 1"), expected);
}

#[test]
fn code_goes_next_to_the_definitions_in_a_value() {
    let source = "type A = {\n  b: number\n}\n";
    let expected = "type A = {\n  b: number\n  c: string\n}\n";
    check("a.ts", source, "A", last("c: string"), expected);
    let source = "const a = {\n  b: 1,\n  f() {},\n}\n";
    let expected = "const a = {\n  b: 1,\n  f() {},\n  g() {},\n}\n";
    check("a.js", source, "a", last("g() {}"), expected);
    // Other elements follow the definition, or it is part of an element.
    let source = "const a = {\n  f() {},\n  b: 1,\n}\n";
    let expected = "const a = {\n  f() {},\n  b: 1,\n  g() {},\n}\n";
    check("a.js", source, "a", last("g() {}"), expected);
    for (file, source, text, expected) in [
        (
            "a.js",
            "const a = { b: { c() {} } }\n",
            "x: 1",
            "const a = { b: { c() {} }, x: 1 }\n",
        ),
        (
            "a.js",
            "const a = [{ f() {} }]\n",
            "2",
            "const a = [{ f() {} }, 2]\n",
        ),
        (
            "a.lua",
            "a = { b = { f = function() end } }\n",
            "c = 2",
            "a = { b = { f = function() end }, c = 2 }\n",
        ),
        (
            "a.rs",
            "const a: [fn(); 1] = [{ fn f() {} f }];\n",
            "g",
            "const a: [fn(); 1] = [{ fn f() {} f }, g];\n",
        ),
    ] {
        check(file, source, "a", last(text), expected);
    }
    let source = "class K {\n    Runnable[] a = {\n        new Runnable() {\n            public void run() {}\n        },\n    };\n}\n";
    let expected = source.replace("run() {}\n", "run() {}\n            void y() {}\n");
    check(
        "a.java",
        source,
        "K.a.run",
        insert(After, "void y() {}"),
        &expected,
    );
    let source = "type A = B & {\n  c: number\n}\n";
    let expected = "type A = B & {\n  c: number\n  d: string\n}\n";
    check("a.ts", source, "A", last("d: string"), expected);
    let source = "const a = { f() {}, x: 1 }\nconst b = {}\n";
    let expected = "const a = { x: 1 }\nconst b = {\n  f() {}\n}\n";
    check(
        "a.js",
        source,
        "a.f",
        move_to(None, LastMember, "b"),
        expected,
    );
}

#[test]
fn a_comma_is_not_repeated_before_a_comment() {
    let source = "enum a {\n  B, // b\n  C // c\n}\n";
    let expected = "enum a {\n  B, // b\n  C, // c\n  D,\n  E\n}\n";
    check_two("a.ts", source, LastMember, ["D", "E"], expected);
}

#[test]
fn other_values_have_no_place_for_code() {
    for (file, source) in [
        ("a.js", "const a = b ? { c: 1 } : { d: 1 }\n"),
        ("a.js", "const a = f({ c: 1 })\n"),
        ("a.js", "const a = b[0]\n"),
        ("a.js", "const a = [1].concat([2])\n"),
        ("a.ts", "type a = 'b' | 'c'\n"),
        ("a.py", "a = 1, 2\n"),
        ("a.py", "a = ()\n"),
        ("a.py", "a, b = [1, 2]\n"),
        ("a.js", "const [a, b] = [1, 2]\n"),
        ("a.lua", "local a, b = 2, {1}\n"),
        ("a.go", "var b, a = []int{1}, 2\n"),
        ("a.ts", "const a = x as { b: 1 }\n"),
        ("a.c", "int a[] = {\n#ifdef X\n    1,\n#endif\n};\n"),
        ("a.c", "int a[] = {\n#include \"x\"\n};\n"),
    ] {
        let error = edit(file, source, &[("a", last("x"))]).unwrap_err();
        let message = error.to_string();
        let expected = "no body, list or object that code can be inserted into: `a`";
        assert!(message.contains(expected), "{source}: {message}");
    }
    for source in ["A = [\n  <<~X,\n    x\n  X\n]\n", "A = [1].push(2)\n"] {
        let error = edit("a.rb", source, &[("A", last("3"))]).unwrap_err();
        assert!(error.to_string().contains("no body, list"), "{error}");
    }
    let source = "A = 1\nB = [2]\n";
    let error = edit("a.rb", source, &[("A", move_to(None, LastMember, "B"))]).unwrap_err();
    assert!(
        error.to_string().contains("cannot be moved into a list"),
        "{error}"
    );
    let error = edit("a.rs", "const a: [u8; 2] = [0; 2];\n", &[("a", last("1"))]).unwrap_err();
    assert!(error.to_string().contains("syntax error"), "{error}");
}
