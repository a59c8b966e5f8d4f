//! Forms of every result, budgets, terminals and reports.

use std::fs;

use proptest::prelude::*;
use ransack_base::{AbortReason, CancelToken, ErrorKind, Outcome, SkipReason, StoppedBy};
use ransack_search::{
    FuzzyFindOptions, GlobOptions, GrepMode, GrepOptions, Scope, fuzzy_find, glob, grep,
};
use ransack_structure::{AstEditOptions, OutlineOptions, ast_edit, outline};
use ransack_syntax::{AstGrepOptions, ast_grep};
use ransack_tokens::{Encoding, count_tokens};

use super::{
    Grouping, Render, RenderMatch, RenderOptions, RenderReport, RenderSkipped, Renderer, render,
};

fn text(result: &(impl Render + ?Sized), options: &RenderOptions) -> String {
    let rendering = render(result, options, &CancelToken::new()).unwrap();
    assert_eq!(rendering.tokens.is_some(), options.max_tokens.is_some());
    rendering.text
}

fn plain() -> RenderOptions {
    RenderOptions::default()
}

fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

/// Renderer with a match on each of these lines of each file.
fn matches(options: RenderOptions, files: &[(&str, &[(u64, &str)])]) -> Renderer {
    let mut renderer = Renderer::new(options);
    for (path, lines) in files {
        for (line_number, line) in *lines {
            renderer.push_match(&RenderMatch {
                path: path.as_bytes(),
                line_number: *line_number,
                text: line.as_bytes(),
                ..RenderMatch::default()
            });
        }
    }
    renderer
}

#[test]
fn matches_are_grouped_or_flat() {
    let dir = tree(&[("a.txt", "x 1\r\ny\nx 2\n"), ("b/c.txt", "\tx \u{e9}\n")]);
    let found = grep(&GrepOptions::new("x", dir.path()), &CancelToken::new()).unwrap();
    let shown = "\nshown 3 of 3 matches\n";
    assert_eq!(
        text(&found, &plain()),
        format!("a.txt\n1:x 1\n3:x 2\n\nb/c.txt\n1:\tx \u{e9}\n{shown}")
    );
    assert_eq!(
        text(&found, &plain().line_numbers(false)),
        format!("a.txt\nx 1\nx 2\n\nb/c.txt\n\tx \u{e9}\n{shown}")
    );
    assert_eq!(
        text(&found, &plain().group(Grouping::Flat)),
        format!("a.txt:1:x 1\na.txt:3:x 2\nb/c.txt:1:\tx \u{e9}\n{shown}")
    );
}

#[test]
fn context_lines_have_a_different_mark() {
    let dir = tree(&[("a.txt", "1\nx\n3\n4\n5\n6\nx\nx\n9\n")]);
    let options = GrepOptions::new("x", dir.path())
        .context_before(1)
        .context_after(1);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        text(&found, &plain()),
        "a.txt\n1-1\n2:x\n3-3\n--\n6-6\n7:x\n8:x\n9-9\n\nshown 3 of 3 matches\n"
    );
}

#[test]
fn clipped_lines_show_where_they_continue() {
    let line = format!("{}needle{}\n", "a".repeat(50), "b".repeat(50));
    let dir = tree(&[("a.txt", &line)]);
    let options = GrepOptions::new("needle", dir.path()).max_columns(10);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert!(text(&found, &plain()).starts_with("a.txt\n1:…aaneedlebb…\n"));
}

#[test]
fn files_and_paths_are_one_line_each() {
    let dir = tree(&[("a.rs", "x\nx\n"), ("d/b.rs", "x\n")]);
    let token = CancelToken::new();
    let count = GrepOptions::new("x", dir.path()).mode(GrepMode::Count);
    let shown = "\nshown 2 of 2 files\n";
    let counted = text(&grep(&count, &token).unwrap(), &plain());
    assert_eq!(counted, format!("a.rs:2\nd/b.rs:1\n{shown}"));
    let files = grep(&count.mode(GrepMode::FilesWithMatches), &token).unwrap();
    assert_eq!(text(&files, &plain()), format!("a.rs\nd/b.rs\n{shown}"));
    let paths = glob(&GlobOptions::new("**", dir.path()), &token).unwrap();
    assert_eq!(
        text(&paths, &plain()),
        "a.rs\nd/\nd/b.rs\n\nshown 3 of 3 paths\n"
    );
    let paths = fuzzy_find(&FuzzyFindOptions::new("brs", dir.path()), &token).unwrap();
    assert_eq!(text(&paths, &plain()), "d/b.rs\n\nshown 1 of 1 path\n");
}

#[test]
fn code_matches_have_all_their_lines() {
    let dir = tree(&[("a.js", "\nf(\n  1)\nf(2)\n")]);
    let found = ast_grep(
        &AstGrepOptions::new("f($A)", dir.path()),
        &CancelToken::new(),
    )
    .unwrap();
    assert_eq!(
        text(&found, &plain()),
        "a.js\n2:f(\n3:  1)\n4:f(2)\n\nshown 2 of 2 matches\n"
    );
}

#[test]
fn outlines_are_indented() {
    let source = b"struct A;\nimpl A {\n    fn f(&self) -> u8 {\n        1\n    }\n}\n";
    let found = outline(
        source,
        "rust",
        &OutlineOptions::default(),
        &CancelToken::new(),
    )
    .unwrap();
    assert_eq!(
        text(&found, &plain()),
        "1:struct A\n2:impl A\n3:  fn f(&self) -> u8\n\nshown 3 of 3 definitions\n"
    );
}

#[test]
fn changes_are_diffs_that_are_cut_between_hunks() {
    let dir = tree(&[
        ("a.js", &format!("f(1);\n{}f(2);\n", "g();\n".repeat(9))),
        ("b.js", "f(3);\n"),
    ]);
    let options = AstEditOptions::new("f($A)", "h($A)", dir.path());
    let edited = ast_edit(&options, &CancelToken::new()).unwrap();
    let diffs: Vec<u8> = edited
        .file_changes
        .iter()
        .flat_map(|file| file.diff.clone())
        .collect();
    let whole = text(&edited, &plain());
    assert_eq!(
        whole,
        String::from_utf8(diffs).unwrap() + "\nshown 3 of 3 hunks\n"
    );
    let budget = count_tokens(&whole, Encoding::O200kBase) - 1;
    let cut = text(&edited, &plain().max_tokens(budget));
    let start = whole.find("--- a/b.js").unwrap();
    assert_eq!(cut, whole[..start].to_owned() + "\nshown 2 of 3 hunks\n");
}

#[test]
fn pages_name_the_next_offset_or_cursor() {
    let dir = tree(&[("a.txt", &"x\n".repeat(5))]);
    let options = GrepOptions::new("x", dir.path()).offset(1).limit(3);
    let found = grep(&options, &CancelToken::new()).unwrap();
    let how = plain().offset(1);
    let last = |text: String| text.lines().last().unwrap().to_owned();
    assert!(found.report.next_offset == Some(4) && !found.report.complete);
    let rendering = render(&found, &how, &CancelToken::new()).unwrap();
    assert_eq!((rendering.shown, rendering.next_offset), (3, Some(4)));
    let line = last(rendering.text);
    assert!(
        line.starts_with("shown 3 of ") && line.ends_with(" matches, from offset 1; next offset 4")
    );
    let with_cursor = last(text(&found, &how.clone().cursor("k7")));
    assert!(with_cursor.ends_with("; next cursor k7"), "{with_cursor}");

    // A page that is cut continues after its last item, wherever the cursor is.
    let whole = render(&found, &how.clone().max_tokens(1000), &CancelToken::new()).unwrap();
    let cut = how.cursor("k7").max_tokens(whole.tokens.unwrap() - 1);
    let cut = render(&found, &cut, &CancelToken::new()).unwrap();
    assert_eq!((cut.shown, cut.next_offset), (2, Some(3)));
    assert!(cut.text.ends_with("; next offset 3\n"), "{}", cut.text);
    assert_eq!(cut.total, whole.total);
}

#[test]
fn incomplete_calls_say_what_is_missing() {
    let skipped = |reason, count, paths: &[&'static str]| {
        let paths = paths.iter().map(|path| path.as_bytes()).collect();
        let reason = Some(reason);
        RenderSkipped {
            reason,
            count,
            paths,
        }
    };
    let report = RenderReport {
        stopped_by: Some(StoppedBy::Timeout),
        total_matches: 7,
        skipped: vec![
            skipped(SkipReason::TooLarge, 1, &["big.sql"]),
            skipped(SkipReason::Unreadable, 9, &["a", "b", "c", "d"]),
            skipped(SkipReason::NodeModules, 2, &["node_modules"]),
        ],
        ..RenderReport::default()
    };
    let mut renderer = matches(plain(), &[("f", &[(1, "x")])]);
    renderer.push_report(&report);
    let rendering = renderer.finish(&CancelToken::new()).unwrap();
    assert_eq!(
        rendering.text,
        "f\n1:x\n\nincomplete: stopped at the time limit; 1 file too large (big.sql); \
         9 unreadable (a, b, c, …)\nshown 1 of at least 7 matches\n"
    );
    assert_eq!((rendering.shown, rendering.total), (1, 7));
}

#[test]
fn a_call_for_a_binary_file_says_so() {
    let text = |reason, paths: &[&'static str]| {
        let mut report = RenderReport::default();
        report.skipped.push(RenderSkipped {
            reason: Some(reason),
            count: 1,
            paths: paths.iter().map(|path| path.as_bytes()).collect(),
        });
        let mut renderer = Renderer::new(plain());
        renderer.push_report(&report);
        renderer.finish(&CancelToken::new()).unwrap().text
    };
    let binary = text(SkipReason::Binary, &["a.png"]);
    assert_eq!(binary, "incomplete: 1 binary file (a.png)\nno results\n");
    let in_memory = text(SkipReason::SyntaxErrors, &[""]);
    assert_eq!(
        in_memory,
        "incomplete: 1 file with syntax errors\nno results\n"
    );
    assert_eq!(
        text(SkipReason::NodeModules, &["m"]),
        "incomplete\nno results\n"
    );
}

#[test]
fn a_search_without_results_gives_its_hints() {
    let dir = tree(&[("a.txt", "x\n")]);
    let scope = Scope::new(dir.path()).globs(["*.rs"]);
    let found = grep(
        &GrepOptions::new("x", dir.path()).scope(scope),
        &CancelToken::new(),
    )
    .unwrap();
    let text = text(&found, &plain());
    assert!(text.starts_with("no results\nhint: "), "{text}");
}

#[test]
fn a_report_alone_is_one_line() {
    let dir = tree(&[("a.txt", "x\nx\n"), ("b.txt", "y\n")]);
    let found = grep(&GrepOptions::new("x", dir.path()), &CancelToken::new()).unwrap();
    assert_eq!(text(&found.report, &plain()), "2 results in 1 of 2 files\n");
}

#[test]
fn terminals_get_colours_and_links_and_no_control_characters() {
    let line = "a\x1b[2Jxb\u{9b}\n";
    let dir = tree(&[("a b.txt", line)]);
    let found = grep(&GrepOptions::new("x", dir.path()), &CancelToken::new()).unwrap();
    let shown = "\nshown 1 of 1 match\n";
    assert_eq!(
        text(&found, &plain().links("file:///d/")),
        format!(
            "\x1b]8;;file:///d/a%20b.txt\x1b\\a b.txt\x1b]8;;\x1b\\\n1:a\u{241b}[2Jxb\u{fffd}\n{shown}"
        )
    );
    assert_eq!(
        text(&found, &plain().color(true)),
        "\x1b[35ma b.txt\x1b[39m\n\x1b[32m1\x1b[39m:a\u{241b}[2J\x1b[1;31mx\x1b[22;39mb\u{fffd}\n\n\
         \x1b[2mshown 1 of 1 match\x1b[22m\n"
    );
    // Plain text for a model is unchanged, except for paths.
    assert!(text(&found, &plain()).contains(line));
    let paths = matches(plain(), &[("a\nb", &[(1, "x")])]);
    let rendering = paths.finish(&CancelToken::new()).unwrap();
    assert!(rendering.text.starts_with("a\u{240a}b\n1:x\n"));
}

#[test]
fn submatches_that_overlap_or_exceed_the_line_are_clipped() {
    let mut found = RenderMatch {
        line_number: 1,
        text: b"abc\nde",
        ..RenderMatch::default()
    };
    found.submatches = vec![1..5, 2..3, 4..99, 7..8];
    let mut renderer = Renderer::new(plain().color(true).line_numbers(false));
    renderer.push_match(&found);
    let text = renderer.finish(&CancelToken::new()).unwrap().text;
    assert!(
        text.starts_with("a\x1b[1;31mbc\x1b[22;39m\n\x1b[1;31md\x1b[22;39m\x1b[1;31me"),
        "{text:?}"
    );
}

#[test]
fn a_budget_below_the_last_line_is_an_error() {
    let renderer = matches(plain().max_tokens(2), &[("f", &[(1, "x")])]);
    let error = renderer.finish(&CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let error = renderer.finish(&token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

#[test]
fn results_that_cannot_fit_are_only_counted() {
    let line = "x".repeat(10_000);
    let lines: Vec<(u64, &str)> = (1..=100).map(|number| (number, line.as_str())).collect();
    let renderer = matches(plain().max_tokens(50), &[("f", &lines)]);
    assert!(renderer.form.groups[0].items.len() < 3);
    let rendering = renderer.finish(&CancelToken::new()).unwrap();
    assert_eq!((rendering.shown, rendering.total), (0, 100));
    assert_eq!(rendering.text, "shown 0 of 100 matches; next offset 0\n");
}

#[test]
fn numbers_may_have_any_size() {
    let mut renderer = matches(plain(), &[("f", &[(u64::MAX, "x\ny")])]);
    let mut found = RenderMatch {
        path: b"f",
        line_number: 1,
        text: b"z",
        ..RenderMatch::default()
    };
    found.context_after = vec![(2, b"")];
    renderer.push_match(&found);
    renderer.push_definition((u32::MAX, b"f"), u64::MAX, u32::MAX, b"g");
    let text = renderer.finish(&CancelToken::new()).unwrap().text;
    assert!(text.len() < 1000 && text.contains("\n1:z\n2-\n"), "{text}");
}

#[test]
fn kinds_may_be_mixed() {
    let mut renderer = matches(plain(), &[("f", &[(1, "x")])]);
    renderer.push_path(b"d", true);
    let rendering = renderer.finish(&CancelToken::new()).unwrap();
    assert_eq!(rendering.text, "f\n1:x\nd/\n\nshown 2 of 2 results\n");
}

proptest! {
    /// Whatever the budget: whole items, an exact number of tokens, and the most that fit.
    #[test]
    fn budgets_are_kept(
        lines in prop::collection::vec("[a-z \u{e9}(){};0-9\t]{0,30}", 1..30),
        max in 20usize..400,
        files in 1usize..4,
    ) {
        let make = |count: usize, max: Option<usize>| {
            let mut renderer = Renderer::new(plain().max_tokens(max));
            for (at, line) in lines.iter().take(count).enumerate() {
                let path = format!("dir/file{}.txt", at * files / lines.len());
                renderer.push_match(&RenderMatch {
                    path: path.as_bytes(),
                    line_number: at as u64 + 1,
                    text: line.as_bytes(),
                    ..RenderMatch::default()
                });
            }
            renderer.finish(&CancelToken::new()).unwrap()
        };
        let rendering = make(lines.len(), Some(max));
        let counted = count_tokens(&rendering.text, Encoding::O200kBase);
        prop_assert_eq!(rendering.tokens, Some(counted));
        prop_assert!(counted <= max);
        let shown = rendering.shown as usize;
        let items = |text: &str| text.rsplit_once("\nshown ").map_or("", |(items, _)| items).to_owned();
        let same = make(shown, None);
        prop_assert_eq!(items(&rendering.text), items(&same.text));
        if shown < lines.len() {
            let more = make(shown + 1, None).text;
            let end = more.rfind("\nshown ").unwrap_or(0);
            let last = rendering.text.rfind("shown ").unwrap_or(0);
            let footer = rendering.text[last..].replacen(&shown.to_string(), &(shown + 1).to_string(), 2);
            let next = format!("{}\n{footer}", &more[..end]);
            prop_assert!(count_tokens(&next, Encoding::O200kBase) > max, "{next}");
        }
    }
}

#[test]
fn a_list_of_results_needs_no_outcome() {
    let dir = tree(&[("a.txt", "x\n")]);
    let Outcome { items, .. } =
        grep(&GrepOptions::new("x", dir.path()), &CancelToken::new()).unwrap();
    assert_eq!(
        text(items.as_slice(), &plain()),
        "a.txt\n1:x\n\nshown 1 of 1 match\n"
    );
}
