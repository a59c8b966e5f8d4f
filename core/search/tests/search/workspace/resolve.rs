//! A workspace resolves a path as a call does, within the same bounds.

use std::path::{Path, PathBuf};

use ransack::{
    CancelToken, ErrorKind, GrepOptions, RefreshMode, Workspace, WorkspaceOptions, grep,
};
use ransack_testing::Tree;

fn open(tree: &Tree, allow_outside: bool) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(RefreshMode::Walk)
        .allow_outside(allow_outside);
    Workspace::open(tree.path("top"), &options).unwrap()
}

fn tree() -> Tree {
    Tree::of(&[
        ("top/a.txt", "x\n"),
        ("top/sub/ä.txt", "x\n"),
        ("outside/secret.txt", "x\n"),
    ])
}

#[test]
fn paths_within_the_workspace() {
    let tree = tree();
    let workspace = open(&tree, false);
    let top = tree.path("top").canonicalize().unwrap();
    let absolute = tree.path("top/sub/ä.txt");
    for (given, expected) in [
        ("a.txt", "a.txt"),
        ("sub/ä.txt", "sub/ä.txt"),
        ("./sub//../a.txt", "a.txt"),
        ("sub/", "sub"),
        ("new.txt", "new.txt"),
        ("new/deep/ö.txt", "new/deep/ö.txt"),
        (absolute.to_str().unwrap(), "sub/ä.txt"),
    ] {
        let resolved = workspace.resolve(given).unwrap();
        assert_eq!(resolved, top.join(expected), "{given}");
    }
    assert_eq!(workspace.resolve(".").unwrap(), top);
    assert_eq!(workspace.resolve(Path::new("sub/..")).unwrap(), top);
}

#[test]
fn paths_outside_are_refused_as_in_a_call() {
    let tree = tree();
    let workspace = open(&tree, false);
    let outside = tree.path("outside/secret.txt");
    for given in ["..", "../outside/secret.txt", "../none", "none/../../x"] {
        let error = workspace.resolve(given).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{given}");
        let mut options = GrepOptions::new("x", &workspace);
        options.scope.roots = vec![PathBuf::from(given)];
        let of_call = grep(&options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.to_string(), of_call.to_string(), "{given}");
    }
    let error = workspace.resolve(&outside).unwrap_err();
    assert_eq!(error.path(), Some(outside.as_path()));

    let open = open(&tree, true);
    let expected = outside.canonicalize().unwrap();
    assert_eq!(open.resolve("../outside/secret.txt").unwrap(), expected);
    assert_eq!(open.resolve(&outside).unwrap(), expected);
}

#[test]
#[cfg(unix)]
fn links_are_resolved() {
    use std::os::unix::fs::symlink;
    let tree = tree();
    symlink("sub", tree.path("top/inside")).unwrap();
    symlink("../outside", tree.path("top/leak")).unwrap();
    symlink("../outside/new", tree.path("top/broken")).unwrap();
    symlink("top", tree.path("alias")).unwrap();
    let workspace = open(&tree, false);
    let top = tree.path("top").canonicalize().unwrap();
    let resolved = |path| workspace.resolve(path);
    assert_eq!(resolved("inside/ä.txt").unwrap(), top.join("sub/ä.txt"));
    assert_eq!(resolved("inside/new").unwrap(), top.join("sub/new"));
    // The target outside exists, or would be created by a write.
    for given in [
        "leak",
        "leak/secret.txt",
        "leak/new.txt",
        "broken",
        "leak/../x",
    ] {
        let error = resolved(given).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{given}");
    }
    let error = resolved("none/../a.txt").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let options = WorkspaceOptions::default();
    let by_link = Workspace::open(tree.path("alias"), &options).unwrap();
    assert_eq!(by_link.resolve("a.txt").unwrap(), top.join("a.txt"));
    assert_eq!(by_link.resolve("new").unwrap(), top.join("new"));
}

#[test]
fn faults() {
    let tree = tree();
    let workspace = open(&tree, false);
    let kind = |path: &str| workspace.resolve(path).unwrap_err().kind();
    assert_eq!(kind(""), ErrorKind::InvalidOption);
    assert_eq!(kind("a\0b"), ErrorKind::InvalidOption);
    assert_eq!(kind("a.txt/b"), ErrorKind::NotFound);
    workspace.close();
    assert_eq!(kind("a.txt"), ErrorKind::Closed);
}
