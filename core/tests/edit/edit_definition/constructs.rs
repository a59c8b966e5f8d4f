//! Members of files and definitions whose own members are in conditions and loops.

use ransack::InsertPlace::{FirstMember, LastMember};

use super::{check, edit, insert};

#[test]
fn members_are_inserted_outside_conditions_and_loops() {
    let [class, function] = ["A", "f"];
    for (file, name, inside, code) in [
        (
            "a.py",
            "",
            "try:\n    import x\nexcept ImportError:\n    def f():\n        pass\n",
            "z = 1\n",
        ),
        (
            "a.py",
            "",
            "# About.\nif x:\n    def f():\n        pass\n",
            "z = 1\n",
        ),
        (
            "a.js",
            "",
            "if (x) { function f() {} }\n",
            "function z() {}\n",
        ),
        (
            "a.c",
            "",
            "#ifdef X\nint f(void) { return 1; }\n#endif\n",
            "int z(void) { return 2; }\n",
        ),
        ("a.sh", "", "if x; then\n  f() { :; }\nfi\n", "z() { :; }\n"),
        (
            "a.lua",
            "",
            "if x then\n  function f() end\nend\n",
            "function z() end\n",
        ),
        (
            "a.php",
            "",
            "<?php\nif (x) {\n  function f() {}\n}\n",
            "function z() {}\n",
        ),
        (
            "a.R",
            "",
            "if (x) {\n  f <- function() 1\n}\n",
            "z <- function() 2\n",
        ),
        ("a.jl", "", "if x\n  f() = 1\nend\n", "z() = 2\n"),
        (
            "a.py",
            class,
            "class A:\n    if x:\n        def f(self):\n            pass\n",
            "    z = 1\n",
        ),
        (
            "a.rb",
            class,
            "class A\n  if x\n    attr_reader :y\n  end\nend\n",
            "  attr_reader :z\n",
        ),
        (
            "a.cs",
            class,
            "class A {\n#if X\n  void F() {}\n#endif\n}\n",
            "  void Z() {}\n",
        ),
        (
            "a.js",
            function,
            "function f() {\n  for (const a of b) {\n    function g() {}\n  }\n}\n",
            "  done()\n",
        ),
        (
            "a.rs",
            function,
            "fn f() {\n    let x = if y {\n        fn g() {}\n        1\n    };\n}\n",
            "    done();\n",
        ),
        (
            "a.kt",
            function,
            "fun f() {\n    when (x) {\n        1 -> { fun g() {} }\n    }\n}\n",
            "    done()\n",
        ),
    ] {
        // The code stands on the line before or after the construct.
        let line = match (name, inside.starts_with("<?php")) {
            ("", false) => 0,
            _ => inside.find('\n').unwrap() + 1,
        };
        let has_end = !name.is_empty() && !inside.starts_with("class A:");
        let end = match has_end {
            true => inside.trim_end().rfind('\n').unwrap() + 1,
            false => inside.len(),
        };
        for (place, at) in [(FirstMember, line), (LastMember, end)] {
            let expected = [&inside[..at], code, &inside[at..]].concat();
            let text = edit(file, inside, &[(name, insert(place, code.trim()))]).unwrap();
            // The number of blank lines depends on the language.
            let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
            assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{text}");
        }
    }
}

#[test]
fn conditions_on_methods_are_outside_of_their_siblings() {
    let source = "defmodule A do\n  if x do\n    def f, do: 1\n  end\n\n  def g, do: 2\nend\n";
    let expected = source.replace("  if x", "  def z, do: 0\n  if x");
    check(
        "a.ex",
        source,
        "A",
        insert(FirstMember, "def z, do: 0"),
        &expected,
    );
    let source = "x = 1\n\nif a:\n    def f():\n        pass\n\nmain()\n";
    let expected =
        "x = 1\n\nif a:\n    def f():\n        pass\n\n\ndef z():\n    pass\n\n\nmain()\n";
    check(
        "a.py",
        source,
        "",
        insert(LastMember, "def z():\n    pass"),
        expected,
    );
}

#[test]
fn members_of_headers_are_inserted_inside_their_include_guard() {
    let source = "/* About. */\n#ifndef A_H\n#define A_H\n\nint f(void);\n\n#endif /* A_H */\n";
    let first = source.replace("int f", "int z(void);\n\nint f");
    let last = source.replace("(void);\n", "(void);\n\nint z(void);\n");
    check(
        "a.h",
        source,
        "",
        insert(FirstMember, "int z(void);"),
        &first,
    );
    check("a.h", source, "", insert(LastMember, "int z(void);"), &last);
    let source = "#ifndef A_H\n#define A_H\n\n#ifdef X\nint f(void);\n#endif\n\n#endif\n";
    let last = source.replace("#endif\n\n", "#endif\nint z(void);\n\n");
    check("a.h", source, "", insert(LastMember, "int z(void);"), &last);
    // A condition that is no guard.
    let source = "#ifdef X\n#define Y 1\n#endif\n";
    let last = [source, "#define Z 1\n"].concat();
    check("a.h", source, "", insert(LastMember, "#define Z 1"), &last);
}

#[test]
fn members_of_expressions_stay_in_them() {
    for (source, expected) in [
        (
            "with pkgs; {\n  a = 1;\n}\n",
            "with pkgs; {\n  a = 1;\n  b = 2;\n}\n",
        ),
        (
            "if x then { } else {\n  a = 1;\n}\n",
            "if x then { } else {\n  a = 1;\n  b = 2;\n}\n",
        ),
    ] {
        check("a.nix", source, "", insert(LastMember, "b = 2;"), expected);
    }
}
