//! Open buffers of a workspace: each operation in each kind of scan, and rejected paths.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ransack::{
    CancelToken, ErrorKind, FileType, FuzzyFindOptions, GlobOptions, GrepMatch, GrepMode,
    GrepOptions, Outcome, RefreshMode, Report, SkipReason, Workspace, WorkspaceOptions, ast_grep,
    fuzzy_find, glob, grep_stream,
};
use ransack_testing::compare::{FILES, compare, open};
use ransack_testing::{Tree, paths};

const MODES: [RefreshMode; 4] = [
    RefreshMode::Watch,
    RefreshMode::Stat,
    RefreshMode::Manual,
    RefreshMode::Walk,
];

fn grep(workspace: &Workspace, options: &GrepOptions) -> Outcome<GrepMatch> {
    ransack::grep(&options.clone().workspace(workspace), &CancelToken::new()).unwrap()
}

/// Lines that match as `path:number:line`.
pub(crate) fn lines(workspace: &Workspace, options: &GrepOptions) -> Vec<String> {
    let found = grep(workspace, options).items.into_iter();
    let line = |m: GrepMatch| {
        let line = String::from_utf8_lossy(&m.line).into_owned();
        format!("{}:{}:{line}", m.path, m.line_number)
    };
    found.map(line).collect()
}

fn globbed(workspace: &Workspace, options: &GlobOptions) -> Vec<String> {
    let found = glob(&options.clone().workspace(workspace), &CancelToken::new()).unwrap();
    let path = |m: ransack::GlobMatch| m.path.to_string();
    found.items.into_iter().map(path).collect()
}

fn found(workspace: &Workspace, query: &str) -> Vec<String> {
    let options = FuzzyFindOptions::new(query, workspace);
    let found = fuzzy_find(&options, &CancelToken::new()).unwrap();
    let mut paths: Vec<_> = found.items.iter().map(|m| m.path.to_string()).collect();
    paths.sort();
    paths
}

fn skipped(report: &Report) -> Vec<(SkipReason, String)> {
    let each = |s: &ransack::Skipped| (s.reason, s.first[0].path.to_string());
    report.skipped.iter().map(each).collect()
}

/// Calls with a workspace in each mode.
pub(crate) fn in_each_mode(files: &[(&str, &str)], test: impl Fn(&Tree, &Workspace)) {
    for mode in MODES {
        let tree = Tree::of(files);
        test(&tree, &open(&tree, mode));
    }
}

#[test]
fn every_operation_sees_the_buffer() {
    in_each_mode(&FILES, |_, workspace| {
        workspace.set_buffer("a/b.rs", "unsaved\nx\n").unwrap();
        workspace.set_buffer("n/e/w.rs", "unsaved\n").unwrap();
        let both = GrepOptions::new("unsaved|^x", "a").types(["rust"]);
        let expected = [
            "a/b.rs:1:unsaved",
            "a/b.rs:2:x",
            "a/b/c.rs:1:x",
            "a/b/c.rs:2:x",
        ];
        assert_eq!(lines(workspace, &both), expected);
        let unsaved = GrepOptions::new("unsaved", ".");
        let expected = ["a/b.rs:1:unsaved", "n/e/w.rs:1:unsaved"];
        assert_eq!(lines(workspace, &unsaved), expected);

        let all = GlobOptions::new("n/**", ".");
        assert_eq!(globbed(workspace, &all), ["n/e", "n/e/w.rs"]);
        let rust = GlobOptions::new("**/*.rs", ".");
        assert_eq!(
            globbed(workspace, &rust),
            ["a/b.rs", "a/b/c.rs", "n/e/w.rs"]
        );
        assert_eq!(found(workspace, "new"), ["n/e/w.rs"]);
        assert_eq!(found(workspace, "n/e"), ["n/e/", "n/e/w.rs"]);

        workspace.set_buffer("a/b.rs", "typed\n").unwrap();
        assert_eq!(lines(workspace, &unsaved), expected[1..]);
        let typed = GrepOptions::new("typed", ".");
        assert_eq!(lines(workspace, &typed), ["a/b.rs:1:typed"]);
        workspace.clear_buffer(Some(Path::new("n/e/w.rs"))).unwrap();
        assert_eq!(globbed(workspace, &all), [""; 0]);
        assert_eq!(found(workspace, "new"), [""; 0]);
        workspace.clear_buffer(None).unwrap();
        assert_eq!(lines(workspace, &typed), [""; 0]);
        assert_eq!(
            lines(workspace, &GrepOptions::new("x", "a/b.rs")),
            ["a/b.rs:1:x"]
        );
    });
}

#[test]
fn syntax_search_sees_the_buffer() {
    in_each_mode(
        &[("a.js", "f(1);\n"), ("b.js", "f(2);\n")],
        |_, workspace| {
            workspace.set_buffer("b.js", "\n\nf(3, g(4));\n").unwrap();
            workspace.set_buffer("c/d.js", "f(5);\n").unwrap();
            let options = ransack::AstGrepOptions::new("f($$$A)", workspace);
            let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
            let place = |m: &ransack::AstMatch| format!("{}:{}", m.path, m.span.start.line);
            let places: Vec<_> = outcome.items.iter().map(place).collect();
            assert_eq!(places, ["a.js:1", "b.js:3", "c/d.js:1"]);
            assert!(outcome.report.complete);
            assert_eq!(outcome.report.files_searched, 3);
        },
    );
}

#[test]
fn scopes_apply_to_paths_that_are_not_on_disk() {
    let files = [
        (".ignore", "ignored\n*.log\n!.shown\n"),
        ("ignored/old.rs", "x\n"),
        ("node_modules/m/old.rs", "x\n"),
        ("a.rs", "x\n"),
    ];
    let buffers = [
        "new.rs",
        "new.log",
        "new.txt",
        "ignored/new.rs",
        "deep/ignored/new.rs",
        "node_modules/new/new.rs",
        "deep/node_modules/new.rs",
        ".hidden/new.rs",
        ".shown/new.rs",
        ".git/new.rs",
        "deep/.git",
    ];
    in_each_mode(&files, |tree, workspace| {
        for path in buffers {
            workspace.set_buffer(path, "x\n").unwrap();
            tree.write(&format!("copy/{path}"), "x\n");
        }
        let copy = tree.path("copy");
        for (path, text) in files {
            tree.write(&format!("copy/{path}"), text);
        }
        fs::remove_dir_all(tree.path("copy/.git")).unwrap();
        // The copy is not searched.
        let outer = Tree::new();
        fs::rename(copy, outer.path("copy")).unwrap();
        workspace.invalidate(None);
        let copy = Workspace::open(outer.path("copy"), &WorkspaceOptions::default()).unwrap();
        for case in 0..9 {
            let mut options = GrepOptions::new("x", ".");
            options.select.mode = GrepMode::FilesWithMatches;
            match case {
                0 => options.scope.gitignore = false,
                1 => options.scope.hidden = false,
                2 => options.scope.node_modules = true,
                3 => options.scope.types = vec!["rust".into()],
                4 => options.scope.globs = vec!["!deep".into()],
                5 => options.scope.globs = vec!["**/node_modules/**".into()],
                6 => options.scope.roots = vec!["ignored".into(), "deep/ignored".into()],
                7 => options.scope.follow_symlinks = true,
                _ => options.scope.tracked = true,
            }
            let (here, there) = (grep(workspace, &options), grep(&copy, &options));
            assert_eq!(here.items, there.items, "{case}");
            assert_eq!(skipped(&here.report), skipped(&there.report), "{case}");
            let mut globs = GlobOptions::new("**", ".");
            globs.scope = options.scope.clone();
            assert_eq!(globbed(workspace, &globs), globbed(&copy, &globs), "{case}");
        }
        let visible = GrepOptions::new("x", ".").types(["rust"]);
        let visible = paths(&grep(workspace, &visible).items);
        assert_eq!(
            visible,
            [".hidden/new.rs", ".shown/new.rs", "a.rs", "new.rs"]
        );
    });
}

#[test]
fn roots_that_exist_only_as_buffers() {
    in_each_mode(&FILES, |tree, workspace| {
        workspace.set_buffer("n/e/w.rs", "x\n").unwrap();
        workspace.set_buffer("top.rs", "x\n").unwrap();
        let mut options = GrepOptions::new("x", "n/e/w.rs");
        assert_eq!(lines(workspace, &options), ["n/e/w.rs:1:x"]);
        options.scope.roots = vec![tree.path("n"), "./n/e/".into(), "top.rs".into(), "a".into()];
        let found: Vec<_> = grep(workspace, &options).items;
        let of_root = |root| found.iter().filter(|m| m.root == root).count();
        assert_eq!([0, 1, 2, 3].map(of_root), [1, 0, 1, 4]);
        assert_eq!(found[0].path, "n/e/w.rs");
        assert_eq!(found[1].path, "top.rs");
        options.scope.roots = vec!["./n/e/".into(), tree.path("n")];
        let found = grep(workspace, &options).items;
        assert_eq!(paths(&found), ["n/e/w.rs"]);
        assert_eq!(found[0].root, 0);
        assert_eq!(
            globbed(workspace, &GlobOptions::new("**", "n")),
            ["n/e", "n/e/w.rs"]
        );

        let fails = |root: &str| {
            let options = GlobOptions::new("**", root);
            let failed = glob(&options.clone().workspace(workspace), &CancelToken::new());
            failed.unwrap_err().kind()
        };
        assert_eq!(fails("n/e/w.rs"), ErrorKind::InvalidOption);
        assert_eq!(fails("n/none"), ErrorKind::NotFound);
        assert_eq!(fails("n/e/w.rs/x"), ErrorKind::NotFound);
        workspace.clear_buffer(None).unwrap();
        assert_eq!(fails("n"), ErrorKind::NotFound);
    });
}

#[test]
fn a_file_comes_and_goes_on_disk_below_its_buffer() {
    in_each_mode(&FILES, |tree, workspace| {
        let options = GrepOptions::new("unsaved|saved", "a");
        let expected = ["a/b.rs:1:unsaved"];
        let check = || {
            workspace.invalidate(None);
            assert_eq!(lines(workspace, &options), expected);
        };
        workspace.set_buffer("a/b.rs", "unsaved\n").unwrap();
        check();
        fs::remove_file(tree.path("a/b.rs")).unwrap();
        check();
        tree.write("a/b.rs", "saved\n");
        check();
        fs::rename(tree.path("a/b.rs"), tree.path("a/moved.rs")).unwrap();
        workspace.invalidate(None);
        assert_eq!(
            lines(workspace, &options),
            [expected[0], "a/moved.rs:1:saved"]
        );
        fs::remove_dir_all(tree.path("a")).unwrap();
        check();
        // The buffer stays, whatever is in its place on disk.
        tree.write("a", "saved\n");
        check();
        fs::remove_file(tree.path("a")).unwrap();
        tree.write("a/b.rs/c", "saved\n");
        check();
        workspace.clear_buffer(Some(Path::new("a/b.rs"))).unwrap();
        assert_eq!(lines(workspace, &options), ["a/b.rs/c:1:saved"]);
    });
}

#[test]
fn content_search_treats_a_buffer_as_a_file() {
    in_each_mode(&[("f", "on disk\n")], |tree, workspace| {
        workspace
            .set_buffer("f", "\u{feff}one\r\ntwo\nthree\n")
            .unwrap();
        let mut options = GrepOptions::new("two", "f");
        options.select.context_before = 1;
        options.select.context_after = 1;
        let found = grep(workspace, &options).items.remove(0);
        assert_eq!((found.line_number, found.byte_offset), (2, 8));
        assert_eq!(found.context_before[0].line, b"one");
        assert_eq!(found.context_after[0].line, b"three");
        let mut options = GrepOptions::new(r"^one\r?\ntwo", "f").multiline(true);
        assert_eq!(lines(workspace, &options), ["f:1:one\r\ntwo"]);
        options.select.mode = GrepMode::Count;
        assert_eq!(grep(workspace, &options).items[0].match_count, Some(1));

        let mut options = GrepOptions::new("o", "f");
        options.max_file_size = Some(5);
        let outcome = grep(workspace, &options);
        assert!(outcome.items.is_empty());
        assert_eq!(
            skipped(&outcome.report),
            [(SkipReason::TooLarge, "f".into())]
        );
        options.max_file_size = Some(19);
        assert_eq!(grep(workspace, &options).items.len(), 2);

        workspace.set_buffer("f", "one\0two\n").unwrap();
        let mut options = GrepOptions::new("two", "f");
        let outcome = grep(workspace, &options);
        assert_eq!(skipped(&outcome.report), [(SkipReason::Binary, "f".into())]);
        options.binary = true;
        assert_eq!(grep(workspace, &options).items.len(), 1);
        assert_eq!(fs::read(tree.path("f")).unwrap(), b"on disk\n");
    });
}

#[test]
fn the_text_of_a_buffer_is_not_decoded() {
    let tree = Tree::of(&[("f", "")]);
    let workspace = open(&tree, RefreshMode::Watch);
    let mut options = GrepOptions::new("é", "f");
    options.encoding = Some("latin1".into());
    workspace.set_buffer("f", "é\n").unwrap();
    assert_eq!(lines(&workspace, &options), ["f:1:é"]);
    // On disk, a UTF-16 byte order mark.
    workspace.set_buffer("f", b"\xff\xfe\xe9a\n").unwrap();
    let found = grep(&workspace, &GrepOptions::new("a", "f"));
    assert_eq!(found.items[0].line, b"\xff\xfe\xe9a");
    assert!(found.report.complete);
}

/// More results than fit in one job, in texts that fit into the search window and texts that do
/// not.
#[test]
fn large_buffers_are_searched_in_parts() {
    for count in [20_000_usize, 200_000] {
        let text: String = (0..count).map(|i| format!("x line {i}\n")).collect();
        in_each_mode(&[("f", "x\n"), ("g", "x\n")], |tree, workspace| {
            workspace.set_buffer("f", text.clone()).unwrap();
            workspace.set_buffer("new/f", &*text).unwrap();
            let mut options = GrepOptions::new("x", ".");
            let stream = grep_stream(&options.clone().workspace(workspace), &CancelToken::new());
            // A call in flight keeps the text it began with.
            workspace.set_buffer("f", "x\n").unwrap();
            workspace.clear_buffer(Some(Path::new("new/f"))).unwrap();
            tree.write("f", "other\n");
            let found = stream.collect_outcome().unwrap();
            assert_eq!(found.items.len(), 2 * count + 1);
            assert!(found.report.complete, "{:?}", found.report);
            let last = &found.items[2 * count];
            assert_eq!(
                (last.path.to_string(), last.line_number),
                ("new/f".into(), count as u64)
            );
            assert_eq!(last.line, format!("x line {}", count - 1).as_bytes());
            workspace.set_buffer("f", text.clone()).unwrap();
            options.select.offset = count as u64 - 1;
            options.select.limit = Some(2);
            let expected = [format!("f:{count}:x line {}", count - 1), "g:1:x".into()];
            assert_eq!(lines(workspace, &options), expected);
        });
    }
}

#[test]
fn a_nul_byte_late_in_a_large_buffer_ends_its_text() {
    let tree = Tree::of(&[("f", "")]);
    let workspace = open(&tree, RefreshMode::Watch);
    let text = format!("x\n{}x\0x\n", "\n".repeat(2 << 20));
    workspace.set_buffer("f", text).unwrap();
    let outcome = grep(&workspace, &GrepOptions::new("x", "f"));
    assert_eq!(outcome.items.len(), 2);
    assert_eq!(
        skipped(&outcome.report),
        [(SkipReason::Undecodable, "f".into())]
    );
}

#[test]
fn size_and_time_are_those_of_the_buffer() {
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_millis() as i64
    };
    in_each_mode(&FILES, |tree, workspace| {
        let old = fs::File::options().write(true).open(tree.path("a/b.rs"));
        old.unwrap().set_modified(UNIX_EPOCH).unwrap();
        let before = now();
        workspace.set_buffer("a/b.rs", "12345").unwrap();
        workspace.set_buffer("n/e/w", "123").unwrap();
        let after = now();
        let mut options = GlobOptions::new("{a/b.rs,n/**}", ".").stat(true);
        let found = glob(&options.clone().workspace(workspace), &CancelToken::new())
            .unwrap()
            .items;
        let sizes: Vec<_> = found.iter().map(|m| (m.path.to_string(), m.size)).collect();
        let expected = [("a/b.rs", Some(5)), ("n/e", None), ("n/e/w", Some(3))];
        assert_eq!(sizes, expected.map(|(path, size)| (path.to_owned(), size)));
        let times: Vec<i64> = found.iter().map(|m| m.mtime_ms.unwrap()).collect();
        assert!(
            times.iter().all(|time| (before..=after).contains(time)),
            "{times:?}"
        );
        options.file_type = Some(FileType::Dir);
        assert_eq!(globbed(workspace, &options), ["n/e"]);
        options.file_type = Some(FileType::File);
        assert_eq!(globbed(workspace, &options), ["a/b.rs", "n/e/w"]);
        // Everything on disk is older. Windows opens no directory to set its time.
        if cfg!(windows) {
            return;
        }
        let all = GlobOptions::new("**/[bw]*", ".").sort_by_mtime(true);
        for path in ["a/b/c.rs", "a/x.txt", "a/b"] {
            let file = fs::File::open(tree.path(path)).unwrap();
            file.set_modified(UNIX_EPOCH).unwrap();
        }
        let newest = globbed(workspace, &all);
        assert_eq!(newest.last().map(String::as_str), Some("a/b"), "{newest:?}");
        assert_eq!(newest.len(), 3);
    });
}

#[test]
fn ignore_rules_are_those_on_disk() {
    in_each_mode(&FILES, |_, workspace| {
        workspace.set_buffer(".ignore", "a\n").unwrap();
        workspace.set_buffer("a/.ignore", "*\n").unwrap();
        let all = GlobOptions::new("**", "a").hidden(true);
        let expected = ["a/.ignore", "a/b", "a/b.rs", "a/b/c.rs", "a/x.txt"];
        assert_eq!(globbed(workspace, &all), expected);
        assert_eq!(
            lines(workspace, &GrepOptions::new("^a", ".")),
            [".ignore:1:a"]
        );
    });
}

#[test]
fn a_call_sees_the_buffers_of_its_beginning() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Watch);
    workspace.set_buffer("new", "first\n").unwrap();
    let call = workspace.admit();
    let clone = workspace.clone();
    clone.set_buffer("new", "second\n").unwrap();
    let options = GrepOptions::new("first|second", ".");
    assert_eq!(lines(&call, &options), ["new:1:first"]);
    assert_eq!(lines(&workspace, &options), ["new:1:second"]);
    workspace.close();
    assert_eq!(lines(&call, &options), ["new:1:first"]);
}

#[test]
fn paths_that_cannot_be_buffers() {
    in_each_mode(&FILES, |tree, workspace| {
        let refused = |path: &Path, about: &str| {
            let error = workspace.set_buffer(path, "x").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidOption, "{path:?}: {error}");
            assert!(error.to_string().contains(about), "{path:?}: {error}");
        };
        let outside = tree.root().parent().unwrap();
        refused(Path::new(""), "empty");
        refused(Path::new("a\0b"), "NUL");
        refused(Path::new("."), "directory");
        refused(Path::new("a"), "directory");
        refused(Path::new("new/"), "separator");
        refused(Path::new("a/"), "separator");
        refused(Path::new("a/b/.."), "directory");
        refused(Path::new("a/b.rs/c"), "through a file");
        refused(Path::new("../x"), "outside");
        refused(&outside.join("x"), "outside");
        refused(outside, "outside");
        // Windows resolves `..` by the text of a path.
        #[cfg(unix)]
        refused(Path::new("new/../x"), "does not exist");
        refused(Path::new("a/.ransack-edit-1f-0.new"), "edit");
        workspace.set_buffer("n/e/w", "x").unwrap();
        refused(Path::new("n/e"), "directory of other buffers");
        refused(Path::new("n/e/w/x"), "through another buffer");
        let root = tree.root().file_name().unwrap();
        workspace
            .set_buffer(Path::new("a/../..").join(root).join("./n//e/w"), "y")
            .unwrap();
        assert_eq!(
            lines(workspace, &GrepOptions::new("x|y", "n")),
            ["n/e/w:1:y"]
        );

        let error = workspace.clear_buffer(Some(Path::new(""))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        for path in ["none", "../x", "a", "a/b.rs/c", "n/e"] {
            workspace.clear_buffer(Some(Path::new(path))).unwrap();
        }
        assert_eq!(lines(workspace, &GrepOptions::new("y", ".")), ["n/e/w:1:y"]);

        workspace.close();
        for closed in [workspace.set_buffer("x", ""), workspace.clear_buffer(None)] {
            assert_eq!(closed.unwrap_err().kind(), ErrorKind::Closed);
        }
    });
}

/// Cleared buffers leave no trace in the workspace.
#[test]
fn calls_without_buffers_are_as_before() {
    in_each_mode(&FILES, |tree, workspace| {
        for path in ["a/b.rs", "n/e/w", "ignored/new"] {
            workspace.set_buffer(path, "x\n").unwrap();
            found(workspace, "b");
        }
        workspace.clear_buffer(None).unwrap();
        compare(workspace, tree.root(), &[".", "a", "n", "ignored"]);
    });
}
