//! Edits of imports in files, alone and combined with edits of definitions.

use std::fs;

use ransack::DefinitionAction::{AddImports, OrganiseImports, RemoveImports};
use ransack::DefinitionPart::Body;
use ransack::InsertPlace::{FirstMember, LastMember};
use ransack::{
    CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions, Error, ErrorKind,
    ImportKind, ImportRemoval, ImportRequest, Workspace, WorkspaceOptions, add_imports,
    edit_definition, organise_imports, remove_imports,
};

use super::{PYTHON, check, edit, insert, rename, replace};

fn add(requests: &[ImportRequest]) -> DefinitionAction {
    let imports = requests.to_vec();
    AddImports { imports }
}

fn add_module(module: &str) -> DefinitionAction {
    add(&[ImportRequest::new(module)])
}

fn remove(module: &str) -> DefinitionAction {
    let imports = vec![ImportRemoval::module(module)];
    RemoveImports { imports }
}

#[test]
fn imports_of_a_file_are_added_removed_and_organised() {
    let source = "import sys\nimport os\nfrom a import b\n\nx = 1\n";
    let requests = [ImportRequest::new("a").name("c")];
    check(
        "a.py",
        source,
        "",
        add(&requests),
        &source.replace("import b", "import b, c"),
    );
    check(
        "a.py",
        source,
        "",
        remove("os"),
        &source.replace("import os\n", ""),
    );
    let organised = "import os\nimport sys\n\nfrom a import b\n\nx = 1\n";
    check("a.py", source, "", OrganiseImports, organised);
    // Nothing to do means no change.
    check("a.py", source, "", add_module("os"), source);
    check("a.py", organised, "", OrganiseImports, organised);
    // The script of a component.
    let source = "<p>größe</p>\n<script setup lang=\"ts\">\nimport b from 'b'\nimport a from 'a'\nf()\n</script>\n";
    let added = source.replace("f()", "import { c } from 'c'\nf()");
    let requests = [ImportRequest::new("c").name("c")];
    check("a.vue", source, "", add(&requests), &added);
    let removed = source.replace("import b from 'b'\n", "");
    check("a.vue", source, "", remove("b"), &removed);
    let organised = source
        .replace("b from 'b'", "x")
        .replace("a from 'a'", "b from 'b'");
    let organised = organised.replace("import x", "import a from 'a'");
    check("a.vue", source, "", OrganiseImports, &organised);
    // The main header is the file's own header.
    let source = "#include <a>\n#include \"b.h\"\n#include \"main.h\"\n";
    let organised = "#include \"main.h\"\n#include \"b.h\"\n#include <a>\n";
    check("main.cpp", source, "", OrganiseImports, organised);
}

#[test]
fn a_function_and_the_import_that_it_needs_are_one_change() {
    let edits = [
        ("A.f", replace(Body, "return sys.argv")),
        ("", add_module("sys")),
        ("top", rename("bottom")),
        ("", insert(LastMember, "def g():\n    return json.dumps(1)")),
        ("", add_module("json")),
    ];
    let expected = PYTHON
        .replace("import os\n", "import json\nimport os\nimport sys\n")
        .replace("return 1", "return sys.argv")
        .replace("top", "bottom");
    let text = edit("a.py", PYTHON, &edits).unwrap();
    assert_eq!(
        text,
        format!("{expected}\n\ndef g():\n    return json.dumps(1)\n")
    );
}

#[test]
fn imports_stand_above_code_that_is_inserted_into_a_file_without_definitions() {
    let request = ImportRequest::new;
    let cases = [
        (
            "a.py",
            "",
            request("os"),
            "def f(): pass",
            "import os\n\ndef f(): pass\n",
        ),
        (
            "a.py",
            "\n\n",
            request("os"),
            "def f(): pass",
            "import os\n\ndef f(): pass\n",
        ),
        (
            "a.py",
            "import a\n",
            request("b"),
            "def f(): pass",
            "import a\nimport b\n\ndef f(): pass\n",
        ),
        (
            "a.py",
            "import a",
            request("b"),
            "def f(): pass",
            "import a\nimport b\n\ndef f(): pass\n",
        ),
        (
            "a.py",
            "# Copyright A.\n\n",
            request("b"),
            "def f(): pass",
            "# Copyright A.\n\nimport b\n\ndef f(): pass\n",
        ),
        (
            "a.go",
            "package a\n",
            request("fmt"),
            "func f() {}",
            "package a\n\nimport \"fmt\"\n\nfunc f() {}\n",
        ),
        (
            "a.rs",
            "use a::b;\n",
            request("a").name("c"),
            "fn f() {}",
            "use a::{b, c};\n\nfn f() {}\n",
        ),
        (
            "a.js",
            "import a from 'a'\r\n",
            request("b").name("c"),
            "f(c)",
            "import a from 'a'\r\nimport { c } from 'b'\r\n\r\nf(c)\r\n",
        ),
        (
            "a.c",
            "x();\n",
            request("a.h").kind(ImportKind::Include),
            "int f(void);",
            "#include \"a.h\"\n\nx();\n\nint f(void);\n",
        ),
    ];
    for (file, source, request, code, expected) in cases {
        for place in [FirstMember, LastMember] {
            let (code, import) = (insert(place, code), add(std::slice::from_ref(&request)));
            let edits = [("", code.clone()), ("", import.clone())];
            assert_eq!(edit(file, source, &edits).unwrap(), expected, "{source:?}");
            let edits = [("", import), ("", code)];
            assert_eq!(edit(file, source, &edits).unwrap(), expected, "{source:?}");
        }
    }
    let edits = [("", insert(LastMember, "x = 1")), ("", remove("a"))];
    assert_eq!(edit("a.py", "import a\n", &edits).unwrap(), "x = 1\n");
}

/// Returns the text after each change of imports in turn, in memory.
fn in_turn(language: &str, source: &str, actions: &[DefinitionAction]) -> String {
    let token = CancelToken::new();
    let mut text = source.as_bytes().to_vec();
    for action in actions {
        text = match action {
            AddImports { imports } => {
                let added = add_imports(&text, language, imports, &token);
                added.map(|added| added.text)
            }
            RemoveImports { imports } => remove_imports(&text, language, imports, &token),
            _ => organise_imports(&text, language, Some("file"), &token),
        }
        .unwrap();
    }
    String::from_utf8(text).unwrap()
}

#[test]
fn edits_of_imports_follow_one_another() {
    let python = "import z\nfrom b import c\nimport y\nx = 1\nimport w\nimport v\n";
    let rust = "use z::a;\nuse b::{d, c};\n\nuse y::e;\n\nfn f() {}\n";
    let script = "import z from 'z'\nimport { c, a } from 'b'\n\nf()\n";
    let cases = [
        ("python", "file.py", python, "b", "q", ["z", "w"]),
        ("rust", "file.rs", rust, "b", "q::r", ["z::a", "y::e"]),
        ("javascript", "file.js", script, "b", "q", ["z", "b"]),
    ];
    for (language, file, source, module, new, removed) in cases {
        let named = ImportRequest::new(module).name("n").name("m");
        let all = [
            add(&[named, ImportRequest::new(new).name("p")]),
            OrganiseImports,
            remove(removed[0]),
            add(&[ImportRequest::new("aaa").name("t")]),
            remove(removed[1]),
            OrganiseImports,
            remove("aaa"),
        ];
        for from in 0..all.len() - 1 {
            for to in from + 1..=all.len() {
                let actions = &all[from..to];
                if from > 3 && actions.contains(&remove("aaa")) {
                    continue;
                }
                let expected = in_turn(language, source, actions);
                let edits: Vec<_> = actions.iter().map(|action| ("", action.clone())).collect();
                let found = edit(file, source, &edits).unwrap();
                assert_eq!(found, expected, "{language} {from}..{to}");
            }
        }
    }
}

#[test]
fn a_change_has_the_index_of_the_first_edit_that_makes_it() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    let source = "import z\nimport y\n\nx = 1\nimport w\n";
    fs::write(&path, source).unwrap();
    let edits = [
        ("x", rename("a")),
        ("", remove("w")),
        ("", add_module("b")),
        ("", OrganiseImports),
        ("", add_module("c")),
        ("", remove("c")),
    ];
    let edits = edits.map(|(name, action)| DefinitionEdit::new(&path, name, action));
    let options = DefinitionEditOptions::default().edits(edits);
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    let changes = outcome.changes.iter();
    let changes: Vec<_> = changes.map(|c| (c.rewrite, c.span.start.offset)).collect();
    assert_eq!(changes, [(2, 0), (0, 19), (1, 25)]);
    assert_eq!(outcome.changes[0].after, b"import b\nimport y\nimport z\n");
    assert_eq!(outcome.changes[0].before, b"import z\nimport y\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), source);
}

fn fails(file: &str, source: &str, edits: &[(&str, DefinitionAction)]) -> Error {
    let error = edit(file, source, edits).unwrap_err();
    assert!(format!("{error}").contains(file), "{error}");
    error
}

#[test]
fn imports_that_cannot_be_changed_are_errors() {
    let error = fails("a.py", PYTHON, &[("A", add_module("sys"))]);
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidOption, Some("A"))
    );
    let error = fails("a.py", PYTHON, &[("top", rename("x")), ("", remove("so"))]);
    assert_eq!(error.kind(), ErrorKind::UnknownName);
    assert_eq!(error.candidates(), ["os"]);
    // Removed before.
    let error = fails("a.py", PYTHON, &[("", remove("os")), ("", remove("os"))]);
    assert_eq!(error.kind(), ErrorKind::UnknownName);
    let error = fails("a.py", PYTHON, &[("", add_module("a b"))]);
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let kind = ImportKind::SystemInclude;
    let error = fails(
        "a.py",
        PYTHON,
        &[("", add(&[ImportRequest::new("a").kind(kind)]))],
    );
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let error = fails("a.sh", "source a\n", &[("", OrganiseImports)]);
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn files_are_changed_all_or_none_and_only_as_previewed() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) = (dir.path().join("a.py"), dir.path().join("b.rs"));
    fs::write(&first, "import os\n").unwrap();
    fs::write(&second, "use a::b;\n").unwrap();
    let call = |removed: &str| {
        let edits = [(&first, add_module("re")), (&second, remove(removed))];
        let edits = edits.map(|(path, action)| DefinitionEdit::new(path, "", action));
        DefinitionEditOptions::default().edits(edits)
    };
    let token = CancelToken::new();
    let error = edit_definition(&call("c").dry_run(false), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownName);
    let preview = edit_definition(&call("a::b"), &token).unwrap().preview;
    assert_eq!(fs::read_to_string(&first).unwrap(), "import os\n");
    fs::write(&first, "import sys\n").unwrap();
    let options = call("a::b").preview(preview).dry_run(false);
    let error = edit_definition(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(fs::read_to_string(&second).unwrap(), "use a::b;\n");
    fs::write(&first, "import os\n").unwrap();
    assert!(edit_definition(&options, &token).unwrap().applied);
    assert_eq!(
        fs::read_to_string(&first).unwrap(),
        "import os\nimport re\n"
    );
    assert_eq!(fs::read_to_string(&second).unwrap(), "");
}

#[test]
fn bytes_elsewhere_encodings_and_marks_stay() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    let change = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let action = add_module("sys");
        let options = DefinitionEditOptions::new(&path, "", action).dry_run(false);
        edit_definition(&options, &CancelToken::new()).unwrap();
        fs::read(&path).unwrap()
    };
    let marked = change("\u{feff}x = '\u{e4}'\r\n".as_bytes());
    assert_eq!(
        marked,
        "\u{feff}import sys\r\n\r\nx = '\u{e4}'\r\n".as_bytes()
    );
    assert_eq!(
        change(b"import os\n# \xff\n"),
        b"import os\nimport sys\n# \xff\n"
    );
    let encode = |text: &str| {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_be_bytes).collect::<Vec<u8>>()
    };
    let changed = change(&encode("import os\n\u{e4} = 1\n"));
    assert_eq!(changed, encode("import os\nimport sys\n\u{e4} = 1\n"));
}

#[test]
fn files_of_open_buffers_are_not_written() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.py"), "import os\n").unwrap();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    let options = DefinitionEditOptions::new("a.py", "", add_module("sys")).dry_run(false);
    let outcome = edit_definition(&options.clone().workspace(&workspace), &token).unwrap();
    assert_eq!(outcome.changes[0].after, b"import sys\n");
    workspace.set_buffer("a.py", "import re\n").unwrap();
    let outcome = edit_definition(&options.clone().workspace(&workspace), &token).unwrap();
    assert!(!outcome.applied);
    let written = fs::read_to_string(dir.path().join("a.py")).unwrap();
    assert_eq!(written, "import os\nimport sys\n");
    let preview = edit_definition(&options.dry_run(true).workspace(&workspace), &token).unwrap();
    assert_eq!(outcome, preview);
    assert_eq!(outcome.changes[0].span.start.offset, 10);
}
