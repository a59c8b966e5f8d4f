//! Workspaces compared with the same calls without a workspace, after random changes.

use proptest::prelude::*;
use ransack::RefreshMode;
use ransack_testing::Tree;
use ransack_testing::compare::{FILES, MODES, compare, open};
use ransack_testing::tier;
use ransack_testing::tree_change::TreeChange;

fn change() -> impl Strategy<Value = (TreeChange, String, String)> {
    (TreeChange::any(), TreeChange::place(), TreeChange::place())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(24), ..ProptestConfig::default() })]

    /// Compared after each few changes, in every mode.
    #[test]
    fn random_changes(steps in proptest::collection::vec(
        (proptest::collection::vec(change(), 1..4), 0..4_usize, any::<bool>()), 1..16,
    )) {
        let tree = Tree::of(&FILES);
        tree.make_repository(".");
        let workspaces = MODES.map(|mode| open(&tree, mode));
        for (changes, place, refreshes) in &steps {
            for (change, one, other) in changes {
                change.make(&tree, one, other);
                if *refreshes {
                    for workspace in &workspaces {
                        workspace.refresh().unwrap();
                    }
                }
            }
            for (workspace, mode) in workspaces.iter().zip(MODES) {
                if mode == RefreshMode::Manual {
                    workspace.invalidate(None);
                }
                let below = [".", "a", "ignored", "a/b"][*place];
                compare(workspace, tree.root(), &[".", below]);
            }
        }
    }
}
