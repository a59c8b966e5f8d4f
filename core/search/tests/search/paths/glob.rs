//! Path search: pattern syntax, walked directories, kinds, order and pages.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use ransack::{
    AbortReason, CancelToken, ErrorKind, FileType, GlobOptions, Pool, SkipReason, StoppedBy,
    Workspace, WorkspaceOptions, escape_glob, glob, glob_stream,
};

fn tree(files: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let path = dir.path().join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.as_bytes()).unwrap();
        }
    }
    dir
}

fn find_with(root: &Path, pattern: &str, change: impl FnOnce(&mut GlobOptions)) -> Vec<String> {
    let mut options = GlobOptions::new(pattern, root);
    change(&mut options);
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    outcome.items.iter().map(|m| m.path.to_string()).collect()
}

fn find(root: &Path, pattern: &str) -> Vec<String> {
    find_with(root, pattern, |_| {})
}

#[test]
fn pattern_syntax() {
    let dir = tree(&[
        "a.ts",
        "b.tsx",
        "src/a.ts",
        "src/deep/er/c.ts",
        "src/[id]/page.ts",
        "src/(group)/page.ts",
        "src/{x}.ts",
        "ä.ts",
        "z.md",
    ]);
    let root = dir.path();
    let cases: &[(&str, &[&str])] = &[
        ("src/*.ts", &["src/a.ts", "src/{x}.ts"]),
        ("src/**/c.ts", &["src/deep/er/c.ts"]),
        ("src/**/a.ts", &["src/a.ts"]),
        ("**/er/*", &["src/deep/er/c.ts"]),
        ("src/deep/**", &["src/deep/er", "src/deep/er/c.ts"]),
        ("?.ts", &["a.ts", "src/a.ts", "src/deep/er/c.ts", "ä.ts"]),
        ("[ab].ts*", &["a.ts", "b.tsx", "src/a.ts"]),
        ("[!a-b].ts", &["src/deep/er/c.ts", "ä.ts"]),
        ("[ä].ts", &["ä.ts"]),
        ("[z-a].ts", &[]),
        ("*.{md,tsx}", &["b.tsx", "z.md"]),
        ("{src/{deep/er,nope},z}*/**/c.ts", &["src/deep/er/c.ts"]),
        ("*.{md,tsx", &["b.tsx", "z.md"]),
        (r"src/\[id\]/*", &["src/[id]/page.ts"]),
        ("src/[id/*", &[]),
        (r"src/\{x\}.ts", &["src/{x}.ts"]),
        ("./src/./a.ts", &["src/a.ts"]),
        (r"src/\a.ts", &["src/a.ts"]),
        (r"src\/a.ts", &["src/a.ts"]),
        (r"src/\(group\)/page.ts", &["src/(group)/page.ts"]),
        (r"deep\/", &["src/deep"]),
        ("deep/", &["src/deep"]),
        ("nothing", &[]),
    ];
    for (pattern, expected) in cases {
        assert_eq!(find(root, pattern), *expected, "{pattern}");
    }
    for literal in ["src/[id]/page.ts", "src/(group)/page.ts", "src/{x}.ts"] {
        assert_eq!(find_with(root, literal, |o| o.literal = true), [literal]);
        assert_eq!(find(root, &escape_glob(literal)), [literal]);
    }
}

/// A backslash is a separator only where it separates path components.
#[test]
fn backslashes() {
    // Windows has no `|` in names.
    let names = if cfg!(windows) {
        ["abc/def", "x/a'b(d"]
    } else {
        ["abc/def", "x/a'b|c(d"]
    };
    let dir = tree(&names);
    let root = dir.path();
    let find = |pattern: &str| find(root, pattern);
    if cfg!(windows) {
        assert_eq!(find(r"abc\def"), ["abc/def"]);
        assert_eq!(find(r"x\abc"), [] as [&str; 0]);
        assert_eq!(escape_glob(r"abc\def"), "abc/def");
        return;
    }
    assert_eq!(find(r"abc\def"), [] as [&str; 0]);
    fs::write(root.join(r"back\slash"), "").unwrap();
    fs::write(root.join(r"end\"), "").unwrap();
    fs::write(root.join("abcdef"), "").unwrap();
    assert_eq!(find(r"abc\def"), ["abcdef"]);
    assert_eq!(find(r"\a\b\c/d\ef"), ["abc/def"]);
    assert_eq!(find(r"back\\slash"), [r"back\slash"]);
    assert_eq!(find(r"back\slash"), [] as [&str; 0]);
    assert_eq!(find(r"back[\\]slash"), [r"back\slash"]);
    assert_eq!(find(r"end\"), [r"end\"]);
    assert_eq!(find(r"end\\"), [r"end\"]);
    assert_eq!(find(r"x/a\'b\|c\(d"), [names[1]]);
    for literal in [r"back\slash", r"end\"] {
        assert_eq!(find_with(root, literal, |o| o.literal = true), [literal]);
        assert_eq!(find(&escape_glob(literal)), [literal]);
    }
}

#[test]
fn later_patterns_win_over_earlier_ones() {
    let dir = tree(&["a.rs", "b.rs", "t/b.rs", "t/keep.rs"]);
    let list = |patterns: &[&str]| {
        find_with(dir.path(), "", |o| {
            o.patterns = patterns.iter().map(|p| (*p).to_owned()).collect();
        })
    };
    assert_eq!(list(&["*.rs", "!b.rs"]), ["a.rs", "t/keep.rs"]);
    assert_eq!(
        list(&["*.rs", "!t/*", "t/keep.rs"]),
        ["a.rs", "b.rs", "t/keep.rs"]
    );
    assert_eq!(list(&["!t"]), ["a.rs", "b.rs"]);
}

#[test]
fn the_scope_narrows_the_results() {
    let dir = tree(&["a.rs", "b.md", "sub/c.rs", "sub.rs/d.md"]);
    let root = dir.path();
    let globs = find_with(root, "*", |o| o.scope.globs = vec!["*.rs".into()]);
    assert_eq!(globs, ["a.rs", "sub.rs", "sub/c.rs"]);
    let types = find_with(root, "*", |o| o.scope.types = vec!["rust".into()]);
    assert_eq!(types, ["a.rs", "sub/c.rs"]);
    let others = find_with(root, "*", |o| o.scope.types_not = vec!["rust".into()]);
    assert_eq!(others, ["b.md", "sub", "sub.rs", "sub.rs/d.md"]);
}

#[test]
fn a_pattern_for_entries_of_the_root_reads_no_other_directory() {
    let dir = tree(&["a.ts", "sub/b.ts", "sub/deeper/c.ts"]);
    let mut options = GlobOptions::new("*.ts", dir.path());
    options.recursive = false;
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(
        outcome.report.files_searched, 2,
        "only `a.ts` and `sub` were looked at"
    );
    options.patterns = vec!["sub/*.ts".into()];
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items[0].path, "sub/b.ts");
    assert_eq!(
        outcome.report.files_searched, 4,
        "`sub/deeper` was not read"
    );
}

#[test]
fn hidden_names_git_and_node_modules() {
    let dir = tree(&[
        ".env",
        ".github/ci.yml",
        ".git/config",
        "sub/.git/config",
        "node_modules/x/i.js",
        "sub/node_modules/y/i.js",
        "i.js",
    ]);
    let root = dir.path();
    assert_eq!(find(root, "**/*.js"), ["i.js"]);
    assert_eq!(find(root, ".env"), [".env"]);
    assert_eq!(find(root, ".github/*"), [".github/ci.yml"]);
    assert_eq!(find(root, "*.yml"), [] as [&str; 0]);
    assert_eq!(
        find_with(root, "*.yml", |o| o.scope.hidden = true),
        [".github/ci.yml"]
    );
    assert_eq!(
        find_with(root, "config", |o| o.scope.hidden = true),
        [] as [&str; 0]
    );
    assert_eq!(find(root, "node_modules/*/i.js"), ["node_modules/x/i.js"]);
    let all = ["i.js", "node_modules/x/i.js", "sub/node_modules/y/i.js"];
    assert_eq!(
        find_with(root, "*.js", |o| o.scope.node_modules = true),
        all
    );
    assert_eq!(find(&root.join("node_modules"), "*.js"), ["x/i.js"]);

    let outcome = glob(&GlobOptions::new("*.js", root), &CancelToken::new()).unwrap();
    let skipped = &outcome.report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (SkipReason::NodeModules, 2)
    );
    assert_eq!(skipped.first[1].path, "sub/node_modules");
    assert!(outcome.report.complete);
}

#[test]
#[cfg(unix)]
fn kinds_and_links() {
    let dir = tree(&["file", "dir/inner"]);
    let root = dir.path();
    for (link, target) in [
        ("to_file", "file"),
        ("to_dir", "dir"),
        ("to_nowhere", "gone"),
    ] {
        std::os::unix::fs::symlink(target, root.join(link)).unwrap();
    }
    let of = |kind| find_with(root, "*", |o| o.file_type = Some(kind));
    assert_eq!(of(FileType::File), ["dir/inner", "file", "to_file"]);
    assert_eq!(of(FileType::Dir), ["dir", "to_dir"]);
    // A directory glob agrees, also through a workspace and as a filter.
    let workspace = Workspace::open(root, &WorkspaceOptions::default()).unwrap();
    for (pattern, filter, expected) in [
        ("*/", "**", &["dir", "to_dir"] as &[&str]),
        ("*", "*/", &["dir", "dir/inner", "to_dir"]),
        ("*", "!*/", &["file", "to_file", "to_nowhere"]),
        ("{to_dir,to_file,to_nowhere}/", "**", &["to_dir"]),
    ] {
        let filter = vec![filter.to_owned()];
        let found = find_with(root, pattern, |o| o.scope.globs = filter.clone());
        assert_eq!(found, expected, "{pattern}");
        let mut options = GlobOptions::new(pattern, ".");
        options.scope.globs = filter;
        let outcome = glob(&options.clone().workspace(&workspace), &CancelToken::new()).unwrap();
        let found: Vec<_> = outcome.items.iter().map(|m| m.path.to_string()).collect();
        assert_eq!(found, expected, "{pattern} in a workspace");
    }
    assert_eq!(of(FileType::Symlink), ["to_dir", "to_file", "to_nowhere"]);
    assert_eq!(find(root, "*").len(), 6);
    let followed = find_with(root, "**/inner", |o| o.scope.follow_symlinks = true);
    assert_eq!(followed, ["dir/inner", "to_dir/inner"]);

    let mut options = GlobOptions::new("to_*", root);
    options.stat = true;
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    let sizes: Vec<_> = outcome.items.iter().map(|m| m.size).collect();
    assert_eq!(
        sizes,
        [None, Some(4), None],
        "of the target, if that is a file"
    );
    assert!(
        outcome
            .items
            .iter()
            .all(|m| m.mtime_ms.is_some() && m.file_type == FileType::Symlink)
    );

    // A root that is a link is followed.
    assert_eq!(find(&root.join("to_dir"), "*"), ["inner"]);
}

#[test]
fn results_are_sorted_by_time_before_the_limit() {
    let dir = tree(&["a", "b", "c", "d"]);
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for (name, age) in [("a", 30), ("b", 10), ("c", 20), ("d", 10)] {
        let file = fs::File::options()
            .write(true)
            .open(dir.path().join(name))
            .unwrap();
        file.set_modified(start - Duration::from_millis(age))
            .unwrap();
    }
    let mut options = GlobOptions::new("*", dir.path());
    options.sort_by_mtime = true;
    options.limit = Some(3);
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    let names: Vec<_> = outcome.items.iter().map(|m| m.path.to_string()).collect();
    assert_eq!(names, ["b", "d", "c"]);
    assert_eq!(outcome.items[0].mtime_ms, Some(1_000_000_000_000 - 10));
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Limit));
    assert_eq!(outcome.report.total_matches, 4);
    assert!(outcome.report.total_is_exact && !outcome.report.complete);
    options.offset = outcome.report.next_offset.unwrap();
    let rest = glob(&options, &CancelToken::new()).unwrap();
    assert_eq!(rest.items[0].path, "a");
    assert_eq!((rest.items.len(), rest.report.next_offset), (1, None));
}

/// The order distinguishes times that are equal in milliseconds, including times before 1970.
#[test]
fn results_are_sorted_by_time_to_the_nanosecond() {
    let dir = tree(&["a", "b", "c", "d", "e"]);
    let ms = Duration::from_millis(1_600_000_000_000);
    let ns = Duration::from_nanos;
    for (name, time) in [
        ("a", SystemTime::UNIX_EPOCH + ms + ns(100_000)),
        ("b", SystemTime::UNIX_EPOCH + ms + ns(900_000)),
        ("c", SystemTime::UNIX_EPOCH - ns(1_000_000_900)),
        ("d", SystemTime::UNIX_EPOCH - ns(1_000_000_100)),
        ("e", SystemTime::UNIX_EPOCH + ms * 8),
    ] {
        let file = fs::File::options().write(true).open(dir.path().join(name));
        file.unwrap().set_modified(time).unwrap();
    }
    let mut options = GlobOptions::new("*", dir.path());
    options.sort_by_mtime = true;
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let direct = glob(&options, &CancelToken::new()).unwrap();
    options.scope.roots = vec![".".into()];
    let cached = glob(&options.clone().workspace(&workspace), &CancelToken::new()).unwrap();
    for outcome in [direct, cached] {
        let names: Vec<_> = outcome.items.iter().map(|m| m.path.to_string()).collect();
        assert_eq!(names, ["e", "b", "a", "d", "c"]);
        let times: Vec<_> = outcome.items.iter().map(|m| m.mtime_ms.unwrap()).collect();
        let ms = 1_600_000_000_000;
        assert_eq!(times, [ms * 8, ms, ms, -1001, -1001]);
        let exact = outcome.items.iter().map(|m| m.modified().unwrap());
        let files = names.iter().map(|name| dir.path().join(name).metadata());
        assert!(exact.eq(files.map(|file| file.unwrap().modified().unwrap())));
    }
}

#[test]
fn pages_add_up_for_any_number_of_workers() {
    let names: Vec<String> = (0..700)
        .map(|i| format!("d{}/e{}/f{i}.{}", i % 7, i % 11, i % 3))
        .collect();
    let dir = tree(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut expected = names.clone();
    expected.extend((0..7).map(|i| format!("d{i}")));
    expected.extend((0..77).map(|i| format!("d{}/e{}", i % 7, i % 11)));
    expected.sort();
    for threads in [1, 2, 8] {
        let mut paged = Vec::new();
        let mut options = GlobOptions::new("**", dir.path());
        options.pool = Some(Pool::new(threads));
        options.limit = Some(97);
        loop {
            let outcome = glob(&options, &CancelToken::new()).unwrap();
            paged.extend(outcome.items.iter().map(|m| m.path.to_string()));
            match outcome.report.next_offset {
                Some(next) => options.offset = next,
                None => break,
            }
        }
        assert_eq!(paged, expected, "{threads} threads");
    }
}

#[test]
fn a_limit_stops_the_walk() {
    let names: Vec<String> = (0..2000).map(|i| format!("d{i:04}/f")).collect();
    let dir = tree(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut options = GlobOptions::new("**/f", dir.path());
    options.limit = Some(1);
    options.pool = Some(Pool::new(1));
    let report = glob(&options, &CancelToken::new()).unwrap().report;
    assert!(report.files_searched < 2100, "{}", report.files_searched);
}

#[test]
fn a_search_that_a_callback_stops_can_be_continued() {
    let dir = tree(&["a", "b", "c"]);
    let mut options = GlobOptions::new("*", dir.path());
    let mut seen = Vec::new();
    let report = glob_stream(&options, &CancelToken::new())
        .for_each(|m| {
            seen.push(m.path.to_string());
            if seen.len() == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    assert_eq!(
        (seen.len(), report.stopped_by),
        (2, Some(StoppedBy::Callback))
    );
    options.offset = report.next_offset.unwrap();
    assert_eq!(
        glob(&options, &CancelToken::new()).unwrap().items[0].path,
        "c"
    );
}

#[test]
fn invalid_options_are_errors_that_name_them() {
    let dir = tree(&["file"]);
    let fail = |change: &dyn Fn(&mut GlobOptions)| {
        let mut options = GlobOptions::new("*", dir.path());
        change(&mut options);
        glob(&options, &CancelToken::new()).unwrap_err()
    };
    let kind = |change: &dyn Fn(&mut GlobOptions)| fail(change).kind();
    assert_eq!(
        kind(&|o| o.patterns = vec![String::new()]),
        ErrorKind::InvalidGlob
    );
    assert_eq!(kind(&|o| o.patterns.clear()), ErrorKind::InvalidOption);
    assert_eq!(
        kind(&|o| o.patterns = vec!["../x".into()]),
        ErrorKind::InvalidGlob
    );
    assert_eq!(
        kind(&|o| o.patterns = vec!["a\0".into()]),
        ErrorKind::InvalidGlob
    );
    assert_eq!(
        kind(&|o| o.patterns = vec!["{a,b}".repeat(20)]),
        ErrorKind::InvalidGlob
    );
    assert_eq!(
        kind(&|o| o.scope.roots = vec![dir.path().join("none")]),
        ErrorKind::NotFound
    );
    let error = fail(&|o| o.scope.roots = vec![dir.path().join("file")]);
    assert!(error.to_string().contains("directory"), "{error}");
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let error = glob(&GlobOptions::new("*", dir.path()), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

/// Naive matcher that tries every split of the name.
fn naive(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        (['*', '*', '/', rest @ ..], _) => {
            naive(rest, name)
                || (0..name.len()).any(|at| name[at] == '/' && naive(pattern, &name[at + 1..]))
        }
        (['*', '*'], _) => !name.is_empty(),
        (['*', rest @ ..], _) => {
            let within = name.iter().position(|&c| c == '/').unwrap_or(name.len());
            (0..=within).any(|at| naive(rest, &name[at..]))
        }
        (['?', rest @ ..], [c, tail @ ..]) => *c != '/' && naive(rest, tail),
        ([p, rest @ ..], [c, tail @ ..]) => p == c && naive(rest, tail),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn matching_agrees_with_the_naive_matcher(
        pattern in "(\\*\\*/)?[ab?*]{1,4}(/\\*\\*)?(/[ab?*]{1,4}){0,2}(/\\*\\*)?",
    ) {
        // `**` as a part of a component means `*`.
        let pattern: Vec<String> = pattern
            .split('/')
            .map(|s| if s.trim_matches('*').is_empty() && s.len() > 2 { "**".into() } else { s.to_owned() })
            .collect();
        let pattern = pattern.join("/");
        let expected: Vec<&str> = NAMES
            .iter()
            .copied()
            .filter(|name| naive(&chars(&collapse(&pattern)), &chars(name)))
            .collect();
        let found = find_with(names_tree(), &pattern, |o| {
            o.recursive = false;
            o.file_type = Some(FileType::File);
        });
        prop_assert_eq!(found, expected, "{}", pattern);
    }
}

/// Collapses runs of `*` within a component to one `*`, and runs of `**` to one `**`.
fn collapse(pattern: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in pattern.split('/') {
        let mut part = part.to_owned();
        if part != "**" {
            while part.contains("**") {
                part = part.replace("**", "*");
            }
        } else if parts.last().is_some_and(|p| p == "**") {
            continue;
        }
        parts.push(part);
    }
    parts.join("/")
}

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

const NAMES: &[&str] = &[
    "a", "aab", "ab/a", "ab/ab/b", "ab/b", "abab", "b/a/a", "b/a/b/a", "b/aa", "b/ba", "ba", "bb",
];

fn names_tree() -> &'static Path {
    static TREE: std::sync::OnceLock<tempfile::TempDir> = std::sync::OnceLock::new();
    TREE.get_or_init(|| tree(NAMES)).path()
}
