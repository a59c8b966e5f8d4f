//! Indentation of new code.

use ransack::DefinitionPart::{Body, Whole};
use ransack::InsertPlace::{After, LastMember};
use ransack::{CancelToken, DefinitionLayout, DefinitionOptions, definition};

use super::{check, edit, insert, move_to, replace};

#[test]
fn lines_after_documentation_in_rust_are_indented() {
    let source = "struct S {\n    a: u32,\n}\n";
    let code = "/// B.\nb: u32";
    let expected = "struct S {\n    a: u32,\n    /// B.\n    b: u32,\n}\n";
    check("a.rs", source, "S", insert(LastMember, code), expected);
    let source = "mod m {\n    fn a() {}\n}\n";
    let code = "/// B.\n/// C.\nfn b() {\n    //! D.\n    c();\n}";
    let expected = "mod m {\n    fn a() {}\n\n    /// B.\n    /// C.\n    fn b() {\n        //! D.\n        c();\n    }\n}\n";
    check("a.rs", source, "m::a", insert(After, code), expected);
    let expected =
        "mod m {\n    /// B.\n    /// C.\n    fn b() {\n        //! D.\n        c();\n    }\n}\n";
    check("a.rs", source, "m::a", replace(Whole, code), expected);
    let source =
        "mod m {\n    fn a() {}\n\n    /// B.\n    /// C.\n    #[inline]\n    pub fn b() {}\n}\n";
    let expected = "mod m {\n    fn a() {}\n}\n\n/// B.\n/// C.\n#[inline]\npub fn b() {}\n";
    check("a.rs", source, "m::b", move_to(None, After, "m"), expected);
    let source = "mod m {\n    fn a() {}\n}\n";
    let code = "/// B.\nfn b() {\n    c!(r#\"\nd\n  e\n\"#);\n}";
    let expected = "mod m {\n    fn a() {}\n\n    /// B.\n    fn b() {\n        c!(r#\"\nd\n  e\n\"#);\n    }\n}\n";
    check("a.rs", source, "m::a", insert(After, code), expected);
    // A block comment moves as a whole.
    let source = "mod m {\n    fn a() {}\n}\n";
    let code = "/**\n * B.\n */\nfn b() {}";
    let expected = "mod m {\n    fn a() {}\n    /**\n     * B.\n     */\n    fn b() {}\n}\n";
    check("a.rs", source, "m::a", insert(After, code), expected);
}

#[test]
fn lines_after_comments_in_html_are_indented() {
    let source = "<ul>\n  <li id=\"a\">\n  </li>\n</ul>\n";
    let code = "<!-- B\n     c -->\n<li id=\"b\">\n  <b>d</b>\n</li>";
    let expected = "<ul>\n  <li id=\"a\">\n  </li>\n\n  <!-- B\n       c -->\n  <li id=\"b\">\n    <b>d</b>\n  </li>\n\n</ul>\n";
    check("a.html", source, "li#a", insert(After, code), expected);
}

#[test]
fn php_needs_no_tag() {
    let source = "<?php\nclass A\n{\n    public function f()\n    {\n        return 1;\n    }\n}\n";
    let code = "if ($x) {\n    return 2;\n}";
    let expected = "<?php\nclass A\n{\n    public function f()\n    {\n        if ($x) {\n            return 2;\n        }\n    }\n}\n";
    check("a.php", source, "A::f", replace(Body, code), expected);
    let code = "/** G. */\npublic function g()\n{\n    return <<<EOT\n  a\n  EOT;\n}";
    let expected = "<?php\nclass A\n{\n    public function f()\n    {\n        return 1;\n    }\n\n    /** G. */\n    public function g()\n    {\n        return <<<EOT\n  a\n  EOT;\n    }\n}\n";
    check("a.php", source, "A::f", insert(After, code), expected);
    let expected = "<?php\nclass A\n{\n    /** G. */\n    public function g()\n    {\n        return <<<EOT\n  a\n  EOT;\n    }\n}\n";
    check("a.php", source, "A::f", replace(Whole, code), expected);
    let source = "<?php\nnamespace N {\n    function f()\n    {\n        return 1;\n    }\n\n    class A\n    {\n    }\n}\n";
    let expected = "<?php\nnamespace N {\n    class A\n    {\n        function f()\n        {\n            return 1;\n        }\n    }\n}\n";
    check(
        "a.php",
        source,
        "N::f",
        move_to(None, LastMember, "N::A"),
        expected,
    );
}

#[test]
fn aligned_lines_move_with_their_first_line() {
    let source = "class A:\n    x = 1\n";
    let inserts = |code, expected| check("a.py", source, "A.x", insert(After, code), expected);
    inserts(
        "__slots__ = ('a',\n             'b')",
        "class A:\n    x = 1\n\n    __slots__ = ('a',\n                 'b')\n",
    );
    inserts(
        "assert x, \\\n       'b'",
        "class A:\n    x = 1\n\n    assert x, \\\n           'b'\n",
    );
    let source = "class A:\n    def f(self):\n        return 1\n";
    let code = "return foo('é', g(1),\n           'b')";
    let expected =
        "class A:\n    def f(self):\n        return foo('é', g(1),\n                   'b')\n";
    check("a.py", source, "A.f", replace(Body, code), expected);
    let source = "class A {\n    void f() {\n        g();\n    }\n}\n";
    let code = "return a || b(c,\n              d);";
    let expected = "class A {\n    void f() {\n        return a || b(c,\n                      d);\n    }\n}\n";
    check("a.java", source, "A.f", replace(Body, code), expected);
    // Cut out of the file, from the name on.
    let code = "return foo('a',\n                   'b')";
    let source = "class A:\n    def f(self):\n        return 1\n";
    let expected = "class A:\n    def f(self):\n        return foo('a',\n                   'b')\n";
    check("a.py", source, "A.f", replace(Body, code), expected);
}

#[test]
fn dedented_code_restores_the_text() {
    let sources = [
        (
            "a.py",
            "class A:\n    __slots__ = ('a',\n                 'b')\n\n    x = 1\n",
            "A.__slots__",
        ),
        (
            "a.py",
            "class A:\n    x = [\n            1,\n            2]\n",
            "A.x",
        ),
        (
            "a.js",
            "class A {\n  x = a\n      .b()\n      .c();\n}\n",
            "A.x",
        ),
        (
            "a.rs",
            "mod m {\n    /// A.\n    ///\n    /// B.\n    fn a(b: u32,\n         c: u32) {\n        d();\n    }\n}\n",
            "m::a",
        ),
        (
            "a.php",
            "<?php\nclass A\n{\n    /** F. */\n    function f($a,\n               $b)\n    {\n        return 1;\n    }\n}\n",
            "A::f",
        ),
    ];
    for (file, source, name) in sources {
        let options = DefinitionOptions::default().layout(DefinitionLayout::Dedented);
        let language = file.split_once('.').unwrap().1;
        let found = definition(
            source.as_bytes(),
            language,
            name,
            &options,
            &CancelToken::new(),
        );
        let text = String::from_utf8(found.unwrap().text).unwrap();
        let text = edit(file, source, &[(name, replace(Whole, &text))]).unwrap();
        assert_eq!(text, source, "{file} {name}");
    }
}

/// The brackets of the old body say nothing about the indentation of the new one.
#[test]
fn nested_blocks_of_a_new_body_are_indented() {
    for old in ["const q = 1", "const q = `\nA\n`"] {
        let source = ["function f() {\n    ", old, "\n}\n"].concat();
        let body = "if (a) {\n    b()\n}\nc()";
        let expected = "function f() {\n    if (a) {\n        b()\n    }\n    c()\n}\n";
        check("a.ts", &source, "f", replace(Body, body), expected);
    }
}
