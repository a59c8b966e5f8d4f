//! Bytes around replacements, ends of statements, indentation and encodings.

use proptest::prelude::*;
use ransack::ErrorKind;

use crate::ast_edit::{rewritten, rewritten_by};

#[test]
fn terminators_and_comments_stay() {
    let var = ("var $A = $B", "let $A = $B");
    for (old, new) in [
        ("var a = 1; let b = 2;", "let a = 1; let b = 2;"),
        ("var a = 1 // one\nf()", "let a = 1 // one\nf()"),
        (
            "var a = 1 /* one */ ; // two\n",
            "let a = 1 /* one */ ; // two\n",
        ),
    ] {
        assert_eq!(rewritten("a.js", old, var.0, var.1), new);
    }
    let new = rewritten("a.js", "var a = 1; f();", "var $A = $B", "let $A = $B;");
    assert_eq!(new, "let a = 1; f();");
    let new = rewritten("a.js", "var a = 1; f();", "var $A = $B;", "let $A = $B;");
    assert_eq!(new, "let a = 1; f();");
    let new = rewritten(
        "a.c",
        "void f(void) { kfree(p); }\n",
        "kfree($A)",
        "kvfree($A)",
    );
    assert_eq!(new, "void f(void) { kvfree(p); }\n");
    let new = rewritten(
        "a.c",
        "void f(void) { kfree(p); }\n",
        "kfree($A);",
        "kvfree($A);",
    );
    assert_eq!(new, "void f(void) { kvfree(p); }\n");
}

#[test]
fn every_language_keeps_the_end_of_a_statement() {
    for (name, old, pattern, replacement, new) in [
        (
            "a.c",
            "int f(void) { return 1; /* c */ }\n",
            "return $A",
            "return g($A)",
            "int f(void) { return g(1); /* c */ }\n",
        ),
        (
            "a.c",
            "#include <a.h>\nint x;\n",
            "#include <a.h>",
            "#include <b.h>",
            "#include <b.h>\nint x;\n",
        ),
        (
            "A.java",
            "class A { void f() { int a = 1; // c\n} }\n",
            "int $A = $B",
            "long $A = $B",
            "class A { void f() { long a = 1; // c\n} }\n",
        ),
        (
            "a.rs",
            "fn f() { let a = 1; // c\n}\n",
            "let $A = $B",
            "let mut $A = $B",
            "fn f() { let mut a = 1; // c\n}\n",
        ),
        (
            "a.css",
            "a { color: red; /* c */ }\n",
            "color: $A",
            "color: var($A)",
            "a { color: var(red); /* c */ }\n",
        ),
        (
            "a.ts",
            "type A = string; // c\n",
            "type $A = $B",
            "export type $A = $B",
            "export type A = string; // c\n",
        ),
        (
            "a.py",
            "if x:\n    a = 1; b = 2  # c\n",
            "$A = 1",
            "$A = f(\n    1,\n)",
            "if x:\n    a = f(\n        1,\n    ); b = 2  # c\n",
        ),
    ] {
        assert_eq!(rewritten(name, old, pattern, replacement), new, "{old:?}");
    }
}

#[test]
fn every_language_loses_the_end_of_a_deleted_statement() {
    for (name, old, pattern, new) in [
        (
            "a.c",
            "#include <a.h>\nint x;\n",
            "#include <a.h>",
            "int x;\n",
        ),
        (
            "a.c",
            "void f(void) {\n\tg(1);\n\th();\n}\n",
            "g($A)",
            "void f(void) {\n\th();\n}\n",
        ),
        (
            "a.py",
            "import os\nimport sys\n",
            "import os",
            "import sys\n",
        ),
        ("a.py", "a = 1; b = 2\n", "a = 1", "b = 2\n"),
        ("a.rs", "use a;\nuse b;\n", "use a", "use b;\n"),
        (
            "a.ts",
            "class A {\n  a: X;\n  b: Y;\n}\n",
            "a: X",
            "class A {\n  b: Y;\n}\n",
        ),
        (
            "a.css",
            "a {\n  color: red;\n  top: 0;\n}\n",
            "color: red",
            "a {\n  top: 0;\n}\n",
        ),
    ] {
        assert_eq!(rewritten(name, old, pattern, ""), new, "{old:?}");
    }
}

#[test]
fn deletions_take_terminators_and_blank_lines() {
    for (old, new) in [
        ("a();\n  debug(1);\nb();\n", "a();\nb();\n"),
        ("a();\r\n  debug(1);\r\nb();\r\n", "a();\r\nb();\r\n"),
        ("a();\n  debug(1); debug(2);\nb();", "a();\nb();"),
        ("a(); debug(1); b();", "a();  b();"),
        ("a();\ndebug(1)", "a();\n"),
        ("debug(1); // why\n", " // why\n"),
    ] {
        assert_eq!(rewritten("a.js", old, "debug($$$A)", ""), new, "{old:?}");
    }
}

#[test]
fn the_last_statement_of_a_block_is_deleted_with_its_line() {
    for (name, old) in [
        (
            "a.go",
            "package a\n\nfunc f() {\n\tif x {\n\t\tlog(a)\n\t}\n}\n",
        ),
        ("a.go", "package a\n\nfunc f() {\n\tb()\n\t\tlog(a)\n}\n"),
        (
            "a.swift",
            "func f() {\r\n    if x {\r\n\t\tlog(a)\r\n    }\r\n}\r\n",
        ),
    ] {
        let new = old
            .replace("\t\tlog(a)\r\n", "")
            .replace("\t\tlog(a)\n", "");
        assert_eq!(rewritten(name, old, "log($A)", ""), new);
    }
}

#[test]
fn moved_code_is_reindented_except_for_literals() {
    let old = "if (x) {\n    g({\n      a: `\n    t\n`,\n    });\n}\n";
    let new = "if (x) {\n    if (y) {\n      h({\n        a: `\n    t\n`,\n      });\n    }\n}\n";
    let template = "if (y) {\n  h($A);\n}";
    assert_eq!(rewritten("a.js", old, "g($A);", template), new);
    // Code that keeps its depth keeps its bytes.
    let old = "\tf(a,\r\n  b);\r\n";
    assert_eq!(
        rewritten("a.js", old, "f($$$A)", "g($$$A)"),
        old.replace('f', "g")
    );
    let new = rewritten("a.js", "  f(1);\r\n", "f($A);", "g($A);\nh();");
    assert_eq!(new, "  g(1);\r\n  h();\r\n");
}

#[test]
fn here_documents_keep_their_content_and_scalars_move_with_their_key() {
    let bash = "f() {\n  cat <<EOF\na\n  b\nEOF\n  g\n}\n";
    let new = "f() {\n  if x; then\n    cat <<EOF\na\n  b\nEOF\n    g\n  fi\n}\n";
    let template = "f() {\n  if x; then\n    $$$A\n  fi\n}";
    assert_eq!(rewritten("a.sh", bash, "f() {\n  $$$A\n}", template), new);
    let php = "<?php\nfunction f() {\n    g(<<<E\n    a\n      b\n    E, 1);\n}\n";
    let new = "<?php\nfunction f() {\n    h(\n        1,\n        <<<E\n    a\n      b\n    E,\n    );\n}\n";
    let template = "h(\n    $B,\n    $A,\n)";
    assert_eq!(rewritten("a.php", php, "g($A, $B)", template), new);
    let ruby = "def f\n  x(<<~E)\n    a\n      #{b}\n  E\nend\n";
    let new = "def f\n  if y\n    x(<<~E)\n    a\n      #{b}\n  E\n  end\nend\n";
    let template = "def f\n  if y\n    $$$A\n  end\nend";
    assert_eq!(rewritten("a.rb", ruby, "def f\n  $$$A\nend", template), new);
    let yaml = "a:\n  c: |\n    x\n\n      y\n";
    let new = "a:\n  e:\n    f:\n      c: |\n        x\n\n          y\n";
    assert_eq!(
        rewritten("a.yaml", yaml, "c: $A", "e:\n  f:\n    c: $A"),
        new
    );
}

#[test]
fn a_capture_that_begins_a_line_is_indented() {
    let new = rewritten("a.py", "if x:\n    g(1, 2)\n", "g($A, $B)", "$A\n$B");
    assert_eq!(new, "if x:\n    1\n    2\n");
    let new = rewritten("a.js", "{\n  g(a, b);\n}\n", "g($A, $B);", "$A;\n\n$B;");
    assert_eq!(new, "{\n  a;\n\n  b;\n}\n");
}

#[test]
fn encodings_and_embedded_languages_stay() {
    let rewrite = [("f($A)", "g($A)")];
    let bom = b"\xef\xbb\xbff(1);\r\nx = '\xff';\nf(2)";
    let new = rewritten_by("a.js", bom, &rewrite, |_| ()).unwrap();
    assert_eq!(new, b"\xef\xbb\xbfg(1);\r\nx = '\xff';\ng(2)");
    for big in [false, true] {
        let units = |text: &str| -> Vec<u8> {
            let units = text.encode_utf16();
            let bytes = if big {
                u16::to_be_bytes
            } else {
                u16::to_le_bytes
            };
            units.flat_map(bytes).collect()
        };
        let new = rewritten_by("a.js", units("\u{feff}f('😀');\r\n"), &rewrite, |_| ()).unwrap();
        assert_eq!(new, units("\u{feff}g('😀');\r\n"));
        let odd = [units("\u{feff}f(1);"), vec![7]].concat();
        assert_eq!(rewritten_by("a.js", &odd, &rewrite, |_| ()).unwrap(), odd);
    }
    let html = "<p>f(1)</p>\n<script>\n  f(1)\n</script>\n";
    assert_eq!(
        rewritten("a.html", html, "f($A)", "g($A)"),
        "<p>f(1)</p>\n<script>\n  g(1)\n</script>\n"
    );
}

#[test]
fn only_code_is_edited_in_a_component() {
    for (name, old) in [
        (
            "A.vue",
            "<template>\r\n  <p @click=\"f(0)\">f(0)</p>\r\n</template>\r\n\r\n\
             <script setup lang=\"ts\">\r\nf(1 as T); // f(0)\r\n</script>\r\n\
             <style>\r\n.f { top: 0 }\r\n</style>",
        ),
        (
            "A.svelte",
            "<script>\n  let a = f(1);\n  $: f(2);\n</script>\n\n\
             {#if f}<p>f(0) é</p>{/if}\n\n<style>\n  p { top: 0 }\n</style>\n",
        ),
        (
            "a.astro",
            "---\nconst a = f(1)\n---\n\n<p>f(0) é</p>\n<script>\n  f(2)\n</script>\n",
        ),
        ("a.html", "<p>f(0)</p>\n<script>f(1);\nf(2)</script>"),
        (
            "a.md",
            "f(0)\n\n```js\nf(1)\n```\n\n- `f(0)`\n\n  ```ts\n  f(2)\n  ```\n",
        ),
    ] {
        let new = old.replace("f(1", "g(0, 1").replace("f(2", "g(0, 2");
        assert_eq!(rewritten(name, old, "f($A)", "g(0, $A)"), new);
    }
    let vue =
        "<script>\nvar a = 1;\n\ndebug(a);\n</script>\n<style>\na { top: 0; left: 0 }\n</style>\n";
    let new = rewritten("A.vue", vue, "debug($A)", "");
    assert_eq!(new, vue.replace("debug(a);\n", ""));
    let new = rewritten("A.vue", vue, "top: $A", "bottom: $A");
    assert_eq!(new, vue.replace("top", "bottom"));
    let rewrites = [("top: $A", "bottom: $A"), ("debug($A)", "debug($A")];
    let error = rewritten_by("A.vue", vue, &rewrites, |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    let expected = "`rewrites[1]`: the edits would make a syntax error in line ";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn files_keep_their_encoding() {
    let edited = |text: &[u8], rewrite, label: &str| {
        rewritten_by("a.js", text, &[rewrite], |o| {
            o.encoding = Some(label.into());
        })
    };
    let calls = ("f($A)", "g($A)");
    // In Shift JIS the second byte of a character may be a backslash.
    let new = edited(b"f('\x83\x5c');\r\n", calls, "shift_jis");
    assert_eq!(new.unwrap(), b"g('\x83\x5c');\r\n");
    let new = edited(b"f('\xe9');", ("f($A)", "f($A, '\u{fc}')"), "latin1");
    assert_eq!(new.unwrap(), b"f('\xe9', '\xfc');");
    let new = edited(b"f\0(\x001\0)\0", calls, "utf-16le");
    assert_eq!(new.unwrap(), b"g\0(\x001\0)\0");
    let error = edited(b"f(1)", ("f($A)", "f('\u{6f22}')"), "latin1").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.path().unwrap().ends_with("a.js"), "{error}");
    let error = edited(b"f(1)", calls, "klingon").unwrap_err();
    assert_eq!(error.pattern(), Some("klingon"));
    // Invalid, so its text does not encode back to the same bytes.
    let new = edited(b"f('\x83');", calls, "shift_jis");
    assert_eq!(new.unwrap(), b"f('\x83');");
}

#[test]
fn bytes_around_an_edit_stay() {
    for text in [
        "f(1)",
        "f(1)\n",
        "\u{feff}f(1);\r\n",
        "a;\r\nf(1);\nb;\rc;\r\n\r\n",
        "\t f(1) \t ;  \n\n\n",
        "// \u{1f600}\u{2028}\nf(1) // \u{e9}",
        "\x0cf(1)\x0b\n",
    ] {
        let new = rewritten("a.js", text, "f($A)", "g($A)");
        assert_eq!(new, text.replace("f(1)", "g(1)"));
    }
}

#[test]
fn code_in_a_quote_keeps_its_quote_marks() {
    let old = "> ```js\n> f({\n>   a: 1,\n> });\n> debug();\n> ```\n>\n> f(1)\n";
    let new =
        "> ```js\n> if (x) {\n>   g({\n>     a: 1,\n>   });\n> }\n> debug();\n> ```\n>\n> f(1)\n";
    let template = "if (x) {\n  g($A);\n}";
    assert_eq!(rewritten("a.md", old, "f($A);", template), new);
    let new = rewritten("a.md", old, "debug()", "");
    assert_eq!(new, old.replace("> debug();\n", ""));
    let list = "- one\n  ```js\n  f(1);\n  ```\n";
    let new = rewritten("a.md", list, "f($A);", "g(\n  $A,\n);");
    assert_eq!(new, "- one\n  ```js\n  g(\n    1,\n  );\n  ```\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Call names are replaced; all other bytes, blanks and line ends stay.
    #[test]
    fn edits_are_splices(pieces in prop::collection::vec(
        prop::sample::select(vec!["old(1)", "old(x,\r\n\ty)", "keep(2)", "'old(3)'", "/* old(4) */ 5"]), 0..12),
        ends in prop::sample::select(vec![";", ";\n", ";\r\n", " ; ", ";\n\n\t"]),
    ) {
        let text = |from: &str, to: &str| -> String {
            let piece = |piece: &&str| match piece.strip_prefix(from) {
                Some(rest) => format!("{to}{rest}{ends}"),
                None => format!("{piece}{ends}"),
            };
            pieces.iter().map(piece).collect()
        };
        let new = rewritten("a.js", &text("old", "old"), "old($$$A)", "new_($$$A)");
        prop_assert_eq!(new, text("old", "new_"));
    }
}
