//! Skeletons, imports and exports of files: equality with their texts, scope, report, names,
//! cancellation, workspaces.

use std::fs;
use std::ops::ControlFlow;

use ransack::{
    AbortReason, CancelToken, DefinitionOptions, ErrorKind, Exports, Imports, Outcome,
    OutlineFilesOptions, OutlineOptions, Pool, RelPath, Report, Result, Skeleton, SkeletonOptions,
    SkipReason, StoppedBy, Stream, Workspace, WorkspaceOptions, definition, definition_in_file,
    exports, exports_file, exports_stream, imports, imports_file, imports_stream, outline,
    outline_file, skeleton, skeleton_file, skeleton_stream,
};
use ransack_testing::Tree;

const PYTHON: &str = "import os\n\n\ndef f(a):\n    x = a + 1\n    return x\n";
const RUST: &str = "use std::fmt;\n\npub fn g(a: u8) -> u8 {\n    let b = a + 1;\n    b\n}\n\nfn f() {\n    let c = 1;\n    drop(c);\n}\n";

fn tree() -> Tree {
    Tree::of(&[
        ("a.py", PYTHON),
        ("b/c.rs", RUST),
        ("broken.py", "import os\ndef f(:\n    pass\n"),
        ("data.json", "{\"k\": 1}"),
        ("notes.unknown", "x"),
        ("binary.py", "import os\0"),
    ])
}

/// Returns the items of a stream, and its report.
fn outcome<T>(stream: Stream<T>) -> Outcome<T> {
    stream.collect_outcome().unwrap()
}

fn kind<T>(stream: Stream<T>) -> ErrorKind {
    stream.collect_outcome().err().unwrap().kind()
}

fn skipped<T>(outcome: &Outcome<T>) -> Vec<(SkipReason, String)> {
    let skipped = outcome.report.skipped.iter();
    let skipped = skipped.map(|skipped| (skipped.reason, skipped.first[0].path.to_string()));
    skipped.collect()
}

/// A result equals the result for its text, except for the path.
#[test]
fn reports_of_texts_are_those_of_files() {
    let deep = "fn f() {".repeat(120) + &"}".repeat(120);
    let tree = Tree::of(&[
        ("a.py", PYTHON),
        ("empty.py", ""),
        ("broken.py", "import os\ndef f(:\n    pass\n"),
        ("deep.rs", &deep),
    ]);
    let token = CancelToken::new();
    let without_paths = |mut report: Report| {
        for path in report
            .skipped
            .iter_mut()
            .flat_map(|skipped| &mut skipped.first)
        {
            path.path = RelPath::default();
        }
        report
    };
    for (name, language) in [
        ("a.py", "python"),
        ("empty.py", "python"),
        ("broken.py", "python"),
        ("deep.rs", "rust"),
    ] {
        let source = fs::read(tree.root().join(name)).unwrap();
        let file = OutlineFilesOptions::new(tree.root().join(name));
        let options = OutlineOptions::default();
        let outline = outline(&source, language, &options, &token).unwrap();
        let of_file = outline_file(&file, &token).unwrap().report;
        assert_eq!(outline.report(), without_paths(of_file), "{name}");
        assert_eq!(
            outline.report().complete,
            name.len() < 9 && name != "deep.rs"
        );
        let options = SkeletonOptions::default();
        let skeleton = skeleton(&source, language, &options, &token).unwrap();
        let of_file = skeleton_file(&file, &options, &token).unwrap().report;
        assert_eq!(skeleton.report(), without_paths(of_file), "{name}");
        let found = imports(&source, language, &token).unwrap();
        let of_file = imports_file(&file, &token).unwrap().report;
        assert_eq!(found.report(), without_paths(of_file), "{name}");
        let found = exports(&source, language, &token).unwrap();
        let of_file = exports_file(&file, &token).unwrap().report;
        assert_eq!(found.report(), without_paths(of_file), "{name}");
        if let Some(item) = outline.items.first() {
            let found = definition(
                &source,
                language,
                &item.name,
                &DefinitionOptions::default(),
                &token,
            )
            .unwrap();
            let of_file =
                definition_in_file(&file, &item.name, &DefinitionOptions::default(), &token)
                    .unwrap();
            assert_eq!(found.report(), without_paths(of_file.report), "{name}");
        }
    }
}

#[test]
fn files_have_the_results_of_their_texts_in_path_order() {
    let tree = tree();
    let token = CancelToken::new();
    let faults = [
        (SkipReason::Binary, "binary.py".to_owned()),
        (SkipReason::SyntaxErrors, "broken.py".to_owned()),
    ];
    for threads in [1, 2, 5] {
        let files = OutlineFilesOptions::new(tree.root()).pool(Pool::new(threads));
        let options = SkeletonOptions::default();
        let made = outcome(skeleton_stream(&files, &options, &token));
        let paths: Vec<_> = made
            .items
            .iter()
            .map(|made| made.path.to_string())
            .collect();
        assert_eq!(paths, ["a.py", "b/c.rs", "broken.py", "data.json"]);
        assert_eq!(skipped(&made), faults);
        let read = outcome(imports_stream(&files, &token));
        let paths: Vec<_> = read
            .items
            .iter()
            .map(|read| read.path.to_string())
            .collect();
        // Data has no imports.
        assert_eq!(paths, ["a.py", "b/c.rs", "broken.py"]);
        assert_eq!(skipped(&read), faults);
        let public = outcome(exports_stream(&files, &token));
        assert_eq!(public.report.files_searched, 3);
        for found in &made.items {
            let source = fs::read(tree.path(&found.path.to_string())).unwrap();
            let mut of_text = skeleton(&source, found.language, &options, &token).unwrap();
            of_text.path = found.path.clone();
            assert_eq!(*found, of_text);
        }
        for (read, public) in read.items.iter().zip(&public.items) {
            let source = fs::read(tree.path(&read.path.to_string())).unwrap();
            let mut of_text = imports(&source, read.language, &token).unwrap();
            of_text.path = read.path.clone();
            assert_eq!(*read, of_text);
            let mut of_text = exports(&source, read.language, &token).unwrap();
            of_text.path = read.path.clone();
            assert_eq!(*public, of_text);
        }
    }
}

#[test]
fn limit_offset_language_and_roots_select_files() {
    let tree = tree();
    let token = CancelToken::new();
    let files = OutlineFilesOptions::new(tree.root());
    let some = outcome(imports_stream(&files.clone().limit(1).offset(1), &token));
    assert_eq!(some.items[0].path.to_string(), "b/c.rs");
    assert_eq!(some.report.stopped_by, Some(StoppedBy::Limit));
    let some = outcome(exports_stream(&files.clone().language("rs"), &token));
    assert_eq!(some.items[0].items[0].name, "g");
    assert_eq!(
        kind(imports_stream(&files.clone().language("json"), &token)),
        ErrorKind::InvalidOption
    );
    assert_eq!(
        kind(exports_stream(&files.clone().language("x"), &token)),
        ErrorKind::InvalidOption
    );
    let mut files = files;
    let file = tree.path("a.py");
    files.scope.roots = vec![tree.path("b"), file.clone()];
    let made = outcome(skeleton_stream(&files, &SkeletonOptions::default(), &token));
    let roots = made
        .items
        .iter()
        .map(|made| (made.root, made.path.to_string()));
    assert!(roots.eq([
        (0, "c.rs".to_owned()),
        (1, file.to_str().unwrap().to_owned())
    ]));
    files.scope.roots = vec![tree.path("none")];
    assert_eq!(kind(imports_stream(&files, &token)), ErrorKind::NotFound);
}

#[test]
fn skeletons_keep_names_in_every_file_that_has_them() {
    let tree = tree();
    let token = CancelToken::new();
    let files = OutlineFilesOptions::new(tree.root()).globs(["a.py", "b/*"]);
    let texts = |names: &[&str]| -> Result<Vec<String>> {
        let names = names.iter().map(|name| (*name).to_owned());
        let options = SkeletonOptions::default().names(names.collect::<Vec<_>>());
        let mut texts = Vec::new();
        skeleton_stream(&files, &options, &token).for_each(|made| {
            texts.push(String::from_utf8(made.text).unwrap());
            ControlFlow::Continue(())
        })?;
        Ok(texts)
    };
    let elided = "use std::fmt;\n\npub fn g(a: u8) -> u8 { /* ... */ }\n\nfn f() {\n    let c = 1;\n    drop(c);\n}\n";
    assert_eq!(texts(&["f"]).unwrap(), [PYTHON, elided]);
    assert_eq!(texts(&["f", "g"]).unwrap(), [PYTHON, RUST]);
    // A name without a definition in any file is an error once all files are read.
    let options = SkeletonOptions::default().names(["f", "h"]);
    let error = skeleton_stream(&files, &options, &token)
        .find_map(Result::err)
        .unwrap();
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::UnknownName, Some("h"))
    );
    assert_eq!(texts(&[""]).unwrap_err().kind(), ErrorKind::InvalidOption);
}

#[test]
fn a_callback_stops_the_call() {
    let tree = tree();
    let token = CancelToken::new();
    let files = OutlineFilesOptions::new(tree.root());
    let made = |_: Skeleton| ControlFlow::Break(());
    let read = |_: Imports| ControlFlow::Break(());
    let public = |_: Exports| ControlFlow::Break(());
    for report in [
        skeleton_stream(&files, &SkeletonOptions::default(), &token).for_each(made),
        imports_stream(&files, &token).for_each(read),
        exports_stream(&files, &token).for_each(public),
    ] {
        assert_eq!(report.unwrap().stopped_by, Some(StoppedBy::Callback));
    }
}

#[test]
fn a_cancelled_call_fails_before_and_during_the_work() {
    let text = PYTHON.repeat(200);
    let files: Vec<_> = (0..300).map(|number| format!("{number:03}.py")).collect();
    let files: Vec<_> = files
        .iter()
        .map(|path| (path.as_str(), text.as_str()))
        .collect();
    let tree = Tree::of(&files);
    let files = OutlineFilesOptions::new(tree.root());
    type Call = fn(&OutlineFilesOptions, &CancelToken, &mut dyn FnMut()) -> ErrorKind;
    let calls: [Call; 3] = [
        |files, token, each| {
            let options = SkeletonOptions::default();
            let call = skeleton_stream(files, &options, token).for_each(|_| {
                each();
                ControlFlow::Continue(())
            });
            call.unwrap_err().kind()
        },
        |files, token, each| {
            let call = imports_stream(files, token).for_each(|_| {
                each();
                ControlFlow::Continue(())
            });
            call.unwrap_err().kind()
        },
        |files, token, each| {
            let call = exports_stream(files, token).for_each(|_| {
                each();
                ControlFlow::Continue(())
            });
            call.unwrap_err().kind()
        },
    ];
    for call in calls {
        let token = CancelToken::new();
        let mut count = 0;
        let during = call(&files, &token, &mut || {
            count += 1;
            token.cancel(AbortReason::User);
        });
        assert_eq!((during, count), (ErrorKind::Aborted, 1));
        let before = call(&files, &token, &mut || count += 1);
        assert_eq!((before, count), (ErrorKind::Aborted, 1));
    }
}

#[test]
fn a_workspace_reads_its_buffers() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    workspace
        .set_buffer(
            "a.py",
            "import sys\n\n\ndef h():\n    x = 1\n    return x\n",
        )
        .unwrap();
    let files = OutlineFilesOptions::default().globs(["*.py"]);
    let made = outcome(skeleton_stream(
        &files.clone().workspace(&workspace),
        &SkeletonOptions::default(),
        &token,
    ));
    assert_eq!(made.items[0].text, b"import sys\n\n\ndef h():\n    ...\n");
    let read = outcome(imports_stream(&files.clone().workspace(&workspace), &token));
    assert_eq!(read.items[0].items[0].module, "sys");
    let mut names = Vec::new();
    let report = exports_stream(&files.clone().workspace(&workspace), &token).for_each(|public| {
        names.extend(public.items.into_iter().map(|export| export.name));
        ControlFlow::Continue(())
    });
    assert!(names.contains(&"h".to_owned()));
    assert_eq!(report.unwrap().files_searched, 2);
    workspace.close();
    assert_eq!(
        kind(imports_stream(&files.clone().workspace(&workspace), &token)),
        ErrorKind::Closed
    );
}
