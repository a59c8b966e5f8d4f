use std::fs;
use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use ransack_base::{CancelToken, ErrorKind, Pool, SkipReason};
use ransack_search::{FileType, OnTimeout, Workspace, WorkspaceOptions};
use ransack_tokens::{Encoding, count_tokens};
use tempfile::TempDir;

use super::{Tree, TreeOptions, TreeStyle};

fn made(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

fn sample() -> TempDir {
    let dir = made(&[
        ("README.md", "# Title\n\ntext"),
        ("src/main.rs", "fn main() {\n    println!(\"hi\");\n}\n"),
        ("src/lib.rs", "pub mod a;\npub fn f() {}\npub struct S;\n"),
        ("src/a/mod.rs", "fn g() {}\n"),
        ("src-old/x.txt", "ü\n"),
    ]);
    fs::create_dir(dir.path().join("empty")).unwrap();
    dir
}

fn run(options: &TreeOptions) -> Tree {
    super::tree(options, &CancelToken::new()).unwrap()
}

/// Returns the text without the line of the only root, whose name differs in every run.
fn below(tree: &Tree) -> &str {
    tree.text.split_once('\n').unwrap().1
}

#[test]
fn entries_are_in_byte_order_of_their_names() {
    let dir = sample();
    let tree = run(&TreeOptions::new(dir.path()));
    let expected = "  README.md\n  empty/\n  src/\n    a/\n      mod.rs\n    lib.rs\n    main.rs\n  \
                    src-old/\n    x.txt\n";
    assert_eq!(below(&tree), expected);
    let root = &tree.nodes[0];
    assert_eq!((root.depth, root.files, root.dirs), (0, 5, 4));
    assert_eq!(root.path.to_string(), dir.path().to_str().unwrap());
    let paths: Vec<String> = tree.nodes[1..].iter().map(|n| n.path.to_string()).collect();
    assert_eq!(paths[..4], ["README.md", "empty", "src", "src/a"]);
    assert_eq!(tree.nodes[5].name(), b"mod.rs");
    assert_eq!(tree.nodes[5].depth, 3);
    assert!(tree.report.complete && tree.report.total_matches == 9);
    assert_eq!(tree.tokens, None);
}

#[test]
fn numbers_are_sums_of_directories() {
    let dir = sample();
    let mut options = TreeOptions::new(dir.path()).sizes(true).lines(true);
    options = options.tokens(true).symbols(true);
    let tree = run(&options);
    let node = |path: &str| {
        let mut nodes = tree.nodes.iter();
        nodes.find(|n| n.path == path).unwrap()
    };
    let readme = node("README.md");
    assert_eq!((readme.size, readme.lines), (Some(13), Some(3)));
    let text = "# Title\n\ntext";
    let tokens = count_tokens(text, Encoding::O200kBase) as u64;
    assert_eq!(readme.tokens, Some(tokens));
    assert_eq!(node("src/lib.rs").symbols, Some(3));
    assert_eq!(node("src/a").symbols, Some(1));
    assert_eq!(node("src").symbols, Some(5));
    assert_eq!(node("src").lines, Some(7));
    assert_eq!(node("empty").size, Some(0));
    assert_eq!(
        (node("src-old/x.txt").size, node("src-old/x.txt").symbols),
        (Some(3), None)
    );
    let root = &tree.nodes[0];
    let files = tree.nodes.iter().filter(|n| n.kind == FileType::File);
    assert_eq!(root.tokens, Some(files.map(|n| n.tokens.unwrap()).sum()));
    let line = tree.text.lines().find(|l| l.contains("mod.rs")).unwrap();
    let tokens = count_tokens("fn g() {}\n", Encoding::O200kBase);
    assert_eq!(
        line,
        format!("      mod.rs (10 bytes, 1 line, {tokens} tokens, 1 symbol)")
    );
}

#[test]
fn files_that_are_not_text_have_no_lines_and_are_reported() {
    let dir = made(&[
        ("a.bin", "a\0b"),
        ("b.txt", "x\ny"),
        ("c.txt", ""),
        ("big.txt", "0123456789"),
    ]);
    let options = TreeOptions::new(dir.path()).lines(true).max_file_size(9);
    let tree = run(&options);
    assert_eq!(
        below(&tree),
        "  a.bin\n  b.txt (2 lines)\n  big.txt\n  c.txt (0 lines)\n"
    );
    let reasons: Vec<SkipReason> = tree.report.skipped.iter().map(|s| s.reason).collect();
    assert_eq!(reasons, [SkipReason::Binary, SkipReason::TooLarge]);
    assert!(!tree.report.complete);
}

#[test]
fn scopes_select_entries() {
    let dir = sample();
    let options = TreeOptions::new(dir.path()).globs(["*.rs"]);
    // Only directories with selected entries.
    let expected = "  src/\n    a/\n      mod.rs\n    lib.rs\n    main.rs\n";
    assert_eq!(below(&run(&options)), expected);
    let options = TreeOptions::new(dir.path()).types(["markdown"]);
    assert_eq!(below(&run(&options)), "  README.md\n");
    let options = TreeOptions::new(dir.path()).globs(["!src"]);
    assert_eq!(
        below(&run(&options)),
        "  README.md\n  empty/\n  src-old/\n    x.txt\n"
    );
    // Directories at the maximum depth are not read.
    let options = TreeOptions::new(dir.path()).max_depth(1);
    assert_eq!(
        below(&run(&options)),
        "  README.md\n  empty/\n  src/\n  src-old/\n"
    );
    let roots = [dir.path().join("src/a"), dir.path().join("README.md")];
    let tree = run(&TreeOptions::default().roots(roots).lines(true));
    let lines: Vec<&str> = tree.text.lines().collect();
    assert!(lines[0].ends_with("src/a/ (1 line)"), "{lines:?}");
    assert_eq!(lines[1], "  mod.rs (1 line)");
    assert!(lines[2].ends_with("README.md (3 lines)"), "{lines:?}");
    assert_eq!(tree.nodes[2].root, 1);
    let options = TreeOptions::new(dir.path()).after("0:0");
    let error = super::tree(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn deeper_directories_collapse_to_counts() {
    let dir = sample();
    let options = TreeOptions::new(dir.path()).depth(1);
    let expected = "  README.md\n  empty/\n  src/ (3 files, 1 directory)\n  src-old/ (1 file)\n";
    let tree = run(&options);
    assert_eq!(below(&tree), expected);
    let collapsed: Vec<bool> = tree.nodes.iter().map(|n| n.is_collapsed).collect();
    assert_eq!(collapsed, [false, false, false, true, true]);
    let options = TreeOptions::new(dir.path()).depth(0).lines(true);
    let text = run(&options).text;
    assert!(
        text.ends_with("/ (5 files, 4 directories, 11 lines)\n"),
        "{text}"
    );
}

#[test]
fn styles_draw_lines() {
    let dir = made(&[("a/b/c", ""), ("a/d", ""), ("e/f", "")]);
    let options = TreeOptions::new(dir.path());
    let lines = run(&options.clone().style(TreeStyle::Lines));
    let expected = "├── a/\n│   ├── b/\n│   │   └── c\n│   └── d\n└── e/\n    └── f\n";
    assert_eq!(below(&lines), expected);
    let ascii = run(&options.style(TreeStyle::Ascii));
    let expected = "|-- a/\n|   |-- b/\n|   |   `-- c\n|   `-- d\n`-- e/\n    `-- f\n";
    assert_eq!(below(&ascii), expected);
}

#[cfg(unix)]
#[test]
fn links_and_unusual_names_are_listed() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = made(&[("tür/ö.txt", ""), ("a\nb", "")]);
    std::os::unix::fs::symlink("tür", dir.path().join("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", dir.path().join("broken")).unwrap();
    fs::write(dir.path().join(OsStr::from_bytes(b"\xff.txt")), "").unwrap();
    let options = TreeOptions::new(dir.path()).sizes(true);
    let tree = run(&options);
    let expected = "  a\u{240a}b (0 bytes)\n  broken (link)\n  link (link)\n  tür/ (0 bytes)\n    \
                    ö.txt (0 bytes)\n  \u{fffd}.txt (0 bytes)\n";
    assert_eq!(below(&tree), expected);
    assert_eq!(tree.nodes.last().unwrap().path.as_bytes(), b"\xff.txt");
    assert_eq!(tree.nodes[3].kind, FileType::Symlink);
    let tree = run(&options.follow_symlinks(true));
    assert!(
        tree.text.contains("  link/ (0 bytes)\n    ö.txt"),
        "{}",
        tree.text
    );
}

#[test]
fn a_workspace_shows_its_buffers_and_not_denied_files() {
    let dir = sample();
    let options = WorkspaceOptions::default().deny(["src-old", "main.rs"]);
    let workspace = Workspace::open(dir.path(), &options).unwrap();
    workspace
        .set_buffer("new/x.rs", "fn a() {}\nfn b() {}\n")
        .unwrap();
    let options = TreeOptions::new(&workspace)
        .lines(true)
        .symbols(true)
        .sizes(true);
    let tree = run(&options);
    assert!(tree.text.starts_with("./ ("), "{}", tree.text);
    assert!(
        tree.text
            .contains("\n    x.rs (20 bytes, 2 lines, 2 symbols)\n"),
        "{}",
        tree.text
    );
    let skipped = &tree.report.skipped[0];
    assert_eq!((skipped.reason, skipped.count), (SkipReason::Denied, 2));
    assert!(!tree.text.contains("main.rs") && !tree.text.contains("src-old"));
    let options = TreeOptions::new("src").workspace(&workspace);
    let tree = run(&options);
    assert_eq!(tree.text, "src/\n  a/\n    mod.rs\n  lib.rs\n");
    assert_eq!(tree.nodes[1].path.to_string(), "src/a");
}

#[test]
fn a_limit_of_tokens_collapses_the_deepest_and_largest_directories() {
    let mut files: Vec<(String, String)> = Vec::new();
    for n in 0..40 {
        files.push((format!("large/file{n}.txt"), String::new()));
    }
    for n in 0..3 {
        files.push((format!("small/file{n}.txt"), String::new()));
        files.push((format!("small/deep/file{n}.txt"), String::new()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&p[..], &t[..])).collect();
    let dir = made(&files);
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let options = TreeOptions::new(&workspace);
    let expected = "./\n  large/ (40 files)\n  small/\n    deep/ (3 files)\n    file0.txt\n    \
                    file1.txt\n    file2.txt\n";
    let tokens = count_tokens(expected, Encoding::O200kBase);
    // The list of `deep` does not fit, and the list of `large` is longer.
    for max in [tokens, tokens + 3] {
        let tree = run(&options.clone().max_tokens(max));
        assert_eq!((tree.text.as_str(), tree.tokens), (expected, Some(tokens)));
    }
    // A directory with more text is listed if there is room for it.
    let tree = run(&options.clone().max_tokens(100_000));
    assert_eq!(tree.nodes.len(), 50);
    let error = super::tree(&options.max_tokens(3), &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let message = error.to_string();
    assert!(message.starts_with("the tree needs at least "), "{message}");
    assert!(
        message.ends_with(" tokens, more than the limit of 3; raise `max_tokens`"),
        "{message}"
    );
}

#[test]
fn a_tree_that_runs_out_of_time_fails_or_is_partial() {
    let dir = sample();
    let options = TreeOptions::new(dir.path()).lines(true);
    let over = CancelToken::with_timeout(Duration::ZERO);
    let error = super::tree(&options, &over).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let tree = super::tree(&options.on_timeout(OnTimeout::Partial), &over).unwrap();
    assert!(!tree.report.complete && tree.nodes[0].is_dir());
}

/// Lists a directory with the standard library.
fn naive(dir: &Path, depth: usize, out: &mut String) {
    let mut entries: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap()).collect();
    entries.sort_by_key(|entry| entry.file_name().into_encoded_bytes());
    for entry in entries {
        let is_dir = entry.file_type().unwrap().is_dir();
        let name = entry.file_name().into_string().unwrap();
        let slash = if is_dir { "/" } else { "" };
        out.push_str(&format!("{}{name}{slash}\n", "  ".repeat(depth)));
        if is_dir {
            naive(&entry.path(), depth + 1, out);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_tree_lists_everything_and_is_within_every_limit(
        paths in proptest::collection::btree_set("[ab](/[a-cé]{1,2}){0,4}", 1..40),
    ) {
        let dir = tempfile::tempdir().unwrap();
        for path in &paths {
            let path = dir.path().join(path);
            // A path may lead through a file.
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.exists() {
                fs::write(path, "x\n").unwrap();
            }
        }
        let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
        let options = TreeOptions::new(&workspace);
        let whole = run(&options);
        let mut expected = "./\n".to_owned();
        naive(dir.path(), 1, &mut expected);
        prop_assert_eq!(&whole.text, &expected);

        let full = count_tokens(&whole.text, Encoding::O200kBase);
        for max in 1..=full + 2 {
            let limited = options.clone().max_tokens(max);
            let Ok(tree) = super::tree(&limited, &CancelToken::new()) else {
                prop_assert!(max < 12);
                continue;
            };
            let tokens = count_tokens(&tree.text, Encoding::O200kBase);
            prop_assert!(tokens <= max);
            prop_assert_eq!(tree.tokens, Some(tokens));
            let again = super::tree(&limited.pool(Pool::new(1)), &CancelToken::new()).unwrap();
            prop_assert_eq!(&again.nodes, &tree.nodes);
            // Nothing is lost: each collapsed directory counts its omitted entries.
            let listed = tree.nodes.iter().filter(|n| n.kind == FileType::File).count() as u64;
            let collapsed = tree.nodes.iter().filter(|n| n.is_collapsed);
            prop_assert_eq!(listed + collapsed.map(|n| n.files).sum::<u64>(), whole.nodes[0].files);
        }
    }
}
