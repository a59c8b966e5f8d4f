//! Edits that would introduce an error, and errors that existed before.

use ransack::{AstEditOptions, CancelToken, Error, ErrorKind, Pool, ast_edit};
use ransack_testing::Tree;

use crate::ast_edit::{rewritten, rewritten_by};

fn refusal(name: &str, text: &str, rewrites: &[(&str, &str)]) -> Error {
    let error = rewritten_by(name, text, rewrites, |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError, "{error}");
    error
}

#[test]
fn an_edit_that_the_language_refuses_names_the_error() {
    let error = refusal("a.py", "x = 1\ny = 2\n", &[("y = $A", "return $A")]);
    let expected = "`rewrites[0]`: the edits would make a syntax error in line 2 of the new text: \
                    `return` outside of a function";
    assert!(error.to_string().starts_with(expected), "{error}");
    for (name, text, pattern, replacement) in [
        (
            "a.js",
            "let a = 1;\nlet b = 2;\n",
            "let b = $A",
            "let a = $A",
        ),
        (
            "a.ts",
            "class A { a() { b(1); } }\n",
            "b($A)",
            "await b($A)",
        ),
        (
            "a.tsx",
            "for (;;) { f(() => { b(1); }); }\n",
            "b($A)",
            "break",
        ),
        ("a.py", "if a:\n    b(1)\n", "b($A)", "break"),
        ("a.py", "f(b(1), 2)\n", "b($A)", "c=$A"),
        ("a.sh", "cat <<EOF\na\nEOF\nb 1\n", "b $A", "b <<E\n$A"),
    ] {
        refusal(name, text, &[(pattern, replacement)]);
    }
}

#[test]
fn a_new_error_is_not_hidden_by_an_old_one() {
    // The second `a` is an error far from both changes, and the number of errors stays the same.
    let text = "f(, 1);\nlet b = 1;\n\nlet a = 2;\n";
    let repaired = ("f($$$)", "f(1)");
    let duplicate = ("let b = $A", "let a = $A");
    let error = refusal("a.js", text, &[repaired, duplicate]);
    assert!(error.to_string().contains("in line 4 "), "{error}");
    refusal("a.js", text, &[duplicate]);
    let text = "x = 1 @@ 2;\nfunction g() {\n  let b = 1;\n\n  let a = 2;\n}\n";
    let error = refusal("a.js", text, &[duplicate]);
    assert!(error.to_string().contains("in line 5 "), "{error}");
}

#[test]
fn an_old_error_that_moves_is_none_of_the_edit() {
    for (name, text) in [
        ("a.js", "g(1);\nf(, 1);\nlet a;\nlet a;\n"),
        ("a.js", "g(1);\nx = 1 @@ 2;\n"),
        ("a.py", "g(1)\nreturn 1\nif a:\nb()\n"),
        ("a.py", "return 1\ng(1)\nreturn 1\n"),
    ] {
        let new = rewritten(name, text, "g($A)", "g([\n  $A,\n  'long text',\n])");
        let from = text.find("g(1)").unwrap();
        assert!(new.starts_with(&text[..from]), "{new}");
        assert!(new.ends_with(&text[from + 4..]), "{new}");
    }
    // Another error next to an existing error is new.
    let text = "def f():\n    pass\nreturn 1\n";
    refusal("a.py", text, &[("return $A", "return $A; return 2")]);
}

#[test]
fn a_rename_can_make_an_error() {
    let text = "let a = 1;\nlet b = 2;\nuse(a, b);\n";
    refusal("a.js", text, &[("b", "a")]);
    refusal("a.py", "def f(a, b): pass\n", &[("b", "a")]);
    // A word that is a name in the first file is none in the second.
    let tree = Tree::of(&[("a.js", "f(x);\n"), ("b.js", "'use strict';\nf(x);\n")]);
    let options = AstEditOptions::new("x", "static", tree.root()).pool(Pool::new(1));
    let error = ast_edit(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    assert!(error.path().unwrap().ends_with("b.js"), "{error}");
}

#[test]
fn embedded_code_may_be_a_fragment() {
    let text = "```python\nx = f(1)\n```\n";
    let new = rewritten("a.md", text, "x = f($A)", "return await f($A)");
    assert_eq!(new, "```python\nreturn await f(1)\n```\n");
    refusal("a.md", text, &[("f($A)", "f(a=$A, a=2)")]);
    let text = "<script setup>\nf(1);\n</script>\n";
    let new = rewritten("A.vue", text, "f($A)", "await f($A)");
    assert_eq!(new, "<script setup>\nawait f(1);\n</script>\n");
    refusal("A.vue", text, &[("f($A)", "f($A,, 2)")]);
}
