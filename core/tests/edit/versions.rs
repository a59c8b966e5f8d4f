//! Edits of files that must have the content ids of an earlier read.

use std::fs;
use std::path::PathBuf;

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, ContentId, DefinitionAction, DefinitionEdit,
    DefinitionEditOptions, DefinitionPart, Error, ErrorKind, GrepOptions, OutlineFilesOptions,
    Workspace, WorkspaceOptions, ast_edit, ast_grep, edit_definition, grep, outline_file,
};
use ransack_testing::Tree;

const SOURCE: &str = "def größe():\n    return 1\n";

fn replace(path: impl Into<PathBuf>, version: Option<ContentId>) -> DefinitionEdit {
    let action = DefinitionAction::Replace {
        part: DefinitionPart::Body,
        text: "return 2".to_owned(),
    };
    DefinitionEdit::new(path, "größe", action).if_version(version)
}

fn edit(edits: Vec<DefinitionEdit>) -> Result<bool, Error> {
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    Ok(edit_definition(&options, &CancelToken::new())?.applied)
}

fn is_stale(error: &Error, path: &std::path::Path) {
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    assert_eq!(error.path(), Some(path), "{error}");
    assert_eq!(error.paths(), [path], "{error}");
}

#[test]
fn a_definition_is_edited_only_in_the_text_that_was_read() {
    let tree = Tree::of(&[("a.py", SOURCE), ("b.py", SOURCE)]);
    let (path, other) = (tree.path("a.py"), tree.path("b.py"));
    let file = OutlineFilesOptions::new(&path);
    let read = || {
        let outcome = outline_file(&file, &CancelToken::new()).unwrap();
        outcome.items[0].version
    };
    let version = read();
    assert!(edit(vec![replace(&path, Some(version))]).unwrap());
    // The edit changed the file, and all files stay as they are if one is stale.
    let error = edit(vec![replace(&other, None), replace(&path, Some(version))]).unwrap_err();
    is_stale(&error, &path);
    assert!(error.to_string().contains(&read().to_string()), "{error}");
    assert_eq!(fs::read_to_string(&other).unwrap(), SOURCE);
    // Two edits of a file cannot expect two texts.
    let versions = [Some(read()), Some(version)];
    let edits = versions.map(|version| replace(&path, version));
    is_stale(&edit(edits.to_vec()).unwrap_err(), &path);
    assert!(edit(vec![replace(&path, Some(read()))]).is_ok());
}

#[test]
fn matches_of_searches_have_the_ids_that_edits_expect() {
    let tree = Tree::of(&[("a.js", "f(1);\nf(2);\n"), ("b.js", "f(3);\n")]);
    let token = CancelToken::new();
    let options = AstGrepOptions::new("f($A)", tree.root());
    assert_eq!(ast_grep(&options, &token).unwrap().items[0].version, None);
    let found = ast_grep(&options.versions(true), &token).unwrap().items;
    let lines = GrepOptions::new("f", tree.root()).versions(true);
    let lines = grep(&lines, &token).unwrap().items;
    assert_eq!(found.len(), 3);
    for (code, line) in found.iter().zip(&lines) {
        let bytes = fs::read(tree.root().join(&code.path)).unwrap();
        assert_eq!(code.version, Some(ContentId::of(&bytes)));
        assert_eq!(line.version, code.version);
    }
    let versions = found.iter().map(|found| {
        let path = tree.root().join(&found.path);
        (path, found.version.unwrap())
    });
    let mut options = AstEditOptions::new("f($A)", "g($A)", tree.root());
    options.if_versions = versions.collect();
    options.dry_run = false;
    tree.write("b.js", "f(4);\n");
    let error = ast_edit(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    tree.write("b.js", "f(3);\n");
    assert_eq!(ast_edit(&options, &token).unwrap().changes.len(), 3);
}

#[test]
fn a_dry_run_compares_the_text_of_a_buffer() {
    let tree = Tree::of(&[("a.py", SOURCE)]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let dry = |version| {
        let options = DefinitionEditOptions::default()
            .edits([replace("a.py", Some(version))])
            .workspace(&workspace);
        edit_definition(&options, &CancelToken::new())
    };
    let on_disk = ContentId::of(SOURCE.as_bytes());
    assert_eq!(dry(on_disk).unwrap().changes.len(), 1);
    workspace.set_buffer("a.py", format!("\n{SOURCE}")).unwrap();
    let error = dry(on_disk).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    is_stale(&error, &tree.path("a.py"));
    // The message shows the path as the caller gave it.
    assert!(error.to_string().ends_with(": a.py"), "{error}");
    let buffered = ContentId::of(format!("\n{SOURCE}").as_bytes());
    assert_eq!(dry(buffered).unwrap().changes.len(), 1);
}

#[test]
fn a_decoded_file_has_the_id_of_its_bytes() {
    let bytes: Vec<u8> = format!("\u{feff}{SOURCE}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let tree = Tree::new();
    tree.write("a.py", &bytes);
    let path = tree.path("a.py");
    assert!(edit(vec![replace(&path, Some(ContentId::of(&bytes)))]).unwrap());
    let now = fs::read(&path).unwrap();
    assert_ne!(now, bytes);
    is_stale(
        &edit(vec![replace(&path, Some(ContentId::of(&bytes)))]).unwrap_err(),
        &path,
    );
}

#[test]
fn rewrites_compare_the_files_that_are_listed() {
    let tree = Tree::of(&[("a.py", "f(1)\n"), ("b.py", "f(1)\n"), ("c.py", "g()\n")]);
    let id = ContentId::of(b"f(1)\n");
    let run = |versions: &[(&str, ContentId)]| {
        let versions = versions.iter().map(|(path, id)| (tree.path(path), *id));
        let options = AstEditOptions::new("f($A)", "h($A)", tree.root())
            .dry_run(false)
            .if_versions(versions.collect::<Vec<_>>());
        ast_edit(&options, &CancelToken::new())
    };
    let untouched = || {
        for name in ["a.py", "b.py"] {
            assert_eq!(fs::read_to_string(tree.path(name)).unwrap(), "f(1)\n");
        }
    };
    let other = ContentId::of(b"");
    is_stale(
        &run(&[("a.py", id), ("b.py", other)]).unwrap_err(),
        &tree.path("b.py"),
    );
    untouched();
    // A listed file counts even if nothing in it changes, and if it is not in the scope.
    is_stale(&run(&[("c.py", other)]).unwrap_err(), &tree.path("c.py"));
    is_stale(
        &run(&[("absent.py", id)]).unwrap_err(),
        &tree.path("absent.py"),
    );
    untouched();
    let outcome = run(&[("a.py", id), ("c.py", ContentId::of(b"g()\n"))]).unwrap();
    assert!(outcome.applied && outcome.file_changes.len() == 2);
}

#[test]
fn rewrites_in_a_workspace_compare_relative_paths() {
    let tree = Tree::of(&[("sub/a.py", "f(1)\n")]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let run = |id| {
        let options = AstEditOptions::new("f($A)", "h($A)", "sub")
            .workspace(&workspace)
            .if_versions([("sub/a.py".into(), id)]);
        ast_edit(&options, &CancelToken::new())
    };
    assert_eq!(run(ContentId::of(b"f(1)\n")).unwrap().changes.len(), 1);
    let error = run(ContentId::of(b"f(2)\n")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    is_stale(&error, &tree.path("sub/a.py"));
    assert!(error.to_string().ends_with(": sub/a.py"), "{error}");
}

#[test]
fn a_preview_does_not_depend_on_the_content_ids() {
    let tree = Tree::of(&[("a.py", SOURCE)]);
    let path = tree.path("a.py");
    let id = ContentId::of(SOURCE.as_bytes());
    let preview = |version| {
        let options = DefinitionEditOptions::default().edits([replace(&path, version)]);
        edit_definition(&options, &CancelToken::new())
            .unwrap()
            .preview
    };
    assert_eq!(preview(None), preview(Some(id)));
}
