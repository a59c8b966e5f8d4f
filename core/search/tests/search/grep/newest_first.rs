//! Content search in order of the newest file, compared with sorted results in path order.

use std::fs;
use std::time::{Duration, SystemTime};

use ransack::{
    GrepMatch, GrepMode, GrepOptions, Pool, StoppedBy, Workspace, WorkspaceOptions, grep,
};
use ransack_testing::{Dice, Tree, run};

/// Sets the modification time of a file.
fn touch(tree: &Tree, path: &str, time: SystemTime) {
    let file = fs::File::options().write(true).open(tree.path(path));
    file.unwrap().set_modified(time).unwrap();
}

/// Creates a tree in which several files have the same time, and some times differ by a nanosecond.
fn tree() -> Tree {
    let mut dice = Dice::new(11);
    let tree = Tree::new();
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_500_000_000);
    for n in 0..200 {
        let path = format!("{}/{n}", ["a", "b/c", "b", "é"][dice.below(4)]);
        let lines = dice.below(5);
        tree.write(&path, "hit\nother\nhit 2\n".repeat(lines));
        let age = Duration::from_secs(dice.below(20) as u64 * 1000);
        touch(
            &tree,
            &path,
            start - age - Duration::from_nanos(dice.below(2) as u64),
        );
    }
    tree
}

/// Root, path and position of each result.
fn places(items: &[GrepMatch]) -> Vec<(u32, String, u64)> {
    let place = |m: &GrepMatch| (m.root, m.path.to_string(), m.line_number);
    items.iter().map(place).collect()
}

/// Returns the places of all results, sorted here rather than by the search.
fn expected(tree: &Tree, options: &GrepOptions) -> Vec<(u32, String, u64)> {
    let outcome = run(&options.clone().sort_by_mtime(false));
    let mut all = places(&outcome.items);
    all.sort_by_cached_key(|(root, path, _)| {
        let full = options.scope.roots[*root as usize].join(path);
        let modified = fs::metadata(tree.root().join(full)).and_then(|m| m.modified());
        std::cmp::Reverse(modified.unwrap())
    });
    all
}

#[test]
fn results_of_the_newest_file_come_first_in_every_mode() {
    let tree = tree();
    for mode in [
        GrepMode::Content,
        GrepMode::Count,
        GrepMode::FilesWithMatches,
    ] {
        for threads in [1, 4] {
            let options = GrepOptions::new("hit", tree.path("b")).mode(mode);
            let mut options = options.pool(Pool::new(threads)).sort_by_mtime(true);
            options.scope.roots.push(tree.path("a"));
            let expected = expected(&tree, &options);
            let outcome = run(&options);
            assert_eq!(places(&outcome.items), expected);
            assert!(outcome.report.complete && outcome.report.total_is_exact);
        }
    }
}

#[test]
fn offset_and_limit_cut_the_order_and_all_results_are_counted() {
    let tree = tree();
    let mut options = GrepOptions::new("hit", tree.root()).sort_by_mtime(true);
    let all = expected(&tree, &options);
    options.select.limit = Some(7);
    let mut found = Vec::new();
    loop {
        let outcome = run(&options);
        assert_eq!(outcome.report.total_matches, all.len() as u64);
        assert!(outcome.report.total_is_exact);
        found.extend(places(&outcome.items));
        let Some(next) = outcome.report.next_offset else {
            assert!(outcome.report.complete);
            break;
        };
        assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Limit));
        assert_eq!(next, found.len() as u64);
        options.select.offset = next;
    }
    assert_eq!(found, all);
}

#[test]
fn results_of_a_file_searched_in_parts_stay_together() {
    let tree = Tree::new();
    tree.write("new", "needle\n");
    for name in ["big 1", "big 2"] {
        let lines: String = (0..12_000).map(|n| format!("{n} needle\n")).collect();
        tree.write(name, lines);
        touch(&tree, name, SystemTime::UNIX_EPOCH);
    }
    let options = GrepOptions::new("needle", tree.root()).sort_by_mtime(true);
    assert_eq!(places(&run(&options).items), expected(&tree, &options));
}

#[test]
fn the_last_result_under_a_limit_has_its_context() {
    let tree = Tree::of(&[("old", "hit\n"), ("new", "hit 1\nhit 2\nhit 3\n")]);
    touch(&tree, "old", SystemTime::UNIX_EPOCH);
    let options = GrepOptions::new("hit", tree.root()).sort_by_mtime(true);
    let outcome = run(&options.limit(2).context_after(1));
    let context: Vec<Vec<u64>> = (outcome.items.iter())
        .map(|m| {
            m.context_after
                .iter()
                .map(|line| line.line_number)
                .collect()
        })
        .collect();
    assert_eq!(context, [vec![], vec![3]]);
}

#[test]
fn a_workspace_sees_the_times_of_now() {
    let tree = Tree::of(&[("a", "hit\n"), ("b", "hit\n"), ("c", "hit\n")]);
    let options = GrepOptions::new("hit", ".").sort_by_mtime(true);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let options = options.workspace(&workspace);
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_500_000_000);
    for newest in ["b", "c", "a"] {
        for name in ["a", "b", "c"] {
            let time = start + Duration::from_secs(u64::from(name == newest));
            touch(&tree, name, time);
        }
        let outcome = grep(&options, &ransack::CancelToken::new()).unwrap();
        assert_eq!(outcome.items[0].path, newest);
        assert_eq!(outcome.items.len(), 3);
    }
}
