//! Messages of stale previews by cause, and the status of each rewrite.

use std::fs;
use std::path::{Path, PathBuf};

use ransack::EditStatus::{Applied, Unchanged, Unmatched};
use ransack::{
    AstEditOptions, CancelToken, DefinitionAction, DefinitionEditOptions, Error, ErrorKind,
    Rewrite, ast_edit, edit_definition,
};

fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

const FILES: [(&str, &str); 4] = [
    ("a.js", "f(1);\n"),
    ("b.js", "f(2);\n"),
    ("c.js", "f(3);\n"),
    ("d.js", "x(4);\n"),
];

fn options(dir: &Path, replacement: &str) -> AstEditOptions {
    AstEditOptions::new("f($A)", replacement, dir)
}

fn preview(options: &AstEditOptions) -> String {
    ast_edit(options, &CancelToken::new()).unwrap().preview
}

/// Applies with the token of a preview, which must fail.
fn stale(options: &AstEditOptions, preview: &str) -> Error {
    for dry_run in [true, false] {
        let options = options.clone().dry_run(dry_run).preview(preview);
        let error = ast_edit(&options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        if !dry_run {
            return error;
        }
    }
    unreachable!()
}

/// Returns the files that an error names; the first is its path.
fn named(error: &Error, dir: &Path) -> Vec<String> {
    let name = |path: &PathBuf| {
        let path = path.strip_prefix(dir.canonicalize().unwrap());
        path.unwrap().to_str().unwrap().to_owned()
    };
    assert_eq!(error.path(), error.paths().first().map(PathBuf::as_path));
    error.paths().iter().map(name).collect()
}

#[test]
fn an_unknown_token_has_its_own_message() {
    let dir = tree(&FILES);
    let known = preview(&options(dir.path(), "g($A)"));
    let cut = &known[..known.len() - 1];
    for token in ["", "nonsense", "00000000000000000000000000000000", cut] {
        let error = stale(&options(dir.path(), "g($A)"), token);
        assert!(
            error.to_string().starts_with("unknown preview token"),
            "{error}"
        );
        assert!(error.to_string().contains("`preview`"), "{error}");
        assert_eq!(error.pattern(), Some(token));
        assert!(error.path().is_none() && error.paths().is_empty());
    }
}

#[test]
fn other_changes_than_those_of_the_preview_have_their_own_message() {
    let dir = tree(&FILES);
    let token = preview(&options(dir.path(), "g($A)"));
    let at = |name: &str| dir.path().join(name);
    let others = [
        options(dir.path(), "h($A)"),
        AstEditOptions::new("x($A)", "g($A)", dir.path()),
        options(dir.path(), "g($A)").max_files(1),
        options(dir.path(), "g($A)").globs(["a.js"]),
        options(&at("a.js"), "g($A)"),
        AstEditOptions::new("none($A)", "g($A)", dir.path()),
    ];
    for other in others {
        let error = stale(&other, &token);
        let words = error.to_string();
        assert!(
            words.starts_with("the changes differ from the preview"),
            "{words}: {other:?}"
        );
        assert!(
            error.path().is_none() && error.paths().is_empty(),
            "{words}"
        );
    }
}

#[test]
fn files_that_have_changed_since_the_preview_are_named() {
    type Change = (
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    );
    let changes: [Change; 6] = [
        // With other matches, without a match, with a match for the first time.
        (&[("b.js", "f(22);\n")], &["b.js"]),
        (&[("b.js", "y;\n")], &["b.js"]),
        (&[("d.js", "f(4);\n")], &["d.js"]),
        (&[("e.js", "f(5);\n")], &["e.js"]),
        // Next to the match, binary.
        (
            &[("a.js", "f(1); // one\n"), ("c.js", "y;\n")],
            &["a.js", "c.js"],
        ),
        (&[("a.js", "f(1);\0")], &["a.js"]),
    ];
    for (change, expected) in changes {
        let dir = tree(&FILES);
        let token = preview(&options(dir.path(), "g($A)"));
        for (name, text) in change {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let error = stale(&options(dir.path(), "g($A)"), &token);
        assert_eq!(named(&error, dir.path()), expected, "{error}");
        let since = if expected.len() == 1 {
            "the file has"
        } else {
            "2 files have"
        };
        let expected = format!("{since} changed since the preview; make a new preview");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn files_that_are_gone_since_the_preview_are_counted() {
    let dir = tree(&FILES);
    let token = preview(&options(dir.path(), "g($A)"));
    fs::remove_file(dir.path().join("b.js")).unwrap();
    let error = stale(&options(dir.path(), "g($A)"), &token);
    let expected = "1 file of the preview no longer exists in the scope";
    assert!(error.to_string().starts_with(expected), "{error}");
    fs::write(dir.path().join("a.js"), "f(0)").unwrap();
    let error = stale(&options(dir.path(), "g($A)"), &token);
    assert_eq!(named(&error, dir.path()), ["a.js"]);
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn a_preview_of_the_same_changes_by_other_options_is_valid() {
    let dir = tree(&FILES);
    let token = preview(&options(dir.path(), "g($A)"));
    let same = options(dir.path(), "g($A)").globs(["*.js"]).max_files(7);
    let outcome = ast_edit(&same.dry_run(false).preview(token), &CancelToken::new());
    assert!(outcome.unwrap().applied);
}

#[test]
fn a_preview_of_definitions_names_the_file_too() {
    let dir = tree(&[("a.py", "def f():\n    pass\n")]);
    let path = dir.path().join("a.py");
    let rename = |name: &str| {
        let action = DefinitionAction::Rename { name: name.into() };
        DefinitionEditOptions::new(&path, "f", action)
    };
    let token = edit_definition(&rename("g"), &CancelToken::new())
        .unwrap()
        .preview;
    let apply = |options: DefinitionEditOptions| {
        let options = options.dry_run(false).preview(&token);
        edit_definition(&options, &CancelToken::new()).unwrap_err()
    };
    let error = apply(rename("h"));
    assert!(
        error
            .to_string()
            .starts_with("the changes differ from the preview"),
        "{error}"
    );
    fs::write(&path, "def f():\n    return 1\n").unwrap();
    assert_eq!(named(&apply(rename("g")), dir.path()), ["a.py"]);
}

#[test]
fn every_rewrite_has_a_status() {
    let dir = tree(&[("a.js", "f(1);\ng(2);\nh(3);\n")]);
    let mut options = options(dir.path(), "f2($A)");
    options.rewrites.extend([
        Rewrite::new("k($A)", "x"),
        Rewrite::new("g($A)", "g($A)"),
        Rewrite::new("h($A)", "i($A)"),
        Rewrite::new("h(3)", "i(3)"),
    ]);
    let outcome = ast_edit(&options, &CancelToken::new()).unwrap();
    let found: Vec<_> = outcome.edits.iter().map(|edit| edit.status).collect();
    assert_eq!(found, [Applied, Unmatched, Unchanged, Applied, Unchanged]);
    assert!(outcome.edits.iter().all(|edit| edit.imports.is_empty()));
}

#[test]
fn messages_name_the_rewrite_by_its_index() {
    let dir = tree(&FILES);
    for (rewrite, offset) in [
        (Rewrite::new("f($A)", "g($B)"), Some(2)),
        (Rewrite::new(" ", "x"), None),
    ] {
        let mut options = options(dir.path(), "g($A)");
        options.rewrites.push(rewrite);
        let error = ast_edit(&options, &CancelToken::new()).unwrap_err();
        assert!(error.to_string().starts_with("`rewrites[1]`: "), "{error}");
        assert_eq!(error.offset(), offset);
    }
    let error = ast_edit(
        &AstEditOptions::new("f(", "x", dir.path()),
        &CancelToken::new(),
    );
    let error = error.unwrap_err();
    assert!(
        error.to_string().starts_with("`rewrites[0]`: cannot parse"),
        "{error}"
    );
    let error = ast_edit(&AstEditOptions::default(), &CancelToken::new()).unwrap_err();
    assert_eq!(error.to_string(), "there are no rewrites");
}
