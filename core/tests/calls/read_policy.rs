//! File reading in every operation: size, byte order marks, encodings, NUL bytes, undecodable
//! bytes, unreadable files and files that change while they are read.

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, ConflictsOptions, GrepOptions, ReplaceOptions,
    Report, SkipReason, ast_edit, ast_grep, conflicts, replace,
};
use ransack_testing::{Tree, run};

/// Maximum file size in the tests.
const MAX_SIZE: usize = 60;

/// Expected treatment of one file.
struct Case {
    name: &'static str,
    content: Vec<u8>,
    /// Reason why searches report the file.
    reported: Option<SkipReason>,
    /// Whether searches find the call of `f` in the file.
    is_found: bool,
    /// Reason why edits skip the file.
    not_edited: Option<SkipReason>,
}

impl Case {
    fn read(name: &'static str, content: Vec<u8>) -> Case {
        Case {
            name,
            content,
            reported: None,
            is_found: true,
            not_edited: None,
        }
    }

    fn skipped(name: &'static str, content: Vec<u8>, reason: SkipReason) -> Case {
        Case {
            reported: Some(reason),
            is_found: false,
            not_edited: Some(reason),
            ..Case::read(name, content)
        }
    }

    fn undecodable(name: &'static str, content: Vec<u8>) -> Case {
        Case {
            is_found: true,
            ..Case::skipped(name, content, SkipReason::Undecodable)
        }
    }
}

fn utf16(text: &str) -> Vec<u8> {
    let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// Files and their treatment without the option `encoding`.
fn cases() -> Vec<Case> {
    let large = format!("f(1);{}\n", " ".repeat(MAX_SIZE));
    vec![
        Case::read("a.js", b"f(1);\n".to_vec()),
        Case::read("bad_utf8.js", b"f('\xe9');\n".to_vec()),
        Case::undecodable(
            "bad_utf16.js",
            [utf16("f('"), b"\x00\xd8'\0)\0".to_vec()].concat(),
        ),
        Case::read("bom_utf8.js", "\u{feff}f(1);\n".into()),
        Case::read("bom_utf16.js", utf16("f('ä');\n")),
        Case::skipped("large.js", large.into(), SkipReason::TooLarge),
        Case::skipped("zero.js", b"f(1);\n\0".to_vec(), SkipReason::Binary),
        Case::skipped("zero_utf16.js", utf16("f(1);\n\0"), SkipReason::Binary),
    ]
}

/// Files and their treatment with the encoding Shift JIS.
fn encoded_cases() -> Vec<Case> {
    vec![
        // The second byte of this character is a backslash.
        Case::read("a.js", b"f('\x83\x5c');\n".to_vec()),
        Case::undecodable("bad.js", b"f('\x81');\n".to_vec()),
        Case::read("bom_utf8.js", "\u{feff}f('ä');\n".into()),
        Case::read("bom_utf16.js", utf16("f('ä');\n")),
        Case::skipped("zero.js", b"f(1);\n\0".to_vec(), SkipReason::Binary),
    ]
}

fn plant(cases: &[Case]) -> Tree {
    let tree = Tree::new();
    for case in cases {
        tree.write(case.name, &case.content);
    }
    tree
}

/// Returns the reasons why a report names a file.
fn reasons(report: &Report, name: &str) -> Vec<SkipReason> {
    let skipped = report.skipped.iter();
    let named = skipped.filter(|skipped| skipped.first.iter().any(|first| first.path == name));
    named.map(|skipped| skipped.reason).collect()
}

/// Whether a report says that its only file changed while it was read.
fn is_changed(report: &Report) -> bool {
    let detail = report
        .skipped
        .first()
        .and_then(|skipped| skipped.first[0].detail.as_deref());
    assert!(report.complete == report.skipped.is_empty());
    detail.is_some_and(|detail| {
        assert_eq!(report.skipped[0].reason, SkipReason::Unreadable);
        detail.contains("changed")
    })
}

#[test]
fn content_search_reads_files_by_its_policy() {
    for (encoding, cases) in [(None, cases()), (Some("shift_jis"), encoded_cases())] {
        let tree = plant(&cases);
        // The caret matches after a byte order mark.
        let mut options = GrepOptions::new("^f\\(", tree.root());
        options.max_file_size = Some(MAX_SIZE as u64);
        options.encoding = encoding.map(str::to_owned);
        let outcome = run(&options);
        for case in &cases {
            let is_found = outcome.items.iter().any(|item| item.path == case.name);
            assert_eq!(is_found, case.is_found, "{}", case.name);
            let expected = Vec::from_iter(case.reported);
            assert_eq!(
                reasons(&outcome.report, case.name),
                expected,
                "{}",
                case.name
            );
        }
    }
}

#[test]
fn a_late_nul_byte_makes_every_operation_incomplete() {
    const LEN: usize = 1 << 20;
    let text = |blanks: usize| format!("f(1);{}\0\n", " ".repeat(blanks));
    let tree = Tree::new();
    tree.write("early.js", text(LEN - 6));
    tree.write("late.js", text(LEN - 5));
    tree.write("late_utf16.js", utf16(&text(LEN)));
    let token = CancelToken::new();
    let root = tree.root();
    let searched = run(&GrepOptions::new("f", root));
    assert_eq!(ransack_testing::paths(&searched.items), ["late.js"]);
    let reports = [
        ("grep", searched.report),
        (
            "replace",
            replace(&ReplaceOptions::new("f", "g", root), &token)
                .unwrap()
                .report,
        ),
        (
            "conflicts",
            conflicts(&ConflictsOptions::new(root), &token)
                .unwrap()
                .report,
        ),
        (
            "ast_grep",
            ast_grep(&AstGrepOptions::new("f($A)", root), &token)
                .unwrap()
                .report,
        ),
        (
            "ast_edit",
            ast_edit(&AstEditOptions::new("f($A)", "g($A)", root), &token)
                .unwrap()
                .report,
        ),
    ];
    for (name, report) in reports {
        assert!(!report.complete, "{name}");
        for (file, reason) in [
            ("early.js", SkipReason::Binary),
            ("late.js", SkipReason::Undecodable),
            ("late_utf16.js", SkipReason::Undecodable),
        ] {
            assert_eq!(reasons(&report, file), [reason], "{name} {file}");
        }
    }
}

#[test]
fn undecodable_text_is_searched_with_replacement_characters() {
    let tree = plant(&cases());
    let items = tree.grep("f\\('\u{fffd}'\\)").items;
    assert_eq!(ransack_testing::paths(&items), ["bad_utf16.js"]);
    assert_eq!(items[0].submatches[0].end, "f('\u{fffd}')".len());
}

/// Windows keeps the file of an open handle.
#[test]
#[cfg(unix)]
fn content_search_reports_a_file_that_is_replaced_between_two_reads() {
    let tree = Tree::new();
    // Far more results than are buffered for a consumer, so the search suspends.
    let text = "a line with x in it\n".repeat(400_000);
    tree.write("f", &text);
    let mut options = GrepOptions::new("x", tree.root());
    options.pool = Some(ransack::Pool::new(1));
    let mut is_replaced = false;
    let report = ransack::grep_stream(&options, &CancelToken::new())
        .for_each(|_| {
            if !is_replaced {
                tree.write("g/new", &text);
                std::fs::rename(tree.path("g/new"), tree.path("f")).unwrap();
                is_replaced = true;
            }
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert!(is_changed(&report), "{report:?}");
    assert!(report.total_matches > 0 && report.total_matches < 400_000);
    assert_eq!(report.files_searched, 1);
}

/// File whose first read fails for every user; `None` on platforms without such a file.
fn unreadable_root() -> Option<&'static str> {
    let path = "/proc/self/mem";
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    (is_file && std::fs::read(path).is_err()).then_some(path)
}

#[test]
fn content_search_reports_a_file_that_cannot_be_read() {
    let Some(root) = unreadable_root() else {
        return;
    };
    let report = run(&GrepOptions::new("x", root)).report;
    assert_eq!(reasons(&report, root), [SkipReason::Unreadable]);
    assert_eq!(report.files_searched, 0);
}

#[test]
#[cfg(unix)]
fn a_file_is_searched_in_a_directory_that_cannot_be_listed() {
    use std::os::unix::fs::PermissionsExt;

    ransack_testing::child::as_user(|| {
        let tree = Tree::of(&[("in/a.txt", "x\n")]);
        let allow = |mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(tree.path("in"), permissions).unwrap();
        };
        allow(0o100);
        assert!(std::fs::read_dir(tree.path("in")).is_err());
        let outcome = run(&GrepOptions::new("x", tree.path("in/a.txt")));
        assert_eq!(outcome.report.total_matches, 1);
        assert!(outcome.report.complete);
        allow(0o700);
    });
}

mod syntax {
    use std::fs::OpenOptions;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant, SystemTime};

    use super::*;

    #[test]
    fn syntax_search_reads_files_by_its_policy() {
        for (encoding, cases) in [(None, cases()), (Some("shift_jis"), encoded_cases())] {
            let tree = plant(&cases);
            let mut options = AstGrepOptions::new("f($A)", tree.root());
            options.max_file_size = Some(MAX_SIZE as u64);
            options.encoding = encoding.map(str::to_owned);
            let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
            for case in &cases {
                let found = outcome.items.iter().find(|item| item.path == case.name);
                assert_eq!(found.is_some(), case.is_found, "{}", case.name);
                let expected = Vec::from_iter(case.reported);
                assert_eq!(
                    reasons(&outcome.report, case.name),
                    expected,
                    "{}",
                    case.name
                );
                if let Some(found) = found {
                    // Only a UTF-8 byte order mark is part of the text.
                    let start = if case.name == "bom_utf8.js" { 3 } else { 0 };
                    assert_eq!(found.span.start.offset, start, "{}", case.name);
                    let is_replaced = case.reported.is_some();
                    assert_eq!(found.text == "f('\u{fffd}')".as_bytes(), is_replaced);
                }
            }
        }
    }

    #[test]
    fn syntax_edits_read_files_by_their_policy() {
        for (encoding, cases) in [(None, cases()), (Some("shift_jis"), encoded_cases())] {
            let tree = plant(&cases);
            let mut options = AstEditOptions::new("f($A)", "g($A)", tree.root());
            options.max_file_size = Some(MAX_SIZE as u64);
            options.encoding = encoding.map(str::to_owned);
            options.dry_run = false;
            let outcome = ast_edit(&options, &CancelToken::new()).unwrap();
            for case in &cases {
                let expected = Vec::from_iter(case.not_edited);
                assert_eq!(
                    reasons(&outcome.report, case.name),
                    expected,
                    "{}",
                    case.name
                );
                let mut bytes = case.content.clone();
                if case.not_edited.is_none() {
                    let call = bytes.iter().position(|byte| *byte == b'f').unwrap();
                    bytes[call] = b'g';
                }
                let now = std::fs::read(tree.path(case.name)).unwrap();
                assert_eq!(now, bytes, "{}", case.name);
            }
        }
    }

    #[test]
    fn syntax_operations_report_a_file_that_cannot_be_read() {
        let Some(root) = unreadable_root() else {
            return;
        };
        let token = CancelToken::new();
        let mut search = AstGrepOptions::new("f($A)", root);
        search.language = Some("js".into());
        let report = ast_grep(&search, &token).unwrap().report;
        assert_eq!(reasons(&report, root), [SkipReason::Unreadable]);
        let mut edit = AstEditOptions::new("f($A)", "g($A)", root);
        edit.language = Some("js".into());
        let report = ast_edit(&edit, &token).unwrap().report;
        assert_eq!(reasons(&report, root), [SkipReason::Unreadable]);
    }

    /// Time after which an unreported change counts as unnoticed.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Calls `operation` while a file keeps changing, until its report says so. Returns that
    /// report.
    fn until_changed(operation: impl Fn(&Tree) -> Report) -> Report {
        let tree = Tree::new();
        // Slow to read, without anything to parse.
        tree.write("a.js", "x;\n".repeat(2 << 20));
        let file = OpenOptions::new()
            .write(true)
            .open(tree.path("a.js"))
            .unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let begin = Instant::now();
                let mut time = SystemTime::UNIX_EPOCH;
                // Stops the writer even if an assertion below fails.
                while !is_over.load(Ordering::Relaxed) && begin.elapsed() < 2 * PATIENCE {
                    time += Duration::from_millis(1);
                    file.set_modified(time).unwrap();
                }
            });
            let begin = Instant::now();
            let report = loop {
                let report = operation(&tree);
                if is_changed(&report) || begin.elapsed() > PATIENCE {
                    break report;
                }
            };
            is_over.store(true, Ordering::Relaxed);
            report
        })
    }

    #[test]
    fn syntax_search_reports_a_file_that_changes_and_searches_it() {
        let report = until_changed(|tree| {
            let options = AstGrepOptions::new("f($A)", tree.root());
            ast_grep(&options, &CancelToken::new()).unwrap().report
        });
        assert!(is_changed(&report), "{report:?}");
        assert_eq!(report.files_searched, 1);
    }

    #[test]
    fn syntax_edits_skip_a_file_that_changes() {
        let report = until_changed(|tree| {
            let options = AstEditOptions::new("f($A)", "g($A)", tree.root());
            ast_edit(&options, &CancelToken::new()).unwrap().report
        });
        assert!(is_changed(&report), "{report:?}");
        assert_eq!(report.files_searched, 0);
    }
}
