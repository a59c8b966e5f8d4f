//! Statements that share a block or a declaration, and names with several declarations.

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Body, Doc, Signature, Whole};
use ransack::ErrorKind;
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};

use super::{check, edit, insert, move_to, rename, replace};

#[test]
fn a_block_keeps_a_statement() {
    let table = [
        (
            "a.py",
            "if x:\n    def f(): pass\nelse:\n    y = 1\n",
            "f",
            "if x:\n    pass\nelse:\n    y = 1\n",
        ),
        (
            "a.py",
            "if x:\n    def f(): pass\nelse:\n    y = 1\n",
            "y",
            "if x:\n    def f(): pass\nelse:\n    pass\n",
        ),
        (
            "a.py",
            "try:\n    # why\n    @d\n    def f():\n        pass\nexcept E: g = 1\n",
            "f",
            "try:\n    pass\nexcept E: g = 1\n",
        ),
        ("a.py", "if x: a = 1\n", "a", "if x: pass\n"),
        (
            "a.py",
            "if x:\n    a = 1; b = 2\n",
            "a",
            "if x:\n    b = 2\n",
        ),
        (
            "a.py",
            "if x:\n    a = 1\n    g()\n",
            "a",
            "if x:\n    g()\n",
        ),
        (
            "a.py",
            "class A:\n    'D.'\n    a = 1\n",
            "A.a",
            "class A:\n    'D.'\n",
        ),
        ("a.bzl", "if x:\n    a = 1\n", "a", "if x:\n    pass\n"),
        (
            "a.sh",
            "if x; then\n  f() { :; }\nelse\n  g\nfi\n",
            "f",
            "if x; then\n  :\nelse\n  g\nfi\n",
        ),
        ("a.sh", "if x; then a=1; fi\n", "a", "if x; then :; fi\n"),
        (
            "a.sh",
            "while x; do\n  a=1\ndone\n",
            "a",
            "while x; do\n  :\ndone\n",
        ),
        (
            "a.sh",
            "if x; then\n  a=1\n  b=1\nfi\n",
            "a",
            "if x; then\n  b=1\nfi\n",
        ),
        (
            "a.js",
            "if (x) var a = 1;\nb();\n",
            "a",
            "if (x) {}\nb();\n",
        ),
        (
            "a.js",
            "if (x) b();\nelse var a = 1;\nc();\n",
            "a",
            "if (x) b();\nelse {}\nc();\n",
        ),
        ("a.js", "if (x) {\n  var a = 1;\n}\n", "a", "if (x) {\n}\n"),
    ];
    for (file, source, name, expected) in table {
        check(file, source, name, Remove, expected);
    }
    // Removing several statements, the last removal also leaves a statement.
    let source = "if x:\n    a = 1\n    b = 2\ny = 3\n";
    let text = edit("a.py", source, &[("a", Remove), ("b", Remove)]).unwrap();
    assert_eq!(text, "if x:\n    pass\ny = 3\n");
    let source = "if x:\n    def f():\n        return 1\ny = 3\n";
    let text = edit("a.py", source, &[("f", move_to(None, Before, "y"))]).unwrap();
    assert!(text.starts_with("if x:\n    pass\n"), "{text}");
    assert!(text.contains("\ndef f():\n    return 1\n"), "{text}");
}

#[test]
fn the_other_names_of_a_declaration_stay() {
    let table = [
        (
            "a.py",
            "class A:\n    x = y = True\n    z = 1\n",
            "A.x",
            "class A:\n    y = True\n    z = 1\n",
        ),
        (
            "a.py",
            "class A:\n    x = y = True\n    z = 1\n",
            "A.y",
            "class A:\n    x = True\n    z = 1\n",
        ),
        ("a.py", "# c\nx = y = z = 1\n", "x", "# c\ny = z = 1\n"),
        ("a.py", "x = y = z = 1\n", "y", "x = z = 1\n"),
        ("a.rb", "A = B = 1\n", "A", "B = 1\n"),
        ("a.rb", "foo(B = 1)\nbar\n", "B", "foo()\nbar\n"),
        ("a.rb", "foo(1, B = 1)\nbar\n", "B", "foo(1)\nbar\n"),
        ("a.rb", "foo(B = 1, 2)\nbar\n", "B", "foo(2)\nbar\n"),
        ("a.rb", "A = B = 1\n", "B", "A = 1\n"),
        ("a.js", "const { a, b } = c;\n", "a", "const { b } = c;\n"),
        ("a.js", "const a = 1, b = 2;\n", "a", "const b = 2;\n"),
        ("a.c", "int a = 1, b = 2;\n", "a", "int b = 2;\n"),
        ("a.swift", "var p, q: Int\n", "p", "var q: Int\n"),
        (
            "a.go",
            "package p\n\nvar a, b int\n",
            "a",
            "package p\n\nvar b int\n",
        ),
        (
            "a.go",
            "package p\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n",
            "C",
            "package p\n\nconst (\n\tA = iota\n\tB\n)\n",
        ),
        (
            "a.rb",
            "private def a; end\ndef b; end\n",
            "a",
            "def b; end\n",
        ),
        (
            "a.rb",
            "class A\n  # Doc.\n  private def a\n    1\n  end\n\n  def b; end\nend\n",
            "A::a",
            "class A\n  def b; end\nend\n",
        ),
    ];
    for (file, source, name, expected) in table {
        check(file, source, name, Remove, expected);
    }
    let refused = [
        ("a.py", "a, b = 1, 2\n", "a"),
        ("a.js", "const [a, b] = c;\n", "a"),
        ("a.js", "const { a, ...b } = c;\n", "a"),
        ("a.go", "package p\n\nvar a, b = 1, 2\n", "b"),
        (
            "a.go",
            "package p\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n",
            "A",
        ),
        (
            "a.go",
            "package p\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n",
            "B",
        ),
        (
            "a.go",
            "package p\n\nconst (\n\tA = iota\n\tB = 5\n\tC = iota\n)\n",
            "B",
        ),
        ("a.lua", "local a, b = 1, 2\n", "a"),
        ("a.jl", "a, b = 1, 2\n", "a"),
        ("a.jl", "a, b = 1, 2\n", "b"),
        ("a.swift", "var x = 1, y = 2\n", "x"),
        ("a.swift", "var x = 1, y = 2\n", "y"),
        ("a.swift", "var p, q: Int\n", "q"),
        ("a.swift", "let (a, b) = c\n", "a"),
        ("a.kt", "val (a, b) = c\n", "a"),
        ("a.zig", "const a, const b = f();\n", "a"),
    ];
    for (file, source, name) in refused {
        let error = edit(file, source, &[(name, Remove)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{file}: {error}");
        assert!(
            error.to_string().contains("replace the code of all"),
            "{error}"
        );
    }
    let source = "x = y = 1\n\ndef f(): pass\n";
    edit("a.py", source, &[("x", move_to(None, After, "f"))]).unwrap_err();
}

#[test]
fn all_declarations_of_a_function_are_renamed() {
    let table = [
        (
            "a.ts",
            "function f(a: string): void;\nfunction f(a: any) {}\nf(1);\n",
            "f",
            "function g(a: string): void;\nfunction g(a: any) {}\nf(1);\n",
        ),
        (
            "a.ts",
            "class A {\n  f(a: string): void;\n  f(a: any) {}\n}\nfunction f() {}\n",
            "A.f",
            "class A {\n  g(a: string): void;\n  g(a: any) {}\n}\nfunction f() {}\n",
        ),
        (
            "a.c",
            "int f(int);\n\nint f(int a) { return f(a); }\n",
            "f",
            "int g(int);\n\nint g(int a) { return f(a); }\n",
        ),
        (
            "a.cpp",
            "class A {\n  void f();\n};\n\nvoid A::f() {}\n",
            "A::f",
            "class A {\n  void g();\n};\n\nvoid A::g() {}\n",
        ),
        (
            "a.py",
            "@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a): pass\n",
            "f#3",
            "@overload\ndef g(a: int): ...\n@overload\ndef g(a: str): ...\ndef g(a): pass\n",
        ),
        (
            "a.hs",
            "f :: Int -> Int\nf 1 = 1\nf x = f 1\n\nff x = 1\n",
            "f",
            "g :: Int -> Int\ng 1 = 1\ng x = f 1\n\nff x = 1\n",
        ),
        (
            "a.erl",
            "-spec f(any()) -> any().\nf(1) -> 1;\nf(X) ->\n    f(X).\n",
            "f",
            "-spec g(any()) -> any().\ng(1) -> 1;\ng(X) ->\n    f(X).\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  @spec f(any) :: any\n  def f(1), do: 1\n  def f(x), do: f(x)\nend\n",
            "A.f",
            "defmodule A do\n  @spec g(any) :: any\n  def g(1), do: 1\n  def g(x), do: f(x)\nend\n",
        ),
    ];
    for (file, source, name, expected) in table {
        check(file, source, name, rename("g"), expected);
    }
    // Two functions of the same name are not declarations of each other.
    check(
        "a.js",
        "function f() {}\n{\n  function f() {}\n}\n",
        "f#1",
        rename("g"),
        "function g() {}\n{\n  function f() {}\n}\n",
    );
}

#[test]
fn semicolons_that_begin_the_next_statement_stay() {
    let source = "const a = f\nconst b = g\n;[1, 2].forEach(h)\n";
    for file in ["a.js", "a.ts", "a.tsx"] {
        let expected = "const a = f\n;[1, 2].forEach(h)\n";
        check(file, source, "b", Remove, expected);
        let expected = "const a = f\nconst b = 1\n;[1, 2].forEach(h)\n";
        check(file, source, "b", replace(Whole, "const b = 1"), expected);
        let expected = "const a = f\nconst b = g\nconst c = 1\n;[1, 2].forEach(h)\n";
        check(file, source, "b", insert(After, "const c = 1"), expected);
        let source = "export const a = () => 1\n;(b)()\n";
        check(file, source, "a", Remove, ";(b)()\n");
    }
    let source = "var a = {\n}\n;\nb()\n";
    check("a.js", source, "a", Remove, "b()\n");
}

#[test]
fn overloaded_functions_are_edited_by_number() {
    let class = "class K {\n  f(a: string): string;\n  f(a: number): number;\n  f(a: any): any { return a }\n}\n";
    let function = "/** Doc. */\nexport function f(a: string): string;\nexport function f(a: any): any { return a }\n";
    for (source, name, count) in [(class, "K.f", 3), (function, "f", 2)] {
        for action in [
            Remove,
            insert(Before, "g() {}"),
            move_to(None, LastMember, ""),
            replace(Whole, "f(a: any): any {}"),
            replace(Doc, "New."),
        ] {
            let error = edit("a.ts", source, &[(name, action)]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::AmbiguousName);
            assert_eq!(error.candidates().len(), count, "{error}");
        }
        let expected = source.replace("return a", "return 1");
        check("a.ts", source, name, replace(Body, "return 1"), &expected);
    }
    let expected = class.replace("  f(a: number): number;\n", "");
    check("a.ts", class, "K.f#2", Remove, &expected);
    let expected = class.replace("  f(a: any): any { return a }\n", "");
    check("a.ts", class, "K.f#3", Remove, &expected);
    // A prototype does not belong to the function.
    let source = "int f(void);\nint f(void) { return 1; }\n";
    check("a.c", source, "f", Remove, "int f(void);\n");
}

#[test]
fn code_is_inserted_into_and_next_to_groups_of_declarations() {
    let source = "package a\n\ntype (\n\tA int\n\tB int\n)\n";
    for (name, place, text, expected) in [
        (
            "A",
            Before,
            "D int",
            "type (\n\tD int\n\tA int\n\tB int\n)\n",
        ),
        (
            "B",
            Before,
            "D int",
            "type (\n\tA int\n\tD int\n\tB int\n)\n",
        ),
        (
            "B",
            After,
            "D int",
            "type (\n\tA int\n\tB int\n\tD int\n)\n",
        ),
        (
            "A",
            After,
            "type D int",
            "type (\n\tA int\n\tB int\n)\ntype D int\n",
        ),
    ] {
        let expected = ["package a\n\n", expected].concat();
        check("a.go", source, name, insert(place, text), &expected);
    }
}

#[test]
fn constructors_are_separated_by_bars() {
    let line = "data A = B Int | C Int\n";
    let lines = "data A\n  = B Int\n  | C Int\n  deriving Show\n";
    let ocaml = "type t =\n  | B of int\n  | C\n";
    for (file, source, name, action, expected) in [
        (
            "a.hs",
            line,
            "B",
            insert(After, "D"),
            "data A = B Int | D | C Int\n",
        ),
        (
            "a.hs",
            line,
            "B",
            insert(Before, "D"),
            "data A = D | B Int | C Int\n",
        ),
        ("a.hs", line, "B", Remove, "data A = C Int\n"),
        ("a.hs", line, "C", Remove, "data A = B Int\n"),
        (
            "a.hs",
            "data A = B\n",
            "B",
            insert(After, "D"),
            "data A = B | D\n",
        ),
        (
            "a.hs",
            lines,
            "C",
            insert(After, "D"),
            "data A\n  = B Int\n  | C Int\n  | D\n  deriving Show\n",
        ),
        (
            "a.hs",
            lines,
            "C",
            Remove,
            "data A\n  = B Int\n  deriving Show\n",
        ),
        (
            "a.hs",
            lines,
            "B",
            Remove,
            "data A\n  = C Int\n  deriving Show\n",
        ),
        (
            "a.hs",
            lines,
            "B",
            move_to(None, After, "C"),
            "data A\n  = C Int\n  | B Int\n  deriving Show\n",
        ),
        (
            "a.ml",
            ocaml,
            "B",
            insert(After, "| D"),
            "type t =\n  | B of int\n  | D\n  | C\n",
        ),
        ("a.ml", ocaml, "B", Remove, "type t =\n  | C\n"),
    ] {
        check(file, source, name, action, expected);
    }
}

#[test]
fn statements_on_one_line_are_separated() {
    let source = "namespace N { export const z = 1 }\n";
    let expected = "namespace N { export const z = 1; export const y = 2 }\n";
    let code = "export const y = 2";
    let last = insert(LastMember, code);
    check("a.ts", source, "N", last, expected);
    let expected = "namespace N { export const y = 2; export const z = 1 }\n";
    let first = insert(FirstMember, code);
    check("a.ts", source, "N", first, expected);
    let source = "class A { f() {} }\n";
    let expected = "class A { f() {} g() {} }\n";
    check("a.js", source, "A.f", insert(After, "g() {}"), expected);
}

#[test]
fn the_comma_of_a_clause_goes_with_the_clause() {
    let source = "fn f<T>(x: &T)\nwhere\n    T: A,\n{\n}\n";
    let signature = |code| replace(Signature, code);
    let expected = "fn f<T>(x: &T)\n{\n}\n";
    check("a.rs", source, "f", signature("fn f<T>(x: &T)"), expected);
    let code = "fn f<T>(x: &T)\nwhere\n    T: B";
    let expected = "fn f<T>(x: &T)\nwhere\n    T: B,\n{\n}\n";
    check("a.rs", source, "f", signature(code), expected);
}
