//! A workspace that does not allow paths outside it neither reads nor changes anything there, even
//! through links.

use std::fs;
use std::os::unix::fs::symlink;

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, ErrorKind, GlobOptions, GrepOptions, Report,
    SkipReason, Workspace, WorkspaceOptions, ast_edit, ast_grep,
};
use ransack_testing::Tree;

const CODE: &str = "f(1);\n";

/// A directory outside, and a workspace with links to it, to a file in it, within the workspace, and
/// from there outside.
fn linked() -> (Tree, Tree) {
    let outside = Tree::of(&[("dir/a.js", CODE), ("b.js", CODE)]);
    let tree = Tree::of(&[("own/c.js", CODE)]);
    symlink(outside.path("dir"), tree.path("dir")).unwrap();
    symlink(outside.path("b.js"), tree.path("b.js")).unwrap();
    symlink("own", tree.path("inner")).unwrap();
    symlink("../dir", tree.path("own/through")).unwrap();
    (outside, tree)
}

fn open(tree: &Tree, allow_outside: bool) -> Workspace {
    let mut options = WorkspaceOptions::default();
    options.allow_outside = allow_outside;
    Workspace::open(tree.root(), &options).unwrap()
}

/// Paths of the skipped links.
fn outside_links(report: &Report) -> Vec<String> {
    let links = report.skipped.iter();
    let links = links.filter(|skipped| skipped.reason == SkipReason::Outside);
    links
        .flat_map(|skipped| &skipped.first)
        .map(|at| at.path.to_string())
        .collect()
}

#[test]
fn links_out_of_the_workspace_are_skipped_and_reported() {
    let (_outside, tree) = linked();
    let token = CancelToken::new();
    let links = ["b.js", "dir", "inner/through", "own/through"];
    let workspace = open(&tree, false);

    let mut grep = GrepOptions::new("f", ".");
    grep.scope.follow_symlinks = true;
    let found = ransack::grep(&grep.clone().workspace(&workspace), &token).unwrap();
    let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
    assert_eq!(paths, ["inner/c.js", "own/c.js"]);
    assert_eq!(outside_links(&found.report), links);
    assert!(found.report.complete);

    let mut glob = GlobOptions::new("**", ".");
    glob.scope.follow_symlinks = true;
    let found = ransack::glob(&glob.clone().workspace(&workspace), &token).unwrap();
    assert_eq!(found.items.len(), 4, "{:?}", found.items);
    assert_eq!(outside_links(&found.report), links);

    let mut ast = AstGrepOptions::new("f($A)", &workspace);
    ast.scope.follow_symlinks = true;
    let found = ast_grep(&ast, &token).unwrap();
    assert_eq!(found.items.len(), 2);
    assert_eq!(outside_links(&found.report), links);

    let open = open(&tree, true);
    assert_eq!(
        ransack::grep(&grep.clone().workspace(&open), &token)
            .unwrap()
            .items
            .len(),
        6
    );
    assert_eq!(
        outside_links(
            &ransack::glob(&glob.clone().workspace(&open), &token)
                .unwrap()
                .report
        ),
        [""; 0]
    );
}

#[test]
fn edits_change_nothing_outside_the_workspace() {
    let (outside, tree) = linked();
    let token = CancelToken::new();
    let workspace = open(&tree, false);
    let mut edit = AstEditOptions::new("f($A)", "g($A)", ".");
    edit.scope.follow_symlinks = true;
    edit.dry_run = false;
    let outcome = ast_edit(&edit.clone().workspace(&workspace), &token).unwrap();
    assert!(outcome.applied);
    assert!(outside_links(&outcome.report).contains(&"b.js".to_owned()));
    assert_eq!(
        fs::read_to_string(tree.path("own/c.js")).unwrap(),
        "g(1);\n"
    );
    for path in ["dir/a.js", "b.js"] {
        assert_eq!(fs::read_to_string(outside.path(path)).unwrap(), CODE);
    }
    // A link named by the call.
    edit.scope.roots = vec!["b.js".into()];
    let error = ast_edit(&edit.clone().workspace(&workspace), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
    assert_eq!(fs::read_to_string(outside.path("b.js")).unwrap(), CODE);
}
