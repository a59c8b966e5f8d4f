//! `Workspace::changes` compared with the trees at the time of each call, after random changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ransack::{
    AbortReason, CancelToken, ChangeKind, Changes, ErrorKind, GlobOptions, RefreshMode, SkipReason,
    Workspace, glob,
};
use ransack_testing::changes::{change, fill};
use ransack_testing::compare::{MODES, open};
use ransack_testing::{Dice, Tree, tier};

/// Content of each file in scope; for a link, its target. `None` if it cannot be read.
type Contents = BTreeMap<String, Option<Vec<u8>>>;

fn contents(root: &Path) -> Contents {
    let options = GlobOptions::new("**", root).hidden(true);
    let found = glob(&options, &CancelToken::new()).unwrap();
    let entries = found.items.into_iter();
    entries
        .filter_map(|entry| {
            let path = root.join(&entry.path);
            let content = match fs::symlink_metadata(&path).unwrap() {
                metadata if metadata.is_dir() => return None,
                metadata if metadata.is_symlink() => {
                    let target = fs::read_link(&path).unwrap();
                    Some(target.into_os_string().into_encoded_bytes())
                }
                _ => fs::read(&path).ok(),
            };
            Some((entry.path.to_string(), content))
        })
        .collect()
}

fn changes(workspace: &Workspace, since: Option<&str>) -> Changes {
    workspace.changes(since, &CancelToken::new()).unwrap()
}

fn of_kind(changes: &Changes, kind: ChangeKind) -> Vec<String> {
    let of_kind = changes.files.iter().filter(|change| change.kind == kind);
    of_kind.map(|change| change.path.to_string()).collect()
}

/// Asserts that the changes lead from one state to the other.
fn assert_leads(changes: &Changes, before: &Contents, after: &Contents) {
    let new = after.keys().filter(|path| !before.contains_key(*path));
    let new: Vec<&String> = new.collect();
    assert_eq!(
        of_kind(changes, ChangeKind::Created)
            .iter()
            .collect::<Vec<_>>(),
        new
    );
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let gone: Vec<&String> = gone.collect();
    assert_eq!(
        of_kind(changes, ChangeKind::Deleted)
            .iter()
            .collect::<Vec<_>>(),
        gone
    );
    let modified = of_kind(changes, ChangeKind::Modified);
    for path in &modified {
        assert!(
            before.contains_key(path) && after.contains_key(path),
            "{path}"
        );
    }
    for (path, content) in after {
        let is_same = before.get(path).is_none_or(|before| before == content);
        assert!(is_same || modified.contains(path), "{path}");
    }
    assert!(changes.files.is_sorted_by(|a, b| a.path < b.path));
    assert_eq!(changes.report.total_matches, changes.files.len() as u64);
}

#[test]
fn random_changes() {
    for seed in 0..u64::from(tier::cases(12)) {
        let mut dice = Dice::new(seed);
        let tree = Tree::new();
        fill(&tree, &mut dice);
        let workspaces = MODES.map(|mode| open(&tree, mode));
        // Tokens of each workspace, with the state of the tree.
        let mut tokens: Vec<(Vec<String>, Contents)> = Vec::new();
        for _ in 0..8 {
            let now = contents(tree.root());
            let next = workspaces.iter().enumerate().map(|(at, workspace)| {
                for (tokens, before) in &tokens {
                    let changes = changes(workspace, Some(&tokens[at]));
                    assert!(changes.report.complete, "{:?}", changes.report);
                    assert_leads(&changes, before, &now);
                }
                let first = changes(workspace, None);
                assert!(first.files.is_empty());
                let again = changes(workspace, Some(&first.next));
                if now.values().all(Option::is_some) {
                    assert!(again.files.is_empty(), "{:?}", again.files);
                }
                again.next
            });
            tokens.push((next.collect(), now));
            for _ in 0..dice.below(6) {
                change(&tree, &mut dice);
            }
        }
    }
}

#[test]
fn ignore_rules_and_buffers_change_what_exists() {
    let tree = Tree::of(&[("a.log", "x\n"), ("b.txt", "x\n")]);
    let workspace = open(&tree, RefreshMode::Stat);
    let start = changes(&workspace, None).next;
    tree.write(".ignore", "*.log\n");
    workspace.set_buffer("b.txt", "unsaved\n").unwrap();
    workspace.set_buffer("c.txt", "new\n").unwrap();
    let ignored = changes(&workspace, Some(&start));
    assert_eq!(of_kind(&ignored, ChangeKind::Deleted), ["a.log"]);
    assert_eq!(of_kind(&ignored, ChangeKind::Modified), ["b.txt"]);
    assert_eq!(of_kind(&ignored, ChangeKind::Created), [".ignore", "c.txt"]);
    workspace.clear_buffer(None).unwrap();
    let cleared = changes(&workspace, Some(&ignored.next));
    assert_eq!(of_kind(&cleared, ChangeKind::Modified), ["b.txt"]);
    assert_eq!(of_kind(&cleared, ChangeKind::Deleted), ["c.txt"]);
}

#[test]
#[cfg(unix)]
fn files_below_an_unreadable_directory_are_not_deleted() {
    use std::os::unix::fs::PermissionsExt;
    ransack_testing::child::as_user(|| {
        let tree = Tree::of(&[("d/a.txt", "x\n"), ("d/b.txt", "x\n"), ("e.txt", "x\n")]);
        for mode in MODES {
            let workspace = open(&tree, mode);
            let start = changes(&workspace, None).next;
            fs::remove_file(tree.path("d/b.txt")).unwrap();
            fs::remove_file(tree.path("e.txt")).unwrap();
            let permit = |mode| {
                fs::set_permissions(tree.path("d"), fs::Permissions::from_mode(mode)).unwrap();
            };
            permit(0);
            let hidden = changes(&workspace, Some(&start));
            permit(0o755);
            assert_eq!(of_kind(&hidden, ChangeKind::Deleted), ["e.txt"], "{mode:?}");
            assert!(!hidden.report.complete);
            assert_eq!(hidden.report.skipped[0].reason, SkipReason::Unreadable);
            let shown = changes(&workspace, Some(&start));
            assert_eq!(of_kind(&shown, ChangeKind::Deleted), ["d/b.txt", "e.txt"]);
            assert_eq!(of_kind(&shown, ChangeKind::Modified), [""; 0]);
            tree.write("d/b.txt", "x\n");
            tree.write("e.txt", "x\n");
        }
    });
}

#[test]
fn tokens_belong_to_a_workspace_and_calls_can_be_cancelled() {
    let tree = Tree::of(&[("a.txt", "x\n")]);
    let workspace = open(&tree, RefreshMode::Stat);
    let start = changes(&workspace, None).next;
    let other = open(&tree, RefreshMode::Stat);
    let token = CancelToken::new();
    for foreign in ["", "x", changes(&other, None).next.as_str()] {
        let error = workspace.changes(Some(foreign), &token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
    }
    tree.write("b.txt", "x\n");
    token.cancel(AbortReason::User);
    let error = workspace.changes(Some(&start), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    // The failed call has not consumed the change.
    assert_eq!(changes(&workspace, Some(&start)).files.len(), 1);
    workspace.close();
    let error = workspace
        .changes(Some(&start), &CancelToken::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
}
