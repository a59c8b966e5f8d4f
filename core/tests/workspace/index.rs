//! Content index of a workspace: the same results as without an index, after random changes of
//! every kind.

use std::sync::atomic::{AtomicBool, Ordering};

use ransack::{
    CancelToken, GrepMatch, GrepOptions, IndexMode, IndexUse, Outcome, RefreshMode, Workspace,
    WorkspaceOptions, grep,
};
use ransack_testing::changes::{change, fill, plain, query, ready};
use ransack_testing::tier;
use ransack_testing::{Dice, Tree};

fn open(tree: &Tree, refresh: RefreshMode) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(IndexMode::Memory);
    Workspace::open(tree.root(), &options).unwrap()
}

/// Compares a search through a workspace with the same search without a workspace. Returns the use
/// of the index.
fn compare(workspace: &Workspace, options: &GrepOptions) -> IndexUse {
    let token = CancelToken::new();
    let found = grep(&options.clone().workspace(workspace), &token).unwrap();
    let index = found.report.index;
    let mut direct = options.clone();
    direct.scope.roots = vec![workspace.root().to_owned()];
    let expected = grep(&direct, &token).unwrap();
    let lines = |outcome: &Outcome<GrepMatch>| -> Vec<String> {
        let items = outcome.items.iter();
        items
            .map(|item| format!("{}:{}", item.path, item.line_number))
            .collect()
    };
    assert_eq!(lines(&found), lines(&expected), "{options:?}");
    assert_eq!(found.items, expected.items, "{options:?}");
    assert_eq!(plain(found.report), plain(expected.report), "{options:?}");
    index
}

/// Compares searches after each change.
fn random_changes(refresh: RefreshMode, rounds: u32) {
    let rounds = tier::cases(rounds) as usize;
    let mut dice = Dice::new(refresh as u64 + 7);
    let tree = Tree::new();
    tree.make_repository(".");
    fill(&tree, &mut dice);
    if refresh != RefreshMode::Watch {
        // Timestamps are reliable only for settled files.
        tree.settle();
    }
    let workspace = open(&tree, refresh);
    ready(&workspace);
    let mut excluded = 0;
    for round in 0..rounds {
        for _ in 0..dice.below(3) {
            change(&tree, &mut dice);
        }
        if refresh == RefreshMode::Manual {
            workspace.invalidate(None);
            workspace.refresh().unwrap();
        }
        if round % 50 == 0 {
            ready(&workspace);
        }
        if round % 400 == 399 {
            fill(&tree, &mut dice);
            if refresh == RefreshMode::Manual {
                workspace.refresh().unwrap();
            }
        }
        let index = compare(&workspace, &query(&mut dice));
        excluded += usize::from(index.used && index.candidates > index.always_scanned);
    }
    assert!(excluded > rounds / 10, "{excluded} of {rounds}");
}

#[test]
fn results_are_those_without_an_index_while_watched() {
    random_changes(RefreshMode::Watch, 3000);
}

#[test]
fn results_are_those_without_an_index_by_metadata() {
    random_changes(RefreshMode::Stat, 2000);
}

#[test]
fn results_are_those_without_an_index_by_hand() {
    random_changes(RefreshMode::Manual, 1000);
}

#[test]
fn syntax_searches_have_the_results_without_an_index() {
    use ransack::{AstGrepOptions, AstQuery, ast_grep};
    use ransack_testing::changes::source;
    let mut dice = Dice::new(11);
    let tree = Tree::new();
    let names: Vec<String> = (0..160)
        .map(|n| format!("d{}/f{n}.{}", n % 5, ["c", "py", "rs", "md", "txt"][n % 5]))
        .collect();
    for name in &names {
        tree.write(name, source(&mut dice, name));
    }
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    let token = CancelToken::new();
    let mut excluded = 0;
    for round in 0..tier::cases(400) {
        let name = &names[dice.below(names.len())];
        tree.write(name, source(&mut dice, name));
        if round % 40 == 0 {
            ready(&workspace);
        }
        // The last two are invalid in some of the languages, or in all.
        let pattern = [
            "kfree($A)",
            "spin_lock($A)",
            "$F(a)",
            "absent($A)",
            "def f(): $$$",
            "((",
        ][dice.below(6)];
        let mut options = AstGrepOptions::new(pattern, ".");
        options.query = AstQuery::new(pattern);
        options.language = [None, None, Some("c"), Some("python")][dice.below(4)].map(String::from);
        if dice.below(4) == 0 {
            options.scope.globs = vec![["*.c", "*.py", "*.txt", "d1/**"][dice.below(4)].to_owned()];
        }
        let mut direct = options.clone();
        direct.scope.roots = vec![tree.root().to_owned()];
        let expected = ast_grep(&direct, &token).map_err(|error| error.to_string());
        let found = ast_grep(&options.clone().workspace(&workspace), &token)
            .map_err(|error| error.to_string());
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                let index = found.report.index;
                excluded += usize::from(index.used && index.candidates < index.always_scanned + 20);
                assert_eq!(found.items, expected.items, "{options:?}");
                assert_eq!(plain(found.report), plain(expected.report), "{options:?}");
            }
            (found, expected) => {
                let failed = |outcome: Result<Outcome<_>, String>| outcome.err();
                assert_eq!(failed(found), failed(expected), "{options:?}");
            }
        }
    }
    assert!(excluded > tier::cases(40) as usize, "{excluded}");
}

#[test]
fn readers_see_no_wrong_result_while_files_change() {
    let mut dice = Dice::new(3);
    let tree = Tree::new();
    fill(&tree, &mut dice);
    tree.write("fixed/one", "unmistakable_word\n");
    let workspace = open(&tree, RefreshMode::Watch);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let options = GrepOptions::new("unmistakable_word", &workspace);
                while !is_done.load(Ordering::Relaxed) {
                    let found = grep(&options, &CancelToken::new()).unwrap();
                    assert_eq!(found.items.len(), 1);
                }
            });
        }
        for round in 0..tier::cases(600) {
            change(&tree, &mut dice);
            if round % 100 == 0 {
                ready(&workspace);
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
    for _ in 0..50 {
        compare(&workspace, &query(&mut dice));
    }
}

#[test]
fn selective_searches_read_few_files() {
    let tree = Tree::new();
    for n in 0..200 {
        tree.write(
            &format!("d{}/f{n}", n % 10),
            format!("int word_{n} = {n};\n"),
        );
    }
    tree.write("image", "\0\0");
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    let found = |pattern: &str| {
        let options = GrepOptions::new(pattern, &workspace);
        let found = grep(&options, &CancelToken::new()).unwrap();
        let index = found.report.index;
        assert_eq!(found.report.files_searched, 200, "{pattern}");
        (
            found.items.len(),
            index.used,
            index.candidates,
            index.always_scanned,
        )
    };
    assert_eq!(found(r"word_17\b"), (1, true, 2, 1));
    assert_eq!(found("absent_word"), (0, true, 1, 1));
    tree.write("d7/f17", "absent_word\n");
    assert_eq!(found("absent_word"), (1, true, 2, 2));
    assert_eq!(found("."), (200, false, 0, 0));
}

#[test]
fn files_that_the_index_excludes_are_below_the_given_paths() {
    use ransack::{AstGrepOptions, ast_grep};
    let tree = Tree::of(&[("a/b.c", "int unrelated;\n")]);
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    let token = CancelToken::new();
    let mut options = AstGrepOptions::new("kfree($A)", tree.root());
    options.language = Some("python".into());
    let expected = ast_grep(&options, &token).unwrap().report.hints;
    options.scope.roots = vec![".".into()];
    let found = ast_grep(&options.workspace(&workspace), &token).unwrap();
    assert_eq!(found.report.hints, expected);
}

#[test]
fn a_second_name_is_known_once_its_directory_is_no_longer_ignored() {
    let tree = Tree::of(&[
        ("a/.gitignore", "b\n"),
        ("a/b/.keep", ""),
        ("c/f", "unrelated\n"),
    ]);
    tree.make_repository(".");
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    std::fs::hard_link(tree.path("c/f"), tree.path("a/b/f")).unwrap();
    tree.settle();
    std::fs::remove_file(tree.path("a/.gitignore")).unwrap();
    ready(&workspace);
    tree.write("a/b/f", "alphabet\n");
    compare(&workspace, &GrepOptions::new("alphabet", "."));
}
