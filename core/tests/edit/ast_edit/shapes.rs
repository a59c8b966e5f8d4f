//! Rewrites of sequences, headers, tags and declarations.

use crate::ast_edit::rewritten;

#[test]
fn a_sequence_is_replaced_as_a_whole() {
    let new = rewritten(
        "a.c",
        "void f(void) {\n\tlock(a);\n\t/* c */\n\tg(1);\n\tunlock(a);\n\th();\n}\n",
        "lock($L); $$$BODY unlock($L);",
        "with(L, {\n\t$$$BODY\n});",
    );
    assert_eq!(
        new,
        "void f(void) {\n\twith(L, {\n\t\tg(1);\n\t});\n\th();\n}\n"
            .replace("g(1)", "/* c */\n\t\tg(1)")
    );
    let new = rewritten(
        "a.js",
        "function f() { const a = x; return a; }\n",
        "const $A = $B; return $A;",
        "return $B;",
    );
    assert_eq!(new, "function f() { return x; }\n");
}

#[test]
fn the_body_after_a_header_stays() {
    let c = "void f(void) { if (x == NULL) { g(); } while (x == NULL) h(); }\n";
    assert_eq!(
        rewritten("a.c", c, "if ($A == NULL)", "if (!$A)"),
        "void f(void) { if (!x) { g(); } while (x == NULL) h(); }\n"
    );
    assert_eq!(
        rewritten(
            "a.js",
            "class A extends B { f() {} }\n",
            "class $A extends $B",
            "class $A extends mixin($B)"
        ),
        "class A extends mixin(B) { f() {} }\n"
    );
    assert_eq!(
        rewritten(
            "a.rs",
            "fn f() { g(|a, b| a + b) }\n",
            "|$A, $B|",
            "|$B, $A|"
        ),
        "fn f() { g(|b, a| a + b) }\n"
    );
}

#[test]
fn a_tag_is_replaced_with_its_closing_tag() {
    assert_eq!(
        rewritten(
            "a.html",
            "<p><b class=\"x\">y <i>z</i></b></p>\n",
            "<b class='x'>$$$A</b>",
            "<strong>$$$A</strong>"
        ),
        "<p><strong>y <i>z</i></strong></p>\n"
    );
}

#[test]
fn modifiers_before_a_pattern_stay_and_parts_inside_are_not_deleted() {
    let java = "class C { @A public static void f(int a) { g(); } }\n";
    assert_eq!(
        rewritten(
            "A.java",
            java,
            "void f($$$A) { $$$B }",
            "int f($$$A) { $$$B }"
        ),
        "class C { @A public static int f(int a) { g(); } }\n"
    );
    // Modifiers next to a named modifier are kept, or the code is not replaced.
    let final_field = "class C { @A public final int x = 1; public int y = 2; }\n";
    assert_eq!(
        rewritten(
            "A.java",
            final_field,
            "public int $A = $B;",
            "private int $A = $B;"
        ),
        "class C { @A public final int x = 1; private int y = 2; }\n"
    );
    let python = "def f(a):\n    g()\n\ndef h(a) -> int:\n    g()\n";
    assert_eq!(
        rewritten("a.py", python, "def $F($A): $$$B", "def $F(self, $A): $$$B"),
        "def f(self, a): g()\n\ndef h(a) -> int:\n    g()\n"
    );
}

#[test]
fn empty_lists_leave_no_separator_and_statements_no_second_terminator() {
    let calls = "f(1); f(1, 2); f();\n";
    assert_eq!(
        rewritten("a.js", calls, "f($A, $$$B)", "g($A, $$$B)"),
        "g(1); g(1, 2); f();\n"
    );
    assert_eq!(
        rewritten("a.js", calls, "f($A, $$$B)", "g($$$B, $A)"),
        "g(1); g(2, 1); f();\n"
    );
    assert_eq!(
        rewritten("a.js", calls, "f($$$B, $A)", "g($A, $$$B)"),
        "g(1); g(2, 1); f();\n"
    );
    let tuples = "a = (1,)\nb = (1, 2)\n";
    assert_eq!(
        rewritten("a.py", tuples, "($A, $$$B)", "(0 + $A, $$$B)"),
        "a = (0 + 1,)\nb = (0 + 1, 2)\n"
    );
    let branches = "void f(void) {\n  if (x) return;\n  if (y) g();\n}\n";
    assert_eq!(
        rewritten("a.c", branches, "if ($A) $S;", "if ($A) { $S; }"),
        "void f(void) {\n  if (x) { return; }\n  if (y) { g(); }\n}\n"
    );
}

#[test]
fn runs_of_operands_are_captured_whole() {
    let hcl = "x = aws_x.y[0].id\nz = var.a.b == \"c\"\n";
    assert_eq!(
        rewritten("a.hcl", hcl, "$A[0]", "one($A)"),
        "x = one(aws_x.y).id\nz = var.a.b == \"c\"\n"
    );
    assert_eq!(
        rewritten("a.hcl", hcl, "$A == \"c\"", "is_c($A)"),
        "x = aws_x.y[0].id\nz = is_c(var.a.b)\n"
    );
    let sql = "SELECT a FROM t UNION SELECT b FROM u;\n";
    assert_eq!(
        rewritten("a.sql", sql, "$A UNION $B", "$B UNION $A"),
        "SELECT b FROM u UNION SELECT a FROM t;\n"
    );
}

#[test]
fn heads_of_directives_and_tags_are_replaced() {
    assert_eq!(
        rewritten(
            "a.c",
            "#ifdef A\nint x;\n#endif\n",
            "#ifdef $A",
            "#if defined($A)"
        ),
        "#if defined(A)\nint x;\n#endif\n"
    );
    assert_eq!(
        rewritten(
            "a.html",
            "<section id=\"a\"><p>x</p></section>\n",
            "<section $$$A>",
            "<section class=\"b\" $$$A>"
        ),
        "<section class=\"b\" id=\"a\"><p>x</p></section>\n"
    );
}

#[test]
fn heads_of_handlers_are_replaced() {
    assert_eq!(
        rewritten(
            "a.dart",
            "void f() { try { g(); } on A catch (e) { h(); } }\n",
            "on $T catch ($E)",
            "on $T catch ($E, s)"
        ),
        "void f() { try { g(); } on A catch (e, s) { h(); } }\n"
    );
}

#[test]
fn exports_and_bases_that_a_pattern_lacks_stay() {
    let class = "@A() class B { x = 1 }\n@A() export class C { x = 1 }\n";
    assert_eq!(
        rewritten(
            "a.ts",
            class,
            "@A() class $C { $$$B }",
            "@D() class $C { $$$B }"
        ),
        class.replacen("@A()", "@D()", 1)
    );
    let color = "enum class Color : int { Red };\n";
    assert_eq!(
        rewritten(
            "a.cpp",
            color,
            "enum class $E { $$$A };",
            "enum $E { $$$A };"
        ),
        color
    );
}

#[test]
fn names_after_sigils_are_captured_and_variables_of_the_language_stay() {
    let ruby = "class C\n  def f\n    @name = g(1)\n  end\nend\n";
    assert_eq!(
        rewritten("a.rb", ruby, "@$A = $B", "self.$A = $B"),
        ruby.replace("@name", "self.name")
    );
    let ruby = "@a = a\n@b = a\n";
    assert_eq!(
        rewritten("a.rb", ruby, "@$A = $A", "set(:$A)"),
        "set(:a)\n@b = a\n"
    );
    assert_eq!(
        rewritten(
            "a.pl",
            "f($ENV{HOME}, $x{HOME});\n",
            "$ENV{$A}",
            "$ENV{$A} // ''"
        ),
        "f($ENV{HOME} // '', $x{HOME});\n"
    );
    assert_eq!(
        rewritten(
            "a.php",
            "<?php\nf($_GET['a'], $_POST['b']);\n",
            "$_GET[$A]",
            r"get($A)"
        ),
        "<?php\nf(get('a'), $_POST['b']);\n"
    );
}

#[test]
fn a_string_with_any_text_is_replaced_as_a_whole() {
    let kotlin = "fun f() { log(\"a ${b} c\"); log(d) }\n";
    assert_eq!(
        rewritten("a.kt", kotlin, "log(\"$$$\")", "trace()"),
        "fun f() { trace(); log(d) }\n"
    );
    assert_eq!(
        rewritten("a.jl", "x = \"a $b c\"\n", "\"$$$\"", "text"),
        "x = text\n"
    );
}

/// In a language with blocks by indentation, a captured block keeps its lines, so no statement
/// leaves it.
#[test]
fn a_captured_block_follows_code_on_lines_of_its_own() {
    let cases = [
        (
            "a.py",
            "def f():\n    # c\n    a()\n\n    b()\nc()\n",
            ("def $F(): $$$B", "def $F() -> None: $$$B"),
            "def f() -> None:\n    # c\n    a()\n\n    b()\nc()\n",
        ),
        (
            "a.py",
            "def f():\n    if x:\n        a()\n        b()\n    c()\n",
            ("if $A:\n    $B", "while $A: $B"),
            "def f():\n    while x:\n        a()\n        b()\n    c()\n",
        ),
        (
            "a.py",
            "if x:\n    a()\n    b()\nelse:\n    c()\n",
            ("if $A: $$$B\nelse: $$$C", "if not $A: $$$C\nelse: $$$B"),
            "if not x: c()\nelse:\n    a()\n    b()\n",
        ),
        (
            "a.yaml",
            "a:\n  b: 1\n  c: 2\nd: 3\n",
            ("a: $B", "k: $B"),
            "k:\n  b: 1\n  c: 2\nd: 3\n",
        ),
        (
            "a.scala",
            "object O:\n  def h() =\n    a()\n    b()\n",
            ("def $F() = $B", "def $F(): Unit = $B"),
            "object O:\n  def h(): Unit =\n    a()\n    b()\n",
        ),
        (
            "a.scala",
            "def h() =\n  a()\n  b()\n",
            ("def h() = $B", "val k = foo($B)"),
            "val k = foo(\n  a()\n  b()\n)\n",
        ),
        (
            "a.scala",
            "val x = if (a)\n  b()\n  c()\nelse\n  d()\n",
            ("if ($A) $B else $C", "if (!$A) $C else $B"),
            "val x = if (!a) d() else\n  b()\n  c()\n",
        ),
        (
            "a.py",
            "f(\n    a,\n    b)\n",
            ("f($$$A)", "g($$$A)"),
            "g(\n    a,\n    b)\n",
        ),
        (
            "a.tsx",
            "x = <a> b </a>\n",
            ("<a>$B</a>", "<c>$B</c>"),
            "x = <c> b </c>\n",
        ),
    ];
    for (file, source, (pattern, replacement), new) in cases {
        assert_eq!(
            rewritten(file, source, pattern, replacement),
            new,
            "{pattern}"
        );
    }
}
