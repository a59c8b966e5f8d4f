//! Rewrites of sequences, headers, tags and declarations.

use crate::rewritten;

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
    let python = "def f(a):\n    g()\n\ndef h(a) -> int:\n    g()\n";
    assert_eq!(
        rewritten("a.py", python, "def $F($A): $$$B", "def $F(self, $A): $$$B"),
        "def f(self, a): g()\n\ndef h(a) -> int:\n    g()\n"
    );
}
