//! Invalid options and hostile file systems.

use ransack::{
    CancelToken, ErrorKind, GrepOptions, OnTimeout, Query, SearchOptions, SkipReason, grep,
    has_match, search,
};
use ransack_testing::{Tree, paths, run};

fn fail(options: &GrepOptions) -> ransack::Error {
    grep(options, &CancelToken::new()).unwrap_err()
}

#[test]
fn a_missing_root_is_an_error_that_names_it() {
    let tree = Tree::new();
    let root = tree.path("nowhere");
    let error = fail(&GrepOptions::new("x", &root));
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.path(), Some(&*root));
    assert!(error.to_string().contains("nowhere"), "{error}");

    // Among several roots it is reported, unless all are missing.
    tree.write("a/f", "x");
    let mut options = GrepOptions::new("x", tree.path("a"));
    options.scope.roots.push(root);
    let report = run(&options).report;
    let skipped = &report.skipped[0];
    assert_eq!((skipped.reason, skipped.count), (SkipReason::Unreadable, 1));
    assert!(!report.complete && skipped.first[0].path.to_string().ends_with("/nowhere"));
    options.scope.roots[0] = tree.path("none");
    assert_eq!(fail(&options).kind(), ErrorKind::NotFound);
    let below_a_file = fail(&GrepOptions::new("x", tree.path("a/f/g")));
    assert!(below_a_file.kind() == ErrorKind::NotFound, "{below_a_file}");
}

/// Printing an error and its source chain shows the cause once.
#[test]
fn the_cause_is_in_the_message_and_not_in_the_sources() {
    let tree = Tree::new();
    let error = fail(&GrepOptions::new("x", tree.path("nowhere")));
    let cause = error.io_error().unwrap().to_string();
    assert_eq!(error.to_string().matches(&cause).count(), 1, "{error}");
    assert!(std::error::Error::source(&error).is_none());
}

#[test]
fn invalid_roots_are_errors() {
    let mut options = GrepOptions::new("x", "");
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidOption);
    options.scope.roots.clear();
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidOption);
    options.scope.roots.push("a\0b".into());
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidOption);
}

#[test]
fn a_root_may_be_a_file() {
    let tree = Tree::of(&[("dir/f.txt", "x\n"), ("dir/other", "x\n")]);
    let file = tree.path("dir/f.txt");
    let mut options = GrepOptions::new("x", &file);
    options.scope.types.push("rust".into());
    options.scope.globs.push("*.rs".into());
    let outcome = run(&options);
    assert_eq!(
        paths(&outcome.items),
        [file.to_str().unwrap()],
        "even if no filter admits it"
    );
    assert!(outcome.report.complete);
}

#[test]
fn errors_of_patterns_have_offsets() {
    for (pattern, offset) in [
        ("a(b", 1),
        (r"\w+\q", 3),
        ("ä[z-a]", 3),
        ("a)", 1),
        ("x{5,2}", 1),
        (r"\p{Nope}", 0),
    ] {
        let error = fail(&GrepOptions::new(pattern, "."));
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{pattern}");
        assert_eq!(error.pattern(), Some(pattern));
        assert_eq!(error.offset(), Some(offset), "{error}");
        assert!(search(b"", &SearchOptions::new(pattern), &CancelToken::new()).is_err());
        assert!(has_match(b"", &Query::new(pattern), &CancelToken::new()).is_err());
    }
    let mut options = GrepOptions::new("fine", ".");
    options.query.patterns.push("*".into());
    let error = fail(&options);
    assert_eq!(
        (error.pattern(), error.offset()),
        (Some("*"), Some(0)),
        "the invalid one is named"
    );
}

#[test]
fn patterns_that_are_missing_empty_or_too_large_are_errors() {
    let mut options = GrepOptions::new("", ".");
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidPattern);
    options.query.patterns.clear();
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidOption);
    options.query.patterns.push(r"\pL{1000}{1000}".into());
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidPattern);
    options.query.patterns = vec!["(".repeat(100_000)];
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidPattern);
    options.query.patterns = vec!["a\nb".into()];
    assert_eq!(fail(&options).kind(), ErrorKind::InvalidPattern);
    options.query.literal = true;
    assert_eq!(
        fail(&options).kind(),
        ErrorKind::InvalidPattern,
        "also as plain text"
    );
}

#[test]
fn unknown_names_are_named() {
    let mut options = GrepOptions::new("x", ".");
    options.scope.types = vec!["rust".into(), "klingon".into()];
    let error = fail(&options);
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::UnknownType, Some("klingon"))
    );
    options.scope.types_not = std::mem::take(&mut options.scope.types);
    assert_eq!(fail(&options).kind(), ErrorKind::UnknownType);
    options.scope.types_not.clear();

    options.encoding = Some("utf-9".into());
    let error = fail(&options);
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidOption, Some("utf-9"))
    );
}

#[test]
fn globs_without_meaning_are_errors() {
    for glob in ["", "!", "/", "a\0b", &"{a,b}".repeat(20), &"{".repeat(1000)] {
        let mut options = GrepOptions::new("x", ".");
        options.scope.globs.push(glob.into());
        let error = fail(&options);
        assert_eq!(
            (error.kind(), error.pattern()),
            (ErrorKind::InvalidGlob, Some(glob))
        );
    }
}

#[test]
fn a_scope_without_files_says_so() {
    let tree = Tree::of(&[("a.txt", "y\n")]);
    let found_nothing = tree.grep("x").report;
    assert!(found_nothing.complete && !found_nothing.no_files_matched_scope);
    let mut options = GrepOptions::new("x", tree.root());
    options.scope.globs.push("*.rs".into());
    assert!(run(&options).report.no_files_matched_scope);
    options.scope.globs.clear();
    options.scope.types.push("rust".into());
    assert!(run(&options).report.no_files_matched_scope);
    assert!(Tree::new().grep("x").report.no_files_matched_scope);
}

#[test]
fn one_line_of_many_megabytes_is_a_line() {
    let tree = Tree::new();
    tree.write("line", "a".repeat(20 << 20) + "x");
    let mut options = GrepOptions::new("x$", tree.root());
    options.select.max_columns = Some(100);
    let outcome = run(&options);
    assert_eq!(outcome.items[0].line.len(), 100);
    assert_eq!(outcome.items[0].clip.unwrap().line_len, (20 << 20) + 1);
    assert!(outcome.report.complete);
}

#[test]
fn undecodable_bytes_are_reported() {
    let tree = Tree::new();
    tree.write("broken", b"x \x81\xFF\n");
    tree.write("odd-utf16", b"\xFF\xFEx\0\n\0y");
    let mut options = GrepOptions::new("x", tree.root());
    options.encoding = Some("shift_jis".into());
    let outcome = run(&options);
    assert_eq!(paths(&outcome.items), ["broken", "odd-utf16"]);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::Undecodable);
    assert_eq!(outcome.report.skipped[0].count, 2);
    assert!(!outcome.report.complete);
}

#[test]
fn a_directory_of_a_hundred_thousand_files_is_searched_whole() {
    let tree = Tree::new();
    for n in 0..100_000 {
        std::fs::write(tree.path(&n.to_string()), "").unwrap();
    }
    tree.write("50000", "x");
    let outcome = tree.grep("x");
    assert_eq!(paths(&outcome.items), ["50000"]);
    assert_eq!(outcome.report.files_searched, 100_000);
}

#[test]
fn a_directory_tree_of_great_depth_is_walked() {
    let tree = Tree::new();
    let deep = "d/".repeat(1500);
    tree.write(&format!("{deep}f"), "x");
    assert_eq!(paths(&tree.grep("x").items), [format!("{deep}f")]);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;
    use std::{fs, ops::ControlFlow};

    use ransack::{GrepMode, Pool, grep_stream};
    use ransack_testing::child::child;

    use super::*;

    fn make_pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn pipes_in_a_tree_are_never_opened() {
        let tree = Tree::of(&[("a", "x\n"), ("z", "x\n")]);
        make_pipe(&tree.path("pipe"));
        symlink("pipe", tree.path("link")).unwrap();
        let mut options = GrepOptions::new("x", tree.root());
        assert_eq!(paths(&run(&options).items), ["a", "z"]);
        options.scope.follow_symlinks = true;
        assert_eq!(paths(&run(&options).items), ["a", "z"]);
    }

    #[test]
    fn a_pipe_as_root_is_an_error() {
        let tree = Tree::new();
        make_pipe(&tree.path("pipe"));
        let error = fail(&GrepOptions::new("x", tree.path("pipe")));
        assert_eq!(error.path(), Some(&*tree.path("pipe")));
        assert_eq!(
            fail(&GrepOptions::new("x", "/dev/zero")).kind(),
            error.kind()
        );
    }

    #[test]
    fn a_pipe_as_ignore_file_does_not_hang() {
        let tree = Tree::of(&[("a", "x\n"), ("sub/b", "x\n")]);
        make_pipe(&tree.path(".ignore"));
        make_pipe(&tree.path("sub/.gitignore"));
        // With a deadline, the test fails rather than hangs.
        for (root, files) in [("", &["a", "sub/b"][..]), ("sub", &["b"])] {
            let token = CancelToken::with_timeout(std::time::Duration::from_secs(10));
            let outcome = grep(&GrepOptions::new("x", tree.path(root)), &token).unwrap();
            assert_eq!(paths(&outcome.items), files);
        }
    }

    #[test]
    fn links_are_followed_only_on_request_and_loops_end() {
        let tree = Tree::of(&[("dir/f", "x\n"), ("dir/deep/g", "x\n")]);
        symlink("..", tree.path("dir/deep/up")).unwrap();
        symlink(".", tree.path("here")).unwrap();
        symlink("dir/f", tree.path("file")).unwrap();
        symlink("nowhere", tree.path("dangling")).unwrap();
        symlink("self", tree.path("self")).unwrap();
        assert_eq!(paths(&tree.grep("x").items), ["dir/deep/g", "dir/f"]);

        let mut options = GrepOptions::new("x", tree.root());
        options.scope.follow_symlinks = true;
        let outcome = run(&options);
        assert_eq!(paths(&outcome.items), ["dir/deep/g", "dir/f", "file"]);
        let skipped = |reason| {
            let of_it = |s: &&ransack::Skipped| s.reason == reason;
            outcome.report.skipped.iter().find(of_it).map(|s| {
                s.first
                    .iter()
                    .map(|p| p.path.to_string_lossy().into_owned())
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(
            skipped(SkipReason::SymlinkLoop).unwrap(),
            ["dir/deep/up", "here"]
        );
        assert_eq!(
            skipped(SkipReason::Unreadable).unwrap(),
            ["dangling", "self"]
        );

        // A root may be a link, even if links below it are not followed.
        assert_eq!(
            ransack_testing::files_below(&tree.path("here"), |_| ()),
            ["dir/deep/g", "dir/f"]
        );
        let file = tree.path("file");
        assert_eq!(
            ransack_testing::files_below(&file, |_| ()),
            [file.to_str().unwrap()]
        );
    }

    #[test]
    fn names_that_are_not_utf8_keep_their_bytes() {
        let tree = Tree::new();
        let name = OsStr::from_bytes(b"a\xFFb");
        fs::create_dir(tree.root().join(name)).unwrap();
        fs::write(tree.root().join(name).join("f\n"), b"x \xFE\n").unwrap();
        let items = tree.grep("x").items;
        assert_eq!(items[0].path.as_bytes(), b"a\xFFb/f\n");
        assert_eq!(items[0].line, b"x \xFE");
        assert_eq!(
            items[0].path.as_path(),
            Path::new(OsStr::from_bytes(b"a\xFFb/f\n"))
        );
        let items = ransack_testing::files_below(&tree.root().join(name), |_| ());
        assert_eq!(items, ["f\n"]);
    }

    #[test]
    fn a_file_removed_after_it_was_listed_is_reported() {
        let tree = Tree::of(&[("a", "x\n"), ("b", "x\n"), ("c", "x\n")]);
        // `a` has more results than are buffered for a slow consumer, so the search has not reached
        // the other files when the first result arrives.
        tree.write("a", "a line with x in it\n".repeat(200_000));
        let mut options = GrepOptions::new("x", tree.root());
        options.pool = Some(Pool::new(1));
        let mut gone = false;
        let report = grep_stream(&options, &CancelToken::new())
            .for_each(|_| {
                if !gone {
                    fs::remove_file(tree.path("b")).unwrap();
                    fs::remove_file(tree.path("c")).unwrap();
                    fs::create_dir(tree.path("c")).unwrap();
                    gone = true;
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(report.files_searched, 1);
        assert_eq!(report.skipped.len(), 1);
        assert_eq!(
            (report.skipped[0].reason, report.skipped[0].count),
            (SkipReason::Unreadable, 2)
        );
        assert!(!report.complete);
    }

    /// The superuser may read everything, so it runs this test as another user.
    #[test]
    fn entries_without_read_permission_are_reported() {
        const AS_NOBODY: &str = "RANSACK_TEST_AS_NOBODY";
        let tree = match std::env::var_os(AS_NOBODY) {
            Some(root) => return check_unreadable(Path::new(&root)),
            None => Tree::of(&[("closed/f", "x\n"), ("file", "x\n"), ("open", "x\n")]),
        };
        let mode = |path: &str, mode| {
            fs::set_permissions(tree.path(path), fs::Permissions::from_mode(mode)).unwrap();
        };
        mode("closed", 0);
        mode("file", 0);
        mode("", 0o755);
        if fs::read(tree.path("file")).is_err() {
            check_unreadable(tree.root());
        } else {
            let mut child = child(&entries_without_read_permission_are_reported);
            child
                .env(AS_NOBODY, tree.root())
                .current_dir("/")
                .uid(65534);
            match child.status() {
                Ok(status) => assert!(status.success()),
                Err(error) => say(&format!("not checked, no process as another user: {error}")),
            }
        }
        mode("closed", 0o755);
    }

    fn check_unreadable(root: &Path) {
        let outcome = run(&GrepOptions::new("x", root));
        assert_eq!(paths(&outcome.items), ["open"]);
        let skipped = &outcome.report.skipped;
        assert_eq!(
            (skipped[0].reason, skipped[0].count),
            (SkipReason::Unreadable, 2)
        );
        assert!(skipped[0].first.iter().all(|s| s.detail.is_some()));
        assert!(!outcome.report.complete && !outcome.report.no_files_matched_scope);
        for name in ["closed", "closed/f"] {
            let error = fail(&GrepOptions::new("x", root.join(name)));
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{error}");
        }
        let outcome = run(&GrepOptions::new("x", root.join("file")));
        assert_eq!(outcome.report.skipped[0].reason, SkipReason::Unreadable);
    }

    #[allow(clippy::print_stderr, reason = "a test that did not run must say so")]
    fn say(text: &str) {
        eprintln!("{text}");
    }

    #[test]
    fn an_ignore_file_that_cannot_be_read_is_reported() {
        let tree = Tree::of(&[("a", "x\n")]);
        symlink("self", tree.path("self")).unwrap();
        symlink("self", tree.path(".ignore")).unwrap();
        let outcome = tree.grep("x");
        assert_eq!(paths(&outcome.items), ["a"]);
        assert_eq!(outcome.report.skipped[0].reason, SkipReason::IgnoreFile);
        assert!(!outcome.report.complete);
    }

    #[test]
    fn contradictory_options_do_no_harm() {
        let tree = Tree::of(&[("a", "x\n"), ("b", "y\n")]);
        let mut options = GrepOptions::new("x", tree.root());
        options.select.offset = u64::MAX;
        options.select.limit = Some(u64::MAX);
        options.select.context_before = usize::MAX;
        options.select.context_after = usize::MAX;
        options.select.max_count_per_file = Some(u64::MAX);
        options.select.max_columns = Some(0);
        options.max_file_size = Some(u64::MAX);
        options.on_timeout = OnTimeout::Partial;
        options.pool = Some(Pool::new(0));
        assert!(run(&options).items.is_empty());
        options.select.offset = 0;
        let outcome = run(&options);
        assert_eq!(outcome.items.len(), 1);
        assert!(outcome.items[0].line.is_empty() && outcome.items[0].clip.is_some());
        options.select.mode = GrepMode::Count;
        assert_eq!(run(&options).items[0].match_count, Some(1));
        options.max_file_size = Some(0);
        assert_eq!(run(&options).report.skipped[0].count, 2);
    }
}

#[test]
fn a_scope_that_matches_nothing_is_reported() {
    let nothing = |tree: &Tree, pattern: &str, globs: &[&str]| {
        let mut options = ransack::GlobOptions::new(pattern, tree.root().to_str().unwrap());
        options.scope.globs = globs.iter().map(|&glob| glob.into()).collect();
        let outcome = ransack::glob(&options, &CancelToken::new()).unwrap();
        outcome.report.no_files_matched_scope
    };
    let tree = Tree::of(&[("a/b.rs", "x")]);
    assert!(!nothing(&tree, "*", &[]));
    assert!(!nothing(&tree, "a", &[]));
    assert!(nothing(&tree, "*", &["*.nope"]));
    assert!(nothing(&tree, "*.nope", &[]));
    assert!(nothing(&Tree::new(), "*", &[]));
    let modules = Tree::of(&[("node_modules/m/a.js", "x")]);
    assert!(nothing(&modules, "*", &[]));
    let empty = Tree::new();
    std::fs::create_dir(empty.path("node_modules")).unwrap();
    assert!(nothing(&empty, "*", &[]));
    assert!(empty.grep("x").report.no_files_matched_scope);
}

/// It does not matter which option excludes content, or whether it is a default.
#[test]
fn content_that_was_not_examined_makes_a_call_incomplete() {
    let tree = Tree::of(&[("a", "needle\n")]);
    assert!(tree.grep("needle").report.complete);
    tree.write("bin", b"needle\0");
    let report = tree.grep("needle").report;
    assert_eq!(report.skipped[0].reason, SkipReason::Binary);
    assert!(report.complete, "a binary file is not text");
    let named = GrepOptions::new("needle", tree.path("bin"));
    let report = grep(&named, &CancelToken::new()).unwrap().report;
    assert!(!report.complete, "a binary file that the caller names");
    let utf16 = "needle\n".encode_utf16().flat_map(u16::to_le_bytes);
    tree.write("utf16", utf16.collect::<Vec<u8>>());
    let report = tree.grep("needle").report;
    let undecodable = &report.skipped[1];
    assert_eq!(undecodable.reason, SkipReason::Undecodable);
    let detail = undecodable.first[0].detail.as_deref();
    assert_eq!(detail, Some("UTF-16LE text without a byte order mark"));
    assert!(!report.complete, "text that cannot be decoded");
    let mut options = GrepOptions::new("needle", tree.root().to_str().unwrap());
    options.binary = true;
    let token = CancelToken::new();
    assert!(grep(&options, &token).unwrap().report.complete);
    options.max_file_size = Some(1);
    assert!(
        !grep(&options, &token).unwrap().report.complete,
        "too large by choice"
    );
}
