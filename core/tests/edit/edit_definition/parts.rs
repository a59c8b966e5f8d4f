//! Parts and names.

use ransack::DefinitionPart::{Attributes, Body, Doc, Signature, Value, Whole};
use ransack::ErrorKind;

use super::{PYTHON, check, edit, rename, replace};

#[test]
fn bodies_are_replaced_with_or_without_indentation() {
    let expected = PYTHON.replace("        return 1", "        y = 1\n        return y");
    for body in [
        "y = 1\nreturn y",
        "        y = 1\n        return y",
        "y = 1\n        return y\n",
    ] {
        check("a.py", PYTHON, "A.f", replace(Body, body), &expected);
    }
    let source = "fn f() {\n    1\n}\n\nmod m {\n    fn g() { 2 }\n}\n";
    let expected = source.replace("    1\n", "    let a = 3;\n    a\n");
    for body in [
        "let a = 3;\na",
        "{\n    let a = 3;\n    a\n}",
        "    let a = 3;\n    a\n",
    ] {
        check("a.rs", source, "f", replace(Body, body), &expected);
    }
    let expected = source.replace("{ 2 }", "{ 3 }");
    check("a.rs", source, "g", replace(Body, "3"), &expected);
    let expected = source.replace("{ 2 }", "{\n        let a = 3;\n        a\n    }");
    for body in [
        "let a = 3;\na",
        "{\n    let a = 3;\n    a\n}",
        "{\n        let a = 3;\n        a\n    }",
    ] {
        check("a.rs", source, "g", replace(Body, body), &expected);
    }
    check(
        "a.rs",
        source,
        "g",
        replace(Body, ""),
        &source.replace("{ 2 }", "{}"),
    );
    let source = "def f(): return 1\n";
    check(
        "a.py",
        source,
        "f",
        replace(Body, "return 2"),
        "def f(): return 2\n",
    );
    let expected = "def f():\n    a = 1\n    return a\n";
    check(
        "a.py",
        source,
        "f",
        replace(Body, "a = 1\nreturn a"),
        expected,
    );
    check(
        "a.js",
        "const f = (a) => a + 1;\n",
        "f",
        replace(Body, "a + 2"),
        "const f = (a) => a + 2;\n",
    );
    let source = "class A\n  def f\n    1\n  end\nend\n";
    check(
        "a.rb",
        source,
        "A.f",
        replace(Body, "x = 1\nx"),
        &source.replace("    1\n", "    x = 1\n    x\n"),
    );
}

#[test]
fn signatures_are_replaced_with_or_without_the_bracket_of_the_body() {
    let expected = PYTHON.replace("def f(self):", "def f(self, a: int) -> int:");
    for signature in ["def f(self, a: int) -> int", "def f(self, a: int) -> int:"] {
        check(
            "a.py",
            PYTHON,
            "A.f",
            replace(Signature, signature),
            &expected,
        );
    }
    let source = "export function f(a: number) {\n  return a\n}\n";
    let expected = source.replace("f(a: number)", "g(a?: number): void");
    for signature in [
        "export function g(a?: number): void",
        "export function g(a?: number): void {",
    ] {
        check(
            "a.ts",
            source,
            "f",
            replace(Signature, signature),
            &expected,
        );
    }
    let source = "trait T {\n    fn f(&self);\n}\n";
    let expected = "trait T {\n    fn f(&self, a: u8);\n}\n";
    for signature in ["fn f(&self, a: u8)", "fn f(&self, a: u8);"] {
        check(
            "a.rs",
            source,
            "T::f",
            replace(Signature, signature),
            expected,
        );
    }
}

#[test]
fn new_documentation_has_the_marker_of_the_language() {
    for (path, source, name, expected) in [
        ("a.dart", "void f() {}\n", "f", "/// One.\nvoid f() {}\n"),
        ("a.m", "int f(void);\n", "f", "/** One. */\nint f(void);\n"),
        (
            "a.odin",
            "package p\n\nf :: proc() {}\n",
            "f",
            "package p\n\n// One.\nf :: proc() {}\n",
        ),
        (
            "a.ps1",
            "function f { 1 }\n",
            "f",
            "<# One. #>\nfunction f { 1 }\n",
        ),
        (
            "a.sol",
            "contract A {\n    uint x;\n}\n",
            "A.x",
            "contract A {\n    /// One.\n    uint x;\n}\n",
        ),
        (
            "a.bzl",
            "def f():\n    pass\n",
            "f",
            "def f():\n    \"\"\"One.\"\"\"\n    pass\n",
        ),
        (
            "a.tla",
            "---- MODULE A ----\nx == 1\n====\n",
            "A.x",
            "---- MODULE A ----\n\\* One.\nx == 1\n====\n",
        ),
        (
            "a.sv",
            "module a;\n  logic x;\nendmodule\n",
            "a.x",
            "module a;\n  // One.\n  logic x;\nendmodule\n",
        ),
        (
            "a.zig",
            "fn f() void {}\n",
            "f",
            "/// One.\nfn f() void {}\n",
        ),
    ] {
        check(path, source, name, replace(Doc, "One."), expected);
    }
}

#[test]
fn documentation_takes_the_form_of_the_language() {
    let expected = PYTHON.replace(
        "\"\"\"Gets.\"\"\"",
        "\"\"\"Gets it.\n\n        Slowly.\n        \"\"\"",
    );
    check(
        "a.py",
        PYTHON,
        "A.g",
        replace(Doc, "Gets it.\n\nSlowly."),
        &expected,
    );
    let expected = PYTHON.replace("        return 1", "        '''One.'''\n        return 1");
    check("a.py", PYTHON, "A.f", replace(Doc, "'''One.'''"), &expected);
    let expected = PYTHON.replace("        \"\"\"Gets.\"\"\"\n", "");
    check("a.py", PYTHON, "A.g", replace(Doc, ""), &expected);
    check(
        "a.py",
        "def f(): return 1\n",
        "f",
        replace(Doc, "One."),
        "def f():\n    \"\"\"One.\"\"\"\n    return 1\n",
    );

    let source = "struct A {\n    #[x]\n    a: u8,\n}\n";
    let expected =
        "struct A {\n    /// First.\n    ///\n    /// Second.\n    #[x]\n    a: u8,\n}\n";
    check(
        "a.rs",
        source,
        "A::a",
        replace(Doc, "First.\n\nSecond."),
        expected,
    );
    check("a.rs", expected, "A::a", replace(Doc, ""), source);
    check(
        "a.rs",
        expected,
        "A::a",
        replace(Doc, "/// Other."),
        "struct A {\n    /// Other.\n    #[x]\n    a: u8,\n}\n",
    );

    let source = "class A {\n  f() {}\n}\n";
    check(
        "a.ts",
        source,
        "A.f",
        replace(Doc, "One."),
        "class A {\n  /** One. */\n  f() {}\n}\n",
    );
    let two = "class A {\n  /**\n   * One.\n   * Two.\n   */\n  f() {}\n}\n";
    check("a.ts", source, "A.f", replace(Doc, "One.\nTwo."), two);
    check(
        "a.go",
        "package p\n\nfunc F() {}\n",
        "F",
        replace(Doc, "F is."),
        "package p\n\n// F is.\nfunc F() {}\n",
    );
    check(
        "a.rb",
        "def f\nend\n",
        "f",
        replace(Doc, "One."),
        "# One.\ndef f\nend\n",
    );
    check(
        "a.cs",
        "class A {\n    int x;\n}\n",
        "A.x",
        replace(Doc, "One."),
        "class A {\n    /// One.\n    int x;\n}\n",
    );
    check(
        "a.lua",
        "function f() end\n",
        "f",
        replace(Doc, "One."),
        "--- One.\nfunction f() end\n",
    );
    let error = edit("a.ts", source, &[("A.f", replace(Doc, "a */ b"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let error = edit("a.json", "{\"a\": 1}\n", &[("a", replace(Doc, "One."))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn attributes_are_added_replaced_and_removed() {
    let expected = PYTHON.replace("@property", "@cached\n    @property");
    check(
        "a.py",
        PYTHON,
        "A.g",
        replace(Attributes, "@cached\n@property"),
        &expected,
    );
    let expected = PYTHON.replace("    @property\n", "");
    check("a.py", PYTHON, "A.g", replace(Attributes, ""), &expected);
    let expected = PYTHON.replace("    def f", "    @cached\n    def f");
    check(
        "a.py",
        PYTHON,
        "A.f",
        replace(Attributes, "@cached"),
        &expected,
    );
    let source = "/// Doc.\nfn f() {}\n";
    check(
        "a.rs",
        source,
        "f",
        replace(Attributes, "#[inline]"),
        "/// Doc.\n#[inline]\nfn f() {}\n",
    );
}

#[test]
fn values_are_replaced() {
    check(
        "a.py",
        PYTHON,
        "A.x",
        replace(Value, "2"),
        &PYTHON.replace("x = 1", "x = 2"),
    );
    let source = "pub const A: [u8; 2] = [1, 2];\nstatic B: u8 = 0;\n";
    check(
        "a.rs",
        source,
        "A",
        replace(Value, "[3, 4]"),
        &source.replace("[1, 2]", "[3, 4]"),
    );
    let source = "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": [1, 2]\n}\n";
    check(
        "a.json",
        source,
        "a.b",
        replace(Value, "\"x\""),
        &source.replace("1\n", "\"x\"\n"),
    );
    check(
        "a.json",
        source,
        "c",
        replace(Value, "{\n  \"d\": 1\n}"),
        &source.replace("[1, 2]", "{\n    \"d\": 1\n  }"),
    );
    check(
        "a.toml",
        "[t]\na = 1\n",
        "t.a",
        replace(Value, "[1]"),
        "[t]\na = [1]\n",
    );
    check(
        "a.yaml",
        "a:\n  b: 1\n",
        "a.b",
        replace(Value, "two"),
        "a:\n  b: two\n",
    );
    check(
        "a.go",
        "package p\n\nvar A = 1\n",
        "A",
        replace(Value, "2"),
        "package p\n\nvar A = 2\n",
    );
    check(
        "a.ts",
        "export const a: number = 1;\n",
        "a",
        replace(Value, "2"),
        "export const a: number = 2;\n",
    );
    check(
        "a.cs",
        "class A {\n    int x = 1;\n}\n",
        "A.x",
        replace(Value, "2"),
        "class A {\n    int x = 2;\n}\n",
    );
    check("a.sh", "A=1\n", "A", replace(Value, "2"), "A=2\n");
    let error = edit("a.rs", "struct A;\n", &[("A", replace(Value, "2"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn names_of_declarations_are_replaced() {
    check(
        "a.py",
        PYTHON,
        "A.f",
        rename("h"),
        &PYTHON.replace("def f", "def h"),
    );
    check(
        "a.json",
        "{\"a\": 1}\n",
        "a",
        rename("b c"),
        "{\"b c\": 1}\n",
    );
    check(
        "a.md",
        "# One\n\nText.\n",
        "One",
        rename("Two, three"),
        "# Two, three\n\nText.\n",
    );
    for name in ["", "a b", "f(x)", "a\nb", "x = 1; y", " a", "1a"] {
        assert!(
            edit("a.py", PYTHON, &[("A.f", rename(name))]).is_err(),
            "{name}"
        );
    }
    let error = edit("a.rs", "struct A;\nimpl A {}\n", &[("impl A", rename("B"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

/// Class whose code returns to the level of its first line.
const RETURNING: &str = "\
class A:
    def f(
        self,
        a: int,
    ) -> int:
        \"\"\"Adds.

        More.
        \"\"\"
        try:
            return a
        except E:
            raise

    def g(self):
        return 1
";

#[test]
fn code_that_is_cut_out_and_changed_keeps_its_indentation() {
    let whole = RETURNING
        .strip_prefix("class A:\n    ")
        .and_then(|text| text.split_once("\n\n    def g"));
    let (whole, _) = whole.unwrap();
    let change = |text: &str| format!("{}\n", text.replace("return a", "return a + 1"));
    let expected = RETURNING.replace("return a\n", "return a + 1\n");
    let action = replace(Whole, &change(whole));
    check("a.py", RETURNING, "A.f", action, &expected);
    let body = &whole[whole.find("\"\"\"").unwrap()..];
    let action = replace(Body, &change(body));
    check("a.py", RETURNING, "A.f", action, &expected);
    let (signature, _) = whole.split_once("\n        \"\"\"").unwrap();
    let action = replace(Signature, &signature.replace("a: int", "a: str"));
    let expected = RETURNING.replace("a: int", "a: str");
    check("a.py", RETURNING, "A.f", action, &expected);
    let doc = "\"\"\"Adds.\n\n        Much more.\n        \"\"\"\n";
    let action = replace(Doc, doc);
    let expected = RETURNING.replace("More.", "Much more.");
    check("a.py", RETURNING, "A.f", action, &expected);
    // The same code at the left margin.
    let action = replace(Body, "try:\n    return a\nexcept E:\n    pass");
    let expected = RETURNING.replace("raise", "pass");
    check("a.py", RETURNING, "A.f", action, &expected);
}

#[test]
fn bodies_and_comments_that_are_cut_out_keep_their_indentation() {
    let source = "module M\n  # Gives one.\n  # Not two.\n  # Not three.\n  def f\n    a = 1\n    a\n  end\nend\n";
    let action = replace(Body, "a = 2\n    a\n");
    check(
        "a.rb",
        source,
        "M::f",
        action,
        &source.replace("= 1", "= 2"),
    );
    let action = replace(Doc, "# Gives one.\n  # Never two.\n  # Not three.\n");
    let expected = source.replace("Not two", "Never two");
    check("a.rb", source, "M::f", action, &expected);
}

#[test]
fn own_text_of_a_shared_declaration_is_no_change() {
    let source = "class A\n  attr_reader :a, :b\nend\n";
    for text in ["attr_reader :a, :b", "attr_reader :a, :b\n"] {
        check("a.rb", source, "A::b", replace(Signature, text), source);
    }
}
