//! AST search of files: languages, order, threads, skipped files, paging.

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use ransack::{
    AstGrepOptions, AstQuery, CancelToken, ErrorKind, SkipReason, ast_grep, ast_grep_stream,
};
use ransack_testing::Tree;
use ransack_testing::ast::{places, texts};

fn tree() -> Tree {
    Tree::of(&[
        ("a.js", "f(1);\n"),
        ("b/c.ts", "f(2 as any);\n"),
        ("b/d.c", "void g(void) { f(3); }\n"),
        ("b/notes.txt", "f(4)\n"),
        ("page.html", "<p>f(5)</p><script>f(6)</script>\n"),
        ("z.py", "f(7)\n"),
    ])
}

#[test]
fn each_file_is_searched_in_its_language() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        places(&outcome),
        [
            "a.js:1 javascript",
            "b/c.ts:1 typescript",
            "b/d.c:1 c",
            "page.html:1 javascript",
            "z.py:1 python"
        ]
    );
    assert_eq!(outcome.report.files_searched, 5);
    assert!(outcome.report.complete);
    options.language = Some("js".into());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        places(&outcome),
        ["a.js:1 javascript", "page.html:1 javascript"]
    );
    // A root that is a file is parsed in the requested language.
    let file = tree.path("b/notes.txt");
    let expected = format!("{}:1 javascript", file.display());
    options.scope.roots = vec![file];
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(places(&outcome), [expected]);
}

#[test]
fn matches_of_the_newest_file_come_first_on_request() {
    let tree = tree();
    tree.write("b/d.c", "void g(void) { f(3); f(33); }\n");
    for (path, seconds) in [("a.js", 2), ("b/c.ts", 3), ("b/d.c", 3), ("z.py", 1)] {
        let file = fs::File::options().write(true).open(tree.path(path));
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        file.unwrap().set_modified(time).unwrap();
    }
    let mut options = AstGrepOptions::new("f($A)", tree.root()).sort_by_mtime(true);
    let whole = ast_grep(&options, &CancelToken::new()).unwrap();
    let expected = ["f(6)", "f(2 as any)", "f(3)", "f(33)", "f(1)", "f(7)"];
    assert_eq!(texts(&whole), expected);
    options.select.limit = Some(2);
    options.select.offset = 2;
    let page = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(texts(&page), expected[2..4]);
    assert_eq!(
        (page.report.total_matches, page.report.next_offset),
        (6, Some(4))
    );
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    options.select.include_meta = true;
    let expected = ast_grep(&options, &CancelToken::new()).unwrap();
    for threads in [1, 2, 8] {
        options.pool = Some(ransack::Pool::new(threads));
        assert_eq!(ast_grep(&options, &CancelToken::new()).unwrap(), expected);
        let mut items = Vec::new();
        let report = ast_grep_stream(&options, &CancelToken::new()).for_each(|item| {
            items.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(
            (items, report.unwrap()),
            (expected.items.clone(), expected.report.clone())
        );
    }
}

#[test]
fn a_pattern_that_fits_no_file_is_an_error() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f(", tree.root());
    // In markup, the pattern is text.
    options.scope.globs.push("!*.html".into());
    let error = ast_grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidPattern, Some("f("))
    );
    // A pattern that fits some languages is not an error; the others are named.
    let options = AstGrepOptions::new("void $F(void) { $$$ }", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(places(&outcome), ["b/d.c:1 c"]);
    assert!(
        outcome
            .report
            .skipped
            .iter()
            .any(|s| s.reason == SkipReason::NoPattern)
    );
    assert!(outcome.report.complete);
}

#[test]
fn syntax_errors_are_listed_and_the_file_is_searched() {
    let tree = Tree::of(&[("a.js", "f(1);\nlet let = ;\nf(2);\n")]);
    let options = AstGrepOptions::new("f($A)", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(texts(&outcome), ["f(1)", "f(2)"]);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (SkipReason::SyntaxErrors, 1)
    );
    assert_eq!(
        skipped.first[0].detail.as_deref(),
        Some("the first in line 2")
    );
    assert!(!outcome.report.complete);
    assert_eq!(outcome.report.files_searched, 1);
}

#[test]
fn files_that_cannot_be_searched_are_named() {
    let tree = Tree::of(&[("a.js", "f(1)"), ("big.js", &"f(1);".repeat(100))]);
    tree.write("nul.js", b"f(1)\0");
    tree.write("latin.js", b"f('\xe9')");
    tree.write(
        "utf16.js",
        [b'\xff', b'\xfe', b'f', 0, b'(', 0, b'2', 0, b')', 0],
    );
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    options.max_file_size = Some(100);
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    let items: Vec<_> = outcome
        .items
        .iter()
        .map(|m| (m.path.to_string(), m.text.clone()))
        .collect();
    assert_eq!(
        items,
        [
            ("a.js".into(), b"f(1)".to_vec()),
            ("latin.js".into(), b"f('\xe9')".to_vec()),
            ("utf16.js".into(), b"f(2)".to_vec())
        ]
    );
    let reasons: Vec<_> = outcome
        .report
        .skipped
        .iter()
        .map(|s| (s.reason, s.count))
        .collect();
    assert_eq!(
        reasons,
        [(SkipReason::Binary, 1), (SkipReason::TooLarge, 1)]
    );
}

#[test]
fn pages_make_the_whole() {
    let tree = Tree::of(&[
        ("a.js", "f(1); f(f(2));"),
        ("b/a.ts", "f(3); f(4)"),
        ("b.py", "f(5)\n"),
        ("c.js", "g(1)"),
    ]);
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    let whole = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(whole.report.total_matches, 6);
    assert!(whole.report.total_is_exact && whole.items.is_sorted_by_key(|m| m.path.clone()));
    for limit in 1..7 {
        options.select.limit = Some(limit);
        let mut items = Vec::new();
        let mut next = Some(0);
        while let Some(offset) = next {
            options.select.offset = offset;
            let page = ast_grep(&options, &CancelToken::new()).unwrap();
            assert!(page.items.len() as u64 <= limit);
            assert!(page.report.total_matches <= 6);
            assert!(!page.report.total_is_exact || page.report.total_matches == 6);
            items.extend(page.items);
            next = page.report.next_offset;
        }
        assert_eq!(items, whole.items, "{limit}");
    }
}

#[test]
fn a_rule_searches_files_of_its_language() {
    let tree = tree();
    let mut options = AstGrepOptions::new("", tree.root());
    options.query = AstQuery::from_rule("{ language: ts, rule: { pattern: f($A) } }");
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(places(&outcome), ["b/c.ts:1 typescript"]);
}
