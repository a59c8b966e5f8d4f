//! Edits of definitions: parts, names, places, removals and moves, in small texts.
#![cfg(feature = "all-languages")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ransack::DefinitionAction::{Insert, Region, Remove, Rename, Replace};
use ransack::DefinitionPart::{Attributes, Body, Doc, Signature, Value, Whole};
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{
    AstEditOutcome, CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions,
    DefinitionPart, ErrorKind, InsertPlace, ItemKind, OutlineItem, OutlineOptions, Result,
    definition, edit_definition, outline,
};

/// Applies edits to a text in a file of this name.
fn edit(name: &str, source: &str, edits: &[(&str, DefinitionAction)]) -> Result<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, source).unwrap();
    let edits = edits.iter();
    let edits = edits.map(|(name, action)| DefinitionEdit::new(&path, *name, action.clone()));
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    let outcome = edit_definition(&options, &CancelToken::new())?;
    assert!(outcome.applied);
    Ok(fs::read_to_string(&path).unwrap())
}

#[track_caller]
#[allow(
    clippy::needless_pass_by_value,
    reason = "calls build the action in place"
)]
fn check(file: &str, source: &str, name: &str, action: DefinitionAction, expected: &str) {
    let text = edit(file, source, &[(name, action.clone())]);
    let text = text.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    assert!(
        text == expected,
        "{action:?} gives\n{text}\nnot\n{expected}"
    );
}

fn replace(part: DefinitionPart, text: &str) -> DefinitionAction {
    let text = text.to_owned();
    Replace { part, text }
}

fn insert(place: InsertPlace, text: &str) -> DefinitionAction {
    let text = text.to_owned();
    Insert { place, text }
}

fn rename(name: &str) -> DefinitionAction {
    let name = name.to_owned();
    Rename { name }
}

fn move_to(path: Option<&str>, place: InsertPlace, target: &str) -> DefinitionAction {
    DefinitionAction::Move {
        path: path.map(Into::into),
        place,
        target: target.to_owned(),
    }
}

const PYTHON: &str = "\
import os


class A:
    \"\"\"Doc.\"\"\"

    x = 1

    def f(self):
        return 1

    @property
    def g(self):
        \"\"\"Gets.\"\"\"
        return 2


def top():
    pass
";

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
        "class A:\n    ...\n",
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
        "enum E {\n    A,\n    B, // b\n}\n",
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
fn definitions_move_to_another_file_or_stay() {
    let dir = tempfile::tempdir().unwrap();
    let (from, to) = (dir.path().join("a.py"), dir.path().join("b.py"));
    fs::write(&from, PYTHON).unwrap();
    fs::write(&to, "class B:\n\tx = 1\n").unwrap();
    let moving = |name: &str, target: &str| {
        let action = move_to(to.to_str(), LastMember, target);
        let options = DefinitionEditOptions::new(&from, name, action).dry_run(false);
        edit_definition(&options, &CancelToken::new())
    };
    assert_eq!(
        moving("A.g", "C").unwrap_err().kind(),
        ErrorKind::UnknownName
    );
    assert_eq!(
        moving("A.h", "B").unwrap_err().kind(),
        ErrorKind::UnknownName
    );
    assert_eq!(fs::read_to_string(&from).unwrap(), PYTHON);
    let outcome: AstEditOutcome = moving("A.g", "B").unwrap();
    let roots: Vec<_> = outcome
        .file_changes
        .iter()
        .map(|change| change.root)
        .collect();
    assert_eq!(roots, [0, 1]);
    assert_eq!(outcome.changes[1].path.as_path(), to);
    let text =
        "class B:\n\tx = 1\n\n\t@property\n\tdef g(self):\n\t\t\"\"\"Gets.\"\"\"\n\t\treturn 2\n";
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    assert!(!fs::read_to_string(&from).unwrap().contains("property"));
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
fn edits_of_one_call_are_meant_in_the_text_before_it() {
    let edits = [
        ("A.f", rename("h")),
        ("A.f", replace(Body, "return 3")),
        ("A.f", insert(After, "def f(self): pass")),
        ("top", Remove),
    ];
    let text = edit("a.py", PYTHON, &edits).unwrap();
    let expected = PYTHON
        .replace("def f", "def h")
        .replace("return 1\n", "return 3\n\n    def f(self): pass\n");
    assert_eq!(
        text,
        expected.strip_suffix("\n\ndef top():\n    pass\n").unwrap()
    );
    let overlapping = [("A", Remove), ("A.f", rename("h"))];
    let error = edit("a.py", PYTHON, &overlapping).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
}

#[test]
fn code_that_is_there_is_no_change() {
    let text = edit(
        "a.py",
        PYTHON,
        &[("A.f", replace(Whole, "def f(self):\n        return 1"))],
    );
    assert_eq!(text.unwrap(), PYTHON);
    let text = edit("a.py", PYTHON, &[("A.f", rename("f"))]);
    assert_eq!(text.unwrap(), PYTHON);
}

/// Sources of the fixtures of outlines, with the extension of a file of their language.
fn fixtures() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outline");
    let mut fixtures = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (source, _) = text.split_once("\n==========\n").unwrap();
        let language = path.file_stem().unwrap().to_str().unwrap().to_owned();
        fixtures.push((language, format!("{source}\n")));
    }
    fixtures.sort();
    fixtures
}

/// Definitions of a text with their names and numbers, those of one name in order.
fn definitions(source: &str, language: &str) -> Vec<(String, OutlineItem)> {
    let options = OutlineOptions::default().key_depth(None);
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut definitions = Vec::new();
    outline.for_each(|item| {
        let path = item.qualified_name.replace("::", ".");
        let number = numbers.entry(path).or_default();
        *number += 1;
        if !item.name.is_empty() {
            definitions.push((format!("{}#{number}", item.qualified_name), item.clone()));
        }
    });
    definitions
}

#[test]
fn parts_replaced_by_their_own_text_change_no_byte() {
    for (language, source) in fixtures() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("text");
        fs::write(&path, &source).unwrap();
        for (_, part) in DefinitionPart::ALL {
            let mut edits = Vec::new();
            for (name, _) in definitions(&source, &language) {
                let token = CancelToken::new();
                let found = definition(source.as_bytes(), &language, &name, part, &token).unwrap();
                if found.span.is_some() {
                    let text = String::from_utf8(found.text).unwrap();
                    edits.push(DefinitionEdit::new(&path, name, Replace { part, text }));
                }
            }
            if edits.is_empty() {
                continue;
            }
            let options = DefinitionEditOptions::default()
                .edits(edits)
                .language(&language);
            let outcome = edit_definition(&options, &CancelToken::new());
            let outcome = outcome.unwrap_or_else(|error| panic!("{language}: {part:?}: {error}"));
            assert_eq!(outcome.changes, [], "{language}: {part:?}");
        }
    }
}

/// Text after an edit, computed from the changes of a dry run.
fn dry_run(
    path: &Path,
    source: &str,
    language: &str,
    name: &str,
    action: &DefinitionAction,
) -> Result<String> {
    fs::write(path, source).unwrap();
    let options = DefinitionEditOptions::new(path, name, action.clone()).language(language);
    let outcome = edit_definition(&options, &CancelToken::new())?;
    let (mut text, mut from) = (Vec::new(), 0);
    for change in &outcome.changes {
        text.extend_from_slice(&source.as_bytes()[from..change.span.start.offset]);
        text.extend_from_slice(&change.after);
        from = change.span.end.offset;
    }
    text.extend_from_slice(&source.as_bytes()[from..]);
    Ok(String::from_utf8(text).unwrap())
}

/// Numbered names of the definitions of a text, by the index of each among its siblings and of
/// those around it.
fn named_places(source: &str, language: &str) -> HashMap<Vec<usize>, (String, OutlineItem)> {
    fn add(
        items: &[OutlineItem],
        place: &mut Vec<usize>,
        names: &mut dyn Iterator<Item = (String, OutlineItem)>,
        places: &mut HashMap<Vec<usize>, (String, OutlineItem)>,
    ) {
        for (index, item) in items.iter().enumerate() {
            place.push(index);
            if !item.name.is_empty() {
                places.insert(place.clone(), names.next().unwrap());
            }
            add(&item.children, place, names, places);
            place.pop();
        }
    }
    let options = OutlineOptions::default().key_depth(None);
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut places = HashMap::new();
    let mut names = definitions(source, language).into_iter();
    add(&outline.items, &mut Vec::new(), &mut names, &mut places);
    places
}

/// Texts whose definitions have the usual gaps.
const REGULAR: [(&str, &str); 9] = [
    ("python", PYTHON),
    (
        "rust",
        "//! Doc.\n\nuse a::b;\n\n/// A.\n#[x]\npub struct A {\n    /// One.\n    a: u8,\n    b: u8,\n    c: u8,\n}\n\nimpl A {\n    fn f(&self) {\n        1;\n    }\n\n    fn g(&self) {\n        2;\n    }\n}\n\nfn h() {\n    3;\n}\n",
    ),
    (
        "typescript",
        "import a from 'a';\n\nexport enum E {\n  A,\n  B = 2\n}\n\n/** Doc. */\nexport class A {\n  x = 1;\n  y = 2;\n\n  @dec()\n  f() {\n    return `a\n b`;\n  }\n\n  g() {\n    return 1;\n  }\n}\n\nexport interface I {\n  a: number;\n  b: string;\n}\n",
    ),
    (
        "json",
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1],\n    \"d\": null\n  },\n  \"e\": 2\n}\n",
    ),
    (
        "go",
        "package p\n\nimport \"a\"\n\n// A is.\ntype A struct {\n\tX int\n\tY int\n}\n\nfunc (a A) F() {\n\treturn\n}\n\nfunc G() {\n\treturn\n}\n",
    ),
    (
        "java",
        "package p;\n\nimport a.B;\n\n/** Doc. */\nclass A {\n    int x = 1;\n    int y;\n\n    @Override\n    void f() {\n        x = 2;\n    }\n\n    void g() {\n        x = 3;\n    }\n\n    enum E {\n        A,\n        B;\n    }\n}\n",
    ),
    (
        "c",
        "#include <a.h>\n\nstruct s {\n\tint a;\n\tchar *b;\n\tint c;\n};\n\n/** Doc. */\nint f(void)\n{\n\treturn 1;\n}\n\nint g(void)\n{\n\treturn 2;\n}\n",
    ),
    (
        "ruby",
        "module M\n  # Doc.\n  class A\n    X = 1\n    Y = 2\n\n    def f\n      1\n    end\n\n    def g\n      2\n    end\n  end\nend\n",
    ),
    ("yaml", "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"),
];

#[test]
fn definitions_that_are_removed_and_inserted_again_restore_the_text() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("text");
    for (language, source) in REGULAR {
        for (place, (name, item)) in named_places(source, language) {
            if item.kind == ItemKind::Module && item.body_span.is_none() {
                // A package clause, before which nothing can be.
                continue;
            }
            let without = dry_run(&path, source, language, &name, &Remove);
            let without = without.unwrap_or_else(|error| panic!("{language}: {name}: {error}"));
            let text = &source[item.span.start.offset..item.span.end.offset];
            let now = named_places(&without, language);
            let (&last, around) = place.split_last().unwrap();
            let beside = |index: usize| {
                let place = [around, &[index]].concat();
                now.get(&place).map(|(name, _)| name.clone())
            };
            let parent = match around {
                [] => Some(String::new()),
                _ => now.get(around).map(|(name, _)| name.clone()),
            };
            let places = [
                (After, last.checked_sub(1).and_then(beside)),
                (Before, beside(last)),
                (LastMember, parent),
            ];
            let results: Vec<_> = places
                .into_iter()
                .filter_map(|(place, target)| {
                    let action = insert(place, text);
                    Some(dry_run(&path, &without, language, &target?, &action))
                })
                .collect();
            let is_restored =
                |result: &Result<String>| result.as_deref().is_ok_and(|t| t == source);
            assert!(
                results.iter().any(is_restored),
                "{language}: {name}: {results:?}"
            );
        }
    }
}
