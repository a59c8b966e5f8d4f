//! Elements of the list of edits: indices in messages, and results.

use std::fs;

use ransack::DefinitionAction::{
    AddImports, Insert, Move, OrganiseImports, Region, Remove, RemoveImports, Rename,
};
use ransack::DefinitionPart::Body;
use ransack::EditStatus::{Applied, Unchanged};
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{
    CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions, EditStatus, ErrorKind,
    ImportRemoval, ImportRequest, edit_definition,
};

use super::{check, edit, insert, move_to, rename, replace};

fn add(imports: &[ImportRequest]) -> DefinitionAction {
    let imports = imports.to_vec();
    AddImports { imports }
}

#[test]
fn messages_name_the_edit_by_its_index() {
    let source = "import a\n\n\ndef f():\n    return 1\n\n\ndef g():\n    pass\n";
    let remove = |module: &str| RemoveImports {
        imports: vec![ImportRemoval::module("a"), ImportRemoval::module(module)],
    };
    let to = |target: &str, path: Option<&str>| Move {
        path: path.map(Into::into),
        place: After,
        target: target.to_owned(),
    };
    let region = |last: &str| Region {
        title: String::new(),
        last: Some(last.to_owned()),
    };
    let wrong = [
        ("h", Remove, "edits[1]"),
        ("", Remove, "edits[1]"),
        ("g", rename("a b"), "edits[1]"),
        ("g", insert(LastMember, " "), "edits[1]"),
        ("", insert(Before, "x"), "edits[1]"),
        ("g", to("h", None), "edits[1]"),
        ("g", to("h", Some("b.xyz")), "edits[1]"),
        ("g", region("h"), "edits[1]"),
        ("g", replace(Body, ""), ""),
        ("g", OrganiseImports, "edits[1]"),
        (
            "",
            add(&[ImportRequest::new("b"), ImportRequest::new("1 2")]),
            "edits[1].imports[1]",
        ),
        ("", remove("b"), "edits[1].imports[1]"),
    ];
    for (name, action, element) in wrong {
        let shown = format!("{action:?}");
        let edits = [("f", rename("e")), (name, action)];
        match edit("a.py", source, &edits) {
            Ok(_) => assert_eq!(element, "", "{shown}"),
            Err(error) => {
                let start = format!("`{element}`: ");
                assert!(error.to_string().starts_with(&start), "{shown}: {error}");
            }
        }
    }
    let edits = [("g", rename("h")), ("f", rename("e")), ("f", rename("d"))];
    let error = edit("a.py", source, &edits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
    let expected = "`edits[1]` at line 4, column 5 overlaps `edits[2]` at line 4, column 5";
    assert!(error.to_string().starts_with(expected), "{error}");
}

/// Status of each edit of a text, with the statuses of its imports.
fn statuses(
    source: &str,
    edits: &[(&str, DefinitionAction)],
) -> Vec<(EditStatus, Vec<EditStatus>)> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, source).unwrap();
    let edits = edits.iter();
    let edits = edits.map(|(name, action)| DefinitionEdit::new(&path, *name, action.clone()));
    let options = DefinitionEditOptions::default().edits(edits);
    let preview = edit_definition(&options, &CancelToken::new()).unwrap();
    let applied = edit_definition(&options.dry_run(false), &CancelToken::new()).unwrap();
    assert_eq!(preview.edits, applied.edits);
    let results = applied.edits.into_iter();
    results
        .map(|result| (result.status, result.imports))
        .collect()
}

#[test]
fn every_edit_has_a_status() {
    let source = "import os\nfrom a import b\n\n\ndef f():\n    return 1\n\n\ndef g():\n    pass\n";
    let plain = |status: EditStatus| (status, Vec::new());
    let imports = [
        ImportRequest::new("os"),
        ImportRequest::new("a").name("b"),
        ImportRequest::new("a").name("b").name("c"),
        ImportRequest::new("sys"),
        ImportRequest::new("sys"),
    ];
    let found = statuses(
        source,
        &[
            ("", add(&imports[..2])),
            ("f", replace(Body, "return 1")),
            ("g", Rename { name: "g".into() }),
            ("", add(&imports)),
            (
                "",
                RemoveImports {
                    imports: vec![ImportRemoval::module("os")],
                },
            ),
            ("", OrganiseImports),
            (
                "g",
                Insert {
                    place: After,
                    text: "x = 1".into(),
                },
            ),
        ],
    );
    let expected = [
        (Unchanged, vec![Unchanged; 2]),
        plain(Unchanged),
        plain(Unchanged),
        (
            Applied,
            vec![Unchanged, Unchanged, Applied, Applied, Unchanged],
        ),
        (Applied, vec![Applied]),
        plain(Unchanged),
        plain(Applied),
    ];
    // The previous change may leave work for sorting.
    for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
        if at != 5 {
            assert_eq!(found, expected, "edit {at}");
        }
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn an_edit_that_moves_between_files_has_one_result() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a.py"), "def f():\n    pass\n\n\ndef g():\n    pass\n").unwrap();
    fs::write(at("b.py"), "def h():\n    pass\n").unwrap();
    let action = Move {
        path: Some(at("b.py")),
        place: After,
        target: "h".into(),
    };
    let edits = [
        DefinitionEdit::new(at("b.py"), "h", replace(Body, "pass")),
        DefinitionEdit::new(at("a.py"), "f", action),
    ];
    let options = DefinitionEditOptions::default().edits(edits);
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    let found: Vec<EditStatus> = outcome.edits.iter().map(|result| result.status).collect();
    assert_eq!(found, [Unchanged, Applied]);
}

/// Compares with lists that lack the removed elements.
#[test]
fn any_elements_of_a_list_are_removed_in_one_call() {
    let keys = ["a", "b", "c", "d"];
    // The file, the code around a list, the code of an element, and the code between two.
    let lists = [
        ("x.json", "{", "\"$\": 1", ", ", "}\n"),
        ("x.json", "{", "\"$\":1", ",", "}"),
        ("x.json", "{\n", "  \"$\": 1", ",\n", "\n}\n"),
        (
            "x.json",
            "{\n",
            "  \"$\": {\n    \"z\": []\n  }",
            ",\n",
            "\n}\n",
        ),
        ("x.ts", "enum E { ", "$", ", ", " }\n"),
        ("x.ts", "enum E {\n", "  $ = 1", ",\n", "\n}\n"),
        ("x.c", "enum e { ", "$", ", ", " };\n"),
    ];
    for (file, open, element, between, close) in lists {
        let list = |keys: &[&str]| {
            let elements: Vec<_> = keys.iter().map(|key| element.replace('$', key)).collect();
            [open, &elements.join(between), close].concat()
        };
        // Empty lists differ in their blanks.
        for removed in 1..(1 << keys.len()) - 1_u32 {
            let of = |is_removed| {
                let keys = (0..)
                    .zip(keys)
                    .filter(move |(at, _)| (removed >> at & 1 == 1) == is_removed);
                keys.map(|(_, key)| key).collect::<Vec<&str>>()
            };
            let (gone, left) = (of(true), of(false));
            let mut edits: Vec<_> = gone.iter().map(|key| (*key, Remove)).collect();
            for _ in 0..2 {
                let found = edit(file, &list(&keys), &edits);
                assert_eq!(found.unwrap(), list(&left), "without {gone:?}");
                edits.reverse();
            }
        }
    }
}

#[test]
fn a_definition_moves_with_the_comment_on_its_line() {
    for (file, source, name, target, expected) in [
        (
            "A.java",
            "class A {\n    int x = 1; // x\n    int y = 2;\n}\n",
            "A.x",
            "A.y",
            "class A {\n    int y = 2;\n    int x = 1; // x\n}\n",
        ),
        (
            "a.py",
            "x = 1  # noqa\ny = 2\n",
            "x",
            "y",
            "y = 2\nx = 1  # noqa\n",
        ),
        (
            "a.rs",
            "struct A {\n    x: u32, // x\n    y: u32 // y\n}\n",
            "A.x",
            "A.y",
            "struct A {\n    y: u32, // y\n    x: u32 // x\n}\n",
        ),
        (
            "a.ts",
            "function f() {} // f\nfunction g() {} // g\n",
            "f",
            "g",
            "function g() {} // g\nfunction f() {} // f\n",
        ),
        (
            "a.toml",
            "a = 1 # a\nb = 2\n",
            "a",
            "b",
            "b = 2\na = 1 # a\n",
        ),
        ("a.yaml", "a: 1 # a\nb: 2\n", "a", "b", "b: 2\na: 1 # a\n"),
    ] {
        check(file, source, name, move_to(None, After, target), expected);
    }
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a.py"), "x = 1  # noqa\ny = 2\n").unwrap();
    fs::write(at("b.py"), "z = 3\n").unwrap();
    let edits = [DefinitionEdit::new(
        at("a.py"),
        "x",
        move_to(Some(at("b.py").to_str().unwrap()), After, "z"),
    )];
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    edit_definition(&options, &CancelToken::new()).unwrap();
    let texts = ["a.py", "b.py"].map(|name| fs::read_to_string(at(name)).unwrap());
    assert_eq!(texts, ["y = 2\n", "z = 3\nx = 1  # noqa\n"]);
}

#[test]
fn commas_go_before_the_comments_of_elements() {
    for (file, source, place, code, expected) in [
        (
            "a.ts",
            "enum A {\n  B = 1, // b\n  C = 2\n}\n",
            LastMember,
            "D = 3",
            "enum A {\n  B = 1, // b\n  C = 2,\n  D = 3\n}\n",
        ),
        (
            "a.ts",
            "enum A {\n  B = 1, // b\n  C = 2 // c\n}\n",
            LastMember,
            "D = 3 // d",
            "enum A {\n  B = 1, // b\n  C = 2, // c\n  D = 3 // d\n}\n",
        ),
        (
            "a.ts",
            "enum A {\n  B = 1 // b\n}\n",
            FirstMember,
            "D = 3 // d",
            "enum A {\n  D = 3, // d\n  B = 1 // b\n}\n",
        ),
        (
            "a.c",
            "enum A {\n  B, // b\n  C\n};\n",
            LastMember,
            "D",
            "enum A {\n  B, // b\n  C,\n  D\n};\n",
        ),
        (
            "a.kt",
            "enum class A {\n  B, // b\n  C // c\n}\n",
            LastMember,
            "D",
            "enum class A {\n  B, // b\n  C, // c\n  D\n}\n",
        ),
    ] {
        check(file, source, "A", insert(place, code), expected);
    }
    check(
        "a.ts",
        "const A = {\n  b() {}, // b\n  c() {} // c\n}\n",
        "c",
        insert(After, "d() {}"),
        "const A = {\n  b() {}, // b\n  c() {}, // c\n  d() {}\n}\n",
    );
    check(
        "a.ts",
        "enum A { B, /* b */ C }\n",
        "C",
        Remove,
        "enum A { B /* b */ }\n",
    );
}
