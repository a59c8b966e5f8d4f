//! Insertions, removals, moves and regions within a file.

use ransack::DefinitionAction::{Region, Remove};
use ransack::ErrorKind;
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};

use super::{PYTHON, check, edit, insert, move_to};

#[test]
fn code_is_inserted_beside_definitions() {
    let function = "def h(self):\n    return 3";
    let inserted = "    def h(self):\n        return 3\n\n    def f";
    check(
        "a.py",
        PYTHON,
        "A.f",
        insert(Before, function),
        &PYTHON.replace("    def f", inserted),
    );
    let expected = PYTHON.replace(
        "        return 1\n",
        "        return 1\n\n    def h(self):\n        return 3\n",
    );
    for text in [
        function,
        "    def h(self):\n        return 3\n",
        "\ndef h(self):\n        return 3\n\n",
    ] {
        check("a.py", PYTHON, "A.f", insert(After, text), &expected);
    }
    let expected = PYTHON.replace("def top", "def h():\n    pass\n\n\ndef top");
    check(
        "a.py",
        PYTHON,
        "top",
        insert(Before, "def h():\n    pass"),
        &expected,
    );
    let expected = format!("{PYTHON}\n\ndef h():\n    pass\n");
    check(
        "a.py",
        PYTHON,
        "top",
        insert(After, "def h():\n    pass"),
        &expected,
    );

    let source = "enum E {\n    A,\n    B\n}\n";
    check(
        "a.rs",
        source,
        "E::A",
        insert(After, "C"),
        "enum E {\n    A,\n    C,\n    B\n}\n",
    );
    check(
        "a.rs",
        source,
        "E::B",
        insert(After, "C,"),
        "enum E {\n    A,\n    B,\n    C\n}\n",
    );
    check(
        "a.rs",
        source,
        "E::A",
        insert(Before, "C(u8)"),
        "enum E {\n    C(u8),\n    A,\n    B\n}\n",
    );
    check(
        "a.rs",
        "enum E { A, B }\n",
        "E::A",
        insert(After, "C"),
        "enum E { A, C, B }\n",
    );
    check(
        "a.rs",
        "enum E { A, B }\n",
        "E::B",
        insert(After, "C"),
        "enum E { A, B, C }\n",
    );
    check(
        "a.rs",
        "enum E { A }\n",
        "E::A",
        insert(Before, "C"),
        "enum E { C, A }\n",
    );
    let source = "interface I {\n  a: number;\n}\n";
    check(
        "a.ts",
        source,
        "I.a",
        insert(After, "b: string"),
        "interface I {\n  a: number;\n  b: string;\n}\n",
    );
    let source = "{\n  \"a\": 1,\n  \"b\": 2\n}\n";
    check(
        "a.json",
        source,
        "b",
        insert(After, "\"c\": 3"),
        "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
    );
    let source = "struct S {\n\tint a; /* one */\n\n\tint b;\n};\n";
    check(
        "a.c",
        source,
        "S.a",
        insert(After, "int c;"),
        &source.replace("*/\n", "*/\n\n\tint c;\n"),
    );
}

#[test]
fn code_is_inserted_at_the_end_of_types_without_brackets_or_with_commas() {
    for (path, source, name, code, expected) in [
        (
            "a.m",
            "@interface A : B\n- (void)f;\n@end\n",
            "A",
            "- (void)g;",
            "@interface A : B\n- (void)f;\n- (void)g;\n@end\n",
        ),
        (
            "a.sv",
            "class c;\n  int x;\nendclass\n",
            "c",
            "int y;",
            "class c;\n  int x;\n  int y;\nendclass\n",
        ),
        (
            "a.zig",
            "const A = struct {\n    x: u8,\n};\n",
            "A",
            "y: u8",
            "const A = struct {\n    x: u8,\n    y: u8,\n};\n",
        ),
        (
            "a.odin",
            "package p\n\nA :: enum {\n\tB = 1,\n}\n",
            "A",
            "C",
            "package p\n\nA :: enum {\n\tB = 1,\n\tC,\n}\n",
        ),
        (
            "a.dart",
            "class A {}\n",
            "A",
            "int x = 1;",
            "class A {\n  int x = 1;\n}\n",
        ),
        (
            "a.ps1",
            "class A {\n    [int]$X\n}\n",
            "A",
            "[int]$Y",
            "class A {\n    [int]$X\n    [int]$Y\n}\n",
        ),
        (
            "a.tla",
            "---- MODULE A ----\nx == 1\n====\n",
            "A",
            "y == 2",
            "---- MODULE A ----\nx == 1\ny == 2\n====\n",
        ),
    ] {
        check(path, source, name, insert(LastMember, code), expected);
    }
}

#[test]
fn code_is_inserted_as_a_member() {
    let function = "def h(self):\n    return 3";
    let expected = PYTHON.replace(
        "    x = 1\n",
        "    def h(self):\n        return 3\n\n    x = 1\n",
    );
    check(
        "a.py",
        PYTHON,
        "A",
        insert(FirstMember, function),
        &expected,
    );
    let expected = PYTHON.replace(
        "        return 2\n",
        "        return 2\n\n    def h(self):\n        return 3\n",
    );
    check("a.py", PYTHON, "A", insert(LastMember, function), &expected);
    for place in [FirstMember, LastMember] {
        for body in [": pass", ": ...", ":\n    pass"] {
            let source = format!("class A{body}\n");
            let expected = "class A:\n    def h(self):\n        return 3\n";
            check("a.py", &source, "A", insert(place, function), expected);
        }
        let source = "class A:\n    \"\"\"Doc.\"\"\"\n";
        let expected = "class A:\n    \"\"\"Doc.\"\"\"\n\n    def h(self):\n        return 3\n";
        check("a.py", source, "A", insert(place, function), expected);
        for body in ["{}", "{ }", "{\n}"] {
            let source = format!("mod m {{\n    struct A {body}\n}}\n");
            let expected = "mod m {\n    struct A {\n        a: u8,\n    }\n}\n";
            check("a.rs", &source, "A", insert(place, "a: u8,"), expected);
        }
        let expected = "class A\n  def f\n    1\n  end\nend\n";
        check(
            "a.rb",
            "class A\nend\n",
            "A",
            insert(place, "def f\n  1\nend"),
            expected,
        );
        check(
            "a.json",
            "{}\n",
            "",
            insert(place, "\"a\": 1"),
            "{\n  \"a\": 1\n}\n",
        );
        check("a.js", "", "", insert(place, "let a = 1;"), "let a = 1;\n");
        check(
            "a.js",
            "// c\n",
            "",
            insert(place, "let a = 1;"),
            "// c\n\nlet a = 1;\n",
        );
    }
    let source = "class A {\n  // nothing\n}\n";
    check(
        "a.ts",
        source,
        "A",
        insert(LastMember, "x = 1;"),
        "class A {\n  // nothing\n  x = 1;\n}\n",
    );
    check(
        "a.ts",
        source,
        "A",
        insert(FirstMember, "x = 1;"),
        "class A {\n  x = 1;\n  // nothing\n}\n",
    );
    let expected = format!("{PYTHON}\n\ndef h(self):\n    return 3\n");
    check("a.py", PYTHON, "", insert(LastMember, function), &expected);
    let error = edit(
        "a.c",
        "struct A;\nstruct A *f(void);\n",
        &[("f", insert(LastMember, "int a;"))],
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidOption);
    let error = edit("a.py", PYTHON, &[("", insert(Before, "x = 1"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let error = edit("a.py", PYTHON, &[("A", insert(Before, " \n"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn definitions_are_removed_with_their_lines_and_separators() {
    let expected = PYTHON.replace(
        "    @property\n    def g(self):\n        \"\"\"Gets.\"\"\"\n        return 2\n\n\n",
        "\n",
    );
    check("a.py", PYTHON, "A.g", Remove, &expected);
    check(
        "a.py",
        PYTHON,
        "A.f",
        Remove,
        &PYTHON.replace("    def f(self):\n        return 1\n\n", ""),
    );
    check(
        "a.py",
        PYTHON,
        "top",
        Remove,
        PYTHON.strip_suffix("\n\ndef top():\n    pass\n").unwrap(),
    );
    check(
        "a.py",
        "class A:\n    x = 1\n",
        "A.x",
        Remove,
        "class A:\n    pass\n",
    );
    check("a.py", "x = 1\n", "x", Remove, "");
    let source = "enum E {\n    A,\n    B, // b\n    C\n}\n";
    check(
        "a.rs",
        source,
        "E::A",
        Remove,
        "enum E {\n    B, // b\n    C\n}\n",
    );
    check(
        "a.rs",
        source,
        "E::B",
        Remove,
        "enum E {\n    A,\n    C\n}\n",
    );
    check(
        "a.rs",
        source,
        "E::C",
        Remove,
        "enum E {\n    A,\n    B // b\n}\n",
    );
    check(
        "a.rs",
        "enum E { A, B, C }\n",
        "E::A",
        Remove,
        "enum E { B, C }\n",
    );
    check(
        "a.rs",
        "enum E { A, B, C }\n",
        "E::C",
        Remove,
        "enum E { A, B }\n",
    );
    let source = "{\n  \"a\": 1,\n  \"b\": 2\n}\n";
    check("a.json", source, "a", Remove, "{\n  \"b\": 2\n}\n");
    check("a.json", source, "b", Remove, "{\n  \"a\": 1\n}\n");
    check("a.json", "{\"a\": 1}", "a", Remove, "{}");
    check("a.c", "int a, *b, c;\n", "a", Remove, "int *b, c;\n");
    check("a.c", "int a, *b, c;\n", "b", Remove, "int a, c;\n");
    check("a.c", "int a, *b, c;\n", "c", Remove, "int a, *b;\n");
    let source = "/** Doc. */\n@Dec()\nexport class A {}\n\nexport class B {}\n";
    check("a.ts", source, "A", Remove, "export class B {}\n");
    check(
        "a.ts",
        source,
        "B",
        Remove,
        "/** Doc. */\n@Dec()\nexport class A {}\n",
    );
}

#[test]
fn definitions_move_within_a_file() {
    let source = "fn a() {\n    1\n}\n\nfn b() {\n    2\n}\n\nmod m {\n    fn c() {}\n}\n";
    let expected = "fn b() {\n    2\n}\n\nfn a() {\n    1\n}\n\nmod m {\n    fn c() {}\n}\n";
    check("a.rs", source, "a", move_to(None, After, "b"), expected);
    check("a.rs", source, "b", move_to(None, Before, "a"), expected);
    let expected =
        "fn b() {\n    2\n}\n\nmod m {\n    fn c() {}\n\n    fn a() {\n        1\n    }\n}\n";
    check(
        "a.rs",
        source,
        "a",
        move_to(None, LastMember, "m"),
        expected,
    );
    check(
        "a.rs",
        expected,
        "m::a",
        move_to(None, FirstMember, ""),
        source,
    );
    let source = "class A:\n    x = 1\n\n    def f(self):\n        return 1\n";
    let expected = "class A:\n    x = 1\n\n\ndef f(self):\n    return 1\n";
    for (place, target) in [(After, "A"), (LastMember, "")] {
        check(
            "a.py",
            source,
            "A.f",
            move_to(None, place, target),
            expected,
        );
        let (source, expected) = (source.trim_end(), expected.trim_end());
        check(
            "a.py",
            source,
            "A.f",
            move_to(None, place, target),
            expected,
        );
    }
    let source = "fn a() {\n    1\n}\n\nmod m {\n    fn c() {}\n}\n";
    for (name, target) in [("m", "m"), ("m", "m::c"), ("a", "a")] {
        let error = edit("a.rs", source, &[(name, move_to(None, After, target))]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
    }
}

#[test]
fn regions_are_wrapped() {
    let region = |title: &str, last: Option<&str>| Region {
        title: title.to_owned(),
        last: last.map(str::to_owned),
    };
    let source = "class A {\n  a() {}\n  b() {}\n  c() {}\n}\n";
    let expected =
        "class A {\n  // #region Two\n  a() {}\n  b() {}\n  // #endregion\n  c() {}\n}\n";
    check("a.ts", source, "A.a", region("Two", Some("A.b")), expected);
    check(
        "a.css",
        "a {}\n",
        "a",
        region("", None),
        "/* #region */\na {}\n/* #endregion */\n",
    );
    for (first, last) in [("A.b", "A.a"), ("A.a", "A")] {
        assert!(edit("a.ts", source, &[(first, region("", Some(last)))]).is_err());
    }
    assert!(edit("a.ts", source, &[("A.a", region("a\nb", None))]).is_err());
    assert!(edit("a.json", "{\n\"a\": 1\n}\n", &[("a", region("a", None))]).is_err());
}

#[test]
fn literals_keep_their_lines_and_files_their_line_ends() {
    let text = "f() {\n  return `a\n  b`;\n}";
    let expected = "class A {\r\n\tx = 1;\r\n\r\n\tf() {\r\n\t\treturn `a\r\n  b`;\r\n\t}\r\n}\r\n";
    check(
        "a.ts",
        "class A {\r\n\tx = 1;\r\n}\r\n",
        "A",
        insert(LastMember, text),
        expected,
    );
    let text = "def h():\n    \"\"\"One.\n\n    Two.\n    \"\"\"\n    return '''a\n    b'''";
    let expected = "class A:\n    def h():\n        \"\"\"One.\n\n        Two.\n        \"\"\"\n        return '''a\n    b'''\n";
    check(
        "a.py",
        "class A: pass\n",
        "A",
        insert(LastMember, text),
        expected,
    );
    check(
        "a.py",
        "\u{feff}x = 1\n",
        "x",
        insert(Before, "y = 1"),
        "\u{feff}y = 1\nx = 1\n",
    );
    check("a.py", "\u{feff}x = 1\n", "x", Remove, "\u{feff}");
}

#[test]
fn gaps_are_those_of_the_file_or_of_the_language() {
    // No neighbours with several lines: the gap used everywhere else.
    let source = "A = 1\nB = [\n    1,\n]\nC = 2\n";
    let expected = "A = 1\nB = [\n    1,\n]\nD = [\n    2,\n]\nC = 2\n";
    check(
        "a.py",
        source,
        "B",
        insert(After, "D = [\n    2,\n]"),
        expected,
    );
    // The first definition of a file.
    let source = "import a\n";
    let expected = "import a\n\n\ndef f():\n    a()\n";
    check(
        "a.py",
        source,
        "",
        insert(LastMember, "def f():\n    a()"),
        expected,
    );
}

#[test]
fn inserted_code_may_be_cut_out_of_its_place() {
    let source = "class A:\n    x = 1\n";
    let code = "def f(\n        self,\n    ) -> int:\n        return 1";
    let expected = format!("class A:\n    x = 1\n\n    {code}\n");
    check("a.py", source, "A.x", insert(After, code), &expected);
    let margin = "def f(self,\n      a):\n    return (\n        1\n    )";
    let expected = "class A:\n    x = 1\n\n    def f(self,\n          a):\n        return (\n            1\n        )\n";
    check("a.py", source, "A.x", insert(After, margin), expected);
}
