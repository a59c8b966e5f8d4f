//! Expression bodies, and the marks and brackets that stay around a new body.

use ransack::DefinitionPart::{Body, Doc, Signature};
use ransack::InsertPlace::FirstMember;

use super::{check, edit, insert, replace};

#[test]
fn brackets_of_an_expression_are_replaced() {
    let table = [
        (
            "a.js",
            "const f = () => [1, 2];\n",
            "3",
            "const f = () => 3;\n",
        ),
        (
            "a.js",
            "const f = (a) => (b(a));\n",
            "c",
            "const f = (a) => c;\n",
        ),
        (
            "a.js",
            "const f = () => ({ a: 1 });\n",
            "({ b: 2 })",
            "const f = () => ({ b: 2 });\n",
        ),
        (
            "a.tsx",
            "const f = () => (<div/>);\n",
            "<p/>",
            "const f = () => <p/>;\n",
        ),
        (
            "a.tsx",
            "const f = () => (\n  <div/>\n);\n",
            "(\n  <p/>\n)",
            "const f = () => (\n  <p/>\n);\n",
        ),
        (
            "a.js",
            "const f = () => [1];\n",
            "{\n  return 2;\n}",
            "const f = () => {\n  return 2;\n};\n",
        ),
        (
            "a.js",
            "const f = () => { a(); };\n",
            "b();",
            "const f = () => { b(); };\n",
        ),
        (
            "a.scala",
            "object A {\n  def f = (1, 2)\n}\n",
            "3",
            "object A {\n  def f = 3\n}\n",
        ),
        (
            "a.scala",
            "object A {\n  def f = { 1 }\n}\n",
            "3",
            "object A {\n  def f = { 3 }\n}\n",
        ),
        ("a.R", "f <- function(x) (x)\n", "y", "f <- function(x) y\n"),
        ("a.ml", "let f x = (x)\n", "[x]", "let f x = [x]\n"),
        ("a.nix", "{ f = x: [ x ]; }\n", "x", "{ f = x: x; }\n"),
        ("a.nix", "{ f = x: { a = x; }; }\n", "x", "{ f = x: x; }\n"),
        ("a.clj", "(defn f [x] [x])\n", "x", "(defn f [x] x)\n"),
    ];
    for (file, source, text, expected) in table {
        check(file, source, "f", replace(Body, text), expected);
    }
}

#[test]
fn marks_before_an_expression_stay() {
    let table = [
        ("a.hs", "f x = (x)\n", "2", "f x = 2\n"),
        ("a.hs", "f x = (x)\n", "= 2", "f x = 2\n"),
        ("a.hs", "f x=x\n", "2", "f x= 2\n"),
        (
            "a.hs",
            "f x | x = 1\n    | otherwise = 2\n",
            "3",
            "f x = 3\n",
        ),
        (
            "a.hs",
            "f x = 1\n",
            "| x = 1\n| otherwise = 2",
            "f x\n  | x = 1\n  | otherwise = 2\n",
        ),
        (
            "a.hs",
            "f x = x\n",
            "do\n  a\n  b",
            "f x =\n  do\n    a\n    b\n",
        ),
        ("a.erl", "f(X) -> [X].\n", "2", "f(X) -> 2.\n"),
        ("a.erl", "f(X) -> X.\n", "{X, 1}", "f(X) -> {X, 1}.\n"),
        ("a.erl", "f(X) -> X.\n", "-> 2", "f(X) -> 2.\n"),
        ("a.kt", "fun f() = (1)\n", "2", "fun f() = 2\n"),
        (
            "a.kt",
            "fun f() = 1\n",
            "{ return }",
            "fun f() { return }\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  def f(x), do: {x, 1}\nend\n",
            "{:ok, x}",
            "defmodule A do\n  def f(x), do: {:ok, x}\nend\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  def f(x), do: x\nend\n",
            "do\n  {x}\nend",
            "defmodule A do\n  def f(x) do\n    {x}\n  end\nend\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  def f(x) do\n    x\n  end\nend\n",
            "{x, 2}",
            "defmodule A do\n  def f(x) do\n    {x, 2}\n  end\nend\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  def f(x) do\n    x\n  end\nend\n",
            ", do: 2",
            "defmodule A do\n  def f(x), do: 2\nend\n",
        ),
    ];
    for (file, source, text, expected) in table {
        check(file, source, "f", replace(Body, text), expected);
    }
}

/// An expression with its mark replaces a block.
#[test]
fn expressions_take_the_place_of_blocks() {
    let table = [
        ("a.kt", "fun f() { g() }\n", "= 2", "fun f() = 2\n"),
        (
            "A.cs",
            "class A {\n  int f() { return 1; }\n}\n",
            "=> 2;",
            "class A {\n  int f() => 2;\n}\n",
        ),
        (
            "a.js",
            "const f = () => {\n  return 1;\n};\n",
            "=> 2",
            "const f = () => 2;\n",
        ),
    ];
    for (file, source, text, expected) in table {
        check(file, source, "f", replace(Body, text), expected);
    }
}

#[test]
fn bodies_in_one_line_end_their_statements() {
    let table = [
        ("a.sh", "f() { echo 1; }\n", "echo 2", "f() { echo 2; }\n"),
        ("a.sh", "f() { echo 1; }\n", "echo 2;", "f() { echo 2; }\n"),
        (
            "a.sh",
            "f() { echo 1; }\n",
            "echo 2 &",
            "f() { echo 2 & }\n",
        ),
        ("a.sh", "f() { echo 1; }\n", "", "f() { :; }\n"),
        ("a.sh", "f() { echo 1; }\n", "a\nb", "f() {\n  a\n  b\n}\n"),
        ("a.sh", "f() {\n  a\n}\n", "", "f() {\n  :\n}\n"),
        ("a.sh", "f() ( echo 1 )\n", "echo 2", "f() ( echo 2 )\n"),
    ];
    for (file, source, text, expected) in table {
        check(file, source, "f", replace(Body, text), expected);
    }
}

#[test]
fn comments_at_the_start_of_a_block_are_part_of_the_body() {
    let source = "def f():  # note\n    # lead\n\n    # two\n    return 2\n    # last\n";
    for (text, expected) in [
        ("return 3", "def f():  # note\n    return 3\n"),
        (
            "# lead\nreturn 3",
            "def f():  # note\n    # lead\n    return 3\n",
        ),
    ] {
        check("a.py", source, "f", replace(Body, text), expected);
    }
    let source = "def f():\n    # lead\n    return 2\n";
    let expected = "def f():\n    \"\"\"Doc.\"\"\"\n    # lead\n    return 2\n";
    check("a.py", source, "f", replace(Doc, "Doc."), expected);
    let expected = "def f(a):\n    # lead\n    return 2\n";
    check(
        "a.py",
        source,
        "f",
        replace(Signature, "def f(a)"),
        expected,
    );
    let class = "class A:\n    # lead\n    def f(self):\n        pass\n";
    let expected = "class A:\n    x = 1\n\n    # lead\n    def f(self):\n        pass\n";
    check("a.py", class, "A", insert(FirstMember, "x = 1"), expected);
}

#[test]
fn an_arrow_becomes_a_block_and_the_reverse() {
    let arrow = "class A {\n    int F(int x) => x + 1;\n}\n";
    let block = "class A {\n    int F(int x) { return 2; }\n}\n";
    let dart = "int f(int x) => x + 1;\n";
    for (file, source, name, body, expected) in [
        ("a.cs", arrow, "A.F", "{ return 2; }", block),
        (
            "a.cs",
            arrow,
            "A.F",
            "2",
            "class A {\n    int F(int x) => 2;\n}\n",
        ),
        ("a.cs", block, "A.F", "=> x + 1", arrow),
        ("a.cs", block, "A.F", "=> x + 1;", arrow),
        (
            "a.dart",
            dart,
            "f",
            "{\n  return 2;\n}",
            "int f(int x) {\n  return 2;\n}\n",
        ),
        ("a.dart", dart, "f", "=> 2", "int f(int x) => 2;\n"),
        ("a.rb", "def f(x) = x\n", "f", "2", "def f(x) = 2\n"),
        ("a.jl", "f(x) = x\n", "f", "2", "f(x) = 2\n"),
        (
            "a.js",
            "const f = (x) => x;\n",
            "f",
            "{ g() }",
            "const f = (x) => { g() };\n",
        ),
    ] {
        check(file, source, name, replace(Body, body), expected);
    }
}

#[test]
fn statements_do_not_leave_the_body_that_was_an_expression() {
    let source = "const f = () => 1;\n";
    for body in ["x()\ny()", "x()\nreturn 2", "return 2"] {
        let error = edit("a.js", source, &[("f", replace(Body, body))]).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("give one expression, or a block"),
            "{error}"
        );
    }
    for (file, source, body) in [
        ("a.kt", "fun f() = 1\n", "x()\nreturn 2"),
        ("a.scala", "def f = 1\n", "x()\ny()"),
        (
            "a.ex",
            "defmodule A do\n  def f(x), do: x\nend\n",
            "y = x\ny",
        ),
        ("a.cs", "class A { int f() => 1; }\n", "x(); y()"),
        ("a.dart", "int f() => 1;\n", "x(); y()"),
        ("a.rb", "def f = 1\n", "x\ny"),
        ("a.R", "f <- function(x) x\n", "x()\ny()"),
    ] {
        let error = edit(file, source, &[("f", replace(Body, body))]).unwrap_err();
        assert!(
            error.to_string().contains("give one expression"),
            "{file}: {error}"
        );
    }
    check(
        "a.js",
        source,
        "f",
        replace(Body, "a, b"),
        "const f = () => (a, b);\n",
    );
    check(
        "a.js",
        source,
        "f",
        replace(Body, "2;"),
        "const f = () => 2;\n",
    );
    check(
        "a.js",
        source,
        "f",
        replace(Body, "g(\n  1,\n)"),
        "const f = () => g(\n  1,\n);\n",
    );
}

#[test]
fn commands_of_a_target_are_its_body() {
    let source = "all: a b\n\techo 1\n";
    for body in ["echo 2\necho 3", "\techo 2\n\techo 3"] {
        let expected = "all: a b\n\techo 2\n\techo 3\n";
        check("Makefile", source, "all", replace(Body, body), expected);
    }
    check(
        "Makefile",
        "all: a; echo 1\n",
        "all",
        replace(Body, "echo 2"),
        "all: a; echo 2\n",
    );
}
