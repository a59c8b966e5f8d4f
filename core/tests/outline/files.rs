//! Outlines of files: scope, report, order, cancellation, hostile input, workspaces.

use std::fs;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, DefinitionOptions, DefinitionPart, ErrorKind, OnTimeout, Outline,
    OutlineFilesOptions, OutlineOptions, Pool, RefreshMode, SkeletonOptions, SkipReason, StoppedBy,
    Workspace, WorkspaceOptions, definition, definition_in_file, outline, outline_file,
    outline_stream, skeleton, skeleton_file,
};
use ransack_testing::Tree;

fn tree() -> Tree {
    Tree::of(&[
        ("b/shape.rs", "struct S { x: u8 }\nfn f() {}\n"),
        ("a.py", "def f(): pass\n"),
        ("c.json", "{\"k\": 1}"),
        ("notes.unknown", "x"),
        ("broken.py", "def f(:\n    pass\n"),
        ("binary.c", "int x;\0"),
    ])
}

fn options(tree: &Tree) -> OutlineFilesOptions {
    OutlineFilesOptions::new(tree.root())
}

fn all(options: &OutlineFilesOptions) -> (Vec<String>, ransack::Report) {
    let outcome = outline_stream(options, &CancelToken::new())
        .collect_outcome()
        .unwrap();
    let paths = outcome.items.iter().map(|outline| outline.path.to_string());
    (paths.collect(), outcome.report)
}

#[test]
fn files_come_in_path_order_and_the_report_names_what_is_missing() {
    let tree = tree();
    let (paths, report) = all(&options(&tree));
    assert_eq!(paths, ["a.py", "b/shape.rs", "broken.py", "c.json"]);
    assert_eq!((report.complete, report.files_searched), (false, 4));
    let skipped: Vec<_> = report
        .skipped
        .iter()
        .map(|skipped| (skipped.reason, skipped.first[0].path.to_string()))
        .collect();
    assert_eq!(
        skipped,
        [
            (SkipReason::Binary, "binary.c".to_owned()),
            (SkipReason::SyntaxErrors, "broken.py".to_owned()),
        ]
    );
    for threads in [1, 2, 7] {
        let pool = Pool::new(threads);
        assert_eq!(all(&options(&tree).pool(pool)).0, paths);
    }
}

#[test]
fn limit_offset_language_and_globs_select_files() {
    let tree = tree();
    let (paths, report) = all(&options(&tree).limit(1).offset(1));
    assert_eq!(paths, ["b/shape.rs"]);
    assert_eq!(
        (report.stopped_by, report.next_offset),
        (Some(StoppedBy::Limit), Some(2))
    );
    assert_eq!(all(&options(&tree).language("rs")).0, ["b/shape.rs"]);
    assert_eq!(all(&options(&tree).globs(["*.json"])).0, ["c.json"]);
    let error = outline_stream(&options(&tree).language("klingon"), &CancelToken::new())
        .for_each(|_| ControlFlow::Continue(()));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidOption);
}

#[test]
fn one_file_is_outlined_or_the_call_says_why_not() {
    let tree = tree();
    let of = |path: &str| {
        outline_file(
            &OutlineFilesOptions::new(tree.path(path)),
            &CancelToken::new(),
        )
    };
    assert_eq!(of("b/shape.rs").unwrap().items[0].items.len(), 2);
    let skipped = of("binary.c").unwrap();
    assert!(skipped.items.is_empty() && !skipped.report.complete);
    assert_eq!(of("b").unwrap_err().kind(), ErrorKind::InvalidOption);
    assert_eq!(
        of("notes.unknown").unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
    assert_eq!(of("none.rs").unwrap_err().kind(), ErrorKind::NotFound);
    let none = OutlineFilesOptions::default();
    let error = outline_file(&none, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let named = OutlineFilesOptions::new(tree.path("notes.unknown")).language("python");
    assert_eq!(
        outline_file(&named, &CancelToken::new()).unwrap().items[0].language,
        "python"
    );
    let small = OutlineFilesOptions::new(tree.path("a.py")).max_file_size(3);
    let report = outline_file(&small, &CancelToken::new()).unwrap().report;
    assert_eq!(report.skipped[0].reason, SkipReason::TooLarge);
}

#[test]
fn a_callback_stops_the_call() {
    let tree = tree();
    let mut count = 0;
    let report = outline_stream(&options(&tree), &CancelToken::new()).for_each(|_| {
        count += 1;
        ControlFlow::Break(())
    });
    assert_eq!(
        (count, report.unwrap().stopped_by),
        (1, Some(StoppedBy::Callback))
    );
}

#[test]
fn a_cancelled_call_fails_before_and_during_the_work() {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let tree = tree();
    let error = outline_stream(&options(&tree), &token)
        .collect_outcome()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    // Takes seconds to parse if it is not stopped.
    let source = "[".repeat(3_000_000).into_bytes();
    type Call = fn(&[u8], &CancelToken) -> Option<ErrorKind>;
    let calls: [Call; 3] = [
        |source, token| {
            let made = outline(source, "javascript", &OutlineOptions::default(), token);
            made.err().map(|error| error.kind())
        },
        |source, token| {
            let found = definition(
                source,
                "javascript",
                "f",
                &DefinitionOptions::default(),
                token,
            );
            found.err().map(|error| error.kind())
        },
        |source, token| {
            let made = skeleton(source, "javascript", &SkeletonOptions::default(), token);
            made.err().map(|error| error.kind())
        },
    ];
    for call in calls {
        let token = CancelToken::new();
        token.cancel(AbortReason::User);
        assert_eq!(call(b"f", &token), Some(ErrorKind::Aborted));
        let token = CancelToken::new();
        thread::scope(|scope| {
            let running = scope.spawn(|| call(&source, &token));
            thread::sleep(Duration::from_millis(20));
            token.cancel(AbortReason::User);
            assert_eq!(running.join().unwrap(), Some(ErrorKind::Aborted));
        });
        let token = CancelToken::with_timeout(Duration::from_millis(20));
        assert_eq!(call(&source, &token), Some(ErrorKind::Timeout));
    }
}

fn of(source: impl AsRef<[u8]>, language: &str) -> Outline {
    let options = OutlineOptions::default();
    outline(source.as_ref(), language, &options, &CancelToken::new()).unwrap()
}

#[test]
fn hostile_texts_are_bounded_and_marked() {
    let brackets = "(".repeat(300_000);
    for language in ["c", "javascript", "python", "rust", "go", "json", "css"] {
        assert!(of(&brackets, language).syntax_errors > 0, "{language}");
    }
    let long_line = format!("int {};\n", "x".repeat(10_000_000));
    let outline = of(&long_line, "c");
    assert!(outline.is_minified);
    assert_eq!(outline.items[0].name.len(), 10_000_000);
    assert!(outline.items[0].signature.len() <= ransack::OutlineItem::MAX_SIGNATURE);
    of("int x;\0\0\0int y;", "c");
    of(b"\xff\xfe\xffint \xff;", "c");
    for language in ransack::ast::languages() {
        let options = OutlineOptions::default();
        for source in ["", "\u{feff}", "\n", "\0", "]]]}}})))", "é\u{300}"] {
            // Some languages have none.
            let _ = ransack::outline(
                source.as_bytes(),
                language.name,
                &options,
                &CancelToken::new(),
            );
        }
    }
}

#[test]
fn definitions_that_are_nested_too_deeply_are_counted() {
    let source = format!("{}{}", "class A { a = ".repeat(200), "1 }".repeat(200));
    let source = source.replace("a = class", "static a = class");
    let nested = "function f() { ".repeat(150) + &"}".repeat(150);
    let outline = of(nested, "javascript");
    assert_eq!(outline.too_deep, 50);
    let mut count = 0;
    outline.for_each(|_| count += 1);
    assert_eq!(count, Outline::MAX_DEPTH);
    of(source, "javascript");
    let dir = Tree::of(&[("a.js", &("function f() { ".repeat(150) + &"}".repeat(150)))]);
    let report = all(&options(&dir)).1;
    assert_eq!(report.skipped[0].reason, SkipReason::TooDeep);
}

#[test]
fn minified_and_generated_texts_are_marked() {
    assert!(of("a=1;".repeat(5000), "javascript").is_minified);
    assert!(!of("a = 1;\n".repeat(5000), "javascript").is_minified);
    assert!(of("// Code generated by x. DO NOT EDIT.\npackage a\n", "go").is_generated);
    assert!(of("# @generated\n", "python").is_generated);
    assert!(!of("x = '@generated'\n", "python").is_generated);
}

#[test]
fn a_workspace_outlines_its_buffers() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    workspace
        .set_buffer("a.py", "def buffered():\n    x = 1\n    return x\n")
        .unwrap();
    workspace.set_buffer("new.rs", "fn new() {}\n").unwrap();
    let file = OutlineFilesOptions::new("a.py");
    let outcome = outline_file(&file.clone().workspace(&workspace), &token).unwrap();
    assert_eq!(outcome.items[0].items[0].name, "buffered");
    let parts = [DefinitionPart::Signature];
    let found = definition_in_file(
        &file.clone().workspace(&workspace),
        "buffered",
        &parts.into(),
        &token,
    )
    .unwrap();
    assert_eq!(found.items[0].text, b"def buffered()");
    let made = skeleton_file(
        &file.clone().workspace(&workspace),
        &SkeletonOptions::default(),
        &token,
    )
    .unwrap();
    assert_eq!(made.items[0].text, b"def buffered():\n    ...\n");
    let mut names = Vec::new();
    let every = OutlineFilesOptions::default();
    let report = outline_stream(&every.clone().workspace(&workspace), &token).for_each(|outline| {
        outline.for_each(|item| names.push(item.name.clone()));
        ControlFlow::Continue(())
    });
    assert!(names.contains(&"buffered".to_owned()) && names.contains(&"new".to_owned()));
    assert_eq!(report.unwrap().files_searched, 5);
    let directory = outline_file(&OutlineFilesOptions::new("b").workspace(&workspace), &token);
    assert_eq!(directory.unwrap_err().kind(), ErrorKind::InvalidOption);
    workspace.close();
    let error = outline_file(&file.clone().workspace(&workspace), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
}

#[test]
fn one_file_of_a_workspace_is_what_its_buffers_make_it() {
    for mode in [
        RefreshMode::Watch,
        RefreshMode::Stat,
        RefreshMode::Manual,
        RefreshMode::Walk,
    ] {
        let tree = Tree::of(&[("gone.py", "def gone(): pass\n")]);
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        let workspace = Workspace::open(tree.root(), &options).unwrap();
        let token = CancelToken::new();
        let names = |path: &str| -> ransack::Result<Vec<String>> {
            let outcome = outline_file(
                &OutlineFilesOptions::new(path).workspace(&workspace),
                &token,
            )?;
            let names = outcome.items[0].items.iter().map(|item| item.name.clone());
            Ok(names.collect())
        };
        workspace.set_buffer("n/e/w.py", "def w(): pass\n").unwrap();
        workspace
            .set_buffer("gone.py", "def kept(): pass\n")
            .unwrap();
        assert_eq!(names("n/e/w.py").unwrap(), ["w"]);
        for dir in [".", "n", "n/e"] {
            let error = names(dir).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidOption, "{mode:?} {dir}");
        }
        assert_eq!(names("no.py").unwrap_err().kind(), ErrorKind::NotFound);
        fs::remove_file(tree.path("gone.py")).unwrap();
        fs::create_dir(tree.path("gone.py")).unwrap();
        assert_eq!(names("gone.py").unwrap(), ["kept"], "{mode:?}");
        workspace.clear_buffer(None).unwrap();
        let error = names("gone.py").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
    }
}

#[test]
fn a_partial_outcome_of_one_file_is_no_unknown_language() {
    let tree = tree();
    let options = OutlineFilesOptions::new(tree.path("a.py"));
    let over = CancelToken::with_timeout(Duration::ZERO);
    let error = outline_file(&options, &over).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let partial = options.clone().on_timeout(OnTimeout::Partial);
    let outcome = outline_file(&partial, &over).unwrap();
    assert!(outcome.items.is_empty());
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Timeout));
    let none = outline_file(&options.limit(0), &CancelToken::new()).unwrap();
    assert!(none.items.is_empty());
}
