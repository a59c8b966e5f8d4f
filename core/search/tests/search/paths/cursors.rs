//! Cursors: pages that continue where an earlier call ended.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use ransack::{
    CancelToken, ErrorKind, GlobOptions, GrepOptions, IndexMode, OnTimeout, Outcome, RefreshMode,
    Workspace, WorkspaceOptions, fuzzy_find, glob, grep, grep_stream,
};
use ransack_testing::Tree;

/// A place and a line.
type Found = (u32, String, u64);

fn found(outcome: &Outcome<ransack::GrepMatch>) -> Vec<Found> {
    let items = outcome.items.iter();
    items
        .map(|found| (found.root, found.path.to_string(), found.line_number))
        .collect()
}

/// Returns all results of a call in pages of `limit`, with the number of files searched.
fn pages(options: &GrepOptions, limit: u64) -> (Vec<Found>, u64) {
    let mut options = options.clone().limit(limit);
    let (mut all, mut files) = (Vec::new(), 0);
    loop {
        let outcome = grep(&options, &CancelToken::new()).unwrap();
        assert!(outcome.items.len() as u64 <= limit);
        all.append(&mut found(&outcome));
        files += outcome.report.files_searched;
        assert_eq!(
            outcome.report.next.is_some(),
            outcome.report.next_offset.is_some()
        );
        match outcome.report.next {
            Some(next) => options.scope.after = Some(next),
            None => return (all, files),
        }
    }
}

const NAMES: [&str; 9] = [
    "a", "a/b", "a.c", "a/é c", "b/%41", "b/x/y", "b-", "c", "d/e/f",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Pages make the whole, whatever their size, the tree, the roots and the source of the files.
    #[test]
    fn pages_by_cursor_make_the_whole(
        counts in prop::collection::vec(0_usize..9, NAMES.len()),
        limit in 1_u64..7,
        roots in prop::sample::subsequence(vec!["", "b", "d/e"], 1..=3),
    ) {
        let tree = Tree::new();
        for (at, (name, count)) in NAMES.iter().zip(&counts).enumerate() {
            // A name is a file, or a directory of files.
            tree.write(&format!("{at}{name}"), "x\n".repeat(*count));
            tree.write(&format!("b/n{at}"), "x\n".repeat(*count));
            tree.write(&format!("d/e/m{at}"), "x\n".repeat(*count));
        }
        let mut options = GrepOptions::new("x", ".");
        options.scope.roots = roots.iter().map(|root| tree.path(root)).collect();
        let whole = found(&grep(&options, &CancelToken::new()).unwrap());
        prop_assert_eq!(&pages(&options, limit).0, &whole);
        for index in [IndexMode::None, IndexMode::Memory] {
            let opening = WorkspaceOptions::default().index(index).refresh(RefreshMode::Stat);
            let workspace = Workspace::open(tree.root(), &opening).unwrap();
            let mut options = options.clone().workspace(&workspace);
            options.scope.roots = roots.iter().map(|root| match *root {
                "" => ".".into(),
                root => root.into(),
            }).collect();
            let whole = found(&grep(&options, &CancelToken::new()).unwrap());
            prop_assert_eq!(&pages(&options, limit).0, &whole);
        }
    }
}

#[test]
fn a_page_does_not_search_what_comes_before() {
    let tree = Tree::new();
    for at in 0..100 {
        tree.write(&format!("d{:02}/f", at), "x\n");
    }
    let options = GrepOptions::new("x", tree.root());
    let (all, files) = pages(&options, 10);
    assert_eq!(all.len(), 100);
    // Each page examines its files, at most a job's worth of later ones, and its first file again.
    let whole = grep(&options.clone().limit(10), &CancelToken::new()).unwrap();
    let next = whole.report.next.unwrap();
    let last = grep(&options.clone().after(next), &CancelToken::new()).unwrap();
    assert_eq!((last.items.len(), last.report.files_searched), (90, 91));
    assert!(files < 400, "{files}");
}

#[test]
fn changes_of_earlier_files_do_not_shift_a_page() {
    let tree = Tree::of(&[("a", "x\nx\n"), ("b", "x\nx\nx\n"), ("c", "x\n")]);
    let options = GrepOptions::new("x", tree.root());
    let first = grep(&options.clone().limit(3), &CancelToken::new()).unwrap();
    tree.write("a", "");
    tree.write("0", "x\nx\n");
    let options = options.after(first.report.next.unwrap());
    let rest = grep(&options, &CancelToken::new()).unwrap();
    let expected = [("b", 2), ("b", 3), ("c", 1)].map(|(path, line)| (0, path.to_owned(), line));
    assert_eq!(found(&rest), expected);
    // The file of the last result is gone.
    std::fs::remove_file(tree.path("b")).unwrap();
    let rest = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(found(&rest), [(0, "c".to_owned(), 1)]);
}

#[test]
fn a_call_that_its_consumer_stops_is_continued() {
    let tree = Tree::of(&[("a", "x\nx\nx\n"), ("b", "x\nx\n")]);
    let options = GrepOptions::new("x", tree.root());
    let whole = found(&grep(&options, &CancelToken::new()).unwrap());
    for used in 1..=whole.len() {
        let mut count = 0;
        let report = grep_stream(&options, &CancelToken::new()).for_each(|_| {
            count += 1;
            if count == used {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let next = report.unwrap().next.unwrap();
        let rest = grep(&options.clone().after(next), &CancelToken::new()).unwrap();
        assert_eq!(found(&rest), whole[used..], "{used}");
        // A consumer of batches.
        let mut stream = grep_stream(&options, &CancelToken::new());
        let mut taken = Vec::new();
        while let Some(batch) = stream.next_batch(2) {
            taken.append(&mut batch.unwrap());
            if taken.len() >= used {
                break;
            }
        }
        let next = stream.stop_before(taken.len() - used).next.unwrap();
        let rest = grep(&options.clone().after(next), &CancelToken::new()).unwrap();
        assert_eq!(found(&rest), whole[used..], "{used}");
    }
}

#[test]
fn pages_of_ranked_paths_add_up() {
    let names: Vec<String> = (0..300).map(|at| format!("d{}/file{at}", at % 7)).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (&name[..], "")).collect();
    let tree = Tree::of(&files);
    let token = CancelToken::new();
    for limit in [1, 20, 128] {
        let mut options = ransack::FuzzyFindOptions::new("file", tree.root());
        options.limit = None;
        let whole = fuzzy_find(&options, &token).unwrap().items;
        assert_eq!(whole.len(), 300);
        options.limit = Some(limit);
        let mut pages = Vec::new();
        loop {
            let page = fuzzy_find(&options, &token).unwrap();
            assert_eq!(page.report.total_matches, 300);
            pages.extend(page.items);
            let Some(next) = page.report.next else { break };
            options.scope.after = Some(next);
        }
        assert_eq!(pages, whole, "{limit}");
    }
}

#[test]
fn other_orders_continue_by_offset() {
    let tree = Tree::of(&[("xa", ""), ("xb", ""), ("xc", "")]);
    let token = CancelToken::new();
    let mut fuzzy = ransack::FuzzyFindOptions::new("x", tree.root()).limit(2);
    let first = fuzzy_find(&fuzzy, &token).unwrap();
    fuzzy.scope.after = first.report.next;
    let rest = fuzzy_find(&fuzzy, &token).unwrap();
    assert_eq!(
        (rest.items[0].path.to_string().as_str(), rest.items.len()),
        ("xc", 1)
    );
    let mut newest = GlobOptions::new("*", tree.root())
        .sort_by_mtime(true)
        .limit(1);
    let mut all = Vec::new();
    for _ in 0..3 {
        let page = glob(&newest, &token).unwrap();
        all.extend(page.items.iter().map(|found| found.path.to_string()));
        newest.scope.after = page.report.next;
    }
    all.sort();
    assert_eq!(all, ["xa", "xb", "xc"]);
    assert_eq!(newest.scope.after, None);
}

#[test]
fn bad_cursors_are_errors() {
    let tree = Tree::of(&[("a", "x\n")]);
    let options = GrepOptions::new("x", tree.root());
    for after in ["", "nonsense", "+3", "0:0:%zz"] {
        let error = grep(&options.clone().after(after), &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{after}");
    }
    // There is no such root, so nothing is left.
    let outcome = grep(&options.clone().after("7:0:a"), &CancelToken::new()).unwrap();
    assert!(outcome.items.is_empty() && !outcome.report.no_files_matched_scope);
}

/// After a timeout, a call is continued at the first file that was not examined.
#[test]
fn calls_that_time_out_are_continued() {
    let tree = Tree::new();
    for at in 0..2_000 {
        tree.write(&format!("d{:02}/f{at}", at % 40), "x\ny\n".repeat(50));
    }
    let mut options = GrepOptions::new("x", tree.root()).on_timeout(OnTimeout::Partial);
    let whole = found(&grep(&options, &CancelToken::new()).unwrap());
    let mut all = BTreeSet::new();
    // The first call times out before it begins; the last has no time limit.
    for attempt in 0_u64.. {
        let token = match attempt {
            ..12 => CancelToken::with_timeout(Duration::from_micros(attempt * 700)),
            _ => CancelToken::new(),
        };
        let outcome = grep(&options, &token).unwrap();
        all.extend(found(&outcome));
        match outcome.report.next {
            Some(next) => options.scope.after = Some(next),
            None => break,
        }
    }
    assert!(
        all.into_iter()
            .eq(whole.into_iter().collect::<BTreeSet<_>>())
    );
}

/// A consumer that stops after the timeout continues after the results that it has used.
#[test]
fn results_that_a_consumer_has_not_used_are_on_the_next_page() {
    let tree = Tree::new();
    for at in 0..2_000 {
        tree.write(&format!("d{:02}/f{at}", at % 40), "x\ny\n".repeat(50));
    }
    let options = GrepOptions::new("x", tree.root()).on_timeout(OnTimeout::Partial);
    let whole: BTreeSet<_> = found(&grep(&options, &CancelToken::new()).unwrap())
        .into_iter()
        .collect();
    for milliseconds in [2, 5, 8, 11, 14, 17] {
        let token = CancelToken::with_timeout(Duration::from_millis(milliseconds));
        let mut stream = grep_stream(&options, &token);
        let batch = stream.next_batch(5).map(Result::unwrap);
        while !token.is_cancelled() {
            std::thread::yield_now();
        }
        let report = stream.stop_before(0);
        let next = report.next.clone().expect("the call did not end");
        let rest = grep(&options.clone().after(next), &CancelToken::new()).unwrap();
        let used = Outcome {
            items: batch.unwrap_or_default(),
            report,
        };
        let all: BTreeSet<_> = found(&used).into_iter().chain(found(&rest)).collect();
        assert!(all == whole, "{milliseconds} ms");
    }
}
