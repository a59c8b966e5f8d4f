//! Edits that would damage code are refused, with a reason.

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Body, Value, Whole};
use ransack::{DefinitionAction, ErrorKind, InsertPlace};

use super::{check, edit, insert, move_to, replace};

#[track_caller]
fn refuses(file: &str, source: &str, name: &str, action: &DefinitionAction, why: &str) {
    let error = edit(file, source, &[(name, action.clone())]).unwrap_err();
    assert!(error.to_string().contains(why), "{file} {name}: {error}");
}

#[test]
fn expressions_have_no_room_for_code() {
    let table = [
        ("a.js", "const f = (a) => g(a);\n", "f"),
        ("a.js", "const f = () =>\n  g(\n    1,\n  );\n", "f"),
        ("a.kt", "fun f() = 1\n", "f"),
        ("a.scala", "object A {\n  def f = 1\n}\n", "A.f"),
        ("a.R", "f <- function(x) x\n", "f"),
        ("a.ex", "defmodule A do\n  def f(x), do: x\nend\n", "A.f"),
        ("a.rb", "def f = a.end\n", "f"),
        ("a.cs", "class A { int F() => 1; }\n", "A.F"),
        ("a.dart", "int f() => 1;\n", "f"),
        ("a.jl", "f() = 1\n", "f"),
    ];
    for (file, source, name) in table {
        for place in [InsertPlace::FirstMember, InsertPlace::LastMember] {
            refuses(file, source, name, &insert(place, "x"), "replace the body");
        }
    }
    // The lines of a block are not an expression.
    check(
        "a.scala",
        "object A {\n  def f =\n    1\n}\n",
        "A.f",
        insert(InsertPlace::FirstMember, "val x = 1"),
        "object A {\n  def f =\n    val x = 1\n    1\n}\n",
    );
}

/// In a chain of assignments, code next to one of them would be part of the expression.
#[test]
fn code_beside_a_part_of_an_expression_is_refused() {
    let source = "exports.a = function () {}, exports.b = function () {};\n";
    for place in [InsertPlace::Before, InsertPlace::After] {
        let code = insert(place, "function f() {}");
        refuses("a.js", source, "a", &code, "part of an expression");
    }
}

#[test]
fn a_definition_with_an_unknown_end_is_not_cut() {
    // Code that the grammar does not parse, like valid code that it does not know.
    let source = "declare const a: {\n  b: import(c).D<{\n    e: 1;\n  }>;\n};\n// z\nlet z = 1;\n";
    let actions = [
        Remove,
        insert(InsertPlace::After, "let y = 2;"),
        replace(Whole, "let a = 1;"),
        move_to(None, InsertPlace::LastMember, ""),
    ];
    for action in actions {
        let error = edit("a.ts", source, &[("a", action)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SyntaxError);
        let message = error.to_string();
        assert!(message.contains("may belong to it"), "{message}");
    }
    check(
        "a.ts",
        source,
        "z",
        Remove,
        source.strip_suffix("// z\nlet z = 1;\n").unwrap(),
    );
}

/// Valid code that the grammar does not parse moves with its definition.
#[test]
fn an_error_moves_with_its_definition() {
    let a = "interface A<in out B extends C, in D> {\n  e: B;\n}\n";
    for place in [InsertPlace::After, InsertPlace::Before] {
        let (source, expected) = match place {
            InsertPlace::After => (format!("{a}let f = 1;\n"), format!("let f = 1;\n{a}")),
            _ => (format!("let f = 1;\n{a}"), format!("{a}let f = 1;\n")),
        };
        let text = edit("a.ts", &source, &[("A", move_to(None, place, "f"))]).unwrap();
        let lines = text.split_inclusive('\n').filter(|line| *line != "\n");
        assert_eq!(lines.collect::<String>(), expected);
    }
}

#[test]
fn members_do_not_move_among_statements() {
    let after = |target: &str| move_to(None, InsertPlace::After, target);
    let file = move_to(None, InsertPlace::LastMember, "");
    let class = "class A {\n  x;\n  y = 1;\n}\nfunction f() {}\n";
    for name in ["A.x", "A.y"] {
        refuses("a.js", class, name, &after("f"), "among statements");
        refuses("a.js", class, name, &file, "among statements");
    }
    let object = "g({\n  a: () => 1,\n  b: () => 2,\n});\nfunction f() {}\n";
    let anonymous = "foo(class { x = 1; });\nfunction f() {}\n";
    refuses("a.js", anonymous, "x", &after("f"), "among statements");
    refuses("a.js", object, "a", &after("f"), "among statements");
    check(
        "a.js",
        object,
        "a",
        after("b"),
        "g({\n  b: () => 2,\n  a: () => 1,\n});\nfunction f() {}\n",
    );
    check(
        "a.ts",
        "class A {\n  x: B;\n}\n\nclass C {\n  y: D;\n}\n",
        "A.x",
        after("C.y"),
        "class A {\n}\n\nclass C {\n  y: D;\n  x: B;\n}\n",
    );
}

#[test]
fn a_name_without_its_keyword_does_not_move() {
    let table = [
        ("a.js", "var a = 1, b = 2;\nfunction f() {}\n", "b"),
        ("a.js", "const { a, b } = c;\nfunction f() {}\n", "b"),
        ("a.c", "int a, *b;\nvoid f(void) {}\n", "b"),
        ("a.go", "package p\n\nvar a, b int\n\nfunc f() {}\n", "b"),
    ];
    for (file, source, name) in table {
        let action = move_to(None, InsertPlace::After, "f");
        refuses(file, source, name, &action, "replace the code of all");
    }
}

/// Code next to a multi-line declaration gets the indentation of the declaration, not of its names.
#[test]
fn code_beside_names_over_several_lines_is_as_deep_as_their_statement() {
    let names = "(a,\n b\n ) = c()\n";
    let class = "class D:\n    x = 1\n";
    let source = format!("{class}{names}");
    let table = [
        (
            names,
            "b",
            insert(InsertPlace::After, class),
            [names, class],
        ),
        (
            names,
            "b",
            insert(InsertPlace::Before, class),
            [class, names],
        ),
        (
            &*source,
            "D",
            move_to(None, InsertPlace::LastMember, ""),
            [names, class],
        ),
    ];
    for (source, name, action, expected) in table {
        let text = edit("a.py", source, &[(name, action)]).unwrap();
        let lines = text.split_inclusive('\n').filter(|line| *line != "\n");
        assert_eq!(lines.collect::<String>(), expected.concat());
    }
}

#[test]
fn a_name_of_a_statement_is_not_replaced_by_several_lines() {
    for (source, name) in [("a, b = c()\n", "b"), ("a = b = 1\n", "b")] {
        let lines = replace(Whole, "# Note.\nb");
        refuses("a.py", source, name, &lines, "replace the code of all");
    }
    check(
        "a.py",
        "a, b = c()\n",
        "b",
        replace(Whole, "d"),
        "a, d = c()\n",
    );
}

#[test]
fn the_value_of_a_chain_keeps_its_names() {
    for (file, source, name) in [
        ("a.py", "x = y = 1\n", "x"),
        ("a.rb", "A = B = 1\n", "A"),
        ("a.py", "x = y = z = 1\n", "y"),
    ] {
        refuses(file, source, name, &replace(Value, "2"), "shares");
    }
    check(
        "a.py",
        "x = y = 1\n",
        "x",
        replace(Value, "y = 2"),
        "x = y = 2\n",
    );
    check(
        "a.py",
        "x = y = 1\n",
        "y",
        replace(Value, "2"),
        "x = y = 2\n",
    );
}

#[test]
fn the_other_clauses_of_a_function_are_not_lost() {
    let table = [
        ("a.hs", "f 1 = 2\nf x = 3\n", "4"),
        ("a.erl", "-module(a).\nf(1) -> 2;\nf(X) -> X.\n", "4"),
    ];
    for (file, source, text) in table {
        refuses(file, source, "f", &replace(Body, text), "other clauses");
    }
    check(
        "a.erl",
        "-module(a).\nf(1) -> 2;\nf(X) -> X.\n",
        "f",
        replace(Body, "4;\nf(X) -> 5"),
        "-module(a).\nf(1) -> 4;\nf(X) -> 5.\n",
    );
}
