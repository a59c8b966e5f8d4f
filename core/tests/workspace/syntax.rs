//! Syntax-tree search in a workspace, after changes.

use ransack_testing::Tree;
use ransack_testing::compare::{FILES, MODES, compare_syntax, open};

#[test]
fn a_workspace_finds_the_code_that_a_walk_finds() {
    let changes: [fn(&Tree); 4] = [
        |tree| tree.write("a/new.rs", "fn x() { x }\n"),
        |tree| std::fs::rename(tree.root().join("a/b.rs"), tree.root().join("b.rs")).unwrap(),
        |tree| std::fs::remove_dir_all(tree.root().join("a")).unwrap(),
        |tree| tree.write(".ignore", "*.rs\n"),
    ];
    for mode in MODES {
        for change in changes {
            let tree = Tree::of(&FILES);
            let workspace = open(&tree, mode);
            compare_syntax(&workspace, tree.root(), &["."]);
            change(&tree);
            workspace.invalidate(None);
            compare_syntax(&workspace, tree.root(), &[".", "a", "ignored"]);
        }
    }
}
