//! Imports that are calls of `require`.

use ransack::EditStatus::{self, Applied, Unchanged};

use super::*;

const LANGUAGES: [&str; 3] = ["javascript", "typescript", "tsx"];

#[track_caller]
fn statuses(source: &str, requests: &[ImportRequest], expected: &[EditStatus]) {
    for language in LANGUAGES {
        let token = CancelToken::new();
        let added = add_imports(source.as_bytes(), language, requests, &token).unwrap();
        let found = String::from_utf8(added.text).unwrap();
        assert_eq!(added.statuses, expected, "{language}:\n{found}");
        if expected.iter().all(|status| *status == Unchanged) {
            assert_eq!(found, source, "{language}");
        }
    }
}

#[test]
fn calls_of_require_count_as_existing() {
    let requests = [request("b").name("a")];
    for source in [
        "const { a } = require('b')\n",
        "import c from 'c'\nconst { a } = require('b')\n",
        "import c from 'c'\nlet { a, d: e = 1, ...f } = require('b'), g = 1;\n",
        "import c from 'c'\nconst a = require('b').a\n",
        "var c = require('c')\n  , a = require('b').a\n",
        "const { a } = await import('b')\n",
        "export const { a } = require('b')\n",
        "import c from 'c'\nconst a = (await import('b')).a\n",
    ] {
        statuses(source, &requests, &[Unchanged]);
    }
    let requests = [
        request("b").name_as("*", "c"),
        request("b").name_as("default", "c"),
        request("d"),
    ];
    for source in [
        "const c = require('b');\nrequire('d');\n",
        "require('d')\nconst c = require('b').default\nimport e from 'e'\n",
    ] {
        statuses(source, &requests, &[Unchanged; 3]);
    }
    let requests = [
        request("b").name("a").kind(ImportKind::TypeOnly),
        request("b").name_as("a", "c"),
        request("b").name("d"),
    ];
    let source = "import e from 'e'\nconst { a, d: f } = require('b')\n";
    statuses(source, &requests, &[Unchanged, Applied, Applied]);
    // Names that the call does not import.
    let source = "import e from 'e'\nconst { a } = require('b')\n";
    let requests = [request("b").name("a").name("d")];
    let expected = "import { d } from 'b'\nimport e from 'e'\nconst { a } = require('b')\n";
    adds("javascript", &requests, source, expected);
    // A call inside a function imports for the function only.
    let source = "import e from 'e'\nfunction f() {\n  const { a } = require('b')\n}\n";
    let expected = "import { a } from 'b'\nimport e from 'e'\nfunction f() {\n  const { a } = require('b')\n}\n";
    adds("javascript", &[request("b").name("a")], source, expected);
}

#[test]
fn imports_are_calls_of_require_in_texts_without_statements() {
    let source = "'use strict'\n\nconst a = require('a')\nconst { c, d } = require('c')\n\nmodule.exports = a\n";
    for language in LANGUAGES {
        let requests = [
            request("b").name("e").name_as("f", "g"),
            request("b").name_as("default", "b"),
            request("./h").name_as("*", "h"),
            request("c").name("b"),
            request("i"),
        ];
        let expected = "'use strict'\n\nconst a = require('a')\nconst b = require('b')\nconst { e, f: g } = require('b')\nconst { b, c, d } = require('c')\nrequire('i')\nconst h = require('./h')\n\nmodule.exports = a\n";
        adds(language, &requests, source, expected);
    }
    // Several declarations in one statement get no names.
    let source = "var a = require(\"a\"),\n    { b } = require(\"b\");\n";
    let requests = [request("b").name("c"), request("b").name("b")];
    let expected =
        "var a = require(\"a\"),\n    { b } = require(\"b\");\nconst { c } = require(\"b\");\n";
    adds("javascript", &requests, source, expected);
    // Types are imported by statements.
    let source = "const a = require('a');\n";
    let types = [request("b").name("B").kind(ImportKind::TypeOnly)];
    let expected = "const a = require('a');\nimport type { B } from 'b';\n";
    adds("typescript", &types, source, expected);
    let source = "import type { B } from 'b';\nconst a = require('a');\n";
    let expected =
        "import type { B } from 'b';\nconst a = require('a');\nconst { d } = require('d');\n";
    adds("typescript", &[request("d").name("d")], source, expected);
}

#[test]
fn statements_of_modules_decide_the_form_of_imports() {
    let new = [request("b").name("b")];
    for rest in ["export default a\n", "export { a }\n"] {
        let source = format!("const a = require('a')\n{rest}");
        let expected = format!("import {{ b }} from 'b'\n\n{source}");
        adds("javascript", &new, &source, &expected);
    }
    let source = "import c = require('c')\nconst a = require('a')\n";
    let expected = "import c = require('c')\nimport { b } from 'b'\nconst a = require('a')\n";
    adds("typescript", &new, source, expected);
}

#[test]
fn names_of_calls_are_identifiers() {
    let token = CancelToken::new();
    for new in [
        request("b").name("a = f()"),
        request("b").name_as("a", "{ c }"),
        request("b").name("*"),
        request("b").name("default"),
        request("b'), f('").name("a"),
        request("b' + 'c").name("a"),
        request("b', 'c"),
    ] {
        let source = b"const a = require('a')\n";
        let error = add_imports(source, "javascript", std::slice::from_ref(&new), &token);
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{new:?}");
    }
}

#[test]
fn calls_of_require_are_not_removed() {
    let token = CancelToken::new();
    let source = b"const { a } = require('b')\n";
    let error = remove_imports(source, "javascript", &[ImportRemoval::module("b")], &token);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::UnknownName);
    let source = "const b = require('b')\nconst a = require('a')\n";
    organises("javascript", source, source);
}
