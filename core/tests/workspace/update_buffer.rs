//! Changes to the text of open buffers.

use ransack::{
    BufferChange, CancelToken, Error, ErrorKind, GrepOptions, Workspace, WorkspaceOptions, grep,
};
use ransack_testing::Tree;

fn open(tree: &Tree) -> Workspace {
    Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap()
}

/// Lines of the file `a.txt` as the workspace sees it.
fn lines(workspace: &Workspace) -> Vec<String> {
    let options = GrepOptions::new("^", "a.txt").workspace(workspace);
    let found = grep(&options, &CancelToken::new()).unwrap().items;
    let line = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    found.iter().map(|found| line(&found.line)).collect()
}

fn typed(at: (u32, u32), text: &str) -> [BufferChange; 1] {
    [BufferChange::replace(at..at, text)]
}

#[test]
fn later_calls_see_the_changes() {
    let tree = Tree::of(&[("a.txt", "on disk\n")]);
    let workspace = open(&tree);
    workspace.set_buffer("a.txt", "é😀\nb\n").unwrap();
    workspace
        .update_buffer("a.txt", &typed((0, 3), "c"), 7)
        .unwrap();
    assert_eq!(lines(&workspace), ["é😀c", "b"]);
    let several = [
        BufferChange::replace((0, 0)..(1, 0), ""),
        BufferChange::replace((0, 1)..(0, 1), "!\n?"),
        BufferChange::replace((1, 1)..(1, 1), "."),
    ];
    workspace.update_buffer("a.txt", &several, 8).unwrap();
    assert_eq!(lines(&workspace), ["b!", "?."]);
    let whole = [BufferChange::whole("new\n")];
    workspace.update_buffer("a.txt", &whole, 20).unwrap();
    assert_eq!(lines(&workspace), ["new"]);
    workspace.clear_buffer(None).unwrap();
    assert_eq!(lines(&workspace), ["on disk"]);
}

#[test]
fn a_buffer_is_updated_by_each_of_its_paths() {
    let tree = Tree::of(&[("a.txt", "on disk\n"), ("sub/b.txt", "")]);
    let workspace = open(&tree);
    workspace.set_buffer("a.txt", "").unwrap();
    let paths = [
        tree.root().join("a.txt"),
        "a.txt".into(),
        "sub/../a.txt".into(),
    ];
    for (version, path) in (1..).zip(paths) {
        let changes = typed((0, 0), "x");
        workspace.update_buffer(path, &changes, version).unwrap();
    }
    assert_eq!(lines(&workspace), ["xxx"]);
}

#[test]
fn a_call_in_flight_keeps_the_text_of_its_beginning() {
    let tree = Tree::of(&[("a.txt", "on disk\n")]);
    let workspace = open(&tree);
    workspace.set_buffer("a.txt", "one").unwrap();
    let call = workspace.admit();
    workspace
        .update_buffer("a.txt", &typed((0, 0), "not "), 1)
        .unwrap();
    assert_eq!(lines(&call), ["one"]);
    assert_eq!(lines(&workspace), ["not one"]);
}

/// Returns the error of an update, which must not change the text or the version.
fn refused(workspace: &Workspace, changes: &[BufferChange], version: i32) -> Error {
    let before = lines(workspace);
    let error = workspace.update_buffer("a.txt", changes, version);
    assert_eq!(lines(workspace), before);
    error.unwrap_err()
}

#[test]
fn versions_must_increase() {
    let tree = Tree::of(&[("a.txt", "")]);
    let workspace = open(&tree);
    workspace.set_buffer("a.txt", "a").unwrap();
    workspace.update_buffer("a.txt", &[], 3).unwrap();
    for version in [3, 2, -1] {
        let error = refused(&workspace, &typed((0, 0), "x"), version);
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert_eq!(error.path(), Some(&*tree.root().join("a.txt")));
        let expected = format!("version {version} is not newer than version 3 of the buffer");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    // A refused change does not take its version.
    let missing = typed((1, 0), "x");
    let error = refused(&workspace, &missing, 4);
    assert!(
        error.to_string().contains("line 1 does not exist"),
        "{error}"
    );
    workspace
        .update_buffer("a.txt", &typed((0, 1), "b"), 4)
        .unwrap();
    workspace.set_buffer("a.txt", "c").unwrap();
    workspace
        .update_buffer("a.txt", &typed((0, 1), "d"), -5)
        .unwrap();
    assert_eq!(lines(&workspace), ["cd"]);
}

#[test]
fn a_change_that_does_not_fit_changes_nothing() {
    let tree = Tree::of(&[("a.txt", "")]);
    let workspace = open(&tree);
    workspace.set_buffer("a.txt", "a😀\nb").unwrap();
    for (range, message) in [
        ((0, 7)..(0, 7), "position 0:7 is inside a surrogate pair"),
        ((0, 0)..(2, 0), "line 2 does not exist"),
        (
            (1, 1)..(1, 0),
            "the range ends at 1:0, before its start at 1:1",
        ),
    ] {
        let [first] = typed((0, 0), "first");
        let changes = [first, BufferChange::replace(range, "x")];
        let error = refused(&workspace, &changes, 1);
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        let message = format!("change 1: {message}");
        assert!(error.to_string().contains(&message), "{error}");
    }
}

#[test]
fn only_an_open_buffer_takes_changes() {
    let tree = Tree::of(&[("a.txt", "on disk\n")]);
    let workspace = open(&tree);
    let update = |path: &str| workspace.update_buffer(path, &[], 1).unwrap_err();
    for path in ["a.txt", "none.txt", "../out.txt"] {
        let error = update(path);
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(
            error.to_string().contains("no buffer is open at this path"),
            "{error}"
        );
    }
    workspace.set_buffer("a.txt", "").unwrap();
    workspace.clear_buffer(None).unwrap();
    assert_eq!(update("a.txt").kind(), ErrorKind::InvalidOption);
    workspace.close();
    assert_eq!(update("a.txt").kind(), ErrorKind::Closed);
}
