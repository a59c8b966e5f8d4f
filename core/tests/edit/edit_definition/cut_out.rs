//! Code that is cut out of a file, starting at its name, and inserted again.

use ransack::DefinitionAction::Remove;
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{CancelToken, DefinitionOptions, DefinitionPart, InsertPlace, definition};

use super::{check, edit, insert, replace};

/// Removes a definition, inserts its code again, and checks that the text is restored.
#[track_caller]
fn restores(file: &str, source: &str, name: &str, place: InsertPlace, target: &str) {
    let language = file.split_once('.').unwrap().1;
    let token = CancelToken::new();
    let found = definition(
        source.as_bytes(),
        language,
        name,
        &DefinitionOptions::default(),
        &token,
    )
    .unwrap();
    let text = String::from_utf8(found.text).unwrap();
    let without = edit(file, source, &[(name, Remove)]).unwrap();
    assert_ne!(without, source);
    check(file, &without, target, insert(place, &text), source);
}

#[test]
fn strings_keep_lines_that_are_less_indented() {
    let source = "class A:\n    def f(self):\n        \"\"\"Doc.\n  less\n        \"\"\"\n        return 1\n\n    def g(self):\n        return 2\n";
    restores("a.py", source, "A.f", Before, "A.g");
    let inserts = |code, expected| {
        let source = "class A:\n    x = 1\n";
        check("a.py", source, "A.x", insert(After, code), expected);
    };
    let code = "def f():\n    \"\"\"Doc.\n  less\n    \"\"\"\n    return 1";
    let expected = "class A:\n    x = 1\n\n    def f():\n        \"\"\"Doc.\n  less\n    \"\"\"\n        return 1\n";
    inserts(code, expected);
    // Documentation that is indented like the code moves with it.
    let code = "def f():\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n    return 1";
    let expected = "class A:\n    x = 1\n\n    def f():\n        \"\"\"Doc.\n\n        More.\n        \"\"\"\n        return 1\n";
    inserts(code, expected);
}

#[test]
fn lines_in_brackets_may_be_as_deep_as_their_definition() {
    let source = "class A:\n    def f(self):\n        self.run(\"\"\"\n<a>\n\"\"\", [\n    1,\n    2,\n        ])\n\n    def g(self):\n        return 2\n";
    restores("a.py", source, "A.f", Before, "A.g");
}

#[test]
fn the_line_below_comments_and_attributes_shows_the_depth() {
    let source = "class A:\n    @skip(\"nt\",\n          'b')\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
    restores("a.py", source, "A.f", Before, "A.g");
    let source = "class A:\n    # One.\n    # Two.\n    x = {\n        1: 2,\n#        3: 4,\n    }\n\n    y = 1\n";
    restores("a.py", source, "A.x", Before, "A.y");
    let source = "class A {\n    /** One. */\n    static final String X =\n        \"a\";\n\n    /** Two. */\n    static final String Y =\n        \"b\";\n}\n";
    restores("a.java", source, "A.X", Before, "A.Y");
    // At the left margin, or with code after the attribute.
    let expected = "class A {\n    int y;\n\n    /** One. */\n    int x =\n        1;\n}\n";
    let code = "/** One. */\nint x =\n    1;";
    let source = "class A {\n    int y;\n}\n";
    check("a.java", source, "A.y", insert(After, code), expected);
    let expected = "class A {\n    int y;\n    @B(1) int x =\n        1;\n}\n";
    let code = "@B(1) int x =\n    1;";
    check("a.java", source, "A.y", insert(After, code), expected);
}

#[test]
fn bounds_in_rust_are_as_deep_as_their_header() {
    let source = "trait A {\n    fn f<F>(self, f: F)\n    where\n        F: B;\n\n    fn g<F>(self, f: F)\n    where\n        F: B;\n}\n";
    restores("a.rs", source, "A::f", Before, "A::g");
    restores("a.rs", source, "A::g", After, "A::f");
}

#[test]
fn lines_that_are_less_indented_than_their_code_stay() {
    let source = "struct S {\n    struct {\n        int a;\n#ifdef B\n        int b;\n#endif\n    } t;\n\n    struct {\n        int c;\n    } u;\n};\n";
    restores("a.c", source, "S::t", Before, "S::u");
    let source = "impl A {\n    fn f() -> B\nwhere {\n        1\n    }\n\n    fn g() {\n        2\n    }\n}\n";
    restores("a.rs", source, "A::f", Before, "A::g");
}

#[test]
fn spaces_after_tabs_align() {
    let source = "int f(int a,\n\t  int b)\n{\n\treturn g(a,\n\t\t     b);\n}\n\nint h(void)\n{\n\treturn 1;\n}\n";
    restores("a.c", source, "f", Before, "h");
}

#[test]
fn spaces_before_tabs_stay() {
    let source = "package p\n\nfunc f() {\n    a()\n}\n\nfunc g() {\n  \ta()\n  \tb()\n}\n";
    restores("a.go", source, "g", After, "f");
}

#[test]
fn the_unit_is_that_of_the_first_indented_line() {
    let source = "const a = 1;\n\nfunction f() {\n\treturn `\nb:\n    c\n    d\n`;\n}\n";
    restores("a.js", source, "f", After, "a");
}

#[test]
fn the_unit_is_the_usual_step() {
    let source = "class A {\n    int x;\n   /* One. */\n   int y;\n\n    class B {\n        int z;\n    }\n}\n";
    restores("a.java", source, "A.B.z", LastMember, "A.B");
}

#[test]
fn a_comma_inside_a_definition_separates_no_list() {
    let source = "x = 1,\ny = 2\nz = 3\n";
    restores("a.py", source, "y", After, "x");
    restores("a.py", source, "y", Before, "z");
    let expected = "x = 1,\nz = 3\n";
    check("a.py", source, "y", Remove, expected);
}

#[test]
fn members_of_object_literals_are_separated_by_commas() {
    let source = "function f() {\n  return {\n    a: () => {\n      b();\n    },\n    c: () => d()\n  };\n}\n";
    restores("a.ts", source, "f.a", Before, "f.c");
    let source = "Object.defineProperty(x, 'y', {\n  get() {\n    return 1;\n  },\n  set(v) {\n    a(v);\n  }\n});\n";
    restores("a.js", source, "set", After, "get");
    restores("a.js", source, "get", Before, "set");
}

#[test]
fn the_only_value_of_an_enum_is_one_of_a_list() {
    let source = "enum A {\n    B,\n    C;\n\n    int x() {\n        return 1;\n    }\n}\n";
    restores("a.java", source, "A.B", Before, "A.C");
    restores("a.java", source, "A.C", After, "A.B");
}

#[test]
fn the_only_field_in_rust_ends_in_a_comma() {
    restores(
        "a.rs",
        "struct A {\n    a: u8,\n}\n",
        "A::a",
        FirstMember,
        "A",
    );
    restores(
        "a.rs",
        "enum A {\n    B { c: u8 },\n}\n",
        "A::B",
        LastMember,
        "A",
    );
}

#[test]
fn members_of_a_group_are_as_deep_as_the_group_says() {
    let source =
        "package p\n\ntype (\n\tA struct {\n\t\tx int\n\t}\n\n\tB struct {\n\t\ty int\n\t}\n)\n";
    restores("a.go", source, "B.y", LastMember, "B");
}

#[test]
fn lines_of_a_group_have_no_blank_lines_between() {
    let source = "package p\n\nconst (\n\ta = 1\n\tb = 2\n\t// Three.\n\tc = 3\n)\n\ntype t int\n\nfunc f() {\n\tg()\n}\n";
    restores("a.go", source, "b", After, "a");
    restores("a.go", source, "b", Before, "c");
    restores("a.go", source, "c", After, "b");
}

#[test]
fn gaps_are_those_between_definitions_of_the_same_kind() {
    let source = "class A:\n    a = b(\n        1)\n    c = b(\n        2)\n    d = b(\n        3)\n    e = b(\n        4)\n\n    def f(self):\n        g(1)\n\n    def h(self):\n        g(2)\n\n    def i(self):\n        g(3)\n";
    restores("a.py", source, "A.i", After, "A.h");
    restores("a.py", source, "A.h", Before, "A.i");
    restores("a.py", source, "A.c", After, "A.a");
}

#[test]
fn declarations_stand_beside_declarations_of_several_names() {
    let source = "var a = 1;\nvar b = 2,\n    c = 3;\n";
    restores("a.js", source, "a", Before, "b");
    let source = "class A\n  # One.\n  attr_writer :a\n  # Two.\n  attr_reader :b, :c\n  # Three.\n  attr_accessor :d\nend\n";
    restores("a.rb", source, "A::a", Before, "A::b");
    restores("a.rb", source, "A::d", After, "A::c");
    let source = "m = f(\"m\")\nx, y, z = g(\"x y z\")\n\n\ndef h(a):\n    return a\n";
    restores("a.py", source, "m", Before, "x");
    let source = "x, y = g(1,\n         2)\nm = 1\n";
    restores("a.py", source, "m", After, "y");
    let source = "package p\n\nvar a, b = 1, 2\nvar c = 3\n";
    restores("a.go", source, "c", After, "b");
    // A name goes into the list.
    let expected = "int a, d, b;\n";
    check("a.c", "int a, b;\n", "a", insert(After, "d"), expected);
}

#[test]
fn own_text_before_two_separators_is_no_change() {
    let source = "class A {\n    int x = 1;;\n}\n";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.java");
    std::fs::write(&path, source).unwrap();
    let action = replace(DefinitionPart::Whole, "int x = 1;\n");
    let options = ransack::DefinitionEditOptions::new(&path, "A.x", action);
    let outcome = ransack::edit_definition(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.changes, []);
}

#[test]
fn macros_that_the_outline_reads_are_no_syntax_errors() {
    let source = "#include \"a.h\"\n\nstatic int f(UNUSED const KEY *key) {\n  return 1;\n}\n\nstatic void g(KEY *key) {\n  h(key);\n}\n";
    restores("a.c", source, "f", Before, "g");
}
