//! Default limits of searches in a workspace.

use std::path::Path;
use std::time::Duration;

use ransack::{
    CancelToken, ErrorKind, FuzzyFindOptions, GlobOptions, GrepOptions, OnTimeout, Preset,
    StoppedBy, Workspace, WorkspaceOptions, fuzzy_find, glob, grep,
};
use ransack_testing::Tree;

fn tree() -> Tree {
    let tree = Tree::new();
    for n in 0..120 {
        tree.write(&format!("f{n:03}.txt"), format!("needle{:600}\n", ""));
    }
    tree
}

fn open(root: &Path, options: &WorkspaceOptions) -> Workspace {
    Workspace::open(root, options).unwrap()
}

#[test]
fn the_preset_limits_searches() {
    let tree = tree();
    let workspace = open(
        tree.root(),
        &WorkspaceOptions::default().preset(Preset::Agent),
    );
    let token = CancelToken::new();
    let options = GrepOptions::new("needle", &workspace);
    let found = grep(&options, &token).unwrap();
    assert_eq!(found.items.len(), 100);
    assert_eq!(found.report.stopped_by, Some(StoppedBy::Limit));
    assert!(found.report.next.is_some());
    let clip = found.items[0].clip.unwrap();
    assert_eq!((found.items[0].line.len(), clip.line_len), (500, 606));
    // Values of the call.
    let options = options.limit(u64::MAX).max_columns(10);
    let found = grep(&options, &token).unwrap();
    assert_eq!((found.items.len(), found.items[0].line.len()), (120, 10));
    assert!(found.report.complete);
    let found = glob(&GlobOptions::new("*.txt", &workspace), &token).unwrap();
    assert_eq!(found.items.len(), 100);
    // A call's own default.
    let options = FuzzyFindOptions::new("txt", &workspace);
    assert_eq!(fuzzy_find(&options, &token).unwrap().items.len(), 100);
    let mut all = options;
    all.limit = None;
    assert_eq!(fuzzy_find(&all, &token).unwrap().items.len(), 100);
}

#[test]
fn values_of_the_workspace_replace_those_of_the_preset() {
    let tree = tree();
    let options = WorkspaceOptions::default()
        .preset(Preset::Agent)
        .default_limit(3)
        .default_max_columns(20);
    let workspace = open(tree.root(), &options);
    let found = grep(&GrepOptions::new("needle", &workspace), &CancelToken::new()).unwrap();
    assert_eq!((found.items.len(), found.items[0].line.len()), (3, 20));
    let plain = open(tree.root(), &WorkspaceOptions::default());
    let found = grep(&GrepOptions::new("needle", &plain), &CancelToken::new()).unwrap();
    assert_eq!((found.items.len(), found.items[0].line.len()), (120, 606));
}

#[test]
fn a_time_limit_returns_what_was_found_unless_the_token_has_one() {
    let tree = tree();
    let options = WorkspaceOptions::default().default_time_limit(Duration::ZERO);
    let workspace = open(tree.root(), &options);
    let options = GrepOptions::new("needle", &workspace);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(found.report.stopped_by, Some(StoppedBy::Timeout));
    assert!(!found.report.complete);
    let hour = CancelToken::with_timeout(Duration::from_secs(3600));
    for token in [hour.clone(), hour.child()] {
        assert_eq!(grep(&options, &token).unwrap().items.len(), 120);
    }
    let over = CancelToken::with_timeout(Duration::ZERO);
    let error = grep(&options, &over).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let partial = options.on_timeout(OnTimeout::Partial);
    assert!(!grep(&partial, &over).unwrap().report.complete);
}
