//! Replaced bodies that keep their documentation.

use ransack::DefinitionPart::{Body, Doc};
use ransack::{
    CancelToken, DefinitionEdit, DefinitionEditOptions, DefinitionPart, definition, edit_definition,
};
use ransack_testing::samples::{self, Fixture};

use super::round_trip::definitions;
use super::{check, replace};

#[test]
fn a_docstring_stays_when_the_body_is_replaced() {
    let table = [
        (
            "def f():\n    \"\"\"D.\"\"\"\n    return 1\n",
            "return 2",
            "def f():\n    \"\"\"D.\"\"\"\n    return 2\n",
        ),
        (
            "def f():\n    \"\"\"D.\n\n    More.\n    \"\"\"\n\n    return 1\n\n\nx = 1\n",
            "a = 1\nreturn a",
            "def f():\n    \"\"\"D.\n\n    More.\n    \"\"\"\n\n    a = 1\n    return a\n\n\nx = 1\n",
        ),
        (
            "def f():\n    'D.'  # noqa\n    return 1\n",
            "return 2",
            "def f():\n    'D.'  # noqa\n    return 2\n",
        ),
        (
            "def f():\n    'D.'; return 1\n",
            "return 2",
            "def f():\n    'D.'\n    return 2\n",
        ),
        (
            "def f(): 'D.'\n",
            "return 2",
            "def f():\n    'D.'\n    return 2\n",
        ),
        (
            "def f(): 'D.'; return 1\n",
            "return 2",
            "def f():\n    'D.'\n    return 2\n",
        ),
        (
            "def f():\n    'D.'\n",
            "return 2",
            "def f():\n    'D.'\n    return 2\n",
        ),
        (
            "def f():\n    'D.'\n    return 1\n",
            "",
            "def f():\n    'D.'\n",
        ),
        // A body with a docstring replaces the old docstring.
        (
            "def f():\n    'D.'\n    return 1\n",
            "'E.'\nreturn 2",
            "def f():\n    'E.'\n    return 2\n",
        ),
        (
            "def f():\n    'D.'\n    return 1\n",
            "# c\n'E.'\nreturn 2",
            "def f():\n    # c\n    'E.'\n    return 2\n",
        ),
        // A string that begins an expression is not a docstring.
        (
            "def f():\n    'D.'\n    return 1\n",
            "'a'.join(x)",
            "def f():\n    'D.'\n    'a'.join(x)\n",
        ),
        (
            "class f:\n    'D.'\n\n    x = 1\n",
            "y = 2",
            "class f:\n    'D.'\n\n    y = 2\n",
        ),
    ];
    for (source, text, expected) in table {
        check("a.py", source, "f", replace(Body, text), expected);
        check(
            "a.py",
            &source.replace('\n', "\r\n"),
            "f",
            replace(Body, text),
            &expected.replace('\n', "\r\n"),
        );
    }
}

#[test]
fn documentation_of_other_forms_in_bodies_stays() {
    let source = "function Set-A {\n    <#\n    .SYNOPSIS\n    Sets.\n    #>\n    $a = 1\n}\n";
    let expected = source.replace("$a = 1", "$b = 2");
    for text in ["$b = 2", "{\n    $b = 2\n}"] {
        check("a.ps1", source, "Set-A", replace(Body, text), &expected);
    }
    let own = "{\n    <#\n    .SYNOPSIS\n    Gets.\n    #>\n    $b = 2\n}";
    let expected = expected.replace("Sets.", "Gets.");
    check("a.ps1", source, "Set-A", replace(Body, own), &expected);

    let source = "defmodule A do\n  @moduledoc \"Doc.\"\n\n  def f, do: 1\nend\n";
    let expected = source.replace("f, do: 1", "g, do: 2");
    for text in ["do\n  def g, do: 2\nend", "def g, do: 2"] {
        check("a.ex", source, "A", replace(Body, text), &expected);
    }
    let own = "do\n  @moduledoc false\n  def g, do: 2\nend";
    let expected = format!("defmodule A {own}\n");
    check("a.ex", source, "A", replace(Body, own), &expected);
}

/// In every language, `definition` returns the same documentation after the body is replaced by
/// code without documentation.
#[test]
fn documentation_is_the_same_after_its_body_is_replaced() {
    let bodies = [
        ("python", "pass"),
        ("starlark", "pass"),
        ("powershell", "$x = 1"),
        ("elixir", "do\n  use X\nend"),
    ];
    let mut count = 0;
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let token = CancelToken::new();
        let doc_of = |source: &str, name: &str| {
            definition(source.as_bytes(), &language, name, &[Doc].into(), &token)
        };
        for (name, item) in definitions(&source, &language) {
            let (Some(doc), Some(body)) = (item.doc_span(), item.body_span()) else {
                continue;
            };
            if doc.start.offset < body.start.offset || doc.start.offset >= body.end.offset {
                continue;
            }
            let text = bodies.iter().find(|(of, _)| *of == language);
            let (_, text) = text.unwrap_or_else(|| panic!("no body for {language}"));
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("text");
            std::fs::write(&path, &source).unwrap();
            let edit = DefinitionEdit::new(&path, &name, replace(Body, text));
            let options = DefinitionEditOptions::default().edits([edit]);
            let options = options.language(&language).dry_run(false);
            edit_definition(&options, &token).unwrap();
            let after = std::fs::read_to_string(&path).unwrap();
            let expected = doc_of(&source, &name).unwrap().text;
            assert!(!expected.is_empty());
            assert_eq!(
                doc_of(&after, &name).unwrap().text,
                expected,
                "{language} {name}"
            );
            assert_ne!(after, source, "{language} {name}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn documentation_above_other_comments_is_replaced_alone() {
    let one_line = "/** D */ /* é */ function f() {}\n";
    let several = "/** C */ /* x */ /** D */\n// y\nfunction f() {}\n";
    for (source, text, expected) in [
        (one_line, "E.", "/** E. */ /* é */ function f() {}\n"),
        (one_line, "", "/* é */ function f() {}\n"),
        (several, "E.", "/** E. */ /* x */ \n// y\nfunction f() {}\n"),
        (several, "", "/* x */ \n// y\nfunction f() {}\n"),
    ] {
        check("a.js", source, "f", replace(Doc, text), expected);
    }
    let whole = replace(DefinitionPart::Whole, "let g;");
    check(
        "a.js",
        &format!("h();\n{one_line}"),
        "f",
        whole,
        "h();\nlet g;\n",
    );
    let directive = "/** D */\n/* eslint-disable-next-line a */\nfunction f() {}\n";
    let expected = directive.replace("D", "E.");
    check(
        "a.js",
        &format!("h();\n{directive}"),
        "f",
        replace(Doc, "E."),
        &format!("h();\n{expected}"),
    );
}
