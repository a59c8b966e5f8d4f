//! Compares calls through a workspace with the same calls without one.

use std::path::Path;

use ransack::{AstGrepOptions, CancelToken, PathsFrom, Workspace, ast_grep};

pub use ransack_testing_search::compare::*;

/// Compares syntax-tree searches through the workspace and without it.
pub fn compare_syntax(workspace: &Workspace, root: &Path, roots: &[&str]) {
    let token = CancelToken::new();
    for &place in roots {
        for gitignore in [true, false] {
            let mut here = AstGrepOptions::new("x", place);
            here.language = Some("rust".into());
            here.scope.gitignore = gitignore;
            // Without a workspace, paths are not relative to it.
            here.scope.paths_from = Some(PathsFrom::Absolute);
            let mut there = here.clone();
            there.scope.roots = vec![root.join(place)];
            let pair = (
                ast_grep(&here.clone().workspace(workspace), &token),
                ast_grep(&there, &token),
            );
            assert_same(pair, &format!("syntax in {place:?}"), false);
        }
    }
}
