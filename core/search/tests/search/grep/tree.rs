//! Content search over a tree: the same results in the same order for any number of workers,
//! including files whose search suspends and files that pass through a window.

use std::collections::BTreeMap;

use ransack::{GrepMatch, GrepMode, GrepOptions, Pool, Report};
use ransack_testing::naive::{Hit, Naive};
use ransack_testing::tier;
use ransack_testing::{Dice, Tree, run};

/// Tree of files, and their contents in result order.
struct Forest {
    tree: Tree,
    files: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Forest {
    fn new() -> Forest {
        Forest {
            tree: Tree::new(),
            files: BTreeMap::new(),
        }
    }

    fn add(&mut self, path: &str, content: Vec<u8>) {
        self.tree.write(path, &content);
        self.files.insert(path.as_bytes().to_vec(), content);
    }

    /// Creates about 300 files, among them names that sort in unexpected places, and two directories
    /// of many entries.
    fn grow() -> Forest {
        let mut dice = Dice::new(7);
        let mut forest = Forest::new();
        let names = ["a", "a.c", "a0", "a-b", "b", "Z", "é", "a b", "zz.rs", "~"];
        for _ in 0..300 {
            let depth = dice.below(4);
            let dirs: String = (0..depth)
                .map(|_| format!("{}/", names[dice.below(4)]))
                .collect();
            // File names have an extra letter, so no file name equals a directory name.
            let path = format!("{dirs}{}f", names[dice.below(names.len())]);
            let content = random_lines(&mut dice, 40);
            forest.add(&path, content);
        }
        for n in 0..1000 {
            forest.add(&format!("many/{n}"), random_lines(&mut dice, 3));
            if n % 10 == 0 {
                forest.add(&format!("many/{n}.d/f"), random_lines(&mut dice, 3));
            }
        }
        forest
    }

    fn options(&self, pattern: &str, threads: usize) -> GrepOptions {
        let mut options = GrepOptions::new(pattern, self.tree.root());
        options.pool = Some(Pool::new(threads));
        options
    }

    fn expected(&self, options: &GrepOptions) -> Vec<(Vec<u8>, Hit)> {
        let naive = Naive::new(&options.query);
        let mut all = Vec::new();
        for (path, content) in &self.files {
            let hits = naive.search(content, &options.select);
            all.extend(hits.into_iter().map(|hit| (path.clone(), hit)));
        }
        all
    }

    /// Compares results with the oracle's, without printing megabytes on failure.
    fn check(&self, options: &GrepOptions) -> Report {
        let expected = self.expected(options);
        let outcome = run(options);
        let found = outcome
            .items
            .iter()
            .map(|m| (m.path.as_bytes().to_vec(), Hit::from(m)));
        for (at, (found, expected)) in found.zip(&expected).enumerate() {
            assert!(
                found == *expected,
                "result {at}\n{found:?}\nis not\n{expected:?}"
            );
        }
        assert_eq!(outcome.items.len(), expected.len());
        assert_eq!(outcome.report.total_matches, expected.len() as u64);
        assert_eq!(outcome.report.files_searched, self.files.len() as u64);
        outcome.report
    }
}

fn random_lines(dice: &mut Dice, max: usize) -> Vec<u8> {
    let words = ["alpha", "beta", "spin_lock", "x", "", "Ünder", "tab\tbed"];
    let mut text = String::new();
    for _ in 0..dice.below(max) {
        text += words[dice.below(words.len())];
        text += ["\n", " ", "\r\n"][dice.below(3)];
    }
    text.into_bytes()
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let forest = Forest::grow();
    for threads in [1, 2, 8] {
        let mut options = forest.options(r"\bspin_lock\b|Ü", threads);
        let report = forest.check(&options);
        assert!(report.complete);
        options.select.context_before = 2;
        options.select.context_after = 1;
        options.select.max_count_per_file = Some(3);
        forest.check(&options);
        options.query.invert = true;
        forest.check(&options);
    }
}

#[test]
fn pages_and_their_reports_do_not_depend_on_the_number_of_workers() {
    let forest = Forest::grow();
    let pages = |threads: usize| -> Vec<(Vec<GrepMatch>, Report)> {
        let mut options = forest.options("alpha", threads);
        options.select.limit = Some(97);
        let mut pages = Vec::new();
        loop {
            let page = run(&options);
            let next = page.report.next_offset;
            pages.push((page.items, page.report));
            match next {
                Some(next) => options.select.offset = next,
                None => return pages,
            }
        }
    };
    let one = pages(1);
    let whole = forest.expected(&forest.options("alpha", 1));
    assert_eq!(
        one.iter().map(|(items, _)| items.len()).sum::<usize>(),
        whole.len()
    );
    for threads in [2, 8] {
        for (at, (left, right)) in pages(threads).iter().zip(&one).enumerate() {
            assert!(
                left.0 == right.0,
                "page {at} of {threads} threads has other results"
            );
            assert_eq!(
                left.1, right.1,
                "page {at} of {threads} threads has another report"
            );
        }
    }
}

#[test]
fn counts_and_files_are_in_path_order() {
    let forest = Forest::grow();
    let mut options = forest.options("beta", 8);
    let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    for (path, _) in forest.expected(&options) {
        *counts.entry(path).or_default() += 1;
    }
    options.select.mode = GrepMode::Count;
    let outcome = run(&options);
    let found: Vec<_> = outcome
        .items
        .iter()
        .map(|m| (m.path.as_bytes().to_vec(), m.match_count.unwrap()))
        .collect();
    assert!(found == counts.clone().into_iter().collect::<Vec<_>>());
    assert_eq!(outcome.report.total_matches, counts.values().sum::<u64>());

    options.select.mode = GrepMode::FilesWithMatches;
    let outcome = run(&options);
    let found: Vec<_> = outcome
        .items
        .iter()
        .map(|m| m.path.as_bytes().to_vec())
        .collect();
    assert!(found == counts.into_keys().collect::<Vec<_>>());
}

#[test]
fn paths_are_in_bytewise_order() {
    let names = [
        "a", "a-b", "a.c", "a.c/z", "a/b", "a0", "a/b/c", "aé", "b", "Z", "é", "a/.x",
    ];
    for threads in [1, 2, 8] {
        let tree = Tree::new();
        let mut expected = Vec::new();
        for name in names {
            // Each name is used for a directory and for files.
            let path = format!("{name}/f");
            tree.write(&path, "x\n");
            tree.write(&format!("{name}.txt"), "x\n");
            expected.extend([path, format!("{name}.txt")]);
        }
        expected.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
        let found = tree.files(|o| o.pool = Some(Pool::new(threads)));
        assert_eq!(found, expected);
    }
    let tree = Tree::of(&[("a0", "x"), ("a/b", "x"), ("a.c", "x")]);
    assert_eq!(tree.files(|_| ()), ["a.c", "a/b", "a0"]);
}

/// Files with far more results than fit in one job's output.
fn heavy() -> Forest {
    let mut dice = Dice::new(3);
    let mut forest = Forest::new();
    forest.add("a", b"first x\n".to_vec());
    for name in ["big/1", "big/2"] {
        let mut text = String::new();
        for n in 0..12_000 {
            let word = if dice.below(3) == 0 {
                "needle"
            } else {
                "straw"
            };
            text += &format!("{n} {word}{}", ["\n", "\r\n"][dice.below(2)]);
        }
        forest.add(name, text.into_bytes());
    }
    forest.add(
        "wide",
        [&[b'w'; 700 << 10][..], b" needle\nneedle\n"].concat(),
    );
    forest.add("z", b"needle".to_vec());
    forest
}

#[test]
fn a_suspended_search_of_a_file_gives_every_result_once() {
    let forest = heavy();
    for (threads, before, after) in [(1, 0, 0), (2, 0, 2), (8, 3, 0), (2, 2, 2), (2, 1, 9)] {
        let mut options = forest.options("needle", threads);
        options.select.context_before = before;
        options.select.context_after = after;
        assert!(forest.check(&options).complete);
    }
}

#[test]
fn a_suspended_inverted_search_gives_every_result_and_context_once() {
    let forest = heavy();
    for (threads, before, after) in [(2, 0, 0), (2, 3, 0), (2, 0, 3), (1, 1, 1)] {
        let mut options = forest.options("straw", threads);
        options.query.invert = true;
        options.select.context_before = before;
        options.select.context_after = after;
        assert!(forest.check(&options).complete, "context {before} {after}");
    }
}

#[test]
fn a_suspended_search_leaves_out_excluded_lines() {
    let forest = heavy();
    for (invert, before, after) in [(false, 0, 0), (false, 2, 3), (true, 0, 0), (true, 1, 1)] {
        let mut options = forest.options("needle", 2);
        options.query.exclude = vec!["7 ".to_owned(), "^1".to_owned()];
        options.query.invert = invert;
        options.select.context_before = before;
        options.select.context_after = after;
        assert!(forest.check(&options).complete, "{invert} {before} {after}");
    }
}

#[test]
fn an_anchor_of_the_text_matches_only_at_its_start() {
    // The search suspends inside the file; the rest of the file is not a separate text.
    let mut forest = Forest::new();
    let lines: String = (0..30_000)
        .map(|n| format!("needle {n}\nother {n}\nstraw\n"))
        .collect();
    forest.add("big", lines.into_bytes());
    let mut options = forest.options(r"needle|\Aother", 2);
    options.query.multiline = true;
    assert_eq!(run(&options).items.len(), 30_000);
}

#[test]
fn pages_may_end_inside_a_file_whose_search_suspends() {
    let forest = heavy();
    let whole = run(&forest.options("needle", 2)).items;
    let mut options = forest.options("needle", 2);
    options.select.limit = Some(1999);
    let mut pages = Vec::new();
    loop {
        let page = run(&options);
        pages.extend(page.items);
        match page.report.next_offset {
            Some(next) => options.select.offset = next,
            None => break,
        }
    }
    assert!(pages == whole);
}

#[test]
fn the_cap_of_a_file_counts_across_suspensions() {
    let forest = heavy();
    let mut options = forest.options("needle", 2);
    options.select.max_count_per_file = Some(3500);
    let report = forest.check(&options);
    assert!(!report.complete && !report.total_is_exact);
}

#[test]
fn a_file_larger_than_the_window_is_searched_to_its_end() {
    let forest = Forest::new();
    let mut text = b"\xEF\xBB\xBFneedle at the start\n".to_vec();
    let filler = "nothing to see in this line, nor in the next one\r\n".repeat(64);
    for n in 0.. {
        if text.len() > 17 << 20 {
            break;
        }
        text.extend_from_slice(filler.as_bytes());
        text.extend_from_slice(format!("needle {n}\n").as_bytes());
    }
    text.extend_from_slice(b"needle at the end");
    forest.tree.write("large", &text);
    // The naive matcher does not skip byte order marks.
    let naive = Naive::new(&GrepOptions::new("needle", ".").query);
    let mut options = forest.options("needle", 2);
    options.select.context_before = 1;
    options.select.context_after = 1;
    let mut expected = naive.search(&text[3..], &options.select);
    expected.iter_mut().for_each(|hit| hit.byte_offset += 3);
    let outcome = run(&options);
    assert!(outcome.report.complete);
    assert_eq!(outcome.items.len(), expected.len());
    for (found, expected) in outcome.items.iter().zip(&expected) {
        assert_eq!(&Hit::from(found), expected);
    }
}

#[test]
fn files_of_any_size_are_searched_to_their_end() {
    let tree = Tree::new();
    let mut sizes = Vec::new();
    for edge in [4096, 8192, 65_536, 1 << 20, 2 << 20] {
        sizes.extend(edge - 2..=edge + 2);
    }
    for &size in &sizes {
        let mut content = vec![b'\n'; size];
        content[size - 1] = b'x';
        tree.write(&format!("{size:08}"), content);
    }
    let found = tree.grep("x").items;
    let ends: Vec<u64> = found.iter().map(|m| m.byte_offset + 1).collect();
    assert_eq!(ends, sizes.iter().map(|&s| s as u64).collect::<Vec<_>>());
}

/// The kernel returns this file in reads that are not whole pages.
#[test]
#[cfg(target_os = "linux")]
fn a_file_of_odd_reads_is_searched_to_its_end() {
    let Ok(symbols) = std::fs::read("/proc/kallsyms") else {
        return;
    };
    let mut options = GrepOptions::new("^", "/proc");
    options.scope.globs.push("/kallsyms".into());
    options.select.mode = GrepMode::Count;
    let lines = symbols.iter().filter(|&&b| b == b'\n').count() as u64;
    let counts: Vec<u64> = (run(&options).items.iter())
        .map(|m| m.match_count.unwrap())
        .collect();
    assert_eq!(counts, if lines > 0 { vec![lines] } else { vec![] });
}

#[test]
fn matches_before_a_late_nul_byte_are_results() {
    let tree = Tree::new();
    let mut text = "straw\n".repeat(3 << 20).into_bytes();
    text.extend_from_slice(b"needle 1\nneedle 2\n\0\nneedle 3\n");
    tree.write("large", &text);
    let outcome = tree.grep("needle");
    let lines: Vec<&[u8]> = outcome.items.iter().map(|m| &m.line[..]).collect();
    assert_eq!(lines, [b"needle 1", b"needle 2"]);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(skipped.reason, ransack::SkipReason::Undecodable);
    let detail = skipped.first[0].detail.as_deref();
    assert_eq!(detail, Some("only the text before a NUL byte was searched"));
    assert!(!outcome.report.complete);
    // A file that is read as a whole has the same text.
    for options in [
        GrepOptions::new("needle", tree.root()).versions(true),
        GrepOptions::new("needle.*$\\n?", tree.root()).multiline(true),
    ] {
        let held = run(&options);
        let lines: Vec<&[u8]> = held.items.iter().map(|m| m.line.trim_ascii_end()).collect();
        assert_eq!(lines, [b"needle 1", b"needle 2"]);
        assert_eq!(held.report.skipped, outcome.report.skipped);
    }
}

#[test]
fn utf32_with_a_mark_is_text_that_cannot_be_decoded() {
    let tree = Tree::new();
    let units = || "\u{feff}one needle\n".chars().map(u32::from);
    tree.write(
        "be",
        units().flat_map(u32::to_be_bytes).collect::<Vec<u8>>(),
    );
    tree.write(
        "le",
        units().flat_map(u32::to_le_bytes).collect::<Vec<u8>>(),
    );
    let report = tree.grep("needle").report;
    assert!(!report.complete);
    let skipped = &report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (ransack::SkipReason::Undecodable, 2)
    );
    let details: Vec<_> = skipped
        .first
        .iter()
        .map(|s| s.detail.as_deref().unwrap())
        .collect();
    assert_eq!(details, ["UTF-32BE text", "UTF-32LE text"]);
}

#[test]
fn a_line_longer_than_the_window_is_searched_with_its_neighbours() {
    let long = |needles: &str| format!("{}{needles}{}", "x".repeat(2 << 20), "y".repeat(1 << 20));
    let straw = "straw\n".repeat(200_000);
    let far = "z".repeat(20 << 20);
    let texts = [
        format!("{far} needle"),
        format!("straw\n{}\n{far}\nneedle\n", long("needle")),
        format!("{straw}needle {far} needle\n{straw}needle\n"),
        long("needle"),
        long("straw"),
        format!("straw\n{}\nneedle 2\nstraw", long("needle needle")),
        format!("{straw}{}\r\nstraw\n{}\n", long("straw"), long("needle")),
        format!("needle 1\n{straw}{}\n{straw}needle 2\n", long("needle")),
        format!("\u{FEFF}{}\nneedle 2\n", long("needle")),
    ];
    for (number, text) in texts.iter().enumerate() {
        let forest = Forest::new();
        forest.tree.write("long", text);
        let bom = 3 * usize::from(text.starts_with('\u{FEFF}'));
        let mut cases = vec![(0, false), (1, false), (2, true)];
        if !tier::runs("random") {
            // One of them for each text.
            cases = vec![cases[number % 3]];
        }
        for (context, invert) in cases {
            let mut options = forest.options("needle", 2);
            options.query.invert = invert;
            (options.select.context_before, options.select.context_after) = (context, context);
            let naive = Naive::new(&options.query);
            let mut expected = naive.search(&text.as_bytes()[bom..], &options.select);
            expected
                .iter_mut()
                .for_each(|hit| hit.byte_offset += bom as u64);
            let outcome = run(&options);
            assert!(outcome.report.complete && outcome.report.skipped.is_empty());
            let found: Vec<Hit> = outcome.items.iter().map(Hit::from).collect();
            assert!(
                found == expected,
                "{} bytes, {context}, {invert}",
                text.len()
            );
            for mode in [GrepMode::Count, GrepMode::FilesWithMatches] {
                options.select.mode = mode;
                let found = run(&options).items;
                assert_eq!(found.len(), usize::from(!expected.is_empty()));
                let count = found.first().map_or(Some(0), |found| found.match_count);
                assert!(mode != GrepMode::Count || count == Some(expected.len() as u64));
            }
        }
    }
}

#[test]
fn a_nul_byte_behind_a_long_line_ends_the_text() {
    let tree = Tree::new();
    let long = "x".repeat(3 << 20);
    tree.write("large", format!("{long} needle 1\n\0\nneedle 2\n"));
    let outcome = tree.grep("needle");
    let offsets: Vec<u64> = outcome.items.iter().map(|m| m.byte_offset).collect();
    assert_eq!(offsets, [0]);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(skipped.reason, ransack::SkipReason::Undecodable);
    let detail = skipped.first[0].detail.as_deref();
    assert_eq!(detail, Some("only the text before a NUL byte was searched"));
    assert!(!outcome.report.complete);
}
